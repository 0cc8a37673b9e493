-- system_model.lua - system:model: a li.system in the plane as a model of li.robot, where places
-- are chains of joints
--
-- The place of a body, told in one of the bodies before it or the ground, is a chain where it is
--   p = c + sum q_i d_i + R(a + s q_k) e,   angle = a + s q_k
-- with constants c, d_i, e, a, s = +-1 and coordinates no other body has: slides along d_i, then a
-- turn. Rows become equations of the model, loads what they do to each coordinate.
local li = require "liaison.core"
local check = require "liaison.base.check"
local converted = require "liaison.constrained.mechanism_model"

local told = converted.told

local function refuse(what, ...) check.fail("system:model", what, ...) end

-- places as chains --------------------------------------------------------------------------------

local function coordinates_in(list, all)
  local out = {}
  for _, q in ipairs(all) do
    local there = false
    for _, e in ipairs(list) do there = there or e:depends(q) end
    if there then out[#out + 1] = q end
  end
  return out
end

-- the pose of b in that of its parent (nil: the ground)
local function relative(b, parent)
  local p, angle = b.pose.p, b.pose.angle
  if parent then
    angle = (angle - parent.pose.angle):expand()
    p = (parent.pose.R:transpose() * (p - parent.pose.p)):trig()
  end
  return { p[1], p[2], angle }
end

local function constant(e, all) return #coordinates_in({ e }, all) == 0 end

-- the turn of a chain: s, q of angle = a + s q; false: it does not turn; nil: it is no such sum
local function turn_of(angle, all)
  local q = coordinates_in({ angle }, all)
  if #q == 0 then return false end
  local s = #q == 1 and angle:diff(q[1]):number()
  if s ~= 1 and s ~= -1 then return nil end
  return { q = q[1], s = s, a = angle:subs { [q[1]] = 0 } }
end

-- p = c + R(a + s q) e by its values at q = 0 and at a quarter turn
local function arm_of(p, turn, all)
  local zero, c, e = {}, {}, {}
  local slope = {}
  for k = 1, 2 do
    zero[k], slope[k] = p[k]:subs { [turn.q] = 0 }:trig(), p[k]:diff(turn.q)
    local second = slope[k]:diff(turn.q)
    c[k] = (p[k] + second):trig()
    if not constant(c[k], all) then return nil end
  end
  -- R(a) e at q = 0, then e
  local x, y = (zero[1] - c[1]):trig(), (zero[2] - c[2]):trig()
  local ca, sa = li.cos(turn.a), li.sin(turn.a)
  e[1], e[2] = (ca * x + sa * y):trig(), (ca * y - sa * x):trig()
  local angle = turn.a + turn.s * turn.q
  local back = { c[1] + li.cos(angle) * e[1] - li.sin(angle) * e[2],
    c[2] + li.sin(angle) * e[1] + li.cos(angle) * e[2] }
  for k = 1, 2 do if (p[k] - back[k]):is_zero() ~= true then return nil end end
  return c, e
end

-- slides, turn, c, e of a relative pose; nil where it is no chain
local function chain_of(pose, all)
  local turn, slides, rest = turn_of(pose[3], all), {}, { pose[1], pose[2] }
  if turn == nil then return nil end
  for _, q in ipairs(coordinates_in(rest, all)) do
    if not (turn and q == turn.q) then
      local d = { rest[1]:diff(q), rest[2]:diff(q) }
      if not (constant(d[1], all) and constant(d[2], all)) then return nil end
      slides[#slides + 1] = { q = q, d = d }
      rest = { rest[1] - q * d[1], rest[2] - q * d[2] }
    end
  end
  for k = 1, 2 do rest[k] = rest[k]:expand():trig() end
  if turn then
    local c, e = arm_of(rest, turn, all)
    if not c then return nil end
    return { slides = slides, turn = turn, c = c, e = e, angle = turn.a, count = #slides + 1 }
  end
  if not (constant(rest[1], all) and constant(rest[2], all)) then return nil end
  return { slides = slides, c = rest, e = { li.expr(0), li.expr(0) }, angle = pose[3],
    count = #slides }
end

-- the parent that leaves the fewest coordinates, none of which another body has
local function best_chain(s, i, used)
  local best
  for k = i - 1, 0, -1 do
    local parent = k > 0 and s.bodies[k] or nil
    local chain = chain_of(relative(s.bodies[i], parent), s.q)
    local free = chain ~= nil
    local list = {}
    for _, slide in ipairs(chain and chain.slides or {}) do list[#list + 1] = slide.q end
    if chain and chain.turn then list[#list + 1] = chain.turn.q end
    for _, q in ipairs(list) do free = free and not used[tostring(q)] end
    if free and (not best or chain.count < best.count) then
      best, chain.parent, chain.q = chain, parent and parent.name or "world", list
    end
  end
  return best
end

-- bodies ------------------------------------------------------------------------------------------

local function move(moves, letter, e, values)
  local x = told(e, values)
  if x ~= 0 then moves[#moves + 1] = { letter, x } end
end

-- moves and coordinates of a chain; a slide goes along x of a frame that is turned
local function joint_of(chain, values, who)
  local moves, dofs = {}, {}
  for _, slide in ipairs(chain.slides) do
    local dx, dy = slide.d[1], slide.d[2]
    local length = (dx * dx + dy * dy):trig()
    if length:equals(1) ~= true then
      refuse("the place of '%s' slides by %s times '%s': a joint slides by its coordinate", who,
        tostring(li.sqrt(length)), tostring(slide.q))
    end
    local up = dx:number() == 0 and dy:number() == 1
    local angle = up and li.expr(0) or li.atan2(dy, dx)
    move(moves, "Rz", angle, values)
    moves[#moves + 1] = up and "Ty" or "Tx"
    move(moves, "Rz", -angle, values)
    dofs[#dofs + 1] = { q = tostring(slide.q) }
  end
  move(moves, "Rz", chain.angle, values)
  if chain.turn then
    moves[#moves + 1] = "Rz"
    dofs[#dofs + 1] = { q = tostring(chain.turn.q), scale = chain.turn.s }
  end
  return moves, dofs
end

local function body_of(b, chain, values)
  local out = { name = b.name, parent = chain.parent, mass = told(b.m, values),
    com = { told(b.com[1], values), told(b.com[2], values), 0 },
    inertia = { 0, 0, told(b.j, values) }, place = {}, after = {} }
  move(out.place, "Tx", chain.c[1], values)
  move(out.place, "Ty", chain.c[2], values)
  move(out.after, "Tx", chain.e[1], values)
  move(out.after, "Ty", chain.e[2], values)
  local moves, dofs = joint_of(chain, values, b.name)
  if #dofs == 0 then
    out.joint = "fixed"
    for _, x in ipairs(moves) do out.place[#out.place + 1] = x end
  else
    out.joint, out.moves, out.dofs = "moves", moves, dofs
  end
  return out
end

-- rows --------------------------------------------------------------------------------------------

-- rows as equations, by the names they have; two of one name are told apart
local function equations_of(s, values)
  local list, count = {}, {}
  for i, r in ipairs(s.rows) do
    local e = r.phi or r.e
    if values then e = e:subs(values) end
    local name = r.name or ("row%d"):format(i)
    count[name] = (count[name] or 0) + 1
    if count[name] > 1 then name = ("%s (%d)"):format(name, count[name]) end
    list[i] = { "equation", name = name, equation = tostring(e) }
  end
  return #list > 0 and list or nil
end

local options = { values = "table?" }

local function model(s, opts)
  local o, bodies, used = check.fields(opts or {}, "options", options), {}, {}
  if s.of_model then
    return o.values and s.of_model:with(o.values) or s.of_model
  end
  if not s.planar then
    refuse("places in space are not read back as joints: systems in the plane, models and "
      .. "li.mechanism{planar = false} are")
  end
  if #s.inputs > 0 then
    refuse("'%s' is an input that moves something: a joint with a driver is what a model has",
      tostring(s.inputs[1]))
  end
  local eq = s:equations()
  local values = converted.numbers_of(o.values, eq)
  for i, b in ipairs(s.bodies) do
    local chain = best_chain(s, i, used)
    if not chain then
      refuse("the place of '%s' is no chain of slides and a turn by coordinates that are its own, "
        .. "in any body before it: place it so, with rows for what holds it", b.name)
    end
    for _, q in ipairs(chain.q) do used[tostring(q)] = true end
    bodies[i] = body_of(b, chain, values)
  end
  for _, q in ipairs(s.q) do
    if not used[tostring(q)] then refuse("no body moves by '%s'", tostring(q)) end
  end
  local forces, inputs = converted.loads(eq, values, converted.parameters_of(bodies))
  local names, gravity = {}, { 0, 0, 0 }
  for i, q in ipairs(s.q) do names[i] = tostring(q) end
  for k = 1, 2 do gravity[k] = s.gravity and told(s.gravity[k], values) or 0 end
  return li.robot { name = s.name, gravity = gravity, bodies = bodies, strict = false,
    coordinates = names, constraints = equations_of(s, values),
    forces = #forces > 0 and forces or nil, inputs = #inputs > 0 and inputs or nil }
end

li._internal.define(require("liaison.constrained.system").class.methods, {
  "system:model([options: table]) -> model",
  "The same as a model of li.robot, with its names of bodies, coordinates and rows: bodies in the "
  .. "plane whose places are slides and a turn from a body before them; rows of joints and wheels "
  .. "become equations, loads what they do to each coordinate. values = {L = 0.3} puts numbers. It "
  .. "raises where a place is no such chain. A system that was made of a model gives that.",
  "local s = li.system{planar = true}; local x, th = s:coordinates 'xs ths'; s:body{name = 'cart', "
  .. "mass = 2, inertia = 0, at = {x, 0}}; s:body{name = 'bob', mass = 1, inertia = 0, at = {x + "
  .. "li.sin(th), -li.cos(th)}, angle = th}; return table.concat(s:model():coordinates(), ' ') "
  .. "--> xs ths",
  model,
})

return { model = model }
