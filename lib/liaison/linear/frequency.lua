-- frequency.lua - linear systems over frequency: responses, margins, bandwidth; bode, nyquist and
-- nichols plots
local li = require "liaison.core"
local check = require "liaison.base.check"
local analysis = require "liaison.linear.analysis"
local polynomials = require "liaison.linear.polynomials"
local quads = require "liaison.linear.quads"
local statespace = require "liaison.linear.statespace"
local systems = require "liaison.linear.systems"
local kit = li._internal

local ctl = kit.ctl
local frequency = {}

local pi, floor = math.pi, math.floor
local atan2 = math.atan2 or math.atan
local ln10 = math.log(10)
local function log10(x) return math.log(x) / ln10 end

-- ---- responses ----------------------------------------------------------------------------------

-- factors and polynomials keep the digits that matrices lose: one value of one channel
local function by_polynomials(g, i, j, re, im)
  local nr, ni = polynomials.value(g.num[i][j], re, im)
  local dr, di = polynomials.value(g.den[i][j], re, im)
  local d = dr * dr + di * di
  return (nr * dr + ni * di) / d, (ni * dr - nr * di) / d
end

local function turned(re, im, angle)
  local c, s = math.cos(angle), math.sin(angle)
  return re * c - im * s, re * s + im * c
end

-- every channel at frequencies w: Re[i][j], Im[i][j] as lists over w
local function responses(s, w)
  local p, m, Re, Im = #s.outputs, #s.inputs, {}, {}
  local R, I
  if kit.class(s) == "statespace" and s.A and m > 0 then
    R, I = ctl.response(s.A, s.B, s.C, s.D, w, s.dt or 0)
  end
  for i = 1, p do
    Re[i], Im[i] = {}, {}
    for j = 1, m do
      local re, im = {}, {}
      for k = 1, #w do
        local x, y
        if R then
          local c = (i - 1) * m + j
          x, y = R[k][c], I[k][c]
        elseif kit.class(s) == "statespace" then
          x, y = s.D[i][j], 0
        elseif s.dt then
          x, y = by_polynomials(s, i, j, math.cos(w[k] * s.dt), math.sin(w[k] * s.dt))
        else
          x, y = by_polynomials(s, i, j, 0, w[k])
        end
        if s.delay then x, y = turned(x, y, -w[k] * s.delay[i][j]) end
        re[k], im[k] = x, y
      end
      Re[i][j], Im[i][j] = re, im
    end
  end
  return Re, Im
end

-- G[output][input] = {re, im} at one frequency; true behind it where it is infinite
function kit.linear.at_frequency(s, w)
  local Re, Im = responses(s, { w })
  local G, bad = {}, false
  for i = 1, #s.outputs do
    G[i] = {}
    for j = 1, #s.inputs do
      G[i][j] = { re = Re[i][j][1], im = Im[i][j][1] }
      bad = bad or G[i][j].re - G[i][j].re ~= 0
    end
  end
  return G, bad
end

local function frequency_of(s, w)
  local G, bad = kit.linear.at_frequency(s, w)
  if not bad then return G end
  return nil, ("s = %s i is an eigenvalue: there is no finite answer"):format(kit.number(w)),
    "ESINGULAR"
end

-- the value at a complex s (or z)
local function value(s, re, im)
  im = im or 0
  local x, G = statespace.of(s), {}
  local R, I
  if x.A and x.B then R, I = ctl.value(x.A, x.B, x.C, x.D, re, im) end
  for i = 1, #s.outputs do
    G[i] = {}
    for j = 1, #s.inputs do
      local a, b
      if kit.class(s) == "transfer" then a, b = by_polynomials(s, i, j, re, im)
      else a, b = R and R[i][j] or s.D[i][j], R and I[i][j] or 0 end
      if s.delay and not s.dt then
        a, b = turned(a, b, -im * s.delay[i][j])
        local size = math.exp(-re * s.delay[i][j])
        a, b = a * size, b * size
      end
      G[i][j] = { re = a, im = b }
    end
  end
  return G
end

-- ---- frequencies to look at ---------------------------------------------------------------------

