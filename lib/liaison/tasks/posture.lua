-- posture.lua - all joints near a configuration (floating bodies and balls are left out)
local li = require "liaison.core"
local check = require "liaison.base.check"
local kit = li._internal
local plain = require "liaison.tasks.plain"

local posture = {}

-- q in order, or by name (the others as they stand at the neutral one)
function posture.configuration(model, given, path)
  if type(given) == "table" and #given == 0 then
    local q, named = model:neutral(), plain.of(model).named
    for name, x in pairs(given) do
      if not named[name] then
        check.fail(path, "no coordinate '%s'%s", tostring(name), check.hint(name, named))
      end
      q[named[name].q] = check.value(x, path .. "." .. name, "num")
    end
    return q
  end
  local n = #model:coordinates()
  if (type(given) ~= "table" and kit.class(given) ~= "vec") or #given ~= n then
    check.fail(path, "expected %d numbers, or some by name, got %s", n, check.got(given))
  end
  return li.vec(given)
end

posture.row = {
  name = "posture", text = "all joints near a configuration", axes = false,
  fields = { goal = "any?" },
  example = { goal = { 0.1, -0.5, 0.3, -1.5, 0.2, 1.5, 0.4 } },
  read = function(model, o, path)
    local list, n = plain.of(model), #model:speeds()
    local wanted = o.goal == nil and model:neutral()
      or posture.configuration(model, o.goal, path .. ".goal")
    local J = plain.rows(list, n)
    return function(q, goal)
      local d = model:difference(q, goal or wanted)
      return J * d, J
    end, ("%d joints"):format(#list)
  end,
}

return posture
