-- test_kane_routes.lua - one state by every route, drift, energy, planning, exports: T43, T45, T51,
-- T53, T55, T69, T79, T85, T92 of [nonhol]
local t = require "t"
local li = require "liaison"
local maximal = require "sixtractor"

local close = t.close
local column = t.column

local time = li.time() -- kept, so that texts may say t
local tractor = li.systems.tractor_trailer()
local k = tractor:kane()
local QDD = { -.64763991445866, 2.69248036041672, .24143417928531, -.19374222028132 }
local QD = { 7.64269191300485, 2.36416165329072, .34545192699039, -.04905124763418 }

-- inputs as expressions of time make the rows depend on it: de = de0 + rate (t - 0), at t = 0
local function at_S0(eq)
  local v = li.systems.values "tractor_trailer"
  v.F1, v.F2, v.F3 = 500, 3000, -800
  return eq:with(v):with { ["de'"] = .1, de = .15 }
end

t.test("T43, T44: KKT, partition, projector, Udwadia and null space in four coordinates, with "
  .. "the multipliers of the document", function()
  local eq = at_S0(tractor:equations()):as "slides"
  local r = eq:solve({ 0, 0, .3, -.25 }, QD, nil, { method = "all" })
  close(r.a, QDD, 1e-11)
  t.ok(r.spread < 1e-9)
  close(r.lambda, { -25155.932125133, -6981.1403228805, -9996.5871426294 }, 1e-11)
  local M = eq:mass { 0, 0, .3, -.25 }
  close(M[1], { 15500, 0, 166.050300974138, 1259.47506562109 }, 1e-13)
  close(M[3], { 166.050300974138, -21633.7615521884, 174839.91163253, 130209.955816265 }, 1e-13)
  local n = eq:solve({ 0, 0, .3, -.25 }, QD, nil, { method = "partition", independent = { "x" } })
  close(column(n.N), { 1, .30933624960962, .04520029472895, -.00641805900231 }, 1e-12)
  close(column(eq:solve({ 0, 0, .3, -.25 }, QD, nil, { method = "projector" }).P)[1],
    .924598381322682, 1e-11)
end)

t.test("T43, T44: six Cartesian coordinates, the hitch's force among the multipliers", function()
  local eq = at_S0(maximal():equations()):as "slides"
  local c1, s1, c2, s2 = math.cos(.3), math.sin(.3), math.cos(.05), math.sin(.05)
  local q = { 0, 0, .3, -.6 * c1 - 6 * c2, -.6 * s1 - 6 * s2, .05 }
  local w1, w2 = QD[3], QD[3] + QD[4]
  local v = { QD[1], QD[2], w1, QD[1] + .6 * s1 * w1 + 6 * s2 * w2,
    QD[2] - .6 * c1 * w1 - 6 * c2 * w2, w2 }
  local r = eq:solve(q, v, nil, { method = "all" })
  close({ r.a[1], r.a[2], r.a[3], r.a[6] - r.a[3] }, QDD, 1e-10)
  close(r.lambda, { -1258.0123433560, 12143.4506721056, -25155.9321251, -6981.1403229,
    -9996.5871426 }, 1e-10)
end)

