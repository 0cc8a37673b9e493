-- 47_humanoid_reaching.lua - a humanoid of 36 degrees of freedom reaches with its right hand: its
-- feet stay, its centre of mass stays above them, it looks at what it reaches for; by the
-- configuration, by rates, and by the forces of its feet           [Bretl, Lall 2008; Wieber 2006]
local li = require "liaison"
local proof = require "liaison.app.expect"

local robot = li.robots.humanoid36()
local at = {}
for k, name in ipairs(robot:coordinates()) do at[name] = k end

-- knees bent, the pelvis lowered so that the soles stand on the ground z = 0
local SOLE = 0.08
local stand = robot:neutral()
for _, side in ipairs { "L", "R" } do
  stand[at["hipy" .. side]], stand[at["knee" .. side]] = -0.35, 0.7
  stand[at["anky" .. side]] = -0.35
  stand[at["elb" .. side]] = -0.6
end
stand[at.pelvis_z] = SOLE - robot:fk(stand, "ankxL").p[3]
proof.near("the soles stand on the ground", robot:fk(stand, "ankxR").p[3] - SOLE, 0, 1e-12)

-- ---- where the centre of mass may stand ---------------------------------------------------------

local CORNERS = { { -0.08, -0.05, -SOLE }, { 0.16, -0.05, -SOLE }, { 0.16, 0.05, -SOLE },
  { -0.08, 0.05, -SOLE } }
