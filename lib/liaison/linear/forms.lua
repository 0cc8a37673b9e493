-- forms.lua - one linear system in other forms: state space, transfer functions, parts, minimal,
-- balanced and staircase realisations, delays as rational functions or states
local li = require "liaison.core"
local check = require "liaison.base.check"
local arithmetic = require "liaison.linear.arithmetic"
local polynomials = require "liaison.linear.polynomials"
local quads = require "liaison.linear.quads"
local statespace = require "liaison.linear.statespace"
local systems = require "liaison.linear.systems"
local transfer = require "liaison.linear.transfer"
local kit = li._internal

local ctl = kit.ctl
local forms = {}

-- ---- transfer functions in state space ----------------------------------------------------------

-- controllable companion form of one input: num[i]/den of every output i [Kailath 1980, 2.1]
local function companion(nums, den)
  local n, p = #den - 1, #nums
  local function coefficient(a, power) return (a[#a - power] or 0) / den[1] end
  local D = li.zeros(p, 1)
  for i = 1, p do D[i][1] = coefficient(nums[i], n) end
  if n == 0 then return { A = false, B = false, C = false, D = D } end
  local A, B, C = li.zeros(n, n), li.zeros(n, 1), li.zeros(p, n)
  B[1][1] = 1
  for k = 1, n do
    local d = coefficient(den, n - k)
    A[1][k] = -d
    if k > 1 then A[k][k - 1] = 1 end
    for i = 1, p do C[i][k] = coefficient(nums[i], n - k) - D[i][1] * d end
  end
  local As, Bs, Cs = ctl.scale(A, B, C)
  return { A = As, B = Bs, C = Cs, D = D }
end

-- real factors of degree 1 and 2 of roots, those of degree 2 first
local function factors_of(roots)
  local twos, ones = {}, {}
  for _, r in ipairs(roots) do
    if r.im > 0 then twos[#twos + 1] = { 1, -2 * r.re, r.re * r.re + r.im * r.im } end
    if r.im == 0 then ones[#ones + 1] = { 1, -r.re } end
  end
  return twos, ones
end

-- zeros, poles, gain as sections of order 2 behind one another: roots keep their digits
local function cascade(f)
  local z2, z1 = factors_of(f.zeros)
  local p2, p1 = factors_of(f.poles)
  while #p1 >= 2 do
    p2[#p2 + 1] = polynomials.product(table.remove(p1), table.remove(p1))
  end
  while #z2 < #p2 and #z1 >= 2 do
    z2[#z2 + 1] = polynomials.product(table.remove(z1), table.remove(z1))
  end
  local out = nil
  local function section(num, den)
    local s = statespace.new(companion({ num }, den))
    s = statespace.like(s, { states = systems.numbered("x", #den - 1, true), inputs = { "u" },
      outputs = { "y" } })
    out = out and s * out or s
  end
  for _, den in ipairs(p2) do section(table.remove(z2) or table.remove(z1) or { 1 }, den) end
  for _, den in ipairs(p1) do section(table.remove(z1) or { 1 }, den) end
  if not out then return { A = false, B = false, C = false, D = li.mat { { f.gain } } } end
  return { A = out.A, B = out.B, C = out.C and out.C * f.gain, D = out.D * f.gain }
end

local function column_of(g, j)
  local nums, one = {}, true
  for i = 1, #g.outputs do
    nums[i] = g.num[i][j]
    one = one and polynomials.equal(g.den[i][j], g.den[1][j])
  end
  if one then return companion(nums, g.den[1][j]) end
  local parts, rows = {}, {}
  for i = 1, #g.outputs do parts[i] = companion({ g.num[i][j] }, g.den[i][j]) end
  local n, C, D = {}, {}, li.zeros(#g.outputs, 1)
  for i, q in ipairs(parts) do
    n[i], C[i], rows[i] = q.A and #q.A or 0, {}, 1
    C[i][i], D[i][1] = q.C, q.D[1][1]
  end
  local A, B = {}, {}
  for i, q in ipairs(parts) do
    A[i], B[i] = {}, { q.B }
    A[i][i] = q.A
  end
  return { A = quads.assemble(n, n, A), B = quads.assemble(n, { 1 }, B),
    C = quads.assemble(rows, n, C), D = D }
end

local function columns(g)
  local n, one, A, B, C, D = {}, {}, {}, {}, { {} }, { {} }
  for j = 1, #g.inputs do
    local q = column_of(g, j)
    n[j], one[j] = q.A and #q.A or 0, 1
    A[j], B[j] = {}, {}
    A[j][j], B[j][j], C[1][j], D[1][j] = q.A, q.B, q.C, q.D
  end
  local p = { #g.outputs }
  return { A = quads.assemble(n, n, A), B = quads.assemble(n, one, B),
    C = quads.assemble(p, n, C), D = quads.assemble(p, one, D) }
end

-- several inputs and outputs: the fewest states that do the same
local function fewest(q)
  if not q.A then return q end
  return quads.of(ctl.minimal(q.A, q.B, q.C, q.D))
end

function kit.linear.state_space(g, path)
  local bad = transfer.improper(g)
  if bad then
    check.fail(path, "improper: the numerator from %s to %s is of degree %d, its denominator of %d:"
      .. " no system of states does that (filter it: /(tf*s + 1))", g.inputs[bad[2]],
      g.outputs[bad[1]], #g.num[bad[1]][bad[2]] - 1, #g.den[bad[1]][bad[2]] - 1)
  end
  local q
  if g.factors then q = cascade(g.factors)
  elseif #g.inputs == 1 and #g.outputs == 1 then q = companion({ g.num[1][1] }, g.den[1][1])
  else q = fewest(columns(g)) end
  return statespace.new { A = q.A, B = q.B, C = q.C, D = q.D,
    states = systems.numbered("x", q.A and #q.A or 0, true), inputs = g.inputs,
    outputs = g.outputs, dt = g.dt, delay = g.delay }
end

-- how many of D, C B, C A B .. are nothing but rounding: coefficients of no power that is there
local function leading_zeros(A, B, C, D)
  if D[1][1] ~= 0 then return 0 end
  local v, size = B, C:norm() * B:norm()
  for power = 1, #A do
    if math.abs((C * v)[1][1]) > 64 * #A * 2 ^ -52 * size then return power end
    v, size = A * v, A:norm() * size
  end
  return #A + 1
end

-- num, den of one input and one output
local function fraction_of(A, B, C, D)
  local d, nums = ctl.tf_of_ss(A, B, C, D)
  local num = nums[1][1]:table()
  local there = #num - (#A + 1 - leading_zeros(A, B, C, D))
  for k = 1, math.min(there, #num - 1) do num[k] = 0 end
  return num, d:table()
end

-- from input j to output i, without the states that have no part in it
local function channel_of(s, i, j)
  local n = #s.A
  local A, B, C, D = ctl.minimal(s.A, s.B:block(1, j, n, 1), s.C:block(i, 1, 1, n),
    s.D:block(i, j, 1, 1))
  if not A or #A == 0 then return { s.D[i][j] }, { 1 } end
  return fraction_of(A, B, C, D)
end

function kit.linear.transfer_of(s)
  local num, den = {}, {}
  if #s.inputs == 0 then check.fail("tf", "a system without inputs has no transfer function") end
  if not s.A then
    for i = 1, #s.outputs do
      num[i], den[i] = {}, {}
      for j = 1, #s.inputs do num[i][j], den[i][j] = { s.D[i][j] }, { 1 } end
    end
  elseif #s.outputs * #s.inputs == 1 then
    local n, d = fraction_of(s.A, s.B, s.C, s.D)
    num, den = { { n } }, { { d } }
  else
    for i = 1, #s.outputs do
      num[i], den[i] = {}, {}
      for j = 1, #s.inputs do num[i][j], den[i][j] = channel_of(s, i, j) end
    end
  end
  return transfer.new { num = num, den = den, dt = s.dt, delay = s.delay, inputs = s.inputs,
    outputs = s.outputs }
end

-- ---- parts and names ----------------------------------------------------------------------------

local function indices(given, names, path)
  local out, at = {}, {}
  for k, name in ipairs(names) do at[name] = k end
  if type(given) == "number" then given = { given } end
  for k, x in ipairs(type(given) == "table" and given or check.words(given, path, "\"u1\"")) do
    out[k] = type(x) == "number" and names[x] and x or at[x]
      or check.fail(path, "there is no '%s'%s", tostring(x), check.hint(x, at))
  end
  return out
end

local function pick(list, at)
  local out = {}
  for k, i in ipairs(at) do out[k] = list[i] end
  return out
end

local function grid_part(grid, rows, cols)
  if not grid then return false end
  local out = {}
  for i, r in ipairs(rows) do out[i] = pick(grid[r], cols) end
  return out
end

local function part(s, inputs, outputs)
  local cols = inputs == nil and indices(s.inputs, s.inputs) or indices(inputs, s.inputs, "inputs")
  local rows = outputs == nil and indices(s.outputs, s.outputs)
    or indices(outputs, s.outputs, "outputs")
  local names = { inputs = pick(s.inputs, cols), outputs = pick(s.outputs, rows),
    delay = systems.delays_of(grid_part(s.delay, rows, cols), #rows, #cols) }
  if kit.class(s) == "transfer" then
    return transfer.new { num = grid_part(s.num, rows, cols), den = grid_part(s.den, rows, cols),
      dt = s.dt, delay = names.delay, inputs = names.inputs, outputs = names.outputs }
  end
  local all = {}
  for k = 1, #s.states do all[k] = k end
  names.B, names.C = quads.part(s.B, all, cols), quads.part(s.C, rows, all)
  names.D = quads.part(s.D, rows, cols)
  return statespace.like(s, names)
end

local function renamed(map, old, new)
  local out = {}
  for k, name in ipairs(old) do out[new[k]] = map and map[name] end
  return map and out
end

local function named(s, names)
  local o = check.fields(names, "", { states = "any?", inputs = "any?", outputs = "any?" })
  local inputs = systems.names(o.inputs or s.inputs, #s.inputs, "inputs", "u")
  local outputs = systems.names(o.outputs or s.outputs, #s.outputs, "outputs", "y")
  if kit.class(s) == "transfer" then
    if o.states then check.fail("states", "a transfer function has no states") end
    return transfer.new { num = s.num, den = s.den, dt = s.dt, delay = s.delay, inputs = inputs,
      outputs = outputs, factors = s.factors }
  end
  local states = systems.names(o.states or s.states, #s.states, "states", "x", true)
  local called = statespace.like(s, { inputs = inputs, outputs = outputs, states = states })
  local point = rawget(s, "point")
  -- the point it was linearized about, under the new names
  if point then
    rawset(called, "point", { x = renamed(point.x, s.states, states),
      u = renamed(point.u, s.inputs, inputs), y = renamed(point.y, s.outputs, outputs) })
  end
  return called
end

local function as_state_space(s) return statespace.of(s) end
local function as_transfer(s) return transfer.of(s) end

-- ---- realisations -------------------------------------------------------------------------------

local function numbered_like(s, q)
  local n = q.A and #q.A or 0
  return statespace.like(s, { A = q.A, B = q.B, C = q.C, D = q.D,
    states = systems.numbered("x", n, true) })
end

local function with_states(s, path)
  s = statespace.of(s)
  if not s.A then check.fail(path, "a gain has no states") end
  if not s.B then check.fail(path, "the system has no inputs") end
  return s
end

local function minimal(s, tol)
  s = statespace.of(s)
  if not s.A or not s.B then return s, 0, 0 end
  local A, B, C, D, unmoved, unseen = ctl.minimal(s.A, s.B, s.C, s.D, tol)
  if unmoved + unseen == 0 then return s, 0, 0 end
  return numbered_like(s, quads.of(A, B, C, D)), unmoved, unseen
end

local function balanced(s)
  s = with_states(s, "balanced")
  local A, B, C, D, hankel, T = ctl.balance(s.A, s.B, s.C, s.D, s.dt and true or false)
  if not A then return nil, B, C, D end
  return numbered_like(s, quads.of(A, B, C, D)), hankel, T
end

-- x = T z, where the first states can be moved (or, the same of the transposed system, are shown)
local function staircase(s, how)
  s = with_states(s, "staircase")
  if how and how ~= "moved" and how ~= "shown" then
    check.fail("how", "expected 'moved' (by inputs) or 'shown' (by outputs), got '%s'", how)
  end
  local A, B, C = s.A, s.B, s.C
  if how == "shown" then A, B, C = A:transpose(), C:transpose(), B:transpose() end
  local T, count, blocks = ctl.staircase(A, B, C)
  local Ti = T:transpose()
  return numbered_like(s, { A = Ti * s.A * T, B = Ti * s.B, C = s.C * T, D = s.D }), count,
    blocks, T
end

local function reduce(s, order, how)
  s = with_states(s, "reduce")
  if order % 1 ~= 0 or order < 0 or order > #s.states then
    check.fail("order", "expected a whole number from 0 to %d, got %s", #s.states,
      kit.number(order))
  end
  local A, B, C, D, hankel, kept = ctl.reduce(s.A, s.B, s.C, s.D, s.dt and true or false, order,
    how or "truncate")
  if A == nil then return nil, B, C, D end
  return numbered_like(s, quads.of(A, B, C, D)), hankel, kept
end

-- ---- delays -------------------------------------------------------------------------------------

-- does a delay take whole samples? How many, if so
local function is_whole(late, dt)
  local k = late / dt
  local whole = math.floor(k + 0.5)
  return math.abs(k - whole) <= 1e-9 * math.max(1, k), whole
end

-- the whole numbers of samples a delay takes; raises where it takes parts of one
local function samples(late, dt)
  local is, whole = is_whole(late, dt)
  if not is then
    check.fail("delay", "a delay of %s s is no whole number of sampling times of %s s",
      kit.number(late), kit.number(dt))
  end
  return whole
end

-- one input and output with its delay as states (z^-k), or as a rational function of an order
local function late_gain(late, dt, order)
  if dt then
    local den = { 1 }
    for k = 1, samples(late, dt) do den[k + 1] = 0 end
    return transfer.new { num = { { { 1 } } }, den = { { den } }, dt = dt }
  end
  local num, den = ctl.pade(late, order)
  return transfer.new { num = { { num:table() } }, den = { { den:table() } } }
end

-- where all ways out of an input, or into an output, are one delay late: that delay, by either
local function factored(delay, p, m)
  local by_input, by_output = {}, {}
  for j = 1, m do
    by_input[j] = delay[1][j]
    for i = 2, p do if delay[i][j] ~= by_input[j] then by_input = nil break end end
    if not by_input then break end
  end
  for i = 1, p do
    by_output[i] = delay[i][1]
    for j = 2, m do if delay[i][j] ~= by_output[i] then by_output = nil break end end
    if not by_output then break end
  end
  return by_input, by_output
end

local function diagonal_late(list, names, dt, order)
  local parts = {}
  for k, late in ipairs(list) do
    parts[k] = late == 0 and statespace.gain(1, { names[k] }, { names[k] })
      or named(statespace.of(late_gain(late, dt, order)), { inputs = { names[k] },
        outputs = { names[k] } })
  end
  return statespace.new(arithmetic.append(parts))
end

local function without_delay(s)
  if kit.class(s) == "transfer" then
    return transfer.new { num = s.num, den = s.den, dt = s.dt, inputs = s.inputs,
      outputs = s.outputs, factors = s.factors }
  end
  return statespace.like(s, { delay = false })
end

-- every channel with its own delay
local function channel_by_channel(s, order)
  local rows, g = {}, transfer.of(s)
  for i = 1, #g.outputs do
    rows[i] = {}
    for j = 1, #g.inputs do
      local late = g.delay[i][j]
      local one = without_delay(part(g, j, i))
      rows[i][j] = late == 0 and one or one * late_gain(late, s.dt, order)
    end
  end
  return transfer.of_entries(rows, { inputs = g.inputs, outputs = g.outputs })
end

local function rational(s, order)
  if not s.delay then return s end
  local p, m = #s.outputs, #s.inputs
  if p == 1 and m == 1 and kit.class(s) == "transfer" then
    return named(without_delay(s) * late_gain(s.delay[1][1], s.dt, order),
      { inputs = s.inputs, outputs = s.outputs })
  end
  local by_input, by_output = factored(s.delay, p, m)
  local bare = statespace.of(without_delay(s))
  if by_input then return bare * diagonal_late(by_input, s.inputs, s.dt, order) end
  if by_output then return diagonal_late(by_output, s.outputs, s.dt, order) * bare end
  return channel_by_channel(s, order)
end

local function pade(s, order)
  order = order or 2
  if order % 1 ~= 0 or order < 1 or order > 10 then
    check.fail("order", "expected a whole number from 1 to 10, got %s", kit.number(order))
  end
  if s.dt then
    check.fail("pade", "a sampled system has its delay exactly: :undelayed()")
  end
  return rational(s, order)
end

-- sampled: the delay as states, exactly
local function undelayed(s)
  if s.delay and not s.dt then
    check.fail("undelayed", "no finite number of states is a delay of what is continuous: "
      .. ":pade(order), or :c2d(dt)")
  end
  return rational(s)
end

local function delayed(s, late)
  local p, m = #s.outputs, #s.inputs
  local more = systems.delays_of(late, p, m, "delay")
  if not more then return s end
  if s.delay then
    for i = 1, p do for j = 1, m do more[i][j] = more[i][j] + s.delay[i][j] end end
  end
  if kit.class(s) == "transfer" then
    return transfer.new { num = s.num, den = s.den, dt = s.dt, delay = more, inputs = s.inputs,
      outputs = s.outputs, factors = s.factors }
  end
  return statespace.like(s, { delay = more })
end

systems.define {
  { "ss() -> statespace", "The system in state space: companion forms of one input and output, "
    .. "the fewest states of several; zeros and poles as sections of order 2.",
    "li.tf({1}, {1, 2}):ss().A --> [-2]", as_state_space },
  { "tf() -> transfer", "Its transfer functions.",
    "tostring(li.ss(-2, 1, 1):tf()) -->   1\n-----\ns + 2", as_transfer },
  { "part([inputs: any, outputs: any]) -> statespace|transfer",
    "The channels from some inputs to some outputs, by name or number; nil: all.",
    "#li.ss(-2, 1, 1):part('u', 'y').inputs --> 1", part },
  { "named(names: table) -> statespace|transfer",
    "The same with other names {states =, inputs =, outputs =}.",
    "li.ss(-2, 1, 1):named{inputs = 'F'}.inputs[1] --> F", named },
  { "minimal([tol: num]) -> statespace, unmoved: num, unseen: num",
    "Without the states that no input moves or no output shows, and how many of each there were.",
    "#(li.tf({1, 1}, {1, 3, 2}):minimal()).states --> 1", minimal },
  { "balanced() -> statespace, hankel: vec, T: mat",
    "The form in which every state is moved as easily as it is seen: both Gramians are the "
      .. "diagonal of the Hankel singular values; x = T z. nil, message, code where it is not "
      .. "stable.", "(select(2, li.ss(-1, 1, 1):balanced())) --> [0.5]", balanced },
  { "staircase([how: str]) -> statespace, count: num, blocks: any, T: mat",
    "By an orthogonal x = T z into states that the inputs move, those first (count of them), and "
      .. "the rest; how = 'shown': those that the outputs show, and the rest.",
    "(select(2, li.ss({{-1, 0}, {0, -2}}, {{1}, {0}}, {{1, 1}}):staircase())) --> 1", staircase },
  { "reduce(order: count [, how: str]) -> statespace, hankel: vec, kept: num",
    "With fewer states, by the Hankel singular values told: 'truncate' (exact at high frequency) "
      .. "or 'residualize' (exact at rest). What is not stable is kept, and counted.",
    "local g = li.tf({1}, {1, 1}) + li.tf({0.001}, {1, 5}) return #(g:reduce(1)).states --> 1",
    reduce },
  { "pade([order: count]) -> statespace|transfer",
    "Its delays as rational functions of that order (2).",
    "#li.tf({1}, {1, 1}, {delay = 0.5}):pade(3):poles() --> 4", pade },
  { "undelayed() -> statespace|transfer", "Sampled: its delays as states, exactly.",
    "#li.tf({1}, {1, -0.5}, {dt = 0.1, delay = 0.3}):undelayed():poles() --> 4", undelayed },
  { "delayed(seconds: any) -> statespace|transfer",
    "Later by so much; rows of outputs by inputs where they differ.",
    "li.tf({1}, {1, 1}):delayed(0.5).delay[1][1] --> 0.5", delayed },
}

forms.part, forms.without_delay, forms.samples, forms.factored = part, without_delay, samples,
  factored
forms.with_states, forms.is_whole = with_states, is_whole

return forms
