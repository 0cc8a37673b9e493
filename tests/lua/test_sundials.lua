-- test_sundials.lua - cvode and ida from Lua where this build has them, and what is said where it
-- has not; li.methods
local t = require "t"
local li = require "liaison"

local methods = li.methods()

t.test("the methods of this build, told", function()
  t.eq(methods.rk4.order, 4)
  t.eq(methods.rk4.adaptive, false)
  t.eq(methods.radau5.adaptive, true)
  t.ok(methods.gauss6.text:find "symplectic")
  t.eq(methods.cvode == nil, methods.ida == nil)
end)

if not methods.cvode then
  t.test("cvode and ida",
    function() t.skip "SUNDIALS is not in this build (apt-get install libsundials-dev)" end)
  t.test("a build without SUNDIALS says what is missing", function()
    t.raises("method: cvode is a method of SUNDIALS 6, .*libsundials%-dev", li.simulate,
      { li.planar { 1 }, t = 1, method = "cvode" })
  end)
else
  t.test("mechanisms, loops, quaternions by cvode: as by our own", function()
    local arm = li.planar { 1, 0.8 }
    local ours = assert(arm:simulate(2, { 1, 0 }, nil, { rtol = 1e-10, dt = 0.5 }))
    local theirs = assert(arm:simulate(2, { 1, 0 }, nil,
      { rtol = 1e-9, dt = 0.5, method = "cvode" }))
    t.near(theirs.q1, ours.q1, 1e-5)
    local hits = 0
    local bounce = assert(arm:simulate(1, { 1, 0 }, nil,
      { method = "cvode", events = { { g = function(_, q) return q[1] end,
      at = function() hits = hits + 1 return "stop" end } } }))
    t.near((bounce:state())[1], 0, 1e-9)
    t.eq(hits, 1)
    local point = li.robot { bodies = {
      { name = "c", parent = "world", joint = "prismatic", axis = { 1, 0, 0 }, q = "x", mass = 0,
        inertia = { 0, 0, 0, 0, 0, 0 } },
      { name = "b", parent = "c", joint = "prismatic", axis = { 0, 0, 1 }, q = "z", mass = 2,
        inertia = { 0, 0, 0, 0, 0, 0 } } },
      constraints = { { "equation", name = "circle", equation = "x^2 + z^2 - 1" } } }
    local a = assert(point:simulate(2, { 1, 0 }, nil, { rtol = 1e-9, dt = 0.5 }))
    local b = assert(point:simulate(2, { 1, 0 }, nil, { rtol = 1e-9, dt = 0.5, method = "cvode" }))
    t.near(b.x, a.x, 1e-5)
    for i = 1, #b do t.near(b.x[i] ^ 2 + b.z[i] ^ 2, 1, 1e-12) end
    t.raises("take cvode, radau5 or dop853", point.simulate, point, 1, { 1, 0 }, nil,
      { method = "ida" })
  end)

  t.test("algebraic equations by ida", function()
    local dae = assert(li.simulate { f = function(_, y) return { -y[2], y[2] - 2 * y[1] } end,
      x = { 1, 2 }, t = 1, method = "ida", mass = { 1, 0 }, rtol = 1e-9 })
    t.near(dae.x1[#dae], math.exp(-2), 1e-7)
    local nothing, message, code,
      far = li.simulate { f = function(time) if time > 0.5 then error "mine" end return { 1 } end,
      x = { 0 }, t = 1, method = "ida" }
    t.eq(nothing, nil)
    t.eq(code, "EUSER")
    t.ok(message:find "mine" and far:info().t <= 0.5)
  end)
end

t.done()
