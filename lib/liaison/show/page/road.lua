-- road.lua - a road under a mechanism as data of the living page: its heights at equal steps
local li = require "liaison.core"
local check = require "liaison.base.check"
local kit = li._internal

local road = {}

local MOST = 40000 -- heights of a page

local function span(x, path)
  local list = check.value(x, path, "nums")
  if #list ~= 2 or list[2] <= list[1] then
    check.fail(path, "expected {from, to}, from < to")
  end
  return list[1], list[2]
end

local function counted(from, to, step, path)
  local n = math.floor((to - from) / step + 1.5)
  if n < 2 then
    check.fail(path, "expected a step below %s, got %s", kit.number(to - from), kit.number(step))
  end
  return n
end

-- {surface, x = {from, to}, y = {from, to}, step =} as data of the page
function road.tell(spec)
  local path = "html.road"
  if type(spec) ~= "table" or kit.class(spec[1]) ~= "surface" then
    check.fail(path, "expected {surface, x = {from, to}, y = {from, to}}, got %s", check.got(spec))
  end
  local named = {}
  for key, value in pairs(spec) do if key ~= 1 then named[key] = value end end
  check.keys(named, path, { x = true, y = true, step = true })
  local x0, x1 = span(spec.x, path .. ".x")
  local y0, y1 = span(spec.y, path .. ".y")
  local step = check.value(spec.step, path .. ".step",
    { "num?", above = 0, default = math.min((x1 - x0) / 40, (y1 - y0) / 8) })
  local nx, ny = counted(x0, x1, step, path .. ".step"), counted(y0, y1, step, path .. ".step")
  if nx * ny > MOST then
    check.fail(path .. ".step", "%d by %d heights are more than a page takes, %d", nx, ny, MOST)
  end
  local dx, dy, z = (x1 - x0) / (nx - 1), (y1 - y0) / (ny - 1), {}
  for i = 0, nx - 1 do
    for j = 0, ny - 1 do
      local height = spec[1]:height(x0 + i * dx, y0 + j * dy)
      if type(height) ~= "number" then
        check.fail(path, "no number for the names in %s", tostring(height))
      end
      z[#z + 1] = height
    end
  end
  return { x = x0, y = y0, dx = dx, dy = dy, nx = nx, ny = ny, z = z }
end

return road
