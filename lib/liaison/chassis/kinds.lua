-- kinds.lua - which controllers of vehicles there are: a line for each
--
-- A row: name, text, fields, make(o, number): fields of a block, with asks (names of its inputs)
-- and from (where they come from, where they are called otherwise) for inputs.
local kinds = { rows = {} }

local function add(row)
  kinds.rows[#kinds.rows + 1] = row
  kinds[row.name] = row
end

for _, name in ipairs { "abs", "traction", "yaw_control", "rear_steering", "ride_control" } do
  local found = require("liaison.chassis." .. name)
  for _, row in ipairs(found.name and { found } or found) do add(row) end
end

function kinds.told()
  local out = {}
  for i, row in ipairs(kinds.rows) do out[i] = ("%s (%s)"):format(row.name, row.text) end
  return table.concat(out, ", ")
end

return kinds
