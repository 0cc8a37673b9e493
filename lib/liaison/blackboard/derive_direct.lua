-- derive_direct.lua - the direct geometric model of an arm: where the tip stands, and how it is
-- turned                                                                  [course] F3.6, E3.8
local li = require "liaison.core"
local arm_board = require "liaison.blackboard.arm_board"
local engine = require "liaison.blackboard.engine"
local transforms = require "liaison.blackboard.derive_transforms"
local vector = require "liaison.blackboard.vector"

local direct = {}

direct.words = {
  en = {
    title = "Direct geometric model", way = "The way from origin to origin",
    way_text = "Each step in the basis in which it stands still:",
    pose = "Place and axes of the last frame",
    read_off = "Its last column is the place, its first three the axes:",
    back = "Seen from the last frame", back_text = "The inverse has the transposed rotation, and "
      .. "the place told back in it:",
    drawn = "The configuration drawn", drawn_text = "At %s it must be what the drawing shows:",
  },
  fr = {
    title = "Modèle géométrique direct", way = "Le chemin d'une origine à l'autre",
    way_text = "Chaque pas dans la base où il est immobile :",
    pose = "Position et axes du dernier repère",
    read_off = "La dernière colonne est la position, les trois premières les axes :",
    back = "Vu du dernier repère", back_text = "L'inverse a la rotation transposée, et la position "
      .. "redite dans celle-ci :",
    drawn = "La configuration dessinée",
    drawn_text = "En %s on doit retrouver le dessin :",
  },
}

local function block(H, from, to)
  local out = {}
  for i = 1, 3 do
    out[i] = {}
    for j = from, to do out[i][j - from + 1] = H:at(i, j) end
  end
  return out
end

-- the way from origin to origin, each step in the basis in which it stands
local function way(b, a, w)
  b:section(w.way)
  b:say(w.way_text)
  local names, sum = {}, vector.zero()
  for i = 1, a.n do
    local step = a.frames[i].step
    local name = arm_board.between(b, a, { "origin", i - 1 }, { "origin", i })
    if #step.parts > 0 then
      names[#names + 1] = name
      sum = sum + step
      b:line(name, step, { road = function(at) return engine.between(a, i - 1, i, at) end })
    end
  end
  local whole = arm_board.between(b, a, { "origin", 0 }, { "origin", a.n })
  if #names > 1 then
    b:line(whole, { table.concat(names, " + "), sum },
      { road = function(at) return engine.between(a, 0, a.n, at) end })
  end
end

local function pose(b, a, w)
  local _, all = transforms.poses(a)
  b:section(w.pose)
  local sides = { all[a.n] }
  if a.n > 1 then table.insert(sides, 1, transforms.chain(b, a, 0, a.n)) end
  b:line(arm_board.name(b, a, "pose", 0, a.n), sides,
    { road = function(at) return engine.pose(a, a.n, at) end })
  b:say(w.read_off)
  local H = all[a.n]
  for i, name in ipairs { "x", "y", "z" } do
    b:line(name, H:at(i, 4), { road = function(at) return engine.origin(a, a.n, at)[i] end })
  end
  b:line(arm_board.name(b, a, "rotation", 0, a.n), li.smat(block(H, 1, 3)),
    { road = function(at)
      local X, out = engine.pose(a, a.n, at), {}
      for i = 1, 3 do out[i] = { X[i][1], X[i][2], X[i][3] } end
      return out
    end })
end

-- the way back: R', -R' b
local function back(b, a, w)
  local _, all = transforms.poses(a)
  local H = all[a.n]
  local R = li.smat(block(H, 1, 3)):transpose()
  local p, out = (R * li.smat { H:at(1, 4), H:at(2, 4), H:at(3, 4) }):trig():simplify(), {}
  for i = 1, 3 do out[i] = { R:at(i, 1), R:at(i, 2), R:at(i, 3), -p:at(i) } end
  out[4] = { 0, 0, 0, 1 }
  b:section(w.back)
  b:say(w.back_text)
  b:line(arm_board.name(b, a, "pose", a.n, 0), li.smat(out),
    { road = function(at) return engine.pose(a, a.n, at):inverse() end })
end

-- the configuration of the drawing, where the table has one
local function drawn(b, a, w)
  local values, told = {}, {}
  for i = 1, a.n do
    local q, x = a.frames[i].q, a.shown[i]
    if type(x) ~= "number" or #a.names ~= a.n then return end
    values[tostring(q)] = x
    local k = x * 12 / math.pi
    local exact = math.abs(k - math.floor(k + 0.5)) < 1e-12 and not a.frames[i].slide
      and li.ratio(math.floor(k + 0.5), 12) * li.exact_pi() or nil
    values[tostring(q)] = exact or x
    told[i] = ("`%s = %s`"):format(tostring(q), tostring(values[tostring(q)]))
  end
  local _, all = transforms.poses(a)
  b:section(w.drawn)
  b:say(w.drawn_text, table.concat(told, ", "))
  b:line(arm_board.name(b, a, "pose", 0, a.n), all[a.n]:subs(values):simplify(),
    { road = function(at)
      local there = {}
      for name, x in pairs(at) do there[name] = x end
      for name, x in pairs(values) do there[name] = type(x) == "number" and x or x:eval() end
      return engine.pose(a, a.n, there)
    end })
end

function direct.make(model, o)
  local b, a, w = arm_board.of(model, direct, "direct", o)
  if not b then return nil, a end
  if a.table then
    b:section(transforms.words[b.lang].table)
    transforms.table(b, a)
  end
  way(b, a, w)
  pose(b, a, w)
  back(b, a, w)
  drawn(b, a, w)
  return arm_board.finish(b, a)
end

return direct
