-- firmware.lua - model:firmware: functions of a model as one header and one C99 file for firmware
local li = require "liaison.core"
local check = require "liaison.base.check"
local c = require "liaison.control.firmware_c"
local ik = require "liaison.control.firmware_ik"
local ship = require "liaison.control.ship"
local kit = li._internal

local code = kit.sampled

-- ---- functions as rows --------------------------------------------------------------------------

local function flat(...)
  local out = {}
  for _, x in ipairs { ... } do
    local matrix = kit.class(x) == "mat"
    for i = 1, #x do
      if matrix then for k = 1, #x[i] do out[#out + 1] = x[i][k] end
      else out[#out + 1] = x[i] end
    end
  end
  return out
end

local function pose(X)
  local out = {}
  for i = 1, 3 do
    for k = 1, 3 do out[#out + 1] = X.R[i][k] end
    out[#out + 1] = X.p[i]
  end
  return out
end

-- name; what it takes, what it gives; about; engine: its numbers (model, q, v, a, place); float:
-- the tolerance of its self-test there; call: the function of core/sim/sampled.h; slopes, needs: of
-- others
local ROWS = {
  { name = "fk", takes = "q", gives = "X", call = "pose", placed = true, float = 1e-5,
    about = "X: where the tip stands, rows of [R p]",
    engine = function(m, q, _, _, place) return pose(m:fk(q, place)) end },
  { name = "jacobian", takes = "q", gives = "J", call = "jacobian", placed = true, float = 1e-5,
    about = "J v: velocity of the tip and its angular velocity, in axes of the world",
    engine = function(m, q, _, _, place)
      return flat(place and m:jacobian(q, place) or m:jacobian(q))
    end },
  { name = "bias_acceleration", takes = "q v", gives = "A", call = "bias_acceleration",
    placed = true, float = 1e-5, about = "A = J' v: what the tip accelerates by without a",
    engine = function(m, q, v, _, place)
      return flat((place and m:jacobian_rate(q, v, place) or m:jacobian_rate(q, v)) * li.vec(v))
    end },
  { name = "id", takes = "q v a", gives = "tau", call = "id", float = 1e-5,
    about = "inverse dynamics: tau = M a + C v + G",
    engine = function(m, q, v, a) return flat(m:id(q, v, a)) end },
  { name = "fd", takes = "q v tau", gives = "a", call = "fd", float = 1e-3,
    about = "forward dynamics: a = M^-1 (tau - C v - G)",
    engine = function(m, q, v, tau) return flat(m:fd(q, v, tau)) end },
  { name = "mass", takes = "q", gives = "M", call = "mass", float = 1e-5,
    about = "the mass matrix, rotors included",
    engine = function(m, q) return flat(m:mass(q)) end },
  { name = "bias", takes = "q v", gives = "h", call = "bias", float = 1e-5,
    about = "h = C v + G: the forces at zero acceleration",
    engine = function(m, q, v) return flat(m:bias(q, v)) end },
  { name = "gravity", takes = "q", gives = "G", call = "gravity", float = 1e-5,
    about = "the forces that hold the mechanism at rest",
    engine = function(m, q) return flat(m:gravity(q)) end },
  { name = "coriolis", takes = "q v", gives = "C", call = "coriolis", float = 1e-5,
    about = "C of the Christoffel symbols: C v are the velocity forces, dM/dt - 2 C is skew",
    engine = function(m, q, v) return flat(m:coriolis(q, v)) end },
  { name = "energy", takes = "q v", gives = "E", call = "energy", float = 1e-5,
    about = "E: kinetic energy, and potential energy of weight",
    engine = function(m, q, v) return { m:energy(q, v) } end },
  { name = "regressor", takes = "q v a", gives = "Y", call = "regressor", float = 1e-5,
    about = "tau = Y pi without rotors: pi are m, m c, inertia xx yy zz xy xz yz of every body in "
      .. "its frame",
    engine = function(m, q, v, a) return flat(m:regressor(q, v, a)) end },
  { name = "derivatives", takes = "q v a", gives = "dq dv", call = "id", float = 1e-4,
    slopes = { "q", "v" },
    about = "how tau of inverse dynamics changes with q and with v (with a: the mass matrix)",
    engine = function(m, q, v, a) return flat(m:id_derivatives(q, v, a)) end },
  { name = "inverse_mass", takes = "q", gives = "W", needs = { "mass" }, float = 2e-3,
    about = "W = M^-1", uses = " sqrt ", cost = "loops of n^3 products",
    engine = function(m, q) return flat(m:mass_inverse(q)) end },
  { name = "observer", takes = "q v tau gain dt", gives = "state r",
    needs = { "mass", "coriolis", "gravity" }, cost = "the cost of mass, coriolis and gravity",
    about = "momentum observer: r, the forces from outside as filtered by gain (1/s), asked every "
      .. "dt seconds; state: the momentum M v at the start, then its own" },
  { name = "ik", takes = "X start", gives = "q", placed = true, ik = true, float = 2e-3,
    cost = "loops",
    about = "q: all configurations that put the tip at X, one behind the other, angles in -pi..pi, "
      .. "limits not regarded; how many. start: what stays where it does not matter" },
}

local BY_NAME = {}
for _, row in ipairs(ROWS) do BY_NAME[row.name] = row end

local function known()
  local list = {}
  for k, row in ipairs(ROWS) do list[k] = row.name end
  return table.concat(list, " ")
end

-- ---- what is asked ------------------------------------------------------------------------------

local fields = { number = "double|float?", name = "str?", dir = "str?", tip = "str?",
  values = "table?", about = "str?", tolerance = { "num?", min = 0 } }

-- the rows asked for and those they need, in the order of the list
local function rows_of(list)
  local set = {}
  for k, name in ipairs(list) do
    local row = type(name) == "string" and BY_NAME[name]
    if not row then
      check.fail(("[%d]"):format(k), "no function '%s' (%s)", tostring(name), known())
    end
    set[name] = true
    for _, other in ipairs(row.needs or {}) do set[other] = true end
  end
  if next(set) == nil then check.fail("", "which functions? {\"fk\", \"id\"} (%s)", known()) end
  local out = {}
  for _, row in ipairs(ROWS) do if set[row.name] then out[#out + 1] = row end end
  return out
end

local function options(given)
  local list, rest = {}, {}
  for key, x in pairs(given) do
    if type(key) == "number" then list[key] = x else rest[key] = x end
  end
  local o = check.fields(rest, "", fields)
  o.rows = rows_of(list)
  return o
end

-- ---- the model ----------------------------------------------------------------------------------

local function refuse_loops(model)
  local d = model:description()
  local n = #(d.loops or {}) + #(d.constraints or {})
  if n > 0 then
    check.fail("model", "firmware is of trees, and this model has %d loops and constraints: take "
      .. "the tree without them, or the equations (model:equations)", n)
  end
end

local function refuse_floating(q, v)
  if #q ~= #v then
    check.fail("model", "firmware is of coordinates whose rates are the speeds: this one has %d "
      .. "coordinates and %d speeds (a free or ball joint): fix its base, or give it slides and "
      .. "turns", #q, #v)
  end
end

-- names that are values of the firmware: { name =, value = }; the model in numbers
local function parameters(model, values)
  local open, list, set = model:symbols(), {}, {}
  for k = 1, #open do
    local name = tostring(open[k])
    if not values or type(values[name]) ~= "number" then
      check.fail("values", "the model has names without a number: give values = {%s = ..}, which "
        .. "become the argument p", name)
    end
    list[#list + 1], set[name] = { name = name, value = values[name] }, true
  end
  for name in pairs(values or {}) do
    if not set[name] then
      check.fail("values", "the model has no name '%s' without a number", tostring(name))
    end
  end
  return list, #list > 0 and model:with(values) or model
end

local function texts_of(list)
  local out = {}
  for k = 1, #list do out[k] = tostring(list[k]) end
  return out
end

local function subject(model, o)
  refuse_loops(model)
  local q, v = model:coordinates(), model:speeds()
  refuse_floating(q, v)
  local p, numeric = parameters(model, o.values)
  local told = tostring(model):match "^([^:\n]*)"
  return { told = model, numeric = numeric, model = told, q = texts_of(q), v = texts_of(v), p = p,
    n = #q, bodies = #model:description().bodies, tip = o.tip, type = o.number or "double",
    about = o.about, used = " ", functions = {}, has = {}, tolerance = o.tolerance,
    name = o.name or kit.lower((told:gsub("[^%w_]+", "_"):gsub("^_+", ""))) }
end

-- ---- arguments ----------------------------------------------------------------------------------

local function size_of(s, name)
  local n = s.n
  local size = { X = 12, J = 6 * n, A = 6, M = n * n, C = n * n, W = n * n, E = 2, dq = n * n,
    dv = n * n, Y = 10 * n * s.bodies, dt = 1 }
  return size[name] or n
end

local function arrays(s, words, is_ik)
  local out = {}
  for name in words:gmatch "%S+" do
    local size = is_ik and name == "q" and ik.most * s.n or size_of(s, name)
    out[#out + 1] = { name = name, size = size, plain = name == "dt" }
  end
  return out
end

local function add_parameters(s, f)
  if #s.p == 0 then return end
  if f.row.ik then
    f.about = f.about .. "; of the values above, whatever p is"
    return
  end
  f.takes[#f.takes + 1] = { name = "p", size = #s.p }
end

-- ---- straight lines -----------------------------------------------------------------------------

-- names of entries that no parameter has
local function entry_names(s, array, size)
  local mark = ""
  local function clash()
    for _, p in ipairs(s.p) do
      if p.name:match("^" .. array .. "%d+" .. mark .. "$") then return true end
    end
  end
  while clash() do mark = mark .. "_" end
  local out = {}
  for k = 1, size do out[k] = array .. k .. mark end
  return out
end

local function spread(to, list)
  for k = 1, #list do to[#to + 1] = list[k] end
  return to
end

-- the row as a code, its inputs and outputs by name
local function lines(s, row, takes)
  local of, inputs, values = {}, {}, {}
  for _, a in ipairs(takes) do
    if a.name ~= "p" then
      of[a.name] = entry_names(s, a.name, a.size)
      spread(inputs, of[a.name])
    end
  end
  for k, p in ipairs(s.p) do values[k] = p.name end
  local b = code.new({}, inputs, values)
  local size, names = code.size(s.told, row.call), {}
  for k = 1, size do names[k] = "liaison_out" .. k end
  local place = row.placed and { s.tip or false, 0, 0, 0 } or nil
  local ok, why = code.model(b, names, s.told, row.call, place, of.q, of.v, of.a or of.tau,
    #s.p > 0)
  if not ok then
    check.fail(row.name, "%s%s", why, row.placed and "" or " (fk, jacobian, ik do without)")
  end
  return b, of, names
end

-- d out_i / d by_j, matrix behind matrix
local function slopes(s, row, b, of, names)
  local out = {}
  for _, by in ipairs(row.slopes) do
    local list = {}
    for k = 1, #names * s.n do list[k] = ("liaison_%s%d"):format(by, k) end
    local ok, why = code.differentiate(b, list, names, of[by])
    if not ok then check.fail(row.name, "%s", why) end
    spread(out, list)
  end
  return out
end

-- every entry of the arrays as C has it, "q[0]"
local function entries(list)
  local out = {}
  for _, a in ipairs(list) do
    for k = 0, a.size - 1 do out[#out + 1] = ("%s[%d]"):format(a.name, k) end
  end
  return out
end

local function straight(s, f)
  local row = f.row
  local b, of, names = lines(s, row, f.takes)
  if row.slopes then names = slopes(s, row, b, of, names) end
  local ok, why = code.finish(b, names, names, {}, {})
  if not ok then check.fail(row.name, "%s", why) end
  local members = spread(spread({ "0" }, entries(f.takes)), entries(f.gives))
  f.parts, f.made = code.ship(b, "flat_" .. s.type, members, s.name .. "_" .. row.name,
    c.part(s, f))
  s.used = s.used .. f.made.used
end

-- ---- vectors of the self-test -------------------------------------------------------------------

local STEPS = 5

-- numbers that a float has exactly, the same on every machine
local function draws()
  local seed = 2026
  return function(scale)
    seed = seed * 16807 % 2147483647
    return (math.floor(seed / 2147483647 * 127) - 63) / 64 * scale
  end
end

local function vector(draw, n, scale)
  local out = {}
  for k = 1, n do out[k] = draw(scale) end
  return out
end

local function give_vectors(s, f)
  local draw, row = draws(), f.row
  f.given, f.expected = {}, {}
  for r = 1, STEPS do
    local of = { q = vector(draw, s.n, 2), v = vector(draw, s.n, 1), a = vector(draw, s.n, 2),
      tau = vector(draw, s.n, 8), p = {} }
    for k, p in ipairs(s.p) do of.p[k] = p.value end
    local given = {}
    for _, a in ipairs(f.takes) do spread(given, of[a.name]) end
    local third = row.takes:find "tau" and of.tau or of.a
    f.given[r], f.expected[r] = given, row.engine(s.numeric, of.q, of.v, third, s.tip)
  end
end

-- targets, and all that the engine finds for them
local function give_configurations(s, f)
  local draw = draws()
  f.given, f.expected, f.counts = {}, {}, {}
  local most = 1
  for r = 1, STEPS do
    local q = vector(draw, s.n, 2)
    local X = s.numeric:fk(q, s.tip)
    local all = assert(s.numeric:ik_all(X, { limits = false, body = s.tip }))
    f.given[r], f.expected[r], f.counts[r] = spread(pose(X), li.zeros(s.n)), {}, #all
    for _, one in ipairs(all) do spread(f.expected[r], one) end
    most = math.max(most, #all)
  end
  for r = 1, STEPS do
    for _ = #f.expected[r] + 1, most * s.n do f.expected[r][#f.expected[r] + 1] = 0 end
  end
end

-- ---- all of them --------------------------------------------------------------------------------

local function tolerance(s, row)
  if s.tolerance then return s.tolerance end
  if s.type == "float" then return row.float end
  return (row.ik or row.float > 1e-4) and 1e-7 or 1e-10
end

local function add_function(s, row)
  local f = { row = row, name = row.name, about = row.about, cost = row.cost, needs = row.needs,
    takes = arrays(s, row.takes), gives = arrays(s, row.gives, row.ik), count = row.ik }
  add_parameters(s, f)
  s.used = s.used .. (row.uses or "")
  if row.call then straight(s, f) end
  if row.ik then
    f.text = ik.text(ik.look(s.numeric, s.tip), s.name, s.type == "float")
    s.used = s.used .. ik.used
    give_configurations(s, f)
  elseif row.engine then
    give_vectors(s, f)
  end
  f.tolerance = row.float and tolerance(s, row)
  s.functions[#s.functions + 1], s.has[row.name] = f, f
end

-- what is told of a function
local function told(f)
  local t = { name = f.name, cost = c.cost(f), arrays = {}, tolerance = f.tolerance }
  for _, list in ipairs { f.takes, f.gives } do
    for _, a in ipairs(list) do t.arrays[a.name] = a.size end
  end
  for _, key in ipairs { "mul", "add", "div", "fun", "parts", "room" } do
    t[key] = f.made and f.made[key]
  end
  return t
end

local function firmware(model, given)
  local o = options(given)
  local s = subject(model, o)
  ship.check_name(s.name)
  for _, row in ipairs(o.rows) do add_function(s, row) end
  local header, source, selftest = c.texts(s)
  local out = { name = s.name, number = s.type, header = header, source = source,
    selftest = selftest, functions = {} }
  for k, f in ipairs(s.functions) do out.functions[k] = told(f) end
  return ship.save(o.dir, { { s.name .. ".h", header }, { s.name .. ".c", source } }, out)
end

return firmware
