-- test_ctl_systems.lua - kit.ctl: exponentials, sampling, responses, transfer functions
local t = require "t"
local li = require "liaison"
local ctl = li._internal.ctl
local abs, sqrt, exp, cos, sin = math.abs, math.sqrt, math.exp, math.cos, math.sin
local atan2 = math.atan2 or math.atan -- luacheck: ignore

-- largest relative difference of two matrices, by the size of the second
local function off(M, want)
  local W, d, most = li.mat(want), 0, 0
  for i = 1, #W do
    for j = 1, #W[1] do
      d, most = math.max(d, abs(M[i][j] - W[i][j])), math.max(most, abs(W[i][j]))
    end
  end
  return d / (most > 0 and most or 1)
end

-- the same random numbers everywhere
local seed = 1
local function random()
  seed = (seed * 16807) % 2147483647
  return seed / 2147483647 * 2 - 1
end
local function random_mat(rows, cols, scale)
  local M = li.zeros(rows, cols)
  for i = 1, rows do for j = 1, cols do M:set(i, j, random() * (scale or 1)) end end
  return M
end

local oscillator = { { { 0, 1 }, { -4, 0 } }, { { 0 }, { 1 } }, { { 1, 0 } }, { { 0 } } }
local function of(f, s, ...) return f(s[1], s[2], s[3], s[4], ...) end

t.test("exponentials of Ward's matrices", function()
  -- R. Ward, SIAM J. Numer. Anal. 14 (1977) 600
  t.near(off(ctl.expm { { 4, 2, 0 }, { 1, 4, 1 }, { 1, 1, 4 } },
    { { 147.8666224463699, 183.7651386463682, 71.79703239999647 },
      { 127.7810855231823, 183.7651386463682, 91.88256932318415 },
      { 127.7810855231824, 163.6796017231806, 111.9681062463718 } }), 0, 1e-14)
  t.near(off(ctl.expm { { -131, 19, 18 }, { -390, 56, 54 }, { -387, 57, 52 } },
    { { -1.509644158793135, 0.3678794391096522, 0.1353352811751005 },
      { -5.632570799891469, 1.471517758499875, 0.4060058435250609 },
      { -4.934938326088363, 1.103638317328798, 0.5413411267617766 } }), 0, 1e-9)
  -- 10 x 10 nilpotent but for one small corner
  local J = li.zeros(10, 10)
  for i = 1, 9 do J:set(i, i + 1, 1) end
  J:set(10, 1, 1e-10)
  local X, f = ctl.expm(J), 1
  for k = 0, 9 do
    t.near(X[1][k + 1] * f, 1, 1e-14)
    f = f * (k + 1)
  end
end)

t.test("an exponential far from normal is not scaled away", function()
  -- exp [[1, b], [0, -1]] = [[e, b sinh 1], [0, 1/e]]
  local X = ctl.expm { { 1, 1e6 }, { 0, -1 } }
  local sinh = (exp(1) - exp(-1)) / 2
  t.near(X[1][1], exp(1), 1e-14)
  t.near(X[1][2] / 1e6, sinh, 4e-15)
  t.near(X[2][2], exp(-1), 1e-15)
  t.eq(ctl.expm(li.zeros(2, 2)), li.eye(2))
end)

t.test("the logarithm undoes the exponential, pairs and defective blocks too", function()
  for n = 1, 7 do
    local A = random_mat(n, n, 1.2 / sqrt(n))
    t.near(off(ctl.logm(ctl.expm(A)), A), 0, 1e-12, n)
  end
  t.near(off(ctl.logm { { 1, 3 }, { 0, 1 } }, { { 0, 3 }, { 0, 0 } }), 0, 1e-15)
  local c, s = cos(3), sin(3)
  t.near(off(ctl.logm { { c, -s }, { s, c } }, { { 0, -3 }, { 3, 0 } }), 0, 1e-14)
end)

t.test("what has no logarithm says so", function()
  local X, text, code = ctl.logm { { -2, 0 }, { 0, 1 } }
  t.eq(X, nil)
  t.ok(text:find("eigenvalue -2 is on the negative real axis", 1, true), text)
  t.eq(code, "EDOMAIN")
  t.ok(select(2, ctl.logm { { 0, 0 }, { 0, 1 } }):find "an eigenvalue is 0")
  t.raises("ctl.expm: argument 1 %(A%): expected a square matrix, got 1 x 2",
    ctl.expm, { { 1, 2 } })
  t.ok(select(2, ctl.expm { { 1000 } }):find "larger than a double")
end)

