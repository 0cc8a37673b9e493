-- test_describe_fuzz.lua - a short, always equal run of tests/fuzz/describe.lua; `make fuzz` runs
-- it for long
local t = require "t"
local li = require "liaison"

local fuzz = dofile "tests/fuzz/describe.lua"
local cases = { phrase = 500, urdf = 300, mjcf = 60, sdf = 150, srdf = 60, xacro = 200,
  robot = 500, definition = 300, maple = 300, dh = 300, file = 50, expr = 400, mesh = 1500 }

for _, way in ipairs(fuzz.ways) do
  t.test(way .. ": what holds, or an error for its user", function()
    local _, models = fuzz.run(way, cases[way], 4711)
    t.ok(models > 0)
  end)
end

t.test("nothing stays behind", function()
  collectgarbage()
  collectgarbage()
  local live = li._internal.mem_live()
  fuzz.run("urdf", 100, 12)
  fuzz.run("robot", 100, 12)
  collectgarbage()
  collectgarbage()
  t.ok(li._internal.mem_live() <= live)
end)

t.done()
