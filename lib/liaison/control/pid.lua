-- pid.lua - li.pid: proportional, integral, derivative, with filter, limits and what keeps the
-- integral from winding up; gains by published rules
--
--   P = kp (b r - y),  I' = ki e + anti-windup,  D: kd s/(tf s + 1) of c r - y      [Astrom]
--   discrete: I by the rectangle behind, D by the difference back:
--   d = (tf d_before + kd (w - w_before))/(tf + dt),  w = c r - y
local li = require "liaison.core"
local check = require "liaison.base.check"
local blocks = require "liaison.control.block"
local kit = li._internal

local fields = { kp = "num?", ki = { "num?" }, kd = { "num?" }, ti = { "num?", above = 0 },
  td = { "num?", min = 0 }, tf = { "num?", min = 0 }, n = { "num?", above = 0 },
  b = { "num", default = 1 }, c = { "num", default = 0 }, dt = { "num?", above = 0 },
  measured = "str?", rate = "str?", reference = "str?", output = "str?", to = "any?",
  limits = "any?", antiwindup = "clamp|back|none?", tt = { "num?", above = 0 },
  feedforward = "str?", manual = "bool?", name = "str?", delay = { "num?", min = 0 },
  offset = { "num?", min = 0 } }

-- kp, ki, kd from either form; the time of the filter
local function gains(o)
  local kp = o.kp or 0
  if o.ki and o.ti then check.fail("ti", "ki and ti say the same: give one") end
  if o.kd and o.td then check.fail("td", "kd and td say the same: give one") end
  if o.tf and o.n then check.fail("n", "tf and n say the same: give one") end
  local ki, kd = o.ki or o.ti and kp / o.ti or 0, o.kd or kp * (o.td or 0)
  local tf = o.tf or o.n and kp ~= 0 and kd / kp / o.n or 0
  return kp, ki, kd, tf
end

local function limits_of(given)
  if given == nil then return nil end
  if type(given) == "table" and #given == 2 then return { min = given[1], max = given[2] } end
  return given
end