local points = {}
for _, foot in ipairs { "ankxL", "ankxR" } do
  local X = robot:fk(stand, foot)
  for _, p in ipairs(CORNERS) do points[#points + 1] = X:point(p) end
end
local support = li.support(points)
print(support)
proof.near("area of two soles and what is between them", support.area, 0.24 * 0.3, 1e-12)
local friction = {}
for k, p in ipairs(points) do friction[k] = { point = p, friction = 0.6 } end
proof.near("what friction can hold, on level ground: the same",
  li.support { contacts = friction }.area, support.area, 1e-6)

-- ---- a configuration ----------------------------------------------------------------------------

proof.title "Reaching 0.55 m ahead, 0.3 m to the right, at the height of the knees"
local target = li.vec { 0.55, -0.3, 0.45 }
local tasks = {
  { "pose", name = "left foot", body = "ankxL", goal = robot:fk(stand, "ankxL") },
  { "pose", name = "right foot", body = "ankxR", goal = robot:fk(stand, "ankxR") },
  { "support", name = "balance", polygon = support, margin = 0.03 },
  { "position", name = "hand", body = "wryR", goal = target, priority = 2 },
  { "look_at", name = "eyes", body = "necky", point = { 0.08, 0, 0.1 }, axis = { 1, 0, 0 },
    goal = target, priority = 3 },
  { "com", goal = robot:com(stand), axes = "x y", priority = 4, gain = 2 },
  { "posture", goal = stand, priority = 5, gain = 2 },
}
local q, info = robot:ik_tasks(tasks, { q = stand })
for _, t in ipairs(info.tasks) do
  print(("  %-10s  %s"):format(t.name, t.met and "met" or ("off by %.3g"):format(t.residual)))
end
proof.near("the hand is there", robot:fk(q, "wryR").p, target, 1e-7)
proof.near("the left foot has stayed", robot:fk(q, "ankxL").p, robot:fk(stand, "ankxL").p, 1e-7)
proof.holds("3 cm within the support", support:margin(robot:com(q)) > 0.03 - 1e-6)
proof.holds("it looks there", info.tasks.eyes.residual < 1e-4)

local alone = robot:ik_tasks({ tasks[1], tasks[2], tasks[4], tasks[7] }, { q = stand })
proof.holds("without that task it would fall: the centre of mass is outside",
  support:margin(robot:com(alone)) < support:margin(robot:com(q)))

-- ---- forces -------------------------------------------------------------------------------------

proof.title "Held by its feet alone"
local contacts = { { body = "ankxL", points = CORNERS, friction = 0.6 },
  { body = "ankxR", points = CORNERS, friction = 0.6 } }
local tau, held = robot:stance_torques(q, contacts)
local weight, pressure = 9.81 * robot:total_mass(), li.centre_of_pressure(held.forces)
local sum = 0
for _, f in ipairs(held.forces) do sum = sum + f.normal end
proof.near("the feet carry the weight", sum, weight, 1e-6)
local c = robot:com(q)
proof.near("their centre of pressure is below the centre of mass", { pressure[1], pressure[2] },
  { c[1], c[2] }, 1e-9)
print(("  knees: %.1f and %.1f Nm"):format(tau[at.kneeL - 1], tau[at.kneeR - 1]))
local zmp = robot:zmp(q, li.zeros(36), li.zeros(36))
proof.near("and so is the zero-moment point, at rest", { zmp[1], zmp[2] }, { c[1], c[2] }, 1e-12)

-- ---- moved --------------------------------------------------------------------------------------

proof.title "Moved there by rates: 1.5 rad/s, 8 rad/s2, a programme every 5 ms"
tasks[4].gain = 4
local rates = robot:task_rates(tasks, { dt = 0.005, v = 1.5, a = 8 })
local now, v, least, slip = stand, li.zeros(36), math.huge, 0
for _ = 1, 500 do
  least = math.min(least, support:margin(robot:com(now)))
  slip = math.max(slip, (robot:fk(now, "ankxR").p - robot:fk(stand, "ankxR").p):norm())
  now, v = rates:step(now, v)
end
proof.near("the hand comes there", robot:fk(now, "wryR").p, target, 1e-3)
proof.holds("3 cm within the support, but for what steps of 5 ms lose", least > 0.03 - 5e-4)
proof.holds("the feet slip by less than 0.2 mm", slip < 2e-4)

-- ---- driven by motors ---------------------------------------------------------------------------

proof.title "Driven there by motors: accelerations, torques and forces of the feet every 20 ms"
local wishes = {
  { "position", body = "wryR", goal = target, gain = 4 },
  { "com", goal = robot:com(q), gain = 4 },
  { "look_at", body = "necky", point = { 0.08, 0, 0.1 }, axis = { 1, 0, 0 }, goal = target,
    gain = 4, priority = 2 },
  { "posture", goal = q, gain = 4, weight = 0.2, priority = 2 },
}
local first
local function motors(_, x, rate)
  local a, torque, whole = robot:whole_body(x, rate, wishes, contacts, { damping = 10 })
  first = first or { a = a, torque = torque, whole = whole }
  return torque
end
local run = robot:stance(stand, "ankxL ankxR"):simulate(2.5, stand, nil, {
  controllers = { { f = motors, dt = 0.02 } }, dt = 0.02, rtol = 1e-6, atol = 1e-8 })
local last = run:state(2.5)
proof.near("the hand comes there", robot:fk(last, "wryR").p, target, 2e-3)
proof.near("the right foot has stayed", robot:fk(last, "ankxR").p, robot:fk(stand, "ankxR").p, 1e-6)
local low = math.huge
for k = 0, 50 do low = math.min(low, support:margin(robot:com((run:state(0.05 * k))))) end
print(("  the centre of mass comes as near as %.3f m to the edge of the support"):format(low))
local rate, force = robot:momentum_rate(stand, li.zeros(36), first.a), li.zeros(3)
for _, f in ipairs(first.whole.forces) do force = force + f.force end
proof.near("forces of the feet less the weight are the rate of momentum",
  force - li.vec { 0, 0, weight }, rate:sub(1, 3), 1e-6)
proof.holds("no motor moves the pelvis itself", first.torque:sub(1, 6):norm() == 0)
proof.run("humanoid_reaching", run)
proof.figure("humanoid_reaching", run:plot(nil, { "T", "V" }))
proof.done()
