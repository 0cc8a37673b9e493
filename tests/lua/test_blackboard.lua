-- test_blackboard.lua - derivations as on the blackboard: every one of every object it applies to
-- is checked by numbers and prints in both languages and four forms. With LIAISON_LAW=all all
-- robots in the letters of every book
local t = require "t"
local li = require "liaison"
local zoosample = require "zoosample"
local kit = li._internal
local is_latex = require "latexcheck"
local kinds = require "liaison.blackboard.kinds"
local letters = require "liaison.blackboard.letters"
local words = require "liaison.blackboard.words"

local ALL = os.getenv "LIAISON_LAW" == "all"

-- ---- what derivations are asked of --------------------------------------------------------------

-- axes y, places before and behind the joints: no rows of a table
local function tableless()
  return li.robot { bodies = {
    { name = "a", joint = "revolute", axis = "y", q = "q1", place = { { "Ty", "L1" } },
      after = { { "Tx", "L2" } } },
    { name = "b", joint = "revolute", axis = "y", q = "q2",
      place = { { "Tz", "h" }, { "Tx", 0.3 } }, after = { { "Tz", 0.2 } } } } }
end

local LONG = { panda = true, humanoid36 = true, quadruped = true }
-- what takes long, of the first of these alone
local HEAVY = { newton = "stanford", inverse = "stanford", lagrange = "scara" }
local SIX = { puma560 = true, ur5 = true, kr30 = true, stanford = true, inria6r = true }

-- numbers of an example beside the options of the law
local with = {}

local function bars(l1, l2, l3, ground)
  return function() return li.fourbar(l1, l2, l3, ground) end
end

local function crank(l1, l2, h)
  return function() return li.slider_crank(l1, l2, h) end
end

local objects = { model = { tableless = tableless },
  -- of each class of Grashof one, with level and with other grounds
  fourbar = { rocker = bars(1, 3, 2.5, { 3, -0.5 }), double = bars(4, 3.5, 3, { 1, 0 }),
    coupler = bars(4, 1, 3.5, { 3, 0 }), triple = bars(2, 2, 2.5, { 4, 0.3 }),
    change = bars(2, 4, 2, { 4, 0 }) },
  slider_crank = { level = crank(1, 3, 0), beside = crank(1, 3, 0.4), short = crank(2, 1.5, 0.2) },
  mechanism = {}, law = {} }
for name in pairs(li.laws()) do
  objects.law[name] = function() return li.law(name) end
end
objects.law.uneven = function() return li.law("trapacc", { ta = 0.2, td = 0.4 }) end
with.poly5 = { travel = { 2, 1 }, v = { 3, 2 }, a = 10, j = 60 }
for _, name in ipairs { "four_bar", "slider_crank", "mcpherson", "watt", "one_loop" } do
  objects.mechanism[name] = li.mechanisms[name]