t.test("holds of the double integrator in closed form", function()
  local T = 0.1
  local s = { { { 0, 1 }, { 0, 0 } }, { { 0 }, { 1 } }, { { 1, 0 } }, { { 0 } } }
  local A, B, C, D = of(ctl.c2d, s, T, "zoh")
  t.near(A, { { 1, T }, { 0, 1 } }, 1e-16)
  t.near(B, { { T ^ 2 / 2 }, { T } }, 1e-16)
  t.eq(C, li.mat { { 1, 0 } })
  t.eq(D, li.mat { { 0 } })
  -- the triangle hold of 1/s^2: T^2 (z^2 + 4 z + 1) / (6 (z - 1)^2) (Franklin 1998, table)
  local den, nums = ctl.tf_of_ss(of(ctl.c2d, s, T, "foh"))
  t.near(den, { 1, -2, 1 }, 1e-13)
  t.near(nums[1][1], { T ^ 2 / 6, 4 * T ^ 2 / 6, T ^ 2 / 6 }, 1e-15)
  -- tustin: T^2 (z + 1)^2 / (4 (z - 1)^2)
  den, nums = ctl.tf_of_ss(of(ctl.c2d, s, T, "tustin"))
  t.near(den, { 1, -2, 1 }, 1e-13)
  t.near(nums[1][1], { T ^ 2 / 4, T ^ 2 / 2, T ^ 2 / 4 }, 1e-15)
  -- euler T^2 / (z - 1)^2, backward T^2 z^2 / (z - 1)^2, impulse T^2 z / (z - 1)^2
  t.near(select(2, ctl.tf_of_ss(of(ctl.c2d, s, T, "euler")))[1][1], { T ^ 2 }, 1e-15)
  t.near(select(2, ctl.tf_of_ss(of(ctl.c2d, s, T, "backward")))[1][1], { T ^ 2, 0, 0 }, 1e-15)
  t.near(select(2, ctl.tf_of_ss(of(ctl.c2d, s, T, "impulse")))[1][1], { T ^ 2, 0 }, 1e-15)
end)

t.test("prewarped tustin agrees with the continuous system at its frequency", function()
  local s = { { { -1, 2 }, { -3, -0.5 } }, { { 0 }, { 1 } }, { { 1, 0.3 } }, { { 0.2 } } }
  local T, w = 0.3, 2
  local Re, Im = of(ctl.response, s, { w })
  local A, B, C, D = of(ctl.c2d, s, T, "tustin", w)
  local re, im = ctl.response(A, B, C, D, { w }, T)
  t.near(re, Re, 1e-14)
  t.near(im, Im, 1e-14)
end)

t.test("d2c undoes c2d, by every method", function()
  for n = 1, 6 do
    local A = random_mat(n, n)
    for i = 1, n do A:set(i, i, A[i][i] - 2) end
    local s = { A, random_mat(n, 2), random_mat(3, n), random_mat(3, 2) }
    for _, method in ipairs { "zoh", "foh", "tustin", "impulse", "euler", "backward" } do
      s[4] = method == "impulse" and li.zeros(3, 2) or random_mat(3, 2)
      local d = { of(ctl.c2d, s, 0.15, method) }
      local back = { of(ctl.d2c, d, 0.15, method) }
      for k = 1, 4 do t.near(back[k], s[k], 1e-12, method .. n) end
    end
  end
end)

