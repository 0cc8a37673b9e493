-- operational_space.lua - li.operational_space: tasks by priority, each in what those before leave,
-- dynamically consistent; a posture in the null space
--
--   J_i' = J_i N_i,  S_i = J_i' M^-1 J_i'',  F_i = S_i^-1 (a_i - J_i' v - J_i a),
--   tau += J_i'' F_i,  a += M^-1 J_i'' F_i,  N_{i+1} = N_i (1 - M^-1 J_i'' S_i^-1 J_i')
--   posture: tau += N' M (a_p - a)                      [Khatib 1987; Sentis, Khatib 2005]
local li = require "liaison.core"
local check = require "liaison.base.check"
local lines = require "liaison.control.lines"
local law = require "liaison.control.law"
local lawmodel = require "liaison.control.lawmodel"
local tasks = require "liaison.control.tasks"
local resolved = require "liaison.control.resolved"
local computed = require "liaison.control.computed_torque"
local kit = li._internal

local STATES = 10

local fields = { tasks = "table", posture = "table?", values = "table?", actuated = "any?",
  dt = { "num?", min = 0 }, name = "str?", limits = "table?", damping = "table?" }
for key, kind in pairs(resolved.common) do fields[key] = kind end

local task_fields = tasks.fields_with { kp = "any", kd = "any", name = "str?" }
local posture_fields = { q = "any", kp = { "num", min = 0 }, kd = { "num", min = 0 } }

-- ---- lines --------------------------------------------------------------------------------------

-- one task in what is left: s.N, s.a, s.tau go on
local function add_task(s, t, wanted, d)
  local L, m = s.L, s.m
  local Jt = s.N and L:mul(t.J, s.N) or t.J
  local f = tasks.factors(L, Jt, s.W, d)
  local b = L:sub(tasks.column(wanted), t.bias)
  if s.a then b = L:sub(b, L:mul(t.J, s.a)) end
  local back = lines.transpose(Jt)
  local force = L:mul(back, L:solve(f, b))
  local step = L:mul(s.W, force)
  s.tau = s.tau and L:add(s.tau, force) or force
  s.a = s.a and L:add(s.a, step) or step
  if s.last == t then return end
  local X = L:mul(L:mul(s.W, back), L:solve(f, Jt))
  local P = L:sub(lines.eye(m.n), X)
  s.N = s.N and L:mul(s.N, P) or P
end

local function add_posture(s, o)
  local L, m, a = s.L, s.m, {}
  local goal = lawmodel.goal(m, o.q, "posture.q")
  s.values.posture_kp, s.values.posture_kd = o.kp, o.kd
  for k = 1, m.n do
    s.values["posture" .. k] = goal[k]
    a[k] = L:let(("posture_kp*(posture%d - %s) - posture_kd*%s"):format(k, m.q[k], m.v[k]))
  end
  local need = L:sub(tasks.column(a), s.a)
  s.tau = L:add(s.tau, L:mul(lines.transpose(s.N), L:mul(s.M, need)))
end

-- ---- the proof ----------------------------------------------------------------------------------

-- the rank left to each task at a state, of the model's own matrices; and whether all is regular
local function regular(c, now, M)
  local W, rows = M:inverse(), {}
  for _, x in ipairs(now) do
    for i = 1, #x.J do
      local row = {}
      for j = 1, c.m.n do row[j] = x.J[i][j] end
      rows[#rows + 1] = row
    end
  end
  local J = li.mat(rows)
  return #rows <= c.m.n and (J * W * J:transpose()):cond() < 1e5
end

local function prove(p, c)
  p:say "  F_i = S_i^-1 (a_i - J_i' v - J_i a) in the null space of the tasks before: each obeys"
  p:say "  e'' + Kd e' + Kp e = 0, and none moves one before it"
  for i, t in ipairs(c.tasks) do
    p:check(t.poles[1].re < 0, "task %d: poles %s", i, computed.poles_told(t.poles))
  end
  resolved.needs(p, c)
  local draw, worst, seen = lawmodel.random(17), {}, 0
  for _, s in ipairs(lawmodel.states(c.m, STATES)) do
    local more, now, want = {}, {}, {}
    for i, t in ipairs(c.tasks) do
      now[i] = tasks.numbers(c.m, t, s.q, s.v)
      local e, rate, acc = resolved.draw(t, now[i], draw, more)
      want[i] = acc + t.kd.K * rate + t.kp.K * e
    end
    if not c.enough or regular(c, now, c.m.model:mass(s.q)) then
      seen = seen + 1
      local a = c.m.model:fd(s.q, s.v, c.map * c.program:step(resolved.inputs(c, s.q, s.v, more)))
      for i in ipairs(c.tasks) do
        local d = now[i].J * a + now[i].bias - want[i]
        worst[i] = math.max(worst[i] or 0, d:norm() / (1 + a:norm()))
      end
    end
  end
  for i in ipairs(c.tasks) do
    if i == 1 or c.enough then
      p:check(seen > 0 and worst[i] < 1e-7, "task %d gets its acceleration, at %d random states "
        .. "(%s)", i, seen, kit.number(worst[i] or 0, 1))
    end
  end
  if not c.enough then
    p:say "  the later tasks get what is left: together they ask more than there are joints"
  end
end

-- ---- made ---------------------------------------------------------------------------------------

local function read_task(s, given, i, many)
  local path = ("tasks[%d]."):format(i)
  local o = check.fields(given, path:sub(1, -2), task_fields)
  s.mark = o.name and o.name .. "_" or many and "t" .. i .. "_" or ""
  local t = tasks.add(s, o, path)
  local mark = many and tostring(i) .. "_" or ""
  t.kp = lawmodel.gain(o.kp, t.n, "kp" .. mark, s.values, path .. "kp")
  t.kd = lawmodel.gain(o.kd, t.n, "kd" .. mark, s.values, path .. "kd")
  t.poles = computed.poles(t.kp.K, t.kd.K)
  return t
end

local function facts_of(c, o)
  local facts, left = c.facts, c.m.n
  for i, t in ipairs(c.tasks) do
    facts[i] = ("task %d: %s of %s, poles %s"):format(i, table.concat(t.axes, " "),
      t.place or "the tip", computed.poles_told(t.poles))
    left = left - t.n
  end
  c.enough = left >= 0
  facts[#facts + 1] = left >= 0 and ("%d of %d motions are left%s"):format(left, c.m.n,
    o.posture and " to the posture" or "") or ("the tasks ask %d motions more than there are: the "
    .. "last get what is left"):format(-left)
  if left > 0 and not o.posture then
    facts[#facts + 1] = "nothing holds what is left: give a posture"
  end
  facts[#facts + 1] = tasks.damping_told(c.damping)
  if left < 0 and not c.damping then
    check.fail("damping", "tasks that ask more than there are joints need damping = {most =, near "
      .. "=}: their matrix is singular everywhere")
  end
  lawmodel.forces_told(c.m, facts)
end

local function operational_space(model, spec)
  local o = check.fields(spec, "", fields)
  if #o.tasks == 0 then check.fail("tasks", "expected at least one: {{axes = 'x y', kp =, kd =}}")
    end
  local s = resolved.start(model, o, "operational space control", "os_")
  local c = { kind = "operational_space", title = "Operational space control of " .. s.m.name,
    m = s.m, tasks = {}, damping = tasks.damping(o.damping, "damping") or false,
    limited = o.limits ~= nil, prove = prove, facts = {} }
  local h
  s.M, h = resolved.dynamics(s)
  s.W = s.L:inverse(s.M)
  for i, given in ipairs(o.tasks) do c.tasks[i] = read_task(s, given, i, #o.tasks > 1) end
  facts_of(c, o)
  s.last = not o.posture and c.tasks[#c.tasks] or nil
  for _, t in ipairs(c.tasks) do
    add_task(s, t, resolved.wanted(s.L, t, t.kp, t.kd), c.damping or nil)
  end
  if o.posture then add_posture(s, check.fields(o.posture, "posture", posture_fields)) end
  c.program = resolved.block(s, o, lines.list(s.L:add(s.tau, h)), "operational_space")
  c.map = s.map
  return law.new(c)
end

law.kind("operational_space", "li.operational_space(li.planar{1, 0.8, 0.6, mass = {2, 1, 1}}, "
  .. "{tasks = {{axes = 'x y', kp = 64, kd = 16}}, posture = {q = {0.5, 0.5, 0.5}, kp = 9, kd = "
  .. "6}, dt = 0.001})", {
  "operational_space(model: model, options: table) -> controller",
  "Tasks by priority, each in what those before leave, dynamically consistent: tasks = {{frame, "
    .. "point, axes, orientation, goal, reference, kp, kd, name}, ..} (references x_d .., with "
    .. "many tasks t1_x_d .., or name_x_d), posture = {q =, kp =, kd =} in the null space of all; "
    .. "damping = {most =, near =} near singular places; values, actuated, limits, dt, name.",
  "return li.operational_space(li.planar{1, 1, 1}, {tasks = {{axes = 'x y', kp = 9, kd = 6}}})"
    .. ":report():match '%d of 3 motions' --> 1 of 3 motions", operational_space })
