-- bump.lua - a bump: cosine (once up and down), ramp (up, level, down), step (a plateau with short
-- flanks), parabola
local li = require "liaison.core"
local check = require "liaison.base.check"
local shapes = require "liaison.roads.shapes"
local kit = li._internal

-- heights of u = x - at within 0 .. length, of the height 1
local function flanked(how)
  return function(p, u)
    return shapes.rise(how, u, p.flank) * shapes.rise(how, p.length - u, p.flank)
  end
end

local SHAPES = {
  cosine = function(p, u) return (1 - li.cos(2 * math.pi / p.length * u)) / 2 end,
  parabola = function(p, u) return 4 * u * (p.length - u) / p.length ^ 2 end,
  ramp = flanked "linear",
  step = flanked "quintic",
}
local PART = { ramp = 0.25, step = 0.05 } -- of the length: a flank, where none is told

return {
  name = "bump", text = "up and down again: cosine, parabola, ramp or step",
  fields = { height = shapes.amount(), length = shapes.amount(), at = shapes.amount(0),
    shape = shapes.word { "cosine", "parabola", "ramp", "step" }, flank = shapes.amount(false) },
  read = function(p, path)
    shapes.positive(path .. ".length", p.length)
    if not PART[p.shape] then
      if p.flank then check.fail(path .. ".flank", "a %s has no flanks", p.shape) end
      return
    end
    p.flank = p.flank or PART[p.shape] * p.length
    shapes.positive(path .. ".flank", p.flank)
    if type(p.flank) == "number" and type(p.length) == "number" and 2 * p.flank > p.length then
      check.fail(path .. ".flank", "two flanks of %s are longer than the bump of %s",
        kit.number(p.flank), kit.number(p.length))
    end
  end,
  height = function(p, x)
    local u = x - p.at
    local inside = p.height * SHAPES[p.shape](p, u)
    return li.piecewise(u:le(0), 0, u:lt(p.length), inside, 0)
  end,
  told = function(p)
    return ("%s, %s m high, %s m long, at x = %s"):format(p.shape, tostring(li.expr(p.height)),
      tostring(li.expr(p.length)), tostring(li.expr(p.at)))
  end,
  examples = { { height = 0.1, length = 2, at = 1 },
    { height = 0.1, length = 2, at = -1, shape = "parabola" },
    { height = -0.05, length = 3, shape = "ramp" },
    { height = 0.05, length = 1, shape = "step", flank = 0.2 } },
}
