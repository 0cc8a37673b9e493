-- scheme_space.lua - a mechanism in space as a drawing: symbols in an axonometric projection,
-- frames with their axes and names
local li = require "liaison.core"
local dh = require "liaison.draw.dh_scheme"
local lines = require "liaison.draw.space_lines"
local linkage = require "liaison.draw.linkage"
local look = require "liaison.draw.look"
local marks = require "liaison.draw.marks"
local routes = require "liaison.draw.space_routes"
local symbols = require "liaison.draw.space_symbols"

local scheme = {}

local cos, sin, rad = math.cos, math.sin, math.rad

-- ---- the view -----------------------------------------------------------------------------------

-- a projection: up on paper, to the right of it, to the viewer
local function projection(up, azimuth, elevation)
  local h = math.abs(up[1]) < 0.9 and li.vec { 1, 0, 0 } or li.vec { 0, 1, 0 }
  local a = h - h:dot(up) * up
  a = a / a:norm()
  local b = up:cross(a)
  local c, d = rad(azimuth), rad(elevation)
  local eye = cos(d) * (cos(c) * a + sin(c) * b) + sin(d) * up
  local right = -sin(c) * a + cos(c) * b
  return { eye = eye, right = right, top = eye:cross(right), up = up }
end

-- up: against gravity, else z
local function up_of(w)
  local g = w.desc.gravity
  g = g and li.vec(g) or li.vec { 0, 0, 0 }
  if g:norm() == 0 then return li.vec { 0, 0, 1 } end
  return -g / g:norm()
end

