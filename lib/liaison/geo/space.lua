-- space.lua - li.moves, li.inertia and li.dh: sequences of moves, bodies and Denavit-Hartenberg
-- tables from named fields
local li = require "liaison.core"
local check = require "liaison.base.check"
local core, class = li._internal.space, li._internal.class

-- ---- moves ----

-- {"RX", angle, "fixed"}, {frame, "moving"} or {rot, "fixed"} -> frame, is it along fixed axes?
local function read_move(entry, path)
  if type(entry) ~= "table" then
    check.fail(path, "expected {move, value, 'fixed' or 'moving'} or {frame, 'fixed' or 'moving'}")
  end
  local kind = class(entry[1])
  local general = kind == "frame" or kind == "rot"
  local n = general and 2 or 3
  if not general then
    check.value(entry[1], path .. "[1]", "RX|RY|RZ|TX|TY|TZ")
    check.value(entry[2], path .. "[2]", "num")
  end
  local axes = check.value(entry[n], ("%s[%d]"):format(path, n), "fixed|moving")
  for key in pairs(entry) do
    if type(key) ~= "number" or key < 1 or key > n then
      check.fail(path, "unknown entry [%s] after the %d expected", key, n)
    end
  end
  local X = kind == "rot" and li.frame(entry[1]) or entry[1]
  return general and X or core.move(X, entry[2]), axes == "fixed"
end

