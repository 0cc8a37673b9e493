-- tyre_contact.lua - a wheel with a tyre on ideal contact: the row that holds it; what its element
-- records, in other axes
local check = require "liaison.base.check"

local contact = {}

-- a wheel that rolls without slip, and one that may still slide aside
local HOLDS = { ideal = "wheel", sideslip = "wheel_longitudinal" }

local function plane_of_numbers(list, what)
  for _, x in ipairs(list) do
    if type(x) ~= "number" then
      check.fail("contact", "expected a plane of numbers for a wheel that does not slip: %s has an "
        .. "expression", what)
    end
  end
end

-- of a force element of a wheel, whose fields contact and load it takes out: the row that holds the
-- wheel, nil of one that slips. It rolls on the radius that this load leaves
function contact.row(out)
  local kind = check.value(out.contact, "contact", "slip|sideslip|ideal?")
  local load = check.value(out.load_at_rest, "load_at_rest", { "num", default = 0, min = 0 })
  out.contact, out.load_at_rest = nil, nil
  if not HOLDS[kind] then return nil end
  if type(out.radius) ~= "number" or type(out.stiffness) ~= "number" then
    check.fail("contact", "a wheel that does not slip wants numbers as radius and stiffness")
  end
  if (out.crown or 0) ~= 0 then
    check.fail("crown", "a wheel that does not slip is a disc: leave the crown out")
  end
  local through = out.through or { 0, 0, 0 }
  plane_of_numbers(out.normal, "normal")
  plane_of_numbers(through, "through")
  return { HOLDS[kind], name = out.name and out.name .. "_holds", from = out.at,
    from_axis = out.axle, to = "world", to_at = through, to_axis = out.normal,
    radius = out.radius - load / out.stiffness }
end

local COLUMNS = { "kappa", "alpha", "gamma", "load", "Fx", "Fy", "Mx", "My", "Mz" }

-- what the element `name` recorded, in axes of these signs (those not told: 1)
function contact.columns(run, name, sign)
  local out, known = {}, {}
  for _, column in ipairs(run:columns()) do known[column] = true end
  if not known[name .. ".kappa"] then
    check.fail("name", "the run recorded no wheel '%s': record = 'forces' and the name of its "
      .. "element are needed", name)
  end
  for _, what in ipairs(COLUMNS) do
    local column, list = run:column(name .. "." .. what), {}
    for i = 1, #run do list[i] = (sign[what] or 1) * column[i] end
    out[what] = list
  end
  return out
end

return contact
