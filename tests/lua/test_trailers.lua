-- test_trailers.lua - tractor and semitrailer in their plane: off-tracking by Pythagoras,
-- rearward amplification against small motions by hand, folding under brakes
local t = require "t"
local li = require "liaison"

string.format = li._internal.format -- luacheck: ignore (that of Lua asks the locale)

local A, B, H, L2 = 1.4, 2.2, -1.8, 7.5 -- axles and hitch of the tractor, hitch to trailer axle
local M1, J1, M2, J2, C2 = 6000, 1.8e4, 1.2e4, 9e4, 3.5
local CF, CR, CT = 2.2e5, 4e5, 4.5e5

-- forces across of wheels that slip, the drive axle with a circle of friction mu N where it brakes
local U, V = "(x'*cos(yaw) + y'*sin(yaw))", "(y'*cos(yaw) - x'*sin(yaw))"
local function articulated(mu)
  local function axle(name, body, lever, side, C, steer, push, turned, grip)
    local F = ("(-%g*(%s - %s))"):format(C, side, steer)
    if grip then
      F = ("(%s*sqrt(max(0.01, 1 - min(1, (%s)/%g)^2))/sqrt(1 + (%s/%g)^2))"):format(F, push, grip,
        F, grip)
    end
    local way = turned .. " + " .. steer
    return { "given", name = name, at = body, point = { lever, 0, 0 }, f = {
      ("(%s)*cos(%s) - %s*sin(%s)"):format(push, way, F, way),
      ("(%s)*sin(%s) + %s*cos(%s)"):format(push, way, F, way), 0 } }
  end
  local function over(v) return ("(%s)/sqrt(%s^2 + 0.01)"):format(v, U) end
  local hitch = ("(%s + (%g)*yaw')"):format(V, H)
  local u2 = ("(%s*cos(articulation_2) + %s*sin(articulation_2))"):format(U, hitch)
  local v2 = ("(%s*cos(articulation_2) - %s*sin(articulation_2) - %g*(yaw' + articulation_2'))")
    :format(hitch, U, L2)
  local grip = mu and mu * 9.81 * (M1 * A / (A + B) + M2 * (L2 - C2) / L2)
  return li.robot { name = "tractor and trailer", gravity = { 0, 0, -9.81 }, bodies = {
    { name = "tractor", mass = M1, inertia = { J1, J1, J1 }, joint = { kind = "moves",
      moves = { "Tx", "Ty", "Rz" }, q = { "x", "y", "yaw" } } },
    { name = "trailer", parent = "tractor", mass = M2, com = { -C2, 0, 0 },
      inertia = { J2, J2, J2 }, at = { H, 0, 0 },
      joint = { kind = "revolute", axis = "z", q = "articulation_2" } } },
    inputs = { "steer", "force", { name = "brake", min = 0 } },
    forces = { axle("front", "tractor", A, over(V .. (" + %g*yaw'"):format(A)), CF, "steer", "0",
        "yaw"),
      axle("rear", "tractor", -B, over(V .. (" - %g*yaw'"):format(B)), CR, "0",
        "force - brake*tanh(" .. U .. ")", "yaw", grip),
      axle("behind", "trailer", -L2, ("(%s)/sqrt(%s^2 + 0.01)"):format(v2, u2), CT, "0", "0",
        "yaw + articulation_2") },
    outputs = { speed = U, lateral_speed = V, yaw_rate = "yaw'",
      sideslip = ("atan(%s/sqrt(%s^2 + 0.01))"):format(V, U),
      acceleration = "x''*cos(yaw) + y''*sin(yaw)",
      lateral_acceleration = "y''*cos(yaw) - x''*sin(yaw)", yaw_rate_2 = "yaw' + articulation_2'",
      -- of the trailer's centre of mass, small angles between
      lateral_acceleration_2 = ("y''*cos(yaw) - x''*sin(yaw) + (%g)*yaw'' - %g*(yaw'' + "
        .. "articulation_2'')"):format(H, C2) } }
end

t.test("off-tracking of a slow turn: sqrt(R1^2 - ..) by Pythagoras", function()
  local m = articulated()
  local R = 20 -- of x, y
  local r = li.manoeuvre("off_tracking", m, { radius = R, speed = 1, points = 2, most = 3 })
  -- slow: the rear axle rolls at R_r, R^2 = R_r^2 + B^2
  local rear = math.sqrt(R ^ 2 - B ^ 2)
  local front = math.sqrt(rear ^ 2 + (A + B) ^ 2)
  local hitch = math.sqrt(rear ^ 2 + (B + H) ^ 2)
  t.near(r.values.front_radius, front, 0.02)
  t.near(r.values.rear_radius, math.sqrt(hitch ^ 2 - L2 ^ 2), 0.03)
  t.near(r.values.off_tracking, front - math.sqrt(hitch ^ 2 - L2 ^ 2), 0.04)
  -- fast it swings out
  local fast = li.manoeuvre("off_tracking", m, { radius = 150, speed = 20, points = 1 })
  t.ok(fast.values.off_tracking < 0.3 * (150 - math.sqrt(150 ^ 2 - L2 ^ 2)))
end)

t.test("rearward amplification: the run and the small motions agree", function()
  local m = articulated()
  local r = li.manoeuvre("rearward amplification", m, { speed = 25, steer = 0.005 })
  t.ok(r.values.lateral_acceleration_amplification > 0.5)
  local c
  for _, rec in ipairs(r.records) do c = rec.columns.amplification and rec.columns or c end
  -- at low frequency both turn alike
  t.near(c.amplification[1], 1, 0.05)
  t.near(r.values.yaw_rate_last / r.values.yaw_rate_first, r.values.yaw_rate_amplification, 1e-12)
  -- by hand at one frequency: the linear model of the same state
  local turn = assert(li.steady_turn(m, { speed = 25 }))
  local lin = turn:linear { inputs = { "steer" } }
  local row = {}
  for k, name in ipairs(lin.outputs) do row[name] = k end
  local k = 40
  local g = lin:frequency(2 * math.pi * c.frequency[k])
  local function size(x) return math.sqrt(x.re ^ 2 + x.im ^ 2) end
  t.near(c.amplification[k], size(g[row.lateral_acceleration_2][1])
    / size(g[row.lateral_acceleration][1]), 1e-9)
end)

t.test("the drive axle braked near its grip folds it, less does not", function()
  local m = articulated(0.5)
  local r = li.manoeuvre("jackknife", m, { speed = 20, deceleration = 4, time = 3 })
  t.eq(r.passed, false)
  t.ok(r.values.threshold > 0.5 and r.values.threshold < 4, r.values.threshold)
  t.ok(r.why[1]:find "it folds beyond 45.8 deg from", r.why[1])
  local seen = {}
  for _, note in ipairs(r.notes) do t.ok(not seen[note], note) seen[note] = true end
  local gentle = li.manoeuvre("jackknife", m, { speed = 20, deceleration = 0.3, time = 3 })
  t.eq(gentle.passed, true)
  t.eq(gentle.values.threshold, nil)
end)

t.test("a car has no trailer: told", function()
  t.raises("has no coordinate articulation_2", li.manoeuvre, "off_tracking", li.single_track {
    mass = 1, inertia = 1, a = 1, b = 1, front = 1, rear = 1 })
end)

t.done()
