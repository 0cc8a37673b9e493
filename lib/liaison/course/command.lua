-- command.lua - liaison exercise list | show | check | sheet | grade
local answer_file = require "liaison.course.answer_file"
local catalog = require "liaison.course.catalog"
local exercise = require "liaison.course.exercise"
local grade = require "liaison.course.grade"
local language = require "liaison.language.language"
local texts = require "liaison.course.texts"

local command = {}

command.usage = [[
liaison exercise list [CHAPTER]        the exercises of the course
liaison exercise show NAME             the statement, with the numbers of a student
liaison exercise check NAME q=answer.. answers checked, mistakes named
liaison exercise check FILE            the same of a file of answers
liaison exercise sheet OUT NAME..      OUT.html: a page that checks; OUT.tex: LaTeX
liaison exercise grade FOLDER [NAME..] all answer files (.txt) of a folder, as csv
  --student N   whose numbers (1)        --students A-B   a sheet for each: OUT-A .. OUT-B
  --chapter N   all of a chapter         --fr             in French (or LIAISON_LANG=fr)
  --solution    with the solution        --paper          a page for paper
  --csv FILE    where the marks go
]]

local WITH_VALUE = { student = true, students = true, chapter = true, csv = true }
local PLAIN = { fr = true, en = true, solution = true, paper = true }

-- options by name and the other words; nil, complaint
local function options_of(args)
  local o, words, i = {}, {}, 1
  while i <= #args do
    local name = args[i]:match "^%-%-(%a+)$"
    if name and WITH_VALUE[name] then
      if not args[i + 1] then return nil, ("--%s needs a value"):format(name) end
      o[name], i = args[i + 1], i + 1
    elseif name and PLAIN[name] then o[name] = true
    elseif name then return nil, ("there is no option --%s"):format(name)
    else words[#words + 1] = args[i] end
    i = i + 1
  end
  o.lang = o.fr and "fr" or o.en and "en" or language.now()
  o.student = o.student or "1"
  return o, words
end

local function slurp(path)
  local f = io.open(path, "rb")
  if not f then return nil end
  local text = f:read "*a"
  f:close()
  return text
end

-- the exercises named, and those of the chapter asked
local function specs_of(words, o, from)
  local out = {}
  for i = from, #words do out[#out + 1] = catalog.get(words[i]).spec end
  for _, name in ipairs(o.chapter and catalog.names(tonumber(o.chapter)) or {}) do
    out[#out + 1] = catalog.get(name).spec
  end
  return out
end

local actions = {}

function actions.list(words, o, put)
  local chapter = tonumber(words[1] or o.chapter)
  for _, name in ipairs(catalog.names(chapter)) do
    local ex = catalog.get(name).spec
    put(("%d  %-24s %s"):format(ex.chapter, name, ex.title[o.lang]))
  end
  return true
end

-- how answers are typed, and the command that checks them
local function how_to_check(ex, name, o)
  local w, list = texts[o.lang], {}
  for i, ask in ipairs(ex.asked) do list[i] = ('"%s=.."'):format(ask.name) end
  return w.typing .. "\n" .. w.try:format(name, o.student, table.concat(list, " "))
end

function actions.show(words, o, put)
  if not words[1] then return nil, "show needs the name of an exercise" end
  local ex = catalog.get(words[1]).spec
  local how = { student = o.student, lang = o.lang }
  put(exercise.statement(ex, how))
  put("")
  put(how_to_check(ex, words[1], o))
  if o.solution then put("\n" .. exercise.solution(ex, how)) end
  return true
end

-- answers out of "q=answer" words
local function typed(words)
  local out = {}
  for i = 2, #words do
    local name, answer = words[i]:match "^%s*([%a_][%w_']*)%s*=%s*(.*)$"
    if not name then return nil, ("expected name=answer, got '%s'"):format(words[i]) end
    out[name] = answer
  end
  return out
end

-- the exercises that a file of answers names
local function of_file(answers)
  local out = {}
  for i, name in ipairs(answers.order) do out[i] = catalog.get(name).spec end
  return out
end

local function check_file(text, o, put)
  local answers, line, what = answer_file.read(text)
  if not answers then return nil, ("line %d is not understood: %s"):format(line, what) end
  local row = grade.text(of_file(answers), text, o)
  for _, name in ipairs(answers.order) do
    put(name)
    put(tostring(row.verdicts[name]))
  end
  return true
end

function actions.check(words, o, put)
  if not words[1] then return nil, "check needs an exercise and answers, or a file of answers" end
  local text = #words == 1 and slurp(words[1])
  if text then return check_file(text, o, put) end
  local answers, why = typed(words)
  if not answers then return nil, why end
  local ex = catalog.get(words[1]).spec
  put(tostring(exercise.check(ex, answers, { student = o.student, lang = o.lang })))
  return true
end

local function one_sheet(sheet, path, student, o)
  local how = { student = student, lang = o.lang, solutions = o.solution }
  if path:match "%.tex$" then return sheet:latex(path, how) end
  how.form = (o.paper or o.solution) and "print" or "page"
  return sheet:html(path, how)
end

function actions.sheet(words, o, put)
  local path = words[1]
  if not path or not path:match "%.html$" and not path:match "%.tex$" then
    return nil, "sheet needs a file to write, OUT.html or OUT.tex"
  end
  local list = { lang = o.lang, chapter = tonumber(o.chapter) }
  for i = 2, #words do list[i - 1] = words[i] end
  local sheet = require("liaison.course.sheet").new(list)
  local a, b = (o.students or ""):match "^(%d+)%-(%d+)$"
  if o.students and not a then return nil, "--students needs two numbers: --students 1-30" end
  for student = tonumber(a or 1), tonumber(b or 1) do
    local out = a and path:gsub("(%.%a+)$", "-" .. student .. "%1") or path
    local ok, why = one_sheet(sheet, out, a and student or o.student, o)
    if not ok then return nil, why end
    put(language.say("written: " .. out))
  end
  return true
end

-- exercises that any file of the folder names, in the order of the course
local function of_folder(folder)
  local named, out = {}, {}
  for _, name in ipairs(grade.files(folder) or {}) do
    local answers = answer_file.read(slurp(folder .. "/" .. name) or "")
    for _, x in ipairs(answers and answers.order or {}) do named[x] = true end
  end
  for _, name in ipairs(catalog.names()) do
    if named[name] then out[#out + 1] = catalog.get(name).spec end
  end
  return out
end

function actions.grade(words, o, put)
  if not words[1] then return nil, "grade needs a folder of answer files" end
  local list = specs_of(words, o, 2)
  if #list == 0 then list = of_folder(words[1]) end
  local rows, why = grade.folder(list, words[1], { lang = o.lang, csv = o.csv })
  if not rows then return nil, why end
  put((grade.csv(list, rows):gsub("\n$", "")))
  return true
end

-- what the words after `liaison exercise` ask for: true, or nil and a complaint
function command.run(args, put)
  local action = actions[args[1] or ""]
  if not action then
    if args[1] == nil or args[1] == "help" then
      put((language.say(command.usage):gsub("\n$", "")))
      return true
    end
    return nil, ("exercise has no '%s': list, show, check, sheet, grade"):format(args[1])
  end
  local rest = {}
  for i = 2, #args do rest[i - 1] = args[i] end
  local o, words = options_of(rest)
  if not o then return nil, words end
  local before = language.now()
  language.set(o.lang)
  local ok, done, why = pcall(action, words, o, put)
  if not ok then done, why = nil, done end
  why = why and language.say(why)
  language.set(before)
  return done, why
end

return command
