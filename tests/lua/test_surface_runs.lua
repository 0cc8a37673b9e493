-- test_surface_runs.lua - runs over road surfaces against closed forms: a quarter car on a random
-- road wave by wave, and its mean square by the spectrum; a half car over a bump as its text
local t = require "t"
local li = require "liaison"

local pi, cos, sin, sqrt = math.pi, math.cos, math.sin, math.sqrt
local MS, MU, K, C, KT, V = 300, 40, 2e4, 1500, 2e5, 20

local function quarter(rest)
  return li.robot { gravity = { 0, 0, 0 },
    bodies = {
      { name = "wheel", joint = { kind = "prismatic", axis = "z", q = "zw" }, mass = MU,
        inertia = { 1, 1, 1 } },
      { name = "body", parent = "wheel", joint = { kind = "prismatic", axis = "z", q = "d" },
        mass = MS, inertia = { 1, 1, 1 } } },
    forces = {
      { "spring", name = "strut", joint = "d", stiffness = K, damping = C },
      { "spring", name = "tyre", joint = "zw", stiffness = KT, rest = rest } } }
end

local function divide(ar, ai, br, bi)
  local m = br * br + bi * bi
  return (ar * br + ai * bi) / m, (ai * br - ar * bi) / m
end

-- of s = i w: G = (K + C s)/(MS s^2 + C s + K) the body over the wheel, and the wheel over the road
-- KT/(MU s^2 + KT + MS s^2 G): real and imaginary parts of wheel and body
local function transfer(w)
  local gr, gi = divide(K, C * w, K - MS * w * w, C * w)
  local wr, wi = divide(KT, 0, KT - MU * w * w - MS * w * w * gr, -MS * w * w * gi)
  return wr, wi, wr * gr - wi * gi, wr * gi + wi * gr
end

local road = li.surface { "iso8608", class = "C", seed = 4 }

t.test("a quarter car on a random road is the sum of what its waves do", function()
  local run = quarter(road:height(V * li.time(), 0)):simulate(12, { 0, 0 }, { 0, 0 },
    { dt = 0.01, rtol = 1e-9, atol = 1e-12 })
  -- what was at the start is gone by exp(-2.1 t)
  for _, at in ipairs { 10.5, 11, 11.7, 12 } do
    local zw, zb = 0, 0
    for _, w in ipairs(road.p.list) do
      local O = 2 * pi * w.n * V
      local c, s = w.a * cos(O * at + w.phase), w.a * sin(O * at + w.phase)
      local wr, wi, br, bi = transfer(O)
      zw, zb = zw + wr * c - wi * s, zb + br * c - bi * s
    end
    t.near({ run:at("zw", at), run:at("d", at) }, { zw, zb - zw }, 1e-7)
  end
end)

t.test("its mean square by waves is the integral of the spectrum", function()
  local waves, integral = 0, 0
  local function gain(n)
    local O = 2 * pi * n * V
    local _, _, br, bi = transfer(O)
    return O ^ 4 * (br * br + bi * bi)
  end
  for _, w in ipairs(road.p.list) do waves = waves + w.a ^ 2 / 2 * gain(w.n) end
  local low, high, N = 0.01106, 2.828, 20000
  for k = 1, N do
    local n = low * (high / low) ^ ((k - 0.5) / N)
    integral = integral + road:spectrum(n) * gain(n) * n * math.log(high / low) / N
  end
  t.near(sqrt(waves / integral), 1, 0.03)
end)

t.test("a road told as a text is the road told as an expression", function()
  local bump = li.surface { "bump", height = 0.05, length = 1, at = 2 }
  local time = li.time()
  local a = quarter(bump:height(V * time, 0)):simulate(1, { 0, 0 }, { 0, 0 }, { dt = 0.01 })
  local b = quarter(tostring(bump:height(V * time, 0))):simulate(1, { 0, 0 }, { 0, 0 },
    { dt = 0.01 })
  t.near({ b:at("zw", 0.13), b:at("d", 0.9) }, { a:at("zw", 0.13), a:at("d", 0.9) }, 1e-13)
  -- before the bump nothing moves
  t.near(a:at("zw", 0.09), 0, 1e-12)
  t.ok(math.abs(a:at("zw", 0.13)) > 1e-3)
end)

t.test("a road over a coordinate of the car is the road over time, at constant speed", function()
  local bump = li.surface { "bump", height = 0.05, length = 1, at = 2 }
  local way = li.expr("way", "new")
  local function car(rest)
    return li.robot { gravity = { 0, 0, 0 }, bodies = {
      { name = "car", joint = { kind = "prismatic", axis = "x", q = "way" }, mass = MS,
        inertia = { 1, 1, 1 } },
      { name = "wheel", parent = "car", joint = { kind = "prismatic", axis = "z", q = "zw" },
        mass = MU, inertia = { 1, 1, 1 } } },
      forces = { { "spring", joint = "zw", stiffness = KT, damping = 1500, rest = rest } } }
  end
  local options = { dt = 0.01, rtol = 1e-10, atol = 1e-13 }
  local a = car(bump:height(way, 0)):simulate(0.5, { 0, 0 }, { V, 0 }, options)
  local b = car(bump:height(V * li.time(), 0)):simulate(0.5, { 0, 0 }, { V, 0 }, options)
  for _, at in ipairs { 0.13, 0.3, 0.5 } do t.near(a:at("zw", at), b:at("zw", at), 1e-8) end
  t.near(a:at("way", 0.5), 10, 1e-12)
end)

t.test("a long text is whole", function()
  local long = li.surface { "iso8608", class = "C", waves = 400 }
  t.near(li.expr(long:text(), "new"):eval { x = 3, y = 1 }, long:height(3, 1), 1e-15)
end)

t.done()
