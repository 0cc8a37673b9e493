-- bench_acting.lua - models with all that acts on them: kernels of dynamics and slopes beside plain
-- forward dynamics; a car whose forces are all in its description, against its own time (make
-- bench)
local li = require "liaison"
local sin, cos, clock = li.sin, li.cos, li._internal.clock

local who = "from " .. (rawget(_G, "jit") and "luajit" or "lua5.4")
local seconds = tonumber(os.getenv "BENCH_TIME") or 0.2
local only = os.getenv "BENCH_ONLY" or ""

local function tell(row, ns)
  print(("acting,%s,%s,%.2f,%.2f"):format(row, who, ns, ns))
end

local function bench(row, f)
  if not ("acting: " .. row):find(only, 1, true) then return end
  local n, best = 100, math.huge
  f(n)
  repeat
    n = n * 2
    local start = os.clock()
    f(n)
    local t = os.clock() - start
    best = math.min(best, t / n * 1e9)
  until t > seconds
  tell(row, best)
end

-- ---- an arm with its motors ---------------------------------------------------------------------

local arm = li.robots.panda()
local q, v, tau, x, t0 = arm:random(1), li.zeros(7), li.zeros(7), li.zeros(14), li.vec { 0 }
for k = 1, 7 do v[k], tau[k], x[k], x[7 + k] = k / 7, k, q[k], k / 7 end
local f, J = arm:compile "dynamics", arm:compile "jacobians"
bench("panda: forward dynamics", function(n) for _ = 1, n do arm:fd(q, v, tau) end end)
bench("panda: x' = f(t x u)", function(n) for _ = 1, n do f(t0, x, tau) end end)
bench("panda: its slopes A and B", function(n) for _ = 1, n do J(t0, x, tau) end end)
bench("panda: model:linearize", function(n) for _ = 1, n do arm:linearize { q = q, v = v } end end)

-- ---- the same with friction and actuators

local function driven()
  local forces, inputs = {}, {}
  for k, joint in ipairs(arm:coordinates()) do
    inputs[k] = "U" .. k
    forces[2*k - 1] = { "friction", joint = joint, coulomb = 0.5, static = 0.6, stribeck = 0.05,
      viscous = 0.3 }
    forces[2*k] = { "actuator", joint = joint, command = inputs[k], gear = 10, limit = 8 }
  end
  return arm:extend { forces = forces, inputs = inputs }
end

local motors = driven()
local fm, Jm = motors:compile "dynamics", motors:compile "jacobians"
bench("panda with friction and actuators: x' = f(t x u)", function(n)
  for _ = 1, n do fm(t0, x, tau) end
end)
bench("panda with friction and actuators: A and B", function(n)
  for _ = 1, n do Jm(t0, x, tau) end
end)

-- ---- a car of 15 coordinates: travel of four wheels, their spin, the steering; suspension,
-- anti-roll bars, tyres that are linear in slip

local R, U, KT, CY, CX = 0.3, 20, 2e5, 8e4, 6e4
local WHEELS = { { "fl", 1.2, 0.75, true }, { "fr", 1.2, -0.75, true }, { "rl", -1.4, 0.75 },
  { "rr", -1.4, -0.75 } }

local function bodies()
  local list = { { name = "chassis", joint = "Tx Ty Tz Rz Ry Rx",
    q = { "x", "y", "z", "yaw", "pitch", "roll" }, mass = 1200, com = { 0, 0, 0.2 },
    inertia = { 400, 1500, 1700 } } }
  for _, w in ipairs(WHEELS) do
    local name, on = w[1], "carrier_" .. w[1]
    list[#list + 1] = { name = on, parent = "chassis", at = { w[2], w[3], 0 },
      joint = "prismatic", q = "t_" .. name, mass = 20, inertia = { 0.5, 0.5, 0.5 } }
    if w[4] then
      list[#list + 1] = { name = "knuckle_" .. name, parent = on, joint = "revolute", mass = 5,
        inertia = { 0.1, 0.1, 0.1 }, q = name == "fl" and "steer" or nil,
        follows = name == "fr" and "steer" or nil }
      on = "knuckle_" .. name
    end
    list[#list + 1] = { name = "wheel_" .. name, parent = on, joint = "revolute", axis = "y",
      q = "s_" .. name, mass = 15, inertia = { 0.6, 1, 0.6 } }
  end
  return list
end

-- position and velocity of the contact of a wheel, base axes
local function contact(g, rates, name)
  local id = "contact_" .. name
  local H, V = g:homogeneous(id), g:jacobian(id) * rates
  return { H:at(1, 4), H:at(2, 4), H:at(3, 4) }, { V:at(1), V:at(2), V:at(3) }
end

