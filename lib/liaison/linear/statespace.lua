-- statespace.lua - linear models x' = A x + B u, y = C x + D u, or x+ = A x + B u at every sampling
-- time: li.ss, and what is known of their states
local li = require "liaison.core"
local check = require "liaison.base.check"
local quads = require "liaison.linear.quads"
local systems = require "liaison.linear.systems"
local kit = li._internal

local statespace = {}

-- ---- what the states do -------------------------------------------------------------------------

local function eigenvalues(s)
  if not s.A then return {} end
  local re, _, im = s.A:eig()
  local list = {}
  for i = 1, #re do list[i] = { re = re[i], im = im and im[i] or 0 } end
  table.sort(list, function(a, b) return a.re > b.re or (a.re == b.re and a.im > b.im) end)
  return list
end

-- the vector of eigenvalue k, its largest entry 1: real parts, imaginary parts (nil: it is real)
local function shape_of(V, im, k)
  local n = #V
  local re, other, most = li.zeros(n), im ~= 0 and li.zeros(n) or nil, 0
  local at = 1
  for i = 1, n do
    local size = V[i][k] ^ 2 + (other and V[i][k + 1] ^ 2 or 0)
    if size > most * (1 + 1e-12) then most, at = size, i end
  end
  local a, b = V[at][k], other and V[at][k + 1] or 0
  for i = 1, n do
    local x, y = V[i][k], other and V[i][k + 1] or 0
    re[i] = (x * a + y * b) / most
    if other then other[i] = (y * a - x * b) / most end
  end
  return re, other
end

-- how fast a mode of s, or of z at every dt, turns and dies: ln(z)/dt
local function rates_of(re, im, dt)
  if not dt then return re, im end
  return math.log(math.sqrt(re * re + im * im)) / dt, math.atan2 and math.atan2(im, re) / dt
    or math.atan(im, re) / dt
end

local function modes(s)
  if not s.A then return {} end
  local re, V, im = s.A:eig()
  local list = {}
  for k = 1, #re do
    local w = im and im[k] or 0
    if w >= 0 then
      local decay, turn = rates_of(re[k], w, s.dt)
      local size = math.sqrt(decay ^ 2 + turn ^ 2)
      local shape, other = shape_of(V, w, k)
      list[#list + 1] = { re = re[k], im = w, frequency = turn / (2 * math.pi),
        damping = size > 0 and -decay / size or 0, shape = shape, other = other }
    end
  end
  table.sort(list, function(a, b)
    if a.im ~= b.im then return a.im < b.im end
    return a.re > b.re
  end)
  return list
end

-- ---- in words -----------------------------------------------------------------------------------

local function listed(names) return #names > 0 and table.concat(names, ", ") or "none" end

