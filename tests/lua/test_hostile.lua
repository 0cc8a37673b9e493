-- test_hostile.lua - what a script may do to us on purpose: stolen metatables, yields, recursion,
-- closing what is in use, absurd sizes
local t = require "t"
local li = require "liaison"
local kit = li._internal

local jit = rawget(_G, "jit")
local unpack = table.unpack or unpack

-- an error, and one of ours or of Lua: told by a string or the object that was raised
local function fails(f, ...)
  local ok, why = pcall(f, ...)
  if ok then error("no error", 2) end
  return tostring(why)
end

local function arm() return li.planar { 1, 0.8 } end

t.test("our metatables cannot be had, changed or put on others", function()
  for _, x in ipairs { li.vec { 1 }, li.rot.x(1), li.eye(2), li.symbols "hx", arm() } do
    t.ok(type(getmetatable(x)) ~= "table", kit.class(x))
    t.ok(not pcall(setmetatable, x, {}))
  end
  t.ok(not pcall(setmetatable, setmetatable({}, { __metatable = "mine" }), {}))
  -- with the debug library there is no wall; still no crash
  local mt = debug.getmetatable(li.vec { 1, 2 })
  local fake = setmetatable({}, mt)
  for _, use in ipairs { function() return fake:norm() end, function() return fake + fake end,
    function() return tostring(fake) end,
    function() return #fake end, function() return fake[1] end, function() fake[1] = 2 end,
    function() return li.vec(fake) end,
    function() return li.rot.axis(fake, 1) end, function() return fake .. "x" end,
    function() return fake == li.vec { 1 } end } do
    pcall(use)
  end
  t.ok(fails(function() return fake:norm() end):find "vec", "a table is no vec")
end)

t.test("a metatable of ours on another userdata is refused", function()
  local own = io.tmpfile()
  if not own then return end
  local before = debug.getmetatable(own)
  for _, x in ipairs { li.vec { 1, 2 }, li.rot.x(1), arm(), li.symbols "hx", li.eye(3),
    li.twist { 1, 2, 3, 4, 5, 6 } } do
    local mt = debug.getmetatable(x)
    local gc = rawget(mt, "__gc")
    rawset(mt, "__gc", nil) -- the file shall be closed as a file
    debug.setmetatable(own, mt)
    local ok = pcall(function()
      local name = kit.class(x)
      if name == "vec" or name == "mat" then return #own end
      return own == x, tostring(own)
    end)
    debug.setmetatable(own, before)
    rawset(mt, "__gc", gc)
    t.ok(ok ~= nil)
  end
  own:close()
end)

t.test("what is dumped, copied or raw is no object", function()
  t.ok(fails(string.dump, li.vec):find "unable to dump")
  local v = li.vec { 1, 2, 3 }
  t.ok(not pcall(rawset, v, 1, 2) and not pcall(rawget, v, 1) and not pcall(rawlen or error, v)
    or rawlen)
  t.ok(not pcall(next, v))
  local m = arm()
  local close = m.close
  t.ok(fails(close, li.vec { 1 }):find "model")
  t.ok(fails(close):find "model")
  t.ok(fails(close, {}):find "model")
  t.ok(fails(m.fk, m.fk):find "model:fk")
  close(m)
  close(m)
  t.ok(fails(m.fk, m, { 1, 2 }):find "closed")
end)

