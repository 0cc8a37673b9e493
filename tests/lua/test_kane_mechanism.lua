-- test_kane_mechanism.lua - one mechanism in four kinds of coordinates: T70, T71, T73, T74, T77,
-- T79 to T81 of [nonhol], E1.2 of the course
local t = require "t"
local li = require "liaison"

local close = t.close

local DATA = { L1 = .3, L2 = .9, h = .1, m1 = 2, m2 = 3, m3 = 4, I1 = .02, I2 = .2, I3 = .01,
  r1 = .12, r2 = .4, g = 9.81, tau = 15, F = -50 }

-- frames of the bodies are at their centres of mass, as the slides have them; cut: which joint
local function slider_crank(cut)
  return li.mechanism {
    name = "slider-crank", gravity = { 0, "-g" }, cut = cut,
    bodies = { { name = "crank", m = "m1", j = "I1" }, { name = "rod", m = "m2", j = "I2" },
      { name = "slider", m = "m3", j = "I3" } },
    joints = {
      { kind = "revolute", name = "O", on = "crank", at = { "-r1", 0 }, coordinate = "al" },
      { kind = "revolute", name = "crank pin", on = "rod", from = "crank", at = { "-r2", 0 },
        at_from = { "L1 - r1", 0 }, coordinate = "be" },
      { kind = "prismatic", name = "guide", on = "slider", at_from = { 0, "h" },
        coordinate = "la" },
      { kind = "revolute", name = "pin", on = "slider", from = "rod", at_from = { "L2 - r2", 0 },
        coordinate = "ga" },
    },
    loads = { { on = "crank", torque = "tau" }, { on = "slider", f = { "F", 0 }, axes = "world" } },
  }
end

local BETA, GAMMA, LAMBDA = -.6771796465084543, .07717964650845428, 1.14492150076725
local RATES = { al = 8, be = -10.207466315072612, ga = 2.207466315072611, la = -1.5083240766644703 }
local AL, BE, GA, LA = -6.6235858632358, 20.1560875580844, -13.5325016948487, -18.1579604004244
local m = slider_crank "pin"

t.test("T70: counts of every form", function()
  local c = m:counts()
  local function is(form, n, nc)
    t.eq(("%d/%d/%d"):format(c[form].coordinates, c[form].constraints, c[form].equations),
      ("%d/%d/%d"):format(n, nc, n + nc), form)
  end
  is("strict", 1, 0)
  is("joint", 3, 2)
  is("complete", 4, 3)
  is("cartesian", 9, 8)
end)

t.test("T71: assembly by Newton: quadratic, both branches, the closed form; loops that do not "
  .. "close", function()
  local given = { al = .6, L1 = .3, L2 = .9, h = .1, r1 = .12, r2 = .4 }
  local q, trace = m:assemble("joint", given, { be = -.5, la = 1 })
  t.near({ q.be, q.la }, { BETA, LAMBDA }, 1e-13)
  t.ok(#trace <= 6 and trace[2] < .02 and trace[3] < 1e-5,
    "the residuals of the document: .1592, 1.42e-2, 1.87e-7, 2e-16")
  t.near(trace[1], .1592, 1e-4)
  t.near(trace[2], 1.42e-2, 1e-4)
  local other = m:assemble("joint", given, { be = 3, la = -.6 })
  local rod = math.pi - math.asin((.1 - .3 * math.sin(.6)) / .9)
  t.near(math.cos(other.be + .6), math.cos(rod), 1e-12, "the other branch")
  given.L2 = .05
  local none, why, code, info = m:assemble("joint", given, { be = -.5, la = 1 })
  t.eq(none, nil)
  t.eq(code, "EUNREACHABLE", why)
  t.ok(info.closest.be)
end)

