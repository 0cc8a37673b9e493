-- pages.lua - the pages the browser test opens: lua tests/page/pages.lua FOLDER; every page is
-- given the checks it is asked
local li = require "liaison"
local folder = assert(arg[1], "which folder?")
local deg = li.deg

local function file(name, text)
  local f = assert(io.open(folder .. "/" .. name, "w"))
  f:write(text)
  f:close()
end

-- before: a script that runs before those of the page
local function write(name, object, options, before)
  local text = object:html(nil, options)
  if before then
    text = text:gsub("</style>", function(s) return s .. "<script>" .. before .. "</script>" end)
  end
  file(name .. ".html", text .. '<script src="checks.js"></script>\n')
end

write("planar", li.simulate { li.planar { 1, 0.8 }, q = { -60 * deg, 20 * deg }, t = 10 })
-- a box whose triangles have colours of an mtl
file("paint.mtl", "newmtl red\nKd 1 0 0\nnewmtl blue\nKd 0 0 1\n")
file("paint.obj", "mtllib paint.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nusemtl red\nf 1 3 2\n"
  .. "f 1 2 4\nusemtl blue\nf 1 4 3\nf 2 3 4\n")
write("painted", li.robot { bodies = { { name = "b", joint = "revolute", axis = "z", mass = 1,
  inertia = { 1, 1, 1 }, shapes = { { "mesh", mesh = folder .. "/paint.obj" } } } } },
  { meshes = true })

local arm = li.planar { 1, 0.8 }
write("runs", li.simulate { arm, q = { -1, 0.3 }, t = 2 },
  { runs = { later = li.simulate { arm, q = { -1, 0.6 }, t = 2 },
    shorter = li.simulate { arm, q = { -0.6, 0.3 }, t = 1 } } })
write("puma", li.simulate { li.robots.puma560(), q = { 0, 0.5, -0.5, 0.2, 0.4, 0.1 }, t = 10,
  dt = 0.02, limits = "ignore" })
write("quadruped", li.simulate { li.robots.quadruped(),
  v = { 0, 0, 3, 0.2, 0.4, 0.3, 0, 1, -1, 0, 1, -1, 0, 1, -1, 0, 1, -1 }, t = 0.5 })
write("joints", li.robots.panda())

-- a wheel on its tyre, driven over a bump on a random road
local road = li.surface { "iso8608", class = "D" }
  + li.surface { "bump", height = 0.15, length = 1.2 }:strip(0, 1.5, 0.2):moved { x = 2 }
write("road", li.simulate { li.robot {
  bodies = {
    { name = "car", joint = { kind = "prismatic", axis = "x", q = "x" }, mass = 300,
      inertia = { 1, 1, 1 } },
    { name = "wheel", parent = "car", joint = { kind = "prismatic", axis = "z", q = "zw" },
      mass = 40, inertia = { 1, 1, 1 }, shapes = { { "sphere", size = { 0.3 } } } } },
  forces = { { "spring", joint = "zw", stiffness = 2e4, damping = 500,
    rest = road:height(3 * li.time(), 0) } } }, v = { 3, 0 }, t = 1 },
  { road = { road, x = { -2, 6 }, y = { -2, 2 }, step = 0.2 } })

local pendulum = li.robot {
  name = "pendulum with a spring",
  bodies = {
    { name = "upper", joint = { kind = "revolute", axis = "y", damping = 0.1, stiffness = 2,
      rest = 0.1 }, mass = "m1", com = { 0, 0, "-L/2" },
      inertia = { "m1*L^2/12", "m1*L^2/12", 0 },
        shapes = { { "cylinder", size = { 0.03, 1 }, at = { 0, 0, -0.5 } } } },
    { name = "lower", parent = "upper", at = { 0, 0, "-L" }, joint = "revolute", axis = "y",
      mass = 1, com = { 0, 0, -0.3 }, inertia = { 0.1, 0.1, 0.1 },
      shapes = { { "box", size = { 0.1, 0.1, 0.6 }, at = { 0, 0, -0.3 } } } },
  },
}
local values = { m1 = 2, L = 1 }
write("spring", li.simulate { pendulum:with(values), q = { 1, 0.3 }, t = 5, method = "dopri5" },
  { of = pendulum, values = values, sliders = { "m1", L = { 0.5, 2 } } })

