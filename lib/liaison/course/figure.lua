-- figure.lua - pictures of exercises: bars, pins, ground, arrows, axes; as SVG, or as TikZ
--
-- A figure is a list of marks in its own units, y upwards:
--   {"bar", x1, y1, x2, y2, "name"}, {"line", x1, y1, x2, y2, dash = true}, {"pin", x, y, "A"},
--   {"ground", x, y, angle}, {"arrow", x1, y1, x2, y2, "F"}, {"arc", x, y, r, from, to, "th1"},
--   {"slider", x, y, angle}, {"circle", x, y, r}, {"mass", x, y, "m"}, {"text", x, y, "name"}
local li = require "liaison.core"
local label = require "liaison.course.label"
local kit = li._internal

local figure = {}

local cos, sin = math.cos, math.sin

local function num(x)
  local s = kit.format("%.2f", x):gsub("0+$", ""):gsub("%.$", "")
  return s == "-0" and "0" or s
end

-- ---- into strokes and words, which both drawings know -------------------------------------------

-- a figure is scaled so that its longer side is this many units of the drawing
local WIDE, HIGH = 300, 210

-- pen: where marks are put; pen.s: the size of symbols in the figure's units
local marks = {}

local function stroke(pen, points, style) pen[#pen + 1] = { points = points,
  style = style or {} } end

