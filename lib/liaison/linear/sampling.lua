-- sampling.lua - continuous systems at sampling times, and back
local li = require "liaison.core"
local check = require "liaison.base.check"
local analysis = require "liaison.linear.analysis"
local forms = require "liaison.linear.forms"
local polynomials = require "liaison.linear.polynomials"
local quads = require "liaison.linear.quads"
local statespace = require "liaison.linear.statespace"
local systems = require "liaison.linear.systems"
local transfer = require "liaison.linear.transfer"
local kit = li._internal

local ctl = kit.ctl

local METHODS = { zoh = true, foh = true, tustin = true, matched = true, impulse = true,
  euler = true, backward = true }
local schema = { method = "str?", w = { "num?", above = 0 } }

local function read(method, options)
  local o = type(method) == "table" and check.fields(method, "options", schema)
    or check.fields(options or {}, "options", schema)
  o.method = type(method) == "string" and method or o.method or "zoh"
  if not METHODS[o.method] then
    check.fail("method", "unknown method '%s'%s", o.method, check.hint(o.method, METHODS))
  end
  if o.w and o.method ~= "tustin" then
    check.fail("w", "a frequency that stays is told for 'tustin' alone")
  end
  return o
end

-- ---- zeros and poles matched: z = exp(s dt) [Franklin, Powell, Workman 1998, 6.2] ---------------

local function matched_root(r, dt)
  local size = math.exp(r.re * dt)
  return { re = size * math.cos(r.im * dt), im = size * math.sin(r.im * dt) }
end

-- the gain that keeps what the system is at rest, or (a pole there) at a low frequency
local function matching_gain(zeros, poles, g, dt, to_z)
  local function at(x)
    local num, den = g.num[1][1], g.den[1][1]
    local nr, ni = polynomials.value(num, x, 0)
    local dr, di = polynomials.value(den, x, 0)
    return math.sqrt((nr ^ 2 + ni ^ 2) / (dr ^ 2 + di ^ 2)), nr * dr + ni * di
  end
  local function of(list, x) return (polynomials.value(polynomials.of_roots(list), x, 0)) end
  local function image(s) return to_z and math.exp(s * dt) or s end
  local function source(s) return to_z and s or math.exp(s * dt) end
  for k = 0, 8 do
    local x = 0.1 * k / dt
    local n, d = of(zeros, image(x)), of(poles, image(x))
    local size, sign = at(source(x))
    if n ~= 0 and d ~= 0 and size ~= 0 and size < math.huge then
      return sign < 0 and -size * d / n or size * d / n
    end
  end
end

