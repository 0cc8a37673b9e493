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

t.test("what is wrong with a placement is told of the field it was written in", function()
  local function told(text) return (text:gsub("%p", "%%%0")) end
  local function arm(place, values)
    local b = { name = "arm", joint = "revolute" }
    for key, x in pairs(place) do b[key] = x end
    return li.robot { bodies = { b } }:with(values or {}):fk { 0 }
  end
  local open = " is the symbol 'a': give it a value"
  local no_rotation = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 2 } }
  for _, row in ipairs {
    { "at[2]" .. open, { at = { 0, "a", 0 } } },
    { "at[3]" .. open, { at = { "b", 0, "a" } }, { b = 2 } },
    { "at[1] is the expression '2*b': give b a value", { at = { "a", 0, 0 } }, { a = "2*b" } },
    { "rpy[3]" .. open, { at = { 1, 2, 3 }, rpy = { 0, 1, "a" } } },
    { "place[2]" .. open, { place = { { "Tz", 1 }, { "Rx", "a" } } } },
    { "rpy[1]: 90 radians are", { rpy = { 90, 0, 0 } } },
    { "rot: this is no rotation", { rot = no_rotation } },
    { "place: this is no rotation", { place = { { "frame", no_rotation } } } },
  } do
    t.raises(told("bodies[1]." .. row[1]), arm, row[2], row[3])
  end
  t.raises(told("frames[1].at[1]" .. open), function()
    return li.robot { bodies = { { name = "arm", joint = "revolute" } },
      frames = { { name = "tip", body = "arm", at = { "a", 0, 0 } } } }:fk({ 0 }, "tip")
  end)
  t.raises(told("constraints[1].to_at[2]" .. open), function()
    return li.robot { bodies = { { name = "arm", joint = "revolute" } }, constraints = {
      { "distance", from = "world", to = "arm", to_at = { 0, "a", 0 }, length = 1 } } }:gaps { 0 }
  end)
end)

t.done()
