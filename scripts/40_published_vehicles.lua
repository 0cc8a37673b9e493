-- 40_published_vehicles.lua - vehicles of publications beside what is printed of them: a bicycle, a
-- motorcycle, a semitrailer, the multi-body car of CommonRoad; and two roads to one car
local li = require "liaison"
local proof = require "liaison.app.expect"

for _, name in ipairs { "whipple_bicycle", "sharp_motorcycle", "tractor_semitrailer",
  "commonroad_mb" } do
  proof.title(name)
  local told = li.vehicles.proof(name)
  print("  " .. told.source)
  for _, row in ipairs(told.rows) do
    proof.holds(("%-38s printed %22s, here %.14g"):format(row.what, row.printed, row.ours),
      row.holds)
  end
end

proof.title "The bicycle runs by itself between its weave speed and its capsize speed"
-- 4.292 and 6.024 m/s: Meijaard et al. 2007, section 6
local function most(v)
  local bike = li.vehicles.whipple_bicycle()
  local lin = bike:linearize { q = { z = 0.3 }, v = { spin_r = v / 0.3 }, inputs = "lean steer",
    states = "lean steer lean' steer'" }
  local re = -math.huge
  for _, p in ipairs(lin:poles()) do re = math.max(re, p.re) end
  return re
end
proof.near("weave speed (m/s)", li.num.between(most, 4, 5), 4.29238253634111, 1e-9)
proof.near("capsize speed (m/s)", li.num.between(most, 5.5, 6.5), 6.02426201538837, 1e-9)

proof.title "The kinematic single track of CommonRoad turns about one point"
local car, told = li.commonroad("KS", 2)
local p = told.parameters
local R = (p.a + p.b) / math.tan(0.1)
local run = car:simulate(2 * math.pi * R / 10, told.start { v = 10, delta = 0.1 },
  { rtol = 1e-11, atol = 1e-11 })
proof.near("back after one circle (m)", { run.s_x[#run], run.s_y[#run] }, { 0, 0 }, 1e-6)
proof.near("its heading (rad)", run.psi[#run], 2 * math.pi, 1e-9)
proof.run("commonroad", run)
proof.figure("circle", li.plot { x = run.s_x, y = run.s_y, xlabel = "s_x (m)", ylabel = "s_y (m)",
  equal = true })
proof.model("bicycle", li.vehicles.whipple_bicycle())
proof.done()
