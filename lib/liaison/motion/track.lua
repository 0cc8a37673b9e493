-- track.lua - where all axes are at a time: a curve, a path with its timing, or others of these cut
-- and joined
--
-- A track goes from `first` to `last` in t, tells q, q', q'', q''' there, and rests before and
-- after. breaks: where in between it may be no smooth function; curve: where it is polynomials;
-- rests: it begins and ends at rest.
local li = require "liaison.core"
local rising = require("liaison.base.lists").rising

local track = {}

local MOST_DEGREE = li._internal.curve.most_degree()

function track.of_curve(c, rests)
  return { n = c.n, first = c.first, last = c.last, curve = c, breaks = c:knots():table(),
    rests = rests, at = function(t) return c:at(t) end }
end

-- d/dt of p(s(t)): p' s', p' s'' + p'' s'^2, p' s''' + 3 p'' s' s'' + p''' s'^3
local function chain(path, time)
  return function(t)
    local s, v, a, j = time.at(t)
    local p, p1, p2, p3 = path:at(s)
    local q1, q2, q3 = li.zeros(path.n), li.zeros(path.n), li.zeros(path.n)
    for k = 1, path.n do
      q1[k] = p1[k] * v
      q2[k] = p1[k] * a + p2[k] * v ^ 2
      q3[k] = p1[k] * j + 3 * p2[k] * v * a + p3[k] * v ^ 3
    end
    return p, q1, q2, q3
  end
end

-- when s(t), which never turns back, goes through s
local function when(time, s)
  local a, b = time.first, time.last
  for _ = 1, 80 do
    local middle = (a + b) / 2
    if time.at(middle) < s then a = middle else b = middle end
  end
  return (a + b) / 2
end

-- where the timing or the path under it changes its polynomial
local function breaks_along(path, time)
  local out = {}
  for _, t in ipairs(time.breaks) do out[#out + 1] = t end
  local knots = path:knots()
  for k = 2, #knots - 1 do out[#out + 1] = when(time, knots[k]) end
  rising(out)
  return out
end

-- along a path, a curve of all axes by how far along
function track.along(path, time)
  if time.curve and path.degree * time.curve.degree <= MOST_DEGREE then
    return track.of_curve(path:along(time.curve), time.rests)
  end
  return { n = path.n, first = time.first, last = time.last, path = path, time = time,
    breaks = breaks_along(path, time), at = chain(path, time), rests = time.rests }
end

local function mapped(list, f)
  local out = {}
  for k, t in ipairs(list) do out[k] = f(t) end
  rising(out)
  return out
end

-- x at T - t, its odd derivatives with the other sign
function track.reverse(x)
  if x.curve then return track.of_curve(x.curve:reverse(), x.rests) end
  local sum = x.first + x.last
  return { n = x.n, first = x.first, last = x.last, rests = x.rests,
    breaks = mapped(x.breaks, function(t) return sum - t end), at = function(t)
      local q, v, a, j = x.at(sum - t)
      return q, -1 * v, a, -1 * j
    end }
end

function track.stretch(x, factor)
  if x.curve then return track.of_curve(x.curve:stretch(factor), x.rests) end
  local function back(t) return x.first + (t - x.first) / factor end
  return { n = x.n, first = x.first, last = x.first + (x.last - x.first) * factor, rests = x.rests,
    breaks = mapped(x.breaks, function(t) return x.first + (t - x.first) * factor end),
    at = function(t)
      local q, v, a, j = x.at(back(t))
      return q, v / factor, a / factor ^ 2, j / factor ^ 3
    end }
end

-- the part from a to b, from 0 on
function track.slice(x, a, b)
  if x.curve then return track.of_curve(x.curve:slice(a, b):shift(-a)) end
  local breaks, none = {}, li.zeros(x.n)
  for _, t in ipairs(x.breaks) do if t > a and t < b then breaks[#breaks + 1] = t - a end end
  return { n = x.n, first = 0, last = b - a, breaks = breaks, at = function(t)
    local q, v, acc, jerk = x.at(math.min(math.max(t, 0), b - a) + a)
    if t < 0 or t > b - a then return q, none, none, none end
    return q, v, acc, jerk
  end }
end

-- y, moved in time, behind x
function track.join(x, y)
  if x.curve and y.curve then return track.of_curve(x.curve:join(y.curve), x.rests and y.rests) end
  local by = x.last - y.first
  local breaks = mapped(y.breaks, function(t) return t + by end)
  for _, t in ipairs(x.breaks) do breaks[#breaks + 1] = t end
  breaks[#breaks + 1] = x.last
  rising(breaks)
  return { n = x.n, first = x.first, last = y.last + by, breaks = breaks,
    rests = x.rests and y.rests, at = function(t)
      if t < x.last then return x.at(t) end
      return y.at(t - by)
    end }
end

return track
