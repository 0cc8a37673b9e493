-- derive_newton_raphson.lua - the loops of a mechanism closed by Newton and Raphson: functions,
-- their Jacobian, a table of steps                                 [course] F2.4, F2.5, F2.6, E2.2
local li = require "liaison.core"
local plain_board = require "liaison.blackboard.plain_board"
local kit = li._internal

local newton = {}

newton.words = {
  en = {
    title = "Loop closure by Newton-Raphson", functions = "The functions that must be 0",
    functions_text = "What closes the loops, joint by joint:",
    unknown = "Unknown are %s; given are %s.", jacobian = "Their Jacobian",
    jacobian_text = "Derivatives by the unknown coordinates, one row for each function:",
    rule = "Each step solves `J dX = -F` and goes on from `X + dX`:", steps = "The steps",
    over = "(There are more functions than unknowns: dX is the shortest that makes "
      .. "`||J dX + F||` least.)",
    found = "Closed after %d steps.", lost = "Not closed after %d steps: another guess, or a "
      .. "configuration out of reach.", singular = "The Jacobian is singular at step %d: the "
      .. "steps end there.", det = "Its determinant is 0 at singular places:",
  },
  fr = {
    title = "Fermeture par Newton-Raphson", functions = "Les fonctions à annuler",
    functions_text = "Ce qui ferme les boucles, liaison par liaison :",
    unknown = "Les inconnues sont %s ; sont donnés %s.", jacobian = "Leur jacobienne",
    jacobian_text = "Dérivées par rapport aux inconnues, une ligne par fonction :",
    rule = "Chaque pas résout `J dX = -F` et repart de `X + dX` :", steps = "Les pas",
    over = "(Il y a plus de fonctions que d'inconnues : dX est le plus court qui rend "
      .. "`||J dX + F||` minimal.)",
    found = "Fermé après %d pas.", lost = "Pas fermé après %d pas : un autre départ, ou une "
      .. "configuration hors d'atteinte.", singular = "La jacobienne est singulière au pas %d : "
      .. "on s'arrête là.", det = "Son déterminant s'annule aux configurations singulières :",
  },
}

local MOST, CLOSE = 20, 1e-12

