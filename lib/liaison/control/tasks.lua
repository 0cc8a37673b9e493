-- tasks.lua - tasks of a place on a model as lines of a block: where it is, its error, rate,
-- Jacobian, bias; inverses that are damped near singular places
--
--   rows of a task: x y z of a point (along turned axes where told), rx ry rz of a body
--   orientation: e = (n x n_d + s x s_d + a x a_d)/2, its rate -w     [Luh, Walker, Paul 1980]
--   damped: J# = J'(J J' + u 1)^-1, u = most^2 (1 - w/near)^2 where w = sqrt(det J J') < near
--                                                                     [Nakamura, Hanafusa 1986]
local li = require "liaison.core"
local check = require "liaison.base.check"
local lines = require "liaison.control.lines"
local kit = li._internal

local tasks = {}

local AXES = { "x", "y", "z", "rx", "ry", "rz" }
local at = {}
for k, name in ipairs(AXES) do at[name] = k end

-- ---- told ---------------------------------------------------------------------------------------

tasks.fields = { frame = "str?", point = "vec3?", axes = { "any", default = "x y z" },
  orientation = "rot?", turned = "rot?", goal = "any?", reference = "any?" }

function tasks.fields_with(...)
  local out = {}
  for _, list in ipairs { tasks.fields, ... } do for key, x in pairs(list) do out[key] = x end end
  return out
end

local function axes_of(given, path)
  local list, rows = check.words(given, path, "\"x y\""), {}
  if #list == 0 then check.fail(path, "expected axes: x y z rx ry rz") end
  for k, name in ipairs(list) do
    rows[k] = at[name] or check.fail(path, "unknown axis '%s'%s", name, check.hint(name, at))
  end
  return list, rows
end

-- ---- lines --------------------------------------------------------------------------------------

