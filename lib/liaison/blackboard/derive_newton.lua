-- derive_newton.lua - Newton-Euler: accelerations outwards, forces and moments of the joints
-- inwards, what the drives must give                                     [course] F6.4, E6.2, E6.3
local li = require "liaison.core"
local arm = require "liaison.blackboard.arm"
local arm_board = require "liaison.blackboard.arm_board"
local engine = require "liaison.blackboard.engine"
local jacobian = require "liaison.blackboard.derive_jacobian"
local vector = require "liaison.blackboard.vector"
local velocities = require "liaison.blackboard.derive_velocities"
local written = require "liaison.blackboard.written"

local newton = {}

newton.words = {
  en = {
    title = "Newton-Euler", steps = "From origin to origin", bodies = "Bodies",
    bodies_text = "Centres of mass, tensors at them in the axes of their own frames, gravity:",
    outwards = "Outwards: how the bodies move", outwards_text = "Angular velocity, angular "
      .. "acceleration, acceleration of the origin and of the centre of mass of each body:",
    inertial = "What the motions ask for", inertial_text = "`F = m a_G` is the sum of all forces "
      .. "on a body, `K = I wd + w x (I w)` that of all moments at its centre of mass:",
    inwards = "Inwards: what the joints carry",
    inwards_text = "The force and the moment that each body gets from the one before; the last "
      .. "one carries nothing:",
    about = "Joint %d, moment about %s:", drives = "What the drives give",
    drives_text = "Of the moment of a joint that turns, and of the force of one that slides, the "
      .. "drive gives the part along the axis; the bearing carries the rest.",
  },
  fr = {
    title = "Newton-Euler", steps = "D'une origine à l'autre", bodies = "Corps",
    bodies_text = "Centres de masse, tenseurs en ces points dans les axes de leurs repères, "
      .. "pesanteur :",
    outwards = "Vers l'extrémité : les mouvements", outwards_text = "Vitesse angulaire, "
      .. "accélération angulaire, accélération de l'origine et du centre de masse de chaque "
      .. "corps :",
    inertial = "Ce que les mouvements demandent", inertial_text = "`F = m a_G` est la somme des "
      .. "forces sur un corps, `K = I wd + w x (I w)` celle des moments en son centre de masse :",
    inwards = "Vers la base : ce que portent les liaisons", inwards_text = "La force et le "
      .. "moment que chaque corps reçoit du précédent ; le dernier ne porte rien :",
    about = "Liaison %d, moment en %s :", drives = "Ce que donnent les moteurs",
    drives_text = "Du moment d'une liaison qui tourne, et de la force d'une liaison qui glisse, le "
      .. "moteur donne la part selon l'axe ; le palier porte le reste.",
  },
}

-- ---- what the bodies weigh ----------------------------------------------------------------------

-- the tensor at the centre of mass, in axes of frame i
local function inertia_lines(b, a, bodies)
  for i, body in ipairs(bodies) do
    b:line(arm_board.name(b, a, "inertia", i), li.smat(body.inertia),
      { road = function(at) return engine.inertia(a, i, at) end })
  end
end

local function centre_name(b, a, i, from)
  return arm_board.between(b, a, { "origin", from }, { "centre", i })
end

local function weights(b, a, w, bodies)
  b:section(w.bodies)
  b:say(w.bodies_text)
  for i, body in ipairs(bodies) do
    b:line(centre_name(b, a, i, i), body.centre, { road = function(at)
      local G, O = engine.centre(a, i, at), engine.origin(a, i, at)
      return { G[1] - O[1], G[2] - O[2], G[3] - O[3] }
    end })
  end
  inertia_lines(b, a, bodies)
  local g = arm.gravity(a)
  local name = arm_board.name(b, a, "gravity")
  b:line(name, vector.of(a.root, g[1], g[2], g[3]),
    { road = function(at) return engine.gravity(a, at) end })
  return vector.of(a.root, g[1], g[2], g[3]), name
end

newton.weights = weights

-- ---- outwards -----------------------------------------------------------------------------------