-- a four-bar of the course's lengths, as a loop
local fourbar = li.robot {
  name = "four-bar <1, 3, 2.5>",
  bodies = {
    { name = "crank", joint = "revolute", axis = "-y", q = "a", mass = 1, com = { 0.5, 0, 0 },
      inertia = { 0, 0.1, 0.1 } },
    { name = "coupler", parent = "crank", at = { 1, 0, 0 }, joint = "revolute", axis = "-y",
      q = "b", mass = 2, com = { 1.5, 0, 0 }, inertia = { 0, 1.5, 1.5 } },
    { name = "rocker", parent = "world", at = { 3, 0, -0.5 }, joint = "revolute", axis = "-y",
      q = "c", mass = 1.5, com = { 1.25, 0, 0 }, inertia = { 0, 0.8, 0.8 } },
  },
  frames = { { name = "end", body = "coupler", at = { 3, 0, 0 } },
    { name = "top", body = "rocker", at = { 2.5, 0, 0 } } },
  loops = { { name = "pin", from = "end", to = "top", joint = "revolute", axis = "y" } },
}
local closed = assert(fourbar:assemble({ 1, -0.7, 1.4 }, { fix = { "a" } }))
local moving = { fourbar, q = closed, v = { 1, 0, 0 }, t = 2 }
write("fourbar", li.simulate(moving))
write("fourbar_joints", fourbar)
moving.input = function(t, _, _, tau) tau[1] = math.sin(t) end
write("driven", li.simulate(moving))

-- every force element that a page computes
local arm = li.planar { 1, 0.8 }
write("forces", li.simulate { arm, q = { 0.3, 0.4 }, t = 2, forces = {
  { "spring", joint = "q1", stiffness = 5, rest = 0.1, damping = 0.2 },
    { "damper", joint = "q2", damping = 0.1, quadratic = 0.05 },
  { "motor", joint = "q1", voltage = 12, resistance = 1, kt = 0.05, inductance = 0.01, gear = 20,
    efficiency = 0.9, damping = 1e-4 },
  { "friction", joint = "q2", coulomb = 0.3, static = 0.5, stribeck = 0.1, viscous = 0.1,
    smooth = 0.05 },
  { "given", joint = "q2", f = "3*sin(2*t) - 0.2*v + 0.1*x^2" },
    { "drag", at = "tip", quadratic = 0.3 },
  { "wind", at = "tip", velocity = { 3, 0, 0 }, gust = { 1, 0, 0 }, period = 0.7, cd = 0.5 },
  { "spring", from = "world", to = "tip", from_point = { 1, 0, 0 }, stiffness = 12, rest = 0.3,
    rope = true }, { "given", at = "tip", force = { 0, 0, -2 } },
  { "contact", at = "tip", through = { 0, 0, -1.2 }, normal = { 0, 0, 1 }, stiffness = 3000,
    damping = 30, mu = 0.4, power = 1.5 },
} })

