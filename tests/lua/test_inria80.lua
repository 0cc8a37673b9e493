-- test_inria80.lua - the acceptance list of the 1980 report: what it prints of its robot, its
-- figures; numbers in brackets: the lines of that list
local t = require "t"
local li = require "liaison"
local report = require "inria80case"

local robot = li.robots.inria6r()
local eq = robot:equations()
local n, P1, S, pair = report.n, report.P1, report.S, report.pair
local zero = li.expr(0)

-- +2*VZ3*L2*(+C23*S2) as an expression
local function read(text)
  text = text:gsub("%f[%w]([SC])(%d+)%f[%W]", function(f, digits)
    return (f == "S" and "sin(" or "cos(") .. digits:gsub("%d", "q%0+"):sub(1, -2) .. ")"
  end)
  return li.expr((text:gsub("%*%*", "^")))
end

local function same(got, want, what)
  t.eq(got:equals(want), true, ("%s: %s is not %s"):format(what, tostring(got), tostring(want)))
end

local listing = robot:listing()

-- [inria80] 2.3, corrected (E14, E15)
local A_printed = require "liaison.catalog.robots.inria6r_listing".mended

t.test("(10, 79) reduced masses and inertias, word by word; those without effect", function()
  t.eq(table.concat(listing.V, "; "),
    "VY1 = D1*M1+L1*(+M2+M3+M6); VY2 = D2*M2+L2*(+M3+M6); VZ3 = D3*M3+L3*(+M6); VZ6 = D6*M6")
  t.eq(table.concat(listing.W, "; "),
    "WY1 = D1**2*M1+L1**2*(M2+M3+M6); WY2 = D2**2*M2+L2**2*(M3+M6); WZ3 = "
    .. "D3**2*M3+L3**2*(M6); WZ6 = D6**2*M6")
  t.eq(table.concat(listing.J, "; "),
    "JX1 = IX1+WY1; JZ1 = IZ1+WY1; JX2 = IX2+WY2; JZ2 = IZ2+WY2; JX3 = IX3+WZ3; JY3 = "
    .. "IY3+WZ3; JX6 = IX6+WZ6; JY6 = IY6+WZ6")
  t.eq(table.concat(listing.dead, " "), "VY1 WY1 JX1 JZ1")
end)

t.test("(11) their numbers for P1", function()
  local all = { L1 = .9, D1 = .4, M1 = 50, IX1 = 2.4, IZ1 = 2.3 }
  for k, v in pairs(P1) do all[k] = v end
  local want = { VY1 = 61.4, VY2 = 22.2, VZ3 = 10.05, VZ6 = .72, WY1 = 45.26, WY2 = 12.54,
    WZ3 = 5.6775, WZ6 = .0864, JX1 = 47.66, JZ1 = 47.56, JX2 = 13.64,
    JZ2 = 13.59, JX3 = 6.4275, JY3 = 6.3975, JX6 = .1464, JY6 = .1414 }
  local got = {}
  for _, list in ipairs { listing.V, listing.W, listing.J } do
    for _, line in ipairs(list) do
      local name, text = line:match "^(%S+) = (.*)$"
      got[name] = li.expr((text:gsub("%*%*", "^"):gsub("W%u%d",
        function(w) return "(" .. li._internal.exact(got[w]) .. ")" end)), "new"):eval(all)
      t.near(got[name], want[name], 1e-12, name)
    end
  end
end)

t.test("(12, 13) gravity torques as printed, in that order, shared; equal to -dV/dq", function()
  t.eq(table.concat(listing.Q, " ; "),
    "Q(6)=0 ; Q(5)=+G*(+S234*S5*VZ6) ; Q(4)=+G*(-C234*C5*VZ6) ; Q(3)=+G*(-C23*VZ3)+Q(4) ; "
    .. "Q(2)=+G*(-S2*VY2)+Q(3) ; Q(1)=0")
  local Q = {}
  for _, line in ipairs(listing.Q) do
    local i, text = line:match "^Q%((%d)%)=(.*)$"
    local shared = tonumber(text:match "Q%((%d)%)")
    Q[tonumber(i)] = read((text:gsub("%+Q%(%d%)", ""))) + (shared and Q[shared] or 0)
  end
  local other = eq:as "inria80"
  for i = 1, n do same(Q[i], -eq.G[i], "Q" .. i) same(other.Q[i], Q[i], "Q" .. i) end
end)

