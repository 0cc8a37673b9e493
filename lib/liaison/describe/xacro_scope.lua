-- xacro_scope.lua - properties and arguments of xacro, and texts with ${..} and $(..) in them
--
-- A property is kept as the text it was given and valued where it is asked for. A scope is { names,
-- up }; what all share is in its run: { args, folders, unread, .. }.
local li = require "liaison.core"
local grammar = require "liaison.describe.xacro_grammar"
local value = require "liaison.describe.xacro_value"
local xml = require "liaison.describe.xacro_xml"
local yaml = require "liaison.describe.yaml"
local kit = li._internal

local scope = {}

local MOST_LETTERS, MOST_YAML = 1000000, 1024 * 1024

local function folder_of(path) return path:match "^(.*/)" or "./" end
scope.folder_of = folder_of

-- a folder can be opened, though not read
local function there(path)
  local f = io.open(path, "rb")
  if f then f:close() end
  return f ~= nil
end
scope.there = there

function scope.new(up, run) return { names = {}, up = up, run = run or up.run } end

function scope.root(s)
  while s.up do s = s.up end
  return s
end

-- where a name is defined
local function owner(s, name)
  while s and s.names[name] == nil do s = s.up end
  return s
end
scope.owner = owner

-- $(find pkg): below a search folder, or a folder of that name above the file
function scope.package(run, name, place)
  if name:find "%.%." or name:find "/" or name == "" then
    xml.fail(place, "$(find %s): expected the name of a package", name)
  end
  for _, folder in ipairs(run.folders) do
    local path = folder:gsub("/+$", "") .. "/" .. name
    if there(path) then return path end
  end
  local up = folder_of(place.file)
  for _ = 1, 12 do
    if up:match "([^/]*)/$" == name then return (up:gsub("/$", "")) end
    if there(up .. name) then return up .. name end
    up = up:match "^(.*/)[^/%.]+/$" or up .. "../"
  end
  xml.fail(place, "$(find %s): no such folder (folders = {\"..\"} names where packages are)", name)
end

