-- test_tyre_late.lua - tyres that answer late: relaxation against closed forms, in runs, kernels,
-- linear models; rest on slopes; lengths of files; mirrored wheels, friction and shapes of roads
local t = require "t"
local li = require "liaison"
local tyrelist = require "tyrelist"

local R, K, G = 0.3, 2e5, 9.81

-- a wheel on slides along x, y, z, of these masses; its spin may be held
local function carried(forces, o)
  local mass = o.mass or 250
  return li.robot { gravity = o.gravity or { 0, 0, -G }, forces = forces, bodies = {
    { name = "x", joint = { kind = "prismatic", axis = "x", q = "x" }, mass = o.along or 0,
      inertia = { 0, 0, 0 } },
    { name = "y", joint = { kind = "prismatic", axis = "y", q = "y" }, mass = o.across or 0,
      inertia = { 0, 0, 0 } },
    { name = "hub", joint = { kind = "prismatic", axis = "z", q = "z" }, mass = mass,
      inertia = { 10, 10, 10 } },
    { name = "wheel", joint = { kind = "revolute", axis = "y", q = "spin" }, mass = 0,
      inertia = { 0, o.spin or 1, 0 } } } }
end

local function linear(more)
  local spec = { kind = "linear", radius = R, cx = 8e4, cy = 6e4, relax_x = 0.2, relax_y = 0.5,
    settle = 0 }
  for key, x in pairs(more or {}) do spec[key] = x end
  return li.tyre(spec)
end

local function on(tyre, more)
  local spec = { at = "wheel", stiffness = K, name = "tyre" }
  for key, x in pairs(more or {}) do spec[key] = x end
  return tyre:on(spec)
end

local sink = 250 * G / K
local HEAVY = { along = 1e12, across = 1e12, spin = 1e12 }

t.test("after a step of the slip the force comes as 1 - exp(-V t/l), ahead and in reverse",
  function()
    for _, V in ipairs { 10, -10 } do
      local m, w, slip = carried({ on(linear()) }, HEAVY), 0.2, 0.05
      local run = assert(m:simulate(0.1, { 0, 0, R - sink, 0 },
        { V, w, 0, (V + slip * math.abs(V)) / (R - sink) }, { record = "forces",
          rtol = 1e-11, atol = 1e-12, dt = 0.01 }))
      for i = 1, #run do
        local time = run.t[i]
        t.near(run["tyre.Fy"][i], -6e4 * w / math.abs(V) * (1 - math.exp(-10 * time / 0.5)), 1e-3)
        t.near(run["tyre.Fx"][i], 8e4 * slip * (1 - math.exp(-10 * time / 0.2)), 1e-3)
        t.near(run.tyre_drawn_y[i], 0.5 * w / 10 * (1 - math.exp(-10 * time / 0.5)), 1e-8)
      end
      -- slips are those of the wheel at once
      t.near(run["tyre.alpha"][1], math.atan(w / math.sqrt(100.01)), 1e-12)
    end
  end)

