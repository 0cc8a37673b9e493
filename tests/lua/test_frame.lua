-- test_frame.lua - frames, moves and vehicle axes from Lua
local t = require "t"
local li = require "liaison"
local deg, F = li.deg, li.frame

local A = F.rz(0.3) * F.rx(-0.7) * F.trans { 1, 2, 3 }
local B = F.ry(1.1) * F.trans { -2, 0.5, 1 }

t.test("documented numbers of a pose, its inverse and a point", function() -- [nonhol 2.1]
  local T = F(li.rot.rpy(.7, -.3, .4), { 1, 2, 3 })
  t.near(T:point { .5, -.2, .1 }, { 1.5388691166304, 1.99180869876126, 3.09773933561257 })
  t.near((T ^ -1).p, { -2.5105349001498, -2.6337976194886, -.87196594813448 })
  t.near(T:point_back { 1.5388691166304, 1.99180869876126, 3.09773933561257 }, { .5, -.2, .1 })
  -- [course F3.5]: translations commute, a turn and a slide do not unless along one axis
  t.ok((F.tx(1) * F.ty(2)):near(F.ty(2) * F.tx(1)))
  t.ok((F.tz(1) * F.rz(2)):near(F.rz(2) * F.tz(1)))
  t.ok(not (F.tx(1) * F.rz(2)):near(F.rz(2) * F.tx(1)))
end)

t.test("composition is that of the 4x4 matrices, the inverse undoes it", function()
  t.near((A * B):matrix(), A:matrix() * B:matrix(), 1e-14)
  t.ok((A * A ^ -1):near(F()), "A * A^-1")
  t.ok((A ^ -1 * A):near(F()), "A^-1 * A")
  t.eq(A ^ -1, A:inverse())
  t.ok(A:between(B):near(A ^ -1 * B))
  t.eq(A, F(A.R, A.p))
  t.ok(A ~= B)
  t.eq(F(), F.trans { 0, 0, 0 })
  t.eq(F(nil, { 1, 2, 3 }), F.trans { 1, 2, 3 })
end)

t.test("powers go along the screw motion", function()
  t.ok((A ^ 2):near(A * A))
  t.ok((A ^ 0.5 * A ^ 0.5):near(A))
  t.ok((A ^ 0):near(F()))
  t.ok((A ^ -2):near((A * A) ^ -1))
end)

t.test("points, vectors, and many of them at once", function()
  t.near(A:point_back(A:point { 4, 5, 6 }), { 4, 5, 6 })
  t.near(A:vector_back(A:vector { 4, 5, 6 }), { 4, 5, 6 })
  t.near(A:point { 4, 5, 6 } - A:point { 0, 0, 0 }, A:vector { 4, 5, 6 })
  local many = A:point { { 4, 5, 6 }, { 0, 0, 0 } }
  t.near(many[1], A:point { 4, 5, 6 })
  t.near(many[2], A.p)
  t.near(A:point_back(many), { { 4, 5, 6 }, { 0, 0, 0 } })
end)

t.test("the two readings: Trans Rot and Rot Trans", function()
  local R, r = A:rot_trans()
  t.ok(F.rot_trans(R, r):near(A))
  t.ok((F(R) * F.trans(r)):near(A))
  t.ok((F.trans(A.p) * F(A.R)):near(A))
  t.near(A:pos(), A.p)
  t.eq(A:rot(), A.R)
  t.eq(F.tx(2) * li.rot.z(0.3), F(li.rot.z(0.3), { 2, 0, 0 }))
  t.near(F.matrix(A:matrix()).p, A.p)
end)

t.test("interpolation starts, ends and passes where it should", function()
  for _, way in ipairs { "interp", "lerp" } do
    t.ok(A[way](A, B, 0):near(A), way)
    t.ok(A[way](A, B, 1):near(B), way)
  end
  local d, angle = A:apart(A:lerp(B, 0.25))
  local D, whole = A:apart(B)
  t.near({ d, angle }, { D / 4, whole / 4 })
end)

t.test("log, exp and screw of a displacement", function()
  t.ok(A:log():exp():near(A))
  t.ok(A:log "other":exp():near(A))
  t.ok(F.exp(A:log(), 0.5):near(A ^ 0.5))
  t.ok(select(2, F.tx(2):log()).no_axis)
  local V, note = F.rx(180 * deg):log()
  t.near(V.w:norm(), math.pi)
  t.ok(note.half_turn and note.text:find "angle pi")
  t.eq(select("#", A:log()), 1)
  local s = (F.trans { 1, 1, 0 } * F.rz(90 * deg) * F.trans { -1, -1, 2 }):screw()
  t.eq(s.kind, "axis")
  t.near({ s.angle, s.pitch }, { math.pi / 2, 4 / math.pi })
  t.near(s.point, { 1, 1, 0 })
  s = F.trans { 0, 3, 4 }:screw()
  t.eq(s.kind, "translation")
  t.near(s.distance, 5)
  t.near(s.axis, { 0, 0.6, 0.8 })
  t.eq(s.point, nil)
  t.eq(F():screw().kind, "none")
end)

t.test("adjoints are the change of frame of twists and wrenches", function()
  local V, W = li.twist { 1, 2, 3, 4, 5, 6 }, li.wrench { 6, 5, 4, 3, 2, 1 }
  t.near(A:adjoint() * li.vec(V), li.vec(A * V), 1e-13)
  t.near(A:adjoint_dual() * li.vec(W), li.vec(A * W), 1e-13)
  t.near((A * V):power(A * W), V:power(W))
end)

