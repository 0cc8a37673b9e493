-- test.lua - two joints of one file and one row each: three turns, and slides in a plane that rises
local t = require "t"
local li = require "liaison"
local toys = require "toys"

local INERTIA = { .2, .3, .4, .01, -.02, .03 }

local function arm(joint)
  return li.robot {
    name = "toy",
    bodies = {
      { name = "a", at = { .1, .2, .3 }, joint = joint, mass = 2, com = { .1, .2, -.1 },
        inertia = INERTIA },
      { name = "b", parent = "a", at = { .2, -.1, .4 }, joint = "revolute", axis = "y", q = "last",
        mass = 1, com = { 0, .1, .2 },
        inertia = INERTIA },
    },
    frames = { { name = "tip", body = "b", at = { .1, 0, .3 } } },
  }
end

-- where body a is, without the engine
local wanted = {
  gimbal = function(q) return li.rot.x(q[1]) * li.rot.y(q[2]) * li.rot.z(q[3]),
    li.vec { .1, .2, .3 } end,
  incline = function(q) -- its z along x: x along y, y along z
    return li.rot.x(0), li.vec { .1 + .7 * q[1], .2 + q[1], .3 + q[2] }
  end,
}
local made = { gimbal = { kind = "gimbal" },
  incline = { kind = "incline", axis = "x", slope = .7 } }
local names = { gimbal = { "a_roll", "a_tilt", "a_pan", "last" },
  incline = { "a_along", "a_across", "last" } }
local q0 = { gimbal = { .3, -.4, .5, .2 }, incline = { .3, -.4, .2 } }

for kind, joint in pairs(made) do
  local m, q = arm(joint), q0[kind]
  local n = #q
  local v, a = {}, {}
  for k = 1, n do v[k], a[k] = .5 - .3 * (k % 3), .1 * k end

  t.test(kind .. " in numbers", function()
    local R, p = wanted[kind](q)
    local X = m:fk(q, "a")
    t.near(X.R, R, 1e-15)
    t.near(X.p, p, 1e-15)
    t.eq(table.concat(m:coordinates(), " "), table.concat(names[kind], " "))
    t.eq(m:audit().failed or 0, 0)
    t.near(m:fd(q, v, m:id(q, v, a)), a, 1e-12)
  end)

  t.test(kind .. " in symbols, equations, kernels, linearised",
    function() toys.equations(m, q, v, a) end)

  t.test(kind .. " with its parameters as names", function()
    if kind ~= "incline" then return end
    local open = arm { kind = "incline", axis = "x", slope = "s" }
    local eq = open:equations()
    t.near(eq:with { s = .7 }:id(q, v, a), m:id(q, v, a), 1e-11)
    t.near(open:with { s = .7 }:id(q, v, a), m:id(q, v, a), 0)
    t.near(arm { kind = "incline", axis = "x" }:fk(q, "a").p[1], .1 + .5 * q[1],
      1e-15) -- its default
    t.raises("slop", arm, { kind = "incline", slop = 1 })
  end)

  t.test(kind .. " slanted", function()
    if kind ~= "incline" then return end
    local slanted = arm { kind = "incline", axis = { 1, 2, -2 }, slope = .7 }
    toys.equations(slanted, q, v, a)
    toys.page(li.simulate { slanted, q = q, v = v, t = .3 }, "incline_slanted")
  end)

  t.test(kind .. " saved, loaded, printed, helped", function()
    toys.saved(m, function(x) return x:fk(q, "tip"):matrix() end)
    t.ok(m:tree():find(kind, 1, true))
    t.ok(li.joints(kind):find(kind == "gimbal" and "turns about x" or "slope", 1, true))
    t.raises("did you mean '" .. kind, arm, kind:sub(1, -2))
  end)

  t.test(kind .. " in the page",
    function() toys.page(li.simulate { m, q = q, v = v, t = .5 }, kind) end)
end

t.test("gimbal closes a loop, incline does not", function()
  local function loop(kind)
    return li.robot {
      bodies = { { name = "a", joint = "Tx Ty Tz", mass = 1, inertia = INERTIA },
        { name = "b", parent = "world", joint = "Tx Ty Tz", mass = 1, inertia = INERTIA } },
      loops = { { name = "l", joint = kind, from = "a", to = "b" } },
    }
  end
  t.eq(loop "gimbal":mobility { 0, 0, 0, 0, 0, 0 }.velocity, 3)
  t.eq(#loop "gimbal":constraint_equations()[1].phi, 3)
  t.raises("incline joint closes no loop", loop, "incline")
end)
