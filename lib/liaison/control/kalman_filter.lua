-- kalman_filter.lua - li.kalman_filter: the time-varying Kalman filter of a linear system as a
-- block: the covariance goes along as states
--
--   at every ask: e = y - C x - D u,  x <- x + K e,  P <- P - K C P     (outputs: x behind this)
--   then:         x <- A x + B u,     P <- A P A' + G Q G'              [Kalman 1960]
local li = require "liaison.core"
local check = require "liaison.base.check"
local covariance = require "liaison.control.covariance"
local filtering = require "liaison.control.filtering"
local lines = require "liaison.control.lines"
local statespace = require "liaison.linear.everything"
local design = require "liaison.linear.design"
local kit = li._internal

local fields = filtering.with { system = "any", Q = "any", R = "any", G = "any?", noise = "any?",
  from = "table?", valid = "table?", at = "table?" }

-- ---- sampled ------------------------------------------------------------------------------------

-- white noise of intensity W through x' = A x + w, over dt: exp([-A W; 0 A'] dt) [Van Loan 1978]
local function noise_over(A, W, dt)
  local n = #A
  local M = li.zeros(2 * n, 2 * n)
  for i = 1, n do
    for j = 1, n do
      M[i][j], M[i][n + j], M[n + i][n + j] = -A[i][j] * dt, W[i][j] * dt, A[j][i] * dt
    end
  end
  local E = kit.ctl.expm(M)
  local Q = E:block(n + 1, n + 1, n, n):transpose() * E:block(1, n + 1, n, n)
  return (Q + Q:transpose()) / 2
end

-- the system at sampling times, the covariance of its noise from one to the next, names of what Q
-- is of (nil: of the states mixed)
local function sampled(o)
  local s = statespace.of(o.system, "system")
  if not s.A then check.fail("system", "a gain has no states to estimate") end
  if s.delay then
    check.fail("system", "delays are not states: :pade(order), or :c2d(dt):undelayed() first")
  end
  local G, names = design.noise_of(s, o)
  local W = filtering.variances(o.Q, names, "Q")
  if s.dt then
    if o.dt and math.abs(o.dt - s.dt) > 1e-12 * s.dt then
      check.fail("dt", "the system is sampled every %s s", kit.number(s.dt))
    end
    o.dt = s.dt
    return s, W, G, names
  end
  if not o.dt then
    check.fail("dt", "expected how often it is asked, in s: the system is continuous")
  end
  local d, why = s:c2d(o.dt, "zoh")
  if not d then check.fail("dt", "%s", why) end
  return d, noise_over(s.A, G * W * G:transpose(), o.dt), li.eye(#s.states), s.states
end

-- ---- lines --------------------------------------------------------------------------------------

local function texts_of(M)
  local rows = {}
  for i = 1, #M do
    rows[i] = {}
    for j = 1, #M[1] do rows[i][j] = M[i][j] == 1 and "1" or M[i][j] end
  end
  return lines.matrix(rows)
end

-- row . x as terms onto a text
local function add_row(terms, M, i, names)
  for k, name in ipairs(names) do
    local c = M and M[i][k] or 0
    if c ~= 0 then terms[#terms + 1] = lines.product(c == 1 and "1" or lines.number(c), name) end
  end
end

-- signals about the point the system was linearized at
local function about(f, names, key, s, from)
  local point, out = rawget(s, "point"), {}
  for k, name in ipairs(names) do
    local symbol = filtering.input(f, name, from and from[name])
    local x = f.o.at and f.o.at[name] or point and point[key] and point[key][name] or 0
    out[k] = x == 0 and symbol or f.lines:let(("%s - %s"):format(symbol, lines.number(x)))
  end
  return out
end

local function measured(f, s)
  local list, valid = {}, f.o.valid or {}
  for k, name in ipairs(s.outputs) do list[k] = { name = name, valid = valid[name] } end
  return list, filtering.complete_measured(list, f.o)
end

-- the estimate behind the measurements of this time
local function measure(f, s, c, x, u)
  local list, R = measured(f, s)
  local y = about(f, s.outputs, "y", s, f.o.from)
  local e, H = {}, texts_of(s.C)
  for i, m in ipairs(list) do
    local expected = {}
    add_row(expected, s.C, i, x)
    add_row(expected, s.D, i, u)
    e[i] = filtering.innovation(f, m, y[i], lines.sum(expected))
  end
  local post, seen, variances, fresh = filtering.believe(f, c, list, R, e, H, x)
  return post, list, seen, variances, fresh
end

local function give(f, s, post)
  local point = rawget(s, "point")
  for k, name in ipairs(s.states) do
    local x = f.o.at and f.o.at[name] or point and point.x and point.x[name] or 0
    filtering.output(f, filtering.estimate_of(name),
      x == 0 and post[k] or ("%s + %s"):format(post[k], lines.number(x)))
  end
end

-- states inside: deviations, by names of their own
local function states_of(f, s)
  local x, start = {}, filtering.start(f.o.x0, s.states, "x0")
  local point = rawget(s, "point")
  for k, name in ipairs(s.states) do
    x[k] = filtering.symbol(("x%d"):format(k), f.taken)
    local rest = f.o.at and f.o.at[name] or point and point.x and point.x[name] or 0
    f.spec.states[x[k]] = start[k] - (f.o.x0 and rest or 0)
  end
  return x
end

local function kalman_filter(spec)
  local o = check.fields(spec, "", fields)
  local s, W, G, noisy = sampled(o)
  local f = filtering.begin(o, "kalman_filter")
  local told = filtering.told(f)
  local x = states_of(f, s)
  local u = about(f, s.inputs, "u", s, o.from)
  local P0 = filtering.variances(o.P0, s.states, "P0")
  local c = covariance.new(f.lines, P0, covariance.form_of(o.form, "form"))
  local post, list, seen, variances, fresh = measure(f, s, c, x, u)
  give(f, s, post)
  filtering.tell_innovations(f, told, list, seen, variances, fresh)
  filtering.tell_covariance(f, told, s.states, function(i, j) return c:entry(i, j) end)
  local factor, q = covariance.noise(W, noisy, "Q_", f.spec.values)
  c:predict(texts_of(s.A), f.lines:mul(texts_of(G), factor), q)
  filtering.keep(f, c)
  for k, name in ipairs(x) do
    local terms = {}
    add_row(terms, s.A, k, post)
    add_row(terms, s.B, k, u)
    f.spec.next[name] = lines.sum(terms)
  end
  return filtering.finish(f)
end

filtering.sampled = sampled

local EXAMPLE = "local s = li.ss(1, 0, 1, 0, 1) local b = li.kalman_filter{system = s, Q = 0, "
  .. "R = 1, P0 = 1} "

check.define(li, {
  { "kalman_filter(spec: table) -> block",
    "The Kalman filter of a linear system as a block: {system =, Q = of its noise, R = of the "
      .. "outputs, P0 =, x0 =, dt =}; a continuous system is held between samples, Q is then an "
      .. "intensity; noise, G as in statespace:kalman; form = 'covariance', 'joseph' or "
      .. "'square_root' (U D U'); every = {y = 3} (asks), valid = {y = signal}, gate (nu^2/s), "
      .. "tell = 'innovation nis variance covariance', from, at. Outputs x_est.",
    EXAMPLE .. "return b:filter(li.mat{{0, 1}, {0, 2}}):block(1, 1, 2, 1) --> [0.5]\n[1  ]",
    kalman_filter },
})
