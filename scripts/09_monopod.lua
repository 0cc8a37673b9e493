-- 09_monopod.lua - a one-legged hopper: free flight with its invariants, then hopping on a springy
-- ground                                                                  [thesis] 3.2, X-MONO-1, 2
local li = require "liaison"
local proof = require "liaison.app.expect"

local ref = li.vehicles.reference "monopod"
-- what a motion in its plane does not ask for: other inertias, and the outline of the trunk
local more = { XX0 = 0.5, ZZ0 = 0, XX1 = 0.05, ZZ1 = 0, XX2 = 0.03, ZZ2 = 0, l1 = 0.3, l2 = 0.2 }
for name, value in pairs(ref.values) do more[name] = value end
local hopper = li.vehicles.monopod():with(more)

proof.title "Free flight"
local run = li.simulate { hopper, q = ref.q, v = ref.v, t = 0.25, rtol = 1e-11, atol = 1e-12 }
print(run)
local q, v = run:state()
proof.near("where it is after 0.25 s", q,
  { 0.125219619, 0.94317966, 0.2, -0.618609289, -0.382036835 }, 1e-8)
proof.near("the trunk turns at a constant rate: its hip is its centre of mass", v[3], 0.4, 1e-9)
proof.near("energy", run.E[#run], 117.29507520119, 1e-9)
proof.near("momentum along x", hopper:momentum(q, v)[1], 5.975016910619, 1e-10)

proof.title "Hopping: a ground of springs and dampers under the foot, a spring in the leg"
local hops = li.simulate { hopper, q = { 0, 0.65, 0, 0, -0.45 }, t = 1, dt = 0.01, rtol = 1e-9,
  h_max = 2e-3, forces = {
  { "contact", at = "Repere5", normal = { 0, 0, 1 }, stiffness = 20000, damping = 200 },
  { "spring", joint = "q1", stiffness = 200, damping = 10 },
    { "spring", joint = "q2", stiffness = 2000, rest = -0.45, damping = 20 } } }
print(hops)
for _, row in ipairs { { 0.1, 0.60095, -0.45 }, { 0.2, 0.4538, -0.45 },
  { 0.25, 0.353113, -0.362164 }, { 0.3, 0.274673, -0.290874 } } do
  proof.near(("hip and leg at %g s"):format(row[1]),
    { hops:at("Z", row[1]), hops:at("q2", row[1]) }, { row[2], row[3] }, 2e-5)
end
proof.run("monopod", hops)
proof.figure("monopod", li.plot_run(hops, { "Z", "q2" }))
proof.done()