local function tyres(plain)
  local g, rates, list = plain:generator(), {}, {}
  for k, name in ipairs(plain:coordinates()) do rates[k] = li.coordinates(name):d() end
  rates = li.smat(rates)
  for _, w in ipairs(WHEELS) do
    local p, u = contact(g, rates, w[1])
    local psi = li.coordinates "yaw" + (w[4] and li.coordinates "steer" or 0)
    local along = u[1] * cos(psi) + u[2] * sin(psi)
    local aside = u[2] * cos(psi) - u[1] * sin(psi)
    local Fx = (li.coordinates("s_" .. w[1]):d() * R - along) * (CX / U)
    local Fy = aside * (-CY / U)
    list[#list + 1] = { "given", name = "tyre " .. w[1], at = "contact_" .. w[1],
      f = { Fx * cos(psi) - Fy * sin(psi), Fx * sin(psi) + Fy * cos(psi), p[3] * -KT } }
    list[#list + 1] = { "given", name = "grip " .. w[1], joint = "s_" .. w[1], f = Fx * -R }
    list[#list + 1] = { "spring", name = "strut " .. w[1], joint = "t_" .. w[1],
      stiffness = 25000, damping = 2500, rest = 0.12 }
  end
  for _, axle in ipairs { "f", "r" } do
    list[#list + 1] = { "spring", name = "bar " .. axle, stiffness = 9000,
      joint = { ["t_" .. axle .. "l"] = 1, ["t_" .. axle .. "r"] = -1 } }
  end
  list[#list + 1] = { "spring", name = "steering", joint = "steer", stiffness = 3000,
    damping = 100, rest = "0.02*sin(t)" }
  return list
end

local function car()
  local d = { gravity = { 0, 0, -9.81 }, bodies = bodies(), frames = {} }
  for _, w in ipairs(WHEELS) do
    d.frames[#d.frames + 1] = { name = "contact_" .. w[1], at = { 0, 0, -R },
      body = (w[4] and "knuckle_" or "carrier_") .. w[1] }
  end
  d.forces = tyres(li.robot(d))
  return li.robot(d)
end

local function drive(kernel, start, T)
  local began = os.clock()
  local run = li.ode(kernel, T, start, { method = "rk4", h = 1e-3, dt = T })
  return os.clock() - began, run
end

-- seconds on the wall to have the kernel of a model: made anew, then found in the cache
local function time_compiling(model, options)
  local folder = os.tmpname()
  os.remove(folder)
  options.cache = folder
  for _, row in ipairs { "car: making its kernel, nothing in the cache",
    "car: its kernel out of the cache" } do
    local began = clock()
    assert(model:compile("dynamics", options))
    tell(row, (clock() - began) * 1e9)
  end
  os.execute(("rm -rf '%s'"):format(folder))
end

local function bench_car()
  if not ("acting: car"):find(only, 1, true) then return end
  local model, n = car(), 15
  assert(#model:coordinates() == n)
  time_compiling(model, { inputs = {} })
  local kernel, start = model:compile("dynamics", { inputs = {} }), li.zeros(2 * n)
  local at = {}
  for k, name in ipairs(model:coordinates()) do at[name] = k end
  start[at.z], start[n + at.x] = R - 0.02, U
  for _, w in ipairs(WHEELS) do start[n + at["s_" .. w[1]]] = U / R end
  local best, whole = math.huge, math.huge
  local q, v = li.zeros(n), li.zeros(n)
  for k = 1, n do q[k], v[k] = start[k], start[n + k] end
  for _ = 1, 3 do
    best = math.min(best, (drive(kernel, start, 10)))
    local began = os.clock()
    model:simulate(10, q, v, { method = "rk4", h = 1e-3, dt = 10, kernel = true })
    whole = math.min(whole, os.clock() - began)
  end
  tell("car: a second of driving by rk4 at 1 ms", best / 10 * 1e9)
  tell("car: the same by model:simulate with its balance", whole / 10 * 1e9)
end

bench_car()

-- ---- a bicycle: two rolling wheels, a steered fork; its slopes with the constraints solved for

local function bicycle()
  return li.robot { gravity = { 0, 0, -9.81 }, bodies = {
    { name = "frame", joint = "Tx Ty Tz Rz Rx Ry", q = { "x", "y", "z", "yaw", "lean", "pitch" },
      mass = 85, com = { .3, 0, .6 }, inertia = { 9.2, 11, 2.8, 0, -2.4, 0 } },
    { name = "rear", parent = "frame", joint = "revolute", axis = "y", q = "rw", mass = 2,
      inertia = { .0603, .12, .0603 } },
    { name = "fork", parent = "frame", at = { 1.1, 0, -.3 }, joint = "revolute",
      axis = { -math.sin(math.pi / 10), 0, math.cos(math.pi / 10) }, q = "steer", mass = 4,
      com = { -.2, 0, .7 }, inertia = { .05892, .06, .00708, 0, .00756, 0 } },
    { name = "front", parent = "fork", at = { -.08, 0, .35 }, joint = "revolute", axis = "y",
      q = "fw", mass = 3, inertia = { .1405, .28, .1405 } } },
    constraints = {
      { "rolling_disc", name = "rear wheel", from = "rear", from_axis = "y", to = "world",
        radius = .3 },
      { "rolling_disc", name = "front wheel", from = "front", from_axis = "y", to = "world",
        radius = .35 } } }
end

local function bench_bicycle()
  if not ("acting: bicycle"):find(only, 1, true) then return end
  local bike = bicycle()
  local place = assert(bike:assemble { 0, 0, .3, 0, .02, 0, 0, .02, 0 })
  local speed = bike:fit_velocity(place, { rw = 17 }, { fix = "rw" })
  local state, push = li.zeros(18), li.zeros(1)
  for k = 1, 9 do state[k], state[9 + k] = place[k], speed[k] end
  local slopes = bike:compile("jacobians", { inputs = "steer" })
  bench("bicycle: its slopes A and B, constraints solved for", function(n)
    for _ = 1, n do slopes(t0, state, push) end
  end)
  bench("bicycle: model:linearize in the minimal states", function(n)
    for _ = 1, n do bike:linearize { q = place, v = speed } end
  end)
end

bench_bicycle()
