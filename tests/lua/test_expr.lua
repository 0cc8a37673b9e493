-- test_expr.lua - expressions from outside: both Luas, operators mixed with numbers and matrices,
-- errors with the user's line
local t = require "t"
local li = require "liaison"

local m, L, x, y, z = li.symbols "m L x y z"
local q1, q2 = li.coordinates "q1, q2"

t.test("operators mix symbols and numbers", function()
  t.eq(tostring(1 - x), "1 - x")
  t.eq(tostring(2 * x + 3 * x), "5*x")
  t.eq(tostring(x / 2 + y ^ 2 / 4), "x/2 + y^2/4")
  t.eq(2 * (x + y) - x - x, 2 * (x + y) - 2 * x)
  t.eq(-(x - y), y - x)
  t.eq(x ^ 2 * x ^ -2, x / x)
  t.eq(0.1 * x + 0.2 * x, 0.3 * x)
  t.eq(tostring(0.1 * x + 0.2 * x), "0.3*x")
  t.eq(tostring(9.81 * m * L), "9.81*m*L")
  t.eq((x + y) + z, x + (y + z))
  t.ok(x ~= y and x + 0 == x)
  t.eq("x is " .. x, "x is x")
end)

t.test("one script's names are the same symbols everywhere", function()
  t.eq(li.symbols "x", x)
  t.eq(li.coordinates "q1", q1)
  t.raises("'2x' is no name", li.symbols, "2x")
  t.raises("'sin' is a function or constant", li.symbols, "sin")
  t.raises("argument 1 %(names%): expected names", li.symbols, "  ")
end)

t.test("functions take numbers and expressions", function()
  t.eq(li.sin(0.5), math.sin(0.5))
  t.eq(li.atan(1, -1), li.atan2(1, -1))
  t.eq(li.min(3, 1, 2), 1)
  t.eq(li.max(3, x, 5), li.max(x, 5))
  t.eq(li.sin(-x), -li.sin(x))
  t.eq(li.cos(q1 - q2), li.cos(q2 - q1))
  t.eq(li.sin(q1 + math.pi / 2), li.cos(q1))
  t.eq(li.sin(q1 + 90 * li.deg), li.cos(q1))
  t.eq(li.cos(li.exact_pi() / 2), li.expr "0")
  t.eq(tostring(li.sqrt(x ^ 2)), "abs(x)")
  t.eq(li.abs(-3), 3)
  t.eq(li.pow(x, 2), x ^ 2)
  t.eq(li.piecewise(x:lt(0), -x, x):eval { x = -3 }, 3)
  t.eq(li.sum { x, 1, y, x }, 2 * x + y + 1)
  t.eq(li.product { x, "y + 1", 2 }, 2 * x * (y + 1))
  t.raises("sin: argument 1 %(x%) is missing: expected a finite number or an expr", li.sin)
end)

t.test("text goes both ways", function()
  for _, s in ipairs { "m*L^2/3", "x^2 + x + 1", "sin(q1)*q1'^2", "1/(x + y)^2",
    "piecewise(x < y, 1, 2)", "x^(3/2)", "-x*(y + z)", "3.141592653589793*x" } do
    t.eq(tostring(li.expr(s)), s)
  end
  t.eq(li.expr "q1''", q1:dd())
  t.eq(li.expr("k*x", "new"), li.symbols "k" * x)
  t.raises("expr: argument 1 %(x%): 'x %+': column 4: expected a number, a name or '%(', got "
    .. "the end", li.expr, "x +")
  t.raises("unknown symbol 'zebra'", li.expr, "x + zebra")
  t.raises("did you mean 'q1'", li.expr, "x + q11")
end)

