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

function limits.refuse_count(given, names, path)
  if #given == #names then return end
  check.fail(path, "expected %d number%s (%s), got %d", #names, #names == 1 and "" or "s",
    table.concat(names, ", "), #given)
end

-- is it {min =, max =}, for all axes?
function limits.is_sides(x)
  return type(x) == "table" and (x.min ~= nil or x.max ~= nil)
end

-- a number, or one for each axis, of one side
local function side_of(x, k, path, names)
  if x == nil or type(x) == "number" then return x end
  limits.refuse_count(x, names, path)
  return x[k]
end

-- what stands for axis k in what is given, and where
local function entry_of(given, k, path, names)
  if type(given) ~= "table" and not kit.class(given) then return given, path end
  if limits.is_sides(given) then
    return { min = side_of(given.min, k, path .. ".min", names),
      max = side_of(given.max, k, path .. ".max", names) }, path
  end
  if type(given) == "table" and given[names[k]] ~= nil then
    return given[names[k]], ("%s.%s"):format(path, names[k])
  end
  return given[k], ("%s[%d]"):format(path, k)
end

-- What bounds each axis, { min = {..}, max = {..} }: told for all, in order, by name, or as {min =,
-- max =} of numbers or lists. one(x, path) reads what stands for an axis; base: where nothing is
-- told, { min, max } (nil: infinite)
function limits.sides(given, names, path, one, base)
  local out = { min = {}, max = {} }
  for k = 1, #names do
    local x, where = entry_of(given, k, path, names)
    local lo, hi = -math.huge, math.huge
    if base then
      lo, hi = base.min[k], base.max[k]
      if limits.is_sides(x) then x = { min = x.min or lo, max = x.max or hi } end
    end
    if x ~= nil and x ~= math.huge then lo, hi = one(x, where) end
    out.min[k], out.max[k] = lo, hi
  end
  return out
end

-- of one kind, as motions are told
local function read_kind(given, names, path)
  local out = limits.sides(given, names, path, both)
  if type(given) ~= "table" or limits.is_sides(given) then return out end
  local known = {}
  for k, name in ipairs(names) do known[name], known[k] = true, true end
  for key in pairs(given) do
    if not known[key] then
      check.fail(path, "no axis '%s'%s", tostring(key), check.hint(tostring(key), known))
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
      out[kind.key] = read_kind(x, names, check.join(at, kind.key))
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
