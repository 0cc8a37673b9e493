-- sdf_joints.lua - joints of SDF: the tree of links, joints that close loops, gears, what mimics
-- another
local li = require "liaison.core"
local check = require "liaison.base.check"
local links = require "liaison.describe.sdf_links"
local names = require "liaison.describe.mjcf_names"
local reading = require "liaison.describe.reading"
local sdf = require "liaison.describe.sdf_tree"

local joints = {}
local kit = li._internal
local fail = sdf.fail

-- how many coordinates, and the kind here
local TYPES = {
  revolute = { "revolute", 1 }, continuous = { "revolute", 1 }, prismatic = { "prismatic", 1 },
  fixed = { "fixed", 0 }, ball = { "spherical", 3 }, screw = { "helical", 1 },
  universal = { "universal", 2 }, revolute2 = { "universal", 2 }, gearbox = { "gearbox", 0 },
}

-- ---- axes ----

-- an axis in the axes of the joint: told in them, in those of a frame, or (1.4) of the model
local function direction(j, e)
  local xyz = sdf.kid(e, "xyz")
  local a = xyz and sdf.numbers(xyz, 3) or { 0, 0, 1 }
  local n = math.sqrt(a[1]^2 + a[2]^2 + a[3]^2)
  if n < 1e-12 then fail(xyz, "<xyz>: expected a direction, got length 0") end
  local to = xyz and sdf.attribute(xyz, "expressed_in")
  local of_model = sdf.yes(e, "use_parent_model_frame", e.version < 5)
  local R
  if to and to ~= "" then R = sdf.in_scope(j.thing.scope, xyz, to).R
  elseif of_model then R = li.rot.identity() end
  local v = { a[1]/n, a[2]/n, a[3]/n }
  if not R then return v end
  local w = (sdf.in_scope(j.thing.scope, e, j.thing.name).R:inverse() * R):vector(v)
  return { w[1], w[2], w[3] }
end

-- a number that may be none: inf, or as large as older files say none by
local function bound(e, name)
  local kid = e and sdf.kid(e, name)
  if not kid then return nil end
  local text = kit.lower(sdf.text(kid))
  if text == "inf" or text == "+inf" or text == "-inf" or text == "infinity"
    or text == "-infinity" then return nil end
  local x = sdf.numbers(kid, 1)[1]
  return math.abs(x) < 1e16 and x or nil
end

local function not_negative(x) return x and x >= 0 and x or nil end

local function limits(c, j, e, d)
  c.tree:look(e)
  local low, high = bound(e, "lower"), bound(e, "upper")
  if j.type == "continuous" then low, high = nil, nil end
  if low and high and low > high then
    c.tree:tell(e, "the lower limit %g is above the upper limit %g: read as none", low, high)
    low, high = nil, nil
  end
  d.min, d.max = low, high
  if low and low > 0 or high and high < 0 then
    d.home = low and high and (low + high)/2 or low or high
    c.tree:tell(e, "0 is outside of the limits: home is %.6g", d.home)
  end
  d.effort, d.speed = not_negative(bound(e, "effort")), not_negative(bound(e, "velocity"))
end

local function some(x) return x ~= 0 and x or nil end

-- what the coordinate along an axis has
local function dof_of(c, j, e)
  local d = {}
  c.tree:look(e)
  local limit, dynamics = sdf.kid(e, "limit"), sdf.kid(e, "dynamics")
  if limit then limits(c, j, limit, d) end
  if sdf.kid(e, "initial_position") then d.home = sdf.number(e, "initial_position") end
  if dynamics then
    c.tree:look(dynamics)
    d.damping = some(sdf.number(dynamics, "damping", 0))
    d.friction = some(sdf.number(dynamics, "friction", 0))
    d.stiffness = some(sdf.number(dynamics, "spring_stiffness", 0))
    if d.stiffness then d.rest = some(sdf.number(dynamics, "spring_reference", 0)) end
    for _, key in ipairs { "damping", "friction", "stiffness" } do
      if (d[key] or 0) < 0 then
        fail(dynamics, "<dynamics>: %s: expected a number from 0 on, got %g", key, d[key])
      end
    end
  end
  return d, sdf.kid(e, "mimic")
