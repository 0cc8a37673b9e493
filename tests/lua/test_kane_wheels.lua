-- test_kane_wheels.lua - wheels that are driven and the forces they carry; rows that are
-- integrated, whatever function stands in them
local t = require "t"
local li = require "liaison"

t.test("a driven wheel: what it pushes with is the mass times what it accelerates", function()
  local s = li.system { planar = true }
  local x, y, th, phi = s:coordinates "x y th phi"
  local cart = s:body { name = "cart", m = "m", j = "j", place = { x, y, th } }
  s:body { name = "rotor", m = 0, j = "I", place = { x, y, phi } }
  cart:wheel { name = "axle", radius = "r", spin = phi }
  s:drive { phi = "T" }
  local k = s:kane()
  for _, turn in ipairs { 0, 0.2, 2.5 } do
    local v = { m = 3, j = 2, I = 0.4, r = 0.3, T = 5, x = 1, y = -1, th = turn, phi = 0.7 }
    for _, rate in ipairs { "x'", "y'", "th'", "phi'" } do v[rate] = 0 end
    local f = k:reactions(v)
    -- (m r^2 + I) phi'' = T, driving = m r phi''
    t.near(f["axle driving"], 3 * 0.3 * 5 / (3 * 0.09 + 0.4), 1e-13)
    t.near(f["axle lateral"], 0, 1e-13)
  end
  -- without radius and spin it only guides
  local free = li.system { planar = true }
  free:body { name = "cart", m = 1, j = 1,
    place = { free:coordinates "u w ps" } }:wheel { name = "axle" }
  t.eq(#free.rows, 1)
  t.raises("both radius and spin", function() cart:wheel { radius = "r" } end)
end)

t.test("rows with one unknown function of one coordinate are integrated: powers, sines, "
  .. "cosines, exponentials", function()
  for _, f in ipairs { "1", "x", "3*x^2 - 2", "sin(x)", "cos(x)", "sin(3*x)", "cos(2*x + 1)/5",
    "exp(x)", "exp(-2*x)", "4*sin(x) + exp(3*x) - x^3" } do
    local s = li.system { planar = true }
    local y, x, th = s:coordinates "y x th" -- the row is read by its first rate
    s:body { name = "a", m = 1, j = 1, place = { x, y, th } }
    s:nonholonomic { y:d() - li.expr(f) * x:d() }
    local d = s:doctor()
    t.eq(#d.integrals, 1, f)
    local phi = d.integrals[1]
    t.ok((phi:diff(x) + phi:diff(y) * li.expr(f)):equals(0), f .. ": " .. tostring(phi))
    t.ok(not phi:diff(y):equals(0), f)
    t.eq(d.hidden, 1)
  end
end)

t.done()
