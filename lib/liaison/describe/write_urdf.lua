-- write_urdf.lua - a model as URDF, model:urdf()
--
-- A link of URDF stands where its joint does, so what is behind a joint becomes a fixed joint, and
-- a joint of several motions a chain of links without mass. An offset of a coordinate is turned or
-- slid before it moves.
local li = require "liaison.core"
local check = require "liaison.base.check"
local tree = require "liaison.describe.write_tree"
local kit = li._internal

local Writer = {}
Writer.__index = Writer

local num, nums, text = tree.number, tree.numbers, tree.text
local MUCH = 1e9

function Writer:leave(form, ...) self.left[#self.left + 1] = kit.format(form, ...) end

local function origin(X)
  if tree.is_identity(X) then return "" end
  return ('<origin xyz="%s" rpy="%s"/>'):format(nums(tree.position(X)), nums(tree.rpy(X)))
end

-- a name that no link has yet
local function free(w, name)
  while w.taken[name] do name = name .. "_" end
  w.taken[name] = true
  return name
end

-- ---- joints ----

local function joint(w, name, kind, parent, child, X, inside)
  w.put(1, '<joint name="%s" type="%s"><parent link="%s"/><child link="%s"/>%s%s</joint>',
    text(name), kind, text(parent), text(child), origin(X), inside or "")
end

local function fixed(w, parent, child, X)
  joint(w, free(w, child .. "_fixed"), "fixed", parent, child, X)
end

-- what URDF asks of a joint with limits: effort and velocity must stand
local function limit_text(w, m)
  local d, turn = m.dof, m.turn
  if d.effort then num(d.effort, "effort") end
  if not (d.min or d.max) and turn then
    if not (d.effort or d.speed) then return "" end
    return ('<limit effort="%s" velocity="%s"/>'):format(num(d.effort or MUCH), num(d.speed or MUCH,
      "speed"))
  end
  if not (d.min and d.max and d.effort and d.speed) then
    w:leave("%s: limits that are not told are 1e9", m.name)
  end
  return ('<limit lower="%s" upper="%s" effort="%s" velocity="%s"/>'):format(
    num(d.min or -MUCH, "min"), num(d.max or MUCH, "max"), num(d.effort or MUCH),
    num(d.speed or MUCH, "speed"))
end

local function dynamics_text(d)
  if not (d.damping or d.friction) then return "" end
  return ('<dynamics damping="%s" friction="%s"/>'):format(num(d.damping or 0, "damping"),
    num(d.friction or 0, "friction"))
end

local function mimic_text(d)
  local f = d.follows
  if not f then return "" end
  return ('<mimic joint="%s" multiplier="%s" offset="%s"/>'):format(text(f[1]),
    num(f.scale or 1, "scale"), num(f.offset or 0, "offset"))
end

local function left_of(w, m)
  for _, key in ipairs { "stiffness", "rotor" } do
    if (m.dof[key] or 0) ~= 0 then w:leave("%s: its %s", m.name, key) end
  end
end

local function shifted(m)
  local x = m.dof.offset or 0
  num(x, "offset")
  if x == 0 then return m.X end
  if m.turn then return m.X * li.frame(li.rot.axis(m.axis, x)) end
  return m.X * li.frame(li.rot.identity(), { x*m.axis[1], x*m.axis[2], x*m.axis[3] })
end

local function put_motion(w, m, parent, child)
  local d = m.dof
  local limited = d.min or d.max
  local kind = m.turn and (limited and "revolute" or "continuous") or "prismatic"
  left_of(w, m)
  joint(w, m.name, kind, parent, child, shifted(m),
    ('<axis xyz="%s"/>'):format(nums(m.axis)) .. limit_text(w, m) .. dynamics_text(d)
    .. mimic_text(d))
end

-- ---- links ----

local SHAPE = {
  box = function(s) return ('<box size="%s"/>'):format(nums(s.size)) end,
  sphere = function(s) return ('<sphere radius="%s"/>'):format(num(s.size[1])) end,
  cylinder = function(s)
    return ('<cylinder radius="%s" length="%s"/>'):format(num(s.size[1]), num(s.size[2]))
  end,
  capsule = function(s)
    return ('<capsule radius="%s" length="%s"/>'):format(num(s.size[1]), num(s.size[2]))
  end,
  mesh = function(s)
    return ('<mesh filename="%s" scale="%s"/>'):format(text(s.mesh), nums(s.size or { 1, 1, 1 }))
  end,
}

local function put_shape(w, b, s)
  local make = SHAPE[s.kind]
  if not make then return w:leave("%s: a shape that is a %s", b.name, s.kind) end
  local what = s.collides and "collision" or "visual"
  local colour = ""
  if s.color and not s.collides then
    w.colours = w.colours + 1
    colour = ('<material name="colour%d"><color rgba="%s"/></material>'):format(w.colours,
      nums(s.color))
  end
  w.put(2, "<%s>%s<geometry>%s</geometry>%s</%s>", what, origin(tree.frame(s.place)), make(s),
    colour, what)
end

local function put_link(w, b)
  local m, J = tree.inertia(b)
  w.put(1, '<link name="%s">', text(b.name))
  if J then
    local I = tree.tensor(J)
    w.put(2, '<inertial><origin xyz="%s"/><mass value="%s"/><inertia ixx="%s" iyy="%s" izz="%s" '
      .. 'ixy="%s" ixz="%s" iyz="%s"/></inertial>', nums { J.com[1], J.com[2], J.com[3] }, num(m),
      num(I[1]), num(I[2]), num(I[3]), num(I[4]), num(I[5]), num(I[6]))
  elseif b.mass == 0 then
    w.put(2, '<inertial><mass value="0"/><inertia ixx="0" iyy="0" izz="0" ixy="0" ixz="0" iyz="0"/>'
      .. "</inertial>")
  end
  for _, s in ipairs(b.shapes or {}) do put_shape(w, b, s) end
  w.put(1, "</link>")
end

-- a link between two motions
local function carrier(w, b, k)
  local name = free(w, ("%s_motion%d"):format(b.name, k))
  put_link(w, { name = name, mass = 0 })
  return name
end

local function put_body(w, b)
  local parent = b.parent or "world"
  put_link(w, b)
  local list = tree.motions(b)
  if not list and b.joint == "floating" then
    list = { behind = tree.frame(b.after), { whole = true, X = tree.frame(b.place) } }
  end
  if not list then tree.stop("joint of '%s': URDF has no joint '%s'", b.name, b.joint) end
  local at_end = tree.is_identity(list.behind)
  for k, m in ipairs(list) do
    local child = k == #list and at_end and b.name or carrier(w, b, k)
    if m.whole then joint(w, tree.joint_name(b), "floating", parent, child, m.X)
    else put_motion(w, m, parent, child) end
    parent = child
  end
  if #list == 0 or not at_end then fixed(w, parent, b.name, list.behind) end
  for _, f in ipairs(w.frames[b.name] or {}) do
    w.put(1, '<link name="%s"/>', text(f.name))
    fixed(w, b.name, f.name, tree.frame(f.place))
  end
end

local function put_left(w, d)
  local g = d.gravity
  if g[1] ~= 0 or g[2] ~= 0 or g[3] ~= -9.81 then w:leave("gravity %s", nums(g, "gravity")) end
  for _, list in ipairs { "loops", "constraints", "forces", "inputs", "outputs" } do
    for _, x in ipairs(d[list] or {}) do w:leave("%s '%s'", list:gsub("s$", ""), x.name) end
  end
end

local function write(d)
  local w = setmetatable({ left = {}, taken = {}, colours = 0 }, Writer)
  local out
  out, w.put = tree.lines()
  w.frames = tree.frames(d)
  for _, b in ipairs(d.bodies) do w.taken[b.name] = true end
  w.put(0, '<?xml version="1.0"?>')
  w.put(0, '<robot name="%s">', text(d.name or "robot"))
  w.put(1, '<link name="world"/>')
  for _, b in ipairs(d.bodies) do put_body(w, b) end
  for _, f in ipairs(w.frames.world or {}) do
    w.put(1, '<link name="%s"/>', text(f.name))
    fixed(w, "world", f.name, tree.frame(f.place))
  end
  put_left(w, d)
  return tree.closed(w, "robot", out), w.left
end

check.define(kit.methods "model", {
  { "model:urdf([path: path]) -> str|bool, left: table",
    "URDF that li.urdf_text reads back to the same motion: bodies as links, single joints, masses, "
    .. "shapes, frames as links without mass; its text, or written to path. left: what was not "
    .. "written (springs, rotors, gravity, what acts and holds), which stands in comments too. nil "
    .. "and why where a number is an expression, or URDF has no such joint.",
    'li.planar{1}:urdf():match "type=\\"%a+\\"" --> type="continuous"',
    function(model, path) return tree.written(write, model, path) end },
})
