-- test_tyre_wheels.lua - wheels with tyres on models: load, slip, standstill, reverse, lift-off;
-- the same run by symbols and by a kernel
local t = require "t"
local li = require "liaison"
local tyrelist = require "tyrelist"
local kit = li._internal

local G, M, MW, JW, R, K = 9.81, 250, 20, 1, 0.3, 2e5
local sink = (M + MW) * G / K

-- a quarter of a car that slides in a plane, its wheel about y; upright in the world
local function quarter(forces)
  return li.robot { gravity = { 0, 0, -G }, forces = forces, bodies = {
    { name = "slide_x", joint = { kind = "prismatic", axis = "x", q = "x" }, mass = 0,
      inertia = { 0, 0, 0 } },
    { name = "slide_y", joint = { kind = "prismatic", axis = "y", q = "y" }, mass = 0,
      inertia = { 0, 0, 0 } },
    { name = "hub", joint = { kind = "prismatic", axis = "z", q = "z" }, mass = M,
      inertia = { 10, 10, 10 } },
    { name = "wheel", joint = { kind = "revolute", axis = "y", q = "spin" }, mass = MW,
      inertia = { 0.5, JW, 0.5 } } } }
end

local function each(f)
  for _, row in ipairs(kit.tyre.rows()) do f(tyrelist.tyre(row.name), row.name) end
end

local function on(tyre, more)
  local spec = { at = "wheel", radius = R, stiffness = K, damping = 2000, name = "tyre" }
  for key, x in pairs(more or {}) do spec[key] = x end
  return tyre:on(spec)
end

