-- test_kane_tractor.lua - the tractor with its trailer by the ten steps: [nonhol] 2.4, T30, T40 to
-- T48, T54, T57, T90
local t = require "t"
local li = require "liaison"

local function same(got, want, what)
  t.ok(li.expr(got):equals(li.expr(want, "new")),
    ("%s: %s is not %s"):format(what, tostring(got), want))
end

local function vector_is(got, want, what)
  t.eq(#got, #want, what)
  for i = 1, #want do same(got[i], want[i], ("%s[%d]"):format(what, i)) end
end

local close = t.close
local column = t.column

-- the description; what: no trailer, an articulated loader
local function tractor()
  local s = li.system { planar = true, name = "tractor" }
  local x, y, Th, Ph = s:coordinates "x y Th Ph"
  local de = s:input "de"
  local a1 = s:body { name = "tractor", m = "m1", j = "j1", com = { "b", 0 }, place = { x, y, Th } }
  local a2 = s:body { name = "trailer", m = "m2", j = "j2", com = { "d", 0 },
    place = { "x - c*cos(Th) - l2*cos(Th + Ph)", "y - c*sin(Th) - l2*sin(Th + Ph)", Th + Ph } }
  a1:wheel { name = "rear" }
  a1:wheel { name = "front", at = { "l1", 0 }, angle = de }
  a2:wheel { name = "trailer" }
  a1:force { f = { "F1*cos(de)", "F1*sin(de)" }, at = { "l1", 0 } }
  a1:force { f = { "F2", 0 }, at = { 0, 0 } }
  a2:force { f = { "F3", 0 }, at = { 0, 0 } }
  s:joint { kind = "revolute", name = "hitch", on = a1, from = a2, at = { "-c", 0 },
    at_from = { "l2", 0 } }
  return s
end

local speed = { "v = x'*cos(Th) + y'*sin(Th)" }
local s = tractor()
local k = s:kane { speeds = speed }

local REF = { l1 = 3.5, l2 = 6, b = 1.4, c = .6, d = 3.2, m1 = 6500, m2 = 9000, j1 = 14000,
  j2 = 45000 }
local function state(more)
  local v = { x = 0, y = 0, Th = .3, Ph = -.25, de = .15, v = 8, ["de'"] = .1, F1 = 500, F2 = 3000,
    F3 = -800 }
  for key, x in pairs(REF) do v[key] = x end
  for key, x in pairs(more or {}) do v[key] = x end
  return v
end

local kap, gam = "((l1*sin(Ph) + c*cos(Ph)*tan(de))/(l1*l2))", "(cos(Ph) - c*sin(Ph)*tan(de)/l1)"

t.test("T40: J_h, H, J_nh, J of (8.11) to (8.21)", function()
  local h1 = { "cos(Th)", "sin(Th)", "0", "0", "-sin(Th)", "cos(Th)", "b", "0", "0", "0", "1", "0" }
  local h2 = { "cos(Th + Ph)", "sin(Th + Ph)", "-c*sin(Ph)", "0", "-sin(Th + Ph)", "cos(Th + Ph)",
    "d - l2 - c*cos(Ph)", "d - l2", "0", "0", "1", "1" }
  for i = 1, 12 do
    local r, col = math.floor((i - 1) / 4) + 1, (i - 1) % 4 + 1
    same(k.Jh[r][col], h1[i], "J_h1")
    same(k.Jh[r + 3][col], h2[i], "J_h2")
  end
  local H = { "-sin(Th)", "cos(Th)", "0", "0", "-sin(Th + de)", "cos(Th + de)", "l1*cos(de)", "0",
    "-sin(Th + Ph)", "cos(Th + Ph)", "-(l2 + c*cos(Ph))", "-l2" }
  for i = 1, 12 do same(k.H[math.floor((i - 1) / 4) + 1][(i - 1) % 4 + 1], H[i], "H") end
  vector_is(column(k.Jnh),
    { "cos(Th)", "sin(Th)", "tan(de)/l1", "-(l1*sin(Ph) + (l2 + c*cos(Ph))*tan(de))/(l1*l2)" },
    "J_nh")
  vector_is(column(k.J), { "1", "b*tan(de)/l1", "tan(de)/l1", gam, "-d*" .. kap, "-" .. kap }, "J")
  t.eq(k.unproved, 0)
  for i = 1, 3 do same((k.H * k.Jnh)[i][1], "0", "H J_nh") end
end)

t.test("T40: dJ/dt of (8.22) to (8.25)", function()
  li.symbols "Phd"
  local A0 = { "0", "0", "0", "-l2*" .. kap, "-d*" .. gam .. "/l2", "-" .. gam .. "/l2" }
  local B = { "0", "b/l1", "1/l1", "-c*sin(Ph)/l1", "-c*d*cos(Ph)/(l1*l2)", "-c*cos(Ph)/(l1*l2)" }
  local Phd = k.qd[4]
  for i = 1, 6 do
    local want = Phd * li.expr(A0[i], "new") + li.expr("de'/cos(de)^2", "new")
      * li.expr(B[i], "new")
    t.ok(k.Jd[i][1]:equals(want), "Jd " .. i)
  end
end)

t.test("T41: D in two closed forms, C1 = 1/2 dD/dPhi Phi', C2 = 1/2 dD/ddelta; J'WMJ = 0",
  function()
  same(k.D[1][1], "m1*(1 + b^2*tan(de)^2/l1^2) + j1*tan(de)^2/l1^2 + m2*(" .. gam .. "^2 + d^2*"
    .. kap .. "^2) + j2*" .. kap .. "^2", "D")
  same(k.D[1][1], "m1*(1 + b^2*tan(de)^2/l1^2) + j1*tan(de)^2/l1^2 + m2*(1 + "
    .. "c^2*tan(de)^2/l1^2) + (m2*d^2 + j2 - m2*l2^2)*" .. kap .. "^2", "D, second form")
  local C1, C2 = k:split "de'"
  t.ok(C1[1][1]:equals(k.D[1][1]:diff "Ph" * k.qd[4] / 2), "C1")
  t.ok(C2[1][1]:equals(k.D[1][1]:diff "de" / 2), "C2")
  t.ok(C1[1][1]:equals(-k.qd[4]
    * li.expr(gam .. "*" .. kap .. "*(m2*(l2^2 - d^2) - j2)/l2", "new")), "C1 (8.32)")
  same(C2[1][1], "((1 + tan(de)^2)/l1)*((m1*b^2 + j1)*tan(de)/l1 - m2*" .. gam
    .. "*c*sin(Ph) + (m2*d^2 + j2)*" .. kap .. "*c*cos(Ph)/l2)", "C2 (8.33)")
  same((k.J:transpose() * k.WM * k.J)[1][1], "0", "J'WMJ")
  same(k.tau[1], "F2 + F1/cos(de) + F3*" .. gam, "tau")
  t.eq(k:skew(), true)
end)

t.test("T42: the reference state S0", function()
  local r = k:numbers(state())
  t.near(column(r.J), { 1, .06045408722332, .0431814908738, .97532238479586, .11856027174248,
    .03705008491953 }, 1e-12)
  t.near(r.qd, { 7.64269191300485, 2.36416165329072, .34545192699039, -.04905124763418 }, 1e-12)
  close(r.D[1][1], 15299.4250310005)
  close(r.tau[1], 2725.42031350014)
  t.near(r.alphad[1], 0.176968310445402, 1e-13)
  close(r.qdd, { -.64763991445866, 2.69248036041672, .24143417928531, -.19374222028132 }, 1e-12)
  close(r.T, 489581.600992016)
  close(r.power, 21803.3625080012)
  local C1, C2 = k:split "de'"
  close(C1[1][1]:eval(state()), -55.1958042968056)
  close(C2[1][1]:eval(state()), 574.341686690424)
  local g0, gw = k:state()
  local g01 = g0:subs { ["de'"] = 0 }
  t.near(g01:eval(state())[1], .028861635877147, 1e-13)
  t.near((g0 - g01):eval(state { ["de'"] = 1 })[1], -.300320664614082, 1e-13,
    "g02: the factor of de'")
  for i, want in ipairs { 6.610421245402363e-5, 6.53619334042781e-5, 6.374895676272867e-5 } do
    t.near((gw[1][1] * k.tau[1]:diff("F" .. i)):eval(state()), want, 1e-17, "gu" .. i)
  end
  t.near(k:numbers(state { ["de'"] = 0 }).alphad[1], .207000376906810, 1e-13)
end)

t.test("T44: what the constraints carry, as wrenches and as forces of wheels and hitch", function()
  local r = k:numbers(state())
  close(r.omega_c, { -3430.0585292114, 20085.8321687598, 3223.1684708971, -649.5205788356,
    22187.7360753416, 2146.1381551798 }, 1e-11)
  local Jw = 0
  for i = 1, 6 do Jw = Jw + r.J[i][1] * r.omega_c[i] end
  t.near(Jw, 0, 1e-9)
  local f = k:reactions(state())
  close({ f["rear lateral"], f["front lateral"], f["trailer lateral"] },
    { 25155.932125133, 6981.1403228805, 9996.5871426294 }, 1e-11)
  local fx, fy = f["hitch fx"], f["hitch fy"] -- on the tractor, in ground axes
  close({ fx, fy }, { 1258.0123433560, -12143.4506721056 }, 1e-11)
  local c, sn = math.cos(.3), math.sin(.3)
  close({ c * fx + sn * fy, -sn * fx + c * fy }, { -2386.8099568240, -11972.8495986504 }, 1e-11)
  t.ok(f.residual < 1e-8)
end)

t.test("T43, T87, T90: Lagrange with multipliers, found speeds and given ones accelerate alike",
  function()
  local want = k:numbers(state()).qdd
  local free = s:kane()                 -- J_nh = N, the rate of a coordinate as speed
  t.eq(#free.alpha, 1)
  local v = state { ["x'"] = 7.64269191300485, ["y'"] = 2.36416165329072, ["Th'"] = .34545192699039,
    ["Ph'"] = -.04905124763418 }
  close(free:numbers(v).qdd, want, 1e-11, "found")
  local by_x = s:kane { independent = "x" }
  t.eq(tostring(by_x.alpha), "[x']")
  close(by_x:numbers(v).qdd, want, 1e-11, "N of x")
  t.near(column(by_x:numbers(v).Jnh), { 1, .30933624960962, .04520029472895, -.00641805900231 },
    1e-13)
  local hand = s:kane { speeds = "v", Jnh = { "cos(Th)", "sin(Th)", "tan(de)/l1",
    "-(l1*sin(Ph) + (l2 + c*cos(Ph))*tan(de))/(l1*l2)" } }
  close(hand:numbers(state()).qdd, want, 1e-12, "by hand")
end)

t.test("T46: the speed Omega_1 instead of v gives the same motion", function()
  local w = s:kane { speeds = { "w = Th'" } }
  local r = w:numbers(state { v = nil, w = .34545192699039 })
  close(r.D[1][1], 8205023.791034316)
  close(r.C[1][1], -5551735.451526556)
  close(r.tau[1], 63115.47513413575)
  t.near(r.alphad[1], .241434179285313, 1e-12)
  close(r.qdd, k:numbers(state()).qdd, 1e-11)
end)

t.test("T47: the car, the trailer taken away", function()
  local car = s:without "trailer"
  t.eq(#car.q, 3)
  t.eq(#car.rows, 2)
  local kc = car:kane { speeds = speed }
  same(kc.D[1][1], "m1 + (m1*b^2 + j1)*tan(de)^2/l1^2", "D_c")
  local C1, C2 = kc:split "de'"
  same(C1[1][1], "0", "C1c")
  same(C2[1][1], "(m1*b^2 + j1)*tan(de)*(1 + tan(de)^2)/l1^2", "C2c")
  same(kc.tau[1], "F2 + F1/cos(de)", "tau")
  local r = kc:numbers(state())
  close(r.D[1][1], 6549.86050446020)
  t.near(r.alphad[1], .494014247225799, 1e-13)
  local f = kc:reactions(state())
  close({ f["rear lateral"], f["front lateral"] }, { 11150.5821775461, 9162.72117078765 }, 1e-11)
end)

t.test("T48: the printed formulas E19 and E20 give something else", function()
  local r = k:numbers(state())
  local C1 = 1125.27 -- without the factor Phi'
  t.near((2725.42031350014 - (C1 + 57.4341686690424) * 8) / 15299.4250310005, -.4403, 1e-4)
  t.near(.028861635877147 - .300320664614082 + 2725.42031350014 / 15299.4250310005, -.0933, 1e-4)
  t.ok(math.abs(r.alphad[1] + .4403) > .5)
end)

t.test("T54: the force that holds a speed, and that accelerates by 0.5", function()
  local function force(a)
    local r = k:numbers(state { F2 = 0 })
    return r.D[1][1] * a + r.C[1][1] * 8 - r.tau[1]
  end
  close(force(0), 292.486601477750)
  close(force(.5), 7942.199116977998, 1e-11)
end)

t.test("T57: the articulated loader", function()
  local l = li.system { planar = true, name = "loader" }
  local x, y, Th, Ph = l:coordinates "x y Th Ph"
  local a1 = l:body { name = "front", m = "m1", j = "j1", com = { "b", 0 }, place = { x, y, Th } }
  local a2 = l:body { name = "rear", m = "m2", j = "j2", com = { "d", 0 },
    place = { "x - c*cos(Th) - l2*cos(Th + Ph)", "y - c*sin(Th) - l2*sin(Th + Ph)", Th + Ph } }
  a1:wheel { name = "front axle" }
  a2:wheel { name = "rear axle" }
  a1:force { f = { "F2", 0 }, at = { 0, 0 } }
  a2:force { f = { "F3", 0 }, at = { 0, 0 } }
  a2:torque { n = "G", from = a1 }
  l:joint { kind = "revolute", name = "hinge", on = a1, from = a2, at = { "-c", 0 },
    at_from = { "l2", 0 } }
  local kl = l:kane { speeds = { "v = x'*cos(Th) + y'*sin(Th)", "w = Ph'" } }
  local r = kl:numbers(state { v = 8, w = .3, G = 2000 })
  close(r.D, { { 15278.3356443187, -1647.8635816747 }, { -1647.8635816747, 23459.6549561932 } })
  close(r.tau, { 2220.40590307206, 2108.2640610815 })
  t.near(r.alphad, { -.03848850560361, -.28570681295551 }, 1e-12)
  local f = kl:reactions(state { v = 8, w = .3, G = 2000 })
  close({ f["front axle lateral"], f["rear axle lateral"] }, { 2982.70403127, 8733.73818576 },
    1e-11)
  same(kl.qd[3], "-(v*sin(Ph) + l2*w)/(l2 + c*cos(Ph))", "Om1")
end)

t.test("mistakes are said with their place", function()
  t.raises("constraint row 2 times column 1 is not zero",
    function() s:kane { speeds = "v",
    Jnh = { "cos(Th)", "sin(Th)", "tan(de)/l2",
    "-(l1*sin(Ph) + (l2 + c*cos(Ph))*tan(de))/(l1*l2)" } } end)
  t.raises("2 given, 4 coordinates with 3 independent constraints have 1",
    function() s:kane { speeds = { "v = x'", "w = Th'" } } end)
  t.raises("no number for de'", k.numbers, k,
    state { ["de'"] = false and 0 or nil, F1 = 0 }
    and (function() local v = state() v["de'"] = nil return v end)())
  t.raises("no body 'trailr' in this system %(did you mean 'trailer'%?%)", s.without, s, "trailr")
  t.raises("unknown joint 'revolut' %(did you mean 'revolute'%?%)", s.joint, s,
    { kind = "revolut", on = "tractor" })
  t.raises("not linear in the velocities", function() s:kane { speeds = { "v = x'^2" } } end)
  t.raises("expected the mass of 'cart'",
    function()
      local alone = li.system { planar = true }
      alone:body { name = "cart", j = 1, place = { alone:coordinates "xa", 0, 0 } }
      alone:kane()
    end)
end)

t.done()
