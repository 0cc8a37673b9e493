-- arm_pictures.lua - kinematic schemes of the arms of the course, for pictures of exercises
local li = require "liaison.core"
local draw = require "liaison.draw.draw"

local pictures = {}

-- the RRP of the course at the data's a2, d3 (in their unit) and th1, th2 (degrees)
function pictures.rrp(d)
  local q = math.pi / 2
  local arm = li.dh { convention = "standard", joints = "RRP", a = { 0, d.a2, 0 },
    alpha = { q, -q, q }, d = { 0, 0, "d3" }, theta = { "th1", "th2", q } }
  return draw.mechanism(arm, { at = { math.rad(d.th1), math.rad(d.th2), d.d3 }, frames = "xz",
    letters = 10.5 })
end

-- the KR30 as its table draws it
function pictures.kr30() return draw.mechanism(li.robots.kr30(), { frames = "xz" }) end

return pictures