check.define(li, {
  { "moves(list: table) -> frame, order: str",
    "The pose after a sequence of moves, each {'RX'|'RY'|'RZ'|'TX'|'TY'|'TZ', value, "
    .. "'fixed'|'moving'} or {frame or rot, 'fixed'|'moving'}: "
    .. "along fixed axes a move multiplies on the left, along moving ones on the right. Also "
    .. "the product as text.",
    "select(2, li.moves{{'RX', 0.5, 'fixed'}, {'TZ', 1, 'moving'}, {'RY', 0.8, 'fixed'}, "
    .. "{'TX', 2, 'fixed'}, {'RZ', 1, 'moving'}})"
    .. " --> A4 A3 A1 A2 A5",
    function(list)
      local frames, fixed = {}, {}
      check.list(list, "moves", function(entry, path)
        frames[#frames + 1], fixed[#fixed + 1] = read_move(entry, path)
        return true
      end)
      local X, order = core.moves(frames, fixed)
      for i, k in ipairs(order) do order[i] = "A" .. ("%d"):format(k) end
      return X, table.concat(order, " ")
    end },
})

-- ---- inertia ----

-- diagonal, six entries xx yy zz xy xz yz, or 3x3 -> six
local function read_tensor(value, path)
  if value == nil then check.fail(path, "missing; a point mass is li.inertia.point(mass, at)") end
  local flat = (type(value) == "table" or class(value) == "vec") and type(value[1]) == "number"
    and #value
  local x = check.value(value, path, flat == 3 and "vec3" or flat == 6 and "vec6" or flat == 9
    and "mat33" or "vec3|vec6|mat33")
  if class(x) == "vec" then return #x == 6 and x or li.vec { x[1], x[2], x[3], 0, 0, 0 } end
  local largest = 0
  for i = 1, 3 do for j = 1, 3 do largest = math.max(largest, math.abs(x[i][j])) end end
  for i = 1, 2 do
    for j = i + 1, 3 do
      if math.abs(x[i][j] - x[j][i]) > 1e-9 * largest then
        check.fail(path, "expected a symmetric matrix, but [%d][%d] is %.6g and [%d][%d] is %.6g",
          i, j, x[i][j], j, i, x[j][i])
      end
    end
  end
  return li.vec { x[1][1], x[2][2], x[3][3], (x[1][2] + x[2][1]) / 2, (x[1][3] + x[3][1]) / 2,
    (x[2][3] + x[3][2]) / 2 }
end

local body_fields = {
  mass = { "num", above = 0 },
  com = { "vec3", default = { 0, 0, 0 } },
  tensor = read_tensor,
  about = { "com|origin", default = "com" },
  products = { "entries|integrals", default = "entries" },
  check = { "bool", default = true },
}

local function result(J, complaint)
  if not J then check.fail(nil, "%s", complaint) end
  return J
end

check.define(li, {
  { "inertia(body: table|num [, com: vec3, tensor: any]) -> inertia",
    "mass, com, tensor, or {mass, com = {0, 0, 0}, tensor}: tensor in body axes, about the "
    .. "centre of mass (about = 'origin': about the origin), as its diagonal, "
    .. "six entries xx yy zz xy xz yz or a 3x3 matrix; products = 'integrals' if "
    .. "off-diagonals are given as +integrals of xy dm. "
    .. "Refused where no body can be like that (check = false takes anything).",
    "li.inertia{mass = 2, com = {1, 0, 0}, tensor = {1, 1, 1}} --> inertia: mass 2, com [1  0 "
    .. " 0], tensor about com, body axes\n"
    .. "[1  0  0]\n[0  1  0]\n[0  0  1]",
    function(body, com, tensor)
      if type(body) == "number" then
        body = { mass = body, com = com, tensor = tensor }
      elseif com or tensor then
        check.fail(nil, "inertia: expected one table, or mass, com, tensor")
      end
      local b = check.fields(body, "", body_fields)
      return result(core.inertia(b.mass, b.com, b.tensor, b.about == "origin",
        b.products == "integrals", not b.check))
    end },
  { "inertia.point(mass: num [, at: vec3]) -> inertia", "A point mass.",
    "li.inertia.point(2, {0, 0, 3}):tensor 'origin' --> [18   0  0]\n[ 0  18  0]\n[ 0   0  0]",
    function(mass, at)
      return result(core.inertia(mass, at or li.zeros(3), li.zeros(6)))
    end },
  { "inertia.pseudo(P: mat44) -> inertia",
    "From a 4x4 pseudo-inertia [S h; h' m], S the second moment of mass.",
    "li.inertia.pseudo(li.inertia.point(2, {0, 0, 3}):pseudo()).com --> [0  0  3]",
    function(P) return result(core.pseudo(P)) end },
})

-- sizes as people may call them
local spelt = { radius = "r", height = "h", length = "h", a = "x", b = "y", c = "z",
  hole = "inner" }

local function spelling(body, fields)
  for key in pairs(body) do
    local own = spelt[key]
    if own and fields[own] and not fields[key] then
      check.fail(nil, "unknown key '%s' (did you mean '%s'?)", key, own)
    end
  end
end

-- one function per solid of the core's list
local function define_solid(row)
  local fields = { mass = { "num?", above = 0 }, density = { "num?", above = 0 },
    at = "frame|rot|vec3?" }
  local call = {}
  for _, name in ipairs(row.sizes) do
    fields[name] = { "num", min = 0 }
    call[#call + 1] = name .. " = 1"
  end
  check.define(li, { {
    ("inertia.%s(body: table) -> inertia"):format(row.name),
    ("{%s, mass or density, at}: uniform, told about its centre of mass or, with at (a frame, "
    .. "a rot or a position of the centre), about "
      .. "the origin of at. Centre of mass: %s. Density is per %s."):format(table.concat(row.sizes,
      ", "), row.com, row.per),
    ("li.inertia.%s{%s, mass = 6, at = {0, 0, 2}}.com --> [0  0  2]"):format(row.name,
    table.concat(call, ", ")),
    function(body)
      spelling(body, fields)
      local b, sizes = check.fields(body, "", fields), {}
      if (b.mass == nil) == (b.density == nil) then
        check.fail(nil, "expected mass or density, got %s", b.mass and "both" or "neither")
      end
      for i, name in ipairs(row.sizes) do sizes[i] = b[name] end
      local J = result(core.solid(row.name, li.vec(sizes), b.mass, b.density))
      if not b.at then return J end
      local X = class(b.at)
      return (X == "frame" and b.at or X == "rot" and li.frame(b.at) or li.frame.trans(b.at)) * J
    end,
  } })
end

for _, row in ipairs(core.solids()) do define_solid(row) end

-- ---- Denavit-Hartenberg ----
-- Tables are those li.dh reads: { convention = "standard", { a =, alpha =, d =, theta = }, ...,
-- base = frame, tool = frame }

-- in the order of the core; gamma and b are khalil's
local letters = { "a", "alpha", "d", "theta", "gamma", "b" }
local slot = { a = 1, alpha = 2, d = 3, theta = 4, gamma = 5, b = 6 }
-- rows of plain numbers, in the order people give them: [KK] has d for our a and r for our d
local order = { standard = { "a", "alpha", "d", "theta" },
  khalil = { "gamma", "b", "alpha", "a", "theta", "d" } }
order.modified = order.standard
local convention = { standard = "standard", distal = "standard", modified = "modified",
  proximal = "modified", khalil = "khalil" }
-- what a row may also say, and keeps in every convention
local kept = {}
for word in ("name joint shown controller limits speed effort damping friction stiffness rest "
  .. "rotor gear"):gmatch "%a+" do
  kept[word] = "any?"
end

local function plain(kind, row, path)
  local names, values, x = order[kind], check.value(row, path, "vec"), { 0, 0, 0, 0, 0, 0 }
  if #values ~= #names then
    local say = kind == "khalil" and "gamma, b, alpha, d, theta, r" or table.concat(names, ", ")
    check.fail(path, "expected %d numbers (%s) or named ones, got %d", #names, say, #values)
  end
  for i, name in ipairs(names) do x[slot[name]] = values[i] end
  return x
end

-- d of a khalil row is our a if r stands beside it, our d if a does; alone it could be either
local function khalil_letters(row, path)
  if row.r == nil then
    if row.d ~= nil and row.a == nil then
      check.fail(path .. ".d",
        "d alone could mean two things: write d, r as Khalil and Kleinfinger do, or a, d as "
        .. "the other conventions")
    end
    return row
  end
  if row.a ~= nil then check.fail(path, "a and r do not go together: write d, r or a, d") end
  local own = {}
  for key, value in pairs(row) do own[key] = value end
  own.a, own.d, own.r = row.d, row.r, nil
  return own
end

-- a row -> six numbers, and what it says besides; also = "numbers" or "names", where theta and d
-- may be the name of a coordinate
local function read_row(kind, row, path, also)
  if type(row) == "table" and row[1] ~= nil or class(row) == "vec" then
    return li.vec(plain(kind, row, path)), {}
  end
  if type(row) == "table" and kind == "khalil" then row = khalil_letters(row, path) end
  local fields, x, more = {}, { 0, 0, 0, 0, 0, 0 }, {}
  for _, name in ipairs(order[kind]) do
    local text = also == "names" and (name == "theta" or name == "d") and "|str" or ""
    fields[name] = { "num" .. text, default = 0 }
  end
  for key, rule in pairs(also and kept or {}) do fields[key] = rule end
  for name, value in pairs(check.fields(row, path, fields)) do
    if slot[name] and type(value) == "number" then x[slot[name]] = value else more[name] = value end
  end
  return li.vec(x), more
end

-- "th1" and what was added to it
local function offset(text, x)
  if x == 0 then return text end
  return ("%s %s %s"):format(text, x < 0 and "-" or "+", li._internal.number(math.abs(x), 17))
end

local function write_row(kind, x, more)
  local row = more or {}
  for k, name in ipairs(letters) do
    if kind == "khalil" or k <= 4 then
      row[name] = type(row[name]) == "string" and offset(row[name], x[k]) or x[k]
    end
  end
  return row
end

-- dh.standard(a, alpha, d, theta), or with one table
local function dh_frame(kind)
  return function(first, ...)
    local row = first
    if type(first) == "number" then row = { first, ... } end
    return core.dh(kind, (read_row(kind, row, "")))
  end
end

local function read_chain(t, also)
  local head, c = {}, { rows = {}, more = {} }
  for key, value in pairs(t) do
    if type(key) ~= "number" then head[key] = value end
  end
  head = check.fields(head, "",
    { convention = "standard|distal|modified|proximal|khalil", base = "frame?", tool = "frame?" })
  c.kind, c.base, c.tool = convention[head.convention], head.base or li.frame(),
    head.tool or li.frame()
  for i, row in ipairs(t) do
    c.rows[i], c.more[i] = read_row(c.kind, row, ("rows[%d]"):format(i), also)
  end
  return c
end

local function write_chain(kind, rows, more, base, tool)
  local t = { convention = kind, base = base, tool = tool }
  for i, x in ipairs(rows) do t[i] = write_row(kind, x, more[i]) end
  return t
end

local function convert(t, to, bodies)
  local c = read_chain(t, "names")
  if bodies then
    bodies = check.list(bodies, "bodies", "inertia")
    if #bodies ~= #c.rows then
      check.fail("bodies", "expected %d, one for each row, got %d", #c.rows, #bodies)
    end
  end
  local rows, base, tool, moved = core.dh_convert(to, c.kind, c.rows, c.base, c.tool, bodies)
  local out = write_chain(to, rows, c.more, base, tool)
  if moved then return out, moved end
  return out -- one result only: li.dh(li.dh.convert(t, to))
end

-- {point, dir, joint = "R"|"P", flip = bool} -> the eight numbers the core reads
local axis_fields = { point = "vec3", dir = "vec3", joint = { "R|P", default = "R" },
  flip = { "bool", default = false } }

local function fit(drawing)
  local joints = {}
  local spec = check.fields(drawing, "", {
    axes = function(list, path)
      return check.list(list, path, function(value, place)
        local a = check.fields(value, place, axis_fields)
        local p, u = a.point, a.dir
        if u:norm() == 0 then check.fail(place .. ".dir", "the zero vec has no direction") end
        joints[#joints + 1] = { joint = a.joint }
        return { p[1], p[2], p[3], u[1], u[2], u[3], a.joint == "P" and 1 or 0, a.flip and 1 or 0 }
      end, 1)
    end,
    x0 = "vec3?", o0 = "vec3?", tol = { "num", default = 0, min = 0 },
  })
  local rows, frames, tool, flags = core.dh_fit(li.mat(spec.axes), spec.x0, spec.o0, spec.tol)
  local base = table.remove(frames, 1)
  return write_chain("standard", rows, joints, base, tool), { frames = frames, flags = flags }
end

check.define(li, {
  { "dh.standard(a: num|table [, alpha: num, d: num, theta: num]) -> frame",
    "Standard (distal, Paul) Denavit-Hartenberg row, Rz(theta) Tz(d) Rx(alpha) Tx(a). Numbers "
    .. "in the order a, alpha, d, theta, or "
    .. "one table {a =, alpha =, d =, theta =}, left out is 0.",
    "li.dh.standard{a = 2, alpha = 90*li.deg}.p --> [2  0  0]", dh_frame "standard" },
  { "dh.modified(a: num|table [, alpha: num, d: num, theta: num]) -> frame",
    "Modified (proximal, Craig) row, Rx(alpha) Tx(a) Rz(theta) Tz(d); a and alpha are those "
    .. "before the joint.",
    "li.dh.modified{a = 2, alpha = 90*li.deg, d = 1}.p --> [2  -1  0]", dh_frame "modified" },
  { "dh.khalil(gamma: num|table [, b: num, alpha: num, d: num, theta: num, r: num]) -> frame",
    "Khalil-Kleinfinger row of six, Rz(gamma) Tz(b) Rx(alpha) Tx(d) Rz(theta) Tz(r). A table "
    .. "may have their letters d, r or ours a, d "
    .. "for the slides along x and z.",
    "li.dh.khalil{b = 3, d = 2, r = 1}.p --> [2  0  4]", dh_frame "khalil" },
  { "dh.row(X: frame, convention: standard|modified|khalil [, branch: plus|minus]) -> table, "
    .. "left: table",
    "The row that gives this pose. Standard and modified rows cannot say every pose: "
    .. "left.turn (sine of an angle) and left.shift "
    .. "(length) are what remains, left.free is true where the row was chosen among several. "
    .. "branch: the sign of sin(alpha) of khalil.",
    "li.dh.row(li.dh.standard(2, 0.5, 1, 0.3), 'standard').alpha --> 0.5",
    function(X, kind, branch)
      local row, turn, shift, free = core.dh_row(kind, X, branch == "minus" and -1 or 1)
      return write_row(kind, row), { turn = turn, shift = shift, free = free }
    end },
  { "dh.chain(table: table) -> frame, frames: table",
    "Pose of the tool of a serial chain of numbers, {convention = "
    .. "'standard'|'modified'|'khalil', row, row, .., base =, tool =}, and of "
    .. "the frames of its rows, all in the world.",
    "li.dh.chain{convention = 'standard', {2, 0, 0, 90*li.deg}, {1, 0, 0, 0}}.p --> [0  3  0]",
    function(t)
      local c = read_chain(t, "numbers")
      return core.dh_chain(c.kind, c.rows, c.base, c.tool)
    end },
  { "dh.convert(table: table, to: standard|modified|khalil [, bodies: table]) -> table, "
    .. "bodies: table",
    "The same serial mechanism in another convention. Joints keep their names and numbers; "
    .. "what the first or last row cannot hold goes "
    .. "to base or tool. bodies: inertias told in the frames of the rows, moved to the new frames.",
    "li.dh.convert({convention = 'standard', {2, 0.5, 0, 0}, {1, 0, 0, 0}}, "
    .. "'modified')[2].alpha --> 0.5", convert },
  { "dh.fit(drawing: table) -> table, info: table",
    "A standard table from axis lines drawn in one configuration: {axes = {{point =, dir =, "
    .. "joint = 'R'|'P', flip =}, ..}, x0, o0, "
    .. "tol}; the last axis is the tool's, through its centre. info.frames are those of the "
    .. "rows, info.flags[i] tells the rules "
    .. "row i needed.",
    "li.dh.fit{axes = {{point = {0, 0, 0}, dir = {0, 0, 1}}, {point = {2, 0, 0}, dir = {0, 0, "
    .. "1}}}}[1].a --> 2", fit },
})

return li
