-- inverse_solve.lua - inverse equations in numbers: every branch, what condition fails, where a
-- joint is free
local li = require "liaison.core"
local check = require "liaison.base.check"
local kit = li._internal

local solve = {}

-- an expression as a function of a table of numbers
local function compiled(e)
  local names = {}
  for k, s in ipairs(e:symbols()) do names[k] = tostring(s) end
  local f, at = e:fn(#names > 0 and names or {}), {}
  return function(env)
    for k, name in ipairs(names) do at[k] = env[name] end
    return (f((unpack or table.unpack)(at, 1, #names)))
  end
end

local function compile(inv)
  local c = { points = {}, steps = {}, H = {} }
  for _, d in ipairs(inv.points) do
    for k = 1, 3 do c.points[#c.points + 1] = { d.names[k], compiled(d.value[k]) } end
  end
  for k, step in ipairs(inv.steps) do
    c.steps[k] = { step = step, free = compiled(step.free), plus = compiled(step.value(1)),
      minus = step.sign and compiled(step.value(-1)),
      must = step.must and compiled(step.must) }
  end
  for r = 1, 3 do
    for col = 1, 4 do c.H[4 * (r - 1) + col] = compiled(inv.H:at(r, col)) end
  end
  return c
end

-- compiled once for each result
local kept = setmetatable({}, { __mode = "k" })

function solve.compiled(inv)
  kept[inv] = kept[inv] or compile(inv)
  return kept[inv]
end

-- ---- the target ---------------------------------------------------------------------------------

local function target_env(inv, X)
  local env, class = {}, kit.class(X)
  local p = X
  if class == "frame" then p = X.p
  elseif not inv.position then
    check.fail("solve", "expected a frame: the equations are of a pose")
  end
  for k = 1, 3 do env[inv.target[k]] = p[k] end
  if inv.position then return env end
  local R = X:matrix()
  for r = 1, 3 do
    for c = 1, 3 do env[inv.target[3 * r + c]] = R[r][c] end
  end
  return env
end

local function put_values(inv, env, values)
  for _, name in ipairs(inv.parameters) do
    local x = values and values[name]
    if type(x) ~= "number" then
      check.fail("solve", "the number of %s is missing: {values = {%s = ..}}", name, name)
    end
    env[name] = x
  end
end

-- ---- branches -----------------------------------------------------------------------------------

local function wrap(q) return q - 2 * math.pi * math.floor((q + math.pi) / (2 * math.pi)) end

local TINY = 1e-12

-- roots of a step at env: {value, sign}, free; nil, what fails
local function roots(s, env, keep)
  if math.abs(s.free(env)) < TINY then return { { keep, nil } }, true end
  local must = s.must and s.must(env) or 1
  if must < -1e-9 then return nil, must end
  local list = { { s.plus(env), s.step.sign and 1 } }
  if s.minus then list[2] = { s.minus(env), -1 } end
  -- at the edge both roots are one, and rounding may leave no root at all
  for _, r in ipairs(list) do
    if r[1] ~= r[1] then return nil, must end
  end
  return list, false
end

local function copy(t)
  local out = {}
  for key, x in pairs(t) do out[key] = x end
  return out
end

local function go(run, k, env, signs, free)
  local s = run.c.steps[k]
  if not s then
    run.found[#run.found + 1] = { env = env, signs = signs, free = free }
    return
  end
  local name = tostring(s.step.q)
  local list, why = roots(s, env, run.keep[s.step.joint] or 0)
  if not list then
    run.fails[#run.fails + 1] = { step = k, name = name, value = why }
    return
  end
  for _, r in ipairs(list) do
    local e, sg, fr = copy(env), copy(signs), copy(free)
    e[name] = s.step.slide and r[1] or wrap(r[1])
    if s.step.sign then sg[s.step.sign] = r[2] or 0 end
    if why then fr[#fr + 1] = name end
    go(run, k + 1, e, sg, fr)
  end
end

-- how far the tip is from the target, in place and axes
local function missed(inv, c, env)
  local worst = 0
  for r = 1, 3 do
    worst = math.max(worst, math.abs(c.H[4 * r](env) - env[inv.target[r]]))
    for col = 1, inv.position and 0 or 3 do
      worst = math.max(worst, math.abs(c.H[4 * (r - 1) + col](env) - env[inv.target[3 * r + col]]))
    end
  end
  return worst
end

local function same(inv, a, b)
  for k = 1, #inv.q do
    local d = a[k] - b[k]
    if not inv.slides[k] then d = wrap(d) end
    if math.abs(d) > 1e-6 then return false end
  end
  return true
end

local function collect(inv, run)
  local list, info, nearest = {}, {}, math.huge
  for _, f in ipairs(run.found) do
    local q, off, new = {}, missed(inv, run.c, f.env), true
    for k, x in ipairs(inv.q) do q[k] = f.env[tostring(x)] end
    nearest = math.min(nearest, off)
    for _, other in ipairs(list) do new = new and not same(inv, q, other) end
    if new and off < 1e-7 * run.size then
      list[#list + 1] = li.vec(q)
      info[#info + 1] = { signs = f.signs, free = f.free }
    end
  end
  return list, info, nearest
end

-- ---- what stands in the way ---------------------------------------------------------------------

local function unmet(inv, env)
  for _, d in ipairs(inv.demands) do
    if math.abs(env[d.name] - d.value) > 1e-7 then
      return ("%s = %s is all the arm can do, the target has %s"):format(d.name,
        kit.number(d.value), kit.number(env[d.name]))
    end
  end
end

local function why_not(inv, run, nearest)
  local last
  for _, f in ipairs(run.fails) do
    if not last or f.step > last.step then last = f end
  end
  if last and #run.found == 0 then
    local step = inv.steps[last.step]
    return ("step %d (%s): %s >= 0 does not hold, it is %s"):format(last.step, last.name,
      step.row.must or "the root", kit.format("%.6g", last.value)), last.step
  end
  return ("every branch misses the target, the nearest by %s: %d joints do not reach every pose")
    :format(kit.format("%.3g", nearest), #inv.q)
end

function solve.all(inv, X, options)
  local o = check.fields(options or {}, "solve", { values = "table?", q = "vec|table?" })
  local env = target_env(inv, X)
  put_values(inv, env, o.values)
  local bad = unmet(inv, env)
  local info = { code = "EUNREACHABLE" }
  if bad then return nil, bad, info.code, info end
  local run = { c = solve.compiled(inv), found = {}, fails = {}, keep = o.q or {}, size = 1 }
  for k = 1, 3 do run.size = math.max(run.size, math.abs(env[inv.target[k]])) end
  for _, p in ipairs(run.c.points) do env[p[1]] = p[2](env) end
  go(run, 1, env, {}, {})
  local list, told, nearest = collect(inv, run)
  if #list > 0 then return list, told end
  local why
  why, info.step = why_not(inv, run, nearest)
  return nil, why, info.code, info
end

return solve
