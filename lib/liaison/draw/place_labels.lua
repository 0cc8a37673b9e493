-- place_labels.lua - where the labels of a drawing stand: the cheapest of their places, one after
-- the other, and twice again
--
-- A request has runs, wide, high, and spots: { x, y, cost } in the order of preference. It costs to
-- cover lines (obstacles), and most to cover another label. Nothing is random: the same drawing
-- has its labels in the same places on every machine.
local place = {}

local cos, sin, abs, pi = math.cos, math.sin, math.abs, math.pi

local GAP = 2      -- points between a label and what it stands beside
local COVERS = 400 -- to cover another label
local ROUNDS = 2

-- ---- places to choose from ----------------------------------------------------------------------

-- spots around a circle of radius r: in the direction wished, then beside it, then farther off
function place.around(l, x, y, r, wish)
  local spots = {}
  wish = wish or pi / 4
  for ring = 0, 3 do
    for k = 0, 15 do
      local turn = (k % 2 == 0 and 1 or -1) * math.ceil(k / 2)
      local a = wish + turn * pi / 8
      local u, v = cos(a), sin(a)
      local far = r + GAP + 5 * ring
      spots[#spots + 1] = { x + u * far + l.wide / 2 * u, y + v * far + l.high / 2 * v,
        abs(turn) * 0.7 + 9 * ring }
    end
  end
  return spots
end

local ALONG = { 0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.18, 0.82 }

-- spots beside a line, on its left first where side is 1, on its right where it is -1
function place.along(l, x1, y1, x2, y2, side, half)
  local spots, dx, dy = {}, x2 - x1, y2 - y1
  local length = math.max(math.sqrt(dx * dx + dy * dy), 1e-9)
  local u, v = -dy / length, dx / length
  for ring = 0, 2 do
    for k, t in ipairs(ALONG) do
      for i, way in ipairs { side or 1, -(side or 1) } do
        local far = (half or 1) + GAP + 5 * ring + abs(u) * l.wide / 2 + abs(v) * l.high / 2
        spots[#spots + 1] = { x1 + t * dx + way * far * u, y1 + t * dy + way * far * v,
          0.8 * k + 1.5 * i + 9 * ring }
      end
    end
  end
  return spots
end

local BESIDE = { 0.5, 0.42, 0.58, 0.3, 0.7, 0.15, 0.85, 0, 1, -0.2, 1.2, -0.5, 1.5 }

-- spots beside an arc: in its middle and towards its ends, outside and then inside
function place.beside_arc(l, x, y, r, from, to)
  local spots = {}
  for ring = 0, 4 do
    for k, t in ipairs(BESIDE) do
      local a = from + t * (to - from)
      local u, v = cos(a), sin(a)
      local own = abs(u) * l.wide / 2 + abs(v) * l.high / 2 + GAP
      local far = r + own + 5 * ring
      spots[#spots + 1] = { x + far * u, y + far * v, k + 6 * ring }
      if ring == 0 and r - own > own then
        spots[#spots + 1] = { x + (r - own) * u, y + (r - own) * v, k + 3 }
      end
    end
  end
  return spots
end

-- ---- the choice ---------------------------------------------------------------------------------

local function box(l, spot)
  return { spot[1] - l.wide / 2, spot[1] + l.wide / 2, spot[2] - l.high / 2,
    spot[2] + l.high / 2 }
end

local function overlap(a, b)
  local w = math.min(a[2], b[2]) - math.max(a[1], b[1])
  local h = math.min(a[4], b[4]) - math.max(a[3], b[3])
  return w > -1 and h > -1 and (w + 1) * (h + 1) or 0
end

local function choose(l, list, lines)
  local best, least
  for _, spot in ipairs(l.spots) do
    if not least or spot[3] < least then
      local b, cost = box(l, spot), spot[3]
      for _, other in ipairs(list) do
        local shared = other ~= l and other.box and overlap(b, other.box) or 0
        if shared > 0 then cost = cost + COVERS + shared end
      end
      if not least or cost < least then cost = cost + lines:cost(b) end
      if not least or cost < least then best, least = b, cost end
    end
  end
  l.box, l.cost = best, least
end

-- boxes for all labels; lines: obstacles
function place.all(list, lines)
  for _ = 0, ROUNDS do
    for _, l in ipairs(list) do choose(l, list, lines) end
  end
end

return place
