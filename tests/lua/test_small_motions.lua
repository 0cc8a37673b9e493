-- test_small_motions.lua - model:linearize and model:equilibrium: known answers, other roads,
-- places without slope
local t = require "t"
local li = require "liaison"
local tyrelist = require "tyrelist"
local sin, cos, pi = math.sin, math.cos, math.pi

-- ---- known answers ------------------------------------------------------------------------------

t.test("a pendulum with spring and damper, by hand", function()
  local m = li.robot { gravity = { 0, -10, 0 }, bodies = { { joint = "revolute", mass = 3,
    com = { 0.5, 0, 0 }, inertia = { 0, 0, 0.25 }, stiffness = 7, rest = 0.2, damping = 0.5 } } }
  local q, J, mgl = 0.4, 0.25 + 3 * 0.25, 3 * 10 * 0.5
  local l = m:linearize { q = { q }, v = { 2 } }
  t.near({ l.A[1][1], l.A[1][2], l.A[2][1], l.A[2][2] },
    { 0, 1, (mgl * sin(q) - 7) / J, -0.5 / J }, 1e-14)
  t.near(l.B[2][1], 1 / J, 1e-15)
  t.near(l.rest, { 2, (-mgl * cos(q) - 7 * (q - 0.2) - 0.5 * 2) / J }, 1e-14)
  t.eq(table.concat(l.states, " "), "q1 q1'")
end)

-- parameters: Meijaard, Papadopoulos, Ruina, Schwab, Proc. R. Soc. A 463 (2007), table 1; M, C1, K0
-- and K2 of its equations (5.3), there with z down and the lean of a right turn positive
local w, c, tilt, R, F = 1.02, .08, pi / 10, .3, .35
local function bicycle()
  return li.robot { gravity = { 0, 0, -9.81 },
    bodies = {
      { name = "frame", joint = "Tx Ty Tz Rz Rx Ry", q = { "x", "y", "z", "yaw", "lean", "pitch" },
        mass = 85, com = { .3, 0, .9 - R }, inertia = { 9.2, 11, 2.8, 0, -2.4, 0 } },
      { name = "rear", parent = "frame", joint = "revolute", axis = "y", q = "rw", mass = 2,
        inertia = { .0603, .12, .0603 } },
      { name = "fork", parent = "frame", at = { w + c, 0, -R }, joint = "revolute",
        axis = { -sin(tilt), 0, cos(tilt) }, q = "steer", mass = 4,
        com = { .9 - w - c, 0, .7 }, inertia = { .05892, .06, .00708, 0, .00756, 0 } },
      { name = "front", parent = "fork", at = { -c, 0, F }, joint = "revolute", axis = "y",
        q = "fw", mass = 3, inertia = { .1405, .28, .1405 } },
    },
    constraints = {
      { "rolling_disc", name = "rear wheel", from = "rear", from_axis = "y", to = "world",
        radius = R },
      { "rolling_disc", name = "front wheel", from = "front", from_axis = "y", to = "world",
        radius = F },
    } }
end

local M = li.mat { { 80.81722, 2.31941332208709 }, { 2.31941332208709, 0.29784188199686 } }
local K0 = li.mat { { -80.95, -2.59951685249872 }, { -2.59951685249872, -0.80329488458618 } }
local K2 = li.mat { { 0, 76.59734589573222 }, { 0, 2.65431523794604 } }
local C1 = li.mat { { 0, 33.86641391492494 }, { -0.85035641456978, 1.68540397397560 } }

-- M q'' + v C1 q' + (g K0 + v^2 K2) q = 0
local function published(v)
  local A, K, D = li.zeros(4, 4), M:solve(K0 * 9.81 + K2 * v ^ 2), M:solve(C1 * v)
  for i = 1, 2 do
    A[i][2 + i] = 1
    for j = 1, 2 do A[2 + i][j], A[2 + i][2 + j] = -K[i][j], -D[i][j] end
  end
  return A
end

