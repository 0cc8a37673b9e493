-- pen.lua - a drawing as it comes about: lines, circles, arrows and labels in points, y upwards;
-- labels find their places at the end
local look = require "liaison.draw.look"
local obstacles = require "liaison.draw.obstacles"
local place = require "liaison.draw.place_labels"
local primitives = require "liaison.draw.primitives"
local runs = require "liaison.draw.runs"

local pen = {}

local class = {}
class.__index = class

local atan2 = math.atan2 or math.atan -- luacheck: ignore (of y and x, as Lua 5.4 has it)

-- what it costs to cover a point of length of a stroke; no label minds the rest
local WEIGHT = { bar = 5, link = 5, line = 4, dash = 2, chain = 1.5, arrow = 5, rod = 4, edge = 4,
  curve = 3, thin = 3, hidden = 2.5 }

-- o: ghost (all of it lets through), text (size of letters)
function pen.new(o)
  o = o or {}
  return setmetatable({ list = {}, labels = {}, lines = obstacles.new(), ghost = o.ghost or false,
    size = o.text or look.text }, class)
end

-- ---- lines --------------------------------------------------------------------------------------

local function styled(p, kind, style)
  local item = { kind }
  for key, x in pairs(style or {}) do item[key] = x end
  item.ghost = item.ghost or p.ghost or nil
  if item.stroke == nil and item.fill == nil then item.stroke = "line" end
  if item.stroke and not item.color then item.color = "ink" end
  return item
end

local function put(p, item)
  p.list[#p.list + 1] = item
  return item
end

local function half_of(stroke) return look.stroke[stroke][2] / 2 end

local function avoid(p, item, points)
  local weight = item.stroke and WEIGHT[item.stroke]
  if item.quiet or not weight then return end
  for i = 2, #points do
    local a, b = points[i - 1], points[i]
    p.lines:line(a[#a - 1], a[#a], b[#b - 1], b[#b], weight, half_of(item.stroke))
  end
end

-- style: stroke, color, fill, tint, closed, ghost; quiet: labels may cover it
function class:path(points, style)
  local item = put(self, styled(self, "path", style))
  item.points = points
  avoid(self, item, points)
  if item.closed then avoid(self, item, { points[#points], points[1] }) end
  return item
end

function class:line(x1, y1, x2, y2, style) return self:path({ { x1, y1 }, { x2, y2 } }, style) end

-- points of an arc, for what is to be kept clear
local function round(x, y, r, from, to)
  local out, n = {}, math.max(4, math.ceil(math.abs(to - from) * r / 8))
  for k = 0, n do
    local a = from + (to - from) * k / n
    out[k + 1] = { x + r * math.cos(a), y + r * math.sin(a) }
  end
  return out
end

function class:circle(x, y, r, style)
  local item = put(self, styled(self, "circle", style))
  item[2], item[3], item[4] = x, y, r
  avoid(self, item, round(x, y, r, 0, 2 * math.pi))
  return item
end

function class:arc(x, y, r, from, to, style)
  local item = put(self, styled(self, "arc", style))
  item[2], item[3], item[4], item[5], item[6] = x, y, r, from, to
  avoid(self, item, round(x, y, r, from, to))
  return item
end

-- labels keep away from a box around x, y
function class:keep_clear(x, y, half, weight)
  for _, s in ipairs { { -1, -1, 1, -1 }, { 1, -1, 1, 1 }, { 1, 1, -1, 1 }, { -1, 1, -1, -1 },
    { -1, -1, 1, 1 } } do
    self.lines:line(x + half * s[1], y + half * s[2], x + half * s[3], y + half * s[4],
      weight or 4)
  end
end

-- ---- arrows -------------------------------------------------------------------------------------

local HEAD = { arrow = { 7, 2.4 }, thin = { 5, 1.5 }, line = { 6, 1.9 }, fine = { 5, 1.5 } }

-- a head with its tip at x, y, pointing along a
function class:head(x, y, a, style)
  local size = HEAD[style.stroke or "arrow"] or HEAD.arrow
  local c, s, l, w = math.cos(a), math.sin(a), size[1], size[2]
  self:path({ { x, y }, { x - l * c - w * s, y - l * s + w * c },
    { x - l * c + w * s, y - l * s - w * c } }, { fill = style.color or "ink", closed = true,
      ghost = style.ghost })
  self.lines:line(x, y, x - l * c, y - l * s, WEIGHT.arrow, w)
end

-- style.both: a head at either end
function class:arrow(x1, y1, x2, y2, style)
  style = style or { stroke = "arrow" }
  local dx, dy = x2 - x1, y2 - y1
  local length, a = math.sqrt(dx * dx + dy * dy), atan2(dy, dx)
  local size = HEAD[style.stroke or "arrow"] or HEAD.arrow
  local back = length > 0 and math.min(size[1] * 0.8, length) / length or 0
  local from = style.both and back or 0
  self:line(x1 + from * dx, y1 + from * dy, x2 - back * dx, y2 - back * dy,
    { stroke = style.stroke or "arrow", color = style.color, ghost = style.ghost })
  if length < 1e-6 then return end
  self:head(x2, y2, a, style)
  if style.both then self:head(x1, y1, a + math.pi, style) end
end

-- an arc with a head at its end
function class:turn(x, y, r, from, to, style)
  style = style or { stroke = "thin" }
  local size = HEAD[style.stroke or "thin"] or HEAD.thin
  local way = to >= from and 1 or -1
  local back = math.min(size[1] * 0.8 / r, math.abs(to - from))
  self:arc(x, y, r, from, to - way * back, style)
  self:head(x + r * math.cos(to), y + r * math.sin(to),
    to + way * (math.pi / 2 - size[1] / (2 * r)), style)
end

-- ---- labels -------------------------------------------------------------------------------------

-- text or pieces; spots(l) -> places for it (see place_labels); style: color, size, name
function class:label(text, spots, style)
  if not text or text == "" then return end
  style = style or {}
  local l = { runs = type(text) == "table" and text or runs.of(text), color = style.color or "ink",
    size = style.size or self.size, ghost = style.ghost or self.ghost or nil }
  l.wide, l.high = runs.size(l.runs, l.size)
  l.spots = spots(l)
  self.labels[#self.labels + 1] = l
  return l
end

function class:label_around(text, x, y, r, wish, style)
  return self:label(text, function(l) return place.around(l, x, y, r, wish) end, style)
end

function class:label_along(text, x1, y1, x2, y2, side, style)
  return self:label(text, function(l)
    return place.along(l, x1, y1, x2, y2, side, style and style.half)
  end, style)
end

function class:label_arc(text, x, y, r, from, to, style)
  return self:label(text, function(l) return place.beside_arc(l, x, y, r, from, to) end, style)
end

-- a label that stands where it is told
function class:label_at(text, x, y, style)
  return self:label(text, function() return { { x, y, 0 } } end, style)
end

-- ---- the end ------------------------------------------------------------------------------------

-- all primitives, labels in their places; the box around them
function class:finish()
  place.all(self.labels, self.lines)
  for _, l in ipairs(self.labels) do
    put(self, { "text", (l.box[1] + l.box[2]) / 2, (l.box[3] + l.box[4]) / 2, runs = l.runs,
      wide = l.wide, high = l.high, size = l.size, color = l.color, ghost = l.ghost })
  end
  return self.list, primitives.box(self.list)
end

return pen
