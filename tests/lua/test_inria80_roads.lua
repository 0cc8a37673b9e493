-- test_inria80_roads.lua - the acceptance list of the 1980 report: other formulations of the same
-- robots, and formulas that must fail numbers in brackets: the lines of that list; [E1], [E5]: its
-- errata
local t = require "t"
local li = require "liaison"

local function pair(n, j, k) return (j - 1) * n - j * (j - 1) / 2 + k - j end

-- Uicker's 4x4 form -------------------------------------------------------------------------------

local function numbers_of(m)
  local list = {}
  for _, b in ipairs(m:description().bodies) do
    local I = b.inertia or { 0, 0, 0 }
    if type(I) == "number" then I = { I, I, I } end
    if type(I[1]) == "table" then I = { I[1][1], I[2][2], I[3][3], I[1][2], I[1][3], I[2][3] } end
    list[#list + 1] = { name = b.name, m = b.mass or 0, c = b.com or { 0, 0, 0 }, I = I,
      rotor = (b.rotor or 0) * (b.gear or 1) ^ 2 }
  end
  return list
end

-- (2-6): about the frame's origin; central: as it must not be read, the moments about the centre of
-- mass
local function pseudo_inertia(b, central)
  local P, s, shift = li.zeros(4, 4), (b.I[1] + b.I[2] + b.I[3]) / 2, central and 0 or b.m
  for i = 1, 3 do P[i][i] = s - b.I[i] + shift * b.c[i] ^ 2 end
  for k, ij in ipairs { { 1, 2 }, { 1, 3 }, { 2, 3 } } do
    local x = -(b.I[3 + k] or 0) + shift * b.c[ij[1]] * b.c[ij[2]]
    P[ij[1]][ij[2]], P[ij[2]][ij[1]] = x, x
  end
  for i = 1, 3 do P[i][4], P[4][i] = b.m * b.c[i], b.m * b.c[i] end
  P[4][4] = b.m
  return P
end

