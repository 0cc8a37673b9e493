-- shown.lua - formats whose numbers a person is shown: %.6g are as many digits as li.digits says
local kit = require("liaison.core")._internal

local shown = {}

function shown.format(text, ...)
  local list, at = { ... }, 0
  text = text:gsub("%%([-+ #%d.]*)([%a%%])", function(how, kind)
    if kind == "%" then return nil end
    at = at + 1
    if how ~= ".6" or kind ~= "g" then return nil end
    list[at] = kit.shown(list[at], 6)
    return "%s"
  end)
  return kit.format(text, (table.unpack or unpack)(list, 1, select("#", ...)))
end

function shown.number(x) return kit.shown(x, 6) end

return shown
