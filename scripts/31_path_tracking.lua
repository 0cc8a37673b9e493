-- 31_path_tracking.lua - a robot on two driven wheels with motors follows a path by its flatness:
-- voltages against the closed form of a circle                   [nonhol] 2.5, F33; [Fliess 1995]
local li = require "liaison"
local proof = require "liaison.app.expect"

-- script 17: V = R I + K w, a wheel of 0.1 m on either side
local ref = { m = 20, J0 = 1.2, a = 0.15, l = 0.25 }
local Ra, RI, K = 0.1, 1.2, 0.5
local c, b = K / (RI * Ra), K / Ra
local s = li.system { planar = true, name = "mobile robot" }
local x, y, th = s:coordinates "x y th"
local robot = s:body { name = "robot", m = "m", j = "J0", com = { "a", 0 }, place = { x, y, th } }
robot:wheel { name = "axle" }
robot:force { f = { "F1", 0 }, at = { 0, "-l" } }
robot:force { f = { "F2", 0 }, at = { 0, "l" } }
local k = s:kane { speeds = { "v = x'*cos(th) + y'*sin(th)", "Om = th'" } }
-- D alpha' + C alpha = tau, in numbers
local rates = k.D:solve(k.tau - k.C * k.alpha):subs(ref):fn { "v", "Om", "F1", "F2" }
local function motion(_, state, dx, u)
  local push, turn = rates(state.speed, state.turning, u.F1, u.F2)
  dx.x, dx.y = state.speed * math.cos(state.th), state.speed * math.sin(state.th)
  dx.th, dx.speed, dx.turning = state.turning, push, turn
end

proof.title "Flat: heading and both inputs from the derivatives of the path"
local flat = li.flatness("unicycle", { poles = { -3, -4 }, dt = 0.01, speed = 0.3 })
print(flat)
print(flat:proof())
proof.holds("the maps put into the kinematics, by the machine", select(2, flat:proof()))
local maps = flat.flat
proof.same("turning rate", maps.inputs.w, "(x_1*y_2 - y_1*x_2)/(x_1^2 + y_1^2)")

proof.title "A circle of 2 m at 0.5 m/s, started beside it"
local R, w = 2, 0.25
local wheels = li.block { name = "motors", dt = 0.001,
  inputs = { v = "speed", Om = "turning", v_ask = "flatness.v", w_ask = "flatness.w" },
  -- m v' - m a Om^2 = F1 + F2, (J0 + m a^2) Om' + m a v Om = l (F1 - F2), F = c (V - b u)
  lines = { { "push", "m*40*(v_ask - v) - m*a*Om^2" },
    { "turn", "((J0 + m*a^2)*40*(w_ask - Om) + m*a*v*Om)/l" },
    { "u1", "v + l*Om" }, { "u2", "v - l*Om" } },
  outputs = { { "V1", "(push + turn)/2/c + b*u1" }, { "V2", "(push - turn)/2/c + b*u2" },
    { "F1", "c*(V1 - b*u1)" }, { "F2", "c*(V2 - b*u2)" } },
  to = { V1 = false, V2 = false, F1 = "F1", F2 = "F2" },
  values = { m = ref.m, J0 = ref.J0, a = ref.a, l = ref.l, b = b, c = c } }
local function circle(order, phase)
  return li._internal.format("%.17g*cos(0.25*t + %.17g)", R * w ^ order,
    phase + order * math.pi / 2)
end
local references = {}
for order = 0, 2 do
  local marks = ("'"):rep(order)
  references["x_d" .. marks] = circle(order, 0)
  references["y_d" .. marks] = circle(order, -math.pi / 2)
end
local run = li.ode(motion, 20, { 1.8, -0.2, 1.2, 0, 0 }, { names = { "x", "y", "th", "speed",
  "turning" }, inputs = "F1 F2", controllers = { flat, wheels }, references = references,
  dt = 0.02, rtol = 1e-7 })
print(run)
local time = 19.9
proof.near("place on the circle", { run:at("x", time), run:at("y", time) },
  { R * math.cos(w * time), R * math.sin(w * time) }, 5e-3)
proof.near("speed and turning rate: R w, w", { run:at("speed", time), run:at("turning", time) },
  { R * w, w }, 5e-3)
-- v' = Om' = 0: F1 + F2 = -m a Om^2, F1 - F2 = m a v Om/l
local sum, difference = -ref.m * ref.a * w * w, ref.m * ref.a * R * w * w / ref.l
proof.near("forces of the wheels", { run:at("motors.F1", time), run:at("motors.F2", time) },
  { (sum + difference) / 2, (sum - difference) / 2 }, 2e-2)
proof.near("voltages", { run:at("motors.V1", time), run:at("motors.V2", time) },
  { (sum + difference) / 2 / c + b * (R * w + ref.l * w),
  (sum - difference) / 2 / c + b * (R * w - ref.l * w) }, 5e-3)
proof.figure("path_tracking",
  li.plot { x = run.x, y = run.y, xlabel = "x (m)", ylabel = "y (m)", equal = true })
proof.done()
