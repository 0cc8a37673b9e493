-- 23_wheel_and_tyre.lua - one switch from the ideal wheel to the tyre, and where the ideal stops
-- being true                                                      [thesis] 1.3, [nonhol] remark 8.4
local li = require "liaison"
local proof = require "liaison.app.expect"

local DATA = { m = 1200, j = 1700, L1 = 1.2, L2 = 1.4, Cf = 60000, Cr = 70000 }
-- a bicycle: front and rear axle, steered by de
local function car(tyres)
  local s = li.system { planar = true, name = tyres and "car on tyres" or "car on ideal wheels" }
  local x, y, th = s:coordinates "x y th"
  local de = s:input "de"
  local body = s:body { name = "car", m = "m", j = "j", place = { x, y, th } }
  body:wheel { name = "front", at = { "L1", 0 }, angle = de, tyre = tyres and "Cf" or nil }
  body:wheel { name = "rear", at = { "-L2", 0 }, tyre = tyres and "Cr" or nil }
  if tyres then
    return s:kane { speeds = { "v = x'*cos(th) + y'*sin(th)", "w = y'*cos(th) - x'*sin(th)",
      "Om = th'" } }
  end
  return s:kane { speeds = { "v = x'*cos(th) + y'*sin(th)" } }
end
local ideal, slipping = car(false), car(true)
proof.same("ideal: yaw rate", (ideal.Jnh * li.smat { li.symbols "vv" })[3], "vv*tan(de)/(L1 + L2)")

proof.title "Steady turns, steered by 0.01 rad: yaw rate per speed against 1/(L + K V^2)"
local de, speeds, with_tyres, without, off = 0.01, {}, {}, {}, {}
for V = 2, 30, 2 do
  local run = slipping:simulate(4, { v = V }, { values = DATA, inputs = { de = de }, rtol = 1e-8 })
  local v, Om = run.v[#run], run.Om[#run]
  local K = li.road.cornering { m = DATA.m, L1 = DATA.L1, L2 = DATA.L2, Cf = DATA.Cf, Cr = DATA.Cr,
    V = v }.K
  if V % 10 == 0 then
    proof.near(("at %.1f m/s"):format(v), Om / v, de / (2.6 + K * v ^ 2), 2e-3)
  end
  local i = #speeds + 1
  speeds[i], with_tyres[i], without[i] = v, Om, v * math.tan(de) / 2.6
  off[i] = without[i] / Om - 1
end

proof.title "Where the ideal stops being true"
local K = li.road.cornering { m = DATA.m, L1 = DATA.L1, L2 = DATA.L2, Cf = DATA.Cf, Cr = DATA.Cr,
  V = 10 }.K
local limit
for i = 2, #off do
  if not limit and off[i] > 0.05 then
    limit = speeds[i - 1] + (speeds[i] - speeds[i - 1]) * (0.05 - off[i - 1])
      / (off[i] - off[i - 1])
  end
end
print(("it turns 5 %% too much from %.1f m/s on"):format(limit))
proof.near("that is where K V^2 / L = 0.05", limit, math.sqrt(0.05 * 2.6 / K), 0.02)
proof.near("at walking pace both agree", off[1], K * speeds[1] ^ 2 / 2.6, 0.02)
proof.figure("wheel_and_tyre",
  li.plot { x = speeds, y = { without, with_tyres }, label = { "ideal wheels", "tyres" },
  xlabel = "speed (m/s)", ylabel = "yaw rate (rad/s)",
  title = "steered by 0.01 rad" })
proof.done()
