-- 25_trajectories.lua - motion laws of the course, their shortest times; an arm by a law, through
-- points, along a line of its tool, in the shortest time under its torques          [course] 5
local li = require "liaison"
local proof = require "liaison.app.expect"

proof.title("The quintic and the septic: coefficients, peaks, shortest times (E5.1 to E5.3)")
print(li.law "poly5":explain { travel = 2, v = 3, a = 10, j = 60 })
proof.near("quintic at 0.3", { li.law "poly5":at(0.3) }, { 0.16308, 1.323, 5.04, -15.6 }, 1e-12)
proof.near("septic at 0.3", { li.law "poly7":at(0.3) }, { 0.126036, 1.29654, 7.4088, -8.82 },
  1e-12)
proof.near("peak of the septic, 84 sqrt(5)/25, where the course prints 85",
  select(2, li.law "poly7":peaks()), 84 * math.sqrt(5) / 25, 1e-13)
proof.near("shortest times under v 3, a 10, jerk 60",
  { (li.law "poly5":duration(2, 3, 10, 60)), (li.law "poly7":duration(2, 3, 10, 60)) },
  { 1.2599210498948732, 1.4583333333333333 }, 1e-13)

proof.title("Sine squared: unit travel in 2 s, a quarter of it speeding up (E5.4)")
local sine = li.motion { from = 0, to = 1, law = li.law("sine2", 0.25), T = 2 }
proof.near("at 0.25, 0.5, 1 s", { sine:at(0.25)[1], sine:at(0.5)[1], sine:at(1)[1] },
  { 0.024779802726277, 1 / 6, 1 / 2 }, 1e-12)
local p = sine:peaks().q1
proof.near("largest speed and acceleration", { p.v.most, p.a.most }, { 2 / 3, 8 / 3 }, 1e-9)

proof.title("All laws, a travel of 2 under v 3, a 10, jerk 60")
print(li.laws { travel = 2, v = 3, a = 10, j = 60 })
local shortest = li.motion { from = 0, to = 2, limits = { v = 3, a = 10, j = 60 } }
proof.near("no motion from rest to rest is shorter than D/v + v/a + a/j", shortest.T,
  2 / 3 + 3 / 10 + 10 / 60, 1e-12)

proof.title("An arm of six axes: a law, points, under its torques")
local arm = li.robots.puma560()
local from, to = arm:home():table(), {}
for k = 1, 6 do to[k] = from[k] + (k % 2 == 0 and 0.6 or -0.8) end
local moves = {
  { "quintic", li.motion { arm, from = from, to = to, law = "poly5", limits = { v = 2, a = 6 } } },
  { "S-curve", li.motion { arm, from = from, to = to, limits = { v = 2, a = 6, j = 60 } } },
  { "no jerk limit", li.motion { arm, from = from, to = to, limits = { v = 2, a = 6 } } },
}
for _, m in ipairs(moves) do print(("%-14s %.4f s"):format(m[1], m[2].T)) end
proof.holds("the shorter the freer", moves[1][2].T > moves[2][2].T
  and moves[2][2].T > moves[3][2].T)
proof.near("speeding up, cruising, braking: D/v + v/a", moves[3][2].T, 0.8 / 2 + 2 / 6, 1e-9)

proof.title("Along a line of the tool: in the way is told before it moves")
local planar = li.planar { 1, 0.8 }
local rows = { rows = { 1, 2 } }
local line = li.path { start = { 1.2, 0.2, 0 }, { "line", to = { 0.4, 1.2, 0 } } }
local fast = li.motion { planar, path = line, follow = rows, limits = { v = 2, a = 5 } }
print(fast)
proof.near("it ends where the line does", planar:fk((fast:at(fast.T))).p, { 0.4, 1.2, 0 }, 1e-6)
local far = li.path { start = { 1.2, 0.2, 0 }, { "line", to = { 0.4, 2.2, 0 } } }
local none, why = li.motion { planar, path = far, follow = rows, T = 2 }
print(why)
-- (1.2 - 0.8 u)^2 + (0.2 + 2 u)^2 = 1.8^2, in parts u of the line
local b, c = -2 * 1.2 * 0.8 + 2 * 0.2 * 2, 1.2 ^ 2 + 0.2 ^ 2 - 1.8 ^ 2
local a = 0.8 ^ 2 + 2 ^ 2
local border = (-b + math.sqrt(b * b - 4 * a * c)) / (2 * a) * math.sqrt(a)
proof.near("the border of its reach", tonumber(why:match "from s = ([%d.]+)"), border, 1e-5)
proof.holds("and no motion", none == nil)

local run = fast:run()
proof.run("trajectory", run)
proof.figure("trajectory", li.plot { x = run.t, y = { run.q1, run.q2, run["tip.speed"] },
  xlabel = "t (s)", ylabel = "rad, m/s", label = { "q1", "q2", "speed of the tool" } })
proof.done()
