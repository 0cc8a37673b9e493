-- test_kane_models.lua - trees by the ten steps: equal to Lagrange, to recursive Newton-Euler and
-- to forward dynamics; T67, T87, T88 of [nonhol]
local t = require "t"
local li = require "liaison"

local function state(k, n, motors)
  local at, q, v, tau = {}, {}, {}, {}
  for i = 1, n do
    q[i], v[i], tau[i] = .3 + .37 * i - .05 * i * i, .8 - .5 * i, 2 - 1.1 * i
    at[tostring(k.q[i])], at[tostring(k.q[i]) .. "'"],
      at[(motors or "tau_") .. tostring(k.q[i])] = q[i], v[i], tau[i]
  end
  return at, q, v, tau
end

t.test("T87: trees of every kind: D is the mass matrix, C q' + .. what Newton and Euler say",
  function()
  for _, name in ipairs { "planar3", "stanford", "planar2", "ur5" } do
    local m = li.robots[name]()
    local k = m:kane { tidy = "none" }
    local n = k.l
    local at, q, v, tau = state(k, n)
    local r = k:numbers(at)
    t.near(r.D, m:mass(q), 1e-9, name)
    t.near(m:id(q, v, r.alphad), tau, 1e-8, name)
    local a, largest = m:fd(q, v, tau), 1
    for i = 1, n do largest = math.max(largest, math.abs(a[i])) end
    t.near(r.alphad, a, 1e-10 * largest, name)
  end
end)

t.test("T67: in symbols, an arm in space equals Lagrange's equations entry by entry", function()
  local m = li.robots.stanford()
  local k, eq = m:kane(), m:equations { reduce = false }
  for i = 1, k.l do
    for j = 1, k.l do t.ok(k.D[i][j]:equals(eq.M[i][j]), ("D%d%d"):format(i, j)) end
  end
end)

-- D, alpha' and energies of model:kane against the recursive algorithms, at a configuration of its
-- own
local function agrees(m, what, seed)
  local k, g = m:kane { tidy = "none" }, m:generator()
  local q, v, tau, at = m:random(seed or 3), {}, {}, {}
  for i, name in ipairs(m:coordinates()) do at[name] = q[i] end
  for i = 1, g.n do
    v[i], tau[i] = .55 * i - 1.3, .3 * i * i - 2
    at[tostring(k.alpha[i])], at["tau_" .. tostring(g.q[i])] = v[i], tau[i]
  end
  local r = k:numbers(at)
  local a, largest = m:fd(q, v, li.vec(tau) + m:passive(q, v)), 1
  for i = 1, g.n do largest = math.max(largest, math.abs(a[i])) end
  t.near(r.D, m:mass(q), 1e-10, what)
  t.near(r.alphad, a, 1e-11 * largest, what)
  t.near(r.T, (m:energy(q, v)), 1e-9, what)
  return k, at
end

t.test("springs, dampers, friction and rotors of joints count", function()
  local function arm(more)
    local b = { name = "arm", joint = "revolute", q = "qs1", mass = 2, com = { .4, 0, 0 },
      inertia = { .1, .2, .2, 0, 0, 0 } }
    for key, x in pairs(more) do b[key] = x end
    return li.robot { bodies = { b } }
  end
  local m = arm { damping = .7, stiffness = 5, rest = .1, friction = .2 }
  local r = m:kane():numbers { qs1 = .3, ["qs1'"] = 2, tau_qs1 = 1 }
  t.near(r.alphad[1], (1 - .7 * 2 - 5 * .2 - .2) / (.2 + 2 * .16), 1e-12)
  r = arm { rotor = .01, gear = 30 }:kane():numbers { qs1 = .3, ["qs1'"] = 2, tau_qs1 = 1 }
  t.near(r.D[1][1], .2 + 2 * .16 + .01 * 900, 1e-12)
  agrees(li.robots.puma560(), "Puma 560 with its rotors and gears")
  agrees(li.robots.quadruped(), "quadruped")
end)

