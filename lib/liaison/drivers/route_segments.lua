-- route_segments.lua - what paths on the ground are made of: lines, arcs, clothoids, shifts to the
-- side; splines through points
--
-- A segment knows its length and where it is at u from its beginning: x, y, heading h, curvature k
-- (left > 0), dk/ds. It begins at a pose {x, y, heading} with the curvature of the one before.
local check = require "liaison.base.check"
local kit = require("liaison.core")._internal

local segments = { rows = {} }

local cos, sin, abs, sqrt = math.cos, math.sin, math.abs, math.sqrt
local atan2 = math.atan2 or math.atan -- LuaJIT has both, Lua 5.4 one of two arguments

-- ---- curvature that grows evenly: lines, arcs, clothoids ----------------------------------------

-- abscissas and weights of Gauss and Legendre, eight in (-1, 1)
local GAUSS = { { 0.1834346424956498, 0.3626837833783620 }, { 0.5255324099163290,
  0.3137066458778873 }, { 0.7966664774136267, 0.2223810344533745 }, { 0.9602898564975363,
  0.1012285362903763 } }

-- the integrals of f1, f2 from 0 to u; turn: how far the angles in them go, at most
local function integrals(f, u, turn)
  local panels, a, b = math.ceil(turn) + 1, 0, 0
  local half = u / panels / 2
  for i = 1, panels do
    local middle = (2 * i - 1) * half
    for _, g in ipairs(GAUSS) do
      for side = -1, 1, 2 do
        local fa, fb = f(middle + side * half * g[1])
        a, b = a + g[2] * half * fa, b + g[2] * half * fb
      end
    end
  end
  return a, b
end

-- h = h0 + k0 u + c u^2/2, x = x0 + int cos h, y = y0 + int sin h
local function even(pose, length, k0, c)
  local x0, y0, h0 = pose[1], pose[2], pose[3]
  local function at(u)
    local h, k = h0 + k0 * u + c * u * u / 2, k0 + c * u
    local x, y
    if c == 0 and k0 == 0 then
      x, y = x0 + u * cos(h0), y0 + u * sin(h0)
    elseif c == 0 then
      x, y = x0 + (sin(h) - sin(h0)) / k0, y0 - (cos(h) - cos(h0)) / k0
    else
      local dx, dy = integrals(function(w)
        local a = h0 + k0 * w + c * w * w / 2
        return cos(a), sin(a)
      end, u, (abs(k0) + abs(c * u)) * abs(u))
      x, y = x0 + dx, y0 + dy
    end
    return x, y, h, k, c
  end
  return { length = length, at = at }
end

local function angle_or_length(o, path)
  if (o.angle == nil) == (o.length == nil) then
    check.fail(path, "expected either angle (rad) or length (m)")
  end
  return o.length or abs(o.radius) * o.angle
end

-- ---- a shift to the side: y = d (10 w^3 - 15 w^4 + 6 w^5), w = x/L, curvature 0 at both ends ----

local function shifted(o, x)
  local w, d, L = x / o.length, o.offset, o.length
  local y = d * w ^ 3 * (10 + w * (6 * w - 15))
  local y1 = 30 * d / L * w ^ 2 * (1 - w) ^ 2
  local y2 = 60 * d / L ^ 2 * w * (1 - w) * (1 - 2 * w)
  local y3 = 60 * d / L ^ 3 * (1 - 6 * w + 6 * w * w)
  return y, y1, y2, y3
end

-- of a curve with this speed over 0 .. T: its length, and the parameter at a length, by Newton's
-- method from a table of lengths
local function by_length(speed, T, panels)
  local table_of, sum = { [0] = 0 }, 0
  for i = 1, panels do
    sum = sum + (integrals(function(w) return speed((i - 1) * T / panels + w), 0 end, T / panels,
      0))
    table_of[i] = sum
  end
  local function parameter(u)
    local i = 1
    while i < panels and table_of[i] < u do i = i + 1 end
    local first = (i - 1) * T / panels
    local w = (u - table_of[i - 1]) / (table_of[i] - table_of[i - 1]) * T / panels
    for _ = 1, 20 do
      local way = integrals(function(x) return speed(first + x), 0 end, w, 0)
      local step = (u - table_of[i - 1] - way) / speed(first + w)
      w = w + step
      if abs(step) < 1e-14 * T then break end
    end
    return first + w
  end
  return sum, parameter
end

