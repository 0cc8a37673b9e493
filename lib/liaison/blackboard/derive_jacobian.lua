-- derive_jacobian.lua - the Jacobian of the tip: column by column as vectors, told in the frame
-- that makes it shortest and in frame 0; by differentiation too           [course] F4.2, F4.3, E4
local li = require "liaison.core"
local arm_board = require "liaison.blackboard.arm_board"
local engine = require "liaison.blackboard.engine"
local tidy = require "liaison.blackboard.tidy"
local transforms = require "liaison.blackboard.derive_transforms"
local vector = require "liaison.blackboard.vector"

local jacobian = {}

jacobian.words = {
  en = {
    title = "Jacobian of the tip", ways = "From the joints to the tip",
    columns = "Column by column",
    rule_standard = "A joint that turns moves the tip by `z_(i-1) x O_(i-1)O_n` and turns by "
      .. "`z_(i-1)`; one that slides moves it by `z_(i-1)` and turns nothing.",
    rule_modified = "A joint that turns moves the tip by `z_i x O_iO_n` and turns by `z_i`; one "
      .. "that slides moves it by `z_i` and turns nothing.",
    rule_bodies = "A joint that turns about an axis `u` through a point `P` moves the tip by "
      .. "`u x PO_n` and turns by `u`; one that slides moves it by `u` and turns nothing.",
    vectorial = "As vectors", vectorial_text = "The linear part over the angular one, each vector "
      .. "in the basis that suits it:",
    components = "In components", shortest = "It is shortest in %s:", in_zero = "In frame 0:",
    derived = "The same by differentiation",
    place_text = "The place of the tip, and its derivatives by the coordinates:",
    turn_text = "The angular velocity is read from the skew matrix `S = R' R^T` of the rotation "
      .. "`R`:",
    turn_long = "(The rotation is too long to differentiate here; its columns are those above.)",
  },
  fr = {
    title = "Jacobienne de l'organe terminal", ways = "Des liaisons à l'organe terminal",
    columns = "Colonne par colonne",
    rule_standard = "Une liaison qui tourne donne à l'extrémité la vitesse "
      .. "`z_(i-1) x O_(i-1)O_n` et la rotation `z_(i-1)` ; une liaison qui glisse lui donne "
      .. "`z_(i-1)` et aucune rotation.",
    rule_modified = "Une liaison qui tourne donne à l'extrémité la vitesse `z_i x O_iO_n` et la "
      .. "rotation `z_i` ; une liaison qui glisse lui donne `z_i` et aucune rotation.",
    rule_bodies = "Une liaison qui tourne autour d'un axe `u` passant par un point `P` donne à "
      .. "l'extrémité la vitesse `u x PO_n` et la rotation `u` ; une liaison qui glisse lui donne "
      .. "`u` et aucune rotation.",
    vectorial = "Jacobienne vectorielle", vectorial_text = "La partie linéaire au-dessus de la "
      .. "partie angulaire, chaque vecteur dans la base qui lui convient :",
    components = "En composantes", shortest = "C'est dans %s qu'elle est la plus courte :",
    in_zero = "Dans le repère 0 :", derived = "La même par dérivation",
    place_text = "La position de l'extrémité, et ses dérivées par rapport aux coordonnées :",
    turn_text = "La vitesse angulaire se lit sur la matrice antisymétrique `S = R' R^T` de la "
      .. "rotation `R` :",
    turn_long = "(La rotation est trop longue à dériver ici ; ses colonnes sont celles "
      .. "ci-dessus.)",
  },
}

-- ---- vectors ------------------------------------------------------------------------------------

-- from origin i to origin j: the steps between them
function jacobian.between(a, i, j)
  local v = vector.zero()
  for k = i + 1, j do v = v + a.frames[k].step end
  return v
end

local function is_along(v, axis)
  for _, e in ipairs(vector.components(v:cross(axis), axis.parts[1].basis)) do
    if tostring(e) ~= "0" then return false end
  end
  return true
end

-- the origin that stands on the axis of a joint: of frame i - 1, or of its own frame; nil: none
local function foot(a, i)
  local f = a.frames[i]
  if a.table then return a.letters.table == "modified" and i or i - 1 end
  if is_along(f.lever, f.axis) then return i end
  return is_along(f.step - f.lever, f.axis) and i - 1 or nil
end

jacobian.foot = foot

