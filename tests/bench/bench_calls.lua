-- bench_calls.lua - what a call costs from Lua, beside the same thing in C (make bench)
local li = require "liaison"

local who = "from " .. (rawget(_G, "jit") and "luajit" or "lua5.4")
local repeats = tonumber(os.getenv "BENCH_REPEATS") or 5
local seconds = tonumber(os.getenv "BENCH_TIME") or 0.2
local only = os.getenv "BENCH_ONLY" or ""

-- f(n) does the thing n times; room,row,who,ns,least as the table wants them
local function bench(room, row, f)
  if not (room .. ": " .. row):find(only, 1, true) then return end
  local n, took = 1000, {}
  f(n)
  repeat
    n = n * 2
    local start = os.clock()
    f(n)
    local t = os.clock() - start
  until t > seconds / 4
  for k = 1, repeats do
    local start = os.clock()
    f(n)
    took[k] = (os.clock() - start) / n * 1e9
  end
  table.sort(took)
  print(("%s,%s,%s,%.2f,%.2f"):format(room, row, who, took[math.floor(#took / 2) + 1], took[1]))
end

local v, w, p = li.vec { 1, 2, 3 }, li.vec { 4, 5, 6 }, li.vec { 0.3, -0.2, 0.5 }
local M = li.mat { { 1, 2, 3 }, { 4, 5, 6 }, { 7, 8, 10 } }
local R, S = li.rot.rpy(0.1, 0.2, 0.3), li.rot.rpy(-0.4, 0.3, 0.2)
local A, B = li.frame(R, v), li.frame(S, w)
local V = A:log()
local exp, compose = li.rot.exp, li.rot.compose
local q, r = li.vec { R:quat() }, li.vec { S:quat() }

bench("geo", "quaternion product",
  function(n) for _ = 1, n do local _ = compose("quat", q, r) end end)
bench("geo", "matrix product", function(n) for _ = 1, n do local _ = R * S end end)
bench("geo", "compose", function(n) for _ = 1, n do local _ = A * B end end)
bench("geo", "invert", function(n) for _ = 1, n do local _ = A:inverse() end end)
bench("geo", "point", function(n) for _ = 1, n do local _ = A:point(p) end end)
bench("geo", "exp of a rotation", function(n) for _ = 1, n do local _ = exp(p) end end)
bench("geo", "log of a rotation", function(n) for _ = 1, n do local _ = R:log() end end)
bench("geo", "slerp", function(n) for _ = 1, n do local _ = R:slerp(S, 0.3) end end)
bench("geo", "exp of a twist", function(n) for _ = 1, n do local _ = V:exp() end end)
bench("geo", "log of a pose", function(n) for _ = 1, n do local _ = A:log() end end)

bench("lua", "an empty loop", function(n) for _ = 1, n do local _ = n end end)
bench("lua", "v:sum(): one checked argument", function(n) for _ = 1, n do local _ = v:sum() end end)
bench("lua", "v:dot(w): two of them", function(n) for _ = 1, n do local _ = v:dot(w) end end)
bench("lua", "v:dot{4 5 6}: a table made and read",
  function(n) for _ = 1, n do local _ = v:dot { 4, 5, 6 } end end)
bench("lua", "v:set(w): a result of one's own", function(n) for _ = 1, n do v:set(w) end end)
bench("lua", "v[2]", function(n) for _ = 1, n do local _ = v[2] end end)
bench("lua", "v[2] = x", function(n) for k = 1, n do v[2] = k end end)
bench("lua", "M:get(2 3)", function(n) for _ = 1, n do local _ = M:get(2, 3) end end)
bench("lua", "M[2][3]", function(n) for _ = 1, n do local _ = M[2][3] end end)
bench("lua", "v + w", function(n) for _ = 1, n do local _ = v + w end end)
bench("lua", "M * v", function(n) for _ = 1, n do local _ = M * v end end)
bench("lua", "li.vec{1 2 3}", function(n) for _ = 1, n do local _ = li.vec { 1, 2, 3 } end end)

-- the rows of bench_rbd.c from Lua, results given: what is more than "ours" is the call
local puma = li.robots.puma560()
local dq, a, tau, J, N, q = li.zeros(6), li.zeros(6), li.zeros(6), li.zeros(6, 6), li.zeros(6, 6),
  {}
for k = 1, 6 do dq[k], a[k] = 0.5 - 0.1 * k, math.sin(k) end
for k = 0, 7 do q[k] = puma:random(k) end
bench("rbd", "puma560 inverse dynamics",
  function(n) for k = 1, n do puma:id(q[k % 8], dq, a, tau) end end)
bench("rbd", "puma560 gravity", function(n) for k = 1, n do puma:gravity(q[k % 8], tau) end end)
bench("rbd", "puma560 mass matrix", function(n) for k = 1, n do puma:mass(q[k % 8], N) end end)
bench("rbd", "puma560 tip Jacobian", function(n) for k = 1, n do puma:jacobian(q[k % 8], J) end end)
bench("rbd", "puma560 forward dynamics",
  function(n) for k = 1, n do puma:fd(q[k % 8], dq, a, tau) end end)

-- tool paths, and one branch of inverse kinematics along them
local q0 = puma:neutral()
for k, x in ipairs { 0.3, -0.6, 0.4, 0.5, 0.9, 0.2 } do q0[k] = x end
local X = puma:fk(q0)
local spec = { start = X, blend = 0.02, { "line", to = X.p + li.vec { 0.1, 0, 0 } },
  { "line", to = X.p + li.vec { 0.1, 0.1, 0 } } }
local path = li.path(spec)
bench("path", "two lines and a zone: made", function(n) for _ = 1, n do li.path(spec) end end)
bench("path", "pose and twist on a line", function(n) for _ = 1, n do path:at(0.03) end end)
bench("path", "pose and twist in a zone", function(n) for _ = 1, n do path:at(0.095) end end)
bench("path", "puma560 follows them from a start",
  function(n) for _ = 1, n do puma:follow(path, { start = q0 }) end end)
