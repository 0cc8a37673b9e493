-- industrial.lua - arms of six revolute joints with a spherical wrist, from their data sheets
--
-- All have the same standard DH layout: z1 up, z2 and z3 across, the forearm along z4; the angles
-- begin where the controllers of each maker have their zero, and the column controller has their
-- signs. Their manufacturers print
-- lengths, ranges, speeds and the weight of the whole, and no masses of links. Assumed where none
-- are known: of that weight 30 per cent stand still, the links have 25, 20, 12, 9, 3 and 1 per cent
-- of it, as uniform cylinders between the origins of their frames (radius: 6 per cent of the reach,
-- of the wrist 4).
local kit = require "liaison.core"._internal
local pi, deg = math.pi, math.pi / 180

local SHARES = { 0.25, 0.2, 0.12, 0.09, 0.03, 0.01 }
local ASSUMED = { "masses: 25, 20, 12, 9, 3, 1 per cent of the weight printed in links 1 to 6",
  "inertias: uniform cylinders between the joints; rotors and gears: left out" }

-- where the zeros of the controllers stand, and which of them count the other way
local MAKERS = {
  abb = { zero = { 0, -pi / 2, 0 }, sign = { 1, 1, 1, 1, 1, 1 } },
  fanuc = { zero = { 0, -pi / 2, 0 }, sign = { 1, 1, -1, -1, -1, -1 } },
  kuka = { zero = { 0, 0, -pi / 2 }, sign = { -1, 1, 1, -1, 1, -1 } },
  staubli = { zero = { 0, -pi / 2, -pi / 2 }, sign = { 1, 1, 1, 1, 1, 1 } },
}
local ALPHA = { -pi / 2, 0, -pi / 2, pi / 2, -pi / 2, 0 }

