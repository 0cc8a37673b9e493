-- test_inverse_equations.lua - inverse models in symbols: all branches are those of the
-- closed forms by screws (model:ik_all), formulas and numbers of the course, conditions that
-- fail, singular places, exported programs, two languages
local t = require "t"
local li = require "liaison"

local pi = math.pi

local function rrp(a2)
  return li.dh { convention = "standard", joints = "RRP", a = { 0, a2, 0 },
    alpha = { pi / 2, -pi / 2, pi / 2 }, d = { 0, 0, "d3" }, theta = { "th1", "th2", pi / 2 } }
end

-- a 3R arm of which the first two axes meet and the third is across: Pieper's first class
local function crossed()
  return li.dh { convention = "standard", joints = "RRR", a = { 0, 0.4, 0.3 },
    alpha = { pi / 2, pi / 2, 0 }, d = { 0.5, 0, 0.1 }, theta = { "q1", "q2", "q3" } }
end

local function polar()
  return li.dh { convention = "standard", joints = "RP", a = { 0, 0 }, alpha = { pi / 2, 0 },
    d = { 0, "r" }, theta = { "th", 0 } }
end

local ARMS = {
  { "planar 2R", li.planar { 1, 0.8 }, 2 },
  { "planar 3R", li.planar { 1, 0.8, 0.3 }, 2, pose = true },
  { "RP", polar(), 2 },
  { "RRP", rrp(0.1), 4 },
  { "3R in space", crossed(), 4 },
  { "scara", li.robots.scara(), 2, pose = true },
  { "kr30", li.robots.kr30(), 8, pose = true },
  { "kr30 M", li.robots.kr30 { variant = "M", x = 0.1 }, 8, pose = true },
  { "puma560", li.robots.puma560(), 8, pose = true },
  { "stanford", li.robots.stanford(), 8, pose = true },
  { "ur5", li.robots.ur5(), 8, pose = true },
}

-- one of all[k] that is q
local function find(all, q, slides)
  for _, other in ipairs(all) do
    local worst = 0
    for k = 1, #q do
      local d = other[k] - q[k]
      if not slides[k] then d = d - 2 * pi * math.floor(d / (2 * pi) + 0.5) end
      worst = math.max(worst, math.abs(d))
    end
    if worst < 1e-9 then return true end
  end
end

local function random_q(m, seed)
  local q = {}
  for k = 1, #m:coordinates() do
    q[k] = math.sin(12.9898 * k + 78.233 * seed) * 1.4
  end
  return q
end

-- deriving takes most of the time: of each arm once
local derived = {}
local function inverse_of(m)
  derived[m] = derived[m] or assert(m:inverse_equations())
  return derived[m]
end

-- poses of each arm
local SEEDS = os.getenv "LIAISON_LAW" == "all" and 12 or 3

