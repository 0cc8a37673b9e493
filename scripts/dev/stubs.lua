-- stubs.lua - what the Lua language server should know of liaison, from the signatures
--
-- As a script (make runs it): writes lib/liaison/meta.lua. Loaded with the argument "text": returns
-- what it would write.
local li = require "liaison"
local help = require "liaison.app.help"
local fields_of = require "liaison.describe.fields"
local kit = li._internal

local TYPE = {
  num = "number", int = "integer", count = "integer", str = "string", path = "string",
    bool = "boolean", fn = "function", table = "table",
  any = "any", vec = "liaison.numbers", nums = "liaison.numbers", mat = "liaison.matrix",
    outvec = "liaison.vec",
  outmat = "liaison.mat", vec2 = "liaison.numbers", vec3 = "liaison.numbers",
    vec4 = "liaison.numbers",
  vec6 = "liaison.numbers", mat33 = "liaison.matrix", mat44 = "liaison.matrix",
    mat66 = "liaison.matrix",
}
local GIVEN = { vec = "liaison.vec", mat = "liaison.mat" } -- where a function returns one

help.rows() -- loads what is lazy, classes too
local classes = kit.classes()

local function type_of(word, given)
  if classes[word] then return (given or not TYPE[word]) and "liaison." .. word or TYPE[word] end
  return given and GIVEN[word] or TYPE[word] or given and "any" or '"' .. word .. '"'
end

local function union(words, given)
  local list, seen = {}, {}
  for _, word in ipairs(words) do
    local name = type_of(word, given)
    if not seen[name] then list[#list + 1] = name end
    seen[name] = true
  end
  return table.concat(list, "|")
end

-- "u: vec3, angle: num" or "rot|nil" -> { {type, name}, ... }
local function returns(text)
  local list = {}
  for part in (text or ""):gmatch "[^,]+" do
    local name, kind = part:match "^%s*([%w_]+):%s*([%w_|]+)"
    kind = kind or part:match "^%s*([%w_|]+)%s*$"
    local words = {}
    for word in (kind or "any"):gmatch "[^|]+" do
      words[#words + 1] = word == "nil" and "any" or word
    end
    list[#list + 1] = { union(words, true), name }
  end
  return list
end

local out
local function line(...) out[#out + 1] = string.format(...) end

-- the options of a function as a table type
local function fields(options)
  local list = {}
  for _, o in ipairs(options) do
    list[#list + 1] = ("%s?: %s"):format(o.name, o.integer and "integer" or "number")
  end
  return "{" .. table.concat(list, ", ") .. ", [string]: any}"
end

local function describe(row)
  local names = {}
  line ""
  for text in (row.text or ""):gmatch "[^\n]+" do line("---%s", text) end
  for _, param in ipairs(row.params) do
    local name = param.name == "end" and "end_" or param.name
    local kind = param.name == "options" and row.options and fields(row.options) or union(param)
    if row.name == "robot" then kind = kind:gsub("table", "liaison.description") end
    names[#names + 1] = name
    line("---@param %s%s %s", name, param.optional and "?" or "", kind)
  end
  for _, r in ipairs(returns(row.returns)) do
    line("---@return %s%s", r[1], r[2] and " " .. r[2] or "")
  end
  return table.concat(names, ", ")
end

local OPERATOR = { __add = "add", __sub = "sub", __mul = "mul", __div = "div", __pow = "pow",
  __unm = "unm", __len = "len",
  __mod = "mod", __call = "call" }

local function operators(name, rows)
  for _, row in ipairs(rows) do
    local op = row.owner == name and OPERATOR[row.own]
    local result = op and returns(row.returns)[1]
    if result and (op == "unm" or op == "len") then line("---@operator %s: %s", op, result[1])
    elseif result and op ~= "call" then line("---@operator %s(%s): %s", op, union(row.params[2]),
      result[1]) end
  end
end

local function class(name, rows)
  line ""
  line("---%s", classes[name].text or name)
  line("---@class liaison.%s", name)
  for field in (classes[name].field or ""):gmatch "%S+" do line("---@field %s any", field) end
  if name == "vec" then line "---@field [integer] number" end
  if name == "mat" then line "---@field [integer] liaison.vec" end
  operators(name, rows)
  line("local %s = {}", name)
  for _, row in ipairs(rows) do
    if row.method and row.owner == name then
      line("function %s:%s(%s) end", name, row.own, describe(row))
    end
  end
end

-- a namespace that may be called: li.frame(R, p) beside li.frame.dh(...)
local function overload(row)
  local params, results = {}, {}
  for _, param in ipairs(row.params) do
    params[#params + 1] = ("%s%s: %s"):format(param.name, param.optional and "?" or "",
      union(param))
  end
  for _, r in ipairs(returns(row.returns)) do results[#results + 1] = r[1] end
  line("---%s", row.text or row.name)
  line("---@overload fun(%s)%s", table.concat(params, ", "),
    results[1] and ": " .. table.concat(results, ", ") or "")
end

-- namespaces before what stands in them
local function functions(rows)
  local by_name, seen = {}, {}
  for _, row in ipairs(rows) do by_name[row.name] = not row.method and row or nil end
  local function namespace(path)
    if seen[path] then return end
    seen[path] = true
    line ""
    if by_name[path] then overload(by_name[path]) end
    line("li.%s = {}", path)
  end
  for _, row in ipairs(rows) do
    local path = not row.method and not row.own:find "^__" and row.owner or ""
    for stop in path:gmatch "[^.]+()" do namespace(path:sub(1, stop - 1)) end
  end
  for _, row in ipairs(rows) do
    if not row.method and not row.own:find "^__" and not seen[row.name] then
      line("function li.%s(%s) end", row.name, describe(row))
    end
  end
end

-- the tables of a description; a frame of one is no liaison.frame
local CLASS = { robot = "description", frame = "place" }

local function descriptions()
  for _, t in ipairs(fields_of.tables()) do
    line ""
    line("---%s", t.text)
    line("---@class liaison.%s", CLASS[t.name] or t.name)
    for _, f in ipairs(t.fields) do
      local unit = f.unit ~= "" and " (" .. f.unit .. ")" or ""
      line("---@field %s? %s %s%s", f.name, f.lua, f.text, unit)
    end
  end
end

local function text()
  local rows, names = help.rows(), {}
  out = {}
  line("-- meta.lua - what the Lua language server knows of liaison: written by make from the "
    .. "signatures (scripts/dev/stubs.lua)")
  line "---@meta liaison"
  line ""
  line "-- luacheck: ignore"
  line ""
  line "---@alias liaison.numbers number[]|liaison.vec"
  line "---@alias liaison.matrix number[][]|liaison.mat"
  line "---@alias liaison.value number|string|liaison.expr"
  descriptions()
  for name in pairs(classes) do
    if not name:find "workspace$" then names[#names + 1] = name end
  end
  table.sort(names)
  for _, name in ipairs(names) do class(name, rows) end
  line ""
  line "---@class liaison"
  for _, c in ipairs(kit.constants) do line("---@field %s %s %s", c[1], type(li[c[1]]), c[2]) end
  line "local li = {}"
  functions(rows)
  line ""
  line "return li"
  return table.concat(out, "\n") .. "\n"
end

if ... == "text" then return text() end
local name = "lib/liaison/meta.lua"
local f = assert(io.open(name .. ".new", "w"))
f:write(text())
f:close()
assert(os.rename(name .. ".new", name))
