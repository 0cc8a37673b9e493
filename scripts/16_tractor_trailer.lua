-- 16_tractor_trailer.lua - a tractor and its trailer, wheels rolling without slip, by the ten steps
-- of Kane                                                                              [nonhol] 2.4
local li = require "liaison"
local proof = require "liaison.app.expect"

local s = li.system { planar = true, name = "tractor with trailer" }
local x, y, Th, Ph = s:coordinates "x y Th Ph"
local de = s:input "de"                                    -- the steering angle, known in time
local tractor = s:body { name = "tractor", m = "m1", j = "j1", com = { "b", 0 },
  place = { x, y, Th } }
local trailer = s:body { name = "trailer", m = "m2", j = "j2", com = { "d", 0 },
  place = { "x - c*cos(Th) - l2*cos(Th + Ph)", "y - c*sin(Th) - l2*sin(Th + Ph)", Th + Ph } }
tractor:wheel { name = "rear" }
tractor:wheel { name = "front", at = { "l1", 0 }, angle = de }
trailer:wheel { name = "trailer" }
tractor:force { f = { "F1*cos(de)", "F1*sin(de)" }, at = { "l1", 0 } }
tractor:force { f = { "F2", 0 }, at = { 0, 0 } }
trailer:force { f = { "F3", 0 }, at = { 0, 0 } }
s:joint { kind = "revolute", name = "hitch", on = tractor, from = trailer, at = { "-c", 0 },
  at_from = { "l2", 0 } }
print(s)
local k = s:kane { speeds = { "v = x'*cos(Th) + y'*sin(Th)" } }

proof.title "The matrices of the document"
for i, want in ipairs { "cos(Th)", "sin(Th)", "tan(de)/l1",
  "-(l1*sin(Ph) + (l2 + c*cos(Ph))*tan(de))/(l1*l2)" } do
  proof.same(("J_nh %d (8.18)"):format(i), k.Jnh[i][1], want)
end
proof.same("tau (8.29)", k.tau[1], "F2 + F1/cos(de) + F3*(cos(Ph) - c*sin(Ph)*tan(de)/l1)")
proof.holds("H J_nh = 0, proved", k.unproved == 0)

proof.title "The reference state"
local at = k:with { l1 = 3.5, l2 = 6, b = 1.4, c = 0.6, d = 3.2, m1 = 6500, m2 = 9000, j1 = 14000,
  j2 = 45000 }
local state = { x = 0, y = 0, Th = 0.3, Ph = -0.25, de = 0.15, v = 8, ["de'"] = 0.1, F1 = 500,
  F2 = 3000, F3 = -800 }
local n, f = at:numbers(state), at:reactions(state)
proof.near("D", n.D[1][1], 15299.4250310005, 1e-12)
proof.near("acceleration", n.alphad[1], 0.176968310445402, 1e-12)
proof.near("rates of the coordinates", n.qd,
  { 7.64269191300485, 2.36416165329072, 0.34545192699039, -0.04905124763418 }, 1e-12)
proof.near("kinetic energy and power", { n.T, n.power }, { 489581.600992016, 21803.3625080012 },
  1e-12)
proof.near("lateral forces: rear, front, trailer",
  { f["rear lateral"], f["front lateral"], f["trailer lateral"] },
  { 25155.932125133, 6981.1403228805, 9996.5871426294 }, 1e-11)

proof.title "Without its trailer: a car (remark 8.2)"
local car = s:without "trailer":kane { speeds = { "v = x'*cos(Th) + y'*sin(Th)" } }
proof.same("D", car.D[1][1], "m1 + (m1*b^2 + j1)*tan(de)^2/l1^2")

local run = at:simulate(12, { v = 4 }, { dt = 0.1, values = { F1 = 0, F2 = 0, F3 = 0 },
  inputs = { de = "0.4*sin(0.5*t)" } })
proof.figure("tractor",
  li.plot { x = run.x, y = run.y, xlabel = "x (m)", ylabel = "y (m)", equal = true,
  title = "steered left, then right" })
proof.done()