-- from the axis of joint i to origin k
function jacobian.reach(a, i, k)
  local from = foot(a, i)
  local lever = from and vector.zero() or a.frames[i].lever
  from = from or i
  if from <= k then return lever + jacobian.between(a, from, k) end
  return lever - jacobian.between(a, k, from)
end

-- its name to the tip, and by numbers
local function reach_name(b, a, i)
  local from = foot(a, i)
  return arm_board.between(b, a, from and { "origin", from } or { "foot", i }, { "origin", a.n })
end

local function reach_numbers(a, i, at)
  local from = foot(a, i)
  if from then return engine.between(a, from, a.n, at) end
  local p, tip = engine.foot(a, i, at), engine.origin(a, a.n, at)
  return { tip[1] - p[1], tip[2] - p[2], tip[3] - p[3] }
end

-- the name of the axis of joint i: z0, or what it is made of
local function axis_name(a, i)
  return require("liaison.blackboard.vector_text").text(a.frames[i].axis, "plain")
end
jacobian.axis_name = axis_name

-- linear and angular part of column i for a point at r from the foot of the joint
function jacobian.column(a, i, r)
  local f = a.frames[i]
  if f.slide then return f.axis, vector.zero() end
  return f.axis:cross(r), f.axis
end

-- ---- the frame with the shortest components -----------------------------------------------------

local function cost(list)
  local n = 0
  for _, e in ipairs(list) do
    local ops = e:ops()
    n = n + ops.mul + ops.add + 2 * ops.fun + (tostring(e) == "0" and 0 or 1)
  end
  return n
end

-- components of all columns in the basis of a frame, linear over angular
local function in_frame(a, columns, k)
  local rows = {}
  for r = 1, 6 do rows[r] = {} end
  for c, col in ipairs(columns) do
    for part = 1, 2 do
      local x = vector.components(col[part], a.frames[k].basis)
      for r = 1, 3 do rows[r + 3 * part - 3][c] = x[r] end
    end
  end
  return rows
end

jacobian.in_frame = in_frame

