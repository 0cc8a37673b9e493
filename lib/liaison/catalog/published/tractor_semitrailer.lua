-- tractor_semitrailer.lua - a tractor with its semitrailer in the plane: three axles, linear tyres
--
-- Numbers, sign of the articulation (phi = heading of the tractor less that of the trailer) and the
-- linear matrices about 20 m/s: A. S. Mendes, OpenVD (Vehicle Dynamics - Lateral), articulated
-- linear model. Steady handling: J. Y. Wong, Theory of Ground Vehicles, chapter 5 (understeer of
-- both units, critical speed, articulation).
local li = require "liaison.core"
local drawn = require "liaison.catalog.published.drawn"
local kit = li._internal

-- masses over the axles: m_F0, m_R0 of the tractor alone, m_F, m_R, m_M with the trailer; k of a
-- tyre (N/rad), n tyres of an axle; c from the drive axle back to the fifth wheel
local values = { m_F0 = 5200, m_R0 = 2400, m_F = 6000, m_R = 10000, m_M = 17000, I_T = 46000,
  I_S = 450000, l_T = 3.5, l_S = 7.7, c = -0.3, n_F = 2, n_R = 4, n_M = 8, k = 40000, g = 9.81 }

-- what follows from them
local function derived(p)
  local d = { m_T = p.m_F0 + p.m_R0, C_F = p.n_F * p.k, C_R = p.n_R * p.k, C_M = p.n_M * p.k }
  d.m_S = p.m_F + p.m_R + p.m_M - d.m_T
  d.b = p.l_T * p.m_F0 / d.m_T
  d.a = p.l_T - d.b
  d.d = p.l_S * p.m_M / d.m_S
  d.e = p.l_S - d.d
  return d
end

local function num(x) return kit.format("(%.17g)", x) end

local AHEAD = "(x'*cos(psi) + y'*sin(psi))"
local ASIDE = "(y'*cos(psi) - x'*sin(psi))"
local SLOW = 1e-4 -- m/s, below which slips are bounded

-- the side force -C alpha of an axle at a point of its body; velocities of the axle along and
-- across its body, the heading of the body, and the angle of its wheels in it
local function axle(name, body, at, C, along, across, heading, angle)
  local slip = ("atan(%s/sqrt(%s^2 + %s)) - %s"):format(across, along,
    kit.format("%.17g", SLOW ^ 2), angle)
  local force, turned = ("(-%s*(%s))"):format(num(C), slip), ("(%s + %s)"):format(heading, angle)
  return { "given", name = name, at = body, point = { at, 0, 0 },
    f = { ("-%s*sin(%s)"):format(force, turned), ("%s*cos(%s)"):format(force, turned), 0 } }
end

local function forces(p, d)
  local hitch = d.b + p.c
  local behind = ("(%s - %s*psi')"):format(ASIDE, num(hitch))
  local along = ("(%s*cos(phi) - %s*sin(phi))"):format(AHEAD, behind)
  local across = ("(%s*sin(phi) + %s*cos(phi) - %s*(psi' - phi'))"):format(AHEAD, behind,
    num(p.l_S))
  return {
    axle("steer axle", "tractor", d.a, d.C_F, AHEAD,
      ("(%s + %s*psi')"):format(ASIDE, num(d.a)), "psi", "delta"),
    axle("drive axle", "tractor", -d.b, d.C_R, AHEAD,
      ("(%s - %s*psi')"):format(ASIDE, num(d.b)), "psi", "0"),
    axle("trailer axle", "semitrailer", -d.e, d.C_M, along, across, "(psi - phi)", "0"),
    { "given", name = "drive", at = "tractor", point = { -d.b, 0, 0 },
      f = { "force*cos(psi)", "force*sin(psi)", 0 } },
  }
end

