-- test_follow.lua - tool paths followed by inverse kinematics: exact rates, known singular places,
-- borders, limits and jumps, redundancy against brute force
local t = require "t"
local li = require "liaison"

local pi = math.pi
local point2 = { rows = { 1, 2 } }

local function line(a, b) return li.path { start = a, { "line", to = b } } end

local function kind(report, name)
  for _, e in ipairs(report.events) do
    if e.kind == name then return e end
  end
end

-- ---- the rates are those of the rows, the pose is that of the path ------------------------------

-- rows of a 6-vector
local function rows_of(x, rows)
  local out = {}
  for i, r in ipairs(rows) do out[i] = x[r] end
  return out
end

local function six(V) return { V.v[1], V.v[2], V.v[3], V.w[1], V.w[2], V.w[3] } end

local all = { 1, 2, 3, 4, 5, 6 }

local function rates_hold(m, p, curve, rows, name)
  local knots = curve:knots()
  local breaks = p:breaks()
  for i = 1, #knots do
    local s = knots[i]
    local inside = true
    for k = 1, #breaks do inside = inside and math.abs(breaks[k] - s) > 1e-9 end
    if inside then
      local q, v, a = curve:at(s)
      local _, V, A = p:at(s)
      local J = m:jacobian(q)
      t.close(rows_of(J * v, rows), rows_of(six(V), rows), 1e-9, name .. ": J q' = V")
      local bias = m:jacobian_rate(q, v) * v
      t.close(rows_of(J * a + bias, rows), rows_of(six(A), rows), 1e-7,
        name .. ": J q'' + J' q' = A")
    end
  end
end

local function pose_holds(m, p, curve, rows, name)
  for i = 0, 300 do
    local s = p.length * i / 300
    local X, Y = p:at(s), m:fk((curve:at(s)))
    local off = Y.p - X.p
    local turn = (Y.R * X.R ^ -1):log()
    local e = rows_of({ off[1], off[2], off[3], turn[1], turn[2], turn[3] }, rows)
    for k = 1, #e do t.near(e[k], 0, 2e-6, name .. " at " .. s) end
  end
end

-- lines with a zone, a circle and a spline near q
local function paths_at(X, size, level)
  local function moved(x, y, z)
    return li.frame(X.R, { X.p[1] + size * x, X.p[2] + size * y, X.p[3] + size * z * level })
  end
  local turned = moved(1, .5, .5)
  if level == 1 then turned = turned * li.frame.rx(0.2) end
  return {
    line = li.path { start = X, { "line", to = turned } },
    corner = li.path { start = X, blend = 0.2 * size, { "polyline", poses = { moved(1, 0, 0),
      moved(1, 1, .3) } } },
    circle = li.path { start = X, { "circle", centre = moved(-.5, 0, 0).p,
      axis = { 0, 0, 1 } } },
    spline = li.path { start = X, { "spline", poses = { moved(.5, .2, .1), moved(.7, .8, .3),
      moved(.1, .6, 0) } } },
  }
end

t.test("robots of the catalogue stay on lines, circles, zones and splines", function()
  local arms = {
    puma560 = { { 0.3, -0.6, 0.4, 0.5, 0.9, 0.2 }, all, 1 },
    panda = { { 0.1, 0.3, -0.2, -1.8, 0.3, 1.9, 0.4 }, all, 1 },
    ur5 = { { 0.4, -1.2, 1.3, 0.5, 0.9, 0.2 }, all, 1 },
    scara = { { 0.4, 1.5, 0.1, 0.7 }, { 1, 2, 3, 6 }, 1e-30 },
  }
  for name, x in pairs(arms) do
    local m = li.robots[name]()
    for what, p in pairs(paths_at(m:fk(x[1]), 0.08, x[3])) do
      local curve, report = m:follow(p, { start = x[1], rows = x[2] })
      t.ok(curve, name .. " " .. what .. ": " .. tostring(report))
      t.ok(report.distance <= 1e-6 and report.angle <= 1e-6)
      rates_hold(m, p, curve, x[2], name .. " " .. what)
      pose_holds(m, p, curve, x[2], name .. " " .. what)
      t.near(curve:jump(1), 0, 1e-7, name)
    end
  end
end)

