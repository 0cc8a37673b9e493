-- system_screws.lua - a place told by expressions as a chain of joints: the screw of each
-- coordinate
--
-- A place X(q), told in that of another body, is a chain where
--   X(q) = exp(s_1 q_1) .. exp(s_n q_n) X(0)                                           [MLS] 3.2
-- with constant screws s_i: turns about axes, slides along them, or both. A coordinate is the first
-- of the chain where its screw (dX/dq_i) X^-1 does not change with any coordinate; with it at 0 the
-- rest is a chain again. That a screw is constant is looked at in numbers, at random places and
-- parameters; what it is is told in expressions, at q = 0.
local li = require "liaison.core"
local placing = require "liaison.describe.pose_expr"

local screws = {}

-- small vectors of numbers -----------------------------------------------------------------------

local function minus(a, b) return { a[1] - b[1], a[2] - b[2], a[3] - b[3] } end
local function plus(a, b) return { a[1] + b[1], a[2] + b[2], a[3] + b[3] } end

local function cross(a, b)
  return { a[2] * b[3] - a[3] * b[2], a[3] * b[1] - a[1] * b[3], a[1] * b[2] - a[2] * b[1] }
end

-- R' a, of R row by row
local function back(R, a)
  local out = {}
  for k = 1, 3 do out[k] = R[k] * a[1] + R[3 + k] * a[2] + R[6 + k] * a[3] end
  return out
end

local function size(a) return math.max(math.abs(a[1]), math.abs(a[2]), math.abs(a[3])) end

-- poses in space ----------------------------------------------------------------------------------

