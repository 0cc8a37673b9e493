-- gain_schedule.lua - li.gain_schedule: gains between designs at points, by a signal
--
--   u = u0(p) - K(p) (x - x0(p)), K, u0, x0 linear between the points of p, held beyond them
--
-- Each point is checked: A - B K with p frozen has its poles on the left. That says nothing of fast
-- changes of p, and is told so.                                      [Rugh, Shamma 2000]
local li = require "liaison.core"
local check = require "liaison.base.check"
local blocks = require "liaison.control.block"
local lines = require "liaison.control.lines"
local law = require "liaison.control.law"
local computed = require "liaison.control.computed_torque"
local kit = li._internal

-- ---- designs ------------------------------------------------------------------------------------

local design_fields = { K = "any", A = "any?", B = "any?", x = "any?", u = "any?" }

local function matrix(given, rows, cols, path)
  if type(given) == "number" then given = { { given } } end
  if kit.class(given) == "vec" or type(given) == "table" and type(given[1]) == "number" then
    given = { given }
  end
  local M = li.mat(given)
  local r, c = M:size()
  if rows and r ~= rows or cols and c ~= cols then
    check.fail(path, "expected %s x %s numbers, got %d x %d", rows or "any", cols or "any", r, c)
  end
  return M, r, c
end

local function column(given, n, path)
  if given == nil then return li.zeros(n) end
  local list = li.vec(type(given) == "number" and { given } or given)
  if #list ~= n then check.fail(path, "expected %d numbers, got %d", n, #list) end
  return list
end

