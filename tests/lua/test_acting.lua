-- test_acting.lua - force elements, inputs and outputs as fields of a model: the same in runs,
-- symbols, small motions and files
local t = require "t"
local li = require "liaison"
local tyrelist = require "tyrelist"

local function suspension(more)
  local d = { gravity = { 0, 0, -9.81 }, bodies = {
    { name = "body", joint = "prismatic", q = "zb", mass = 300, inertia = { 1, 1, 1 } },
    { name = "wheel", parent = "world", joint = "prismatic", q = "zw", mass = 40,
      inertia = { 1, 1, 1 } } },
    inputs = { "F", { name = "road", value = 0.02, unit = "m", text = "height under the wheel" } },
    forces = {
      { "spring", name = "strut", joint = { zb = 1, zw = -1 }, stiffness = 2e4, damping = 1500 },
      { "spring", name = "tyre", joint = "zw", stiffness = 2e5, rest = "road" },
      { "given", name = "push", joint = "zb", f = "F - 20*zb' + 0*x" } },
    outputs = { travel = "zb - zw", comfort = "zb''" } }
  for key, x in pairs(more or {}) do d[key] = x end
  return li.robot(d)
end

-- by hand
local function rates(x, F, road)
  local zb, zw, vb, vw = x[1], x[2], x[3], x[4]
  local strut = -2e4 * (zb - zw) - 1500 * (vb - vw)
  return { vb, vw, (strut + F - 20 * vb) / 300 - 9.81, (-strut - 2e5 * (zw - road)) / 40 - 9.81 }
end

local start = { 0.03, -0.01, 0.2, -0.3 }
local exact = { method = "dop853", rtol = 1e-12, atol = 1e-13 }

t.test("a run: springs on differences, numbers and forces by inputs", function()
  local m = suspension()
  local want = li.ode(function(time, x) return rates(x, 80 * math.sin(3 * time), .02) end, .5,
    start, exact):state()
  for _, F in ipairs { "80*sin(3*t)", function(time) return 80 * math.sin(3 * time) end } do
    local q, v = m:simulate(.5, { .03, -.01 }, { .2, -.3 }, { inputs = { F = F },
      method = "dop853", rtol = 1e-12, atol = 1e-13 }):state()
    t.near({ q[1], q[2], v[1], v[2] }, want, 1e-9)
  end
  -- an input of the state, and another road
  want = li.ode(function(_, x) return rates(x, -500 * x[1], .05) end, .5, start,
    exact):state()
  local q, v = m:simulate(.5, { .03, -.01 }, { .2, -.3 }, { inputs = { F = "-500*zb", road = .05 },
    method = "dop853", rtol = 1e-12, atol = 1e-13 }):state()
  t.near({ q[1], q[2], v[1], v[2] }, want, 1e-9)
end)

t.test("what is stored, given and lost adds up, a spring on a difference too", function()
  local m = suspension { outputs = {}, inputs = {}, forces = {
    { "spring", joint = { zb = 1, zw = -1 }, stiffness = 2e4, damping = 1500 },
    { "spring", joint = "zw", stiffness = 2e5, rest = .02 } } }
  local run = m:simulate(1, { .03, -.01 }, { .2, -.3 }, exact)
  t.ok(math.abs(run:info().drift) < 1e-8, run:info().drift)
  local _, V = m:applied({}, { .03, -.01 })
  t.near(V, 2e4 * .04 ^ 2 / 2 + 2e5 * .03 ^ 2 / 2, 1e-12)
end)

