-- whole_body.lua - model:whole_body, model:stance_torques: accelerations, torques and contact
-- forces that together follow tasks, as one quadratic programme
--
--   M a + h = S' tau + sum J_i' f_i,  J_i a + J_i' v = -kd J_i v,  f_i in cones,  |tau| <= most
--   minimise sum |W (J a + J' v - (kp e + kd e'))|^2 + small |a|^2 + small |f|^2
--                                        [Herzog et al., Autonomous Robots 40, 2016; Wieber 2006]
local li = require "liaison.core"
local check = require "liaison.base.check"
local contacts = require "liaison.legs.contacts"
local forces = require "liaison.legs.forces"
local levels = require "liaison.tasks.levels"
local plain = require "liaison.tasks.plain"
local read = require "liaison.tasks.read"
local kit = li._internal

local BEHIND = 1e-3 -- weight of each priority beside the one before it
local STEP = 1e-6   -- of the difference that gives J' v

-- ---- what is told -------------------------------------------------------------------------------

local common = { torque = "any?", actuated = "any?", sides = forces.fields.sides }

local fields = { damping = { "num", default = 0, min = 0 }, force_weight = { "num", default = 1e-8,
  above = 0 }, acceleration_weight = { "num", default = 1e-8, above = 0 } }
for key, rule in pairs(common) do fields[key] = rule end

-- velocities that a motor moves: those told by name, else all coordinates that are numbers
local function actuated_of(model, given)
  local list, out = plain.of(model), {}
  if given == nil then
    for _, c in ipairs(list) do out[c.v] = true end
    return out
  end
  for _, name in ipairs(check.words(given, "actuated", '"q1 q2"')) do
    local c = list.named[name]
    if not c then
      check.fail("actuated", "no coordinate '%s'%s", name, check.hint(name, list.named))
    end
    out[c.v] = true
  end
  return out
end

local function most_of(model, given)
  local usual, out = model:efforts(), {}
  for k = 1, #usual do
    out[k] = usual[k]
    if given == false then out[k] = math.huge
    elseif type(given) == "number" then out[k] = check.value(given, "torque", { "num", above = 0 })
    end
  end
  if given == nil or type(given) == "number" or type(given) == "boolean" then return out end
  local named = plain.of(model).named
  for name, x in pairs(check.value(given, "torque", "table")) do
    if not named[name] then
      check.fail("torque", "no coordinate '%s'%s", tostring(name), check.hint(name, named))
    end
    out[named[name].v] = check.value(x, "torque." .. name, { "num", above = 0 })
  end
  return out
end

local function refuse_loops(model)
  local d = model:description()
  if #(d.loops or {}) + #(d.constraints or {}) > 0 then
    check.fail("model", "has loops or constraints, whose forces are not in this programme: give "
      .. "the tree of bodies, and its contacts")
  end
end

-- ---- rows ---------------------------------------------------------------------------------------

