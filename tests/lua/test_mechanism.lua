-- test_mechanism.lua - mechanisms as chains: mobility of every example of the course, other
-- grounds, strict forms
local t = require "t"
local li = require "liaison"

local function bars(spec)
  local out = {}
  for name in spec:gmatch "%S+" do out[#out + 1] = { name = name, m = 1, j = .1 } end
  return out
end

-- a hinge between two bars: on at, from at_from
local function pin(on, at, from, at_from, q, name)
  return { kind = "revolute", on = on, at = at, from = from, at_from = at_from, coordinate = q,
    name = name }
end

local function mobility(m, at, want, fix)
  local x = assert(m:mobility(at, { fix = fix }))
  for key, value in pairs(want) do t.eq(x[key], value, m.name .. ": " .. key) end
  return x
end

t.test("course E1.1: a triangle of bars is a structure, a ring of five has two freedoms", function()
  local triangle = li.mechanism { name = "mech. 1", bodies = bars "a b",
    joints = { pin("a", nil, nil, nil, "ra"), pin("b", nil, "a", { 2, 0 }, "rb"),
      pin("b", { 1.5, 0 }, nil, { 2.5, 0 }, "rc") } }
  mobility(triangle, { ra = .5, rb = -1.2 },
    { bodies = 3, joints = 3, plane = 0, velocity = 0, hyperstatic = 0, placements = 0 })
  local five = li.mechanism { name = "mech. 2", bodies = bars "a b c d",
    joints = { pin("a", nil, nil, nil, "ra"), pin("b", nil, "a", { 1, 0 }, "rb"),
    pin("d", nil, nil, { 2.2, 0 }, "rd"), pin("c", nil, "d", { 1.1, 0 }, "rc"),
    pin("c", { 1.3, 0 }, "b", { 1.4, 0 }, "re") } }
  local x = mobility(five, { ra = 1.4, rb = -.8, rd = 1.2, rc = 1 },
    { plane = 2, velocity = 2, hyperstatic = 0, placements = 10 })
  t.eq(#x.actuators, 10, "any two of the five hinges")
end)

t.test("course E1.1: a square with both diagonals (mech. 3) and the wiper linkage", function()
  local square = li.mechanism { name = "mech. 3", bodies = bars "left top right down up", joints = {
    pin("left", nil, nil, { 0, 0 }), pin("right", nil, nil, { 1, 0 }),
      pin("top", nil, "left", { 1, 0 }), pin("right", { 1, 0 }, "top", { 1, 0 }),
    pin("up", nil, nil, { 0, 0 }), pin("up", { math.sqrt(2), 0 }, "right", { 1, 0 }),
    pin("down", nil, nil, { 1, 0 }), pin("down", { math.sqrt(2), 0 }, "left", { 1, 0 }),
  } }
  local q = math.pi / 2
  mobility(square, { q_left = q, q_right = q, q_top = -q, q_up = q / 2, q_down = 1.5 * q },
    { bodies = 6, joints = 8, plane = -1, velocity = 0, hyperstatic = 1 })
  local wiper = li.mechanism { name = "wiper", bodies = bars "crank rod rocker link arm", joints = {
    pin("crank", nil, nil, nil), pin("rod", nil, "crank", { .3, 0 }),
      pin("rocker", nil, nil, { 1, 0 }), pin("rocker", { .6, 0 }, "rod", { 1.1, 0 }),
    pin("link", nil, "rocker", { .6, 0 }), pin("arm", nil, nil, { 2, 0 }),
    pin("arm", { .6, 0 }, "link", { 1, 0 }),
  } }
  mobility(wiper, { q_crank = .8, q_rod = -.6, q_rocker = 1.5, q_link = -1.5, q_arm = 1.5 },
    { bodies = 6, joints = 7, plane = 1, velocity = 1, hyperstatic = 0 })
end)

t.test("course E1.1: mech. 4 is a structure; with parallel bars of one length (mech. 4') it "
  .. "moves, against the formula", function()
  local function carried(x3, y3, at)
    return li.mechanism { name = "mech. 4", bodies = bars "one coupler two three", joints = {
      pin("one", nil, nil, nil), pin("coupler", nil, "one", { 1.5, 0 }),
        pin("two", nil, nil, { 2, 0 }), pin("two", { 1.5, 0 }, "coupler", { 2, 0 }),
      pin("three", nil, nil, { 5, 0 }), pin("three", { at or 1.5, 0 }, "coupler", { x3, y3 }) } }
  end
  local c = math.pi / 3
  mobility(carried(5, 0), { q_one = c, q_coupler = -c, q_two = c, q_three = c },
    { bodies = 5, joints = 6, plane = 0, velocity = 1, hyperstatic = 1 })
  -- the third rocker's end told on the coupler
  local x, y = 1.5 * math.cos(c) + 4.6 - 5, 1.5 * math.sin(c) + .4
  local generic = carried(4.6, .4, math.sqrt(x * x + y * y))
  mobility(generic, { q_one = c, q_coupler = -c, q_two = c, q_three = math.atan(y / x) },
    { plane = 0, velocity = 0, hyperstatic = 0 })
end)

t.test("course E1.1: McPherson's strut: 4 freedoms, 2 of them internal", function()
  local function ball(on, at, from, at_from, q)
    return { kind = "spherical", on = on, at = at, from = from, at_from = at_from, coordinate = q }
  end
  local m = li.mechanism { planar = false, name = "McPherson", bodies = {
    { name = "arm", m = 0, j = 0 }, { name = "knuckle", m = 0, j = 0 },
      { name = "rod", m = 0, j = 0 }, { name = "rack", m = 0, j = 0 },
      { name = "tie", m = 0, j = 0 } },
    joints = {
      { kind = "revolute", on = "arm", axis = { 1, 0, 0 }, coordinate = "arm" },
        ball("knuckle", nil, "arm", { 0, .35, 0 }, "k1 k2 k3"),
      { kind = "cylindrical", on = "rod", from = "knuckle", at_from = { 0, 0, .2 },
        coordinate = "turn slide" }, ball("rod", { 0, 0, .3 }, nil, { 0, .29, .62 }, "t1 t2 t3"),
      { kind = "prismatic", on = "rack", at_from = { -.15, .1, .05 }, axis = { 0, 1, 0 },
        coordinate = "rack" }, ball("tie", nil, "rack", nil, "e1 e2 e3"),
      ball("tie", { 0, .25, 0 }, "knuckle", { -.15, 0, .05 }, "f1 f2 f3"),
    } }
  local x = mobility(m, { slide = .1, k1 = .02, e1 = .01 },
    { bodies = 6, joints = 7, freedoms = 16, space = 4, velocity = 4, hyperstatic = 0,
    internal = 2 }, "arm rack")
  t.eq(x.plane, nil)
end)

t.test("course E1.1: Watt's governor: the formula of the plane is right by luck, that of "
  .. "space says -4", function()
  local function arm(on, from, at_from, q, at)
    return { kind = "revolute", on = on, from = from, at = at, at_from = at_from,
      axis = { 0, 1, 0 }, coordinate = q }
  end
  local m = li.mechanism { planar = false, name = "Watt", bodies = bars "shaft a1 a2 l1 l2 sleeve",
    joints = {
    { kind = "revolute", on = "shaft", axis = { 0, 0, 1 }, coordinate = "spin" },
      arm("a1", "shaft", { .1, 0, 0 }, "u1"), arm("a2", "shaft", { -.1, 0, 0 }, "u2"),
    { kind = "prismatic", on = "sleeve", from = "shaft", axis = { 0, 0, 1 }, coordinate = "lift" },
    arm("l1", "a1", { 0, 0, -1 }, "w1"), arm("l2", "a2", { 0, 0, -1 }, "w2"),
    arm("l1", "sleeve", { .1, 0, 0 }, "p1", { 0, 0, -1 }),
    arm("l2", "sleeve", { -.1, 0, 0 }, "p2", { 0, 0, -1 }),
  } }
  for _, b in ipairs(m.bodies) do b.j = { .1, .1, .1 } end
  local x = mobility(m, { spin = .4, u1 = -.5, u2 = .5, w1 = 1, w2 = -1, lift = -1.7 },
    { bodies = 7, joints = 8, freedoms = 8, space = -4, velocity = 2, hyperstatic = 6 })
  t.near(x.q.u1 + x.q.u2, 0, 1e-6)
  t.eq(li.mobility.plane(7, 8, 8), 2)
end)

t.test("course E1.1: counts of an arm with its tool, slider-crank, four-bar", function()
  t.eq(li.mobility.space(7, 6, 6), 6)
  t.eq(li.mobility.space(8, 7, 7), 7)
  local crank = li.mechanism { name = "slider-crank", bodies = bars "crank rod slide",
    joints = { pin("crank", nil, nil, nil, "ta"), pin("rod", nil, "crank", { .2, 0 }, "tb"),
    { kind = "prismatic", on = "slide", coordinate = "xs" },
      pin("slide", nil, "rod", { .5, 0 }, "tc", "pin") } }
  local x = mobility(crank, { ta = .7, tb = -1, xs = .6 },
    { bodies = 4, joints = 4, plane = 1, velocity = 1, hyperstatic = 0, placements = 4 })
  t.eq(#x.actuators, 4)
  x = mobility(crank, { ta = 0, tb = 0, xs = .7 }, { velocity = 1 })
  t.eq(#x.actuators, 3, "at a dead point the slide cannot drive")
  for _, set in ipairs(x.actuators) do t.ok(set[1] ~= "prismatic of slide on ground") end
  -- the piston's joints with the crank stopped: nothing moves
  t.eq(crank:mobility({ ta = .7, tb = -1, xs = .6 }, { fix = { "ta" } }).internal, 0)
end)

-- four bars: ground 4, crank 1, coupler 3.5, rocker 3
local function fourbar(ground, input, coupler, output, extra)
  return li.mechanism { name = "four bars", bodies = bars "a b c", cut = "C", loads = extra,
    joints = { pin("a", nil, nil, nil, "fa", "A"), pin("b", nil, "a", { input, 0 }, "fb", "B"),
    pin("c", nil, nil, { ground, 0 }, "fd", "D"),
    pin("c", { output, 0 }, "b", { coupler, 0 }, "fc", "C") } }
end

t.test("course F2.2, E2.3: inversions of a four-bar and their classes", function()
  local list = fourbar(4, 1, 3.5, 3):inversions()
  local class = {}
  for _, x in ipairs(list) do class[x.ground] = x.class end
  t.eq(class.ground, "crank_rocker")
  t.eq(class.a, "double_crank")
  t.eq(class.b, "crank_rocker")
  t.eq(class.c, "double_rocker")
  for _, row in ipairs { { 4, 1, 3.5, 3, "crank_rocker" }, { 1, 4, 3.5, 3, "double_crank" },
    { 3, 4, 1, 3.5, "double_rocker" }, { 4, 2, 2, 2.5, "triple_rocker" },
    { 4, 2, 4, 2, "change_point" } } do
    t.eq(fourbar(row[1], row[2], row[3], row[4]):grashof(), row[5])
    local non = row[5] == "triple_rocker" or row[5] == "change_point"
    for _, x in ipairs(li.fourbar(row[2], row[3], row[4], { row[1], 0 }):inversions()) do
      if non then t.eq(x.class, row[5], "in every inversion") end
    end
  end
  t.eq(select(3, li.mechanism { bodies = bars "a", joints = { pin("a") } }:grashof()), "EMODEL")
end)

t.test("an inversion moves as the mechanism does, seen from another bar", function()
  local m = fourbar(4, 1, 3.5, 3)
  local q = assert(m:assemble("joint", { fa = 1.1 }, { fb = -.8, fd = 1.3 }))
  local r = assert(m:strict({ fa = 1.1, ["fa'"] = 2 }, { guess = q }))
  for _, x in ipairs(m:inversions()) do
    local complete = assert(x.mechanism:assemble("complete", { fa = 1.1 },
      { fb = q.fb, fd = q.fd, fc = q.fd - q.fa - q.fb }))
    t.near({ complete.fb, complete.fd }, { q.fb, q.fd }, 1e-9, x.ground)
    local names = {}
    for _, c in ipairs(x.mechanism:system("complete").q) do names[#names + 1] = tostring(c) end
    local eq = x.mechanism:equations "complete"
    local J = eq.J:eval(complete)
    local v = {}
    for i, name in ipairs(names) do
      v[i] = name == "fc" and r.v.fd - r.v.fa - r.v.fb or r.v[name]
    end
    t.near(J * li.vec(v), { 0, 0, 0 }, 1e-9, x.ground .. ": the same rates")
  end
end)

t.test("an inversion equals the mechanism described on that bar by hand: accelerations with "
  .. "loads between bodies", function()
  local m = fourbar(4, 1, 3.5, 3, { { on = "a", torque = 5 },
    { on = "c", f = { 0, -2 }, at = { 3, 0 }, axes = "world" } })
  local inv = m:ground("a", { m = 2, j = .3, com = { 1, .5 } })
  -- by hand: bar a is the ground; the frame hangs on its origin, bar b on (1, 0)
  local s = li.system { planar = true }
  local fa, fb, fd = s:coordinates "ga gb gd"
  local frame = s:body { name = "frame", m = 2, j = .3, com = { 1, .5 }, place = { 0, 0, -fa } }
  s:body { name = "b", m = 1, j = .1, place = { 1, 0, fb } }
  local c = s:body { name = "c", m = 1, j = .1, place = { "4*cos(ga)", "-4*sin(ga)", fd - fa } }
  s:holonomic { "1 + 3.5*cos(gb) - 4*cos(ga) - 3*cos(gd - ga)",
    "3.5*sin(gb) + 4*sin(ga) - 3*sin(gd - ga)" }
  frame:torque(-5)
  c:force { f = { 0, -2 }, at = { 3, 0 }, axes = frame, from = frame }
  local q = assert(inv:assemble("joint", { fa = 1.1 }, { fb = -.8, fd = 1.3 }))
  local r = assert(inv:strict({ fa = 1.1, ["fa'"] = 2 }, { guess = q, independent = "fa" }))
  local h = s:kane { independent = "ga" }:numbers { ga = q.fa, gb = q.fb, gd = q.fd, ["ga'"] = 2 }
  t.near(r.a.fa, h.alphad[1], 1e-9)
  t.near(r.M[1][1], h.D[1][1], 1e-10)
  t.raises("no body 'aa' %(did you mean 'a'%?%)", m.ground, m, "aa")
  t.raises("options.name: a body 'b' is there already", m.ground, m, "a", { name = "b" })
end)

t.test("the slider-crank on its other bodies: swinging block, pump", function()
  local crank = li.mechanism { name = "slider-crank", bodies = bars "crank rod slide",
    joints = { pin("crank", nil, nil, nil, "ta"), pin("rod", nil, "crank", { .2, 0 }, "tb"),
    { kind = "prismatic", on = "slide", coordinate = "xs" },
      pin("slide", nil, "rod", { .5, 0 }, "tc", "pin") } }
  local q = assert(crank:assemble("joint", { ta = .7 }, { tb = -1, xs = .6 }))
  q.tc = -q.ta - q.tb
  local rate = assert(crank:strict({ ta = .7, ["ta'"] = 1 }, { guess = q })).v
  for _, x in ipairs(crank:inversions()) do
    t.eq(x.class, nil)
    local mob = assert(x.mechanism:mobility(q))
    t.eq(mob.velocity, 1, x.ground)
    t.near({ mob.q.ta, mob.q.tb, mob.q.xs }, { q.ta, q.tb, q.xs }, 1e-9)
    local J = x.mechanism:equations "complete"
    local v, names = {}, x.mechanism:system("complete").q
    for i, c in ipairs(names) do
      v[i] = tostring(c) == "tc" and -rate.ta - rate.tb or rate[tostring(c)]
    end
    t.near(J.J:eval(q) * li.vec(v), { 0, 0, 0 }, 1e-9, x.ground)
  end
end)

t.test("the strict form of a four-bar in closed form: both assemblies, every cut, against "
  .. "Newton and the formulas of the course", function()
  local exact = li.fourbar(1, 3, 2.5, { 3, -.5 })
  for _, cut in ipairs { "B", "C", "D" } do
    local m = li.mechanism { name = "four bars", cut = cut, loads = { { on = "a", torque = 3 } },
      bodies = { { name = "a", m = 1, j = .02, com = { .5, 0 } },
        { name = "b", m = 2, j = .1, com = { 1, 0 } },
        { name = "c", m = 1.5, j = .05, com = { .7, 0 } } },
      joints = { pin("a", nil, nil, nil, "fa", "A"), pin("b", nil, "a", { "l1", 0 }, "fb", "B"),
        pin("c", { "l3", 0 }, "b", { "l2", 0 }, "fc", "C"),
        pin("c", nil, nil, { "d", "e" }, "fd", "D") } }
    for _, mode in ipairs { "plus", "minus" } do
      local p2, p3 = exact:solve(math.pi / 3, mode, 2, .5)
      local at = { l1 = 1, l2 = 3, l3 = 2.5, d = 3, e = -.5, fa = math.pi / 3,
        fb = p2[1] - math.pi / 3, fc = p3[1] - p2[1], fd = p3[1] }
      local s, dependent = m:system("strict", { independent = "fa", near = at })
      t.eq(#s.q, 1)
      t.eq(m:counts().strict.equations, 1)
      for q, e in pairs(dependent) do
        local name = tostring(q)
        t.near(math.cos(e:eval(at) - at[name]), 1, 1e-12, cut .. " " .. mode .. " " .. name)
        -- rates by differences of the closed form, accelerations by those of the course
        local rate, acc = e:d(), e:d():d()
        at["fa'"], at["fa''"] = 2, .5
        local want = ({ fb = { p2[2] - 2, p2[3] - .5 }, fc = { p3[2] - p2[2], p3[3] - p2[3] },
          fd = { p3[2], p3[3] } })[name]
        t.near({ rate:eval(at), acc:eval(at) }, want, 1e-9, name)
      end
      at["fa''"] = nil
      local r = s:kane { tidy = "none" }:numbers(at)
      local num = assert(m:strict(at, { independent = "fa", guess = at }))
      t.near(r.D[1][1], num.M[1][1], 1e-10)
      t.near(r.alphad[1], num.a.fa, 1e-9)
    end
  end
end)

t.test("strict in closed form: the slotted lever, and a six-bar loop after loop", function()
  local lever = li.mechanism { name = "slotted lever", cut = "lever pin",
    bodies = { { name = "crank", m = 1, j = .005 }, { name = "block", m = .5, j = .001 },
      { name = "lever", m = 3, j = .15 } },
    joints = { pin("crank", { -.08, 0 }, nil, nil, "sa"),
      pin("block", nil, "crank", { .12, 0 }, "sb"),
      pin("lever", { -.35, 0 }, nil, { -.5, 0 }, "sg", "lever pin"),
      { kind = "prismatic", name = "slot", on = "lever", from = "block", at = { -.35, 0 },
        coordinate = "sl" } },
    loads = { { on = "crank", torque = 6 } } }
  local near = { sa = .9, sb = -.6541398091567288, sl = -.6436784862445947 }
  local s = assert(lever:system("strict", { independent = "sa", near = near }))
  -- [nonhol] 2.9 B
  t.near(s:kane { tidy = "none" }:numbers({ sa = .9, ["sa'"] = 6 }).D[1][1], .06292412412914, 1e-12)
  local six = li.mechanism { name = "Watt's six bars", cut = { "C", "F" },
    bodies = bars "a b c d e", joints = {
    pin("a", nil, nil, nil, "wa"), pin("b", nil, "a", { .3, 0 }, "wb"),
      pin("c", nil, nil, { 1, 0 }, "wc"), pin("c", { .6, 0 }, "b", { 1.1, 0 }, "wx", "C"),
    pin("d", nil, "c", { .5, .2 }, "wd"), pin("e", nil, nil, { 2, 0 }, "we"),
    pin("e", { .6, 0 }, "d", { 1, 0 }, "wy", "F") } }
  local at = assert(six:assemble("joint", { wa = .8 }, { wb = -.6, wc = 1.5, wd = -1.5, we = 1.5 }))
  local k6, dependent = assert(six:system("strict", { independent = "wa", near = at }))
  for q, e in pairs(dependent) do
    t.near(math.cos(e:eval(at) - at[tostring(q)]), 1, 1e-12, tostring(q))
  end
  local num = assert(six:strict({ wa = .8, ["wa'"] = 2 }, { guess = at }))
  local r = k6:kane { tidy = "none" }:numbers { wa = .8, ["wa'"] = 2 }
  t.near({ r.D[1][1], r.alphad[1] }, { num.M[1][1], num.a.wa }, 1e-8)
end)

t.test("in space: Bennett's bars, axes told in either body; counts and mobility at a configuration",
  function()
  local al, be = .6, 1.1
  local b, Z = math.sin(be) / math.sin(al), { 0, 0, 1 }
  local function bar(name)
    return { name = name, m = name == "two" and 1 or 0, j = { .1, .1, .1 }, com = { .3, 0, 0 } }
  end
  local function ax(twist) return { 0, -math.sin(twist), math.cos(twist) } end
  local m = li.mechanism { planar = false, name = "Bennett",
    bodies = { bar "one", bar "two", bar "three" }, cut = "four", joints = {
    { kind = "revolute", on = "one", coordinate = "t1" },
      { kind = "revolute", on = "two", from = "one", axis = Z, axis_from = ax(al),
      at_from = { 1, 0, 0 }, coordinate = "t2" },
    { kind = "revolute", on = "three", from = "two", axis = Z, axis_from = ax(be),
      at_from = { b, 0, 0 }, coordinate = "t3" },
    { kind = "revolute", name = "four", on = "three", axis = ax(al), axis_from = ax(-be),
      at = { 1, 0, 0 }, at_from = { -b, 0, 0 }, coordinate = "t4" } } }
  local product = math.sin((be + al) / 2) / math.sin((be - al) / 2)
  local t2 = 2 * math.atan(product / math.tan(.5))
  local x = mobility(m, { t1 = 1, t2 = t2, t3 = -1 },
    { bodies = 4, joints = 4, freedoms = 4, space = -2, velocity = 1, hyperstatic = 3 })
  t.near({ x.q.t2, x.q.t3 }, { t2, -1 }, 1e-8)
  t.eq(#x.actuators, 4)
  local c = m:counts(x.q)
  t.eq(("%d %d/%d %d/%d"):format(c.strict.equations, c.joint.coordinates, c.joint.multipliers,
    c.cartesian.coordinates, c.cartesian.multipliers), "1 3/5 18/20")
end)

t.test("the strict form in numbers of a chain in space: hinges along z, against the plane",
  function()
  local function crank(planar)
    local z = not planar and { 0, 0, 1 } or nil
    local function at(x) return planar and { x, 0 } or { x, 0, 0 } end
    local function j(x) return planar and x or { .01, x, x } end
    return li.mechanism { planar = planar, cut = "pin",
      bodies = { { name = "a", m = 1, j = j(.1), com = at(.2) },
      { name = "b", m = 2, j = j(.3), com = at(.5) }, { name = "c", m = 3, j = j(.1) } },
      joints = { { kind = "revolute", on = "a", axis = z, coordinate = "ua" },
        { kind = "revolute", on = "b", from = "a", at_from = at(.4), axis = z, coordinate = "ub" },
        { kind = "prismatic", on = "c", axis = at(1), coordinate = "us" },
          { kind = "revolute", name = "pin", on = "c", from = "b", at_from = at(1), axis = z,
          coordinate = "uc" } },
      loads = { { on = "a", torque = planar and 3 or { 0, 0, 3 } } } }
  end
  local flat = assert(crank(true):strict({ ua = .7, ["ua'"] = 2 }, { guess = { ub = -1, us = 1 } }))
  local deep = assert(crank(false):strict({ ua = .7, ["ua'"] = 2 },
    { guess = { ub = -1, us = 1 } }))
  t.near({ deep.M[1][1], deep.a.ua, deep.a.us, deep.force[1] },
    { flat.M[1][1], flat.a.ua, flat.a.us, flat.force[1] }, 1e-10)
  local s = assert(crank(false):system("strict", { independent = "ua", near = deep.q })):kane {
    tidy = "none" }:numbers { ua = .7, ["ua'"] = 2 }
  t.near({ s.D[1][1], s.alphad[1] }, { flat.M[1][1], flat.a.ua }, 1e-10)
end)

t.test("a model on another ground moves as before, seen from there", function()
  local m = li.robot { gravity = { 0, -9.81, 0 },
    bodies = { { name = "crank", joint = "revolute", q = "a", mass = 1, com = { .5, 0, 0 },
      inertia = { .1, .1, .1 } },
      { name = "rod", at = { 1, 0, 0 }, joint = "revolute", q = "b", mass = 1, com = { .5, 0, 0 },
        inertia = { .1, .1, .1 } },
      { name = "rocker", parent = "world", at = { 3, -.5, 0 }, joint = "revolute", q = "c",
        mass = 1, com = { .5, 0, 0 }, inertia = { .1, .1, .1 } } },
    frames = { { name = "E", body = "rod", at = { .7, .4, 0 } },
      { name = "mark", body = "world", at = { .3, .2, 0 } } },
    constraints = { { "point", name = "pin", from = "rod", from_at = { 3, 0, 0 }, to = "rocker",
      to_at = { 2.5, 0, 0 } } } }
  local q = assert(m:assemble({ 1, -.7, 1.4 }, { fix = { "a" } }))
  for _, ground in ipairs { "crank", "rod", "rocker" } do
    for _, joint in ipairs { "Tx Ty Rz", "Tx Ty Tz Rz Ry Rx" } do
      local inv = m:inversion(ground, { joint = joint })
      local n = #inv:coordinates()
      t.eq(table.concat(inv:coordinates(), " ", 1, 4), "a b c frame_1")
      local X = m:fk(q, ground):inverse() -- the old ground told in the new one
      local guess, turn = li.zeros(n),
        math.atan(X.R[2][1] / X.R[1][1]) + (X.R[1][1] < 0 and math.pi or 0)
      guess[1], guess[2], guess[3], guess[4], guess[5] = q[1], q[2], q[3], X.p[1], X.p[2]
      guess[n == 6 and 6 or 7] = turn
      local s = assert(inv:assemble(guess, { fix = { "a" } }))
      t.near({ s[2], s[3] }, { q[2], q[3] }, 1e-9)
      for _, name in ipairs { "crank", "rod", "rocker", "E", "mark" } do
        t.near(inv:fk(s, name).p, (X * m:fk(q, name)).p, 1e-9, name)
      end
      t.eq(inv:mobility(s).velocity, 1)
      local run, was = assert(inv:follow { input = "a", to = 1.5, steps = 3, q = s }),
        assert(m:follow { input = "a", to = 1.5, steps = 3, q = q })
      for k = 1, 4 do
        for i = 1, 3 do t.near(run.rate[k][i], was.rate[k][i], 1e-8) end
      end
    end
  end
  t.raises("no body 'rodd' %(did you mean 'rod'%?%)", m.inversion, m, "rodd")
end)

t.test("bodies are called anything: what is called after them is a name, and its own", function()
  -- three bars that hang on each other, and the first of them on the ground
  local function counts(...)
    local list, joints, last = {}, {}, nil
    for i, name in ipairs { ... } do
      list[i] = { name = name, m = 1, j = { .1, .1, .1 } }
      joints[i] = { kind = "revolute", on = name, from = last, at_from = { last and 1 or 0, 0, 0 } }
      last = name
    end
    local m = li.mechanism { planar = false, bodies = list, joints = joints }
    local seen, n = {}, 0
    for _, form in ipairs { "joint", "complete", "cartesian" } do
      for _, q in ipairs(m:system(form).q) do
        local key = form .. tostring(q)
        t.ok(not seen[key], key)
        seen[key], n = true, n + 1
      end
    end
    return n, m
  end
  for _, names in ipairs { { "arm 1", "arm 2", "arm_1" }, { "1", "2", "12" }, { "a'", "a''", "a_" },
    { "a-b", "a b", "a+b" }, { "x_a", "a", "x" }, { "t", "sin", "bras \195\169" },
    { "a 1", "a 2", "a 1_2" } } do
    local n, m = counts((table.unpack or unpack)(names))
    t.eq(n, 3 + 3 + 18, names[1])
    t.eq(#m:equations("cartesian").J, 15)
  end
  local watt = li.mechanisms.watt()
  t.eq(#watt:system("cartesian").q, 36)
  t.eq(tostring(watt:system("cartesian").q[7]), "x_arm_1")
  t.eq(watt:counts().cartesian.coordinates, 36)
end)

t.test("a four-bar with symbols for all it is made of: one equation in closed form, every "
  .. "cut, against Newton", function()
  local at = { l1 = 1, l2 = 3, l3 = 2.5, dx = 3, dy = .2, g = 9.81, m1 = 1, m2 = 2, m3 = 1.5,
    J1 = .1, J2 = .3, J3 = .2, g1 = .4, h1 = .05, g2 = 1.2, h2 = -.1, g3 = 1.1, h3 = .2, tau = 3,
    va = .9, ["va'"] = 1.7 }
  local guess = { vb = -.2, vc = 1.2, vd = -.5 }
  local want
  for _, cut in ipairs { "C", "B", "D" } do
    local m = li.mechanism { gravity = { 0, "-g" }, cut = cut,
      loads = { { on = "a", torque = "tau" } },
      bodies = { { name = "a", m = "m1", j = "J1", com = { "g1", "h1" } },
        { name = "b", m = "m2", j = "J2", com = { "g2", "h2" } },
        { name = "c", m = "m3", j = "J3", com = { "g3", "h3" } } },
      joints = { { kind = "revolute", name = "A", on = "a", coordinate = "va" },
        { kind = "revolute", name = "B", on = "b", from = "a", at_from = { "l1", 0 },
        coordinate = "vb" },
        { kind = "revolute", name = "D", on = "c", at_from = { "dx", "dy" }, coordinate = "vc" },
        { kind = "revolute", name = "C", on = "c", from = "b", at = { "l3", 0 },
          at_from = { "l2", 0 }, coordinate = "vd" } } }
    local num = assert(m:strict(at, { independent = "va", guess = want or guess }))
    want = want or num.q
    local near = {}
    for name, x in pairs(at) do near[name] = x end
    for name, x in pairs(num.q) do near[name] = x end
    local eq = assert(m:system("strict", { independent = "va", near = near })):equations()
    local here = {}
    for name, x in pairs(at) do if name ~= "va" and name ~= "va'" then here[name] = x end end
    eq = eq:with(here)
    t.near(eq:mass { at.va }[1][1], num.M[1][1], 1e-10, cut)
    t.near(eq:fd({ at.va }, { at["va'"] }, { 0 })[1], num.a.va, 1e-9, cut)
  end
end)

t.test("without masses: printed, counted, closed, its mobility told; equations say what is missing",
  function()
  local m = li.mechanism { name = "bare", bodies = { { name = "a" }, { name = "b" },
    { name = "c" } }, joints = {
    pin("a", nil, nil, nil, "na"), pin("b", nil, "a", { 1, 0 }, "nb"),
      pin("c", nil, nil, { 4, 0 }, "nc"), pin("c", { 3, 0 }, "b", { 3.5, 0 }, "nd", "C") } }
  t.ok(tostring(m):find "strict +1 +0 +1")
  t.ok(tostring(m):find "cartesian +9 +8 +17")
  t.eq(m:mobility { na = 1, nb = 0, nc = 1 }.velocity, 1)
  t.near(m:assemble("joint", { na = 1 }, { nb = 0, nc = 1 }).na, 1)
  t.raises("bodies%[1%].mass: expected the mass of 'a'", m.system, m, "joint")
  m.bodies[1].m = 1
  t.raises("bodies%[1%].inertia: expected the moment of inertia", m.system, m, "joint")
end)

t.test("a configuration that does not close is refused, whoever gives all its coordinates",
  function()
  local m = li.mechanism { bodies = bars "a b c", joints = {
    pin("a", nil, nil, nil, "oa"), pin("b", nil, "a", { 1, 0 }, "ob"),
      pin("c", nil, nil, { 4, 0 }, "oc"), pin("c", { 3, 0 }, "b", { 3.5, 0 }, "od") } }
  local q, _, code = m:assemble("joint", { oa = 1, ob = 0, oc = 1 })
  t.eq(q, nil)
  t.eq(code, "EUNREACHABLE")
end)

t.test("a slot in space: a ball on a line, in li.mechanism as in li.system", function()
  local m = li.mechanism { planar = false, bodies = { { name = "a", m = 1, j = { 1, 1, 1 } } },
    joints = {
    { kind = "slot", on = "a", axis = { 1, 0, 0 }, coordinate = "s1 s2 s3 s4" },
      { kind = "spherical", on = "a", at = { 1, 1, 0 }, at_from = { 1.2, 1, 0 },
      coordinate = "u1 u2 u3" } } }
  local x = assert(m:mobility { s1 = .2, s2 = 0, s3 = 0, s4 = 0 })
  t.eq(x.freedoms, 7)
  -- a point that stays and one on a line that does not lead past it: the body turns about the line
  -- between them
  t.eq(x.velocity, 1)
  t.eq(m:counts().cartesian.constraints, 5)
end)

t.test("numbers of a four-bar are asked for by name, and only where there are none", function()
  local m = li.mechanisms.four_bar()
  t.raises("no numbers for l1, l2, l3, l4, l5: mechanism:grashof{l1 = ..}", m.grashof, m)
  local list = m:inversions()
  t.eq(#list, 4)
  for _, x in ipairs(list) do
    t.eq(x.class, nil)
    t.eq(x.text, "no numbers for l1, l2, l3, l4, l5: no class by Grashof")
  end
  t.eq(m:inversions(li.mechanisms.values "four_bar")[1].class, "crank_rocker")
end)

t.done()
