-- input_expr.lua - what the option tau of a simulation says as texts, one a coordinate: for the
-- page, which computes them too
local li = require "liaison.core"
local kit = li._internal

local torque = {}

-- texts by number of the forces of a model that are told by expressions, or nil where tau is none
-- or a function
function torque.texts(tau, model, names)
  if type(tau) ~= "table" then return nil end
  local place, out = {}, {}
  for k, name in ipairs(names) do place[name], out[k] = k, "0" end
  for key, value in pairs(tau) do
    local k = type(key) == "number" and key or place[key] or place[model:coordinate(key)]
    out[k] = type(value) == "number" and kit.number(value, 17) or kit.format("%s", value)
  end
  return out
end

return torque
