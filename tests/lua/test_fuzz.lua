-- test_fuzz.lua - every function called with every kind of nonsense: an error at our line or a
-- defined result, never a crash
--
-- FUZZ_CALLS random calls of every function (4), of slow ones as many as fit into FUZZ_SECONDS,
-- but 25 (`make check` asks for 0.1 s under the sanitizers); `make fuzz` asks for 10000 however
-- long it takes (after two minutes of one function its models are as small as can be). But for
-- these the calls of a function are the same every time on the same Lua (FUZZ_SEED=2 makes others);
-- FUZZ_ONLY=rot. looks at names that start so, FUZZ_FROM=rot.exp at that one and those told after
-- it; FUZZ_TELL=1 says at once how long each took.
local t = require "t"
local li = require "liaison"
local kit = li._internal

local CALLS = tonumber(os.getenv "FUZZ_CALLS") or 4
local LEAST = math.min(25, CALLS)
local SECONDS = tonumber(os.getenv "FUZZ_SECONDS") or math.huge
local SEED = tonumber(os.getenv "FUZZ_SEED") or 1
local ONLY, FROM, TELL = os.getenv "FUZZ_ONLY" or "", os.getenv "FUZZ_FROM" or "",
  os.getenv "FUZZ_TELL"
local unpack = table.unpack or unpack

-- Park and Miller's generator: another start for each function and on each Lua
local state
local function random(n)
  state = state * 16807 % 2147483647
  return state % n + 1
end
local function start(name)
  state = SEED * 7919 + (rawget(_G, "jit") and 1 or 0)
  for i = 1, #name do state = (state * 131 + name:byte(i)) % 2147483646 + 1 end
