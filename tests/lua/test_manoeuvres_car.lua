-- test_manoeuvres_car.lua - manoeuvres of a whole car: braking against v^2/(2 mu g), turns, sine
-- with dwell, rolling over against T/(2 h), the circle of friction; what goes wrong is told with
-- numbers. What takes long runs only where LIAISON_LAW is all
local t = require "t"
local li = require "liaison"
local case = require "brushcar"
local words = require "liaison.vehicle.vehicle_words"
local straight_line = require "liaison.manoeuvres.straight_line"

local ALL = os.getenv "LIAISON_LAW" == "all"
local G = 9.81

t.test("all wheels locked: v^2/(2 mu g) and what is lost while the brakes rise", function()
  local r = li.manoeuvre("straight_braking", case.car(), { speed = 15, torque = 6000, rise = 0.02,
    time = 1.9 })
  local way = 15 ^ 2 / (2 * 0.95 * G)
  t.near(r.values.stopping_distance, way, 0.04 * way)
  t.near(r.values.mfdd, 0.95 * G, 0.03 * G)
  t.eq(r.values.wheels_locked, 4)
  t.ok(("\n" .. table.concat(r.notes, "\n")):find "\nlocked: fl at .* fr at .* rl at .* rr at ",
    table.concat(r.notes, "\n"))
end)