t.test("coroutines: objects cross them, a yield out of a call-back is an error and not more",
  function()
  local m = arm()
  local co = coroutine.wrap(function(x)
    for _ = 1, 3 do x = coroutine.yield(x:fk { 0.1, 0.2 }) end
  end)
  local first = tostring(co(m))
  t.eq(tostring(co(m)), first)
  local thread =
    coroutine.create(function() return li.num.root(function(x) coroutine.yield(x) return x - 1 end,
    0) end)
  local ok, why = coroutine.resume(thread)
  t.ok(not ok and tostring(why):find "yield", tostring(why))
  thread = coroutine.create(function() return li.simulate { m, t = 1,
    tau = function() coroutine.yield() end } end)
  ok, why = coroutine.resume(thread)
  t.ok(not ok and type(why) == "string", tostring(why))
  -- an operator that yields half-way is not ours: the one that was asked for goes on
  t.near(li.num.root(function(x) return coroutine.wrap(function() coroutine.yield(x * x
    - 4) end)() end, 1), 2, 1e-9)
  -- a coroutine left in the middle of a method is collected
  for _ = 1, 50 do
    local c = coroutine.wrap(function() local v = li.vec { 1, 2 } coroutine.yield(v) v:norm() end)
    c()
  end
  collectgarbage()
end)

