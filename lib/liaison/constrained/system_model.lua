-- system_model.lua - system:model: a li.system as a model of li.robot, in the plane or in space
--
-- A place that is a chain (system_screws.lua) becomes a joint of its screws, in the body before it
-- or on the ground, whichever takes the fewest coordinates. Any other place is told by coordinates
-- of its own, with its expressions as equations: x_b = p_1(q) .. ; coordinates that then move no
-- body move a carrier without mass. Rows become equations, loads what they do to each coordinate,
-- an input that moves places or rows a coordinate that is driven by it.
local li = require "liaison.core"
local check = require "liaison.base.check"
local placing = require "liaison.describe.pose_expr"
local screws = require "liaison.constrained.system_screws"
local converted = require "liaison.constrained.mechanism_model"
local kit = li._internal

local told, numbers_of = converted.told, converted.numbers_of

-- inputs that move something ----------------------------------------------------------------------

local function moves(s, u)
  local rates = { u, u:d(), u:d():d() }
  local function any(e)
    for _, x in ipairs(rates) do if e:depends(x) then return true end end
  end
  for _, b in ipairs(s.bodies) do
    for _, e in ipairs(placing.entries(b.pose, s.planar)) do if any(e) then return true end end
    for _, w in ipairs(b.loads) do -- a load that has its rate
      for k = 1, #w do if w[k]:depends(rates[2]) or w[k]:depends(rates[3]) then return true end end
    end
  end
  for _, r in ipairs(s.rows) do if any(r.e) then return true end end
end

local function free_name(base, taken)
  local name, more = base, 1
  while taken[name] do
    more = more + 1
    name = ("%s_%d"):format(base, more)
  end
  taken[name] = true
  return name
end

-- a copy of a system in which everything is changed
local function changed(s, change, q)
  local function all(M) return M:subs(change) end
  local out = setmetatable({ q = q, inputs = {}, bodies = {}, rows = {}, drives = {} },
    { __index = s })
  for i, b in ipairs(s.bodies) do
    local angle = b.pose.angle
    local pose = { R = all(b.pose.R), p = all(b.pose.p), angle = angle and all(angle) }
    local loads = {}
    for k, w in ipairs(b.loads) do loads[k] = all(w) end
    out.bodies[i] = setmetatable({ pose = pose, loads = loads, com = all(b.com), system = out },
      { __index = b })
  end
  for i, r in ipairs(s.rows) do
    out.rows[i] = { name = r.name, e = all(r.e), phi = r.phi and all(r.phi), owners = r.owners }
  end
  for name, f in pairs(s.drives) do out.drives[name] = all(f) end
  return out
end