t.test("friction 0 and split friction: it does not stop, it turns to the better side", function()
  local r = li.manoeuvre("split_friction", case.car(), { speed = 15, torque = 3000, time = 1.5,
    right = 0.2 })
  t.ok(r.values.heading_1s > 0.02 and r.values.yaw_rate > 0.05, "it turns to the left")
  t.ok(r.notes[#r.notes]:find "still goes" or r.notes[1]:find "locked", "told")
  local ice = straight_line.on_friction(words.of(case.car()), 1e-9, 1e-9)
  r = li.manoeuvre("straight_braking", ice.model, { speed = 15, torque = 3000, time = 1 })
  t.eq(r.values.stopping_distance, nil)
  t.ok(tostring(r):find "after 0.79 s it still goes 14.99 m/s", tostring(r))
  local turn, why, code = li.steady_turn(ice.model, { speed = 20, radius = 50 })
  t.eq(turn, nil)
  t.eq(code, "ELIMIT")
  t.ok(why:find "no steady turn of 'car'" or why:find "does not run straight ahead", why)
end)

t.test("braking in a turn: gentle brakes keep it near v/R, strong ones do not", function()
  local r = li.manoeuvre("iso7975", case.car(), { decelerations = { 1, 5 }, time = 1.2 })
  t.near(r.values.yaw_rate_ratio_1, 1, 0.12)
  t.ok(math.abs(r.values.yaw_rate_ratio_5 - 1) > math.abs(r.values.yaw_rate_ratio_1 - 1))
  t.near(r.values.deceleration_1, 1, 0.15)
  t.ok(math.abs(r.values.inside_1) < 0.5)
end)

t.test("sine with dwell: small angles pass, large ones do not, told with the criterion", function()
  local small = li.manoeuvre("sine_with_dwell", case.car(), { angle = 0.36, step = 9, most = 2 })
  t.eq(small.passed, true)
  t.eq(small.values.runs, 2)
  local large = li.manoeuvre("sine_with_dwell", case.car(), { angle = 2.2 / 1.5, step = 9,
    most = 1.51 })
  t.eq(large.passed, false)
  t.ok(large.why[1]:find "the yaw rate is .- %% of its peak 1 s after the steering %(at most 35%)",
    large.why[1])
  t.ok(tostring(large):find "failed: at 1.5 A")
end)

t.test("the slow ramp and the steady turn tell the same angle of 0.3 g", function()
  local r = li.manoeuvre("ramp_steer", case.car(), { rate = 0.06, time = 8, speed = 22 })
  local turn = assert(li.steady_turn(case.car(), { speed = 22, lateral_acceleration = 0.3 * G }))
  t.near(r.values["steer_at_0.3g"], turn.u.steer, 0.05 * turn.u.steer)
end)

t.test("a stiff car rolls over at T/(2 h)", function()
  local tyre = li.tyre { kind = "linear", radius = 0.3, cx = 1.5e5, cy = 1.5e5, mu = 3,
    stiffness = 2e6, damping = 1000 }
  local function axle(at, more)
    local a = { at = at, track = 1.5, spring = 2.5e5, damper = 7e3, unsprung = 20, inertia = 0.1,
      tyre = tyre }
    for key, x in pairs(more) do a[key] = x end
    return a
  end
  local stiff = li.car { mass = 1200, inertia = { 450, 1800, 2000 }, com = { 0, 0, 0.6 }, axles = {
    axle(1.3, { steer = 1, ackermann = 0, compliance = { stiffness = 3e5, damping = 300 } }),
    axle(-1.3, { drive = 1 }) } }
  local r = li.manoeuvre("rollover", stiff, { friction = 1, most = 14, points = 10 })
  local h = (1200 * 0.6 + 80 * 0.3) / 1280
  t.near(r.values.static_stability_factor, 0.75 / h, 2e-3)
  -- its body leans outwards: m a h = m g T/2 - m_s g h_s phi
  t.near(r.values.threshold, (0.75 - 1200 / 1280 * 0.6 * r.values.roll_angle) / h, 0.01)
end)

t.test("a wheel that lifts is told with its time and name", function()
  local tall = case.car { com = { 0, 0, 0.95 } }
  local r = li.manoeuvre("j_turn", tall, { angle = 0.4, time = 1.6 })
  t.ok(r.values.first_lift and r.values.load_transfer > 0.8)
  t.ok(tostring(r):find "the first wheel that lifts is %l%l", tostring(r))
  if r.values.two_wheel_lift then
    t.ok(r.why[1]:find "all wheels of a side lift at [%d.]+ s", r.why[1])
  end
end)

t.test("ISO 4138 up to the limit: gradients, loads, the last turn", function()
  local r = li.manoeuvre("iso4138", case.car(), { radius = 80, points = 10, most = 10 })
  t.near(r.values.wheelbase, case.wheelbase, 0.01)
  t.near(r.values.steering_ratio, 16, 0.03)
  t.ok(r.values.largest_lateral_acceleration > 8 and r.values.largest_lateral_acceleration < 9.32)
  t.ok(tostring(r):find "no steady turn of 'car' at", tostring(r))
  t.ok(r.values.roll_gradient > 0.005 and r.values.roll_gradient < 0.03)
end)

t.test("a lateral acceleration that there is not is refused with the largest there is", function()
  t.raises("lateral: no steady turn of 'car' at 25 m/s .*the last one has", li.manoeuvre, "step",
    case.car(), { speed = 25, lateral = 12 })
end)

if ALL then
  t.test("a g-g diagram stays within the circle of friction", function()
    local r = li.manoeuvre("gg", case.car(), { points = 3, brake = 4, drive = 2, step = 3,
      most = 9 })
    local c = r.records[1].columns
    for i = 1, #c.lateral do
      t.ok(math.sqrt(c.lateral[i] ^ 2 + c.longitudinal[i] ^ 2) < 0.95 * G, "row " .. i)
    end
    t.ok(r.values.largest_lateral > 0.6)
  end)

  t.test("brakes that do not lock: a = T/(r m), spinning wheels along", function()
    local r = li.manoeuvre("straight_braking", case.car(), { speed = 12, deceleration = 4,
      time = 4.5 })
    t.eq(r.values.wheels_locked, 0)
    t.near(r.values.mfdd, 4, 0.2)
  end)

  t.test("a soft car rolls over before T/(2 h)", function()
    local soft = li.manoeuvre("rollover", case.car(), { most = 14, points = 6 })
    t.ok(soft.values.threshold < soft.values.static_stability_factor)
    t.ok(soft.notes[1]:find "the last one has lateral_acceleration = ", soft.notes[1])
  end)

  t.test("an unstable car fails sine with dwell as a whole", function()
    t.eq(li.manoeuvre("fmvss126", case.car()).passed, false)
    local r = li.manoeuvre("fishhook", case.car())
    t.ok(r.values.reversal > 0.2)
  end)
end

t.done()
