-- duality.lua - estimates are controls of the transposed system: what was said of one, in words of
-- the other
local duality = {}

local OTHER = {
  ["not stabilizable"] = "not detectable",
  ["not detectable"] = "not stabilizable",
}

-- nil, message, code, info {modes = {why =}} of a Riccati equation or of gains by poles
function duality.turned(why, code, info)
  for _, mode in ipairs(info and info.modes or {}) do mode.why = OTHER[mode.why] or mode.why end
  why = why:gsub("not [sd]%a+able", OTHER):gsub("no input moves", "no output shows")
  return nil, why, code, info
end

return duality
