-- equations.lua - equations of motion for a reader: from energies, as text, as LaTeX, term by term
-- against printed ones
local li = require "liaison.core"
local check = require "liaison.base.check"
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
    local Q, list = kit.small.applied(model), {}
    for i = 1, eq.n do list[i] = Q[i] end
    eq = kit.eom.forced(eq, list, true)
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

local function exported(language)
  return function(eq, path, what, name)
    what = what or "id"
    return give(eq:program(language, what, name or what), path)
  end
end

function equations.latex(eq, path, options)
  local o = check.fields(options or {}, "options", { fragment = "bool?" })
  return give(kit.eom.latex(eq, o.fragment or false), path)
end

-- comparing ---------------------------------------------------------------------------------------

local function to_expr(x)
  if type(x) == "string" then return li.expr(x, "new") end
  return li.expr(x)
end

-- the terms of an expression, multiplied out
local function terms_of(e)
  e = e:expand()
  if tostring(e) == "0" then return {} end
  local factor, pieces = 1, e:parts()
  -- -(b - a)
  if e:kind() == "product" and #pieces == 2 and pieces[2]:kind() == "sum" then
    factor, e = pieces[1], pieces[2]
  end
  if e:kind() ~= "sum" then return { e } end
  local list = {}
  for i, term in ipairs(e:parts()) do list[i] = factor * term end
  return list
end

