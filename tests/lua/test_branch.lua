-- test_branch.lua - branches followed against closed forms; dead points; mobility of the course
local t = require "t"
local li = require "liaison"

-- the planar four-bar of li.fourbar with its pin as constraint; absolute angles from relative ones
local function fourbar(l1, l2, l3, D)
  return li.robot {
    bodies = {
      { name = "crank", joint = "revolute", q = "a" },
      { name = "rod", at = { l1, 0, 0 }, joint = "revolute", q = "b" },
      { name = "rocker", parent = "world", at = { D[1], D[2], 0 }, joint = "revolute", q = "c" },
    },
    frames = { { name = "E", body = "rod", at = { 0.7, 0.4, 0 } } },
    constraints = { { "point", name = "pin", from = "rod", from_at = { l2, 0, 0 }, to = "rocker",
      to_at = { l3, 0, 0 } } },
  }
end

t.test("a crank goes round and never changes branch; rates and coupler curve are those of the "
  .. "closed form", function()
  local D = { 3, -0.5 }
  local m, exact = fourbar(1, 3, 2.5, D), li.fourbar(1, 3, 2.5, D)
  for _, mode in ipairs { "plus", "minus" } do
    local b0, c0 = exact:solve(0, mode, 1, 0)
    local run = assert(m:follow { input = "a", from = 0, to = 2 * math.pi, steps = 36,
      q = { 0, b0[1], c0[1] }, points = { "E" } })
    t.eq(run.dead, nil)
    t.ok(run.returns)
    for k, a in ipairs(run.input) do
      local b, c = exact:solve(a, mode, 1, 0)
      local function same(x, y)
        t.near(math.sin(x), math.sin(y), 1e-9) t.near(math.cos(x), math.cos(y), 1e-9)
      end
      same(run.q[k][2] + a, b[1])
      same(run.q[k][3], c[1])
      t.near(run.rate[k][2] + 1, b[2], 1e-9)
      t.near(run.acc[k][3], c[3], 1e-8)
      local x, y = exact:point(0.7, 0.4, a, mode, 1, 0)
      t.near({ run.points.E[k][1], run.points.E[k][2] }, { x[1], y[1] }, 1e-9)
    end
  end
end)

t.test("a rocker that cannot go round stops at its dead point", function()
  local D = { 3, 0 }
  local m, exact = fourbar(2.5, 3, 1, D), li.fourbar(2.5, 3, 1, D)
  local range = exact:range()
  local mid = (range[1][1] + range[1][2]) / 2
  local b0, c0 = exact:solve(mid, "plus", 1, 0)
  local run = assert(m:follow { input = "a", from = mid, to = mid + 2 * math.pi, steps = 90,
    q = { mid, b0[1] - mid, c0[1] } })
  t.ok(run.dead and run.dead.text:find("dead point", 1, true))
  t.near(run.dead.input, range[1][2], 1e-5)
  t.ok(run.dead.quality < 1e-2)
end)

t.test("what cannot be followed says why", function()
  local m = fourbar(1, 3, 2.5, { 3, -0.5 })
  t.raises("no coordinate 'aa' %(did you mean 'a'", m.follow, m,
    { input = "aa", to = 1, q = { 0, 0, 0 } })
  t.raises("unknown key 'form'", m.follow, m, { input = "a", form = 1, to = 1, q = { 0, 0, 0 } })
  local far, text, code = fourbar(1, 1, 1, { 9, 0 }):follow { input = "a", to = 1, q = { 0, 0, 0 } }
  t.eq(far, nil)
  t.eq(code, "EUNREACHABLE")
  t.ok(text:find("pin", 1, true))
end)

-- [course] E1.1: three parallel bars of one length carry a fourth: the formula says 0, the rank
-- says 1, one row too many
t.test("the double parallelogram moves although the formula forbids it", function()
  local function bar(name, x, y)
    return { name = name, parent = "world", at = { x, y, 0 }, joint = "revolute" }
  end
  local function mechanism(x3, y3)
    return li.robot {
      bodies = { bar("one", 0, 0),
        { name = "coupler", parent = "one", at = { 1.5, 0, 0 }, joint = "revolute" },
        bar("two", 2, 0), bar("three", 5, 0) },
      constraints = {
        { "point", name = "p2", from = "coupler", from_at = { 2, 0, 0 }, to = "two",
          to_at = { 1.5, 0, 0 } },
        { "point", name = "p3", from = "coupler", from_at = { x3, y3, 0 }, to = "three",
          to_at = { 1.5, 0, 0 } },
      },
    }
  end
  local c = math.pi / 3
  local mob = mechanism(5, 0):mobility { c, -c, c, c }
  t.eq(mob.velocity, 1)
  t.eq(mob.hyperstatic, 3)   -- one in the plane, two because a pin in space also holds z
  local m = mechanism(4.6, 1.9)
  local q = assert(m:assemble { c, -c, c, c })
  t.eq(m:mobility(q).velocity, 0)
end)

t.done()
