-- test_far.lua - bodies far from the root of their tree keep their digits; pivots are judged by
-- their own column
local t = require "t"
local li = require "liaison"

local state = 99
local function random(low, high)
  state = state * 16807 % 2147483647
  return low + (high - low) * (state / 2147483647)
end
local function pick(list) return list[1 + math.floor(random(0, #list))] end

-- an arm of four bodies, each unlike the others, of size `size`, carried `far` away by a first body
local function arm(far, size, first)
  local bodies = { { name = "carrier", joint = first, mass = random(1, 2),
    com = { random(-1, 1), 0, 0 }, inertia = { .5, .6, .7 } } }
  for k = 1, 4 do
    local I = { random(1, 2), random(1, 2), random(1, 2) }
    bodies[k + 1] = { name = "b" .. k,
      joint = pick { "revolute", "revolute", "prismatic", "universal" },
      rpy = { random(-1, 1), random(-1, 1), random(-1, 1) },
      at = k == 1 and { far, 0, 0 }
        or { random(-1, 1) * size, random(-1, 1) * size, random(-1, 1) * size },
        mass = random(.5, 2),
      com = { random(-1, 1) * size, random(-1, 1) * size, random(-1, 1) * size },
        inertia = { I[1] * size ^ 2, I[2] * size ^ 2, I[3] * size ^ 2 } }
  end
  return li.robot { bodies = bodies, gravity = { 0, 0, -9.81 } }
end

t.test("the mass matrix of what is carried does not know how far away it is carried", function()
  for case = 1, 60 do
    local size, far = 10 ^ math.floor(random(-3, 1.99)), 10 ^ random(0, 7)
    local first = pick { "revolute", "spherical", "universal" }
    local seed = state
    local near = arm(0, size, first)
    local at_seed = state
    state = seed
    local away = arm(far * size, size, first)
    t.eq(state, at_seed, "the same arm")
    local n, free = #near:speeds(), first == "revolute" and 1 or first == "universal" and 2 or 3
    local q, v, a = {}, {}, {}
    for k = 1, #near:neutral() do q[k] = random(-.5, .5) end
    if first == "spherical" then for k, x in ipairs { .8, .1, -.5, .3 } do q[k] = x end end
    for k = 1, n do v[k], a[k] = random(-.5, .5), random(-.5, .5) end
    local M0, M = near:mass(q), away:mass(q)
    for i = free + 1, n do
      for j = free + 1, n do
        t.near(M[i][j] / math.sqrt(M0[i][i] * M0[j][j]), M0[i][j] / math.sqrt(M0[i][i] * M0[j][j]),
          3e-8, ("case %d: far %g, size %g"):format(case, far, size))
      end
    end
    local got, why = away:fd(q, v, away:id(q, v, a))
    t.ok(got, why)
    t.near(got, a, 1e-6, ("case %d: far %g, size %g, fd"):format(case, far, size))
  end
end)

t.test("an arm in a laboratory on a turning Earth; its audit; loops", function()
  local function lab(R, loop)
    local d = { gravity = { 0, 0, 0 }, bodies = {
      { name = "earth", joint = "revolute", mass = 5.97e24, inertia = { 8e37, 8e37, 8e37 } },
      { name = "upper", at = { R, 0, 0 }, joint = "revolute", axis = "y", mass = 2,
        com = { .3, .1, .2 }, inertia = { .1, .2, .3 } },
      { name = "fore", parent = "upper", at = { .5, 0, 0 }, joint = "revolute", axis = "x",
        mass = 1.5, com = { .2, .1, .3 }, inertia = { .1, .2, .1 } } } }
    if loop then
      d.constraints = { { "coupling", name = "c", coordinates = { q2 = 1, q3 = -2 } } }
    end
    return li.robot(d)
  end
  local q, v, tau = { .3, .4, .5 }, { 7.3e-5, .2, .3 }, { 0, 2, 3 }
  local m, base = lab(6.4e6), lab(0)
  t.near(m:mass(q)[3][3], .25, 1e-15)
  for i = 2, 3 do for j = 2, 3 do t.near(m:mass(q)[i][j], base:mass(q)[i][j], 1e-14) end end
  -- beside the heavy Earth the arm moves as on a base that turns evenly: M a = tau - h of these two
  -- coordinates
  local a = assert(m:fd(q, v, tau))
  local M, h = base:mass(q), m:bias(q, v)
  local det = M[2][2] * M[3][3] - M[2][3] ^ 2
  local r2, r3 = tau[2] - h[2], tau[3] - h[3]
  t.near({ a[2], a[3] }, { (M[3][3] * r2 - M[2][3] * r3) / det,
    (M[2][2] * r3 - M[2][3] * r2) / det }, 1e-8)
  t.near(m:mass_inverse(q) * m:mass(q), li.eye(3), 1e-8)
  t.eq(lab(1e6):audit().failed, 0)
  local c = assert(lab(6.4e6, true):constrained(q, { 7.3e-5, .6, .3 }, tau, { method = "all" }))
  t.ok(c.spread < 1e-7, c.spread)
  t.near(c.a[2], 2 * c.a[3], 1e-9)
  t.ok(type(c.methods.sparse) == "string" and c.methods.sparse:find "far from the root",
    tostring(c.methods.sparse))
end)

t.test("grains of a micrometre on a slide of a metre", function()
  local s = 1e-6
  local m = li.robot { bodies = { { name = "a", joint = "Tx Ty Rz", mass = 1e-9,
    inertia = { 1e-21, 1e-21, 1e-21 } },
    { name = "b", at = { s, 0, 0 }, joint = "revolute", mass = 1e-9, com = { s, 0, 0 },
      inertia = { 1e-21, 1e-21, 1e-21 } } } }
  local q, v, a = { .3, 1, .2, .5 }, { .1, .2, .3, .1 }, { .5, -.3, .7, .2 }
  local M = m:mass(q)
  t.near(M[4][4] / 2e-21, 1, 1e-14)
  t.near(M[3][3] / (2e-21 + 1e-9 * s ^ 2 * (2 + 2 * math.cos(.5))), 1, 1e-14)
  t.near(m:fd(q, v, m:id(q, v, a)), a, 1e-8)
end)

t.test("a tree of a ship says nothing of a tree of a watch; what moves no mass is still named",
  function()
  for _, heavy in ipairs { 1e6, 1e12, 1e15, 1e25 } do
    local bodies = { { name = "ship", joint = "revolute", mass = heavy,
      inertia = { heavy, heavy, heavy } },
      { name = "watch", parent = "world", joint = "revolute", mass = 1,
        inertia = { .1, .1, .19 } } }
    t.near(assert(li.robot { bodies = bodies }:fd({ 0, 0 }, { 0, 0 }, { heavy, 1 })),
      { 1, 1 / .19 }, 1e-12)
    t.near(assert(li.robot { bodies = bodies }:mass_inverse { 0, 0 })[2][2], 1 / .19, 1e-12)
    bodies[2].parent = nil
    t.near(assert(li.robot { bodies = bodies }:fd({ 0, 0 }, { 0, 0 }, { 0, 1 }))[2],
      1 / .19 + 1 / heavy, 1e-9)
    t.eq(li.robot { bodies = bodies }:audit().weightless, false)
  end
  local function chain(I,
    mass) return li.robot { bodies = { { name = "a", joint = "revolute", mass = 1,
    inertia = { 1, 1, 1 } },
    { name = "b", at = { 1, 0, 0 }, joint = "revolute", mass = mass, com = { 0, 0, .3 },
      inertia = { .1, .1, I } } } } end
  for _, mass in ipairs { 1e-3, 1, 1e6 } do
    local a, why, code = chain(0, mass):fd({ .3, .2 }, { 0, 0 }, { 1, 1 })
    t.eq(a, nil)
    t.eq(code, "ESINGULAR")
    t.ok(why:find "'q2' moves no mass of its own", why)
    t.ok(chain(1e-9 * mass, mass):fd({ .3, .2 }, { 0, 0 }, { 1, 1 }))
  end
end)

-- what two roads to M may differ by is a share of its largest entry, and that need not be the first
t.test("the audit of a long arm does not depend on which tree is named first", function()
  local L = 9900
  local bead = { name = "bead", parent = "world", joint = { "prismatic", q = "s" }, mass = 1,
    inertia = { 1, 1, 1 } }
  local boom = { name = "arm", parent = "world", joint = { "revolute", q = "a" }, mass = 1,
    inertia = { 1, 1, 1 } }
  local disc = { name = "disc", parent = "arm", joint = { "revolute", q = "r" },
    axis = { .1, .3, 0 }, at = { .3 * L, .7 * L, .1 * L },
    mass = 1, inertia = { 1, 1.1, 1.2 } }
  for _, bodies in ipairs { { boom, disc, bead }, { bead, boom, disc } } do
    local card = tostring(li.robot { gravity = { 0, 0, 0 }, bodies = bodies }:audit(5))
    local verdict, off = card:match "(%a+)%s+(%S+)  M is what unit accelerations take"
    t.eq(verdict, "ok", bodies[1].name)
    t.ok(tonumber(off) < 1e-13, off)
  end
end)

t.done()
