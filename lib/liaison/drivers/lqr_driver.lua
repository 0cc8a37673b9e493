-- lqr_driver.lua - the linear quadratic regulator of a car beside its path, with what a curve takes
-- ahead of it
--
--   e' = w + V p, p' = r - V k, (w, r)' = A (w, r) + B d
--   d = d_k k - K (e, p - p_k k, w - w_k k, r - V k)
--
-- _k: what stays on a curve of curvature 1, p_k = -w_k/V: so no offset is left there.
local li = require "liaison"
local check = require "liaison.base.check"
local handling = require "liaison.vehicle.handling"

-- gains of e, p, w, r, k at one speed
local function gains(o, V)
  local h = handling.at(o.car, V)
  local A, B = handling.beside(h, V)
  local design, why = li.ss(A, B):lqr { Q = { o.offset ^ -2, o.heading ^ -2, 0, 0 },
    R = o.steer ^ -2, dt = o.dt }
  if not design then check.fail("speed", "no regulator at %g m/s: %s", V, why) end
  local K, d, w = design.K[1], handling.on_a_curve(h, V)
  return { K[1], K[2], K[3], K[4], d - K[2] * w / V + K[3] * w + K[4] * V }
end

return {
  name = "lqr", steers = true, needs = { "speed", "lateral_speed", "yaw_rate" },
  text = "linear quadratic regulator of car (numbers or a vehicle) at speed (or several)",
  fields = { car = handling.field, speed = handling.speeds,
    offset = { "num", above = 0, default = 0.5 }, heading = { "num", above = 0, default = 0.2 },
    steer = { "num", above = 0, default = 0.1 } },
  law = function(_, o)
    local list, text = {}, {}
    for k, V in ipairs(o.speed) do list[k] = gains(o, V) end
    local names = { "e", "p", "lateral_speed", "yaw_rate", "at_curvature" }
    for i, name in ipairs(names) do
      local values = {}
      for k = 1, #o.speed do values[k] = (i < 5 and -1 or 1) * list[k][i] end
      text[i] = ("%s*%s"):format(handling.over_speed(o.speed, values), name)
    end
    return table.concat(text, " + ")
  end,
}
