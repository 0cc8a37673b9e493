-- half_car.lua - a half car, bounce and pitch on two springs, over a bump: in closed form by its
-- modes
--
-- [thesis] (1.17)-(1.29): z up, theta nose down; two springs k_f, k_r at L1 before and L2 behind
-- the centre of mass, without dampers, over z_f(t) and z_r(t) = z_f(t - L/V). The bump is 1 - cos;
-- each mode answers it by
--
--   eta'' + w^2 eta = (h/2)(1 - cos W t)  from rest:
--   eta = (h/2) ((1 - cos w t)/w^2 - (cos W t - cos w t)/(w^2 - W^2))
--
-- and where the bump ends by the same again, later by its length and with the other sign.
local li = require "liaison.core"
local drawn = require "liaison.catalog.published.drawn"
local kit = li._internal

local values = { m_s = 1200, I_y = 1800, k_f = 36000, k_r = 40000, L1 = 1.2, L2 = 1.4, V = 10,
  height = 0.05, length = 2, at = 5 }

-- the height of the road `behind` the front axle, at the time t
local function road(p, behind)
  local bump = li.surface { "bump", height = p.height, length = p.length, at = p.at }
  return tostring(bump:height(li.expr(p.V) * li.time() - behind, 0))
end

local function build(p)
  local L = p.L1 + p.L2
  return li.robot { name = "half car", gravity = { 0, 0, 0 },
    bodies = { { name = "body", joint = "Tz Ry", q = { "z", "theta" }, mass = p.m_s,
      inertia = { 300, p.I_y, 1800 }, shapes = { drawn.box(4, 1.5, 0.8, { 0, 0, 0.9 }),
        drawn.wheel(0.3, 0.2, { p.L1, 0, 0.3 }), drawn.wheel(0.3, 0.2, { -p.L2, 0, 0.3 }) } } },
    forces = {
      { "spring", name = "front", joint = { z = 1, theta = -p.L1 }, stiffness = p.k_f,
        rest = road(p, 0) },
      { "spring", name = "rear", joint = { z = 1, theta = p.L2 }, stiffness = p.k_r,
        rest = road(p, L) } } }
end

-- squares of both frequencies, and z by theta of their modes
local function modes(p)
  local D1, D2 = (p.k_f + p.k_r) / p.m_s, (p.k_r * p.L2 - p.k_f * p.L1) / p.m_s
  local D3, r2 = (p.k_f * p.L1 ^ 2 + p.k_r * p.L2 ^ 2) / p.I_y, p.I_y / p.m_s
  local half, root = (D1 + D3) / 2, math.sqrt((D1 - D3) ^ 2 / 4 + D2 ^ 2 / r2)
  local list = {}
  for k, square in ipairs { half - root, half + root } do
    list[k] = { w = math.sqrt(square), ratio = D2 / (square - D1) }
  end
  return list
end

-- what a mode does after a bump of 1 m began a time t ago
local function answer(w, W, t)
  local function half(u)
    if u <= 0 then return 0 end
    return ((1 - math.cos(w * u)) / w ^ 2
      - (math.cos(W * u) - math.cos(w * u)) / (w ^ 2 - W ^ 2)) / 2
  end
  return half(t) - half(t - 2 * math.pi / W)
end

-- z and theta at a time
local function closed_form(p, t)
  local W, z, theta = 2 * math.pi * p.V / p.length, 0, 0
  for _, mode in ipairs(modes(p)) do
    local mass = p.m_s * mode.ratio ^ 2 + p.I_y
    local front = p.k_f * (mode.ratio - p.L1) * p.height / mass
    local rear = p.k_r * (mode.ratio + p.L2) * p.height / mass
    local eta = front * answer(mode.w, W, t - p.at / p.V)
      + rear * answer(mode.w, W, t - (p.at + p.L1 + p.L2) / p.V)
    z, theta = z + mode.ratio * eta, theta + eta
  end
  return z, theta
end

local function proof(car, p)
  local rows = {}
  local small = car:modes { 0, 0 }
  for k, mode in ipairs(modes(p)) do
    rows[#rows + 1] = { ("frequency %d (Hz)"):format(k), mode.w / (2 * math.pi),
      small[k].frequency }
  end
  local run = car:simulate(2, nil, nil, { rtol = 1e-12, atol = 1e-15, dt = 0.05 })
  for _, t in ipairs { 0.6, 0.75, 0.9, 1.3, 2 } do
    local z, theta = closed_form(p, t)
    rows[#rows + 1] = { kit.format("z at %g s (m)", t), z, run:at("z", t) }
    rows[#rows + 1] = { kit.format("theta at %g s", t), theta, run:at("theta", t) }
  end
  return rows
end

return {
  text = "A half car over a bump, against its closed form by modal superposition.",
  source = "[thesis] chapter 1, (1.17)-(1.29); the answer of each mode in closed form",
  licence = "numbers of the thesis' reference set, formulas: facts", values = values,
  build = build, proof = proof, closed_form = closed_form,
}
