-- kane.lua - the ten steps of a li.system: speeds given or found, D, C, tau, reactions, reports,
-- the equations in coordinates
local li = require "liaison.core"
local check = require "liaison.base.check"
local placing = require "liaison.describe.pose_expr"
local system = require "liaison.constrained.system"
require "liaison.equations.multipliers"
local kit = li._internal

local kane = {}

-- what is known of a kane besides its matrices: names of bodies and rows, reactions
local about = setmetatable({}, { __mode = "k" })

-- speeds ------------------------------------------------------------------------------------------

-- { {name, expression or nil} ... } of {"v = ..", "w = .."}, {"v", "w"} or {v = .., w = ..} (in
-- order of their names)
local function speed_list(x)
  if x == nil then return nil end
  if type(x) == "string" then x = { x } end
  if type(x) ~= "table" then
    check.fail("speeds", "expected {'v = ..', ..} or {v = .., ..}, got a %s", type(x))
  end
  local list = {}
  for i, t in ipairs(x) do
    if kit.class(t) == "expr" then t = tostring(t) end
    if type(t) ~= "string" then
      check.fail(("speeds[%d]"):format(i),
        "expected a text 'name = expression of the rates', or a name")
    end
    local name, e = t:match "^%s*([%a_][%w_]*)%s*=%s*(.+)$"
    list[i] = { name or t, e }
  end
  local names = {}
  for key in pairs(x) do if type(key) == "string" then names[#names + 1] = key end end
  kit.sort(names)
  for _, name in ipairs(names) do list[#list + 1] = { name, x[name] } end
  if #list == 0 then check.fail("speeds", "expected at least one") end
  return list
end

local function zero_rates(s)
  local t = {}
  for _, q in ipairs(s.q) do t[q:d()] = 0 end
  return t
end

-- alpha = S q' + s
local function defined(s, list)
  local forms, rates = {}, system.rates_of(s)
  for i, x in ipairs(list) do
    if x[2] == nil then
      check.fail("speeds", "'%s' has no expression: either all have, or none", x[1])
    end
    forms[i] = placing.expr(x[2], "speeds." .. x[1])
  end
  local S = li.jacobian(forms, rates)
  for i = 1, #forms do
    for j = 1, #rates do
      for _, r in ipairs(rates) do
        if S:at(i, j):depends(r) then
          check.fail("speeds." .. list[i][1], "not linear in the velocities: %s",
            tostring(forms[i]))
        end
      end
    end
  end
  return S, li.smat(forms):subs(zero_rates(s)), li.smat(forms)
end

-- functions of time, or rates of what may be no coordinate
local function symbols_of(list)
  local alpha = {}
  for i, x in ipairs(list) do
    local name, primes = x[1]:match "^([%w_]+)('*)$"
    if not name then check.fail(("speeds[%d]"):format(i), "expected a name, got '%s'", x[1]) end
    alpha[i] = primes == "" and li.functions(name) or li.coordinates(name)
    for _ = 1, #primes do alpha[i] = alpha[i]:d() end
  end
  return alpha
end

local function choice_of(s, independent)
  if independent == nil then return nil end
  if type(independent) == "string" then
    local list = {}
    for name in independent:gmatch "%S+" do list[#list + 1] = name end
    independent = list
  end
  local choice = {}
  for j = 1, #s.q do choice[j] = 2 end
  for i, x in ipairs(independent) do
    local found
    for j, q in ipairs(s.q) do if tostring(q) == tostring(x) then found = j end end
    if not found then
      check.fail(("independent[%d]"):format(i), "no coordinate '%s'", tostring(x))
    end
    choice[found] = 1
  end
  return choice
end

-- J_nh = N: the speeds are the rates of the coordinates left free
local function found(s, H, b, o)
  local choice = choice_of(s, o.independent)
  local N, nu, _, free, surplus = kit.kane.partition { H = system.flat(H), b = b, n = #s.q,
    choice = choice }
  if N == nil and type(nu) == "string" then check.fail("constraints", "%s", nu) end
  if N == nil then
    check.fail("constraints", "%d rows leave no motion of %d coordinates", #H, #s.q)
  end
  local alpha = {}
  for i, j in ipairs(free) do alpha[i] = s.q[j]:d() end
  return alpha, N, nu, surplus, li.smat(alpha)
end

-- rows of H that do not follow from the others
local function independent_rows(s, H, b)
  local _, nu, _, _, surplus = kit.kane.partition { H = system.flat(H), b = b, n = #s.q }
  if type(nu) == "string" then check.fail("constraints", "%s", nu) end
  if #surplus == 0 then return H, b, surplus end
  local drop, rows, rest = {}, {}, {}
  for _, i in ipairs(surplus) do drop[i] = true end
  for i = 1, #H do
    if not drop[i] then rows[#rows + 1], rest[#rest + 1] = H:row(i), b[i] end
  end
  return li.smat(rows), li.smat(rest), surplus
end

local function by_definition(s, H, b, list)
  local rows, rest, surplus = independent_rows(s, H, b)
  local l = #s.q - #rows
  if #list ~= l then
    check.fail("speeds", "%d given, %d coordinates with %d independent constraints have %d", #list,
      #s.q, #rows, l)
  end
  local S, shift, forms = defined(s, list)
  local Jnh, q0 = kit.kane.speeds { H = system.flat(rows), b = rest, S = system.flat(S), s = shift,
    n = #s.q }
  if Jnh == nil then check.fail(nil, "%s", q0) end
  return symbols_of(list), Jnh, q0, surplus, forms
end

-- J_nh by hand: rows of n x l
local function by_hand(s, H, b, list, o)
  local l = #list
  local rows = {}
  if #o.Jnh ~= #s.q then
    check.fail("Jnh", "expected %d rows, one for every coordinate, got %d", #s.q, #o.Jnh)
  end
  for i = 1, #s.q do
    local x = o.Jnh[i]
    if l == 1 and (type(x) ~= "table" or kit.class(x)) then x = { x } end
    rows[i] = placing.vector(x, ("Jnh[%d]"):format(i), l)
  end
  local surplus = {}
  if H then
    local kept, _
    kept, _, surplus = independent_rows(s, H, b)
    if l ~= #s.q - #kept then
      check.fail("Jnh", "%d columns, %d coordinates with %d independent constraints have %d", l,
        #s.q, #kept, #s.q - #kept)
    end
  end
  local q0 = o.q0 ~= nil and placing.vector(o.q0, "q0", #s.q) or placing.zeros(#s.q)
  return symbols_of(list), li.smat(rows), q0, surplus
end

local function speeds_of(s, o)
  local list, H, b = speed_list(o.speeds), system.rows_of(s)
  if o.Jnh ~= nil then
    if not list then check.fail("Jnh", "expected the names of its speeds: speeds = {'v', ..}") end
    return by_hand(s, H, b, list, o)
  end
  if list and list[1][2] then
    if H then return by_definition(s, H, b, list) end
    local S, shift, forms = defined(s, list)
    if #list ~= #s.q then
      check.fail("speeds", "%d given for %d coordinates without constraints", #list, #s.q)
    end
    local Jnh, q0 = kit.kane.speeds { S = system.flat(S), s = shift, n = #s.q }
    if Jnh == nil then check.fail(nil, "%s", q0) end
    return symbols_of(list), Jnh, q0, {}, forms
  end
  if not H then return nil, nil, nil, {} end
  return found(s, H, b, o)
end

-- making ------------------------------------------------------------------------------------------

local tidies, forms = { none = 0, trig = 1, all = 2 }, { desantis = 0, skew = 1 }

local options = {
  speeds = "any?", Jnh = "any?", q0 = "any?", independent = "any?",
    form = { "desantis|skew?", default = "desantis" },
  tidy = { "none|trig|all?", default = "trig" },
}

local function names_of(list)
  local names = {}
  for i, x in ipairs(list) do names[i] = x.name end
  return names
end

function kane.of_system(s, opts)
  local o = check.fields(opts or {}, "kane", options)
  if o.speeds == nil and o.Jnh == nil and o.independent == nil then
    o.speeds, o.Jnh = s.defaults.speeds, s.defaults.Jnh
  end
  if o.independent ~= nil and (o.speeds ~= nil or o.Jnh ~= nil) then
    check.fail("independent", "speeds are given already")
  end
  local own = o.Jnh ~= nil and o.Jnh == s.defaults.Jnh and o.speeds == s.defaults.speeds
  local alpha, Jnh, q0, surplus, speeds_by_rates = speeds_of(s, o)
  local k = system.derive(s, alpha, Jnh, q0, forms[o.form], tidies[o.tidy], own)
  local B, reactions = system.reaction_matrix(s)
  local redundant = {}
  for i, r in ipairs(surplus) do redundant[i] = s.rows[r].name end
  about[k] = { name = s.name, bodies = names_of(s.bodies), rows = names_of(s.rows),
    inputs = s.inputs, B = B or false, reactions = reactions, redundant = redundant,
    system = s, forms = speeds_by_rates or false, surplus = surplus, changes = {} }
  return k
end

function kane.about(k)
  return about[k] or { bodies = {}, rows = {}, inputs = {}, B = false, reactions = {},
    redundant = {} }
end

-- the same after with{...}
local function with(k, values)
  local new = k:replace(values)
  local old = kane.about(k)
  local t = {}
  for key, x in pairs(old) do t[key] = x end
  if old.B then t.B = old.B:subs(values) end
  t.changes = {}
  for i, change in ipairs(old.changes or {}) do t.changes[i] = change end
  t.changes[#t.changes + 1] = values
  about[new] = t
  return new
end

kane.with = with

-- reactions ---------------------------------------------------------------------------------------

-- omega_c = B f by least squares                                                   [nonhol] F18, R3
local function reactions(k, values)
  local a = kane.about(k)
  if not a.B then
    check.fail("reactions", "this system has no joints or wheels that carry forces")
  end
  local r, why, code = k:numbers(values)
  if not r then return nil, why, code end
  local B = a.B:eval(values)
  local f = B:least_squares(r.omega_c)
  local rest = B * f - r.omega_c
  local residual, out = 0, { names = a.reactions }
  for i = 1, #rest do residual = math.max(residual, math.abs(rest[i])) end
  for i, name in ipairs(a.reactions) do out[name] = f[i] end
  out.residual, out.f = residual, f
  return out
end

-- equations in the coordinates: Lagrange with the same rows as constraints ------------------------

local function equations_of(s, opts)
  local o = check.fields(opts or {}, "", { tidy = { "none|trig|all?", default = "trig" } })
  local weightless = setmetatable({ gravity = false }, { __index = s }) -- the weight is in V
  local k = system.derive(weightless, nil, nil, nil, 0, tidies[o.tidy])
  local v = k.v
  local T = v:dot(k.M * v) / 2
  local phi, H, b = {}, {}, {}
  local names = { {}, {} }
  if #s.rows > 0 then
    local rows, rest = system.rows_of(s)
    for i, r in ipairs(s.rows) do
      if r.phi then
        phi[#phi + 1] = r.phi
        names[1][#names[1] + 1] = r.name
      else
        H[#H + 1], b[#b + 1] = rows:row(i), rest[i]
        names[2][#names[2] + 1] = r.name
      end
    end
  end
  local eq = li.lagrange { q = s.q, T = T, V = system.weight(s):trig(), Q = k.tau,
    phi = #phi > 0 and phi or nil, H = #H > 0 and H or nil, b = #b > 0 and b or nil, tidy = o.tidy }
  for _, name in ipairs(names[2]) do names[1][#names[1] + 1] = name end
  return #names[1] > 0 and kit.eom.name_rows(eq, names[1]) or eq
end

-- operational space -------------------------------------------------------------------------------

-- M_x v' + V_x = omega_x of a point whose velocity is x' = J_x alpha                   [nonhol] F25
local function operational(k, x)
  local rates = k:rate(li.smat(x)):trig()
  local n = #rates
  if n ~= k.l then check.fail("operational", "%d coordinates of the task for %d speeds", n, k.l) end
  local Jx = li.jacobian(rates, k.alpha:table()):trig()
  local Jd = k:rate(Jx)
  local Ji, why, code = Jx:inverse()
  if not Ji then return nil, why, code end
  local Jit = Ji:transpose()
  local h = k.C * k.alpha + k.c
  return { J = Jx, Jd = Jd, M = Jit * k.D * Ji, V = Jit * (h - k.D * (Ji * (Jd * k.alpha))),
    force = Jit * k.tau, det = Jx:det():simplify() }
end

-- matrices of the ten steps as a program: x is q and the speeds, p the parameters and inputs
--                                                                                     [nonhol] U1
local function program(k, language, name, opts)
  local o = check.fields(opts or {}, "options", { what = { "str?", default = "D C c tau qd" },
    tests = "count?" })
  local outputs, inputs = {}, {}
  for key in o.what:gmatch "%S+" do
    local ok, M = check.try(function() return k[key] end)
    if not ok or kit.class(M) ~= "smat" then
      check.fail("options.what",
        "no matrix '%s': D, C, c, tau, qd, J, Jd, Jh, Jnh, H, M, W, WM, wrench ..", key)
    end
    outputs[key] = M
  end
  for i = 1, k.n do inputs[i] = k.q[i] end
  for i = 1, k.l do inputs[k.n + i] = k.alpha[i] end
  return li.program(language, outputs, inputs, name, o.tests)
end

local CART = "local s = li.system{planar = true}; local x, y, th = s:coordinates 'xc yc ac'; "
  .. "local cart = s:body{name = 'cart', mass = 'm', inertia = 'j', at = {x, y}, angle = th}; "
  .. "cart:wheel{name = 'axle'}; "
local KANE = CART
  .. "local k = s:kane{speeds = {\"vc = xc'*cos(ac) + yc'*sin(ac)\", \"wc = ac'\"}}; "

for _, row in ipairs {
  { "system:kane([options: table]) -> kane",
    "The ten steps. speeds = {'v = expression of the rates', ..} or names with Jnh = rows of "
    .. "q' = Jnh alpha (+ q0); without either the rates of coordinates left "
    .. "free (independent = {..} chooses). form = 'desantis' (C = J'(M J' + W M J)) or "
    .. "'skew'; tidy = 'none', 'trig' (default; an entry of over a thousand names stays as it is), "
    .. "'all'.",
    CART .. "return s:kane().alpha --> [xc'  ac']", kane.of_system },
  { "system:equations([options: table]) -> equations",
    "The equations in the coordinates, M q'' + h = Q + J' lambda, with the rows of joints and "
    .. "wheels as constraints.",
    CART .. "return s:equations().J --> [-sin(ac)  cos(ac)  0]", equations_of },
} do kit.define(system.class.methods, row) end

for _, row in ipairs {
  { "kane:with(values: table) -> kane",
    "The same with numbers or expressions for parameters and inputs: {m = 2, de = "
    .. "'d0*sin(w*t)'}; rates of inputs follow.",
    KANE .. "return k:with{m = 3}.D[1][1] --> 3", with },
  { "kane:reactions(values: table) -> table",
    "The forces of joints and wheels on the body that is named, by name, out of omega_c by "
    .. "least squares; residual: what they cannot explain (0 where all is told).",
    KANE .. "return k:reactions{ac = 0, vc = 2, wc = 3, m = 1, j = 1}['axle lateral'] --> 6",
    reactions },
  { "kane:program(language: " .. kit.languages .. ", name: str [, options: table]) -> str",
    "Matrices of the ten steps as a program (li.languages() tells the languages): inputs x "
    .. "(q, then the speeds) and p (parameters and inputs, told in its head), outputs "
    .. "options.what = 'D C c tau qd' or others (J, Jd, Jh, Jnh, M, W, WM, wrench ..); "
    .. "options.tests = test vectors it checks itself with (3).",
    KANE .. "return k:program('c', 'cart'):match 'out D [^\\n]*' --> out D (2 x 2, row by row)",
    program },
  { "kane:operational(x: any) -> table",
    "The model M v' + V = force of as many expressions x of the coordinates as there are "
    .. "speeds; J, Jd, det = the determinant of J.",
    "local s = li.system{planar = true}; local q = s:coordinates 'qs'; s:body{mass = 'm', "
    .. "inertia = 0, at = {q, 0}}; return s:kane():operational{2*q}.M[1][1] --> m/4", operational },
} do kit.define(kit.methods "kane", row) end

return kane
