-- planar_vehicle.lua - vehicles in plan, two wheels of an axle as one: units in a chain, as a
-- mechanism of li.robot; the tables of li.car and li.truck told by what of them matters here
--
-- Of each unit u, v is the velocity of its origin in its own axes, r its yaw rate. The unit behind
-- hangs at x_c of its own axes on x_h of the one ahead, turned by phi:
--
--   (u, v)_2 = R(phi)' (u, v + x_h r) - (0, x_c r_2),   r_2 = r + phi'
--
-- Axle at l, steered by d: the slip of its wheel, or linear as in the textbooks,
--
--   s = R(d)' (u, v + l r),  tan alpha = s_y/|s_x|,  F across the wheel
--   F = -C ((v + l r)/u - d) across the unit
--
-- Speeds in denominators are sqrt(u^2 + slow^2).
local li = require "liaison.core"
local check = require "liaison.base.check"
local amounts = require "liaison.catalog.amounts"
local words = require "liaison.catalog.builder_words"
local axle = require "liaison.catalog.car_axle"
local steering = require "liaison.catalog.car_steering"
local assemble = require "liaison.catalog.car_assemble"
local shapes = require "liaison.catalog.vehicle_shapes"
local unit = require "liaison.catalog.car_unit"
local tell = require "liaison.catalog.builder_told"

local planar = {}

local rule, put, is_zero = amounts.rule, amounts.put, amounts.is_zero

-- ---- reading ------------------------------------------------------------------------------------

local function loose(f)
  return function(x, path)
    if x ~= nil then return f(x, path) end
  end
end

local AXLE = { cornering = rule { above = 0, optional = true },
  unsprung = rule { min = 0, default = 0 } }
for key, f in pairs(axle.FIELDS) do
  if AXLE[key] == nil then AXLE[key] = type(f) == "function" and loose(f) or f end
end
for _, key in ipairs { "drive", "brake", "carries", "ratio", "bar", "camber", "toe", "kinematics",
  "ackermann" } do
  AXLE[key] = axle.FIELDS[key]
end

-- what a single track cannot know of
local LEFT = { axle = { "camber", "toe", "damper", "stops", "kingpin", "compliance", "differential",
  "lock", "ackermann", "actuator" }, car = { "road", "motor", "engine", "transfer", "wheel_brakes",
  "wheel_drives", "smooth" } }

