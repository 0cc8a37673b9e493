-- mechanism_loads.lua - loads of a li.mechanism in space as forces of a model: along coordinates of
-- joints, at points of bodies
local li = require "liaison.core"
local motion = require "liaison.constrained.mechanism_motion"
local placing = require "liaison.describe.pose_expr"

local loads = {}

-- expressions as descriptions take them: a number where it is one, else its text; values: numbers
-- for parameters
function loads.told(e, values)
  e = placing.expr(e, "value")
  if values then e = e:subs(values) end
  return e:number() or tostring(e)
end

local told = loads.told

local function zero(e) return e:number() == 0 or e:number() == nil and e:is_zero() == true end

-- how much of the vector a goes along u, where it goes nowhere else; nil
local function part(a, u)
  u = u / li.sqrt(u:dot(u))
  local f = a:dot(u):trig()
  for k = 1, 3 do
    local left, whole = a[k] - f * u[k], a[k]:number()
    local x = left:number()
    local rounding = x and whole and math.abs(x) < 1e-14 * (1 + math.abs(whole))
    if not rounding and not zero(left) then return nil end
  end
  return f
end

-- the directions in which a joint turns or slides, told in `from`; one of a universal joint in `on`
local function ways_of(o)
  local list, parts = {}, o.parts
  if parts.ball then return parts.slide and { { slide = 1, axis = o.there } } or list end
  for _, step in ipairs(o.steps) do
    if not (parts.screw and step.slide) then
      list[#list + 1] = { turn = step.turn, slide = step.slide, axis = step.axis }
    end
  end
  if parts.cross then list[2] = { turn = 2, axis = o.here, own = true } end
  return list
end

local function same(a, b) return (a or false) == (b or false) end

-- a moment, or a force at the joint, between the bodies of a joint along one of its coordinates:
-- the coordinate and the force on it; nil
local function along(j, o, load, vector)
  local sign = same(load.on, j.on) and same(load.from, j.from) and 1
    or same(load.on, j.from) and same(load.from, j.on) and -1
  if not sign then return nil end
  local axes = load.axes or load.on
  if axes == "world" then axes = nil elseif axes == "body" then axes = load.on end
  for _, way in ipairs(ways_of(o)) do
    local k = load.torque ~= nil and way.turn or load.f ~= nil and way.slide
    local u = same(axes, j.from) and not way.own and way.axis
    if not u and same(axes, j.on) then
      u = way.own and way.axis or not o.moves and o.turn:transpose() * way.axis
    end
    local f = k and u and part(vector, u)
    if f then return j.coordinate[k], sign == 1 and f or -f end
  end
end

-- a joint that only slides keeps its axes, one that turns its own axis alone: of others the axes of
-- `to` are others than those of `from`
local function turns_across(o) return o.parts.plane or o.parts.slide and o.parts.ball or false end

local function of_joint(m, load, values)
  local vector = placing.vector(load.torque or load.f, "load", 3)
  for _, j in ipairs(m.joints) do
    local o = motion.read(m, j)
    o.moves = turns_across(o)
    local free = load.torque ~= nil or o.parts.slide and not o.parts.ball
      and not o.parts.turn -- of a slide alone any point is as good
    local at = placing.vector(load.at or { 0, 0, 0 }, "load.at", 3) - o.at
    local here = free or zero(at[1]) and zero(at[2]) and zero(at[3]) and same(load.on, j.on)
    local q, f = nil, nil
    if here then q, f = along(j, o, load, vector) end
    if q then return { "given", name = "load on " .. q, joint = q, value = told(f, values) } end
  end
end

-- a force from the ground at a point of a body
local function at_point(m, load, values)
  if load.f == nil or load.on == nil or load.from ~= nil then return nil end
  if load.axes ~= nil and load.axes ~= "world" and load.axes ~= "body" and load.axes ~= load.on then
    return nil
  end
  local f, p = placing.vector(load.f, "load.f", 3), {}
  local at = placing.vector(load.at or m.by_name[load.on].com or { 0, 0, 0 }, "load.at", 3)
  local F = {}
  for k = 1, 3 do
    F[k], p[k] = told(f[k], values), told(at[k], values)
    if type(p[k]) ~= "number" then return nil end
  end
  return { "given", name = "load on " .. load.on, at = load.on, point = p, f = F,
    axes = load.axes ~= "world" and "body" or nil }
end

-- names that differ
local function distinct(list)
  local count = {}
  for _, f in ipairs(list) do
    count[f.name] = (count[f.name] or 0) + 1
    if count[f.name] > 1 then f.name = ("%s (%d)"):format(f.name, count[f.name]) end
  end
  return list
end

-- forces of a model, and the loads that are none: in the plane all, which are told by what they do
-- to each coordinate
function loads.direct(m, values)
  local list, others = {}, {}
  for _, load in ipairs(m.loads) do
    local f = not m.planar and (of_joint(m, load, values) or at_point(m, load, values))
    if f then list[#list + 1] = f else others[#others + 1] = load end
  end
  return distinct(list), others
end

return loads
