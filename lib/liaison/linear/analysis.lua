-- analysis.lua - what is asked of a linear system: poles, zeros, damping, what moves and what is
-- seen, norms, whether it is passive
local li = require "liaison.core"
local check = require "liaison.base.check"
local polynomials = require "liaison.linear.polynomials"
local statespace = require "liaison.linear.statespace"
local systems = require "liaison.linear.systems"
local transfer = require "liaison.linear.transfer"
local with_states = require("liaison.linear.forms").with_states
local kit = li._internal

local ctl = kit.ctl
local analysis = {}

-- ---- poles and zeros ----------------------------------------------------------------------------

local function sorted(list)
  table.sort(list, function(a, b) return a.re > b.re or (a.re == b.re and a.im > b.im) end)
  return list
end

local function complex_list(re, im)
  local list = {}
  for k = 1, #re do list[k] = { re = re[k], im = im and im[k] or 0 } end
  return sorted(list)
end

local function is_single(s) return #s.inputs == 1 and #s.outputs == 1 end

local function poles(s)
  if kit.class(s) == "statespace" then return s:eigenvalues() end
  if s.factors then return sorted(check.copy(s.factors.poles)) end
  if is_single(s) then return sorted(polynomials.roots(s.den[1][1])) end
  return statespace.of(s):eigenvalues()
end

local function zeros(s)
  if kit.class(s) == "transfer" and is_single(s) then
    if s.factors then return sorted(check.copy(s.factors.zeros)) end
    return sorted(polynomials.roots(s.num[1][1]))
  end
  s = statespace.of(s)
  if not s.A or not s.B then return {} end
  local re, im = ctl.zeros(s.A, s.B, s.C, s.D)
  return complex_list(re, im)
end

-- rows of gains that may be infinite, which no matrix holds
local unbounded = { __tostring = function(G)
  local rows = {}
  for i, row in ipairs(G) do
    local list = {}
    for j, x in ipairs(row) do list[j] = kit.number(x, 6) end
    rows[i] = "[" .. table.concat(list, "  ") .. "]"
  end
  return table.concat(rows, "\n")
end }

local function gains_of(s, f)
  local rows, finite = {}, true
  for i = 1, #s.outputs do
    rows[i] = {}
    for j = 1, #s.inputs do
      local x = f(i, j)
      rows[i][j], finite = x, finite and x - x == 0
    end
  end
  return finite and li.mat(rows) or setmetatable(rows, unbounded)
end

-- gain, zeros and poles: a product over all, those at x left out as often as they cancel
local function factored_limit(f, x)
  local value, count = f.gain, 0
  local function go(list, sign)
    for _, r in ipairs(list) do
      local size = (x - r.re) ^ 2 + r.im ^ 2
      if size == 0 then count = count + sign
      elseif r.im == 0 then value = value * (x - r.re) ^ sign
      else value = value * math.sqrt(size) ^ sign end
    end
  end
  go(f.zeros, 1)
  go(f.poles, -1)
  if count == 0 or value == 0 then return value end
  if count > 0 then return 0 end
  return value > 0 and math.huge or -math.huge
end

