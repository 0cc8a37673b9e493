-- mechanism_graph_drawing.lua - the graph of a mechanism: bodies as nodes, joints as edges, its
-- loops
local layout = require "liaison.draw.graph_layout"
local check = require "liaison.base.check"
local lists = require "liaison.base.lists"
local linkage = require "liaison.draw.linkage"
local look = require "liaison.draw.look"
local drawing = require "liaison.draw.drawing"
local marks = require "liaison.draw.marks"
local pens = require "liaison.draw.pen"

local graph = {}

local atan2 = math.atan2 or math.atan -- luacheck: ignore (of y and x, as Lua 5.4 has it)

-- letters of joints, as mechanics writes them
graph.letters = { revolute = "R", prismatic = "P", cylindrical = "C", helical = "H",
  spherical = "S", universal = "U", planar = "E", fixed = "F", floating = "6", slot = "RP",
  polar = "RP" }

-- ---- nodes, edges, loops ------------------------------------------------------------------------

-- a name that a constraint was given by nobody is none
local function edge_of(j, told)
  local kind = told[j.full_name or ""] or j.kind
  local own = j.full_name and not j.full_name:find "^constraint%d+$" and j.full_name
  return { j.from.index, j.to.index, kind = kind, name = j.name or j.q[1] or own, tree = j.tree,
    letter = graph.letters[kind] or kind }
end