local function sorted(A)
  local re, _, im = A:eig()
  local list = {}
  for i = 1, #re do list[i] = { re[i], im and im[i] or 0 } end
  table.sort(list, function(a, b)
    if math.abs(a[1] - b[1]) > 1e-6 then return a[1] < b[1] end
    return a[2] < b[2]
  end)
  return list
end

t.test("the bicycle of the benchmark from 0 to 10 m/s: its eigenvalues to ten digits", function()
  local bike = bicycle()
  for v = 0, 10 do
    local l = assert(bike:linearize { q = { z = R, lean = 0, steer = 0 }, v = { rw = v / R },
      states = "lean steer lean' steer'", inputs = {} })
    t.eq(l.B, false)
    local got, want = sorted(l.A), sorted(published(v))
    for i = 1, 4 do t.near(got[i], want[i], 1e-10 * 14) end
  end
  t.near(sorted(bike:linearize { q = { z = R }, v = { rw = 5 / R },
    states = "lean steer lean' steer'" }.A)[1][1], -14.07838969279822, 1e-11)
end)

-- upright at the rate w: the lean of a rolling disc has lambda^2 = 4 g/(5 R) - 12 w^2/5, of a thin
-- hoopless disc with It = m R^2/4, Ia = m R^2/2
t.test("a coin that rolls upright is stable from a speed on", function()
  local coin = li.robot { bodies = { { name = "c", joint = "Tx Ty Tz Rz Rx Ry",
    q = { "x", "y", "z", "yaw", "lean", "spin" }, mass = 2,
    inertia = { 2 * .09 / 4, 2 * .09 / 2, 2 * .09 / 4 } } },
    constraints = { { "rolling_disc", name = "contact", from = "c", from_axis = "y", to = "world",
      radius = .3 } } }
  for _, rate in ipairs { 0, 2, 5 } do
    local l = coin:linearize { q = { z = .3 }, v = { spin = rate },
      states = "lean lean' yaw'", inputs = {} }
    local square = 4 * 9.81 / (5 * .3) - 12 * rate ^ 2 / 5
    local most, turn = 0, 0
    for _, e in ipairs(l:eigenvalues()) do
      most, turn = math.max(most, e.re), math.max(turn, e.im)
    end
    t.near(square > 0 and most or turn, math.sqrt(math.abs(square)), 1e-9)
  end
end)

-- ---- other roads --------------------------------------------------------------------------------

-- x' of model:constrained and the state around, by differences in the independent coordinates
local function crank()
  return li.robot { gravity = { 0, -9.81, 0 }, bodies = {
    { name = "crank", joint = "revolute", q = "a", mass = 1, com = { .1, 0, 0 },
      inertia = { 0, 0, .01 }, stiffness = 3, damping = .2 },
    { name = "rod", at = { .2, 0, 0 }, joint = "revolute", q = "b", mass = .5,
      com = { .25, 0, 0 }, inertia = { 0, 0, .02 } },
    { name = "slide", parent = "world", joint = "prismatic", axis = "x", q = "s", mass = 2,
      inertia = { 1, 1, 1 } } },
    frames = { { name = "end", body = "rod", at = { .5, 0, 0 } } },
    loops = { { "revolute", name = "pin", from = "end", to = "slide" } } }
end

