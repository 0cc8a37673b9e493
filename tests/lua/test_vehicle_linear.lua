-- test_vehicle_linear.lua - equations about an operating point; bounce and pitch of the thesis;
-- energies by body; more forces on the right
local t = require "t"
local li = require "liaison"

-- kept: a symbol nobody holds may be collected before the text is read
local names = { li.symbols "ms kf kr L1 L2 Iy" }
local bounce = li.lagrange {
  q = "z th", T = { body = "ms*z'^2/2 + Iy*th'^2/2" },
    V = { front = "kf*(z - L1*th)^2/2", rear = "kr*(z + L2*th)^2/2" },
}

-- the shape as a ratio Z/Theta: distance of the motion centre
local function modes(l, values)
  local list = l:undamped(values)
  return { list[1].frequency * 2 * math.pi, list[2].frequency * 2 * math.pi,
    list[1].shape[1] / list[1].shape[2], list[2].shape[1] / list[2].shape[2] }
end

t.test("thesis M2: bounce and pitch, equations, frequencies, motion centres", function()
  li.compare("ms*z'' + kf*(z - L1*th) + kr*(z + L2*th)", bounce:row(1))
  t.ok(li.compare("ms*z'' + kf*(z - L1*th) + kr*(z + L2*th)", bounce:row(1)).equal)
  t.ok(li.compare("Iy*th'' - kf*L1*(z - L1*th) + kr*L2*(z + L2*th)", bounce:row(2)).equal)
  local l = bounce:linearize { q = { 0, 0 } }
  t.ok(li.compare({ { 0, 0, 1, 0 }, { 0, 0, 0, 1 },
    { "-(kf + kr)/ms", "-(kr*L2 - kf*L1)/ms", 0, 0 },
    { "-(kr*L2 - kf*L1)/Iy", "-(kf*L1^2 + kr*L2^2)/Iy", 0, 0 } }, l:A()).equal)
  local at = { ms = 1200, kf = 36000, kr = 40000, L1 = 1.2, L2 = 1.4, Iy = 2016 }
  t.near(modes(l, at), { 7.46420027292179, 8.498365855987975, -1.4, 1.2 }, 1e-12)
  at.Iy = 1800
  t.near(modes(l, at), { 7.618148323546956, 8.812077224430547, -2.0136616419366953,
    0.744911641936693 }, 1e-12)
  local full = l:modes(at)
  t.near({ full[1].frequency, full[2].frequency }, { 1.2124659628997336, 1.402485649175631 }, 1e-13)
  t.near(full[1].damping, 0, 1e-14)
  at.kr = at.kf * at.L1 / at.L2
  local w = l:undamped(at)
  t.near({ w[1].frequency, w[2].frequency },
    { 7.464200272921789 / (2 * math.pi), 7.899367063252599 / (2 * math.pi) }, 1e-13)
end)

