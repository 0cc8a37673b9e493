-- test_drawing.lua - drawings of mechanisms: the marks, the symbols of every joint, places and
-- lengths to scale, free bodies in balance, graphs, tables, and what writes them
local t = require "t"
local li = require "liaison"
local zoosample = require "zoosample"
local marks = require "liaison.draw.marks_plane"
local primitives = require "liaison.draw.primitives"
local symbols = require "liaison.draw.space_symbols"
local writers = require "liaison.draw.writers"
local kinds = require "liaison.describe.kinds"

local function standing(m)
  return require("liaison.show.standing").place(m, m:description())
end

local pi, cos, sin, sqrt = math.pi, math.cos, math.sin, math.sqrt
local read = loadstring or load -- luacheck: ignore

-- every tag closes in order, no stray & or <, no number that is none
local function well_formed(svg, what)
  local stack, plain = {}, svg:gsub("<style>.-</style>", "")
  for slash, name, rest in plain:gmatch "<(/?)([%w]+)([^>]*)>" do
    if slash == "/" then t.eq(table.remove(stack), name, what)
    elseif rest:sub(-1) ~= "/" then stack[#stack + 1] = name end
  end
  t.eq(#stack, 0, what)
  t.ok(not plain:gsub("&%a+;", ""):find "&", what)
  t.ok(not plain:find "nan" and not plain:find "inf", what)
end

-- braces and ends of a tikzpicture
local function balanced(tex, what)
  local _, open = tex:gsub("{", "")
  local _, close = tex:gsub("}", "")
  t.eq(open, close, what)
  t.ok(tex:find "\\begin{tikzpicture}" and tex:find "\\end{tikzpicture}", what)
end

local all = {} -- every drawing that is made here, by name

local function drawn(name, d)
  well_formed(d:svg(), name)
  balanced(d:tikz(), name)
  t.ok(#d:text(60) > 10, name)
  all[#all + 1] = { name, d }
  return d
end

local function bars(spec)
  local out = {}
  for name in spec:gmatch "%S+" do out[#out + 1] = { name = name } end
  return out
end

local function pin(on, at, from, at_from, name)
  return { kind = "revolute", on = on, at = at, from = from, at_from = at_from, name = name }
end

-- a six-bar of Watt's first kind, without a mass
local function watt()
  return li.mechanism { name = "Watt I", bodies = bars "a b c d e", joints = {
    pin("a", nil, nil, nil, "A"), pin("b", nil, "a", { 1, 0 }, "B"),
    pin("c", nil, nil, { 3, 0 }, "D"), pin("c", { 2, 0 }, "b", { 2.6, 0 }, "C"),
    pin("d", nil, "b", { 1.8, 1.2 }, "E"), pin("e", nil, "c", { 2.2, -1.1 }, "F"),
    pin("e", { 1.4, 0 }, "d", { 1.6, 0 }, "G") } }
end

-- ---- marks and writers --------------------------------------------------------------------------

t.test("every writer writes every primitive", function()
  for _, w in ipairs { writers.svg, writers.tikz, writers.dots } do
    for _, name in ipairs(primitives.names) do t.ok(w[name], w.name .. ": " .. name) end
  end
end)

t.test("every mark is drawn as its example says, with its name beside it", function()
  for _, row in ipairs(marks) do
    local m = read("return " .. row.example)()
    t.eq(m[1], row.name)
    local d = drawn(row.name, li.draw.marks { m })
    local name = type(m[#m]) == "string" and #m > 1 and m[#m]
    if name then t.eq(#d:labels(), #name > 0 and (row.name == "axes" and 2 or 1), row.name) end
    for _, l in ipairs(d:labels()) do
      t.ok(l[2] > 0 and l[3] < d.width and l[4] > 0 and l[5] < d.height, row.name .. ": on paper")
    end
  end
end)

t.test("a mark of another shape is told apart", function()
  t.raises("marks%[1%]: no mark 'bra' %(did you mean 'bar'", li.draw.marks, { { "bra", 0, 0 } })
  t.raises("marks%[2%]: expected numbers as in {'bar'", li.draw.marks,
    { { "pin", 0, 0 }, { "bar", 0, 0, 1 } })
  t.raises("marks%[1%]: expected a mark", li.draw.marks, { "pin" })
  t.raises("argument 1: expected a model, mechanism", li.draw.mechanism, 3)
end)

t.test("dark paper has colours of its own; it can be left light, and have a sheet", function()
  local d = li.draw.marks { { "bar", 0, 0, 1, 0, "L1" } }
  t.ok(d:svg():find "prefers%-color%-scheme:dark")
  t.ok(not d:svg(nil, { dark = false }):find "dark")
  t.ok(d:svg(nil, { background = true }):find '<rect class="f%-paper"')
  t.eq(d:labels()[1][1], "L1")
end)

t.test("up is up: in SVG, whose y goes down, and in TikZ", function()
  local d = li.draw.marks({ { "line", 0, 0, 1, 2 } }, { scale = 10 })
  local x, y, u, v = d:svg():match 'd="M([%d.]+) ([%d.]+)L([%d.]+) ([%d.]+)"'
  t.near({ u - x, y - v }, { 10 * 72 / 25.4, 20 * 72 / 25.4 }, 0.011)
  x, y, u, v = d:tikz():match "%(([%d.]+),([%d.]+)%) %-%- %(([%d.]+),([%d.]+)%)"
  t.near({ u - x, v - y }, { 10 * 72 / 25.4, 20 * 72 / 25.4 }, 0.011)
end)

t.test("an arc goes against the clock, its head is at its end", function()
  local d = li.draw.marks({ { "line", 0, 0, 1, 0 }, { "line", 0, 0, 0, 1 },
    { "arc", 0, 0, 0.5, 0, pi / 2 } }, { scale = 40 })
  local r, k = 0.5 * 40 * 72 / 25.4, d:svg()
  local x, y, u, v = k:match 'd="M([%d.]+) ([%d.]+)A[%d.]+ [%d.]+ 0 0 0 ([%d.]+) ([%d.]+)"'
  t.near(u - x, -r * (1 - cos(1.5)), 4) -- it stops before its head
  t.near(v - y, -r, 3)
  local from, to = d:tikz():match "start angle=([%d.]+),end angle=([%d.]+)"
  t.near({ from + 0, to + 0 }, { 0, 86 }, 4)
end)

t.test("names with signs of XML and of LaTeX are written as they are", function()
  local d = drawn("signs", li.draw.marks { { "text", 0, 0, "a < b & c_1 % #" } })
  t.ok(d:svg():find("&lt;", 1, true) and d:svg():find("&amp;", 1, true))
end)

-- ---- joints -------------------------------------------------------------------------------------

-- the rows of a list by name, each once, in order
local function rows(list)
  local out, seen = {}, {}
  for _, row in pairs(list) do
    if not seen[row.name] then
      seen[row.name], out[#out + 1] = true, row
    end
  end
  table.sort(out, function(a, b) return a.name < b.name end)
  return out
end

-- two bodies with a joint between them, beside each other in space
local function with_joint(kind)
  return li.robot { bodies = { { name = "a", joint = "revolute", axis = "x",
    place = { { "Tz", 1 } } },
    { name = "b", parent = "a", joint = kind, place = { { "Tx", 1 }, { "Ty", 0.4 } },
      pitch = kind == "helical" and 0.1 or nil, axis2 = kind == "universal" and "y" or nil } } }
end

t.test("every joint has a symbol, in space and as an edge of a graph", function()
  t.ok(#rows(kinds.joint) >= 9)
  for _, row in ipairs(rows(kinds.joint)) do
    if row.name ~= "moves" and row.name ~= "floating" then
      t.ok(symbols[row.name], "symbol of " .. row.name)
      local m = with_joint(row.name)
      local d = drawn("joint " .. row.name, li.draw.mechanism(m, { view = "space", frames = true }))
      local bare = li.draw.mechanism(with_joint "fixed", { view = "space", frames = true })
      if row.name ~= "fixed" then t.ok(#d.list ~= #bare.list, row.name) end
      drawn("graph " .. row.name, li.draw.graph(m))
    end
  end
end)

-- what a constraint between two bodies needs beside them
local MORE = { distance = { length = 1 }, pulley = { from2 = "c", to2 = "b", length = 4 },
  helical = { pitch = 0.1 }, angle = { angle = 1 }, rolling_disc = { radius = 0.3 },
  rolling_ball = { radius = 0.3 }, wheel = { radius = 0.3 }, wheel_longitudinal = { radius = 0.3 },
  on_curve = { equations = { "y", "z - x^2" } }, on_surface = { equation = "z" } }

t.test("every constraint between bodies is drawn where its frames are", function()
  local count = 0
  for _, row in ipairs(rows(kinds.constraint)) do
    local name = row.alias or row.name
    if symbols[name] and name ~= "gear" then
      local c = { row.name, from = "b", from_at = { 0.2, 0, 0 }, to = "c" }
      for key, x in pairs(MORE[name] or {}) do c[key] = x end
      local m = li.robot { bodies = { { name = "b", joint = "floating" },
        { name = "c", joint = "revolute", axis = "z", place = { { "Tx", 1.2 } } } },
        constraints = { c } }
      drawn("constraint " .. name, li.draw.mechanism(m, { view = "space" }))
      drawn("edge " .. name, li.draw.graph(m))
      count = count + 1
    end
  end
  t.ok(count >= 18, count)
end)

t.test("gears touch: pitch circles as the rates are, outside and inside, on the paper", function()
  for _, x in ipairs { { -2, 1, 2 / 3, 1 / 3 }, { 3, 0.4, 0.6, 0.2 } } do
    local d = drawn("gear " .. x[1], li.draw.mechanism(li.robot { bodies = {
      { name = "w1", joint = "revolute" },
      { name = "w2", parent = "world", place = { { "Tx", x[2] } }, joint = "revolute" } },
      constraints = { { "gear", coordinates = { "q1", "q2" }, ratio = x[1] } } }))
    local radii = {}
    for _, p in ipairs(d.list) do
      if p[1] == "circle" and p[4] > 20 then
        radii[#radii + 1] = p[4] / d.scale
        t.ok(p[2] - p[4] > 0 and p[2] + p[4] < d.width and p[3] + p[4] < d.height)
      end
    end
    t.near(radii, { x[3], x[4] }, 1e-9)
    -- both have their teeth where they touch
    local place, n = { 0, 0 }, 0
    for _, p in ipairs(d.list) do
      if p[1] == "path" and p.quiet and #p.points == 2 and p.color ~= "grey" then
        place, n = { place[1] + p.points[1][1], place[2] + p.points[1][2] }, n + 1
      end
    end
    local touch = x[1] < 0 and x[3] or x[2] + x[4]
    if x[1] > 0 then touch = math.max(x[3], touch) end
    t.near((place[1] / n - d.spots.w1[1]) / d.scale, touch, 0.05)
  end
end)

-- ---- places and lengths -------------------------------------------------------------------------

-- units between two spots of a drawing
local function between(d, a, b)
  local p, q = d.spots[a], d.spots[b]
  return sqrt((p[1] - q[1]) ^ 2 + (p[2] - q[2]) ^ 2) / d.scale
end

t.test("a four-bar of every class stands with its lengths, in both assemblies", function()
  for _, l in ipairs { { 1, 3, 2.5, 3 }, { 3, 3.2, 2.8, 1 }, { 3, 1, 2.5, 3 }, { 2, 2, 2.2, 4 } } do
    local bars4 = li.fourbar(l[1], l[2], l[3], { l[4], 0 })
    for _, both in ipairs { false, true } do
      local d = drawn("fourbar", li.draw.mechanism(bars4, { at = 0.6, assemblies = both,
        lengths = true }))
      t.near({ between(d, "A", "B"), between(d, "B", "C"), between(d, "C", "D") },
        { l[1], l[2], l[3] }, 1e-6)
      local p, q = d.spots.A, d.spots.B
      t.near((q[2] - p[2]) / (q[1] - p[1]), math.tan(0.6), 1e-6)
      local ghosts = 0
      for _, x in ipairs(d.list) do if x.ghost then ghosts = ghosts + 1 end end
      t.eq(ghosts > 0, both)
    end
  end
end)

t.test("the name of a length stands where a number of its own says it", function()
  local function words(d)
    local out = {}
    for _, l in ipairs(d:labels()) do out[l[1]] = true end
    return out
  end
  local arm = li.planar { "L1", "L2" }
  local options = { at = { 0.6, 0.7 }, values = { L1 = 1, L2 = 0.8 }, lengths = true }
  local d = words(li.draw.mechanism(arm, options))
  t.ok(d.L1 and d.L2 and d.q1 and d.q2)
  options.lengths = "values"
  d = words(li.draw.mechanism(arm, options))
  t.ok(d["1"] and d["0.8"] and not d.L1)
  options.lengths = "both"
  t.ok(words(li.draw.mechanism(arm, options))["L1 = 1"])
end)

t.test("the curve of a coupler point is that of the closed form", function()
  local bars4 = li.fourbar(1, 3, 2.5, { 3, 0 })
  local coupler = bars4:mechanism().bodies[2].name
  local d = drawn("coupler curve", li.draw.mechanism(bars4, { at = 1, angles = false,
    curves = { { body = coupler, at = { 1.5, 1 }, name = "E" } }, assemblies = true }))
  local curve
  local plates = 0
  for _, p in ipairs(d.list) do if p.tint then plates = plates + 1 end end
  t.eq(plates, 2, "the coupler is a plate in both assemblies")
  for _, p in ipairs(d.list) do if p.stroke == "curve" then curve = p end end
  t.ok(#curve.points > 60)
  local A = d.spots.A
  local want = {}
  for k = 1, 360 do
    for _, sign in ipairs { "plus", "minus" } do
      local a = k * pi / 180
      local b = bars4:solve(a, sign, 0, 0)[1]
      want[#want + 1] = { cos(a) + 1.5 * cos(b) - sin(b), sin(a) + 1.5 * sin(b) + cos(b) }
    end
  end
  local worst = 0
  for _, p in ipairs(curve.points) do
    local x, y = (p[1] - A[1]) / d.scale, (p[2] - A[2]) / d.scale
    local least = 1e9
    for _, u in ipairs(want) do least = math.min(least, (x - u[1]) ^ 2 + (y - u[2]) ^ 2) end
    worst = math.max(worst, sqrt(least))
  end
  t.ok(worst < 0.02, worst)
end)

t.test("velocities: by name the others follow, across the crank and along the rail", function()
  local d = drawn("velocities", li.draw.mechanism(li.slider_crank(1, 3, 0.4), { at = 0.8,
    velocities = { phi1 = 2 } }))
  local list = {}
  for _, p in ipairs(d.list) do
    if p.stroke == "arrow" and p.color == "velocity" then
      local a, b = p.points[1], p.points[2]
      list[#list + 1] = { b[1] - a[1], b[2] - a[2] }
    end
  end
  t.eq(#list, 2)
  t.near(list[1][1] * cos(0.8) + list[1][2] * sin(0.8), 0, 1e-9)
  t.near(list[2][2], 0, 1e-9)
  t.ok(list[1][1] * -sin(0.8) + list[1][2] * cos(0.8) > 0, "it turns against the clock")
  t.ok(list[2][1] < 0, "the block goes to the crank")
  t.raises("options.velocities: no rate 'phi9'", li.draw.mechanism, li.slider_crank(1, 3, 0.4),
    { velocities = { phi9 = 1 } })
end)

t.test("places that are laid over each other stay in their assembly", function()
  local d = drawn("places", li.draw.mechanism(li.slider_crank(1, 3, 0.4), { at = { { phi1 = 2.3 },
    { phi1 = 0.5 }, { phi1 = 4 }, { phi1 = 6 } } }))
  local x = 1 * cos(2.3) + sqrt(9 - (0.4 - sin(2.3)) ^ 2)
  t.near((d.spots.C[1] - d.spots.A[1]) / d.scale, x, 1e-6)
  local blocks = 0
  for _, p in ipairs(d.list) do
    local square = p[1] == "path" and #p.points == 4 and p.closed and p.fill == "paper"
    if square and p.points[1][1] > d.spots.A[1] then blocks = blocks + 1 end
  end
  t.eq(blocks, 4, "all blocks on the same side")
end)

t.test("joints on one line are bent where nothing is told, which is told", function()
  local d = drawn("bent", li.draw.mechanism(li.planar { 1, 0.8 }))
  t.eq(d.told[1], "at home all joints are on one line; drawn at q1 = 0.7, q2 = 0.7")
  t.eq(#li.draw.mechanism(li.planar { 1, 0.8 }, { at = { 0, 0 } }).told, 0)
end)

t.test("a bar that a distance holds goes to its end", function()
  local arm = li.robot { bodies = {
    { name = "arm", joint = "revolute", axis = "y" },
    { name = "lid", parent = "world", place = { { "Tx", 2 }, { "Ty", 0.5 } }, joint = "revolute",
      axis = "x" } },
    constraints = { { "distance", from = "arm", from_at = { 1, 0, 0 }, to = "lid",
      length = 1.2 } } }
  local d = drawn("distance", li.draw.mechanism(arm, { view = "space" }))
  local x, y = d.at(arm:fk(standing(arm), "arm"):point { 1, 0, 0 })
  local least = 1e9
  for _, p in ipairs(d.list) do
    for _, q in ipairs(p.stroke == "link" and p.color == "body1" and p.points or {}) do
      least = math.min(least, (q[1] - x) ^ 2 + (q[2] - y) ^ 2)
    end
  end
  t.ok(least < 1, least)
end)

t.test("a wheel stands across its own axle, in its own size", function()
  local car = li.robot { bodies = { { name = "car", joint = "planar", axis = "z" } },
    constraints = { { "wheel_lateral", from = "car", from_at = { 0, 0.5, 0 }, from_axis = "y",
      to = "world", radius = 0.4 } } }
  local d = drawn("wheel", li.draw.mechanism(car, { view = "space", at = { 0, 0, 0 } }))
  for _, e in ipairs { { 0.4, 0.5, 0 }, { -0.4, 0.5, 0 }, { 0, 0.5, 0.4 } } do
    local x, y = d.at(li.vec(e))
    local least = 1e9
    for _, p in ipairs(d.list) do
      for _, q in ipairs(p.stroke == "rod" and p.closed and p.points or {}) do
        least = math.min(least, (q[1] - x) ^ 2 + (q[2] - y) ^ 2)
      end
    end
    t.ok(least < 1, least)
  end
end)

t.test("a rack is on the side of its wheel that moves as it does", function()
  for _, way in ipairs { 1, -1 } do
    local d = drawn("rack", li.draw.mechanism(li.robot { bodies = {
      { name = "pinion", joint = "revolute" },
      { name = "rack", parent = "world", joint = "prismatic", axis = "x" } },
      constraints = { { "leadscrew", coordinates = { "q1", "q2" }, pitch = 0.3 * way } } }))
    local line
    for _, p in ipairs(d.list) do
      local flat = p[1] == "path" and p.color == "body2" and #p.points == 2
        and math.abs(p.points[1][2] - p.points[2][2]) < 1e-9
      if flat then line = p.points[1][2] end
    end
    t.near((line - d.spots.pinion[2]) / d.scale, -0.3 * way, 1e-9)
  end
end)

t.test("arms and mechanisms of the catalogue: no label covers another", function()
  local function apart(name, d)
    local list = drawn(name, d):labels()
    for i = 1, #list do
      for k = i + 1, #list do
        local a, b = list[i], list[k]
        local w = math.min(a[3], b[3]) - math.max(a[2], b[2])
        local h = math.min(a[5], b[5]) - math.max(a[4], b[4])
        t.ok(w < 0.5 or h < 0.5, ("%s: %s on %s"):format(name, a[1], b[1]))
      end
    end
  end
  for _, name in ipairs { "rrp", "kr30", "scara", "stanford", "puma560", "planar2", "planar3" } do
    apart(name, li.draw.mechanism(li.robots[name](), { frames = true }))
  end
  for _, name in ipairs { "four_bar", "slider_crank", "slotted_lever", "watt", "mcpherson" } do
    apart(name, li.draw.mechanism(li.mechanisms[name](), { values = li.mechanisms.values(name),
      lengths = true }))
  end
  apart("Watt I", li.draw.mechanism(watt(), { at = { q_a = 1.1 }, bodies = "numbers" }))
  apart("dh", li.draw.mechanism(li.robots.rrp(), { dh = true, at = { 0.4, 0.6, 0.25 },
    height = 110 }))
end)

-- ---- masses are not needed ----------------------------------------------------------------------

t.test("without a mass: printed, counted and drawn, however it is described", function()
  local hinge = { name = "a", joint = "revolute" }
  local ways = { watt(), li.fourbar(1, 3, 2.5, { 3, 0 }), li.slider_crank(1, 3, 0.4),
    li.planar { 1, 0.8 }, li.robots.rrp(), li.robot { bodies = { hinge } },
    li.dh { convention = "standard", { a = 1, theta = "q1" }, { a = 0.5, theta = "q2" } } }
  for i, m in ipairs(ways) do
    t.ok(#tostring(m) > 10)
    for _, how in ipairs { "mechanism", "free_bodies", "graph" } do
      drawn(("way %d, %s"):format(i, how), li.draw[how](m))
    end
  end
  local s = li.system { planar = true }
  local x, y, th = s:coordinates "xs ys ths"
  s:body { name = "cart", at = { x, y }, angle = th }
  drawn("system", li.draw.mechanism(s, { at = { 0.5, 0.2, 0.4 } }))
  drawn("system, graph", li.draw.graph(s))
  t.raises("body 1.mass: expected the mass of 'cart'", s.kane, s)
  t.eq(watt():mobility({ q_a = 1.1 }).velocity, 1)
  t.eq(watt():mobility().plane, 1)
  t.eq(ways[2]:mechanism():mobility().plane, 1)
  t.eq(ways[6]:mobility({ 0 }).velocity, 1)
  t.eq(li.draw.free_bodies(ways[6]).told[1],
    "taken as 0, since not given: the mass or inertia of a")
end)

t.test("every robot, mechanism and system of the catalogue is drawn in every way", function()
  local function each(list, names)
    for name in names:gmatch "%S+" do
      for _, how in ipairs { "mechanism", "free_bodies", "graph" } do
        well_formed(li.draw[how](list[name]()):svg(), name .. " " .. how)
      end
    end
  end
  each(li.robots, table.concat(zoosample.names(), " "))
  each(li.mechanisms, "four_bar mcpherson one_loop slider_crank slotted_lever watt")
  each(li.systems, "crane disc loader mobile_robot tractor_trailer two_bar")
end)

-- ---- free bodies --------------------------------------------------------------------------------

-- what acts on each body adds up to nothing, about any point; what two bodies do to each other is
-- opposite
local function balances(name, d)
  drawn(name, d)
  t.ok(#d.forces > 0)
  for _, list in ipairs(d.forces) do
    local f, n, size = li.vec { 0, 0, 0 }, li.vec { 0, 0, 0 }, 1
    for _, x in ipairs(list) do
      f, n = f + x.f, n + x.p:cross(x.f) + (x.n or li.vec { 0, 0, 0 })
      size = math.max(size, x.f:norm())
    end
    t.ok(f:norm() < 1e-9 * size and n:norm() < 1e-9 * size, name)
  end
end

t.test("free bodies: all that acts and what the inertia asks for is in balance", function()
  balances("planar", li.draw.free_bodies(li.planar { 1, 0.8 }, { at = { 0.5, 0.6 }, v = { 1, 1 },
    a = { 2, -3 } }))
  local values = li.mechanisms.values "slider_crank"
  balances("slider-crank", li.draw.free_bodies(li.mechanisms.slider_crank(), { values = values,
    at = { th1 = 0.8 }, v = { th1 = 2 }, a = { th1 = 0 } }))
  balances("load", li.draw.free_bodies(li.planar { 1, 0.8 }, { at = { 0.5, 0.6 }, v = { 0, 0 },
    loads = { { on = "tip", f = { 10, 0 }, name = "F" } } }))
  balances("space", li.draw.free_bodies(li.robots.puma560(), { v = { 1, 1, 1, 1, 1, 1 } }))
end)

t.test("arrows of forces are as long as the scale says", function()
  local d = li.draw.free_bodies(li.planar { 1, 0.8 }, { at = { 0.5, 0.6 } })
  t.ok(#d.arrows >= 5)
  for _, a in ipairs(d.arrows) do
    local long = sqrt((a[3] - a[1]) ^ 2 + (a[4] - a[2]) ^ 2)
    t.near(long, d.force_scale * a[5].f:norm(), 1e-9)
    local heads = 0
    for _, p in ipairs(d.list) do
      local tip = p.fill and p.closed and p.points and p.points[1]
      if tip and math.abs(tip[1] - a[3]) + math.abs(tip[2] - a[4]) < 1e-6 then heads = heads + 1 end
    end
    t.eq(heads, 1, "a head at its end")
  end
  -- the weight of the second bar is held by the joint behind it
  t.eq(d.told[1]:match "^forces: 10 mm for", "forces: 10 mm for")
end)

-- ---- graphs -------------------------------------------------------------------------------------

t.test("a graph has as many loops as Euler says, and the shortest ones", function()
  for _, x in ipairs { { li.fourbar(1, 3, 2.5, { 3, 0 }), 1, 4 }, { watt(), 2, 8 },
    { li.mechanisms.mcpherson(), 2, 9 }, { li.robots.kr30(), 0, 0 } } do
    local d = drawn("graph", li.draw.graph(x[1]))
    local edges = 0
    for _, loop in ipairs(d.loops) do edges = edges + #loop.joints end
    t.eq(#d.loops, x[2])
    t.eq(edges, x[3])
  end
end)

-- ---- tables of Denavit and Hartenberg -----------------------------------------------------------

t.test("the table of the KR30 as the course prints it", function()
  local text = li.robots.kr30():dh_table()
  local function row(head)
    local out = {}
    local line = ("\n" .. text):match("\n" .. head:gsub("%p", "%%%0") .. " %s*([^\n]*)")
    for cell in (line:gsub(" ([+-]) ", "%1")):gmatch "%S+" do out[#out + 1] = cell end
    return table.concat(out, " ")
  end
  t.eq(row "a_i", "0.67 0.8 0.145 0 0 -0.12")
  t.eq(row "alpha_i", "pi/2 0 pi/2 pi/2 pi/2 pi")
  t.eq(row "d_i", "0 0 0 -0.82 0 -0.15")
  t.eq(row "value of q_i shown", "0 0 0 pi pi 0")
  t.eq(row "value of the controller", "th1 th2 th3 th4-pi th5-pi th6")
  t.ok(li.robots.rrp():dh_table { language = "fr", style = "latex" }:find("représentée", 1, true))
  local offset = li.dh { convention = "standard", { a = 1, theta = "q1 + pi/2" },
    { a = 0.5, theta = "q2" } }:dh_table()
  t.ok(offset:find("q1 + pi/2", 1, true), offset)
  t.raises("not described by a table", function() li.planar { 1 }:dh_table() end)
end)

-- ---- the page and LaTeX -------------------------------------------------------------------------

t.test("a page shows drawings in a tab of their own", function()
  local arm = li.planar { 1, 0.8 }
  local page = arm:html(nil, { drawings = li.draw.mechanism(arm) })
  t.ok(page:find('<button role="tab" id="tab-drawings"', 1, true))
  t.ok(page:find('class="li-d"', 1, true) and page:find("on one line", 1, true))
  t.ok(not arm:html():find('class="li-d"', 1, true))
  t.raises("html.drawings%[1%]: expected a drawing", arm.html, arm, nil, { drawings = { 3 } })
end)

t.test("LaTeX takes all of these pictures", function()
  if rawget(_G, "jit") then return end -- the other Lua writes the same, once is enough
  t.needs("pdflatex", "texlive-pictures")
  local dir = os.tmpname()
  os.remove(dir)
  os.execute("mkdir " .. dir)
  local out = { "\\documentclass{article}\\usepackage[T1]{fontenc}\\usepackage[utf8]{inputenc}"
    .. "\\usepackage{tikz}\\begin{document}" }
  for _, x in ipairs(all) do out[#out + 1] = "\n" .. x[2]:tikz() .. "\\clearpage" end
  out[#out + 1] = "\\end{document}\n"
  local f = assert(io.open(dir .. "/all.tex", "w"))
  f:write(table.concat(out))
  f:close()
  local done = os.execute(("cd %s && pdflatex -interaction=nonstopmode -halt-on-error all.tex "
    .. "> told 2>&1"):format(dir))
  local log = assert(io.open(dir .. "/told")):read "*a"
  os.execute("rm -rf " .. dir)
  t.ok(done == true or done == 0, log:match "\n(!.*)" or log)
end)

t.done()