t.test("(14, 15, 16, 76) inertia coefficients: the corrected listing, term by term in its "
  .. "order, is what we print and what we compute", function()
  for k, line in ipairs(A_printed) do
    t.eq(listing.A[k], line, "word by word")
    local i, j, text = line:match "^A(%d)(%d)=(.*)$"
    same(eq.M:at(tonumber(i), tonumber(j)), read(text), "A" .. i .. j)
  end
  t.eq(eq.M:at(3, 3):equals(read "+2*VZ3*L3*(+C4*C5)+JX3+JX6*C6*C5*C6*C5+JY6*S6*C5*S6*C5"), false,
    "E14 is noticed")
  t.eq(eq.M:at(1, 1):equals(read(A_printed[1]:gsub("^A11=", ""):gsub("S6%*C234%*C6%*S5",
    "S6*C234+C5*S5", 1))), false, "E15 is noticed")
end)

t.test("(51, 63, 77) operations as printed: 255 and 57, 10 and 2; merged there are fewer; no "
  .. "name is cut at a line's end", function()
  t.eq(listing.ops.A.mul, 255) t.eq(listing.ops.A.add, 57)
  t.eq(listing.ops.Q.mul, 10) t.eq(listing.ops.Q.add, 2)
  local list = {}
  for i = 1, n do for j = i, n do list[#list + 1] = eq.M:at(i, j):simplify() end end
  local ops = li.smat(list):ops()
  t.ok(ops.mul < 255 and ops.add < 57,
    ("%d multiplications, %d additions"):format(ops.mul, ops.add))
  local known = {}
  for _, w in ipairs { "G", "L2", "L3", "VY2", "VZ3", "VZ6", "JX2", "JZ2", "JX3", "JY3", "JX6",
    "JY6", "Q" } do
    known[w] = true
  end
  for _, part in ipairs { listing.Q, listing.A } do
    for _, line in ipairs(part) do
      for w in line:gsub("^[%w()]+=", ""):gmatch "%a%w*" do
        t.ok(known[w] or w:match "^[SC]%d+$", w)
      end
    end
  end
  t.ok(robot:report():find("(255 MULTIPLICATIONS, 57 ADDITIONS)", 1, true))
end)

t.test("(17, 18, 21) symmetric, positive semidefinite; depends on what may matter; "
  .. "coefficients that vanish", function()
  local q = { eq.q[1], eq.q[2], eq.q[3], eq.q[4], eq.q[5], eq.q[6] }
  for i = 1, n do
    for j = 1, n do
      t.ok(eq.M:at(i, j) == eq.M:at(j, i))
      for k = 1, math.min(i, j) do
        t.eq(eq.M:at(i, j):diff(q[k]):is_zero(), true, ("dA%d%d/dq%d"):format(i, j, k))
      end
    end
    t.eq(eq.B:at(i, i):is_zero(), true, "C_ii")
  end
  local column = 0
  for j = 1, n - 1 do
    for k = j + 1, n do
      column = column + 1
      t.eq(eq.P:at(k, column):is_zero(), true, ("B%d%d%d"):format(k, j, k))
    end
  end
  local numeric = eq:with(P1)
  for s = 1, 20 do
    local at = {}
    for i = 1, n do at[i] = math.sin(7 * s + i) * 3 end
    local M = numeric:mass(at)
    for _, v in ipairs { { 1, 0, 0, 0, 0, 0 }, { 1, -1, 2, -1, .5, 3 }, { 0, 0, 0, 1, 0, 0 },
      { 0, 0, 0, 0, 0, 1 }, { 1, 1, 1, 1, 1, 1 } } do
      local e = 0
      for i = 1, n do for j = 1, n do e = e + v[i] * v[j] * M[i][j] end end
      t.ok(e > -1e-12, "energy " .. e)
    end
  end
end)

-- [inria80] 2.4
local P6, R6, E6 = read "JX6*C6^2+JY6*S6^2", read "JX6*S6^2+JY6*C6^2", read "(JX6-JY6)*S6*C6"
local VZ3, VZ6, L2, L3 = li.symbols "VZ3 VZ6 L2 L3"
local JX3, JX2, JZ2, JY3 = li.symbols "JX3 JX2 JZ2 JY3"
local C2, C23, C234, C3, C34, C4, C5 = read "C2", read "C23", read "C234", read "C3", read "C34",
  read "C4", read "C5"
local S2, S23, S234, S3, S34, S4, S5 = read "S2", read "S23", read "S234", read "S3", read "S34",
  read "S4", read "S5"
local D6, X = P6 - R6, S5 * S234
local N, rho = P6 * X + E6 * C234, L2 * S2 + L3 * C23

t.test("(14) the fully condensed form of A", function()
  local A = {}
  A["11"] = 2 * VZ3 * L2 * S2 * C23 + 2 * VZ6 * rho * C5 * C234 + JZ2 * S2 ^ 2 + JY3 * C23 ^ 2 + X
    * N + C234 * (E6 * X + R6 * C234)
  A["14"] = C5 * N
  A["13"] = A["14"] + VZ6 * L3 * S5 * S23
  A["12"] = A["13"] - VZ6 * L2 * S5 * C2
  A["15"] = VZ6 * C5 * rho + E6 * X + R6 * C234
  A["44"] = P6 * C5 ^ 2
  A["34"] = A["44"] + VZ6 * L3 * C4 * C5
  A["33"] = A["34"] + VZ6 * L3 * C4 * C5 + JX3
  A["24"] = A["34"] - VZ6 * L2 * S34 * C5
  local z = L2 * (VZ3 * S3 + VZ6 * S34 * C5)
  A["23"] = A["33"] - z
  A["22"] = A["23"] - z + JX2
  A["45"] = E6 * C5
  A["35"] = A["45"] - VZ6 * L3 * S4 * S5
  A["25"] = A["35"] - VZ6 * L2 * C34 * S5
  A["55"] = R6
  for i = 1, n do for j = i, n do same(eq.M:at(i, j), A[i .. j] or zero, "A" .. i .. j) end end
end)

t.test("(19) every velocity coefficient of the table; 69 and 25 are not zero", function()
  local B, C = {}, {}
  local K = 2 * P6 * S5 ^ 2 * S234 * C234 + 2 * E6 * S5 * (C234 ^ 2 - S234 ^ 2) - 2 * R6 * S234
    * C234
  local g4 = -2 * VZ6 * C5 * S234 * rho + K
  local g3 = -2 * L2 * S2 * (VZ3 * S23 + VZ6 * C5 * S234) - 2 * VZ6 * L3 * C5
    * (S23 * C234 + C23 * S234) - 2 * JY3 * C23 * S23 + K
  local g2 = g3 + 2 * L2 * C2 * (VZ3 * C23 + VZ6 * C5 * C234) + 2 * JZ2 * S2 * C2
  local g5, g6, H = -2 * VZ6 * S5 * C234 * rho + 2 * C5 * S234 * N,
    2 * E6 * (C234 ^ 2 - X ^ 2) + 2 * D6 * X * C234, C5 * (P6 * S5 * C234 - E6 * S234)
  local u, v, pc, ec, dc = VZ6 * L3 * C4 * S5, VZ6 * L3 * S4 * C5, P6 * C5 * S5, E6 * C5 ^ 2,
    D6 * C5
  local x, y = L2 * (VZ3 * C3 + VZ6 * C34 * C5), VZ6 * C5 * (L2 * C34 + L3 * S4)
  local e, f = 2 * VZ6 * S5 * (L2 * S34 - L3 * C4) - 2 * pc, -2 * u - 2 * pc
  local w1, w2, w3 = (P6 * (C5 ^ 2 - S5 ^ 2) - R6) * S234, C5 * (D6 * C234 - 2 * E6 * X),
    D6 * X + 2 * E6 * C234
  local t5 = S234 * (P6 * (C5 ^ 2 - S5 ^ 2) + R6) - 2 * E6 * S5 * C234
  local function put(list, value, names)
    for name in names:gmatch "%d+" do list[name] = value end
  end
  put(B, g2, "112") put(B, g3, "113") put(B, g4, "114") put(B, g5, "115") put(B, g6, "116")
  put(C, H, "14") put(C, H + VZ6 * L3 * S5 * C23, "13") put(C, C["13"] + VZ6 * L2 * S5 * S2,
    "12") put(C, -VZ6 * S5 * rho + E6 * C5 * S234, "15")
  put(B, 2 * C["13"], "123") put(B, 2 * H, "124 134") put(B, w1, "125 135 145") put(B, w2,
    "126 136 146") put(B, w3, "156")
  put(B, t5, "415") put(B, t5 + 2 * VZ6 * L3 * C5 * S23, "315") put(B,
    B["315"] - 2 * VZ6 * L2 * C5 * C2, "215")
  put(C, -g2 / 2, "21") put(B, w2, "216 316 416") put(B, -2 * x, "223") put(B, -2 * y,
    "224 234") put(B, e, "225 235 245")
  put(B, -2 * ec, "226 236 246 326 336 346 426 436 446") put(B, dc, "256 356 456") put(C, -x,
    "23") put(C, -y, "24") put(C, -y - E6 * S5, "25")
  put(C, -g3 / 2, "31") put(C, x, "32") put(B, -2 * v, "324 334") put(B, f, "325 335 345") put(C,
    -v, "34") put(C, -v - E6 * S5, "35")
  put(C, -g4 / 2, "41") put(C, y, "42") put(C, v, "43") put(B, 2 * v, "423") put(B, -2 * pc,
    "425 435 445") put(C, -E6 * S5, "45")
  put(C, -g5 / 2, "51") put(B, -B["215"], "512") put(B, -B["315"], "513") put(B, -t5, "514") put(B,
    w3, "516") put(C, -e / 2, "52")
  put(C, u + pc, "53") put(C, pc, "54") put(B, 2 * u + 2 * pc, "523") put(B, 2 * pc,
    "524 534") put(B, dc, "526 536 546") put(B, 2 * E6, "556")
  put(C, -g6 / 2, "61") put(B, -w2, "612 613 614") put(B, -w3, "615") put(C, ec, "62 63 64") put(B,
    2 * ec, "623 624 634") put(B, -dc, "625 635 645")
  put(C, -E6, "65")
  local nb, nc = 0, 0
  for i = 1, n do
    for j = 1, n do
      local c = C[i .. j] or zero
      same(eq.B:at(i, j), c, "C" .. i .. j)
      nc = nc + (c ~= zero and 1 or 0)
      for k = j + 1, n do
        local b = B[i .. j .. k] or zero
        same(eq.P:at(i, pair(j, k)), b, "B" .. i .. j .. k)
        nb = nb + (b ~= zero and 1 or 0)
      end
    end
  end
  t.eq(nb, 69) t.eq(nc, 25)
end)

t.test("(20) a round body 6: 34 and 19 are left, and no angle of joint 6", function()
  local round, nb, nc, na = eq:with { JY6 = "JX6" }, 0, 0, 0
  local function counts(e)
    if e:is_zero() then return 0 end
    t.eq(e:simplify():depends "q6", false)
    return 1
  end
  for i = 1, n do
    for j = 1, n do
      na = na + (j >= i and counts(round.M:at(i, j)) or 0)
      nc = nc + counts(round.B:at(i, j))
      for k = j + 1, n do nb = nb + counts(round.P:at(i, pair(j, k))) end
    end
  end
  t.eq(na, 14) t.eq(nb, 34) t.eq(nc, 19)
end)

t.test("(22, 23, 24) reflection of the coefficients; M' - 2C is skew; the factor 2 of (3-18)",
  function()
  -- half the factor of q'_j q'_k in equation i
  local function gamma(i, j, k)
    if j == k then return eq.B:at(i, j) end
    return eq.P:at(i, pair(math.min(j, k), math.max(j, k))) / 2
  end
  for i = 1, n do
    for k = 1, n do
      for j = 1, math.min(i, k) do
        same(gamma(i, j, k), -gamma(k, j, i), ("reflection %d%d%d"):format(i, j, k))
      end
    end
  end
  t.eq(eq:skew(), true)
  for i = 1, n do
    for j = 1, n do
      local q = eq.q[j]
      same(2 * eq.B:at(i, j), 2 * eq.M:at(i, j):diff(q) - eq.M:at(j, j):diff(eq.q[i]), "(3-18)")
    end
  end
end)

t.test("(26, 27) P2 at S, P1 at q = 0", function()
  local two = li.robots.inria6r { data = "P2" }:equations()
  local g = { -math.cos(.7) * math.sin(-.1), math.sin(.7), math.sin(.7), math.sin(.7), 0, 1 }
  local A1, A2 = eq:with(P1):mass(S[1]), two:mass(S[1])
  for i = 1, n do
    for j = 1, n do
      local more = .012 * g[i] * g[j]
        + (i + j == 2 and .9 + .08 * math.cos(-.5) ^ 2 + .05 * math.sin(.3) ^ 2 or 0)
      t.near(A2[i][j], A1[i][j] + more, 1e-12)
    end
  end
  t.near(two:gravity(S[1]), eq:with(P1):gravity(S[1]), 1e-12)
  t.near(two:fd(S[1], S[2], { 0, 0, 0, 0, 0, 0 }),
    { 1.29115131351818, -3.52239685414006, 15.4985643733641, -14.9090700759126, -18.8575990774486,
    3.14237156945018 }, 1e-8)
  local rest = eq:with(P1)
  local A, o = rest:mass { 0, 0, 0, 0, 0, 0 }, { 0, 0, 0, 0, 0, 0 }
  t.near(A, { { 7.6909, 0, 0, 0, .7174, 0 }, { 0, 21.3659, 7.7259, .7224, 0, 0 },
    { 0, 7.7259, 7.7259, .7224, 0, 0 }, { 0, .7224, .7224, .1464, 0, 0 },
    { .7174, 0, 0, 0, .1414, 0 }, o }, 1e-12)
  t.near(rest:gravity(o), { 0, -105.6537, -105.6537, -7.0632, 0, 0 }, 1e-10)
end)

local function first(x, k) local list = {} for i = 1, k do list[i] = x[i] end return list end

t.test("(28, 29, 30, 31) forward dynamics: five joints of P1; six have no inertia to share "
  .. "out; there and back", function()
  local whole = eq:with(P1)
  local five = whole:restrict({ 1, 2, 3, 4, 5 }):with { q6 = S[1][6] }
  local q, v = first(S[1], 5), first(S[2], 5)
  local six_turns = eq:with(P1)
  -- joint 6 turns with 1.5 rad/s in the golden figures: its velocity acts on the others
  local bias = six_turns:bias(S[1], S[2])
  local M, F = five:mass(q), { 5, -3, 2, 1, .5 }
  local rhs = {}
  for i = 1, 5 do rhs[i] = F[i] - bias[i] end
  t.near(M:solve(rhs), { 3.68438590505241, -4.29361060671108, 14.6876538440358, 5.11476367095015,
    -22.1240859828552 }, 1e-7)
  t.near(five:fd(q, v, five:id(q, v, { 1, 2, 3, 4, 5 })), { 1, 2, 3, 4, 5 }, 1e-10)
  local nothing, message, code = whole:fd(S[1], S[2], { 5, -3, 2, 1, .5, 0 })
  t.eq(nothing, nil)
  t.eq(code, "ESINGULAR")
  t.eq(message, "the mass matrix is singular: coordinate 6, q6, has no inertia here of its "
    .. "own (give the body or its rotor one, or restrict it)")
  local two = li.robots.inria6r { data = "P2" }:equations()
  nothing, message, code = two:fd({ .3, -.5, .8, -.4, math.pi / 2, 1.1 }, S[2],
    { 0, 0, 0, 0, 0, 0 })
  t.eq(nothing, nil, tostring(nothing))
  t.eq(code, "ESINGULAR", message)
  t.ok(message:find "coordinate 6, q6", message)
  t.near(two:fd(S[1], S[2], two:id(S[1], S[2], S[3])), S[3], 1e-9)
end)

t.test("(44, 45) wrist locked: the upper left blocks; without Coriolis terms: A q'' - Q", function()
  local arm = eq:restrict { 1, 2, 3 }
  for i = 1, 3 do
    for j = 1, 3 do
      same(arm.M:at(i, j), eq.M:at(i, j), "A")
      same(arm.B:at(i, j), eq.B:at(i, j), "C")
    end
    for j = 1, 2 do
      for k = j + 1, 3 do
        same(arm.P:at(i, ({ [12] = 1, [13] = 2, [23] = 3 })[10 * j + k]), eq.P:at(i, pair(j, k)),
          "B")
      end
    end
    same(arm.G[i], eq.G[i], "G")
  end
  local still = eq:without_coriolis()
  for i = 1, n do
    local want = eq.G[i]
    for j = 1, n do want = want + eq.M:at(i, j) * eq.a[j] end
    same(still:row(i), want, "row")
  end
end)

t.test("(60) what has no effect, and tables that give the same torques", function()
  for _, name in ipairs { "M1", "D1", "IX1", "IZ1", "L1" } do
    for i = 1, n do
      for j = i, n do t.eq(eq.M:at(i, j):depends(name), false) end
      t.eq(eq.G[i]:depends(name), false)
    end
  end
  local same_torques = { IY1 = .9 + .08 + .05, IY2 = 0, IZ3 = 0, IZ2 = 1.05 - .08, IY3 = .72 - .05 }
  local full = { L1 = .9, L6 = .3, D1 = .4, M1 = 50, IX1 = 2.4, IZ1 = 2.3, IY1 = .9, IY2 = .08,
    IZ3 = .05, IZ6 = .012 }
  for k, v in pairs(P1) do full[k] = v end
  local function with(changes)
    local function v(name) return changes[name] or full[name] or 0 end
    local masses = {}
    for i, c in ipairs { 2, 2, 3, 0, 0, 3 } do
      if c == 0 then masses[i] = { mass = 0, inertia = 0 }
      else
        local com = { 0, 0, 0 }
        com[c] = v("D" .. i)
        masses[i] = { mass = v("M" .. i), com = com,
          inertia = { v("IX" .. i), v("IY" .. i), v("IZ" .. i) } }
      end
    end
    return li.phrase(li._internal.format("RY(a,b),TYK(%s),RX(c,d),TYK(%s),RX(e,f),TZK(%s),"
      .. "RX(g,h),TZK(0),RY(i,j),TZK(0),RZ(k,l),TZK(.3);", v "L1", v "L2", v "L3"),
      { masses = masses, gravity = { 0, -9.81, 0 } })
  end
  t.near(with(same_torques):id(S[1], S[2], S[3]), with({}):id(S[1], S[2], S[3]), 1e-11)
end)

t.test("(64, 65, 69) a moment's work; a new payload changes constants alone", function()
  local start = os.clock()
  local text = tostring(li.robots.inria6r():equations())
  t.ok(os.clock() - start < 1 and #text > 1000)
  li.symbols "mload"
  local heavier = eq:with { M6 = "M6 + mload" }
  for i = 1, n do for j = i, n do t.ok(heavier.M:at(i, j) == eq.M:at(i, j)) end end
  t.ok(heavier.constants.VZ3 ~= eq.constants.VZ3)
end)

local function chain(phrase, gravity)
  local count, masses = 0, {}
  for letter in phrase:gmatch "[RT][XYZ]%f[%W]" do if letter then count = count + 1 end end
  for i = 1, count do
    masses[i] = { mass = i, com = { .1, .2, .3 }, inertia = { .3, .4, .5, .01, .02, .03 } }
  end
  return li.phrase(phrase, { masses = masses, gravity = gravity or { 0, -9.81, 0 } })
end

t.test("(67, 68, 71, 72, 73) joints exchanged, gravity turned, angles merged across slides "
  .. "and constant turns, twelve joints", function()
  local function agree(model)
    local e, q, v, a = model:equations(), {}, {}, {}
    for i = 1, e.n do q[i], v[i], a[i] = math.sin(i), math.cos(2 * i), math.sin(3 * i) end
    local want = model:id(q, v, a)
    for i = 1, e.n do t.near(e:id(q, v, a)[i], want[i], 1e-10 * (1 + math.abs(want[i]))) end
    local at = {}
    for i = 1, e.n do at[e.q[i]], at[e.v[i]], at[e.a[i]] = q[i], v[i], a[i] end
    for i = 1, e.n do t.near(e:row(i):eval(at), want[i], 1e-10 * (1 + math.abs(want[i]))) end
    return e
  end
  agree(chain "RY(a,b),TYK(.9),RX(c,d),TYK(.7),TX(e,f),TZK(.8),RX(g,h),RY(i,j),RZ(k,l),TZK(.3);")
  local x = agree(chain("RY(a,b),TYK(.9),RX(c,d),TYK(.7);", { -9.81, 0, 0 }))
  t.eq(x.G[1]:is_zero(), false)
  local e = agree(chain "RX(a,b),TX(c,d),RX(e,f),RXK(.3),RX(g,h);")
  t.ok(e.G[4]:depends "q1 + q3 + q4 + 3/10", tostring(e.G[4]))
  e = agree(chain "RY(a,b),RXK(pi),RY(c,d),TZK(.2),RX(e,f);")
  local merged = false
  for i = 1, 3 do for j = 1, 3 do merged = merged or e.M:at(i, j):depends "q1 - q2" end end
  t.eq(merged, false, "the first angle is in no coefficient")
  local long = {}
  for i = 1, 12 do long[i] = ("RX(a%d,b%d),TYK(.1)"):format(i, i) end
  e = agree(chain(table.concat(long, ",") .. ";"))
  local G2 = e.G[2]:text("own", e.q)
  t.ok(G2:find "s1_2%f[%D]" and not G2:find "s12%f[%D]", G2)
  t.eq(li.sin(e.q[12]):text "own", "s12")
end)

t.test("(75) a massless end body divides nothing by nothing", function()
  local m = li.phrase("RX(a,b),TYK(1),RX(c,d),TYK(1);",
    { masses = { { mass = 2, com = { 0, .5, 0 }, inertia = { .1, .1, .1 } },
    { mass = 0, inertia = 0 } },
    gravity = { 0, -9.81, 0 } })
  local e = m:equations()
  t.near(e:id({ .1, .2 }, { 1, 2 }, { 1, 1 })[2], 0, 1e-15)
  t.ok(m:report():find "Q%(2%)=0")
end)

-- a listing as numbers: its constants from its own lines, A and Q at q
local function numbers_of(told, values, names, q)
  local env = {}
  for name, x in pairs(values) do env[name] = x end
  for i, name in ipairs(names) do env[name] = q[i] end
  local function angle(digits)
    local sum = 0
    for d in (digits:find "_" and digits or digits:gsub("%d", "%0_")):gmatch "%d+" do
      sum = sum + q[tonumber(d)]
    end
    return sum
  end
  setmetatable(env, { __index = function(_, w)
    local f, digits = w:match "^([SC])([%d_]+)$"
    return f and (f == "S" and math.sin or math.cos)(angle(digits)) or math[w]
  end })
  local function value(text)
    local f = assert(load("return " .. text:gsub("%*%*", "^"):gsub("([=(+-])%+", "%1"):gsub("^%+",
      ""):gsub("Q%((%d+)%)", "Q%1"), "=listing", "t", env))
    return f()
  end
  for _, list in ipairs { told.M, told.V, told.W, told.J } do
    for _, line in ipairs(list) do
      local name, text = line:match "^(%S+) = (.*)$"
      env[name] = value(text)
    end
  end
  local A, Q = {}, {}
  for _, line in ipairs(told.Q) do
    local i, text = line:match "^Q%((%d+)%)=(.*)$"
    Q[tonumber(i)] = value(text)
    env["Q" .. i] = Q[tonumber(i)]
  end
  for _, line in ipairs(told.A) do
    local i, j, text = line:match "^A%(?(%d),?(%d)%)?=(.*)$"
    A[tonumber(i)] = A[tonumber(i)] or {}
    A[tonumber(i)][tonumber(j)] = value(text)
  end
  return A, Q
end

t.test("[F16, F18] the listing of turns and slides, chains and trees: worth A and Q of the engine",
  function()
  local state = 11
  local function random(a, b)
    state = state * 16807 % 2147483647 return a + (b - a) * state / 2147483647
  end
  local function pick(list) return list[1 + math.floor(random(0, #list - 1e-9))] end
  local slides = 0
  for case = 1, 14 do
    local joints, moves, masses, values = 2 + case % 4, {}, {}, { G = -9.81 }
    for i = 1, joints do
      local kind, axis, along = pick { "R", "T" }, pick { "X", "Y", "Z" }, pick { "X", "Y", "Z" }
      slides = slides + (kind == "T" and 1 or 0)
      moves[i] = ("%s%s,T%sK(L%d)%s"):format(kind, axis, along, i,
        pick { "", "", ",RXK(pi/2)", ",RYK(0.4)" })
      values["L" .. i], values["m" .. i] = random(.3, .8), random(1, 3)
      local own = { mass = "m" .. i, com = {}, inertia = {} }
      for k, c in ipairs { "x", "y", "z" } do
        local name = c .. i
        own.com[k] = pick { 0, 0, name }
        values[name] = random(-.2, .2)
      end
      for k, c in ipairs { "xx", "yy", "zz", "xy" } do
        own.inertia[k], values[c .. i] = c .. i, k < 4 and random(1, 1.2) or random(-.1, .1)
      end
      own.inertia[4], own.inertia[5], own.inertia[6] = pick { 0, "xy" .. i }, 0, 0
      masses[i] = own
    end
    local phrase = table.concat(moves, ",") .. ";"
    if joints > 3 then
      phrase = moves[1] .. "{" .. table.concat(moves, ",", 2, 3) .. ";}{"
        .. table.concat(moves, ",", 4) .. ";}"
    end
    local m = li.phrase(phrase, { gravity = { 0, "G", 0 }, masses = masses })
    local used, q, names = {}, {}, m:coordinates()
    for _, name in ipairs(m:symbols()) do used[tostring(name)] = values[tostring(name)] end
    for i = 1, joints do q[i] = random(-1, 1) end
    local A, Q = numbers_of(m:listing(), values, names, q)
    local numbers = m:with(used)
    local M, G = numbers:mass(q), numbers:gravity(q)
    for i = 1, joints do
      t.near(Q[i], -G[i], 1e-11, ("%s: Q(%d)"):format(phrase, i))
      for j = i, joints do t.near(A[i][j], M[i][j], 1e-11, ("%s: A%d%d"):format(phrase, i, j)) end
    end
    t.ok(#m:report() > 50)
  end
  t.ok(slides > 10)
  t.raises("moves by more than its coordinate", function()
    li.robot { bodies = { { name = "a", joint = { kind = "revolute", q = "u", scale = 2 }, mass = 1,
      com = { 1, 0, 0 }, inertia = { 1, 1, 1 } } } }:listing()
  end)
end)

t.test("the report names the body of each V and W, and the masses that slides carry", function()
  local text = robot:report()
  t.ok(text:find("MASSES RAPPORTEES CONSTANTES:\n  CORPS NO 1: VY1 = D1*M1+L1*(+M2+M3+M6)\n  "
    .. "CORPS NO 2: VY2 = D2*M2+L2*(+M3+M6)\n", 1, true), text)
  t.ok(text:find("INERTIES RAPPORTEES CONSTANTES:\n  CORPS NO 1: WY1 = D1**2*M1+L1**2*(M2+M3+M6)\n",
    1, true))
  local m = li.phrase("RZ,TZK(L1),TX,TXK(L2),RZ;",
    { gravity = { 0, "G", 0 }, masses = { { mass = "M1", inertia = { 0, 0, "I1" } },
    { mass = "M2", com = { "D2", 0, 0 }, inertia = { 0, 0, "I2" } },
      { mass = "M3", com = { "D3", 0, 0 }, inertia = { 0, 0, "I3" } } } })
  local told = m:listing()
  t.eq(table.concat(told.M), "MT2 = M2+M3")
  t.eq(told.Q[2], "Q(2)=+G*(+S1*MT2)")
  t.eq(told.A[4], "A22=+MT2")
  t.eq(told.A[2], "A12=+VX3*(-S3)")
end)

t.test("(82) figure 1", function()
  local list, any = li.formalisms(), 0
  t.eq(#list, 14)
  for _, row in ipairs(list) do
    if row.topology:find "loops" and row.motions == "any" and row.practical then any = any + 1 end
  end
  t.eq(any, 0, "no row has all three")
  t.eq(list[3].system, "Likins")
end)

t.done()
