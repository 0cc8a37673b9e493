-- 18_one_loop.lua - the slides' mechanism with one loop: four parametrisations, three ways to
-- solve, one motion                                                                    [nonhol] 2.9
local li = require "liaison"
local proof = require "liaison.app.expect"

local DATA = { L1 = 0.3, L2 = 0.9, h = 0.1, m1 = 2, m2 = 3, m3 = 4, I1 = 0.02, I2 = 0.2, I3 = 0.01,
  r1 = 0.12, r2 = 0.4, g = 9.81, tau = 15, F = -50 }
local m = li.mechanism {
  name = "one loop", gravity = { 0, "-g" }, cut = "pin",
  bodies = { { name = "crank", m = "m1", j = "I1" }, { name = "rod", m = "m2", j = "I2" },
    { name = "slider", m = "m3", j = "I3" } },
  joints = {
    { kind = "revolute", name = "O", on = "crank", at = { "-r1", 0 }, coordinate = "al" },
    { kind = "revolute", name = "crank pin", on = "rod", from = "crank", at = { "-r2", 0 },
      at_from = { "L1 - r1", 0 }, coordinate = "be" },
    { kind = "prismatic", name = "guide", on = "slider", at_from = { 0, "h" }, coordinate = "la" },
    { kind = "revolute", name = "pin", on = "slider", from = "rod", at_from = { "L2 - r2", 0 },
      coordinate = "ga" },
  },
  loads = { { on = "crank", torque = "tau" }, { on = "slider", f = { "F", 0 }, axes = "world" } },
}

proof.title "It is put together by Newton's method, in either branch"
local given = { al = 0.6, L1 = 0.3, L2 = 0.9, h = 0.1, r1 = 0.12, r2 = 0.4 }
local closed, residuals = m:assemble("joint", given, { be = -0.5, la = 1 })
for i, x in ipairs(residuals) do print(("  step %d: %.2e"):format(i, x)) end
local be, la = closed.be, closed.la
proof.near("rod and slider", { be, la }, { -0.6771796465084543, 1.14492150076725 }, 1e-12)

proof.title "Joint coordinates: three ways to the accelerations"
local eq = m:equations "joint":with(DATA)
local q, v = { 0.6, be, la }, { 8, -10.207466315072612, -1.5083240766644703 }
local want = { -6.6235858632358, 20.1560875580844, -18.1579604004244 }
for _, way in ipairs { "augmented", "partition", "projector", "udwadia" } do
  local r = eq:solve(q, v, nil, { method = way })
  proof.near(way, r.a, want, 1e-11)
end

proof.title("Complete joint coordinates: the guide kept as a coordinate, and a mass matrix "
  .. "without inverse")
local complete = m:equations "complete":with(DATA)
local qc, vc = { 0.6, be, la, 0.07717964650845428 },
  { 8, -10.207466315072612, -1.5083240766644703, 2.207466315072611 }
proof.near("accelerations", complete:solve(qc, vc).a,
  { want[1], want[2], want[3], -13.5325016948487 }, 1e-11)
local none, why, code = complete:solve(qc, vc, nil, { method = "projector" })
print(code, why)
proof.holds("the projector refuses, by name", none == nil and code == "ESINGULAR")

local shape = li.robot { name = "one loop", bodies = {
  { name = "crank", joint = "revolute", q = "al" },
    { name = "rod", at = { 0.3, 0, 0 }, joint = "revolute", q = "be" },
  { name = "slider", parent = "world", at = { 0, 0.1, 0 }, joint = "prismatic", axis = "x",
    q = "la" } },
  constraints = { { "point", name = "pin", from = "slider", to = "rod", to_at = { 0.9, 0, 0 } } } }
local turn, place = shape:follow { input = "al", from = 0.6, to = 0.6 + 2 * math.pi, steps = 120,
  q = { 0.6, be, la } }, {}
for i, row in ipairs(turn.q) do place[i] = row[3] end
proof.figure("one_loop",
  li.plot { x = turn.input, y = place, xlabel = "crank (rad)", ylabel = "slider (m)" })
proof.model("one_loop", shape)
proof.done()
