-- model_mechanism.lua - model:mechanism: a model as a li.mechanism of the plane it moves in, or in
-- space, with its names
--
-- Joints that a mechanism has become these. A body whose joint has coordinates that no one joint
-- has is led to by a body without mass for each of them. Loops and constraints that are joints
-- close loops; springs, dampers and given forces become loads.
local li = require "liaison.core"
local check = require "liaison.base.check"
local flat = require "liaison.constrained.model_flat"
local space = require "liaison.constrained.model_space"
local planes = require "liaison.constrained.planes"
local steps = require "liaison.constrained.model_steps"
local mechanism = require "liaison.constrained.mechanism"
local kit = li._internal

local refuse = steps.refuse

local function expr(x) return li.expr(x, "new") end
local function text(e) return e:number() or tostring(e) end
local function number(x, default) return x == nil and li.expr(default) or expr(x) end

-- what acts ---------------------------------------------------------------------------------------

-- a force of a coordinate, on the body the joint leads to, from the body before
local function along(o, q, f, who)
  local at = o.joint_of[q]
  if not at then refuse("%s acts on '%s', which is no joint of the mechanism", who, q) end
  local j = at.joint
  local way = o.way.along(j, at.k)
  if not way then
    refuse("%s acts along the angle '%s' of a ball, which no load does (model:mechanism{forces = "
      .. "false} leaves forces out)", who, q)
  end
  local on, from, sign = j.on, j.from, 1
  if not on then on, from, sign = j.from, nil, -1 end -- the ground is not pushed
  local load = { on = on, from = from }
  local function scaled(x)
    if kit.class(x) then return text(sign * f * x) end
    local out = {}
    for i = 1, #x do out[i] = text(sign * f * x[i]) end
    return out
  end
  local axes = way.own and j.on or j.from
  if type(way.torque) == "table" or way.f then load.axes = axes or "world" end
  load.torque = way.torque and scaled(way.torque)
  if way.f then
    load.f = scaled(way.f)
    load.at = j.on and way.at or j.at_from
  end
  o.loads[#o.loads + 1] = load
end

local acts = {}

function acts.given(o, f, who)
  if f.at then
    local on, at, F = o.way.force(o, f, who)
    o.loads[#o.loads + 1] = { on = on, f = F, at = at, axes = f.axes ~= "body" and "world" or nil }
    return true
  end
  if f.joint == nil or type(f.joint) == "table" then return false end
  along(o, f.joint, number(f.value or f.f, 0), who)
  return true
end

function acts.spring(o, f, who)
  if type(f.joint) ~= "string" then return false end
  local q = li.coordinates(f.joint)
  along(o, f.joint, -number(f.stiffness, 0) * (q - number(f.rest, 0)) - number(f.damping, 0)
    * q:d(), who)
  return true
end

function acts.damper(o, f, who)
  if type(f.joint) ~= "string" or f.quadratic then return false end
  along(o, f.joint, -number(f.damping, 0) * li.coordinates(f.joint):d(), who)
  return true
end

local function has(f, key) return f[key] ~= nil and f[key] ~= 0 end

-- springs and dampers of joints; what a mechanism cannot hold
local function of_joint(o, c, b)
  local f, q, who = c.fields, li.coordinates(c.name), ("the joint of '%s'"):format(b.name)
  for _, key in ipairs { "friction", "rotor" } do
    if has(f, key) and o.forces then
      refuse("%s has %s, which no load is (model:mechanism{forces = false} leaves it out)", who,
        key)
    end
  end
  for _, key in ipairs { "min", "max", "speed", "effort", "limits", "friction", "rotor" } do
    if has(f, key) then o.told[#o.told + 1] = ("%s: %s"):format(who, key) end
  end
  local pull = li.expr(0)
  if has(f, "stiffness") then pull = pull - expr(f.stiffness) * (q - number(f.rest, 0)) end
  if has(f, "damping") then pull = pull - expr(f.damping) * q:d() end
  if pull:number() == 0 then return end
  if o.forces then along(o, c.name, pull, who)
  else o.told[#o.told + 1] = who .. ": its spring or damper" end
end

local function all_forces(o, d)
  for _, b in ipairs(d.bodies) do
    for _, c in ipairs(steps.coordinates(b)) do of_joint(o, c, b) end
  end
  for _, f in ipairs(d.forces or {}) do
    local who = ("force '%s'"):format(f.name)
    if not o.forces then o.told[#o.told + 1] = who
    elseif not (acts[f.kind] and acts[f.kind](o, f, who)) then
      refuse("%s (%s) is no load of a mechanism (model:mechanism{forces = false} leaves forces "
        .. "out)", who, f.kind)
    end
  end
end

-- coordinates on which something acts: a set
local function acted_on(d, forces)
  local set = {}
  if not forces then return set end
  for _, b in ipairs(d.bodies) do
    for _, c in ipairs(steps.coordinates(b)) do
      if has(c.fields, "stiffness") or has(c.fields, "damping") then set[c.name] = true end
    end
  end
  for _, f in ipairs(d.forces or {}) do
    if type(f.joint) == "string" then set[f.joint] = true end
  end
  return set
end

-- the whole ---------------------------------------------------------------------------------------

local ALIAS = { point = "spherical", hinge = "revolute", weld = "fixed", slider = "prismatic",
  cylinder = "cylindrical", cross = "universal", flat = "planar", thread = "helical" }

local function put_loop(o, c)
  c.kind = ALIAS[c.kind] or c.kind
  o.joints[#o.joints + 1] = o.way.loop(o, c, ("constraint '%s'"):format(c.name))
  o.cut[#o.cut + 1] = c.name
end

local function new_massless(o)
  return function(name)
    while o.taken[name] do name = name .. "'" end
    o.taken[name] = true
    o.bodies[#o.bodies + 1] = o.way.massless(name)
    return name
  end
end

-- bodies, joints, loads in one way; raises where something has none
local function made(d, o)
  o.bodies, o.joints, o.loads, o.cut, o.told, o.joint_of = {}, {}, {}, {}, {}, {}
  o.taken, o.frames, o.massless = {}, {}, new_massless(o)
  for _, f in ipairs(d.frames or {}) do o.frames[f.name] = f end
  for _, b in ipairs(d.bodies) do o.taken[b.name] = true end
  for _, b in ipairs(d.bodies) do
    o.bodies[#o.bodies + 1] = o.way.weigh(o, b)
    o.way.lead(o, b)
  end
  for _, j in ipairs(o.joints) do
    local list = type(j.coordinate) == "table" and j.coordinate or { j.coordinate }
    for k, q in ipairs(list) do o.joint_of[q] = { joint = j, k = k } end
  end
  for _, l in ipairs(d.loops or {}) do
    put_loop(o, { name = l.name, kind = l.joint, from = l.from, to = l.to, from_axis = l.axis,
      to_axis = l.axis, pitch = l.pitch })
  end
  for _, c in ipairs(d.constraints or {}) do put_loop(o, c) end
  all_forces(o, d)
  return { name = d.name ~= "" and d.name or nil, bodies = o.bodies, joints = o.joints,
    loads = o.loads, cut = o.cut, gravity = o.way.gravity(o, d.gravity or { 0, 0, 0 }) }, o.told
end

local function in_plane(d, o, name)
  o.way = flat
  local spec, told = made(d, flat.in_plane(o, name))
  spec.plane = name
  return spec, told
end

local function in_space(d, o)
  o.way = space
  local spec, told = made(d, o)
  spec.planar = false
  return spec, told
end

-- whether something is out of the plane is asked without forces, whose complaints are told
-- elsewhere
local function fits(d, o, name)
  local probe = {}
  for key, x in pairs(o) do probe[key] = x end
  probe.forces = false
  local ok, spec, told = check.try(in_plane, d, probe, name)
  if not ok then return false end
  for _, line in ipairs(told) do if line:find("across the plane", 1, true) then return nil end end
  return spec ~= nil
end

-- the plane in which a model moves; without offsets across it where there is one; nil: it moves in
-- space. A model that fits in several stands in the first
local function plane_of(d, o)
  local other
  for _, name in ipairs { "xy", "xz", "yz" } do
    local fit = fits(d, o, name)
    if fit then return name end
    if fit == nil and not other then other = name end
  end
  return other
end

local function plane_option(x, path)
  if x == nil or x == "space" then return x end
  return planes.name(x, path)
end

local options = { forces = { "bool?", default = true }, plane = plane_option,
  angles = { "bool?", default = false } }

local function to_mechanism(model, opts)
  local given = check.fields(opts or {}, "options", options)
  local d = model:description()
  for _, name in ipairs(model:coordinates()) do li.coordinates(name) end
  local o = { forces = given.forces, angles = given.angles, acted = acted_on(d, given.forces) }
  local plane = given.plane or plane_of(d, o) or "space"
  local spec, told
  if plane == "space" then spec, told = in_space(d, o) else spec, told = in_plane(d, o, plane) end
  local m = mechanism.create(spec)
  if plane ~= "space" and plane ~= "xy" then
    told[#told + 1] = ("it moves in the plane %s: x and y of the mechanism are these")
      :format(plane:sub(1, 1) .. " " .. plane:sub(2))
  end
  return m, told
end

kit.define(kit.methods "model", {
  "model:mechanism([options: table]) -> m: mechanism, told: table",
  "A model as a li.mechanism: counts, forms, assemblies, strict equations. Where it moves in the "
  .. "plane x y, x z or y z it is one of the plane (plane = 'xz' asks for one, 'space' for none), "
  .. "else in space. Names stay; a joint that no mechanism has is led to by bodies without mass. "
  .. "Springs, dampers and given forces are loads. told: the plane, and what a mechanism does not "
  .. "have (limits, friction, offsets across the plane). angles = true tells turns by quaternions "
  .. "(spherical, floating) by three angles; without it they are refused. It raises where "
  .. "something is no joint or load, by its name; forces = false leaves all forces but the weight "
  .. "out.",
  "return li.mechanisms.slider_crank():model():mechanism():counts().joint.constraints --> 2",
  to_mechanism,
})