-- inputs as sliders: of a run, one set by an expression, and of a model
local crane = li.robot { name = "crane", bodies = {
    { name = "cart", joint = "prismatic", axis = "x", q = "x", mass = 5, inertia = { 1, 1, 1 },
      shapes = { { "box", size = { 0.4, 0.3, 0.2 } } } },
    { name = "load", parent = "cart", joint = "revolute", axis = "y", q = "th", mass = 2,
      com = { 0, 0, -1 }, inertia = { 0.1, 0.1, 0.1 } } },
  frames = { { name = "hook", body = "load", at = { 0, 0, -1 } } },
  inputs = { { name = "F", unit = "N", min = -40, max = 40, text = "push of the drive" },
    { name = "wind", unit = "m/s" } },
  forces = {
    { "given", name = "drive", at = "cart", f = { "F", 0, 0 }, axes = "body" },
    { "spring", name = "tether", from = "world", to = "hook", from_point = { -1.5, 0, -0.5 },
      stiffness = "20 + F/8", rest = 0.8, damping = 1 },
    { "wind", name = "gust", at = "hook", velocity = { "wind", 0, 0 }, linear = 2 } } }
write("inputs", li.simulate { crane, q = { 0.2, 0.5 }, t = 6,
  inputs = { F = "20*sin(2*t) - 5*x'", wind = 3 } })
write("inputs_model", crane)

-- programs beside a run: a sensor, a pid controller that is late, an estimator, their sliders
local axle = li.robot { name = "axis", bodies = { { name = "cart", mass = 2, inertia = { 1, 1, 1 },
    joint = { kind = "prismatic", axis = "x", q = "x" },
    shapes = { { "box", size = { 0.4, 0.3, 0.2 } } } } },
  inputs = { { name = "F", unit = "N", min = -10, max = 10 } },
  forces = { { "given", name = "push", joint = "x", f = "F - 0.5*v" } } }
local seen = li.block { name = "seen", inputs = "x u", outputs = { xe = "xh", ve = "vh" },
  states = { xh = 0, vh = 0 }, next = { xh = "xh + dt*(vh + l1*(x - xh))",
    vh = "vh + dt*(u/2 + l2*(x - xh))" }, values = { l1 = 30, l2 = 225 }, dt = 0.01,
  ranges = { l1 = { 0, 90 } } }
write("loop", li.simulate { axle, t = 4, controllers = {
    { li.pid { name = "pid", kp = 40, ki = 20, kd = 12, dt = 0.02, limits = { -8, 8 },
      measured = "x", reference = "r", output = "F" }, delay = 0.005 }, seen },
  sensors = { x = { rate = 100, noise = 2e-3, bits = 12, range = { -2, 2 }, seed = 7 } },
  references = { r = "piecewise(t < 0.5, 0, 1)" } })
write("modes", crane, { modes = true })
write("modes_loop", fourbar, { modes = true, q = { -1.5, 0.8, 1.4 } })

-- a controller as expressions
write("told", li.simulate { arm, q = { -1, 0.2 }, t = 2,
  tau = { q1 = "14.7*cos(q1) + 3.9*cos(q1 + q2) - 40*(q1 - piecewise(t < 1, 0.5, 0.8)) - 12*q1'",
  q2 = "-30*tanh(q2 - 0.3*sin(2*t)) - 6*q2'" } })

-- a disc that rolls, its attitude a quaternion; a law of time and a gear
write("disc", li.simulate { li.robot { name = "disc",
  bodies = { { name = "c", joint = "floating", mass = 2, inertia = { 0.045, 0.045, 0.09 } } },
  constraints = { { "rolling_disc", name = "contact", from = "c", to = "world", radius = 0.3 } } },
  q = { 0, 0, 0.3, 0.5 ^ 0.5, 0.5 ^ 0.5, 0, 0 }, v = { 1, 0, 0, 0, 0.3, -3 }, t = 0.6 })
write("driver", li.simulate { li.robot {
  bodies = {
    { name = "cart", joint = "prismatic", axis = "x", q = "x", mass = 1, inertia = { 1, 1, 1 } },
    { name = "bob", parent = "cart", joint = "revolute", axis = "y", q = "th", mass = 0.5,
      com = { 0, 0, -1 }, inertia = { 0.1, 0.1, 0.1 } },
    { name = "wheel", parent = "world", joint = "revolute", axis = "y", q = "w", mass = 1,
      inertia = { 0.1, 0.1, 0.1 } },
  },
  constraints = { { "driver", name = "law", coordinate = "x", law = "0.3*sin(2*t) + 0.1*t^2" },
    { "gear", name = "teeth", coordinates = { "th", "w" }, ratio = 3, offset = 0.2 } },
}, q = { 0, 0.3, 1.1 }, v = { 0.6, 0, 0 }, t = 2 })

