-- resolved.lua - li.resolved_rate, li.resolved_acceleration: a task followed by the inverse of its
-- Jacobian
--
--   rate:          v_c = J#(x_d' + Kp e) + (1 - J# J) Kn (q_n - q)            [Whitney 1969]
--   acceleration:  a = J#(x_d'' + Kd e' + Kp e - J' v) + (1 - J# J) a_n,  tau = M a + C v + G
--                                                    [Luh, Walker, Paul 1980; nonhol] remark 4.2
local li = require "liaison.core"
local check = require "liaison.base.check"
local blocks = require "liaison.control.block"
local lines = require "liaison.control.lines"
local law = require "liaison.control.law"
local lawmodel = require "liaison.control.lawmodel"
local tasks = require "liaison.control.tasks"
local computed = require "liaison.control.computed_torque"
local row_times = require("liaison.control.pd_gravity").row_times
local kit = li._internal

local STATES = 12

local resolved = {}

-- ---- shared with operational space and contact --------------------------------------------------

-- model, inputs q, v, lines; input(name) adds one that is not there yet
function resolved.start(model, o, what, prefix)
  local s = { m = lawmodel.read(model, what, o.values), values = {}, inputs = {}, what = what,
    L = lines.new(prefix), mark = "" }
  local there = {}
  function s.input(name)
    if not there[name] then s.inputs[#s.inputs + 1], there[name] = name, true end
  end
  for _, list in ipairs { s.m.q, s.m.v } do for _, name in ipairs(list) do s.input(name) end end
  return s
end

function resolved.block(s, o, tau, name, more)
  local outputs, map = lawmodel.drive(s.m, o, tau, s.what)
  s.map = map
  local spec = { name = o.name or name, inputs = s.inputs, values = s.values, lines = s.L.list,
    outputs = outputs, dt = o.dt, limits = o.limits }
  for key, x in pairs(more or {}) do spec[key] = x end
  return blocks.make(spec)
end

-- the inputs of a law at a state: q, v, and others by name (0 where not given)
function resolved.inputs(c, q, v, more)
  local y = {}
  for k, name in ipairs(c.program.inputs) do y[k] = more and more[name] or 0 end
  for k = 1, c.m.n do y[k], y[c.m.n + k] = q[k], v[k] end
  return y
end

function resolved.needs(p, c)
  p:need(not c.limited, "no output is cut")
  p:need(not c.m.passive, "the joints have no friction and no springs")
  p:need(not c.m.other_forces, "no other force acts than was told")
end

-- random references of a task by name, those of its goal kept; and e, e', x_d'' in numbers
function resolved.draw(t, now, draw, more)
  local e, rate, acc = li.zeros(t.n), li.zeros(t.n), li.zeros(t.n)
  for k = 1, t.n do
    local v, a = 0, 0
    if k > t.linear then e[k] = now.e[k]
    elseif t.goal then e[k] = t.goal[k] - now.x[k]
    else
      local x = now.x[k] + 0.1 * draw()
      v, a = draw(), draw()
      more[t.ref[0][k]], more[t.ref[1][k]], more[t.ref[2][k]] = x, v, a
      e[k] = x - now.x[k]
    end
    rate[k], acc[k] = v - now.speed[k], a
  end
  return e, rate, acc
end

-- texts of x_d'' + Kd e' + Kp e
function resolved.wanted(L, t, kp, kd)
  local a = {}
  for k = 1, t.n do
    a[k] = L:let(("%s + %s + %s"):format(t.ref[2][k], row_times(kd[k], t.rate),
      row_times(kp[k], t.e)))
  end
  return a
end

-- M, C v + G as lines
function resolved.dynamics(s)
  local m = s.m
  return s.L:call("mass", m.model, m.n, m.n, { q = m.q }),
    s.L:call("bias", m.model, m.n, 1, { q = m.q, v = m.v })
end

function resolved.torque(s, a)
  local tau, m = {}, s.m
  local id = s.L:call("id", m.model, m.n, 1, { q = m.q, v = m.v, a = a })
  for k = 1, m.n do tau[k] = id[k][1] end
  return tau
end

resolved.common = { values = "table?", actuated = "any?", dt = { "num?", min = 0 }, name = "str?",
  limits = "table?", damping = "table?" }

-- ---- by the pseudoinverse -----------------------------------------------------------------------

-- J'(J J' + u)^-1 (b - J a0) + a0: the smallest step from a0 that gives b
local function pseudo(s, t, b, a0, d)
  local L = s.L
  local f = tasks.factors(L, t.J, nil, d)
  local column = tasks.column(b)
  if a0 then column = L:sub(column, L:mul(t.J, tasks.column(a0))) end
  local step = L:mul(lines.transpose(t.J), L:solve(f, column))
  if a0 then step = L:add(step, tasks.column(a0)) end
  return lines.list(step)
end

