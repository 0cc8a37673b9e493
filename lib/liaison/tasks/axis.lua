-- axis.lua - an axis of a body along a direction, or within a cone about it
--
--   a = R a_B:  e = d - a,  a' = w x a;  in a cone: d . a >= cos(within)
local li = require "liaison.core"
local check = require "liaison.base.check"
local place = require "liaison.tasks.place"

local axis = {}

-- a direction of length 1
function axis.unit(v, path)
  local size = v:norm()
  if not (size > 1e-12) then check.fail(path, "expected a direction, got one of length 0") end
  return v / size
end

axis.row = {
  name = "axis", text = "an axis of a body along a direction, or within an angle of it",
  axes = { "x", "y", "z" },
  fields = place.with { axis = "vec3", goal = "vec3",
    within = { "num?", above = 0, max = math.pi } },
  example = { body = "flange", axis = { 0, 0, 1 }, relative_to = "link1", goal = { 1, 0, -1 } },
  bounded = function(o) return o.within ~= nil end,
  read = function(model, o, path)
    local t = place.read(model, o, path)
    local own = axis.unit(o.axis, path .. ".axis")
    local least = o.within and math.cos(o.within)
    local wanted = axis.unit(o.goal, path .. ".goal")
    return function(q, goal)
      local _, R, J = place.at(model, q, t)
      local a, d = R * own, goal and axis.unit(goal, path .. ".goal") or wanted
      local J_a = -1 * (place.skew(a) * place.lower(J))
      if not least then return d - a, J_a end
      return li.vec { least - d:dot(a) }, li.mat { { d[1], d[2], d[3] } } * J_a,
        { math.huge }
    end, place.told(t)
  end,
}

return axis