t.test("objects in finalizers, and finalizers during our calls", function()
  local seen = 0
  local function finalizer(f)
    if jit or _VERSION == "Lua 5.1" then
      local p = newproxy(true) -- luacheck: ignore
      getmetatable(p).__gc = f
      return p
    end
    return setmetatable({}, { __gc = f })
  end
  for _ = 1, 20 do
    local m, v = arm(), li.vec { 1, 2 }
    finalizer(function()
      seen = seen + 1
      t.near(v:norm() ^ 2, 5)
      m:fk { 0, 0 }
      m:close()
      li.symbols("hg" .. seen)
    end)
  end
  collectgarbage()
  collectgarbage()
  t.eq(seen, 20)
  -- a collection in every allocation of a derivation
  collectgarbage "stop"
  finalizer(function() local x,
    y = li.symbols "hx hy" seen = seen + #tostring(((x + y) ^ 3):expand()) end)
  collectgarbage "restart"
  local pause, mul = collectgarbage("setpause", 0), collectgarbage("setstepmul", 10000)
  local eq = arm():equations()
  collectgarbage("setpause", pause)
  collectgarbage("setstepmul", mul)
  t.ok(tostring(eq):find "M11")
end)

t.test("debug hooks that use and close objects", function()
  local m, n = arm(), 0
  debug.sethook(function()
    n = n + 1
    if n % 7 == 0 then li.vec { n, 2 }:norm() end
    if n == 40 then m:close() end
  end, "crl")
  local ok, why = pcall(function()
    for i = 1, 50 do m:fk { i, 1 } end
  end)
  debug.sethook()
  t.ok(not ok and tostring(why):find "closed", tostring(why))
  ok, why = pcall(function()
    debug.sethook(function()
      debug.sethook()
      error { "from a hook" }
    end, "c")
    li.rot.x(1)
  end)
  debug.sethook()
  t.ok(not ok and (type(why) == "table" or type(why) == "string"))
end)

t.test("call-backs that raise objects, come back into what calls them, and close it", function()
  local token = {}
  local ok, why = pcall(li.num.root, function() error(token) end, 1)
  t.ok(not ok and why == token, "the user's own object")
  local function nested(depth)
    return li.num.root(function(x) return depth > 0 and x - nested(depth - 1) or x - 1 end, 0)
  end
  t.near(nested(3), 1, 1e-9)
  local function endless(x) return li.num.root(endless, x) end
  t.ok(fails(endless, 1):find "nested deeper" or fails(endless, 1):find "stack",
    "nesting is bounded")
  local m = arm()
  local _, again = pcall(function()
    return li.simulate { m, q = { 1, 0 }, t = 0.2,
      tau = function(_, q, v) m:fk(q) m:mass(q) m:fd(q, v, { 0, 0 }) return { 0, 0 } end }
  end)
  t.ok(kit.class(again) == "run" or type(again) == "string", tostring(again))
  pcall(function() return li.simulate { m, q = { 1, 0 }, t = 0.2,
    tau = function() m:close() return { 0, 0 } end } end)
  m = arm()
  pcall(m.simulate, m, 0.2, { 1, 0 }, { 0, 0 },
    { input = function() m:close() collectgarbage() return { 0, 0 } end })
  collectgarbage()
  local out = li.zeros(2)
  t.near(li.num.root(function(x) out[1] =
    x[1] li.vec { 1 }:norm() return { x[1] - 1, x[2] - 2 } end, { 0, 0 }), { 1, 2 }, 1e-9)
end)

t.test("arguments that change under our hands", function()
  local q = setmetatable({}, { __len = function() return 2 end,
    __index = function(_, k) collectgarbage() return k * 0.1 end })
  pcall(li.vec, q)
  local m = arm()
  local spec
  spec = setmetatable({ 1, 0.8 },
    { __index = function(_, k) if type(k) == "number" then m:close() end end })
  pcall(li.planar, spec)
  local bodies = { { name = "a", joint = "revolute" } }
  setmetatable(bodies[1],
    { __index = function(_, k) bodies[2] = nil if k == "mass" then error { k } end end })
  pcall(li.robot, { bodies = bodies })
end)

t.test("absurd sizes: an error or a result, and at once", function()
  local huge = { 2 ^ 31, 2 ^ 31 - 1, 2 ^ 32, 2 ^ 53, 1e18, 1e308, -1, -2 ^ 31, 0.5, 1 / 0, 0 / 0 }
  for _, n in ipairs(huge) do
    for name, f in pairs {
      zeros = function() return li.zeros(n) end, matrix = function() return li.zeros(n, n) end,
        eye = function() return li.eye(n) end,
      thin = function() return li.zeros(n, 1) end, random = function() return arm():random(n) end,
      at = function() return li.vec { 1, 2 }[n] end, entry = function() return li.eye(2)[n] end,
      power = function() return li.symbols "hx" ^ n end, rot = function() return li.rot.x(n) end,
    } do
      local ok, x = pcall(f)
      if not ok then t.ok(type(x) == "string" and #x < 1000, name .. ": " .. tostring(x)) end
    end
  end
  t.ok(fails(li.zeros, 2 ^ 31 - 1, 2 ^ 31 - 1):find "more than the 16777216 allowed")
end)

t.test("tables: deep, cyclic, sparse, with holes, with keys of every kind", function()
  local deep = {}
  for _ = 1, 10000 do deep = { deep } end
  local cyclic = { 1, 2, 3 }
  cyclic[2] = cyclic
  local sparse = { 1, [3] = 3, [2 ^ 40] = 5, [-1] = 1, [0.5] = 2, [cyclic] = 1, [true] = 2 }
  local keyed = { [1] = 1, [2] = 2, [li.vec { 1 }] = 3, [print] = 4 }
  local strange = setmetatable({}, { __pairs = function() error "no pairs" end,
    __len = function() return 3 end,
    __index = function(_, k) return type(k) == "number" and k <= 3 and 1 or nil end })
  for what, x in pairs { deep = deep, cyclic = cyclic, sparse = sparse, keyed = keyed,
    strange = strange } do
    for name, f in pairs {
      vec = li.vec, mat = li.mat, robot = li.robot, planar = li.planar, simulate = li.simulate,
        lagrange = li.lagrange, smat = li.smat,
      definition = li.definition, system = li.system, sum = li.sum, piecewise = li.piecewise,
        sweep = li.sweep, compile = li.compile,
      frame = li.frame, inertia = function(y) return li.inertia(y) end,
      bodies = function(y) return li.robot { bodies = y } end,
        body = function(y) return li.robot { bodies = { y } } end,
      mass = function(y) return li.robot {
        bodies = { { name = "a", joint = "revolute", mass = y, com = y, inertia = y,
        place = y } } } end,
      with = function(y) return arm():with(y) end,
    } do
      local ok, why = pcall(f, x)
      if not ok then
        t.ok(type(why) == "string" and not why:find "stack overflow",
          name .. " of " .. what .. ": " .. tostring(why):sub(1, 200))
      end
    end
  end
end)

t.test("strings with NUL, without end, in no encoding", function()
  for _, s in ipairs { "a\0b", "\0", ("x"):rep(1e6), ("("):rep(1e5), ("-"):rep(1e5) .. "1",
    "\255\254\0", "%s%n%99999d", "x\n\ny", ("RY(0,1),"):rep(2e4) } do
    for name, f in pairs {
      expr = li.expr, symbols = li.symbols, coordinates = li.coordinates, phrase = li.phrase,
        urdf = li.urdf, load = li.load, help = function(x)
        local print_ = print
        print = function() end -- luacheck: ignore
        local ok, why = pcall(li.help, x)
        print = print_ -- luacheck: ignore
        if not ok then error(why, 0) end
      end, moving = function(x) return li.rot.moving(x, 1, 2, 3) end,
        body = function(x) return arm():fk({ 1, 2 }, x) end,
      name = function(x) return li.robot { bodies = { { name = x, joint = "revolute" } } } end,
      key = function(x) return li.robot { [x] = 1 } end,
        field = function(x) return li.vec { 1 }[x] end, urdf_text = li.urdf_text,
    } do
      local ok, why = pcall(f, s)
      if not ok then
        t.ok(type(why) == "string" and #why < 4000,
          name .. ": an error of " .. #tostring(why) .. " letters")
      end
    end
  end
end)

if jit then
  t.test("numbers and arrays of the FFI", function()
    local ffi = require "ffi"
    for _, x in ipairs { ffi.new("int64_t", 5), ffi.new("double[3]", { 1, 2, 3 }),
      ffi.new("uint8_t[?]", 8), ffi.cast("void *", 0), ffi.typeof "int",
      loadstring "return 3LL" () } do
      for _, f in ipairs { li.vec, li.rot.x, li.zeros, li.expr, li.robot, li.symbols, li.mat,
        li.eye } do
        local ok, why = pcall(f, x)
        if not ok then
          t.ok(type(why) == "string" and why:find "test_hostile" ~= nil or type(why) == "string",
            tostring(why))
        end
      end
      t.ok(not pcall(function() return li.vec { 1 } + x end) or true)
      t.ok(not pcall(function() return li.symbols "hx" * x end) or true)
      pcall(function() return li.vec { 1, 2 }[x] end)
    end
  end)
end

t.test("a state that closes with everything alive, in any order", function()
  local lua = os.getenv "LIAISON_LUA" or (jit and "luajit" or "lua5.4")
  local file = os.tmpname()
  local f = assert(io.open(file, "w"))
  f:write [[
    local li = require "liaison"
    local m = li.planar { 1, 0.8 }
    alive = { li.symbols "x y", m, m:equations(), m:kane(), m:kernel("id", { tape = true }),
      li.vec { 1 }, m:simulate(0.1, { 1, 0 }), m:generator(), li.eye(3):lu(),
      coroutine.wrap(function() local e = li.symbols "z" coroutine.yield(e) end) }
    alive[#alive]()
    alive.self = alive
    for k = #alive, 1, -1 do alive[li.vec { k }] = alive[k] end
    local seed = tonumber(arg[1])
    for k = 1, #alive do
      if (k * seed) % 3 == 0 and pcall(function() return alive[k].close end) then
        pcall(function() alive[k]:close() end)
      end
    end
    if seed % 2 == 0 then os.exit(0, true) end
  ]]
  f:close()
  for seed = 1, 6 do
    local p = io.popen(("%s %s %d 2>&1; echo $?"):format(lua, file, seed))
    t.eq(p:read "*a", "0\n")
    p:close()
  end
  os.remove(file)
end)

t.test("nothing of all this is left", function()
  if jit then jit.flush() end
  for _ = 1, 5 do collectgarbage() end
  t.ok(kit.mem_live() < 40, kit.mem_live() .. " allocations live")
  t.ok(unpack)
end)

t.done()
