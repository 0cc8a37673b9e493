-- test_kit.lua - the binding kit from outside: places, hints, closed objects, nothing left in the
-- globals
local t = require "t"

local function names(x, seen)
  local list = {}
  for k, v in pairs(x) do
    list[#list + 1] = tostring(k)
    if type(v) == "table" and not seen[v] and k ~= "loaded" and k ~= "_G" then
      seen[v] = true
      for _, name in ipairs(names(v, seen)) do list[#list + 1] = k .. "." .. name end
    end
  end
  table.sort(list)
  return list
end

if rawget(_G, "jit") then require "ffi" end
local before = table.concat(names(_G, {}), " ")
local li = require "liaison"
local kit = li._internal

local function run(code)
  return select(2, pcall(assert(load(code, "=user.lua", "t",
    { li = li, pcall = pcall, coroutine = coroutine, select = select }))))
end

t.test("no global names, no monkey-patching, even after every example has run", function()
  for _, row in ipairs(li.signatures()) do
    local code = row.example and row.example:match "^(.-)%s*%-%->"
    if code then pcall(t.run, code) end
  end
  t.eq(table.concat(names(_G, {}), " "), before)
end)

t.test("an error names the user's line, the function and the argument", function()
  t.eq(run "\n\nlocal v = li.vec{1, 2, 'x'}",
    "user.lua:3: vec: argument 1 (x[3]): expected a finite number, got the string 'x'")
  t.eq(run "local v = li.vec({1}, 2)", "user.lua:1: vec: expected 1 argument, got 2")
  t.eq(run "local v = li.vec{0/0}",
    "user.lua:1: vec: argument 1 (x[1]): expected a finite number, got nan")
  t.eq(run "local v = li.zeros()",
    "user.lua:1: zeros: argument 1 (n) is missing: expected an integer >= 0")
  t.eq(run "local v = li.zeros(1, 2, 3, 4)",
    "user.lua:1: zeros: expected at most 2 arguments, got 4")
end)

t.test("a position is found even through pcall, and out of liaison's own Lua files", function()
  local results = run "local x = {pcall(li.vec, 5)} return x"
  t.eq(results[2], "user.lua:1: vec: argument 1 (x): expected numbers (a table or vec), got 5 "
    .. "(numbers go in braces: {0.3, -0.5})")
  t.eq(run "\nlocal x = li.apropos(5)",
    "user.lua:2: apropos: argument 1 (word): expected a string, got 5")
  t.eq(run "\nlocal x = li.nothing",
    "user.lua:2: liaison has no function 'nothing' (li.apropos searches all names)")
end)

t.test("in a coroutine too, though it be a function of ours or leave by a tail call", function()
  t.eq(run("local co = coroutine.create(function()\n local x = li.vec 'x' end) return "
    .. "select(2, coroutine.resume(co))"), "user.lua:2: vec: argument 1 (x): "
    .. "expected numbers (a table or vec), got the string 'x'")
  for _, code in ipairs { "\nlocal ok, why = pcall(coroutine.wrap(li.vec), 'x') return why",
    "\nlocal ok, why = pcall(coroutine.wrap(function(x) return li.vec(x) end), 'x') return why" } do
    t.eq(run(code),
      "user.lua:2: vec: argument 1 (x): expected numbers (a table or vec), got the string 'x'")
  end
  t.eq(run "\nlocal s = ('a'):gsub('a', function()\n return (li.vec 'x') end) return s",
    "user.lua:3: vec: argument 1 (x): "
    .. "expected numbers (a table or vec), got the string 'x'")
end)

t.test("a method without its object, an object of another class", function()
  t.eq(run "local v = li.vec{1} local x = v.norm()",
    "user.lua:1: vec:norm: called without its object (got nil first): write x:norm(...) with "
    .. "a colon")
  t.eq(run "local v = li.vec{1} local x = v.norm(li.eye(2))",
    "user.lua:1: vec:norm: called without its object (got a mat first): write x:norm(...) "
    .. "with a colon")
end)

t.test("names that were nearly right are hinted", function()
  t.eq(run "local x = li.vec{1}:nrom()",
    "user.lua:1: vec has no method 'nrom' (did you mean 'norm'?)")
  t.eq(run "local x = li.vecc", "user.lua:1: liaison has no function 'vecc' (did you mean 'vec'?)")
  t.eq(run "local x = li.num.roots",
    "user.lua:1: num has no function 'roots' (did you mean 'root'?)")
  t.eq(run "local x = li.vec{1}:norm 'maxx'",
    "user.lua:1: vec:norm: argument 1 (kind): expected 'one', 'max' or 'two', got the string "
    .. "'maxx' (did you mean 'max'?)")
end)

t.test("a string with anything in it is shown on one line", function()
  t.eq(run "local x = li.zeros('a\\nb\\0c')",
    "user.lua:1: zeros: argument 1 (n): expected an integer >= 0, got the string 'a?b'")
  t.ok(#run("local x = li.zeros(('x'):rep(1e6))") < 200)
end)

-- an object of every class the examples make
local function objects()
  local list = {}
  for _, row in ipairs(kit.rows()) do
    local code = row.example and row.example:match "^(.-)%s*%-%->" or ""
    for from in ("=" .. code):gmatch "()li%." do
      for colon in (code .. ":"):gmatch "():" do
        if colon > from - 1 then
          local ok, _, results = pcall(t.run, code:sub(from - 1, colon - 1))
          local class = ok and kit.class(results[1])
          if class then list[class] = list[class] or results[1] end
        end
      end
    end
  end
  return list
end

t.test("metatables are closed to the outside; == and .. work for every class", function()
  for class, x in pairs(objects()) do
    t.eq(getmetatable(x), class)
    if type(x) == "table" then t.raises("protected", setmetatable, x, {}) end
    t.ok(x == x and x ~= 1 and x ~= io.stdout, class) -- luacheck: ignore
    t.ok(("" .. x) == tostring(x) and #tostring(x) > 0, class)
    t.raises(class .. " has no field 'no_such_field' that could be assigned",
      function() x.no_such_field = 1 end)
    t.raises(class .. " has no method 'no_such_method'", function() return x.no_such_method end)
  end
end)

t.test("what is closed says so, and can be closed again", function()
  for class, x in pairs(objects()) do
    local has, close = pcall(function() return x.close end)
    if has and type(x) == "userdata" then
      local call = {}
      for _, row in ipairs(kit.rows()) do
        local own = row.method and row.name:match("^" .. class .. ":(.*)$")
        if own then call[#call + 1] = x[own] end
      end
      close(x)
      close(x)
      t.ok(tostring(x):find "closed", class)
      for _, f in ipairs(call) do t.raises("attempt to use a closed " .. class, f, x) end
      t.ok(x == x)
      collectgarbage()
    end
  end
end)

t.test("required again, or after a reset, it is the same library", function()
  local v = li.vec { 1, 2 }
  package.loaded["liaison.core"] = nil
  local again = require "liaison.core"
  t.ok(rawequal(again, li))
  t.eq(v, again.vec { 1, 2 })
end)

t.test("coroutines and other threads of the state see the same classes", function()
  local v = coroutine.wrap(function() return li.vec { 1 } + { 2 } end)()
  t.eq(v, li.vec { 3 })
end)

t.done()
