-- test_ctl_place.lua - kit.ctl: pole placement, staircase, minimal parts, zeros, scaling, roots
local t = require "t"
local li = require "liaison"
local ctl = li._internal.ctl

local state = 17
local function random()
  state = state * 16807 % 2147483647
  return state / 2147483647 - 0.5
end
local function matrix(n, m)
  local rows = {}
  for i = 1, n do
    rows[i] = {}
    for j = 1, m do rows[i][j] = random() end
  end
  return li.mat(rows)
end

-- (re, im) in one order: two lists of numbers that are equal but for rounding stand alike
local function sorted(re, im)
  local list = {}
  for k = 1, #re do list[k] = { re[k], im[k] } end
  table.sort(list, function(a, b)
    if math.abs(a[1] - b[1]) > 1e-3 then return a[1] < b[1] end
    return a[2] < b[2]
  end)
  return list
end
local function same_values(re, im, want_re, want_im, tol, what)
  t.eq(#re, #want_re, what)
  local a, b = sorted(re, im), sorted(want_re, want_im)
  for k = 1, #a do t.near(a[k], b[k], tol, what) end
end

-- ---- pole placement -----------------------------------------------------------------------------

-- Kautsky, Nichols, Van Dooren 1985, examples 1 and 2 (Byers and Nash, Int. J. Control 49, 1989):
-- a chemical reactor, a distillation column
local reactor = { { { 1.38, -0.2077, 6.715, -5.676 }, { -0.5814, -4.29, 0, 0.675 },
  { 1.067, 4.273, -6.654, 5.893 }, { 0.048, 4.273, 1.343, -2.104 } },
  { { 0, 0 }, { 5.679, 0 }, { 1.136, -3.146 }, { 1.136, 0 } },
  { -0.2, -0.5, -5.0566, -8.6659 }, { 0, 0, 0, 0 } }
local column = { { { -0.1094, 0.0628, 0, 0, 0 }, { 1.306, -2.132, 0.9807, 0, 0 },
  { 0, 1.595, -3.149, 1.547, 0 }, { 0, 0.0355, 2.632, -4.257, 1.855 },
  { 0, 0.0023, 0, 0.1636, -0.1625 } },
  { { 0, 0 }, { 0.0638, 0 }, { 0.0838, -0.1396 }, { 0.1004, -0.206 }, { 0.0063, -0.0128 } },
  { -0.2, -0.5, -1, -1, -1 }, { 0, 0, 0, 1, -1 } }

local function placed(A, B, re, im, tol, what)
  local K, told = ctl.place(A, B, re, im)
  if not K then error(what .. ": " .. told) end
  local _, _, got_re, got_im = ctl.schur(li.mat(A) - li.mat(B) * K)
  same_values(got_re, got_im, re, im, tol, what)
  same_values(told.re, told.im, re, im, tol, what)
  t.ok(told.condition >= 1 - 1e-12, what)
  return K, told
end

t.test("published examples get the eigenvalues wanted, well conditioned", function()
  local _, told = placed(reactor[1], reactor[2], reactor[3], reactor[4], 1e-12, "reactor")
  t.ok(told.condition < 10, told.condition)
  _, told = placed(column[1], column[2], column[3], column[4], 1e-10, "column")
  t.ok(told.condition < 100, told.condition)
end)

t.test("one input: Ackermann's gain, which is the only one", function()
  t.near(ctl.place({ { 0, 1 }, { 0, 0 } }, { { 0 }, { 1 } }, { -1, -1 }, { 1, -1 }), { { 2, 2 } })
  -- a chain of integrators: the coefficients of the polynomial wanted
  local re, im = { -1, -2, -3, -1, -1 }, { 0, 0, 0, 2, -2 }
  local c = ctl.poly(re, im)
  local A, B = li.zeros(5, 5), li.zeros(5, 1)
  for i = 1, 4 do A[i][i + 1] = 1 end
  B[5][1] = 1
  local K = ctl.place(A, B, re, im)
  for j = 1, 5 do t.near(K[1][j], c[7 - j], 1e-10) end
  -- the same of a matrix with what is free in other coordinates
  local T = matrix(5, 5) + 2 * li.eye(5)
  t.close(ctl.place(T * A * T:inverse(), T * B, re, im) * T, K, 1e-9)
  -- all alike: no eigenvector but one
  placed({ { 0, 1 }, { 0, 0 } }, { { 0 }, { 1 } }, { -2, -2 }, { 0, 0 }, 1e-7, "double")
end)

t.test("random systems of every number of inputs, real and complex", function()
  for _, n in ipairs { 1, 2, 3, 4, 7, 12 } do
    for _, m in ipairs { 1, 2, 3, n } do
      local A, B, re, im = matrix(n, n), matrix(n, m), {}, {}
      for pairs_wanted = 0, 1 do
        local k = 1
        while k <= n do
          if pairs_wanted == 1 and k < n then
            re[k], im[k], re[k + 1], im[k + 1] = -1 - 0.1 * k, 0.3 * k, -1 - 0.1 * k, -0.3 * k
            k = k + 2
          else
            re[k], im[k] = -0.5 - 0.2 * k, 0
            k = k + 1
          end
        end
        -- one input for many states: as near as the eigenvectors allow
        if m > 1 or n < 8 then
          placed(A, B, re, im, m == 1 and n > 5 and 1e-3 or 1e-7, n .. " by " .. m)
        end
      end
    end
  end
end)

t.test("as often as there are inputs, and more often", function()
  local _, told = placed(reactor[1], reactor[2], { -1, -1, -3, -3 }, { 0, 0, 0, 0 }, 1e-10, "twice")
  t.ok(told.condition < 100, told.condition)
  placed(reactor[1], reactor[2], { -1, -1, -1, -3 }, { 0, 0, 0, 0 }, 1e-4, "three times")
  -- as many inputs as states: the axes are eigenvectors
  local B = matrix(3, 3) + li.eye(3)
  _, told = placed(matrix(3, 3), B, { -1, -2, -2 }, { 0, 1, -1 }, 1e-12, "all")
  t.near(told.condition, 1, 1e-10)
end)

t.test("robust: no turn of one eigenvector in its space makes the determinant larger", function()
  -- for three states, two inputs, real eigenvalues: look at all vectors of each plane
  local A, B, wanted = matrix(3, 3), matrix(3, 2), { -1, -2, -3 }
  local K = ctl.place(A, B, wanted, { 0, 0, 0 })
  local closed = A - B * K
  local X, space = {}, {}
  for k = 1, 3 do
    X[k] = (closed - wanted[k] * li.eye(3)):null(1e-10):col(1)
    -- A x - lambda x in the range of B: what is orthogonal to B is orthogonal to it
    local u = B:transpose():null()
    space[k] = (u:transpose() * (A - wanted[k] * li.eye(3))):null()
  end
  local function det(a, b, c)
    return math.abs(li.mat { a:table(), b:table(), c:table() }:det())
  end
  local best = det(X[1], X[2], X[3])
  for k = 1, 3 do
    for step = 0, 90 do
      local v = space[k]:col(1) * math.cos(step * math.pi / 90)
        + space[k]:col(2) * math.sin(step * math.pi / 90)
      local Y = { X[1], X[2], X[3] }
      Y[k] = v
      t.ok(det(Y[1], Y[2], Y[3]) <= best * (1 + 1e-2))
    end
  end
end)

t.test("robust: nor of a pair", function()
  local A, B, re, im = matrix(4, 4), matrix(4, 2), { -1, -1, -2, -2 }, { 1, -1, 3, -3 }
  local K = ctl.place(A, B, re, im)
  local closed = A - B * K
  -- x = u + i v of re + i im: (A - B K - re) u = -im v, .. v = im u; (u, v) by its null space
  local function twice(M, a, b)
    local n = #M
    local W = li.zeros(2 * n, 8)
    for i = 1, n do
      for j = 1, 4 do
        W[i][j], W[n + i][4 + j] = M[i][j] - a[i][j], M[i][j] - a[i][j]
        W[i][4 + j], W[n + i][j] = b[i][j], -b[i][j]
      end
    end
    return W
  end
  local function det(list)
    local rows = {}
    for k, w in ipairs(list) do
      local size = w:norm()
      rows[2 * k - 1], rows[2 * k] = {}, {}
      for j = 1, 4 do rows[2 * k - 1][j], rows[2 * k][j] = w[j] / size, w[4 + j] / size end
    end
    return math.abs(li.mat(rows):det())
  end
  local u = B:transpose():null()
  local X, space = {}, {}
  for k = 1, 2 do
    local a, b = re[2 * k - 1], im[2 * k - 1]
    X[k] = twice(closed, a * li.eye(4), b * li.eye(4)):null(1e-9):col(1)
    space[k] = twice(u:transpose() * A, u:transpose() * a, u:transpose() * b):null(1e-9)
  end
  local best = det(X)
  t.ok(best > 0)
  for k = 1, 2 do
    for _ = 1, 200 do
      local Y, w = { X[1], X[2] }, space[k]:col(1) * 0
      for j = 1, #space[k][1] do w = w + space[k]:col(j) * random() end
      Y[k] = w
      t.ok(det(Y) <= best * (1 + 1e-2))
    end
  end
end)

t.test("what no input moves stays, and must be wanted", function()
  local A, B = { { 1, 0 }, { 0, 2 } }, { { 1 }, { 0 } }
  local K, why, code, info = ctl.place(A, B, { -1, -2 }, { 0, 0 })
  t.eq(K, nil)
  t.eq(code, "EUNREACHABLE")
  t.ok(why:find "no input moves the mode 2", why)
  t.near(info.modes[1].re, 2)
  t.near(ctl.place(A, B, { 2, -1 }, { 0, 0 }), { { 2, 0 } })
  t.raises("conjugate", ctl.place, A, B, { -1, -1 }, { 1, 1 })
  t.raises("re: expected 2 numbers, got 1", ctl.place, A, B, { -1 }, { 0, 0 })
  t.raises("B: expected 2 rows", ctl.place, A, li.eye(3), { -1, 2 }, { 0, 0 })
end)

-- ---- what is reached and seen -------------------------------------------------------------------

-- a system of known parts: reached and seen (a), reached only (b), seen only (c), neither (d), then
-- turned by an orthogonal matrix
local function assembled(a, b, c, d)
  local n = a + b + c + d
  local A, B, C = matrix(n, n), matrix(n, 2), matrix(2, n)
  local function part(i) return i <= a and 1 or i <= a + b and 2 or i <= a + b + c and 3 or 4 end
  local may = { { 1, 3 }, { 1, 2, 3, 4 }, { 3 }, { 3, 4 } }
  local function has(list, x)
    for _, y in ipairs(list) do if x == y then return true end end
    return false
  end
  for i = 1, n do
    for j = 1, n do if not has(may[part(i)], part(j)) then A[i][j] = 0 end end
    for j = 1, 2 do
      if part(i) > 2 then B[i][j] = 0 end
      if part(i) == 2 or part(i) == 4 then C[j][i] = 0 end
    end
  end
  local U = ctl.schur(matrix(n, n))
  return U * A * U:transpose(), U * B, C * U:transpose()
end

t.test("staircase: what is reached is in front, the rest is zero", function()
  local A, B, C = assembled(4, 2, 3, 1)
  local T, count, blocks = ctl.staircase(A, B, C)
  t.eq(count, 6)
  t.eq(table.concat(blocks, " "), "2 2 2")
  t.near(T:transpose() * T, li.eye(10), 1e-13)
  local F, G = T:transpose() * A * T, T:transpose() * B
  for i = 7, 10 do
    for j = 1, 6 do t.near(F[i][j], 0, 1e-13) end
    for j = 1, 2 do t.near(G[i][j], 0, 1e-13) end
  end
  for i = 5, 6 do for j = 1, 2 do t.near(F[i][j], 0, 1e-13) end end
end)

t.test("minimal parts have the same transfer function", function()
  local A, B, C = assembled(4, 2, 3, 1)
  local D = matrix(2, 2)
  local a, b, c, d, unreached, unseen = ctl.minimal(A, B, C, D)
  t.eq(#a, 4)
  t.eq(unreached, 4)
  t.eq(unseen, 2)
  for _, s in ipairs { 1.3, -2.7, 11 } do
    t.near(c * (s * li.eye(4) - a):solve(b) + d, C * (s * li.eye(10) - A):solve(B) + D, 1e-10)
  end
  t.eq(#ctl.minimal({ { 1, 0 }, { 0, 2 } }, { { 1 }, { 1 } }, { { 1, 1 } }, 0), 2)
end)

t.test("modes: how far each is from not being moved", function()
  local list = ctl.modes({ { 1, 0 }, { 0, -2 } }, { { 0 }, { 3 } }, false)
  table.sort(list, function(a, b) return a.re < b.re end)
  t.near({ list[1].re, list[2].re, list[2].sigma }, { -2, 1, 0 }, 1e-14)
  t.eq(list[1].stable and list[1].reached and not list[2].stable and not list[2].reached, true)
  -- [3 0 0; 0 0 3]: the least is 3
  t.near(list[1].sigma, 3, 1e-14)
  t.eq(ctl.modes(0.5, 1, true)[1].stable, true)
  t.eq(ctl.modes(-2, 1, true)[1].stable, false)
end)

-- ---- zeros --------------------------------------------------------------------------------------

t.test("zeros of published and of small systems", function()
  -- the example of SLICOT's AB08ND: zeros 2 and -1, two at infinity
  local re, im, infinite, rank = ctl.zeros(li.diag { 1, 1, 3, -4, -1, 3 },
    { { 0, -1 }, { -1, 0 }, { 1, -1 }, { 0, 0 }, { 0, 1 }, { -1, -1 } },
    { { 1, 0, 0, 1, 0, 0 }, { 0, 1, 0, 1, 0, 1 }, { 0, 0, 1, 0, 0, 1 } }, li.zeros(3, 2))
  same_values(re, im, { 2, -1 }, { 0, 0 }, 1e-12)
  t.eq(infinite, 2)
  t.eq(rank, 2)
  -- 1 / s^2; (s + 3) / s^2; (s^2 + s + 1) / s^2; 0
  re, im, infinite, rank = ctl.zeros({ { 0, 1 }, { 0, 0 } }, { { 0 }, { 1 } }, { { 1, 0 } }, 0)
  t.eq(#re + #im, 0)
  t.eq(infinite, 2)
  t.eq(rank, 1)
  re, im, infinite = ctl.zeros({ { 0, 1 }, { 0, 0 } }, { { 0 }, { 1 } }, { { 3, 1 } }, 0)
  t.eq(#im, 1)
  t.near(re, { -3 }, 1e-14)
  t.eq(infinite, 1)
  re, im, infinite = ctl.zeros({ { 0, 1 }, { 0, 0 } }, { { 0 }, { 1 } }, { { 1, 1 } }, 1)
  same_values(re, im, { -0.5, -0.5 }, { math.sqrt(0.75), -math.sqrt(0.75) }, 1e-14)
  t.eq(infinite, 0)
  re, im, infinite, rank = ctl.zeros({ { 0, 1 }, { 0, 0 } }, { { 0 }, { 1 } }, { { 0, 0 } }, 0)
  t.eq(#im + infinite, 0)
  t.eq(#re, 0)
  t.eq(rank, 0)
end)

t.test("zeros of random square systems: the matrix loses its rank there", function()
  for _, n in ipairs { 2, 3, 6, 11 } do
    for _, feed in ipairs { true, false } do
      local m = 2
      local A, B, C = matrix(n, n), matrix(n, m), matrix(m, n)
      local D = feed and matrix(m, m) or li.zeros(m, m)
      local re, im, infinite, rank = ctl.zeros(A, B, C, D)
      t.eq(#re, feed and n or n - m)
      t.eq(infinite, n - #re)
      t.eq(rank, m)
      for k = 1, #re do
        if im[k] == 0 then
          local P = li.zeros(n + m, n + m)
          for i = 1, n + m do
            for j = 1, n + m do
              P[i][j] = i <= n and (j <= n and A[i][j] - (i == j and re[k] or 0) or B[i][j - n])
                or (j <= n and C[i - n][j] or D[i - n][j - n])
            end
          end
          local _, s = P:svd()
          t.ok(s[n + m] < 1e-9 * (1 + math.abs(re[k])) * s[1])
        end
      end
    end
  end
end)

-- ---- scaling, polynomials -----------------------------------------------------------------------

t.test("scaling by powers of two: the same system in numbers of one size", function()
  local A, B, C, d = ctl.scale({ { 1, 1e6 }, { 1e-6, 2 } }, { { 1e3 }, { 0 } }, { { 0, 1 } })
  for k = 1, 2 do t.eq(math.log(d[k]) / math.log(2) % 1, 0) end
  t.near(A[1][2] * A[2][1], 1, 1e-15)
  t.near(A[1][2] * d[1] / d[2], 1e6)
  t.near(B[1][1] * d[1], 1e3)
  t.near(C[1][2], d[2])
  t.ok(A[1][2] / A[2][1] < 10)
end)

t.test("roots and their polynomial", function()
  local re, im = ctl.roots { 1, -6, 11, -6 }
  same_values(re, im, { 1, 2, 3 }, { 0, 0, 0 }, 1e-14)
  re, im = ctl.roots { 2, 0, 2, 0, 0 }
  same_values(re, im, { 0, 0, 0, 0 }, { 1, -1, 0, 0 }, 1e-15)
  t.near(ctl.poly({ 1, 2, 0, 0 }, { 0, 0, 1, -1 }), { 1, -3, 3, -3, 2 })
  t.near(ctl.poly({}, {}), { 1 })
  t.eq(#ctl.roots { 5 }, 0)
  -- Wilkinson's of ten: each as near as its condition, here below 1e7
  local list, zero = {}, {}
  for k = 1, 10 do list[k], zero[k] = k, 0 end
  re, im = ctl.roots(ctl.poly(list, zero))
  same_values(re, im, list, zero, 1e-8)
  -- polished: p is 0 there but for the rounding of its own terms
  for _ = 1, 10 do
    local c = { 1 }
    for k = 2, 16 do c[k] = random() * 10 ^ (6 * random()) end
    re, im = ctl.roots(c)
    for k = 1, #re do
      local a, b, size, r = 0, 0, 0, math.sqrt(re[k] ^ 2 + im[k] ^ 2)
      for j = 1, #c do
        a, b = a * re[k] - b * im[k] + c[j], a * im[k] + b * re[k]
        size = size * r + math.abs(c[j])
      end
      t.ok(math.sqrt(a * a + b * b) <= 1e-15 * size)
    end
  end
  t.raises("the first not 0", ctl.roots, { 0, 1 })
  t.raises("conjugate", ctl.poly, { 1 }, { 1 })
  t.raises("im: expected 1 numbers, got 2", ctl.poly, { 1 }, { 0, 0 })
end)

t.done()
