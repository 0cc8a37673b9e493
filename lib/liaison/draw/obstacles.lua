-- obstacles.lua - what labels of a drawing keep away from: pieces of lines with weights, found by
-- the cells of a grid
local obstacles = {}

local CELL = 24 -- points

local floor, min, max = math.floor, math.min, math.max

local class = {}
class.__index = class

function obstacles.new() return setmetatable({ cells = {}, count = 0 }, class) end

local function each_cell(x1, y1, x2, y2, f)
  for i = floor(min(x1, x2) / CELL), floor(max(x1, x2) / CELL) do
    for k = floor(min(y1, y2) / CELL), floor(max(y1, y2) / CELL) do f(i * 65536 + k) end
  end
end

local function put(o, s)
  local half = s.half
  each_cell(min(s[1], s[3]) - half, min(s[2], s[4]) - half, max(s[1], s[3]) + half,
    max(s[2], s[4]) + half, function(key)
      local cell = o.cells[key]
      if not cell then
        cell = {}
        o.cells[key] = cell
      end
      cell[#cell + 1] = s
    end)
end

-- a piece of a line, half as thick, cut into short ones: the cost of covering it is by its length
function class:line(x1, y1, x2, y2, weight, half)
  local length = math.sqrt((x2 - x1) ^ 2 + (y2 - y1) ^ 2)
  local n = min(200, max(1, math.ceil(length / CELL)))
  for k = 1, n do
    local a, b = (k - 1) / n, k / n
    self.count = self.count + 1
    put(self, { x1 + a * (x2 - x1), y1 + a * (y2 - y1), x1 + b * (x2 - x1), y1 + b * (y2 - y1),
      weight = weight, half = half or 0.5, id = self.count })
  end
end

-- how much of the piece lies in the box: its length there, from Liang and Barsky's clipping (1984)
local function covered(s, b)
  local x, y, dx, dy = s[1], s[2], s[3] - s[1], s[4] - s[2]
  local from, to = 0, 1
  local function cut(p, q)
    if p == 0 then return q >= 0 end
    local r = q / p
    if p < 0 then from = max(from, r) else to = min(to, r) end
    return true
  end
  local h = s.half
  if not (cut(-dx, x - (b[1] - h)) and cut(dx, b[2] + h - x) and cut(-dy, y - (b[3] - h))
    and cut(dy, b[4] + h - y)) or from > to then
    return 0
  end
  return 2 + (to - from) * math.sqrt(dx * dx + dy * dy)
end

-- what covering these costs: box = { least x, greatest x, least y, greatest y }
function class:cost(b)
  local sum, seen = 0, {}
  each_cell(b[1], b[3], b[2], b[4], function(key)
    for _, s in ipairs(self.cells[key] or {}) do
      if not seen[s.id] then
        seen[s.id] = true
        sum = sum + s.weight * covered(s, b)
      end
    end
  end)
  return sum
end

return obstacles
