-- french_help.lua - texts of help in French: by the name of the row ("rot.axis"; "rot:" is the
-- class), with the stamp of the English text (language.stamp) that was translated
local typeset = require "liaison.language.typeset"
local words = require "liaison.language.french_words"

local ROOMS = {
  "geometry",
  "expressions",
  "models",
  "motions",
  "mechanisms",
  "classes",
  "vehicles",
  "driving",
  "control",
  "systems",
  "robot_files",
  "results",
  "planning",
  "collision",
  "contacts",
  "show",
  "robots",
}

-- what many texts have in common stands in words; a word may have others in it
local whole
function whole(text)
  return (text:gsub("@(%l+)", function(name) return whole(words[name]) end))
end

local out = {}
for _, room in ipairs(ROOMS) do
  for _, row in ipairs(require("liaison.language.french_help_" .. room)) do
    out[row[1]] = { row[2], typeset.text(whole(row[3])) }
  end
end
return out
