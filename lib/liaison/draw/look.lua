-- look.lua - colours and strokes of drawings, by name: one list for all that write them
local look = {}

-- name, on light paper, on dark paper
look.colors = {
  { "ink", "1b1f24", "e3e8ee" }, { "paper", "ffffff", "14181e" }, { "grey", "6a737d", "98a3af" },
  { "faint", "b4bcc4", "525c67" },
  { "body1", "1f5fa8", "7db4ee" }, { "body2", "b8541a", "f0a071" }, { "body3", "12757a", "66c6ca" },
  { "body4", "6d4ba3", "bda3e6" }, { "body5", "8a6a0a", "dcb556" }, { "body6", "4d5b78", "a9b8d6" },
  { "force", "c2182b", "ff7a86" }, { "moment", "a3157f", "f58ad6" },
  { "velocity", "1d7a35", "6fca85" }, { "inertia", "6b2fb3", "c39bf5" },
}

-- name, width in points, dashes and gaps in points
look.strokes = {
  { "bar", 2.2 }, { "line", 0.9 }, { "thin", 0.5 }, { "fine", 0.4 }, { "edge", 0.8 },
  { "dash", 0.6, { 3, 2 } }, { "chain", 0.5, { 8, 2, 1.5, 2 } }, { "hidden", 0.5, { 1.8, 1.6 } },
  { "arrow", 1.2 }, { "link", 1.7 }, { "rod", 1.3 }, { "curve", 1 },
}

look.text = 9 -- points; an index is SMALL times as high
look.small = 0.72
look.ghost = 0.38 -- opacity of what stands behind, and of the inside of plates
look.tint = 0.13

local function by_name(list)
  local out = {}
  for _, row in ipairs(list) do out[row[1]] = row end
  return out
end

look.color, look.stroke = by_name(look.colors), by_name(look.strokes)

-- the colour of body i, 0: the ground
function look.body(i) return i == 0 and "ink" or "body" .. ((i - 1) % 6 + 1) end

return look
