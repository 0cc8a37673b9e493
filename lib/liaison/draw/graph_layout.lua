-- graph_layout.lua - nodes of a small graph in the plane, so that distances are as the steps
-- between them: stress majorization from a circle, the same on every machine
local layout = {}

-- steps between all nodes 1 .. n; edges: { {a, b}, .. }; of nodes that are not joined n
local function steps_of(n, edges)
  local d = {}
  for i = 1, n do
    d[i] = {}
    for k = 1, n do d[i][k] = i == k and 0 or n end
  end
  for _, e in ipairs(edges) do d[e[1]][e[2]], d[e[2]][e[1]] = 1, 1 end
  for m = 1, n do -- Floyd and Warshall
    for i = 1, n do
      for k = 1, n do d[i][k] = math.min(d[i][k], d[i][m] + d[m][k]) end
    end
  end
  for i = 1, n do d[i][i] = 0 end
  return d
end

-- nodes in the order of a walk that goes as deep as it can, from a node: a ring comes round in its
-- order; back: neighbours with the greatest number first
local function walk(n, edges, start, back)
  local order, seen, beside = {}, {}, {}
  for i = 1, n do beside[i] = {} end
  for _, e in ipairs(edges) do
    beside[e[1]][#beside[e[1]] + 1] = e[2]
    beside[e[2]][#beside[e[2]] + 1] = e[1]
  end
  local function visit(i)
    seen[i] = true
    order[#order + 1] = i
    table.sort(beside[i], function(a, b)
      if back then return a > b end
      return a < b
    end)
    for _, k in ipairs(beside[i]) do if not seen[k] then visit(k) end end
  end
  visit(start)
  for i = 1, n do if not seen[i] then visit(i) end end
  return order
end

-- one round of de Leeuw's majorization (1977): each node to the mean of where the others want it
local function round(p, d, n)
  local out = {}
  for i = 1, n do
    local x, y, sum = 0, 0, 0
    for k = 1, n do
      if k ~= i then
        local dx, dy = p[i][1] - p[k][1], p[i][2] - p[k][2]
        local far = math.max(math.sqrt(dx * dx + dy * dy), 1e-9)
        local weight = 1 / (d[i][k] * d[i][k])
        x = x + weight * (p[k][1] + d[i][k] * dx / far)
        y = y + weight * (p[k][2] + d[i][k] * dy / far)
        sum = sum + weight
      end
    end
    out[i] = sum > 0 and { x / sum, y / sum } or p[i]
  end
  return out
end

-- turned so that its longer side lies, its first node to the left and below
local function laid(p, n)
  local mx, my, xx, yy, xy = 0, 0, 0, 0, 0
  for i = 1, n do mx, my = mx + p[i][1] / n, my + p[i][2] / n end
  for i = 1, n do
    local x, y = p[i][1] - mx, p[i][2] - my
    xx, yy, xy = xx + x * x, yy + y * y, xy + x * y
  end
  local a = 0.5 * (math.atan2 or math.atan)(2 * xy, xx - yy) -- luacheck: ignore
  -- a round one stands on a side
  if math.sqrt((xx - yy) ^ 2 + 4 * xy * xy) < 0.05 * (xx + yy) and n > 1 then
    a = (math.atan2 or math.atan)(p[1][2] - my, p[1][1] - mx) -- luacheck: ignore
      - (-math.pi / 2 - math.pi / n)
  end
  local c, s, out = math.cos(a), math.sin(a), {}
  for i = 1, n do
    local x, y = p[i][1] - mx, p[i][2] - my
    out[i] = { c * x + s * y, -s * x + c * y }
  end
  local fx, fy = out[1][1] > 1e-6 and -1 or 1, out[1][2] > 1e-6 and -1 or 1
  for i = 1, n do out[i][1], out[i][2] = fx * out[i][1], fy * out[i][2] end
  return out
end

-- how many edges cross
local function crossings(p, edges)
  local function side(a, b, c)
    return (b[1] - a[1]) * (c[2] - a[2]) - (b[2] - a[2]) * (c[1] - a[1])
  end
  local sum = 0
  for i = 1, #edges do
    for k = i + 1, #edges do
      local a, b, c, d = p[edges[i][1]], p[edges[i][2]], p[edges[k][1]], p[edges[k][2]]
      if side(a, b, c) * side(a, b, d) < -1e-9 and side(c, d, a) * side(c, d, b) < -1e-9 then
        sum = sum + 1
      end
    end
  end
  return sum
end

-- how far distances are from the steps
local function stress(p, d, n)
  local sum = 0
  for i = 1, n do
    for k = i + 1, n do
      local far = math.sqrt((p[i][1] - p[k][1]) ^ 2 + (p[i][2] - p[k][2]) ^ 2)
      sum = sum + (far / d[i][k] - 1) ^ 2
    end
  end
  return sum
end

local FEW, AGAIN = 14, 100 -- nodes whose edges are untangled, rounds after a move

local function price(p, d, n, edges) return 10 * crossings(p, edges) + stress(p, d, n) end

local function copied(p)
  local q = {}
  for m = 1, #p do q[m] = { p[m][1], p[m][2] } end
  return q
end

-- the cheapest on the way from places that were changed
local function settled(q, d, n, edges)
  local best, least = q, price(q, d, n, edges)
  for k = 1, AGAIN do
    q = round(q, d, n)
    local cost = k % 5 == 0 and price(q, d, n, edges)
    if cost and cost < least then best, least = q, cost end
  end
  return best, least
end

-- places with one change: two nodes exchanged, or one put between its neighbours
local function changes(p, n, edges)
  local list = {}
  for i = 1, n do
    for k = i + 1, n do
      local q = copied(p)
      q[i], q[k] = q[k], q[i]
      list[#list + 1] = q
    end
    local x, y, count = 0, 0, 0
    for _, e in ipairs(edges) do
      local other = e[1] == i and e[2] or e[2] == i and e[1]
      if other then x, y, count = x + p[other][1], y + p[other][2], count + 1 end
    end
    if count > 1 then
      local q = copied(p)
      q[i] = { x / count, y / count }
      list[#list + 1] = q
    end
  end
  return list
end

-- changed as long as fewer edges cross then
local function untangled(p, d, n, edges)
  local least, better = price(p, d, n, edges), true
  while better and n <= FEW and crossings(p, edges) > 0 do
    better = false
    for _, change in ipairs(changes(p, n, edges)) do
      local q, cost = settled(change, d, n, edges)
      if cost < least - 1e-3 then p, least, better = q, cost, true end
    end
  end
  return p
end

local STARTS = { { 1, false }, { 1, true }, { 2, false }, { 2, true }, { 3, false }, { 3, true },
  { 4, false }, { 5, true } }

-- places { x, y } of nodes 1 .. n, a step long 1: of several starts that with the fewest crossings
function layout.places(n, edges)
  local d, best, least = steps_of(n, edges), nil, nil
  local rounds = math.ceil(math.min(800, 40000 / (n * n)))
  for _, start in ipairs(STARTS) do
    if start[1] <= n then
      local p = {}
      for k, i in ipairs(walk(n, edges, start[1], start[2])) do
        local a = 2 * math.pi * (k - 1) / n
        local r = n / (2 * math.pi)
        p[i] = { r * math.cos(a), r * math.sin(a) + 1e-3 * k }
      end
      for _ = 1, n > 1 and rounds or 0 do p = round(p, d, n) end
      local cost = price(p, d, n, edges)
      if not least or cost < least - 1e-6 then best, least = p, cost end
    end
  end
  return laid(untangled(best, d, n, edges), n)
end

return layout
