-- via.lua - li.via: curves through points or near them; li.polynomial: one piece between two states
local li = require "liaison.core"
local check = require "liaison.base.check"
local limits = require "liaison.motion.limits"
local kit = li._internal
local via = kit.via

-- what every kind is, and what it may be told beside points and times
local KINDS = {
  cubic = { r = 2, text = "cubic spline" },
  quintic = { r = 3, text = "quintic spline (minimum jerk)" },
  septic = { r = 4, text = "septic spline (minimum snap)" },
  ["minimum jerk"] = { r = 3, text = "quintic spline (minimum jerk)" },
  ["minimum snap"] = { r = 4, text = "septic spline (minimum snap)" },
  lines = { smooth = false, text = "lines with parabolic blends" },
  ["smooth lines"] = { smooth = true, text = "lines with quintic blends" },
  bspline = { text = "B-spline" },
  smoothing = { text = "smoothing spline" },
}
local SPLINE = { ends = true, v = true, a = true, j = true }
local BLENDS = { blend = true, acceleration = true, through = true }
local OWN = { -- who may be told what; what stands in no list is for all
  ends = SPLINE, v = SPLINE, a = SPLINE, j = SPLINE,
  blend = BLENDS, acceleration = BLENDS, through = BLENDS,
  degree = "bspline", lambda = "smoothing", weights = "smoothing",
}
local POWER = { chord = 1, centripetal = 0.5, uniform = 0 }
local ENDS = { rest = true, natural = true, periodic = true }

local function bad(path, ...) check.fail("via." .. path, ...) end

-- reading ---------------------------------------------------------------------------------------

-- a row for each point; plain numbers are points of one component
local function points(x, path)
  local flat = kit.class(x) == "vec" or (type(x) == "table" and type(x[1]) == "number")
  if flat then
    local rows = {}
    for k = 1, #x do rows[k] = { x[k] } end
    x = rows
  end
  return check.value(x, path, "mat")
end

local function word(known)
  return function(x, path)
    if x == nil or known[x] ~= nil then return x end
    check.fail(path, "unknown '%s'%s", tostring(x), check.hint(x, known))
  end
end

local function ends(x, path)
  if type(x) ~= "table" then return word(ENDS)(x, path) end
  for k = 1, 2 do
    if x[k] ~= "rest" and x[k] ~= "natural" then
      check.fail(path, "expected {first, last}, each \"rest\" or \"natural\"")
    end
  end
  return x
end

local function anything(x) return x end

local FIELDS = {
  x = points, t = "nums?", T = { "num?", above = 0 }, times = word(POWER), how = word(KINDS),
  ends = ends, v = "table?", a = "table?", j = "table?", limits = "table?",
  blend = anything, acceleration = anything, through = "bool?",
  degree = "int?", lambda = anything, weights = "nums?",
}

local function belongs(o, kind)
  for key, owner in pairs(OWN) do
    local mine = owner == SPLINE and kind.r or owner == BLENDS and kind.smooth ~= nil
      or owner == o.how
    if o[key] ~= nil and not mine then
      bad(key, "a %s takes no %s", kind.text, key)
    end
  end
end

-- told derivatives: {[k] = nums}, [-1] the last point; a flat list with false where nothing is told
local function told(given, m, n, path, list)
  if not given then return list end
  list = list or {}
  for k in pairs(given) do
    if type(k) ~= "number" or k % 1 ~= 0 or k == 0 or k > m or k < -m then
      bad(path, "unknown point '%s': expected 1 to %d, or -1 for the last one", tostring(k), m)
    end
  end
  for p = 1, m do
    local row = given[p]
    if row == nil then row = given[p - m - 1] end
    if row ~= nil then
      if type(row) == "number" then row = { row } end
      local class = type(row) == "table" or kit.class(row) == "vec"
      if not class or #row ~= n then
        bad(("%s[%d]"):format(path, p), "expected %d number%s (or false where it is free)", n,
          n == 1 and "" or "s")
      end
      for c = 1, n do
        local x = row[c]
        if x ~= false and (type(x) ~= "number" or x ~= x or x == math.huge or x == -math.huge) then
          bad(("%s[%d]"):format(path, p), "expected finite numbers (or false where it is free)")
        end
        list[(p - 1) * n + c] = x
      end
    end
  end
  for k = 1, m * n do if list[k] == nil then list[k] = false end end
  return list
end

-- 0 at the ends that rest
local function resting(o, m, n)
  local first = o.ends == nil or o.ends == "rest"
  local last = first
  if type(o.ends) == "table" then first, last = o.ends[1] == "rest", o.ends[2] == "rest" end
  if not (first or last) then return nil end
  local list = {}
  for k = 1, m * n do
    list[k] = ((first and k <= n) or (last and k > (m - 1) * n)) and 0 or false
  end
  return list
