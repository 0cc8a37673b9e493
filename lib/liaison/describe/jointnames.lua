-- jointnames.lua - tables by coordinate in which a joint may stand under the name its file gives it
-- ("joint_8.0")
local jointnames = {}

-- t with coordinates for names of joints, rates too ("joint_8.0'"); as it is where all are
-- coordinates, or it is no table by name
function jointnames.plain(model, t)
  if type(t) ~= "table" then return t end
  local known, out, changed = {}, {}, false
  for _, list in ipairs { model:coordinates(), model:speeds() } do
    for _, name in ipairs(list) do known[name] = true end
  end
  for key, value in pairs(t) do
    local name
    if type(key) == "string" and not known[key] then
      local joint, rate = key:match "^(.-)('?)$"
      local coordinate = model:coordinate(joint)
      name = coordinate and coordinate .. rate
    end
    out[name or key] = value
    changed = changed or name ~= nil
  end
  return changed and out or t
end

return jointnames
