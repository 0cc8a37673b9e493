-- write_tree.lua - what all writers of robot files need of a description: frames, single motions
-- with their axes, inertias, numbers and names as XML
local li = require "liaison.core"
local kit = li._internal

local tree = {}

-- what ends the writing: the caller gives nil and this
function tree.stop(form, ...) error({ cannot = kit.format(form, ...) }, 0) end

function tree.number(x, what)
  if type(x) ~= "number" then
    tree.stop("%s is the expression '%s': model:with gives it a number", what, tostring(x))
  end
  return x == 0 and "0" or kit.exact(x)
end

function tree.numbers(list, what)
  local out = {}
  for i, x in ipairs(list) do out[i] = tree.number(x, what) end
  return table.concat(out, " ")
end

local QUOTED = { ["<"] = "&lt;", [">"] = "&gt;", ["&"] = "&amp;", ['"'] = "&quot;" }

function tree.text(x) return (x:gsub('[<>&"]', QUOTED)) end

-- ---- frames ----

local AXES = { x = { 1, 0, 0 }, y = { 0, 1, 0 }, z = { 0, 0, 1 } }

function tree.axis(a)
  if a == nil then return { 0, 0, 1 } end
  if type(a) == "table" then
    tree.numbers(a, "an axis")
    local n = math.sqrt(a[1]^2 + a[2]^2 + a[3]^2)
    return { a[1]/n, a[2]/n, a[3]/n }
  end
  local sign, letter = a:match "^(%-?)([xyz])$"
  local u, s = AXES[letter], sign == "-" and -1 or 1
  return { s*u[1], s*u[2], s*u[3] }
end

local function move(m)
  local kind = m[1]
  if kind == "frame" then
    local f = m[2]
    tree.numbers(f, "a frame")
    return li.frame.matrix { { f[1], f[2], f[3], f[4] }, { f[5], f[6], f[7], f[8] },
      { f[9], f[10], f[11], f[12] }, { 0, 0, 0, 1 } }
  end
  tree.number(m[2], "a move")
  return li.frame[kit.lower(kind)](m[2])
end

-- a list of constant moves as one frame
function tree.frame(moves)
  local X = li.frame()
  for _, m in ipairs(moves or {}) do X = X * move(m) end
  return X
end

local function near_identity(X) return X:near(li.frame(), 0) end
tree.is_identity = near_identity

function tree.position(X) return { X.p[1], X.p[2], X.p[3] } end

function tree.quaternion(X)
  local w, x, y, z = X.R:quat()
  return { w, x, y, z }
end

function tree.rpy(X)
  local r, p, y = X.R:rpy()
  return { r, p, y }
end

-- ---- motions ----

local Z, Y, X_AXIS = { 0, 0, 1 }, { 0, 1, 0 }, { 1, 0, 0 }

local function dof(b, k) return b.dofs and b.dofs[k] or b end

local SINGLE = {}

function SINGLE.revolute(b) return { { turn = true, axis = tree.axis(b.axis), dof = b } } end

function SINGLE.prismatic(b) return { { axis = tree.axis(b.axis), dof = b } } end

function SINGLE.cylindrical(b)
  local a = tree.axis(b.axis)
  return { { turn = true, axis = a, dof = dof(b, 1) }, { axis = a, dof = dof(b, 2) } }
end

function SINGLE.universal(b)
  return { { turn = true, axis = tree.axis(b.axis), dof = dof(b, 1) },
    { turn = true, axis = b.axis2 and tree.axis(b.axis2) or Y, dof = dof(b, 2) } }
end

function SINGLE.planar(b)
  return { { axis = X_AXIS, dof = dof(b, 1) }, { axis = Y, dof = dof(b, 2) },
    { turn = true, axis = Z, dof = dof(b, 3) } }
end

-- turns and slides by name, constant moves between them: each motion with what is before it
function SINGLE.moves(b)
  local list, X, n = {}, li.frame(), 0
  for _, m in ipairs(b.moves) do
    if type(m) == "table" then X = X * move(m)
    else
      n = n + 1
      local kind, letter = m:match "^([TR])([xyz])$"
      list[n] = { turn = kind == "R", axis = AXES[letter], before = X, dof = dof(b, n) }
      X = li.frame()
    end
  end
  list.behind = X
  return list
end

