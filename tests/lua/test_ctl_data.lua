-- test_ctl_data.lua - kit.ctl: systems out of Markov parameters and records of inputs and outputs
local t = require "t"
local li = require "liaison"
local ctl = li._internal.ctl

local seed = 7
local function random()
  seed = (seed * 16807) % 2147483647
  return seed / 2147483647 * 2 - 1
end

local A = li.mat { { 0.8, 0.4, 0, 0 }, { -0.4, 0.8, 0.1, 0 }, { 0, 0, 0.5, 0.3 },
  { 0, 0, 0, -0.6 } }
local B = li.mat { { 1, 0 }, { 0, 1 }, { 1, 1 }, { 0.5, -1 } }
local C = li.mat { { 1, 0, 0, 1 }, { 0, 1, 1, 0 } }
local D = li.mat { { 0.1, 0 }, { 0, -0.2 } }

local function same_markov(a, b, c, d, tol)
  local H, want = ctl.markov(a, b, c, d, 30), ctl.markov(A, B, C, D, 30)
  for k = 1, 30 do t.near(H[k], want[k], tol) end
end

t.test("a system comes back from its Markov parameters", function()
  local a, b, c, d, s = ctl.from_markov(ctl.markov(A, B, C, D, 20), 4)
  same_markov(a, b, c, d, 1e-12)
  t.ok(s[4] > 1e-3 and s[5] < 1e-14)
  a = ctl.from_markov(ctl.markov(A, B, C, D, 20)) -- its order is seen
  t.eq(#a, 4)
  -- Fibonacci's numbers: z^2 = z + 1
  local list = {}
  for k, x in ipairs { 0, 1, 1, 2, 3, 5, 8 } do list[k] = { { x } } end
  a, b, c, d = ctl.from_markov(list)
  t.eq(#a, 2)
  local den, nums = ctl.tf_of_ss(a, b, c, d)
  t.near(den, { 1, -1, -1 }, 1e-12)
  t.near(nums[1][1][1], 1, 1e-12)
  local none, text = ctl.from_markov(list, 3)
  t.eq(none, nil)
  t.eq(text, "order: 3 states asked: these Markov parameters are those of 2")
  t.raises("matrix 2: expected 1 x 1, got 1 x 2", ctl.from_markov, { { { 1 } }, { { 1, 2 } } })
  t.raises("expected at least 3 Markov parameters, got 1", ctl.from_markov, { { { 1 } } })
end)

t.test("a system comes back from a record of inputs and outputs", function()
  local N = 300
  local U = li.zeros(N, 2)
  for k = 1, N do for j = 1, 2 do U:set(k, j, random()) end end
  local Y = ctl.lsim(A, B, C, D, U, { 1, -1, 0.5, 2 })
  local a, b, c, d, s, x0 = ctl.identify(U, Y, 4, 6)
  same_markov(a, b, c, d, 1e-10)
  t.ok(s[5] < 1e-10 * s[1] and s[4] > 1e-4 * s[1])
  t.near(ctl.lsim(a, b, c, d, U, x0), Y, 1e-10)
  -- noise of one percent on the outputs: the gain at rest within a percent
  for k = 1, N do for j = 1, 2 do Y:set(k, j, Y[k][j] + 0.01 * random()) end end
  a, b, c, d = ctl.identify(U, Y, 4, 8)
  local G, want = ctl.value(a, b, c, d, 1, 0), ctl.value(A, B, C, D, 1, 0)
  for i = 1, 2 do for j = 1, 2 do t.near(G[i][j], want[i][j], 0.02) end end
end)

t.test("a long record: noise averages out", function()
  local N = 20000
  local U = li.zeros(N, 2)
  for k = 1, N do for j = 1, 2 do U:set(k, j, random()) end end
  local Y = ctl.lsim(A, B, C, D, U)
  for k = 1, N do for j = 1, 2 do Y:set(k, j, Y[k][j] + 0.1 * random()) end end
  local a, b, c, d = ctl.identify(U, Y, 4, 8)
  local H, want = ctl.markov(a, b, c, d, 10), ctl.markov(A, B, C, D, 10)
  for k = 1, 10 do t.near(H[k], want[k], 0.005) end
end)

t.test("records that say too little are refused", function()
  local U, Y = li.zeros(100, 1), li.zeros(100, 1)
  for k = 1, 100 do Y:set(k, 1, random()) end
  local none, text, code = ctl.identify(U, Y, 2, 4)
  t.eq(none, nil)
  t.ok(text:find "do not excite enough")
  t.eq(code, "EDOMAIN")
  t.raises("U: expected at least 23 samples for 4 rows, got 10", ctl.identify,
    li.zeros(10, 1), li.zeros(10, 1), 2, 4)
  t.raises("Y: expected 100 samples as U has, got 10", ctl.identify, U, li.zeros(10, 1), 2, 4)
  t.raises("rows: expected an order of at least 1", ctl.identify, U, Y, 4, 4)
end)

t.done()
