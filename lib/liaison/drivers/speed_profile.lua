-- speed_profile.lua - li.speed_profile: how fast a car may go along a route: v^2 k within what the
-- tyres hold, speeding up and braking within what is left of it
--
-- With w = v^2, dw/ds = 2 a. Bound everywhere by w = lateral/|k|; then forwards with the largest
-- drive and backwards with the largest brake, each a share of its own: the friction ellipse
--
--   (a/a_most)^2 + (v^2 k/lateral)^2 = 1
local li = require "liaison"
local check = require "liaison.base.check"
local language = require "liaison.language.language"
local kit = li._internal

local class

local SPEC = { lateral = { "num", above = 0 }, drive = { "num", above = 0 },
  brake = { "num", above = 0 }, most = { "num?", above = 0 }, start = { "num?", min = 0 },
  finish = { "num?", min = 0 }, step = { "num?", above = 0 }, ellipse = { "bool", default = true } }

-- what is left ahead at w where k bends
local function left(o, most, w, k)
  if not o.ellipse then return most end
  return most * math.sqrt(math.max(0, 1 - (w * k / o.lateral) ^ 2))
end

-- from w over ds with the curvature k0 .. k1, by Heun's method
local function push(o, most, w, k0, k1, ds)
  local a = left(o, most, w, k0)
  local b = left(o, most, w + 2 * a * ds, k1)
  return w + (a + b) * ds
end

local function bounds(route, o, n)
  local k, w = {}, {}
  for i = 0, n do
    k[i] = math.abs((select(4, route:at(math.min(route.length * i / n, route.length - 1e-12)))))
    w[i] = o.most and o.most ^ 2 or math.huge
    if k[i] > 0 then w[i] = math.min(w[i], o.lateral / k[i]) end
  end
  return k, w
end

-- forwards, then backwards, of a closed route twice round
local function passes(route, o, k, w, n, ds)
  for _ = 1, route.closed and 2 or 1 do
    for i = 1, n do w[i] = math.min(w[i], push(o, o.drive, w[i - 1], k[i - 1], k[i], ds)) end
    if route.closed then w[0] = math.min(w[0], w[n]) end
  end
  for _ = 1, route.closed and 2 or 1 do
    for i = n - 1, 0, -1 do
      w[i] = math.min(w[i], push(o, o.brake, w[i + 1], k[i + 1], k[i], ds))
    end
    if route.closed then w[n] = math.min(w[n], w[0]) end
  end
end

local function check_bounds(w, n)
  for i = 0, n do
    if w[i] == math.huge then
      check.fail("most", "expected the largest speed: somewhere neither curves nor drive bound it")
    end
  end
end

local function speed_profile(route, spec)
  local o = check.fields(spec, "", SPEC)
  if #route:kinks() > 0 then
    check.fail("route", "%s", route:obstacles()[1])
  end
  local n = math.max(2, math.ceil(route.length / (o.step or math.min(0.5, route.length / 400))))
  local ds = route.length / n
  local k, w = bounds(route, o, n)
  if o.start then w[0] = math.min(w[0], o.start ^ 2) end
  if o.finish then w[n] = math.min(w[n], o.finish ^ 2) end
  if route.closed and not o.most and w[0] == math.huge then
    check.fail("most", "expected the largest speed")
  end
  passes(route, o, k, w, n, ds)
  check_bounds(w, n)
  local s, v, a, time = {}, {}, {}, 0
  for i = 0, n do
    s[i + 1], v[i + 1] = i * ds, math.sqrt(w[i])
    a[i + 1] = i < n and (w[i + 1] - w[i]) / (2 * ds) or 0
    if i > 0 then time = time + 2 * ds / math.max(v[i] + v[i + 1], 1e-9) end
  end
  return class.new { route = route, s = li.vec(s), v = li.vec(v), a = li.vec(a), time = time }
end

-- ---- for a driver -------------------------------------------------------------------------------

local function number(x) return "(" .. kit.number(x, 17) .. ")" end