t.test("T53: multipliers without stabilisation drift with the fourth power of the step", function()
  local v = li.systems.values "tractor_trailer"
  v.F1, v.F2, v.F3 = 0, 3000, -500
  local eq = maximal():equations():with(v)
  -- everything at once as functions of time: rows, masses, forces
  local de = li.functions "de"
  eq = eq:with { [de:d()] = "0.1*cos(0.5*t)", [de] = "0.2*sin(0.5*t)" }
  local names, n, m = {}, 6, 5
  for i = 1, n do names[i], names[n + i] = eq.q[i], eq.v[i] end
  names[2 * n + 1] = time
  local function fn(M, rows, cols)
    local list = {}
    for i = 1, rows do for j = 1, cols do list[#list + 1] = cols > 1 and M:at(i, j) or M[i] end end
    return li.smat(list):fn(names)
  end
  local M, J, rest, gamma = fn(eq.M, n, n), fn(eq.J, m, n),
    fn(eq:rows() - eq.M * eq.a - eq:reaction_forces(), n, 1), fn(eq.gamma, m, 1)
  local function matrix(x, rows, cols)
    local out = {}
    for i = 1, rows do
      out[i] = {}
      for j = 1, cols do out[i][j] = x[(i - 1) * cols + j] end
    end
    return li.mat(out)
  end
  local function rhs(now, x)
    local arg = {}
    for i = 1, 2 * n do arg[i] = x[i] end
    arg[2 * n + 1] = now
    local u = table.unpack or unpack
    local f, g = { rest(u(arg)) }, { gamma(u(arg)) }
    for i = 1, n do f[i] = -f[i] end
    local r = assert(li.constrained(matrix({ M(u(arg)) }, n, n), f, matrix({ J(u(arg)) }, m, n), g))
    local dx = {}
    for i = 1, n do dx[i], dx[n + i] = x[n + i], r.a[i] end
    return dx
  end
  local function drift(h)
    local x = { 0, 0, 0, -6.6, 0, 0, 5, 0, 0, 5, 0, 0 }
    local function moved(d, f)
      local y = {}
      for i = 1, 2 * n do y[i] = x[i] + f * d[i] end
      return y
    end
    for step = 0, math.floor(5 / h + .5) - 1 do
      local now = step * h
      local a = rhs(now, x)
      local b = rhs(now + h / 2, moved(a, h / 2))
      local c = rhs(now + h / 2, moved(b, h / 2))
      local d = rhs(now + h, moved(c, h))
      for i = 1, 2 * n do x[i] = x[i] + h * (a[i] + 2 * b[i] + 2 * c[i] + d[i]) / 6 end
    end
    local gx = x[1] - .6 * math.cos(x[3]) - x[4] - 6 * math.cos(x[6])
    local gy = x[2] - .6 * math.sin(x[3]) - x[5] - 6 * math.sin(x[6])
    return math.sqrt(gx * gx + gy * gy), x
  end
  local coarse, x = drift(.1)
  t.near(coarse, 5e-7, 2e-7)
  t.near(coarse / drift(.05), 16, 4)
  t.near({ x[1], x[2], x[3] }, { 22.3601489788, 11.8676705469, 1.14469812213 }, 1e-5)
end)

t.test("T55: a lane change planned and driven again", function()
  -- y(x) = 3.5 (10u^3 - 15u^4 + 6u^5), u = x/40: de from the curvature, driven by the rear axle at
  -- 8 m/s
  local x = li.coordinates "x"
  local u = x / 40
  local y = 3.5 * (10 * u ^ 3 - 15 * u ^ 4 + 6 * u ^ 5)
  local slope = y:diff(x)
  local de = li.atan(3.5 * slope:diff(x) / (1 + slope ^ 2) ^ 1.5)
  t.near(de:eval { x = 10 }, .04249643909057258, 1e-14)
  t.near(y:eval { x = 10 }, .3623046875, 1e-14)
  t.near(math.atan(slope:eval { x = 20 }), .162613828597949, 1e-14)
  local car = tractor:without "trailer":kane()
  local v = li.systems.values "tractor_trailer"
  v.F1, v.F3 = 0, 0
  for _, name in ipairs { "l2", "c", "d", "m2", "j2", "F3" } do v[name] = nil end
  -- the force that holds v
  local hold = (car.C[1][1] * car.alpha[1]):subs { de = de, ["de'"] = car:rate(de) }
  local r = car:numbers { x = 10, y = 0, Th = .09202450316048913, v = 8, de = .04249643909057258,
    ["de'"] = -.012412990510110, F1 = 0, F2 = -9.23401046256, l1 = 3.5, b = 1.4, m1 = 6500,
    j1 = 14000 }
  t.near(r.alphad[1], 0, 1e-9)
  local run = assert(car:simulate(5.02720960614898, { v = 8 },
    { values = v, inputs = { de = de, F2 = hold }, dt = 5.02720960614898 }))
  t.near({ run.x[2], run.y[2], run.Th[2], run.v[2] }, { 40, 3.5, 0, 8 }, 1e-7)
end)

t.test("T85: the disc rolls: energy, and z = R sin theta", function()
  local d = li.systems.disc()
  local kd = d:kane { independent = "phi theta psi", tidy = "none" }
  local start = li.systems.values("disc", { state = true })
  for name in pairs(li.systems.values "disc") do start[name] = nil end
  local run = assert(kd:simulate(2, start, { values = li.systems.values "disc", dt = .5,
    outputs = { high = "m*g*z" } }))
  for i = 1, #run do
    t.near(run.z[i], .3 * math.sin(run.theta[i]), 1e-8)
    t.near(run.T[i] + run.high[i], 9.294182261078417, 1e-7)
  end
  local r = kd:numbers((function()
    local v = li.systems.values("disc", { state = true })
    return v
  end)())
  local want = { -.81898390743546, 2.54662775358455, -1.58503532118768, -4.29166551083959,
    -14.16921468752884, 1.05803076495697 }
  close(r.qdd, want, 1e-11)
end)

t.test("T69: points on two bodies, prismatic guides and their gamma, by the constraint rows "
  .. "of joints", function()
  local s = li.system { planar = true }
  local x, y, a, X, Y, A = s:coordinates "ra rb rc sa_ sb_ sc_"
  local i = s:body { name = "i", m = 1, j = 1, place = { x, y, a } }
  local j = s:body { name = "j", m = 1, j = 1, place = { X, Y, A } }
  s:joint { kind = "revolute", on = i, from = j, at = { .4, -.1 }, at_from = { -.2, .3 } }
  local eq = s:equations()
  local at = { ra = .5, rb = .2, rc = .3, sa_ = 1, sb_ = .1, sc_ = -.6, ["ra'"] = .1, ["rb'"] = -.2,
    ["rc'"] = 2, ["sa_'"] = .3, ["sb_'"] = .4, ["sc_'"] = -1 }
  t.near(eq.phi:eval(at), { -.0926390027202, -.23785474539994 }, 1e-13)
  t.near((eq.J * eq.v):eval(at), { -.60587804665586, .22769885166933 }, 1e-13)
  t.near(eq.gamma:eval(at), { 1.64242084622893, -.26983144414401 }, 1e-13)
end)

t.test("T92: matrices go out as Lua and LaTeX and come back with the same numbers", function()
  local at = li.systems.values("tractor_trailer", { state = true })
  at["Ph'"] = 0
  for _, M in ipairs { k.D, k.C, k.J, k.Jd, k.tau } do
    local rows, cols = M:size()
    for i = 1, rows do
      for j = 1, cols do
        local e = M:at(i, j)
        local again = li.expr(e:text())
        t.near(again:eval(at), e:eval(at), 1e-9 * (1 + math.abs(e:eval(at))))
        t.ok(#e:latex() > 0)
      end
    end
  end
end)

t.done()