-- C (x 1 - A)^-1 B + D; nil where x is an eigenvalue
local function value_at_rest(s, x)
  if not s.A then return s.D end
  local X = (x * li.eye(#s.A) - s.A):solve(s.B)
  return X and s.C * X + s.D
end

-- an eigenvalue at rest: does an input reach it, and does an output show it?
local function limit_of_channel(s, i, j, x)
  local one = s:part(j, i):minimal()
  local G = value_at_rest(one, x)
  if G then return G[1][1] end
  local g = kit.linear.transfer_of(one)
  return polynomials.limit(g.num[1][1], g.den[1][1], x)
end

-- G(0), or G(1) of z; infinite where that is a pole
local function dcgain(s)
  local at = s.dt and 1 or 0
  if #s.inputs == 0 then check.fail("dcgain", "a system without inputs has no gain") end
  if kit.class(s) == "transfer" then
    return gains_of(s, function(i, j)
      if s.factors then return factored_limit(s.factors, at) end
      return polynomials.limit(s.num[i][j], s.den[i][j], at)
    end)
  end
  return value_at_rest(s, at)
    or gains_of(s, function(i, j) return limit_of_channel(s, i, j, at) end)
end

-- by poles: s, or z = exp(s dt)
local function rates_of(p, dt)
  if not dt then return p.re, p.im end
  local angle = math.atan2 and math.atan2(p.im, p.re) or math.atan(p.im, p.re)
  return math.log(math.sqrt(p.re ^ 2 + p.im ^ 2)) / dt, angle / dt
end

local function damping(s)
  local list = {}
  for k, p in ipairs(poles(s)) do
    local re, im = rates_of(p, s.dt)
    local w = math.sqrt(re * re + im * im)
    local zeta = w > 0 and w < math.huge and -re / w or 1
    list[k] = { re = p.re, im = p.im, w = w, zeta = zeta,
      time = re ~= 0 and -1 / re or math.huge }
  end
  table.sort(list, function(a, b) return a.w < b.w end)
  return list
end

local function stable(s)
  for _, p in ipairs(poles(s)) do
    local inside = s.dt and p.re * p.re + p.im * p.im < 1 or not s.dt and p.re < 0
    if not inside then return false, p end
  end
  return true
end

-- ---- what moves, what is seen -------------------------------------------------------------------

local function untouched(list, tol)
  local out = {}
  for _, m in ipairs(list) do
    if m.sigma <= tol then out[#out + 1] = { re = m.re, im = m.im } end
  end
  return out
end

-- [B AB A^2 B ..], its rank by the staircase, the modes that no input moves
local function reachable(A, B, C, discrete)
  local n, M = #A, li.zeros(#A, #A * #B[1])
  local block, m = B, #B[1]
  for k = 1, n do
    for i = 1, n do for j = 1, m do M[i][(k - 1) * m + j] = block[i][j] end end
    block = A * block
  end
  local _, rank = ctl.staircase(A, B, C)
  local scale = math.max(A:norm(), B:norm())
  return { rank = rank, matrix = M, full = rank == n,
    modes = rank == n and {} or untouched(ctl.modes(A, B, discrete), 1e-8 * scale) }
end

local function controllability(s)
  s = with_states(s, "controllability")
  return reachable(s.A, s.B, s.C, s.dt and true or false)
end

local function observability(s)
  s = with_states(s, "observability")
  local r = reachable(s.A:transpose(), s.C:transpose(), s.B:transpose(), s.dt and true or false)
  r.matrix = r.matrix:transpose()
  return r
end

local function gramians(s)
  s = with_states(s, "gramians")
  return ctl.gramians(s.A, s.B, s.C, s.dt and true or false)
end

local function hankel(s)
  s = with_states(s, "hankel")
  local discrete = s.dt and true or false
  local W, why, code, info = ctl.gramians(s.A, s.B, s.C, discrete)
  if not W then return nil, why, code, info end
  return (select(5, ctl.reduce(s.A, s.B, s.C, s.D, discrete, #s.A)))
end

-- ---- norms --------------------------------------------------------------------------------------

-- what stays is of no account where no input moves it, or no output shows it
local function shown(s) return s:stable() and s or (s:minimal()) end

-- a numerator of higher degree: the gain grows with the frequency, without bound
local function grows(s)
  return not s.dt and kit.class(s) == "transfer" and transfer.improper(s) ~= nil
end

local function h2(s)
  if grows(s) then return math.huge end
  s = shown(statespace.of(s))
  if s.A then return ctl.h2(s.A, s.B, s.C, s.D, s.dt and true or false) end
  return (s.dt or s.D:norm() == 0) and s.D:norm() or math.huge
end

local function hinf(s, tol)
  if grows(s) then return math.huge, math.huge, (s:stable()) end
  local settles = s:stable()
  s = shown(statespace.of(s))
  if not s.A then
    local _, values = s.D:svd()
    return values[1], 0, settles
  end
  local gamma, w, why, info = ctl.hinf(s.A, s.B, s.C, s.D, s.dt and true or false, tol)
  if not gamma then return nil, w, why, info end
  return gamma, s.dt and w / s.dt or w, settles
end

local function passive(s)
  if s.delay then check.fail("passive", "what comes late is never passive") end
  s = statespace.of(s)
  if #s.inputs ~= #s.outputs then
    check.fail("passive", "expected as many inputs as outputs, got %d and %d", #s.inputs,
      #s.outputs)
  end
  if not s.A then
    local values = ((s.D + s.D:transpose()) / 2):eig()
    local least = math.huge
    for k = 1, #values do least = math.min(least, values[k]) end
    return least >= 0, least, 0
  end
  local is, index, w = ctl.passive(s.A, s.B, s.C, s.D, s.dt and true or false)
  return is, index, s.dt and w and w / s.dt or w
end

-- ---- help ---------------------------------------------------------------------------------------

systems.define {
  { "poles() -> table", "Its poles {re =, im =}, the largest real part first.",
    "li.tf({1}, {1, 3, 2}):poles()[1].re --> -1", poles },
  { "zeros() -> table",
    "Its zeros {re =, im =}; of state space and of several inputs and outputs the invariant zeros, "
      .. "of :minimal() they are the transmission zeros.",
    "li.tf({1, 5}, {1, 3, 2}):zeros()[1].re --> -5", zeros },
  { "dcgain() -> mat|table", "The gains at rest, outputs by inputs (rows with inf where that is a "
    .. "pole); poles at rest that zeros cancel, or that are hidden, are of no account.",
    "li.tf({1, 5}, {1, 3, 2}):dcgain() --> [2.5]", dcgain },
  { "damping() -> table",
    "Its poles by natural frequency w (rad/s), with zeta (share of critical damping) and time (s, "
      .. "in which a mode falls to 1/e); poles of z by s = ln(z)/dt.",
    "li.tf({4}, {1, 2, 4}):damping()[1].zeta --> 0.5", damping },
  { "stable() -> bool, pole: any",
    "Do all states die out? else a pole that does not.",
    "(li.tf({1}, {1, 0}):stable()) --> false", stable },
  { "controllability() -> table",
    "What inputs move: rank (by an orthogonal staircase), full, matrix [B AB ..], modes {re, im} "
      .. "that no input moves.",
    "li.ss({{1, 0}, {0, 2}}, {{1}, {0}}, {{1, 1}}):controllability().modes[1].re --> 2",
    controllability },
  { "observability() -> table",
    "What outputs show: rank, full, matrix [C; CA; ..], modes {re, im} that no output shows.",
    "li.ss({{1, 0}, {0, 2}}, {{1}, {1}}, {{1, 0}}):observability().modes[1].re --> 2",
    observability },
  { "gramians() -> Wc: mat, Wo: mat",
    "A Wc + Wc A' + B B' = 0 and A' Wo + Wo A + C' C = 0 (of z: A Wc A' - Wc + B B' = 0 ..); nil, "
      .. "message, code where it is not stable.",
    "li.ss(-1, 2, 1):gramians() --> [2], [0.5]", gramians },
  { "hankel() -> vec", "Its Hankel singular values.", "li.ss(-1, 2, 1):hankel() --> [1]", hankel },
  { "h2() -> num",
    "The H2 norm: what white noise of unit density becomes, root mean square; inf where what is "
      .. "moved and shown does not die out, or noise is passed at once.",
    "li.tf({1}, {1, 2}):h2() --> 0.5", h2 },
  { "hinf([tol: num]) -> gain: num, w: num, stable: bool",
    "The H-infinity norm: the largest gain over all frequencies (singular values), the frequency "
      .. "(rad/s) where it is, and whether it is stable: what is not has an L-infinity norm alone. "
      .. "What is hidden is of no account.",
    "li.tf({1}, {1, 2}):hinf() --> 0.5, 0, true", hinf },
  { "passive() -> bool, index: num, w: num",
    "Does it never give more energy than it got? index: the least eigenvalue of (G + G*)/2 over "
      .. "all frequencies, at w (rad/s).", "(li.tf({1}, {1, 2}):passive()) --> true", passive },
}

analysis.rates_of, analysis.poles, analysis.with_states = rates_of, poles, with_states
analysis.transfer = transfer

return analysis