t.test("joints that turn by quaternions: floating bodies and balls, with rotors and dampers "
  .. "among them", function()
  local free = li.robot { bodies = { { name = "b", joint = "floating", mass = 2,
    com = { .1, .2, -.1 }, inertia = { 1, 2, 2.5, .1, 0, .05 } } } }
  local k = agrees(free, "a free body")
  t.eq(tostring(k.D[1][1]), "2") -- the velocity in body axes: D is constant
  t.eq(tostring(k.alpha), "[b_ux'  b_uy'  b_uz'  b_wx'  b_wy'  b_wz']")
  local chain = li.robot { gravity = { 0, 0, -9.81 }, bodies = {
    { name = "b", joint = "floating", mass = 2, com = { .1, .2, -.1 },
      inertia = { 1, 2, 2.5, .1, 0, .05 } },
    { name = "c", parent = "b", at = { 0, .3, 0 }, joint = "revolute", axis = "y", mass = 1,
      com = { .3, 0, 0 }, inertia = { .2, .3, .4 }, rotor = .01, gear = 7, damping = .4,
      stiffness = 3 },
    { name = "d", parent = "c", at = { .5, 0, 0 }, joint = "spherical", mass = .7,
      com = { 0, .2, .1 }, inertia = { .1, .2, .15 } },
  } }
  local kc, at = agrees(chain, "a chain")
  -- the same through other speeds: the rates of three of the quaternion's four numbers
  local s = chain:system()
  local r, other = kc:numbers(at),
    s:kane { independent = "b_x b_y b_z b_qx b_qy b_qz q7 d_qx d_qy d_qz", tidy = "none" }
  for i = 1, kc.n do at[tostring(kc.q[i]) .. "'"] = r.qd[i] end
  local w = other:numbers(at)
  for i = 1, kc.n do
    t.near(w.qdd[i], r.qdd[i], 1e-9 * (1 + math.abs(r.qdd[i])), tostring(kc.q[i]))
  end
  -- and the generator: the velocity of a place by differences of its pose
  local g, q, h = chain:generator(), chain:random(4), 1e-6
  local v = { .3, -.2, .5, .7, -.4, .2, .9, -.6, .1, .8 }
  local names = {}
  for i, name in ipairs(chain:coordinates()) do names[name] = q[i] end
  local J = g:jacobian("d", { .1, .2, .3 }):eval(names)
  local p = g:position("d", { .1, .2, .3 })
  local function there(step)
    local x, n = chain:step(q, v, step), {}
    for i, name in ipairs(chain:coordinates()) do n[name] = x[i] end
    return p:eval(n)
  end
  local plus, minus, want = there(h), there(-h), J * li.vec(v)
  for i = 1, 3 do t.near((plus[i] - minus[i]) / (2 * h), want[i], 1e-8) end
  t.near(J, chain:jacobian(q, "d", { .1, .2, .3 }), 1e-12)
  local T, V = 0, 0
  for i, name in ipairs(chain:coordinates()) do names[name] = q[i] end
  for i = 1, g.n do names[tostring(g.v[i])] = v[i] end
  for _, b in ipairs { "b", "c", "d" } do
    local Tb, Vb = g:energy(b)
    T, V = T + Tb:eval(names), V + Vb:eval(names)
  end
  local Tm, Vm = chain:energy(q, v)
  t.near({ T + .01 * 49 * .9 ^ 2 / 2, V + 3 * q[8] ^ 2 / 2 }, { Tm, Vm }, 1e-11)
  t.raises("speeds that are no derivatives", g.jacobian, g, "d", nil, nil, "derived")
end)

t.test("a free body by its quaternion keeps its momentum: [nonhol] 2.2", function()
  local body = li.robot { gravity = { 0, 0, 0 },
    bodies = { { name = "b", joint = "floating", mass = 2, inertia = { .05, .08, .11 } } } }
  local e = { li.rot.rpy(-.3, .2, .1):quat() }
  local start = { b_qw = e[1], b_qx = e[2], b_qy = e[3], b_qz = e[4], ["b_ux'"] = 1, ["b_uy'"] = .2,
    ["b_uz'"] = -.1, ["b_wx'"] = .5, ["b_wy'"] = 2, ["b_wz'"] = -1 }
  local run = assert(body:kane():simulate(1, start,
    { dt = .5, values = { tau_b_x = 0, tau_b_y = 0, tau_b_z = 0, tau_b_wx = 0, tau_b_wy = 0,
    tau_b_wz = 0 } }))
  t.near({ run["b_wx'"][2], run["b_wy'"][2], run["b_wz'"][2] },
    { 1.10694685332606, 1.66758382994362, -1.20138770823359 }, 1e-8)
  t.near({ run.b_qw[3], run.b_qx[3], run.b_qy[3], run.b_qz[3] },
    { .44415299867975, .19604878221263, .56112995890139, -.67039254021808 }, 1e-8)
  t.near({ run["b_ux'"][3], run["b_uy'"][3], run["b_uz'"][3] },
    { -.32008263779153, .96590602880388, -.12071722538533 }, 1e-8)
end)

t.test("T88: the energy of bodies changes by the power of the forces that act", function()
  local k = li.systems.tractor_trailer():kane()
  local at = li.systems.values("tractor_trailer", { state = true })
  local r = k:numbers(at)
  t.near(r.T, .5 * r.D[1][1] * 64, 1e-6)
  t.near(r.power, 8 * r.tau[1], 1e-9)
  -- d/dt (1/2 alpha' D alpha) = alpha' tau, in symbols
  local T = k.alpha:dot(k.D * k.alpha) / 2
  local rate = k:rate(T):subs { ["v'"] = (k.tau[1] - k.C[1][1] * k.alpha[1]) / k.D[1][1] }
  t.near(rate:eval(at), k.tau[1]:eval(at) * 8, 1e-7)
end)

t.done()