-- edges { a, b, name, kind, tree, letter } between bodies 0 .. n; of couplings between
-- the bodies that their coordinates move
local function edges_of(L)
  local list, mover, told, held = {}, {}, {}, {}
  for _, j in ipairs(L.joints) do
    if j.kind ~= "floating" then held[j.from.index], held[j.to.index] = true, true end
  end
  -- in the plane a pin that closes a loop is a point in the model, and told as what it is
  for _, j in ipairs(L.w.mechanism and L.w.mechanism.joints or {}) do told[j.name] = j.kind end
  for _, j in ipairs(L.joints) do
    -- a body that others hold is not joined by its six freedoms
    if j.kind ~= "floating" or not held[j.to.index] then list[#list + 1] = edge_of(j, told) end
    for _, q in ipairs(j.q) do mover[q] = j.to.index end
  end
  for _, c in ipairs(L.couplings) do
    local names = c.fields.coordinates
    local bodies, seen = {}, {}
    for key, x in pairs(type(names) == "table" and names or {}) do
      local b = mover[type(key) == "number" and x or key]
      if b and not seen[b] then
        seen[b] = true
        bodies[#bodies + 1] = b
      end
    end
    lists.rising(bodies)
    if #bodies == 2 then
      list[#list + 1] = { bodies[1], bodies[2], kind = c.kind, name = c.name, couples = true,
        letter = c.kind }
    end
  end
  return list
end

-- the tree of shortest ways from a body: parent edge and depth of each node
local function tree_of(edges, root)
  local parent, depth, queue = {}, { [root] = 0 }, { root }
  local at = 1
  while queue[at] do
    local i = queue[at]
    at = at + 1
    for _, e in ipairs(edges) do
      local k = e[1] == i and e[2] or e[2] == i and e[1]
      if k and not e.couples and not depth[k] then
        depth[k], parent[k] = depth[i] + 1, e
        queue[#queue + 1] = k
      end
    end
  end
  return parent, depth
end

local function other_end(e, i) return e[1] == i and e[2] or e[1] end

-- the loop that an edge closes with the ways of a tree: bodies in order, edges in order
local function closed_by(e, parent, depth)
  local a, b = e[1], e[2]
  local left, right, one, two = { a }, { b }, {}, {}
  while a ~= b do
    if depth[a] >= depth[b] then
      one[#one + 1] = parent[a]
      a = other_end(parent[a], a)
      left[#left + 1] = a
    else
      two[#two + 1] = parent[b]
      b = other_end(parent[b], b)
      right[#right + 1] = b
    end
  end
  for k = #right - 1, 1, -1 do left[#left + 1] = right[k] end
  for k = #two, 1, -1 do one[#one + 1] = two[k] end
  one[#one + 1] = e
  return { bodies = left, edges = one }
end

-- every loop that an edge closes with the shortest ways from some body, the short ones first
local function candidates(n, edges)
  local list = {}
  for root = 0, n do
    local parent, depth = tree_of(edges, root)
    local in_tree = {}
    for _, e in pairs(parent) do in_tree[e] = true end
    for _, e in ipairs(edges) do
      if not in_tree[e] and not e.couples and depth[e[1]] then
        local loop = closed_by(e, parent, depth)
        loop.order = #list
        list[#list + 1] = loop
      end
    end
  end
  table.sort(list, function(a, b)
    return #a.edges < #b.edges or #a.edges == #b.edges and a.order < b.order
  end)
  return list
end

-- Loops that are not made of others: the shortest ones (Horton, SIAM J. Computing 16, 1987), each
-- added modulo 2 to those that begin as it does
local function loops_of(n, edges)
  local number, first, list = {}, {}, {}
  for i, e in ipairs(edges) do number[e] = i end
  for _, loop in ipairs(candidates(n, edges)) do
    local own = {}
    for _, e in ipairs(loop.edges) do own[number[e]] = true end
    for i = 1, #edges do
      if own[i] and first[i] then
        for k in pairs(first[i]) do own[k] = not own[k] or nil end
      elseif own[i] then
        first[i] = own
        loop.joints = {}
        for m, e in ipairs(loop.edges) do loop.joints[m] = e.name or e.letter end
        list[#list + 1] = loop
        break
      end
    end
  end
  return list
end
graph.loops_of, graph.edges_of = loops_of, edges_of

-- ---- drawing ------------------------------------------------------------------------------------

local RADIUS = 10

-- the middle of an edge that is bent by so many points, and its points
local function bent(p, q, bend)
  local dx, dy = q[1] - p[1], q[2] - p[2]
  local l = math.max(math.sqrt(dx * dx + dy * dy), 1e-9)
  local u, v = -dy / l, dx / l
  local cx, cy = (p[1] + q[1]) / 2 + bend * u, (p[2] + q[2]) / 2 + bend * v
  if bend == 0 then return { { p[1], p[2] }, { q[1], q[2] } }, cx, cy end
  -- a curve of degree 2 through the middle, as one of degree 3
  local mx, my = 2 * cx - (p[1] + q[1]) / 2, 2 * cy - (p[2] + q[2]) / 2
  return { { p[1], p[2] }, { p[1] + 2 / 3 * (mx - p[1]), p[2] + 2 / 3 * (my - p[2]),
    q[1] + 2 / 3 * (mx - q[1]), q[2] + 2 / 3 * (my - q[2]), q[1], q[2] } }, cx, cy
end

-- edges between the same two nodes are bent apart
local function bends(edges)
  local count, out = {}, {}
  local function key(e) return math.min(e[1], e[2]) * 1000 + math.max(e[1], e[2]) end
  for _, e in ipairs(edges) do count[key(e)] = (count[key(e)] or 0) + 1 end
  local at = {}
  for i, e in ipairs(edges) do
    local k = key(e)
    at[k] = (at[k] or 0) + 1
    out[i] = count[k] > 1 and 18 * (at[k] - (count[k] + 1) / 2) * (e[1] < e[2] and 1 or -1) or 0
  end
  return out
end

local function edge_name(e)
  if not e.name or e.couples then return { { e.letter, style = "upright", shift = 0 } } end
  local plain = e.name:find "^%a[%w_]*$"
  return plain and ("`%s` (%s)"):format(e.name, e.letter) or e.letter
end

local function draw_edges(pen, places, edges)
  local bend = bends(edges)
  for i, e in ipairs(edges) do
    local p, q = places[e[1] + 1], places[e[2] + 1]
    local points, cx, cy = bent(p, q, bend[i])
    pen:path(points, { stroke = e.couples and "dash" or "line",
      color = e.tree and "ink" or e.couples and "grey" or "force" })
    local side = bend[i] < 0 and -1 or 1
    local k = 0.22
    pen:label_along(edge_name(e), cx - k * (q[1] - p[1]), cy - k * (q[2] - p[2]),
      cx + k * (q[1] - p[1]), cy + k * (q[2] - p[2]), side, { color = "ink" })
  end
end

local function draw_nodes(pen, places, L, o)
  for i = 0, #L.bodies do
    local p, color = places[i + 1], look.body(i)
    pen:circle(p[1], p[2], RADIUS, { stroke = "rod", fill = "paper", color = color })
    if i == 0 then pen:circle(p[1], p[2], RADIUS - 2.4, { stroke = "thin", color = color }) end
    pen:keep_clear(p[1], p[2], RADIUS - 2, 30)
    local inside = { { tostring(i), style = "upright", shift = 0 } }
    pen.inner[#pen.inner + 1] = { inside, p[1], p[2], color }
    if o.names ~= false and L.bodies[i].name ~= tostring(i) then
      pen:label_around({ { L.bodies[i].name, style = "upright", shift = 0 } }, p[1], p[2],
        RADIUS + 1, atan2(p[2], p[1]), { color = color })
    end
  end
end

local ROMAN = { "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X" }

-- is a point in a polygon?
local function within(x, y, polygon)
  local odd = false
  for i = 1, #polygon do
    local p, q = polygon[i], polygon[i % #polygon + 1]
    if (p[2] > y) ~= (q[2] > y)
      and x < p[1] + (y - p[2]) / (q[2] - p[2]) * (q[1] - p[1]) then
      odd = not odd
    end
  end
  return odd
end

local function to_segment(x, y, p, q)
  local dx, dy = q[1] - p[1], q[2] - p[2]
  local t = ((x - p[1]) * dx + (y - p[2]) * dy) / math.max(dx * dx + dy * dy, 1e-12)
  t = math.max(0, math.min(1, t))
  return math.sqrt((x - p[1] - t * dx) ^ 2 + (y - p[2] - t * dy) ^ 2)
end

local GRID = 24

-- the point inside of a loop that is farthest from all edges
local function inside_of(loop, places, edges)
  local polygon, b = {}, { math.huge, -math.huge, math.huge, -math.huge }
  for i, body in ipairs(loop.bodies) do
    local p = places[body + 1]
    polygon[i] = p
    b[1], b[2] = math.min(b[1], p[1]), math.max(b[2], p[1])
    b[3], b[4] = math.min(b[3], p[2]), math.max(b[4], p[2])
  end
  local x, y, most
  for i = 1, GRID - 1 do
    for k = 1, GRID - 1 do
      local u, v = b[1] + i / GRID * (b[2] - b[1]), b[3] + k / GRID * (b[4] - b[3])
      if within(u, v, polygon) then
        local far = math.huge
        for _, e in ipairs(edges) do
          far = math.min(far, to_segment(u, v, places[e[1] + 1], places[e[2] + 1]))
        end
        if not most or far > most + 1e-9 then x, y, most = u, v, far end
      end
    end
  end
  return x, y
end

local function draw_loops(pen, places, loops, edges)
  for i, loop in ipairs(loops) do
    local x, y
    if #loop.bodies > 2 then x, y = inside_of(loop, places, edges) end
    if x then
      pen:turn(x, y, 9, 0.4, 0.4 + 5, { stroke = "thin", color = "velocity" })
      pen.inner[#pen.inner + 1] = { { { ROMAN[i] or tostring(i), style = "upright", shift = 0 } },
        x, y, "velocity" }
    end
  end
end

local options = { names = "bool?", step = { "num", default = 26, above = 0 },
  values = "table?" }
for _, key in ipairs { "letters", "title" } do options[key] = marks.options[key] end

function graph.draw(what, opts)
  local o = check.fields(opts or {}, "options", options)
  local w = linkage.read(what, o.values)
  w.told = {} -- lengths play no part
  local L = linkage.at(w, w.model:home())
  local edges = edges_of(L)
  local n = #L.bodies
  local shifted = {}
  for i, e in ipairs(edges) do shifted[i] = { e[1] + 1, e[2] + 1 } end
  local places = layout.places(n + 1, shifted)
  for _, p in ipairs(places) do
    p[1], p[2] = p[1] * o.step * 72 / 25.4, p[2] * o.step * 72 / 25.4
  end
  local pen = pens.new { text = o.letters }
  pen.inner = {}
  draw_edges(pen, places, edges)
  local loops = loops_of(n, edges)
  draw_loops(pen, places, loops, edges)
  draw_nodes(pen, places, L, o)
  for _, x in ipairs(pen.inner) do pen:label_at(x[1], x[2], x[3], { color = x[4] }) end
  local list = pen:finish()
  for i, loop in ipairs(loops) do
    w.told[i] = ("loop %s: %s"):format(ROMAN[i] or i, table.concat(loop.joints, ", "))
  end
  if #loops == 0 then w.told[1] = "no loops: a tree" end
  return drawing.new { list = list, told = w.told, title = o.title or w.desc.name, loops = loops }
end

return graph
