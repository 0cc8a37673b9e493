-- test_describe_ways.lua - one arm described in every way is one model; robots shipped against
-- poses, torques and masses of others; what a model is asked with
local t = require "t"
local li = require "liaison"

local pi = math.pi
local unpack = table.unpack or unpack

-- one arm, described in every way
local function the_ways()
  local rod = { { 1, 1 }, { 0.8, 1.5 } }
  local function I(k) return rod[k][2] * rod[k][1] ^ 2 / 12 end
  local function inertial(k)
    return li._internal.format('<inertial><origin xyz="%.17g 0 0" rpy="0 1.5707963267948966 '
      .. '0"/><mass value="%.17g"/><inertia ixx="%.17g" iyy="%.17g" izz="0"/></inertial>',
      rod[k][1] / 2, rod[k][2], I(k), I(k))
  end
  return {
    planar = li.planar { 1, 0.8, mass = { 1, 1.5 }, gravity = { 0, -9.81, 0 } },
    robot = li.robot { gravity = { 0, -9.81, 0 }, tip = "end", bodies = {
      { name = "fore", parent = "upper", joint = "revolute", at = { 1, 0, 0 }, mass = 1.5,
        com = { 0.4, 0, 0 }, inertia = { 0, I(2), I(2) } },
      { name = "upper", parent = "world", joint = "Rz", mass = 1, com = { 0.5, 0, 0 },
        inertia = { 0, 1 / 3, 1 / 3 }, about = "origin" } },
      frames = { ["end"] = { body = "fore", at = { 0.8, 0, 0 } } }, coordinates = { "q2", "q1" } },
    dh = li.dh { convention = "standard", gravity = { 0, -9.81, 0 },
      { a = 1, mass = 1, com = { -0.5, 0, 0 }, inertia = { 0, I(1), I(1) } },
      { a = 0.8, mass = 1.5, com = { -0.4, 0, 0 }, inertia = { 0, I(2), I(2) } } },
    mdh = li.dh { convention = "modified", gravity = { 0, -9.81, 0 },
      { mass = 1, com = { 0.5, 0, 0 }, inertia = { 0, I(1), I(1) } },
      { a = 1, mass = 1.5, com = { 0.4, 0, 0 }, inertia = { 0, I(2), I(2) } },
        tool = li.frame.tx(0.8) },
    phrase = li.phrase("RZ,TXK(1),RZ,TXK(4/5);", { gravity = { 0, -9.81, 0 }, masses = {
      { M = 1, d = { 0.5, 0, 0 }, I = { 0, I(1), I(1) } },
        { M = 1.5, d = { 0.4, 0, 0 }, I = { 0, I(2), I(2) } } } }),
    definition = li.definition { gravity = { 0, -9.81, 0 }, q = { "q1", "q2" },
      frames = { R1 = { "R0", 0, { 0, 0, "q1" } }, R2 = { "R1", { 1, 0, 0 }, { 0, 0, "q2" } },
      R3 = { "R2", { "0.8", 0, 0 }, 0 } },
        bodies = { R1 = { "a", 1, { 0, I(1), I(1) }, { .5, 0, 0 } },
        R2 = { "b", 1.5, { 0, I(2), I(2) }, { .4, 0, 0 } } } },
    urdf = li.urdf_text(([[<robot name="two"><link name="world"/><link name="a">%s</link>]]
      .. [[<link name="b">%s</link><link name="end"/>
      <joint name="q1" type="continuous"><parent link="world"/><child link="a"/>]]
      .. [[<axis xyz="0 0 1"/></joint>
      <joint name="q2" type="revolute"><parent link="a"/><child link="b"/><origin xyz="1 0 0"/>]]
      .. [[<axis xyz="0 0 2"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
      <joint name="end" type="fixed"><parent link="b"/><child link="end"/><origin xyz="0.8 0 0"/>]]
      .. [[</joint></robot>]]):format(inertial(1), inertial(2))),
  }
end

