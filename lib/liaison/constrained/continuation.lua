-- continuation.lua - mechanisms: a branch followed along an input, with rates, curves of points and
-- dead points
local li = require "liaison.core"

local kit = li._internal
local raise = kit.raise

local function index_of(list, name, what)
  for i, x in ipairs(list) do
    if x == name then return i end
  end
  local near = type(name) == "string" and kit.nearest(name, list)
  raise(("follow: %s: no coordinate '%s'%s"):format(what, tostring(name),
    near and (" (did you mean '" .. near .. "'?)") or ""))
end

-- columns of G that are not held, and the one of the input
local function split(G, held, input)
  local rows, cols = G:size()
  local free = {}
  for j = 1, cols do
    if not held[j] then free[#free + 1] = j end
  end
  local A, b = li.zeros(rows, math.max(#free, 1)), li.zeros(rows)
  for i = 1, rows do
    for k, j in ipairs(free) do A:set(i, k, G:get(i, j)) end
    b[i] = -G:get(i, input)
  end
  return A, b, free
end

-- rates and second derivatives of all coordinates by the input at q, and how well the constraints
-- tell them: the least singular value of G without the columns held, over the largest
local function derivatives(model, q, held, input, t)
  local n = #model:coordinates()
  local G = model:constraint_rows(q, li.zeros(n), t)
  local A, b, free = split(G, held, input)
  local _, s = A:svd()
  local v = li.zeros(n)
  v[input] = 1
  local x = A:least_squares(b)
  for k, j in ipairs(free) do v[j] = x[k] end
  local _, gamma = model:constraint_rows(q, v, t)
  local a = li.zeros(n)
  x = A:least_squares(gamma)
  for k, j in ipairs(free) do a[j] = x[k] end
  return v, a, #free == 0 and 1 or #free > #s and 0 or s[#free] / s[1], A:rank(1e-9), #free
end

-- q at input value x + h, by second order and Newton; nil where that is not near: another branch,
-- or none
local function step(model, q, v, a, h, w)
  local guess = q + h * v + (h * h / 2) * a
  guess[w.input] = q[w.input] + h
  local r = model:assemble(guess, { fix = w.fix, t = w.t, tol = w.tol })
  if not r then return nil end
  local moved, off = 0, 0
  for i = 1, #q do
    moved = math.max(moved, math.abs(guess[i] - q[i]))
    off = math.max(off, math.abs(r[i] - guess[i]))
  end
  if off > 0.05 * moved + 1e-9 then return nil end
  return r
end

local allowed = { "input", "from", "to", "steps", "q", "fix", "points", "t" }

local function options_of(o)
  for key in pairs(o) do
    local known = false
    for _, k in ipairs(allowed) do known = known or k == key end
    if not known then
      local near = type(key) == "string" and kit.nearest(key, allowed)
      raise(("follow: unknown key '%s'%s"):format(tostring(key),
        near and (" (did you mean '" .. near .. "'?)") or ""))
    end
  end
  for _, key in ipairs { "from", "to", "steps" } do
    local x = o[key]
    if x ~= nil and (type(x) ~= "number" or x - x ~= 0) then
      raise(("follow: %s: expected a finite number"):format(key))
    end
  end
  if o.q == nil then raise "follow: q: expected a configuration near the branch" end
  if o.to == nil then raise "follow: to: expected the last value of the input" end
  local n = o.steps or 72
  if n < 1 or n > 100000 or n % 1 ~= 0 then
    raise "follow: steps: expected a whole number from 1 to 100000"
  end
  for _, key in ipairs { "fix", "points" } do
    if o[key] ~= nil and type(o[key]) ~= "table" then
      raise(("follow: %s: expected a list of names"):format(key))
    end
  end
  return n
end

-- what is followed, and where it begins: nil, message, code, info where the start cannot be closed
local function begin(model, o)
  local n, names = options_of(o), model:coordinates()
  if #names ~= #model:speeds() then
    raise("follow: this model has turns in space, told by quaternions; a branch is followed "
      .. "in plain coordinates")
  end
  local function own(name) return type(name) == "string" and model:coordinate(name) or name end
  local input = index_of(names, own(o.input), "input")
  local w = { model = model, input = input, names = names, n = n, held = { [input] = true },
    fix = { names[input] }, t = o.t or 0, tol = 1e-12 }
  for i, name in ipairs(o.fix or {}) do
    w.held[index_of(names, own(name), ("fix[%d]"):format(i))] = true
    w.fix[#w.fix + 1] = name
  end
  local start = li.vec(o.q)
  if #start ~= #names then
    raise(("follow: q: expected %d numbers, got %d"):format(#names, #start))
  end
  w.from = o.from or start[input]
  start[input] = w.from
  local q, message, code, info = model:assemble(start, { fix = w.fix, t = w.t, tol = w.tol })
  if not q then return nil, message, code, info end
  local v, a, quality, rank, free = derivatives(model, q, w.held, input, w.t)
  if rank < free then
    return nil,
      ("the input does not tell the motion: %d more coordinate%s to be held, or this is a "
      .. "dead point"):format(free - rank, free - rank == 1 and " is" or "s are"),
      "ESINGULAR"
  end
  w.q, w.v, w.a, w.quality = q, v, a, quality
  return w
end

-- the input moved to goal, in steps that are halved where the loops do not close; false at a dead
-- point
local function advance(w, goal, h, least)
  while w.q[w.input] ~= goal do
    local left = goal - w.q[w.input]
    if math.abs(h) > 0.999999 * math.abs(left) then h = left end
    local r = step(w.model, w.q, w.v, w.a, h, w)
    local v, a, quality
    if r then v, a, quality = derivatives(w.model, r, w.held, w.input, w.t) end
    if r and quality > 1e-7 then
      if h == left then r[w.input] = goal end
      w.q, w.v, w.a, w.quality = r, v, a, quality
      h = 2 * h
    else
      h = h / 2
      if math.abs(h) < least then return false end
    end
  end
  return true
end

-- whether a configuration is another, turns by whole turns apart
local function same_place(w, p, q)
  local d = 0
  for i = 1, #w.names do
    if i ~= w.input then
      d = math.max(d, math.abs((q[i] - p[i] + math.pi) % (2 * math.pi) - math.pi))
    end
  end
  return d < 1e-8
end

local function follow(model, o)
  local w, message, code, info = begin(model, o)
  if not w then return nil, message, code, info end
  local out = { q = {}, rate = {}, acc = {}, quality = {}, input = {}, points = {},
    names = w.names }
  local function keep()
    local k = #out.input + 1
    out.input[k], out.q[k], out.rate[k], out.acc[k], out.quality[k] = w.q[w.input], w.q, w.v, w.a,
      w.quality
    for _, name in ipairs(o.points or {}) do
      out.points[name] = out.points[name] or {}
      out.points[name][k] = model:fk(w.q, name).p
    end
  end
  keep()
  local range, k = o.to - w.from, 0
  while k < w.n and not out.dead do
    k = k + 1
    if not advance(w, w.from + range * k / w.n, range / w.n, 1e-10 * math.abs(range)) then
      out.dead = { input = w.q[w.input], q = w.q, quality = w.quality,
        text = ("dead point: %s cannot go beyond %s, where the rates of the others grow "
          .. "without bound"):format(w.names[w.input], kit.number(w.q[w.input])) }
    end
    keep()
  end
  out.returns = not out.dead and same_place(w, out.q[1], w.q)
  return out
end

-- model:follow, beside tool paths: lib/liaison/ask/follow.lua
return follow
