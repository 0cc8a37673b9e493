-- mhe.lua - li.mhe: moving horizon estimation as a block: the states of the last N steps and the
-- noise between them that cost least with all that was measured, within bounds
--
--   |S^-1 (x_0 - prior)|^2 + sum |w_j|^2/Q + sum |y_j - h(x_j)|^2/R,  x_(j+1) = F(x_j, w_j)
--   unknowns: xi and omega, x_0 = prior + S xi, w = sqrt(Q) omega, so that what is solved has all
--   eigenvalues above 1. Functions are made linear about the window of before, once at every ask
--   (Gauss, Newton: real-time iterations [Diehl 2002]). Prior: what the estimate of that time said
--   of it, its covariance P = S S' by the filter [Rao, Rawlings, Lee 2001]
local li = require "liaison.core"
local check = require "liaison.base.check"
local blocks = require "liaison.control.block"
local covariance = require "liaison.control.covariance"
local filtering = require "liaison.control.filtering"
local lines = require "liaison.control.lines"
local process = require "liaison.control.process"

local fields = {}
for key, rule in pairs(process.fields) do fields[key] = rule end
fields.horizon, fields.bounds, fields.noise_bounds = "count", "table?", "table?"
fields.system, fields.G, fields.at = "any?", "any?", "table?"
fields.from, fields.valid = "table?", "table?"

-- ---- a linear system as a process ---------------------------------------------------------------

