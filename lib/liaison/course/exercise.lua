-- exercise.lua - li.exercise{...}: statement, data, questions, how they are answered, and checked
local li = require "liaison.core"
local check = require "liaison.base.check"
local language = require "liaison.language.language"
local label = require "liaison.course.label"
local judge = require "liaison.course.judge"
local solved = require "liaison.course.solved"
local spec_of = require "liaison.course.exercise_spec"
local texts = require "liaison.course.texts"
local told = require "liaison.course.told"
local kit = li._internal

local exercise = {}

local OPTIONS = { student = { "any?", default = 1 }, lang = language.choice }

local function options_of(options, path)
  return check.fields(options or {}, path, OPTIONS)
end

local function fill_in(text, values)
  return (text:gsub("{([%w_']+)}", function(name) return values[name] end))
end

-- ---- what is said -------------------------------------------------------------------------------

-- a number of the data with its unit
local function with_unit(x, unit)
  if type(x) ~= "number" then return tostring(x) end
  local number = told.number(x)
  if not unit then return number end
  return unit == "deg" and number .. "°" or number .. " " .. label.unit(unit)
end

-- the data, as texts by name
local function data_texts(ex, d)
  local out = {}
  for _, row in ipairs(ex.data) do out[row.name] = with_unit(d[row.name], row.unit) end
  for name, x in pairs(ex.shown and ex.shown(d) or {}) do
    out[name] = type(x) == "number" and told.number(x, 5) or told.text(x, 5)
  end
  return out
end

-- a result as it is told: rounded a little finer than it is asked
function exercise.answer_text(ask, value, lang)
  if ask.kind == "choice" then
    for _, o in ipairs(ask.options) do if o[1] == value then return o[lang] end end
  end
  if ask.kind == "formula" then return told.text(value) end
  return told.text(value, math.max(ask.digits + 2, 6))
    .. (ask.unit and " " .. label.unit(ask.unit) or "")
end

local function texts_of(ex, s, lang)
  local out = data_texts(ex, s.d)
  for name, x in pairs(s.right) do
    if out[name] == nil then out[name] = told.text(x) end
  end
  for _, ask in ipairs(ex.asked) do
    out[ask.name] = exercise.answer_text(ask, s.right[ask.name], lang)
  end
  return out
end

local IN_ROWS = { matrix = true, rotation = true, frame = true, list = true }

-- a matrix as rows of texts, nil where it is none
local function rows_told(ask, value)
  if not IN_ROWS[ask.kind] then return nil end
  local out = told.rows(value)
  if #out == 1 then return nil end
  for _, row in ipairs(out) do
    for j, x in ipairs(row) do row[j] = told.number(math.abs(x) < 1e-12 and 0 or x) end
  end
  return out
end

-- title, statement, questions, solution in one language, with the numbers of the student
function exercise.told(ex, student, lang)
  local s = solved.of(ex, student)
  local values = texts_of(ex, s, lang)
  local data = data_texts(ex, s.d)
  local out = { title = ex.title[lang], statement = fill_in(ex.statement[lang], data), asked = {},
    solution = ex.solution and fill_in(ex.solution[lang], values), data = data }
  for i, ask in ipairs(ex.asked) do
    out.asked[i] = { name = ask.name, text = fill_in(ask[lang], data), ask = ask,
      expected = judge.expected(ask, s.right[ask.name], lang),
      answer = exercise.answer_text(ask, s.right[ask.name], lang),
      rows = rows_told(ask, s.right[ask.name]) }
  end
  return out
end

