-- periodogram.lua - the spectral density of a record: mean and slope taken off, Hann's window, fast
-- Fourier transform
--
--   G(n) = 2 step |sum w z exp(-2 pi i n x)|^2 / sum w^2,  n = k/(N step), N a power of two
local li = require "liaison.core"
local check = require "liaison.base.check"
local kit = li._internal

local periodogram = {}

-- in place, N a power of two: bits reversed, then butterflies [Cooley and Tukey 1965]
local function reverse_bits(re, im, N)
  local j = 0
  for i = 0, N - 2 do
    if i < j then
      re[i], re[j], im[i], im[j] = re[j], re[i], im[j], im[i]
    end
    local bit = N / 2
    while bit >= 1 and j >= bit do
      j = j - bit
      bit = bit / 2
    end
    j = j + bit
  end
end

local function butterflies(re, im, N, half, c, s)
  local stride = N / (2 * half)
  for k = 0, half - 1 do
    local wr, wi = c[k * stride], s[k * stride]
    for i = k, N - 1, 2 * half do
      local o = i + half
      local tr, ti = wr * re[o] - wi * im[o], wr * im[o] + wi * re[o]
      re[o], im[o] = re[i] - tr, im[i] - ti
      re[i], im[i] = re[i] + tr, im[i] + ti
    end
  end
end

function periodogram.transform(re, im, N)
  local c, s = {}, {}
  for k = 0, N / 2 - 1 do
    local angle = -2 * math.pi * k / N
    c[k], s[k] = li.cos(angle), li.sin(angle)
  end
  reverse_bits(re, im, N)
  local half = 1
  while half < N do
    butterflies(re, im, N, half, c, s)
    half = 2 * half
  end
end

-- z less its straight line of least squares, times the window, and zeros up to a power of two: the
-- lists from 0, N and the sum of squares of the window
local function prepared(z)
  local m, mean, slope, square = #z, 0, 0, 0
  for k = 1, m do mean = mean + z[k] / m end
  for k = 1, m do
    local x = k - (m + 1) / 2
    slope, square = slope + x * z[k], square + x * x
  end
  slope = slope / square
  local re, im, N, sum = {}, {}, 1, 0
  while N < m do N = 2 * N end
  for k = 1, m do
    local w = (1 - li.cos(2 * math.pi * (k - 0.5) / m)) / 2
    re[k - 1], im[k - 1] = w * (z[k] - mean - slope * (k - (m + 1) / 2)), 0
    sum = sum + w * w
  end
  for k = m, N - 1 do re[k], im[k] = 0, 0 end
  return re, im, N, sum
end

function periodogram.of(z, step)
  local m = #z
  if m < 8 then check.fail("periodogram", "expected at least 8 numbers, got %d", m) end
  if step <= 0 then
    check.fail("periodogram", "expected a step > 0, got %s", kit.number(step))
  end
  local re, im, N, sum = prepared(z)
  periodogram.transform(re, im, N)
  local n, G = {}, {}
  for k = 1, N / 2 do
    n[k] = k / (N * step)
    G[k] = 2 * step * (re[k] * re[k] + im[k] * im[k]) / sum
  end
  return n, G
end

check.define(li, {
  { "periodogram(z: nums, step: num) -> n: vec, G: vec",
    "The one-sided spectral density of a record at equal steps: frequencies (cycles per step's "
    .. "unit) and density; the record without its straight line, under Hann's window.",
    "#li.periodogram({1, 0, 1, 0, 1, 0, 1, 0}, 0.5) --> 4",
    function(z, step)
      local n, G = periodogram.of(z, step)
      return li.vec(n), li.vec(G)
    end },
})

return periodogram
