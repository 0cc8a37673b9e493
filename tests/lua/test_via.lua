-- test_via.lua - curves through points from Lua: kinds, what may be told, times, complaints
local t = require "t"
local li = require "liaison"

local X = { { 0, 0 }, { 1, 2 }, { 3, 1 }, { 2, 0 } }

local function through(options) return (li.via(options)) end

t.test("every kind meets its points, at the times it tells", function()
  local kinds = { "cubic", "quintic", "septic", "minimum jerk", "minimum snap", "bspline" }
  for _, how in ipairs(kinds) do
    local c, info = li.via { x = X, T = 3, how = how }
    for k, row in ipairs(X) do t.near((c:at(info.t[k])), row, 1e-9, how) end
    t.eq(c:jump(math.min(info.continuity, 4)) < 1e-8, true, how)
    t.near(info.T, 3)
    t.eq(c.last, info.t[4])
  end
end)

t.test("ends rest, are free, or go on as they began", function()
  local c = through { x = X, T = 3, how = "quintic" }
  for _, at in ipairs { 0, 3 } do
    local _, v, a = c:at(at)
    t.near(v, { 0, 0 }, 1e-12)
    t.near(a, { 0, 0 }, 1e-10)
  end
  c = through { x = { 0, 1, 0 }, t = { 0, 1, 2 }, ends = "natural" }
  local _, v, a = c:at(0)
  t.near(v, { 1.5 })
  t.near(a, { 0 })
  c = through { x = { 0, 1, 0 }, t = { 0, 1, 2 }, ends = { "rest", "natural" } }
  t.near(select(2, c:at(0)), { 0 })
  t.near(select(3, c:at(2)), { 0 }, 1e-14)
  local ring = { { 0, 0 }, { 1, 2 }, { 3, 1 }, { 0, 0 } }
  c = through { x = ring, T = 3, ends = "periodic" }
  local first, last = { c:at(0) }, { c:at(3) }
  t.near(first[2], last[2], 1e-12)
  t.near(first[3], last[3], 1e-12)
  t.ok(first[2]:norm() > 0.1)
end)

t.test("a spline that rests is the spline of li.spline, and its own quintic is the law", function()
  local c, s = through { x = X, t = { 0, 1, 2.5, 3 } }, li.spline({ 0, 1, 2.5, 3 }, X)
  for at = 0, 3, 0.1 do
    local x, v, a = c:at(at)
    local y, w, b = s:at(at)
    t.near(x, y, 1e-13)
    t.near(v, w, 1e-12)
    t.near(a, b, 1e-11)
  end
  c = through { x = { { 1, 0 }, { 3, -1 } }, T = 2, how = "quintic" }
  local law = li.law "poly5"
  for at = 0, 2, 0.1 do
    t.near((c:at(at)), (law:move({ 1, 0 }, { 3, -1 }, 2, at)), 1e-13)
  end
  t.near(c:coefficients(1), li.polynomial { from = { 1, 0 }, to = { 3, -1 }, T = 2 }
    :coefficients(1), 1e-12)
end)

t.test("derivatives are told at any point, of any component", function()
  local c = through { x = X, T = 3, how = "quintic", times = "uniform",
    v = { [2] = { 5, false }, [-1] = { 1, 1 } }, a = { [3] = { 0, -2 } } }
  local free = through { x = X, T = 3, how = "quintic", times = "uniform",
    v = { [-1] = { 1, 1 } }, a = { [3] = { false, -2 } } }
  t.near(select(2, c:at(1))[1], 5, 1e-12)
  t.near(select(2, c:at(1))[2], select(2, free:at(1))[2], 1e-9)
  t.near(select(2, c:at(3)), { 1, 1 }, 1e-9)
  t.near(select(3, c:at(2)), { 0, -2 }, 1e-9)
end)