t.test("an axis may be followed, the turn about it left free", function()
  local m = li.robots.puma560()
  local q0 = { 0.3, -0.6, 0.4, 0.5, 0.9, 0.2 }
  local X = m:fk(q0)
  local to = X * li.frame.trans(0.05, 0.04, 0.03) * li.frame.rx(0.3) * li.frame.rz(0.9)
  local p = li.path { start = X, { "line", to = to } }
  local curve, report = m:follow(p, { start = q0, task = "axis" })
  t.ok(curve, tostring(report))
  local free = 0
  for i = 0, 100 do
    local s = p.length * i / 100
    local A, B = p:at(s), m:fk((curve:at(s)))
    t.near(A.p, B.p, 2e-6)
    t.near({ A.R[1][3], A.R[2][3], A.R[3][3] }, { B.R[1][3], B.R[2][3], B.R[3][3] }, 2e-6)
    free = math.max(free, math.abs(A.R[1][1] - B.R[1][1]))
  end
  t.ok(free > 0.05, "it uses its freedom")
  -- less |q'| than the arm that has none
  local _, bound = m:follow(p, { start = q0 })
  t.ok(report.cost < bound.cost)
  -- q' is the derivative of the curve the task asks for: differences of neighbours
  local knots = curve:knots()
  local h = 1e-5
  for i = 2, #knots - 1 do
    local _, v, a = curve:at(knots[i])
    local q1, q2 = curve:at(knots[i] - h), curve:at(knots[i] + h)
    t.close((q2 - q1) / (2 * h), v, 1e-6)
    local _, v1 = curve:at(knots[i] - h)
    local _, v2 = curve:at(knots[i] + h)
    t.close((v2 - v1) / (2 * h), a, 1e-2)
  end
end)

-- the error of a quintic falls with the sixth power of the step where q'' is exact, with the second
-- where it is not: then thousands of samples are needed
t.test("in the turning axes of the path q'' is exact: few samples for 1e-11", function()
  local m = li.robots.puma560()
  local q0 = { 0.3, -0.6, 0.4, 0.5, 0.9, 0.2 }
  local X = m:fk(q0)
  local to = X * li.frame.trans(0.05, 0.04, 0.03) * li.frame.rx(0.3) * li.frame.rz(0.9)
  local p = li.path { start = X, { "arc", via = X.p + li.vec { .04, 0, .01 }, to = to } }
  for _, rows in ipairs { { 1, 2, 3, 4, 5 }, { 1, 2, 4, 5, 6 }, { 1, 3 }, { 2, 3, 5, 6 } } do
    local curve, report = m:follow(p, { start = q0, rows = rows, axes = "tool",
      tolerance = 1e-11 })
    t.ok(curve, tostring(report))
    t.ok(report.samples < 120, report.samples .. " samples")
  end
  local curve, report = m:follow(p, { start = q0, tolerance = 1e-11 })
  t.ok(curve and report.samples < 120)
end)

t.test("a tool on its body is followed as the body with it", function()
  local m = li.robots.puma560()
  local q0 = { 0.3, -0.6, 0.4, 0.5, 0.9, 0.2 }
  local tool = li.frame.trans(0.05, 0.02, 0.1) * li.frame.ry(0.4)
  local X = m:fk(q0) * tool
  local p = li.path { start = X, { "line", to = X * li.frame.trans(0.05, 0.05, 0) } }
  local curve = m:follow(p, { start = q0, tool = tool })
  local Y = m:fk((curve:at(p.length))) * tool
  t.near(Y.p, p:at(p.length).p, 1e-9)
  t.near(Y.R, p:at(p.length).R, 1e-9)
end)

-- ---- known places -------------------------------------------------------------------------------

t.test("through its base a planar arm is singular, there, and goes on", function()
  local arm = li.planar { 1, 1 }
  local curve, report = arm:follow(line({ 1.2, 0, 0 }, { -1.2, 0, 0 }), point2)
  t.ok(curve, tostring(report))
  local e = kind(report, "singular")
  t.near(e.s, 1.2, 1e-6)
  t.eq(e.changes_sign, true)
  t.near(e.least, 0, 1e-9)
  -- closed form: the elbow at distance r = |1.2 - s| is open by 2 asin(r/2); the first joint rests
  for i = 0, 24 do
    local q = curve:at(i / 10)
    local x = 1.2 - i / 10
    t.near(math.cos(q[1]) + math.cos(q[1] + q[2]), x, 1e-6)
    t.near(math.abs(math.cos(q[2] / 2)), math.abs(x) / 2, 1e-6)
  end
end)

