-- orientation.lua - a body turned as wanted
local place = require "liaison.tasks.place"
local turn = require "liaison.tasks.turn"

return {
  name = "orientation", text = "a body turned as wanted", axes = { "rx", "ry", "rz" },
  fields = place.with { goal = "rot" },
  example = { body = "flange", relative_to = "link2", goal = { "x", 0.7 } },
  read = function(model, o, path)
    local t = place.read(model, o, path)
    return function(q, goal)
      local _, R, J = place.at(model, q, t)
      return turn.missing(goal or o.goal, R, place.lower(J))
    end, place.told(t)
  end,
}
