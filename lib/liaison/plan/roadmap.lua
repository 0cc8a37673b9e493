-- roadmap.lua - li.roadmap: free places and free ways between them, for many questions about one
-- world: a probabilistic roadmap
--                          [Kavraki, Svestka, Latombe, Overmars, IEEE Trans. Robotics 12, 1996]
local li = require "liaison.core"
local check = require "liaison.base.check"
local edges = require "liaison.plan.edges"
local goals = require "liaison.plan.goals"
local plan = require "liaison.plan.plan"
local posture = require("liaison.tasks.posture")
local shortcut = require "liaison.plan.shortcut"
local space = require "liaison.plan.space"
local tree = require "liaison.plan.tree"
local kit = li._internal

local class

local fields = { samples = { "int", default = 500, min = 1 }, neighbours = { "int", default = 10,
  min = 1 }, from = "any?", load = "str?" }
for key, rule in pairs(plan.world) do fields[key] = rule end

-- ---- made ---------------------------------------------------------------------------------------

local function new_map(s, e, o)
  return { space = s, edges = e, places = tree.new(s), ways = {}, neighbours = o.neighbours,
    seed = o.seed, tried = 0 }
end

local function add_place(map, x)
  local i = tree.add(map.places, x)
  map.ways[i] = {}
  return i
end

