-- vehicle_shapes.lua - how vehicles are drawn: wheels as discs with a rim that shows them turn,
-- bodies as boxes
local li = require "liaison.core"

local shapes = {}

local RUBBER, RIM, PAINT, GLASS, STEEL = { 0.15, 0.15, 0.17, 1 }, { 0.75, 0.76, 0.78, 1 },
  { 0.22, 0.42, 0.66, 1 }, { 0.62, 0.74, 0.82, 1 }, { 0.45, 0.46, 0.48, 1 }
local PALE = { 0.86, 0.86, 0.83, 1 }

local ACROSS = { math.pi / 2, 0, 0 } -- a cylinder along y

-- a number as it is, else what is usual
local function size_of(x, usual) return type(x) == "number" and x or usual end

-- a disc in the plane x, z with two spokes; width: 0.6 of the radius
function shapes.wheel(radius, width)
  local r = size_of(radius, 0.3)
  local w = width or 0.6 * r
  return {
    { "cylinder", size = { r, w }, rpy = ACROSS, color = RUBBER },
    { "cylinder", size = { 0.62 * r, 1.02 * w }, rpy = ACROSS, color = RIM },
    { "box", size = { 1.1 * r, 1.04 * w, 0.14 * r }, color = STEEL },
    { "box", size = { 0.14 * r, 1.04 * w, 1.1 * r }, color = STEEL },
  }
end