t.test("a vector of symbols stands where a list does; determinants and inverses come short",
  function()
  local eq = li.lagrange { q = { q1, q2 }, T = m * (q1:d() ^ 2 + q2:d() ^ 2) / 2, V = x * q1 }
  t.eq((q1 ^ 2 * q2):gradient(eq.q)[1], 2 * q1 * q2)
  t.eq(li.jacobian({ q1 * q2 }, eq.q)[1][2], q1)
  t.eq((q1 + 2 * q2):fn(eq.q)(1, 2), 5)
  t.eq(li.solve({ eq:row(1), eq:row(2) }, eq.a)[1], -x / m)
  t.raises("%[2%]: expected a symbol, got 2%*x",
    function() (x * y):gradient(li.smat { x, 2 * x }) end)
  local tip = li.smat { m * li.cos(q1) + L * li.cos(q1 + q2), m * li.sin(q1) + L * li.sin(q1 + q2) }
  local J = tip:jacobian(eq.q)
  t.eq(tostring(J:det()), "m*L*sin(q2)")
  t.eq(tostring(J:inverse():at(1, 1)), "cos(q1 + q2)/(m*sin(q2))")
  t.eq(li.smat { { li.cos(q1), -li.sin(q1) }, { li.sin(q1), li.cos(q1) } }:inverse():at(1, 2),
    li.sin(q1))
  t.raises("test_expr.lua:%d+: moves%[2%]: expected {'Rx', angle}",
    function() li.homogeneous { { "Rz", q1 }, { "Q", 1 } } end)
  t.raises("test_expr.lua:%d+: moves%[1%]: 'nobody': column 1: unknown symbol 'nobody'",
    function() li.homogeneous { "Tx", "nobody" } end)
  t.raises("expected a finite number, got an expr .*li.homogeneous{{'Rz', q}", li.rot.z, q1)
end)

t.test("derivatives", function()
  t.eq((x ^ 3 * y):diff(x), 3 * x ^ 2 * y)
  t.eq((x ^ 3 * y):diff(x, "y"), 3 * x ^ 2)
  t.eq(q1:d():d(), q1:dd())
  t.eq((m * L * li.cos(q1)):d(), -m * L * li.sin(q1) * q1:d())
  t.eq(m:d(), li.expr "0")
  local T = m * L ^ 2 * q1:d() ^ 2 / 2
  t.eq(T:diff(q1:d()):d(), m * L ^ 2 * q1:dd())
  t.eq((x * y):gradient { x, y }, li.smat { y, x })
  t.eq((x ^ 2 * y):hessian "x y", li.smat { { 2 * y, 2 * x }, { 2 * x, 0 } })
  t.raises("diff: argument 1: expected a symbol, got x %+ y", x.diff, x, x + y)
end)

t.test("substitution is simultaneous, and finds parts", function()
  t.eq((x - 2 * y):subs { x = y, y = x }, y - 2 * x)
  t.eq((x - 2 * y):subs { [x] = 3, y = "z + 1" }, 3 - 2 * (z + 1))
  t.eq((2 * x + 2 * y + z):subs("x + y", 5), z + 10)
  t.eq((x ^ 2 * y ^ 2):subs(x * y, z), z ^ 2)
  t.eq(q1:d():subs { ["q1'"] = 2 }, li.expr "2")
  t.raises("subs: division by zero", (1 / x).subs, 1 / x, { x = 0 })
  t.raises("subs: argument 1.*x: expected an expression, a number or a text, got a table", x.subs,
    x, { x = {} })
end)

t.test("values", function()
  t.eq((x ^ 2 + y):eval { x = 3, y = 0.5 }, 9.5)
  t.eq((q1:d() * q1):eval { q1 = 2, ["q1'"] = 3 }, 6)
  t.eq((q1:d() * q1):eval { [q1] = 2, [q1:d()] = 3 }, 6)
  t.near(li.cos(li.exact_pi() / 5):eval(), math.cos(math.pi / 5))
  t.raises("test_expr.lua:%d+: expr:eval: the symbol 'y' has no value in x %+ y: give it one",
    function() local r = (x + y):eval { x = 1 }; return r end)
  t.raises("test_expr.lua:%d+: smat:eval: the symbol 'y' has no value in x%*y: give it one",
    function() local r = li.smat { x, x * y }:eval { x = 1 }; return r end)
  t.raises("test_expr.lua:%d+: expr:fn: the symbol 'y' has no value in x %+ y: it is no input",
    function() local r = (x + y):fn "x"; return r end)
  t.raises("test_expr.lua:%d+: smat:fn: the symbol 'y' has no value in x %+ y: it is no input",
    function() local r = li.smat { x, x + y }:fn "x"; return r end)
  local v, message, code = li.log(x - 1):eval { x = 1 }
  t.eq(v, nil)
  t.eq(message, "log(x - 1) has no finite value where x = 1")
  t.eq(code, "EDOMAIN")
  t.raises("argument 1 %(values%): x: expected a number, got the string 'a'", x.eval, x,
    { x = "a" })
  local f = (x ^ 2 + y):fn { x, y }
  t.eq(f(3, 1), 10)
  t.raises("expected 2 numbers, got 1", f, 3)
end)

