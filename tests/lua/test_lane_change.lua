-- test_lane_change.lua - lane changes between cones: where they stand, which is hit, the line that
-- bends least, passed and failed. What takes long runs only where LIAISON_LAW is all
local t = require "t"
local li = require "liaison"
local case = require "brushcar"
local cones = require "liaison.manoeuvres.cones"

local ALL = os.getenv "LIAISON_LAW" == "all"

t.test("cones stand where the standards say", function()
  -- ISO 3888-2: 12, 13.5, 11, 12.5, 12 m; 1.1 w + 0.25, w + 1, 3; offset 1 m. ISO 3888-1: 125 m
  local w, bases = 1.8, 2 * cones.radius
  local list, lanes = cones.of("iso3888-2", w, {})
  t.near({ lanes[1].to, lanes[2].from, lanes[2].to, lanes[3].from, lanes[3].to },
    { 12, 25.5, 36.5, 49, 61 }, 1e-12)
  for k, width in ipairs { 1.1 * w + 0.25, w + 1, 3 } do
    t.near(lanes[k].left - lanes[k].right, width, 1e-12)
  end
  t.near(lanes[2].right - lanes[1].left, 1, 1e-12)
  t.near(list[1].y - list[2].y, 1.1 * w + 0.25 + bases, 1e-12)
  local _, first = cones.of("iso3888-1", w, {})
  t.near(first[3].to, 125, 1e-12)
  t.near(first[2].right - first[1].right, 3.5, 1e-12)
  t.near(first[2].left - first[2].right, 1.2 * w + 0.25, 1e-12)
  -- mirrored
  local right = cones.of("iso3888-2", w, { side = "right" })
  for i = 1, #list do t.near(right[i].y, -list[i].y, 1e-12) end
end)

t.test("a cone is hit where the body comes over its base", function()
  local body = { width = 1.8, front = 2, rear = 2 }
  local trace = { t = {}, x = {}, y = {}, yaw = {} }
  for i = 0, 200 do
    trace.t[i + 1], trace.x[i + 1], trace.y[i + 1], trace.yaw[i + 1] = i * 0.05, i * 0.5 - 20, 0, 0
  end
  local function one(y) return { { x = 30, y = y, section = 1, side = "left", number = 7 } } end
  local hit, least = cones.hits(one(0.9 + cones.radius + 0.1), body, trace)
  t.eq(#hit, 0)
  t.near(least, 0.1, 1e-9)
  hit = cones.hits(one(0.9 + cones.radius - 0.05), body, trace)
  t.near({ hit[1].t, hit[1].depth }, { (30 - 2 + 20) / 10, 0.05 }, 0.1)
  t.ok(cones.told(hit[1]):find "cone 7 %(section 1, left, x = 30 m%) at", cones.told(hit[1]))
end)

t.test("the line between the cones stays in all lanes and bends less than their middles", function()
  local _, lanes = cones.of("iso3888-2", 1.8, {})
  local r = li.route { through = cones.line(lanes, 1, 1.8, 0.15, 30, 60) }
  for _, lane in ipairs(lanes) do
    local m = 0.9 + math.min(0.15, 0.9 * (lane.left - lane.right - 1.8) / 2)
    for x = lane.from, lane.to, 1 do
      local y
      for s = x + 20, x + 40, 0.05 do
        local px, py = r:at(s)
        if px >= x then y = py break end
      end
      t.ok(y > lane.right + m - 0.03 and y < lane.left - m + 0.03, ("x = %g: %g"):format(x, y))
    end
  end
  local segments = cones.path(lanes, 1, 30, 60)
  t.ok(r:least_radius() > (li.route(segments):least_radius()))
end)

t.test("elk test: slow passes, fast hits a cone, told which, when and by how much", function()
  local car = case.car()
  local slow = li.manoeuvre("elk_test", car, { speed = 9, driver = "lqr" })
  t.eq(slow.passed, true)
  t.eq(slow.values.cones_hit, 0)
  t.ok(slow.values.speed_out < slow.values.speed_in and slow.values.clearance > 0)
  local fast = li.manoeuvre("ISO 3888-2", car, { speed = 24, driver = "lqr" })
  t.eq(fast.passed, false)
  t.ok(fast.why[1]:find "cone %d+ %(section %d, %l+, x = [%d.]+ m%) at [%d.]+ s, by [%d.]+ m",
    fast.why[1])
  t.raises("vehicle: 'car' steers without compliance", li.manoeuvre, "elk_test",
    li.car { mass = 1200, inertia = { 450, 1800, 2000 }, com = { 0, 0, 0.5 }, axles = {
      { at = 1.2, track = 1.5, unsprung = 40, inertia = 1, tyre = case.tyre, spring = 2e4,
        steer = 1 }, { at = -1.2, track = 1.5, unsprung = 40, inertia = 1, tyre = case.tyre,
        spring = 2e4, drive = 1 } } }, { driver = "lqr" })
  t.raises("search: expected {from, to}", li.manoeuvre, "elk_test", car, { search = { 9, 8 } })
end)

if ALL then
  t.test("the largest speed of a lane change, every driver", function()
    for _, driver in ipairs { "lqr", "preview", "stanley", "pure_pursuit" } do
      local r = li.manoeuvre("iso3888_1", case.car(), { driver = driver, search = { 8, 35 } })
      t.eq(r.passed, true, driver)
      local next_one = li.manoeuvre("iso3888_1", case.car(), { driver = driver,
        speed = r.values.largest_speed + 0.3 })
      t.eq(next_one.passed, false, driver)
    end
  end)
end

t.done()
