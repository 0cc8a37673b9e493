-- test_nonlinear_flat.lua - input-output linearization and flatness: relative degrees and zero
-- dynamics of known systems, maps in closed form, paths that are tracked, what is undefined
local t = require "t"
local li = require "liaison"

local function cart()
  return li.robot { bodies = {
    { name = "cart", joint = "prismatic", axis = "x", q = "x", mass = 1, inertia = { 0, 0, 0 } },
    { name = "pole", parent = "cart", joint = "revolute", axis = "y", q = "th", mass = 0.2,
      com = { 0, 0, 0.5 }, inertia = { 0, 0, 0 } } }, inputs = "F",
    forces = { { "given", joint = "x", f = "F" } } }
end

-- ---- input-output linearization -----------------------------------------------------------------

t.test("relative degrees and zero dynamics are those of the linear system's zeros", function()
  -- (s^2 + 3 s - 10)/((s + 1)(s + 2)(s + 3)): zeros 2, -5; companion form
  local c = li.io_linearize({ x = "a b c", u = "u", f = { "b", "c", "-6*a - 11*b - 6*c + u" } },
    { outputs = { y = "-10*a + 3*b + c" }, poles = -4 })
  t.eq(c.relative_degree[1], 1)
  t.near({ c.zero_dynamics[1].re, c.zero_dynamics[2].re }, { 2, -5 }, 1e-9)
  t.ok(c:report():find "UNSTABLE %(not minimum phase%)", c:report())
  t.eq(select(2, c:proof()), false)
  -- s + 4 above: stable, and complex zeros
  c = li.io_linearize({ x = "a b c", u = "u", f = { "b", "c", "-6*a - 11*b - 6*c + u" } },
    { outputs = { y = "4*a + b" }, poles = { -1, -2 } })
  t.eq(c.relative_degree[1], 2)
  t.near(c.zero_dynamics[1].re, -4, 1e-9)
  t.eq(select(2, c:proof()), true)
  c = li.io_linearize({ x = "a b c", u = "u", f = { "b", "c", "-6*a - 11*b - 6*c + u" } },
    { outputs = { y = "5*a + 2*b + c" }, poles = -1 })
  t.near({ c.zero_dynamics[1].re, math.abs(c.zero_dynamics[1].im) }, { -1, 2 }, 1e-9)
end)

t.test("cart and pole: x leaves an unstable pole of sqrt(g/l), th a free cart", function()
  local c = li.io_linearize(cart(), { outputs = { y = "x" }, poles = -3, goal = { y = 0.4 } })
  local w = math.sqrt(9.81 / 0.5)
  t.near({ c.zero_dynamics[1].re, c.zero_dynamics[2].re }, { w, -w }, 1e-7)
  -- hanging it swings: x goes as its poles say while it does
  c = li.io_linearize(cart(), { outputs = { y = "x" }, poles = -3, goal = { y = 0.4 },
    at = { th = math.pi } })
  t.near(math.abs(c.zero_dynamics[1].im), w, 1e-7)
  t.ok(c:report():find "undecided by its linear part")
  local run = cart():simulate(1, { 0, 2 }, nil, { controllers = { { c, dt = 0 } }, rtol = 1e-10,
    atol = 1e-12, dt = 0.5 })
  t.near(run:at("x", 1), 0.4 - 0.4 * math.exp(-3) * 4, 1e-8)
  c = li.io_linearize(cart(), { outputs = "th", poles = { { re = -2, im = 1 },
    { re = -2, im = -1 } } })
  t.near({ c.zero_dynamics[1].re, c.zero_dynamics[1].im }, { 0, 0 }, 1e-6)
  t.eq(c:block().outputs[1], "F")
  -- s^2 + 4 s + 5
  local at, push = { 0.1, 0.2, 0, 0 }, c:step { 0.1, 0.2, 0, 0, 0.7, 0, 0 }
  t.near(cart():fd({ at[1], at[2] }, { 0, 0 }, { push[1], 0 })[2], 5 * (0.7 - 0.2), 1e-9)
end)

t.test("two outputs of an arm, coupled: each obeys its own poles", function()
  local m = li.planar { 1, 0.7, mass = { 1, 2 } }
  local c = li.io_linearize(m, { outputs = { { "sum", "q1 + q2" },
    { "mixed", "q1 + 0.3*sin(q2)" } }, poles = {
    { -2, -3 }, { -4, -5 } }, at = { 0.2, 0.3, 0, 0 }, goal = { sum = 1, mixed = 0.3 } })
  local text, holds = c:proof()
  t.ok(holds, text)
  local run = m:simulate(0.5, { 0.2, 0.3 }, nil, { controllers = { { c, dt = 0 } }, rtol = 1e-10,
    atol = 1e-12, dt = 0.5 })
  local q1, q2 = run:at("q1", 0.5), run:at("q2", 0.5)
  local function shape(a, b) return (b * math.exp(-a / 2) - a * math.exp(-b / 2)) / (b - a) end
  t.near(q1 + q2, 1 + (0.5 - 1) * shape(2, 3), 1e-7)
  t.near(q1 + 0.3 * math.sin(q2), 0.3 + (0.2 + 0.3 * math.sin(0.3) - 0.3) * shape(4, 5), 1e-7)
end)