-- J_c (3 c x n) of all contacts
local function contact_rows(list, n)
  if #list == 0 then return nil end
  local J = li.zeros(3 * #list, n)
  for k, c in ipairs(list) do
    for i = 1, 3 do
      for j = 1, n do J[3 * (k - 1) + i][j] = c.J[i][j] end
    end
  end
  return J
end

-- J' v of contacts: what their points accelerate where a is 0
local function contact_bias(model, list, q, v)
  local out, rest = {}, li.zeros(#v)
  if #list == 0 then return nil end
  for k, c in ipairs(list) do
    local a = model:acceleration(q, v, rest, c.body, c.own).v
    for i = 1, 3 do out[3 * (k - 1) + i] = a[i] end
  end
  return li.vec(out)
end

-- [M_k  -(J' B)_k] of the rows of v that are chosen, for accelerations and parts of edges
local function dynamics_rows(b, chosen)
  if #chosen == 0 then return nil, {} end
  local E, e = li.zeros(#chosen, b.n + b.nl), {}
  local JB = b.J and b.J:transpose() * b.B
  for r, k in ipairs(chosen) do
    for j = 1, b.n do E[r][j] = b.M[k][j] end
    for j = 1, b.nl do E[r][b.n + j] = -JB[k][j] end
    e[r] = -b.h[k]
  end
  return E, e
end

local function split(b)
  local free, driven = {}, {}
  for k = 1, b.n do
    local list = b.actuated[k] and driven or free
    list[#list + 1] = k
  end
  return free, driven
end

-- equations: rows without a motor, and contacts that stay
local function equations(b)
  local E, e = dynamics_rows(b, b.free)
  if #b.free + b.nf == 0 then return nil, {}, 0 end
  local all, right = li.zeros(#b.free + b.nf, b.n + b.nl), {}
  for r = 1, #b.free do
    for j = 1, b.n + b.nl do all[r][j] = E[r][j] end
    right[r] = e[r]
  end
  local slide = b.J and b.J * b.v
  for r = 1, b.nf do
    for j = 1, b.n do all[#b.free + r][j] = b.J[r][j] end
    right[#b.free + r] = -b.bias[r] - b.damping * slide[r]
  end
  return forces.independent(all, li.vec(right))
end

-- rows on each other, with their bounds
local function both(A, low_A, high_A, B, low_B, high_B)
  if not A or not B then return A or B, A and low_A or low_B, A and high_A or high_B end
  local low, high = {}, {}
  for _, pair in ipairs { { low_A, high_A }, { low_B, high_B } } do
    for k = 1, #pair[1] do low[#low + 1], high[#high + 1] = pair[1][k], pair[2][k] end
  end
  return levels.stacked({ A, B }, select(2, A:size())), low, high
end

-- rows of torques that have a limit
local function torque_rows(b)
  local kept, lower, upper = {}, {}, {}
  for _, k in ipairs(b.driven) do if b.most[k] < math.huge then kept[#kept + 1] = k end end
  local T, minus_h = dynamics_rows(b, kept)
  for r, k in ipairs(kept) do
    lower[r], upper[r] = minus_h[r] - b.most[k], minus_h[r] + b.most[k]
  end
  return T, lower, upper
end

-- bounds of rows: normal forces, and torques of motors
local function inequalities(b)
  local A, low_A, high_A = contacts.pressed(b.list, b.sides, b.n)
  local T, low_T, high_T = torque_rows(b)
  return both(A, low_A, high_A, T, low_T, high_T)
end

-- bounds of unknowns: parts of edges are not negative
local function bounds(b)
  local lo = {}
  for k = 1, b.n + b.nl do lo[k] = k > b.n and 0 or -math.huge end
  return lo
end

-- ---- tasks --------------------------------------------------------------------------------------

-- J' v of the rows of a task, by a central difference along v
local function bias_of(t, model, q, v)
  local size = v:norm "max"
  if size == 0 then return li.zeros(t.n) end
  local h = STEP / math.max(1, size)
  local _, J1 = t.at(model:step(q, v, h), t.goal)
  local _, J0 = t.at(model:step(q, v, -h), t.goal)
  return (J1 - J0) * v / (2 * h)
end

-- J a is to be: gain^2 e + 2 gain e' (critically damped) - J' v
local function wish(t, model, q, v)
  local e, J = t.at(q, t.goal)
  local rate = (t.rate or li.zeros(t.n)) - J * v
  local want
  if t.of_rates then want = t.gain * (e - J * v)
  else want = t.gain * t.gain * e + 2 * t.gain * rate end
  return J, want - bias_of(t, model, q, v)
end

local function refuse_bounded(tasks)
  for _, t in ipairs(tasks) do
    if t.bounded then
      check.fail(t.path, "a task with bounds is not taken here: one with a goal")
    end
  end
end

-- H, g of sum |W (J a - want)|^2 and what is small
local function objective(b, wishes, model, q, v, o)
  local H, g = o.acceleration_weight * li.eye(b.n), li.zeros(b.n)
  local wants = {}
  for p, level in ipairs(wishes) do
    for _, t in ipairs(level) do
      local J, want = wish(t, model, q, v)
      wants[t] = { J, want }
      local W = BEHIND ^ (p - 1) * t.weight
      local WJ = W * J
      local Wt = WJ:transpose()
      H, g = H + Wt * WJ, g - Wt * (W * want)
    end
  end
  local all, right = li.zeros(b.n + b.nl, b.n + b.nl), li.zeros(b.n + b.nl)
  for i = 1, b.n do
    right[i] = g[i]
    for j = 1, b.n do all[i][j] = H[i][j] end
  end
  for i = b.n + 1, b.n + b.nl do all[i][i] = o.force_weight end
  return all, right, wants
end

-- ---- answers ------------------------------------------------------------------------------------

-- who stands how, what moves: of a state
local function setting(model, q, v, given, o)
  local b = { model = model, n = #model:speeds(), v = v, sides = o.sides, damping = o.damping or 0,
    actuated = actuated_of(model, o.actuated), most = most_of(model, o.torque) }
  b.list = #given > 0 and contacts.of_model(model, q, given, "contacts") or {}
  b.nf, b.nl = 3 * #b.list, b.sides * #b.list
  b.B = b.nf > 0 and contacts.spread(b.list, b.sides) or nil
  b.free, b.driven = split(b)
  b.J = contact_rows(b.list, b.n)
  b.h = model:id(q, v, li.zeros(b.n)) - model:passive(q, v)
  return b
end

local function torques(b, a, f)
  local tau = b.h:copy()
  if a then tau = tau + b.M * a end
  if b.nf > 0 then tau = tau - b.J:transpose() * f end
  for _, k in ipairs(b.free) do tau[k] = 0 end
  return tau
end

local function limits_told(b, tau)
  local names, out = b.model:speeds(), {}
  for _, k in ipairs(b.driven) do
    if math.abs(tau[k]) > b.most[k] * (1 - 1e-9) then
      out[#out + 1] = { name = tostring(names[k]), at = tau[k] }
    end
  end
  return out
end

local function tasks_told(tasks, wants, a)
  local out = {}
  for k, t in ipairs(tasks) do
    local x = wants[t]
    out[k] = { name = t.name, wanted = x[2], rest = (x[1] * a - x[2]):norm() }
    out[t.name] = out[k]
  end
  return out
end

local function refused(code, why, info)
  if code ~= "EUNREACHABLE" then return nil, why, code, info end
  return nil, "no motion obeys contacts, friction and torques together", code, info
end

local function whole_body(model, q, v, tasks, given, options)
  local o = check.fields(options or {}, "options", fields)
  q, v = li.vec(q), li.vec(v)
  refuse_loops(model)
  local list, wishes = read.list(model, tasks, "tasks")
  refuse_bounded(list)
  local b = setting(model, q, v, given, o)
  b.M, b.bias = model:mass(q), contact_bias(model, b.list, q, v)
  local E, e, rest = equations(b)
  if rest > 1e-7 * (1 + b.h:norm()) then
    return nil, "the contacts cannot all stay where they are in this motion", "EUNREACHABLE",
      { rest = rest }
  end
  local A, lower, upper = inequalities(b)
  local H, g, wants = objective(b, wishes, model, q, v, o)
  local x, why, code, info = li.qp(H, g, { E = E, e = E and e or nil, A = A, lower = A and lower,
    upper = A and upper, lo = bounds(b) })
  if not x then return refused(code, why, info) end
  local a, f = x:sub(1, b.n), nil
  if b.nf > 0 then f = b.B * x:sub(b.n + 1, b.n + b.nl) end
  local tau = torques(b, a, f)
  local told, used = forces.told(b.list, f)
  return a, tau, { forces = told, used = used, limits = limits_told(b, tau),
    tasks = tasks_told(list, wants, a) }
end

local stance_fields = {}
for key, rule in pairs(common) do stance_fields[key] = rule end

-- J_u' f = h_u for the rows without a motor: forces alone are looked for
local function held_rows(b)
  if #b.free == 0 then return nil, nil, 0 end
  local E, e = li.zeros(#b.free, b.nf), {}
  for r, k in ipairs(b.free) do
    for j = 1, b.nf do E[r][j] = b.J[j][k] end
    e[r] = b.h[k]
  end
  return forces.independent(E, li.vec(e))
end

local function stance_torques(model, q, given, options)
  local o = check.fields(options or {}, "options", stance_fields)
  q = li.vec(q)
  refuse_loops(model)
  local b = setting(model, q, li.zeros(#model:speeds()), given, o)
  if b.nf == 0 then check.fail("contacts", "expected at least one") end
  local E, e, rest = held_rows(b)
  if rest > 1e-7 * (1 + b.h:norm()) then
    return nil, "no forces at these points carry it: a part of the weight has no lever",
      "EUNREACHABLE", { rest = rest }
  end
  local x, why, code, info = forces.least(b.list, o.sides, b.B:transpose() * b.B, E and E * b.B, e)
  if not x then return refused(code, why, info) end
  local f = b.B * x
  local tau = torques(b, nil, f)
  local told, used = forces.told(b.list, f)
  return tau, { forces = told, used = used, limits = limits_told(b, tau) }
end

check.define(kit.methods "model", {
  { "model:whole_body(q: nums|table, v: nums|table, tasks: table, contacts: table [, options: "
    .. "table]) -> a: vec, tau: vec, info: table",
    "Accelerations, torques and contact forces that follow tasks (as model:ik_tasks has them; gain "
      .. "g: e'' + 2 g e' + g^2 e = 0; a lower priority weighs 1/1000) while contacts {{body =, "
      .. "point = or points =, normal, friction, max}, ..} stay: one quadratic programme. options: "
      .. "torque (most: a number, by name, false; else the efforts of the model), actuated (names; "
      .. "else all but floating bodies and balls), damping (1/s, of contacts), sides (8), "
      .. "force_weight, acceleration_weight (1e-8). info: forces, used (of friction), limits, "
      .. "tasks (rest). nil, message, 'EUNREACHABLE', info.",
    "(li.planar{1, mass = 12}:whole_body({0}, {0}, {{'joints', goal = {q1 = 1}, gain = 2}}, {}))"
      .. " --> [4]", whole_body },
  { "model:stance_torques(q: nums|table, contacts: table [, options: table]) -> tau: vec, info: "
    .. "table",
    "Torques that hold it at rest on contacts (as model:whole_body has them) with the smallest "
      .. "forces there, and those: info forces, used, limits (torques above the efforts of the "
      .. "model, which here are told and not obeyed). nil, message, 'EUNREACHABLE', info.",
    "local m = li.robots.quadruped() local _, info = m:stance_torques(m:neutral(), {'fr_foot', "
      .. "'fl_foot', 'hr_foot', 'hl_foot'}) return #info.forces --> 4", stance_torques },
})

return {}
