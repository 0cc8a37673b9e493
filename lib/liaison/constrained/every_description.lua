-- every_description.lua - what each description of a mechanism has, and had not by itself: picture,
-- counts, simulation and equations of the closed forms, the ways from one to the other
local li = require "liaison.core"
local check = require "liaison.base.check"
local kinds = require "liaison.describe.kinds"
local mechanism = require "liaison.constrained.mechanism"
local system = require "liaison.constrained.system"
require "liaison.constrained.closed_mechanism"
local kit = li._internal

-- pictures ----------------------------------------------------------------------------------------

-- options of a page, and those of the way to a model
local function split(options, own)
  local mine, rest = {}, {}
  for key, x in pairs(options or {}) do
    if own[key] then mine[key] = x else rest[key] = x end
  end
  return mine, rest
end

local VALUES = { values = true, cut = true }

local function page(m, path, options)
  local own, rest = split(options, VALUES)
  return m:model(own):html(path, rest)
end

-- counts ------------------------------------------------------------------------------------------

local function counted(n, rows)
  return { coordinates = n, constraints = rows, multipliers = rows, equations = n + rows }
end

local function of_system(s, at)
  local n, rows = #s.q, #s.rows
  local rank = at and mechanism.rank_of_rows(s, at) or mechanism.general_rank(s)
  return { strict = counted(n - rank, 0), told = counted(n, rows),
    cartesian = counted((s.planar and 3 or 6) * #s.bodies, 0) }
end

-- freedoms of the joint of a body; what follows another coordinate is none
local function freedom_of(b)
  local kind, j = kinds.joint_of(b)
  local n = kinds.joint[kind].nv
  if n < 0 then
    n = 0
    for _, move in ipairs(j.moves or {}) do
      if type(move) ~= "table" or move[2] == nil then n = n + 1 end
    end
  end
  for _, d in ipairs(j.dofs or { j }) do if d.follows then n = n - 1 end end
  return n
end

-- rows of loops and constraints
local function rows_of(m)
  local n = 0
  for _, row in ipairs(m:constraint_names()) do n = n + row[2] end
  return n
end

local function of_model(m, q)
  local d, n = m:description(), #m:speeds()
  local rows, tree = 0, 0
  if #(d.loops or {}) + #(d.constraints or {}) > 0 then rows = rows_of(m) end
  for _, b in ipairs(d.bodies) do tree = tree + freedom_of(b) end
  local strict = n
  if rows > 0 then
    local why
    if q == nil then q, why = m:assemble(m:home()) end
    if not q then
      check.fail("counts", "the loops do not close from home: counts(q) near where they do (%s)",
        why)
    end
    strict = m:mobility(q).velocity
  end
  local all = 6 * #d.bodies
  return { strict = counted(strict, 0), joint = counted(n, rows),
    cartesian = counted(all, all - tree + rows) }
end

-- closed forms ------------------------------------------------------------------------------------

local OF_MECHANISM = { density = true, mass = true, inertia = true, gravity = true, name = true }

-- an option of the closed form's bodies, and the rest
local function as_mechanism(m, options, needed)
  local own, rest = split(options, OF_MECHANISM)
  if needed and own.density == nil and own.mass == nil then
    check.fail("options", "masses are missing: density = kg a metre of uniform bars, or mass = "
      .. "{m1, m2, m3}")
  end
  return m:mechanism(own), rest
end

local closed = {}

function closed.model(m, options)
  local one, rest = as_mechanism(m, options)
  return one:model(rest)
end

function closed.system(m, form, options)
  local one, rest = as_mechanism(m, options)
  return one:system(form or "joint", rest)
end

function closed.html(m, path, options)
  local one, rest = as_mechanism(m, options)
  return page(one, path, rest)
end

function closed.simulate(m, t, start, options)
  local one, rest = as_mechanism(m, options, true)
  return one:simulate(t, start, rest)
end

function closed.equations(m, options)
  local one, rest = as_mechanism(m, options, true)
  local form = rest.form or "joint"
  rest.form = nil
  return one:equations(form, rest)
end

function closed.counts(m) return m:mechanism():counts() end

-- the rows ----------------------------------------------------------------------------------------

local PAGE = "One HTML page that draws it, with a slider for every joint, as model:html makes it "
  .. "of its model (values = {L = 0.3}: numbers; symbols of lengths without one have sliders); its "
  .. "text, or written to path: true."

kit.define(mechanism.class.methods, { "mechanism:html([path: path, options: table]) -> str|bool",
  PAGE, "return #li.slider_crank(1, 2):mechanism():html() > 20000 --> true", page })
kit.define(system.class.methods, { "system:html([path: path, options: table]) -> str|bool", PAGE,
  "return #li.systems.crane():html(nil, {values = li.systems.values 'crane'}) > 20000 --> true",
  page })
kit.define(system.class.methods, { "system:mechanism([options: table]) -> mechanism, told: table",
  "The same as a li.mechanism, by its model: where its rows are none of equations. options as "
  .. "model:mechanism has them, and values.",
  "local s = li.system{planar = true}; local q = s:coordinates 'qs'; s:body{mass = 1, inertia = 1, "
  .. "at = {0, 0}, angle = q}; return s:mechanism():counts().strict.coordinates --> 1",
  function(s, options)
    local own, rest = split(options, VALUES)
    return s:model(own):mechanism(rest)
  end })

kit.define(system.class.methods, { "system:counts([at: table]) -> table",
  "coordinates, constraints, multipliers and equations as it is told (told), and of as many "
  .. "coordinates as there are freedoms of velocity (strict: by symbols; at = numbers of all: by "
  .. "rank there).",
  "return li.systems.disc():counts().strict.coordinates --> 3", of_system })
kit.define(kit.methods "model", { "model:counts([q: vec|table]) -> table",
  "coordinates, constraints, multipliers and equations of its description (joint), of as many "
  .. "coordinates as there are freedoms of velocity (strict, by rank at q; left out: home, closed) "
  .. "and of six for every body (cartesian).",
  "return li.robots.panda():counts().cartesian.constraints --> 35", of_model })

for _, row in ipairs { { "fourbar", "li.fourbar(1, 3, 2.5, {3, -0.5})", "phi3" },
  { "slider_crank", "li.slider_crank(1, 2)", "x" } } do
  local name, made, third = row[1], row[2], row[3]
  local function define(sig, text, example, f)
    kit.define(kit.methods(name),
      { name .. ":" .. sig, text, "return " .. made .. ":" .. example, f })
  end
  define("model([options: table]) -> model", "The same as a model of li.robot: options of "
    .. name .. ":mechanism.", "model():coordinates()[1] --> phi1", closed.model)
  define("system([form: str, options: table]) -> system", "The same as a li.system: form 'joint' "
    .. "or another of mechanism:system, options of " .. name .. ":mechanism too.",
    "system('joint', {density = 1}).q[1] --> phi1", closed.system)
  define("html([path: path, options: table]) -> str|bool", PAGE, "html():match '<html' --> <html",
    closed.html)
  define("simulate(t: num [, start: table, options: table]) -> run", "Let it move: start = {phi1 = "
    .. "1, [\"phi1'\"] = 5}, options of " .. name .. ":mechanism (density or mass, which it "
    .. "needs) and of mechanism:simulate. Coordinates are phi1, th2 = phi2 - phi1, " .. third
    .. ".",
    "simulate(0.1, {phi1 = 1, th2 = -1, " .. third .. " = 2}, {density = 1}):info().t --> 0.1",
    closed.simulate)
  define("equations([options: table]) -> equations", "Its equations in phi1, th2, " .. third
    .. " with the loop as constraints: options of " .. name .. ":mechanism (density or mass, which "
    .. "it needs), form.", "equations{density = 1}.n --> 3", closed.equations)
  define("counts() -> table", "coordinates, constraints, multipliers and equations of every form, "
    .. "as mechanism:counts tells them.", "counts().strict.coordinates --> 1", closed.counts)
end