local function text(s)
  local said = ("%s: states %s; inputs %s; outputs %s"):format(
    s.dt and "linear model, sampled every " .. kit.number(s.dt) .. " s" or "linear model",
    listed(s.states), listed(s.inputs), listed(s.outputs))
  local out = { said }
  for _, name in ipairs { "A", "B", "C", "D" } do
    if s[name] then
      out[#out + 1] = ("%s = %s"):format(name, (tostring(s[name]):gsub("\n", "\n    ")))
    end
  end
  if s.delay then
    local d = systems.common_delay(s.delay)
    out[#out + 1] = d and ("delay %s s"):format(kit.number(d)) or "delays (s) "
      .. (tostring(li.mat(s.delay)):gsub("\n", "\n           "))
  end
  if #s.left_out > 0 then
    out[#out + 1] = "left out, as it acts at events only: " .. table.concat(s.left_out, "; ")
  end
  return table.concat(out, "\n")
end

local function matrix_latex(M)
  if not M then return "\\left[\\;\\right]" end
  local rows = {}
  for i = 1, #M do
    local row = {}
    for j = 1, #M[1] do row[j] = kit.number(M[i][j]) end
    rows[i] = table.concat(row, " & ")
  end
  return "\\begin{bmatrix} " .. table.concat(rows, " \\\\ ") .. " \\end{bmatrix}"
end

local function latex(s)
  local before = s.dt and "x_{k+1} = " or "\\dot x = "
  local x, u = s.dt and "x_k" or "x", s.dt and "u_k" or "u"
  local y = s.dt and "y_k" or "y"
  local dynamics = before .. matrix_latex(s.A) .. x
    .. (s.B and " + " .. matrix_latex(s.B) .. u or "")
  local outputs = y .. " = " .. (s.C and matrix_latex(s.C) .. x or "")
    .. (s.D and (s.C and " + " or "") .. matrix_latex(s.D) .. u or "")
  return s.A and dynamics .. ", \\quad " .. outputs or outputs
end

-- ---- made ---------------------------------------------------------------------------------------

local SLIDE = "local s = li.system{planar = true}; local q = s:coordinates 'qs'; local b = "
  .. "s:body{mass = 2, inertia = 0, at = {q, 0}}; b:force{f = {'F', 0}}; "
  .. "local lin = s:kane():linearize{u = {F = 0}, inputs = 'F', outputs = {\"qs'\"}}; "

local class = check.class("statespace", "A linear model x' = A x + B u, y = C x + D u (x+ at the "
  .. "next sampling time, where dt is not false): fields A, B, C, D (false where a side is empty), "
  .. "states, inputs, outputs, dt, delay (s, row by row of outputs, or false).", systems.rows({
  { "statespace:eigenvalues() -> table",
    "The eigenvalues of A, {re = , im = }, the largest real part first.",
    SLIDE .. "return #lin:eigenvalues(), lin:eigenvalues()[1].re --> 2, 0",
    eigenvalues },
  { "statespace:modes() -> table",
    "One of every pair of eigenvalues by rising frequency, each with frequency (Hz), re, im, "
    .. "damping (share of critical), shape by states (its largest entry 1; other: its imaginary "
    .. "part).", SLIDE .. "return #lin:modes() --> 2", modes },
  { "statespace:latex() -> str", "Its equations with their matrices.",
    "li.ss(-1, 2, 3):latex():sub(1, 7) --> \\dot x ", latex },
  { "statespace.__tostring(s: statespace) -> str", "Its states, inputs, outputs and matrices.",
    SLIDE .. "return (tostring(lin):gsub('\\n.*', '')) --> linear model: states qs, qs'; inputs F; "
    .. "outputs qs'", text },
}, systems.operators("statespace", "li.ss(-1, 1, 1, 0)")))

-- fields of whoever makes one; what is not told is none
function statespace.new(fields)
  fields.dt, fields.delay = fields.dt or false, fields.delay or false
  fields.left_out = fields.left_out or {}
  return class.new(fields)
end

-- a new one with the matrices of s or others, other names: keys as the class has them
function statespace.like(s, fields)
  local out = {}
  for _, key in ipairs { "A", "B", "C", "D", "states", "inputs", "outputs", "dt", "delay",
    "point" } do
    out[key] = fields[key]
    if out[key] == nil then out[key] = rawget(s, key) end
  end
  return statespace.new(out)
end

-- ---- li.ss --------------------------------------------------------------------------------------

local function matrix(x, path)
  if x == nil or x == false then return false end
  if type(x) == "number" then x = { { x } } end
  if kit.class(x) == "vec" or type(x) == "table" and type(x[1]) == "number" then
    check.fail(path, "expected a matrix, {{..}, ..}, got a list: is it a row or a column?")
  end
  if type(x) == "table" and #x == 0 then return false end
  local M = kit.class(x) == "mat" and x or check.value(x, path, "mat")
  for i = 1, #M do
    for j = 1, #M[1] do
      if M[i][j] - M[i][j] ~= 0 then
        check.fail(("%s[%d][%d]"):format(path, i, j), "expected a finite number, got %s",
          kit.number(M[i][j]))
      end
    end
  end
  return M
end

local function sizes(q)
  local n = q.A and #q.A or 0
  if q.A and #q.A[1] ~= n then
    check.fail("A", "expected a square matrix, got %dx%d", n, #q.A[1])
  end
  if q.B and #q.B ~= n then
    check.fail("B", "expected %d rows, as A has, got %d", n, #q.B)
  end
  if q.C and #q.C[1] ~= n then
    check.fail("C", "expected %d columns, as A has, got %d", n, #q.C[1])
  end
  local m = q.B and #q.B[1] or q.D and #q.D[1] or 0
  local p = q.C and #q.C or q.D and #q.D or 0
  if q.D and (#q.D ~= p or #q.D[1] ~= m) then
    check.fail("D", "expected %d rows (outputs) and %d columns (inputs), got %dx%d", p, m, #q.D,
      #q.D[1])
  end
  return n, m, p
end

local fields = { A = "any?", B = "any?", C = "any?", D = "any?", dt = "any?", states = "any?",
  inputs = "any?", outputs = "any?", delay = "any?" }

local function from_matrices(o)
  local q = { A = matrix(o.A, "A"), B = matrix(o.B, "B"), C = matrix(o.C, "C"),
    D = matrix(o.D, "D") }
  if q.A and not q.C and not q.D then q.C = li.eye(#q.A) end
  if not q.A and not q.D then check.fail("A", "expected a matrix A, or a gain D, got neither") end
  if not q.A and (q.B or q.C) then
    check.fail("A", "expected a matrix A beside B and C, got none")
  end
  local n, m, p = sizes(q)
  if p == 0 then check.fail("C", "expected at least one output") end
  q.B, q.C, q.D = quads.filled(q.B, n, m), quads.filled(q.C, p, n), quads.filled(q.D, p, m)
  q.states = systems.names(o.states, n, "states", "x", true)
  q.inputs = systems.names(o.inputs, m, "inputs", "u")
  local whole = o.outputs == nil and p == n and n > 0 and o.C == nil
  q.outputs = whole and q.states or systems.names(o.outputs, p, "outputs", "y")
  q.dt = systems.time_of(o.dt, "dt")
  q.delay = systems.delays_of(o.delay, p, m, "delay")
  return statespace.new(q)
end

-- a gain: of as many inputs as outputs where it is a number
function statespace.gain(D, inputs, outputs, dt)
  local M = type(D) == "number" and D * li.eye(#outputs) or D
  return statespace.new { A = false, B = false, C = false, D = M, states = {}, inputs = inputs,
    outputs = outputs, dt = dt or false }
end

-- what may stand where a system is wanted, as a state space: itself, a transfer function, a number
-- or matrix (a gain)
function statespace.of(x, path)
  local c = kit.class(x)
  if c == "statespace" then return x end
  if c == "transfer" then return kit.linear.state_space(x, path) end
  if type(x) == "number" or c == "mat" or type(x) == "table" then
    local D = matrix(x, path or "")
    if D then
      return statespace.gain(D, systems.numbered("u", #D[1]), systems.numbered("y", #D))
    end
  end
  return check.fail(path, "expected a linear system, a matrix or a number, got %s", check.got(x))
end

local function is_options(x)
  return type(x) == "table" and kit.class(x) == nil and #x == 0 and next(x) ~= nil
end

local function ss(A, B, C, D, last)
  if systems.is(A) and B == nil then return statespace.of(A) end
  if is_options(A) and B == nil then return from_matrices(check.fields(A, "", fields)) end
  local given = { A, B, C, D, last }
  local o = {}
  for k = 1, 5 do
    if is_options(given[k]) then
      for key, value in pairs(check.fields(given[k], "options", fields)) do o[key] = value end
      given[k] = nil
    end
  end
  if B == nil and C == nil and D == nil and not next(o) then
    return statespace.of(A, "A")
  end
  o.A, o.B, o.C, o.D = given[1], given[2], given[3], given[4]
  o.dt = given[5] or o.dt
  return from_matrices(o)
end

kit.define(li, {
  "ss(A: any [, B: any, C: any, D: any, dt: any]) -> statespace",
  "A linear system x' = A x + B u, y = C x + D u of matrices (C: all states, D: 0 where left out; "
    .. "numbers where a side is one); with dt (s) it is x+ = A x + B u at every sampling time. Or "
    .. "one table {A =, B =, C =, D =, dt =, states = 'q v', inputs = 'F', outputs = 'y', delay = "
    .. "seconds}, which may also stand behind the matrices; or a transfer function, or a gain.",
  "li.ss({{0, 1}, {0, 0}}, {{0}, {1}}, {{1, 0}}):poles()[1].re --> 0", ss })

kit.linear.matrix = matrix

return statespace