-- what jumps: a ball on a slope; a four-bar with dry friction and a stop
local ball = li.robot { name = "ball on a slope", gravity = { 0, 0, -9.81 }, bodies = {
    { name = "c", joint = "prismatic", axis = "x", q = "x", mass = 0, inertia = 0 },
    { name = "ball", parent = "c", joint = "prismatic", axis = "z", q = "z", mass = 2,
      inertia = { 0.1, 0.1, 0.1 }, shapes = { { "sphere", size = { 0.1 } } } } },
  forces = { { "impact", name = "slope", at = "ball", normal = { 0.5, 0, 0.75 ^ 0.5 },
    radius = 0.1, mu = "mu", restitution = "e" } } }
local rough = { mu = 0.4, e = 0.5 }
write("struck", li.simulate { ball:with(rough), q = { 0, 1 }, t = 2 },
  { of = ball, values = rough, sliders = { mu = { 0, 1 }, e = { 0, 1 } } })
write("stopped", li.simulate { fourbar, q = closed, v = { 1, 0, 0 }, t = 4, forces = {
  { "stiction", name = "brake", joint = "c", coulomb = 6, static = 9 },
  { "endstop", name = "stop", joint = "a", min = 0.2, max = 1.4, restitution = 0.5 } } })

-- more rows than a page keeps; a run of no mechanism; a browser without WebGL2
write("many", li.simulate { arm, q = { -1, 0.2 }, t = 4, method = "rk4", h = 1e-3 })
write("curves", li.simulate { f = function(_, x) return { x[2], -x[1] } end, x = { 1, 0 }, t = 10,
  names = { "x", "y" } })
write("flat", li.simulate { arm, q = { -1, 0.2 }, t = 1 }, nil,
  "HTMLCanvasElement.prototype.getContext = () => null")

-- three arms, six rods of a length, a platform: a delta robot, whose loops cannot close from its
-- home in a plane
local bodies = { { name = "platform", joint = "Tx Ty Tz", mass = 0.5,
  inertia = { 0.001, 0.001, 0.001 } } }
local rods = {}
for i = 1, 3 do
  local a = 2 * math.pi * (i - 1) / 3
  bodies[i + 1] = { name = "arm" .. i, parent = "world", place = { { "Rz", a }, { "Tx", 0.2 } },
    joint = "revolute", axis = "y", q = "a" .. i, mass = 0.3, com = { 0.125, 0, 0 },
    inertia = { 1e-4, 2e-3, 2e-3 } }
  for _, s in ipairs { -0.04, 0.04 } do
    local x, y = 0.05 * math.cos(a) - s * math.sin(a), 0.05 * math.sin(a) + s * math.cos(a)
    rods[#rods + 1] = { "distance", name = "rod" .. #rods, from = "arm" .. i, to = "platform",
      from_at = { 0.25, s, 0 }, to_at = { x, y, 0 }, length = 0.6 }
  end
end
write("delta", li.robot { name = "delta", bodies = bodies, constraints = rods, tip = "platform" })