t.test("relative degrees that are undefined, matrices that are singular, are named", function()
  local ball = { x = "r dr th dth", u = "u", f = { "dr", "r*dth^2 - 9.81*sin(th)", "dth", "u" } }
  -- ball and beam [Hauser, Sastry, Kokotovic 1992]
  t.raises("outputs.y: its relative degree is undefined at x0: .*derivative 3 %(for u 2%*dth%*r%)",
    li.io_linearize, ball, { outputs = { y = "r" }, poles = -1 })
  local c = li.io_linearize(ball, { outputs = { y = "r" }, poles = -1, at = { r = 1, dth = 1 } })
  t.eq(c.relative_degree[1], 3)
  t.ok(c:report():find "x0 is no equilibrium")
  t.raises("outputs.y: no input is felt by it", li.io_linearize, { x = "a b", u = "u",
    f = { "-a", "u" } }, { outputs = { y = "a" }, poles = -1 })
  local unicycle = { x = "x y th", u = "v w", f = { "v*cos(th)", "v*sin(th)", "w" } }
  t.raises("the decoupling matrix is singular everywhere: %[cos%(th%), 0%] %[sin%(th%), 0%]",
    li.io_linearize, unicycle, { outputs = { x = "x", y = "y" }, poles = -1 })
  -- a point before the axle
  c = li.io_linearize(unicycle, { outputs = { { "px", "x + cos(th)/2" },
    { "py", "y + sin(th)/2" } }, poles = -1 })
  t.eq(c.relative_degree[1] + c.relative_degree[2], 2)
  for _, case in ipairs {
    { "system.f%[2%]: not affine in the input u", { x = "a b", u = "u", f = { "b", "u^2" } }, {} },
    { "system.f: expected 2 expressions, got 1", { x = "a b", u = "u", f = { "b" } }, {} },
    { "outputs: expected as many outputs as inputs %(u%): 1, got 2", { x = "a b", u = "u",
      f = { "b", "u" } }, { outputs = { "a", "b" } } },
    { "poles%[1%]: expected 2 poles of y, its relative degree, got 3", { x = "a b", u = "u",
      f = { "b", "u" } }, { poles = { -1, -2, -3 } } },
    { "complex poles come in pairs", { x = "a b", u = "u", f = { "b", "u" } },
      { poles = { { re = -1, im = 1 }, { re = -2, im = 0 } } } },
    { "at: expected 2 numbers %(a b%), got 1", { x = "a b", u = "u", f = { "b", "u" } },
      { at = { 0 } } },
    { "k has no number: it is no state and no value", { x = "a b", u = "u",
      f = { "b", "k*a + u" } }, { outputs = { y = "a + k*b" } } },
    { "expected a model, or", 3, {} },
  } do
    local o = { outputs = { y = "a" }, poles = -1 }
    for key, x in pairs(case[3]) do o[key] = x end
    t.raises(case[1], li.io_linearize, case[2], o)
  end
end)

-- ---- flatness -----------------------------------------------------------------------------------

t.test("on a circle a car and its trailer have the angles of their triangles", function()
  -- the last axle on a circle of radius 10 at 2 m/s
  local function jets(p)
    local at, w = {}, 0.2
    for k = 1, p do
      at["x_" .. k] = 10 * w ^ k * math.cos(0.4 + k * math.pi / 2)
      at["y_" .. k] = 10 * w ^ k * math.sin(0.4 + k * math.pi / 2)
    end
    return at
  end
  local car = li.flatness("car", { length = 2.5, poles = -2, dt = 0.01 }).flat
  local at = jets(3)
  t.near(car.states.delta:eval(at), math.atan(2.5 / 10), 1e-12)
  t.near(car.inputs.v:eval(at), 2, 1e-12)
  t.near(car.inputs.delta_rate:eval(at), 0, 1e-12)
  -- the hitch is at sqrt(10^2 + 3^2), the car's axle with it
  local two = li.flatness("trailer", { length = 2.5, hitches = { 3 }, poles = -2, dt = 0.01 }).flat
  at = jets(4)
  local R0 = math.sqrt(109)
  t.near(two.states.th0:eval(at) - two.states.th1:eval(at), math.atan(3 / 10), 1e-12)
  t.near(two.states.delta:eval(at), math.atan(2.5 / R0), 1e-12)
  t.near(two.inputs.v:eval(at), 2 * R0 / 10, 1e-12)
end)

