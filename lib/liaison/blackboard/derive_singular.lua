-- derive_singular.lua - singular places of an arm: the determinant of its Jacobian in factors,
-- where each is zero, and which motion is lost there                     [course] F4.4, E4.3
local li = require "liaison.core"
local arm = require "liaison.blackboard.arm"
local arm_board = require "liaison.blackboard.arm_board"
local engine = require "liaison.blackboard.engine"
local jacobian = require "liaison.blackboard.derive_jacobian"
local vector = require "liaison.blackboard.vector"

local singular = {}

singular.words = {
  en = {
    title = "Singular places", matrix = "The rows asked for",
    matrix_text = "The Jacobian of %s, told in %s, where it is short; its determinant is the same "
      .. "in every frame:",
    point = "(The last body carries this point; with all six rows the determinant is that of the "
      .. "tip.)",
    determinant = "Its determinant, in factors", places = "Where it vanishes",
    never = "No factor depends on a coordinate: the arm has no singular place.",
    turns = "and whole turns more", lost = "There the tip cannot move along `%s`.",
    no_root = "(Solved for no coordinate in closed form.)",
  },
  fr = {
    title = "Configurations singulières", matrix = "Les lignes demandées",
    matrix_text = "La jacobienne de %s, dans %s où elle est courte ; son déterminant est le même "
      .. "dans tout repère :",
    point = "(Le dernier corps porte ce point ; avec les six lignes, le déterminant est celui de "
      .. "l'extrémité.)",
    determinant = "Son déterminant, factorisé", places = "Où il s'annule",
    never = "Aucun facteur ne dépend d'une coordonnée : le bras n'a pas de singularité.",
    turns = "à des tours près", lost = "L'extrémité ne peut y bouger selon `%s`.",
    no_root = "(Aucune coordonnée ne s'en tire sous forme explicite.)",
  },
}

-- ---- which rows ---------------------------------------------------------------------------------

local function is_zero_row(r)
  for _, e in ipairs(r) do if tostring(e) ~= "0" then return false end end
  return true
end

-- the rows asked for, or the first n that are not zero
local function rows_of(a, all, asked)
  if asked then
    local out = {}
    for i = 1, #asked do out[i] = asked[i] end
    return out
  end
  local rows = {}
  for r = 1, 6 do
    if not is_zero_row(all[r]) and #rows < a.n then rows[#rows + 1] = r end
  end
  return rows
end

local function pick(all, rows)
  local out = {}
  for i, r in ipairs(rows) do out[i] = all[r] end
  return out
end

-- ---- the point ----------------------------------------------------------------------------------

-- does a vector stay in the basis of the last body?
local function stays(a, v)
  for _, e in ipairs(vector.components(v, a.frames[a.n].basis)) do
    for i = 1, a.n do
      if e:depends(a.frames[i].q) then return false end
    end
  end
  return true
end

-- of the origins that the last body carries, the one with the shortest columns; all six rows have
-- one determinant for all of them
local function point_of(a, six)
  local best, least, columns
  for k = a.n, 0, -1 do
    if k == a.n or six and stays(a, jacobian.between(a, k, a.n)) then
      local list = {}
      for i = 1, a.n do
        list[i] = { jacobian.column(a, i, jacobian.reach(a, i, k)) }
      end
      local cost = jacobian.by_length(a, list)[1].cost
      if not least or cost < least then best, least, columns = k, cost, list end
    end
  end
  return best, columns
end

-- rows of the engine for that point, in the axes of frame k
local function engine_rows(a, point, k, at)
  if point == a.n then return jacobian.engine_rows(a, k, at) end
  local linear, angular = engine.jacobian(a, a.n, at)
  local r, X, rows = engine.between(a, a.n, point, at), engine.pose(a, k, at), {}
  for i = 1, 6 do rows[i] = {} end
  for c = 1, a.n do
    local v, w = linear[c], angular[c]
    local moved = { v[1] + w[2] * r[3] - w[3] * r[2], v[2] + w[3] * r[1] - w[1] * r[3],
      v[3] + w[1] * r[2] - w[2] * r[1] }
    for i = 1, 3 do
      rows[i][c] = X[1][i] * moved[1] + X[2][i] * moved[2] + X[3][i] * moved[3]
      rows[i + 3][c] = X[1][i] * w[1] + X[2][i] * w[2] + X[3][i] * w[3]
    end
  end
  return rows
end

-- ---- the determinant ----------------------------------------------------------------------------

local function determinant_of(rows)
  return li.mat(rows):det()
end

-- the lost motion: what every column is at right angles to, at numbers
local function lost(rows)
  local M = li.mat(rows):transpose()
  local kernel = M:null(1e-7)
  return kernel
end

-- the axis of a frame that a direction is, by name
local function axis_along(a, at, u)
  local size = math.sqrt(u[1] ^ 2 + u[2] ^ 2 + u[3] ^ 2)
  if size < 1e-9 then return nil end
  for i = 0, a.n do
    local X = arm.engine_pose(a, i, at)
    for k = 1, 3 do
      local dot = (X[1][k] * u[1] + X[2][k] * u[2] + X[3][k] * u[3]) / size
      if math.abs(math.abs(dot) - 1) < 1e-7 then return ("xyz"):sub(k, k) .. i end
    end
  end
