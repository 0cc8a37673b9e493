-- test_programmes.lua - li.qp: published minima, linear programmes, conditions of optimality, who
-- contradicts whom
local t = require "t"
local li = require "liaison"

local state = 5
local function random()
  state = state * 16807 % 2147483647
  return state / 2147483647 * 2 - 1
end
local function vector(n)
  local list = {}
  for k = 1, n do list[k] = random() end
  return li.vec(list)
end
local function matrix(n, m)
  local rows = {}
  for i = 1, n do
    rows[i] = {}
    for j = 1, m do rows[i][j] = random() end
  end
  return li.mat(rows)
end

t.test("published minima", function()
  -- Hock, Schittkowski 1981, problems 35 and 21
  local x, info = li.qp({ { 4, 2, 2 }, { 2, 4, 0 }, { 2, 0, 2 } }, { -8, -6, -4 },
    { A = { 1, 1, 2 }, upper = 3, lo = 0 })
  t.near(x, li.vec { 4 / 3, 7 / 9, 4 / 9 }, 1e-13)
  t.near(info.value + 9, 1 / 9, 1e-13)
  t.near(info.y[1], 2 / 9, 1e-13)
  x = li.qp({ { 0.02, 0 }, { 0, 2 } }, { 0, 0 }, { A = { { 10, -1 } }, lower = 10,
    lo = { 2, -50 }, hi = { 50, 50 } })
  t.near(x, li.vec { 2, 0 }, 1e-13)
  -- Nocedal, Wright 2006, examples 16.2 and 16.4
  x, info = li.qp({ { 6, 2, 1 }, { 2, 5, 2 }, { 1, 2, 4 } }, { -8, -3, -3 },
    { E = { { 1, 0, 1 }, { 0, 1, 1 } }, e = { 3, 0 } })
  t.near(x, li.vec { 2, -1, 1 }, 1e-13)
  t.near(info.y_equal, li.vec { -3, 2 }, 1e-13)
  x = li.qp({ { 2, 0 }, { 0, 2 } }, { -2, -5 }, { lo = 0, lower = { -2, -6, -2 },
    A = { { 1, -2 }, { -1, -2 }, { -1, 2 } } })
  t.near(x, li.vec { 1.4, 1.7 }, 1e-13)
end)

t.test("linear programmes", function()
  -- maximise 3 a + 5 b, a <= 4, 2 b <= 12, 3 a + 2 b <= 18 (Hillier, Lieberman: Wyndor Glass)
  local x, info = li.qp(li.zeros(2, 2), { -3, -5 }, { A = { { 1, 0 }, { 0, 2 }, { 3, 2 } },
    upper = { 4, 12, 18 }, lo = 0 })
  t.near(x, li.vec { 2, 6 }, 1e-10)
  t.near(info.value, -36, 1e-9)
  t.near(info.y, li.vec { 0, 1.5, 1 }, 1e-8)
end)

t.test("equations alone are a linear system", function()
  for n = 1, 8 do
    local F, E = matrix(n + 2, n), matrix(math.max(1, math.floor(n / 2)), n)
    local H, g, e = F:transpose() * F, vector(n), vector(#E)
    local x, info = li.qp(H, g, { E = E, e = e })
    local K, r = li.zeros(n + #E, n + #E), li.zeros(n + #E)
    for i = 1, n do
      r[i] = -g[i]
      for j = 1, n do K[i][j] = H[i][j] end
      for k = 1, #E do K[i][n + k], K[n + k][i] = E[k][i], E[k][i] end
    end
    for k = 1, #E do r[n + k] = e[k] end
    local both = K:solve(r)
    for i = 1, n do t.near(x[i], both[i], 1e-10) end
    for k = 1, #E do t.near(info.y_equal[k], both[n + k], 1e-9) end
  end
end)

t.test("a box is the projection onto it", function()
  for _ = 1, 20 do
    local g = vector(12) * 3
    local x = li.qp(li.eye(12), g, { lo = -1, hi = 1 })
    for k = 1, 12 do t.eq(x[k], math.max(-1, math.min(1, -g[k]))) end
  end
end)

t.test("who contradicts whom is told", function()
  local x, why, code, info = li.qp(li.eye(3), { 0, 0, 0 }, { A = { { 1, 1, 0 }, { 0, 0, 1 } },
    lower = { 3, 0 }, E = { 0, 1, 0 }, e = { 2 }, hi = { 0.5, math.huge, math.huge } })
  t.eq(x, nil)
  t.eq(code, "EUNREACHABLE")
  t.eq(why, "no x obeys all constraints: row 1 of A, row 1 of E, the bounds of x[1] contradict one "
    .. "another")
  t.eq(#info.rows + #info.equations + #info.bounds, 3)
  t.eq(info.rows[1] * info.equations[1] * info.bounds[1], 1)
  x, why, code, info = li.qp({ { 1, 0 }, { 0, 0 } }, { 0, -1 })
  t.eq(x, nil)
  t.eq(code, "EDOMAIN")
  t.ok(why:find "falls without bound", why)
  t.near(info.x, li.vec { 0, 1 }, 1e-6)
  x, why, code = li.qp({ { 1, 2 }, { 2, 1 } }, { 0, 0 })
  t.eq(x, nil)
  t.eq(code, "EDOMAIN")
  t.ok(why:find "negative eigenvalue", why)
end)

t.test("mistakes are named", function()
  t.raises("H: expected a square matrix, got 1x2", li.qp, { { 1, 2 } }, { 1 })
  t.raises("g: expected 2 numbers, as H has rows, got 1", li.qp, li.eye(2), { 1 })
  t.raises("A: expected 2 columns, as H has, got 3", li.qp, li.eye(2), { 1, 1 },
    { A = { { 1, 2, 3 } } })
  t.raises("upper: expected 1 numbers, got 2", li.qp, li.eye(2), { 1, 1 },
    { A = { { 1, 2 } }, upper = { 1, 2 } })
  t.raises("A: expected the rows that are bounded", li.qp, li.eye(2), { 1, 1 }, { upper = 1 })
  t.raises("e: expected E and e together", li.qp, li.eye(2), { 1, 1 }, { E = { { 1, 2 } } })
  t.raises("lo%[1%]: expected at most hi%[1%] = 0, got 1", li.qp, li.eye(2), { 1, 1 },
    { lo = 1, hi = 0 })
  t.raises("lo%[2%]: expected a number", li.qp, li.eye(2), { 1, 1 }, { lo = { 1, "a" } })
  t.raises("lower%[1%]: expected at most upper%[1%] = 1, got 2", li.qp, li.eye(2), { 1, 1 },
    { A = { 1, 2 }, lower = 2, upper = 1 })
  t.raises("symmetric", li.qp, { { 1, 2 }, { 0, 1 } }, { 1, 1 })
  t.raises("max_iters", li.qp, li.eye(2), { 1, 1 }, { max_iters = 3 })
end)

t.done()
