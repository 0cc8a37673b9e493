-- limits.lua - limits of axes from tables: v, a, j as numbers, by axis, or with a sign
--
--   { v = 2, a = { 5, 8 }, j = 100 }                  all axes alike, or one number for each
--   { v = { min = -1, max = 2 }, a = { { -4, 9 }, 6 } }   where signs differ
local li = require "liaison.core"
local check = require "liaison.base.check"
local kit = li._internal

local limits = {}

-- what a limit is for the checks of the Lua half: a number, a list or vec, a table
function limits.field(x, path)
  local kind = kit.class(x) or type(x)
  if kind == "nil" or kind == "number" or kind == "table" or kind == "vec" then return x end
  check.fail(path, "expected a number, one for each axis, or {min = .., max = ..}, got %s",
    check.got(x))
end

local function positive(x, path)
  if type(x) ~= "number" or not (x >= 0) then
    check.fail(path, "expected a number of at least 0 (0: no limit), got %s", check.got(x))
  end
  return x
end

-- along the axis and against it, both positive
local function both(least, most, path)
  if type(least) ~= "number" or type(most) ~= "number" or not (least < 0 and most > 0) then
    check.fail(path, "expected a least below 0 and a greatest above it, got %s and %s",
      check.got(least), check.got(most))
  end
  return most, -least
end

local function entry_of(x, i, n, path)
  if type(x) ~= "table" and kit.class(x) ~= "vec" then return x end
  if #x ~= n then check.fail(path, "expected %d numbers, one for each axis, got %d", n, #x) end
  return x[i]
end

-- the limit of axis i of n in both directions
local function of_axis(x, i, n, path)
  if x == nil then return 0, 0 end
  if type(x) == "number" then return positive(x, path), x end
  if type(x) == "table" and (x.min ~= nil or x.max ~= nil) then
    check.keys(x, path, { min = true, max = true })
    return both(entry_of(x.min, i, n, path .. ".min"), entry_of(x.max, i, n, path .. ".max"), path)
  end
  local one = entry_of(x, i, n, path)
  local place = ("%s[%d]"):format(path, i)
  if type(one) == "table" then return both(one[1], one[2], place) end
  return positive(one, place), one
end

-- { v, a, j } as a mat of n rows: v along and against, a along and against, j
function limits.rows(given, n, path)
  local rows = {}
  for i = 1, n do
    local row = {}
    row[1], row[2] = of_axis(given.v, i, n, check.join(path, "v"))
    row[3], row[4] = of_axis(given.a, i, n, check.join(path, "a"))
    local along, against = of_axis(given.j, i, n, check.join(path, "j"))
    if along ~= against then
      check.fail(check.join(path, "j"), "a limit of the jerk has no direction: the same rise and "
        .. "fall of the acceleration is needed in both")
    end
    row[5] = along
    rows[i] = row
  end
  return li.mat(rows)
end

return limits
