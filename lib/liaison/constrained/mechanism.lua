-- mechanism.lua - li.mechanism: bodies and joints with loops, written in strict, joint, complete
-- joint or Cartesian coordinates
local li = require "liaison.core"
local check = require "liaison.base.check"
local kinds = require "liaison.describe.kinds"
local placing = require "liaison.describe.pose_expr"
local close_rows = require "liaison.constrained.close_rows"
local joints = require "liaison.constrained.system_joint"
local loops = require "liaison.constrained.loop_closed_form"
local motion = require "liaison.constrained.mechanism_motion"
local planes = require "liaison.constrained.planes"
local kit = li._internal

local mechanism = {}

local expr, vector = placing.expr, placing.vector
local parts_of, compose, relative = motion.parts_of, motion.compose, motion.relative
local place_of, short, tree_poses = motion.place_of, motion.short, motion.tree_poses

-- reading -----------------------------------------------------------------------------------------

local body_fields = { name = check.name, m = "any?", j = "any?", com = "any?" }
local joint_fields = { kind = "str", on = "str?", from = "str?", at = "any?", at_from = "any?",
  axis = "any?", axis_from = "any?", angle = "any?", rot = "any?", rpy = "any?", pitch = "any?",
  name = "str?", coordinate = "any?" }
local load_fields = { on = "str?", f = "any?", at = "any?", axes = "any?", from = "any?",
  torque = "any?" }

-- Texts are read when the mechanism is made, so that its symbols are there before anything is asked
-- of it. fields: where numbers, expressions and texts may stand, alone or in tables; said: what the
-- user calls them
local function read_texts(t, path, fields, said)
  local function read(x, place)
    if type(x) == "string" then return expr(x, place) end
    if type(x) ~= "table" or kit.class(x) then return x end
    local out = {}
    for key, y in pairs(x) do out[key] = read(y, check.join(place, key)) end
    return out
  end
  for key in fields:gmatch "%S+" do
    if t[key] ~= nil then t[key] = read(t[key], check.join(path, said and said[key] or key)) end
  end
  return t
end

-- how many coordinates it has
local function freedom_of(m, j) return kinds.freedom(parts_of(m, j)) end

