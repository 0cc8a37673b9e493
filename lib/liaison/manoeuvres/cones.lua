-- cones.lua - lanes marked by cones: ISO 3888-1, ISO 3888-2, a slalom; the path through them, and
-- which cone a vehicle hits
--
-- x runs ahead from the first cone. The right limits of the first and the last lane are in line;
-- the lane beside them lies to the left (side = "left"), or everything is mirrored. Track limits
-- are tangential to the bases of the cones: their centres stand outside by a radius.
local check = require "liaison.base.check"
local kit = require("liaison.core")._internal

local cones = {}

local RADIUS = 0.14 -- m, of a base

-- lanes {from, to, right, left}, the right limit of the first at y = -width/2
cones.courses = {
  -- ISO 3888-1:2018: lengths 15 30 25 25 15 15; offset between the right limits
  ["iso3888-1"] = function(w, o)
    local b1, b3, b5 = 1.1 * w + 0.25, 1.2 * w + 0.25, 1.3 * w + 0.25
    local right = -b1 / 2
    local offset = o.offset or 3.5
    return { { from = 0, to = 15, right = right, left = right + b1 },
      { from = 45, to = 70, right = right + offset, left = right + offset + b3 },
      { from = 95, to = 125, right = right, left = right + b5 } }
  end,
  -- ISO 3888-2:2011: lengths 12 13.5 11 12.5 12; offset from the left limit of the first lane to
  -- the right one of the second
  ["iso3888-2"] = function(w, o)
    local b1, b3, b5 = 1.1 * w + 0.25, w + 1, math.max(3, 1.3 * w + 0.25)
    local right, offset = -b1 / 2, o.offset or 1
    return { { from = 0, to = 12, right = right, left = right + b1 },
      { from = 25.5, to = 36.5, right = right + b1 + offset, left = right + b1 + offset + b3 },
      { from = 49, to = 61, right = right, left = right + b5 } }
  end,
}

