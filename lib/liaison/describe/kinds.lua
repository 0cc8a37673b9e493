-- kinds.lua - the rows of joints and constraints as the engine has them, by name
local kit = require "liaison.core"._internal

local kinds = { joint = {}, constraint = {} }

for _, row in ipairs(kit.joints()) do kinds.joint[row.name] = row end
for _, row in ipairs(kit.constraints()) do
  kinds.constraint[row.name] = row
  if row.alias then kinds.constraint[row.alias] = row end
end

-- the joint of a body of a description, and the table that has its fields: the body or one of its
-- own
function kinds.joint_of(body)
  if type(body.joint) == "table" then return body.joint.kind, body.joint end
  return body.joint, body
end

-- where the quaternion of a joint starts in its numbers of q, from 1; nil where it has none
function kinds.quaternion(kind)
  local row = kinds.joint[kind]
  for _, x in ipairs(row and row.motion or {}) do
    if x.step == "quaternion" then return x.q end
  end
end

-- the kind of move ("turn", "slide") of degree of freedom k of a joint with these fields; nil where
-- it is part of a turn in space
function kinds.does(kind, fields, k)
  local row, at = kinds.joint[kind], 0
  for _, x in ipairs(row and row.motion or {}) do
    if x.q == k and x.step ~= "quaternion" then return x.step end
  end
  for _, m in ipairs(kind == "moves" and fields.moves or {}) do
    local word = type(m) == "string" and m or m[1]
    if type(m) == "string" or m[2] == nil then at = at + 1 end
    if at == k then return word:sub(1, 1) == "R" and "turn" or "slide" end
  end
end

-- the axis of piece k of a joint: its own, the joint's, axis2 of the second; {0, 0, 1} or {0, 1, 0}
-- where none is given
function kinds.axis(kind, fields, k)
  local row = kinds.joint[kind]
  local own = row.motion[k].axis
  if own and (row.sequence or row.axes == 0) then return own end
  if row.axes == 2 and k == 2 then return fields.axis2 or "y" end
  return row.axes > 0 and fields.axis or "z"
end

-- whether a general motion stays on its axis: turns about and slides along z
function kinds.is_screw(row)
  for _, x in ipairs(row.motion) do
    if x.step == "quaternion" or x.axis and (x.axis[1] ~= 0 or x.axis[2] ~= 0) then return false end
  end
  return not row.sequence and row.axes > 0
end

-- joints on one axis: { turn = its coordinate, slide = its coordinate }; of a ball { ball = the
-- first of three angles }; of a fixed one {}. Nil where a joint is more than that
local function on_axis(row)
  local parts = {}
  for _, x in ipairs(row.motion) do
    local part = x.step == "quaternion" and "ball" or x.step
    if x.axis or x.param or parts[part] then return nil end
    parts[part] = x.q
  end
  if row.axes > 1 or row.nv < 0 then return nil end
  return parts
end

-- those joints by name, as li.mechanism and li.system know them; a slot, which holds a ball on a
-- line: in the plane it slides and turns; and joints of space alone: cross (turns about an axis of
-- each body), screw (slides as it turns), plane (slides in a plane and turns across it)
kinds.simple = { slot = { slide = 1, ball = 2 } }
for name, row in pairs(kinds.joint) do kinds.simple[name] = on_axis(row) end
kinds.simple.universal, kinds.simple.helical = { cross = 1 }, { screw = 1 }
kinds.simple.planar = { plane = 1 }

-- in the plane a joint turns or slides, or both where a slot does
function kinds.in_plane(parts)
  if parts.slide and parts.ball then return { slide = parts.slide, turn = parts.ball } end
  if parts.cross or parts.screw or parts.plane then return nil end
  if not parts.ball and not (parts.slide and parts.turn) then return parts end
end

local SIZE = { turn = 1, slide = 1, ball = 3, cross = 2, screw = 1, plane = 3 }

-- how many coordinates such a joint has
function kinds.freedom(parts)
  local n = 0
  for part in pairs(parts) do n = n + SIZE[part] end
  return n
end

-- the parts of a joint of a mechanism or system, in the plane or in space; nil of one nobody knows
-- there
function kinds.parts(kind, planar)
  local parts = kinds.simple[kind]
  if parts and planar then return kinds.in_plane(parts) end
  return parts
end

-- the names of those joints, which nil knows not
function kinds.names_of_parts(planar)
  local names = {}
  for name in pairs(kinds.simple) do names[name] = kinds.parts(name, planar) and true or nil end
  return names
end

-- constraints -------------------------------------------------------------------------------------

-- whether a kind of constraint gives a coordinate a law of the user's
function kinds.drives(kind)
  local row = kinds.constraint[kind]
  return row.coordinates ~= 0 and row.exprs > 0
end

-- the equations of the user that a constraint of a description has, in order
function kinds.equations(row, c)
  local x = row.expr_key and c[row.expr_key]
  if x == nil then return {} end
  return type(x) == "table" and not kit.class(x) and x or { x }
end

-- what a constraint of coordinates is given: names or expressions of them, factors, parameters,
-- equations; word(x, is_value) turns each into what is wanted of it, is_value where it is a factor
-- or a parameter
function kinds.coordinates(row, c, word)
  local given = row.coord_key and c[row.coord_key] or {}
  local coords, factors, params, exprs = {}, {}, {}, {}
  if row.coordinates < 0 then
    local names = {}
    for name in pairs(given) do names[#names + 1] = name end
    kit.sort(names)
    for k, name in ipairs(names) do coords[k], factors[k] = word(name), word(given[name], true) end
  else
    for k, x in ipairs(type(given) == "table" and given or { given }) do coords[k] = word(x) end
  end
  for k, p in ipairs(row.params) do
    local x = c[p.name]
    if x == nil then x = p.default end
    params[k] = word(x, true)
  end
  for k, x in ipairs(kinds.equations(row, c)) do exprs[k] = word(x) end
  return coords, factors, params, exprs
end

return kinds
