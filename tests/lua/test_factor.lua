-- test_factor.lua - what a matrix can be asked: each answer put back into its equation
local t = require "t"
local li = require "liaison"

-- a generator of our own, so that both Luas see the same matrices
local state = 7
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

local function hilbert(n)
  local rows = {}
  for i = 1, n do
    rows[i] = {}
    for j = 1, n do rows[i][j] = 1 / (i + j - 1) end
  end
  return li.mat(rows)
end

t.test("solutions solve, inverses invert, powers multiply", function()
  for _, n in ipairs { 1, 2, 3, 7, 40 } do
    local A, x = matrix(n, n) + n * li.eye(n), matrix(n, 1):col(1)
    t.near(A:solve(A * x), x, 1e-12)
    local B = matrix(n, 2)
    t.near(A:solve(A * B), B, 1e-12)
    t.near(A * A:inverse(), li.eye(n), 1e-12)
    t.near(A ^ -1, A:inverse(), 1e-15)
    t.near(A ^ 3 / n ^ 3, A * A * A / n ^ 3, 1e-13)
    t.near(A ^ -2, A:inverse() * A:inverse(), 1e-13)
    t.eq(A ^ 0, li.eye(n))
    t.eq(A ^ 1, A)
  end
end)

t.test("what is singular says so", function()
  local S = li.mat { { 1, 2 }, { 2, 4 } }
  local x, message, code = S:inverse()
  t.eq(x, nil)
  t.eq(message, "the matrix is singular to working precision")
  t.eq(code, "ESINGULAR")
  t.eq(select(3, S:solve { 1, 2 }), "ESINGULAR")
  t.raises("mat %^: the matrix is singular to working precision", function() return S ^ -1 end)
  t.eq(S:det(), 0)
  t.eq(S:rank(), 1)
  t.eq(S:cond() > 1e15, true)
  t.near(S * S:null(), { { 0 }, { 0 } })
  t.eq(li.eye(2):null(), nil)
  local _, why = li.mat({ { 1, 2 }, { 2, 1 } }):chol()
  t.eq(why, "the matrix is not positive definite")
end)

t.test("sizes are named", function()
  local A = li.zeros(2, 3)
  t.raises("mat:inverse: needs a square matrix, this is 2x3", A.inverse, A)
  t.raises("mat %^: needs a square matrix, this is 2x3", function() return A ^ 2 end)
  t.raises("mat %^: argument 2 %(b%): expected an integer, got 0.5",
    function() return li.eye(2) ^ 0.5 end)
  t.raises("mat:solve: argument 1 %(b%): expected 2 rows, got 3", li.eye(2).solve, li.eye(2),
    { 1, 2, 3 })
  t.raises("mat:chol: needs a symmetric matrix", li.eye(2).chol, li.mat { { 1, 2 }, { 0, 1 } })
  t.raises("mat:eig: argument 1 %(B%): expected 2x2, got 3x3", li.eye(2).eig, li.eye(2), li.eye(3))
  t.raises("mat:inverse: the matrix holds nan or inf",
    function() return (li.eye(2) * 1e308 * 10):inverse() end)
  t.raises("mat:svd: the matrix holds nan or inf",
    function() return (li.eye(2) * 1e308 * 10):svd() end)
end)

t.test("determinants by closed forms", function()
  t.near(hilbert(3):det(), 1 / 2160, 1e-16) -- det of the Hilbert matrix of order 3
  t.near(li.mat({ { 0, 1 }, { 1, 0 } }):det(), -1)
  local V = li.mat { { 1, 2, 4 }, { 1, 3, 9 }, { 1, 5, 25 } } -- Vandermonde: (3-2)(5-2)(5-3)
  t.near(V:det(), 6)
end)

t.test("factors multiply to the matrix", function()
  for _, size in ipairs { { 3, 3 }, { 5, 2 }, { 2, 5 }, { 1, 1 } } do
    local n, m = size[1], size[2]
    local A = matrix(n, m)
    local Q, R, P = A:qr()
    t.near(Q * R, A * P, 1e-13)
    t.near(Q:transpose() * Q, li.eye(math.min(n, m)), 1e-13)
    local U, s, V = A:svd()
    t.near(U * li.diag(s) * V:transpose(), A, 1e-13)
    t.near(A * A:pinv() * A, A, 1e-13)
  end
  local A = matrix(4, 4)
  local Lo, U, P = A:lu()
  t.near(Lo * U, P * A, 1e-14)
  local S = A * A:transpose() + li.eye(4)
  t.near(S:chol() * S:chol():transpose(), S, 1e-13)
end)

t.test("eigenvalues: symmetric, general, complex, of a pair", function()
  local w, V = li.mat({ { 2, -1, 0 }, { -1, 2, -1 }, { 0, -1, 2 } }):eig() -- 2 - 2 cos(k pi / 4)
  t.near(w, { 2 - math.sqrt(2), 2, 2 + math.sqrt(2) }, 1e-14)
  t.near(V:transpose() * V, li.eye(3), 1e-14)
  local re, Z, im = li.mat({ { 0, -2 }, { 2, 0 } }):eig() -- +- 2i
  t.near(re, { 0, 0 })
  t.near(im, { 2, -2 })
  -- A (x + i y) = 2i (x + i y)
  t.near(li.mat({ { 0, -2 }, { 2, 0 } }) * Z:col(1), -2 * Z:col(2), 1e-14)
  t.eq(#{ li.mat({ { 1, 1 }, { 0, 2 } }):eig() }, 2)
  local K, M = li.mat { { 2, -1 }, { -1, 1 } }, li.diag { 1, 2 }
  local w2, W = K:eig(M)
  for k = 1, 2 do t.near(K * W:col(k), w2[k] * (M * W:col(k)), 1e-14) end
  local _, message = K:eig(-M)
  t.eq(message, "the second matrix is not positive definite")
end)

t.test("least squares: a line through points, and what is left", function()
  local x, rest = li.mat({ { 1, 0 }, { 1, 1 }, { 1, 2 } }):least_squares { 1, 2, 4 } -- 5/6 + 3/2 t
  t.near(x, { 5 / 6, 1.5 }, 1e-14)
  t.near(rest, math.sqrt(1 / 6), 1e-14)
  local damped = li.eye(2):least_squares({ 1, 2 }, 1) -- s / (s^2 + d^2) = 1/2
  t.near(damped, { 0.5, 1 })
end)

t.test("norms by hand", function()
  local A = li.mat { { 1, -2 }, { 3, 4 } }
  t.near(A:norm(), math.sqrt(30))
  t.eq(A:norm "one", 6)
  t.eq(A:norm "inf", 7)
  t.eq(A:norm "max", 4)
  t.near(li.diag({ 3, -5 }):norm "two", 5)
  t.near(li.diag({ 3, -5 }):cond(), 5 / 3)
end)

t.test("matrices are put beside and below each other", function()
  local R, p = li.eye(2), { 5, 6 }
  t.eq(li.vcat(li.hcat(R, p), { 0, 0, 1 }), li.mat { { 1, 0, 5 }, { 0, 1, 6 }, { 0, 0, 1 } })
  t.raises("hcat: argument 2: has 3 rows where the first has 2", li.hcat, R, { 1, 2, 3 })
  t.raises("vcat: argument 2: has 3 columns where the first has 2", li.vcat, R, { 1, 2, 3 })
  t.raises("hcat: expected at least one mat or vec", li.hcat)
end)

t.done()
