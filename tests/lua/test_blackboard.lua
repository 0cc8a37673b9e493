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
with.poly5 = { travel = { 2, 1 }, v = { 3, 2 }, a = 10, j = 60 }
for _, name in ipairs { "four_bar", "slider_crank", "mcpherson", "watt", "one_loop" } do
  objects.mechanism[name] = li.mechanisms[name]
end
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
  says(arm:explain "newton", { "f12 = F2 - m2 vec(g) = m2*g y0 - a1*m2*q1'^2 x1 + a1*m2*q1'' y1",
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
  t.raises("nothing is called 'time' %(of a law there are: times%)",
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

-- ---- every row, behind the known answers: symbols are printed in the order they were made in

for _, class in ipairs(sorted(objects)) do
  for _, kind in ipairs(kinds.names[class]) do
    t.test(("%s:explain '%s' of all it applies to"):format(class, kind), function()
      local made = 0
      for k, name in ipairs(sorted(objects[class])) do
        local x = objects[class][name]()
        for n, book in ipairs(letters.names) do
          for l, lang in ipairs(LANGS) do
            local light = not (SIX[name] and HEAVY[kind] and HEAVY[kind] ~= name)
            local few = class ~= "model" and n == 1
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
