-- model_steps.lua - the joints of a description as steps: constant ones, and one for each
-- coordinate
--
-- A constant step is { const = "turn" or "slide", axis =, value = }; a moving one { turn = true },
-- { slide = true } or { screw = pitch } with its axis, q (the coordinate) and fields (where its
-- springs and limits stand). Axes are lists of three numbers or expressions.
local li = require "liaison.core"
local check = require "liaison.base.check"
local kinds = require "liaison.describe.kinds"

local steps = {}

local UNIT = { x = { 1, 0, 0 }, y = { 0, 1, 0 }, z = { 0, 0, 1 }, ["-x"] = { -1, 0, 0 },
  ["-y"] = { 0, -1, 0 }, ["-z"] = { 0, 0, -1 } }

local function expr(x) return li.expr(x, "new") end

function steps.refuse(what, ...) check.fail("model:mechanism", what, ...) end

-- an axis as a list of three
function steps.axis(a)
  local v = UNIT[a or "z"] or a
  return { v[1], v[2], v[3] }
end

local function negative(axis)
  local out = {}
  for k = 1, 3 do out[k] = type(axis[k]) == "number" and -axis[k] or -expr(axis[k]) end
  return out
end

local KIND = { R = "turn", T = "slide" }

-- { {"Tx", 0.3}, .. } as constant steps
function steps.constants(moves)
  local list = {}
  for i, move in ipairs(moves or {}) do
    list[i] = { const = KIND[move[1]:sub(1, 1)], axis = UNIT[move[1]:sub(2)],
      value = expr(move[2]) }
  end
  return list
end

-- joints ------------------------------------------------------------------------------------------

-- names, factors and fields of the coordinates of a body's joint
function steps.coordinates(b)
  local list = {}
  local function put(name, fields)
    if fields.follows then
      steps.refuse("the joint of '%s' follows another coordinate: no mechanism of joints has that "
        .. "(model:system tells it)", b.name)
    end
    list[#list + 1] = { name = name, scale = fields.scale or 1, offset = fields.offset or 0,
      fields = fields }
  end
  if b.dofs then
    for _, d in ipairs(b.dofs) do put(d.q, d) end
  elseif b.q or b.follows then
    for _, name in ipairs(type(b.q) == "table" and b.q or { b.q or "" }) do put(name, b) end
  end
  return list
end

local QUATERNION = "the joint of '%s' turns by a quaternion, whose four numbers are no coordinates "
  .. "of a mechanism: model:mechanism{angles = true} tells it by three angles (about z, y, x)"

-- the three angles that take the place of a quaternion, by the names of its speeds: b_wx -> b_rz,
-- ..
local function three_angles(names)
  local out = {}
  for i, letter in ipairs { "z", "y", "x" } do
    local base = (names[i]:gsub("_?w?[xyz]$", ""))
    out[i] = ("%s_r%s"):format(base, letter)
  end
  return out
end

-- a moving step: a coordinate goes the other way where its scale is -1, from its offset on
local function put_motion(list, c, step, who)
  if c.scale ~= 1 and c.scale ~= -1 then
    steps.refuse("the joint of '%s' moves by %s times its coordinate: a mechanism's coordinate is "
      .. "the motion itself", who, li._internal.number(c.scale))
  end
  if c.offset ~= 0 then
    if not step.slide then
      list[#list + 1] = { const = "turn", axis = step.axis, value = expr(c.offset) }
    end
    if not step.turn then
      list[#list + 1] = { const = "slide", axis = step.axis,
        value = expr(c.offset) * (step.screw or 1) }
    end
  end
  if c.scale == -1 then step.axis = negative(step.axis) end
  step.q, step.fields = c.name, c.fields
  list[#list + 1] = step
end

-- of a joint told by moves
local function by_moves(b, q)
  local list, at = {}, 0
  for _, move in ipairs(b.moves) do
    if type(move) == "table" and move[2] ~= nil then
      list[#list + 1] = steps.constants({ move })[1]
    else
      local letter = type(move) == "table" and move[1] or move
      at = at + 1
      put_motion(list, q[at], { [KIND[letter:sub(1, 1)]] = true, axis = UNIT[letter:sub(2)] },
        b.name)
    end
  end
  return list
end

-- a turn in space as three: about z, y, x
local function by_angles(list, b, q, first, o)
  if not o.angles then steps.refuse(QUATERNION, b.name) end
  local names = {}
  for i = 0, 2 do names[i + 1] = q[first + i].name end
  for i, name in ipairs(three_angles(names)) do
    list[#list + 1] = { turn = true, axis = UNIT[({ "z", "y", "x" })[i]], q = name, fields = {} }
    o.told[#o.told + 1] = ("the quaternion of '%s': %s is an angle"):format(b.name, name)
  end
end

-- the joint of a body as steps. o: angles (whether quaternions become angles), told (what became of
-- them)
function steps.of_joint(b, o)
  local q, list = steps.coordinates(b), {}
  if b.joint == "moves" then return by_moves(b, q) end
  local row = kinds.joint[b.joint]
  for k, x in ipairs(row.motion or {}) do
    if x.step == "quaternion" then by_angles(list, b, q, #q - 2, o)
    elseif b.joint ~= "helical" then
      put_motion(list, q[x.q], { [x.step] = true, axis = steps.axis(kinds.axis(b.joint, b, k)) },
        b.name)
    end
  end
  if b.joint == "helical" then
    put_motion(list, q[1], { screw = expr(b.pitch), axis = steps.axis(kinds.axis(b.joint, b, 1)) },
      b.name)
  end
  return list
end

-- place, joint and what stands behind it, of a body
function steps.of_body(b, o)
  local list = steps.constants(b.place)
  for _, x in ipairs(steps.of_joint(b, o)) do list[#list + 1] = x end
  for _, x in ipairs(steps.constants(b.after)) do list[#list + 1] = x end
  return list
end

return steps