t.test("two trailers of unlike length: the maps put into the kinematics", function()
  for _, steering in ipairs { "rate", "angle" } do
    local text, holds = li.flatness("trailer", { length = 2.5, hitches = { 3, 1.2 }, poles = -2,
      steering = steering, dt = 0.01 }):proof()
    t.ok(holds, text)
  end
  -- the front trailer is hitches[1]: a circle of radius 10 of the last
  local flat = li.flatness("trailer", { length = 1, hitches = { 3, 1.2 }, poles = -1,
    dt = 0.01 }).flat
  local at = {}
  for k = 1, 5 do
    at["x_" .. k], at["y_" .. k] = 10 * math.cos(k * math.pi / 2), 10 * math.sin(k * math.pi / 2)
  end
  t.near(flat.states.th1:eval(at) - flat.states.th2:eval(at), math.atan(1.2 / 10), 1e-12)
  t.near(flat.inputs.v:eval(at), math.sqrt(100 + 1.44 + 9), 1e-12)
end)

-- one step of a fourth-order method
local function advance(f, x, h)
  local function moved(k, a)
    local out = {}
    for i = 1, #x do out[i] = x[i] + a * k[i] end
    return out
  end
  local k1 = f(x)
  local k2 = f(moved(k1, h / 2))
  local k3 = f(moved(k2, h / 2))
  local k4 = f(moved(k3, h))
  local out = {}
  for i = 1, #x do out[i] = x[i] + h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]) end
  return out
end

-- the path x = t, y = sin(0.5 t): derivative k
local function path(axis, k, time)
  if axis == "x" then return k == 0 and time or k == 1 and 1 or 0 end
  return 0.5 ^ k * math.sin(0.5 * time + k * math.pi / 2)
end

local function track(c, x, f, time, dt)
  local z, b = nil, c:block()
  for step = 0, math.floor(time / dt + 0.5) - 1 do
    local y = {}
    for i, name in ipairs(b.inputs) do
      local axis, marks = name:match "^([xy])_d('*)$"
      y[i] = axis and path(axis, #marks, step * dt) or x[i]
    end
    local u
    u, z = c:step(y, z)
    x = advance(function(state) return f(state, u) end, x, dt)
  end
  return x
end

t.test("a unicycle, a car and a car with a trailer come to a path and stay on it", function()
  local c = li.flatness("unicycle", { poles = -2, dt = 0.005 })
  local function unicycle(x, u) return { u[1] * math.cos(x[3]), u[1] * math.sin(x[3]), u[2] } end
  local x = track(c, { -0.3, 0.4, 0.2 }, unicycle, 12, 0.005)
  t.near({ x[1], x[2] }, { path("x", 0, 12), path("y", 0, 12) }, 5e-3)
  t.near(x[3], math.atan(path("y", 1, 12)), 1e-2)

  c = li.flatness("car", { length = 1, poles = -2, dt = 0.005 })
  local function car(q, u)
    return { u[1] * math.cos(q[3]), u[1] * math.sin(q[3]), u[1] * math.tan(q[4]), u[2] }
  end
  x = track(c, { -0.2, 0.2, 0.5, 0 }, car, 14, 0.005)
  t.near({ x[1], x[2] }, { path("x", 0, 14), path("y", 0, 14) }, 5e-3)

  c = li.flatness("trailer", { length = 1, hitches = { 1.5 }, poles = -1.5, dt = 0.005 })
  local function trailer(q, u)
    local b = q[4] - q[3]
    local v = u[1] * math.cos(b)
    return { v * math.cos(q[3]), v * math.sin(q[3]), u[1] * math.sin(b) / 1.5,
      u[1] * math.tan(q[5]), u[2] }
  end
  x = track(c, { -0.1, 0.1, 0.45, 0.4, 0 }, trailer, 18, 0.005)
  t.near({ x[1], x[2] }, { path("x", 0, 18), path("y", 0, 18) }, 1e-2)
  t.ok(c:report():find "derivatives up to 4 are asked of the path")
end)

t.test("what flatness asks is told", function()
  for _, case in ipairs {
    { "kind: unknown kind 'cart' %(did you mean 'car'%?%)", "cart", {} },
    { "length: expected the distance of the axles", "car", {} },
    { "hitches: expected the length of every trailer", "trailer", { length = 1 } },
    { "speed: expected the speed at the start, not 0", "unicycle", { speed = 0 } },
    { "poles%[1%]: expected 3 poles of x", "car", { length = 1, poles = { -1 } } },
  } do
    local o = { poles = -1, dt = 0.01 }
    for key, x in pairs(case[3]) do o[key] = x end
    t.raises(case[1], li.flatness, case[2], o)
  end
  t.eq(select(2, li.flatness("car", { length = 1, poles = 1, dt = 0.01 }):proof()), false)
end)

t.done()
