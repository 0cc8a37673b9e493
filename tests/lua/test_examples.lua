-- test_examples.lua - every function has an example, and it prints what its row says
local t = require "t"
local li = require "liaison"

-- that of Lua asks the locale
string.format = li._internal.format -- luacheck: ignore

local function trim(s) return (s:gsub("[ \t]+\n", "\n"):gsub("%s+$", "")) end

for _, row in ipairs(li.signatures()) do
  t.test("the example of " .. row.name, function()
    t.ok(row.text and row.text ~= "", "has a text")
    t.ok(row.example, "has an example")
    local code, want = row.example:match "^(.-)%s*%-%->%s?(.*)$"
    t.ok(code, "is 'code --> what it prints'")
    -- symbols x of examples before, which are coordinates there
    if code:find "vehicles%." then collectgarbage() collectgarbage() end
    t.eq(trim(t.run(code)), trim(want))
  end)
end

t.done()
