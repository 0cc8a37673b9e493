-- test_closed.lua - models with loops, rolling and equations: assembly, constrained motion, what
-- cannot be
local t = require "t"
local li = require "liaison"

-- offset slider-crank of [nonhol] 2.9: crank alpha, rod beta, slider lambda; the pin between rod
-- and slider is a constraint
local function crank(pin)
  return li.robot {
    gravity = { 0, -9.81, 0 },
    bodies = {
      { name = "crank", joint = "revolute", q = "alpha", mass = 2, com = { .12, 0, 0 },
        inertia = { 0, 0, .02 } },
      { name = "rod", at = { .3, 0, 0 }, joint = "revolute", q = "beta", mass = 3,
        com = { .4, 0, 0 }, inertia = { 0, 0, .2 } },
      { name = "slider", parent = "world", at = { 0, .1, 0 }, joint = "prismatic", axis = "x",
        q = "lambda", mass = 4, inertia = { 0, 0, .01 } },
    },
    constraints = { pin or { "point", name = "pin", from = "slider", to = "rod",
      to_at = { .9, 0, 0 } } },
  }
end

local q = { .6, -.6771796465084543, 1.14492150076725 }
local v = { 8, -10.207466315072612, -1.5083240766644703 }
local tau = { 15, 0, -50 }

