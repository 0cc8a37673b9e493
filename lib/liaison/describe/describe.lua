-- describe.lua - the ways to describe a mechanism that are written in Lua, each ending in li.robot;
-- models in words
local li = require "liaison.core"

local kit = li._internal
local raise = kit.raise

-- keys of t against a list, with a hint
local function strict(t, allowed, what)
  local unknown = {}
  for key in pairs(t) do
    local known = false
    for _, a in ipairs(allowed) do known = known or a == key end
    if not known then unknown[#unknown + 1] = tostring(key) end
  end
  kit.sort(unknown)
  if unknown[1] then
    local names = {}
    for i, a in ipairs(allowed) do names[i] = tostring(a) end
    raise(("%s: unknown key '%s'%s"):format(what, unknown[1],
      require "liaison.describe.keyhint"(unknown[1], names)))
  end
end

-- what a phrase or a definition was told to be odd, by model; numbers put into it later do not
-- change that
local remarks = setmetatable({}, { __mode = "k" })

-- what the engine says of masses and limits, by the codes of the phrase
local codes = {
  { "mass: must not be negative", "E_MASS" }, { "inertia: no body has this inertia", "E_INERTIA" },
    { "inertia: no solid body has this inertia", "W_TRIANGLE" },
}

local function coded(line)
  for _, row in ipairs(codes) do
    if line:find(row[1], 1, true) then return line .. " (" .. row[2] .. ")" end
  end
  return line
end

local function phrase_of(text, options)
  local phrase = require "liaison.describe.phrase"
  options = options or {}
  strict(options, { "name", "gravity", "masses", "mode" }, "phrase")
  if options.masses ~= nil and type(options.masses) ~= "table" then
    raise("phrase: masses: expected a table, got a " .. type(options.masses))
  end
  if options.mode ~= nil and options.mode ~= "report" and options.mode ~= "strict" then
    raise("phrase: mode is 'strict' or 'report', got '" .. tostring(options.mode) .. "'")
  end
  local p, errors
  if type(text) == "table" then
    p, errors = phrase.parse_table(text, options)
  else
    p, errors = phrase.parse(text, options)
  end
  if not p then raise(phrase.message(type(text) == "string" and text or nil, errors)) end
  local ok, model = pcall(li.robot, phrase.describe(p, options,
    function(s) raise("phrase: " .. s) end))
  if not ok then error((tostring(model):gsub("[^\n]+", coded)), 0) end
  remarks[model] = phrase.remarks(type(text) == "string", p.warnings)
  return model
end

-- the phrase's own first; that a joint is locked it has said already
local function warnings_of(warnings)
  return function(model)
    local list, own = warnings(model), remarks[model]
    if not own then return list end
    local out, locked = {}, false
    for i, line in ipairs(own) do out[i], locked = line, locked or line:find "W_LOCKED" ~= nil end
    for _, line in ipairs(list) do
      if not (locked and line:find("this joint cannot move", 1, true)) then
        out[#out + 1] = coded(line)
      end
    end
    return out
  end
end

-- with and extend: the new model has the remarks of the one it was made of
local function with_remarks(change)
  return function(model, ...)
    local new = change(model, ...)
    remarks[new] = remarks[model]
    return new
  end
end

local of_models = kit.methods "model"
of_models.warnings, of_models.with = warnings_of(of_models.warnings), with_remarks(of_models.with)
of_models.extend = with_remarks(of_models.extend)

local function definition_of(t, options)
  local definition = require "liaison.describe.definition"
  if type(t) == "string" then
    local wrong
    t, wrong = definition.maple(t)
    if not t then raise("definition: " .. wrong) end
  end
  local d, odd = definition.describe(t, options or {})
  local model = li.robot(d)
  if #odd > 0 then remarks[model] = odd end
  return model
end

local function dh_of(t) return li.robot(require("liaison.describe.dhtable").describe(t)) end

-- m L^2/12: exactly where it is no short decimal, so that equations keep 4/75
local function rod_inertia(m, L)
  local value = require "liaison.describe.value"
  local I = value.div(value.mul(m, value.pow(L, 2)), 12)
  if type(m) ~= "number" or type(L) ~= "number" then return value.field(I) end
  local exact = tostring(li.expr(m) * li.expr(L) ^ 2 / 12)
  return exact:find "/" and exact or value.field(I)
end

local function planar_of(t)
  local value = require "liaison.describe.value"
  local lengths, named = {}, { "mass", "gravity", "name" }
  for i, l in ipairs(t) do
    lengths[i] = l
    named[#named + 1] = i
  end
  strict(t, named, "planar")
  if #lengths == 0 then raise "planar: expected the lengths of the links: li.planar{1, 0.8}" end
  local d = { name = t.name or "planar arm", gravity = t.gravity or { 0, -9.81, 0 }, bodies = {},
    tip = "tip",
    convention = "uniform rods along x in the plane x, y, joints about z, angles relative to "
      .. "the link before" }
  local before = 0
  for i, l in ipairs(lengths) do
    local L, wrong = value.read(l)
    if not L then raise(("planar: length %d: %s"):format(i, wrong)) end
    if type(L) == "number" and L <= 0 then
      raise(("planar: length %d: must be positive, got %s"):format(i, value.print(L)))
    end
    local given = t.mass
    if type(given) == "table" then given = given[i] end
    local m, why = value.read(given or (value.number(L) and 1 or "m" .. i))
    if not m then raise(("planar: mass %d: %s"):format(i, why)) end
    local I = rod_inertia(m, L)
    d.bodies[i] = {
      name = "link" .. i, where = "link" .. i, parent = i == 1 and "world" or "link" .. i - 1,
        joint = "revolute", q = "q" .. i,
      at = { before, 0, 0 }, mass = value.field(m), com = { value.field(value.div(L, 2)), 0, 0 },
        inertia = { 0, I, I },
    }
    before = value.field(L)
  end
  d.frames = { { name = "tip", body = "link" .. #lengths, at = { before, 0, 0 } } }
  return li.robot(d)
end

local ways = { dh = dh_of, planar = planar_of, phrase = phrase_of, definition = definition_of }

-- what a robot file returned -> a model
local function model_of(t, path)
  for way, build in pairs(ways) do
    if t[way] ~= nil then
      local options = {}
      for k, v in pairs(t) do
        if k ~= way then options[k] = v end
      end
      if way == "dh" or way == "planar" then strict(options, {}, path) end
      return build(t[way], options)
    end
  end
  return li.robot(t)
end

-- what is wrong with the table of a file: every "bodies[2].mass: .." with the file and the line
-- before it
local function placed(message, path, line_of)
  local _, here = pcall(raise, "")
  if message:sub(1, #here) == here then message = message:sub(#here + 1) end
  local function put(indent, place)
    return ("%s%s:%d: %s:"):format(indent, path, line_of(place), place)
  end
  message = ("\n" .. message):gsub("(\n *)([%a_][%w_%.%[%]]*):", put):sub(2)
  return message:sub(1, #path) == path and message or path .. ": " .. message
end

local function interrupted(why)
  return tostring(why):find "interrupted!" or tostring(why):find "out of memory"
end

-- a definition in Maple; its complaints as file:line:column
local function load_maple(path)
  local most = 4194304
  local text, why, code = li._internal.read(path, most + 1)
  if not text then return nil, why, code end
  if #text > most then raise(path .. ": larger than 4 megabytes") end
  local ok, model, reason, failed = pcall(definition_of, text)
  if ok then return model, reason, failed end
  if interrupted(model) then error(model, 0) end
  local _, here = pcall(raise, "")
  local said = tostring(model)
  if said:sub(1, #here) == here then said = said:sub(#here + 1) end
  local places
  said, places = said:gsub("^definition: ", "")
    :gsub("line (%d+), column (%d+):", (path:gsub("%%", "%%%%")) .. ":%1:%2:")
  raise(places == 0 and path .. ": " .. said or said)
end

-- what the first element of a file is called; nil where it cannot be read
local function root_of(path)
  local text = kit.read(path, 65536) or ""
  text = text:gsub("<!%-%-.-%-%->", "")
  return text:match "<([%a_][%w_:.%-]*)"
end

-- a file of MuJoCo or of Gazebo, without what is beside the model
local function alone(read)
  return function(path)
    local model, why, code = read(path)
    if model then return model end
    return nil, why, code
  end
end

local function load_mjcf(path) return alone(li.mjcf)(path) end
local function load_sdf(path) return alone(li.sdf)(path) end

local BY_ROOT = { mujoco = load_mjcf, sdf = load_sdf }

-- "robot.lua", "arm.urdf", "arm.xml", "arm.sdf", "vehicle.mpl"
local function load_file(path)
  local lower = kit.lower(path)
  if lower:match "%.urdf$" or lower:match "%.xacro$" then return li.urdf(path) end
  if lower:match "%.mjcf$" then return load_mjcf(path) end
  if lower:match "%.xml$" then
    return (BY_ROOT[root_of(path)] or li.urdf)(path)
  end
  if lower:match "%.sdf$" or lower:match "%.world$" then return load_sdf(path) end
  if lower:match "%.mpl$" then return load_maple(path) end
  local t, why, code = require("liaison.describe.datafile").load(path)
  if not t and code then return nil, why, code end
  if not t then raise(why) end
  local ok, model, reason, failed = pcall(model_of, t, path)
  if ok then return model, reason, failed end
  if interrupted(model) then error(model, 0) end
  raise(placed(tostring(model), path, why))
end

require "liaison.catalog.zoo"(model_of)

-- the card of model:audit() -----------------------------------------------------------------------

local card = require("liaison.base.check").class("audit",
  "What holds of a model, and how well: each law at random states.", {
  { "audit.__tostring(a: audit) -> str", "The card.",
    'tostring(li.planar{1, 1}:audit()):match "no complaint" --> no complaint', function(a)
    local out = { ("audit of %s at %d random states: %s"):format(a.name, a.states,
      a.failed == 0 and "no complaint" or a.failed .. " laws do not hold") }
    for _, law in ipairs(a.laws) do
      out[#out + 1] = kit.format("  %-4s %8.1e  %s", law.holds and "ok" or "FAIL", law.worst,
        law.text)
    end
    if a.weightless then
      out[#out + 1] = ("  the coordinate '%s' moves no mass of its own: there is no forward "
        .. "dynamics"):format(a.weightless)
    end
    return table.concat(out, "\n")
  end },
})

local function audit(m, states, seed)
  local fine, numbers = pcall(m.audit_numbers, m, states, seed)
  if not fine then error((tostring(numbers):gsub("audit_numbers", "audit", 1)), 0) end
  local laws = {}
  for i, law in ipairs(numbers) do laws[i] = law end
  local failed = numbers.failed
  local roads = require "liaison.ask.audit_methods"
  for _, more in ipairs { roads.laws, roads.closed } do
    for _, law in ipairs(more(m, numbers.states, seed or 1)) do
      laws[#laws + 1] = law
      if not law.holds then failed = failed + 1 end
    end
  end
  local name = m:description().name
  return card.new { name = name or "a model", states = numbers.states, failed = failed, laws = laws,
    weightless = numbers.weightless or false }
end

-- rows --------------------------------------------------------------------------------------------

for _, row in ipairs {
  { "phrase(text: str|table [, options: table]) -> model",
    "The description phrase RY(min,max),TYK(L1),RX(min,max),...; with branches {...}; a move "
    .. "is about or along an axis of the frame before it. "
    .. "options: name, gravity, masses (body by body: mass, com, inertia; {} has none), mode "
    .. "= 'report' for names as 01MIN.",
    'li.phrase "RY(-3,3),TYK(L1),RX(0,2),TYK(L2);":coordinates()[2] --> q2', phrase_of },
  { "definition(text: str|table [, options: table]) -> model",
    "The definition table: frames {parent, translation, rotation}, bodies {name, mass, "
    .. "inertia, com}, contacts, variables, loops {from, to, joint, axis} "
    .. "(without joint both frames coincide), constraints (expressions that are 0, or as "
    .. "li.robot has them); or its Maple text as it was printed (tables liaison.., corps.., "
    .. "PointEnContact, q, boucles, contraintes), whose mistakes are told with line and column. "
    .. "Entries in any order, expressions anywhere; one angle a frame, or order = 'rpy'.",
    'li.definition{frames = {R1 = {"R0", {"x", 0, 0}, 0}}, variables = '
    .. '{"x"}}:coordinates()[1] --> x', definition_of },
  { "dh(t: table) -> model",
    "A Denavit-Hartenberg table, convention = 'standard', 'modified' or 'khalil', by rows or "
    .. "by columns. The moving entry names its coordinate, "
    .. "with an offset where there is one: theta = 'th1 + pi/2'.",
    'li.dh{convention = "standard", joints = "RP", a = {0, 1}, theta = {"th", 0}, d = {0, '
    .. '"s"}}:coordinates()[2] --> s', dh_of },
  { "planar(t: table) -> model",
    "Uniform rods of these lengths in the vertical plane x, y, turning about z, gravity along "
    .. "-y. mass: of every link (1; symbols m1, m2 where "
    .. "the length is one), or a list.",
    "#li.planar{1, 0.8}:coordinates() --> 2", planar_of },
  { "load(path: path) -> model",
    "A robot file: URDF, xacro, MJCF (.mjcf, .xml), SDF, a definition in Maple (.mpl), or the "
    .. "table li.robot reads as a Lua file returns it, "
    .. "or {dh = ...}, {phrase = ...}, {definition = "
    .. "...}; li.robot{...}, li.dh{...} and the like may stand there too. It is read and not run: "
    .. "tables, texts, arithmetic, names for values; a program is refused (dofile runs it). "
    .. "nil, message, code where the file cannot be read.",
    'select(3, li.load "nowhere.lua") --> EIO', load_file },
} do kit.define(li, row) end

local words = function(name)
  return function(...) return require("liaison.describe.model_text")[name](...) end
end

for _, row in ipairs {
  { "model:tree() -> str",
    "The mechanism as a tree: bodies under those they move on, joints, coordinates, limits, "
    .. "what is missing.",
    '#li.planar{1}:tree() > 0 --> true', words "tree" },
  { "model:lua([path: path]) -> str|bool",
    "A Lua file that li.load reads back to an equal model; its text, or written to path.",
    'li.planar{1}:lua():match "return" --> return', words "lua" },
  { "model:graphviz([path: path]) -> str|bool",
    "Graphviz text: bodies are boxes, frames ellipses, loops dashed; its text, or written to path.",
    'li.planar{1}:graphviz():match "digraph" --> digraph', words "graphviz" },
  { "model:audit([states: count, seed: count]) -> audit",
    "The laws of mechanics tried on this model at random states (10): forward against inverse "
    .. "dynamics, M from unit accelerations and "
    .. "positive, velocity forces against Lagrange's by differences, energy balance, "
    .. "Jacobians and derivatives by differences; the same torques by "
    .. "Kane's partial velocities, by the equations in symbols, and by Lagrange's from T and "
    .. "V where there are up to four coordinates.",
    "li.robots.puma560():audit().failed --> 0", audit },
  { "model:missing() -> table",
    "What numbers still need: sentences about masses, inertias and open symbols; none where "
    .. "nothing is missing. bodies: what each body lacks, by name.",
    'li.robot{bodies = {arm = {joint = "revolute"}}}:missing()[1] --> body \'arm\': mass and '
    .. 'inertia not given', words "missing" },
  { "model:phrase() -> str",
    "The description phrase that gives this model; nil and why where there is none.",
    'li.planar{1, 2}:phrase() --> RZ,TXK(1),RZ,TXK(2);', words "phrase" },
  { "model:maple([path: path, style: short|thesis]) -> str|bool",
    "The definition file of the vehicle thesis in Maple text, which li.definition reads; style "
    .. "= 'thesis': as that prints it. nil and why where there is none.",
    'li.planar{1}:maple():match "link1=%b()" --> link1=(R0,[0,0,0],[0,0,q1])', words "maple" },
  { "model:tables([mode: report|strict]) -> str",
    "The tables the 1980 program printed of a phrase: moves, translations, rotations, bodies, "
    .. "limits, masses.",
    'li.planar{1}:tables():match "TABLEAU %a+" --> TABLEAU MRR', words "tables" },
} do kit.define(kit.methods "model", row) end
