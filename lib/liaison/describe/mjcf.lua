-- mjcf.lua - MJCF, the robot files of MuJoCo, as descriptions of li.robot
--
-- What the file says of masses, frames, springs, motors and what holds together comes over in
-- numbers that MuJoCo itself has; what does not is a warning with its line.
local li = require "liaison.core"
local acting = require "liaison.describe.mjcf_acting"
local bodies = require "liaison.describe.mjcf_bodies"
local check = require "liaison.base.check"
local geom = require "liaison.describe.mjcf_geom"
local names = require "liaison.describe.mjcf_names"
local tree = require "liaison.describe.mjcf_tree"
local words = require "liaison.describe.mjcf_words"
local kit = li._internal

local fail, own = tree.fail, tree.own
local DEG = math.pi/180

-- ---- compiler and option ----

local ANGLES = { degree = DEG, radian = 1 }
local FROM_GEOM = { ["true"] = true, ["false"] = false, auto = "auto" }

local COMPILER = {}

function COMPILER.angle(c, e, text) c.angle = tree.word(e, "angle", text, ANGLES) end

function COMPILER.eulerseq(c, e, text)
  if not text:find "^[xyzXYZ][xyzXYZ][xyzXYZ]$" then
    fail(e, "<compiler> eulerseq: expected three of xyzXYZ, got '%s'", text:sub(1, 20))
  end
  c.eulerseq = text
end

local COORDINATES = { ["local"] = false, global = true }

-- global, of MuJoCo before 2.3.4: all places are told in the world
function COMPILER.coordinate(c, e, text)
  c.global = tree.word(e, "coordinate", text, COORDINATES)
end

function COMPILER.inertiafromgeom(c, e, text)
  c.inertiafromgeom = tree.word(e, "inertiafromgeom", text, FROM_GEOM)
end

function COMPILER.inertiagrouprange(c, e, text)
  c.groups = tree.numbers(e, "inertiagrouprange", text, 2)
end

function COMPILER.assetdir(c, _, text) c.meshdir = c.meshdir or text end
function COMPILER.meshdir(c, _, text) c.meshdir = text end

for _, key in ipairs { "autolimits", "balanceinertia", "strippath", "exactmeshinertia",
    "discardvisual" } do
  COMPILER[key] = function(c, e, text) c[key] = tree.yes(e, key, text) end
end

for _, key in ipairs { "boundmass", "boundinertia", "settotalmass" } do
  COMPILER[key] = function(c, e, text) c[key] = tree.number(e, key, text) end
end

-- bodies without joints stay bodies here, and move as if they were one
function COMPILER.fusestatic() end

local function compiler(c, e)
  c.tree:look(e, "compiler")
  for _, pair in ipairs(e.attrs) do
    if COMPILER[pair[1]] then COMPILER[pair[1]](c, e, pair[2]) end
  end
  for _, kid in ipairs(e.kids) do c.tree:leave(kid, kid.name, "drawing only") end
end

local ENABLE = { enable = true, disable = false }

local function option(c, e)
  c.tree:look(e, "option")
  local map = own(e)
  if map.gravity then c.gravity = tree.numbers(e, "gravity", map.gravity, 3) end
  c.timestep = tree.number(e, "timestep", map.timestep, c.timestep)
  for _, kid in ipairs(e.kids) do
    if kid.name == "flag" then
      c.tree:look(kid, "flag")
      for key, text in pairs(own(kid)) do c.flag[key] = tree.word(kid, key, text, ENABLE) end
    end
  end
end

-- passive and constraint switch several at once
local function settle_flags(c)
  local f = c.flag
  if f.passive == false then f.spring, f.damper = false, false end
  if f.constraint == false then f.equality, f.limit, f.frictionloss = false, false, false end
  for _, key in ipairs { "spring", "damper", "equality", "limit", "frictionloss", "gravity",
      "actuation", "clampctrl" } do
    f[key] = f[key] ~= false
  end
end

-- ---- the whole ----

local function materials(c)
  local list = {}
  for _, e in ipairs(c.tree:section "asset") do
    if e.name == "material" then
      c.tree:look(e, "material")
      local map = c.tree:all(e, "material")
      if map.name then list[map.name] = map end
    elseif e.name ~= "mesh" then
      c.tree:leave(e, e.name, "drawing only")
    end
  end
  return list
end

