-- 12_slider_crank.lua - the slider-crank in three parametrisations: one motion, and what each form
-- knows of its forces                                                                 [course] E1.2
local li = require "liaison"
local proof = require "liaison.app.expect"

local DATA = { L1 = 0.2, L2 = 0.5, m1 = 1, m2 = 1.5, m3 = 0.8, I1 = 1 / 300, I2 = 1 / 32, I3 = 0.01,
  g = 9.81, tau = 2, F = -10 }
local m = li.mechanism {
  name = "slider-crank", gravity = { 0, "-g" }, cut = "pin",
  bodies = { { name = "crank", m = "m1", j = "I1" }, { name = "rod", m = "m2", j = "I2" },
    { name = "piston", m = "m3", j = "I3" } },
  joints = { -- bodies at their centres of mass, the middles of the bars
    { kind = "revolute", name = "O", on = "crank", at = { "-L1/2", 0 }, coordinate = "al" },
    { kind = "revolute", name = "B", on = "rod", from = "crank", at = { "-L2/2", 0 },
      at_from = { "L1/2", 0 }, coordinate = "be" },
    { kind = "prismatic", name = "guide", on = "piston", at_from = { 0, 0 }, coordinate = "la" },
    { kind = "revolute", name = "pin", on = "piston", from = "rod", at_from = { "L2/2", 0 },
      coordinate = "ga" },
  },
  loads = { { on = "crank", torque = "tau" }, { on = "piston", f = { "F", 0 }, axes = "world" } },
}

proof.title "Counts: coordinates, constraints, equations"
local counts = m:counts()
for _, form in ipairs { "strict", "joint", "complete", "cartesian" } do
  print(("  %-10s %d %d %d"):format(form, counts[form].coordinates, counts[form].constraints,
    counts[form].equations))
end
proof.near("Cartesian: 9 and 8, 17 equations",
  { counts.cartesian.coordinates, counts.cartesian.constraints }, { 9, 8 })

-- the state: crank at 0.7 rad and 5 rad/s; the rod's angle in closed form
local a1, w1 = 0.7, 5
local rod = -math.asin(0.2 * math.sin(a1) / 0.5)
local w2 = -0.2 * math.cos(a1) * w1 / (0.5 * math.cos(rod))
local x, xd = 0.2 * math.cos(a1) + 0.5 * math.cos(rod),
  -0.2 * math.sin(a1) * w1 - 0.5 * math.sin(rod) * w2
proof.near("rod, its rate, piston, its speed", { rod, w2, x, xd },
  { -0.260627669675167, -1.58314983623494, 0.636082650514229, -0.848196312447692 }, 1e-13)

proof.title "(a) strict: one coordinate"
local strict = m:system("strict", { independent = "al",
  near = { al = a1, be = rod - a1, la = x, L1 = 0.2, L2 = 0.5 } })
local n = strict:kane():with(DATA):numbers { al = a1, ["al'"] = w1 }
proof.near("J_eq and acceleration", { n.D[1][1], n.alphad[1] },
  { 0.08167251785929801, 7.11633708022 }, 1e-10)

proof.title "(b) joint coordinates, the loop cut at the pin"
local b = m:equations "joint":with(DATA):solve({ a1, rod - a1, x }, { w1, w2 - w1, xd }, nil,
  { method = "all" })
proof.near("accelerations of crank, rod and piston", { b.a[1], b.a[2], b.a[3] },
  { 7.11633708022, -3.37067053470, -5.46935983523 }, 1e-10)
proof.holds(("augmented, partition, projector, null space agree: %.1e"):format(b.spread),
  b.spread < 1e-10)

proof.title "(c) maximal: every body by itself"
local function body(r, a, w, px, py, vx, vy)
  return { px + r * math.cos(a), py + r * math.sin(a), a },
    { vx - r * math.sin(a) * w, vy + r * math.cos(a) * w, w }
end
local q1, v1 = body(0.1, a1, w1, 0, 0, 0, 0)
local q2, v2 = body(0.25, rod, w2, 0.2 * math.cos(a1), 0.2 * math.sin(a1), -0.2 * math.sin(a1) * w1,
  0.2 * math.cos(a1) * w1)
local c = m:equations "cartesian":with(DATA):solve({ q1[1], q1[2], q1[3], q2[1], q2[2], q2[3], x, 0,
  0 }, { v1[1], v1[2], v1[3], v2[1], v2[2], v2[3], xd, 0, 0 })
proof.near("the same accelerations", { c.a[3], c.a[6], c.a[7] },
  { 7.11633708022, 3.74566654552, -5.46935983523 }, 1e-10)
-- the multiplier nearest to the published force
local guide = math.huge
for i = 1, #c.lambda do
  if math.abs(math.abs(c.lambda[i]) - 15.1269660423) < math.abs(guide - 15.1269660423) then
    guide = math.abs(c.lambda[i])
  end
end
proof.near("normal force of the guide on the piston", guide, 15.1269660423, 1e-9)
local crank = li.slider_crank(0.2, 0.5)
local function piston(i) return function(a) return select(2, crank:solve(a, "plus", 5))[i] end end
proof.curves("slider_crank",
  { xlabel = "crank (rad)", ylabel = "piston at 5 rad/s",
  label = { "place (m)", "speed (m/s)", "acceleration (m/s2)" } }, 0, 2 * math.pi, 120,
  piston(1), piston(2), piston(3))
proof.done()