end

local function told_of(o, kind)
  local m, n = o.x:size()
  local out = {}
  for l, key in ipairs { "v", "a", "j" } do
    local rest = l < kind.r and resting(o, m, n) or nil
    out[l] = told(o[key], m, n, key, rest)
  end
  return out
end

-- curves ----------------------------------------------------------------------------------------

local function spline_at(o, kind, t)
  local d = told_of(o, kind)
  return via.spline(t, o.x, kind.r, d[1], d[2], d[3], o.ends == "periodic")
end

local function each_point(x, o)
  if type(x) ~= "number" then return check.value(x, "via.blend", "nums") end
  local list = {}
  for k = 1, o.m do list[k] = x end
  return li.vec(list)
end

local function each_component(x, o)
  if type(x) ~= "number" then return check.value(x, "via.acceleration", "nums") end
  local list = {}
  for k = 1, o.n do list[k] = x end
  return li.vec(list)
end

local function blends_at(o, kind, t, info)
  if (o.blend ~= nil) == (o.acceleration ~= nil) then
    bad("blend", "expected either blend (the time of each blend) or acceleration")
  end
  local time = o.blend ~= nil and each_point(o.blend, o) or nil
  local a = o.acceleration ~= nil and each_component(o.acceleration, o) or nil
  if time and #time ~= o.m then bad("blend", "expected %d times", o.m) end
  if a and #a ~= o.n then bad("acceleration", "expected %d numbers", o.n) end
  local curve, near = via.blends(t, o.x, kind.smooth, o.through or false, time, a)
  info.near = near
  return curve
end

