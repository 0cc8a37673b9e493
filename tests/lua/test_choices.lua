-- What is chosen, and what has no value: derivatives, forces, kernels and eval mind only what
-- counts
local t = require "t"
local li = require "liaison"

local x, y = li.symbols "x y"

-- each with points on both sides; the derivative by x there, by hand
local law = {
  { li.piecewise(x:lt(0), 0, li.sqrt(x)), { { -1, 0 }, { 4, .25 } } },
  { li.piecewise(x:lt(0), 0, x ^ li.expr "5/2"), { { -1, 0 }, { 4, 20 } } },
  { li.piecewise(x:lt(1), y, li.log(x - 1) + y), { { -3, 0 }, { 1, false }, { 3, .5 } } },
  { li.piecewise(x:lt(0), 1 / (x - 1), li.piecewise(x:lt(2), 3 * x, li.log(x - 1))),
    { { -1, -.25 }, { 1, 3 }, { 3, .5 } } },
  { li.asin(li.piecewise(x:lt(0), x / 2, 1)), { { -1, 1 / math.sqrt(3) }, { 3, 0 } } },
  { li.sqrt(li.piecewise(x:lt(0), 0, x ^ 4)), { { -1, 0 }, { 3, 6 } } },
  { li.sin(li.piecewise(x:lt(0), 0, li.sqrt(x))) * y + li.piecewise(x:lt(0), 0, li.sqrt(x)),
    { { -2, 0 }, { 4, (math.cos(2) * 3 + 1) / 4 } } },
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

t.test("gradient, diff, jacobian and compiled code give the derivative of the branch that holds",
  function()
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
      if p[2] then
        t.near(f { p[1], 3 }[i], p[2], 1e-12, ("law %d, compiled, x = %g"):format(i, p[1]))
      end
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

t.test("min, max and sign of what is no number are none, in kernels, tapes and functions alike",
  function()
  local l = li.log(x)
  local e = li.smat { li.min(l, 1), li.min(1, l), li.max(l, 1), li.max(1, l), li.sign(l) }
  for _, options in ipairs { {}, { tape = true } } do
    local f = li.compile(e, "x", options)
    local none, some = f { -1 }, f { .5 }
    for i = 1, 5 do t.ok(none[i] ~= none[i], ("entry %d of %s"):format(i, f.kind)) end
    t.near(some, { math.log(.5), math.log(.5), 1, 1, -1 }, 1e-15)
  end
  for i = 1, 5 do
    local v = e:at(i):fn "x"(-1)
    t.ok(v ~= v, "function " .. i)
  end
end)

t.test("eval passes over names of no symbol, and tells them where a value is missing", function()
  t.eq((x ^ 2):eval { x = 2, nobody_made_this = 3 }, 4)
  t.near(li.smat { x, x ^ 2 }:eval { x = 2, nobody_made_this = 3 }, { 2, 4 })
  t.raises("'y' has no value in x%^2%*y: give it one: eval{name = number} %('why' is the name "
    .. "of no symbol%)",
    function() local r = (x ^ 2 * y):eval { x = 2, why = 3 } return r end)
end)

t.done()
