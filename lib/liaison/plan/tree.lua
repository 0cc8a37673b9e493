-- tree.lua - places with their parents, the nearest of them, the way back to the root
local tree = {}

function tree.new(s) return { space = s, x = {}, parent = {}, n = 0 } end

function tree.add(t, x, parent)
  t.n = t.n + 1
  t.x[t.n], t.parent[t.n] = x, parent or 0
  return t.n
end

-- the squared distance, or what is above least
local function squared(s, a, b, least)
  local sum = 0
  for k = 1, s.n do
    local c, d = s.c[k], b[k] - a[k]
    if c.wraps then d = d - c.period * math.floor(d / c.period + 0.5) end
    d = c.weight * d
    sum = sum + d * d
    if sum >= least then return sum end
  end
  return sum
end

function tree.nearest(t, x)
  local best, least = 1, math.huge
  for i = 1, t.n do
    local d = squared(t.space, t.x[i], x, least)
    if d < least then best, least = i, d end
  end
  return best, math.sqrt(least)
end

-- the k nearest of the first n places, nearest first: {place, distance}
function tree.neighbours(t, x, k, n)
  local out = {}
  for i = 1, n or t.n do
    local worst = #out == k and out[k][2] or math.huge
    local d = squared(t.space, t.x[i], x, worst)
    if d < worst then
      if #out == k then out[k] = nil end
      local at = #out + 1
      while at > 1 and out[at - 1][2] > d do at = at - 1 end
      table.insert(out, at, { i, d })
    end
  end
  for _, pair in ipairs(out) do pair[2] = math.sqrt(pair[2]) end
  return out
end

-- places from i to its root
function tree.back(t, i)
  local out = {}
  while i > 0 do
    out[#out + 1] = t.x[i]
    i = t.parent[i]
  end
  return out
end

return tree
