-- frictions.lua - friction by place: rows of maps, factors on what the tyre says or mu itself
local li = require "liaison.core"
local check = require "liaison.base.check"
local placing = require "liaison.describe.pose_expr"
local between = require "liaison.roads.between"
local shapes = require "liaison.roads.shapes"
local kit = li._internal

local rows = {}

local number = shapes.amount()

-- left of y = at, and right of it; over edge m from one to the other
rows.split = {
  fields = { left = number, right = number, at = shapes.amount(0), edge = shapes.amount(false) },
  read = function(p, path) shapes.positive(path .. ".edge", p.edge) end,
  mu = function(p, _, y)
    if not p.edge then return li.piecewise((y - p.at):gt(0), p.left, p.right) end
    local rise = shapes.rise("quintic", y - p.at + p.edge / 2, p.edge)
    return p.right + (p.left - p.right) * rise
  end,
}

-- squares of a size, the first from 0 to size in x and y
rows.checkerboard = {
  fields = { first = number, second = number, size = number },
  read = function(p, path) shapes.positive(path .. ".size", p.size) end,
  mu = function(p, x, y)
    local at = li.sin(math.pi / p.size * x) * li.sin(math.pi / p.size * y)
    return li.piecewise(at:ge(0), p.first, p.second)
  end,
}

-- rectangles with values of their own, the last one told on top
local PATCH = { x = "nums", y = "nums", mu = number }
rows.patches = {
  fields = { patches = "table", outside = shapes.amount(1) },
  read = function(p, path)
    p.patches = check.list(p.patches, path .. ".patches", function(patch, at)
      local out = check.fields(patch, at, PATCH)
      for _, key in ipairs { "x", "y" } do
        out[key] = between.knots(out[key], at .. "." .. key)
        if #out[key] ~= 2 then check.fail(at .. "." .. key, "expected {from, to}") end
      end
      return out
    end, 1)
  end,
  mu = function(p, x, y)
    local mu = li.expr(p.outside)
    for _, patch in ipairs(p.patches) do
      local a, b = (x - patch.x[1]) * (patch.x[2] - x), (y - patch.y[1]) * (patch.y[2] - y)
      mu = li.piecewise(a:ge(0), li.piecewise(b:ge(0), patch.mu, mu), mu)
    end
    return mu
  end,
}

-- a table over x and y, straight between its points
rows.table = {
  fields = { x = "nums", y = "nums", mu = "mat" },
  read = function(p, path)
    local grid = require "liaison.roads.grid"
    local q = { x = p.x, y = p.y, z = p.mu, how = "linear" }
    grid.read(q, path)
    p.q = q
  end,
  mu = function(p, x, y) return require("liaison.roads.grid").height(p.q, x, y) end,
}

local frictions = { rows = rows }

local function not_negative(x, path)
  if type(x) == "number" and x < 0 then
    check.fail(path, "expected a number >= 0, got %s", kit.number(x))
  end
end

-- a number, an expression of x and y, or {word, ..}: a function of expressions x, y
function frictions.read(x, path)
  if type(x) ~= "table" then
    not_negative(x, path)
    local e = placing.expr(x, path)
    local u, v = li.expr("x", "new"), li.expr("y", "new")
    return function(at_x, at_y) return e:subs { [u] = at_x, [v] = at_y } end
  end
  local row = type(x[1]) == "string" and rows[x[1]]
  if not row then
    check.fail(path, "unknown friction '%s'%s", tostring(x[1]), check.hint(x[1], rows))
  end
  local named = {}
  for key, value in pairs(x) do if key ~= 1 then named[key] = value end end
  local p = check.fields(named, path, row.fields)
  for _, key in ipairs { "left", "right", "first", "second", "outside" } do
    not_negative(p[key], path .. "." .. key)
  end
  if row.read then row.read(p, path) end
  return function(at_x, at_y) return li.expr(row.mu(p, at_x, at_y)) end
end

return frictions
