-- computed_torque.lua - li.computed_torque, li.sliding_mode: inverse dynamics of a wanted
-- acceleration
--
--   tau = M a + C v + G,  e = q_d - q
--   computed torque: a = q_d'' + Kd e' + Kp e,  so e'' + Kd e' + Kp e = 0      [nonhol] remark 7.2
--   sliding mode: s = e' + l e,  a = q_d'' + l e' + r s + k sat(s/b),
--                 so s' = -r s - k sat(s/b) - d  where d is what the model does not know  [Slotine]
local li = require "liaison.core"
local check = require "liaison.base.check"
local blocks = require "liaison.control.block"
local lines = require "liaison.control.lines"
local law = require "liaison.control.law"
local lawmodel = require "liaison.control.lawmodel"
local row_times = require("liaison.control.pd_gravity").row_times
local kit = li._internal

local STATES = 16

-- ---- what both are ------------------------------------------------------------------------------

local common = { goal = "any?", values = "table?", actuated = "any?", dt = { "num?", min = 0 },
  name = "str?", limits = "table?", reference = "any?" }

local function fields_with(more)
  local out = {}
  for _, list in ipairs { common, more } do for key, x in pairs(list) do out[key] = x end end
  return out
end

local function difference(L, a, b)
  return L:let(a == "0" and "-" .. b or ("%s - %s"):format(a, b))
end