t.test("at full stretch the elbow goes through, where the circle touches the border", function()
  -- a circle of 0.5 m about (1.5, 0) from (1, 0): at half of it the arm of 2 m is stretched
  local arm = li.planar { 1, 1 }
  local p = li.path { start = { 1, 0, 0 }, { "circle", centre = { 1.5, 0, 0 },
    axis = { 0, 0, 1 } } }
  local curve, report = arm:follow(p, point2)
  t.ok(curve, tostring(report))
  local e = kind(report, "singular")
  t.near(e.s, pi / 2, 1e-7)
  t.eq(e.changes_sign, true)
  t.ok((curve:at(0))[2] * (curve:at(p.length))[2] < 0, "the elbow comes out on the other side")
end)

t.test("out of reach: where the reach ends and how far it is short", function()
  local arm = li.planar { 1, 0.5 }
  local none, why, code, report = arm:follow(line({ 0.9, 0.3, 0 }, { 2.9, 0.3, 0 }), point2)
  t.eq(none, nil)
  t.eq(code, "EUNREACHABLE")
  t.ok(why:find "out of reach")
  local e = kind(report, "border")
  t.near(e.s, math.sqrt(2.25 - .09) - 0.9, 1e-6)
  t.near(e.short, math.sqrt(2.9 ^ 2 + .09) - 1.5, 1e-6)
  t.near(report.reached, e.s, 1e-12)
  t.ok(report.curve.last <= e.s)
  -- the hole in the middle: from 0.5 m on; it comes back into reach
  report = select(4, arm:follow(line({ 1, 0, 0 }, { -1, 0, 0 }), point2))
  e = kind(report, "border")
  t.near(e.s, 0.5, 1e-6)
  t.near(e.short, 0.5, 1e-6)
  t.near(e.to, 1.5, 1e-6)
end)

t.test("a corner at the base cannot be turned: the branch would jump", function()
  local arm = li.planar { 1, 1 }
  local none, why, code, report = arm:follow(li.path { start = { 1, 0, 0 },
    { "line", to = { 0, 0, 0 } }, { "line", to = { 0, 1, 0 } } }, point2)
  t.eq(none, nil)
  t.eq(code, "EUNREACHABLE")
  t.ok(why:find "q1 would have to jump")
  local e = kind(report, "jump")
  t.near(e.s, 1, 1e-6)
  t.near(math.abs(e.by), pi / 2, 1e-2)
  t.eq(e.joint, "q1")
  t.ok(tostring(report):find "followed only to s = 1 of 2")
end)