-- a four-bar in x y, coupler and rocker without mass, a shape on one body
-- joints told by their moves
local told = li.robot {
  gravity = { 0, -9.81, 0 }, bodies = {
    { name = "crank", joint = "Rz", q = "th1", mass = 1, com = { 0.1, 0, 0 },
      inertia = { 0.001, 0.01, 0.01 } },
    { name = "coupler", parent = "crank", at = { 0.2, 0, 0 }, joint = "Rz", q = "th2", mass = 2,
      com = { 0.3, 0, 0 }, inertia = { 0.001, 0.05, 0.05 } },
    { name = "rocker", parent = "world", at = { 0.7, 0, 0 }, joint = "Rz", q = "th3", mass = 1.5,
      com = { 0.2, 0, 0 }, inertia = { 0.001, 0.02, 0.02 } },
  },
  frames = { { name = "A", body = "coupler", at = { 0.6, 0, 0 } },
    { name = "B", body = "rocker", at = { 0.4, 0, 0 } } },
  loops = { { name = "pin", joint = "revolute", from = "A", to = "B" } },
}
write("moves", li.simulate { told, q = assert(told:assemble { 0.2, 0.4, 1.6 }), t = 1 })
write("moving", li.robot { bodies = {
  { name = "car", joint = "Tx Ty Rz", q = { "x", "y", "th" }, mass = 1.5, com = { 0.2, 0, 0 },
    inertia = { 0.05, 0.2, 0.2 } },
  { name = "arm", parent = "car", at = { 0, 0, 0.2 }, joint = "Ry", q = "arm", mass = 0.2,
    com = { 0.2, 0, 0 }, inertia = { 0.001, 0.002, 0.002 } },
} })

write("front", li.robot { name = "front", gravity = { 0, -9.81, 0 }, bodies = {
  { name = "crank", joint = "revolute", q = "th1", mass = 1, com = { 0.15, 0, 0 },
    inertia = { 0.001, 0.01, 0.01 },
    shapes = { { "box", size = { 0.3, 0.1, 0.1 }, at = { 0.15, 0, 0 } } } },
  { name = "coupler", parent = "crank", at = { 0.3, 0, 0 }, joint = "revolute", q = "th2", mass = 0,
    inertia = 0 },
  { name = "rocker", parent = "world", at = { 1, 0, 0 }, joint = "revolute", q = "th3", mass = 0,
    inertia = 0 } },
  frames = { { name = "end", body = "coupler", at = { 0.9, 0, 0 } },
    { name = "top", body = "rocker", at = { 0.6, 0, 0 } } },
  loops = { { name = "pin", from = "end", to = "top", joint = "revolute" } } })

-- a quadruped as a URDF tells one: no mesh, knees that cannot be straight, a foot whose inertia is
-- nonsense
local quad = { '<robot name="quad"><link name="base"><inertial><mass value="6.9"/><inertia '
  .. 'ixx="0.02" iyy="0.1" izz="0.1"/></inertial></link>' }
local LINK = '<link name="%s_%s"><inertial><origin xyz="0 0 %g"/><mass value="%g"/><inertia '
  .. 'ixx="%g" iyy="%g" izz="%g"/></inertial></link>'
local JOINT = '<joint name="%s_%s_joint" type="revolute"><origin xyz="%g %g %g"/><parent '
  .. 'link="%s"/><child link="%s_%s"/><axis xyz="%s"/><limit lower="%g" upper="%g" '
  .. 'effort="20" velocity="20"/></joint>'
