-- check.lua - functions and tables of the Lua half checked as strictly as those of the C half
--
-- Functions: the same row as in C, {sig, text, example, f}; help, stubs and tests read it, and f is
-- only called with arguments its signature allows (tables where a vec or mat is asked have become
-- one, integers are integers).
--
--   check.define(li, {
--     { "robot(spec: table) -> robot", "A robot from ...", "li.robot{...} --> ...",
--       function(spec) ... end },
--   })
--
-- Descriptions: strict keys, every complaint with its path and the user's line.
--
--   local body = check.fields(spec.bodies[2], "bodies[2]", {
--     name  = "str",                              -- any type a signature knows, "a|b" for either
--     joint = "fixed|revolute|prismatic",         -- words
--     mass  = { "num?", min = 0 },          -- "?": may be left out; min, above, max bound a number
--     com   = { "vec3", default = { 0, 0, 0 } },
--     -- anything else: returns the value, or check.fail(path, ...)
--     inertia = function(value, path) ... end,
--   })
local kit = require "liaison.core"._internal

local check = {}

-- raise "<the user's file:line>: <path>: <text>"
function check.fail(path, ...)
  local text = kit.format(...)
  kit.raise(path and path ~= "" and path .. ": " .. text or text)
end

local function kept(ok, why, ...)
  if not ok and (tostring(why):find "out of memory" or tostring(why):find "interrupted!") then
    error(why, 0)
  end
  return ok, why, ...
end

-- pcall for what may be refused and done without: that memory is out, or a Ctrl-C, is passed on
function check.try(f, ...) return kept(pcall(f, ...)) end

-- a table with all tables in it, anything else as it is
function check.copy(x)
  if type(x) ~= "table" then return x end
  local out = {}
  for key, y in pairs(x) do out[key] = check.copy(y) end
  return out
end

-- the text itself, or saved under a path (it appears there only once it is whole): true; a file
-- that cannot be written raises
function check.give(text, path)
  if path == nil then return text end
  return kit.save(path, text)
end

function check.define(t, rows)
  for _, row in ipairs(rows) do kit.define(t, row) end
end

-- what came, for "got ..."
function check.got(x)
  local class = kit.class(x)
  if class then return "a " .. class end
  if type(x) == "number" then return kit.number(x) end
  if type(x) == "string" then return ("the string '%.32s'"):format(x) end
  if x == nil or type(x) == "boolean" then return tostring(x) end
  return "a " .. type(x)
end

