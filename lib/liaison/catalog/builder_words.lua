-- builder_words.lua - words that the builders of vehicles share: rules of their tables, tyres with
-- names for numbers, the air, places
local li = require "liaison.core"
local check = require "liaison.base.check"
local amounts = require "liaison.catalog.amounts"
local value = require "liaison.describe.value"
local kit = li._internal

local words = {}

local text, is_zero = amounts.text, amounts.is_zero

-- ---- rules --------------------------------------------------------------------------------------

-- a rule for one of some words, the first where nothing is told
function words.one_of(list)
  local known = {}
  for _, word in ipairs(list) do known[word] = true end
  return function(x, path)
    if x == nil then return list[1] end
    if type(x) == "string" and known[x] then return x end
    check.fail(path, "expected '%s', got %s%s", table.concat(list, "', '"), check.got(x),
      check.hint(x, known))
  end
end

function words.sub(schema)
  return function(x, path) return x ~= nil and check.fields(x, path, schema) or nil end
end

-- what f answers; its complaint is told with the path in front
function words.under(path, f, ...)
  local ok, made = check.try(f, ...)
  if ok then return made end
  local why = tostring(made):gsub("^%S-:%d+: ", "")
  check.fail(path, "%s", why)
end

-- ---- amounts ------------------------------------------------------------------------------------

function words.sine(x) return is_zero(x) and 0 or li.sin(x) end
function words.cosine(x) return is_zero(x) and 1 or li.cos(x) end

-- a text of a description as an expression: its names are parameters here
function words.expression(line)
  value.each_name(line, function(name) li.symbols(name) end)
  return li.expr(line, "new")
end