t.test("equations, small motions and equilibrium have them", function()
  local m = suspension()
  local eq = m:equations()
  local rows = eq:rows()
  local at = { zb = .03, zw = -.01, ["zb'"] = .2, ["zw'"] = -.3, F = 7, road = .02, ["zb''"] = 0,
    ["zw''"] = 0, tau1 = 0, tau2 = 0 }
  local want = rates(start, 7, .02)
  t.near({ rows[1]:eval(at), rows[2]:eval(at) }, { -300 * want[3], -40 * want[4] }, 1e-9)
  t.eq(tostring(m:equations { forces = false }.Q), "[0  0]")
  local l = m:linearize { q = { .03, -.01 }, v = { .2, -.3 }, u = { F = 7 } }
  t.near(l.rest, want, 1e-11)
  t.near(l.A[3], { -2e4 / 300, 2e4 / 300, -1520 / 300, 1500 / 300 }, 1e-11)
  t.near(l.A[4], { 2e4 / 40, -2.2e5 / 40, 1500 / 40, -1500 / 40 }, 1e-11)
  t.near({ l.B[3][1], l.B[4][2] }, { 1 / 300, 2e5 / 40 }, 1e-11)
  t.eq(table.concat(l.inputs, " ") .. "; " .. table.concat(l.outputs, " "),
    "F road; comfort travel")
  t.near(l.C[1], l.A[3], 1e-12)
  t.near(l.C[2], { 1, -1, 0, 0 }, 1e-15)
  t.near(l.D[1][1], 1 / 300, 1e-15)
  local q, info = m:equilibrium()
  t.near(q[2], .02 - 340 * 9.81 / 2e5, 1e-12)
  t.near(q[1] - q[2], -300 * 9.81 / 2e4, 1e-12)
  t.eq(info.stability, "stable")
  q, info = m:equilibrium { fix = "zb", q = { 0, 0 }, inputs = "F" }
  t.near(info.u.F, 300 * 9.81 + 2e4 * -q[2], 1e-6)
  -- Kane: the forces of the speeds
  local tau = m:kane { }.tau
  t.near(tau:eval { zb = .03, zw = -.01, ["zb'"] = .2, ["zw'"] = -.3, F = 7, road = .02,
    tau_zb = 0, tau_zw = 0 }, { 300 * want[3], 40 * want[4] }, 1e-9)
end)

