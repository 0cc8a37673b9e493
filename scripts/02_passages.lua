-- 02_passages.lua - passage matrices, mixed sequences of moves, points seen from several frames
--                                                                               [course] E3.5, E3.6
local li = require "liaison"
local proof = require "liaison.app.expect"
local deg, rot = li.deg, li.rot
local s2, s3, s6 = math.sqrt(2), math.sqrt(3), math.sqrt(6)

proof.title "Three frames of one figure"
local R01, R02, R03 = rot.x(90 * deg), rot.y(90 * deg) * rot.z(30 * deg),
  rot.z(30 * deg) * rot.x(45 * deg)
proof.near("0R1", R01:matrix(), { { 1, 0, 0 }, { 0, 0, -1 }, { 0, 1, 0 } })
proof.near("0R2", R02:matrix(), { { 0, 0, 1 }, { 1 / 2, s3 / 2, 0 }, { -s3 / 2, 1 / 2, 0 } })
proof.near("0R3", R03:matrix(),
  { { s3 / 2, -s2 / 4, s2 / 4 }, { 1 / 2, s6 / 4, -s6 / 4 }, { 0, s2 / 2, s2 / 2 } })
local u, angle = R02:axis()
proof.near("0R2 as one turn", { angle, u[1], u[2], u[3] },
  { 1.637833825, 0.25056281, 0.93511313, 0.25056281 }, 1e-8)

proof.title "From 2 to 3 through 0, along a graph of frames; an edge taken backwards is inverted"
local graph = li.graph { { "0", "1", R01 }, { "0", "2", R02 }, { "0", "3", R03 } }
proof.holds("2R3 = 2R0 0R3", graph:between("2", "3"):near(R02 ^ -1 * R03))

proof.title("Moves in the order they are made, each about fixed or about moving axes: A = A4 "
  .. "A3 A1 A2 A5")
local A = li.moves { { "RX", 30 * deg, "moving" }, { "TZ", 1, "moving" },
  { "RY", 45 * deg, "fixed" }, { "TX", 2, "fixed" }, { "RZ", 60 * deg, "moving" } }
print(A)
proof.near("E3.6, rotation and origin", { A.R:matrix()[1], A.p },
  { { 0.6597396084, -0.4355957404, 0.6123724357 }, { 2.6123724357, -0.5, 0.6123724357 } }, 1e-9)

proof.title "A turn and a slide do not commute, unless along one axis"
local T, R = li.frame(rot.identity(), { 1, 0, 0 }), li.frame(rot.z(90 * deg), { 0, 0, 0 })
proof.holds("Tx Rz is not Rz Tx", not (T * R):near(R * T))
local S, Q = li.frame(rot.identity(), { 0, 0, 1 }), R
proof.holds("Tz Rz is Rz Tz", (S * Q):near(Q * S))
proof.near("A^-1 undoes A", (A ^ -1 * A):point { 1, 2, 3 }, { 1, 2, 3 })

local frames = {}
for i, turn in ipairs { R01, R02, R03 } do
  frames[i] = { name = "R" .. i, parent = "world", at = { 0.8 * i, 0, 0 }, joint = "fixed",
    rot = turn:matrix(), shapes = { { "box", size = { 0.4, 0.2, 0.1 } } } }
end
proof.model("frames", li.robot { name = "three frames", bodies = frames })
proof.curves("slerp", { label = { "x", "y", "z" }, xlabel = "share of the way from 0 to 2",
  ylabel = "its x axis" }, 0, 1, 40, function(s) return (R02 ^ s * { 1, 0, 0 })[1] end,
  function(s) return (R02 ^ s * { 1, 0, 0 })[2] end,
  function(s) return (R02 ^ s * { 1, 0, 0 })[3] end)
proof.done()