t.test("one polynomial between two states", function()
  local c = li.polynomial { from = { 0, 1 }, to = { 2, 0 }, T = 1.5, degree = 7, v0 = { 1, 0 },
    v1 = { 0, -1 }, a0 = { 2, 0 }, a1 = { 0, 3 }, j0 = { -4, 1 }, j1 = { 0.5, 0 } }
  local x, v, a, j = c:at(0)
  t.near({ x[1], v[2], a[1], j[1] }, { 0, 0, 2, -4 })
  x, v, a, j = c:at(1.5)
  t.near(x, { 2, 0 }, 1e-12)
  t.near(v, { 0, -1 }, 1e-12)
  t.near(a, { 0, 3 }, 1e-11)
  t.near(j, { 0.5, 0 }, 1e-10)
  t.raises("polynomial.a0: degree 3 cannot be told this: degree 5 can", li.polynomial,
    { from = { 0 }, to = { 1 }, T = 1, degree = 3, a0 = { 1 } })
  t.raises("polynomial.degree: expected 3, 5 or 7, got 4", li.polynomial,
    { from = { 0 }, to = { 1 }, T = 1, degree = 4 })
  t.raises("polynomial.to: expected 1 numbers", li.polynomial,
    { from = { 0 }, to = { 1, 2 }, T = 1 })
  t.raises("polynomial.T", li.polynomial, { from = { 0 }, to = { 1 }, T = 0 })
end)

t.test("lines with blends pass by, or through; the least time they tell is enough", function()
  for _, how in ipairs { "lines", "smooth lines" } do
    local c, info = li.via { x = X, T = 3, how = how, blend = 0.2 }
    for k = 1, 4 do
      t.near(((c:at(info.t[k])) - li.vec(X[k])):norm(), info.near[k], 1e-12)
    end
    t.ok(info.near[2] > 0.01 and info.near[1] == 0)
    c, info = li.via { x = X, T = 3, how = how, acceleration = 40, through = true }
    for k = 1, 4 do t.near((c:at(info.t[k])), X[k], 1e-11) end
    local _, why = pcall(li.via, { x = X, T = 0.7, how = how, acceleration = 40 })
    local least = tonumber(why:match "alike, ([%d.]+) instead of 0.7 is the least")
    t.ok(least > 0.7)
    t.eq(pcall(li.via, { x = X, T = least * 1.000001, how = how, acceleration = 40 }), true)
    t.eq(pcall(li.via, { x = X, T = least * 0.9999, how = how, acceleration = 40 }), false)
  end
end)

t.test("smoothing goes from the points to a straight line", function()
  local x, times = {}, {}
  for k = 1, 30 do
    times[k] = k / 10
    x[k] = { math.sin(times[k]) + 0.05 * math.sin(77 * k * k), k % 2 }
  end
  local points, info = li.via { x = x, t = times, how = "smoothing", lambda = 0 }
  t.near((points:at(times[7])), x[7], 1e-12)
  t.near(info.freedom, 30, 1e-9)
  local line
  line, info = li.via { x = x, t = times, how = "smoothing", lambda = math.huge }
  t.near(info.freedom, 2, 1e-9)
  t.near(select(3, line:at(1.234)), { 0, 0 }, 1e-12)
  local _, best = li.via { x = x, t = times, how = "smoothing" }
  t.ok(best.lambda > 0 and best.freedom > 2 and best.freedom < 30)
  -- a point of great weight is met
  local w = {}
  for k = 1, 30 do w[k] = k == 12 and 1e9 or 1 end
  local heavy = through { x = x, t = times, how = "smoothing", lambda = 1, weights = w }
  t.near((heavy:at(times[12])), x[12], 1e-6)
end)

local LIMITS = { v = { 1, 1.5 }, a = { min = -2, max = 3 }, j = 10 }

