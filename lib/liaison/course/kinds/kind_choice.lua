-- kind_choice.lua - one of several words: its key, its text in either language, or its letter
local li = require "liaison.core"
local kit = li._internal

local function plain(text)
  text = kit.lower(text):gsub("^%s*[%w_']+%s*=", ""):gsub("[\"'.]", "")
  return (text:gsub("[%s_%-]+", " "):match "^%s*(.-)%s*$")
end

return { name = "choice", en = "one of:", fr = "un choix parmi :",
  read = function(text, ask)
    local said = plain(text)
    for i, o in ipairs(ask.options) do
      if said == plain(o[1]) or said == plain(o.en) or said == plain(o.fr)
        or said == string.char(96 + i) or said == tostring(i) then return { key = o[1] } end
    end
    return nil, { key = "choice", what = text }
  end,
  same = function(reading, value) return reading.key == value end }
