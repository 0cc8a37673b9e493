-- 37_segway.lua - a body that balances on wheels which roll: rolling constraints, small motions of
-- the independent states, a regulator with the speed as its reference
local li = require "liaison"
local proof = require "liaison.app.expect"

local R, mw, mb, l, g = 0.2, 4, 60, 0.9, 9.81
local Jw, Jb = 0.08, 8
local segway = li.robot { name = "segway", gravity = { 0, 0, -g }, inputs = { "T" }, bodies = {
  { name = "axle", joint = "prismatic", axis = "x", q = "x", at = { 0, 0, R }, mass = 0,
    inertia = { 0, 0, 0 } },
  { name = "rider", joint = "revolute", axis = "y", q = "th", mass = mb, com = { 0, 0, l },
    inertia = { Jb, Jb, Jb } },
  { name = "wheels", parent = "rider", joint = "revolute", axis = "y", q = "phi", mass = mw,
    inertia = { Jw, Jw, Jw } } },
  constraints = { { "rolling_disc", from = "wheels", from_axis = "y", to = "world", radius = R } },
  forces = { { "given", name = "motor", joint = "phi", f = "T" } } }

proof.title "Upright: s^2 = mb g l M11/(M11 M22 - M12^2)"
local M11, M12, M22 = mb + mw + Jw / R ^ 2, mb * l, mb * l * l + Jb
local s2 = mb * g * l * M11 / (M11 * M22 - M12 ^ 2)
local lin = segway:linearize { inputs = "T", states = "x th x' th'" }
print(lin)
proof.near("how fast it falls", lin:poles()[1].re, math.sqrt(s2), 1e-9)
local det = M11 * M22 - M12 ^ 2
local at = {}
for k, name in ipairs(lin.states) do at[name] = k end
proof.near("what the motor does to the tilt", lin.B[at["th'"]][1], -(M11 + M12 / R) / det, 1e-9)
proof.near("and to the way", lin.B[at["x'"]][1], (M22 / R + M12) / det, 1e-9)

proof.title "Two metres forward, on wheels that roll"
local gains = lin:lqr { Q = { x = 10, th = 100 }, R = 0.01 }
local run = segway:simulate(12, { x = -2, th = 0, phi = -2 / R }, nil, { controllers = { gains },
  dt = 0.01 })
proof.near("it arrives upright", { run:at("x", 12), run:at("th", 12) }, { 0, 0 }, 2e-2)
proof.near("the wheels have rolled", run:at("phi", 12) + run:at("th", 12), run:at("x", 12) / R,
  1e-6)
proof.run("segway", run)
proof.figure("segway", li.plot_run(run, { "x", "th" }))
proof.done()