t.test("T73, T74, T80: accelerations are equal in the joint, complete and Cartesian form; "
  .. "forces of pin and guide", function()
  local eq = m:equations("joint"):with(DATA)
  local r = eq:solve({ .6, BETA, LAMBDA }, { RATES.al, RATES.be, RATES.la })
  close(r.a, { AL, BE, LA }, 1e-11, "joint")
  close(r.lambda, { -22.6318416016978, -3.4251174334881 }, 1e-11,
    "pin, on the slider: its sign is that of slider - rod")
  local c = m:equations("complete"):with(DATA)
  local order = { al = 1, be = 2, la = 3, ga = 4 }
  for i = 1, 4 do t.ok(order[tostring(c.q[i])], tostring(c.q[i])) end
  local q, v = { .6, BETA, LAMBDA, GAMMA }, { RATES.al, RATES.be, RATES.la, RATES.ga }
  local rc = c:solve(q, v)
  close(rc.a, { AL, BE, LA, GA }, 1e-11, "complete, mass of the slider on its guide")
  -- T77: M has no gamma
  local p, why, code = c:solve(q, v, nil, { method = "projector" })
  t.eq(p, nil)
  t.eq(code, "ESINGULAR", why)
  local chain = slider_crank "guide":equations("complete"):with(DATA)
  local at, rate, want = {}, {}, {}
  local names = { al = { .6, RATES.al, AL }, be = { BETA, RATES.be, BE },
    la = { LAMBDA, RATES.la, LA }, ga = { GAMMA, RATES.ga, GA } }
  for i = 1, 4 do
    local x = names[tostring(chain.q[i])]
    at[i], rate[i], want[i] = x[1], x[2], x[3]
  end
  local rg = chain:solve(at, rate)
  close(rg.a, want, 1e-11, "complete, mass of the slider on the chain")
  close({ math.abs(rg.lambda[1]), math.abs(rg.lambda[2]) }, { 0, 42.6651174 }, 1e-8,
    "multipliers are other forces in other forms: F acts on the slider, which hangs on the chain")
  -- Cartesian
  local d = m:equations("cartesian"):with(DATA)
  local a1, a2 = .6, .6 + BETA
  local w1, w2 = 8, 8 + RATES.be
  local L1, L2, r1, r2 = .3, .9, .12, .4
  local pos = { r1 * math.cos(a1), r1 * math.sin(a1), a1, L1 * math.cos(a1) + r2 * math.cos(a2),
    L1 * math.sin(a1) + r2 * math.sin(a2), a2, LAMBDA, .1, 0 }
  local vel = { -r1 * math.sin(a1) * w1, r1 * math.cos(a1) * w1, w1,
    -L1 * math.sin(a1) * w1 - r2 * math.sin(a2) * w2,
    L1 * math.cos(a1) * w1 + r2 * math.cos(a2) * w2, w2, RATES.la, 0, 0 }
  t.ok(L2 > 0)
  local rd = d:solve(pos, vel, nil, { method = "all" })
  close({ rd.a[3], rd.a[6] - rd.a[3], rd.a[9] - rd.a[6], rd.a[7] }, { AL, BE, GA, LA }, 1e-11,
    "cartesian")
  t.ok(rd.spread < 1e-9)
  -- rows: O x y, crank pin x y (rod - crank), guide across, guide turn, pin x y (slider - rod); the
  -- slides have the opposite row signs of both pins, and the opposite lambda
  local l = rd.lambda
  close({ l[1], l[2] }, { -83.162781341677, 14.838070856131 }, 1e-11, "O")
  local byname = { l[3], l[4], l[5], l[6], l[7], l[8] }
  local list = {}
  for i = 1, 6 do list[i] = math.abs(byname[i]) end
  table.sort(list)
  close(list, { 0, 3.425117433488, 5.202982762200, 22.631841601698, 42.665117433488,
    71.383216193759 }, 1e-10)
end)