t.test("a sampled run is the exponential", function()
  local A, B, C, D = of(ctl.c2d, oscillator, 0.05, "zoh")
  local U = li.zeros(40, 1)
  for k = 1, 40 do U:set(k, 1, 1) end
  local Y, X = ctl.lsim(A, B, C, D, U)
  for k = 1, 40 do
    local time = (k - 1) * 0.05 -- y = (1 - cos 2 t) / 4
    t.near(Y[k][1], (1 - cos(2 * time)) / 4, 1e-14)
    t.near(X[k][2], sin(2 * time) / 2, 1e-14)
  end
  Y = ctl.lsim(A, B, C, D, li.zeros(5, 1), { 1, 0 })
  t.near(Y[5][1], cos(0.4), 1e-15)
  local H = ctl.markov({ { 0.5 } }, { { 1 } }, { { 2 } }, { { 3 } }, 4)
  t.eq(#H, 4)
  for k, want in ipairs { 3, 2, 1, 0.5 } do t.eq(H[k][1][1], want) end
end)

t.test("what cannot be sampled or continued says why", function()
  local s = { { { 4 } }, { { 1 } }, { { 1 } }, { { 1 } } }
  t.ok(select(2, of(ctl.c2d, s, 0.5, "tustin")):find "eigenvalue of A", 1)
  t.raises("D: expected 0", of, ctl.c2d, s, 0.5, "impulse")
  t.raises("T: expected a time above 0", of, ctl.c2d, s, 0, "zoh")
  t.raises("argument 6 %(method%): expected one of zoh, foh, .*, got 'zho'", of, ctl.c2d, s, 1,
    "zho")
  t.raises("w: only tustin", of, ctl.c2d, s, 1, "zoh", 2)
  t.raises("w: expected a frequency between", of, ctl.c2d, s, 1, "tustin", 4)
  s[1] = { { -0.5 } }
  local none, text, code = of(ctl.d2c, s, 1, "zoh")
  t.eq(none, nil)
  t.ok(text:find "eigenvalue %-0.5 is on the negative real axis")
  t.eq(code, "EDOMAIN")
  t.raises("argument 2 %(B%): expected 1 x 1, got 2 x 1", ctl.c2d, { { 1 } }, { { 1 }, { 2 } },
    { { 1 } }, { { 1 } }, 1, "zoh")
  t.raises("argument 1 %(A%): row 1, column 2: expected a finite number", ctl.expm,
    { { 1, 0 / 0 }, { 1, 2 } })
end)

t.test("responses in closed form; poles are told", function()
  local Re, Im, poles = of(ctl.response, oscillator, { 0, 1, 2, 3 })
  t.near(Re[1][1], 1 / 4, 1e-16)
  t.near(Re[2][1], 1 / 3, 1e-16)
  t.near(Re[4][1], -1 / 5, 1e-15)
  t.ok(Re[3][1] ~= Re[3][1])
  t.eq(#poles, 1)
  t.eq(poles[1], 3)
  t.near(Im[2][1], 0, 1e-16)
  local integrator = { { { 0 } }, { { 1 } }, { { 1 } }, { { 0 } } }
  t.eq(select(3, of(ctl.response, integrator, { 0, 5 }))[1], 1)
  t.eq(select(2, of(ctl.response, integrator, { 0, 5 }))[2][1], -0.2)
  t.eq(select(3, of(ctl.response, { { { 1 } }, { { 1 } }, { { 1 } } }, { 0, 1 }, 0.1))[1], 1)
  -- a gain has no state
  Re = ctl.response(nil, nil, nil, { { 1, 2 }, { 3, 4 } }, { 7 })
  t.eq(Re, li.mat { { 1, 2, 3, 4 } })
  -- 1 / (z - 1/2) at exp(i w T)
  local w, T = 3, 0.2
  Re, Im = ctl.response({ { 0.5 } }, { { 1 } }, { { 1 } }, nil, { w }, T)
  local x, y = cos(w * T) - 0.5, sin(w * T)
  t.near(Re[1][1], x / (x * x + y * y), 1e-15)
  t.near(Im[1][1], -y / (x * x + y * y), 1e-15)
  t.eq(select(2, of(ctl.value, oscillator, 0, 2)), "0 + 2 i is a pole")
  t.near(of(ctl.value, oscillator, 1, 0), { { 0.2 } }, 1e-16)
end)

t.test("the response of a random system is that of its inverse", function()
  for n = 1, 12 do
    local A, B, C = random_mat(n, n, 3), random_mat(n, 2), random_mat(3, n)
    local Re, Im = ctl.response(A, B, C, nil, { 1.7 })
    -- X = (s - A)^-1 B as a real system of twice the size
    local w = 1.7
    local M = li.zeros(2 * n, 2 * n)
    for i = 1, n do
      M:set(i, n + i, -w)
      M:set(n + i, i, w)
      for j = 1, n do
        M:set(i, j, -A[i][j])
        M:set(n + i, n + j, -A[i][j])
      end
    end
    local R = li.zeros(2 * n, 2)
    for i = 1, n do for j = 1, 2 do R:set(i, j, B[i][j]) end end
    local X = M:solve(R)
    for i = 1, 3 do
      for j = 1, 2 do
        local re, im = 0, 0
        for k = 1, n do
          re, im = re + C[i][k] * X[k][j], im + C[i][k] * X[n + k][j]
        end
        t.near(Re[1][(i - 1) * 2 + j], re, 1e-11, n)
        t.near(Im[1][(i - 1) * 2 + j], im, 1e-11, n)
      end
    end
  end
end)

t.test("transfer functions of whole numbers are whole numbers", function()
  local den, nums = ctl.tf_of_ss({ { 0, 1 }, { 0, 0 } }, { { 0 }, { 1 } }, { { 1, 0 }, { 0, 1 } })
  t.eq(den, li.vec { 1, 0, 0 })
  t.eq(nums[1][1], li.vec { 1 })
  t.eq(nums[2][1], li.vec { 1, 0 })
  -- the example of ss2tf: G = [s + 1; s^2 + s + 1] / (s^2 + 2 s + 1)
  den, nums = ctl.tf_of_ss({ { -2, -1 }, { 1, 0 } }, { { 1 }, { 0 } }, { { 1, 2 } }, { { 1 } })
  t.near(den, { 1, 2, 1 }, 1e-12)
  t.near(nums[1][1], { 1, 3, 3 }, 1e-12)
  -- python-control, ss2tf: [1 -2; 3 -4], [5; 7], [6 8], 9
  den, nums = ctl.tf_of_ss({ { 1, -2 }, { 3, -4 } }, { { 5 }, { 7 } }, { { 6, 8 } }, { { 9 } })
  t.near(den, { 1, 3, 2 }, 1e-12)
  t.near(nums[1][1], { 9, 113, 118 }, 1e-12)
end)

t.test("a transfer function goes to state space and back", function()
  local cases = {
    { { 1, 2, 3 }, { 1, 4, 5, 6 } }, { { 2, 0, 0 }, { 1, 0, 0 } }, { { 5 }, { 2 } },
    { { 1, -1 }, { 1, 0.2, 4, 0.1, 1 } }, { { 3, 1, 4, 1, 5 }, { 2, 7, 1, 8, 2 } },
    { { 0, 0, 1 }, { 0, 1, 1 } }, { { 1 }, { 1e-6, 1e-3, 1 } },
  }
  for _, c in ipairs(cases) do
    local A, B, C, D = ctl.ss_of_tf(c[1], c[2])
    local w = 0.7
    local Re, Im = ctl.response(A, B, C, D, { w })
    local function poly(p)
      local re, im = 0, 0
      for _, x in ipairs(p) do re, im = -im * w + x, re * w end
      return re, im
    end
    local nr, ni = poly(c[1])
    local dr, di = poly(c[2])
    local d = dr * dr + di * di
    t.near(Re[1][1], (nr * dr + ni * di) / d, 1e-13)
    t.near(Im[1][1], (ni * dr - nr * di) / d, 1e-13)
    local den, nums = ctl.tf_of_ss(A, B, C, D)
    local lead, at = c[2][1], 1
    while lead == 0 do lead, at = c[2][at + 1], at + 1 end
    for k = 1, #den do t.close(den[k], c[2][at + k - 1] / lead, 1e-12) end
    t.near(nums[1][1][#nums[1][1]], c[1][#c[1]] / lead, 1e-12 * (1 + abs(c[1][#c[1]] / lead)))
  end
  t.raises("num: not proper: degree 2 over a denominator of degree 1", ctl.ss_of_tf, { 1, 0, 0 },
    { 1, 1 })
  t.raises("den: expected a polynomial that is not 0", ctl.ss_of_tf, { 1 }, { 0, 0 })
  t.eq(select(4, ctl.ss_of_tf({ 6 }, { 2 }))[1][1], 3)
end)

t.test("matrices of transfer functions, column by column", function()
  -- [1/(s+1) 2/(s+3); s/(s+1) 1/(s+2)]
  local A, B, C, D = ctl.ss_of_columns({ { { 1 }, { 2 } }, { { 1, 0 }, { 1 } } },
    { { { 1, 1 }, { 1, 3 } }, { { 1, 1 }, { 1, 2 } } })
  t.eq(#A, 3)
  local Re = ctl.value(A, B, C, D, 2, 0)
  t.near(Re, { { 1 / 3, 2 / 5 }, { 2 / 3, 1 / 4 } }, 1e-15)
  -- one denominator for all, one for each column
  A, B, C, D = ctl.ss_of_columns({ { { 1 }, { 2 } }, { { 1, 0 }, { 1 } } }, { 1, 1 })
  t.near(ctl.value(A, B, C, D, 2, 0), { { 1 / 3, 2 / 3 }, { 2 / 3, 1 / 3 } }, 1e-15)
  A, B, C, D = ctl.ss_of_columns({ { { 1 }, { 2 } }, { { 1, 0 }, { 1 } } }, { { 1, 1 }, { 1, 2 } })
  t.near(ctl.value(A, B, C, D, 2, 0), { { 1 / 3, 1 / 2 }, { 2 / 3, 1 / 4 } }, 1e-15)
end)

t.test("a delay of one second by Pade", function()
  local num, den = ctl.pade(1, 1)
  t.eq(num, li.vec { -1, 2 })
  t.eq(den, li.vec { 1, 2 })
  num, den = ctl.pade(1, 2)
  t.eq(num, li.vec { 1, -6, 12 })
  t.eq(den, li.vec { 1, 6, 12 })
  num, den = ctl.pade(0.5, 3) -- (1, 24, 240, 960) of T = 1/2
  t.near(den, { 1, 24, 240, 960 }, 1e-12)
  t.near(num, { -1, 24, -240, 960 }, 1e-12)
  t.eq(#ctl.pade(0, 4), 1)
  t.raises("delay: expected a time of at least 0", ctl.pade, -1, 2)
  -- its phase at w is -w delay up to order 2 n
  num, den = ctl.pade(0.3, 5)
  local A, B, C, D = ctl.ss_of_tf(num, den)
  local Re, Im = ctl.response(A, B, C, D, { 2 })
  t.near(atan2(Im[1][1], Re[1][1]), -0.6, 1e-12)
end)

t.done()