function SINGLE.fixed() return {} end

-- the single motions of a body in its parent, each { turn, axis, X = constant frame before it, dof,
-- name }, and behind, the constant frame behind the last; nil of other joints (ball, screw).
-- X(q) = X_1 M_1(q_1) X_2 M_2(q_2) .. behind
function tree.motions(b)
  local make = SINGLE[b.joint]
  if not make then return nil end
  local list = make(b)
  local first, behind = tree.frame(b.place), list.behind or li.frame()
  for i, m in ipairs(list) do
    m.X = m.before or li.frame()
    m.name = m.dof.q or b.name   -- what follows another has no coordinate of its own
    if i == 1 then m.X = first * m.X end
    if (m.dof.scale or 1) ~= 1 then
      tree.stop("joint of '%s': a scale of the coordinate cannot be written", b.name)
    end
  end
  list.behind = (#list == 0 and first or li.frame()) * behind * tree.frame(b.after)
  return list
end

-- a ball or free joint is called as its coordinates are
function tree.joint_name(b)
  return (b.dofs and b.dofs[1].q or ""):match "^(.+)_w?x$" or b.name
end

-- ---- bodies ----

local function any(list)
  for _, x in ipairs(list or {}) do
    if x ~= 0 then return true end
  end
  return false
end

-- no mass and no inertia
function tree.is_massless(b) return (b.mass or 0) == 0 and not any(b.inertia) end

-- the mass, and the inertia in body axes (of mass 1 where there is but a rotor); nil where there is
-- none
function tree.inertia(b)
  if tree.is_massless(b) then return nil end
  tree.number(b.mass or 0, "the mass of '" .. b.name .. "'")
  tree.numbers(b.com or {}, "the centre of mass of '" .. b.name .. "'")
  if not b.inertia then
    tree.stop("the inertia of '%s' is not told", b.name)
  end
  tree.numbers(b.inertia, "the inertia of '" .. b.name .. "'")
  local m = b.mass or 0
  return m, li.inertia { mass = m > 0 and m or 1, com = m > 0 and b.com or { 0, 0, 0 },
    tensor = b.inertia, about = m > 0 and b.about or "com", check = false }
end

-- xx yy zz xy xz yz about the centre of mass
function tree.tensor(J)
  local t = J:tensor()
  return { t[1][1], t[2][2], t[3][3], t[1][2], t[1][3], t[2][3] }
end

-- bodies by the name of their parent, in order
function tree.children(d)
  local list = {}
  for _, b in ipairs(d.bodies) do
    local p = b.parent or "world"
    list[p] = list[p] or {}
    table.insert(list[p], b)
  end
  return list
end

function tree.frames(d)
  local list = {}
  for _, f in ipairs(d.frames or {}) do
    list[f.body] = list[f.body] or {}
    table.insert(list[f.body], f)
  end
  return list
end

-- ---- lines of XML ----

-- put(depth, "<x a=\"1\"/>") into a list of lines
function tree.lines()
  local out = {}
  return out, function(depth, form, ...)
    out[#out + 1] = ("  "):rep(depth) .. kit.format(form, ...)
  end
end

-- the text of these lines, ended by what w left out, in comments, and by the outermost element
function tree.closed(w, element, lines)
  for _, line in ipairs(w.left) do
    w.put(1, "<!-- not written: %s -->", (line:gsub("%-%-", "- -")))
  end
  w.put(0, "</%s>", element)
  return table.concat(lines, "\n") .. "\n"
end

-- bodies with the fields of their joints beside their own
local function flat(d)
  d.bodies = d.bodies or {}
  for _, b in ipairs(d.bodies) do
    local j = b.joint
    if type(j) == "table" then
      for key, x in pairs(j) do
        if key ~= "name" and key ~= "kind" then b[key] = x end
      end
      b.joint = j.kind
    end
  end
  return d
end

-- the text of a writer, or nil and why; written to path where there is one
function tree.written(write, model, path)
  local ok, text, left = pcall(write, flat(model:description()), model)
  if not ok then
    if type(text) == "table" and text.cannot then return nil, text.cannot end
    error(text, 0)
  end
  if not path then return text, left end
  local f, why = io.open(path, "wb")
  if not f then return nil, why, "EIO" end
  f:write(text)
  f:close()
  return true, left
end

return tree