-- [course E3.6]
t.test("moves, each fixed or moving", function()
  for _, first in ipairs { "fixed", "moving" } do
    local X, order = li.moves { { "RX", 30 * deg, first }, { "TZ", 1, "moving" },
      { "RY", 45 * deg, "fixed" },
      { F.tx(2), "fixed" }, { "RZ", 60 * deg, "moving" } }
    t.eq(order, "A4 A3 A1 A2 A5")
    t.near(X:matrix()[1], { 0.6597396084, -0.4355957404, 0.6123724357, 2.6123724357 }, 1e-10)
    t.near(X:matrix()[2], { 0.75, 0.4330127019, -0.5, -0.5 }, 1e-10)
  end
  t.eq(li.moves {}, F())
  local turn = li.rot.rpy(.1, .2, .3)
  t.eq(li.moves { { "TX", 1, "moving" }, { turn, "fixed" } }, F(turn) * F.tx(1))
  t.eq(li.moves { { "TX", 1, "moving" }, { turn, "moving" } }, F.tx(1) * F(turn))
  local place = "^tests/lua/t.lua:%d+: "
  t.raises(place .. "moves%[2%]%[3%]: expected 'fixed' or 'moving', got nil", li.moves,
    { { "RX", 1, "fixed" }, { "RY", 1 } })
  t.raises("moves%[1%]%[1%]: expected .* got the string 'RW'", li.moves, { { "RW", 1, "fixed" } })
  t.raises("moves%[1%]%[2%]: expected a finite number, got nan", li.moves,
    { { "RX", 0 / 0, "fixed" } })
  t.raises("moves%[1%]%[3%]: .* %(did you mean 'fixed'%?%)", li.moves, { { "RX", 1, "fixd" } })
  t.raises("moves%[1%]: unknown entry %[4%]", li.moves, { { "RX", 1, "fixed", 2 } })
  t.raises("moves%[1%]: expected {move", li.moves, { "RX" })
  t.raises("moves%[1%]: expected {move", li.moves, { F() })
end)

t.test("ISO 8855 and SAE axes", function()
  t.eq(li.axes.iso_sae { 1, 2, 3 }, li.vec { 1, -2, -3 })
  local X = li.axes.iso_sae(A)
  local D = F.rx(180 * deg)
  t.ok(X:near(D * A * D))
  t.eq(li.axes.iso_sae(X), A)
  t.ok(li.axes.iso_sae(A.R):near(X.R))
  -- a 3x3 matrix may be a tensor: it stays a matrix
  local M = li.axes.iso_sae { { 1, 2, 3 }, { 2, 5, 6 }, { 3, 6, 9 } }
  t.eq(li.type(M), "mat")
  t.near(M, { { 1, -2, -3 }, { -2, 5, 6 }, { -3, 6, 9 } })
  local V, W = li.twist { 1, 2, 3, 4, 5, 6 }, li.wrench { 1, 2, 3, 4, 5, 6 }
  t.ok(li.axes.iso_sae(V):near(D * V))
  t.ok(li.axes.iso_sae(W):near(D * W))
  local J = li.inertia.box { x = 1, y = 2, z = 3, mass = 2, at = A }
  t.ok(li.axes.iso_sae(J):near(D * J))
end)

t.test("wrong arguments are told apart, with the user's line", function()
  t.raises("^tests/lua/t.lua:%d+: frame: argument 1 %(R%): not a rotation: R'R is off the "
    .. "unit matrix by 3 %(li.rot.nearest",
    F, { { 2, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } })
  t.raises("a reflection, not a rotation: determinant %-1", F,
    { { -1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } })
  t.raises("frame.matrix: argument 1 %(M%): the last row must be 0 0 0 1, it is off by 1",
    F.matrix, { { 1, 0, 0, 0 }, { 0, 1, 0, 0 }, { 0, 0, 1, 0 }, { 1, 0, 0, 1 } })
  t.raises("frame.trans: argument 1 %(p%): expected 3 finite numbers", F.trans, { 1, 2 })
  t.raises("frame.trans: expected {x, y, z} or x, y, z", F.trans, 1, 2)
  t.raises("frame.trans: expected {x, y, z} or x, y, z", F.trans, { 1, 2, 3 }, 2, 3)
  t.eq(F.trans(1, 2, 3), F.trans { 1, 2, 3 })
  t.raises("frame.rx: argument 1 %(angle%): expected a finite number, got nan", F.rx, 0 / 0)
  t.raises("frame %* vec could mean two things", function() return A * li.vec { 1, 2, 3 } end)
  t.raises("frame %*", function() return A * 2 end)
  t.raises("frame:point: argument 1 %(p%): expected 3 numbers in every row, got 2", A.point, A,
    { { 1, 2 }, { 3, 4 } })
  t.raises("frame has no method 'pint' %(did you mean 'point'%?%)",
    function() return A:pint { 1, 2, 3 } end)
  t.raises("frame has no field 'p' that could be assigned", function() A.p = { 1, 2, 3 } end)
  -- a matrix typed to seven digits is a rotation, and made exactly one
  local c, s = 0.8775826, 0.4794255
  local X = F { { c, -s, 0 }, { s, c, 0 }, { 0, 0, 1 } }
  t.near(X.R[1][1] ^ 2 + X.R[1][2] ^ 2, 1, 1e-15)
end)

t.test("a frame prints its matrix and what it means", function()
  t.eq(tostring(F.rz(90 * deg) * F.tx(2.5)),
    "frame X_AB: columns are the axes and the origin of B, told in A\n[0  -1  0  0  ]\n[1   0 "
    .. " 0  2.5]\n[0   0  1  0  ]")
end)

t.done()
