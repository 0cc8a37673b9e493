-- commonroad_picture.lua - the CommonRoad models drawn: a box on four wheels that steers, heaves,
-- rolls and pitches, a trailer behind
local li = require "liaison.core"
local drawn = require "liaison.catalog.published.drawn"

local picture = {}

local WHEEL, WIDE = 0.344, 0.2

-- without mass: it is only looked at
local function body(name, parent, joint, shapes, at)
  return { name = name, parent = parent, joint = joint, at = at, mass = 0, inertia = { 0, 0, 0 },
    shapes = shapes }
end

local function moves(words, coordinates)
  local list, dofs = {}, {}
  for word in words:gmatch "%S+" do list[#list + 1] = word end
  for name in coordinates:gmatch "%S+" do dofs[#dofs + 1] = { q = name } end
  return { kind = "moves", moves = list, dofs = dofs }
end

-- the joints of both wheels of an axle: the left one has the steering angle, the right one follows
local STEERED = { left = { kind = "revolute", axis = "z", q = "steer" },
  right = { kind = "revolute", axis = "z", follows = { "steer" } } }

-- two wheels of an axle at x ahead of the reference
local function axle(list, name, at, track, steered, roll)
  local parent, up = "car", WHEEL
  if roll then
    list[#list + 1] = body(name, "car", { kind = "revolute", axis = "x", q = roll },
      { drawn.box(0.1, track, 0.1) }, { at, 0, WHEEL })
    parent, at, up = name, 0, 0
  end
  for _, side in ipairs { "left", "right" } do
    local y = side == "left" and track / 2 or -track / 2
    list[#list + 1] = body(name .. " " .. side, parent, steered and STEERED[side] or "fixed",
      { drawn.wheel(WHEEL, WIDE) }, { at, y, up })
  end
end

local function trailer(list, p)
  list[#list + 1] = body("trailer", "car", { kind = "revolute", axis = "z", q = "hitch" },
    { drawn.box(p.trailer_l, p.trailer_w, 2.5, { 1 - p.l_wbt / 2, 0, 2 }) })
  for side, sign in pairs { left = 1, right = -1 } do
    list[#list + 1] = body("trailer " .. side, "trailer", "fixed", { drawn.wheel(WHEEL, WIDE) },
      { -p.l_wbt, sign * (p.trailer_w - WIDE) / 2, WHEEL })
  end
end

local function bodies_of(row, p)
  local front = row.at_rear and (p.a or 0) + (p.b or 0) or p.a or 0
  local rear = row.at_rear and 0 or -(p.b or 0)
  local track, rolls = p.T_f or p.w - WIDE, row.pose.roll
  local middle = (front + rear) / 2
  local list = { body("car", nil, rolls and moves("Tx Ty Tz Rz Ry Rx", "x y z yaw pitch roll")
    or moves("Tx Ty Rz", "x y yaw"), { drawn.box(p.l, p.w, 0.5, { middle, 0, 0.65 }),
    drawn.box(0.5 * p.l, 0.9 * p.w, 0.5, { middle - 0.05 * p.l, 0, 1.15 }) }) }
  axle(list, "front", front, track, row.pose.steer, rolls and "roll_front")
  axle(list, "rear", rear, p.T_r or track, false, rolls and "roll_rear")
  if row.pose.hitch then trailer(list, p) end
  return list
end

-- what state_equations calls a picture
function picture.of(row, p)
  return { q = row.pose, model = function()
    return li.robot { name = row.text:match "^[^:;]*", gravity = { 0, 0, 0 },
      bodies = bodies_of(row, p) }
  end }
end

return picture
