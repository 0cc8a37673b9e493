-- coherence.lua - how tracks beside one another belong together: rows of models
--
-- A wave n along x has the part q across: z = a cos(2 pi (n x + q y) + phase). Two tracks b apart
-- see it with the phase 2 pi q b, and over many waves about n the cross-spectrum over the spectrum
-- is the mean of cos(2 pi q b): gamma(n, b). Each model draws q so that this mean is its own.
-- gamma2 is gamma^2, the coherence.
local li = require "liaison.core"
local check = require "liaison.base.check"

local rows = {}

-- ln Gamma(x), x > 0: Stirling's series from x + 16 on, Abramowitz and Stegun 6.1.41
local function log_gamma(x)
  local below = 0
  while x < 16 do
    below = below + li.log(x)
    x = x + 1
  end
  local r = 1 / (x * x)
  local series = (1 / 12 - r * (1 / 360 - r * (1 / 1260 - r / 1680))) / x
  return (x - 0.5) * li.log(x) - x + 0.5 * li.log(2 * math.pi) + series - below
end

-- z^v K_v(z) 2^(1 - v)/Gamma(v): 1 at z = 0. K_v(z) = int_0^inf exp(-z cosh t) cosh(v t) dt, by the
-- trapezium rule, which converges faster than any power here
local function matern(v, z)
  if z < 1e-8 then return 1 end
  local step, sum = 1 / 64, 0.5 * li.exp(-z)
  for k = 1, 4096 do
    local t = k * step
    local c = (li.exp(t) + li.exp(-t)) / 2
    if z * c > 745 + v * t then break end
    sum = sum + (li.exp(v * t - z * c) + li.exp(-v * t - z * c)) / 2
  end
  return sum * step * li.exp(v * li.log(z) + (1 - v) * li.log(2) - log_gamma(v))
end

-- The same spectrum in every direction [Dodds and Robson 1973]: Gd = c n^-w along every line needs
-- a spectrum (n^2 + q^2)^-((w + 1)/2) of the plane. With q = n tan(theta), theta has the density
-- cos(theta)^(w - 1), and gamma = 2 (pi n b)^(w/2) K_(w/2)(2 pi n b)/Gamma(w/2). Long waves that
-- run nearly across would be short ones of their great height: none with q beyond the band and
-- 10 n, which is one in 200.
rows.isotropic = {
  text = "the same in all directions (Dodds and Robson)",
  fields = {},
  q = function(_, n, w, random, last)
    local theta, q
    repeat
      theta = random:uniform(-math.pi / 2, math.pi / 2)
      q = n * li.tan(theta)
    until random:uniform() < li.pow(li.cos(theta), w - 1)
      and math.abs(q) <= math.max(last, 10 * n)
    return q
  end,
  gamma2 = function(_, n, b, w) return li.pow(matern(w / 2, 2 * math.pi * n * math.abs(b)), 2) end,
}

-- every track the same
rows.full = {
  text = "all tracks alike",
  fields = {},
  q = function() return 0 end,
  gamma2 = function() return 1 end,
}

-- two tracks b apart with phases +-acos(gamma(n)): the mean of the cosine is gamma
local function pair(gamma)
  return function(p, n, _, random)
    local sign = random:uniform() < 0.5 and -1 or 1
    return sign * li.acos(gamma(p, n)) / (2 * math.pi * p.track)
  end
end

-- what tracks of another distance have then: the waves are the same
local function of_pair(gamma)
  return function(p, n, b) return li.pow(li.cos(li.acos(gamma(p, n)) * b / p.track), 2) end
end

-- gamma^2 = (1 + (n b^a/np)^w)^-p, four numbers of a measured road [Ammon 1992]
local function of_ammon(p, n)
  return li.sqrt(li.pow(1 + li.pow(n * li.pow(p.track, p.a) / p.np, p.w), -p.p))
end
rows.ammon = {
  text = "by Ammon's law",
  fields = { track = { "num", above = 0 }, a = "num", np = { "num", above = 0 },
    w = { "num", above = 0 }, p = { "num", above = 0 } },
  q = pair(of_ammon), gamma2 = of_pair(of_ammon),
}

local function of_value(p) return li.sqrt(p.value) end
rows.constant = {
  text = "of one value",
  fields = { track = { "num", above = 0 }, value = { "num", min = 0, max = 1 } },
  q = pair(of_value), gamma2 = of_pair(of_value),
}

local coherence = { rows = rows }

-- "isotropic", or {"ammon", track = 1.5, ..}: {row =, p =}
function coherence.read(x, path)
  if x == nil then x = "isotropic" end
  if type(x) == "string" then x = { x } end
  if type(x) ~= "table" then
    check.fail(path, "expected a word or {word, ..}, got %s", check.got(x))
  end
  local row = type(x[1]) == "string" and rows[x[1]]
  if not row then
    check.fail(path, "unknown coherence '%s'%s", tostring(x[1]), check.hint(x[1], rows))
  end
  local named = {}
  for key, value in pairs(x) do if key ~= 1 then named[key] = value end end
  return { row = row, p = check.fields(named, path, row.fields), name = x[1] }
end

return coherence
