-- srdf.lua - SRDF: what a planner is told beside a robot: groups of joints, named poses, end
-- effectors, and pairs of links that need not be looked at
--
-- Names are held against a model; what it has not is told with its line, and kept out.
local li = require "liaison.core"
local check = require "liaison.base.check"
local reading = require "liaison.describe.reading"
local write = require "liaison.describe.write_tree"
local xml = require "liaison.describe.xacro_xml"
local kit = li._internal

local fail, attribute = reading.fail, xml.attribute
local MOST_PAIRS, DEEPEST = 1000000, 50

local function asked(e, key)
  local x = attribute(e, key)
  if not x or x == "" then fail(e, "<%s> without %s", e.name, key) end
  return x
end

-- ---- the model the names are of ----

-- { links = {name = body}, joints = {name = body}, list of bodies }
local function known_of(model)
  local known = { links = { world = { name = "world" } }, joints = {}, bodies = {} }
  for _, b in ipairs(model:description().bodies or {}) do
    local j = type(b.joint) == "table" and b.joint or b
    local one = { name = b.name, parent = b.parent or "world", q = {} }
    if j.q then one.q[1] = j.q end
    for _, dof in ipairs(j.dofs or b.dofs or {}) do one.q[#one.q + 1] = dof.q end
    one.joint = type(b.joint) == "table" and b.joint.name or nil
    known.links[b.name], known.bodies[#known.bodies + 1] = one, one
    if one.joint then known.joints[one.joint] = one end
    for _, q in ipairs(one.q) do known.joints[q] = known.joints[q] or one end
  end
  return known
end

-- the name where it is of the model, else a warning
local function of_model(c, e, what, name)
  local list = what == "link" and c.known.links or c.known.joints
  if list[name] then return list[name] end
  -- joints that do not move have no name in a model
  if what == "joint" and c.virtual[name] then return nil end
  local near = kit.nearest(name, list)
  c.list:tell(e, "<%s>: the model has no %s '%s'%s", e.name, what, name,
    near and (" (did you mean '%s'?)"):format(near) or "")
end

-- ---- groups ----

local PARTS = {}

-- from the tip up to the base; both ends belong to it, but not the joint that leads to the base
function PARTS.chain(c, e, g)
  local base, tip = asked(e, "base_link"), asked(e, "tip_link")
  local from, at = of_model(c, e, "link", base), of_model(c, e, "link", tip)
  g.base, g.tip = base, tip
  if not from or not at then return end
  local way = {}
  while at and at ~= from do
    table.insert(way, 1, at)
    at = c.known.links[at.parent]
    if at and at.name == "world" and from.name ~= "world" then at = nil end
  end
  if not at then
    c.list:tell(e, "<chain>: '%s' does not carry '%s'", base, tip)
    return
  end
  for _, body in ipairs(way) do c.put(g, body, true) end
end

function PARTS.joint(c, e, g)
  local body = of_model(c, e, "joint", asked(e, "name"))
  if body then c.put(g, body, true) end
end

-- a link stands for the joint that leads to it
function PARTS.link(c, e, g)
  local body = of_model(c, e, "link", asked(e, "name"))
  if body and body.name ~= "world" then c.put(g, body, true) end
end

local group_of

function PARTS.group(c, e, g, depth)
  local name = asked(e, "name")
  local other = c.groups_at[name]
  if not other then
    c.list:tell(e, "<group>: no group '%s'%s", name, check.hint(name, c.groups_at))
    return
  end
  g.groups[#g.groups + 1] = name
  for _, body in ipairs(group_of(c, other, depth + 1).bodies) do c.put(g, body) end
end

function group_of(c, e, depth)
  local name = asked(e, "name")
  local g = c.groups[name]
  if g and not g.busy then return g end
  if g or depth > DEEPEST then fail(e, "<group> '%s' holds itself", name) end
  g = { name = name, joints = {}, links = {}, coordinates = {}, groups = {}, bodies = {}, has = {},
    busy = true, where = reading.where(e) }
  c.groups[name] = g
  c.groups_in_order[#c.groups_in_order + 1] = name
  for _, kid in ipairs(e.kids) do
    if PARTS[kid.name] then PARTS[kid.name](c, kid, g, depth)
    elseif type(kid) == "table" then
      c.list:tell(kid, "<%s> in <group>: not read%s", kid.name, check.hint(kid.name, PARTS))
    end
  end
  g.busy = nil
  return g
end

local function put(g, body)
  if g.has[body] then return end
  g.has[body] = true
  g.bodies[#g.bodies + 1], g.links[#g.links + 1] = body, body.name
  if body.joint or body.q[1] then g.joints[#g.joints + 1] = body.joint or body.q[1] end
  for _, q in ipairs(body.q) do g.coordinates[#g.coordinates + 1] = q end
end

-- ---- what else there is ----

local READ = {}

function READ.group(c, e) group_of(c, e, 0) end

-- the value of a joint: one number, or several of one that moves in several ways
local function joint_value(c, e, values)
  local name = asked(e, "name")
  local body = of_model(c, e, "joint", name)
  if not body then return end
  local x = reading.numbers(e, "value", asked(e, "value"), 1, 7)
  -- one that follows another or stands still has no coordinate of its own
  if #body.q == 0 then return end
  if #x ~= #body.q then
    c.list:tell(e, "<joint> '%s': %d numbers for %d coordinates: not read", name, #x, #body.q)
    return
  end
  for k, q in ipairs(body.q) do values[q] = x[k] end
end

function READ.group_state(c, e)
  local name, group, values = asked(e, "name"), asked(e, "group"), {}
  if not c.groups_at[group] then
    c.list:tell(e, "<group_state>: no group '%s'%s", group, check.hint(group, c.groups_at))
  end
  for _, kid in ipairs(e.kids) do
    if kid.name == "joint" then joint_value(c, kid, values) end
  end
  c.states[#c.states + 1] = { name = name, group = group, values = values,
    where = reading.where(e) }
end

function READ.end_effector(c, e)
  local parent = attribute(e, "parent_link")
  if parent then of_model(c, e, "link", parent) end
  c.effectors[#c.effectors + 1] = { name = asked(e, "name"), group = attribute(e, "group"),
    parent_link = parent, parent_group = attribute(e, "parent_group"), where = reading.where(e) }
end

local TYPES = { fixed = true, planar = true, floating = true }

function READ.virtual_joint(c, e)
  local name, kind = asked(e, "name"), asked(e, "type")
  reading.word(e, "type", kind, TYPES)
  local child = of_model(c, e, "link", asked(e, "child_link"))
  c.virtual_joints[#c.virtual_joints + 1] = { name = name, kind = kind,
    child = asked(e, "child_link"), parent = asked(e, "parent_frame"), where = reading.where(e) }
  if child and kind ~= "fixed" and #child.q == 0 then
    c.list:tell(e, "<virtual_joint> '%s' is %s, and '%s' is fixed here: li.urdf(.., {floating = "
      .. "true}) lets it move", name, kind, child.name)
  end
end

function READ.passive_joint(c, e)
  local name = asked(e, "name")
  if of_model(c, e, "joint", name) then c.passive[#c.passive + 1] = name end
end

local function pair_key(a, b) return a < b and a .. "\n" .. b or b .. "\n" .. a end

local function pair_of(c, e)
  local a, b = asked(e, "link1"), asked(e, "link2")
  if not of_model(c, e, "link", a) or not of_model(c, e, "link", b) then return nil end
  return a, b, pair_key(a, b)
end

local function allow(c, e, a, b, key, reason)
  if c.allowed_at[key] then return end
  if #c.allowed >= MOST_PAIRS then fail(e, "more than %d pairs", MOST_PAIRS) end
  local pair = { a, b, a = a, b = b, reason = reason }
  c.allowed_at[key], c.allowed[#c.allowed + 1] = pair, pair
end

function READ.disable_collisions(c, e)
  local a, b, key = pair_of(c, e)
  if a then allow(c, e, a, b, key, attribute(e, "reason")) end
end

function READ.enable_collisions(c, e)
  local _, _, key = pair_of(c, e)
  if key then c.enabled[key] = true end
end

function READ.disable_default_collisions(c, e)
  local link = of_model(c, e, "link", asked(e, "link"))
  if link then c.alone[#c.alone + 1] = { e = e, name = link.name } end
end

function READ.joint_property(c, e)
  local name = asked(e, "joint_name")
  c.properties[name] = c.properties[name] or {}
  c.properties[name][asked(e, "property_name")] = attribute(e, "value") or ""
end

function READ.link_sphere_approximation(c, e)
  local link, list = asked(e, "link"), {}
  if not of_model(c, e, "link", link) then return end
  for _, kid in ipairs(e.kids) do
    if kid.name == "sphere" then
      list[#list + 1] = { center = reading.numbers(kid, "center", asked(kid, "center"), 3),
        radius = reading.number(kid, "radius", asked(kid, "radius")) }
    end
  end
  c.spheres[link] = list
end

-- a link that is off by default touches none but those it is on with
local function settle_defaults(c)
  for _, one in ipairs(c.alone) do
    for _, other in ipairs(c.known.bodies) do
      local key = pair_key(one.name, other.name)
      if other.name ~= one.name then
        allow(c, one.e, one.name, other.name, key, "Default")
      end
    end
  end
  for i = #c.allowed, 1, -1 do
    if c.enabled[pair_key(c.allowed[i].a, c.allowed[i].b)] then table.remove(c.allowed, i) end
  end
end

-- ---- the whole ----

local class

local function by_name(c, e)
  c.groups_at, c.virtual = {}, {}
  for _, kid in ipairs(e.kids) do
    local name = type(kid) == "table" and attribute(kid, "name")
    if name and kid.name == "group" then
      if c.groups_at[name] then fail(kid, "<group>: the name '%s' is taken", name) end
      c.groups_at[name] = kid
    elseif name and kid.name == "virtual_joint" then c.virtual[name] = true end
  end
end

local function parsed(text, path, model)
  local root = xml.read(text, path)
  if root.name ~= "robot" then fail(root, "expected <robot>, got <%s>", root.name) end
  local c = { list = reading.list(), known = known_of(model), groups = {}, groups_in_order = {},
    states = {}, effectors = {}, virtual_joints = {}, passive = {}, allowed = {}, allowed_at = {},
    enabled = {}, alone = {}, properties = {}, spheres = {}, put = put }
  by_name(c, root)
  local name, of = attribute(root, "name"), model:description().name
  if name and of and name ~= of then
    c.list:tell(root, "it is of the robot '%s', the model is '%s'", name, of)
  end
  for _, kid in ipairs(root.kids) do
    if READ[kid.name] then READ[kid.name](c, kid)
    elseif type(kid) == "table" then
      c.list:tell(kid, "<%s>: not read%s", kid.name, check.hint(kid.name, READ))
    end
  end
  settle_defaults(c)
  for _, g in pairs(c.groups) do g.bodies, g.has, g.busy = nil, nil, nil end
  local warnings = {}
  for i, w in ipairs(c.list:warnings()) do warnings[i] = w[1] .. ": " .. w[2] end
  return class.new { name = name or "", source = path, model = model, groups = c.groups,
    order = c.groups_in_order, states = c.states, effectors = c.effectors,
    virtual_joints = c.virtual_joints, passive = c.passive, allowed = c.allowed,
    properties = c.properties, spheres = c.spheres, complaints = warnings }
end

local function read_text(text, path, model)
  local ok, x = check.try(parsed, text, path, model)
  if ok then return x end
  if type(x) == "table" and x[1] then kit.raise(x[1]) end
  error(x, 0)
end

local function state_named(s, name, group)
  local found, names = nil, {}
  for _, state in ipairs(s.states) do
    names[state.name] = true
    if state.name == name and (not group or state.group == group) then
      if found then
        check.fail("name", "groups '%s' and '%s' both have a state '%s': q(name, {group = ..})",
          found.group, state.group, name)
      end
      found = state
    end
  end
  if not found then check.fail("name", "no state '%s'%s", name, check.hint(name, names)) end
  return found
end

local QFIELDS = { group = true, q = true }

-- a state as q of the model: what it does not say is as in options.q, or at home
local function q_of(s, name, options)
  options = options or {}
  check.keys(options, "options", QFIELDS)
  local state = state_named(s, name, options.group)
  local q, start = {}, options.q or s.model:home()
  for i, coordinate in ipairs(s.model:coordinates()) do
    q[i] = state.values[coordinate] or start[i]
  end
  return li.vec(q)
end

local function count(n, what) return ("%d %s%s"):format(n, what, n == 1 and "" or "s") end

class = check.class("srdf", "What a planner is told of a robot: groups, states, allowed pairs.", {
  { "srdf.__tostring(s: srdf) -> str", "Groups with their joints, states, how many pairs.",
    'tostring(li.srdf_text("<robot/>", li.planar{1})):match "0 allowed pairs" --> 0 allowed pairs',
    function(s)
      local out = { ("%s: %s, %s, %s, "
        .. "%s"):format(s.name ~= "" and s.name or "srdf", count(#s.order, "group"),
        count(#s.states, "state"), count(#s.effectors, "end effector"),
        count(#s.allowed, "allowed pair")) }
      for _, name in ipairs(s.order) do
        local g = s.groups[name]
        out[#out + 1] = ("  %s: %s"):format(name, #g.joints > 0 and table.concat(g.joints, " ")
          or count(#g.links, "link"))
      end
      for _, state in ipairs(s.states) do
        out[#out + 1] = ("  %s of %s"):format(state.name, state.group)
      end
      if #s.complaints > 0 then
        out[#out + 1] = ("  %s: s:warnings()"):format(count(#s.complaints, "warning"))
      end
      return table.concat(out, "\n")
    end },
  { "srdf:q(name: str [, options: table]) -> vec",
    "A named state as q of the model. What the state does not say is at home, or as in options.q; "
    .. "options.group: of two states of one name that of this group.",
    'li.srdf_text([[<robot><group name="g"><joint name="q1"/></group><group_state name="up" '
    .. 'group="g"><joint name="q1" value="1.5"/></group_state></robot>]], li.planar{1}):q "up" '
    .. '--> [1.5]', q_of },
  { "srdf:warnings() -> table", "What was not read, and names the model does not have: sentences "
    .. "with file and line.",
    '#li.srdf_text("<robot/>", li.planar{1}):warnings() --> 0',
    function(s) return check.copy(s.complaints) end },
})

-- ---- back out ----

local WRITTEN = { allowed = true, groups = true, states = true, effectors = true, name = true }

local function sorted(t)
  local names = {}
  for name in pairs(t) do names[#names + 1] = name end
  kit.sort(names)
  return names
end

local function put_group(w, name, g)
  w(1, '<group name="%s">', write.text(name))
  if g.base and g.tip then
    w(2, '<chain base_link="%s" tip_link="%s"/>', write.text(g.base), write.text(g.tip))
  end
  for _, inner in ipairs(g.groups or {}) do w(2, '<group name="%s"/>', write.text(inner)) end
  if not (g.base and g.tip) and #(g.groups or {}) == 0 then
    for _, joint in ipairs(g.joints or {}) do w(2, '<joint name="%s"/>', write.text(joint)) end
  end
  w(1, "</group>")
end

-- names of joints by coordinate, as a file calls them
local function joints_of(model)
  local list = {}
  for _, body in ipairs(known_of(model).bodies) do
    for _, q in ipairs(body.q) do list[q] = { body.joint or q, body.q } end
  end
  return list
end

local function put_state(w, state, joints)
  w(1, '<group_state name="%s" group="%s">', write.text(state.name), write.text(state.group))
  local done = {}
  for _, q in ipairs(sorted(state.values)) do
    local j = joints[q]
    if not j then check.fail("states", "no coordinate '%s'%s", q, check.hint(q, joints)) end
    if not done[j[1]] then
      local numbers = {}
      for i, name in ipairs(j[2]) do numbers[i] = kit.exact(state.values[name] or 0) end
      done[j[1]] = true
      w(2, '<joint name="%s" value="%s"/>', write.text(j[1]), table.concat(numbers, " "))
    end
  end
  w(1, "</group_state>")
end

local function told_name(s) return s.name ~= "" and s.name or nil end

local function written(model, s)
  local out, w = write.lines()
  local joints = joints_of(model)
  w(0, '<?xml version="1.0"?>')
  w(0, '<robot name="%s">', write.text(told_name(s) or model:description().name or "robot"))
  for _, name in ipairs(sorted(s.groups or {})) do put_group(w, name, s.groups[name]) end
  for _, state in ipairs(s.states or {}) do put_state(w, state, joints) end
  for _, e in ipairs(s.effectors or {}) do
    w(1, '<end_effector name="%s" parent_link="%s" group="%s"%s/>', write.text(e.name),
      write.text(e.parent_link or ""), write.text(e.group or ""), e.parent_group
      and (' parent_group="%s"'):format(write.text(e.parent_group)) or "")
  end
  for _, v in ipairs(s.virtual_joints or {}) do
    w(1, '<virtual_joint name="%s" type="%s" parent_frame="%s" child_link="%s"/>',
      write.text(v.name), v.kind, write.text(v.parent), write.text(v.child))
  end
  for _, name in ipairs(s.passive or {}) do
    w(1, '<passive_joint name="%s"/>', write.text(name))
  end
  for i, p in ipairs(s.allowed or {}) do
    local a, b = p.a or p[1], p.b or p[2]
    if type(a) ~= "string" or type(b) ~= "string" then
      check.fail(("allowed[%d]"):format(i), "expected {a = link, b = link}")
    end
    w(1, '<disable_collisions link1="%s" link2="%s"%s/>', write.text(a), write.text(b),
      p.reason and (' reason="%s"'):format(write.text(p.reason)) or "")
  end
  w(0, "</robot>")
  return table.concat(out, "\n") .. "\n"
end

-- what is to be written has the form that li.srdf gives
local function check_what(what)
  if type(what) ~= "table" then
    check.fail("what", "expected a table or a srdf, got %s", check.got(what))
  end
  check.keys(what, "what", WRITTEN)
  for key, x in pairs(what) do
    if key ~= "name" and type(x) ~= "table" then
      check.fail("what." .. key, "expected a table, got %s", check.got(x))
    end
    for at, one in pairs(key ~= "name" and x or {}) do
      if type(one) ~= "table" then
        check.fail(("what.%s[%s]"):format(key, tostring(at)), "expected a table, got %s",
          check.got(one))
      end
    end
  end
  if what.name ~= nil and type(what.name) ~= "string" then
    check.fail("what.name", "expected a text, got %s", check.got(what.name))
  end
end

local function check_state(state, i)
  local path = ("what.states[%d]"):format(i)
  for _, key in ipairs { "name", "group" } do
    if type(state[key]) ~= "string" then
      check.fail(path .. "." .. key, "expected a text, got %s", check.got(state[key]))
    end
  end
  if type(state.values) ~= "table" then
    check.fail(path .. ".values", "expected numbers by name, got %s", check.got(state.values))
  end
  for name, x in pairs(state.values) do
    if type(name) ~= "string" or type(x) ~= "number" then
      check.fail(path .. ".values", "expected numbers by name, got %s", check.got(x))
    end
  end
end

local function srdf_of(model, what, path)
  if kit.class(what) ~= "srdf" then check_what(what) end
  for i, state in ipairs(what.states or {}) do check_state(state, i) end
  return check.give(written(model, what), path)
end

check.define(li, {
  { "srdf(path: path, model: model) -> srdf",
    "What SRDF tells a planner of this model: groups {name = {joints, links, coordinates, base, "
    .. "tip}}, states {{name, group, values}} and s:q 'ready', effectors, virtual_joints, passive, "
    .. "allowed {{a, b, reason}}: pairs of links that may touch (disable_collisions, and "
    .. "disable_default_collisions less enable_collisions), spheres, properties. Names the model "
    .. "does not have are in s:warnings(). nil, message, code where the file cannot be read.",
    "select(3, li.srdf(\"nowhere.srdf\", li.planar{1})) --> EIO",
    function(path, model)
      local text, why, code = reading.file(path)
      if not text then return nil, why, code end
      return read_text(text, path, model)
    end },
  { "srdf_text(text: str, model: model) -> srdf", "The same from text.",
    "li.srdf_text(\"<robot/>\", li.planar{1}) --> srdf: 0 groups, 0 states, 0 end effectors, "
    .. "0 allowed pairs",
    function(text, model) return read_text(text, "srdf", model) end },
})

check.define(kit.methods "model", {
  { "model:srdf(what: any [, path: path]) -> str|bool",
    "SRDF of this model: what is one that li.srdf has read, or {allowed = {{a, b, reason}}, groups "
    .. "= {arm = {base, tip} or {joints}}, states = {{name, group, values}}, effectors, name}; its "
    .. "text, or written to path.",
    'li.planar{1}:srdf{allowed = {{a = "link1", b = "world"}}}:match "link2=(%S+)/" --> "world"',
    srdf_of },
})
