-- system.lua - li.system: bodies placed by expressions, joints, wheels, rows of velocities, forces;
-- what the ten steps start from
local li = require "liaison.core"
local check = require "liaison.base.check"
local placing = require "liaison.describe.pose_expr"
local points = require "liaison.constrained.system_points"
local derive = require "liaison.constrained.system_derive"
local row = require "liaison.constrained.system_rows"
local joint = require "liaison.constrained.system_joint".add
local kit = li._internal

local system = { rows_of = derive.rows_of, flat = derive.flat, derive = derive.kane,
  reaction_matrix = derive.reaction_matrix, rates_of = derive.rates_of, weight = derive.weight }

local expr, vector, zeros = placing.expr, placing.vector, placing.zeros
local point_of, velocity_of, size_of = points.point_of, points.velocity_of, points.size_of
local at_of, body_of = points.at_of, points.body_of
local in_axes, wrench_of, moment_zero = points.in_axes, points.wrench_of, points.moment_zero
local add_row, reaction = row.add, row.reaction

-- description -------------------------------------------------------------------------------------

local function coordinates(s, names)
  local list = { li.coordinates(names) }
  for _, q in ipairs(list) do
    for _, old in ipairs(s.q) do
      if old == q then check.fail("coordinates", "'%s' is there already", tostring(q)) end
    end
    s.q[#s.q + 1] = q
  end
  return (table.unpack or unpack)(list)
end

local function inputs(s, names)
  local list = { li.functions(names) }
  for _, u in ipairs(list) do s.inputs[#s.inputs + 1] = u end
  return (table.unpack or unpack)(list)
end

local rigid

local function body_name(x, path) return x ~= nil and check.name(x, path) or nil end

local body_fields = { name = body_name, m = "any?", j = "any?", com = "any?", place = "any?",
  on = "any?" }
for key, rule in pairs(placing.place_fields) do body_fields[key] = rule end

-- What dynamics will miss of a body, { field, what is expected }, or false: places, freedoms and
-- pictures do without
local function missing_of(f, said, path, name)
  if f.m == nil then
    return { path .. "." .. said.m,
      ("expected the mass of '%s' (0 where it has none)"):format(name) }
  end
  if f.j ~= nil then return false end
  return { path .. "." .. said.j, ("expected the moment of inertia of '%s' about its centre of "
    .. "mass (0 where it has none)"):format(name) }
end

local function add_body(s, spec)
  local path = ("body %d"):format(#s.bodies + 1)
  local f, said = check.named(spec, path, body_fields, placing.body_names)
  f = placing.unfold_inertia(f, path, "j", s.planar)
  local name = f.name or ("body%d"):format(#s.bodies + 1)
  for _, b in ipairs(s.bodies) do
    if b.name == name then check.fail(path, "a body '%s' is there already", name) end
  end
  local missing = missing_of(f, said, path, name)
  local pose = placing.read(placing.of_fields(f, path, s.planar), path .. ".place", s.planar, s.q)
  if f.on ~= nil then
    pose = placing.compose(body_of(s, f.on, path .. "." .. said.on).pose, pose, s.planar)
  end
  local b = rigid.new {
    name = name, system = s, pose = pose, m = expr(f.m or 0, path .. "." .. said.m),
      j = placing.inertia(f.j or 0, path .. "." .. said.j, s.planar), missing = missing,
    com = at_of(s, f.com, path .. ".com"), loads = {}, partial = false,
  }
  s.bodies[#s.bodies + 1] = b
  return b
end

local function force(b, spec)
  local s, path = b.system, "force on " .. b.name
  local f = check.fields(spec, path, { f = "any", at = "any?", axes = "any?", from = "any?" })
  local at = f.at == nil and b.com or at_of(s, f.at, path .. ".at")
  local v = in_axes(s, b, vector(f.f, path .. ".f", size_of(s)), f.axes, path .. ".axes")
  b.loads[#b.loads + 1] = wrench_of(s, b, v, at, moment_zero(s))
  if f.from ~= nil then -- the opposite force at the same place of the other body
    local o = body_of(s, f.from, path .. ".from")
    local arm = o.pose.R:transpose() * (point_of(b, at) - o.pose.p)
    o.loads[#o.loads + 1] = wrench_of(s, o, -in_axes(s, o, v, b, path), arm:trig(), moment_zero(s))
  end
  return b
end

local function torque(b, spec)
  local s, path = b.system, "torque on " .. b.name
  if type(spec) ~= "table" then spec = { n = spec } end
  local f = check.fields(spec, path, { n = "any", axes = "any?", from = "any?" })
  local n = s.planar and li.smat { expr(f.n, path .. ".n") }
    or in_axes(s, b, vector(f.n, path .. ".n", 3), f.axes, path .. ".axes")
  local none = zeros(size_of(s))
  b.loads[#b.loads + 1] = wrench_of(s, b, none, b.com, n)
  if f.from ~= nil then
    local o = body_of(s, f.from, path .. ".from")
    o.loads[#o.loads + 1] =
      wrench_of(s, o, none, o.com, s.planar and -n or -in_axes(s, o, n, b, path))
  end
  return b
end

-- the ground as something that can be pushed, with no effect but the opposite one
local function ground_body(s)
  return rigid.new { name = "ground", system = s, pose = placing.identity(s.planar), m = li.expr(0),
    j = placing.inertia(0, "ground.j", s.planar),
    com = zeros(size_of(s)), loads = {}, partial = false, missing = false }
end

-- rows --------------------------------------------------------------------------------------------

local function row_name(s, given, kind)
  return given or ("%s%d"):format(kind, #s.rows + 1)
end

local function listed(x)
  if type(x) == "table" and kit.class(x) == nil then return x end
  return { x }
end

-- generalised forces by coordinate, as motors give them that are no part of the bodies
local function drive(s, forces)
  local known = {}
  for _, q in ipairs(s.q) do known[tostring(q)] = true end
  for name, f in pairs(forces) do
    if not known[tostring(name)] then
      local near = kit.nearest(tostring(name), known)
      check.fail("drive", "no coordinate '%s'%s", tostring(name),
        near and (" (did you mean '" .. near .. "'?)") or "")
    end
    s.drives[tostring(name)] = (s.drives[tostring(name)] or li.expr(0))
      + expr(f, "drive." .. tostring(name))
  end
  return s
end

-- what system:kane takes where it is given nothing else
local function speeds(s, list, Jnh)
  s.defaults.speeds, s.defaults.Jnh = list, Jnh
  return s
end

local function nonholonomic(s, rows)
  for i, e in ipairs(listed(rows)) do
    local x = expr(e, ("nonholonomic[%d]"):format(i))
    add_row(s, row_name(s, nil, "row"), x)
  end
  return s
end

local function holonomic(s, rows)
  for i, e in ipairs(listed(rows)) do
    add_row(s, row_name(s, nil, "row"), nil, expr(e, ("holonomic[%d]"):format(i)))
  end
  return s
end

-- C atan(across / |along|) against the slip, whichever way it rolls; slower along than `slow` the
-- slip is measured by that speed, so
-- that the force goes to nothing with the velocity                                       [nonhol] 8
local function tyre_of(b, f, v, along, across)
  if f.radius ~= nil or f.spin ~= nil then
    check.fail("wheel.tyre", "a tyre slips sideways and rolls free: no radius and spin with it")
  end
  local stiffness = type(f.tyre) == "string" and li.expr(f.tyre, "new")
    or expr(f.tyre, "wheel.tyre")
  local slow = expr(f.slow or 0.1, "wheel.slow")
  if slow:number() and slow:number() <= 0 then
    check.fail("wheel.slow", "expected a speed greater than 0")
  end
  local slip = li.atan(v:dot(across):trig() / li.max(li.abs(v:dot(along):trig()), slow))
  return force(b, { f = -stiffness * slip * across, at = f.at or { 0, 0 } })
end

local function wheel(b, spec)
  local s = b.system
  if not s.planar then
    check.fail("wheel",
      "wheels are of systems in the plane; in space say the rows with nonholonomic{...}")
  end
  local f = check.fields(spec or {}, "wheel", { at = "any?", angle = "any?", name = "str?",
    radius = "any?", spin = "any?", tyre = "any?", slow = "any?" })
  local at, a = at_of(s, f.at, "wheel.at"),
    f.angle == nil and li.expr(0) or expr(f.angle, "wheel.angle")
  local v, along, across = velocity_of(b, at), li.smat { li.cos(a), li.sin(a) },
    li.smat { -li.sin(a), li.cos(a) }
  if f.tyre ~= nil then return tyre_of(b, f, v, along, across) end
  if f.slow ~= nil then check.fail("wheel.slow", "is of a tyre: tyre = C") end
  local name = f.name or ("wheel %d of %s"):format(#s.rows + 1, b.name)
  add_row(s, name, v:dot(across):trig(), nil, { b })
  reaction(s, name .. " lateral", b, at, across, moment_zero(s))
  if f.radius ~= nil or f.spin ~= nil then -- rolls too: forward speed = radius * rate of its turn
    if f.radius == nil or f.spin == nil then
      check.fail("wheel", "expected both radius and spin, or neither")
    end
    local spin = type(f.spin) == "string" and li.coordinates(f.spin) or f.spin
    add_row(s, name .. " rolling",
      (v:dot(along) - expr(f.radius, "wheel.radius") * spin:d()):trig(), nil, { b })
    reaction(s, name .. " driving", b, at, along, moment_zero(s))
  end
  return b
end

-- without a body ----------------------------------------------------------------------------------

local function mentions(list, b)
  for _, x in ipairs(list) do if x == b then return true end end
  return false
end

-- the coordinates something still depends on
local function needed(s, bodies, rows)
  local list = {}
  for _, q in ipairs(s.q) do
    local used = false
    for _, b in ipairs(bodies) do
      for _, e in ipairs(placing.entries(b.pose, s.planar)) do used = used or e:depends(q) end
    end
    for _, r in ipairs(rows) do used = used or r.e:depends(q:d()) end
    if used then list[#list + 1] = q end
  end
  return list
end

-- P33 Y: the rows of Y that belong to the body fall away; so do constraints, reactions and
-- coordinates that were its own                                                  [nonhol] F29
local function without(s, name)
  local gone = body_of(s, name, "without")
  local new = system.class.new {
    planar = s.planar, name = s.name, gravity = s.gravity, q = {}, inputs = s.inputs, bodies = {},
      rows = {}, reactions = {},
    asked = s.asked, drives = s.drives, of_model = false, motors = s.motors,
      defaults = { speeds = not s.defaults.Jnh and s.defaults.speeds or nil },
  }
  local copy = {}
  for _, b in ipairs(s.bodies) do
    if b ~= gone then
      local c = rigid.new { name = b.name, system = new, pose = b.pose, m = b.m, j = b.j,
        com = b.com, loads = {}, partial = false, missing = b.missing }
      for i, w in ipairs(b.loads) do c.loads[i] = w end
      copy[b] = c
      new.bodies[#new.bodies + 1] = c
    end
  end
  for _, r in ipairs(s.rows) do
    if not mentions(r.owners, gone) then new.rows[#new.rows + 1] = r end
  end
  for _, col in ipairs(s.reactions) do
    local parts = {}
    for i, p in ipairs(col.parts) do parts[i] = copy[p[1]] and { copy[p[1]], p[2] } end
    if #parts == #col.parts then
      new.reactions[#new.reactions + 1] = { name = col.name, parts = parts }
    end
  end
  for i, q in ipairs(needed(s, new.bodies, new.rows)) do new.q[i] = q end
  return new
end

-- in words ----------------------------------------------------------------------------------------

local function text(s)
  local list = {}
  for i, b in ipairs(s.bodies) do list[i] = b.name end
  local names = {}
  for i, q in ipairs(s.q) do names[i] = tostring(q) end
  return ("system %s: bodies %s; coordinates %s; %d velocity constraint%s"):format(s.planar
    and "in the plane" or "in space", table.concat(list, ", "),
    table.concat(names, ", "), #s.rows, #s.rows == 1 and "" or "s")
end

local function create(spec)
  local f = check.fields(spec or {}, "system", { planar = "bool?", name = "str?",
    gravity = "any?" })
  local g = f.gravity ~= nil and vector(f.gravity, "system.gravity", f.planar and 2 or 3) or nil
  return system.class.new {
    planar = f.planar or false, name = f.name or "system", gravity = g or false, q = {},
      inputs = {}, bodies = {}, rows = {}, reactions = {},
    defaults = {}, drives = {}, asked = "all", of_model = false, motors = {},
  }
end

local CART = "local s = li.system{planar = true}; local x, y, th = s:coordinates 'xc yc ac'; "
  .. "local cart = s:body{name = 'cart', mass = 'm', inertia = 'j', at = {x, y}, angle = th}; "

rigid = check.class("rigid",
  "A body of a li.system: fields name, pose (R, p), m, j (mass, inertia), com.", {
  { "rigid:force(spec: table) -> rigid",
    "An active force: f in 'body' axes (the default), 'world' axes or those of another body "
    .. "(axes =), at a point `at` of the body (its centre of mass); "
    .. "from = another body takes the opposite force.",
    CART .. "cart:force{f = {'F', 0}}; return #cart.loads --> 1", force },
  { "rigid:torque(n: any) -> rigid",
    "An active moment: a number, an expression or a name in the plane; {n = .., axes = .., "
    .. "from = ..} in general.",
    CART .. "cart:torque 'G'; return #cart.loads --> 1", torque },
  { "rigid:wheel([spec: table]) -> rigid",
    "A wheel at a point `at` of the body that does not slip sideways, turned by `angle`; with "
    .. "radius and spin = a coordinate it rolls too. "
    .. "tyre = C makes it slip, with the lateral force -C atan(v across / max(|v along|, "
    .. "slow)) instead of the constraint, against the slip whichever way it "
    .. "rolls (slow = 0.1 m/s): one switch from the ideal wheel to the tyre.",
    CART .. "cart:wheel{at = {0, 0}}; return s.rows[1].e:equals \"yc'*cos(ac) - xc'*sin(ac)\" "
    .. "--> true", wheel },
  { "rigid:point([at: any]) -> smat", "Where a point of the body is.",
    CART .. "return cart:point{1, 0} --> [xc + cos(ac)  yc + sin(ac)]",
    function(b, at) return point_of(b, at_of(b.system, at, "point")) end },
  { "rigid:velocity([at: any]) -> smat",
    "The velocity of a point of the body, measured in body axes: of the point of the body "
    .. "that is there "
    .. "now, also where `at` depends on coordinates, as a point of contact does.",
    CART .. "return #cart:velocity{1, 0} --> 2",
    function(b, at) return velocity_of(b, at_of(b.system, at, "velocity")) end },
})

system.class = check.class("system", "Bodies placed by expressions, with velocity constraints "
  .. "and forces: what system:kane() starts from.", {
  { "system:coordinates(names: str) -> expr", "New coordinates, as many results as names.",
    "local s = li.system{}; return s:coordinates 'q1 q2' --> q1, q2", coordinates },
  { "system:input(names: str) -> expr",
    "Functions of time known from outside, such as a steering angle; their rates are written "
    .. "de', de''.",
    "local s = li.system{planar = true}; return s:input('de'):d() --> de'", inputs },
  { "system:body(spec: table) -> rigid",
    "A body: mass, inertia (moment of inertia about the centre of mass; in space three, six "
    .. "or 3x3; or an object of "
    .. "li.inertia, which says mass and com too), com (centre of mass in body axes), at = {x, "
    .. "y} and angle, or in space "
    .. "at = {x, y, z} and rpy = {roll, pitch, yaw} or rot = rows, or frame = a 4x4 matrix; "
    .. "parent = a body: relative to it. "
    .. "place = {x, y, angle} says both at once, in space {p = .., moving = {'zxz', a, b, c}} too. "
    .. "m, j and on are the names that mass, inertia and parent had before.",
    CART .. "return cart.name --> cart", add_body },
  { "system:drive(forces: table) -> system",
    "Generalised forces by coordinate, {q1 = 'G1'}: they count in tau; their reactions on the "
    .. "bodies do not count among the constraint forces.",
    CART .. "return s:drive{ac = 'G'}:kane().tau[3] --> G", drive },
  { "system:speeds(speeds: any [, Jnh: any]) -> system",
    "The speeds system:kane takes where it is given none, as its options speeds and Jnh.",
    CART .. "return s:speeds{'w1 = ac'}:kane{speeds = {\"w2 = ac'\", \"w3 = xc'\", \"w4 = "
    .. "yc'\"}}.l --> 3", speeds },
  { "system:nonholonomic(rows: any) -> system",
    "Velocity constraints: expressions linear in the rates that are 0.",
    CART .. "s:nonholonomic \"xc'*sin(ac) - yc'*cos(ac)\"; return #s.rows --> 1", nonholonomic },
  { "system:holonomic(rows: any) -> system",
    "Constraints phi(q, t) = 0 that the places do not keep already.",
    CART .. "s:holonomic 'xc^2 + yc^2 - 1'; return s.rows[1].e --> 2*xc*xc' + 2*yc*yc'",
    holonomic },
  { "system:joint(spec: table) -> system",
    "A joint {kind = revolute, prismatic, slot, fixed, and in space cylindrical, spherical, "
    .. "helical (pitch), universal, planar; "
    .. "to =, from = (the ground), "
    .. "to_at =, from_at =, to_axis = (of both), from_axis = the same axis expressed in "
    .. "`from`; rot, rpy, in the plane angle = how `to` stands in `from` at 0}: rows where the "
    .. "places do not keep it already (kept = true: they do), and the forces on `to` it can "
    .. "carry, in ground axes where it "
    .. "locks all translations, else in those of `from`. on, at, at_from, axis and axis_from "
    .. "are the names they had before.",
    CART .. "s:joint{kind = 'revolute', to = cart, to_at = {-1, 0}}; return #s.rows, "
    .. "#s.reactions --> 2, 2", joint },
  { "system:ground() -> rigid",
    "The ground, for forces and moments between it and a body told in its own axes; what is "
    .. "left on it has no effect.",
    CART .. "s:ground():torque{n = 'M', from = cart}; "
    .. "return s:kane{tidy = 'none'}.wrench[3] --> -M", ground_body },
  { "system:without(body: any) -> system",
    "The same without a body: its constraints, reactions and coordinates fall away.",
    CART .. "s:body{name = 'load', mass = 1, inertia = 1, at = {x, y}}; return "
    .. "tostring(s:without 'load') --> system in the plane: bodies cart; coordinates xc, yc, "
    .. "ac; 0 velocity constraints", without },
  { "system.__tostring(s: system) -> str", "What it has.",
    "return tostring(li.system{}) --> system in space: bodies ; coordinates ; 0 velocity "
    .. "constraints", text },
})

kit.define(li, {
  "system([spec: table]) -> system",
  "Bodies placed by expressions: planar = true or false, gravity = a vector on the ground, "
  .. "name. Then s:coordinates, s:input, s:body, wheels, joints, rows, forces; and s:kane().",
  "return tostring(li.system{planar = true}) --> system in the plane: bodies ; coordinates ; "
  .. "0 velocity constraints", create,
})

return system
