-- 04_kr30.lua - the KUKA KR30 of the course: pose, controller readings, wrist centre, singularities
-- in factors                                                                          [course] E3.9
local li = require "liaison"
local proof = require "liaison.app.expect"

local arm = li.robots.kr30()
print(arm)
local shown = arm:home()
local X = arm:fk(shown)
print("as the course draws it:", shown)
proof.near("the tool looks straight down: z as the base's (which points down)", X.R * { 0, 0, 1 },
  { 0, 0, 1 })
proof.near("controller readings of q4 and q5 there (pi off)",
  { arm:controller(shown)[4], arm:controller(shown)[5] }, { 0, 0 }, 1)
proof.holds("and back", arm:from_controller(arm:controller(shown)):near(shown, 1e-12))

proof.title "Wrist centre against the formula W = (c1 rho, s1 rho, a2 s2 + a3 s23 - d4 c23)"
local a1, a2, a3, d4 = 670, 800, 145, -820
-- the shipped model may be in metres
local scale = math.abs(arm:fk(shown).p[1]) > 100 and 1 or 1000
local q = { 0.3, -0.8, 0.6, 0.4, 1.1, -0.2 }
local c1, s1, s2, c23, s23 = math.cos(q[1]), math.sin(q[1]), math.sin(q[2]), math.cos(q[2] + q[3]),
  math.sin(q[2] + q[3])
local rho = a1 + a2 * math.cos(q[2]) + a3 * c23 + d4 * s23
local poses = arm:poses(q)
proof.near("of link 4's frame (mm)", poses.link4.p * scale,
  { c1 * rho, s1 * rho, a2 * s2 + a3 * s23 - d4 * c23 }, 1e-12)

proof.title("Singularities: the determinant of the whole Jacobian is a product of what elbow, "
  .. "shoulder and wrist contribute")
local function det6(x) return arm:jacobian(x):det() * scale ^ 3 end
local formula = -a2 * (a3 * math.sin(q[3]) - d4 * math.cos(q[3])) * rho * math.sin(q[5])
proof.near("det J", det6(q), formula, 1e-10)
proof.near("zero as drawn: th5 = pi is a wrist singularity", det6(shown) / 1e9, 0, 1e-9)
local elbow = { 0.3, -0.8, (math.atan2 or math.atan)(d4, a3), 0.4, 1.1, -0.2 } -- luacheck: ignore
proof.near("zero with the elbow stretched: tan th3 = d4/a3", det6(elbow) / 1e9, 0, 1e-9)
proof.holds("rank 5 there", arm:jacobian(elbow):rank(1e-9) == 5)

proof.model("kr30", arm)
proof.curves("kr30_det", { xlabel = "q5 (rad)", ylabel = "det J", label = "det J" }, -math.pi,
  math.pi, 60, function(x) return det6 { 0.3, -0.8, 0.6, 0.4, x, -0.2 } end)
proof.done()
