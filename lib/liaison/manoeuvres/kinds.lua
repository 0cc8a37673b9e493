-- kinds.lua - which manoeuvres and diagrams there are: a line for each
--
-- A row has name, standard, title, text, also (other names), needs (inputs, outputs, coordinates),
-- fields (checked), run(v, o, out). A row that lacks one is refused when this file is loaded.
local kit = require("liaison.core")._internal

local kinds = { rows = {}, by_name = {} }

local COLUMNS = { name = "string", standard = "string", title = "string", text = "string",
  also = "table", needs = "table", fields = "table", run = "function" }

-- "ISO 3888-1" is iso3888_1
function kinds.plain(name)
  local text = kit.lower(name):gsub("^iso[%s_%-]*", "iso"):gsub("[^%w]+", "_")
  return (text:gsub("^_", ""):gsub("_$", ""))
end

local function add(row)
  for column, kind in pairs(COLUMNS) do
    if type(row[column]) ~= kind then
      error(("the manoeuvre %s has no %s"):format(tostring(row.name), column))
    end
  end
  for _, name in ipairs { row.name, (table.unpack or unpack)(row.also) } do
    if kinds.by_name[name] then error("two manoeuvres are called " .. name) end
    kinds.by_name[name] = row
  end
  kinds.rows[#kinds.rows + 1] = row
end

for _, name in ipairs {
  "iso4138", "step_steer", "sine_steer", "frequency_response", "lane_change",
  "braking_turn", "straight_line", "dwell", "rollover", "ride",
  "over_speed", "limits", "trailers",
} do
  local found = require("liaison.manoeuvres." .. name)
  for _, row in ipairs(found.name and { found } or found) do add(row) end
end

return kinds
