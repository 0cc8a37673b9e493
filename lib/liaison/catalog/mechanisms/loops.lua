-- loops.lua - mechanisms with loops of the documents: what li.mechanisms builds, its numbers, and a
-- configuration that closes them
local function pin(name, on, at, from, at_from, q)
  return { kind = "revolute", name = name, on = on, at = at, from = from, at_from = at_from,
    coordinate = q }
end

local loops = {}

-- [course] E1.2: uniform bars, every body at its entry pivot
loops.slider_crank = {
  text = "The slider-crank of the course, uniform bars: th1, th2, th3, x.",
  values = { L1 = .2, L2 = .5, m1 = 1, m2 = 1.5, m3 = .8, j3 = .01, g = 9.81, G = 2, F = -10 },
  state = { th1 = .7, th2 = -.960627669675167, th3 = .260627669675167, x = .636082650514229,
    ["th1'"] = 5 },
  spec = {
    gravity = { 0, "-g" }, cut = "guide",
    bodies = { { name = "crank", m = "m1", j = "m1*L1^2/12", com = { "L1/2", 0 } },
      { name = "rod", m = "m2", j = "m2*L2^2/12", com = { "L2/2", 0 } },
      { name = "piston", m = "m3", j = "j3" } },
    joints = { pin("B", "crank", nil, nil, nil, "th1"),
      pin("D", "rod", nil, "crank", { "L1", 0 }, "th2"),
      pin("F", "piston", nil, "rod", { "L2", 0 }, "th3"),
      { kind = "prismatic", name = "guide", on = "piston", coordinate = "x" } },
    loads = { { on = "crank", torque = "G" }, { on = "piston", f = { "F", 0 }, axes = "world" } },
  },
}

-- [nonhol] 2.9 A: every body at its centre of mass
loops.one_loop = {
  text = "The slides' mechanism with one loop, an offset slider-crank: al, be, ga, la.",
  values = { L1 = .3, L2 = .9, h = .1, m1 = 2, m2 = 3, m3 = 4, I1 = .02, I2 = .2, I3 = .01,
    r1 = .12, r2 = .4, g = 9.81, tau = 15, F = -50 },
  state = { al = .6, be = -.6771796465084543, ga = .07717964650845428, la = 1.14492150076725,
    ["al'"] = 8 },
  spec = {
    gravity = { 0, "-g" }, cut = "pin",
    bodies = { { name = "crank", m = "m1", j = "I1" }, { name = "rod", m = "m2", j = "I2" },
      { name = "slider", m = "m3", j = "I3" } },
    joints = { pin("O", "crank", { "-r1", 0 }, nil, nil, "al"),
      pin("crank pin", "rod", { "-r2", 0 }, "crank", { "L1 - r1", 0 }, "be"),
      { kind = "prismatic", name = "guide", on = "slider", at_from = { 0, "h" },
        coordinate = "la" }, pin("pin", "slider", nil, "rod", { "L2 - r2", 0 }, "ga") },
    loads = { { on = "crank", torque = "tau" }, { on = "slider", f = { "F", 0 }, axes = "world" } },
  },
}

-- [nonhol] 2.9 B: the block slides along the lever, whose frame is at its centre of mass
loops.slotted_lever = {
  text = "The slides' slotted lever: crank, block, lever; sa, sb, sg, sl.",
  values = { L1 = .2, D = -.5, m1 = 1, m2 = .5, m3 = 3, I1 = .005, I2 = .001, I3 = .15, r1 = .08,
    r3 = .35, tau = 6 },
  state = { sa = .9, sb = -.6541398091567288, sg = .24586019084327132, sl = -.6436784862445947,
    ["sa'"] = 6 },
  spec = {
    cut = "lever pin",
    bodies = { { name = "crank", m = "m1", j = "I1" }, { name = "block", m = "m2", j = "I2" },
      { name = "lever", m = "m3", j = "I3" } },
    joints = { pin("O", "crank", { "-r1", 0 }, nil, nil, "sa"),
      pin("crank pin", "block", nil, "crank", { "L1 - r1", 0 }, "sb"),
      pin("lever pin", "lever", { "-r3", 0 }, nil, { "D", 0 }, "sg"),
      { kind = "prismatic", name = "slot", on = "lever", from = "block", at = { "-r3", 0 },
        coordinate = "sl" } },
    loads = { { on = "crank", torque = "tau" } },
  },
}

