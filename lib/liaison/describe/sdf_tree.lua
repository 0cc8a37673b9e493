-- sdf_tree.lua - a file of SDF as a tree: models it includes in their place, and where every link,
-- joint, frame and model stands
--
-- A scope is a world or a model: { e, name, up, at }, where at[name] is what has a pose in it.
local li = require "liaison.core"
local check = require "liaison.base.check"
local package = require "liaison.describe.xacro_scope"
local reading = require "liaison.describe.reading"
local words = require "liaison.describe.sdf_words"
local xml = require "liaison.describe.xacro_xml"
local kit = li._internal

local MOST_FILES, MOST_ELEMENTS, DEEPEST = 200, 100000, 20

local fail = reading.fail
local sdf = { fail = fail, where = reading.where }

-- ---- elements ----

function sdf.kid(e, name)
  for _, kid in ipairs(e.kids) do
    if kid.name == name then return kid end
  end
end

-- the text of an element, or of one that stands in it
function sdf.text(e, name)
  if name then e = sdf.kid(e, name) end
  if not e then return nil end
  local list = {}
  for _, kid in ipairs(e.texts) do list[#list + 1] = kid end
  return (table.concat(list):match "^%s*(.-)%s*$")
end

function sdf.asked(e, name)
  local text = sdf.text(e, name)
  if not text or text == "" then fail(e, "<%s> without <%s>", e.name, name) end
  return text
end

function sdf.attribute(e, key) return xml.attribute(e, key) end

function sdf.named(e)
  local name = xml.attribute(e, "name")
  if not name or name == "" then fail(e, "<%s> without a name", e.name) end
  return name
end

function sdf.numbers(e, low, high) return reading.numbers(e, "holds", sdf.text(e), low, high) end

-- the number in an element that stands in e
function sdf.number(e, name, default)
  local kid = e and sdf.kid(e, name)
  if not kid then return default end
  return sdf.numbers(kid, 1)[1]
end

local YES = { ["true"] = true, ["1"] = true, ["false"] = false, ["0"] = false }

function sdf.yes(e, name, default)
  local kid = sdf.kid(e, name)
  if not kid then return default end
  return reading.word(kid, "holds", sdf.text(kid), YES)
end

-- ---- poses ----

local DEG = math.pi/180
local FORMATS = { euler_rpy = 6, quat_xyzw = 7 }

-- a pose as a frame, in what it is told relative to
function sdf.pose(e)
  if not e then return li.frame() end
  if sdf.text(e) == "" then return li.frame() end
  local format = xml.attribute(e, "rotation_format") or "euler_rpy"
  local x = sdf.numbers(e, reading.word(e, "rotation_format", format, FORMATS))
  local degrees = xml.attribute(e, "degrees")
  if #x == 7 then
    if x[4]^2 + x[5]^2 + x[6]^2 + x[7]^2 < 1e-28 then
      fail(e, "<pose>: expected a quaternion, got length 0")
    end
    return li.frame(li.rot.quat(x[7], x[4], x[5], x[6]), { x[1], x[2], x[3] })
  end
  local k = degrees and reading.word(e, "degrees", degrees, YES) and DEG or 1
  return li.frame(li.rot.rpy(k*x[4], k*x[5], k*x[6]), { x[1], x[2], x[3] })
end

-- ---- files ----

-- texts apart from elements, and every element counted
local function settled(self, e, version)
  self.elements = self.elements + 1
  if self.elements > MOST_ELEMENTS then fail(e, "more than %d elements", MOST_ELEMENTS) end
  local kids, texts = {}, {}
  for _, kid in ipairs(e.kids) do
    if type(kid) == "string" then texts[#texts + 1] = kid
    else
      kids[#kids + 1] = kid
      settled(self, kid, version)
    end
  end
  e.kids, e.texts, e.version = kids, texts, version
end

local function version_of(root)
  local text = xml.attribute(root, "version") or "1.6"
  local major, minor = text:match "^(%d+)%.(%d+)"
  if major ~= "1" then fail(root, "<sdf> version: expected 1.0 to 1.11, got '%s'", text) end
  return tonumber(minor)
end

local function root_of(self, text, path)
  local root = xml.read(text, path)
  if root.name ~= "sdf" and root.name ~= "gazebo" then
    local who = root.name == "robot" and " (li.urdf reads it)"
      or root.name == "mujoco" and " (li.mjcf reads it)" or ""
    fail(root, "expected <sdf>, got <%s>%s", root.name, who)
  end
  settled(self, root, version_of(root))
  root.name = "sdf" -- <gazebo> is its name of before
  return root
end

-- the file of a folder that holds a model: what model.config says, the highest version of it
local function file_in(folder)
  local text, best, file = kit.read(folder .. "/model.config", 65536), -1, "model.sdf"
  local element = '<sdf[^>]-version%s*=%s*["\']1%.(%d+)["\'][^>]*>([^<]*)<'
  for version, name in (text or ""):gmatch(element) do
    local way = name:match "^%s*(.-)%s*$"
    if tonumber(version) > best and reading.inner_way(way) and not way:find "^/" then
      best, file = tonumber(version), way
    end
  end
  return folder .. "/" .. file
end

-- where the model of a uri is; nil and why
local function path_of(self, e, uri)
  local name, rest = uri:match "^model://([^/]+)/?(.*)$"
  if not name then name, rest = uri:match "^package://([^/]+)/?(.*)$" end
  if not name and uri:find "^%a+://" and not uri:find "^file://" then
    return nil, "nothing is fetched from the net"
  end
  local path
  if name then
    if not reading.inner_way(rest) then return nil, "it leaves its folder" end
    local ok, folder = check.try(package.package, { folders = self.folders }, name, e)
    if not ok then
      return nil, "no such folder (folders = {\"..\"} names where models are)"
    end
    path = rest == "" and folder or folder .. "/" .. rest
  else
    local way = uri:gsub("^file://", "")
    if not self.outside and (way:find "^/" or not reading.inner_way(way)) then
      return nil, "it is outside of the folder of the file: outside = true reads it"
    end
    path = way:find "^/" and way or package.folder_of(e.file) .. way
  end
  path = path:gsub("/+$", "")
  return path:find "%.%w+$" and not package.there(path .. "/model.sdf") and path or file_in(path)
end

local function put_attribute(e, key, x)
  if not x then return end
  for _, pair in ipairs(e.attrs) do
    if pair[1] == key then
      pair[2] = x
      return
    end
  end
  e.attrs[#e.attrs + 1] = { key, x }
end

-- what <include> says over what the model says
local function overridden(e, model)
  put_attribute(model, "name", sdf.text(e, "name"))
  put_attribute(model, "placement_frame", sdf.text(e, "placement_frame"))
  for _, name in ipairs { "pose", "static" } do
    local own = sdf.kid(e, name)
    for i = own and #model.kids or 0, 1, -1 do
      if model.kids[i].name == name then table.remove(model.kids, i) end
    end
    model.kids[#model.kids + 1] = own
  end
  local merge = sdf.attribute(e, "merge")
  model.merge = merge and reading.word(e, "merge", merge, YES) or nil
  return model
end

local with_includes

local function included(self, e)
  self:look(e)
  local uri = sdf.asked(e, "uri")
  local path, why = path_of(self, e, uri)
  self.files = self.files + 1
  if self.files > MOST_FILES then fail(e, "more than %d files", MOST_FILES) end
  local text
  if path then text, why = reading.file(path) end
  if not text then
    self:tell(e, "<include> '%s': not there: %s", uri, why)
    return nil
  end
  local root = root_of(self, text, path)
  local model = sdf.kid(root, "model")
  if not model then
    self:tell(e, "<include> '%s': it holds no model: not carried over", uri)
    return nil
  end
  self.depth = self.depth + 1
  if self.depth > DEEPEST then
    fail(e, "<include>: nested more than %d deep: does it include itself?", DEEPEST)
  end
  with_includes(self, model)
  self.depth = self.depth - 1
  return overridden(e, model)
end

-- models in the place of what includes them
function with_includes(self, e)
  local kids = {}
  for _, kid in ipairs(e.kids) do
    if kid.name == "include" then kids[#kids + 1] = included(self, kid)
    else
      if kid.name == "model" or kid.name == "world" then with_includes(self, kid) end
      kids[#kids + 1] = kid
    end
  end
  e.kids = kids
end

-- ---- what is known ----

local Tree = {}

-- every element that stands in e is known to words, or told
function Tree:look(e)
  local known = words.inside[e.name]
  if e.looked or not known then return end
  e.looked = true
  for _, kid in ipairs(e.kids) do
    local reason = known[kid.name]
    if reason == nil then
      local near = kit.nearest(kid.name, known)
      self:leave(kid, near and ("%s (did you mean '%s'?)"):format(kid.name, near) or kid.name,
        ("no element of <%s> that is known here"):format(e.name))
    elseif reason ~= true then
      self:leave(kid, kid.name, reason)
    end
  end
end

-- ---- scopes ----

local function taken(scope, e, name)
  if scope.at[name] then
    fail(e, "<%s>: the name '%s' is taken, at %s", e.name, name,
      reading.where(scope.at[name].e))
  end
end

local scope_of

-- links, joints and frames of a merged model stand in the model around it; its own frame has a name
local function merge(self, scope, model)
  local frame = ("_merged__%s__model__"):format(sdf.named(model))
  local inner = { e = model, name = sdf.named(model), up = scope, at = {}, list = {},
    merged = frame }
  taken(scope, model, frame)
  scope.at[frame] = { e = model, kind = "model", scope = inner, name = frame,
    alone = scope_of(self, model, frame) }
  for _, kid in ipairs(model.kids) do self:put(scope, kid, frame) end
  if not scope.canonical then scope.canonical = sdf.attribute(model, "canonical_link") end
end

local HAVE_POSES = { link = true, joint = true, frame = true, model = true }

-- an element into a scope; base: what its pose is relative to where it does not say
function Tree:put(scope, e, base)
  if not HAVE_POSES[e.name] then return end
  if e.merge then
    merge(self, scope, e)
    return
  end
  local name = sdf.named(e)
  taken(scope, e, name)
  local thing = { e = e, kind = e.name, name = name, scope = scope, base = base }
  scope.at[name] = thing
  scope.list[#scope.list + 1] = thing
  if e.name == "model" then thing.inner = scope_of(self, e, name, scope) end
end

function scope_of(self, e, name, up)
  local scope = { e = e, name = name, up = up, at = {}, list = {} }
  self:look(e)
  scope.canonical = sdf.attribute(e, "canonical_link")
  for _, kid in ipairs(e.kids) do self:put(scope, kid) end
  return scope
end

-- what a name means in a scope: the thing and the scope it is in; nil for the scope itself
function sdf.find(scope, e, name)
  if name == "__model__" or name == "" or (name == "world" and not scope.up) then return nil end
  if scope.at[name] then return scope.at[name] end
  local first, rest = name:match "^(.-)::(.+)$"
  local inner = first and scope.at[first] and scope.at[first].inner
  if inner then return sdf.find(inner, e, rest) or scope.at[first] end
  -- older files tell the whole name, that of the model first
  if first == scope.name then return sdf.find(scope, e, rest) end
  fail(e, "<%s>: nothing here is named '%s'%s", e.name, name, check.hint(name, scope.at))
end

local in_scope

-- where a thing stands in its scope
local function stands(thing)
  if thing.X then return thing.X end
  if thing.busy then
    fail(thing.e, "the pose of '%s' is told by itself", thing.name)
  end
  thing.busy = true
  local e, scope = thing.e, thing.scope
  local pose = sdf.kid(e, "pose")
  local base = pose and sdf.attribute(pose, "relative_to") or nil
  if base == "" then base = nil end
  if thing.kind == "frame" then base = base or sdf.attribute(e, "attached_to") end
  if thing.kind == "joint" then base = base or sdf.asked(e, "child") end
  if base == "world" and thing.kind == "joint" then base = "__model__" end
  base = base or thing.base or "__model__"
  thing.X = in_scope(scope, pose or e, base) * sdf.pose(pose)
  local inner = thing.inner
  local placed = inner and sdf.attribute(e, "placement_frame")
  if placed and placed ~= "" then thing.X = thing.X * in_scope(inner, e, placed):inverse() end
  thing.busy = nil
  return thing.X
end

-- where the frame of a model that was merged stands in the model around it
local function stands_merged(thing)
  if thing.X then return thing.X end
  if thing.busy then fail(thing.e, "the pose of '%s' is told by itself", thing.name) end
  thing.busy = true
  local e, outer = thing.e, thing.scope.up
  local pose, placed = sdf.kid(e, "pose"), sdf.attribute(e, "placement_frame")
  local base = pose and sdf.attribute(pose, "relative_to")
  local X = in_scope(outer, pose or e, base and base ~= "" and base or "__model__") * sdf.pose(pose)
  if placed and placed ~= "" then X = X * in_scope(thing.alone, e, placed):inverse() end
  thing.X, thing.busy = X, nil
  return X
end

-- where what has a name in a scope stands in it
function in_scope(scope, e, name)
  local thing = sdf.find(scope, e, name)
  if not thing then return li.frame() end
  local X = thing.kind == "model" and thing.scope.merged and stands_merged(thing) or stands(thing)
  local at = thing.scope.merged and thing.scope.up or thing.scope
  while at ~= scope do
    X = stands(at.up.at[at.name]) * X
    at = at.up
  end
  return X
end
sdf.in_scope = in_scope

-- where the frame of a scope stands in the world
function sdf.scope_frame(scope)
  if not scope.up then return li.frame() end
  return sdf.scope_frame(scope.up) * stands(scope.up.at[scope.name])
end

function sdf.world_frame(thing) return sdf.scope_frame(thing.scope) * stands(thing) end

local function first_link(scope)
  for _, thing in ipairs(scope.list) do
    if thing.kind == "link" then return thing end
  end
  for _, thing in ipairs(scope.list) do
    local link = thing.kind == "model" and first_link(thing.inner)
    if link then return link end
  end
end

-- the link that carries what has this name; nil: the world
function sdf.carrier(scope, e, name, depth)
  depth = (depth or 0) + 1
  if depth > 1000 then fail(e, "<%s>: '%s' is attached to itself", e.name, name) end
  local thing = name ~= "__model__" and sdf.find(scope, e, name)
  if not thing then
    if not scope.up then return nil end
    return scope.canonical and sdf.carrier(scope, e, scope.canonical, depth) or first_link(scope)
  end
  if thing.kind == "link" then return thing end
  if thing.kind == "joint" then
    return sdf.carrier(thing.scope, thing.e, sdf.asked(thing.e, "child"), depth)
  end
  if thing.kind == "frame" then
    local to = sdf.attribute(thing.e, "attached_to")
    return sdf.carrier(thing.scope, thing.e, to and to ~= "" and to or "__model__", depth)
  end
  return sdf.carrier(thing.inner or scope, e, "__model__", depth)
end

-- ---- the whole ----

-- the tree of a text: its scope is that of the world
function sdf.read(text, path, options)
  local self = reading.list()
  for name, f in pairs(Tree) do self[name] = f end
  self.fail, self.files, self.elements, self.depth = fail, 0, 0, 0
  self.outside = options.outside or false
  self.folders = type(options.folders) == "string" and { options.folders } or options.folders or {}
  local root = root_of(self, text, path)
  with_includes(self, root)
  self:look(root)
  local world = sdf.kid(root, "world")
  for _, kid in ipairs(root.kids) do
    if kid.name == "world" and kid ~= world then
      self:tell(kid, "a second <world>: not carried over")
    end
  end
  self.root, self.gravity = root, world and sdf.kid(world, "gravity")
  self.scope = scope_of(self, world or root, "world")
  self.world = world
  return self
end

return sdf
