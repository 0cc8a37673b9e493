-- judge.lua - one answer to one question: right, or wrong and why
--
-- A verdict: { name, status, of, marks, read = what was read, mistake = its name, text, hint }.
-- status is right, wrong, imprecise, empty, unreadable (no number or formula), unit (a length for
-- an angle) or shape (a vector for a matrix): what is not an answer is told from a wrong one.
local li = require "liaison.core"
local forms = require "liaison.course.forms"
local kinds = require "liaison.course.kinds"
local reading = require "liaison.course.reading"
local texts = require "liaison.course.texts"
local told = require "liaison.course.told"
local units = require "liaison.course.units"

local kit = li._internal

local judge = {}

local NEAR = 0.02 -- of the value: what is so near is no other mistake than rounding

-- ---- reading ------------------------------------------------------------------------------------

-- why a text was not understood, as a sentence
function judge.why(why, w)
  return (w.why[why.key] or w.why.compute):format(tostring(why.what or ""))
end

-- what is expected, as words
function judge.expected(ask, value, lang)
  local kind = kinds[ask.kind]
  if ask.kind == "formula" then return kind[lang]:format(ask.letters) end
  if ask.kind == "choice" then
    local list = {}
    for i, o in ipairs(ask.options) do list[i] = o[lang] end
    return kind[lang] .. " " .. table.concat(list, ", ")
  end
  local rows, cols = told.flat(value)
  if ask.kind == "vector" then return kind[lang]:format(rows * cols) end
  if ask.kind == "matrix" then return kind[lang]:format(rows, cols) end
  return kind[lang]
end

-- the reading in the unit asked; nil, why, the word, the unit
local function in_unit(r, ask)
  local values = {}
  for i, x in ipairs(r.values) do
    local factor, why, word = 1, nil, nil
    if r.units[i] then factor, why, word = units.factor(r.units[i], ask.unit) end
    if not factor then return nil, why, word, r.units[i] end
    values[i] = x * factor
  end
  return { rows = r.rows, cols = r.cols, values = values }
end

