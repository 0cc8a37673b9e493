-- forces.lua - JavaScript of the living page: laws of force elements, made from their rows
local li = require "liaison.core"
local kit = li._internal

local forces = {}

-- "at" of an element at a point, else "along"
function forces.place(port) return port == "point" and "at" or "along" end

-- FORCES["spring along"].call([numbers, x, v, z, t], [f, dz, V, arm]), for every kind of the loads
function forces.script(loads)
  local out, list, seen = {}, {}, {}
  for _, l in ipairs(loads or {}) do
    local name = ("force_%s_%s"):format(l.kind, forces.place(l.port))
    if not seen[name] then
      seen[name] = true
      out[#out + 1] = kit.force.program(l.kind, l.port, "js", name)
      list[#list + 1] = ("  %q: %s,\n"):format(l.kind .. " " .. forces.place(l.port), name)
    end
  end
  out[#out + 1] = "const FORCES = {\n" .. table.concat(list) .. "};"
  return table.concat(out, "\n")
end

return forces