local function add(list, x, y, section, side, sign)
  list[#list + 1] = { x = x, y = sign * y, section = section,
    side = sign > 0 and side or (side == "left" and "right" or "left"),
    number = #list + 1 }
end

-- the cones of a course, pairs at both ends of a lane and between them
function cones.of(course, width, o)
  local lanes, list, sign = cones.courses[course](width, o), {}, o.side == "right" and -1 or 1
  for k, lane in ipairs(lanes) do
    local n = math.max(2, math.ceil((lane.to - lane.from) / 5))
    for i = 0, n do
      local x = lane.from + (lane.to - lane.from) * i / n
      add(list, x, lane.left + RADIUS, 2 * k - 1, "left", sign)
      add(list, x, lane.right - RADIUS, 2 * k - 1, "right", sign)
    end
  end
  return list, lanes, sign
end

-- cones in a row, passed left and right in turn
function cones.slalom(n, spacing)
  local list = {}
  for k = 1, n do
    list[k] = { x = (k - 1) * spacing, y = 0, section = k, side = k % 2 == 1 and "right" or "left",
      number = k }
  end
  return list
end

-- segments of a path along the middles of the lanes, from `approach` before the first on
function cones.path(lanes, sign, approach, after)
  local list, y = { { "line", length = approach } }, 0
  for k, lane in ipairs(lanes) do
    local middle = sign * (lane.left + lane.right) / 2
    if k > 1 then
      list[#list + 1] = { "shift", length = lane.from - lanes[k - 1].to, offset = middle - y }
    end
    list[#list + 1] = { "line", length = lane.to - lane.from }
    y = middle
  end
  list[#list + 1] = { "line", length = after }
  return list
end

-- ---- the line that bends least ------------------------------------------------------------------

-- where the place of the vehicle may be: {x, low, high} along the lanes, a margin beside the body,
-- or a tenth of the room where that is less
local function corridor(lanes, width, margin)
  local list = {}
  for _, lane in ipairs(lanes) do
    local room = (lane.left - lane.right - width) / 2
    local m = width / 2 + math.min(margin, 0.9 * math.max(room, 0))
    local n = math.ceil(lane.to - lane.from)
    for i = 0, n do
      list[#list + 1] = { x = lane.from + (lane.to - lane.from) * i / n, low = lane.right + m,
        high = lane.left - m }
    end
  end
  return list
end

-- second derivatives at the knots of the cubic spline through them, 0 at both ends
local function bends(knots)
  local n, a, b, c, d = #knots, {}, {}, {}, {}
  local m = { 0 }
  for i = 2, n - 1 do
    local h0, h1 = knots[i].x - knots[i - 1].x, knots[i + 1].x - knots[i].x
    a[i], b[i], c[i] = h0, 2 * (h0 + h1), h1
    d[i] = 6 * ((knots[i + 1].y - knots[i].y) / h1 - (knots[i].y - knots[i - 1].y) / h0)
  end
  for i = 3, n - 1 do
    local f = a[i] / b[i - 1]
    b[i], d[i] = b[i] - f * c[i - 1], d[i] - f * d[i - 1]
  end
  m[n] = 0
  for i = n - 1, 2, -1 do m[i] = (d[i] - c[i] * m[i + 1]) / b[i] end
  return m
end

local function height(knots, m, x)
  local i = 1
  while i < #knots - 1 and knots[i + 1].x < x do i = i + 1 end
  local p, q = knots[i], knots[i + 1]
  local h, u, w = q.x - p.x, q.x - x, x - p.x
  return (m[i] * u ^ 3 + m[i + 1] * w ^ 3) / (6 * h) + (p.y / h - m[i] * h / 6) * u
    + (q.y / h - m[i + 1] * h / 6) * w
end

-- the bound that is passed by most, as a knot on it
local function worst(gates, knots, m)
  local most, found = 1e-6, nil
  for _, g in ipairs(gates) do
    local y = height(knots, m, g.x)
    if g.low - y > most then most, found = g.low - y, { x = g.x, y = g.low, up = true } end
    if y - g.high > most then most, found = y - g.high, { x = g.x, y = g.high, up = false } end
  end
  return found
end

-- a knot that pulls instead of pushing: the jump of the third derivative has the wrong sign
local function puller(knots, m)
  for i = 2, #knots - 1 do
    local k = knots[i]
    if k.up ~= nil then
      local push = (m[i + 1] - m[i]) / (knots[i + 1].x - k.x)
        - (m[i] - m[i - 1]) / (k.x - knots[i - 1].x)
      if (k.up and push or -push) < -1e-12 then return i end
    end
  end
end

-- The line from y = 0 before the lanes to the middle of the last that stays in all of them and has
-- the least integral of y''^2: cubic pieces between the points where it touches its bounds
local function least_bent(lanes, width, margin, approach, after)
  local gates = corridor(lanes, width, margin)
  local last = lanes[#lanes]
  local y = (last.left + last.right) / 2
  local knots = { { x = -approach, y = 0 }, { x = -approach / 2, y = 0 },
    { x = last.to + after / 2, y = y }, { x = last.to + after, y = y } }
  for _ = 1, 200 do
    local m = bends(knots)
    local off = puller(knots, m)
    local found = not off and worst(gates, knots, m)
    if off then table.remove(knots, off)
    elseif found then
      local at = 1
      while knots[at].x < found.x do at = at + 1 end
      if knots[at].x == found.x then knots[at] = found else table.insert(knots, at, found) end
    else break end
  end
  return knots, bends(knots)
end

-- points of it, for a path through them
function cones.line(lanes, sign, width, margin, approach, after)
  local knots, m = least_bent(lanes, width, margin, approach, after)
  local list = {}
  local first, final = knots[1].x, knots[#knots].x
  local n = math.ceil((final - first) / 3)
  for i = 0, n do
    local x = first + (final - first) * i / n
    list[i + 1] = { x, sign * height(knots, m, x) }
  end
  return list
end

-- how far the body is from a cone's base, less than 0: over it; body {front, rear, width} about the
-- place x, y with heading yaw
local function distance(body, x, y, yaw, cone)
  local dx, dy = cone.x - x, cone.y - y
  local c, s = math.cos(yaw), math.sin(yaw)
  local along, across = dx * c + dy * s, dy * c - dx * s
  local ox = math.max(along - body.front, -body.rear - along, 0)
  local oy = math.max(math.abs(across) - body.width / 2, 0)
  if ox == 0 and oy == 0 then
    return -math.min(body.front - along, along + body.rear, body.width / 2 - math.abs(across))
      - RADIUS
  end
  return math.sqrt(ox * ox + oy * oy) - RADIUS
end

-- the cones that are hit, each with its first time, and the least distance to one that is not
function cones.hits(list, body, trace)
  local hit, least = {}, math.huge
  for _, cone in ipairs(list) do
    local nearest, first = math.huge, nil
    for i, t in ipairs(trace.t) do
      if math.abs(trace.x[i] - cone.x) < 8 then
        local d = distance(body, trace.x[i], trace.y[i], trace.yaw[i], cone)
        nearest = math.min(nearest, d)
        if d < 0 and not first then first = t end
      end
    end
    if first then
      hit[#hit + 1] = { cone = cone, t = first, depth = -nearest }
    else
      least = math.min(least, nearest)
    end
  end
  table.sort(hit, function(a, b)
    return a.t < b.t or (a.t == b.t and a.cone.number < b.cone.number)
  end)
  return hit, least
end

function cones.told(h)
  return ("cone %d (section %d, %s, x = %s m) at %s s, by %s m"):format(h.cone.number,
    h.cone.section, h.cone.side, kit.number(h.cone.x, 4), kit.number(h.t, 4),
    kit.number(h.depth, 3))
end

-- the body of a vehicle about its place: what is told, else by where its wheels stand
function cones.body(v, o, out)
  local front, rear, half = -math.huge, math.huge, 0
  for q in pairs(v.spins) do
    for _, b in ipairs(v.description.bodies) do
      if b.q == q then
        local p = v.model:fk(v.model:home(), b.name).p
        front, rear, half = math.max(front, p[1]), math.min(rear, p[1]),
          math.max(half, math.abs(p[2]))
      end
    end
  end
  local seen = half > 0
  local body = { width = o.width or seen and 2 * half + 0.2 or 1.8,
    front = o.front or seen and front + 0.8 or 2, rear = o.rear or seen and 0.8 - rear or 2 }
  for _, key in ipairs { "width", "front", "rear" } do
    check.value(body[key], key, { "num", above = 0 })
  end
  if not (o.width and o.front and o.rear) then
    out.note("a body %s m wide, from %s m ahead of its place to %s m behind it%s",
      kit.number(body.width, 4), kit.number(body.front, 4), kit.number(body.rear, 4),
      seen and ": its wheels, 0.1 m beside and 0.8 m beyond them" or " was assumed")
  end
  return body
end

cones.radius = RADIUS

return cones
