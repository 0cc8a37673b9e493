-- test_vehicle_experiments.lua - the experiments of the thesis' mechanisms: flight, hopping, the
-- closed loop, the car at rest, dropped, its modes
local t = require "t"
local li = require "liaison"
local V = li.vehicles

t.test("X-MONO-1: free flight", function()
  local ref, model = V.reference "monopod", V.monopod { data = "ref" }
  local T, U = model:energy(ref.q, ref.v)
  t.near(T + U, 117.29507520119, 1e-11)
  t.near(model:mass(ref.q)[1]:dot(ref.v), 5.975016910619, 1e-12)
  t.near(model:com(ref.q), { 0.005614568044, 0, 0.972302466278 }, 1e-12)
  local early = model:simulate(0.1, ref.q, ref.v, { rtol = 1e-11 })
  t.near((early:state()), { 0.050030032, 1.050909885, 0.14, -0.423023231, -0.42109787 }, 6e-10)
  local run = model:simulate(0.25, ref.q, ref.v, { rtol = 1e-11 })
  t.near((run:state()), { 0.125219619, 0.94317966, 0.2, -0.618609289, -0.382036835 }, 6e-10)
end)

t.test("X-MONO-2: vertical hopping on a spring and damper", function()
  local model = V.monopod { data = "ref" }
  local want = { { 0.1, 0.60095, -0.45, 0.15095 }, { 0.2, 0.4538, -0.45, 0.0038 },
    { 0.25, 0.353113, -0.362164, -0.009052 }, { 0.3, 0.274673, -0.290874, -0.016201 } }
  local function input(_, q, v, tau)
    local s, c = math.sin(q[3] + q[4]), math.cos(q[3] + q[4])
    local foot = q[2] + q[5] * c
    local rate = v[2] + v[5] * c - q[5] * s * (v[3] + v[4])
    local F = li.road.contact(20000, 200, -foot, -rate)
    tau[1], tau[2], tau[3] = 0, F, -F * q[5] * s
    tau[4] = -200 * q[4] - 10 * v[4] - F * q[5] * s
    tau[5] = -2000 * (q[5] + 0.45) - 20 * v[5] + F * c
  end
  for _, w in ipairs(want) do
    local run = model:simulate(w[1], { 0, 0.65, 0, 0, -0.45 }, nil, { rtol = 1e-8, input = input })
    local q = run:state()
    t.near({ q[2], q[5], q[2] + q[5] }, { w[2], w[3], w[4] }, 2e-6, "t = " .. w[1])
  end
end)

t.test("X-LOOP: the loop closed by a multiplier, Baumgarte", function()
  local model = V.closed_chain()
  local values = V.reference("closed_chain").values
  local eq = model:equations():with(values)
  local phi = li.expr(require("liaison.catalog.vehicles.closed_chain").closure):subs { R2 =
    values.R2 }
  local row = {}
  for i = 1, 5 do row[i] = phi:diff(eq.q[i]) end
  local inputs = {}
  for i = 1, 5 do inputs[i], inputs[5 + i] = eq.q[i], eq.v[i] end
  local rate = phi:d()
  local drift = li.expr(0)
  for i = 1, 5 do drift = drift + rate:diff(eq.q[i]) * eq.v[i] end
  local f = li.smat { phi, rate, drift, row[1], row[2], row[3], row[4], row[5] }:fn(inputs)
  local function rates(_, x, dx)
    local q, v = {}, {}
    for i = 1, 5 do q[i], v[i] = x[i], x[5 + i] end
    local r = { f((table.unpack or unpack)(x:table())) } -- luacheck: ignore
    local M, h = eq:mass(q), eq:bias(q, v)
    local tau = { 0, -2000 * (q[2] - 1) - 100 * v[2], -2000 * (q[3] - 1) - 100 * v[3], 0,
      -500 * q[5] - 20 * v[5] }
    local A, b = {}, {}
    for i = 1, 5 do
      A[i] = { M[i][1], M[i][2], M[i][3], M[i][4], M[i][5], -r[3 + i] }
      b[i] = tau[i] - h[i]
    end
    A[6] = { r[4], r[5], r[6], r[7], r[8], 0 }
    b[6] = -r[3] - 40 * r[2] - 400 * r[1]
    local a = li.mat(A):solve(li.vec(b))
    for i = 1, 5 do dx[i], dx[5 + i] = v[i], a[i] end
  end
  local run = li.ode(rates, 0.1, { 0, 1, 1, 0, 0, 0.5, 0, 0, 0, 0 }, { rtol = 1e-9 })
  local x = run:state()
  t.near({ x[1], x[2], x[3], x[4], x[5] },
    { 0.05, 0.985745273, 0.971895921, -0.013848466, 0.000381936 }, 3e-9)
  x = li.ode(rates, 0.25, { 0, 1, 1, 0, 0, 0.5, 0, 0, 0, 0 }, { rtol = 1e-9 }):state()
  t.near({ x[1], x[2], x[3], x[4], x[5] },
    { 0.125, 0.992838887, 0.937315595, -0.055466341, 0.003621248 }, 3e-9)
end)

