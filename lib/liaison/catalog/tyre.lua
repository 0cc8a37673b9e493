-- tyre.lua - li.tyre: a tyre from its numbers or a file (.tir): forces, stiffnesses, curves, and
-- itself as a force element of a model
--
-- Axes ISO 8855 (W): x ahead, y to the left, z up from the road. kappa > 0 drives, alpha > 0 drifts
-- to the left (Fy < 0), gamma > 0 leans to the right. Laws: core/kinds/tyre.h.
local li = require "liaison.core"
local check = require "liaison.base.check"
local tir = require "liaison.catalog.tir"
local sets = require "liaison.catalog.tyre_sets"
local road = require "liaison.catalog.tyre_road"
local contact = require "liaison.catalog.tyre_contact"
local kit = li._internal

local ROWS, KINDS = kit.tyre.rows(), {}
for _, row in ipairs(ROWS) do KINDS[row.name] = row end
local OUT = { "Fx", "Fy", "Mx", "My", "Mz" }

-- what other axes make of ISO (W): factors of angles asked and of results. SAE: y to the right, z
-- down; adapted (Pacejka's book): SAE, with alpha such that Fy has its sign
local AXES = {
  iso = { alpha = 1, gamma = 1, Fx = 1, Fy = 1, Mx = 1, My = 1, Mz = 1 },
  sae = { alpha = -1, gamma = 1, Fx = 1, Fy = -1, Mx = 1, My = -1, Mz = -1 },
  adapted = { alpha = 1, gamma = 1, Fx = 1, Fy = -1, Mx = 1, My = -1, Mz = -1 },
}

local class

-- ---- numbers ------------------------------------------------------------------------------------

local function list_of(row, numbers, path)
  local list = {}
  for i, n in ipairs(row.numbers) do
    local x = numbers[n.name]
    if x == nil then x = n.default end
    if x == nil then check.fail(path .. n.name, "a %s tyre needs it (%s)", row.name, n.text) end
    if type(x) ~= "number" or x ~= x or x == 1 / 0 or x == -1 / 0 then
      check.fail(path .. n.name, "expected a number (%s), got %s", n.text, check.got(x))
    end
    if x < n.least and x ~= n.default then
      check.fail(path .. n.name, "expected a number >= %g (%s), got %g", n.least, n.text, x)
    end
    list[i] = x
  end
  return list
end

-- metres along and across, 0: none
local function lengths_at(o, load, gamma, pressure)
  local along, across = kit.tyre.lengths(o.kind, o.list, { 0, 0, gamma, load, 0, 0, pressure,
    o.radius or 1, 1 })
  return o.late.relax_x or along, o.late.relax_y or across
end

local function has_lengths(o)
  local along, across = lengths_at(o, o.numbers.FNOMIN or 4000, 0, o.pressure)
  return along > 0 or across > 0
end

local function make(o, path)
  local row = KINDS[o.kind]
  local list = list_of(row, o.numbers, path)
  local wrong = kit.tyre.wrong(o.kind, list)
  if wrong then check.fail(path ~= "" and path:gsub("%.$", "") or nil, "%s", wrong) end
  for i, n in ipairs(row.numbers) do o.numbers[n.name] = list[i] end
  o.list = list
  o.stiffness, o.damping, o.pressure = o.stiffness or 0, o.damping or 0, o.pressure or 0
  o.side = o.side or ""
  o.late = { relax_x = o.relax_x, relax_y = o.relax_y, settle = o.settle }
  o.relax_x, o.relax_y, o.settle = nil, nil, nil
  if o.transient == nil then o.transient = has_lengths(o) end
  return class.new(o)
end

local function kind_of(given)
  local kind = given.kind
  if type(kind) == "string" and KINDS[kind] then return kind end
  local names = {}
  for i, row in ipairs(ROWS) do names[i] = row.name end
  local near = type(kind) == "string" and kit.nearest(kind, names)
  check.fail("kind", "expected %s, got %s%s", table.concat(names, ", "), check.got(kind),
    near and (" (did you mean '%s'?)"):format(near) or "")
end

-- numbers of the wheel that a tyre may bring
local WHEEL = { radius = { "num", above = 0 }, stiffness = { "num?", above = 0 },
  damping = { "num?", min = 0 }, pressure = { "num?", min = 0 }, relax_x = { "num?", min = 0 },
  relax_y = { "num?", min = 0 }, settle = { "num?", min = 0 }, name = "str?" }

-- { kind = "brush", radius = 0.3, cx = .. }
local function of_table(given)
  local kind = kind_of(given)
  local schema = { kind = "str" }
  for key, rule in pairs(WHEEL) do schema[key] = rule end
  for _, n in ipairs(KINDS[kind].numbers) do schema[n.name] = "num?" end
  local o = check.fields(given, "", schema)
  local out = { kind = kind, numbers = {}, missing = {}, unused = {}, notes = {}, ranges = {} }
  for key in pairs(WHEEL) do out[key] = o[key] end
  out.name = o.name or kind
  for _, n in ipairs(KINDS[kind].numbers) do
    if not WHEEL[n.name] then out.numbers[n.name] = o[n.name] end
  end
  return make(out, "")
end

local function of_text(text, name)
  local o = tir.read(text, name, ROWS)
  o.name = name
  return make(o, name .. ": ")
end

local function of_file(path)
  local f = io.open(path, "rb")
  if not f then check.fail("tyre", "the file '%s' cannot be read", path) end
  local text = f:read "*a"
  f:close()
  return of_text(text, path)
end

local function published(name)
  local set = sets[name]
  if set then return of_table(check.copy(set.numbers)) end
  local names = {}
  for key in pairs(sets) do names[#names + 1] = key end
  kit.sort(names)
  local near = kit.nearest(name, names)
  check.fail(nil, "no set of numbers is called '%s'%s: %s", name,
    near and (" (did you mean '%s'?)"):format(near) or "", table.concat(names, ", "))
end

-- ---- forces -------------------------------------------------------------------------------------

local function axes_of(name) return AXES[name or "iso"] end

local ASKED = { kappa = { "num|expr|str", default = 0 }, alpha = { "num|expr|str", default = 0 },
  gamma = { "num|expr|str", default = 0 }, load = { "num|expr|str" },
  speed = { "num|expr|str", default = 16.7 }, pressure = { "num|expr|str?" },
  friction = { "num|expr|str", default = 1 }, axes = "iso|sae|adapted?" }

-- what the law is asked, in its order: numbers, or expressions
local function asked(self, o)
  local way, sign = 1, axes_of(o.axes)
  local plain = true
  for _, key in ipairs { "kappa", "alpha", "gamma", "load", "speed", "friction" } do
    plain = plain and type(o[key]) == "number"
  end
  plain = plain and (o.pressure == nil or type(o.pressure) == "number")
  local pressure = o.pressure or self.pressure
  if type(o.speed) == "number" and o.speed <= 0 then way = o.speed < 0 and -1 or 0 end
  local alpha = o.alpha
  if plain then
    local side = math.tan(sign.alpha * alpha)
    return { o.kappa, side, sign.gamma * o.gamma, math.max(o.load, 0), o.speed, way, pressure,
      self.radius, o.friction }, true
  end
  local e = li.expr
  return { o.kappa, li.tan(sign.alpha * e(alpha)), sign.gamma * e(o.gamma), o.load, o.speed, way,
    pressure, self.radius, o.friction }, false
end

local function forces_of(self, spec)
  local o = check.fields(spec, "tyre:forces", ASKED)
  local list, plain = asked(self, o)
  local out, sign = {}, axes_of(o.axes)
  local got = { kit.tyre[plain and "forces" or "law"](self.kind, self.list, list) }
  for i, name in ipairs(OUT) do out[name] = sign[name] * got[i] end
  return out
end

-- exact: by the derivatives of the law
local function slopes_of(self, spec)
  local o = check.fields(spec, "tyre:slopes", { kappa = { "num", default = 0 },
    alpha = { "num", default = 0 }, gamma = { "num", default = 0 }, load = "num",
    speed = { "num", default = 16.7 }, pressure = "num?" })
  local kappa, alpha, gamma = li.symbols "tyre_kappa tyre_alpha tyre_gamma"
  local F = forces_of(self, { kappa = kappa, alpha = alpha, gamma = gamma, load = o.load,
    speed = o.speed, pressure = o.pressure })
  local at = { tyre_kappa = o.kappa, tyre_alpha = o.alpha, tyre_gamma = o.gamma }
  local function slope(f, name) return f:diff(name):eval(at) end
  return { kappa = slope(F.Fx, "tyre_kappa"), alpha = -slope(F.Fy, "tyre_alpha"),
    gamma = -slope(F.Fy, "tyre_gamma"), aligning = slope(F.Mz, "tyre_alpha") }
end

local function lengths_of(self, spec)
  local o = check.fields(spec, "tyre:lengths", { load = "num", gamma = { "num", default = 0 },
    pressure = "num?" })
  return lengths_at(self, math.max(o.load, 0), o.gamma, o.pressure or self.pressure)
end

-- ---- curves -------------------------------------------------------------------------------------

local function loads_of(self, given)
  if given then return given end
  local load = self.numbers.FNOMIN or self.numbers.load
  if not load or load == 0 then load = 4000 end
  return { load / 2, load, 3 * load / 2 }
end

-- what is drawn over which slip, in per cent or degrees
local function plot_of(self, what, spec)
  local o = check.fields(spec or {}, "tyre:plot", { over = "kappa|alpha|gamma?", loads = "nums?",
    kappa = { "num", default = 0 }, alpha = { "num", default = 0 },
    gamma = { "num", default = 0 }, most = { "num?", above = 0 },
    speed = { "num", default = 16.7 }, pressure = "num?" })
  local over = o.over or (what == "Fx" or what == "My") and "kappa" or "alpha"
  local most = o.most or (over == "kappa" and 0.4 or over == "alpha" and 0.3 or 0.1)
  local series, loads = {}, loads_of(self, o.loads)
  local show = over == "kappa" and 100 or 180 / math.pi
  for k = 1, #loads do
    local x, y = {}, {}
    for i = 0, 200 do
      local slip = most * (i / 100 - 1)
      local ask = { kappa = o.kappa, alpha = o.alpha, gamma = o.gamma, load = loads[k],
        speed = o.speed, pressure = o.pressure }
      ask[over] = slip
      x[i + 1], y[i + 1] = slip * show, forces_of(self, ask)[what]
    end
    series[k] = { x = x, y = y, label = kit.number(loads[k]) .. " N" }
  end
  local plot = require("liaison").plot
  series.title, series.ylabel = self.name, what .. (what:sub(1, 1) == "F" and " (N)" or " (N m)")
  series.xlabel = over == "kappa" and "kappa (%)" or over .. " (deg)"
  return plot(series)
end

-- ---- on a model ---------------------------------------------------------------------------------

-- relaxation as asked for: at once, or by the lengths there are
local function put_relaxation(self, out)
  local late, given = out.relaxation, out.relax_x or out.relax_y
  if late == nil then late = self.transient or given ~= nil end
  out.relaxation = nil
  local known = given ~= nil or has_lengths(self)
  if not late and known then
    out.relax_x, out.relax_y = 0, 0
  elseif late and not known then
    check.fail("relaxation", "the tyre '%s' has no relaxation lengths: give relax_x, relax_y (m)",
      self.name)
  end
end

-- the force element: the numbers of the wheel as told, else those of the tyre
local function on(self, spec)
  local out = { "tyre_" .. self.kind }
  for name, x in pairs(self.numbers) do out[name] = x end
  for _, name in ipairs { "radius", "damping", "pressure" } do out[name] = self[name] end
  for name, x in pairs(self.late) do out[name] = x end
  out.axle, out.normal = { 0, 1, 0 }, { 0, 0, 1 }
  if self.stiffness > 0 then out.stiffness = self.stiffness end
  for key, x in pairs(spec) do out[key] = x end
  if out.at == nil then check.fail("at", "expected the body of the wheel") end
  if out.mirror then out.side = -1 end
  out.mirror = nil
  put_relaxation(self, out)
  road.put(out)
  if out.stiffness == nil then
    check.fail("stiffness", "expected the radial stiffness of the tyre (N/m): it has none itself")
  end
  return out, contact.row(out)
end

local function watch(_, run, name, axes) return contact.columns(run, name, axes_of(axes)) end

local function text_of(self)
  local given = {}
  for _, n in ipairs(KINDS[self.kind].numbers) do
    local x = self.numbers[n.name]
    if x ~= n.default then given[#given + 1] = n.name .. " " .. kit.number(x) end
  end
  return ("tyre %s: %s, radius %s m, %d numbers%s"):format(self.name, KINDS[self.kind].text,
    kit.number(self.radius), #given, #given <= 12 and ": " .. table.concat(given, ", ") or "")
end

class = check.class("tyre", "A tyre: kind, radius, numbers by name, and of one read from a file "
  .. "missing (numbers it does not tell), unused (what no law asks for), side (of the vehicle, as "
  .. "measured), transient (whether it says to answer late) and ranges that it holds for.", {
  { "tyre:forces(spec: table) -> table",
    "Fx, Fy, Mx (overturning), My (rolling), Mz (aligning) at the road from kappa, alpha, gamma "
    .. "(rad), load (N), speed (m/s; below 0: in reverse), pressure (Pa) and friction (of the "
    .. "road, a factor: 1), numbers or expressions. axes = 'iso' (y to the left, z up; the "
    .. "default), 'sae' or 'adapted'.",
    "li.tyre.published 'dry_tarmac':forces{kappa = 0.1, load = 4000}.Fx --> 3823.3684123366",
    forces_of },
  { "tyre:slopes(spec: table) -> table",
    "Derivatives, exact, at load (and kappa, alpha, gamma, speed, pressure, 0 where not told): "
    .. "kappa = dFx/dkappa, alpha = -dFy/dalpha, gamma = -dFy/dgamma, aligning = dMz/dalpha.",
    "li.tyre.published 'dry_tarmac':slopes{load = 1000}.kappa --> 19000", slopes_of },
  { "tyre:lengths(spec: table) -> along: num, across: num",
    "Relaxation lengths (m) at load, gamma and pressure, 0 where it answers at once.",
    "select(2, li.tyre{kind = 'linear', radius = 0.3, cx = 8e4, cy = 6e4, relax_y = 0.4}"
    .. ":lengths{load = 1}) --> 0.4", lengths_of },
  { "tyre:plot(what: Fx|Fy|Mx|My|Mz [, options: table]) -> plot",
    "Curves over the slip for several loads. options: over = 'kappa', 'alpha' or 'gamma', loads, "
    .. "most (of the slip), and the others as in tyre:forces.",
    "#li.tyre.published 'dry_tarmac':plot 'Fy':svg() > 1000 --> true", plot_of },
  { "tyre:on(spec: table) -> element: table [, row: table]",
    "The force element of a model: at = the body of the wheel, axle (to its left, in axes of the "
    .. "body: {0, 1, 0}), normal and through of the road, or road = 'its height over x and y' or a "
    .. "surface with model = that of the wheel (search: how often the nearest place is looked for "
    .. "again); radius, crown, stiffness, damping, slow, friction, relaxation = true or false, "
    .. "mirror = true for a wheel of the other side. record = 'forces' shows kappa, alpha, gamma, "
    .. "load, Fx, Fy, Mx, My, Mz of it in a run. contact = 'ideal' (it rolls without slip) or "
    .. "'sideslip' (without slip ahead) gives the row for `constraints`, too; load_at_rest (N) "
    .. "makes its radius smaller by what the tyre yields.",
    "li.tyre.published 'dry_tarmac':on{at = 'wheel', stiffness = 2e5}[1] --> tyre_four", on },
  { "tyre:watch(run: run, name: str [, axes: iso|sae|adapted]) -> table",
    "What the element of this name recorded (record = 'forces'): lists kappa, alpha, gamma, load, "
    .. "Fx, Fy, Mx, My, Mz, in these axes ('iso').",
    "(pcall(li.tyre.published('dry_tarmac').watch)) --> false", watch },
  { "tyre.__tostring(a: tyre) -> str", "Its kind and numbers.",
    "tostring(li.tyre.published 'dry_tarmac'):sub(1, 8) --> tyre dry", text_of },
})

check.define(li, {
  { "tyre(spec: table|path) -> tyre",
    "A tyre of its numbers, {kind = 'brush', radius = 0.3, cx = 8e4, ..}, kinds: linear, brush, "
    .. "tmeasy, four, mf52, mf61 (li.forces 'tyre_brush' tells their numbers); or of a file .tir "
    .. "of the Magic Formula 5.2, 6.1 or 6.2: what is wrong there is told by line and key.",
    "li.tyre{kind = 'linear', radius = 0.3, cx = 8e4, cy = 6e4}:forces{alpha = 0.01, "
    .. "load = 3000}.Fy --> -600.02000080003",
    function(spec) return type(spec) == "string" and of_file(spec) or of_table(spec) end },
  { "tyre.read(text: str [, name: str]) -> tyre", "A tyre of the text of a file .tir.",
    "(pcall(li.tyre.read, '[MODEL]\\nFITTYP = 51\\n')) --> false",
    function(text, name) return of_text(text, name or "text") end },
  { "tyre.published(name: str) -> tyre",
    "Numbers from publications: 'pacejka_205_60R15' (Magic Formula 6.1), 'tmeasy_car', "
    .. "'dry_tarmac' (four coefficients).",
    "li.tyre.published('tmeasy_car').kind --> tmeasy", published },
})

return li.tyre
