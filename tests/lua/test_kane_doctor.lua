-- test_kane_doctor.lua - what velocity constraints are: T89 of [nonhol], integrals, redundant rows;
-- the ten steps as text
local t = require "t"
local li = require "liaison"

local function growth(s, want, what)
  local d = s:doctor()
  t.eq(table.concat(d.growth, ","), want, what)
  return d
end

t.test("T89: growth of the brackets: robot, car, loader, tractor with trailer", function()
  growth(li.systems.mobile_robot(), "2,3", "mobile robot")
  growth(li.systems.tractor_trailer():without "trailer", "2,3,4", "car, with its steering angle")
  growth(li.systems.loader(), "2,3,4", "loader")
  local d = growth(li.systems.tractor_trailer(), "2,3,4,5",
    "tractor with trailer and steering angle")
  t.eq(d.hidden, 0)
  for _, r in ipairs(d.each) do t.eq(r.holonomic, false, r.name) end
  t.ok(tostring(d):find("every configuration can be reached", 1, true))
end)

t.test("T89: the rolling disc has one position constraint in disguise, z - R sin theta", function()
  local s = li.systems.disc()
  local d = growth(s, "3,4,5,5", "disc")
  t.eq(d.hidden, 1)
  t.eq(d.velocity_freedom, 3)
  t.eq(d.position_freedom, 5)
  t.eq(d.each[1].holonomic, false)
  t.eq(d.each[2].holonomic, false)
  t.eq(d.each[3].holonomic, true)
  t.eq(#d.integrals, 1)
  local phi = d.integrals[1]
  t.ok(phi:equals "z - R*sin(theta)" or phi:equals "R*sin(theta) - z", tostring(phi))
end)

t.test("rows in disguise and their integrals: gear, slide on a curve; a knife edge has none",
  function()
  local s = li.system { planar = true }
  local x, y, a = s:coordinates "kx ky ka"
  s:body { m = 1, j = 1, place = { x, y, a } }
  s:nonholonomic { "kx' - 2*ka'", "ky' - 3*kx^2*kx'" }
  local d = s:doctor()
  t.eq(d.hidden, 2)
  t.eq(#d.integrals, 2)
  for _, phi in ipairs(d.integrals) do
    local rate = phi:d():subs { ["ky'"] = "3*kx^2*kx'" }:subs { ["kx'"] = "2*ka'" }
    t.ok(rate:equals(0), tostring(phi))
  end
  local e = li.system { planar = true }
  local u, v, w = e:coordinates "eu ev ew"
  e:body { m = 1, j = 1, place = { u, v, w } }:wheel {}
  t.eq(e:doctor().hidden, 0)
end)

t.test("rows that follow from others: always, and here", function()
  local s = li.system { planar = true }
  local x, y, a = s:coordinates "kx ky ka"
  s:body { m = 1, j = 1, place = { x, y, a } }
  s:nonholonomic { "kx' - ky'", "2*ky' - 2*kx'" }
  local d = s:doctor { kx = 0, ky = 0, ka = 0 }
  t.eq(#d.redundant, 1)
  t.eq(d.rank, 1)
  local e = li.system { planar = true }
  local u, v, w = e:coordinates "eu ev ew"
  e:body { m = 1, j = 1, place = { u, v, w } }
  e:nonholonomic { "eu'*sin(ew) - ev'*cos(ew)", "ev'" }
  t.eq(#e:doctor { ew = .3 }.redundant_here, 0)
  t.eq(#e:doctor { ew = 0 }.redundant_here, 1)
  t.eq(#e:doctor().redundant, 0)
  local n = li.system { planar = true }
  n:body { m = 1, j = 1, place = { n:coordinates "nu_", 0, 0 } }
  n:nonholonomic { "nu_' - 1", "nu_' - 2" }
  t.raises("contradicts", n.kane, n)
end)

t.test("a holonomic set does not grow", function()
  local m = li.mechanism {
    bodies = { { name = "arm", m = 1, j = 1 }, { name = "rod", m = 1, j = 1 },
      { name = "slide", m = 1, j = 0 } },
    joints = {
      { kind = "revolute", on = "arm", coordinate = "ka" },
        { kind = "revolute", on = "rod", from = "arm", at_from = { .3, 0 }, coordinate = "kb" },
      { kind = "prismatic", on = "slide", coordinate = "ks" },
        { kind = "revolute", on = "slide", from = "rod", at_from = { 1, 0 } },
    },
  }
  local d = m:system "joint":doctor()
  t.eq(d.growth[#d.growth], 1)
  t.eq(d.hidden, 2)
end)

t.test("U1, F22: the ten steps as text and LaTeX, in two languages", function()
  local k = li.systems.mobile_robot():kane()
  local text = k:report()
  for i = 1, 10 do t.ok(text:find("\n" .. i .. ". ", 1, true), "step " .. i) end
  t.ok(text:find("D alpha' + C alpha = tau", 1, true))
  t.ok(k:report(nil, { lang = "fr" }):find("équations du mouvement", 1, true))
  local latex = k:report(nil, { form = "latex" })
  t.ok(latex:find("\\begin{document}", 1, true)
    and latex:find("J_{nh} = \\begin{pmatrix}", 1, true))
  t.ok(li.systems.tractor_trailer():kane():report():find("C_2 (times de')", 1, true))
  t.eq(tostring(k), text)
end)

t.test("mistakes are said with their place", function()
  local s = li.system { planar = true }
  s:body { m = 1, j = 1, place = { s:coordinates "kx", 0, 0 } }
  s:nonholonomic "kx' - 1"
  t.raises("prescribed in time", s.doctor, s)
  t.raises("expected at least one field", li.growth, {}, { "kx" })
end)

t.done()
