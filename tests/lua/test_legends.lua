-- test_legends.lua - what a text says of its own signs: abbreviations, counts of one and of many,
-- no LaTeX where text was asked for
local t = require "t"
local li = require "liaison"

local function pendulum(q, mass, at)
  return { name = q, joint = "revolute", axis = "z", q = q, mass = mass, com = { 1, 0, 0 },
    inertia = { 0.1, 0.1, 0.1 }, at = at }
end

local function arm(...)
  return li.robot { gravity = { 0, -9.81, 0 }, bodies = { ... } }:equations()
end

local function legend(eq) return eq:text():match "where ([^\n]*)" end

t.test("only what a text abbreviates is told, by coordinates there are", function()
  t.eq(legend(arm(pendulum("leg7", 1))), "c7 = cos(leg7)")
  t.eq(legend(li.planar { 1, 1 }:equations()), "c2 = cos(q2), c12 = cos(q1 + q2), and so on")
  local eq = arm(pendulum("turn12", 1), pendulum("turn1", 1, { 1, 0, 0 }))
  t.ok(eq:text():find("2*c12 + c12_1", 1, true), eq:text())
  t.eq(legend(eq), "c1 = cos(turn1), c12_1 = cos(turn12 + turn1), and so on",
    "turn12 is one coordinate")
end)

t.test("law: what a legend says of a word is what the word stands for", function()
  local eq = li.robots.puma560():equations()
  local q = {}
  for i = 1, eq.n do q[tostring(eq.q[i])] = 0.3 * i end
  for word, expression in legend(eq):gmatch "(%w+) = (%w+%b())" do
    t.ok(eq:text():find("%f[%w_]" .. word .. "%f[^%w_]"), word .. " is not in the text")
    local sum = 0
    for name in expression:gmatch "q%d" do sum = sum + q[name] end
    local digits = 0
    for d in word:gmatch "%d" do digits = digits + 0.3 * tonumber(d) end
    t.near(sum, digits, 1e-12, word)
    t.eq(expression:sub(1, 1), word:sub(1, 1))
  end
end)

t.test("a parameter called c1 is no cosine: the angle is written out, and nothing is said of c1",
  function()
  local eq = arm(pendulum("q1", "c1"))
  local text = eq:text()
  t.ok(text:find("c1*cos(q1)", 1, true), text)
  t.eq(legend(eq), nil)
end)

t.test("law: a legend tells what the printer has abbreviated, not what looks like it", function()
  -- a name may hold any letter: the end of this one reads like cos(q1)
  local slide = { name = "s", joint = "prismatic", axis = "x", q = "q1", mass = "µc1",
    com = { 0, 0, 0 }, inertia = { 1, 1, 1 } }
  local eq = arm(slide)
  t.ok(eq:text():find("M11 = µc1", 1, true), eq:text())
  t.eq(legend(eq), nil)
  -- a coordinate that is locked is one all the same
  eq = arm(pendulum("hip12", 1), pendulum("hip3", 1, { 1, 0, 0 })):restrict { "hip12" }
  t.ok(eq:text():find("2*c12 + c12_3", 1, true), eq:text())
  t.eq(legend(eq), "c3 = cos(hip3), c12_3 = cos(hip12 + hip3), and so on")
end)

