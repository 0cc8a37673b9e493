-- 34_ball_and_beam.lua - a ball that rolls on a beam whose angle is driven: a chain of integrators,
-- placed poles, an observer, and the limits of both
local li = require "liaison"
local proof = require "liaison.app.expect"

local m, J, g = 0.11, 0.02, 9.81
-- a ball that rolls without slip weighs 7/5 of its mass along the beam: 2/5 m as an inertia of its
-- spin, referred to its travel
local beam = li.robot { name = "ball and beam", gravity = { 0, 0, -g }, bodies = {
  { name = "beam", joint = "revolute", axis = "y", q = "th", mass = 1, inertia = { J, J, J } },
  { name = "ball", joint = "prismatic", axis = "x", q = "r", mass = m, inertia = { 0, 0, 0 },
    rotor = 2 / 5 * m } } }

proof.title "The ball: r'' = 5/7 (r th'^2 + g sin th), turned about y"
local q, v = { 0.3, 0.2 }, { 0.7, -0.1 }
local a = beam:fd(q, v, { 0.5, 0 })
proof.near("r''", a[2], 5 / 7 * (0.2 * 0.7 ^ 2 + g * math.sin(0.3)), 1e-12)

local lin = beam:linearize { inputs = "th", outputs = "r th" }
local loop = lin:place { -2, -2.2, { -3, 1 }, { -3, -1 } }
local seen = loop:with_observer(lin:observer { -12, -13, -14, -15 })
proof.title "Poles of gains and observer together"
local sum = 0
for _, p in ipairs(seen:closed():poles()) do sum = sum + p.re end
proof.near("their sum", sum, -2 - 2.2 - 6 - 12 - 13 - 14 - 15, 1e-7)

proof.title "The ball brought from 0.25 m to the middle, sampled at 100 Hz"
local run = beam:simulate(6, { th = 0, r = 0.25 }, nil, { dt = 0.01,
  controllers = { { seen, dt = 0.01 } }, sensors = { r = { rate = 100, resolution = 1e-3 } } })
proof.near("the ball", run:at("r", 6), 0, 2e-3)
proof.holds("the beam turned by less than 20 degrees", run.th:max() < 0.35 and run.th:min() > -0.35)
proof.run("ball_and_beam", run)
proof.figure("ball_and_beam", li.plot_run(run, { "r", "th" }))
proof.done()
