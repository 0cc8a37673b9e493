-- 44_elk_test.lua - drivers on a path: pure pursuit against its closed form, a car between the
-- cones of ISO 3888-2, a thousand of them swept over friction and speed
local li = require "liaison"
local proof = require "liaison.app.expect"

proof.title "Pure pursuit on a straight line: e'' + 2 v/l e' + 2 v^2/l^2 e = 0"
local line = li.route { { "line", length = 300 } }
local driver = li.driver("pure_pursuit", { route = line, wheelbase = 2.6, distance = 12,
  dt = 1e-3 })
local v, l, x, y, yaw, state = 10, 12, 0, 0.01, 0, nil
for _ = 1, 1500 do
  local u
  u, state = driver:step({ x = x, y = y, yaw = yaw, speed = v }, state)
  local r = v / 2.6 * math.tan(u[1])
  x, y = x + v * 1e-3 * math.cos(yaw), y + v * 1e-3 * math.sin(yaw + r * 5e-4)
  yaw = yaw + r * 1e-3
end
local s = v / l * 1.5
proof.near("after 1.5 s", y, 0.01 * math.exp(-s) * (math.cos(s) + math.sin(s)), 2e-3)

proof.title "The elk test"
local tyre = li.tyre { kind = "brush", radius = 0.31, cx = 9e4, cy = 6e4, mu = 0.95, half = 0.06,
  stiffness = 2e5, damping = 300 }
local car, told = li.car { mass = 1200, inertia = { 450, 1800, 2000 }, com = { 0, 0, 0.5 },
  axles = { { at = 1.2, track = 1.5, unsprung = 40, inertia = 1.1, tyre = tyre, spring = 2.5e4,
      damper = 2000, bar = 8000, steer = 1 / 16, brake = 0.65,
      compliance = { stiffness = 3e4, damping = 100 } },
    { at = -1.4, track = 1.48, unsprung = 38, inertia = 1.1, tyre = tyre, spring = 2.2e4,
      damper = 1800, brake = 0.35, drive = 1 } } }
local slow = li.manoeuvre("elk test", car, { speed = 12, driver = "preview" })
local fast = li.manoeuvre("elk test", car, { speed = 20, driver = "preview" })
print(slow)
print(table.concat(fast.why, "; "))
proof.holds("it passes at 43 km/h", slow.passed)
proof.holds("and hits a cone at 72 km/h", not fast.passed)
proof.figure("cones", slow:plot "from above")

proof.title "Two hundred, swept: a driver is expressions"
local d = car:description()
for _, f in ipairs(d.forces) do if f.kind:find "^tyre_" then f.mu = "mu" end end
local model = li.robot(d)
local route = li.route { { "line", length = 20 }, { "shift", length = 25, offset = 3.5 },
  { "line", length = 80 } }
local n, V, start = 200, {}, { x = {} }
for k = 1, n do V[k] = 12 + 12 * k / n end
start.x = V
for _, w in ipairs(told.wheels) do
  start["spin_" .. w] = {}
  for k = 1, n do start["spin_" .. w][k] = V[k] / told.radii[w] end
end
local sweep = li.sweep { model, t = 4, runs = n, v = start, with = { mu = { uniform = { 0.3, 1 } },
  ["cruise.target"] = V }, controllers = {
    li.driver("stanley", { route = route, wheelbase = 2.6, front = 1.2, ratio = 16 }),
    li.driver("cruise", { speed = 1, mass = 1356, radius = 0.295 }) }, method = "rk4", h = 2e-3 }
-- one of them again, alone
local k = 77
local q0, v0 = {}, {}
for _, name in ipairs(model:coordinates()) do q0[name], v0[name] = 0, 0 end
for name, list in pairs(start) do v0[name] = list[k] end
local one = model:with({ mu = sweep.mu[k] }):simulate(4, q0, v0, { method = "rk4", h = 2e-3,
  controllers = {
    { li.driver("stanley", { route = route, wheelbase = 2.6, front = 1.2, ratio = 16 }),
      kernel = false },
    { li.driver("cruise", { speed = V[k], mass = 1356, radius = 0.295 }), kernel = false } } })
proof.near("one of them alone comes to the same place", { sweep.x[k], sweep.y[k] },
  { one.x[#one], one.y[#one] }, 1e-6)
proof.figure("swept", li.plot { x = sweep.mu, y = sweep.y, kind = "scatter", xlabel = "friction",
  ylabel = "y at the end (m)" })
proof.done()
