-- stanley.lua - at the front axle: along the path, and towards it the more the farther it is
-- [Hoffmann, Tomlin, Montemerlo, Thrun 2007]
--
--   delta = -p - atan(gain e/(soft + v)) + yaw_damping (v k - r) + understeer v^2 k
--
-- On a straight path the front axle of a car that rolls without slip comes to it by
-- e' = -v sin(atan(gain e/v)) = -gain e near it. understeer (s^2/m ... rad per m/s^2): what the
-- tyres take beyond the angle of Ackermann, so that no offset is left on a circle.
return {
  name = "stanley", steers = true, wheelbase = true, needs = { "speed", "yaw_rate" },
  text = "heading error and offset of the front axle: gain, soft, yaw_damping, understeer",
  fields = { gain = { "num", above = 0, default = 2.5 }, soft = { "num", min = 0, default = 1 },
    yaw_damping = { "num", min = 0, default = 0 }, understeer = { "num", default = 0 },
    front = "num?" },
  at = function(o) return o.front or o.wheelbase / 2 end,
  law = function(b, o)
    b.values.gain, b.values.soft = o.gain, o.soft
    b.values.yaw_damping, b.values.understeer = o.yaw_damping, o.understeer
    return "-p - atan2(gain*e, soft + abs(speed))"
      .. " + yaw_damping*(speed*at_curvature - yaw_rate) + understeer*speed^2*at_curvature"
  end,
}
