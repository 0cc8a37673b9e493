-- look_at.lua - an axis from a point of a body towards a target
--
--   d = (g - p)/|g - p|:  e = d - a,  d' = -(1 - d d') p'/|g - p|,  a' = w x a
local li = require "liaison.core"
local axis = require "liaison.tasks.axis"
local check = require "liaison.base.check"
local place = require "liaison.tasks.place"

-- (1 - d d')/r
local function across(d, r)
  local P = li.eye(3) / r
  for i = 1, 3 do
    for j = 1, 3 do P[i][j] = P[i][j] - d[i] * d[j] / r end
  end
  return P
end

return {
  name = "look_at", text = "an axis from a point of a body towards a target",
  axes = { "x", "y", "z" },
  fields = place.with { axis = "vec3", goal = "vec3" },
  example = { body = "flange", axis = { 0, 0, 1 }, point = { 0, 0.05, 0.1 }, goal = { 1, 1, 0 } },
  read = function(model, o, path)
    local t = place.read(model, o, path)
    local own = axis.unit(o.axis, path .. ".axis")
    return function(q, goal)
      local p, R, J = place.at(model, q, t)
      local to = (goal or o.goal) - p
      local r = to:norm()
      if not (r > 1e-12) then check.fail(path .. ".goal", "the target is where it looks from") end
      local a, d = R * own, to / r
      return d - a, across(d, r) * place.upper(J) - place.skew(a) * place.lower(J)
    end, place.told(t)
  end,
}
