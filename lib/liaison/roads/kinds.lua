-- kinds.lua - which kinds of road surfaces there are: a line for each
local kinds = { rows = {} }

local combined = require "liaison.roads.combined"

for _, row in ipairs {
  require "liaison.roads.flat",
  require "liaison.roads.plane",
  require "liaison.roads.ramp",
  require "liaison.roads.bump",
  require "liaison.roads.waves",
  require "liaison.roads.profile",
  require "liaison.roads.grid",
  require "liaison.roads.formula",
  require "liaison.roads.iso8608",
  combined.sum, combined.multiple, combined.moved, combined.strip,
} do
  kinds.rows[#kinds.rows + 1] = row
  kinds[row.name] = row
end

return kinds
