-- test_ship.lua - blocks shipped: C of both widths under the strictest warnings, Lua, JavaScript,
-- against runs of the engine; the compiled C in the loop; what cannot be shipped
local t = require "t"
local li = require "liaison"
local scratch = require "scratch"

local WARNINGS = "-std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wdouble-promotion -Werror"

local function has(program) return scratch.sh("command -v " .. program .. " > /dev/null 2>&1") end

local function like(text, pattern) t.ok(text:find(pattern), text) end

-- ---- what is shipped ----------------------------------------------------------------------------

local function pid()
  return li.pid { kp = 2, ki = 5, kd = 0.1, tf = 0.01, dt = 0.1, limits = { min = -1, max = 1,
    rate = 8, step = 2 ^ -10 } }
end

-- x'' = F: gains and observer of a double integrator at 10 Hz
local function observer()
  return li.block { name = "observed", inputs = "x r", dt = 0.1, states = { p = 0, s = 0 },
    outputs = { F = "4*(r - p) - 3*s" },
    next = { p = "p + dt*s + dt^2/2*F + 0.9*(x - p)", s = "s + dt*F + 2*(x - p)" } }
end

-- tau = M (50 (r - q) - 9 q') + h of an arm
local function computed_torque(arm, n, dt)
  local names, q, v, a, tau, outputs, to = {}, {}, {}, {}, {}, {}, {}
  for k = 1, n do
    q[k], v[k], tau[k] = "q" .. k, ("q%d'"):format(k), "tau" .. k
    names[k], names[n + k], names[2 * n + k] = q[k], v[k], "r" .. k
    a[k] = ("50*(r%d - q%d) - 9*q%d'"):format(k, k, k)
    outputs[k], to["u" .. k] = { "u" .. k, tau[k] }, q[k]
  end
  return li.block { name = "torque", inputs = names, outputs = outputs, dt = dt, to = to,
    lines = { { tau, call = "id", model = arm, q = q, v = v, a = a } } }
end

-- names that are words of a language, all kinds of functions
local function odd()
  return li.block { name = "odd one", dt = 0.05, inputs = "x' double end class",
    values = { k = 1.5 }, states = { static = 0.25, ["x'''"] = 1 }, outputs = {
      { "int", "k*sin(x') + cos(double - end) + sign(class)*floor(4*x')" },
      { "local", "piecewise(x' < double, min(end, class, 1/3), max(end, class))/3 + t" },
      { "y", "abs(double) + sqrt(1 + end^2) + sin(class)*cos(class) + static" } },
    next = { static = "static/2 + int", ["x'''"] = "x'''*cos(x''')" } }
end

local function library()
  return li.block { name = "lib", inputs = "a b", outputs = { u = "exp(a) + log(2 + b) + tan(a/2)",
    v = "asin(a/2) + acos(b/2) + atan(a) + tanh(b)", w = "atan2(a, b + 3) + (2 + a)^b" } }
end

-- more statements than a function has: what one part computes another reads
local function long()
  local lines, outputs = { { "l0", "a" } }, {}
  for k = 1, 500 do
    lines[k + 1] = { "l" .. k, ("cos(l%d)/2 + b*l%d/%d"):format(k - 1, k - 1, k) }
    if k % 100 == 0 then outputs[#outputs + 1] = { "u" .. k, ("l%d - l%d"):format(k, k - 99) } end
  end
  return li.block { name = "chain", inputs = "a b", lines = lines, outputs = outputs, dt = 1 }
end

local function several()
  return { pid = pid(), observer = observer(), arm = computed_torque(li.planar { 1, 0.8 }, 2, 0.01),
    panda = computed_torque(li.robots.panda(), 7, 1e-3), odd = odd(), lib = library(),
    chain = long() }
end

-- ---- C ------------------------------------------------------------------------------------------

-- compile with these flags and run: what it says
local function selftest(compiler, flags, name)
  local program = scratch.dir .. "/" .. name .. ".run"
  t.ok(scratch.sh(("cd %s && %s %s -DSELFTEST %s.c -o %s -lm > said 2>&1"):format(scratch.dir,
    compiler, flags, name, program)), compiler .. ": " .. scratch.slurp "said")
  scratch.sh(("%s > %s/said"):format(program, scratch.dir))
  return scratch.slurp "said"
end

t.test("C of both widths is clean under every warning and gives the run's outputs", function()
  t.needs "gcc"
  for name, b in pairs(several()) do
    for _, type in ipairs { "double", "float" } do
      local file = name .. "_" .. type
      local texts = b:c { name = file, type = type, dir = scratch.dir }
      t.eq(texts.files[1], scratch.dir .. "/" .. file .. ".h")
      t.eq(scratch.slurp(file .. ".c"), texts.source)
      for _, compiler in ipairs { "gcc", "clang" } do
        if has(compiler) then
          like(selftest(compiler, WARNINGS .. " -O2", file), ": 0 of %d+ outputs differ: passed")
        end
      end
    end
  end
end)

-- laws near singular places, where a float has few digits left
local function laws()
  local arm, cart = li.planar { 1, 0.8 }, li.ss({ { 0, 1 }, { 0, 0 } }, { { 0 }, { 1 } },
    { { 1, 0 } })
  return {
    { "admittance", li.admittance(arm, { axes = "x y", inertia = 1, damping = 9, stiffness = 5,
      kp = 9, kd = 6, dt = 0.01 }), {} },
    { "resolved", li.resolved_acceleration(li.robots.ur5(), { axes = "x y z rx ry rz",
      orientation = li.rot.rpy(0, 0, 0), kp = 100, kd = 20, dt = 0.001 }), {} },
    { "lqg", cart:lqg { regulator = { Q = { 1, 1 }, R = 1 }, noise = { Q = { 1, 1 }, R = 0.1 } },
      { dt = 0.01, limits = { u = { -1, 1 } } } },
  }
end

t.test("controllers and designs are shipped too, in floats that pass their own test", function()
  t.needs "gcc"
  for _, e in ipairs(laws()) do
    for _, type in ipairs { "double", "float" } do
      local name, o = e[1] .. "_" .. type, { type = type, dir = scratch.dir }
      for key, x in pairs(e[3]) do o[key] = x end
      o.name = name
      e[2]:c(o)
      like(selftest("gcc", WARNINGS .. " -O0", name), ": 0 of %d+ outputs differ: passed")
    end
    local o = { dt = e[3].dt, limits = e[3].limits }
    local m = assert((rawget(_G, "loadstring") or load)(e[2]:lua(o)))()
    t.eq(m.test(), 0)
    t.ok(#e[2]:js(o) > 500)
  end
  t.raises("unknown key 'dtt'", laws()[3][2].c, laws()[3][2], { dtt = 1 })
end)

t.test("a self-test tells what is another, and a long block is several functions", function()
  t.needs "gcc"
  local texts = pid():c { name = "other", dir = scratch.dir }
  local changed, n = texts.source:gsub("\n  5%.0,", "\n  6.0,")
  t.eq(n, 1)
  scratch.write("other.c", changed)
  like(selftest("gcc", "-std=c99", "other"), ": %d+ of 20 outputs differ: FAILED")
  local text = pid():lua():gsub("ki = 5%.0", "ki = 6.0")
  t.ok(assert((rawget(_G, "loadstring") or load)(text))().test() > 0)
  t.ok(long():c({}).source:find("static void part2", 1, true))
end)

t.test("the bits do not depend on how it is compiled, and nothing is global but constants",
  function()
  t.needs "gcc"
  computed_torque(li.planar { 1, 0.8 }, 2, 0.01):c { name = "bits", dir = scratch.dir }
  for _, flags in ipairs { "-std=c99 -O0", "-std=gnu99 -O3 -march=native", "-std=c11 -O1" } do
    like(selftest("gcc", flags, "bits"), "passed")
  end
  if has "clang" then like(selftest("clang", "-std=gnu11 -O3 -march=native", "bits"), "passed") end
  if has "g++" then
    t.ok(scratch.sh(("cd %s && echo '#include \"bits.h\"' > all.cc && g++ -c all.cc"):format(
      scratch.dir)))
  end
  if has "nm" then
    scratch.sh(("cd %s && gcc -c bits.c && nm bits.o > said"):format(scratch.dir))
    t.ok(not scratch.slurp("said"):find " [BbDdC] ", scratch.slurp "said")
  end
end)

t.test("compilers for ARM take it too", function()
  local compiler = has "arm-none-eabi-gcc" and "arm-none-eabi-gcc"
    or has "arm-linux-gnueabihf-gcc" and "arm-linux-gnueabihf-gcc"
  if not compiler then t.skip "no compiler for ARM is here (apt-get install gcc-arm-none-eabi)" end
  for _, type in ipairs { "double", "float" } do
    computed_torque(li.planar { 1, 0.8 }, 2, 0.01):c { name = "cross", type = type,
      dir = scratch.dir }
    t.ok(scratch.sh(("cd %s && %s %s -O2 -c cross.c > said 2>&1"):format(scratch.dir, compiler,
      WARNINGS)), scratch.slurp "said")
  end
end)

t.test("sines and cosines of every size are those of the engine, to the last bit", function()
  t.needs "gcc"
  local b = li.block { name = "turn", inputs = "a", outputs = { s = "sin(a)", c = "cos(a)",
    p = "sin(a)*cos(a)" } }
  local rows = { { 0 }, { -0.0 }, { 1e-300 }, { math.pi }, { 2 ^ 30 }, { 2 ^ 30 + 1 }, { -1e10 },
    { 1e15 }, { 1e22 }, { -1e100 }, { 1.7e308 }, { 6381956970095103 * 2 ^ 797 } }
  local near = {}
  for k = -400, 400 do
    near[#near + 1] = { k * 0.37 }
    near[#near + 1] = { k * math.pi / 4 }
    near[#near + 1] = { k ^ 3 * 1.7 }
    near[#near + 1] = { k * 2 ^ -(k + 400) }
  end
  for _, row in ipairs(near) do rows[#rows + 1] = row end
  b:c { name = "turn", vectors = rows, dir = scratch.dir }
  like(selftest("gcc", WARNINGS .. " -O2", "turn"), "passed")
  -- the known answers: the hardest argument of all for the reduction [Muller, 2006], and 10^22
  t.near(li.block { inputs = "a", outputs = { s = "sin(a)" } }:step({ 1e22 })[1],
    -0.8522008497671888018, 1e-16)
  local text = b:lua { name = "turn", vectors = near }
  t.eq(assert((rawget(_G, "loadstring") or load)(text))().test(), 0)
  if has "node" then
    scratch.write("turn.js", b:js { name = "turn", form = "iife", vectors = near }
      .. "console.log(turn.test())\n")
    scratch.sh(("node %s/turn.js > %s/said"):format(scratch.dir, scratch.dir))
    t.eq(scratch.slurp "said", "0\n")
  end
end)

-- sums, products, quotients, turns and choices, as deep as told
local function random_text(draw, names, depth)
  if depth == 0 then return names[draw(#names)] end
  local a, b = random_text(draw, names, depth - 1), random_text(draw, names, depth - draw(depth))
  local form = ({ "(%s + %s)", "(%s - %s)", "%s*(%s)", "(%s + 0.1*%s)/(2 + sin(a)^2)",
    "sin(%s)*(%s)", "min(%s, %s)", "piecewise(%s < %s, a, -b)", "(%s + sqrt(1 + (%s)^2))",
    "cos(%s)^3 - (%s)" })[draw(9)]
  return form:format(a, b)
end

t.test("random expressions keep their bits in every language", function()
  t.needs "gcc"
  local seed = 7
  local function draw(n)
    seed = seed * 16807 % 2147483647
    return 1 + math.floor(seed / 2147483647 * n)
  end
  local outputs = {}
  for k = 1, 25 do
    outputs[k] = { "u" .. k, random_text(draw, { "a", "b", "c", "d", "0.3" }, 2 + draw(2)) }
  end
  local b = li.block { name = "random", inputs = "a b c d", outputs = outputs, dt = 0.1 }
  b:c { name = "random", dir = scratch.dir }
  for _, compiler in ipairs { "gcc", "clang" } do
    if has(compiler) then
      like(selftest(compiler, WARNINGS .. " -O2 -march=native", "random"), ": 0 of 500 outputs")
    end
  end
  t.eq(assert((rawget(_G, "loadstring") or load)(b:lua()))().test(), 0)
  if has "node" then
    scratch.write("random.js", b:js { form = "iife" } .. "console.log(random.test())\n")
    scratch.sh(("node %s/random.js > %s/said"):format(scratch.dir, scratch.dir))
    t.eq(scratch.slurp "said", "0\n")
  end
end)

t.test("the header names everything, and what is not in the file", function()
  local b = li.pid { kp = 2, dt = 0.1, delay = 0.02, limits = { -1, 1 } }
  local h = b:c { name = "law", units = { r = "rad" }, about = "of the shaft" }.header
  for _, text in ipairs { "law.h - pid, asked every 0.1 s", "of the shaft",
    "double r;   /* [rad] */", "double kp;   /* 2 */",
    "double dt;   /* 0.1; [s] */", "/* within [-1, 1] */", "reentrant", "double none;",
    "Not included, of the machine or the bus: delay 0.02 s",
    "void law_step(const law_params *param, law_state *state, double t," } do
    t.ok(h:find(text, 1, true), text .. "\n" .. h)
  end
  like(odd():c { name = "odd" }.header, "double double_;   /%* double %*/")
  like(odd():c { name = "odd", type = "float" }.header, "float xp;   /%* x' %*/")
end)

-- ---- Lua and JavaScript -------------------------------------------------------------------------

local function module(text) return assert((rawget(_G, "loadstring") or load)(text))() end

t.test("a Lua module gives the same bits, without liaison", function()
  for name, b in pairs(several()) do
    local text = b:lua { name = name }
    t.eq(module(text).test(), 0, name)
    local path = scratch.write(name .. ".lua", text)
    for _, lua in ipairs { "lua5.4", "luajit" } do
      if has(lua) then
        t.ok(scratch.sh(("%s %s --test > %s/said"):format(lua, path, scratch.dir)), lua .. name)
      end
    end
  end
end)

t.test("its steps are those of the equations, and two of them do not meet", function()
  local m = module(li.block { inputs = "e", outputs = { u = "kp*e + i" }, states = { i = 0.5 },
    next = { i = "i + ki*dt*e" }, values = { kp = 2, ki = 5 }, dt = 0.1 }:lua())
  local p, one = m.init()
  local _, other = m.init()
  p.kp = 3
  t.near(m.step(p, one, 0, { e = 1 }).u, 3.5, 1e-15)
  t.near(m.step(p, other, 0, { e = -1 }).u, -2.5, 1e-15)
  t.near(m.step(p, one, 0.1, { e = 2 }).u, 7, 1e-15)
  t.near({ one.i, other.i }, { 2, 0 }, 1e-15)
end)

t.test("JavaScript gives the same bits", function()
  t.needs("node", "nodejs")
  for name, b in pairs(several()) do
    scratch.write(name .. ".mjs", b:js { name = name } .. "console.log(test());\n")
    t.ok(scratch.sh(("node %s/%s.mjs > %s/said"):format(scratch.dir, name, scratch.dir)), name)
    t.eq(scratch.slurp "said", "0\n", name)
  end
end)

-- ---- software in the loop -----------------------------------------------------------------------

-- every number of the two runs, bit by bit
local function same_runs(simulate)
  local one, other = simulate(nil), simulate(true)
  t.ok(tostring(other):find("ran as the C that block:c writes, compiled", 1, true), tostring(other))
  t.eq(one:hash(), other:hash())
  for _, name in ipairs(one:columns()) do
    for r = 1, #one do
      if one[name][r] ~= other[name][r] then t.eq(one[name][r], other[name][r], name) end
    end
  end
end

local function cart()
  return li.robot { bodies = { { name = "cart", joint = "prismatic", axis = "x", q = "x", mass = 1,
    inertia = { 1, 1, 1 } } } }
end

t.test("the compiled C in the loop: the same run, row by row", function()
  t.needs "gcc"
  same_runs(function(sil)
    local b = li.pid { kp = 2, ki = 5, kd = 0.1, tf = 0.01, dt = 0.01, measured = "x", to = "x",
      limits = { -1, 1 }, delay = 0.003 }
    return cart():simulate(1, { 0.1 }, nil, { controllers = { b }, sil = sil, dt = 0.01,
      references = { r = "sin(t)" }, sensors = { x = { rate = 500, noise = 1e-3 } } })
  end)
  same_runs(function(sil)
    return cart():simulate(2, { 0.5 }, nil, { controllers = { { observer(), to = { F = "x" } } },
      sil = sil, dt = 0.01, references = { r = 0.2 } })
  end)
  for n, arm in pairs { [2] = li.planar { 1, 0.8 }, [7] = li.robots.panda() } do
    local refs, q = {}, {}
    for k = 1, n do refs["r" .. k], q[k] = 0.1 * k, k == 4 and -1.5 or 0.2 end
    if n == 7 then refs.r4, refs.r6, q[6] = -1.2, 1, 1 end
    same_runs(function(sil)
      return arm:simulate(0.3, q, nil, { controllers = { computed_torque(arm, n, 1e-3) },
        references = refs, dt = 0.01, sil = sil })
    end)
  end
end)

t.test("one controller of several, and what cannot be compiled", function()
  t.needs "gcc"
  local b = li.pid { kp = 2, dt = 0.01, measured = "x", to = "x" }
  local function run(more)
    more.references, more.dt = { r = 1 }, 0.1
    return cart():simulate(0.2, nil, nil, more)
  end
  local text = tostring(run { controllers = { { b, sil = true }, { b, name = "second" } } })
  t.eq(select(2, text:gsub("ran as the C", "")), 1)
  t.raises("controllers%[1%]: a Lua function cannot be compiled", run, { sil = true,
    controllers = { { f = function() end, dt = 0.1 } } })
  t.raises("sil: expected true or false, got 3", run, { sil = 3, controllers = { b } })
end)

t.test("without a compiler a run in software is refused, and says so", function()
  local text = [[local li = require "liaison"
    local b = li.pid{kp = 1, dt = 0.1, measured = "q1", to = "q1"}
    local run, why, code = li.planar{1}:simulate(1, nil, nil,
      {controllers = {b}, references = {r = 1}, sil = true})
    assert(run == nil and code == "ECOMPILER")
    print(why)]]
  local path = scratch.write("none.lua", text)
  t.ok(scratch.sh(("PATH=%s $(command -v %s) %s > %s/said"):format(scratch.dir, scratch.lua, path,
    scratch.dir)))
  like(scratch.slurp "said", "controllers%[1%].sil: .*no C compiler")
end)

-- ---- refused ------------------------------------------------------------------------------------

t.test("what cannot be shipped says which line, and what to do", function()
  local f = function() end
  t.raises("outputs.u: a Lua function is no expression, and cannot be compiled or shipped: write "
    .. "it as one", li.block, { inputs = "e", outputs = { u = f } })
  t.raises("lines%[1%]: a Lua function is no expression", li.block, { inputs = "e",
    lines = { { "a", f } }, outputs = { u = "a" } })
  t.raises("next.i: a Lua function is no expression", li.block, { states = { i = 0 },
    next = { i = f }, outputs = { u = "i" } })
  local b = li.block { states = { i = 0 }, next = { i = "i + 1" }, outputs = { u = "i" } }
  t.raises("dt: 'block' keeps states from one time to the next: give dt", b.c, b)
  t.raises("name: expected letters, digits and _", b.c, b, { dt = 1, name = "a-b" })
  t.raises("name: 'int' is a word of C, Lua or JavaScript", b.c, b, { dt = 1, name = "int" })
  t.raises("vectors%[1%]: expected 0 numbers", b.c, b, { dt = 1, vectors = { { 1 } } })
  t.raises("type: expected", b.c, b, { dt = 1, type = "half" })
  t.raises("unknown key 'folder'", b.c, b, { dt = 1, folder = "x" })
  t.raises("nowhere", b.c, b, { dt = 1, dir = scratch.dir .. "/nowhere" })
end)

scratch.remove()
t.done()
