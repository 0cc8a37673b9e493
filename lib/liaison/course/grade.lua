-- grade.lua - a folder of answer files corrected: marks of every student, as rows and as csv
local answer_file = require "liaison.course.answer_file"
local check = require "liaison.base.check"
local exercise = require "liaison.course.exercise"
local language = require "liaison.language.language"
local li = require "liaison.core"
local kit = li._internal

local grade = {}

local function slurp(path)
  local f, why = io.open(path, "rb")
  if not f then return nil, why end
  local text = f:read "*a"
  f:close()
  if not text then return nil, path .. ": it cannot be read" end
  return text
end

local function quoted(text) return "'" .. text:gsub("'", "'\\''") .. "'" end

-- files of a folder by name, in one order; nil where it cannot be listed
function grade.files(folder)
  local pipe = io.popen("ls -1 " .. quoted(folder) .. "/ 2>/dev/null")
  if not pipe then return nil end
  local out = {}
  for name in pipe:lines() do
    if name:match "%.txt$" then out[#out + 1] = name end
  end
  pipe:close()
  kit.sort(out)
  return out
end

-- the marks of one exercise: answers to questions that are not asked are told, not raised
local function one_exercise(ex, answers, student, lang)
  local known, strange = {}, {}
  for _, ask in ipairs(ex.asked) do known[ask.name] = answers[ask.name] end
  for name in pairs(answers) do
    if known[name] == nil then strange[#strange + 1] = name end
  end
  kit.sort(strange)
  return exercise.check(ex, known, { student = student, lang = lang }), strange
end

local function add_notes(row, name, m, strange)
  for _, v in ipairs(m.list) do
    if v.status ~= "right" then
      row.notes[#row.notes + 1] = ("%s.%s: %s"):format(name, v.name, v.mistake or v.status)
    end
  end
  for _, other in ipairs(strange) do
    row.notes[#row.notes + 1] = ("%s.%s: not asked"):format(name, other)
  end
end

-- { file, student, marks = { by exercise }, total, of, notes } of one file
function grade.text(list, text, o)
  local answers, line, what = answer_file.read(text)
  local row = { marks = {}, verdicts = {}, notes = {}, total = 0, of = 0 }
  if not answers then
    answers = { exercises = {}, order = {} }
    row.notes[1] = language.say(("line %d is not understood: %s"):format(line, what))
  end
  row.student = answers.student or ""
  local known = {}
  for _, ex in ipairs(list) do
    known[ex.name] = true
    local m, strange = one_exercise(ex, answers.exercises[ex.name] or {}, row.student, o.lang)
    row.marks[ex.name], row.verdicts[ex.name] = m.marks, m
    row.total, row.of = row.total + m.marks, row.of + m.of
    add_notes(row, ex.name, m, strange)
  end
  for _, name in ipairs(answers.order) do
    if not known[name] then row.notes[#row.notes + 1] = name .. ": not an exercise of the sheet" end
  end
  return row
end

local function csv_cell(text)
  text = tostring(text)
  -- what a table program would take for a formula is text
  if text:find "^[=+@%-]" and not tonumber(text) then text = "'" .. text end
  if text:find '[",;\n]' then return '"' .. text:gsub('"', '""') .. '"' end
  return text
end

function grade.csv(list, rows)
  local head = { "file", "student" }
  for _, ex in ipairs(list) do head[#head + 1] = ex.name end
  for _, name in ipairs { "total", "of", "notes" } do head[#head + 1] = name end
  local out = { table.concat(head, ",") }
  for _, row in ipairs(rows) do
    local cells = { csv_cell(row.file), csv_cell(row.student) }
    for _, ex in ipairs(list) do cells[#cells + 1] = kit.format("%g", row.marks[ex.name]) end
    cells[#cells + 1] = kit.format("%g", row.total)
    cells[#cells + 1] = kit.format("%g", row.of)
    cells[#cells + 1] = csv_cell(table.concat(row.notes, "; "))
    out[#out + 1] = table.concat(cells, ",")
  end
  return table.concat(out, "\n") .. "\n"
end

-- all .txt of a folder; nil, why where there are none
function grade.folder(list, folder, o)
  local rows, names = {}, grade.files(folder)
  if not names or #names == 0 then
    return nil, ("there is no answer file (.txt) in '%s'"):format(folder)
  end
  for i, name in ipairs(names) do
    local text, why = slurp(folder .. "/" .. name)
    if not text then return nil, why end
    rows[i] = grade.text(list, text, o)
    rows[i].file = name
  end
  if o.csv then check.give(grade.csv(list, rows), o.csv) end
  return rows
end

return grade