local function last(run, name) local c = run:column(name) return c[#c] end

t.test("a wheel that rolls carries its weight, and tells its slips", function()
  each(function(tyre, kind)
    local m, v = quarter { on(tyre) }, { 10, 0.2, 0, 10 / (R - sink) }
    local run = assert(m:simulate(0.01, { 0, 0, R - sink, 0 }, v, { record = "forces",
      rtol = 1e-9 }))
    t.near(run["tyre.load"][1], (M + MW) * G, 1e-6, kind)
    t.near(run["F.tyre.z"][1], (M + MW) * G, 1e-6, kind)
    t.near(run["tyre.alpha"][1], math.atan(0.2 / math.sqrt(100 + 0.01)), 1e-9, kind)
    t.near(run["tyre.kappa"][1], 0, 1e-12, kind)
    local f = tyre:forces { alpha = run["tyre.alpha"][1], load = run["tyre.load"][1], speed = 10 }
    t.near(run["tyre.Fy"][1], f.Fy, 1e-3 * math.abs(f.Fy) + 1e-9, kind)
    t.near(run["F.tyre.y"][1], run["tyre.Fy"][1], 1e-9, kind)
  end)
end)

t.test("a driven wheel of a linear tyre: the slip that its torque asks for", function()
  -- steady slip: T = J w' + F R, m v' = F, and w' R = v' where the slip is steady, R the arm
  local r, T, cx = R - sink, 100, 8e4
  local tyre = li.tyre { kind = "linear", radius = R, cx = cx, cy = 6e4 }
  local m = quarter { on(tyre) }
  local run = assert(m:simulate(2, { 0, 0, r, 0 }, { 10, 0, 0, 10 / r },
    { tau = { spin = ("%g"):format(T) }, record = "forces" }))
  local F = T / r / (1 + JW / r ^ 2 / (M + MW))
  t.near(last(run, "tyre.Fx"), F, 2e-3 * F)
  t.near(last(run, "tyre.kappa"), F / cx, 2e-3 * F / cx)
  t.near(last(run, "x'") - 10, 2 * F / (M + MW), 3e-3)
end)

t.test("it stands, is locked, spins, reverses and slides sideways without an odd number", function()
  each(function(tyre, kind)
    for _, v in ipairs { { 0, 0, 0, 0 }, { 10, 0, 0, 0 }, { 0, 0, 0, 60 }, { -8, 0.5, 0, -20 },
      { 0, 3, 0, 0 }, { 5, 0, 0, -40 }, { 1e-9, -1e-9, 0, 0 } } do
      local m = quarter { on(tyre, { slow = 0.5 }) }
      local run, why = m:simulate(0.05, { 0, 0, R - sink, 0 }, v, { record = "forces" })
      t.ok(run, kind .. ": " .. tostring(why))
      for _, name in ipairs(run:columns()) do
        local x = last(run, name)
        t.ok(x == x and math.abs(x) < 1e9, ("%s: %s is %g"):format(kind, name, x))
      end
      t.ok(math.abs(last(run, "tyre.Fx")) <= 1.5 * last(run, "tyre.load") + 1, kind)
    end
    -- at rest it stays where no shift of a measured curve drives it
    if not kind:find "^mf" then
      local run = quarter({ on(tyre) }):simulate(1, { 0, 0, R - sink, 0 }, { 0, 0, 0, 0 })
      t.near(last(run, "x"), 0, 1e-9, kind)
      t.near(last(run, "y"), 0, 1e-9, kind)
    end
  end)
end)

t.test("off the ground nothing acts; it falls, lands and never pulls", function()
  each(function(tyre, kind)
    local m = quarter { on(tyre) }
    local tau = quarter():applied({ on(tyre) }, { 0, 0, R + 0.1, 0 }, { 5, 1, 0, 30 }, 0)
    for k = 1, 4 do t.eq(tau[k], 0, kind) end
    local run = assert(m:simulate(0.5, { 0, 0, R + 0.02, 0 }, { 5, 0, 0, 5 / R },
      { record = "forces" }))
    t.eq(run["tyre.load"][1], 0, kind)
    local most = 0
    for i = 1, #run do
      t.ok(run["tyre.load"][i] >= 0, kind)
      most = math.max(most, run["tyre.load"][i])
    end
    t.ok(most > (M + MW) * G, kind)
  end)
end)

t.test("sliding loses what is not in the spring: never more than there was", function()
  for _, kind in ipairs { "linear", "brush", "tmeasy", "four" } do
    local tyre = tyrelist.tyre(kind)
    local m = quarter { on(tyre, { damping = 0, trail = kind ~= "brush" and 0 or nil,
      half = kind == "brush" and 0 or nil }) }
    for _, v in ipairs { { 10, 1, 0, 0 }, { -6, -1, 0, 40 }, { 0, 0, 0, 50 }, { 3, 2, 0, -10 } } do
      local run = assert(m:simulate(0.5, { 0, 0, R - sink, 0 }, v, { rtol = 1e-9 }))
      local before
      for i = 1, #run do
        local d = R - run.z[i]
        local E = run.E[i] + (d > 0 and K * d * d / 2 or 0)
        t.ok(not before or E <= before + 1e-5 * (1 + math.abs(before)), kind)
        before = E
      end
    end
  end
end)

t.test("on a slope the road holds it as on the flat, turned", function()
  local tyre = tyrelist.tyre "brush"
  local s, c = math.sin(0.2), math.cos(0.2)
  local flat = quarter():applied({ on(tyre) }, { 0, 0, R - 0.01, 0 }, { 4, 0.3, 0, 14 }, 0)
  -- the same motion turned about y by -0.2, which the axle does not see
  local d = R - 0.01
  local hill = quarter():applied({ on(tyre, { normal = { -s, 0, c } }) }, { -s * d, 0, c * d, 0 },
    { 4 * c, 0.3, 4 * s, 14 }, 0)
  t.near(hill[1], c * flat[1] - s * flat[3], 1e-6)
  t.near(hill[2], flat[2], 1e-6)
  t.near(hill[3], s * flat[1] + c * flat[3], 1e-6)
  t.near(hill[4], flat[4], 1e-6)
end)

t.test("the moments of the tyre turn what carries the wheel", function()
  each(function(tyre, kind)
    -- a column turns about z, a swing about x, both through the centre of the wheel
    local m = li.robot { bodies = {
      { name = "column", joint = { kind = "revolute", axis = "z", q = "yaw" }, mass = 1,
        inertia = { 1, 1, 1 } },
      { name = "swing", joint = { kind = "revolute", axis = "x", q = "roll" }, mass = 1,
        inertia = { 1, 1, 1 } },
      { name = "wheel", joint = { kind = "revolute", axis = "y", q = "spin" }, mass = MW,
        inertia = { 0.5, JW, 0.5 } } } }
    -- its centre stays: slips by its spin, and by a swing
    local v, d = { 0, 0.3, 20 }, 0.02
    local ground, V = tyre.radius - d, 0.1
    local wheel = on(tyre, { radius = tyre.radius, through = { 0, 0, -ground }, damping = 0 })
    local tau = m:applied({ wheel }, { 0, 0, 0 }, v, 0)
    local f = tyre:forces { kappa = 20 * ground / V, alpha = math.atan(0.3 * ground / V),
      load = K * d, speed = 0 }
    t.near(tau[1], f.Mz, 1e-6 * K * d, kind)
    t.near(tau[2], f.Mx + ground * f.Fy, 1e-6 * K * d, kind)
    t.near(tau[3], f.My - ground * f.Fx, 1e-6 * K * d, kind)
  end)
end)

t.test("the trail steers a wheel back into the way it goes, in reverse too", function()
  local tyre = tyrelist.tyre "brush"
  local m = li.robot { bodies = {
    { name = "cart", joint = { kind = "prismatic", axis = "x", q = "x" }, mass = 1,
      inertia = { 1, 1, 1 } },
    { name = "column", joint = { kind = "revolute", axis = "z", q = "yaw" }, mass = 1,
      inertia = { 1, 1, 1 } },
    { name = "wheel", joint = { kind = "revolute", axis = "y", q = "spin" }, mass = MW,
      inertia = { 0.5, JW, 0.5 } } } }
  local d = 0.02
  local wheel = on(tyre, { through = { 0, 0, -(R - d) }, damping = 0, slow = 1e-3 })
  for way = -1, 1, 2 do
    -- turned to the left by 0.02 it drifts to the right where it goes ahead: alpha < 0
    local u = 10 * way
    local tau = m:applied({ wheel }, { 0, 0.02, 0 }, { u, 0, u * math.cos(0.02) / (R - d) }, 0)
    local f = tyre:forces { alpha = -0.02 * way, load = K * d, speed = u }
    t.near(tau[2], f.Mz, 1e-5 * math.abs(f.Mz))
    t.ok(tau[2] < 0, way)
  end
end)

t.test("a toroid touches beside its middle plane, a sphere below its centre", function()
  -- radius 0.3, leaning by gamma: height (R - r) cos gamma + r of the centre where it just touches
  local gamma, r = 0.3, 0.08
  local tyre = li.tyre { kind = "linear", radius = R, cx = 1, cy = 1 }
  for _, crown in ipairs { 0, r, R } do
    local axle = { 0, math.cos(gamma), math.sin(gamma) }
    local h = (R - crown) * math.cos(gamma) + crown
    local tau = quarter():applied({ on(tyre, { axle = axle, crown = crown }) },
      { 0, 0, h - 0.002, 0 }, { 0, 0, 0, 0 }, 0)
    t.near(tau[3], K * 0.002, 1e-6)
  end
end)

t.test("symbols, numbers and the compiled function are one law", function()
  for _, kind in ipairs { "linear", "brush", "tmeasy", "four", "mf52", "mf61" } do
    local m = quarter { on(tyrelist.tyre(kind)) }
    local q, v = { 0, 0, R - sink, 0.3 }, { 9, 0.4, 0.01, 32 }
    local at = { q = q, v = v }
    local A = m:linearize(at).A
    -- against differences of the accelerations
    local bare = quarter()
    local function a(k, h)
      local w = { v[1], v[2], v[3], v[4] }
      w[k] = w[k] + h
      return bare:fd(q, w, (bare:applied({ on(tyrelist.tyre(kind)) }, q, w, 0)))
    end
    for k = 1, 4 do
      local up, down = a(k, 1e-5), a(k, -1e-5)
      for i = 1, 4 do
        local want = (up[i] - down[i]) / 2e-5
        t.near(A[4 + i][4 + k], want, 1e-4 * (1 + math.abs(want)), kind)
      end
    end
    local one = assert(m:simulate(0.1, q, v, { rtol = 1e-10, atol = 1e-12, kernel = false }))
    local two = assert(m:simulate(0.1, q, v, { rtol = 1e-10, atol = 1e-12, kernel = true }))
    for _, name in ipairs { "x", "y", "z", "spin", "x'", "y'" } do
      t.near(last(two, name), last(one, name), 1e-7 * (1 + math.abs(last(one, name))), kind)
    end
  end
end)

t.test("over a road told by x and y it rises and falls with it", function()
  local tyre = tyrelist.tyre "brush"
  local m = quarter()
  local f = on(tyre, { road = "0.02*sin(2*x) + 0.1*y", model = m, damping = 5000, search = 0 })
  t.eq(f.road, nil)
  -- at rest above a place of the road: its height, the normal of its slope
  local x, y = 0.4, 0.1
  local z0, zx, zy = 0.02 * math.sin(0.8) + 0.01, 0.04 * math.cos(0.8), 0.1
  local n = math.sqrt(1 + zx ^ 2 + zy ^ 2)
  local high = m:applied({ f }, { x, y, z0 + 0.29, 0 }, { 0, 0, 0, 0 }, 0)
  local flat = m:applied({ on(tyre, { normal = { -zx, -zy, 1 }, through = { x, y, z0 },
    damping = 5000 }) }, { x, y, z0 + 0.29, 0 }, { 0, 0, 0, 0 }, 0)
  t.ok(high[3] > 0 and n > 1)
  t.near(high, flat, 1e-9)
  t.raises("road: expected an expression of x and y, or a surface", on, tyre,
    { road = 3, model = m })
  t.raises("model: a road needs the model of the wheel", on, tyre, { road = "x" })
end)

t.done()
