-- value.lua - a field of a description as its user wrote it: a number, or an expression's text
--
-- Descriptions keep expressions as they were written: 2*pi/3 of a phrase comes back as 2*pi/3.
-- The texts are read, joined, split and printed by the engine (core/sym/expr/parse.h, written.h):
-- every way of describing has one language. Here is what the ways that are written in Lua ask:
-- does it read, which names has it, is it a number after all, and is it linear in the coordinates
-- (F3.1 of [thesis]: -LSFg+z1 is the constant -LSFg and the coordinate z1).
local kit = require "liaison.core"._internal

local written = kit.written

local value = {}

-- the shortest decimal that reads back as x
function value.number_text(x)
  return x == 0 and 1 / x < 0 and "-0.0" or kit.exact(x)
end

-- a text -> a number or a text; or nil and what is wrong, as li.robot says it: 'max(1': column 6:
-- ...
function value.parse(text) return written.read(text) end

-- anything a user may write in a numeric field -> a number or a text, or nil, what is wrong.
-- Expressions of the symbolic engine say themselves by tostring.
function value.read(x)
  if type(x) == "number" then
    if x ~= x or x == math.huge or x == -math.huge then return nil, "must be finite, got "
      .. kit.number(x) end
    return x
  end
  if type(x) == "userdata" then x = tostring(x) end
  if type(x) ~= "string" then return nil,
    "expected a number, the text of an expression or a symbol, got " .. type(x) end
  return written.read(x)
end

function value.neg(a) return written.join("neg", a) end
function value.add(a, b) return written.join("+", a, b) end
function value.mul(a, b) return written.join("*", a, b) end
function value.div(a, b) return written.join("/", a, b) end

-- a to the power of b; of two numbers the number
function value.pow(a, b)
  if type(a) == "number" and type(b) == "number" then return a ^ b end
  return written.join("^", a, b)
end

-- the number a value stands for, or nil where it has open names
function value.number(a) return written.number(a) end

-- a value as it goes into a description: a number where it is one, else its text
function value.field(a) return written.number(a) or a end

-- a value as it was written
function value.print(a) return type(a) == "number" and value.number_text(a) or a end

-- calls f(name) for every open name, each once, in order of writing
function value.each_name(a, f)
  if type(a) == "number" then return end
  for _, name in ipairs(written.names(a)) do f(name) end
end

-- a = rest + sum of coef * coordinate: returns rest and { {name=, coef=}, ... } in order of
-- writing, or nil where a is not linear in the names for which isvar(name) holds
function value.linear(a, isvar)
  local names, terms = {}, {}
  value.each_name(a, function(name)
    if isvar(name) then names[#names + 1] = name end
  end)
  if not names[1] then return a, terms end
  local rest, coefs = written.linear(a, names)
  if not rest then return nil end
  for k, name in ipairs(names) do
    terms[k] = { name = name, coef = coefs[k] }
    terms[name] = terms[k]
  end
  return rest, terms
end

return value
