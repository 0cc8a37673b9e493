-- data.lua - a description as the living page wants it: bodies parents first, constraints with
-- places instead of names
local li = require "liaison.core"
local kinds = require "liaison.describe.kinds"
local kit = li._internal

local data = {}

local AXIS = { x = { 1, 0, 0 }, y = { 0, 1, 0 }, z = { 0, 0, 1 } }
local function axis_of(axis)
  if type(axis) ~= "string" then return axis end
  local u = AXIS[axis:sub(-1)]
  return axis:sub(1, 1) == "-" and { -u[1], -u[2], -u[3] } or u
end

-- where the coordinates of every joint start in q and v, from 0: { [coordinate] = { q =, v =, kind
-- = } }, and the list of rates
function data.numbering(desc)
  local kind_of, at, rates, q, v = {}, {}, {}, 0, 0
  for _, body in ipairs(desc.bodies) do
    local kind, j = kinds.joint_of(body)
    for i, d in ipairs(j.dofs or { j }) do
      if d.q then kind_of[d.q] = { kind = kind, nth = i } end
    end
  end
  for _, name in ipairs(desc.coordinates or {}) do
    local k = kind_of[name] or { kind = "plain", nth = 1 }
    local quaternion = kinds.quaternion(k.kind)
    local size = quaternion and kinds.joint[k.kind].nq
    if not size then
      at[name] = { q = q, v = v }
      rates[#rates + 1] = { kind = "plain", q = q, v = v }
      q, v = q + 1, v + 1
    elseif k.nth == 1 then
      at[name] = { q = q, v = v }
      rates[#rates + 1] = { kind = quaternion == 1 and "ball" or "free", q = q, v = v }
      q, v = q + size, v + size - 1
    else -- a turn of several rates: no number of q is its own
      at[name] = { q = -1, v = rates[#rates].v + k.nth - 1 }
    end
  end
  -- joints are found by their own names too, as files call them
  for _, body in ipairs(desc.bodies) do
    local _, j = kinds.joint_of(body)
    if type(body.joint) == "table" and j.q and j.name and not at[j.name] then
      at[j.name] = at[j.q]
    end
  end
  return at, rates
end

local UNIT_OF = { turn = "rad", slide = "m" }

-- "rad" or "m" of every coordinate that is a number; none where it is a turn in space, or is not
-- known
function data.units(desc)
  local unit = {}
  for _, body in ipairs(desc.bodies) do
    local kind, j = kinds.joint_of(body)
    for i, d in ipairs(j.dofs or { j }) do
      if d.q then unit[d.q] = UNIT_OF[kinds.does(kind, j, i)] end
    end
  end
  return unit
end

local function dof_of(d, at)
  local name = d.q or d.follows and d.follows[1]
  local from = d.follows or d
  local place = name and at[name]
  return { q = place and place.q or -1, v = place and place.v or -1, scale = from.scale or 1,
    offset = from.offset or 0, rotor = d.rotor, gear = d.gear }
end

-- all degrees of freedom: { dof = as it is told, q, v, scale, offset }
function data.dofs(desc, at)
  local list = {}
  for _, body in ipairs(desc.bodies) do
    local _, j = kinds.joint_of(body)
    for _, d in ipairs(j.dofs or { j }) do
      local x = dof_of(d, at)
      x.dof = d
      list[#list + 1] = x
    end
  end
  return list
end

-- springs, dampers and dry friction of joints, where there are any; sticks: friction is elsewhere
function data.passive(desc, at, sticks)
  local list = {}
  for _, x in ipairs(data.dofs(desc, at)) do
    local d = x.dof
    local friction = not sticks and d.friction or 0
    if x.v >= 0 and (d.damping or friction ~= 0 or d.stiffness) then
      list[#list + 1] = { q = x.q, v = x.v, scale = x.scale, offset = x.offset,
        damping = d.damping or 0, friction = friction, stiffness = d.stiffness or 0,
        rest = d.rest or 0 }
    end
  end
  return list
end

-- indices of bodies, parents before children: the order the page computes in; { [name] = place from
-- 0 }
function data.ordered(desc)
  local index, order, place = {}, {}, {}
  for i, body in ipairs(desc.bodies) do index[body.name] = i end
  local function add(i)
    local body = desc.bodies[i]
    if place[body.name] then return end
    local _, j = kinds.joint_of(body)
    local parent = index[j.parent or body.parent]
    if parent then add(parent) end
    order[#order + 1] = i
    place[body.name] = #order - 1
  end
  for i = 1, #desc.bodies do add(i) end
  return order, place
end

-- a body, a frame or the world by name: place of the body and of the frame, -1 where there is none
function data.stands(desc, place, name)
  for i, f in ipairs(desc.frames or {}) do
    if f.name == name then return place[f.body] or -1, i - 1 end
  end
  return place[name] or -1, -1
end

local UNIT = { x = { 1, 0, 0 }, y = { 0, 1, 0 }, z = { 0, 0, 1 } }
local NAME = { R = "revolute", T = "prismatic" }

-- "Rz" among moves that stay is a revolute joint about z, and is drawn as one: its kind, axis,
-- moves before and after
local function single(j, kind)
  if kind ~= "moves" then return kind, axis_of(j.axis), j.place, j.after end
  local only
  for i, m in ipairs(j.moves) do
    if type(m) == "string" then
      if only then return kind end
      only = i
    end
  end
  if not only then return kind end
  local before, after = {}, {}
  for _, m in ipairs(j.place or {}) do before[#before + 1] = m end
  for i, m in ipairs(j.moves) do
    if i ~= only then table.insert(i < only and before or after, m) end
  end
  for _, m in ipairs(j.after or {}) do after[#after + 1] = m end
  local move = j.moves[only]
  return NAME[move:sub(1, 1)], UNIT[move:sub(2, 2)], before, after
end

-- the pieces of a joint's motion as the page moves by them: turns and slides about an axis by k
-- times degree of freedom d (from 0), poses that stay, a ball, a body free in space
local function steps_of(kind, j)
  local row, steps = kinds.joint[kind], {}
  if kind == "moves" then
    local d = -1
    for i, m in ipairs(j.moves) do
      local word = type(m) == "string"
      if word then d = d + 1 end
      steps[i] = word and { kind = m:sub(1, 1) == "R" and "turn" or "slide",
        axis = UNIT[m:sub(2, 2)], d = d } or { kind = "fixed", move = m }
    end
    return steps
  end
  if kinds.quaternion(kind) then
    return { { kind = kinds.quaternion(kind) == 1 and "ball" or "free" } }
  end
  local turned = not row.sequence and row.axes > 0 and not kinds.is_screw(row)
  for k, x in ipairs(row.motion) do
    local own = turned and (x.axis or { 0, 0, 1 }) or axis_of(kinds.axis(kind, j, k))
    steps[k] = { kind = x.step, axis = own, d = x.q - 1, k = x.param and j[x.param] or nil }
  end
  if not turned then return steps end
  local list = { { kind = "aligned", axis = axis_of(j.axis or "z") } }
  for _, s in ipairs(steps) do list[#list + 1] = s end
  list[#list + 1] = { kind = "aligned", axis = axis_of(j.axis or "z"), back = true }
  return list
end

local function body_of(body, at, place)
  local kind, j = kinds.joint_of(body)
  local shown, axis, before, after = single(j, kind)
  local dofs = {}
  for d, x in ipairs(j.dofs or { j }) do
    if x.q or x.follows then dofs[d] = dof_of(x, at) end
  end
  return { name = body.name, parent = place[j.parent or body.parent] or -1, joint = shown,
    place = before or j.place, after = after or j.after,
    steps = steps_of(shown, shown == kind and j or { axis = axis }), axes = kinds.joint[shown].axes,
      axis = axis or axis_of(j.axis), dofs = dofs, mass = body.mass, com = body.com,
      inertia = body.inertia, shapes = body.shapes }
end

-- ---- constraints --------------------------------------------------------------

local function written(x) return type(x) == "number" and kit.number(x, 17) or tostring(x) end

local function ends_of(desc, place, c)
  local list = {}
  for i, key in ipairs { "from", "to", "from2", "to2" } do
    if c[key] then
      local body, frame = data.stands(desc, place, c[key])
      list[i] = { body = body, frame = frame, place = c[key .. "_place"] or {},
        axis = axis_of(c[key .. "_axis"]) }
    end
  end
  return list
end

-- names no name of a description can be, and short
local function shortened(program)
  program = program:gsub("^//[^\n]*\n", ""):gsub("\n//[^\n]*", "")
  return (program:gsub("liaison_end(%d)_", "$%1"):gsub("liaison_c(%d)", "$c%1"))
end

-- what computes the rows of a constraint of frames: its place in programs, from 0, which it joins
-- where it is new; and the names of what else it wants
local function program_of(c, row, programs)
  local values, exprs, key = {}, {}, { row.name }
  for k, p in ipairs(row.params) do
    local x = c[p.name]
    if x == nil then x = p.default end
    values[k] = x or 0
    key[#key + 1] = values[k] == 0 and "0" or "1"
  end
  for k, x in ipairs(kinds.equations(row, c)) do
    exprs[k] = li.expr(x, "new")
    key[#key + 1] = tostring(x)
  end
  key = table.concat(key, "\n")
  local known = programs[key]
  if not known then
    local text, more = kit.constraint_program("js", "rows_" .. #programs, row.name, values, exprs)
    known = { at = #programs, more = {} }
    for k, s in ipairs(more) do known.more[k] = tostring(s) end
    programs[#programs + 1], programs[key] = shortened(text), known
  end
  return known.at, values, known.more
end

-- a constraint of frames: its ends, the program of its rows and what that is given, how many rows,
-- how many of them hold
local function of_frames(desc, place, c, name, kind, programs)
  local row = kinds.constraint[kind]
  local k = { name = name, kind = row.name, ends = ends_of(desc, place, c), count = row.rows,
    holds = row.positions, radius = c.radius }
  k.rows, k.params, k.more = program_of(c, row, programs)
  return k
end

-- one of coordinates: its equation, whether rates stand in it; of gears what is drawn of them
local function of_coordinates(c, at)
  local k = { name = c.name, kind = c.kind,
    text = kit.constraint_text(c.kind, kinds.coordinates(kinds.constraint[c.kind], c, written)) }
  if c.kind == "gear" then
    k.pair, k.turns = { at[c.coordinates[1]].q, at[c.coordinates[2]].q }, c.ratio
  end
  k.rolls = k.text:find "[%w_]'" ~= nil
  return k
end

-- all of them; and the programs of their rows
local function constraints(desc, place, at)
  local list, programs = {}, {}
  for _, l in ipairs(desc.loops or {}) do
    local c = { from = l.to, to = l.from, from_axis = l.axis, to_axis = l.axis }
    for _, p in ipairs(kinds.joint[l.joint].params) do c[p.name] = l[p.name] or 0 end
    list[#list + 1] = of_frames(desc, place, c, l.name, kinds.joint[l.joint].loop, programs)
  end
  for _, c in ipairs(desc.constraints or {}) do
    local row = kinds.constraint[c.kind]
    list[#list + 1] = row.ends > 0 and of_frames(desc, place, c, c.name, row.name, programs)
      or of_coordinates(c, at)
  end
  return #list > 0 and list or nil, programs
end

-- the name of the last body of a chain that has no branches
local function only_leaf(bodies)
  local parents, leaf = {}, nil
  for _, b in ipairs(bodies) do parents[b.parent] = true end
  for i, b in ipairs(bodies) do
    if not parents[i - 1] then
      if leaf then return nil end
      leaf = b.name
    end
  end
  return leaf
end

-- bodies, frames, tip, constraints; the programs of their rows as one script
function data.mechanism(desc, at, passive)
  local order, place = data.ordered(desc)
  local held, programs = constraints(desc, place, at)
  local m = { bodies = {}, frames = {}, gravity = desc.gravity, passive = passive,
    constraints = held }
  for k, i in ipairs(order) do m.bodies[k] = body_of(desc.bodies[i], at, place) end
  for i, f in ipairs(desc.frames or {}) do
    m.frames[i] = { name = f.name, body = place[f.body] or -1, place = f.place or {} }
  end
  local body, frame = data.stands(desc, place, desc.tip or only_leaf(m.bodies))
  if body >= 0 then m.tip = { body = body, frame = frame } end
  local names = {}
  for k = 1, #programs do names[k] = "rows_" .. k - 1 end
  programs[#programs + 1] = "const ROWS = [" .. table.concat(names, ", ") .. "];"
  return m, table.concat(programs, "\n")
end

return data