local READ = { compiler = true, option = true, default = true, asset = true, worldbody = true,
  equality = true, tendon = true, actuator = true, sensor = true, keyframe = true, custom = true }

local function sections(c)
  for _, e in ipairs(c.tree.root.kids) do
    if e.name == "compiler" then compiler(c, e)
    elseif e.name == "option" then option(c, e)
    elseif words.sections[e.name] then c.tree:leave(e, "<" .. e.name .. ">", words.sections[e.name])
    elseif not READ[e.name] then
      c.tree:tell(e, ("<%s>: not a section that is known here%s"):format(e.name,
        check.hint(e.name, READ)))
    end
  end
  settle_flags(c)
end

local function start(text, path, options)
  local c = { tree = tree.read(text, path, options), angle = DEG, eulerseq = "xyz",
    inertiafromgeom = "auto", groups = { 0, 5 }, boundmass = 0, boundinertia = 0, settotalmass = 0,
    autolimits = true, gravity = { 0, 0, -9.81 }, timestep = 0.002, flag = {}, copies = {} }
  names.new(c)
  c.tree.fail = fail
  return c
end

-- springs told by time and damping: for the inertia that a force on the coordinate alone moves,
-- where all stand at ref
local function settle_springs(c, d)
  for _, b in ipairs(c.bodies) do
    for _, j in ipairs(b.joints) do
      local time, ratio = (j.springdamper or {})[1], (j.springdamper or {})[2]
      local m = time and acting.moved_inertia(c, d, { [j.q] = 1 })
      for _, body in ipairs(m and d.bodies or {}) do
        if body.name == j.body then
          local joint = bodies.joint_of(body)
          joint.stiffness, joint.damping = m/(time^2*ratio^2), 2*m/time
          joint.rest = j.dof.rest
        end
      end
      if time and not m then
        c.tree:tell(j.e, "<joint> springdamper: not carried over: what it moves has no inertia")
      end
    end
  end
end

local function expanded(text, path, options)
  local c = start(text, path, options)
  sections(c)
  c.materials, c.meshes = materials(c), geom.meshes(c)
  bodies.read(c)
  local d = { name = own(c.tree.root).model, where = path, source = path,
    gravity = c.flag.gravity and c.gravity or { 0, 0, 0 } }
  c.tree:look(c.tree.root, "mujoco")
  bodies.describe(c, d)
  settle_springs(c, d)
  acting.describe(c, d)
  local told = acting.told(c)
  acting.homes(c, d, told)
  d.complaints = c.tree:warnings()
  local model = li.robot(d)
  kit.described.tell(model, told)
  return model, told
end

-- what is wrong with the file raises with its file and line
local function model_of(text, path, options)
  local ok, model, told = check.try(expanded, text, path, options)
  if ok then return model, told end
  if type(model) == "table" and model[1] then kit.raise(model[1]) end
  error(model, 0)
end

local FIELDS = { outside = true }

local function options_of(options)
  if not options then return {} end
  check.keys(options, "options", FIELDS)
  if options.outside ~= nil and type(options.outside) ~= "boolean" then
    check.fail("options.outside", "expected true or false, got %s", check.got(options.outside))
  end
  return options
end

local function load(path, options)
  local text, why, code = tree.file(path)
  if not text then return nil, why, code end
  return model_of(text, path, options_of(options))
end

check.define(li, {
  { "mjcf(path: path [, options: table]) -> model, told: table",
    "A robot from a file of MuJoCo: bodies, joints, masses (of geoms and meshes too), springs, "
    .. "motors and muscles as inputs, equalities as constraints, tendons, sensors as outputs. What "
    .. "is not carried over is in model:warnings(), by line. told: keyframes {name = {q, v, "
    .. "inputs, time}}, start (q where all stand at ref), timestep, excluded pairs of bodies, "
    .. "sensors, custom. options: outside = true reads files outside of its folder. nil, message, "
    .. "code where the file cannot be read.",
    "select(3, li.mjcf \"nowhere.xml\") --> EIO", load },
  { "mjcf_text(text: str [, options: table]) -> model, told: table", "The same from text.",
    "li.mjcf_text[[<mujoco><worldbody><body name='a'><joint name='hip'/><geom size='0.1'/></body>"
    .. "</worldbody></mujoco>]]:coordinates()[1] --> hip",
    function(text, options) return model_of(text, "mjcf", options_of(options)) end },
})
