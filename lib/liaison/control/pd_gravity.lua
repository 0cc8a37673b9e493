-- pd_gravity.lua - li.pd_gravity: PD with gravity compensation, and Lyapunov's function that proves
-- it
--
--   tau = Kp e - Kd v + G(q),  e = q_d - q
--   V = v'M v/2 + e'Kp e/2,  V' = v'(M' - 2C)v/2 - v'Kd v = -v'Kd v   [nonhol] remark 6.1
local li = require "liaison.core"
local check = require "liaison.base.check"
local blocks = require "liaison.control.block"
local lines = require "liaison.control.lines"
local law = require "liaison.control.law"
local lawmodel = require "liaison.control.lawmodel"
local kit = li._internal

local fields = { kp = "any", kd = "any", goal = "any?", values = "table?", actuated = "any?",
  dt = { "num?", min = 0 }, name = "str?", limits = "table?" }

-- a row of a gain times a list of texts
local function row_times(row, list)
  local terms = {}
  for j = 1, #list do
    if row[j] ~= "0" and list[j] ~= "0" then terms[#terms + 1] = ("%s*%s"):format(row[j], list[j])
      end
  end
  return #terms > 0 and table.concat(terms, " + ") or "0"
end

-- ---- the proof ----------------------------------------------------------------------------------

local SMALL = 3 -- coordinates up to which the proof is in symbols

-- V' - (-v'Kd v) in symbols, of the equations of the model as it was told
local function in_symbols(p, c)
  local m, eq = c.m, c.m.told:equations { forces = false }
  local e, tau, V, rate, loss = {}, {}, li.expr(0), li.expr(0), li.expr(0)
  for i = 1, m.n do e[i] = li.expr(c.goal and c.goal[i] or 0) - eq.q[i] end
  if not c.goal then
    for i = 1, m.n do e[i] = li.expr(("%s_goal"):format(m.q[i]), "new") - eq.q[i] end
  end
  for i = 1, m.n do
    tau[i] = eq.G[i]
    for j = 1, m.n do
      tau[i] = tau[i] + c.kp.K[i][j] * e[j] - c.kd.K[i][j] * eq.v[j]
      V = V + eq.v[i] * eq.M[i][j] * eq.v[j] / 2 + e[i] * c.kp.K[i][j] * e[j] / 2
      -- v'M a = v'(tau - C v - G);  d/dt of e'Kp e/2 = -v'Kp e
      rate = rate + eq.v[i] * eq.M[i][j]:d() * eq.v[j] / 2 - eq.v[i] * c.kp.K[i][j] * e[j]
      loss = loss + eq.v[i] * c.kd.K[i][j] * eq.v[j]
    end
    rate = rate + eq.v[i] * (tau[i] - eq.h[i] - eq.G[i])
  end
  p:say("  V = %s", V)
  p:check(eq:skew(), "M' - 2C is skew, in symbols")
  p:check(lawmodel.vanishes(rate + loss), "V' + v'Kd v = 0, in symbols")
end

local function quadratic(K, x) return x:dot(K * x) end

local STATES = 24

-- the law as it runs beside the model's own accelerations: V differs by -v'Kd v
local function in_numbers(p, c)
  local m, worst, most = c.m, 0, 0
  local goal = c.goal or m.model:random(77)
  local function V(q, v)
    return quadratic(m.model:mass(q), v) / 2 + quadratic(c.kp.K, goal - q) / 2
  end
  for _, s in ipairs(lawmodel.states(m, STATES)) do
    local tau = c.map * c.program:step(c.inputs(s.q, s.v, goal))
    local rate = lawmodel.along(m, V, s.q, s.v, tau)
    local want = -quadratic(c.kd.K, s.v)
    most = math.max(most, rate - want)
    worst = math.max(worst, math.abs(rate - want) / (1 + math.abs(want)))
  end
  if m.passive then
    p:check(most < 1e-4, "V' <= -v'Kd v with the friction there is, at %d random states", STATES)
  else
    p:check(worst < 1e-5, "V' = -v'Kd v along the model at %d random states (%s)", STATES,
      kit.number(worst, 1))
  end
end

local function prove(p, c)
  p:say "  V = v'M v/2 + e'Kp e/2,  V' = v'(M' - 2C)v/2 - v'Kd v = -v'Kd v <= 0"
  p:say "  where V' stays 0, v = 0 and Kp e = 0: e = 0 (LaSalle)"
  lawmodel.need_positive(p, c.kp, "Kp")
  lawmodel.need_positive(p, c.kd, "Kd")
  p:need(not c.limited, "no output is cut")
  p:need(not c.m.other_forces, "no other force acts")
  if c.m.n <= SMALL then in_symbols(p, c) end
  if not c.limited then in_numbers(p, c) end
end

-- ---- made ---------------------------------------------------------------------------------------

-- inputs of the block in order: q, v, then the goal where it is a reference
local function inputs_of(has_goal)
  return function(q, v, goal)
    local list = {}
    for k = 1, #q do list[k] = q[k] end
    for k = 1, #v do list[#list + 1] = v[k] end
    for k = 1, has_goal and 0 or #q do list[#list + 1] = goal[k] end
    return list
  end
end

local function facts_of(c)
  local facts = { "every joint is driven" }
  for _, g in ipairs { c.kp, c.kd } do
    local symmetric, least = lawmodel.definite(g.K)
    facts[#facts + 1] = ("%s is %s"):format(g.path, symmetric and least > 0
      and "symmetric and positive definite" or "NOT symmetric and positive definite")
  end
  lawmodel.forces_told(c.m, facts)
  if c.limited then facts[#facts + 1] = "outputs are cut: the proof does not reach there" end
  return facts
end

local function pd_gravity(model, spec)
  local o = check.fields(spec, "", fields)
  local m, values, inputs = lawmodel.read(model, "PD control", o.values), {}, {}
  o.goal = lawmodel.goal(m, o.goal, "goal")
  for _, list in ipairs { m.q, m.v } do
    for _, name in ipairs(list) do inputs[#inputs + 1] = name end
  end
  local kp, kd = lawmodel.gain(o.kp, m.n, "kp", values), lawmodel.gain(o.kd, m.n, "kd", values)
  local ref, L, tau, e = lawmodel.references(m, o, 0, inputs, values)[0], lines.new "pd_", {}, {}
  local G = L:call("gravity", m.model, m.n, 1, { q = m.q })
  for k = 1, m.n do e[k] = L:let(("%s - %s"):format(ref[k], m.q[k])) end
  for k = 1, m.n do
    tau[k] = L:let(("%s - (%s) + %s"):format(row_times(kp[k], e), row_times(kd[k], m.v), G[k][1]))
  end
  local outputs, map = lawmodel.drive(m, o, tau, "PD control")
  local c = { kind = "pd_gravity", title = "PD with gravity compensation of " .. m.name, m = m,
    kp = kp, kd = kd, goal = o.goal or false, map = map, limited = o.limits ~= nil,
    inputs = inputs_of(o.goal), prove = prove }
  c.program = blocks.make { name = o.name or "pd_gravity", inputs = inputs, values = values,
    lines = L.list, outputs = outputs, dt = o.dt, limits = o.limits }
  c.facts = facts_of(c)
  return law.new(c)
end

law.kind("pd_gravity", "li.pd_gravity(li.planar{1, 0.8, mass = {2, 1}}, {kp = {40, 20}, kd = 8, "
  .. "goal = {0.3, -0.4}, dt = 0.002})", {
  "pd_gravity(model: model, options: table) -> controller",
  "PD control with gravity compensation of a model whose joints are all driven: kp, kd (a number, "
    .. "a list, a matrix), goal = {..} or the references q1_d ..; actuated = names, values (of "
    .. "names in the model), limits, dt, name. Its proof: Lyapunov's function and its derivative.",
  "return li.pd_gravity(li.planar{1}, {kp = 10, kd = 3, goal = {0}}):step{0, 2}[1] < 0 --> true",
  pd_gravity })

return { row_times = row_times, inputs_of = inputs_of }
