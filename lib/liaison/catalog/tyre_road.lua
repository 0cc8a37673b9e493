-- tyre_road.lua - a road under a wheel: the plane that touches it where the wheel does, and its
-- friction there, as expressions of the coordinates
--
-- Of the centre c of the wheel the road is asked below it first; the wheel touches the plane there
-- at c + r, and the road is asked again below that place, `search` times. Each time puts the
-- expression of the road into itself: a long one (a random road) is asked once.
local li = require "liaison.core"
local check = require "liaison.base.check"
local kit = li._internal

local road = {}

-- letters of a height that is asked again, of what is made of it at most
local SHORT, LONG = 1000, 2e6

local function amount(x)
  if type(x) ~= "string" then return x end
  return li.expr(x)
end

-- heights and friction over x and y of what was told: a text, or a surface
local function reader(x)
  if kit.class(x) == "surface" then
    return function(at)
      local along, across = x:slope(at[1], at[2])
      return x:height(at[1], at[2]), along, across
    end, function(at) return x:friction(at[1], at[2]) end
  end
  if type(x) ~= "string" then
    check.fail("road", "expected an expression of x and y, or a surface (li.surface)")
  end
  li.symbols "road_x road_y"
  local z = li.expr((x:gsub("%f[%w_][xy]%f[^%w_]", "road_%0")))
  local function there(e, at) return e:subs { road_x = at[1], road_y = at[2] } end
  return function(at)
    return there(z, at), there(z:diff "road_x", at), there(z:diff "road_y", at)
  end
end

local function dot(a, b) return a[1] * b[1] + a[2] * b[2] + a[3] * b[3] end

-- from the centre of a wheel with the axle a to where it touches a plane with this normal, as
-- core/kinds/tyres/tyre_wheel.h has it
local function reach(a, along, across, radius, crown)
  local size = li.sqrt(1 + along ^ 2 + across ^ 2)
  local n = { -along / size, -across / size, 1 / size }
  local lean = dot(a, n)
  local s, r = li.sqrt(1 - lean ^ 2), {}
  for i = 1, 3 do r[i] = -(radius - crown) * (n[i] - lean * a[i]) / s - crown * n[i] end
  return r
end

local function axle_of(place, axle)
  local a = {}
  for i = 1, 3 do
    a[i] = place[i][1] * axle[1] + place[i][2] * axle[2] + place[i][3] * axle[3]
  end
  local size = li.sqrt(dot(a, a))
  for i = 1, 3 do a[i] = a[i] / size end
  return a
end

local function written(x)
  if type(x) == "number" then return x end
  local text = x:text()
  if #text > LONG then
    check.fail("search", "the road is too long an expression to be asked again: expected fewer "
      .. "searches (0: once, below the centre)")
  end
  return text
end

local function letters(x)
  return type(x) == "string" and #x or kit.class(x) == "surface" and #x:text() or 0
end

-- a force element of a wheel that tells road and model gets through and normal, and friction where
-- the road is a surface that tells it
function road.put(out)
  local given, model, search = out.road, out.model, out.search
  out.road, out.model, out.search = nil, nil, nil
  if given == nil then return end
  if kit.class(model) ~= "model" then
    check.fail("model", "a road needs the model of the wheel, to know where it is")
  end
  search = check.value(search, "search", { "int?", min = 0, max = 5 })
  local place, ask, friction = model:generator():homogeneous(out.at), reader(given)
  search = search or letters(given) <= SHORT and 1 or 0
  local centre = { place[1][4], place[2][4], place[3][4] }
  local at, axle = { centre[1], centre[2] }, search > 0 and axle_of(place, out.axle)
  local z, along, across = ask(at)
  for _ = 1, search do
    local r = reach(axle, along, across, amount(out.radius), amount(out.crown or 0))
    at = { centre[1] + r[1], centre[2] + r[2] }
    z, along, across = ask(at)
  end
  out.through = { written(at[1]), written(at[2]), written(z) }
  out.normal = { written(-along), written(-across), 1 }
  if friction and out.friction == nil then
    local mu = friction(at)
    if mu ~= 1 and tostring(mu) ~= "1" then out.friction = written(mu) end
  end
end

return road
