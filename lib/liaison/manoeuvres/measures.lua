-- measures.lua - what is read off a record: crossings, peaks, lines, frequency responses
local measures = {}

local abs = math.abs

-- y at time x, straight between rows
function measures.at(t, y, x)
  if x <= t[1] then return y[1] end
  local a, b = 1, #t
  if x >= t[b] then return y[b] end
  while b - a > 1 do
    local m = math.floor((a + b) / 2)
    if t[m] <= x then a = m else b = m end
  end
  return y[a] + (y[b] - y[a]) * (x - t[a]) / (t[b] - t[a])
end

-- the first time from `from` on at which y reaches a level; up: from below, else from above
function measures.first(t, y, level, from, up)
  for i = 2, #t do
    local a, b = y[i - 1] - level, y[i] - level
    if not up then a, b = -a, -b end
    if t[i] >= from and a < 0 and b >= 0 then
      return t[i - 1] + (t[i] - t[i - 1]) * a / (a - b)
    end
  end
  return nil
end

-- the largest |y| of one sign (1, -1; nil: either) within from .. to: time, value, by the parabola
-- through three rows
function measures.peak(t, y, sign, from, to)
  local best, at
  for i = 1, #t do
    if t[i] >= (from or -math.huge) and t[i] <= (to or math.huge) then
      local size = sign and sign * y[i] or abs(y[i])
      if not best or size > best then best, at = size, i end
    end
  end
  if not at then return nil end
  if at == 1 or at == #t or t[at - 1] < (from or -math.huge) or t[at + 1] > (to or math.huge) then
    return t[at], y[at]
  end
  local a, b, c = y[at - 1], y[at], y[at + 1]
  local bend = a - 2 * b + c
  if bend == 0 then return t[at], b end
  local w = (a - c) / (2 * bend)
  if abs(w) > 1 then return t[at], b end
  return t[at] + w * (t[at + 1] - t[at]), b - (a - c) * w / 4
end

function measures.mean(t, y, from, to)
  local sum, n = 0, 0
  for i = 1, #t do
    if t[i] >= from and t[i] <= to then sum, n = sum + y[i], n + 1 end
  end
  return n > 0 and sum / n or nil
end

-- how far y swings within from .. to
function measures.swing(t, y, from, to)
  local low, high = math.huge, -math.huge
  for i = 1, #t do
    if t[i] >= from and t[i] <= to then low, high = math.min(low, y[i]), math.max(high, y[i]) end
  end
  return high - low
end

-- y = a + b x by least squares; root mean square of what is left
function measures.line(x, y)
  local n, sx, sy, sxx, sxy = #x, 0, 0, 0, 0
  for i = 1, n do sx, sy = sx + x[i], sy + y[i] end
  local mx, my = sx / n, sy / n
  for i = 1, n do
    sxx, sxy = sxx + (x[i] - mx) ^ 2, sxy + (x[i] - mx) * (y[i] - my)
  end
  if n < 2 or sxx == 0 then return nil end
  local b, rest = sxy / sxx, 0
  local a = my - b * mx
  for i = 1, n do rest = rest + (y[i] - a - b * x[i]) ^ 2 end
  return a, b, math.sqrt(rest / n)
end

-- the amplitude and phase of frequency f (Hz) in y over from .. to, which should be whole periods:
-- re, im of (2/T) int y exp(-i w t) dt, straight between rows
function measures.harmonic(t, y, f, from, to)
  local w, re, im = 2 * math.pi * f, 0, 0
  local last_t, last_c, last_s
  local function add(time, value)
    local c, s = value * math.cos(w * time), value * math.sin(w * time)
    if last_t then
      re = re + (last_c + c) / 2 * (time - last_t)
      im = im - (last_s + s) / 2 * (time - last_t)
    end
    last_t, last_c, last_s = time, c, s
  end
  add(from, measures.at(t, y, from))
  for i = 1, #t do if t[i] > from and t[i] < to then add(t[i], y[i]) end end
  add(to, measures.at(t, y, to))
  local T = to - from
  return 2 * re / T, 2 * im / T
end

-- a/b of complex numbers: gain and phase (rad)
function measures.ratio(are, aim, bre, bim)
  local d = bre * bre + bim * bim
  local re, im = (are * bre + aim * bim) / d, (aim * bre - are * bim) / d
  return math.sqrt(re * re + im * im), math.atan2 and math.atan2(im, re) or math.atan(im, re)
end

-- a phase next to the one before
function measures.unwrap(list)
  for i = 2, #list do
    list[i] = list[i] + 2 * math.pi * math.floor((list[i - 1] - list[i]) / (2 * math.pi) + 0.5)
  end
  return list
end

return measures
