-- test_num.lua - solvers of the user's own functions: call-backs that fail in every way, and the
-- right numbers
local t = require "t"
local li = require "liaison"
local num = li.num

t.test("roots: a number, a system, one with its Jacobian", function()
  local x, info = num.root(function(x) return x * x - 2 end, 1)
  t.near(x, math.sqrt(2), 1e-15)
  t.eq(info.state, "converged")
  t.eq(info.degraded, false)
  t.ok(info.iterations > 0 and info.calls > 0)
  local circle = function(v) return { v[1] ^ 2 + v[2] ^ 2 - 4, v[1] - v[2] } end
  t.near(num.root(circle, { 1, 2 }), { math.sqrt(2), math.sqrt(2) }, 1e-12)
  local y, more = num.root(circle, { 1, 2 }, {
    jac = function(v) return { { 2 * v[1], 2 * v[2] }, { 1, -1 } } end, history = true })
  t.near(y, { math.sqrt(2), math.sqrt(2) }, 1e-12)
  t.eq(#more.history, more.iterations)
  t.near(more.points[more.iterations], y, 1e-12)
  t.ok(more.jacobians > 0)
end)

t.test("a function may give a number, a table, a vec or a column", function()
  for _, f in ipairs {
    function(x) return { x[1] - 3 } end, function(x) return x - { 3 } end,
      function(x) return x[1] - 3 end,
    function(x) return li.mat { { x[1] - 3 } } end,
  } do t.near(num.root(f, { 0 }), { 3 }) end
end)

t.test("no root: nil, message, code, info", function()
  local x, message, code, info = num.root(function(x) return x * x + 1 end, 3)
  t.eq(x, nil)
  t.ok(#message > 10)
  t.ok(code == "ENOCONV" or code == "ESINGULAR", code)
  t.ok(info.f >= 1)
  t.eq(select(3, num.root(math.log, -1)), "EDOMAIN")
end)

t.test("an error of the user's function comes back untouched, whatever it is", function()
  local object = setmetatable({}, { __tostring = function() return "mine" end })
  for _, call in ipairs {
    function(f) return num.root(f, { 1, 2 }) end, function(f) return num.fit(f, { 1, 2 }) end,
    function(f) return num.jacobian(f, { 1, 2 }) end,
    function(f) return num.gradient(f, 1) end, function(f) return num.hessian(f, { 1 }) end,
    function(f) return num.between(f, 0, 1) end,
  } do
    for n = 1, 3 do -- the n-th call fails: outside and inside the engine
      local count = 0
      local ok, e = pcall(call, function(x)
        count = count + 1
        if count == n then error(object) end
        return type(x) == "number" and x - 0.3 or count > 1 and x - { 0.3, 0.2 } or x - { 0.3, 0.2 }
      end)
      if not ok and e ~= object then -- a wrong number of results is the kit's own complaint
        t.ok(tostring(e):find "must return" or tostring(e):find "sizes differ", tostring(e))
      end
    end
    local ok, e = pcall(call, function() error(object) end)
    t.ok(not ok and rawequal(e, object))
    ok, e = pcall(call, function() error() end)
    t.ok(not ok and e == nil)
  end
end)

t.test("wrong results are named at the user's line", function()
  local n = 0
  t.raises("^tests/lua/t.lua:%d+: num.root: the function must return 2 numbers, it returned a "
    .. "table of 3$", num.root, function(x)
    n = n + 1
    return n == 1 and x or { 1, 2, 3 }
  end, { 1, 2 })
  t.raises("num.root: the function must return numbers, it returned nil", num.root, function() end,
    1)
  t.raises("num.gradient: the function must return one number, it returned 2", num.gradient,
    function(x) return x end, { 1, 2 })
  t.raises("num.root: the Jacobian must return a 2x2 matrix, it returned a vec of 2",
    num.root, function(x) return x - { 1, 1 } end, { 1, 2 }, { jac = function(x) return x end })
  t.raises("num.root: argument 3 %(options%): unknown option 'xtoll' %(did you mean 'xtol'%?%)",
    num.root, math.sin, 1, { xtoll = 1 })
  t.raises("argument 3 %(options%): xtol: expected a finite number, got true", num.root, math.sin,
    1, { xtol = true })
  t.raises("argument 3 %(options%): max_iter: expected an integer, got 1.5", num.root, math.sin, 1,
    { max_iter = 1.5 })
  t.raises("argument 3 %(options%): options are written { name = value }, got the key 1", num.root,
    math.sin, 1, { 5 })
  t.raises("argument 3 %(options%): jac: expected a function, got number", num.root, math.sin, 1,
    { jac = 5 })
  t.raises("num.root: xtol: needs", num.root, math.sin, 1, { xtol = -1 })
  t.raises("argument 3 %(options%): lo: expected 2 numbers", num.fit, function(x) return x end,
    { 1, 2 }, { lo = { 1 } })
  t.raises("lo%[2%] = 3 is above hi%[2%] = 2", num.fit, function(x) return x end, { 1, 2 },
    { lo = { 1, 3 }, hi = { 2, 2 } })
end)

t.test("a solver inside a solver works, one without end is stopped", function()
  local inner = function(c) return (num.root(function(y) return y * y - c end, 1)) end
  t.near(num.root(function(x) return inner(x) - 3 end, 4), 9, 1e-9)
  local function endless(x) return num.root(endless, x) end
  local function forever(x)
    if x ~= x then return x end
    local y = num.between(forever, -1, 1)
    return y
  end
  local function map(x) return li.vec({ x }):map(map)[1] end
  local overflow = rawget(_G, "jit") and "calls nested deeper than 150: does a function call itself"
    or "C stack overflow"
  for _, f in ipairs { endless, forever, map } do t.raises(overflow, f, 1) end
  local depth = 0
  local function down(x)
    depth = depth + 1
    if depth > 40 then return x - 1 end
    local y = num.between(down, 0, 3)
    return x - y
  end
  t.near(num.between(down, 0, 3), 1, 1e-9)
end)

t.test("coroutines: a yield inside the engine is refused, a solver inside a coroutine is not",
  function()
  local co = coroutine.wrap(function() return num.root(function(x) return x - 2 end, 1) end)
  t.near(co(), 2)
  local bad = coroutine.create(function() return num.root(function() return coroutine.yield() end,
    1) end)
  local ok, e = coroutine.resume(bad)
  while ok and coroutine.status(bad) ~= "dead" do ok, e = coroutine.resume(bad, 1) end
  t.ok(not ok and tostring(e):find "yield", tostring(e))
end)

t.test("between: bracket, derivative, tolerance", function()
  local x, calls = num.between(math.cos, 1, 2)
  t.near(x, math.pi / 2, 1e-15)
  local y, fewer = num.between(function(s) return math.cos(s), -math.sin(s) end, 1, 2)
  t.near(y, math.pi / 2, 1e-15)
  t.ok(fewer <= calls)
  t.raises("num.between: ", num.between, math.cos, 0, 1)
  t.raises("num.between: argument 4 %(tol%): expected a number >= 0", num.between, math.cos, 0, 2,
    -1)
end)

t.test("between: a pole is no root, whatever is on either side; steep and flat roots are, and "
  .. "jumps have a place", function()
  local poles = { { math.tan, 1, 2 }, { function(x) return 1 / (x - .3) end, 0, 1 },
    { function(x) return 1 / (x - .3) ^ 3 end, -5, 1 },
    { function(x) return math.log(math.abs(x - .3)) * (x > .3 and 1 or -1) end, 0, .9 },
      { function(x) return 1e-9 / (x - .3) end, 0, 1 },
    { function(x) return 1 / (x - .3) + 1 end, 0, .3005 } }
  for _, c in ipairs(poles) do
    local x, why, code = num.between(c[1], c[2], c[3])
    t.eq(x, nil)
    t.ok(code == "ENOCONV" and why:find "does not go through 0" or code == "EDOMAIN"
      and why:find "gave inf at 0.3", why)
  end
  local jumps = { { function(x) return x < .3 and -1 or 1 end, 0, 1 },
    { function(x) return x < .3 and -1 or 1e-6 end, 0, 1 },
    { function(x) return x + (x < .3 and -5 or 5) end, 0, 1 } }
  for _, c in ipairs(jumps) do t.near(num.between(c[1], c[2], c[3]), .3, 1e-15) end
  local function odd(p)
    return function(x) return (x < .3 and -1 or 1) * math.abs(x - .3) ^ p end
  end
  for _, p in ipairs { 1 / 9, 1 / 3, .5, 1, 3, 5 } do
    t.near(num.between(odd(p), 0, 1), .3, 1e-15, p)
  end
  -- a root that is an end, one a hair beside it, coarse tolerances
  t.near(num.between(function(x) return x - 1e-12 end, 0, 1, 1e-10), 0, 1e-10)
  t.near(num.between(function(x) return x end, 0, 1), 0, 0)
  t.near(num.between(function(x) return x - .4 end, 0, 1, .2), .4, .2)
  t.near(num.between(function(x) return math.tan(x) end, 2, 4), math.pi, 1e-14)
end)

t.test("fit: a decay through noisy points, with bounds", function()
  local ts, ys = { 0, 1, 2, 3 }, {}
  for i, s in ipairs(ts) do ys[i] = 3 * math.exp(-0.7 * s) end
  local function rest(p)
    local r = {}
    for i, s in ipairs(ts) do r[i] = p[1] * math.exp(-p[2] * s) - ys[i] end
    return r
  end
  local p, info = num.fit(rest, { 1, 1 })
  t.near(p, { 3, 0.7 }, 1e-8)
  t.ok(info.norm < 1e-8 and info.rank == 2)
  local q, held = num.fit(rest, { 1, 1 }, { hi = { 2, 1 / 0 }, lo = { -1 / 0, 0 } })
  t.near(q[1], 2, 1e-12)
  t.eq(held.active, 1)
  t.near(num.fit(function(x) return { x - 1, x - 3 } end, 0), 2, 1e-8)
end)

t.test("derivatives by differences against closed forms", function()
  local f = function(x) return math.sin(x[1]) * math.exp(x[2]) end
  local x = { 0.3, -0.2 }
  local g = num.gradient(f, x)
  t.near(g, { math.cos(0.3) * math.exp(-0.2), math.sin(0.3) * math.exp(-0.2) }, 1e-11)
  t.near(num.gradient(f, x, { order = 6 }), g, 1e-11)
  local H = num.hessian(f, x)
  t.near(H[1][2], math.cos(0.3) * math.exp(-0.2), 1e-8)
  t.near(num.gradient(math.sin, 0.3), math.cos(0.3), 1e-11)
  t.near(num.hessian(math.sin, 0.3), -math.sin(0.3), 1e-8)
  t.near(num.jacobian(function(v) return v end, { 1, 2 }), li.eye(2), 1e-11)
  t.near(num.jacobian(math.sin, 0.3), { { math.cos(0.3) } }, 1e-11)
end)

t.test("what a function closes while a solver runs is closed at once, and goes when nobody holds "
  .. "it", function()
  collectgarbage()
  collectgarbage()
  local before = li._internal.mem_live()
  local arm = li.planar { 1, 1 }
  local x = num.root(function(x)
    arm:close()
    t.raises("attempt to use a closed model", arm.symbols, arm)
    return x - 1
  end, 0)
  t.near(x, 1)
  arm:close()
  t.raises("attempt to use a closed model", arm.symbols, arm)
  arm = nil -- luacheck: ignore
  collectgarbage()
  collectgarbage()
  t.eq(li._internal.mem_live(), before)
end)

t.test("a model closed by the function that drives it ends its run all the same", function()
  local arm = li.planar { 1, 1 }
  local run = arm:simulate(0.1, { 0.5, 0 }, { 0, 0 }, { input = function()
    arm:close()
    collectgarbage()
    return { 0, 0 }
  end })
  t.eq(#run:state(), 2)
  t.raises("attempt to use a closed model", arm.simulate, arm, 0.1)
end)

t.test("a function that ran out of memory leaves nothing behind", function()
  collectgarbage()
  collectgarbage()
  local before = li._internal.mem_live()
  pcall(num.root, function() error "x" end, { 1, 2, 3 })
  for n = 0, 3 do
    li._internal.mem_fail_after(n)
    pcall(num.root, function(x) return x end, { 1, 2, 3 })
    li._internal.mem_fail_after(-1)
  end
  collectgarbage()
  collectgarbage()
  t.ok(li._internal.mem_live() <= before, "left behind")
end)

t.done()
