-- amounts.lua - numbers of a vehicle that may be names: read from its table, computed with, written
-- into a description
--
-- An amount is a number, or an expression whose names stay parameters of the model. Arithmetic on
-- both is that of Lua; bounds are asked of numbers, of expressions once their names have values.
local li = require "liaison.core"
local check = require "liaison.base.check"
local value = require "liaison.describe.value"
local kit = li._internal

local amounts = {}

-- ---- reading ------------------------------------------------------------------------------------

local function bounded(x, path, rule)
  local wrong = rule.above and x <= rule.above and "> " .. kit.number(rule.above)
    or rule.min and x < rule.min and ">= " .. kit.number(rule.min)
    or rule.max and x > rule.max and "<= " .. kit.number(rule.max)
  if wrong then check.fail(path, "expected a number %s, got %s", wrong, kit.number(x)) end
  return x
end

-- the text of an expression; a name means a parameter, whatever other models call so
local function parsed(text, path)
  local x, why = value.read(text)
  if x == nil then check.fail(path, "%s", why) end
  local number = value.number(x)
  if number then return number end
  value.each_name(x, function(name) if name ~= "deg" then li.symbols(name) end end)
  local e = li.expr(x, "new")
  return e:depends "deg" and e:subs { deg = li.expr "pi/180" } or e
end

-- the number or expression that x tells
function amounts.read(x, path, rule)
  if kit.class(x) == "expr" then x = x:number() or x:text() end
  if type(x) == "string" then x = parsed(x, path) end
  if type(x) == "number" then
    if x ~= x or x == math.huge or x == -math.huge then
      check.fail(path, "expected a finite number, got %s", kit.number(x))
    end
    return bounded(x, path, rule or {})
  end
  if kit.class(x) ~= "expr" then
    check.fail(path, "expected a number or the text of an expression, got %s", check.got(x))
  end
  return x
end

-- a field of check.fields: { min =, above =, max =, default =, optional = true }
function amounts.rule(rule)
  return function(x, path)
    if x == nil then x = rule.default end
    if x == nil and rule.optional then return nil end
    return amounts.read(x, path, rule)
  end
end

-- a list of n amounts (or of one of these lengths, n = "3 or 6"), as an inertia is one
function amounts.list(n, default)
  return function(x, path)
    if x == nil then x = default end
    if type(x) ~= "table" and kit.class(x) ~= "vec" then
      check.fail(path, "expected %s numbers, got %s", n, check.got(x))
    end
    local known = false
    for length in tostring(n):gmatch "%d+" do known = known or #x == tonumber(length) end
    if not known then check.fail(path, "expected %s numbers, got %d", n, #x) end
    local out = {}
    for i = 1, #x do out[i] = amounts.read(x[i], check.join(path, i)) end
    return out
  end
end

-- ---- asking -------------------------------------------------------------------------------------

-- 0 for sure: a name may become anything
function amounts.is_zero(x) return x == 0 end

-- the amount with numbers in the place of names, by name: a number where none stays open
function amounts.with(x, values)
  if type(x) == "number" then return x end
  local here = {}
  for _, symbol in ipairs(x:symbols()) do here[symbol] = values[tostring(symbol)] end
  local e = x:subs(here)
  return e:number() or e
end

-- calls f(name, path) for every name in the amounts of a table; what a function of travel calls its
-- travel is none
function amounts.each_name(t, path, f)
  if kit.class(t) == "expr" then
    for _, symbol in ipairs(t:symbols()) do f(tostring(symbol), path) end
  elseif type(t) == "table" and not kit.class(t) then
    local keys = {}
    for key in pairs(t) do
      if key ~= "e" and not (key == "z" and t.e) then keys[#keys + 1] = tostring(key) end
    end
    kit.sort(keys)
    for _, key in ipairs(keys) do
      local place = t[key] == nil and tonumber(key) or key
      amounts.each_name(t[place], check.join(path, place), f)
    end
  end
end

-- all names in the amounts of a table with their places, to be asked once the model has its own
function amounts.names_of(t, path)
  local list = {}
  amounts.each_name(t, path, function(name, place) list[#list + 1] = { name, place } end)
  return list
end

local function taken_by(bodies, inputs)
  local taken = {}
  for _, b in ipairs(bodies) do
    local q = type(b.joint) == "table" and b.joint.q
    for _, name in ipairs(type(q) == "table" and q or { q }) do taken[name] = "a coordinate" end
  end
  for _, u in ipairs(inputs) do taken[u.name] = "an input" end
  return taken
end

-- names (of names_of) that mean something in the model of these bodies and inputs already
function amounts.refuse(names, bodies, inputs, what)
  local taken = taken_by(bodies, inputs)
  for _, row in ipairs(names) do
    if taken[row[1]] then
      check.fail(row[2], "'%s' is %s of the %s: take another name", row[1], taken[row[1]], what)
    end
  end
end

-- ---- writing ------------------------------------------------------------------------------------

-- a number as expressions read it back, as short as can be
function amounts.num(x)
  local short = kit.format("%.15g", x)
  return tonumber(short) == x and short or kit.format("%.17g", x)
end

-- for messages
function amounts.shown(x) return type(x) == "number" and kit.number(x) or tostring(x) end

-- as a factor of a text
function amounts.text(x)
  if type(x) ~= "number" then return "(" .. x:text() .. ")" end
  return x < 0 and "(" .. amounts.num(x) .. ")" or amounts.num(x)
end

-- as a field of a description
function amounts.put(x) return type(x) == "number" and x or x:text() end

function amounts.puts(list)
  local out = {}
  for i, x in ipairs(list) do out[i] = amounts.put(x) end
  return out
end

-- ---- curves -------------------------------------------------------------------------------------

-- numbers that rise, with as many f: { over = {..}, f = {..}, how = "linear" | "cubic" }
local function how_of(x, path)
  if x ~= nil and x ~= "linear" and x ~= "cubic" then
    check.fail(path, "expected 'linear' or 'cubic', got %s", check.got(x))
  end
  return x
end

function amounts.curve(x, path, over)
  local c = check.fields(x, path, { [over] = "nums", f = "nums", how = how_of })
  if #c[over] ~= #c.f or #c.f < 2 then
    check.fail(path, "expected as many f as %s, 2 or more: got %d and %d", over, #c.f, #c[over])
  end
  for i = 2, #c.f do
    if c[over][i] <= c[over][i - 1] then
      check.fail(("%s.%s[%d]"):format(path, over, i), "expected numbers that rise")
    end
  end
  return c
end

-- a rule for an amount, or a curve over `over`
function amounts.or_curve(over, rule)
  return function(x, path)
    if x == nil then return rule.default end
    if type(x) == "table" then return amounts.curve(x, path, over) end
    return amounts.read(x, path, rule)
  end
end

return amounts