-- every frame with the components there, the shortest first
function jacobian.by_length(a, columns)
  local out = {}
  for k = 0, a.n do
    local r, all = in_frame(a, columns, k), {}
    for i = 1, 6 do for c = 1, a.n do all[#all + 1] = r[i][c] end end
    out[k + 1] = { frame = k, rows = r, cost = cost(all) }
  end
  table.sort(out, function(p, q)
    if p.cost ~= q.cost then return p.cost < q.cost end
    return p.frame < q.frame
  end)
  return out
end

-- ---- roads --------------------------------------------------------------------------------------

-- the Jacobian of the engine in the axes of frame k, as rows
local function engine_rows(a, k, at)
  local linear, angular = engine.jacobian(a, a.n, at)
  local X, rows = engine.pose(a, k, at), {}
  for r = 1, 6 do
    rows[r] = {}
    local col = r <= 3 and linear or angular
    local axis = (r - 1) % 3 + 1
    for c = 1, a.n do
      rows[r][c] = X[1][axis] * col[c][1] + X[2][axis] * col[c][2] + X[3][axis] * col[c][3]
    end
  end
  return rows
end
jacobian.engine_rows = engine_rows

-- ---- sections -----------------------------------------------------------------------------------

-- every way from a foot to the tip
local function ways(b, a, w)
  b:section(w.ways)
  local told = {}
  for i = 1, a.n do
    local name = reach_name(b, a, i)
    if not a.frames[i].slide and not told[name] then
      told[name] = true
      b:line(name, jacobian.reach(a, i, a.n),
        { road = function(at) return reach_numbers(a, i, at) end })
    end
  end
end

local function columns(b, a, w)
  local all = {}
  b:section(w.columns)
  b:say(w["rule_" .. (a.table and a.letters.table or "bodies")])
  for i = 1, a.n do
    local axis = axis_name(a, i)
    local lin, ang = jacobian.column(a, i, jacobian.reach(a, i, a.n))
    all[i] = { lin, ang }
    local function road(part)
      return function(at) return select(part, engine.jacobian(a, a.n, at))[i] end
    end
    local how = axis
    if not a.frames[i].slide then
      how = axis .. " x " .. reach_name(b, a, i)
    end
    b:line(arm_board.name(b, a, "linear", i), a.frames[i].slide and { lin } or { how, lin },
      { road = road(1) })
    b:line(arm_board.name(b, a, "angular", i), ang, { road = road(2) })
  end
  return all
end

local MANY = 4

-- the columns side by side, as vectors
local function vectorial(b, a, w, all)
  if a.n > MANY then return end
  b:section(w.vectorial)
  b:say(w.vectorial_text)
  local rows = { {}, {} }
  for c, col in ipairs(all) do rows[1][c], rows[2][c] = col[1], col[2] end
  b:line(arm_board.name(b, a, "jacobian"), { { vectors = rows } })
end

local function axis_line(b, a, name, basis, axis, there)
  local u = { 0, 0, 0 }
  u[axis] = 1
  b:line(name, there,
    { road = function(at) return engine.turned(a, tonumber(basis.name), u, at) end })
end

-- axes of other frames that stand in the columns, told in frame k
local function axes_told(b, a, all, k)
  local told, basis = {}, a.frames[k].basis
  for _, col in ipairs(all) do
    for part = 1, 2 do
      for _, p in ipairs(col[part].parts) do
        for axis = 1, 3 do
          local name = ("xyz"):sub(axis, axis) .. p.basis.name
          local unit = ({ p.basis.x, p.basis.y, p.basis.z })[axis]
          if tostring(p[axis]) ~= "0" and not told[name] and p.basis ~= basis then
            told[name] = true
            local there = unit:to(basis)
            if tostring(there) ~= tostring(unit) then
              axis_line(b, a, name, p.basis, axis, there)
            end
          end
        end
      end
    end
  end
end

local function componentwise(b, a, w, all)
  local best = jacobian.by_length(a, all)[1]
  local k, rows = best.frame, best.rows
  local J = arm_board.name(b, a, "jacobian")
  local function line(frame, r)
    local prefix = tostring(frame)
    b:line(b:named(prefix .. J, ("{}^{%d}%s"):format(frame, b.names[J])), li.smat(r),
      { road = function(at) return engine_rows(a, frame, at) end })
  end
  b:section(w.components)
  if k ~= 0 then
    b:say(w.shortest, "`" .. arm_board.name(b, a, "basis", k) .. "`")
    axes_told(b, a, all, k)
    line(k, rows)
    b:say(w.in_zero)
  end
  line(0, in_frame(a, all, 0))
end

-- ---- by differentiation -------------------------------------------------------------------------

local function by_place(b, a, w, H)
  local J, rows = arm_board.name(b, a, "jacobian"), {}
  b:say(w.place_text)
  for i, name in ipairs { "x", "y", "z" } do
    b:line(name, H:at(i, 4), { road = function(at) return engine.origin(a, a.n, at)[i] end })
    rows[i] = {}
    for c = 1, a.n do rows[i][c] = tidy(H:at(i, 4):diff(a.frames[c].q)) end
  end
  b:line(b:named("0" .. J .. "_L", ("{}^{0}%s_L"):format(b.names[J])), li.smat(rows),
    { road = function(at)
      local r = engine_rows(a, 0, at)
      return { r[1], r[2], r[3] }
    end })
end

-- w~ = R' R^T, told as w
local function by_rotation(b, a, w, H)
  local R = {}
  for i = 1, 3 do R[i] = { H:at(i, 1), H:at(i, 2), H:at(i, 3) } end
  local M = li.smat(R)
  local skew = (M:d() * M:transpose())
  local out = {}
  for i = 1, 3 do
    out[i] = {}
    for j = 1, 3 do out[i][j] = tidy(skew:at(i, j)) end
  end
  b:say(w.turn_text)
  local omega = { out[3][2], out[1][3], out[2][1] }
  b:line("S", li.smat(out), { road = function(at)
    local _, t = engine.velocity(a, a.n, at)
    return { { 0, -t[3], t[2] }, { t[3], 0, -t[1] }, { -t[2], t[1], 0 } }
  end })
  b:line(arm_board.name(b, a, "omega", a.n), vector.of(a.root, omega[1], omega[2], omega[3]),
    { road = function(at) return select(2, engine.velocity(a, a.n, at)) end })
end

local LONG = 400

local function differentiated(b, a, w)
  local _, all = transforms.poses(a)
  local H = all[a.n]
  b:section(w.derived)
  by_place(b, a, w, H)
  local ops = H:ops()
  if ops.mul + ops.add < LONG then by_rotation(b, a, w, H) else b:say(w.turn_long) end
end

function jacobian.make(model, o)
  local b, a, w = arm_board.of(model, jacobian, "jacobian", o)
  if not b then return nil, a end
  ways(b, a, w)
  local all = columns(b, a, w)
  vectorial(b, a, w, all)
  componentwise(b, a, w, all)
  differentiated(b, a, w)
  return arm_board.finish(b, a)
end

return jacobian
