-- chain.lua - an arm as a list of elementary moves, cut into frames: rows of a
-- Denavit-Hartenberg table where there are such, or else the frames of its bodies
local li = require "liaison.core"

local chain = {}

-- ---- angles and lengths as expressions ----------------------------------------------------------

-- the nearest multiple of pi/12 where x is one within rounding, as the engine reads angles
local function angle(x)
  if type(x) ~= "number" then return li.expr(x, "new") end
  local k = x * 12 / math.pi
  local whole = math.floor(k + 0.5)
  if math.abs(k - whole) > 1e-13 * math.max(math.abs(k), 1) then return li.expr(x) end
  return li.ratio(whole, 12) * li.exact_pi()
end

local function length(x)
  if type(x) ~= "number" then return li.expr(x, "new") end
  return li.expr(x)
end

-- ---- moves --------------------------------------------------------------------------------------

-- {op = "Rz", e} of the moves of a place; nil where one is no elementary move
local function add_moves(list, moves)
  for _, m in ipairs(moves or {}) do
    if not m[1]:match "^[RT][xyz]$" then return nil end
    list[#list + 1] = { op = m[1], e = m[1]:sub(1, 1) == "R" and angle(m[2]) or length(m[2]) }
  end
  return true
end

local SIGNED = { x = { "x", 1 }, y = { "y", 1 }, z = { "z", 1 }, ["-x"] = { "x", -1 },
  ["-y"] = { "y", -1 }, ["-z"] = { "z", -1 } }

-- letter and sign of the axis a joint is about
local function axis_of(axis)
  if axis == nil then return "z", 1 end
  if type(axis) == "string" then
    local s = SIGNED[axis]
    if s then return s[1], s[2] end
    return nil
  end
  local found, sign
  for k, letter in ipairs { "x", "y", "z" } do
    local a = math.abs(axis[k])
    if a > 1e-12 then
      if found or math.abs(a - 1) > 1e-12 then return nil end
      found, sign = letter, axis[k] > 0 and 1 or -1
    end
  end
  return found, sign
end

local KIND = { revolute = "R", prismatic = "T" }

-- the joint's own move; nil and why not
local function add_joint(list, b, k)
  local letter, sign = axis_of(b.axis)
  local kind = KIND[b.joint]
  if not kind then
    return nil, ("%s is %s: a derivation is told for revolute and prismatic joints"):format(b.q
      or b.name, b.joint or "of no kind")
  end
  if not letter then return nil, ("the axis of %s is no axis of its frame"):format(b.q) end
  if (b.scale or 1) ~= 1 or (b.offset or 0) ~= 0 then
    return nil, ("%s moves its joint by scale * coordinate + offset: a derivation is told for "
      .. "joints that move by their coordinate"):format(b.q)
  end
  for _, m in ipairs(list) do
    if m.joint and tostring(m.q) == b.q then
      return nil, ("%s moves two joints: a derivation is told for joints on their own"):format(b.q)
    end
  end
  local q = li.coordinates(b.q)
  list[#list + 1] = { op = kind .. letter, e = sign * q, joint = k, slide = kind == "T", q = q,
    sign = sign }
  return true
end

local function no_chain(desc)
  if #(desc.constraints or {}) > 0 or #(desc.loops or {}) > 0 then
    return "it has loops or constraints: a derivation is told for a chain from the ground to the "
      .. "tip (fourbar:explain, slider_crank:explain, mechanism:explain for loops)"
  end
  for i, b in ipairs(desc.bodies) do
    local before = i > 1 and desc.bodies[i - 1].name or "world"
    if (b.parent or before) ~= before then
      return ("%s stands on %s: a derivation is told for a chain, each body on the one before")
        :format(b.name, b.parent)
    end
  end
end

-- the frame that is the tip, where it is one of the last body
local function add_tip(list, desc)
  for _, f in ipairs(desc.frames or {}) do
    if f.name == desc.tip and f.body == desc.bodies[#desc.bodies].name then
      return add_moves(list, f.place)
    end
  end
  return true
end

-- the moves of an arm from the ground to its tip: { list, ends = index behind each body }; nil and
-- why there are none
function chain.moves(desc)
  local why = no_chain(desc)
  if why then return nil, why end
  local list, ends, joints = {}, {}, 0
  for i, b in ipairs(desc.bodies) do
    local frame = ("the place of %s is told by a matrix, not by moves along axes"):format(b.name)
    if not add_moves(list, b.place) then return nil, frame end
    if b.joint ~= "fixed" then
      joints = joints + 1
      local ok
      ok, why = add_joint(list, b, joints)
      if not ok then return nil, why end
    end
    if not add_moves(list, b.after) then return nil, frame end
    ends[i] = #list
  end
  if joints == 0 then return nil, "it has no joint" end
  if not add_tip(list, desc) then
    return nil, "the tip is told by a matrix, not by moves along axes"
  end
  return { list = list, ends = ends, joints = joints }
end

-- ---- rows of a table ----------------------------------------------------------------------------

-- turns and slides about one axis put together: { axis, from, to, angle, shift, joint }
local function screws(list)
  local out = {}
  for k, m in ipairs(list) do
    local axis = m.op:sub(2)
    local last = out[#out]
    if axis == "y" or m.joint and axis ~= "z" then return nil end
    if last and (last.axis ~= axis or m.joint and last.joint) then
      -- two joints about one line: nothing stands between them
      if last.axis == axis then out[#out + 1] = { axis = "x", from = k, to = k - 1 } end
      last = nil
    end
    if not last then
      last = { axis = axis, from = k, to = k }
      out[#out + 1] = last
    end
    last.to, last.joint = k, m.joint or last.joint
  end
  return out
end

local function nothing(axis, at) return { axis = axis, from = at, to = at - 1 } end

-- first and last move of the frame of each joint, {from, to}: z screws before x screws, or behind
local function standard(s)
  local out, k = {}, 1
  while s[k] and not s[k].joint do k = k + 1 end
  while s[k] and s[k].joint do
    local x = s[k + 1] or nothing("x", s[k].to + 1)
    out[#out + 1] = { from = s[k].from, to = x.to, z = s[k], x = x }
    k = k + 2
  end
  for rest = k, #s do if s[rest].joint then return nil end end
  return out
end

local function modified(s)
  local out, k = {}, 1
  while s[k] and not s[k].joint do k = k + 1 end
  if k > 1 and s[k - 1].axis == "x" then k = k - 1 end
  while s[k] do
    local x, z
    if s[k].axis == "x" then x, z = s[k], s[k + 1]
    else x, z = nothing("x", s[k].from), s[k] end
    if not z or not z.joint then break end
    out[#out + 1] = { from = x.to >= x.from and x.from or z.from, to = z.to, z = z, x = x }
    k = k + (z == s[k] and 1 or 2)
  end
  for rest = k, #s do if s[rest].joint then return nil end end
  return out
end

-- a, alpha, d, theta of a row, and where its moving one has a constant beside it
local function entries(list, cut)
  local zero = li.expr(0)
  local row = { a = zero, alpha = zero, d = zero, theta = zero }
  for _, part in ipairs { { cut.z, "theta", "d" }, { cut.x, "alpha", "a" } } do
    for k = part[1].from, part[1].to do
      local m = list[k]
      local key = m.op:sub(1, 1) == "R" and part[2] or part[3]
      row[key] = row[key] + m.e
      if m.joint then row.moves, row.slide = key, m.slide end
    end
  end
  return row
end

-- { from, to, row } of each joint by a kind of table; nil where the arm has none
function chain.rows(moves, kind)
  local s = screws(moves.list)
  if not s then return nil end
  local cuts = (kind == "modified" and modified or standard)(s)
  if not cuts or #cuts ~= moves.joints then return nil end
  for _, cut in ipairs(cuts) do cut.row = entries(moves.list, cut) end
  return cuts
end

-- the same by the bodies: each frame is that of a body; behind the last joint comes the tip
function chain.bodies(moves)
  local out, from = {}, 1
  for i, last in ipairs(moves.ends) do
    local has = false
    for k = from, last do has = has or moves.list[k].joint ~= nil end
    if has or i == #moves.ends then
      out[#out + 1] = { from = from, to = i == #moves.ends and #moves.list or last }
      from = last + 1
    end
  end
  return out
end

return chain