end
-- planar mechanisms without masses
local function named(spec)
  local out = {}
  for name in spec:gmatch "%S+" do out[#out + 1] = { name = name } end
  return out
end

local function pin(on, at, from, at_from, name)
  return { kind = "revolute", on = on, at = at, from = from, at_from = at_from, name = name,
    coordinate = "q" .. name }
end

local function slide(on, from, angle, name)
  return { kind = "prismatic", on = on, from = from, angle = angle, name = name,
    coordinate = "s" .. name }
end

local function bodies_and_joints(name, bodies, joints, cut)
  return function()
    return li.mechanism { name = name, bodies = named(bodies), joints = joints, cut = cut }
  end
end

-- a four-bar with a dyad on points of its bodies: Watt's first, Stephenson's third
local function six_bar(last)
  return bodies_and_joints("six-bar", "a b c d e", {
    pin("a", nil, nil, nil, "A"), pin("b", nil, "a", { 1, 0 }, "B"),
    pin("c", nil, nil, { 3, 0 }, "D"), pin("c", { 2, 0 }, "b", { 2.6, 0 }, "C"),
    pin("d", nil, "b", { 1.8, 1.2 }, "E"), last, pin("e", { 1.4, 0 }, "d", { 1.6, 0 }, "G") })
end

-- three cranks carry a plate by three rods: the rods and the plate are a group of the third class
local triad = bodies_and_joints("plate", "a b c d e f p", {
  pin("a", nil, nil, { 0, 0 }, "A"), pin("b", nil, nil, { 4, 0 }, "B"),
  pin("c", nil, nil, { 2, 3 }, "C"), pin("d", nil, "a", { 0.5, 0 }, "D"),
  pin("e", nil, "b", { 0.5, 0 }, "E"), pin("f", nil, "c", { 0.5, 0 }, "F"),
  pin("p", nil, "d", { 1.2, 0 }, "G"), pin("p", { 1, 0 }, "e", { 1.2, 0 }, "H"),
  pin("p", { 0.5, 0.8 }, "f", { 1.2, 0 }, "I") })

objects.mechanism.watt6 = six_bar(pin("e", nil, "c", { 2.2, -1.1 }, "F"))
objects.mechanism.stephenson6 = six_bar(pin("e", nil, nil, { 5, 0.5 }, "F"))
-- a sleeve on a crank, and a rod to it
objects.mechanism.inclined = bodies_and_joints("inclined slider-crank", "a b c r", {
  pin("a", nil, nil, nil, "A"), pin("b", nil, nil, { 3, 0 }, "B"), slide("c", "b", 0, "C"),
  pin("r", nil, "a", { 1, 0 }, "R"), pin("c", nil, "r", { 3, 0 }, "D") }, "D")
-- two sleeves on two cranks, pinned together
objects.mechanism.sleeves = bodies_and_joints("sleeves", "a b c d", {
  pin("a", nil, nil, nil, "A"), pin("b", nil, nil, { 3, 0 }, "B"), slide("c", "a", 0, "C"),
  slide("d", "b", 0, "D"), pin("d", nil, "c", nil, "E") }, "E")
objects.model.closed = function() return li.fourbar(1, 3, 2.5, { 3, -0.5 }):mechanism():model() end
objects.mechanism.slotted = li.mechanisms.slotted_lever
with.watt6, with.stephenson6 = { at = { qA = 1.1 } }, { at = { qA = 1.1 } }
with.inclined = { at = { qA = 1.1, qB = 2 } }
with.sleeves = { at = { qA = 0.4, qB = 2 } }
objects.mechanism.bars = function() return li.fourbar(1, 3, 2.5, { 3, -0.5 }):mechanism() end
with.bars = { at = { phi1 = 1 }, guess = { th2 = -0.6, phi3 = 1.4 } }
with.rocker = { at = { phi1 = 1 }, rates = { phi1 = 2 } }
with.level = with.rocker
for _, name in ipairs(zoosample.names()) do
  if ALL or not LONG[name] then objects.model[name] = li.robots[name] end
end

local function sorted(list)
  local names = {}
  for name in pairs(list) do names[#names + 1] = name end
  table.sort(names)
  return names
end

-- ---- the law ------------------------------------------------------------------------------------

-- every line that has a number is right
local function lines_agree(d, what)
  t.ok(d.count > 0 and d.worst < 1e-8, what .. ": " .. d.worst)
  for _, s in ipairs(d.sections) do
    for _, l in ipairs(s.lines) do
      t.ok(not l.worst or l.worst < 1e-9, ("%s, %s, %s"):format(what, s.title, tostring(l.name)))
    end
  end
end

local function forms_print(d, what)
  local text = d:text()
  for _, bad in ipairs { "nil", "table: 0x", "function: 0x", "%%[sd]" } do
    t.ok(not text:find(bad), what .. " says " .. bad)
  end
  t.ok(text:find(d.title, 1, true) == 1, what)
  local good, why = is_latex(d:latex(nil, true))
  t.ok(good, what .. ": " .. tostring(why))
  local html, markdown = d:html(), d:markdown()
  for _, tag in ipairs { "math", "mrow", "mtable", "div", "p", "table", "pre" } do
    local open = select(2, html:gsub("<" .. tag .. "[ >]", ""))
    t.eq(open, select(2, html:gsub("</" .. tag .. ">", "")), what .. " <" .. tag .. ">")
  end
  t.ok(html:find('lang="' .. d.lang .. '"', 1, true) and not html:find("\\%a"
    .. "+</math>"), what)
  t.eq(select(2, markdown:gsub("%$", "")) % 2, 0, what)
end

local LANGS = { "en", "fr" }

local function one(x, kind, what, lang, book)
  local o = { lang = lang, letters = kit.class(x) == "model" and book or nil }
  for key, value in pairs(with[what:match "%S+"] or {}) do o[key] = value end
  local d, why, code = x:explain(kind, o)
  if not d then
    t.ok(type(why) == "string" and #why > 20 and code == "EDOMAIN", what)
    return 0
  end
  lines_agree(d, what)
  forms_print(d, what)
  return 1
end

-- ---- words --------------------------------------------------------------------------------------

-- the places for numbers of a text, one after the other
local function places(s) return (s:gsub("[^%%]*(%%?[%.%d]*%a?)[^%%]*", "%1")) end

local function same_words(list, what)
  for key, text in pairs(list.en) do
    local french = list.fr[key]
    t.ok(french, what .. "." .. key)
    t.eq(places(french or ""), places(text), what .. "." .. key)
  end
  for key in pairs(list.fr) do t.ok(list.en[key], what .. "." .. key) end
end

t.test("both languages have the same words, with the same places", function()
  same_words(words, "words")
  for class, names in pairs(kinds.names) do
    for _, kind in ipairs(names) do same_words(kinds.find(class, kind).words, kind) end
  end
end)

-- ---- known answers ------------------------------------------------------------------------------

local function says(d, lines)
  local text = d:text()
  for _, line in ipairs(lines) do t.ok(text:find(line, 1, true), line) end
end

-- the last side of the line of that name, however it is printed
local function tells(d, name, text)
  local found
  for _, s in ipairs(d.sections) do
    for _, l in ipairs(s.lines) do
      if l.name == name then found = l.sides[#l.sides] end
    end
  end
  t.ok(found and found:equals(li.expr(text)), name .. " = " .. text)
end

t.test("the RRP of the course: direct model, Jacobian, singular places", function()
  local arm = li.robots.rrp()
  says(arm:explain "transforms", { "0A3 = 0A2 2A3 =", "[c1   -s1*s2  s1*c2  s1*(a2*c2 - d3*s2)]" })
  says(arm:explain "direct", { "O0O3 = O1O2 + O2O3 = a2 x2 + d3 z2",
    "x = c1*(a2*c2 - d3*s2)", "y = s1*(a2*c2 - d3*s2)", "z = a2*s2 + d3*c2" })
  says(arm:explain "jacobian", { "J_L1 = z0 x O0O3 = (a2*c2 - d3*s2) y2",
    "J_L2 = z1 x O1O3 = -d3 x2 + a2 z2", "[(a2*c2 - d3*s2) y2  -d3 x2 + a2 z2  z2]",
    "w3 = s1*th2' x0 - c1*th2' y0 + th1' z0" })
  says(arm:explain "singular", { "det 2J = d3*(a2*c2 - d3*s2)", "cannot move along x2" })
end)

t.test("the double pendulum of the books: forces of the joints, equations of motion", function()
  local arm = li.robots.planar2()
  says(arm:explain "velocities", { "w2 = w1 + q2' z0 = (q1' + q2') z0",
    "a_1 = wd1 x O0O1 + w1 x (w1 x O0O1) = -a1*q1'^2 x1 + a1*q1'' y1" })
  says(arm:explain "newton", { "f12 = F2 - m2 vec(g) = m2*g y0 - m2*a1*q1'^2 x1 + m2*a1*q1'' y1",
    "tau2 = N12 . z0 = m2*(a2 + xG2)*(a1*(s2*q1'^2 + c2*q1'') + g*c12 + (a2 + xG2)" })
  local d = arm:explain "lagrange"
  tells(d, "A12", "m2*(a2 + xG2)*(a1*cos(q2) + a2 + xG2) + Izz2")
  tells(d, "C112", "-2*a1*m2*(a2 + xG2)*sin(q2)")
  tells(d, "B21", "a1*m2*(a2 + xG2)*sin(q2)")
  tells(d, "G2", "m2*g*(a2 + xG2)*cos(q1 + q2)")
  tells(arm:explain("lagrange", { letters = "craig" }), "M22", "m2*xG2^2 + Izz2")
end)

t.test("inverse model of the RRP of the course: formulas, conditions, four solutions", function()
  local d = li.robots.rrp():explain "inverse"
  says(d, { "th1 = atan2(-e1*Y, e1*X)", "th2 = e2*atan2(sqrt(X^2 + Y^2 - Z^2), Z) + atan2(X, Y)",
    "X^2 + Y^2 - Z^2 >= 0", "Y = x*c1 + y*s1", "At most 4 configurations" })
  says(li.robots.scara():explain("inverse", { lang = "fr" }),
    { "Au plus 2 configurations, une par choix des signes e1." })
end)

t.test("four-bar of the course: K, L, M, both assemblies, rates and accelerations", function()
  local d = li.fourbar(1, 3, 2.5, { 3, -0.5 }):explain("loop", { at = { phi1 = math.pi/3 },
    rates = { phi1 = 2 }, accelerations = { phi1 = 0.5 } })
  says(d, { "K = 2*l2*(l1*c1 - l5)", "L = 2*l2*(l1*s1 + l4)", "Delta = l2*l3*sin(phi2 - phi3)",
    "-15   8.19615   -10.866   174.106",
    "-1   0.381807   1.45696    -0.301927   0.561458    1.06543   1.52515" })
end)

-- every row of the table "In numbers": numbers by name
local function assemblies_of(d)
  local list, lines = {}, d.sections[#d.sections].lines
  local grid = lines[#lines]
  for i, row in ipairs(grid.rows) do
    list[i] = {}
    for j, name in ipairs(grid.head) do list[i][name:gsub("`", "")] = row[j] end
  end
  return list
end

local function same_place(a, b)
  for name, x in pairs(a) do
    if type(x) == "number" then
      local off = b[name] - x
      if name:sub(1, 1) == "q" then off = math.sin(off / 2) end
      if math.abs(off) > 1e-8 then return false end
    end
  end
  return true
end

t.test("loops closed group by group find every assembly that the engine finds", function()
  for name, kinds_of in pairs { watt6 = { "RRR", "RRR" }, stephenson6 = { "RRR", "RRR" },
    inclined = { "RRP" }, sleeves = { "PP" } } do
    local m = objects.mechanism[name]()
    local at = with[name].at
    local d = m:explain("loop", { at = at })
    local here, engine = assemblies_of(d), m:assemblies(at)
    t.eq(#here, #engine, name)
    for _, x in ipairs(engine) do
      local met = 0
      for _, y in ipairs(here) do met = met + (same_place(y, x) and 1 or 0) end
      t.eq(met, 1, name)
    end
    local grid = d.sections[2].lines[2]
    for k, kind in ipairs(kinds_of) do
      t.eq(grid.rows[k][2], kinds.find("mechanism", "loop").words.en[kind], name)
    end
    t.ok(d.worst < 1e-11, name)
  end
end)

t.test("a four-bar as a mechanism closes as the closed form does", function()
  local f = li.fourbar(1, 3, 2.5, { 3, -0.5 })
  local list = assemblies_of(f:mechanism():explain("loop", { at = { phi1 = math.pi/3 } }))
  t.eq(#list, 2)
  for _, mode in ipairs { "plus", "minus" } do
    local _, y = f:solve(math.pi/3, mode)
    t.ok(math.abs(math.sin((list[1].phi3 - y[1]) / 2)) < 1e-12
      or math.abs(math.sin((list[2].phi3 - y[1]) / 2)) < 1e-12, mode)
  end
  says(li.mechanisms.four_bar():explain "loop", { "psi1 = p1 + p2", "K = 2*l3*X", "L = 2*l3*Y",
    "M = l2^2 - l3^2 - X^2 - Y^2", "K^2 + L^2 - M^2 >= 0", "at most 2 assemblies" })
  -- too far: said
  local far = f:mechanism():explain("loop", { at = { phi1 = math.pi/3 } })
  t.ok(far:text():find("In numbers", 1, true))
end)

t.test("a group of a higher class is said to be one", function()
  local d, why, code = triad():explain("loop", { at = { qA = 0.3, qB = 2, qC = -1.5 } })
  t.ok(d == nil and why:find "higher class" and code == "EDOMAIN", why)
  -- a four-bar beside it is still solved
  local spec = six_bar(pin("e", nil, "c", { 2.2, -1.1 }, "F"))()
  d, why = spec:explain("loop", { at = { qE = 1 } })
  t.ok(d == nil and why:find "newton", why)
  d, why = li.mechanisms.mcpherson():explain "loop"
  t.ok(d == nil and #why > 20, why)
  d, why = li.planar { 1, 1 }:explain "loop"
  t.ok(d == nil and why:find "no loop", why)
end)

t.test("Grashof's classes of the course", function()
  for class, bars_of in pairs { ["crank-rocker"] = { 1, 3.5, 3, 4 },
    ["double crank"] = { 4, 3.5, 3, 1 }, ["double rocker"] = { 4, 1, 3.5, 3 },
    ["triple rocker"] = { 2, 2, 2.5, 4 }, ["change point"] = { 2, 4, 2, 4 } } do
    local f = li.fourbar(bars_of[1], bars_of[2], bars_of[3], { bars_of[4], 0 })
    t.ok(f:explain "class":text():match "3%. The class\n[^4]*":gsub("%s+", " "):find(class, 1,
      true), class)
  end
end)

t.test("mobility by formula and by rank; steps of Newton-Raphson", function()
  local m = li.fourbar(1, 3, 2.5, { 3, -0.5 }):mechanism()
  says(m:explain("mobility", { at = { phi1 = 1 } }),
    { "m = 3*(n - 1) - (3*j - f) = 3*(4 - 1) - (3*4 - 4) = 1", "h = 1 - 1 = 0" })
  says(li.mechanisms.mcpherson():explain "mobility", { "= 6*(6 - 1) - (6*7 - 16) = 4" })
  says(m:explain("newton", { at = { phi1 = math.pi/3 }, guess = { th2 = -0.7, phi3 = 1.2 } }),
    { "Closed after 4 steps.", "X = [-0.665391  1.45696]" })
  tells(m:explain("newton", { at = { phi1 = 1 } }), "det J", "7.5*sin(phi1 + th2 - phi3)")
  local d, why = m:explain("newton", { at = { phi1 = 1, th2 = 1, phi3 = 1 } })
  t.ok(d == nil and why:find "no coordinate is left", why)
end)

t.test("shortest times of the course's quintic under limits, axes together", function()
  local d = li.law "poly5":explain("times", { travel = { 2, 1 }, v = { 3, 2 }, a = 10, j = 60 })
  says(d, { "s''max = 10*sqrt(3)/3", "1      2   1.25     1.07457    1.25992   1.25992   jerk",
    "All axes end together in the longest of their times, T = 1.25992" })
  t.raises("nothing is called 'time' %(of a law there are: law, times%)",
    function() li.law "poly5":explain "time" end)
end)

t.test("Pieper's road: Puma by the distance, KR30 by an equation of degree 4", function()
  local d = li.robots.puma560():explain("pieper", { letters = "craig" })
  tells(d, "r", "a2^2 + 2*a2*(a3*cos(q3) - d4*sin(q3)) + d3^2 + a3^2 + d4^2")
  tells(d, "h", "a2*sin(q2) + a3*sin(q2 + q3) + d4*cos(q2 + q3)")
  says(d, { "At most 4 of the first three joints, each with two of the wrist: 8." })
  says(li.robots.kr30():explain "pieper", { "it is of degree 4: at most four values" })
  local none, why = li.robots.ur5():explain "pieper"
  t.ok(none == nil and why:find "do not meet", why)
end)

t.test("Puma's singular places are those of the books", function()
  says(li.robots.puma560():explain "singular", { "q5 = 0", "q5 = pi" })
end)

-- ---- refusals -----------------------------------------------------------------------------------

t.test("what is no derivation, and what cannot be derived", function()
  local arm = li.robots.rrp()
  t.raises("nothing is called 'jacobien' %(of a model there are: transforms",
    function() arm:explain "jacobien" end)
  t.raises("letters", function() arm:explain("direct", { letters = "nobody" }) end)
  local d, why, code = li.robots.quadruped():explain "direct"
  t.ok(d == nil and why:find "each body on the one before" and code == "EDOMAIN", why)
  d, why = li.planar { 1, 1 }:explain("singular", { rows = { 1 } })
  t.ok(d == nil and why:find "choose 2", why)
end)

-- ---- vectors ------------------------------------------------------------------------------------

local function bases()
  local R0 = li.basis "0"
  local R1 = R0:turned("1", { "Rz", "th1" })
  return R0, R1, R1:turned("2", { { "Rz", "th2" }, { "Rx", li.pi/2 } })
end

t.test("vectors stay in their basis, and their numbers are those in another", function()
  local R0, R1, R2 = bases()
  local at = { th1 = 0.3, th2 = 0.8, L1 = 1.5, L2 = 0.7 }
  local v = R1:vector("L1", 0, 0) + R2:vector("L2", 0, 1)
  t.eq(tostring(v), "L1 x1 + L2 x2 + z2")
  local x = v:eval(at, R0)
  t.near(x[1], 1.5 * math.cos(0.3) + 0.7 * math.cos(1.1) + math.sin(1.1), 1e-14)
  t.near(x[2], 1.5 * math.sin(0.3) + 0.7 * math.sin(1.1) - math.cos(1.1), 1e-14)
  t.ok(v:to(R0):equals(v) and not v:equals(R1.x))
  t.eq(tostring(R2.y), "y2")
  t.eq(tostring(v - v), "0")
end)

t.test("derivatives by time in a frame, and the law of composition", function()
  local R0, R1, R2 = bases()
  t.eq(tostring(R2:omega(R0)), "(th1' + th2') z0")
  -- the other way round, and between two bases that stand beside one another
  t.ok(R0:omega(R2):equals(-R2:omega(R0)))
  local R3 = R0:turned("3", { "Rx", "th3" })
  t.ok(R2:omega(R3):equals(R2:omega(R0) - R3:omega(R0)))
  local v = R1:vector("L1", 0, 0) + R2:vector("L2", 0, 0)
  -- d/dt in 0 is d/dt in 2 plus omega x
  t.ok(v:d(R0):equals(v:d(R2) + R2:omega(R0):cross(v)))
  t.ok(R2:velocity(R0, R2:vector("L2", 0, 0), R1:velocity(R0, R1:vector("L1", 0, 0)))
    :equals(v:d(R0)))
  t.ok(R2:acceleration(R0, R2:vector("L2", 0, 0), R1:acceleration(R0, R1:vector("L1", 0, 0)))
    :equals(v:d(R0):d(R0)))
  local r = li.coordinates "r" * R1.x
  local vel, acc = R1:composed(R0, r)
  t.ok((vel.relative + vel.carried):equals(r:d(R0)))
  t.ok((acc.relative + acc.carried + acc.coriolis):equals(r:d(R0):d(R0)))
  t.raises("do not stand in one basis", function() return li.basis("A").x:to(R0) end)
  t.raises("dot%(w%) or v:cross%(w%)", function() return R0.x * R1.x end)
  t.raises("cannot be added", function() return R0.x + 1 end)
end)

t.test("what is printed does not depend on what was named before", function()
  local script = [[local li = require "liaison"
    for n in ("%s"):gmatch "%%S+" do li.expr(n, "new") end
    for _, name in ipairs { "rrp", "scara", "planar3" } do
      local arm = li.robots[name]()
      print(arm:inverse_equations(), arm:explain "inverse", arm:explain "jacobian")
    end
    print(li.law("trapezoid", { ta = 0.2, td = 0.4 }):explain(), li.law "poly7":explain())
    print(li.fourbar(1, 3, 2.5, { 3, -0.5 }):explain "loop")
    print(li.slider_crank(1, 3, 1):explain "loop")]]
  local said = {}
  for k, names in ipairs { "", "u j L K M e3 e2 e1 Z Y X z y x g a7 a6 a5 a4 a3 a2 a1 td ta v b a "
    .. "l5 l4 l3 l2 l1 h D t" } do
    local pipe = io.popen((os.getenv "LIAISON_LUA" or "lua5.4") .. " -e '" .. script:format(names)
      .. "' 2>&1")
    -- what rounding left of the checks is no part of it
    said[k] = pipe:read "*a":gsub("difference%s+is%s+%S+", "")
    pipe:close()
  end
  t.ok(#said[1] > 5000 and said[1]:find "e1", said[1])
  t.eq(said[1], said[2])
end)

-- ---- every row ----------------------------------------------------------------------------------

for _, class in ipairs(sorted(objects)) do
  for _, kind in ipairs(kinds.names[class]) do
    t.test(("%s:explain '%s' of all it applies to"):format(class, kind), function()
      local made = 0
      for k, name in ipairs(sorted(objects[class])) do
        local x = objects[class][name]()
        for n, book in ipairs(letters.names) do
          for l, lang in ipairs(LANGS) do
            local light = not (SIX[name] and HEAVY[kind] and HEAVY[kind] ~= name)
            local few = (class ~= "model" or name == "closed") and n == 1
            if ALL or few or (n + l + k) % 10 == 0 and light then
              made = made + one(x, kind, ("%s %s %s %s"):format(name, kind, lang, book), lang,
                book)
            end
          end
        end
      end
      t.ok(made > 0, "none was made")
    end)
  end
end

t.done()