local function outwards(b, a, w, bodies)
  local s = velocities.start()
  s.centre = {}
  b:section(w.outwards)
  b:say(w.outwards_text)
  for i = 1, a.n do
    velocities.omega(b, a, s, i)
    velocities.alpha(b, a, s, i)
    velocities.acceleration(b, a, s, i)
    local r = bodies[i].centre
    if #r.parts == 0 then s.centre[i] = s.a[i]
    else
      local name = centre_name(b, a, i, i)
      local how = (#s.a[i].parts > 0 and s.names.a[i] .. " + " or "")
        .. velocities.carried_text(s, i, name)
      local G = tostring(arm_board.centre(b, a, "acceleration", i))
      s.centre[i] = velocities.line(b, a, i, G, how,
        s.a[i] + velocities.carried_along(s, i, r),
        function(at) return engine.centre_acceleration(a, i, at) end)
    end
  end
  return s
end

-- m a and the derivative of the moment of momentum at the centre of mass
local function dots(a, i, body, s)
  local basis = a.frames[i].basis
  local function times(v)
    local c, out = vector.components(v, basis), {}
    for r = 1, 3 do
      out[r] = body.inertia[r][1] * c[1] + body.inertia[r][2] * c[2] + body.inertia[r][3] * c[3]
    end
    return vector.of(basis, out[1], out[2], out[3])
  end
  return vector.scaled(s.centre[i], body.mass), times(s.wd[i]) + s.w[i]:cross(times(s.w[i]))
end

local function inertial(b, a, w, bodies, s)
  s.F, s.N, s.names.F, s.names.N = {}, {}, {}, {}
  b:section(w.inertial)
  b:say(w.inertial_text)
  for i, body in ipairs(bodies) do
    local F, N = dots(a, i, body, s)
    local f, n = b:named("F" .. i, ("\\vec F_{%d}"):format(i)),
      b:named("K" .. i, ("\\vec K_{%d}"):format(i))
    local point = #body.centre.parts > 0 and arm_board.centre(b, a, "acceleration", i)
      or s.names.a[i]
    s.F[i] = velocities.line(b, a, i, f, written.text(b, body.mass) .. " " .. point, F,
      function(at) return engine.inertia_force(a, i, at) end)
    s.N[i] = velocities.line(b, a, i, n, ("%s %s + %s x (%s %s)"):format(
      arm_board.name(b, a, "inertia", i), s.names.wd[i], s.names.w[i],
      arm_board.name(b, a, "inertia", i), s.names.w[i]), N,
      function(at) return select(2, engine.inertia_force(a, i, at)) end)
    s.names.F[i], s.names.N[i] = f, n
  end
end

-- ---- inwards ------------------------------------------------------------------------------------

-- the origin about which the moment of joint i is told
local function point_of(a, i) return jacobian.foot(a, i) or i end

local function force(b, a, s, i, body, g)
  local name = arm_board.name(b, a, "force", i - 1, i)
  local how = s.names.F[i]
  if #g.vector.parts > 0 then how = how .. " - " .. written.text(b, body.mass) .. " " .. g.name end
  local f = s.F[i] - vector.scaled(g.vector, body.mass)
  if i < a.n then f, how = s.f[i + 1] + f, s.names.f[i + 1] .. " + " .. how end
  s.f[i] = velocities.line(b, a, i, name, how, f,
    function(at) return (engine.wrench(a, i, point_of(a, i), at)) end)
  s.names.f[i] = name
end

local function moment(b, a, s, i, body, g)
  local k, name = point_of(a, i), arm_board.name(b, a, "moment", i - 1, i)
  local arm_of = jacobian.between(a, k, i) + body.centre
  local weight = vector.scaled(g.vector, body.mass)
  local n, how = s.N[i], s.names.N[i]
  if #arm_of.parts > 0 then
    n = n + arm_of:cross(s.F[i] - weight)
    local own = #g.vector.parts > 0 and ("(%s - %s %s)"):format(s.names.F[i],
      written.text(b, body.mass), g.name) or s.names.F[i]
    how = ("%s + %s x %s"):format(how, centre_name(b, a, i, k), own)
  end
  if i < a.n then
    local next = point_of(a, i + 1)
    local r = next >= k and jacobian.between(a, k, next)
      or vector.scaled(jacobian.between(a, next, k), -1)
    n, how = s.n[i + 1] + n + r:cross(s.f[i + 1]), s.names.n[i + 1] .. " + " .. how
    if #r.parts > 0 then
      how = ("%s + %s x %s"):format(how, arm_board.between(b, a, { "origin", k },
        { "origin", next }), s.names.f[i + 1])
    end
  end
  s.n[i] = velocities.line(b, a, i, name, how, n,
    function(at) return select(2, engine.wrench(a, i, k, at)) end)
  s.names.n[i] = name
end

local function inwards(b, a, w, bodies, s, g)
  s.f, s.n, s.names.f, s.names.n = {}, {}, {}, {}
  b:section(w.inwards)
  b:say(w.inwards_text)
  for i = a.n, 1, -1 do
    b:say(w.about, i, "`" .. arm_board.name(b, a, "origin", point_of(a, i)) .. "`")
    force(b, a, s, i, bodies[i], g)
    moment(b, a, s, i, bodies[i], g)
  end
end

-- the force or moment of a joint along its axis is what its drive gives
local function drives(b, a, w, s)
  b:section(w.drives)
  b:say(w.drives_text)
  if a.stripped then b:say(a.words.stripped) end
  for i = 1, a.n do
    local f = a.frames[i]
    local v, of = s.n[i], s.names.n[i]
    if f.slide then v, of = s.f[i], s.names.f[i]
    elseif not jacobian.foot(a, i) then v = v + f.lever:cross(s.f[i]) end
    local how, e, rotor = of .. " . " .. jacobian.axis_name(a, i), v:dot(f.axis), arm.rotor(a, i)
    if rotor then
      e = e + rotor * f.q:d():d()
      how = ("%s + %s %s''"):format(how, written.text(b, rotor), tostring(f.q))
    end
    b:line(arm_board.name(b, a, "torque", i), { how, e },
      { road = function(at) return { engine.torques(a, at)[i] } end })
  end
end

function newton.make(model, o)
  local b, a, w = arm_board.of(model, newton, "newton", o)
  if not b then return nil, a end
  local bodies, why = arm.bodies(a)
  if not bodies then return nil, why end
  velocities.steps(b, a, w)
  local g = {}
  g.vector, g.name = weights(b, a, w, bodies)
  local s = outwards(b, a, w, bodies)
  inertial(b, a, w, bodies, s)
  inwards(b, a, w, bodies, s, g)
  drives(b, a, w, s)
  return arm_board.finish(b, a)
end

return newton
