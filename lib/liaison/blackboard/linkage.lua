-- linkage.lua - what derivations of planar loops share: letters, configurations that close, rows
-- differentiated
local li = require "liaison.core"

local linkage = {}

function linkage.letters(names)
  local out = {}
  for _, name in ipairs(names) do out[name] = li.symbols(name) end
  return out
end

-- ---- configurations -----------------------------------------------------------------------------

local function put(at, name, x)
  local q = li.coordinates(name)
  at[name], at[name .. "'"], at[name .. "''"] = x[1], x[2], x[3]
  at[q:d()], at[q:d():d()] = x[2], x[3]
end

-- numbers for lengths and for what moves, in both assemblies, at inputs where the loop closes; nil
-- and why there are none
function linkage.points(f, lengths, names)
  local range, why = f:range()
  if not range then return nil, why end
  local out, rate, acc = {}, 1.3, -0.7
  for k, part in ipairs { 0.21, 0.47, 0.83 } do
    for _, mode in ipairs { "plus", "minus" } do
      local row = range[(k - 1) % #range + 1]
      local input = row[1] + part * (row[2] - row[1])
      local x, y = f:solve(input, mode, rate, acc)
      if x then
        local at = {}
        for name, length in pairs(lengths) do at[name] = length end
        put(at, names[1], { input, rate, acc })
        put(at, names[2], x)
        put(at, names[3], y)
        out[#out + 1] = at
      end
    end
  end
  if #out == 0 then return nil, "no input was found at which the loop closes" end
  return out
end

-- a road for what a point knows
function linkage.known(name)
  return { road = function(at) return { at[name] } end }
end

-- a road for an angle: whole turns apart from the formula's
function linkage.angle(e, name)
  return function(at)
    local x, q = e:eval(at), at[name]
    return { q + 2 * math.pi * math.floor((x - q) / (2 * math.pi) + 0.5) }
  end
end

-- ---- rows ---------------------------------------------------------------------------------------

-- the derivative of left = right; what is left of left - right
function linkage.derivative(b, row)
  local left, right = row[1]:d(), row[2]:d()
  b:equation(left, right)
  return left - right
end

-- the second one, unknown accelerations on the left, the rest on the right
function linkage.second(b, row, unknown)
  local whole, left = (row[1] - row[2]):d():d():expand(), li.expr(0)
  for _, q in ipairs(unknown) do
    local a = q:d():d()
    left = left + whole:diff(a) * a
  end
  b:equation(left, (left - whole):expand())
end

-- of two rows in two unknowns
function linkage.determinant(rows, unknown)
  local function c(i, j) return rows[i]:diff(unknown[j]) end
  return c(1, 1) * c(2, 2) - c(1, 2) * c(2, 1)
end

return linkage
