-- arm.lua - an arm as derivations tell it: frames and bases, axes, origins, bodies, in the letters
-- of a book; and the numeric engine beside it
local li = require "liaison.core"
local basis = require "liaison.blackboard.basis"
local chain = require "liaison.blackboard.chain"
local vector = require "liaison.blackboard.vector"

local arm = {}

local AXES = { x = 1, y = 2, z = 3 }

-- ---- bases --------------------------------------------------------------------------------------

local function unit(k)
  local e = { li.expr(0), li.expr(0), li.expr(0) }
  e[k] = li.expr(1)
  return e
end

local function identity()
  return { unit(1), unit(2), unit(3) }
end

local function rotation(turns)
  if #turns == 0 then return identity() end
  local H, R = li.homogeneous(turns), {}
  for i = 1, 3 do R[i] = { H:at(i, 1), H:at(i, 2), H:at(i, 3) } end
  return R
end

local function column(R, k) return { R[1][k], R[2][k], R[3][k] } end
local function row(R, k) return { R[k][1], R[k][2], R[k][3] } end

-- is it the axis k itself?
local function is_unit(c, k)
  for i = 1, 3 do
    if c[i]:number() ~= (i == k and 1 or 0) then return false end
  end
  return true
end

local function stands(c)
  return c[1]:number() and c[2]:number() and c[3]:number()
end

-- axis `letter` as the turns before and behind it see it: in the basis that has it under the same
-- letter, or else in one where it does not move
local function direction(parent, own, before, behind, letter)
  local k = AXES[letter]
  local here, there = column(rotation(before), k), row(rotation(behind), k)
  local b, c = own, there
  if is_unit(here, k) or not is_unit(there, k) and stands(here) then b, c = parent, here end
  return vector.of(b, c[1], c[2], c[3])
end