-- a box as long as the unit, on wheels under its axles
local function shapes(length, middle, axles)
  local list = { drawn.box(length, 2.4, 2, { middle, 0, 1.8 }) }
  for _, at in ipairs(axles) do
    for _, side in ipairs { 1, -1 } do
      list[#list + 1] = drawn.wheel(0.5, 0.4, { at, side, 0.5 })
    end
  end
  return list
end

local function build(p)
  local d = derived(p)
  return li.robot { name = "tractor with semitrailer", gravity = { 0, 0, -p.g },
    bodies = {
      { name = "tractor", joint = "Tx Ty Rz", q = { "x", "y", "psi" }, mass = d.m_T,
        inertia = { p.I_T, p.I_T, p.I_T }, shapes = shapes(2.5, d.a, { d.a, -d.b }) },
      { name = "semitrailer", parent = "tractor", at = { -(d.b + p.c), 0, 0 }, after = { { "Tx",
        -d.d } }, joint = { kind = "revolute", axis = "-z", q = "phi" }, mass = d.m_S,
        inertia = { p.I_S, p.I_S, p.I_S },
        shapes = shapes(p.l_S + 3, d.d - p.l_S / 2, { -d.e }) },
    },
    forces = forces(p, d),
    inputs = { { name = "delta", unit = "rad", text = "angle of the front wheels" },
      { name = "force", unit = "N", text = "drives the tractor" } } }
end

-- small lateral motions about running straight; x = (phi, v_y of the tractor, psi', phi')
local function at_speed(truck, V)
  local lin = assert(truck:linearize { v = { x = V }, states = "psi phi y' psi' phi'",
    inputs = "delta" })
  -- y' = v_y + V psi in base axes: the heading psi is neutral, so it is left out
  local keep, A, B = { 2, 3, 4, 5 }, li.zeros(4, 4), li.zeros(4)
  for i, r in ipairs(keep) do
    for j, c in ipairs(keep) do A[i][j] = lin.A[r][c] end
    B[i] = lin.B[r][1]
  end
  for j = 1, 4 do A[2][j] = A[2][j] - (j == 3 and V or 0) end
  return A, B
end

-- E x' = A x + B delta for x = (phi, alpha_T, psi', phi') as OpenVD prints them, with the slips of
-- its tyres put in; alpha_T = v_y/V
local function printed(p, V)
  local d = derived(p)
  local m, l = d.m_S, d.b + p.c + d.d
  local E = li.mat { { 1, 0, 0, 0 }, { 0, V * (m + d.m_T), -m * l, d.d * m },
    { 0, -m * V * l, p.I_S + p.I_T + m * l ^ 2, -p.I_S - m * (d.d ^ 2 + (d.b + p.c) * d.d) },
    { 0, d.d * m * V, -p.I_S - m * (d.d ^ 2 + (d.b + p.c) * d.d), m * d.d ^ 2 + p.I_S } }
  local A = li.mat { { 0, 0, 0, 1 }, { 0, 0, -V * (m + d.m_T), 0 },
    { 0, 0, m * (d.d * V + V * (d.b + p.c)), 0 }, { 0, 0, -d.d * m * V, 0 } }
  -- forces of the axles: where they act, and slips by phi, alpha_T, psi', phi'
  local axles = {
    { d.C_F, { 0, 1, d.a, 0 }, { 0, 1, d.a / V, 0 } },
    { d.C_R, { 0, 1, -d.b, 0 }, { 0, 1, -d.b / V, 0 } },
    { d.C_M, { 0, 1, -(l + d.e), d.d + d.e },
      { 1, 1, -(l + d.e) / V, (d.d + d.e) / V } } }
  for _, axle_of in ipairs(axles) do
    for i = 2, 4 do
      for j = 1, 4 do A[i][j] = A[i][j] - axle_of[1] * axle_of[2][i] * axle_of[3][j] end
    end
  end
  local B = li.vec { 0, d.C_F, d.C_F * d.a, 0 }
  local scale = li.eye(4)
  scale[2][2] = V -- alpha_T to v_y
  local inverse = E:inverse()
  return scale * inverse * A * scale:inverse(), scale * (inverse * B)
end

-- Wong: understeer of both units (their axles' masses by statics, over the cornering
-- stiffnesses, s^2/m), the speed from which the tractor swings round (nil: never), and articulation
-- by steer angle in a steady turn
local function handling(p, V)
  local d = derived(p)
  local W_M = d.m_S * d.d / p.l_S
  local W_h = d.m_S - W_M
  local W_F = (d.m_T * d.b - W_h * p.c) / p.l_T
  local W_R = d.m_T + W_h - W_F
  local K_t, K_s = W_F / d.C_F - W_R / d.C_R, W_R / d.C_R - W_M / d.C_M
  local critical = K_t < 0 and math.sqrt(p.l_T / -K_t) or nil
  return { K_t = K_t, K_s = K_s, critical = critical,
    gain = (p.l_S + p.c + K_s * V ^ 2) / (p.l_T + K_t * V ^ 2) }
end

-- articulation by steer angle out of the linear model at rest: A x + B = 0
local function gain(truck, V)
  local A, B = at_speed(truck, V)
  return A:solve(-B)[1]
end

-- the speed near a guess at which the linear model has an eigenvalue 0
local function critical_speed(truck, guess)
  return assert(li.num.root(function(V)
    return { (at_speed(truck, V[1])):det() }
  end, { guess }))[1]
end

local NAMES = { "phi'", "v_y'", "psi''", "phi''" }

local function proof(truck, p, built)
  local rows, V = {}, 20
  local A, B = at_speed(truck, V)
  local A_printed, B_printed = printed(p, V)
  for i = 2, 4 do
    for j = 1, 4 do
      rows[#rows + 1] = { ("20 m/s: A[%s][%d]"):format(NAMES[i], j), A_printed[i][j], A[i][j] }
    end
    rows[#rows + 1] = { ("20 m/s: B[%s]"):format(NAMES[i]), B_printed[i], B[i] }
  end
  for _, speed in ipairs { 5, 20, 30 } do
    rows[#rows + 1] = { ("%d m/s: articulation by steer angle"):format(speed),
      handling(p, speed).gain, gain(truck, speed) }
  end
  -- two tyres on the drive axle: the tractor oversteers
  local soft = {}
  for key, x in pairs(p) do soft[key] = x end
  soft.n_R = 2
  local critical = handling(soft, V).critical
  rows[#rows + 1] = { "two tyres on the drive axle: critical speed (m/s)", critical,
    critical_speed(built(soft), 1.1 * critical) }
  return rows
end

return {
  text = "A tractor with semitrailer in the plane, linear tyres: articulation, critical speed.",
  source = "A. S. Mendes: OpenVD, articulated linear model (matrices, numbers); J. Y. Wong: Theory "
    .. "of Ground Vehicles, chapter 5 (steady handling)",
  licence = "formulas and numbers: facts; OpenVD is under the MIT licence", values = values,
  build = build, proof = proof, at_speed = at_speed, handling = handling,
}
