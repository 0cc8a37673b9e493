-- waves.lua - sine waves, each with its length and the way it runs
--
--   z = sum a sin(2 pi (x cos(heading) + y sin(heading))/length + phase)
local li = require "liaison.core"
local check = require "liaison.base.check"
local shapes = require "liaison.roads.shapes"

local WAVE = { amplitude = shapes.amount(), length = shapes.amount(),
  phase = shapes.amount(0), heading = shapes.amount(0) }

return {
  name = "waves", text = "a sum of sine waves",
  fields = { waves = "table" },
  read = function(p, path)
    p.waves = check.list(p.waves, path .. ".waves", function(w, at)
      local out = check.fields(w, at, WAVE)
      shapes.positive(at .. ".length", out.length)
      return out
    end, 1)
  end,
  height = function(p, x, y)
    local z = li.expr(0)
    for _, w in ipairs(p.waves) do
      local s = li.cos(w.heading) * x + li.sin(w.heading) * y
      z = z + w.amplitude * li.sin(2 * math.pi / w.length * s + w.phase)
    end
    return z
  end,
  told = function(p) return ("%d wave%s"):format(#p.waves, #p.waves == 1 and "" or "s") end,
  examples = { { waves = { { amplitude = 0.05, length = 3 } } },
    { waves = { { amplitude = 0.05, length = 3, phase = 1 },
      { amplitude = 0.02, length = 1, heading = 0.7 } } } },
}
