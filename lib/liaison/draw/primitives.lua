-- primitives.lua - what drawings are made of, a row each, in points with y upwards: every writer
-- has a function of each name (tests/lua/test_drawing.lua)
--
--   { "path", points = { {x, y}, .. }, closed =, .. }   lines, and Bezier curves
--                                          { cx1, cy1, cx2, cy2, x, y } in the place of a point
--   { "circle", x, y, r }
--   { "arc", x, y, r, from, to }           of a circle, to > from goes against the clock
--   { "text", x, y, runs =, name = }       centred at x, y
--
-- All but text have stroke and color (of look.lua), fill (a colour), tint = true (a fill that lets
-- through), ghost = true (all of it does).
local primitives = {}

-- how far each goes: see(x, y) is told corners of a box around it
primitives.reach = {
  path = function(p, see)
    for _, q in ipairs(p.points) do for k = 1, #q, 2 do see(q[k], q[k + 1]) end end
  end,
  circle = function(p, see)
    see(p[2] - p[4], p[3] - p[4])
    see(p[2] + p[4], p[3] + p[4])
  end,
  arc = function(p, see)
    for k = 0, 24 do
      local a = p[5] + (p[6] - p[5]) * k / 24
      see(p[2] + p[4] * math.cos(a), p[3] + p[4] * math.sin(a))
    end
  end,
  text = function(p, see)
    see(p[2] - p.wide / 2, p[3] - p.high / 2)
    see(p[2] + p.wide / 2, p[3] + p.high / 2)
  end,
}

primitives.names = {}
for name in pairs(primitives.reach) do primitives.names[#primitives.names + 1] = name end
require("liaison.core")._internal.sort(primitives.names)

-- the same moved by dx, dy
function primitives.moved(p, dx, dy)
  local out = {}
  for key, x in pairs(p) do out[key] = x end
  if p[1] == "path" then
    out.points = {}
    for i, q in ipairs(p.points) do
      out.points[i] = {}
      for k = 1, #q, 2 do out.points[i][k], out.points[i][k + 1] = q[k] + dx, q[k + 1] + dy end
    end
  else out[2], out[3] = p[2] + dx, p[3] + dy end
  return out
end

-- least x, greatest x, least y, greatest y of a list; zeros of none
function primitives.box(list)
  local b = { math.huge, -math.huge, math.huge, -math.huge }
  local function see(x, y)
    b[1], b[2] = math.min(b[1], x), math.max(b[2], x)
    b[3], b[4] = math.min(b[3], y), math.max(b[4], y)
  end
  for _, p in ipairs(list) do primitives.reach[p[1]](p, see) end
  return b[1] <= b[2] and b or { 0, 0, 0, 0 }
end

return primitives
