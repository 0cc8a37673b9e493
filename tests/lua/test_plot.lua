-- test_plot.lua - figures: what is drawn where, limits and ticks, mistakes, files
local t = require "t"
local li = require "liaison"
local scale = require "liaison.show.scale"

-- every tag closes in order, no stray & or <
local function well_formed(svg)
  local stack = {}
  for slash, name, rest in svg:gmatch "<(/?)([%w]+)([^>]*)>" do
    if slash == "/" then
      t.eq(table.remove(stack), name)
    elseif rest:sub(-1) ~= "/" then
      stack[#stack + 1] = name
    end
  end
  t.eq(#stack, 0)
  t.ok(not svg:gsub("&amp;", ""):gsub("&lt;", ""):gsub("&gt;", ""):gsub("&quot;", ""):find "&")
end

local function path_of(svg) return svg:match '<path d="(M[^"]+)" fill="none" stroke="#0072b2"' end

local function points(d)
  local out = {}
  for x, y in d:gmatch "[ML](%-?[%d.]+) (%-?[%d.]+)" do
    out[#out + 1] = { tonumber(x), tonumber(y) }
  end
  return out
end

t.test("scattered points are dots, crosses or rings, in the legend too", function()
  local function drawn(shape, pattern)
    local svg = li.plot { { x = { 0, 1, 2 }, y = { 0, 1, 0 }, kind = "scatter", shape = shape,
      size = 4, label = "a" } }:svg()
    well_formed(svg)
    return select(2, svg:gsub(pattern, ""))
  end
  t.eq(drawn(nil, "<circle[^>]-fill%-opacity"), 4)
  t.eq(drawn("ring", '<circle[^>]-fill="none"'), 4)
  t.eq(drawn("cross", '<path d="M[^ ]+ [^L]+L[^M]+M[^L]+L[^"]+" stroke'), 4)
  t.raises("unknown shape 'star'", li.plot, { { y = { 1 }, kind = "scatter", shape = "star" } })
end)

t.test("a line is drawn where its numbers are", function()
  local svg = li.plot { x = { 0, 1, 4 }, y = { 0, 10, 5 }, xlim = { 0, 4 }, ylim = { 0, 10 } }:svg()
  well_formed(svg)
  local x0, y0, w,
    h = svg:match('clipPath id="panel1"><rect x="([%d.]+)" y="([%d.]+)" width="([%d.]+)" '
    .. 'height="([%d.]+)"')
  x0, y0, w, h = tonumber(x0), y0 + 2, w - 1, h - 4
  local p = points(path_of(svg))
  t.near(p[1], { x0, y0 + h }, 0.02)
  t.near(p[2], { x0 + w / 4, y0 }, 0.02)
  t.near(p[3], { x0 + w, y0 + h / 2 }, 0.02)
end)

t.test("numbers that are not finite break the line; long lines keep their peaks", function()
  local d = path_of(li.plot { y = { 1, 2, 0 / 0, 3, 4 } }:svg())
  t.eq(select(2, d:gsub("M", "")), 2)
  local y = {}
  for i = 1, 50000 do y[i] = 0 end
  y[12345] = 1
  local svg = li.plot { y = y, ylim = { 0, 1 } }:svg()
  t.ok(#svg < 60000)
  local top = 1e9
  for _, p in ipairs(points(path_of(svg))) do top = math.min(top, p[2]) end
  local y0 = svg:match 'clipPath id="panel1"><rect x="[%d.]+" y="([%d.]+)"' + 2
  t.near(top, y0, 0.02)
end)

t.test("ticks are round and inside; labels are short", function()
  for _, r in ipairs { { 0, 1 }, { -3, 17 }, { 1e-9, 4e-9 }, { 12345, 12346 }, { -2e7, 3e8 } } do
    local a = scale.axis(r[1], r[2], { count = 6 })
    t.ok(#a.ticks >= 2 and #a.ticks <= 14)
    for _, k in ipairs(a.ticks) do
      t.ok(a.to(k.at) > -1e-9 and a.to(k.at) < 1 + 1e-9)
      t.ok(#k.label < 14, k.label)
    end
  end
  local log = scale.axis(0.01, 1000, { count = 6, log = true, tight = true })
  t.near(log.to(0.01), 0)
  t.near(log.to(1000), 1)
  t.near(log.to(1), 0.4)
  t.eq(scale.label(-0.25, 0.05), "\226\136\1460.25")
  t.eq(scale.label(2.5e-7, 1e-7), "2.5e\226\136\1467")
end)

t.test("text is escaped, panels are stacked, histograms count everything", function()
  local svg = li.plot { y = { 1, 2 }, title = "a < b & \"c\"", label = "<q>" }:svg()
  well_formed(svg)
  t.ok(svg:find("a &lt; b &amp; &quot;c&quot;", 1, true))
  local one = li.plot { y = { 1, 2 } }
  well_formed(li.plot.stack(one, one, one):svg())
  local data = {}
  for i = 1, 1000 do data[i] = math.sin(i) end
  well_formed(li.plot.histogram(data):svg())
  t.eq(select(2, li.plot.histogram({ 1, 1, 2, 9 },
    { bins = 4 }):svg():gsub('<rect [^>]*fill="#0072b2"', "")), 4)
end)

t.test("the terminal shows the same in dots", function()
  local text = li.plot { y = { 0, 1 }, title = "rise" }:braille(10, 4)
  t.eq(select(2, text:gsub("\n", "")), 6)
  t.ok(text:find "rise")
end)

t.test("mistakes are named with their place", function()
  t.raises("plot: unknown key 'ylable' %(did you mean 'ylabel'%?%)", li.plot,
    { y = { 1 }, ylable = "x" })
  t.raises("plot%[2%]: x has 1 numbers, y has 2", li.plot,
    { { y = { 1 } }, { x = { 1 }, y = { 1, 2 } } })
  t.raises("plot%[1%]%.y%[2%]: expected a number", li.plot, { { y = { 1, "a" } } })
  t.raises("nothing to draw", li.plot, {})
  t.raises("expected {low, high} with low < high", li.plot, { y = { 1 }, ylim = { 2, 1 } })
  t.raises("no numbers: there is nothing to draw", li.plot, { x = {}, y = {} })
  t.raises("none of the 2 points of 'u' is finite", li.plot, { y = { 0 / 0, 1 / 0 }, label = "u" })
  t.raises("plot.ylog: a log scale has only numbers above 0, and y of series 1 at 2 is %-1",
    li.plot, { y = { 1, -1 }, ylog = true })
  t.raises("plot.xlog: .* x of 'u' at 1 is 0", li.plot,
    { x = { 0, 1 }, y = { 1, 1 }, label = "u", xlog = true })
  t.raises("a log scale starts above 0", li.plot, { y = { 1 }, ylog = true, ylim = { 0, 1 } })
  t.raises("no numbers", li.plot.histogram, {})
end)

t.test("a file appears whole or not at all", function()
  local name = os.tmpname()
  t.eq(li.plot { y = { 1, 2 } }:save(name), true)
  local f = assert(io.open(name))
  t.ok(f:read "*a":find "</svg>")
  f:close()
  os.remove(name)
  local p = li.plot { y = { 1 } }
  t.raises("/nowhere/x.svg: cannot be written", p.save, p, "/nowhere/x.svg")
end)

t.test("a point alone is a dot, a title has the lines it needs, a legend the height", function()
  t.ok(li.plot { x = { 1 }, y = { 2 } }:svg():find("<circle", 1, true))
  t.ok(li.plot { y = { 1, 0 / 0, 2, 0 / 0, 3, 4 } }:svg():find("<circle", 1, true))
  local y, names = {}, {}
  for k = 1, 12 do
    y[k], names[k] = { k, k + 1 }, "a name that is rather long for a legend, " .. k
  end
  local svg = li.plot { y = y, label = names, title = ("words "):rep(30) }:svg()
  t.ok(tonumber(svg:match 'height="(%d+)"') > 500)
  t.ok(select(2, svg:gsub('font%-weight="600"', "")) > 1)
end)

t.test("labels of large numbers close together differ", function()
  local seen = {}
  for _, tick in ipairs(scale.axis(1e6, 1e6 + 2, { count = 5, tight = true }).ticks) do
    t.ok(not seen[tick.label], tick.label)
    seen[tick.label] = true
  end
  t.eq(scale.label(4e300, 1e300), "4e300")
end)

t.test("a run over another column, with the unit its columns share", function()
  local run = li.simulate { li.planar { 1 }, q = { 1 }, t = 0.5 }
  local svg = run:plot(nil, { "T", "E" }, "q1"):svg()
  t.ok(svg:find(">(J)<", 1, true) and svg:find(">q1<", 1, true))
  t.raises("no column named", run.plot, run, nil, {})
end)

t.test("the phase plane leaves a twenty-fifth of its width on either side", function()
  local run = li.simulate { li.planar { 1 }, q = { 0.5 }, t = 3, dt = 0.01 }
  local svg = run:phase("q1", "q1'"):svg()
  local x0, w = svg:match 'clipPath id="panel1"><rect x="([%d.]+)" y="[%d.]+" width="([%d.]+)"'
  local least, most = 1e9, -1e9
  for _, p in ipairs(points(path_of(svg))) do
    least, most = math.min(least, p[1]), math.max(most, p[1])
  end
  w = w - 1
  t.near((least - x0) / w, 0.04 / 1.08, 2e-4)
  t.near((most - x0) / w, 1.04 / 1.08, 2e-4)
  -- what stands still has a width all the same
  well_formed(li.simulate { li.planar { 1 }, t = 0.1, gravity = nil }:phase("q1", "q1'"):svg())
end)

t.test("axes: what room data get, decades with their labels", function()
  local a = scale.axis(1, 3, { count = 5 })
  t.near({ a.lo, a.hi }, { 1 - 0.08, 3 + 0.08 }, 1e-12)
  a = scale.axis(5, 5, { count = 5 })
  t.near({ a.lo, a.hi }, { 4.5, 5.5 }, 1e-12)
  a = scale.axis(0, 0, { count = 5 })
  t.near({ a.lo, a.hi }, { -0.5, 0.5 }, 1e-12)
  a = scale.axis(0, 4, { count = 5, zero = true })
  t.near({ a.lo, a.hi }, { 0, 4.16 }, 1e-12)
  a = scale.axis(1, 100, { count = 5, log = true })
  t.near({ a.lo, a.hi, a.to(10) }, { 100 ^ -0.03, 100 ^ 1.03, 0.5 }, 1e-12)
  local named = {}
  for _, tick in ipairs(a.ticks) do named[#named + 1] = tick.label end
  t.eq(table.concat(named, " "), "1 2 5 10 20 50 100")
  a = scale.axis(1, 1e9, { count = 5, log = true, tight = true })
  named = {}
  for _, tick in ipairs(a.ticks) do named[#named + 1] = ("%g"):format(tick.at) end
  t.eq(table.concat(named, " "), "1 100 10000 1e+06 1e+08")
  a = scale.axis(1e10, 1e20, { count = 5, log = true, tight = true })
  named = {}
  for _, tick in ipairs(a.ticks) do named[#named + 1] = ("%g"):format(tick.at) end
  t.eq(table.concat(named, " "), "1e+10 1e+12 1e+14 1e+16 1e+18 1e+20")
end)

t.done()
