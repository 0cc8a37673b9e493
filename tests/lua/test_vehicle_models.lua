-- test_vehicle_models.lua - the generator on the mechanisms of the thesis: every printed entry,
-- corrected, exactly; reference numbers
local t = require "t"
local li = require "liaison"

local V = li.vehicles

local function equal(printed, computed, what)
  local c = li.compare(printed, computed)
  t.ok(c.equal, what .. ": " .. tostring(c))
end

-- the print of a part with its errata put right
local function corrected(name, part)
  local p = V.printed(name)
  for _, e in ipairs(require("liaison.catalog.vehicles." .. name).errata) do
    if e[2] == part then
      local x, k = p, 2
      while type(x[e[k]]) == "table"
        and (type(e[k + 1]) == "number" or type(x[e[k]]) == "table" and x[e[k]][e[k + 1]] ~= nil) do
        x, k = x[e[k]], k + 1
      end
      if e[k + 2] ~= false then x[e[k]] = e[k + 2] end
    end
  end
  return p[part]
end

local function all_plain(name, options)
  local model = V[name](options)
  return model:generator(), model:equations { reduce = false }
end

t.test("thesis M3: paths, matrices, twists, Jacobian, energies, M, C q', G", function()
  local g, eq = all_plain "closed_chain"
  t.eq(table.concat(g:path "corps5", " "), "Repere1 Repere11 Repere21 Repere3 Repere6 Repere5")
  t.eq(table.concat(g:path "corps22", " "), "Repere1 Repere12 Repere22")
  equal(g:read { { 1, 0, 0, "q1" }, { 0, "cos(q3)", "-sin(q3)", "cos(q3)*q5+3*cos(q3)*R2-R2" },
    { 0, "sin(q3)", "cos(q3)", "sin(q3)*q5+3*sin(q3)*R2+q21" }, { 0, 0, 0, 1 } },
    g:homogeneous "corps5", "corps5pass")
  equal(g:read { { 1, 0, 0, "q1" }, { 0, 1, 0, "R2" }, { 0, 0, 1, "q22" }, { 0, 0, 0, 1 } },
    g:homogeneous "corps22", "corps22pass")
  equal(g:read { "q1p", "-q3p*sin(q3)*q5-3*q3p*sin(q3)*R2+cos(q3)*q5p",
    "q21p+q3p*cos(q3)*q5+3*q3p*cos(q3)*R2+sin(q3)*q5p", "q3p", 0, 0 }, g:twist "corps5",
    "twist of corps5")
  equal(g:read { "q1p", 0, "q22p", 0, 0, 0 }, g:twist "corps22", "twist of corps22")
  equal(g:read { { 1, 0, 0, 0, 0 }, { 0, 0, 0, "-(3*R2+q5)*sin(q3)", "cos(q3)" },
    { 0, 1, 0, "(3*R2+q5)*cos(q3)", "sin(q3)" }, { 0, 0, 0, 1, 0 }, { 0, 0, 0, 0, 0 },
    { 0, 0, 0, 0, 0 } },
    g:jacobian "corps5", "J")
  local sum
  for body, text in pairs(V.printed "closed_chain".T) do
    local T = g:energy(body)
    equal(g:read(text), T, "T_" .. body)
    sum = sum and sum + T or T
  end
  equal(sum, eq.T, "T")
  equal(g:read(corrected("closed_chain", "V")), eq.V, "V")
  equal(g:read(corrected("closed_chain", "M")), eq.M, "M")
  equal(g:read(corrected("closed_chain", "h")), eq.h, "C q'")
  equal(g:read(corrected("closed_chain", "G")), eq.G, "G")
  local f = g:forces()[1]
  t.eq(f.place, "Repere5")
  equal(g:read { "Fx", "Fz", 0, "(3*R2+q5)*(Fz*cos(q3)-Fy*sin(q3))", "Fy*cos(q3)+Fz*sin(q3)" },
    g:gamma(), "J'F")
  local ref = V.reference "closed_chain"
  local at = {}
  for k, x in pairs(ref.values) do at[k] = x end
  for i = 1, 5 do at[tostring(eq.q[i])], at[tostring(eq.v[i])] = ref.q[i], ref.v[i] end
  t.near(eq.T:eval(at), 1.3585504299568965, 1e-12)
  t.near(eq.V:eval(at), 129.73955170900962, 1e-10)
end)

