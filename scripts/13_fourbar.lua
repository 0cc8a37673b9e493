-- 13_fourbar.lua - a four-bar: both assemblies, velocities, Grashof's classes, the curve of a
-- coupler point                                                               [course] E2.1 to E2.3
local li = require "liaison"
local proof = require "liaison.app.expect"

local bars = li.fourbar(1, 3, 2.5, { 3, -0.5 })
print(bars, bars:class())
local phi2, phi3 = bars:solve(math.pi / 3, "minus", 2, 0.5)
proof.near("coupler: angle, rate, acceleration", phi2,
  { 0.3818068424921154, -0.30192685659554797, 1.06542665 }, 1e-8)
proof.near("output: angle, rate, acceleration", phi3,
  { 1.4569591080819342, 0.5614575919256886, 1.525154184 }, 1e-8)
local x, y = bars:point(1.5, 0, math.pi / 3, "minus", 2, 0.5)
proof.near("middle of the coupler", { x[1], y[1] },
  { 1.9919893877698795 - 0.1, 1.4249221244189731 }, 1e-9)
proof.near("its velocity", { x[2], y[2] }, { -1.563304877546132, 0.5797210197362792 }, 1e-9)

proof.title "The other assembly closes too, by Newton from far away"
local other = bars:solve(math.pi / 3, "plus")
local function loop(z)
  return { math.cos(math.pi / 3) + 3 * math.cos(z[1]) - 2.5 * math.cos(z[2]) - 3,
    math.sin(math.pi / 3) + 3 * math.sin(z[1]) - 2.5 * math.sin(z[2]) + 0.5 }
end
local z = assert(li.num.root(loop, { -1, -2.5 }))
proof.near("Newton finds the plus assembly", math.cos(z[1]), math.cos(other[1]), 1e-9)

proof.title("A whole turn: the rocker swings between two angles, the coupler point draws a "
  .. "closed curve")
local low, high, xs, ys = math.huge, -math.huge, {}, {}
for k = 0, 720 do
  local phi = k * math.pi / 360
  local _, out = assert(bars:solve(phi, "minus"))
  low, high = math.min(low, out[1]), math.max(high, out[1])
  local px, py = bars:point(1.5, 0.8, phi, "minus")
  xs[#xs + 1], ys[#ys + 1] = px[1], py[1]
end
proof.near("the rocker's range in degrees", { low / li.deg, high / li.deg }, { 78.6535, 129.6711 },
  2e-5)
proof.near("closed", { xs[721], ys[721] }, { xs[1], ys[1] }, 1e-12)

proof.title "Grashof by the order of the bars: ground, input, coupler, output"
for _, row in ipairs { { 4, 1, 3.5, 3, "crank_rocker" }, { 1, 4, 3.5, 3, "double_crank" },
  { 3, 4, 1, 3.5, "double_rocker" }, { 4, 2, 2, 2.5, "triple_rocker" },
  { 4, 2, 4, 2, "change_point" } } do
  local class = li.fourbar(row[2], row[3], row[4], { row[1], 0 }):class()
  proof.holds(("%g %g %g %g: %s"):format(row[1], row[2], row[3], row[4], class), class == row[5])
end
proof.figure("fourbar", li.plot { x = xs, y = ys, xlabel = "x", ylabel = "y" })
proof.done()