-- the reading whose shape is that of a form, in the unit asked, or the status that stops
local function fitting(list, shapes, ask)
  local stopped
  for _, r in ipairs(list) do
    for _, form in ipairs(shapes) do
      if forms.shaped(form, r) then
        local x, why, word, unit = in_unit(r, ask)
        if x then return x end
        stopped = stopped or { status = "unit", why = why, word = word, unit = unit }
      end
    end
  end
  return nil, stopped or { status = "shape", rows = list[#list].rows, cols = list[#list].cols }
end

-- ---- verdicts -----------------------------------------------------------------------------------

local function matches(shapes, x, loose)
  for _, form in ipairs(shapes) do
    if forms.match(form, x, loose) then return true end
  end
  return false
end

-- within 2 % of the largest number asked, though not to the digits
local function is_near(shapes, x)
  for _, form in ipairs(shapes) do
    local most = 0
    for _, y in ipairs(form.values) do most = math.max(most, math.abs(y)) end
    local tol = form.tol[1] or 1
    if most > 0 and tol > 0 and not form.set and forms.match(form, x, NEAR * most / tol) then
      return true
    end
  end
  return false
end

-- the mistakes that lead to this reading, the nearest first
local function named(wrongs, x)
  local out = {}
  for _, wrong in ipairs(wrongs) do
    if matches(wrong.forms, x) then out[#out + 1] = wrong.row end
  end
  return out
end

local function blame(v, rows, w, lang)
  local row = rows[1]
  v.status, v.mistake, v.also = "wrong", row.name, {}
  v.text, v.hint = w.mistake:format(row[lang]), row["hint_" .. lang]
  for i = 2, #rows do v.also[#v.also + 1] = rows[i].name end
end

local function stopped_text(stop, ask, expected, w)
  if stop.status == "shape" and stop.rows == 1 and stop.cols == 1 then
    return w.shape_one:format(expected)
  end
  if stop.status == "shape" then return w.shape_of:format(expected, stop.rows, stop.cols) end
  if stop.why == "word" then return w.unit_word:format(stop.word or "") end
  return w.unit_of:format(ask.unit or "1", stop.unit)
end

local function numbers(v, text, ask, right, wrongs, w, lang)
  local list, why = reading.all(text)
  if not list then
    v.status, v.text = "unreadable", judge.why(why, w)
    return
  end
  local shapes = kinds[ask.kind].forms(right, ask)
  local x, stop = fitting(list, shapes, ask)
  if not x then
    v.status, v.text = stop.status,
      stopped_text(stop, ask, judge.expected(ask, right, lang), w)
    return
  end
  v.reading = x
  v.read = told.text(x.rows == 1 and x.cols == 1 and x.values[1]
    or judge.rows(x)) .. (ask.unit and " " .. ask.unit or "")
  if matches(shapes, x) then
    v.status = "right"
    return
  end
  local rows = named(wrongs, x)
  if rows[1] then blame(v, rows, w, lang)
  elseif is_near(shapes, x) then
    v.status, v.text = "imprecise", w.imprecise:format(ask.digits or 3)
  else v.status, v.text = "wrong", w.unknown end
end

-- the numbers of a reading as rows
function judge.rows(x)
  local out = {}
  for i = 1, x.rows do
    out[i] = {}
    for j = 1, x.cols do out[i][j] = x.values[(i - 1) * x.cols + j] end
  end
  return out
end

local function terms(list) return table.concat(list, ",  ") end

local function place(point)
  local out = {}
  for name in pairs(point) do out[#out + 1] = name end
  kit.sort(out)
  for i, name in ipairs(out) do out[i] = ("%s = %s"):format(name, told.number(point[name])) end
  return table.concat(out, ", ")
end

-- the differing terms, and numbers at a point
local function differing(v, x, ask, right, w)
  local d, out = kinds.formula.differing(x, right, ask), { w.unknown }
  if #d.missing > 0 then out[#out + 1] = w.missing:format(terms(d.missing)) end
  if #d.extra > 0 then out[#out + 1] = w.extra:format(terms(d.extra)) end
  out[#out + 1] = w.at:format(place(d.point), told.number(d.typed), told.number(d.right))
  v.text = table.concat(out, "; ")
end

local function words(v, text, ask, right, wrongs, w, lang)
  local kind = kinds[ask.kind]
  local x, why = kind.read(text, ask)
  if not x then
    v.status, v.text = "unreadable", judge.why(why, w)
    return
  end
  v.read = x.key or x.text
  if kind.same(x, right, ask) then
    v.status = "right"
    return
  end
  local rows = {}
  for _, wrong in ipairs(wrongs) do
    if kind.same(x, wrong.value, ask) then rows[#rows + 1] = wrong.row end
  end
  if rows[1] then return blame(v, rows, w, lang) end
  v.status, v.text = "wrong", w.unknown
  if ask.kind == "formula" then differing(v, x, ask, right, w) end
end

-- answer: a text as it was typed, or a value of Lua; wrongs: { row, value, forms } of mistakes
function judge.one(ask, answer, right, wrongs, lang)
  local w = texts[lang]
  local v = { name = ask.name, of = ask.marks or 1, marks = 0, hint = ask["hint_" .. lang] }
  local text = answer ~= nil and told.text(answer, 17) or ""
  if text:match "^%s*$" then
    v.status, v.text = "empty", w.empty
  elseif kinds[ask.kind].forms then numbers(v, text, ask, right, wrongs, w, lang)
  else words(v, text, ask, right, wrongs, w, lang) end
  if v.status == "right" then v.marks, v.hint = v.of, nil
  elseif v.status == "imprecise" then v.marks = v.of / 2 end
  return v
end

return judge