-- the load of a tyre pressed in by d, as core/kinds/tyres/tyre_wheel.h has it on a flat road:
-- N = max(0, k d + c d')
function words.load(d, k, c)
  return ("piecewise(0 < %s, max(0, %s*%s + %s*%s), 0)"):format(text(d), text(k), text(d), text(c),
    text(d:d()))
end

-- what is known not to hold: a number that is not above 0
function words.positive(x, path, ...)
  if type(x) == "number" and not (x > 0) then check.fail(path, ...) end
end

function words.least(x, path, ...)
  if type(x) == "number" and x < 0 then check.fail(path, ...) end
end

-- ---- tyres --------------------------------------------------------------------------------------

local HOLD = { radius = 0.3, stiffness = 2e5, damping = 0, pressure = 2e5 }

-- numbers of a tyre's table that are names: { cx = expression }; the table with numbers there
local function opened(x, path)
  local plain, open = {}, {}
  for key, given in pairs(x) do
    plain[key] = given
    local named = type(given) == "string" or kit.class(given) == "expr"
    if named and key ~= "kind" and key ~= "name" then
      local read = amounts.read(given, check.join(path, key))
      plain[key] = read
      if type(read) ~= "number" then plain[key], open[key] = HOLD[key] or 1, read end
    end
  end
  return plain, open
end

-- a tyre (li.tyre) or its table, whose numbers may be names: { tyre =, open =, radius =,
-- stiffness =, damping = }
function words.tyre(x, path)
  local open = {}
  if type(x) == "table" and not kit.class(x) then
    local plain
    plain, open = opened(x, path)
    x = words.under(path, require "liaison.catalog.tyre", plain)
  end
  if kit.class(x) ~= "tyre" then
    check.fail(path, "expected a tyre (li.tyre) or its table, got %s", check.got(x))
  end
  return { tyre = x, open = open, radius = open.radius or x.radius,
    stiffness = open.stiffness or x.stiffness, damping = open.damping or x.damping }
end

-- the force element of a wheel
function words.tyre_on(t, spec)
  local put = {}
  for key, x in pairs(t.open) do put[key] = amounts.put(x) end
  for key, x in pairs(spec) do put[key] = x end
  return t.tyre:on(put)
end

-- ---- roads --------------------------------------------------------------------------------------

local UNEVEN = { height = "any", search = { "num?", min = 0, max = 5 } }

local function height_of(x, path)
  if type(x) == "string" or kit.class(x) == "surface" then return x end
  check.fail(path, "expected a height over x and y as a text, or a surface (li.surface), got %s",
    check.got(x))
end

-- a plane { normal =, through = }; a height over x and y as a text, or a surface (li.surface), or
-- { height = one of both, search = how often the nearest place is looked for }
function words.road(x, path)
  if x == nil then return nil end
  if type(x) ~= "table" or kit.class(x) then return { height = height_of(x, path) } end
  if x.height ~= nil then
    local road = check.fields(x, path, UNEVEN)
    height_of(road.height, path .. ".height")
    return road
  end
  local road = check.fields(x, path, { normal = "vec3",
    through = { "vec3", default = { 0, 0, 0 } } })
  local n = road.normal
  if n[3] <= 0 then
    check.fail(path .. ".normal", "expected a direction upwards, got z = %s", kit.number(n[3]))
  end
  return road
end

-- what wheels of these bodies are told of it
function words.under_wheels(road, bodies)
  if not (road and road.height) then return road or {} end
  return { road = road.height, search = road.search, model = li.robot { bodies = bodies } }
end

-- ---- the air ------------------------------------------------------------------------------------

local AERO = { area = amounts.rule { above = 0 },
  density = amounts.rule { above = 0, default = 1.2 },
  length = amounts.rule { above = 0, default = 1 }, at = amounts.list(3, { 0, 0, 0 }),
  cz_front = amounts.rule { optional = true }, cz_rear = amounts.rule { optional = true } }
for _, key in ipairs { "cx", "cy", "cz", "cl", "cm", "cn" } do
  AERO[key] = amounts.rule { default = 0 }
end

function words.aero(x, path)
  if x == nil then return nil end
  local a = check.fields(x, path, AERO)
  if (a.cz_front or a.cz_rear) and not (is_zero(a.cz) and is_zero(a.cm)) then
    check.fail(path, "cz_front and cz_rear say what cz and cm say: give one of both")
  end
  return a
end

-- of the air in axes of the heading psi, (u, v) = vehicle - wind, V^2 = u^2 + v^2, p = density
-- area/2:
--   X = -p cx V u, Y = -p cy V v, Z = p cz V^2
--   L = -p l cl V v, M = p l cm V^2, N = -p l cn V v
-- V is no root of 0: so it has a slope at rest
local function wind_of(heading)
  local dx, dy = "(x' - wind_x)", "(y' - wind_y)"
  return { heading = heading, V = ("sqrt(%s^2 + %s^2 + 1e-12)"):format(dx, dy),
    u = ("(%s*cos(%s) + %s*sin(%s))"):format(dx, heading, dy, heading),
    v = ("(%s*cos(%s) - %s*sin(%s))"):format(dy, heading, dx, heading) }
end

local function by(wind, factor, c, what)
  return ("%s*%s*%s"):format(text(factor * c), wind.V, what)
end

-- force at a place of a body, X and Y in axes of the heading
local function wind_force(wind, name, body, at, X, Y, Z)
  local psi = wind.heading
  return { "given", name = name, at = body, point = amounts.puts(at), f = {
    ("%s*cos(%s) - %s*sin(%s)"):format(X, psi, Y, psi),
    ("%s*sin(%s) + %s*cos(%s)"):format(X, psi, Y, psi), Z } }
end

-- lift of an axle, at a place of the ground
local function lift(out, wind, name, body, p, c, x)
  if c == nil or is_zero(c) then return end
  out[#out + 1] = { "given", name = name, at = body, point = amounts.puts { x, 0, 0 },
    f = { 0, 0, by(wind, p, c, wind.V) } }
end

-- the couple of the air on the angles: about z, the pitch axis, x of the body
local function couple(out, wind, a, p)
  local l = a.length
  local L, M, N = by(wind, -p * l, a.cl, wind.v), by(wind, p * l, a.cm, wind.V),
    by(wind, -p * l, a.cn, wind.v)
  for _, row in ipairs { { "yaw", a.cn, N }, { "pitch", a.cm, M },
    { "roll", is_zero(a.cl) and a.cn or 1, ("%s*cos(pitch) - %s*sin(pitch)"):format(L, N) } } do
    if not is_zero(row[2]) then
      out[#out + 1] = { "given", name = "aero_" .. row[1], joint = row[1], f = row[3] }
    end
  end
end

-- the wrench of the air on a unit: at the point `at`, with its couple where it is the first; lift
-- of its first and last axle. body, heading: of the unit; name: behind the names of the elements
function words.aero_forces(out, a, axles, body, heading, name)
  local p, wind = a.density * a.area / 2, wind_of(heading)
  out[#out + 1] = wind_force(wind, "aero" .. name, body, a.at, by(wind, -p, a.cx, wind.u),
    by(wind, -p, a.cy, wind.v), by(wind, p, a.cz, wind.V))
  if name == "" then couple(out, wind, a, p) end
  lift(out, wind, "lift_front" .. name, body, p, a.cz_front, axles[1].at)
  lift(out, wind, "lift_rear" .. name, body, p, a.cz_rear, axles[#axles].at)
end

function words.wind_inputs(add)
  add("wind_x", "m/s", "velocity of the air, base axes")
  add("wind_y", "m/s", "velocity of the air, base axes")
end

-- ---- motion -------------------------------------------------------------------------------------

-- outputs of the place on the ground that stands c ahead of the origin, in axes of the heading
function words.motion_outputs(c)
  local function ahead(factor, what)
    return is_zero(factor) and "" or " + " .. text(factor) .. "*" .. what
  end
  local u = "(x'*cos(yaw) + y'*sin(yaw))"
  local v = ("(y'*cos(yaw) - x'*sin(yaw)%s)"):format(ahead(c, "yaw'"))
  return { speed = u, lateral_speed = v, yaw_rate = "yaw'",
    sideslip = ("atan(%s/sqrt(%s^2 + 0.01))"):format(v, u),
    acceleration = "x''*cos(yaw) + y''*sin(yaw)" .. ahead(-c, "yaw'^2"),
    lateral_acceleration = "y''*cos(yaw) - x''*sin(yaw)" .. ahead(c, "yaw''") }
end

-- of a unit behind: its heading, and the acceleration aside of the ground below its centre of mass,
-- in plan: R(psi) v of every hitch on the way
function words.unit_outputs(out, units, k)
  local psi, x, y = li.coordinates "yaw", li.coordinates "x", li.coordinates "y"
  local function go(ahead, aside)
    local c, s = li.cos(psi), li.sin(psi)
    x, y = x + ahead * c - aside * s, y + ahead * s + aside * c
  end
  for i = 2, k do
    go(units[i - 1].hitch.x, 0)
    psi = psi + li.coordinates("articulation_" .. i)
    go(-units[i].coupling.x, 0)
  end
  go(units[k].com[1], units[k].com[2])
  out["yaw_rate_" .. k] = psi:d():text()
  out["lateral_acceleration_" .. k] = (y:dd() * li.cos(psi) - x:dd() * li.sin(psi)):text()
end

return words
