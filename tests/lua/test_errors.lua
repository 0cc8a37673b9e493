-- test_errors.lua - every folder of tests/errors: input.lua must raise expected.txt, word for word
--
-- newcomer_*: what people do in their first hour. Each message names the line and the cure, and
-- cured.lua, the script with that cure, runs.
--
-- A new case: a folder with input.lua; LIAISON_WRITE=1 writes what it raises into expected.txt, for
-- its author to read.
local t = require "t"

local function read(path)
  local f = io.open(path, "rb")
  local text = f and f:read "*a"
  if f then f:close() end
  return text
end

-- what scripts print is theirs
local function quietly(f)
  local was = print
  print = function() end -- luacheck: ignore
  local ok, message = pcall(f)
  print = was -- luacheck: ignore
  return ok, message
end

local function cases()
  local list = {}
  local p = assert(io.popen "ls tests/errors")
  for name in p:lines() do list[#list + 1] = name end
  p:close()
  return list
end

for _, name in ipairs(cases()) do
  t.test(name, function()
    local folder = "tests/errors/" .. name .. "/"
    local f = assert((loadstring or load)(read(folder .. "input.lua"), "@input.lua"))
    local ok, message = quietly(f)
    t.ok(not ok, "raises")
    if os.getenv "LIAISON_WRITE" then
      local out = assert(io.open(folder .. "expected.txt", "wb"))
      out:write(tostring(message), "\n")
      out:close()
    end
    t.eq(tostring(message) .. "\n", read(folder .. "expected.txt"), name)
  end)
end

local cured = 0
for _, name in ipairs(cases()) do
  if name:find "^newcomer_" then
    cured = cured + 1
    t.test(name .. ", cured", function()
      t.ok(read("tests/errors/" .. name .. "/expected.txt"):find "^input%.lua:%d+: ",
        "names the line")
      local f = assert((loadstring or load)(read("tests/errors/" .. name .. "/cured.lua"),
        "@cured.lua"))
      local ok, message = quietly(f)
      t.ok(ok, message)
    end)
  end
end
t.test("there are twenty typical mistakes at least", function() t.ok(cured >= 20) end)

t.done()