for _, arm in ipairs(ARMS) do
  t.test("all branches are those of ik_all: " .. arm[1], function()
    local m = arm[2]
    local inv = inverse_of(m)
    t.eq(inv.position, not arm.pose)
    local most = 0
    for seed = 1, SEEDS do
      local X = m:fk(random_q(m, seed))
      local target = arm.pose and X or X.p
      local mine = assert(inv:solve(target))
      local all = assert(m:ik_all(target, { limits = false }))
      t.eq(#mine, #all, "as many, seed " .. seed)
      for _, q in ipairs(all) do t.ok(find(mine, q, inv.slides), "found, seed " .. seed) end
      most = math.max(most, #mine)
    end
    t.eq(most, arm[3])
  end)
end

-- ---- elementary equations -----------------------------------------------------------------------

t.test("each row: its roots solve its equation, all of them where there are two", function()
  local elementary = require "liaison.equations.inverse_elementary"
  local L = { X = 1.3, Y = -0.7, Z = 0.4, X1 = 0.6, Y1 = -1.1, X2 = 0.9, Y2 = 0.3 }
  -- the two equations hold together at 0.8
  L.Z1 = L.X1 * math.sin(0.8) + L.Y1 * math.cos(0.8)
  L.Z2 = L.X2 * math.sin(0.8) + L.Y2 * math.cos(0.8)
  L.D = L.X1 * L.Y2 - L.X2 * L.Y1
  for _, row in ipairs(elementary.rows) do
    local roots = {}
    for _, e in ipairs(row.solutions == 2 and { 1, -1 } or { 1 }) do
      L.e, L.Q = e, nil
      L.Q = elementary.put(row.formula, L)
      for _, equation in ipairs(row.equation) do
        local left, right = equation:match "^(.-) = (.*)$"
        t.near(elementary.put(left, L):eval {}, elementary.put(right, L):eval {}, 1e-12, row.name)
      end
      roots[#roots + 1] = L.Q:eval {}
    end
    if roots[2] then t.ok(math.abs(roots[1] - roots[2]) > 0.1, row.name) end
    if row.must then t.ok(elementary.put(row.must, L):eval {} > 0, row.name) end
  end
end)

t.test("an expression is told as the row it is", function()
  local elementary = require "liaison.equations.inverse_elementary"
  local q, a, b, c = li.coordinates "qi", li.symbols "ai bi ci"
  for _, case in ipairs {
    { a * q - b, true, "slide" }, { a * q ^ 2 - b, true, "slide_square" },
    { a * q ^ 2 + b * q - c, true, "slide_quadratic" }, { a * q ^ 3 - b, true, nil },
    { a * li.sin(q) - b, false, "sine" }, { b * li.cos(q) - a, false, "cosine" },
    { a * li.sin(q) + b * li.cos(q), false, "through_zero" },
    { a * li.sin(q + b) - c, false, "cosine_and_sine" },
    { a * li.sin(q) ^ 2 - c * li.cos(q), false, nil },
  } do t.eq((elementary.recognise(case[1], q, case[2])), case[3]) end
end)

-- ---- the course ---------------------------------------------------------------------------------

t.test("RRP of the course: formulas and the four solutions of E3.8", function()
  local inv = rrp "a2":inverse_equations()
  t.eq(inv.count, 4)
  t.eq(inv.most, 4)
  local text = inv:text()
  for _, line in ipairs { "y*c1 - x*s1 = 0", "th1 = atan2(-e1*Y, e1*X)",
    "z*s2 + c2*(x*c1 + y*s1) = a2", "exists where    X^2 + Y^2 - Z^2 >= 0", "th1, th2, d3" } do
    t.ok(text:find(line, 1, true), line)
  end
  local p = { 218.7875763679, 92.5019036325, 126.7887780974 }
  local all, info = inv:solve(p, { values = { a2 = 100 } })
  t.eq(#all, 4)
  for _, want in ipairs { { 0.4, -0.7, 250 }, { 0.4, 1.68057990, -250 },
    { -2.74159265, 1.46101275, 250 }, { -2.74159265, -2.44159265, -250 } } do
    local near = false
    for _, q in ipairs(all) do
      near = near or math.abs(q[1] - want[1]) + math.abs(q[2] - want[2]) < 4e-8
        and math.abs(q[3] - want[3]) < 1e-6
    end
    t.ok(near, tostring(want[2]))
  end
  t.eq(math.abs(info[1].signs.e1 * info[1].signs.e2), 1)
end)

t.test("conditions that fail are named, so is what no joint can change", function()
  local inv = li.planar { 1, 0.8 }:inverse_equations()
  local list, why, code, info = inv:solve { 3, 0, 0 }
  t.eq(list, nil)
  t.eq(code, "EUNREACHABLE")
  t.eq(info.step, 1)
  -- Y = -1.6, Z = 1.64 - 9: 1 - (7.36/1.6)^2 = -20.16
  t.eq(why, "step 1 (q2): 1 - (Z/Y)^2 >= 0 does not hold, it is -20.16")
  list, why = inv:solve { 1, 0, 0.2 }
  t.eq(list, nil)
  t.eq(why, "z = 0 is all the arm can do, the target has 0.2")
  t.eq(#inv:solve { 1.8, 0, 0 }, 1)
  list, why = rrp(0.1):inverse_equations():solve { 0.01, 0, 0.02 }
  t.eq(list, nil)
  t.ok(why:find("X^2 + Y^2 - Z^2 >= 0 does not hold", 1, true), why)
  t.raises("expected a frame", function()
    li.robots.puma560():inverse_equations():solve { 0.1, 0, 0 }
  end)
  t.raises("the number of a2 is missing", function()
    rrp "a2":inverse_equations():solve { 1, 0, 0 }
  end)
end)

t.test("singular places: a joint that is free is told and stays", function()
  local inv = li.planar { 1, 1 }:inverse_equations()
  local all, info = inv:solve({ 0, 0, 0 }, { q = { 0.3, 0 } })
  t.eq(#all, 1)
  t.near(all[1][1], 0.3, 0)
  t.near(math.abs(all[1][2]), pi, 1e-12)
  t.eq(info[1].free[1], "q1")
  all, info = rrp(0.1):inverse_equations():solve({ 0, 0, 0.2 }, { q = { 0.7, 0, 0 } })
  t.eq(#all, 2)
  t.eq(info[1].free[1], "th1")
  t.near(all[1][1], 0.7, 0)
  t.near(math.abs(all[1][3]), math.sqrt(0.03), 1e-12)
  -- the configuration the course draws: a singular wrist
  local kr30 = li.robots.kr30()
  local X = kr30:fk { 0, 0, 0, pi, pi, 0 }
  all, info = kr30:inverse_equations():solve(X)
  local free = 0
  for k, q in ipairs(all) do
    t.ok(kr30:fk(q):near(X, 1e-9))
    if info[k].free[1] then
      free = free + 1
      t.eq(info[k].free[1], "th4")
      t.near(math.abs(q[5]), pi, 1e-9)
    end
  end
  t.eq(free, 1)
end)

t.test("arms without elementary equations: what stands in the way", function()
  local skew = li.dh { convention = "standard", joints = "RRR", a = { 0.2, 0.3, 0.4 },
    alpha = { 1, 0.7, 0.2 }, d = { 0.1, 0.2, 0.3 }, theta = { "q1", "q2", "q3" } }
  for _, row in ipairs {
    { skew, nil, "no elementary equation leads on to q1, q2, q3" },
    { li.planar { 1, 1, 1, 1 }, nil, "4 joints move while the pose of the tip stays" },
    { li.planar { 1, 1, 1 }, { position = true }, "3 joints move while the place of the tip" },
  } do
    local inv, why, code = row[1]:inverse_equations(row[2])
    t.eq(inv, nil)
    t.ok(why:find(row[3], 1, true), why)
    t.eq(code, "EDOMAIN")
  end
  t.raises("unknown key 'positon'", function()
    li.planar { 1 }:inverse_equations { positon = true }
  end)
end)

t.test("each solution keeps the equations of its steps", function()
  local m = li.robots.stanford()
  local inv = m:inverse_equations()
  local X = m:fk(random_q(m, 5))
  for _, q in ipairs(inv:solve(X)) do
    local env = {}
    local M = X:matrix()
    for r = 1, 3 do
      env[inv.target[r]] = X.p[r]
      for c = 1, 3 do env[inv.target[3 * r + c]] = M[r][c] end
    end
    for k, x in ipairs(inv.q) do env[tostring(x)] = q[k] end
    for _, d in ipairs(inv.points) do
      for k = 1, 3 do env[d.names[k]] = d.value[k]:eval(env) end
    end
    for _, step in ipairs(inv.steps) do
      for _, e in ipairs(step.from) do t.near(e.left:eval(env), e.right:eval(env), 1e-9) end
    end
  end
end)

-- ---- print and programs -------------------------------------------------------------------------

t.test("the same in two languages, and as LaTeX", function()
  local inv = li.robots.puma560():inverse_equations()
  local en, fr = inv:text(), inv:text { lang = "fr" }
  t.eq(tostring(inv), en)
  t.eq(select(2, en:gsub("\n", "")), select(2, fr:gsub("\n", "")))
  t.ok(fr:find("Au plus 8 configurations : les signes e1, e2, e3.", 1, true))
  t.ok(fr:find("vue du corps 4", 1, true))
  local tex = inv:latex { lang = "fr" }
  t.ok(tex:find("\\operatorname{atan2}", 1, true))
  t.eq(select(2, tex:gsub("\\%[", "")), select(2, tex:gsub("\\%]", "")))
  t.ok(not tex:find "X1", "letters have indices")
  local words = require "liaison.equations.inverse_words"
  for key, w in pairs(words.en) do t.eq(type(words.fr[key]), type(w), key) end
  for key in pairs(words.en.names) do t.ok(words.fr.names[key], key) end
end)

-- what a program gives for a target and signs, in the order of its inputs
local function inputs(inv, X, signs)
  local x = { X.p[1], X.p[2], X.p[3] }
  local M = X:matrix()
  for r = 1, inv.position and 0 or 3 do
    for c = 1, 3 do x[#x + 1] = M[r][c] end
  end
  for _, step in ipairs(inv.steps) do
    if step.sign then x[#x + 1] = signs[step.sign] end
  end
  return x
end

for _, arm in ipairs { ARMS[1], ARMS[4], ARMS[6], ARMS[7], ARMS[9], ARMS[11] } do
  t.test("the program in Lua gives every branch: " .. arm[1], function()
    local m = arm[2]
    local inv = inverse_of(m)
    local f = (loadstring or load)(inv:program("lua", "inverse"))()
    t.ok(f.test() < 1e-9)
    local X = m:fk(random_q(m, 3))
    local all, info = inv:solve(arm.pose and X or X.p)
    for k, want in ipairs(all) do
      local must, q = f.call(inputs(inv, X, info[k].signs))
      q = q or must
      for i = 1, #want do
        local d = q[i] - want[i]
        if not inv.slides[i] then d = d - 2 * pi * math.floor(d / (2 * pi) + 0.5) end
        t.near(d, 0, 1e-9, ("branch %d, joint %d"):format(k, i))
      end
    end
  end)
end

local function try_program(text, ending, command)
  local path = os.tmpname()
  local file = assert(io.open(path .. ending, "w"))
  file:write(text)
  file:close()
  local ok = os.execute((command:gsub("FILE", path)))
  t.ok(ok == true or ok == 0, command)
  os.remove(path .. ending)
  os.remove(path)
end

if not jit then -- the programs are the same on both
  t.test("the program in C checks itself", function()
    t.needs "gcc"
    try_program(li.robots.puma560():inverse_equations():program("c", "puma_inverse"), ".c",
      "gcc -std=c99 -Wall -Wextra -Werror -DSELFTEST -o FILE FILE.c -lm && FILE > /dev/null")
  end)
  t.test("the program in JavaScript checks itself", function()
    t.needs("node", "nodejs")
    try_program(li.robots.puma560():inverse_equations():program("js", "Inverse")
      .. "if (!(Inverse.test() < 1e-9)) throw new Error('differs');\n", ".mjs", "node FILE.mjs")
  end)
end

t.test("decimals whose rounding leaves traces of other joints are refused", function()
  local arm = li.robot { bodies = {
    { name = "b1", joint = "revolute", axis = "y", q = "q1", place = { { "Rx", 0.3 },
      { "Ty", 1.8 } }, after = { { "Rx", 0.3 }, { "Rz", 0.3 } } },
    { name = "b2", joint = "revolute", axis = "-x", q = "q2", place = { { "Tz", "L6" },
      { "Rx", 0.3 } }, after = { { "Tz", 0.3 } } },
    { name = "b3", joint = "revolute", axis = "x", q = "q3", after = { { "Tz", "L2" } } } } }
  local inv, why, code = arm:inverse_equations()
  t.ok(inv == nil and why:find "leaves traces of q" and code == "EDOMAIN", why)
end)

t.done()
