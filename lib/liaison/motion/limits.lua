-- limits.lua - what a motion may be: speeds, accelerations, jerks and forces of each axis, both
-- signs
local li = require "liaison.core"
local check = require "liaison.base.check"
local kit = li._internal

local limits = {}

-- what is bounded, in the order it is told; rate: of the motion, 1 the first derivative
limits.KINDS = { { key = "v", text = "speed" }, { key = "a", text = "acceleration" },
  { key = "j", text = "jerk" }, { key = "torque", text = "force" } }

local FIELDS = {}
for _, kind in ipairs(limits.KINDS) do FIELDS[kind.key] = true end

-- one axis: a number for both signs, or {min, max}
local function both(x, path)
  if type(x) == "number" then
    if not (x > 0) then
      check.fail(path, "a limit is greater than 0, got %s (what may not move has no motion)",
        kit.number(x))
    end
    return -x, x
  end
  if type(x) ~= "table" then
    check.fail(path, "expected a number, or {least, greatest}, got %s", check.got(x))
  end
  local lo, hi = x.min or x[1], x.max or x[2]
  if type(lo) ~= "number" or type(hi) ~= "number" then
    check.fail(path, "expected {least, greatest}")
  end
  if not (lo < 0 and hi > 0) then
    check.fail(path, "expected a least below 0 and a greatest above, got %s and %s",
      kit.number(lo), kit.number(hi))
  end
  return lo, hi
end

local function is_pair(x)
  return type(x) == "table" and (x.min ~= nil or x.max ~= nil)
end

-- { min = {..}, max = {..} } of one kind, an entry for each axis
local function read_kind(x, path, names)
  local out = { min = {}, max = {} }
  for k, name in ipairs(names) do
    local one, where = x, path
    if kit.class(x) == "vec" or type(x) == "table" and not is_pair(x) then
      one, where = x[k], ("%s[%d]"):format(path, k)
      if type(x) == "table" and x[name] ~= nil then one, where = x[name], path .. "." .. name end
    end
    if one == nil or one == math.huge then
      out.min[k], out.max[k] = -math.huge, math.huge
    else
      out.min[k], out.max[k] = both(one, where)
    end
  end
  if type(x) == "table" and not is_pair(x) then
    local known = {}
    for k, name in ipairs(names) do known[name], known[k] = true, true end
    for key in pairs(x) do
      if not known[key] then
        check.fail(path, "no axis '%s'%s", tostring(key), check.hint(tostring(key), known))
      end
    end
  end
  return out
end

-- limits as they are given, speeds and forces of the model where nothing is said of them; nil where
-- nothing is limited. { v = { min = {..}, max = {..} }, .. }. at: what complaints call them
function limits.read(given, model, names, at)
  at = at or "motion.limits"
  if given == nil or given == false then return nil end
  if given == true then given = {} end
  if type(given) ~= "table" then
    check.fail(at, "expected a table of v, a, j, torque, got %s", check.got(given))
  end
  check.keys(given, at, FIELDS)
  local out, any = {}, false
  for _, kind in ipairs(limits.KINDS) do
    local x = given[kind.key]
    if x == true or x == nil and kind.key == "v" then
      x = model and kind.key == "v" and model:speed_limits() or nil
    end
    if given[kind.key] == true and kind.key == "torque" then
      x = model and model:efforts()
        or check.fail("motion.limits.torque", "true takes the efforts of a model: there is none")
    end
    if x ~= nil and x ~= true then
      out[kind.key] = read_kind(x, check.join(at, kind.key), names)
      for k = 1, #names do any = any or out[kind.key].max[k] < math.huge end
    end
  end
  if out.torque and not model then
    check.fail("motion.limits.torque", "forces are those of a model: li.motion{ arm, .. }")
  end
  return any and out or nil
end

-- v, a, j of n axes as a mat: a row for each with the speed along it and against it, the
-- acceleration the same, the jerk; 0: none. given: as above, but of n axes without names
function limits.rows(given, n, at)
  local names, rows, plain = {}, {}, { v = given.v, a = given.a, j = given.j }
  for k = 1, n do names[k] = "q" .. k end
  local all = limits.read(plain, nil, names, at)
  local function one(key, k, sign)
    local x = all and all[key]
    local most = x and (sign > 0 and x.max[k] or -x.min[k]) or 0
    return most < math.huge and most or 0
  end
  for k = 1, n do
    if one("j", k, 1) ~= one("j", k, -1) then
      check.fail(check.join(at, "j"), "axis %d: one number is needed, the same rise and fall of "
        .. "the acceleration is wanted in both directions", k)
    end
    rows[k] = { one("v", k, 1), one("v", k, -1), one("a", k, 1), one("a", k, -1), one("j", k, 1) }
  end
  return li.mat(rows), all ~= nil
end

-- the most of one kind that both signs allow, by axis; math.huge where there is none
function limits.least(all, key, n)
  local out = {}
  for k = 1, n do
    local x = all and all[key]
    out[k] = x and math.min(-x.min[k], x.max[k]) or math.huge
  end
  return out
end

return limits
