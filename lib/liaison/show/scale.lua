-- scale.lua - axes of a plot: limits, round ticks, linear and logarithmic scales, short labels
local kit = require "liaison.core"._internal

local scale = {}

local floor, ceil, abs, max, min = math.floor, math.ceil, math.abs, math.max, math.min
local ln10 = math.log(10)
local function log10(x) return math.log(x) / ln10 end

-- finite means: a number that can be drawn
function scale.finite(x) return x == x and x ~= math.huge and x ~= -math.huge end

-- the least and largest finite number of lists; on a log scale only positive ones count
function scale.range(lists, positive)
  local lo, hi
  for _, list in ipairs(lists) do
    for i = 1, #list do
      local x = list[i]
      if scale.finite(x) and (not positive or x > 0) then
        lo = lo and min(lo, x) or x
        hi = hi and max(hi, x) or x
      end
    end
  end
  return lo, hi
end

-- 1, 2 or 5 times a power of ten, at least raw
local function round_step(raw)
  local power = 10 ^ floor(log10(raw))
  local f = raw / power
  local m = f <= 1 and 1 or f <= 2 and 2 or f <= 5 and 5 or 10
  return m * power
end

-- digits after the point that tell neighbours step apart
local function digits_of(step) return max(0, -floor(log10(step) + 1e-9)) end

-- a short label: 0.25, 1500, 2e-07; the typographic minus
function scale.label(x, step)
  if x == 0 then return "0" end
  local s
  local size = max(abs(x), step or 0)
  if size >= 1e6 and step and step < 1e6 and size < 1e9 then
    -- 1000000.5 beside 1000001.0: no power of ten tells them apart
    s = kit.format(("%%.%df"):format(digits_of(step)), x)
  elseif size >= 1e6 or size < 1e-4 then
    s = kit.format(("%%.%dg"):format(min(15,
      max(1, floor(log10(size / (step or size)) + 1e-9) + 2))), x)
    if not s:find "e" then s = kit.format("%.6g", x) end
    local mantissa, sign, power = s:match("^(.-)e([+-])0*(%d+)$")
    if mantissa then s = mantissa .. "e" .. (sign == "-" and "-" or "") .. power end
  else
    s = kit.format(("%%.%df"):format(digits_of(step or abs(x)) + 0), x)
  end
  return (s:gsub("^%-", "\226\136\146"):gsub("e%-", "e\226\136\146"))
end

local function linear_ticks(lo, hi, count)
  local step = round_step((hi - lo) / count)
  local ticks = {}
  for k = ceil(lo / step - 1e-9), floor(hi / step + 1e-9) do
    local x = k * step
    ticks[#ticks + 1] = { at = x, label = scale.label(x, step) }
  end
  return ticks, step
end

local function power_label(k)
  local up = { ["-"] = "\226\129\187", [0] = "\226\129\176", "\194\185", "\194\178", "\194\179",
    "\226\129\180", "\226\129\181", "\226\129\182", "\226\129\183", "\226\129\184", "\226\129\185" }
  return "10" .. ("%d"):format(k):gsub(".", function(c) return up[tonumber(c) or c] end)
end

-- decades with a label, their 2..9 parts without one; where there are few decades 2 and 5 are named
-- too
local function log_ticks(lo, hi, count)
  local first, last = floor(log10(lo) + 1e-9), ceil(log10(hi) - 1e-9)
  local every = max(1, ceil((last - first) / count))
  local named = log10(hi / lo) <= 2.2
  local ticks = {}
  for k = first, last do
    for m = 1, 9 do
      local x = m * 10 ^ k
      if x >= lo * (1 - 1e-9) and x <= hi * (1 + 1e-9) then
        local label
        if m == 1 and (k - first) % every == 0 then
          label = (k >= -3 and k <= 4) and scale.label(x, x) or power_label(k)
        elseif named and (m == 2 or m == 5) then
          label = scale.label(x, 10 ^ k)
        end
        if label or every == 1 then ticks[#ticks + 1] = { at = x, label = label } end
      end
    end
  end
  return ticks
end

-- an axis over the data range lo..hi: its limits (the user's, or the data with a margin), ticks,
-- and to(x) in 0..1
--   opts: log, lim = {lo, hi}, count (ticks wished), tight (no margin), zero (reaches down to 0)
function scale.axis(lo, hi, opts)
  local axis = { log = opts.log }
  if opts.lim then lo, hi = opts.lim[1], opts.lim[2] end
  if not lo then lo, hi = opts.log and 1 or 0, opts.log and 10 or 1 end
  if opts.zero and not opts.lim then lo, hi = min(lo, 0), max(hi, 0) end
  if not opts.lim and not opts.log then
    -- a constant gets room on both sides, a range a margin of 4 %
    local span = hi - lo
    if span <= 1e-12 * max(abs(lo), abs(hi)) then
      span = lo == 0 and 1 or abs(lo) * 0.2
      lo, hi = lo - span / 2, hi + span / 2
    elseif not opts.tight then
      local keep_low = opts.zero and lo == 0
      lo, hi = keep_low and 0 or lo - 0.04 * span, hi + 0.04 * span
    end
  elseif not opts.lim and lo == hi then
    lo, hi = lo / 2, hi * 2
  elseif not opts.lim and not opts.tight then
    local margin = (hi / lo) ^ 0.03
    lo, hi = lo / margin, hi * margin
  end
  axis.lo, axis.hi = lo, hi
  if opts.log then
    local l, h = log10(lo), log10(hi)
    function axis.to(x) return x > 0 and (log10(x) - l) / (h - l) or -math.huge end
    axis.ticks = log_ticks(lo, hi, opts.count)
  else
    function axis.to(x) return (x - lo) / (hi - lo) end
    axis.ticks = linear_ticks(lo, hi, opts.count)
  end
  return axis
end

return scale
