-- tyrelist.lua - an example of every tyre the engine lists, and of its force element
local li = require "liaison"

-- numbers, or the name of a published set
local SETS = {
  linear = { kind = "linear", radius = 0.3, cx = 8e4, cy = 6e4, mu = 0.9, trail = 0.03,
    load = 4000 },
  brush = { kind = "brush", radius = 0.3, cx = 8e4, cy = 6e4, mu = 0.9, half = 0.06 },
  tmeasy = "tmeasy_car", four = "dry_tarmac", mf61 = "pacejka_205_60R15",
}

-- the Magic Formula 5.2 with the numbers of 6.1 that it knows
local function mf52(more)
  local known = li.tyre.published("pacejka_205_60R15").numbers
  local spec = { kind = "mf52", radius = 0.313 }
  for _, row in ipairs(li._internal.tyre.rows()) do
    for _, n in ipairs(row.name == "mf52" and row.numbers or {}) do spec[n.name] = known[n.name] end
  end
  for key, x in pairs(more or {}) do spec[key] = x end
  return li.tyre(spec)
end

local function tyre(kind)
  if kind == "mf52" then return mf52() end
  local set = SETS[kind] or error("no example of a tyre " .. kind)
  return type(set) == "string" and li.tyre.published(set) or li.tyre(set)
end

-- where the row is one of a wheel, what must be given into f: a big soft wheel, slow, that
-- touches its road wherever arms of about 1 m hold it; up: "y" or "z"
local function fill(f, row, up)
  if not row.wheel then return f end
  for name, x in pairs(tyre(row.name:match "^tyre_(.*)").numbers) do f[name] = x end
  f.axle = up == "y" and { 0.2, 0.1, 1 } or { 0.1, 1, -0.2 }
  f.normal = up == "y" and { 0.1, 1, 0.2 } or { 0.1, 0.2, 1 }
  f.radius, f.stiffness, f.damping, f.slow = 2, 50, 2, 200
  return f
end

return { tyre = tyre, mf52 = mf52, fill = fill }
