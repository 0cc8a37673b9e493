-- test_ctl_robust.lua - kit.ctl: H2 and H-infinity controllers, normalized coprime factors
local t = require "t"
local li = require "liaison"
local ctl = li._internal.ctl
local sqrt = math.sqrt

-- rows r .. r2, columns c .. c2
local function part(M, r, r2, c, c2)
  local out = {}
  for i = r, r2 do
    out[i - r + 1] = {}
    for j = c, c2 do out[i - r + 1][j - c + 1] = M[i][j] end
  end
  return li.mat(out)
end

-- the plant of SLICOT's SB10FD and SB10HD
local A = li.mat { { -1, 0, 4, 5, -3, -2 }, { -2, 4, -7, -2, 0, 3 }, { -6, 9, -5, 0, 2, -1 },
  { -8, 4, 7, -1, -3, 0 }, { 2, 5, 8, -9, 1, -4 }, { 3, -5, 8, 0, 2, -6 } }
local B = { { -3, -4, -2, 1, 0 }, { 2, 0, 1, -5, 2 }, { -5, -7, 0, 7, -2 }, { 4, -6, 1, 1, -2 },
  { -3, 9, -8, 0, 5 }, { 1, -2, 3, -6, -2 } }
local C = { { 1, -1, 2, -4, 0, -3 }, { -3, 0, 5, -1, 1, 1 }, { -7, 5, 0, -8, 2, -2 },
  { 9, -3, 4, 0, 3, 7 }, { 0, 1, -2, 1, -6, -2 } }
local function plant(D)
  return A, part(B, 1, 6, 1, 3), part(B, 1, 6, 4, 5), part(C, 1, 3, 1, 6), part(C, 4, 5, 1, 6),
    part(D, 1, 3, 1, 3), part(D, 1, 3, 4, 5), part(D, 4, 5, 1, 3), part(D, 4, 5, 4, 5)
end
local D_inf = { { 1, -2, -3, 0, 0 }, { 0, 4, 0, 1, 0 }, { 5, -3, -4, 0, 1 }, { 0, 1, 0, 1, -3 },
  { 0, 0, 1, 7, 1 } }
local D_two = { { 0, 0, 0, -4, -1 }, { 0, 0, 0, 1, 0 }, { 0, 0, 0, 0, 1 }, { 3, 1, 0, 1, -3 },
  { -2, 0, 1, 7, 1 } }

