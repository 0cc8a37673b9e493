-- mjcf_place.lua - where things of MJCF stand: angles, quaternions, axes, fromto, as frames
local li = require "liaison.core"
local tree = require "liaison.describe.mjcf_tree"

local place = {}
local fail, numbers = tree.fail, tree.numbers

local UNIT = { x = { 1, 0, 0 }, y = { 0, 1, 0 }, z = { 0, 0, 1 } }

local function dot(a, b) return a[1]*b[1] + a[2]*b[2] + a[3]*b[3] end

local function cross(a, b)
  return { a[2]*b[3] - a[3]*b[2], a[3]*b[1] - a[1]*b[3], a[1]*b[2] - a[2]*b[1] }
end
place.cross = cross

local function unit(e, key, a)
  local length = math.sqrt(dot(a, a))
  if length < 1e-14 then fail(e, "<%s> %s: expected a direction, got length 0", e.name, key) end
  return { a[1]/length, a[2]/length, a[3]/length }
end
place.unit = unit

-- the turn of the z axis into a direction, about what is at right angles to both
local function from_z(z)
  local axis = { -z[2], z[1], 0 }
  local s = math.sqrt(dot(axis, axis))
  if s < 1e-10 then axis = UNIT.x end
  return li.rot.axis(axis, math.atan2 and math.atan2(s, z[3]) or math.atan(s, z[3]))
end

-- letters of eulerseq: small ones turn about moving axes, capitals about fixed ones
function place.euler(seq, angles)
  local R = li.rot.identity()
  for i = 1, 3 do
    local letter = seq:sub(i, i)
    local turn = li.rot.axis(UNIT[li._internal.lower(letter)], angles[i])
    R = letter:find "%l" and R * turn or turn * R
  end
  return R
end

local TURNS = {}

function TURNS.quat(_, e, text)
  local q = numbers(e, "quat", text, 4)
  if dot(q, q) + q[4]^2 < 1e-28 then
    fail(e, "<%s> quat: expected a quaternion, got length 0", e.name)
  end
  return li.rot.quat(q[1], q[2], q[3], q[4])
end

function TURNS.axisangle(c, e, text)
  local a = numbers(e, "axisangle", text, 4)
  return li.rot.axis(unit(e, "axisangle", a), c.angle * a[4])
end

function TURNS.euler(c, e, text)
  local a = numbers(e, "euler", text, 3)
  return place.euler(c.eulerseq, { c.angle*a[1], c.angle*a[2], c.angle*a[3] })
end

function TURNS.xyaxes(_, e, text)
  local a = numbers(e, "xyaxes", text, 6)
  local x, y = unit(e, "xyaxes", a), { a[4], a[5], a[6] }
  local s = dot(x, y)
  y = unit(e, "xyaxes (y along x)", { y[1] - s*x[1], y[2] - s*x[2], y[3] - s*x[3] })
  local z = cross(x, y)
  return li.rot.nearest { { x[1], y[1], z[1] }, { x[2], y[2], z[2] }, { x[3], y[3], z[3] } }
end

function TURNS.zaxis(_, e, text) return from_z(unit(e, "zaxis", numbers(e, "zaxis", text, 3))) end

-- how an element is turned; of several words the own one goes before that of a class
function place.turn(c, e, map)
  local found
  for _, source in ipairs { tree.own(e), map } do
    for key in pairs(TURNS) do
      if source[key] and found and found ~= key then
        fail(e, "<%s>: %s and %s both say how it is turned: one may", e.name,
          found < key and found or key, found < key and key or found)
      end
      if source[key] then found = key end
    end
    if found then return TURNS[found](c, e, source[found]) end
  end
  return li.rot.identity()
end

function place.position(e, map)
  return map.pos and numbers(e, "pos", map.pos, 3) or { 0, 0, 0 }
end

function place.frame(c, e, map) return li.frame(place.turn(c, e, map), place.position(e, map)) end

-- a thing from one point to another: its frame, z towards the first, and half of its length
function place.between(e, text)
  local a = numbers(e, "fromto", text, 6)
  local d = { a[1] - a[4], a[2] - a[5], a[3] - a[6] }
  local length = math.sqrt(dot(d, d))
  if length < 1e-14 then fail(e, "<%s> fromto: both points are the same", e.name) end
  local z = { d[1]/length, d[2]/length, d[3]/length }
  return li.frame(from_z(z), { (a[1] + a[4])/2, (a[2] + a[5])/2, (a[3] + a[6])/2 }), length/2
end

return place