t.test("thesis M4: monopod", function()
  local g, eq = all_plain "monopod"
  t.eq(table.concat(g:path "corps2", " "), "Repere2 Repere3 Repere4 Repere5")
  local s, c = "sin(alpha+q1)", "cos(alpha+q1)"
  equal(g:read { { c, 0, s, "q2*" .. s .. "+X" }, { 0, 1, 0, 0 },
    { "-" .. s, 0, c, "q2*" .. c .. "+Z" }, { 0, 0, 0, 1 } }, g:homogeneous "corps2", "corps2pass")
  equal(g:read { "Xp+q2*" .. c .. "*(alphap+q1p)+" .. s .. "*q2p", 0,
    "Zp-q2*" .. s .. "*(alphap+q1p)+" .. c .. "*q2p", 0, "alphap+q1p", 0 }, g:twist "corps2",
    "twist")
  equal(g:homogeneous "Rc4", g:homogeneous "Repere3", "the outline closes")
  equal(g:read(corrected("monopod", "h")), eq.h, "C q'")
  equal(g:read(corrected("monopod", "G")), eq.G, "G")
  equal(g:read "g*(m1*Z+m2*Z+mp*Z+(m1*zG1+m2*zG2+m2*q2)*cos(alpha+q1))", eq.V, "V")
end)

t.test("thesis M5: matrices, twists, energies and their variants", function()
  local g, eq = all_plain "robot2d"
  equal(g:read {
    { "cos(phi_ag)*cos(theta+alpha_ag)", "-sin(theta+alpha_ag)", "sin(phi_ag)*cos(theta+alpha_ag)",
      "Lf*cos(theta)-b*sin(theta)+xt" },
    { "cos(phi_ag)*sin(theta+alpha_ag)", "cos(theta+alpha_ag)", "sin(phi_ag)*sin(theta+alpha_ag)",
      "Lf*sin(theta)+b*cos(theta)+yt" },
    { "-sin(phi_ag)", 0, "cos(phi_ag)", "-2*h+r" }, { 0, 0, 0, 1 } }, g:homogeneous "Repere13",
      "R0R13")
  equal(g:read {
    { "cos(theta)*cos(phi_g)", "-sin(theta)", "cos(theta)*sin(phi_g)",
      "-Lr*cos(theta)-b*sin(theta)+xt" },
    { "sin(theta)*cos(phi_g)", "cos(theta)", "sin(theta)*sin(phi_g)",
      "-Lr*sin(theta)+b*cos(theta)+yt" },
    { "-sin(phi_g)", 0, "cos(phi_g)", "-2*h+r" }, { 0, 0, 0, 1 } }, g:homogeneous "roue3", "R0R32")
  local twist = g:twist "roue1"
  equal(g:read { "-phi_agp*sin(theta+alpha_ag)", "phi_agp*cos(theta+alpha_ag)",
    "alpha_agp+thetap" }, li.smat { twist[4], twist[5], twist[6] }, "Omega_Roue1")
  equal(g:read(corrected("robot2d", "velocity").roue1), li.smat { twist[1], twist[2], twist[3] },
    "v_Roue1")
  twist = g:twist "roue3"
  equal(g:read(corrected("robot2d", "velocity").roue3), li.smat { twist[1], twist[2], twist[3] },
    "v_Roue3")
  for _, body in ipairs { "chassis", "roue1", "roue3" } do
    equal(g:read(corrected("robot2d", "T")[body]), (g:energy(body)), "T_" .. body)
  end
  equal(g:read(corrected("robot2d", "V")), eq.V, "V")
  -- the model that is printed, and its inverse
  local thesis = V.thesis "robot2d"
  equal(g:read(V.printed "robot2d".M), thesis.M, "printed M")
  equal(g:read(V.printed "robot2d".h), thesis.h, "printed C")
  equal(g:read(V.printed "robot2d".G), thesis.G, "printed G")
  equal(g:read(corrected("robot2d", "inverse")) * thesis.M, li.seye(9), "the inverse, corrected")
  -- diag(0, Id22, Id33) spins: M(8,8) vanishes at a quarter turn
  local literal = V.robot2d { variant = "literal" }:equations { reduce = false }
  equal("Id33*cos(phi_ag)^2", literal.M[8][8], "M88")
  -- z up: wheel centres at r
  equal("r", V.robot2d { up = true }:generator():position "roue1"[3], "height of a wheel")
  -- X-ROB-1: tau = 0.8 on both steer axes
  local n = V.thesis("robot2d", { data = "ref" })
  local a = n:fd({ 0, 0, 0, 0, 0, 0, 0, 0, 0 }, { 0, 0, 0, 0, 0, 0, 0, 0, 0 },
    { 0, 0, 0, 0, 0, 0, 0, 0.8, 0.8 })
  t.near({ a[3], a[8], a[9] }, { -0.1322314049586777, 20.132231404958677, 20.132231404958677 },
    1e-12)
end)

