-- derive_lagrange.lua - Lagrange: Jacobians of the centres of mass, mass matrix, velocity terms by
-- Christoffel's symbols, weights, equations                              [course] F6.5, E6.4, E6.5
local li = require "liaison.core"
local arm = require "liaison.blackboard.arm"
local arm_board = require "liaison.blackboard.arm_board"
local engine = require "liaison.blackboard.engine"
local letters = require "liaison.blackboard.letters"
local jacobian = require "liaison.blackboard.derive_jacobian"
local newton = require "liaison.blackboard.derive_newton"
local tidy = require "liaison.blackboard.tidy"
local vector = require "liaison.blackboard.vector"

local lagrange = {}

lagrange.words = {
  en = {
    title = "Equations of motion by Lagrange", bodies = "Bodies",
    bodies_text = "Centres of mass, tensors at them in the axes of their own frames, gravity:",
    centres = "Jacobians of the centres of mass",
    centres_text = "What the rate of each joint gives to the velocity of a centre of mass and to "
      .. "the angular velocity of its body; what is not told is 0:",
    mass = "Mass matrix", mass_text = "The kinetic energy is half the sum of `m v_G^2` and "
      .. "`w . I w` over the bodies, a quadratic form of the rates; its coefficients are sums of "
      .. "`m J_Li . J_Lj` and `J_Ai . I J_Aj`:",
    rotors = "A rotor behind its gear adds its inertia times the square of the ratio.",
    velocity = "Velocity terms", velocity_text = "Of the derivatives of the mass matrix, by "
      .. "Christoffel's symbols `c_ijk = 1/2 (dM_ij/dq_k + dM_ik/dq_j - dM_jk/dq_i)`: `c_ijj` "
      .. "stands before squares, `2 c_ijk` before products of rates; what is not told is 0:",
    none = "All of them are 0.",
    long = "(The mass matrix is too long to be differentiated here: model:equations():explain() "
      .. "goes on.)",
    weight = "Weights", weight_text = "Derivatives of the potential energy `V`, the sum of "
      .. "`-m g . O_0G`:",
    equations = "Equations", equations_text = "d/dt of the derivative of T by the rate, less the "
      .. "derivative of T by the coordinate, plus that of V, is the force of the drive:",
  },
  fr = {
    title = "Équations du mouvement par Lagrange", bodies = "Corps",
    bodies_text = "Centres de masse, tenseurs en ces points dans les axes de leurs repères, "
      .. "pesanteur :",
    centres = "Jacobiennes des centres de masse",
    centres_text = "Ce que la vitesse de chaque liaison donne à la vitesse d'un centre de masse et "
      .. "à la vitesse angulaire de son corps ; ce qui n'est pas écrit est nul :",
    mass = "Matrice d'inertie", mass_text = "L'énergie cinétique est la demi-somme des `m v_G^2` "
      .. "et `w . I w` des corps, forme quadratique des vitesses ; ses coefficients sont des "
      .. "sommes de `m J_Li . J_Lj` et `J_Ai . I J_Aj` :",
    rotors = "Un rotor derrière son réducteur ajoute son inertie multipliée par le carré du "
      .. "rapport.",
    velocity = "Termes de vitesse", velocity_text = "Des dérivées de la matrice d'inertie, par les "
      .. "symboles de Christoffel `c_ijk = 1/2 (dM_ij/dq_k + dM_ik/dq_j - dM_jk/dq_i)` : `c_ijj` "
      .. "est devant les carrés, `2 c_ijk` devant les produits des vitesses ; ce qui n'est pas "
      .. "écrit est nul :",
    none = "Tous sont nuls.",
    long = "(La matrice d'inertie est trop longue à dériver ici : model:equations():explain() "
      .. "continue.)",
    weight = "Poids", weight_text = "Dérivées de l'énergie potentielle `V`, somme des "
      .. "`-m g . O_0G` :",
    equations = "Équations", equations_text = "d/dt de la dérivée de T par la vitesse, moins la "
      .. "dérivée de T par la coordonnée, plus celle de V, est l'effort du moteur :",
  },
}

local function is_zero(e) return tostring(e) == "0" end

-- ---- Jacobians of the centres of mass -----------------------------------------------------------

-- from the foot of joint c to the centre of mass of body i
local function reach(a, bodies, c, i) return jacobian.reach(a, c, i) + bodies[i].centre end

local SHOWN = 3

local function centres(b, a, w, bodies)
  local J = {}
  if a.n <= SHOWN then
    b:section(w.centres)
    b:say(w.centres_text)
  end
  for i = 1, a.n do
    J[i] = {}
    for c = 1, i do
      local lin, ang = jacobian.column(a, c, reach(a, bodies, c, i))
      J[i][c] = { lin, ang }
      for part, key in ipairs { "of_body", "turn_of_body" } do
        if a.n <= SHOWN and #J[i][c][part].parts > 0 then
          b:line(arm_board.name(b, a, key, c, i), J[i][c][part], { road = function(at)
            return select(part, engine.centre_jacobian(a, i, at))[c]
          end })
        end
      end
    end
  end
  return J
end

-- ---- mass matrix --------------------------------------------------------------------------------

-- u . I w in axes of frame i
local function through(a, i, I, u, w)
  local x, y = vector.components(u, a.frames[i].basis), vector.components(w, a.frames[i].basis)
  local e = li.expr(0)
  for r = 1, 3 do
    for s = 1, 3 do e = e + x[r] * I[r][s] * y[s] end
  end
  return e
