-- write_mjcf.lua - a model as a file of MuJoCo, model:mjcf()
--
-- A motion about the axis a behind a constant frame X is told in body axes: with T the constant
-- frame from there to the body, X_PB(q) = X_PB(0) T^-1 M(q) T, its axis is R_T' a through T^-1 0.
local li = require "liaison.core"
local check = require "liaison.base.check"
local tree = require "liaison.describe.write_tree"
local kit = li._internal

local Writer = {}
Writer.__index = Writer

local num, nums, text = tree.number, tree.numbers, tree.text

function Writer:leave(form, ...) self.left[#self.left + 1] = kit.format(form, ...) end

local function place_text(X)
  if tree.is_identity(X) then return "" end
  local out = ' pos="' .. nums(tree.position(X)) .. '"'
  if X.R:angle_to(li.rot.identity()) == 0 then return out end
  return out .. ' quat="' .. nums(tree.quaternion(X)) .. '"'
end

-- ---- joints ----

-- words of a coordinate: its springs are told from the zero of the motion on, MuJoCo's from q on
local function dof_text(w, d, of)
  local out, ref = {}, -(d.offset or 0)
  local function put(key, x)
    if x and x ~= 0 then out[#out + 1] = (' %s="%s"'):format(key, num(x, key .. " of " .. of)) end
  end
  num(ref, "the offset of " .. of)
  put("ref", ref)
  put("damping", d.damping)
  put("frictionloss", d.friction)
  put("stiffness", d.stiffness)
  if d.stiffness then put("springref", num(d.rest or 0, "rest") and (d.rest or 0) + ref) end
  if d.rotor then
    num(d.rotor, "rotor of " .. of)
    num(d.gear or 1, "gear of " .. of)
    put("armature", d.rotor*(d.gear or 1)^2)
  end
  if d.min or d.max then
    out[#out + 1] = (' limited="true" range="%s %s"'):format(num(d.min or -1e10, "min of " .. of),
      num(d.max or 1e10, "max of " .. of))
  end
  if d.effort then
    out[#out + 1] = (' actuatorfrcrange="%s %s"'):format(num(-d.effort, "effort"), num(d.effort))
  end
  if d.speed then w:leave("%s: its speed limit", of) end
  return table.concat(out)
end

local function put_motion(w, depth, m, T)
  local back = T:inverse()
  local axis = back.R:vector(m.axis)
  local pos = tree.position(back)
  w.put(depth, '<joint name="%s" type="%s" axis="%s"%s%s/>', text(m.name),
    m.turn and "hinge" or "slide", nums { axis[1], axis[2], axis[3] },
    (pos[1] ~= 0 or pos[2] ~= 0 or pos[3] ~= 0) and (' pos="%s"'):format(nums(pos)) or "",
    dof_text(w, m.dof, m.name))
  if m.dof.follows then w.followers[#w.followers + 1] = m end
end

-- ball and free joints: { word, X before, X behind }
local WHOLE = { spherical = "ball", floating = "free" }

local function put_whole(w, depth, b, word)
  local T = tree.frame(b.after)
  local same = true
  local first = b.dofs and b.dofs[1] or {}
  for _, d in ipairs(b.dofs or {}) do
    same = same and d.damping == first.damping and d.rotor == first.rotor
      and d.friction == first.friction and not d.stiffness
  end
  if not same then
    tree.stop("joint of '%s': coordinates that differ in damping, friction or rotor", b.name)
  end
  if T.R:angle_to(li.rot.identity()) ~= 0
    or word == "free" and not (tree.is_identity(T) and tree.is_identity(tree.frame(b.place))
    and (b.parent or "world") == "world") then
    tree.stop("joint of '%s': a %s joint of MuJoCo has no frame of its own", b.name, word)
  end
  local pos = tree.position(T:inverse())
  w.put(depth, '<joint name="%s" type="%s" pos="%s"%s/>', text(tree.joint_name(b)), word, nums(pos),
    dof_text(w, { damping = first.damping, friction = first.friction, rotor = first.rotor,
    gear = first.gear }, b.name))
  return tree.frame(b.place) * T
end

-- ---- bodies ----

-- all motions from the last body with a mass to this one: bodies between that are but joints
local function chain_of(w, b)
  local list = tree.motions(b)
  if not list then return nil, b.parent or "world" end
  local all = {}
  for _, m in ipairs(list) do all[#all + 1] = m end
  local behind, parent = list.behind, b.parent or "world"
  while w.carriers[parent] do
    local p = w.carriers[parent]
    local before = tree.motions(p)
    if not before then return nil, parent end
    if all[1] then all[1].X = before.behind * all[1].X else behind = before.behind * behind end
    for k = #before, 1, -1 do table.insert(all, 1, before[k]) end
    parent = p.parent or "world"
  end
  all.behind = behind
  return all, parent
end

-- the frame of the body where all motions are 0, and T of each motion
local function tails(list)
  local T = list.behind
  for k = #list, 1, -1 do
    list[k].T = T
    T = list[k].X * T
  end
  return T
end

local GEOM = {
  box = function(s) return { s[1]/2, s[2]/2, s[3]/2 } end,
  sphere = function(s) return { s[1] } end,
  cylinder = function(s) return { s[1], s[2]/2 } end,
  capsule = function(s) return { s[1], s[2]/2 } end,
}

local function put_shape(w, depth, b, s)
  local words = s.collides and 'group="3"' or 'group="2" contype="0" conaffinity="0"'
  local colour = s.color and (' rgba="%s"'):format(nums(s.color, "a colour")) or ""
  local where = place_text(tree.frame(s.place))
  if s.kind == "mesh" then
    local name = "mesh" .. #w.meshes + 1
    w.meshes[#w.meshes + 1] = ('<mesh name="%s" file="%s" scale="%s"/>'):format(name, text(s.mesh),
      nums(s.size or { 1, 1, 1 }, "the scale of a mesh"))
    w.put(depth, '<geom type="mesh" mesh="%s" %s%s%s/>', name, words, colour, where)
  elseif GEOM[s.kind] then
    nums(s.size, "a size of a shape")
    w.put(depth, '<geom type="%s" size="%s" %s%s%s/>', s.kind, nums(GEOM[s.kind](s.size)), words,
      colour, where)
  else
    w:leave("%s: a shape that is a %s", b.name, s.kind)
  end
end

local function put_inside(w, depth, b)
  local m, J = tree.inertia(b)
  if J then
    if m == 0 then w:leave("%s: MuJoCo takes no inertia without a mass", b.name) end
    local I = tree.tensor(J)
    local whole = I[4] ~= 0 or I[5] ~= 0 or I[6] ~= 0
    w.put(depth, '<inertial pos="%s" mass="%s" %sinertia="%s"/>', nums { J.com[1], J.com[2],
      J.com[3] }, num(m), whole and "full" or "diag", nums(whole and I or { I[1], I[2], I[3] }))
  end
  for _, s in ipairs(b.shapes or {}) do put_shape(w, depth, b, s) end
  for _, f in ipairs(w.frames[b.name] or {}) do
    w.put(depth, '<site name="%s"%s/>', text(f.name), place_text(tree.frame(f.place)))
  end
end

local put_children

local function put_body(w, depth, b)
  if w.carriers[b.name] then return put_children(w, depth, b.name) end
  local list = chain_of(w, b)
  local whole = WHOLE[b.joint]
  if not list and not whole then
    tree.stop("joint of '%s': MuJoCo has no joint '%s'", b.name, b.joint)
  end
  local X = list and tails(list) or tree.frame(b.place) * tree.frame(b.after)
  w.put(depth, '<body name="%s"%s>', text(b.name), place_text(X))
  if whole then put_whole(w, depth + 1, b, whole) end
  for _, m in ipairs(list or {}) do put_motion(w, depth + 1, m, m.T) end
  put_inside(w, depth + 1, b)
  put_children(w, depth + 1, b.name)
  w.put(depth, "</body>")
end

function put_children(w, depth, name)
  for _, b in ipairs(w.children[name] or {}) do put_body(w, depth, b) end
end

-- bodies without mass, shapes and frames that carry one body alone, by single motions
local function carriers_of(w, d)
  local list = {}
  for _, b in ipairs(d.bodies) do
    local inner = w.children[b.name] or {}
    local single = b.joint ~= "fixed" and tree.motions(b)
    local next_single = inner[1] and tree.motions(inner[1])
    if b.mass == 0 and tree.is_massless(b) and not (b.shapes and b.shapes[1])
      and not w.frames[b.name] and #inner == 1 and single and next_single then
      list[b.name] = b
      w:leave("body '%s', without mass: its joints are some of '%s'", b.name, inner[1].name)
    end
  end
  return list
end

-- ---- what holds and acts ----

local function put_followers(w)
  for _, m in ipairs(w.followers) do
    local f = m.dof.follows
    local scale, offset = f.scale or 1, f.offset or 0
    w.equal[#w.equal + 1] = ('<joint joint1="%s" joint2="%s" polycoef="%s %s 0 0 0"/>'):format(
      text(m.name), text(f[1]), num(offset), num(scale))
  end
end

local CONSTRAINT = {}

function CONSTRAINT.coupling(c)
  local names = {}
  for name in pairs(c.coordinates) do names[#names + 1] = name end
  kit.sort(names)
  if #names > 2 then return nil end
  local a, b = names[1], names[2]
  local f = c.coordinates[a]
  return ('<joint name="%s" joint1="%s"%s polycoef="%s %s 0 0 0"/>'):format(text(c.name), text(a),
    b and (' joint2="%s"'):format(text(b)) or "", num((c.offset or 0)/f),
    num(b and -c.coordinates[b]/f or 0))
end

local function put_constraints(w, d)
  for _, c in ipairs(d.constraints or {}) do
    local line = CONSTRAINT[c.kind] and CONSTRAINT[c.kind](c)
    if line then w.equal[#w.equal + 1] = line
    else w:leave("constraint '%s', of the kind %s", c.name, c.kind) end
  end
  for _, l in ipairs(d.loops or {}) do w:leave("loop '%s'", l.name) end
end

local function put_forces(w, d)
  local inputs, out = {}, {}
  for _, i in ipairs(d.inputs or {}) do inputs[i.name] = i end
  for _, f in ipairs(d.forces or {}) do
    local i = f.kind == "given" and inputs[f.f or ""]
    local joint, gear = f.joint, 1
    if type(joint) == "table" then
      local name = next(joint)
      joint, gear = not next(joint, name) and name or nil, joint[name]
    end
    if i and type(joint) == "string" and type(gear) == "number" then
      local range = i.min and i.max and (' ctrllimited="true" ctrlrange="%s %s"'):format(num(i.min),
        num(i.max)) or ""
      out[#out + 1] = ('<motor name="%s" joint="%s" gear="%s"%s/>'):format(text(i.name),
        text(joint), num(gear), range)
    else
      w:leave("force '%s', of the kind %s", f.name, f.kind)
    end
  end
  return out
end

local function put_list(w, name, list)
  if #list == 0 then return end
  w.put(1, "<%s>", name)
  for _, line in ipairs(list) do w.put(2, "%s", line) end
  w.put(1, "</%s>", name)
end

local function write(d)
  local w = setmetatable({ left = {}, meshes = {}, equal = {}, followers = {} }, Writer)
  local body, put = tree.lines()
  w.put, w.children, w.frames = put, tree.children(d), tree.frames(d)
  w.carriers = carriers_of(w, d)
  put(1, "<worldbody>")
  for _, f in ipairs(w.frames.world or {}) do
    put(2, '<site name="%s"%s/>', text(f.name), place_text(tree.frame(f.place)))
  end
  put_children(w, 2, "world")
  put(1, "</worldbody>")
  local out
  out, w.put = tree.lines()
  w.put(0, '<mujoco model="%s">', text(d.name or ""))
  w.put(1, '<compiler angle="radian" autolimits="true" inertiafromgeom="false"/>')
  w.put(1, '<option gravity="%s"/>', nums(d.gravity, "gravity"))
  put_list(w, "asset", w.meshes)
  for _, line in ipairs(body) do out[#out + 1] = line end
  put_followers(w)
  put_constraints(w, d)
  put_list(w, "equality", w.equal)
  put_list(w, "actuator", put_forces(w, d))
  for _, o in ipairs(d.outputs or {}) do w:leave("output '%s'", o.name) end
  for _, line in ipairs(w.left) do
    w.put(1, "<!-- not written: %s -->", (line:gsub("%-%-", "- -")))
  end
  w.put(0, "</mujoco>")
  return table.concat(out, "\n") .. "\n", w.left
end

check.define(kit.methods "model", {
  { "model:mjcf([path: path]) -> str|bool, left: table",
    "A file of MuJoCo that li.mjcf reads back to the same motion: bodies, joints, masses, shapes, "
    .. "frames as sites, inputs that are forces as motors, couplings; its text, or written to "
    .. "path. left: what was not written, which stands in comments too. nil and why where a number "
    .. "is an expression, or MuJoCo has no such joint.",
    'li.planar{1}:mjcf():match "<joint name=\\"q1\\" type=\\"hinge\\"" --> <joint name="q1" '
    .. 'type="hinge"', function(model, path) return tree.written(write, model, path) end },
})
