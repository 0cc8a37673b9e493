-- test_rot.lua - rotations from outside: documents' numbers, every way in and out, poles, errors
local t = require "t"
local li = require "liaison"
local case = require "rotcase"
local rot, deg, pi = li.rot, li.deg, math.pi

local SEQUENCES, R_B, q_B, v_B, p_B = case.sequences, case.R, case.q, case.v, case.p

t.test("one rotation by every way in", function()
  local B = rot.rpy(.7, -.3, .4)
  t.near(B, R_B)
  for _, R in ipairs { rot.fixed("xyz", .7, -.3, .4), rot.moving("zyx", .4, -.3, .7),
    rot.z(.4) * rot.y(-.3) * rot.x(.7),
    rot.quat(q_B[1], q_B[2], q_B[3], q_B[4]), rot.quat(q_B), rot.quat(li.vec(q_B) * -3),
    rot.euler_vector(v_B), rot.exp(v_B),
    rot.rodrigues(p_B), rot.axis({ .8268129025569, -.16119838379741, .53888357297894 },
    0.90145832628745), rot.matrix(R_B),
    rot.matrix { { R_B[1][1], R_B[1][2], R_B[1][3] }, R_B[2]:table(), R_B[3] }, rot.matrix(B) } do
    t.near(R, R_B)
    t.ok(R:near(B, 1e-12))
  end
end)

t.test("three angles in one, as convert gives them, also where it has more to say", function()
  for _, kind in ipairs { "fixed", "moving" } do
    for _, seq in ipairs(SEQUENCES) do
      local R = rot[kind](seq, .3, .7, -1.1)
      t.eq(rot[kind](seq, { .3, .7, -1.1 }), R)
      t.near(rot[kind](seq, rot.convert(kind .. " " .. seq, "matrix", R)), R)
    end
  end
  t.near(rot.rpy(rot.convert("rpy", "quat", q_B)), R_B)
  local locked = rot.rpy(.2, pi / 2, .5)
  t.near(rot.rpy(rot.convert("rpy", "matrix", locked)), locked)
  t.near(rot.moving("zyx", rot.convert("moving zyx", "matrix", locked)), locked)
end)

t.test("a zero is not told as -0", function()
  for _, R in ipairs { rot.x(2), rot.y(-1), rot.z(-3), rot.identity(), rot.x(-.5) } do
    for _, list in ipairs { { R:rpy() }, { R:quat() }, { R:moving "zxz" }, { R:quat "other" },
      { R:rpy "other" } } do
      for k = 1, #list do t.ok(type(list[k]) == "table" or list[k] ~= 0 or 1 / list[k] > 0) end
    end
  end
end)

t.test("numbers whose length leaves the range of doubles still mean a rotation", function()
  local third = rot.axis({ 1, 1, 1 }, 2 * pi / 3)
  for _, s in ipairs { 1.7e308, 1e-310, 5e-324 } do
    t.near(rot.quat(s, s, s, s), third)
    t.near(rot.axis({ s, s, s }, 2 * pi / 3), third)
    t.near(rot.between({ s, 0, 0 }, { 0, s, 0 }), rot.z(pi / 2))
  end
  t.near(rot.rodrigues { 1.7e308, 1.7e308, 1.7e308 }, rot.axis({ 1, 1, 1 }, pi))
  t.near(rot.defect(rot.euler_vector { 1.7e308, 1.7e308, 1.7e308 }), 0, 1e-14)
  t.near(rot.mean({ rot.x(1), rot.x(2) }, { 1e308, 1e308 }), rot.x(1.5))
  t.near(rot.mean({ rot.x(1), rot.x(2) }, { 5e-324, 5e-324 }, "geodesic"), rot.x(1.5))
end)