end

-- numbers at a place where one coordinate is a root
local function moved(at, name, x)
  local out = {}
  for key, value in pairs(at) do out[key] = value end
  out[name] = x
  return out
end

-- which axis no motion is possible along at a root, where it is one at all points
local function lost_axis(a, rows, name, root, points)
  local found
  for _, at in ipairs(points) do
    local there = moved(at, name, root:eval(at))
    local r = pick(jacobian.engine_rows(a, 0, there), rows)
    local kernel = lost(r)
    if not kernel or select(2, kernel:size()) ~= 1 then return nil end
    local u = {}
    for i = 1, 3 do u[i] = 0 end
    for i, row in ipairs(rows) do
      if row > 3 and math.abs(kernel[i][1]) > 1e-7 then return nil end
      if row <= 3 then u[row] = kernel[i][1] end
    end
    local axis = axis_along(a, there, u)
    if not axis or found and found ~= axis then return nil end
    found = axis
  end
  return found
end

-- the determinant at a root, by the engine: of the size of its rows nothing
local function vanishes(a, rows, name, root, points)
  local worst = 0
  for _, at in ipairs(points) do
    local x = root:eval(at)
    local there = moved(at, name, x)
    local r = pick(jacobian.engine_rows(a, 0, there), rows)
    worst = math.max(worst, math.abs(determinant_of(r)))
  end
  return worst
end

-- the frame in whose axes the determinant of these rows is that one, the shortest first
local function frame_of(a, point, columns, rows, det, points)
  local order = jacobian.by_length(a, columns)
  for _, x in ipairs(order) do
    local good = true
    for _, at in ipairs(points) do
      local d = determinant_of(pick(engine_rows(a, point, x.frame, at), rows))
      good = good and math.abs(d - det:eval(at)) <= 1e-9 * (1 + math.abs(d))
    end
    if good then return x.frame, x.rows end
  end
end

local function angle_period(a, name)
  for i = 1, a.n do
    if tostring(a.frames[i].q) == name then return not a.frames[i].slide end
  end
end

local ENOUGH, TRIES = 3, 60

-- points where a root is a number: some where the coordinates beside it allow it
local function real_points(a, root)
  local out = {}
  for round = 1, TRIES do
    local at = arm.point(a, round)
    local ok, x = pcall(root.eval, root, at)
    if ok and x and x == x and #out < ENOUGH then out[#out + 1] = at end
  end
  return out
end

-- a root as a line, checked by the determinant of the engine there
local function root_line(b, a, w, rows, name, root, points)
  local off = vanishes(a, rows, name, root, points)
  local line = b:line(name, root, { note = angle_period(a, name) and w.turns or nil })
  line.worst = off
  b.count, b.worst = b.count + 1, math.max(b.worst, off)
  local axis = lost_axis(a, rows, name, root, points)
  if axis then b:say(w.lost, axis) end
end

-- every factor and where it vanishes
local function places(b, a, w, rows, list)
  b:section(w.places)
  if #list == 0 then b:say(w.never) end
  for _, x in ipairs(list) do
    local name = x.coordinate and tostring(x.coordinate)
    if tostring(x.factor) ~= name then b:condition(x.factor, "=") end
    local some = false
    for _, root in ipairs(x.roots or {}) do
      local points = real_points(a, root)
      if #points > 0 then
        some = true
        root_line(b, a, w, rows, name, root, points)
      end
    end
    if not some then b:say(w.no_root) end
  end
end

function singular.make(model, o)
  local b, a, w = arm_board.of(model, singular, "singular", o)
  if not b then return nil, a end
  local point, columns = point_of(a, a.n == 6 and not o.rows)
  local rows = rows_of(a, jacobian.in_frame(a, columns, 0), o.rows)
  if #rows ~= a.n then
    return nil, ("%d joints and %d rows of the Jacobian that move: choose %d, rows = {1, 2}")
      :format(a.n, #rows, a.n)
  end
  local g = arm.letter_model(a):generator()
  local det = g:determinant(nil, rows)
  local k, best = frame_of(a, point, columns, rows, det, b.points)
  if not k then return nil, "no frame has these rows alone" end
  local J = arm_board.name(b, a, "jacobian")
  local name = b:named(k .. J, ("{}^{%d}%s"):format(k, b.names[J]))
  b:section(w.matrix)
  b:say(w.matrix_text, "`" .. arm_board.name(b, a, "origin", point) .. "`", "`"
    .. arm_board.name(b, a, "basis", k) .. "`")
  if point ~= a.n then b:say(w.point) end
  b:line(name, li.smat(pick(best, rows)),
    { road = function(at) return pick(engine_rows(a, point, k, at), rows) end })
  b:section(w.determinant)
  b:line(b:named("det " .. name, "\\det " .. b.names[name]), det, { road = function(at)
    return determinant_of(pick(engine_rows(a, point, k, at), rows))
  end })
  places(b, a, w, rows, g:singularities(nil, rows))
  return arm_board.finish(b, a)
end

return singular
