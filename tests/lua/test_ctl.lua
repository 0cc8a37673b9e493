-- test_ctl.lua - kit.ctl: Schur forms, linear matrix equations: put back, known answers, failures
local t = require "t"
local li = require "liaison"
local ctl = li._internal.ctl

-- a generator of our own, so that both Luas see the same matrices
local state = 11
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
local function stable(n, discrete)
  local A = matrix(n, n)
  if discrete then return A / (1.01 * A:norm()) end
  return A - (0.1 + A:norm()) * li.eye(n)
end
local function even(n)
  local Q = matrix(n, n)
  return Q + Q:transpose()
end

t.test("Schur forms multiply to the matrix and bring what was chosen to the front", function()
  for _, n in ipairs { 1, 2, 3, 6, 17, 40 } do
    local A, B = matrix(n, n), matrix(n, n)
    for _, which in ipairs { "left", "inside" } do
      local bound = which == "inside" and 0.4 or 0.1
      local U, T, re, im, count = ctl.schur(A, which, bound)
      t.near(U * T * U:transpose(), A, 1e-13)
      t.near(U:transpose() * U, li.eye(n), 1e-13)
      for i = 3, n do t.eq(T[i][i - 2], 0) end
      for k = 1, n do
        local size = which == "left" and re[k] or math.sqrt(re[k] ^ 2 + im[k] ^ 2)
        t.eq(size < bound, k <= count, which)
      end
      local Q, Z, S, R, ar, ai, beta, first = ctl.generalized_schur(A, B, which)
      t.near(Q * S * Z:transpose(), A, 1e-13)
      t.near(Q * R * Z:transpose(), B, 1e-13)
      for k = 1, n do
        local size = which == "left" and ar[k]
          or math.sqrt(ar[k] ^ 2 + ai[k] ^ 2) - math.abs(beta[k])
        t.eq(size < 0, k <= first, which)
      end
    end
  end
  t.eq(select(5, ctl.schur { { 1, 2 }, { 3, 4 } }), 0)
end)

t.test("Sylvester, Lyapunov, Stein: put back, symmetric where asked, with E", function()
  for _, n in ipairs { 1, 2, 3, 5, 8, 21 } do
    local m = n + 2
    local A, B, C = matrix(n, n), matrix(m, m) + 9 * li.eye(m), matrix(n, m)
    local X, told = ctl.sylvester(A, B, C)
    t.near(A * X + X * B, C, 1e-13)
    t.ok(told.residual < 1e-14 and told.condition >= 1)
    local E, Q = matrix(n, n) + 2 * n * li.eye(n), even(n)
    A = E * stable(n)
    X, told = ctl.lyapunov(A, Q, E)
    t.close(A * X * E:transpose() + E * X * A:transpose(), -Q, 1e-10)
    t.eq(X, X:transpose())
    t.ok(told.residual < 1e-13 and told.condition >= 1)
    A = stable(n)
    X = ctl.lyapunov(A, Q)
    t.near(A * X + X * A:transpose(), -Q, 1e-12)
    t.near(ctl.lyapunov(A, Q, li.eye(n)), X, 1e-12)
    A = stable(n, true)
    X, told = ctl.stein(A, Q)
    t.near(A * X * A:transpose() - X, -Q, 1e-12)
    t.ok(told.residual < 1e-14 and told.condition >= 1)
    t.near(ctl.stein(A, Q, li.eye(n)), X, 1e-11)
    A = E * A
    X = ctl.stein(A, Q, E)
    t.close(A * X * A:transpose() - E * X * E:transpose(), -Q, 1e-10)
  end
end)

t.test("known answers of the equations", function()
  -- -2 x + 1 = 0; x / 4 - x + 3 = 0
  t.near(ctl.lyapunov(-1, 1)[1][1], 0.5)
  t.near(ctl.stein(0.5, 3)[1][1], 4)
  -- x'' + 2 z w x' + w^2 x = white noise: variances 1 / (4 z w^3), 1 / (4 z w)
  local z, w = 0.3, 2
  t.near(ctl.lyapunov({ { 0, 1 }, { -w * w, -2 * z * w } }, { { 0, 0 }, { 0, 1 } }),
    { { 1 / (4 * z * w ^ 3), 0 }, { 0, 1 / (4 * z * w) } })
  -- 1 / (1 - a b) for each entry of ones, A diagonal
  local d = { 0.5, -0.3, 0.9 }
  local X = ctl.stein(li.diag(d), { { 1, 1, 1 }, { 1, 1, 1 }, { 1, 1, 1 } })
  for i = 1, 3 do for j = 1, 3 do t.near(X[i][j], 1 / (1 - d[i] * d[j]), 1e-14) end end
  -- the condition of A X + X B with numbers: (|a| + |b|) / |a + b|
  t.near(select(2, ctl.sylvester(3, -1, 1)).condition, 2)
end)

