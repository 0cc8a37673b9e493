-- follow.lua - a motion as what drives a simulation: constraints of time, or forces of a controller
local li = require "liaison.core"
local check = require "liaison.base.check"
local export = require "liaison.motion.export"
local kit = li._internal

local follow = {}

local function needs_model(m, what)
  if not m.model then check.fail(what, "it takes a model: li.motion{ arm, .. }") end
  return m.model
end

function follow.driven(m)
  local d = needs_model(m, "driven"):description()
  d.constraints = d.constraints or {}
  for k, name in ipairs(m.names) do
    d.constraints[#d.constraints + 1] = { "driver", name = "drive_" .. name, coordinate = name,
      law = export.expr(m, k):text() }
  end
  return li.robot(d)
end

-- a gain for each axis: a number, a list, by name
local function gains(x, path, m)
  local out = {}
  for k, name in ipairs(m.names) do
    local one = x
    if type(x) == "table" or kit.class(x) == "vec" then
      one = x[k]
      if one == nil and type(x) == "table" then one = x[name] end
    end
    one = one or 0
    if type(one) ~= "number" then
      check.fail(path, "expected a number for %s, got %s", name, check.got(one))
    end
    out[k] = one
  end
  return out
end

-- tau = ID(q_d, v_d, a_d) + kp (q_d - q) + kd (v_d - v)
function follow.input(m, options)
  local o = check.fields(options or {}, "input", { kp = "any?", kd = "any?",
    feedforward = { "bool?", default = true }, model = "model?" })
  local model = o.model or needs_model(m, "input")
  local kp, kd = gains(o.kp, "input.kp", m), gains(o.kd, "input.kd", m)
  local at, n, forward = m.track.at, m.n, o.feedforward ~= false
  return function(t, q, v, tau)
    local q_d, v_d, a_d = at(t)
    local ahead = forward and model:id(q_d, v_d, a_d)
    for k = 1, n do
      tau[k] = (ahead and ahead[k] or 0) + kp[k] * (q_d[k] - q[k]) + kd[k] * (v_d[k] - v[k])
    end
  end
end

return follow
