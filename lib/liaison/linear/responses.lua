-- responses.lua - linear systems over time: step, impulse, initial and forced responses, what a
-- step shows, root loci and maps of poles and zeros
--
-- On a grid of times every answer is exact: x(t + h) = exp(A h) x(t) + what the input adds, held or
-- straight between samples.
local li = require "liaison.core"
local check = require "liaison.base.check"
local language = require "liaison.language.language"
local analysis = require "liaison.linear.analysis"
local frequency = require "liaison.linear.frequency"
local polynomials = require "liaison.linear.polynomials"
local statespace = require "liaison.linear.statespace"
local systems = require "liaison.linear.systems"
local transfer = require "liaison.linear.transfer"
local kit = li._internal

local ctl = kit.ctl
local pi, floor = math.pi, math.floor

-- ---- times --------------------------------------------------------------------------------------

-- until the slowest has died out; what grows is shown until it is large
local function horizon(s)
  local longest, fastest = 0, 0
  for _, p in ipairs(s:poles()) do
    local re, im = analysis.rates_of(p, s.dt)
    local w = math.sqrt(re * re + im * im)
    if w - w == 0 and w < 1e8 then
      local time = math.abs(re) > 1e-3 * w and math.abs(re) > 1e-9 and 6 / math.abs(re)
        or w > 1e-9 and 20 * pi / w or 0
      if re > 1e-9 then time = math.min(time, 5 / re) end
      longest, fastest = math.max(longest, time), math.max(fastest, w)
    end
  end
  if longest == 0 then longest = fastest > 0 and 10 / fastest or 10 end
  local late = 0
  for _, row in ipairs(s.delay or {}) do for _, d in ipairs(row) do late = math.max(late, d) end end
  longest = longest + 1.2 * late
  if s.dt then return math.max(10, math.min(2000, math.ceil(longest / s.dt))) * s.dt end
  local power = 10 ^ floor(math.log(longest) / math.log(10))
  return math.ceil(longest / power * 2) / 2 * power
end

-- t: the end, or equal steps in a list; n points
local function times(s, t, points)
  if t == nil then t = horizon(s) end
  if type(t) == "number" then
    if not (t > 0 and t < math.huge) then
      check.fail("t", "expected an end above 0 s, got %s", kit.number(t))
    end
    local n = s.dt and floor(t / s.dt + 1e-9) or (points or 1000)
    local h = s.dt or t / n
    local list = {}
    for k = 0, n do list[k + 1] = k * h end
    return list, h
  end
  local list = kit.class(t) == "vec" and t:table() or t
  if type(list) ~= "table" or #list < 2 then
    check.fail("t", "expected an end (s), or a list of equal steps from 0, got %s", check.got(t))
  end
  local h = list[2] - list[1]
  for k, x in ipairs(list) do
    if type(x) ~= "number" or math.abs(x - list[1] - (k - 1) * h) > 1e-9 * math.abs(k * h)
      or list[1] ~= 0 then
      check.fail(("t[%d]"):format(k), "expected equal steps from 0, got %s", check.got(x))
    end
  end
  if s.dt and math.abs(h - s.dt) > 1e-9 * s.dt then
    check.fail("t", "the system is sampled every %s s, the times every %s s", kit.number(s.dt),
      kit.number(h))
  end
  return list, h
end

-- ---- one channel --------------------------------------------------------------------------------

-- free motion of a start: rows of states at 0, h, 2 h ..
local function free(A, x0, h, n, discrete)
  local Ad = discrete and A or ctl.expm(A * h)
  local size = #A
  local Y = ctl.lsim(Ad, li.zeros(size, 1), li.eye(size), li.zeros(size, 1), li.zeros(n, 1), x0)
  return Y
end

