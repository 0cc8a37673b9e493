-- closed_mechanism.lua - fourbar:mechanism, slider_crank:mechanism: what is known in closed form as
-- bodies and joints
local li = require "liaison.core"
local check = require "liaison.base.check"
local mechanism = require "liaison.constrained.mechanism"
local kit = li._internal

local options = { density = "any?", mass = "any?", inertia = "any?", gravity = "any?",
  name = "str?" }

-- body i of these options: a uniform bar where a density or a mass is given, else without mass
local function bar(o, i, name, length)
  local b = { name = name, com = { length / 2, 0 } }
  local mass = type(o.mass) == "table" and o.mass[i] or nil
  if o.density ~= nil then mass = li.expr(o.density, "new") * length end
  if mass == nil then return b end
  local J = type(o.inertia) == "table" and o.inertia[i]
  b.mass, b.inertia = mass, J or li.expr(mass, "new") * (length ^ 2 / 12)
  return b
end

local function read(opts)
  local o = check.fields(opts or {}, "options", options)
  if o.density ~= nil and o.mass ~= nil then
    check.fail("options.density", "mass says it already")
  end
  for _, key in ipairs { "mass", "inertia" } do
    if o[key] ~= nil and (type(o[key]) ~= "table" or #o[key] ~= 3) then
      check.fail("options." .. key, "expected three, {%s}, got %s", "body by body",
        check.got(o[key]))
    end
  end
  return o
end

local function made(o, name, bodies, joints)
  return mechanism.create { name = o.name or name, gravity = o.gravity, bodies = bodies,
    joints = joints, cut = "C" }
end

local function fourbar(m, opts)
  local o, l1, l2, l3, dx, dy = read(opts), kit.loop.numbers(m)
  return made(o, "fourbar", { bar(o, 1, "crank", l1), bar(o, 2, "coupler", l2),
    bar(o, 3, "output", l3) }, {
    { kind = "revolute", name = "A", on = "crank", coordinate = "phi1" },
    { kind = "revolute", name = "B", on = "coupler", from = "crank", at_from = { l1, 0 },
      coordinate = "th2" },
    { kind = "revolute", name = "D", on = "output", at_from = { dx, dy }, coordinate = "phi3" },
    { kind = "revolute", name = "C", on = "output", at = { l3, 0 }, from = "coupler",
      at_from = { l2, 0 }, coordinate = "th3" } })
end

local function slider_crank(m, opts)
  local o, l1, l2, e = read(opts), kit.loop.numbers(m)
  local slider = { name = "slider", mass = type(o.mass) == "table" and o.mass[3] or nil }
  if slider.mass ~= nil then slider.inertia = (o.inertia or { 0, 0, 0 })[3] end
  if o.density ~= nil then slider.mass, slider.inertia = 0, 0 end
  return made(o, "slider-crank", { bar(o, 1, "crank", l1), bar(o, 2, "rod", l2), slider }, {
    { kind = "revolute", name = "A", on = "crank", coordinate = "phi1" },
    { kind = "revolute", name = "B", on = "rod", from = "crank", at_from = { l1, 0 },
      coordinate = "th2" },
    { kind = "prismatic", name = "guide", on = "slider", at_from = { 0, e }, coordinate = "x" },
    { kind = "revolute", name = "C", on = "slider", from = "rod", at_from = { l2, 0 },
      coordinate = "th3" } })
end

local TEXT = " Masses for dynamics: density = kg a metre of uniform bars, or mass = {m1, m2, m3} "
  .. "with inertia = {J1, J2, J3} about the middle of each bar (uniform where left out); gravity. "
  .. "From there :model(), :simulate, :equations."

kit.define(kit.methods "fourbar", {
  "fourbar:mechanism([options: table]) -> mechanism",
  "The four bars as a li.mechanism: bodies crank, coupler, output; joints A, B, C (closes the "
  .. "loop), D; coordinates phi1, th2 = phi2 - phi1, phi3." .. TEXT,
  "local at = li.fourbar(1, 3, 2.5, {3, -0.5}):mechanism():assemble('joint', {phi1 = 1}, {th2 = "
  .. "-1, phi3 = 1}); return at.phi1 --> 1",
  fourbar,
})
kit.define(kit.methods "slider_crank", {
  "slider_crank:mechanism([options: table]) -> mechanism",
  "The same as a li.mechanism: bodies crank, rod, slider; joints A, B, C (closes the loop), guide; "
  .. "coordinates phi1, th2 = phi2 - phi1, x." .. TEXT,
  "return li.slider_crank(1, 2):mechanism():assemble('joint', {phi1 = 0}, {x = 3}).x --> 3",
  slider_crank,
})