-- terms of a and of b that the other has not: exactly the same terms go first, the rest by a proof
local function differing(printed, computed)
  if printed:equals(computed) then return nil end
  local only, other, seen = {}, {}, {}
  for _, term in ipairs(terms_of(computed)) do
    seen[tostring(term)] = (seen[tostring(term)] or 0) + 1
  end
  for _, term in ipairs(terms_of(printed)) do
    local key = tostring(term)
    if (seen[key] or 0) > 0 then seen[key] = seen[key] - 1 else only[#only + 1] = term end
  end
  for _, term in ipairs(terms_of(computed)) do
    local key = tostring(term)
    if seen[key] > 0 then
      seen[key] = seen[key] - 1
      other[#other + 1] = term
    end
  end
  return only, other
end

local function is_matrix(x)
  return kit.class(x) == "smat" or type(x) == "table"
end

local function size(x)
  if kit.class(x) == "smat" then
    local r, c = x:size()
    return r, c
  end
  return #x, type(x[1]) == "table" and #x[1] or kit.class(x[1]) == "smat" and #x[1] or 1
end

local function at(x, i, j, cols)
  if kit.class(x) == "smat" then return x:at(i, j) end
  return (cols > 1 or type(x[i]) == "table") and x[i][j] or x[i]
end

local function row_length(x) return (type(x) == "table" or kit.class(x) == "smat") and #x or 0 end

-- a table of rows has them all of one length
local function even_rows(x)
  if type(x) ~= "table" then return end
  for i = 2, #x do
    if row_length(x[i]) ~= row_length(x[1]) then
      check.fail(nil, "compare: row %d has not as many entries as the first", i)
    end
  end
end

-- whether the name is that of a coordinate there is
local function is_coordinate(name)
  local known, e = pcall(li.expr, name)
  return known and e:d():number() ~= 0
end

-- the names in these expressions; and the stem of their numbered coordinates, where they have one
local function names_of(exprs)
  local names, stems = {}, {}
  for _, e in ipairs(exprs) do
    for _, s in ipairs(kit.class(e) == "expr" and e:symbols() or {}) do
      local name = tostring(s)
      local own = not names[name] and name:match "^(.-)%d+$"
      names[name] = true
      if own and is_coordinate(name) and stems[#stems] ~= own then stems[#stems + 1] = own end
    end
  end
  return { known = names, stem = #stems == 1 and stems[1] or nil }
end

-- "a*c1*s12" with cos(q1) and sin(q1 + q2) written out: what is printed by liaison, and by hand, is
-- read again. A symbol of that name in the expressions stays
local function written_out(text, names)
  local stem = names.stem
  if type(text) ~= "string" or not stem then return text end
  return (text:gsub("%f[%w_]([sc])(%d[%d_]*)%f[^%w_']", function(letter, digits)
    if names.known[letter .. digits] then return nil end
    local list = {}
    if names.known[stem .. digits] then list[1] = stem .. digits
    else for part in digits:gmatch(digits:find "_" and "%d+" or "%d") do list[#list + 1] = stem
      .. part end end
    for _, name in ipairs(list) do if not is_coordinate(name) then return nil end end
    return (letter == "s" and "sin(" or "cos(") .. table.concat(list, " + ") .. ")"
  end))
end

-- entries of an expression or a matrix, one after the other
local function entries_in(x)
  if not is_matrix(x) then return { x } end
  local r, c = size(x)
  local out = {}
  for i = 1, r do for j = 1, c do out[#out + 1] = at(x, i, j, c) end end
  return out
end

local function one(list, where, printed, computed, names)
  local p, c = to_expr(written_out(printed, names)), to_expr(written_out(computed, names))
  local only, other = differing(p, c)
  if not only then return end
  list[#list + 1] = { where = where, printed = p, computed = c, only_printed = only,
    only_computed = other }
end

local comparison

function equations.compare(printed, computed)
  even_rows(printed)
  even_rows(computed)
  local list = {}
  if is_matrix(printed) ~= is_matrix(computed) then
    check.fail(nil, "compare: a matrix with an expression")
  end
  local names = names_of(entries_in(computed))
  if not names.stem then names = names_of(entries_in(printed)) end
  if not is_matrix(printed) then
    one(list, "", printed, computed, names)
  else
    local r, c = size(printed)
    local r2, c2 = size(computed)
    if r ~= r2 or c ~= c2 then
      check.fail(nil, "compare: %dx%d printed, %dx%d computed", r, c, r2, c2)
    end
    for i = 1, r do
      for j = 1, c do
        one(list, c > 1 and ("[%d][%d]"):format(i, j) or ("[%d]"):format(i), at(printed, i, j, c),
          at(computed, i, j, c), names)
      end
    end
  end
  return comparison.new { list = list, equal = #list == 0 }
end

local function joined(terms)
  local out = {}
  for i, e in ipairs(terms) do out[i] = tostring(e) end
  return #out == 0 and "nothing" or table.concat(out, ",  ")
end

function equations.comparison_text(c)
  if c.equal then return "equal" end
  local out = {}
  for i, d in ipairs(c.list) do
    out[i] = ("%sonly printed: %s\n%sonly computed: %s"):format(d.where == "" and "" or d.where
      .. " ", joined(d.only_printed),
      d.where == "" and "" or (" "):rep(#d.where + 1), joined(d.only_computed))
  end
  return table.concat(out, "\n")
end

comparison = check.class("comparison", "What differs between a printed and a computed "
  .. "expression: fields equal, list.", {
  { "comparison.__tostring(c: comparison) -> str",
    "The differing terms, a line for either side; 'equal' where there are none.",
    "return li.compare('x + y', 'y + x') --> equal", equations.comparison_text },
})

-- explaining --------------------------------------------------------------------------------------

function equations.explain(eq, path, options)
  local o = check.fields(options or {}, "options",
    { lang = { "en|fr?", default = "en" }, form = { "html|text?", default = "html" },
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
    pendulum .. "return eq.M[1][1], eq.G[1] --> m*L^2, m*L*g*sin(th)", equations.lagrange },
  { "compare(printed: any, computed: any) -> comparison",
    "The terms in which two expressions, or two matrices of the same size, differ; texts may "
    .. "name new symbols, and c1, s12 are cos(q1), sin(q1 + q2) where the other side has such "
    .. "coordinates.",
    "return li.compare('a*b + c', 'b*a - c') --> only printed: c\nonly computed: -c",
    equations.compare },
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
    pendulum .. "return eq:explain(nil, {form = 'text'}):match 'G1 = [^ ]*' --> G1 = m*L*g*sin(th)",
    equations.explain },
  { "equations:latex([path: path, options: table]) -> str|bool",
    "A LaTeX document, or with {fragment = true} what goes into one; its text, or written to "
    .. "path: true (it raises where it cannot be written).",
    pendulum
    .. "return eq:latex(nil, {fragment = true}):match 'G_{1} &= .*sin' --> G_{1} &= m L g \\sin",
    equations.latex },
} do kit.define(kit.methods "equations", row) end

for _, row in ipairs {
  { "model:equations([options: table]) -> equations",
    "The equations of motion in symbols, by augmented bodies with merged angles. options: "
    .. "reduce = false writes sums of constants out instead of "
    .. "naming them; tidy = 'none' (default), 'trig', 'all'; constraints = true takes loops "
    .. "and constraints in, with multipliers: equations:multipliers, equations:solve; "
    .. "forces = false leaves out the force elements of the description.",
    "return li.planar{'L', 1, mass = {'m', 1}}:equations().M[2][2] --> 0.3333333333333333",
    equations.of_model },
} do kit.define(kit.methods "model", row) end

return equations
