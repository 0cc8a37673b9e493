-- edges.lua - which configurations are free, and which straight ways between two of them
--
-- With distances the answer about a way is a proof: the middle m of a piece is d(m) from touching,
-- and nothing moves more than L/2 between m and either end, so that d(m) - L/2 > clearance frees
-- all of it; else each half is asked (Schwarzer, Saha, Latombe 2005). With free(q) alone it is
-- sampled at steps, and the plan says so.
local li = require "liaison.core"
local check = require "liaison.base.check"
local space = require "liaison.plan.space"
local kit = li._internal

local edges = {}

-- nearer than the clearance and this (m) counts as touching: so that halving ends
local SLACK = 1e-4

-- ---- what is asked ------------------------------------------------------------------------------

function edges.has(x, name)
  local ok, f = pcall(function() return x[name] end)
  return ok and type(f) == "function"
end

-- {free =} or {collision =}, one of them
local function checker(o)
  if o.free and o.collision then check.fail("free", "give collision or free, not both") end
  if o.collision == nil then return nil end
  for _, name in ipairs { "distance", "collides" } do
    if not edges.has(o.collision, name) then
      check.fail("collision", "expected an object with distance(q) and collides(q), "
        .. "li.collision(model), got %s", check.got(o.collision))
    end
  end
  return o.collision
end

-- radii of bodies about their origins: told, or of the object that knows the shapes
local function radii_of(o, s)
  if not s.model then return nil end
  local bodies = s.model:description().bodies
  local given = o.radii
  if given == nil and o.collision and edges.has(o.collision, "radii") then
    given = o.collision:radii()
  end
  if given == nil then return nil end
  local out, there = li.zeros(#bodies), {}
  for k, b in ipairs(bodies) do
    local r = given
    if type(given) == "table" then r = #given > 0 and given[k] or given[b.name] end
    if r then
      out[k] = check.value(r, "radii." .. b.name, { "num", min = 0 })
      there[#there + 1] = k
    end
  end
  return out, there
end

-- s: a space; o: collision, free, clearance, radii, bound, step
function edges.new(s, o)
  local e = { space = s, collision = checker(o), free = o.free, clearance = o.clearance or 0,
    bound = o.bound, step = o.step or 0.02, checks = 0, least = math.huge }
  if e.collision then
    e.radii, e.shaped = radii_of(o, s)
    e.exact = (e.radii or e.bound) and true or false
  else
    e.exact = e.free == nil
  end
  return e
end

function edges.told(e)
  if not e.collision and not e.free then return "nothing is in the way" end
  if e.exact then return "proved free along the way, by distances" end
  return ("sampled every %s: what is thinner may be passed through"):format(kit.number(e.step))
end

-- ---- a place ------------------------------------------------------------------------------------

-- how far from touching, clearance off: > 0 is free; who is nearest, and the distance
function edges.room(e, x)
  e.checks = e.checks + 1
  if e.collision then
    local d, who = e.collision:distance(space.q(e.space, x))
    d = d or math.huge
    return d - e.clearance - SLACK, who, d
  end
  if e.free then return e.free(space.q(e.space, x)) and 1 or -1 end
  return math.huge
end

-- ---- a way --------------------------------------------------------------------------------------

-- how much any distance changes from q1 to q2 at most
local function moved(e, a, b)
  local q1, q2 = space.q(e.space, a), space.q(e.space, b)
  if e.bound then return e.bound(q1, q2) end
  local world, between = e.space.model:motion_bounds(q1, q2, e.radii)
  local most = 0
  for _, i in ipairs(e.shaped) do
    most = math.max(most, world[i])
    local row = between[i]
    for _, k in ipairs(e.shaped) do most = math.max(most, row[k]) end
  end
  return most
end

-- true, or false and how much of the way from a is free at least
local function proved(e, a, d, from, to)
  local part = (from + to) / 2
  local room = edges.room(e, space.along(e.space, a, d, part))
  if room <= 0 then return false, from end
  local length = moved(e, space.along(e.space, a, d, from), space.along(e.space, a, d, to))
  if room >= length / 2 then return true end
  local ok, reached = proved(e, a, d, from, part)
  if not ok then return false, reached end
  return proved(e, a, d, part, to)
end

local function sampled(e, a, d)
  local count = math.max(1, math.ceil(space.length(e.space, d) / e.step))
  for k = 1, count do
    if edges.room(e, space.along(e.space, a, d, k / count)) <= 0 then
      return false, (k - 1) / count
    end
  end
  return true
end

-- the straight way a to a + d, whose ends are free
function edges.way(e, a, d)
  if not e.collision and not e.free then return true end
  if space.length(e.space, d) == 0 then return true end
  if e.exact then return proved(e, a, d, 0, 1) end
  return sampled(e, a, d)
end

-- all x within half of each side of a box about the middle: true only where that is proved
function edges.box(e, middle, half)
  if not e.collision and not e.free then return true end
  local room = edges.room(e, middle)
  if room <= 0 then return false end
  if not e.exact then return nil end
  local low, high = {}, {}
  for k = 1, e.space.n do low[k], high[k] = middle[k] - half[k], middle[k] + half[k] end
  return room >= moved(e, low, high) / 2 or nil
end

return edges
