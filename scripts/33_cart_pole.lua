-- 33_cart_pole.lua - a pole on a cart held upright by a linear quadratic regulator; its poles by
-- the symmetric root locus
local li = require "liaison"
local proof = require "liaison.app.expect"

local M, m, l, g = 1, 0.2, 0.5, 9.81
local cart = li.robot { name = "cart and pole", gravity = { 0, 0, -g }, inputs = { "F" }, bodies = {
  { name = "cart", joint = "prismatic", axis = "x", q = "x", mass = M, inertia = { 1, 1, 1 } },
  { name = "pole", joint = "revolute", axis = "y", q = "th", mass = m, com = { 0, 0, l },
    inertia = { 0, 0, 0 } } },
  forces = { { "given", joint = "x", f = "F" } } }

local lin = cart:linearize { inputs = "F", outputs = "x th" }
proof.title "A point mass on a rod: x'' = (F - m g th)/M, th'' = ((M + m) g th - F)/(M l)"
proof.near("A", lin.A, { { 0, 0, 1, 0 }, { 0, 0, 0, 1 }, { 0, -m * g / M, 0, 0 },
  { 0, (M + m) * g / (M * l), 0, 0 } }, 1e-12)
proof.near("B", lin.B, { { 0 }, { 0 }, { 1 / M }, { -1 / (M * l) } }, 1e-12)

proof.title "The regulator: poles where a(s) a(-s) + (q1 n1 n1~ + q2 n2 n2~)/r = 0"
local q1, q2, r = 4, 20, 0.1
local gains = lin:lqr { Q = { x = q1, th = q2 }, R = r }
print(gains)
-- a = s^4 - w s^2, n1 = (s^2 - g/l)/M, n2 = -s^2/(M l); all even: with z = s^2
local w = (M + m) * g / (M * l)
local c = { -2 * w, w * w + q1 / (r * M * M) + q2 / (r * (M * l) ^ 2),
  -2 * g / l * q1 / (r * M * M), (g / l) ^ 2 * q1 / (r * M * M) }
local re, _, im = li.mat { { -c[1], -c[2], -c[3], -c[4] }, { 1, 0, 0, 0 }, { 0, 1, 0, 0 },
  { 0, 0, 1, 0 } }:eig()
local want = {}
for k = 1, 4 do
  -- the square root with negative real part
  local size = math.sqrt(re[k] ^ 2 + im[k] ^ 2)
  want[k] = -math.sqrt((size + re[k]) / 2)
end
table.sort(want)
local got = {}
for k, p in ipairs(gains.poles) do got[k] = p.re end
table.sort(got)
proof.near("real parts of the poles", got, want, 1e-9)

proof.title "A second in the nonlinear model, and what the cost should be"
local run = cart:simulate(8, { x = 0, th = 0.05 }, nil, { controllers = { gains }, dt = 0.001 })
proof.near("it stands", { run:at("x", 8), run:at("th", 8) }, { 0, 0 }, 2e-3)
-- the integral of x'Q x + u'R u is x0' X x0, but for what is not linear
local cost, before = 0, nil
for k = 1, #run.t do
  local now = q1 * run.x[k] ^ 2 + q2 * run.th[k] ^ 2 + r * run["controller.F"][k] ^ 2
  if before then cost = cost + (now + before) / 2 * (run.t[k] - run.t[k - 1]) end
  before = now
end
proof.near("the cost", cost, gains.X[2][2] * 0.05 ^ 2, 5e-3)
proof.run("cart_pole", run)
proof.figure("cart_pole", li.plot_run(run, { "x", "th" }))
proof.done()