-- the wheel of an axle at x, standing on the ground, beside what a list has
function shapes.wheel_at(list, x, radius)
  for _, s in ipairs(shapes.wheel(radius, 0.4 * size_of(radius, 0.3))) do
    s.at = { x, 0, size_of(radius, 0.3) }
    list[#list + 1] = s
  end
end

-- between the wheels of a solid axle
function shapes.beam(track, z)
  local t = size_of(track, 1.5)
  return { { "cylinder", size = { 0.05, t }, rpy = ACROSS, at = { 0, 0, size_of(z, 0) },
    color = STEEL } }
end

-- a box from x0 to x1, z0 to z1, in the middle of y; never flat, whatever the numbers of a vehicle
function shapes.box(x0, x1, width, z0, z1, color)
  local function thick(x) return math.max(x, 0.01) end
  return { "box", size = { thick(x1 - x0), thick(width), thick(z1 - z0) },
    at = { (x0 + x1) / 2, 0, (z0 + z1) / 2 }, color = color }
end

-- a bar of radius r from one place of the plane x, z to another
function shapes.bar(x0, z0, x1, z1, r, color)
  local dx, dz = x1 - x0, z1 - z0
  return { "cylinder", size = { r, math.max(math.sqrt(dx * dx + dz * dz), 1e-3) },
    at = { (x0 + x1) / 2, 0, (z0 + z1) / 2 }, rpy = { 0, li.atan2(dx, dz), 0 },
    color = color or STEEL }
end

-- a car over its axles, from x0 (rear) to x1 (front): a box with a cabin
function shapes.car(x0, x1, track, radius)
  local L, t, r = x1 - x0, size_of(track, 1.5), size_of(radius, 0.3)
  local back, front, low = x0 - 0.28 * L, x1 + 0.26 * L, 0.6 * r
  local middle, w = math.max(low + 0.2 * L, 2.6 * r), 0.6 * r
  local top = middle + 0.18 * L
  -- narrow beside the wheels, wide between them and above
  return { shapes.box(back, front, t - 1.4 * w, low, middle, PAINT),
    shapes.box(x0 + 1.3 * r, x1 - 1.3 * r, t + 0.7 * w, low, middle, PAINT),
    shapes.box(back, front, t + 0.7 * w, 2.3 * r, middle, PAINT),
    shapes.box(back + 0.12 * L, front - 0.45 * L, 0.85 * t, middle, top, GLASS) }
end

-- a car seen from its side, above its wheels
function shapes.half(x0, x1, radius)
  local L, r = x1 - x0, size_of(radius, 0.3)
  local low, middle = 2.1 * r, 2.1 * r + 0.1 * L
  return { shapes.box(x0 - 0.28 * L, x1 + 0.26 * L, 0.5, low, middle, PAINT),
    shapes.box(x0 + 1.3 * r, x1 - 1.3 * r, 0.5, 0.7 * r, low, PAINT),
    shapes.box(x0 - 0.16 * L, x1 - 0.2 * L, 0.45, middle, middle + 0.18 * L, GLASS) }
end

local function ladder(x0, x1, track, r)
  return shapes.box(x0, x1, 0.5 * track, r, 1.3 * r, STEEL)
end

-- a cab at the front of a frame from x0 to x1
function shapes.tractor(x0, x1, track, radius)
  local t, r = size_of(track, 2), size_of(radius, 0.5)
  local cab = math.min(4 * r, 0.6 * (x1 - x0))
  return { ladder(x0, x1, t, r), shapes.box(x1 - cab, x1, 1.15 * t, 1.2 * r, 6 * r, PAINT),
    shapes.box(x1 - 0.25 * cab, 1.01 * x1, 1.05 * t, 4 * r, 5.5 * r, GLASS) }
end

-- a long box on a frame
function shapes.trailer(x0, x1, track, radius)
  local t, r = size_of(track, 2), size_of(radius, 0.5)
  return { ladder(x0, x1, t, r), shapes.box(x0, x1, 1.2 * t, 2.2 * r, 7 * r, PALE) }
end

-- a frame with a drawbar
function shapes.dolly(x0, x1, track, radius)
  local t, r = size_of(track, 2), size_of(radius, 0.5)
  return { ladder(x0, x1 - 1.5, t, r), shapes.box(x1 - 1.5, x1, 0.15, r, 1.25 * r, STEEL) }
end

-- ---- on two wheels ------------------------------------------------------------------------------

local SKIN = { 0.85, 0.55, 0.35, 1 }

-- a thin wheel: a rim of short bars, spokes, a hub
function shapes.spoked(radius, width)
  local r, w, list = size_of(radius, 0.35), width or 0.05, {}
  local n = 24
  for k = 1, n do
    local a, b = 2 * math.pi * k / n, 2 * math.pi * (k + 1) / n
    local thick = math.max(0.5 * w, 0.035 * r)
    local R = r - thick
    list[k] = shapes.bar(R * math.sin(a), R * math.cos(a), R * math.sin(b), R * math.cos(b), thick,
      RUBBER)
    list[k][1] = "capsule" -- no gaps between
  end
  for k = 0, 5 do
    local a = math.pi * k / 6
    list[#list + 1] = shapes.bar(-0.92 * r * math.sin(a), -0.92 * r * math.cos(a),
      0.92 * r * math.sin(a), 0.92 * r * math.cos(a), 0.008 * r + 0.002, RIM)
  end
  list[#list + 1] = { "cylinder", size = { 0.08 * r, 2 * w }, rpy = ACROSS, color = STEEL }
  return list
end

-- from a hip at its hinge: a trunk and a head, heavy at z
function shapes.rider(z, hinge)
  local h = math.max(size_of(z, 1.2) - size_of(hinge, 0.9), 0.1)
  return { { "capsule", size = { 0.13, 1.2 * h }, at = { 0, 0, 0.9 * h }, color = PAINT },
    { "sphere", size = { 0.11 }, at = { 0.04, 0, 1.5 * h + 0.2 }, color = SKIN } }
end

-- frame and fork of a bicycle: where the axles and the steering axis are
function shapes.bicycle(o)
  local w, c, tilt = size_of(o.wheelbase, 1), size_of(o.trail, 0.08), size_of(o.tilt, 0.3)
  local R, F = size_of(o.rear.radius, 0.35), size_of(o.front.radius, 0.35)
  local function on_axis(z) return w + c - z * math.tan(tilt) end
  local head, low = 1.0 * (R + F) + 0.2, 0.75 * (R + F) + 0.1
  local seat, crank = { 0.27 * w, 1.0 * (R + F) + 0.22 }, { 0.42 * w, 0.42 * (R + F) }
  local tube = 0.02
  local frame = { shapes.bar(0, R, crank[1], crank[2], tube, PAINT),
    shapes.bar(0, R, seat[1], 0.9 * seat[2], 0.7 * tube, PAINT),
    shapes.bar(crank[1], crank[2], seat[1], seat[2], tube, PAINT),
    shapes.bar(crank[1], crank[2], on_axis(low), low, tube, PAINT),
    shapes.bar(0.9 * seat[1], 0.9 * seat[2], on_axis(head), 0.95 * head, tube, PAINT),
    shapes.box(seat[1] - 0.12, seat[1] + 0.1, 0.12, seat[2], seat[2] + 0.04, RUBBER) }
  local foot, top = w + c, head + 0.1
  local fork = { shapes.bar(on_axis(low) - foot, low, w - foot, F, 0.8 * tube, STEEL),
    shapes.bar(on_axis(low) - foot, low, on_axis(top) - foot, top, 0.9 * tube, STEEL),
    { "cylinder", size = { 0.8 * tube, 0.5 }, rpy = ACROSS, at = { on_axis(top) - foot, 0, top },
      color = RUBBER } }
  return frame, fork
end

-- from a pivot (x, z) back to the rear axle at height h
function shapes.swing_arm(x, z, h)
  local px, pz = size_of(x, 0.5), size_of(z, 0.4)
  local list = {}
  for side = -1, 1, 2 do
    local arm = shapes.bar(-px, size_of(h, 0.3) - pz, 0, 0, 0.025, STEEL)
    arm.at[2] = side * 0.12
    list[#list + 1] = arm
  end
  return list
end

-- frame with tank and seat, upper fork with handlebars, lower fork
function shapes.motorcycle(o)
  local w, c, tilt = size_of(o.wheelbase, 1.4), size_of(o.trail, 0.1), size_of(o.tilt, 0.45)
  local R, F = size_of(o.rear.radius, 0.3), size_of(o.front.radius, 0.3)
  local function on_axis(z) return w + c - z * math.tan(tilt) end
  local head, low = 2.7 * F, 1.9 * F
  local foot = w + c
  local frame = {
    shapes.box(0.3 * w, 0.62 * w, 0.3, 0.8 * R, 1.9 * R, STEEL),
    shapes.box(0.36 * w, on_axis(low) - 0.04, 0.32, 1.95 * R, 2.75 * R, PAINT),
    shapes.box(-0.12 * w, 0.36 * w, 0.28, 2.15 * R, 2.45 * R, RUBBER),
    shapes.bar(0.45 * w, 1.9 * R, on_axis(head), head, 0.03, STEEL) }
  local fork, slider = {}, {}
  for side = -1, 1, 2 do
    local upper = shapes.bar(on_axis(low) - foot, low, on_axis(head) - foot, head, 0.022, RIM)
    local lower = shapes.bar(w - foot, F, on_axis(low) - foot, low, 0.03, STEEL)
    upper.at[2], lower.at[2] = side * 0.1, side * 0.1
    fork[#fork + 1], slider[#slider + 1] = upper, lower
  end
  fork[#fork + 1] = { "cylinder", size = { 0.015, 0.7 }, rpy = ACROSS,
    at = { on_axis(head) - foot - 0.08, 0, head + 0.08 }, color = RUBBER }
  if o.front.spring == nil then
    for _, s in ipairs(slider) do fork[#fork + 1] = s end
  end
  return frame, fork, slider
end

shapes.colors = { rubber = RUBBER, rim = RIM, paint = PAINT, glass = GLASS, steel = STEEL }

return shapes
