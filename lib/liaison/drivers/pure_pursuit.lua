-- pure_pursuit.lua - on the circle from the rear axle, along its heading, through a point of the
-- path: tan delta = 2 L sin(alpha)/l [Coulter 1992]
--
-- Near a straight path, e'' + 2 v/l e' + 2 v^2/l^2 e = 0: damping 1/sqrt(2), sqrt(2) v/l rad/s.
local routes = require "liaison.drivers.route"

return {
  name = "pure_pursuit", steers = true, wheelbase = true, needs = { "speed" },
  text = "on a circle through a point of the path ahead: distance, or time and least",
  fields = { distance = { "num?", above = 0 }, time = { "num", above = 0, default = 0.6 },
    least = { "num", above = 0, default = 3 }, rear = { "num", default = 0 } },
  at = function(o) return -o.rear end,
  law = function(b, o, add)
    b.values.wheelbase = o.wheelbase
    if o.distance then
      b.values.distance = o.distance
      add(b, { { "ahead", "distance" } })
    else
      b.values.time, b.values.least = o.time, o.least
      add(b, { { "ahead", "max(least, time*speed)" } })
    end
    add(b, routes.lines(o.route, "goal", "here + ahead", { "x", "y" }))
    -- l and alpha are those of the point itself: a path that bends is nearer than its arc
    add(b, {
      { "goal_dx", "goal_x - px" }, { "goal_dy", "goal_y - py" },
      { "goal_left", "goal_dy*cos(yaw) - goal_dx*sin(yaw)" },
      { "goal_square", "goal_dx^2 + goal_dy^2" } })
    return "atan(2*wheelbase*goal_left/max(goal_square, 1e-6))"
  end,
}
