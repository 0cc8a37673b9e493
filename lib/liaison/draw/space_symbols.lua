-- space_symbols.lua - the symbols of joints in space (ISO 3952, in perspective), a row each
--
-- A row draws one joint into a pen: draw(s, g). s: the space (see scheme_space.lua), with s.at(p)
-- -> x, y, depth and s.unit, the length of a point of paper. g: c (where the symbol stands), u (its
-- axis), v (across it), axis2, colours `from` and `to`, towards (a direction in which the body `to`
-- goes away), stub { [1] = draw the end of the shaft along u, [-1] = the other }.
local li = require "liaison.core"

local symbols = {}

local cos, sin, pi = math.cos, math.sin, math.pi

symbols.list = {}

local function row(name, text, draw)
  symbols.list[#symbols.list + 1] = { name = name, text = text, draw = draw }
  symbols[name] = symbols.list[#symbols.list]
end

-- ---- pieces -------------------------------------------------------------------------------------

-- points of paper of a circle in space: centre, two directions, radius in points
local function ring(s, c, a, b, r, from, to)
  local out, n = {}, 28
  from, to = from or 0, to or 2 * pi
  for k = 0, n do
    local t = from + (to - from) * k / n
    local x, y = s.at(c + r * s.unit * (cos(t) * a + sin(t) * b))
    out[k + 1] = { x, y }
  end
  return out
end

local function cross(o, a, b)
  return (a[1] - o[1]) * (b[2] - o[2]) - (a[2] - o[2]) * (b[1] - o[1])
end

-- the convex hull of points of paper (Andrew's monotone chain, 1979)
function symbols.hull(list)
  local p, out = {}, {}
  for i, x in ipairs(list) do p[i] = x end
  table.sort(p, function(a, b) return a[1] < b[1] or a[1] == b[1] and a[2] < b[2] end)
  for _, way in ipairs { 1, -1 } do
    local from = #out
    for i = way == 1 and 1 or #p, way == 1 and #p or 1, way do
      while #out - from >= 2 and cross(out[#out - 1], out[#out], p[i]) <= 1e-9 do
        out[#out] = nil
      end
      out[#out + 1] = p[i]
    end
    out[#out] = nil
  end
  return out
end

local function along(s, g, far) return g.c + far * s.unit * g.u end

local function frame(g) return g.v, g.u:cross(g.v) end

-- +1 where u points to the viewer, -1 where away from him
local function near_side(s, u) return u:dot(s.eye) >= 0 and 1 or -1 end

local function line(s, p, q, style)
  local ax, ay = s.at(p)
  local bx, by = s.at(q)
  s.pen:line(ax, ay, bx, by, style)
end

local function face(s, points, color)
  s.pen:path(points, { stroke = "line", fill = "paper", color = color, closed = true })
end

-- a solid cylinder along the axis, half as long, radius r
local function cylinder(s, g, half, r, color)
  local a, b = frame(g)
  local one, two = ring(s, along(s, g, half), a, b, r), ring(s, along(s, g, -half), a, b, r)
  local all = {}
  for _, p in ipairs(one) do all[#all + 1] = p end
  for _, p in ipairs(two) do all[#all + 1] = p end
  face(s, symbols.hull(all), color)
  face(s, near_side(s, g.u) > 0 and one or two, color)
end

-- a shaft on one side of the symbol, with a collar behind it
local function shaft(s, g, way, from, to, collar)
  line(s, along(s, g, way * from), along(s, g, way * to), { stroke = "rod", color = g.to })
  if collar then
    local a, b = frame(g)
    s.pen:path(ring(s, along(s, g, way * collar), a, b, 3), { stroke = "line", color = g.to,
      fill = "paper", closed = true, quiet = true })
  end
end

-- the far end, the cylinder, the near end
local function turning(s, g, half, r, collar)
  local near = near_side(s, g.u)
  local function stub(way)
    if g.stub[way] then shaft(s, g, way, half, half + symbols.STUB, collar and half + 2.5) end
  end
  stub(-near)
  cylinder(s, g, half, r, g.from)
  stub(near)
end

symbols.STUB, symbols.HALF, symbols.RADIUS = 7, 10, 5.8

-- ---- the joints ---------------------------------------------------------------------------------

row("revolute", "a cylinder, a shaft in it with collars", function(s, g)
  turning(s, g, symbols.HALF, symbols.RADIUS, true)
end)

row("cylindrical", "a cylinder, a shaft in it that slides too", function(s, g)
  turning(s, g, symbols.HALF + 2, symbols.RADIUS, false)
end)

row("helical", "a cylinder with a thread", function(s, g)
  turning(s, g, symbols.HALF + 2, symbols.RADIUS, false)
  local a, b = frame(g)
  local e, thread = s.eye, {}
  local up = math.atan2 and math.atan2(e:dot(b), e:dot(a)) -- luacheck: ignore
    or math.atan(e:dot(b), e:dot(a)) -- luacheck: ignore
  for turn = -1, 1 do
    for k = 0, 8 do -- the visible half of each turn
      local t = up - pi / 2 + pi * k / 8
      local far = turn * 6 + 4 * (k / 8 - 0.5)
      local x, y = s.at(along(s, g, far) + symbols.RADIUS * s.unit * (cos(t) * a + sin(t) * b))
      thread[#thread + 1] = { x, y }
    end
    s.pen:path(thread, { stroke = "thin", color = g.to, quiet = true })
    thread = {}
  end
end)

-- corners of a box; half sizes in points along u, v, w
local function box(s, c, u, v, w, h, color)
  local faces = {}
  local axes, sizes = { u, v, w }, h
  for i = 1, 3 do
    local a, b = axes[i % 3 + 1], axes[(i + 1) % 3 + 1]
    local p, q = sizes[i % 3 + 1], sizes[(i + 1) % 3 + 1]
    local way = near_side(s, axes[i])
    local m = c + way * sizes[i] * s.unit * axes[i]
    local points = {}
    for k, x in ipairs { { 1, 1 }, { -1, 1 }, { -1, -1 }, { 1, -1 } } do
      local X, Y = s.at(m + s.unit * (x[1] * p * a + x[2] * q * b))
      points[k] = { X, Y }
    end
    if math.abs(axes[i]:dot(s.eye)) > 1e-6 then faces[#faces + 1] = points end
  end
  for _, f in ipairs(faces) do face(s, f, color) end
end

row("prismatic", "a box with a rod through it", function(s, g)
  local a, b = frame(g)
  local near = near_side(s, g.u)
  if g.stub[-near] then shaft(s, g, -near, symbols.HALF, symbols.HALF + symbols.STUB) end
  box(s, g.c, g.u, a, b, { symbols.HALF + 1, 5.5, 5.5 }, g.from)
  local x, y = s.at(along(s, g, near * (symbols.HALF + 1)))
  if math.abs(g.u:dot(s.eye)) > 0.1 then s.pen:circle(x, y, 1.2, { fill = g.to }) end
  if g.stub[near] then shaft(s, g, near, symbols.HALF + 1, symbols.HALF + symbols.STUB) end
end)

row("spherical", "a ball in a socket", function(s, g)
  local x, y = s.at(g.c)
  local tx, ty = s.at(g.c + s.unit * g.towards)
  local a = (math.atan2 or math.atan)(ty - y, tx - x) -- luacheck: ignore
  s.pen:circle(x, y, 4.4, { stroke = "line", fill = "paper", color = g.to })
  s.pen:arc(x, y, 7, a + 0.3 * pi, a + 1.7 * pi, { stroke = "rod", color = g.from })
end)

-- half a ring that holds an axis: from one end of it round a direction to the other
local function yoke(s, c, axis, way, r, color)
  local d = way - way:dot(axis) * axis
  d = d:norm() > 1e-6 and d / d:norm() or s.across(axis)
  s.pen:path(ring(s, c, axis, d, r, 0, pi), { stroke = "rod", color = color })
end

row("universal", "a cross in two yokes", function(s, g)
  local r = 10
  local function pivot(axis, color)
    line(s, g.c - r * s.unit * axis, g.c + r * s.unit * axis, { stroke = "rod", color = color })
  end
  local cx, cy = s.at(g.c)
  s.pen:circle(cx, cy, r - 1, { fill = "paper" })
  yoke(s, g.c, g.u, g.back, r, g.from)
  pivot(g.u, g.from)
  pivot(g.axis2, g.to)
  yoke(s, g.c, g.axis2, g.towards, r, g.to)
  s.pen:circle(cx, cy, 1.6, { fill = g.to })
end)

-- a square across the axis
local function plate(s, g, far, half, color)
  local a, b = frame(g)
  local points = {}
  for k, x in ipairs { { 1, 1 }, { -1, 1 }, { -1, -1 }, { 1, -1 } } do
    local X, Y = s.at(along(s, g, far) + half * s.unit * (x[1] * a + x[2] * b))
    points[k] = { X, Y }
  end
  face(s, points, color)
end

row("planar", "two plates on each other", function(s, g)
  local near = near_side(s, g.u)
  -- `to` lies on the side of the axis
  for _, way in ipairs { -near, near } do
    plate(s, g, way * 2, 11, way > 0 and g.to or g.from)
  end
end)

row("fixed", "a full square: two bodies are one", function(s, g)
  local x, y = s.at(g.c)
  s.pen:path({ { x - 2.6, y - 2.6 }, { x + 2.6, y - 2.6 }, { x + 2.6, y + 2.6 },
    { x - 2.6, y + 2.6 } }, { fill = g.from, closed = true })
end)

local function ball(s, c, r, color)
  local x, y = s.at(c)
  s.pen:circle(x, y, r, { stroke = "line", fill = "paper", color = color })
end

row("on_line", "a ball in a tube", function(s, g)
  cylinder(s, g, symbols.HALF + 3, 5.4, g.from)
  ball(s, g.c, 4.2, g.to)
end)

row("in_plane", "a ball on a plate", function(s, g)
  plate(s, g, 0, 11, g.from)
  ball(s, along(s, g, 4.2), 4.2, g.to)
end)

row("on_curve", "a ball on a curve", function(s, g) ball(s, g.c, 3.6, g.to) end)

row("on_surface", "a ball on a surface", function(s, g) ball(s, g.c, 3.6, g.to) end)

row("distance", "a bar with balls at its ends", function(s, g)
  local x, y = s.at(g.c)
  local X, Y = s.at(g.other)
  s.pen:line(x, y, X, Y, { stroke = "rod", color = "grey" })
  for _, p in ipairs { { x, y }, { X, Y } } do
    s.pen:circle(p[1], p[2], 2.4, { stroke = "line", fill = "paper", color = "grey" })
  end
end)

row("pulley", "a rope", function(s, g)
  local x, y = s.at(g.c)
  local X, Y = s.at(g.other)
  s.pen:line(x, y, X, Y, { stroke = "line", color = "grey" })
end)

-- a wheel about its axis, in its own size
local function wheel(s, g)
  local a, b = frame(g)
  local r = (g.radius or 0) / s.unit
  s.pen:path(ring(s, g.c, a, b, r), { stroke = "rod", color = g.to, closed = true })
end

row("rolling_disc", "a wheel", wheel)
row("wheel", "a wheel", wheel)
row("wheel_longitudinal", "a wheel", wheel)
row("wheel_lateral", "a wheel", wheel)

row("rolling_ball", "a ball in its own size", function(s, g)
  local x, y = s.at(g.c)
  s.pen:circle(x, y, (g.radius or 0) / s.unit, { stroke = "line", color = g.to })
end)

row("knife_edge", "a blade", function(s, g)
  line(s, along(s, g, -8), along(s, g, 8), { stroke = "bar", color = g.to })
end)

row("gear", "a pitch circle", wheel)

symbols.ring, symbols.li = ring, li

return symbols
