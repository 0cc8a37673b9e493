-- io_linearize.lua - li.io_linearize: outputs made chains of integrators by Lie derivatives, in
-- symbols
--
--   x' = f + sum g_j u_j,  L_f h = dh/dx f;  r: the least with L_g L_f^(r-1) h not 0
--   y^(r) = L_f^r h + (L_g L_f^(r-1) h) u = b + A u,  u = A^-1 (v - b),
--   v = y_d^(r) + sum c_k (y_d^(k) - L_f^k h)
--   zero dynamics: what still moves where all L_f^k h, k < r, stay 0           [Isidori 1995]
local li = require "liaison.core"
local check = require "liaison.base.check"
local blocks = require "liaison.control.block"
local lines = require "liaison.control.lines"
local law = require "liaison.control.law"
local lawmodel = require "liaison.control.lawmodel"
local computed = require "liaison.control.computed_torque"
local kit = li._internal

local io = {}

-- ---- systems ------------------------------------------------------------------------------------

-- an expression of texts: its names are made
local function expr(x, path)
  if type(x) == "number" or kit.class(x) == "expr" then return li.expr(x) end
  if type(x) ~= "string" then
    check.fail(path, "expected an expression, got %s", check.got(x))
  end
  local ok, e = check.try(li.expr, x, "new")
  if not ok then check.fail(path, "%s", (tostring(e):gsub("^.-argument 1 %(x%): ", ""))) end
  return e
end

local function with_numbers(e, values) return next(values) and e:subs(values) or e end

-- values of names that an expression has
local function values_in(e, values)
  local own = {}
  for _, s in ipairs(e:symbols()) do own[tostring(s)] = values[tostring(s)] end
  return own
end

