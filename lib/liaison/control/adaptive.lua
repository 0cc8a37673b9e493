-- adaptive.lua - li.adaptive: a passivity-based law that adapts the parameters it does not know
--
--   s = e' + L e,  v_r = q_d' + L e,  a_r = q_d'' + L e'
--   tau = Y(q, v, v_r, a_r) p^ + K s + rest,  p^' = G Y's  where M a_r + C v_r + G = Y p + rest
--   V = s'M s/2 + (p^ - p)'G^-1 (p^ - p)/2,  V' = -s'K s          [Slotine, Li 1987]
local li = require "liaison.core"
local check = require "liaison.base.check"
local blocks = require "liaison.control.block"
local lines = require "liaison.control.lines"
local law = require "liaison.control.law"
local lawmodel = require "liaison.control.lawmodel"
local row_times = require("liaison.control.pd_gravity").row_times
local kit = li._internal

local STATES = 12

-- ---- the regressor ------------------------------------------------------------------------------

local function symbol(name) return li.expr(name, "new") end

-- names in equations that are numbers: definitions of the equations, then values
local function numbered(e, eq, values, keep)
  for k = #eq.constants, 1, -1 do
    local name = eq.constants[k]
    if not keep[name] then e = e:subs { [name] = eq.constants[name] } end
  end
  local change = {}
  for _, s in ipairs(e:symbols()) do
    local name = tostring(s)
    if values[name] and not keep[name] then change[name] = values[name] end
  end
  return next(change) and e:subs(change) or e
end

-- which equations have the names: those with sums of constants named, or those without
local function equations_of(m, names)
  local eq, at = m.told:equations { forces = false }, {}
  for _, name in ipairs(eq.constants) do at[name] = true end
  for _, name in ipairs(names) do if at[name] then return eq end end
  return m.told:equations { forces = false, reduce = false }
end

-- Y (texts of rows by parameters), rest: M a_r + C v_r + G = Y p + rest
local function regressor(m, names, values)
  local eq, keep, Y, rest = equations_of(m, names), {}, {}, {}
  for _, name in ipairs(names) do keep[name] = true end
  for i = 1, m.n do
    local row = eq.G[i]
    for j = 1, m.n do
      row = row + eq.M[i][j] * symbol("aa_" .. j) + eq.C[i][j] * symbol("av_" .. j)
    end
    row = numbered(row, eq, values, keep)
    local zero = {}
    Y[i] = {}
    for k, name in ipairs(names) do
      Y[i][k], zero[name] = row:diff(name), 0
      for _, other in ipairs(names) do
        if Y[i][k]:depends(other) then
          check.fail("parameters", "the torques are not linear in %s%s: adapt their products "
            .. "(names of equations().constants), or one alone", name, other == name and ""
            or " and " .. other)
        end
      end
    end
    rest[i] = row:subs(zero)
  end
  return Y, rest, eq
end

local function known_names(m, eq, name)
  local known = {}
  for _, s in ipairs(m.told:symbols()) do known[tostring(s)] = true end
  for _, s in ipairs(eq.constants) do known[s] = true end
  if known[name] then return end
  check.fail("parameters." .. name, "the model has no such name%s: give fields of it names, mass = "
    .. "'m2'", check.hint(name, known))
end

-- ---- the proof ----------------------------------------------------------------------------------

local function quadratic(K, x) return x:dot(K * x) end