t.test("the least time keeps every limit, reaches one, and says which", function()
  for _, how in ipairs { "cubic", "quintic" } do
    local c, info = li.via { x = X, limits = LIMITS, how = how }
    local used = 0
    for order, most in ipairs { { 1, 1.5 }, { 3, 3 }, { 10, 10 } } do
      local least = order == 2 and { 2, 2 } or most
      local lo, hi = c:extremes(order)
      for k = 1, 2 do
        t.ok(hi[k] <= most[k] * (1 + 1e-9) and lo[k] >= -least[k] * (1 + 1e-9))
        used = math.max(used, hi[k] / most[k], -lo[k] / least[k])
      end
    end
    t.near(used, 1, 1e-9)
    t.ok(not info.degraded)
    local chord = select(2, li.via { x = X, limits = LIMITS, how = how, times = "chord" })
    t.ok(info.T < chord.T, "times of its own are better than those of the chord")
    local count = 0
    for piece, list in ipairs(info.binds) do
      for _, b in ipairs(list) do
        count = count + 1
        local part = c:slice(info.t[piece], info.t[piece + 1])
        local order = ({ v = 1, a = 2, j = 3 })[b.limit]
        local lo, hi = part:extremes(order)
        local most = ({ { 1, 1.5 }, { 3, 3 }, { 10, 10 } })[order][b.component]
        local least = b.limit == "a" and 2 or most
        t.near(math.max(hi[b.component] / most, -lo[b.component] / least), 1, 1e-4)
      end
    end
    t.ok(count >= 1 and #info.binds == 3)
    local slow, told = li.via { x = X, limits = LIMITS, how = how, T = info.T * 2 }
    t.near(told.least, info.T, 1e-12)
    t.near(slow.last, info.T * 2)
    local short = { x = X, limits = LIMITS, how = how, T = info.T * 0.99 }
    local _, why = pcall(li.via, short)
    t.near(tonumber(why:match "too short: under these limits at least ([%d.]+) is"), info.T, 1e-7)
  end
end)

t.test("times that are told are held against the limits", function()
  local _, why = pcall(li.via, { x = X, t = { 0, 1, 2, 3 }, limits = LIMITS })
  local least = tonumber(why:match "alike, ([%d.]+) instead of 3 is the least")
  local at = {}
  for k = 0, 3 do at[k + 1] = k / 3 * least * 1.000001 end
  t.eq(pcall(li.via, { x = X, t = at, limits = LIMITS }), true)
end)

t.test("mistakes are named, with the place", function()
  local function bad(why, options) t.raises("^[^:]*:%d+: " .. why, li.via, options) end
  bad("via.t: expected the times t, a duration T, or limits", { x = X })
  bad("via.t: times must increase: t%[3%] = 1 after 1", { x = X, t = { 0, 1, 1, 2 } })
  bad("via.t: expected a time for each of the 4 points, got 3", { x = X, t = { 0, 1, 2 } })
  bad("via.t: tell t, or how to find it", { x = X, t = { 0, 1, 2, 3 }, T = 3 })
  bad("via: unknown key 'tims' %(did you mean 'times'", { x = X, tims = "chord" })
  bad("via.how: unknown 'quntic' %(did you mean 'quintic'", { x = X, T = 1, how = "quntic" })
  bad("via.degree: a cubic spline takes no degree", { x = X, T = 1, degree = 5 })
  bad("via.v: a B%-spline takes no v", { x = X, T = 1, how = "bspline", v = {} })
  bad("via.v: unknown point '5': expected 1 to 4", { x = X, T = 1, v = { [5] = { 1, 1 } } })
  bad("via.v%[2%]: expected 2 numbers", { x = X, T = 1, v = { [2] = { 1 } } })
  bad("via.a: a spline of degree 3 cannot be told this: degree 5 can",
    { x = X, T = 1, a = { [2] = { 1, 1 } } })
  bad("via.x: points 1 and 2 are equal", { x = { { 1 }, { 1 } }, T = 1 })
  bad("via.x: needs at least 4 points, got 3", { x = { 0, 1, 2 }, T = 1, how = "bspline" })
  bad("via.x: too little is told .* degree 7 needs 4 points", { x = { 0, 1, 0 }, T = 1,
    how = "septic", ends = "natural" })
  bad("via.x: periodic: the last point must be the first", { x = X, T = 1, ends = "periodic" })
  bad("via.blend: expected either blend", { x = X, T = 1, how = "lines" })
  bad("via.limits.v: a limit is greater than 0", { x = X, limits = { v = 0 } })
  bad("via.limits: unknown key 'w'", { x = X, limits = { w = 1 } })
  bad("via.limits: expected v, a or j", { x = X, limits = {} })
  bad("via.x: from point 1 to 2 nothing that is limited moves",
    { x = { { 0, 0 }, { 0, 1 }, { 1, 1 } }, limits = { v = { [1] = 1 } } })
  bad("via.v: point 2: where times are to be found only 0", { x = X, limits = LIMITS,
    v = { [2] = { 1, 0 } } })
  bad("via.lambda: expected a number of at least 0", { x = X, T = 1, how = "smoothing",
    lambda = -1 })
  bad("via.weights: expected 4 numbers, got 1", { x = X, T = 1, how = "smoothing", lambda = 1,
    weights = { 1 } })
end)

-- laws of three phases, tables of laws, plans of moves ------------------------------------------

t.test("braking has phases of its own", function()
  local law = li.law("trapacc", { ta = 0.2, td = 0.5 })
  t.eq(tostring(law):match "^law trapacc, ta = 0.2, tr = 0.05, td = 0.5, trd = 0.125 ",
    "law trapacc, ta = 0.2, tr = 0.05, td = 0.5, trd = 0.125 ")
  local e, x = law:expr(), li.expr "t"
  for _, want in ipairs { law:at(0.7) } do
    t.near(e:eval { t = 0.7 }, want, 1e-11)
    e = e:diff(x)
  end
  t.near({ law.ta, law.td }, { 0.2, 0.5 })
  t.raises("law: td: needs 0 < td <= 1 %- ta = 0.8, got 0.9", li.law, "sine2",
    { ta = 0.2, td = 0.9 })
  t.raises("unknown key 'tb' %(there are: ta, tr, td, trd%)", li.law, "sine2", { tb = 0.2 })
  t.raises("ta: expected a part of the duration", li.law, "sine2", { ta = "x" })
end)

t.test("the table of laws tells what each costs", function()
  local all = li.laws()
  t.near({ all.cycloid.v, all.cycloid.a, all.cycloid.peak_jerk },
    { 2, 2 * math.pi, 4 * math.pi ^ 2 })
  local slow = li.laws { travel = -3, T = 2 }
  for name, row in pairs(all) do
    t.near(slow[name].v, row.v * 1.5)
    t.near(slow[name].a, row.a * 0.75)
    t.near(slow[name].rms, row.rms * 0.75)
    t.near(row.law:rms(), row.rms)
    t.ok(tostring(all):find("\n  " .. name .. " ", 1, true), name)
  end
  local fast = li.laws { travel = 2, v = 3, a = 10, j = 60 }
  t.near(fast.trapacc.T, 2 / 3 + .3 + 1 / 6, 1e-14)
  t.eq(fast.trapacc.binds, "v[1], a[1], jerk[1]")
  t.eq(fast.poly3.T, nil)
  for name, row in pairs(fast) do
    t.ok(not row.T or row.T >= fast.trapacc.T - 1e-12, name .. ": nothing beats the S-curve")
  end
  t.raises("T: a time and limits cannot both be told", li.laws, { T = 1, v = 2 })
  t.raises("unknown key 'x'", li.laws, { x = 1 })
end)

t.test("a plan is in proportion, or all axes are ready at once", function()
  local spec = { from = { 0, 0 }, to = { 1, -0.3 }, v = 1, a = { 4, { -1, 2 } }, j = 20 }
  local law = li.law "trapacc"
  local c, info = law:plan(spec)
  for at = 0, info.T, 0.05 do
    local x = c:at(at)
    t.near(x[2], -0.3 * x[1], 1e-12)
  end
  spec.sync = "time"
  local own, own_info = law:plan(spec)
  t.near(own_info.T, law:plan(spec).last)
  t.ok(own_info.T <= info.T and #own_info.laws == 2)
  t.near((own:at(own_info.T)), { 1, -0.3 }, 1e-12)
  local lo, hi = own:extremes(2)
  t.ok(hi[1] <= 4 + 1e-9 and lo[1] >= -4 - 1e-9 and hi[2] <= 2 + 1e-9 and lo[2] >= -1 - 1e-9)
  -- alone the second axis is faster, so the first decides: its S-curve
  t.near(own_info.T, (law:fastest({ 1 }, { 1 }, { 4 }, { 20 })), 1e-12)
  spec.T = 5
  t.near(law:plan(spec).last, 5)
  spec.T = 0.5
  t.raises("T: 0.5 is too short: under these limits at least 1.45 is needed %(v%[1%]", law.plan,
    law, spec)
  t.raises("to: expected as many numbers as from has, 2, got 1", law.plan, law,
    { from = { 0, 0 }, to = { 1 }, T = 1 })
  t.raises("T: expected a time, or limits", law.plan, law, { from = { 0 }, to = { 1 } })
  t.raises("there is no move to plan", law.plan, law, { from = { 1 }, to = { 1 }, v = 1 })
  t.raises("j: axis 1: one number is needed", law.plan, law,
    { from = { 0 }, to = { 1 }, j = { min = -1, max = 2 } })
end)

t.test("a law of sines is a curve as near as it tells", function()
  local c, error_told = li.law "modsine":curve({ 0 }, { 2 }, 3)
  t.ok(error_told > 0 and error_told < 1e-12)
  local worst = 0
  for at = 0, 3, 0.0371 do
    local x = c:at(at)[1]
    worst = math.max(worst, math.abs(x - li.law "modsine":move({ 0 }, { 2 }, 3, at)[1]))
  end
  t.ok(worst <= 2 * error_told + 1e-15)
  t.eq(select(2, li.law "trapacc":curve({ 0 }, { 2 }, 3)), 0)
  t.raises("T: expected a duration above 0", function()
    li.law "poly5":curve({ 0 }, { 1 }, 0)
  end)
end)

t.done()
