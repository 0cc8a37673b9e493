-- test_rot_rates.lua - rates of descriptions of rotations: both ways, where they are singular,
-- integrated in time; products
local t = require "t"
local li = require "liaison"
local case = require "rotcase"
local rot, pi = li.rot, math.pi

local SEQUENCES, R_B, q_B, v_B, p_B = case.sequences, case.R, case.q, case.v, case.p
local w_body, w_base = case.w_body, case.w_base

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
  t.raises("test_rot_rates%.lua:%d+: rot%.propagate: the numbers leave all bounds %("
    .. "Rodrigues", function()
    rot.propagate("rodrigues", { 0, 0, 0 }, { 0, 0, 1 }, "body", 3.2)
  end)
  t.raises("w%(0%): expected 3 finite numbers",
    function() rot.propagate("quat", { 1, 0, 0, 0 }, function() return 3 end, "body", 1) end)
  t.raises("expected 1%.%.1000000 steps, got 0",
    function() rot.propagate("quat", { 1, 0, 0, 0 }, w_body, "body", 1, 0) end)
  t.raises("test_rot_rates%.lua:%d+: rot%.propagate: the numbers leave all bounds", function()
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

t.done()
