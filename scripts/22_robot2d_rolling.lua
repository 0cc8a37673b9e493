-- 22_robot2d_rolling.lua - the four-wheeled robot whose wheels neither slip nor slide, as
-- constraints: one freedom is left                                            [thesis] 3.3, X-ROB-2
local li = require "liaison"
local proof = require "liaison.app.expect"

local free = li.vehicles.robot2d { data = "ref" }
-- turning about a point 3 m to the left of the rear axle
local R, rate, L, b, r = 3, 0.4, 1.1, 0.35, 0.15
local inner, outer = math.atan(L / (R - b)), math.atan(L / (R + b))
local d = free:description()
d.constraints = { { "driver", name = "inner", coordinate = "alpha_ag", law = inner },
  { "driver", name = "outer", coordinate = "alpha_ad", law = outer } }
for i, wheel in ipairs { "Repere13", "Repere23", "Repere32", "Repere42" } do
  d.constraints[i + 2] = { "wheel", name = "wheel" .. i, from = wheel, from_axis = "y",
    to = "world", radius = r }
end
local robot = li.robot(d)
local q = { 0, 0, 0, 0, 0, 0, 0, inner, outer }

proof.title("Ten rows, nine coordinates, one freedom: Ackermann's angles make two of the rows "
  .. "follow from the others")
local found = robot:mobility(q)
print("follow from others:", table.concat(found.redundant_here, " "))
proof.near("freedoms of velocity and rank", { found.velocity, found.rank }, { 1, 8 })

proof.title("The velocities nearest to a guess that only knows the yaw rate are those of the "
  .. "formula")
local v = robot:fit_velocity(q, { rate * R, rate * 0.6, rate, 0, 0, 0, 0, 0, 0 })
v = v * (rate / v[3])
local function spin(x, y) return math.sqrt(x ^ 2 + y ^ 2) * rate / r end
proof.near("rates of the wheels", { v[4], v[5], v[6], v[7] },
  { spin(L, R - b), spin(L, R + b), spin(0, R - b), spin(0, R + b) }, 1e-12)

proof.title "Both rear wheels driven by 0.5 N m: yaw acceleration is power / (2 T / rate)"
local tau = { 0, 0, 0, 0, 0, 0.5, 0.5, 0, 0 }
local want = 0.5 * (v[6] + v[7]) / (2 * free:energy(q, v) / rate)
local now = robot:constrained(q, v, tau)
proof.near("yaw acceleration", now.a[3], want, 1e-12)
proof.near("the constraints do no work", now.force:dot(v), 0, 1e-12)

proof.title "Four seconds: it speeds up evenly on its circle, and no wheel slips"
local run = li.simulate { robot, q = q, v = v, t = 4, dt = 0.02,
  input = function(_, _, _, f) f[6], f[7] = 0.5, 0.5 end, rtol = 1e-10, atol = 1e-12 }
local qe, ve = run:state()
proof.near("heading", qe[3], rate * 4 + want * 8, 1e-9)
local reach = math.sqrt(R ^ 2 + 0.6 ^ 2)
proof.near("distance from the turning point", math.sqrt((qe[1] + 0.6) ^ 2 + (qe[2] - R) ^ 2), reach,
  1e-8)
proof.near("work of the motors is the gain in energy", free:energy(qe, ve) - free:energy(q, v),
  0.5 * (qe[6] + qe[7]), 1e-8)
proof.figure("robot2d_path",
  li.plot { x = run.xt, y = run.yt, xlabel = "x (m)", ylabel = "y (m)", equal = true })
proof.run("robot2d_rolling", run)
proof.done()