end

-- ---- one joint ----

local TURN = 2*math.pi

-- metres a radian, by the right hand: newer files tell metres a turn, older ones radians a metre by
-- the left hand
local function pitch_of(c, e)
  if sdf.kid(e, "screw_thread_pitch") then return sdf.number(e, "screw_thread_pitch")/TURN end
  local old = sdf.number(e, "thread_pitch")
  if not old then
    c.tree:tell(e, "<joint> '%s' without <screw_thread_pitch>: 1 m a turn, as the format says",
      sdf.named(e))
    return 1/TURN
  end
  if old == 0 then fail(e, "<thread_pitch>: expected a number that is not 0") end
  return -1/old
end

local function type_of(e)
  local text = sdf.attribute(e, "type") or fail(e, "<joint> without a type")
  if not TYPES[text] then
    fail(e, "<joint> type: no type '%s'%s", text, check.hint(text, TYPES))
  end
  return text
end

-- the link an end is on; nil: the world
local function end_of(c, thing, key)
  local name = sdf.asked(thing.e, key)
  if name == "world" then return nil end
  local carrier = sdf.carrier(thing.scope, sdf.kid(thing.e, key), name)
  if not carrier then fail(thing.e, "<%s>: '%s' has no link", key, name) end
  return c.link_of[carrier]
end

