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
  w.single[m.name] = -(m.dof.offset or 0)   -- its ref, from which equalities count
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

-- where a free body is drawn
local function home_of(b)
  local p = {}
  for k = 1, 3 do p[k] = b.dofs and b.dofs[k].home or 0 end
  nums(p, "home of '" .. b.name .. "'")
  return p
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
  -- where MuJoCo begins; the numbers of a free body say where it is
  if whole == "free" then X = li.frame(li.rot.identity(), home_of(b)) end
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
      local own = b.name:match "^(.*)%.[^.]*$"
      if not own or inner[1].name:sub(1, #own) ~= own then
        w:leave("body '%s', without mass: its joints are some of '%s'", b.name, inner[1].name)
      end
    end
  end
  return list
end

-- ---- what holds and acts ----

local function put_followers(w)
  for _, m in ipairs(w.followers) do
    local f = m.dof.follows
    local scale = f.scale or 1
    local offset = (f.offset or 0) - w.single[m.name] + scale*(w.single[f[1]] or 0)
    w.equal[#w.equal + 1] = ('<joint joint1="%s" joint2="%s" polycoef="%s %s 0 0 0"/>'):format(
      text(m.name), text(f[1]), num(offset), num(scale))
  end
end

local CONSTRAINT = {}

-- y - y0 = c0 + c1 (x - x0)
function CONSTRAINT.coupling(w, c)
  local names = {}
  for name in pairs(c.coordinates) do names[#names + 1] = name end
  kit.sort(names)
  if #names > 2 then return nil end
  local a, b = names[1], names[2]
  local f, ref = c.coordinates[a], w.single
  if not ref[a] or b and not ref[b] then return nil end
  local c1 = b and -c.coordinates[b]/f or 0
  local c0 = (c.offset or 0)/f - ref[a] + c1*(b and ref[b] or 0)
  return ('<joint name="%s" joint1="%s"%s polycoef="%s %s 0 0 0"/>'):format(text(c.name), text(a),
    b and (' joint2="%s"'):format(text(b)) or "", num(c0), num(c1))
end

-- one side of a constraint: its body and the frame there; nil where a frame has the name
local function side(w, c, key)
  local name = c[key] or "world"
  if name ~= "world" and not w.bodies[name] then return nil end
  local X = c[key .. "_place"] and tree.frame(c[key .. "_place"])
  if not X then
    local r = c[key .. "_rpy"] or { 0, 0, 0 }
    nums(r, "turns of a constraint")
    nums(c[key .. "_at"] or {}, "a place of a constraint")
    X = li.frame(li.rot.rpy(r[1], r[2], r[3]), c[key .. "_at"] or { 0, 0, 0 })
  end
  return name, X
end

local function names_of_bodies(a, b)
  return ('body1="%s" body2="%s"'):format(text(a), text(b))
end

-- MuJoCo takes one point, and finds the other where all joints stand at ref: it is closed there
function CONSTRAINT.point(w, c)
  local a, X = side(w, c, "from")
  local b, Y = side(w, c, "to")
  local closed = a and b and w.model:gaps(w.start)[c.name]
  if not closed or closed[1]^2 + closed[2]^2 + closed[3]^2 > 1e-20 or not Y then return nil end
  return ('<connect name="%s" %s anchor="%s"/>'):format(text(c.name), names_of_bodies(a, b),
    nums(tree.position(X)))
end

function CONSTRAINT.weld(w, c)
  local a, X = side(w, c, "from")
  local b, Y = side(w, c, "to")
  if not a or not b then return nil end
  local Z = X * Y:inverse()
  return ('<weld name="%s" %s relpose="%s %s"/>'):format(text(c.name), names_of_bodies(a, b),
    nums(tree.position(Z)), nums(tree.quaternion(Z)))
end

local function put_constraints(w, d)
  for _, c in ipairs(d.constraints or {}) do
    local line = CONSTRAINT[c.kind] and CONSTRAINT[c.kind](w, c)
    if line then w.equal[#w.equal + 1] = line
    else w:leave("constraint '%s', of the kind %s", c.name, c.kind) end
  end
  for _, l in ipairs(d.loops or {}) do w:leave("loop '%s'", l.name) end
end

-- ---- forces on coordinates ----

-- {name = factor} of a force on a hinge or slide, or a sum of some; nil of others
local function factors_of(w, f)
  local factors = type(f.joint) == "string" and { [f.joint] = 1 } or f.joint
  if type(factors) ~= "table" then return nil end
  for name, x in pairs(factors) do
    if type(x) ~= "number" or not w.single[name] then return nil end
  end
  return factors
end

local function sorted_names(factors)
  local names = {}
  for name in pairs(factors) do names[#names + 1] = name end
  kit.sort(names)
  return names
end

-- a sum of coordinates as a tendon, with the words it has
local function put_tendon(w, name, factors, words)
  local list = {}
  for _, q in ipairs(sorted_names(factors)) do
    list[#list + 1] = ('<joint joint="%s" coef="%s"/>'):format(text(q), num(factors[q]))
  end
  w.tendons[#w.tendons + 1] = ('<fixed name="%s"%s>%s</fixed>'):format(text(name), words,
    table.concat(list))
  return ('tendon="%s"'):format(text(name))
end

local TENDON = {}

function TENDON.spring(f)
  if (f.rope or 0) ~= 0 or f.rest == -1 then return nil end
  return (' stiffness="%s" springlength="%s" damping="%s"'):format(num(f.stiffness, "stiffness"),
    num(f.rest or 0, "rest"), num(f.damping or 0, "damping"))
end

function TENDON.damper(f)
  return not f.quadratic and (' damping="%s"'):format(num(f.damping or 0, "damping"))
end

function TENDON.stiction(f)
  return not (f.static or f.viscous) and (' frictionloss="%s"'):format(num(f.coulomb, "coulomb"))
end

-- dry friction smoothed is dry friction there
function TENDON.friction(f)
  return not (f.static or f.viscous) and (' frictionloss="%s"'):format(num(f.coulomb, "coulomb"))
end

-- ends that give way do so by MuJoCo's own softness
function TENDON.endstop(f)
  if not (f.min and f.max) then return nil end
  return (' limited="true" range="%s %s"'):format(num(f.min, "min"), num(f.max, "max"))
end

-- the number of an expression in which nothing is open
local function constant(e) return #e:symbols() == 0 and e:eval {} or nil end

-- g, {b0, b1, b2} of a force g u + b0 + b1 x + b2 v with one input u; nil where it is no such sum
local function linear_law(f, inputs)
  local ok, e = pcall(li.expr, f.f, "new")
  if type(f.f) ~= "string" or not ok then return nil end
  local zero, u, law = {}, nil, {}
  for _, s in ipairs(e:symbols()) do
    local name = tostring(s)
    local slope = constant(e:diff(name))
    if not slope then return nil end
    zero[name] = 0
    if name == "x" or name == "v" then law[name] = slope
    elseif inputs[name] and not u then u, law.u = name, slope
    else return nil end
  end
  local b0 = u and constant(e:subs(zero))
  if not b0 then return nil end
  return u, law.u, { b0, law.x or 0, law.v or 0 }
end

local function put_motor(w, f, inputs)
  local factors = factors_of(w, f)
  local u, gain, bias = linear_law(f, inputs)
  if not factors or not u or w.driven[u] then return false end
  w.driven[u] = true
  local names = sorted_names(factors)
  local on = #names == 1 and ('joint="%s" gear="%s"'):format(text(names[1]), num(factors[names[1]]))
    or put_tendon(w, u .. ".sum", factors, "")
  local i, range = inputs[u], ""
  if i.min and i.max then
    range = (' ctrllimited="true" ctrlrange="%s %s"'):format(num(i.min), num(i.max))
  end
  if gain == 1 and bias[1] == 0 and bias[2] == 0 and bias[3] == 0 then
    w.motors[#w.motors + 1] = ('<motor name="%s" %s%s/>'):format(text(u), on, range)
  else
    w.motors[#w.motors + 1] = ('<general name="%s" %s%s gaintype="fixed" gainprm="%s" '
      .. 'biastype="affine" biasprm="%s"/>'):format(text(u), on, range, num(gain), nums(bias))
  end
  return true
end

-- b0, b1, b2 of a text that is b0 + b1 q + b2 q'; nil where it is no such sum
local function affine_law(x, q)
  if type(x) == "number" then return { x, 0, 0 } end
  -- a rate by a word that no coordinate has
  local rate = q .. "__rate"
  local ok, e = pcall(li.expr, (x:gsub("%f[%w_]" .. q .. "'", rate)), "new")
  if not ok then return nil end
  local zero, law = {}, { 0, 0, 0 }
  for _, s in ipairs(e:symbols()) do
    local name = tostring(s)
    local at, slope = name == q and 2 or name == rate and 3, constant(e:diff(name))
    if not at or not slope then return nil end
    zero[name], law[at] = 0, slope
  end
  law[1] = constant(e:subs(zero))
  return law[1] and law
end

local DYNAMICS = { integrator = "1 0 0" }

-- an activation with one input, its gain a number, its bias affine where it acts on one coordinate
local function put_activated(w, f, inputs)
  local factors, u = factors_of(w, f), f.command
  if not factors or not inputs[u] or w.driven[u] then return false end
  local names = sorted_names(factors)
  local q, k = names[1], factors[names[1]]
  local gain, bias = affine_law(f.gain, q), affine_law(f.bias or 0, q)
  if not gain or gain[2] ~= 0 or gain[3] ~= 0 or not bias then return false end
  if #names > 1 and (bias[2] ~= 0 or bias[3] ~= 0) then return false end
  w.driven[u] = true
  local on = #names == 1 and ('joint="%s" gear="%s"'):format(text(q), num(k))
    or put_tendon(w, u .. ".sum", factors, "")
  local lag, kind = f.lag or 0, "integrator"
  if lag ~= 0 then kind = (f.fall or -1) > 0 and "muscle" or "filter" end
  local words = ""
  if (f.low or 0) < (f.high or 0) then
    words = (' actlimited="true" actrange="%s %s"'):format(num(f.low), num(f.high))
  end
  if (f.least or 0) < (f.most or 0) then
    words = words .. (' forcelimited="true" forcerange="%s %s"'):format(num(f.least), num(f.most))
  end
  w.late[#w.late + 1] = ('<general name="%s" %s%s dyntype="%s" dynprm="%s" gainprm="%s" '
    .. 'biastype="affine" biasprm="%s %s %s"/>'):format(text(u), on, words, kind, DYNAMICS[kind]
    or num(lag, "lag") .. " " .. num(f.fall or 0, "fall") .. " 0", num(gain[1]), num(bias[1]),
    num(bias[2]/k), num(bias[3]/k))
  return true
end

local PUT = { given = put_motor, activated = put_activated }

local function put_forces(w, d)
  w.late = {}
  local inputs = {}
  for _, i in ipairs(d.inputs or {}) do inputs[i.name] = i end
  for _, f in ipairs(d.forces or {}) do
    local factors = TENDON[f.kind] and factors_of(w, f)
    local words = factors and TENDON[f.kind](f)
    if words then put_tendon(w, f.name, factors, words)
    elseif not PUT[f.kind] or not PUT[f.kind](w, f, inputs) then
      w:leave("force '%s', of the kind %s", f.name, f.kind)
    end
  end
  -- those with a state stand behind the others
  for _, line in ipairs(w.late) do w.motors[#w.motors + 1] = line end
end

-- q where MuJoCo has all joints at ref: no motion of any
local function start_of(model, d)
  local q = {}
  for i, x in ipairs(model:coordinates()) do q[i] = x:find "_qw$" and 1 or 0 end
  local named = {}
  for i, name in ipairs(model:coordinates()) do named[name] = i end
  for _, b in ipairs(d.bodies) do
    for _, x in ipairs(b.dofs or { b }) do
      local at = named[x.q]
      if at and type(x.offset) == "number" then q[at] = -x.offset end
      if at and b.joint == "floating" then q[at] = x.home or 0 end
    end
  end
  return q
end

local function put_list(w, name, list)
  if #list == 0 then return end
  w.put(1, "<%s>", name)
  for _, line in ipairs(list) do w.put(2, "%s", line) end
  w.put(1, "</%s>", name)
end

local function write(d, model)
  local w = setmetatable({ left = {}, meshes = {}, equal = {}, followers = {}, tendons = {},
    motors = {}, driven = {}, bodies = {}, single = {}, model = model }, Writer)
  local body, put = tree.lines()
  for _, b in ipairs(d.bodies) do w.bodies[b.name] = b end
  w.start = start_of(model, d)
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
  put_forces(w, d)
  put_list(w, "tendon", w.tendons)
  put_list(w, "equality", w.equal)
  put_list(w, "actuator", w.motors)
  for _, o in ipairs(d.outputs or {}) do w:leave("output '%s'", o.name) end
  return tree.closed(w, "mujoco", out), w.left
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
