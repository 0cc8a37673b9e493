-- vehicle_heights.lua - how high a wheel stands over a flat road and how far it leans, as
-- expressions of the coordinates
--
-- Of a chain of bodies only the third row of the rotation and the height are carried along: base
-- axes to body axes, row by row, so that heading drops out.
local li = require "liaison.core"
local amounts = require "liaison.catalog.amounts"
local words = require "liaison.catalog.builder_words"

local heights = {}

local UNIT = { x = { 1, 0, 0 }, y = { 0, 1, 0 }, z = { 0, 0, 1 } }
local ABOUT = { [UNIT.x] = 1, [UNIT.y] = 2, [UNIT.z] = 3 }

-- what stands in a description as an amount, or the expression of a coordinate
local function amount(x) return type(x) == "string" and words.expression(x) or x end

local function vector(list)
  local out = {}
  for i = 1, 3 do out[i] = amount(list[i]) end
  return out
end

local function dot(a, b) return a[1] * b[1] + a[2] * b[2] + a[3] * b[3] end

local function shifted(at, v) return { row = at.row, h = at.h + dot(at.row, v) } end

-- about one of x, y, z two entries mix
local function about(at, k, c, s)
  local r, row = at.row, {}
  local i, j = k % 3 + 1, (k + 1) % 3 + 1
  row[k], row[i], row[j] = r[k], r[i] * c + r[j] * s, r[j] * c - r[i] * s
  return { row = row, h = at.h }
end

-- row R of a turn by angle about the unit axis u: r cos - (u x r) sin + u (u . r) (1 - cos)
local function turned(at, u, angle)
  if amounts.is_zero(angle) then return at end
  local r, c, s = at.row, li.cos(angle), li.sin(angle)
  if ABOUT[u] then return about(at, ABOUT[u], c, s) end
  local k = dot(u, r) * (1 - c)
  local cross = { u[2] * r[3] - u[3] * r[2], u[3] * r[1] - u[1] * r[3],
    u[1] * r[2] - u[2] * r[1] }
  local row = {}
  for i = 1, 3 do row[i] = r[i] * c - cross[i] * s + u[i] * k end
  return { row = row, h = at.h }
end

local function unit_axis(axis)
  if type(axis) == "string" then return UNIT[axis] end
  local v = vector(axis)
  local size = li.sqrt(dot(v, v))
  return { v[1] / size, v[2] / size, v[3] / size }
end

local function moved(at, move, q)
  local axis = UNIT[move:sub(2)]
  if move:sub(1, 1) == "R" then return turned(at, axis, q) end
  return shifted(at, { axis[1] * q, axis[2] * q, axis[3] * q })
end

local function by_joint(at, joint)
  if joint == "fixed" then return at end
  if joint.kind == "moves" then
    for i, move in ipairs(joint.moves) do at = moved(at, move, li.coordinates(joint.q[i])) end
    return at
  end
  local q = li.coordinates(joint.q or joint.follows) * amount(joint.scale or 1)
  local axis = unit_axis(joint.axis)
  if joint.kind == "revolute" then return turned(at, axis, q) end
  return shifted(at, { axis[1] * q, axis[2] * q, axis[3] * q })
end

-- where the joint of a body stands
local function placed(at, b)
  if b.at then at = shifted(at, vector(b.at)) end
  local rpy = b.rpy
  if rpy then
    at = turned(turned(turned(at, UNIT.z, amount(rpy[3])), UNIT.y, amount(rpy[2])), UNIT.x,
      amount(rpy[1]))
  end
  return at
end

local function by_after(at, b)
  for _, m in ipairs(b.after or {}) do at = moved(at, m[1], amount(m[2])) end
  return at
end

-- of body k of a list where the parent is the body before unless told
local function reached(bodies, index, k, known)
  if known[k] then return known[k] end
  local b = bodies[k]
  local parent = b.parent and index[b.parent] or k > 1 and k - 1 or nil
  local at = parent and reached(bodies, index, parent, known) or { row = { 0, 0, 1 }, h = 0 }
  at = by_after(by_joint(placed(at, b), b.joint), b)
  known[k] = at
  return at
end

-- function(name) -> sine of the lean to the right, height: of the wheel of that name, whose spin
-- changes neither
function heights.of(bodies)
  local index, known = {}, {}
  for k, b in ipairs(bodies) do index[b.name] = k end
  return function(name)
    local k = index[name]
    local b = bodies[k]
    local parent = b.parent and index[b.parent] or k - 1
    local at = placed(reached(bodies, index, parent, known), b)
    return at.row[2], at.h
  end
end

return heights
