-- 05_two_bars.lua - the planar 2R by Newton-Euler, by Lagrange and by Kane: three roads, one model
--                                                                         [course] E6, [nonhol] 2.3
local li = require "liaison"
local proof = require "liaison.app.expect"
local th, thp, thpp = { 0.3, 0.8 }, { 2, -3 }, { 0.5, -1 }
local tau = { 28.314068463469, 4.4405334016740 }

proof.title "Newton-Euler: the recursion on a described mechanism"
local arm = li.robot {
  name = "two bars", gravity = { 0, -9.81, 0 },
  bodies = {
    { name = "bar1", joint = "revolute", axis = "z", q = "th1", mass = 2, com = { 0.5, 0, 0 },
      inertia = { 0, 1 / 6, 1 / 6 } },
    { name = "bar2", parent = "bar1", at = { 1, 0, 0 }, joint = "revolute", axis = "z", q = "th2",
      mass = 1.5, com = { 0.4, 0, 0 }, inertia = { 0, 0.08, 0.08 } },
  },
  frames = { { name = "tip", body = "bar2", at = { 0.8, 0, 0 } } }, tip = "tip",
}
proof.near("torques", arm:id(th, thp, thpp), tau, 1e-12)
proof.near("force of the first joint on its bar, along the bar and across",
  arm:wrenches(th, thp, thpp).bar1.f,
  { -9.9275606144196 * math.cos(0.3) + 31.903165292329 * math.sin(0.3),
    9.9275606144196 * math.sin(0.3) + 31.903165292329 * math.cos(0.3), 0 }, 1e-11)

proof.title "Lagrange: energies written by hand"
local th1, th2 = li.coordinates "th1 th2"
local L1, LG1, LG2, m1, m2, I1, I2, g = li.symbols "L1 LG1 LG2 m1 m2 I1 I2 g"
local w = th1:d() + th2:d()
local vx = -L1 * li.sin(th1) * th1:d() - LG2 * li.sin(th1 + th2) * w
local vy = L1 * li.cos(th1) * th1:d() + LG2 * li.cos(th1 + th2) * w
local T = (m1 * LG1 ^ 2 + I1) * th1:d() ^ 2 / 2 + m2 * (vx ^ 2 + vy ^ 2) / 2 + I2 * w ^ 2 / 2
local V = g * (m1 * LG1 * li.sin(th1) + m2 * (L1 * li.sin(th1) + LG2 * li.sin(th1 + th2)))
local eq = li.lagrange { T = T, V = V, q = { th1, th2 } }
print(eq)
proof.same("A11 of [course] E6.2", eq.M:at(1, 1),
  "I1 + I2 + m1*LG1^2 + m2*(L1^2 + LG2^2 + 2*L1*LG2*cos(th2))")
proof.same("B21", eq.B:at(2, 1), "m2*L1*LG2*sin(th2)")
local numeric = eq:with { L1 = 1, LG1 = 0.5, LG2 = 0.4, m1 = 2, m2 = 1.5, I1 = 1 / 6, I2 = 0.08,
  g = 9.81 }
proof.near("torques", numeric:id(th, thp, thpp), tau, 1e-12)
proof.near("free accelerations", numeric:fd(th, thp, { 0, 0 }),
  { -10.651950413431, 10.843356049470 }, 1e-12)

proof.title "Kane: the ten steps on the same bars"
local s = li.system { planar = true, gravity = { 0, -9.81 } }
local q1, q2 = s:coordinates "th1 th2"
local bar1 = s:body { name = "bar1", m = 2, j = 1 / 6, com = { 0.5, 0 }, place = { 0, 0, q1 } }
local bar2 = s:body { name = "bar2", m = 1.5, j = 0.08, com = { 0.4, 0 },
  place = { li.cos(q1), li.sin(q1), q1 + q2 } }
s:joint { kind = "revolute", name = "pin", on = bar2, from = bar1, at_from = { 1, 0 } }
local k = s:kane()
print(k)
local n = k:numbers { th1 = 0.3, th2 = 0.8, ["th1'"] = 2, ["th2'"] = -3 }
proof.near("mass matrix D", n.D,
  { { 3.3227147178833, 0.7380240256083 }, { 0.7380240256083, 0.32 } }, 1e-12)
proof.near("free accelerations", n.alphad, { -10.651950413431, 10.843356049470 }, 1e-12)

proof.title "Let it swing"
local run = li.simulate { arm, q = th, v = thp, t = 2 }
proof.near("the energy stays: its drift", run:info().drift, 0, 1e-6)
proof.run("two_bars", run)
proof.figure("two_bars", li.plot_run(run))
proof.done()
