-- sharp_motorcycle.lua - the motorcycle of Sharp 1971: rear frame with its rider, front frame,
-- steering damper, tyres that answer late
--
-- R. S. Sharp, J. Mech. Eng. Sci. 13 (1971) 316-329, appendix 3 and tables 1 to 3 (machine 1). Its
-- numbers are in slugs, feet and pounds; g = 32.2 ft/s^2. x ahead, y to the left, z up; roll > 0
-- and steer > 0 to the right, as there. Height and pitch are kept, as there: the load of the front
-- wheel is a given force. G_f stands e ahead of the steering axis and f above the foot on it of the
-- ground point A below G_r.
--
-- The side force Y of a tyre follows its slip and camber late, sigma/V Y' + Y = C1 alpha + C2 phi.
-- In words of mechanics: Y is the rate of a flywheel of 1 kg m^2, which the wanted force drives.
local li = require "liaison.core"
local drawn = require "liaison.catalog.published.drawn"
local kit = li._internal

local FOOT, POUND = 0.3048, 4.4482216152605 -- m, N
local SLUG = POUND / FOOT                   -- kg
local INERTIA, STIFF, DAMP = SLUG * FOOT ^ 2, POUND, POUND * FOOT

local values = { M_f = 2.1 * SLUG, M_r = 14.9 * SLUG, Z_f = 226 * POUND, g = 32.2 * FOOT,
  I_rx = 23 * INERTIA, I_rz = 15.54 * INERTIA, C_rxz = 1.28 * INERTIA, I_fx = 0.91 * INERTIA,
  I_fz = 0.326 * INERTIA, i_fy = 0.53 * INERTIA, i_ry = 0.775 * INERTIA, a = 3.112 * FOOT,
  b = 1.574 * FOOT, e = 0.08 * FOOT, f = 0.093 * FOOT, h = 2.02 * FOOT, R_f = FOOT, R_r = FOOT,
  t = 0.38 * FOOT, epsilon = 0.4715, C_f1 = 2512 * STIFF, C_f2 = 211 * STIFF,
  C_r1 = 3559 * STIFF, C_r2 = 298 * STIFF, K = 5 * DAMP, sigma = 0.8 * FOOT }

local SLOW = 0.01 -- m/s, below which slips are bounded

local AHEAD = "(x'*cos(yaw) + y'*sin(yaw))"
local ASIDE = "(y'*cos(yaw) - x'*sin(yaw))"
local SPEED = ("sqrt(%s^2 + %s)"):format(AHEAD, kit.format("%.17g", SLOW ^ 2))

local function num(x) return kit.format("(%.17g)", x) end

-- where things are, in axes of the upright machine, from A
local function places(p)
  local c, s = math.cos(p.epsilon), math.sin(p.epsilon)
  local foot = { p.a * c, 0, p.a * s }
  local front = (p.a - p.t) / c
  return { c = c, s = s, foot = foot, front = front,
    G_f = { foot[1] + p.e * c - p.f * s, 0, foot[3] + p.e * s + p.f * c } }
end

local function from(point, origin)
  return { point[1] - origin[1], point[2] - origin[2], point[3] - origin[3] }
end

-- the wanted side force of each tyre, to the left
local function wanted(p, at)
  local rear = ("-%s*(%s - %s*yaw')/%s - %s*roll"):format(num(p.C_r1), ASIDE, num(p.b), SPEED,
    num(p.C_r2))
  local front = ("-%s*((%s + %s*yaw' + %s*steer')/%s + %s*steer) - %s*(roll + %s*steer)"):format(
    num(p.C_f1), ASIDE, num(at.front), num(p.t), SPEED, num(at.c), num(p.C_f2), num(at.s))
  return rear, front
end

local function lag(p, coordinate, force)
  return { "given", name = coordinate .. " follows", joint = coordinate,
    f = ("(%s - %s')*%s/%s"):format(force, coordinate, SPEED, num(p.sigma)) }
end

local function bodies(p, at)
  local c, s = at.c, at.s
  local wheel = { drawn.wheel(p.R_r, 0.1) }
  -- the frames of the paper have their wheels in them but for the spin: half of that is the
  -- wheel's moment across its axle
  local f, r = p.i_fy / 2, p.i_ry / 2
  local fork = { p.I_fx * c * c + p.I_fz * s * s - f, p.I_fx - f,
    p.I_fx * s * s + p.I_fz * c * c - f, 0, (p.I_fx - p.I_fz) * c * s, 0 }
  local function flywheel(name, q)
    return { name = name, parent = "world", joint = "revolute", axis = "x", q = q, mass = 0,
      inertia = { 1, 0.5, 0.5 }, shapes = { drawn.box(1e-3, 1e-3, 1e-3) } }
  end
  return {
    { name = "rear frame", joint = "Tx Ty Rz Rx", q = { "x", "y", "yaw", "roll" }, mass = p.M_r,
      com = { 0, 0, p.h }, about = "com",
      inertia = { p.I_rx - r, p.I_rx, p.I_rz - r, 0, p.C_rxz, 0 },
      shapes = { drawn.box(0.9, 0.3, 0.5, { 0, 0, p.h }) } },
    { name = "front frame", parent = "rear frame", at = at.foot, joint = "revolute",
      axis = { s, 0, -c }, q = "steer", damping = p.K, mass = p.M_f, about = "com",
      com = from(at.G_f, at.foot), inertia = fork,
      shapes = { drawn.box(0.05, 0.7, 0.05, { -0.25, 0, 0.5 }) } },
    { name = "rear wheel", parent = "rear frame", at = { -p.b, 0, p.R_r }, joint = "revolute",
      axis = "y", q = "spin_r", mass = 0, inertia = { r, p.i_ry, r }, shapes = wheel },
    { name = "front wheel", parent = "front frame", at = from({ at.front, 0, p.R_f }, at.foot),
      joint = "revolute", axis = "y", q = "spin_f", mass = 0, inertia = { f, p.i_fy, f },
      shapes = wheel },
    flywheel("rear side force", "Y_r"), flywheel("front side force", "Y_f"),
  }
