-- compiled_given.lua - equations:compile and kane:compile: x' = f(t, x, u) of equations of motion,
-- their slopes, outputs and constraints, as one kernel
local li = require "liaison.core"
local check = require "liaison.base.check"
local spread = require("liaison.base.lists").spread
local texts = require "liaison.base.texts"
local motions = require "liaison.ask.small_motions"
local of_equations = require "liaison.ask.small_given"
local of_kane = require "liaison.ask.small_kane"
local kane = require "liaison.constrained.kane"
local kit = li._internal

local small = kit.small

local KINDS = { dynamics = true, outputs = true, constraints = true, jacobians = true }

local schema = { inputs = "any?", outputs = "any?", values = "table?", at = "any?",
  tape = "bool?", compiler = "str?", cache = "str?", isa = "str?", parameters = "bool?",
  wait = "any?" }

-- options that the compiler takes
local function of_compiler(o)
  return { tape = o.tape, compiler = o.compiler, cache = o.cache, isa = o.isa,
    parameters = o.parameters, wait = o.wait }
end

-- numbers of the inputs asked for: forces by the names `drive`, then open symbols. Left out: all
-- symbols without a number, where these are parameters the inputs of the description; all forces
-- where there are none. described: a set
local function inputs_of(o, drive, open, numbers, described)
  local index, list = {}, {}
  for k, name in ipairs(drive) do index[name] = k end
  for k, name in ipairs(open) do index[name] = #drive + k end
  for _, name in ipairs(check.words(o.inputs, "inputs", "\"F delta\"") or {}) do
    list[#list + 1] = index[name]
      or check.fail("inputs", "no coordinate, speed or input '%s'%s", name,
        check.hint(name, index))
  end
  if o.inputs ~= nil then return list end
  for k, name in ipairs(open) do
    local drives = not o.parameters or described[name]
    if drives and not numbers[k] then list[#list + 1] = #drive + k end
  end
  if #list == 0 then for k = 1, #drive do list[k] = k end end
  return list
end

local function called(list, drive, open)
  local names = {}
  for i, k in ipairs(list) do names[i] = k <= #drive and drive[k] or open[k - #drive] end
  return names
end

-- numbers of the open symbols that have one and are not asked for, by their places; the rate of
-- what stands still is 0
local function numbers_of(open, values, asked)
  local out, known = {}, {}
  for name, x in pairs(values) do
    if type(x) == "number" then known[tostring(name)] = x end
  end
  for k, name in ipairs(open) do
    local x, base = known[name], name:gsub("'+$", "")
    if x == nil and base ~= name and known[base] ~= nil and not asked[base] then x = 0 end
    out[k] = not asked[name] and x or false
  end
  return out
end

local function set_of(list)
  local set = {}
  for _, name in ipairs(list or {}) do set[name] = true end
  return set
end

-- made: of (the equations), given, drive, left (numbers of rows left out), names (of these),
-- values, states (names, those of force elements last), described (inputs of the description)
local function compiled(made, what, o)
  if what == "outputs" and #made.given.outputs == 0 then
    check.fail("outputs", "expected at least one, outputs = {\"q1^2\"}")
  end
  local h, open = small.given(made.given)
  local asked = set_of(check.words(o.inputs, "inputs", "\"F delta\""))
  local numbers = numbers_of(open, made.values or {}, asked)
  local list = inputs_of(o, made.drive, open, numbers, made.described or {})
  local kernel, why, code = kit.motion.compile(h, what, list, made.left, of_compiler(o), numbers)
  if not kernel then return nil, why, code end
  kit.motion.note(kernel, { of = made.of, what = what, inputs = called(list, made.drive, open),
    states = made.states })
  return kernel, made.names
end

local function kind_of(what)
  what = what or "dynamics"
  if KINDS[what] then return what end
  check.fail(nil, "expected 'dynamics', 'jacobians', 'outputs' or 'constraints', got '%s'%s", what,
    check.hint(what, KINDS))
end

-- ---- Kane's equations ---------------------------------------------------------------------------

-- numbers of the options, and of inputs of the description where some are asked for
local function values_of_kane(k, o)
  local values = o.inputs ~= nil and of_kane.resting(kane.about(k)) or {}
  for name, x in pairs(o.values or {}) do values[tostring(name)] = x end
  return values
end

local function joined(a, b)
  local out = {}
  for _, list in ipairs { a, b } do for _, x in ipairs(list) do out[#out + 1] = x end end
  return out
end

local function compile_kane(k, what, options)
  local o, of = check.fields(options or {}, "", schema), k
  what, k = kind_of(what), of_kane.with_expressions(k, o.values)
  local given, left = of_kane.given(k, motions.texts_of(o.outputs, "outputs")), {}
  if what == "constraints" then of_kane.tell_rows(given, k) end
  for i = 1, #given.rate do left[i] = i end
  local names = of_kane.names(k)
  return compiled({ of = of, given = given, drive = names.drive, left = left, names = {},
    values = values_of_kane(k, o),
    states = joined(joined(names.coordinate, names.speed), texts(given.z)) }, what, o)
end

-- ---- equations with coordinates -----------------------------------------------------------------

-- rows of J that follow from those before them, at q: a set
local function following(J, values)
  local set, M = {}, J:eval(values)
  local kept, rank = {}, 0
  for i = 1, #M do
    kept[#kept + 1] = M[i]:table()
    local more = li.mat(kept):rank(1e-9)
    if more == rank then set[i], kept[#kept] = true, nil end
    rank = more
  end
  return set
end

-- a place at or near `at` where the rows hold, and numbers for open names: as a mechanism of this
-- kind may have them, or all 1 where these do not fit together; described: inputs that have a value
local function put_together(x, at, described)
  local open, values, why, code = {}, { t = 0 }, nil, nil
  for _, u in ipairs(x.inputs) do
    values[u.name] = described[u.name] and (described[u.name].value or 0)
    if not described[u.name] then open[#open + 1] = u.name end
  end
  for _, width in ipairs(#open > 0 and { 0.3, 0 } or { 0 }) do
    for k, name in ipairs(open) do values[name] = 1 + width * spread(k) end
    local q
    q, why, code = x.position({ q = at, u = values }, {})
    if q then return values, q end
  end
  return nil, #open == 0 and why, code
end

-- places near q where the rows hold: as far as coordinates let themselves be moved at once
local function places_near(x, q, u)
  local list = { q }
  for try = 1, 6 do
    local moved = li.vec(q)
    for k = 1, #q do
      moved[k] = q[k] + 0.4 * 0.6 ^ try * spread(7 * try + k)
    end
    list[#list + 1] = x.position({ q = moved, u = u }, {})
  end
  return list
end

-- rows that follow from others at every place near `at`: their numbers, and names; none of
-- equations whose open names nobody can put numbers to
local function redundant(x, at, described)
  local left, names = {}, {}
  if #x.rate == 0 then return left, names end
  local values, q, code = put_together(x, at, described)
  if not values and not q then return left, names end
  if not values then return nil, q, code end
  local J, sets = li.smat(x.rate):jacobian(x.speeds), {}
  for k, place in ipairs(places_near(x, q, values)) do
    for i, name in ipairs(x.names.coordinate) do values[name] = place[i] end
    sets[k] = following(J, values)
  end
  for i = 1, #x.rate do
    local always = true
    for _, set in ipairs(sets) do always = always and set[i] end
    if always then left[#left + 1], names[#names + 1] = i, x.rows[i] end
  end
  return left, names
end

-- numbers of the inputs of the description where some are asked for
local function values_of_equations(eq, o)
  local values = {}
  for name, u in pairs(o.inputs ~= nil and of_equations.described(eq) or {}) do
    values[name] = u.value or 0
  end
  return values
end

local function compile_equations(eq, what, options)
  local o, of = check.fields(options or {}, "", schema), eq
  if o.values then eq = eq:with(o.values) end
  local x, given = of_equations.subject(eq, motions.texts_of(o.outputs, "outputs"))
  local described = of_equations.described(eq)
  local left, names, code = redundant(x, o.at, described)
  if not left then return nil, names, code end
  local q = texts(eq.q)
  return compiled({ of = of, described = described, given = given, drive = q,
    left = left, names = names, values = values_of_equations(eq, o),
    states = joined(joined(q, texts(eq.v)), texts(given.z)) }, what, o)
end

local CART = "local s = li.system{planar = true}; local q = s:coordinates 'qs'; s:body{mass = 'm', "
  .. "inertia = 0, at = {q, 0}}:force{f = {'F', 0}}; "

kit.define(kit.methods "kane", {
  "kane:compile([what: str, options: table]) -> kernel, left_out: table",
  "One kernel of the motion by generalised speeds: 'dynamics', x' = f(t, x, u) with x = (q, "
    .. "speeds, own states of elements); 'jacobians', its slopes dx'/dx and dx'/du; 'outputs', y "
    .. "= f(t, x, u) of options.outputs; 'constraints', gaps and rates of the rows. u: "
    .. "options.inputs, symbols of the equations or forces by the names of the speeds (left out: "
    .. "all symbols without a number, else all forces; {}: none, as li.ode takes it). values: "
    .. "numbers of parameters; parameters = true makes open names the last argument; tape, "
    .. "compiler, cache, isa as of model:kernel.",
  CART .. "return s:kane():compile('dynamics', {values = {m = 2}, tape = true})({0}, {0, 3}, {8}) "
    .. "--> [3  4]",
  compile_kane })

local methods = kit.methods "equations"
local as_function = methods.compile

-- what the C half compiles, and the motion beside it
function methods.compile(eq, what, options)
  if not KINDS[what] then return as_function(eq, what, options) end
  return compile_equations(eq, what, options)
end