local function matched(s, dt)
  if #s.inputs ~= 1 or #s.outputs ~= 1 then
    check.fail("c2d", "'matched' is for one input and one output, got %d and %d: by channels with "
      .. ":part(input, output)", #s.inputs, #s.outputs)
  end
  local g = transfer.factored(transfer.of(s))
  local zeros, poles = {}, {}
  for k, z in ipairs(g.factors.zeros) do zeros[k] = matched_root(z, dt) end
  for k, p in ipairs(g.factors.poles) do poles[k] = matched_root(p, dt) end
  -- zeros at infinity come to -1, but for one, so that the answer comes a sample later
  for _ = #zeros + 2, #poles do zeros[#zeros + 1] = { re = -1, im = 0 } end
  local gain = matching_gain(zeros, poles, g, dt, true)
  return li.zpk(zeros, poles, gain, { dt = dt, inputs = s.inputs, outputs = s.outputs })
end

local function log_root(r, dt)
  local size = math.sqrt(r.re ^ 2 + r.im ^ 2)
  if size == 0 or r.im == 0 and r.re < 0 then return nil end
  local re, im = analysis.rates_of(r, dt)
  return { re = re, im = im }
end

local function unmatched(s)
  local dt = s.dt
  local g = transfer.factored(transfer.of(s))
  local zeros, poles = {}, {}
  for _, z in ipairs(g.factors.zeros) do
    if not (z.im == 0 and math.abs(z.re + 1) < 1e-9) then
      zeros[#zeros + 1] = log_root(z, dt) or check.fail("d2c", "the zero %s of z has no real "
        .. "counterpart of s", kit.number(z.re))
    end
  end
  for k, p in ipairs(g.factors.poles) do
    poles[k] = log_root(p, dt) or check.fail("d2c", "the pole %s of z has no real counterpart of s",
      kit.number(p.re))
  end
  local gain = matching_gain(zeros, poles, g, dt, false)
  return li.zpk(zeros, poles, gain, { inputs = s.inputs, outputs = s.outputs })
end

-- ---- delays: whole samples, and the rest within one --------------------------------------------

local function up_to(n)
  local list = {}
  for k = 1, n do list[k] = k end
  return list
end

-- x(h) = F x(0) + G1 u0 + G2 (u1 - u0), for inputs that go straight from u0 to u1 in the time h
function kit.linear.ramp(s, h)
  local n, m = #s.states, #s.inputs
  local one = li.eye(m)
  local E = ctl.expm(quads.assemble({ n, m, m }, { n, m, m },
    { { s.A * h, s.B * h }, { nil, nil, one } }))
  return E:block(1, 1, n, n), E:block(1, n + 1, n, m), E:block(1, n + m + 1, n, m)
end

-- Where an input is late by h, a part of dt, a sample of it acts in three places:
--   z+ = A z + now u[k] + before u[k-1],  y = C z + direct u[k] + old u[k-1]
-- one answer for all inputs late by h, of which the columns are taken. Held between samples: u[k-1]
-- until h, u[k] behind that [Astrom, Wittenmark 1997, 2.3]
local function held_parts(s, dt, h)
  local _, G = kit.linear.ramp(s, dt)
  local _, G0 = kit.linear.ramp(s, dt - h)
  return { now = G0, before = G - G0, direct = 0 * s.D, old = s.D }
end

-- straight between samples: from u[k-1] to u[k] until h, from u[k] to u[k+1] behind that, with the
-- state z = x - ahead u, where u[k+1] comes in by ahead
local function straight_parts(s, dt, h)
  local F = kit.linear.ramp(s, dt)
  local rest, G1, G2 = kit.linear.ramp(s, dt - h)
  local _, H1, H2 = kit.linear.ramp(s, h)
  local share = h / dt
  local ahead = (1 - share) * G2
  return { now = G1 - ahead + rest * ((1 - share) * H1 + share * H2) + F * ahead,
    before = share * (rest * (H1 - H2)),
    direct = s.C * ahead + (1 - share) * s.D, old = share * s.D }
end

local PARTS = { zoh = held_parts, foh = straight_parts }

-- inputs late by parts h[j] of dt: what they were before becomes states
local function with_parts(s, dt, h, method)
  local n, m, p = #s.states, #s.inputs, #s.outputs
  local A, now, C, direct = ctl.c2d(s.A, s.B, s.C, s.D, dt, method)
  local before, old, late = li.zeros(n, m), li.zeros(p, m), {}
  for j = 1, m do
    if h[j] > 0 then
      late[#late + 1] = j
      local q = PARTS[method](s, dt, h[j])
      for i = 1, n do now[i][j], before[i][j] = q.now[i][j], q.before[i][j] end
      for i = 1, p do direct[i][j], old[i][j] = q.direct[i][j], q.old[i][j] end
    end
  end
  local rows, l = up_to(n), #late
  local keep, states = li.zeros(l, m), {}
  for k, j in ipairs(late) do keep[k][j] = 1 end
  for k, name in ipairs(s.states) do states[k] = name end
  for _, j in ipairs(late) do states[#states + 1] = s.inputs[j] .. "_before" end
  return statespace.like(s, { states = states, dt = dt,
    A = quads.assemble({ n, l }, { n, l }, { { A, quads.part(before, rows, late) } }),
    B = quads.assemble({ n, l }, { m }, { { now }, { keep } }),
    C = quads.assemble({ p }, { n, l }, { { C, quads.part(old, up_to(p), late) } }),
    D = direct })
end

-- an impulse late by h answers first at the sample behind it, as one of exp(A (dt - h)) B would
local function impulse_ahead(s, dt, whole, h)
  local B = s.B:copy()
  for j = 1, #h do
    if h[j] > 0 then
      local b = ctl.expm(s.A * (dt - h[j])) * s.B:col(j)
      for i = 1, #b do B[i][j] = b[i] end
      whole[j] = whole[j] + dt
    end
  end
  return statespace.like(s, { B = B })
end

-- delays in whole samples, what is left of each
local function split(by_input, dt)
  local whole, part, any = {}, {}, false
  for j, late in ipairs(by_input) do
    local k = math.floor(late / dt + 1e-9)
    local h = late - k * dt
    if h < 1e-9 * dt then h = 0 end
    whole[j], part[j], any = k * dt, h, any or h > 0
  end
  return whole, part, any
end

local function rows_of(by_input, p)
  local rows = {}
  for i = 1, p do rows[i] = by_input end
  return systems.delays_of(rows, p, #by_input)
end

-- ---- to sampling times --------------------------------------------------------------------------

local function bare(s, dt, o)
  if not s.A then return statespace.like(s, { dt = dt }) end
  if not s.B then
    return statespace.like(s, { A = ctl.expm(s.A * dt), dt = dt })
  end
  local A, B, C, D, info = ctl.c2d(s.A, s.B, s.C, s.D, dt, o.method, o.w)
  if not A then return nil, B, C, D, info end
  return statespace.like(s, { A = A, B = B, C = C, D = D, dt = dt })
end

local function sampled(s, dt, o)
  if not s.delay then return bare(s, dt, o) end
  local by_input = forms.factored(s.delay, #s.outputs, #s.inputs)
  if not by_input then return nil end
  local whole, part, any = split(by_input, dt)
  local plain = statespace.like(s, { delay = false })
  if any and not PARTS[o.method] and o.method ~= "impulse" then
    check.fail("c2d", "a delay of %s s is no whole number of sampling times: '%s' cannot have it, "
      .. "'zoh', 'foh' and 'impulse' can; or :pade(order) first", kit.number(by_input[1]), o.method)
  end
  if any and not s.A then check.fail("c2d", "a gain that is late by parts of dt") end
  if any and o.method == "impulse" then plain = impulse_ahead(plain, dt, whole, part) end
  local d, why, code
  if any and PARTS[o.method] then d = with_parts(plain, dt, part, o.method)
  else d, why, code = bare(plain, dt, o) end
  if not d then return nil, why, code end
  return statespace.like(d, { delay = rows_of(whole, #s.outputs) })
end

-- ---- more zeros than poles ----------------------------------------------------------------------

-- a polynomial of s = k (z - 1)/(z + 1), or (z - 1)/(dt z): times the last to the power `degree`
local function substituted(a, degree, k, below)
  local out, up = { 0 }, { 1 }
  for power = 0, degree do
    local c = a[#a - power] or 0
    local term = polynomials.scaled(up, c * k ^ power)
    for _ = 1, degree - power do term = polynomials.product(term, below) end
    out = polynomials.sum(out, term)
    up = polynomials.product(up, { 1, -1 })
  end
  return out
end

-- no states do that, but polynomials: a PID controller without a filter
local function sampled_improper(g, dt, o)
  local k = o.method == "backward" and 1 / dt or o.w and o.w / math.tan(o.w * dt / 2) or 2 / dt
  local below = o.method == "backward" and { 1, 0 } or { 1, 1 }
  local num, den = {}, {}
  for i = 1, #g.outputs do
    num[i], den[i] = {}, {}
    for j = 1, #g.inputs do
      local n, d = g.num[i][j], g.den[i][j]
      local degree = math.max(#n, #d) - 1
      num[i][j], den[i][j] = substituted(n, degree, k, below), substituted(d, degree, k, below)
    end
  end
  return transfer.new { num = num, den = den, dt = dt, inputs = g.inputs, outputs = g.outputs }
end

local c2d

-- every way with a delay of its own
local function by_channels(s, dt, o)
  local rows = {}
  for i = 1, #s.outputs do
    rows[i] = {}
    for j = 1, #s.inputs do rows[i][j] = c2d(forms.part(s, j, i), dt, o) end
  end
  return li.tf(rows, { inputs = s.inputs, outputs = s.outputs })
end

function c2d(s, dt, method, options)
  if s.dt then
    check.fail("c2d", "the system is sampled already, every %s s: :resample(dt)", kit.number(s.dt))
  end
  dt = systems.time_of(dt, "dt") or check.fail("dt", "expected a sampling time in s above 0")
  local o = read(method, options)
  if o.method == "matched" then
    local late = s.delay and forms.samples(s.delay[1][1], dt) * dt or false
    return matched(forms.without_delay(s), dt):delayed(late or 0)
  end
  local by_polynomials = o.method == "tustin" or o.method == "backward"
  if by_polynomials and not s.delay and kit.class(s) == "transfer" and transfer.improper(s) then
    return sampled_improper(s, dt, o)
  end
  local x = statespace.of(s)
  if x.delay and not forms.factored(x.delay, #x.outputs, #x.inputs) then
    return by_channels(s, dt, o)
  end
  local d, why, code = sampled(x, dt, o)
  if not d then return nil, why, code end
  if kit.class(s) == "transfer" then return transfer.of(d) end
  return d
end

-- ---- and back -----------------------------------------------------------------------------------

-- what is passed at once, without what rounding alone left there
local function without_rounding(D, x)
  if not x.B or not x.C then return D end
  local least = 64 * #x.A * 2 ^ -52 * (x.D:norm() + x.C:norm() * x.B:norm())
  local out = D * 1
  for i = 1, #D do
    for j = 1, #D[1] do if math.abs(D[i][j]) <= least then out[i][j] = 0 end end
  end
  return out
end

local function d2c(s, method, options)
  if not s.dt then check.fail("d2c", "the system is continuous already") end
  local o = read(method, options)
  if o.method == "matched" then
    return unmatched(forms.without_delay(s)):delayed(s.delay and s.delay[1][1] or 0)
  end
  local x = statespace.of(s)
  local out
  if not x.A then
    out = statespace.new { A = false, B = false, C = false, D = x.D, states = {},
      inputs = x.inputs, outputs = x.outputs, delay = x.delay }
  else
    local A, B, C, D = ctl.d2c(x.A, x.B, x.C, x.D, x.dt, o.method, o.w)
    if not A then return nil, B, C, D end
    out = statespace.new { A = A, B = B, C = C, D = without_rounding(D, x), states = x.states,
      inputs = x.inputs, outputs = x.outputs, delay = x.delay }
  end
  return kit.class(s) == "transfer" and transfer.of(out) or out
end

local function resample(s, dt, method, options)
  local c, why, code = d2c(s, method, options)
  if not c then return nil, why, code end
  return c2d(c, dt, method, options)
end

systems.define {
  { "c2d(dt: num [, method: any, options: table]) -> statespace|transfer",
    "At sampling times: 'zoh' (the default: inputs held), 'foh' (straight between samples), "
      .. "'tustin' (w = rad/s that stays what it was), 'matched' (zeros and poles), 'impulse', "
      .. "'euler', 'backward'. Delays are exact: whole samples are told, parts of one become "
      .. "states (zoh, foh, impulse).", "li.ss(-1, 1, 1):c2d(0.5).A --> [0.606531]", c2d },
  { "d2c([method: any, options: table]) -> statespace|transfer",
    "The continuous system that is this one at sampling times, by a method of c2d; nil, message, "
      .. "code where there is none (a pole of z at 0 or, real, below).",
    "li.ss(-1, 1, 1):c2d(0.5):d2c().A --> [-1]", d2c },
  { "resample(dt: num [, method: any, options: table]) -> statespace|transfer",
    "With another sampling time.", "li.ss(-1, 1, 1):c2d(0.5):resample(1).dt --> 1", resample },
}

return { c2d = c2d }
