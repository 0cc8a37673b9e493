-- sdf.lua - SDF, the robot files of Gazebo and Drake, as descriptions of li.robot
--
-- Every link, joint and frame is placed in the world first; from that come the tree, and the loops
-- of joints whose child another joint leads to. What is not carried over is a warning with its
-- line.
local li = require "liaison.core"
local check = require "liaison.base.check"
local joints = require "liaison.describe.sdf_joints"
local links = require "liaison.describe.sdf_links"
local names = require "liaison.describe.mjcf_names"
local reading = require "liaison.describe.reading"
local sdf = require "liaison.describe.sdf_tree"
local kit = li._internal

-- links of one model are called as in the file; of several, after their model too
local function short_scope(tree)
  local only
  for _, thing in ipairs(tree.scope.list) do
    if thing.kind == "model" then
      if only then return nil end
      only = thing.inner
    end
  end
  return only
end

local function frames(c, d)
  links.each(c.tree.scope, "frame", function(thing)
    local carrier = sdf.carrier(thing.scope, thing.e, thing.name)
    local link = carrier and c.link_of[carrier]
    c.tree:look(thing.e)
    d.frames[#d.frames + 1] = { name = names.free(c, links.path_of(c, thing)),
      body = link and link.name or "world", where = reading.where(thing.e),
      frame = (link and link.X_0 or li.frame()):inverse() * sdf.world_frame(thing) }
  end)
end

-- <gravity>false</gravity>: the weight is held
local function weightless(c, d)
  local g = d.gravity
  for _, link in ipairs(c.links) do
    if link.weightless and link.mass > 0 and not link.static then
      d.forces[#d.forces + 1] = { kind = "given", name = names.free(c, link.name .. ".weightless"),
        at = link.name, point = link.com, where = reading.where(link.e),
        force = { -link.mass*g[1], -link.mass*g[2], -link.mass*g[3] } }
    end
  end
end

local EARTH, OF_SDF = { 0, 0, -9.81 }, { 0, 0, -9.8 }

local function gravity_of(tree)
  if tree.gravity then return sdf.numbers(tree.gravity, 3) end
  return tree.world and OF_SDF or EARTH
end

local function name_of(c)
  if c.short then return c.short.name end
  return c.tree.world and sdf.attribute(c.tree.world, "name") or nil
end

local function expanded(text, path, options)
  local c = { tree = sdf.read(text, path, options), path = path }
  names.new(c)
  c.short = short_scope(c.tree)
  links.read(c)
  joints.read(c)
  local d = { name = name_of(c), where = path, source = path,
    strict = false, bodies = {}, frames = {}, loops = {}, constraints = {}, forces = {},
    tip = options.tip, gravity = gravity_of(c.tree),
    convention = "SDF: link frames as told, inertia about the centre of mass" }
  joints.describe(c, d, options.floating)
  frames(c, d)
  weightless(c, d)
  d.complaints = c.tree:warnings()
  local model, told = li.robot(d), { sensors = c.sensors }
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

local FIELDS = { outside = true, folders = true, floating = true, tip = true }
local TRUTH = { "outside", "floating" }

local function options_of(options)
  if not options then return {} end
  check.keys(options, "options", FIELDS)
  for _, key in ipairs(TRUTH) do
    if options[key] ~= nil and type(options[key]) ~= "boolean" then
      check.fail("options." .. key, "expected true or false, got %s", check.got(options[key]))
    end
  end
  if options.tip ~= nil and type(options.tip) ~= "string" then
    check.fail("options.tip", "expected the name of a link, got %s", check.got(options.tip))
  end
  local folders = options.folders
  if folders ~= nil and type(folders) ~= "string" and type(folders) ~= "table" then
    check.fail("options.folders", "expected folders, got %s", check.got(folders))
  end
  return options
end

local function load(path, options)
  local text, why, code = reading.file(path)
  if not text then return nil, why, code end
  return model_of(text, path, options_of(options))
end

check.define(li, {
  { "sdf(path: path [, options: table]) -> model, told: table",
    "A robot, or a world of several, from a file of SDF (1.4 to 1.11): links, joints of all types, "
    .. "frames, poses relative to others, models in models and included ones, springs, mimics; a "
    .. "second joint to one link closes a loop. What is not carried over is in model:warnings(), "
    .. "by line. told: sensors, a list of {name, kind, body or joint, frame, says, where}. "
    .. "options: folders = {'..'} where models are; outside = true reads files outside of its "
    .. "folder; floating = false fixes what nothing carries, else it moves freely as the format "
    .. "says; tip. nil, message, code where the file cannot be read.",
    "select(3, li.sdf \"nowhere.sdf\") --> EIO", load },
  { "sdf_text(text: str [, options: table]) -> model, told: table", "The same from text.",
    "li.sdf_text[[<sdf version='1.7'><model name='m'><link name='a'/></model></sdf>]]:tip()"
    .. " --> a",
    function(text, options) return model_of(text, "sdf", options_of(options)) end },
})