-- V' by the model's own accelerations and the law's own adaptation, against -s'K s
local function prove(p, c)
  p:say "  V = s'M s/2 + (p^ - p)'G^-1 (p^ - p)/2,  V' = s'(M' - 2C)s/2 - s'K s = -s'K s <= 0"
  p:say "  so s dies and e with it; the estimates stay bounded, and go to p where the motion asks"
  p:say "  for all of them (persistent excitation)"
  lawmodel.need_positive(p, c.lambda, "L")
  lawmodel.need_positive(p, c.kd, "K")
  lawmodel.need_positive(p, c.gamma, "G")
  p:need(not c.limited, "no output is cut")
  p:need(not c.m.passive, "the joints have no friction and no springs")
  p:need(not c.m.other_forces, "no other force acts")
  p:check(c.eq:skew(), "M' - 2C is skew, in symbols")
  local draw, worst, m, dt = lawmodel.random(29), 0, c.m, c.dt
  local W, n, count = c.gamma.K:inverse(), c.m.n, #c.names
  for _, s in ipairs(lawmodel.states(m, STATES)) do
    local y, x, e, rate, acc = {}, {}, li.zeros(n), li.zeros(n), li.zeros(n)
    for k = 1, n do
      y[k], y[n + k] = s.q[k], s.v[k]
      e[k], rate[k], acc[k] = draw(), draw(), draw()
      y[2 * n + k], y[3 * n + k], y[4 * n + k] = s.q[k] + e[k], s.v[k] + rate[k], acc[k]
    end
    for k = 1, count do x[k] = c.truth[k] * (1 + draw()) end
    local u, x2 = c.program:step(y, x)
    local u_tau = {}
    for k = 1, #u - count do u_tau[k] = u[k] end
    local tau = c.map * li.vec(u_tau)
    local surface = rate + c.lambda.K * e
    -- s along the motion: s' = q_d'' - v' + L e';  V' = s'M s' + s'M's/2 + (p^ - p)'G^-1 p^'
    local a = m.model:fd(s.q, s.v, tau)
    local M, h = m.model:mass(s.q), 1e-5
    local turn = (quadratic(m.model:mass(m.model:step(s.q, s.v, h)), surface)
      - quadratic(m.model:mass(m.model:step(s.q, s.v, -h)), surface)) / (2 * h)
    local away, moved = li.zeros(count), li.zeros(count)
    for k = 1, count do away[k], moved[k] = x[k] - c.truth[k], (x2[k] - x[k]) / dt end
    local V = surface:dot(M * (acc - a + c.lambda.K * rate)) + turn / 2 + away:dot(W * moved)
    local want = -quadratic(c.kd.K, surface)
    worst = math.max(worst, math.abs(V - want) / (1 + math.abs(want)))
  end
  p:check(worst < 1e-6, "V' = -s'K s along the model, the parameters it adapts to being %s, at %d "
    .. "random states and estimates (%s)", c.truth_told, STATES, kit.number(worst, 1))
end

-- ---- made ---------------------------------------------------------------------------------------

local fields = { lambda = "any", kd = "any", gamma = "any", parameters = "any", values = "table?",
  actuated = "any?", dt = { "num", above = 0 }, name = "str?", limits = "table?",
  reference = "any?", goal = "any?" }

local function parameters_of(given)
  if type(given) == "string" or type(given) == "table" and #given > 0 then
    local names, start = check.words(given, "parameters", "\"m1 m2\""), {}
    for k = 1, #names do start[k] = 0 end
    return names, start
  end
  local names, start = blocks.sorted_keys(given, "parameters"), {}
  if #names == 0 then check.fail("parameters", "expected names, \"m1 m2\", or {m2 = 0.5}") end
  for k, name in ipairs(names) do
    start[k] = blocks.number_of(given[name], "parameters." .. name)
  end
  return names, start
end

