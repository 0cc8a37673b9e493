-- contactscenes.lua - scenes of bodies that touch, each once for liaison and once as a file of
-- MuJoCo, for tests and make bench
local li = require "liaison"

local contactscenes = {}

local function box(name, m, x, y, z)
  return { name = name, mass = m, shape = { "box", { x, y, z } },
    inertia = { m/12*(y^2 + z^2), m/12*(x^2 + z^2), m/12*(x^2 + y^2) } }
end

-- a limb along -z from its joint, l long
local function limb(name, parent, m, r, l, joint)
  local I = m*l^2/12 + m*r^2/4
  return { name = name, parent = parent, mass = m, com = { 0, 0, -l/2 },
    inertia = { I, I, m*r^2/2 }, shape = { "capsule", { r, l - 2*r }, { 0, 0, -l/2 } },
    joint = joint }
end

local function turn(axis, at) return { axis = axis, at = at, stiffness = 0, damping = 0.5 } end

-- ---- scenes: {bodies =, q = of free bodies (7 each) and angles, v =, mu =} ----

function contactscenes.stack(n)
  local bodies, q = {}, {}
  for k = 1, n do
    bodies[k] = box("b" .. k, 1, 0.2, 0.2, 0.1)
    for _, x in ipairs { 0, 0, 0.05 + 0.1*(k - 1), 1, 0, 0, 0 } do q[#q + 1] = x end
  end
  return { bodies = bodies, q = q, mu = 0.5 }
end

-- one box that slides, or falls tilted
function contactscenes.box(q, v, mu)
  return { bodies = { box("b", 2, 0.3, 0.2, 0.1) }, q = q, v = v, mu = mu }
end

-- four legs of two limbs with springs, that stand
function contactscenes.quadruped()
  local bodies, q = { box("trunk", 8, 0.5, 0.2, 0.12) }, { 0, 0, 0.44, 1, 0, 0, 0 }
  for k = 1, 4 do
    local x, y = k <= 2 and 0.2 or -0.2, k % 2 == 0 and 0.14 or -0.14
    local hip, knee = turn({ 0, 1, 0 }, { x, y, 0 }), turn({ 0, 1, 0 }, { 0, 0, -0.22 })
    hip.stiffness, hip.rest, hip.damping = 200, 0.6, 2
    knee.stiffness, knee.rest, knee.damping = 200, -1.2, 2
    bodies[#bodies + 1] = limb("thigh" .. k, "trunk", 0.8, 0.03, 0.22, hip)
    bodies[#bodies + 1] = limb("shank" .. k, "thigh" .. k, 0.3, 0.02, 0.24, knee)
    q[#q + 1], q[#q + 2] = 0.6, -1.2
  end
  return { bodies = bodies, q = q, mu = 0.8 }
end

-- a trunk with a head, arms and legs of limbs, that falls on the ground
function contactscenes.humanoid()
  local trunk = box("trunk", 30, 0.2, 0.3, 0.5)
  local bodies, q = { trunk }, { 0, 0, 1.2, 1, 0, 0, 0 }
  local function add(name, parent, m, r, l, axis, at, angle)
    bodies[#bodies + 1] = limb(name, parent, m, r, l, turn(axis, at))
    q[#q + 1] = angle
  end
  for k, y in ipairs { -0.1, 0.1 } do
    add("hip" .. k, "trunk", 1, 0.05, 0.12, { 1, 0, 0 }, { 0, y, -0.27 }, 0)
    add("thigh" .. k, "hip" .. k, 7, 0.06, 0.4, { 0, 1, 0 }, { 0, 0, 0 }, -0.3)
    add("shank" .. k, "thigh" .. k, 3, 0.05, 0.4, { 0, 1, 0 }, { 0, 0, -0.4 }, 0.6)
    bodies[#bodies + 1] = { name = "foot" .. k, parent = "shank" .. k, mass = 1,
      com = { 0.05, 0, -0.03 }, inertia = { 0.002, 0.004, 0.004 },
      shape = { "box", { 0.24, 0.08, 0.06 }, { 0.05, 0, -0.03 } },
      joint = turn({ 0, 1, 0 }, { 0, 0, -0.4 }) }
    q[#q + 1] = -0.3
  end
  for k, y in ipairs { -0.22, 0.22 } do
    add("upper" .. k, "trunk", 2.5, 0.045, 0.3, { 0, 1, 0 }, { 0, y, 0.2 }, 0.2)
    add("lower" .. k, "upper" .. k, 1.5, 0.04, 0.28, { 0, 1, 0 }, { 0, 0, -0.3 }, -0.4)
  end
  return { bodies = bodies, q = q, v = { 0.5 }, mu = 0.7 }
end

-- ---- for liaison ----

function contactscenes.model(scene)
  local bodies = {}
  for k, b in ipairs(scene.bodies) do
    local joint, j = "floating", b.joint
    if j then
      joint = { kind = "revolute", axis = j.axis, at = j.at, stiffness = j.stiffness,
        rest = j.rest, damping = j.damping }
    end
    bodies[k] = { name = b.name, parent = b.parent or "world", joint = joint, mass = b.mass,
      com = b.com, inertia = b.inertia,
      shapes = { { b.shape[1], size = b.shape[2], at = b.shape[3] } } }
  end
  return li.robot { bodies = bodies }
end

-- ---- for MuJoCo: hard contacts, elliptic cones ----

local function numbers(list, scale)
  local out = {}
  for k, x in ipairs(list) do out[k] = ("%.17g"):format(x*(scale or 1)) end
  return table.concat(out, " ")
end

local function geom(shape)
  local kind, size = shape[1], shape[2]
  local half = kind == "box" and numbers(size, 0.5)
    or kind == "sphere" and numbers(size) or numbers { size[1], size[2]/2 }
  return ("<geom type='%s' size='%s' pos='%s'/>"):format(kind, half,
    numbers(shape[3] or { 0, 0, 0 }))
end

-- gentle: contacts that give way as MuJoCo's do unless told otherwise: hard ones throw a stack of
-- ten apart at steps of 1 ms
function contactscenes.mjcf(scene, h, gentle)
  local out = { ([[<mujoco><compiler angle='radian'/>
<option timestep='%.17g' cone='elliptic' impratio='%d' integrator='implicit'
  gravity='0 0 -9.81' tolerance='%g' iterations='100'/>
<default><geom friction='%.17g 0.005 0.0001' condim='3' solref='%.17g 1'
  solimp='%s'/></default>
<worldbody><geom type='plane' size='10 10 1'/>]]):format(h, gentle and 1 or 100,
    gentle and 1e-8 or 1e-12, scene.mu,
    gentle and 0.02 or math.max(2*h, 1e-3),
    gentle and "0.9 0.95 0.001" or "0.99 0.9999 0.0001") }
  local children = {}
  for _, b in ipairs(scene.bodies) do
    children[b.parent or ""] = children[b.parent or ""] or {}
    table.insert(children[b.parent or ""], b)
  end
  local function write(name)
    for _, b in ipairs(children[name] or {}) do
      local j = b.joint
      out[#out + 1] = ("<body name='%s' pos='%s'>"):format(b.name,
        numbers(j and j.at or { 0, 0, 0 }))
      out[#out + 1] = j and
        ("<joint axis='%s' stiffness='%.17g' springref='%.17g' damping='%.17g'/>"):format(
          numbers(j.axis), j.stiffness, j.rest or 0, j.damping) or "<freejoint/>"
      out[#out + 1] = ("<inertial pos='%s' mass='%.17g' diaginertia='%s'/>%s"):format(
        numbers(b.com or { 0, 0, 0 }), b.mass, numbers(b.inertia), geom(b.shape))
      write(b.name)
      out[#out + 1] = "</body>"
    end
  end
  write ""
  local v = {}
  local nv = #scene.q - #(children[""] or {})
  for k = 1, nv do v[k] = scene.v and scene.v[k] or 0 end
  out[#out + 1] = ("</worldbody><keyframe><key qpos='%s' qvel='%s'/></keyframe></mujoco>"):format(
    numbers(scene.q), numbers(v))
  return table.concat(out, "\n")
end

function contactscenes.start(scene)
  local v = {}
  local free = 0
  for _, b in ipairs(scene.bodies) do if not b.joint then free = free + 1 end end
  for k = 1, #scene.q - free do v[k] = scene.v and scene.v[k] or 0 end
  return scene.q, v
end

-- ---- MuJoCo's motion: {q =, v =, N = {..}, step = {seconds}}; nil where it is not here ----

local program, folder

local function runs(command)
  local ok = os.execute(command .. " > /dev/null 2>&1")
  return ok == true or ok == 0
end

function contactscenes.mujoco(scene, t, h, gentle)
  if program == nil then
    folder = assert(li._internal.new_folder())
    program = folder .. "/mujoco_runs"
    if not runs(("cc -O2 -o '%s' tests/peers/mujoco_runs.c -lmujoco -lm"):format(program)) then
      program = false
    end
  end
  if not program then return nil end
  local path = folder .. "/scene.xml"
  local f = assert(io.open(path, "w"))
  f:write(contactscenes.mjcf(scene, h, gentle))
  f:close()
  -- it writes a log where it runs
  os.execute(("cd '%s' && '%s' '%s' %.17g > out.txt"):format(folder, program, path, t))
  f = assert(io.open(folder .. "/out.txt"))
  local out = {}
  for line in f:lines() do
    local what, rest = line:match "^(%S+) ?(.*)$"
    if what == "error" then error("MuJoCo: " .. rest) end
    local list = {}
    for x in (rest or ""):gmatch "%S+" do list[#list + 1] = tonumber(x) end
    if what then out[what] = list end
  end
  f:close()
  return out
end

return contactscenes
