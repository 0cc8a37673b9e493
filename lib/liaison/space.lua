-- space.lua - li.moves, li.inertia and li.dh: sequences of moves, bodies and Denavit-Hartenberg tables from named fields
local li = require "liaison"
local check = require "liaison.check"
local core, class = li.kit.space, li.kit.class

-- ---- moves ----

-- {"RX", angle, "fixed"} or {frame, "moving"} -> frame, is it along fixed axes?
local function read_move(entry, path)
  if type(entry) ~= "table" then
    check.fail(path, "expected {move, value, 'fixed' or 'moving'} or {frame, 'fixed' or 'moving'}")
  end
  local general = class(entry[1]) == "frame"
  local n = general and 2 or 3
  if not general then
    check.value(entry[1], path .. "[1]", "RX|RY|RZ|TX|TY|TZ")
    check.value(entry[2], path .. "[2]", "num")
  end
  local axes = check.value(entry[n], ("%s[%d]"):format(path, n), "fixed|moving")
  for key in pairs(entry) do
    if type(key) ~= "number" or key < 1 or key > n then
      check.fail(path, "unknown entry [%s] after the %d expected", tostring(key), n)
    end
  end
  return general and entry[1] or core.move(entry[1], entry[2]), axes == "fixed"
end

check.define(li, {
  { "moves(list: table) -> frame, order: str",
    "The pose after a sequence of moves, each {'RX'|'RY'|'RZ'|'TX'|'TY'|'TZ', value, 'fixed'|'moving'} or {frame, 'fixed'|'moving'}: "
    .. "along fixed axes a move multiplies on the left, along moving ones on the right. Also the product as text.",
    "select(2, li.moves{{'RX', 0.5, 'fixed'}, {'TZ', 1, 'moving'}, {'RY', 0.8, 'fixed'}, {'TX', 2, 'fixed'}, {'RZ', 1, 'moving'}})"
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
  local flat = (type(value) == "table" or class(value) == "vec") and type(value[1]) == "number" and #value
  local x = check.value(value, path, flat == 3 and "vec3" or flat == 6 and "vec6" or flat == 9 and "mat33" or "vec3|vec6|mat33")
  if class(x) == "vec" then return #x == 6 and x or li.vec { x[1], x[2], x[3], 0, 0, 0 } end
  local largest = 0
  for i = 1, 3 do for j = 1, 3 do largest = math.max(largest, math.abs(x[i][j])) end end
  for i = 1, 2 do
    for j = i + 1, 3 do
      if math.abs(x[i][j] - x[j][i]) > 1e-9 * largest then
        check.fail(path, "expected a symmetric matrix, but [%d][%d] is %.6g and [%d][%d] is %.6g", i, j, x[i][j], j, i, x[j][i])
      end
    end
  end
  return li.vec { x[1][1], x[2][2], x[3][3], (x[1][2] + x[2][1]) / 2, (x[1][3] + x[3][1]) / 2, (x[2][3] + x[3][2]) / 2 }
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
  { "inertia(body: table) -> inertia",
    "{mass, com = {0, 0, 0}, tensor}: tensor in body axes, about the centre of mass (about = 'origin': about the origin), as its diagonal, "
    .. "six entries xx yy zz xy xz yz or a 3x3 matrix; products = 'integrals' if off-diagonals are given as +integrals of xy dm. "
    .. "Refused where no body can be like that (check = false takes anything).",
    "li.inertia{mass = 2, com = {1, 0, 0}, tensor = {1, 1, 1}} --> inertia: mass 2, com [1  0  0], tensor about com, body axes\n"
    .. "[1  0  0]\n[0  1  0]\n[0  0  1]",
    function(body)
      local b = check.fields(body, "", body_fields)
      return result(core.inertia(b.mass, b.com, b.tensor, b.about == "origin", b.products == "integrals", not b.check))
    end },
  { "inertia.point(mass: num [, at: vec3]) -> inertia", "A point mass.",
    "li.inertia.point(2, {0, 0, 3}):tensor 'origin' --> [18   0  0]\n[ 0  18  0]\n[ 0   0  0]",
    function(mass, at)
      return result(core.inertia(mass, at or li.zeros(3), li.zeros(6)))
    end },
  { "inertia.pseudo(P: mat44) -> inertia", "From a 4x4 pseudo-inertia [S h; h' m], S the second moment of mass.",
    "li.inertia.pseudo(li.inertia.point(2, {0, 0, 3}):pseudo()).com --> [0  0  3]",
    function(P) return result(core.pseudo(P)) end },
})

-- one function per solid of the core's list
local function define_solid(row)
  local fields = { mass = { "num?", above = 0 }, density = { "num?", above = 0 }, at = "frame|vec3?" }
  local call = {}
  for _, name in ipairs(row.sizes) do
    fields[name] = { "num", min = 0 }
    call[#call + 1] = name .. " = 1"
  end
  check.define(li, { {
    ("inertia.%s(body: table) -> inertia"):format(row.name),
    ("{%s, mass or density, at}: uniform, told about its centre of mass or, with at (a frame or a position of the centre), about "
      .. "the origin of at. Centre of mass: %s. Density is per %s."):format(table.concat(row.sizes, ", "), row.com, row.per),
    ("li.inertia.%s{%s, mass = 6, at = {0, 0, 2}}.com --> [0  0  2]"):format(row.name, table.concat(call, ", ")),
    function(body)
      local b, sizes = check.fields(body, "", fields), {}
      if (b.mass == nil) == (b.density == nil) then
        check.fail(nil, "expected mass or density, got %s", b.mass and "both" or "neither")
      end
      for i, name in ipairs(row.sizes) do sizes[i] = b[name] end
      local J = result(core.solid(row.name, li.vec(sizes), b.mass, b.density))
      if not b.at then return J end
      return (class(b.at) == "frame" and b.at or li.frame.trans(b.at)) * J
    end,
  } })
end

for _, row in ipairs(core.solids()) do define_solid(row) end

-- ---- Denavit-Hartenberg ----

-- the user's names of the numbers a, alpha, d, theta, gamma, b in the order the user gives them
local letters = {
  standard = { "a", "alpha", "d", "theta" },
  modified = { "a", "alpha", "d", "theta" },
  khalil = { "gamma", "b", "alpha", "d", "theta", "r" },
}
local place = {
  standard = { a = 1, alpha = 2, d = 3, theta = 4 },
  modified = { a = 1, alpha = 2, d = 3, theta = 4 },
  khalil = { d = 1, alpha = 2, r = 3, theta = 4, gamma = 5, b = 6 },
}

-- a table of named numbers, or of all of them in order -> six numbers
local function read_row(kind, row, path)
  local names, x = letters[kind], { 0, 0, 0, 0, 0, 0 }
  if type(row) == "table" and row[1] ~= nil or class(row) == "vec" then
    local values = check.value(row, path, "vec")
    if #values ~= #names then
      check.fail(path, "expected %d numbers (%s) or named ones, got %d", #names, table.concat(names, ", "), #values)
    end
    for i, name in ipairs(names) do x[place[kind][name]] = values[i] end
  else
    local fields = {}
    for _, name in ipairs(names) do fields[name] = { "num", default = 0 } end
    for name, value in pairs(check.fields(row, path, fields)) do x[place[kind][name]] = value end
  end
  return li.vec(x)
end

local function write_row(kind, x)
  local row = {}
  for _, name in ipairs(letters[kind]) do row[name] = x[place[kind][name]] end
  return row
end

-- dh.standard(a, alpha, d, theta), or with one table
local function dh_frame(kind)
  return function(first, ...)
    local row = first
    if type(first) == "number" then row = { first, ... } end
    return core.dh(kind, read_row(kind, row, ""))
  end
end

local function read_chain(t)
  local c = check.fields(t, "", {
    kind = "standard|modified|khalil",
    rows = function(value, path) return check.list(value, path, function(row) return row end) end,
    base = "frame?", tool = "frame?",
    bodies = function(value, path) return value and check.list(value, path, "inertia") end,
  })
  for i, row in ipairs(c.rows) do c.rows[i] = read_row(c.kind, row, ("rows[%d]"):format(i)) end
  if c.bodies and #c.bodies ~= #c.rows then
    check.fail("bodies", "expected %d, one for each row, got %d", #c.rows, #c.bodies)
  end
  c.base, c.tool = c.base or li.frame(), c.tool or li.frame()
  return c
end

local function write_chain(kind, rows, base, tool, bodies)
  for i, row in ipairs(rows) do rows[i] = write_row(kind, row) end
  return { kind = kind, rows = rows, base = base, tool = tool, bodies = bodies }
end

-- {point, dir, joint = "R"|"P", flip = bool} -> the eight numbers the core reads
local axis_fields = { point = "vec3", dir = "vec3", joint = { "R|P", default = "R" }, flip = { "bool", default = false } }

local function read_axis(value, path)
  local a = check.fields(value, path, axis_fields)
  if a.dir:norm() == 0 then check.fail(path .. ".dir", "the zero vec has no direction") end
  local p, u = a.point, a.dir
  return { p[1], p[2], p[3], u[1], u[2], u[3], a.joint == "P" and 1 or 0, a.flip and 1 or 0 }
end

local function fit(t)
  local spec = check.fields(t, "", {
    axes = function(value, path) return check.list(value, path, read_axis, 1) end,
    x0 = "vec3?", o0 = "vec3?", tol = { "num", default = 0, min = 0 },
  })
  local rows, frames, tool, flags = core.dh_fit(li.mat(spec.axes), spec.x0, spec.o0, spec.tol)
  local out = write_chain("standard", rows, frames[1], tool)
  table.remove(frames, 1)
  out.frames, out.flags = frames, flags
  return out
end

check.define(li, {
  { "dh.standard(a: num|table [, alpha: num, d: num, theta: num]) -> frame",
    "Standard (distal, Paul) Denavit-Hartenberg row, Rz(theta) Tz(d) Rx(alpha) Tx(a). Numbers in the order a, alpha, d, theta, or "
    .. "one table {a =, alpha =, d =, theta =}, left out is 0.",
    "li.dh.standard{a = 2, alpha = 90*li.deg}.p --> [2  0  0]", dh_frame "standard" },
  { "dh.modified(a: num|table [, alpha: num, d: num, theta: num]) -> frame",
    "Modified (proximal, Craig) row, Rx(alpha) Tx(a) Rz(theta) Tz(d); a and alpha are those before the joint.",
    "li.dh.modified{a = 2, alpha = 90*li.deg, d = 1}.p --> [2  -1  0]", dh_frame "modified" },
  { "dh.khalil(gamma: num|table [, b: num, alpha: num, d: num, theta: num, r: num]) -> frame",
    "Khalil-Kleinfinger row of six, Rz(gamma) Tz(b) Rx(alpha) Tx(d) Rz(theta) Tz(r).",
    "li.dh.khalil{b = 3, d = 2, r = 1}.p --> [2  0  4]", dh_frame "khalil" },
  { "dh.row(X: frame, kind: standard|modified|khalil [, branch: plus|minus]) -> table, left: table",
    "The row that gives this pose. Standard and modified rows cannot say every pose: left.turn (sine of an angle) and left.shift "
    .. "(length) are what remains, left.free is true where the row was chosen among several. branch: the sign of sin(alpha) of khalil.",
    "li.dh.row(li.dh.standard(2, 0.5, 1, 0.3), 'standard').alpha --> 0.5",
    function(X, kind, branch)
      local row, turn, shift, free = core.dh_row(kind, X, branch == "minus" and -1 or 1)
      return write_row(kind, row), { turn = turn, shift = shift, free = free }
    end },
  { "dh.chain(table: table) -> frame, frames: table",
    "Pose of the tool of a serial chain {kind = 'standard'|'modified'|'khalil', rows, base, tool}, and of the frames of its rows, "
    .. "all in the world.",
    "li.dh.chain{kind = 'standard', rows = {{2, 0, 0, 90*li.deg}, {1, 0, 0, 0}}}.p --> [0  3  0]",
    function(t)
      local c = read_chain(t)
      return core.dh_chain(c.kind, c.rows, c.base, c.tool)
    end },
  { "dh.convert(table: table, to: standard|modified|khalil) -> table",
    "The same mechanism in another kind of table: {kind, rows, base, tool, bodies}, bodies (inertias in the frames of the rows) moved "
    .. "too. What the first or last row cannot hold goes to base or tool.",
    "li.dh.convert({kind = 'standard', rows = {{2, 0.5, 0, 0}, {1, 0, 0, 0}}}, 'modified').rows[2].alpha --> 0.5",
    function(t, to)
      local c = read_chain(t)
      return write_chain(to, core.dh_convert(to, c.kind, c.rows, c.base, c.tool, c.bodies))
    end },
  { "dh.fit(drawing: table) -> table",
    "A standard table from axis lines drawn in one configuration: {axes = {{point =, dir =, joint = 'R'|'P', flip =}, ..}, x0, o0, "
    .. "tol}; the last axis is the tool's, through its centre. Returns {kind, rows, base, tool, frames, flags}: flags[i] says which rule "
    .. "row i needed.",
    "li.dh.fit{axes = {{point = {0, 0, 0}, dir = {0, 0, 1}}, {point = {2, 0, 0}, dir = {0, 0, 1}}}}.rows[1].a --> 2", fit },
})

return li