-- two decades around all that happens, up to half the sampling frequency
local function span(s)
  local lo, hi = math.huge, 0
  local function see(list)
    for _, p in ipairs(list) do
      local re, im = analysis.rates_of(p, s.dt)
      local w = math.sqrt(re * re + im * im)
      if w - w == 0 and w > 1e-8 then lo, hi = math.min(lo, w), math.max(hi, w) end
    end
  end
  see(s:poles())
  if #s.inputs > 0 then see(s:zeros()) end
  local late = systems.common_delay(s.delay)
  if late and late > 0 then hi = math.max(hi, 2 / late) lo = math.min(lo, 2 / late) end
  if hi == 0 then lo, hi = 1, 1 end
  if hi / lo > 1e8 then lo = hi / 1e8 end
  lo, hi = 10 ^ floor(log10(lo / 5)), 10 ^ math.ceil(log10(hi * 5))
  if s.dt then
    hi = pi / s.dt
    lo = math.min(lo, hi / 1000)
  end
  return lo, hi
end

-- a grid, with more points where a pole or zero is little damped
local function grid(s, range, n)
  local lo, hi = span(s)
  if range then lo, hi = range[1], range[2] end
  n = n or 400
  local list = {}
  for k = 0, n - 1 do list[#list + 1] = lo * (hi / lo) ^ (k / (n - 1)) end
  local function near(p)
    local re, im = analysis.rates_of(p, s.dt)
    local w, d = math.abs(im), math.abs(re)
    if w > lo and w < hi and d < 0.2 * w then
      for k = -20, 20 do
        local x = w + (k == 0 and 0 or (k < 0 and -1 or 1) * d * 10 ^ (math.abs(k) / 7 - 2))
        if x > lo and x < hi then list[#list + 1] = x end
      end
    end
  end
  for _, p in ipairs(s:poles()) do near(p) end
  if #s.inputs > 0 then for _, z in ipairs(s:zeros()) do near(z) end end
  kit.sort(list)
  return list
end

local function frequencies(s, given)
  if given == nil then return grid(s) end
  if type(given) == "table" and kit.class(given) == nil and given.from then
    local o = check.fields(given, "w", { from = { "num", above = 0 }, to = { "num", above = 0 },
      points = "count?" })
    return grid(s, { o.from, o.to }, o.points)
  end
  local list = kit.class(given) == "vec" and given:table() or given
  if type(list) ~= "table" or #list == 0 then
    check.fail("w", "expected frequencies (rad/s) in a list, or {from =, to =, points =}, got %s",
      check.got(given))
  end
  for k, w in ipairs(list) do
    if type(w) ~= "number" or w - w ~= 0 then
      check.fail(("w[%d]"):format(k), "expected a number, got %s", check.got(w))
    end
  end
  return list
end

-- angles without jumps: each within pi of the one before
local function unwrapped(re, im)
  local out, shift, last = {}, 0, nil
  for k = 1, #re do
    local a = atan2(im[k], re[k])
    if last and a - a == 0 then
      while a + shift - last > pi do shift = shift - 2 * pi end
      while a + shift - last < -pi do shift = shift + 2 * pi end
    end
    out[k] = a + shift
    if a - a == 0 then last = out[k] end
  end
  return out
end

-- the first angle near what poles and zeros at 0 say, -90 degrees for each pole
local function settled(s, i, j, angles, w)
  local late = s.delay and s.delay[i][j] or 0
  local expected = -late * w[1]
  local rest = 0
  if #s.inputs == 1 and #s.outputs == 1 then
    local at = s.dt and 1 or 0
    for _, p in ipairs(s:poles()) do
      if math.abs(p.re - at) + math.abs(p.im) < 1e-9 then rest = rest - pi / 2 end
    end
    for _, z in ipairs(s:zeros()) do
      if math.abs(z.re - at) + math.abs(z.im) < 1e-9 then rest = rest + pi / 2 end
    end
  end
  local turns = floor((expected + rest - angles[1]) / (2 * pi) + 0.5)
  -- -180 rather than 180
  if rest == 0 and expected == 0 and angles[1] > pi - 1e-6 then turns = -1 end
  for k = 1, #angles do angles[k] = angles[k] + 2 * pi * turns end
  return angles
end

-- ---- the object ---------------------------------------------------------------------------------

local spectrum

local function response(s, given)
  if #s.inputs == 0 then check.fail("response", "a system without inputs has no response") end
  local w = frequencies(s, given)
  local Re, Im = responses(s, w)
  local out = { w = li.vec(w), re = {}, im = {}, magnitude = {}, phase = {}, inputs = s.inputs,
    outputs = s.outputs, dt = s.dt }
  for i = 1, #s.outputs do
    for _, key in ipairs { "re", "im", "magnitude", "phase" } do out[key][i] = {} end
    for j = 1, #s.inputs do
      local re, im, size = Re[i][j], Im[i][j], {}
      for k = 1, #w do size[k] = math.sqrt(re[k] ^ 2 + im[k] ^ 2) end
      out.re[i][j], out.im[i][j], out.magnitude[i][j] = li.vec(re), li.vec(im), li.vec(size)
      out.phase[i][j] = li.vec(settled(s, i, j, unwrapped(re, im), w))
    end
  end
  return spectrum.new(out)
end

-- largest and least singular value over frequency
local function singular_values(s, given)
  local w = frequencies(s, given)
  local Re, Im = responses(s, w)
  local p, m, most, least = #s.outputs, #s.inputs, {}, {}
  for k = 1, #w do
    -- [Re -Im; Im Re] has every singular value twice
    local M = li.zeros(2 * p, 2 * m)
    for i = 1, p do
      for j = 1, m do
        local x, y = Re[i][j][k], Im[i][j][k]
        M[i][j], M[p + i][m + j], M[i][m + j], M[p + i][j] = x, x, -y, y
      end
    end
    local _, values = M:svd()
    most[k], least[k] = values[1], values[2 * math.min(p, m)]
  end
  return li.vec(most), li.vec(least), li.vec(w)
end

-- ---- margins ------------------------------------------------------------------------------------

local function single(s, path)
  if #s.inputs ~= 1 or #s.outputs ~= 1 then
    check.fail(path, "expected one input and one output, got %d and %d: choose by :part(input, "
      .. "output)", #s.inputs, #s.outputs)
  end
end

local function magnitude_at(s, w)
  local G = kit.linear.at_frequency(s, w)
  return math.sqrt(G[1][1].re ^ 2 + G[1][1].im ^ 2), atan2(G[1][1].im, G[1][1].re)
end

-- an angle in (-180, 180] degrees
local function degrees(a)
  a = a * 180 / pi
  a = a - 360 * floor((a + 180) / 360)
  return a == -180 and 180 or a
end

-- with a delay: Im and Re turn on; crossings between grid points, found by halving
local function crossings_by_halving(s, f)
  local list, w = {}, grid(s, nil, 4000)
  local before = f(w[1])
  for k = 2, #w do
    local now = f(w[k])
    if before - before == 0 and now - now == 0 and (before < 0) ~= (now < 0)
      and math.abs(before - now) < 3 then
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

-- where |L| = 1 and where L crosses the negative real axis: exact where there is no delay
local function crossings(s)
  if s.delay then
    local gain = crossings_by_halving(s, function(w) return log10((magnitude_at(s, w))) end)
    local phase = crossings_by_halving(s, function(w)
      return degrees(select(2, magnitude_at(s, w)) - pi) / 180
    end)
    return gain, phase
  end
  local x = statespace.of(s)
  if not x.A then return {}, {} end
  local r = ctl.margins(x.A, x.B, x.C, x.D, s.dt or 0)
  local gain, phase = {}, {}
  for k, e in ipairs(r.phase) do gain[k] = e[1] end
  for k, e in ipairs(r.gain) do phase[k] = e[1] end
  return gain, phase
end

-- least |1 + L| over frequency: 1/peak of the sensitivity, the disk around -1 that stays free
local function sensitivity_peak(s)
  if s.delay then
    local best, at = 0, 0
    for _, w in ipairs(grid(s, nil, 4000)) do
      local G = kit.linear.at_frequency(s, w)[1][1]
      local size = 1 / math.sqrt((1 + G.re) ^ 2 + G.im ^ 2)
      if size > best then best, at = size, w end
    end
    return best, at
  end
  return li.feedback(statespace.gain(1, { "u" }, { "y" }), statespace.of(s)):hinf()
end

-- S - T = (1 - L)/(1 + L): the symmetric disk margin is 1/||.|| [Seiler, Packard, Gahinet 2020]
local function disk_margin(s)
  if s.delay then return nil end
  local L = statespace.of(s)
  local S = li.feedback(statespace.gain(1, { "u" }, { "y" }), L)
  local peak, w = (2 * S - 1):hinf()
  if not peak then return nil end
  local alpha = 2 / peak
  return { alpha = alpha, w = w, gain = alpha < 2 and { (2 - alpha) / (2 + alpha),
    (2 + alpha) / (2 - alpha) } or { 0, math.huge },
    phase = 2 * math.atan(alpha / 2) * 180 / pi }
end

local function margins(s)
  single(s, "margins")
  local gain_crossings, phase_crossings = crossings(s)
  local out = { gains = {}, phases = {}, gain = math.huge, phase = math.huge, delay = math.huge }
  for _, w in ipairs(phase_crossings) do
    local size, angle = magnitude_at(s, w)
    if math.cos(angle) < 0 and size > 1e-12 then
      local entry = { w = w, gain = 1 / size, db = -20 * log10(size) }
      out.gains[#out.gains + 1] = entry
      -- the factor nearest to 1
      if math.abs(entry.db) < math.abs(20 * log10(out.gain)) then
        out.gain, out.w_gain = entry.gain, w
      end
    end
  end
  for _, w in ipairs(gain_crossings) do
    local _, angle = magnitude_at(s, w)
    local phase = degrees(angle + pi)
    local positive = phase < 0 and phase + 360 or phase
    local late = w > 0 and positive * pi / 180 / w or math.huge
    out.phases[#out.phases + 1] = { w = w, phase = phase, delay = late }
    if math.abs(phase) < math.abs(out.phase) then out.phase, out.w_phase = phase, w end
    if late < out.delay then out.delay, out.w_delay = late, w end
  end
  local closed = not s.delay and li.feedback(statespace.of(s), 1)
  if closed then out.stable = closed:stable() end
  if not s.delay and out.stable then
    out.sensitivity, out.w_sensitivity = sensitivity_peak(s)
    out.modulus = out.sensitivity and 1 / out.sensitivity
    out.disk = disk_margin(s)
  elseif s.delay then
    out.sensitivity, out.w_sensitivity = sensitivity_peak(s)
    out.modulus = 1 / out.sensitivity
  end
  return out
end

-- the first frequency where the gain is down by 3 dB from rest
local function bandwidth(s, drop)
  single(s, "bandwidth")
  local rest = math.abs(s:dcgain()[1][1])
  if rest - rest ~= 0 or rest == 0 then
    return nil, "there is no gain at rest to compare with: it is " .. kit.number(rest), "EDOMAIN"
  end
  local level = 10 ^ ((drop or -3) / 20) * rest
  local w = grid(s, nil, 2000)
  local before = 0
  for k = 1, #w do
    if magnitude_at(s, w[k]) < level then
      local a, b = before, w[k]
      for _ = 1, 200 do
        local c = (a + b) / 2
        if c == a or c == b then break end
        if magnitude_at(s, c) < level then b = c else a = c end
      end
      return (a + b) / 2
    end
    before = w[k]
  end
  return math.huge
end

-- ---- plots --------------------------------------------------------------------------------------

local function labels(s, i, j, name)
  if #s.inputs == 1 and #s.outputs == 1 then return name end
  local way = ("%s from %s"):format(s.outputs[i], s.inputs[j])
  return name and name .. ": " .. way or way
end

-- systems of a plot: {g, h}, or {open = g, closed = h}; the first is the object
local function several(s, others)
  local list = { { s, others and others.label } }
  for k, x in ipairs(others or {}) do list[k + 1] = { x } end
  if others and type(others.labels) == "table" then
    for k, name in ipairs(others.labels) do if list[k] then list[k][2] = name end end
  end
  return list
end

local plot_schema = { w = "any?", label = "str?", labels = "table?", title = "str?", db = "bool?" }

local function plot_options(given)
  local plain, others = {}, {}
  for key, x in pairs(given or {}) do
    if type(key) == "number" then others[key] = x else plain[key] = x end
  end
  local o = check.fields(plain, "options", plot_schema)
  for k, x in ipairs(others) do
    if not systems.is(x) then check.fail(("[%d]"):format(k), "expected a system") end
    o[k] = x
  end
  return o
end

local function finite_only(values, f)
  local out = {}
  for k = 1, #values do
    local x = f(values[k])
    out[k] = x - x == 0 and x or 0 / 0
  end
  return out
end

local function bode(s, given)
  local o = plot_options(given)
  local size, angle = { xlog = true, ylabel = "gain (dB)", title = o.title },
    { xlog = true, ylabel = "phase (deg)", xlabel = "frequency (rad/s)", legend = false }
  for _, entry in ipairs(several(s, o)) do
    local g = entry[1]
    local r = response(g, o.w)
    for i = 1, #g.outputs do
      for j = 1, #g.inputs do
        local label = labels(g, i, j, entry[2])
        size[#size + 1] = { x = r.w, label = label,
          y = finite_only(r.magnitude[i][j], function(x) return 20 * log10(x) end) }
        angle[#angle + 1] = { x = r.w, label = label,
          y = finite_only(r.phase[i][j], function(x) return x * 180 / pi end) }
      end
    end
  end
  return li.plot.stack(li.plot(size), li.plot(angle))
end

-- curves through -1 and poles on the axis: what is far out is cut at a size that shows -1
local function cut(re, im, most)
  local x, y = {}, {}
  for k = 1, #re do
    local far = not (math.abs(re[k]) <= most and math.abs(im[k]) <= most)
    x[k], y[k] = far and 0 / 0 or re[k], far and 0 / 0 or im[k]
  end
  return x, y
end

local function reach(r, i, j)
  local most = 0
  for k = 1, #r.w do
    local size = r.magnitude[i][j][k]
    if size - size == 0 then most = math.max(most, size) end
  end
  return most <= 10 and most * 1.05 or 5
end

local function nyquist(s, given)
  local o = plot_options(given)
  local fig = { xlabel = "real", ylabel = "imaginary", title = o.title, equal = true }
  for _, entry in ipairs(several(s, o)) do
    local g = entry[1]
    local r = response(g, o.w)
    for i = 1, #g.outputs do
      for j = 1, #g.inputs do
        local x, y = cut(r.re[i][j], r.im[i][j], reach(r, i, j))
        local mirror = {}
        for k = 1, #y do mirror[k] = -y[k] end
        fig[#fig + 1] = { x = x, y = y, label = labels(g, i, j, entry[2]) or "w > 0" }
        fig[#fig + 1] = { x = x, y = mirror, dash = "5,3", color = "#888888",
          label = #fig == 1 and "w < 0" or nil }
      end
    end
  end
  fig[#fig + 1] = { x = { -1 }, y = { 0 }, kind = "scatter", color = "#d55e00", size = 4,
    label = "-1" }
  return li.plot(fig)
end

-- lines of one closed loop gain |L/(1 + L)| = M, in dB over degrees
local function closed_loop_line(db)
  local M, x, y = 10 ^ (db / 20), {}, {}
  for k = 1, 359 do
    -- |L| at angle a: M^2 |1 + L|^2 = |L|^2
    local c = math.cos(k * pi / 180)
    local a, b = M * M - 1, M * M * c
    local disc = b * b - a * M * M
    if a == 0 then
      local size = -1 / (2 * c)
      if size > 0 then x[#x + 1], y[#y + 1] = k - 360, 20 * log10(size) end
    elseif disc >= 0 then
      for _, sign in ipairs { 1, -1 } do
        local size = (-b + sign * math.sqrt(disc)) / a
        if size > 0 then x[#x + 1], y[#y + 1] = k - 360, 20 * log10(size) end
      end
    end
  end
  return x, y
end

local function nichols(s, given)
  local o = plot_options(given)
  local fig = { xlabel = "phase (deg)", ylabel = "gain (dB)", title = o.title, ylim = { -40, 40 } }
  for _, entry in ipairs(several(s, o)) do
    local g = entry[1]
    local r = response(g, o.w)
    for i = 1, #g.outputs do
      for j = 1, #g.inputs do
        fig[#fig + 1] = { label = labels(g, i, j, entry[2]),
          x = finite_only(r.phase[i][j], function(x) return x * 180 / pi end),
          y = finite_only(r.magnitude[i][j], function(x) return 20 * log10(x) end) }
      end
    end
  end
  for _, db in ipairs { 6, 3, 1, 0, -3, -12 } do
    local x, y = closed_loop_line(db)
    fig[#fig + 1] = { x = x, y = y, kind = "scatter", size = 0.7, color = "#bbbbbb",
      label = db == 6 and "closed loop 6, 3, 1, 0, -3, -12 dB" or nil }
  end
  fig[#fig + 1] = { x = { -180 }, y = { 0 }, kind = "scatter", color = "#d55e00", size = 4 }
  return li.plot(fig)
end

local function spectrum_text(r)
  return ("%d frequencies from %s to %s rad/s; inputs %s; outputs %s"):format(#r.w,
    kit.number(r.w[1]), kit.number(r.w[#r.w]), table.concat(r.inputs, ", "),
    table.concat(r.outputs, ", "))
end

spectrum = check.class("spectrum", "Responses over frequency: w (rad/s), and by output and input "
  .. "re[i][j], im[i][j], magnitude[i][j], phase[i][j] (rad, without jumps).", {
  { "spectrum.__tostring(r: spectrum) -> str", "Its frequencies, inputs and outputs.",
    "tostring(li.tf({1}, {1, 1}):response{1, 10}) --> 2 frequencies from 1 to 10 rad/s; inputs u; "
      .. "outputs y", spectrum_text },
})

local LAG = "local g = li.tf({4}, {1, 3, 3, 1}) "

systems.define {
  { "frequency(w: num) -> table",
    "The transfer functions at s = i w (z = exp(i w dt)): G[output][input] = {re, im}; nil, "
      .. "message, code where that is an eigenvalue.",
    "li.ss(0, 0.5, 1):frequency(1)[1][1].im --> -0.5", frequency_of },
  { "response([w: any]) -> spectrum",
    "At frequencies (rad/s): a list, {from =, to =, points =}, or chosen by poles and zeros. "
      .. "Delays are exact.", "li.tf({1}, {1, 1}):response{1}.magnitude[1][1] --> [0.707107]",
    response },
  { "at(re: num [, im: num]) -> table", "The value at a complex s (z): G[output][input] = {re, "
    .. "im}.",
    "li.tf({1}, {1, 1}):at(1)[1][1].re --> 0.5", value },
  { "singular_values([w: any]) -> most: vec, least: vec, w: vec",
    "The largest and the least singular value over frequency.",
    "(li.tf({1}, {1, 1}):singular_values{0}) --> [1]", singular_values },
  { "margins() -> table",
    "Of a loop L closed with -1: gain (the factor nearest to 1 that makes it swing), phase (deg), "
      .. "delay (s) with w_gain, w_phase, w_delay (rad/s); all crossings in gains and phases; "
      .. "where it is stable sensitivity (peak of 1/(1 + L)), modulus (1/peak), disk {alpha, gain, "
      .. "phase}. Found as eigenvalues, not on a grid; with a delay by halving.",
    LAG .. "return li.tf({4}, {1, 3, 3, 1}):margins().gain --> 2", margins },
  { "bandwidth([drop: num]) -> num",
    "Where the gain is down by 3 dB from rest (or drop, dB), rad/s.",
    "return ('%.4f'):format(li.tf({1}, {1, 1}):bandwidth()) --> 0.9976", bandwidth },
  { "bode([options: table]) -> plot",
    "Gain (dB) and phase (deg) over frequency; more systems in the table, and w, labels, title.",
    LAG .. "return #g:bode():svg() > 5000 --> true", bode },
  { "nyquist([options: table]) -> plot", "The curve of the loop around -1; options as bode.",
    LAG .. "return #g:nyquist():svg() > 5000 --> true", nyquist },
  { "nichols([options: table]) -> plot",
    "Gain over phase with lines of one closed loop gain; options as bode.",
    LAG .. "return #g:nichols():svg() > 5000 --> true", nichols },
}

frequency.responses, frequency.grid, frequency.single = responses, grid, single
frequency.labels, frequency.plot_options, frequency.several = labels, plot_options, several
frequency.quads = quads

return frequency
