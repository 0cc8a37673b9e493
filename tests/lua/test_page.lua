-- test_page.lua - living pages as text: what they carry and leave out, why a run is only played
-- back, size, files that cannot be written
local t = require "t"
local li = require "liaison"

local arm = li.planar { 1, 0.8 }

-- the first number, string or list of a field in the data of a page
local function field(page, name)
  return page:match('"' .. name .. '":(%b[])') or page:match('"' .. name .. '":"([^"]*)"')
    or page:match('"' .. name .. '":([^,}]*)')
end

local function has(text, pattern) t.ok(text:find(pattern), pattern) end

local function why(page) return page:match '<p class="note" id="again">(.-)</p>' end

t.test("a run that a page can compute says so, one driven from Lua says why not", function()
  local run = li.simulate { arm, q = { 1, 0 }, t = 0.1 }
  local page = run:html()
  t.eq(field(page, "living"), "true")
  t.eq(field(page, "exported"), "true")
  t.ok(page:find("function fd", 1, true) or page:find("fd", 1, true))
  local function driven(options)
    options[1], options.q, options.t = arm, { 1, 0 }, 0.05
    local text = li.simulate(options):html()
    t.eq(field(text, "living"), "false")
    return why(text)
  end
  has(driven { input = function() end }, "played back: the input is a Lua function")
  has(driven { controllers = { { f = function() end, dt = 0.01 } } },
    "played back: a controller is a Lua function")
  has(driven { events = { { g = function() return 1 end } } },
    "played back: an event is a Lua function")
  has(driven { forces = { { "given", joint = "q1", f = function() return 1 end } } },
    "played back: forces%[1%] is told by a Lua function")
  has(driven { forces = { { "spring", joint = "q1", stiffness = 1 },
    { "motor", joint = "q2", resistance = 1, kt = 1, voltage = function() return 1 end } } },
    "forces%[2%] is told")
end)

t.test("stops, dry friction of joints, efforts and impacts go with the page, what was told in its "
  .. "head", function()
  local function hinge(joint)
    joint.kind, joint.axis, joint.q = "revolute", "y", "th"
    return li.robot { bodies = { { name = "a", joint = joint, mass = 1, com = { 0.5, 0, 0 },
      inertia = { 0.1, 0.1, 0.1 } } } }
  end
  local function living(run, told)
    local page = run:html()
    t.eq(field(page, "living"), "true")
    t.ok(not page:find("played back:", 1, true))
    if told then has(page, '<span class="told">[^<]*' .. told) end
    return page
  end
  local page = living(hinge { limits = { -1, 1 } }:simulate(2), "th struck its limit once")
  -- places of numbers are those of the row, numbers those of the joint
  has(page, '"jumps":{"how":"stop","max":1,"min":0,"rest":3,"restitution":2,"yields":4}')
  has(page, '"kind":"endstop","name":"th.endstop","numbers":%[%-1,1,0,0.001')
  living(hinge { limits = { 1, 3 } }:simulate(0.1, { 0 }), "th began 1 rad beyond its limits")
  living(hinge { friction = 0.1 }:simulate(0.1))
  page = living(li.simulate { hinge { effort = 1 }, t = 0.1, tau = { th = "3" } },
    "the push on th was cut to its effort 1 N m")
  has(page, '"efforts":%[1%]')
  page = living(li.simulate { hinge { effort = 1 }, t = 0.1, tau = { th = "3" },
    efforts = "ignore" }, "th was pushed with more")
  t.eq(page:find('"efforts":', 1, true), nil)
  living(hinge { limits = { -1, 3 } }:simulate(2, nil, nil, { limits = "ignore" }))
  living(li.simulate { arm, q = { 1, 0 }, t = 1, forces = {
    { "stiction", joint = "q1", coulomb = 1 },
    { "impact", name = "floor", at = "tip", normal = { 0, 1, 0 } } } }, "floor struck its plane")
end)

t.test("floating bodies, loops and force elements go with the page", function()
  local ball = li.robot { bodies = { { name = "ball", joint = "floating", mass = 1,
    inertia = { 1, 2, 3 } } } }
  t.eq(field(ball:simulate(0.1):html(), "living"), "true")
  local disc = li.robot { bodies = { { name = "c", joint = "Tx Ty Tz Rz Rx Rz", mass = 1,
    inertia = { 1, 1, 1 } } },
    constraints = { { "rolling_disc", name = "touch", from = "c", to = "world", radius = 0.3 } } }
  local page = disc:simulate(0.1, { 0, 0, 0.3, 0, math.pi / 2, 0 }):html()
  t.eq(field(page, "living"), "true")
  t.eq(field(page, "multipliers"), '["touch.1","touch.2","touch.3"]')
  page = li.simulate { arm, q = { 1, 0 }, t = 0.1,
    forces = { { "given", joint = "q1", f = "sin(t) - v" } } }:html()
  t.eq(field(page, "living"), "true")
  t.eq(field(page, "exported"), "false")
  has(page, '"f":"sin%(t%) %- v"')
end)