t.test("one rotation by every way out", function()
  local R = rot.matrix(R_B)
  t.near({ R:rpy() }, { .7, -.3, .4 })
  t.near({ R:moving "zyx" }, { .4, -.3, .7 })
  t.near({ R:fixed "xyz" }, { .7, -.3, .4 })
  t.near({ R:quat() }, q_B)
  t.near(R:euler_vector(), v_B)
  t.near(R:log(), v_B)
  t.near(R:rodrigues(), p_B)
  local u, angle = R:axis()
  t.near(u, { .8268129025569, -.16119838379741, .53888357297894 })
  t.near(angle, 0.90145832628745)
  t.near(R:matrix(), R_B)
  t.eq(li.type(R:matrix()), "mat")
  t.eq(select("#", R:rpy()), 3) -- nothing more where nothing is to be said
  t.eq(select("#", R:axis()), 2)
end)

t.test("the course's matrices", function()
  local s2, s3, s6 = math.sqrt(2), math.sqrt(3), math.sqrt(6)
  t.near(rot.x(pi / 2), { { 1, 0, 0 }, { 0, 0, -1 }, { 0, 1, 0 } }) -- [course E3.5]
  t.near(rot.y(pi / 2) * rot.z(pi / 6), { { 0, 0, 1 }, { .5, s3 / 2, 0 }, { -s3 / 2, .5, 0 } })
  t.near(rot.moving("zxz", pi / 6, pi / 4, 0),
    { { s3 / 2, -s2 / 4, s2 / 4 }, { .5, s6 / 4, -s6 / 4 }, { 0, s2 / 2, s2 / 2 } })
  t.near(rot.axis({ 1, 1, 1 }, 2 * pi / 3), { { 0, 0, 1 }, { 1, 0, 0 }, { 0, 1, 0 } })
  -- RTL psi=.1 th=.2 phi=.3 [course E3.2], zxz [E3.3]
  t.near(rot.rpy(.1, .2, .3),
    { { 0.936293363584, -0.275095847318, 0.218350663146 },
    { 0.289629477626, 0.956425085849, -0.036957013525 },
    { -0.198669330795, 0.097843395007, 0.975170327202 } })
  t.near(rot.moving("zxz", .1, .2, .3), { { 0.921649085609, -0.387517202022, 0.019833838076 },
    { 0.383557042381, 0.902113004769, -0.197676811654 },
      { 0.058710801694, 0.189796060979, 0.980066577841 } })
end)

t.test("Fanuc (180, 90, 0): gimbal lock and half a turn at once", function() -- [course E3.4]
  local R = rot.fixed("xyz", 180 * deg, 90 * deg, 0)
  t.near(R, { { 0, 0, -1 }, { 0, -1, 0 }, { -1, 0, 0 } })
  t.near(rot.fixed("zyx", 0, 90 * deg, 180 * deg), { { 0, 0, 1 }, { 0, -1, 0 }, { 1, 0, 0 } })
  local w, p, r, pole = R:fixed "xyz"
  t.ok(pole and pole.gimbal)
  t.eq(pole.determined, "a3 - a1")
  t.near(math.cos(pole.sum), -1)
  t.near(rot.fixed("xyz", w, p, r), R)
  t.ok(rot.fixed("xyz", R:fixed "xyz"):near(R))
  t.ok(rot.fixed("xyz", pole.other[1], pole.other[2], pole.other[3]):near(R))
  local u, angle, half = R:axis()
  t.near(u, { 1 / math.sqrt(2), 0, -1 / math.sqrt(2) })
  t.near(angle, pi)
  t.ok(half.half_turn)
  t.near(half.other, { -1 / math.sqrt(2), 0, 1 / math.sqrt(2), pi })
  local v, other_angle = R:axis "other"
  t.near(v, { -1 / math.sqrt(2), 0, 1 / math.sqrt(2) })
  t.near(other_angle, pi)
  t.near({ R:quat() }, { 0, 1 / math.sqrt(2), 0, -1 / math.sqrt(2) })
  t.near({ R:quat "other" }, { 0, -1 / math.sqrt(2), 0, 1 / math.sqrt(2) })
end)