local function number_sum(row, names, at, first)
  local terms = { first ~= 0 and lines.number(first) or nil }
  for k, name in ipairs(names) do
    if row[k] ~= 0 then
      local x = at[k] == 0 and name or ("(%s - %s)"):format(name, lines.number(at[k]))
      terms[#terms + 1] = lines.product(lines.number(row[k]), x)
    end
  end
  return lines.sum(terms)
end

local function point(s, key, names, at)
  local of, out = rawget(s, "point"), {}
  for k, name in ipairs(names) do
    out[k] = at and at[name] or of and of[key] and of[key][name] or 0
  end
  return out
end

-- x+ = x* + A (x - x*) + B (u - u*), y = y* + C (x - x*) + D (u - u*) in words of a process
local function of_system(o)
  for _, key in ipairs { "states", "rates", "next", "model", "measured", "inputs" } do
    if o[key] ~= nil then check.fail(key, "a system has its own: give system or %s", key) end
  end
  require "liaison.control.kalman_filter"
  local s, W, G = filtering.sampled(o)
  local x, u = point(s, "x", s.states, o.at), point(s, "u", s.inputs, o.at)
  local y = point(s, "y", s.outputs, o.at)
  local out = { states = {}, next = {}, measured = {}, inputs = {} }
  for key, value in pairs(o) do if out[key] == nil then out[key] = value end end
  -- an input that is called as a state is given under a name of its own
  local taken, given = {}, {}
  for _, name in ipairs(s.states) do taken[name] = true end
  for k, name in ipairs(s.inputs) do
    given[k] = filtering.symbol(name, taken)
    out.inputs[given[k]] = o.from and o.from[name] or name
  end
  for i, name in ipairs(s.states) do
    out.states[i] = { name, x[i] }
    out.next[i] = { name, lines.sum { number_sum(s.A:row(i), s.states, x, x[i]),
      s.B and number_sum(s.B:row(i), given, u, 0) or "0" } }
  end
  local R = filtering.variances(o.R, s.outputs, "R", true)
  local plain = covariance.is_diagonal(R)
  local from, valid = o.from or {}, o.valid or {}
  for k, name in ipairs(s.outputs) do
    out.measured[k] = { name, lines.sum { number_sum(s.C:row(k), s.states, x, y[k]),
      s.D and #s.inputs > 0 and number_sum(s.D:row(k), given, u, 0) or "0" },
      R = plain and R[k][k] or nil, from = from[name], valid = valid[name] }
  end
  if plain then out.R = nil end
  out.Q = G * W * G:transpose()
  for _, key in ipairs { "system", "G", "noise", "at", "from", "valid" } do out[key] = nil end
  return out
end

-- ---- the window ---------------------------------------------------------------------------------

local function named(text, ...) return text:format(...) end

-- a value of the past, shifted at every ask: its name at slot j of 0 .. N - 1, now at N
local function kept(m, name, now, start)
  local at = {}
  for j = 0, m.N - 1 do
    at[j] = filtering.symbol(named("%s_%d", filtering.plain(name), j), m.p.taken)
  end
  at[m.N] = now
  for j = 0, m.N - 1 do filtering.state(m.p, at[j], start or 0, at[j + 1]) end
  return at
end

-- inputs and what was measured, over the window; 1 where a measurement is there
local function keep_window(m)
  local p, measured = m.p, {}
  m.u, m.y, m.there = {}, {}, {}
  for _, e in ipairs(p.measured) do measured[e.symbol] = true end
  for _, name in ipairs(blocks.sorted_keys(p.spec.inputs, "inputs")) do
    if not measured[name] then m.u[#m.u + 1] = { name = name, at = kept(m, name, name) } end
  end
  for i, e in ipairs(p.measured) do
    m.y[i] = kept(m, e.symbol, e.symbol)
    local fresh = filtering.fresh(p, e)
    m.there[i] = fresh and kept(m, named("there_%d", i), fresh) or false
  end
  -- how many asks ago it began; slot j is there where age > N - j - 1/2
  local age = filtering.symbol("age", p.taken)
  filtering.state(p, age, 0, named("min(%s + 1, %d)", age, m.N))
  m.exists = { [m.N] = "1" }
  for j = 0, m.N - 1 do
    m.exists[j] = p.lines:let(named("piecewise(%s > %s, 1, 0)", age, lines.number(m.N - j - 0.5)))
  end
end

-- names of states, inputs, noise, t in the step, and what they are at slot j
local function places(m, j, x, noise)
  local by, at = { "t" }, { named("(t - %d*dt)", m.N - j) }
  for i, name in ipairs(m.p.names) do by[#by + 1], at[#at + 1] = name, x[i] end
  for _, u in ipairs(m.u) do by[#by + 1], at[#at + 1] = u.name, u.at[j] end
  for k, name in ipairs(m.p.noise) do by[#by + 1], at[#at + 1] = name, noise and noise[k] or "0" end
  return by, at
end

-- ---- made linear --------------------------------------------------------------------------------

local function times(a, b) return lines.product(a, b) or "0" end

local function sum(list)
  local out = {}
  for _, x in ipairs(list) do if x ~= "0" then out[#out + 1] = x end end
  return lines.sum(out)
end

-- slopes of f by states and noise by name, row by row: a list of names
local function slopes_of(m, f)
  local by, out = {}, {}
  for _, list in ipairs { m.p.names, m.p.noise } do
    for _, name in ipairs(list) do by[#by + 1] = name end
  end
  local J = m.p.lines:slopes(f, by)
  for i = 1, #f do for k = 1, #by do out[#out + 1] = J[i][k] end end
  return out
end

-- such slopes at slot j: by states, and by noise
local function slopes_at(m, j, slopes, x, noise)
  local by, at = places(m, j, x, noise)
  local values, n, w = m.p.lines:put(slopes, by, at), #m.p.names, #m.p.noise
  local rows = #slopes / (n + w)
  local A, G = lines.zeros(rows, n), lines.zeros(rows, w)
  for i = 1, rows do
    local first = (i - 1) * (n + w)
    for k = 1, n do A[i][k] = values[first + k] end
    for k = 1, w do G[i][k] = values[first + n + k] end
  end
  return A, G
end

-- the guess of the window: x of slot 0 (the states by their names) and omega of every step, as they
-- came out before
local function read_guess(m)
  local p = m.p
  m.x0, m.omega = p.names, {}
  for j = 0, m.N - 1 do
    m.omega[j] = {}
    for k = 1, m.nw do m.omega[j][k] = filtering.symbol(named("omega_%d_%d", j, k), p.taken) end
  end
end

-- w = sqrt(q) omega of the noise by name at slot j
local function noise_at(m, j)
  local out = {}
  for k = 1, #m.p.noise do
    out[k] = m.p.lines:let(times(m.root[k], m.omega[j][k]))
  end
  return out
end

-- x of the next slot by the guess, and the slopes of it: A, and G sqrt(q) (n x nw). The window
-- stands still before it began
local function step_at(m, j, x)
  local p, L, n = m.p, m.p.lines, #m.p.names
  local noise = noise_at(m, j)
  local by, at = places(m, j, x, noise)
  local F = L:put(m.step, by, at)
  local A, Gw = slopes_at(m, j, m.step_slopes, x, noise)
  local there, nx, G = m.exists[j], {}, lines.zeros(n, m.nw)
  for i = 1, n do
    local terms = { F[i] }
    for k = 1, m.nw do
      local g = k <= #p.noise and Gw[i][k] or k > #p.noise and m.G[i][k] or "0"
      G[i][k] = L:let(times(times(g, m.root[k]), there))
      if k > #p.noise then terms[#terms + 1] = times(times(g, m.root[k]), m.omega[j][k]) end
    end
    nx[i] = L:let(named("piecewise(%s > 1/2, %s, %s)", there, sum(terms), x[i]))
    for k = 1, n do
      A[i][k] = i == k and L:let(named("piecewise(%s > 1/2, %s, 1)", there, A[i][k]))
        or L:let(times(A[i][k], there))
    end
  end
  return nx, A, G
end

-- dx_j = c_j + T_j z over the window, z = (xi, omega_0 .. omega_(N-1))
local function spread(m)
  local L, n, N, nw = m.p.lines, #m.p.names, m.N, m.nw
  local count = n + N * nw
  m.count, m.x, m.c, m.T, m.A, m.Gs = count, { [0] = m.x0 }, { [0] = {} }, {}, {}, {}
  local T = lines.zeros(n, count)
  for i = 1, n do
    m.c[0][i] = L:let(named("%s - %s", m.prior[0][i], m.x0[i]))
    for k = 1, n do T[i][k] = m.S[i][k] end
  end
  m.T[0] = T
  for j = 0, N - 1 do
    m.x[j + 1], m.A[j], m.Gs[j] = step_at(m, j, m.x[j])
    local c, old = {}, lines.zeros(n, 1)
    for i = 1, n do old[i][1] = m.c[j][i] end
    local Ac, AT = L:mul(m.A[j], old), L:mul(m.A[j], m.T[j])
    for i = 1, n do
      local terms = { Ac[i][1] }
      for k = 1, nw do
        local g = times(m.Gs[j][i][k], m.omega[j][k])
        if g ~= "0" then terms[#terms + 1] = "(-" .. g .. ")" end
        AT[i][n + j * nw + k] = m.Gs[j][i][k]
      end
      c[i] = L:let(sum(terms))
    end
    m.c[j + 1], m.T[j + 1] = c, AT
  end
end

-- ---- the programme ------------------------------------------------------------------------------

-- what was measured beyond the guess, less what is known of dx; its slopes by z
local function residual(m, j, i, e, H)
  local terms = { e }
  for k = 1, #m.p.names do
    local known = times(H[k], m.c[j][k])
    if known ~= "0" then terms[#terms + 1] = "(-" .. known .. ")" end
  end
  local row = {}
  for k = 1, m.count do
    local of = {}
    for l = 1, #m.p.names do of[l] = times(H[l], m.T[j][l][k]) end
    row[k] = m.p.lines:let(sum(of))
  end
  local left = m.p.lines:let(sum(terms))
  local there = m.there[i] and m.there[i][j] or "1"
  local factor = m.p.lines:let(times(m.exists[j], there))
  if factor ~= "1" then
    left = m.p.lines:let(times(left, factor))
    for k = 1, m.count do row[k] = m.p.lines:let(times(row[k], factor)) end
  end
  return left, row, factor
end

-- L^-1 of R = L L'
local function whitening(R)
  local n, out, root = #R, {}, {}
  for i = 1, n do
    root[i], out[i] = {}, {}
    for j = 1, i do
      local x = R[i][j]
      for k = 1, j - 1 do x = x - root[i][k] * root[j][k] end
      root[i][j] = i == j and math.sqrt(x) or x / root[j][j]
    end
  end
  for i = 1, n do
    for j = 1, i do
      local x = i == j and 1 or 0
      for k = j, i - 1 do x = x - root[i][k] * out[k][j] end
      out[i][j] = x / root[i][i]
    end
  end
  return out
end

-- rows of M and r of slot j: innovations over the roots of their variances
local function measure_at(m, j)
  local p, L = m.p, m.p.lines
  local by, at = places(m, j, m.x[j])
  local expected = L:put(m.h, by, at)
  local H = slopes_at(m, j, m.h_slopes, m.x[j])
  local left, rows = {}, {}
  for i, e in ipairs(p.measured) do
    local innovation = filtering.innovation(p, e, m.y[i][j], expected[i])
    local factor
    left[i], rows[i], factor = residual(m, j, i, innovation, H[i])
    local bound = m.o.noise_bounds and m.o.noise_bounds[e.name]
    if bound then m.bounded(rows[i], left[i], bound, factor) end
  end
  if j == 0 then m.H0 = H end
  for i = 1, #left do
    local r, row = {}, {}
    for k = 1, p.R and i or 0 do r[k] = times(lines.number(m.white[i][k]), left[k]) end
    if not p.R then r[1] = times(left[i], m.weight[i]) end
    for l = 1, m.count do
      local of = {}
      for k = 1, p.R and i or 0 do of[k] = times(lines.number(m.white[i][k]), rows[k][l]) end
      if not p.R then of[1] = times(rows[i][l], m.weight[i]) end
      row[l] = L:let(sum(of))
    end
    local q = p.spec.programme
    q.r[#q.r + 1], q.M[#q.M + 1] = L:let(sum(r)), row
  end
end

local function numbered(x) return x == "0" and 0 or x end

local function number_at(x, path, none)
  if x == nil or x == false then return none end
  if type(x) ~= "number" or x ~= x then
    check.fail(path, "expected a number, got %s", check.got(x))
  end
  return x
end

local function bound_of(given, path)
  if type(given) ~= "table" then
    check.fail(path, "expected {least, most}, got %s", check.got(given))
  end
  local lo = number_at(given[1] or given.min, path .. "[1]", -math.huge)
  local hi = number_at(given[2] or given.max, path .. "[2]", math.huge)
  if lo > hi then check.fail(path, "the least, %g, is above the largest, %g", lo, hi) end
  return lo, hi
end

local function less(bound, text)
  if bound == math.huge or bound == -math.huge then return bound end
  return text == "0" and bound or named("%s - %s", lines.number(bound), text)
end

-- states within bounds at every slot
local function bound_states(m)
  local q, p = m.p.spec.programme, m.p
  local at = {}
  for i, name in ipairs(p.names) do at[name] = i end
  for _, name in ipairs(blocks.sorted_keys(m.o.bounds or {}, "bounds")) do
    local i = at[name]
    if not i then
      check.fail("bounds", "there is no state '%s'%s", name, check.hint(name, at))
    end
    local lo, hi = bound_of(m.o.bounds[name], "bounds." .. name)
    for j = 0, m.N do
      local known = p.lines:let(named("%s + %s", m.x[j][i], m.c[j][i]))
      q.A[#q.A + 1] = m.T[j][i]
      q.lower[#q.A], q.upper[#q.A] = less(lo, known), less(hi, known)
    end
  end
end

-- noise by name, of states and of measurements, within bounds about 0
local function check_noise_bounds(m)
  local known, noise = {}, {}
  for k, name in ipairs(m.p.noise) do known[name], noise[name] = true, k end
  for k, name in ipairs(m.columns) do
    if name then known[name], noise[name] = true, #m.p.noise + k end
  end
  for _, e in ipairs(m.p.measured) do known[e.name] = true end
  local q = m.p.spec.programme
  for _, name in ipairs(blocks.sorted_keys(m.o.noise_bounds or {}, "noise_bounds")) do
    local path = "noise_bounds." .. name
    if not known[name] then
      check.fail("noise_bounds", "there is no noise '%s' (of inputs by name, of states where Q is "
        .. "a diagonal, of what is measured)%s", name, check.hint(name, known))
    end
    local lo, hi = bound_of(m.o.noise_bounds[name], path)
    if lo > 0 or hi < 0 then check.fail(path, "expected 0 between its bounds") end
    for j = 0, noise[name] and m.N - 1 or -1 do
      local at = #m.p.names + j * m.nw + noise[name]
      local root = m.root[noise[name]]
      if lo > -math.huge then q.lo[at] = named("%s/%s", lines.number(lo), root) end
      if hi < math.huge then q.hi[at] = named("%s/%s", lines.number(hi), root) end
    end
  end
end

-- left - row z in bounds, where it was measured
local function bound_residual(m)
  return function(row, left, given)
    local q, lo, hi = m.p.spec.programme, bound_of(given, "noise_bounds")
    q.A[#q.A + 1] = row
    local function beyond(bound)
      if bound == math.huge or bound == -math.huge then return -bound end
      return named("%s - %s", left, lines.number(bound))
    end
    q.lower[#q.A], q.upper[#q.A] = beyond(hi), beyond(lo)
  end
end

local function begin_programme(m)
  local q = { unknowns = {}, H = {}, M = {}, r = {}, A = {}, lower = {}, upper = {}, lo = {},
    hi = {} }
  for k = 1, m.count do
    q.unknowns[k], q.H[k], q.lo[k], q.hi[k] = "z" .. k .. "_", {}, -math.huge, math.huge
    for j = 1, m.count do q.H[k][j] = k == j and 1 or 0 end
  end
  m.p.spec.programme = q
end

-- entries "0" are numbers that stay
local function settle(q)
  for _, key in ipairs { "M", "A" } do
    for _, row in ipairs(q[key]) do
      for k = 1, #row do row[k] = numbered(row[k]) end
    end
  end
  for k = 1, #q.r do q.r[k] = numbered(q.r[k]) end
  if #q.A == 0 then q.A, q.lower, q.upper = nil, nil, nil end
end

-- ---- behind the programme -----------------------------------------------------------------------

-- a line behind: it may name unknowns
local function behind(m, name, text)
  local list = m.p.spec.behind
  list[#list + 1] = { name, text }
  return name
end

local function solved(text, otherwise)
  return named("piecewise(solved > 1/2, %s, %s)", text, otherwise)
end

-- the states of slot j by what was solved, or as they were guessed
local function states_at(m, j, prefix)
  local out = {}
  for i = 1, #m.p.names do
    local terms = { m.x[j][i], m.c[j][i] }
    for k = 1, m.count do
      terms[#terms + 1] = times(m.T[j][i][k], m.p.spec.programme.unknowns[k])
    end
    out[i] = behind(m, named("%s_%d", prefix, i), solved(sum(terms), m.x[j][i]))
  end
  return out
end

-- x of slot 0, noise, prior and covariance at the next time; all of them stay where the window has
-- not filled
local function go_on(m, estimate)
  local p, n, N, nw = m.p, #m.p.names, m.N, m.nw
  local full, z = m.exists[0], p.spec.programme.unknowns
  local first, second = states_at(m, 0, "first"), states_at(m, 1, "second")
  for i = 1, n do
    filtering.state(p, m.x0[i], p.start[i],
      named("piecewise(%s > 1/2, %s, %s)", full, second[i], first[i]))
  end
  for j = 0, N - 1 do
    for k = 1, nw do
      local text = "0"
      if j < N - 1 then text = solved(z[n + (j + 1) * nw + k], m.omega[j + 1][k]) end
      filtering.state(p, m.omega[j][k], 0, text)
    end
  end
  -- what this estimate says of the next time
  local by, at = places(m, N, estimate)
  local names = {}
  for i = 1, n do names[i] = named("ahead_%d", i) end
  p.spec.behind[#p.spec.behind + 1] = { names, put = m.step, by = by, at = at }
  for i = 1, n do
    for j = 0, N do
      local text = j == N and names[i] or m.prior[j + 1][i]
      filtering.state(p, m.prior[j][i], p.start[i], text)
    end
  end
end

-- the filter's covariance over the step that leaves the window
local function go_on_covariance(m, c)
  local p, H, r, gates, zero = m.p, {}, {}, {}, {}
  local list = p.measured
  for i in ipairs(list) do
    H[i], gates[i], zero[i] = {}, false, "0"
    for k = 1, #p.names do
      local there = m.there[i] and m.there[i][0] or "1"
      H[i][k] = p.lines:let(times(m.H0[i][k], there))
    end
    r[i] = not p.R and filtering.variance_of(p, list[i])
  end
  if p.R then r = filtering.apart(p, zero, H, p.R) end
  covariance.measure(c, zero, H, r, gates)
  local ones = {}
  for k = 1, m.nw do ones[k] = "1" end
  c:predict(m.A[0], m.Gs[0], ones)
  for name, becomes in pairs(c:next()) do
    filtering.state(p, name, c.states[name],
      named("piecewise(%s > 1/2, %s, %s)", m.exists[0], becomes, name))
  end
end

-- ---- the block ----------------------------------------------------------------------------------

-- G and roots of the variances of all noise of a step, and which state a column behind is of
local function read_noise(m)
  local p, n = m.p, #m.p.names
  local G, q = process.noise(p, lines.zeros(n, #p.noise))
  m.G, m.nw, m.root, m.columns = G, #q, {}, {}
  for k = 1, #q do m.root[k] = p.lines:let(named("sqrt(%s)", q[k])) end
  if covariance.is_diagonal(p.Q) then
    for i, name in ipairs(p.names) do
      if p.Q[i][i] > 0 then m.columns[#m.columns + 1] = name end
    end
  end
  if m.nw == 0 then
    check.fail("Q", "nothing moves the states but what is told: expected noise of some of them")
  end
end

-- S of P = S S', from U D U'
local function root_of(m, c)
  local n = #m.p.names
  m.S = lines.zeros(n, n)
  for j = 1, n do
    local root = m.p.lines:let(named("sqrt(max(%s, 0))", c.D[j]))
    for i = 1, j do m.S[i][j] = m.p.lines:let(times(c.U[i][j], root)) end
  end
end

-- the options as they are for a process
local function read_options(spec)
  local o = check.fields(spec, "", fields)
  for _, key in ipairs { "gate", "form", "tell" } do
    if o[key] ~= nil then
      check.fail(key, "a window has none: bounds of noise (noise_bounds) keep out what is far off")
    end
  end
  if o.horizon < 1 then check.fail("horizon", "expected at least 1 step") end
  if o.system ~= nil then return of_system(o) end
  for _, key in ipairs { "from", "valid", "G", "at" } do
    if o[key] ~= nil then
      check.fail(key, "of a system alone: what is measured tells its own")
    end
  end
  return o
end

-- what was said of every slot before it was measured
local function read_prior(m)
  m.prior = {}
  for j = 0, m.N do
    m.prior[j] = {}
    for i = 1, #m.p.names do
      m.prior[j][i] = filtering.symbol(named("prior_%d_%d", j, i), m.p.taken)
    end
  end
end

-- functions and their slopes, weights of measurements
local function read_functions(m)
  local p = m.p
  m.step, m.h = process.step(p), {}
  m.white = p.R and whitening(p.R)
  for i, e in ipairs(p.measured) do
    m.h[i] = e.h
    m.weight[i] = not p.R and p.lines:let(named("1/sqrt(%s)", filtering.variance_of(p, e)))
  end
  m.step_slopes, m.h_slopes = slopes_of(m, m.step), slopes_of(m, m.h)
end

local function write_programme(m)
  begin_programme(m)
  check_noise_bounds(m)
  m.bounded = bound_residual(m)
  for j = 0, m.N do measure_at(m, j) end
  bound_states(m)
  settle(m.p.spec.programme)
end

local function mhe(spec)
  local o = read_options(spec)
  local p = process.read(o, "mhe")
  local m = { p = p, o = o, N = o.horizon, weight = {} }
  p.spec.behind = {}
  read_noise(m)
  read_functions(m)
  keep_window(m)
  read_guess(m)
  read_prior(m)
  local c = covariance.new(p.lines, p.P0, "square_root")
  root_of(m, c)
  spread(m)
  write_programme(m)
  local estimate = states_at(m, m.N, "estimate")
  for i, name in ipairs(p.names) do
    filtering.output(p, filtering.estimate_of(name), estimate[i])
  end
  filtering.output(p, "solved", "solved")
  go_on(m, estimate)
  go_on_covariance(m, c)
  return filtering.finish(p)
end

local EXAMPLE = "local b = li.mhe{states = {x = 1}, next = {x = 'x'}, Q = 1, P0 = 1, dt = 1, "
  .. "measured = {y = {'x', R = 1}}, horizon = 2, bounds = {x = {0, 1.2}}} "

check.define(li, {
  { "mhe(spec: table) -> block",
    "Moving horizon estimation as a block: told as li.ekf (or system =, Q, R as "
      .. "li.kalman_filter), horizon = steps, bounds = {x = {0, 1}} of states, noise_bounds = {n = "
      .. "{-1, 1}, y = {-2, 2}} of noise by name, of states and of what is measured. Where no "
      .. "bound is met and the process is linear, the Kalman filter; else one step of Gauss and "
      .. "Newton at every ask. Outputs x_est, solved (0: nothing obeys the bounds, the guess).",
    EXAMPLE .. "return b:step{y = 2}[1] --> 1.2", mhe },
})