t.test("where nothing changes any more it is the tyre that answers at once", function()
  for _, row in ipairs(li._internal.tyre.rows()) do
    local tyre = tyrelist.tyre(row.name)
    local function after(more)
      local wheel = tyre:on { at = "wheel", stiffness = K, name = "tyre", radius = R }
      for key, x in pairs(more) do wheel[key] = x end
      local m = carried({ wheel }, HEAVY)
      local run = assert(m:simulate(2, { 0, 0, R - sink, 0 }, { 20, 0.6, 0, 20.6 / (R - sink) },
        { record = "forces" }))
      return { run["tyre.Fx"][#run], run["tyre.Fy"][#run], run["tyre.Mz"][#run] }
    end
    t.near(after { relax_x = 0.2, relax_y = 0.5 }, after { relax_x = 0, relax_y = 0 }, 0.05,
      row.name)
  end
end)

t.test("small motions: s^2 + V/l s + c/(M l) across", function()
  local m = carried({ on(linear()) }, {})
  local lin = m:linearize { q = { z = R - sink }, v = { x = 10, spin = 10 / (R - sink) },
    states = "y' tyre_drawn_y" }
  t.eq(table.concat(lin.states, " "), "y' tyre_drawn_y")
  -- trace and determinant
  t.near(lin.A[1][1] + lin.A[2][2], -10 / 0.5, 1e-9)
  t.near(lin.A[1][1] * lin.A[2][2] - lin.A[1][2] * lin.A[2][1], 6e4 / (250 * 0.5), 1e-6)
end)

t.test("engine, kernel and sweep: one run, forces and own states in its rows", function()
  local m = carried({ on(linear { settle = 0.01 }, { damping = 500 }) }, {})
  local q, v = { 0, 0, R - sink, 0 }, { 10, 0, 0, 10 / (R - sink) }
  local function run_by(more)
    local o = { record = "forces", tau = { y = "500*t", spin = "-50" }, rtol = 1e-11,
      atol = 1e-12 }
    for key, x in pairs(more) do o[key] = x end
    return assert(m:simulate(0.5, q, v, o))
  end
  local a, b = run_by { kernel = false }, run_by { kernel = true }
  for _, name in ipairs(a:columns()) do
    local x, y = a:column(name), b:column(name)
    t.near(y[#y], x[#x], 1e-6 * (1 + math.abs(x[#x])), name)
  end
  -- from the middle on with its own states
  local half = assert(m:simulate(0.25, q, v, { tau = { spin = "-50" } }))
  local q1, v1 = half:state()
  local rest = assert(m:simulate(0.25, q1, v1, { tau = { spin = "-50" },
    z = { half.tyre_drawn_x[#half], half.tyre_drawn_y[#half] } }))
  local by_name = assert(m:simulate(0.25, q1, v1, { tau = { spin = "-50" },
    z = { tyre_drawn_y = half.tyre_drawn_y[#half], tyre_drawn_x = half.tyre_drawn_x[#half] } }))
  t.eq(by_name.x[#by_name], rest.x[#rest])
  local whole = assert(m:simulate(0.5, q, v, { tau = { spin = "-50" } }))
  t.near(rest["x'"][#rest], whole["x'"][#whole], 1e-7)
  t.raises("z: the force elements have 2 own states: expected as many numbers", m.simulate, m, 1,
    q, v, { z = { 1 } })
  t.raises("z: no own state 'tyre_drawn_z' %(did you mean 'tyre_drawn_x'", m.simulate, m, 1, q, v,
    { z = { tyre_drawn_z = 1 } })
  t.raises("z: tyre_drawn_x: expected a number, got string", m.simulate, m, 1, q, v,
    { z = { tyre_drawn_x = "1" } })
  t.raises("z: expected", m.linearize, m, { z = { 1, 2, 3 } })
end)

t.test("a linear model along a run has its own states", function()
  local tyre = li.tyre { kind = "brush", radius = R, cx = 8e4, cy = 6e4, mu = 0.9, relax_x = 0.2,
    relax_y = 0.5 }
  local m = carried({ on(tyre) }, {})
  local run = assert(m:simulate(1, { 0, 0, R - sink, 0 }, { 10, 0.8, 0, 10 / (R - sink) }))
  local at = m:linearize { run = run, at = { 0.05 } }[1]
  local q, v, z = {}, {}, { run:at("tyre_drawn_x", 0.05), run:at("tyre_drawn_y", 0.05) }
  for k, name in ipairs(m:coordinates()) do
    q[k], v[k] = run:at(name, 0.05), run:at(name .. "'", 0.05)
  end
  t.near(at.A, m:linearize { q = q, v = v, z = z }.A, 1e-9)
  -- half way to friction it is softer than where it is not drawn
  local still = m:linearize { q = q, v = v, z = { 0, 0 } }
  local k = 0
  for i, name in ipairs(at.states) do k = name == "tyre_drawn_y" and i or k end
  t.ok(math.abs(at.A[6][k]) < 0.9 * math.abs(still.A[6][k]))
end)

t.test("on a slope a held wheel stands: it is drawn by F l/c and stays there", function()
  local slope = 0.1
  local m = carried({ on(linear { settle = 0.02 }, { damping = 500 }),
    { "spring", name = "brake", joint = "spin", stiffness = 1e8, damping = 1e3 } },
    { gravity = { -G * math.sin(slope), 0, -G * math.cos(slope) } })
  local start = { 0, 0, R - sink * math.cos(slope), 0 }
  local run = assert(m:simulate(10, start, { 0, 0, 0, 0 }, { record = "forces" }))
  local F = 250 * G * math.sin(slope)
  t.near(run["tyre.Fx"][#run], F, 1e-3 * F)
  -- to and fro it slipped a little
  t.near(run.x[#run], -F * 0.2 / 8e4, 0.02 * F * 0.2 / 8e4)
  local middle = run:at("x", 5)
  t.near(run.x[#run], middle, 1e-10)
  -- an equilibrium, with what holds it
  local q, info = m:equilibrium { q = start, fix = { "x", "y" } }
  t.ok(q, info)
  t.near(info.z.tyre_drawn_x, F * 0.2 / 8e4, 1e-9)
  t.near(info.z.tyre_drawn_y, 0, 1e-12)
end)

t.test("a car on a bank stands by them: weight along and across it, no motion; at once it creeps",
  function()
    local function banked(relax, slope)
      local tyre = li.tyre { kind = "brush", radius = R, cx = 8e4, cy = 5e4, mu = 0.9,
        stiffness = K, damping = 300, relax_x = relax, relax_y = relax }
      local function axle(at)
        return { at = at, track = 1.5, spring = 2.4e4, damper = 2000, unsprung = 40, inertia = 1,
          tyre = tyre }
      end
      return li.car { mass = 1200, inertia = { 450, 1800, 2000 }, com = { 0, 0, 0.5 },
        axles = { axle(1.2), axle(-1.4) }, road = { normal = { 0, -slope, 1 } } }
    end
    local car, told = banked(0.3, 0.2)
    local rest = assert(told.rest())
    local run = assert(car:simulate(1, rest.q, nil, { z = rest.z, record = "forces" }))
    local W, across, up = (1200 + 4 * 40) * G, 0, 0
    for _, w in ipairs(told.wheels) do
      across, up = across + run["tyre_" .. w .. ".Fy"][1], up + rest.loads[w]
    end
    t.near(up, W / math.sqrt(1.04), 1e-3)
    t.near(across, 0.2 * W / math.sqrt(1.04), 1e-3)
    for _, name in ipairs(car:speeds()) do t.near(run[name][#run], 0, 1e-6, name) end
    -- to the right, which is down, the loads grow, and it rolls
    t.ok(rest.loads.fr > rest.loads.fl and rest.loads.rr > rest.loads.rl)
    t.ok(rest.q.roll > math.atan(0.2))
    local _, told_at_once = banked(nil, 0.2)
    local none, why, code = told_at_once.rest()
    t.eq(none, nil)
    t.ok(why:find("y: no equilibrium found", 1, true) and why:find("answer late", 1, true), why)
    t.eq(code, "EUNREACHABLE")
  end)

t.test("turns that are steady are those of tyres that answer at once, up to a wheel in the air",
  function()
    local function car(relax)
      local tyre = li.tyre { kind = "brush", radius = 0.31, cx = 9e4, cy = 6e4, mu = 2.5,
        stiffness = K, damping = 300, relax_x = relax, relax_y = relax }
      return (li.car { mass = 1200, inertia = { 450, 1800, 2000 }, com = { 0, 0, 0.6 },
        axles = { { at = 1.2, track = 1.4, unsprung = 40, inertia = 1, tyre = tyre, spring = 2.5e4,
          damper = 2000, bar = 2e4, steer = 1 / 16, brake = 1, compliance = { stiffness = 3e4,
            damping = 100 } }, { at = -1.4, track = 1.4, unsprung = 40, inertia = 1, tyre = tyre,
          spring = 2.2e4, damper = 2000, drive = 1 } } })
    end
    local once, late = car(nil), car(0.4)
    local lifted = false
    for _, turn in ipairs { { speed = 60, curvature = 0 }, { speed = 20, lateral_acceleration = 5 },
      { speed = 20, lateral_acceleration = 8.5 }, { speed = 20, lateral_acceleration = 8.8 } } do
      local a, b = assert(li.steady_turn(once, turn)), assert(li.steady_turn(late, turn))
      t.near(b.u.steer, a.u.steer, 1e-3 * (1 + math.abs(a.u.steer)))
      t.near(b.q.roll, a.q.roll, 1e-4)
      lifted = lifted or assert(late:simulate(1e-6, b.q, b.v, { z = b.z, inputs = b.u,
        record = "forces" }))["tyre_fl.load"][1] == 0
    end
    t.ok(lifted)
    local options = { lines = 5, sideslip = 0.04, steer = 0.04 }
    local a, b = li.manoeuvre("moment_method", once, options), li.manoeuvre("moment_method", late,
      options)
    t.near(b.values.largest, a.values.largest, 1e-3)
    t.near(b.values.largest_balanced, a.values.largest_balanced, 1e-3)
  end)

t.test("spinning where it stands, sliding, in the air: never drawn beyond the length", function()
  for _, v in ipairs { { 0, 0, 0, 60 }, { 0, 0, 0, -60 }, { 0, 8, 0, 0 }, { 12, 0, 0, 0 },
    { -5, 3, 0, 40 } } do
    local m = carried({ on(linear { mu = 0.9 }) }, HEAVY)
    local run = assert(m:simulate(2, { 0, 0, R - sink, 0 }, v))
    for i = 1, #run do
      local x, y = run.tyre_drawn_x[i], run.tyre_drawn_y[i]
      t.ok(math.abs(x) <= 0.2 + 1e-8 and math.abs(y) <= 0.5 + 1e-8, ("%g %g"):format(x, y))
    end
  end
  local m = carried({ on(linear()) }, { gravity = { 0, 0, 0 } })
  local run = assert(m:simulate(1, { 0, 0, R + 0.1, 0 }, { 10, 1, 0, 0 },
    { z = { 0.05, 0.1 } }))
  t.near(run.tyre_drawn_x[#run], 0.05 * math.exp(-math.sqrt(101) / 0.2), 1e-6)
end)

-- ---- lengths ------------------------------------------------------------------------------------

t.test("lengths of the Magic Formula: of 5.2 by the load, of 6.1 by the carcass", function()
  local n = { PTX1 = 2.3, PTX2 = -0.4, PTX3 = 0.25, PTY1 = 2.1, PTY2 = 1.9, LSGKP = 1.1,
    LSGAL = 0.9, PKY3 = 0.4 }
  local old = tyrelist.mf52(n)
  local known = li.tyre.published "pacejka_205_60R15".numbers
  local spec = { kind = "mf61", radius = 0.313, LONGITUDINAL_STIFFNESS = 3.6e5,
    LATERAL_STIFFNESS = 1.4e5, PCFX1 = 0.17, PCFX3 = -0.2, PCFY1 = 0.18, PCFY2 = -0.02 }
  for name, x in pairs(known) do spec[name] = spec[name] or x end
  local new = li.tyre(spec)
  for _, N in ipairs { 2500, 4000, 5500 } do
    local f = (N - 4000) / 4000
    local x, y = old:lengths { load = N, gamma = 0.05 }
    t.near(x, N * (2.3 - 0.4 * f) * math.exp(-0.25 * f) * 0.313 / 4000 * 1.1, 1e-12)
    t.near(y, 2.1 * math.sin(2 * math.atan(N / (1.9 * 4000))) * (1 - 0.4 * 0.05) * 0.313 * 0.9,
      1e-12)
    x, y = new:lengths { load = N, pressure = 1.1 * 220000 }
    local Kx = N * (known.PKX1 + known.PKX2 * f) * math.exp(known.PKX3 * f)
    t.near(x, Kx / (3.6e5 * (1 + 0.17 * f) * (1 - 0.2 * 0.1)), 1e-9)
    local Ky = known.PKY1 * 4000 * math.sin(2 * math.atan(N / 4000 / known.PKY2))
    t.near(y, -Ky / (1.4e5 * (1 + 0.18 * f - 0.02 * f ^ 2)), 1e-9)
  end
  -- a tenth of the radius at least, and none where none is told
  t.near({ old:lengths { load = 0 } }, { 0.0313, 0.0313 }, 1e-12)
  t.near({ tyrelist.mf52():lengths { load = 4000 } }, { 0, 0 }, 0)
end)

local function file(more)
  local lines = { "[UNITS]", "LENGTH = 'mm'", "FORCE = 'kilonewton'", "TIME = 'second'",
    "MASS = 'kg'", "ANGLE = 'radians'", "[MODEL]", "FITTYP = 61", "[DIMENSION]",
    "UNLOADED_RADIUS = 313 $ free", "[INERTIA]", "MASS = 9.3" }
  for _, line in ipairs(more) do lines[#lines + 1] = line end
  local numbers = li.tyre.published "pacejka_205_60R15".numbers
  for _, n in ipairs(li._internal.tyre.rows()[6].numbers) do
    local x = numbers[n.name]
    if n.name == "FNOMIN" then x = x / 1000 elseif n.name == "LONGVL" then x = x * 1000 end
    if x and x ~= n.default then
      lines[#lines + 1] = n.name .. " = " .. li._internal.number(x, 17)
    end
  end
  return table.concat(lines, "\n") .. "\n"
end

t.test("a file says whether it answers late, for what it holds, what was passed over", function()
  local late = li.tyre.read(file { "USE_MODE = 14", "LONGITUDINAL_STIFFNESS = 0.36",
    "LATERAL_STIFFNESS = 0.14", "FZMIN = 0.1", "FZMAX = 10", "ALPMIN = -0.5", "ALPMAX = 0.5" })
  t.eq(late.transient, true)
  t.near(late.numbers.LATERAL_STIFFNESS, 1.4e5, 1e-9)
  t.near(late.ranges.load, { 100, 10000 }, 1e-9)
  t.eq(late.ranges.kappa, nil)
  t.eq(late:on { at = "w", stiffness = K }.relax_x, nil)
  t.eq(late:on { at = "w", stiffness = K, relaxation = false }.relax_x, 0)
  local steady = li.tyre.read(file { "USE_MODE = 3", "LATERAL_STIFFNESS = 0.14" })
  t.eq(steady.transient, false)
  t.eq(steady.notes[1], "USE_MODE = 3 asks for forces of one slip each: here all act, together")
  t.eq(steady:on { at = "w", stiffness = K }.relax_y, 0)
  t.eq(steady:on { at = "w", stiffness = K, relaxation = true }.relax_y, nil)
  t.raises("relaxation: the tyre 'text' has no relaxation lengths: give relax_x, relax_y",
    function() li.tyre.read(file { "USE_MODE = 14" }):on { at = "w", stiffness = K } end)
  -- a unit and a number of one name; the same number twice
  t.eq(table.concat(late.unused, " "), "MASS")
  t.raises("MASS: it stands in line 12 already", li.tyre.read, file { "MASS = 1" })
end)

-- ---- sides, friction, shapes of the road --------------------------------------------------------

t.test("a wheel of the other side has the mirrored forces, shifts and all", function()
  for _, kind in ipairs { "mf52", "mf61" } do
    local tyre = tyrelist.tyre(kind)
    local function felt(side, way)
      local wheel = on(tyre, { mirror = side < 0 or nil, axle = { 0, 1, 0.03 * way }, radius = R })
      return carried({}, {}):applied({ wheel }, { 0, 0, R - 0.02, 0 }, { 10, 0.3 * way, 0, 35 }, 0)
    end
    local a, b = felt(1, 1), felt(-1, -1)
    t.near(b[1], a[1], 1e-8, kind)
    t.near(b[2], -a[2], 1e-8, kind)
    t.near(b[4], a[4], 1e-8, kind)
    -- unlike the tyre itself there
    t.ok(math.abs(felt(1, -1)[2] + a[2]) > 10, kind)
  end
end)

t.test("a car has the tyre that was measured on the left mirrored on the right", function()
  local tyre = li.tyre.read(file { "TYRESIDE = 'LEFT'" })
  local function axle(at)
    return { at = at, track = 1.5, spring = 2e4, damper = 2000, unsprung = 40, inertia = 1,
      stiffness = 2e5, tyre = tyre }
  end
  local car, told = li.car { mass = 1200, inertia = { 450, 1800, 2000 }, com = { 0, 0, 0.5 },
    axles = { axle(1.3), axle(-1.3) } }
  local sides = {}
  for _, f in ipairs(car:description().forces) do
    if f.kind == "tyre_mf61" then sides[f.name] = f.side or 1 end
  end
  t.near({ sides.tyre_fl, sides.tyre_fr, sides.tyre_rl, sides.tyre_rr }, { 1, -1, 1, -1 }, 0)
  local run = assert(car:simulate(1, nil, told.rolling(20)))
  t.near(run.y[#run], 0, 1e-9)
end)

t.test("friction of the road scales what a tyre holds, not its slope at rest", function()
  for _, row in ipairs(li._internal.tyre.rows()) do
    local tyre = tyrelist.tyre(row.name)
    local function most(mu)
      local F = 0
      for k = 1, 200 do
        F = math.max(F, math.abs(tyre:forces { alpha = -0.004 * k, load = 3000, friction = mu }.Fy))
      end
      return F
    end
    t.near(most(0.5) / most(1), 0.5, row.name:find "^mf" and 0.02 or 5e-3, row.name)
    local function slope(mu)
      local h = 1e-5
      return (tyre:forces { alpha = h, load = 3000, friction = mu }.Fy
        - tyre:forces { alpha = -h, load = 3000, friction = mu }.Fy) / (2 * h)
    end
    t.near(slope(0.6) / slope(1), 1, row.name:find "^mf" and 0.03 or 2e-3, row.name)
    local mu = li.symbols "mu"
    local function both(f)
      return tyre:forces { alpha = 0.06, kappa = 0.02, load = 3000, friction = f }.Fy
    end
    t.near(both(mu):eval { mu = 0.4 }, both(0.4), 1e-8, row.name)
  end
end)

t.test("a friction map acts where the wheel is: a car braked on two frictions turns", function()
  local tyre = li.tyre { kind = "brush", radius = 0.31, cx = 9e4, cy = 6e4, mu = 1 }
  local function axle(at, brake)
    return { at = at, track = 1.5, spring = 2.4e4, damper = 2000, unsprung = 40, inertia = 1,
      stiffness = 2e5, tyre = tyre, brake = brake }
  end
  local road = li.surface { "flat", friction = { "split", left = 0.9, right = 0.3, edge = 0.1 } }
  local car, told = li.car { mass = 1200, inertia = { 450, 1800, 2000 }, com = { 0, 0, 0.5 },
    road = road, axles = { axle(1.3, 0.6), axle(-1.3, 0.4) } }
  local run = assert(car:simulate(0.5, nil, told.rolling(20), { inputs = { brake = 4000 },
    record = "forces" }))
  t.near(run["tyre_fl.load"][1], told.loads.fl, 1e-6)
  local left, right = run["tyre_fl.Fx"][#run], run["tyre_fr.Fx"][#run]
  t.near(right, -0.3 * run["tyre_fr.load"][#run], 0.02 * math.abs(right))
  t.ok(left < 1.5 * right and run["yaw'"][#run] > 0.05)
end)

t.test("over a bump the nearest place of the road counts, not the one below", function()
  local bump = li.surface { "bump", height = 0.1, length = 1, at = 1 }
  local tyre = li.tyre { kind = "linear", radius = R, cx = 1, cy = 1 }
  local function push(x, z, search, crown, road)
    local m = carried({}, {})
    local tau = m:applied({ tyre:on { at = "wheel", stiffness = K, road = road or bump, model = m,
      search = search, crown = crown } }, { x, 0, z, 0 }, { 0, 0, 0, 0 }, 0)
    return math.sqrt(tau[1] ^ 2 + tau[2] ^ 2 + tau[3] ^ 2)
  end
  for _, x in ipairs { 1.1, 1.3, 1.35 } do
    local z, least = bump:height(x, 0) + R, math.huge
    for i = 0, 8000 do
      local s = x + 0.4 * (i / 4000 - 1)
      least = math.min(least, math.sqrt((s - x) ^ 2 + (bump:height(s, 0) - z) ^ 2))
    end
    local exact, below = K * (R - least), push(x, z, 0)
    t.near(push(x, z, 5), exact, 2e-3 * exact, x)
    t.ok(math.abs(push(x, z) - exact) < 0.5 * math.abs(below - exact), x)
  end
  -- a disc, a toroid and a sphere on a bank: they stand on it as on a plane of that normal
  local bank = li.surface { "plane", bank = 0.3 }
  local s, c = math.sin(0.3), math.cos(0.3)
  for _, crown in ipairs { 0, 0.08, R } do
    local touch = (R - crown) * c + crown
    t.near(push(0, (touch - 0.002) / c, 1, crown, bank), K * 0.002, 1e-6, crown)
    t.near(push(0, (touch - 0.002) / c, 0, crown, bank), K * 0.002, 1e-6, crown)
    t.ok(s > 0)
  end
  t.raises("search: expected a number <= 5, got 9", push, 1, R, 9)
end)

t.test("a long road is asked once, and said to be too long for more", function()
  local road = li.surface { "iso8608", class = "C", seed = 1 }
  local function axle(at)
    return { at = at, track = 1.5, spring = 2e4, damper = 2000, unsprung = 40, inertia = 1,
      tyre = { kind = "linear", radius = 0.3, cx = 8e4, cy = 5e4, stiffness = 2e5 } }
  end
  local function car(r)
    return li.car { mass = 1200, inertia = { 450, 1800, 2000 }, com = { 0, 0, 0.5 }, road = r,
      axles = { axle(1.3), axle(-1.3) } }
  end
  t.ok(car(road))
  t.raises("road: search: the road is too long an expression to be asked again", car,
    { height = road, search = 1 })
  t.raises("road.height: expected a height over x and y as a text, or a surface", car,
    { height = 3 })
end)

t.done()