local function smoothing_at(o, t, info)
  local lambda = o.lambda
  if lambda == nil or lambda == "gcv" then lambda = nil
  elseif type(lambda) ~= "number" or not (lambda >= 0) then
    bad("lambda", "expected a number of at least 0, math.huge, or \"gcv\"")
  end
  if o.weights and #o.weights ~= o.m then
    bad("weights", "expected %d numbers, got %d", o.m, #o.weights)
  end
  local curve, found = via.smooth(t, o.x, o.weights, lambda)
  for key, value in pairs(found) do info[key] = value end
  return curve
end

local function curve_at(o, kind, t, info)
  if kind.r then return spline_at(o, kind, t) end
  if kind.smooth ~= nil then return blends_at(o, kind, t, info) end
  if o.how == "bspline" then return via.bspline(t, o.x, o.degree or 3) end
  return smoothing_at(o, t, info)
end

-- times -----------------------------------------------------------------------------------------

local function scaled(t, T)
  local list, length = {}, t[#t] - t[1]
  for k = 1, #t do list[k] = (t[k] - t[1]) / length * T end
  list[#t] = T
  return li.vec(list)
end

local function told_rows(o)
  check.keys(o.limits, "via.limits", { v = true, a = true, j = true })
  local rows, any = limits.rows(o.limits, o.n, "via.limits")
  if not any then bad("limits", "expected v, a or j") end
  return rows
end

local function fastest_times(o, kind, rows, info)
  local d = told_of(o, kind)
  local t, binds, found = via.fastest(o.x, kind.r, d[1], d[2], d[3], o.ends == "periodic", rows)
  info.binds, info.least, info.degraded = binds, found.T, found.degraded
  info.iterations = found.iterations
  return t
end

-- one proportion of times, stretched as far as the limits want: neither r nor told speeds
local function stretched_times(o, kind, rows, info)
  local t = via.times(o.x, POWER[o.times or "chord"], 1)
  local factor = via.stretch(curve_at(o, kind, t, {}), rows)
  if not (factor > 0) then bad("limits", "nothing that moves is limited: any time would do") end
  info.least = factor
  return scaled(t, factor)
end

local function found_times(o, kind, rows, info)
  if kind.smooth ~= nil then
    bad("t", "expected the times t, or T: blends are not looked for by limits")
  end
  local t
  if kind.r and not o.times then t = fastest_times(o, kind, rows, info)
  else t = stretched_times(o, kind, rows, info) end
  if not o.T then return t end
  if o.T < info.least * (1 - 1e-9) then
    bad("T", "%.9g is too short: under these limits at least %.9g is needed", o.T, info.least)
  end
  info.binds = nil -- slower than they allow
  return scaled(t, o.T)
end

local function times_of(o, kind, rows, info)
  if o.t and (o.T or o.times) then bad("t", "tell t, or how to find it (T, times), not both") end
  if o.t then return o.t end
  if rows then return found_times(o, kind, rows, info) end
  if o.T then return via.times(o.x, POWER[o.times or "chord"], o.T) end
  bad("t", "expected the times t, a duration T, or limits = {v =, a =, j =}")
end

local function keep_limits(curve, rows)
  local factor = via.stretch(curve, rows)
  if factor <= 1 + 1e-9 then return end
  local T = curve.last - curve.first
  bad("t", "too short for the limits: all times stretched alike, %.9g instead of %.9g is the least",
    factor * T, T)
end

-- one and all -----------------------------------------------------------------------------------

local function continuity(curve, kind)
  if kind.r then return 2 * kind.r - 2 end
  if kind.smooth ~= nil then return kind.smooth and 2 or 1 end
  return curve.degree - 1
end

local function through(options)
  local o = check.fields(options, "via", FIELDS)
  o.how = o.how or "cubic"
  local kind = KINDS[o.how]
  o.m, o.n = o.x:size()
  belongs(o, kind)
  local info = { how = kind.text }
  local rows = o.limits and told_rows(o)
  local t = times_of(o, kind, rows, info)
  if #t ~= o.m then
    bad("t", "expected a time for each of the %d points, got %d", o.m, #t)
  end
  local curve = curve_at(o, kind, t, info)
  if rows and o.t then keep_limits(curve, rows) end
  info.t, info.T = t, t[#t] - t[1]
  info.continuity = continuity(curve, kind)
  if kind.r then info.energy = via.energy(curve, kind.r) end
  return curve, info
end

-- one piece -------------------------------------------------------------------------------------

local PIECE = {
  from = "nums", to = "nums", T = { "num", above = 0 }, degree = { "int", default = 5 },
  v0 = "nums?", v1 = "nums?", a0 = "nums?", a1 = "nums?", j0 = "nums?", j1 = "nums?",
}

-- rows of values, velocities .. at one end; what is not told is 0
local function state(o, place, number)
  local rows = { {} }
  for c = 1, #place do rows[1][c] = place[c] end
  for l, key in ipairs { "v" .. number, "a" .. number, "j" .. number } do
    local given = o[key]
    if given and 2 * l + 1 > o.degree then
      check.fail("polynomial." .. key, "degree %d cannot be told this: degree %d can", o.degree,
        2 * l + 1)
    end
    if given and #given ~= #place then
      check.fail("polynomial." .. key, "expected %d numbers, got %d", #place, #given)
    end
    if 2 * l + 1 <= o.degree then
      rows[l + 1] = {}
      for c = 1, #place do rows[l + 1][c] = given and given[c] or 0 end
    end
  end
  return li.mat(rows)
end

local function polynomial(options)
  local o = check.fields(options, "polynomial", PIECE)
  if o.degree ~= 3 and o.degree ~= 5 and o.degree ~= 7 then
    check.fail("polynomial.degree", "expected 3, 5 or 7, got %d", o.degree)
  end
  if #o.to ~= #o.from then
    check.fail("polynomial.to", "expected %d numbers, as from has, got %d", #o.from, #o.to)
  end
  return via.hermite(o.degree, state(o, o.from, "0"), state(o, o.to, "1"), o.T)
end

check.define(li, {
  { "via(options: table) -> curve: curve, info: table",
    "A curve through the rows of x at the times t (or T with times = \"chord\", \"centripetal\", "
      .. "\"uniform\"; or limits = {v =, a =, j =}: the least time). how: \"cubic\", \"quintic\" "
      .. "(= \"minimum jerk\"), \"septic\" (= \"minimum snap\") with ends \"rest\", \"natural\", "
      .. "\"periodic\" and v, a, j told at any point, v = {[2] = {1, 0}}; \"lines\" with "
      .. "parabolas, \"smooth lines\" with quintics (blend = their time, or acceleration =; "
      .. "through = true); \"bspline\" (degree 3 to 7); \"smoothing\" (weights, lambda or "
      .. "\"gcv\"). info: t, T, continuity, energy, least and binds (under limits), near, lambda.",
    "li.via{x = {0, 1, 0}, t = {0, 1, 2}, ends = \"natural\"}:at(0.5) --> "
      .. "[0.6875], [1.125], [-1.5], [-3]",
    function(options) return through(options) end },
  { "polynomial(options: table) -> curve",
    "One polynomial of degree 3, 5 (if not told) or 7 from one state to another in the time T: "
      .. "from, to, velocities v0, v1, accelerations a0, a1, jerks j0, j1; 0 where not told.",
    "li.polynomial{from = {0}, to = {1}, T = 2, v0 = {1}}:coefficients(1) --> "
      .. "[0  1  0  -0.25  0.0625  0]",
    function(options) return polynomial(options) end },
})

return {}
