-- dhtable.lua - Denavit-Hartenberg tables: standard, modified, Khalil-Kleinfinger; by rows, or in
-- the layout of the course
--
--   standard (distal)    X = Rz(theta) Tz(d) Tx(a) Rx(alpha)                      [course F3.6]
--                        joint axis: z of the frame before
--   modified (proximal)  X = Rx(alpha) Tx(a) Rz(theta) Tz(d)                      [thesis F2.6]
--                        joint axis: z of the frame itself
--   khalil               X = Rz(gamma) Tz(b) Rx(alpha) Tx(a) Rz(theta) Tz(d)      [thesis F2.7]
--                        any row on any other (Khalil and Kleinfinger write d for this a and r
--                        for this d: with r, d is theirs)
--
-- A revolute joint moves theta, a prismatic one d: theta = q + offset, d = q + offset.  The moving
-- entry is the name of the coordinate ("th1"), a sum with one ("th1 + pi/2"), the offset alone (a
-- number) or nothing.  Body i carries frame i.
--
-- base: where frame 0 stands in the world; tool: a frame behind the last row, which becomes the
-- tip.
--
--   li.dh{ convention = "standard", { alpha = pi/2, theta = "th1" }, { a = 100, ... },
--          { joint = "P", d = "d3", theta = pi/2 } }
--   li.dh{ convention = "standard", joints = "RRP", a = {0, 100, 0}, alpha = {...},
--          d = {0, 0, "d3"}, theta = {...}, shown = {pi, 0, 250},
--          controller = {"th1", "th2 - pi", "d3"} }
local check = require "liaison.base.check"
local kit = require "liaison.core"._internal
local value = require "liaison.describe.value"

local dhtable = {}

local kinds = { standard = "standard", distal = "standard", modified = "modified",
  proximal = "modified", khalil = "khalil" }
local kind_names = { "standard", "distal", "modified", "proximal", "khalil" }

local columns = { "a", "alpha", "d", "theta", "gamma", "b", "r", "shown", "controller", "name",
  "joint", "parent", "mass", "com", "inertia", "about",
  "limits", "speed", "effort", "damping", "friction", "stiffness", "rest", "rotor", "gear",
  "shapes" }
local of_table = { "convention", "joints", "variables", "gravity", "source", "tool", "base",
  "loops", "frames", "tip" }
local through = { "mass", "com", "inertia", "about", "limits", "speed", "effort", "damping",
  "friction", "stiffness", "rest", "rotor", "gear",
  "shapes" } -- handed on as they are

local is_column, is_table = {}, {}
for _, c in ipairs(columns) do is_column[c] = true end
for _, c in ipairs(of_table) do is_table[c] = true end

