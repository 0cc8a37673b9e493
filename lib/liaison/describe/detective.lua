-- detective.lua - li.dh.detect: which convention a table of parameters is told in, by one pose that
-- is known
--
-- The readings tried: standard or modified, a and alpha of the row itself or of its neighbour;
-- angles in radians or degrees; lengths as the pose has them, or in millimetres; theta (d of a
-- slide) as q alone, q on top of the table's, or q backwards; of rows without names the columns in
-- our order, or in those of the books.
local li = require "liaison.core"
local kit = li._internal
local check = require "liaison.base.check"

local detective = {}

local function fail(what, ...) check.fail("dh.detect" .. (what and ": " .. what or ""), ...) end

local keys = { q = true, pose = true, base = true, tool = true, joints = true, tol = true }
-- ours first; those of Corke, Craig, Khalil (his d, r are our a, d), and what else is seen
local orders = { "a alpha d theta", "theta d a alpha", "alpha a d theta", "alpha a theta d",
  "d theta a alpha", "a alpha theta d", "theta d alpha a",
  "a d alpha theta", "d a alpha theta" }

local function columns_of(order)
  local list = {}
  for name in order:gmatch "%S+" do list[#list + 1] = name end
  return list
end

-- whether no row says what its numbers are
local function unnamed(t)
  for _, row in ipairs(t) do
    for k in pairs(type(row) == "table" and row or {}) do
      if type(k) == "string" and k ~= "joint" then return false end
    end
  end
  return true
end

local function read_row(row, i, row_keys)
  local path, out = ("rows[%d]"):format(i), {}
  if type(row) ~= "table" then
    fail(path, "expected a table of a, alpha, d, theta, got %s", check.got(row))
  end
  for k, v in pairs(row) do
    local name = row_keys[k] or k
    if name == "joint" then
      if v ~= "R" and v ~= "P" then
        fail(path .. ".joint", "expected 'R' or 'P', got %s", check.got(v))
      end
    elseif name ~= "a" and name ~= "alpha" and name ~= "d" and name ~= "theta" then
      fail(path, "unknown key '%s'", tostring(k))
    elseif type(v) ~= "number" or v ~= v or v - v ~= 0 then
      fail(path .. "." .. name, "expected a finite number, got %s", check.got(v))
    end
    out[name] = v
  end
  return { a = out.a or 0, alpha = out.alpha or 0, d = out.d or 0, theta = out.theta or 0,
    joint = out.joint or "R" }
end

local function read(t)
  local w = { rows = {}, orders = {}, q = t.q, pose = t.pose, base = t.base, tool = t.tool,
    tol = t.tol or 1e-3 }
  for k in pairs(t) do
    if type(k) ~= "number" and not keys[k] then
      local near = type(k) == "string"
        and kit.nearest(k, { "q", "pose", "base", "tool", "joints", "tol" })
      fail(nil, "unknown key '%s'%s", tostring(k),
        near and (" (did you mean '%s'?)"):format(near) or "")
    end
  end
  if #t == 0 then fail(nil, "expected at least one row") end
  for k, order in ipairs(unnamed(t) and orders or { orders[1] }) do
    w.orders[k] = { text = order, rows = {} }
    for i, row in ipairs(t) do w.orders[k].rows[i] = read_row(row, i, columns_of(order)) end
  end
  w.rows = w.orders[1].rows
  if t.joints ~= nil then
    if type(t.joints) ~= "string" or #t.joints ~= #w.rows or t.joints:find "[^RP]" then
      fail("joints", "expected a letter R or P for every row, got %s", check.got(t.joints))
    end
    for _, order in ipairs(w.orders) do
      for i, row in ipairs(order.rows) do row.joint = t.joints:sub(i, i) end
    end
  end
  local class = kit.class(w.pose)
  if class ~= "frame" then
    if class ~= "vec" and type(w.pose) ~= "table" or #w.pose ~= 3 then
      fail("pose", "expected a frame, or the three numbers of a place, got %s", check.got(w.pose))
    end
    w.place = li.vec(w.pose)
  end
  if w.q ~= nil and (type(w.q) ~= "table" and kit.class(w.q) ~= "vec" or #w.q ~= #w.rows) then
    fail("q", "expected %d numbers, one for each row", #w.rows)
  end
  if type(w.tol) ~= "number" or not (w.tol > 0) then
    fail("tol", "expected a number above 0, got %s", check.got(w.tol))
  end
  return w
end

-- the moving entry under a reading of q
local offsets = {
  { "q on top of the table's own", function(own, q) return own + q end },
  { "q alone", function(_, q) return q end },
  { "q backwards, on top of the table's own", function(own, q) return own - q end },
  { "q backwards, alone", function(_, q) return -q end },
}

-- which row lends a and alpha to row i
local neighbours = {
  { "standard", "standard (distal)", function(i) return i end },
  { "modified", "modified (proximal)", function(i) return i end },
  { "modified", "modified (proximal), each a and alpha written one row too early",
    function(i) return i - 1 end },
  { "standard", "standard (distal), each a and alpha written one row too late",
    function(i) return i + 1 end },
}

local nothing = { a = 0, alpha = 0 }

local function pose_of(w, rows, convention, unit, length, offset)
  local chain = { convention = convention[1], base = w.base, tool = w.tool }
  for i, row in ipairs(rows) do
    local lender = rows[convention[3](i)] or nothing
    local q = w.q and w.q[i] or 0
    local theta, d = row.theta * unit, row.d * length
    if row.joint == "R" then theta = offset(theta, q * unit) else d = offset(d, q * length) end
    chain[i] = { lender.a * length, lender.alpha * unit, d, theta }
  end
  return (li.dh.chain(chain))
end

local angles, lengths = { { "radians", 1 }, { "degrees", li.deg } },
  { { "as in the pose", 1 }, { "millimetres", 0.001 } }

-- one reading: by the places of its order, convention, angles, lengths and meaning of q in their
-- lists
local function reading(w, k, c, u, l, o)
  local order, convention, angle, length, offset = w.orders[k], neighbours[c], angles[u],
    lengths[l], offsets[o]
  local X = pose_of(w, order.rows, convention, angle[2], length[2], offset[2])
  local distance, turn = nil, 0 -- luacheck: ignore
  if w.place then distance = (X.p - w.place):norm() else distance, turn = X:apart(w.pose) end
  local text = ("%s%s; angles in %s; lengths %s%s"):format(k > 1
    and ("columns %s; "):format(order.text:gsub(" ", ", ")) or "", convention[2], angle[1],
    l == 1 and length[1] or "in " .. length[1], w.q and "; " .. offset[1] or "")
  return { convention = convention[1], text = text, columns = order.text, angles = angle[1],
    lengths = length[1], q = w.q and offset[1] or nil,
    distance = distance, angle = turn, frame = X,
      order = k * 10000 + c * 1000 + o * 100 + u * 10 + l }
end

-- every reading with how far its pose is from the known one, the best first; of equal ones the
-- plainest
function detective.detect(t)
  local w, list = read(t), {}
  for k = 1, #w.orders do
    for c = 1, #neighbours do
      for u = 1, #angles do
        for l = 1, #lengths do
          for o = 1, w.q and #offsets or 1 do list[#list + 1] = reading(w, k, c, u, l, o) end
        end
      end
    end
  end
  local reach = math.max(w.place and w.place:norm() or w.pose.p:norm(), 1e-9)
  for _, x in ipairs(list) do
    x.error = x.distance / reach + x.angle
    x.fits = x.distance <= w.tol * reach and x.angle <= w.tol
  end
  table.sort(list, function(x, y)
    if math.abs(x.error - y.error) > 1e-9 * (1 + x.error) then return x.error < y.error end
    return x.order < y.order
  end)
  for _, x in ipairs(list) do x.order = nil end
  return list
end

kit.define(li, { "dh.detect(t: table) -> table",
  "Which convention a table is told in, by one pose that is known: rows of a, alpha, d, theta "
  .. "(without names in any usual order of columns; joints = 'RRP' for "
  .. "slides), q (numbers of the joints in that "
  .. "pose; where left out the table is of the pose itself), pose (a frame, or the place of "
  .. "the tool), base and tool. Every reading, the best first, each with "
  .. "convention, columns, angles, lengths, text, distance, angle, fits (within tol, 1e-3, of "
  .. "the reach) and its frame; of equal ones the plainest first.",
  "li.dh.detect{{0, 90, 0, 0}, {1, 0, 0, 0}, q = {90, 0}, pose = {0, 1, 0}}[1].text --> "
  .. "standard (distal); angles in degrees; lengths as in the pose; q on top of the table's own",
  detective.detect })

return detective