t.test("the slider-crank of the slides, as tree and by every way", function()
  local m = crank()
  for _, method in ipairs { "tree", "sparse", "kkt", "partition", "projector", "udwadia",
    "nullspace" } do
    local r = assert(m:constrained(q, v, tau, { method = method }))
    t.near(r.a, { -6.6235858632358, 20.1560875580844, -18.1579604004244 }, 1e-9, method)
    t.eq(r.rank, 2)
    -- on the slider acts the opposite of what [nonhol] counts on the rod: lambda x, y with + on the
    -- left
    t.near({ r.forces.pin.from.f[1], r.forces.pin.from.f[2] },
      { 22.6318416016978 * -1, -3.4251174334881 }, 1e-8, method)
    t.near(r.power, 0, 1e-10, method)
    t.eq(#r.redundant, 1, method)
  end
  t.near(m:fd(q, v, tau), { -6.6235858632358, 20.1560875580844, -18.1579604004244 }, 1e-9)
  local r = m:constrained(q, v, tau, { method = "partition", independent = { "alpha" } })
  t.near(r.N, { { 1 }, { -1.27593328938408 }, { -.18854050958306 } }, 1e-11)
  t.near(r.M_reduced, { { .35793112127768 } }, 1e-11)
  local _, text, code = m:constrained(q, v, tau, { refuse = true })
  t.eq(code, "ESINGULAR")
  t.ok(text:find("pin", 1, true) and text:find("redundant", 1, true), text)
end)

t.test("assembly from the guess of the slides, quadratically; mobility; velocities", function()
  local m = crank()
  local s, info = assert(m:assemble({ .6, -.5, 1 }, { fix = { "alpha" } }))
  t.near(s, q, 1e-12)
  t.ok(info.iterations <= 5)
  t.ok(info.trace[3].gap < 1e-6)
  local mob = m:mobility(s)
  t.eq(mob.velocity, 1)
  t.eq(mob.hyperstatic, 1)
  t.eq(#mob.redundant_always, 1)
  local fitted, changed = m:fit_velocity(q, { 8, 0, 0 })
  t.near(m:constraint_rows(q) * fitted, { 0, 0, 0 }, 1e-13)
  t.ok(math.abs(changed[1]) > 0)
  local none, text, code, far = m:assemble({ .6, -.5, 1 }, { fix = { "alpha", "lambda" } })
  t.eq(none, nil)
  t.eq(code, "EUNREACHABLE")
  t.ok(text:find("constraint 'pin': cannot be closed with these coordinates held", 1, true), text)
  t.ok(far.gap > 1e-3 and #far.q == 3)
end)

t.test("a loop of any joint is a constraint too", function()
  -- a four-bar in space: hinges all round, three rows too many
  local function link(name, parent, at)
    return { name = name, parent = parent, at = at, joint = "revolute", axis = "z", mass = 1,
      com = { .5, 0, 0 }, inertia = { .01, .1, .1 } }
  end
  local m = li.robot {
    gravity = { 0, -9.81, 0 },
    bodies = { link("a", "world"), link("b", "a", { 1, 0, 0 }), link("c", "world", { 1.5, 0, 0 }) },
    frames = { { name = "end_b", body = "b", at = { 1.5, 0, 0 } },
      { name = "end_c", body = "c", at = { 1.2, 0, 0 } } },
    loops = { { name = "pin", joint = "revolute", from = "end_b", to = "end_c" } },
  }
  local s = assert(m:assemble({ 1, -.5, 1.2 }, { fix = { "q1" } }))
  local mob = m:mobility(s)
  t.eq(mob.velocity, 1)
  t.eq(mob.hyperstatic, 3)
  local sv = m:fit_velocity(s, { 2, 0, 0 })
  local r = assert(m:constrained(s, sv, { 0, 0, 0 }))
  t.eq(r.method, "tree")
  t.eq(#r.redundant, 3)
  for _, method in ipairs { "sparse", "augmented", "partition", "projector", "udwadia",
    "nullspace" } do
    local x = assert(m:constrained(s, sv, { 0, 0, 0 }, { method = method }))
    t.near(x.a, r.a, 1e-10, method)
    t.near(x.lambda.pin, r.lambda.pin, 1e-8, method)
  end
  t.ok(tostring(m):find("loop pin: end_c on end_b, revolute", 1, true))
end)

t.test("the rolling disc of the slides, as free body on the plane", function()
  local R, phi, th, psi, psid, thd, phid = .3, .3, 1.2, -.5, 5, -.4, .8
  local m = li.robot {
    bodies = {
      { name = "c", joint = "moves", moves = { "Tx", "Ty", "Tz", "Rz", "Rx", "Rz" },
        q = { "x", "y", "z", "phi", "theta", "psi" }, mass = 2,
        inertia = { .045, .045, .09 } },
    },
    constraints = { { "rolling_disc", name = "contact", from = "c", to = "world", radius = R } },
  }
  local q0 = { 0, 0, R * math.sin(th), phi, th, psi }
  local v0 = { -1.54913876007719, -.36213116545531, -.0434829305372, phid, thd, psid }
  t.near(m:gaps(q0).contact, { 0 }, 1e-14)
  t.near(m:constraint_rows(q0) * li.vec(v0), { 0, 0, 0 }, 1e-12)
  local r = assert(m:constrained(q0, v0, { 0, 0, 0, 0, 0, 0 }))
  t.near(r.a, { -.81898390743546, 2.54662775358455, -1.58503532118768, -4.29166551083959,
    -14.16921468752884, 1.05803076495697 }, 1e-10)
  -- rows: normal, x, y; [nonhol]: the force on the disc is minus its lambda
  t.near(r.lambda.contact, { 16.44992935762464, -1.63796781487092, 5.0932555071691 }, 1e-9)
  t.near(r.power, 0, 1e-10)
  for _, method in ipairs { "sparse", "augmented", "partition", "projector", "udwadia",
    "nullspace" } do
    t.near(m:constrained(q0, v0, { 0, 0, 0, 0, 0, 0 }, { method = method }).a, r.a, 1e-10, method)
  end
  local mob = m:mobility(q0)
  t.eq(mob.velocity, 3)
  t.eq(mob.position, 5)
end)

t.test("a bead on a turning rod: all terms of an equation in time", function()
  local m = li.robot {
    gravity = { 0, 0, 0 },
    bodies = { { name = "bead", joint = "moves", moves = { "Tx", "Ty" }, q = { "x", "y" }, mass = 1,
      inertia = 0 } },
    constraints = { { "equation", name = "rod", equation = "y*cos(2*t) - x*sin(2*t)" } },
  }
  local r = assert(m:constrained({ 1, 0 }, { .5, 2 }, { 0, 0 }))
  t.near(r.a, { 0, 2 }, 1e-14)
  t.near(r.lambda.rod, { 2 }, 1e-13)
end)

t.test("a driver costs what the inverse problem says", function()
  -- [nonhol] 2.9: driven at constant speed, the driver's multiplier is minus 2.370787514907 beside
  -- the 15 already there
  local d = crank():description()
  d.constraints[2] = { name = "motor", kind = "driver", coordinate = "alpha", law = "0.6 + 8*t" }
  local m = li.robot(d)
  local r = assert(m:constrained(q, v, tau))
  t.near(r.a[1], 0, 1e-12)
  t.near(r.lambda.motor, { 2.370787514907 }, 1e-9)
end)

t.test("descriptions read back; complaints have their place", function()
  local m = crank()
  local again = li.robot(m:description())
  t.near(again:fd(q, v, tau), m:fd(q, v, tau), 0)
  t.ok(tostring(m):find("constraint pin: spherical, slider to rod", 1, true), tostring(m))
  local function bad(c, text) t.raises(text, function() crank(c) end) end
  bad({ "pint" }, "constraints%[1%]%.kind: unknown constraint 'pint' %(did you mean 'point'%?%)")
  bad({ "distance", name = "d", from = "rod", to = "slidr", length = 1 },
    "no body or frame is named 'slidr' %(did you mean 'slider'%?%)")
  bad({ "distance", name = "d", from = "rod", to = "slider" },
    "length: a distance needs its length")
  bad({ "equation", equation = "abs(alpha)" }, "has corners %(abs%)")
  bad({ "gear", coordinates = { "alpha", "bta" }, ratio = 2 },
    "no joint has the coordinate 'bta' %(did you mean 'beta'%?%)")
  bad({ "point", form = "rod", to = "slider" }, "form: unknown key %(did you mean 'from'%?%)")
  t.raises("linear", function() crank { "equation", name = "e", equation = "alpha'^2 - 1" }:fd(q, v,
    tau) end)
end)

t.test("constraints that contradict are named, and no number is NaN", function()
  local d = crank():description()
  d.constraints[2] = { kind = "driver", name = "one", coordinate = "alpha", law = "t^2" }
  d.constraints[3] = { kind = "driver", name = "two", coordinate = "alpha", law = "3*t^2" }
  local m = li.robot(d)
  local a, text, code = m:fd(q, v, tau)
  t.eq(a, nil)
  t.eq(code, "EUNREACHABLE")
  t.ok(text:find("contradicts", 1, true), text)
end)

t.test("inverse dynamics in reduced form: the torques of the slides", function()
  local m = crank()
  t.near(m:drive(q, v, { alpha = 0 }, { 0, 0, -50 }).tau, { 17.370787514907, 0, 0 }, 1e-9)
  t.near(m:drive(q, v, { alpha = 20 }, { 0, 0, -50 }).tau, { 24.529409940461, 0, 0 }, 1e-9)
  -- driven at the slider instead: the same motion, and what it takes gives that motion back
  local r = m:drive(q, v, { lambda = -3 })
  t.near(m:fd(q, v, r.tau), r.a, 1e-9)
  local want = { 4.443450569685, 5.486760827327, -30.097272791169, -14.816407011650 }
  for k = 0, 3 do
    local s = assert(m:assemble({ k, -.7 * math.sin(k), 1 }, { fix = { "alpha" } }))
    local w = m:constraint_rows(s)
    local dep = li.mat { { w[1][2], w[1][3] }, { w[2][2], w[2][3] } }
    local x = dep:solve(li.vec { -8 * w[1][1], -8 * w[2][1] })
    if s[3] > 0 then
      t.near(m:drive(s, { 8, x[1], x[2] }, { alpha = 0 }, { 0, 0, -50 }).tau[1], want[k + 1], 1e-8,
        "alpha = " .. k)
    end
  end
  local none, text, code = m:drive(q, v, {})
  t.eq(none, nil)
  t.eq(code, "ESINGULAR")
  t.ok(text:find("1 more freedom", 1, true), text)
  t.eq(select(3, m:drive(q, v, { alpha = 0, lambda = 0 })), "EUNREACHABLE")
  t.raises("no coordinate 'alpa' %(did you mean 'alpha'", m.drive, m, q, v, { alpa = 0 })
end)

-- [course] E1.1: chassis, arm, knuckle, strut rod, tie rod, rack: 4 freedoms, 2 of them internal
t.test("a McPherson strut has two internal freedoms", function()
  local m = li.robot {
    bodies = {
      { name = "arm", joint = "revolute", axis = "x", q = "arm" },
      { name = "knuckle", parent = "arm", at = { 0, .35, 0 }, joint = "spherical" },
      { name = "rod", parent = "knuckle", at = { 0, 0, .2 }, rpy = { .1, 0, 0 },
        joint = "cylindrical" },
      { name = "rack", parent = "world", at = { -.15, .1, .05 }, joint = "prismatic", axis = "y",
        q = "rack" },
      { name = "tie", parent = "rack", joint = "spherical" },
    },
    loops = { { name = "top", joint = "spherical", from = "mount", to = "rod_top" },
      { name = "steer", joint = "spherical", from = "lever", to = "tie_end" } },
    frames = {
      { name = "mount", body = "world", at = { 0, .29, .62 } },
        { name = "rod_top", body = "rod", at = { 0, 0, .3 } },
      { name = "lever", body = "knuckle", at = { -.15, 0, .05 } },
        { name = "tie_end", body = "tie", at = { 0, .25, 0 } },
    },
  }
  local s = assert(m:assemble { 0, 1, 0, 0, 0, 0, .1, 0, 1, 0, 0, 0 })
  local mob = m:mobility(s, 0, { "arm", "rack" })
  t.eq(mob.velocity, 4)
  t.eq(mob.hyperstatic, 0)
  t.eq(mob.internal, 2)
end)

t.test("what knows no constraints says so instead of leaving them out", function()
  local m = crank()
  t.raises("know no loops and constraints", m.fd_derivatives, m, q, v, tau)
  t.raises("model:fd keeps them", m.kernel, m, "fd")
  t.raises("model:fd keeps them", function() m:equations():compile "fd" end)
  t.ok(m:kernel "id")
end)

-- [nonhol] 2.4: tractor and trailer without slip, steered by delta(t); its state S0
t.test("the tractor with its trailer: accelerations and tyre forces of the document", function()
  local l1, l2, b, c, e, m1, m2, j1, j2 = 3.5, 6, 1.4, .6, 2.8, 6500, 9000, 14000, 45000
  local Th, Ph, de, v0 = .3, -.25, .15, 8
  local m = li.robot {
    bodies = {
      { name = "tractor", joint = "Tx Ty Rz", q = { "x", "y", "Th" }, mass = m1, com = { b, 0, 0 },
        inertia = { 0, 0, j1 } },
      { name = "trailer", parent = "tractor", at = { -c, 0, 0 }, joint = "revolute", q = "Ph",
        mass = m2, com = { -e, 0, 0 }, inertia = { 0, 0, j2 } },
      { name = "front", parent = "tractor", at = { l1, 0, 0 }, joint = "revolute", q = "de",
        mass = 0 },
    },
    constraints = {
      { "knife_edge", name = "rear_wheels", from = "tractor", from_axis = "x", to = "world" },
      { "knife_edge", name = "front_wheels", from = "front", from_axis = "x", to = "world" },
      { "knife_edge", name = "trailer_wheels", from = "trailer", from_at = { -l2, 0, 0 },
        from_axis = "x", to = "world" },
      { "driver", name = "steering", coordinate = "de", law = "0.15 + 0.1*t" },
    },
  }
  local s, k, sp = math.sin, math.cos, v0 * math.tan(de) / l1
  local qs = { 0, 0, Th, Ph, de }
  local vs = { v0 * k(Th), v0 * s(Th), sp,
    -v0 / (l1 * l2) * (l1 * s(Ph) + (l2 + c * k(Ph)) * math.tan(de)), .1 }
  t.near(vs[4], -.04905124763417807, 1e-14)
  local J, _, rest = m:constraint_rows(qs, vs)
  t.near(J * li.vec(vs) + rest, { 0, 0, 0, 0 }, 1e-13)
  local F1, F2, F3 = 500, 3000, -800
  local taus = {
    F2 * k(Th) + F1 * k(Th + de) + F3 * k(Th + Ph), F2 * s(Th) + F1 * s(Th + de) + F3 * s(Th + Ph),
    F1 * l1 * s(de) - F3 * c * s(Ph), 0, 0,
  }
  for _, method in ipairs { "tree", "sparse", "augmented", "partition", "nullspace" } do
    local r = assert(m:constrained(qs, vs, taus, { method = method }))
    t.near(r.a, { -.64763991445866, 2.69248036041672, .24143417928531, -.19374222028132, 0 }, 1e-10,
      method)
    -- to the left; [nonhol] has the other sign
    t.near(r.lambda.rear_wheels, { 25155.932125133 }, 1e-5, method)
    t.near(r.lambda.front_wheels, { 6981.1403228805 }, 1e-5, method)
    t.near(r.lambda.trailer_wheels, { 9996.5871426294 }, 1e-5, method)
  end
  local mob = m:mobility(qs)
  t.eq(mob.velocity, 1)
  t.eq(mob.position, 4)
  local _, text, code = m:constrained(qs, vs, taus, { method = "projector" })
  t.eq(code, "ESINGULAR") -- the front axle weighs nothing
  t.ok(text:find("needs its inverse", 1, true))
end)

-- [nonhol] 2.9 B: a block at the crank's tip slides in a slotted lever
t.test("the slotted lever of the slides", function()
  local m = li.robot {
    gravity = { 0, -9.81, 0 },
    bodies = {
      { name = "crank", joint = "revolute", q = "alpha", mass = 1, com = { .08, 0, 0 },
        inertia = { 0, 0, .005 } },
      { name = "block", at = { .2, 0, 0 }, joint = "revolute", q = "beta", mass = .5,
        inertia = { 0, 0, .001 } },
      { name = "lever", parent = "world", at = { -.5, 0, 0 }, joint = "revolute", q = "gamma",
        mass = 3, com = { .35, 0, 0 }, inertia = { 0, 0, .15 } },
    },
    constraints = {
      { "on_line", name = "slot", from = "block", to = "lever", to_axis = "x" },
      { "coupling", name = "guide", coordinates = { alpha = 1, beta = 1, gamma = -1 } },
    },
  }
  local s, w = { .9, -.6541398091567288, .24586019084327132 },
    { 6, -4.520556498687613, 1.4794435013123866 }
  t.near(m:assemble({ .9, -.5, .1 }, { fix = { "alpha" } }), s, 1e-12)
  local J = m:constraint_rows(s)
  t.near(J * li.vec(w), { 0, 0, 0 }, 1e-12)
  local r = m:constrained(s, w, { 6, 0, 0 }, { method = "partition", independent = { "alpha" } })
  t.near(r.M_reduced, { { .06292412412914 } }, 1e-12)
end)

-- a loop in the notation of Khalil and Kleinfinger: the frames of two last rows coincide
t.test("a four-bar as a khalil table closes as the closed form does", function()
  local l1, l2, l3, D = 1, 3, 2.5, 3
  local m = li.dh { convention = "khalil", { r = 0, d = 0 }, { parent = 1, d = l1, r = 0 },
    { parent = 0, d = D, r = 0 }, { parent = 2, d = l2, r = 0 },
    { parent = 3, joint = "F", d = l3, r = 0 }, loops = { { 4, 5 } } }
  local exact = li.fourbar(l1, l2, l3, { D, 0 })
  local phi2, phi3 = exact:solve(.7, "plus", 1, 0)
  local guess = { .7, phi2[1] - .7, phi3[1], phi3[1] - phi2[1] }
  local s = assert(m:assemble({ .7, guess[2] + .1, guess[3] - .1, guess[4] }, { fix = { "q1" } }))
  t.near(s, guess, 1e-11)
  t.eq(m:mobility(s).velocity, 1)
end)

-- [nonhol] 2.11: unicycle 2, 3; rolling disc 3, 4 (then 5: one position in disguise); a loop stays
-- what it is
t.test("which velocity constraints are positions in disguise", function()
  local cart = li.robot { bodies = { { name = "cart", joint = "Tx Ty Rz", mass = 1 } },
    constraints = { { "knife_edge", name = "blade", from = "cart", from_axis = "x",
    to = "world" } } }
  local r = cart:integrable { 1, 2, .3 }
  t.eq(r.freedoms, 2)
  t.eq(r.after, 3)
  t.eq(r.nonholonomic[1], "blade")
  local disc = li.robot {
    bodies = { { name = "c", joint = "Tx Ty Tz Rz Rx Rz" } },
      constraints = { { "rolling_disc", name = "contact", from = "c", to = "world", radius = .3 } },
  }
  r = disc:integrable { 0, 0, .3 * math.sin(1.2), .3, 1.2, -.5 }
  t.eq(r.freedoms, 3)
  t.eq(r.after, 4)
  r = crank():integrable(q)
  t.ok(r.integrable)
  -- a rate that is one of a position, and one that is not
  local function arm(text)
    return li.robot { bodies = { { joint = "Tx Ty Rz" } },
      constraints = { { "equation", name = "e", equation = text } } }
  end
  local names = arm "body1_1" :coordinates()
  local x, y, th = names[1], names[2], names[3]
  local function put(text) return (text:gsub("[XYT]", { X = x, Y = y, T = th })) end
  t.ok(arm(put "Y*X' + X*Y' - cos(T)*T'"):integrable({ .3, .4, .5 }).integrable)
  t.ok(not arm(put "Y*X' - X*Y' + T'"):integrable({ .3, .4, .5 }).integrable)
end)

t.test("an open chain is as mobile as it has coordinates", function()
  local arm = li.planar { 1, 1, 1 }
  local m = arm:mobility { 0, 0, 0 }
  t.near({ m.velocity, m.position, m.rank, m.rows, #m.redundant_here }, { 3, 3, 0, 0, 0 })
  t.eq(arm:mobility({ 0, 0, 0 }, 0, { "q2" }).internal, 2)
end)

t.test("velocities that stay: one rate is told, the others follow, as in the crank's closed form",
  function()
  local m = crank()
  for _, fix in ipairs { "alpha", { "alpha" } } do
    local fitted, changed = m:fit_velocity(q, { alpha = 8 }, { fix = fix })
    t.near(fitted, { 8, -10.207466315072612, -1.5083240766644703 }, 1e-12)
    t.eq(changed[1], 0)
  end
  t.near(m:fit_velocity(q, { lambda = -3 }, { fix = "lambda" })[1], 8 * 3 / 1.5083240766644703,
    1e-11)
  -- without fix all give way, in the metric of the mass matrix; t alone is still a number
  t.ok(m:fit_velocity(q, { alpha = 8 })[1] < 7.9)
  t.near(m:fit_velocity(q, { 8, 0, 0 }, .1), m:fit_velocity(q, { alpha = 8 }, { t = .1 }), 0)
  local none, why, code = m:fit_velocity(q, { alpha = 8, lambda = 3 },
    { fix = { "alpha", "lambda" } })
  t.eq(none, nil)
  t.eq(code, "EUNREACHABLE", why)
  t.raises("fix%[1%]: expected the name of a coordinate", m.fit_velocity, m, q, { 8, 0, 0 },
    { fix = "beat" })
  t.raises("no coordinate 'alhpa' %(did you mean 'alpha'%?%)", m.fit_velocity, m, q, { alhpa = 3 },
    { fix = "alpha" })
  -- a driver: its rate is told by its law, and what stays is added to it
  local d = m:description()
  d.constraints[2] = { kind = "driver", name = "motor", coordinate = "alpha", law = "0.6 + 3*t" }
  t.near(li.robot(d):fit_velocity(q, {}, { t = 0 })[2], -10.207466315072612 * 3 / 8, 1e-11)
end)

t.test("what is missing is called missing; linearising a model with loops says what does it",
  function()
  local m = crank()
  t.raises("^[^:]*:%d+: model:mobility: argument 1 %(q%) is missing: expected numbers in order",
    function() return m:mobility() end)
  t.raises("argument 2 %(v%) is missing", function() return m:fd(q) end)
  t.raises("argument 1 %(q%): .* got nil %(a call before it failed",
    function() return m:mobility(nil) end)
  for _, name in ipairs { "linearise", "modes" } do
    t.raises("^[^:]*:%d+: model:" .. name
      .. ": this model has loops or constraints.*model:kane{independent = {..}}:linearise", m[name],
      m, q)
  end
end)

t.test("constrained says how far q and v are from keeping the constraints", function()
  local m = crank()
  local r = m:constrained(q, v, { 0, 0, 0 })
  t.ok(r.gap < 1e-14 and r.rate_gap < 1e-13)
  t.eq(r.warning, nil)
  for _, method in ipairs { "tree", "augmented", "sparse", "all" } do
    r = m:constrained({ .6, 0, 0 }, { 8, 0, 0 }, { 0, 0, 0 }, { method = method })
    -- the rod's end: (.3 cos .6 + .9 cos .6, .3 sin .6 + .9 sin .6), the slider's pin: (0, .1)
    t.near(r.gap, 1.2 * math.cos(.6), 1e-12, method)
    t.near(r.rate_gap, 8 * 1.2 * math.cos(.6), 1e-12, method)
    t.ok(r.warning:find "^constraint 'pin' is not kept here: a gap of 0.99", method)
  end
  -- the positions right, the velocities not
  r = m:constrained(q, { 8, 0, 0 }, { 0, 0, 0 })
  t.ok(r.gap < 1e-14 and r.rate_gap > 1 and r.warning)
end)

t.test("a row that says nothing at a crossing is redundant there, and not always", function()
  local function mobility(at, ...)
    local bodies, rows = {}, {}
    for i = 1, 2 do
      bodies[i] = { name = "b" .. i, joint = "revolute", at = { 1, 0, 0 }, mass = 1,
        inertia = { 1, 1, 1 } }
    end
    for i, equation in ipairs { ... } do rows[i] = { "equation", equation = equation } end
    local x = li.robot { bodies = bodies, constraints = rows }:mobility(at)
    return ("rank %d, here %d, always %d"):format(x.rank, #x.redundant_here, #x.redundant_always)
  end
  t.eq(mobility({ 0, 0 }, "q1*q2"), "rank 0, here 1, always 0")
  t.eq(mobility({ 0.5, 0 }, "q1*q2"), "rank 1, here 0, always 0")
  t.eq(mobility({ 0, 0 }, "q1 - q2", "2*q1 - 2*q2"), "rank 1, here 1, always 1")
end)

t.done()
