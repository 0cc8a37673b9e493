-- kinds.lua - the kinds of answers an exercise asks for, a file each
--
-- A kind: { name, en, fr = what is expected, forms(value, ask) = the forms (forms.lua) the right
-- value has }. One that is not of numbers has read(text, ask) and same(reading, value, ask).
local language = require "liaison.language.language"

local kinds = {}

kinds.names = { "number", "vector", "matrix", "rotation", "frame", "list", "formula", "choice" }

for _, name in ipairs(kinds.names) do
  kinds[name] = require("liaison.course.kinds.kind_" .. name)
  kinds[name].fr = language.typeset(kinds[name].fr)
end

return kinds
