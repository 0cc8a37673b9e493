-- pose.lua - a body at a place and turned as wanted
local li = require "liaison.core"
local place = require "liaison.tasks.place"
local turn = require "liaison.tasks.turn"

return {
  name = "pose", text = "a body at a place and turned as wanted",
  axes = { "x", "y", "z", "rx", "ry", "rz" },
  fields = place.with { goal = "frame" },
  example = { body = "flange", goal = { "x", 0.7, { 0.4, 0.1, 0.5 } } },
  read = function(model, o, path)
    local t = place.read(model, o, path)
    return function(q, goal)
      local p, R, J = place.at(model, q, t)
      goal = goal or o.goal
      local d, turned = goal.p - p
      local e, J_e = turn.missing(goal.R, R, place.lower(J))
      turned = li.vec { d[1], d[2], d[3], e[1], e[2], e[3] }
      return turned, place.stack(place.upper(J), J_e)
    end, place.told(t)
  end,
}
