-- tasks_rotations.lua - chapter 3: rotations and their descriptions
local li = require "liaison.core"
local figure = require "liaison.course.figure"

local ONE = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }

-- a frame and one that is turned to it, of these names
local function two_frames(R, from, to)
  local out = figure.axes({ 0, 0, 0 }, ONE, 1, from or "0")
  for _, m in ipairs(figure.axes({ 0, 2.6, 0.4 }, R, 1, to or "1")) do out[#out + 1] = m end
  return out
end

local ANGLES = { { "psi", 10, 80, 5, unit = "deg" }, { "th", 10, 80, 5, unit = "deg" },
  { "phi", 10, 80, 5, unit = "deg" } }

local function all_different(d) return d.psi ~= d.th and d.th ~= d.phi and d.psi ~= d.phi end

-- the unit vector along (u1, u2, u3), or as it stands
local function axis_of(d, how)
  local n = math.sqrt(d.u1 ^ 2 + d.u2 ^ 2 + d.u3 ^ 2)
  return how.joint_axis({ d.u1 / n, d.u2 / n, d.u3 / n }, { d.u1, d.u2, d.u3 })
end

-- Id + u~ sin + u~^2 (1 - cos), u as given
local function rodrigues(u, angle)
  local x, y, z = u[1], u[2], u[3]
  local K = li.mat { { 0, -z, y }, { z, 0, -x }, { -y, x, 0 } }
  return li.mat(ONE) + K * math.sin(angle) + K * K * (1 - math.cos(angle))
end

return {
  {
    name = "passage_or_turn", chapter = 3, from = "E3.1",
    title = { en = "Two readings of one matrix", fr = "Deux lectures d'une matrice" },
    statement = {
      en = "`R2` comes from `R1` by a turn of {a} about `z1`. The point P has the components "
        .. "({x}, {y}, 0) in `R1`.",
      fr = "`R2` se déduit de `R1` par une rotation de {a} autour de `z1`. Le point P a pour "
        .. "composantes ({x}, {y}, 0) dans `R1`." },
    data = { { "a", 20, 70, 5, unit = "deg" }, { "x", 1, 4, 0.5 }, { "y", 1, 4, 0.5 } },
    condition = function(d) return d.x ~= d.y and d.a ~= 45 end,
    picture = function(d) return two_frames(li.rot.z(math.rad(d.a)), "1", "2") end,
    solve = function(d, how)
      local R, p = li.rot.z(how.angle(d.a)), { d.x, d.y, 0 }
      return { R12 = how.passage(R), p2 = how.inverse(how.passage(R)) * p,
        turned = how.passage(R) * p }
    end,
    asked = {
      { name = "R12", kind = "rotation", en = "the matrix `1R2`", fr = "la matrice `1R2`" },
      { name = "p2", kind = "vector", en = "the components of P (which does not move) in `R2`",
        fr = "les composantes de P (fixe) dans `R2`" },
      { name = "turned", kind = "vector",
        en = "P turns with the frame: the components in `R1` of where it comes to",
        fr = "P tourne avec le repère : les composantes dans `R1` de sa nouvelle position" },
    },
    solution = { en = "`2p = 2R1*1p`, with `2R1` the transpose of `1R2`; the turned point is "
      .. "`1R2*1p`.", fr = "`2p = 2R1*1p`, `2R1` étant la transposée de `1R2` ; le point tourné "
      .. "est `1R2*1p`." },
  },
  {
    name = "roll_pitch_yaw", chapter = 3, from = "E3.2",
    title = { en = "Roll, pitch, yaw", fr = "Roulis, tangage, lacet" },
    statement = {
      en = "A frame is turned about FIXED axes: first by `psi` = {psi} about `x0`, then by `th` = "
        .. "{th} about `y0`, then by `phi` = {phi} about `z0`.",
      fr = "Un repère tourne autour d'axes FIXES : d'abord de `psi` = {psi} autour de `x0`, puis "
        .. "de `th` = {th} autour de `y0`, puis de `phi` = {phi} autour de `z0`." },
    data = ANGLES, condition = all_different,
    picture = function(d) return two_frames(li.rot.rpy(math.rad(d.psi), math.rad(d.th),
      math.rad(d.phi))) end,
    solve = function(d, how)
      local R = how.fixed { li.rot.x(how.angle(d.psi)), li.rot.y(how.angle(d.th)),
        li.rot.z(how.angle(d.phi)) }
      return { R = R, x1 = { R[1][1], R[2][1], R[3][1] } }
    end,
    asked = {
      { name = "R", kind = "rotation", angles = "rpy", en = "the matrix `0R1`",
        fr = "la matrice `0R1`" },
      { name = "x1", kind = "vector", en = "the axis `x1` told in `R0`",
        fr = "l'axe `x1` dans `R0`" },
    },
    solution = { en = "Fixed axes pre-multiply: `Rot(z,phi)*Rot(y,th)*Rot(x,psi)`.",
      fr = "Axes fixes : on pré-multiplie, `Rot(z,phi)*Rot(y,th)*Rot(x,psi)`." },
  },
  {
    name = "euler_zxz", chapter = 3, from = "E3.3",
    title = { en = "Euler's angles", fr = "Angles d'Euler" },
    statement = {
      en = "A frame is turned about MOVING axes: by `psi` = {psi} about `z0`, by `th` = {th} about "
        .. "the new `x1`, by `phi` = {phi} about the new `z2`.",
      fr = "Un repère tourne autour d'axes MOBILES : de `psi` = {psi} autour de `z0`, de `th` = "
        .. "{th} autour du nouvel `x1`, de `phi` = {phi} autour du nouveau `z2`." },
    data = ANGLES, condition = all_different,
    picture = function(d) return two_frames(li.rot.moving("zxz", math.rad(d.psi), math.rad(d.th),
      math.rad(d.phi)), "0", "3") end,
    solve = function(d, how)
      local R = how.moving { li.rot.z(how.angle(d.psi)), li.rot.x(how.angle(d.th)),
        li.rot.z(how.angle(d.phi)) }
      return { R = R, z3 = { R[1][3], R[2][3], R[3][3] } }
    end,
    asked = {
      { name = "R", kind = "rotation", en = "the matrix `0R3`", fr = "la matrice `0R3`" },
      { name = "z3", kind = "vector", en = "the axis `z3` told in `R0`",
        fr = "l'axe `z3` dans `R0`" },
    },
    solution = { en = "Moving axes post-multiply: `Rot(z,psi)*Rot(x,th)*Rot(z,phi)`.",
      fr = "Axes mobiles : on post-multiplie, `Rot(z,psi)*Rot(x,th)*Rot(z,phi)`." },
  },
  {
    name = "fanuc_angles", chapter = 3, from = "E3.4",
    title = { en = "Angles of a controller", fr = "Angles d'un contrôleur" },
    statement = {
      en = "A controller tells the tool's frame by `w`, `p`, `r` in degrees about the FIXED axes "
        .. "x, y, z of the user's frame: w = {w}, p = {p}, r = {r}.",
      fr = "Un contrôleur donne le repère de l'outil par `w`, `p`, `r` en degrés autour des axes "
        .. "FIXES x, y, z du repère utilisateur : w = {w}, p = {p}, r = {r}." },
    data = { { "w", -170, 170, 10 }, { "p", -70, 70, 10 }, { "r", -170, 170, 10 } },
    condition = function(d)
      return d.w % 90 ~= 0 and d.p % 90 ~= 0 and d.r % 90 ~= 0 and d.w ~= d.r and d.w ~= -d.r
    end,
    solve = function(d, how)
      local R = how.fixed { li.rot.x(how.angle(d.w)), li.rot.y(how.angle(d.p)),
        li.rot.z(how.angle(d.r)) }
      return { R = R, reversed = how.fixed { li.rot.z(how.angle(d.r)), li.rot.y(how.angle(d.p)),
        li.rot.x(how.angle(d.w)) } }
    end,
    asked = {
      { name = "R", kind = "rotation", angles = "rpy", en = "the matrix `uRt`",
        fr = "la matrice `uRt`" },
      { name = "reversed", kind = "rotation",
        en = "the matrix if r came first, then p, then w, about the same fixed axes",
        fr = "la matrice si r venait d'abord, puis p, puis w, autour des mêmes axes fixes" },
    },
    solution = { en = "`uRt = Rot(z,r)*Rot(y,p)*Rot(x,w)`; in the reverse order "
      .. "`Rot(x,w)*Rot(y,p)*Rot(z,r)`.", fr = "`uRt = Rot(z,r)*Rot(y,p)*Rot(x,w)` ; dans l'ordre "
      .. "inverse `Rot(x,w)*Rot(y,p)*Rot(z,r)`." },
  },
  {
    name = "angles_of_matrix", chapter = 3, from = "F3.4",
    title = { en = "Angles out of a matrix", fr = "Les angles d'une matrice" },
    statement = {
      en = "A rotation matrix has `r11` = {r11}, `r21` = {r21}, `r31` = {r31}, `r32` = {r32}, "
        .. "`r33` = {r33}. It is written with roll `psi`, pitch `th`, yaw `phi` about fixed x, y, "
        .. "z.",
      fr = "Une matrice de rotation a `r11` = {r11}, `r21` = {r21}, `r31` = {r31}, `r32` = {r32}, "
        .. "`r33` = {r33}. On l'écrit avec roulis `psi`, tangage `th`, lacet `phi` (axes x, y, z "
        .. "fixes)." },
    data = ANGLES, condition = function(d) return all_different(d) and d.th <= 70 end,
    shown = function(d)
      local R = li.rot.rpy(math.rad(d.psi + 90), math.rad(d.th), math.rad(d.phi + 90))
      return { r11 = R[1][1], r21 = R[2][1], r31 = R[3][1], r32 = R[3][2], r33 = R[3][3] }
    end,
    solve = function(d, how)
      local R = li.rot.rpy(math.rad(d.psi + 90), math.rad(d.th), math.rad(d.phi + 90))
      local th = how.atan2(-R[3][1], how.root(R[1][1] ^ 2 + R[2][1] ^ 2))
      local phi, psi = how.atan2(R[2][1], R[1][1]), how.atan2(R[3][2], R[3][3])
      return { first = { psi / li.deg, th / li.deg, phi / li.deg },
        both = { { psi, th, phi }, { psi + math.pi, math.pi - th, phi + math.pi } } }
    end,
    asked = {
      { name = "first", kind = "vector", unit = "deg", turn = true,
        en = "`psi`, `th`, `phi` with `th` between -90° and 90°",
        fr = "`psi`, `th`, `phi` avec `th` entre -90° et 90°" },
      { name = "both", kind = "list", unit = "rad", turn = { true, true, true },
        en = "both triples, in radians, a row each", fr = "les deux triplets, en radians, un par "
        .. "ligne" },
    },
    solution = {
      en = "`th = atan2(-r31, ±sqrt(r11^2 + r21^2))`, `phi = atan2(±r21, ±r11)`, "
        .. "`psi = atan2(±r32, ±r33)`.",
      fr = "`th = atan2(-r31, ±sqrt(r11^2 + r21^2))`, `phi = atan2(±r21, ±r11)`, "
        .. "`psi = atan2(±r32, ±r33)`." },
  },
  {
    name = "axis_and_angle", chapter = 3, from = "E3.5",
    title = { en = "One turn about an axis", fr = "Une rotation autour d'un axe" },
    statement = { en = "A body turns by {a} about the direction ({u1}, {u2}, {u3}).",
      fr = "Un solide tourne de {a} autour de la direction ({u1}, {u2}, {u3})." },
    data = { { "a", 25, 115, 10, unit = "deg" }, { "u1", 1, 3, 1 }, { "u2", -2, 2, 1 },
      { "u3", 1, 3, 1 } },
    condition = function(d) return d.u2 ~= 0 and d.u1 ~= d.u3 end,
    picture = function(d)
      local n = math.sqrt(d.u1 ^ 2 + d.u2 ^ 2 + d.u3 ^ 2)
      local out = figure.axes({ 0, 0, 0 }, ONE, 1, "0")
      local x, y = figure.seen { 1.3 * d.u1 / n, 1.3 * d.u2 / n, 1.3 * d.u3 / n }
      out[4] = { "arrow", 0, 0, x, y, "u" }
      return out
    end,
    solve = function(d, how)
      local angle, u = how.angle(d.a), axis_of(d, how)
      local h = how.half(angle)
      local s = math.sin(h)
      local R = rodrigues(u, angle)
      return { u = u, R = R, q = { math.cos(h), s * u[1], s * u[2], s * u[3] },
        trace = R[1][1] + R[2][2] + R[3][3] }
    end,
    asked = {
      { name = "R", kind = "matrix", en = "the rotation matrix (Rodrigues)",
        fr = "la matrice de rotation (Rodrigues)" },
      { name = "q", kind = "vector", en = "its quaternion, scalar first and positive",
        fr = "son quaternion, scalaire d'abord et positif" },
      { name = "trace", en = "the trace of the matrix", fr = "la trace de la matrice" },
    },
    solution = {
      en = "`R = Id + S*sin(a) + S^2*(1 - cos(a))`, `S` the skew matrix of the unit vector; `q = "
        .. "(cos(a/2), u*sin(a/2))`; trace = 1 + 2 cos.",
      fr = "`R = Id + S*sin(a) + S^2*(1 - cos(a))`, `S` la matrice antisymétrique du vecteur "
        .. "unitaire ; `q = (cos(a/2), u*sin(a/2))` ; trace = 1 + 2 cos." },
  },
  {
    name = "axis_of_matrix", chapter = 3, from = "E3.5",
    title = { en = "The axis of a rotation", fr = "L'axe d'une rotation" },
    statement = {
      en = "`0R1 = Rot(y, {a})*Rot(z, {b})`, the second about the moving axis.",
      fr = "`0R1 = Rot(y, {a})*Rot(z, {b})`, la seconde autour de l'axe mobile." },
    data = { { "a", 30, 90, 5, unit = "deg" }, { "b", 20, 80, 5, unit = "deg" } },
    condition = function(d) return d.a ~= d.b end,
    picture = function(d)
      return two_frames(li.rot.y(math.rad(d.a)) * li.rot.z(math.rad(d.b)))
    end,
    solve = function(d, how)
      local R = how.moving { li.rot.y(how.angle(d.a)), li.rot.z(how.angle(d.b)) }
      local u, angle = R:axis()
      return { angle = angle / li.deg, u = { u[1], u[2], u[3] },
        q = { math.cos(how.half(angle)), math.sin(how.half(angle)) } }
    end,
    asked = {
      { name = "angle", unit = "deg", en = "the angle, between 0 and 180°",
        fr = "l'angle, entre 0 et 180°" },
      { name = "u", kind = "vector", en = "the unit vector of the axis", fr = "le vecteur unitaire "
        .. "de l'axe" },
      { name = "q", kind = "vector", en = "`l0` and the length of (l1, l2, l3) of the quaternion",
        fr = "`l0` et la norme de (l1, l2, l3) du quaternion" },
    },
    solution = { en = "`cos(a) = (trace - 1)/2`, `u = (r32 - r23, r13 - r31, r21 - "
      .. "r12)/(2*sin(a))`.",
      fr = "`cos(a) = (trace - 1)/2`, `u = (r32 - r23, r13 - r31, r21 - r12)/(2*sin(a))`." },
  },
  {
    name = "rates_of_angles", chapter = 4, from = "F3.4",
    title = { en = "Angular velocity out of angle rates",
      fr = "Vitesse angulaire et dérivées des angles" },
    statement = {
      en = "With roll `psi`, pitch `th`, yaw `phi` about fixed x, y, z: `th` = {th}, `phi` = "
        .. "{phi}, `psi'` = {p}, `th'` = {t}, `phi'` = {f}.",
      fr = "Avec roulis `psi`, tangage `th`, lacet `phi` autour de x, y, z fixes : `th` = {th}, "
        .. "`phi` = {phi}, `psi'` = {p}, `th'` = {t}, `phi'` = {f}." },
    data = { { "th", 10, 60, 5, unit = "deg" }, { "phi", 10, 80, 5, unit = "deg" },
      { "p", 0.5, 2, 0.25, unit = "rad/s" }, { "t", 0.5, 2, 0.25, unit = "rad/s" },
      { "f", 0.5, 2, 0.25, unit = "rad/s" } },
    solve = function(d, how)
      local th, phi = how.angle(d.th), how.angle(d.phi)
      local c, s = how.cos(phi), how.sin(phi)
      local w = { -s * d.t + c * how.cos(th) * d.p, c * d.t + s * how.cos(th) * d.p,
        d.f - how.sin(th) * d.p }
      return { w = how.sum(w, { d.p, d.t, d.f }) }
    end,
    words = { sum = function(w) return w end },
    mistakes = { { name = "rates_as_components", en = "the rates of the angles are no components "
      .. "of the angular velocity", fr = "les dérivées des angles ne sont pas les composantes de "
      .. "la vitesse angulaire", hint_en = "w = psi' x2 + th' y1 + phi' z0: add them in one frame.",
      hint_fr = "w = psi' x2 + th' y1 + phi' z0 : additionnez-les dans un même repère.",
      words = { sum = function(_, rates) return rates end } } },
    asked = { { name = "w", kind = "vector", unit = "rad/s",
      en = "the angular velocity in the base frame",
      fr = "la vitesse angulaire dans le repère de base" } },
    solution = {
      en = "`w = (-sin(phi)*th' + cos(phi)*cos(th)*psi', cos(phi)*th' + sin(phi)*cos(th)*psi', "
        .. "phi' - sin(th)*psi')`.",
      fr = "`w = (-sin(phi)*th' + cos(phi)*cos(th)*psi', cos(phi)*th' + sin(phi)*cos(th)*psi', "
        .. "phi' - sin(th)*psi')`." },
  },
}
