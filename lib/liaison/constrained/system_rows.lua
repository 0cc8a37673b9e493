-- system_rows.lua - rows of a li.system, and the forces that what holds them can exert
local points = require "liaison.constrained.system_points"

local rows = {}

local point_of, wrench_of = points.point_of, points.wrench_of

-- e = 0, an expression linear in the rates; or phi = 0, of which the rate is taken
function rows.add(s, name, e, phi, owners)
  s.rows[#s.rows + 1] = { name = name, e = e or phi:d(), phi = phi, owners = owners or {} }
end

-- an unknown force (or moment) of one unit on `on`, the opposite on `from`: wrenches by body, the
-- ground left out
function rows.reaction(s, name, on, at, f, n, from)
  local col = { name = name, parts = {} }
  if on.loads then col.parts[1] = { on, wrench_of(s, on, f, at, n) } end
  if from and from.loads then
    local R = from.pose.R:transpose() * on.pose.R
    local arm = (from.pose.R:transpose() * (point_of(on, at) - from.pose.p)):trig()
    col.parts[#col.parts + 1] = { from,
      wrench_of(s, from, -(R * f):trig(), arm, s.planar and -n or -(R * n):trig()) }
  end
  s.reactions[#s.reactions + 1] = col
end

return rows
