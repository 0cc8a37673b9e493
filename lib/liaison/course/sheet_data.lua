-- sheet_data.lua - what a sheet's script compares with: forms of right answers, and of what typical
-- mistakes lead to, computed by liaison
local formula = require "liaison.course.formula"
local judge = require "liaison.course.judge"
local kinds = require "liaison.course.kinds"
local solved = require "liaison.course.solved"
local units = require "liaison.course.units"

local data = {}

local function form_data(form)
  return { rows = form.rows, cols = form.cols, values = form.values, tol = form.tol,
    period = form.period, set = form.set, part = form.part }
end

local function form_list(list)
  local out = {}
  for i, form in ipairs(list) do out[i] = form_data(form) end
  return out
end

local function values_at(text, ask, points)
  local out = {}
  for i, p in ipairs(points) do out[i] = kinds.formula.at(text, ask, p) end
  return out
end

local function wrong_data(wrong, ask, lang, points)
  local row = wrong.row
  local out = { name = row.name, text = row[lang], hint = row["hint_" .. lang] }
  if wrong.forms then out.forms = form_list(wrong.forms)
  elseif ask.kind == "formula" then out.values = values_at(wrong.value, ask, points)
  else out.key = wrong.value end
  return out
end

-- one question with a student's numbers
function data.question(ask, right, wrongs, lang)
  local kind = kinds[ask.kind]
  local q = { name = ask.name, kind = ask.kind, unit = ask.unit, digits = ask.digits,
    marks = ask.marks, hint = ask["hint_" .. lang], wrongs = {},
    expected = judge.expected(ask, right, lang) }
  local points = ask.kind == "formula" and kinds.formula.points(ask) or nil
  if kind.forms then q.forms = form_list(kind.forms(right, ask))
  elseif points then
    q.points, q.letters, q.stem = points, ask.letters, ask.stem
    q.right = values_at(right, ask, points)
  else q.right = right end
  for i, wrong in ipairs(wrongs) do q.wrongs[i] = wrong_data(wrong, ask, lang, points) end
  return q
end

-- the questions of an exercise
function data.questions(ex, student, lang)
  local s, out = solved.of(ex, student), {}
  for i, ask in ipairs(ex.asked) do
    out[i] = data.question(ask, s.right[ask.name], s.wrongs[ask.name], lang)
  end
  return out
end

-- letters and units the reader knows
function data.reader(w)
  return { letters = formula.letters, unitLetters = units.plain, units = units.one,
    unitWords = units.other, texts = w }
end

return data