t.test("forces as expressions are the same as a function, and go with the page", function()
  local told = { arm, q = { 1, 0 }, t = 1,
    tau = { q1 = "-20*(q1 - 1) - 5*q1'", q2 = "piecewise(t < 0.5, sin(t), -tanh(q2))" } }
  local run = li.simulate(told)
  local same = li.simulate { arm, q = { 1, 0 }, t = 1, input = function(time, q, v, tau)
    local e = math.exp(-2 * math.abs(q[2]))
    tau[1], tau[2] = -20 * (q[1] - 1) - 5 * v[1],
      time < 0.5 and math.sin(time) or -(q[2] > 0 and 1 or -1) * (1 - e) / (1 + e)
  end }
  t.eq(li.compare_runs(run, same, 1e-7), nil)
  t.eq(field(run:html(), "living"), "true")
  t.eq(why(run:resume(0.1):html()):find("played back", 1, true), nil)
  local function refused(pattern, tau) told.tau = tau t.raises(pattern, li.simulate, told) end
  refused("tau.q1: no coordinate, rate or function 'q3'", { "q3" })
  refused("no coordinate qq2 .*did you mean 'q2'", { qq2 = "1" })
  refused("tau.q2: '2 t': column 3: expected an operator", { q2 = "2 t" })
  refused("expected expressions", "q1")
  refused("tau.q1: expected an expression, got table", { {} })
  told.input = function() end
  refused("give one", { "1" })
end)

t.test("ten seconds of a six-axis arm fit in 300 kB, whatever the rows", function()
  local m = li.robots.puma560()
  for _, dt in ipairs { 0.02, 0.001 } do
    local page = li.simulate { m, q = { 0, 0.5, -0.5, 0.2, 0.4, 0.1 }, t = 10, dt = dt }:html()
    t.ok(#page < 300000, #page)
    t.ok(not page:find("https?://", 1) or not page:find("src=\"http", 1, true))
  end
end)

t.test("what is not finite, of no mechanism, or cannot be written", function()
  local ode = li.ode(function(_, x) return { x[2], -x[1] } end, 1, { 1, 0 },
    { names = { "x", "y" } })
  local page = ode:html()
  t.eq(field(page, "q"), '["x","y"]')
  t.ok(not page:find('id="scene"', 1, true))
  local ended, _, _, part = li.simulate { arm, q = { 1, 0 }, t = 1,
    forces = { { "given", joint = "q1", f = "1/(0.5 - t)^3" } } }
  t.eq(ended, nil)
  has(part:html(), '"end":0%.4')
  local run = li.simulate { arm, q = { 1, 0 }, t = 0.1 }
  has(run:derive("speed", "abs(q1')"):html(), '"name":"speed","rows":%[0,')
  t.raises("/nowhere/at/all.html: cannot be written", run.html, run, "/nowhere/at/all.html")
  t.raises("sliders need of", run.html, run, nil, { sliders = { "m" } })
  t.raises("did you mean 'title'", run.html, run, nil, { titel = "x" })
end)

t.test("titles and names are text, not markup", function()
  local m = li.robot { name = "a<b> & \"c\"", bodies = {
    { name = "l<1>", joint = "revolute", q = "q1", mass = 1, com = { 1, 0, 0 },
    inertia = { 1, 1, 1 } } } }
  local page = m:simulate(0.05, { 1 }):html()
  t.ok(not page:find("<b>", 1, true) or page:find("<b></b>", 1, true))
  has(page, "<title>a&lt;b&gt; &amp;")
  has(page, "l\\u003c1>")
end)

t.test("scripts lose what is for their readers, and nothing else", function()
  local of = require("liaison.show.page.tight").of
  for _, row in ipairs {
    { "let a = b + +c - -d, e = f++ + g;", "let a=b + +c - -d,e=f+++g;" },
    { "x = \"a // b , c\"; // gone", 'x="a // b , c";' },
    { "y = `m ${ p ? `n , ${ \"}\" }` : q } , r` ;", "y=`m ${ p ? `n , ${ \"}\" }` : q } , r`;" },
    { "z = t.match(/a , [/\"] (b)/) / 2 /* gone */;", "z=t.match(/a , [/\"] (b)/)/ 2;" },
    { "const f = x => x / y / z\nreturn 'it\\'s , so'", "const f=x=>x/y/z\nreturn 'it\\'s , so'" },
    { "if (a) {\n  b();\n}\nelse c in d", "if(a){b();}\nelse c in d" },
  } do t.eq(of(row[1]), row[2]) end
  t.ok(not pcall(of, "x = `never closed"))
end)

t.done()