t.test("an exact zero in a denominator is an error with the line and the expression", function()
  t.raises("test_expr.lua:%d+: expr /: division by zero: %(x %+ y%)/0",
    function() local r = (x + y) / (z - z); return r end)
  t.raises("test_expr.lua:%d+: expr /: division by zero", function() local r = x / 0; return r end)
  t.raises("log: log%(0%) has no real value", li.log, x - x)
  t.raises("test_expr.lua:%d+: expr /: division by zero: sin%(q1%)%^2 %+ cos%(q1%)%^2 %- 1 is "
    .. "0 whatever its symbols are",
    function() local r = x / (li.sin(q1) ^ 2 + li.cos(q1) ^ 2 - 1); return r end)
  t.raises("expr /: division by zero: ",
    function() local r = 1 / ((x + y) ^ 2 - x ^ 2 - 2 * x * y - y ^ 2); return r end)
  t.ok(1 / (x - y) and 1 / (li.sin(q1) ^ 2 - 1))
  t.raises("test_expr.lua:%d+: expressions have no order", function() local r = x < y; return r end)
  t.raises("expr %+: argument 2 %(b%): expected", function() local r = x + {}; return r end)
  t.raises("expr has no method 'simplfy'", function() local r = x.simplfy; return r end)
end)

t.test("what may stand in energies is asked for by name", function()
  local function lagrange(spec) return function() local eq = li.lagrange(spec) return eq end end
  t.raises("test_expr.lua:%d+: T: 'mm%*q1'^2': column 1: unknown symbol 'mm' "
    .. "%(did you mean 'm'%?%)", lagrange { q = "q1", T = "mm*q1'^2" })
  t.raises("test_expr.lua:%d+: T: T contains a coordinate that is not in q.* 'q2'': .*q2'%^2",
    lagrange { q = "q1", T = "m*(q1'^2 + q2'^2)/2" })
  t.raises("test_expr.lua:%d+: V: .* 'q2': x%*q2",
    lagrange { q = "q1", T = "m*q1'^2/2", V = "x*q2" })
  t.raises("test_expr.lua:%d+: Q: .* 'q2'", lagrange { q = "q1", T = "m*q1'^2/2", Q = { q2 } })
  t.raises("test_expr.lua:%d+: phi: .* 'q2'",
    lagrange { q = "q1", T = "m*q1'^2/2", phi = { q1 - q2 } })
  t.raises("test_expr.lua:%d+: q: entry 2: the coordinate q1 stands there twice",
    lagrange { q = "q1 q1", T = "m*q1'^2/2" })
  t.raises("test_expr.lua:%d+: T: expected an expression, a number or a text, got a smat",
    lagrange { q = "q1", T = li.smat { x, y } })
  t.raises("test_expr.lua:%d+: V: expected an expression, a number or a text, got a vec",
    lagrange { q = "q1", T = q1:d() ^ 2, V = li.vec { 1 } })
  t.raises("test_expr.lua:%d+: T: T is more than quadratic in 'q1'': q1'%^3",
    lagrange { q = "q1", T = q1:d() ^ 3 })
  local u = li.functions "u_prescribed"
  t.eq(li.lagrange { q = q1, T = m * (q1:d() + u:d()) ^ 2 / 2 }:row(1), m * q1:dd() + m * u:dd())
end)