t.test("T80: a row told twice: the same accelerations, its multiplier shared", function()
  local s = m:system "cartesian"
  s:holonomic "y_slider - h"
  local eq = s:equations():with(DATA)
  local a1, a2 = .6, .6 + BETA
  local w1, w2 = 8, 8 + RATES.be
  local pos = { .12 * math.cos(a1), .12 * math.sin(a1), a1, .3 * math.cos(a1) + .4 * math.cos(a2),
    .3 * math.sin(a1) + .4 * math.sin(a2), a2, LAMBDA, .1, 0 }
  local vel = { -.12 * math.sin(a1) * w1, .12 * math.cos(a1) * w1, w1,
    -.3 * math.sin(a1) * w1 - .4 * math.sin(a2) * w2,
    .3 * math.cos(a1) * w1 + .4 * math.cos(a2) * w2, w2, RATES.la, 0, 0 }
  local r = eq:solve(pos, vel)
  close(r.a[3], AL, 1e-11)
  t.eq(r.rank, 8)
  t.eq(#r.redundant, 1)
  local halves = 0
  for i = 1, 9 do
    if math.abs(math.abs(r.lambda[i]) - 21.332558716744) < 1e-8 then halves = halves + 1 end
  end
  t.eq(halves, 2)
end)

t.test("T73: the strict form, solved in symbols: J_eq and the acceleration, in both branches",
  function()
  local s, told = m:system("strict", { independent = "al", branch = { be = 1 } })
  t.ok(told)
  local k, v = s:kane(), {}
  for key, x in pairs(DATA) do v[key] = x end
  v.al, v["al'"] = .6, 8
  local r = k:numbers(v)
  if math.abs(r.D[1][1] - .35793112127768) > 1e-6 then -- the other root
    s = m:system("strict", { independent = "al", branch = { be = 2 } })
    k = s:kane()
    r = k:numbers(v)
  end
  t.near(r.D[1][1], .35793112127768, 1e-12)
  t.near(r.alphad[1], AL, 1e-10)
  t.near(r.tau[1] - r.C[1][1] * 8, -2.37078751490707, 1e-10)
end)

t.test("T79: one second in every form", function()
  local function values(s)
    local v = {}
    for key, x in pairs(DATA) do v[key] = x end
    v.tau, v.F = 5, 0
    return v, s
  end
  local a1, a2 = .6, .6 + BETA
  local start = {
    joint = { al = .6, be = BETA, la = LAMBDA, ["al'"] = 8 },
      complete = { al = .6, be = BETA, la = LAMBDA, ga = GAMMA, ["al'"] = 8 },
    cartesian = { x_crank = .12 * math.cos(a1), y_crank = .12 * math.sin(a1), th_crank = a1,
      x_rod = .3 * math.cos(a1) + .4 * math.cos(a2),
      y_rod = .3 * math.sin(a1) + .4 * math.sin(a2), th_rod = a2, x_slider = LAMBDA, y_slider = .1,
        th_slider = 0, ["th_crank'"] = 8 },
  }
  local angle = {}
  for form, x in pairs(start) do
    local k = m:system(form):kane { independent = form == "cartesian" and "th_crank" or "al",
      tidy = "none" }
    local run = k:simulate(1, x, { values = values(), dt = 1 })
    angle[#angle + 1] = run[form == "cartesian" and "th_crank" or "al"][2]
    t.ok(run:info().drift < 1e-6, form .. ": work and energy " .. run:info().drift)
    t.ok(angle[#angle] > 6.8, "past both dead points")
  end
  t.near(angle[1], angle[2], 1e-7)
  t.near(angle[1], angle[3], 1e-7)
end)

t.test("course E1.2: the slider-crank of uniform bars", function()
  local c = li.mechanism {
    name = "bielle-manivelle", gravity = { 0, -9.81 }, cut = "guide",
    bodies = { { name = "b1", m = 1, j = 1 / 300, com = { .1, 0 } },
      { name = "b2", m = 1.5, j = 1 / 32, com = { .25, 0 } }, { name = "b3", m = .8, j = .01 } },
    joints = {
      { kind = "revolute", on = "b1", coordinate = "ta" },
        { kind = "revolute", on = "b2", from = "b1", at_from = { .2, 0 }, coordinate = "tb" },
      { kind = "revolute", on = "b3", from = "b2", at_from = { .5, 0 }, coordinate = "tc" },
        { kind = "prismatic", name = "guide", on = "b3", coordinate = "xs" },
    },
    loads = { { on = "b1", torque = 2 }, { on = "b3", f = { -10, 0 }, axes = "world" } },
  }
  local n = c:counts()
  t.eq(n.joint.coordinates .. "/" .. n.joint.constraints .. "/" .. n.joint.equations, "3/2/5")
  t.eq(n.cartesian.coordinates .. "/" .. n.cartesian.constraints .. "/" .. n.cartesian.equations,
    "9/8/17")
  local b, bd = -.260627669675167, -1.58314983623494
  local eq = c:equations "joint"
  local r = eq:solve({ .7, b - .7, -b }, { 5, bd - 5, -bd }, nil, { method = "all" })
  close(r.a, { 7.11633708022, -3.37067053470 - 7.11633708022 + 7.11633708022, -3.74566654552 },
    1e-8)
  t.ok(r.spread < 1e-9)
  local force, moment = 0, 0
  for i = 1, 2 do
    if math.abs(r.lambda[i]) > 1e-6 then force = r.lambda[i] else moment = r.lambda[i] end
  end
  t.near(force, 15.1269660423, 1e-8, "of the guide on the piston, upwards")
  t.near(moment, 0, 1e-8)
  local strict = c:system("strict", { independent = "ta", branch = { tb = 1 } })
  local rs = strict and strict:kane():numbers { ta = .7, ["ta'"] = 5 }
  if not rs or math.abs(rs.D[1][1] - .08167251785929801) > 1e-6 then
    rs = c:system("strict", { independent = "ta", branch = { tb = 2 } }):kane():numbers { ta = .7,
      ["ta'"] = 5 }
  end
  t.near(rs.D[1][1], .08167251785929801, 1e-12)
  t.near(rs.alphad[1], 7.11633708022, 1e-9)
end)

t.test("T81: the slotted lever", function()
  local lever = li.mechanism {
    name = "slotted lever", cut = "lever pin",
    bodies = { { name = "crank", m = 1, j = .005 }, { name = "block", m = .5, j = .001 },
      { name = "lever", m = 3, j = .15 } },
    joints = {
      { kind = "revolute", on = "crank", at = { -.08, 0 }, coordinate = "sa" },
        { kind = "revolute", on = "block", from = "crank", at_from = { .12, 0 },
        coordinate = "sb" },
      { kind = "revolute", name = "lever pin", on = "lever", at = { -.35, 0 }, at_from = { -.5, 0 },
        coordinate = "sg" },
      { kind = "prismatic", name = "slot", on = "lever", from = "block", at = { -.35, 0 },
        coordinate = "sl" },
    },
    loads = { { on = "crank", torque = 6 } },
  }
  local q = lever:assemble("joint", { sa = .9 }, { sb = -.6, sl = -.6 })
  t.near({ q.sb, -q.sl }, { -.6541398091567288, .6436784862445947 }, 1e-12)
  local k = lever:system("joint"):kane { independent = "sa" }
  q["sa'"] = 6
  local r = k:numbers(q)
  t.near(r.D[1][1], .06292412412914, 1e-12)
  local rates = {}
  for i = 1, 3 do rates[tostring(k.q[i])] = r.qd[i] end
  t.near({ rates.sb, -rates.sl }, { -4.520556498687613, -.7301722145765392 }, 1e-11)
end)

t.test("in space: a four-bar with its axes across the plane, tree, complete and Cartesian",
  function()
  local function fourbar(pins)
    return li.mechanism {
      planar = false, name = "four-bar in space",
      bodies = { { name = "a", m = 1, j = { .01, .02, .02 }, com = { .5, 0, 0 } },
        { name = "b", m = 2, j = { .01, .1, .1 }, com = { 1, 0, 0 } },
        { name = "c", m = 1.5, j = { .01, .05, .05 }, com = { .75, 0, 0 } } },
      joints = {
        { kind = "revolute", on = "a", coordinate = "fa" },
          { kind = "revolute", on = "b", from = "a", at_from = { 1, 0, 0 }, coordinate = "fb" },
        { kind = "revolute", on = "c", at_from = { 2.2, 0, 0 }, coordinate = "fc" },
          { kind = pins, name = "close", on = "c", from = "b", at = { 1.5, 0, 0 },
          at_from = { 2, 0, 0 } },
      },
      loads = { { on = "a", torque = { 0, 0, 3 } } }, cut = "close",
    }
  end
  local planar = li.mechanism {
    name = "four-bar",
    bodies = { { name = "a", m = 1, j = .02, com = { .5, 0 } },
      { name = "b", m = 2, j = .1, com = { 1, 0 } },
      { name = "c", m = 1.5, j = .05, com = { .75, 0 } } },
    joints = {
      { kind = "revolute", on = "a", coordinate = "fa" },
        { kind = "revolute", on = "b", from = "a", at_from = { 1, 0 }, coordinate = "fb" },
      { kind = "revolute", on = "c", at_from = { 2.2, 0 }, coordinate = "fc" },
        { kind = "revolute", name = "close", on = "c", from = "b", at = { 1.5, 0 },
        at_from = { 2, 0 } },
    },
    loads = { { on = "a", torque = 3 } }, cut = "close",
  }
  local q = planar:assemble("joint", { fa = 1 }, { fb = -.8, fc = 1.3 })
  local start = { q.fa, q.fb, q.fc }
  local eq = planar:equations "joint"
  local vel = eq:consistent(start, { 2, 0, 0 })
  local flat = eq:solve(start, vel)
  for _, pins in ipairs { "spherical", "revolute" } do
    local r = fourbar(pins):equations("joint"):solve(start, vel)
    close(r.a, flat.a, 1e-10, pins)
    t.eq(r.rank, 2) -- what the plane keeps by itself makes no row
  end
  -- every body its own coordinates: 20 rows, 17 of them independent
  local d = fourbar("revolute"):equations "cartesian"
  local a, b, c = start[1], start[1] + start[2], start[3]
  local pos = { 0, 0, 0, 0, 0, a, math.cos(a), math.sin(a), 0, 0, 0, b, 2.2, 0, 0, 0, 0, c }
  local cart = { 0, 0, 0, 0, 0, vel[1], -math.sin(a) * vel[1], math.cos(a) * vel[1], 0, 0, 0,
    vel[1] + vel[2], 0, 0, 0, 0, 0, vel[3] }
  local r = d:solve(pos, cart)
  t.eq(r.rank, 17)
  t.eq(#r.redundant, 3)
  close({ r.a[6], r.a[12] - r.a[6], r.a[18] }, flat.a, 1e-9, "cartesian in space")
  t.eq(fourbar("revolute"):counts().cartesian.coordinates, 18)
end)

t.test("T91: velocities that do not fit are moved as little as the mass allows", function()
  local eq = m:equations("joint"):with(DATA)
  local q = { .6, BETA, LAMBDA }
  local v, change, worst = eq:consistent(q, { 8, 0, 0 })
  local again = eq:consistent(q, v)
  close(again, v, 1e-12)
  t.near(v[2] / v[1], -1.27593328938408, 1e-12)
  t.near(v[3] / v[1], -.18854050958306, 1e-12)
  t.ok(change > 0 and worst == 2 or worst == 1)
  local M, d = eq:mass(q), { v[1] - 8, v[2], v[3] }
  local Md = M * li.vec(d)
  t.near(Md[1] - 1.27593328938408 * Md[2] - .18854050958306 * Md[3], 0, 1e-11,
    "across all motions that are allowed, in the metric of M")
end)

t.test("mistakes are said with their place", function()
  t.raises("joints%[1%].on: no body 'crnk' %(did you mean 'crank'%?%)", li.mechanism,
    { bodies = { { name = "crank", m = 1, j = 1 } },
    joints = { { kind = "revolute", on = "crnk" } } })
  t.raises("'rod' hangs on nothing", li.mechanism,
    { bodies = { { name = "crank", m = 1, j = 1 }, { name = "rod", m = 1, j = 1 } },
    joints = { { kind = "revolute", on = "crank" } } })
  t.raises("unknown joint 'revolut'", li.mechanism,
    { bodies = { { name = "crank", m = 1, j = 1 } },
    joints = { { kind = "revolut", on = "crank" } } })
  t.raises("cut: no joint 'pn'", slider_crank, "pn")
end)

t.test("the weight of a mechanism is a potential in its equations, not a force: V, G and Q",
  function()
  local mech, v = li.mechanisms.slider_crank(),
    li.mechanisms.values("slider_crank", { state = true })
  local eq = mech:equations "joint"
  t.ok(eq.V:equals("g*(m1*L1*sin(th1)/2 + m2*(L1*sin(th1) + L2*sin(th1 + th2)/2) + "
    .. "m3*(L1*sin(th1) + L2*sin(th1 + th2)))"))
  local V = eq.V
  for i = 1, 3 do
    t.ok(eq.G[i]:equals(V:diff(eq.q[i])))
    t.ok(not eq.Q[i]:depends(li.expr "g"))
  end
  t.ok(not eq:explain(nil, { form = "text" }):find "\n  V = 0\n")
  -- and the whole is what it was: by Kane, with the weight as a force
  local num = eq:with(li.mechanisms.values "slider_crank")
  v.x = nil -- of the joint that is cut in this form
  local k = mech:system("joint"):kane { independent = "th1", tidy = "none" }:numbers(v)
  local be = -v.th3
  local bed = -5 * .2 * math.cos(.7) / (.5 * math.cos(be))
  t.near(num:solve({ v.th1, v.th2, v.th3 }, { 5, bed - 5, -bed }).a[1], k.alphad[1], 1e-10)
end)

t.done()