end
local function pick(list) return list[random(#list)] end

---- values of all kinds ----

local NUMBERS = { 0, 1, -1, 0.5, 2, 3, -2.5, 0.3, 1.5707963267948966, 3.141592653589793, 1e-9, 7,
  10 }
local WILD = { 0 / 0, 1 / 0, -1 / 0, 1e308, -1e308, 5e-324, 2 ^ 31, 2 ^ 31 - 1, -2 ^ 31, 2 ^ 53,
  2 ^ 63, -0.0, 1e-300, 100000 }
local STRINGS = { "", "xyz", "zxz", "x", "a\0b", "%s%n%d", "fixed", "one", ("long"):rep(1000),
  "\255\254", "12" }
local NOWHERE = "no/such/folder/file"

local function number() return random(10) == 1 and pick(WILD) or pick(NUMBERS) end

local function numbers(n)
  local list = {}
  for i = 1, n do list[i] = number() end
  return list
end

local function rows(n, m)
  local list = {}
  for i = 1, n do list[i] = numbers(m) end
  return list
end

local examples = {} -- class -> functions that give an object of it
local classes = {} -- all of them
local made = {} -- class -> objects, made when asked for, thrown away now and then

local trap = setmetatable({ 1, 2, 3 }, {
  __index = function() error({}) end, __len = function() error({}) end,
    __newindex = function() error({}) end,
  __tostring = function() error({}) end, __eq = function() error({}) end,
    __add = function() error({}) end,
  __call = function() error({}) end, __concat = function() error({}) end, __metatable = false,
})

local function cyclic()
  local c = { 1, 2, 3 }
  c[random(4)] = c
  return c
end

-- an object of the class, used before or fresh from an example
local function object(class)
  local list = made[class] or {}
  made[class] = list
  if #list < 3 then
    local ok, x = pcall(pick(examples[class])) -- an example may need what another one left behind
    if ok and kit.class(x) == class then list[#list + 1] = x end
  end
  if not list[1] then return li.vec { 1 } end
  return pick(list)
end

local INFINITE = li.vec { 1e308, -1e308, 1 } * 10 -- with infinities inside
local function any_object()
  local k = random(#classes + 2)
  return classes[k] and object(classes[k]) or k == #classes + 1 and INFINITE or li.vec {}
end

local function closed()
  local x = any_object()
  if pcall(function() return x.close end) then pcall(x.close, x) end
  return x
end

local NASTY = {
  function() return nil end, function() return true end, function() return pick(WILD) end,
    function() return pick(WILD) end,
  function() return pick(STRINGS) end, function() return {} end,
  function() return numbers(random(8) - 1) end,
  function() return rows(random(4), random(4)) end, function() return { { 1, 2 }, { 3 } } end,
  cyclic,
  function() return { cyclic(), cyclic() } end, function() return trap end,
  function() return { 1, nil, 3 } end,
  function() return { x = 1, 2 } end, function() return { [2 ^ 53] = 1, [-1] = 2 } end,
  function() return print end,
  function() return function() error { "an object" } end end,
  function() return coroutine.create(print) end,
  function() return io.stdout end, closed, any_object, any_object,
  function() return li end, function() return { li.vec { 1, 2, 3 }, any_object() } end,
}
if rawget(_G, "jit") then
  local ffi = require "ffi"
  NASTY[#NASTY + 1] = function() return ffi.new "int64_t[3]" end
  NASTY[#NASTY + 1] = function() return ffi.new("int64_t", 12) end
end

-- sizes that often agree with each other
local function size() return pick { 3, 3, 3, 3, 2, 2, 2, 1, 4, 6 } end

-- what a parameter of that type would like
local LIKED = {
  num = function() return pick(NUMBERS) end,
  int = function() return random(9) - 3 end,
  count = function() return random(7) - 1 end,
  str = function() return pick(STRINGS) end, path = function() return pick(STRINGS) end,
  bool = function() return random(2) == 1 end,
  fn = function() return pick { math.sin, function() return 1 end, function() return { 1, 2 } end,
    function(x) error(x) end, function(x) return x end } end,
  table = function() return pick { {}, numbers(3), rows(2, 2), { name = "a" }, { 1, "a", {} } } end,
  any = function() return pick(NASTY)() end,
  mat = function() return rows(size(), size()) end,
  nums = function() return numbers(size()) end,
  outvec = function() return li.zeros(size()) end,
  outmat = function() return li.zeros(size(), size()) end,
}
LIKED.vec = LIKED.nums
for _, n in ipairs { 2, 3, 4, 6 } do
  LIKED["vec" .. n] = function() return pick { numbers(n), li.zeros(n):fill(0.3) } end
end
for _, n in ipairs { 3, 4, 6 } do
  LIKED[("mat%d%d"):format(n, n)] =
    function() return pick { li.eye(n), rows(n, n), numbers(n * n) } end
end

---- the functions ----

local tried = {}

local function learn(x, again)
  local class = kit.class(x)
  if not class then return end
  if not examples[class] then
    examples[class] = {}
    classes[#classes + 1] = class
  end
  table.insert(examples[class], again)
end

-- what an expression gives
local function try_expression(code)
  if tried[code] then return end
  tried[code] = true
  local ok, _, results = pcall(t.run, code)
  for i = 1, ok and results.n or 0 do
    learn(results[i], function() return (select(2, t.run(code)))[i] end)
  end
end

-- what statements keep in their variables
local function variables(code)
  local env = setmetatable({ li = li, print = function() end }, { __index = _G })
  local chunk = load(code:gsub("%f[%w]local%s+(%a)", "%1"), "=example", "t", env)
  if chunk then pcall(chunk) end
  return env
end

local function try_statements(code)
  local env, names = variables(code), {}
  for name in pairs(env) do names[#names + 1] = name end
  table.sort(names)
  for _, name in ipairs(names) do
    learn(rawget(env, name), function() return rawget(variables(code), name) end)
  end
end

local function example_of(row) return row.example and row.example:match "^(.-)%s*%-%->" or "" end

-- what the expression at `at` gives there: after as many of the example's statements before it as
-- make it run
local function inside(code, at, expression)
  local ends = { 0 }
  for stop in code:sub(1, at):gmatch "()%f[%w]return%f[%W]" do ends[#ends + 1] = stop - 1 end
  for stop in code:sub(1, at):gmatch "[;\n]()" do ends[#ends + 1] = stop - 1 end
  table.sort(ends)
  for k = #ends, 1, -1 do
    local ok, _, results = pcall(t.run, code:sub(1, ends[k]) .. " return " .. expression)
    if ok then return results end
  end
  return {}
end

-- the object the example calls the method of
local function example_receiver(row)
  local code, class, name = example_of(row), row.name:match "^(.*)[:](.*)$"
  local stop = class and code:find(":" .. name, 1, true)
  for from in (stop and code:sub(1, stop - 1) or ""):gmatch "()%f[%w_][%a_]" do
    local x = inside(code, from - 1, code:sub(from, stop - 1))[1]
    if kit.class(x) == class then return x end
  end
end

-- what examples give, and what stands before their colons: "li.spline{...}:at(2)" shows how to get
-- a spline
local function find_examples()
  for _, row in ipairs(li.signatures()) do
    local code = example_of(row)
    try_expression(code)
    if code:find "=" then try_statements(code) end
    for from in code:gmatch "()li%." do
      for colon in code:gmatch "():" do
        if colon > from then try_expression(code:sub(from, colon - 1)) end
      end
    end
  end
  for _, row in ipairs(li.signatures()) do
    local class = row.name:match "^([^:]+):"
    if class and not examples[class] then
      learn(example_receiver(row), function() return example_receiver(row) end)
    end
  end
  table.sort(classes)
end

-- the arguments of the example, as one that works
local function example_arguments(row)
  local code, name = example_of(row), row.name:match "[^.:]+$"
  if name == "__call" then name = "return%s+[%a_][%w_]*" end -- the object itself is called
  for _, form in ipairs { "%b()", "%b{}", "['\"].-['\"]", "%[%[.-%]%]" } do
    local at, inner = code:match("()%f[%w_]" .. name .. "%s*(" .. form .. ")")
    if inner then return inside(code, at - 1, inner:match "^%((.*)%)$" or inner) end
  end
  return {}
end

local OPERATOR = {
  __add = function(a, b) return a + b end, __sub = function(a, b) return a - b end,
    __mul = function(a, b) return a * b end,
  __div = function(a, b) return a / b end, __pow = function(a, b) return a ^ b end,
    __unm = function(a) return -a end,
  __len = function(a) return #a end, __tostring = tostring, __mod = function(a, b) return a % b end,
  __lt = function(a, b) return a < b end, __le = function(a, b) return a <= b end,
    __call = function(a, ...) return a(...) end,
}

local function resolve(row)
  local operator = OPERATOR[row.name:match "[^.]+$"]
  if operator then return operator end
  local class, method = row.name:match "^([^:]+):(.+)$"
  if class then
    return examples[class] and object(class)[method]
  end
  local f = li
  for part in row.name:gmatch "[^.]+" do f = f[part] end
  return f
end

-- the types of the parameters, the receiver's first: { {"num", "vec3"}, ... }
local function parameters(row)
  local list = row.method and { { row.name:match "^[^:]+", receiver = true } } or {}
  for _, param in ipairs(row.params) do
    param.file = param.name == "file" or param.name == "path"
    param.owner = row.name:match "^(.*)%.__"
    for _ = 1, param.rest and 3 or 1 do list[#list + 1] = param end
  end
  return list
end

-- what a simulation to t = 1e308, or from a speed of 1e15, costs is known beforehand: max_steps of
-- them
local LONG = { ["run:resume"] = true, ["run:fork"] = true, ode = true, simulate = true,
  sweep = true }
for _, class in ipairs { "model", "equations", "kane", "system" } do
  LONG[class .. ":simulate"] = true
end

-- the ten steps in symbols take half a second for six bodies one behind the other, and without end
-- for more
local SMALL = { ["model:kane"] = 3 }
local PATIENCE = 120
-- of the function that is called: calls with large models have taken long enough
local tired = false

local function tame(row, x)
  local most = tired and 1 or SMALL[row.name]
  if most and kit.class(x) == "model" then
    local open, n = pcall(function() return #x:coordinates() end)
    return open and n > most and li.planar { 1 } or x
  end
  if not LONG[row.name] then return x end
  if type(x) == "number" and math.abs(x) > 10 and math.abs(x) < math.huge then return 10 end
  if type(x) == "table" and getmetatable(x) == nil then
    for k = 1, #x do x[k] = x[k] ~= x and tame(row, x[k]) end
  end
  return x
end

local function value(alternatives)
  if alternatives.file then return NOWHERE end
  local owner = alternatives.owner
  if examples[owner] and random(3) > 1 then return object(owner) end
  local kind = pick(alternatives)
  if LIKED[kind] and not alternatives.receiver then return LIKED[kind]() end
  if examples[kind] then return object(kind) end
  return kind -- a word
end

local NIL = {} -- stands for nil in a list

-- 40 candidates for every parameter, renewed now and then: cheap, and of all kinds
local function candidates(row, params)
  local list, known = {}, example_arguments(row)
  local shift = params[1] and params[1].receiver and 1 or 0
  known[0] = shift == 1 and example_receiver(row) or nil
  for i, alternatives in ipairs(params) do
    list[i] = {}
    for k = 1, 40 do
      if alternatives.file then list[i][k] = NOWHERE
      elseif k <= 16 and known[i - shift] ~= nil then list[i][k] = known[i - shift]
      elseif k <= (i == 1 and 36 or 28) then list[i][k] = value(alternatives)
      else list[i][k] = pick(NASTY)() end
      list[i][k] = tame(row, list[i][k])
      if list[i][k] == nil or k <= 16 and alternatives.optional and known[i - shift] == nil then
        list[i][k] = NIL
      end
    end
  end
  return list
end

local home = debug.getinfo(require "liaison.base.check".fail, "S").source:match "^@(.*)check%.lua$"

-- our own Lua must not stumble: an error that starts with one of our files is a bug of ours
local function stumbled(message)
  return type(message) == "string"
    and (message:sub(1, #home) == home or message:find "its function has room for")
end

local calls, complete = 0, 0

-- the calls that got through the argument checks
local function fuzz(row)
  start(row.name)
  made = {}
  local f, params = resolve(row), parameters(row)
  if not f then error("no example gives a receiver for " .. row.name, 0) end
  local list, args, good, begin = nil, {}, 0, os.clock()
  tired = false
  for call = 1, CALLS do
    local spent = os.clock() - begin
    if call > LEAST and call % 10 == 0 and spent > SECONDS then return good end
    calls = calls + 1
    local tires = not tired and spent > PATIENCE
    if tires or call % 250 == 1 then
      tired = tired or tires
      made = {}
      list = candidates(row, params)
    end
    local n = random(8) == 1 and random(#params + 2) - 1 or #params
    -- the arguments of the example, but for this one
    local only = random(2) == 1 and random(#params + 1)
    for i = 1, n do
      args[i] = list[i] and (only and i ~= only and list[i][1] or pick(list[i])) or pick(NASTY)()
      if rawequal(args[i], NIL) then args[i] = nil end
    end
    local ok, message = pcall(f, unpack(args, 1, n))
    good = good + (ok and 1 or 0)
    if not ok and stumbled(message) then
      error(row.name .. " call " .. call .. ": " .. message, 0)
    end
    if call % 1000 == 0 then collectgarbage() end
  end
  complete = complete + 1
  return good
end

local quiet, useful, before = print, {}, kit.mem_live()
local function silence(...) return select("#", ...) end
start ""
find_examples()
local begun = FROM == ""
for _, row in ipairs(kit.rows()) do
  begun = begun or row.name == FROM
  if begun and row.name:sub(1, #ONLY) == ONLY then
    t.test("random calls of " .. row.name, function()
      print = silence -- luacheck: ignore
      local begin, count = os.clock(), calls
      local ok, good = pcall(fuzz, row)
      print = quiet -- luacheck: ignore
      if TELL then
        io.stderr:write(("%8.2f s %6d calls, %6s good  %s\n"):format(os.clock() - begin,
          calls - count, ok and good or "-", row.name))
      end
      if not ok then error(good, 0) end
      useful[#useful + 1] = { row.name, good }
    end)
  end
end

t.test("nothing is left behind", function()
  made = {}
  if rawget(_G, "jit") then jit.flush() end -- traces hold on to what they were compiled with
  for _ = 1, 5 do collectgarbage() end -- equations, then what is known of them, then their pool
  t.eq(kit.mem_live(), before)
end)

-- a function that never succeeds was not tested: its arguments were never right
-- they tell what to write instead, whatever they are given
local REFUSED = { ["expr.__lt"] = true, ["expr.__le"] = true }
for _, u in ipairs(useful) do
  if u[2] == 0 and not REFUSED[u[1]] then
    quiet(("%s: no call of %d got through the argument checks"):format(u[1], CALLS))
  end
end
quiet(("%d functions, %d calls; %d functions were called %d times"):format(#useful, calls, complete,
  CALLS))
t.done()