-- [thesis E4]
t.test("what is determined in gimbal lock, as the thesis corrected has it", function()
  local _, _, _, pole = rot.moving("zxz", .4, 0, 1.1):moving "zxz"
  t.eq(pole.determined, "a1 + a3")
  t.near(pole.sum, 1.5)
  _, _, _, pole = rot.moving("zxz", .4, pi, 1.1):moving "zxz"
  t.eq(pole.determined, "a1 - a3")
  t.near(pole.sum, -.7)
  t.near(pole.coef, { 1, 0, -1 })
  local roll, pitch, yaw
  roll, pitch, yaw, pole = rot.rpy(1.1, pi / 2, .4):rpy()
  t.eq(pole.determined, "yaw - roll")
  t.near(pole.sum, -.7)
  t.near({ yaw - roll, pitch }, { -.7, pi / 2 })
  t.eq(pole.text, "gimbal lock: of the outer angles only one sum or difference is determined")
  _, _, _, pole = rot.rpy(1.1, -pi / 2, .4):rpy()
  t.eq(pole.determined, "roll + yaw")
  t.near(pole.sum, 1.5)
  t.eq(select("#", rot.rpy(1.1, pi / 2 - 1e-8, .4):rpy()), 3)
end)

t.test("both branches of all twelve sequences, fixed and moving", function()
  for _, seq in ipairs(SEQUENCES) do
    for _, kind in ipairs { "fixed", "moving" } do
      local R = rot[kind](seq, 2.1, -.7, -1.3)
      local a1, a2, a3 = R[kind](R, seq)
      local b1, b2, b3 = R[kind](R, seq, "other")
      t.ok(rot[kind](seq, a1, a2, a3):near(R), seq)
      t.ok(rot[kind](seq, b1, b2, b3):near(R), seq)
      t.ok(math.abs(a2 - b2) > .1, seq)
      local proper = seq:sub(1, 1) == seq:sub(3, 3)
      t.ok(proper and a2 >= 0 and a2 <= pi or not proper and math.abs(a2) <= pi / 2, seq)
      t.near({ R[kind](R, seq, "first") }, { a1, a2, a3 }, 0)
      -- fixed axes are moving axes from behind
      local other = kind == "fixed" and "moving" or "fixed"
      t.eq(rot[other](seq:reverse(), -1.3, -.7, 2.1), R)
    end
  end
end)

t.test("identity and half turns", function()
  local I = rot.identity()
  local u, angle, pole = I:axis()
  t.near(u, { 0, 0, 1 }, 0)
  t.eq(angle, 0)
  t.ok(pole.no_axis)
  t.near({ I:quat() }, { 1, 0, 0, 0 }, 0)
  t.near(I:log(), { 0, 0, 0 }, 0)
  -- k = (2,-1,2)/3 [nonhol 2.1]
  local K = rot.matrix { { -1 / 9, -4 / 9, 8 / 9 }, { -4 / 9, -7 / 9, -4 / 9 },
    { 8 / 9, -4 / 9, -1 / 9 } }
  t.near(K:axis(), { 2 / 3, -1 / 3, 2 / 3 })
  local p, far = K:rodrigues()
  t.ok(far.infinite and far.half_turn)
  t.near(p:unit(), { 2 / 3, -1 / 3, 2 / 3 })
  t.ok(p:norm() > 1e15)
  t.ok(rot.rodrigues(K:rodrigues()):near(K))
  t.ok(rot.axis(K:axis()):near(K))
  t.near(K:log "other", { -2 * pi / 3, pi / 3, -2 * pi / 3 })
  local v = rot.z(1):euler_vector "other"
  t.near(v, { 0, 0, 1 - 2 * pi })
end)

