-- cruise.lua - who keeps a speed, or drives by a speed profile along a route
--
--   a = a_r + kp (v_r - v) + ki int (v_r - v) dt, within -brake .. drive (m/s2); the integral stops
--   at these bounds. m a radius are torques of drive and brakes; without a radius m a is a force
local check = require "liaison.base.check"
local kit = require("liaison.core")._internal

local function profile_of(x, path)
  if x == nil or kit.class(x) == "speedprofile" then return x end
  check.fail(path, "expected li.speed_profile(..), got %s", check.got(x))
end

-- v_r and a_r as lines, and the signals they ask
local function reference(b, o)
  if not o.profile then
    b.values.target = o.speed
    b.lines = { { "wish", "target" }, { "along", "0" } }
    return { "speed" }
  end
  b.lines = o.profile:lines "place"
  return { "speed", "place" }
end

return {
  name = "cruise",
  text = "a speed, or a profile along a route (needs place), by drive and brake, or a force",
  fields = { speed = { "num?", min = 0 }, profile = profile_of, mass = { "num", above = 0 },
    radius = { "num?", above = 0 }, kp = { "num", min = 0, default = 1.5 },
    ki = { "num", min = 0, default = 0.3 }, drive = { "num", min = 0, default = 4 },
    brake = { "num", min = 0, default = 8 } },
  make = function(o, number)
    if (o.speed == nil) == (o.profile == nil) then
      check.fail("speed", "expected either speed (m/s) or profile")
    end
    local b = { name = "cruise", states = { sum = 0 }, values = { kp = o.kp, ki = o.ki,
      mass = o.mass, most = o.drive, least = o.brake } }
    b.asks = reference(b, o)
    local function line(name, text) b.lines[#b.lines + 1] = { name, text } end
    line("error", "wish - speed")
    line("free", "along + kp*error + sum")
    line("a", "max(-least, min(most, free))")
    b.next = { sum = "piecewise((free - a)*error > 0, sum, sum + ki*dt*error)" }
    if o.radius then
      b.outputs = { { "drive", ("max(a, 0)*mass*%s"):format(number(o.radius)) },
        { "brake", ("max(-a, 0)*mass*%s"):format(number(o.radius)) } }
    else
      b.outputs = { { "force", "mass*a" } }
    end
    return b
  end,
}
