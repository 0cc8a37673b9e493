-- definition.lua - the definition table of the vehicle thesis: frames, bodies, contact points,
-- variables; and its Maple text
--
-- [thesis] F3.1-F3.3.  A frame is { parent, {tx, ty, tz}, {rx, ry, rz} }: first the translation,
-- told in the parent, then the rotation; one angle a frame, or (order = "rpy") Rz(rz) Ry(ry)
-- Rx(rx).  Entries are numbers or expressions; what is listed under variables moves, everything
-- else is constant.  A body { name, mass, inertia, centre } is attached to the frame it is entered
-- under; its inertia is central, in the axes of the frame, entries of the matrix as they stand.
-- Where the tree is closed, loops and constraints say how.
local kit = require "liaison.core"._internal
local reader = require "liaison.describe.maple_reader"
local value = require "liaison.describe.value"

local definition = {}

-- what the thesis calls the parts
local parts = {
  frames = "frames", liaison = "frames", bodies = "bodies", corps = "bodies", contacts = "contacts",
    PointEnContact = "contacts",
  variables = "variables", q = "variables", loops = "loops", boucles = "loops",
    constraints = "constraints", contraintes = "constraints",
}
local others = { name = true, gravity = true, order = true, ground = true, qp = true, qs = true,
  ql = true, qpl = true, qsl = true, remarks = true }

