-- 11_car.lua - a car of 15 coordinates on four springy tyres: static equilibrium, and dropped from 0.75 m        [thesis] 4, X-CAR-1, 2
local li = require "liaison"
local proof = require "liaison.proof"

local ref = li.vehicles.reference "car"
local car = li.vehicles.car():with(ref.values)
local wheels = { "Repere13", "Repere23", "Repere33", "Repere43" }
local K, C, radius = { 25000, 25000, 23000, 23000 }, { 1800, 1800, 1900, 1900 }, 0.30

-- suspension, and tyres that push where they are pressed: K_t = 200000, C_t = 300, at the wheel's centre
local force = {}
local function forces(_, q, v, tau)
  for k = 1, 15 do tau[k] = 0 end
  for i = 1, 4 do
    tau[6 + i] = tau[6 + i] - K[i] * q[6 + i] - C[i] * v[6 + i]
    local e = radius - car:fk(q, wheels[i]).p[3]
    force[i] = e > 0 and math.max(0, 200000 * e - 300 * car:velocity(q, v, wheels[i]).v[3]) or 0
    local f = car:torques(q, { 0, 0, force[i], 0, 0, 0 }, wheels[i])
    for k = 1, 15 do tau[k] = tau[k] + f[k] end
  end
end

proof.title "At rest: G(q) = tau(q) in height, pitch and the four suspensions"
local at = { 3, 5, 7, 8, 9, 10 }
local still = {}
for k = 1, 15 do still[k] = 0 end
local function unbalance(x)
  local q, tau, out = {}, {}, {}
  for k = 1, 15 do q[k] = 0 end
  for i, k in ipairs(at) do q[k] = x[i] end
  forces(0, q, still, tau)
  local G = car:gravity(q)
  for i, k in ipairs(at) do out[i] = (G[k] - tau[k]) / 1000 end
  return out
end
local x = assert(li.num.root(unbalance, { 0.5, 0, 0.1, 0.1, 0.1, 0.1 }))
proof.near("z, pitch, z1 .. z4", x, { 0.515107, 0.008241, 0.126944, 0.126944, 0.117922, 0.117922 }, 2e-6)
proof.near("wheel loads, front and rear", { force[1], force[3] }, { 3566.10978, 3085.07022 }, 1e-7)
proof.near("together the weight of all masses", force[1] + force[2] + force[3] + force[4], 13302.36, 1e-8)

proof.title "Dropped"
local q0 = {}
for k = 1, 15 do q0[k] = k == 3 and 0.75 or 0 end
local run = li.simulate { car, q = q0, t = 1, dt = 0.01, input = forces, rtol = 1e-8, method = "dopri5", h_max = 2e-3 }
print(run)
for _, row in ipairs { { 0.1, 0.70095, 0, 0, 0 }, { 0.2, 0.565289494, 0.002329925, 0.06551475, 0.071134033 }, { 0.3, 0.452328168, 0.011124273, 0.179127194, 0.165234678 },
  { 0.75, 0.551525403, 0.002200801, 0.089256842, 0.093280353 } } do
  proof.near(("z, pitch, z1, z3 at %g s"):format(row[1]), { run:at("z", row[1]), run:at("theta_r", row[1]), run:at("z1", row[1]), run:at("z3", row[1]) },
    { row[2], row[3], row[4], row[5] }, 1e-5)
end
proof.run("car", run, { forces = false })
proof.figure("car", li.plot_run(run, { "z", "theta_r", "z1", "z3" }))
proof.done()