t.test("six ways, one model", function()
  local ways = the_ways()
  local q, v, a = { 0.4, -1.1 }, { 0.7, 1.3 }, { -0.2, 0.5 }
  local c1, c12, s1, s12 = math.cos(q[1]), math.cos(q[1] + q[2]), math.sin(q[1]),
    math.sin(q[1] + q[2])
  for name, m in pairs(ways) do
    if name == "urdf" then -- its gravity points along -z: hold it against itself turned
      t.near(m:gravity(q), { 0, 0 }, 1e-12)
    else
      t.near(m:gravity(q), { 9.81 * (0.5 * c1 + 1.5 * (c1 + 0.4 * c12)), 9.81 * 1.5 * 0.4 * c12 },
        1e-12, name)
      t.near(m:id(q, v, a), ways.planar:id(q, v, a), 1e-12, name)
    end
    t.near(m:mass(q), ways.planar:mass(q), 1e-12, name)
    t.near(m:fk(q).p, { c1 + 0.8 * c12, s1 + 0.8 * s12, 0 }, 1e-12, name)
  end
  t.near(ways.planar:mass(q)[2][2], 1.5 * 0.8 ^ 2 / 3, 1e-12)
end)

t.test("robots shipped: poses that are published or in closed form", function()
  t.near(li.robots.ur5():fk { 0, 0, 0, 0, 0, 0 }.p,
    { -0.425 - 0.39225, -0.10915 - 0.0823, 0.089159 - 0.09465 }, 1e-12)
  t.near(li.robots.panda():fk { 0, 0, 0, 0, 0, 0, 0 }.p,
    { 0.088, 0, 0.333 + 0.316 + 0.384 - 0.107 }, 1e-12)
  -- with q1 = q3 = q5 = 0 the Panda is a planar chain in x, z
  local q2, q4, q6 = -0.3, -1.9, 1.4
  local function at(x, z, angle, dx, dz)
    return x + dx * math.cos(angle) + dz * math.sin(angle),
      z - dx * math.sin(angle) + dz * math.cos(angle)
  end
  local x, z = 0, 0.333
  local angle = q2
  x, z = at(x, z, angle, 0.0825, 0.316)
  angle = angle - q4
  x, z = at(x, z, angle, -0.0825, 0.384)
  angle = angle - q6 + pi
  x, z = at(x, z, angle, -0.088, 0.107)
  t.near(li.robots.panda():fk { 0, q2, 0, q4, 0, q6, 0.7 }.p, { x, 0, z }, 1e-12)
  -- Corke, toolbox
  t.near(li.robots.puma560():fk { 0, 0, 0, 0, 0, 0 }.p, { 0.4521, -0.15005, 0.4318 }, 1e-12)
  t.near(li.robots.stanford():fk { 0, 0, 0.5, 0, 0, 0 }.p, { 0, 0.154, 0.412 + 0.5 + 0.263 + 0 },
    0.0204)
  t.near(li.robots.scara():fk { 0.3, 0.4, 0.1, 0.2 }.p,
    { 0.325 * math.cos(0.3) + 0.275 * math.cos(0.7), 0.325 * math.sin(0.3) + 0.275 * math.sin(0.7),
    -0.1 }, 1e-12)
  t.near(li.robots.planar3():fk { pi / 2, 0, 0 }.p, { 0, 2.4, 0 }, 1e-12)
end)

