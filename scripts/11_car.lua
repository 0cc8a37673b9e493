-- 11_car.lua - a car of 15 coordinates on four springy tyres: static equilibrium, and dropped from
-- 0.75 m                                                                     [thesis] 4, X-CAR-1, 2
local li = require "liaison"
local proof = require "liaison.app.expect"

local car = li.vehicles.car():with(li.vehicles.reference "car".values)
local wheels, forces = { "Repere13", "Repere23", "Repere33", "Repere43" }, {}
for i, wheel in ipairs(wheels) do -- suspension, and tyres that push where they are pressed
  forces[i] = { "spring", joint = "z" .. i, stiffness = i < 3 and 25000 or 23000,
    damping = i < 3 and 1800 or 1900 }
  forces[4 + i] = { "contact", at = wheel, radius = 0.3, normal = { 0, 0, 1 }, stiffness = 200000,
    damping = 300 }
end

proof.title "At rest: G(q) = tau(q) in height, pitch and the four suspensions"
local at = { 3, 5, 7, 8, 9, 10 }
local function standing(x)
  local q = li.zeros(15)
  for i, k in ipairs(at) do q[k] = x[i] end
  return q
end
local x = assert(li.num.root(function(x)
  local q, out = standing(x), {}
  local missing = car:gravity(q) - car:applied(forces, q)
  for i, k in ipairs(at) do out[i] = missing[k] / 1000 end
  return out
end, { 0.5, 0, 0.1, 0.1, 0.1, 0.1 }))
proof.near("z, pitch, z1 .. z4", x, { 0.515107, 0.008241, 0.126944, 0.126944, 0.117922, 0.117922 },
  2e-6)
local load = {}
for i, wheel in ipairs(wheels) do load[i] = 200000 * (0.3 - car:fk(standing(x), wheel).p[3]) end
proof.near("wheel loads, front and rear", { load[1], load[3] }, { 3566.10978, 3085.07022 }, 1e-7)
proof.near("together the weight of all masses", load[1] + load[2] + load[3] + load[4], 13302.36,
  1e-8)

proof.title "Dropped from 0.75 m"
local run = li.simulate { car, q = standing { 0.75, 0, 0, 0, 0, 0 }, t = 1, dt = 0.01,
  forces = forces, rtol = 1e-8, method = "dopri5", h_max = 2e-3 }
print(run)
for _, row in ipairs { { 0.1, 0.70095, 0, 0, 0 },
  { 0.2, 0.565289494, 0.002329925, 0.06551475, 0.071134033 },
  { 0.3, 0.452328168, 0.011124273, 0.179127194, 0.165234678 },
    { 0.75, 0.551525403, 0.002200801, 0.089256842, 0.093280353 } } do
  local q = run:state(row[1])
  proof.near(("z, pitch, z1, z3 at %g s"):format(row[1]), { q[3], q[5], q[7], q[9] },
    { row[2], row[3], row[4], row[5] }, 1e-5)
end
proof.run("car", run)
proof.figure("car", li.plot_run(run, { "z", "theta_r", "z1", "z3" }))
proof.done()
