-- test_zoo_golden.lua - robots of li.robots against numbers that others print: reaches of data
-- sheets, poses of manuals and textbooks, mass matrices and equations of publications
local t = require "t"
local li = require "liaison"
local pi, cos, sin, sqrt = math.pi, math.cos, math.sin, math.sqrt

local function place(m, q, body) return m:fk(q, body):pos() end
local function matrix(M, n)
  local out = {}
  for i = 1, n do
    for j = 1, n do out[#out + 1] = M:get(i, j) end
  end
  return out
end

-- ---- Puma 560 -----------------------------------------------------------------------------------

-- P. Corke, Robotics, Vision and Control, 2nd ed. 2017, 9.2: p560.gravload(qn), p560.inertia(qn)
-- and the pose p560.fkine(qn), at qn = (0, pi/4, pi, 0, pi/4, 0)
t.test("Puma 560: gravity load, inertia and pose of the textbook at its nominal place", function()
  local m, qn = li.robots.puma560(), { 0, pi / 4, pi, 0, pi / 4, 0 }
  t.near(place(m, qn), { 0.5963, -0.1501, -0.0144 }, 6e-5)
  t.near(m:gravity(qn), { 0, 31.6399, 6.0351, 0, 0.0283, 0 }, 1e-4)
  t.near(matrix(m:mass(qn), 6), {
    3.6594, -0.4044, 0.1006, -0.0025, 0, 0,
    -0.4044, 4.4137, 0.3509, 0, 0.0024, 0,
    0.1006, 0.3509, 0.9378, 0, 0.0015, 0,
    -0.0025, 0, 0, 0.1925, 0, 0,
    0, 0.0024, 0.0015, 0, 0.1713, 0,
    0, 0, 0, 0, 0, 0.1941 }, 6e-5)
end)

-- ---- Panda --------------------------------------------------------------------------------------

-- Robotics Toolbox for Python, README: Panda().fkine(qr), with a hand of 0.1034 m, at
-- qr = (0, -0.3, 0, -2.2, 0, 2, pi/4); Franka: reach 855 mm
t.test("Panda: the pose of the toolbox's ready place, the reach of the data sheet", function()
  local m = li.robots.panda()
  local X = m:fk { 0, -0.3, 0, -2.2, 0, 2, pi / 4 }
  local p, z = X:pos(), X:vector { 0, 0, 1 }
  t.near(z, { 0.09983, 0, -0.995 }, 1e-4)
  t.near({ p[1] + 0.1034 * z[1], p[2], p[3] + 0.1034 * z[3] }, { 0.484, 0, 0.4126 }, 1e-4)
  -- upright: 0.333 to the shoulder, 0.316 and 0.384 to the wrist, 0.107 back to the flange
  t.near(place(m, { 0, 0, 0, 0, 0, 0, 0 }), { 0.088, 0, 0.333 + 0.316 + 0.384 - 0.107 }, 1e-12)
end)

-- ---- Universal Robots ---------------------------------------------------------------------------

-- Universal Robots, user manuals: at zero the arm lies along -x with the tool along -y; lengths of
-- the support article. UR5 upright as ROS prints it (0, 0.19145, 1.001059 in a base turned by pi)
t.test("Universal Robots: poses at zero and upright", function()
  local arms = { ur3 = { 0.4569, 0.19425, 0.06655, 0.69415 }, ur5 = { 0.81725, 0.19145, -0.005491,
    1.001059 }, ur10 = { 1.1843, 0.256141, 0.0116, 1.4273 }, ur3e = { 0.45675, 0.22315, 0.0665,
    0.69395 }, ur5e = { 0.8172, 0.2329, 0.0628, 1.0794 }, ur10e = { 1.18425, 0.2907, 0.06085,
    1.4848 }, ur16e = { 0.8384, 0.2907, 0.06085, 1.13895 } }
  for name, x in pairs(arms) do
    local m = li.robots[name]()
    t.near(place(m, { 0, 0, 0, 0, 0, 0 }), { -x[1], -x[2], x[3] }, 1e-9, name)
    t.near(place(m, { 0, -pi / 2, 0, -pi / 2, 0, 0 }), { 0, -x[2], x[4] }, 1e-9, name)
    t.eq(#m:ik_all(m:fk { 0.3, -1, 1.2, 0.4, 0.7, 0.1 }), 8, name)
  end
end)

-- data sheets: payload 3, 5, 10, 16 kg at full reach; the shoulder must carry the arm and the load
t.test("Universal Robots: the joints can hold the stretched arm with its payload", function()
  for name, load in pairs { ur3 = 3, ur5 = 5, ur10 = 10, ur3e = 3, ur5e = 5, ur10e = 10,
    ur16e = 16 } do
    local m = li.robots[name]()
    local bodies = m:description().bodies
    local tau = m:gravity { 0, 0, 0, 0, 0, 0 }
    local reach = place(m, { 0, 0, 0, 0, 0, 0 })[1]
    local effort = bodies[2].effort or bodies[2].joint.effort
    t.ok(math.abs(tau[2]) + load * 9.81 * math.abs(reach) < effort * 1.25, name)
    t.ok(math.abs(tau[2]) > 0.1 * effort, name)
  end
end)

-- ---- industrial arms ----------------------------------------------------------------------------

-- reach printed on the data sheets, in mm: of the wrist centre, of Staubli arms of the flange; and
-- where the flange is in the pose the sheets draw
t.test("industrial arms: the reach their data sheets print", function()
  local sheets = { irb120 = 580, irb140 = 810, irb1600 = 1450, irb6640 = 2550, lrmate200id = 717,
    m20ia = 1811, kr5 = 653, kr6 = 901, kr16 = 1611, kr210 = 2701, tx60 = 670, tx90 = 1000 }
  for name, reach in pairs(sheets) do
    local m, body = li.robots[name](), name:find "^tx" and "link6" or "link5"
    local zero = m:description().bodies
    local best = 0
    -- the upper arm level, the forearm about in line with it
    local level = (name:find "^kr" and 0 or pi / 2)
    local straight = (name:find "^kr" or name:find "^tx") and 0 or -pi / 2
    for i = -600, 600 do
      local p = place(m, { 0, level, straight + i * 5e-4, 0, 0, 0 }, body)
      best = math.max(best, p[1])
    end
    t.near(best * 1000, reach, name == "irb6640" and 6 or 1, name)
    t.eq(#zero, 6)
  end
end)

-- data sheets: ABB IRB 120 (374, 0, 630), IRB 140 (515, 0, 712), IRB 1600-1.45 (815, 0, 1186.5);
-- KUKA KR 6 R900 sixx with the arm level (980, 0, 435), KR 16-2 (1768, 0, 640)
t.test("industrial arms: the flange in the pose the data sheets draw", function()
  for name, p in pairs { irb120 = { 0.374, 0, 0.63 }, irb140 = { 0.515, 0, 0.712 },
    irb1600 = { 0.815, 0, 1.1865 }, kr6 = { 0.98, 0, 0.435 }, kr16 = { 1.768, 0, 0.64 },
    tx60 = { 0, 0.02, 1.045 }, tx90 = { 0.05, 0.05, 1.428 } } do
    t.near(place(li.robots[name](), { 0, 0, 0, 0, 0, 0 }), p, 1e-12, name)
  end
end)

-- the same arms as joints of the URDF files of ROS-Industrial: origin and axis of each joint
local files = {
  irb120 = { { 0, 0, 0, "z" }, { 0, 0, 0.29, "y" }, { 0, 0, 0.27, "y" }, { 0, 0, 0.07, "x" },
    { 0.302, 0, 0, "y" }, { 0.072, 0, 0, "x" } },
  kr6 = { { 0, 0, 0.4, "-z" }, { 0.025, 0, 0, "y" }, { 0.455, 0, 0, "y" }, { 0, 0, 0.035, "-x" },
    { 0.42, 0, 0, "y" }, { 0.08, 0, 0, "-x" } },
  kr16 = { { 0, 0, 0.675, "-z" }, { 0.26, 0, 0, "y" }, { 0.68, 0, 0, "y" },
    { 0.67, 0, -0.035, "-x" }, { 0, 0, 0, "y" }, { 0, 0, 0, "-x" }, { 0.158, 0, 0 } },
  lrmate200id = { { 0, 0, 0.33, "z" }, { 0.05, 0, 0, "y" }, { 0, 0, 0.33, "-y" },
    { 0, 0, 0.035, "-x" }, { 0.335, 0, 0, "-y" }, { 0.08, 0, 0, "-x" } },
  m20ia = { { 0, 0, 0.525, "z" }, { 0.15, 0, 0, "y" }, { 0, 0, 0.79, "-y" }, { 0, 0, 0.25, "-x" },
    { 0.835, 0, 0, "-y" }, { 0.1, 0, 0, "-x" } },
  tx60 = { { 0, 0, 0.375, "z" }, { 0, 0.2175, 0, "y" }, { 0, 0, 0.29, "y" }, { 0, -0.1975, 0, "z" },
    { 0, 0, 0.31, "y" }, { 0, 0, 0.07, "z" } },
  tx90 = { { 0, 0, 0.478, "z" }, { 0.05, 0, 0, "y" }, { 0, 0.05, 0.425, "y" }, { 0, 0, 0, "z" },
    { 0, 0, 0.425, "y" }, { 0, 0, 0.1, "z" } },
}

t.test("industrial arms: every pose is that of the files of ROS-Industrial, in their angles",
  function()
    for name, joints in pairs(files) do
      local bodies = {}
      for i, row in ipairs(joints) do
        bodies[i] = { joint = row[4] and "revolute" or "fixed", axis = row[4],
          at = { row[1], row[2], row[3] } }
      end
      local file, m = li.robot { bodies = bodies }, li.robots[name]()
      for seed = 1, 4 do
        local q, theirs = m:random(seed), {}
        for i = 1, 6 do
          -- what the controller shows
          local reads = m:description().bodies[i].joint.reads or m:description().bodies[i].reads
          theirs[i] = q[i] * (reads or 1)
        end
        t.near(place(m, q), place(file, theirs), 1e-12, name)
      end
    end
  end)

-- Cobra s600: reach 600 mm, stroke 210 mm; Stanford arm (Paul 1972): the shoulder 0.412 m up, the
-- boom 0.154 m beside it
t.test("SCARA and Stanford arm: reach, stroke, the offset of the boom", function()
  local scara = li.robots.scara()
  local p = place(scara, { 0.4, 0, 0, 0 })
  t.near(sqrt(p[1] ^ 2 + p[2] ^ 2), 0.6, 1e-12)
  local least, most = scara:limits()
  t.near(most[3] - least[3], 0.21, 1e-12)
  for _, th in ipairs { 0, 0.7, -2 } do
    t.near(place(li.robots.stanford(), { th, 0.3, 0.2, 0, 0, 0 }, "link2"),
      { -0.154 * sin(th), 0.154 * cos(th), 0.412 }, 1e-12)
  end
end)

-- what is assumed, as the document says it: a share of the weight, a uniform cylinder between the
-- joints of radius 6 per cent of the reach; solid cylinder: m r^2/2, m (3 r^2 + l^2)/12
t.test("industrial arms: the assumed upper arm is a cylinder of a fifth of the weight", function()
  for name, x in pairs { kr6 = { 52, 0.901, 0.455 }, tx90 = { 111, 1, 0.425 } } do
    local link = li.robots[name]():description().bodies[2]
    local m, r, l = 0.2 * x[1], 0.06 * x[2], x[3]
    local across = m * (3 * r ^ 2 + l ^ 2) / 12
    t.near(link.mass, m, 1e-12, name)
    t.near(link.com, { -l / 2, 0, 0 }, 1e-12, name)
    t.near({ link.inertia[1], link.inertia[2], link.inertia[3] }, { m * r ^ 2 / 2, across, across },
      1e-12, name)
  end
end)

-- masses of the file and the mass matrix of the same tree in the axes of the file
t.test("IRB 120: the mass matrix is that of the file's own frames", function()
  local links = { { 3.067, { 9.77e-5, -0.00012, 0.23841 },
      { 0.0142175, 0.0144041, 0.0104533, -1.28579e-5, -2.31364e-5, 1.93404e-5 } },
    { 3.909, { 0.00078, -0.00212, 0.10124 },
      { 0.0603111, 0.041569, 0.0259548, 9.83431e-6, 5.72407e-5, -0.00050497 } },
    { 2.944, { 0.02281, 0.00106, 0.05791 },
      { 0.00835606, 0.016713, 0.0126984, -8.01545e-5, 0.00142884, -0.000182227 } },
    { 1.328, { 0.2247, 0.00015, 0.00041 },
      { 0.00284661, 0.00401346, 0.0052535, -2.12765e-5, -1.6435e-5, 1.31336e-5 } },
    { 0.546, { -0.00109, 3.68e-5, 6.22e-5 },
      { 0.000404891, 0.000892825, 0.000815468, 1.61943e-6, 8.46805e-7, -1.51792e-8 } },
    { 0.137, { -0.00706, -0.00017, -1.32e-6 }, { 0.001, 0.001, 0.001, 0, 0, 0 } } }
  local bodies = {}
  for i, row in ipairs(files.irb120) do
    local link = links[i]
    bodies[i] = { joint = "revolute", axis = row[4], at = { row[1], row[2], row[3] },
      mass = link[1], com = link[2], inertia = link[3] }
  end
  local file, m = li.robot { bodies = bodies }, li.robots.irb120()
  for seed = 1, 3 do
    local q = m:random(seed)
    t.near(matrix(m:mass(q), 6), matrix(file:mass(q), 6), 1e-12)
    t.near(m:gravity(q), file:gravity(q), 1e-12)
  end
end)

-- ---- light arms ---------------------------------------------------------------------------------

-- KUKA brochures: reach 800 and 820 mm from the shoulder to the wrist; heights of the drawings
t.test("LBR arms and WAM: upright height, reach from shoulder to wrist", function()
  for name, x in pairs { iiwa7 = { 0.34, 0.8, 1.266 }, iiwa14 = { 0.36, 0.82, 1.306 },
    lwr4 = { 0.3105, 0.79, 1.1785 } } do
    local m = li.robots[name]()
    t.near(place(m, { 0, 0, 0, 0, 0, 0, 0 }), { 0, 0, x[3] }, 1e-12, name)
    -- the shoulder, and the wrist centre with the arm level
    t.near(place(m, { 0, 0, 0, 0, 0, 0, 0 }, "link2"), { 0, 0, x[1] }, 1e-12, name)
    local wrist = place(m, { 0, pi / 2, 0, 0, 0, 0, 0 }, "link6")
    t.near(sqrt(wrist[1] ^ 2 + wrist[2] ^ 2), x[2], 1e-12, name)
    t.near(wrist[3], x[1], 1e-12, name)
  end
  -- Barrett: 0.55 m to the elbow, 45 mm beside it, 0.3 m to the wrist
  local wam = li.robots.wam()
  t.near(place(wam, { 0, 0, 0, 0, 0, 0, 0 }), { 0.22, 0.14, 0.346 + 0.55 + 0.3 }, 1e-12)
  t.near(place(wam, { 0, 0, 0, pi / 2, 0, 0, 0 }),
    { 0.22 + 0.045 + 0.3, 0.14, 0.346 + 0.55 + 0.045 }, 1e-12)
end)

-- the trees of the files themselves: iiwa7.xacro of iiwa_stack has the frames of links 6 and 7
-- beside
-- those of the drawing; wam.urdf of dart has inertias in frames turned about x
t.test("LBR iiwa 7 and WAM: mass matrix and gravity of the files' own trees", function()
  local function link(name, parent, i, at, turn, m, com, rpy, I)
    local format = li._internal.format
    return format([[<link name="%s"><inertial><origin xyz="%.9g %.9g %.9g" rpy="%.17g 0 0"/>
      <mass value="%.9g"/><inertia ixx="%.9g" ixy="%.9g" ixz="%.9g" iyy="%.9g" iyz="%.9g"
      izz="%.9g"/></inertial></link><joint name="j%d" type="continuous"><parent link="%s"/>
      <child link="%s"/><origin xyz="%.9g %.9g %.9g" rpy="%.17g %.17g %.17g"/><axis xyz="0 0 1"/>
      </joint>]], name, com[1], com[2], com[3], rpy, m, I[1], I[2] or 0, I[3] or 0, I[4], I[5] or 0,
      I[6], i, parent, name, at[1], at[2], at[3], turn[1], turn[2], turn[3])
  end
  local h = pi / 2
  local rows = {
    iiwa7 = { { { 0, 0, 0.15 }, { 0, 0, 0 }, 4, { 0, -0.03, 0.12 }, 0,
      { 0.1, 0, 0, 0.09, 0, 0.02 } },
      { { 0, 0, 0.19 }, { h, 0, pi }, 4, { 0.0003, 0.059, 0.042 }, 0,
        { 0.05, 0, 0, 0.018, 0, 0.044 } },
      { { 0, 0.21, 0 }, { h, 0, pi }, 3, { 0, 0.03, 0.13 }, 0, { 0.08, 0, 0, 0.075, 0, 0.01 } },
      { { 0, 0, 0.19 }, { h, 0, 0 }, 2.7, { 0, 0.067, 0.034 }, 0, { 0.03, 0, 0, 0.01, 0, 0.029 } },
      { { 0, 0.21, 0 }, { -h, pi, 0 }, 1.7, { 0.0001, 0.021, 0.076 }, 0,
        { 0.02, 0, 0, 0.018, 0, 0.005 } },
      { { 0, 0.0607, 0.19 }, { h, 0, 0 }, 1.8, { 0, 0.0006, 0.0004 }, 0,
        { 0.005, 0, 0, 0.0036, 0, 0.0047 } },
      { { 0, 0.081, 0.0607 }, { -h, pi, 0 }, 0.3, { 0, 0, 0.02 }, 0,
        { 0.001, 0, 0, 0.001, 0, 0.001 } } },
    wam = { { { 0.22, 0.14, 0.346 }, { 0, 0, 0 }, 10.76768767,
        { -0.004434, -0.000665, -0.12189 }, -h,
        { 0.13488033, -0.00213041, -0.00012485, 0.11328369, 0.00068555, 0.0904633 } },
      { { 0, 0, 0 }, { -h, 0, 0 }, 3.87493756, { -0.00237, -0.015421, 0.031056 }, h,
        { 0.02140958, 0.00027172, 0.00002461, 0.01377875, -0.0018192, 0.01558906 } },
      { { 0, 0, 0 }, { h, 0, 0 }, 1.80228141, { 0.006741, 3.3e-05, 0.342492 }, -h,
        { 0.05911077, -0.00249612, 0.00000738, 0.0032455, -0.00001767, 0.05927043 } },
      { { 0.045, 0, 0.55 }, { -h, 0, 0 }, 2.40016804, { -0.040015, -0.132717, -0.000229 }, h,
        { 0.01491672, 0.00001741, -0.00150604, 0.01482922, -0.00002109, 0.00294463 } },
      { { -0.045, 0, 0 }, { h, 0, 0 }, 0.12376019, { 8.9e-05, 0.004358, 0.294888 }, -h,
        { 0.00005029, 0.0000002, -0.00000005, 0.00007582, -0.00000359, 0.0000627 } },
      { { 0, 0, 0.3 }, { -h, 0, 0 }, 0.41797364, { -0.000123, -0.024683, -0.017032 }, h,
        { 0.00055516, 0.00000061, -0.00000074, 0.00024367, -0.0000459, 0.00045358 } },
      { { 0, 0, 0 }, { h, 0, 0 }, 0.06864753, { -8e-05, 0.000163, 0.056764 }, 0,
        { 0.00003773, -0.00000019, 0, 0.00003806, 0, 0.00007408 } } } }
  for name, list in pairs(rows) do
    local text = { '<robot name="file"><link name="b0"/>' }
    for i, x in ipairs(list) do
      text[#text + 1] = link("b" .. i, "b" .. i - 1, i, x[1], x[2], x[3], x[4], x[5], x[6])
    end
    local file, m = li.urdf_text(table.concat(text) .. "</robot>"), li.robots[name]()
    for seed = 1, 3 do
      local q = m:random(seed)
      t.near(matrix(m:mass(q), 7), matrix(file:mass(q), 7), 1e-9, name)
      t.near(m:gravity(q), file:gravity(q), 1e-9, name)
    end
  end
end)

-- ---- legs ---------------------------------------------------------------------------------------

-- keyframe "home" of unitree_a1/a1.xml: trunk at 0.27 m, feet of 20 mm; Katz 2019: legs of 0.209
-- and 0.195 m, 9 kg
t.test("quadrupeds and Atlas: height of the legs, mass, reach of the arms", function()
  local a1 = li.robots.a1()
  t.near(a1:fk(a1:home(), "fl_foot"):pos()[3], -0.27 + 0.02, 2e-3)
  local q = a1:home()
  t.near(a1:fk(q, "fr_foot"):pos()[2], -(0.047 + 0.08505), 1e-12)
  local cheetah = li.robots.quadruped()
  t.near(cheetah:fk(cheetah:neutral(), "fl_foot"):pos()[3], -0.209 - 0.195, 1e-12)
  t.near(cheetah:total_mass(), 9, 0.8)
  -- the sum of the origins of the file's joints
  local atlas = li.robots.atlas()
  t.near(place(atlas, atlas:neutral(), "l_hand"), { -0.0125 + 0.06441,
    0.13866 + 0.14035 + 0.187 + 0.119 + 0.187 + 0.119, 0.16197 + 0.05 + 0.10718 + 0.19609 + 0.016
    + 0.00921 }, 1e-12)
  local q0 = atlas:neutral()
  local left, right = place(atlas, q0, "l_foot"), place(atlas, q0, "r_foot")
  t.near({ left[1], left[2], left[3] }, { 0, 0.089, -0.05 - 0.374 - 0.422 }, 1e-12)
  t.near({ right[1], -right[2], right[3] }, { left[1], left[2], left[3] }, 1e-12)
end)

-- principal moments and quaternions (w x y z) of unitree_a1/a1.xml: R diag R'
t.test("A1: the inertias of all four hips and thighs are those of the file", function()
  local function turned(q, d)
    local n = sqrt(q[1] ^ 2 + q[2] ^ 2 + q[3] ^ 2 + q[4] ^ 2)
    local w, x, y, z = q[1] / n, q[2] / n, q[3] / n, q[4] / n
    local R = { { 1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y) },
      { 2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x) },
      { 2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y) } }
    local out = {}
    for k, ij in ipairs { { 1, 1 }, { 2, 2 }, { 3, 3 }, { 1, 2 }, { 1, 3 }, { 2, 3 } } do
      local a, b = R[ij[1]], R[ij[2]]
      out[k] = a[1] * d[1] * b[1] + a[2] * d[2] * b[2] + a[3] * d[3] * b[3]
    end
    return out
  end
  local hip = { 0.000807752, 0.00055293, 0.000468983 }
  local thigh = { 0.00555739, 0.00513936, 0.00133944 }
  local file = {
    fr_hip = { { 0.507528, 0.506268, 0.491507, 0.494499 }, hip, { -0.003311, -0.000635, 3.1e-05 } },
    fl_hip = { { 0.494499, 0.491507, 0.506268, 0.507528 }, hip, { -0.003311, 0.000635, 3.1e-05 } },
    rr_hip = { { 0.491507, 0.494499, 0.507528, 0.506268 }, hip, { 0.003311, -0.000635, 3.1e-05 } },
    rl_hip = { { 0.506268, 0.507528, 0.494499, 0.491507 }, hip, { 0.003311, 0.000635, 3.1e-05 } },
    fr_thigh = { { 0.999125, -0.00256393, -0.0409531, -0.00806091 }, thigh,
      { -0.003237, 0.022327, -0.027326 } },
    rl_thigh = { { 0.999125, 0.00256393, -0.0409531, 0.00806091 }, thigh,
      { -0.003237, -0.022327, -0.027326 } } }
  local found = 0
  for _, body in ipairs(li.robots.a1():description().bodies) do
    local x = file[body.name]
    if x then
      found = found + 1
      t.near(body.inertia, turned(x[1], x[2]), 2e-9, body.name)
      t.near(body.com, x[3], 1e-15, body.name)
    end
  end
  t.eq(found, 6)
end)

-- the file's right half is the mirror image of its left one: what a limb weighs and how it moves
t.test("Atlas: arms and legs are mirror images, ranges too", function()
  local m = li.robots.atlas()
  local names, speeds = m:coordinates(), m:speeds()
  local axis, range = {}, {}
  for _, body in ipairs(m:description().bodies) do
    local joint = type(body.joint) == "table" and body.joint or body
    if joint.q then
      axis[joint.q] = joint.axis or "z"
      range[joint.q] = { joint.min, joint.max }
    end
  end
  local function posed(side, sign)
    local q, v = {}, {}
    for i, name in ipairs(names) do
      local mine = name:find("^" .. side .. "_")
      local flip = (axis[name] == "x" or axis[name] == "z") and sign or 1
      q[i] = i == 4 and 1 or mine and flip * (0.1 * (name:byte(-1) % 7) - 0.4) or 0
    end
    for i, name in ipairs(speeds) do
      name = name:gsub("'", "")
      local mine = name:find("^" .. side .. "_")
      local flip = (axis[name] == "x" or axis[name] == "z") and sign or 1
      v[i] = mine and flip * (name:byte(-1) % 7 + name:byte(-2) % 5 - 4) or 0
    end
    return m:energy(q, v)
  end
  local T1, V1 = posed("l", 1)
  local T2, V2 = posed("r", -1)
  t.ok(math.abs(T1) > 0.1)
  t.near({ T2, V2 }, { T1, V1 }, 1e-9)
  for name, x in pairs(range) do
    local other = name:find "^l_" and range[(name:gsub("^l", "r"))]
    if other then
      local turned = axis[name] == "x" or axis[name] == "z"
      t.near({ other[1], other[2] }, turned and { -x[2], -x[1] } or x, 1e-12, name)
    end
  end
end)

-- Aldebaran's documentation of NAO H25: 5.2 kg; NeckOffsetZ 126.5, ShoulderOffsetZ 100 and Y 98,
-- UpperArmLength 105, ElbowOffsetY 15, LowerArmLength 55.95, HandOffsetX 57.75 and Z 12.31,
-- HipOffsetZ 85 and Y 50, ThighLength 100, TibiaLength 102.9, FootHeight 45.19 mm
t.test("NAO: the lengths and the weight of its documentation", function()
  local m = li.robots.nao()
  local q = { 0, 0, 0, 1 }
  for i = 5, #m:coordinates() do q[i] = 0 end
  t.near(m:total_mass(), 5.2, 0.01)
  t.near(place(m, q, "head"), { 0, 0, 0.1265 }, 1e-12)
  t.near(place(m, q, "l_hand"), { 0.105 + 0.05595 + 0.05775, 0.098 + 0.015, 0.1 - 0.01231 }, 1e-12)
  t.near(place(m, q, "r_hand"), { 0.2187, -0.113, 0.08769 }, 1e-12)
  t.near(place(m, q, "l_sole"), { 0, 0.05, -0.085 - 0.1 - 0.1029 - 0.04519 }, 1e-12)
  t.near(place(m, q, "r_sole"), { 0, -0.05, -0.33309 }, 1e-12)
end)

-- ---- parallel robots ----------------------------------------------------------------------------

-- R. L. Williams II 2016, examples: P = (0, 0, -0.9) has -20.5 degrees three times; P = (0.3, 0.5,
-- -1.1) has 47.5, -11.6, 21.4; 0 degrees have P = (0, 0, -1.065); 10, 20, 30 have (0.108, -0.18,
-- -1.244)
t.test("Delta: inverse and forward positions of the publication", function()
  local m, deg = li.robots.delta(), pi / 180
  for _, x in ipairs {
    { { -20.5, -20.5, -20.5 }, { 0, 0, -0.9 } }, { { 47.5, -11.6, 21.4 }, { 0.3, 0.5, -1.1 } },
    { { 0, 0, 0 }, { 0, 0, -1.065 } }, { { 10, 20, 30 }, { 0.108, -0.18, -1.244 } } } do
    local a, p = x[1], x[2]
    local q = assert(m:assemble({ a[1] * deg, a[2] * deg, a[3] * deg, p[1], p[2], p[3] },
      { fix = { "th1", "th2", "th3" } }))
    t.near({ q[4], q[5], q[6] }, p, 1.3e-3)
    q = assert(m:assemble({ a[1] * deg, a[2] * deg, a[3] * deg, p[1], p[2], p[3] },
      { fix = { "px", "py", "pz" } }))
    t.near({ q[1] / deg, q[2] / deg, q[3] / deg }, a, 0.07)
  end
end)

-- the six legs by vectors: |p + R b - a|, corners as MathWorks has them
t.test("Stewart platform: lengths of the legs by vectors, at home and elsewhere", function()
  local m, deg = li.robots.stewart(), pi / 180
  local home, names, index = m:home(), m:coordinates(), {}
  for i, name in ipairs(names) do index[name] = i end
  local l0 = sqrt((3 * cos(2.5 * deg) - cos(50 * deg)) ^ 2 + (3 * sin(2.5 * deg)
    - sin(50 * deg)) ^ 2 + 4)
  t.near(l0, 3.1538, 5e-5)
  local start = {}
  for i = 1, #home do start[i] = home[i] end
  start[1], start[2], start[3], start[4], start[7] = 0.1, -0.05, 2.1, cos(0.05), sin(0.05)
  local q = assert(m:assemble(start, { fix = { names[1], names[2], names[3] } }))
  local w, qx, qy, qz = q[4], q[5], q[6], q[7]
  t.near(w ^ 2 + qx ^ 2 + qy ^ 2 + qz ^ 2, 1, 1e-9)
  t.ok(math.abs(qz) > 0.01)
  for i = 1, 6 do
    local corner, side = 120 * deg * math.floor((i - 1) / 2), i % 2 == 0 and 1 or -1
    local a, b = corner + side * 2.5 * deg, corner + side * 50 * deg
    local bx, by = cos(b), sin(b)
    -- R b of the unit quaternion
    local x = q[1] + (1 - 2 * (qy ^ 2 + qz ^ 2)) * bx + 2 * (qx * qy - w * qz) * by - 3 * cos(a)
    local y = q[2] + 2 * (qx * qy + w * qz) * bx + (1 - 2 * (qx ^ 2 + qz ^ 2)) * by - 3 * sin(a)
    local z = q[3] + 2 * (qx * qz - w * qy) * bx + 2 * (qy * qz + w * qx) * by
    t.near(q[index["s" .. i]] + l0, sqrt(x ^ 2 + y ^ 2 + z ^ 2), 1e-9)
  end
end)

-- ---- mechanisms of control ----------------------------------------------------------------------

-- Spong 1995, (3) to (9): angles from the horizontal there
t.test("Acrobot and Pendubot: mass matrix and gravity of the paper", function()
  for _, name in ipairs { "acrobot", "pendubot" } do
    local m = li.robots[name]()
    local m1, m2, l1, c1, c2, I1, I2, g = 1, 1, 1, 0.5, 1, 0.083, 0.33, 9.81
    for seed = 1, 3 do
      local q = m:random(seed)
      local q1, q2 = q[1] - pi / 2, q[2]
      local d22 = m2 * c2 ^ 2 + I2
      local d12 = m2 * (c2 ^ 2 + l1 * c2 * cos(q2)) + I2
      local d11 = m1 * c1 ^ 2 + m2 * (l1 ^ 2 + c2 ^ 2 + 2 * l1 * c2 * cos(q2)) + I1 + I2
      t.near(matrix(m:mass(q), 2), { d11, d12, d12, d22 }, 1e-12)
      local p2 = m2 * c2 * g * cos(q1 + q2)
      t.near(m:gravity(q), { (m1 * c1 + m2 * l1) * g * cos(q1) + p2, p2 }, 1e-12)
      local h = -m2 * l1 * c2 * sin(q2)
      local v = { 0.7, -1.3 }
      local bias, weight = m:bias(q, v), m:gravity(q)
      t.near({ bias[1] - weight[1], bias[2] - weight[2] },
        { h * (2 * v[1] * v[2] + v[2] ^ 2), -h * v[1] ^ 2 }, 1e-12)
    end
  end
end)

-- Florian 2007, (23) and (24) without friction
t.test("Cart-pole: the accelerations of the paper", function()
  local m = li.robots.cartpole()
  local M, mp, l, g = 1, 0.1, 0.5, 9.81
  for _, x in ipairs { { 0.3, 1.1, 10 }, { -2, 0.4, -10 }, { 3, -2, 0 } } do
    local th, w, F = x[1], x[2], x[3]
    local thdd = (g * sin(th) + cos(th) * (-F - mp * l * w ^ 2 * sin(th)) / (M + mp))
      / (l * (4 / 3 - mp * cos(th) ^ 2 / (M + mp)))
    local xdd = (F + mp * l * (w ^ 2 * sin(th) - thdd * cos(th))) / (M + mp)
    t.near(m:fd({ 0.2, th }, { -0.5, w }, { F, 0 }), { xdd, thdd }, 1e-12)
  end
end)

-- Cazzolato and Prime 2011, (33): J0^ = J1 + m1 l1^2 + m2 L1^2, J2^ = J2 + m2 l2^2
t.test("Furuta's pendulum: the mass matrix of the paper", function()
  local m = li.robots.furuta()
  local J0 = 2.48e-2 + 0.3 * 0.15 ^ 2 + 0.075 * 0.278 ^ 2
  local J2 = 3.86e-3 + 0.075 * 0.148 ^ 2
  for _, th in ipairs { 0, 0.4, 2.5, -1.2 } do
    local M = m:mass { 0.7, th }
    t.near(M:get(1, 1), J0 + J2 * sin(th) ^ 2, 1e-12)
    t.near(math.abs(M:get(1, 2)), math.abs(0.075 * 0.278 * 0.148 * cos(th)), 1e-12)
    t.near(M:get(2, 2), J2, 1e-12)
    t.near(m:gravity { 0.7, th }[2], 9.81 * 0.075 * 0.148 * sin(th), 1e-12)
  end
end)

-- Block, Astrom, Spong 2007, chapter 2: m l = mp lp + mr lr with m = 0.3014 kg, l = 0.12 m;
-- J = Jp + mp lp^2 + mr lr^2; with the angle of the wheel counted from the rod
t.test("Reaction wheel pendulum: the constants of the book", function()
  local m = li.robots.reaction_wheel()
  local J = 2.233e-4 + 0.2164 * 0.1173 ^ 2 + 0.085 * 0.127 ^ 2
  t.near(matrix(m:mass { 0.3, 0.9 }, 2), { J + 2.495e-5, 2.495e-5, 2.495e-5, 2.495e-5 }, 1e-15)
  t.near(m:gravity { pi / 2, 0 }[1] / 9.81, 0.3014 * 0.12, 2e-5)
end)

-- Yamamoto 2008, (3.11) and (3.12), without rotors; theta = s/R
t.test("Segway: the equations of the NXTway-GS", function()
  local m = li.robots.segway()
  local mw, R, M, L = 0.03, 0.04, 0.6, 0.072
  local Jw, Jpsi = mw * R ^ 2, M * L ^ 2 / 3 -- both wheels: 2 (m R^2/2)
  for _, psi in ipairs { 0, 0.3, -1 } do
    t.near(matrix(m:mass { 0.4, psi }, 2), { 2 * mw + M + Jw / R ^ 2, M * L * cos(psi),
      M * L * cos(psi), M * L ^ 2 + Jpsi }, 1e-12)
    t.near(m:gravity { 0.4, psi }, { 0, -M * 9.81 * L * sin(psi) }, 1e-12)
  end
end)

-- small swings of n equal points: g/l times the zeros of Laguerre's polynomials (Abramowitz and
-- Stegun, table 25.9)
t.test("Pendulums: the frequencies of small swings", function()
  local zeros = { pendulum = { 1 }, double_pendulum = { 0.585786437627, 3.414213562373 },
    triple_pendulum = { 0.415774556783, 2.294280360279, 6.289945082937 } }
  for name, list in pairs(zeros) do
    local m = li.robots[name]()
    local rest = {}
    for i = 1, #m:coordinates() do rest[i] = 0 end
    local f = {}
    for _, mode in ipairs(m:modes(rest)) do f[#f + 1] = (2 * pi * mode.frequency) ^ 2 / 9.81 end
    table.sort(f)
    t.near(f, list, 1e-9, name)
  end
end)

-- Forster 2015: 28 g; each rotor turns the body by 5.964552 mm of its thrust
t.test("Crazyflie: hovers with a quarter of its weight on a rotor, turns by their drag", function()
  local m = li.robots.crazyflie()
  local w = 0.028 * 9.81 / 4
  local hover = { thrust1 = w, thrust2 = w, thrust3 = w, thrust4 = w }
  local run = li.simulate { m, t = 0.5, inputs = hover }
  t.near(run:column "body_z"[#run], 0, 1e-12)
  local d = 0.01
  hover.thrust2, hover.thrust4 = w + d, w + d
  hover.thrust1, hover.thrust3 = w - d, w - d
  run = li.simulate { m, t = 0.01, inputs = hover }
  -- about z, and little else (products of inertia)
  local wz = run:column "body_wz'"
  t.near(wz[#wz], 4 * d * 5.964552e-3 / 29.261652e-6 * 0.01, 0.01 * wz[#wz])
end)

t.done()
