-- 15_rolling_disc.lua - a disc that rolls without slip: nonholonomic rows, multipliers every way,
-- the speed that keeps it upright                                                     [nonhol] 2.10
local li = require "liaison"
local proof = require "liaison.app.expect"

local _ = li.symbols "m R g Ia It"
local disc = li.lagrange {
  q = "xd yd zd ph th ps",
  T = "m*(xd'^2 + yd'^2 + zd'^2)/2 + It*(th'^2 + ph'^2*sin(th)^2)/2 + Ia*(ph'*cos(th) + ps')^2/2",
    V = "m*g*zd",
  constraints = { nonholonomic = {
    "xd' + R*cos(ph)*cos(th)*ph' - R*sin(ph)*sin(th)*th' + R*cos(ph)*ps'",
    "yd' + R*sin(ph)*cos(th)*ph' + R*cos(ph)*sin(th)*th' + R*sin(ph)*ps'",
    "zd' - R*cos(th)*th'" } },
}
local rolling = disc:with { m = 2, R = 0.3, Ia = 0.09, It = 0.045, g = 9.81 }
local q = { 0, 0, 0.3 * math.sin(1.2), 0.3, 1.2, -0.5 }
local v = { -1.54913876007719, -0.36213116545531, -0.0434829305372, 0.8, -0.4, 5 }
local r = rolling:as "slides":solve(q, v, nil, { method = "all" })
proof.near("accelerations", r.a,
  { -0.81898390743546, 2.54662775358455, -1.58503532118768, -4.29166551083959, -14.16921468752884,
  1.05803076495697 }, 1e-12)
proof.near("contact force (multipliers, sign of the slides)", r.lambda,
  { 1.63796781487092, -5.0932555071691, -16.44992935762464 }, 1e-12)
proof.holds(("four ways agree: %.1e"):format(r.spread), r.spread < 1e-10)
proof.holds("lean, heading and spin cannot be the dependent ones: refused",
  not rolling:solve(q, v, nil, { method = "partition", independent = { "xd", "yd", "zd" } }))

proof.near("ideal constraints do no work: power of their forces", r.force:dot(li.vec(v)), 0, 1e-12)

proof.title("Upright at speed: lambda^2 = 4g/(5R) - 12 w^2/5; above sqrt(g R/3) = 0.990 m/s "
  .. "it does not fall")
local kane = li.systems.disc():kane()
for _, w in ipairs { 2, 3.3, 5 } do
  local lin = kane:linearize { values = li.systems.values "disc", q = { theta = math.pi / 2 },
    v = { psi = w }, states = "theta phi' theta' psi'" }
  -- two eigenvalues are 0, the others +- lambda
  local square = (lin.A * lin.A):trace() / 2
  proof.near(("lambda^2 at %.2f m/s"):format(0.3 * w), square,
    4 * 9.81 / (5 * 0.3) - 12 * w ^ 2 / 5, 1e-6)
end
local coin = li.robot { name = "coin", gravity = { 0, 0, -9.81 },
  bodies = { { name = "disc", joint = "Tx Ty Tz Rz Rx Rz",
  q = { "x", "y", "z", "phi", "theta", "psi" },
  mass = 2, inertia = { 0.045, 0.045, 0.09 }, shapes = { { "cylinder", size = { 0.3, 0.02 } } } } },
  constraints = { { "rolling_disc", name = "contact", from = "disc", to = "world",
    radius = 0.3 } } }
local run = li.simulate { coin, q = { 0, 0, 0.3 * math.sin(1.4), 0, 1.4, 0 },
  v = coin:fit_velocity({ 0, 0, 0.3 * math.sin(1.4), 0, 1.4, 0 }, { -1.5, 0, 0, 0, 0, 5 }), t = 4,
  dt = 0.02 }
proof.near("it rolls on for 4 s: drift of the energy", run:info().drift, 0, 1e-4)
proof.figure("disc_path",
  li.plot { x = run.x, y = run.y, xlabel = "x (m)", ylabel = "y (m)", equal = true })
proof.run("disc", run)
proof.done()