t.test("law: other names that were ever made do not change what is printed", function()
  local q1, q2 = li.coordinates "q1 q2"
  local e = 2 * li.cos(q1 + q2)
  local function all()
    return table.concat({ e:text "angles", e:latex "angles", e:text "own", e:latex "own",
      li.smat { { e, q1 } }:latex "angles" }, "\n")
  end
  local before = all()
  t.eq(before:match "^[^\n]*", "2*c12")
  local kept = { li.symbols "c12 s1", li.coordinates "th1 q12 u" }
  t.eq(all(), before)
  local eq = li.planar { 1, 1 }:equations()
  t.ok(legend(eq):find "c12 = cos%(q1 %+ q2%)", legend(eq))
  t.eq(#kept, 4)
end)

t.test("names beside count: no abbreviation is one of them, and none reads as another", function()
  local q1, q2, q12, th1 = li.coordinates "q1 q2 q12 th1"
  local c12 = li.symbols "c12"
  local e = 2 * li.cos(q1 + q2)
  t.eq(e:text("angles", { c12 }), "2*cos(q1 + q2)")
  t.eq(e:text("angles", { q12 }), "2*c1_2")
  t.eq(e:text("angles", { th1 }), "2*cos(q1 + q2)")
  t.eq(e:text("own", { th1 }), "2*c12")
  t.eq(e:latex("own", { q12 }), "2 c_{1_2}")
  t.eq((c12 * li.cos(q1 + q2)):text "angles", "c12*cos(q1 + q2)")
  t.eq((li.cos(q1 + q2) + li.cos(q12)):text "angles", "c12 + c1_2")
  t.raises("expected a symbol", function() e:text("own", { q1 + q2 }) end)
end)

t.test("the page says the same, without brackets around one angle", function()
  local html = require("liaison.show.equationspage").html(li.planar { 1, 1 })
  t.ok(html:find("c2 = cos q2, c12 = cos(q1 + q2), and so on", 1, true))
  t.ok(not html:find("q3", 1, true))
end)

t.test("law: what is printed with abbreviations compares as what it is, of coordinates of any stem",
  function()
  for _, stem in ipairs { "q", "turn", "th" } do
    local bodies = {}
    for i = 1, 3 do
      bodies[i] = pendulum(stem .. i, "m" .. i, i > 1 and { "L" .. i - 1, 0, 0 } or nil)
    end
    local eq = li.robot { gravity = { 0, -9.81, 0 }, bodies = bodies }:equations { reduce = false }
    local abbreviated = 0
    for i = 1, 3 do
      local text = eq.G[i]:text "own"
      if text:find "%f[%w_][sc]%d" then abbreviated = abbreviated + 1 end
      t.eq(tostring(li.compare(text, eq.G[i])), "equal", text)
    end
    t.eq(abbreviated, 3)
    -- no symbol is made of an abbreviation: it reads as what it means, or is told to be of several
    local ok, c123 = pcall(li.expr, "c123")
    if ok then t.eq(c123, li.cos(eq.q[1] + eq.q[2] + eq.q[3]))
    else t.ok(tostring(c123):find "'c123' could be of %d names", c123) end
  end
end)

t.test("a wrong sign in what a student writes is found, and a symbol of that name is left alone",
  function()
  local k4, k5 = li.coordinates "k4 k5"
  local right = li.symbols "W" * li.cos(k4) * li.sin(k4 + k5) + li.sin(k5)
  t.eq(tostring(li.compare("W*c4*s45 + s5", right)), "equal")
  t.eq(tostring(li.compare("W*c4*s45 - s5", right)),
    "only printed: -sin(k5)\nonly computed: sin(k5)")
  t.ok(li.compare({ "c4", "s45" }, { li.cos(k4), li.sin(k4 + k5) }).equal)
  t.ok(li.compare(right, "s5 + W*s45*c4").equal, "on either side")
  t.ok(li.compare("c9*W", right).equal == false, "there is no k9")
  local x6 = li.coordinates "x6"
  li.symbols "s6"
  t.ok(li.compare("s6*2", x6 * 0 + li.symbols "s6" * 2).equal)
  t.ok(li.compare("s6", li.sin(x6)).equal, "a name that neither has, whoever has it")
end)

t.test("one operation is no operations", function()
  local eq = arm(pendulum("q1", 1))
  t.ok(eq:text():find("1 addition, 0 divisions, 1 function call$"), eq:text())
  t.ok(eq:latex():find("1 addition, 0 divisions, 1 function call\n", 1, true))
  t.ok(eq:explain(nil, { form = "text" }):find("1 addition, 0 divisions and 1 function call.", 1,
    true))
  local french = eq:explain(nil, { form = "text", lang = "fr" })
  t.ok(french:find("1 addition, 0 divisions et 1 appel de fonction.", 1, true),
    french:match "[^\n]*\n*$")
  t.ok(eq:c(nil, "id"):find("1 addition, 0 divisions, 1 function\n", 1, true),
    (eq:c(nil, "id"):match "operations[^\n]*"))
end)

t.test("a derivation as text holds no sign of LaTeX", function()
  for _, n in ipairs { 1, 2 } do
    local lengths = {}
    for i = 1, n do lengths[i] = 1 end
    local text = li.planar(lengths):equations():explain(nil, { form = "text" })
    t.ok(text:find("  tau1 = ", 1, true))
    t.ok(not text:find("\\", 1, true), (text:match "[^\n]*\\[^\n]*"))
  end
end)

t.done()
