-- xacro.lua - xacro, the macros of robot files: properties, macros, conditions, includes, arguments
--
-- A file becomes the URDF it stands for. Expressions are valued by xacro_grammar.lua, nothing is
-- run. What is Python beyond that (lambda, imports) is listed with its lines, and ends the reading:
-- a robot with holes would look like one.
local li = require "liaison.core"
local check = require "liaison.base.check"
local grammar = require "liaison.describe.xacro_grammar"
local scope = require "liaison.describe.xacro_scope"
local value = require "liaison.describe.xacro_value"
local xml = require "liaison.describe.xacro_xml"
local kit = li._internal

local MOST_BYTES, MOST_ELEMENTS, DEEPEST = 16 * 1024 * 1024, 1000000, 100
local fail, attribute = xml.fail, xml.attribute

local expand_all -- of elements into a list

local function asked(e, key)
  return attribute(e, key) or fail(e, "<%s> without %s", e.name, key)
end

local function asked_text(s, e, key) return scope.text(s, asked(e, key), e) end

local function count(run, e)
  run.elements = run.elements + 1
  if run.elements > MOST_ELEMENTS then fail(e, "more than %d elements", MOST_ELEMENTS) end
end

local function deeper(run, e, by)
  run.depth = run.depth + by
  if run.depth > DEEPEST then fail(e, "nested more than %d deep: does it call itself?", DEEPEST) end
end