-- the answer y(t) of a start at x0 under constant u after t = 0: rows at h0, h0 + h, ..
local function stepped(s, column, h, n, first)
  local size = #s.A
  local Aug = li.zeros(size + 1, size + 1)
  for i = 1, size do
    for j = 1, size do Aug[i][j] = s.A[i][j] end
    Aug[i][size + 1] = s.B[i][column]
  end
  local start = li.zeros(size + 1)
  start[size + 1] = 1
  if first > 0 then start = ctl.expm(Aug * first) * start end
  return free(Aug, start, h, n)
end

-- channel values from rows of states (u in the last column where there is one)
local function output(s, X, i, j, n, gain)
  local y = {}
  for k = 1, n do
    local sum = gain * (s.D and s.D[i][j] or 0)
    for l = 1, #s.A do sum = sum + s.C[i][l] * X[k][l] end
    y[k] = sum
  end
  return y
end

-- later by a delay: zeros before it; f(first, n): values at first, first + h, ..
local function late(delay, h, n, f)
  local skip = math.ceil(delay / h - 1e-12)
  local out = {}
  for k = 1, math.min(skip, n) do out[k] = 0 end
  if skip >= n then return out end
  local values = f(math.max(0, skip * h - delay), n - skip)
  for k = 1, n - skip do out[skip + k] = values[k] end
  return out
end

