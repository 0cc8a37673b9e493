-- describing.lua - describing functions: what a nonlinear element makes of the first harmonic of a
-- swing, and the limit cycles that follow
--
-- N(a) = (b1 + i a1)/a, of the first Fourier coefficients at amplitude a [Gelb, Vander Velde 1968]
local li = require "liaison.core"
local check = require "liaison.base.check"
local frequency = require "liaison.linear.frequency"
local systems = require "liaison.linear.systems"
local kit = li._internal

local pi, sqrt = math.pi, math.sqrt
local asin = math.asin

-- share of a slope of 1 that is cut at a level of ratio r = level/a: 2/pi (asin r + r sqrt(1 -
-- r^2))
local function cut(r)
  if r >= 1 then return 1 end
  return 2 / pi * (asin(r) + r * sqrt(1 - r * r))
end

local number = { "num", above = 0 }

-- each: what it is told by, and N(a) = re, im
local KINDS = {
  saturation = { fields = { limit = number, slope = { "num", default = 1, above = 0 } },
    f = function(o, a) return o.slope * cut(o.limit / o.slope / a), 0 end },
  dead_zone = { fields = { width = number, slope = { "num", default = 1, above = 0 } },
    f = function(o, a) return o.slope * (1 - cut(o.width / a)), 0 end },
  -- D sign(x)
  relay = { fields = { level = number }, f = function(o, a) return 4 * o.level / (pi * a), 0 end },
  relay_hysteresis = { fields = { level = number, width = number },
    f = function(o, a)
      if a < o.width then return 0, 0 end
      local r = o.width / a
      local size = 4 * o.level / (pi * a)
      return size * sqrt(1 - r * r), -size * r
    end },
  relay_dead_zone = { fields = { level = number, width = number },
    f = function(o, a)
      if a <= o.width then return 0, 0 end
      return 4 * o.level / (pi * a) * sqrt(1 - (o.width / a) ^ 2), 0
    end },
  -- play of half the width on both sides, slope 1
  backlash = { fields = { width = number },
    f = function(o, a)
      local r = o.width / (2 * a)
      if r >= 1 then return 0, 0 end
      local x = 1 - 2 * r
      local re = 1 / 2 + (asin(x) + x * sqrt(1 - x * x)) / pi
      return re, -4 / pi * r * (1 - r)
    end },
  -- steps in the middle between multiples of step
  quantizer = { fields = { step = number },
    f = function(o, a)
      local sum, k = 0, 1
      while (2 * k - 1) * o.step / 2 < a do
        sum = sum + sqrt(1 - ((2 * k - 1) * o.step / (2 * a)) ^ 2)
        k = k + 1
      end
      return 4 * o.step / (pi * a) * sum, 0
    end },
  cubic = { fields = { gain = { "num", default = 1 } },
    f = function(o, a) return 3 / 4 * o.gain * a * a, 0 end },
}

local function element(kind, options)
  local row = KINDS[kind]
    or check.fail("kind", "unknown kind '%s'%s", kind, check.hint(kind, KINDS))
  return row, check.fields(options or {}, kind, row.fields)
end

local function describing(kind, options, amplitude)
  local row, o = element(kind, options)
  if type(amplitude) ~= "number" or not (amplitude > 0) then
    check.fail("amplitude", "expected a number above 0, got %s", check.got(amplitude))
  end
  return row.f(o, amplitude)
end

local function loop_at(s, w)
  local G = kit.linear.at_frequency(s, w)[1][1]
  return G.re, G.im
end

-- 1 + L(i w) N(a)
local function rest_of(s, row, o, w, a)
  local re, im = loop_at(s, w)
  local nr, ni = row.f(o, a)
  return 1 + re * nr - im * ni, re * ni + im * nr
end

-- Newton in the logarithms of w and a, by differences
local function polish(s, row, o, w, a)
  local x, y = math.log(w), math.log(a)
  for _ = 1, 50 do
    local r, i = rest_of(s, row, o, math.exp(x), math.exp(y))
    if not (r * r + i * i < 1e12) then return nil end
    if r * r + i * i < 1e-24 then return math.exp(x), math.exp(y) end
    local h = 1e-6
    local rx, ix = rest_of(s, row, o, math.exp(x + h), math.exp(y))
    local ry, iy = rest_of(s, row, o, math.exp(x), math.exp(y + h))
    local a11, a21, a12, a22 = (rx - r) / h, (ix - i) / h, (ry - r) / h, (iy - i) / h
    local det = a11 * a22 - a12 * a21
    if det == 0 or x < -40 or x > 40 or y < -40 or y > 40 then return nil end
    local dx, dy = (a22 * r - a12 * i) / det, (a11 * i - a21 * r) / det
    local size = math.max(1, math.abs(dx) / 0.5, math.abs(dy) / 0.5)
    x, y = x - dx / size, y - dy / size
  end
  local r, i = rest_of(s, row, o, math.exp(x), math.exp(y))
  if r * r + i * i < 1e-16 then return math.exp(x), math.exp(y) end