-- entries of R' applied to three texts, R numbers (nil: as they are)
local function turned_back(L, R, list)
  if not R then return list end
  local out = {}
  for i = 1, 3 do
    local terms = {}
    for j = 1, 3 do
      local c = R[j][i]
      if math.abs(c) > 1e-15 then terms[#terms + 1] = lines.number(c) .. "*(" .. list[j] .. ")" end
    end
    out[i] = #terms > 0 and L:let(table.concat(terms, " + ")) or "0"
  end
  return out
end

-- columns of six rows turned back
local function turned_columns(L, R, A)
  if not R then return A end
  for j = 1, A.cols do
    for _, first in ipairs { 0, 3 } do
      local list = turned_back(L, R, { A[first + 1][j], A[first + 2][j], A[first + 3][j] })
      for i = 1, 3 do A[first + i][j] = list[i] end
    end
  end
  return A
end

-- p + R r of a pose of 12 texts
local function point_of(L, X, r)
  local out = {}
  for i = 1, 3 do
    local terms = { X[4 * i] }
    for j = 1, 3 do
      if r and r[j] ~= 0 then
        terms[#terms + 1] = lines.number(r[j]) .. "*" .. X[4 * (i - 1) + j]
      end
    end
    out[i] = #terms > 1 and L:let(table.concat(terms, " + ")) or terms[1]
  end
  return out
end

-- half the sum of the columns of R crossed with those of D (numbers)
local function turning_error(L, X, D)
  local out = {}
  for i = 1, 3 do
    local a, b = i % 3 + 1, (i + 1) % 3 + 1
    local terms = {}
    for j = 1, 3 do
      for _, pair in ipairs { { a, b, 1 }, { b, a, -1 } } do
        local c = pair[3] * D[pair[2]][j] / 2
        if math.abs(c) > 1e-15 then
          terms[#terms + 1] = lines.number(c) .. "*" .. X[4 * (pair[1] - 1) + j]
        end
      end
    end
    out[i] = #terms > 0 and L:let(table.concat(terms, " + ")) or "0"
  end
  return out
end

local function pick(A, rows)
  local out = { rows = #rows, cols = A.cols }
  for k, i in ipairs(rows) do out[k] = A[i] end
  return out
end

-- references of a row: x_d x_d' x_d'', or numbers of the goal
local function add_references(s, t, o, path)
  t.ref = { [0] = {}, {}, {} }
  local goal = o.goal and li.vec(o.goal)
  if goal and #goal ~= t.linear then
    check.fail(path .. "goal", "expected %d numbers, got %d", t.linear, #goal)
  end
  local names = check.words(o.reference, path .. "reference", "\"x_d y_d\"")
  if names and #names ~= t.linear then
    check.fail(path .. "reference", "expected %d names, got %d", t.linear, #names)
  end
  for k = 1, t.linear do
    local name = names and names[k] or s.mark .. t.axes[k] .. "_d"
    for order = 0, 2 do
      local text = name .. ("'"):rep(order)
      t.ref[order][k] = text
      if not goal then s.input(text)
      elseif order > 0 then t.ref[order][k] = "0"
      else s.values[text] = goal[k] end
    end
  end
  t.goal = goal or false
end

-- a list of texts as a column
function tasks.column(list)
  local out = { rows = #list, cols = 1 }
  for k, text in ipairs(list) do out[k] = { text } end
  return out
end

-- its axes, linear ones first; turning ones want an orientation
local function check_axes(t, o, path)
  t.axes, t.rows = axes_of(o.axes, path .. "axes")
  for k, row in ipairs(t.rows) do
    if row <= 3 then
      if k > t.linear + 1 then check.fail(path .. "axes", "expected x y z before rx ry rz") end
      t.linear = k
    elseif not o.orientation then
      check.fail(path .. "orientation", "axes that turn want one: orientation = rotation")
    end
  end
end

-- where the place is, how far it is turned off
local function pose_lines(s, o)
  local L, X = s.L, {}
  local pose = L:call("pose", s.m.model, 12, 1, { q = s.m.q, place = o.frame })
  for k = 1, 12 do X[k] = pose[k][1] end
  return turned_back(L, o.turned, point_of(L, X, o.point)),
    o.orientation and turned_back(L, o.turned, turning_error(L, X, o.orientation))
end

-- J, its rate times v, J v
local function motion_lines(s, t, o)
  local L, m, v = s.L, s.m, {}
  local J = L:call("jacobian", m.model, 6, m.n, { q = m.q, place = o.frame, point = o.point })
  local b = L:call("bias_acceleration", m.model, 6, 1, { q = m.q, v = m.v, place = o.frame,
    point = o.point })
  t.J = pick(turned_columns(L, o.turned, J), t.rows)
  t.bias = pick(turned_columns(L, o.turned, b), t.rows)
  for k = 1, m.n do v[k] = m.v[k] end
  t.speed = lines.list(L:mul(t.J, tasks.column(v)))
end

-- s: {m, L, values, input(name), mark}; o: the fields above. Gives rows, e, rate, J, bias, speed,
-- ref (ref[order][k], of linear axes; those of turning stay)
function tasks.add(s, o, path)
  path = path or ""
  local t = { place = o.frame, point = o.point, turned = o.turned, orientation = o.orientation,
    linear = 0, e = {}, rate = {} }
  check_axes(t, o, path)
  t.n = #t.rows
  local x, turn = pose_lines(s, o)
  motion_lines(s, t, o)
  add_references(s, t, o, path)
  for k, row in ipairs(t.rows) do
    if row <= 3 then t.e[k] = s.L:let(("%s - (%s)"):format(t.ref[0][k], x[row]))
    else t.e[k], t.ref[1][k], t.ref[2][k] = turn[row - 3], "0", "0" end
    t.rate[k] = s.L:let(t.ref[1][k] == "0" and "-" .. t.speed[k]
      or ("%s - %s"):format(t.ref[1][k], t.speed[k]))
  end
  return t
end

-- ---- damping ------------------------------------------------------------------------------------

function tasks.damping(given, path)
  if given == nil then return nil end
  return check.fields(given, path, { most = { "num", above = 0 }, near = { "num", above = 0 } })
end

function tasks.damping_told(d)
  if not d then return "not damped: near singular places its inverse grows without bound" end
  return ("damped where sqrt(det J J') < %s, by at most %s"):format(kit.number(d.near, 6),
    kit.number(d.most, 6))
end

local function plus_diagonal(L, S, text)
  local out = lines.zeros(S.rows, S.cols)
  for i = 1, S.rows do
    for j = 1, S.cols do
      out[i][j] = i == j and L:let(("%s + %s"):format(S[i][j], text)) or S[i][j]
    end
  end
  return out
end

-- what is added to the diagonal: of w = sqrt(det S), S = J J'; S + tiny has factors where S has not
local function damping_of(L, S, d)
  local f = L:cholesky(plus_diagonal(L, S, "1e-14"))
  local w = {}
  for i = 1, S.rows do w[i] = f.L[i][i] end
  return L:let(("((%s)*max(0, 1 - (%s)/(%s)))^2"):format(lines.number(d.most),
    table.concat(w, "*"), lines.number(d.near)))
end

-- factors of J W J' (W: weight, nil: 1), damped
function tasks.factors(L, J, W, d)
  local S = L:congruence(J, W or lines.eye(J.cols))
  if d then
    local plain = W and L:congruence(J, lines.eye(J.cols)) or S
    S = plus_diagonal(L, S, damping_of(L, plain, d))
  end
  return L:cholesky(S)
end

-- ---- the same in numbers, by the model ----------------------------------------------------------

-- where it is, J, J v, bias at a state: of the model's own functions
function tasks.numbers(m, t, q, v)
  local X = m.model:fk(q, t.place)
  local J = m.model:jacobian(q, t.place, t.point)
  local R = X.R
  local p, r = X.p, t.point
  if r then p = p + R * li.vec { r[1], r[2], r[3] } end
  local a = m.model:acceleration(q, v, li.zeros(m.n), t.place, t.point)
  local bias = { a.v, a.w }
  local out = { J = li.zeros(t.n, m.n), x = li.zeros(t.n), bias = li.zeros(t.n),
    e = li.zeros(t.n) }
  local back = t.turned and t.turned ^ -1
  local function turn(x) return back and back * x or x end
  p = turn(p)
  for b = 1, 2 do bias[b] = turn(bias[b]) end
  local turning = li.vec { 0, 0, 0 }
  if t.orientation then
    for j = 1, 3 do
      local n = li.vec { R[1][j], R[2][j], R[3][j] }
      local d = li.vec { t.orientation[1][j], t.orientation[2][j], t.orientation[3][j] }
      turning = turning + 0.5 * n:cross(d)
    end
    turning = turn(turning)
  end
  for k, row in ipairs(t.rows) do
    local half = row <= 3 and 0 or 3
    for j = 1, m.n do
      local column = turn(li.vec { J[half + 1][j], J[half + 2][j], J[half + 3][j] })
      out.J[k][j] = column[row - half]
    end
    out.bias[k] = bias[half == 0 and 1 or 2][row - half]
    if half == 0 then out.x[k] = p[row] else out.e[k] = turning[row - 3] end
  end
  out.speed = out.J * li.vec(v)
  return out
end

return tasks