t.test("told, saved and read again it is the same; values for names", function()
  local m = suspension { forces = { { "spring", name = "strut", joint = { zb = 1, zw = "-a" },
    stiffness = "k" }, { "drag", at = "body", point = { 0, 0, .1 }, linear = "2*k" },
    { "damper", from = "body", to = "wheel", damping = 3 },
    { "given", at = "body", f = { 0, "F", "-2*F*cos(zb)" } } } }
  local again = li.robot(m:description())
  t.eq(again:lua(), m:lua())
  t.eq(table.concat(m:symbols(), " "), "a k")
  local n = m:with { k = 5, a = 1 }
  t.eq(#n:symbols(), 0)
  t.eq(n:description().forces[2].linear, 10)
  t.ok(tostring(m):find("force strut: spring on zb - a*zw", 1, true)
    or tostring(m):find("force strut: spring on zb", 1, true))
  t.ok(tostring(suspension()):find("input road (m) = 0.02", 1, true))
  t.near(n:linearize { q = { .3, 0 }, u = { F = 1 } }.B[3][1], -2 * math.cos(.3) / 300, 1e-12)
end)

-- every kind at every port: in the description as in the list of a run
t.test("every kind of force, because it is listed: described or given to a run", function()
  local ports = { joint = { joint = "q1" },
    line = { from = "tip", to = "world", to_point = { 2, 1, 0 } },
    point = { at = "tip", point = { .1, 0, 0 } } }
  local names = { joint = "joint", line = "from", point = "at" }
  local tried = 0
  local function arm(forces)
    return li.robot { gravity = { 0, -9.81, 0 }, forces = forces, bodies = {
      { name = "a", joint = "revolute", mass = 2, com = { .5, 0, 0 }, inertia = { 1, 1, 1 } },
      { name = "tip", at = { 1, 0, 0 }, joint = "revolute", mass = 1, com = { .4, 0, 0 },
        inertia = { 1, 1, 1 } } } }
  end
  for _, listed in ipairs(li._internal.schema.kinds().force) do
    local row = li._internal.force.row(listed.name)
    for port, key in pairs(names) do
      if row.ports[port] or row.ports[key] then
        local f = { listed.name }
        for k, x in pairs(ports[port]) do f[k] = x end
        for _, p in ipairs(row.numbers) do
          if p.default == nil then f[p.name] = p.size == 3 and { 0, 1, 0 } or 2 end
        end
        tyrelist.fill(f, row, "y")
        if listed.name == "endstop" then f.min, f.max = -1, 1 end
        local q, v = { .3, -.5 }, { .4, .2 }
        local given, why = pcall(arm().simulate, arm(), .05, q, v, { forces = { f } })
        if given then
          local a = arm():simulate(.05, q, v, { forces = { f } })
          local b = arm { f }:simulate(.05, q, v)
          local qa, va = a:state()
          local qb, vb = b:state()
          t.eq((qa - qb):norm() + (va - vb):norm(), 0, listed.name .. " " .. port)
          tried = tried + 1
        else t.ok(why, listed.name) end
      end
    end
  end
  t.ok(tried >= 12, tried .. " tried")
end)

t.test("a given force in the axes of its body: a rocket that turns", function()
  local function rocket(forces, inputs)
    return li.robot { gravity = { 0, 0, 0 }, inputs = inputs, forces = forces,
      bodies = { { name = "r", joint = "Tx Tz Ry", q = { "x", "z", "th" }, mass = 3,
        inertia = { 1, 2, 1 } } },
      frames = { { name = "nozzle", body = "r", at = { 0.1, 0, -1 }, rpy = { 0, 0.7, 0 } } } }
  end
  local thrust = { "given", at = "nozzle", axes = "body", f = { "P/10", 0, "P" } }
  local m, q, v = rocket({ thrust }, "P"), { 1, 2, 0.4 }, { 0.3, 0, 0.2 }
  local s, c, P = math.sin(.4), math.cos(.4), 6
  -- R (P/10, 0, P); about the centre: r x F along y, r = (0.1, -1)
  local want = { P * (c / 10 + s), P * (c - s / 10), P * (-1 / 10 - .1) }
  local given = { "given", at = "nozzle", axes = "body", force = { P / 10, 0, P } }
  t.near(rocket():applied({ given }, q, v), want, 1e-12)
  t.near(m:linearize { q = q, v = v, u = { P = P } }.rest,
    { v[1], v[2], v[3], want[1] / 3, want[2] / 3, want[3] / 2 }, 1e-12)
  local q1, v1 = m:simulate(1, q, v, { inputs = { P = P } }):state()
  local q2, v2 = rocket():simulate(1, q, v, { forces = { given } }):state()
  t.near((q1 - q2):norm() + (v1 - v2):norm(), 0, 1e-12)
  t.eq(li.robot(m:description()):description().forces[1].axes, "body")
  t.raises("forces%[1%].axes: along a coordinate or a line a force has no axes", rocket,
    { { "given", joint = "x", f = 1, axes = "body" } })
  t.raises("forces%[1%].axes: expected world, body, joint, or a body or frame; none is named 'b'",
    rocket, { { "given", at = "r", f = { 1, 0, 0 }, axes = "b" } })
end)

t.test("a given force in the axes of a joint, a body, a frame: everywhere the same", function()
  local function arm(axes)
    return li.robot { gravity = { 0, 0, -9.81 }, bodies = {
      { name = "arm", mass = 1, com = { .5, 0, 0 }, inertia = { .01, .1, .1 },
        joint = { kind = "revolute", axis = "y", q = "th" } },
      { name = "fore", parent = "arm", mass = .5, com = { .2, .1, 0 }, inertia = { .1, .2, .3 },
        joint = { kind = "revolute", axis = "z", q = "ph", place = { { "Tx", 1 }, { "Rx", .3 } },
          after = { { "Rz", "turn" }, { "Tx", .2 } } } } },
      frames = { { name = "tip", body = "fore", at = { .4, 0, .1 }, rpy = { 0, .5, 0 } } },
      forces = axes and { { "given", at = "tip", f = { "3 + th", -1, "ph'" }, axes = axes } } }
      :with { turn = .7 }
  end
  local q, v, bare = { .3, .5 }, { 1, -2 }, arm()
  local F = { 3.3, -1, -2 }
  for _, axes in ipairs { "world", "body", "joint", "arm", "tip" } do
    local m = arm(axes)
    local want = bare:gravity(q) - bare:statics(q, { tip = { f = F, axes = axes } })
    t.near(m:linearize { q = q, v = v }.a.th, bare:fd(q, v, want)[1], 1e-11, axes)
    t.near(m:equations():fd(li.vec(q), li.vec(v), li.vec { 0, 0 }), bare:fd(q, v, want), 1e-11)
    t.near((bare:applied(m:description().forces, q, v)), want, 1e-12, axes)
    t.near((m:simulate(.5, q, v):state()), (m:simulate(.5, q, v, { kernel = true }):state()), 1e-9)
  end
  -- by hand: the joint stands before the turn by 0.7 about z
  local R = bare:fk(q, "fore").R * li.rot.z(-.7)
  local J = bare:jacobian(q, "tip")
  local f = R * li.vec(F)
  t.near(J:transpose() * li.vec { f[1], f[2], f[3], 0, 0, 0 },
    (bare:applied(arm "joint":description().forces, q, v)), 1e-12)
end)

t.test("a sweep has them", function()
  local m = suspension()
  local many = li.sweep { m, runs = 3, t = .2, q = { zb = { .03, 0, .01 }, zw = { -.01, 0, 0 } } }
  local one = m:simulate(.2, { .03, -.01 }):state()
  t.near(many.zb[1], one[1], 1e-6)
end)

t.test("mistakes name their place and the cure", function()
  local function refuses(pattern, more)
    t.raises(pattern, suspension, more)
  end
  refuses("forces%[1%].kind: unknown force 'sprin' %(did you mean 'spring'%?%)",
    { forces = { { "sprin", joint = "zb" } } })
  refuses("forces%[1%].joint: no joint has the coordinate 'zc'",
    { forces = { { "damper", joint = "zc", damping = 1 } } })
  refuses("forces%[1%].at: no body or frame is named 'wheels' %(did you mean 'wheel'%?%)",
    { forces = { { "drag", at = "wheels", linear = 1 } } })
  refuses("forces%[1%].stiffness: a spring needs its stiffness",
    { forces = { { "spring", joint = "zb" } } })
  refuses("forces%[1%].inductance: expected a number >= 0 .* got %-1",
    { forces = { { "motor", joint = "zb", inductance = -1 } } })
  refuses("forces%[1%].f: a function belongs to one run",
    { forces = { { "given", joint = "zb", f = function() end } } })
  refuses("forces%[1%].f: .*column 3", { forces = { { "given", joint = "zb", f = "2*" } } })
  refuses("forces%[1%]: a spring acts on joint = a coordinate, between from = and to =",
    { forces = { { "spring", stiffness = 1 } } })
  refuses("inputs%[1%].name: 'zb' is a coordinate", { inputs = { "zb" } })
  refuses("inputs%[2%].name: the name 'F' is taken twice", { inputs = "F F" })
  refuses("inputs%[1%].name: in the law of a force 't' is the time", { inputs = { "t" } })
  refuses("outputs.y.expression: .*column 5", { outputs = { y = "zb +" } })
  local m = suspension()
  t.raises("inputs: the model has no input 'G'", m.simulate, m, 1, { 0, 0 }, nil,
    { inputs = { G = 1 } })
  t.raises("inputs.F: .*unknown symbol 'foo'", m.simulate, m, 1, { 0, 0 }, nil,
    { inputs = { F = "2*foo" } })
  t.raises("u: no coordinate or input 'G'", m.linearize, m, { u = { G = 1 } })
  local soft = suspension { forces = { { "spring", joint = "zb", stiffness = -3 } } }
  t.ok(tostring(soft:warnings()[1]):find "below 0")
  local wild = suspension { forces = { { "damper", joint = "zb", damping = -3 } } }
  t.ok(tostring(wild:warnings()[1]):find "damping.*%-3 is below 0: it pushes the way it moves")
end)

t.test("x and v of a law are those of what it acts along, also where coordinates are called so",
  function()
  local wall = { "given", at = "a", f = { "x", 0, 0 } }
  local law = { "given", joint = "y", f = "x + 0*v + x'" }
  for _, forces in ipairs { { law, wall }, { wall, law }, { law, wall, law } } do
    local m = li.robot { gravity = { 0, 0, 0 }, forces = forces, bodies = {
      { name = "a", joint = "prismatic", axis = "x", q = "x", mass = 1, inertia = { 1, 1, 1 } },
      { name = "b", parent = "world", joint = "prismatic", q = "y", mass = 1,
        inertia = { 1, 1, 1 } } } }
    local n = #forces - 1   -- the wall pushes with the coordinate, a law with its port and a rate
    local run = m:simulate(0.01, { 3, 10 }, { 2, 0 }, { record = { "accelerations" } })
    t.near({ run:column "x''"[1], run:column "y''"[1] }, { 3, 12 * n }, 1e-12)
    local l = m:linearize { q = { 3, 10 }, v = { 2, 0 }, outputs = { "x", "x'" } }
    t.near(l.rest, { 2, 0, 3, 12 * n }, 1e-12)
    t.near(l.C, { { 1, 0, 0, 0 }, { 0, 0, 1, 0 } }, 1e-12)
    t.eq(tostring(m:equations().Q), n == 1 and "[x  y + x']" or "[x  2*(y + x')]")
  end
end)

t.test("V of a row is of the numbers of that row", function()
  local m = li.robot { inputs = { "u" }, gravity = { 0, 0, 0 }, bodies = {
    { name = "a", joint = "prismatic", q = "q", mass = 1, inertia = { 1, 1, 1 } } },
    forces = { { "spring", joint = "q", stiffness = "4 + u", rest = "t" } } }
  local run = m:simulate(1, { .5 }, nil, { dt = .1, inputs = { u = "t^2" } })
  for i = 1, #run do
    t.near(run.V[i], (4 + run.t[i] ^ 2) / 2 * (run.q[i] - run.t[i]) ^ 2, 1e-12)
  end
end)

t.done()
