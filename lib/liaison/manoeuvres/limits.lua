-- limits.lua - what a vehicle can do at a speed: the yaw moment diagram, the g-g diagram
--
-- Yaw moments [Milliken 1995]: the vehicle held at a sideslip and a steer angle, at a steady speed,
-- turning as its own lateral force asks (r = a_y/V); what is left is the yaw moment,
-- C_N = J yaw''/(m g L), over A_Y = a_y/g. On C_N = 0 it is balanced.
--
-- g-g: the largest lateral acceleration of a turn whose speed grows or falls evenly along its
-- course, at the same sideslip, the wheels spinning with it.
local li = require "liaison"
local check = require "liaison.base.check"
local steady = require "liaison.vehicle.steady_turn"
local held_turn = require "liaison.vehicle.held_turn"
local iso4138 = require "liaison.manoeuvres.iso4138"
local kit = li._internal

local G = 9.81

-- ---- yaw moments --------------------------------------------------------------------------------

local function wheelbase_of(v)
  local lever, ratio = iso4138.lever(v)
  return lever / ratio, ratio
end

local function grid(from, to, n)
  local list = {}
  for k = 0, n - 1 do list[k + 1] = from + (to - from) * k / (n - 1) end
  return list
end

-- rows of one constant angle as a line in the diagram
local function moment_method(v, o, out)
  steady.demand(v)
  local L, ratio = wheelbase_of(v)
  local m = v.mass or check.fail("vehicle", "the vehicle has open masses")
  local series = { xlabel = "A_Y = a_y/g", ylabel = "C_N = J yaw''/(m g L)" }
  local betas = grid(-o.sideslip, o.sideslip, o.lines)
  local steers = grid(-o.steer, o.steer, o.lines)
  local top, balance, at_rest = 0, 0, {}
  local J = o.inertia or held_turn.yaw_inertia(v)
  for i, beta in ipairs(betas) do
    local x, y = {}, {}
    for k, steer in ipairs(steers) do
      local held = held_turn.at(v, { speed = o.speed, sideslip = beta, steer = steer * ratio })
      if held then
        local a, n = held.lateral / G, J * held.yaw / (m * G * L)
        x[#x + 1], y[#y + 1] = a, n
        top = math.max(top, math.abs(a))
        at_rest[k] = at_rest[k] or { x = {}, y = {} }
        at_rest[k].x[#at_rest[k].x + 1], at_rest[k].y[#at_rest[k].y + 1] = a, n
      end
    end
    for k = 2, #x do
      if (y[k - 1] > 0) ~= (y[k] > 0) then
        local share = y[k - 1] / (y[k - 1] - y[k])
        balance = math.max(balance, math.abs(x[k - 1] + share * (x[k] - x[k - 1])))
      end
    end
    if #x > 1 then
      series[#series + 1] = { x = x, y = y, color = "#0072b2", dash = "",
        label = kit.format("sideslip %.3g deg", betas[i] / li.deg) }
    end
  end
  for k, line in pairs(at_rest) do
    if #line.x > 1 then
      series[#series + 1] = { x = line.x, y = line.y, color = "#d55e00", dash = "",
        label = kit.format("steer %.3g deg", steers[k] / li.deg) }
    end
  end
  if #series == 0 then check.fail("speed", "no state of the diagram was found") end
  series.legend = false
  -- slopes at the middle: stability dC_N/dA_Y at constant steer, control dC_N/dsteer
  local d = 0.002
  local p = held_turn.at(v, { speed = o.speed, sideslip = d, steer = 0 })
  local q = held_turn.at(v, { speed = o.speed, sideslip = -d, steer = 0 })
  local c = held_turn.at(v, { speed = o.speed, sideslip = 0, steer = d * ratio })
  local e = held_turn.at(v, { speed = o.speed, sideslip = 0, steer = -d * ratio })
  out.measure("largest", top, "g", "the largest |A_Y| of all states")
  out.measure("largest_balanced", balance, "g", "the largest |A_Y| with no yaw moment")
  out.measure("stability", p and q and (p.yaw - q.yaw) / (p.lateral - q.lateral) * J / (m * L), "",
    "dC_N/dA_Y at the middle, steer constant: < 0 turns back")
  out.measure("control", c and e and (c.yaw - e.yaw) * J / (m * G * L) / (2 * d), "1/rad",
    "dC_N/dsteer (of the wheels) at the middle, sideslip constant")
  out.plot("yaw moments", li.plot(series))
end

-- ---- g-g ----------------------------------------------------------------------------------------

local function gg(v, o, out)
  steady.demand(v)
  local x, y, list = {}, {}, {}
  for _, a in ipairs(grid(-o.brake, o.drive, o.points)) do
    local lateral = held_turn.fastest(v, { speed = o.speed, acceleration = a, most = o.most,
      step = o.step })
    if lateral then
      list[#list + 1] = { a = a, lateral = lateral }
      x[#x + 1], y[#y + 1] = lateral, a
    end
  end
  if #list < 2 then
    check.fail("speed", "fewer than two of the accelerations can be held at %g m/s", o.speed)
  end
  local most, at = 0, nil
  for _, row in ipairs(list) do if row.lateral > most then most, at = row.lateral, row.a end end
  out.measure("largest_lateral", most / G, "g", "of all")
  out.measure("at_acceleration", at / G, "g", "where that is")
  out.measure("largest_braking", -list[1].a / G, "g", "the strongest braking that was held")
  out.measure("largest_driving", list[#list].a / G, "g", "the strongest drive that was held")
  local area = 0
  for i = 2, #list do
    area = area + (list[i].a - list[i - 1].a) * (list[i].lateral + list[i - 1].lateral)
  end
  out.measure("area", area / G ^ 2, "g2", "of the diagram, both sides")
  local both_x, both_y = {}, {}
  for i = 1, #x do both_x[i], both_y[i] = x[i] / G, y[i] / G end
  for i = #x, 1, -1 do both_x[#both_x + 1], both_y[#both_y + 1] = -x[i] / G, y[i] / G end
  both_x[#both_x + 1], both_y[#both_y + 1] = both_x[1], both_y[1]
  out.plot("g-g", li.plot { x = both_x, y = both_y, xlabel = "lateral (g)",
    ylabel = "longitudinal (g)", equal = true })
  out.record("g-g", { lateral = x, longitudinal = y })
end

local NEEDS = { inputs = { "steer" }, outputs = { "speed", "lateral_speed", "yaw_rate" },
  coordinates = { "x", "y", "yaw" } }

return {
  { name = "moment_method", standard = "Milliken", title = "yaw moment diagram",
    text = "yaw moment over lateral force for sideslips and steer angles: stability, control, "
      .. "limits", also = { "mmm", "yaw_moment_diagram" }, needs = NEEDS, run = moment_method,
    fields = { speed = { "num", above = 0, default = 25 },
      sideslip = { "num", above = 0, default = 0.15 },
      steer = { "num", above = 0, default = 0.15 }, lines = { "num", min = 3, default = 11 },
      inertia = { "num?", above = 0 } } },
  { name = "gg", standard = "g-g diagram", title = "g-g diagram",
    text = "the largest lateral acceleration while it brakes or drives", also = { "g_g" },
    needs = { inputs = { "steer", "brake" }, outputs = NEEDS.outputs,
      coordinates = NEEDS.coordinates }, run = gg,
    fields = { speed = { "num", above = 0, default = 25 },
      brake = { "num", min = 0, default = 8 }, drive = { "num", min = 0, default = 4 },
      points = { "num", min = 2, default = 13 }, most = { "num", above = 0, default = 14 },
      step = { "num", above = 0, default = 0.5 } } },
}
