-- test_linkages.lua - random planar and spatial linkages of one to three loops: mobility by rank,
-- assembly, cut joints, class of four-bars, each against an account of our own. 300 of them;
-- LIAISON_CASES=5000 for as many as make check asks
local t = require "t"
local li = require "liaison"

local cases = tonumber(os.getenv "LIAISON_CASES" or "") or 300
local pi = math.pi

local state = 20240229
local function random(low, high)
  state = state * 16807 % 2147483647
  return low + (high - low) * (state / 2147483647)
end
local function pick(list) return list[1 + math.floor(random(0, #list))] end

-- poses of our own: p a vec, R a mat (in the plane turned by angle) -------------------------------

local function vector(n, size)
  local x = {}
  for k = 1, n do x[k] = random(-size, size) end
  return li.vec(x)
end

local function planar_pose()
  local a = random(-3, 3)
  return { angle = a, R = li.mat { { math.cos(a), -math.sin(a) }, { math.sin(a), math.cos(a) } },
    p = vector(2, 2) }
end

local function spatial_pose(R)
  return { R = R or li.rot.exp(vector(3, 2)):matrix(), p = vector(3, 2) }
end

local GROUND = { [true] = { angle = 0, R = li.eye(2), p = li.vec { 0, 0 } },
  [false] = { R = li.eye(3), p = li.vec { 0, 0, 0 } } }

local function unit(n)
  local v = vector(n, 1)
  return v / v:norm()
end

local function told(v) -- as a user writes it
  local x = {}
  for k = 1, #v do x[k] = v[k] end
  return x
end

-- the least turn from one unit vector to another, by its axis and angle
local function least(a, b)
  local axis = a:cross(b)
  -- luacheck: ignore
  return li.rot.axis(axis / axis:norm(), (math.atan2 or math.atan)(axis:norm(), a:dot(b))):matrix()
end

-- random mechanisms -------------------------------------------------------------------------------

-- a joint between bodies that stand where they stand, and the coordinates it has there
local function planar_joint(kind, Y, X)
  local at, j, turn = vector(2, 1), { kind = kind }, Y.angle - X.angle
  local gap = X.R:transpose() * (Y.p + Y.R * at - X.p)
  local u, q = unit(2), {}
  if kind == "revolute" then
    q = { turn }
  elseif kind == "prismatic" then
    q, j.angle = { random(-1, 1) }, turn
  elseif kind == "slot" then
    q = { random(-1, 1), turn }
  end
  if kind ~= "revolute" then gap, j.axis = gap - q[1] * u, told(random(.5, 2) * u) end
  j.at, j.at_from = told(at), told(gap)
  return j, q
end

local function spatial_joint(kind, Y, X)
  local at, w, j = vector(3, 1), unit(3), { kind = kind }
  local q
  local here, there = Y.R:transpose() * w, X.R:transpose() * w -- one axis, told in both
  local gap, slide = X.R:transpose() * (Y.p + Y.R * at - X.p), random(-1, 1)
  local R = X.R:transpose() * Y.R
  if kind == "spherical" then
    q = { li.rot.matrix(R):moving "zyx" }
    q[4] = nil
  elseif kind == "slot" then -- a ball in a straight slot
    local a, b, c = li.rot.matrix(R):moving "zyx"
    q, j.axis, gap = { slide, a, b, c }, told(random(.5, 2) * there), gap - slide * there
  else
    local M = R * least(here, there):transpose()
    local sine = there:dot(li.vec { M[3][2] - M[2][3], M[1][3] - M[3][1], M[2][1] - M[1][2] })
    -- luacheck: ignore
    local turn = (math.atan2 or math.atan)(sine, M[1][1] + M[2][2] + M[3][3] - 1)
    j.axis, j.axis_from = told(here), told(there)
    if kind == "revolute" then
      q = { turn }
    elseif kind == "cylindrical" then
      q = { turn, slide }
    else
      q = { slide }
    end
    if kind ~= "revolute" then gap = gap - slide * there end
  end
  j.at, j.at_from = told(at), told(gap)
  return j, q
end

-- what a joint keeps: numbers that are 0, told by poses alone
local function planar_gap(j, Y, X)
  local g = X.R:transpose() * (Y.p + Y.R * li.vec(j.at) - X.p) - li.vec(j.at_from)
  if j.kind == "revolute" then return { g[1], g[2] } end
  local across = (g[2] * j.axis[1] - g[1] * j.axis[2]) / math.sqrt(j.axis[1] ^ 2 + j.axis[2] ^ 2)
  return j.kind == "slot" and { across } or { across, Y.angle - X.angle - j.angle }
end

local function spatial_gap(j, Y, X)
  local g = X.R:transpose() * (Y.p + Y.R * li.vec(j.at) - X.p) - li.vec(j.at_from)
  local out
  if j.kind == "spherical" then return told(g) end
  local there, here = li.vec(j.axis_from or j.axis), X.R:transpose() * (Y.R * li.vec(j.axis))
  local k = 1
  for i = 2, 3 do if math.abs(there[i]) < math.abs(there[k]) then k = i end end
  local e = there:cross(li.vec { k == 1 and 1 or 0, k == 2 and 1 or 0, k == 3 and 1 or 0 })
  local f = there:cross(e)
  if j.kind == "revolute" then
    out = told(g)
  else
    out = { e:dot(g), f:dot(g) }
  end
  if j.kind == "slot" then return out end
  out[#out + 1], out[#out + 2] = e:dot(here), f:dot(here)
  if j.kind == "prismatic" then -- and no turn at all
    local M = X.R:transpose() * Y.R * least(li.vec(j.axis), there):transpose()
    local s = li.vec { M[3][2] - M[2][3], M[1][3] - M[3][1], M[2][1] - M[1][2] }
    out[#out + 1] = there:dot(s) / 2
  end
  return out
end

-- a tree of bodies, then as many joints more as there are loops; some joints are there twice, as
-- hinges of a door are
local function linkage(planar, loops)
  local bodies, joints, poses, gaps, at, count = {}, {}, {}, planar and planar_gap or spatial_gap,
    {}, 0
  local make = planar and planar_joint or spatial_joint
  local function add(kind, on, from)
    local j, q = make(kind, poses[on], from and poses[from] or GROUND[planar])
    count = count + 1
    j.on, j.from, j.name, j.coordinate = on, from, "j" .. count, {}
    for k, x in ipairs(q) do
      j.coordinate[k] = ("c%d_%d"):format(count, k)
      at[j.coordinate[k]] = x
    end
    joints[#joints + 1] = j
    return j
  end
  for k = 1, loops + 1 + math.floor(random(0, 3)) do
    local name, from = "b" .. k,
      k > 1 and random(0, 1) < .8 and "b" .. math.floor(random(1, k)) or nil
    local kind = planar and pick { "revolute", "revolute", "revolute", "prismatic", "slot" }
      or pick { "revolute", "revolute", "spherical", "cylindrical", "prismatic", "slot" }
    bodies[k] = { name = name, m = 1, j = planar and 1 or { 1, 1, 1 } }
    poses[name] = planar and planar_pose() or spatial_pose()
    -- its bodies do not turn towards each other but by what their axes say
    if kind == "prismatic" and not planar then
      local X, w = from and poses[from] or GROUND[false], unit(3)
      local here = unit(3)
      poses[name] = spatial_pose(X.R * least(here, w))
      add("prismatic", name, from)
      local j = joints[#joints]
      j.axis, j.axis_from = told(here), told(w)
      local gap = X.R:transpose() * (poses[name].p + poses[name].R * li.vec(j.at) - X.p)
        - at[j.coordinate[1]] * w
      j.at_from = told(gap)
    else
      add(kind, name, from)
    end
  end
  while #joints < #bodies + loops do
    local on, from = "b" .. math.floor(random(1, #bodies + 1)),
      random(0, 1) < .6 and "b" .. math.floor(random(1, #bodies + 1)) or nil
    if on ~= from then
      add(planar and pick { "revolute", "revolute", "slot" }
        or pick { "revolute", "spherical", "cylindrical", "slot" }, on, from)
    end
  end
  if random(0, 1) < .2 then
    local j = pick(joints)
    local twin = {}
    for key, x in pairs(j) do twin[key] = x end
    count = count + 1
    twin.name, twin.coordinate = "j" .. count, {}
    for k, name in ipairs(j.coordinate) do
      twin.coordinate[k] = ("c%d_%d"):format(count, k)
      at[twin.coordinate[k]] = at[name]
    end
    joints[#joints + 1] = twin
  end
  local m = li.mechanism { planar = planar, bodies = bodies, joints = joints }
  return { m = m, planar = planar, joints = joints, bodies = bodies, poses = poses, gaps = gaps,
    at = at }
end

-- our own account ---------------------------------------------------------------------------------

-- the pose a small twist d away from another
local function moved(X, planar, d)
  if planar then
    local a = X.angle + d[3]
    return { angle = a, R = li.mat { { math.cos(a), -math.sin(a) }, { math.sin(a), math.cos(a) } },
      p = X.p + li.vec { d[1], d[2] } }
  end
  return { R = X.R * li.rot.exp(li.vec { d[4], d[5], d[6] }):matrix(),
    p = X.p + li.vec { d[1], d[2], d[3] } }
end

local function all_gaps(x, poses)
  local out = {}
  for _, j in ipairs(x.joints) do
    for _, g in ipairs(x.gaps(j, poses[j.on], j.from and poses[j.from] or GROUND[x.planar])) do
      out[#out + 1] = g
    end
  end
  return out
end

-- freedoms: those of all bodies less the rank of what the joints keep, by differences; nil in doubt
local function freedom(x)
  local per, h, columns = x.planar and 3 or 6, 1e-4, {}
  for _, b in ipairs(x.bodies) do
    for k = 1, per do
      local d, there = { 0, 0, 0, 0, 0, 0 }, {}
      for name, X in pairs(x.poses) do there[name] = X end
      local function gaps_at(step)
        d[k] = step
        there[b.name] = moved(x.poses[b.name], x.planar, d)
        return all_gaps(x, there)
      end
      local a, b1, c, e = gaps_at(2 * h), gaps_at(h), gaps_at(-h), gaps_at(-2 * h)
      local column = {}
      for i = 1, #a do column[i] = (8 * (b1[i] - c[i]) - (a[i] - e[i])) / (12 * h) end
      columns[#columns + 1] = column
    end
  end
  local J = li.mat(columns)
  local _, s = J:svd()
  local rank = 0
  for i = 1, #s do
    if s[i] > 1e-9 * s[1] and s[i] < 1e-5 * s[1] then return nil end
    if s[i] >= 1e-5 * s[1] then rank = rank + 1 end
  end
  return per * #x.bodies - rank
end

local function worst(list)
  local most = 0
  for _, g in ipairs(list) do most = math.max(most, math.abs(g)) end
  return most
end

t.test("the generator makes mechanisms that are closed", function()
  for k = 1, 60 do
    local x = linkage(k % 2 == 0, 1 + k % 3)
    t.ok(worst(all_gaps(x, x.poses)) < 1e-12, tostring(worst(all_gaps(x, x.poses))))
  end
end)

t.test(("mobility of %d random linkages: never refused, the rank of our own account, cut "
  .. "joints where they are"):format(cases), function()
  local doubtful = 0
  for k = 1, cases do
    local x = linkage(k % 2 == 0, 1 + k % 3)
    local what = ("linkage %d (%s, %d loops)"):format(k, x.planar and "plane" or "space",
      #x.joints - #x.bodies)
    local mob, why = x.m:mobility(x.at)
    t.ok(mob, what .. ": " .. tostring(why))
    local own = freedom(x)
    if own then t.eq(mob.velocity, own, what) else doubtful = doubtful + 1 end
    for name, value in pairs(x.at) do
      local off = mob.q[name] - value
      t.ok(math.abs(off - 2 * pi * math.floor(off / (2 * pi) + .5)) < 1e-9,
        ("%s: %s = %s, not %s"):format(what, name, mob.q[name], value))
    end
  end
  t.ok(doubtful <= math.max(3, cases / 50), doubtful .. " in doubt")
end)

-- poses of the bodies by the coordinates of the joints they hang on, from the first joint on
local function placed(x, q)
  local poses = {}
  for k, b in ipairs(x.bodies) do
    local j = x.joints[k]
    local X, c, there = j.from and poses[j.from] or GROUND[x.planar], j.coordinate,
      j.axis_from and li.vec(j.axis_from)
    local slide
    local Y = {}
    if x.planar then
      local u = li.vec(j.axis or { 1, 0 })
      u = u / u:norm()
      local turn = j.kind == "revolute" and q[c[1]] or j.kind == "slot" and q[c[2]] or j.angle
      Y = moved({ angle = X.angle, R = X.R, p = X.p }, true, { 0, 0, turn })
      slide = j.kind ~= "revolute" and q[c[1]] * u
    elseif j.kind == "spherical" or j.kind == "slot" then
      local from = j.kind == "slot" and 1 or 0
      Y.R = X.R * li.rot.moving("zyx", q[c[from + 1]], q[c[from + 2]], q[c[from + 3]]):matrix()
      local u = j.axis and li.vec(j.axis)
      slide = u and q[c[1]] / u:norm() * u
    else
      local turn = j.kind == "prismatic" and 0 or q[c[1]]
      Y.R = X.R * li.rot.axis(there, turn):matrix() * least(li.vec(j.axis), there)
      slide = j.kind ~= "revolute" and q[c[j.kind == "prismatic" and 1 or 2]] * there
    end
    local foot = li.vec(j.at_from)
    if slide then foot = foot + slide end
    Y.p = X.p + X.R * foot - Y.R * li.vec(j.at)
    poses[b.name] = Y
  end
  return poses
end

t.test("assembly from beside the configuration: every loop closes, by our own account of its "
  .. "joints", function()
  local open = 0
  for k = 1, math.ceil(cases / 3) do
    local x = linkage(k % 2 == 0, 1 + k % 3)
    t.ok(worst(all_gaps(x, placed(x, x.at))) < 1e-11, "our own poses")
    local guess = {}
    for name, value in pairs(x.at) do guess[name] = value + random(-.02, .02) end
    local q = x.m:assemble("joint", {}, guess)
    if q then
      local gap = worst(all_gaps(x, placed(x, q)))
      t.ok(gap < 1e-9, ("linkage %d: %g"):format(k, gap))
    else
      open = open + 1 -- a structure near a place where it only just reaches
    end
  end
  t.ok(open <= cases / 100, open .. " do not close")
end)

-- classes of four-bars ----------------------------------------------------------------------------

-- which bars turn fully, from where the triangle of the other two can close: |g - a| .. g + a
-- within |b - c| .. b + c
local function turns(a, g, b, c) return math.abs(g - a) >= math.abs(b - c) and g + a <= b + c end

local function class(g, a, b, c)
  local input, output, longest = turns(a, g, b, c), turns(c, g, b, a), math.max(g, a, b, c)
  if 2 * longest > g + a + b + c then return "none" end
  if input and output then return "double_crank" end
  if input or output then return input and "crank_rocker" or "rocker_crank" end
  return turns(b, a, g, c) and turns(b, c, g, a) and "double_rocker" or "triple_rocker"
end

local function four_bar(g, a, b, c, unit_of)
  local function length(x) return { x * unit_of, 0 } end
  return li.mechanism { bodies = { { name = "a" }, { name = "b" }, { name = "c" } }, joints = {
    { kind = "revolute", on = "a", coordinate = "qa" },
      { kind = "revolute", on = "b", from = "a", at_from = length(a), coordinate = "qb" },
    { kind = "revolute", on = "c", at_from = length(g), coordinate = "qc" },
      { kind = "revolute", on = "c", from = "b", at = length(c), at_from = length(b),
      coordinate = "qd" } } }
end

t.test("classes of random four-bars, in metres, millimetres and kilometres; change points",
  function()
  local seen = {}
  for _ = 1, cases do
    local g, a, b, c = random(.1, 2), random(.1, 2), random(.1, 2), random(.1, 2)
    local want, size = class(g, a, b, c), 10 ^ math.floor(random(-4, 4))
    seen[want] = (seen[want] or 0) + 1
    t.eq(four_bar(g, a, b, c, size):grashof(), want, table.concat({ g, a, b, c }, " "))
    t.eq(four_bar(a, b, c, a + b - c > 0 and a + b - c or .1, size):grashof() == "change_point"
      or a + b - c <= 0 or nil, true)
  end
  for _, name in ipairs { "none", "double_crank", "crank_rocker", "rocker_crank", "double_rocker",
    "triple_rocker" } do
    t.ok(seen[name], "no " .. name .. " among them")
  end
end)

t.done()
