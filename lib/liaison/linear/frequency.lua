-- frequency.lua - linear systems over frequency: responses; bode, nyquist and nichols plots
local li = require "liaison.core"
local check = require "liaison.base.check"
local language = require "liaison.language.language"
local analysis = require "liaison.linear.analysis"
local forms = require "liaison.linear.forms"
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
      if s.delay then
        -- exp(-x late), of z = exp(x dt)
        local rate, turn = re, im
        if s.dt then rate, turn = analysis.rates_of({ re = re, im = im }, s.dt) end
        local size = math.exp(-rate * s.delay[i][j])
        a, b = turned(a, b, -turn * s.delay[i][j])
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

-- is that on the axis (the circle), but for rounding?
local function is_undamped(re, im) return math.abs(re) <= 1e-9 * math.abs(im) end

-- frequencies of poles (sign -1) and zeros (1) on the axis, where there is no answer, or 0
local function undamped(s)
  local list = {}
  local function see(roots, sign)
    for _, p in ipairs(roots) do
      local re, im = analysis.rates_of(p, s.dt)
      if im > 0 and is_undamped(re, im) then list[#list + 1] = { w = im, sign = sign } end
    end
  end
  see(s:poles(), -1)
  if #s.inputs > 0 then see(s:zeros(), 1) end
  return list
end

-- a grid, with more points where a pole or zero is little damped, none where it is not at all
local function grid(s, range, n)
  local lo, hi = span(s)
  if range then lo, hi = range[1], range[2] end
  n = n or 400
  local list, silent = {}, undamped(s)
  local function add(x)
    for _, u in ipairs(silent) do if math.abs(x - u.w) < 1e-9 * u.w then return end end
    list[#list + 1] = x
  end
  for k = 0, n - 1 do add(lo * (hi / lo) ^ (k / (n - 1))) end
  local function near(p)
    local re, im = analysis.rates_of(p, s.dt)
    local w, d = math.abs(im), math.max(math.abs(re), 1e-4 * math.abs(im))
    if w > lo and w < hi and d < 0.2 * w then
      for k = -20, 20 do
        local x = w + (k == 0 and 0 or (k < 0 and -1 or 1) * d * 10 ^ (math.abs(k) / 7 - 2))
        if x > lo and x < hi then add(x) end
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

-- angles without jumps: each within pi of the one before, but for poles and zeros on the axis
-- between them, which turn by as much as if they were a little damped
local function unwrapped(re, im, w, silent)
  local out, last = {}, nil
  for k = 1, #re do
    local a = atan2(im[k], re[k])
    if last then
      local expected = last
      for _, u in ipairs(silent) do
        if w[k - 1] < u.w and u.w < w[k] then expected = expected + pi * u.sign end
      end
      a = a + 2 * pi * floor((expected - a) / (2 * pi) + 0.5)
    end
    out[k], last = a, a
  end
  return out
end

-- the first angle near what poles and zeros at 0 say, -90 degrees for each pole
local function settled(s, angles)
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
  local turns = floor((rest - angles[1]) / (2 * pi) + 0.5)
  -- -180 rather than 180
  if rest == 0 and angles[1] > pi - 1e-6 then turns = -1 end
  for k = 1, #angles do angles[k] = angles[k] + 2 * pi * turns end
  return angles
end

-- ---- the object ---------------------------------------------------------------------------------

-- is the answer of every channel at frequency k a number?
local function is_finite_at(s, Re, Im, k)
  for i = 1, #s.outputs do
    for j = 1, #s.inputs do
      local x = Re[i][j][k] + Im[i][j][k]
      if x - x ~= 0 then return false end
    end
  end
  return true
end

-- sizes of w once each, rising, with the grid among them where w was given: on few frequencies
-- angles would jump
local function filled_up(s, w, given)
  local seen, all = {}, {}
  local function add(list)
    for _, x in ipairs(list) do
      x = math.abs(x)
      if not seen[x] then
        seen[x] = true
        all[#all + 1] = x
      end
    end
  end
  add(w)
  if given then add(grid(s)) end
  kit.sort(all)
  return all
end

-- angles of every channel at w; a delay turns by w seconds, however far apart frequencies are
local function phases(s, w, given)
  local all, silent, out = filled_up(s, w, given), undamped(s), {}
  local Re, Im = responses(forms.without_delay(s), all)
  for i = 1, #s.outputs do
    out[i] = {}
    for j = 1, #s.inputs do
      local at, late = {}, s.delay and s.delay[i][j] or 0
      local angles = settled(s, unwrapped(Re[i][j], Im[i][j], all, silent))
      for k, x in ipairs(all) do at[x] = angles[k] end
      out[i][j] = {}
      for k, x in ipairs(w) do
        out[i][j][k] = (x < 0 and -1 or 1) * at[math.abs(x)] - x * late
      end
    end
  end
  return out
end

local spectrum

local function spectrum_of(s, w, Re, Im, given)
  local out = { w = li.vec(w), re = {}, im = {}, magnitude = {}, phase = {}, inputs = s.inputs,
    outputs = s.outputs, dt = s.dt }
  local angles = phases(s, w, given)
  for i = 1, #s.outputs do
    for _, key in ipairs { "re", "im", "magnitude", "phase" } do out[key][i] = {} end
    for j = 1, #s.inputs do
      local re, im, size = Re[i][j], Im[i][j], {}
      for k = 1, #w do size[k] = math.sqrt(re[k] ^ 2 + im[k] ^ 2) end
      out.re[i][j], out.im[i][j], out.magnitude[i][j] = li.vec(re), li.vec(im), li.vec(size)
      out.phase[i][j] = li.vec(angles[i][j])
    end
  end
  return spectrum.new(out)
end

local function no_answer(w, k)
  return nil, ("w[%d]: s = %s i is a pole: there is no finite answer"):format(k, kit.number(w[k])),
    "ESINGULAR"
end

local function response(s, given)
  if #s.inputs == 0 then check.fail("response", "a system without inputs has no response") end
  local w = frequencies(s, given)
  local Re, Im = responses(s, w)
  for k = 1, #w do if not is_finite_at(s, Re, Im, k) then return no_answer(w, k) end end
  return spectrum_of(s, w, Re, Im, given)
end

-- what a plot shows: where a pole has no answer the curve has a gap
local function drawn(s, given)
  local w, keep = frequencies(s, given), {}
  local Re, Im = responses(s, w)
  for k = 1, #w do if is_finite_at(s, Re, Im, k) then keep[#keep + 1] = w[k] end end
  if #keep == 0 then check.fail("w", "there is no finite answer at any of these frequencies") end
  Re, Im = responses(s, keep)
  return spectrum_of(s, keep, Re, Im, given)
end

-- largest and least singular value over frequency
local function singular_values(s, given)
  local w = frequencies(s, given)
  local Re, Im = responses(s, w)
  local p, m, most, least = #s.outputs, #s.inputs, {}, {}
  for k = 1, #w do
    if not is_finite_at(s, Re, Im, k) then return no_answer(w, k) end
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

local function single(s, path)
  if #s.inputs ~= 1 or #s.outputs ~= 1 then
    check.fail(path, "expected one input and one output, got %d and %d: choose by :part(input, "
      .. "output)", #s.inputs, #s.outputs)
  end
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
  local size, angle = { xlog = true, ylabel = language.label "gain (dB)", title = o.title },
    language.figure { xlog = true, ylabel = "phase (deg)", xlabel = "frequency (rad/s)",
      legend = false }
  for _, entry in ipairs(several(s, o)) do
    local g = entry[1]
    local r = drawn(g, o.w)
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
  local fig = { xlabel = language.label "real", ylabel = language.label "imaginary",
    title = o.title, equal = true }
  for _, entry in ipairs(several(s, o)) do
    local g = entry[1]
    local r = drawn(g, o.w)
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
  local fig = { xlabel = language.label "phase (deg)", ylabel = language.label "gain (dB)",
    title = o.title, ylim = { -40, 40 } }
  for _, entry in ipairs(several(s, o)) do
    local g = entry[1]
    local r = drawn(g, o.w)
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
      label = db == 6 and language.label "closed loop 6, 3, 1, 0, -3, -12 dB" or nil }
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
      .. "Delays are exact; nil, message, code where one of them is a pole.",
    "li.tf({1}, {1, 1}):response{1}.magnitude[1][1] --> [0.707107]", response },
  { "at(re: num [, im: num]) -> table", "The value at a complex s (z): G[output][input] = {re, "
    .. "im}.",
    "li.tf({1}, {1, 1}):at(1)[1][1].re --> 0.5", value },
  { "singular_values([w: any]) -> most: vec, least: vec, w: vec",
    "The largest and the least singular value over frequency.",
    "(li.tf({1}, {1, 1}):singular_values{0}) --> [1]", singular_values },
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
