-- equations.lua - equations of motion for a reader: from energies, as text, as LaTeX
local li = require "liaison.core"
local check = require "liaison.base.check"
local language = require "liaison.language.language"
local kit = li._internal

local equations = {}

-- making ------------------------------------------------------------------------------------------

local tidy_of = { none = 0, trig = 1, all = 2 }

local function is_list(x)
  return type(x) == "table" or kit.class(x) == "smat"
end

-- "q1 q2", a symbol, a list of either -> list of symbols; texts become coordinates
local function coordinates(x)
  if type(x) == "string" then return { li.coordinates(x) } end
  if kit.class(x) == "expr" then return { x } end
  if not is_list(x) then check.fail("q", "expected names or coordinates, got a %s", type(x)) end
  local list = {}
  for i = 1, #x do list[i] = type(x[i]) == "string" and li.coordinates(x[i]) or x[i] end
  if #list == 0 then check.fail("q", "expected at least one coordinate") end
  return list
end

local function list_of(x)
  if x == nil then return nil end
  if not is_list(x) then return { x } end
  local list = {}
  for i = 1, #x do list[i] = x[i] end
  return list
end

-- rows of H one after the other
local function flat(H, n)
  if H == nil then return nil end
  if not is_list(H) then check.fail("H", "expected rows of %d entries, got a %s", n, type(H)) end
  if not is_list(H[1]) then H = { H } end
  local list = {}
  for i = 1, #H do
    if not is_list(H[i]) or #H[i] ~= n then
      check.fail(("H[%d]"):format(i), "expected %d entries, one for every coordinate", n)
    end
    for j = 1, n do list[#list + 1] = H[i][j] end
  end
  return list
end

local schema = {
  T = "any", V = "any?", D = "any?", Q = "any?", q = "any", phi = "any?", H = "any?", b = "any?",
  constraints = "table?", tidy = { "none|trig|all?", default = "trig" },
}

-- { name = energy, ... } -> their sum, and into shares[name][which]; anything else as it is
local function summed(x, which, shares)
  if type(x) ~= "table" or kit.class(x) then return x end
  local names, sum = {}, li.expr(0)
  for name in pairs(x) do
    if type(name) ~= "string" then
      check.fail(which, "expected energies by the name of a body: {bar = ..., slide = ...}")
    end
    names[#names + 1] = name
  end
  kit.sort(names)
  for _, name in ipairs(names) do
    local ok, e = pcall(li.expr, x[name])
    if not ok then
      check.fail(which .. "." .. name, "%s", (tostring(e):gsub("^.-argument 1 %(x%): ", "")))
    end
    if not shares[name] then
      shares[#shares + 1] = name
      shares[name] = { name = name, T = li.expr(0), V = li.expr(0) }
    end
    shares[name][which] = e
    sum = sum + e
  end
  return sum
end

-- { {name, T, V}, ... }, nil where there are none
local function listed(shares)
  if #shares == 0 then return nil end
  local list = {}
  for i, name in ipairs(shares) do list[i] = { name, shares[name].T, shares[name].V } end
  return list
end

function equations.lagrange(spec)
  local s = check.fields(spec, "", schema)
  if s.T == nil then check.fail("T", "expected the kinetic energy") end
  local q, shares = coordinates(s.q), {}
  for i = 1, #q do
    if kit.class(q[i]) ~= "expr" then
      check.fail(("q[%d]"):format(i), "expected a name or a coordinate, got a %s", type(q[i]))
    end
  end
  kit.eom.settle(q)
  if s.constraints then require("liaison.equations.multipliers").rows(s, q) end
  local T, V = summed(s.T, "T", shares), summed(s.V, "V", shares)
  return kit.eom.lagrange {
    q = q, T = T, V = V, D = s.D, Q = list_of(s.Q), phi = list_of(s.phi), H = flat(s.H, #q),
      b = list_of(s.b), tidy = tidy_of[s.tidy],
    bodies = listed(shares),
  }
end

local model_options = { reduce = "bool?", constraints = "bool?", forces = "bool?",
  tidy = { "none|trig|all?", default = "none" } }

function equations.of_model(model, options)
  local o = check.fields(options or {}, "", model_options)
  local eq = kit.eom.of_model(model, o.reduce ~= false, tidy_of[o.tidy])
  if o.forces ~= false and #(model:description().forces or {}) > 0 then
    eq = kit.eom.act(eq, model)
  end
  if not o.constraints then return eq end
  local phi, H, b, _, names = require("liaison.constrained.modelrows").flat(model)
  if #phi + #b == 0 then check.fail("constraints", "this model has none") end
  return kit.eom.constrain { eq = eq, phi = phi, H = H, b = b, names = names }
end

-- more forces on the right: a list, one for every coordinate, or by the names of coordinates
function equations.forced(eq, Q)
  local list = {}
  if type(Q) ~= "table" and kit.class(Q) ~= "smat" and kit.class(Q) ~= "vec" then
    check.fail("Q", "expected a list of forces, or a table by coordinate")
  end
  if type(Q) == "table" and #Q == 0 then
    local known = {}
    for i = 1, eq.n do known[tostring(eq.q[i])] = i list[i] = 0 end
    check.keys(Q, "", known)
    for name, e in pairs(Q) do list[known[name]] = e end
  else
    for i = 1, #Q do list[i] = Q[i] end
    if #list ~= eq.n then check.fail("Q", "%d forces for %d coordinates", #list, eq.n) end
  end
  return kit.eom.forced(eq, list)
end

-- files -------------------------------------------------------------------------------------------

local give = check.give

local function exported(written_in)
  return function(eq, path, what, name)
    what = what or "id"
    return give(eq:program(written_in, what, name or what), path)
  end
end

function equations.latex(eq, path, options)
  local o = check.fields(options or {}, "options", { fragment = "bool?" })
  return give(kit.eom.latex(eq, o.fragment or false), path)
end

-- explaining --------------------------------------------------------------------------------------

function equations.explain(eq, path, options)
  local o = check.fields(options or {}, "options",
    { lang = language.choice, form = { "html|text?", default = "html" },
    geometry = "bool?" })
  local page, count, worst = require("liaison.equations.explain").derivation(eq, o.lang, o.form,
    o.geometry ~= false and kit.eom.model(eq) or nil)
  if path == nil then return page end
  local ok, why, code = give(page, path)
  if not ok then return nil, why, code end
  return true, count, worst
end

-- rows --------------------------------------------------------------------------------------------

local pendulum = "local m, L, g = li.symbols 'm L g'; local th = li.coordinates 'th'; local "
  .. "eq = li.lagrange{q = 'th', T = \"m*L^2*th'^2/2\", V = '-m*g*L*cos(th)'}; "

for _, row in ipairs {
  { "lagrange(spec: table) -> equations",
    "Equations of motion from energies: q (names or coordinates), T, V, D (dissipation), Q "
    .. "(forces on the right), constraint rows phi(q, t) = 0 "
    .. "and H q' + b = 0 (eq.J, eq.gamma: J q'' = gamma), or constraints = {holonomic = {phi, "
    .. "..}, nonholonomic = {expressions linear in q', ..}}; tidy = 'none', 'trig' (default) "
    .. "or 'all'. Energies are expressions, numbers or texts.",
    pendulum .. "return eq.M[1][1], eq.G[1] --> m*L^2, m*g*L*sin(th)", equations.lagrange },
} do kit.define(li, row) end

for _, row in ipairs {
  { "equations:forced(Q: any) -> equations",
    "New equations with more forces on the right: a list, or by coordinate: {q1 = -c*q1:d()}.",
    pendulum .. "return eq:forced{th = m*g}.Q[1] --> m*g", equations.forced },
  { "equations:c([path: path, what: id|fd|mass|bias|gravity|coriolis|matrices|all, name: "
    .. "str]) -> str|bool",
    "A function of the equations in C99: no header but math.h, no allocation; compiled with "
    .. "-DSELFTEST it checks itself. Its text, or written whole to path: "
    .. "true (it raises where it cannot be written). what: id where left out.",
    "return #li.planar{1}:equations():c() > 0 --> true", exported "c" },
  { "equations:lua([path: path, what: id|fd|mass|bias|gravity|coriolis|matrices|all, name: "
    .. "str]) -> str|bool", "The same as a Lua module, which run as a script checks itself.",
    "return #li.planar{1}:equations():lua() > 0 --> true", exported "lua" },
  { "equations:js([path: path, what: id|fd|mass|bias|gravity|coriolis|matrices|all, name: "
    .. "str]) -> str|bool", "The same in JavaScript.",
    "return #li.planar{1}:equations():js() > 0 --> true", exported "js" },
  { "equations:explain([path: path, options: table]) -> str|bool",
    "The derivation step by step: of a model its paths, matrices, velocities and contact "
    .. "forces; energies body by body, their derivatives, M, Christoffel symbols, "
    .. "C, G, the equations; each line checked with numbers at random points. One HTML page "
    .. "that needs nothing else, with formulas, LaTeX and text, or text; "
    .. "written to path: true, lines checked, largest difference. options: lang = 'en' or "
    .. "'fr', form = 'html' or 'text', geometry = false leaves the first part out.",
    pendulum .. "return eq:explain(nil, {form = 'text'}):match 'G1 = [^ ]*' --> G1 = m*g*L*sin(th)",
    equations.explain },
  { "equations:latex([path: path, options: table]) -> str|bool",
    "A LaTeX document, or with {fragment = true} what goes into one; its text, or written to "
    .. "path: true (it raises where it cannot be written).",
    pendulum
    .. "return eq:latex(nil, {fragment = true}):match 'G_{1} &= .*sin' --> G_{1} &= m g L \\sin",
    equations.latex },
} do kit.define(kit.methods "equations", row) end

for _, row in ipairs {
  { "model:equations([options: table]) -> equations",
    "The equations of motion in symbols, by augmented bodies with merged angles. options: "
    .. "reduce = false writes sums of constants out instead of "
    .. "naming them; tidy = 'none' (default), 'trig', 'all'; constraints = true takes loops "
    .. "and constraints in, with multipliers: equations:multipliers, equations:solve; "
    .. "forces = false leaves out the force elements of the description.",
    "return li.planar{'L', 1, mass = {'m', 1}}:equations().M[2][2] --> 1/3",
    equations.of_model },
} do kit.define(kit.methods "model", row) end

return equations
