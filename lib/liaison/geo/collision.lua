-- collision.lua - li.collision, li.distance: which bodies of a model come near each other and what
-- stands around them, and which pairs need not be asked
local li = require "liaison.core"
local check = require "liaison.base.check"
local shapes = require "liaison.geo.convex_shapes"
local kit = li._internal
local core = kit.collision

-- ---- single shapes ------------------------------------------------------------------------------

local function one_shape(x, X, path)
  local t = check.fields(x, path, { shape = shapes.fields.shape, size = "any?", mesh = "mesh?" })
  t.at = X
  return shapes.read(t, path, "the mesh", {})
end

local function distance(a, X_a, b, X_b)
  local list_a, list_b = one_shape(a, X_a, "a"), one_shape(b, X_b, "b")
  local best, where = math.huge, nil
  for _, p in ipairs(list_a) do
    for _, q in ipairs(list_b) do
      local d, w, code = core.nearest(p, q)
      if not d then return d, w, code end
      if d < best then best, where = d, w end
    end
  end
  return best, where
end

-- ---- the shapes of a model ----------------------------------------------------------------------

-- files of meshes by body and number among its meshes
local function meshes_of(model, folders)
  local by = {}
  for _, m in ipairs(model:meshes { folders = folders }) do
    by[m.body] = by[m.body] or {}
    table.insert(by[m.body], m)
  end
  return by
end

local function has_mesh(d)
  for _, body in ipairs(d.bodies) do
    for _, s in ipairs(body.shapes or {}) do if s.kind == "mesh" then return true end end
  end
  return false
end