-- [course] E2.2, with uniform bars of 1 kg/m
loops.four_bar = {
  text = "The four-bar of the course, D = (l5, -l4), uniform bars of one kilogram a metre: p1 "
    .. "(crank), p2 and p3 (from bar to bar), p4 (of the output on the ground).",
  values = { l1 = 1, l2 = 3, l3 = 2.5, l4 = .5, l5 = 3, rho = 1, g = 0, G = 3 },
  state = { p1 = 1.0471975511965976, p2 = -.6653907087044822, p3 = 1.0751522655868190,
    p4 = 1.4569591080819342, ["p1'"] = 2 },
  spec = {
    gravity = { 0, "-g" }, cut = "C",
    bodies = { { name = "input", m = "rho*l1", j = "rho*l1^3/12", com = { "l1/2", 0 } },
      { name = "coupler", m = "rho*l2", j = "rho*l2^3/12", com = { "l2/2", 0 } },
      { name = "output", m = "rho*l3", j = "rho*l3^3/12", com = { "l3/2", 0 } } },
    joints = { pin("A", "input", nil, nil, nil, "p1"),
      pin("B", "coupler", nil, "input", { "l1", 0 }, "p2"),
      pin("D", "output", nil, nil, { "l5", "-l4" }, "p4"),
      pin("C", "output", { "l3", 0 }, "coupler", { "l2", 0 }, "p3") },
    loads = { { on = "input", torque = "G" } },
  },
}

local function ball(name, on, at, from, at_from, q)
  return { kind = "spherical", name = name, on = on, at = at, from = from, at_from = at_from,
    coordinate = q }
end

-- [course] E1.1
loops.mcpherson = {
  text = "A McPherson strut in space: arm, knuckle, strut rod, rack, tie rod; two useful "
    .. "freedoms and two internal.",
  values = {}, state = { slide = .1, k1 = .02, e1 = .01 },
  spec = {
    planar = false,
    bodies = { { name = "arm", m = 2, j = { .05, .01, .05 }, com = { 0, .17, 0 } },
      { name = "knuckle", m = 8, j = { .1, .1, .08 }, com = { 0, 0, .05 } },
      { name = "rod", m = 1.5, j = { .02, .02, .001 }, com = { 0, 0, .15 } },
      { name = "rack", m = 2, j = { .02, .001, .02 } },
        { name = "tie", m = .6, j = { .004, .0001, .004 }, com = { 0, .12, 0 } } },
    joints = {
      { kind = "revolute", name = "arm bush", on = "arm", axis = { 1, 0, 0 }, coordinate = "arm" },
        ball("ball joint", "knuckle", nil, "arm", { 0, .35, 0 }, "k1 k2 k3"),
      { kind = "cylindrical", name = "strut", on = "rod", from = "knuckle", at_from = { 0, 0, .2 },
        coordinate = "turn slide" },
        ball("top mount", "rod", { 0, 0, .3 }, nil, { 0, .29, .62 }, "t1 t2 t3"),
      { kind = "prismatic", name = "rack guide", on = "rack", at_from = { -.15, .1, .05 },
        axis = { 0, 1, 0 }, coordinate = "rack" },
        ball("inner tie", "tie", nil, "rack", nil, "e1 e2 e3"),
      ball("outer tie", "tie", { 0, .25, 0 }, "knuckle", { -.15, 0, .05 }, "f1 f2 f3"),
    },
  },
}

local function arm(name, on, from, at_from, q, at)
  return { kind = "revolute", name = name, on = on, from = from, at = at, at_from = at_from,
    axis = { 0, 1, 0 }, coordinate = q }
end

loops.watt = {
  text = "Watt's governor in space: shaft, two arms, two links, sleeve; mobility 2, where the "
    .. "formula of space says -4.",
  values = {}, state = { spin = .4, u1 = -.5, u2 = .5, w1 = 1, w2 = -1, lift = -1.7 },
  spec = {
    planar = false, gravity = { 0, 0, -9.81 }, cut = { "sleeve 1", "sleeve 2" },
    bodies = (function()
      local list = { { name = "shaft", m = 1, j = { .01, .01, .01 } } }
      for _, name in ipairs { "arm 1", "arm 2", "link 1", "link 2" } do
        list[#list + 1] = { name = name, m = .5, j = { .05, .05, .001 },
          com = { 0, 0, name:match "arm" and -.9 or -.5 } }
      end
      list[#list + 1] = { name = "sleeve", m = 2, j = { .02, .02, .01 } }
      return list
    end)(),
    joints = {
      { kind = "revolute", name = "bearing", on = "shaft", axis = { 0, 0, 1 },
        coordinate = "spin" }, arm("top 1", "arm 1", "shaft", { .1, 0, 0 }, "u1"),
        arm("top 2", "arm 2", "shaft", { -.1, 0, 0 }, "u2"),
      { kind = "prismatic", name = "guide", on = "sleeve", from = "shaft", axis = { 0, 0, 1 },
        coordinate = "lift" }, arm("ball 1", "link 1", "arm 1", { 0, 0, -1 }, "w1"),
      arm("ball 2", "link 2", "arm 2", { 0, 0, -1 }, "w2"),
      arm("sleeve 1", "link 1", "sleeve", { .1, 0, 0 }, "p1", { 0, 0, -1 }),
      arm("sleeve 2", "link 2", "sleeve", { -.1, 0, 0 }, "p2", { 0, 0, -1 }),
    },
  },
}

return loops