-- of the moves list[from..to]: the turns before move k, and those behind it
local function turns_around(list, cut, k)
  local before, behind = {}, {}
  for i = cut.from, cut.to do
    local m = list[i]
    if m.op:sub(1, 1) == "R" and i ~= k then
      local into = i < k and before or behind
      into[#into + 1] = { m.op, m.e }
    end
  end
  return before, behind
end

local function turns_of(list, cut)
  local out = {}
  for i = cut.from, cut.to do
    local m = list[i]
    if m.op:sub(1, 1) == "R" then out[#out + 1] = { m.op, m.e } end
  end
  return out
end

-- the frame of a cut: its basis, the axis of its joint, the way to its origin
local function frame(list, cut, i, parent)
  local own = basis.make(tostring(i), parent, rotation(turns_of(list, cut)), nil)
  -- lever: from the axis of the joint to the origin
  local f = { basis = own, step = vector.zero(), lever = vector.zero() }
  for k = cut.from, cut.to do
    local m = list[k]
    local before, behind = turns_around(list, cut, k)
    local along = direction(parent, own, before, behind, m.op:sub(2))
    if m.op:sub(1, 1) == "T" then
      f.step = f.step + vector.scaled(along, m.e)
      if f.q then f.lever = f.lever + vector.scaled(along, m.e) end
    end
    if m.joint then
      f.axis, f.slide, f.q = vector.scaled(along, m.sign), m.slide, m.q
    end
  end
  if f.q and not f.slide then rawset(own, "w", vector.scaled(f.axis, f.q:d())) end
  return f
end

-- ---- letters for numbers ------------------------------------------------------------------------

-- the name, or L and its index where the model calls something else so; nil where that is taken too
local function free(name, taken)
  if not taken[name] then return name end
  local other = "L" .. name:match "%d*$"
  return not taken[other] and other or nil
end

-- the length of a row in a letter of the book, where it is a number that is not 0
local function lettered(list, part, name, values, taken)
  name = free(name, taken)
  if not name then return end
  for k = part.from, part.to do
    local m = list[k]
    local x = not m.joint and m.op:sub(1, 1) == "T" and m.e:number()
    if x and x ~= 0 and not values[name] then
      values[name] = x
      values[#values + 1] = name
      m.e = li.symbols(name)
    end
  end
end

-- every length that is a number gets the letter of its column: a2, d4
local function put_letters(moves, cuts, letters, values, taken)
  local lengths = letters.lengths or { a = "a", d = "d" }
  local shift = letters.table == "modified" and 1 or 0
  for i, cut in ipairs(cuts) do
    lettered(moves.list, cut.x, lengths.a .. i - (lengths.a == "a" and shift or 0), values, taken)
    lettered(moves.list, cut.z, lengths.d .. i, values, taken)
  end
end

-- ---- bodies -------------------------------------------------------------------------------------

-- moves from the end of move a to the end of move b as a matrix 4 x 4 of expressions
local function between(list, a, b)
  local moves = {}
  for k = a + 1, b do moves[#moves + 1] = { list[k].op, list[k].e } end
  if #moves > 0 then return li.homogeneous(moves) end
  for k = a, b + 1, -1 do
    local m = list[k]
    moves[#moves + 1] = { m.op, -m.e }
  end
  if #moves > 0 then return li.homogeneous(moves) end
  return li.homogeneous { { "Tx", 0 } }
end

-- components of a point of a body's frame in the frame of the cut
local function carried(H, c)
  local out = {}
  for i = 1, 3 do
    out[i] = H:at(i, 1) * c[1] + H:at(i, 2) * c[2] + H:at(i, 3) * c[3] + H:at(i, 4)
  end
  return out
end

local function carried_tensor(H, I)
  local out = {}
  for i = 1, 3 do
    out[i] = {}
    for j = 1, 3 do
      local e = li.expr(0)
      for k = 1, 3 do
        for l = 1, 3 do e = e + H:at(i, k) * I[k][l] * H:at(j, l) end
      end
      out[i][j] = e:trig()
    end
  end
  return out
end

-- the number of an expression that has no symbols but letters
local function number_of(x, values)
  local at = {}
  for _, s in ipairs(x:symbols()) do
    local name = tostring(s)
    at[name] = values[name]
    if not at[name] then return nil end
  end
  local number = x:eval(at)
  return math.abs(number) > 1e-15 and number or 0
end

-- a number of a body in a letter, unless it is 0
local function letter(x, name, a)
  local values = a.values
  local number = number_of(x, values)
  if number == 0 then return li.expr(0) end
  if a.keep_numbers or a.taken[name] or not number then return x end
  if values[name] then return values[name] == number and li.symbols(name) or x end
  values[name] = number
  values[#values + 1] = name
  return li.symbols(name)
end

local INERTIA = { { "xx", "xy", "xz" }, { "xy", "yy", "yz" }, { "xz", "yz", "zz" } }

-- mass, centre of mass O_iG_i and tensor at it, in axes of the frame i
local function body(a, i, moves, cut, g, name)
  local b = g:body(name)
  local H = between(moves.list, cut.to, moves.ends[i]) -- components of the body in the frame
  local c, I = carried(H, b.com), carried_tensor(H, b.inertia)
  local out = { name = name, mass = letter(b.mass, "m" .. i, a), inertia = {} }
  for k, axis in ipairs { "x", "y", "z" } do
    c[k] = letter(c[k], axis .. "G" .. i, a)
  end
  out.centre = vector.of(a.frames[i].basis, c[1], c[2], c[3])
  for r = 1, 3 do
    out.inertia[r] = {}
    for s = 1, 3 do
      local e = s < r and out.inertia[s][r] or letter(I[r][s], "I" .. INERTIA[r][s] .. i, a)
      out.inertia[r][s] = e
    end
  end
  return out
end

-- letters come when they are asked for: their values join the points that there are
function arm.renew(a)
  for _, at in pairs(a.points or {}) do
    for _, name in ipairs(a.values) do at[name] = a.values[name] end
  end
end

-- bodies with what they weigh; nil and what is missing
function arm.bodies(a)
  if a.kept_bodies then return a.kept_bodies end
  if #a.moves.ends ~= a.n then
    return nil, "a body without a joint of its own stands in the chain: weld it to the one before"
  end
  local lacking = a.model:missing()
  if next(lacking.bodies or {}) then return nil, lacking[1] end
  local g, list = a.model:generator(), {}
  for i, name in ipairs(a.names) do
    local b = g:body(name)
    if not b.mass or not b.inertia then
      return nil, ("mass and inertia of %s are missing"):format(name)
    end
    list[i] = body(a, i, a.moves, a.cuts[i], g, name)
  end
  a.kept_bodies = list
  arm.renew(a)
  return list
end

-- ---- an arm -------------------------------------------------------------------------------------

-- a number that belongs to a name and a round: the same on every machine
local function sample(name, round)
  local h = 17 * round + 5
  for k = 1, #name do h = (h * 31 + name:byte(k) * (k + round)) % 100003 end
  return 0.3 + 1.1 * ((h * 7919) % 100003) / 100003
end
arm.sample = sample

local function identity_matrix() return li.mat { { 1, 0, 0, 0 }, { 0, 1, 0, 0 }, { 0, 0, 1, 0 },
  { 0, 0, 0, 1 } } end

-- numbers for every name of the arm, by round
local function point(a, round)
  local at = {}
  for _, name in ipairs(a.model:symbols()) do at[name] = sample(name, round) end
  for _, name in ipairs(a.values) do at[name] = a.values[name] end
  for _, f in ipairs(a.frames) do
    local name = tostring(f.q)
    at[name] = sample(name, round + 7)
    at[name .. "'"] = 2 * sample(name, round + 11) - 1.7
    at[name .. "''"] = 2 * sample(name, round + 13) - 1.7
    -- by the symbols too: a parameter elsewhere may have the name of the coordinate
    at[f.q:d()], at[f.q:d():d()] = at[name .. "'"], at[name .. "''"]
  end
  return at
end

function arm.point(a, round)
  a.points = a.points or {}
  a.points[round] = a.points[round] or point(a, round)
  return a.points[round]
end

-- q, v, a as lists, and the model with its numbers
function arm.state(a, at)
  local s = { q = {}, v = {}, a = {} }
  for i, f in ipairs(a.frames) do
    local name = tostring(f.q)
    s.q[i], s.v[i], s.a[i] = at[name], at[name .. "'"], at[name .. "''"]
  end
  a.engines = a.engines or setmetatable({}, { __mode = "k" })
  if not a.engines[at] then
    local open, values = a.plain:symbols(), {}
    for _, name in ipairs(open) do values[name] = at[name] end
    a.engines[at] = #open > 0 and a.plain:with(values) or a.plain
  end
  s.model = a.engines[at]
  return s
end

arm.between = between

local function numbers(M, at)
  local out = {}
  for i = 1, 4 do
    out[i] = {}
    for j = 1, 4 do out[i][j] = M:at(i, j):eval(at) end
  end
  return li.mat(out)
end

arm.numbers = numbers

-- the body that joint i moves, which carries frame i
function arm.body_of(a, i)
  local joint, k = nil, 1
  for at = a.cuts[i].from, a.cuts[i].to do if a.moves.list[at].joint then joint = at end end
  while a.moves.ends[k] < joint do k = k + 1 end
  return k
end

-- the pose of frame i in frame 0 by the numeric engine
function arm.engine_pose(a, i, at)
  local s = arm.state(a, at)
  if i == 0 then return identity_matrix() end
  local k = arm.body_of(a, i)
  local X = s.model:fk(s.q, a.names[k]):matrix()
  local C = numbers(between(a.moves.list, a.moves.ends[k], a.cuts[i].to), at)
  local base = numbers(between(a.moves.list, 0, a.cuts[1].from - 1), at)
  return base:inverse() * X * C
end

local BESIDE = { "damping", "friction", "stiffness" }

-- the model without limits, whose letters are no numbers of its motion, and without friction and
-- springs of its joints, which stand beside what is derived; did it have such?
local function bare(desc)
  local had = false
  for _, b in ipairs(desc.bodies) do
    b.min, b.max, b.speed, b.effort = nil, nil, nil, nil
    for _, key in ipairs(BESIDE) do
      had = had or b[key] ~= nil and b[key] ~= 0
      b[key] = nil
    end
  end
  return li.robot(desc), had
end

-- what a rotor behind its gear adds to the inertia of joint i, in a letter; nil where there is none
function arm.rotor(a, i)
  local b = a.model:description().bodies[i]
  if not b.rotor or b.rotor == 0 then return nil end
  local gear = li.expr(b.gear or 1, "new")
  local e = letter(gear * gear * li.expr(b.rotor, "new"), "Ir" .. i, a)
  arm.renew(a)
  return e
end

-- the arm of a model in the letters of a book; keep: numbers stay numbers. nil and why there is
-- none
function arm.of(model, letters, keep)
  local desc = model:description()
  local moves, why = chain.moves(desc)
  if not moves then return nil, why end
  local a = { model = model, letters = letters, moves = moves, values = {}, frames = {},
    names = {}, keep_numbers = keep, taken = {} }
  for _, name in ipairs(model:symbols()) do a.taken[name] = true end
  for _, m in ipairs(moves.list) do if m.q then a.taken[tostring(m.q)] = true end end
  for i, b in ipairs(desc.bodies) do a.names[i] = b.name end
  a.cuts = chain.rows(moves, letters.table)
  a.table = a.cuts ~= nil
  if a.cuts and not keep then
    put_letters(moves, a.cuts, letters, a.values, a.taken)
    a.cuts = chain.rows(moves, letters.table)
  end
  a.cuts = a.cuts or chain.bodies(moves)
  a.n = #a.cuts
  local root = basis.make("0", nil, nil, nil)
  a.root = root
  local parent = root
  for i, cut in ipairs(a.cuts) do
    a.frames[i] = frame(moves.list, cut, i, parent)
    parent = a.frames[i].basis
    if not a.frames[i].q then return nil, "behind the last joint stand more bodies" end
  end
  a.frames[0] = { basis = root }
  a.shown = {}
  for i, b in ipairs(desc.bodies) do a.shown[i] = b.home end
  a.plain, a.stripped = bare(desc)
  return a
end

-- the arm as a model of its frames alone, in its letters: frame i is body i
function arm.letter_model(a)
  local list, bodies = a.moves.list, {}
  for i, cut in ipairs(a.cuts) do
    local b = { name = "frame" .. i, parent = i > 1 and "frame" .. i - 1 or "world", place = {},
      after = {} }
    for k = cut.from, cut.to do
      local m = list[k]
      if m.joint then
        b.joint = m.slide and "prismatic" or "revolute"
        b.q, b.axis = tostring(m.q), (m.sign < 0 and "-" or "") .. m.op:sub(2)
      else
        local into = b.joint and b.after or b.place
        into[#into + 1] = { m.op, tostring(m.e) }
      end
    end
    bodies[i] = b
  end
  return li.robot { name = "arm", bodies = bodies }
end

-- matrix 4 x 4 of frame i in the one before
function arm.pose(a, i)
  local cut, moves = a.cuts[i], {}
  for k = cut.from, cut.to do moves[#moves + 1] = { a.moves.list[k].op, a.moves.list[k].e } end
  return li.homogeneous(moves)
end

-- a component of gravity, its size in a letter
local function weight(x, a)
  if type(x) ~= "number" then return li.expr(x, "new") end
  if x < 0 then return -letter(li.expr(-x), "g", a) end
  return letter(li.expr(x), "g", a)
end

-- gravity in axes of frame 0
function arm.gravity(a)
  local g = a.model:description().gravity or { 0, 0, -9.81 }
  local H = between(a.moves.list, 0, a.cuts[1].from - 1)
  local out = {}
  for i = 1, 3 do
    out[i] = li.expr(0)
    for k = 1, 3 do
      out[i] = out[i] + H:at(k, i) * weight(g[k], a)
    end
  end
  arm.renew(a)
  return out
end

return arm
