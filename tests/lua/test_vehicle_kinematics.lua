-- test_vehicle_kinematics.lua - geometric and kinematic models in symbols: the course's RRP and
-- KR30, determinants in factors, inverses
local t = require "t"
local li = require "liaison"

local function equal(printed, computed, what)
  local c = li.compare(printed, computed)
  t.ok(c.equal, (what or "") .. ": " .. tostring(c))
end

local function rows(J, from, to)
  local out = {}
  for i = from, to do
    out[#out + 1] = {}
    for j = 1, #J[1] do out[#out][j] = J[i][j] end
  end
  return li.smat(out)
end

local rrp = li.robots.rrp { a2 = "a2" }:generator()
-- the print's short names
local function short(x)
  if type(x) == "table" then
    local out = {}
    for i, y in ipairs(x) do out[i] = short(y) end
    return out
  end
  if type(x) ~= "string" then return x end
  return (x:gsub("%f[%w]([cs])([12])%f[%W]",
    function(f, i) return (f == "c" and "cos" or "sin") .. "(th" .. i .. ")" end))
end

t.test("course E3.8: matrices of the RRP", function()
  equal(short { { "c1", 0, "s1", 0 }, { "s1", 0, "-c1", 0 }, { 0, 1, 0, 0 }, { 0, 0, 0, 1 } },
    rrp:homogeneous "link1", "0A1")
  equal(short { { "c2", 0, "-s2", "a2*c2" }, { "s2", 0, "c2", "a2*s2" }, { 0, -1, 0, 0 },
    { 0, 0, 0, 1 } }, rrp:homogeneous("link2", "link1"), "1A2")
  equal(short { { 0, 0, 1, 0 }, { 1, 0, 0, 0 }, { 0, 1, 0, "d3" }, { 0, 0, 0, 1 } },
    rrp:homogeneous("link3", "link2"), "2A3")
  equal(short { { "-s1", "-c1*s2", "c1*c2", "-d3*c1*s2+a2*c1*c2" },
    { "c1", "-s1*s2", "s1*c2", "-d3*s1*s2+a2*s1*c2" }, { 0, "c2", "s2", "d3*c2+a2*s2" },
    { 0, 0, 0, 1 } },
    rrp:homogeneous "link3", "0A3")
  -- told the other way round: the inverse
  equal(rrp:homogeneous("world", "link3") * rrp:homogeneous "link3", li.seye(4), "3A0 0A3")
  equal({ 0, "-d3", "-a2" }, rrp:position("world", nil, "link3"), "3O0")
end)

t.test("course E4.1, E4.2: the Jacobian by derivation and directly, in R0 and in R2", function()
  local J0 = short { { "d3*s1*s2-a2*s1*c2", "-d3*c1*c2-a2*c1*s2", "-c1*s2" },
    { "-d3*c1*s2+a2*c1*c2", "-d3*s1*c2-a2*s1*s2", "-s1*s2" }, { 0, "-d3*s2+a2*c2", "c2" },
    { 0, "s1", 0 }, { 0, "-c1", 0 }, { 1, 0, 0 } }
  local J2 = short { { 0, "-d3", 0 }, { "-d3*s2+a2*c2", 0, 0 }, { 0, "a2", 1 }, { "s2", 0, 0 },
    { 0, -1, 0 }, { "c2", 0, 0 } }
  for _, how in ipairs { "direct", "derived" } do
    equal(J0, rrp:jacobian("link3", nil, nil, how), how .. " in R0")
    equal(J2, rrp:jacobian("link3", nil, "link2", how), how .. " in R2")
  end
  -- "verify 0w": dR/dt R'
  equal({ "sin(th1)*th2'", "-cos(th1)*th2'", "th1'" },
    li.smat { rrp:skew "link3":at(3, 2), rrp:skew "link3":at(1, 3), rrp:skew "link3":at(2, 1) },
    "w")
  local at = { th1 = 0.4, th2 = -0.7, d3 = 250, a2 = 100 }
  t.near(rows(rrp:jacobian(), 1, 3):eval(at),
    { { -92.5019036325, -116.7801979828, .5933637834 },
    { 218.7875763679, -49.37387579, .2508701839 }, { 0, 237.5386405379, .7648421873 } }, 6e-11)
  t.near(rrp:determinant():eval(at), 59384.66013446782, 1e-9)
end)

t.test("course E4.3: determinant, singularities, both inverses", function()
  equal("d3*(a2*cos(th2) - d3*sin(th2))", rrp:determinant(), "det")
  local s = rrp:singularities()
  t.eq(#s, 2)
  local J2 = rows(rrp:jacobian("link3", nil, "link2"), 1, 3)
  equal(J2:det(), rrp:determinant(), "the same in every frame")
  equal(short { { 0, "1/(a2*c2-d3*s2)", 0 }, { "-1/d3", 0, 0 }, { "a2/d3", 0, 1 } },
    rrp:inverse("link3", nil, "link2"), "2J^-1")
  equal(rrp:inverse() * rows(rrp:jacobian(), 1, 3), li.seye(3), "0J^-1 0J")
  local short_arm = li.robots.rrp { a2 = 0 }:generator()
  equal("-d3^2*sin(th2)", short_arm:determinant(), "a2 = 0")
  equal(short { { "s1/(d3*s2)", "-c1/(d3*s2)", 0 }, { "-c1*c2/d3", "-s1*c2/d3", "-s2/d3" },
    { "-c1*s2", "-s1*s2", "c2" } }, short_arm:inverse(), "0J^-1")
  local roots = short_arm:singularities()
  t.eq(#roots, 2)
  for _, r in ipairs(roots) do
    if tostring(r.coordinate) == "th2" then
      t.eq(tostring(r.roots[1]) .. " " .. tostring(r.roots[2]), "0 pi")
    end
  end
end)

t.test("course E3.9: KR30, wrist centre, 3R6, and the determinant of six rows in factors",
  function()
  for _, variant in ipairs { "T", "M" } do
    local g = li.robots.kr30 { variant = variant }:generator()
    equal("-0.8*(0.145*sin(th3) + 0.82*cos(th3))*(0.67 + 0.8*cos(th2) + 0.145*cos(th2 + th3) "
      .. "- 0.82*sin(th2 + th3))*sin(th5)", g:determinant(), "det J")
    t.eq(#g:singularities(), 3)
  end
  local g = li.robots.kr30():generator()
  local rho = "(0.67+0.8*cos(th2)+0.145*cos(th2+th3)-0.82*sin(th2+th3))"
  equal({ "cos(th1)*" .. rho, "sin(th1)*" .. rho,
    "0.8*sin(th2)+0.145*sin(th2+th3)+0.82*cos(th2+th3)" }, g:position "link4", "W")
  equal({
    { "sin(th4)*sin(th6)+cos(th4)*cos(th5)*cos(th6)",
      "-sin(th4)*cos(th6)+cos(th4)*cos(th5)*sin(th6)", "-cos(th4)*sin(th5)" },
    { "sin(th4)*cos(th5)*cos(th6)-cos(th4)*sin(th6)",
      "sin(th4)*cos(th5)*sin(th6)+cos(th4)*cos(th6)", "-sin(th4)*sin(th5)" },
    { "sin(th5)*cos(th6)", "sin(th5)*sin(th6)", "cos(th5)" } }, g:rotation("link6", "link3"), "3R6")
  -- wrist alone: the angular rows of the last three joints
  local A = g:jacobian("link6", nil, "link4")
  equal("sin(th5)", li.smat { { A[4][4], A[4][5], A[4][6] }, { A[5][4], A[5][5], A[5][6] },
    { A[6][4], A[6][5], A[6][6] } }:det():simplify(), "wrist")
end)

t.test("determinants of others: planar 2R, SCARA, Stanford, the report's robot; against numbers",
  function()
  equal("L1*L2*sin(q2)", li.planar { "L1", "L2" }:generator():determinant(), "2R")
  equal("L1*L2*sin(q2)", li.planar { "L1", "L2", "L3" }:generator():determinant(),
    "3R: x, y and the angle")
  equal("q3^2*sin(q2)*sin(q5)", li.robots.stanford():generator():determinant(), "Stanford")
  equal("L2*L3*cos(q3)*cos(q5)*(L2*sin(q2) + L3*cos(q2 + q3))",
    li.robots.inria6r():generator():determinant(), "inria6r")
  for _, name in ipairs { "puma560", "ur5", "stanford" } do
    local model = li.robots[name]()
    local q, at = { 0.3, -0.5, 0.8, -0.4, 0.7, 1.1 }, {}
    for i, c in ipairs(model:coordinates()) do at[c] = q[i] end
    local d = model:jacobian(q):det()
    t.near(model:generator():determinant():eval(at), d, 1e-12 * (1 + math.abs(d)), name)
  end
end)

t.test("symbols against the numeric engine: poses and Jacobians of shipped robots, in any axes",
  function()
  for _, name in ipairs { "puma560", "panda", "scara", "ur5" } do
    local model = li.robots[name]()
    local g, q, at = model:generator(), {}, {}
    for i, c in ipairs(model:coordinates()) do
      q[i] = 0.3 * i - 0.7 * (i % 3)
      at[c] = q[i]
    end
    local places = model:generator():path()
    local mid = places[math.ceil(#places / 2)]
    t.near(g:homogeneous(nil, mid):eval(at), (model:fk(q, mid) ^ -1 * model:fk(q)):matrix(), 1e-12,
      name)
    t.near(g:jacobian():eval(at), model:jacobian(q), 1e-12, name)
    t.near(g:jacobian(mid, { 0.1, 0.2, 0.3 }, model:tip()):eval(at),
      model:jacobian(q, mid, { 0.1, 0.2, 0.3 }, model:tip()), 1e-12, name)
  end
end)

t.test("mistakes: too few rows, too many columns, a place that is none", function()
  local g = li.planar { 1, 1 }:generator()
  t.raises("2 coordinates and 1 rows", g.determinant, g, nil, { 1 })
  t.raises("did you mean 'link2'", g.homogeneous, g, "link22")
  t.raises("a point of three numbers", g.jacobian, g, "link2", 5)
  t.raises("point%): %[2%]", g.jacobian, g, "link2", { 1, false, 2 })
  t.raises("more than six columns",
    function() return li.robots.panda():generator():determinant() end)
end)

t.done()