t.test("energies by body, kept when parameters get numbers", function()
  local list = bounce:energies()
  t.eq(#list, 3)
  t.eq(list[1].name, "body")
  t.eq(tostring(list[1].V), "0")
  t.ok(li.expr(list[2].V):equals "kf*(z - L1*th)^2/2")
  local n = bounce:with { kf = 2 }:energies()
  t.ok(n[2].V:equals "(z - L1*th)^2")
  local model = li.planar { "L1", "L2" }
  local eq = model:equations { reduce = false }
  local sum = li.expr(0)
  for _, b in ipairs(eq:energies()) do sum = sum + b.T end
  t.ok(sum:equals(eq.T))
  t.eq(#li.lagrange { q = "z", T = "ms*z'^2/2" }:energies(), 0)
  t.raises("T.body: .*unknown symbol 'mss'", li.lagrange, { q = "z", T = { body = "mss*z'^2/2" } })
  t.raises("by the name of a body", li.lagrange, { q = "z", T = { "ms*z'^2/2" } })
end)

t.test("more forces on the right: inputs, dampers; in numbers, rows and functions", function()
  local u, c = li.symbols "u cz"
  local z = li.coordinates "z"
  local eq = bounce:forced { z = u - c * z:d() }
  t.ok(eq:row(1):equals(bounce:row(1) - u + c * z:d()))
  local l = eq:linearize { q = { 0, 0 }, inputs = "u" }
  t.eq(tostring(l.U), "[1]\n[0]")
  t.eq(tostring(l.D), "[cz  0]\n[0   0]")
  t.eq(tostring(l:B()), "[0]\n[0]\n[1/ms]\n[0]")
  local arm = li.planar { 1, 0.5 }
  local eq2 = arm:equations():forced { 0, "0.3" }
  local q, v, a = { 0.1, 0.2 }, { 0.3, -0.4 }, { 0.5, 0.6 }
  local want = arm:id(q, v, a)
  t.near(eq2:id(q, v, a), { want[1], want[2] - 0.3 }, 1e-13)
  t.raises("1 forces for 2 coordinates", eq2.forced, eq2, { 1 })
  t.raises("unknown key 'q3'", eq2.forced, eq2, { q3 = 1 })
end)

t.test("about a state: against differences of the numeric engine", function()
  local arm = li.robots.puma560()
  local q, v = { 0.3, -0.5, 0.8, -0.4, 0.7, 1.1 }, { 0.5, -0.6, 0.9, 1.2, -0.8, 1.5 }
  local zero = { 0, 0, 0, 0, 0, 0 }
  local l = arm:equations():linearize { q = q, v = v }
  local dq, dv = arm:id_derivatives(q, v, zero)
  t.near(l.K:eval(), dq, 1e-9)
  t.near(l.D:eval(), dv, 1e-9)
  t.near(l.M:eval(), arm:mass(q), 1e-10)
  local bias = arm:bias(q, v)
  t.near(l.rest:eval(), -bias, 1e-10)
  t.raises("unknown key 'zz'", bounce.linearize, bounce, { q = { th = 0, zz = 1 } })
  t.raises("q: expected 2 numbers", bounce.linearize, bounce, { q = { 1 } })
  li.coordinates "xc yc"
  local rolling = li.lagrange { q = "xc yc", T = "ms*(xc'^2 + yc'^2)/2", H = { { "sin(yc)", 1 } } }
  t.raises("no numbers for ms", rolling.linearize, rolling)
end)

t.test("an inverted pendulum on a cart: A and B of the textbook, its unstable mode", function()
  li.symbols "mc mp l g F"
  local eq = li.lagrange { q = "s phi", T = { cart = "mc*s'^2/2",
    bob = "mp*((s' + l*cos(phi)*phi')^2 + (l*sin(phi)*phi')^2)/2" }, V = "mp*g*l*cos(phi)",
    Q = { "F", 0 } }
  local lin = eq:linearize { q = { 0, 0 }, inputs = "F" }
  t.ok(li.compare({ { 0, 0, 1, 0 }, { 0, 0, 0, 1 }, { 0, "-mp*g/mc", 0, 0 },
    { 0, "(mc + mp)*g/(mc*l)", 0, 0 } }, lin:A()).equal)
  t.ok(li.compare({ { 0 }, { 0 }, { "1/mc" }, { "-1/(mc*l)" } }, lin:B()).equal)
  local m = lin:modes { mc = 1, mp = 0.5, l = 2, g = 10 }
  local most = 0
  for _, mode in ipairs(m) do most = math.max(most, mode.re) end
  t.near(most, math.sqrt(7.5), 1e-12)
end)

t.ok(#names == 6)
t.test("A and B in numbers are those in symbols with the numbers put in", function()
  local u, w, c = li.symbols "u w cz"
  local z, th = li.coordinates "z th"
  local at = { ms = 1200, kf = 36000, kr = 40000, L1 = 1.2, L2 = 1.4, Iy = 2016, cz = 350 }
  local l = bounce:forced { z = 3 * u - c * z:d() - w,
    th = w * 0.5 - 2 * th:d() }:linearize { q = { 0, 0 }, inputs = "u w" }
  local A, B = l:numbers(at)
  t.near(A, l:A():eval(at), 1e-13)
  t.near(B, l:B():eval(at), 1e-16)
  -- by hand: 3/ms and -1/ms on z'', 0.5/Iy on th''
  t.near(B, { { 0, 0 }, { 0, 0 }, { 3 / 1200, -1 / 1200 }, { 0, 0.5 / 2016 } }, 1e-16)
  t.near(A[3][3], -350 / 1200, 1e-15)
  t.near(A[4][4], -2 / 2016, 1e-15)
end)

t.done()
