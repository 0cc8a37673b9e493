-- changed.lua - values changed as a mistake changes them: numbers, texts of formulas, vectors
local li = require "liaison.core"
local told = require "liaison.course.told"

local changed = {}

-- numbers times a factor, in the shape they have
function changed.scaled(x, factor)
  if type(x) == "number" then return x * factor end
  local _, _, values = told.flat(x)
  for i = 1, #values do values[i] = values[i] * factor end
  return values
end

-- scaled; a text of a formula in brackets
local function times(x, factor, sign)
  if type(x) == "string" then return ("(%s(%s))"):format(sign, x) end
  if type(x) == "number" then return x * factor end
  return changed.scaled(x, factor)
end

function changed.opposite(x) return times(x, -1, "-") end

function changed.halved(x) return times(x, 0.5, "1/2*") end

function changed.nothing(x)
  if type(x) == "string" then return "0" end
  if li._internal.class(x) == "expr" then return li.expr(0) end
  return times(x, 0, "")
end

return changed
