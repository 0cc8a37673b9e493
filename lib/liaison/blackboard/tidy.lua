-- tidy.lua - expressions as short as they get, where that does not take long
local PATIENCE = 120

-- angles of parallel axes merged, sin^2 + cos^2 = 1
return function(e)
  e = e:trig()
  local ops = e:ops()
  return ops.mul + ops.add < PATIENCE and e:simplify() or e
end
