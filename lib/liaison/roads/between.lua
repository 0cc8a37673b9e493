-- between.lua - tables as expressions: straight or smooth between the points, held at the ends
--
-- Smooth curves have continuous curvature and are level at both ends. In x and y the tensor
-- product z = sum_j C_j(x) M_j(y): C_j through the heights of row j, M_j through 1 at y_j and 0 at
-- the others.
local li = require "liaison.core"
local check = require "liaison.base.check"
local kit = li._internal

local between = {}

-- coefficients of component c at every knot: f + v h + a h^2/2 + j h^3/6
local function pieces(how, t, rows, c)
  local list = {}
  local curve = how == "cubic" and li.spline(t, rows)
  for k = 1, #t - 1 do
    local H = t[k + 1] - t[k]
    local f, v, a, j = rows[k][c], (rows[k + 1][c] - rows[k][c]) / H, 0, 0
    if curve then
      local _, v0, a0 = curve:at(t[k])
      local _, _, a1 = curve:at(t[k + 1])
      v, a, j = v0[c], a0[c], (a1[c] - a0[c]) / H
    end
    list[k] = { f, v, a / 2, j / 6 }
  end
  return list
end

-- curves over x through rows[k] at t[k]: a list of expressions, one for each component
function between.curves(how, t, rows, x)
  local out = {}
  for c = 1, #rows[1] do
    local list, arg = pieces(how, t, rows, c), { x:le(t[1]), rows[1][c] }
    for k, p in ipairs(list) do
      local h = x - t[k]
      arg[#arg + 1] = x:lt(t[k + 1])
      arg[#arg + 1] = p[1] + h * (p[2] + h * (p[3] + h * p[4]))
    end
    arg[#arg + 1] = rows[#t][c]
    out[c] = li.piecewise((table.unpack or unpack)(arg))
  end
  return out
end

-- knots as a list of rising numbers
function between.knots(x, path)
  local list = {}
  for k = 1, #x do list[k] = x[k] end
  if #list < 2 then check.fail(path, "expected at least 2 numbers, got %d", #list) end
  for k = 2, #list do
    if list[k] <= list[k - 1] then
      check.fail(("%s[%d]"):format(path, k), "expected more than %s, got %s",
        kit.number(list[k - 1]), kit.number(list[k]))
    end
  end
  return list
end

return between
