-- margins.lua - how far a loop is from swinging: margins of gain, phase and delay, disks, bandwidth
--
-- Without a delay crossings are eigenvalues. A delay in samples is states; one of a continuous loop
-- turns L and leaves |L| as it is, so that phase and delay margins stay exact, and stability is
-- counted: roots cross the axis where |L| = 1 only [Walton, Marshall 1987].
local li = require "liaison.core"
local forms = require "liaison.linear.forms"
local frequency = require "liaison.linear.frequency"
local statespace = require "liaison.linear.statespace"
local systems = require "liaison.linear.systems"
local transfer = require "liaison.linear.transfer"
local kit = li._internal

local ctl = kit.ctl
local pi, floor, huge = math.pi, math.floor, math.huge
local atan2 = math.atan2 or math.atan
local function decibels(x) return 20 * math.log(x) / math.log(10) end

local function at(s, w)
  local G = kit.linear.at_frequency(s, w)[1][1]
  return G.re, G.im
end

local function size_at(s, w)
  local re, im = at(s, w)
  return math.sqrt(re * re + im * im)
end

local function is_improper(s)
  return kit.class(s) == "transfer" and transfer.improper(s) ~= nil
end

-- ---- crossings ----------------------------------------------------------------------------------

-- where f changes its sign between points of a grid, by halving; a jump of 1 and more is none
local function crossings_by_halving(s, f)
  local list, w = {}, frequency.grid(s, nil, 4000)
  local before = f(w[1])
  for k = 2, #w do
    local now = f(w[k])
    if before - before == 0 and now - now == 0 and (before < 0) ~= (now < 0)
      and math.abs(before - now) < 1 then
      local a, b, fa = w[k - 1], w[k], before
      for _ = 1, 200 do
        local c = (a + b) / 2
        if c == a or c == b then break end
        local fc = f(c)
        if (fc < 0) == (fa < 0) then a, fa = c, fc else b = c end
      end
      list[#list + 1] = (a + b) / 2
    end
    before = now
  end
  return list
end

-- |L| where the frequency grows without bound
local function final_size(s)
  if s.dt then return 0 end
  if is_improper(s) then return huge end
  return math.abs(statespace.of(forms.without_delay(s)).D[1][1])
end

-- {w, gain that brings it to -1} where L is real and negative, at rest and without bound too
local function real_by_halving(s)
  local list, last = {}, final_size(s)
  local rest = s:dcgain()[1][1]
  local function turned(w)
    local re, im = at(s, w)
    local angle = atan2(im, re) - pi
    return (angle - 2 * pi * floor((angle + pi) / (2 * pi))) / pi
  end
  if rest < 0 and rest > -huge then list[1] = { 0, -1 / rest } end
  for _, w in ipairs(crossings_by_halving(s, turned)) do
    list[#list + 1] = { w, 1 / size_at(s, w) }
  end
  if last > 0 and last < huge then list[#list + 1] = { huge, 1 / last } end
  return list
end

-- frequencies where |L| = level, rising
local function of_size(s, level)
  if is_improper(s) then
    return crossings_by_halving(s, function(w) return math.log(size_at(s, w) / level) end)
  end
  local x, list = statespace.of(forms.without_delay(s)), {}
  if x.A then
    local r = ctl.margins(x.A, x.B, x.C / level, x.D / level, x.dt or 0)
    for k, e in ipairs(r.phase) do list[k] = e[1] end
  end
  return list
end

local function real_places(s)
  if s.delay or is_improper(s) then return real_by_halving(s) end
  local x = statespace.of(s)
  if x.A then return ctl.margins(x.A, x.B, x.C, x.D, x.dt or 0).gain end
  return x.D[1][1] < 0 and { { 0, -1 / x.D[1][1] } } or {}
end

-- ---- is it stable, and how sensitive? -----------------------------------------------------------

-- 1/(1 + L) without the delay; nil where 1 + L is 0 at infinity
local function sensitivity_of(g)
  if is_improper(g) then return li.feedback(transfer.of(1), g) end
  g = statespace.of(g)
  if g.D[1][1] == -1 then return nil end
  return li.feedback(statespace.gain(1, { "u" }, { "y" }), g)
end

local function count_unstable(s)
  local n = 0
  for _, p in ipairs(s:poles()) do
    local inside = s.dt and p.re * p.re + p.im * p.im < 1 or not s.dt and p.re < 0
    if not inside then n = n + 1 end
  end
  return n
end

-- as a delay grows, two roots +-i w cross to the right where |L| falls through 1, and back where it
-- rises, at each delay first + 2 pi k / w
local function is_stable(s, phases)
  local g = forms.without_delay(s)
  local S = sensitivity_of(g)
  if not S then return false end
  local count, late = count_unstable(S), s.delay and s.delay[1][1] or 0
  if late == 0 then return count == 0 end
  if final_size(s) >= 1 then return false end
  for _, e in ipairs(phases) do
    local falls = size_at(g, e.w * (1 + 1e-6)) < size_at(g, e.w * (1 - 1e-6))
    -- e.delay is what may come beside the delay there is
    local first = (late + e.delay) % (2 * pi / e.w)
    if late >= first then
      count = count + (falls and 2 or -2) * (floor((late - first) * e.w / (2 * pi)) + 1)
    end
  end
  return count == 0
end

-- the largest f over a grid of frequencies, closer by thirds; at rest, and where the frequency
-- grows without bound
local function largest(s, f, last)
  local w, best, top = frequency.grid(s, nil, 4000), -huge, 1
  for k = 1, #w do
    local x = f(w[k])
    if x > best then best, top = x, k end
  end
  local first = f(0)
  if last >= math.max(best, first == first and first or 0) then return last, huge end
  if first >= best then return first, 0 end
  local a, b = w[math.max(1, top - 1)], w[math.min(#w, top + 1)]
  for _ = 1, 100 do
    local c, d = a + (b - a) / 3, b - (b - a) / 3
    if f(c) < f(d) then a = c else b = d end
  end
  local x = f((a + b) / 2)
  if x > best then return x, (a + b) / 2 end
  return best, w[top]
end

-- peaks of S = 1/(1 + L) and of S - T = (1 - L)/(1 + L), with their frequencies
local function peaks(s)
  if s.delay then
    local function below(w)
      local re, im = at(s, w)
      return math.sqrt((1 + re) ^ 2 + im ^ 2)
    end
    local function above(w)
      local re, im = at(s, w)
      return math.sqrt((1 - re) ^ 2 + im ^ 2)
    end
    local last = final_size(s)
    local S, w = largest(s, function(x) return 1 / below(x) end, 1 / (1 - last))
    return S, w, largest(s, function(x) return above(x) / below(x) end, (1 + last) / (1 - last))
  end
  local S = sensitivity_of(s)
  local peak, w = S:hinf()
  return peak, w, (2 * S - 1):hinf()
end

-- the symmetric disk margin is 1/||S - T|| [Seiler, Packard, Gahinet 2020]
local function disk_of(peak, w)
  local alpha = 2 / peak
  return { alpha = alpha, w = w, gain = alpha < 2 and { (2 - alpha) / (2 + alpha),
    (2 + alpha) / (2 - alpha) } or { 0, huge }, phase = 2 * math.atan(alpha / 2) * 180 / pi }
end

-- ---- margins ------------------------------------------------------------------------------------

-- an angle in (-180, 180] degrees
local function degrees(a)
  a = a * 180 / pi
  a = a - 360 * floor((a + 180) / 360)
  return a == -180 and 180 or a
end

-- the factor nearest to 1 is the margin
local function add_gains(out, list)
  for _, e in ipairs(list) do
    local w, gain = e[1], e[2]
    if gain < 1e12 then
      out.gains[#out.gains + 1] = { w = w, gain = gain, db = decibels(gain) }
      if math.abs(decibels(gain)) < math.abs(decibels(out.gain)) then
        out.gain, out.w_gain = gain, w
      end
    end
  end
end

local function add_phases(out, s)
  for _, w in ipairs(of_size(s, 1)) do
    local re, im = at(s, w)
    local phase = degrees(atan2(-im, -re))
    local late = (phase < 0 and phase + 360 or phase) * pi / 180 / w
    out.phases[#out.phases + 1] = { w = w, phase = phase, delay = late }
    if math.abs(phase) < math.abs(out.phase) then out.phase, out.w_phase = phase, w end
    if late < out.delay then out.delay, out.w_delay = late, w end
  end
  -- what is not below 1 at any frequency turns without end
  if final_size(s) >= 1 then out.delay, out.w_delay = 0, huge end
end

-- how many poles grow, and how many neither grow nor die out
local function growing(s)
  local count, still = 0, 0
  for _, p in ipairs(s:poles()) do
    local off = s.dt and math.sqrt(p.re ^ 2 + p.im ^ 2) - 1 or p.re
    local size = 1e-7 * (1 + math.abs(p.re) + math.abs(p.im))
    if off > size then count = count + 1 elseif off > -size then still = still + 1 end
  end
  return count, still
end

-- turns of the curve around -1, clockwise, past the right of poles on the axis: Z - P; nil where
-- the curve goes through -1
local function encirclements(s)
  local S = sensitivity_of(s)
  if not S then return nil end
  local Z, through = growing(S)
  if through > 0 then return nil end
  return Z - (growing(s))
end

local function margins(s)
  frequency.single(s, "margins")
  if s.dt and s.delay and forms.is_whole(s.delay[1][1], s.dt) then s = s:undelayed() end
  local out = { gains = {}, phases = {}, gain = huge, phase = huge, delay = huge }
  add_gains(out, real_places(s))
  add_phases(out, s)
  if s.dt and s.delay then return out end
  out.stable = is_stable(s, out.phases)
  if not s.delay then out.encirclements = encirclements(s) end
  if not out.stable then return out end
  local peak, w, disk, w_disk = peaks(s)
  if peak then
    out.sensitivity, out.w_sensitivity, out.modulus = peak, w, 1 / peak
    out.disk = disk and disk_of(disk, w_disk)
  end
  return out
end

-- the first frequency where the gain is down by 3 dB from rest
local function bandwidth(s, drop)
  frequency.single(s, "bandwidth")
  local rest = math.abs(s:dcgain()[1][1])
  if rest - rest ~= 0 or rest == 0 then
    return nil, "there is no gain at rest to compare with: it is " .. kit.number(rest), "EDOMAIN"
  end
  local level = 10 ^ ((drop or -3) / 20) * rest
  for _, w in ipairs(of_size(s, level)) do
    if size_at(s, w * (1 + 1e-6)) < level then return w end
  end
  return huge
end

local LAG = "local g = li.tf({4}, {1, 3, 3, 1}) "

systems.define {
  { "margins() -> table",
    "Of a loop L closed with -1: gain (the factor nearest to 1 that makes it swing), phase (deg), "
      .. "delay (s) with w_gain, w_phase, w_delay (rad/s); all crossings in gains and phases; "
      .. "stable; encirclements of -1 by Nyquist's curve, clockwise; where it is stable, "
      .. "sensitivity (peak of 1/(1 + L)), modulus (1/peak), disk {alpha, gain, phase}. Found as "
      .. "eigenvalues, not on a grid; of a continuous loop with a delay, gains and peaks are found "
      .. "on one, and closer from there.",
    LAG .. "return g:margins().gain --> 2", margins },
  { "bandwidth([drop: num]) -> num",
    "Where the gain is down by 3 dB from rest (or drop, dB), rad/s; inf where it never is.",
    "return ('%.4f'):format(li.tf({1}, {1, 1}):bandwidth()) --> 0.9976", bandwidth },
}