t.test("the condition is that of the operator, written out", function()
  -- vec(A X + X B) = (1 x A + B' x 1) vec X; both are their own Schur forms
  local A, B = li.mat { { 1, 5 }, { 0, 2 } }, li.mat { { -3, 7 }, { 0, -0.5 } }
  local P = li.zeros(4, 4)
  for i = 1, 2 do
    for j = 1, 2 do
      for k = 1, 2 do
        P[2 * i - 2 + j][2 * i - 2 + k] = P[2 * i - 2 + j][2 * i - 2 + k] + A[j][k]
        P[2 * i - 2 + j][2 * k - 2 + j] = P[2 * i - 2 + j][2 * k - 2 + j] + B[k][i]
      end
    end
  end
  local want = P:inverse():norm "one" * (A:norm() + B:norm())
  t.close(select(2, ctl.sylvester(A, B, li.eye(2))).condition, want, 1e-12)
  -- the same with B = A' turned into Lyapunov's, and Stein's operator 1 - A x A
  A = li.mat { { -1, 5 }, { 0, -2 } }
  for i = 1, 4 do for j = 1, 4 do P[i][j] = 0 end end
  local function into(i, j, p, q, x)
    local row, col = 2 * j - 2 + i, 2 * q - 2 + p
    P[row][col] = P[row][col] + x
  end
  for i = 1, 2 do
    for j = 1, 2 do
      for k = 1, 2 do
        into(i, j, k, j, A[i][k])
        into(i, j, i, k, A[j][k])
      end
    end
  end
  want = P:inverse():norm "one" * 2 * A:norm()
  t.close(select(2, ctl.lyapunov(A, li.eye(2))).condition, want, 1e-12)
  t.close(select(2, ctl.lyapunov(A, li.eye(2), li.eye(2))).condition, want * math.sqrt(2), 1e-12)
  A = li.mat { { 0.5, 3 }, { 0, -0.25 } }
  for i = 1, 4 do for j = 1, 4 do P[i][j] = i == j and -1 or 0 end end
  for i = 1, 2 do
    for j = 1, 2 do
      for p = 1, 2 do for q = 1, 2 do into(i, j, p, q, A[i][p] * A[j][q]) end end
    end
  end
  want = P:inverse():norm "one" * (A:norm() ^ 2 + 1)
  t.close(select(2, ctl.stein(A, li.eye(2))).condition, want, 1e-12)
end)

t.test("a factor of the solution: equal to the solution, and exact where it is nearly 0", function()
  for _, discrete in ipairs { false, true } do
    for _, n in ipairs { 1, 2, 3, 6, 15 } do
      for _, m in ipairs { 1, 2, n + 3 } do
        local A, B = stable(n, discrete), matrix(n, m)
        local U = ctl.lyapunov_factor(A, B, discrete)
        local solve = discrete and ctl.stein or ctl.lyapunov
        t.near(U * U:transpose(), solve(A, B * B:transpose()), 1e-12)
        for i = 1, n do
          t.ok(U[i][i] >= 0)
          for j = i + 1, n do t.eq(U[i][j], 0) end
        end
      end
    end
  end
  -- what is not reached has no variance: exactly 0
  local U = ctl.lyapunov_factor({ { -1, 0 }, { 0, -2 } }, { { 1 }, { 0 } }, false)
  t.near(U, { { math.sqrt(0.5), 0 }, { 0, 0 } }, 1e-15)
  -- x' = -x with input 1e-150: sqrt(1e-300 / 2), where the solution itself still has it
  t.near(ctl.lyapunov_factor(-1, 1e-150)[1][1] * 1e150, math.sqrt(0.5), 1e-14)
end)

t.test("what cannot be solved is said", function()
  local X, why, code = ctl.lyapunov({ { 1, 0 }, { 0, -1 } }, { { 1, 0 }, { 0, 1 } })
  t.eq(X, nil)
  t.eq(code, "ESINGULAR")
  t.ok(why:find "sum 0", why)
  X, why, code = ctl.stein({ { 2, 0 }, { 0, 0.5 } }, { { 1, 1 }, { 1, 1 } })
  t.eq(X, nil)
  t.eq(code, "ESINGULAR")
  t.ok(why:find "product 1", why)
  X, why, code = ctl.sylvester(2, -2, 1)
  t.eq(X, nil)
  t.eq(code, "ESINGULAR")
  t.ok(why:find "minus one of B", why)
  X, why, code = ctl.lyapunov_factor({ { 0, 1 }, { -1, 0 } }, { { 0 }, { 1 } }, false)
  t.eq(X, nil)
  t.eq(code, "EDOMAIN")
  t.ok(why:find "stable", why)
  t.raises("A: expected a square matrix, got 1 x 2", ctl.schur, { { 1, 2 } })
  t.raises("Q: expected 1 x 1, got 2 x 2", ctl.stein, 1, li.eye(2))
  t.raises("C: expected 1 x 2", ctl.sylvester, 1, li.eye(2), li.eye(2))
  t.raises("E: expected 1 x 1", ctl.lyapunov, 1, 1, li.eye(2))
  t.raises("A: expected a mat or rows of numbers, got string", ctl.lyapunov, "A", 1)
  t.raises("A: .*expected a finite number, got nan", ctl.lyapunov, { { 0 / 0 } }, 1)
end)

t.done()
