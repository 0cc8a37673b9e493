-- mpc.lua - li.mpc: model predictive control of a linear system within limits, as a block: at every
-- ask the inputs of the next N steps that cost least within the limits, of which the first is given
--
--   sum x'Q x + 2 x'S u + u'R u + x_N'P x_N,  u_k = -K_k x_k + v_k with the gains of the regulator
--   over the horizon: the sum is x_0'P_0 x_0 + sum v_k'(R + B'P_(k+1) B) v_k, so that v = 0 where
--   no limit is in the way, and the programme in v is well conditioned whatever A is
--   [Rossiter, Kouvaritakis, Rice 1998]
local li = require "liaison.core"
local check = require "liaison.base.check"
local blocks = require "liaison.control.block"
local filtering = require "liaison.control.filtering"
local lines = require "liaison.control.lines"
local statespace = require "liaison.linear.everything"
local design = require "liaison.linear.design"
local weights = require "liaison.linear.weights"
local kit = li._internal

local fields = { system = "any", dt = { "num?", above = 0 }, horizon = "count", moves = "count?",
  Q = "any", R = "any", S = "any?", outputs = "bool?", final = "any?", limits = "table?",
  soft = { "num?", above = 0 }, references = "any?", from = "table?", at = "table?", to = "table?",
  name = "str?", offset = { "num?", min = 0 }, delay = { "num?", min = 0 },
  jitter = { "num?", min = 0 }, seed = "num?" }

-- ---- the regulator over the horizon -------------------------------------------------------------

-- the system at sampling times and its cost
local function sampled(o)
  local s = design.moved(statespace.of(o.system, "system"), "system")
  local Q, R, S = design.cost_of(s, o)
  if s.dt then
    if o.dt and math.abs(o.dt - s.dt) > 1e-12 * s.dt then
      check.fail("dt", "the system is sampled every %s s", kit.number(s.dt))
    end
    o.dt = s.dt
    return s, Q, R, S
  end
  if not o.dt then
    check.fail("dt", "expected how often it is asked, in s: the system is continuous")
  end
  return design.between_samples(s, Q, R, S, o.dt)
end

-- what the states at the end of the horizon cost: as told, or for ever behind it
local function final_cost(o, s, Q, R, S)
  if o.final ~= nil then
    return weights.positive(weights.square(o.final, s.states, "final"), "final")
  end
  local X, why = kit.ctl.dare(s.A, s.B, Q, R, S)
  if not X then
    check.fail("final", "%s: give the cost of the states at the end, final = 0", why)
  end
  return X
end

-- gains K_k, weights of v_k and what the states become, k = 0 .. N - 1 at 1 .. N
local function regulator(s, Q, R, S, final, N)
  local r = { K = {}, W = {}, A = {} }
  local Bt, P = s.B:transpose(), final
  for k = N, 1, -1 do
    local W = R + Bt * P * s.B
    local rhs = Bt * P * s.A
    if S then rhs = rhs + S:transpose() end
    local K = W:solve(rhs)
    if not K then
      check.fail("R", "R + B'P B is singular: give every input a cost, R > 0")
    end
    local A, Kt = s.A - s.B * K, K:transpose()
    P = A:transpose() * P * A + Q + Kt * R * K
    if S then P = P - S * K - Kt * S:transpose() end
    P = (P + P:transpose()) / 2
    r.K[k], r.W[k], r.A[k] = K, (W + W:transpose()) / 2, A
  end
  return r
end

-- ---- linear forms: of the states x (n), of v (moves m), texts beside ----------------------------

local function form(n, nv)
  local f = { x = {}, v = {} }
  for i = 1, n do f.x[i] = 0 end
  for i = 1, nv do f.v[i] = 0 end
  return f
end

-- to += factor from
local function add(to, factor, from)
  if factor == 0 then return end
  for _, key in ipairs { "x", "v" } do
    local a, b = to[key], from[key]
    for i = 1, #a do a[i] = a[i] + factor * b[i] end
  end
end

local function combined(row, list, n, nv)
  local f = form(n, nv)
  for i = 1, #list do add(f, row[i], list[i]) end
  return f
end

-- states at 0 .. N, inputs at 0 .. N - 1, as forms
local function predicted(s, r, N, moves)
  local n, m = #s.states, #s.inputs
  local nv, x, u = m * moves, { {} }, {}
  for i = 1, n do
    x[1][i] = form(n, nv)
    x[1][i].x[i] = 1
  end
  for k = 1, N do
    u[k], x[k + 1] = {}, {}
    for j = 1, m do
      u[k][j] = combined(-r.K[k]:row(j), x[k], n, nv)
      if k <= moves then u[k][j].v[m * (k - 1) + j] = u[k][j].v[m * (k - 1) + j] + 1 end
    end
    for i = 1, n do
      local f = combined(r.A[k]:row(i), x[k], n, nv)
      for j = 1, k <= moves and m or 0 do
        f.v[m * (k - 1) + j] = f.v[m * (k - 1) + j] + s.B[i][j]
      end
      x[k + 1][i] = f
    end
  end
  return x, u
end

-- ---- references ---------------------------------------------------------------------------------

-- x and u at rest with y = r, by columns of r: (A - 1) x + B u = 0, C x + D u = r; the shortest
local function rest_of(s, rows)
  local n, m, p = #s.states, #s.inputs, #rows
  if p > m then
    check.fail("references", "expected at most %d, as many as inputs, got %d", m, p)
  end
  local M, E = li.zeros(n + p, n + m), li.zeros(n + p, p)
  for i = 1, n do
    for j = 1, n do M[i][j] = s.A[i][j] - (i == j and 1 or 0) end
    for j = 1, m do M[i][n + j] = s.B[i][j] end
  end
  for i, row in ipairs(rows) do
    for j = 1, n do M[n + i][j] = s.C[row][j] end
    for j = 1, m do M[n + i][n + j] = s.D[row][j] end
    E[n + i][i] = 1
  end
  local Mt = M:transpose()
  local half = (M * Mt):solve(E)
  local X = half and Mt * half
  local off = X and M * X - E
  for i = 1, n + p do
    for j = 1, p do
      if not X or not (math.abs(off[i][j]) < 1e-6) then
        check.fail("references", "the outputs cannot be held there: a transmission zero at z = 1")
      end
    end
  end
  return X
end

local function row_of(s, name)
  for k, output in ipairs(s.outputs) do if output == name then return k end end
  local at = {}
  for _, output in ipairs(s.outputs) do at[output] = true end
  return check.fail("references", "there is no output '%s'%s", name, check.hint(name, at))
end

-- texts of states and inputs at rest beyond the point, "0" without references
local function target(f, s, o)
  local x, u = {}, {}
  for i = 1, #s.states do x[i] = "0" end
  for j = 1, #s.inputs do u[j] = "0" end
  if o.references == nil then return x, u end
  local names, rows, r = check.words(o.references, "references", "\"y\""), {}, {}
  local rest = design.point_of(s, "y", {})
  for k, name in ipairs(names) do
    rows[k] = row_of(s, name)
    local symbol = filtering.input(f, filtering.plain(name) .. "_ref")
    local at = rawget(s, "point") and s.point.y and s.point.y[name] or rest[name] or 0
    r[k] = at == 0 and symbol or f.lines:let(("%s - %s"):format(symbol, lines.number(at)))
  end
  local X = rest_of(s, rows)
  local function text(i)
    local terms = {}
    for k = 1, #r do terms[#terms + 1] = lines.product(lines.number(X[i][k]), r[k]) end
    return f.lines:let(lines.sum(terms))
  end
  for i = 1, #s.states do x[i] = text(i) end
  for j = 1, #s.inputs do u[j] = text(#s.states + j) end
  return x, u
end

-- ---- limits -------------------------------------------------------------------------------------

local limit_fields = { min = "num?", max = "num?", rate = { "num?", above = 0 } }

local function limit_of(given, path)
  if type(given) == "table" and given[1] ~= nil then
    local more = { min = given[1], max = given[2], rate = given.rate }
    given = more
  end
  local l = check.fields(given, path, limit_fields)
  if l.min == -math.huge then l.min = nil end
  if l.max == math.huge then l.max = nil end
  if l.min and l.max and l.min > l.max then
    check.fail(path, "the least, %s, is above the largest, %s", kit.number(l.min),
      kit.number(l.max))
  end
  return l
end

-- { kind =, k =, limit = } of every name; unknown ones are refused
local function read_limits(s, o)
  local at, list = {}, {}
  for _, group in ipairs { { "outputs", "y" }, { "states", "x" }, { "inputs", "u" } } do
    for k, name in ipairs(s[group[1]]) do at[name] = { kind = group[2], k = k, name = name } end
  end
  for _, name in ipairs(blocks.sorted_keys(o.limits or {}, "limits")) do
    local e = at[name]
    if not e then
      check.fail("limits", "there is no input, state or output '%s'%s", name, check.hint(name, at))
    end
    e.limit = limit_of(o.limits[name], "limits." .. name)
    if e.limit.rate and e.kind ~= "u" then
      check.fail("limits." .. name .. ".rate", "the rate of inputs alone is limited")
    end
    list[#list + 1] = e
  end
  return list
end

-- what of a programme: rows with the text of what they are without v, bounds, whether they may be
-- passed at a price
local function add_row(c, e, f, base, least, most)
  local touched = false
  for _, v in ipairs(f.v) do touched = touched or math.abs(v) > 1e-12 end
  if not touched then return end
  e.used = true
  local terms = {}
  for i, x in ipairs(f.x) do
    if x ~= 0 then terms[#terms + 1] = lines.product(lines.number(x), c.x[i]) end
  end
  for _, text in ipairs(base) do if text ~= "0" then terms[#terms + 1] = text end end
  local known = c.f.lines:let(lines.sum(terms))
  c.rows[#c.rows + 1] = { v = f.v, known = known, least = least, most = most,
    soft = e.kind ~= "u" and e or nil }
end

local function add_input_rows(c, e)
  local j, l = e.k, e.limit
  local base = { c.target_u[j], lines.number(c.rest_u[j]) }
  for k = 1, #c.u do
    if l.min or l.max then add_row(c, e, c.u[k][j], base, l.min, l.max) end
    if l.rate then
      local most = l.rate * c.dt
      if k == 1 then
        add_row(c, e, c.u[1][j], { base[1], base[2], "(-" .. c.before[j] .. ")" }, -most, most)
      else
        local f = form(#c.x, #c.u[k][j].v)
        add(f, 1, c.u[k][j])
        add(f, -1, c.u[k - 1][j])
        add_row(c, e, f, {}, -most, most)
      end
    end
  end
end

local function add_state_rows(c, e)
  local i, l = e.k, e.limit
  for k = 2, #c.forms do
    add_row(c, e, c.forms[k][i], { c.target_x[i], lines.number(c.rest_x[i]) }, l.min, l.max)
  end
end

-- y = C x + D u of the same time
local function add_output_rows(c, e)
  local s, l, n = c.s, e.limit, #c.x
  local at, direct = { lines.number(c.rest_y[e.k]) }, false
  local C, D = s.C:row(e.k), s.D:row(e.k)
  for i = 1, n do at[#at + 1] = lines.product(lines.number(C[i]), c.target_x[i]) end
  for j = 1, #s.inputs do
    at[#at + 1] = lines.product(lines.number(D[j]), c.target_u[j])
    direct = direct or D[j] ~= 0
  end
  for k = direct and 1 or 2, direct and #c.u or #c.forms do
    local f = combined(C, c.forms[k], n, #c.forms[1][1].v)
    if direct then add(f, 1, combined(D, c.u[k], n, #f.v)) end
    add_row(c, e, f, at, l.min, l.max)
  end
end

local ROWS = { u = add_input_rows, x = add_state_rows, y = add_output_rows }

-- ---- the programme ------------------------------------------------------------------------------

local function less(bound, known, none)
  if not bound then return none end
  return known == "0" and bound or ("%s - %s"):format(lines.number(bound), known)
end

-- rows, a slack of every limit that may be passed
local function programme_of(c, r, moves, soft)
  local m = #c.s.inputs
  local nv, slack, count = m * moves, {}, m * moves
  for _, row in ipairs(c.rows) do
    if soft and row.soft and not slack[row.soft] then
      count = count + 1
      slack[row.soft] = count
    end
  end
  local p = { unknowns = {}, H = {}, g = {}, A = {}, lower = {}, upper = {}, lo = {} }
  for k = 1, count do
    p.unknowns[k] = (k <= nv and "v" or "s") .. k .. "_"
    p.H[k], p.g[k], p.lo[k] = {}, k > nv and soft or 0, k > nv and 0 or -math.huge
    for j = 1, count do p.H[k][j] = k == j and k > nv and soft or 0 end
  end
  for k = 1, moves do
    for i = 1, m do
      for j = 1, m do p.H[m * (k - 1) + i][m * (k - 1) + j] = r.W[k][i][j] end
    end
  end
  local function put(row, factor, least, most)
    local a = {}
    for k = 1, count do a[k] = row.v[k] or 0 end
    if factor ~= 0 then a[slack[row.soft]] = factor end
    p.A[#p.A + 1] = a
    p.lower[#p.A], p.upper[#p.A] = less(least, row.known, -math.huge),
      less(most, row.known, math.huge)
  end
  for _, row in ipairs(c.rows) do
    if not slack[row.soft] then put(row, 0, row.least, row.most)
    else
      if row.least then put(row, 1, row.least, nil) end
      if row.most then put(row, -1, nil, row.most) end
    end
  end
  return p
end

-- ---- the block ----------------------------------------------------------------------------------

local function rest_list(s, key, names, at)
  local out = {}
  for k, name in ipairs(names) do
    out[k] = at and at[name] or design.point_of(s, key, { name })[name]
  end
  return out
end

-- states as they are told, beyond the point and the target
local function read_states(c, o)
  c.x = {}
  for i, name in ipairs(c.s.states) do
    local symbol = filtering.input(c.f, name, o.from and o.from[name])
    local terms = { symbol }
    if c.rest_x[i] ~= 0 then terms[2] = lines.number(-c.rest_x[i]) end
    if c.target_x[i] ~= "0" then terms[#terms + 1] = "(-" .. c.target_x[i] .. ")" end
    c.x[i] = c.f.lines:let(lines.sum(terms))
  end
end

-- what was given before is kept where its rate is limited
local function keep_inputs(c, limits)
  c.before = {}
  for _, e in ipairs(limits) do
    if e.limit.rate then
      local name = filtering.symbol(filtering.plain(e.name) .. "_before", c.f.taken)
      c.before[e.k] = name
      filtering.state(c.f, name, c.rest_u[e.k], e.name)
    end
  end
end

local function within(text, l, before, dt)
  if l.rate then
    local most = lines.number(l.rate * dt)
    text = ("min(max(%s, %s - %s), %s + %s)"):format(text, before, most, before, most)
  end
  if l.min then text = ("max(%s, %s)"):format(text, lines.number(l.min)) end
  if l.max then text = ("min(%s, %s)"):format(text, lines.number(l.max)) end
  return text
end

local function give_inputs(c, r, limits)
  local by = {}
  for _, e in ipairs(limits) do if e.kind == "u" then by[e.k] = e.limit end end
  for j, name in ipairs(c.s.inputs) do
    local terms = { ("piecewise(solved > 1/2, v%d_, 0)"):format(j) }
    if c.rest_u[j] ~= 0 then terms[#terms + 1] = lines.number(c.rest_u[j]) end
    if c.target_u[j] ~= "0" then terms[#terms + 1] = c.target_u[j] end
    for i = 1, #c.x do
      if r.K[1][j][i] ~= 0 then
        terms[#terms + 1] = lines.product(lines.number(-r.K[1][j][i]), c.x[i])
      end
    end
    c.f.spec.outputs[#c.f.spec.outputs + 1] = { name, within(lines.sum(terms), by[j] or {},
      c.before[j], c.dt) }
  end
end

local function mpc(spec)
  local o = check.fields(spec, "", fields)
  local s, Q, R, S = sampled(o)
  local N, moves = o.horizon, o.moves or o.horizon
  if moves > N or moves < 1 then
    check.fail("moves", "expected 1 to %d, the horizon, got %d", N, moves)
  end
  local r = regulator(s, Q, R, S, final_cost(o, s, Q, R, S), N)
  local c = { s = s, dt = o.dt, f = filtering.begin(o, "mpc"), rows = {} }
  for _, name in ipairs(s.inputs) do c.f.taken[name] = true end
  c.rest_x, c.rest_u = rest_list(s, "x", s.states, o.at), rest_list(s, "u", s.inputs, o.at)
  c.rest_y = rest_list(s, "y", rawget(s, "point") and s.point.y and s.outputs or {}, o.at)
  for k = 1, #s.outputs do c.rest_y[k] = c.rest_y[k] or 0 end
  c.target_x, c.target_u = target(c.f, s, o)
  read_states(c, o)
  c.forms, c.u = predicted(s, r, N, moves)
  local limits = read_limits(s, o)
  keep_inputs(c, limits)
  for _, e in ipairs(limits) do
    ROWS[e.kind](c, e)
    if not e.used then
      check.fail("limits." .. e.name, "no input moves it within %d steps", N)
    end
  end
  give_inputs(c, r, limits)
  filtering.output(c.f, "solved", "solved")
  for name, to in pairs(o.to or {}) do c.f.spec.to[name] = to end
  c.f.spec.programme = programme_of(c, r, moves, o.soft)
  return filtering.finish(c.f)
end

local EXAMPLE = "local s = li.ss({{1, 1}, {0, 1}}, {{0.5}, {1}}, {{1, 0}}, 0, 1) "

check.define(li, {
  { "mpc(spec: table) -> block",
    "Model predictive control of a linear system as a block: {system =, Q, R, S, outputs (as "
      .. "lqr), horizon = steps, limits = {F = {-1, 1, rate = 5}, th = {-0.2, 0.2}} of inputs, "
      .. "states, outputs (absolute), final = cost of the last states (else those for ever), moves "
      .. "(steps that are free), soft = price of passing limits of states and outputs, references "
      .. "= 'y' (inputs y_ref), dt of a continuous system, from, to, at}. Inputs: its states; "
      .. "outputs: its inputs, solved (0: the regulator's, clipped, as no plan obeys the limits).",
    EXAMPLE .. "return li.mpc{system = s, Q = 1, R = 1, horizon = 5, limits = {u = {-1, 1}}}"
      .. ":step{3, 1} --> [-1  1], []", mpc },
})
