-- plane_bodies.lua - bodies and joints of a mechanism in the plane as marks: bars, plates, pins,
-- sliders on their rails, the ground
local li = require "liaison.core"

local bodies = {}

local abs, sqrt, pi = math.abs, math.sqrt, math.pi
local atan2 = math.atan2 or math.atan -- luacheck: ignore (of y and x, as Lua 5.4 has it)
local look = require "liaison.draw.look"

-- f: what one place of a mechanism needs in the plane: L, flat, scale (points for a unit), tol
-- (nearer points are one), list (the marks), shapes by body

local function put(f, m) f.list[#f.list + 1] = m end

local function point(f, p)
  local x, y = f.flat(p)
  return { x, y }
end

local function far(a, b) return sqrt((a[1] - b[1]) ^ 2 + (a[2] - b[2]) ^ 2) end

local function add_new(f, list, p)
  for _, q in ipairs(list) do if far(p, q) < f.tol then return end end
  list[#list + 1] = p
end

-- ---- sliders ------------------------------------------------------------------------------------

-- how far the other points of a body are from one of its points
local function spread(f, b, p)
  local most = 0
  for _, s in ipairs(b.spots) do most = math.max(most, far(point(f, s.p), p)) end
  return most
end

local function unit(f, a)
  local x, y = f.flat(a)
  local l = sqrt(x * x + y * y)
  return { x / l, y / l }
end

-- Which of two bodies is the block and which the rod it slides on: the ground is a rail; else the
-- block is the body whose other points are nearer, of two alike the one before the joint, of two
-- without other points the one behind it
local function slider(f, j)
  local a, b = point(f, j.p), point(f, j.p_to)
  local own, other = spread(f, j.to, b), spread(f, j.from, a)
  local block_is_to = j.from.index == 0
    or j.to.index ~= 0 and (own < other - f.tol or own < f.tol and other < f.tol)
  local s = { joint = j, u = unit(f, j.axis) }
  s.block, s.rod = j.from, j.to
  s.at = a
  if block_is_to then s.block, s.rod, s.at = j.to, j.from, b end
  return s
end

function bodies.sliders(f)
  local list = {}
  for _, j in ipairs(f.L.joints) do
    if j.kind == "prismatic" then list[#list + 1] = slider(f, j) end
  end
  return list
end

-- ---- shapes -------------------------------------------------------------------------------------

local SLOTS = { slot = true, on_line = true, in_plane = true }

-- points a body is drawn by: where it is joined; alone, to its own origin or its centre of mass
local function corners(f, b)
  local list = {}
  for _, s in ipairs(b.spots) do
    local free = s.joint and s.joint.kind == "planar" or s.frame and f.hide[s.frame.name]
    if not free then add_new(f, list, point(f, s.p)) end
  end
  for _, j in ipairs(f.L.joints) do
    if SLOTS[j.kind] and j.from == b and b.index > 0 then add_new(f, list, point(f, j.p_to)) end
  end
  for _, s in ipairs(f.sliders) do
    if s.block == b then add_new(f, list, s.at) end
    if s.rod == b and b.index ~= 0 then add_new(f, list, s.at) end
  end
  if #list == 1 and b.index ~= 0 then add_new(f, list, point(f, b.X.p)) end
  local com = b.com and b.index ~= 0 and b.X:point(li.vec(b.com))
  if #list == 1 and com then add_new(f, list, point(f, com)) end
  return list
end

-- the two points of a list that are farthest apart
local function ends(list)
  local best, a, b = -1, list[1], list[1]
  for i = 1, #list do
    for k = i + 1, #list do
      local d = far(list[i], list[k])
      if d > best then best, a, b = d, list[i], list[k] end
    end
  end
  return a, b, best
end

local function cross(o, a, b)
  return (a[1] - o[1]) * (b[2] - o[2]) - (a[2] - o[2]) * (b[1] - o[1])
end

-- the convex hull, against the clock (Andrew's monotone chain, 1979)
local function hull(list)
  local p, out = {}, {}
  for i, x in ipairs(list) do p[i] = x end
  table.sort(p, function(a, b) return a[1] < b[1] or a[1] == b[1] and a[2] < b[2] end)
  for _, way in ipairs { 1, -1 } do
    local from = #out
    for i = way == 1 and 1 or #p, way == 1 and #p or 1, way do
      while #out - from >= 2 and cross(out[#out - 1], out[#out], p[i]) <= 0 do out[#out] = nil end
      out[#out + 1] = p[i]
    end
    out[#out] = nil
  end
  return out
end

-- { points, a, b } of a bar, { points, hull } of a plate, { points } of a point
local function shape_of(f, b)
  local list = corners(f, b)
  local shape = { points = list }
  if #list < 2 then return shape end
  local a, c, length = ends(list)
  local off = 0
  for _, p in ipairs(list) do off = math.max(off, abs(cross(a, c, p)) / length) end
  if #list > 2 and off * f.scale > 2 then shape.hull = hull(list)
  else shape.a, shape.b = a, c end
  return shape
end

-- a rod goes on a little behind the block that is on it
local function lengthen(f, s)
  local shape = f.shapes[s.rod]
  if s.rod.index == 0 or shape.hull then return end
  local more = 17 / f.scale
  if not shape.a then
    shape.a = { s.at[1] - more * s.u[1], s.at[2] - more * s.u[2] }
    shape.b = { s.at[1] + more * s.u[1], s.at[2] + more * s.u[2] }
    return
  end
  for _, key in ipairs { "a", "b" } do
    local e, o = shape[key], shape[key == "a" and "b" or "a"]
    if far(e, s.at) < f.tol then
      local l = far(e, o)
      shape[key] = { e[1] + more * (e[1] - o[1]) / l, e[2] + more * (e[2] - o[2]) / l }
    end
  end
end

function bodies.shapes(f)
  f.sliders, f.shapes = bodies.sliders(f), {}
  for i = 0, #f.L.bodies do f.shapes[f.L.bodies[i]] = shape_of(f, f.L.bodies[i]) end
  for _, s in ipairs(f.sliders) do lengthen(f, s) end
end

-- ---- the ground ---------------------------------------------------------------------------------

-- directions in which bodies go away from a point
local function directions(f, p)
  local list = {}
  for i = 1, #f.L.bodies do
    local shape = f.shapes[f.L.bodies[i]]
    for _, q in ipairs(shape.hull or { shape.a, shape.b }) do
      local d = far(p, q)
      local near = shape.a and abs(cross(shape.a, shape.b, p)) / far(shape.a, shape.b) < f.tol
      if d > f.tol and (near or shape.hull) then
        for _, own in ipairs(shape.points) do
          if far(own, p) < f.tol then
            list[#list + 1] = { (q[1] - p[1]) / d, (q[2] - p[2]) / d }
            break
          end
        end
      end
    end
  end
  return list
end
bodies.directions = directions

local SIDES = { { pi / 2, 0 }, { -pi / 2, 0.5 }, { 0, 0.3 }, { pi, 0.35 } }

-- out of the ground at a pivot: away from the bodies there, below it where that is free
local function side_of_ground(f, p)
  local best, least
  local list = directions(f, p)
  for _, s in ipairs(SIDES) do
    local worst = -1
    for _, d in ipairs(list) do
      worst = math.max(worst, -(d[1] * math.cos(s[1]) + d[2] * math.sin(s[1])))
    end
    local cost = math.max(worst, 0.6) + s[2]
    if not least or cost < least - 1e-9 then best, least = s[1], cost end
  end
  return best
end

local TURNS = { revolute = true, spherical = true, polar = true, universal = true }

local function once(f, key, p)
  f.done[key] = f.done[key] or {}
  for _, q in ipairs(f.done[key]) do if far(p, q) < f.tol then return false end end
  f.done[key][#f.done[key] + 1] = p
  return true
end

local function grounds(f)
  for _, j in ipairs(f.L.joints) do
    local on_ground = j.from.index == 0 and j.p or j.to.index == 0 and j.p_to
    if on_ground then
      local p = point(f, on_ground)
      if TURNS[j.kind] and once(f, "ground", p) then
        put(f, { "ground", p[1], p[2], side_of_ground(f, p) })
      elseif j.kind == "fixed" and once(f, "ground", p) then
        put(f, { "foot", p[1], p[2], side_of_ground(f, p) })
      end
    end
  end
end

-- the angle of a rail: its hatching on the side away from the bodies that the block carries
local function rail_angle(f, s)
  local a = atan2(s.u[2], s.u[1])
  if a > pi / 2 + 1e-9 or a <= -pi / 2 + 1e-9 then a = a + pi end
  local sum = 0
  for _, d in ipairs(directions(f, s.at)) do
    sum = sum + (-d[1] * math.sin(a) + d[2] * math.cos(a))
  end
  return sum < -1e-6 and a + pi or a
end

-- ---- joints -------------------------------------------------------------------------------------

-- what the blocks of a rail reach along it in all places that are drawn: f.travel, by its slider
local function draw_slider(f, s, k)
  local a = atan2(s.u[2], s.u[1])
  if s.rod.index == 0 then
    a = rail_angle(f, s)
    local lo, hi = f.travel[k][1], f.travel[k][2]
    local c = (lo + hi) / 2
    if f.first then
      put(f, { "rail", s.at[1] + c * s.u[1], s.at[2] + c * s.u[2], a,
        long = (hi - lo) / 2 * f.scale + 26 })
    end
  end
  put(f, { "slider", s.at[1], s.at[2], a, color = look.body(s.block.index) })
end

local draw = {}

local function pin(f, j)
  local p = point(f, j.p)
  if once(f, "pin", p) then put(f, { "pin", p[1], p[2], f.names and j.name }) end
end

draw.revolute, draw.spherical, draw.universal = pin, pin, pin

function draw.polar(f, j)
  local a, b = point(f, j.p), point(f, j.p_to)
  put(f, { "line", a[1], a[2], b[1], b[2], color = look.body(j.to.index) })
  pin(f, j)
  put(f, { "mass", b[1], b[2], color = look.body(j.to.index) })
end

local function slot(f, j, u)
  local p = point(f, j.p_to)
  put(f, { "slot", p[1], p[2], atan2(u[2], u[1]), color = look.body(j.from.index) })
  put(f, { "pin", p[1], p[2], f.names and j.name })
end

function draw.slot(f, j) slot(f, j, unit(f, j.axis)) end
draw.on_line = draw.slot
function draw.in_plane(f, j)
  local n = unit(f, j.axis)
  slot(f, j, { n[2], -n[1] })
end

function draw.fixed(f, j)
  if j.from.index == 0 or j.to.index == 0 then return end
  local p = point(f, j.p)
  local list = directions(f, p)
  if #list >= 2 then
    put(f, { "weld", p[1], p[2], atan2(list[1][2], list[1][1]), atan2(list[2][2], list[2][1]) })
  end
end

function draw.distance(f, j)
  local a, b = point(f, j.p), point(f, j.p_to)
  put(f, { "bar", a[1], a[2], b[1], b[2], color = "grey" })
  for _, p in ipairs { a, b } do
    if once(f, "pin", p) then put(f, { "pin", p[1], p[2] }) end
  end
end

function draw.rolling_disc(f, j)
  local p, n = point(f, j.p_to), unit(f, j.axis)
  local r = j.fields.radius or 0
  local x, y = f.flat(j.moved.R * li.vec { 1, 0, 0 })
  put(f, { "wheel", p[1], p[2], r, atan2(y, x), color = look.body(j.to.index) })
  local foot = { p[1] - r * n[1], p[2] - r * n[2] }
  if j.from.index == 0 then
    local l = math.max(1.4 * r, 20 / f.scale)
    put(f, { "wall", foot[1] - l * n[2], foot[2] + l * n[1], foot[1] + l * n[2],
      foot[2] - l * n[1] })
  end
end

-- a wheel as it is seen along its axle, or from above: a tyre as long as it is high
local function wheel(f, j)
  local p, r = point(f, j.p_to), j.fields.radius or 0
  local u, v = f.flat(j.axis_to)
  if u * u + v * v < 0.1 then
    put(f, { "wheel", p[1], p[2], r, 0, color = look.body(j.to.index) })
  else
    put(f, { "tyre", p[1], p[2], atan2(v, u) + pi / 2, 2 * r, color = look.body(j.to.index) })
  end
end

draw.wheel, draw.wheel_longitudinal, draw.wheel_lateral = wheel, wheel, wheel

-- a blade is as a tyre without breadth
function draw.knife_edge(f, j)
  local p, u = point(f, j.p_to), unit(f, j.axis_to)
  local l = 8 / f.scale
  put(f, { "bar", p[1] - l * u[1], p[2] - l * u[2], p[1] + l * u[1], p[2] + l * u[2],
    color = look.body(j.to.index) })
end

function draw.pulley(f, j)
  put(f, { "rope", { point(f, j.p), point(f, j.p_to) } })
end

bodies.kinds = draw

-- ---- gears --------------------------------------------------------------------------------------

local function joint_of(f, q)
  for _, j in ipairs(f.L.joints) do
    for _, name in ipairs(j.q) do if name == q then return j end end
  end
end

-- pitch circles: radii as the rates are, their sum or difference the distance of the axes
local function gear(f, c)
  local pair = c.fields.coordinates or {}
  local a, b = joint_of(f, pair[1]), joint_of(f, pair[2])
  if not a or not b then return end
  local p, q = point(f, a.p), point(f, b.p)
  local d, ratio = far(p, q), c.fields.ratio * (a.axis:dot(b.axis) < 0 and -1 or 1)
  if d < f.tol or abs(ratio) < 1e-6 or abs(ratio - 1) < 1e-6 then return end
  local r2 = d / abs(1 - ratio)
  local r1 = r2 * abs(ratio)
  local way = atan2(q[2] - p[2], q[1] - p[1])
  local inside = ratio > 0
  put(f, { "gear", p[1], p[2], r1, inside and r1 < r2 and way + pi or way,
    color = look.body(a.to.index) })
  put(f, { "gear", q[1], q[2], r2, inside and r1 > r2 and way or way + pi,
    color = look.body(b.to.index) })
end

-- a wheel whose pitch circle rolls on the line of a slide
local function rack(f, c)
  local pair = c.fields.coordinates or {}
  local a, b = joint_of(f, pair[1]), joint_of(f, pair[2])
  if not a or not b or b.kind ~= "prismatic" then return end
  local p, u, r = point(f, a.p), unit(f, b.axis), abs(c.fields.pitch)
  local way = c.fields.pitch * a.axis:dot(f.normal) > 0 and 1 or -1
  -- the rim goes along u where n stands to the right of it
  local n = { way * u[2], -way * u[1] }
  put(f, { "gear", p[1], p[2], r, atan2(n[2], n[1]), color = look.body(a.to.index) })
  put(f, { "rack", p[1] + r * n[1], p[2] + r * n[2], atan2(u[2], u[1]),
    color = look.body(b.to.index) })
end

local couple = { gear = gear, leadscrew = rack }

-- marks of what couples coordinates, into f.list
function bodies.couplings(f)
  for _, c in ipairs(f.L.couplings) do if couple[c.kind] then couple[c.kind](f, c) end end
end

-- ---- what pulls ---------------------------------------------------------------------------------

local function end_of(f, name, at)
  if not name then return nil end
  local frame = f.L.frames[name]
  local X = frame and frame.X or (f.L.by_name[name] or f.L.ground).X
  return point(f, X:point(li.vec(at or { 0, 0, 0 })))
end

local function element(f, d)
  local a, b = end_of(f, d.from, d.from_point), end_of(f, d.to, d.to_point)
  if not a or not b or far(a, b) < f.tol then return end
  put(f, { d.kind, a[1], a[2], b[1], b[2] })
end

local function elements(f)
  for _, d in ipairs(f.L.w.desc.forces or {}) do
    if d.kind == "spring" or d.kind == "damper" then
      local j = d.joint and joint_of(f, d.joint)
      if j and d.kind == "spring" and j.kind == "revolute" then
        local p = point(f, j.p)
        put(f, { "torsion", p[1], p[2] })
      elseif j and j.kind == "prismatic" then
        local a, b = point(f, j.p), point(f, j.p_to)
        if far(a, b) > f.tol then put(f, { d.kind, a[1], a[2], b[1], b[2] }) end
      else element(f, d) end
    end
  end
end

-- ---- the whole ----------------------------------------------------------------------------------

local function draw_body(f, b)
  local shape, color = f.shapes[b], look.body(b.index)
  local name = f.bodies and (f.bodies == "numbers" and tostring(b.index) or b.name) or nil
  if shape.hull then put(f, { "plate", shape.hull, name, color = color })
  elseif shape.a then
    put(f, { "bar", shape.a[1], shape.a[2], shape.b[1], shape.b[2], name, color = color })
  end
end

-- a rod goes through its block; what is pinned to the middle of the block stands before it
local function before_block(f, s, late)
  for _, j in ipairs(f.L.joints) do
    if TURNS[j.kind] and far(point(f, j.p), s.at) < f.tol then
      for _, b in ipairs { j.from, j.to } do
        if b ~= s.block and b ~= s.rod then late[b] = true end
      end
    end
  end
end

-- marks of all bodies and joints into f.list
function bodies.all(f)
  f.done = {}
  if f.first then grounds(f) end
  elements(f)
  local late = {}
  for _, s in ipairs(f.sliders) do before_block(f, s, late) end
  for i = 1, #f.L.bodies do if not late[f.L.bodies[i]] then draw_body(f, f.L.bodies[i]) end end
  for k, s in ipairs(f.sliders) do draw_slider(f, s, k) end
  for i = 1, #f.L.bodies do if late[f.L.bodies[i]] then draw_body(f, f.L.bodies[i]) end end
  bodies.couplings(f)
  for _, j in ipairs(f.L.joints) do
    if draw[j.kind] and not TURNS[j.kind] then draw[j.kind](f, j) end
  end
  for _, j in ipairs(f.L.joints) do if TURNS[j.kind] then draw[j.kind](f, j) end end
end

return bodies