-- a model: its states q, q'; accelerations by its rows
local function system_of_model(model, o)
  local m = lawmodel.read(model, "input-output linearization", o.values)
  local eq, s = m.model:equations(), { x = {}, f = {}, g = {}, u = {}, m = m, title = m.name,
    to = {} }
  local rest, at_rest, B = eq:rows(), {}, lawmodel.actuation(m, o)
  for k = 1, m.n do at_rest[tostring(eq.a[k])] = 0 end
  rest = rest:subs(at_rest)
  local pulled = {}
  for _, b in ipairs(B) do
    s.u[#s.u + 1], s.to[#s.to + 1] = "u_" .. b.to, b.to
    pulled[b.to] = 0
  end
  -- an input of the description stands in the rows; a coordinate has its force added
  local rows = {}
  for i = 1, m.n do
    rows[i] = #(m.d.inputs or {}) > 0 and rest[i]:subs(pulled) or rest[i]
  end
  local drift = eq.M:solve(li.smat(rows))
  for k = 1, m.n do
    s.x[k], s.x[m.n + k] = m.q[k], m.v[k]
    s.f[k], s.f[m.n + k] = eq.v[k], -drift[k]
  end
  for j, b in ipairs(B) do
    local push = eq.M:solve(li.smat(b.column))
    s.g[j] = {}
    for k = 1, m.n do s.g[j][k], s.g[j][m.n + k] = li.expr(0), push[k] end
  end
  return s
end

local system_fields = { x = "any", u = "any", f = "table", g = "table?", name = "str?" }

-- {x = names, u = names, f = {..}, g = {{..}, ..}}, rows by state; or f with u in it, affine
local function system_of_table(given, o)
  local d = check.fields(given, "system", system_fields)
  local s = { x = check.words(d.x, "system.x", "\"x1 x2\""), u = check.words(d.u, "system.u",
    "\"u\""), f = {}, g = {}, title = d.name or "x' = f + g u" }
  s.to = s.u
  for _, list in ipairs { s.x, s.u } do for _, name in ipairs(list) do expr(name, "system") end end
  if #d.f ~= #s.x then
    check.fail("system.f", "expected %d expressions, got %d", #s.x, #d.f)
  end
  local values, zero = o.values or {}, {}
  for j, name in ipairs(s.u) do s.g[j], zero[name] = {}, 0 end
  for i = 1, #s.x do
    local e = expr(d.f[i], ("system.f[%d]"):format(i))
    e = with_numbers(e, values_in(e, values))
    s.f[i] = e:subs(zero)
    for j, name in ipairs(s.u) do
      local slope = e:diff(name)
      if d.g then
        slope = expr(d.g[i][j] or d.g[i], ("system.g[%d]"):format(i))
        slope = with_numbers(slope, values_in(slope, values))
      end
      for _, other in ipairs(s.u) do
        if slope:depends(other) then
          check.fail(("system.f[%d]"):format(i), "not affine in the input %s: %s", other, e)
        end
      end
      s.g[j][i] = slope
    end
  end
  return s
end

-- names of outputs with their expressions, in order
local function outputs_of(s, o)
  local names, map = {}, {}
  if type(o.outputs) == "string" or kit.class(o.outputs) == "expr" then
    names, map = { "y" }, { y = o.outputs }
  elseif type(o.outputs) == "table" and #o.outputs > 0 and type(o.outputs[1]) ~= "table" then
    for k, e in ipairs(o.outputs) do names[k], map["y" .. k] = "y" .. k, e end
  else
    names, map = blocks.pairs_of(o.outputs, "outputs")
  end
  s.y, s.h = names, {}
  for k, name in ipairs(names) do
    local e = expr(map[name], "outputs." .. name)
    s.h[k] = with_numbers(e, values_in(e, o.values or {}))
  end
end

-- ---- Lie derivatives ----------------------------------------------------------------------------

local function lie(e, field, x)
  local sum = li.expr(0)
  for i, name in ipairs(x) do
    local slope = e:diff(name)
    if slope:number() ~= 0 then sum = sum + slope * field[i] end
  end
  return sum
end

-- numbers at names: those of x0, and a few generic ones
local function point(s, kind)
  local at = {}
  for i, name in ipairs(s.x) do
    at[name] = kind == 0 and s.x0[i] or 0.2 + 0.9 * ((i * 0.6180339887498949 + kind * 0.377) % 1)
  end
  return at
end

local function number_at(e, at)
  local own = {}
  for _, name in ipairs(e:symbols()) do
    local text = tostring(name)
    own[text] = at[text] or check.fail("values", "%s has no number: it is no state and no value",
      text)
  end
  local ok, x = check.try(e.eval, e, own)
  return ok and x or 0 / 0
end

local function generically_zero(s, e)
  if e:number() then return math.abs(e:number()) < 1e-12 end
  for kind = 1, 3 do
    if not (math.abs(number_at(e, point(s, kind))) < 1e-9) then return false end
  end
  return true
end

-- L_f^k h for k < r, b = L_f^r h, the row of A
local function chain(s, k)
  local list, e = {}, s.h[k]
  for r = 1, #s.x do
    list[r] = e
    local row, felt = {}, false
    for j = 1, #s.u do
      row[j] = lie(e, s.g[j], s.x)
      if generically_zero(s, row[j]) then row[j] = li.expr(0) else felt = true end
    end
    local on = lie(e, s.f, s.x)
    if felt then return { lie = list, b = on, row = row, r = r } end
    e = on
  end
  check.fail("outputs." .. s.y[k], "no input is felt by it however often it is differentiated: "
    .. "its relative degree is undefined")
end

local function defined_at(s, c, k)
  local most = 0
  for j = 1, #s.u do most = math.max(most, math.abs(number_at(c.row[j], point(s, 0)))) end
  if most > 1e-9 then return end
  local terms = {}
  for j = 1, #s.u do
    if c.row[j]:number() ~= 0 then terms[#terms + 1] = ("for %s %s"):format(s.to[j], c.row[j]) end
  end
  check.fail("outputs." .. s.y[k], "its relative degree is undefined at x0: what an input does to "
    .. "its derivative %d (%s) is 0 there (at = another point)", c.r, table.concat(terms, ", "))
end

local function matrix_at(s, kind)
  local A, at = li.zeros(#s.y, #s.u), point(s, kind)
  for i, c in ipairs(s.chains) do
    for j = 1, #s.u do A[i][j] = number_at(c.row[j], at) end
  end
  return A
end

local function rows_told(s)
  local rows = {}
  for i, c in ipairs(s.chains) do
    local list = {}
    for j = 1, #s.u do list[j] = tostring(c.row[j]) end
    rows[i] = "[" .. table.concat(list, ", ") .. "]"
  end
  return table.concat(rows, " ")
end

local function singular(A)
  local n = 0
  for i = 1, #A do for j = 1, #A do n = math.max(n, math.abs(A[i][j])) end end
  return n == 0 or math.abs(A:det()) < 1e-9 * n ^ #A
end

-- r, b, A of every output; what is singular is told
function io.analyse(s)
  if #s.y ~= #s.u then
    check.fail("outputs", "expected as many outputs as inputs (%s): %d, got %d",
      table.concat(s.to, " "), #s.u, #s.y)
  end
  s.chains, s.total = {}, 0
  for k = 1, #s.y do
    s.chains[k] = chain(s, k)
    s.total = s.total + s.chains[k].r
  end
  if singular(matrix_at(s, 1)) then
    check.fail("outputs", "the decoupling matrix is singular everywhere: %s (integrators before an "
      .. "input may help)", rows_told(s))
  end
  for k = 1, #s.y do defined_at(s, s.chains[k], k) end
  if singular(matrix_at(s, 0)) then
    check.fail("outputs", "the decoupling matrix is singular at x0: %s (at = another point)",
      rows_told(s))
  end
  return s
end

-- ---- zero dynamics ------------------------------------------------------------------------------

local function jacobian_at(s, list, at)
  local J = li.zeros(#list, #s.x)
  for i, e in ipairs(list) do
    for j, name in ipairs(s.x) do J[i][j] = number_at(e:diff(name), at) end
  end
  return J
end

-- slopes of f + g a(x), a = -A^-1 b, at x0: df + sum a_j dg_j - g A^-1 (db + dA a)
local function closed_slopes(s, at, a)
  local n, m = #s.x, #s.u
  local F = jacobian_at(s, s.f, at)
  local G, b = li.zeros(n, m), {}
  for k, c in ipairs(s.chains) do
    b[k] = c.b
    for j = 1, m do b[k] = b[k] + a[j] * c.row[j] end
  end
  local pull = jacobian_at(s, b, at)
  for j = 1, m do
    F = F + a[j] * jacobian_at(s, s.g[j], at)
    for i = 1, n do G[i][j] = number_at(s.g[j][i], at) end
  end
  return F - G * matrix_at(s, 0):inverse() * pull, G
end

-- eigenvalues of what moves while all outputs stay: of the slopes on the null space of d L_f^k h
local function zero_dynamics(s)
  local left = #s.x - s.total
  s.zero = {}
  if left == 0 then return end
  local at, b = point(s, 0), {}
  for k, c in ipairs(s.chains) do b[k] = number_at(c.b, at) end
  local a = -(matrix_at(s, 0):inverse() * li.vec(b))
  local closed, G = closed_slopes(s, at, a)
  local still = 0
  for i = 1, #s.x do
    local rate = number_at(s.f[i], at)
    for j = 1, #s.u do rate = rate + G[i][j] * a[j] end
    still = math.max(still, math.abs(rate))
  end
  s.equilibrium = still < 1e-8
  local rows = {}
  for _, c in ipairs(s.chains) do for _, e in ipairs(c.lie) do rows[#rows + 1] = e end end
  local N = jacobian_at(s, rows, at):null()
  local re, _, im = (N:transpose() * closed * N):eig()
  for k = 1, #re do s.zero[k] = { re = re[k], im = im and im[k] or 0 } end
  table.sort(s.zero, function(p, q) return p.re > q.re or p.re == q.re and p.im > q.im end)
end

-- stable, unstable, or neither is said by the linear part
local function zero_told(s)
  if #s.zero == 0 then return "none: the whole state is linear" end
  if not s.equilibrium then return "x0 is no equilibrium: not told there" end
  local first, verdict = s.zero[1].re, "stable (minimum phase)"
  if first > 1e-7 then verdict = "UNSTABLE (not minimum phase)"
  elseif first > -1e-7 then verdict = "undecided by its linear part" end
  return ("%d state%s, eigenvalues %s: %s"):format(#s.zero, #s.zero == 1 and "" or "s",
    computed.poles_told(s.zero), verdict)
end

-- ---- the block ----------------------------------------------------------------------------------

-- c_0 .. c_(r-1) of the polynomial with these poles; entries are numbers or {re =, im =}
local function coefficients(poles, path)
  local re, im = { 1 }, { 0 }
  for _, z in ipairs(poles) do
    local a, b = type(z) == "table" and z.re or z, type(z) == "table" and z.im or 0
    local re2, im2 = {}, {}
    -- times s - z, the highest power last
    for k = 1, #re + 1 do
      local x, y, u, v = re[k - 1] or 0, im[k - 1] or 0, re[k] or 0, im[k] or 0
      re2[k], im2[k] = x - (a * u - b * v), y - (a * v + b * u)
    end
    re, im = re2, im2
  end
  for k = 1, #im do
    if math.abs(im[k]) > 1e-9 then check.fail(path, "complex poles come in pairs") end
  end
  return re
end

-- poles of every output: a number for all, a list for each, a list of lists
local function poles_of(s, given)
  local out = {}
  for k, c in ipairs(s.chains) do
    local path, list = ("poles[%d]"):format(k), given
    if type(given) == "table" and type(given[1]) == "table" and given[1].re == nil then
      list = given[k] or {}
    end
    if type(list) == "number" then
      local same = {}
      for i = 1, c.r do same[i] = list end
      list = same
    end
    if #list ~= c.r then
      check.fail(path, "expected %d poles of %s, its relative degree, got %d", c.r, s.y[k], #list)
    end
    out[k] = list
  end
  return out
end

local function is_stable(lists)
  for _, list in ipairs(lists) do
    for _, z in ipairs(list) do
      if (type(z) == "table" and z.re or z) >= 0 then return false end
    end
  end
  return true
end

-- lines of v_k = y_d^(r) + sum c_i (y_d^(i) - L_f^i h); input(name), values as of a block
function io.references(s, L, poles, input, values, goal)
  local v = {}
  for k, c in ipairs(s.chains) do
    local gains, terms = coefficients(poles[k], ("poles[%d]"):format(k)), {}
    for i = 0, c.r do
      local name = s.y[k] .. "_d" .. ("'"):rep(i)
      if not goal then input(name)
      elseif i == 0 then
        values[name] = goal[s.y[k]] or goal[k] or check.fail("goal", "expected one of %s", s.y[k])
      else name = nil end
      if i == c.r then terms[#terms + 1] = name
      else
        local h = L:let(tostring(c.lie[i + 1]))
        terms[#terms + 1] = ("%s*(%s%s)"):format(lines.number(gains[i + 1]),
          name and name .. " - " or "-", h)
      end
    end
    v[k] = L:let(table.concat(terms, " + "))
  end
  return v
end

-- u = A^-1 (v - b), A of few rows by its inverse in symbols
function io.decoupled(s, L, v)
  local n, names, b, entry = #s.u, {}, {}, {}
  for i, c in ipairs(s.chains) do
    names[i], b[i] = {}, L:let(("%s - (%s)"):format(v[i], tostring(c.b)))
    for j = 1, n do
      local text = tostring(c.row[j])
      local name = c.row[j]:number() and text or L:let(text)
      entry[("entry_%d_%d"):format(i, j)] = "(" .. name .. ")"
      names[i][j] = c.row[j]:number() and c.row[j]
        or li.expr(("entry_%d_%d"):format(i, j), "new")
    end
  end
  local inverse, u = li.smat(names):inverse(), {}
  for j = 1, n do
    local terms = {}
    for i = 1, n do
      local text = tostring(inverse[j][i])
      if text ~= "0" then
        terms[#terms + 1] = ("(%s)*%s"):format(text:gsub("entry_%d+_%d+", entry), b[i])
      end
    end
    u[j] = L:let(table.concat(terms, " + "))
  end
  return u
end

-- ---- the proof ----------------------------------------------------------------------------------

-- y^(r) = v at generic states: L_f^(r-1) h differentiated by steps along x' = f + g u, where a
-- model gives its own accelerations
local function rates_at(s, at, u)
  local x = {}
  for i, name in ipairs(s.x) do x[i] = at[name] end
  if s.m then
    local n, q, v = s.m.n, {}, {}
    for k = 1, n do q[k], v[k] = x[k], x[n + k] end
    local tau = s.m.model:passive(q, v)
    for j, b in ipairs(lawmodel.actuation(s.m, s.options)) do
      for k = 1, n do tau[k] = tau[k] + b.column[k] * u[j] end
    end
    local a = s.m.model:fd(q, v, tau)
    for k = 1, n do x[k], x[n + k] = v[k], a[k] end
    return x
  end
  for i in ipairs(s.x) do
    x[i] = number_at(s.f[i], at)
    for j = 1, #s.u do x[i] = x[i] + number_at(s.g[j][i], at) * u[j] end
  end
  return x
end

local function moved(s, at, rate, h)
  local out = {}
  for i, name in ipairs(s.x) do out[name] = at[name] + h * rate[i] end
  return out
end

local function check_chain(p, c)
  local s, worst, draw = c.system, 0, lawmodel.random(37)
  for kind = 1, 6 do
    local at, y, want = point(s, kind), {}, {}
    for name, x in pairs(at) do y[name] = x end
    for k, one in ipairs(s.chains) do
      local gains = coefficients(c.poles[k], "")
      want[k] = 0
      for i = 0, one.r do
        local ref = s.y[k] .. "_d" .. ("'"):rep(i)
        local x = draw()
        if c.goal then x = i == 0 and (c.goal[s.y[k]] or c.goal[k]) or 0 else y[ref] = x end
        want[k] = want[k] + (i == one.r and x or gains[i + 1] * (x - number_at(one.lie[i + 1], at)))
      end
    end
    local rate = rates_at(s, at, c.program:step(y))
    for k, one in ipairs(s.chains) do
      local e, h = one.lie[one.r], 1e-4
      local function slope(d)
        return (number_at(e, moved(s, at, rate, d)) - number_at(e, moved(s, at, rate, -d)))
          / (2 * d)
      end
      local got = (4 * slope(h / 2) - slope(h)) / 3
      worst = math.max(worst, math.abs(got - want[k]) / (1 + math.abs(want[k])))
    end
  end
  p:check(worst < 1e-6, "y^(r) = v along the motion at 6 states (%s)", kit.number(worst, 1))
end

local function prove(p, c)
  local s = c.system
  for k, one in ipairs(s.chains) do
    p:say("  %s^(%d) = v, so the error obeys the polynomial of its poles", s.y[k], one.r)
  end
  p:check(is_stable(c.poles), "every pole has a negative real part")
  p:need(not c.limited, "no output is cut")
  check_chain(p, c)
  if #s.zero > 0 then
    if p:check(s.equilibrium and s.zero[1].re < -1e-7, "zero dynamics near x0: %s", zero_told(s))
      then p:say "  x stays near x0 for small errors and slow references (local)" end
  end
end

-- ---- made ---------------------------------------------------------------------------------------

local fields = { outputs = "any", poles = "any", values = "table?", at = "any?", goal = "table?",
  actuated = "any?", dt = { "num?", min = 0 }, name = "str?", limits = "table?", to = "table?" }

local function read_point(s, given)
  if given == nil then
    s.x0 = {}
    for i = 1, #s.x do s.x0[i] = 0 end
    return
  end
  if type(given) == "table" and #given == 0 then
    local at = {}
    for i, name in ipairs(s.x) do at[name] = i end
    check.keys(given, "at", at)
    s.x0 = {}
    for i, name in ipairs(s.x) do s.x0[i] = given[name] or 0 end
    return
  end
  s.x0 = li.vec(given)
  if #s.x0 ~= #s.x then
    check.fail("at", "expected %d numbers (%s), got %d", #s.x, table.concat(s.x, " "), #s.x0)
  end
end

local MOST_TOLD = 90 -- characters of a decoupling matrix that are shown

local function facts_of(c)
  local s, list = c.system, {}
  for k, one in ipairs(s.chains) do list[k] = ("%d of %s"):format(one.r, s.y[k]) end
  c.facts[1] = ("relative degree %s: together %d of %d states"):format(table.concat(list, ", "),
    s.total, #s.x)
  local rows = rows_told(s)
  c.facts[2] = "decoupling matrix " .. (#rows <= MOST_TOLD and rows
    or ("%d x %d, not singular at x0"):format(#s.y, #s.u))
  c.facts[3] = "zero dynamics: " .. zero_told(s)
  if not is_stable(c.poles) then c.facts[4] = "NOT stable: not every pole is on the left" end
end

local function io_linearize(given, spec)
  local o = check.fields(spec, "", fields)
  local s = kit.class(given) == "model" and system_of_model(given, o)
    or type(given) == "table" and kit.class(given) == nil and system_of_table(given, o)
    or check.fail("system", "expected a model, or {x =, u =, f =}, got %s", check.got(given))
  s.options = o
  read_point(s, o.at)
  outputs_of(s, o)
  io.analyse(s)
  zero_dynamics(s)
  local L, inputs, values, outputs = lines.new "io_", {}, {}, {}
  for k, name in ipairs(s.x) do inputs[k] = name end
  local poles = poles_of(s, o.poles)
  local v = io.references(s, L, poles, function(name) inputs[#inputs + 1] = name end, values,
    o.goal)
  local u = io.decoupled(s, L, v)
  for j, name in ipairs(s.to) do outputs[j] = { name, u[j] } end
  local c = { kind = "io_linearize", title = "Input-output linearization of " .. s.title,
    system = s, poles = poles, goal = o.goal or false, limited = o.limits ~= nil, prove = prove,
    facts = {}, relative_degree = {}, zero_dynamics = s.zero }
  for k, one in ipairs(s.chains) do c.relative_degree[k] = one.r end
  c.program = blocks.make { name = o.name or "io_linearize", inputs = inputs, values = values,
    lines = L.list, outputs = outputs, dt = o.dt, limits = o.limits, to = o.to }
  facts_of(c)
  return law.new(c)
end

law.kind("io_linearize", "li.io_linearize({x = 'x1 x2 x3', u = 'u', f = {'x2', 'x1^2 + x3', "
  .. "'-2*x3 + x2 + u'}}, {outputs = {y = 'x1'}, poles = {-2, -3, -4}, dt = 0.01})", {
  "io_linearize(system: any, options: table) -> controller",
  "Input-output linearization by Lie derivatives in symbols, of a model or of {x = 'x1 x2', u = "
    .. "'u', f = {expressions, affine in u}}: outputs = {y = expression}, as many as inputs; "
    .. "poles: a number, a list, a list of each; references y_d, y_d', .. up to the relative "
    .. "degree, or goal = {y = 0}. Told: relative degrees, decoupling matrix, zero dynamics and "
    .. "its stability at x0 (at = {..}, 0); c.relative_degree, c.zero_dynamics. values, actuated, "
    .. "to, limits, dt.",
  "return li.io_linearize({x = 'x1 x2', u = 'u', f = {'x2', 'u - sin(x1)'}}, {outputs = {y = "
    .. "'x1'}, poles = -3}).relative_degree[1] --> 2", io_linearize })

io.number_at, io.poles_of = number_at, poles_of
io.is_stable, io.system_of_table = is_stable, system_of_table

return io
