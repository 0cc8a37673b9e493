-- systems.lua - li.systems: worked systems of the documents, with their reference numbers
local li = require "liaison.core"
local check = require "liaison.base.check"
local kit = li._internal

local systems = {}

-- name, file, what it is; a file returns { options = schema, build = function(li, o) -> system,
-- values, state }
local shipped = {
  { "two_bar", "catalog.mechanisms.two_bar",
    "Two bars in the vertical plane, frames and masses at their ends; options: inertia = true "
    .. "for j1, j2, world = the angles from the x axis." },
  { "crane", "catalog.mechanisms.crane",
    "An overhead crane: trolley, hoist of length L, load on it." },
  { "disc", "catalog.mechanisms.disc", "A disc that rolls on the ground, in space." },
  { "tractor_trailer", "catalog.vehicles.tractor_trailer",
    "A tractor with a trailer, steered by the input de; options: slip = true lets wheels slip "
    .. "with lateral forces -C atan(slip)." },
  { "loader", "catalog.vehicles.loader",
    "An articulated loader: two axles, a hinge with a torque between." },
  { "mobile_robot", "catalog.vehicles.mobile_robot",
    "A robot on two driven wheels; options: motors = true drives it by voltages." },
}

local function file(name)
  for _, row in ipairs(shipped) do
    if row[1] == name then return require("liaison." .. row[2]) end
  end
  local names = {}
  for i, row in ipairs(shipped) do names[i] = row[1] end
  local near = kit.nearest(name, names)
  check.fail(nil, "no system is named '%s'%s: %s", name,
    near and (" (did you mean '" .. near .. "'?)") or "", table.concat(names, ", "))
end

local function add(t, x, o)
  if type(x) == "function" then x = x(o) end
  for key, value in pairs(x or {}) do t[key] = value end
end

-- the parameters, and with state = true the coordinates, speeds, inputs and forces of the
-- documents' example
function systems.values(name, options)
  local f, schema, t = file(name), { state = "bool?" }, {}
  for key, rule in pairs(f.options or {}) do schema[key] = rule end
  local o = check.fields(options or {}, "values", schema)
  add(t, f.values, o)
  if o.state then add(t, f.state, o) end
  return t
end

for _, row in ipairs(shipped) do
  kit.define(li, { ("systems.%s([options: table]) -> system"):format(row[1]), row[3],
    ("return type(li.systems.%s) --> function"):format(row[1]),
    function(options)
      local f = file(row[1])
      return f.build(li, check.fields(options or {}, row[1], f.options or {}))
    end })
end

kit.define(li, {
  "systems.values(name: str [, options: table]) -> table",
  "The reference numbers of a shipped system made with these options: its parameters, with "
  .. "state = true also the state of the documents' example.",
  "return li.systems.values('tractor_trailer').m1 --> 6500", systems.values,
})

return systems