local function left_out(told, x, path, keys)
  for _, key in ipairs(keys) do
    if x[key] ~= nil then told[#told + 1] = check.join(path, key) end
  end
end

local function axles_of(least)
  return function(x, path)
    if type(x) ~= "table" or #x < least then
      check.fail(path, "expected a list of at least %d axle%s, the foremost first", least,
        least == 1 and "" or "s")
    end
    local list = {}
    for i = 1, #x do
      local where = ("%s[%d]"):format(path, i)
      local a = check.fields(x[i], where, AXLE)
      a.kinematics, a.path, a.given = a.kinematics or {}, where, x[i]
      a.radius = a.radius or a.tyre and a.tyre.radius
      list[i] = a
    end
    return list
  end
end

local WHOLE = { name = "str?", linear = "bool?", ideal = "bool|str?", spin = "bool?",
  load_transfer = "bool?", slow = rule { above = 0, default = 0.1 } }
for key, f in pairs(assemble.FIELDS) do WHOLE[key] = f end

local FIRST, BEHIND = unit.of_chain(true, axles_of), unit.of_chain(false, axles_of)
local ONE = {}
for key, f in pairs(FIRST) do ONE[key] = f end
for key, f in pairs(WHOLE) do ONE[key] = f end
-- a number is the moment about z
local function yaw_inertia(x, path)
  if type(x) ~= "table" and type(x) ~= "userdata" then
    local J = amounts.read(x, path, { above = 0 })
    return { J, J, J }
  end
  return amounts.list("3 or 6")(x, path)
end
for _, schema in ipairs { ONE, FIRST, BEHIND } do schema.inertia = yaw_inertia end
ONE.hitch = nil
local CHAIN = { units = function(x, path) return unit.chain(x, path, FIRST, BEHIND) end }
for key, f in pairs(WHOLE) do CHAIN[key] = f end

-- the table of a car or a truck as units of a chain
function planar.read(spec)
  if type(spec) == "table" and spec.units ~= nil then
    local o = check.fields(spec, "", CHAIN)
    o.names, o.given = amounts.names_of(o, ""), spec
    return o
  end
  local o = check.fields(spec, "", ONE)
  o.names, o.given = amounts.names_of(o, ""), spec
  o.units = { { path = "", body = "body", number = 1, axles = o.axles, mass = o.mass,
    inertia = o.inertia, com = o.com, payload = o.payload, aero = o.aero } }
  return o
end

local function check_ideal(o)
  if o.ideal ~= nil and o.ideal ~= true and o.ideal ~= false and o.ideal ~= "speed" then
    check.fail("ideal", "expected true, false or 'speed', got %s", check.got(o.ideal))
  end
  for _, key in ipairs(o.ideal and { "linear", "spin", "load_transfer" } or {}) do
    if o[key] then check.fail(key, "ideal wheels do not slip: leave it out") end
  end
  for k, u in ipairs(o.ideal and o.units or {}) do
    local rows, free = #u.axles, k == 1 and 2 or 1
    if rows > free then
      check.fail(u.path .. "axles", "%d axles of ideal wheels cannot all roll in a turn: give one "
        .. "in their place%s", rows, k == 1 and " of those that do not steer" or "")
    end
  end
end

local function check_law(o, a)
  if o.ideal then return end
  if a.tyre and next(a.tyre.open) then
    check.fail(a.path .. ".tyre", "expected numbers in it: its law is written out here (cornering "
      .. "may be a name)")
  end
  if (a.tyre == nil) == (a.cornering == nil) then
    check.fail(a.path, "expected tyre, or cornering (N/rad of the axle), one of both")
  end
  if o.spin and (a.cornering or not a.inertia) then
    check.fail(a.path .. (a.cornering and ".tyre" or ".inertia"),
      "wheels that spin need it")
  end
  if o.load_transfer and a.cornering then
    check.fail(a.path .. ".tyre", "load transfer needs it: a cornering stiffness knows no load")
  end
end

local function name_axles(o)
  o.axles = {}
  for _, u in ipairs(o.units) do
    for _, a in ipairs(u.axles) do o.axles[#o.axles + 1] = a end
  end
  if o.steering.column then
    check.fail("steering", "a single track has no column: it is steered by angle, wheel or rack")
  end
  for i, a in ipairs(o.axles) do
    a.name = #o.axles == 2 and (i == 1 and "f" or "r") or tostring(i)
    a.element = a.element or "tyre_" .. a.name
    check_law(o, a)
  end
end

-- ---- masses and loads ---------------------------------------------------------------------------

-- mass, centre and yaw inertia of a unit with all it carries and its wheels
local function lump(u)
  local parts = { { u.mass, u.com[1], u.com[2], u.inertia[3] } }
  for _, p in ipairs(u.payload) do
    parts[#parts + 1] = { p.mass, p.at[1], p.at[2], p.inertia[3] }
  end
  for _, a in ipairs(u.axles) do
    local half, J = a.track and a.track / 2 or 0, a.inertia and (a.transverse or a.inertia / 2) or 0
    parts[#parts + 1] = { 2 * a.unsprung, a.at, 0, 2 * J + 2 * a.unsprung * half ^ 2 }
    local s = a.solid
    if s then parts[#parts + 1] = { s.mass, a.at, 0, s.inertia[3] } end
  end
  local m, mx, my = 0, 0, 0
  for _, p in ipairs(parts) do m, mx, my = m + p[1], mx + p[1] * p[2], my + p[1] * p[3] end
  local x, y, J = mx / m, my / m, 0
  for _, p in ipairs(parts) do J = J + p[4] + p[1] * ((p[2] - x) ^ 2 + (p[3] - y) ^ 2) end
  u.total = { mass = m, x = x, y = y, inertia = J }
end

local function load_axles(o)
  local hitch
  for k = #o.units, 1, -1 do
    local u = o.units[k]
    lump(u)
    local list, ahead = unit.carried(u, o.gravity, hitch)
    hitch = ahead
    for i, a in ipairs(u.axles) do
      a.load = list[i] + axle.unsprung(a) * o.gravity
      words.positive(a.load, a.path, "it lifts off at rest: it would carry %s N",
        amounts.shown(a.load))
    end
    u.hitch_load = hitch
  end
end

-- ---- velocities ---------------------------------------------------------------------------------

local function rate(name) return li.coordinates(name):d() end

-- u, v, r of every unit at its origin
local function velocities(o)
  local c, s = li.cos(li.coordinates "yaw"), li.sin(li.coordinates "yaw")
  local x, y, r = rate "x", rate "y", rate "yaw"
  local u, v = x * c + y * s, y * c - x * s
  o.units[1].motion = { u = u, v = v, r = r }
  for k = 2, #o.units do
    local phi = li.coordinates("articulation_" .. k)
    v = v + o.units[k - 1].hitch.x * r
    u, v = u * li.cos(phi) + v * li.sin(phi), v * li.cos(phi) - u * li.sin(phi)
    r = r + phi:d()
    v = v - o.units[k].coupling.x * r
    o.units[k].motion = { u = u, v = v, r = r }
  end
end

local function root_of(x, slow) return li.sqrt(x ^ 2 + slow ^ 2) end

-- the angle of the wheel of an axle, as an expression; 0 where it is not steered
local function angle_of(o, a)
  if not a.steer then return 0 end
  local source = a.steer.input or steering.source(o.steering)
  return a.steer.ratio * words.expression(source)
end

-- ---- forces of the road -------------------------------------------------------------------------

local function law_of(a, load, slip)
  if a.cornering then return { Fx = 0, Fy = -a.cornering * li.tan(slip.alpha) } end
  slip.load = load
  return a.tyre.tyre:forces(slip)
end

-- -C ((v + l r)/u - d), C of both tyres at their load
local function linear_force(o, a, u, v, d)
  local C = a.cornering or 2 * a.tyre.tyre:slopes { load = a.load / 2 }.alpha
  return { Fx = 0, Fy = -C * (v / root_of(u, o.slow) - d) }
end

-- of a wheel that rolls along with the axle, or spins by itself
local function slip_of(o, a, along, aside)
  local V = root_of(along, o.slow)
  local slip = { alpha = li.atan(aside / V) }
  if o.spin then slip.kappa = (a.radius * rate("spin_" .. a.name) - along) / V end
  return slip
end

-- loads of the two wheels of an axle, left and right: a wheel that lifts leaves all to the other
local function loads_of(o, a)
  local N, shift = a.load / 2, o.shifts and o.shifts[a]
  if not shift then return { N, N } end
  local half, aside = N + shift.ahead, shift.aside
  half = type(half) == "number" and half or li.piecewise(half:gt(0), half, 0)
  aside = li.piecewise(aside:gt(half), half, aside:lt(-half), -half, aside)
  return { half - aside, half + aside }
end

local function slipping_force(o, a, along, aside)
  local sum = { Fx = 0, Fy = 0 }
  if a.cornering then return law_of(a, a.load, slip_of(o, a, along, aside)) end
  for _, N in ipairs(loads_of(o, a)) do
    local F = law_of(a, N, slip_of(o, a, along, aside))
    sum.Fx, sum.Fy = sum.Fx + (o.spin and F.Fx or 0), sum.Fy + F.Fy
  end
  return sum
end

-- what drives and brakes an axle as a torque, or as a force along its wheels
local function push_of(o, a)
  if o.force then return a.drive * li.symbols "force" end
  local turns = o.spin and rate("spin_" .. a.name) or a.along / (a.radius or 1)
  local T = a.drive * li.symbols "drive"
    - a.brake * li.symbols "brake" * li.tanh(turns / o.smooth)
  if o.spin then return T end
  return is_zero(a.drive) and is_zero(a.brake) and 0 or T / a.radius
end

-- velocity of an axle in axes of its wheel
local function wheel_motion(o, a, m)
  local u, v, d = m.u, m.v + a.at * m.r, angle_of(o, a)
  a.angle, a.u, a.v = d, u, v
  if is_zero(d) then a.along, a.aside = u, v
  else
    a.along, a.aside = u * li.cos(d) + v * li.sin(d), v * li.cos(d) - u * li.sin(d)
  end
end

local function as_text(x) return type(x) == "number" and amounts.num(x) or x:text() end

-- force of the road on an axle in axes of its unit; the wheels of it where they spin
local function axle_forces(out, o, u, a)
  local F = o.linear and linear_force(o, a, a.u, a.v, a.angle)
    or slipping_force(o, a, a.along, a.aside)
  local push = push_of(o, a)
  local Fx = o.spin and F.Fx or push
  local c, s = li.cos(a.angle), li.sin(a.angle)
  if o.linear then c, s = 1, 0 end
  local X = o.linear and Fx or Fx * c - F.Fy * s
  local Y = o.linear and F.Fy or Fx * s + F.Fy * c
  out[#out + 1] = { "given", name = a.element, at = u.body, point = { put(a.at), 0, 0 },
    axes = "body", f = { as_text(X), as_text(Y), 0 } }
  if not o.spin then return end
  out[#out + 1] = { "given", name = "wheel_" .. a.name, joint = "spin_" .. a.name,
    f = as_text(push - a.radius * F.Fx) }
end

-- ---- load transfer ------------------------------------------------------------------------------

local function roll_stiffness(a)
  if type(a.spring) ~= "number" and a.spring == nil or type(a.spring) == "table" then
    check.fail(a.path .. ".spring", "load transfer needs it as a number (N/m)")
  end
  if not a.track then check.fail(a.path .. ".track", "load transfer needs it") end
  local t = a.solid and a.solid.spring_track or a.track
  return a.spring * a.ratio ^ 2 * t ^ 2 / 2 + a.bar * a.track ^ 2
end

local function roll_centre(a)
  return a.solid and (a.solid.roll_centre or a.radius) or a.kinematics.roll_centre or 0
end

local function sum_push(o)
  local sum = 0
  for _, a in ipairs(o.axles) do
    local push = push_of(o, a)
    sum = sum + (o.spin and push / a.radius or push)
  end
  return sum
end

-- a_x by what drives and brakes, a_y = u r: what each wheel gains, with both of its axle, and the
-- right one more than the left
--   ahead:  -+ m a_x h/(2 L),   aside:  m a_y/T (K_i/K (h - H) + N_i/W H_i),  H of the roll axis
local function load_shifts(o)
  local u = o.units[1]
  if #o.units > 1 or #u.axles ~= 2 then
    check.fail("load_transfer", "expected one unit on two axles: of others li.car and li.truck "
      .. "know the loads")
  end
  local m, W, K = u.total.mass, u.total.mass * o.gravity, {}
  local L, sum, axis = u.axles[1].at - u.axles[2].at, 0, 0
  local height = (u.mass * u.com[3]) / u.total.mass
  for _, p in ipairs(u.payload) do height = height + p.mass * p.at[3] / u.total.mass end
  for i, a in ipairs(u.axles) do
    K[i] = roll_stiffness(a)
    sum, axis = sum + K[i], axis + a.load / W * roll_centre(a)
    if a.radius then height = height + axle.unsprung(a) * a.radius / u.total.mass end
  end
  o.shifts = {}
  for i, a in ipairs(u.axles) do
    local lever = K[i] / sum * (height - axis) + a.load / W * roll_centre(a)
    o.shifts[a] = { ahead = (2 * i - 3) * sum_push(o) * height / (2 * L),
      aside = m * u.motion.u * u.motion.r * lever / a.track }
  end
end

-- ---- the model ----------------------------------------------------------------------------------

local function joint_of(u)
  if not u.coupling then
    return { kind = "moves", moves = { "Tx", "Ty", "Rz" }, q = { "x", "y", "yaw" } }
  end
  return { kind = "revolute", axis = "z", q = "articulation_" .. u.number }
end

local function draw(o, u)
  local number = function(x, usual) return type(x) == "number" and x or usual end
  local first, last = u.axles[1], u.axles[#u.axles]
  local x1, x0 = number(first.at, 1), number(last.at, -1)
  if u.coupling then x1 = number(u.coupling.x, x1) end
  local r = number(first.radius, 0.1 * (x1 - x0) + 0.05)
  local list = { shapes.box(x0, x1, 0.5 * r, 0.8 * r, 1.4 * r, shapes.colors.paint) }
  for _, a in ipairs(u.axles) do
    if not o.spin then shapes.wheel_at(list, number(a.at, 0), r) end
  end
  return list
end

local function bodies_of(o)
  local list = {}
  for k, u in ipairs(o.units) do
    local ahead, t = o.units[k - 1], u.total
    local body = { name = u.body, mass = put(t.mass), com = amounts.puts { t.x, t.y, 0 },
      inertia = amounts.puts { t.inertia, t.inertia, t.inertia }, joint = joint_of(u),
      shapes = draw(o, u) }
    if ahead then
      body.parent, body.at = ahead.body, { put(ahead.hitch.x), 0, 0 }
      body.after = { { "Tx", put(-u.coupling.x) } }
    end
    list[#list + 1] = body
    for _, a in ipairs(o.spin and u.axles or {}) do
      list[#list + 1] = { name = "wheel_" .. a.name, parent = u.body, mass = 0,
        inertia = { 0, 0, 0 }, at = amounts.puts { a.at, 0, a.radius },
        shapes = shapes.wheel(a.radius),
        joint = { kind = "revolute", axis = "y", q = "spin_" .. a.name,
          rotor = put(2 * a.inertia) } }
    end
  end
  return list
end

-- rows of wheels that do not slide aside, and of the speed that is told
local function rows_of(o)
  local list = {}
  for _, a in ipairs(o.ideal and o.axles or {}) do
    list[#list + 1] = { "equation", name = "rolls_" .. a.name, equation = as_text(a.aside) }
  end
  if o.ideal == "speed" then
    list[#list + 1] = { "equation", name = "speed",
      equation = as_text(o.units[1].motion.u - li.symbols "speed") }
  end
  return #list > 0 and list or nil
end

local function pushes(out, o)
  for _, u in ipairs(o.units) do
    for _, a in ipairs(u.axles) do
      if o.ideal then
        local push = o.ideal == true and push_of(o, a) or 0
        if not is_zero(push) then
          out[#out + 1] = { "given", name = a.element, at = u.body, point = { put(a.at), 0, 0 },
            axes = "body", f = { as_text(push * li.cos(a.angle)), as_text(push * li.sin(a.angle)),
              0 } }
        end
      else axle_forces(out, o, u, a) end
    end
    local c = u.coupling
    if c and not is_zero(c.damping) then
      out[#out + 1] = { "damper", name = "coupling_" .. u.number,
        joint = "articulation_" .. u.number, damping = put(c.damping) }
    end
  end
end

-- the air on the first unit
local function air(out, o)
  local a = o.units[1].aero
  if not a then return end
  local p = a.density * a.area / 2
  local m, wx, wy = o.units[1].motion, li.symbols "wind_x", li.symbols "wind_y"
  local c, s = li.cos(li.coordinates "yaw"), li.sin(li.coordinates "yaw")
  local u, v = m.u - wx * c - wy * s, m.v - wy * c + wx * s
  local V = li.sqrt(u ^ 2 + v ^ 2 + 1e-12)
  out[#out + 1] = { "given", name = "aero", at = "body", point = amounts.puts { a.at[1], 0, 0 },
    axes = "body", f = { as_text(-p * a.cx * V * u), as_text(-p * a.cy * V * v), 0 } }
  if not is_zero(a.cn) then
    out[#out + 1] = { "given", name = "aero_yaw", joint = "yaw",
      f = as_text(-p * a.length * a.cn * V * v) }
  end
end

local function inputs_of(o)
  local list = {}
  local function add(name, unit_of, what, more)
    local input = { name = name, unit = unit_of, text = what }
    for key, x in pairs(more or {}) do input[key] = x end
    list[#list + 1] = input
  end
  steering.inputs(add, o)
  local drives, brakes = false, false
  for _, a in ipairs(o.axles) do
    drives, brakes = drives or not is_zero(a.drive), brakes or not is_zero(a.brake)
  end
  if o.ideal == "speed" then add("speed", "m/s", "ahead, of the first unit")
  elseif o.force then add("force", "N", "drives the car")
  else
    if drives then add("drive", "N m", "torque on all driven wheels") end
    if brakes then add("brake", "N m", "torque of all brakes", { min = 0 }) end
  end
  if o.units[1].aero then words.wind_inputs(add) end
  return list
end

local function outputs_of(o)
  local out = words.motion_outputs(o.units[1].com[1])
  for k = 2, #o.units do words.unit_outputs(out, o.units, k) end
  for _, a in ipairs(o.ideal and {} or o.axles) do
    out["slip_" .. a.name] = as_text(li.atan(a.aside / root_of(a.along, o.slow)))
  end
  return out
end

local function told_of(o, model, outputs)
  local told = { loads = {}, radii = {}, wheels = {}, hitches = {}, left = {} }
  for i, a in ipairs(o.axles) do
    told.wheels[i], told.loads[a.name], told.radii[a.name] = a.name, a.load, a.radius
    left_out(told.left, a.given or {}, a.path or "", LEFT.axle)
  end
  left_out(told.left, o.given, "", LEFT.car)
  for k = 2, #o.units do told.hitches[k] = o.units[k].hitch_load end
  return tell.of { model = model, told = told, outputs = outputs, free = { "x", "y", "yaw" },
    spins = "^spin_", inputs = function(V) return o.ideal == "speed" and { speed = V } or nil end,
    turning = function(v, V)
      for _, a in ipairs(o.spin and o.axles or {}) do v["spin_" .. a.name] = V / a.radius end
    end }
end

local function needs_radius(o)
  if o.ideal == "speed" or o.force then return end
  for _, a in ipairs(o.axles) do
    if not a.radius and (o.spin or not (is_zero(a.drive) and is_zero(a.brake))) then
      check.fail(a.path .. ".radius", "drive and brake are torques: give the radius of the wheel")
    end
  end
end

-- o: units and what the vehicle has once, read; what: how it is called
function planar.vehicle(o, what)
  check_ideal(o)
  name_axles(o)
  needs_radius(o)
  load_axles(o)
  velocities(o)
  for _, u in ipairs(o.units) do
    for _, a in ipairs(u.axles) do wheel_motion(o, a, u.motion) end
  end
  if o.load_transfer then load_shifts(o) end
  local bodies, inputs, forces = bodies_of(o), inputs_of(o), {}
  amounts.refuse(o.names, bodies, inputs, what)
  pushes(forces, o)
  air(forces, o)
  local outputs = outputs_of(o)
  local model = li.robot { name = o.name or what, gravity = amounts.puts { 0, 0, -o.gravity },
    bodies = bodies, forces = forces, inputs = inputs, outputs = outputs,
    constraints = rows_of(o) }
  return model, told_of(o, model, outputs)
end

return planar