-- what stands for a piece that cannot be done here: it is listed, and ends the reading
local function listed(run, place, what)
  run.unread[#run.unread + 1] = ("%s:%d: %s is not supported"):format(place.file, place.line, what)
  return 0
end

local COMMANDS = {}

function COMMANDS.arg(s, rest, place)
  local x = s.run.args[rest]
  if x == nil then
    xml.fail(place, "$(arg %s): not given, and no <xacro:arg> with a default before%s", rest,
      kit.nearest(rest, s.run.args) and (" (did you mean '%s'?)"):format(
      kit.nearest(rest, s.run.args)) or "")
  end
  return x
end

function COMMANDS.find(s, rest, place) return scope.package(s.run, rest, place) end

function COMMANDS.dirname(_, _, place) return (folder_of(place.file):gsub("/$", "")) end

-- variables of the environment: those the caller gives go before
local function environment(s, name) return s.run.env[name] or os.getenv(name) end

function COMMANDS.env(s, rest, place)
  return environment(s, rest)
    or xml.fail(place, "$(env %s): no such variable (env = {%s = ..} gives it)", rest, rest)
end

function COMMANDS.optenv(s, rest)
  local name, default = rest:match "^(%S+)%s*(.*)$"
  return name and environment(s, name) or default or ""
end

-- what $(eval ..) knows besides: arguments by their names, and the commands as functions
local function in_eval(s, place)
  local function call(name)
    return function(x, default)
      local text = value.text(x)
      if name == "arg" then return value.literal(COMMANDS.arg(s, text, place)) end
      if name == "optenv" then return environment(s, text) or default or "" end
      return COMMANDS[name](s, text, place)
    end
  end
  local known = { arg = call "arg", find = call "find", env = call "env", optenv = call "optenv",
    dirname = function() return COMMANDS.dirname(s, nil, place) end }
  return function(name)
    if known[name] then return known[name] end
    local x = s.run.args[name]
    return x ~= nil and value.literal(x) or nil
  end
end

function COMMANDS.eval(s, rest, place) return scope.value(s, rest, place, in_eval(s, place)) end

local function command(s, inside, place)
  local name, rest = scope.text(s, inside, place):match "^%s*(%S+)%s*(.-)%s*$"
  local f = name and COMMANDS[name]
  if not f then return listed(s.run, place, "$(" .. inside .. ")") end
  return f(s, rest, place)
end

-- a file a piece of text names: from the file it stands in, or of a package
local function path_of(s, way, place)
  local package, rest = way:match "^package://([^/]+)/(.*)$"
  if package then return scope.package(s.run, package, place) .. "/" .. rest end
  way = way:gsub("^file://", "")
  return way:find "^/" and way or folder_of(place.file) .. way
end

local function load_yaml(s, way, place)
  if type(way) ~= "string" then value.wrong "load_yaml: expected the name of a file" end
  local path = path_of(s, way, place)
  local known = s.run.yaml[path]
  if known == nil then
    local text, why = kit.read(path, MOST_YAML + 1)
    if not text then value.wrong("load_yaml: %s", why) end
    if #text > MOST_YAML then value.wrong("load_yaml: %s: larger than a megabyte", path) end
    local ok, x = pcall(yaml.read, text)
    if not ok and type(x) == "table" and x.wrong then value.wrong("%s: %s", path, x.wrong) end
    if not ok then error(x, 0) end
    known = x
    s.run.yaml[path] = x
  end
  return known
end

-- xacro.name in an expression
local function xacro_space(s, place)
  local function quiet() return "" end
  local known = { message = quiet, warning = quiet, print_location = quiet }
  function known.load_yaml(way) return load_yaml(s, way, place) end
  function known.arg(name) return value.literal(COMMANDS.arg(s, value.text(name), place)) end
  function known.abs_filename(way) return path_of(s, value.text(way), place) end
  function known.abs_filename_spec(way) return path_of(s, value.text(way), place) end
  function known.error(text)
    value.wrong("%s", value.text(text or "an error of the file"):sub(1, 200))
  end
  known.fatal = known.error
  function known.tokenize(text, by)
    return value.part(text, "split")(by)
  end
  return { space = function(name) return known[name] or value.unread("xacro." .. name) end }
end

-- the value of an expression
function scope.value(s, text, place, more)
  -- commands inside are texts before it is read
  if text:find("$(", 1, true) then text = scope.text(s, text, place) end
  local ok, x = pcall(grammar.value, text, function(name)
    local x = scope.get(s, name, place)
    if x == nil and more then x = more(name) end
    if x == nil and name == "xacro" then x = xacro_space(s, place) end
    if x == nil and name == "load_yaml" then x = xacro_space(s, place).space(name) end
    return x
  end)
  if ok then return x end
  if type(x) ~= "table" or not (x.wrong or x.unread) then error(x, 0) end
  if x.unread then
    return listed(s.run, place, ("${%s}: %s"):format(text:sub(1, 80), x.unread))
  end
  xml.fail(place, "${%s}: %s", text:sub(1, 80), x.wrong)
end

-- a property, valued; nil where there is none
function scope.get(s, name, place)
  local at = owner(s, name)
  if not at then return nil end
  local p = at.names[name]
  if p.block then return nil end
  if p.busy then xml.fail(place, "property '%s' is made of itself", name) end
  if not p.done then
    p.busy = true
    p.x = value.literal(scope.value_of_text(at, p.text, p.place))
    p.busy, p.done = nil, true
  end
  return p.x
end

-- the next piece of a text from there on: its kind, what is inside, and where it ends
local function piece(text, at, place)
  local escaped = text:match("^%$(%$[{(])", at)
  if escaped then return "text", escaped, at + 3 end
  local opening = text:match("^%$([{(])", at)
  if opening then
    local whole = opening == "{" and select(2, text:find("^%b{}", at + 1))
    local stop = whole or opening == "{" and text:find("}", at, true)
      or opening == "(" and select(2, text:find("^%b()", at + 1))
    if not stop then xml.fail(place, "%s is never closed", text:sub(at, at + 20)) end
    return opening, text:sub(at + 2, stop - 1), stop + 1
  end
  local next_at = text:find("$", at + 1, true) or #text + 1
  return "text", text:sub(at, next_at - 1), next_at
end

-- a value as text
local function said(x, place)
  if type(x) ~= "table" then return value.text(x) end
  local ok, text = pcall(value.text, x)
  if ok then return text end
  if type(text) == "table" and text.wrong then xml.fail(place, "%s", text.wrong) end
  error(text, 0)
end

-- a text valued: what a lone ${..} gives, else letters
function scope.value_of_text(s, text, place)
  if not text:find("$", 1, true) then return text end
  local out, at, size = {}, 1, 0
  while at <= #text do
    local kind, inside
    kind, inside, at = piece(text, at, place)
    if kind == "{" then inside = scope.value(s, inside, place)
    elseif kind == "(" then inside = command(s, inside, place) end
    if #out == 0 and at > #text then return inside end
    out[#out + 1] = said(inside, place)
    size = size + #out[#out]
    if size > MOST_LETTERS then xml.fail(place, "a text of more than %d letters", MOST_LETTERS) end
  end
  return table.concat(out)
end

function scope.text(s, text, place) return said(scope.value_of_text(s, text, place), place) end

return scope
