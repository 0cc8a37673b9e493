-- 10_robot2d.lua - a mobile robot with four wheels: printed and full models, what steering does,
-- rolling about a point                                                                [thesis] 3.3
local li = require "liaison"
local proof = require "liaison.app.expect"

local ref = li.vehicles.reference "robot2d"
local full = li.vehicles.robot2d { variant = "full" }:with(ref.values)
local M = full:mass(ref.q)
proof.title "The full model: wheels carried along"
proof.near("M11, M13, M23, M33, M38", { M[1][1], M[1][3], M[2][3], M[3][3], M[3][8] },
  { 120, 0.564642473, -0.825335615, 20.73, 0.04 }, 1e-9)
local T = full:energy(ref.q, ref.v)
proof.near("kinetic energy", T, 80.16004239978207, 1e-12)

proof.title("The model as the thesis prints it: no coupling of wheels and body; a torque of "
  .. "0.8 on both steered wheels")
local thesis = li.vehicles.thesis "robot2d":with(ref.values)
local tau, rest = {}, {}
for k = 1, 9 do tau[k], rest[k] = k >= 8 and 0.8 or 0, 0 end
local a = thesis:fd(ref.q, rest, tau)
proof.near("yaw and steering accelerations (X-ROB-1)", { a[3], a[8] },
  { -0.1322314049586777, 20.132231404958677 }, 1e-12)

proof.title("Rolling about a point 3 m to the left at 0.4 rad/s (X-ROB-2): Ackermann's "
  .. "angles, and every wheel without slip")
local R, rate, L, b, r = 3, 0.4, 1.1, 0.35, 0.15
local inner, outer = math.atan(L / (R - b)), math.atan(L / (R + b))
proof.near("steering angles", { inner, outer }, { 0.39345063792893564, 0.31726627952182623 }, 1e-12)
local spin = { rate * math.sqrt(L ^ 2 + (R - b) ^ 2) / r, rate * math.sqrt(L ^ 2 + (R + b) ^ 2) / r,
  rate * (R - b) / r, rate * (R + b) / r }
proof.near("rates of the wheels", spin,
  { 7.651288925548573, 9.402600113207459, 7.066666666666667, 8.933333333333334 }, 1e-12)
local q = { 0, 0, 0, 0, 0, 0, 0, inner, outer }
-- the body's origin is 0.6 m before the rear axle
local v = { rate * R, rate * 0.6, rate, spin[1], spin[2], spin[3], spin[4], 0, 0 }
for i, wheel in ipairs { "Repere13", "Repere23", "Repere32", "Repere42" } do
  local at = full:velocity(q, v, wheel).v
  local psi = i == 1 and inner or i == 2 and outer or 0
  proof.near(wheel .. " slips along and across by",
    { at[1] * math.cos(psi) + at[2] * math.sin(psi) - r * spin[i],
    at[2] * math.cos(psi) - at[1] * math.sin(psi) },
    { 0, 0 }, 1e-12)
end
proof.model("robot2d", full)
proof.curves("ackermann",
  { xlabel = "radius (m)", ylabel = "steering angle (rad)", label = { "inner", "outer" } }, 1, 10,
  60,
  function(x) return math.atan(L / (x - b)) end, function(x) return math.atan(L / (x + b)) end)
proof.done()