-- I = m (3 r^2 + l^2)/12 (1 - u u') + m r^2/2 u u' about the axis u of a uniform cylinder
local function cylinder(m, r, x, y, z)
  local l2 = x * x + y * y + z * z
  if l2 == 0 then x, l2 = 2 * r, 4 * r * r end
  local across = m * (3 * r * r + l2) / 12
  local less = (m * r * r / 2 - across) / l2
  return { across + less * x * x, across + less * y * y, across + less * z * z, less * x * y,
    less * x * z, less * y * z }
end

-- axes of the DH frames at zero, of arms that count as ABB's: "-z" is downwards
local AXES = { { "x", "-z", "y" }, { "z", "x", "y" }, { "z", "-y", "x" }, { "z", "x", "y" },
  { "z", "-y", "x" }, { "z", "-y", "x" } }
local INDEX = { x = 1, y = 2, z = 3 }

-- a vector, or the entries xx yy zz xy xz yz of an inertia, from axes of the world to those
local function turned_vector(axes, v)
  local out = {}
  for i, axis in ipairs(axes) do
    out[i] = (axis:byte() == 45 and -1 or 1) * v[INDEX[axis:sub(-1)]]
  end
  return out
end

local ENTRY = { { 1, 4, 5 }, { 4, 2, 6 }, { 5, 6, 3 } }

local function turned_inertia(axes, I)
  local out = {}
  for i = 1, 3 do
    for j = i, 3 do
      local a, b = axes[i], axes[j]
      local sign = (a:byte() == 45) ~= (b:byte() == 45) and -1 or 1
      out[ENTRY[i][j]] = sign * (I[ENTRY[INDEX[a:sub(-1)]][INDEX[b:sub(-1)]]] or 0)
    end
  end
  return out
end

-- links as a file has them: mass, centre of mass in world axes at zero, inertia in these
local function known(arm, i)
  local link, a, d = arm.links[i], arm.a, arm.d
  local up = d[1] + (i > 1 and a[2] or 0) + (i > 2 and a[3] or 0)
  local out = a[1] + (i > 3 and d[2] or 0) + (i > 5 and d[3] or 0)
  local from = { link[2][1] - out, link[2][2], link[2][3] - up }
  return link[1], turned_vector(AXES[i], from), turned_inertia(AXES[i], link[3])
end

local function assumed(arm, row, i)
  local m = SHARES[i] * arm.weight
  local x, y, z = row.a, row.d * math.sin(row.alpha), row.d * math.cos(row.alpha)
  return m, { -x / 2, -y / 2, -z / 2 }, cylinder(m, (i < 4 and 0.06 or 0.04) * arm.reach, x, y, z)
end

-- of the angle, where the controller prints its own
local function limits(range, sign)
  local least, most = range[1] * deg, range[2] * deg
  if sign < 0 then return { -most, -least } end
  return { least, most }
end

local function of(name, arm)
  local d = { arm.d[1], 0, arm.across or 0, arm.d[2], 0, arm.d[3] }
  local dh = { name = name, convention = "standard", gravity = { 0, 0, -9.81 },
    source = arm.sheet .. (arm.links and "" or "; masses assumed") }
  local maker = MAKERS[arm.maker]
  for i = 1, 6 do
    local row = { theta = maker.zero[i], d = d[i], a = arm.a[i] or 0, alpha = ALPHA[i],
      limits = limits(arm.range[i], maker.sign[i]), speed = arm.speed[i] * deg,
      controller = maker.sign[i] < 0 and "-q" .. i or nil, effort = arm.effort and arm.effort[i],
      shown = maker.sign[i] * arm.home[i] * deg }
    if arm.links then row.mass, row.com, row.inertia = known(arm, i)
    else row.mass, row.com, row.inertia = assumed(arm, row, i) end
    dh[i] = row
  end
  local total = arm.total or 0.7 * arm.weight
  return { dh = dh, about = { source = { arm.sheet, arm.beside },
    licence = arm.licence or "facts of a data sheet",
    assumed = arm.links and { "rotors and gears: left out" } or ASSUMED, differs = arm.differs,
    mass = total, of = arm.of or kit.format("0.7 of the %g kg printed", arm.weight) } }
end

-- d: d1, d4, d6; a: a1, a2, a3; ranges and homes in degrees, speeds in degrees per second
local arms = {
  irb120 = { maker = "abb", sheet = "ABB IRB 120 data sheet, ROB0149EN_D",
    beside = "ros-industrial/abb, abb_irb120_support: irb120_3_58 (masses and inertias)",
    d = { 0.29, 0.302, 0.072 }, a = { 0, 0.27, 0.07 }, reach = 0.58, weight = 25,
    range = { { -165, 165 }, { -110, 110 }, { -110, 70 }, { -160, 160 }, { -120, 120 },
      { -400, 400 } },
    speed = { 250, 250, 250, 320, 320, 420 }, home = { 0, 0, 0, 0, 30, 0 },
    links = {
      { 3.067, { 9.77e-5, -0.00012, 0.23841 },
        { 0.0142175, 0.0144041, 0.0104533, -1.28579e-5, -2.31364e-5, 1.93404e-5 } },
      { 3.909, { 0.00078, -0.00212, 0.29 + 0.10124 },
        { 0.0603111, 0.041569, 0.0259548, 9.83431e-6, 5.72407e-5, -0.00050497 } },
      { 2.944, { 0.02281, 0.00106, 0.56 + 0.05791 },
        { 0.00835606, 0.016713, 0.0126984, -8.01545e-5, 0.00142884, -0.000182227 } },
      { 1.328, { 0.2247, 0.00015, 0.63 + 0.00041 },
        { 0.00284661, 0.00401346, 0.0052535, -2.12765e-5, -1.6435e-5, 1.31336e-5 } },
      { 0.546, { 0.302 - 0.00109, 3.68e-5, 0.63 + 6.22e-5 },
        { 0.000404891, 0.000892825, 0.000815468, 1.61943e-6, 8.46805e-7, -1.51792e-8 } },
      { 0.137, { 0.374 - 0.00706, -0.00017, 0.63 - 1.32e-6 }, { 0.001, 0.001, 0.001 } } },
    licence = "Apache-2.0 (abb_irb120_support)", total = 11.931,
    of = "links 1 to 6 of the file; the data sheet: 25 kg with the base" },
  irb140 = { maker = "abb", sheet = "ABB IRB 140 product specification",
    d = { 0.352, 0.38, 0.065 }, a = { 0.07, 0.36, 0 }, reach = 0.81, weight = 98,
    range = { { -180, 180 }, { -90, 110 }, { -230, 50 }, { -200, 200 }, { -115, 115 },
      { -400, 400 } },
    speed = { 200, 200, 260, 360, 360, 450 }, home = { 0, 0, 0, 0, 30, 0 } },
  irb1600 = { maker = "abb", sheet = "ABB IRB 1600-6/1.45 product specification",
    beside = "ros-industrial/abb, abb_irb1600_support: irb1600_6_12, whose upper arm has 0.475 m",
    d = { 0.4865, 0.6, 0.065 }, a = { 0.15, 0.7, 0 }, reach = 1.45, weight = 250,
    range = { { -180, 180 }, { -90, 150 }, { -245, 65 }, { -200, 200 }, { -115, 115 },
      { -400, 400 } },
    speed = { 150, 160, 170, 320, 400, 460 }, home = { 0, 0, 0, 0, 30, 0 },
    differs = { "the file has 450 degrees per second for axis 6" } },
  irb6640 = { maker = "abb", sheet = "ABB IRB 6640-180/2.55 product specification",
    d = { 0.78, 1.1425, 0.2 }, a = { 0.32, 1.075, 0.2 }, reach = 2.55, weight = 1310,
    range = { { -170, 170 }, { -65, 85 }, { -180, 70 }, { -300, 300 }, { -120, 120 },
      { -360, 360 } },
    speed = { 100, 90, 90, 170, 120, 190 }, home = { 0, 0, 0, 0, 30, 0 } },
  lrmate200id = { maker = "fanuc", sheet = "Fanuc LR Mate 200iD data sheet",
    beside = "ros-industrial/fanuc, fanuc_lrmate200id_support: lrmate200id (ranges, speeds)",
    d = { 0.33, 0.335, 0.08 }, a = { 0.05, 0.33, 0.035 }, reach = 0.717, weight = 25,
    range = { { -169.9, 169.9 }, { -100, 145 }, { -140.4, 280 }, { -189.9, 189.9 },
      { -124.9, 124.9 }, { -360, 360 } },
    speed = { 450, 380, 520, 550, 545, 1000 }, home = { 0, 0, 0, 0, -30, 0 },
    differs = { "the controller couples J2 and J3: there J3 is counted from the horizontal" } },
  m20ia = { maker = "fanuc", sheet = "Fanuc M-20iA data sheet",
    beside = "ros-industrial/fanuc, fanuc_m20ia_support: m20ia (ranges, speeds)",
    d = { 0.525, 0.835, 0.1 }, a = { 0.15, 0.79, 0.25 }, reach = 1.811, weight = 250,
    range = { { -170, 170 }, { -100, 160 }, { -185, 273.12 }, { -200, 200 }, { -140, 140 },
      { -270, 270 } },
    speed = { 195, 175, 180, 360, 360, 550 }, home = { 0, 0, 0, 0, -30, 0 },
    differs = { "the controller couples J2 and J3: there J3 is counted from the horizontal" } },
  kr5 = { maker = "kuka", sheet = "KUKA KR 5 sixx R650 specification",
    beside = "dart 6.12, data/urdf/KR5 (ranges, speeds)",
    d = { 0.335, 0.295, 0.08 }, a = { 0.075, 0.27, 0.09 }, reach = 0.653, weight = 28,
    range = { { -170, 170 }, { -190, 45 }, { -119, 145 }, { -190, 190 }, { -120, 120 },
      { -358, 358 } },
    speed = { 375, 300, 375, 410, 410, 660 }, home = { 0, -90, 90, 0, 30, 0 },
    differs = { "the file of dart has d1 = 0.333 m and a forearm of 0.293 m" } },
  kr6 = { maker = "kuka", sheet = "KUKA KR 6 R900 sixx specification",
    beside = "ros-industrial/kuka_experimental, kuka_kr6_support: kr6r900sixx (ranges, speeds)",
    d = { 0.4, 0.42, 0.08 }, a = { 0.025, 0.455, 0.035 }, reach = 0.901, weight = 52,
    range = { { -170, 170 }, { -190, 45 }, { -120, 156 }, { -185, 185 }, { -120, 120 },
      { -350, 350 } },
    speed = { 360, 300, 360, 381, 388, 615 }, home = { 0, -90, 90, 0, 30, 0 } },
  kr16 = { maker = "kuka", sheet = "KUKA KR 16-2 specification",
    beside = "ros-industrial/kuka_experimental, kuka_kr16_support: kr16_2 (ranges, speeds)",
    d = { 0.675, 0.67, 0.158 }, a = { 0.26, 0.68, -0.035 }, reach = 1.611, weight = 235,
    range = { { -185, 185 }, { -155, 35 }, { -130, 154 }, { -350, 350 }, { -130, 130 },
      { -350, 350 } },
    speed = { 156, 156, 156, 330, 330, 615 }, home = { 0, -90, 90, 0, 30, 0 } },
  kr210 = { maker = "kuka", sheet = "KUKA KR 210 R2700 extra specification",
    d = { 0.675, 1.2, 0.215 }, a = { 0.35, 1.15, -0.041 }, reach = 2.696, weight = 1068,
    range = { { -185, 185 }, { -140, -5 }, { -120, 155 }, { -350, 350 }, { -125, 125 },
      { -350, 350 } },
    speed = { 123, 115, 120, 179, 172, 219 }, home = { 0, -90, 90, 0, 30, 0 },
    differs = { "the sheet prints a reach of 2696 mm, the lengths give 2701",
      "kuka_kr210_support has the KR 210 L150, with masses of solid steel: 4.9 t in all" } },
  tx60 = { maker = "staubli", sheet = "Staubli TX60 instruction manual",
    beside = "ros-industrial/staubli_experimental, staubli_tx60_support: tx60 (ranges, speeds)",
    d = { 0.375, 0.31, 0.07 }, a = { 0, 0.29, 0 }, across = 0.02, reach = 0.67, weight = 51.4,
    range = { { -180, 180 }, { -127.5, 127.5 }, { -142.5, 142.5 }, { -270, 270 },
      { -122.5, 132.5 }, { -270, 270 } },
    speed = { 435, 410, 540, 995, 1065, 1445 }, effort = { 126, 71, 38, 7, 8, 2 },
    home = { 0, 0, 90, 0, 30, 0 } },
  tx90 = { maker = "staubli", sheet = "Staubli TX90 instruction manual",
    beside = "ros-industrial/staubli_experimental, staubli_tx90_support: tx90 (ranges, speeds)",
    d = { 0.478, 0.425, 0.1 }, a = { 0.05, 0.425, 0 }, across = 0.05, reach = 1, weight = 111,
    range = { { -180, 180 }, { -130, 147.5 }, { -145, 145 }, { -270, 270 }, { -115, 140 },
      { -270, 270 } },
    speed = { 400, 400, 430, 540, 475, 760 }, effort = { 318, 166, 76, 34, 29, 11 },
    home = { 0, 0, 90, 0, 30, 0 },
    differs = { "the file has masses of 53.3 kg in all, whose centres for links 4 to 6 stand in "
      .. "frames of the drawing: not taken" } },
}

local family = {}
for name, arm in pairs(arms) do family[name] = of(name, arm) end
return family
