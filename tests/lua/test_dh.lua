-- test_dh.lua - Denavit-Hartenberg rows, tables, conversions and recovery from Lua
local t = require "t"
local li = require "liaison"
local F, deg = li.frame, li.deg

-- [course E3.8], a2 = 100
local function rrp(q1, q2, q3)
  return { convention = "standard", { a = 0, alpha = 90 * deg, d = 0, theta = q1 },
    { a = 100, alpha = -90 * deg, d = 0, theta = q2 }, { 0, 90 * deg, q3, 90 * deg } }
end

t.test("rows are products of elementary moves, in the order of their kind", function()
  local a, alpha, d, theta, gamma, b = 0.2, 0.3, 0.1, 0.5, 0.2, 0.05
  t.ok(li.dh.standard(a, alpha, d, theta):near(F.rz(theta) * F.tz(d) * F.rx(alpha) * F.tx(a)))
  t.ok(li.dh.modified(a, alpha, d, theta):near(F.rx(alpha) * F.tx(a) * F.rz(theta) * F.tz(d)))
  t.ok(li.dh.khalil(gamma, b, alpha, a, theta,
    d):near(F.rz(gamma) * F.tz(b) * F.rx(alpha) * F.tx(a) * F.rz(theta) * F.tz(d)))
  t.eq(li.dh.standard { a = a, alpha = alpha, d = d, theta = theta },
    li.dh.standard(a, alpha, d, theta))
  t.eq(li.dh.standard { a, alpha, d, theta }, li.dh.standard(a, alpha, d, theta))
  local khalil = li.dh.khalil(gamma, b, alpha, a, theta, d)
  t.eq(li.dh.khalil { gamma = gamma, b = b, alpha = alpha, d = a, theta = theta, r = d }, khalil)
  t.eq(li.dh.khalil { gamma = gamma, b = b, alpha = alpha, a = a, theta = theta, d = d }, khalil)
end)

t.test("rows come back, and say what they cannot say", function()
  local row, left = li.dh.row(li.dh.modified(0.2, 0.3, 0.1, 0.5), "modified")
  t.near({ row.a, row.alpha, row.d, row.theta }, { 0.2, 0.3, 0.1, 0.5 })
  t.near({ left.turn, left.shift }, { 0, 0 })
  t.eq(left.free, false)
  row, left = li.dh.row(F.ty(2), "standard")
  t.near({ row.a, left.shift }, { 0, 2 })
  row, left = li.dh.row(F.tz(2), "khalil")
  t.near({ row.b, row.d }, { 2, 0 })
  t.eq(left.free, true)
  row = li.dh.row(F.rx(0.3), "khalil", "minus")
  t.near(row.alpha, -0.3)
  t.ok(li.dh.khalil(row):near(F.rx(0.3)))
end)

