-- macadam.lua - a driver who turns the wheel such that the car, as he knows it, comes nearest to
-- the path over the time he sees ahead [MacAdam 1981]
--
--   d = sum_i g_i (y_i - f_i (w, r))/sum_i g_i^2
--
-- y_i: the path at V t_i ahead, to the left of the heading; f_i (w, r): where the car would be to
-- the left at t_i without steering, g_i: where 1 rad of steer takes it, of the linear car.
local li = require "liaison"
local handling = require "liaison.vehicle.handling"
local routes = require "liaison.drivers.route"
local kit = li._internal

local function number(x) return "(" .. kit.number(x, 17) .. ")" end

-- gains of y_1 .. y_n, w, r at one speed
local function gains(o, V)
  local A, B = handling.beside(handling.at(o.car, V), V)
  local plant, g, f, sum = li.ss(A, B), {}, {}, 0
  for i = 1, o.points do
    local d = plant:c2d(o.time * i / o.points)
    g[i], f[i] = d.B[1][1], { d.A[1][3], d.A[1][4] }
    sum = sum + g[i] ^ 2
  end
  local out, w, r = {}, 0, 0
  for i = 1, o.points do
    out[i] = g[i] / sum
    w, r = w - out[i] * f[i][1], r - out[i] * f[i][2]
  end
  out[o.points + 1], out[o.points + 2] = w, r
  return out
end

return {
  name = "macadam", steers = true, needs = { "speed", "lateral_speed", "yaw_rate" },
  text = "who predicts the car over time (s) by points and comes nearest to the path",
  fields = { car = handling.field, speed = handling.speeds,
    time = { "num", above = 0, default = 1.3 }, points = { "num", min = 1, default = 8 } },
  law = function(_, o, add)
    o.points = math.floor(o.points)
    local list, text = {}, {}
    for k, V in ipairs(o.speed) do list[k] = gains(o, V) end
    for i = 1, o.points + 2 do
      local values, name = {}, i == o.points + 1 and "lateral_speed" or "yaw_rate"
      for k = 1, #o.speed do values[k] = list[k][i] end
      if i <= o.points then
        name = "left" .. i
        add(nil, routes.lines(o.route, "seen" .. i, ("here + %s*speed"):format(
          number(o.time * i / o.points)), { "x", "y" }))
        add(nil, { { name, ("(seen%d_y - py)*cos(yaw) - (seen%d_x - px)*sin(yaw)"):format(i, i) } })
      end
      text[i] = ("%s*%s"):format(handling.over_speed(o.speed, values), name)
    end
    return table.concat(text, " + ")
  end,
}