local function add_way(map, i, k, length)
  map.ways[i][#map.ways[i] + 1] = { k, length }
  map.ways[k][#map.ways[k] + 1] = { i, length }
end

-- ways from place i to the nearest of those before it
local function join(map, i)
  local s, x = map.space, map.places.x[i]
  for _, near in ipairs(tree.neighbours(map.places, x, map.neighbours, i - 1)) do
    if edges.way(map.edges, x, space.toward(s, x, map.places.x[near[1]])) then
      add_way(map, i, near[1], near[2])
    end
  end
end

local function grow(map, count, random, over)
  while map.places.n < count and map.tried < 100 * count and not over() do
    map.tried = map.tried + 1
    local x = space.sample(map.space, random)
    if edges.room(map.edges, x) > 0 then join(map, add_place(map, x)) end
  end
end

-- ---- asked --------------------------------------------------------------------------------------

-- the least place of a heap of {cost, place}
local function push(heap, entry)
  local k = #heap + 1
  heap[k] = entry
  while k > 1 do
    local up = math.floor(k / 2)
    if heap[up][1] <= heap[k][1] then break end
    heap[up], heap[k], k = heap[k], heap[up], up
  end
end

local function pop(heap)
  local top, last = heap[1], heap[#heap]
  heap[#heap] = nil
  if #heap == 0 then return top end
  heap[1] = last
  local k = 1
  while true do
    local least = k
    for child = 2 * k, 2 * k + 1 do
      if heap[child] and heap[child][1] < heap[least][1] then least = child end
    end
    if least == k then return top end
    heap[least], heap[k], k = heap[k], heap[least], least
  end
end

local function back(map, parent, i)
  local out = {}
  while i do
    table.insert(out, 1, map.places.x[i])
    i = parent[i]
  end
  return out
end

-- the shortest way over places from i to any of those wanted: A*, the straight distance in front
local function search(map, i, wanted, more)
  local s, cost, parent, done, heap = map.space, { [i] = 0 }, {}, {}, {}
  local function front(k)
    local least = math.huge
    for goal in pairs(wanted) do
      least = math.min(least, space.apart(s, map.places.x[k], map.places.x[goal]))
    end
    return least
  end
  push(heap, { front(i), i })
  while #heap > 0 do
    local k = pop(heap)[2]
    if wanted[k] then return back(map, parent, k) end
    if not done[k] then
      done[k] = true
      for _, ways in ipairs { map.ways[k] or {}, more[k] or {} } do
        for _, way in ipairs(ways) do
          local c = cost[k] + way[2]
          if c < (cost[way[1]] or math.huge) then
            cost[way[1]], parent[way[1]] = c, k
            push(heap, { c + front(way[1]), way[1] })
          end
        end
      end
    end
  end
  return nil
end

-- an end beside the map: a place for this question alone, its ways in more
local function attach(map, x, more)
  local s, places = map.space, map.places
  local i = tree.add(places, x)
  more[i] = {}
  for _, near in ipairs(tree.neighbours(places, x, 2 * map.neighbours, i - 1)) do
    local k = near[1]
    if edges.way(map.edges, x, space.toward(s, x, places.x[k])) then
      more[k] = more[k] or {}
      more[i][#more[i] + 1], more[k][#more[k] + 1] = { k, near[2] }, { i, near[2] }
    end
  end
  return i
end

local function detach(map, count)
  local places = map.places
  for i = places.n, count + 1, -1 do places.x[i], places.parent[i] = nil, nil end
  places.n = count
end

local query_fields = { seed = { "int", default = 1, min = 0 }, shortcuts = { "int", default = 200,
  min = 0 }, time = { "num", default = 10, above = 0 } }

local function ends(map, from, to, p)
  local s = map.space
  local q = goals.configuration(s, from, "from")
  if s.model then s.base = posture.configuration(s.model, q, "from"):copy() end
  p.starts = { space.x(s, q) }
  local why, info = goals.refuse(s, map.edges, p.starts[1], "from")
  if why then return nil, why, info end
  p.goals, why, info = goals.read(s, map.edges, { to = to, seed = p.seed }, p.random)
  if not p.goals then return nil, why, info end
  return true
end

local function query(r, from, to, options)
  local map, o = r.map, check.fields(options or {}, "options", query_fields)
  local p = { began = kit.clock(), samples = 0, space = map.space, edges = map.edges, seed = o.seed,
    random = space.random(o.seed), nodes = map.places.n }
  map.edges.checks = 0
  local ok, why, info = ends(map, from, to, p)
  if not ok then return nil, why, "EUNREACHABLE", info end
  local before, more, wanted = map.places.n, {}, {}
  local i = attach(map, p.starts[1], more)
  for _, x in ipairs(p.goals) do wanted[attach(map, x, more)] = true end
  local list = search(map, i, wanted, more)
  local joined = #more[i] > 0
  detach(map, before)
  if not list then
    return nil, joined and "no way over the map leads from one to the other: more samples"
      or "from: no free way to any place of the map", "ENOCONV", { places = before }
  end
  list = shortcut.unwound(p.space, list)
  p.first = shortcut.length(p.space, list)
  local function way(a, d) return edges.way(map.edges, a, d) end
  return plan.made(p, shortcut.shorter(p.space, list, way, p.random, o.shortcuts,
    plan.clock(o.time)))
end

-- ---- as a file ----------------------------------------------------------------------------------

local HEAD = "liaison roadmap 1"

local function text_of(map)
  local out = { HEAD, table.concat(map.space.names, " ") }
  out[#out + 1] = ("%d places"):format(map.places.n)
  for i = 1, map.places.n do
    local row = {}
    for k, x in ipairs(map.places.x[i]) do row[k] = kit.number(x, 17) end
    out[#out + 1] = table.concat(row, " ")
  end
  for i = 1, map.places.n do
    for _, way in ipairs(map.ways[i]) do
      if way[1] < i then out[#out + 1] = ("%d %d"):format(i, way[1]) end
    end
  end
  return table.concat(out, "\n") .. "\n"
end

local function save(r, path) return check.give(text_of(r.map), path) end

local function numbers_in(line, count, where)
  local out = {}
  for word in line:gmatch "%S+" do out[#out + 1] = kit.read_number(word) end
  if #out ~= count then
    check.fail(where, "expected %d numbers, got '%.40s'", count, line)
  end
  for k = 1, count do
    if out[k] ~= out[k] or math.abs(out[k]) == math.huge then
      check.fail(where, "expected finite numbers, got '%.40s'", line)
    end
  end
  return out
end

local function read_file(path)
  local file, why = io.open(path, "rb")
  if not file then check.fail("load", "%s", why) end
  local lines = {}
  for line in file:lines() do lines[#lines + 1] = line end
  file:close()
  return lines
end

-- places and ways of a file; they were free where they were made, which is told
local function load_map(map, path)
  local lines, s = read_file(path), map.space
  if lines[1] ~= HEAD then check.fail("load", "%s is no roadmap", path) end
  if lines[2] ~= table.concat(s.names, " ") then
    check.fail("load", "%s is of the coordinates %s", path, lines[2] or "?")
  end
  local count = tonumber((lines[3] or ""):match "^(%d+) places$" or nil)
  if not count or count > #lines then check.fail("load", "%s: line 3: expected a count", path) end
  for i = 1, count do
    add_place(map, numbers_in(lines[3 + i] or "", s.n, ("%s:%d"):format(path, 3 + i)))
  end
  for k = 4 + count, #lines do
    local where = ("%s:%d"):format(path, k)
    local pair = numbers_in(lines[k], 2, where)
    local i, j = pair[1], pair[2]
    if not (map.ways[i] and map.ways[j] and i ~= j) then check.fail(where, "no such places") end
    add_way(map, i, j, space.apart(s, map.places.x[i], map.places.x[j]))
  end
end

-- ---- the call -----------------------------------------------------------------------------------

-- places that hang together, by their number of places, largest first
local function parts(map)
  local seen, out = {}, {}
  for i = 1, map.places.n do
    local stack, count = { i }, 0
    while #stack > 0 do
      local k = table.remove(stack)
      if not seen[k] then
        seen[k], count = true, count + 1
        for _, way in ipairs(map.ways[k]) do stack[#stack + 1] = way[1] end
      end
    end
    if count > 0 then out[#out + 1] = count end
  end
  table.sort(out, function(a, b) return a > b end)
  return out
end

local function roadmap(spec)
  local o = plan.options(spec, fields)
  local s, e = plan.world_of(o)
  if s.model and o.from ~= nil then
    s.base = posture.configuration(s.model, o.from, "from"):copy()
  end
  local map, began = new_map(s, e, o), kit.clock()
  if o.load then load_map(map, o.load)
  else grow(map, o.samples, space.random(o.seed), plan.clock(o.time)) end
  local ways = 0
  for i = 1, map.places.n do ways = ways + #map.ways[i] end
  return class.new { map = map, places = map.places.n, ways = ways / 2,
    info = { tried = map.tried, parts = parts(map), edges = o.load and "as they were in the file"
      or edges.told(e), checks = e.checks, time = kit.clock() - began } }
end

local ONE = "local r = li.roadmap{li.planar{1, 1}, lower = {-3, -3}, upper = {3, 3}, samples = 20} "

class = check.class("roadmap", "Free places and ways between them: from li.roadmap.", {
  { "roadmap:query(from: any, to: any [, options: table]) -> plan",
    "A way over the map, as li.plan gives one: from and to as there. options: seed, shortcuts "
      .. "(200), time. nil, message, code, info as there.",
    ONE .. "return r:query({0, 0}, {1, 1}).length --> 1.4142135623731", query },
  { "roadmap:save([path: path]) -> str|bool",
    "As a text that li.roadmap{load = path} reads, or saved there.",
    ONE .. "return r:save():match '[^\\n]*' --> liaison roadmap 1", save },
  { "roadmap.__tostring(r: roadmap) -> str", "How many places and ways.",
    ONE .. "return tostring(r):match '%d+ places' --> 20 places", function(r)
      return ("roadmap of %d places, %d ways, %d parts (%s)"):format(r.places, r.ways,
        #r.info.parts, r.info.edges)
    end },
})

check.define(li, {
  { "roadmap(spec: table) -> roadmap",
    "A probabilistic roadmap for many plans in one world: li.roadmap{model, collision =, samples = "
      .. "500, neighbours = 10} and all of li.plan that tells the world; from: where coordinates "
      .. "stand that do not move; load = a file of roadmap:save (its ways are not asked again). "
      .. "info: tried, parts (sizes of what hangs together), edges (how they were checked).",
    ONE .. "return r.places --> 20", roadmap },
})

return {}
