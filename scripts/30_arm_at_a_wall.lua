-- 30_arm_at_a_wall.lua - an arm pushes a springy wall: impedance, admittance, hybrid control of
-- force and position, against the closed forms of their masses and springs
--                                                        [Hogan 1985; Raibert, Craig 1981]
local li = require "liaison"
local proof = require "liaison.app.expect"

-- two links of 1 m, a wall at x = 1.2 m of 1000 N/m
local kw, wall = 1000, 1.2
local format = li._internal.format -- that of Lua asks the locale
local depth = format("max(cos(q1) + cos(q1 + q2) - %g, 0)", wall)
local force = ("%g*%s"):format(kw, depth)
local function arm(more)
  local d = { name = "arm at a wall", gravity = { 0, -9.81, 0 }, bodies = {
    { name = "a", joint = "revolute", axis = "z", mass = 3, com = { 0.5, 0, 0 },
      inertia = { 0, 0.25, 0.25 } },
    { name = "b", parent = "a", at = { 1, 0, 0 }, joint = "revolute", axis = "z", mass = 2,
      com = { 0.5, 0, 0 }, inertia = { 0, 0.17, 0.17 } } },
    frames = { { name = "tip", body = "b", at = { 1, 0, 0 } } }, tip = "tip",
    -- the wall pushes back: J'(-f, 0)
    forces = {
      { "given", name = "wall at 1", joint = "q1", f = ("%s*(sin(q1) + sin(q1 + q2))"):format(
        force) },
      { "given", name = "wall at 2", joint = "q2", f = ("%s*sin(q1 + q2)"):format(force) } },
    outputs = { f_wall = force, fx = "-" .. force, fy = "0" } }
  for key, x in pairs(more or {}) do d[key] = x end
  return li.robot(d)
end
local model = arm()
local free = arm { forces = {} }
local function tip(run, time) return model:fk { run:at("q1", time), run:at("q2", time) }.p end

-- q1, q2 of a tip at x, y, the elbow down
local function angles(x, y)
  local b = math.acos((x * x + y * y - 2) / 2)
  return { math.atan2 and math.atan2(y, x) - b / 2 or math.atan(y, x) - b / 2, b }
end
local always = { rtol = 1e-10, atol = 1e-12, dt = 0.1 }
local function simulate(law, time, q, more)
  local o = { controllers = { law } }
  for _, list in ipairs { always, more or {} } do for key, x in pairs(list) do o[key] = x end end
  return model:simulate(time, q, nil, o)
end

proof.title "Impedance without a force sensor: at rest two springs in series"
local K, want = 300, 1.3
local soft = li.impedance(free, { axes = "x y", stiffness = K, damping = 120,
  goal = { want, 0.4 } })
print(soft:proof())
proof.holds("V falls along the arm by the machine", select(2, soft:proof()))
local run = simulate({ soft, dt = 0 }, 12, angles(1.1, 0.5))
proof.near("force: K kw/(K + kw) d", kw * (tip(run, 12)[1] - wall), K * kw / (K + kw)
  * (want - wall), 1e-6)
proof.near("height", tip(run, 12)[2], 0.4, 1e-8)

proof.title "With a force sensor: a mass, a spring and a damper, at the wall one spring more"
local m, D = 4, 60
local mass = li.impedance(free, { axes = "x y", stiffness = K, damping = D, inertia = m,
  goal = { want, 0.4 }, dt = 1e-4 })
proof.holds("Mx e'' + D e' + K e = f by the machine", select(2, mass:proof()))
run = simulate(mass, 0.4, angles(wall, 0.4), { rtol = 1e-8 })
-- from rest at the wall: m x'' = K (want - x) - kw (x - wall) - D x'
local rest = K * (want - wall) / (K + kw)
local sigma, w2 = D / (2 * m), (K + kw) / m
local w = math.sqrt(w2 - sigma ^ 2)
for _, time in ipairs { 0.1, 0.2, 0.3 } do
  local shape = 1 - math.exp(-sigma * time) * (math.cos(w * time) + sigma / w * math.sin(w * time))
  proof.near(("depth after %g s"):format(time), tip(run, time)[1] - wall, rest * shape, 5e-3)
end

proof.title "Admittance, sampled at 1 kHz: it gives way by f/K"
local gives = li.admittance(free, { axes = "x y", inertia = 4, damping = 200, stiffness = K,
  kp = 2500, kd = 100, goal = { want, 0.4 }, dt = 0.001 })
proof.holds("its proof", select(2, gives:proof()))
run = simulate(gives, 6, angles(1.15, 0.4), { rtol = 1e-8 })
proof.near("force", kw * (tip(run, 6)[1] - wall), K * kw / (K + kw) * (want - wall), 1e-3)

proof.title "Hybrid: 25 N on the wall while the tip climbs at 0.1 m/s"
local both = li.hybrid(free, { motion = "y", push = "x", force = "f_wall", kp = 100, kd = 20,
  kf = 0.5, ki = 8, kv = 60, dt = 0.001 })
print(both:proof())
proof.holds("the two do not mix, by the machine", select(2, both:proof()))
run = simulate(both, 5, angles(wall + 0.005, 0.2), { rtol = 1e-8, references = { fx_d = 25,
  y_d = "0.2 + 0.1*t", ["y_d'"] = 0.1, ["y_d''"] = 0 } })
proof.near("force after 5 s", kw * (tip(run, 5)[1] - wall), 25, 1e-5)
proof.near("height after 5 s", tip(run, 5)[2], 0.7, 1e-5)
run:derive("force", function(r)
  return kw * math.max(math.cos(r.q1) + math.cos(r.q1 + r.q2) - wall, 0)
end, "N")
proof.run("arm_at_a_wall", run)
proof.figure("arm_at_a_wall", run:plot(nil, { "force" }))
proof.done()
