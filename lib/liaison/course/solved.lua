-- solved.lua - an exercise with the numbers of one student: right answers, and the wrong ones that
-- typical mistakes lead to
local check = require "liaison.base.check"
local draw = require "liaison.course.draw"
local forms = require "liaison.course.forms"
local kinds = require "liaison.course.kinds"
local mistakes = require "liaison.course.mistakes"
local recipe = require "liaison.course.recipe"
local told = require "liaison.course.told"

local solved = {}

-- results by name of question, computed with these words
local function results(ex, d, how)
  local r = ex.solve and ex.solve(d, how) or {}
  local out = {}
  for key, x in pairs(r) do out[key] = x end
  for _, ask in ipairs(ex.asked) do
    if ask.answer then out[ask.name] = ask.answer(d, how, r) end
  end
  return out
end

local function is_finite(value)
  local _, _, values = told.flat(value)
  for _, x in ipairs(values) do
    if x ~= x or math.abs(x) == math.huge then return false end
  end
  return #values > 0
end

-- numbers that can be looked at, in forms of the kind; nil where a mistake leads to none
local function shapes_of(kind, value, ask)
  local ok, list = pcall(function()
    return is_finite(value) and kind.forms(value, ask) or nil
  end)
  return ok and list or nil
end

local function allowed(list, shapes)
  for _, a in ipairs(list) do
    for _, b in ipairs(shapes) do
      if forms.same(b, a) then return true end
    end
  end
  return false
end

-- { row, value, forms } behind the list, unless it is no mistake with these numbers
local function add_numbers(list, row, value, ask, right)
  local kind = kinds[ask.kind]
  local shapes = shapes_of(kind, value, ask)
  if not shapes or allowed(shapes, kind.forms(right, ask)) then return end
  list[#list + 1] = { row = row, value = value, forms = shapes }
end

local function add_words(list, row, value, ask, right)
  local kind = kinds[ask.kind]
  local text = ask.kind == "choice" and value or told.text(value)
  if type(text) ~= "string" then return end
  local x = kind.read(text, ask)
  if x and not kind.same(x, right, ask) then
    list[#list + 1] = { row = row, value = text }
  end
end

local function add(list, row, value, ask, right)
  if value == nil then return end
  if ask.except and (" " .. ask.except .. " "):find(" " .. row.name .. " ", 1, true) then return end
  if kinds[ask.kind].forms then add_numbers(list, row, value, ask, right)
  else add_words(list, row, value, ask, right) end
end

-- some of the solutions, not all
local function add_part(list, row, ask, right)
  if not row.part or not row.kinds[ask.kind] then return end
  local form = kinds[ask.kind].forms(right, ask)[1]
  form.set, form.part = nil, true
  if form.rows < 2 then return end
  local first = told.rows(right)[1]
  list[#list + 1] = { row = row, value = form.cols == 1 and { first[1] } or { first },
    forms = { form } }
end

local function wrong_answers(ex, d, used, right)
  local out = {}
  for _, ask in ipairs(ex.asked) do out[ask.name] = {} end
  for _, row in ipairs(mistakes.of_words(used, ex.mistakes)) do
    local ok, r = pcall(results, ex, d, (recipe.how(row.words, ex.words)))
    for _, ask in ipairs(ok and ex.asked or {}) do
      add(out[ask.name], row, r[ask.name], ask, right[ask.name])
    end
  end
  for _, row in ipairs(mistakes) do
    for _, ask in ipairs(ex.asked) do
      add_part(out[ask.name], row, ask, right[ask.name])
      for _, value in ipairs(mistakes.after(row, right[ask.name], ask)) do
        add(out[ask.name], row, value, ask, right[ask.name])
      end
    end
  end
  return out
end

-- { d = data, right = results, wrongs = { name of question = list of { row, value, forms } } }
function solved.of(ex, student)
  local key = tostring(student)
  if ex.kept[key] then return ex.kept[key] end
  local d = draw.data(ex.data, key, ex.name, ex.condition)
  local how, used = recipe.how(nil, ex.words)
  local right = results(ex, d, how)
  for _, ask in ipairs(ex.asked) do
    if right[ask.name] == nil then
      check.fail("exercise " .. ex.name, "its recipe gives no '%s'", ask.name)
    end
  end
  local s = { d = d, right = right, wrongs = wrong_answers(ex, d, used, right) }
  ex.kept[key] = s
  return s
end

return solved
