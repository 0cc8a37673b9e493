-- kindlist.lua - an example of every constraint the engine lists, made from its row: what is listed
-- is tested
local li = require "liaison"

local SURFACES = { "x^2 + y*z - 1", "sin(x) - z" }
local ENDS = { "from", "to", "from2", "to2" }

-- the equations of the user, or the law of a driver
local function equations(c, row, q)
  if row.exprs == 0 then return end
  local text = row.ends > 0 and SURFACES or row.coordinates == 1 and { "sin(2*t)" }
    or { q[1] .. "^2 - t*" .. q[2] }
  local list = {}
  for k = 1, row.exprs do list[k] = text[k] end
  c[row.expr_key] = row.exprs == 1 and list[1] or list
end

local function coordinates(c, row, q)
  local n = row.coordinates
  if n == 0 then return end
  if n < 0 then c[row.coord_key] = { [q[1]] = 2, [q[2]] = -1 }
  elseif n == 1 and row.exprs > 0 then c[row.coord_key] = q[1]
  else
    c[row.coord_key] = {}
    for k = 1, n do c[row.coord_key][k] = q[k] end
  end
end

-- {kind, name = "k", ..} between the frames of `places` (from, to, from2, to2), or of the
-- coordinates q
local function example(row, places, q)
  local c = { row.name, name = "k" }
  for k, p in ipairs(row.params) do c[p.name] = p.default or 0.2 + 0.1 * k end
  for k = 1, row.ends do c[ENDS[k]] = places[ENDS[k]] end
  coordinates(c, row, q)
  equations(c, row, q)
  return c
end

-- those of the list that are none of `known`, {[kind] = true}
local function missing(known, places, q)
  local list = {}
  for _, row in ipairs(li._internal.constraints()) do
    if not known[row.name] then list[#list + 1] = example(row, places, q) end
  end
  return list
end

return { example = example, missing = missing }
