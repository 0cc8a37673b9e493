-- test_kane_models.lua - trees by the ten steps: equal to Lagrange, to recursive Newton-Euler and to forward dynamics; T67, T87, T88 of [nonhol]
local t = require "t"
local li = require "liaison"

local function state(k, n, motors)
  local at, q, v, tau = {}, {}, {}, {}
  for i = 1, n do
    q[i], v[i], tau[i] = .3 + .37 * i - .05 * i * i, .8 - .5 * i, 2 - 1.1 * i
    at[tostring(k.q[i])], at[tostring(k.q[i]) .. "'"], at[(motors or "tau_") .. tostring(k.q[i])] = q[i], v[i], tau[i]
  end
  return at, q, v, tau
end

t.test("T87: trees of every kind: D is the mass matrix, C q' + .. what Newton and Euler say", function()
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
  for i = 1, k.l do for j = 1, k.l do t.ok(k.D[i][j]:equals(eq.M[i][j]), ("D%d%d"):format(i, j)) end end
end)

t.test("springs and dampers of joints count; rotors are refused", function()
  local function arm(more)
    local b = { name = "arm", joint = "revolute", q = "qs1", mass = 2, com = { .4, 0, 0 }, inertia = { .1, .2, .2, 0, 0, 0 } }
    for key, x in pairs(more) do b[key] = x end
    return li.robot { bodies = { b } }
  end
  local m = arm { damping = .7, stiffness = 5 }
  local r = m:kane():numbers { qs1 = .3, ["qs1'"] = 2, tau_qs1 = 1 }
  t.near(r.alphad, m:fd({ .3 }, { 2 }, { 1 - .7 * 2 - 5 * .3 }), 1e-10)
  t.raises("rotor", arm { rotor = .1 }.kane, arm { rotor = .1 })
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