t.test("products, powers, measures", function()
  local x, z = rot.x(90 * deg), rot.z(90 * deg)
  t.near(x * z, { { 0, -1, 0 }, { 0, 0, -1 }, { 1, 0, 0 } }) -- [nonhol 2.1] relative
  t.near(z * x, { { 0, 0, 1 }, { 1, 0, 0 }, { 0, 1, 0 } }) -- absolute
  local R2 = rot.rpy(.1, .5, -.2)
  t.near({ R2:quat() }, { .96163261193671, .07285182744658, .24102584718149, -.1089122210219 })
  t.near(rot.matrix(R_B) * R2,
    { { .8188485854042, -.23798954871441, .52234851285733 },
    { .53675033657795, .63997922352315, -.54984149501667 },
    { -.20343566640344, .73060767047809, .6517870522445 } })
  t.near(R2 * rot.matrix(R_B),
    { { .98010534135196, .02270673478434, .19717485653294 },
    { .14891570927726, .57264171034531, -.80616721782968 },
    { -.1312159722892, .81949122982997, .55786780947458 } })
  -- a rot turns a pose about the origin
  local X = li.frame.trans { 1, 2, 3 } * li.frame.rx(.4)
  t.ok((R2 * X):near(li.frame(R2) * X))
  local R = rot.matrix(R_B)
  t.near(R * { 1, -2, .5 }, { 1.84765538331449, -1.22932393080614, -.57002829548745 })
  t.near(R * li.vec { 1, -2, .5 }, R:vector { 1, -2, .5 })
  t.near(R:vector_back(R * { 1, -2, .5 }), { 1, -2, .5 })
  t.near(R:vector { { 1, 0, 0 }, { 0, 1, 0 } }, { R.x, R.y })
  t.near(R:vector_back(R:vector { { 1, 2, 3 }, { 4, 5, 6 } }), { { 1, 2, 3 }, { 4, 5, 6 } })
  t.near(R * li.mat { { 1, 0 }, { 0, 1 }, { 0, 0 } },
    { { R[1][1], R[1][2] }, { R[2][1], R[2][2] }, { R[3][1], R[3][2] } })
  t.near(R.z, { R_B[1][3], R_B[2][3], R_B[3][3] })
  t.near(R * R^-1, rot.identity())
  t.eq(R^-1, R:inverse())
  t.eq((R^-1)^-1, R)
  t.eq(R^1, R)
  t.near(R^2, R * R)
  t.near(R^-2 * R * R, rot.identity())
  t.near(R^.5 * R^.5, R)
  t.eq(R^0, rot.identity())
  t.ok(R ~= R^-1)
  t.eq(#R, 3)
  t.near(li.mat { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } * R, R) -- a rot stands for a 3x3 matrix
  -- passage and operator [course E3.1]
  local P, r = rot.z(pi / 3), math.sqrt(3) / 2
  t.near(P:vector_back { 1, 1, 0 }, { .5 + r, .5 - r, 0 })
  t.near(P:vector { 1, 1, 0 }, { .5 - r, .5 + r, 0 })
end)

t.test("it prints its matrix and what it means", function()
  t.eq(tostring(rot.rpy(.7, -.3, .4)),
    "rot R_AB: columns are the axes of B told in A\n" .. tostring(li.mat(R_B)))
end)

t.test("interpolation and distance", function()
  local A, B = rot.z(.2), rot.z(1.2)
  t.near(A:angle_to(B), 1)
  t.near(A:slerp(B, .25), rot.z(.45))
  t.near(A:slerp(B, 2), rot.z(2.2))
  t.near(A:slerp(B, .5, "long"), rot.z(.7 + pi))
  t.near(A:slerp(B, 1, "long"), B)
  t.near(rot.x(3):angle_to(rot.x(-3)), 2 * pi - 6)
  t.ok(A:near(rot.z(.2 + 1e-13)) and not A:near(B) and A:near(B, 1.01))
end)

t.test("nearest, polar, mean, between", function()
  -- [nonhol 2.1]
  local N = R_B + li.mat { { .01, -.02, .03 }, { .02, .01, -.01 }, { -.015, .005, .02 } }
  local X = { { .87596155640717, -.47779485088831, .06635836165355 },
    { .39293150603506, .62694877139561, -.67271098520134 },
    { .27981455155469, .61534325259172, .7369236719146 } }
  t.near(rot.nearest(N), X)
  t.eq(select("#", rot.nearest(N)), 1)
  local P, info = rot.polar(N)
  t.near(P, X)
  t.near(info.distance^2, .0012164055533373506)
  local own = 0 -- farther: R itself, and Gram-Schmidt
  for i = 1, 3 do for j = 1, 3 do own = own + (N[i][j] - R_B[i][j])^2 end end
  t.near(own, .00265)
  local a = N:row(1):unit()
  local b = (N:row(2) - N:row(2):dot(a) * a):unit()
  local G = li.mat { a:table(), b:table(), a:cross(b):table() }
  local by_rows, by_columns = 0, 0
  for i = 1, 3 do for j = 1, 3 do by_rows = by_rows + (N[i][j] - G[i][j])^2 end end
  a = N:col(1):unit()
  b = (N:col(2) - N:col(2):dot(a) * a):unit()
  G = li.mat { a:table(), b:table(), a:cross(b):table() }:transpose()
  for i = 1, 3 do for j = 1, 3 do by_columns = by_columns + (N[i][j] - G[i][j])^2 end end
  t.ok(info.distance^2 < math.min(by_rows, by_columns))
  t.near(math.min(math.abs(by_rows - .0013934427771355085),
    math.abs(by_columns - .0013934427771355085)), 0)
  local mirror = { { 1.1, 0, 0 }, { 0, 1.1, 0 }, { 0, 0, -1.1 } }
  P, info = rot.polar(mirror)
  t.near(P, { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, -1 } })
  t.ok(info.reflection and not info.deficient)
  t.near(info.sigma, { 1.1, 1.1, -1.1 })
  local R, pole = rot.nearest(mirror)
  t.near(R:matrix():det(), 1)
  t.ok(pole.reflection and pole.ambiguous)
  R, pole = rot.nearest { { 0, 0, 0 }, { 0, 0, 0 }, { 0, 0, 0 } }
  t.eq(R, rot.identity())
  t.ok(pole.deficient)
  t.near(rot.defect { { -1, 0, 0 }, { 0, -1, 0 }, { 0, 0, -1 } }, 2)
  t.near(rot.mean { rot.z(.1), rot.z(.3) }, rot.z(.2))
  t.near(rot.mean({ rot.x(0), rot.x(1) }, { 3, 1 }, "geodesic"), rot.x(.25))
  R, pole = rot.mean { rot.identity(), rot.z(pi) }
  t.ok(pole.ambiguous and R)
  t.near(rot.between({ 1, 0, 0 }, { 0, 0, -5 }), rot.y(pi / 2))
  R, pole = rot.between({ 1, 2, 3 }, { -1, -2, -3 })
  t.ok(pole.ambiguous)
  t.near(R * { 1, 2, 3 }, { -1, -2, -3 })
  t.near(rot.defect(rot.random(3)), 0, 1e-15)
  t.ok(rot.random(3) ~= rot.random(4))
end)