for n, leg in ipairs { "FL", "FR", "RL", "RR" } do
  local x, y = n < 3 and 0.19 or -0.19, n % 2 == 1 and 0.05 or -0.05
  quad[#quad + 1] = LINK:format(leg, "hip", 0, 0.7, 5e-4, 8e-4, 6e-4)
    .. LINK:format(leg, "thigh", -0.03, 1.1, 6e-3, 6e-3, 1e-3)
    .. LINK:format(leg, "calf", -0.1, 0.15, 1e-3, 1e-3, 3e-5)
  quad[#quad + 1] = ('<link name="%s_foot"><inertial><mass value="0.05"/><inertia ixx="1" '
    .. 'iyy="1" izz="1"/></inertial></link>'):format(leg)
  quad[#quad + 1] = JOINT:format(leg, "hip", x, y, 0, "base", leg, "hip", "1 0 0", -1, 1)
    .. JOINT:format(leg, "thigh", 0, 2 * y, 0, leg .. "_hip", leg, "thigh", "0 1 0", -1.5, 3.4)
  quad[#quad + 1] = JOINT:format(leg, "calf", 0, 0, -0.21, leg .. "_thigh", leg, "calf", "0 1 0",
    -2.7, -0.8)
  quad[#quad + 1] = ('<joint name="%s_foot_joint" type="fixed"><origin xyz="0 0 '
    .. '-0.21"/><parent link="%s_calf"/><child link="%s_foot"/></joint>'):format(leg, leg, leg)
end
quad[#quad + 1] = "</robot>"
write("quad", li.urdf_text(table.concat(quad), { floating = true }))
write("chosen", li.robots.panda(), { q = { q1 = 0.5, q4 = -2 } })

-- poses of a mechanism with every joint, for the page to agree with
local all = li.robot {
  bodies = {
    { name = "a", joint = { kind = "revolute", axis = { 1, 1, 0.5 } }, at = { 0.1, 0.2, 0.3 },
      rpy = { 0.3, 0.2, 0.1 } },
    { name = "b", parent = "a", at = { 0.5, 0, 0 },
      joint = { kind = "helical", axis = "y", pitch = 0.2 } },
    { name = "c", parent = "b", at = { 0, 0.4, 0 }, joint = { kind = "cylindrical", axis = "-x" } },
    { name = "d", parent = "c", at = { 0, 0, 0.3 },
      joint = { kind = "universal", axis = "z", axis2 = "x" } },
    { name = "e", parent = "d", at = { 0.2, 0.1, 0 }, joint = "planar" },
    { name = "f", parent = "e", at = { 0, 0.1, 0.2 }, joint = "spherical" },
    { name = "g", parent = "a", at = { 0, 0, 0.2 }, joint = { kind = "prismatic", axis = "x" } },
    { name = "h", parent = "g", joint = "moves", moves = { "Rx", { "Tz", 0.3 }, "Ty", "Rz" } },
    { name = "i", parent = "world", joint = "floating" },
    { name = "j", parent = "h", at = { 0, 0.1, 0 }, rpy = { 0.2, 0, 0.1 }, joint = "moves",
      moves = { { "Rx", 0.4 }, "Rz", { "Tz", 0.2 } } },
    { name = "k", parent = "j", joint = "moves", moves = { { "Ry", -0.3 }, "Tx" } },
  },
}
write("every_joint", all)

-- a car on the Magic Formula that is steered while it goes
local function axle(at, more)
  local o = { at = at, track = 1.5, unsprung = 40, inertia = 1.1, spring = 2.4e4, damper = 2000,
    tyre_damping = 300, tyre = li.tyre.published "pacejka_205_60R15" }
  for key, x in pairs(more) do o[key] = x end
  return o
end
local car, told = li.car { mass = 1200, inertia = { 450, 1800, 2000 }, com = { 0, 0, 0.5 },
  axles = { axle(1.2, { steer = 1 / 16, compliance = { stiffness = 3e4, damping = 100 } }),
    axle(-1.4, { drive = 1 }) } }
write("steered", li.simulate { car, t = 1, v = told.rolling(20),
  inputs = { steer = "0.5*sin(3*t)" } }, { inputs = { steer = { -3, 3 } } })
local q = all:random(5)
local expected, list = {}, {}
for name, X in pairs(all:poses(q)) do
  if name ~= "world" then
    expected[#expected + 1] = ('"%s":[%.17g,%.17g,%.17g]'):format(name, X.p[1], X.p[2], X.p[3])
  end
end
for k = 1, #q do list[k] = ("%.17g"):format(q[k]) end
local checks = assert(io.open("tests/page/checks.js")):read "a*"
file("checks.js", ('const POSES = {"q":[%s],"p":{%s}};\n'):format(table.concat(list, ","),
  table.concat(expected, ",")) .. checks)
