-- kinds.lua - which kinds of tasks there are: a line for each
--
-- A row: name, text; axes: the names of its rows that can be chosen (false: none); fields: beside
-- those of every task; example: fields on li.robots.panda(), for the laws of all rows; bounded(o):
-- it has bounds; of_rates: it wants J v = goal; read(model, o, path) gives at(q, goal) and what it
-- is about. at gives e and J (rows x nv) with e' = -J v, and e is what is missing; or bounds: e, J,
-- most with e <= J v <= most for a motion v in the time 1.
local kinds = { rows = {} }

for _, row in ipairs {
  require "liaison.tasks.pose",
  require "liaison.tasks.position",
  require "liaison.tasks.orientation",
  require("liaison.tasks.axis").row,
  require "liaison.tasks.look_at",
  require "liaison.tasks.distance",
  require("liaison.tasks.com").row,
  require("liaison.tasks.posture").row,
  require "liaison.tasks.joints",
  require "liaison.tasks.momentum",
  (require "liaison.tasks.support"),
} do
  kinds.rows[#kinds.rows + 1] = row
  kinds[row.name] = row
end

-- "pose (..), position (..)"
function kinds.told()
  local out = {}
  for i, row in ipairs(kinds.rows) do out[i] = ("%s (%s)"):format(row.name, row.text) end
  return table.concat(out, ", ")
end

return kinds