local words = {} -- those of parts, in one order
for key in pairs(parts) do words[#words + 1] = key end
kit.sort(words)

-- names in the order a person counts: Repere2 before Repere11
local function natural(a, b)
  local ia, ib = 1, 1
  while ia <= #a and ib <= #b do
    local da, db = a:match("^%d+", ia), b:match("^%d+", ib)
    if da and db then
      if tonumber(da) ~= tonumber(db) then return tonumber(da) < tonumber(db) end
      ia, ib = ia + #da, ib + #db
    else
      local ca, cb = a:byte(ia), b:byte(ib)
      if ca ~= cb then return ca < cb end
      ia, ib = ia + 1, ib + 1
    end
  end
  return #a < #b
end

local function say(w, path, text, ...)
  w.complaints[#w.complaints + 1] = { path, select("#", ...) > 0 and kit.format(text, ...) or text }
end

-- what a user writes under a part, by any of its names
local function part(w, t, name)
  local found
  for _, key in ipairs(words) do
    if parts[key] == name and t[key] ~= nil then
      if found then say(w, name, "given twice, also as '%s'", key) end
      found = t[key]
    end
  end
  if found ~= nil and type(found) ~= "table" then
    say(w, name, "expected a table, got %s", type(found))
    return {}
  end
  return found or {}
end

-- { {name, entry, path} ... }: lists as they are, tables by name in natural order
local function entries(w, t, what)
  local out, names = {}, {}
  for i, e in ipairs(t) do
    if type(e) ~= "table" then
      say(w, ("%s[%d]"):format(what, i), "expected a table, got %s", type(e))
    elseif type(e.maple) == "string" then
      out[#out + 1] = { name = e.maple, entry = e, path = ("line %d, column %d: %s.%s"):format(
        e.line, e.column, what, e.maple) }
    elseif type(e[1]) == "string" and type(e[2]) == "string" then
      out[#out + 1] = { name = e[1], entry = { e[2], e[3], e[4], e[5] },
        path = ("%s[%d]"):format(what, i) }
    elseif e.name ~= nil or e.frame ~= nil then
      out[#out + 1] = { name = kit.format("%s", e.frame or e.name), entry = e,
        path = ("%s[%d]"):format(what, i) }
    else
      say(w, ("%s[%d]"):format(what, i),
        "its name and its parent come first: {\"R1\", \"R0\", {0,0,0}, {0,0,q1}}")
    end
  end
  for key in pairs(t) do
    if type(key) == "string" then names[#names + 1] = key end
  end
  table.sort(names, natural)
  for _, name in ipairs(names) do
    if type(t[name]) ~= "table" then
      say(w, what .. "." .. name, "expected a table, got %s", type(t[name]))
    else
      out[#out + 1] = { name = name, entry = t[name], path = what .. "." .. name }
    end
  end
  return out
end

local function vector(w, x, path)
  if x == nil or x == 0 then return { 0, 0, 0 } end
  if type(x) ~= "table" and type(x) ~= "userdata" or type(x) == "table" and #x ~= 3 then
    say(w, path, "expected 3 numbers or expressions, got %s",
      type(x) == "table" and tostring(#x) or type(x))
    return { 0, 0, 0 }
  end
  local out = {}
  for k = 1, 3 do
    local node, wrong = value.read(x[k])
    if not node then say(w, ("%s[%d]"):format(path, k), wrong) end
    out[k] = node or 0
  end
  return out
end

-- frames ------------------------------------------------------------------------------------------

local moves = { { "translation", 1, "Tx" }, { "translation", 2, "Ty" }, { "translation", 3, "Tz" },
  { "rotation", 3, "Rz" }, { "rotation", 2, "Ry" }, { "rotation", 1, "Rx" } }

-- entry number k of a frame as constant and moving parts, in order of motion
local function elementary(w, f, steps)
  local isvar = function(s) return w.is_variable[s] end
  for _, m in ipairs(moves) do
    local node = f[m[1]][m[2]]
    local rest, terms = value.linear(node, isvar)
    if not rest then
      say(w, ("%s.%s[%d]"):format(f.path, m[1], m[2]),
        "'%s' is not linear in the variables: a frame moves by sums of them", value.print(node))
    else
      if value.number(rest) ~= 0 then steps[#steps + 1] = { m[3], value.field(rest) } end
      for _, t in ipairs(terms) do
        local scale = value.field(t.coef)
        if scale ~= 0 then steps[#steps + 1] = { m[3], coordinate = t.name, scale = scale } end
      end
    end
  end
end

local function check_angles(w, f)
  local angles = {}
  for k, name in ipairs { "rx", "ry", "rz" } do
    if value.number(f.rotation[k]) ~= 0 then angles[#angles + 1] = name end
  end
  if #angles > 1 and w.order ~= "rpy" then
    say(w, f.path, "frame '%s' has %s angles (%s): give one angle a frame, or say order = "
      .. "\"rpy\" for Rz(rz) Ry(ry) Rx(rx)", f.name,
      #angles == 2 and "two" or "three", table.concat(angles, ", "))
  end
end

local function read_frame(w, e)
  local x, f = e.entry, { name = e.name, path = e.path }
  local parent = x.parent or x[1]
  if type(parent) ~= "string" then
    say(w, e.path .. ".parent", "expected the name of a frame, got %s", type(parent))
    return nil
  end
  f.parent = parent == w.ground and "world" or parent
  f.translation = vector(w, x.translation or x[2], e.path .. ".translation")
  f.rotation = vector(w, x.rotation or x[3], e.path .. ".rotation")
  check_angles(w, f)
  return f
end

-- one dof into the fields of a joint (or of an entry of dofs); the first frame that moves by a
-- coordinate owns it
local function dof(w, step)
  local d = {}
  if w.owner[step.coordinate] then
    d.follows = { step.coordinate, scale = step.scale ~= 1 and step.scale or nil }
  else
    w.owner[step.coordinate] = true
    d.q = step.coordinate
    if step.scale ~= 1 then d.scale = step.scale end
  end
  return d
end

local kind_of = { T = "prismatic", R = "revolute" }

local function joint_of(w, f, b)
  local steps = {}
  elementary(w, f, steps)
  local moving = {}
  for i, s in ipairs(steps) do
    if s.coordinate then moving[#moving + 1] = i end
  end
  local one = moving[1]
  if #moving < 2 then
    b.joint = one and kind_of[steps[one][1]:sub(1, 1)] or "fixed"
    b.place, b.after = {}, {}
    for i, s in ipairs(steps) do
      if i == one then
        b.axis = s[1]:sub(2)
        for k, v in pairs(dof(w, s)) do b[k] = v end
      else
        local list = one and i > one and b.after or b.place
        list[#list + 1] = s
      end
    end
    return
  end
  b.joint, b.moves, b.dofs = "moves", {}, {}
  for i, s in ipairs(steps) do
    b.moves[i] = s.coordinate and s[1] or s
    if s.coordinate then b.dofs[#b.dofs + 1] = dof(w, s) end
  end
end

-- bodies ------------------------------------------------------------------------------------------

local LETTERS = { "X", "Y", "Z" }

-- YZ3 and ZY3: one product of inertia under both names
local function same_product(a, b, i, j)
  if type(a) ~= "string" or type(b) ~= "string" then return false end
  local one, other = LETTERS[i] .. LETTERS[j], LETTERS[j] .. LETTERS[i]
  for at in a:gmatch("()" .. one) do
    if a:sub(1, at - 1) .. other .. a:sub(at + 2) == b then return true end
  end
  return false
end

local function as_text(x)
  if type(x) == "number" then return kit.number(x) end
  return type(x) == "string" and x or tostring(x)
end

-- a matrix of inertia with each product under one name; told what was read so, and which entries
-- differ
local function products(w, I, path)
  if type(I) ~= "table" or #I ~= 3 or type(I[1]) ~= "table" or #I[1] ~= 3 then return I end
  local out = { { I[1][1], I[1][2], I[1][3] }, {}, {} }
  for i = 2, 3 do for j = 1, 3 do out[i][j] = type(I[i]) == "table" and I[i][j] or nil end end
  for i = 1, 2 do
    for j = i + 1, 3 do
      local a, b = out[i][j], out[j][i]
      if same_product(a, b, i, j) or same_product(a, b, j, i) then
        out[i][j] = a < b and a or b
        out[j][i] = out[i][j]
        w.remarks[#w.remarks + 1] = ("%s.inertia: %s and %s are one product of inertia, %s")
          :format(path, a, b, out[i][j])
      elseif type(a) == "string" and type(b) == "string" and a ~= b
        and a:find "^[%a_][%w_]*$" and b:find "^[%a_][%w_]*$" then
        say(w, path .. ".inertia", "the matrix is not symmetric: [%d][%d] is %s, [%d][%d] is %s",
          i, j, as_text(a), j, i, as_text(b))
        out[j][i] = a
      end
    end
  end
  return out
end

local function put_body(w, e, bodies, frames)
  local b, x = bodies[e.name], e.entry
  if not b then
    say(w, e.path, "no frame is named '%s'%s", e.name, w.hint(e.name, w.names))
    return
  end
  if b.mass ~= nil or b.inertia ~= nil then
    say(w, e.path, "frame '%s' carries two bodies", e.name)
    return
  end
  local name = x.name or type(x[1]) == "string" and x[1] or nil
  if name and type(name) ~= "string" then
    say(w, e.path .. ".name", "expected a string, got %s",
      name ~= name and "nan" or type(name) == "number" and kit.number(name) or "a " .. type(name))
    name = nil
  end
  b.where, b.mass = e.path, x.mass or x[2]
  b.inertia = products(w, x.inertia or x[3], e.path)
  local com = x.com or x[4]
  if type(com) == "table" and #com == 4 then
    if com[4] ~= 1 then
      say(w, e.path .. ".com", "the fourth number of a point is 1, got %s", com[4])
    end
    com = { com[1], com[2], com[3] }
  end
  b.com = com or kit.class(b.inertia) ~= "inertia" and { 0, 0, 0 } or nil -- an object says its own
  if name and name ~= e.name and not bodies[name] and not w.taken[name] then
    w.taken[name] = true
    frames[#frames + 1] = { name = name, body = e.name, where = e.path }
  end
end

-- loops and constraints ---------------------------------------------------------------------------
-- A loop is { frame, frame, joint, axis }: the second moves in the first as the joint allows;
-- without a joint they coincide.

local function put_loop(w, e, loops)
  local x, ends = e.entry, {}
  for k, key in ipairs { "from", "to" } do
    local name = x[key] or x[k]
    if name == w.ground then name = "world" end
    if type(name) ~= "string" then
      say(w, e.path .. "." .. key, "expected the name of a frame, got %s", type(name))
    end
    ends[k] = name
  end
  loops[#loops + 1] = { name = e.name, from = ends[1], to = ends[2],
    joint = x.joint or x[3] or "fixed", axis = x.axis or x[4], pitch = x.pitch, where = e.path }
end

-- an expression that is 0, or what li.robot reads as a constraint
local function put_constraint(w, c, i, list)
  local path = ("constraints[%d]"):format(i)
  if type(c) ~= "table" then
    list[i] = { "equation", name = "constraint" .. i, equation = c, where = path }
    return
  end
  local copy = { where = path }
  for key, x in pairs(c) do
    copy[key] = x == w.ground and (key == "from" or key == "to" or key == "from2" or key == "to2")
      and "world" or x
  end
  list[i] = copy
end

local function check_keys(w, t)
  local unknown, known = {}, {}
  for key in pairs(t) do
    if not parts[key] and not others[key] then unknown[#unknown + 1] = kit.format("%s", key) end
  end
  for key in pairs(parts) do known[#known + 1] = key end
  kit.sort(unknown)
  kit.sort(known)
  for _, key in ipairs(unknown) do say(w, key, "unknown key%s", w.hint(key, known)) end
  if w.order ~= nil and w.order ~= "rpy" then
    say(w, "order", "only \"rpy\" is known, got '%s'", w.order)
  end
end

-- names of the coordinates in order, nil where there are none
local function read_variables(w, t)
  local list = {}
  for i, v in ipairs(part(w, t, "variables")) do
    local name = type(v) == "string" and v or type(v) == "userdata" and tostring(v) or ""
    if not name:find "^[%a_][%w_]*$" then
      say(w, ("variables[%d]"):format(i), "expected a name, got %s", v)
    end
    list[i] = name
    w.is_variable[name] = true
  end
  return #list > 0 and list or nil
end

-- a body for every frame, and which frame has which
local function read_frames(w, t)
  local bodies, by_name = {}, {}
  for _, e in ipairs(entries(w, part(w, t, "frames"), "frames")) do
    local f = read_frame(w, e)
    if f then
      local b = { name = f.name, where = f.path, parent = f.parent }
      joint_of(w, f, b)
      bodies[#bodies + 1] = b
      by_name[f.name] = b
      w.names[#w.names + 1] = f.name
    end
  end
  return bodies, by_name
end

local function read_contacts(w, t, by_name, frames)
  for i, name in ipairs(part(w, t, "contacts")) do
    if not by_name[name] then
      say(w, ("contacts[%d]"):format(i), "no frame is named '%s'%s", name,
        w.hint(kit.format("%s", name), w.names))
    else
      frames[#frames + 1] = { name = name .. " contact", body = name, contact = true,
        where = ("contacts[%d]"):format(i) }
    end
  end
end

-- what the user wrote -> the table li.robot reads, and what was odd
function definition.describe(t, options)
  local w = { complaints = {}, is_variable = {}, owner = {}, taken = {}, names = {},
    remarks = t.remarks or {},
    order = t.order or options.order, ground = t.ground or "R0",
    hint = require "liaison.describe.keyhint" }
  check_keys(w, t)
  local d = { name = t.name or options.name, gravity = t.gravity or options.gravity, frames = {},
    loops = {}, constraints = {}, complaints = w.complaints,
    convention = "definition table: each frame translated in its parent, then turned (Rz Ry "
      .. "Rx); central inertias, entries of the matrix" }
  d.coordinates = read_variables(w, t)
  local by_name
  d.bodies, by_name = read_frames(w, t)
  for _, e in ipairs(entries(w, part(w, t, "bodies"), "bodies")) do
    put_body(w, e, by_name, d.frames)
  end
  read_contacts(w, t, by_name, d.frames)
  for _, e in ipairs(entries(w, part(w, t, "loops"), "loops")) do put_loop(w, e, d.loops) end
  for i, c in ipairs(part(w, t, "constraints")) do put_constraint(w, c, i, d.constraints) end
  if #d.loops == 0 then d.loops = nil end
  if #d.constraints == 0 then d.constraints = nil end
  -- a frame that carries no body has no mass, on purpose
  for _, b in ipairs(d.bodies) do
    if b.mass == nil and b.inertia == nil then b.mass, b.inertia = 0, 0 end
  end
  return d, w.remarks
end

-- the text of the thesis --------------------------------------------------------------------------
-- liaison := table([ Repere1 = (R0, [q1,0,0], [0,0,0]), ... ]);  corps := ...;  PointEnContact :=
-- [...];  q := [...]; the tables may be called after their vehicle: liaison_véhicule, Repere_corps

-- entries as a list in the order of writing, so that the same name twice is seen; each with its
-- place in the text
local function in_order(t, place)
  if type(t) ~= "table" or not t.keys then return t end
  local list = {}
  local function add(key, entry, at)
    local line, column = place(at)
    local e = { maple = key, line = line, column = column }
    for k, v in pairs(type(entry) == "table" and entry or { entry }) do
      if type(k) == "number" then e[k] = v end
    end
    list[#list + 1] = e
  end
  for _, key in ipairs(t.keys) do add(key, t[key], t.at[key]) end
  for _, e in ipairs(t) do
    if type(e) == "table" and e.twice then add(e[1], e[2], e.at) end
  end
  return list
end

local function is_table(v) return type(v) == "table" and v.keys ~= nil end
local function is_list(v) return type(v) == "table" and v.keys == nil end

-- words in the names of tables, and what such a table is; the first that is found counts
local MEANS = { { "contact", "contacts", is_list }, { "corps", "bodies", is_table },
  { "bod[yi]", "bodies", is_table }, { "boucle", "loops", is_table },
  { "loop", "loops", is_table }, { "contrainte", "constraints", is_list },
  { "constraint", "constraints", is_list }, { "liaison", "frames", is_table },
  { "frame", "frames", is_table }, { "rep[e\195][\168\169]?re", "frames", is_table },
  { "variable", "variables", is_list }, { "^q_", "variables", is_list } }

local function meaning(name, v)
  if parts[name] then return parts[name] end
  local low = kit.lower(name)
  for _, row in ipairs(MEANS) do
    if low:find(row[1]) then return row[3](v) and row[2] or nil end
  end
end

-- the parts among what a text assigns: { [part] = name }, and complaints where two are the same
local function parts_of(p)
  local chosen, names = {}, {}
  for name in pairs(p.names) do names[#names + 1] = name end
  table.sort(names, function(a, b) return p.where[a] < p.where[b] end)
  for _, name in ipairs(names) do
    local means = meaning(name, p.names[name])
    local before = means and chosen[means]
    if before and not (parts[before] and not parts[name]) then
      if not (parts[name] and not parts[before]) then
        local line, column = p.place(p.where[name])
        p.complaints[#p.complaints + 1] = ("line %d, column %d: '%s' and '%s' both tell %s")
          :format(line, column, before, name, means)
      end
      before = nil
    end
    if means and not before then chosen[means] = name end
  end
  return chosen
end

local function failed(p)
  if #p.complaints == 0 then return nil end
  if #p.complaints == 1 then return p.complaints[1] end
  return ("%d complaints:\n  %s"):format(#p.complaints, table.concat(p.complaints, "\n  "))
end

-- Maple text -> what it assigns by name: numbers, texts, lists; or nil and what is wrong
function definition.maple_names(text)
  local p = reader.read(text)
  local why = failed(p)
  if why then return nil, why end
  return p.names
end

-- Maple text -> the table definition.describe reads, or nil and what is wrong
function definition.maple(text)
  local p = reader.read(text)
  local chosen, t = parts_of(p), { remarks = p.remarks }
  for means, name in pairs(chosen) do
    local plain = means == "variables" or means == "constraints"
    t[means] = plain and p.names[name] or in_order(p.names[name], p.place)
  end
  if t.frames == nil and #p.complaints == 0 then
    p.complaints[1] = "no table 'liaison' (or 'frames') in this text"
  end
  local why = failed(p)
  if why then return nil, why end
  return t
end

return definition
