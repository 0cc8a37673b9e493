-- test_contact.lua - spheres that roll: soft and hard planes agree, and both with the closed forms
local t = require "t"
local li = require "liaison"

local sin, cos = math.sin, math.cos
local g = 9.81

local function last(run, name) return run:column(name)[#run] end

local function soft(r, normal, mu)
  return { "contact", at = "b", radius = r, normal = normal, stiffness = 1e5, damping = 500,
    mu = mu, smooth = 1e-5 }
end
local function hard(r, normal, mu)
  return { "impact", at = "b", radius = r, normal = normal, mu = mu }
end

local function ball(m, J)
  return li.robot { bodies = { { name = "b", joint = "floating", mass = m,
    inertia = { J, J, J } } } }
end

-- free in the plane x y, a about z
local function wheel(m, J)
  return li.robot { gravity = { 0, -g, 0 },
    bodies = { { name = "b", parent = "world", joint = "planar", q = { "x", "y", "a" }, mass = m,
    inertia = { J, J, J } } } }
end

t.test("a ball rolls down a slope: 5/7 g sin", function()
  local r, m, slope = 0.1, 2, 0.3
  local n = { sin(slope), 0, cos(slope) }
  local want = 5 / 7 * g * sin(slope) / 2 * cos(slope) -- along x after a second
  for name, force in pairs { contact = soft(r, n, 0.8), impact = hard(r, n, 0.8) } do
    local run = assert(li.simulate { ball(m, 2 / 5 * m * r * r),
      q = { r * n[1], 0, r * n[3], 1, 0, 0, 0 }, t = 1,
      method = name == "contact" and "radau5" or nil,
      forces = { force } })
    local q, v = run:state()
    t.near(q[1] - r * n[1], want, name == "contact" and 2e-3 or 1e-6, name)
    -- it turns as it goes, by w = v / r
    t.near(math.abs(v[5]) * r, math.sqrt(v[1] ^ 2 + v[2] ^ 2 + v[3] ^ 2), 2e-3, name)
  end
end)

t.test("a spinning ball set down rolls off with 2/7 of its rim's speed", function()
  local r, m, w0 = 0.2, 1.5, 30
  for name, force in pairs { contact = soft(r, { 0, 0, 1 }, 0.3),
    impact = hard(r, { 0, 0, 1 }, 0.3) } do
    local run = assert(li.simulate { ball(m, 2 / 5 * m * r * r), q = { 0, 0, r, 1, 0, 0, 0 },
      v = { 0, 0, 0, 0, w0, 0 }, t = 2, method = name == "contact" and "radau5" or nil,
      forces = { force } })
    local _, v = run:state()
    t.near(v[5], 2 / 7 * w0, 3e-3 * w0, name)
    t.ok(last(run, "b_x") > 0, name)
  end
end)

t.test("a driven wheel has traction: T / r / (m + J / r^2)", function()
  local r, m, J, T = 0.3, 10, 0.5, 6
  for name, force in pairs { contact = soft(r, { 0, 1, 0 }, 0.9),
    impact = hard(r, { 0, 1, 0 }, 0.9) } do
    local run = assert(li.simulate { wheel(m, J), q = { 0, r, 0 }, t = 2,
      method = name == "contact" and "radau5" or nil, forces = { force },
      input = function() return { 0, 0, -T } end })
    t.near(last(run, "x'"), 2 * T / r / (m + J / r ^ 2), 2e-3, name)
    t.near(last(run, "x'"), -r * last(run, "a'"), 2e-3, name)
  end
end)

t.test("model:applied tells the moment of the friction of a sphere", function()
  local m = wheel(1, 1)
  local tau = m:applied({ { "contact", at = "b", radius = 0.5, normal = { 0, 1, 0 },
    stiffness = 100, mu = 0.4, smooth = 1e-9 } }, { 0, 0.4, 0 }, { 2, 0, 0 })
  -- 10 N of weight; sliding to +x: -4 N at y = -0.5, a moment of -4 * 0.5 about the centre
  t.near(tau, { -4, 10, -2 }, 1e-7)
end)

t.done()
