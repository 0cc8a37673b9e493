-- mjcf_tree.lua - a MuJoCo file as a tree: includes put in, defaults by class, numbers, and the
-- list of what is not carried over
local li = require "liaison.core"
local reading = require "liaison.describe.reading"
local scope = require "liaison.describe.xacro_scope"
local xml = require "liaison.describe.xacro_xml"
local words = require "liaison.describe.mjcf_words"
local kit = li._internal

local MOST_FILES, MOST_ELEMENTS = 200, 100000

local fail = reading.fail

local tree = {}

for _, name in ipairs { "fail", "where", "file", "numbers", "number", "word", "yes" } do
  tree[name] = reading[name]
end

local Tree = {}
Tree.__index = Tree

-- ---- files ----

-- a path in a file is from the folder of the model on, and stays there unless asked otherwise
function Tree:path(place, way)
  if not self.outside and (way:find "^[/\\]" or way:find "^%a:" or not reading.inner_way(way)) then
    fail(place, "'%s' is outside of the folder of the model: outside = true reads it", way)
  end
  return way:find "^/" and way or self.folder .. way
end

function Tree:count(e)
  self.elements = self.elements + 1
  if self.elements > MOST_ELEMENTS then fail(e, "more than %d elements", MOST_ELEMENTS) end
end

local splice

local function included(self, e)
  local way = xml.attribute(e, "file") or fail(e, "<include> without file")
  local path = self:path(e, way)
  self.files = self.files + 1
  if self.files > MOST_FILES then fail(e, "more than %d files", MOST_FILES) end
  if self.read_before[path] then
    fail(e, "<include>: '%s' was included before, at %s: a file is included once", way,
      self.read_before[path])
  end
  self.read_before[path] = tree.where(e)
  local text, why = tree.file(path)
  if not text then fail(e, "<include>: %s", why) end
  return splice(self, xml.read(text, path).kids)
end

-- elements with what they include in their place; texts between elements mean nothing
function splice(self, kids)
  local out = {}
  for _, e in ipairs(kids) do
    if type(e) == "table" then
      self:count(e)
      if e.name == "include" then
        for _, inner in ipairs(included(self, e)) do out[#out + 1] = inner end
      else
        e.kids = splice(self, e.kids)
        out[#out + 1] = e
      end
    end
  end
  return out
end

-- ---- attributes ----

-- {key = text}; the same key twice is a mistake
local function own(e)
  if e.map then return e.map end
  e.map = {}
  for _, pair in ipairs(e.attrs) do
    if e.map[pair[1]] then fail(e, "<%s>: %s is given twice", e.name, pair[1]) end
    e.map[pair[1]] = pair[2]
  end
  return e.map
end
tree.own = own

-- what a class says of a kind of element: elements, the outermost first
function tree.chain(class, kind)
  local list = {}
  while class do
    for i = #(class.of[kind] or {}), 1, -1 do table.insert(list, 1, class.of[kind][i]) end
    class = class.up
  end
  return list
end

function Tree:class_named(e, name)
  local class = self.classes[name]
  if class then return class end
  local near = kit.nearest(name, self.classes)
  fail(e, "no default class '%s'%s", name, near and (" (did you mean '%s'?)"):format(near) or "")
end

-- the class of an element, the one around it being outer
function Tree:class_of(e, outer)
  local name = own(e).class
  return name and self:class_named(e, name) or outer or self.main
end

-- all attributes of an element, those of its class under its own
function Tree:all(e, kind, outer)
  local map = {}
  for _, d in ipairs(tree.chain(self:class_of(e, outer), kind)) do
    for key, x in pairs(own(d)) do map[key] = x end
  end
  for key, x in pairs(own(e)) do map[key] = x end
  return map
end

local function default_class(self, e, up)
  local name = own(e).class
  if up and not name then fail(e, "<default> in a <default> without class") end
  name = name or "main"
  local class = self.classes[name] or { name = name, up = up, of = {} }
  if not up and self.main and class ~= self.main then
    fail(e, "the outermost <default> is the class '%s' already", self.main.name)
  end
  if not up then self.main = class end
  self.classes[name] = class
  for _, kid in ipairs(e.kids) do
    if kid.name == "default" then
      default_class(self, kid, class)
    else
      local kind = words.kind_in_default(kid.name)
      if not kind then
        self:tell(kid, ("<default> of <%s>: not carried over"):format(kid.name))
      else
        self:look(kid, kind)
        class.of[kind] = class.of[kind] or {}
        table.insert(class.of[kind], kid)
      end
    end
  end
end

-- the two ends under map[key], where they hold: by the word for it, or (autolimits) as they stand
function tree.range(c, e, map, word, key)
  local said = map[word]
  local on = said and said ~= "auto" and tree.yes(e, word, said)
  if not said or said == "auto" then on = c.autolimits and map[key] ~= nil end
  if not on then return nil end
  local r = tree.numbers(e, key, map[key] or fail(e, "<%s>: %s without %s", e.name, word, key), 2)
  if r[1] >= r[2] then
    fail(e, "<%s> %s: expected the lower end first, got %g %g", e.name, key, r[1], r[2])
  end
  return r
end

-- every attribute of an element is known to words, or told
function Tree:look(e, kind)
  if e.looked then return end
  e.looked = true
  local list = words.attributes(kind)
  for _, pair in ipairs(e.attrs) do
    local reason = list[pair[1]]
    if reason == nil then
      local near = kit.nearest(pair[1], list)
      self:tell(e, "<%s> %s: not an attribute of MJCF that is known here%s", e.name, pair[1],
        near and (" (did you mean '%s'?)"):format(near) or "")
    elseif reason ~= true then
      self:leave(e, e.name .. " " .. pair[1], reason)
    end
  end
end

-- ---- the whole ----

function tree.read(text, path, options)
  local self = reading.list()
  self.folder, self.outside = scope.folder_of(path), options.outside or false
  self.read_before, self.files, self.elements = { [path] = "the model itself" }, 0, 0
  self.classes = {}
  setmetatable(self, Tree)
  local root = xml.read(text, path)
  if root.name ~= "mujoco" then
    fail(root, "expected <mujoco>, got <%s>%s", root.name,
      root.name == "robot" and " (li.urdf reads it)" or "")
  end
  self.root = root
  root.kids = splice(self, root.kids)
  for _, e in ipairs(root.kids) do
    if e.name == "default" then default_class(self, e) end
  end
  return self
end

-- the sections of a name, as one list of what is in them
function Tree:section(name)
  local list = {}
  for _, s in ipairs(self.root.kids) do
    if s.name == name then
      for _, e in ipairs(s.kids) do list[#list + 1] = e end
    end
  end
  return list
end

return tree
