-- torque.lua - inputs told by expressions in coordinates, rates and time: tau = { q1 = "-20*(q1 - 1) - 5*q1'" }
local li = require "liaison.core"
local check = require "liaison.check"
local kit = li.kit

local torque = {}

local function sign(x) return x > 0 and 1 or x < 0 and -1 or 0 end

local function tanh(x)
  local e = math.exp(-2 * math.abs(x))
  return sign(x) * (1 - e) / (1 + e)
end

-- piecewise(c1, a1, c2, a2, ..., else)
local function piecewise(...)
  local list, n = { ... }, select("#", ...)
  for k = 1, n - 1, 2 do if list[k] then return list[k + 1] end end
  return list[n]
end

local functions = { sin = math.sin, cos = math.cos, tan = math.tan, asin = math.asin, acos = math.acos, atan = math.atan, exp = math.exp, log = math.log, ln = math.log,
  sqrt = math.sqrt, abs = math.abs, min = math.min, max = math.max, pi = math.pi, tanh = tanh, sign = sign, piecewise = piecewise,
  atan2 = math.atan2 or math.atan, pow = function(x, y) return x ^ y end }
if math.atan2 then -- atan of y and x, as Lua 5.4 has it
  functions.atan = function(y, x) return x and math.atan2(y, x) or math.atan(y) end
end

-- the text with every name as the chunk below knows it
local function translated(text, known, where)
  return (text:gsub("[%a_\128-\255][%w_\128-\255]*'*", function(name)
    if known[name] then return known[name] end
    if functions[name] ~= nil then return "f." .. name end
    local near = kit.nearest(name, known)
    check.fail(where, "no coordinate, rate or function '%s'%s", name, near and (" (did you mean '" .. near .. "'?)") or "")
  end))
end

local function load_chunk(code, name)
  if loadstring then return loadstring(code, name) end
  return load(code, name, "t", {})
end

-- { number, text or expression } by number or coordinate -> texts by number; what has no place here raises
local function texts_of(tau, names, model)
  if type(tau) ~= "table" then check.fail("simulate.tau", "expected expressions: { q1 = \"-20*q1 - 5*q1'\" }, got %s", kit.class(tau) or type(tau)) end
  local place, out = {}, {}
  for k, name in ipairs(names) do place[name], out[k] = k, "0" end
  for key, value in pairs(tau) do
    local k = type(key) == "number" and names[key] and key or place[key] or type(key) == "string" and place[model:coordinate(key)]
    if not k then
      local near = type(key) == "string" and kit.nearest(key, place)
      check.fail("simulate.tau", "no coordinate %s%s: %s", tostring(key), near and (" (did you mean '" .. near .. "'?)") or "", table.concat(names, " "))
    end
    if type(value) == "number" then value = kit.number(value, 17)
    elseif type(value) ~= "string" and kit.class(value) ~= "expr" then check.fail(("simulate.tau.%s"):format(names[k]), "expected an expression, got %s", kit.class(value) or type(value)) end
    out[k] = kit.format("%s", value)
  end
  return out
end

local told = setmetatable({}, { __mode = "k" })

-- input = function(t, q, v, tau) of a model from its expressions
function torque.input(model, tau)
  local q, rates, known = model:coordinates(), model:speeds(), { t = "t" }
  local names = {}
  for k, name in ipairs(q) do known[name] = ("q[%d]"):format(k) end
  for k, name in ipairs(rates) do
    known[name] = ("v[%d]"):format(k)
    names[k] = name:gsub("'$", "")
  end
  local texts, lines = texts_of(tau, names, model), {}
  for k, text in ipairs(texts) do
    local where = "simulate.tau." .. names[k]
    local line = ("tau[%d] = %s"):format(k, translated(text, known, where))
    if not load_chunk("local f, t, q, v, tau = ... " .. line, "=tau") then check.fail(where, "cannot be read: %s", text) end
    lines[k] = line
  end
  local f = assert(load_chunk("local f = ... return function(t, q, v, tau)\n" .. table.concat(lines, "\n") .. "\nend", "=tau"))(functions)
  told[f] = texts
  return f
end

-- the texts an input was made of, or nil
function torque.texts(input) return told[input] end

return torque
