-- unfolded.lua - expressions of equations with the constants that stand for others (VX1) as they
-- are
local li = require "liaison.core"

-- an smat of the list
return function(list, constants)
  local M, stand = li.smat(list), {}
  for name, e in pairs(constants or {}) do if type(name) == "string" then stand[name] = e end end
  return next(stand) and M:subs(stand) or M
end
