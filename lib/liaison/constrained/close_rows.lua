-- close_rows.lua - coordinates that keep the positions of a system's rows, by Newton
local li = require "liaison.core"
local placing = require "liaison.describe.pose_expr"
local kit = li._internal

-- what is left of the rows, the largest: of every row as a part of what a unit of a coordinate
-- changes it by, so that lengths in millimetres and in kilometres are judged alike. slope: the
-- rows' derivatives in numbers; length: of the largest member, for loops that no coordinate opens
local function left_open(r, slope, length)
  local rows, columns = slope:size()
  local all, each, most = length, {}, 0
  for i = 1, rows do
    each[i] = 0
    for k = 1, columns do each[i] = math.max(each[i], math.abs(slope[i][k])) end
    all = math.max(all, each[i])
  end
  for i = 1, rows do
    most = math.max(most, math.abs(r[i]) / math.max(each[i], 1e-2 * all, 1e-300))
  end
  return most
end

-- the numbers of all coordinates at y, those of the unknown ones; and of those that stand in the
-- rows
local function readers(values, unknown, phi, x)
  local function at(y)
    local t = {}
    for key, v in pairs(values) do t[key] = v end
    for i, q in ipairs(unknown) do t[tostring(q)] = y[i] end
    return t
  end
  local known = placing.only(at(x), phi)
  local function numbers(y)
    local t = {}
    for name, v in pairs(known) do t[name] = v end
    for i, q in ipairs(unknown) do if t[tostring(q)] ~= nil then t[tostring(q)] = y[i] end end
    return t
  end
  return at, numbers
end

local function largest(r)
  local most = 0
  for i = 1, #r do most = math.max(most, math.abs(r[i])) end
  return most
end

-- Newton with steps halved until the residual falls. phi: rows; J: their derivatives by what is
-- unknown; x: where it begins. Where it ends, the residuals
local function newton(phi, J, x, numbers, length)
  local function residual(y)
    local r = phi:eval(numbers(y))
    return r, largest(r)
  end
  local r, size = residual(x)
  local trace = { size }
  for _ = 1, #x > 0 and 60 or 0 do
    local slope = J:eval(numbers(x))
    -- the rest is rounding, and would lead anywhere
    if left_open(r, slope, length) < 1e-14 then break end
    local step = slope:pinv(1e-11) * r -- what is only the rounding of 0 tells no way
    local factor, y, r2, size2 = 1
    repeat
      y = {}
      for i = 1, #x do y[i] = x[i] - factor * step[i] end
      r2, size2 = residual(y)
      factor = factor / 2
    until size2 < size or factor < 1e-6
    if size2 >= size then break end
    x, r, size = y, r2, size2
    trace[#trace + 1] = size
  end
  return x, trace, left_open(r, J:eval(numbers(x)), length)
end

-- s: a system; values: numbers of parameters and of coordinates that stay; guess: of the others, 0
-- where none is given; length(at): of its largest member. Numbers of all by name, and the
-- residuals; nil, why, code, info where the rows cannot be kept
return function(s, values, guess, length)
  local x, unknown, rows = {}, {}, {}
  for _, q in ipairs(s.q) do
    local name = tostring(q)
    if values[name] == nil then
      unknown[#unknown + 1], x[#x + 1] = q, (guess or {})[name] or 0
    end
  end
  for _, r in ipairs(s.rows) do rows[#rows + 1] = r.phi end
  local phi = #rows > 0 and li.smat(rows) or li.smat { 0 }
  local at, numbers = readers(values, unknown, phi, x)
  if #rows == 0 then return at(x), {} end
  local J = li.jacobian(rows, #unknown > 0 and unknown or s.q)
  local trace, left
  x, trace, left = newton(phi, J, x, numbers, length(at(x)))
  if left <= 1e-10 then return at(x), trace end
  return nil, ("the loops do not close: the smallest gap found is %s"):format(
    kit.number(trace[#trace])), "EUNREACHABLE", { trace = trace, closest = at(x) }
end