t.test("corners: minimum, maximum, sign, absolute value, cases, and their derivatives", function()
  local at = { { x = -2, y = 1 }, { x = 0.5, y = 1 }, { x = 3, y = 1 } }
  local function is(e, want, what)
    for k, point in ipairs(at) do t.near(e:eval(point), want[k], 1e-14, what) end
  end
  is(li.min(x, y):diff(x), { 1, 1, 0 }, "min")
  is(li.min(x, y):diff(y), { 0, 0, 1 }, "min")
  is(li.max(x, y):diff "x", { 0, 0, 1 }, "max")
  is(li.min(x, y, 2 * x):diff "x", { 2, 1, 0 }, "min of three")
  is(li.abs(x - 1):diff(x), { -1, -1, 1 }, "abs")
  is(li.sign(x):diff(x), { 0, 0, 0 }, "sign")
  is(li.piecewise(x:lt(0), -x, x:gt(1), x ^ 2, 7):diff(x), { -1, 0, 6 }, "cases")
  is(li.piecewise(x:lt(0), -x, x:gt(1), x ^ 2, 7), { 2, 7, 9 }, "cases")
  is(li.piecewise(x:le(-2), 1, x:ge(3), 2, x:eq(0.5), 3, 4), { 1, 3, 2 }, "edges")
  is(li.sign(x) + li.max(x, 0), { -1, 1.5, 4 }, "sign")
  t.eq(li.sign(0), 0)
  t.eq((li.abs(q1) * li.sign(q1)):d():eval { q1 = -2, ["q1'"] = 3 }, 3)
end)

t.test("gradient back equals derivatives forward; coefficients, Hessian", function()
  local T = m * q1:d() ^ 2 / 2 + L * q1:d() * q2:d() * li.cos(q1 - q2) + li.atan2(x, y)
    * li.sqrt(x ^ 2 + 1) / y
  local s = { m, L, x, y, q1, q1:d() }
  local g = T:gradient(s)
  for i, v in ipairs(s) do t.eq(g[i]:equals(T:diff(v)), true) end
  local H = T:hessian { q1:d(), q2:d() }
  t.eq(H, li.smat { { m, L * li.cos(q1 - q2) }, { L * li.cos(q1 - q2), 0 } })
  t.eq(T:coeff(q1:d(), 2), m / 2)
  t.eq(T:coeff(q1:d()):coeff "q2'", L * li.cos(q1 - q2))
  t.eq(T:degree "q1'", 2)
  t.eq((x * li.sin(q1) ^ 2 + y * li.sin(q1)):coeff(li.sin(q1), 2), x)
  t.raises("is no polynomial in x", x.coeff, li.exp(x), x)
end)

