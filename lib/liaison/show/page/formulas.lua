-- formulas.lua - the expressions among the data of a page, as the engine has read them
local program = require "liaison.core"._internal.written.program

local formulas = {}

local function collect(v, found)
  if type(v) == "string" then
    if found[v] == nil then
      local words = program(v)
      -- a name alone says itself
      found[v] = words and (#words > 1 or words[1] ~= v) and words
        or false
    end
  elseif type(v) == "table" and not v.raw then
    for _, x in pairs(v) do collect(x, found) end
  end
end

-- data of a page -> { [text] = { operands first: "L", 2, "/" } } of every text in it that is more
-- than a name
function formulas.of(data)
  local found, list = {}, {}
  collect(data, found)
  for text, words in pairs(found) do
    if words then list[text] = words end
  end
  return list
end

return formulas
