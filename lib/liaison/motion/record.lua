-- record.lua - a motion as a run: columns to plot, to save, to show as a page
local li = require "liaison.core"
local check = require "liaison.base.check"
local works = require "liaison.sim.works"
local kit = li._internal

local record = {}

local ROWS = 201

-- the times of the rows: so many, or every dt, and the end
local function times_of(m, o)
  local out = {}
  if o.dt then
    local n = math.floor((m.last - m.first) / o.dt + 1e-9)
    for k = 0, n do out[k + 1] = m.first + k * o.dt end
    if m.last - out[#out] > 1e-9 * o.dt then out[#out + 1] = m.last end
    return out
  end
  for k = 0, o.rows - 1 do out[k + 1] = m.first + (m.last - m.first) * k / (o.rows - 1) end
  return out
end

-- { name, unit, values } of what is the same for every axis
local function add_states(m, rows, add)
  for order = 1, 4 do
    for k, name in ipairs(m.names) do
      add(name .. ("'"):rep(order - 1), function(r) return rows[r][order][k] end)
    end
  end
end

-- the least singular value of the Jacobian: of the rows that move at all
local function least_singular(model, q)
  local J = model:jacobian(q)
  local s = select(2, J:svd())
  local n = math.min(#s, #q)
  return s[n]
end

local function room(lower, upper, x)
  return math.min(x - lower, upper - x)
end

local function add_tip(model, rows, add)
  local p = {}
  for r, x in ipairs(rows) do p[r] = model:fk(x[1]).p end
  for i, axis in ipairs { "x", "y", "z" } do
    add("tip." .. axis, function(r) return p[r][i] end, "m")
  end
  add("tip.speed", function(r)
    local V = model:velocity(rows[r][1], rows[r][2])
    return li.vec(V.v):norm()
  end, "m/s")
end

local function add_forces(m, rows, add)
  local tau = {}
  for r, x in ipairs(rows) do tau[r] = m.model:id(x[1], x[2], x[3]) end
  for k, name in ipairs(m.names) do add("tau." .. name, function(r) return tau[r][k] end) end
end

local function add_rooms(m, rows, add)
  local lower, upper = m.model:limits()
  for k, name in ipairs(m.names) do
    if lower[k] > -math.huge or upper[k] < math.huge then
      add("room." .. name, function(r) return room(lower[k], upper[k], rows[r][1][k]) end)
    end
  end
end

-- what a model tells besides; where it cannot (no masses, no tip) that is left out
local function add_model(m, rows, add)
  local model = m.model
  local can = check.try(function() return model:id(rows[1][1], rows[1][2], rows[1][3]) end)
  if check.try(function() return model:fk(rows[1][1]) end) then add_tip(model, rows, add) end
  if can then add_forces(m, rows, add) end
  add_rooms(m, rows, add)
  if check.try(least_singular, model, rows[1][1]) then
    add("singular", function(r) return least_singular(model, rows[r][1]) end)
  end
end

-- what a page asks of a run: that it was planned, and of which model
local function kept_of(m, o)
  if not m.model then return nil end
  return { setup = { m.model, planned = true, t = m.last - m.first },
    origin = { model = m.model, method = "planned", dt = o.dt or 1, driven = true, rtol = 1e-9,
      atol = 1e-11, h = 0, h_max = 0, fixed = 0, max_steps = 1e6 } }
end

function record.run(m, options)
  local o = check.fields(options or {}, "run", { rows = { "int?", min = 2 },
    dt = { "num?", above = 0 } })
  o.rows = o.rows or ROWS
  local times, rows = times_of(m, o), {}
  for r, t in ipairs(times) do rows[r] = { m.track.at(t) } end
  local columns, data, units = { "t" }, { li.vec(times) }, { t = "s" }
  local function add(name, f, unit)
    local x = li.zeros(#times)
    for r = 1, #times do x[r] = f(r) end
    columns[#columns + 1], data[#data + 1], units[name] = name, x, unit
  end
  add_states(m, rows, add)
  if m.model then add_model(m, rows, add) end
  for name, unit in pairs(works.units(m.model, columns)) do units[name] = units[name] or unit end
  return kit.sweep.record(columns, data, m.last, 0, #times - 1, false, kept_of(m, o), units)
end

return record
