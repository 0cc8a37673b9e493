-- test.lua - a force at a point of one file and one row: the side force of a tyre
local t = require "t"
local li = require "liaison"
local toys = require "toys"
local force = li._internal.force

local function puck()
  return li.robot { name = "toy",
    bodies = { { name = "a", joint = "planar", q = { "x", "y", "turn" }, mass = 2,
    inertia = { .1, .1, .1 } } } }
end
local numbers = { forward = { 1, 0, 0 }, side = { 0, 1, 0 }, load = 20, mu = .8 }
local element = { "slip_tyre", at = "a", point = { .2, 0, 0 } }
for key, x in pairs(numbers) do element[key] = x end

local function wanted(ahead, across)
  return -.8 * 20 * math.sin(1.3 * math.atan(8 * across / (math.abs(ahead) + .1)))
end

t.test("slip_tyre in numbers", function()
  local tau = puck():applied({ element }, { 0, 0, 0 }, { 3, .5, 0 })
  local F = wanted(3, .5)
  t.near(tau, { 0, F, .2 * F }, 1e-13)
  t.raises("shape is at most 2", li.simulate,
    { puck(), t = 1, forces = { { "slip_tyre", at = "a", forward = { 1, 0, 0 },
    side = { 0, 1, 0 }, shape = 3 } } })
end)

t.test("slip_tyre in symbols: cornering stiffness is a slope", function()
  local law = force.law("slip_tyre", "point", { forward = { 1, 0, 0 }, side = { 0, 1, 0 },
    load = 20, mu = .8 })
  t.near(law.f:eval { v_1 = 3, v_2 = .5, v_3 = 0 }, { 0, wanted(3, .5), 0 }, 1e-13)
  t.near(law.f[2]:diff(li.expr "v_2"):eval { v_1 = 3, v_2 = 0, v_3 = 0 }, -.8 * 20 * 1.3 * 8 / 3.1,
    1e-12)
  t.eq(tostring(law.V), "0")
end)

t.test("slip_tyre simulated: it never gives; in the page, in help", function()
  local run = li.simulate { puck(), v = { 3, .5, .2 }, t = 1, forces = { element } }
  for k = 2, #run.T do t.ok(run.T[k] <= run.T[k - 1] + 1e-9) end
  toys.page(run, "slip_tyre")
  t.ok(li.forces "slip_tyre":find("load          on the wheel (N); 0", 1, true))
end)
