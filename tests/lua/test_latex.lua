-- test_latex.lua - whatever is printed as LaTeX compiles: documents, fragments, reports,
-- derivations, single expressions
local t = require "t"
local li = require "liaison"
local check = require "latexcheck"

local function compiles(text, what, formula)
  local ok, why = check(text, formula)
  t.ok(ok, ("%s: %s"):format(what, tostring(why)))
  local folder = os.getenv "LATEX_KEEP" -- for a LaTeX at hand: what was checked, a file each
  if folder and not formula then
    local f = assert(io.open(("%s/%s.tex"):format(folder, (what:gsub("[^%w]", "_"))), "w"))
    f:write(text)
    f:close()
  end
end

t.test("the check itself sees what LaTeX would refuse", function()
  for _, bad in ipairs { "x^{2}^{3}", "x_1_2", "\\frac{a}", "\\left(x", "x\\right)", "{x", "x}",
    "\\unknown x", "a & b", "\\begin{pmatrix}a", "\\sqrt x", "x_", "θ", "\\mathrm{θ}",
    "\\begin{cases}a \\\\ b\\end{pmatrix}", "\\text{a_b}", "a \\\\ b", "x^{y_1_2}", "\\dot ",
    "$" } do
    t.ok(not check(bad, true), bad)
  end
  for _, good in ipairs { "x_1^{2}", "{x^{2}}^{3}", "\\dot q_1^{2}", "\\frac{a}{\\sqrt{b}}",
    "\\left|x\\right|", "\\begin{pmatrix}a & b \\\\ c & d\\end{pmatrix}", "\\text{a\\_b é}",
    "\\theta'^{2}" } do
    local ok, why = check(good, true)
    t.ok(ok, why)
  end
  t.ok(not check "\\documentclass{article}\n\\begin{document}\nx_1\n\\end{document}"
    and check "\\documentclass{article}\n\\begin{document}\n\\[ x_1 \\]\n\\end{document}")
end)

t.test("names, numbers and functions", function()
  t.eq(li.symbols "θ1":latex(), "\\theta_1")
  t.eq(li.coordinates "θ":dd():latex(), "\\ddot{\\theta}")
  t.eq(li.symbols "αβ2x":latex(), "\\mathrm{\\alpha \\beta}_{2x}")
  t.eq(li.symbols "é":latex(), "\\text{é}")
  t.eq(li.symbols "L_Δx":latex(), "L_{\\Delta x}")
  t.eq(li.expr("1.5e-9*k", "new"):latex(), "1.5 \\cdot 10^{-9} k")
  t.eq(li.expr("2.5e20^k"):latex(), "\\left(2.5 \\cdot 10^{20}\\right)^{k}")
  local q = li.coordinates "q"
  t.eq((q:dd():dd() ^ 2):latex(), "{q^{(4)}}^{2}")
  for _, text in ipairs { "piecewise(x < 1, -x, x <= y_max, 2*mass^3, x == 1, sin(x)^2, 0)",
    "abs(x)^(1/3)/(x + 1)^-2", "exp(-x^2/2)*log(y_max)/tanh(x)", "(x^y_max)^z",
    "asin(x)^2*acos(x/3)^-1",
    "atan2(x, -y_max)*min(x, 1, 2)*sign(x)", "sqrt(x/3 + 1/7)*pi^2", "(1/3)^x", "(-2)^x",
    "x^(-1/2)", "-(x + 1)^2/(x - 1)", "sin(x)^(1/2)", "θ_1^2*αβ2x", "tan(x)^x", "1e-300*x^2",
    "(3e25*x)^2",
    "1/(2.5e-7)^x" } do
    local e = li.expr(text, "new")
    compiles(e:latex(), text, true)
    compiles(li.smat { { e, 2 * e }, { 1, e } }:latex(), text, true)
  end
end)

