-- test_firmware.lua - functions of models as C for firmware: compiled under the strictest warnings
-- and run against the engine's numbers, in double and float; names, free parameters, refusals
local t = require "t"
local li = require "liaison"
local scratch = require "scratch"

local WARNINGS = "-std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wdouble-promotion -Werror"
local KINEMATICS = "fk jacobian bias_acceleration"
local DYNAMICS = "id fd mass bias gravity coriolis energy regressor derivatives inverse_mass "
  .. "observer"

local function has(program) return scratch.sh("command -v " .. program .. " > /dev/null 2>&1") end

local function like(text, pattern) t.ok(text:find(pattern), text) end

-- {"fk", .., key = value} of words
local function asked(words, more)
  local o = { dir = scratch.dir }
  for word in words:gmatch "%S+" do o[#o + 1] = word end
  for key, x in pairs(more or {}) do o[key] = x end
  return o
end

-- compile with these flags, run: what it says
local function run(compiler, flags, files, name)
  local program = scratch.dir .. "/" .. name .. ".run"
  t.ok(scratch.sh(("cd %s && %s %s %s -o %s -lm > said 2>&1"):format(scratch.dir, compiler, flags,
    files, program)), compiler .. ": " .. scratch.slurp "said")
  scratch.sh(("%s > %s/said"):format(program, scratch.dir))
  return scratch.slurp "said"
end

local function selftests(name)
  for compiler, level in pairs { gcc = " -O1", clang = " -O0" } do
    if has(compiler) then
      like(run(compiler, WARNINGS .. " -DSELFTEST" .. level, name .. ".c", name),
        ": 0 of %d+ numbers differ: passed")
    end
  end
end

-- q1 turns l long, q2 across it
local function symbolic()
  return li.robot { bodies = {
    { name = "a", joint = "revolute", axis = "z", q = "q1", mass = "m1", com = { "l/2", 0, 0 },
      inertia = { 0, 0, "m1*l^2/12" } },
    { name = "b", parent = "a", at = { "l", 0, 0 }, joint = "revolute", axis = "y", q = "q2",
      mass = "a1", com = { 0.1, 0, 0 }, inertia = { 0.1, 0.2, 0.3 } } } }
end

-- two links whose end stays on the ground
local function closed()
  return li.robot { bodies = { { name = "a", joint = "revolute", mass = 1, inertia = { 1, 1, 1 } },
      { name = "b", joint = "revolute", at = { 1, 0, 0 }, mass = 1, inertia = { 1, 1, 1 } } },
    frames = { { name = "end_b", body = "b", at = { 1, 0, 0 } },
      { name = "nail", body = "world", at = { 1, 1, 0 } } },
    loops = { { name = "pin", joint = "revolute", from = "nail", to = "end_b" } } }
end

-- ---- against the engine -------------------------------------------------------------------------

-- structures of all kinds: wrists behind turns and slides, parallel axes, three joints, none
local ARMS = { { "panda", KINEMATICS .. " " .. DYNAMICS },
  { "puma560", KINEMATICS .. " ik " .. DYNAMICS }, { "scara", KINEMATICS .. " ik " .. DYNAMICS },
  { "kr30", KINEMATICS .. " ik" }, { "ur5", "fk ik" }, { "stanford", "fk ik" }, { "rrp", "fk ik" },
  { "planar2", "ik" }, { "planar3", "ik" } }

-- compiling takes most of the time: a wrist, an arm of parallel axes, one of three joints, each in
-- one width; all of them with LIAISON_LAW=all
local ALL = os.getenv "LIAISON_LAW" == "all"
local TRIED = { puma560 = "float", scara = "double", planar3 = "float" }
local function is_tried(name, number) return ALL or TRIED[name] == number end

t.test("functions of arms, of both widths, are those of the engine and clean under every warning",
  function()
  t.needs "gcc"
  for _, arm in ipairs(ARMS) do
    for _, number in ipairs { "double", "float" } do
      local name = arm[1] .. "_" .. number
      if is_tried(arm[1], number) then
        local texts = li.robots[arm[1]]():firmware(asked(arm[2], { name = name, number = number }))
        t.eq(texts.files[1], scratch.dir .. "/" .. name .. ".h")
        t.eq(scratch.slurp(name .. ".c"), texts.source)
        t.ok(number == "float" or not texts.source:find "float", name)
        selftests(name)
      end
    end
  end
end)

t.test("names without a number are the argument p", function()
  t.needs "gcc"
  local values = { m1 = 2, l = 0.5, a1 = 1.25 }
  for _, number in ipairs { "double", "float" } do
    local texts = symbolic():firmware(asked(KINEMATICS .. " ik " .. DYNAMICS, { name = "free",
      number = number, values = values }))
    t.ok(texts.header:find("p: m1 = 2, l = 0.5, a1 = 1.25", 1, true), texts.header)
    selftests "free"
  end
  -- another p, the known answer: at q = 0 the place of the tip is l from the base
  symbolic():firmware(asked("fk", { name = "free", values = values }))
  scratch.write("main.c", [[
    #include "free.h"
    #include <stdio.h>
    int main(void) {
      const double q[2] = { 0.0, 0.0 }, p[3] = { 2.0, 0.75, 1.0 };
      double X[12];
      free_fk(q, p, X);
      printf("%g %g %g\n", X[3], X[7], X[11]);
      return 0;
    }]])
  t.eq(run("gcc", "-std=c99", "free.c main.c", "main"), "0.75 0 0\n")
end)

t.test("a self-test tells what is another", function()
  t.needs "gcc"
  local texts = li.planar { 1, 0.8 }:firmware(asked("fk", { name = "other" }))
  local changed, n = texts.source:gsub("%*0%.8 ", "*0.9 ")
  t.ok(n > 0)
  scratch.write("other.c", changed)
  like(run("gcc", "-std=c99 -DSELFTEST", "other.c", "other"),
    ": [1-9]%d* of 60 numbers differ: FAILED")
end)

-- at rest under f: tau = G - f; r = f (1 - (1 - gain dt)^k)
t.test("the observer finds the force from outside, as fast as its gain says", function()
  t.needs "gcc"
  li.planar { 1, 0.8 }:firmware(asked("observer", { name = "watch" }))
  scratch.write("main.c", [[
    #include "watch.h"
    #include <stdio.h>
    int main(void) {
      const double q[2] = { 0.3, 0.4 }, v[2] = { 0.0, 0.0 }, gain[2] = { 10.0, 20.0 };
      const double f[2] = { 3.0, -1.0 };
      double G[2], tau[2], state[2] = { 0.0, 0.0 }, r[2];
      int k;
      watch_gravity(q, G);
      tau[0] = G[0] - f[0];
      tau[1] = G[1] - f[1];
      for (k = 0; k <= 50; k++) {
        watch_observer(q, v, tau, gain, 0.01, state, r);
      }
      printf("%.12f %.12f\n", r[0], r[1]);
      return 0;
    }]])
  local a, b = run("gcc", "-std=c99", "watch.c main.c", "main"):match "(%S+) (%S+)"
  t.near({ tonumber(a), tonumber(b) }, { 3 * (1 - 0.9 ^ 50), -(1 - 0.8 ^ 50) }, 1e-10)
end)

-- at the straight wrist the fourth joint keeps what it is told, and the sixth takes the rest
t.test("where a joint does not matter it stays, and what is out of reach has no configuration",
  function()
  t.needs "gcc"
  local arm = li.robots.puma560()
  arm:firmware(asked("fk ik", { name = "arm" }))
  scratch.write("main.c", [[
    #include "arm.h"
    #include <math.h>
    #include <stdio.h>
    int main(void) {
      const double q[6] = { 0.2, 0.3, -0.4, 0.5, 0.0, 0.6 };
      const double start[6] = { 0.0, 0.0, 0.0, 0.9, 0.0, 0.0 };
      double X[12], Y[12], all[96], worst = 0.0;
      int n, i, k, kept = 0;
      arm_fk(q, X);
      n = arm_ik(X, start, all);
      for (k = 0; k < n; k++) {
        arm_fk(&all[6*k], Y);
        for (i = 0; i < 12; i++) worst = fmax(worst, fabs(X[i] - Y[i]));
        kept += fabs(all[6*k + 3] - 0.9) < 1e-6 && fabs(all[6*k + 4]) < 1e-6;
      }
      X[3] += 9.0;
      printf("%d %d %d %d\n", n > 0, worst < 1e-6, kept > 0, arm_ik(X, start, all));
      return 0;
    }]])
  t.eq(run("gcc", "-std=c99", "arm.c main.c", "main"), "1 1 1 0\n")
end)

-- ---- the file -----------------------------------------------------------------------------------

t.test("no name is global but with the prefix, and no data but constants", function()
  t.needs "gcc"
  if not has "nm" then t.skip "no nm is here (apt-get install binutils)" end
  for _, number in ipairs { "double", "float" } do
    symbolic():firmware(asked(KINEMATICS .. " ik " .. DYNAMICS, { name = "pre", number = number,
      values = { m1 = 2, l = 0.5, a1 = 1.25 } }))
    t.ok(scratch.sh(("cd %s && gcc -std=c99 -c pre.c && nm pre.o > said"):format(scratch.dir)))
    local count = 0
    for kind, name in scratch.slurp "said":gmatch "%x+ (%a) (%S+)" do
      t.ok(not kind:find "[BbDdC]", name)
      if kind:find "%u" then
        t.ok(name:find "^pre_", name)
        count = count + 1
      end
    end
    t.eq(count, 16)
    t.ok(not scratch.slurp "said":find "U malloc")
  end
  if has "g++" then
    t.ok(scratch.sh(("cd %s && echo '#include \"pre.h\"' > all.cc && g++ -c all.cc"):format(
      scratch.dir)))
  end
end)

t.test("compilers for ARM take it too", function()
  local compiler = has "arm-none-eabi-gcc" and "arm-none-eabi-gcc"
    or has "arm-linux-gnueabihf-gcc" and "arm-linux-gnueabihf-gcc"
  if not compiler then t.skip "no compiler for ARM is here (apt-get install gcc-arm-none-eabi)" end
  for _, number in ipairs { "double", "float" } do
    li.robots.puma560():firmware(asked(KINEMATICS .. " ik " .. DYNAMICS, { name = "cross",
      number = number }))
    t.ok(scratch.sh(("cd %s && %s %s -O2 -c cross.c > said 2>&1"):format(scratch.dir, compiler,
      WARNINGS)), scratch.slurp "said")
  end
end)

-- the arms of both Jacobian columns: x = cos q1 + cos(q1 + q2) ..
t.test("sizes and operations are told", function()
  local texts = li.planar { 1, 1 }:firmware { "jacobian", "regressor", "ik", name = "two" }
  local J, Y, ik = texts.functions[1], texts.functions[2], texts.functions[3]
  t.eq(J.name, "jacobian")
  t.eq(J.arrays.q, 2)
  t.eq(J.arrays.J, 12)
  t.eq(Y.arrays.Y, 2 * 10 * 2)
  t.eq(ik.arrays.q, 16 * 2)
  t.ok(J.mul + J.add <= 6, J.cost)
  t.ok(texts.header:find(J.cost:match "%d+ multiplications", 1, true), texts.header)
  like(texts.header, "void two_jacobian%(const double q%[2%], double J%[12%]%);")
end)

-- ---- refused ------------------------------------------------------------------------------------

t.test("what cannot be shipped says why, and what to do", function()
  local arm = li.planar { 1, 0.8 }
  t.raises("ik: only chains of one to six single turns and slides.*model:ik in the engine",
    arm.firmware, li.robots.panda(), { "ik" })
  t.raises("no function 'ikk' %(fk jacobian", arm.firmware, arm, { "ikk" })
  t.raises("which functions%?", arm.firmware, arm, {})
  t.raises("model: firmware is of coordinates.*19 coordinates and 18 speeds.*fix its base",
    arm.firmware, li.robots.quadruped(), { "id" })
  t.raises("values: the model has names without a number: give values = {m1 = ..}", arm.firmware,
    symbolic(), { "id" })
  t.raises("values: the model has no name 'x'", arm.firmware, arm, { "id", values = { x = 1 } })
  t.raises("id: .*the mass and inertia are not given.*fk, jacobian, ik do without", arm.firmware,
    li.robots.kr30(), { "id" })
  t.raises("name: 'int' is a word of C", arm.firmware, arm, { "id", name = "int" })
  t.raises("number: expected 'double' or 'float'", arm.firmware, arm, { "id", number = "half" })
  t.raises("fk: .*no body or frame is named 'nowhere'", arm.firmware, arm,
    { "fk", tip = "nowhere" })
  t.raises("unknown key 'folder'", arm.firmware, arm, { "fk", folder = "x" })
  t.raises("firmware is of trees, and this model has %d+ loops and constraints: take the tree",
    arm.firmware, closed(), { "id" })
end)

scratch.remove()
t.done()
