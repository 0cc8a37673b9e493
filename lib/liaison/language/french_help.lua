-- french_help.lua - texts of help in French: by the name of the row, with the stamp of the English
-- text (language.stamp) that was translated
local typeset = require "liaison.language.typeset"

local ROOMS = {}

local out = {}
for _, room in ipairs(ROOMS) do
  for _, row in ipairs(require("liaison.language.french_help_" .. room)) do
    out[row[1]] = { row[2], typeset.text(row[3]) }
  end
end
return out
