-- rounding.lua - a path of straight ways as one curve: corners round where that is free, sharp
-- where it is not
--
-- A corner is a curve of Bezier of degree 5 over [0, 2 l], its points P_0 .. P_2 evenly on the
-- first way and P_3 .. P_5 on the second, l before and behind the corner: value, velocity and
-- acceleration go on as on the straight ways. It lies in the box of its points: such boxes are
-- asked, and halves of the curve where one is not free (de Casteljau).
local li = require "liaison.core"
local edges = require "liaison.plan.edges"
local space = require "liaison.plan.space"

local rounding = {}

local DEEP = 8      -- halvings of one corner
local SMALLEST = 1e-3

local function mixed(a, b, part)
  local x = {}
  for k = 1, #a do x[k] = a[k] + part * (b[k] - a[k]) end
  return x
end

local function minus(a, b)
  local x = {}
  for k = 1, #a do x[k] = a[k] - b[k] end
  return x
end

-- control points of a corner, u and w of unit length before and behind it
local function corner_points(corner, u, w, l)
  local points = {}
  for k, part in ipairs { 1, 0.6, 0.2 } do
    points[k], points[7 - k] = {}, {}
    for i = 1, #corner do
      points[k][i] = corner[i] - part * l * u[i]
      points[7 - k][i] = corner[i] + part * l * w[i]
    end
  end
  return points
end

local function halves(points)
  local first, second, row = {}, {}, points
  for k = 1, #points do
    first[k], second[#points + 1 - k] = row[1], row[#row]
    local next_row = {}
    for i = 1, #row - 1 do next_row[i] = mixed(row[i], row[i + 1], 0.5) end
    row = next_row
  end
  return first, second
end

-- the middle of the box of points, and half of its sides
local function box_of(points)
  local middle, half = {}, {}
  for i = 1, #points[1] do
    local low, high = math.huge, -math.huge
    for _, p in ipairs(points) do low, high = math.min(low, p[i]), math.max(high, p[i]) end
    middle[i], half[i] = (low + high) / 2, (high - low) / 2
  end
  return middle, half
end

local function proved(e, points, depth)
  local middle, half = box_of(points)
  local answer = edges.box(e, middle, half)
  if answer == true then return true end
  if answer == false and depth == 0 then return false end
  if depth == DEEP then return false end
  local a, b = halves(points)
  return proved(e, a, depth + 1) and proved(e, b, depth + 1)
end

-- sampled where there is no distance
local function curve_free(e, points)
  if e.exact then return proved(e, points, 0) end
  for k = 1, 15 do
    local row = points
    while #row > 1 do
      local shorter = {}
      for i = 1, #row - 1 do shorter[i] = mixed(row[i], row[i + 1], k / 16) end
      row = shorter
    end
    if edges.room(e, row[1]) <= 0 then return false end
  end
  return true
end

-- the largest l up to most whose corner is free, halved; 0: none
local function largest(e, corner, u, w, most)
  local l = most
  while l > SMALLEST do
    if curve_free(e, corner_points(corner, u, w, l)) then return l end
    l = l / 2
  end
  return 0
end

local function unit(s, d)
  local size = space.length(s, d)
  local u = {}
  for k = 1, #d do u[k] = d[k] / size end
  return u, size
end

-- corners[k] = l of place k; most: the largest wanted. Ends have none
function rounding.corners(s, e, list, most)
  local legs, sizes, out = {}, {}, { 0 }
  for k = 1, #list - 1 do legs[k], sizes[k] = unit(s, minus(list[k + 1], list[k])) end
  for k = 2, #list - 1 do
    local room = math.min(most, sizes[k - 1] / 2, sizes[k] / 2)
    out[k] = most > 0 and largest(e, list[k], legs[k - 1], legs[k], room) or 0
  end
  out[#list] = 0
  return out, legs, sizes
end

-- coefficients in s of sum B_i(s / S) P_i
local BINOMIAL = { 1, 5, 10, 10, 5, 1 }
local function powers(points, S)
  local out = {}
  for c = 1, #points[1] do
    local diffs, row = {}, {}
    for i = 1, 6 do diffs[i] = points[i][c] end
    for j = 1, 6 do
      row[j] = BINOMIAL[j] * diffs[1] / S ^ (j - 1)
      for i = 1, 6 - j do diffs[i] = diffs[i + 1] - diffs[i] end
    end
    out[c] = row
  end
  return out
end

local function straight(from, u)
  local out = {}
  for c = 1, #from do out[c] = { from[c], u[c], 0, 0, 0, 0 } end
  return out
end

-- rows of all coordinates of the model, those that stay constant
local function full_rows(s, rows)
  local out = {}
  for k = 1, #s.base do out[k] = { s.base[k], 0, 0, 0, 0, 0 } end
  for k, c in ipairs(s.c) do out[c.q] = rows[k] end
  return li.mat(out)
end

-- a curve of all coordinates over the length along the path, its knots in knots
function rounding.curve(s, list, corners, legs, sizes)
  local knots, pieces = { 0 }, {}
  local function add(rows, size)
    knots[#knots + 1] = knots[#knots] + size
    pieces[#pieces + 1] = full_rows(s, rows)
  end
  for k = 1, #list - 1 do
    local rest = sizes[k] - corners[k] - corners[k + 1]
    if rest > 1e-12 then
      add(straight(mixed(list[k], list[k + 1], corners[k] / sizes[k]), legs[k]), rest)
    end
    local l = corners[k + 1]
    if l > 0 then add(powers(corner_points(list[k + 1], legs[k], legs[k + 1], l), 2 * l), 2 * l) end
  end
  return li.curve(knots, pieces), knots
end

return rounding
