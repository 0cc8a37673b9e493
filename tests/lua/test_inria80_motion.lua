-- test_inria80_motion.lua - the acceptance list of the 1980 report along a motion: shares of the
-- torque, terms that may be left out, control; numbers in brackets: the lines of that list
local t = require "t"
local li = require "liaison"
local report = require "inria80case"

local robot = li.robots.inria6r()
local eq = robot:equations()
local n, P1, S, pair = report.n, report.P1, report.S, report.pair

-- trajectory T1 of [inria80] 2.6
local function motion(T)
  local qA, qB = { 0, -.6, .4, -.3, .2, 0 }, { 1.2, .5, -.5, .6, 1, 1.5 }
  return function(time)
    local u = time / T
    local s, d, dd = 10 * u ^ 3 - 15 * u ^ 4 + 6 * u ^ 5, 30 * u ^ 2 - 60 * u ^ 3 + 30 * u ^ 4,
      60 * u - 180 * u ^ 2 + 120 * u ^ 3
    local q, v, a = {}, {}, {}
    for i = 1, n do
      local way = qB[i] - qA[i]
      q[i], v[i], a[i] = qA[i] + s * way, d * way / T, dd * way / T ^ 2
    end
    return q, v, a
  end
end

t.test("(46, 47) shares of the torque along T1; inertia and Coriolis keep their ratio at half "
  .. "the speed", function()
  local model, o = eq:with(P1), { 0, 0, 0, 0, 0, 0 }
  local function peaks(T)
    local run = motion(T)
    local F, A, BC, Q, dynamic = { 0, 0, 0, 0, 0, 0 }, { 0, 0, 0, 0, 0, 0 }, { 0, 0, 0, 0, 0, 0 },
      { 0, 0, 0, 0, 0, 0 }, { 0, 0, 0, 0, 0, 0 }
    for k = 0, 400 do
      local q, v, a = run(T * k / 400)
      local g, h, all = model:gravity(q), model:bias(q, v), model:id(q, v, a)
      for i = 1, n do
        F[i], Q[i] = math.max(F[i], math.abs(all[i])), math.max(Q[i], math.abs(g[i]))
        A[i], BC[i] = math.max(A[i], math.abs(all[i] - h[i])),
          math.max(BC[i], math.abs(h[i] - g[i]))
        dynamic[i] = math.max(dynamic[i], math.abs(all[i] - g[i]))
      end
    end
    local ratio = {}
    for i = 1, n do ratio[i] = BC[i] / dynamic[i] end
    return F, A, BC, Q, ratio
  end
  local F, A, BC, Q, ratio = peaks(1)
  t.near(F, { 99.3293570, 314.214593, 127.295260, 6.074983, 6.051080, 0.036025 }, 1e-6)
  t.near(A, { 109.636804, 113.358754, 28.084177, 1.091069, 2.889887, 0 }, 1e-6)
  t.near(BC, { 71.050474, 23.371094, 25.327449, 1.664367, 5.731483, 0.036025 }, 1e-6)
  t.near(Q, { 0, 206.150451, 104.000096, 6.353336, 3.355940, 0 }, 1e-6)
  t.near(ratio, { .7153, .1922, .9437, 1.116, .9107, 1 }, 1e-4)
  local _, _, _, _, slow = peaks(2)
  t.near(slow, ratio, 1e-10)
  t.eq(#model:gravity(o), 6)
end)

t.test("(48, 49) terms that may go over T1, the error that makes, and an error that is kept",
  function()
  for _, row in ipairs { { 1e-3, 290, .0023 }, { 1e-2, 166, .029, A = 49, B = 79, C = 38 },
    { 5e-2, 104, .11 } } do
    local r = eq:prune { motion = motion(1), values = P1, eps = row[1] }
    t.eq(r.of.A, 92) t.eq(r.of.B, 165) t.eq(r.of.C, 72)
    t.eq(r.kept.A + r.kept.B + r.kept.C, row[2])
    t.near(r.worst, row[3], row[3] * .03)
    if row.A then t.eq(r.kept.A, row.A) t.eq(r.kept.B, row.B) t.eq(r.kept.C, row.C) end
  end
  local r = eq:prune { motion = motion(1), values = P1, eps = 1e-2, mode = "bound" }
  t.ok(r.worst <= 1e-2 and r.kept.A + r.kept.B + r.kept.C < 200, r.worst)
  -- the error it tells is the error there is
  local numbers, inputs = {}, {}
  for name, x in pairs(P1) do numbers[name] = x end
  for _, name in ipairs(eq.constants) do numbers[name] = eq.constants[name]:subs(P1) end
  for _, list in ipairs { eq.q, eq.v, eq.a } do
    for i = 1, n do inputs[#inputs + 1] = list[i] end
  end
  local f, model, worst, run = r.rows:subs(numbers):fn(inputs), eq:with(P1), 0, motion(1)
  for k = 0, 200 do
    local q, v, a = run(k / 200)
    local all = {}
    for _, list in ipairs { q, v, a } do for i = 1, n do all[#all + 1] = list[i] end end
    local got, want = { f((table.unpack or unpack)(all)) }, model:id(q, v, a)
    for i = 1, n do worst = math.max(worst, math.abs(got[i] - want[i]) / r.peak[i]) end
  end
  t.near(worst, r.worst, 1e-9)
  t.raises("test_inria80_motion.lua:%d+: .*mode: .*'bond'",
    function() eq:prune { motion = motion(1), mode = "bond" } end)
  t.raises("test_inria80_motion.lua:%d+: .*motion: expected it to give q, v, a with 6 numbers "
    .. "each; v is not", function() eq:prune { motion = function() return S[1] end } end)
end)

t.test("(48, 49) what is left is equations: symmetric, their error told row by row, printed, "
  .. "compiled, compared, moved", function()
  local numbers = li.robots.inria6r { data = "P1" }
  for _, mode in ipairs { "term", "bound" } do
    local small = eq:prune { motion = motion(1), values = P1, eps = 2e-2, mode = mode }.equations
    local loss = small:loss()
    for i = 1, n do
      for j = 1, n do t.ok(small.M:at(i, j) == small.M:at(j, i), "symmetric") end
    end
    t.eq(loss.of, 329)
    t.ok(loss.kept < 200, loss.kept)
    if mode == "bound" then t.ok(loss.worst <= 2e-2, loss.worst) end
    local light, worst, run = small:with(P1), { 0, 0, 0, 0, 0, 0 }, motion(1)
    for k = 0, 200 do
      local q, v, a = run(k / 200)
      local got, want = light:id(q, v, a), numbers:id(q, v, a)
      for i = 1, n do worst[i] = math.max(worst[i], math.abs(got[i] - want[i]) / loss.peak[i]) end
    end
    t.near(worst, loss.error, 1e-9)
    t.ok(small:ops().mul < eq:without_coriolis():ops().mul + eq:ops("coriolis").mul)
    local text = tostring(small)
    t.ok(text:find("%d+ of 329 terms of velocities and accelerations are left")
      and text:find("q2 [%d.]+ %%, q3 "), text)
    t.ok(small:latex():find "of 329 terms" and small:latex(nil, { fragment = true }):find "M_{55}")
    t.ok(not li.compare(small:row(5), eq:row(5)).equal and li.compare(small.G, eq.G).equal)
    t.ok(tostring(light):find "of 329 terms", "numbers put in, still told")
    t.eq(light:loss().worst, loss.worst)
    local id = light:compile("id", { tape = true })
    local q, v, a = run(0.3)
    t.near(id(q, v, a), light:id(q, v, a), 1e-9)
    t.ok(small:c():find "id")
    local three = small:restrict { 1, 2, 3 }
    for i = 1, 3 do
      t.ok(three.B:at(i, 1) == small.B:at(i, 1):subs { ["q4'"] = 0, ["q5'"] = 0, ["q6'"] = 0 },
        "still pruned")
    end
    for j = 1, 2 do
      for k = j + 1, 3 do
        t.ok(three.P:at(1, ({ [12] = 1, [13] = 2, [23] = 3 })[10 * j + k]) == small.P:at(1,
          pair(j, k)))
      end
    end
  end
  -- pruned and whole fall alike; no error is nothing dropped
  local two = li.planar { 1, 0.8 }:equations()
  local function swing(time) return { time, 2 * time }, { 1, 2 }, { 0, 0 } end
  local all = two:prune { motion = swing, eps = 0 }.equations
  t.eq(all:loss().worst, 0)
  for i = 1, 2 do t.eq(li.compare(all:row(i), two:row(i)).equal, true) end
  local r1, r2 = all:simulate(1, { 1, 0 }, { 0, 0 }, { rtol = 1e-9 }),
    li.simulate { two, q = { 1, 0 }, t = 1, rtol = 1e-9 }
  t.near(r1:state(), r2:state(), 1e-6)
  t.near({ r1:state()[1], r1:state()[2] },
    (li.simulate { li.planar { 1, 0.8 }, q = { 1, 0 }, t = 1, rtol = 1e-9 }:state()), 1e-6)
  t.eq(table.concat(r1:columns(), " "), "t q1 q2 q1' q2' T V E")
  local held = two:simulate(0.5, { 0.3, 0.2 }, { 0, 0 },
    { tau = function(_, q) return two:gravity(q) end })
  t.near(held:state(), { 0.3, 0.2 }, 1e-12)
  t.raises("test_inria80_motion.lua:%d+: .*tau: expected 2 forces in order",
    function() two:simulate(1, { 0, 0 }, { 0, 0 }, { tau = { 1 } }) end)
  t.raises("test_inria80_motion.lua:%d+: q: expected 2 numbers, got 1",
    function() two:simulate(1, { 0 }) end)
  t.raises("test_inria80_motion.lua:%d+: .*no numbers for L1, m1, in",
    function() li.planar { "L1", 1 }:equations():simulate(1, { 0, 0 }) end)
  t.eq(select(3, eq:with(P1):simulate(1, { 0, 0, 0, 0, 0, 0 })), "ESINGULAR")
end)

t.test("(50) control: torque predicted by a model with 10 %% wrong masses is ten times better "
  .. "than none", function()
  local plant = li.robots.inria6r { data = "P2" }
  local run = motion(1)
  local q0 = run(0.5)
  local D = plant:mass(q0)
  local function worst_error(scale)
    local q, v = run(0)
    local worst = 0
    local function acceleration(time, x, xd)
      local r, rd, rdd = run(time)
      local tau = scale > 0 and plant:id(r, rd, rdd) or { 0, 0, 0, 0, 0, 0 }
      local u = {}
      for i = 1, n do
        u[i] = scale * tau[i] + D[i][i] * (400 * (r[i] - x[i]) + 40 * (rd[i] - xd[i]))
      end
      return plant:fd(x, xd, u)
    end
    local h = .001
    local function step(x, k, s)
      local y = {} for i = 1, n do y[i] = x[i] + s * k[i] end return y
    end
    for s = 0, 999 do
      local time = s * h
      local a1 = acceleration(time, q, v)
      local v2, q2 = step(v, a1, h / 2), step(q, v, h / 2)
      local a2 = acceleration(time + h / 2, q2, v2)
      local v3, q3 = step(v, a2, h / 2), step(q, v2, h / 2)
      local a3 = acceleration(time + h / 2, q3, v3)
      local v4, q4 = step(v, a3, h), step(q, v3, h)
      local a4 = acceleration(time + h, q4, v4)
      local qn, vn = {}, {}
      for i = 1, n do
        qn[i] = q[i] + h / 6 * (v[i] + 2 * v2[i] + 2 * v3[i] + v4[i])
        vn[i] = v[i] + h / 6 * (a1[i] + 2 * a2[i] + 2 * a3[i] + a4[i])
      end
      q, v = qn, vn
      local r = run(time + h)
      for i = 1, n do worst = math.max(worst, math.abs(r[i] - q[i])) end
    end
    return worst
  end
  local bare, model = worst_error(0), worst_error(.9)
  t.near(bare, .152837, 2e-6)
  t.near(model, .015324, 2e-6)
  t.near(bare / model, 9.97, .05)
  t.ok(worst_error(1) < 1e-8)
end)

t.done()
