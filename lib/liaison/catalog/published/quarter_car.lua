-- quarter_car.lua - a quarter car on a random road, with its theoretical spectrum: the golden car
--
-- Numbers by its sprung mass: M. W. Sayers, T. D. Gillespie, C. A. V. Queiroz, The International
-- Road Roughness Experiment, World Bank Technical Paper 45 (1986), as in ASTM E 1926. Road: ISO
-- 8608, Gd(n) = Gd(n_0) (n/n_0)^-2, so that at a speed V its velocity is white noise of the density
--
--   G = (2 pi n_0)^2 Gd(n_0) V        in m^2/s^2/Hz, one-sided
--
-- A mean square is G/(4 pi) times the integral of |H|^2 over all frequencies, H from the velocity
-- of the road. D. E. Newland, An Introduction to Random Vibrations, appendix 1, has it in closed
-- form.
local li = require "liaison.core"
local drawn = require "liaison.catalog.published.drawn"

local M_S = 250
local values = { m_s = M_S, m_u = 0.15 * M_S, k_s = 63.3 * M_S, c = 6 * M_S, k_t = 653 * M_S,
  n_0 = 0.1, Gd = 256e-6, V = 80 / 3.6 }

local function build(p)
  return li.robot { name = "quarter car", gravity = { 0, 0, 0 },
    bodies = {
      { name = "body", joint = { kind = "prismatic", axis = "z", q = "z_s" }, mass = p.m_s,
        inertia = { 1, 1, 1 }, shapes = { drawn.box(1, 0.5, 0.3, { 0, 0, 1 }) } },
      { name = "wheel", parent = "world", joint = { kind = "prismatic", axis = "z", q = "z_u" },
        mass = p.m_u, inertia = { 1, 1, 1 }, shapes = { drawn.wheel(0.3, 0.2, { 0, 0, 0.3 }) } },
    },
    forces = {
      { "spring", name = "suspension", joint = { z_s = 1, z_u = -1 }, stiffness = p.k_s,
        damping = p.c },
      { "spring", name = "tyre", joint = "z_u", stiffness = p.k_t, rest = "road" },
    },
    inputs = { { name = "road", unit = "m", text = "height of the road below the wheel" } },
    outputs = { acceleration = "z_s''", travel = "z_s - z_u", deflection = "z_u - road" } }
end

local function density(p) return (2 * math.pi * p.n_0) ^ 2 * p.Gd * p.V end

-- I_4 of Newland: the integral over all omega of |B/A|^2, B = B1 s + B2 s^2 + B3 s^3 (what a road
-- that stays does is 0: B0 = 0), A = A0 + .. + A4 s^4, s = i omega
local function integral(B, A)
  local B1, B2, B3 = B[1], B[2], B[3]
  local A0, A1, A2, A3, A4 = A[1], A[2], A[3], A[4], A[5]
  local top = B3 ^ 2 * (A0 * A3 - A1 * A2) + A1 * A4 * (2 * B1 * B3 - B2 ^ 2) - A3 * A4 * B1 ^ 2
  return math.pi * top / (A4 * (A0 * A3 ^ 2 + A1 ^ 2 * A4 - A1 * A2 * A3))
end

-- root mean squares in closed form
local function closed_form(p)
  local m = p.m_s + p.m_u
  local A = { p.k_s * p.k_t, p.c * p.k_t, p.m_s * p.k_t + m * p.k_s, m * p.c, p.m_s * p.m_u }
  local B = { acceleration = { p.k_s * p.k_t, p.c * p.k_t, 0 }, travel = { -p.m_s * p.k_t, 0, 0 },
    deflection = { -m * p.k_s, -m * p.c, -p.m_s * p.m_u } }
  local out = {}
  for name, b in pairs(B) do out[name] = math.sqrt(density(p) / (4 * math.pi) * integral(b, A)) end
  return out
end

-- the same out of the model: z_s and z_u over the road, which its velocity drives as white noise,
-- A P + P A' + N N' = 0 with N = -(1, 1, 0, 0) sqrt(G/2)
local function by_covariance(car, p)
  local lin = assert(car:linearize { states = "z_s z_u z_s' z_u'", inputs = "road",
    outputs = { "z_s''", "z_s - z_u", "z_u" } })
  local N = li.mat { { -1 }, { -1 }, { 0 }, { 0 } } * math.sqrt(density(p) / 2)
  local P = li.lyapunov(lin.A, N * N:transpose())
  local out = {}
  for k, name in ipairs { "acceleration", "travel", "deflection" } do
    local row = li.vec(lin.C[k])
    out[name] = math.sqrt(row:dot(P * row))
  end
  return out
end

local function proof(car, p)
  local rows, ours, theirs = {}, by_covariance(car, p), closed_form(p)
  for _, row in ipairs { { "acceleration", "m/s^2" }, { "travel", "m" }, { "deflection", "m" } } do
    rows[#rows + 1] = { ("class C, 80 km/h: rms %s (%s)"):format(row[1], row[2]), theirs[row[1]],
      ours[row[1]] }
  end
  return rows
end

return {
  text = "A quarter car (the golden car) on a road of ISO 8608, with its theoretical spectrum.",
  source = "Sayers, Gillespie, Queiroz: World Bank Technical Paper 45 (1986); closed form: D. E. "
    .. "Newland, An Introduction to Random Vibrations, appendix 1 (I_4); road: ISO 8608",
  licence = "numbers and formulas: facts", values = values, build = build, proof = proof,
  closed_form = closed_form, by_covariance = by_covariance,
}