end

local function mass_of(a, bodies, J, r, c)
  local e = li.expr(0)
  for i = math.max(r, c), a.n do
    local u, w = J[i][r], J[i][c]
    e = e + bodies[i].mass * u[1]:dot(w[1])
    if #u[2].parts > 0 and #w[2].parts > 0 then
      e = e + through(a, i, bodies[i].inertia, u[2], w[2])
    end
  end
  local rotor = r == c and arm.rotor(a, r)
  return tidy(rotor and e + rotor or e)
end

local function mass(b, a, w, bodies, J)
  local M, rotor = {}, false
  b:section(w.mass)
  b:say(w.mass_text)
  for i = 1, a.n do
    M[i] = {}
    rotor = rotor or arm.rotor(a, i)
  end
  if rotor then b:say(w.rotors) end
  for i = 1, a.n do
    for j = i, a.n do
      M[i][j] = mass_of(a, bodies, J, i, j)
      M[j][i] = M[i][j]
      if not is_zero(M[i][j]) then
        b:line(arm_board.name(b, a, "mass", i, j), M[i][j],
          { road = function(at) return { engine.mass(a, i, j, at) } end })
      end
    end
  end
  return M
end

-- ---- velocity terms -----------------------------------------------------------------------------

local function christoffel(a, M, i, j, k)
  local function d(r, c, by) return M[r][c]:diff(a.frames[by].q) end
  return tidy((d(i, j, k) + d(i, k, j) - d(j, k, i)) / 2)
end

-- the name of c_ijj, or of 2 c_ijk: B and C of the course, or c with its indices
local function term_name(b, a, i, j, k)
  if not a.letters.christoffel then
    if j == k then return arm_board.name(b, a, "square", i, j) end
    return b:named(("C%d%d%d"):format(i, j, k), ("C_{%d,%d%d}"):format(i, j, k))
  end
  local two = j == k and "" or "2 "
  return b:named(("%sc_%d%d%d"):format(two, i, j, k), ("%sc_{%d%d%d}"):format(two, i, j, k))
end

-- sums of rates beside each equation, and the lines of their coefficients
local function velocity(b, a, w, M)
  local sums, some = {}, false
  b:section(w.velocity)
  b:say((w.velocity_text:gsub("dM_", "d" .. letters.name(a.letters, "mass") .. "_")))
  for i = 1, a.n do
    sums[i] = li.expr(0)
    for j = 1, a.n do
      for k = j, a.n do
        local c = christoffel(a, M, i, j, k)
        if j ~= k then c = tidy(2 * c) end
        if not is_zero(c) then
          some = true
          b:line(term_name(b, a, i, j, k), c, { road = function(at)
            local x = engine.rates(a, i, { [j] = 1, [k] = 1 }, at)
            if j == k then return { x } end
            return { x - engine.rates(a, i, { [j] = 1 }, at)
              - engine.rates(a, i, { [k] = 1 }, at) }
          end })
          sums[i] = sums[i] + c * a.frames[j].q:d() * a.frames[k].q:d()
        end
      end
    end
  end
  if not some then b:say(w.none) end
  return sums
end

-- ---- weights ------------------------------------------------------------------------------------

local function weights(b, a, w, bodies, g)
  local V, G = li.expr(0), {}
  for i = 1, a.n do
    V = V - bodies[i].mass * g:dot(jacobian.between(a, 0, i) + bodies[i].centre)
  end
  V = tidy(V)
  b:section(w.weight)
  b:say(w.weight_text)
  b:line("V", V)
  for i = 1, a.n do
    G[i] = tidy(V:diff(a.frames[i].q))
    b:line(arm_board.name(b, a, "weight", i), G[i],
      { road = function(at) return { engine.weights(a, at)[i] } end })
  end
  return G
end

-- ---- equations ----------------------------------------------------------------------------------

local function equations(b, a, w, M, sums, G)
  b:section(w.equations)
  b:say(w.equations_text)
  if a.stripped then b:say(a.words.stripped) end
  b:say("`" .. b:named(a.letters.form[1], a.letters.form[2]) .. "`")
  for i = 1, a.n do
    local e = sums[i] + G[i]
    for j = 1, a.n do e = e + M[i][j] * a.frames[j].q:d():d() end
    b:line(arm_board.name(b, a, "torque", i), e,
      { road = function(at) return { engine.torques(a, at)[i] } end })
  end
end

-- ---- all of it ----------------------------------------------------------------------------------

local LONG = 1500

local function length(M)
  local n = 0
  for _, r in ipairs(M) do
    for _, e in ipairs(r) do
      local ops = e:ops()
      n = n + ops.mul + ops.add
    end
  end
  return n
end

function lagrange.make(model, o)
  local b, a, w = arm_board.of(model, lagrange, "lagrange", o)
  if not b then return nil, a end
  local bodies, why = arm.bodies(a)
  if not bodies then return nil, why end
  local g = newton.weights(b, a, w, bodies)
  local J = centres(b, a, w, bodies)
  local M = mass(b, a, w, bodies, J)
  local G = weights(b, a, w, bodies, g)
  if length(M) > LONG then b:say(w.long)
  else equations(b, a, w, M, velocity(b, a, w, M), G) end
  return arm_board.finish(b, a)
end

return lagrange
