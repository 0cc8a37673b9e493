-- test_describe_poses.lua - a pose told as a matrix: nine or sixteen numbers, rows or flat; one
-- complaint for one mistake
local t = require "t"
local li = require "liaison"

local function body(frame)
  return { bodies = { { name = "a", joint = "revolute", mass = 1, inertia = { 1, 1, 1 },
    frame = frame } } }
end

local c, s = math.cos(0.3), math.sin(0.3)

t.test("the same pose in rows and flat, with and without a place, as an object", function()
  local function placed(frame) return li.robot(body(frame)):fk({ 0 }, "a") end
  local turned = { { c, -s, 0 }, { s, c, 0 }, { 0, 0, 1 } }
  local want = li.frame(li.rot.z(0.3), { 0, 0, 0 })
  t.ok(placed(turned):near(want))
  t.ok(placed { c, -s, 0, s, c, 0, 0, 0, 1 }:near(want))
  t.ok(placed(li.mat(turned)):near(want))
  want = li.frame(li.rot.z(0.3), { 5, 6, 7 })
  t.ok(placed { { c, -s, 0, 5 }, { s, c, 0, 6 }, { 0, 0, 1, 7 }, { 0, 0, 0, 1 } }:near(want))
  t.ok(placed { c, -s, 0, 5, s, c, 0, 6, 0, 0, 1, 7, 0, 0, 0, 1 }:near(want))
  t.ok(placed(want):near(want))
end)

t.test("one complaint for one mistake, with its place", function()
  local function refused(frame, pattern)
    local message = t.raises(pattern, li.robot, body(frame))
    t.eq(message:find("complaints", 1, true), nil, message)
  end
  refused({ { 1, 0, 0 }, { 0, "a", 0 }, { 0, 0, 1 } },
    "bodies%[1%].frame: a matrix here is of numbers")
  refused({ 1, 0, 0, 0, "a", 0, 0, 0, 1 }, "bodies%[1%].frame: a matrix here is of numbers")
  refused({ { 1, 0, 0 }, { 0, 1 }, { 0, 0, 1 } },
    "bodies%[1%].frame%[2%]: expected 3 numbers, got 2")
  refused({ { 1, 0, 0 }, { 0, 1, 0, 3 }, { 0, 0, 1 } },
    "bodies%[1%].frame%[2%]: expected 3 numbers, got 4")
  refused({ { 1, 0, 0 }, { 0, 1, 0 }, 7 }, "bodies%[1%].frame%[3%]: expected 3 numbers, got 7")
  refused({ { 1, 0, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1, 0 }, { 0, 0, 0, 1 } },
    "bodies%[1%].frame%[2%]: expected 4 numbers, got 3")
  refused({ 1, 2, 3 }, "bodies%[1%].frame: expected 9 numbers, got 3")
  refused({ { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 2 } }, "bodies%[1%].*this is no rotation")
end)

t.done()
