-- test_page_acts.lua - the living page computes again all that acts: numbers that are expressions,
-- forces told by expressions, body axes, sums, inputs that a slider moves; its JavaScript in node
-- against the engine
local t = require "t"
local li = require "liaison"
local tyrelist = require "tyrelist"
local scratch = require "scratch"
local json = require "liaison.show.page.json"
local force = li._internal.force

local exact = { method = "dop853", rtol = 1e-11, atol = 1e-12 }

-- ---- what the engine says of a run, for tests/page/acts.js ----

local function columns_of(run, wanted)
  local list = {}
  for _, name in ipairs(run:columns()) do
    if wanted(name) then list[#list + 1] = run:column(name) end
  end
  return list
end

local function rows_of(list)
  local rows = {}
  for i = 1, #list[1] do
    rows[i] = {}
    for k, c in ipairs(list) do rows[i][k] = c[i] end
  end
  return rows
end

local function recorded(run)
  local function list(name) local c, out = run:column(name), {} for i = 1, #c do out[i] = c[i] end
    return out end
  local forces = columns_of(run, function(name) return name:find "^F%." end)
  return { T = list "T", V = list "V", F = #forces > 0 and rows_of(forces) or nil,
    a = rows_of(columns_of(run, function(name) return name:find "''$" end)) }
end

local function ended(run)
  local q, v = run:state()
  local x = {}
  for k = 1, #q do x[k] = q[k] end
  for k = 1, #v do x[#q + k] = v[k] end
  return x
end

local jobs = {}

-- the run of `spec` with these inputs, its page, and the same moved to other inputs
local function job(name, spec, moved, more)
  local function run_of(inputs)
    local all = { record = { "accelerations", "forces" } }
    for key, x in pairs(exact) do all[key] = x end
    for key, x in pairs(spec) do if key ~= "options" then all[key] = x end end
    all.inputs = inputs
    return assert(li.simulate(all))
  end
  local run = run_of(spec.inputs)
  local page = run:html(nil, spec.options)
  local j = { page = scratch.write(name .. ".html", page), rows = recorded(run), moved = {} }
  for k, m in ipairs(moved or {}) do
    j.moved[k] = { set = { u = m.u, law = m.law }, x = ended(run_of(m.inputs)) }
  end
  for key, x in pairs(more or {}) do j[key] = x end
  jobs[#jobs + 1] = j
  return run, page
end

local function asked()
  t.needs("node", "nodejs")
  local path = scratch.write("jobs.json", json.text(jobs))
  jobs = {}
  local pipe = io.popen("node tests/page/acts.js " .. path .. " 2>&1")
  local said = pipe:read "*a"
  pipe:close()
  t.ok(said:find("ended with 0 wrong", 1, true), said)
end

-- ---- mechanisms ----

local function hinge(q) return { kind = "revolute", axis = "y", q = q } end

-- two links in a vertical plane, whose tip floats free of it by a slide along y
local function arm(forces, inputs)
  return li.robot { forces = forces, inputs = inputs, bodies = {
    { name = "a", joint = hinge "q1", mass = 1, com = { 0.3, 0, 0 },
      inertia = { 0.01, 0.03, 0.03 } },
    { name = "b", parent = "a", at = { 0.6, 0, 0 }, joint = hinge "q2", mass = 0.5,
      com = { 0.2, 0, 0 }, inertia = { 0.01, 0.02, 0.02 } },
    { name = "c", parent = "b", at = { 0.4, 0, 0 }, mass = 0.3, inertia = { 0.01, 0.01, 0.01 },
      joint = { kind = "prismatic", axis = "y", q = "s" } } },
    frames = { { name = "tool", body = "b", at = { 0.4, 0, 0.1 }, rpy = { 0.3, 0.2, 0.1 } } } }
end

local start = { q = { 0.3, -0.4, 0.05 }, v = { 1, -0.5, 0.3 } }

local function moving(model, inputs, more)
  local spec = { model, q = start.q, v = start.v, t = 0.25, inputs = inputs }
  for key, x in pairs(more or {}) do spec[key] = x end
  return spec
end

local PORTS = { joint = { joint = { q1 = 0.5, q2 = 1 } },
  line = { from = "world", to = "b", from_point = { 0.3, 0.1, 0.8 }, to_point = { 0.4, 0, 0.1 } },
  point = { at = "c", point = { 0.05, 0, 0.02 } } }

local function kinds()
  local list = {}
  for kind in ("\n" .. li.forces()):gmatch "\n([%w_]+): " do list[#list + 1] = kind end
  return list
end

-- one number of a row by the input u, by a coordinate and by t; little: shifts of a tyre drive it
local function varied(x, little)
  return x == 0 and (little and "0.02*u" or "0.3*u") or li._internal.number(x, 17)
    .. "*(1 + 0.2*u + 0.01*q1^2 + 0.01*t)"
end

-- every number that is no flag an expression; ends stand where the motion comes to
local function numbers(row)
  local given, wheel = {}, tyrelist.fill({}, row, "z")
  for _, n in ipairs(row.numbers) do
    local x = n.size == 1 and wheel[n.name] or n.default or 1
    if math.abs(x) == math.huge then given[n.name] = x < 0 and "-0.45 - 0.1*u" or "-0.2 - 0.1*u"
    elseif wheel[n.name] and n.size == 3 then given[n.name] = wheel[n.name]
    elseif wheel[n.name] then given[n.name] = varied(x, true)
    elseif n.size == 3 then
      given[n.name] = { varied(0.1), varied(0.2), varied(n.default == nil and 1 or 0.4) }
    elseif n.unit ~= "" or x ~= 0 then given[n.name] = varied(math.abs(x)) end
  end
  return given
end

local function entry(kind, port, given)
  local e = { kind, name = "element" }
  for key, x in pairs(PORTS[port]) do e[key] = x end
  for key, x in pairs(given) do e[key] = x end
  if force.row(kind).of_weight then e.joint = "q2" end
  return e
end

-- ---- the laws ----

t.test("every kind with numbers that are expressions of an input, because it is listed", function()
  local computed = 0
  for _, kind in ipairs(kinds()) do
    local row = force.row(kind)
    for port in pairs(PORTS) do
      if row.ports[port] then
        local m = arm({ entry(kind, port, numbers(row)) }, { { name = "u", value = 0.5 } })
        local ok, why = pcall(job, kind .. "_" .. port, moving(m),
          { { u = { 1.5 }, law = { false }, inputs = { u = 1.5 } } },
          -- last bits choose how steps go over the corners of a tyre that answers late
          row.wheel and { limit = 1e-8 })
        t.ok(ok or row.events and tostring(why):find "do not change", kind .. " " .. tostring(why))
        if ok then computed = computed + 1 end
      end
    end
  end
  t.ok(computed >= 13, computed)
  asked()
end)

t.test("one number at a time, the others as they are by default", function()
  local function one(row, n)
    local given = {}
    for _, p in ipairs(row.numbers) do
      if p.default == nil then given[p.name] = p.size == 3 and { 0.1, 0.2, 1 } or 1 end
    end
    given[n.name] = numbers(row)[n.name]
    return given
  end
  local seen = 0
  for _, kind in ipairs { "spring", "motor" } do
    local row = force.row(kind)
    for _, n in ipairs(row.numbers) do
      local given = one(row, n)
      if given[n.name] ~= nil then
        local m = arm({ entry(kind, "joint", given) }, { { name = "u", value = 0.5 } })
        job(kind .. "_" .. n.name, moving(m), { { u = { -0.5 }, inputs = { u = -0.5 } } })
        seen = seen + 1
      end
    end
  end
  t.ok(seen >= 8, seen)
  asked()
end)

t.test("forces told by expressions: on a sum, a line, at points in any axes", function()
  local told = {
    { "given", name = "sum", joint = { q1 = 2, q2 = -1 }, f = "F*x - 0.3*v + sin(t)*q1'" },
    { "given", name = "line", from = "tool", to = "world", to_point = { 1, 0, 1 },
      f = "-5*(x - 0.7) - F*v + q2" },
    { "given", name = "world", at = "c", point = { 0.1, 0, 0 },
      f = { "F", 0.5, "-2*F*cos(q1) + s'" } },
    { "given", name = "body", at = "b", point = { 0.2, 0, 0.1 }, axes = "body",
      f = { "F", "0.2*q1'", "exp(-t)" } },
    { "given", name = "frame", at = "tool", axes = "body", f = { "3", "F", "0" } },
    { "given", name = "constant", at = "tool", axes = "body", force = { 1, 2, "3*F" } },
    { "given", name = "joint", at = "tool", axes = "joint", f = { "F", 1, "q2" } },
    { "given", name = "other", at = "c", axes = "tool", f = { 0.5, "F*q1", 1 } },
    { "given", name = "number", joint = "s", f = 0.25 } }
  local m = arm(told, { { name = "F", value = 2 } })
  local run = job("told", moving(m), { { u = { -1 }, inputs = { F = -1 } } })
  t.ok(run:column "F.body.x"[1] ~= run:column "F.body.x"[#run]) -- it turns
  asked()
end)

t.test("inputs as numbers, expressions of t and of the state, a slider in their place", function()
  local m = arm({ { "given", joint = "q1", f = "F" }, { "given", joint = "q2", f = "2*M" },
    { "spring", joint = { q1 = 1, q2 = -1 }, stiffness = "4 + F", rest = "rest" },
    { "spring", from = "world", to = "c", from_point = { 0.3, 0.2, 0.5 }, stiffness = "9 + M",
      rest = 0.1 } }, { "F", { name = "M", value = 1 }, { name = "rest", value = 0.1 } })
  local laws = { F = "3*sin(4*t)", M = "-2*q1 - 0.5*q2'" }
  local _, page = job("laws", moving(m, laws), {
    { u = { 1.25, 0, 0.1 }, law = { false, true, false }, inputs = { F = 1.25, M = laws.M } },
    { u = { 0, 0.5, -0.2 }, law = { true, false, false },
      inputs = { F = laws.F, M = 0.5, rest = -0.2 } } })
  t.ok(page:find('"law":"3*sin(4*t)"', 1, true))
  asked()
end)

t.test("loops, a floating body, coordinates called x and v, open names under sliders", function()
  local fourbar = li.robot { bodies = {
    { name = "crank", joint = "revolute", axis = "-y", q = "x", mass = 1, com = { 0.5, 0, 0 },
      inertia = { 0, 0.1, 0.1 } },
    { name = "coupler", parent = "crank", at = { 1, 0, 0 }, joint = "revolute", axis = "-y",
      q = "v", mass = 2, com = { 1.5, 0, 0 }, inertia = { 0, 1.5, 1.5 } },
    { name = "rocker", parent = "world", at = { 3, 0, -0.5 }, joint = "revolute", axis = "-y",
      q = "c", mass = 1.5, com = { 1.25, 0, 0 }, inertia = { 0, 0.8, 0.8 } } },
    frames = { { name = "end", body = "coupler", at = { 3, 0, 0 } },
      { name = "top", body = "rocker", at = { 2.5, 0, 0 } } },
    loops = { { name = "pin", from = "end", to = "top", joint = "revolute", axis = "y" } },
    inputs = { { name = "g", value = 3 } }, forces = {
      { "damper", joint = "c", damping = "1 + x^2 + x'^2" },
      { "given", joint = "c", f = "-g*x - v + x'" }, -- x and v of the port, the rate of the crank
      { "given", at = "coupler", f = { "g*x", 0, "v" } } } }
  local q = assert(fourbar:assemble({ 1, -0.7, 1.4 }, { fix = { "x" } }))
  job("fourbar", { fourbar, q = q, v = { 0, 0, 0 }, t = 0.3 },
    { { u = { -2 }, inputs = { g = -2 } } })
  local free = li.robot { bodies = { { name = "ball", joint = "floating", mass = 1,
    com = { 0.1, 0, 0.2 }, inertia = { 1, 2, 3 } } }, inputs = { "thrust" }, forces = {
    { "given", at = "ball", axes = "body", f = { 0, "0.1*ball_wx'", "thrust + 0.2*ball_z" } },
    { "damper", joint = "ball_wz", damping = "0.5 + thrust^2" },
    { "gravity_compensation", joint = { "ball_z", "ball_wx", "ball_wy" }, factor = 0.5 } } }
  job("free", { free, q = { 0, 0, 1, 0.5, 0.5, -0.5, 0.5 }, v = { 1, 0, 0.2, 0.5, -1, 0.3 },
    t = 0.4, inputs = { thrust = 2 } }, { { u = { 1 }, inputs = { thrust = 1 } } })
  local open = arm({ { "spring", joint = { q1 = 1, q2 = "-a" }, stiffness = "k*(1 + F)" },
    { "damper", from = "world", to = "b", to_point = { "a", 0, 0 }, damping = 2 },
    { "given", joint = "s", f = "-k*x + F" } }, { { name = "F", value = 0.5 } })
  local values = { a = 0.7, k = 4 }
  job("open", moving(open:with(values), nil,
    { options = { of = open, values = values, sliders = { "a", "k" } } }),
    { { u = { 1 }, inputs = { F = 1 } } })
  jobs[#jobs].moved[2] = { set = { p = { 0.9, 6 } },
    x = ended(li.simulate(moving(open:with { a = 0.9, k = 6 }, nil, exact))) }
  asked()
end)

t.test("elements of a run beside those of the description, a motor with a state of its own",
  function()
  local m = arm({ { "motor", name = "drive", joint = "q1", voltage = "U", resistance = "1 + U^2",
    kt = 0.3, inductance = "0.05*(1 + 0.1*U)", gear = 4 } }, { { name = "U", value = 2 } })
  job("motor", moving(m, nil, { forces = { { "spring", joint = "q2", stiffness = "2*4" },
    { "motor", joint = "s", voltage = 3, resistance = 2, kt = 0.2, inductance = 0.02 },
    { "given", joint = "q2", f = "sin(t) - v" } } }), { { u = { -1 }, inputs = { U = -1 } } })
  asked()
end)

t.test("what a run adds: entries by name, sums, curves, expression objects; bounds of inputs",
  function()
  local m = arm({ { "given", joint = "q1", f = "F" },
    { "given", joint = "q2", f = { x = { -1, 0, 1 }, f = { 3, 0, -3 }, how = "cubic" } } },
    { { name = "F", min = -2, max = 1.5 }, "G" })
  local G = li.expr("cos(t)", "new")
  job("added", moving(m, { F = "3*sin(9*t)", G = { t = { 0, 0.1, 0.3 }, f = { 1, 2, -1 } } },
    { forces = { push = { "given", joint = { q1 = 1, s = -2 }, f = "G*cos(q2) - v" },
      soft = { "spring", joint = "q2", stiffness = { t = { 0, 0.2 }, f = { 1, 4 } } },
      body = { "given", at = "tool", axes = "body", f = { "G", 0, 1 } } } }),
    { { u = { 0, 0.5 }, law = { true, false }, inputs = { F = "3*sin(9*t)", G = 0.5 } },
      { u = { -1, 0 }, law = { false, true }, inputs = { F = -1,
        G = { t = { 0, 0.1, 0.3 }, f = { 1, 2, -1 } } } } })
  job("object", moving(m, { G = G }, { forces = { { "given", joint = "s", f = "G" } } }))
  asked()
end)

t.test("inputs that drive constraints: numbers, laws, curves", function()
  local function m(law)
    return li.robot { bodies = {
      { name = "cart", joint = "prismatic", axis = "x", q = "x", mass = 1, inertia = { 1, 1, 1 } },
      { name = "bob", parent = "cart", joint = hinge "th", mass = 0.5, com = { 0, 0, -1 },
        inertia = { 0.1, 0.1, 0.1 } } }, inputs = { "u" },
      constraints = { { "driver", name = "drive", coordinate = "x", law = law } } }
  end
  local function from(x, v) return { q = { x, 0.3 }, v = { v, 0 }, t = 0.5 } end
  local function one(name, law, inputs, start_at, moved)
    local spec = from(start_at[1], start_at[2])
    spec[1], spec.inputs = m(law), inputs
    job(name, spec, moved)
  end
  one("drive_number", "u*t", { u = 2 }, { 0, 2 })
  one("drive_law", "u", { u = "0.3*sin(2*t)" }, { 0, 0.6 })
  one("drive_curve", "2*u", { u = { t = { 0, 0.3, 1 }, f = { 0, 0.2, 0.1 }, how = "cubic" } },
    { 0, 0 })
  asked()
end)

t.test("energy: as recorded at rows, and between them it stays where nothing drives", function()
  local m = arm({ { "spring", joint = { q1 = 1, q2 = -1 }, stiffness = "k", rest = "0.1*k" },
    { "spring", from = "world", to = "c", from_point = { 0.3, 0.2, 0.5 }, stiffness = "2*k",
      rest = 0.1 } }, { { name = "k", value = 4 } })
  for _, dt in ipairs { 0, 0.05 } do
    job("energy" .. dt, { m, q = start.q, v = start.v, t = 3, dt = dt }, nil, { wobble = 1e-4 })
  end
  asked()
end)

-- ---- what is said ----

local function why(page) return page:match '<p class="note" id="again">(.-)</p>' end

t.test("an input set by a function is named; what needs it is not known", function()
  local m = arm({ { "spring", name = "post", joint = "q1", stiffness = 3, rest = "r" },
    { "spring", name = "other", joint = "q2", stiffness = "k" } }, { "r", { name = "k",
    value = 2 } })
  local page = m:simulate(0.1, start.q, nil, { inputs = { r = function(s) return s end } }):html()
  t.ok(page:find('"living":false', 1, true))
  t.ok(why(page):find("played back: the input 'r' is a Lua function", 1, true), why(page))
  t.ok(page:find('"name":"other"', 1, true) and not page:find('"name":"post"', 1, true))
  t.ok(page:find('"energy":[[', 1, true)) -- as recorded: the page does not know what post stores
  page = m:simulate(0.1, start.q):html()
  t.ok(page:find('"living":true', 1, true) and not page:find('"energy":[[', 1, true))
end)

t.test("a run that goes on begins with the states of its forces", function()
  local m = arm { { "motor", joint = "q1", voltage = 2, resistance = 1, kt = 0.3,
    inductance = 0.05 }, { "spring", joint = "q2", stiffness = 1 } }
  local run = m:simulate(0.1, start.q)
  local page = run:resume(0.1):html()
  t.ok(page:find('"living":true', 1, true))
  t.ok(tonumber(page:match '"states":%[([^%],]*)%]') > 0.1)
  t.eq(run:html():find('"states":', 1, true), nil)
  jobs[1] = { page = scratch.write("resumed.html", page), limit = 1e-9 }
  -- a slider may give another a state: it has a place, and begins with none
  local open = arm { { "motor", joint = "q2", voltage = 2, resistance = 1, kt = 0.3,
    inductance = "L" }, { "motor", joint = "q1", voltage = 2, resistance = 1, kt = 0.3,
    inductance = 0.05 } }
  run = open:with { L = 0 }:simulate(0.1, start.q, nil, exact)
  local on = run:resume(0.1)
  jobs[2] = { page = scratch.write("open.html", on:html(nil, { of = open, values = { L = 0 },
    sliders = { L = { 0, 1 } } })), limit = 1e-9 }
  jobs[3] = { page = scratch.write("begun.html", run:html(nil, { of = open, values = { L = 0 },
    sliders = { L = { 0, 1 } } })), limit = 1e-9, moved = { { set = { p = { 0.5 } },
      x = ended(open:with { L = 0.5 }:simulate(0.1, start.q, nil, exact)) } } }
  asked()
end)

t.test("inputs have the range of the description, or one that is asked for", function()
  local m = arm({ { "given", joint = "q1", f = "F + G" } },
    { { name = "F", min = -3, max = 4, unit = "N m", text = "a push" }, "G" })
  for _, page in ipairs { m:html(nil, { inputs = { G = { -7, 8 } } }),
    m:simulate(0.1, nil, nil, { inputs = { F = 1 } }):html(nil, { inputs = { G = { -7, 8 } } }) }
  do
    t.ok(page:find('{"high":4,"low":-3,"max":4,"min":-3,"name":"F","text":"a push","unit":"N m"',
      1, true))
    t.ok(page:find('{"max":8,"min":-7,"name":"G"', 1, true))
  end
  t.raises("html.inputs: the model has no input 'f' %(did you mean 'F'", m.html, m, nil,
    { inputs = { f = { 0, 1 } } })
  t.raises("html.inputs: G: expected { from, to }", m.html, m, nil, { inputs = { G = { 1, 0 } } })
end)

t.test("the page of a model has its forces too, of open names as well", function()
  local m = arm({ { "spring", name = "post", joint = "q1", stiffness = "k", rest = "r" } }, { "r" })
  local page = m:html()
  t.ok(page:find('"name":"post"', 1, true) and page:find("force_numbers", 1, true))
  t.ok(page:find('"name":"k"', 1, true))
end)

-- ---- modes ----

-- shapes and frequencies of a page: { { im =, re =, shape = {..}, other = {..} }, .. }
local function modes_of(page)
  local list = {}
  for m in page:match '"modes":(%b[])':gmatch "%b{}" do
    local function numbers_in(name)
      local out = {}
      local text = m:match('"' .. name .. '":%[(.-)%]')
      for x in text:gmatch "[^,]+" do out[#out + 1] = tonumber(x) end
      return out
    end
    local function number(name) return tonumber(m:match('"' .. name .. '":([^,}]*)')) end
    list[#list + 1] = { im = number "im", re = number "re", damping = number "damping",
      shape = numbers_in "shape", other = numbers_in "other" }
  end
  return list
end

-- (M s^2 + C s + K) x, of a complex s and shape x
local function residual(M, C, K, m)
  local re2, im2, worst = m.re ^ 2 - m.im ^ 2, 2 * m.re * m.im, 0
  for i = 1, #M do
    local re, im = 0, 0
    for j = 1, #M do
      local a, b = M[i][j] * re2 + C[i][j] * m.re + K[i][j], M[i][j] * im2 + C[i][j] * m.im
      re, im = re + a * m.shape[j] - b * m.other[j], im + b * m.shape[j] + a * m.other[j]
    end
    worst = math.max(worst, math.abs(re), math.abs(im))
  end
  return worst
end

t.test("modes of a page solve (M s^2 + C s + K) x = 0 of all that acts", function()
  local quarter = li.robot { bodies = {
    { name = "body", joint = "prismatic", q = "zb", mass = 300, inertia = { 1, 1, 1 } },
    { name = "wheel", parent = "world", joint = "prismatic", q = "zw", mass = 40,
      inertia = { 1, 1, 1 } } }, inputs = { { name = "k", value = 2e5 } },
    forces = { { "spring", joint = { zb = 1, zw = -1 }, stiffness = 2e4, damping = 1500 },
      { "spring", joint = "zw", stiffness = "k" } } }
  local list = modes_of(quarter:html(nil, { modes = true }))
  t.eq(#list, 2)
  for _, m in ipairs(list) do
    t.near(residual({ { 300, 0 }, { 0, 40 } }, { { 1500, -1500 }, { -1500, 1500 } },
      { { 2e4, -2e4 }, { -2e4, 2.2e5 } }, m) / 2e5, 0, 1e-10)
    t.near(m.damping, -m.re / math.sqrt(m.re ^ 2 + m.im ^ 2), 1e-12)
    t.ok(m.damping > 0.2 and m.damping < 0.3)
  end
end)

t.test("modes with loops: all coordinates move as the loop lets them", function()
  -- a parallelogram of massless side rods, its coupler a point pendulum of length 2
  local rod = { 0, 0.1, 0.1 }
  local m = li.robot { bodies = {
    { name = "left", joint = hinge "a", mass = 0, inertia = 0 },
    { name = "bar", parent = "left", at = { 0, 0, -2 }, joint = hinge "b", mass = 3,
      com = { 0.5, 0, 0 }, inertia = rod },
    { name = "right", parent = "world", at = { 1, 0, 0 }, joint = hinge "c", mass = 0,
      inertia = 0 } },
    frames = { { name = "end", body = "bar", at = { 1, 0, 0 } },
      { name = "foot", body = "right", at = { 0, 0, -2 } } },
    loops = { { name = "pin", from = "end", to = "foot", joint = "revolute", axis = "y" } } }
  local list = modes_of(m:html(nil, { modes = true, q = { 0.3, -0.3, 0.3 } }))
  t.eq(#list, 1)
  t.near(list[1].im, math.sqrt(9.81 / 2), 1e-9)
  local s, o = list[1].shape, list[1].other
  if math.abs(s[1]) < math.abs(o[1]) then s = o end
  t.near({ s[2] / s[1], s[3] / s[1] }, { -1, 1 }, 1e-9)
end)

t.test("modes want numbers and a place of rest", function()
  local open = li.robot { bodies = { { name = "a", joint = "revolute", axis = "y", mass = "m",
    com = { 0.5, 0, 0 }, inertia = { 0.1, 0.1, 0.1 } } } }
  t.raises("html.modes: the model has open names", open.html, open, nil, { modes = true })
  local falls = li.robot { bodies = { { name = "a", joint = "prismatic", axis = "z", mass = 1,
    inertia = { 1, 1, 1 } } } }
  t.raises("html.modes: no place of rest near q", falls.html, falls, nil, { modes = true })
end)

t.test("no step goes over a time at which the expression of a motor changes", function()
  local run = li.simulate { li.planar { 1, 0.8 }, q = { -1, 0.2 }, t = 1.5, tau = {
    q1 = "-20*(q1 - piecewise(t < 0.7, 1, -1)) - 5*q1'",
    q2 = "piecewise(t < 1, sin(3*t), -tanh(5*q2))" } }
  jobs[1] = { page = scratch.write("branches.html", run:html()) }
  asked()
end)

scratch.remove()
t.done()