-- A_ik = sum tr(U_k J U_i'), B_ikp = 2 sum tr(U_kp J U_i'), C_ik = sum tr(U_kk J U_i'), Q_i = -sum
-- m G' U_i d  [inria80] F8, E3, E4
local function uicker(m, q, central)
  local g, n, coordinates, at = m:generator(), #q, {}, {}
  for i, name in ipairs(m:coordinates()) do
    coordinates[i] = li.coordinates(name)
    at[coordinates[i]] = q[i]
  end
  local A, B, C, G, weight = li.zeros(n, n), li.zeros(n, n * (n - 1) / 2), li.zeros(n, n),
    li.zeros(n), m:description().gravity
  for _, b in ipairs(numbers_of(m)) do
    local T, J, U, JU, last = g:homogeneous(b.name), pseudo_inertia(b, central), {}, {}, 0
    local dT = {}
    for k = 1, n do
      dT[k] = T:diff(coordinates[k])
      U[k] = dT[k]:eval(at)
      if U[k]:norm() > 0 then last = k end
      JU[k] = J * U[k]:transpose()
    end
    for i = 1, last do
      local w = U[i] * li.vec { b.c[1], b.c[2], b.c[3], 1 }
      G[i] = G[i] - b.m * (weight[1] * w[1] + weight[2] * w[2] + weight[3] * w[3])
      for k = 1, last do A[i][k] = A[i][k] + (U[k] * JU[i]):trace() end
    end
    for k = 1, last do
      for p = k, last do
        local Ukp = dT[k]:diff(coordinates[p]):eval(at)
        for i = 1, last do
          local x = (Ukp * JU[i]):trace()
          if k == p then
            C[i][k] = C[i][k] + x
          else
            B[i][pair(n, k, p)] = B[i][pair(n, k, p)] + 2 * x
          end
        end
      end
    end
  end
  for i, b in ipairs(numbers_of(m)) do if b.rotor > 0 then A[i][i] = A[i][i] + b.rotor end end
  return A, B, C, G
end

-- [inria80] 2.7 G1
local function scheinman()
  return li.phrase("RZ(a,b),TZK(.4),RY(a,b),TYK(.15),TZ(a,b),RZ(a,b),TZK(0),RY(a,b),TZK(0),"
    .. "RZ(a,b),TZK(.25);", { gravity = { 0, 0, -9.81 }, masses = {
    { mass = 9, com = { 0, .02, .15 }, inertia = { .28, .26, .07, .01, -.02, .015 } },
      { mass = 6, com = { .01, .08, -.03 }, inertia = { .11, .02, .1, 0, .01, 0 } },
    { mass = 4, com = { 0, -.01, -.25 }, inertia = { .35, .34, .02, .002, .01, .003 } },
      { mass = 1.1, com = { 0, .01, -.02 }, inertia = { .004, .003, .002, 0, 0, .0005 } },
    { mass = .7, com = { .005, 0, .03 }, inertia = { .003, .002, .001, .0002, 0, 0 } },
      { mass = .6, com = { .01, .02, .12 },
      inertia = { .008, .007, .002, .0003, .0001, -.0002 } } } })
end

-- [inria80] 2.7 G2
local function turn_slide_turn()
  return li.phrase("RY(a,b),TYK(.9),RXK(.5),TZ(a,b),TZK(.3),RX(a,b),TYK(.4);",
    { gravity = { 0, -9.81, 0 }, masses = {
    { mass = 5, com = { 0, .4, .05 }, inertia = { .3, .1, .28 } },
      { mass = 3, com = { .02, 0, .1 }, inertia = { .05, .06, .02 } },
    { mass = 2, com = { 0, .2, .03 }, inertia = { .03, .01, .03, .001, 0, .002 } } } })
end

t.test("(34, 35, 40, 41) Uicker's form gives the same A, B, C, Q for the report's robot, "
  .. "Stanford, Puma, RTR; with central inertia it does not", function()
  for name, m in pairs { inria6r = li.robots.inria6r { data = "P2" }, stanford = scheinman(),
    puma = li.robots.puma560(), rtr = turn_slide_turn() } do
    local q, at, eq = m:random(5), {}, m:equations()
    for i = 1, #q do at[eq.q[i]] = q[i] end
    for _, constant in ipairs(eq.constants) do at[constant] = eq.constants[constant]:eval() end
    local A, B, C, G = uicker(m, q)
    t.near(eq.M:eval(at), A, 1e-11 * (1 + A:norm()), name .. " A")
    t.near(eq.P:eval(at), B, 1e-11 * (1 + B:norm()), name .. " B")
    t.near(eq.B:eval(at), C, 1e-11 * (1 + C:norm()), name .. " C")
    t.near(eq.G:eval(at), G, 1e-11 * (1 + G:norm()), name .. " Q")
    local wrong = uicker(m, q, true)
    t.ok((wrong - A):norm() > 1e-3 * A:norm(),
      name .. ": (2-6) with inertia about the centre of mass is noticed")
  end
end)

t.test("(40) G1, the golden figures of the Stanford arm", function()
  local m = scheinman()
  local M = m:equations():mass { .4, .7, .55, -.3, .9, 1.3 }
  local want = { { 1.01679759225356, -0.261451597973665, -0.591879027059508, 0.0409545477082769,
    -0.0108774337191231, -0.0037223696002138 },
    { 1.51959833029284, -0.0716686491221566, 0.00288561407659453, 0.051872052513047,
      -0.00633727068006469 }, { 6.4, 0, -0.0688352286377765, 0.00704315470284033 },
    { 0.0139725177719114, -0.000918143325659052, 0.000321776194859171 },
      { 0.0195358546114155, -0.00103610415390298 }, { .0023 } }
  for i = 1, 6 do for j = i, 6 do t.near(M[i][j], want[i][j - i + 1], 1e-12, i .. "," .. j) end end
  t.near(M:det(), 3.99527290726872e-06, 1e-16)
end)

-- lever products ----------------------------------------------------------------------------------

-- A of a chain of turns by (3-16, 3-17): p = i..k-1 and p = k+1..N, or with the limits as they are
-- printed                                                                   [inria80] F18, E1
local function levers(m, q, printed)
  local list, at, n = li._internal.eom.bodies(m), {}, #q
  for i = 1, n do at[list[i].q] = q[i] end
  for _, c in ipairs(list.constants) do at[c[1]] = c[2]:eval() end
  local function world(i, x) return list[i].R[0]:eval(at) * li.vec(x) end
  local function unit(c) local x = { 0, 0, 0 } x[c] = 1 return x end
  local function value(x) local out = {} for c = 1, 3 do out[c] = x[c]:eval(at) end return out end
  local g, V, l, J = {}, {}, {}, {}
  for k = 1, n do
    local R, I = list[k].R[0]:eval(at), list[k].J
    g[k], V[k] = world(k, unit(list[k].axis)), world(k, value(list[k].V))
    l[k] = k < n and world(k, value(list[k + 1].lever)) or li.vec { 0, 0, 0 }
    local x = {}
    for s = 1, 6 do x[s] = I[s]:eval(at) end
    J[k] = R * li.mat { { x[1], x[4], x[5] }, { x[4], x[2], x[6] },
      { x[5], x[6], x[3] } } * R:transpose()
  end
  local A = li.zeros(n, n)
  for i = 1, n do
    for j = i, n do
      local sum = 0
      for k = j, n do
        sum = sum + g[i]:dot(J[k] * g[j])
        for p = i, printed and n - 1 or k - 1 do
          sum = sum + g[i]:cross(l[p]):dot(g[j]:cross(V[k]))
        end
        if k < n then
          for p = printed and j or k + 1, n do
            sum = sum + g[i]:cross(V[p]):dot(g[j]:cross(l[k]))
          end
        end
      end
      A[i][j], A[j][i] = sum, sum
    end
  end
  return A
end

t.test("(36, 37) augmented bodies with the corrected limits give A, on chains drawn at "
  .. "random; with those printed in (3-17) they do not", function()
  local state = 4
  local function random() state = state * 16807 % 2147483647 return state / 2147483647 end
  for _ = 1, 20 do
    local phrase, masses, n = {}, {}, 3 + math.floor(3 * random())
    for i = 1, n do
      local axis, along = ("XYZ"):sub(1 + math.floor(3 * random())):sub(1, 1),
        ("XYZ"):sub(1 + math.floor(3 * random())):sub(1, 1)
      phrase[i] = li._internal.format("R%s(a,b),T%sK(%.3f)", axis, along, 0.2 + random())
      masses[i] = { mass = 1 + random(), com = { random(), random(), random() },
        inertia = { 1 + random(), 1 + random(), 1 + random(), .1 * random(), .1 * random(),
        .1 * random() } }
    end
    local m = li.phrase(table.concat(phrase, ",") .. ";",
      { masses = masses, gravity = { 0, -9.81, 0 } })
    local q = m:random(7)
    local M = m:mass(q)
    t.near(levers(m, q), M, 1e-12 * (1 + M:norm()), phrase)
    t.ok((levers(m, q, true) - M):norm() > 0.05 * M:norm(), "the printed limits are noticed")
  end
end)

-- size --------------------------------------------------------------------------------------------

local zero, one = li.expr(0), li.expr(1)

local function terms(e)
  e = e:expand()
  if e == zero then return 0 end
  local parts = e:parts()
  if e:kind() == "product" and #parts == 2 and parts[2]:kind() == "sum" then e = parts[2] end
  return e:kind() == "sum" and #e:parts() or 1
end

t.test("(70) multiplied out without any identity, the traces of A have 3933 terms; 384 with "
  .. "c^2 = 1 - s^2", function()
  local s, c, axes, lever = {}, {}, { "y", "x", "x", "x", "y", "z" }, {}
  for i = 1, 6 do s[i], c[i] = li.symbols(("sin%d cos%d"):format(i, i)) end
  local function shift(x, y, z)
    return { { one, zero, zero, x }, { zero, one, zero, y }, { zero, zero, one, z },
      { zero, zero, zero, one } }
  end
  for i, way in ipairs { { 0, "L1", 0 }, { 0, "L2", 0 }, { 0, 0, "L3" }, { 0, 0, 0 },
    { 0, 0, 0 } } do
    local x = {}
    for k = 1, 3 do x[k] = li.expr(way[k], type(way[k]) == "string" and "new" or nil) end
    lever[i] = shift(x[1], x[2], x[3])
  end
  local place = { x = { 2, 3 }, y = { 3, 1 }, z = { 1, 2 } }
  local function turn(k, derived)
    local R, a, b = shift(zero, zero, zero), c[k], s[k]
    local i, j = place[axes[k]][1], place[axes[k]][2]
    if derived then
      for r = 1, 4 do R[r][r] = zero end
      a, b = -s[k], c[k]
    end
    R[i][i], R[j][j], R[i][j], R[j][i] = a, a, -b, b
    return R
  end
  local function product(X, Y)
    local Z = {}
    for i = 1, 4 do
      Z[i] = {}
      for j = 1, 4 do
        local sum = {}
        for k = 1, 4 do sum[k] = X[i][k] * Y[k][j] end
        Z[i][j] = li.sum(sum):expand()
      end
    end
    return Z
  end
  local function U(j, by)
    local M
    for k = 1, j do
      local X = turn(k, k == by)
      if k > 1 then X = product(lever[k - 1], X) end
      M = M and product(M, X) or X
    end
    return M
  end
  local function pseudo(k, along)
    local J = shift(zero, zero, zero)
    for r, name in ipairs { "A", "B", "C", "M" } do J[r][r] = li.expr(name .. k, "new") end
    J[along][4] = li.expr("V" .. k, "new")
    J[4][along] = J[along][4]
    return J
  end
  local body, list = { [1] = pseudo(1, 2), [2] = pseudo(2, 2), [3] = pseudo(3, 3),
    [6] = pseudo(6, 3) }, {}
  for j in pairs(body) do
    list[j] = {}
    for k = 1, j do list[j][k] = U(j, k) end
  end
  local plain, reduced, additions = 0, 0, 0
  for i = 1, 6 do
    for k = i, 6 do
      local sum = {}
      for j = k, 6 do
        if body[j] then
          local X, Y = product(list[j][k], body[j]), list[j][i]
          for r = 1, 4 do for x = 1, 4 do sum[#sum + 1] = X[r][x] * Y[r][x] end end
        end
      end
      local e = li.sum(sum):expand()
      local n = terms(e)
      plain, additions = plain + n, additions + math.max(n - 1, 0)
      for x = 1, 6 do
        local out = {}
        for p = 0, e:degree(c[x]) do
          out[p + 1] = e:coeff(c[x], p) * (1 - s[x] ^ 2) ^ math.floor(p / 2) * c[x] ^ (p % 2)
        end
        e = li.sum(out):expand()
      end
      reduced = reduced + terms(e)
    end
  end
  t.eq(plain, 3933) t.eq(additions, 3912) t.eq(reduced, 384)
end)

local function full_report_robot()
  local masses = {}
  for i = 1, 6 do
    masses[i] = { mass = "m" .. i, com = { "x" .. i, "y" .. i, "z" .. i }, inertia = {} }
    for k, name in ipairs { "xx", "yy", "zz", "xy", "xz", "yz" } do
      masses[i].inertia[k] = name .. i
    end
  end
  return li.phrase("RY(a,b),TYK(L1),RX(c,d),TYK(L2),RX(e,f),TZK(L3),RX(g,h),TZK(0),"
    .. "RY(i,j),TZK(0),RZ(k,l),TZK(L6);", { masses = masses, gravity = { 0, "G", 0 } })
end

t.test("(74) the report's robot with full inertias: 36 base parameters, inverse dynamics in "
  .. "247 and 228 operations at most", function()
  local m = full_report_robot()
  -- of symbols: [inria80] 3.2 has 149/111 for A and 422/341 for A, B, C, Q, with ten sines
  for what, most in pairs { id = { 247, 228 }, mass = { 149, 111 }, matrices = { 422, 341 } } do
    local x = m:equations():ops(what)
    t.ok(x.mul <= most[1] and x.add - x.angle <= most[2] and x.fun <= 10,
      ("%s: %d, %d, %d"):format(what, x.mul, x.add, x.fun))
  end
  local values = { G = -9.81, L1 = .9, L2 = .7, L3 = .8, L6 = .3 }
  for i = 1, 6 do
    values["m" .. i] = 7 - i
    for k, name in ipairs { "x", "y", "z" } do values[name .. i] = .1 * k + .01 * i end
    for k, name in ipairs { "xx", "yy", "zz", "xy", "xz", "yz" } do
      values[name .. i] = k < 4 and 1 + .1 * k * i or .01 * k
    end
  end
  m = m:with(values)
  t.eq(#m:base_parameters(), 36)
  local count = m:equations():forms().recursive
  t.ok(count.mul <= 247 and count.add <= 228, ("%d, %d"):format(count.mul, count.add))
  local mass = m:equations():ops "mass"
  t.ok(mass.mul <= 149 and mass.add - mass.angle <= 111 and mass.fun <= 10,
    ("%d, %d, %d"):format(mass.mul, mass.add, mass.fun))
end)

t.test("(83) closed form and recursion agree at 1000 random states; both say what they cost, "
  .. "and the cheaper is named", function()
  local m = li.robots.inria6r { data = "P2" }
  local eq = m:equations()
  local forms = eq:forms()
  t.eq(forms.cheaper, "recursive")
  t.ok(forms.recursive.mul < forms.closed.mul and forms.recursive.add < forms.closed.add)
  t.eq(forms.closed.mul, eq:form("closed"):ops().mul)
  t.eq(forms.recursive.add, eq:form("recursive"):ops().add)
  t.eq(eq:forms("gravity").cheaper, "closed")
  local closed, recursive = eq:form("closed"):compile("id", { tape = true }),
    eq:compile("id", { tape = true })
  local worst = 0
  for k = 1, 1000 do
    local x = { m:random(3 * k), m:random(3 * k + 1), m:random(3 * k + 2) }
    local a, b = closed(x[1], x[2], x[3]), recursive(x[1], x[2], x[3])
    for i = 1, 6 do worst = math.max(worst, math.abs(a[i] - b[i]) / (1 + math.abs(a[i]))) end
  end
  t.ok(worst < 1e-12, worst)
  local springs = li.lagrange { q = "u", T = "u'^2/2", V = "u^2" }
  t.eq(springs:forms().recursive, nil)
  t.eq(springs:forms().cheaper, "closed")
  t.raises("have no recursive form", function() springs:form "recursive" end)
end)

t.test("(32) the robot let fall for half a second: two engines to 1e-7, energy kept to 1e-8",
  function()
  local m = li.robots.inria6r { data = "P2" }
  local q, v = { .3, -.5, .8, -.4, .7, 1.1 }, { .5, -.6, .9, 1.2, -.8, 1.5 }
  local run = m:simulate(.5, q, v, { rtol = 1e-11, atol = 1e-12 })
  local a, b = run:state()
  local c, d = m:equations():simulate(.5, q, v, { rtol = 1e-11, atol = 1e-12 }):state()
  t.near(c, a, 1e-7)
  t.near(d, b, 1e-7)
  local T0, V0 = m:energy(q, v)
  local T, V = m:energy(a, b)
  t.near(T + V, T0 + V0, 1e-8 * (1 + math.abs(T0 + V0)))
end)

t.done()