t.test("random expressions", function()
  local state = 11
  local function random(n) state = state * 16807 % 2147483647 return state % n + 1 end
  local leaves = { "x", "y_max", "θ1", "mass", "q1", "q1'", "q2''", "2", "3/7", "0.25", "-1",
    "1e-12", "pi", "0.1" }
  li.coordinates "q1 q2"
  local function make(depth)
    if depth == 0 then return leaves[random(#leaves)] end
    local kind, a = random(12), make(depth - random(depth))
    if kind < 4 then return ("(%s + %s)"):format(a, make(depth - 1)) end
    if kind < 7 then return ("(%s)*(%s)"):format(a, make(depth - 1)) end
    if kind < 8 then return ("(%s)/((%s)^2 + 3)"):format(a, make(depth - 1)) end
    if kind < 9 then return ("(%s)^%d"):format(a, random(4) - 2) end
    if kind < 10 then
      return ("((%s)^2 + 1)^(%s)"):format(a, ({ "1/2", "x", "-3/2", "0.3" })[random(4)])
    end
    return ("%s(%s)"):format(({ "sin", "cos", "tan", "exp", "atan", "abs", "tanh",
      "sign" })[random(8)], a)
  end
  local made = 0
  for _ = 1, 400 do
    local ok, e = pcall(li.expr, make(random(4)), "new")
    if ok then
      made = made + 1
      compiles(e:latex(), tostring(e), true)
      compiles(e:latex "angles", tostring(e), true)
    end
  end
  t.ok(made > 300, made)
end)

t.test("equations of every kind of model, whole documents and what goes into one", function()
  local function all(eq, what)
    compiles(eq:latex(), what)
    compiles(eq:latex(nil, { fragment = true }), what .. " fragment")
    compiles(eq:as("inria80"):latex(), what .. " inria80")
  end
  all(li.planar { "L1", "L_two", mass = { "m_1", "θm" } }:equations(), "planar")
  all(li.robots.inria6r():equations(), "inria6r")
  all(li.robots.scara():equations(), "scara")
  li.symbols "m g_0 c F_x L"
  all(li.lagrange { q = "x y", T = "m*(x'^2 + y'^2)/2", V = "m*g_0*y", D = "c*x'^2/2",
    Q = { "F_x", 0 }, phi = "x^2 + y^2 - L^2" }, "constrained")
  all(li.lagrange { q = "θ_1", T = "θ_1'^2/2*1.5e-9", V = "abs(θ_1)^(1/3)" }, "greek")
  local swing = function(time) return { time, 2 * time }, { 1, 2 }, { 0, 0 } end
  all(li.planar { 1, 1 }:equations():prune { motion = swing, eps = 0.2 }.equations, "pruned")
end)

t.test("reports of Kane's ten steps, in both languages", function()
  for _, name in ipairs { "mobile_robot", "tractor_trailer", "rolling_disc" } do
    local ok, k = pcall(function() return li.systems[name]():kane() end)
    if ok then
      for _, lang in ipairs { "en", "fr" } do
        compiles(k:report(nil, { form = "latex", lang = lang }), name .. " " .. lang)
      end
    else
      t.ok(name == "rolling_disc", tostring(k))
    end
  end
end)

local entities = { ["&lt;"] = "<", ["&gt;"] = ">", ["&amp;"] = "&", ["&quot;"] = '"' }

t.test("every line of a derivation in its LaTeX form", function()
  for name, eq in pairs { monopod = li.vehicles.monopod():equations(),
    names = li.robot { bodies = { { name = "upper_arm", joint = { "revolute", q = "q_1" },
      mass = "m_a", com = { "L_a", 0, 0 }, inertia = 0 },
      { name = "fore_arm", parent = "upper_arm", at = { "L_a", 0, 0 },
        joint = { "prismatic", q = "slide" }, mass = 1, inertia = 0 } } }:equations() } do
    for _, lang in ipairs { "en", "fr" } do
      local page, count = eq:explain(nil, { lang = lang }), 0
      for line in page:gmatch '<div class="l"><pre>(.-)</pre></div>' do
        count = count + 1
        compiles(line:gsub("&%a+;", entities), name .. ": " .. line, true)
      end
      t.ok(count > 20, count)
    end
  end
end)

t.done()