-- the pose of a body of a system, in the plane or in space, as 12 expressions: R row by row, p
local function entries(s, b)
  local p, R, list = b.pose.p, b.pose.R, {}
  for i = 1, 3 do
    for k = 1, 3 do
      if s.planar and (i == 3 or k == 3) then list[#list + 1] = li.expr(i == k and 1 or 0)
      else list[#list + 1] = R:at(i, k) end
    end
  end
  for i = 1, 3 do list[#list + 1] = i <= #p and p[i] or li.expr(0) end
  return list
end

-- where numbers come from: all poses and their slopes as one tape
local SAMPLES, PARAMETERS = 4, 2

local function symbols_of(list, q)
  local known, names, symbols = {}, {}, {}
  for i, x in ipairs(q) do names[i], symbols[i], known[tostring(x)] = tostring(x), x, true end
  for _, e in ipairs(list) do
    for _, x in ipairs(e:symbols()) do
      if not known[tostring(x)] then
        known[tostring(x)] = true
        names[#names + 1], symbols[#symbols + 1] = tostring(x), x
      end
    end
  end
  return symbols, names
end

-- the numbers of a sample: coordinates of `zero` are 0; parameters as values has them, else random
local function sample_of(names, nq, values)
  local out = {}
  for k = 1, SAMPLES * PARAMETERS do
    local random = li.random(97 + k)
    local fixed, x = li.random(11 + (k - 1) % PARAMETERS), {}
    for i, name in ipairs(names) do
      if i <= nq then x[i] = random:uniform(-1, 1)
      else
        local any = fixed:uniform(0.5, 1.5)
        x[i] = values and values[name] or any
      end
    end
    out[k] = x
  end
  return out
end

-- s: a system; its bodies' numbers: read(k, zero) -> { [body] = { R, p, twists } }
function screws.sampler(s, values)
  local list, nq, nb = {}, #s.q, #s.bodies
  for _, b in ipairs(s.bodies) do for _, e in ipairs(entries(s, b)) do list[#list + 1] = e end end
  local J = li.jacobian(list, s.q)
  local o = { system = s, poses = list, slopes = J, n = SAMPLES * PARAMETERS }
  local all = {}
  for i, e in ipairs(list) do all[i] = e end
  for i = 1, #list do for k = 1, nq do all[#all + 1] = J:at(i, k) end end
  local symbols, names = symbols_of(all, s.q)
  local samples = sample_of(names, nq, values)
  local kernel = #symbols > 0 and li.compile(li.smat(all), symbols, { tape = true })
  local constant = not kernel and li.smat(all):eval {}
  local cache = {}

  -- the spatial twist of coordinate i of a body at y: turn (of R' = [w] R), then what the point of
  -- the body at the ground's origin does
  local function twist(y, at, R, p, i)
    local function slope(e) return y[12 * nb + (at + e - 1) * nq + i] end
    local w = { 0, 0, 0 }
    for c = 0, 2 do -- [w] = dR R'
      w[1] = w[1] + (slope(7 + c) * R[4 + c] - slope(4 + c) * R[7 + c]) / 2
      w[2] = w[2] + (slope(1 + c) * R[7 + c] - slope(7 + c) * R[1 + c]) / 2
      w[3] = w[3] + (slope(4 + c) * R[1 + c] - slope(1 + c) * R[4 + c]) / 2
    end
    local v = minus({ slope(10), slope(11), slope(12) }, cross(w, p))
    return { w = w, v = v }
  end

  local function read_all(k, zero)
    local x = {}
    for i, a in ipairs(samples[k]) do x[i] = zero[i] and 0 or a end
    local y, out = constant or kernel(x), {}
    for b = 1, nb do
      local at, R, p = 12 * (b - 1), {}, {}
      for i = 1, 9 do R[i] = y[at + i] end
      for i = 1, 3 do p[i] = y[at + 9 + i] end
      local known = {}
      out[b] = { R = R, p = p, twist = function(i)
        known[i] = known[i] or twist(y, at, R, p, i)
        return known[i]
      end }
    end
    return out
  end

  function o.read(k, zero)
    local key = tostring(k)
    for i = 1, nq do if zero[i] then key = key .. " " .. i end end
    cache[key] = cache[key] or read_all(k, zero)
    return cache[key]
  end
  return o
end

-- the twist of coordinate i of body b told in body a (0: the ground), at sample k
local function relative(o, k, zero, a, b, i)
  local all = o.read(k, zero)
  local t = all[b].twist(i)
  if a == 0 then return t end
  local base, s = all[a], all[a].twist(i)
  local w, v = minus(t.w, s.w), minus(t.v, s.v)
  return { w = back(base.R, w), v = back(base.R, plus(v, cross(w, base.p))) }
end

-- a system with one body more, which stands where b does and turns by q about an axis of body a (0:
-- of the ground)
function screws.turned(s, a, b, letter, q)
  local R = placing.read({ moving = { letter, q } }, "turn", false, {}).R
  if s.planar then
    R = li.smat { { R:at(1, 1), R:at(1, 2) }, { R:at(2, 1), R:at(2, 2) } }
  end
  local bodies = {}
  for i, x in ipairs(s.bodies) do bodies[i] = x end
  if a > 0 then R = s.bodies[a].pose.R * R end
  bodies[#bodies + 1] = { pose = { R = R, p = b.pose.p } }
  return setmetatable({ bodies = bodies }, { __index = s })
end

-- chains in numbers -------------------------------------------------------------------------------

local NEAR = 1e-9

local function finite(t)
  for k = 1, 3 do
    if t.w[k] ~= t.w[k] or t.v[k] ~= t.v[k] or math.abs(t.w[k]) == math.huge
      or math.abs(t.v[k]) == math.huge then return false end
  end
  return true
end

-- of coordinate i: whether it moves b in a; whether its screw is the same at all samples of the
-- same parameters, if turns alone are asked for its turn. nil where there are no numbers
local function looked_at(o, zero, a, b, i, turns)
  local first, moves, constant = {}, false, true
  for k = 1, o.n do
    local t = relative(o, k, zero, a, b, i)
    if not finite(t) then return nil end
    if turns then t = { w = t.w, v = { 0, 0, 0 } } end
    local big = 1 + size(t.w) + size(t.v)
    moves = moves or size(t.w) + size(t.v) > NEAR * big
    local group = (k - 1) % PARAMETERS
    local f = first[group] or t
    first[group] = f
    constant = constant and size(minus(t.w, f.w)) + size(minus(t.v, f.v)) < NEAR * big
  end
  return moves, constant
end

-- the coordinates of b in a in the order of their chain; nil where it is none, or longer than
-- `most`
function screws.order(o, a, b, turns, most)
  local left, order, zero = {}, {}, {}
  for i = 1, #o.system.q do
    local moves = looked_at(o, zero, a, b, i, turns)
    if moves == nil or #left > (most or math.huge) then return nil end
    if moves then left[#left + 1] = i end
  end
  while #left > 0 do
    local found
    for k, i in ipairs(left) do
      local _, constant = looked_at(o, zero, a, b, i, turns)
      if constant then found = k break end
    end
    if not found then return nil end
    local i = table.remove(left, found)
    order[#order + 1], zero[i] = i, true
  end
  return order
end

-- screws in expressions, at q = 0 -----------------------------------------------------------------

-- R and p of a body, and its slopes along coordinate i, at q = 0
local function still(o, b, i)
  local none, list = {}, {}
  for _, q in ipairs(o.system.q) do none[q] = 0 end
  for e = 1, 12 do
    local at = 12 * (b - 1) + e
    list[e] = i and o.slopes:at(at, i) or o.poses[at]
  end
  local M = li.smat(list):subs(none):trig()
  return li.smat { { M[1], M[2], M[3] }, { M[4], M[5], M[6] }, { M[7], M[8], M[9] } },
    li.smat { M[10], M[11], M[12] }
end

-- the pose of b in a at q = 0: R, p
function screws.rest(o, a, b)
  local R, p = still(o, b)
  if a == 0 then return R, p end
  local Ra, pa = still(o, a)
  return (Ra:transpose() * R):trig(), (Ra:transpose() * (p - pa)):trig()
end

local function vee(M) return li.smat { M:at(3, 2), M:at(1, 3), M:at(2, 1) } end

-- the screw of coordinate i of b in a: w, v, smats
function screws.screw(o, a, b, i)
  local function of(body)
    local R, p = still(o, body)
    local dR, dp = still(o, body, i)
    local w = vee(dR * R:transpose())
    return w, dp - w:cross(p)
  end
  local w, v = of(b)
  if a == 0 then return w:trig(), v:trig() end
  local wa, va = of(a)
  local R, p = still(o, a)
  w, v = w - wa, v - va
  return (R:transpose() * w):trig(), (R:transpose() * (v + w:cross(p))):trig()
end

-- a screw as motions: { turn = true or nil, letter or axis, scale, at }. letter: one of the axes;
-- axis: a unit vector; scale: how far for one of the coordinate; at: a point of its axis
local LETTERS = { "x", "y", "z" }

local function zero(e) return e:number() == 0 or e:number() == nil and e:is_zero() == true end

-- what rounding alone leaves of an entry beside the others is 0
local function clean(a)
  local most, list = 0, {}
  for k = 1, #a do most = math.max(most, math.abs(a[k]:number() or 1)) end
  for k = 1, #a do
    local x = a[k]:number()
    list[k] = x and math.abs(x) < 1e-14 * most and 0 or a[k]
  end
  return li.smat(list)
end

-- the letter of a vector along an axis and its entry there; else the unit vector and the length
local function direction(a)
  local along, count = nil, 0
  for k = 1, 3 do if not zero(a[k]) then along, count = k, count + 1 end end
  if count == 1 then return LETTERS[along], nil, a[along] end
  local length = li.sqrt(a:dot(a):trig()):simplify()
  if length:number() and math.abs(length:number() - 1) < 1e-15 then length = li.expr(1) end
  return nil, (a / length):trig(), length
end

function screws.motions(w, v)
  w, v = clean(w), clean(v)
  local still_w = zero(w[1]) and zero(w[2]) and zero(w[3])
  if still_w then
    local letter, axis, scale = direction(v)
    return { { letter = letter, axis = axis, scale = scale, at = placing.zeros(3) } }
  end
  local letter, axis, scale = direction(w)
  local square = w:dot(w)
  local list = { { turn = true, letter = letter, axis = axis, scale = scale,
    at = clean((w:cross(v) / square):trig()) } }
  local pitch = (w:dot(v) / square):trig()
  if not zero(pitch) then
    list[2] = { letter = letter, axis = axis, scale = (pitch * scale):trig(), at = list[1].at }
  end
  return list
end

return screws
