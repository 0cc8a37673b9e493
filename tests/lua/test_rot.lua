-- test_rot.lua - rotations from outside: documents' numbers, every way in and out, poles, rates,
-- errors
local t = require "t"
local li = require "liaison"
local rot, deg, pi = li.rot, li.deg, math.pi

local SEQUENCES = { "xyz", "yzx", "zxy", "xzy", "yxz", "zyx", "xyx", "yzy", "zxz", "xzx", "yxy",
  "zyz" }

-- base case B of [nonhol 2.1]: yaw .4, pitch -.3, roll .7
local R_B = li.mat { { .87992317628126, -.47319456458436, .04268615572902 },
  { .37202555194226, .63032909669907, -.68138257870054 },
    { .29552020666134, .61544466355827, .73068164993551 } }
local q_B = { .90012970217017, .36017788301292, -.07022156093804, .23474953511945 }
local v_B = { .7453373752918, -.14531362525825, .48578108376139 }
local p_B = { .40013998220984, -.07801271391082, .26079523267978 }
local w_body, w_base = { .3, -.5, .9 }, { .53899177533268, -.81680120359734, .43854721516123 }

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

-- every description that rates know: kind, the numbers of a rotation in it
local KINDS = { "matrix", "quat", "axis", "euler_vector", "rodrigues", "rpy" }
for _, seq in ipairs(SEQUENCES) do
  KINDS[#KINDS + 1] = "fixed " .. seq
  KINDS[#KINDS + 1] = "moving " .. seq
end

t.test("rates of every description, both ways, in both frames", function()
  for _, kind in ipairs(KINDS) do
    local x = rot.convert(kind, "quat", q_B)
    t.near(rot.convert("quat", kind, x), q_B, 1e-12, kind)
    local xd = rot.rates(kind, x, w_body, "body")
    t.near(rot.rates(kind, x, w_base, "base"), xd, 1e-12, kind)
    t.near(rot.omega(kind, x, xd, "body"), w_body, 1e-12, kind)
    t.near(rot.omega(kind, x, xd, "base"), w_base, 1e-12, kind)
    if kind ~= "matrix" then t.near(rot.rate_map(kind, x, "body") * xd, w_body, 1e-12, kind) end
    -- of any length, and changing it: omega at x + h x' + h^2/2 x'' against alpha
    if kind == "quat" or kind == "axis" then
      local y, yd, ydd = 2 * x, xd + .3 * x, .1 * x
      local function at(h)
        return rot.omega(kind, y + h * yd + h^2 / 2 * ydd, yd + h * ydd, "base")
      end
      t.near((at(1e-5) - at(-1e-5)) / 2e-5, rot.alpha(kind, y, yd, ydd, "base"), 1e-9, kind)
      t.near(rot.alpha(kind, y, yd, rot.accels(kind, y, yd, { 1, 2, 3 }, "body"), "body"),
        { 1, 2, 3 }, 1e-12, kind)
    end
    local xdd = rot.accels(kind, x, xd, { 1, 2, 3 }, "base")
    t.near(rot.alpha(kind, x, xd, xdd, "base"), { 1, 2, 3 }, 1e-12, kind)
  end
end)

t.test("documented rates", function()
  -- [nonhol 2.1]
  t.near(rot.rates("quat", q_B, w_body, "body"),
    { -.1772193634902, .16210713668327, -.35190004263044, .32554712936405 })
  t.near(rot.rates("rodrigues", p_B, w_body, "body"),
    { .25887345909782, -.40630300861322, .41301280649281 })
  t.near(rot.rates("moving zyx", { .4, -.3, .7 }, w_body, "body"),
    { .38337185808993, -.96221701215617, .18670586926912 })
  t.near(rot.rates("matrix", R_B, w_body, "body"),
    { { -.40453203026141, -.77912501193443, -.29800321876532 },
    { .22660489767889, -.5392377703582, -.37511150498085 },
      { .9192410221702, -.04676369101455, -.33239350239815 } })
  -- [thesis M10]
  t.near(rot.omega("rpy", { .1, -.2, .3 }, { -.7, .3, .5 }, "base"),
    { -.744061417, .083860312, .360931468 }, 1e-9)
  t.near(rot.omega("rpy", { .1, -.2, .3 }, { -.7, .3, .5 }, "body"),
    { -.600665335, .347422947, .457635139 }, 1e-9)
  t.near(rot.matrix(R_B):transport(w_body, { 1, -2, .5 }, { .2, .1, -.3 }),
    { 1.12057571630389, 1.45937747957338, .74801566570767 })
  t.near(rot.rate_map("moving zxz", { .3, .7, -.4 }, "base"):det(), -math.sin(.7)) -- [thesis F2.9]
end)

t.test("rates where a description is singular", function()
  local w = { .3, -.5, .9 }
  local rates, pole = rot.rates("rpy", { .2, pi / 2, -.4 }, w, "body")
  t.ok(pole.no_inverse)
  local E = rot.rate_map("rpy", { .2, pi / 2, -.4 }, "body")
  t.near(E:transpose() * (E * rates - w), { 0, 0, 0 }) -- nothing comes nearer
  -- and nothing shorter: no part along (1, 0, 1), which moves nothing
  t.near(rates[1] + rates[3], 0)
  rates, pole = rot.rates("axis", { 0, 0, 1, 0 }, w, "base")
  t.near(rates, { 0, 0, 0, .9 })
  t.ok(pole.no_inverse)
  t.eq(select("#", rot.rates("euler_vector", { 0, 0, 0 }, w, "base")), 1)
  rates, pole = rot.rates("euler_vector", { 0, 0, 2 * pi }, w, "base")
  t.near(rates, { 0, 0, .9 })
  t.ok(pole.no_inverse)
end)

t.test("where each description is singular, and how far it is from there", function()
  -- the distance is 0 where rates have no inverse or the answer has a pole, and not 0 elsewhere
  for _, kind in ipairs(KINDS) do
    local text, distance = rot.singular(kind, rot.convert(kind, "quat", q_B))
    t.ok(#text > 5 and distance > .1, kind)
    t.eq(rot.singular(kind), text)
  end
  local function away(kind, x) return (select(2, rot.singular(kind, x))) end
  for _, d in ipairs { 0, 1e-3, -2e-3 } do
    t.near(away("rpy", { .4, pi / 2 + d, .1 }), math.abs(d))
    t.near(away("fixed yxz", { .4, -pi / 2 + d, .1 }), math.abs(d))
    t.near(away("moving yzy", { .4, pi + d, .1 }), math.abs(d))
    t.near(away("fixed zxz", { .4, d, .1 }), math.abs(d))
    t.near(away("axis", { 0, 3, 0, pi + d }), math.abs(d))
    t.near(away("axis", { 0, 3, 0, d }), math.abs(d))
    t.near(away("euler_vector", { 0, pi + d, 0 }), math.abs(d))
    t.near(away("euler_vector", { 0, 0, 2 * pi + d }), math.abs(d))
  end
  t.near(away("euler_vector", { 0, 0, 0 }), pi)
  t.near(away("rodrigues", rot.axis({ 1, 2, 2 }, pi - 1e-3):rodrigues()), 1e-3)
  t.near(away("rodrigues", { 0, 0, 0 }), pi)
  t.eq(away("quat", { 0, 1, 0, 0 }), math.huge)
  t.ok(rot.singular "rpy":find "cos a2 = 0" and rot.singular "fixed xyx":find "sin a2 = 0")
  t.raises("expected 'matrix', 'quat'", function() return rot.singular "euler", 1 end)
  t.raises("expected 3 numbers, got 4", function() return rot.singular("rpy", q_B), 1 end)
end)

t.test("skew matrices", function()
  local R, a, b = rot.matrix(R_B), li.vec { 1, -2, .5 }, li.vec { .3, .1, -4 }
  t.near(li.skew(a) * b, a:cross(b)) -- [course F1.7]
  t.near(li.skew(a):transpose(), -li.skew(a))
  t.near(li.skew(R * a), R * li.skew(a) * (R^-1):matrix()) -- [nonhol (A3.5.7)]
  t.near(li.vee(li.skew(a)), a)
  local Rd = rot.rates("matrix", R, w_base, "base")
  t.near(li.vee(Rd * (R^-1):matrix()), w_base) -- [nonhol (A3.6.2)]
  t.near(li.vee((R^-1):matrix() * Rd), w_body)
  t.raises("vee: argument 1 %(S%): not skew: its symmetric part is 0%.5",
    function() return li.vee { { 0, 1, 0 }, { 0, 0, 0 }, { 0, 0, 0 } } end)
  t.near(li.vee { { 0, 0, 0 }, { 0, 0, 0 }, { 0, 0, 0 } }, { 0, 0, 0 })
end)

t.test("Jacobians of the exponential", function()
  local J = rot.jleft(v_B)
  t.near(J * rot.rates("euler_vector", v_B, w_base, "base"), w_base)
  t.near(rot.jright(v_B), J:transpose())
  t.near(rot.jleft_inv(v_B) * J, li.eye(3))
  t.near(rot.jright_inv(v_B) * rot.jright(v_B), li.eye(3))
  local u, pole = rot.jleft_inv { 0, 0, 2 * pi }
  t.near(u, { { 0, 0, 0 }, { 0, 0, 0 }, { 0, 0, 1 } })
  t.ok(pole.no_inverse)
  t.eq(select("#", rot.jright_inv { 0, 0, 1 }), 1)
end)

t.test("attitude at constant rate", function() -- [nonhol 2.1], t = 2
  local R = rot.matrix(R_B):step(w_body, 2, "body")
  t.near(R, { { -.57759612944698, -.7147703899163, .39431713245402 },
    { -.35332132027361, -.21655605527913, -.91009203906092 },
    { .73589860435252, -.66498628904726, -.12746167852017 } })
  local roll, pitch, yaw = R:rpy()
  t.near({ yaw, pitch, roll }, { -2.59260733255358, -.82699287859567, -1.76017504079305 })
  t.near(rot.matrix(R_B):step(w_base, 2, "base"), R)
end)

t.test("laws of propagation agree, whatever is propagated", function()
  -- constant rate from the base case; coning w = (cos t, sin t, .2) from the identity, p(5) and at
  -- t = 1 RPY [nonhol 2.1]
  local R2 = rot.matrix(R_B):step(w_body, 1, "body")
  for _, kind in ipairs { "matrix", "quat", "rpy", "rodrigues", "euler_vector", "axis",
    "moving zyx", "fixed yzy" } do
    local x = rot.convert(kind, "matrix", R_B)
    local y = rot.propagate(kind, x, w_body, "body", 1, 200)
    t.near(rot.convert("matrix", "quat", rot.convert("quat", kind, y)), R2, 1e-8, kind)
    t.near(rot.propagate(kind, x, w_base, "base", 1, 200), y, 1e-8, kind)
  end
  local function coning(time) return { math.cos(time), math.sin(time), .2 } end
  t.near(rot.propagate("quat", { 1, 0, 0, 0 }, coning, "body", 5),
    { .26083164145652, .3546446813974, -.26492748460095, .85790875544818 }, 1e-10)
  t.near(rot.propagate("moving zyx", { 0, 0, 0 }, coning, "body", 1, 400),
    { .43794638913531, .2788784776446, .90509613105846 }, 1e-10)
  t.near(rot.propagate("rodrigues", { 0, 0, 0 }, coning, "body", 1, 400),
    { .44816213425723, .24483208979843, .15199492756554 }, 1e-10)
  -- through gimbal lock: it says so
  local _, pole = rot.propagate("rpy", { 0, math.pi / 2, 0 }, { 1, 0, 0 }, "base", .1, 10)
  t.ok(pole.no_inverse)
  -- past it at a distance of a step or so: it says so, and enough steps need not
  _, pole = rot.propagate("rpy", { 0, 1.4, .3 }, { .01, 1, .02 }, "body", .4, 100)
  t.ok(pole.near_singular and pole.text:find "steps are too long")
  t.eq(select("#", rot.propagate("rpy", { 0, 1.4, .3 }, { .01, 1, .02 }, "body", .4, 2000)), 1)
  _, pole = rot.propagate("rodrigues", { 0, 0, 0 }, { 0, 0, 1 }, "body", 3.3, 10)
  t.ok(pole.near_singular)
  t.eq(select("#", rot.propagate("quat", { 1, 0, 0, 0 }, { 0, 0, 1 }, "body", 3.3, 10)), 1)
  t.raises("test_rot%.lua:%d+: rot%.propagate: the numbers leave all bounds %(Rodrigues", function()
    rot.propagate("rodrigues", { 0, 0, 0 }, { 0, 0, 1 }, "body", 3.2)
  end)
  t.raises("w%(0%): expected 3 finite numbers",
    function() rot.propagate("quat", { 1, 0, 0, 0 }, function() return 3 end, "body", 1) end)
  t.raises("expected 1%.%.1000000 steps, got 0",
    function() rot.propagate("quat", { 1, 0, 0, 0 }, w_body, "body", 1, 0) end)
  t.raises("test_rot%.lua:%d+: rot%.propagate: the numbers leave all bounds", function()
    rot.propagate("quat", { 1, 0, 0, 0 }, { 1e200, 0, 0 }, "body", 1e200, 10)
  end)
  t.raises("got 2000000",
    function() rot.propagate("quat", { 1, 0, 0, 0 }, w_body, "body", 1, 2000000) end)
  t.raises("rot%.rates: argument 1 %(kind%)",
    function() rot.propagate("euler", { 1, 0, 0 }, w_body, "body", 1) end)
  t.raises("mine", function() rot.propagate("quat", { 1, 0, 0, 0 }, function() error "mine" end,
    "body", 1) end)
end)

-- a body under a force and a moment told in its own axes: v' = f/m - W x v, W' = I^-1 (n - W x I
-- W), attitude by its own law
local function spinning(tensor, W, kind, forces, time)
  local J = li.inertia { mass = 2, tensor = tensor }
  local I, down = J:tensor(), li.vec { 0, 0, -(forces.gravity or 0) }
  local f, n = li.vec(forces.f or { 0, 0, 0 }), li.vec(forces.n or { 0, 0, 0 })
  local x0 = rot.convert(kind, "rpy", { -.3, .2, .1 })
  local flat = kind == "matrix"
    and { x0[1][1], x0[1][2], x0[1][3], x0[2][1], x0[2][2], x0[2][3], x0[3][1], x0[3][2], x0[3][3] }
    or x0:table()
  local state = { 1, .2, -.1, W[1], W[2], W[3], 0, 0, 0, (table.unpack or unpack)(flat) }
  local function shaped(x)
    if kind ~= "matrix" then return x end
    return { { x[1], x[2], x[3] }, { x[4], x[5], x[6] }, { x[7], x[8], x[9] } }
  end
  local function rates(_, x)
    x = li.vec(x)
    local v, w, a = x:sub(1, 3), x:sub(4, 6), shaped(x:sub(10))
    local M = li.mat(rot.convert("matrix", kind, kind == "matrix" and rot.nearest(a):matrix() or a))
    local R = rot.matrix(M)
    local vd, wd, cd = f / 2 - w:cross(v) + R:vector_back(down), I:solve(n - w:cross(I * w)), R * v
    local ad, out = rot.rates(kind, a, w, "body"), {}
    for _, part in ipairs { vd, wd, cd } do for k = 1, 3 do out[#out + 1] = part[k] end end
    if kind == "matrix" then for i = 1, 3 do for k = 1, 3 do out[#out + 1] = ad[i][k] end end
    else for k = 1, #ad do out[#out + 1] = ad[k] end end
    return out
  end
  if not time then return li.vec(rates(0, state)) end
  local x = li.ode(rates, time, state, { rtol = 1e-11, atol = 1e-13 }):state()
  x = li.vec(x)
  local a = rot.matrix(rot.nearest(rot.convert("matrix", kind,
    kind == "matrix" and rot.nearest(shaped(x:sub(10))):matrix() or x:sub(10))))
  return x:sub(1, 3), x:sub(4, 6), x:sub(7, 9), a
end

t.test("a rigid body by every law of propagation", function() -- [nonhol 2.2]
  local diagonal, W0 = { .05, .08, .11 }, { .5, 2, -1 }
  local d = spinning(diagonal, W0, "moving zyx", {})
  t.near(d, { 0, .95, 1.9, 1.2, -.375, -.27272727272727, .92847741967323, .25548470962769,
    -.35022456267858, -1.57782842248782, 1.61515277158987,
    .18653388319492 }, 1e-13)
  -- invariants
  local R, I = rot.rpy(-.3, .2, .1), li.diag(diagonal)
  t.near(R * (I * W0), { -.01775542022207, .11916938179796, -.15429971968422 }, 1e-13)
  t.near((I * W0):norm(), .19576771950451893, 1e-15)
  t.near(li.inertia { mass = 2, tensor = diagonal }:energy(li.twist({ 0, 0, 0 }, W0)), .22125,
    1e-15)
  local at_half, at_one = rot.quat(.82966197898513, -.00233864883462, .47307760470544,
    -.29640025518589),
    rot.quat(.44415299867975, .19604878221263, .56112995890139, -.67039254021808)
  for _, kind in ipairs { "quat", "matrix", "moving zyx", "rodrigues", "rpy", "euler_vector" } do
    local v, w, c, A = spinning(diagonal, W0, kind, {}, .5)
    t.near(v, { .49796522780866, .76476099207685, .46601636976731 }, 1e-8, kind)
    t.near(w, { 1.10694685332606, 1.66758382994362, -1.20138770823359 }, 1e-8, kind)
    t.near(c, .5 * d:sub(7, 9), 1e-8, kind)
    t.ok(A:near(at_half, 1e-8), kind)
    t.near({ A:moving "zyx" }, { -.91936114620786, .90044371672319, -.47535130235982 }, 1e-8, kind)
    v, w, _, A = spinning(diagonal, W0, kind, {}, 1)
    t.near(v, { -.32008263779153, .96590602880388, -.12071722538533 }, 1e-8, kind)
    t.near(w, { 1.64216468191869, .97037052038055, -1.4533198425644 }, 1e-8, kind)
    t.ok(A:near(at_one, 1e-8), kind)
    t.near({ A:moving "zyx" }, { -2.52393527442659, .8653378912796, -1.10122466510222 }, 1e-8, kind)
  end
  for _, kind in ipairs { "quat", "matrix" } do
    local _, w, _, A = spinning(diagonal, W0, kind, {}, 5)
    t.near(w, { -1.78489952231808, -.57460170469279, -1.52790205313919 }, 1e-7, kind)
    t.ok(A:near(rot.quat(.28662952377937, .42022562362658, -.25059993170122, .82368295816837),
      1e-7), kind)
  end
  -- under a wrench, with and without weight
  local push = { f = { 1, -.5, 19 }, n = { .02, -.01, .03 } }
  t.near(spinning(diagonal, W0, "quat", push):sub(1, 6), { .5, .7, 11.4, 1.6, -.5, 0 })
  local v, w, c, A = spinning(diagonal, W0, "quat", push, 1)
  t.near(v, { -5.71465257822298, 3.43992231870958, 5.22134666689257 }, 1e-8)
  t.near(w, { 1.88938599396687, .84083165765826, -1.20983087554271 }, 1e-8)
  t.near(c, { 3.66826643866189, -.22266711487007, 2.90105978976312 }, 1e-8)
  local turned = rot.quat(.47380544282007, .2694514641672, .53284373235554, -.64728808710005)
  t.ok(A:near(turned, 1e-8))
  push.gravity = 9.81
  v, w, c, A = spinning(diagonal, W0, "quat", push, 1)
  t.near(v, { 2.66067383549066, 7.70208930216024, 2.40639727677327 }, 1e-8)
  t.near(w, { 1.88938599396687, .84083165765826, -1.20983087554271 }, 1e-8)
  t.near(c, { 3.668266438662, -.22266711487007, -2.00394021023688 }, 1e-8)
  t.ok(A:near(turned, 1e-8))
  -- products of inertia; an axisymmetric body; a turn about the middle axis that flips
  local full = { .05, .08, .11, -.004, .006, -.003 }
  t.near(spinning(full, W0, "quat", {}):sub(4, 6),
    { 1.33223002202025, -.5253439802875, -.61881283702713 }, 1e-13)
  w = select(2, spinning(full, W0, "quat", {}, 1))
  t.near(w, { 1.5920429253201, .64816977545203, -1.68988373564014 }, 1e-8)
  for _, W in ipairs { li.vec(W0), w } do
    t.near(li.inertia { mass = 2, tensor = full }:energy(li.twist({ 0, 0, 0 }, W)), .22025, 1e-9)
  end
  w = select(2, spinning({ .06, .06, .1 }, { .4, 0, 3 }, "quat", {}, 2))
  t.near(w, { -.26145744834545, -.30272099812316, 3 }, 1e-8)
  t.near(w, { .4 * math.cos(4), .4 * math.sin(4), 3 }, 1e-8)
  w = select(2, spinning(diagonal, { .01, 5, 0 }, "quat", {}, 3.7028201820))
  t.near(w[2], 0, 1e-6)
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

t.test("products of descriptions", function()
  -- R1 = Rx(90), R2 = Rz(90): relative and absolute composition, and the base case [nonhol 2.1]
  local h = math.sqrt(.5)
  t.near(rot.compose("quat", { h, h, 0, 0 }, { h, 0, 0, h }), { .5, .5, -.5, .5 })
  t.near(rot.compose("quat", { h, 0, 0, h }, { h, h, 0, 0 }), { .5, .5, .5, .5 })
  local q2 = { .96163261193671, .07285182744658, .24102584718149, -.1089122210219 }
  t.near(rot.compose("quat", q_B, q2),
    { .8818467640656, .36300217273335, .20575688680726, .21963563196642 })
  t.near(rot.compose("rodrigues", p_B, rot.quat(q2):rodrigues()),
    { .41163860607686, .23332498931975, .24906326236752 })
  -- [thesis M10]
  t.near(rot.compose("rodrigues", { .1, .2, -.3 }, { -.2, .4, .1 }),
    { .041237113, .670103093, -.12371134 }, 1e-9)
  local _, pole = rot.compose("rodrigues", { 1, 0, 0 }, { 1, 0, 0 })
  t.ok(pole.infinite and pole.half_turn)
  -- w = 2 q' conj(q) in the base, 2 conj(q) q' in the body [thesis F2.11]
  local qd, conj = rot.rates("quat", q_B, w_body, "body"), { q_B[1], -q_B[2], -q_B[3], -q_B[4] }
  t.near(2 * rot.compose("quat", qd, conj), { 0, w_base[1], w_base[2], w_base[3] })
  t.near(2 * rot.compose("quat", conj, qd), { 0, w_body[1], w_body[2], w_body[3] })
  for _, kind in ipairs(KINDS) do
    local x, y = rot.convert(kind, "quat", q_B), rot.convert(kind, "quat", q2)
    t.near(rot.convert("matrix", kind, rot.compose(kind, x, y)), R_B * rot.quat(q2):matrix(), 1e-12,
      kind)
  end
  t.raises("argument 3 %(y%): the zero quaternion is no rotation",
    function() rot.compose("quat", q_B, { 0, 0, 0, 0 }) end)
  t.raises("argument 2 %(x%): not a rotation",
    function() rot.compose("matrix", { { 2, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }, R_B) end)
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
