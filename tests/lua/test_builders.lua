-- test_builders.lua - what holds for every builder of vehicles: an ordinary model whose kernel
-- moves as the engine does, that is drawn, written and read again, linearised; the same words in
-- told
local t = require "t"
local li = require "liaison"
local case = require "carcase"

local function tyre(radius, more)
  local s = { kind = "linear", radius = radius, cx = 6e4, cy = 4e4, stiffness = 3e5, damping = 500 }
  for key, x in pairs(more or {}) do s[key] = x end
  return s
end

local function trailer()
  local unit = case.spec { hitch = { x = -2, z = 0.4 } }
  return { units = { unit, { mass = 400, inertia = { 100, 500, 500 }, com = { 0.1, 0, 0.6 },
    coupling = { kind = "ball", x = 2, roll_stiffness = 1e4 }, axles = { { at = 0, track = 1.4,
      spring = 2e4, damper = 1500, unsprung = 20, inertia = 0.5, tyre = tyre(0.25) } } } } }
end

local frame = { mass = 85, com = { 0.3, 0.9 }, inertia = { 9.2, 11, 2.8, -2.4 } }
local fork = { mass = 4, com = { 0.9, 0.7 }, inertia = { 0.06, 0.06, 0.007 } }
local function cycle(wheel)
  return { wheelbase = 1.02, trail = 0.08, tilt = 0.3, rear = wheel, front = wheel, frame = frame,
    fork = fork, rider = { mass = 40, com = { 0.3, 1.2 }, inertia = { 2, 2, 1 }, hinge = 0.9,
      stiffness = 900, damping = 50 } }
end

local SIDES = { mass = 800, inertia = 400, track = 1, radius = 0.25, side_inertia = 2 }
local function sides(more)
  for key, x in pairs(SIDES) do more[key] = x end
  return more
end

local omni = {}
for i = 1, 3 do
  omni[i] = { at = { 0.2 * math.cos(2.1 * i), 0.2 * math.sin(2.1 * i) },
    heading = 2.1 * i + math.pi / 2, radius = 0.05, inertia = 1e-3 }
end

-- name, builder, its table, inputs that act
local ALL = {
  { "car", li.car, case.spec(), { steer = 0.02, drive = 200 } },
  { "car by rack", li.car, case.spec { steering = { by = "rack", arm = 0.12 } }, { drive = 50 } },
  { "truck", li.truck, trailer(), { steer = 0.02, drive = 200 } },
  { "single track", li.single_track, case.spec(), { steer = 0.02, drive = 200 } },
  { "spinning", li.single_track, case.spec { spin = true }, { steer = 0.02, drive = 200 } },
  { "caravan", li.single_track, trailer(), { steer = 0.02 } },
  { "rolling", li.single_track, case.spec { ideal = true }, { drive = 200 } },
  { "half car", li.half_car, case.spec(), { road_f = 0.01 } },
  { "quarter car", li.quarter_car, { mass = 300, unsprung = 40, spring = 2e4, damper = 1500,
    stiffness = 2e5 }, { road = 0.01 } },
  { "bicycle", li.bicycle, cycle { radius = 0.33, mass = 2.5, inertia = 0.2 },
    { steer_torque = 0.3 } },
  { "motorcycle", li.motorcycle, cycle { tyre = tyre(0.33, { camber = 1e3 }), mass = 2.5,
    inertia = 0.2 }, { steer_torque = 0.3, drive = 20 } },
  { "differential drive", li.differential_drive, { mass = 20, inertia = 1.2, track = 0.5,
    radius = 0.1, wheel_inertia = 0.01 }, { drive_r = 1 } },
  { "on tyres", li.differential_drive, { mass = 20, inertia = 1.2, track = 0.5, radius = 0.1,
    wheel_inertia = 0.01, tyre = tyre(0.1) }, { drive_r = 1 } },
  { "skid steer", li.skid_steer, sides { axles = { 0.4, -0.4 }, tyre = tyre(0.25) },
    { drive_l = 30 } },
  { "tracks", li.skid_steer, sides { tracks = { length = 1.4, mu = 0.7, shear = 0.03 } },
    { drive_l = 300 } },
  { "omni drive", li.omni_drive, { mass = 5, inertia = 0.1, wheels = omni }, { drive_1 = 0.2 } },
}

-- a state near rolling ahead at 3 m/s, and the inputs in their order
local function moving(m, told, inputs)
  local u = {}
  for i, input in ipairs(m:description().inputs or {}) do u[i] = inputs[input.name] or 0 end
  local v = told.rolling(3)
  local q, rates = {}, {}
  for i, name in ipairs(m:coordinates()) do q[i], rates[i] = 0, v[name] end
  return q, rates, u
end

for _, row in ipairs(ALL) do
  local name, build, spec, inputs = row[1], row[2], row[3], row[4]
  t.test(name .. ": its kernel moves as the engine does", function()
    local m, told = build(spec)
    local q, v, u = moving(m, told, inputs)
    local run = assert(m:simulate(1e-9, q, v, { inputs = inputs, record = "accelerations" }))
    local x = {}
    for i = 1, #q do x[i], x[#q + i] = q[i], v[i] end
    -- inputs that drive rows have rates, which are 0
    local f = m:compile("dynamics", { tape = true })
    local more = {}
    for i, y in ipairs(u) do more[i] = y end
    for _, c in ipairs(m:description().constraints or {}) do
      if name == "rolling" and c.name == "rolls_f" then more[#more + 1], more[#more + 2] = 0, 0 end
    end
    local y = f({ 0 }, x, more)
    for i, q_name in ipairs(m:coordinates()) do
      local a = run[q_name .. "''"][1]
      t.near(y[#q + i], a, 1e-6 * (1 + math.abs(a)), q_name)
    end
  end)
  t.test(name .. ": drawn, written and read again, linearised; told in the same words", function()
    local m, told = build(spec)
    t.ok(#m:html() > 20000)
    local again = li.robot(m:description())
    t.eq(table.concat(again:coordinates(), " "), table.concat(m:coordinates(), " "))
    for _, body in ipairs(m:description().bodies) do
      for _, shape in ipairs(body.shapes or {}) do t.ok(shape.size[1] > 0) end
    end
    local modes, why = told.modes(3)
    t.ok(modes, why)
    t.ok(modes.stability and #modes.linear.states > 0)
    for _, key in ipairs { "loads", "radii", "wheels" } do t.eq(type(told[key]), "table", key) end
    local r = told.rest()
    t.ok(r and r.stability ~= "", name)
    local run, lifts = told.watch(assert(m:simulate(0.05, nil, told.rolling(3),
      { inputs = inputs, record = { "forces", "accelerations" } })))
    t.eq(#lifts, 0)
    for _, column in ipairs(run:columns()) do
      t.ok(run[column][#run] == run[column][#run], column .. " is a number")
    end
    local _, why_not = pcall(build, { mas = 3 })
    t.ok(tostring(why_not):find "mas", why_not)
  end)
end

t.done()