-- tests/bench/models: the same mechanisms written down by another hand, as trees of joint frames
-- for other libraries
local function bench(name)
  local d, names = { bodies = {} }, { [0] = "world" }
  for line in io.lines("tests/bench/models/" .. name .. ".mdl") do
    local w = {}
    for word in line:gmatch "%S+" do w[#w + 1] = tonumber(word) or word end
    if w[1] == "body" then
      local I = { unpack(w, 24, 29) } -- xx xy xz yy yz zz
      names[#names + 1] = w[2]
      d.bodies[#names] = {
        name = w[2], parent = names[w[3]],
          joint = ({ R = "revolute", P = "prismatic", F = "floating" })[w[4]],
        axis = w[4] ~= "F" and { w[5], w[6], w[7] } or nil,
          place = { { "frame", { w[8], w[9], w[10], w[17], w[11], w[12], w[13], w[18],
          w[14], w[15], w[16], w[19], 0, 0, 0, 1 } } },
        mass = w[20], com = { w[21], w[22], w[23] },
          inertia = { I[1], I[4], I[6], I[2], I[3], I[5] },
      }
    end
  end
  return li.robot(d)
end

t.test("robots shipped: torques and masses of models from another hand", function()
  -- there without motors, and with a first link of 1 kg and 0.35 kg m2 about every axis
  local rotors = { puma560 = true }
  for _, name in ipairs { "puma560", "panda", "stanford", "humanoid36" } do
    local m, other = li.robots[name](), bench(name)
    local n, q = #m:speeds(), m:random(11)
    local v, a = li.zeros(n), li.zeros(n)
    for i = 1, n do v[i], a[i] = math.sin(i), math.cos(i) end
    local M, N = m:mass(q), other:mass(q)
    for i = 1, n do
      local rotor = rotors[name]
        and m:description().bodies[i].rotor * m:description().bodies[i].gear ^ 2 or 0
      for k = 1, n do t.near(M[i][k] - (i == k and rotor or 0), N[i][k], 1e-10, name) end
    end
    t.near(m:gravity(q), other:gravity(q), 1e-9, name)
    local bias, wanted = m:bias(q, v), other:bias(q, v)
    t.near(bias, wanted, 1e-9, name)
  end
end)

t.test("robots shipped: masses and standing weights", function()
  local dog = li.robots.quadruped()
  local q = dog:neutral()
  t.near(dog:mass(q)[1][1], 3.3 + 4 * (0.54 + 0.634 + 0.064), 1e-12)
  t.near(dog:gravity(q)[3], 9.81 * (3.3 + 4 * (0.54 + 0.634 + 0.064)), 1e-9)
  t.near(dog:fk(q, "fl_foot").p, { 0.19, 0.049 + 0.062 + 0.004, -0.209 - 0.195 }, 1e-12)
  t.near(dog:fk(q, "hr_foot").p, { -0.19, -0.049 - 0.062 - 0.004, -0.209 - 0.195 }, 1e-12)
  local man = li.robots.humanoid36()
  t.eq(#man:speeds(), 36)
  t.near(man:mass(man:neutral())[2][2], man:mass(man:random(3))[1][1], 1e-9)
  t.near(man:fk(man:neutral(), "wryL").p, { 0, 0.2, 0.1 + 0.05 + 0.3 - 0.3 - 0.2 - 0.1 }, 1e-12)
end)

t.test("a joint that follows another is one with it", function()
  -- two equal arms on parallel axes, the second geared 2:1 against the first: T = 1/2 (I + 4 I)
  -- q'^2
  local m = li.robot { bodies = { { name = "a", parent = "world", joint = "revolute", mass = 0,
    inertia = { 0, 0, 2 } },
    { name = "b", parent = "world", joint = "revolute", mass = 0, inertia = { 0, 0, 2 },
      follows = { "q1", scale = -2, offset = 0.1 } } } }
  t.eq(#m:coordinates(), 1)
  t.near(m:mass { 0.3 }, { { 10 } }, 1e-12)
  t.near(m:fk({ 0.3 }, "b"):matrix()[1][1], math.cos(-0.5), 1e-12)
end)

t.test("a sequence of moves, whole or in pieces where a coordinate is shared", function()
  local function body(name, more)
    local b = { name = name, parent = "world", joint = "moves",
      moves = { "Tx", { "Rz", 0.3 }, { "Ty", 0.2 }, "Rx", { "Tz", "0.1" }, "Ty" }, mass = 2,
      com = { 0.1, 0.2, 0.3 }, inertia = { 1, 2, 2.5, 0.1, 0.2, 0.3 }, q = { "x", "r", "y" } }
    for k, v in pairs(more or {}) do b[k] = v end
    return b
  end
  local q = { 0.4, 0.5, 0.6 }
  local X = li.frame.tx(0.4) * li.frame.rz(0.3) * li.frame.ty(0.2) * li.frame.rx(0.5)
    * li.frame.tz(0.1) * li.frame.ty(0.6)
  local m = li.robot { bodies = { body "b" } }
  t.ok(m:fk(q):near(X, 1e-12))
  local shared = li.robot { bodies = { body "b",
    { name = "c", parent = "world", joint = "revolute", follows = "r", mass = 0,
    inertia = { 0, 0, 7 } } } }
  t.ok(shared:fk(q, "b"):near(X, 1e-12))
  local M, N = m:mass(q), shared:mass(q)
  for i = 1, 3 do
    for k = 1, 3 do t.near(N[i][k], M[i][k] + (i == 2 and k == 2 and 7 or 0), 1e-12) end
  end
  -- listed in another order
  local turned = li.robot { bodies = { body "b" }, coordinates = { "y", "x", "r" } }
  t.ok(turned:fk({ 0.6, 0.4, 0.5 }):near(X, 1e-12))
  t.near(turned:mass({ 0.6, 0.4, 0.5 })[2][2], M[1][1], 1e-12)
  t.near(turned:mass({ 0.6, 0.4, 0.5 })[1][3], M[3][2], 1e-12)
end)

t.test("arguments: in order, by name, into results given", function()
  local m = li.planar { 1, 0.8 }
  local q, out, M, X = li.vec { 0.1, 0.2 }, li.vec { 0, 0 }, li.mat { { 0, 0 }, { 0, 0 } },
    li.frame()
  t.eq(m:gravity(q, out), out)
  t.near(out, m:gravity { q1 = 0.1, q2 = 0.2 })
  t.eq(m:mass(q, M), M)
  t.eq(m:fk(q, X), X)
  t.eq(m:fk(q, "link2", X), X)
  t.near(X.p, m:fk({ 0.1, 0.2 }, "link2").p)
  t.near(m:difference({ q1 = 0, q2 = 1 }, { q1 = 3, q2 = 5 }), { 3, 4 })
  t.raises("argument 1 %(q%): expected 2 numbers %(q1 q2%), got 3", m.fk, m, { 1, 2, 3 })
  t.raises("argument 1 %(q%): q2: expected a finite number, got nan", m.fk, m, { 1, 0 / 0 })
  t.raises("argument 1 %(q%): no coordinate 'q3' %(did you mean 'q", m.fk, m,
    { q1 = 1, q2 = 2, q3 = 3 })
  t.raises("argument 1 %(q%): q2: expected a finite number, got nothing", m.fk, m, { q1 = 1 })
  t.raises("argument 2 %(body%): no body or frame is named 'link3' %(did you mean 'link", m.fk, m,
    { 1, 2 }, "link3")
  t.raises("expected a vec of 2 numbers, got one of 3", m.gravity, m, { 1, 2 }, li.vec { 1, 2, 3 })
  t.raises("expected a mat of 2 rows and 2 columns", m.mass, m, { 1, 2 }, li.mat { { 1, 2 } })
  m:close()
  t.raises("closed model", m.fk, m, { 1, 2 })
end)

t.test("numbers are refused where a symbol is open, dynamics also where something is missing",
  function()
  t.raises("model:fk: link2.at%[1%] is the symbol 'L1': give it a value %(with{L1 = ..}%), "
    .. "or ask for equations", function() li.planar { "L1", 1 }:fk { 0, 0 } end)
  local heavy = li.planar { 1, mass = "2*m" }
  t.near(heavy:fk { 0 }.p, { 1, 0, 0 }) -- poses need no mass
  t.raises("model:mass: link1.mass is the expression '2%*m': give m a value, or ask for equations",
    heavy.mass, heavy, { 0 })
  local bare = li.robot { bodies = { { name = "a", joint = "revolute", mass = 1 } } }
  t.raises("model:gravity: bodies%[1%]: the inertia is not given, and dynamics needs it",
    bare.gravity, bare, { 0 })
end)

t.test("a pose says whose it is", function()
  t.ok(tostring(li.planar { 1 }:fk { 0 }):find("^tip in world: "))
  t.ok(tostring(li.planar { 1 }:fk({ 0 }, "link1")):find("^link1 in world: "))
end)

t.done()