-- what a law starts from: its model, inputs q, v, references, lines e, rate
local function start(model, o, what, prefix)
  local s = { m = lawmodel.read(model, what, o.values), values = {}, inputs = {},
    L = lines.new(prefix), e = {}, rate = {}, what = what }
  o.goal = lawmodel.goal(s.m, o.goal, "goal")
  o.reference = check.words(o.reference, "reference", "\"r1 r2\"")
  for _, list in ipairs { s.m.q, s.m.v } do
    for _, name in ipairs(list) do s.inputs[#s.inputs + 1] = name end
  end
  s.ref = lawmodel.references(s.m, o, 2, s.inputs, s.values)
  for k = 1, s.m.n do
    s.e[k] = difference(s.L, s.ref[0][k], s.m.q[k])
    s.rate[k] = difference(s.L, s.ref[1][k], s.m.v[k])
  end
  return s
end

-- the block that gives inverse dynamics of the accelerations a
local function inverse_dynamics(s, o, a, name)
  local m, tau = s.m, {}
  local id = s.L:call("id", m.model, m.n, 1, { q = m.q, v = m.v, a = a })
  for k = 1, m.n do tau[k] = id[k][1] end
  local outputs, map = lawmodel.drive(m, o, tau, s.what)
  s.map = map
  return blocks.make { name = o.name or name, inputs = s.inputs, values = s.values,
    lines = s.L.list, outputs = outputs, dt = o.dt, limits = o.limits }
end

-- references at random beside a state: the inputs of the block, and e, e', q_d''
local function drawn(c, s, draw)
  local n, y = c.m.n, {}
  local e, rate, acc = li.zeros(n), li.zeros(n), li.zeros(n)
  for k = 1, n do y[k], y[n + k] = s.q[k], s.v[k] end
  for k = 1, n do
    local r = { c.goal and c.goal[k] or draw(), c.goal and 0 or draw(), c.goal and 0 or draw() }
    e[k], rate[k], acc[k] = r[1] - s.q[k], r[2] - s.v[k], r[3]
    if not c.goal then y[2 * n + k], y[3 * n + k], y[4 * n + k] = r[1], r[2], r[3] end
  end
  return y, e, rate, acc
end

-- the model's own accelerations under the law are those of `want`
local function check_accelerations(p, c, want, text)
  local draw, worst = lawmodel.random(7), 0
  for _, s in ipairs(lawmodel.states(c.m, STATES)) do
    local y, e, rate, acc = drawn(c, s, draw)
    local a = c.m.model:fd(s.q, s.v, c.map * c.program:step(y))
    local d = a - want(e, rate, acc)
    worst = math.max(worst, d:norm() / (1 + a:norm()))
  end
  p:check(worst < 1e-9, "%s, at %d random states and references (%s)", text, STATES,
    kit.number(worst, 1))
end

local function needs(p, c)
  p:need(not c.limited, "no output is cut")
  p:need(not c.m.passive, "the joints have no friction and no springs")
  p:need(not c.m.other_forces, "no other force acts")
end

-- ---- computed torque ----------------------------------------------------------------------------

-- poles of e'' + Kd e' + Kp e = 0, the slowest first
local function poles(kp, kd)
  local n = #kp
  local A = li.zeros(2 * n, 2 * n)
  for i = 1, n do
    A[i][n + i] = 1
    for j = 1, n do A[n + i][j], A[n + i][n + j] = -kp[i][j], -kd[i][j] end
  end
  local re, _, im = A:eig()
  local list = {}
  for k = 1, #re do list[k] = { re = re[k], im = im and im[k] or 0 } end
  table.sort(list, function(a, b) return a.re > b.re or a.re == b.re and a.im > b.im end)
  return list
end

local function poles_told(list)
  local out, count = {}, {}
  for _, s in ipairs(list) do
    local text = kit.number(s.re, 5)
    if math.abs(s.im) > 1e-6 * math.abs(s.re) then
      text = ("%s %s %si"):format(text, s.im < 0 and "-" or "+", kit.number(math.abs(s.im), 5))
    end
    if not count[text] then out[#out + 1] = text end
    count[text] = (count[text] or 0) + 1
  end
  for k, text in ipairs(out) do
    if count[text] > 1 then out[k] = ("%s (%d times)"):format(text, count[text]) end
  end
  return table.concat(out, ", ")
end

local function gains_of(o)
  if o.w == nil then
    if o.kp == nil or o.kd == nil then
      check.fail("kp", "expected kp and kd, or w (rad/s) and zeta")
    end
    return o.kp, o.kd
  end
  if o.kp ~= nil or o.kd ~= nil then check.fail("w", "kp, kd and w, zeta say the same") end
  local list = type(o.w) == "number" and { o.w } or o.w
  local kp, kd = {}, {}
  for k = 1, #list do kp[k], kd[k] = list[k] ^ 2, 2 * (o.zeta or 1) * list[k] end
  if type(o.w) == "number" then return kp[1], kd[1] end
  return kp, kd
end

local function prove_computed(p, c)
  p:say "  tau = M a + C v + G gives v' = a = q_d'' + Kd e' + Kp e:  e'' + Kd e' + Kp e = 0"
  p:say("  poles: %s", poles_told(c.poles))
  p:check(c.poles[1].re < 0, "the errors die: every pole has a negative real part")
  needs(p, c)
  check_accelerations(p, c, function(e, rate, acc) return acc + c.kd.K * rate + c.kp.K * e end,
    "v' = q_d'' + Kd e' + Kp e")
end

local computed_fields = fields_with { kp = "any?", kd = "any?", w = "any?",
  zeta = { "num?", min = 0 } }

local function computed_torque(model, spec)
  local o = check.fields(spec, "", computed_fields)
  local s = start(model, o, "computed torque", "ct_")
  local kp, kd = gains_of(o)
  local n, a = s.m.n, {}
  kp, kd = lawmodel.gain(kp, n, "kp", s.values), lawmodel.gain(kd, n, "kd", s.values)
  for k = 1, n do
    a[k] = s.L:let(("%s + %s + %s"):format(s.ref[2][k], row_times(kd[k], s.rate),
      row_times(kp[k], s.e)))
  end
  local c = { kind = "computed_torque", title = "Computed torque of " .. s.m.name, m = s.m,
    kp = kp, kd = kd, goal = o.goal or false, limited = o.limits ~= nil, prove = prove_computed,
    poles = poles(kp.K, kd.K), facts = {} }
  c.program, c.map = inverse_dynamics(s, o, a, "computed_torque"), s.map
  c.facts[1] = "e'' + Kd e' + Kp e = 0: poles " .. poles_told(c.poles)
  if c.poles[1].re >= 0 then c.facts[2] = "NOT stable: not every real part is negative" end
  lawmodel.forces_told(c.m, c.facts)
  return law.new(c)
end

law.kind("computed_torque", "li.computed_torque(li.planar{1, 0.8, mass = {2, 1}}, {w = {10, 8}, "
  .. "zeta = 0.9, dt = 0.001})", {
  "computed_torque(model: model, options: table) -> controller",
  "Inverse dynamics of q_d'' + kd e' + kp e: the errors obey e'' + kd e' + kp e = 0, poles told. "
    .. "kp, kd (a number, a list, a matrix), or w and zeta of every joint; references q1_d, q1_d', "
    .. "q1_d'' (a motion has them; reference = other names), or goal = {..}; actuated, values, "
    .. "limits, dt, name.",
  "return li.computed_torque(li.planar{1}, {w = 5}):report():match 'poles [^\\n]*' --> "
    .. "poles -5 (2 times)", computed_torque })

-- ---- sliding mode -------------------------------------------------------------------------------

local sliding_fields = fields_with { lambda = "any", k = "any", reach = "any?",
  boundary = { "num", default = 0, min = 0 }, disturbance = { "num", default = 0, min = 0 } }

local function all_above(K, bound)
  for i = 1, #K do if not (K[i][i] > bound) then return false end end
  return true
end

local function saturated(x, b)
  if b == 0 then return x > 0 and 1 or x < 0 and -1 or 0 end
  return math.max(-1, math.min(1, x / b))
end

local function prove_sliding(p, c)
  p:say "  s = e' + l e,  V = s's/2,  V' = -s'(r s + k sat(s/b) + d)"
  p:say "  <= -(k - |d|) |s| where |s| > b"
  p:say "  so s comes within b in at most |s0|/(k - |d|), and then |e| within b/l"
  p:need(all_above(c.lambda.K, 0), "l > 0")
  p:need(all_above(c.k.K, c.disturbance), "k > |d| = %s", kit.number(c.disturbance))
  needs(p, c)
  check_accelerations(p, c, function(e, rate, acc)
    local s = rate + c.lambda.K * e
    local switched = li.zeros(#s)
    for i = 1, #s do switched[i] = saturated(s[i], c.boundary) end
    return acc + c.lambda.K * rate + c.reach.K * s + c.k.K * switched
  end, "v' = q_d'' + l e' + r s + k sat(s/b)")
end

-- asked every dt, s moves by at most (k + |d|) dt between two asks: what chattering is left
local function sliding_facts(c, dt)
  local most, slow = 0, math.huge
  for i = 1, c.m.n do
    most, slow = math.max(most, c.k.K[i][i]), math.min(slow, c.lambda.K[i][i])
  end
  local band = c.boundary
  if dt and dt > 0 then
    local step = (most + c.disturbance) * dt
    band = math.max(band, step)
    c.facts[#c.facts + 1] = c.boundary >= most * dt
      and ("no chattering: the boundary %s is wider than a step, k dt = %s"):format(
        kit.number(c.boundary, 5), kit.number(most * dt, 5))
      or ("chattering: |s| <= (k + |d|) dt = %s"):format(kit.number(step, 5))
  elseif c.boundary == 0 then
    c.facts[#c.facts + 1] = "chattering: (k + |d|) dt of the time dt between two asks"
  end
  c.band = band
  c.facts[#c.facts + 1] = ("|s| <= %s, so |e| <= %s"):format(kit.number(band, 5),
    kit.number(band / slow, 5))
  c.facts[#c.facts + 1] = ("reached in at most |s0|/%s s"):format(
    kit.number(most - c.disturbance, 5))
end

local function sliding_mode(model, spec)
  local o = check.fields(spec, "", sliding_fields)
  local s = start(model, o, "sliding mode", "sm_")
  local n, a = s.m.n, {}
  local lambda = lawmodel.gain(o.lambda, n, "lambda", s.values)
  local k, reach = lawmodel.gain(o.k, n, "k", s.values), lawmodel.gain(o.reach or 0, n, "reach",
    s.values)
  s.values.boundary = o.boundary
  for i = 1, n do
    local surface = s.L:let(("%s + %s"):format(s.rate[i], row_times(lambda[i], s.e)))
    local sat = o.boundary > 0 and ("min(max(%s/boundary, -1), 1)"):format(surface)
      or ("piecewise(%s < 0, -1, piecewise(%s > 0, 1, 0))"):format(surface, surface)
    a[i] = s.L:let(("%s + %s + %s*%s + %s*(%s)"):format(s.ref[2][i],
      row_times(lambda[i], s.rate), reach[i][i], surface, k[i][i], sat))
  end
  local c = { kind = "sliding_mode", title = "Sliding mode of " .. s.m.name, m = s.m,
    lambda = lambda, k = k, reach = reach, boundary = o.boundary, disturbance = o.disturbance,
    goal = o.goal or false, limited = o.limits ~= nil, prove = prove_sliding, facts = {} }
  c.program, c.map = inverse_dynamics(s, o, a, "sliding_mode"), s.map
  sliding_facts(c, o.dt)
  lawmodel.forces_told(c.m, c.facts)
  return law.new(c)
end

law.kind("sliding_mode", "li.sliding_mode(li.planar{1, 0.8, mass = {2, 1}}, {lambda = 6, k = 20, "
  .. "boundary = 0.05, disturbance = 5, dt = 0.001})", {
  "sliding_mode(model: model, options: table) -> controller",
  "Sliding mode on s = e' + lambda e: the acceleration q_d'' + lambda e' + reach s + k "
    .. "sat(s/boundary) by inverse dynamics (boundary = 0: the sign of s). disturbance: the "
    .. "largest acceleration that the model does not know; told: the band of s and e, the time to "
    .. "reach it, chattering. References as li.computed_torque has; values, actuated, limits, dt, "
    .. "name.",
  "return li.sliding_mode(li.planar{1}, {lambda = 4, k = 10, boundary = 0.2, dt = 0.01})"
    .. ":report():match '|s| <= [^\\n]*' --> |s| <= 0.2, so |e| <= 0.05", sliding_mode })

return { poles = poles, poles_told = poles_told }