t.test("K cos + L sin = M: both branches, and where there are none", function()
  local K, S, M = li.symbols "Kt St Mt"
  local r = (K * li.cos(q1) + S * li.sin(q1) - M):solve(q1)
  local v = { Kt = 1.5, St = -2, Mt = 0.7 }
  t.eq(#r, 2)
  t.near(r.condition:eval(v), 1.5 ^ 2 + 2 ^ 2 - 0.7 ^ 2, 1e-14)
  for i = 1, 2 do
    local a = r[i]:eval(v)
    t.near(1.5 * math.cos(a) - 2 * math.sin(a), 0.7, 1e-14)
  end
  t.ok(math.abs(r[1]:eval(v) - r[2]:eval(v)) > 0.1)
  local nothing, message, code = (2 + li.sin(q1)):solve(q1)
  t.eq(nothing, nil)
  t.eq(code, "EDOMAIN", message)
  t.raises("is not of degree 1 or 2", x.solve, x ^ 3 - y, x)
  t.eq(li.solve({ m * x + L * y - 1, x - y }, { x, y }), li.smat { 1 / (m + L), 1 / (m + L) })
  t.eq(select(3, li.solve({ x + y - 1, 2 * x + 2 * y - 3 }, "x y")), "ESINGULAR")
  t.raises("is not linear in x", li.solve, { x * y - 1, x - 1 }, "x y")
end)

t.test("determinant, inverse, L D L', Jacobian", function()
  local A = li.smat { { m, x, 0 }, { x, L, y }, { 0, y, m + L } }
  local v = { m = 2, L = 3, x = 0.5, y = -0.7 }
  local n = A:eval(v)
  t.near(A:det():eval(v), n:det(), 1e-13)
  t.eq((A:det() - (m * (L * (m + L) - y ^ 2) - x ^ 2 * (m + L))):is_zero(), true)
  t.near(A:inverse():eval(v), n:inverse(), 1e-13)
  local b = li.smat { 1, x, y }
  for _, how in ipairs { "ldl", "elimination" } do
    local left = A * A:solve(b, how) - b
    for i = 1, 3 do t.eq(left[i]:is_zero(), true) end
  end
  t.eq(li.jacobian({ x * y, li.sin(x) }, { x, y }), li.smat { { y, x }, { li.cos(x), 0 } })
  t.eq((A:inverse() * A):simplify(), li.seye(3))
  t.raises("test_expr.lua:%d+: smat:det: needs a square matrix, this is 2x1",
    function() local r = li.smat { x, y }:det() return r end)
end)

-- the mass matrix of the thesis' car carries nine rows in small blocks [AH-DISS 4.1]
t.test("a matrix of many rows is inverted block by block", function()
  local M = li.vehicles.thesis "robot2d".M
  t.eq(#M:table(), 9)
  local I, I33 = M:inverse(), "(Ip33 + 2*It33)"
  t.eq((I * M):simplify(), li.seye(9))
  for _, want in ipairs { { 3, 3, "1/" .. I33 }, { 3, 8, "-1/" .. I33 }, { 8, 9, "1/" .. I33 },
    { 8, 8, "(Ip33 + Id33 + 2*It33)/(Id33*" .. I33 .. ")" } } do
    t.eq(I:at(want[1], want[2]):equals(want[3]), true)
    t.ok(#tostring(I:at(want[1], want[2])) <= #want[3])
  end
  local dense = {}
  for i = 1, 9 do
    dense[i] = {}
    for j = 1, 9 do dense[i][j] = i == j and x or y end
  end
  local nothing, message, code = li.smat(dense):inverse()
  t.eq(nothing, nil)
  t.ok(message:find "at most 8 rows in a block, this has 9: solve instead")
  t.eq(code, "ELIMIT")
end)

t.test("questions", function()
  t.eq((li.sin(q1) ^ 2 + li.cos(q1) ^ 2 - 1):is_zero(), true)
  t.eq((li.sin(q1) ^ 2 + li.cos(q1) ^ 2):is_zero(), false)
  t.eq(((x + y) ^ 2):equals "x^2 + 2*x*y + y^2", true)
  t.eq((x + y):equals(x - y), false)
  t.eq(((x + y) ^ 2):coeff(x, 2), li.expr "1")
  t.eq(((x + y) ^ 3):degree "x", 3)
  t.eq(li.sin(x):degree(x), nil)
  local names = {}
  for i, s in ipairs((y * L + x):symbols()) do names[i] = tostring(s) end
  t.eq(table.concat(names, " "), "L x y")
  t.eq((x * 0 + 2.5):number(), 2.5)
  local ops = ((x + y) ^ 2 * (x + y)):ops()
  t.eq(ops.add + ops.mul, 3)
end)

t.test("matrices of expressions mix with mats, vecs and tables", function()
  local R = li.smat { { li.cos(q1), -li.sin(q1) }, { li.sin(q1), li.cos(q1) } }
  local v = li.smat { x, y }
  t.eq(tostring(R * v), "[x*c1 - y*s1  x*s1 + y*c1]")
  t.eq(li.mat { { 1, 2 }, { 3, 4 } } * v, li.smat { x + 2 * y, 3 * x + 4 * y })
  t.eq(v + li.vec { 1, 2 }, li.smat { x + 1, y + 2 })
  t.eq(li.vec { 1, 2 } - v, li.smat { 1 - x, 2 - y })
  t.eq(x * li.vec { 1, 2 }, li.vec { 1, 2 } * x)
  t.eq(2 * v, v + v)
  t.eq(v / 2, v * 0.5)
  t.eq(R:transpose() * R - li.seye(2) ~= li.seye(2), true)
  for _, row in ipairs((R:transpose() * R - li.seye(2)):table()) do
    for _, e in ipairs(row) do t.eq(e:is_zero(), true) end
  end
  t.eq((R:det() - 1):is_zero(), true)
  t.eq(R[1][2], -li.sin(q1))
  t.eq(#v, 2)
  t.near(R:eval { q1 = 0.3 },
    li.mat { { math.cos(0.3), -math.sin(0.3) }, { math.sin(0.3), math.cos(0.3) } })
  t.eq(li.smat { { x, 1 }, { 1, y } }:solve({ 1, 0 }, "ldl"):eval { x = 2, y = 3 },
    li.vec { 0.6, -0.2 })
  local nothing, message, code = li.smat { { x, x }, { x, x } }:inverse()
  t.eq(nothing, nil)
  t.ok(message:find "singular")
  t.eq(code, "ESINGULAR")
  t.eq(v:jacobian { x, y }, li.seye(2))
  t.raises("smat %*: a 2x2 matrix times a 3x1 one",
    function() local r = R * li.smat { 1, 2, x }; return r end)
  t.raises("smat: argument 1 %(rows%): row 2 has 1 entries where the first has 2", li.smat,
    { { x, y }, { x } })
  -- luacheck: ignore
  t.raises("smat: argument 1 %(rows%): %[2%]%[1%]: 'x x': column 3", li.smat, { { 1 }, { "x x" } })
end)

t.test("expressions remember the line that built them, when asked to", function()
  t.eq((x * y + 17):origin(), nil)
  li.origins(true)
  local bad = 1 / (x - 17)
  local sum = bad + y * 18
  li.origins(true)
  t.ok(bad:origin():find "test_expr.lua:%d+$", bad:origin())
  t.ok(sum:origin() ~= bad:origin())
  local nothing, message = sum:eval { x = 17, y = 1 }
  t.eq(nothing, nil)
  t.eq(message, bad:origin() .. ": 1/(x - 17) has no finite value where x = 17")
  local said = t.raises("division by zero", function() local r = sum / (x - x); return r end)
  t.eq(select(2, said:gsub("test_expr.lua", "")), 1)
  li.origins(false)
  t.eq(bad:origin(), nil)
end)

t.test("long and deep expressions from a loop", function()
  local deep, wide = x, li.expr(0)
  for i = 1, 100000 do
    deep = li.sin(deep) + y
    wide = wide + li.sin(i * x)
  end
  t.ok(deep:diff(y) and wide:diff(x))
  t.ok(#tostring(deep) <= 200000)
  local f = deep:fn "x y"
  t.ok(math.abs(f(0.1, 0.2)) < 2)
end)

t.test("the pool goes when the last expression goes, and comes back empty", function()
  local live = li._internal.mem_live()
  local a, b, c = li.symbols "live_a live_b live_c"
  local f = ((a + b) ^ 2 / c):fn { a, b, c }
  a, b, c = nil, nil, nil -- luacheck: ignore
  collectgarbage()
  collectgarbage()
  t.eq(f(1, 2, 3), 3)
  t.ok(li._internal.mem_live() >= live)
end)

t.test("a place without a value proves nothing: what differs only by being multiplied out is "
  .. "never said to differ", function()
  li.symbols "m x y"
  li.coordinates "q1 q2"
  local nowhere = { "x*q2*(2*y - sqrt(q1))^4", "q2*(1 - sqrt(q1))^2*x", "m*(1 + log(q2))^3*x",
    "x*(y + asin(q1))^2", "(m - q1^(1/3))^3*q2*0.7" }
  local around = { "min(m, %s)", "max(m, %s)", "max(%s, q2)", "atan2(m, %s)",
    "piecewise(%s < m, x, y)", "abs(%s)", "sign(%s)", "tanh(%s)", "exp(-(%s)^2)",
    "(1 + (%s)^2)^q2" }
  for _, inner in ipairs(nowhere) do
    for _, outer in ipairs(around) do
      local e = li.expr((outer:format(inner)))
      t.ok(e:equals(e:expand()) ~= false, tostring(e))
      t.ok(e:equals(li.expr((outer:format("(" .. inner .. " + x/100)")))) ~= true, tostring(e))
    end
  end
  local e = li.expr "min(m, x*q2*(2*y - sqrt(q1))^4)"
  t.eq(e:equals(e:expand()), true)
end)

t.done()
