-- drawn.lua - shapes that pictures of vehicles are made of
local drawn = {}

-- a wheel about y
function drawn.wheel(radius, width, at)
  return { "cylinder", size = { radius, width }, rpy = { math.pi / 2, 0, 0 }, at = at }
end

function drawn.box(length, width, height, at)
  return { "box", size = { length, width, height }, at = at }
end

return drawn