local function shift(pose, o)
  local length, ahead = by_length(function(x)
    local _, y1 = shifted(o, x)
    return sqrt(1 + y1 * y1)
  end, o.length, 8 + math.ceil(4 * abs(o.offset) / o.length))
  local c0, s0 = cos(pose[3]), sin(pose[3])
  local function at(u)
    local x = u <= 0 and u or u >= length and o.length + u - length or ahead(u)
    local y, y1, y2, y3 = shifted(o, math.min(math.max(x, 0), o.length))
    local g = 1 + y1 * y1
    local k = y2 / g ^ 1.5
    local dk = (y3 / g ^ 1.5 - 3 * y1 * y2 * y2 / g ^ 2.5) / sqrt(g)
    return pose[1] + x * c0 - y * s0, pose[2] + x * s0 + y * c0, pose[3] + math.atan(y1), k, dk
  end
  return { length = length, at = at }
end

-- ---- the list -----------------------------------------------------------------------------------

for _, row in ipairs {
  { name = "line", text = "straight ahead", fields = { length = { "num", above = 0 } },
    make = function(o, pose) return even(pose, o.length, 0, 0) end },
  { name = "arc", text = "of a circle; radius > 0 turns to the left",
    fields = { radius = "num", angle = { "num?", above = 0 }, length = { "num?", above = 0 } },
    make = function(o, pose, _, path)
      if o.radius == 0 then check.fail(path .. ".radius", "expected a number that is not 0") end
      return even(pose, angle_or_length(o, path), 1 / o.radius, 0)
    end },
  { name = "clothoid", text = "curvature that grows evenly from `from` (that before) to `to`",
    fields = { length = { "num", above = 0 }, to = "num", from = "num?" },
    make = function(o, pose, k)
      local from = o.from or k
      return even(pose, o.length, from, (o.to - from) / o.length)
    end },
  { name = "shift", text = "to the side by `offset` (left > 0) over `length` ahead, smooth",
    fields = { length = { "num", above = 0 }, offset = "num" },
    make = function(o, pose) return shift(pose, o) end },
} do
  segments.rows[#segments.rows + 1] = row
  segments[row.name] = row
end

-- ---- splines through points ---------------------------------------------------------------------

-- a x_(i-1) + b x_i + c x_(i+1) = d, i = 1 .. n (a_1 = c_n = 0)
local function tridiagonal(a, b, c, d)
  local n, w, x = #b, {}, {}
  local beta = b[1]
  x[1] = d[1] / beta
  for i = 2, n do
    w[i] = c[i - 1] / beta
    beta = b[i] - a[i] * w[i]
    x[i] = (d[i] - a[i] * x[i - 1]) / beta
  end
  for i = n - 1, 1, -1 do x[i] = x[i] - w[i + 1] * x[i + 1] end
  return x
end

-- the same where the first and the last are neighbours, by Sherman and Morrison
local function cyclic(a, b, c, d)
  local n = #b
  local g, u, bb = -b[1], {}, {}
  for i = 1, n do bb[i], u[i] = b[i], 0 end
  bb[1], bb[n] = b[1] - g, b[n] - a[1] * c[n] / g
  u[1], u[n] = g, c[n]
  local x, z = tridiagonal(a, bb, c, d), tridiagonal(a, bb, c, u)
  local f = (x[1] + a[1] * x[n] / g) / (1 + z[1] + a[1] * z[n] / g)
  for i = 1, n do x[i] = x[i] - f * z[i] end
  return x
end

-- second derivatives at the knots t of a curve through y: 0 at the ends, or closed (y of the last
-- is that of the first)
local function bends(t, y, closed)
  local n = #t
  local a, b, c, d = {}, {}, {}, {}
  local function row(i, before, here, after, h0, h1)
    a[i], b[i], c[i] = h0 / 6, (h0 + h1) / 3, h1 / 6
    d[i] = (after - here) / h1 - (here - before) / h0
  end
  if closed then
    row(1, y[n - 1], y[1], y[2], t[n] - t[n - 1], t[2] - t[1])
    for i = 2, n - 1 do row(i, y[i - 1], y[i], y[i + 1], t[i] - t[i - 1], t[i + 1] - t[i]) end
    local m = cyclic(a, b, c, d)
    m[n] = m[1]
    return m
  end
  a[1], b[1], c[1], d[1] = 0, 1, 0, 0
  for i = 2, n - 1 do row(i, y[i - 1], y[i], y[i + 1], t[i] - t[i - 1], t[i + 1] - t[i]) end
  a[n], b[n], c[n], d[n] = 0, 1, 0, 0
  return tridiagonal(a, b, c, d)
end

-- value and three derivatives of piece i at w behind its knot
local function cubic(t, y, m, i, w)
  local h = t[i + 1] - t[i]
  local slope = (y[i + 1] - y[i]) / h - h * (2 * m[i] + m[i + 1]) / 6
  local jerk = (m[i + 1] - m[i]) / h
  return y[i] + w * (slope + w * (m[i] / 2 + w * jerk / 6)), slope + w * (m[i] + w * jerk / 2),
    m[i] + w * jerk, jerk
end

-- the angle next to h that is a turn or more away from it
local function unwound(angle, h)
  return angle + 2 * math.pi * math.floor((h - angle) / (2 * math.pi) + 0.5)
end

-- a piece of the spline as a segment; heading: near this one at its beginning
local function spline_piece(t, xs, ys, mx, my, i, heading)
  local H = t[i + 1] - t[i]
  local length, at_length = by_length(function(w)
    local _, x1 = cubic(t, xs, mx, i, w)
    local _, y1 = cubic(t, ys, my, i, w)
    return sqrt(x1 * x1 + y1 * y1)
  end, H, 8)
  local function at(u)
    local w = u <= 0 and 0 or u >= length and H or at_length(u)
    local x, x1, x2, x3 = cubic(t, xs, mx, i, w)
    local y, y1, y2, y3 = cubic(t, ys, my, i, w)
    local v2 = x1 * x1 + y1 * y1
    local v = sqrt(v2)
    local k = (x1 * y2 - y1 * x2) / (v2 * v)
    local dk = ((x1 * y3 - y1 * x3) / (v2 * v)
      - 3 * (x1 * y2 - y1 * x2) * (x1 * x2 + y1 * y2) / (v2 * v2 * v)) / v
    local h = unwound(atan2(y1, x1), heading)
    local over = u - math.min(math.max(u, 0), length)
    return x + over * cos(h), y + over * sin(h), h, k, dk
  end
  return { length = length, at = at }
end

-- a curve through points {x, y} with continuous curvature, over the length of its chords
function segments.spline(points, closed, path)
  local t, xs, ys = { 0 }, {}, {}
  for i, p in ipairs(points) do xs[i], ys[i] = p[1], p[2] end
  if closed then xs[#xs + 1], ys[#ys + 1] = xs[1], ys[1] end
  for i = 2, #xs do
    local d = sqrt((xs[i] - xs[i - 1]) ^ 2 + (ys[i] - ys[i - 1]) ^ 2)
    if d == 0 then
      check.fail(("%s[%d]"):format(path, i), "it is the point before it: %s, %s",
        kit.number(xs[i]), kit.number(ys[i]))
    end
    t[i] = t[i - 1] + d
  end
  local mx, my = bends(t, xs, closed), bends(t, ys, closed)
  local list, heading = {}
  for i = 1, #t - 1 do
    local _, x1 = cubic(t, xs, mx, i, 0)
    local _, y1 = cubic(t, ys, my, i, 0)
    local first = atan2(y1, x1)
    heading = heading and unwound(first, heading) or first
    list[i] = spline_piece(t, xs, ys, mx, my, i, heading)
    local _, _, last = list[i].at(list[i].length)
    heading = last
  end
  return list
end

-- ---- straight between points --------------------------------------------------------------------

local function length_between(p, q) return sqrt((q[1] - p[1]) ^ 2 + (q[2] - p[2]) ^ 2) end

-- lines, corners rounded by arcs of a radius (nil: kinks); corners that have no room are told
function segments.lines(points, closed, radius, path)
  local n, list, cut, turn = #points, {}, {}, {}
  local function point(i) return points[(i - 1) % n + 1] end
  local function heading(i)
    local p, q = point(i), point(i + 1)
    if length_between(p, q) == 0 then
      check.fail(("%s[%d]"):format(path, i % n + 1), "it is the point before it")
    end
    return atan2(q[2] - p[2], q[1] - p[1])
  end
  local last = closed and n or n - 1
  for i = 1, n do
    cut[i], turn[i] = 0, 0
    if radius and (closed or (i > 1 and i < n)) then
      turn[i] = unwound(heading(i) - heading(i == 1 and n or i - 1), 0)
      if abs(turn[i]) > math.pi - 1e-6 then
        check.fail(("%s[%d]"):format(path, i), "the path turns back there: no arc rounds it")
      end
      cut[i] = radius * math.tan(abs(turn[i]) / 2)
    end
  end
  for i = 1, last do
    local j = i % n + 1
    local L, h = length_between(point(i), point(j)), heading(i)
    local left = L - cut[i] - cut[j]
    if left < -1e-12 * L then
      check.fail("radius", "no room for arcs of %s m between the points %d and %d: they need %s m "
        .. "of %s m", kit.number(radius), i, j, kit.number(cut[i] + cut[j], 4), kit.number(L, 4))
    end
    local p = point(i)
    local at = { p[1] + cut[i] * cos(h), p[2] + cut[i] * sin(h), h }
    if left > 1e-12 * L then list[#list + 1] = even(at, left, 0, 0) end
    if abs(turn[j]) > 1e-12 and (closed or j < n) then
      local k = (turn[j] > 0 and 1 or -1) / radius
      list[#list + 1] = even({ at[1] + left * cos(h), at[2] + left * sin(h), h },
        radius * abs(turn[j]), k, 0)
    end
  end
  return list
end

segments.unwound, segments.atan2 = unwound, atan2

return segments
