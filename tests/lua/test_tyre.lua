-- test_tyre.lua - one switch from the ideal wheel to the tyre: the row goes, a lateral force comes
local t = require "t"
local li = require "liaison"

local function cart(spec)
  local s = li.system { planar = true, name = "cart" }
  local x, y, th = s:coordinates "tx ty tth"
  local b = s:body { name = "cart", m = "m", j = "j", place = { x, y, th } }
  b:wheel(spec)
  return s
end

t.test("the force is -C atan(v across / v along), at the wheel, about the centre of mass", function()
  local s = cart { at = { "a", 0 }, angle = "de0", tyre = "C" }
  t.eq(#s.rows, 0)
  local k = s:kane { speeds = { "v = tx'*cos(tth) + ty'*sin(tth)", "u = ty'*cos(tth) - tx'*sin(tth)", "w = tth'" } }
  local at = { tx = 0, ty = 0, tth = 0.3, v = 2, u = 0.1, w = 0.4, a = 1.2, de0 = 0.15, C = 50, m = 1, j = 1 }
  local n = k:numbers(at)
  local along = 2 * math.cos(0.15) + (0.1 + 1.2 * 0.4) * math.sin(0.15)
  local across = -2 * math.sin(0.15) + (0.1 + 1.2 * 0.4) * math.cos(0.15)
  local f = -50 * math.atan(across / along)
  t.near(n.tau, { -f * math.sin(0.15), f * math.cos(0.15), 1.2 * f * math.cos(0.15) }, 1e-12)
end)

t.test("without tyre it is the row it was; a tyre that rolls by a spin is refused", function()
  t.eq(#cart {}.rows, 1)
  t.raises("wheel.tyre: a tyre slips sideways", cart, { tyre = 10, radius = 0.3, spin = "sp" })
end)

t.done()
