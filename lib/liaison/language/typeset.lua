-- typeset.lua - how French is written: narrow blanks that do not break
local typeset = {}

local NARROW = "\226\128\175" -- the narrow no-break space, U+202F
typeset.narrow = NARROW

-- a text typed with plain blanks: narrow ones that do not break before ; : ! ? % and inside « »
function typeset.text(text)
  text = text:gsub(" ([;:!?])%f[%s%z%)\"]", NARROW .. "%1"):gsub(" ([;:!?])$", NARROW .. "%1")
  return (text:gsub(" %%%%", NARROW .. "%%%%"):gsub("« ", "«" .. NARROW):gsub(" »", NARROW .. "»"))
end

return typeset