-- " (did you mean 'mass'?)", or where nothing is near " (there are: a, b)", or "" where these are
-- many
local function hint(got, names)
  local near = type(got) == "string" and kit.nearest(got, names)
  if near then return (" (did you mean '%s'?)"):format(near) end
  local list = {}
  for key in pairs(names) do
    if type(key) == "string" and not key:find "^__" then list[#list + 1] = key end
  end
  kit.sort(list)
  return #list > 0 and #list <= 16
    and (" (there %s: %s)"):format(#list == 1 and "is" or "are", table.concat(list, ", ")) or ""
end
check.hint = hint

-- bodies[2].mass; the key itself where the path is empty
local function join(path, key)
  if type(key) == "number" then return ("%s[%d]"):format(path, key) end
  return path == "" and tostring(key) or path .. "." .. tostring(key)
end
check.join = join

-- no key but those in `allowed` (its keys); plain[path] says what the table is
function check.keys(t, path, allowed)
  for key in pairs(t) do
    if type(key) ~= "string" then
      check.fail(path, "unknown entry [%s], expected named fields", check.got(key))
    elseif allowed[key] == nil then
      check.fail(path, "unknown key '%s'%s", key, hint(key, allowed))
    end
  end
end

-- a name that a line of text can show: without control characters, which a terminal would obey
function check.name(x, path)
  if type(x) ~= "string" then check.fail(path, "expected a name, got %s", check.got(x)) end
  if x:find "[%z\1-\31\127]" or x:find "\194[\128-\159]" then
    check.fail(path, "a name has no control characters")
  end
  return x
end

-- names as a list of texts: "q1 q2", or a list; example shows how, where it is neither; nil: nil
function check.words(x, path, example)
  if x == nil then return nil end
  local list = {}
  if type(x) == "string" then
    for word in x:gmatch "[^%s,]+" do list[#list + 1] = word end
    return list
  end
  if type(x) ~= "table" then check.fail(path, "expected names, %s, or a list of them", example) end
  for i = 1, #x do list[i] = tostring(x[i]) end
  return list
end

-- methods by the names of classes made here
check.classes = {}

local checkers = {}

-- "num|str?" -> its check and whether nil is allowed
local function checker(kind)
  local c = checkers[kind]
  if not c then
    local bare = kind:match "^(.-)%?$"
    c = { kit.checker(bare or kind), bare ~= nil }
    checkers[kind] = c
  end
  return c[1], c[2]
end

local function bounded(x, path, rule)
  local wrong = rule.min and x < rule.min and ">= " .. kit.number(rule.min)
    or rule.above and x <= rule.above and "> " .. kit.number(rule.above)
    or rule.max and x > rule.max and "<= " .. kit.number(rule.max)
  if wrong then check.fail(path, "expected a number %s, got %s", wrong, kit.number(x)) end
end

-- the value as its rule wants it
function check.value(x, path, rule)
  if type(rule) == "function" then return rule(x, path) end
  local kind = rule
  if type(rule) == "table" then
    kind = rule[1]
    if x == nil then x = rule.default end
  end
  local test, optional = checker(kind)
  if x == nil and optional then return nil end
  local value, complaint, where = test(x)
  if complaint then check.fail(path .. where, "%s", complaint) end
  if type(rule) == "table" and type(value) == "number" then bounded(value, path, rule) end
  return value
end

-- a new table of the fields the schema names, each checked
function check.fields(t, path, schema)
  if type(t) ~= "table" then check.fail(path, "expected a table, got %s", check.got(t)) end
  check.keys(t, path, schema)
  local out, names = {}, {}
  for key in pairs(schema) do names[#names + 1] = key end
  kit.sort(names) -- the first complaint is the same on every run
  for _, key in ipairs(names) do
    out[key] = check.value(rawget(t, key), join(path, key), schema[key])
  end
  return out
end

-- The same for fields that have other names too. names: { {"mass", "m"}, .. }: what the field m of
-- the schema is called in all descriptions, the first of several first; all are taken. Returns the
-- fields as the schema has them, and for complaints the name of each as its user wrote it, or as it
-- is called where it was not given
function check.named(t, path, schema, names)
  if type(t) ~= "table" then check.fail(path, "expected a table, got %s", check.got(t)) end
  local allowed, plain, said, means = {}, {}, {}, {}
  for key in pairs(schema) do allowed[key], said[key] = true, key end
  for i = #names, 1, -1 do
    local name, key = names[i][1], names[i][2]
    if schema[key] ~= nil then allowed[name], said[key], means[name] = true, name, key end
  end
  check.keys(t, path, allowed)
  for name, x in pairs(t) do
    local key = schema[name] == nil and means[name] or name
    if plain[key] ~= nil then
      local first, second = said[key], name
      if second < first then first, second = second, first end
      check.fail(join(path, second), "%s and %s say the same: give one", first, second)
    end
    plain[key], said[key] = x, name
  end
  local out, keys = {}, {}
  for key in pairs(schema) do keys[#keys + 1] = key end
  kit.sort(keys)
  for _, key in ipairs(keys) do
    out[key] = check.value(plain[key], join(path, said[key]), schema[key])
  end
  return out, said
end

-- a list, every entry by the rule (as in check.value); least: how many at least
function check.list(t, path, rule, least)
  if type(t) ~= "table" then check.fail(path, "expected a list, got %s", check.got(t)) end
  local n, out = #t, {}
  for key in pairs(t) do
    if type(key) ~= "number" or key < 1 or key > n or key % 1 ~= 0 then
      check.fail(path, "unknown key '%s' in a list of %d", tostring(key), n)
    end
  end
  if n < (least or 0) then check.fail(path, "expected at least %d entries, got %d", least, n) end
  for i = 1, n do out[i] = check.value(t[i], join(path, i), rule) end
  return out
end

local function missing(name)
  return function(methods, key)
    check.fail(nil, "%s has no method '%s'%s", name, tostring(key), hint(key, methods))
  end
end

-- A class whose objects are tables: class.new(fields) makes one, signatures may say its name.
-- Methods are rows ("run:plot(file: str)"), operators too ("run.__add(a: run, b: run) -> run").
-- Fields are what the object's own table holds; unknown names raise with a hint, on reading and on
-- writing.
function check.class(name, text, rows)
  local methods = setmetatable({}, { __index = missing(name) })
  check.classes[name] = methods
  local mt = { __index = methods, __name = name, __metatable = name }
  function mt.__newindex(_, key)
    check.fail(nil, "%s has no field '%s' that could be assigned", name, tostring(key))
  end
  function mt.__concat(a, b) return tostring(a) .. tostring(b) end
  kit.class_of_lua(name, mt, text)
  for _, row in ipairs(rows) do kit.define(row[1]:find("^[%w_]+%.__") and mt or methods, row) end
  local told = mt.__tostring
  if told then mt.__tostring = function(x) return kit.said(told(x)) end end
  return { name = name, methods = methods,
    new = function(fields) return setmetatable(fields, mt) end }
end

return check
