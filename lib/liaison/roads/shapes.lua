-- shapes.lua - how a road rises from 0 to 1 over a length, and what bumps are told by
local li = require "liaison.core"
local check = require "liaison.base.check"
local placing = require "liaison.describe.pose_expr"
local kit = li._internal

local shapes = {}

-- a rule for a number, an expression or a text of one; default: what it is where nothing is told,
-- false: nothing
function shapes.amount(default)
  return function(x, path)
    if x == nil and default ~= nil then return default or nil end
    if type(x) ~= "string" then return check.value(x, path, "num|expr") end
    local e = placing.expr(x, path)
    return e:number() or e
  end
end

-- a rule for one of some words, the first where nothing is told (a rule of text would take a word
-- that is the name of a class for that class)
function shapes.word(words)
  local known = {}
  for _, word in ipairs(words) do known[word] = true end
  return function(x, path)
    if x == nil then return words[1] end
    if type(x) == "string" and known[x] then return x end
    check.fail(path, "expected '%s', got %s%s", table.concat(words, "' or '"), check.got(x),
      check.hint(x, known))
  end
end

-- of u = 0 .. 1
shapes.rises = {
  linear = function(u) return u end,
  cosine = function(u) return (1 - li.cos(math.pi * u)) / 2 end,
  -- level and without curvature at both ends
  quintic = function(u) return u ^ 3 * (10 - 15 * u + 6 * u ^ 2) end,
}

-- 0 before x = 0, 1 behind x = length
function shapes.rise(how, x, length)
  return li.piecewise(x:le(0), 0, x:lt(length), shapes.rises[how](x / length), 1)
end

function shapes.positive(path, x)
  if type(x) == "number" and x <= 0 then
    check.fail(path, "expected a number > 0, got %s", kit.number(x))
  end
end

return shapes
