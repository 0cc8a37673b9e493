-- 14_slotted_link.lua - the slotted link: position, velocity and acceleration of the slide in
-- closed form, and in symbols                                                         [course] E2.4
local li = require "liaison"
local proof = require "liaison.app.expect"

local phi = li.coordinates "phi"
local d, l3 = li.symbols "d l3"
local x = d * li.cos(phi) / li.sin(phi) - l3
local v = x:d()
local a = v:d()
print("x  =", x)
print("x' =", v)
proof.same("x'", v, "-d*phi'/sin(phi)^2")
proof.same("x''", a, "2*d*cos(phi)/sin(phi)^3*phi'^2 - d*phi''/sin(phi)^2")
local at = { d = 0.1, l3 = 0, phi = math.pi / 3, ["phi'"] = 10, ["phi''"] = 0 }
proof.near("60 degrees, 10 rad/s, d = 100 mm: velocity (m/s)", v:eval(at), -4 / 3, 1e-12)
proof.near("acceleration (m/s2)", a:eval(at), 80 * math.sqrt(3) / 9, 1e-12)
local link = li.slotted_link(0.1, 0)
local bx = link:solve(math.pi / 3, 10, 0)
proof.near("the mechanism itself", { bx[2], bx[3] }, { -4 / 3, 80 * math.sqrt(3) / 9 }, 1e-12)
proof.curves("slotted_link",
  { xlabel = "phi (rad)", ylabel = "at 10 rad/s",
  label = { "speed (m/s)", "acceleration (m/s2)" } }, 0.5, 2.6, 80,
  function(p) return link:solve(p, 10, 0)[2] end, function(p) return link:solve(p, 10, 0)[3] end)
proof.done()
