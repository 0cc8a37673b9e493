-- kinds.lua - which drivers there are: a line for each
--
-- A row: name, text, reference; steers: it follows a route, law(b, o, add) adds lines to the block
-- and gives the angle of the wheels; at(o): the point it looks from; needs: signals beside x, y,
-- yaw; wheelbase: must be told. Else make(o) gives the block's fields.
local kinds = { rows = {} }

for _, row in ipairs {
  require "liaison.drivers.pure_pursuit",
  require "liaison.drivers.stanley",
  require "liaison.drivers.lqr_driver",
  require("liaison.drivers.preview").row,
  require "liaison.drivers.macadam",
  require "liaison.drivers.two_point",
  (require "liaison.drivers.cruise"), -- the last: require gives two results
} do
  kinds.rows[#kinds.rows + 1] = row
  kinds[row.name] = row
end

-- "pure_pursuit (..), stanley (..)"
function kinds.told()
  local out = {}
  for i, row in ipairs(kinds.rows) do out[i] = ("%s (%s)"):format(row.name, row.text) end
  return table.concat(out, ", ")
end

return kinds
