-- derive_transforms.lua - the transformation matrices of a Denavit-Hartenberg table: row by row,
-- and their products                                                    [course] F3.6, E3.7, E3.8
local li = require "liaison.core"
local arm = require "liaison.blackboard.arm"
local arm_board = require "liaison.blackboard.arm_board"
local engine = require "liaison.blackboard.engine"

local transforms = {}

transforms.words = {
  en = {
    title = "Transformation matrices", table = "Denavit-Hartenberg table", one_row = "One row",
    of_standard = "Frame i - 1 turns by theta and slides by d along its axis z, then turns by "
      .. "alpha and slides by a along the axis x reached:",
    of_modified = "Frame i - 1 turns by alpha and slides by a along its axis x, then turns by "
      .. "theta and slides by d along the axis z reached:",
    rows = "Row by row", products = "Products",
  },
  fr = {
    title = "Matrices de passage", table = "Tableau de Denavit-Hartenberg",
    one_row = "Une ligne du tableau",
    of_standard = "Le repère i - 1 tourne de theta et glisse de d selon son axe z, puis tourne de "
      .. "alpha et glisse de a selon l'axe x atteint :",
    of_modified = "Le repère i - 1 tourne de alpha et glisse de a selon son axe x, puis tourne de "
      .. "theta et glisse de d selon l'axe z atteint :",
    rows = "Ligne par ligne", products = "Produits",
  },
}

-- ---- the table ----------------------------------------------------------------------------------

local function entry(cut, key)
  if key == "sigma" then return cut.row.slide and li.expr(1) or li.expr(0) end
  return cut.row[key]
end

-- the columns in the order and under the names of the book
function transforms.table(b, a)
  local head, rows = { "`i`" }, {}
  for k, c in ipairs(a.letters.columns) do
    local below = c[4] and "i-1" or "i"
    head[k + 1] = "`" .. b:named(c[2]:format(below == "i" and "_i" or "_(i-1)"),
      c[3]:format(below)) .. "`"
  end
  for i, cut in ipairs(a.cuts) do
    rows[i] = { i }
    for k, c in ipairs(a.letters.columns) do rows[i][k + 1] = entry(cut, c[1]) end
  end
  b:table(head, rows)
end

-- ---- the matrix of a row ------------------------------------------------------------------------

local GENERAL = {
  standard = { "Rot(z,theta) Trans(z,d) Rot(x,alpha) Trans(x,a)",
    { { "Rz", "theta" }, { "Tz", "d" }, { "Rx", "alpha" }, { "Tx", "a" } } },
  modified = { "Rot(x,alpha) Trans(x,a) Rot(z,theta) Trans(z,d)",
    { { "Rx", "alpha" }, { "Tx", "a" }, { "Rz", "theta" }, { "Tz", "d" } } },
}

local function general(b, a, w)
  local g = GENERAL[a.letters.table]
  b:section(w.one_row)
  b:say(w["of_" .. a.letters.table])
  li.symbols "theta d alpha a"
  b:named("A", arm_board.name(b, a, "pose", "i-1", "i") and b.names[arm_board.name(b, a, "pose",
    "i-1", "i")])
  local points, entries = {}, { a = "a", alpha = "alpha", d = "d", theta = "theta" }
  for k = 1, 3 do
    points[k] = {}
    for _, name in pairs(entries) do points[k][name] = arm.sample(name, k) end
  end
  b:line("A", { g[1], li.homogeneous(g[2]) }, { points = points, road = function(at)
    return li.dh[a.letters.table](at.a, at.alpha, at.d, at.theta):matrix()
  end })
end

-- the numbers of a row through the kernel of the numeric half
local function row_numbers(a, cut, at)
  local r = cut.row
  return li.dh[a.letters.table](r.a:eval(at), r.alpha:eval(at), r.d:eval(at), r.theta:eval(at))
    :matrix()
end

function transforms.poses(a)
  if not a.poses then
    a.poses, a.products = {}, {}
    for i = 1, a.n do
      a.poses[i] = arm.pose(a, i)
      a.products[i] = i > 1 and (a.products[i - 1] * a.poses[i]):trig() or a.poses[i]
    end
  end
  return a.poses, a.products
end

local function rows(b, a, w)
  b:section(w.rows)
  local poses = transforms.poses(a)
  for i, cut in ipairs(a.cuts) do
    b:line(arm_board.name(b, a, "pose", i - 1, i), poses[i], { road = function(at)
      if a.table then return row_numbers(a, cut, at) end
      return engine.pose(a, i - 1, at):inverse() * engine.pose(a, i, at)
    end })
  end
end

-- "0A1 1A2" of the matrices from frame i to frame j
function transforms.chain(b, a, i, j)
  local out = {}
  for k = i + 1, j do out[#out + 1] = arm_board.name(b, a, "pose", k - 1, k) end
  return table.concat(out, " ")
end

local function products(b, a, w)
  if a.n < 2 then return end
  local _, all = transforms.poses(a)
  b:section(w.products)
  for i = 2, a.n do
    local how = arm_board.name(b, a, "pose", 0, i - 1) .. " "
      .. arm_board.name(b, a, "pose", i - 1, i)
    b:line(arm_board.name(b, a, "pose", 0, i), { how, all[i] },
      { road = function(at) return engine.pose(a, i, at) end })
  end
end

-- table, matrices, products
function transforms.make(model, o)
  local b, a, w = arm_board.of(model, transforms, "transforms", o)
  if not b then return nil, a end
  if a.table then
    b:section(w.table)
    transforms.table(b, a)
    general(b, a, w)
  end
  rows(b, a, w)
  products(b, a, w)
  return arm_board.finish(b, a)
end

return transforms
