-- tasks_frames.lua - chapter 3: homogeneous matrices, rows of Denavit and Hartenberg
local li = require "liaison.core"
local figure = require "liaison.course.figure"

local ONE = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }

local function with_frame(p, R)
  local out = figure.axes({ 0, 0, 0 }, ONE, 1, "0")
  local x, y = figure.seen(p)
  out[#out + 1] = { "line", 0, 0, x, y, dash = true }
  for _, m in ipairs(figure.axes(p, R, 1, "1")) do out[#out + 1] = m end
  return out
end

return {
  {
    name = "frame_inverse", chapter = 3, from = "F3.5",
    title = { en = "The inverse of a homogeneous matrix", fr = "Inverse d'une matrice homogène" },
    statement = {
      en = "`R1` is turned by {a} about `z0` and its origin is at ({x}, {y}, {z}) in `R0`. A point "
        .. "has the coordinates ({px}, {py}, 0) in `R0`.",
      fr = "`R1` est tourné de {a} autour de `z0` et son origine est en ({x}, {y}, {z}) dans `R0`. "
        .. "Un point a pour coordonnées ({px}, {py}, 0) dans `R0`." },
    data = { { "a", 20, 70, 5, unit = "deg" }, { "x", 1, 4, 0.5 }, { "y", 1, 4, 0.5 },
      { "z", 0.5, 2, 0.5 }, { "px", -2, 2, 0.5 }, { "py", 2.5, 5, 0.5 } },
    condition = function(d) return d.a ~= 45 and d.x ~= d.y end,
    picture = function(d) return with_frame({ d.x, d.y, d.z }, li.rot.z(math.rad(d.a))) end,
    solve = function(d, how)
      local A = li.frame(li.rot.z(how.angle(d.a)), { d.x, d.y, d.z })
      local B = how.inverse(how.frame(A))
      local p = B:point { d.px, d.py, 0 }
      return { A = how.frame(A), B = B, p1 = { p[1], p[2], p[3] } }
    end,
    asked = {
      { name = "A", kind = "frame", en = "the matrix `0A1`", fr = "la matrice `0A1`" },
      { name = "B", kind = "frame", en = "its inverse `1A0`", fr = "son inverse `1A0`" },
      { name = "p1", kind = "vector", en = "the coordinates of the point in `R1`",
        fr = "les coordonnées du point dans `R1`" },
    },
    solution = { en = "`1A0` has `R^T` and `-R^T*b`; then `1p = 1A0*0p`.",
      fr = "`1A0` contient `R^T` et `-R^T*b` ; puis `1p = 1A0*0p`." },
  },
  {
    name = "mixed_moves", chapter = 3, from = "E3.6",
    title = { en = "Fixed and moving axes mixed", fr = "Axes fixes et mobiles mêlés" },
    statement = {
      en = "A frame, first at `R0`, is moved five times: `A1` = Rot(x, {a}); `A2` = Trans(z, "
        .. "{t2}), MOVING axis; `A3` = Rot(y, {b}), FIXED; `A4` = Trans(x, {t4}), FIXED; `A5` = "
        .. "Rot(z, {c}), MOVING.",
      fr = "Un repère, d'abord confondu avec `R0`, subit cinq transformations : `A1` = Rot(x, {a}) "
        .. "; `A2` = Trans(z, {t2}), axe MOBILE ; `A3` = Rot(y, {b}), FIXE ; `A4` = Trans(x, "
        .. "{t4}), FIXE ; `A5` = Rot(z, {c}), MOBILE." },
    data = { { "a", 20, 70, 5, unit = "deg" }, { "b", 20, 70, 5, unit = "deg" },
      { "c", 20, 70, 5, unit = "deg" }, { "t2", 0.5, 2, 0.25, unit = "m" },
      { "t4", 1, 3, 0.25, unit = "m" } },
    condition = function(d) return d.a ~= d.b and d.b ~= d.c and d.a ~= d.c end,
    solve = function(d, how)
      local A1, A2 = li.frame.rx(how.angle(d.a)), li.frame.tz(d.t2)
      local A3, A4, A5 = li.frame.ry(how.angle(d.b)), li.frame.tx(d.t4), li.frame.rz(how.angle(d.c))
      local function both(X, fixed)
        return fixed and how.fixed(X) or how.moving(X)
      end
      local X = both({ A1, A2 }, false)
      X = both({ X, A3 }, true)
      X = both({ X, A4 }, true)
      X = both({ X, A5 }, false)
      return { A = X, O = { X.p[1], X.p[2], X.p[3] }, product = "A4A3A1A2A5" }
    end,
    asked = {
      { name = "product", kind = "choice", en = "the product", fr = "le produit", options = {
        { "A4A3A1A2A5", en = "A4 A3 A1 A2 A5", fr = "A4 A3 A1 A2 A5" },
        { "A1A2A3A4A5", en = "A1 A2 A3 A4 A5", fr = "A1 A2 A3 A4 A5" },
        { "A5A4A3A2A1", en = "A5 A4 A3 A2 A1", fr = "A5 A4 A3 A2 A1" },
        { "A5A2A1A3A4", en = "A5 A2 A1 A3 A4", fr = "A5 A2 A1 A3 A4" } } },
      { name = "A", kind = "frame", en = "the resulting matrix `0A5`", fr = "la matrice `0A5`" },
      { name = "O", kind = "vector", unit = "m", en = "the origin", fr = "l'origine" },
    },
    solution = { en = "Fixed: on the left, moving: on the right: `A4*A3*A1*A2*A5`.",
      fr = "Fixe : à gauche, mobile : à droite : `A4*A3*A1*A2*A5`." },
  },
  {
    name = "translation_and_turn", chapter = 3, from = "F3.5",
    title = { en = "Trans Rot is not Rot Trans", fr = "Trans Rot n'est pas Rot Trans" },
    statement = {
      en = "A turn by {a} about z and a translation by {t} along x (of the frame the matrix is "
        .. "told in) are multiplied.",
      fr = "On multiplie une rotation de {a} autour de z et une translation de {t} suivant x." },
    data = { { "a", 20, 70, 5, unit = "deg" }, { "t", 1, 3, 0.25, unit = "m" } },
    condition = function(d) return d.a ~= 45 end,
    solve = function(d, how)
      local R, T = li.frame.rz(how.angle(d.a)), li.frame.tx(d.t)
      local first, second = how.moving { T, R }, how.moving { R, T }
      return { TR = { first.p[1], first.p[2] }, RT = { second.p[1], second.p[2] },
        apart = 2 * d.t * how.sin(how.half(how.angle(d.a))) }
    end,
    asked = {
      { name = "TR", kind = "vector", unit = "m", en = "x and y of the origin of `Trans*Rot`",
        fr = "x et y de l'origine de `Trans*Rot`" },
      { name = "RT", kind = "vector", unit = "m", en = "of `Rot*Trans`", fr = "de `Rot*Trans`" },
      { name = "apart", unit = "m", en = "how far apart these origins are",
        fr = "la distance de ces origines" },
    },
    solution = { en = "`Rot*Trans` carries the translation along the turned axis.",
      fr = "`Rot*Trans` fait la translation suivant l'axe tourné." },
  },
  {
    name = "dh_row", chapter = 3, from = "E3.7",
    title = { en = "One row of Denavit and Hartenberg", fr = "Une ligne de Denavit-Hartenberg" },
    statement = {
      en = "A row of a table in the course's convention (standard, Paul): a = {a}, alpha = "
        .. "{alpha}, d = {d}, theta = {theta}.",
      fr = "Une ligne d'un tableau dans la convention du cours (Paul) : a = {a}, alpha = {alpha}, "
        .. "d = {d}, theta = {theta}." },
    data = { { "a", 0.1, 0.6, 0.05, unit = "m" }, { "alpha", 20, 80, 5, unit = "deg" },
      { "d", 0.1, 0.6, 0.05, unit = "m" }, { "theta", 20, 80, 5, unit = "deg" } },
    condition = function(d) return d.alpha ~= d.theta and d.a ~= d.d end,
    solve = function(d, how)
      local X = how.dh(d.a, how.angle(d.alpha), d.d, how.angle(d.theta))
      return { A = X, b = { X.p[1], X.p[2], X.p[3] } }
    end,
    asked = {
      { name = "A", kind = "frame", en = "the matrix", fr = "la matrice" },
      { name = "b", kind = "vector", unit = "m", en = "its last column",
        fr = "sa dernière colonne" },
    },
    solution = {
      en = "`Rot(z,theta)*Trans(z,d)*Rot(x,alpha)*Trans(x,a)`: last column (a cos, a sin, d).",
      fr = "`Rot(z,theta)*Trans(z,d)*Rot(x,alpha)*Trans(x,a)` : dernière colonne (a cos, a sin, "
        .. "d)." },
  },
}
