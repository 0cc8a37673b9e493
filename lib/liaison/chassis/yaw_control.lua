-- yaw_control.lua - the yaw rate that the driver means, held by brakes on one side (ESC), by
-- torques of driven wheels (torque vectoring), by the front wheels (active steering)
--
--   r_ref = steer/i v/(L + U v^2), no more than share mu g/v, behind a lag
--   e = r - r_ref, beyond a dead band;  M = -gain e
--
-- Brakes: M to the left is a torque 2 M r/T on the wheels of the left side, by share in front.
local check = require "liaison.base.check"

local REFERENCE = { wheelbase = { "num", above = 0 }, ratio = { "num", default = 1 },
  understeer = { "num", default = 0 }, friction = { "num", above = 0, default = 0.9 },
  share = { "num", above = 0, default = 0.85 }, lag = { "num", min = 0, default = 0.08 },
  band = { "num", min = 0, default = 0.02 }, least = { "num", above = 0, default = 3 } }

local function fields(more)
  local out = {}
  for key, x in pairs(REFERENCE) do out[key] = x end
  for key, x in pairs(more) do out[key] = x end
  return out
end

-- lines up to `beyond`: the error beyond its dead band, 0 while it is slow
local function error_lines(o, number, more)
  local lag = o.lag > 0 and math.exp(-o.dt / o.lag) or 0
  local b = { asks = { "steer_wish", "speed", "yaw_rate" }, lines = {}, states = { held = 0 },
    next = { held = "reference" }, outputs = {}, values = { gain = o.gain,
      understeer = o.understeer, friction = o.friction, band = o.band } }
  local function line(name, text) b.lines[#b.lines + 1] = { name, text } end
  line("v", ("max(speed, %s)"):format(number(o.least)))
  line("meant", ("steer_wish/%s*v/(%s + understeer*v^2)"):format(number(o.ratio),
    number(o.wheelbase)))
  line("most", ("%s*friction/v"):format(number(9.81 * o.share)))
  line("bounded", "max(-most, min(most, meant))")
  line("reference", ("bounded + (held - bounded)*%s"):format(number(lag)))
  line("e", "yaw_rate - reference")
  line("beyond", ("piecewise(speed < %s, 0, e > band, e - band, e < -band, e + band, 0)"):format(
    number(o.least)))
  for _, name in ipairs(more or {}) do b.asks[#b.asks + 1] = name end
  return b, line
end

local esc = {
  name = "esc",
  text = "yaw stability by the brakes of one side: wheelbase, ratio, track, radius, gain (N m s)",
  fields = fields { gain = { "num", above = 0, default = 4e4 }, track = { "num", above = 0 },
    radius = { "num", above = 0 }, front = { "num", min = 0, max = 1, default = 0.7 },
    torque = { "num", above = 0, default = 2500 },
    bias = { "num", min = 0, max = 1, default = 0.6 }, braking = "bool?",
    only_ask = "bool?", slide = { "num", min = 0, default = 0.1 } },
  make = function(o, number)
    local b, line = error_lines(o, number, { "lateral_speed" })
    if o.braking then b.asks[#b.asks + 1] = "brake_wish" end
    -- a vehicle that slides beyond an angle is turned back too
    line("side", "lateral_speed/v")
    line("slid", ("piecewise(abs(side) < %s, 0, side - sign(side)*%s)"):format(number(o.slide),
      number(o.slide)))
    line("M", ("piecewise(speed < %s, 0, -gain*(beyond - 2*slid))"):format(number(o.least)))
    line("T", ("2*abs(M)*%s/%s"):format(number(o.radius), number(o.track)))
    for _, w in ipairs { "fl", "fr", "rl", "rr" } do
      local share = w:sub(1, 1) == "f" and o.front or 1 - o.front
      local side = w:sub(2) == "l" and "M > 0" or "M < 0"
      local bias = w:sub(1, 1) == "f" and o.bias or 1 - o.bias
      local wish = o.braking and (" + %s*brake_wish"):format(number(bias / 2)) or ""
      b.outputs[#b.outputs + 1] = { "brake_" .. w, ("min(%s, piecewise(%s, %s*T, 0)%s)"):format(
        number(o.torque), side, number(share), wish) }
    end
    b.outputs[#b.outputs + 1] = { "moment", "M" }
    b.to = { moment = false }
    -- for an abs with wish = "esc", which then sets the brakes
    for _, out in ipairs(o.only_ask and b.outputs or {}) do b.to[out[1]] = false end
    return b
  end,
}

local vectoring = {
  name = "torque_vectoring",
  text = "yaw rate by torques of the wheels of one axle: wheels, wheelbase, track, radius, gain",
  fields = fields { gain = { "num", above = 0, default = 4e4 }, track = { "num", above = 0 },
    radius = { "num", above = 0 }, torque = { "num", above = 0, default = 1500 },
    wheels = function(x, path)
      local list = check.words(x or "rl rr", path, "\"rl rr\"")
      if #list ~= 2 then check.fail(path, "expected two wheels, the left one first") end
      return list
    end },
  make = function(o, number)
    local b, line = error_lines(o, number, { "drive_wish" })
    line("M", "-gain*beyond")
    line("half", ("max(-%s, min(%s, M*%s))"):format(number(o.torque), number(o.torque),
      number(o.radius / o.track)))
    b.outputs = { { "drive_" .. o.wheels[1], "drive_wish/2 - half" },
      { "drive_" .. o.wheels[2], "drive_wish/2 + half" }, { "moment", "M" } }
    b.to = { moment = false }
    return b
  end,
}

local steering = {
  name = "active_steering",
  text = "the front wheels turn by themselves as the yaw rate errs: wheelbase, ratio, gain (s)",
  fields = fields { gain = { "num", above = 0, default = 0.15 },
    most = { "num", above = 0, default = 0.1 } },
  make = function(o, number)
    local b, line = error_lines(o, number)
    line("more", ("max(-%s, min(%s, -gain*beyond))"):format(number(o.most), number(o.most)))
    b.outputs = { { "steer", ("steer_wish + %s*more"):format(number(o.ratio)) } }
    return b
  end,
}

return { esc, vectoring, steering }