-- rows that are not 0, of all loops
local function functions_of(model)
  local list = {}
  for _, row in ipairs(model:constraint_equations()) do
    for _, e in ipairs(row.phi or {}) do
      if tostring(e) ~= "0" then list[#list + 1] = { name = row.name, e = e } end
    end
  end
  return list
end

-- coordinates that are not given, in the order of the model
local function unknown_of(model, at)
  local list = {}
  for _, name in ipairs(model:coordinates()) do
    if not at[name] then list[#list + 1] = name end
  end
  return list
end

local function norm(x)
  local s = 0
  for i = 1, #x do s = s + x[i] * x[i] end
  return math.sqrt(s)
end

local function values_of(list, at)
  local out = {}
  for i, f in ipairs(list) do out[i] = f.e:eval(at) end
  return out
end

-- a step: dX, or nil where J is singular
local function step(J, F)
  local m = li.mat(J)
  local rows, cols = m:size()
  if m:rank(1e-11) < cols then return nil end
  local right = {}
  for i = 1, #F do right[i] = -F[i] end
  if rows == cols then return m:solve(right) end
  return m:pinv() * li.vec(right)
end

-- the rows of the table, and how it ended; at: numbers, which go on with the steps
local function steps(list, J, names, at)
  local rows = {}
  for k = 0, MOST do
    local F, M = values_of(list, at), {}
    for i = 1, #list do
      M[i] = {}
      for j = 1, #names do M[i][j] = J[i][j]:eval(at) end
    end
    local dx = step(M, F)
    local row = { k }
    for j, name in ipairs(names) do row[j + 1] = at[name] end
    row[#names + 2] = norm(F)
    row[#names + 3] = dx and norm(dx) or "-"
    rows[#rows + 1] = row
    if not dx then return rows, "singular", k end
    if norm(F) < CLOSE then return rows, "found", k end
    for j, name in ipairs(names) do at[name] = at[name] + dx[j] end
  end
  return rows, "lost", MOST
end

-- differences of sixth order: weights of -3h .. 3h
local WEIGHTS, H = { -1, 9, -45, 0, 45, -9, 1 }, 1e-2

-- J by differences, a road
local function by_differences(list, names)
  return function(at)
    local out = {}
    for i = 1, #list do out[i] = {} end
    for j, name in ipairs(names) do
      local x, sum = at[name], {}
      for k, weight in ipairs(WEIGHTS) do
        at[name] = x + (k - 4) * H
        for i, f in ipairs(values_of(list, at)) do sum[i] = (sum[i] or 0) + weight * f end
      end
      at[name] = x
      for i = 1, #list do out[i][j] = sum[i] / (60 * H) end
    end
    return out
  end
end

local function told(names, at)
  local out = {}
  for k, name in ipairs(names) do
    out[k] = at and ("`%s = %s`"):format(name, kit.format("%.6g", at[name])) or "`" .. name .. "`"
  end
  return table.concat(out, ", ")
end

local function jacobian(b, w, list, names)
  local J = {}
  for i, f in ipairs(list) do
    J[i] = {}
    for j, name in ipairs(names) do J[i][j] = f.e:diff(li.coordinates(name)) end
  end
  b:section(w.jacobian)
  b:say(w.jacobian_text)
  b:line("J", li.smat(J), { road = by_differences(list, names) })
  if #list == #names then
    b:say(w.det)
    local det = li.smat(J):det():trig():simplify()
    b:line(b:named("det J", "\\det J"), det,
      { road = function(at) return { li.smat(J):eval(at):det() } end })
  end
  return J
end

-- the given numbers, by name, of those that are numbers
local function given_of(at)
  local names = {}
  for name, x in pairs(at) do
    if type(x) == "number" then names[#names + 1] = name end
  end
  return kit.sort(names) or names
end

-- what the steps end at is what the mechanism assembles to
local function answer(b, m, given, names, run)
  local x = {}
  for k, name in ipairs(names) do x[k] = run[name] end
  b:line("X", { x }, { road = function()
    local q, out = m:assemble("joint", given, run), {}
    for k, name in ipairs(names) do out[k] = q and q[name] or math.huge end
    return out
  end })
end

function newton.make(m, o)
  local given, model = o.at or {}, m:model()
  local list, names = functions_of(model), unknown_of(model, given)
  if #list == 0 then return nil, "it has no loop to close" end
  if #names == 0 then return nil, "no coordinate is left to be found" end
  local at = {}
  for name, x in pairs(given) do at[name] = x end
  for _, name in ipairs(names) do at[name] = (o.guess or {})[name] or 0 end
  for _, name in ipairs(model:symbols()) do
    if not at[name] then
      return nil, ("the number of %s is missing: at = {%s = ..}"):format(name, name)
    end
  end
  local b, w = plain_board(newton, "newton", o, { at }, model:coordinates())
  b:named("dX", "dX")
  b:section(w.functions)
  b:say(w.functions_text)
  for i, f in ipairs(list) do b:line(b:named("F" .. i, ("F_{%d}"):format(i)), f.e,
    { note = f.name }) end
  b:say(w.unknown, told(names), told(given_of(given), given))
  local J = jacobian(b, w, list, names)
  b:section(w.steps)
  b:say(w.rule)
  if #list > #names then b:say(w.over) end
  local run = {}
  for name, x in pairs(at) do run[name] = x end
  local rows, how, count = steps(list, J, names, run)
  local head = { "`k`" }
  for k, name in ipairs(names) do head[k + 1] = "`" .. name .. "`" end
  head[#head + 1], head[#head + 2] = "`||F||`", "`||dX||`"
  b:table(head, rows)
  b:say(w[how], count)
  if how == "found" then answer(b, m, given, names, run) end
  return require("liaison.blackboard.derivation").new(b)
end

return newton
