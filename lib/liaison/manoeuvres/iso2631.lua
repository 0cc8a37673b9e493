-- iso2631.lua - li.iso2631: acceleration weighted as people feel it: rms, crest factor, VDV, MTVV
-- (ISO 2631-1; the weightings with the numbers of ISO 8041)
--
--   Hh = s^2/(s^2 + sqrt 2 w1 s + w1^2)         Hl = w2^2/(s^2 + sqrt 2 w2 s + w2^2)
--   Ht = (1 + s/w3)/(1 + s/(Q4 w4) + (s/w4)^2)
--   Hs = (1 + s/(Q5 w5) + (s/w5)^2)/(1 + s/(Q6 w6) + (s/w6)^2) (w5/w6)^2
--
--   a_w = rms of the weighted signal           VDV = (int a_w^4 dt)^(1/4)
--   crest factor = largest/a_w                 MTVV = largest rms over 1 s before a time
local li = require "liaison"
local check = require "liaison.base.check"

local M = {}

local RAD = 2 * math.pi

-- Hz; f3 or f5 left out: that part is 1
M.weightings = {
  Wk = { f1 = 0.4, f2 = 100, f3 = 12.5, f4 = 12.5, Q4 = 0.63, f5 = 2.37, Q5 = 0.91, f6 = 3.35,
    Q6 = 0.91, text = "vertical, on the seat" },
  Wd = { f1 = 0.4, f2 = 100, f3 = 2, f4 = 2, Q4 = 0.63, text = "horizontal, on the seat" },
  Wf = { f1 = 0.08, f2 = 0.63, f4 = 0.25, Q4 = 0.86, f5 = 0.0625, Q5 = 0.8, f6 = 0.1, Q6 = 0.8,
    text = "motion sickness" },
  Wc = { f1 = 0.4, f2 = 100, f3 = 8, f4 = 8, Q4 = 0.63, text = "at the backrest" },
  We = { f1 = 0.4, f2 = 100, f3 = 1, f4 = 1, Q4 = 0.63, text = "turns" },
  Wj = { f1 = 0.4, f2 = 100, f5 = 3.75, Q5 = 0.91, f6 = 5.32, Q6 = 0.91, text = "head, lying" },
}

-- the filter as a transfer function
function M.filter(name)
  local w = M.weightings[name]
  if not w then check.fail("weighting", "unknown '%s'%s", name, check.hint(name, M.weightings)) end
  local root = math.sqrt(2)
  local w1, w2 = RAD * w.f1, RAD * w.f2
  local H = li.tf({ 1, 0, 0 }, { 1, root * w1, w1 ^ 2 })
    * li.tf({ w2 ^ 2 }, { 1, root * w2, w2 ^ 2 })
  if w.f4 then
    local w4 = RAD * w.f4
    local num = w.f3 and { 1 / (RAD * w.f3), 1 } or { 1 }
    H = H * li.tf(num, { 1 / w4 ^ 2, 1 / (w.Q4 * w4), 1 })
  end
  if w.f5 then
    local w5, w6 = RAD * w.f5, RAD * w.f6
    local gain = (w5 / w6) ^ 2
    H = H * li.tf({ gain / w5 ^ 2, gain / (w.Q5 * w5), gain },
      { 1 / w6 ^ 2, 1 / (w.Q6 * w6), 1 })
  end
  return H
end

-- the gain of a weighting at f (Hz)
function M.gain(name, f)
  local g = M.filter(name):frequency(RAD * f)[1][1]
  return math.sqrt(g.re ^ 2 + g.im ^ 2)
end

-- a signal through the filter, exactly where it is straight between samples
function M.weighted(signal, dt, name)
  local times, n = {}, #signal
  for k = 1, n do times[k] = (k - 1) * dt end
  local answer = M.filter(name):ss():forced { t = times, u = signal, hold = "straight" }
  return answer.y[1][1]
end

-- what people feel, by the scale of annex C, of the total value in m/s^2
local FEEL = { { 0.315, "not uncomfortable" }, { 0.5, "a little uncomfortable" },
  { 0.8, "fairly uncomfortable" }, { 1.25, "uncomfortable" }, { 2, "very uncomfortable" } }

function M.feeling(a)
  for _, row in ipairs(FEEL) do if a < row[1] then return row[2] end end
  return "extremely uncomfortable"
end

local function running_rms(y, dt)
  local n, sum, most = math.max(1, math.floor(1 / dt + 0.5)), 0, 0
  for i = 1, #y do
    sum = sum + y[i] ^ 2
    if i > n then sum = sum - y[i - n] ^ 2 end
    if i >= n then most = math.max(most, sum / n) end
  end
  return #y >= n and math.sqrt(most) or nil
end

local function iso2631(signal, dt, options)
  local o = check.fields(options or {}, "", { weighting = "str?", skip = { "num", min = 0,
    default = 0 } })
  check.value(dt, "dt", { "num", above = 0 })
  if #signal < 8 then check.fail("signal", "expected at least 8 samples, got %d", #signal) end
  local all = M.weighted(signal, dt, o.weighting or "Wk")
  local y, first = {}, math.floor(o.skip / dt + 0.5)
  for i = first + 1, #all do y[#y + 1] = all[i] end
  if #y < 8 then check.fail("skip", "nothing is left of %s s", li._internal.number(#all * dt)) end
  local square, fourth, peak = 0, 0, 0
  for _, x in ipairs(y) do
    square, fourth, peak = square + x * x, fourth + x ^ 4, math.max(peak, math.abs(x))
  end
  local rms = math.sqrt(square / #y)
  return { weighting = o.weighting or "Wk", rms = rms, peak = peak,
    crest = rms > 0 and peak / rms or 0, vdv = (fourth * dt) ^ 0.25, mtvv = running_rms(y, dt),
    feeling = M.feeling(rms), signal = li.vec(y), time = #y * dt }
end

check.define(li, {
  { "iso2631(signal: nums, dt: num [, options: table]) -> table",
    "Acceleration as people feel it: rms, peak, crest, vdv (m/s^1.75), mtvv (nil where shorter "
      .. "than 1 s), feeling (words of the standard's scale), signal (weighted). weighting = 'Wk' "
      .. "(vertical; default), 'Wd' (horizontal), 'Wf' (motion sickness), 'Wc', 'We', 'Wj'; skip: "
      .. "seconds at the beginning that do not count.",
    "local a = {} for k = 1, 8000 do a[k] = math.sin(2*math.pi*8*k*0.001) end "
      .. "return ('%.3f'):format(li.iso2631(a, 0.001, {skip = 4}).rms*math.sqrt(2)) --> 1.036",
    iso2631 },
})

return M
