-- kinds.lua - which derivations there are: a name, the class it belongs to, and the file that makes
-- it
local kinds = {}

kinds.rows = {
  { "model", "transforms", "transforms" },
  { "model", "direct", "direct" },
  { "model", "inverse", "inverse" },
  { "model", "pieper", "pieper" },
  { "model", "jacobian", "jacobian" },
  { "model", "singular", "singular" },
  { "model", "velocities", "velocities" },
  { "model", "newton", "newton" },
  { "model", "lagrange", "lagrange" },
  { "model", "loop", "loop" },
  { "fourbar", "loop", "fourbar" },
  { "fourbar", "class", "grashof" },
  { "slider_crank", "loop", "slider_crank" },
  { "mechanism", "mobility", "mobility" },
  { "mechanism", "loop", "loop" },
  { "mechanism", "newton", "newton_raphson" },
  { "law", "law", "law" },
  { "law", "times", "times" },
}

-- names by class, in their order
kinds.names = {}
for _, row in ipairs(kinds.rows) do
  kinds.names[row[1]] = kinds.names[row[1]] or {}
  table.insert(kinds.names[row[1]], row[2])
end

-- the derivation of a class under a name, {make, words}; nil where there is none
function kinds.find(class, name)
  for _, row in ipairs(kinds.rows) do
    if row[1] == class and row[2] == name then
      return require("liaison.blackboard.derive_" .. row[3])
    end
  end
end

return kinds
