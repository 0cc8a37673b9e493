-- test_iso8608.lua - random roads: spectra measured by periodograms against the class, coherence of
-- two tracks against its model, seeds; the class of a profile
local t = require "t"
local li = require "liaison"

local pi, abs, sqrt, cos = math.pi, math.abs, math.sqrt, math.cos
local octaves = {}
for e = -6, 1 do octaves[#octaves + 1] = { 2 ^ (e - 0.5), 2 ^ (e + 0.5) } end

local function road(more)
  local spec = { "iso8608" }
  for key, x in pairs(more) do spec[key] = x end
  return li.surface(spec)
end

t.test("the classes of the standard", function()
  -- ISO 8608, table of degrees of roughness: geometric means at n0 = 0.1 /m, in 1e-6 m^3
  for k, mean in ipairs { 16, 64, 256, 1024, 4096, 16384, 65536, 262144 } do
    local s = road { class = ("ABCDEFGH"):sub(k, k), waves = 1 }
    t.close(s:spectrum(0.1), mean * 1e-6, 1e-15)
    t.close(s:spectrum(1), mean * 1e-8, 1e-13, "waviness 2")
  end
  local s = road { Gd = 1e-4, w = 2.5, band = { 0.05, 2 } }
  t.near({ s:spectrum(0.2) / 1e-4, s:spectrum(0.04), s:spectrum(2.1) }, { 2 ^ -2.5, 0, 0 }, 1e-14)
  -- int Gd dn by Simpson's rule
  for _, w in ipairs { 1, 2, 2.5, 3 } do
    s = road { Gd = 1e-4, w = w, waves = 1 }
    local sum, h = 0, 0.5 / 2000
    for k = 0, 2000 do
      local weight = (k == 0 or k == 2000) and 1 or k % 2 == 1 and 4 or 2
      sum = sum + weight * s:spectrum(0.5 + k * h) * h / 3
    end
    t.near(s:variance(0.5, 1) / sum, 1, 1e-9)
  end
end)

t.test("a pure wave in the periodogram: all of its mean square, at its place", function()
  local z = {}
  for k = 1, 1000 do z[k] = 3 * cos(2 * pi * 0.37 * k * 0.1 + 1) + 5 + 0.7 * k end
  local n, G = li.periodogram(z, 0.1)
  local sum, most = 0, 1
  for k = 1, #n do
    sum = sum + G[k] * (n[2] - n[1])
    if G[k] > G[most] then most = k end
  end
  t.near(sum, 4.5, 0.02)
  t.near(n[most], 0.37, 0.01)
end)

-- the mean of periodograms over many seeds against the class, octave by octave. The estimate of a
-- band B wide from M records L long under Hann's window has about M B L/1.94 independent pairs.
t.test("measured spectra stand in statistical bounds of the class", function()
  local M, N, step = 16, 4096, 0.1
  for _, spec in ipairs { { class = "A" }, { class = "E", w = 2 }, { Gd = 1e-4, w = 2.5 } } do
    local sums, count = {}, {}
    for seed = 1, M do
      spec.seed = seed
      local _, z = road(spec):track(50 * seed, 50 * seed + (N - 1) * step, step, seed / 3)
      local n, G = li.periodogram(z, step)
      for b, band in ipairs(octaves) do
        for k = 1, #n do
          if n[k] >= band[1] and n[k] < band[2] then
            sums[b], count[b] = (sums[b] or 0) + G[k], (count[b] or 0) + 1
          end
        end
      end
    end
    local s = road(spec)
    for b, band in ipairs(octaves) do
      local width = band[2] - band[1]
      local want = s:variance(band[1], band[2]) / width
      local bound = 4 * sqrt(1.94 / (M * width * N * step)) + 0.03
      t.near(sums[b] / count[b] / want, 1, bound, ("octave %d"):format(b))
    end
  end
end)

t.test("coherence in closed form", function()
  -- z^v K_v(z): exp(-z) for w = 1, (1 + z) exp(-z) for w = 3; K_1(1), K_1(2) by Abramowitz and
  -- Stegun, table 9.8
  local one, three, two = road { class = "A", w = 1, waves = 1 },
    road { class = "A", w = 3, waves = 1 }, road { class = "A", waves = 1 }
  for _, z in ipairs { 1e-3, 0.1, 1, 3, 10 } do
    local n = z / (2 * pi * 1.5)
    t.near(one:coherence(n, 1.5), math.exp(-2 * z), 1e-13)
    t.near(three:coherence(n, -1.5), ((1 + z) * math.exp(-z)) ^ 2, 1e-13)
  end
  t.near(two:coherence(1 / (2 * pi), 1), 0.6019072302 ^ 2, 1e-9)
  t.near(two:coherence(2 / (2 * pi), 1), (2 * 0.1398658818) ^ 2, 1e-9)
  t.eq(two:coherence(0.3, 0), 1)
  -- Ammon's law at its own track
  local a = road { class = "A", waves = 1,
    coherence = { "ammon", track = 1.5, a = 0.6, np = 0.3, w = 2, p = 0.5 } }
  t.near(a:coherence(0.2, 1.5), (1 + (0.2 * 1.5 ^ 0.6 / 0.3) ^ 2) ^ -0.5, 1e-14)
  local c = road { class = "A", waves = 1, coherence = { "constant", track = 1.6, value = 0.4 } }
  t.near({ c:coherence(0.1, 1.6), c:coherence(2, 1.6), c:coherence(1, 0) }, { 0.4, 0.4, 1 }, 1e-14)
end)

-- the windowed transform of a track
local function transform(z)
  local re, im, m = {}, {}, #z
  for k = 0, m - 1 do
    local w = 1 - cos(2 * pi * (k + 0.5) / m)
    re[k], im[k] = w * z[k + 1], 0
  end
  require "liaison.roads.periodogram".transform(re, im, m)
  return re, im
end

-- sums of products of the transforms of two tracks in each octave, over seeds
local function cross(spec, b, M, N, step)
  local out = {}
  for k = 1, #octaves do out[k] = { ll = 0, rr = 0, re = 0, im = 0 } end
  for seed = 1, M do
    spec.seed = seed
    local s = road(spec)
    local _, left = s:track(0, (N - 1) * step, step, b / 2)
    local _, right = s:track(0, (N - 1) * step, step, -b / 2)
    local lr, left_im = transform(left)
    local rr, right_im = transform(right)
    for k = 1, N / 2 - 1 do
      local n = k / (N * step)
      for o, band in ipairs(octaves) do
        if n >= band[1] and n < band[2] then
          local c = out[o]
          c.ll, c.rr = c.ll + lr[k] ^ 2 + left_im[k] ^ 2, c.rr + rr[k] ^ 2 + right_im[k] ^ 2
          c.re = c.re + lr[k] * rr[k] + left_im[k] * right_im[k]
          c.im = c.im + left_im[k] * rr[k] - lr[k] * right_im[k]
        end
      end
    end
  end
  return out
end

-- gamma, averaged over an octave with the spectrum as weight
local function expected(s, band, b)
  local sum, weight = 0, 0
  for k = 1, 200 do
    local n = band[1] * (band[2] / band[1]) ^ ((k - 0.5) / 200)
    local w = s:spectrum(n) * n
    sum, weight = sum + w * sqrt(s:coherence(n, b)), weight + w
  end
  return sum / weight
end

-- the mean of cos(phase) over the M 25 waves of an octave, whose weights n^-1 leave 0.96 of them:
-- its deviation is at most 1/sqrt(2 M 24)
t.test("the coherence of two tracks is that of the model", function()
  local M = 16
  for _, case in ipairs {
    { "isotropic", 0.5 }, { "isotropic", 1.5 },
    { { "ammon", track = 1.5, a = 0.6, np = 0.3, w = 2, p = 0.5 }, 1.5 },
    { { "constant", track = 1.5, value = 0.36 }, 1.5 }, { "full", 1.5, 1e-12 },
  } do
    local spec = { class = "C", coherence = case[1] }
    local found, s = cross(spec, case[2], M, 2048, 0.2), road(spec)
    for o = 1, 7 do
      local c, bound = found[o], case[3] or 4 / sqrt(2 * M * 24)
      local size = sqrt(c.ll * c.rr)
      t.near(c.re / size, expected(s, octaves[o], case[2]), bound,
        ("%s, octave %d"):format(tostring(s), o))
      t.near(c.im / size, 0, bound)
    end
  end
end)

t.test("the same seed is the same road, another is another", function()
  local a, b, c = road { class = "C", seed = 5 }, road { class = "C", seed = 5 },
    road { class = "C", seed = 6 }
  for k = 1, 20 do
    t.eq(a:height(k * 1.7, k), b:height(k * 1.7, k))
    t.ok(a:height(k * 1.7, k) ~= c:height(k * 1.7, k))
  end
  t.eq(a:text(), b:text())
  -- classes are the same road, twice as high each
  t.near(road { class = "D", seed = 5 }:height(3, 1), 2 * a:height(3, 1), 1e-14)
end)

t.test("the class of a profile is found again, with its waviness", function()
  for k = 1, 8 do
    local class = ("ABCDEFGH"):sub(k, k)
    local _, z = road { class = class, seed = 40 + k }:track(0, 1000, 0.15)
    local found = li.iso8608_class(z, 0.15)
    t.eq(found.class, class)
    t.near(found.w, 2, 0.25)
    t.ok(abs(math.log(found.Gd / (16e-6 * 4 ^ (k - 1)))) < math.log(1.5))
    t.eq(#found.bands, 8)
    t.ok(tostring(found):find("^class " .. class))
  end
  local _, z = road { Gd = 1e-4, w = 3, seed = 2 }:track(0, 1000, 0.15)
  t.near(li.iso8608_class(z, 0.15).w, 3, 0.3)
  -- a short record tells the octaves it holds
  _, z = road { class = "B" }:track(0, 60, 0.5)
  local short = li.iso8608_class(z, 0.5)
  t.ok(#short.bands < 5 and short.bands[1].low > 0.05 and short.bands[#short.bands].high < 1)
  t.raises("no roughness from", li.iso8608_class, li.zeros(500), 0.1)
  t.raises("hold no octave", li.iso8608_class, { 1, 2, 3, 1, 2, 3, 1, 2 }, 1e-3)
  t.raises("at least 8 numbers, got 3", li.iso8608_class, { 1, 2, 3 }, 1)
  t.raises("expected a step > 0", li.iso8608_class, { 1, 2, 3, 1, 2, 3, 1, 2 }, -1)
end)

t.done()
