-- space_routes.lua - how bodies in space go from joint to joint: along axes and the perpendiculars
-- of two axes, in forks where a shaft is held; and how far symbols stand from where joints meet
local li = require "liaison.core"
local symbols = require "liaison.draw.space_symbols"

local routes = {}

local AXIS = { revolute = true, prismatic = true, cylindrical = true, helical = true }
local SHAFT = { revolute = true, cylindrical = true, helical = true }
local NONE = { floating = true, parallel = true, angle = true, pulley = true, distance = true }
routes.has_axis = AXIS

-- ---- where symbols stand ------------------------------------------------------------------------

local NEAR = 27  -- points that symbols keep apart
local SHIFTS = { 0, -30, 30, -42, 42, -56, 56 }

local function spots_of(b, g_of)
  local list = {}
  for _, s in ipairs(b.spots) do
    local g = s.joint and not NONE[s.joint.kind] and g_of[s.joint]
    list[#list + 1] = g and g.c or s.p
  end
  return list
end

-- how long the bodies of a joint are drawn, in points
local function length_of(s, b, g_of)
  local list, sum = spots_of(b, g_of), 0
  for i = 2, #list do sum = sum + (list[i] - list[1]):norm() end
  return b.index == 0 and 0 or sum / s.unit
end

local function crowd(s, g, all)
  local sum = 0
  local x, y = s.at(g.c)
  for _, other in ipairs(all) do
    if other ~= g then
      local X, Y = s.at(other.c)
      local d = math.sqrt((x - X) ^ 2 + (y - Y) ^ 2)
      if d < NEAR then sum = sum + 8 * (NEAR - d) end
    end
  end
  return sum
end

-- symbols that would cover each other are moved along their axes; all: { joint, c, u }; the same
-- wherever it is drawn: each in turn takes its cheapest place, three times
function routes.spread(s, all, g_of)
  for _ = 1, 3 do
    for _, g in ipairs(all) do
      if g.movable then
        local best, least
        for k, far in ipairs(SHIFTS) do
          g.c = g.p + far * s.unit * g.u
          local up = far * g.u:dot(s.up)
          local cost = crowd(s, g, all) + length_of(s, g.joint.from, g_of)
            + length_of(s, g.joint.to, g_of) + 0.1 * k + (g.joint.from.index == 0 and up > 0
            and 6 or 0)
          if not least or cost < least - 1e-6 then best, least = far, cost end
        end
        g.c, g.shift = g.p + best * s.unit * g.u, best
      end
    end
  end
end

-- ---- the way between two joints -----------------------------------------------------------------

-- the feet of the common perpendicular of two axes; of parallel ones across from the first point
local function feet(p, u, q, v)
  local d, n = q - p, u:cross(v)
  if n:norm() < 1e-6 then return p, q + (p - q):dot(v) * v end
  local det = n:dot(n)
  return p + d:cross(v):dot(n) / det * u, q + d:cross(u):dot(n) / det * v
end

-- points of the way; a, b: { c, u or nil }
local function between(s, a, b)
  local list = { a.c }
  local one, two
  if a.u and b.u then one, two = feet(a.c, a.u, b.c, b.u)
  elseif a.u then one = a.c + (b.c - a.c):dot(a.u) * a.u
  elseif b.u then two = b.c + (a.c - b.c):dot(b.u) * b.u end
  -- nearly parallel axes come near each other far away
  local most = 2 * (a.c - b.c):norm() + 60 * s.unit
  for _, p in ipairs { one or a.c, two or b.c, b.c } do
    local far = (p - list[#list]):norm()
    if (p - a.c):norm() > most then return { a.c, b.c } end
    if far > 1.5 * s.unit then list[#list + 1] = p end
  end
  if #list == 1 then list[2] = b.c end
  return list
end

-- ---- the bodies ---------------------------------------------------------------------------------

-- owner, other: symbols at its ends, which cover it
local function seg(s, p, q, color, owner, other)
  if (p - q):norm() < 0.3 * s.unit then return end
  s.segs[#s.segs + 1] = { p = p, q = q, color = color, owner = owner, other = other }
end

local REACH = 13 -- how far a fork goes beside its joint

local function direction(p, q)
  local d = q - p
  return d / d:norm()
end

-- the two prongs of a fork, and where it goes on
local function fork(s, g, d, leg, color)
  local h = (symbols.HALF + symbols.STUB - 1.5) * s.unit
  local across = d - d:dot(g.u) * g.u
  across = across / across:norm()
  local far = math.min(REACH * s.unit, leg)
  local foot = g.c + far * across
  for _, way in ipairs { -1, 1 } do
    seg(s, g.c + way * h * g.u, foot + way * h * g.u, color)
    seg(s, foot, foot + way * h * g.u, color)
  end
  return foot
end

-- a body leaves a joint towards q: the point from which it goes on
local function leave(s, g, role, q, color)
  if s.plain then return g and g.c end
  if not g or not AXIS[g.joint.kind] or (q - g.c):norm() < 1e-9 then return g and g.c end
  local d = direction(g.c, q)
  local c = d:dot(g.u)
  if math.abs(c) > 0.9 then
    local way = c > 0 and 1 or -1
    if role == "from" then
      g.stub[way] = false
      return g.c
    end
    return g.c + way * symbols.HALF * s.unit * g.u
  end
  if role == "from" or not SHAFT[g.joint.kind] then return g.c end
  return fork(s, g, d, (q - g.c):norm(), color)
end

-- bars along points, each end as its joint wants it; a, b: { g, role } or without g a point
local function bars(s, list, a, b, color)
  if #list < 2 then return end
  list[1] = leave(s, a.g, a.role, list[2], color) or list[1]
  local n = #list
  list[n] = leave(s, b.g, b.role, list[n - 1], color) or list[n]
  for i = 2, n do
    seg(s, list[i - 1], list[i], color, i == 2 and a.g or nil, i == n and b.g or nil)
  end
end

-- where a body begins at a joint that slides: the end of its rod, at least outside of the box
local function slid(s, g, b, color)
  if not AXIS[g.joint.kind] or g.joint.kind == "revolute" or g.joint.kind == "helical" then
    return nil
  end
  local far, least = (g.joint.p_to - g.c):dot(g.u), (symbols.HALF + symbols.STUB) * s.unit
  if math.abs(far) < least then
    local next_spot = b.spots[2] and b.spots[2].p or b.X.p
    far = (next_spot - g.c):dot(g.u) < 0 and -least or least
  end
  local p = g.c + far * g.u
  seg(s, g.c, p, color, g)
  return p
end

local function role_of(b, j) return j.to == b and "to" or "from" end

-- other points that a body goes to: its frames; where it has no other joint either, its origin or
-- its centre of mass
local function free_ends(s, b, hub, alone)
  local list = {}
  for _, x in ipairs(b.spots) do
    if x.frame and (x.p - hub):norm() > 1.5 * s.unit then list[#list + 1] = x.p end
  end
  if #list > 0 or not alone then return list end
  local own = b.lead and b.lead.p_to or hub
  if (b.X.p - own):norm() > 1.5 * s.unit then return { b.X.p } end
  local com = b.com and b.X:point(li.vec(b.com))
  if com and (com - hub):norm() > 4 * s.unit then return { com } end
  return {}
end

-- the body drawn from the joint that leads to it to everything else it has; plain: without forks
function routes.body(s, b, g_of, color, plain)
  s.plain = plain
  local lead = b.lead and g_of[b.lead]
  local start = { g = lead, role = "to" }
  local hub = { c = lead and lead.c or b.X.p, u = lead and AXIS[lead.joint.kind] and lead.u or nil }
  local from = lead and slid(s, lead, b, color)
  if from then start, hub = { }, { c = from, u = lead.u } end
  local done = 0
  local function go(list, stop)
    local before = #s.segs
    bars(s, list, start, stop, color)
    if #s.segs > before and start.g then -- what follows goes on from the foot of the fork
      start, hub = {}, { c = list[1] }
    end
    done = done + 1
  end
  for _, x in ipairs(b.spots) do
    local j = x.joint ~= b.lead and x.joint
    local g = j and g_of[j]
    if j and NONE[j.kind] then go(between(s, hub, { c = x.p }), {})
    elseif g then
      local stop = { c = g.c, u = AXIS[j.kind] and g.u or nil }
      go(between(s, hub, stop), { g = g, role = role_of(b, j) })
    end
  end
  for _, p in ipairs(free_ends(s, b, hub.c, done == 0)) do go(between(s, hub, { c = p }), {}) end
  if done == 0 and lead and SHAFT[lead.joint.kind] then
    go({ hub.c, hub.c + 24 * s.unit * lead.v }, {})
  end
end

-- ---- the ground ---------------------------------------------------------------------------------

-- a stub from a joint to the ground below it, and its foot
function routes.ground(s, g)
  local down = -s.up
  if AXIS[g.joint.kind] and math.abs(g.u:dot(s.up)) > 0.9 then
    g.stub[g.u:dot(s.up) > 0 and -1 or 1] = false
  end
  local foot = g.c + 20 * s.unit * down
  seg(s, g.c, foot, "ink", g)
  s.feet[#s.feet + 1] = foot
end

return routes