t.test("thesis M5, X-ROB-2: rolling without slip about a point of the rear axle", function()
  local g = V.robot2d { up = true, data = "ref" }:generator()
  local L, b, r, R, rate = 1.1, 0.35, 0.15, 3, 0.4
  local steer = { math.atan(L / (R - b)), math.atan(L / (R + b)) }
  t.near(steer, { 0.39345063792893564, 0.31726627952182623 }, 1e-14)
  local want = { 7.651288925548573, 9.402600113207459, 7.066666666666667, 8.933333333333334 }
  -- the body turns about (0, R) of the rear axle, which is Lr behind its centre
  local at = { theta = 0, alpha_ag = steer[1], alpha_ad = steer[2], ["theta'"] = rate,
    ["xt'"] = rate * R, ["yt'"] = rate * 0.6, phi_ag = 0, phi_ad = 0, phi_g = 0, phi_d = 0 }
  for k, w in ipairs { { "roue1", steer[1], "phi_ag" }, { "roue2", steer[2], "phi_ad" },
    { "roue3", 0, "phi_g" }, { "roue4", 0, "phi_d" } } do
    local v = g:twist(w[1])
    local x = li.cos(w[2]) * v[1] + li.sin(w[2]) * v[2]
    local y = li.cos(w[2]) * v[2] - li.sin(w[2]) * v[1]
    t.near(x:eval(at) / r, want[k], 1e-12)
    t.near(y:eval(at), 0, 1e-14)
  end
end)

local car, car_eq = all_plain "car"

t.test("thesis M6: 32 entries of the matrices, angular velocities, Annex A", function()
  local p = V.printed "car"
  for _, wheel in ipairs { "Repere13", "Repere33" } do
    equal(car:read(p.H[wheel]), car:homogeneous(wheel), wheel)
    local V6 = car:twist(wheel)
    equal(car:read(p.omega[wheel]), li.smat { V6[4], V6[5], V6[6] }, "Omega of " .. wheel)
  end
  local J = car:jacobian "Repere13"
  for i = 1, 3 do
    for j = 1, 15 do
      local want = p.jt[i][j] or (i == j and 1) or 0
      equal(car:read(tostring(want)), J[i][j], ("jt%d%d"):format(i, j))
    end
  end
  t.ok(V.errata "car"[3].comparison.equal == false)
end)

t.test("thesis M6: J by derivation is J column by column, in any axes, at any point", function()
  local place = { "Repere13", "Repere33" }
  for _, axes in ipairs { "world", "Repere6", "Repere12", "Repere43" } do
    local A, B = car:jacobian(place[1], { 0, "L1", "-L2" }, axes, "direct"),
      car:jacobian(place[1], { 0, "L1", "-L2" }, axes, "derived")
    t.ok(li.compare(A, B).equal, axes)
  end
end)

