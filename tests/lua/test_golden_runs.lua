-- test_golden_runs.lua - simulations whose numbers are known from documents or closed forms
local t = require "t"
local li = require "liaison"

local function fine(model, time, q, v, options)
  options = options or {}
  options.rtol, options.atol = options.rtol or 1e-11, options.atol or 1e-12
  return assert(model:simulate(time, q, v, options))
end

local function row(run, names, i)
  local x = {}
  for k, name in ipairs(names) do x[k] = run:column(name)[i or #run] end
  return x
end

-- a vehicle of the thesis with its reference numbers, and whatever suits for what they do not name:
-- nothing depends on it
local function vehicle(name)
  local model, rest = li.vehicles[name] { data = "ref" }, {}
  for _, symbol in ipairs(model:symbols()) do rest[symbol] = symbol:find "^([XYZ])%1" and 1 or 0 end
  return model:with(rest)
end

local function planar(L, c, m, I)
  local bodies = {}
  for k = 1, #L do
    bodies[k] = { name = "l" .. k, parent = k > 1 and "l" .. (k - 1) or "world", joint = "revolute",
      axis = { 0, 0, 1 }, q = "th" .. k,
      at = k > 1 and { L[k - 1], 0, 0 } or nil, mass = m[k], com = { c[k], 0, 0 },
        inertia = { 0, 0, I[k], 0, 0, 0 } }
  end
  return li.robot { gravity = { 0, -9.81, 0 }, bodies = bodies }
end

t.test("[nonhol] 2.3: the free swing of a planar 2R arm", function()
  local arm = planar({ 1, 0.8 }, { 1, 0.8 }, { 2, 1.5 }, { 0, 0 })
  local run = fine(arm, 2, { 0.3, 0.8 }, { 2, -3 }, { dt = 0.5 })
  local names = { "th1", "th2", "th1'", "th2'" }
  t.near(row(run, names, 2),
    { 0.12491492189019, 0.73893240384109, -2.66156154524946, 2.33564781890876 }, 1e-8)
  t.near(row(run, names, 3),
    { -1.28149648106583, -0.49021185851595, -2.20380606716411, -7.02285165821315 }, 1e-8)
  t.near(row(run, names),
    { -4.21193349672481, 1.62580544209905, 0.08244847022941, 2.2133827771153 }, 1e-8)
  t.near(run.E, li.vec(row(run, { "E", "E", "E", "E", "E" }, 1)), 1e-9)
end)

t.test("[course] E6.4: the first moment and the energies of the two-bar", function()
  local arm = planar({ 1, 0.8 }, { 0.5, 0.4 }, { 2, 1.5 }, { 1 / 6, 0.08 })
  local run = fine(arm, 1, { 0.3, 0.8 }, { 2, -3 }, { dt = 1e-4, rtol = 1e-12 })
  t.near({ run.T[1], run.V[1] }, { 3.6572852821167, 12.493279589691 }, 1e-11)
  t.near({ (run["th1'"][2] - 2) / 1e-4, (run["th2'"][2] + 3) / 1e-4 },
    { -10.651950413431, 10.843356049470 }, 0.02)
  t.ok(run:info().drift < 1e-9)
end)

t.test("[nonhol] 2.2: a free body, by three families of methods; a wrench on it; weight", function()
  local function body(gravity)
    return li.robot { gravity = { 0, 0, gravity },
      bodies = { { name = "b", parent = "world", joint = "floating", mass = 2,
      inertia = { 0.05, 0.08, 0.11, 0, 0, 0 } } } }
  end
  local qw, qx, qy, qz = li.rot.rpy(-0.3, 0.2, 0.1):quat() -- R = Rz(0.1) Ry(0.2) Rx(-0.3)
  local q0, v0 = { 0, 0, 0, qw, qx, qy, qz }, { 1, 0.2, -0.1, 0.5, 2, -1 }
  local free = body(0)
  for _, how in ipairs { { method = "dop853" }, { method = "rkmk4", h = 5e-4 },
    { method = "radau5", rtol = 1e-10 } } do
    how.dt = 0.5
    local tol = how.method == "dop853" and 1e-9 or 1e-7
    local run = fine(free, 1, q0, v0, how)
    local speeds, names = free:speeds(), free:coordinates()
    t.near(row(run, speeds, 2),
      { 0.49796522780866, 0.76476099207685, 0.46601636976731, 1.10694685332606, 1.66758382994362,
      -1.20138770823359 }, tol, how.method)
    t.near(row(run, speeds),
      { -0.32008263779153, 0.96590602880388, -0.12071722538533, 1.64216468191869, 0.97037052038055,
      -1.4533198425644 }, tol, how.method)
    t.near({ row(run, names)[4], row(run, names)[7] }, { 0.44415299867975, -0.67039253402 }, 1e-6,
      how.method)
    t.near({ row(run, names)[1], row(run, names)[2] }, { 0.92847741967323, 0.25548470962769 }, tol)
    t.near(run.T[#run], 1.27125, 1e-9)
  end
  local run = fine(free, 5, q0, v0)
  t.near({ row(run, free:speeds())[4], row(run, free:speeds())[6] },
    { -1.78489952231808, -1.52790205313919 }, 1e-8)
  local function wrench() return { 1, -0.5, 19, 0.02, -0.01, 0.03 } end
  run = fine(free, 1, q0, v0, { input = wrench })
  t.near(row(run, free:speeds()),
    { -5.71465257822298, 3.43992231870958, 5.22134666689257, 1.88938599396687, 0.84083165765826,
    -1.20983087554271 }, 1e-8)
  t.near(row(run, free:coordinates())[3], 2.90105978976312, 1e-8)
  local heavy = body(-9.81)
  run = fine(heavy, 1, q0, v0, { input = wrench })
  -- v3 is printed as 2.40639677..: by the printed v without weight and R' (0, 0, -9.81) of the
  -- printed quaternion it is this
  t.near(row(run, heavy:speeds()),
    { 2.66067383549066, 7.70208930216024, 2.40639727677325, 1.88938599396687, 0.84083165765826,
    -1.20983087554271 }, 1e-8)
end)

t.test("[nonhol] 2.2: precession of a symmetric body, the flips of the intermediate axis",
  function()
  local function spinner(I)
    return li.robot { gravity = { 0, 0, 0 },
      bodies = { { name = "b", parent = "world", joint = "spherical", mass = 1,
      inertia = { I[1], I[2], I[3], 0, 0, 0 } } } }
  end
  local round = spinner { 0.06, 0.06, 0.1 }
  local run = fine(round, 2, nil, { 0.4, 0, 3 })
  t.near(row(run, round:speeds()), { 0.4 * math.cos(4), 0.4 * math.sin(4), 3 }, 1e-10)
  local flips, tennis = {}, spinner { 0.05, 0.08, 0.11 }
  fine(tennis, 19, nil, { 0.01, 5, 0 },
    { events = { { g = function(_, _, v) return v[2] end, at = function(time)
    flips[#flips + 1] = time
    return "on"
  end } } })
  t.near(flips, { 3.7028201820, 11.1084605461, 18.5141009102 }, 1e-7)
end)

t.test("[thesis] X-MONO-1: the hopper in free flight", function()
  local hopper = vehicle "monopod"
  local names = { "X", "Z", "alpha", "q1", "q2" }
  local run = fine(hopper, 0.25, { 0, 1, 0.1, -0.3, -0.45 }, { 0.5, 1, 0.4, -1.2, 0.3 },
    { dt = 0.05 })
  t.near(row(run, names, 3), { 0.050030032, 1.050909885, 0.14, -0.423023231, -0.42109787 }, 1e-8)
  t.near(row(run, names), { 0.125219619, 0.94317966, 0.2, -0.618609289, -0.382036835 }, 1e-8)
  t.near(run.E[#run], 117.29507520119, 1e-9)
  t.near(run["alpha'"][#run], 0.4, 1e-11)
end)

t.test("[thesis] X-MONO-2: it lands on soft ground and hops", function()
  local hopper = vehicle "monopod"
  local run = fine(hopper, 0.3, { 0, 0.65, 0, 0, -0.45 }, nil, { dt = 0.05, rtol = 1e-10, forces = {
    { "contact", at = "Repere5", normal = { 0, 0, 1 }, stiffness = 20000, damping = 200 },
    { "given", joint = "q1", f = "-200*x - 10*v" },
      { "given", joint = "q2", f = "-2000*(x + 0.45) - 20*v" } } })
  local want = { [3] = { 0.60095, -0.45 }, [5] = { 0.4538, -0.45 }, [6] = { 0.353113, -0.362164 },
    [7] = { 0.274673, -0.290874 } }
  for i, x in pairs(want) do t.near({ run.Z[i], run.q2[i] }, x, 2e-6, "t = " .. run.t[i]) end
end)

t.test("[thesis] X-LOOP: the closed chain on its legs", function()
  local d = vehicle("closed_chain"):description()
  d.constraints = { { "equation", name = "bar", equation = "sin(q3) - (q22 - q21)*cos(q3)" } }
  local chain = li.robot(d)
  local names = { "q1", "q21", "q22", "q3", "q5" }
  local run = fine(chain, 0.25, { 0, 1, 1, 0, 0 }, { 0.5, 0, 0, 0, 0 },
    { dt = 0.05, rtol = 1e-10, forces = {
    { "given", joint = "q21", f = "-2000*(x - 1) - 100*v" },
      { "given", joint = "q22", f = "-2000*(x - 1) - 100*v" },
      { "given", joint = "q5", f = "-500*x - 20*v" } } })
  t.near(row(run, names, 3), { 0.05, 0.985745273, 0.971895921, -0.013848466, 0.000381936 }, 2e-8)
  t.near(row(run, names), { 0.125, 0.992838887, 0.937315595, -0.055466341, 0.003621248 }, 2e-8)
end)

-- spring and damper of every wheel's travel; wheels on the ground below their centres
local function car_forces()
  local forces = {}
  for k, name in ipairs { "z1", "z2", "z3", "z4" } do
    local K, C = k < 3 and 25000 or 23000, k < 3 and 1800 or 1900
    forces[#forces + 1] = { "spring", joint = name, stiffness = K, damping = C }
  end
  return forces
end

t.test("[thesis] X-CAR-2: the car is dropped", function()
  local car = vehicle "car"
  local forces, names = car_forces(), car:coordinates()
  for _, centre in ipairs { "Repere11", "Repere21", "Repere31", "Repere41" } do
    forces[#forces + 1] = { "contact", at = centre, normal = { 0, 0, 1 }, stiffness = 200000,
      damping = 300, radius = 0.3 }
  end
  local q = {}
  for k, name in ipairs(names) do q[k] = name == "z" and 0.75 or 0 end
  local run = fine(car, 0.3, q, nil, { dt = 0.05, rtol = 1e-8, atol = 1e-10, forces = forces })
  local want = { [2] = { 0.7377375, 0, 0, 0 },
    [4] = { 0.639690636, 4.2076e-5, 6.37082e-4, 3.564060e-3 },
    [5] = { 0.565289494, 0.002329925, 0.06551475, 0.071134033 },
      [7] = { 0.452328168, 0.011124273, 0.179127194, 0.165234678 } }
  for i, x in pairs(want) do
    t.near(row(run, { "z", "theta_r", "z1", "z3" }, i), x, 2e-6, "t = " .. run.t[i])
  end
end)

t.test("[course] E1.2: the slider-crank turns, by one coordinate and by three with a loop",
  function()
  local L1, L2, m = 0.2, 0.5, { 1, 1.5, 0.8 }
  local arm = { { name = "crank", parent = "world", joint = "revolute", axis = { 0, 0, 1 },
    q = "th1", mass = m[1], com = { L1 / 2, 0, 0 }, inertia = { 0, 0, 1 / 300, 0, 0, 0 } },
    { name = "rod", parent = "crank", joint = "revolute", axis = { 0, 0, 1 }, q = "th2",
      at = { L1, 0, 0 }, mass = m[2], com = { L2 / 2, 0, 0 }, inertia = { 0, 0, 1 / 32, 0, 0, 0 } },
    { name = "piston", parent = "rod", joint = "revolute", axis = { 0, 0, 1 }, q = "th3",
      at = { L2, 0, 0 }, mass = m[3], com = { 0, 0, 0 }, inertia = { 0, 0, 0.01, 0, 0, 0 } } }
  local closed = li.robot { gravity = { 0, -9.81, 0 }, bodies = arm,
    constraints = { { "equation", name = "turn", equation = "th1 + th2 + th3" },
      { "equation", name = "guide", equation = "0.2*sin(th1) + 0.5*sin(th1 + th2)" } } }
  local b = -math.asin(L1 * math.sin(0.7) / L2)
  t.near(b, -0.260627669675167, 1e-14)
  local rate = -L1 * math.cos(0.7) * 5 / (L2 * math.cos(b))
  local q0, v0 = { 0.7, b - 0.7, -b }, { 5, rate - 5, -rate }
  local forces = { { "given", joint = "th1", value = 2 },
    { "given", at = "piston", force = { -10, 0, 0 } } }
  local run = fine(closed, 0.2, q0, v0, { dt = 0.05, rtol = 1e-11, forces = forces })
  -- multipliers at the start: no moment of the guide, its force
  t.near(row(run, { "turn.1", "guide.1" }, 1), { 0, 15.1269660423 }, 1e-8)
  -- by one coordinate: Jeq th'' + Jeq'/2 th'^2 = Q, told by kinematics
  local function geometry(th)
    local rod = -math.asin(L1 * math.sin(th) / L2)
    local db = -L1 * math.cos(th) / (L2 * math.cos(rod))
    local dx = -L1 * math.sin(th) - L2 * math.sin(rod) * db
    local gx, gy = -L1 * math.sin(th) - L2 / 2 * math.sin(rod) * db,
      L1 * math.cos(th) + L2 / 2 * math.cos(rod) * db
    local J = 1 / 300 + m[1] * L1 ^ 2 / 4 + m[2] * (gx ^ 2 + gy ^ 2) + db ^ 2 / 32 + m[3] * dx ^ 2
    return J, 2 - 10 * dx - 9.81 * (m[1] * L1 / 2 * math.cos(th) + m[2] * gy)
  end
  local strict = assert(li.simulate { x = { 0.7, 5 }, t = 0.2, dt = 0.05, rtol = 1e-11,
    f = function(_, x)
    local e = 1e-5
    local J, Q = geometry(x[1])
    return { x[2], (Q - (geometry(x[1] + e) - geometry(x[1] - e)) / (4 * e) * x[2] ^ 2) / J }
  end })
  for i = 1, #run do t.near(run.th1[i], strict.x1[i], 1e-7) end
end)

local function disc()
  return li.robot { bodies = { { name = "c", joint = "moves",
    moves = { "Tx", "Ty", "Tz", "Rz", "Rx", "Rz" }, q = { "x", "y", "z", "phi", "theta", "psi" },
    mass = 2, inertia = { 0.045, 0.045, 0.09 } } },
      constraints = { { "rolling_disc", name = "contact", from = "c", to = "world",
      radius = 0.3 } } }
end

t.test("[nonhol] 2.10: the disc rolls: energy, the hidden constraint, the contact force at "
  .. "the start", function()
  local d = disc()
  local run = fine(d, 2, { 0, 0, 0.3 * math.sin(1.2), 0.3, 1.2, -0.5 },
    { -1.54913876007719, -0.36213116545531, -0.0434829305372, 0.8, -0.4, 5 }, { dt = 0.1 })
  t.near(run.E[1], 9.294182261078417, 1e-10)
  t.ok(run:info().drift < 1e-9, run:info().drift)
  t.near(row(run, { "contact.1", "contact.2", "contact.3" }, 1),
    { 16.44992935762464, -1.63796781487092, 5.0932555071691 }, 1e-7)
  for i = 1, #run do
    t.near(run.z[i], 0.3 * math.sin(run.theta[i]), 1e-12)
    local rolls = d:constraint_rows(row(run, d:coordinates(), i)) * li.vec(row(run, d:speeds(), i))
    t.near(rolls, { 0, 0, 0 }, 1e-11)
  end
  -- the same disc by other methods and ways
  for _, how in ipairs { { "dopri5", "project" }, { "radau5", "project" }, { "rkmk4", "project" },
    { "dop853", "ggl" }, { "dop853", "baumgarte" } } do
    local other = fine(d, 2, { 0, 0, 0.3 * math.sin(1.2), 0.3, 1.2, -0.5 },
      { -1.54913876007719, -0.36213116545531, -0.0434829305372, 0.8, -0.4, 5 },
      { dt = 1, method = how[1], constraints = how[2], rtol = 1e-10,
        h = how[1] == "rkmk4" and 2e-3 or nil })
    t.near(row(other, d:coordinates()), row(run, d:coordinates()), 1e-6, how[1] .. " " .. how[2])
  end
end)

t.test("[nonhol] 2.10: a bead on a rod that is turned, by a constraint of time, kept in every "
  .. "way and by every method", function()
  local bead = li.robot { gravity = { 0, 0, 0 }, bodies = {
    { name = "c", parent = "world", joint = "prismatic", axis = { 1, 0, 0 }, q = "x", mass = 0,
      inertia = { 0, 0, 0, 0, 0, 0 } },
    { name = "b", parent = "c", joint = "prismatic", axis = { 0, 1, 0 }, q = "y", mass = 1,
      inertia = { 0, 0, 0, 0, 0, 0 } } },
    constraints = { { "equation", name = "rod", equation = "y*cos(2*t) - x*sin(2*t)" } } }
  for _, how in ipairs { { "project", "dop853" }, { "project", "dopri5" }, { "project", "radau5" },
    { "project", "rk4" }, { "ggl", "dop853" }, { "baumgarte", "dop853" }, { "none", "dop853" } } do
    local run = fine(bead, 1, { 1, 0 }, { 0.5, 2 },
      { constraints = how[1], method = how[2], rtol = how[2] == "radau5" and 1e-9 or 1e-11 })
    t.near(row(run, { "x", "y" }), { -1.9429524566466, 4.2454285701948 }, 2e-7,
      how[1] .. " " .. how[2])
    t.near(row(run, { "rod.1" }, 1), { 2 }, 1e-9) -- printed with the other sign: lambda = -2
    t.near(math.abs(row(run, { "rod.1" })[1]), 36.539274644943, 1e-5)
  end
end)

t.test("[nonhol] 2.10: rolling upright is stable above sqrt(g R/3) and not below", function()
  local d, most = disc(), {}
  for k, factor in ipairs { 0.8, 1.2 } do
    local v = factor * 0.9904544411531506
    -- upright along its own plane: x' = -R psi' cos phi with phi = 0; tilted a little
    local tilt = 1e-4
    local run = fine(d, 4, { 0, 0, 0.3 * math.sin(math.pi / 2 + tilt), 0, math.pi / 2 + tilt, 0 },
      { -v, 0, 0, 0, 0, v / 0.3 }, { dt = 0.02, rtol = 1e-9 })
    local least, largest = run:summary "theta"
    most[k] = math.max(largest - math.pi / 2, math.pi / 2 - least)
  end
  t.ok(most[1] > 0.1 and most[2] < 2e-3, most[1] .. " " .. most[2])
end)

t.done()
