-- joints.lua - some joints at told values, or between bounds
local li = require "liaison.core"
local kit = li._internal
local check = require "liaison.base.check"
local plain = require "liaison.tasks.plain"

-- {q1 = 0.3} or {q1 = {min =, max =}}: coordinates in their order, whether they are bounds
local function read_goal(model, given, path)
  local named, list, bounds = plain.of(model).named, {}, false
  local names = {}
  for name in pairs(given) do
    if type(name) ~= "string" or not named[name] then
      check.fail(path, "no coordinate '%s'%s", tostring(name), check.hint(name, named))
    end
    names[#names + 1] = name
  end
  if #names == 0 then check.fail(path, "expected values by name: {q1 = 0.3}") end
  kit.sort(names)
  for k, name in ipairs(names) do
    local x = given[name]
    local at = path .. "." .. name
    if type(x) == "table" then
      bounds = true
      x = check.fields(x, at, { min = "num?", max = "num?" })
      x = { x.min or -math.huge, x.max or math.huge }
    else x = { check.value(x, at, "num") } end
    list[k] = { q = named[name].q, v = named[name].v, least = x[1], most = x[2] or x[1] }
    if list[k].least > list[k].most then check.fail(at, "expected min below max") end
  end
  return list, bounds
end

return {
  name = "joints", text = "some joints at told values, or between bounds", axes = false,
  fields = { goal = "table" },
  example = { goal = { q2 = 0.4, q4 = -1 } },
  bounded = function(o)
    for _, x in pairs(o.goal) do if type(x) == "table" then return true end end
    return false
  end,
  read = function(model, o, path)
    local list, bounds = read_goal(model, o.goal, path .. ".goal")
    local J = plain.rows(list, #model:speeds())
    local function left(q, key)
      local e = {}
      for i, x in ipairs(list) do e[i] = x[key] - q[x.q] end
      return e
    end
    return function(q)
      if bounds then return left(q, "least"), J, left(q, "most") end
      return li.vec(left(q, "least")), J
    end, ("%d joints"):format(#list)
  end,
}