t.test("the sheet tells every description and what is singular", function()
  local text = rot.sheet(rot.rpy(.7, -.3, .4))
  for _, part in ipairs { "0.900130    0.360178   %-0.070222    0.234750",
    "roll pitch yaw%s+0.700000   %-0.300000    0.400000",
    "51.649758 degrees", "Rodrigues%s+0.400140" } do t.ok(text:find(part), part) end
  t.ok(not text:find "gimbal")
  text = rot.sheet(rot.rpy(180 * deg, 90 * deg, 0))
  t.ok(text:find("gimbal lock: only yaw - roll = 3.14159 is determined", 1, true))
  t.ok(text:find "infinite along the axis")
end)

-- [nonhol F38]
t.test("a graph of frames finds the way, turns edges round and refuses loops that do not close",
  function()
  local AB, BC, DC = rot.x(.3), rot.rpy(.1, -.2, .5), rot.axis({ 1, 2, 3 }, .7)
  local g = li.graph { { "A", "B", AB }, { "B", "C", BC }, { "D", "C", DC }, { "E", "F", AB } }
  local AD, way = g:between("A", "D")
  t.near(AD, AB * BC * DC^-1)
  t.eq(way, "A -> B -> C -> D")
  t.near(g:between("D", "A"), AD^-1)
  t.near(g:between("C", "C"), rot.identity())
  t.eq(select(2, g:between("C", "C")), "C")
  local none, why, code = g:between("A", "F")
  t.eq(none, nil)
  t.eq(why .. " " .. code, "no way leads from A to F EUNREACHABLE")
  -- one vector measured in several frames, and a point                 [nonhol (A3.11), (A3.12-13)]
  local v = li.vec { 1, -2, .5 }
  t.near(g:vector(v, "B", "A"), AB * v)
  t.near(g:vector(v, "A", "D"), DC * (BC^-1 * (AB^-1 * v)))
  t.near(g:vector({ v:table(), { 0, 0, 1 } }, "C", "A")[2], (AB * BC).z)
  t.eq(g:vector(v, "B", "B"), v)
  none, why, code = g:vector(v, "F", "A")
  t.eq(tostring(none) .. " " .. why .. " " .. code, "nil no way leads from F to A EUNREACHABLE")
  t.raises("test_rot%.lua:%d+: graph:point: the frames of this graph have no origins",
    function() return g:point(v, "A", "B"), 1 end)
  t.raises("graph:vector: argument 3: no frame 'G'", function() return g:vector(v, "A", "G"), 1 end)
  t.raises("graph:vector: argument 1 %(v%)", function() return g:vector({ 1, 2 }, "A", "B"), 1 end)
  -- a loop that closes, and one that does not
  li.graph { { "A", "B", AB }, { "B", "C", BC }, { "C", "A", (AB * BC)^-1 } }
  t.raises("graph%[3%]: C to A is off by 0.01 from the way C %-> B %-> A", function()
    li.graph { { "A", "B", AB }, { "B", "C", BC }, { "C", "A", (AB * BC)^-1 * rot.y(.01) } }
  end)
  li.graph({ { "A", "B", AB }, { "A", "B", AB * rot.x(1e-4) } }, 1e-3)
  -- with poses
  local X, Y = li.frame.trans { 1, 2, 3 } * li.frame.rz(.4), li.frame.tx(2)
  local poses = li.graph { { "a", "b", X }, { "c", "b", Y } }
  t.ok(poses:between("a", "c"):near(X * Y^-1))
  t.near(poses:point({ .5, 0, 1 }, "a", "c"), Y:point(X:point_back { .5, 0, 1 }))
  t.near(poses:vector({ .5, 0, 1 }, "a", "c"), Y:vector(X:vector_back { .5, 0, 1 }))
  t.raises("graph%[2%]%[3%]: expected",
    function() li.graph { { "a", "b", X }, { "b", "c", AB } } end)
  t.raises("graph%[1%]: expected at least 3 entries", function() li.graph { { "a", "b" } } end)
  t.raises("graph%[1%]%[1%]: expected a string", function() li.graph { { 1, "b", X } } end)
  t.raises("expected at least 1 entries", function() li.graph {} end)
  t.raises("no frame 'base2' %(did you mean 'base'%?%)",
    function() li.graph({ { "base", "tool", X } }):between("base2", "tool") end)
end)