-- from w to z with u = K y
local function closed(P, K)
  local a, b1, b2, c1, c2, d11, d12, d21, d22 = (table.unpack or unpack)(P) -- luacheck: ignore
  local ka, kb, kc, kd = K[1], K[2], K[3], K[4]
  local E = (li.eye(#kd) - kd * d22):inverse()
  local ux, uk, uw = E * kd * c2, E * kc, E * kd * d21
  local function join(M, N, O, Q)
    local out = {}
    for i = 1, #M do
      out[i] = {}
      for j = 1, #M[1] do out[i][j] = M[i][j] end
      for j = 1, #N[1] do out[i][#M[1] + j] = N[i][j] end
    end
    for i = 1, O and #O or 0 do
      local row = {}
      for j = 1, #O[1] do row[j] = O[i][j] end
      for j = 1, Q and #Q[1] or 0 do row[#O[1] + j] = Q[i][j] end
      out[#M + i] = row
    end
    return li.mat(out)
  end
  local function under(M, N)
    local out = {}
    for i = 1, #M do out[i] = M[i] end
    for i = 1, #N do out[#M + i] = N[i] end
    return li.mat(out)
  end
  return join(a + b2 * ux, b2 * uk, kb * (c2 + d22 * ux), ka + kb * d22 * uk),
    under(b1 + b2 * uw, kb * (d21 + d22 * uw)), join(c1 + d12 * ux, d12 * uk), d11 + d12 * uw
end

t.test("the H-infinity controller of SLICOT's SB10FD", function()
  local P = { plant(D_inf) }
  local a, b, c, d, told = ctl.hinf_design(P[1], P[2], P[3], P[4], P[5], P[6], P[7], P[8], P[9], 15)
  t.near(d, { { 0.0554, 0.1334 }, { -0.3195, 0.0333 } }, 5e-5)
  local ak = { { -2.8043, 14.7367, 4.6658, 8.1596, 0.0848, 2.5290 },
    { 4.6609, 3.2756, -3.5754, -2.8941, 0.2393, 8.2920 },
    { -15.3127, 23.5592, -7.1229, 2.7599, 5.9775, -2.0285 },
    { -22.0691, 16.4758, 12.5523, -16.3602, 4.4300, -3.3168 },
    { 30.6789, -3.9026, -1.3868, 26.2357, -8.8267, 10.4860 },
    { -5.7429, 0.0577, 10.8216, -11.2275, 1.5074, -10.7244 } }
  local bk = { { -0.1581, -0.0793 }, { -0.9237, -0.5718 }, { 0.7984, 0.6627 },
    { 0.1145, 0.1496 }, { -0.6743, -0.2376 }, { 0.0196, -0.7598 } }
  local ck = { { -0.2480, -0.1713, -0.0880, 0.1534, 0.5016, -0.0730 },
    { 2.8810, -0.3658, 1.3007, 0.3945, 1.2244, 2.5690 } }
  -- the states may be others: the same response, to the four digits printed
  for _, w in ipairs { 0, 1, 5, 20 } do
    local re, im = ctl.value(a, b, c, d, 0, w)
    local Re, Im = ctl.value(ak, bk, ck, d, 0, w)
    t.near(re, Re, 2e-3)
    t.near(im, Im, 2e-3)
  end
  local want = { -107.31, -66.556, -38.269, -38.269, -20.089, -7.6437, -6.2557, -6.2557, -4.1466,
    -3.2405, -3.2405, -1.7178 }
  local got = {}
  for k = 1, 12 do got[k] = told.poles.re[k] end
  table.sort(got)
  for k = 1, 12 do t.close(got[k], want[k], 1e-4) end
  local gamma, _, stable = ctl.hinf(closed(P, { a, b, c, d }))
  t.ok(stable and gamma < 15)
end)

t.test("the controllers of Slycot's test of sb10ad, and of python-control's of h2syn", function()
  local one = { { 1 } }
  for _, gamma in ipairs { 10, false } do
    local a, b, c, d = ctl.hinf_design({ { -1 } }, one, one, one, one, nil, one, one, nil,
      gamma or nil)
    t.near({ a[1][1], b[1][1] * c[1][1], d[1][1] }, { -3, -1, 0 }, 1e-9)
  end
  local a, b, c, d = ctl.h2_design({ { -1 } }, one, one, one, one, nil, one, one, nil)
  t.near({ a[1][1], b[1][1], c[1][1], d[1][1] }, { -3, 1, -1, 0 }, 1e-13)
end)

t.test("the least gamma is reached from above, and no smaller one does it", function()
  local P = { plant(D_inf) }
  local un = table.unpack or unpack -- luacheck: ignore
  local a, b, c, d, told = ctl.hinf_design(un(P))
  local gamma, _, stable = ctl.hinf(closed(P, { a, b, c, d }))
  t.ok(stable)
  t.ok(gamma <= told.gamma * (1 + 1e-6), gamma .. " " .. told.gamma)
  t.ok(gamma >= told.gamma * 0.99, gamma .. " " .. told.gamma)
  P[10] = told.gamma * 0.999
  local none, text, code = ctl.hinf_design(un(P))
  t.eq(none, nil)
  t.ok(text:find "too small", text)
  t.eq(code, "EDOMAIN")
end)

t.test("random plants: every loop is stable and below the gamma that is told", function()
  local seed = 11
  local function mat(rows, cols, scale)
    local M = li.zeros(rows, cols)
    for i = 1, rows do
      for j = 1, cols do
        seed = (seed * 16807) % 2147483647
        M:set(i, j, (seed / 2147483647 * 2 - 1) * scale)
      end
    end
    return M
  end
  local un = table.unpack or unpack -- luacheck: ignore
  for n = 1, 6 do
    local p2 = 1 + n % 2
    local P = { mat(n, n, 2), mat(n, 3, 1), mat(n, 2, 1), mat(3, n, 1), mat(p2, n, 1),
      mat(3, 3, n % 3 == 0 and 1 or 0), mat(3, 2, 1), mat(p2, 3, 1), mat(p2, 2, 0.5) }
    local a, b, c, d, told = ctl.hinf_design(un(P))
    local gamma, _, stable = ctl.hinf(closed(P, { a, b, c, d }))
    t.ok(stable and gamma <= told.gamma * (1 + 1e-5), n)
    t.ok(told.least <= told.gamma)
    P[6] = li.zeros(3, 3)
    a, b, c, d, told = ctl.h2_design(un(P))
    local Ac, Bc, Cc = closed(P, { a, b, c, d })
    t.close(ctl.h2(Ac, Bc, Cc), told.gamma, 1e-8, n)
  end
end)

t.test("H-infinity of one state in closed form", function()
  -- x' = w1 + u, z = (x, u), y = x + w2. X = gamma / sqrt(gamma^2 - 1) = Y; rho(X Y) < gamma^2
  -- gives gamma^2 > 2
  local args = { { { 0 } }, { { 1, 0 } }, { { 1 } }, { { 1 }, { 0 } }, { { 1 } }, nil,
    { { 0 }, { 1 } }, { { 0, 1 } }, nil }
  local function design(gamma, tol)
    return ctl.hinf_design(args[1], args[2], args[3], args[4], args[5], nil, args[7], args[8], nil,
      gamma, tol)
  end
  local _, _, _, _, told = design(2)
  t.near(told.X, { { 2 / sqrt(3) } }, 1e-12)
  t.near(told.Y, { { 2 / sqrt(3) } }, 1e-12)
  _, _, _, _, told = design(nil, 1e-9)
  t.close(told.gamma, sqrt(2), 1e-8)
end)

t.test("gains alone: Parrott's least norm of [1 1; 1 k] is sqrt 2, with k = -1", function()
  -- D22 = 1/2 takes part: k = d / (1 - d / 2)
  local O = { { 0, 0 } }
  for _, D22 in ipairs { 0, 0.5 } do
    local _, _, _, d, told = ctl.hinf_design({ { -1 } }, O, { { 0 } }, { { 0 }, { 0 } }, { { 0 } },
      { { 1, 1 }, { 1, 0 } }, { { 0 }, { 1 } }, { { 0, 1 } }, { { D22 } }, nil, 1e-9)
    t.close(told.gamma, sqrt(2), 1e-8)
    t.near(d[1][1] / (1 - D22 * d[1][1]), -1, 1e-7)
  end
end)

t.test("the H2 controller of SLICOT's SB10HD, and its norm", function()
  local P = { plant(D_two) }
  local un = table.unpack or unpack -- luacheck: ignore
  local a, b, c, d, told = ctl.h2_design(un(P))
  local want = {
    { 88.0015, -145.7298, -46.2424, 82.2168, -45.2996, -31.1407 },
    { 25.7489, -31.4642, -12.4198, 9.4625, -3.5182, 2.7056 },
    { 54.3008, -102.4013, -41.4968, 50.8412, -20.1286, -26.7191 },
    { 108.1006, -198.0785, -45.4333, 70.3962, -25.8591, -37.2741 },
    { -115.8900, 226.1843, 47.2549, -47.8435, -12.5004, 34.7474 },
    { 59.0362, -101.8471, -20.1052, 36.7834, -16.1063, -26.4309 } }
  t.near(a, want, 6e-5)
  t.near(b, { { 3.7345, 3.4758 }, { -0.3020, 0.6530 }, { 3.4735, 4.0499 }, { 4.3198, 7.2755 },
    { -3.9424, -10.5942 }, { 2.1784, 2.5048 } }, 6e-5)
  t.near(c, { { -2.3346, 3.2556, 0.7150, -0.9724, 0.6962, 0.4074 },
    { 7.6899, -8.4558, -2.9642, 7.0365, -4.2844, 0.1390 } }, 6e-5)
  t.eq(d, li.zeros(2, 2))
  local Ac, Bc, Cc = closed(P, { a, b, c, d })
  t.close(ctl.h2(Ac, Bc, Cc), told.gamma, 1e-9)
end)

t.test("what a design lacks is named", function()
  local function text(...) return select(2, ctl.hinf_design(...)) end
  local I, c1, d12, d21 = { { 0 } }, { { 1 }, { 0 } }, { { 0 }, { 1 } }, { { 0, 1 } }
  t.eq(text(I, { { 1, 0 } }, { { 1 } }, c1, { { 1 } }, nil, { { 0 }, { 0 } }, d21, nil),
    "D12: expected full column rank: every control must cost something")
  t.eq(text(I, { { 1, 0 } }, { { 1 } }, c1, { { 1 } }, nil, d12, { { 0, 0 } }, nil),
    "D21: expected full row rank: every measurement must be noisy")
  t.ok(text({ { 1 } }, { { 1, 0 } }, { { 0 } }, c1, { { 1 } }, nil, d12, d21, nil)
    :find "^%(A, B2, C1, D12%): the mode 1%+0i", "stabilizable")
  t.ok(text({ { 1 } }, { { 1, 0 } }, { { 1 } }, c1, { { 0 } }, nil, d12, d21, nil)
    :find "^%(A, C2, B1, D21%): the mode 1%+0i", "detectable")
  t.raises("B1: expected 1 x 2, got 2 x 2", ctl.hinf_design, I, { { 1, 0 }, { 0, 1 } }, { { 1 } },
    c1, { { 1 } }, nil, d12, d21, nil)
  t.eq(select(2, ctl.h2_design(I, { { 1, 0 } }, { { 1 } }, c1, { { 1 } }, { { 1, 0 }, { 0, 0 } },
    d12, d21, nil)), "D11: expected 0: the H2 norm is infinite otherwise")
end)

t.test("normalized coprime factors of an integrator in closed form", function()
  -- X = Y = 1: gamma_min = sqrt 2
  local a, b, c, d, gamma, told = ctl.ncfsyn({ { 0 } }, { { 1 } }, { { 1 } }, nil, 1.2)
  t.close(gamma, 1.2 * sqrt(2), 1e-13)
  t.near(told.X, { { 1 } }, 1e-13)
  for k = 1, #told.poles.re do t.ok(told.poles.re[k] < 0) end
  -- |[K; 1] (1 - G K)^-1 [1 G]| <= gamma: from (w1, w2), u = K y, y = G (u + w2) + w1
  local P = { { { 0 } }, { { 0, 1 } }, { { 1 } }, { { 1 }, { 0 } }, { { 1 } },
    { { 1, 0 }, { 0, 0 } }, { { 0 }, { 1 } }, { { 1, 0 } }, { { 0 } } }
  for k = 1, 9 do P[k] = li.mat(P[k]) end
  local norm, _, stable = ctl.hinf(closed(P, { a, b, c, d }))
  t.ok(stable)
  t.ok(norm <= gamma * (1 + 1e-9) and norm > sqrt(2) * 0.999, norm)
  t.raises("factor: expected a number above 1", ctl.ncfsyn, { { 0 } }, { { 1 } }, { { 1 } }, nil, 1)
  -- with D, several channels: the bound holds
  local s = { li.mat { { 0, 1 }, { 2, -0.1 } }, li.mat { { 1, 0 }, { 0.3, 1 } },
    li.mat { { 1, 0.2 }, { 0, 1 } }, li.mat { { 0.1, 0 }, { 0.3, -0.2 } } }
  a, b, c, d, gamma = ctl.ncfsyn(s[1], s[2], s[3], s[4])
  local Z, I = li.zeros(2, 2), li.eye(2)
  local function beside(M, N) return li.mat { { M[1][1], M[1][2], N[1][1], N[1][2] },
    { M[2][1], M[2][2], N[2][1], N[2][2] } } end
  local function above(M, N) return li.mat { M[1], M[2], N[1], N[2] } end
  P = { s[1], beside(Z, s[2]), s[2], above(s[3], Z), s[3], above(beside(I, s[4]), beside(Z, Z)),
    above(s[4], I), beside(I, s[4]), s[4] }
  norm, _, stable = ctl.hinf(closed(P, { a, b, c, d }))
  t.ok(stable and norm <= gamma * (1 + 1e-9) and norm > gamma / 1.1 * 0.999, norm)
end)

t.done()
