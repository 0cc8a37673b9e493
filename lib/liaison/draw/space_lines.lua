-- space_lines.lua - bars in space on paper: cut where others pass before them, and drawn before the
-- symbols that stand behind them
local symbols = require "liaison.draw.space_symbols"

local lines = {}

local GAP = 3.4 -- points of a bar that are left out on either side of one before it

-- a segment on paper: x1, y1, depth1, x2, y2, depth2
local function on_paper(s, seg)
  local x, y, d = s.at(seg.p)
  local X, Y, D = s.at(seg.q)
  return { x = x, y = y, d = d, X = X, Y = Y, D = D, seg = seg, cuts = {},
    length = math.sqrt((X - x) ^ 2 + (Y - y) ^ 2) }
end

-- where two segments cross, as parts t of the first and u of the second; nil where they do not
local function crossing(a, b)
  local rx, ry, sx, sy = a.X - a.x, a.Y - a.y, b.X - b.x, b.Y - b.y
  local det = rx * sy - ry * sx
  if math.abs(det) < 1e-6 * a.length * b.length then return nil end
  local dx, dy = b.x - a.x, b.y - a.y
  local t, u = (dx * sy - dy * sx) / det, (dx * ry - dy * rx) / det
  local e, f = 2 / math.max(a.length, 2.1), 2 / math.max(b.length, 2.1)
  if t > e and t < 1 - e and u > f and u < 1 - f then
    return t, u, math.abs(det) / (a.length * b.length)
  end
end

local function cut_crossings(list, unit)
  for i = 1, #list do
    for k = i + 1, #list do
      local a, b = list[i], list[k]
      local t, u, sine = crossing(a, b)
      if t then
        local da, db = a.d + t * (a.D - a.d), b.d + u * (b.D - b.d)
        local behind, at = a, t
        if da > db then behind, at = b, u end
        if math.abs(da - db) > unit then
          local half = math.min(GAP / math.max(sine, 0.35), 8) / behind.length
          behind.cuts[#behind.cuts + 1] = { at - half, at + half }
        end
      end
    end
  end
end

-- the pieces of a segment that the cuts leave: { from, to } as parts
local function pieces(a)
  table.sort(a.cuts, function(p, q) return p[1] < q[1] end)
  local out, from = {}, 0
  for _, c in ipairs(a.cuts) do
    if c[1] > from then out[#out + 1] = { from, c[1] } end
    from = math.max(from, c[2])
  end
  if from < 1 then out[#out + 1] = { from, 1 } end
  return out
end

-- the part of a segment inside a convex hull (against the clock): from, to; nil (Cyrus and Beck)
local function inside(a, hull)
  local from, to = 0, 1
  for i = 1, #hull do
    local p, q = hull[i], hull[i % #hull + 1]
    local nx, ny = -(q[2] - p[2]), q[1] - p[1] -- to the inside
    local at = nx * (a.x - p[1]) + ny * (a.y - p[2])
    local rate = nx * (a.X - a.x) + ny * (a.Y - a.y)
    if math.abs(rate) < 1e-12 then
      if at < 0 then return nil end
    elseif rate > 0 then from = math.max(from, -at / rate)
    else to = math.min(to, -at / rate) end
  end
  if from < to then return from, to end
end

local function stroke(s, a, from, to)
  local dx, dy = a.X - a.x, a.Y - a.y
  s.pen:line(a.x + from * dx, a.y + from * dy, a.x + to * dx, a.y + to * dy,
    { stroke = "link", color = a.seg.color })
end

-- all segments, then symbols far to near, then what stands before symbols. shown: { g, depth, hull,
-- draw }
function lines.draw(s, shown)
  local list = {}
  for i, seg in ipairs(s.segs) do list[i] = on_paper(s, seg) end
  cut_crossings(list, s.unit)
  for _, a in ipairs(list) do
    for _, p in ipairs(pieces(a)) do stroke(s, a, p[1], p[2]) end
  end
  if s.after_bars then s.after_bars() end
  table.sort(shown, function(a, b)
    return a.depth < b.depth or a.depth == b.depth and a.order < b.order
  end)
  for _, x in ipairs(shown) do x.draw() end
  for _, a in ipairs(list) do
    for _, x in ipairs(shown) do
      if x.g ~= a.seg.owner and x.g ~= a.seg.other and #x.hull > 2 then
        local from, to = inside(a, x.hull)
        local mid = from and (from + to) / 2
        if mid and a.d + mid * (a.D - a.d) > x.depth + s.unit then stroke(s, a, from, to) end
      end
    end
  end
end

-- the hull of all points of paper that a symbol covers
function lines.hull(list)
  local points = {}
  for _, p in ipairs(list) do
    if p[1] == "path" then
      for _, q in ipairs(p.points) do points[#points + 1] = { q[#q - 1], q[#q] } end
    else
      for k = 0, 11 do
        local a = k * math.pi / 6
        points[#points + 1] = { p[2] + p[4] * math.cos(a), p[3] + p[4] * math.sin(a) }
      end
    end
  end
  return symbols.hull(points)
end

return lines
