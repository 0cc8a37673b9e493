-- com.lua - the centre of mass of all that moves at a place
--
--   c_A = R_A'(c - o_A),  d/dt c_A = R_A' (c' - u_A at the same point)
local place = require "liaison.tasks.place"

local com = {}

-- c and its Jacobian (3 x nv), as seen from a body (nil: the world)
function com.at(model, q, seen_from)
  local c, J = model:com(q), model:com_jacobian(q)
  if not seen_from then return c, J end
  local A = model:fk(q, seen_from)
  local there = A:point_back(c)
  return there, (A.R ^ -1):matrix() * J
    - place.upper(model:jacobian(q, seen_from, there, seen_from))
end

com.row = {
  name = "com", text = "the centre of mass of all that moves at a place", axes = { "x", "y", "z" },
  fields = { relative_to = "str?", goal = "vec3" },
  example = { relative_to = "link2", goal = { 0.1, 0, 0.3 } },
  read = function(model, o, path)
    local t = place.read(model, { relative_to = o.relative_to }, path)
    model:com(model:neutral()) -- refuses bodies without mass, by name
    return function(q, goal)
      local c, J = com.at(model, q, t.relative_to)
      return (goal or o.goal) - c, J
    end, "centre of mass" .. (t.relative_to and " as seen from " .. t.relative_to or "")
  end,
}

return com