t.test("a mechanism in motion: against differences of its accelerations", function()
  local m, names = crank(), { "a", "b", "s" }
  local function rates(a, rate)
    local q = assert(m:assemble({ a, -0.96, 0.6 }, { fix = { "a" } }))
    local v = assert(m:fit_velocity(q, { a = rate }, { fix = { "a" } }))
    local tau = li.zeros(3)
    tau[1] = -3 * q[1] - .2 * v[1] + 0.3 -- the spring and damper of the crank, and its motor
    return m:constrained(q, v, tau).a[1]
  end
  local at, h = { 0.7, 2 }, 1e-5
  local q = m:assemble({ at[1], -0.96, 0.6 }, { fix = { "a" } })
  local l = assert(m:linearize { q = q, v = { a = at[2] }, independent = "a", u = { a = 0.3 },
    inputs = "a" })
  t.eq(table.concat(l.states, " "), "a a'")
  t.near(l.rest, { at[2], rates(at[1], at[2]) }, 1e-9)
  t.near(l.A[2][1], (rates(at[1] + h, at[2]) - rates(at[1] - h, at[2])) / (2 * h), 1e-5)
  t.near(l.A[2][2], (rates(at[1], at[2] + h) - rates(at[1], at[2] - h)) / (2 * h), 1e-5)
  t.near(l.a[names[1]], rates(at[1], at[2]), 1e-9)
  t.raises("'[ab]' follows from the other coordinates", m.linearize, m,
    { q = q, independent = { "a", "b" } })
end)

t.test("trees: what the derivatives of the recursions say", function()
  for _, m in ipairs { li.planar { 1, .5, .3 }, li.robots.panda(), li.robots.puma560() } do
    local n = #m:speeds()
    local q, v, tau = m:random(3), li.zeros(n), li.zeros(n)
    for k = 1, n do v[k], tau[k] = sin(k), 3 * cos(k) end
    local u = {}
    for k, name in ipairs(m:coordinates()) do u[name] = tau[k] end
    local A, B = m:linearise(q, v, tau)
    local l = m:linearize { q = q, v = v, u = u }
    t.near((l.A - A):norm() / A:norm(), 0, 1e-12)
    t.near((l.B - B):norm() / B:norm(), 0, 1e-12)
  end
end)