local function points_of(L)
  local list = {}
  local function add(p)
    for _, q in ipairs(list) do if (p - q):norm() < 1e-9 then return end end
    list[#list + 1] = p
  end
  for i = 0, #L.bodies do
    for _, x in ipairs(L.bodies[i].spots) do add(x.p) end
    if i > 0 then add(L.bodies[i].X.p) end
  end
  return list
end

local function size_of(list)
  local most = 0
  for i = 1, #list do
    for k = i + 1, #list do most = math.max(most, (list[i] - list[k]):norm()) end
  end
  return most
end

local function seen(view, d) return d:dot(view.right), d:dot(view.top) end

-- points that fall on each other
local function covers(view, list, size)
  local sum = 0
  for i = 1, #list do
    for k = i + 1, #list do
      local x, y = seen(view, list[i] - list[k])
      sum = sum + math.max(0, 1 - math.sqrt(x * x + y * y) / (0.13 * size)) ^ 2
    end
  end
  return sum
end

-- axes that are looked along, or that bodies seem to lie on which stand across them
local function flattens(view, L, size)
  local sum = 0
  for _, j in ipairs(L.joints) do
    local u = j.axis / j.axis:norm()
    local ux, uy = seen(view, u)
    sum = sum + 3 * math.max(0, math.abs(u:dot(view.eye)) - 0.8)
    for _, b in ipairs { j.from, j.to } do
      for _, x in ipairs(b.index > 0 and b.spots or {}) do
        local d = x.p - j.p
        if d:norm() > 0.05 * size and math.abs(d:dot(u)) < 0.3 * d:norm() then
          local dx, dy = seen(view, d)
          local sine = math.abs(ux * dy - uy * dx)
            / math.max(1e-9, math.sqrt((ux * ux + uy * uy) * (dx * dx + dy * dy)))
          sum = sum + 2 * math.max(0, 0.4 - sine)
        end
      end
    end
  end
  return sum
end

-- bodies that pass over joints of others
local function crosses(view, L, size)
  local sum = 0
  for i = 1, #L.bodies do
    local spots = L.bodies[i].spots
    for k = 2, #spots do
      local ax, ay = seen(view, spots[1].p)
      local dx, dy = seen(view, spots[k].p - spots[1].p)
      local square = dx * dx + dy * dy
      for _, j in ipairs(square > 1e-12 * size * size and L.joints or {}) do
        local px, py = seen(view, j.p)
        local t = ((px - ax) * dx + (py - ay) * dy) / square
        local off = math.abs((px - ax) * dy - (py - ay) * dx) / math.sqrt(square)
        if t > 0.08 and t < 0.92 then sum = sum + 2 * math.max(0, 1 - off / (0.09 * size)) end
      end
    end
  end
  return sum
end

local function hides(L, view, list, size)
  return covers(view, list, size) + flattens(view, L, size) + crosses(view, L, size)
end

local AZIMUTHS = { 30, 45, 60, -30, -50, 15, 120, 150, -120, -150 }

local function best_view(w, L)
  local up, list = up_of(w), points_of(L)
  local size = math.max(size_of(list), 1e-9)
  local best, least
  for i, azimuth in ipairs(AZIMUTHS) do
    for k, elevation in ipairs { 24, 34, 14 } do
      local view = projection(up, azimuth, elevation)
      local cost = hides(L, view, list, size) + 0.03 * i + 0.05 * k
      if not least or cost < least - 1e-9 then best, least = view, cost end
    end
  end
  return best
end

-- o.view: nil, or { azimuth, elevation } in degrees
function scheme.view(w, L, o)
  if type(o.view) ~= "table" then return best_view(w, L) end
  return projection(up_of(w), o.view[1], o.view[2])
end

-- ---- the space ----------------------------------------------------------------------------------

-- s with pen, k and flat(x, y) -> points of paper becomes a space: at(p) -> x, y, depth; unit: the
-- length of a point of paper; eye, up, right, top; across(u): a unit vector across another
local function in_space(s, view, flat)
  s.segs, s.feet, s.symbols = {}, {}, {}
  for key, x in pairs(view) do s[key] = x end
  function s.at(p)
    local x, y = flat(p:dot(view.right), p:dot(view.top))
    return x, y, p:dot(view.eye)
  end
  function s.across(u)
    for _, e in ipairs { s.right, s.top, s.eye } do
      local d = e - e:dot(u) * u
      if d:norm() > 0.3 then return d / d:norm() end
    end
  end
  return s
end
scheme.in_space = in_space

local function space(L, view, o)
  local b = { math.huge, -math.huge, math.huge, -math.huge }
  for _, p in ipairs(points_of(L)) do
    local x, y = p:dot(view.right), p:dot(view.top)
    b[1], b[2] = math.min(b[1], x), math.max(b[2], x)
    b[3], b[4] = math.min(b[3], y), math.max(b[4], y)
  end
  local s = marks.sheet(b, o)
  s.unit = o.symbols / s.scale
  return in_space(s, view, s.at)
end

local function unit(a) return a / a:norm() end

-- kinds whose symbol stands where the point of the first frame is, and those whose axis is its own
local AT_POINT, OWN_AXIS = { in_plane = true, on_line = true, on_curve = true, on_surface = true,
  rolling_ball = true }, {}
for name in ("rolling_disc wheel wheel_longitudinal wheel_lateral knife_edge"):gmatch "%S+" do
  AT_POINT[name], OWN_AXIS[name] = true, true
end

-- what a symbol of a joint needs: see space_symbols.lua
local function geometry(s, j, i)
  local u = unit(OWN_AXIS[j.kind] and j.axis_to or j.axis)
  local v = j.base.R * li.vec { 1, 0, 0 }
  v = v - v:dot(u) * u
  v = v:norm() > 0.3 and unit(v) or s.across(u)
  local c = AT_POINT[j.kind] and j.p_to or j.p
  return { joint = j, c = c, p = c, u = u, v = v, other = j.p_to, order = i,
    axis2 = j.axis2 and unit(j.axis2), radius = j.fields.radius,
    from = look.body(j.from.index), to = look.body(j.to.index), stub = { [1] = true, [-1] = true },
    movable = routes.has_axis[j.kind] or false }
end

local function towards(s, b, g, other)
  for _, x in ipairs(b.spots) do
    local d = x.p - g.p
    if x.joint ~= g.joint and d:norm() > 2 * s.unit then return unit(d) end
  end
  local d = b.X.p - g.p
  return d:norm() > 2 * s.unit and unit(d) or other
end

-- a symbol on a pen of its own, so that what it covers is known
local function shown(s, g)
  local row = symbols[g.joint.kind]
  if not row then return nil end
  local _, _, depth = s.at(g.c)
  local pen = s.pen
  local before = #pen.list
  row.draw(s, g)
  local own = {}
  for i = before + 1, #pen.list do own[#own + 1], pen.list[i] = pen.list[i], nil end
  return { g = g, depth = depth, order = g.order, hull = lines.hull(own),
    draw = function() for _, p in ipairs(own) do pen.list[#pen.list + 1] = p end end }
end

-- ---- what is told -------------------------------------------------------------------------------

-- arrows of the same direction from the same point are one, with all their names
local function axis_arrow(s, arrows, origin, a, name, color, length)
  local x, y = s.at(origin)
  local X, Y = s.at(origin + length * s.unit * a)
  for _, other in ipairs(arrows) do
    if math.abs(other.x - x) + math.abs(other.y - y) < 2
      and math.abs(other.X - X) + math.abs(other.Y - Y) < 4 then
      other.names[#other.names + 1] = name
      return
    end
  end
  arrows[#arrows + 1] = { x = x, y = y, X = X, Y = Y, names = { name }, color = color }
end

local function draw_arrows(s, arrows)
  for _, a in ipairs(arrows) do
    s.pen:arrow(a.x, a.y, a.X, a.Y, { stroke = "thin", color = a.color })
    local name = a.names[1]
    if #a.names > 1 then name = "`" .. table.concat(a.names, "`, `") .. "`" end
    local angle = (math.atan2 or math.atan)(a.Y - a.y, a.X - a.x) -- luacheck: ignore
    s.pen:label_around(name, a.X, a.Y, 0, angle, { color = a.color })
  end
end

local function frames(s, L, which)
  local arrows = {}
  local wanted = type(which) == "string" and which or nil
  for i = 0, #L.bodies do
    local b = L.bodies[i]
    for k, letter in ipairs { "x", "y", "z" } do
      local asked = wanted and wanted:find(letter) or not wanted and (letter ~= "y" or i == 0
        or i == #L.bodies)
      if asked then
        local e = { 0, 0, 0 }
        e[k] = 1
        axis_arrow(s, arrows, b.X.p, b.X.R * li.vec(e), letter .. "_" .. i, look.body(i), 34)
      end
    end
  end
  draw_arrows(s, arrows)
end

local function names(s, L, g_of, o)
  for _, j in ipairs(L.joints) do
    local g = g_of[j]
    if g and symbols[j.kind] then
      local x, y = s.at(g.c)
      local text = o.names ~= false and j.name
      if o.angles ~= false and not o.dh and #j.q > 0 and #j.q <= 3 then
        local q = "`" .. table.concat(j.q, "`, `") .. "`"
        text = text and ("`%s`: %s"):format(text, q) or q
      end
      s.pen:label_around(text, x, y, 10, math.pi, { color = g.to })
    end
  end
  for _, x in ipairs(L.frame_list) do
    local X, Y = s.at(x.X.p)
    s.pen:circle(X, Y, 2, { fill = look.body(x.body.index) })
    s.pen:label_around(o.names ~= false and x.name, X, Y, 3, 0, { color = look.body(x.body.index) })
  end
end

local function tell_shifts(s, w)
  local list = {}
  for _, g in ipairs(s.symbols) do
    if (g.shift or 0) ~= 0 then
      list[#list + 1] = g.joint.name or g.joint.q[1] or g.joint.full_name
    end
  end
  if #list > 0 then
    w.told[#w.told + 1] = ("drawn moved along their axes, not to cover others: %s"):format(
      table.concat(list, ", "))
  end
end

local function spots_of(s, L)
  local out = {}
  local function add(name, p) if name then out[name] = { s.at(p) } end end
  for _, b in ipairs(L.bodies) do add(b.name, b.X.p) end
  for _, x in ipairs(L.frame_list) do add(x.name, x.X.p) end
  for _, j in ipairs(L.joints) do add(j.name or j.q[1], j.p) end
  return out
end

-- ---- the whole ----------------------------------------------------------------------------------

-- symbols for all joints, not yet moved: by joint
local function symbols_of(s, L)
  s.segs, s.feet, s.symbols = {}, {}, {}
  local g_of = {}
  for i, j in ipairs(L.joints) do
    if symbols[j.kind] then
      local g = geometry(s, j, i)
      s.symbols[#s.symbols + 1], g_of[j] = g, g
    end
  end
  return g_of
end

-- one body alone: its bars, a small circle at each joint
function scheme.body_alone(s, L, b)
  local g_of = symbols_of(s, L)
  routes.body(s, b, g_of, look.body(b.index), true)
  lines.draw(s, {})
  for _, x in ipairs(b.spots) do
    local X, Y = s.at(x.p)
    if x.joint then
      s.pen:circle(X, Y, 2.6, { stroke = "line", fill = "paper", color = look.body(b.index) })
      s.pen:label_around(x.joint.name, X, Y, 3, 3 * math.pi / 4)
    end
  end
end

local function draw_place(s, L)
  local g_of = symbols_of(s, L)
  routes.spread(s, s.symbols, g_of)
  for _, g in ipairs(s.symbols) do
    g.towards = towards(s, g.joint.to, g, s.across(g.u))
    g.back = towards(s, g.joint.from, g, -g.towards)
  end
  for i = 1, #L.bodies do routes.body(s, L.bodies[i], g_of, look.body(i)) end
  for _, g in ipairs(s.symbols) do
    if g.joint.from.index == 0 or g.joint.to.index == 0 then routes.ground(s, g) end
  end
  local list = {}
  for _, g in ipairs(s.symbols) do list[#list + 1] = shown(s, g) end
  s.after_bars = function()
    for _, p in ipairs(s.feet) do
      local x, y = s.at(p)
      marks.kinds.foot.draw({ pen = s.pen, k = s.k, at = function(a, b) return a, b end },
        { "foot", x, y })
    end
  end
  lines.draw(s, list)
  return g_of
end

function scheme.draw(w, places, o)
  local L = linkage.at(w, places[1])
  local s = space(L, scheme.view(w, L, o), o)
  for i = #places, 2, -1 do
    s.pen.ghost = true
    draw_place(s, linkage.at(w, places[i]))
  end
  s.pen.ghost = false
  local g_of = draw_place(s, L)
  if o.frames or o.dh and o.frames == nil then frames(s, L, o.frames or "xz") end
  if o.dh then dh.draw(s, L, w) end
  names(s, L, g_of, o)
  tell_shifts(s, w)
  return marks.finish(s, { title = o.title or w.desc.name, told = w.told, spots = spots_of(s, L) })
end

return scheme