local function names(x)
  if x == nil then return {} end
  if type(x) == "table" then return x end
  local list = {}
  for name in tostring(x):gmatch "%S+" do list[#list + 1] = name end
  return list
end

-- a body is called anything; what is called after it is a name, of letters, digits and _
local function after(letter, body)
  return letter .. "_" .. body:gsub("[%c%p%s]", "_")
end

-- a name that is not taken yet: with a number where it is
local function fresh(base, taken)
  local name, more = base, 1
  while taken[name] do
    more = more + 1
    name = ("%s_%d"):format(base, more)
  end
  return name
end

-- those not named: after the body
local function name_coordinates(m, j, n, path)
  for k = 1, n do
    local name = j.coordinate[k]
    if name and m.taken[name] then
      check.fail(path .. ".coordinate", "'%s' is a coordinate of %s already", tostring(name),
        m.taken[name])
    end
    name = name or fresh(after("q", j.on or j.from) .. (n > 1 and k or ""), m.taken)
    j.coordinate[k], m.taken[name] = name, j.name
  end
  return j
end

local function read_joint(m, spec, i)
  local path = ("joints[%d]"):format(i)
  local j, said = check.named(spec, path, joint_fields, placing.joint_names)
  read_texts(j, path, "at at_from axis axis_from angle rot rpy pitch", said)
  joints.check_fields(m.planar, j, path)
  for _, key in ipairs { "on", "from" } do
    if j[key] and not m.by_name[j[key]] then
      local near = kit.nearest(j[key], m.by_name)
      check.fail(path .. "." .. said[key], "no body '%s'%s", j[key],
        near and (" (did you mean '" .. near .. "'?)") or "")
    end
  end
  if j.on == j.from then check.fail(path, "joins '%s' with itself", j.on or "the ground") end
  local axes = j.kind == "universal" and placing.cross_axes or placing.joint_axes
  if not m.planar then axes(j, path, said) end
  local n = freedom_of(m, j)
  j.name = j.name or ("%s of %s on %s"):format(j.kind, j.on or "ground", j.from or "ground")
  j.coordinate = names(j.coordinate)
  if #j.coordinate > 0 and #j.coordinate ~= n then
    check.fail(path .. ".coordinate", "expected %d names, got %d", n, #j.coordinate)
  end
  return name_coordinates(m, j, n, path)
end

local mechanism_fields = { planar = { "bool?", default = true }, plane = planes.name,
  name = "str?", gravity = "any?",
  bodies = "table", joints = "table", cut = "any?", loads = "table?" }

-- bodies are reached one after the other by joints in their order; a joint between two that are
-- reached already closes a loop
local function span(m, cut)
  local is_cut, reached, tree, left = {}, {}, {}, {}
  for _, name in ipairs(cut) do
    local found
    for _, j in ipairs(m.joints) do if j.name == name then found = j end end
    if not found then check.fail("cut", "no joint '%s'", tostring(name)) end
    is_cut[found] = true
  end
  local more = true
  while more do
    more = false
    for _, j in ipairs(m.joints) do
      local a, b = not j.from or reached[j.from], not j.on or reached[j.on]
      if not is_cut[j] and not tree[j] and (a and true or false) ~= (b and true or false) then
        tree[j] = { forward = a and true or false }
        left[#left + 1] = j
        reached[a and j.on or j.from] = true
        more = true
      end
    end
  end
  for _, b in ipairs(m.bodies) do
    if not reached[b.name] then
      check.fail("joints",
        "'%s' hangs on nothing: no joint that is not cut leads to it from the ground", b.name)
    end
  end
  local closing = {}
  for _, j in ipairs(m.joints) do if not tree[j] then closing[#closing + 1] = j end end
  return left, tree, closing
end

-- systems -----------------------------------------------------------------------------------------

local function new_system(m)
  local s = li.system { planar = m.planar, name = m.name, gravity = m.gravity or nil }
  rawset(s, "asked", m.asked)
  return s
end

local function joint_coordinates(s, list)
  local symbols = {}
  for _, j in ipairs(list) do
    symbols[j] = #j.coordinate > 0 and { s:coordinates(table.concat(j.coordinate, " ")) } or {}
  end
  return symbols
end

-- the same for those that only ask where bodies are: without masses and loads. asked: as of systems
local function shape_of(m, asked)
  return setmetatable({ asked = asked or "numbers", loads = {} }, { __index = m })
end

local function given_mass(m, i, key, what)
  local b = m.bodies[i]
  if m.asked ~= "all" then return m.planar and 0 or key == "m" and 0 or { 0, 0, 0 } end
  if b[key] ~= nil then return b[key] end
  check.fail(("bodies[%d].%s"):format(i, m.words[i][key]),
    "expected the %s of '%s' (0 where it has none)", what, b.name)
end

local function add_bodies(m, s, poses)
  for i, b in ipairs(m.bodies) do
    s:body {
      name = b.name, com = b.com, place = place_of(m, poses[b.name]),
        m = given_mass(m, i, "m", "mass"),
      j = given_mass(m, i, "j", "moment of inertia about the centre of mass"),
    }
  end
end

local function add_loads(m, s)
  local bodies = {}
  for _, b in ipairs(s.bodies) do bodies[b.name] = b end
  for i, spec in ipairs(m.loads) do
    local path, f = ("loads[%d]"):format(i), spec
    local b = f.on == nil and s:ground() or bodies[f.on]
    if not b then check.fail(path .. ".on", "no body '%s'", f.on) end
    if (f.f == nil) == (f.torque == nil) then check.fail(path, "expected either f or torque") end
    if f.f ~= nil then
      b:force { f = f.f, at = f.at, axes = f.axes, from = f.from }
    else
      b:torque { n = f.torque, axes = f.axes, from = f.from }
    end
  end
end

local function add_joint(s, j, kept)
  s:joint { kept = kept, kind = j.kind, on = j.on, from = j.from, at = j.at, at_from = j.at_from,
    axis = j.axis, axis_from = j.axis_from, angle = j.angle, rot = j.rot, rpy = j.rpy,
    pitch = j.pitch, name = j.name }
end

local forms = {}

-- every joint of the tree its coordinate, the cut joints as rows
function forms.joint(m, o)
  local s, tree, how, closing = new_system(m), span(m, o.cut)
  add_bodies(m, s, tree_poses(m, tree, how, joint_coordinates(s, tree)))
  for _, j in ipairs(closing) do add_joint(s, j) end
  if m.asked == "all" then
    for _, j in ipairs(tree) do add_joint(s, j, true) end
  end
  return s
end

-- every joint its coordinate: where a loop closes, both ways to the body must agree
function forms.complete(m, o)
  local s, tree, how, closing = new_system(m), span(m, o.cut)
  local all = {}
  for _, j in ipairs(m.joints) do all[#all + 1] = j end
  local symbols = joint_coordinates(s, all)
  local poses = tree_poses(m, tree, how, symbols)
  add_bodies(m, s, poses)
  for _, j in ipairs(closing) do
    local X = relative(m, j, symbols[j])
    local Y, other = j.on and poses[j.on] or placing.identity(m.planar),
      j.from and compose(m, poses[j.from], X) or X
    local gap = short(m, Y.p - other.p):table()
    if m.planar then
      gap[3] = Y.angle - other.angle
    else
      local E = short(m, other.R:transpose() * Y.R)
      gap[4], gap[5], gap[6] = E:at(2, 3), E:at(3, 1), E:at(1, 2)
    end
    s:holonomic(gap)
  end
  return s
end

local letters = { [true] = { "x", "y", "th" }, [false] = { "x", "y", "z", "roll", "pitch", "yaw" } }

-- every body its own coordinates, every joint rows
function forms.cartesian(m)
  local s, poses, taken = new_system(m), {}, {}
  for _, b in ipairs(m.bodies) do
    local list = {}
    for i, letter in ipairs(letters[m.planar]) do
      list[i] = fresh(after(letter, b.name), taken)
      taken[list[i]] = true
    end
    local q = { s:coordinates(table.concat(list, " ")) }
    poses[b.name] = placing.read(m.planar and q or { p = { q[1], q[2], q[3] },
      rpy = { q[4], q[5], q[6] } }, b.name, m.planar, s.q)
  end
  add_bodies(m, s, poses)
  for _, j in ipairs(m.joints) do add_joint(s, j) end
  return s
end

local function choice(s, independent, count)
  local chosen, dependent, by_name = {}, {}, {}
  for _, q in ipairs(s.q) do by_name[tostring(q)] = q end
  for i, name in ipairs(independent) do
    if not by_name[tostring(name)] then
      check.fail(("independent[%d]"):format(i), "no coordinate '%s'", tostring(name))
    end
    chosen[tostring(name)] = true
  end
  for _, q in ipairs(s.q) do if not chosen[tostring(q)] then dependent[#dependent + 1] = q end end
  if #independent ~= count then
    check.fail("independent", "%d named, the mechanism has %d degree%s of freedom", #independent,
      count, count == 1 and "" or "s")
  end
  return dependent
end

-- as many coordinates as there is freedom: the others solved out of the loops, where that is
-- possible one by one
function forms.strict(m, o)
  local s = forms.joint(m, o)
  local free, rows = #s.q - #s.rows, {}
  local independent = o.independent or { tostring(s.q[1]) }
  local dependent = choice(s, independent, free)
  for i, r in ipairs(s.rows) do rows[i] = r.phi end
  local change, open = loops.solve(rows, dependent,
    { branch = o.branch or {}, near = o.near or {} })
  if not change then
    local list = {}
    for i, q in ipairs(open) do list[i] = tostring(q) end
    return nil,
      ("the loops have no closed form that gives %s: mechanism:strict tells it in numbers, "
      .. "the joint form with :kane{independent = ..} in symbols"):format(
      table.concat(list, ", ")), "ENOCONV"
  end
  local strict, poses = new_system(m), {}
  strict:coordinates(table.concat(independent, " "))
  for _, b in ipairs(s.bodies) do
    local p = b.pose
    poses[b.name] = { R = p.R:subs(change), p = p.p:subs(change),
      angle = m.planar and p.angle:subs(change) or nil }
  end
  add_bodies(m, strict, poses)
  return strict, change
end

local options = { cut = "any?", independent = "any?", branch = "table?", near = "table?" }

function mechanism.system_of(m, form, opts)
  local o = check.fields(opts or {}, "options", options)
  o.cut = o.cut ~= nil and (type(o.cut) == "table" and o.cut or { o.cut }) or m.cut
  if o.independent ~= nil then o.independent = names(o.independent) end
  local s, why, code = forms[form](m, o)
  if not s then return nil, why, code end
  add_loads(m, s)
  return s, why
end

-- how many rows of a system are independent in general: wherever its coordinates may be
local function general_rank(s)
  if #s.rows == 0 then return 0 end
  local system = require "liaison.constrained.system"
  local H, b = system.rows_of(s)
  local _, _, dependent = kit.kane.partition { H = system.flat(H), b = b, n = #s.q }
  return type(dependent) == "table" and #dependent or #s.rows
end

-- ... and at a configuration that closes the loops, where rows can follow from others by their
-- lengths
function mechanism.rank_at(s, at)
  if #s.rows == 0 then return 0 end
  local rows = {}
  for i, r in ipairs(s.rows) do rows[i] = r.phi end
  return placing.numbers(li.jacobian(rows, s.q), at):rank(1e-9)
end

-- the same of all rows, those of velocities too, at numbers of everything
function mechanism.rank_of_rows(s, at)
  if #s.rows == 0 then return 0 end
  local H = require("liaison.constrained.system").rows_of(s)
  return placing.numbers(H, at):rank(1e-9)
end

mechanism.general_rank = general_rank

local function counted(n, rows)
  return { coordinates = n, constraints = rows, multipliers = rows, equations = n + rows }
end

-- n coordinates, constraints, multipliers and equations of every form
local function counts(m, at)
  m = shape_of(m, "rows")
  local joint = forms.joint(m, { cut = m.cut })
  local out = { strict = counted(#joint.q - (at and mechanism.rank_at(joint, at)
    or general_rank(joint)), 0), joint = counted(#joint.q, #joint.rows) }
  for _, form in ipairs { "complete", "cartesian" } do
    local s = forms[form](m, { cut = m.cut })
    out[form] = counted(#s.q, #s.rows)
  end
  return out
end

-- positions that close the loops ------------------------------------------------------------------

-- the longest way from a body's origin, or the ground's, to one of its joints
local function longest(m, values)
  local most = 0
  for _, j in ipairs(m.joints) do
    for _, key in ipairs { "at", "at_from" } do
      local p = j[key] ~= nil
        and placing.numbers(vector(j[key], j.name .. "." .. key, m.planar and 2 or 3), values)
      if p then most = math.max(most, p:norm()) end
    end
  end
  return most
end

-- all coordinates, and the residual at every step
function mechanism.assemble(m, form, given, guess, opts)
  local s, why, code = mechanism.system_of(shape_of(m), form, opts)
  if not s then return nil, why, code end
  local values, other = {}, {}
  for _, j in ipairs(m.joints) do
    for _, name in ipairs(j.coordinate) do other[name], other[name .. "'"] = true, true end
  end
  for _, q in ipairs(s.q) do other[tostring(q)] = nil end
  for key, v in pairs(given) do -- those of joints that have no coordinate in this form say nothing
    if not other[key] then values[key] = v end
  end
  return close_rows(s, values, guess, function(at) return longest(m, at) end)
end

-- in words ----------------------------------------------------------------------------------------

local function text(m)
  local c = counts(m)
  local where = m.planar and m.plane ~= "xy"
    and (", in the plane %s %s"):format(m.plane:sub(1, 1), m.plane:sub(2)) or ""
  local out = { ("%s: %d bodies, %d joints%s"):format(m.name, #m.bodies, #m.joints, where),
    "form        coordinates  constraints  equations" }
  for _, form in ipairs { "strict", "joint", "complete", "cartesian" } do
    out[#out + 1] = ("%-10s  %11d  %11d  %9d"):format(form, c[form].coordinates,
      c[form].constraints, c[form].equations)
  end
  return table.concat(out, "\n")
end

local class

local function create(spec)
  local f = check.fields(spec, "mechanism", mechanism_fields)
  if spec.plane ~= nil and not f.planar then
    check.fail("plane", "a mechanism in space stands in no plane: leave out plane or planar")
  end
  local m = { spec = f, taken = {}, planar = f.planar,
    plane = f.planar and (f.plane or "xy") or nil, name = f.name or "mechanism",
    gravity = f.gravity or false, bodies = {}, joints = {}, by_name = {}, loads = {}, asked = "all",
    words = {} }
  read_texts(m, "mechanism", "gravity")
  for i, b in ipairs(f.bodies) do
    local path = ("bodies[%d]"):format(i)
    local body, said = check.named(b, path, body_fields, placing.body_names)
    body = read_texts(placing.unfold_inertia(body, path, "j", m.planar), path, "m j com", said)
    if m.by_name[body.name] then
      check.fail(("bodies[%d].name"):format(i), "a body '%s' is there already", body.name)
    end
    m.by_name[body.name] = body
    m.bodies[i], m.words[i] = body, said
  end
  if #m.bodies == 0 then check.fail("bodies", "expected at least one body") end
  for i, j in ipairs(f.joints) do m.joints[i] = read_joint(m, j, i) end
  for i, load in ipairs(f.loads or {}) do
    local path = ("loads[%d]"):format(i)
    m.loads[i] = read_texts(check.fields(load, path, load_fields), path, "f at torque")
  end
  m.taken = nil
  m.cut = f.cut ~= nil and (type(f.cut) == "table" and f.cut or { f.cut }) or {}
  span(m, m.cut)
  return class.new(m)
end

local SLIDER = "local m = li.mechanism{bodies = {{name = 'arm', mass = 1, inertia = 1}, {name "
  .. "= 'rod', mass = 1, inertia = 1}, "
  .. "{name = 'slide', mass = 1, inertia = 0}}, joints = {"
  .. "{kind = 'revolute', to = 'arm', coordinate = 'ka'}, {kind = 'revolute', to = 'rod', "
  .. "from = 'arm', from_at = {0.3, 0}, coordinate = 'kb'}, "
  .. "{kind = 'prismatic', to = 'slide', coordinate = 'ks'}, {kind = 'revolute', to = "
  .. "'slide', from = 'rod', from_at = {1, 0}, coordinate = 'kc'}}}; "

class = check.class("mechanism", "Bodies and joints, with loops: from li.mechanism.", {
  { "mechanism:system(form: strict|joint|complete|cartesian [, options: table]) -> system",
    "The mechanism written in few or many coordinates: strict (independent = .. names them; "
    .. "branch = {name = 1 or 2} chooses a root, near = numbers of a configuration the "
    .. "nearest; then what the others are), joint (a "
    .. "tree, loops cut: cut = names of joints), complete (cut joints keep their "
    .. "coordinates), cartesian (every body its own). nil, message, code where strict has no "
    .. "closed form.",
    SLIDER .. "return #m:system('joint').q, #m:system('cartesian').q --> 3, 9",
    mechanism.system_of },
  { "mechanism:equations(form: strict|joint|complete|cartesian [, options: table]) -> equations",
    "The equations in the coordinates of a form, loops as constraints.",
    SLIDER .. "return #m:equations('joint').J --> 2", function(m, form, o)
      local s, why, code = mechanism.system_of(m, form, o)
      if not s then return nil, why, code end
      return s:equations()
    end },
  { "mechanism:counts([at: table]) -> table",
    "coordinates, constraints, multipliers and equations of every form; at = numbers of a "
    .. "configuration that closes the loops: strict by rank there.",
    SLIDER .. "return m:counts().cartesian.equations --> 17", counts },
  { "mechanism:assemble(form: joint|complete|cartesian, given: table [, guess: table, "
    .. "options: table]) -> table",
    "Coordinates that close the loops, by Newton from a guess: given = numbers of parameters "
    .. "and of coordinates that stay; and the residual at every step. nil, message, "
    .. "'EUNREACHABLE', {closest, trace} where they do not close.",
    SLIDER .. "return m:assemble('joint', {ka = 0}, {ks = 1}).ks --> 1.3", mechanism.assemble },
  { "mechanism.__tostring(m: mechanism) -> str", "Its bodies, joints, and the size of every form.",
    SLIDER .. "return tostring(m):match 'strict +(%d)' --> 1", text },
})

kit.define(li, {
  "mechanism(spec: table) -> mechanism",
  "Bodies {name, mass, inertia, com} (without mass and inertia where only motion is asked for) "
  .. "and joints {kind, from (left out: the ground), to, from_at, to_at, to_axis (of both; in "
  .. "space from_axis = the same expressed in `from`), angle, coordinate, name}. In the plane "
  .. "(plane = 'xz': which one of its model), or with planar = false in space. Kinds: revolute, "
  .. "prismatic, fixed, slot (slides along its axis and turns: 2 coordinates, in space 4), in "
  .. "space also cylindrical, spherical (three angles: z, then y, then x), helical (pitch), "
  .. "universal (turns about from_axis, then about to_axis), planar; there rot = rows or rpy says "
  .. "how `to` stands in `from` where the coordinates are 0, angle in the plane. Loops are closed "
  .. "by the joints that come last or are named in cut. Loads are {on, f, at, axes, from} or {on, "
  .. "torque, from}; gravity is a vector.",
  SLIDER .. "return m:counts().joint.constraints --> 2", create,
})

mechanism.parts_of = parts_of
mechanism.class, mechanism.create, mechanism.freedom_of, mechanism.names = class, create,
  freedom_of, names
mechanism.shape_of, mechanism.span = shape_of, span
return mechanism
