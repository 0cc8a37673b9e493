-- runs.lua - pages of many runs, for again.js to compute again: every robot and vehicle with
-- masses, every joint, every constraint, every way to keep them; lua tests/page/runs.lua FOLDER
-- prints the files, each with the difference that is allowed
--
-- Motions that double small differences several times a second (a light wrist that spins, a disc
-- about to fall) are short, or allowed what that makes of rounding.
local li = require "liaison"
local folder = assert(arg[1], "which folder?")

local function write(name, limit, run, why)
  assert(run, why)
  assert(run:html(("%s/run_%s.html"):format(folder, name)))
  print(("%s/run_%s.html:%g"):format(folder, name, limit or 1e-9))
end

local function rates(n, size)
  local v = {}
  for k = 1, n do v[k] = size * math.sin(k) end
  return v
end

for _, name in ipairs { "humanoid36", "panda", "planar2", "planar3", "puma560", "quadruped",
  "scara", "stanford", "ur5" } do
  local m = li.robots[name]()
  local spec = { m, q = m:home(), v = rates(#m:speeds(), 0.2), t = name == "panda" and 1 or 2 }
  write(name, nil, li.simulate(spec))
  spec.dt = 0.05
  write(name .. "_dt", nil, li.simulate(spec))
end
for _, name in ipairs(li.vehicles.names()) do
  local state = li.vehicles.reference(name)
  write(name, nil, li.simulate { li.vehicles[name] { data = "ref" }, q = state.q, v = state.v,
    t = 2 })
end

local function body(t)
  t.mass, t.com, t.inertia = t.mass or 1, t.com or { 0.1, 0.2, 0.1 },
    t.inertia or { 0.1, 0.2, 0.25, 0.01, 0.02, 0.03 }
  return t
end
local every = li.robot { bodies = {
  body { name = "a", joint = { kind = "revolute", axis = { 1, 1, 0.5 }, rotor = 0.1, gear = 3,
    damping = 0.1 }, at = { 0.1, 0.2, 0.3 }, rpy = { 0.3, 0.2, 0.1 } },
  body { name = "b", parent = "a", at = { 0.5, 0, 0 },
  joint = { kind = "helical", axis = "y", pitch = 0.2 } },
  body { name = "c", parent = "b", at = { 0, 0.4, 0 },
  joint = { kind = "cylindrical", axis = "-x" } },
  body { name = "d", parent = "c", at = { 0, 0, 0.3 },
  joint = { kind = "universal", axis = "z", axis2 = "x" } },
  body { name = "e", parent = "d", at = { 0.2, 0.1, 0 }, joint = "planar" },
  body { name = "f", parent = "e", at = { 0, 0.1, 0.2 },
  joint = { kind = "spherical",
  dofs = { { damping = 0.1 }, { damping = 0.2 }, { damping = 0.3 } } } },
  body { name = "g", parent = "a", at = { 0, 0, 0.2 },
  joint = { kind = "prismatic", axis = "x", stiffness = 20, rest = 0.1, q = "gx" } },
  body { name = "h", parent = "g", at = { 0, 0, 0.2 },
  joint = { kind = "revolute", axis = "y", follows = "gx", scale = 2, offset = 0.1, rotor = 0.01,
  gear = 5 } },
  body { name = "i", parent = "g", joint = "moves", moves = { "Rx", { "Tz", 0.3 }, "Ty", "Rz" } },
  body { name = "j", parent = "world", joint = "floating" },
} }
for _, method in ipairs { "dop853", "dopri5", "rk4" } do
  write("every_joint_" .. method, nil,
    li.simulate { every, q = every:random(5), v = rates(#every:speeds(), 0.3), t = 0.5,
    method = method })
end
-- a method the page does not have: its own at small tolerances, as near as both are right
write("every_joint_rkmk4", 1e-6,
  li.simulate { every, q = every:random(5), v = rates(#every:speeds(), 0.3), t = 0.5,
  method = "rkmk4", dt = 0.05 })
write("radau5", 1e-6, li.simulate { li.planar { 1, 0.8 }, q = { 0.3, 0.3 }, t = 1,
  method = "radau5" })

local held = {
  { "point", to_at = { 1, 0, 0 } }, { "hinge", from_axis = "y", to_axis = "y" }, { "weld" },
    { "slider" }, { "cylinder", from_axis = { 1, 1, 0 }, to_axis = { 1, 1, 0 } },
  { "cross" }, { "flat" }, { "thread", pitch = 0.3 }, { "angle", angle = 1.1, to_axis = "x" },
    { "distance", length = 1.5 }, { "in_plane" }, { "on_line" }, { "parallel" },
  { "on_surface", equation = "x^2 + y^2 - z - 1" },
    { "on_curve", equations = { "y - sin(x)", "z - 0.2*x^3" } },
  { "pulley", length = 3, ratio = 2, from2 = "A", to2 = "world", from2_at = { 0, 0.3, 0 } },
    { "wheel", radius = 0.4, to = "world" }, { "wheel_lateral", to = "world" },
  { "wheel_longitudinal", radius = 0.2, to = "world" }, { "knife_edge", to = "world" },
    { "rolling_disc", radius = 0.3, to = "world" },
  { "rolling_ball", radius = 0.2, to = "world" },
}
-- what the engine lists and nobody has written above
local known = {}
for _, k in ipairs(held) do known[k[1]] = true end
for _, row in ipairs(li._internal.constraints()) do
  known[row.name] = known[row.name] or row.ends == 0
end
for _, k in ipairs(require "kindlist".missing(known, { from2 = "A", to2 = "world" }, {})) do
  held[#held + 1] = k
end
for _, k in ipairs(held) do
  k.name, k.from, k.to = "k", "A", k.to or "B"
  local m = li.robot { bodies = { body { name = "A", joint = "Tx Ty Tz Rz Ry Rx" },
    body { name = "B", parent = "world", joint = "floating", at = { 1, 0, 0 } } },
    constraints = { k } }
  write("k_" .. k[1], nil,
    li.simulate { m, q = { 0.1, 0.2, 0.3, 0.1, 1.1, 0.3, 0.2, -0.1, 0.1, 0.9, 0.1, 0.2, 0.3 },
    v = rates(12, 0.5), t = 0.7 })
end
local slide = { { name = "s", joint = "prismatic", axis = "x", q = "x", mass = 1,
  inertia = { 1, 1, 1 } },
  { name = "s2", parent = "s", joint = "prismatic", axis = "y", q = "y", mass = 1,
  inertia = { 1, 1, 1 } },
  { name = "s3", parent = "s2", joint = "revolute", axis = "z", q = "c", mass = 0.2,
    inertia = { 1, 1, 1 }, com = { 0.2, 0, 0 } } }
write("equations", nil,
  li.simulate { li.robot { bodies = slide, constraints = {
  { "equation", name = "blade", equation = "sin(c)*x' - cos(c)*y' + 0.1*t" },
  { "equation", name = "circle", equation = "x^2 + y^2 + 0.2*sin(t) - 1" } } }, q = { 1, 0, 0.3 },
    v = { 0, 1, 0.5 }, t = 2 })
write("coupling", nil, li.simulate { li.robot { bodies = slide,
  constraints = { { "coupling", name = "sum", coordinates = { x = 2, y = -1, c = 0.5 },
  offset = 0.1 } } }, q = { 0, 0, 0.3 }, t = 2 })
local fourbar = li.robot { bodies = {
  { name = "crank", joint = "revolute", axis = "-y", q = "a", mass = 1, com = { 0.5, 0, 0 },
    inertia = { 0, 0.1, 0.1 } },
  { name = "coupler", parent = "crank", at = { 1, 0, 0 }, joint = "revolute", axis = "-y", q = "b",
    mass = 2, com = { 1.5, 0, 0 }, inertia = { 0, 1.5, 1.5 } },
  { name = "rocker", parent = "world", at = { 3, 0, -0.5 }, joint = "revolute", axis = "-y",
    q = "c", mass = 1.5, com = { 1.25, 0, 0 }, inertia = { 0, 0.8, 0.8 } } },
  constraints = { { "hinge", name = "pin", from = "coupler", from_at = { 3, 0, 0 }, from_axis = "y",
    to = "rocker", to_at = { 2.5, 0, 0 }, to_axis = "y" } } }
local closed = assert(fourbar:assemble({ 1, -0.7, 1.4 }, { fix = { "a" } }))
for _, keep in ipairs { "project", "baumgarte", "ggl", "none" } do
  write(keep .. "_dt", nil,
    li.simulate { fourbar, q = closed, v = { 1, 0, 0 }, t = 3, dt = 0.05, constraints = keep })
  write("keep_" .. keep, nil,
    li.simulate { li.robot { bodies = slide, constraints = {
    { "equation", name = "circle", equation = "x^2 + y^2 - 1" } } }, q = { 1, 0, 0.3 },
    v = { 0, 1, 0.5 }, t = 2, constraints = keep })
end

-- runs of mechanisms and systems, whose equations are others than those of the model that draws
-- them: what two ways to the same motion differ by at these tolerances
local close = { rtol = 1e-11, atol = 1e-13, values = li.mechanisms.values "slider_crank" }
write("mechanism", 1e-7, li.mechanisms.slider_crank():simulate(0.3, { th1 = 0.7, ["th1'"] = 5 },
  close))
local cart = li.system { planar = true, gravity = { 0, -9.81 } }
local xs, ths = cart:coordinates "xs ths"
cart:body { name = "cart", mass = 2, inertia = 0, at = { xs, 0 } }
cart:body { name = "bob", mass = 1, inertia = 0, at = { xs + li.sin(ths), -li.cos(ths) },
  angle = ths }
write("system", 1e-8, cart:simulate(2, { ths = 1 }, { rtol = 1e-11, atol = 1e-13 }))