-- what lqr, place and the like gave for a linear model: its gains, matrices, the point it is of
local function of_linear(d, states, outputs, path)
  local s = d.system
  if not d.K or not s then check.fail(path, "there are no gains K here: %s", d.kind) end
  local point = rawget(s, "point") or { x = {}, u = {} }
  local x, u = {}, {}
  for k, name in ipairs(s.states) do
    if name ~= states[k] then
      check.fail(path, "the gains are of %s, the inputs are %s", table.concat(s.states, " "),
        table.concat(states, " "))
    end
    x[k] = point.x[name] or 0
  end
  for k, name in ipairs(s.inputs) do u[k] = point.u[name] or 0 end
  if #u ~= #outputs then
    check.fail(path, "the gains are for %d inputs, there are %d outputs", #u, #outputs)
  end
  return { K = d.K, A = s.A, B = s.B, x = x, u = u }, s.dt
end

-- a design, {K =, A =, B =, x =, u =}, or one of a linear model; a matrix of gains alone
local function design_of(given, states, outputs, path)
  local nx, nu, dt = #states, #outputs, nil
  if kit.class(given) == "design" then
    given, dt = of_linear(given, states, outputs, path)
  end
  local plain = kit.class(given) ~= nil or type(given) == "number"
    or type(given) == "table" and given.K == nil and #given > 0
  local o = check.fields(plain and { K = given } or given, path, design_fields)
  local d = { K = matrix(o.K, nu, nx, path .. ".K"), dt = dt }
  d.x, d.u = column(o.x, nx, path .. ".x"), column(o.u, nu, path .. ".u")
  if (o.A == nil) ~= (o.B == nil) then check.fail(path, "A and B come together") end
  if o.A then
    d.A = matrix(o.A, nx, nx, path .. ".A")
    local B = o.B
    if type(B) == "table" and type(B[1]) == "number" and nu == 1 then
      local rows = {}
      for k = 1, #B do rows[k] = { B[k] } end
      B = rows
    end
    d.B = matrix(B, nx, nu, path .. ".B")
  end
  return d
end

local function poles_of(d)
  local re, _, im = (d.A - d.B * d.K):eig()
  local list = {}
  for k = 1, #re do list[k] = { re = re[k], im = im and im[k] or 0 } end
  table.sort(list, function(a, b) return a.re > b.re or a.re == b.re and a.im > b.im end)
  return list
end

-- below 0: it dies out (of z: the largest |z| less 1)
local function slowest(poles, dt)
  if not dt then return poles[1].re end
  local most = 0
  for _, p in ipairs(poles) do most = math.max(most, math.sqrt(p.re ^ 2 + p.im ^ 2)) end
  return most - 1
end

-- ---- between points -----------------------------------------------------------------------------

-- a number that is linear between points and held beyond: sum of ramps
local function interpolated(L, points, values)
  local terms = { lines.number(values[1]) }
  for k = 1, #points - 1 do
    local slope = (values[k + 1] - values[k]) / (points[k + 1] - points[k])
    if slope ~= 0 then
      terms[#terms + 1] = ("%s*min(max(by - %s, 0), %s)"):format(lines.number(slope),
        lines.number(points[k]), lines.number(points[k + 1] - points[k]))
    end
  end
  if #terms == 1 then return terms[1] end
  return L:let(table.concat(terms, " + "))
end

local function entries(designs, key, i, j)
  local list = {}
  for k, d in ipairs(designs) do list[k] = j and d[key][i][j] or d[key][i] end
  return list
end

local function output(L, c, i)
  local terms = { interpolated(L, c.points, entries(c.designs, "u", i)) }
  for j, name in ipairs(c.states) do
    terms[#terms + 1] = ("(-(%s)*(%s - %s))"):format(
      interpolated(L, c.points, entries(c.designs, "K", i, j)), name,
      interpolated(L, c.points, entries(c.designs, "x", j)))
  end
  return table.concat(terms, " + ")
end

-- ---- the proof: every point, and every middle of two --------------------------------------------

local function mean(a, b) return 0.5 * a + 0.5 * b end

local function prove(p, c)
  p:say "  p frozen: x' = (A - B K) x about every point"
  p:say "  a p that changes fast may still make it grow"
  for k, d in ipairs(c.designs) do
    if not d.A then
      p:need(false, "A and B at %s are known", kit.number(c.points[k]))
    else
      local poles = poles_of(d)
      p:check(slowest(poles, d.dt) < 0, "at %s: poles %s", kit.number(c.points[k]),
        computed.poles_told(poles))
    end
  end
  for k = 1, #c.designs - 1 do
    local d, e = c.designs[k], c.designs[k + 1]
    if d.A and e.A then
      local poles = poles_of { A = mean(d.A, e.A), B = mean(d.B, e.B), K = mean(d.K, e.K) }
      p:check(slowest(poles, d.dt) < 0, "between %s and %s, A and B in the middle: slowest %s",
        kit.number(c.points[k]), kit.number(c.points[k + 1]), kit.number(poles[1].re, 5))
    end
  end
end

local function facts_of(c)
  c.facts[1] = ("gains linear in %s between %d points, %s to %s, held beyond"):format(c.by,
    #c.points, kit.number(c.points[1]), kit.number(c.points[#c.points]))
  for k, d in ipairs(c.designs) do
    local told = "A, B not known: not checked"
    if d.A then
      local poles = poles_of(d)
      told = (slowest(poles, d.dt) < 0 and "stable" or "NOT stable") .. ", poles "
        .. computed.poles_told(poles)
    end
    c.facts[#c.facts + 1] = ("at %s: %s"):format(kit.number(c.points[k]), told)
  end
end

-- ---- made ---------------------------------------------------------------------------------------

local fields = { by = "str", points = "any", gains = "table?", designs = "table?", inputs = "any",
  outputs = "any", dt = { "num?", min = 0 }, name = "str?", limits = "table?", to = "table?" }

local function rising(points)
  local list = li.vec(points)
  for k = 2, #list do
    if not (list[k] > list[k - 1]) then
      check.fail("points", "expected rising numbers, point %d is %s behind %s", k,
        kit.number(list[k]), kit.number(list[k - 1]))
    end
  end
  return list
end

local function gain_schedule(spec)
  local o = check.fields(spec, "", fields)
  local given = o.designs or o.gains
  if not given or o.designs and o.gains then
    check.fail("gains", "expected gains = {K1, K2, ..}, or designs = {{K =, A =, B =}, ..}")
  end
  local c = { kind = "gain_schedule", title = "Gains scheduled by " .. o.by, by = o.by, facts = {},
    points = rising(o.points), designs = {}, prove = prove,
    states = check.words(o.inputs, "inputs", "\"x v\""), limited = o.limits ~= nil }
  local outputs = check.words(o.outputs, "outputs", "\"F\"")
  if #given ~= #c.points then
    check.fail(o.designs and "designs" or "gains", "expected one of every point: %d, got %d",
      #c.points, #given)
  end
  for k = 1, #given do
    c.designs[k] = design_of(given[k], c.states, outputs, ("%s[%d]"):format(
      o.designs and "designs" or "gains", k))
  end
  local L, inputs, list = lines.new "gs_", { by = o.by }, {}
  for _, name in ipairs(c.states) do inputs[name] = name end
  for i, name in ipairs(outputs) do list[i] = { name, L:let(output(L, c, i)) } end
  c.program = blocks.make { name = o.name or "gain_schedule", inputs = inputs, lines = L.list,
    outputs = list, dt = o.dt, limits = o.limits, to = o.to }
  facts_of(c)
  return law.new(c)
end

law.kind("gain_schedule", "li.gain_schedule{by = 'V', points = {5, 10}, inputs = 'x v', outputs = "
  .. "'F', dt = 0.01, designs = {{K = {4, 3}, A = {{0, 1}, {2, 0}}, B = {0, 1}}, {K = {9, 4}, "
  .. "A = {{0, 1}, {4, 0}}, B = {0, 1}}}}", {
  "gain_schedule(spec: table) -> controller",
  "Gains between designs at points of a signal: u = u0 - K (x - x0), linear between them, held "
    .. "beyond. by = the signal's name, points = rising numbers, inputs = names of x, outputs = "
    .. "names of u, gains = {K1, ..} or designs = {{K =, A =, B =, x =, u =}, ..} (or what "
    .. "lqr and place gave): every point and middle is checked with the signal frozen, poles told. "
    .. "limits, to, dt, name.",
  "return li.gain_schedule{by = 'p', points = {0, 2}, inputs = 'x', outputs = 'u', gains = {1, 3}}"
    .. ":step{by = 1, x = 5}[1] --> -10", gain_schedule })