local function how_to(q, w)
  local out = { q.expected }
  if q.ask.unit then out[#out + 1] = label.unit(q.ask.unit) end
  if q.ask.kind ~= "formula" and q.ask.kind ~= "choice" and not q.ask.tol then
    out[#out + 1] = w.digits:format(q.ask.digits)
  end
  return table.concat(out, ", ")
end
exercise.how_to = how_to

function exercise.statement(ex, options)
  local o = options_of(options, "statement")
  local t, w = exercise.told(ex, o.student, o.lang), texts[o.lang]
  local out = { t.title, "", label.plain(t.statement), "" }
  for _, q in ipairs(t.asked) do
    out[#out + 1] = ("  %s: %s [%s]"):format(q.name, label.plain(q.text), how_to(q, w))
  end
  return table.concat(out, "\n")
end

function exercise.solution(ex, options)
  local o = options_of(options, "solution")
  local t, out = exercise.told(ex, o.student, o.lang), {}
  if t.solution then out[1] = label.plain(t.solution) end
  for _, q in ipairs(t.asked) do out[#out + 1] = ("  %s = %s"):format(q.name, q.answer) end
  return table.concat(out, "\n")
end

-- ---- what is checked ----------------------------------------------------------------------------

local marking

-- answers by name; names that are not asked raise
local function known_names(ex, answers)
  local allowed = {}
  for _, ask in ipairs(ex.asked) do allowed[ask.name] = true end
  check.keys(answers, "answers", allowed)
end

function exercise.check(ex, answers, options)
  local o = options_of(options, "check")
  known_names(ex, answers)
  local s, list, sum, of = solved.of(ex, o.student), {}, 0, 0
  for i, ask in ipairs(ex.asked) do
    local v = judge.one(ask, answers[ask.name], s.right[ask.name], s.wrongs[ask.name], o.lang)
    list[i], sum, of = v, sum + v.marks, of + v.of
  end
  local out = { list = list, marks = sum, of = of, right = sum == of, lang = o.lang }
  for _, v in ipairs(list) do out[v.name] = rawget(out, v.name) or v end
  return marking.new(out)
end

function exercise.data(ex, student)
  return check.copy(solved.of(ex, student == nil and 1 or student).d)
end

function exercise.answers(ex, student)
  local s, out = solved.of(ex, student == nil and 1 or student), {}
  for _, ask in ipairs(ex.asked) do
    local value = s.right[ask.name]
    out[ask.name] = type(value) == "string" and value
      or told.text(value, 12) .. (ask.unit and " " .. ask.unit or "")
  end
  return out
end

function exercise.wrong_answers(ex, student)
  local s, out = solved.of(ex, student == nil and 1 or student), {}
  for _, ask in ipairs(ex.asked) do
    for _, wrong in ipairs(s.wrongs[ask.name]) do
      out[#out + 1] = { asked = ask.name, mistake = wrong.row.name,
        answer = told.text(wrong.value, 12) }
    end
  end
  return out
end

function exercise.picture(ex, student)
  if not ex.picture then return nil end
  local s = solved.of(ex, student == nil and 1 or student)
  return require("liaison.course.figure").svg(ex.picture(s.d, s.right))
end

-- ---- printing -----------------------------------------------------------------------------------

local function verdict_text(v, w)
  local head = ("%s: %s (%s)"):format(v.name, w[v.status]:match "^[^:]*",
    w.marks:format(told.number(v.marks), told.number(v.of)))
  local out = { head }
  if v.read then out[#out + 1] = w.read_as:format(v.read) end
  if v.text and v.status ~= "empty" then out[#out + 1] = v.text end
  if v.hint then out[#out + 1] = w.hint:format(v.hint) end
  return table.concat(out, "\n    ")
end
exercise.verdict_text = verdict_text

local function marking_text(m)
  local w, out = texts[m.lang], {}
  for i, v in ipairs(m.list) do out[i] = verdict_text(v, w) end
  out[#out + 1] = w.total:format(told.number(m.marks), told.number(m.of))
  return table.concat(out, "\n")
end

marking = check.class("marking", "What a check of answers found: list of verdicts {name, status, "
  .. "marks, of, read, mistake, text, hint}, each also by its name; marks, of, right.", {
  { "marking.__tostring(m: marking) -> str", "A line for every question, and the total.",
    "return li.exercise{name = 'a', title = {en = 'A', fr = 'A'}, statement = {en = 'A', "
    .. "fr = 'A'}, asked = {{name = 'x', en = 'x', fr = 'x', answer = function() return 1 end}}}"
    .. ":check{x = 1} --> x: right (1 of 1)\n    read as 1\nTotal: 1 of 1", marking_text },
})

-- ---- rows ---------------------------------------------------------------------------------------

local bar = "local e = li.exercise{name = 'bar', title = {en = 'A bar', fr = 'Une barre'}, "
  .. "statement = {en = 'A bar of {L}.', fr = 'Une barre de {L}.'}, data = {{'L', 1, 3, 1, "
  .. "unit = 'm'}}, asked = {{name = 'W', unit = 'N', en = 'its weight, 2 kg a metre', fr = "
  .. "'son poids, 2 kg par mètre', answer = function(d, how) return 2*d.L*how.gravity(9.81) "
  .. "end}}}; "

-- a method on the description
local function on(f) return function(x, ...) return f(x.spec, ...) end end

local new = check.class("exercise", "An exercise: statement, data, questions, recipes.", {
  { "exercise.__tostring(e: exercise) -> str", "Its statement for student 1.",
    bar .. "return tostring(e):match '[^\\n]*' --> A bar", on(function(ex)
      return exercise.statement(ex)
    end) },
  { "exercise:data([student: any]) -> table",
    "The numbers of a student (1 where left out): the same for the same number or name, on every "
    .. "machine.", bar .. "return e:data(2).L --> 1", on(exercise.data) },
  { "exercise:statement([options: table]) -> str",
    "What is told and asked. options: student, lang = 'en' or 'fr'.",
    bar .. "return e:statement{student = 2, lang = 'fr'}:match 'de [^.]*' --> de 1 m",
    on(exercise.statement) },
  { "exercise:answers([student: any]) -> table",
    "The right answers by name of question, as texts that are read back.",
    bar .. "return e:answers(2).W --> 19.62 N", on(exercise.answers) },
  { "exercise:check(answers: table [, options: table]) -> marking",
    "Answers by name of question (texts as typed, with units, or numbers, vec, mat, rot, frame): "
    .. "right, wrong, nearly right, or no answer of that kind; a wrong one is tried against "
    .. "typical mistakes, and the one that leads to it is named. options: student, lang.",
    bar .. "return e:check({W = '-19.6 N'}, {student = 2}).W.mistake --> gravity_sign",
    on(exercise.check) },
  { "exercise:wrong_answers([student: any]) -> table",
    "What typical mistakes lead to with the numbers of a student: list of {asked, mistake, "
    .. "answer}.", bar .. "return #e:wrong_answers(2) --> 5", on(exercise.wrong_answers) },
  { "exercise:solution([options: table]) -> str",
    "The solution and the right answers. options: student, lang.",
    bar .. "return e:solution{student = 2} -->   W = 19.62 N", on(exercise.solution) },
  { "exercise:picture([student: any]) -> str?", "Its picture as SVG, nil where it has none.",
    bar .. "return e:picture() --> nil", on(exercise.picture) },
}).new

function exercise.new(spec)
  local ex = spec_of(spec)
  ex.kept = {}
  -- methods of these names belong to the class
  return new { name = ex.name, chapter = ex.chapter, from = ex.from, title = ex.title, spec = ex }
end

kit.define(li, {
  "exercise(spec: table) -> exercise",
  "An exercise: name, title, statement {en =, fr =} with {L} for data, data = {{'L', 1}, {'m', "
  .. "from, to, step, unit = 'kg'}, ..}, condition(d), solve(d, how) or answer(d, how) of each "
  .. "asked {name, en, fr, kind = number, vector, matrix, rotation, frame, list, formula or "
  .. "choice, unit, digits, tol}. how: words of a recipe that typical mistakes replace "
  .. "(how.gravity, how.atan2).", bar .. "return e:answers(3).W --> 39.24 N", exercise.new,
})

return exercise