local function read_joint(c, thing)
  local e = thing.e
  c.tree:look(e)
  local j = { thing = thing, e = e, type = type_of(e), name = links.path_of(c, thing), axis = {},
    dofs = {}, mimic = {} }
  j.kind, j.ndof = TYPES[j.type][1], TYPES[j.type][2]
  j.parent, j.child = end_of(c, thing, "parent"), end_of(c, thing, "child")
  if not j.child then fail(e, "<joint> '%s': the world is no child", thing.name) end
  if j.parent == j.child then
    fail(e, "<joint> '%s': parent and child are one link", thing.name)
  end
  j.X = sdf.world_frame(thing)
  for k, name in ipairs { "axis", "axis2" } do
    local axis = sdf.kid(e, name)
    if axis then
      j.axis[k] = direction(j, axis)
      if k <= j.ndof and j.kind ~= "spherical" then j.dofs[k], j.mimic[k] = dof_of(c, j, axis) end
    end
  end
  if j.kind == "helical" then j.pitch = pitch_of(c, e) end
  for _, kid in ipairs(e.kids) do
    if kid.name == "sensor" then
      c.sensors[#c.sensors + 1] = links.sensor(kid, { joint = j.name })
    end
  end
  c.joints[#c.joints + 1], c.joint_of[thing] = j, j
end

-- ---- the tree ----

-- 1 above the other on the way to the root
local function above(one, other)
  while other do
    if other == one then return true end
    other = other.joint and other.joint.parent
  end
  return false
end

-- who leads to which link; what is left closes a loop
local function plant(c)
  for _, j in ipairs(c.joints) do
    local child = j.child
    if j.kind == "gearbox" then j.gear = true
    elseif child.static then
      c.tree:tell(j.e, "<joint> '%s': its child is static: not carried over", j.name)
      j.left = true
    elseif child.joint or above(child, j.parent) then j.closes = true
    else child.joint = j end
  end
end

-- ---- coordinates ----

local SUFFIXES = { spherical = { "wx", "wy", "wz" }, universal = { "1", "2" },
  floating = { "x", "y", "z", "wx", "wy", "wz" } }

local function name_coordinates(c, j, base, kind, n)
  j.q = {}
  for k = 1, n do
    j.q[k] = names.free_word(c, n == 1 and base or base .. "_" .. SUFFIXES[kind][k])
  end
end

-- { name of a coordinate, scale, offset } of what mimics, through those that mimic themselves
local function leader(c, j, k, depth)
  local e = j.mimic[k]
  if not e or not j.q then return { j.q and j.q[k], 1, 0 } end
  if depth > 100 then fail(e, "<mimic>: it mimics itself") end
  c.tree:look(e)
  local thing = sdf.find(j.thing.scope, e, sdf.attribute(e, "joint")
    or fail(e, "<mimic> without a joint"))
  local of = thing and c.joint_of[thing]
  local at = sdf.attribute(e, "axis") == "axis2" and 2 or 1
  if not of or not of.q or not of.q[at] then
    fail(e, "<mimic>: '%s' has no such coordinate", sdf.attribute(e, "joint"))
  end
  local m = sdf.number(e, "multiplier", 1)
  local o = sdf.number(e, "offset", 0) - m*sdf.number(e, "reference", 0)
  local up = leader(c, of, at, depth + 1)
  return { up[1], m*up[2], m*up[3] + o }
end

-- the fields of coordinate k into d
local function put_dof(c, j, k, d)
  for key, x in pairs(j.dofs[k] or {}) do d[key] = x end
  if j.mimic[k] then
    local of = leader(c, j, k, 0)
    d.follows = { of[1], scale = of[2], offset = of[3] }
  else
    d.q = j.q[k]
  end
end

-- ---- as a description ----

-- constant moves of a frame; nil where it is none
local function moves(X)
  local r, p, y = X.R:rpy()
  local list = {}
  for _, m in ipairs { { "Tx", X.p[1] }, { "Ty", X.p[2] }, { "Tz", X.p[3] }, { "Rz", y },
      { "Ry", p }, { "Rx", r } } do
    if m[2] ~= 0 then list[#list + 1] = m end
  end
  return list[1] and list or nil
end

local function joint_fields(c, link, d)
  local j = link.joint
  local X_WP = j.parent and j.parent.X_0 or li.frame()
  local t = { kind = j.kind, name = j.name, frame = X_WP:inverse() * j.X }
  d.parent = j.parent and j.parent.name or "world"
  if j.kind == "fixed" then t.frame = X_WP:inverse() * link.X_0
  else t.after = moves(j.X:inverse() * link.X_0) end
  if j.kind ~= "fixed" and j.kind ~= "spherical" then t.axis = j.axis[1] or { 0, 0, 1 } end
  if j.kind == "universal" then t.axis2 = j.axis[2] or { 0, 0, 1 } end
  t.pitch = j.pitch
  if j.ndof == 1 then put_dof(c, j, 1, t)
  elseif j.ndof > 1 then
    t.dofs = {}
    for k = 1, j.ndof do
      t.dofs[k] = {}
      put_dof(c, j, k, t.dofs[k])
    end
  end
  d.joint = t
end

-- a link nothing leads to: of a static model it stands, else it moves freely
local function free_fields(c, link, d)
  d.parent = "world"
  d.joint = { kind = link.floats and "floating" or "fixed", frame = link.X_0 }
  if not link.floats then return end
  d.joint.dofs = {}
  local j = {}
  name_coordinates(c, j, link.name, "floating", 6)
  for k = 1, 6 do d.joint.dofs[k] = { q = j.q[k] } end
end

local function body_of(c, link)
  local d = { name = link.name, where = reading.where(link.e), mass = link.mass, com = link.com,
    inertia = link.inertia, shapes = link.shapes }
  if link.joint then joint_fields(c, link, d) else free_fields(c, link, d) end
  return d
end

-- ---- loops and gears ----

local LOOPS = { revolute = "revolute", prismatic = "prismatic", fixed = "fixed",
  spherical = "spherical", helical = "helical", universal = "universal" }

local function loop_of(c, d, j)
  local function place(link, suffix)
    local name = names.free(c, j.name .. suffix)
    d.frames[#d.frames + 1] = { name = name, body = link and link.name or "world",
      where = reading.where(j.e), frame = (link and link.X_0 or li.frame()):inverse() * j.X }
    return name
  end
  local loop = { name = names.free(c, j.name), where = reading.where(j.e), joint = LOOPS[j.kind],
    from = place(j.parent, ".parent"), to = place(j.child, ".child"), pitch = j.pitch }
  if j.kind ~= "fixed" and j.kind ~= "spherical" then loop.axis = j.axis[1] or { 0, 0, 1 } end
  for _, dof in ipairs(j.dofs) do
    if next(dof) then
      c.tree:leave(j.e, "joint '" .. j.name .. "'", "limits, springs and friction of a joint that "
        .. "closes a loop")
    end
  end
  if j.kind == "universal" then
    -- both turns stay perpendicular to each other: a point is held and a cross
    d.constraints[#d.constraints + 1] = { kind = "cross", name = loop.name, from = loop.from,
      to = loop.to, axis = j.axis[1] or { 0, 0, 1 }, axis2 = j.axis[2], where = loop.where }
  else
    d.loops[#d.loops + 1] = loop
  end
end

-- the coordinate between a link and the reference, its sign by the axis n; of another axis the
-- turns
-- of the joint are meant, as in bevel gears, which is told
local function gear_side(c, j, link, reference, n)
  local own, sign = link.joint, 1
  if not own or own.parent ~= reference then
    own, sign = reference and reference.joint, -1
    if not own or own.parent ~= link then return nil end
  end
  if own.kind ~= "revolute" or not own.q then return nil end
  local a, b = own.X.R:vector(own.axis[1] or { 0, 0, 1 }), j.X.R:vector(n)
  local dot = a[1]*b[1] + a[2]*b[2] + a[3]*b[3]
  if math.abs(math.abs(dot) - 1) > 1e-6 then
    c.tree:tell(j.e, "<joint> '%s': its axis is not that of '%s', whose turns are meant", j.name,
      own.name)
    return own.q[1], sign
  end
  return own.q[1], dot > 0 and sign or -sign
end

-- theta_2 = -ratio theta_1, of the turns of child and parent from the reference body on
local function gear_of(c, d, j)
  local name = sdf.text(j.e, "gearbox_reference_body")
  local carrier = name and name ~= "world" and sdf.carrier(j.thing.scope, j.e, name) or nil
  local reference = carrier and c.link_of[carrier]
  local ratio = sdf.number(j.e, "gearbox_ratio", 1)
  local n1, n2 = j.axis[1] or { 0, 0, 1 }, j.axis[2] or { 0, 0, 1 }
  local q1, s1, q2, s2
  if j.parent then q1, s1 = gear_side(c, j, j.parent, reference, n1) end
  q2, s2 = gear_side(c, j, j.child, reference, n2)
  if not q1 or not q2 or q1 == q2 then
    c.tree:tell(j.e, "<joint> '%s': a gearbox between links that no joint turns on the "
      .. "reference body: not carried over", j.name)
    return
  end
  d.constraints[#d.constraints + 1] = { kind = "coupling", name = names.free(c, j.name),
    coordinates = { [q2] = s2, [q1] = ratio*s1 }, where = reading.where(j.e) }
end

-- ---- the whole ----

function joints.read(c)
  c.joints, c.joint_of = {}, {}
  links.each(c.tree.scope, "joint", function(thing) read_joint(c, thing) end)
  plant(c)
  for _, j in ipairs(c.joints) do
    if j.child.joint == j and j.ndof > 0 then
      name_coordinates(c, j, j.name, j.kind, j.ndof)
    end
  end
end

-- parents before children
local function in_order(c)
  local list, done = {}, {}
  local function put(link)
    local chain = {}
    while link and not done[link] do
      chain[#chain + 1], done[link] = link, true
      link = link.joint and link.joint.parent
    end
    for i = #chain, 1, -1 do list[#list + 1] = chain[i] end
  end
  for _, link in ipairs(c.links) do put(link) end
  return list
end

function joints.describe(c, d, floating)
  for _, link in ipairs(c.links) do
    link.floats = not link.joint and not link.static
    if floating ~= nil and link.floats then link.floats = floating end
  end
  for _, link in ipairs(in_order(c)) do d.bodies[#d.bodies + 1] = body_of(c, link) end
  for _, j in ipairs(c.joints) do
    if j.closes then loop_of(c, d, j) elseif j.gear then gear_of(c, d, j) end
  end
end

return joints
