-- branch.lua - mechanisms: a branch followed along an input, with rates, curves of points and dead points
local li = require "liaison.core"

local kit = li.kit
local raise = kit.raise

local function index_of(list, name, what)
  for i, x in ipairs(list) do
    if x == name then return i end
  end
  local near = type(name) == "string" and kit.nearest(name, list)
  raise(("follow: %s: no coordinate '%s'%s"):format(what, tostring(name), near and (" (did you mean '" .. near .. "'?)") or ""))
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

-- rates and second derivatives of all coordinates by the input at q, and how well the constraints tell them: the least singular
-- value of G without the columns held, over the largest
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

-- q at input value x + h, by second order and Newton; nil where that is not near: another branch, or none
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
      raise(("follow: unknown key '%s'%s"):format(tostring(key), near and (" (did you mean '" .. near .. "'?)") or ""))
    end
  end
  for _, key in ipairs { "from", "to", "steps" } do
    local x = o[key]
    if x ~= nil and (type(x) ~= "number" or x - x ~= 0) then raise(("follow: %s: expected a finite number"):format(key)) end
  end
  if o.q == nil then raise "follow: q: expected a configuration near the branch" end
  if o.to == nil then raise "follow: to: expected the last value of the input" end
  local n = o.steps or 72
  if n < 1 or n > 100000 or n % 1 ~= 0 then raise "follow: steps: expected a whole number from 1 to 100000" end
  for _, key in ipairs { "fix", "points" } do
    if o[key] ~= nil and type(o[key]) ~= "table" then raise(("follow: %s: expected a list of names"):format(key)) end
  end
  return n
end

local function follow(model, o)
  local n, names = options_of(o), model:coordinates()
  if #names ~= #model:speeds() then raise "follow: this model has turns in space, told by quaternions; a branch is followed in plain coordinates" end
  local input = index_of(names, o.input, "input")
  local held, fix = { [input] = true }, { names[input] }
  for i, name in ipairs(o.fix or {}) do
    held[index_of(names, name, ("fix[%d]"):format(i))] = true
    fix[#fix + 1] = name
  end
  local w = { input = input, fix = fix, t = o.t or 0, tol = 1e-12 }
  local start = li.vec(o.q)
  if #start ~= #names then raise(("follow: q: expected %d numbers, got %d"):format(#names, #start)) end
  local from = o.from or start[input]
  start[input] = from
  local q, message, code, info = model:assemble(start, { fix = fix, t = w.t, tol = w.tol })
  if not q then return nil, message, code, info end

  local v, a, quality, rank, free = derivatives(model, q, held, input, w.t)
  if rank < free then
    return nil, ("the input does not tell the motion: %d more coordinate%s to be held, or this is a dead point"):format(free - rank, free - rank == 1 and " is" or "s are"),
      "ESINGULAR"
  end
  local out = { q = {}, rate = {}, acc = {}, quality = {}, input = {}, points = {}, names = names }
  local function keep()
    local k = #out.input + 1
    out.input[k], out.q[k], out.rate[k], out.acc[k], out.quality[k] = q[input], q, v, a, quality
    for _, name in ipairs(o.points or {}) do
      out.points[name] = out.points[name] or {}
      out.points[name][k] = model:fk(q, name).p
    end
  end
  keep()
  local range = o.to - from
  for k = 1, n do
    local goal, h = from + range * k / n, range / n
    while q[input] ~= goal do
      local left = goal - q[input]
      if math.abs(h) > 0.999999 * math.abs(left) then h = left end
      local r = step(model, q, v, a, h, w)
      local v2, a2, quality2
      if r then v2, a2, quality2 = derivatives(model, r, held, input, w.t) end
      if r and quality2 > 1e-7 then
        if h == left then r[input] = goal end
        q, v, a, quality = r, v2, a2, quality2
        h = 2 * h
      else
        h = h / 2
      end
      if not (r and quality2 > 1e-7) and math.abs(h) < 1e-10 * math.abs(range) then
        out.dead = { input = q[input], q = q, quality = quality,
          text = ("dead point: %s cannot go beyond %s, where the rates of the others grow without bound"):format(names[input], kit.number(q[input])) }
        break
      end
    end
    keep()
    if out.dead then break end
  end
  local d = 0
  for i = 1, #names do
    if i ~= input then d = math.max(d, math.abs((q[i] - out.q[1][i] + math.pi) % (2 * math.pi) - math.pi)) end
  end
  out.returns = not out.dead and d < 1e-8
  return out
end

kit.define(kit.methods "model", {
  "model:follow(options: table) -> table",
  "A branch of a mechanism along an input: {input = \"alpha\", from = 0, to = 2*math.pi, steps = 72, q = near the start, fix = other inputs that stay, points = "
  .. "bodies or frames}. Results at every step: input, q, rate and acc (first and second derivatives by the input), quality (0 at a dead point), points; "
  .. "dead where the input cannot go on; returns: the same configuration after the cycle. It never jumps to another branch.",
  "li.robot{bodies = {{joint = \"revolute\"}, {joint = \"revolute\"}}, constraints = {{\"gear\", coordinates = {\"q1\", \"q2\"}, ratio = 2}}}"
  .. ":follow{input = \"q1\", to = 1, q = {0, 0}}.q[73][2] --> 2", follow })

return follow
