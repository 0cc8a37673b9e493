-- test.lua - a force of one file and one row: a spring that grows with the cube of the way
local t = require "t"
local li = require "liaison"
local toys = require "toys"
local force = li._internal.force

local function slide()
  return li.robot { name = "toy",
    bodies = { { name = "a", joint = { kind = "prismatic", axis = "x", q = "x" },
    mass = 2, inertia = { .1, .1, .1 } } } }
end
local element = { "cubic", joint = "x", stiffness = 5, rest = .1 }
local line = { "cubic", from = "world", from_point = { 0, 1, 0 }, to = "a", stiffness = 5,
  rest = 1 }

t.test("cubic in numbers, on a coordinate and along a line", function()
  local tau, V = slide():applied({ element }, { .7 })
  t.near(tau[1], -5 * .6 ^ 3, 1e-15)
  t.near(V, 5 * .6 ^ 4 / 4, 1e-15)
  local d = math.sqrt(1 + .7 ^ 2)
  t.near(slide():applied({ line }, { .7 })[1], -5 * (d - 1) ^ 3 * .7 / d, 1e-14)
  t.raises("a cubic needs its stiffness", li.simulate,
    { slide(), t = 1, forces = { { "cubic", joint = "x" } } })
end)

t.test("cubic in symbols: force, energy, slopes, and compiled", function()
  local x = li.coordinates "x"
  li.symbols "k"
  local law = force.law("cubic", "joint", { stiffness = "k", x = x, v = "x'" })
  t.ok((law.f - li.expr "-k*x^3"):is_zero())
  t.ok((law.V:diff(x) + law.f):is_zero())
  t.ok((law.power + law.storing):is_zero())
  t.near(law.f:diff(x):eval { k = 5, x = .6 }, -3 * 5 * .6 ^ 2, 1e-14)
  local compiled = li.compile(law.f, { x, li.expr "k" })
  t.near(compiled { .6, 5 }[1], -5 * .6 ^ 3, 1e-14)
end)

t.test("cubic simulated: its energy stays; in the page; read again from the run", function()
  local run = li.simulate { slide(), q = { .7 }, v = { 0 }, t = 3, forces = { element },
    rtol = 1e-10, atol = 1e-12 }
  t.near(run.E[#run.E], 5 * .6 ^ 4 / 4, 1e-8)
  toys.page(run, "cubic")
  toys.page(li.simulate { slide(), q = { .7 }, t = 1, forces = { line } }, "cubic_line")
  local setup = run:setup()
  local again = li.simulate { slide(), q = { .7 }, v = { 0 }, t = 3, forces = setup.forces,
    rtol = 1e-10, atol = 1e-12 }
  t.eq(again.x[#again.x], run.x[#run.x])
end)

t.test("cubic in help", function()
  t.ok(li.forces "cubic":find("force per cube of the way (N/m3 or N m/rad3); must be given", 1,
    true))
  t.ok(li.forces():find("\ncubic: ", 1, true))
  t.raises("did you mean 'cubic'", li.simulate,
    { slide(), t = 1, forces = { { "cubik", joint = "x" } } })
end)

t.test("bumper, which jumps, simulated: as the stop; in the page by the numbers of its row",
  function()
  local function run_of(element)
    return li.simulate { slide(), v = { 2 }, t = 3, forces = { element } }
  end
  local run = run_of { "bumper", joint = "x", low = -.4, high = 1, bounce = .5 }
  local same = run_of { "endstop", joint = "x", min = -.4, max = 1, restitution = .5 }
  t.eq(li.compare_runs(run, same, 1e-12), nil)
  t.eq(run:info().told[1].count, 2)
  toys.page(run, "bumper")
  toys.page(run_of { "bumper", joint = "x", high = 1, softness = 500 }, "bumper_soft")
end)