-- the system with a coordinate for every input that moves something; { input = coordinate }
local function with_driven(s, taken)
  local change, q, driven, any = {}, {}, {}, false
  for i, x in ipairs(s.q) do q[i] = x end
  for _, u in ipairs(s.inputs) do
    if moves(s, u) then
      local x = li.coordinates(free_name("q_" .. tostring(u), taken))
      change[u], change[u:d()], change[u:d():d()] = x, x:d(), x:d():d()
      q[#q + 1], driven[#driven + 1], any = x, { input = tostring(u), q = tostring(x) }, true
    end
  end
  return any and changed(s, change, q) or s, driven
end

-- moves -------------------------------------------------------------------------------------------

local LETTERS = { "Tx", "Ty", "Tz" }

-- a list of moves on its way: translations that stand beside each other are one. o.pending: what is
-- not yet written of them
local function new_moves(values)
  local o = { list = {}, pending = nil, values = values, motions = {}, first = nil }
  function o.shift(p) o.pending = o.pending and o.pending + p or p end
  function o.flush()
    if not o.pending then return end
    local p = o.pending:trig()
    for k = 1, 3 do
      local x = told(p[k], values)
      if x ~= 0 then o.list[#o.list + 1] = { LETTERS[k], x } end
    end
    o.pending = nil
  end
  function o.put(move)
    o.flush()
    o.list[#o.list + 1] = move
  end
  function o.turn(letter, angle)
    local a = told(angle, values)
    if a ~= 0 then o.put { letter, a } end
  end
  return o
end

-- turns that take z to a unit vector, { letter, angle }: by numbers, else by its entries
local function turns_to(axis)
  local x, y, z = axis[1], axis[2], axis[3]
  local across = li.sqrt(x * x + y * y):trig()
  return { { "Rz", li.atan2(y, x) }, { "Ry", li.atan2(across, z) } }
end

-- coordinates are owned by the first joint that has them; others follow
local function dof_of(o, name, scale, owner)
  local d = {}
  local x = told(scale, o.values)
  if owner[name] then d.follows = name else d.q, owner[name] = name, true end
  d.scale = x ~= 1 and x or nil
  return d
end

-- where a motion stands: a slide anywhere, so where the one before it does; a turn about a letter
-- at the point of its axis beside that
local function place_of(o, m)
  local at, last = m.at, o.last
  if last and not m.turn then return last end
  o.last = at
  if not m.letter or not last then return at end
  local k = ({ x = 1, y = 2, z = 3 })[m.letter]
  o.last = li.smat { k == 1 and last[1] or at[1], k == 2 and last[2] or at[2],
    k == 3 and last[3] or at[3] }
  return o.last
end

-- one motion of the coordinate `name`, where its axis stands
local function put_motion(o, m, name, owner)
  local at = place_of(o, m)
  o.shift(at)
  if m.letter then o.put((m.turn and "R" or "T") .. m.letter)
  else
    local turns = turns_to(m.axis)
    for _, t in ipairs(turns) do o.turn(t[1], t[2]) end
    o.put(m.turn and "Rz" or "Tz")
    for k = #turns, 1, -1 do o.turn(turns[k][1], -turns[k][2]) end
  end
  o.shift(-at)
  o.motions[#o.motions + 1] = dof_of(o, name, m.scale, owner)
end

-- a rotation at the end: in the plane its angle; in space turns about z, y, x
local function put_rotation(o, R, path)
  local a = { R:at(2, 1), R:at(1, 1) }
  local flat = R:at(3, 3):number() == 1
  if flat then o.turn("Rz", li.atan2(a[1], a[2])) return end
  local numbers = true
  for i = 1, 3 do
    for k = 1, 3 do
      local e = R:at(i, k)
      if o.values then e = e:subs(o.values) end
      numbers = numbers and e:number() ~= nil
    end
  end
  if numbers then
    o.flush()
    for _, move in ipairs(converted.turns_of(R, path, o.values)) do o.put(move) end
    return
  end
  local across = li.sqrt(R:at(1, 1) ^ 2 + R:at(2, 1) ^ 2):trig()
  o.turn("Rz", li.atan2(a[1], a[2]))
  o.turn("Ry", li.atan2(-R:at(3, 1), across))
  o.turn("Rx", li.atan2(R:at(3, 2), R:at(3, 3)))
end

-- what stands before the first motion, the motions with what is between, and behind the last
local function parts_of(list)
  local first, last
  for i, m in ipairs(list) do
    if type(m) == "string" then first, last = first or i, i end
  end
  local place, between, after = {}, {}, {}
  for i, m in ipairs(list) do
    local to = first and i >= first and (i <= last and between or after) or place
    to[#to + 1] = m
  end
  return place, between, after
end

local KIND = { R = "revolute", T = "prismatic" }

-- the fields of a joint: of its kind where it is one turn or slide, else by moves
local function joint_fields(b, o)
  o.flush()
  local place, between, after = parts_of(o.list)
  b.place, b.after = place, after
  local d = o.motions[1]
  if #between == 0 then b.joint = "fixed"
  elseif #between == 1 and d.q and (d.scale == nil or d.scale == -1) then
    b.joint, b.q = KIND[between[1]:sub(1, 1)], d.q
    b.axis = (d.scale and "-" or "") .. between[1]:sub(2)
  else b.joint, b.moves, b.dofs = "moves", between, o.motions end
end

-- places ------------------------------------------------------------------------------------------

-- the parent in which a body takes the fewest coordinates, those it would share with others last:
-- its number (0: the ground) and the order of its chain; nil: it is none in any
local function best_chain(w, i)
  local best, least
  for a = i - 1, 0, -1 do
    local order = screws.order(w.sampler, a, i, false, least)
    if order then
      local cost = #order
      for _, k in ipairs(order) do if w.owner[w.names[k]] then cost = cost + 100 end end
      if not least or cost < least then best, least = { parent = a, order = order }, cost end
    end
  end
  return best
end

local function put_chain(o, w, chain, i)
  local sampler = chain.sampler or w.sampler
  local R, p = screws.rest(sampler, chain.parent, i)
  o.last = p
  for _, k in ipairs(chain.order) do
    local turn, slide = screws.screw(sampler, chain.parent, i, k)
    for _, m in ipairs(screws.motions(turn, slide)) do put_motion(o, m, w.names[k], w.owner) end
  end
  o.shift(p)
  put_rotation(o, R, "system:model")
end

-- b in body a as a chain that turns by coordinate k about some axis, one way or the other; nil
local function turned_by(w, a, b, k)
  local s = w.system
  for _, letter in ipairs(s.planar and { "z" } or { "x", "y", "z" }) do
    for _, sign in ipairs { 1, -1 } do
      local X = screws.turned(s, a, b, letter, sign * s.q[k])
      local sampler = screws.sampler(X, w.values)
      local order = screws.order(sampler, a, #X.bodies)
      if order then
        return { parent = a, order = order, sampler = sampler, at = #X.bodies, letter = letter,
          undone = w.names[k], by = -sign }
      end
    end
  end
end

-- A body that does not turn in its parent, though its place turns about it, as a load on a rope: a
-- chain that turns by coordinate k is tried, and the turn undone behind it. The chain, or nil
local function turned_chain(w, i, b)
  local s = w.system
  for a = i - 1, 0, -1 do
    local turns = screws.order(w.sampler, a, i, true)
    for k = 1, turns and #turns == 0 and #s.q or 0 do
      local chain = turned_by(w, a, b, k)
      if chain then return chain end
    end
  end
end

-- Rz(a) Ry(b) Rx(c) of expressions
local function zyx(a, b, c)
  return placing.read({ moving = { "zyx", a, b, c } }, "angles", false, {}).R
end

-- A place that is no chain, on the ground: coordinates x_b, y_b, z_b, and where its rotation is no
-- chain of turns a_b, b_b, c_b; their equations into w.rows
local function put_freely(o, w, i, b)
  local s, p, sampler = w.system, b.pose.p, w.sampler
  local called = b.name:gsub("[%c%p%s]", "_")
  local function own(letter)
    local name = free_name(letter .. "_" .. called, w.taken)
    w.added[#w.added + 1], w.owner[name] = name, true
    o.motions[#o.motions + 1] = { q = name }
    return name, li.coordinates(name)
  end
  local function row(name, e)
    w.rows[#w.rows + 1] = { "equation", name = ("place of %s (%s)"):format(b.name, name),
      equation = tostring(w.values and e:subs(w.values) or e) }
  end
  local told_here = {}
  for k = 1, #p do
    if p[k]:number() then o.shift(li.smat { k == 1 and p[k] or 0, k == 2 and p[k] or 0,
      k == 3 and p[k] or 0 })
    else
      o.flush()
      local name, x = own(("xyz"):sub(k, k))
      o.put(LETTERS[k])
      row(name, x - p[k])
      told_here[#told_here + 1] = name
    end
  end
  local order = screws.order(sampler, 0, i, true)
  if order then
    for _, k in ipairs(order) do
      local turn = screws.screw(sampler, 0, i, k)
      for _, m in ipairs(screws.motions(turn, placing.zeros(3))) do
        put_motion(o, m, w.names[k], w.owner)
      end
    end
    put_rotation(o, (screws.rest(sampler, 0, i)), "system:model")
  elseif s.planar then
    local name, x = own "a"
    o.put "Rz"
    row(name, x - b.pose.angle)
    told_here[#told_here + 1] = name
  else
    local angle = {}
    for k, letter in ipairs { "a", "b", "c" } do
      local name, x = own(letter)
      angle[k], told_here[#told_here + 1] = x, name
      o.put(({ "Rz", "Ry", "Rx" })[k])
    end
    local E = zyx(angle[1], angle[2], angle[3]):transpose() * b.pose.R
    for k, e in ipairs { E:at(3, 2) - E:at(2, 3), E:at(1, 3) - E:at(3, 1),
      E:at(2, 1) - E:at(1, 2) } do
      row(("turn %d"):format(k), e)
    end
  end
  w.told[#w.told + 1] = ("the place of '%s' is no chain of joints: told by %s, with its "
    .. "expressions as equations"):format(b.name, table.concat(told_here, ", "))
end

local function weighed(s, b, values)
  local out = { name = b.name, mass = told(b.m, values), com = { 0, 0, 0 }, inertia = {} }
  for k = 1, #b.com do out.com[k] = told(b.com[k], values) end
  if b.missing then return { name = b.name, com = out.com } end
  if s.planar then
    out.inertia = { 0, 0, told(b.j, values) }
    return out
  end
  for k = 1, 6 do out.inertia[k] = told(b.j[k], values) end
  return out
end

local function add_body(w, i, b)
  local o, out = new_moves(w.values), weighed(w.system, b, w.values)
  local chain = best_chain(w, i) or turned_chain(w, i, b)
  local parent = chain and w.system.bodies[chain.parent]
  out.parent = parent and parent.name or "world"
  if chain then put_chain(o, w, chain, chain.at or i) else put_freely(o, w, i, b) end
  if chain and chain.letter then
    o.put("R" .. chain.letter)
    o.motions[#o.motions + 1] = dof_of(o, chain.undone, li.expr(chain.by), w.owner)
    put_rotation(o, (screws.rest(w.sampler, chain.parent, i)), "system:model")
  end
  joint_fields(out, o)
  w.bodies[i] = out
end

-- coordinates that move no body move a carrier without mass
local function add_carriers(w, driven)
  local input, names = {}, {}
  for _, d in ipairs(driven) do input[d.q] = d.input end
  for _, b in ipairs(w.bodies) do names[b.name] = true end
  for _, q in ipairs(w.names) do
    if not w.owner[q] then
      w.owner[q] = true
      w.bodies[#w.bodies + 1] = { name = free_name("carrier of " .. q, names), parent = "world",
        joint = "prismatic", axis = "x", q = q, mass = 0, inertia = { 0, 0, 0 } }
      if not input[q] then
        w.told[#w.told + 1] = ("no body moves by '%s' alone: a carrier without mass does"):format(q)
      end
    end
  end
end

-- rows --------------------------------------------------------------------------------------------

-- rows as equations, by the names they have; two of one name are told apart
local function equations_of(w, driven)
  local list, count = {}, {}
  for _, r in ipairs(w.rows) do list[#list + 1] = r end
  for i, r in ipairs(w.system.rows) do
    local e = r.phi or r.e
    if w.values then e = e:subs(w.values) end
    local name = r.name or ("row%d"):format(i)
    count[name] = (count[name] or 0) + 1
    if count[name] > 1 then name = ("%s (%d)"):format(name, count[name]) end
    list[#list + 1] = { "equation", name = name, equation = tostring(e) }
  end
  for _, d in ipairs(driven) do
    list[#list + 1] = { "driver", name = d.input .. " drives", coordinate = d.q, law = d.input }
    w.told[#w.told + 1] = ("the input '%s' moves places or rows: it drives the coordinate %s")
      :format(d.input, d.q)
  end
  return #list > 0 and list or nil
end

-- the whole ---------------------------------------------------------------------------------------

local options = { values = "table?" }

local function inputs_of(forces_inputs, driven)
  local list, known = {}, {}
  for _, d in ipairs(driven) do list[#list + 1], known[d.input] = d.input, true end
  for _, name in ipairs(forces_inputs) do
    if not known[name] then list[#list + 1] = name end
  end
  kit.sort(list)
  return #list > 0 and list or nil
end

local function names_taken(s)
  local taken = {}
  for _, q in ipairs(s.q) do taken[tostring(q)] = true end
  return taken
end

local function model(given, opts)
  local o = check.fields(opts or {}, "options", options)
  if given.of_model then
    return o.values and given.of_model:with(o.values) or given.of_model, {}
  end
  if #given.bodies == 0 then check.fail("system:model", "expected a body: s:body{...}") end
  local taken = names_taken(given)
  local s, driven = with_driven(given, taken)
  local values = numbers_of(o.values, s.q)
  local w = { system = s, values = values, bodies = {}, rows = {}, told = {}, names = {},
    owner = {}, added = {}, taken = taken }
  for i, q in ipairs(s.q) do w.names[i] = tostring(q) end
  w.sampler = screws.sampler(s, values)
  for i, b in ipairs(s.bodies) do add_body(w, i, b) end
  add_carriers(w, driven)
  local forces, inputs = converted.loads(s.q, converted.acting(s), values,
    converted.parameters_of(w.bodies))
  local order, gravity = {}, { 0, 0, 0 }
  for i, name in ipairs(w.names) do order[i] = name end
  for _, name in ipairs(w.added) do order[#order + 1] = name end
  for k = 1, s.gravity and #s.gravity or 0 do gravity[k] = told(s.gravity[k], values) end
  return li.robot { name = s.name, gravity = gravity, bodies = w.bodies, strict = false,
    coordinates = order, constraints = equations_of(w, driven),
    forces = #forces > 0 and forces or nil, inputs = inputs_of(inputs, driven) }, w.told
end

li._internal.define(require("liaison.constrained.system").class.methods, {
  "system:model([options: table]) -> model, told: table",
  "The same as a model of li.robot, with its names of bodies, coordinates and rows, in the plane "
  .. "or in space. Places that are chains of turns and slides become joints; any other place is "
  .. "told by coordinates of its own (x_body ..) with its expressions as equations, coordinates "
  .. "that then move no body move carriers without mass, an input that moves something drives a "
  .. "coordinate q_input: told says so. Rows of joints and wheels become equations, loads what "
  .. "they do to each coordinate. values = {L = 0.3} puts numbers. A system that was made of a "
  .. "model gives that.",
  "local s = li.system{planar = true}; local x, th = s:coordinates 'xs ths'; s:body{name = 'cart', "
  .. "mass = 2, inertia = 0, at = {x, 0}}; s:body{name = 'bob', mass = 1, inertia = 0, at = {x + "
  .. "li.sin(th), -li.cos(th)}, angle = th}; return table.concat(s:model():coordinates(), ' ') "
  .. "--> xs ths",
  model,
})

return { model = model }