-- what collides, or what is drawn where nothing says that it does
local function chosen(body)
  local list, all, nmesh = {}, {}, 0
  for _, s in ipairs(body.shapes or {}) do
    if s.kind == "mesh" then nmesh = nmesh + 1 end
    local entry = { shape = s, mesh = nmesh }
    all[#all + 1] = entry
    if s.collides then list[#list + 1] = entry end
  end
  if #list > 0 then return list, false end
  return all, #all > 0
end

local function own_shapes(body, meshes, notes)
  local frame_of = require("liaison.draw.linkage").frame_of
  local list, drawn = chosen(body)
  local out = {}
  for _, e in ipairs(list) do
    local s, X = e.shape, frame_of(e.shape.place)
    if s.kind == "mesh" then
      local m = meshes[body.name][e.mesh]
      if m.mesh then
        for _, c in ipairs(shapes.of_mesh(m.mesh, X, ("%s of %s"):format(m.file, body.name),
          notes)) do
          out[#out + 1] = c
        end
      else
        notes[#notes + 1] = ("%s of %s is left out: %s"):format(m.file, body.name, m.why)
      end
    else
      out[#out + 1] = shapes.primitive(s.kind, s.size, X, "shapes of " .. body.name)
    end
  end
  if drawn and #out > 0 then
    notes[#notes + 1] = body.name .. " has no shapes for contact: those drawn are taken"
  end
  return out
end

-- the contacts of runs take the same
core.own_shapes, core.meshes_of, core.has_mesh = own_shapes, meshes_of, has_mesh

local function given_shapes(list, path, name, notes)
  local out = {}
  for k, t in ipairs(check.list(list, path, function(x, at)
    return check.fields(x, at, shapes.fields)
  end)) do
    for _, c in ipairs(shapes.read(t, ("%s[%d]"):format(path, k), name, notes)) do
      out[#out + 1] = c
    end
  end
  return out
end

-- ---- things: bodies with shapes, obstacles ------------------------------------------------------

local function add_thing(w, name, body, list)
  if #list == 0 then return end
  if w.number[name] then
    check.fail("obstacles", "'%s' is the name of two things", name)
  end
  local n = #w.names + 1
  w.names[n], w.bodies[n], w.number[name] = name, body, n
  for _, c in ipairs(list) do
    c.thing = n
    w.shapes[#w.shapes + 1] = c
  end
end

local function add_bodies(w, d, o)
  local given = o.shapes or {}
  if type(given) ~= "table" then check.fail("shapes", "expected shapes by body") end
  local known = { world = true }
  for _, body in ipairs(d.bodies) do known[body.name] = true end
  check.keys(given, "shapes", known)
  local meshes = has_mesh(d) and meshes_of(w.model, o.folders) or {}
  for k, body in ipairs(d.bodies) do
    local list = given[body.name]
        and given_shapes(given[body.name], "shapes." .. body.name, body.name, w.notes)
      or own_shapes(body, meshes, w.notes)
    add_thing(w, body.name, k, list)
  end
  if #w.names == 0 then
    check.fail("model", "no body has a shape: give shapes = {%s = {{shape = \"capsule\", size = "
      .. "{r, length}}}}", d.bodies[1] and d.bodies[1].name or "body")
  end
end

local obstacle_fields = { name = function(x, path) return x and check.name(x, path) end }
for key, rule in pairs(shapes.fields) do obstacle_fields[key] = rule end

local function add_obstacles(w, list)
  for k, t in ipairs(check.list(list or {}, "obstacles", function(x, path)
    return check.fields(x, path, obstacle_fields)
  end)) do
    local name, path = t.name or "obstacle" .. k, ("obstacles[%d]"):format(k)
    add_thing(w, name, 0, shapes.read(t, path, name, w.notes))
  end
end

-- ---- which pairs are asked ----------------------------------------------------------------------

local function leave_out(w, i, j, reason)
  if i > j then i, j = j, i end
  if i == j or w.why[i][j] or (w.bodies[i] == 0 and w.bodies[j] == 0) then return end
  w.why[i][j] = reason
  w.allowed[#w.allowed + 1] = { a = w.names[i], b = w.names[j], reason = reason }
  core.ask(w.col, i, j, false)
end

local function is_fixed(body)
  local j = body.joint
  return j == "fixed" or type(j) == "table" and (j.kind or j[1]) == "fixed"
end

-- bodies that are fixed to one another: the first of them; 0: the world
local function groups_of(d)
  local number, group = { world = 0 }, { [0] = 0 }
  for k, body in ipairs(d.bodies) do number[body.name] = k end
  local function of(k)
    if group[k] then return group[k] end
    local body = d.bodies[k]
    group[k] = k
    if is_fixed(body) then group[k] = of(number[body.parent or "world"] or 0) end
    return group[k]
  end
  for k in ipairs(d.bodies) do of(k) end
  return group, number
end

-- groups that a joint joins, in the tree or closing a loop
local function joined_groups(d, group, number)
  local on, joined = {}, {}
  for _, f in ipairs(d.frames or {}) do on[f.name] = f.body or f.parent end
  local function join(a, b)
    a, b = number[on[a] or a], number[on[b] or b]
    if a and b then joined[group[a] .. " " .. group[b]] = true end
  end
  for _, body in ipairs(d.bodies) do join(body.name, body.parent or "world") end
  for _, loop in ipairs(d.loops or {}) do join(loop.from, loop.to) end
  return function(a, b) return joined[a .. " " .. b] or joined[b .. " " .. a] end
end

local function leave_neighbours(w, d)
  local group, number = groups_of(d)
  local joined = joined_groups(d, group, number)
  for i = 1, #w.names do
    for j = i + 1, #w.names do
      local a, b = group[w.bodies[i]], group[w.bodies[j]]
      if a == b then leave_out(w, i, j, "fixed to each other")
      elseif w.bodies[i] ~= 0 and w.bodies[j] ~= 0 and joined(a, b) then
        leave_out(w, i, j, "neighbours")
      end
    end
  end
end

-- {a, b} or {a =, b =, reason =}: numbers of both; nil where one has no shapes
local function both_numbers(w, x, path)
  if type(x) ~= "table" then check.fail(path, "expected {a, b}, got %s", check.got(x)) end
  local pair = {}
  for k, key in ipairs { "a", "b" } do
    local name = x[k] or x[key]
    if not w.known[name or 0] and not w.number[name or 0] then
      local all = {}
      for _, list in ipairs { w.known, w.number } do for n in pairs(list) do all[n] = true end end
      check.fail(("%s[%d]"):format(path, k), "expected a body or an obstacle, got %s%s",
        check.got(name), check.hint(name, all))
    end
    pair[k] = w.number[name]
  end
  return pair[1], pair[2], type(x.reason) == "string" and x.reason or nil
end

local function leave_given(w, list)
  for k, x in ipairs(list or {}) do
    local i, j, reason = both_numbers(w, x, ("allowed[%d]"):format(k))
    if i and j then leave_out(w, i, j, reason and "given: " .. reason or "given") end
  end
end

local function ask_only(w, list)
  local wanted = {}
  for k, x in ipairs(list) do
    local i, j = both_numbers(w, x, ("pairs[%d]"):format(k))
    if i and j then wanted[math.min(i, j) .. " " .. math.max(i, j)] = true end
  end
  for i = 1, #w.names do
    for j = i + 1, #w.names do
      if not wanted[i .. " " .. j] then leave_out(w, i, j, "not listed") end
    end
  end
end

-- pairs of bodies that random places tell apart
local function leave_sampled(w, o)
  local n = #w.names
  local rest = core.touching(w.col, n, 1, 0, true)
  local count = core.touching(w.col, n, o.samples, o.seed, false)
  for i = 1, n do
    for j = i + 1, n do
      if w.bodies[i] ~= 0 and w.bodies[j] ~= 0 then
        local c = count[i][j]
        if o.samples > 0 and c == o.samples then
          leave_out(w, i, j, ("always: in all %d samples"):format(o.samples))
        elseif rest[i][j] > 0 then
          leave_out(w, i, j, ("at rest, and in %d of %d samples"):format(c, o.samples))
        elseif o.skip_never and o.samples > 0 and c == 0 then
          leave_out(w, i, j, ("never: in none of %d samples"):format(o.samples))
        end
      end
    end
  end
end

-- ---- made ---------------------------------------------------------------------------------------

local fields = {
  obstacles = "table?", pairs = "table?", allowed = "table?", shapes = "table?",
  folders = "any?", samples = { "count", default = 1000 }, seed = { "count", default = 1 },
  skip_never = function(x, path)
    if x ~= nil and type(x) ~= "boolean" then
      check.fail(path, "expected true or false, got %s", check.got(x))
    end
    return x or false
  end,
}

local function has_loops(d)
  return #(d.loops or {}) + #(d.constraints or {}) > 0
end

local function collision(model, options)
  local o = check.fields(options or {}, "options", fields)
  local d = model:description()
  local w = { model = model, names = {}, bodies = {}, number = {}, shapes = {}, notes = {},
    allowed = {}, why = {}, known = { world = true } }
  for _, body in ipairs(d.bodies) do w.known[body.name] = true end
  add_bodies(w, d, o)
  add_obstacles(w, o.obstacles)
  for i = 1, #w.names do w.why[i] = {} end
  w.col = core.new(w, w.shapes, w.bodies)
  local col = w.col
  leave_given(w, o.allowed)
  if o.pairs then
    ask_only(w, o.pairs)
    o.samples = 0
  else
    leave_neighbours(w, d)
    leave_sampled(w, o)
  end
  if has_loops(d) and o.samples > 0 then
    w.notes[#w.notes + 1] = "loops and constraints are not closed in samples"
  end
  w.col, w.samples, w.seed = nil, o.samples, o.seed
  return col
end

-- ---- told ---------------------------------------------------------------------------------------

local function asked_pairs(w)
  local list = {}
  for i = 1, #w.names do
    for j = i + 1, #w.names do
      if not w.why[i][j] and (w.bodies[i] ~= 0 or w.bodies[j] ~= 0) then
        list[#list + 1] = { a = w.names[i], b = w.names[j] }
      end
    end
  end
  return list
end

local function counted(n, one) return ("%d %s%s"):format(n, one, n == 1 and "" or "s") end

local function told(col)
  local w, obstacles = core.kept(col), 0
  for _, b in ipairs(w.bodies) do if b == 0 then obstacles = obstacles + 1 end end
  local bodies = #w.names - obstacles
  return ("collision of %s (%s) and %s: %s asked, %d left out; %s, seed %d"):format(
    bodies == 1 and "1 body" or bodies .. " bodies", counted(#w.shapes, "shape"),
    counted(obstacles, "obstacle"), counted(#asked_pairs(w), "pair"), #w.allowed,
    counted(w.samples, "sample"), w.seed)
end

local function radii(col)
  local w, out = core.kept(col), {}
  for k, name in ipairs(w.names) do
    if w.bodies[k] ~= 0 then out[name] = core.reach(col, k) end
  end
  return out
end

local SPHERES = "local r = li.robot{bodies = {{name = 'a', joint = 'prismatic', axis = {1, 0, 0}, "
  .. "mass = 1, inertia = {1, 1, 1}, shapes = {{'sphere', size = {0.5}}}}}} "
local WALL = SPHERES .. "local col = li.collision(r, {obstacles = {{shape = 'box', size = "
  .. "{1, 9, 9}, at = {3, 0, 0}, name = 'wall'}}}) "

check.define(li, {
  { "distance(a: table, at_a: frame, b: table, at_b: frame) -> num, table",
    "The signed distance of two shapes (m; negative where they overlap: the least way that parts "
    .. "them), and {point_a, point_b, normal}: nearest points, unit normal from a to b, all in "
    .. "the axes the frames are told in. A shape is {shape = 'box', size = {x, y, z}}, sphere {r}, "
    .. "capsule {r, length between the middles of its ends}, cylinder and cone {r, length} about "
    .. "z, ellipsoid {x, y, z half axes}, plane (the half space z <= 0), or {shape = 'mesh', mesh "
    .. "= li.mesh(path)}: the hull of each of its parts. Exact to rounding for spheres, capsules, "
    .. "boxes, meshes; to 1e-9 of their size for others. nil, message, code where no answer was "
    .. "found in the steps there are.",
    "(li.distance({shape = 'box', size = {1, 1, 1}}, li.frame(), {shape = 'sphere', size = {1}}, "
    .. "li.frame.trans(2, 0, 0))) --> 0.5",
    distance },
  { "collision(model: model [, options: table]) -> collision",
    "The shapes of all bodies of a model, for collides, distance, distances(q): those that "
    .. "collide, of a body without such those drawn; meshes as the hulls of their parts, found "
    .. "below folders as model:meshes does. options: obstacles = {{shape =, size =, at = frame or "
    .. "point, name =}, ..} in the world (shapes as in li.distance); shapes = {body = {{shape =, "
    .. "size =, at =}, ..}} instead of a body's own; allowed = {{'a', 'b'}, ..}: not asked; pairs "
    .. "= {{'a', 'b'}, ..}: only these are asked. Without pairs these are left out: bodies that a "
    .. "joint or nothing but fixed joints joins; and, by samples (1000) random places with seed "
    .. "(1), pairs of bodies that overlap in all of them (always) or at rest; with skip_never = "
    .. "true also those that overlap in none. collision:allowed() lists what is left out, and why; "
    .. "collision:notes() what was taken for what.",
    WALL .. "return (col:distance{1}) --> 1",
    collision },
})

check.define(kit.methods "collision", {
  { "collision:allowed() -> table",
    "The pairs that are not asked: a list of {a, b, reason}: fixed to each other, neighbours, "
    .. "given, not listed, always, at rest, never, with the number of samples.",
    SPHERES .. "local p = li.collision(r, {obstacles = {{shape = 'plane'}}, allowed = "
    .. "{{'a', 'obstacle1'}}}):allowed()[1] return p.a, p.b, p.reason --> a, obstacle1, given",
    function(col) return check.copy(core.kept(col).allowed) end },
  { "collision:pairs() -> table",
    "The pairs that are asked: a list of {a, b}.",
    WALL .. "return #col:pairs(), col:pairs()[1].b --> 1, wall",
    function(col) return asked_pairs(core.kept(col)) end },
  { "collision:notes() -> table",
    "What a reader should know: drawn shapes taken for contact, meshes not found, hulls larger "
    .. "than what they hold. A list of texts.",
    WALL .. "return col:notes()[1] --> a has no shapes for contact: those drawn are taken",
    function(col) return check.copy(core.kept(col).notes) end },
  { "collision:radii() -> table",
    "By body: no point of its shapes is further from the origin of its frame (m).",
    WALL .. "return col:radii().a --> 0.5",
    radii },
  { "collision:summary() -> str", "How many shapes, pairs and samples.",
    WALL .. "return col:summary() --> collision of 1 body (2 shapes) and 1 obstacle: 1 "
    .. "pair asked, 0 left out; 1000 samples, seed 1",
    told },
})
