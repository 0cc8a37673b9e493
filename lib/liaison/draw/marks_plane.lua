-- marks_plane.lua - the marks of drawings in the plane, a row each: bars, joints by the symbols of
-- ISO 3952, ground, arrows, dimensions
--
-- A row has what it is (text), how it is written (example), reach(m, see), which tells points the
-- scale is made for, and draw(s, m). s is the sheet: s.pen, s.at(x, y) -> points, s.scale, s.k (how
-- large symbols are, 1). Sizes of symbols are points.
local marks = {}

local cos, sin, pi = math.cos, math.sin, math.pi
local atan2 = math.atan2 or math.atan -- luacheck: ignore (of y and x, as Lua 5.4 has it)

local function one(m, see) see(m[2], m[3]) end
local function two(m, see)
  see(m[2], m[3])
  see(m[4], m[5])
end
local function all(m, see) for _, p in ipairs(m[2]) do see(p[1], p[2]) end end
local function disc(m, see)
  see(m[2] - m[4], m[3] - m[4])
  see(m[2] + m[4], m[3] + m[4])
end

local function row(name, text, example, reach, draw)
  marks[#marks + 1] = { name = name, text = text, example = example, reach = reach, draw = draw }
  marks[name] = marks[#marks]
end

-- points at x, y turned by a: { {u, v}, .. } in points of paper
local function turned(s, x, y, a, list)
  local c, d, out, k = cos(a), sin(a), {}, s.k
  for i, p in ipairs(list) do
    out[i] = { x + k * (p[1] * c - p[2] * d), y + k * (p[1] * d + p[2] * c) }
  end
  return out
end

-- short strokes behind a line from a to b (points), on its right
local function hatching(s, ax, ay, bx, by)
  local dx, dy = bx - ax, by - ay
  local length = math.sqrt(dx * dx + dy * dy)
  local u, v = dx / length, dy / length
  local n = math.max(2, math.floor(length / 5))
  local step = length / n
  for k = 1, n do
    local x, y = ax + k * step * u, ay + k * step * v
    s.pen:line(x, y, x + 5 * (v - u) * 0.9, y + 5 * (-u - v) * 0.9, { stroke = "thin",
      color = "grey", quiet = true })
  end
end

-- ---- bodies -------------------------------------------------------------------------------------

row("line", "a line, dash = true: dashed, chain = true: an axis",
  "{'line', 0, 0, 1, 0, dash = true}", two, function(s, m)
    local ax, ay = s.at(m[2], m[3])
    local bx, by = s.at(m[4], m[5])
    s.pen:line(ax, ay, bx, by, { color = m.color, stroke = m.stroke or m.dash and "dash"
      or m.chain and "chain" or "line" })
  end)

row("bar", "a bar between two points, and its name beside it",
  "{'bar', 0, 0, 1, 0, 'L1'}", two, function(s, m)
    local ax, ay = s.at(m[2], m[3])
    local bx, by = s.at(m[4], m[5])
    s.pen:line(ax, ay, bx, by, { stroke = "bar", color = m.color or "body1" })
    s.pen:label_along(m[6], ax, ay, bx, by, 1, { color = m.color, half = 1.5 })
  end)

local function middle(points)
  local x, y = 0, 0
  for _, p in ipairs(points) do x, y = x + p[1] / #points, y + p[2] / #points end
  return x, y
end

row("plate", "a body with three or more joints, as a plate between these points",
  "{'plate', {{0, 0}, {1, 0}, {0.4, 0.6}}, '3'}", all, function(s, m)
    local points, color = {}, m.color or "body1"
    for i, p in ipairs(m[2]) do points[i] = { s.at(p[1], p[2]) } end
    s.pen:path(points, { fill = color, tint = true, closed = true })
    s.pen:path(points, { stroke = "rod", color = color, closed = true })
    local x, y = middle(points)
    s.pen:label_around(m[3], x, y, 0, 0, { color = m.color })
  end)

row("cam", "the outline of a body, closed, by many points",
  "{'cam', {{0, 0}, {1, 0}, {0.8, 0.6}, {0.2, 0.7}}}", all, function(s, m)
    local points, color = {}, m.color or "body1"
    for i, p in ipairs(m[2]) do points[i] = { s.at(p[1], p[2]) } end
    s.pen:path(points, { fill = color, tint = true, closed = true })
    s.pen:path(points, { stroke = "line", color = color, closed = true })
  end)

row("curve", "a curve through many points, that of a coupler",
  "{'curve', {{0, 0}, {0.3, 0.2}, {1, 0.1}}, 'E'}", all, function(s, m)
    local points = {}
    for i, p in ipairs(m[2]) do points[i] = { s.at(p[1], p[2]) } end
    s.pen:path(points, { stroke = m.dash and "dash" or m.stroke or "curve",
      color = m.color or "velocity" })
    local q = points[math.ceil(#points / 4)]
    s.pen:label_around(m[3], q[1], q[2], 1, pi / 4, { color = m.color or "velocity" })
  end)

row("rope", "a rope through points", "{'rope', {{0, 0}, {0.3, 0.2}, {1, 0.1}}}", all, function(s, m)
  local points = {}
  for i, p in ipairs(m[2]) do points[i] = { s.at(p[1], p[2]) } end
  s.pen:path(points, { stroke = "line", color = m.color or "grey" })
end)

-- ---- joints -------------------------------------------------------------------------------------

row("pin", "a revolute joint, seen along its axis", "{'pin', 0, 0, 'A'}", one, function(s, m)
  local x, y = s.at(m[2], m[3])
  s.pen:circle(x, y, 3.1 * s.k, { fill = "paper", stroke = "line", color = m.color })
  s.pen:label_around(m[4], x, y, 3.6 * s.k, m.wish or 3 * pi / 4)
end)

row("ground", "a pivot on the ground, which is on the side of `angle` (out of the ground)",
  "{'ground', 0, 0, math.pi/2}", one, function(s, m)
    local x, y = s.at(m[2], m[3])
    local a = (m[4] or pi / 2) - pi / 2
    local foot = turned(s, x, y, a, { { 0, 0 }, { -7, -11 }, { 7, -11 } })
    s.pen:path(foot, { stroke = "line", fill = "paper", closed = true })
    local wall = turned(s, x, y, a, { { -12, -11 }, { 12, -11 } })
    s.pen:line(wall[1][1], wall[1][2], wall[2][1], wall[2][2], { stroke = "line" })
    hatching(s, wall[1][1], wall[1][2], wall[2][1], wall[2][2])
  end)

row("wall", "the ground as a line, hatched on the right of its direction",
  "{'wall', 0, 0, 1, 0}", two, function(s, m)
    local ax, ay = s.at(m[2], m[3])
    local bx, by = s.at(m[4], m[5])
    s.pen:line(ax, ay, bx, by, { stroke = "line" })
    hatching(s, ax, ay, bx, by)
  end)

row("foot", "what is fixed to the ground: a hatched line across `angle` (out of the ground)",
  "{'foot', 0, 0, math.pi/2}", one, function(s, m)
    local x, y = s.at(m[2], m[3])
    local w = turned(s, x, y, (m[4] or pi / 2) - pi / 2, { { -9, 0 }, { 9, 0 } })
    s.pen:line(w[1][1], w[1][2], w[2][1], w[2][2], { stroke = "line" })
    hatching(s, w[1][1], w[1][2], w[2][1], w[2][2])
  end)

row("slider", "a block that slides along `angle`", "{'slider', 0, 0, 0, 'P'}", one, function(s, m)
  local x, y = s.at(m[2], m[3])
  local block = turned(s, x, y, m[4] or 0, { { -10, -6 }, { 10, -6 }, { 10, 6 }, { -10, 6 } })
  s.pen:path(block, { stroke = "line", fill = "paper", closed = true, color = m.color })
  s.pen:label_around(m[5], x, y, 9 * s.k, (m[4] or 0) + pi / 2, { color = m.color })
end)

row("rail", "the ground under a block of a slider, hatched; `long`: points to either side",
  "{'rail', 0, 0, 0}", one, function(s, m)
    local x, y = s.at(m[2], m[3])
    local half = (m.long or 26) / s.k
    local w = turned(s, x, y, m[4] or 0, { { -half, -6.4 }, { half, -6.4 } })
    s.pen:line(w[1][1], w[1][2], w[2][1], w[2][2], { stroke = "line" })
    hatching(s, w[1][1], w[1][2], w[2][1], w[2][2])
  end)

row("slot", "a slot along `angle` in which a pin slides and turns", "{'slot', 0, 0, 0}", one,
  function(s, m)
    local x, y = s.at(m[2], m[3])
    local half, r, list = (m.long or 22) / s.k, 4.6, {}
    for _, way in ipairs { 0, pi } do
      for k = 0, 10 do
        local a = way - pi / 2 + k * pi / 10
        list[#list + 1] = { half * cos(way) + r * cos(a), r * sin(a) }
      end
    end
    s.pen:path(turned(s, x, y, m[4] or 0, list), { stroke = "line", color = m.color, closed = true,
      fill = "paper" })
  end)

row("weld", "two bodies that are one: a filled corner between two directions",
  "{'weld', 0, 0, 0, 1.5}", one, function(s, m)
    local x, y = s.at(m[2], m[3])
    local a, b, r = m[4] or 0, m[5] or pi / 2, 7 * s.k
    s.pen:path({ { x, y }, { x + r * cos(a), y + r * sin(a) }, { x + r * cos(b), y + r * sin(b) } },
      { fill = m.color or "ink", closed = true })
  end)

row("gear", "the pitch circle of a gear; m[5]: the direction of the wheel it turns",
  "{'gear', 0, 0, 0.5, 0}", disc, function(s, m)
    local x, y = s.at(m[2], m[3])
    local r = m[4] * s.scale
    s.pen:circle(x, y, r, { stroke = "line", color = m.color or "body1" })
    local step = 3.2 / math.max(r, 8)
    for k = -2.5, 2.5 do
      local a = (m[5] or 0) + k * step
      s.pen:line(x + (r - 2.2) * cos(a), y + (r - 2.2) * sin(a), x + (r + 2.2) * cos(a),
        y + (r + 2.2) * sin(a), { stroke = "line", color = m.color or "body1", quiet = true })
    end
    s.pen:label_around(m[6], x, y, r, pi / 2, { color = m.color })
  end)

row("rack", "the pitch line of a rack, teeth at its middle; along `angle`", "{'rack', 0, 0, 0}",
  one, function(s, m)
    local x, y = s.at(m[2], m[3])
    local line = { { -30, 0 }, { 30, 0 } }
    for k = -2.5, 2.5 do
      line[#line + 1] = { 3.2 * k, -2.2 }
      line[#line + 1] = { 3.2 * k, 2.2 }
    end
    local p = turned(s, x, y, m[4] or 0, line)
    for k = 1, #p, 2 do
      s.pen:line(p[k][1], p[k][2], p[k + 1][1], p[k + 1][2], { color = m.color or "body1",
        quiet = k > 1 })
    end
  end)

row("wheel", "a wheel with a line on it that turns", "{'wheel', 0, 0, 0.3, 1}", disc,
  function(s, m)
    local x, y = s.at(m[2], m[3])
    local r, a = m[4] * s.scale, m[5] or 0
    s.pen:circle(x, y, r, { stroke = "rod", color = m.color or "body1" })
    s.pen:line(x, y, x + r * cos(a), y + r * sin(a),
      { stroke = "line", color = m.color or "body1" })
  end)

row("tyre", "a wheel seen from above, `angle` along its way; how long", "{'tyre', 0, 0, 0, 0.6}",
  one, function(s, m)
    local x, y = s.at(m[2], m[3])
    local l = math.max((m[5] or 0) * s.scale / 2 / s.k, 6)
    local w = math.max(0.3 * l, 2.5)
    s.pen:path(turned(s, x, y, m[4] or 0, { { -l, -w }, { l, -w }, { l, w }, { -l, w } }),
      { stroke = "line", fill = "paper", color = m.color, closed = true })
    s.pen:label_around(m[6], x, y, l, (m[4] or 0) + pi / 2, { color = m.color })
  end)

row("circle", "a circle", "{'circle', 0, 0, 1, 'R', dash = true}", disc, function(s, m)
  local x, y = s.at(m[2], m[3])
  s.pen:circle(x, y, m[4] * s.scale, { stroke = m.dash and "dash" or "line", color = m.color })
  s.pen:label_around(m[5], x, y, m[4] * s.scale, pi / 4)
end)

-- ---- what acts ----------------------------------------------------------------------------------

row("spring", "a spring between two points", "{'spring', 0, 0, 1, 0, 'k'}", two, function(s, m)
  local ax, ay = s.at(m[2], m[3])
  local bx, by = s.at(m[4], m[5])
  local length, a = math.sqrt((bx - ax) ^ 2 + (by - ay) ^ 2), atan2(by - ay, bx - ax)
  local n, list = math.max(4, math.min(14, math.floor(length / 9))), { { 0, 0 } }
  local half = math.min(0.3 * length, 4.5 * n)
  local from, to = length / 2 - half, length / 2 + half
  list[2] = { from, 0 }
  for k = 1, n do
    list[#list + 1] = { from + (k - 0.5) * (to - from) / n, k % 2 == 1 and 5 or -5 }
  end
  list[#list + 1], list[#list + 2] = { to, 0 }, { length, 0 }
  for _, p in ipairs(list) do p[1], p[2] = p[1] / s.k, p[2] end
  s.pen:path(turned(s, ax, ay, a, list), { stroke = "line", color = m.color or "body3" })
  s.pen:label_along(m[6], ax, ay, bx, by, 1, { color = m.color or "body3", half = 6 })
end)

row("damper", "a damper between two points", "{'damper', 0, 0, 1, 0, 'c'}", two, function(s, m)
  local ax, ay = s.at(m[2], m[3])
  local bx, by = s.at(m[4], m[5])
  local l, a = math.sqrt((bx - ax) ^ 2 + (by - ay) ^ 2) / s.k, atan2(by - ay, bx - ax)
  local style = { stroke = "line", color = m.color or "body3" }
  local h = l / 2
  for _, piece in ipairs { { { 0, 0 }, { h - 6, 0 } }, { { h + 9, 5 }, { h - 6, 5 }, { h - 6, -5 },
    { h + 9, -5 } }, { { h + 2, -4 }, { h + 2, 4 } }, { { h + 2, 0 }, { l, 0 } } } do
    s.pen:path(turned(s, ax, ay, a, piece), style)
  end
  s.pen:label_along(m[6], ax, ay, bx, by, -1, { color = m.color or "body3", half = 6 })
end)

row("torsion", "a spring that turns", "{'torsion', 0, 0, 'k'}", one, function(s, m)
  local x, y = s.at(m[2], m[3])
  local points = {}
  for k = 0, 40 do
    local a = k / 40 * 4.5 * pi
    local r = (5 + 7 * k / 40) * s.k
    points[k + 1] = { x + r * cos(a), y + r * sin(a) }
  end
  s.pen:path(points, { stroke = "thin", color = m.color or "body3" })
  s.pen:label_around(m[4], x, y, 12 * s.k, pi / 4, { color = m.color or "body3" })
end)

row("mass", "a point that has a mass, or one of interest", "{'mass', 0, 0, 'm'}", one,
  function(s, m)
    local x, y = s.at(m[2], m[3])
    s.pen:circle(x, y, 3.6 * s.k, { fill = m.color or "ink", stroke = "line", color = m.color })
    s.pen:keep_clear(x, y, 3.6 * s.k, 8)
    s.pen:label_around(m[4], x, y, 4 * s.k, m.wish or pi / 4)
  end)

row("point", "a point", "{'point', 0, 0, 'E'}", one, function(s, m)
  local x, y = s.at(m[2], m[3])
  s.pen:circle(x, y, 1.7 * s.k, { fill = m.color or "ink" })
  s.pen:keep_clear(x, y, 2)
  s.pen:label_around(m[4], x, y, 2 * s.k, m.wish or pi / 4, { color = m.color })
end)

row("com", "a centre of mass", "{'com', 0, 0, 'G1'}", one, function(s, m)
  local x, y = s.at(m[2], m[3])
  local r = 3.6 * s.k
  s.pen:circle(x, y, r, { fill = "paper", stroke = "thin" })
  for _, a in ipairs { 0, pi } do -- two of its four quarters are filled
    local quarter = { { x, y } }
    for k = 0, 6 do
      local b = a + k * pi / 12
      quarter[#quarter + 1] = { x + r * cos(b), y + r * sin(b) }
    end
    s.pen:path(quarter, { fill = "ink", closed = true })
  end
  s.pen:keep_clear(x, y, 3.4)
  s.pen:label_around(m[4], x, y, r, m.wish or -pi / 4)
end)

row("arrow", "an arrow from one point to another: a force, a velocity",
  "{'arrow', 0, 0, 1, 1, 'F'}", two, function(s, m)
    local ax, ay = s.at(m[2], m[3])
    local bx, by = s.at(m[4], m[5])
    local color = m.color or "force"
    s.pen:arrow(ax, ay, bx, by, { stroke = m.stroke or "arrow", color = color })
    s.pen:label_around(m[6], bx, by, 1, atan2(by - ay, bx - ax), { color = color })
  end)

row("moment", "a moment about the normal of the plane; m[4] < 0: with the clock",
  "{'moment', 0, 0, 1, 'N'}", one, function(s, m)
    local x, y = s.at(m[2], m[3])
    local r, way, color = (m.pt or 15) * s.k, (m[4] or 1) < 0 and -1 or 1, m.color or "moment"
    local from = way > 0 and -0.6 or pi + 0.6
    s.pen:turn(x, y, r, from, from + way * 4.4, { stroke = "arrow", color = color })
    s.pen:label_around(m[5], x, y, r + 1, pi / 2, { color = color })
  end)

-- ---- what is told -------------------------------------------------------------------------------

row("arc", "an angle: about a point, radius, from, to (pt: the radius in points)",
  "{'arc', 0, 0, 0.4, 0, 1, 'th1'}", one, function(s, m)
    local x, y = s.at(m[2], m[3])
    local r, from, to = m.pt or m[4] * s.scale, m[5], m[6]
    local style = { stroke = "thin", color = m.color or "ink" }
    if math.abs(to - from) * r < 6 then s.pen:arc(x, y, r, from, to, style)
    else s.pen:turn(x, y, r, from, to, style) end
    s.pen:label_arc(m[7], x, y, r, from, to, { color = m.color })
  end)

-- of the sides of a line, and two distances from it, the one that covers least
local function freest(s, ax, ay, bx, by)
  local length = math.max(math.sqrt((bx - ax) ^ 2 + (by - ay) ^ 2), 1e-9)
  local u, v = -(by - ay) / length, (bx - ax) / length
  local best, least
  for k, off in ipairs { -15, 15, -27, 27 } do
    local cost = 3 * k
    for t = 0, 1, 0.1 do
      local x, y = ax + t * (bx - ax) + off * u, ay + t * (by - ay) + off * v
      local half = (t > 0.3 and t < 0.7) and 7 or 3
      cost = cost + s.pen.lines:cost { x - half, x + half, y - half, y + half }
    end
    if not least or cost < least then best, least = off, cost end
  end
  return best
end

row("dimension", "a length: a line beside two points, `off` points to the left of them",
  "{'dimension', 0, 0, 1, 0, 'L1', off = -16}", two, function(s, m)
    local ax, ay = s.at(m[2], m[3])
    local bx, by = s.at(m[4], m[5])
    local length = math.max(math.sqrt((bx - ax) ^ 2 + (by - ay) ^ 2), 1e-9)
    local off = m.off == "free" and freest(s, ax, ay, bx, by) or m.off or -16
    local u, v = -(by - ay) / length, (bx - ax) / length
    local style = { stroke = "thin", color = m.color or "grey", both = true }
    local clear = (off > 0 and 1 or -1) * math.min(5, math.abs(off))
    for _, p in ipairs(off ~= 0 and { { ax, ay }, { bx, by } } or {}) do
      local far = off + (off > 0 and 3 or -3)
      s.pen:line(p[1] + clear * u, p[2] + clear * v, p[1] + far * u, p[2] + far * v,
        { stroke = "fine", color = m.color or "grey", quiet = true })
    end
    ax, ay, bx, by = ax + off * u, ay + off * v, bx + off * u, by + off * v
    s.pen:arrow(ax, ay, bx, by, style)
    s.pen:label_along(m[6], ax, ay, bx, by, off < 0 and -1 or 1)
  end)

row("axes", "the axes of a frame: origin, angle, name of its index; `pt`: how long",
  "{'axes', 0, 0, 0.3, '1'}", one, function(s, m)
    local x, y = s.at(m[2], m[3])
    local l, name = m.pt or 32, m[5]
    for k, letter in ipairs(m.letters or { "x", "y" }) do
      local a = (m[4] or 0) + (k - 1) * pi / 2
      local tx, ty = x + l * cos(a), y + l * sin(a)
      s.pen:arrow(x, y, tx, ty, { stroke = "thin", color = m.color or "ink" })
      s.pen:label_around(name and letter .. "_" .. name, tx, ty, 0, a, { color = m.color })
    end
  end)

row("text", "a word at a point", "{'text', 0, 0, 'D'}", one, function(s, m)
  local x, y = s.at(m[2], m[3])
  s.pen:label_around(m[4], x, y, 0, pi / 2, { color = m.color })
end)

return marks
