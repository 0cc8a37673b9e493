-- combined.lua - surfaces out of others: sums, multiples, moved and turned ones, strips
local li = require "liaison.core"
local check = require "liaison.base.check"
local shapes = require "liaison.roads.shapes"
local kit = li._internal

local function surface(x, path)
  if kit.class(x) ~= "surface" then check.fail(path, "expected a surface, got %s", check.got(x)) end
  return x
end

local combined = {}

local function surfaces(x, path) return check.list(x, path, surface, 1) end

-- friction maps are factors: that of a sum is their product
combined.sum = {
  name = "sum", text = "the sum of surfaces", fields = { of = surfaces },
  height = function(p, x, y)
    local z = li.expr(0)
    for _, s in ipairs(p.of) do z = z + s.row.height(s.p, x, y) end
    return z
  end,
  friction = function(p, x, y)
    local mu = li.expr(1)
    for _, s in ipairs(p.of) do mu = mu * s.mu(x, y) end
    return mu
  end,
  told = function(p)
    local list = {}
    for i, s in ipairs(p.of) do list[i] = "(" .. tostring(s) .. ")" end
    return table.concat(list, " + ")
  end,
}

combined.multiple = {
  name = "multiple", text = "a surface with heights times a factor",
  fields = { of = surface, factor = shapes.amount() },
  height = function(p, x, y) return p.factor * p.of.row.height(p.of.p, x, y) end,
  friction = function(p, x, y) return p.of.mu(x, y) end,
  told = function(p)
    return ("%s times (%s)"):format(tostring(li.expr(p.factor)), tostring(p.of))
  end,
}

local function inside(p, x, y)
  local c, s = li.cos(p.heading), li.sin(p.heading)
  local u, v = x - p.x, y - p.y
  return c * u + s * v, c * v - s * u
end

combined.moved = {
  name = "moved", text = "a surface whose origin stands at x, y, z, turned about z by heading",
  fields = { of = surface, x = shapes.amount(0), y = shapes.amount(0),
    z = shapes.amount(0), heading = shapes.amount(0) },
  height = function(p, x, y)
    local u, v = inside(p, x, y)
    return p.z + p.of.row.height(p.of.p, u, v)
  end,
  friction = function(p, x, y) return p.of.mu(inside(p, x, y)) end,
  told = function(p)
    return ("(%s) at %s %s %s, heading %s"):format(tostring(p.of), tostring(li.expr(p.x)),
      tostring(li.expr(p.y)), tostring(li.expr(p.z)), tostring(li.expr(p.heading)))
  end,
}

-- the heights within right <= y <= left, with edges of a width inside of it
combined.strip = {
  name = "strip", text = "a surface between two values of y, level 0 beside them",
  fields = { of = surface, right = shapes.amount(), left = shapes.amount(),
    edge = shapes.amount() },
  read = function(p, path)
    shapes.positive(path .. ".edge", p.edge)
    if type(p.right) == "number" and type(p.left) == "number" and type(p.edge) == "number"
      and p.left - p.right < 2 * p.edge then
      check.fail(path .. ".left", "expected at least right + 2 edge = %s, got %s",
        kit.number(p.right + 2 * p.edge), kit.number(p.left))
    end
  end,
  height = function(p, x, y)
    return p.of.row.height(p.of.p, x, y) * shapes.rise("quintic", y - p.right, p.edge)
      * shapes.rise("quintic", p.left - y, p.edge)
  end,
  friction = function(p, x, y) return p.of.mu(x, y) end,
  told = function(p)
    return ("(%s) for y from %s to %s"):format(tostring(p.of), tostring(li.expr(p.right)),
      tostring(li.expr(p.left)))
  end,
}

return combined
