-- energy_shaping.lua - li.energy_shaping: swing-up of models with one drive, the catch at the top
--
--   H = E - E_top;  one joint, driven:  tau = -k H v,  V = H^2/2,  V' = -k H^2 v^2
--   one of many driven (a):  V = ke H^2/2 + kp e_a^2/2 + kd v_a^2/2,  V' = -kv v_a^2 by
--     (ke H + kd W_aa) tau = -kv v_a - kp e_a + kd (W h)_a,  W = M^-1, h = C v + G
--   partial: collocated linearization v_a' = -kp e_a - kd v_a + ke H M_ap v_p
--                     [Astrom, Furuta 2000; Fantoni, Lozano 2002; Spong 1995]
local li = require "liaison.core"
local check = require "liaison.base.check"
local blocks = require "liaison.control.block"
local lines = require "liaison.control.lines"
local law = require "liaison.control.law"
local lawmodel = require "liaison.control.lawmodel"
local computed = require "liaison.control.computed_torque"
local kit = li._internal

local STATES = 16

-- ---- the model at the top -----------------------------------------------------------------------

local function potential(m, q)
  local _, P = m.model:energy(q, li.zeros(m.n))
  return P
end

-- which coordinate the one input drives, by how much
local function drive_of(m, o)
  local B = lawmodel.actuation(m, o)
  if not o.actuated and #(m.d.inputs or {}) == 0 and m.n > 1 then
    check.fail("actuated", "expected the one coordinate that is driven: actuated = '%s'", m.q[1])
  end
  if #B ~= 1 then
    check.fail("actuated", "energy shaping is for one drive, this model has %d", #B)
  end
  local at
  for i = 1, m.n do
    if B[1].column[i] ~= 0 then
      if at then check.fail("actuated", "'%s' drives more than one coordinate", B[1].to) end
      at = i
    end
  end
  return at, B[1].column[at], B[1].to
end

-- joints that turn: their errors are taken within half a turn
local function turning(m)
  local out = {}
  for _, b in ipairs(m.d.bodies or {}) do
    for k = 1, m.n do
      if b.q == m.q[k] or b.name and b.q == nil and m.model:coordinate(b.name) == m.q[k] then
        out[k] = b.joint == "revolute"
      end
    end
  end
  return out
end

-- A, B about the top, held by what it takes there; columns of differences
local function about(m, top, at, scale)
  local n, h = m.n, 1e-5
  local hold = m.model:gravity(top)
  local A, B = li.zeros(2 * n, 2 * n), li.zeros(2 * n, 1)
  local v0 = li.zeros(n)
  local function acceleration(q, v)
    return m.model:fd(q, v, hold + m.model:passive(q, v))
  end
  for j = 1, n do
    local d = li.zeros(n)
    d[j] = h
    local forth, back = acceleration(top + d, v0), acceleration(top - d, v0)
    local push, pull = acceleration(top, d), acceleration(top, -d)
    A[j][n + j] = 1
    for i = 1, n do
      A[n + i][j], A[n + i][n + j] = (forth[i] - back[i]) / (2 * h), (push[i] - pull[i]) / (2 * h)
    end
  end
  local W = m.model:mass(top):inverse()
  for i = 1, n do B[n + i][1] = W[i][at] * scale end
  return A, B, hold
end

-- P of A'P + P A = -1: its entries as one system
local function lyapunov(A)
  local n = #A
  local K, rhs = li.zeros(n * n, n * n), li.zeros(n * n)
  for i = 1, n do
    for j = 1, n do
      local row = (i - 1) * n + j
      rhs[row] = i == j and -1 or 0
      for k = 1, n do
        K[row][(k - 1) * n + j] = K[row][(k - 1) * n + j] + A[k][i]
        K[row][(i - 1) * n + k] = K[row][(i - 1) * n + k] + A[k][j]
      end
    end
  end
  local x, P = K:solve(rhs), li.zeros(n, n)
  for i = 1, n do for j = 1, n do P[i][j] = x[(i - 1) * n + j] end end
  return P
end

-- the gain of one input that gives A - B K these poles: K = e_n' [B AB ..]^-1 p(A)  [Ackermann]
local function placed(A, B, poles)
  local n = #A
  if #poles ~= n then check.fail("poles", "expected %d numbers, got %d", n, #poles) end
  local reach, p, column = li.zeros(n, n), li.eye(n), B
  for j = 1, n do
    for i = 1, n do reach[i][j] = column[i][1] end
    column, p = A * column, p * (A - poles[j] * li.eye(n))
  end
  if reach:rank() < n then check.fail("top", "the drive cannot hold every joint there") end
  local last = li.zeros(1, n)
  last[1][n] = 1
  return last * reach:inverse() * p
end

-- ---- lines --------------------------------------------------------------------------------------

local function errors(s, top)
  local e, L = {}, s.L
  for k = 1, s.m.n do
    local d = ("%s - %s"):format(s.m.q[k], lines.number(top[k]))
    e[k] = L:let(d)
    s.wrapped[k] = s.turns[k] and L:let(("atan2(sin(%s), cos(%s))"):format(e[k], e[k])) or e[k]
  end
  return e
end

-- the energy above the top's: v'M v/2 + P(q) - P(top), P by its expression
local function energy_lines(s, M)
  local terms, m = {}, s.m
  for i = 1, m.n do
    for j = 1, m.n do terms[#terms + 1] = ("%s*%s*%s/2"):format(M[i][j], m.v[i], m.v[j]) end
  end
  local eq = m.model:equations { forces = false }
  local P = eq.V
  return s.L:let(("%s + (%s) - %s"):format(table.concat(terms, " + "), tostring(P),
    lines.number(s.P_top)))
end

local function lyapunov_law(s, at, e, H, W, h)
  local m, L = s.m, s.L
  if m.n == 1 then return L:let(("-ke*%s*%s"):format(H, m.v[1])) end
  local drift = {}
  for j = 1, m.n do drift[j] = ("%s*%s"):format(W[at][j], h[j][1]) end
  return L:let(("(-kv*%s - kp*%s + kd*(%s))/(ke*%s + kd*%s)"):format(m.v[at], e[at],
    table.concat(drift, " + "), H, W[at][at]))
end

local function partial_law(s, at, e, H, W, h, M)
  local m, L, pump, drift = s.m, s.L, {}, {}
  for j = 1, m.n do
    if j ~= at and M[at][j] ~= "0" then
      pump[#pump + 1] = ("%s*%s"):format(M[at][j], m.v[j])
    end
    drift[j] = ("%s*%s"):format(W[at][j], h[j][1])
  end
  local a = L:let(("-kp*%s - kd*%s + ke*%s*(%s)"):format(e[at], m.v[at], H,
    table.concat(pump, " + ")))
  return L:let(("(%s + %s)/%s"):format(a, table.concat(drift, " + "), W[at][at]))
end

-- -K x within x'P x < level, else the pump
local function with_catch(s, c, pump)
  local L, n, m = s.L, s.m.n, s.m
  local x, terms, gain = {}, {}, {}
  for k = 1, n do x[k], x[n + k] = s.wrapped[k], m.v[k] end
  for i = 1, 2 * n do
    for j = 1, i do
      local w = c.P[i][j] * (i == j and 1 or 2)
      if w ~= 0 then terms[#terms + 1] = ("%s*%s*%s"):format(lines.number(w), x[i], x[j]) end
    end
    gain[i] = ("(-gain%d*%s)"):format(i, x[i])
    s.values["gain" .. i] = c.gain[1][i]
  end
  s.values.level = c.level
  local near = L:let(table.concat(terms, " + "))
  c.caught = near
  return ("piecewise(%s < level, (%s + %s), %s)"):format(near, lines.number(c.hold),
    table.concat(gain, " + "), pump)
end

-- ---- the proof ----------------------------------------------------------------------------------

-- the least kd that keeps ke H + kd W_aa above 0 at every q: where the joints stand, H is least
local function least_kd(c)
  local m, most = c.m, 0
  local draw = lawmodel.random(31)
  for _ = 1, 1500 do
    local q = li.zeros(m.n)
    for k = 1, m.n do q[k] = c.top[k] + math.pi * draw() end
    local W = m.model:mass(q):inverse()
    most = math.max(most, c.ke * (c.P_top - potential(m, q)) / W[c.at][c.at])
  end
  return most
end

local function V_of(c)
  return function(q, v)
    local T, P = c.m.model:energy(q, v)
    local H, e = T + P - c.P_top, q[c.at] - c.top[c.at]
    if c.m.n == 1 then return H * H / 2 end
    return c.ke * H * H / 2 + c.kp * e * e / 2 + c.kd * v[c.at] ^ 2 / 2
  end
end

local function check_pump(p, c)
  local worst, V = 0, V_of(c)
  for _, s in ipairs(lawmodel.states(c.m, STATES, 2)) do
    local y = {}
    for k = 1, c.m.n do y[k], y[c.m.n + k] = s.q[k], s.v[k] end
    local tau = li.zeros(c.m.n)
    tau[c.at] = c.scale * c.pump:step(y)[1]
    local rate = lawmodel.along(c.m, V, s.q, s.v, tau)
    local T, P = c.m.model:energy(s.q, s.v)
    local want = c.m.n == 1 and -c.ke * (T + P - c.P_top) ^ 2 * s.v[1] ^ 2
      or -c.kv * s.v[c.at] ^ 2
    worst = math.max(worst, math.abs(rate - want) / (1 + math.abs(want)))
  end
  p:check(worst < 1e-5, "V' is this along the model at %d random states (%s)", STATES,
    kit.number(worst, 1))
end

local function prove_catch(p, c)
  if not c.gain then return end
  p:check(c.poles[1].re < 0, "the catch: poles of A - B K %s", computed.poles_told(c.poles))
end

local function prove(p, c)
  if c.how == "partial" then
    p:say "  v_a' is what is asked: -kp e_a - kd v_a + ke H M_ap v_p; it pumps H while e_a is small"
    p:need(false, "a function of Lyapunov: none is known for this law (law = 'lyapunov' has one)")
    return prove_catch(p, c)
  end
  if c.m.n == 1 then p:say "  V = H^2/2,  V' = -k H^2 v^2 <= 0"
  else p:say "  V = ke H^2/2 + kp e_a^2/2 + kd v_a^2/2,  V' = -kv v_a^2 <= 0" end
  p:say "  where V' stays 0: H = 0, the orbit through the top, or an equilibrium: a start at rest"
  p:say "  there stays there"
  p:need(not c.m.passive, "the joints have no friction and no springs")
  p:need(c.ke > 0, "ke > 0")
  if c.m.n > 1 then
    p:need(c.kp > 0 and c.kv > 0, "kp, kv > 0")
    p:need(c.kd > c.kd_least, "kd = %s keeps ke H + kd W_aa > 0: above %s", kit.number(c.kd, 6),
      kit.number(c.kd_least, 6))
    p:need(not c.limited, "no output is cut")
  elseif c.limited then p:say "  a cut output has the same sign: V falls all the same" end
  if p.holds then check_pump(p, c) end
  prove_catch(p, c)
end

-- ---- made ---------------------------------------------------------------------------------------

local fields = { top = "any", actuated = "any?", law = "lyapunov|partial?", ke = { "num",
  default = 1 }, kp = { "num", default = 1 }, kv = { "num", default = 1 }, kd = "num?",
  gain = "any?", poles = "vec?", level = { "num", default = 1, above = 0 }, values = "table?",
  name = "str?", dt = { "num?", min = 0 }, limits = "any?" }

local function read_catch(c, o)
  c.A, c.B, c.holds = about(c.m, c.top, c.at, c.scale)
  for i = 1, c.m.n do
    if i ~= c.at and math.abs(c.holds[i]) > 1e-6 * (1 + math.abs(c.P_top)) then
      check.fail("top", "no equilibrium: nothing holds %s there (%s)", c.m.q[i],
        kit.number(c.holds[i], 4))
    end
  end
  c.hold = c.holds[c.at] / c.scale
  if o.gain ~= nil and o.poles then check.fail("poles", "gain and poles say the same") end
  if o.poles then o.gain = placed(c.A, c.B, o.poles) end
  if o.gain == nil then return end
  local list = kit.class(o.gain) == "mat" and o.gain:row(1) or type(o.gain[1]) == "table"
    and o.gain[1] or o.gain
  if #list ~= 2 * c.m.n then
    check.fail("gain", "expected %d numbers, of positions then speeds, got %d", 2 * c.m.n, #list)
  end
  local rows = {}
  for k = 1, #list do rows[k] = list[k] end
  c.gain, c.level = li.mat { rows }, o.level
  local closed = c.A - c.B * c.gain
  local re, _, im = closed:eig()
  c.poles = {}
  for k = 1, #re do c.poles[k] = { re = re[k], im = im and im[k] or 0 } end
  table.sort(c.poles, function(a, b) return a.re > b.re or a.re == b.re and a.im > b.im end)
  if c.poles[1].re >= 0 then
    check.fail("gain", "it does not hold the top: poles %s", computed.poles_told(c.poles))
  end
  c.P = lyapunov(closed)
end

-- the block; catch: with what holds the top
local function program(c, o, catch)
  local s = { m = c.m, L = lines.new "es_", values = { ke = c.ke }, wrapped = {},
    turns = turning(c.m), P_top = c.P_top }
  local m, inputs = c.m, {}
  for _, list in ipairs { m.q, m.v } do
    for _, name in ipairs(list) do inputs[#inputs + 1] = name end
  end
  if m.n > 1 then s.values.kp, s.values.kd = c.kp, c.kd end
  if m.n > 1 and c.how == "lyapunov" then s.values.kv = c.kv end
  local M = s.L:call("mass", m.model, m.n, m.n, { q = m.q })
  local h = s.L:call("bias", m.model, m.n, 1, { q = m.q, v = m.v })
  local W = m.n > 1 and s.L:inverse(M)
  local e, H = errors(s, c.top), energy_lines(s, M)
  local form = c.how == "partial" and partial_law or lyapunov_law
  local u = form(s, c.at, e, H, W, h, M)
  if c.scale ~= 1 then u = s.L:let(("%s/(%s)"):format(u, lines.number(c.scale))) end
  if catch and c.gain then u = with_catch(s, c, u) end
  return blocks.make { name = o.name or "energy_shaping", inputs = inputs, values = s.values,
    lines = s.L.list, outputs = { { c.to, u } }, dt = o.dt,
    limits = catch and o.limits and { [c.to] = o.limits } or nil }
end

local function facts_of(c)
  local facts = c.facts
  facts[1] = ("driven: %s; the energy of the top %s J"):format(c.to, kit.number(c.P_top, 6))
  if c.m.n > 1 and c.how == "lyapunov" then
    facts[#facts + 1] = ("kd = %s, %s the least of %s"):format(kit.number(c.kd, 6),
      c.kd > c.kd_least and "above" or "NOT above", kit.number(c.kd_least, 6))
  end
  facts[#facts + 1] = c.gain and ("caught where x'P x < %s by u = -K x: poles %s"):format(
    kit.number(c.level, 6), computed.poles_told(c.poles))
    or "not caught: it passes the top again and again (gain = K catches)"
  facts[#facts + 1] = "a start at rest in an equilibrium stays there"
  lawmodel.forces_told(c.m, facts)
end

local function energy_shaping(model, spec)
  local o = check.fields(spec, "", fields)
  local m = lawmodel.read(model, "energy shaping", o.values)
  local c = { kind = "energy_shaping", title = "Swing-up by energy of " .. m.name, m = m,
    top = lawmodel.goal(m, o.top, "top"), ke = o.ke, kp = o.kp, kv = o.kv, how = o.law
    or "lyapunov", limited = o.limits ~= nil, gain = false, prove = prove, facts = {} }
  c.at, c.scale, c.to = drive_of(m, o)
  if c.how == "partial" and m.n == 1 then
    check.fail("law", "'partial' is for a joint that nothing drives: there is none")
  end
  c.P_top = potential(m, c.top)
  c.kd_least = m.n > 1 and c.how == "lyapunov" and least_kd(c) or 0
  c.kd = o.kd or c.how == "partial" and 2 * math.sqrt(c.kp) or 1.2 * c.kd_least
  read_catch(c, o)
  c.pump, c.program = program(c, o, false), program(c, o, true)
  facts_of(c)
  return law.new(c)
end

law.kind("energy_shaping", "li.energy_shaping(li.planar{1, mass = {1}}, {top = {math.pi/2}, ke = "
  .. "0.5, gain = {20, 5}, level = 0.3, dt = 0.001})", {
  "energy_shaping(model: model, options: table) -> controller",
  "Swing-up of a model with one drive (its input, or actuated = 'x') to top = {q ..}: law = "
    .. "'lyapunov' (V = ke H^2/2 + kp e_a^2/2 + kd v_a^2/2, V' = -kv v_a^2; H: energy above the "
    .. "top's; kd where left out: enough) or 'partial' (collocated linearization v_a' = -kp e_a - "
    .. "kd v_a + ke H M_ap v_p). gain = K (or poles = {..}) catches, u = -K (q - top, v) where x'P "
    .. "x < level, P of A - B K; limits = {least, most} of u, values, dt, name.",
  "return li.energy_shaping(li.planar{1}, {top = {math.pi/2}}):step{0, 1}[1] > 0 --> true",
  energy_shaping })