-- a free body: (u, w) in body axes; one step of the engine's own motion from neighbouring states
t.test("a floating body in motion: small turns in body axes", function()
  local m = li.robot { gravity = { 0, 0, -9.81 },
    bodies = { { name = "b", joint = "floating", mass = 2, com = { .1, .2, 0 },
      inertia = { .3, .4, .5, .01, 0, .02 } } } }
  local q, v = li.vec { .1, .2, .3, cos(.4), sin(.4) * .6, 0, sin(.4) * .8 },
    li.vec { 1, -2, .5, .3, .7, -.2 }
  local l = m:linearize { q = q, v = v, inputs = {} }
  local function away(x)
    local dq, dv = li.zeros(6), li.zeros(6)
    for k = 1, 6 do dq[k], dv[k] = x[k], x[6 + k] end
    return m:step(q, dq, 1), v + dv
  end
  local T, h, opts = 1e-2, 1e-4, { method = "dop853", rtol = 1e-13, atol = 1e-14 }
  local function later(x)
    local q0, v0 = away(x)
    local run = m:simulate(T, q0, v0, opts)
    return run:state()
  end
  -- exp(A T) of the state moves, for so short a time: 1 + A T + (A T)^2/2 at the middle state
  local qm = later(li.zeros(12))
  local P = li.zeros(12, 12)
  for k = 1, 12 do
    local x = li.zeros(12)
    x[k] = h
    local qa, va = later(x)
    x[k] = -h
    local qb, vb = later(x)
    local dq = (m:difference(qm, qa) - m:difference(qm, qb)) * (1 / (2 * h))
    for i = 1, 6 do P[i][k], P[6 + i][k] = dq[i], (va[i] - vb[i]) / (2 * h) end
  end
  local qh, vh = m:simulate(T / 2, q, v, opts):state()
  local A = m:linearize { q = qh, v = vh, inputs = {} }.A * T
  local E = li.eye(12) + A + A * A * 0.5 + A * A * A * (1 / 6)
  t.near((P - E):norm(), 0, 2e-5)
  t.eq(#l.states, 12)
end)

-- every kind of force at every port it has: against differences of model:applied
t.test("force elements of every kind, because they are listed", function()
  local ports = { joint = { joint = "q1" },
    from = { from = "tip", to = "world", to_point = { 2, 1, 0 } },
    at = { at = "tip", point = { .1, 0, 0 } } }
  local numbers = { stiffness = 40, damping = 2, c = 3, c1 = 2, c2 = .5, force = 5, coulomb = 2,
    static = 3, viscous = .4, resistance = 1, inductance = 0, kt = .5, ke = .5, gear = 3,
    voltage = 6, mu = .3, max = 1, min = -1, linear = 1.5, quadratic = .7 }
  local m, q, v = li.planar { 1, .7, mass = 2 }, li.vec { .3, -.5 }, li.vec { 1.1, -.7 }
  local tried = 0
  for _, listed in ipairs(li._internal.schema.kinds().force) do
    local kind = listed.name
    local row = li._internal.force.row(kind)
    for port, key in pairs { joint = "joint", line = "from", point = "at" } do
      if row.ports[port] and not row.events then
        local f = { kind }
        for k, x in pairs(ports[key]) do f[k] = x end
        for _, p in ipairs(row.numbers) do
          if p.default == nil or numbers[p.name] then
            f[p.name] = p.size == 3 and { 1, -2, .5 } or numbers[p.name] or 1
          end
        end
        tyrelist.fill(f, row, "y")
        local function a(dq, dv)
          local qq, vv = q + dq, v + dv
          return m:fd(qq, vv, (m:applied({ f }, qq, vv)))
        end
        local l, why = m:linearize { q = q, v = v, forces = { f }, inputs = {} }
        t.ok(l, kind .. " " .. port .. ": " .. tostring(why))
        tried = tried + 1
        local h, zero = 1e-6, li.zeros(2)
        for k = 1, 2 do
          local e = li.zeros(2)
          e[k] = h
          local dq = (a(e, zero) - a(e * -1, zero)) * (1 / (2 * h))
          local dv = (a(zero, e) - a(zero, e * -1)) * (1 / (2 * h))
          for i = 1, 2 do
            t.close(l.A[2 + i][k], dq[i], 1e-5, kind .. " " .. port)
            t.close(l.A[2 + i][2 + k], dv[i], 1e-5, kind .. " " .. port)
          end
        end
      end
    end
  end
  t.ok(tried >= 8, tried .. " elements")
end)

-- ---- names, outputs, what is refused ------------------------------------------------------------

t.test("inputs and outputs by name", function()
  local m = li.planar { 1, mass = 3, gravity = { 0, -10, 0 } }
  local l = m:linearize { q = { -pi / 2 }, inputs = "q1", u = { q1 = 2 },
    outputs = { "cos(q1)", "q1''", "3*q1'" } }
  t.near({ l.C[1][1], l.C[1][2] }, { 1, 0 }, 1e-14)
  t.near({ l.C[2][1], l.C[2][2], l.D[2][1] }, { l.A[2][1], l.A[2][2], l.B[2][1] }, 1e-14)
  t.near({ l.C[3][1], l.C[3][2], l.D[3][1] }, { 0, 3, 0 }, 1e-14)
  t.raises("unknown key 'speed'", m.linearize, m, { speed = 1 })
  t.raises("states: no coordinate 'q7'", m.linearize, m, { states = "q7" })
  t.raises("q: expected 1 numbers %(q1%), or a table by name, got 2", m.linearize, m,
    { q = { 1, 2 } })
  t.raises("v: expected 1 numbers", m.linearize, m, { v = { 1, 2 } })
  t.raises("states: expected at least one %(there are: q1, q1'%)", m.linearize, m, { states = {} })
  t.raises("v: no coordinate 'qq'", m.linearize, m, { v = { qq = 1 } })
  local two = li.planar { 1, 1 }
  t.raises("states: q2 acts on q1' there: it must be a state too", two.linearize, two,
    { q = { .3, .4 }, states = "q1 q1'" })
end)

t.test("where a law changes there is no slope, and the element is named", function()
  local m = li.planar { 1 }
  local rope = { { "spring", joint = "q1", stiffness = 50, rope = true } }
  local l, why, code = m:linearize { q = { 0 }, forces = rope }
  t.eq(l, nil)
  t.eq(code, "EDOMAIN")
  t.ok(why:find("forces[1] (spring1): its law changes just there", 1, true), why)
  t.ok(m:linearize { q = { .1 }, forces = rope })
  local dry = li.robot { bodies = { { joint = "revolute", mass = 1, inertia = { 1, 1, 1 },
    friction = 2 } } }
  t.ok(select(2, dry:linearize()):find("q1: the force on it", 1, true))
  t.near(dry:linearize { v = { 1 } }.A[2][2], 0, 1e-15)
  t.raises("forces%[1%].f: a function of the script has no slope", m.linearize, m,
    { forces = { { "given", joint = "q1", f = function() return 0 end } } })
end)

t.test("what acts at events only is left out, and told", function()
  local m = li.planar { 1 }
  local l = m:linearize { q = { .3 }, forces = { { "impact", name = "floor", at = "link1",
    normal = { 0, 1, 0 }, through = { 0, -5, 0 } }, { "damper", joint = "q1", damping = 1 } } }
  t.eq(#l.left_out, 1)
  t.ok(l.left_out[1]:find "^floor: ")
  t.ok(tostring(l):find("left out, as it acts at events only: floor", 1, true))
  t.eq(tostring(m:linearize {}):find "left out", nil)
end)

t.test("a state that does not keep the constraints is moved, and told", function()
  local m = crank()
  local l = m:linearize { q = { .7, -.96, .6 }, v = { 1, 0, 0 } }
  t.ok(l.moved.q > 1e-3 and l.moved.v > 1e-3)
  local q = m:assemble { .7, -.96, .6 }
  t.near(m:linearize { q = q }.moved.q, 0, 1e-12)
  local none, _, code = m:linearize { q = { a = pi / 2, b = 0, s = 9 } }
  t.eq(none, nil)
  t.eq(code, "EUNREACHABLE")
end)

-- ---- compiled -----------------------------------------------------------------------------------

t.test("one kernel of the dynamics: trees, loops with rows too many, rolling", function()
  local m = crank()
  local q = m:assemble { .7, -.96, .6 }
  local v = m:fit_velocity(q, { a = 2 }, { fix = { "a" } })
  local tau = { .3 - 3 * q[1] - .2 * v[1], 0, 0 }
  for _, options in ipairs { { tape = true, inputs = "a" }, { inputs = "a" } } do
    local f = m:compile("dynamics", options)
    local y = f({ 0 }, { q[1], q[2], q[3], v[1], v[2], v[3] }, { .3 })
    local a = m:constrained(q, v, tau).a
    t.near(y, { v[1], v[2], v[3], a[1], a[2], a[3] }, 1e-9)
    local rows = m:compile("constraints", { tape = true, inputs = {} })
    t.near(rows({ 0 }, { q[1], q[2], q[3], v[1], v[2], v[3] }):norm(), 0, 1e-11)
  end
  local bike = bicycle()
  local at = bike:assemble { 0, 0, R, 0, .1, 0, 0, .2, 0 }
  local vel = bike:fit_velocity(at, { rw = 10 }, { fix = { "rw" } })
  local x = {}
  for k = 1, 9 do x[k], x[9 + k] = at[k], vel[k] end
  local y = bike:compile("dynamics", { inputs = "steer", tape = true })({ 0 }, x, { .5 })
  local a = bike:constrained(at, vel, { 0, 0, 0, 0, 0, 0, 0, .5, 0 }).a
  for k = 1, 9 do t.near(y[9 + k], a[k], 1e-9) end
  t.raises("expected 'dynamics', 'jacobians', 'outputs' or 'constraints', got 'dynamic' %(did "
    .. "you mean",
    m.compile, m, "dynamic")
  t.raises("no coordinate or input 'z'", m.compile, m, "dynamics", { inputs = "z" })
end)

-- df/dx by differences of f, off the constraints too
t.test("its slopes as one kernel: trees, rolling, turns in space, inputs", function()
  local free = li.robot { gravity = { 0, 0, -9.81 },
    bodies = { { name = "b", joint = "floating", mass = 2, com = { .1, .2, 0 },
      inertia = { .3, .4, .5, .01, 0, .02 } } }, inputs = "P",
    forces = { { "given", at = "b", point = { .1, 0, 0 }, f = { "P*b_qx", 0, "P^2" } },
      { "drag", at = "b", linear = 2 } } }
  for _, case in ipairs { { li.planar { 1, .7, mass = 2 }, { .3, -.4, 1, 2 }, { 1, 2 } },
    { bicycle(), { 0, 0, R, .1, .05, 0, .2, .1, .3, 1, .1, 0, .2, .1, 0, 3, .2, 3 }, { .5 },
      "steer" },
    { free, { .1, .2, .3, .8, .6, 0, 0, 1, 2, -1, .3, .2, .1 }, { 2 } } } do
    local m, x, u = case[1], case[2], case[3]
    local options = { tape = true, inputs = case[4] }
    local f = m:compile("dynamics", options)
    local A, B = m:compile("jacobians", options)({ 0 }, x, u)
    local function slope(list, k, h)
      list[k] = list[k] + h
      local more = f({ 0 }, x, u)
      list[k] = list[k] - 2 * h
      local less = f({ 0 }, x, u)
      list[k] = list[k] + h
      return (more - less) * (1 / (2 * h))
    end
    for k = 1, #x do
      local d = slope(x, k, 1e-6)
      for i = 1, #x do t.close(A[i][k], d[i], 2e-6, ("A[%d][%d]"):format(i, k)) end
    end
    for k = 1, #u do
      local d = slope(u, k, 1e-6)
      for i = 1, #x do t.close(B[i][k], d[i], 2e-6, ("B[%d][%d]"):format(i, k)) end
    end
  end
end)

t.test("a kernel of t and x alone is integrated as it is", function()
  local m = li.robot { bodies = { { joint = "prismatic", axis = "x", q = "s", mass = 2,
    inertia = { 1, 1, 1 } } }, inputs = { { name = "k", value = 8 } },
    forces = { { "given", joint = "s", f = "-k*x + 4*cos(t)" } }, outputs = { "s''", "2*s*k" } }
  -- s'' + 4 s = 2 cos t from rest at 0: s = 2/3 (cos t - cos 2t)
  local run = li.ode(m:compile("dynamics", { inputs = {} }), 2, { 0, 0 },
    { method = "dop853", rtol = 1e-12, atol = 1e-13 })
  t.near(run:state()[1], 2 / 3 * (cos(2) - cos(4)), 1e-10)
  t.near(m:compile("outputs", { tape = true })({ .5 }, { .1, 3 }, { 8 }),
    { -.4 + 2 * cos(.5), 1.6 }, 1e-14)
end)

-- ---- equilibria ---------------------------------------------------------------------------------

t.test("statics: a pendulum, a spring, a motor that holds, one that does not exist", function()
  local m = li.planar { 1, mass = 3 }
  local q, info = m:equilibrium { q = { -1 } }
  t.near(q[1], -pi / 2, 1e-9)
  t.eq(info.stability, "marginal")
  q, info = m:equilibrium { q = { 1.2 } }
  t.near(q[1], pi / 2, 1e-9)
  t.eq(info.stability, "unstable")
  q, info = m:equilibrium { q = { .3 }, fix = "q1", inputs = "q1" }
  t.near(q[1], .3, 0)
  t.near(info.u.q1, m:id({ .3 }, { 0 }, { 0 })[1], 1e-9)
  local slide = li.robot { gravity = { 0, 0, 0 },
    bodies = { { joint = "prismatic", mass = 2, inertia = { 1, 1, 1 }, damping = 1 } } }
  q, info = slide:equilibrium { u = { q1 = 2 },
    forces = { { "spring", joint = "q1", stiffness = 8 } } }
  t.near(q[1], .25, 1e-12)
  t.eq(info.stability, "stable")
  local none, why, code, least = slide:equilibrium { u = { q1 = 2 } }
  t.eq(none, nil)
  t.eq(code, "EUNREACHABLE")
  t.ok(why:find "^q1: no equilibrium found" and least.worst == "q1")
  t.near(least.left, -2, 1e-12)
  t.raises("fix: no coordinate 'z'", m.equilibrium, m, { fix = "z" })
end)

t.test("statics of a mechanism: the virtual work of its motor", function()
  local m = crank()
  local q, info = m:equilibrium { q = { a = .7, b = -.96, s = .6 }, fix = "a", inputs = "a" }
  t.near(q[1], .7, 1e-12)
  -- V(a) along the closed loop, by differences: its slope is what the motor gives
  local function V(a)
    local x = m:assemble({ a, -.96, .6 }, { fix = { "a" } })
    return select(2, m:energy(x, li.zeros(3)))
  end
  t.near(info.u.a, (V(.7 + 1e-5) - V(.7 - 1e-5)) / 2e-5, 1e-6)
end)

-- tan(lean) of a point that turns is v r / g; wheels with inertia lean a little more
t.test("a steady turn of the bicycle: speeds stay, no force but its steering", function()
  local bike = bicycle()
  local q, info = assert(bike:equilibrium { q = { z = R, steer = .05, lean = -.1 },
    v = { rw = 5 / R, lean = 0, steer = 0 }, fix = "steer x y yaw", inputs = "steer" })
  local a = bike:constrained(q, info.v, { 0, 0, 0, 0, 0, 0, 0, info.u.steer, 0 }).a
  t.near({ a[5], a[7], a[8] }, { 0, 0, 0 }, 1e-8)
  local turn = info.v[4]
  t.near(math.tan(-q[5]), turn * info.v[1] / 9.81, 0.01)
  local run = bike:simulate(1, q, info.v, { tau = { steer =
    li._internal.number(info.u.steer, 17) } })
  t.near(run:state(1)[5], q[5], 1e-5)
  local none, _, code = bike:equilibrium { q = { z = R, steer = .05 },
    v = { rw = 5 / R, lean = 0, steer = 0, yaw = 0 } }
  t.eq(none, nil)
  t.eq(code, "EUNREACHABLE")
end)

t.test("own states rest in an equilibrium: the current of a motor under voltage", function()
  local function arm(inductance)
    return li.robot { gravity = { 0, 0, -9.81 }, bodies = { { name = "arm",
      joint = { kind = "revolute", axis = "y", q = "q1" }, mass = 1, com = { 0.5, 0, 0 },
      inertia = { 0.1, 0.1, 0.1 } } }, forces = { { "motor", name = "m", joint = "q1", voltage = 3,
        kt = 1.2, resistance = 1.5, inductance = inductance } } }
  end
  local at_once = arm(0):equilibrium { q = { -1 } }
  local q, info = arm(0.01):equilibrium { q = { -1 } }
  t.near(q[1], at_once[1], 1e-10)
  -- 1.2 U/R + m g l cos q = 0
  t.near(math.cos(q[1]), -1.2 * 3 / 1.5 / (9.81 * 0.5), 1e-10)
  t.near(info.z.m_current, 2, 1e-10)
end)

local function wall(f, more)
  local d = { gravity = { 0, -9.81, 0 }, bodies = { { name = "arm", mass = 2, com = { 0.5, 0, 0 },
    inertia = { 1, 1, 1 }, joint = { kind = "revolute", q = "th", limits = { -1, 1 } } } },
    forces = { { "given", name = "wall", joint = "th", f = f } } }
  for key, x in pairs(more or {}) do d[key] = x end
  return li.robot(d)
end

t.test("equations have no slope where a law changes either, beside it they have", function()
  for _, f in ipairs { "-8*max(th, 0)", "-abs(th)", "-sign(th)", "piecewise(th > 0, -8*th, 0)" } do
    local eq = wall(f):equations()
    local l, why, code = eq:linearize { q = { 0 } }
    t.eq(l, nil, f)
    t.eq(code, "EDOMAIN")
    t.ok(why:find("^th: the force on it: its law changes just there"), why)
    t.ok(eq:linearize { q = { 0.1 } }, f)
    t.ok(eq:linearize(), "in symbols")
  end
  local K = wall("-8*max(th, 0)"):equations():linearize { q = { 0.1 } }.K
  t.near(K:eval()[1][1], 8 - 9.81*math.sin(0.1), 1e-12)
  -- an input that is open stands at no special place
  t.ok(wall("-max(U, 0)", { inputs = { "U" } }):equations():linearize { q = { 0 },
    inputs = "U" })
end)

t.test("joints at or past their limits are told: a run has a stop there", function()
  local m = wall "0"
  t.eq(#m:linearize { q = { 0.9 } }.left_out, 0)
  t.eq(m:linearize { q = { 1 } }.left_out[1],
    "th: it stands at its limit 1, where a run has a stop")
  local q, info = m:equilibrium { q = { -0.9 } }
  t.near(q[1], -math.pi/2, 1e-9)
  t.eq(info.stops[1], "th: it stands past its limit -1 by 0.5708, where a run has a stop")
  t.ok(tostring(info.linear):find("past its limit -1", 1, true))
  t.near(m:simulate(20, { -0.9 }, nil, { forces = { { "damper", joint = "th", damping = 3 } } })
    :state()[1], -1, 1e-6)
end)

t.test("rest is found from a place where Newton has no direction; where none is, the least is told",
  function()
    local q, info = assert(wall("0"):equilibrium())           -- level: dV'/dth = 0
    t.near(math.abs(q[1]), math.pi/2, 1e-9)
    t.eq(info.stability, q[1] < 0 and "stable" or "unstable")
    local none, why, code, least = wall("30"):equilibrium()
    t.eq(none, nil)
    t.eq(code, "EUNREACHABLE")
    t.ok(why:find("^th: no equilibrium"), why)
    t.near(least.left, 9.81 - 30, 1e-6)
  end)

t.test("kernels leave rows out that follow from others, with open names as with numbers", function()
  local function slider_crank(P, l)
    return li.robot { gravity = { 0, -9.81, 0 }, inputs = { "U" }, bodies = {
      { name = "a", mass = 1, com = { 0.15, 0, 0 }, inertia = { 0.1, 0.1, 0.1 },
        joint = { kind = "revolute", q = "a" } },
      { name = "b", at = { 0.3, 0, 0 }, mass = 1, com = { 0.5, 0, 0 },
        inertia = { 0.1, 0.1, 0.1 }, joint = { kind = "revolute", q = "b" } },
      { name = "s", parent = "world", mass = 2, inertia = { 1, 1, 1 },
        joint = { kind = "prismatic", axis = "x", q = "s" } } },
      forces = { { "given", joint = "a", f = "P*U" } }, frames = { { name = "tip", body = "b",
        at = { "l", 0, 0 } } },
      constraints = { { "point", name = "pin", from = "tip", to = "s" } } }
      :with { P = P, l = l }
  end
  local known, open, long = slider_crank(3, 1), slider_crank(nil, 1), slider_crank(3)
  local q = known:assemble { 0.5, -0.2, 1.2 }
  local x = { q[1], q[2], q[3], 0, 0, 0 }
  local f, left = known:compile("dynamics", { tape = true })
  local want = f({ 0 }, x, { 2 })
  t.eq(table.concat(left, " "), "pin[3]")
  for _, m in ipairs { open, long, open:equations { constraints = true } } do
    local g, out = m:compile("dynamics", { tape = true, parameters = true })
    t.eq(table.concat(out, " "), "pin[3]")
    t.eq(#g.parameters, 1)
    t.near(g({ 0 }, x, { 2 }, { g.parameters[1] == "P" and 3 or 1 }), want, 1e-11)
  end
end)

t.done()
