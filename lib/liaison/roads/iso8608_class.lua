-- iso8608_class.lua - which class of ISO 8608 a measured profile is
--
-- Mean density of each octave 2^-6.5 .. 2^1.5 cycles per metre that the record holds; through them
-- on logarithmic scales the line of waviness 2, whose value at 0.1 /m tells the class, and the line
-- of least squares, whose slope is the waviness.
local li = require "liaison.core"
local check = require "liaison.base.check"
local kit = li._internal
local classes = require "liaison.roads.iso_classes"
local periodogram = require "liaison.roads.periodogram"

local LEAST = 4 -- lines of the periodogram in an octave that counts

-- centre 2^e: between 2^(e - 1/2) and 2^(e + 1/2)
local function band_of(e, n, G)
  local low, high = li.pow(2, e - 0.5), li.pow(2, e + 0.5)
  local sum, count = 0, 0
  for k = 1, #n do
    if n[k] >= low and n[k] < high then sum, count = sum + G[k], count + 1 end
  end
  if count < LEAST or high > n[#n] then return nil end
  return { n = li.pow(2, e), low = low, high = high, lines = count, G = sum / count }
end

-- The mean of c n^-2 over an octave is not its value at the centre: (1/low - 1/high)/(high - low)
-- = 1/(low high) = 1/centre^2 is, for this waviness, and so the centres are right.
local function fitted(bands)
  local mean_x, mean_y, two, m = 0, 0, 0, #bands
  for _, b in ipairs(bands) do
    b.x, b.y = li.log(b.n / classes.n0), li.log(b.G)
    mean_x, mean_y = mean_x + b.x / m, mean_y + b.y / m
    two = two + (b.y + 2 * b.x) / m
  end
  local xy, xx = 0, 0
  for _, b in ipairs(bands) do
    xy, xx = xy + (b.x - mean_x) * (b.y - mean_y), xx + (b.x - mean_x) ^ 2
    b.x, b.y = nil, nil
  end
  return li.exp(two), m > 1 and -xy / xx or nil
end

local report = check.class("iso8608", "The class of a profile: Gd at 0.1 /m, waviness, octaves.", {
  { "iso8608.__tostring(a: iso8608) -> str", "The class and its octaves, one a line.",
    "local _, z = li.surface{'iso8608', class = 'B'}:track(0, 200, 0.1) "
    .. "return tostring(li.iso8608_class(z, 0.1)):sub(1, 7) --> class B",
    function(r)
      local out = { kit.format("class %s: Gd(0.1 /m) = %.4g m^3, waviness %s", r.class, r.Gd,
        r.w and kit.format("%.3g", r.w) or "unknown") }
      for k, b in ipairs(r.bands) do
        out[k + 1] = kit.format("  %.4f to %.4f /m  %.4g m^3  %s", b.low, b.high, b.G, b.class)
      end
      return table.concat(out, "\n")
    end },
})

local function class_of(z, step)
  local n, G = periodogram.of(z, step)
  local bands = {}
  for e = -6, 1 do
    local b = band_of(e, n, G)
    if b then
      if b.G == 0 then
        check.fail("iso8608_class", "no roughness from %s to %s cycles per metre",
          kit.number(b.low), kit.number(b.high))
      end
      b.class = classes.of(b.G, b.n)
      bands[#bands + 1] = b
    end
  end
  if #bands == 0 then
    check.fail("iso8608_class", "%d heights %s m apart hold no octave of 0.011 to 2.83 cycles per "
      .. "metre", #z, kit.number(step))
  end
  local Gd, w = fitted(bands)
  return report.new { class = classes.of(Gd), Gd = Gd, w = w, bands = bands }
end

check.define(li, {
  { "iso8608_class(z: nums, step: num) -> iso8608",
    "The class of a profile of heights at equal steps (m): class, Gd at 0.1 /m by waviness 2, the "
    .. "waviness w of the record, bands {n, low, high, G, class} by octaves.",
    "local _, z = li.surface{'iso8608', class = 'D'}:track(0, 500, 0.1) "
    .. "return li.iso8608_class(z, 0.1).class --> D", class_of },
})

return class_of
