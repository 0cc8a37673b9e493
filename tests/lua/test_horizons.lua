-- test_horizons.lua - blocks that solve a quadratic programme at every ask: li.mpc against the
-- regulator and against the same optimum over all states and inputs; li.mhe against the Kalman
-- filter and against all of the past at once; in runs, shipped, compiled into runs
local t = require "t"
local li = require "liaison"
local scratch = require "scratch"

local seed = 3
local function draw()
  seed = seed * 16807 % 2147483647
  return seed / 2147483647 * 2 - 1
end
local function vector(n, scale)
  local list = {}
  for k = 1, n do list[k] = draw() * (scale or 1) end
  return li.vec(list)
end
local function random_matrix(n, m)
  local rows = {}
  for i = 1, n do
    rows[i] = {}
    for j = 1, m do rows[i][j] = draw() end
  end
  return li.mat(rows)
end
local function random_system(n, m, p)
  return li.ss(random_matrix(n, n) * 1.2, random_matrix(n, m), random_matrix(p, n),
    li.zeros(p, m), 0.1)
end
local function weight(n)
  local F = random_matrix(n, n)
  return F * F:transpose() + 0.1 * li.eye(n)
end
local function part(v, first, last)
  local out = {}
  for k = first, last do out[#out + 1] = v[k] end
  return li.vec(out)
end

-- ---- a block of one's own -----------------------------------------------------------------------

-- the input that is nearest to what is wanted, within limits and not far from the one before
local function filter()
  return li.block { name = "near", inputs = "wanted", dt = 0.1, states = { last = 0 },
    outputs = { { "u", "z" }, { "solved", "solved" } }, next = { last = "z" },
    programme = { unknowns = "z", M = { { 1 } }, r = { "wanted" }, lo = { "max(-1, last - dt*5)" },
      hi = { "min(1, last + dt*5)" } } }
end

t.test("an input near what is wanted is a clip", function()
  local b, last, u, x = filter(), 0
  for _ = 1, 60 do
    local wanted = draw() * 3
    u, x = b:step({ wanted }, x)
    last = math.max(math.max(-1, last - 0.5), math.min(math.min(1, last + 0.5), wanted))
    t.near(u[1], last, 1e-15)
    t.eq(u[2], 1)
  end
end)

t.test("lines behind may name unknowns, those before may not", function()
  local function made(o)
    o.inputs, o.dt, o.outputs = "a b", 1, { u = "twice" }
    o.programme = { unknowns = "x y", H = { { 2, 0 }, { 0, "1 + a^2" } }, g = { "-b", -1 },
      A = { { 1, 1 } }, upper = { "a" } }
    return li.block(o)
  end
  local u = made { behind = { { "twice", "2*(x + y)" } } }:step { a = 0.25, b = 3 }
  t.near(u[1], 0.5, 1e-14)
  t.raises("lines%[1%]: .*'x'", made, { lines = { { "twice", "2*(x + y)" } } })
end)

t.test("where nothing obeys, solved is 0 and the unknowns are no numbers", function()
  local b = li.block { inputs = "a", dt = 1, outputs = { { "solved", "solved" }, { "u", "x" },
    { "v", "piecewise(solved > 1/2, x, 9)" } }, programme = { unknowns = "x", H = { { 1 } },
      A = { { 1 } }, lower = { "a" }, hi = { 1 } } }
  t.eq(b:step({ a = 0.5 })[1], 1)
  t.near(b:step({ a = 0.5 })[3], 0.5, 1e-15)
  local u = b:step { a = 2 }
  t.ok(u[2] ~= u[2])
  t.eq(u[1], 0)
  t.eq(u[3], 9)
end)

t.test("mistakes in a programme are named", function()
  local function made(p) return li.block { inputs = "a", outputs = { u = "x" }, programme = p } end
  t.raises("programme.H: expected H, or M", made, { unknowns = "x" })
  t.raises("programme.H: expected 1 rows, got 2", made, { unknowns = "x", H = { { 1 }, { 1 } } })
  t.raises("programme.H%[2%]%[1%]: expected what stands at %[1%]%[2%]", made, { unknowns = "x y",
    H = { { 1, "a" }, { "b", 1 } } })
  t.raises("programme.lower: expected 1 entries, got 2", made, { unknowns = "x", H = { { 1 } },
    A = { { 1 } }, lower = { 1, 2 } })
  t.raises("programme: .*'b'", made, { unknowns = "x", H = { { 1 } }, g = { "b" } })
  local b = filter()
  t.raises("solves a quadratic programme at every ask, and is shipped as C alone", b.lua, b)
  t.raises("cannot be part of another block", li.compose, { b,
    li.block { name = "two", inputs = { e = "near.u" }, outputs = { w = "e" }, dt = 0.1 } })
end)

-- ---- model predictive control -------------------------------------------------------------------

t.test("without limits it is the regulator", function()
  for n = 1, 4 do
    for m = 1, 2 do
      local s = random_system(n, m, 1)
      local Q, R, S = weight(n), weight(m), 0.05 * random_matrix(n, m)
      local final, x = weight(n), vector(n)
      local b = li.mpc { system = s, Q = Q, R = R, S = S, horizon = 7, final = final }
      local K = s:lqr { Q = Q, R = R, S = S, horizon = 7, final = final }.K
      t.close(part(b:step(x), 1, m), -(K * x), 1e-12)
      b = li.mpc { system = s, Q = Q, R = R, horizon = 3 }
      t.close(part(b:step(x), 1, m), -(s:lqr { Q = Q, R = R }.K * x), 1e-9)
    end
  end
  local c = li.ss({ { 0, 1 }, { 2, 0 } }, { { 0 }, { 1 } }, { { 1, 0 } })
  local b = li.mpc { system = c, Q = { 1, 0 }, R = 0.1, horizon = 5, dt = 0.05 }
  local K = c:lqr { Q = { 1, 0 }, R = 0.1, dt = 0.05 }.K
  t.near(b:step({ 0.3, -0.1 })[1], -(K * li.vec { 0.3, -0.1 })[1], 1e-10)
end)

-- the same optimum over all states x_1 .. x_N and inputs u_0 .. u_(N-1), states as equations
local function by_all(s, Q, R, final, N, x0, umax, xmax)
  local n, m = #s.states, #s.inputs
  local count = N * (n + m)
  local H, E, e = li.zeros(count, count), li.zeros(N * n, count), li.zeros(N * n)
  local lo, hi = {}, {}
  for k = 0, N - 1 do
    local u, x = k * (n + m), k * (n + m) + m
    local W = k == N - 1 and final or Q
    for i = 1, m do
      for j = 1, m do H[u + i][u + j] = R[i][j] end
      lo[u + i], hi[u + i] = -umax, umax
    end
    for i = 1, n do
      for j = 1, n do H[x + i][x + j] = W[i][j] end
      lo[x + i], hi[x + i] = -xmax[i], xmax[i]
      E[k * n + i][x + i] = 1
      for j = 1, m do E[k * n + i][u + j] = -s.B[i][j] end
      for j = 1, n do
        if k > 0 then E[k * n + i][u - n + j] = -s.A[i][j]
        else e[i] = e[i] + s.A[i][j] * x0[j] end
      end
    end
  end
  local x = li.qp(H, li.zeros(count), { E = E, e = e, lo = lo, hi = hi })
  return x and part(x, 1, m)
end

t.test("within limits it is the optimum over all states and inputs", function()
  local bound, refused = 0, 0
  for round = 1, 30 do
    local n, m, N = 1 + round % 3, 1 + round % 2, 2 + round % 4
    local s, Q, R, P = random_system(n, m, 1), weight(n), weight(m), weight(n)
    local limits, xmax = {}, {}
    for j = 1, m do limits[s.inputs[j]] = { -0.3, 0.3 } end
    for i = 1, n do xmax[i] = math.huge end
    xmax[1] = 0.9
    limits[s.states[1]] = { -0.9, 0.9 }
    local b = li.mpc { system = s, Q = Q, R = R, final = P, horizon = N, limits = limits }
    for _ = 1, 5 do
      local x0 = vector(n)
      local want, got = by_all(s, Q, R, P, N, x0, 0.3, xmax), b:step(x0)
      t.eq(got[m + 1], want and 1 or 0)
      if want then
        t.near(part(got, 1, m), want, 1e-9)
        local free = -(s:lqr { Q = Q, R = R, horizon = N, final = P }.K * x0)
        bound = bound + (math.abs(free[1] - want[1]) > 1e-6 and 1 or 0)
      else
        refused = refused + 1
        t.ok(math.abs(got[1]) <= 0.3)
      end
    end
  end
  t.ok(bound > 40, "limits were met " .. bound)
  t.ok(refused > 0, "none was without a plan")
end)

local function double()
  return li.ss({ { 1, 1 }, { 0, 1 } }, { { 0.5 }, { 1 } }, { { 1, 0 } }, 0, 1)
end

t.test("references, rates and soft limits", function()
  local s = double()
  local b = li.mpc { system = s, Q = 1, R = 1, horizon = 10, references = "y", soft = 1000,
    limits = { u = { -0.5, 0.5, rate = 0.2 }, x2 = { max = 0.6 } } }
  local x, last, fastest, u, z = li.vec { 0, 0 }, 0, 0
  for _ = 1, 40 do
    u, z = b:step({ y_ref = 5, x1 = x[1], x2 = x[2] }, z)
    t.ok(math.abs(u[1] - last) <= 0.2 + 1e-12 and math.abs(u[1]) <= 0.5)
    last, x = u[1], s.A * x + s.B * li.vec { u[1] }
    fastest = math.max(fastest, x[2])
  end
  t.near(x, li.vec { 5, 0 }, 1e-6)
  t.near(fastest, 0.6, 1e-6)
  -- beyond a hard limit there is no plan; a soft one is come back to
  local hard = li.mpc { system = s, Q = 1, R = 1, horizon = 4, limits = { u = { -1, 1 },
    y = { -1, 1 } } }
  t.eq(hard:step({ 9, 0 })[2], 0)
  t.eq(hard:step({ 9, 0 })[1], -1)
  local soft = li.mpc { system = s, Q = 1, R = 1, horizon = 4, soft = 100, limits = {
    u = { -1, 1 }, y = { -1, 1 } } }
  t.eq(soft:step({ 9, 0 })[2], 1)
  t.eq(soft:step({ 9, 0 })[1], -1)
end)

t.test("what is no task of predictive control is named", function()
  local s = double()
  local function made(o)
    o.system, o.Q, o.R, o.horizon = s, 1, 1, 5
    return li.mpc(o)
  end
  t.raises("there is no input, state or output 'w'", made, { limits = { w = { 0, 1 } } })
  t.raises("limits.u: the least, 2, is above the largest, 1", made, { limits = { u = { 2, 1 } } })
  t.raises("the rate of inputs alone", made, { limits = { x1 = { -1, 1, rate = 2 } } })
  t.raises("moves: expected 1 to 5", made, { moves = 6 })
  t.raises("there is no output 'q'", made, { references = "q" })
  s = li.ss({ { 1, 0 }, { 0, 0.5 } }, { { 1 }, { 0 } }, { { 1, 0 } }, 0, 1)
  t.raises("limits.x2: no input moves it", made, { limits = { x2 = { -1, 1 } } })
  s = li.ss(2, 0, 1, 0, 1)
  t.raises("final: .*not stabilizable.*final = 0", made, {})
  s = li.ss({ { 0.5 } }, { { 1 } }, { { 1 } }, { { -2 } }, 1)
  t.raises("transmission zero at z = 1", made, { references = "y" })
end)

-- ---- moving horizons ----------------------------------------------------------------------------

t.test("a linear process without bounds is the Kalman filter's", function()
  for round = 1, 6 do
    local n, p = 1 + round % 3, 1 + round % 2
    local s = random_system(n, 1, p)
    local Q = li.zeros(n, n)
    for i = 1, n do Q[i][i] = i == 2 and 0 or 0.1 * i end
    if round > 3 then Q = weight(n) end
    local R = round % 2 == 0 and weight(p) or 0.3
    local told = { system = s, Q = Q, R = R, P0 = weight(n), x0 = vector(n) }
    local k = li.kalman_filter(told)
    told.horizon = 1 + round
    local m, xk, xm = li.mhe(told)
    for _ = 1, 12 do
      local y = vector(p + 1, 2)
      local a, b
      a, xk = k:step(y, xk)
      b, xm = m:step(y, xm)
      t.close(part(b, 1, n), part(a, 1, n), 1e-10)
    end
  end
end)

t.test("what comes seldom, or is not there, is left out of the window", function()
  local s = li.ss({ { 1, 0.1 }, { 0, 1 } }, { { 0 }, { 0.1 } }, li.eye(2), li.zeros(2, 1), 0.1)
  local told = { system = s, Q = { 0.01, 0.1 }, R = { 0.1, 0.2 }, P0 = 1, every = { y2 = 3 },
    valid = { y1 = "ok" } }
  told.valid = nil
  local k = li.kalman_filter(told)
  told.horizon = 4
  local m, xk, xm = li.mhe(told)
  for _ = 1, 15 do
    local y = vector(3)
    local a, b
    a, xk = k:step(y, xk)
    b, xm = m:step(y, xm)
    t.near(part(b, 1, 2), part(a, 1, 2), 1e-11)
  end
end)

-- all of the past at once: x_0 .. x_k as unknowns, noise what is missing between them
local function by_all_states(s, o, ys, us)
  local n, k = #s.states, #ys
  local count = n * k
  local H, g = li.zeros(count, count), li.zeros(count)
  local function square(rows, value, over)
    for i, a in pairs(rows) do
      g[i] = g[i] - a * value / over
      for j, b in pairs(rows) do H[i][j] = H[i][j] + a * b / over end
    end
  end
  for i = 1, n do square({ [i] = 1 }, o.x0[i], o.P0[i]) end
  for j = 1, k do
    local at = n * (j - 1)
    local row = {}
    for i = 1, n do row[at + i] = s.C[1][i] end
    square(row, ys[j], o.R)
    for i = 1, j < k and n or 0 do
      row = { [at + n + i] = 1 }
      for l = 1, n do row[at + l] = -s.A[i][l] end
      square(row, s.B[i][1] * us[j], o.Q[i])
    end
  end
  local lo, hi = {}, {}
  for i = 1, count do
    lo[i] = (i - 1) % n == 0 and o.bounds[1] or -math.huge
    hi[i] = (i - 1) % n == 0 and o.bounds[2] or math.huge
  end
  local x = assert(li.qp(H, g, { lo = lo, hi = hi }))
  return part(x, count - n + 1, count)
end

t.test("with bounds it is the optimum over all of the past that the window has", function()
  local met = 0
  for _ = 1, 5 do
    local s = li.ss({ { 0.9, 0.3 }, { -0.2, 0.8 } }, { { 0.1 }, { 1 } }, { { 1, 0.2 } }, 0, 1)
    local o = { Q = { 0.2, 0.1 }, R = 0.05, P0 = { 1, 2 }, x0 = vector(2), bounds = { -0.2, 0.4 } }
    local m = li.mhe { system = s, Q = o.Q, R = o.R, P0 = o.P0, x0 = o.x0, horizon = 8,
      bounds = { x1 = o.bounds } }
    local ys, us, b, xm = {}, {}
    for j = 1, 8 do
      ys[j], us[j] = draw(), draw()
      b, xm = m:step({ y = ys[j], u = us[j] }, xm)
      local want = by_all_states(s, o, ys, us)
      t.near(part(b, 1, 2), want, 1e-9)
      t.eq(b[3], 1)
      met = met + ((b[1] > 0.4 - 1e-9 or b[1] < -0.2 + 1e-9) and 1 or 0)
    end
  end
  t.ok(met > 5, "bounds were met " .. met)
end)

-- 2 A <-> B in a vessel, the pressure of both together measured [Haseltine, Rawlings 2003]
local function reactor(more)
  local o = { states = { { "a", 0.1 }, { "b", 4.5 } }, rates = { a = "-2*(0.16*a^2 - 0.0064*b)",
    b = "0.16*a^2 - 0.0064*b" }, dt = 0.1, measured = { p = { "a + b", R = 0.01 } },
    Q = { 1e-5, 1e-5 }, P0 = { 36, 36 } }
  for key, x in pairs(more or {}) do o[key] = x end
  return o
end

t.test("a reactor: the extended filter leaves what is possible, the horizon does not", function()
  local e, h = li.ekf(reactor()), li.mhe(reactor { horizon = 10, bounds = { a = { 0, 10 },
    b = { 0, 10 } } })
  local a, b, ue, uh, xe, xh = 3, 1
  local least = 0
  for _ = 1, 120 do
    local p = a + b
    ue, xe = e:step({ p }, xe)
    uh, xh = h:step({ p }, xh)
    least = math.min(least, ue[1], ue[2])
    t.ok(uh[1] >= -1e-9 and uh[2] >= -1e-9 and uh[3] == 1)
    -- exact to the fourth order, as the filters have it
    local function f(x, y) return -2 * (0.16 * x * x - 0.0064 * y), 0.16 * x * x - 0.0064 * y end
    local k1, l1 = f(a, b)
    local k2, l2 = f(a + 0.05 * k1, b + 0.05 * l1)
    local k3, l3 = f(a + 0.05 * k2, b + 0.05 * l2)
    local k4, l4 = f(a + 0.1 * k3, b + 0.1 * l3)
    a, b = a + 0.1 / 6 * (k1 + 2 * k2 + 2 * k3 + k4), b + 0.1 / 6 * (l1 + 2 * l2 + 2 * l3 + l4)
  end
  t.ok(least < -0.5, "the extended filter stays above " .. least)
  local gap = math.abs(uh[1] - a) + math.abs(uh[2] - b)
  t.ok(gap < 0.1, "off by " .. gap)
end)

t.test("noise by name within bounds, a measurement that is far off", function()
  -- a random walk that only goes up
  local told = { states = { x = 0 }, next = { x = "x + w" }, noise = { w = 1 }, P0 = 1e-6, dt = 1,
    measured = { y = { "x", R = 1 } }, horizon = 5 }
  told.noise_bounds = { w = { 0, 5 } }
  local up, last, u, x = li.mhe(told), 0
  for _, y in ipairs { 0.5, 0.2, 1.5, 1.0, 0.8, 2.5 } do
    u, x = up:step({ y }, x)
    t.ok(u[1] >= last - 1e-9)
    last = math.min(last, u[1])
  end
  -- the same as |y - x| <= 2 of every measurement
  told.noise_bounds = { y = { -2, 2 } }
  local near = li.mhe(told)
  t.near(near:step({ 9 })[1], 7, 1e-8)
  told.noise_bounds = { z = { -1, 1 } }
  t.raises("there is no noise 'z'", li.mhe, told)
  told.noise_bounds = { w = { 1, 2 } }
  t.raises("noise_bounds.w: expected 0 between", li.mhe, told)
  told.noise_bounds, told.bounds = nil, { q = { 0, 1 } }
  t.raises("there is no state 'q'", li.mhe, told)
  told.bounds, told.gate = nil, 9
  t.raises("gate: a window has none", li.mhe, told)
end)

-- ---- in runs, shipped ---------------------------------------------------------------------------

local function cart()
  return li.robot { gravity = { 0, 0, 0 }, bodies = { { name = "cart", joint = "prismatic",
    axis = "x", q = "q1", mass = 1, inertia = { 1, 1, 1 } } } }
end

local function both()
  local lin = cart():linearize { inputs = "q1", outputs = "q1" }:named { inputs = "F" }
  local est = li.mhe { name = "est", system = lin, Q = { 1e-4, 1e-2 }, R = 1e-4, P0 = 0.1,
    dt = 0.05, horizon = 5, bounds = { ["q1'"] = { -0.3, 0.3 } }, from = { F = "ctl.F" } }
  local ctl = li.mpc { name = "ctl", system = lin, Q = { 1, 0.1 }, R = 0.01, horizon = 12,
    dt = 0.05, soft = 1e4, to = { F = "q1" }, limits = { F = { -1, 1 }, ["q1'"] = { -0.25, 0.25 } },
    from = { q1 = "est.q1_est", ["q1'"] = "est.q1_est'" } }
  return est, ctl
end

local function run(sil)
  local est, ctl = both()
  return cart():simulate(4, { 0.5 }, nil, { controllers = { est, ctl }, dt = 0.05, sil = sil,
    sensors = { q1 = { rate = 20, resolution = 1e-3 } } })
end

t.test("in a run, and the compiled C in its place: the same bits", function()
  local plain = run(false)
  t.ok(math.abs(plain:at("q1", 4)) < 5e-3, plain:at("q1", 4))
  local fastest = 0
  for k = 0, 80 do fastest = math.max(fastest, math.abs(plain:at("q1'", 0.05 * k))) end
  t.ok(fastest < 0.26 and fastest > 0.2, fastest)
  if not scratch.sh "command -v cc > /dev/null 2>&1" then return t.skip "no C compiler" end
  local compiled = run(true)
  for k = 0, 80 do t.eq(compiled:at("q1", 0.05 * k), plain:at("q1", 0.05 * k)) end
  t.ok(tostring(compiled):find "ran as the C that block:c writes")
end)

t.test("shipped as C of both widths under the strictest warnings", function()
  local est, ctl = both()
  local function ship(compiler, name, b, width)
    if not scratch.sh("command -v " .. compiler .. " > /dev/null 2>&1") then return end
    local file = name .. width
    b:c { name = file, type = width, dir = scratch.dir }
    t.ok(scratch.sh(("cd %s && %s -std=c99 -O1 -Wall -Wextra -Wpedantic -Wconversion -Werror "
      .. "-Wdouble-promotion -DSELFTEST %s.c -o %s.run -lm > said 2>&1 && ./%s.run > said")
      :format(scratch.dir, compiler, file, file, file)), compiler .. ": " .. scratch.slurp "said")
    t.ok(scratch.slurp "said":find "0 of %d+ outputs differ: passed", scratch.slurp "said")
  end
  ship("gcc", "est", est, "double")
  ship("gcc", "ctl", ctl, "float")
  ship("clang", "est", est, "float")
  ship("clang", "ctl", ctl, "double")
  ship("gcc", "near", filter(), "float")
end)

t.test("the solver is shipped as it stands in the engine", function()
  local function text_of(path)
    local f = assert(io.open(path))
    local text = f:read "*a"
    f:close()
    return text:sub((text:find "static real qp_row"))
  end
  t.eq(require "liaison.control.ship_qp", text_of "core/num/qp_text.h")
end)

t.done()
