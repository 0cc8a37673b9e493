-- timing.lua - how far along, and how fast: s(t) of a motion by a law, or by a curve of time
--
-- A timing goes from `first` to `last` in t and tells s, s', s'', s''' there; before and after it
-- rests. breaks: where in between it may be no smooth function; rests: it begins and ends at rest.
local timing = {}

-- s0 + (s1 - s0) law(t / T)
function timing.of_law(law, T, s0, s1)
  local D, breaks = s1 - s0, {}
  for _, x in law:breaks():each() do breaks[#breaks + 1] = x * T end
  return { first = 0, last = T, law = law, s0 = s0, s1 = s1, breaks = breaks, rests = true,
    at = function(t)
      local s, v, a, j = law:at(t / T)
      return s0 + D * s, D * v / T, D * a / T ^ 2, D * j / T ^ 3
    end }
end

-- a curve of one component
function timing.of_curve(c)
  return { first = c.first, last = c.last, curve = c, breaks = c:knots():table(),
    at = function(t)
      local s, v, a, j = c:at(t)
      return s[1], v[1], a[1], j[1]
    end }
end

return timing