t.test("thesis M6: the printed model, and the full one at zero angles and in state S1", function()
  local thesis = V.thesis "car"
  equal(car:read(corrected("car", "M")), thesis.M, "printed M")
  equal(car:read(V.printed "car".h), thesis.h, "printed C")
  equal(car:read(V.printed "car".G), thesis.G, "printed G")
  local n = V.thesis("car", { data = "ref" })
  local tau = {}
  for i = 1, 15 do tau[i] = 0 end
  tau[12], tau[13] = 100, 100
  local zero = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 }
  local a = n:fd(zero, zero, tau)
  t.near({ a[5], a[12], a[13], a[14], a[15], a[3], a[7], a[9] },
    { -1 / 9, 83 + 4 / 9, 83 + 4 / 9, 1 / 9, 1 / 9, -9.81, -9.81, -9.81 }, 1e-11)
  t.near(n:mass(zero):det() / 1.88870978939e25, 1, 1e-11)

  local ref = V.reference "car"
  local at = {}
  for k, x in pairs(ref.values) do at[k] = x end
  for i = 1, 15 do at[tostring(car.q[i])], at[tostring(car.v[i])] = ref.q[i], ref.v[i] end
  local T, U = 0, 0
  for _, body in ipairs(car:bodies()) do
    local Ti, Vi = car:energy(body)
    T, U = T + Ti:eval(at), U + Vi:eval(at)
  end
  t.near(T, 70438.36709563201, 1e-9)
  t.near(U, 7455.004595411679, 1e-10)
  t.near(car_eq.T:eval(at), 70438.36709563201, 1e-9)
  local H = car:homogeneous "Repere13":eval(at)
  t.near(H[1], { .82432506, -.39096377, .40943317, 2.3767381 }, 6e-9)
  t.near(H[2], { .36669656, .91974983, .13997815, 1.66571185 }, 6e-9)
  t.near(H[3], { -.43130248, .03475024, .90153791, 0.30109593 }, 6e-9)
  t.near(car:twist "Repere13":eval(at),
    { 10.07391855, 0.82139324, 0.41223573, -11.57059625, 27.52004934, 1.64918451 }, 6e-9)
  t.near(car:twist "Repere33":eval(at),
    { 10.24298952, 0.33830027, -0.04403975, -9.33750867, 30.47615291, 1.48555633 }, 6e-9)
  local roll, pitch, yaw = li.rot.matrix(car:rotation "Repere13":eval(at)):rpy()
  t.near({ yaw, pitch, roll }, { 0.41855843898577, 0.44593593859919, 0.03852643888764 }, 6e-9,
    "out of entries of 8 digits in the document")
  for k = 1, 4 do at["Fx" .. k], at["Fy" .. k], at["Fz" .. k] = 100, 200, 3000 end
  t.near(car:gamma():eval(at),
    { 400, 800, 12000, -61.956325326, 780.259838167, 383.42180039, 2979.672730558, 2979.672730558,
    2979.672730558, 2979.672730558, 0, 0, 0, 0, 0 }, 1e-8)
end)

t.test("thesis: every erratum is found by comparing print and computation, and nothing else "
  .. "differs", function()
  local count = 0
  for _, name in ipairs(V.names()) do
    for _, e in ipairs(V.errata(name)) do
      count = count + 1
      t.ok(not e.comparison.equal and #e.comparison.list > 0, name .. " " .. e.id)
    end
  end
  t.eq(count, 17)
  local c = V.errata "closed_chain"[3].comparison
  t.eq(tostring(c), "only printed: -q3'^2\nonly computed: -m5*q5*sin(q3)*q3'^2")
  local g, eq = all_plain "closed_chain"
  c = li.compare(g:read(V.printed "closed_chain".M), eq.M)
  t.eq(#c.list, 1)
  t.eq(c.list[1].where, "[4][4]")
  c = li.compare(g:read(V.printed "closed_chain".h), eq.h)
  t.eq(#c.list, 2)
end)

t.test("Maple text: definitions and results go there and back", function()
  for _, name in ipairs(V.names()) do
    local model = V[name]()
    local again = li.definition(model:maple(), { gravity = { 0, 0, "-g" } })
    local g, h = model:generator(), again:generator()
    t.eq(table.concat(h:contacts(), " "), table.concat(g:contacts(), " "), name)
    local a, b = model:equations { reduce = false }, again:equations { reduce = false }
    t.ok(li.compare(a.M, b.M).equal, name .. ": M")
    t.ok(li.compare(a.G, b.G).equal, name .. ": G")
    local results = g:results(g:maple())
    t.ok(li.compare(results[g:bodies()[1] .. "pass"], g:homogeneous(g:bodies()[1])).equal)
    local T = g:energy(g:bodies()[2])
    t.ok(li.compare(results["T_" .. g:bodies()[2]], T).equal, name .. ": T")
  end
end)

t.test("mistakes", function()
  t.raises("no vehicle is named 'cart' %(did you mean 'car'%?%)", V.printed, "cart")
  t.raises("no body or frame is named 'Repere14'", car.path, car, "Repere14")
  t.raises("unknown key 'variante'", V.robot2d, { variante = "full" })
  t.raises("expected 'ref'", V.car, { data = "mine" })
  t.raises("15 coordinates", car.determinant, car)
  t.raises("no energies are printed", V.thesis, "monopod")
  t.raises("expression", car.read, car, {})
end)

t.test("a stranger's table: kinematics needs no masses, energies say what is missing", function()
  local g = li.robots.rrp():generator()
  t.eq(#g:bodies(), 3)
  t.raises("mass", g.energy, g, "link1")
  local free = li.robot { bodies = { { name = "ball", joint = "floating", mass = 1,
    inertia = { 1, 1, 1 } } } }:generator()
  t.eq(tostring(free:rotation "ball"[3][3]), "1 - 2*(ball_qx^2 + ball_qy^2)")
  t.raises("quaternion", free.jacobian, free, "ball", nil, nil, "derived")
end)

t.done()
