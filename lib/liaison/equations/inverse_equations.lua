-- inverse_equations.lua - inverse geometric models in symbols: Paul's equations, step by step, for
-- reading, for numbers, for programs
local li = require "liaison.core"
local check = require "liaison.base.check"
local language = require "liaison.language.language"
local elementary = require "liaison.equations.inverse_elementary"
local screws = require "liaison.equations.inverse_screws"
local search = require "liaison.equations.inverse_search"
local solve = require "liaison.equations.inverse_solve"
local text = require "liaison.equations.inverse_text"
local kit = li._internal

local inverse = {}

-- ---- the arm ------------------------------------------------------------------------------------

local function symbols_of(H, q)
  local list, seen, parameters = {}, {}, {}
  for k = 1, #q do
    list[k] = tostring(q[k])
    seen[list[k]] = true
  end
  for r = 1, 3 do
    for c = 1, 4 do
      for _, s in ipairs(H:at(r, c):symbols()) do
        local name = tostring(s)
        if not seen[name] then
          seen[name] = true
          list[#list + 1], parameters[#parameters + 1] = name, name
        end
      end
    end
  end
  return list, parameters
end

-- do these rows of the Jacobian tell all joints? det J'J at one configuration
local function tells(g, place, rows)
  local J, at, list = g:jacobian(place), {}, {}
  if g.n > rows then return false end
  for r = 1, rows do
    list[r] = {}
    for c = 1, g.n do
      for _, s in ipairs(J:at(r, c):symbols()) do
        at[tostring(s)] = elementary.sample(tostring(s), 2)
      end
      list[r][c] = J:at(r, c)
    end
  end
  local N = li.smat(list):eval(at)
  return (N:transpose() * N):det() > 1e-9
end

-- what keeps an arm from having inverse equations, before any is looked for
local function obstacle(g, place, position)
  if not tells(g, place, position and 3 or 6) then
    return ("%d joints move while %s of the tip stays: it cannot tell them (model:ik finds one "
      .. "configuration)"):format(g.n, position and "the place" or "the pose")
  end
end

-- ---- the steps ----------------------------------------------------------------------------------

local function value_of(row, letters)
  return function(sign)
    local L = { e = li.expr(sign) }
    for key, x in pairs(letters) do L[key] = x end
    return elementary.put(elementary.safe(row), L)
  end
end

local function finish(arm, found)
  local steps, signs, count = {}, 0, 1
  for k, f in ipairs(found) do
    local row, j = elementary.by_name[f.row], arm.joints[f.joint]
    local step = { q = j.q, joint = f.joint, slide = j.slide, row = row, letters = f.letters,
      from = f.from, body = f.from[1].q.i, distance = f.from[1].q.about ~= nil,
      value = value_of(row, f.letters), free = elementary.put(row.free, f.letters),
      must = row.must and elementary.put(row.must, f.letters) }
    step.name, step.solutions = row.name, row.solutions
    if row.solutions == 2 then
      signs, count = signs + 1, 2 * count
      step.sign = "e" .. signs
    end
    steps[k] = step
  end
  return steps, count
end

-- random configurations come back; how many branches there are at most, nil where one does not
local function tried(inv)
  local most = 0
  for round = 1, 4 do
    local env, c = {}, solve.compiled(inv)
    local values = {}
    for _, name in ipairs(inv.parameters) do values[name] = elementary.sample(name, round) end
    for _, q in ipairs(inv.q) do
      env[tostring(q)] = 2 * elementary.sample(tostring(q), round + 7) - 2
    end
    for name, x in pairs(values) do env[name] = x end
    local p, R = {}, {}
    for r = 1, 3 do
      p[r], R[r] = c.H[4 * r](env), {}
      for col = 1, 3 do R[r][col] = c.H[4 * (r - 1) + col](env) end
    end
    local X = inv.position and p or li.frame(li.mat(R), p)
    local list = solve.all(inv, X, { values = values })
    if not list then return nil end
    most = math.max(most, #list)
  end
  return most
end

-- a symbol in a step that neither the target nor the steps before tell: rounding of decimals
-- leaves such behind; nil where all are known
local function foreign(inv)
  local known = {}
  for _, list in ipairs { inv.target, inv.parameters } do
    for _, name in ipairs(list) do known[name] = true end
  end
  for _, d in ipairs(inv.points) do
    for k = 1, 3 do known[d.names[k]] = true end
  end
  for _, step in ipairs(inv.steps) do
    for _, e in ipairs { step.value(1), step.free, step.must } do
      for _, s in ipairs(e:symbols()) do
        if not known[tostring(s)] then return tostring(s) end
      end
    end
    known[tostring(step.q)] = true
  end
end

local new

-- named once in this order, which is the one they are printed in
local LETTERS = "e1 + e2 + e3 + e4 + e5 + e6 + D + X + X1 + X2 + Y + Y1 + Y2 + Z + Z1 + Z2"

function inverse.of(m, options)
  local o = check.fields(options or {}, "inverse_equations",
    { position = "bool?", body = "str?" })
  local g = m:generator()
  li.expr(LETTERS, "new")
  if g.n > 6 then
    return nil, ("%d joints: a pose tells six of them at most (model:ik finds one configuration)")
      :format(g.n), "EDOMAIN"
  end
  local arm, why = screws.of(g, o.body)
  if not arm then return nil, why, "EDOMAIN" end
  arm.symbols, arm.parameters = symbols_of(arm.H, g.q)
  local position = o.position
  if position == nil then position = tells(g, o.body, 3) end
  why = obstacle(g, o.body, position)
  if why then return nil, why, "EDOMAIN" end
  local found, target = search.steps(arm, position)
  if not found then return nil, target, "EDOMAIN" end
  local steps, count = finish(arm, found)
  local inv = { steps = steps, count = count, position = position, target = target.names,
    demands = target.demands, points = target.defined, parameters = arm.parameters, H = arm.H,
    q = {}, slides = {} }
  for k, j in ipairs(arm.joints) do inv.q[k], inv.slides[k] = j.q, j.slide end
  local stray = foreign(inv)
  if stray then
    return nil, ("rounding of its decimals leaves traces of %s in an equation that should not hold "
      .. "it: angles as multiples of pi or as symbols leave none"):format(stray), "EDOMAIN"
  end
  inv.most = tried(inv)
  if not inv.most then
    return nil, "the elementary equations found do not lead back to configurations of this arm",
      "EDOMAIN"
  end
  return new(inv)
end

-- ---- programs -----------------------------------------------------------------------------------

-- all joints, and what must not be negative, in the target and the signs alone
function inverse.expressions(inv)
  local by, q, must = {}, {}, {}
  for _, d in ipairs(inv.points) do
    for k = 1, 3 do by[d.names[k]] = d.value[k] end
  end
  local function whole(e)
    local has = {}
    for _, s in ipairs(e:symbols()) do has[tostring(s)] = by[tostring(s)] end
    return next(has) and e:subs(has) or e
  end
  for _, step in ipairs(inv.steps) do
    local L = { e = step.sign and li.expr(step.sign, "new") }
    for key, x in pairs(step.letters) do L[key] = x end
    if step.must then must[#must + 1] = whole(step.must) end
    by[tostring(step.q)] = whole(elementary.put(elementary.safe(step.row), L))
  end
  for k, x in ipairs(inv.q) do q[k] = by[tostring(x)] end
  return q, must
end

function inverse.program(inv, written_in, name)
  local q, must = inverse.expressions(inv)
  local inputs = {}
  for k, s in ipairs(inv.target) do inputs[k] = s end
  for _, step in ipairs(inv.steps) do inputs[#inputs + 1] = step.sign end
  local out = { q = li.smat(q) }
  if #must > 0 then out.must = li.smat(must) end
  for k, s in ipairs(inputs) do inputs[k] = li.expr(s, "new") end
  return li.program(written_in, out, inputs, name or "inverse")
end

-- ---- rows ---------------------------------------------------------------------------------------

local arm = "local inv = li.planar{1, 1}:inverse_equations(); "

local LANG = { lang = language.choice }

local function told(f)
  return function(inv, options)
    return f(inv, check.fields(options or {}, "inverse_equations", LANG).lang)
  end
end

new = check.class("inverse_equations", "Inverse geometric model of an arm in symbols: steps (q, "
  .. "name, letters, solutions, sign, must, free), count, most, target, demands, points.", {
  { "inverse_equations.__tostring(inv: inverse_equations) -> str",
    "Its text, in the language that is spoken.",
    arm .. "return tostring(inv):match '[^\\n]*' --> Inverse geometric model",
    function(inv) return text.plain(inv, language.now()) end },
  { "inverse_equations:text([options: table]) -> str",
    "Step by step: the equation, its type, the formula, where it exists, where it is singular, "
    .. "how many solutions. lang = 'fr': in French.",
    arm .. "return inv:text{lang = 'fr'}:match '[^\\n]*' --> Modèle géométrique inverse",
    told(text.plain) },
  { "inverse_equations:latex([options: table]) -> str", "The same as LaTeX. lang = 'fr'.",
    arm .. "return inv:latex():match 'section%*{(Inv[^}]*)' --> Inverse geometric model",
    told(text.latex) },
  { "inverse_equations:solve(target: frame|vec3 [, options: table]) -> table, table",
    "All configurations that put the tip there, as model:ik_all without limits, and for each its "
    .. "signs and the joints that are free (they keep options.q, else 0). values: numbers of "
    .. "parameters. nil, message (the condition that fails), 'EUNREACHABLE', info.",
    arm .. "return #inv:solve{1, 1, 0} --> 2", solve.all },
  { "inverse_equations:program(language: c|lua|js [, name: str]) -> str",
    "A flat function of the target (x y z, r11 .. r33) and the signs e1 .. that gives q, and "
    .. "must: what is not negative where the configuration exists.",
    arm .. "return inv:program('lua'):match 'out q %(2%)' --> out q (2)", inverse.program },
}).new

kit.define(kit.methods "model", {
  "model:inverse_equations([options: table]) -> inverse_equations",
  "The inverse geometric model in symbols by Paul's elementary equations. position = true: of the "
  .. "place of the tip alone (the default where that tells all joints); body: another tip. nil, "
  .. "what stands in the way, 'EDOMAIN' where no elementary equation leads on.",
  arm .. "return inv.steps[1].name --> cosine", inverse.of,
})

return inverse