t.test("where two branches meet the arm has fewer configurations behind", function()
  local m = li.robots.ur5()
  local q = { 0.4, 0.5, 0.6, 0.7, 0.8, 0.9 }
  local X = m:fk(q)
  local Y = X * li.frame.trans(0.1, 0.05, -0.08) * li.frame.rx(0.3)
  local p = li.path { start = X, { "line", to = Y } }
  local _, _, code, report = m:follow(p, { start = q })
  t.eq(code, "EUNREACHABLE")
  local s = report.reached
  local before, behind = m:ik_all((p:at(s - 1e-4))), m:ik_all((p:at(s + 1e-4)))
  t.eq(#before - #behind, 2)
  -- searched, a branch that gets through is found, and why the others do not is told
  local curve, best = m:follow(p)
  t.ok(curve)
  t.eq(best.branches[best.chosen].through, true)
  local failed = 0
  for _, b in ipairs(best.branches) do failed = failed + (b.through and 0 or 1) end
  t.ok(failed >= 2)
  t.ok(tostring(best):find "ends at s = ")
end)

t.test("limits: which joint, where", function()
  local function arm(limits)
    return li.robot { bodies = { { name = "one",
      joint = { "revolute", name = "turn", axis = { 0, 0, 1 }, limits = limits } } },
      frames = { { name = "tip", body = "one", at = { 2, 0, 0 } } } }
  end
  local p = li.path { start = { 2, 0, 0 }, { "circle", centre = { 0, 0, 0 },
    axis = { 0, 0, 1 } } }
  local m = arm { -1, 1.25 }
  local none, why, _, report = m:follow(p, { rows = { 1, 2 }, body = "tip" })
  t.eq(none, nil)
  t.ok(why:find "turn is beyond its limit 1.25")
  local e = kind(report, "limit")
  t.near(e.s, 2.5, 1e-6)
  t.near(e.to, p.length, 1e-12)
  t.near(e.q, 2 * pi, 1e-9)
  t.eq(e.joint, "turn")
  t.ok(m:follow(p, { rows = { 1, 2 }, body = "tip", limits = false }))
  -- whole turns back, where that brings all of it inside
  local curve = arm { -7, 0.5 }:follow(p, { rows = { 1, 2 }, body = "tip" })
  t.near((curve:at(0))[1], -2 * pi, 1e-9)
end)

-- ---- redundancy ---------------------------------------------------------------------------------

-- three links of 1 m at (x, y): the least sum of squares of the angles by brute force, over how the
-- last link is turned (in all from a - width to a + width)
local function least_middle(x, y, a0, width)
  local best = math.huge
  for i = -4000, 4000 do
    local a = a0 + width * i / 4000
    local u, v = x - math.cos(a), y - math.sin(a)
    local c = (u * u + v * v - 2) / 2
    if math.abs(c) <= 1 then
      for sign = -1, 1, 2 do
        local q2 = sign * math.acos(c)
        -- both first links open to (u, v): their bisector points there
        local q1 = (v < 0 and -1 or 1) * math.acos(u / math.sqrt(u * u + v * v)) - q2 / 2
        local q3 = a - q1 - q2
        best = math.min(best, (q1 * q1 + q2 * q2 + q3 * q3) / 2)
      end
    end
  end
  return best
end

t.test("towards the middle: as near as brute force finds, all along", function()
  local function joint(name)
    return { "revolute", name = name, axis = { 0, 0, 1 }, limits = { -3, 3 } }
  end
  local m = li.robot { bodies = {
    { name = "a", joint = joint "q1" },
    { name = "b", parent = "a", at = { 1, 0, 0 }, joint = joint "q2" },
    { name = "c", parent = "b", at = { 1, 0, 0 }, joint = joint "q3" } },
    frames = { { name = "tip", body = "c", at = { 1, 0, 0 } } } }
  local p = line({ 2, -0.5, 0 }, { 1.6, 0.8, 0 })
  local curve, report = m:follow(p, { rows = { 1, 2 }, gain = 200, criterion = "middle",
    body = "tip" })
  t.ok(curve, tostring(report))
  for _, part in ipairs { 0, 0.3, 0.7, 1 } do
    local X = p:at(part * p.length).p
    local q = curve:at(part * p.length)
    t.near(q:dot(q) / 2, least_middle(X[1], X[2], q[1] + q[2] + q[3], 0.4), 2e-3)
  end
  -- at the beginning one of the branches is the best of all, and the least over the whole is chosen
  local begin, cost = math.huge, math.huge
  for _, b in ipairs(report.branches) do
    begin, cost = math.min(begin, b.start:dot(b.start) / 2), math.min(cost, b.cost)
  end
  t.near(begin, least_middle(2, -0.5, 0, pi), 1e-5)
  t.eq(report.branches[report.chosen].cost, cost)
end)

t.test("least |q'| is J' (J J')^-1 V", function()
  local m = li.robots.panda()
  local q0 = { 0.1, 0.3, -0.2, -1.8, 0.3, 1.9, 0.4 }
  local X = m:fk(q0)
  local p = li.path { start = X, { "line", to = X * li.frame.trans(0.1, 0.1, 0.1) } }
  local curve = m:follow(p, { start = q0 })
  local _, v = curve:at(0)
  local J = m:jacobian(q0)
  local _, V = p:at(0)
  local x = li.vec(six(V))
  t.near(v, J:transpose() * (J * J:transpose()):solve(x), 1e-9)
end)

t.test("criteria better what they are for, along the whole path", function()
  local m = li.robots.panda()
  local q0 = { 0.1, 0.3, -0.2, -1.8, 0.3, 1.9, 0.4 }
  local X = m:fk(q0)
  local p = li.path { start = X, blend = 0.05, { "line", to = X.p + li.vec { -.1, .3, .1 } },
    { "line", to = X.p + li.vec { -.1, -.2, .2 } } }
  local lower, upper = m:limits()
  local function off_middle(curve)
    local sum = 0
    for i = 0, 100 do
      local q = curve:at(p.length * i / 100)
      for k = 1, 7 do
        local x = (q[k] - (lower[k] + upper[k]) / 2) / (upper[k] - lower[k])
        sum = sum + x * x
      end
    end
    return sum
  end
  local function manipulability(curve)
    local sum = 0
    for i = 0, 100 do
      sum = sum + math.log((m:manipulability((curve:at(p.length * i / 100)))))
    end
    return sum
  end
  local least = m:follow(p, { start = q0 })
  local middle = m:follow(p, { start = q0, criterion = "middle" })
  local away = m:follow(p, { start = q0, criterion = "singular" })
  t.ok(off_middle(middle) < 0.95 * off_middle(least))
  t.ok(manipulability(away) > manipulability(least) + 1)
  -- a gradient of the user's: the same as ours, written by hand
  local mean = 0
  for k = 1, 7 do mean = mean + (upper[k] - lower[k]) / 7 end
  local mine = m:follow(p, { start = q0, criterion = function(q)
    local g = {}
    for k = 1, 7 do
      g[k] = (mean / (upper[k] - lower[k])) ^ 2 * (q[k] - (lower[k] + upper[k]) / 2)
    end
    return g
  end })
  t.near((mine:at(p.length)), (middle:at(p.length)), 1e-9)
  -- the same twice
  t.near((m:follow(p, { criterion = "middle" }):at(0.3)),
    (m:follow(p, { criterion = "middle" }):at(0.3)), 0)
end)

-- ---- mistakes -----------------------------------------------------------------------------------

t.test("what cannot be followed is said", function()
  local arm = li.planar { 1, 1 }
  local p = line({ 1, 0, 0 }, { 1, 0.5, 0 })
  t.raises("unknown option 'criterium' %(did you mean 'criterion'",
    function() arm:follow(p, { criterium = 1 }) end)
  t.raises("rows are numbers from 1", function() arm:follow(p, { rows = { 7 } }) end)
  t.raises("two turns are told in the axes of the path",
    function() arm:follow(p, { rows = { 1, 4, 5 } }) end)
  t.raises("a single turn counts only where", function()
    li.robots.panda():follow(p, { rows = { 1, 2, 3, 6 } })
  end)
  local none, why, code = arm:follow(p, { rows = { 1, 2 }, start = { 0, 0 } })
  t.eq(none, nil)
  t.ok(why:find "the tool is 1 m")
  t.eq(code, "EUNREACHABLE")
  none, why = arm:follow(line({ 3, 0, 0 }, { 1, 0, 0 }), point2)
  t.eq(none, nil)
  t.ok(why:find "no configuration brings the tool to the beginning")
  t.raises("the criterion must return 2 numbers", function()
    li.planar { 1, 1 }:follow(p, { rows = { 1 }, criterion = function() return 1 end })
  end)
  t.raises("mine", function()
    li.planar { 1, 1 }:follow(p, { rows = { 1 }, criterion = function() error "mine" end })
  end)
end)

t.test("closed chains and turns in space are refused", function()
  local p = line({ 1, 0, 0 }, { 1, 0.5, 0 })
  local ball = li.robot { bodies = { { name = "b", joint = "spherical" } } }
  t.raises("turns in space", function() ball:follow(p, { task = "position" }) end)
  local geared = li.robot { bodies = { { joint = "revolute" }, { joint = "revolute" } },
    constraints = { { "gear", coordinates = { "q1", "q2" }, ratio = 2 } } }
  t.raises("only trees are followed along a path", function() geared:follow(p) end)
  -- the other road of that name: a mechanism driven by an input
  t.near(geared:follow { input = "q1", to = 1, q = { 0, 0 } }.q[73][2], 2, 1e-12)
  t.raises("options are for tool paths", function() geared:follow({ input = "q1" }, {}) end)
end)

t.done()
