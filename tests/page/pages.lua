-- pages.lua - the pages the browser test opens: lua tests/page/pages.lua FOLDER
local li = require "liaison"
local folder = assert(arg[1], "which folder?")
local deg = li.deg

local function write(name, object, options) assert(object:html(folder .. "/" .. name .. ".html", options)) end

write("planar", li.simulate { li.planar { 1, 0.8 }, q = { -60 * deg, 20 * deg }, t = 10 })
write("puma", li.simulate { li.robots.puma560(), q = { 0, 0.5, -0.5, 0.2, 0.4, 0.1 }, t = 10, dt = 0.02 })
write("quadruped", li.simulate { li.robots.quadruped(), t = 0.5 })
write("joints", li.robots.panda())

local pendulum = li.robot {
  name = "pendulum with a spring",
  bodies = {
    { name = "upper", joint = { kind = "revolute", axis = "y", damping = 0.1, stiffness = 2, rest = 0.1 }, mass = "m1", com = { 0, 0, "-L/2" },
      inertia = { "m1*L^2/12", "m1*L^2/12", 0 }, shapes = { { "cylinder", size = { 0.03, 1 }, at = { 0, 0, -0.5 } } } },
    { name = "lower", parent = "upper", at = { 0, 0, "-L" }, joint = "revolute", axis = "y", mass = 1, com = { 0, 0, -0.3 }, inertia = { 0.1, 0.1, 0.1 },
      shapes = { { "box", size = { 0.1, 0.1, 0.6 }, at = { 0, 0, -0.3 } } } },
  },
}
local values = { m1 = 2, L = 1 }
write("spring", li.simulate { pendulum:with(values), q = { 1, 0.3 }, t = 5, method = "dopri5" }, { of = pendulum, values = values, sliders = { "m1", L = { 0.5, 2 } } })

-- poses of a mechanism with every joint, for the page to agree with
local all = li.robot {
  bodies = {
    { name = "a", joint = { kind = "revolute", axis = { 1, 1, 0.5 } }, at = { 0.1, 0.2, 0.3 }, rpy = { 0.3, 0.2, 0.1 } },
    { name = "b", parent = "a", at = { 0.5, 0, 0 }, joint = { kind = "helical", axis = "y", pitch = 0.2 } },
    { name = "c", parent = "b", at = { 0, 0.4, 0 }, joint = { kind = "cylindrical", axis = "-x" } },
    { name = "d", parent = "c", at = { 0, 0, 0.3 }, joint = { kind = "universal", axis = "z", axis2 = "x" } },
    { name = "e", parent = "d", at = { 0.2, 0.1, 0 }, joint = "planar" },
    { name = "f", parent = "e", at = { 0, 0.1, 0.2 }, joint = "spherical" },
    { name = "g", parent = "a", at = { 0, 0, 0.2 }, joint = { kind = "prismatic", axis = "x" } },
    { name = "h", parent = "g", joint = "moves", moves = { "Rx", { "Tz", 0.3 }, "Ty", "Rz" } },
    { name = "i", joint = "floating" },
  },
}
write("every_joint", all)
local q = all:random(5)
local expected, list = {}, {}
for name, X in pairs(all:poses(q)) do
  if name ~= "world" then expected[#expected + 1] = ('"%s":[%.17g,%.17g,%.17g]'):format(name, X.p[1], X.p[2], X.p[3]) end
end
for k = 1, #q do list[k] = ("%.17g"):format(q[k]) end
local out = assert(io.open(folder .. "/poses.json", "w"))
out:write('{"q":[', table.concat(list, ","), '],"p":{', table.concat(expected, ","), "}}")
out:close()
