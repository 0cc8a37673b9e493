-- position.lua - a point of a body at a place
local place = require "liaison.tasks.place"

return {
  name = "position", text = "a point of a body at a place", axes = { "x", "y", "z" },
  fields = place.with { goal = "vec3" },
  example = { body = "flange", point = { 0.01, 0.02, 0.03 }, relative_to = "link3",
    goal = { 0.4, 0.1, 0.5 } },
  read = function(model, o, path)
    local t = place.read(model, o, path)
    return function(q, goal)
      local p, _, J = place.at(model, q, t)
      return (goal or o.goal) - p, place.upper(J)
    end, place.told(t)
  end,
}