end

-- does a larger swing die out and a smaller one grow? By Loeb: the sign of the turn from the slope
-- by a to the slope by w of L N
local function is_stable(s, row, o, w, a)
  local h = 1e-5
  local r1, i1 = rest_of(s, row, o, w * (1 + h), a)
  local r0, i0 = rest_of(s, row, o, w * (1 - h), a)
  local r2, i2 = rest_of(s, row, o, w, a * (1 + h))
  local r3, i3 = rest_of(s, row, o, w, a * (1 - h))
  return (r2 - r3) * (i1 - i0) - (i2 - i3) * (r1 - r0) > 0
end

-- where to begin: about every width and level, just above it and far from it
local function amplitudes_near(o)
  local list = {}
  for _, x in pairs(o) do
    for _, factor in ipairs { 0.1, 0.5, 1.01, 1.1, 1.5, 3, 10, 40, 300 } do
      list[#list + 1] = x * factor
    end
  end
  kit.sort(list)
  return list
end

-- is N real at every amplitude? Then only places where L is real and negative matter
local function is_real(row, o)
  for _, a in ipairs(amplitudes_near(o)) do
    local _, im = row.f(o, a)
    if im ~= 0 then return false end
  end
  return true
end

-- amplitudes where N is a number, between neighbours of a fine grid, by halving
local function amplitudes_of(row, o, wanted)
  local out, least, most = {}, math.huge, 0
  for _, x in pairs(o) do least, most = math.min(least, x), math.max(most, x) end
  local function rest(a) return (row.f(o, a)) - wanted end
  local from, to, n = least / 1e3, most * 1e5, 4000
  local before, last = from, rest(from)
  for k = 1, n do
    local a = from * (to / from) ^ (k / n)
    local now = rest(a)
    if (last < 0) ~= (now < 0) then
      local lo, hi = before, a
      for _ = 1, 100 do
        local middle = (lo + hi) / 2
        if middle == lo or middle == hi then break end
        if (rest(middle) < 0) == (last < 0) then lo = middle else hi = middle end
      end
      -- a jump of N is no answer
      if math.abs(rest(lo)) < 1e-6 * wanted then out[#out + 1] = (lo + hi) / 2 end
    end
    before, last = a, now
  end
  return out
end

local function keep(found, s, row, o, w, a)
  for _, f in ipairs(found) do
    if math.abs(f.w / w - 1) < 1e-6 and math.abs(f.amplitude / a - 1) < 1e-6 then return end
  end
  found[#found + 1] = { w = w, amplitude = a, period = 2 * pi / w,
    stable = is_stable(s, row, o, w, a) }
end

local function real_cycles(s, row, o, found)
  for _, crossing in ipairs(s:margins().gains) do
    -- what is at rest, or without bound, does not swing
    local swings = crossing.w > 0 and crossing.w < math.huge
    for _, a in ipairs(swings and amplitudes_of(row, o, crossing.gain) or {}) do
      keep(found, s, row, o, crossing.w, a)
    end
  end
end

local function complex_cycles(s, row, o, found)
  local grid, amplitudes = frequency.grid(s, nil, 24), amplitudes_near(o)
  for _, w in ipairs(grid) do
    for _, a in ipairs(amplitudes) do
      local wc, ac = polish(s, row, o, w, a)
      if wc and wc > grid[1] / 10 and wc < grid[#grid] * 10 then keep(found, s, row, o, wc, ac) end
    end
  end
end

local function limit_cycles(s, kind, options)
  frequency.single(s, "limit_cycles")
  local row, o = element(kind, options)
  local found = {}
  if is_real(row, o) then real_cycles(s, row, o, found) else complex_cycles(s, row, o, found) end
  table.sort(found, function(a, b) return a.amplitude < b.amplitude end)
  return found
end

check.define(li, {
  { "describing(kind: str, options: table, amplitude: num) -> re: num, im: num",
    "The describing function of a nonlinear element at an amplitude: saturation {limit, slope}, "
      .. "dead_zone {width, slope}, relay {level}, relay_hysteresis and relay_dead_zone {level, "
      .. "width}, backlash {width}, quantizer {step}, cubic {gain}.",
    "return ('%.6f'):format((li.describing('relay', {level = 1}, 1))) --> 1.273240", describing },
})

systems.define {
  { "limit_cycles(kind: str, options: table) -> table",
    "Swings that a loop L with a nonlinear element before it keeps by itself, by describing "
      .. "functions: {w (rad/s), amplitude (of the element's input), period, stable}, the smallest "
      .. "first.",
    "local c = li.tf({4}, {1, 3, 2, 0}):limit_cycles('relay', {level = 1}) return ('%.4f %.4f')"
      .. ":format(c[1].w, c[1].amplitude) --> 1.4142 0.8488", limit_cycles },
}

kit.describing_kinds = KINDS