t.test("a namespace has the methods of its class, as functions", function()
  local A, B = rot.rpy(.1, .2, .3), rot.rpy(-.4, .5, .6)
  t.eq(rot.slerp(A, B, .3), A:slerp(B, .3))
  t.eq(rot.inverse(A), A^-1)
  t.eq(rot.matrix(A:matrix()), A) -- what it has itself comes first
  t.eq(li.frame.inverse(li.frame.tx(1)), li.frame.tx(-1))
  t.raises("rot has no function 'slrep' %(did you mean 'slerp'%?%)",
    function() return rot.slrep end)
  t.raises("rot:slerp: called without its object %(got the string 'A' first%)",
    function() return rot.slerp("A", B, .3) end)
end)

t.test("mistakes are told with their place", function()
  local message = t.raises("test_rot%.lua:%d+: rot%.moving: argument 1 %(seq%): two turns "
    .. "about x in a row are one turn", function()
    local R = rot.moving("xxy", 1, 2, 3)
    return R
  end)
  t.ok(message:find('"xxy" is no sequence', 1, true))
  t.raises("rot%.fixed: argument 1 %(seq%): expected axes x, y and z, got 'a' in \"abc\"",
    function() return rot.fixed("abc", 1, 2, 3) end)
  t.raises("expected three axes like \"xyz\" or \"zxz\", got \"xy\"",
    function() return rot.fixed("xy", 1, 2, 3) end)
  t.raises("rot:moving: argument 1 %(seq%): expected three axes",
    function() return rot.identity():moving "xyzz" end)
  t.raises("expected 'first' or 'other', got the string 'second'",
    function() return rot.identity():rpy "second" end)
  t.raises("rot%.matrix: argument 1 %(M%): not a rotation: R'R is off the unit matrix by "
    .. "0%.21 %(li%.rot%.nearest",
    function() return rot.matrix { { 1.1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } end)
  t.raises("a reflection, not a rotation: determinant %-1 ",
    function() return rot.matrix { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, -1 } } end)
  t.raises("rot%.matrix: argument 1 %(M%): expected a 3x3 matrix",
    function() return rot.matrix { { 1, 0 }, { 0, 1 } } end)
  t.raises("a zero vector is no axis", function() return rot.axis({ 0, 0, 0 }, 1) end)
  t.raises("argument 1 %(u%): expected 3 finite numbers",
    function() return rot.axis({ 0, 1 }, 1) end)
  t.raises("expected a finite number, got nan", function() return rot.x(0 / 0) end)
  t.raises("the zero quaternion is no rotation", function() return rot.quat(0, 0, 0, 0) end)
  t.raises("argument 3 %(y%): expected w, x, y, z", function() return rot.quat(1, 0) end)
  t.raises("the first argument has all four numbers already",
    function() return rot.quat({ 1, 0, 0, 0 }, 1) end)
  t.raises("entry 2: expected a rot, got 3", function() return rot.mean { rot.x(1), 3 } end)
  t.raises("entry 1: expected a rot, got a mat %(li%.rot%.matrix makes one",
    function() return rot.mean { R_B } end)
  t.raises("rot%.rpy: argument 2 %(pitch%): argument 1 has all three angles already",
    function() return rot.rpy({ 1, 2, 3 }, 2) end)
  t.raises("argument 4 %(a3%): argument 2 has all three angles already",
    function() return rot.moving("zxz", { 1, 2, 3 }, {}, 3) end)
  t.raises("rot%.fixed: argument 4 %(a3%): expected three angles",
    function() return rot.fixed("xyz", 1, 2) end)
  t.raises("rot%.rpy: argument 2 %(pitch%): expected three angles",
    function() return rot.rpy(1, {}, 2) end)
  t.raises("rot%.rpy: argument 1 %(roll%): expected a finite number or 3 finite numbers",
    function() return rot.rpy { 1, 2 } end)
  t.raises("weight 1 is negative", function() return rot.mean({ rot.x(1) }, { -1 }) end)
  t.raises("the weights are all zero", function() return rot.mean({ rot.x(1) }, { 0 }) end)
  t.raises("expected 1 number, got 2", function() return rot.mean({ rot.x(1) }, { 1, 2 }) end)
  t.raises("the mean of no rotation", function() return rot.mean {} end)
  t.raises("has no direction", function() return rot.between({ 1, 0, 0 }, { 0, 0, 0 }) end)
  t.raises("rot%.omega: argument 1 %(kind%): expected 'matrix', 'quat'.*got 'quad'",
    function() return rot.omega("quad", q_B, q_B, "base") end)
  t.raises("got 'zxz' %(say 'fixed zxz' or 'moving zxz'%)",
    function() return rot.convert("zxz", "quat", q_B) end)
  t.raises("argument 2 %(from%): .* got 'quaternion' %(did you mean 'quat'%?%)",
    function() return rot.convert("rpy", "quaternion", q_B) end)
  t.raises("got 'Rpy' %(did you mean 'rpy'%?%)",
    function() return rot.convert("Rpy", "quat", q_B) end)
  t.raises("argument 2 %(x%): not a rotation: R'R is off the unit matrix by 3",
    function() return rot.omega("matrix", 2 * li.eye(3), li.eye(3), "base") end)
  t.raises("rot has no method 'rates' %(see li%.rot%.rates",
    function() return rot.x(1):rates("rpy", { 1, 2, 3 }, "base") end)
  t.raises("frame has no method 'inv' %(see x:inverse%)", function() return li.frame():inv() end)
  t.raises("rot%.rates: argument 1 %(kind%): two turns about z in a row",
    function() return rot.rates("moving xzz", { 1, 2, 3 }, { 1, 2, 3 }, "base") end)
  t.raises("argument 2 %(x%): expected 4 numbers, got 3",
    function() return rot.omega("quat", { 1, 0, 0 }, q_B, "base") end)
  t.raises("argument 2 %(x%): expected 3 numbers, got a matrix",
    function() return rot.omega("rpy", R_B, { 1, 0, 0 }, "base") end)
  t.raises("argument 2 %(x%): the zero quaternion is no rotation",
    function() return rot.omega("quat", { 0, 0, 0, 0 }, q_B, "base") end)
  t.raises("argument 2 %(x%): a zero vector is no axis",
    function() return rot.rates("axis", { 0, 0, 0, 1 }, { 1, 0, 0 }, "base") end)
  t.raises("argument 3 %(x%): not a rotation",
    function() return rot.convert("quat", "matrix", { { 2, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }) end)
  t.raises("needs both w' and v''",
    function() return rot.x(1):transport({ 1, 0, 0 }, { 1, 0, 0 }, { 1, 0, 0 }, { 1, 0, 0 }) end)
  t.raises("rot %*: a rot times a mat needs 3 rows",
    function() return rot.x(1) * li.mat { { 1, 2 }, { 3, 4 } } end)
  t.raises("expected 3 numbers in every row, got 2",
    function() return rot.x(1):vector { { 1, 2 }, { 3, 4 } } end)
  t.raises("rot: row 4 out of range 1%.%.3", function() return rot.x(1)[4] end)
  t.raises("rot has no method 'euler'", function() return rot.x(1).euler end)
  t.raises("expected 'base' or 'body'",
    function() return rot.x(1):step({ 0, 0, 1 }, 1, "world") end)
end)

t.test("a pole says in words what it is", function()
  local pole = select(4, li.rot.moving("zxz", .4, 0, 1.1):moving "zxz")
  t.eq(tostring(pole),
    "gimbal lock: of the outer angles only one sum or difference is determined; a1 + a3 = 1.5")
  t.eq(tostring(select(4,
    li.rot.rpy(.1, math.pi / 2, .3):rpy())):match "^gimbal lock.*; yaw %- roll = 0%.2$" ~= nil,
    true)
  t.eq(tostring(select(3, li.rot.axis({ 0, 0, 1 }, math.pi):axis())),
    "angle pi: the axis and its opposite give the same rotation")
  pole.text = nil
  t.eq(tostring(pole), "pole")
end)

t.done()
