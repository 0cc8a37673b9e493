-- exercise_spec.lua - the table an exercise is told by, checked
local check = require "liaison.base.check"
local draw = require "liaison.course.draw"
local kinds = require "liaison.course.kinds"
local language = require "liaison.language.language"
local units = require "liaison.course.units"

-- ---- description --------------------------------------------------------------------------------

local function both_languages(x, path)
  return language.words(check.fields(x, path, { en = "str", fr = "str" }))
end

-- a French text as it is written
local function french(x, path) return language.typeset(check.value(x, path, "str")) end

local function french_if(x, path) return x ~= nil and french(x, path) or nil end

local function a_function(x, path)
  if x ~= nil and type(x) ~= "function" then
    check.fail(path, "expected a function, got %s", check.got(x))
  end
  return x
end

local function a_unit(x, path)
  if x == nil then return nil end
  if type(x) ~= "string" or not units.parse(x) then
    check.fail(path, "expected a unit as 'N m', got %s", check.got(x))
  end
  return x
end

local ASK = { name = "str", en = "str", fr = french, kind = { "str", default = "number" },
  unit = a_unit, digits = { "int", default = 3, min = 1, max = 12 }, tol = { "num?", min = 0 },
  turn = "any?", marks = { "num", default = 1, above = 0 }, answer = a_function,
  letters = "str?", stem = "str?", options = "table?", angles = "str?", except = "str?",
  hint_en = "str?", hint_fr = french_if }

-- what a turn is in the unit asked: angles that differ by turns are the same
local function period(turn, unit)
  local one = 2 * math.pi / units.parse(unit or "rad")
  if turn == true then return one end
  if type(turn) ~= "table" then return nil end
  local out = {}
  for i, yes in ipairs(turn) do out[i] = yes and 2 * math.pi or 0 end
  return out
end

local function question(x, path)
  local ask = check.fields(x, path, ASK)
  check.name(ask.name, path .. ".name")
  if not rawget(kinds, ask.kind) or not kinds[ask.kind].name then
    check.fail(path .. ".kind", "no kind of answer is named '%s' (there are: %s)", ask.kind,
      table.concat(kinds.names, ", "))
  end
  if ask.kind == "formula" and not ask.letters then
    check.fail(path, "a formula needs letters = 'L1 L2 th1 th2'")
  end
  if ask.kind == "choice" and not ask.options then
    check.fail(path, "a choice needs options = {{'key', en = .., fr = ..}, ..}")
  end
  ask.period = period(ask.turn, ask.unit)
  return ask
end

local function no_twins(list, path)
  local seen = {}
  for i, x in ipairs(list) do
    if seen[x.name] then check.fail(check.join(path, i), "'%s' is asked twice", x.name) end
    seen[x.name] = true
  end
  return list
end

local MISTAKE = { name = "str", en = "str", fr = french, hint_en = "str", hint_fr = french,
  words = "table" }

local SPEC = {
  name = "str", chapter = { "int", default = 0 }, from = "str?",
  title = both_languages, statement = both_languages,
  data = function(x, path) return check.list(x or {}, path, draw.row) end,
  -- shown(d): more numbers a statement names, computed from the data
  condition = a_function, picture = a_function, solve = a_function, shown = a_function,
  asked = function(x, path) return no_twins(check.list(x, path, question, 1), path) end,
  solution = function(x, path) return x and both_languages(x, path) or nil end,
  -- the exercise's own words of the recipe, and own mistakes with them
  words = function(x) return x or {} end,
  mistakes = function(x, path)
    return check.list(x or {}, path, function(row, where)
      return check.fields(row, where, MISTAKE)
    end)
  end,
}

return function(spec) return check.fields(spec, "exercise", SPEC) end