-- the car on its tyres ----------------------------------------------------------------------------

local K, C, KT, CT, r = { 25000, 25000, 23000, 23000 }, { 1800, 1800, 1900, 1900 }, 200000, 300,
  0.30
local model = V.car { data = "ref" }
local g = model:generator()
local names, zero = {}, {}
for i = 1, 15 do
  names[i], zero[i] = tostring(g.q[i]), 0
end

-- for every wheel its height and the row of J that height has
local heights = {}
do
  local list = {}
  for k, place in ipairs(g:contacts()) do
    list[#list + 1] = g:position(place)[3]
    local J = g:jacobian(place)
    for j = 1, 10 do list[#list + 1] = J[3][j] end
    heights[k] = (k - 1) * 11
  end
  heights.f = li.smat(list):fn(names)
end

local unpack = table.unpack or unpack -- luacheck: ignore

local function forces(q, v, tau)
  if type(q) ~= "table" then q = q:table() end
  local h = { heights.f(unpack(q, 1, 15)) }
  local Fz = {}
  for i = 1, 15 do tau[i] = 0 end
  for k = 1, 4 do
    local at, rate = heights[k], 0
    for j = 1, 10 do rate = rate + h[at + 1 + j] * v[j] end
    Fz[k] = li.road.contact(KT, CT, r - h[at + 1], -rate)
    for j = 1, 10 do tau[j] = tau[j] + h[at + 1 + j] * Fz[k] end
    tau[6 + k] = tau[6 + k] + li.road.suspension(K[k], C[k], q[6 + k], v[6 + k])
  end
  return Fz
end

local rest
t.test("X-CAR-1: static equilibrium and wheel loads", function()
  local function defect(x)
    local q, tau = { 0, 0, x[1], 0, x[2], 0, x[3], x[3], x[4], x[4], 0, 0, 0, 0, 0 }, {}
    forces(q, zero, tau)
    local G = model:gravity(q)
    return { tau[3] - G[3], tau[5] - G[5], tau[7] - G[7], tau[9] - G[9] }
  end
  local x = li.num.root(defect, { 0.5, 0, 0.12, 0.12 })
  t.near(x, { 0.515107, 0.008241, 0.126944, 0.117922 }, 1.1e-6)
  rest = { 0, 0, x[1], 0, x[2], 0, x[3], x[3], x[4], x[4], 0, 0, 0, 0, 0 }
  local Fz = forces(rest, zero, {})
  t.near({ Fz[1], Fz[3] }, { 3566.10978, 3085.07022 }, 6e-6)
  t.near(Fz[1] + Fz[2] + Fz[3] + Fz[4], 13302.36, 1e-7)
end)

t.test("X-CAR-2: dropped from 0.75 m", function()
  local start = { 0, 0, 0.75, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 }
  local function input(_, q, v, tau) forces(q, v, tau) end
  for _, w in ipairs { { 0.10, 0.70095, 0, 0, 0, 0, 0 },
    { 0.15, 0.639690636, 4.2076e-5, 6.37082e-4, 3.564060e-3, 2319.36, 3589.65 },
    { 0.30, 0.452328168, 0.011124273, 0.179127194, 0.165234678, 6384.96, 5370.92 } } do
    local run = assert(model:simulate(w[1], start, nil, { rtol = 1e-8, input = input }))
    local q, v = run:state()
    t.near({ q[3], q[5], q[7], q[9] }, { w[2], w[3], w[4], w[5] }, 2e-7, "t = " .. w[1])
    local Fz = forces(q:table(), v:table(), {})
    t.near({ Fz[1], Fz[3] }, { w[6], w[7] }, 0.05, "loads at " .. w[1])
  end
end)

t.test("X-CAR-3: roll released", function()
  local start = {}
  for i = 1, 15 do start[i] = rest[i] end
  start[6] = 0.03
  for _, w in ipairs { { 0.05, 0.020642 }, { 0.1, 0.006911 }, { 0.2, -0.010198 } } do
    local run = model:simulate(w[1], start, nil,
      { rtol = 1e-7, input = function(_, q, v, tau) forces(q, v, tau) end })
    t.near((run:state())[6], w[2], 1.5e-6, "t = " .. w[1])
  end
end)

t.test("X-CAR-4: modes about the equilibrium, in symbols", function()
  local eq = V.car():equations()
  local F = {}
  for i = 1, 15 do F[i] = li.expr(0) end
  for k, place in ipairs(g:contacts()) do
    local z = g:position(place)[3]
    local e = r - z
    for j = 1, 10 do F[j] = F[j] + KT * e * z:diff(g.q[j]) end
    F[6 + k] = F[6 + k] - K[k] * g.q[6 + k]
  end
  local whole = eq:with(V.reference "car".values):forced(F)
  local l = whole:linearize { q = rest }
  for i = 1, 15 do t.near(l.rest[i]:number() or 0, 0, 1e-6, "at rest") end
  -- the document holds x, y and theta_l, and what does not stand on springs
  local held = whole:restrict { "z", "theta_r", "theta_t", "z1", "z2", "z3",
    "z4" }:linearize { q = { rest[3], rest[5], 0, rest[7], rest[8], rest[9], rest[10] } }
  local still = { x = 0, y = 0, theta_l = 0, beta_b = 0, phi_1 = 0, phi_2 = 0, phi_3 = 0,
    phi_4 = 0 }
  t.near((function()
    local some = {}
    for _, m in ipairs(held:undamped(still)) do some[#some + 1] = m.frequency end
    return some
  end)(), { 1.333236, 1.418270, 1.535012, 11.943216, 11.946095, 12.197575, 12.201204 }, 6e-6)
end)

t.test("X-CAR-5: a step of the steering wheel at 20 m/s, linear tyres", function()
  local Cy, bar = { 40000, 40000, 45000, 45000 }, { 15000, 10000 }
  -- of every wheel: centre, its J (6 x 15), heading; forces act on the material point of the ground
  -- under the centre
  local f = {}
  for k, place in ipairs(g:contacts()) do
    local list = {}
    local p, J = g:position(place), g:jacobian(place)
    for i = 1, 3 do list[#list + 1] = p[i] end
    for i = 1, 6 do for j = 1, 15 do list[#list + 1] = J[i][j] end end
    local carrier = g:rotation(({ "Repere12", "Repere22", "Repere31", "Repere41" })[k])
    -- its heading: across the axis it spins about (which leans as the body rolls), in the plane of
    -- the ground
    list[94], list[95] = carrier[2][2], -carrier[1][2]
    f[k] = li.smat(list):fn(names)
  end
  local Fz = {}
  local function input(now, q, v, tau)
    if type(q) ~= "table" then q = q:table() end
    for i = 1, 15 do tau[i] = 0 end
    for k = 1, 4 do
      local x = { f[k](unpack(q, 1, 15)) }
      local function J(i, j) return x[3 + (i - 1) * 15 + j] end
      local vel = {}
      for i = 1, 3 do
        vel[i] = 0
        for j = 1, 15 do vel[i] = vel[i] + J(i, j) * v[j] end
      end
      Fz[k] = li.road.contact(KT, CT, r - x[3], -vel[3])
      local hx, hy = x[94], x[95]
      local n = math.sqrt(hx * hx + hy * hy)
      hx, hy = hx / n, hy / n
      local down = x[3] -- to the ground
      local along, aside = vel[1] * hx + vel[2] * hy, vel[2] * hx - vel[1] * hy
      local Fy = Cy[k] * -li.atan(aside, math.abs(along))
      local F = { -Fy * hy, Fy * hx, Fz[k] }
      for j = 1, 15 do
        -- the point under the centre: v + Omega x (0, 0, -z)
        tau[j] = tau[j] + (J(1, j) - down * J(5, j)) * F[1] + (J(2, j) + down * J(4, j)) * F[2]
          + J(3, j) * F[3]
      end
      tau[6 + k] = tau[6 + k] + li.road.suspension(K[k], C[k], q[6 + k], v[6 + k])
    end
    for axle = 0, 1 do
      local right, left = li.road.antiroll(bar[axle + 1], q[7 + 2 * axle], q[8 + 2 * axle])
      tau[7 + 2 * axle], tau[8 + 2 * axle] = tau[7 + 2 * axle] + right, tau[8 + 2 * axle] + left
    end
    local wheel = 16 * 0.03 * math.max(0, math.min(1, (now - 0.5) / 0.2))
    tau[11] = tau[11] + li.road.steering { K = 2000, C = 200, G = 16, wheel = wheel, beta = q[11],
      rate = v[11] }
  end
  local speed = { 20, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 20 / r, 20 / r, 20 / r, 20 / r }
  local run = assert(model:simulate(0.8, rest, speed, { rtol = 1e-7, input = input }))
  local q, v = run:state()
  input(0.8, q:table(), v:table(), {})
  -- to the last digit printed
  t.near({ v[4], q[11], q[6] }, { 0.134929, 0.029734, 0.017115 }, 1e-6)
  t.near(Fz, { 4187.7, 2964.5, 3592.2, 2574.1 }, 0.06)
  -- the bicycle's prediction for the steady turn
  local c = li.road.cornering { m = 1356, L1 = 1.20767, L2 = 1.39233, Cf = 80000, Cr = 90000,
    V = 20 }
  t.near(c.K, 0.00207863, 5e-9)
end)

t.done()
