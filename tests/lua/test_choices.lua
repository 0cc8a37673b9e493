-- Derivatives of what is chosen: one branch only counts, forwards, backwards, in forces and in compiled code
local t = require "t"
local li = require "liaison"

local x, y = li.symbols "x y"

-- each with points on both sides; the derivative by x there, by hand
local law = {
  { li.piecewise(x:lt(0), 0, li.sqrt(x)), { { -1, 0 }, { 4, .25 } } },
  { li.piecewise(x:lt(0), 0, x ^ li.expr "5/2"), { { -1, 0 }, { 4, 20 } } },
  { li.piecewise(x:lt(1), y, li.log(x - 1) + y), { { -3, 0 }, { 1, false }, { 3, .5 } } },
  { li.piecewise(x:lt(0), 1 / (x - 1), li.piecewise(x:lt(2), 3 * x, li.log(x - 1))), { { -1, -.25 }, { 1, 3 }, { 3, .5 } } },
  { li.asin(li.piecewise(x:lt(0), x / 2, 1)), { { -1, 1 / math.sqrt(3) }, { 3, 0 } } },
  { li.sqrt(li.piecewise(x:lt(0), 0, x ^ 4)), { { -1, 0 }, { 3, 6 } } },
  { li.sin(li.piecewise(x:lt(0), 0, li.sqrt(x))) * y + li.piecewise(x:lt(0), 0, li.sqrt(x)), { { -2, 0 }, { 4, (math.cos(2) * 3 + 1) / 4 } } },
  { li.max(li.sqrt(x), 1), { { 0, 0 }, { 4, .25 } } },
  { li.min(li.sqrt(x), 1), { { .25, 1 }, { 4, 0 } } },
  { li.exp(li.piecewise(x:lt(10), 0, x)) + li.piecewise(x:lt(10), x, li.exp(x * x)), { { 1, 1 } } },
}

local function at(e, x0)
  local v, m, code = e:eval { x = x0, y = 3 }
  if v ~= nil then return v end
  t.eq(code, "EDOMAIN", m)
  return false
end

t.test("gradient, diff, jacobian and compiled code give the derivative of the branch that holds", function()
  local gradients = {}
  for i, row in ipairs(law) do gradients[i] = row[1]:gradient { x, y }:at(1) end
  local f = li.compile(li.smat(gradients), "x y")
  for i, row in ipairs(law) do
    local e, points = row[1], row[2]
    local ways = { e:diff(x), e:gradient { x, y }:at(1), li.smat { e }:jacobian { x, y }:at(1, 1) }
    for _, p in ipairs(points) do
      for w, d in ipairs(ways) do
        local got = at(d, p[1])
        if p[2] then t.near(got, p[2], 1e-12, ("law %d, way %d, x = %g"):format(i, w, p[1])) end
      end
      if p[2] then t.near(f { p[1], 3 }[i], p[2], 1e-12, ("law %d, compiled, x = %g"):format(i, p[1])) end
    end
  end
end)

t.test("the force of a potential that is 0 on one side is 0 there: Hertz's contact", function()
  local s = li.coordinates "s"
  local eq = li.lagrange { q = "s", T = "s'^2/2", V = li.piecewise(s:lt(0), 0, s ^ li.expr "5/2") }
  t.near(eq:fd({ -1 }, { 0 }, { 0 }), { 0 })
  t.near(eq:fd({ 4 }, { 0 }, { 0 }), { -20 })
  local run = li.simulate { eq, q = { -1 }, v = { 1 }, t = .5, dt = .25 }
  t.near(run.s[3], -.5, 1e-10)
end)

t.done()