-- the knots that a straight w over s needs to be off by 0.02 m/s at most
local function thinned(p)
  local keep, n = { [1] = true, [#p.s] = true }, #p.s
  local function look(i, j)
    local worst, at = 0.02, nil
    for m = i + 1, j - 1 do
      local share = (p.s[m] - p.s[i]) / (p.s[j] - p.s[i])
      local w = p.v[i] ^ 2 + share * (p.v[j] ^ 2 - p.v[i] ^ 2)
      local off = math.abs(math.sqrt(math.max(w, 0)) - p.v[m])
      if off > worst then worst, at = off, m end
    end
    if not at then return end
    keep[at] = true
    look(i, at)
    look(at, j)
  end
  look(1, n)
  local list = {}
  for i = 1, n do if keep[i] then list[#list + 1] = i end end
  return list
end

-- lines wish (v_r) and along (a_r) of a block that is given the place
local function lines(p, place)
  local knots, square, slope = thinned(p), {}, {}
  local at = p.route.closed and ("(%s - %s*floor(%s/%s))"):format(place, number(p.route.length),
    place, number(p.route.length)) or place
  for k = 1, #knots - 1 do
    local i, j = knots[k], knots[k + 1]
    local w0, w1 = p.v[i] ^ 2, p.v[j] ^ 2
    local rise = (w1 - w0) / (p.s[j] - p.s[i])
    if k < #knots - 1 then
      square[#square + 1] = "profile_s < " .. number(p.s[j])
      slope[#slope + 1] = "profile_s < " .. number(p.s[j])
    end
    square[#square + 1] = ("%s + (profile_s - %s)*%s"):format(number(w0), number(p.s[i]),
      number(rise))
    slope[#slope + 1] = number(rise / 2)
  end
  local function chosen(list)
    return #list == 1 and list[1] or "piecewise(" .. table.concat(list, ", ") .. ")"
  end
  return { { "profile_s", ("max(0, min(%s, %s))"):format(number(p.route.length), at) },
    { "profile_w", chosen(square) }, { "wish", "sqrt(max(profile_w, 0))" },
    { "along", chosen(slope) } }
end

local function at(p, s)
  local x = s
  if p.route.closed then x = s - p.route.length * math.floor(s / p.route.length) end
  x = math.min(math.max(x, 0), p.route.length)
  local ds = p.s[2] - p.s[1]
  local i = math.min(math.floor(x / ds) + 1, #p.s - 1)
  local share = (x - p.s[i]) / ds
  return math.sqrt(p.v[i] ^ 2 + share * (p.v[i + 1] ^ 2 - p.v[i] ^ 2)), p.a[i]
end

local function text(p)
  return ("speed profile over %s m: %s to %s m/s, %s s"):format(kit.number(p.route.length, 5),
    kit.number(p.v:min(), 4), kit.number(p.v:max(), 4), kit.number(p.time, 5))
end

local STRAIGHT = "local p = li.speed_profile(li.route{{'line', length = 100}}, {lateral = 8, "
  .. "drive = 3, brake = 8, start = 0, finish = 0, most = 50}) "

class = check.class("speedprofile", "How fast a car may go along a route: lists s, v, a; time.", {
  { "speedprofile:at(s: num) -> v: num, a: num", "Speed and acceleration at a place.",
    STRAIGHT .. "return ('%.2f'):format((p:at(10))) --> 7.75", at },
  { "speedprofile:lines(place: str) -> lines: table",
    "Lines wish (m/s) and along (m/s2) of a block at the place that an input of it tells.",
    STRAIGHT .. "return p:lines('s')[3][1] --> wish", lines },
  { "speedprofile:plot() -> plot", "Speed over s.",
    STRAIGHT .. "return #p:plot():svg() > 1000 --> true",
    function(p)
      return li.plot { x = p.s, y = p.v, xlabel = "s (m)", ylabel = language.label "speed (m/s)" }
    end },
  { "speedprofile.__tostring(p: speedprofile) -> str", "Its range and its time.",
    STRAIGHT .. "return tostring(p):match 'over %d+ m' --> over 100 m", text },
})

check.define(li, {
  { "speed_profile(route: route, options: table) -> speedprofile",
    "The highest speeds along a route: lateral, drive and brake (m/s2), together on an ellipse "
      .. "(ellipse = false: each by itself), most, start and finish (m/s); step (m).",
    STRAIGHT .. "return ('%.2f'):format(p.v:max()) --> 20.88", speed_profile },
})

return { make = speed_profile }
