-- kind_rotation.lua - a rotation: its matrix, its quaternion up to sign (scalar first), or angles
-- where the question says which
local li = require "liaison.core"
local forms = require "liaison.course.forms"
local told = require "liaison.course.told"
local units = require "liaison.course.units"

-- angles as the question tells them, both triples that give this rotation
local ANGLES = {
  rpy = function(R)
    local x, y, z = R:rpy()
    return { x, y, z }, { x + math.pi, math.pi - y, z + math.pi }
  end,
  zxz = function(R)
    local a, b, c = R:moving "zxz"
    return { a, b, c }, { a + math.pi, -b, c + math.pi }
  end,
}

local function angle_forms(list, R, ask)
  local one = units.parse(ask.unit or "rad")
  for _, triple in ipairs { ANGLES[ask.angles](R) } do
    for i = 1, 3 do triple[i] = triple[i] / one end
    local form = forms.new(ask, 1, 3, triple)
    form.period = 2 * math.pi / one
    list[#list + 1] = form
  end
end

return { name = "rotation", en = "a 3 by 3 matrix, or a quaternion, scalar first",
  fr = "une matrice 3 x 3, ou un quaternion, scalaire d'abord",
  forms = function(R, ask)
    local list = { forms.new(ask, told.flat(R)) }
    if li._internal.class(R) ~= "rot" then return list end
    local q = { R:quat() }
    list[2] = forms.new(ask, 1, 4, q)
    list[3] = forms.new(ask, 1, 4, { -q[1], -q[2], -q[3], -q[4] })
    if ask.angles then angle_forms(list, R, ask) end
    return list
  end }
