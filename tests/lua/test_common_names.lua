-- test_common_names.lua - one vocabulary in trees, in li.system and in li.mechanism
local t = require "t"
local li = require "liaison"

-- the equations of a cart with a pendulum, told by a function that makes its bodies
local function equations(build)
  local s = li.system { planar = true, gravity = { 0, "-g" } }
  local x, a = s:coordinates "xw aw"
  build(s, x, a)
  local k = s:kane { tidy = "none" }
  return tostring(k.D) .. tostring(k.C) .. tostring(k.c) .. tostring(k.tau)
end

local function old(s, x, a)
  local cart = s:body { name = "cart", m = "M", j = 0, place = { x, 0, 0 } }
  local rod = s:body { name = "rod", m = "m", j = "J", com = { "l", 0 }, place = { 0, "h", a },
    on = cart }
  s:joint { kind = "revolute", on = rod, from = cart, at = { 0, 0 }, at_from = { 0, "h" },
    kept = true }
end

local function common(s, x, a)
  local cart = s:body { name = "cart", mass = "M", inertia = 0, at = { x, 0 } }
  local rod = s:body { name = "rod", mass = "m", inertia = "J", com = { "l", 0 }, at = { 0, "h" },
    angle = a, parent = cart }
  s:joint { kind = "revolute", to = rod, from = cart, to_at = { 0, 0 }, from_at = { 0, "h" },
    kept = true }
end

t.test("a system has the same equations by the names of all descriptions", function()
  t.eq(equations(common), equations(old))
  t.eq(equations(function(s, x, a)
    local cart = s:body { name = "cart", mass = "M", inertia = 0, at = { x, 0 } }
    s:body { name = "rod", mass = "m", inertia = "J", com = { "l", 0 }, at = { 0, "h" },
      angle = a, parent = cart }
    s:joint { kind = "revolute", child = "rod", parent = "cart", to_at = { 0, 0 }, from_at = { 0,
      "h" }, kept = true }
  end), equations(old))
end)

t.test("in space too: at, rpy, rot, frame", function()
  local function mass_matrix(place)
    local s = li.system {}
    local q = s:coordinates "qw"
    local spec = place(q)
    spec.name, spec.mass, spec.inertia, spec.com = "b", 2, { 1, 2, 3 }, { 0, 0.5, 0.25 }
    s:body(spec)
    return tostring(s:kane { tidy = "none" }.D:eval { qw = 0.3 })
  end
  local want = mass_matrix(function(q) return { place = { p = { 1, q, 0 }, rpy = { q, 0,
    0 } } } end)
  t.eq(mass_matrix(function(q) return { at = { 1, q, 0 }, rpy = { q, 0, 0 } } end), want)
  t.eq(mass_matrix(function(q)
    local c, s = li.cos(q), li.sin(q)
    return { at = { 1, q, 0 }, rot = { { 1, 0, 0 }, { 0, c, -s }, { 0, s, c } } }
  end), want)
  t.eq(mass_matrix(function(q)
    local c, s = li.cos(q), li.sin(q)
    return { frame = { { 1, 0, 0, 1 }, { 0, c, -s, q }, { 0, s, c, 0 }, { 0, 0, 0, 1 } } }
  end), want)
end)

local function slider(b, j)
  return {
    bodies = {
      { name = "arm", [b.mass] = 1, [b.inertia] = 0.5 }, { name = "rod", [b.mass] = 2,
        [b.inertia] = "Jr" },
      { name = "slide", [b.mass] = 1, [b.inertia] = 0 },
    },
    joints = {
      { kind = "revolute", [j.to] = "arm", coordinate = "ka" },
      { kind = "revolute", [j.to] = "rod", [j.from] = "arm", [j.from_at] = { 0.3, 0 },
        coordinate = "kb" },
      { kind = "prismatic", [j.to] = "slide", [j.to_axis] = { 1, 0 }, coordinate = "ks" },
      { kind = "revolute", [j.to] = "slide", [j.from] = "rod", [j.from_at] = { 1, 0 },
        [j.to_at] = { 0, 0 }, coordinate = "kc" },
    },
  }
end

local OLD_BODY, OLD_JOINT = { mass = "m", inertia = "j" }, { to = "on", from = "from",
  from_at = "at_from", to_at = "at", to_axis = "axis" }
local BODY = { mass = "mass", inertia = "inertia" }
local JOINT = { to = "to", from = "from", from_at = "from_at", to_at = "to_at",
  to_axis = "to_axis" }
local TREE = { to = "child", from = "parent", from_at = "from_at", to_at = "to_at",
  to_axis = "to_axis" }

t.test("a mechanism has the same equations by the names of all descriptions", function()
  local function told(b, j) return tostring(li.mechanism(slider(b,
    j)):system("joint"):kane({ tidy = "none" }).D) end
  local want = told(OLD_BODY, OLD_JOINT)
  t.eq(told(BODY, JOINT), want)
  t.eq(told(BODY, TREE), want)
end)

t.test("what is said twice, or wrong, is told in the words of its user", function()
  local function body(spec)
    return function()
      local s = li.system { planar = true }
      s:coordinates "qw"
      s:body(spec)
      s:kane()
    end
  end
  t.raises("body 1%.mass: m and mass say the same: give one", body { m = 1, mass = 1, inertia = 0,
    at = { 0, 0 } })
  t.raises("body 1: at and place both place it", body { mass = 1, inertia = 0, at = { 0, 0 },
    place = { 0, 0, 0 } })
  t.raises("body 1%.mass: expected the mass", body { inertia = 0, at = { 0, 0 } })
  t.raises("body 1%.m: ", body { m = "2 m", j = 0, place = { 0, 0, 0 } })
  t.raises("body 1%.mass: ", body { mass = "2 m", inertia = 0, at = { 0, 0 } })
  t.raises("body 1%.rpy: in the plane say angle", body { mass = 1, inertia = 0, rpy = { 0, 0, 0 } })
  t.raises("unknown key 'masss' %(did you mean 'mass'%?%)", body { masss = 1, inertia = 0,
    at = { 0, 0 } })
  local d = slider(BODY, JOINT)
  d.joints[2].to = "rode"
  t.raises("joints%[2%]%.to: no body 'rode' %(did you mean 'rod'%?%)", li.mechanism, d)
  d = slider(OLD_BODY, OLD_JOINT)
  d.joints[2].on = "rode"
  t.raises("joints%[2%]%.on: no body 'rode'", li.mechanism, d)
  d = slider(BODY, JOINT)
  d.bodies[1].parent = "rod"
  t.raises("bodies%[1%]: unknown key 'parent'", li.mechanism, d)
end)

t.done()
