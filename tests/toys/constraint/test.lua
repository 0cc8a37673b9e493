-- test.lua - a constraint of one file and one row: a point at a height above a plane
local t = require "t"
local li = require "liaison"
local toys = require "toys"

local function hung(height)
  return li.robot {
    name = "toy",
    bodies = {
      { name = "a", joint = "Tx Tz", q = { "x", "z" }, mass = 2, com = { 0, 0, 0 },
        inertia = { .1, .1, .1 } },
      { name = "b", parent = "a", joint = "revolute", axis = "y", q = "th", mass = 1,
        com = { .3, 0, 0 }, inertia = { .02, .02, .02 } },
    },
    constraints = { { "at_height", name = "held", from = "b", from_at = { .5, 0, 0 }, to = "world",
      height = height } },
  }
end

local m = hung(.2)
local q, v, tau = { .1, .2 + .5 * math.sin(.4), .4 }, { .3, 0, 0 }, { 1, 0, .5 }

t.test("at_height in numbers", function()
  t.near(m:gaps(q).held[1], 0, 1e-15)
  t.near(m:gaps { 0, 1, 0 }.held[1], .8, 1e-15)
  t.near(m:constraint_rows(q, v), { { 0, 1, -.5 * math.cos(.4) } }, 1e-15)
  t.eq(m:mobility(q).velocity, 2)
  t.raises("needs its height", hung)
end)

t.test("at_height in symbols, with its parameter as a name", function()
  local phi = hung "h":constraint_equations()[1].phi
  t.eq(#phi, 1)
  t.eq((phi[1] - li.expr "z - 0.5*sin(th) - h"):is_zero(), true)
end)

t.test("at_height in equations, kernels, linearised", function()
  local eq = m:equations { constraints = true }
  local want = m:constrained(q, v, tau).a
  t.near(assert(eq:solve(q, v, tau)).a, want, 1e-10)
  t.near(hung "h":equations { constraints = true }:with { h = .2 }:solve(q, v, tau).a, want, 1e-10)
  -- a compiled function of the row and its slopes
  local phi, at = m:constraint_equations()[1].phi[1], { li.coordinates "x z th" }
  t.near(li.compile(li.jacobian({ phi }, at):row(1), li.smat(at))(q), m:constraint_rows(q, v)[1],
    1e-14)
  -- linearised along th from rest, against differences of the engine
  local function fall(th)
    return m:constrained({ 0, .2 + .5 * math.sin(th), th }, { 0, 0, 0 }, { 0, 0, 0 }).a[3]
  end
  local still = { x = 0, z = .2 + .5 * math.sin(.3), th = .3, ["x'"] = 0, ["z'"] = 0, ["th'"] = 0,
    tau_x = 0, tau_z = 0, tau_th = 0 }
  local A = m:kane { independent = { "x", "th" } }:linearise(still).A
  t.near(A[5][3], (fall(.3 + 1e-5) - fall(.3 - 1e-5)) / 2e-5, 1e-7)
end)

t.test("at_height simulated, and in the page", function()
  local run = li.simulate { m, q = q, v = v, t = 1 }
  local last = {}
  for k, name in ipairs(m:coordinates()) do last[k] = run:column(name)[#run] end
  t.near(m:gaps(last).held[1], 0, 1e-9)
  toys.page(run, "at_height")
end)

t.test("at_height saved, loaded, helped", function()
  toys.saved(m, function(x) return x:constraint_rows(q, v) end)
  t.ok(li.constraints "at_height":find("above the plane", 1, true))
  t.raises("did you mean 'at_height'", li.robot, { bodies = { { name = "a", joint = "revolute" } },
    constraints = { { "at_heigt", name = "k", from = "a", to = "world", height = 1 } } })
end)

-- the manual shows this very file
t.test("at_height is the recipe of the manual", function()
  local function read(path)
    local f = assert(io.open(path))
    local text = f:read "*a"
    f:close()
    return text
  end
  local code = read "core/kinds/constraints/at_height.c":gsub("^/%*.-%*/\n", "")
  t.ok(read "lib/doc/manual.md":find("```C\n" .. code .. "```", 1, true))
end)