local function say(w, path, text, ...)
  w.complaints[#w.complaints + 1] = { path, select("#", ...) > 0 and kit.format(text, ...) or text }
end

local function sorted_keys(t)
  local keys = {}
  for k in pairs(t) do
    if type(k) == "string" then keys[#keys + 1] = k end
  end
  kit.sort(keys)
  return keys
end

-- a row of plain numbers, in the order people give them; d and r of Khalil and Kleinfinger are our
-- a and d
local orders = { standard = { "a", "alpha", "d", "theta" },
  khalil = { "gamma", "b", "alpha", "d", "theta", "r" } }
orders.modified = orders.standard

local function named_row(w, row, i)
  local out, order = {}, orders[w.convention]
  for k, v in pairs(row) do out[k] = v end
  if row[1] ~= nil then
    for k, name in ipairs(order) do out[name], out[k] = row[k], nil end
    if #row ~= #order then
      say(w, ("rows[%d]"):format(i), "expected %d numbers (%s) or named ones, got %d", #order,
        table.concat(order, ", "), #row)
    end
  end
  if out.r ~= nil and w.convention ~= "khalil" then
    say(w, ("rows[%d].r"):format(i), "r belongs to khalil rows")
  end
  if w.convention == "khalil" then
    if out.r ~= nil and out.a ~= nil then
      say(w, ("rows[%d]"):format(i),
        "a and r do not go together: write d, r as Khalil and Kleinfinger do, or a, d")
    elseif out.r ~= nil then
      out.a, out.d = out.d, out.r
    elseif out.d ~= nil and out.a == nil then
      say(w, ("rows[%d].d"):format(i),
        "d alone could mean two things: write d, r as Khalil and Kleinfinger do, or a, d")
    end
    out.r = nil
  end
  return out
end

-- the rows: given as such, or as columns (the layout of the course)
local function rows_of(w, t)
  if type(t[1]) == "table" then
    for _, key in ipairs(sorted_keys(t)) do
      if not is_table[key] and key ~= "name" then
        say(w, key, "unknown key%s", w.hint(key, of_table))
      end
    end
    return t
  end
  local n, rows = 0, {}
  for _, key in ipairs(sorted_keys(t)) do
    if is_column[key] and type(t[key]) == "table" then n = math.max(n, #t[key]) end
    if not is_column[key] and not is_table[key] then
      say(w, key, "unknown key%s", w.hint(key, columns))
    end
  end
  for i = 1, n do rows[i] = {} end
  for _, key in ipairs(columns) do
    local column = t[key]
    if type(column) == "table" then
      if #column ~= n then
        say(w, key, "expected %d entries, as many as the longest column has, got %d", n, #column)
      end
      for i = 1, n do rows[i][key] = column[i] end
    elseif column ~= nil and key ~= "name" then
      say(w, key, "expected a list, one entry for every row")
    end
  end
  return rows
end

local function read(w, row, i, key)
  local x = row[key]
  if x == nil then return 0 end
  local node, wrong = value.read(x)
  if not node then
    say(w, ("rows[%d].%s"):format(i, key), wrong)
    return 0
  end
  return node
end

local function names_in(node)
  local list = {}
  value.each_name(node, function(s) list[#list + 1] = s end)
  return list
end

-- R, P or F(ixed), from what the user says, or from which entry holds one of the variables
local function kind_of(w, t, row, i, theta, d)
  local said = row.joint or type(t.joints) == "string" and t.joints:sub(i, i) or nil
  if said == "" then said = nil end
  if said then
    local k = ({ R = "R", P = "P", F = "F", revolute = "R", prismatic = "P", fixed = "F" })[said]
    if not k then say(w, ("rows[%d].joint"):format(i), "expected R, P or F, got '%s'", said) end
    return k or "R"
  end
  local isvar = function(s) return w.is_variable[s] end
  local moves = { R = false, P = false }
  for k, node in pairs { R = theta, P = d } do
    value.each_name(node, function(s) moves[k] = moves[k] or isvar(s) end)
  end
  if moves.R and moves.P then
    say(w, ("rows[%d]"):format(i),
      "theta and d both move: a row has one joint; add a row of zeros for the second")
    return "R"
  end
  if t.variables then return moves.R and "R" or moves.P and "P" or "F" end
  if type(theta) == "number" and #names_in(d) > 0 and row.theta ~= nil then
    say(w, ("rows[%d]"):format(i),
      "theta is the number %s and d is '%s': say which moves (joint = \"R\" or \"P\", joints "
      .. "= \"RRP\", or variables = {...})",
      value.print(theta), value.print(d))
  end
  return "R"
end

-- the moving entry -> name of the coordinate or nil, offset node, scale
local function moving(w, node, i, key)
  local names = names_in(node)
  local own = {}
  for _, s in ipairs(names) do
    if not next(w.is_variable) or w.is_variable[s] then own[#own + 1] = s end
  end
  if #own == 0 then return nil, node end
  if #own > 1 then
    say(w, ("rows[%d].%s"):format(i, key), "which of %s moves? say variables = {...}",
      table.concat(own, ", "))
    return own[1], 0
  end
  local rest, terms = value.linear(node, function(s) return s == own[1] end)
  if not rest or value.field(terms[1].coef) ~= 1 then
    say(w, ("rows[%d].%s"):format(i, key), "'%s' is not %s plus an offset", value.print(node),
      own[1])
    return own[1], 0
  end
  return own[1], rest
end

local function move(list, word, node)
  local x = value.field(node)
  if x ~= 0 then list[#list + 1] = { word, x } end
end

-- place, after: what stands before and behind the motion in a row of each kind
local split = {
  standard = function(p, r, place, after)
    if p.kind == "P" then
      move(place, "Rz", p.theta)
    else
      move(place, "Rz", p.offset) move(after, "Tz", p.d)
    end
    if p.kind == "P" then move(place, "Tz", p.offset) end
    move(after, "Tx", r.a)
    move(after, "Rx", r.alpha)
  end,
  khalil = function(p, r, place, after)
    move(place, "Rz", r.gamma)
    move(place, "Tz", r.b)
    move(place, "Rx", r.alpha)
    move(place, "Tx", r.a)
    move(place, "Rz", p.kind == "P" and p.theta or p.offset)
    move(p.kind == "P" and place or after, "Tz", p.kind == "P" and p.offset or p.d)
  end,
}
split.modified = split.khalil

-- the controller shows reads * q + reads_at
local function controller(w, row, i, name, b)
  if row.controller == nil then return end
  local node, wrong = value.read(row.controller)
  local rest, terms
  if node then rest, terms = value.linear(node, function(s) return s == name end) end
  if not rest or #terms ~= 1 then
    say(w, ("rows[%d].controller"):format(i),
      wrong or kit.format("'%s' is not linear in %s", row.controller, name))
    return
  end
  b.reads, b.reads_at = value.field(terms[1].coef), value.field(rest)
end

local function parent_of(w, row, i, names, convention)
  if row.parent == nil then return i == 1 and "world" or names[i - 1] end
  if convention ~= "khalil" then
    say(w, ("rows[%d].parent"):format(i), "only khalil rows stand on any other row")
  end
  if row.parent == 0 or row.parent == "world" then return "world" end
  return names[row.parent] or kit.format("%s", row.parent)
end

local function row_body(w, t, row, i, names)
  local path = ("rows[%d]"):format(i)
  row = named_row(w, row, i)
  for _, key in ipairs(sorted_keys(row)) do
    if not is_column[key] then say(w, path .. "." .. key, "unknown key%s", w.hint(key, columns)) end
  end
  if w.convention ~= "khalil" and (row.gamma or row.b) then
    say(w, path, "gamma and b belong to khalil rows")
  end
  local r = {}
  for _, key in ipairs { "a", "alpha", "d", "theta", "gamma", "b" } do
    r[key] = read(w, row, i, key)
  end
  local p = { kind = kind_of(w, t, row, i, r.theta, r.d), theta = r.theta, d = r.d, offset = 0 }
  local name
  if p.kind ~= "F" then
    name, p.offset = moving(w, p.kind == "R" and r.theta or r.d, i,
      p.kind == "R" and "theta" or "d")
  end
  if p.kind == "F" then p.kind, p.offset = "R", r.theta end
  local fixed = (row.joint == "F" or row.joint == "fixed") or not name and t.variables ~= nil
    or type(t.joints) == "string" and t.joints:sub(i, i) == "F"
  local b = { name = names[i], where = path, parent = parent_of(w, row, i, names, w.convention),
    place = {}, after = {},
    joint = fixed and "fixed" or p.kind == "R" and "revolute" or "prismatic", axis = "z" }
  if not fixed then
    b.q = name or "q" .. i
    controller(w, row, i, b.q, b)
    b.home = row.shown
  end
  if b.parent == "world" and t.base ~= nil then b.place[1] = { "frame", t.base } end
  split[w.convention](p, r, b.place, b.after)
  for _, key in ipairs(through) do b[key] = row[key] end
  return b
end

-- loops of a khalil table: { {row, row} , ... }, two frames that coincide
local function loops(w, t, names)
  local list = {}
  for i, l in ipairs(type(t.loops) == "table" and t.loops or {}) do
    if type(l) ~= "table" or #l ~= 2 then
      say(w, ("loops[%d]"):format(i), "expected the two rows whose frames coincide: {9, 10}")
    else
      list[i] = { from = names[l[1]] or kit.format("%s", l[1]),
        to = names[l[2]] or kit.format("%s", l[2]), joint = l.joint or "fixed", axis = l.axis,
        where = ("loops[%d]"):format(i) }
    end
  end
  return list
end

-- what the user wrote -> the table li.robot reads
function dhtable.describe(t)
  local w = { complaints = {}, is_variable = {}, hint = require "liaison.describe.keyhint" }
  w.convention = kinds[t.convention or ""]
  if not w.convention then
    say(w, "convention", "say which: standard (distal), modified (proximal) or khalil%s",
      type(t.convention) == "string" and "; got '" .. t.convention .. "'"
      .. w.hint(t.convention, kind_names) or "")
    w.convention = "standard"
  end
  for i, v in ipairs(type(t.variables) == "table" and t.variables or {}) do
    if type(v) ~= "string" then
      say(w, ("variables[%d]"):format(i), "expected a name, got %s", check.got(v))
    else
      w.is_variable[v] = true
    end
  end
  local rows, names = rows_of(w, t), {}
  if #rows == 0 then say(w, "rows", "expected a table with at least one row") end
  if type(t.joints) == "string" and #t.joints ~= #rows then
    say(w, "joints", "one letter for every row: %d rows, '%s'", #rows, t.joints)
  end
  for i, row in ipairs(rows) do names[i] = type(row) == "table" and row.name or "link" .. i end
  local d = { name = type(t.name) == "string" and t.name or nil, gravity = t.gravity,
    source = t.source, bodies = {}, frames = t.frames or {},
    complaints = w.complaints,
      convention = w.convention .. " Denavit-Hartenberg; body i carries frame i", tip = t.tip }
  for i, row in ipairs(rows) do
    if type(row) == "table" then
      d.bodies[i] = row_body(w, t, row, i, names)
    else
      say(w, ("rows[%d]"):format(i), "expected a table, got %s", check.got(row))
    end
  end
  d.loops = loops(w, t, names)
  if t.tool ~= nil and #rows > 0 then
    d.frames = {}
    for k, f in pairs(t.frames or {}) do d.frames[k] = f end
    d.frames.tool = { body = names[#rows], frame = t.tool }
    d.tip = t.tip or "tool"
  end
  return d
end

return dhtable