end

local function build(p)
  local at = places(p)
  local rear, front = wanted(p, at)
  local function side(name, body, point, load)
    return { "given", name = name .. " tyre", at = body, point = point,
      f = { ("-sin(yaw)*Y_%s'"):format(name:sub(1, 1)), ("cos(yaw)*Y_%s'"):format(name:sub(1, 1)),
        load } }
  end
  return li.robot { name = "motorcycle of Sharp", gravity = { 0, 0, -p.g },
    bodies = bodies(p, at), forces = { lag(p, "Y_r", rear), lag(p, "Y_f", front),
      side("rear", "rear frame", { -p.b, 0, 0 }, 0),
      side("front", "front frame", from({ at.front, 0, 0 }, at.foot), p.Z_f),
      { "given", name = "hands", joint = "steer", f = "torque" } },
    inputs = { { name = "torque", unit = "N m", text = "of the rider on the steering" } } }
end

-- real part, and frequency in rad/s, at 10 .. 160 ft/s
local SPEEDS = { 10, 20, 30, 50, 70, 100, 130, 160 }
local PRINTED = {
  { "capsize", { "-3.56", "-2.83", "-0.13", "0.08", "0.08", "0.07", "0.05", "0.04" } },
  { "weave, real part",
    { "2.01", "-0.18", "-3.36", "-6.59", "-3.97", "-1.82", "-1.13", "-0.96" } },
  { "weave, frequency",
    { "1.63", "2.09", "4.56", "11.4", "16.8", "19.2", "20.4", "21.2" } },
  { "wobble, real part",
    { "-5.20", "-5.91", "-6.42", "-6.52", "-5.70", "-3.94", "-2.24", "-0.82" } },
  { "wobble, frequency",
    { "55.7", "55.8", "55.5", "54.6", "54.0", "54.3", "55.6", "57.5" } },
}

-- small lateral motions about running straight; the heading is one of the states, and neutral
local function at_speed(bike, p, V)
  return assert(bike:linearize { v = { x = V, spin_r = V / p.R_r, spin_f = V / p.R_f },
    states = "yaw roll steer y' yaw' roll' steer' Y_r' Y_f'", inputs = "torque" })
end

-- capsize: the slowest real one but the heading's 0; weave: the pair that is least damped but the
-- wobble's, the pair with the most steering
local function modes(lin)
  local re, V, im, W = lin.A:eig()
  local real, pairs_of = {}, {}
  for k = 1, #re do
    local frequency = im and im[k] or 0
    if frequency > 1e-6 then
      pairs_of[#pairs_of + 1] = { re = re[k], im = frequency }
    elseif math.abs(frequency) <= 1e-6 and math.abs(re[k]) > 1e-6 then
      real[#real + 1] = re[k]
    end
  end
  table.sort(real, function(a, b) return math.abs(a) < math.abs(b) end)
  table.sort(pairs_of, function(a, b) return a.im > b.im end)
  local wobble, weave = pairs_of[1], pairs_of[2]
  for k = 3, #pairs_of do if pairs_of[k].re > weave.re then weave = pairs_of[k] end end
  return { real[1], weave.re, weave.im, wobble.re, wobble.im }, V, W
end

local function proof(bike, p)
  local rows = {}
  for n, u in ipairs(SPEEDS) do
    local got = modes(at_speed(bike, p, u * FOOT))
    for k, row in ipairs(PRINTED) do
      rows[#rows + 1] = { ("%d ft/s: %s"):format(u, row[1]), row[2][n], got[k] }
    end
  end
  return rows
end

return {
  text = "Sharp's motorcycle of 1971: two frames, late tyres; weave, wobble and capsize.",
  source = "R. S. Sharp: The stability and control of motorcycles, J. Mech. Eng. Sci. 13 (1971) "
    .. "316, appendix 3, tables 1 to 3",
  licence = "numbers of a paper: facts", values = values, build = build, proof = proof,
  at_speed = at_speed, modes = modes,
}