-- what the joints do beside the task: kp (q_n - q) - kd v; nil: nothing
local function posture_of(s, o, with_rate)
  if not o.posture and not o.null_damping then return nil end
  local m, out = s.m, {}
  local goal = o.posture and lawmodel.goal(m, o.posture, "posture")
  s.values.posture_gain = o.posture and o.posture_gain or 0
  s.values.null_damping = with_rate and (o.null_damping or 2 * math.sqrt(o.posture_gain or 0)) or 0
  for k = 1, m.n do
    local pull = goal and ("posture_gain*(%s - %s)"):format(lines.number(goal[k]), m.q[k]) or "0"
    out[k] = s.L:let(with_rate and ("%s - null_damping*%s"):format(pull, m.v[k]) or pull)
  end
  return out
end

local function task_facts(c, t)
  c.facts[#c.facts + 1] = ("task: %s of %s"):format(table.concat(t.axes, " "), t.place or "the tip")
  if t.n < c.m.n then
    c.facts[#c.facts + 1] = ("%d of %d motions are left to the null space"):format(c.m.n - t.n,
      c.m.n)
  elseif t.n > c.m.n then
    check.fail("axes", "%d axes for %d joints: the task cannot be followed", t.n, c.m.n)
  end
  c.facts[#c.facts + 1] = tasks.damping_told(c.damping)
end

-- ---- acceleration -------------------------------------------------------------------------------

-- J v' + J' v = want at random states that are not near singular ones
local function check_task(p, c, t, want, text)
  local draw, worst, seen = lawmodel.random(11), 0, 0
  for _, s in ipairs(lawmodel.states(c.m, STATES)) do
    local now, more = tasks.numbers(c.m, t, s.q, s.v), {}
    local e, rate, acc = resolved.draw(t, now, draw, more)
    local w = math.sqrt(math.max(0, (now.J * now.J:transpose()):det()))
    if w > (c.damping and c.damping.near or 1e-3) then
      seen = seen + 1
      local a = c.m.model:fd(s.q, s.v, c.map * c.program:step(resolved.inputs(c, s.q, s.v, more)))
      local d = now.J * a + now.bias - want(e, rate, acc)
      worst = math.max(worst, d:norm() / (1 + a:norm()))
    end
  end
  p:check(seen > 0 and worst < 1e-8, "%s, at %d random states away from singular ones (%s)", text,
    seen, kit.number(worst, 1))
end

local function prove_acceleration(p, c)
  p:say "  x'' = J v' + J' v = x_d'' + Kd e' + Kp e:  e'' + Kd e' + Kp e = 0"
  p:check(c.poles[1].re < 0, "poles %s", computed.poles_told(c.poles))
  p:need(c.m.n >= c.task.n, "the task has no more axes than there are joints")
  resolved.needs(p, c)
  check_task(p, c, c.task, function(e, rate, acc) return acc + c.kd.K * rate + c.kp.K * e end,
    "x'' = x_d'' + Kd e' + Kp e")
end

local acceleration_fields = tasks.fields_with(resolved.common, { kp = "any", kd = "any",
  posture = "any?", posture_gain = { "num", default = 0, min = 0 },
  null_damping = { "num?", min = 0 } })

local function resolved_acceleration(model, spec)
  local o = check.fields(spec, "", acceleration_fields)
  local s = resolved.start(model, o, "resolved acceleration", "ra_")
  local damping, t = tasks.damping(o.damping, "damping"), tasks.add(s, o)
  local kp, kd = lawmodel.gain(o.kp, t.n, "kp", s.values), lawmodel.gain(o.kd, t.n, "kd", s.values)
  if t.n < s.m.n and not o.null_damping then o.null_damping = kd.K[1][1] end
  local b, a = resolved.wanted(s.L, t, kp, kd), {}
  for k = 1, t.n do a[k] = s.L:let(("%s - (%s)"):format(b[k], t.bias[k][1])) end
  local c = { kind = "resolved_acceleration", title = "Resolved acceleration of " .. s.m.name,
    m = s.m, kp = kp, kd = kd, task = t, damping = damping or false, limited = o.limits ~= nil,
    poles = computed.poles(kp.K, kd.K), prove = prove_acceleration, facts = {} }
  task_facts(c, t)
  local tau = resolved.torque(s, pseudo(s, t, a, posture_of(s, o, true), damping))
  c.program = resolved.block(s, o, tau, "resolved_acceleration")
  c.map = s.map
  c.facts[#c.facts + 1] = "poles of the error " .. computed.poles_told(c.poles)
  lawmodel.forces_told(c.m, c.facts)
  return law.new(c)
end

law.kind("resolved_acceleration", "li.resolved_acceleration(li.planar{1, 0.8, mass = {2, 1}}, "
  .. "{axes = 'x y', kp = 64, kd = 16, dt = 0.001, damping = {most = 0.1, near = 0.05}})", {
  "resolved_acceleration(model: model, options: table) -> controller",
  "A task of a place followed by inverse dynamics: e'' + kd e' + kp e = 0. frame (the tip), point, "
    .. "axes = 'x y z rx ry rz', orientation = the rotation to keep; references x_d, x_d', x_d'' "
    .. ".. (reference = other names) or goal = {..}; damping = {most =, near =}: damped least "
    .. "squares where sqrt(det J J') < near; posture, posture_gain, null_damping of what the task "
    .. "leaves; turned: rotation of its axes; values, actuated, limits, dt, name.",
  "return #li.resolved_acceleration(li.planar{1, 1}, {axes = 'x y', kp = 9, kd = 6})"
    .. ":block().outputs --> 2", resolved_acceleration })

-- ---- rate ---------------------------------------------------------------------------------------

local rate_fields = tasks.fields_with(resolved.common, { kp = "any", posture = "any?",
  posture_gain = { "num", default = 0, min = 0 }, inner = { "num?", above = 0 } })

-- J v_c = x_d' + Kp e, in numbers; with an inner loop v' = inner (v_c - v)
local function prove_rate(p, c)
  p:say "  J v = x_d' + Kp e gives e' + Kp e = 0"
  local _, least = lawmodel.definite(c.kp.K)
  p:check(least > 0, "the errors die: eigenvalues of Kp have positive real parts")
  local draw, worst, seen, t = lawmodel.random(13), 0, 0, c.task
  for _, s in ipairs(lawmodel.states(c.m, STATES)) do
    local now, more = tasks.numbers(c.m, t, s.q, s.v), {}
    local e, rate = resolved.draw(t, now, draw, more)
    local w = math.sqrt(math.max(0, (now.J * now.J:transpose()):det()))
    if w > (c.damping and c.damping.near or 1e-3) then
      seen = seen + 1
      local u = c.program:step(resolved.inputs(c, s.q, s.v, more))
      local v = c.inner and c.m.model:fd(s.q, s.v, c.map * u) / c.inner + s.v or u
      local d = now.J * v - (rate + now.speed + c.kp.K * e)
      worst = math.max(worst, d:norm() / (1 + v:norm()))
    end
  end
  p:check(seen > 0 and worst < 1e-8, "J v_c = x_d' + Kp e, at %d random states (%s)", seen,
    kit.number(worst, 1))
  if c.inner then
    p:say("  the inner loop v' = %s (v_c - v) follows with a time constant of %s s: slower, the "
      .. "errors do as their sum says", kit.number(c.inner, 6), kit.number(1 / c.inner, 6))
  else p:say "  as far as what follows v_c does so at once" end
end

local function resolved_rate(model, spec)
  local o = check.fields(spec, "", rate_fields)
  local s = resolved.start(model, o, "resolved rate", "rr_")
  local damping, t, b = tasks.damping(o.damping, "damping"), tasks.add(s, o), {}
  local kp = lawmodel.gain(o.kp, t.n, "kp", s.values)
  for k = 1, t.n do b[k] = s.L:let(("%s + %s"):format(t.ref[1][k], row_times(kp[k], t.e))) end
  local c = { kind = "resolved_rate", title = "Resolved rate of " .. s.m.name, m = s.m, kp = kp,
    task = t, damping = damping or false, inner = o.inner or false, prove = prove_rate, facts = {} }
  task_facts(c, t)
  local v = pseudo(s, t, b, posture_of(s, o, false), damping)
  if o.inner then
    local a = {}
    s.values.inner = o.inner
    for k = 1, s.m.n do a[k] = s.L:let(("inner*(%s - %s)"):format(v[k], s.m.v[k])) end
    c.program = resolved.block(s, o, resolved.torque(s, a), "resolved_rate")
    c.map = s.map
    lawmodel.forces_told(c.m, c.facts)
  else
    local outputs, to = {}, {}
    for k = 1, s.m.n do
      outputs[k] = { s.m.q[k] .. "_v", v[k] }
      to[s.m.q[k] .. "_v"] = false
    end
    c.program = blocks.make { name = o.name or "resolved_rate", inputs = s.inputs,
      values = s.values, lines = s.L.list, outputs = outputs, to = to, dt = o.dt,
      limits = o.limits }
    c.facts[#c.facts + 1] = "it gives speeds q1_v ..: what follows them is another controller's"
  end
  return law.new(c)
end

law.kind("resolved_rate", "li.resolved_rate(li.planar{1, 0.8, mass = {2, 1}}, {axes = 'x y', "
  .. "kp = 3, inner = 50, dt = 0.001, damping = {most = 0.1, near = 0.05}})", {
  "resolved_rate(model: model, options: table) -> controller",
  "Joint speeds that give a place x_d' + kp e: outputs q1_v .. for another controller, or with "
    .. "inner = gain the torques of v' = inner (v_c - v). Tasks and damping as "
    .. "li.resolved_acceleration has them; posture, posture_gain.",
  "return li.resolved_rate(li.planar{1, 1}, {axes = 'x y', kp = 9}):block().outputs[2] --> q2_v",
  resolved_rate })

return resolved