t.test("a chain, and the same mechanism in other conventions", function()
  local X, frames = li.dh.chain(rrp(0.4, -0.7, 250))
  t.near(X.p, { 218.7875763679, 92.5019036325, 126.7887780974 }, 1e-9)
  t.eq(#frames, 3)
  t.eq(frames[3], X)
  local c, bodies = rrp(0.4, -0.7, 250), {}
  c.base, c.tool = F.rx(0.3), F.ty(0.2)
  for i = 1, 3 do bodies[i] = li.inertia { mass = i, com = { i, 2, 3 }, tensor = { 1, 2, 2.5 } } end
  local want, each = li.dh.chain(c)
  for _, to in ipairs { "modified", "khalil", "standard" } do
    local other, moved = li.dh.convert(c, to, bodies)
    t.eq(other.convention, to)
    local got, frames2 = li.dh.chain(other)
    t.ok(got:near(want, 1e-10), to)
    for i = 1, 3 do t.ok((frames2[i] * moved[i]):near(each[i] * bodies[i], 1e-6), to .. " body") end
  end
  t.eq(select(2, li.dh.convert(c, "modified")), nil)
end)

t.test("names of coordinates and what else a row says go along", function()
  local m = li.dh.convert({ convention = "distal", { a = 2, theta = "th1", name = "upper" },
    { alpha = 0.5, d = "s", joint = "P" } },
    "modified")
  t.eq(m[1].theta, "th1")
  t.eq(m[1].name, "upper")
  t.eq(m[2].d, "s")
  t.eq(m[2].joint, "P")
  t.eq(m[2].a, 2)
  local k = li.dh.convert({ convention = "khalil", { theta = "q1" },
    { gamma = -0.25, b = 1, theta = "q2" } }, "modified")
  t.eq(k[1].theta, "q1 - 0.25")
  t.eq(k[1].d, 1)
  t.eq(k[2].theta, "q2")
  t.raises("rows%[1%].theta: expected a finite number, got the string 'th1'", li.dh.chain,
    { convention = "standard", { theta = "th1" } })
end)

t.test("a table from axis lines, ready for li.dh", function()
  local fit, info = li.dh.fit { axes = {
    { point = { 0, 0, 5 }, dir = { 0, 0, 1 } }, { point = { 0, 7, 0 }, dir = { 0, 1, 0 } },
    { point = { -100, 0, 0 }, dir = { 0, 0, 1 }, joint = "P" },
      { point = { -100, 0, 250 }, dir = { -1, 0, 0 } } } }
  local want = { { 0, 90, 0, 180 }, { 100, -90, 0, 0 }, { 0, 90, 250, 90 } }
  for i, row in ipairs(fit) do
    t.near({ row.a, row.alpha / deg, row.d, row.theta / deg }, want[i], 1e-10, "row " .. i)
  end
  t.eq(#fit, 3)
  t.eq(fit[3].joint, "P")
  t.ok(info.flags[1][1]:find "meet")
  t.eq(#info.flags[2], 0)
  t.eq(#info.frames, 3)
  t.ok(li.dh.chain(fit):near(info.frames[3], 1e-10))
  t.near(info.frames[3].p, { -100, 0, 250 }, 1e-10)
  t.eq(#li.dh(fit):coordinates(), 3)
  t.eq(#li.dh(li.dh.convert(fit, "modified")):coordinates(), 3)
end)

t.test("wrong tables are refused with their place", function()
  local function convert(c)
    local r = li.dh.convert(c, "modified")
    return r
  end
  t.raises("^tests/lua/test_dh.lua:%d+: rows%[2%]: unknown key 'alph' %(did you mean 'alpha'%?%)",
    convert,
    { convention = "standard", { a = 1 }, { alph = 1 } })
  t.raises("rows%[1%]: expected 4 numbers %(a, alpha, d, theta%) or named ones, got 3", convert,
    { convention = "standard", { 1, 2, 3 } })
  t.raises("rows%[1%].a: expected a finite number, got nan", convert,
    { convention = "standard", { a = 0 / 0 } })
  t.raises("rows%[1%]: unknown key 'mass'", convert,
    { convention = "standard", { a = 1, mass = 2 } })
  t.raises("convention: expected 'standard', .* got nil", convert, {})
  t.raises("bodies: expected 1, one for each row, got 0", li.dh.convert,
    { convention = "standard", { a = 1 } }, "khalil", {})
  t.raises("base: expected a frame, got", convert, { convention = "standard", base = 1 })
  t.raises("rows%[1%].d: d alone could mean two things", convert,
    { convention = "khalil", { d = 1 } })
  t.raises("rows%[1%]: a and r do not go together", convert,
    { convention = "khalil", { a = 1, r = 2 } })
  t.raises("axes%[1%].dir: the zero vec has no direction", li.dh.fit,
    { axes = { { point = { 0, 0, 0 }, dir = { 0, 0, 0 } } } })
  t.raises("axes%[1%].joint: expected 'R' or 'P'", li.dh.fit,
    { axes = { { point = { 0, 0, 0 }, dir = { 0, 0, 1 }, joint = "revolute" } } })
  t.raises("axes: expected at least 1 entries, got 0", li.dh.fit, { axes = {} })
  t.raises("dh has no function 'kk' %(see li%.dh%.khalil%)", function() return li.dh.kk end)
  t.raises("dh has no function 'mdh' %(see li%.dh%.modified%)", function() return li.dh.mdh end)
  t.raises("dh.standard: argument 2 %(alpha%)", li.dh.standard, 1, "x", 0, 0)
  t.raises("expected 4 numbers .* got 2", li.dh.standard, 1, 2)
end)

t.test("lengths are printed as lengths, angles as angles; what is rounding is nothing", function()
  local function axis(point, dir, joint) return { point = point, dir = dir, joint = joint } end
  -- the RRP of the course, drawn with numbers that are not exact
  local q, a, h = .3, .1, .4
  local c, s = math.cos(q), math.sin(q)
  local t3 = li.dh.fit { axes = { axis({ 0, 0, 0 }, { 0, 0, 1 }),
    axis({ a * c, a * s, h }, { -s, c, 0 }),
    axis({ a * c, a * s, h }, { c, s, 0 }, "P"),
    axis({ a * c + .5 * c, a * s + .5 * s, h }, { c, s, 0 }) } }
  for i, row in ipairs(t3) do
    for _, key in ipairs { "a", "alpha", "d", "theta" } do
      t.ok(row[key] == 0 or math.abs(row[key]) > 1e-9, ("row %d: %s = %g"):format(i, key, row[key]))
    end
  end
  t.ok(not tostring(li.dh(t3)):find "0%*pi")
  local m = li.robot { bodies = { { joint = "prismatic", at = { math.pi, 0, 0 }, mass = math.pi,
    inertia = { 1, 1, 1 }, limits = { -math.pi / 2, math.pi } },
    { joint = "revolute", rpy = { math.pi / 2, 0, 0 }, mass = 1, inertia = { 1, 1, 1 },
      limits = { -math.pi / 2, math.pi } },
    { joint = "Tx Rz", mass = 1, inertia = { 1, 1, 1 },
      dofs = { { limits = { -math.pi, 1 } }, { limits = { -math.pi, 1 } } } } } }
  local text = tostring(m)
  t.ok(text:find("prismatic  z  q1  [-1.571, 3.142]  at Tx(3.142)  m 3.142", 1, true), text)
  t.ok(text:find("revolute  z  q2  [-pi/2, pi]  at Rx(pi/2)", 1, true), text)
  t.ok(text:find("[-3.142, 1] [-pi, 1]", 1, true), text)
end)

t.done()
