-- distance.lua - how far two points are from one another, or between which bounds
--
--   x = |p - o|,  x' = n.(u_B - u_A),  n = (p - o)/x
local li = require "liaison.core"
local check = require "liaison.base.check"
local place = require "liaison.tasks.place"

-- a number, or {min =, max =}
local function bounds_of(goal, path)
  if type(goal) == "number" then return nil end
  local o = check.fields(goal, path, { min = { "num?", min = 0 }, max = { "num?", min = 0 } })
  local least, most = o.min or 0, o.max or math.huge
  if not (least < most) then check.fail(path, "expected min below max") end
  return { least, most }
end

return {
  name = "distance", text = "how far two points are from one another, or between which bounds",
  axes = { "distance" },
  fields = { body = "str?", point = "vec3?", to = { "str", default = "world" }, to_point = "vec3?",
    goal = "num|table" },
  example = { body = "flange", to = "link2", to_point = { 0.1, 0, 0 }, goal = 0.3 },
  bounded = function(o) return type(o.goal) == "table" end,
  read = function(model, o, path)
    local one = place.read(model, { body = o.body, point = o.point }, path)
    local two = { body = place.body(model, o.to, path .. ".to"), point = o.to_point }
    local bounds = bounds_of(o.goal, path .. ".goal")
    local n = #model:speeds()
    return function(q, goal)
      local p, _, J = place.at(model, q, one)
      local o_A, _, J_A = place.at(model, q, two)
      local to = p - o_A
      local x = to:norm()
      local row = li.zeros(1, n)
      if x > 1e-12 then
        row = li.mat { { to[1] / x, to[2] / x, to[3] / x } } * place.upper(J - J_A)
      end
      if not bounds then return li.vec { (goal or o.goal) - x }, row end
      return li.vec { bounds[1] - x }, row, { bounds[2] - x }
    end, one.body .. " to " .. two.body
  end,
}