-- an element with its texts valued
local function expand_plain(s, e, out)
  local new = { name = e.name, attrs = {}, kids = {}, file = e.file, line = e.line }
  for _, pair in ipairs(e.attrs) do
    if not pair[1]:find "^xmlns:?" then
      new.attrs[#new.attrs + 1] = { pair[1], scope.text(s, pair[2], e) }
    end
  end
  out[#out + 1] = new
  expand_all(s, e.kids, new.kids, new)
end

-- whether a text is true
local function condition(s, e, text)
  local ok, x = pcall(value.condition, scope.value_of_text(s, text, e))
  if ok then return x end
  if type(x) == "table" and x.wrong then fail(e, "<%s>: %s", e.name, x.wrong) end
  error(x, 0)
end

-- ---- what the words of xacro do: (scope, element, out, the element around) ----

local DO = {}

local SCOPES = { parent = true, global = true, ["local"] = true }

DO["xacro:property"] = function(s, e)
  local name, text, where = asked_text(s, e, "name"), attribute(e, "value"), attribute(e, "scope")
  local default = attribute(e, "default")
  local remove = attribute(e, "remove")
  if remove and condition(s, e, remove) then
    s.names[name] = nil
    return
  end
  if where and not SCOPES[where] then fail(e, "scope: expected parent or global, got %s", where) end
  if default and not text then
    if scope.owner(s, name) then return end
    text = default
  end
  local at = where == "global" and scope.root(s) or where == "parent" and s.up or s
  if not text then
    at.names[name] = { block = e.kids }
  else
    local before = at.names[name]
    at.names[name] = { text = text, place = e }
    if at ~= s or attribute(e, "lazy_eval") == "false" then
      -- one that goes elsewhere is valued here
      at.names[name] = before
      at.names[name] = { x = value.literal(scope.value_of_text(s, text, e)), done = true }
    elseif before and not before.block and text:find("$", 1, true) then
      -- x = ${x + 1} means the x there was
      at.names[name] = before
      local x = value.literal(scope.value_of_text(s, text, e))
      at.names[name] = { x = x, done = true }
    end
  end
end

DO["xacro:arg"] = function(s, e)
  local name, default = asked(e, "name"), attribute(e, "default")
  if s.run.args[name] == nil and default then s.run.args[name] = scope.text(s, default, e) end
end

-- params="a b:=1 *c **d e:=^ f:=^|2 g:='two words'" -> { { name, stars, default, outer }, .. }
local function parameters(text, e)
  local list, at = {}, 1
  while true do
    at = text:find("%S", at)
    if not at then return list end
    local stars, name, sign, stop = text:match("^(%**)([%w_%.%-]+)%s*(:?=?)()", at)
    if not name then fail(e, "params: broken at '%s'", text:sub(at, at + 20)) end
    local p = { name = name, stars = #stars }
    if sign == ":=" or sign == "=" then
      local outer = text:match("^%^|?()", stop)
      if outer then p.outer, stop = true, outer end
      local quoted, after = text:match("^('[^']*')()", stop)
      local braced, after2 = text:match("^(%S-%$%b{}%S*)()", stop)
      local word, after3 = text:match("^(%S*)()", stop)
      p.default = quoted or braced or word
      if p.outer and p.default == "" then p.default = nil end
      stop = quoted and after or braced and after2 or after3
    end
    list[#list + 1] = p
    at = stop
  end
end

DO["xacro:macro"] = function(s, e)
  local name = asked(e, "name"):gsub("^xacro:", "")
  s.run.macros[name] = { params = parameters(attribute(e, "params") or "", e), kids = e.kids,
    scope = s, macros = s.run.macros, bare = not e.name:find "^xacro:" }
end

local function blocks_of(e)
  local list = {}
  for _, kid in ipairs(e.kids) do
    if type(kid) == "table" then list[#list + 1] = kid end
  end
  return list
end

-- what a parameter is in a call: a property of the macro's scope
local function argument(s, e, p, given, blocks)
  if p.stars > 0 then
    local block = table.remove(blocks, 1)
    if not block then fail(e, "<%s> without the block %s", e.name, p.name) end
    -- blocks mean what they say where the call stands
    local out = {}
    expand_all(s, p.stars == 2 and block.kids or { block }, out)
    return { block = out }
  end
  if given then return { x = value.literal(scope.value_of_text(s, given, e)), done = true } end
  if p.outer and scope.owner(s, p.name) then
    return { x = scope.get(s, p.name, e), done = true }
  end
  if not p.default then fail(e, "<%s> without the parameter %s", e.name, p.name) end
  return { x = value.literal(scope.value_of_text(s, p.default, e)), done = true }
end

-- a macro by its name, or by that of a space before it: a.b
local function macro_named(run, macros, name)
  if macros[name] then return macros[name] end
  local space, rest = name:match "^(.-)%.(.+)$"
  local inner = space and run.spaces[macros] and run.spaces[macros][space]
  return inner and macro_named(run, inner, rest)
end

local function call(s, e, out, name, ignored)
  local macro = macro_named(s.run, s.run.macros, name)
  if not macro then
    local near = kit.nearest(name, s.run.macros)
    fail(e, "no macro '%s'%s", name, near and (" (did you mean '%s'?)"):format(near) or "")
  end
  -- one of a space sees what stands there
  local outer = macro.macros ~= s.run.macros and macro.scope or s
  local known, inside, blocks = {}, scope.new(outer), blocks_of(e)
  for _, p in ipairs(macro.params) do known[p.name] = p.stars == 0 or nil end
  for _, pair in ipairs(e.attrs) do
    if not known[pair[1]] and pair[1] ~= ignored then
      fail(e, "macro '%s' has no parameter '%s'%s", name, pair[1], check.hint(pair[1], known))
    end
  end
  for _, p in ipairs(macro.params) do
    inside.names[p.name] = argument(s, e, p, attribute(e, p.name), blocks)
  end
  if blocks[1] then fail(blocks[1], "macro '%s' takes no such block", name) end
  local before = s.run.macros
  s.run.macros = macro.macros
  deeper(s.run, e, 1)
  expand_all(inside, macro.kids, out)
  deeper(s.run, e, -1)
  s.run.macros = before
end

DO["xacro:call"] = function(s, e, out) call(s, e, out, asked_text(s, e, "macro"), "macro") end

DO["xacro:insert_block"] = function(s, e, out)
  local name = asked_text(s, e, "name")
  local at = scope.owner(s, name)
  if not at or not at.names[name].block then fail(e, "no block '%s'", name) end
  expand_all(s, at.names[name].block, out)
end

DO["xacro:if"] = function(s, e, out, around)
  if condition(s, e, asked(e, "value")) then expand_all(s, e.kids, out, around) end
end

DO["xacro:unless"] = function(s, e, out, around)
  if not condition(s, e, asked(e, "value")) then expand_all(s, e.kids, out, around) end
end

DO["xacro:element"] = function(s, e, out)
  local new = { name = asked_text(s, e, "xacro:name"), attrs = {}, kids = e.kids, file = e.file,
    line = e.line }
  for _, pair in ipairs(e.attrs) do
    if pair[1] ~= "xacro:name" then new.attrs[#new.attrs + 1] = pair end
  end
  expand_plain(s, new, out)
end

DO["xacro:attribute"] = function(s, e, _, around)
  if not around then fail(e, "<xacro:attribute> with no element around it") end
  around.attrs[#around.attrs + 1] = { asked_text(s, e, "name"), asked_text(s, e, "value") }
end

-- what stands in a file under a name: its macros as ns.macro, its properties as ns.property
local function in_space(s, ns, kids, out)
  local run, outer = s.run, s.run.macros
  local inner = scope.new(s)
  run.macros = {}
  run.spaces[outer] = run.spaces[outer] or {}
  run.spaces[outer][ns] = run.macros
  expand_all(inner, kids, out)
  run.macros = outer
  s.names[ns] = { done = true, x = { space = function(name)
    if inner.names[name] == nil then value.wrong("'%s' has no property '%s'", ns, name) end
    return scope.get(inner, name, { file = run.file, line = 1 })
  end } }
end

DO["xacro:include"] = function(s, e, out)
  local name = asked_text(s, e, "filename"):gsub("^file://", "")
  if name:find "[%*%?]" then
    s.run.unread[#s.run.unread + 1] = ("%s:%d: include of '%s': one file is meant"):format(e.file,
      e.line, name)
    return
  end
  local ns = attribute(e, "ns")
  if ns then ns = scope.text(s, ns, e) end
  local path = name:find "^/" and name or scope.folder_of(e.file) .. name
  local text, why = kit.read(path, MOST_BYTES)
  local optional = attribute(e, "optional")
  if not text and (optional == "1" or optional == "true" or optional == "True") then return end
  if not text then fail(e, "<xacro:include>: %s", why) end
  local kids = xml.read(text, path).kids
  deeper(s.run, e, 1)
  if ns then in_space(s, ns, kids, out) else expand_all(s, kids, out) end
  deeper(s.run, e, -1)
end

-- words of before 2014, without xacro: in front, by the attribute they are known by
local BARE = { include = "filename", property = "name", macro = "name", insert_block = "name",
  ["if"] = "value", unless = "value" }

-- what stands in a <robot> by itself: no macro is meant
local OF_ROBOTS = { link = true, joint = true, material = true, gazebo = true, transmission = true,
  sensor = true, ros2_control = true }

local function bare_word(run, e, around)
  local key = BARE[e.name]
  if key and attribute(e, key) and (e.name ~= "property" or attribute(e, "value") or e.kids[1]) then
    return DO["xacro:" .. e.name]
  end
  local macro = run.macros[e.name]
  local outermost = not around or around.name == "robot"
  if macro and not OF_ROBOTS[e.name] and (macro.bare or outermost) then
    return function(s, element, out) call(s, element, out, element.name) end
  end
end

function expand_all(s, kids, out, around)
  for _, e in ipairs(kids) do
    if type(e) == "string" then
      out[#out + 1] = scope.text(s, e, around or { file = s.run.file, line = 1 })
    else
      count(s.run, e)
      local macro = e.name:match "^xacro:(.*)$"
      local bare = not macro and bare_word(s.run, e, around)
      if DO[e.name] then DO[e.name](s, e, out, around)
      elseif bare then bare(s, e, out, around)
      elseif macro then call(s, e, out, macro)
      else expand_plain(s, e, out) end
    end
  end
end

-- ---- whole files ----

local function words(x, path, texts)
  if x == nil then return {} end
  if type(x) == "string" and texts then return { x } end
  if type(x) ~= "table" then check.fail(path, "expected a table, got %s", check.got(x)) end
  local out = {}
  for key, y in pairs(x) do
    if type(y) == "table" or type(y) == "function" then
      check.fail(path, "expected texts, got %s", check.got(y))
    end
    out[key] = type(y) == "boolean" and value.text(y) or type(y) == "number" and kit.number(y) or y
  end
  return out
end

local function expand(text, path, options)
  local run = { args = words(options.args, "args"), folders = words(options.folders, "folders",
    true), env = words(options.env, "env"), macros = {}, spaces = {}, yaml = {}, unread = {},
    elements = 0, depth = 0, file = path }
  local out = {}
  grammar.begin()
  expand_plain(scope.new(nil, run), xml.read(text, path), out)
  if #run.unread > 0 then error({ table.concat(run.unread, "\n", 1, math.min(#run.unread, 20)) }, 0)
  end
  return xml.text(out[1])
end

-- text -> URDF; what is wrong with it raises with its file and line
local function expanded(text, path, options)
  local ok, x = check.try(expand, text, path, options)
  if ok then return x end
  if type(x) == "table" and x[1] then kit.raise(x[1]) end
  error(x, 0)
end

local function read(path, options)
  local text, why, code = kit.read(path, MOST_BYTES)
  if not text then return nil, why, code end
  return expanded(text, path, options or {})
end

-- for li.urdf of a .xacro: a robot has a link
function kit.xacro.read(path, options)
  local text, why, code = read(path, options)
  if text and not text:find "<link[%s/>]" then
    kit.raise(path .. ": no <link> is left once macros are expanded: does another file call them?")
  end
  return text, why, code
end

local FIELDS = { args = true, folders = true, env = true }

check.define(li, {
  { "xacro(path: path [, options: table]) -> str",
    "The URDF that a xacro file stands for: properties, macros with blocks and defaults, if and "
    .. "unless, includes (ns too), ${..} with Python's arithmetic, lists, dictionaries, texts and "
    .. "xacro.load_yaml, $(arg x), $(find package), $(env X), $(eval ..). options: args = {prefix "
    .. "= 'left_'}; folders: where packages are (else: above the file); env = {X = '1'}. Mistakes "
    .. "raise with file and line, and so does, listed by line, what is Python beyond that. nil, "
    .. "message, code where the file cannot be read. li.urdf reads .xacro by this.",
    "select(3, li.xacro \"nowhere.xacro\") --> EIO",
    function(path, options)
      if options then check.keys(options, "options", FIELDS) end
      return read(path, options)
    end },
  { "xacro_text(text: str [, options: table]) -> str", "The same from text.",
    "(li.xacro_text([[<robot name='${1 + 2}'/>]]):match 'name=.*') --> name=\"3\"/>\n",
    function(text, options)
      if options then check.keys(options, "options", FIELDS) end
      return expanded(text, "xacro", options or {})
    end },
})