-- the derivative: of the rate where that is measured, else by differences, filtered
local function add_derivative(s, o, kd, tf)
  if kd == 0 then return "0" end
  s.values.kd = kd
  if o.rate then
    s.inputs.rate = o.rate
    return "(-kd*rate)"
  end
  s.values.tf, s.ranges.tf = tf, { 0, math.max(4 * tf, 10 * (o.dt or 0.1)) }
  s.states.w_before, s.states.d = 0, 0
  s.lines[#s.lines + 1] = { "w", "c*r - y" }
  s.lines[#s.lines + 1] = { "derivative",
    "piecewise(first < 1/2, 0, (tf*d + kd*(w - w_before))/(tf + dt))" }
  s.next.w_before, s.next.d = "w", "derivative"
  s.states.first, s.next.first = 0, "1"
  return "derivative"
end

-- what the integral becomes: with what was cut off taken back, or stopped while that would grow
local function add_integral(s, o, ki, limits)
  if ki == 0 then return "0" end
  s.values.ki, s.states.i = ki, 0
  local how = o.antiwindup or (limits and "clamp" or "none")
  local grow = "ki*dt*e"
  if how == "back" then
    s.values.tt = o.tt or math.abs((o.kp or 0) / ki)
    if s.values.tt == 0 then check.fail("tt", "a time in which the integral follows, above 0") end
    s.next.i = "i + ki*dt*e + dt/tt*(u - raw)"
  elseif how == "clamp" then
    s.next.i = "piecewise((u - raw)*ki*e < 0, i, i + ki*dt*e)"
  else
    s.next.i = "i + " .. grow
  end
  return "i"
end

-- by hand: u is what is told, and the integral such that it goes on from there
local function add_manual(s, o)
  if not o.manual then return end
  s.inputs.auto, s.inputs.manual = "auto", "manual"
  s.lines[#s.lines + 1] = { "asked", "piecewise(auto < 1/2, manual, raw)" }
  if s.states.i then
    s.next.i = ("piecewise(auto < 1/2, u - raw + i, %s)"):format(s.next.i)
  end
end

local function pid(spec)
  local o = check.fields(spec, "", fields)
  local kp, ki, kd, tf = gains(o)
  local limits = limits_of(o.limits)
  local s = { name = o.name or "pid", dt = o.dt, delay = o.delay, offset = o.offset,
    inputs = { y = o.measured or "y", r = o.reference or "r" }, states = {}, next = {},
    ranges = { b = { 0, 1 }, c = { 0, 1 } }, values = { kp = kp, b = o.b, c = o.c },
    lines = { { "e", "r - y" } } }
  local d = add_derivative(s, o, kd, tf)
  local i = add_integral(s, o, ki, limits)
  local ahead = ""
  if o.feedforward then
    s.inputs.ahead = o.feedforward
    ahead = " + ahead"
  end
  s.lines[#s.lines + 1] = { "raw", ("kp*(b*r - y) + %s + %s%s"):format(i, d, ahead) }
  add_manual(s, o)
  s.outputs = { u = o.manual and "asked" or "raw" }
  s.limits = limits and { u = limits } or nil
  s.to = { u = o.to == nil and (o.output or "u") or o.to }
  return blocks.make(s)
end

-- ---- gains by rules -----------------------------------------------------------------------------

-- each: what it is of, what it gives {kp, ti, td} (times in seconds); the reference
local RULES = {
  -- Ziegler, Nichols 1942: the gain and the period at the edge of stability
  ziegler_nichols = { of = { "ku", "tu" }, p = function(k) return k.ku / 2 end,
    pi = function(k) return 0.45 * k.ku, k.tu / 1.2 end,
    pid = function(k) return 0.6 * k.ku, k.tu / 2, k.tu / 8 end },
  -- the same, by the step response: static gain k, dead time l, time constant t
  ziegler_nichols_step = { of = { "k", "l", "t" }, p = function(k) return k.t / (k.k * k.l) end,
    pi = function(k) return 0.9 * k.t / (k.k * k.l), k.l / 0.3 end,
    pid = function(k) return 1.2 * k.t / (k.k * k.l), 2 * k.l, k.l / 2 end },
  -- Tyreus, Luyben 1992
  tyreus_luyben = { of = { "ku", "tu" }, pi = function(k) return k.ku / 3.2, 2.2 * k.tu end,
    pid = function(k) return k.ku / 2.2, 2.2 * k.tu, k.tu / 6.3 end },
  -- Cohen, Coon 1953
  cohen_coon = { of = { "k", "l", "t" },
    p = function(k) return k.t / (k.k * k.l) * (1 + k.l / (3 * k.t)) end,
    pi = function(k)
      local s = k.l / k.t
      return (0.9 + s / 12) / (k.k * s), k.l * (30 + 3 * s) / (9 + 20 * s)
    end,
    pid = function(k)
      local s = k.l / k.t
      return (4 / 3 + s / 4) / (k.k * s), k.l * (32 + 6 * s) / (13 + 8 * s), 4 * k.l / (11 + 2 * s)
    end },
  -- Skogestad 2003 (SIMC), tc: how fast the loop should be (l, unless told)
  simc = { of = { "k", "l", "t" }, also = { "tc" },
    pi = function(k)
      local tc = k.tc or k.l
      return k.t / (k.k * (tc + k.l)), math.min(k.t, 4 * (tc + k.l))
    end },
}

local function rule_options(name, of)
  local rule = RULES[name] or check.fail("rule", "unknown rule '%s'%s", name,
    check.hint(name, RULES))
  local schema = { kind = "p|pi|pid?" }
  for _, key in ipairs(rule.of) do schema[key] = { "num" } end
  for _, key in ipairs(rule.also or {}) do schema[key] = { "num?", above = 0 } end
  return rule, check.fields(of, "pid_rule", schema)
end

local function pid_rule(name, of)
  local rule, k = rule_options(name, of)
  local kind = k.kind or rule.pid and "pid" or "pi"
  if not rule[kind] then
    check.fail("kind", "the rule '%s' has no gains of a %s controller", name, kind)
  end
  local kp, ti, td = rule[kind](k)
  return { kp = kp, ti = ti, td = td }
end

check.define(li, {
  { "pid(spec: table) -> block",
    "A PID controller as a block: {kp, ki, kd} or {kp, ti, td}; tf (or n: kd/(kp n)) filters the "
      .. "derivative, of the measured rate where rate = \"q1'\" names it; b and c weigh the "
      .. "reference in P and D (1, 0); limits = {-1, 1} of u with antiwindup = 'clamp' (the "
      .. "integral stops), 'back' (u - raw comes back in tt) or 'none'; measured, reference, "
      .. "feedforward: names of signals (y, r); output or to: what u sets; manual = true: inputs "
      .. "auto and manual, taken over without a bump; dt, delay, offset, name.",
    "return (li.pid{kp = 2, ki = 5, dt = 0.1}:filter{{1, 0}, {1, 0}}) --> [2  ]\n[2.5]", pid },
  { "pid_rule(name: str, of: table) -> gains: table",
    "Gains {kp, ti, td} by a published rule: ziegler_nichols and tyreus_luyben {ku =, tu =} (at "
      .. "the edge of stability), ziegler_nichols_step, cohen_coon, simc {k =, l =, t =} (static "
      .. "gain, dead time, time constant); kind = 'p', 'pi' or 'pid'.",
    "return li.pid_rule('ziegler_nichols', {ku = 10, tu = 2}).kp --> 6", pid_rule },
})

kit.pid_rules = RULES
