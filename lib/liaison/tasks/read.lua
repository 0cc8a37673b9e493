-- read.lua - a list of tasks as its user writes it, checked: what each wants, how much, before whom
local li = require "liaison.core"
local check = require "liaison.base.check"
local kit = li._internal
local kinds = require "liaison.tasks.kinds"

local read = {}

-- fields of every task
local COMMON = { kind = "str?", name = "str?", weight = "any?", priority = { "int", default = 1,
  min = 1 }, gain = { "num", default = 10, min = 0 }, axes = "any?", required = "bool?",
  tol = { "num?", above = 0 }, rate = "any?" }

local function schema_of(row)
  local out = {}
  for _, list in ipairs { COMMON, row.fields } do for key, x in pairs(list) do out[key] = x end end
  out[1] = nil
  return out
end

local function kind_of(given, path)
  if type(given) ~= "table" then
    check.fail(path, "expected a task, {\"position\", body =, goal =}, got %s", check.got(given))
  end
  local name = given[1] or given.kind
  local row = type(name) == "string" and rawget(kinds, name)
  if type(row) ~= "table" or not row.read then
    local names = {}
    for _, x in ipairs(kinds.rows) do names[x.name] = true end
    check.fail(path, "no kind of task %s%s", check.got(name), check.hint(name, names))
  end
  return row
end

-- which rows are chosen, in their order
local function chosen(row, given, path)
  if given == nil then return nil end
  if not row.axes then check.fail(path, "a task '%s' has no axes to choose", row.name) end
  local at, out = {}, {}
  for k, name in ipairs(row.axes) do at[name] = k end
  local words = check.words(given, path, '"x y"')
  if #words == 0 then check.fail(path, "expected some of: %s", table.concat(row.axes, " ")) end
  for k, name in ipairs(words) do
    out[k] = at[name] or check.fail(path, "unknown axis '%s'%s", name, check.hint(name, at))
  end
  return out
end

local function number_above(x, path)
  if type(x) ~= "number" or not (x > 0) or x == math.huge then
    check.fail(path, "expected a number > 0, got %s", check.got(x))
  end
  return x
end

-- a weight for each row: one for all, or a list
local function weights_of(given, n, path)
  local out = {}
  if type(given) == "table" and #given ~= n then
    check.fail(path, "expected a number, or %d of them, got %d", n, #given)
  end
  for k = 1, n do
    if given == nil then out[k] = 1
    elseif type(given) == "table" then out[k] = number_above(given[k], ("%s[%d]"):format(path, k))
    else out[k] = number_above(given, path) end
  end
  return out
end

-- the matrix that picks rows; nil: all as they are
local function picking(rows, full)
  if not rows then return nil end
  local S = li.zeros(#rows, full)
  for i, k in ipairs(rows) do S[i][k] = 1 end
  return S
end

local function diagonal(w)
  local uniform = true
  for k = 2, #w do uniform = uniform and w[k] == w[1] end
  if uniform then return w[1] end
  local D = li.zeros(#w, #w)
  for k, x in ipairs(w) do D[k][k] = x end
  return D
end

-- e, J, most of the rows that are chosen
local function picked(at, S)
  if not S then return at end
  return function(q, goal)
    local e, J = at(q, goal)
    return S * e, S * J
  end
end

local function without_kind(given)
  local out = {}
  for key, x in pairs(given) do if key ~= 1 then out[key] = x end end
  return out
end

-- axes do not go with bounds, of which there may be one or many
local function refuse_axes(o, bounded, path)
  if bounded and o.axes then check.fail(path .. ".axes", "a task with bounds has no axes") end
end

local function one(model, given, path)
  local row = kind_of(given, path)
  local o = check.fields(without_kind(given), path, schema_of(row))
  local bounded = row.bounded and row.bounded(o) or false
  refuse_axes(o, bounded, path)
  local at, about = row.read(model, o, path)
  local rows = chosen(row, o.axes, path .. ".axes")
  local e = at(model:neutral())
  local full = #e
  local t = { kind = row.name, name = o.name or row.name, priority = o.priority, gain = o.gain,
    about = about, bounded = bounded, of_rates = row.of_rates or false, tol = o.tol,
    n = rows and #rows or full, at = picked(at, picking(rows, full)),
    needed = o.required, path = path }
  t.weight = diagonal(weights_of(o.weight, t.n, path .. ".weight"))
  t.rate = o.rate ~= nil and li.vec(check.value(o.rate, path .. ".rate", "nums")) or nil
  if t.rate and #t.rate ~= t.n then
    check.fail(path .. ".rate", "expected %d numbers, as it has rows, got %d", t.n, #t.rate)
  end
  return t
end

-- names that are used twice get their place behind them
local function name_apart(list)
  local seen = {}
  for _, t in ipairs(list) do seen[t.name] = (seen[t.name] or 0) + 1 end
  for k, t in ipairs(list) do
    if seen[t.name] > 1 then t.name = ("%s %d"):format(t.name, k) end
  end
end

-- tasks in their order, levels[k] those of the k-th priority. Those of the first priority are
-- required where nothing else is said
function read.list(model, given, path)
  if type(given) ~= "table" or kit.class(given) then
    check.fail(path, "expected a list of tasks, got %s", check.got(given))
  end
  if #model:speeds() == 0 then check.fail("model", "has no coordinates to move") end
  if type(given[1]) == "string" then given = { given } end
  if #given == 0 then check.fail(path, "expected at least one task: %s", kinds.told()) end
  local list, seen, levels = {}, {}, {}
  for k, x in ipairs(given) do
    local t = one(model, x, ("%s[%d]"):format(path, k))
    list[k], seen[t.priority] = t, true
  end
  local order = {}
  for p in pairs(seen) do order[#order + 1] = p end
  table.sort(order, function(a, b) return a < b end)
  for k, p in ipairs(order) do
    levels[k] = {}
    for _, t in ipairs(list) do
      if t.priority == p then levels[k][#levels[k] + 1] = t end
    end
  end
  for _, t in ipairs(list) do
    t.required = t.needed
    if t.needed == nil then t.required = t.priority == order[1] end
  end
  name_apart(list)
  return list, levels
end

return read