local function word(pen, x, y, text, dx, dy)
  if text then pen[#pen + 1] = { text = text, x = x, y = y, dx = dx or 0, dy = dy or 0 } end
end

local function circle_points(x, y, r, from, to)
  local out, n = {}, 36
  for k = 0, n do
    local a = from + (to - from) * k / n
    out[k + 1] = { x + r * cos(a), y + r * sin(a) }
  end
  return out
end

function marks.line(pen, m) stroke(pen, { { m[2], m[3] }, { m[4], m[5] } }, { dash = m.dash }) end

-- beside a bar, beyond its middle, stands its name
function marks.bar(pen, m)
  stroke(pen, { { m[2], m[3] }, { m[4], m[5] } }, { wide = true })
  local dx, dy = m[4] - m[2], m[5] - m[3]
  local l = math.max(math.sqrt(dx * dx + dy * dy), 1e-12)
  word(pen, 0.35 * m[2] + 0.65 * m[4], 0.35 * m[3] + 0.65 * m[5], m[6], -14 * dy / l,
    14 * dx / l)
end

function marks.pin(pen, m)
  stroke(pen, circle_points(m[2], m[3], 0.7 * pen.s, 0, 2 * math.pi), { fill = "paper" })
  word(pen, m[2], m[3], m[4], -14, 3)
end

function marks.mass(pen, m)
  stroke(pen, circle_points(m[2], m[3], 0.9 * pen.s, 0, 2 * math.pi), { fill = "ink" })
  word(pen, m[2], m[3], m[4], 13, -14)
end

function marks.circle(pen, m)
  stroke(pen, circle_points(m[2], m[3], m[4], 0, 2 * math.pi), { dash = m.dash })
end

-- a line with hatching, on the side of the angle given (the direction out of the ground)
function marks.ground(pen, m)
  local a, s = (m[4] or math.pi / 2), pen.s
  local tx, ty, nx, ny = -sin(a), cos(a), -cos(a), -sin(a)
  local x, y = m[2] + 0.7 * s * nx, m[3] + 0.7 * s * ny
  stroke(pen, { { x - 2 * s * tx, y - 2 * s * ty }, { x + 2 * s * tx, y + 2 * s * ty } })
  for k = -2, 1 do
    local u, w = (k + 0.9) * s, k * s
    stroke(pen, { { x + u * tx, y + u * ty }, { x + w * tx + s * nx, y + w * ty + s * ny } },
      { thin = true })
  end
end

function marks.slider(pen, m)
  local a, s, out = m[4] or 0, pen.s, {}
  for i, c in ipairs { { -1.6, -1 }, { 1.6, -1 }, { 1.6, 1 }, { -1.6, 1 }, { -1.6, -1 } } do
    local u, v = c[1] * s, c[2] * s
    out[i] = { m[2] + u * cos(a) - v * sin(a), m[3] + u * sin(a) + v * cos(a) }
  end
  stroke(pen, out, { fill = "paper" })
  word(pen, m[2], m[3], m[5], 0, -20)
end

local function head(pen, x, y, a)
  local s, out = pen.s, {}
  for i, turn in ipairs { 2.7, 0, -2.7 } do
    local r = turn == 0 and 0 or 1.2 * s
    out[i] = { x + r * cos(a + turn), y + r * sin(a + turn) }
  end
  stroke(pen, out, { accent = true })
end

local angle_of = math.atan2 or math.atan

function marks.arrow(pen, m)
  stroke(pen, { { m[2], m[3] }, { m[4], m[5] } }, { accent = true })
  local a = angle_of(m[5] - m[3], m[4] - m[2])
  head(pen, m[4], m[5], a)
  word(pen, m[4], m[5], m[6], 10 * cos(a) + 3, 10 * sin(a))
end

function marks.arc(pen, m)
  local x, y, r, from, to = m[2], m[3], m[4], m[5], m[6]
  stroke(pen, circle_points(x, y, r, from, to), { accent = true })
  local way = to >= from and 1 or -1
  head(pen, x + r * cos(to), y + r * sin(to), to + way * (math.pi / 2 - pen.s / r / 3))
  local mid = (from + to) / 2
  word(pen, x + r * cos(mid), y + r * sin(mid), m[7], 13 * cos(mid), 13 * sin(mid))
end

function marks.text(pen, m) word(pen, m[2], m[3], m[4]) end

-- ---- frames in space, seen from the front right above -------------------------------------------

local EYE = { { -0.5, 0.86 }, { -0.35, -0.22 }, { 0, 0.9 } }

-- where a point in space stands in the picture: x towards us to the left, y to the right, z up
function figure.seen(p)
  return p[1] * EYE[1][1] + p[2] * EYE[1][2], p[1] * EYE[2][1] + p[2] * EYE[2][2] + p[3] * EYE[3][2]
end

-- marks of the axes of a frame: at p, with the columns of R, l long, x1 y1 z1 for name "1"
function figure.axes(p, R, l, name)
  local out = {}
  local x0, y0 = figure.seen(p)
  for j, letter in ipairs { "x", "y", "z" } do
    local x, y = figure.seen { p[1] + l * R[1][j], p[2] + l * R[2][j], p[3] + l * R[3][j] }
    out[j] = { "arrow", x0, y0, x, y, letter .. name }
  end
  return out
end

-- ---- the drawings -------------------------------------------------------------------------------

local function bounds(list)
  local b = { math.huge, -math.huge, math.huge, -math.huge }
  local function see(x, y)
    b[1], b[2] = math.min(b[1], x), math.max(b[2], x)
    b[3], b[4] = math.min(b[3], y), math.max(b[4], y)
  end
  for _, m in ipairs(list) do
    see(m[2], m[3])
    if m[1] == "circle" then
      see(m[2] - m[4], m[3] - m[4])
      see(m[2] + m[4], m[3] + m[4])
    elseif m[1] == "bar" or m[1] == "line" or m[1] == "arrow" then see(m[4], m[5]) end
  end
  return b
end

-- strokes and words, a function from the figure's units into those of the drawing, its size
local function drawn(list)
  local b = bounds(list)
  local wide, high = math.max(b[2] - b[1], 1e-9), math.max(b[4] - b[3], 1e-9)
  local scale = math.min(WIDE / wide, HIGH / high)
  local pen = { s = 7 / scale }
  for _, m in ipairs(list) do marks[m[1]](pen, m) end
  local edge = 34
  return pen, function(x, y)
    return edge + (x - b[1]) * scale, edge + (b[4] - y) * scale
  end, wide * scale + 2 * edge, high * scale + 2 * edge
end

local function svg_class(style)
  local list = {}
  for _, key in ipairs { "wide", "thin", "dash", "accent" } do
    if style[key] then list[#list + 1] = key end
  end
  if style.fill then list[#list + 1] = style.fill end
  return table.concat(list, " ")
end

local STYLE = "<style>.fig path{fill:none;stroke:currentColor;stroke-width:1.4;stroke-linejoin:"
  .. "round;stroke-linecap:round}.fig .wide{stroke-width:4}.fig .thin{stroke-width:.8}.fig .dash{"
  .. "stroke-dasharray:6 4}.fig .accent{stroke:#1f6fb2}.fig .paper{fill:var(--paper,#fff)}"
  .. ".fig .ink{fill:currentColor}.fig text{font:italic 14px serif;fill:currentColor;"
  .. "text-anchor:middle}.fig tspan{font-size:10px}</style>"

function figure.svg(list)
  local pen, at, wide, high = drawn(list)
  local out = { ('<svg class="fig" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %s %s" '
    .. 'width="%s" height="%s">'):format(num(wide), num(high), num(wide), num(high)), STYLE }
  for _, mark in ipairs(pen) do
    if mark.points then
      local d = {}
      for i, p in ipairs(mark.points) do
        local x, y = at(p[1], p[2])
        d[i] = (i == 1 and "M" or "L") .. num(x) .. " " .. num(y)
      end
      out[#out + 1] = ('<path class="%s" d="%s"/>'):format(svg_class(mark.style),
        table.concat(d))
    else
      local x, y = at(mark.x, mark.y)
      out[#out + 1] = ('<text x="%s" y="%s">%s</text>'):format(num(x + mark.dx),
        num(y - mark.dy + 5), label.svg(mark.text))
    end
  end
  out[#out + 1] = "</svg>"
  return table.concat(out, "\n")
end

local function tikz_options(style)
  local list = { style.wide and "line width=2pt" or style.thin and "thin" or "semithick" }
  if style.dash then list[#list + 1] = "dashed" end
  if style.accent then list[#list + 1] = "blue!60!black" end
  if style.fill == "paper" then list[#list + 1] = "fill=white" end
  if style.fill == "ink" then list[#list + 1] = "fill=black" end
  return table.concat(list, ", ")
end

function figure.tikz(list)
  local pen, at, _, high = drawn(list)
  local out = { "\\begin{tikzpicture}[x=0.75pt, y=0.75pt]" }
  for _, mark in ipairs(pen) do
    if mark.points then
      local d = {}
      for i, p in ipairs(mark.points) do
        local x, y = at(p[1], p[2])
        d[i] = ("(%s,%s)"):format(num(x), num(high - y))
      end
      out[#out + 1] = ("\\draw[%s] %s;"):format(tikz_options(mark.style), table.concat(d, " -- "))
    else
      local x, y = at(mark.x, mark.y)
      out[#out + 1] = ("\\node at (%s,%s) {%s};"):format(num(x + mark.dx),
        num(high - y + mark.dy), label.latex(mark.text))
    end
  end
  out[#out + 1] = "\\end{tikzpicture}"
  return table.concat(out, "\n")
end

return figure
