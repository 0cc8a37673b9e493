-- keyhint.lua - the cure for a key that a table does not know: the nearest one, or model:extend for
-- what every model takes
local kit = require("liaison.core")._internal

local EXTENDS = { forces = true, inputs = true, outputs = true, drivers = true, constraints = true,
  loops = true, frames = true, bodies = true }

return function(key, known)
  local near = kit.nearest(key, known)
  if near then return (" (did you mean '%s'?)"):format(near) end
  if EXTENDS[key] then return (" (model:extend{%s = ..} adds them to any model)"):format(key) end
  return ""
end
