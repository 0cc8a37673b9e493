-- test_online.lua - the shortest motions on line, from Lua
local t = require "t"
local li = require "liaison"

local LIMITS = { v = 3, a = 10, j = 60 }

t.test("rest to rest is the S-curve: D/v + v/a + a/j", function()
  local curve, info = li.online { limits = LIMITS }:plan({ 0 }, { 2 })
  t.near(info.duration, 2 / 3 + .3 + 1 / 6, 1e-14)
  t.near(curve.last, info.duration)
  t.near((curve:at(curve.last)), { 2 }, 1e-12)
  t.near(info.alone, { info.duration })
end)

t.test("axes end together, signs of limits differ, states are tables", function()
  local o = li.online { limits = { v = { { -1, -2 }, { 2, 1 } }, a = { -4, 5 }, j = 30 } }
  local curve, info = o:plan({ p = { 0, 0 }, v = { 0.5, 0 } }, { p = { 1, -1 }, v = { 0, -1 } })
  local p, v = curve:at(info.duration)
  t.near(p, { 1, -1 }, 1e-12)
  t.near(v, { 0, -1 }, 1e-12)
  local least, most = curve:extremes(2)
  t.ok(least[1] >= -4 - 1e-12 and least[2] >= -4 - 1e-12)
  t.ok(most[1] <= 5 + 1e-12 and most[2] <= 5 + 1e-12)
end)

t.test("a loop of steps arrives when the plan does", function()
  local o = li.online { limits = LIMITS, cycle = 0.01 }
  local state, left, steps = { p = { 0 } }, 1, 0
  while left > 0 and steps < 500 do
    state, left = o:step(state, { 2 })
    steps = steps + 1
  end
  t.eq(steps, 114)
  t.near(state.p, { 2 }, 1e-9)
end)

t.test("points on the way cost no time, velocity alone is a ramp", function()
  local o = li.online { limits = LIMITS }
  local _, info = o:through({ 0 }, { { 0.5 }, { 1.2 } }, { 2 })
  t.near(info.duration, 2 / 3 + .3 + 1 / 6, 1e-9)
  local v = li.online { limits = LIMITS, mode = "velocity" }
  local _, ramp = v:plan({ 5 }, { v = { 2 } })
  t.near(ramp.duration, 2 / 10 + 10 / 60, 1e-14)
end)

t.test("mistakes are named", function()
  t.raises("limits: unknown key 'w'", li.online, { limits = { w = 1 } })
  t.raises("sync", li.online, { limits = LIMITS, sync = "often" })
  local o = li.online { limits = { v = 1, a = 1, j = 1 } }
  t.raises("axis 1: velocity 2 is outside its limits %-1 to 1",
    function() return o:plan({ 0 }, { p = { 1 }, v = { 2 } }) end)
  t.raises("to: expected 1 numbers, got 2", function() return o:plan({ 0 }, { 1, 2 }) end)
  t.raises("needs a cycle", function() return o:step({ 0 }, { 1 }) end)
end)

t.done()
