-- ekf.lua - li.ekf: the extended Kalman filter of a process in expressions, as a block: its slopes
-- are exact derivatives, of what is measured and of the whole step over dt
--
--   at every ask: e = y - h(x),  x <- x + K e,  P <- P - K H P,  H = dh/dx   (outputs: x behind)
--   then:         x <- F(x),     P <- A P A' + G Q G',  A = dF/dx, G = dF/dw [Jazwinski 1970]
local li = require "liaison.core"
local check = require "liaison.base.check"
local covariance = require "liaison.control.covariance"
local filtering = require "liaison.control.filtering"
local lines = require "liaison.control.lines"
local process = require "liaison.control.process"

local function measure(p, c)
  local e, H, texts = {}, {}, {}
  for i, m in ipairs(p.measured) do
    texts[i] = m.h
    e[i] = filtering.innovation(p, m, m.symbol, m.h)
  end
  local slopes = p.lines:slopes(texts, p.names)
  for i = 1, #texts do H[i] = slopes[i] end
  return filtering.believe(p, c, p.measured, p.R, e, H, p.names)
end

-- step, its slopes by states and noise, all behind the measurements
local function predict(p, c, post)
  local n, step = #p.names, process.step(p)
  local by, at = {}, {}
  for k, name in ipairs(p.names) do by[k], at[k] = name, post[k] end
  for k, name in ipairs(p.noise) do by[n + k], at[n + k] = name, name end
  local J = p.lines:slopes(step, by, at)
  local Gw = #p.noise > 0 and lines.part(J, 1, n, n + 1, n + #p.noise) or nil
  local G, q = process.noise(p, Gw)
  c:predict(lines.part(J, 1, n, 1, n), G, q)
  return p.lines:put(step, p.names, post)
end

local function ekf(spec)
  local o = check.fields(spec, "", process.fields)
  local p = process.read(o, "ekf")
  local c = covariance.new(p.lines, p.P0, covariance.form_of(o.form, "form"))
  local post, seen, variances, fresh = measure(p, c)
  local entries = p.told.variance or p.told.covariance
  if entries then
    filtering.tell_covariance(p, p.told, p.names, function(i, j) return c:entry(i, j) end)
  end
  local becomes = predict(p, c, post)
  process.keep(p, post, becomes)
  filtering.tell_innovations(p, p.told, p.measured, seen, variances, fresh)
  filtering.keep(p, c)
  return filtering.finish(p)
end

local EXAMPLE = "local b = li.ekf{states = {x = 1}, next = {x = 'x'}, Q = 0, P0 = 1, dt = 1, "
  .. "measured = {y = {'x^2', R = 1}}} "

check.define(li, {
  { "ekf(spec: table) -> block",
    "An extended Kalman filter as a block: {states = {x = 0}, rates = {x = 'f'} (integrate = "
      .. "'rk4' or 'euler', steps) or next = {x = 'f'}, or model = m with tau = {q1 = 'u'}; "
      .. "inputs, values, lines; measured = {y = {'h', R =, every =, wrap = true, gate =, "
      .. "valid =, from =}}; Q of states, noise = {w =} by name, P0, x0, dt, form (kalman_filter), "
      .. "gate, tell}. Outputs x_est, y_innovation, nis.",
    EXAMPLE .. "return b:step({y = 2})[1] --> 1.4", ekf },
})
