-- turn.lua - how far a body is from an orientation: the Euler vector of what is missing, and its
-- exact Jacobian
--
--   e = log(R_goal R'),  e' = -J_r^-1(e) w,
--   J_r^-1(e) = 1 + e~/2 + (1/|e|^2 - cot(|e|/2)/(2 |e|)) e~^2     [Chirikjian 2012, 10.86]
local li = require "liaison.core"
local place = require "liaison.tasks.place"

local turn = {}

-- the series about 0 loses nothing below 1e-3: its next term is |e|^4/30240
local function square_factor(angle)
  if angle < 1e-3 then return 1 / 12 + angle * angle / 720 end
  return 1 / (angle * angle) - 1 / (2 * angle * math.tan(angle / 2))
end

-- J_r^-1 (3 x 3)
function turn.inverse_right(e)
  local E = place.skew(e)
  return li.eye(3) + 0.5 * E + square_factor(e:norm()) * (E * E)
end

-- e, and J (3 x nv) with e' = -J v; J_w gives the angular velocity
function turn.missing(goal, R, J_w)
  local e = (goal * R ^ -1):log()
  return e, turn.inverse_right(e) * J_w
end

return turn
