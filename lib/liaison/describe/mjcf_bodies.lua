-- mjcf_bodies.lua - bodies of MJCF: frames, joints, masses, sites, one body after the other
--
-- A body with several joints becomes a chain: each joint but the last carries a body without mass.
-- Turn or slide q about an axis through p in body axes: X(q) = X(0) T(p) turn(q - ref) T(-p).
local li = require "liaison.core"
local geom = require "liaison.describe.mjcf_geom"
local names = require "liaison.describe.mjcf_names"
local place = require "liaison.describe.mjcf_place"
local tree = require "liaison.describe.mjcf_tree"

local bodies = {}
local fail, numbers = tree.fail, tree.numbers

-- ---- what stands in a body, frames and copies opened ----

local walk

local function suffixed(e, suffix, c)
  c.tree:count(e)
  local new = { name = e.name, attrs = {}, kids = {}, file = e.file, line = e.line }
  for i, pair in ipairs(e.attrs) do
    new.attrs[i] = pair
    if pair[1] == "name" then
      new.attrs[i] = { "name", pair[2] .. suffix }
      local copies = c.copies[pair[2]] or {}
      c.copies[pair[2]] = copies
      if copies[#copies] ~= suffix then copies[#copies + 1] = suffix end
    end
  end
  for i, kid in ipairs(e.kids) do new.kids[i] = suffixed(kid, suffix, c) end
  return new
end

local MOST_COPIES = 10000

-- <replicate>: each copy is offset from the one before, in its axes; turned so many times by euler
local function replicate(c, e, class, X, put)
  c.tree:look(e, "replicate")
  local map = tree.own(e)
  local count = tree.number(e, "count", map.count or fail(e, "<replicate> without count"))
  if count < 0 or count % 1 ~= 0 or count > MOST_COPIES then
    fail(e, "<replicate> count: expected a whole number from 0 to %d, got %g", MOST_COPIES, count)
  end
  local offset = map.offset and numbers(e, "offset", map.offset, 3) or { 0, 0, 0 }
  local euler = map.euler and numbers(e, "euler", map.euler, 3) or { 0, 0, 0 }
  local inner = map.childclass and c.tree:class_named(e, map.childclass) or class
  local digits = #("%d"):format(count)
  local p = { 0, 0, 0 }
  for i = 0, count - 1 do
    local angles = {}
    for k = 1, 3 do angles[k] = i*c.angle*euler[k] end
    local R = place.euler(c.eulerseq, angles)
    local suffix = (map.sep or "") .. ("%0" .. digits .. "d"):format(i)
    local kids = {}
    for k, kid in ipairs(e.kids) do kids[k] = suffixed(kid, suffix, c) end
    walk(c, kids, inner, X * li.frame(R, p), put)
    local step = R:vector(offset)
    p = { p[1] + step[1], p[2] + step[2], p[3] + step[3] }
  end
end

-- put(element, class, frame around it) for all that stands in a body
function walk(c, kids, class, X, put)
  for _, e in ipairs(kids) do
    if e.name == "frame" then
      c.tree:look(e, "frame")
      local map = tree.own(e)
      local inner = map.childclass and c.tree:class_named(e, map.childclass) or class
      walk(c, e.kids, inner, X * place.frame(c, e, map), put)
    elseif e.name == "replicate" then
      replicate(c, e, class, X, put)
    else
      put(e, class, X)
    end
  end
end

-- ---- joints ----

local KINDS = { hinge = "revolute", slide = "prismatic", ball = "spherical", free = "floating" }

local function amount(e, map, key)
  local x = tree.number(e, key, map[key], 0)
  if x < 0 then fail(e, "<%s> %s: expected a number from 0 on, got %g", e.name, key, x) end
  return x ~= 0 and x or nil
end

-- what a coordinate has: springs and friction, as far as the flags of <option> leave them
local function dof_of(c, e, map)
  local d = { rotor = amount(e, map, "armature") }
  if c.flag.damper then d.damping = amount(e, map, "damping") end
  if c.flag.frictionloss then d.friction = amount(e, map, "frictionloss") end
  return d
end

local function spring_of(c, e, map, j)
  if not c.flag.spring then return end
  if map.springdamper then
    local s = numbers(e, "springdamper", map.springdamper, 2)
    if s[1] > 0 and s[2] > 0 then j.springdamper = s end
  end
  j.dof.stiffness = amount(e, map, "stiffness")
  if j.dof.stiffness or j.springdamper then
    j.dof.rest = j.scale*(tree.number(e, "springref", map.springref, 0)) - j.ref
  end
end

local function effort_of(c, e, map, j)
  local r = tree.range(c, e, map, "actuatorfrclimited", "actuatorfrcrange")
  if not r then return end
  if r[1] == -r[2] then j.dof.effort = r[2]
  else
    c.tree:tell(e, "<joint> actuatorfrcrange: %g %g is not about 0: not carried over", r[1], r[2])
  end
end

local function single(c, e, map, j)
  j.axis = place.unit(e, "axis", map.axis and numbers(e, "axis", map.axis, 3) or { 0, 0, 1 })
  j.scale = j.kind == "revolute" and c.angle or 1
  j.ref = j.scale*tree.number(e, "ref", map.ref, 0)
  spring_of(c, e, map, j)
  local r = tree.range(c, e, map, "limited", "range")
  if r and c.flag.limit then j.dof.limits = { j.scale*r[1], j.scale*r[2] } end
end

local function several(c, e, map, j)
  if tree.number(e, "stiffness", map.stiffness, 0) ~= 0 or map.springdamper then
    c.tree:tell(e, ("<joint>: the spring of a %s joint is not carried over"):format(map.type
      or "free"))
  end
  if j.kind == "spherical" and tree.range(c, e, map, "limited", "range") then
    c.tree:tell(e, ("<joint> range: the cone of a %s joint is not carried over"):format(map.type
      or "free"))
  end
  if j.kind == "floating" and j.dof.rotor then
    c.tree:tell(e, "<joint> armature: of a free joint it is in body axes here, where MuJoCo has "
      .. "the sliding part in world axes")
  end
end

local function joint_of(c, e, class, X)
  local free = e.name == "freejoint"
  c.tree:look(e, free and "freejoint" or "joint")
  local map = free and tree.own(e) or c.tree:all(e, "joint", class)
  local kind = free and "floating" or tree.word(e, "type", map.type, KINDS, "revolute")
  local j = { e = e, kind = kind, name = map.name, map = map, ref = 0, scale = 1,
    X = X * li.frame(li.rot.identity(), place.position(e, map)) }
  j.dof = free and {} or dof_of(c, e, map)
  if kind == "revolute" or kind == "prismatic" then single(c, e, map, j)
  elseif not free then several(c, e, map, j) end
  effort_of(c, e, map, j)
  return j
end

-- ---- one body ----

local function inertial_of(c, e, outer)
  c.tree:look(e, "inertial")
  local map = tree.own(e)
  local mass = tree.number(e, "mass", map.mass or fail(e, "<inertial> without mass"))
  if not map.pos then fail(e, "<inertial> without pos") end
  local X, J = outer * place.frame(c, e, map), nil
  if map.fullinertia then
    if map.diaginertia then
      fail(e, "<inertial>: diaginertia and fullinertia: one of them may stand")
    end
    J = numbers(e, "fullinertia", map.fullinertia, 6)
  elseif map.diaginertia then J = numbers(e, "diaginertia", map.diaginertia, 3)
  elseif mass > 0 then fail(e, "<inertial>: expected diaginertia or fullinertia")
  else J = { 0, 0, 0 } end
  if mass < 0 then fail(e, "<inertial> mass: expected a number from 0 on, got %g", mass) end
  -- a tensor without a mass, as a rotor has: its axes are turned as those of any mass
  local body = X * li.inertia { mass = mass > 0 and mass or 1, tensor = J, check = false }
  if mass > 0 then return body end
  return nil, body
end

-- what stands in the world for ever: nobody asks for its mass
local function stands(body)
  while body do
    if body.joints[1] then return false end
    body = body.parent
  end
  return true
end

local function inertia_of_geoms(c, body)
  local sum
  for _, g in ipairs(body.geoms) do
    local counts = g.group >= c.groups[1] and g.group <= c.groups[2]
    if counts and g.missing and stands(body) then counts = false end
    if counts then
      local J = g.inertia()
      if J then sum = sum and sum + g.X * J or g.X * J end
    end
  end
  return sum
end

-- boundmass, boundinertia, and a triangle inequality that does not hold
local function corrected(c, body, J)
  if c.boundmass == 0 and c.boundinertia == 0 and not c.balanceinertia then return J end
  local mass = math.max(J and J.mass or 0, c.boundmass)
  local p, R = { 0, 0, 0 }, nil
  if J then p, R = J:principal() end
  p = { math.max(p[1], c.boundinertia), math.max(p[2], c.boundinertia),
    math.max(p[3], c.boundinertia) }
  if p[1] + p[2] < p[3] or p[1] + p[3] < p[2] or p[2] + p[3] < p[1] then
    if not c.balanceinertia then return J end
    local mean = (p[1] + p[2] + p[3])/3
    p = { mean, mean, mean }
    c.tree:tell(body.e, ("<body> '%s': balanceinertia made its moments of inertia equal")
      :format(body.name))
  end
  if mass == 0 and p[3] == 0 then return J end
  return li.frame(R or li.rot.identity(), J and J.com or { 0, 0, 0 })
    * li.inertia { mass = mass, tensor = p, check = false }
end

local function inertia_of(c, body)
  local J
  if body.inertial and c.inertiafromgeom ~= true then
    J, body.rotor = inertial_of(c, body.inertial, body.outer)
  elseif c.inertiafromgeom ~= false then J = inertia_of_geoms(c, body) end
  if body.inertial and c.inertiafromgeom == true then
    c.tree:tell(body.inertial, "<inertial>: not read, inertiafromgeom is true")
  end
  return corrected(c, body, J)
end

local READ = {}

function READ.joint(c, body, e, class, X)
  body.joints[#body.joints + 1] = joint_of(c, e, class, X)
end
READ.freejoint = READ.joint

function READ.geom(c, body, e, class, X) body.geoms[#body.geoms + 1] = geom.read(c, e, class, X) end

function READ.inertial(_, body, e)
  if body.inertial then fail(e, "<inertial>: the body has one already") end
  body.inertial = e
end

local function place_with_name(c, body, e, class, X, kind)
  c.tree:look(e, kind)
  local map = c.tree:all(e, kind, class)
  local inner = map.fromto and place.between(e, map.fromto) or place.frame(c, e, map)
  body.places[#body.places + 1] = { e = e, kind = kind, name = map.name, X = X * inner }
end

function READ.site(c, body, e, class, X) place_with_name(c, body, e, class, X, "site") end

function READ.camera(c, body, e, class, X)
  local mode = c.tree:all(e, "camera", class).mode or "fixed"
  if mode ~= "fixed" then
    c.tree:tell(e, ("<camera> mode '%s': the frame stands still in its body"):format(mode))
  end
  place_with_name(c, body, e, class, X, "camera")
end

function READ.light(c, _, e)
  c.tree:look(e, "light")
  c.tree:leave(e, "light", "drawing only")
end

local function check_joints(body)
  local free
  for _, j in ipairs(body.joints) do free = free or j.kind == "floating" and j end
  if not free then return end
  if #body.joints > 1 then
    fail(body.joints[2].e, "<body> '%s': a free joint stands alone", body.name)
  end
  if body.parent then
    fail(free.e, "<body> '%s': a free joint is for bodies of the world", body.name)
  end
end

local function new_body(c, e, parent, class, X)
  c.tree:look(e, "body")
  local map = tree.own(e)
  if c.global and not map.pos then fail(e, "<body> without pos, where coordinate is global") end
  local body = { e = e, parent = parent, joints = {}, geoms = {}, places = {}, given = map.name,
    name = names.body(c, e, map.name), X = X * place.frame(c, e, map) }
  body.X_0 = (parent and parent.X_0 or li.frame()) * body.X
  body.class = map.childclass and c.tree:class_named(e, map.childclass) or class
  body.gravcomp = tree.number(e, "gravcomp", map.gravcomp, 0)
  if tree.yes(e, "mocap", map.mocap, false) then
    c.tree:tell(e, ("<body> '%s': mocap: it stands still here"):format(body.name))
  end
  c.bodies[#c.bodies + 1] = body
  return body
end

local read_body

-- joints, geoms and the like first, then the bodies it carries: MuJoCo counts in that order
local function read_inside(c, body, kids, class)
  local inner = {}
  body.outer = c.global and body.X_0:inverse() or li.frame()
  walk(c, kids, class, body.outer, function(e, its, X)
    if e.name == "body" then inner[#inner + 1] = { e, its, X }
    elseif READ[e.name] then READ[e.name](c, body, e, its, X)
    else
      c.tree:tell(e, ("<%s> in a body: not carried over%s"):format(e.name,
        names.hint(e.name, READ)))
    end
  end)
  check_joints(body)
  if not body.world then body.inertia = inertia_of(c, body) end
  for _, i in ipairs(inner) do read_body(c, i[1], not body.world and body or nil, i[2], i[3]) end
end

function read_body(c, e, parent, class, X)
  local body = new_body(c, e, parent, class, X)
  read_inside(c, body, e.kids, body.class)
end

-- what moves without any mass has no accelerations: MuJoCo refuses such a file
local function tell_massless(c)
  local heavy = {}
  for i = #c.bodies, 1, -1 do
    local b = c.bodies[i]
    local mass = b.inertia and b.inertia.mass > 0 or heavy[b]
    if mass and b.parent then heavy[b.parent] = true end
    if not mass and b.joints[1] then
      c.tree:tell(b.e, "<body> '%s' moves, and neither it nor what it carries has a mass", b.name)
    end
  end
end

-- c.bodies in the order of MuJoCo, and c.world for what stands in the world itself
function bodies.read(c)
  c.bodies = {}
  c.world = { name = "world", world = true, joints = {}, geoms = {}, places = {}, X_0 = li.frame() }
  for _, s in ipairs(c.tree.root.kids) do
    if s.name == "worldbody" then read_inside(c, c.world, s.kids, c.tree.main) end
  end
  if c.world.joints[1] then fail(c.world.joints[1].e, "the world has no joints") end
  tell_massless(c)
end

-- ---- as a description ----

local function mass_of(body)
  local J = body.inertia or body.rotor
  if not J then return 0, { 0, 0, 0 }, { 0, 0, 0 } end
  local t = J:tensor()
  return body.inertia and J.mass or 0, { J.com[1], J.com[2], J.com[3] },
    { t[1][1], t[2][2], t[3][3], t[1][2], t[1][3], t[2][3] }
end

local function coordinate_fields(d, dof)
  for key, x in pairs(dof) do d[key] = x end
end

local SUFFIXES = { floating = { "x", "y", "z", "wx", "wy", "wz" },
  spherical = { "wx", "wy", "wz" } }

-- a coordinate for each freedom of a ball or free joint
local function several_fields(c, body, d, j)
  d.dofs, j.rates = {}, {}
  local base = names.coordinate(c, j, body)
  for k, suffix in ipairs(SUFFIXES[j.kind]) do
    d.dofs[k] = { q = names.part(c, base, suffix) }
    j.rates[k] = d.dofs[k].q
    coordinate_fields(d.dofs[k], j.dof)
  end
end

-- a joint whose name is none of a coordinate keeps it in a table of its own
local function named_joint(d, j)
  local t = { name = j.name, kind = d.joint }
  for _, key in ipairs { "axis", "frame", "after", "q", "offset", "limits", "dofs", "rotor",
      "damping", "friction", "stiffness", "rest", "effort" } do
    t[key], d[key] = d[key], nil
  end
  d.joint = t
end

-- where the fields of the joint of a described body stand
function bodies.joint_of(d) return type(d.joint) == "table" and d.joint or d end

-- the motion of joint j behind the frame X; its body is then moved back by the point it turns about
local function joint_fields(c, body, d, j, X)
  local p = j.X.p
  d.joint, d.axis = j.kind, j.axis
  d.frame = X * li.frame(li.rot.identity(), p)
  if p[1] ~= 0 or p[2] ~= 0 or p[3] ~= 0 then
    d.after = { { "Tx", -p[1] }, { "Ty", -p[2] }, { "Tz", -p[3] } }
  end
  if j.kind == "spherical" or j.kind == "floating" then
    several_fields(c, body, d, j)
  else
    -- axes are told in the axes of the joint element, which a <frame> may have turned
    d.axis = j.X.R:vector(j.axis)
    d.axis = { d.axis[1], d.axis[2], d.axis[3] }
    if j.ref ~= 0 then d.offset = -j.ref end
    d.q = names.coordinate(c, j, body)
    coordinate_fields(d, j.dof)
  end
  j.q = d.q
  if j.name and j.name ~= (j.q or body.name) then named_joint(d, j) end
end

-- bodies without mass between the joints of one body
local function carriers(c, body, list, parent)
  local X = body.X
  for i = 1, #body.joints - 1 do
    local j = body.joints[i]
    local d = { name = names.free(c, body.name .. "." .. (j.name or "joint" .. i)), parent = parent,
      mass = 0, inertia = { 0, 0, 0 }, where = tree.where(j.e) }
    joint_fields(c, body, d, j, X)
    list[#list + 1] = d
    j.body, parent, X = d.name, d.name, li.frame()
  end
  return parent, X
end

local function body_fields(c, body, list)
  local parent, X = carriers(c, body, list, body.parent and body.parent.name or "world")
  local d = { name = body.name, parent = parent, where = tree.where(body.e), shapes = {} }
  d.mass, d.com, d.inertia = mass_of(body)
  local j = body.joints[#body.joints]
  if not j then
    d.joint, d.frame = "fixed", X
  else
    -- where a free body stands is its coordinates
    if j.kind == "floating" then X = li.frame() end
    joint_fields(c, body, d, j, X)
    local own = bodies.joint_of(d)
    if j.kind == "floating" then own.frame, own.after = nil, nil end
    j.body = body.name
  end
  for _, g in ipairs(body.geoms) do
    for _, s in ipairs(geom.shapes(c, g)) do
      if not c.discardvisual or s.collides then d.shapes[#d.shapes + 1] = s end
    end
  end
  list[#list + 1] = d
end

local function frames_of(c, body, list)
  for i, p in ipairs(body.places) do
    p.frame = names.frame(c, p, body, i)
    list[#list + 1] = { name = p.frame, body = body.name, frame = p.X, where = tree.where(p.e) }
  end
end

-- what stands in the world and is drawn: a body that is fixed there
local function scene(c, list)
  local shapes = {}
  for _, g in ipairs(c.world.geoms) do
    for _, s in ipairs(geom.shapes(c, g)) do shapes[#shapes + 1] = s end
  end
  if #shapes == 0 then return end
  list[#list + 1] = { name = names.free(c, "scene"), parent = "world", joint = "fixed", mass = 0,
    inertia = { 0, 0, 0 }, shapes = shapes, where = tree.where(c.world.geoms[1].e) }
end

-- settotalmass: all masses by one factor
local function scaled_masses(c)
  if c.settotalmass <= 0 then return end
  local sum = 0
  for _, b in ipairs(c.bodies) do sum = sum + (b.inertia and b.inertia.mass or 0) end
  if sum <= 0 then return end
  local k = c.settotalmass/sum
  for _, b in ipairs(c.bodies) do
    if b.inertia then
      local t = b.inertia:tensor()
      b.inertia = li.inertia { mass = k*b.inertia.mass, com = b.inertia.com, check = false,
        tensor = { k*t[1][1], k*t[2][2], k*t[3][3], k*t[1][2], k*t[1][3], k*t[2][3] } }
    end
  end
end

function bodies.describe(c, d)
  scaled_masses(c)
  d.bodies, d.frames = {}, {}
  for _, body in ipairs(c.bodies) do body_fields(c, body, d.bodies) end
  scene(c, d.bodies)
  for _, body in ipairs(c.bodies) do frames_of(c, body, d.frames) end
  frames_of(c, c.world, d.frames)
end

return bodies
