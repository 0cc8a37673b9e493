-- two_point.lua - a near point to stay in the lane, a far one to turn with the road
-- [Salvucci, Gray 2004]
--
--   delta' = k_far theta_far' + k_near theta_near' + k_i theta_near
--
-- theta: the angle from the heading to the point of the path, near (m) or far (s) ahead.
local routes = require "liaison.drivers.route"

local function angle(name)
  return { "theta_" .. name, ("atan2((%s_y - py)*cos(yaw) - (%s_x - px)*sin(yaw), "
    .. "(%s_x - px)*cos(yaw) + (%s_y - py)*sin(yaw))"):format(name, name, name, name) }
end

return {
  name = "two_point", steers = true, needs = { "speed" },
  text = "a person who looks at a near and a far point: near (m), far (s), k_far, k_near, k_i",
  fields = { near = { "num", above = 0, default = 10 }, far = { "num", above = 0, default = 2 },
    k_far = { "num", default = 0.4 }, k_near = { "num", default = 0.2 },
    k_i = { "num", default = 0.2 }, front = { "num", default = 0 } },
  at = function(o) return o.front end,
  law = function(b, o, add)
    for _, key in ipairs { "near", "far", "k_far", "k_near", "k_i" } do b.values[key] = o[key] end
    add(b, routes.lines(o.route, "near_point", "here + near", { "x", "y" }))
    add(b, routes.lines(o.route, "far_point", "here + max(near, far*speed)", { "x", "y" }))
    add(b, { angle "near_point", angle "far_point",
      { "angle", "held + piecewise(begun > 1/2, k_far*(theta_far_point - seen_far) + "
        .. "k_near*(theta_near_point - seen_near), 0) + k_i*theta_near_point*dt" } })
    b.states.held, b.states.seen_far, b.states.seen_near, b.states.begun = 0, 0, 0, 0
    b.next.held, b.next.begun = "angle", "1"
    b.next.seen_far, b.next.seen_near = "theta_far_point", "theta_near_point"
    return "angle"
  end,
}