local function discrete_channel(s, i, j, n, impulse)
  local U = li.zeros(n, #s.inputs)
  for k = 1, impulse and 1 or n do U[k][j] = 1 end
  local y = {}
  if s.A then
    local Y = ctl.lsim(s.A, s.B, s.C, s.D, U, li.zeros(#s.A))
    for k = 1, n do y[k] = Y[k][i] end
  else
    for k = 1, n do y[k] = s.D[i][j] * U[k][j] end
  end
  return y
end

local function step_channel(s, i, j, h, n)
  return late(s.delay and s.delay[i][j] or 0, h, n, function(first, count)
    if s.dt then return discrete_channel(s, i, j, count, false) end
    if not s.A then
      local y = {}
      for k = 1, count do y[k] = s.D[i][j] end
      return y
    end
    return output(s, stepped(s, j, h, count, first), i, j, count, 1)
  end)
end

-- C exp(A t) B; D is a jump of its own that no curve shows
local function impulse_channel(s, i, j, h, n)
  return late(s.delay and s.delay[i][j] or 0, h, n, function(first, count)
    if s.dt then return discrete_channel(s, i, j, count, true) end
    if not s.A then
      local y = {}
      for k = 1, count do y[k] = 0 end
      return y
    end
    local x0 = s.B:col(j)
    if first > 0 then x0 = ctl.expm(s.A * first) * x0 end
    return output(s, free(s.A, x0, h, count), i, j, count, 0)
  end)
end

-- ---- the object ---------------------------------------------------------------------------------

local class

local function of_channels(s, kind, channel, t, points)
  if #s.inputs == 0 then check.fail(kind, "a system without inputs has no %s response", kind) end
  local x = statespace.of(s)
  local list, h = times(s, t, points)
  local out = { kind = kind, t = li.vec(list), y = {}, inputs = s.inputs, outputs = s.outputs,
    dt = s.dt, final = kind == "step" and s:stable() and s:dcgain() or false }
  for i = 1, #s.outputs do
    out.y[i] = {}
    for j = 1, #s.inputs do out.y[i][j] = li.vec(channel(x, i, j, h, #list)) end
  end
  return class.new(out)
end

local schema = { t = "any?", points = "count?" }

local function asked(given)
  if type(given) == "table" and kit.class(given) == nil and #given == 0 then
    local o = check.fields(given, "options", schema)
    return o.t, o.points
  end
  return given
end

local function step(s, given)
  local t, points = asked(given)
  return of_channels(s, "step", step_channel, t, points)
end

local function impulse(s, given)
  local t, points = asked(given)
  return of_channels(s, "impulse", impulse_channel, t, points)
end

local function start_of(s, x0)
  if type(x0) == "table" and kit.class(x0) == nil and #x0 == 0 and next(x0) then
    local at, out = {}, li.zeros(#s.states)
    for k, name in ipairs(s.states) do at[name] = k end
    for name, value in pairs(x0) do
      if not at[name] then
        check.fail("x0", "there is no state '%s'%s", tostring(name), check.hint(name, at))
      end
      out[at[name]] = value
    end
    return out
  end
  local x = li.vec(x0)
  if #x ~= #s.states then
    check.fail("x0", "expected %d numbers (%s), got %d", #s.states, table.concat(s.states, " "), #x)
  end
  return x
end

local function of_rows(s, kind, list, Y)
  local out = { kind = kind, t = li.vec(list), y = {}, inputs = { kind }, outputs = s.outputs,
    dt = s.dt, final = false }
  for i = 1, #s.outputs do out.y[i] = { Y[i] } end
  return class.new(out)
end

local function initial(s, x0, given)
  if not s.A then check.fail("initial", "a gain has no states") end
  local t, points = asked(given)
  local list, h = times(s, t, points)
  local X = free(s.A, start_of(s, x0), h, #list, s.dt)
  local Y = {}
  for i = 1, #s.outputs do Y[i] = li.vec(output(s, X, i, 1, #list, 0)) end
  return of_rows(s, "initial", list, Y)
end

-- ---- forced -------------------------------------------------------------------------------------

-- rows of inputs at the times: a list of one input, rows, functions of time by name
local function input_rows(s, u, list)
  local n, m = #list, #s.inputs
  local U = li.zeros(n, m)
  if type(u) == "function" then u = { [s.inputs[1]] = u } end
  if type(u) == "table" and kit.class(u) == nil and #u == 0 then
    local at = {}
    for k, name in ipairs(s.inputs) do at[name] = k end
    for name, f in pairs(u) do
      local j = at[name]
        or check.fail("u", "there is no input '%s'%s", tostring(name), check.hint(name, at))
      for k = 1, n do
        U[k][j] = type(f) == "function" and f(list[k]) or type(f) == "number" and f or f[k]
      end
    end
    return U
  end
  if #u ~= n then check.fail("u", "expected %d rows, one for every time, got %d", n, #u) end
  for k = 1, n do
    for j = 1, m do U[k][j] = type(u[k]) == "number" and u[k] or u[k][j] end
  end
  return U
end

-- between two rows, straight or held, at a time before the grid's row k
local function shifted(U, j, delay, h, held)
  local out = {}
  for k = 1, #U do
    local x = (k - 1) - delay / h
    local low = floor(x + 1e-12)
    local part = x - low
    if x < 0 then out[k] = 0
    elseif held or part < 1e-12 or low + 2 > #U then out[k] = U[low + 1][j]
    else out[k] = (1 - part) * U[low + 1][j] + part * U[low + 2][j] end
  end
  return out
end

local function without_delay(s, U, h, x0, held)
  local A, B, C, D = s.A, s.B, s.C, s.D
  if not A then
    local Y = U * D:transpose()
    return Y
  end
  if not s.dt then
    A, B, C, D = ctl.c2d(A, B, C, D, h, held and "zoh" or "foh")
    -- the straight hold has states of its own: those at the start
    if not held then x0 = x0 - select(3, kit.linear.ramp(s, h)) * U:row(1) end
  end
  return (ctl.lsim(A, B, C, D, U, x0))
end

local function delayed_rows(s, U, h, x0, held)
  local n, p, m = #U, #s.outputs, #s.inputs
  local Y = li.zeros(n, p)
  local bare = statespace.like(s, { delay = false })
  for j = 1, m do
    for i = 1, p do
      local one = li.zeros(n, m)
      local u = shifted(U, j, s.delay[i][j], h, held)
      for k = 1, n do one[k][j] = u[k] end
      local y = without_delay(bare, one, h, li.zeros(#s.states > 0 and #s.states or 1), held)
      for k = 1, n do Y[k][i] = Y[k][i] + y[k][i] end
    end
  end
  if s.A then
    local X = free(s.A, x0, h, n, s.dt)
    for i = 1, p do
      local y = output(s, X, i, 1, n, 0)
      for k = 1, n do Y[k][i] = Y[k][i] + y[k] end
    end
  end
  return Y
end

local forced_schema = { u = "any", t = "any?", x0 = "any?", hold = "str?", points = "count?" }

local function forced(given_system, options)
  local s = statespace.of(given_system)
  local o = check.fields(options, "options", forced_schema)
  if o.hold and o.hold ~= "zero" and o.hold ~= "straight" then
    check.fail("hold", "expected 'straight' or 'zero', got '%s'", o.hold)
  end
  local list, h = times(s, o.t, o.points)
  local U = input_rows(s, o.u, list)
  local x0 = o.x0 and start_of(s, o.x0) or s.A and li.zeros(#s.states) or li.zeros(1)
  local held = o.hold == "zero"
  local rows = (s.delay and delayed_rows or without_delay)(s, U, h, x0, held)
  local Y = {}
  for i = 1, #s.outputs do Y[i] = rows:col(i) end
  return of_rows(s, "forced", list, Y)
end

-- ---- what a step shows --------------------------------------------------------------------------

-- the first time where f goes through a level, straight between samples
local function crossing(t, y, level, from, to)
  for k = from, to - 1 do
    local a, b = y[k] - level, y[k + 1] - level
    if a == 0 then return t[k] end
    if (a < 0) ~= (b < 0) then return t[k] + (t[k + 1] - t[k]) * a / (a - b) end
  end
end

-- the top of the parabola through a sample and its neighbours
local function refined(t, y, k)
  if k <= 1 or k >= #y then return y[k], t[k] end
  local a, b, c = y[k - 1], y[k], y[k + 1]
  local curve = a - 2 * b + c
  if curve == 0 then return b, t[k] end
  local d = (a - c) / (2 * curve)
  if math.abs(d) > 1 then return b, t[k] end
  return b - curve * d * d / 2, t[k] + d * (t[2] - t[1])
end

-- the first time at a share of the way to the end: at once, where a jump went there
local function reached(t, y, final, share)
  if y[1] / final >= share then return t[1] end
  return crossing(t, y, share * final, 1, #y)
end

-- the value of largest share of `final`, between samples too
local function extreme(t, y, final, sign, discrete)
  local top = 1
  for k = 1, #y do if sign * y[k] / final > sign * y[top] / final then top = k end end
  if discrete then return y[top], t[top] end
  return refined(t, y, top)
end

-- from when on it stays within a band about its end
local function settled(t, y, final, band)
  local last
  for k = 1, #y do if math.abs(y[k] - final) > band then last = k end end
  if not last then return t[1] end
  if last == #y then return nil end
  local edge = final + (y[last] > final and band or -band)
  return crossing(t, y, edge, last, last + 1) or t[last + 1]
end

-- what it goes through from when it first has come nine tenths of the way
local function settling_range(t, y, out)
  local low, high = math.huge, -math.huge
  for k = 1, #y do
    if t[k] >= out.t90 then low, high = math.min(low, y[k]), math.max(high, y[k]) end
  end
  if out.overshoot > 0 then
    low, high = math.min(low, out.peak), math.max(high, out.peak)
  end
  return low, high
end

-- all of it counts from 0, where it was before the step
local function info_of(t, y, final, discrete, within)
  local out = { final = final, within = within }
  if final == 0 then
    out.peak, out.t_peak = extreme(t, y, 1, 1, discrete)
    local low, t_low = extreme(t, y, 1, -1, discrete)
    if -low > out.peak then out.peak, out.t_peak = low, t_low end
    out.settling = settled(t, y, 0, within * math.abs(out.peak))
    return out
  end
  out.t10, out.t50, out.t90 = reached(t, y, final, 0.1), reached(t, y, final, 0.5),
    reached(t, y, final, 0.9)
  out.rise = out.t10 and out.t90 and out.t90 - out.t10
  out.peak, out.t_peak = extreme(t, y, final, 1, discrete)
  local low = extreme(t, y, final, -1, discrete)
  out.overshoot = math.max(0, (out.peak / final - 1) * 100)
  out.undershoot = math.max(0, -low / final * 100)
  out.settling = settled(t, y, final, within * math.abs(final))
  if out.t90 then out.settling_min, out.settling_max = settling_range(t, y, out) end
  return out
end

-- what does not settle has no end to compare with
local function restless(t, y)
  local top = 1
  for k = 1, #y do if math.abs(y[k]) > math.abs(y[top]) then top = k end end
  return { peak = y[top], t_peak = t[top] }
end

local function info(r, within)
  if r.kind ~= "step" then check.fail("info", "expected a step response, got one of %s", r.kind) end
  local list = {}
  for i = 1, #r.outputs do
    list[i] = {}
    for j = 1, #r.inputs do
      local y = r.y[i][j]
      list[i][j] = r.final and info_of(r.t, y, r.final[i][j], r.dt, within or 0.02)
        or restless(r.t, y)
      list[i][j].settles = r.final and true or false
    end
  end
  if #r.outputs == 1 and #r.inputs == 1 then return list[1][1] end
  return list
end

local function figure_of(r)
  local fig = { xlabel = language.label "time (s)",
    ylabel = #r.outputs == 1 and r.outputs[1] or nil }
  for i = 1, #r.outputs do
    for j = 1, #r.inputs do
      local name = #r.inputs == 1 and r.outputs[i]
        or ("%s from %s"):format(r.outputs[i], r.inputs[j])
      fig[#fig + 1] = { x = r.t, y = r.y[i][j], label = name, kind = r.dt and "steps" or "line" }
    end
  end
  return fig
end

local function plot(r, title)
  local fig = figure_of(r)
  fig.title = title
  return li.plot(fig)
end

local function text(r)
  local out = { ("%s response to %s s, %d times"):format(r.kind, kit.number(r.t[#r.t]), #r.t) }
  if r.kind ~= "step" then return out[1] end
  for i = 1, #r.outputs do
    for j = 1, #r.inputs do
      local e = info(r)
      e = e.settles ~= nil and e or e[i][j]
      local function told(name, x, unit)
        return x and ("%s %s%s"):format(name, kit.number(x, 4), unit) or nil
      end
      local parts = { e.settles and "settles at " .. kit.number(e.final, 6) or "does not settle" }
      if e.settles then
        parts[#parts + 1] = told("rises in", e.rise, " s")
        parts[#parts + 1] = e.overshoot and told("overshoot", e.overshoot, " %")
        parts[#parts + 1] = told("within 2 % after", e.settling, " s")
      end
      out[#out + 1] = ("%s from %s: %s"):format(r.outputs[i], r.inputs[j],
        table.concat(parts, ", "))
    end
  end
  return table.concat(out, "\n")
end

local LAG = "local r = li.tf({1}, {1, 1}):step{t = 10, points = 2000} "

class = check.class("response", "A linear system over time: t (s), y[i][j] (output i, what input j "
  .. "did), kind.", {
  { "response:info([within: num]) -> table",
    "What a step shows: rise (s, from a tenth to nine), t10, t50, t90, settling (s, until it stays "
      .. "within 0.02), settling_min and settling_max (from t90 on), overshoot and undershoot (per "
      .. "cent), peak (the farthest in the direction of the end), t_peak, final, settles; all from "
      .. "0, where it was before the step; rows of them for several. What does not settle has a "
      .. "peak among the times shown, and no more.",
    LAG .. "return ('%.4f'):format(r:info().rise) --> 2.1972", info },
  { "response:plot([title: str]) -> plot", "Outputs over time.",
    LAG .. "return #r:plot():svg() > 1000 --> true", plot },
  { "response.__tostring(r: response) -> str", "How long, and what a step shows.",
    LAG .. "return (tostring(r):gsub('\\n.*', '')) --> step response to 10 s, 2001 times", text },
})

-- ---- root locus and pole map --------------------------------------------------------------------

local POLES = { label = "poles", shape = "cross", color = "#d55e00" }
local ZEROS = { label = "zeros", shape = "ring", color = "#0072b2" }

local function scatter(list, look)
  local x, y = {}, {}
  for k, r in ipairs(list) do x[k], y[k] = r.re, r.im end
  return #x > 0 and { x = x, y = y, kind = "scatter",
    label = language.label(look.label), size = 4.5,
    shape = look.shape, color = look.color } or nil
end

local function circle()
  local x, y = {}, {}
  for k = 0, 180 do x[k + 1], y[k + 1] = math.cos(k * pi / 90), math.sin(k * pi / 90) end
  return { x = x, y = y, color = "#bbbbbb", width = 1 }
end

local function pole_map(s)
  local fig = language.figure { xlabel = "real", ylabel = "imaginary", equal = true }
  fig[1] = scatter(s:poles(), POLES)
  fig[#fig + 1] = #s.inputs > 0 and scatter(s:zeros(), ZEROS) or nil
  if s.dt then fig[#fig + 1] = circle() end
  if #fig == 0 then check.fail("pole_map", "there is neither a pole nor a zero") end
  local lo, hi, far = 0, 0, 0.5
  for _, one in ipairs(fig) do
    for k = 1, #one.x do
      lo, hi = math.min(lo, one.x[k]), math.max(hi, one.x[k])
      far = math.max(far, math.abs(one.y[k]))
    end
  end
  local room = 0.1 * math.max(hi - lo, far)
  fig.xlim, fig.ylim = { lo - room, hi + room }, { -far - room, far + room }
  return li.plot(fig)
end

-- roots matched to those before, the nearest pairs first
local function matched(before, now)
  local out, used, ways = {}, {}, {}
  for i, a in ipairs(before) do
    for j, b in ipairs(now) do
      ways[#ways + 1] = { (a.re - b.re) ^ 2 + (a.im - b.im) ^ 2, i, j }
    end
  end
  table.sort(ways, function(a, b)
    if a[1] ~= b[1] then return a[1] < b[1] end
    if a[2] ~= b[2] then return a[2] < b[2] end
    return a[3] < b[3]
  end)
  for _, w in ipairs(ways) do
    if not out[w[2]] and not used[w[3]] then out[w[2]], used[w[3]] = now[w[3]], true end
  end
  return out
end

local function closed_roots(num, den, k)
  return polynomials.roots(polynomials.sum(den, polynomials.scaled(num, k)))
end

-- gains where branches leave the real axis: num den' - num' den = 0 there
local function breakaway(num, den)
  local list = {}
  local a = polynomials.product(num, polynomials.derivative(den))
  local b = polynomials.product(den, polynomials.derivative(num))
  for _, r in ipairs(polynomials.roots(polynomials.sum(a, polynomials.scaled(b, -1)))) do
    if math.abs(r.im) < 1e-9 * (1 + math.abs(r.re)) then
      local n = polynomials.value(num, r.re, 0)
      local d = polynomials.value(den, r.re, 0)
      if n ~= 0 and -d / n > 0 then list[#list + 1] = { at = r.re, gain = -d / n } end
    end
  end
  table.sort(list, function(x, y) return x.gain < y.gain end)
  return list
end

local function gains_for(num, den, given)
  if given then return kit.class(given) == "vec" and given:table() or given end
  local size = math.abs(den[#den] ~= 0 and den[#den] or den[1])
    / math.abs(num[#num] ~= 0 and num[#num] or num[1])
  if not (size > 1e-6 and size < 1e9) then size = 1 end
  local list = { 0 }
  for k = 0, 400 do list[#list + 1] = size * 10 ^ (-3 + k / 400 * 6) end
  for _, b in ipairs(breakaway(num, den)) do
    -- branches leave as the square root of what the gain is beyond it
    for k = 1, 8 do
      local off = 10 ^ (-k / 2)
      list[#list + 1], list[#list + 2] = b.gain * (1 - off), b.gain * (1 + off)
    end
    list[#list + 1] = b.gain
  end
  kit.sort(list)
  return list
end

local function root_locus(s, gains)
  frequency.single(s, "root_locus")
  if s.delay then check.fail("root_locus", "a delay has endless poles: :pade(order) first") end
  local g = transfer.of(s)
  local num, den = g.num[1][1], g.den[1][1]
  if #den == 1 and #num == 1 then check.fail("root_locus", "a gain has no poles") end
  local list, rows = gains_for(num, den, gains), {}
  for k, gain in ipairs(list) do
    local roots = closed_roots(num, den, gain)
    rows[k] = k > 1 and matched(rows[k - 1], roots) or roots
  end
  local fig = language.figure { xlabel = "real", ylabel = "imaginary", equal = s.dt ~= false }
  for b = 1, #rows[1] do
    local x, y = {}, {}
    for k = 1, #rows do
      local r = rows[k][b]
      x[k], y[k] = r and r.re or 0 / 0, r and r.im or 0 / 0
    end
    fig[#fig + 1] = { x = x, y = y }
  end
  local limit = 1
  for _, a in ipairs { den, num } do
    for _, r in ipairs(polynomials.roots(a)) do
      limit = math.max(limit, math.sqrt(r.re ^ 2 + r.im ^ 2))
    end
  end
  fig.xlim, fig.ylim = { -3 * limit, 1.5 * limit }, { -2.5 * limit, 2.5 * limit }
  fig[#fig + 1] = scatter(polynomials.roots(den), POLES)
  fig[#fig + 1] = scatter(polynomials.roots(num), ZEROS)
  if s.dt then fig[#fig + 1] = circle() end
  return li.plot(fig), { gains = li.vec(list), roots = rows, breakaway = breakaway(num, den) }
end

systems.define {
  { "step([t: any]) -> response",
    "The answer to a step of every input, exact on its grid: t is an end (s), equal steps from 0, "
      .. "or {t =, points =}; chosen by the poles where left out.",
    "local r = li.tf({1}, {1, 1}):step(1) return ('%.6f'):format(r.y[1][1][#r.t]) --> 0.632121",
    step },
  { "impulse([t: any]) -> response",
    "The answer to an impulse of every input (to a sample of 1, where it is sampled).",
    "li.tf({1}, {1, 1}):impulse(1).y[1][1][1] --> 1", impulse },
  { "forced(options: table) -> response",
    "The answer to u: {u = f(t), rows, or {name = f}, t = end or times, x0 = start, hold = "
      .. "'straight' (between samples) or 'zero'}.",
    "local r = li.tf({1}, {1, 0}):forced{u = function(t) return t end, t = 2} return "
      .. "r.y[1][1][#r.t] --> 2", forced },
  { "pole_map() -> plot", "Its poles and zeros in the complex plane.",
    "#li.tf({1}, {1, 1}):pole_map():svg() > 1000 --> true", pole_map },
  { "root_locus([gains: nums]) -> plot, table",
    "Where the poles of the loop k L/(1 + k L) are for gains k, and {gains, roots, breakaway = "
      .. "{{at, gain}}}.",
    "#li.tf({1}, {1, 2, 0}):root_locus():svg() > 1000 --> true", root_locus },
}

kit.define(check.classes.statespace, {
  "statespace:initial(x0: any [, t: any]) -> response",
  "The answer to a start of its states, in order or by name, without inputs.",
  "li.ss(-1, 1, 1):initial({2}, 1).y[1][1][1] --> 2", initial })

return { class = class, times = times }
