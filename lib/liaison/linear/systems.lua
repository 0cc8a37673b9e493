-- systems.lua - what linear systems of every form share: names, sampling times, delays, and one
-- list of methods for state space and transfer functions
local li = require "liaison.core"
local check = require "liaison.base.check"
local kit = li._internal

local systems = {}

-- what the files of this room know of one another, where requiring would go round in a circle
kit.linear = { operator = {} }

-- ---- names and options --------------------------------------------------------------------------

-- {letter} of one, {letter1, letter2} of several
function systems.numbered(letter, n, always)
  local list = {}
  for k = 1, n do list[k] = n == 1 and not always and letter or letter .. ("%d"):format(k) end
  return list
end

-- names of n signals as told, or numbered
function systems.names(given, n, path, letter, always)
  if given == nil then return systems.numbered(letter, n, always) end
  local list = check.words(given, path, ("\"%s1 %s2\""):format(letter, letter))
  if #list ~= n then check.fail(path, "expected %d names, got %d", n, #list) end
  local seen = {}
  for _, name in ipairs(list) do
    check.name(name, path)
    if seen[name] then check.fail(path, "'%s' stands there twice", name) end
    seen[name] = true
  end
  return list
end

-- a sampling time: false of what is continuous
function systems.time_of(dt, path)
  if dt == nil or dt == false or dt == 0 then return false end
  if type(dt) ~= "number" or not (dt > 0 and dt < math.huge) then
    check.fail(path or "dt", "expected a sampling time in s above 0, got %s", check.got(dt))
  end
  return dt
end

-- delays in s from every input to every output: a number, or rows of numbers; false: none
function systems.delays_of(given, outputs, inputs, path)
  if given == nil or given == false or given == 0 then return false end
  if type(given) == "number" then
    local rows = {}
    for i = 1, outputs do
      rows[i] = {}
      for j = 1, inputs do rows[i][j] = given end
    end
    given = rows
  end
  local out, any = {}, false
  for i = 1, outputs do
    out[i] = {}
    for j = 1, inputs do
      local x = given[i] and given[i][j]
      if type(x) ~= "number" or not (x >= 0 and x < math.huge) then
        check.fail(("%s[%d][%d]"):format(path or "delay", i, j),
          "expected a delay of at least 0 s, got %s", check.got(x))
      end
      out[i][j], any = x, any or x > 0
    end
  end
  return any and out
end

-- the delay where all are one; nil where they are not
function systems.common_delay(delay)
  if not delay then return 0 end
  local first = delay[1][1]
  for i = 1, #delay do
    for j = 1, #delay[i] do if delay[i][j] ~= first then return nil end end
  end
  return first
end

-- ---- methods of both classes --------------------------------------------------------------------

local CLASSES = { "statespace", "transfer" }

-- row: {"method(..) -> type", text, example, f}: f gets the system as it is. only: of one class
function systems.define(rows, only)
  for _, row in ipairs(rows) do
    for _, class in ipairs(only and { only } or CLASSES) do
      local name = row[1]:match "^([%w_]+)"
      if not rawget(check.classes[class], name) then
        kit.define(check.classes[class], { class .. ":" .. row[1], row[2], row[3], row[4] })
      end
    end
  end
end

local OPERATORS = {
  { "__add", "y = a u + b u; a number or matrix is a gain.", "%s + 1", "2" },
  { "__sub", "y = a u - b u.", "%s - 1", "0" },
  { "__mul", "a behind b: y = a (b u).", "2*%s", "2" },
  { "__div", "a behind the inverse of b.", "%s/2", "0.5" },
  { "__pow", "Several times behind one another; the inverse where n < 0.", "%s^2", "1" },
}

-- rows of the operators of a class; example: an object with dc gain 1
function systems.operators(class, example)
  local rows = {}
  for k, o in ipairs(OPERATORS) do
    local name, text, use, gain = o[1], o[2], o[3], o[4]
    rows[k] = { ("%s.%s(a: any, b: any) -> statespace|transfer"):format(class, name), text,
      ("local g = %s; return (%s):dcgain()[1][1] --> %s"):format(example, use:format "g", gain),
      function(a, b) return kit.linear.operator[name](a, b) end }
  end
  rows[#rows + 1] = { class .. ".__unm(a: " .. class .. " [, again: any]) -> " .. class, "y = -a "
    .. "u.",
    ("local g = %s; return (-g):dcgain()[1][1] --> -1"):format(example),
    function(a) return kit.linear.operator.__unm(a) end }
  return rows
end

-- several lists of rows as one
function systems.rows(...)
  local out = {}
  for _, list in ipairs { ... } do for _, row in ipairs(list) do out[#out + 1] = row end end
  return out
end

function systems.is(x)
  local class = kit.class(x)
  return class == "statespace" or class == "transfer"
end

-- a gain, without a sampling time of its own
local function is_timeless(s)
  if s.dt then return false end
  if kit.class(s) == "statespace" then return not s.A end
  for i = 1, #s.num do
    for j = 1, #s.num[i] do
      if #s.num[i][j] > 1 or #s.den[i][j] > 1 then return false end
    end
  end
  return true
end

-- one sampling time for systems that meet; gains without states go with any
function systems.meet(list, path)
  local dt, known
  for _, s in ipairs(list) do
    if not is_timeless(s) then
      if known and dt ~= s.dt then
        local function told(x) return x and "sampled every " .. kit.number(x) .. " s"
          or "continuous" end
        check.fail(path, "one system is %s, another %s: bring them to one time with :c2d or :d2c",
          told(dt), told(s.dt))
      end
      dt, known = s.dt, true
    end
  end
  return dt or false
end

-- s = i w, or z = exp(i w dt)
function systems.variable(s) return s.dt and "z" or "s" end

return systems