-- every name of the model gets a number: those that are adapted 1 where none is known
local function with_all(model, names, given)
  local values, guessed = {}, {}
  for name, x in pairs(given or {}) do values[name] = x end
  local field = {}
  for _, s in ipairs(kit.class(model) == "model" and model:symbols() or {}) do
    field[tostring(s)] = true
  end
  for _, name in ipairs(names) do
    if field[name] and values[name] == nil then
      values[name], guessed[#guessed + 1] = 1, name .. " = 1"
    end
  end
  return values, guessed
end

local function truth_of(c, values)
  local list, told = {}, {}
  for k, name in ipairs(c.names) do
    local x = li.expr(c.eq.constants[name] or name)
    list[k] = numbered(x, c.eq, values, {}):number()
    told[k] = name .. " = " .. kit.number(list[k], 6)
  end
  c.truth, c.truth_told = list, table.concat(told, ", ")
end

local function signals_of(m, o)
  local inputs, values = {}, {}
  for _, list in ipairs { m.q, m.v } do
    for _, name in ipairs(list) do inputs[#inputs + 1] = name end
  end
  local ref = lawmodel.references(m, o, 2, inputs, values)
  return inputs, values, ref
end

-- e, e', s = e' + L e, and v_r, a_r as av_1 .., aa_1 ..
local function surface(c, L, ref)
  local m, s, e, rate = c.m, {}, {}, {}
  for k = 1, m.n do
    e[k] = L:let(("%s - %s"):format(ref[0][k], m.q[k]))
    rate[k] = L:let(("%s - %s"):format(ref[1][k], m.v[k]))
  end
  for k = 1, m.n do
    local pull = row_times(c.lambda[k], e)
    L:let(("%s + %s"):format(ref[1][k], pull), "av_" .. k)
    L:let(("%s + %s"):format(ref[2][k], row_times(c.lambda[k], rate)), "aa_" .. k)
    s[k] = L:let(("%s + %s"):format(rate[k], pull))
  end
  return s
end

-- tau = Y p^ + K s + rest; y: names of the entries of Y
local function torques(c, L, Y, rest, s)
  local tau, y = {}, {}
  for i = 1, c.m.n do
    local terms = { tostring(rest[i]), row_times(c.kd[i], s) }
    y[i] = {}
    for k, name in ipairs(c.names) do
      y[i][k] = L:let(tostring(Y[i][k]))
      if y[i][k] ~= "0" then terms[#terms + 1] = ("%s*%s_hat"):format(y[i][k], name) end
    end
    tau[i] = L:let(table.concat(terms, " + "))
  end
  return tau, y
end

-- p^ goes on by G Y's
local function adaptation(c, L, y, s)
  local next_of, pull = {}, {}
  for k in ipairs(c.names) do
    local sum = {}
    for i = 1, c.m.n do
      if y[i][k] ~= "0" then sum[#sum + 1] = y[i][k] .. "*" .. s[i] end
    end
    pull[k] = #sum > 0 and L:let(table.concat(sum, " + ")) or "0"
  end
  for k, name in ipairs(c.names) do
    next_of[name .. "_hat"] = ("%s_hat + dt*(%s)"):format(name, row_times(c.gamma[k], pull))
  end
  return next_of
end

local function write(c, ref, Y, rest, start)
  local w = { L = lines.new "ap_", states = {} }
  local s = surface(c, w.L, ref)
  local tau, y = torques(c, w.L, Y, rest, s)
  w.tau = tau
  w.next = adaptation(c, w.L, y, s)
  for k, name in ipairs(c.names) do w.states[name .. "_hat"] = start[k] end
  return w
end

local function adaptive(model, spec)
  local o = check.fields(spec, "", fields)
  local names, start = parameters_of(o.parameters)
  local numbers = with_all(model, names, o.values)
  local m = lawmodel.read(model, "adaptive control", numbers)
  o.reference = check.words(o.reference, "reference", "\"r1 r2\"")
  o.goal = lawmodel.goal(m, o.goal, "goal")
  local inputs, values, ref = signals_of(m, o)
  for _, name in ipairs(names) do known_names(m, equations_of(m, names), name) end
  local Y, rest, eq = regressor(m, names, numbers)
  local c = { kind = "adaptive", title = "Adaptive control of " .. m.name, m = m, names = names,
    lambda = lawmodel.gain(o.lambda, m.n, "lambda", values), dt = o.dt, eq = eq,
    kd = lawmodel.gain(o.kd, m.n, "kd", values), limited = o.limits ~= nil, prove = prove,
    gamma = lawmodel.gain(o.gamma, #names, "gamma", values), facts = {} }
  truth_of(c, numbers)
  local w = write(c, ref, Y, rest, start)
  local outputs, map = lawmodel.drive(m, o, w.tau, "adaptive control")
  local to = {}
  for _, name in ipairs(names) do
    outputs[#outputs + 1] = { name .. "_estimate", name .. "_hat" }
    to[name .. "_estimate"] = false
  end
  c.map = map
  c.program = blocks.make { name = o.name or "adaptive", inputs = inputs, values = values,
    lines = w.L.list, outputs = outputs, to = to, states = w.states, next = w.next, dt = o.dt,
    limits = o.limits }
  c.facts[1] = ("adapts %s, kept as states of the block"):format(table.concat(names, " "))
  c.facts[2] = ("the torques are linear in %s: regressor of %d x %d"):format(#names == 1 and "it"
    or "them", m.n, #names)
  lawmodel.forces_told(m, c.facts)
  return law.new(c)
end

law.kind("adaptive", "li.adaptive(li.planar{1, 0.8, mass = {'m1', 'm2'}}, {lambda = 5, kd = 10, "
  .. "gamma = 2, parameters = {m1 = 0.5, m2 = 0.5}, values = {m1 = 2, m2 = 1}, dt = 0.001})", {
  "adaptive(model: model, options: table) -> controller",
  "Passivity-based adaptive control of Slotine and Li: s = e' + lambda e, torques by the regressor "
    .. "with estimates + kd s, estimates' = gamma Y's as states of the block (outputs "
    .. "m2_estimate). parameters = names of fields (mass = 'm2') or of equations().constants, or "
    .. "{m2 = start}; values: numbers of other names, and for the proof of these; references as "
    .. "li.computed_torque has them; actuated, limits, dt, name.",
  "return li.adaptive(li.planar{1, mass = {'m'}}, {lambda = 1, kd = 1, gamma = 1, parameters = "
    .. "'m', dt = 0.01}):report():match 'adapts [^,]*' --> adapts m", adaptive })
