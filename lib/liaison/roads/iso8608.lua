-- iso8608.lua - random roads of ISO 8608: a sum of waves with random phases, classes A to H
--
-- Spectral density of the heights along every track, n in cycles per metre, n0 = 0.1 /m:
--   Gd(n) = Gd(n0) (n/n0)^-w
-- Waves: the band in equal steps of log n, one wave in each at a random place, whose mean square
-- a^2/2 is that of its step, so that the variance of every step is that of the class.
local li = require "liaison.core"
local check = require "liaison.base.check"
local coherence = require "liaison.roads.coherence"
local classes = require "liaison.roads.iso_classes"
local kit = li._internal

local N0 = classes.n0
local FIRST, LAST = li.pow(2, -6.5), li.pow(2, 1.5) -- eight octaves, 0.011 to 2.83 /m

-- int Gd dn from n1 to n2
local function variance(p, n1, n2)
  local c = p.Gd * li.pow(N0, p.w)
  if p.w == 1 then return c * li.log(n2 / n1) end
  return c * (li.pow(n2, 1 - p.w) - li.pow(n1, 1 - p.w)) / (1 - p.w)
end

-- a list of {a, n, q, phase}
local function waves(p)
  local random, list = li.random(p.seed), {}
  local octaves = li.log(p.band[2] / p.band[1]) / li.log(2)
  local count = math.max(1, math.floor(octaves * p.waves + 0.5))
  local function edge(k) return p.band[1] * li.pow(p.band[2] / p.band[1], k / count) end
  for k = 1, count do
    local n = edge(k - 1 + random:uniform())
    list[k] = { a = li.sqrt(2 * variance(p, edge(k - 1), edge(k))), n = n,
      q = p.coherence.row.q(p.coherence.p, n, p.w, random, p.band[2]),
      phase = random:uniform(0, 2 * math.pi) }
  end
  return list
end

local function read(p, path)
  if (p.class == nil) == (p.Gd == nil) then
    check.fail(path, "expected class = 'A' to 'H' or Gd = density at 0.1 /m, one of both")
  end
  p.Gd = p.Gd or classes.middle[p.class]
  p.band = p.band and { p.band[1], p.band[2] } or { FIRST, LAST }
  if #p.band ~= 2 or p.band[1] <= 0 or p.band[2] <= p.band[1] then
    check.fail(path .. ".band", "expected {n1, n2} in cycles per metre, 0 < n1 < n2")
  end
  p.coherence = coherence.read(p.coherence, path .. ".coherence")
  p.list = waves(p)
end

return {
  name = "iso8608", text = "a random road of a class of ISO 8608",
  fields = { class = "A|B|C|D|E|F|G|H?", Gd = { "num?", above = 0 },
    seed = { "int?", default = 1, min = 0 }, band = "nums?",
    waves = { "int?", default = 25, min = 1, max = 1000 },
    w = { "num?", default = 2, min = 1, max = 4 },
    coherence = function(x) return x end },
  read = read,
  height = function(p, x, y)
    local z = li.expr(0)
    for _, w in ipairs(p.list) do
      local across = w.q == 0 and 0 or 2 * math.pi * w.q * y
      z = z + w.a * li.cos(2 * math.pi * w.n * x + across + w.phase)
    end
    return z
  end,
  told = function(p)
    return kit.format("Gd(0.1 /m) = %.6g m^3%s, w = %.6g, seed %.0f, %d waves of %.4g to %.4g /m, "
      .. "tracks %s", p.Gd, p.class and " (class " .. p.class .. ")" or "", p.w, p.seed, #p.list,
      p.band[1], p.band[2], p.coherence.row.text)
  end,
  spectrum = function(p, n)
    if n < p.band[1] or n > p.band[2] then return 0 end
    return p.Gd * li.pow(n / N0, -p.w)
  end,
  coherence = function(p, n, b) return p.coherence.row.gamma2(p.coherence.p, n, b, p.w) end,
  variance = function(p, n1, n2)
    n1, n2 = math.max(n1, p.band[1]), math.min(n2, p.band[2])
    return n1 < n2 and variance(p, n1, n2) or 0
  end,
  examples = { { class = "C", waves = 4 }, { Gd = 1e-4, seed = 7, band = { 0.1, 1 }, waves = 3,
    w = 2.5, coherence = "full" },
    { class = "A", waves = 2, w = 1, coherence = { "constant", track = 1.5, value = 0.3 } },
    { class = "H", waves = 2, coherence = { "ammon", track = 1.5, a = 0.6, np = 0.3, w = 2,
      p = 0.5 } } },
}
