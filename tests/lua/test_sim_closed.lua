-- test_sim_closed.lua - loops and constraints in simulations: drift, energy, the same motion by
-- other coordinates, golden runs
local t = require "t"
local li = require "liaison"

local g = 9.81

-- n rods in a plane from the world back to (span, 0)
local function chain(L, span)
  local bodies = {}
  for k = 1, #L do
    bodies[k] = { name = "l" .. k, parent = k == 1 and "world" or "l" .. (k - 1),
      joint = "revolute", axis = { 0, -1, 0 }, q = "q" .. k,
      at = k > 1 and { L[k - 1], 0, 0 } or nil, mass = L[k], com = { L[k] / 2, 0, 0 },
        inertia = { 0, L[k] ^ 3 / 12, L[k] ^ 3 / 12, 0, 0, 0 } }
  end
  return li.robot { bodies = bodies,
    frames = { { name = "tip", body = "l" .. #L, at = { L[#L], 0, 0 } },
    { name = "pin", body = "world", at = { span, 0, 0 } } },
    loops = { { name = "close", from = "tip", to = "pin", joint = "revolute",
      axis = { 0, -1, 0 } } } }
end

-- the largest gap of all rows of a run
local function worst(model, run)
  local w, names = 0, model:coordinates()
  for i = 1, #run do
    local q = {}
    for k, name in ipairs(names) do q[k] = run:column(name)[i] end
    for _, gap in pairs(model:gaps(q)) do
      for j = 1, #gap do w = math.max(w, math.abs(gap[j])) end
    end
  end
  return w
end

local four = chain({ 1, 2, 1.5 }, 2)

t.test("a four-bar keeps closed and keeps its energy over 60 s; between steps too", function()
  local run = assert(four:simulate(60, { 1.2, -0.3, -1.9 }, nil, { rtol = 1e-8, dt = 0.5 }))
  t.ok(worst(four, run) < 1e-12, worst(four, run))
  t.ok(run:info().drift / run.E[1] < 1e-6, run:info().drift)
  t.eq(run:columns()[11], "close.1")
end)

t.test("a closed chain of twelve links", function()
  local L, q = {}, {}
  for k = 1, 12 do L[k], q[k] = 0.5, k == 1 and math.pi / 2 or -math.pi / 6.5 end
  local c = chain(L, 2)
  local run = assert(c:simulate(3, q, nil, { rtol = 1e-8, dt = 0.1 }))
  t.ok(worst(c, run) < 1e-12, worst(c, run))
  t.ok(run:info().drift / run.E[1] < 1e-6, run:info().drift)
end)

t.test("other ways to keep constraints, and none", function()
  local gap = {}
  for _, how in ipairs { "project", "baumgarte", "ggl", "none" } do
    local run = assert(four:simulate(10, { 1.2, -0.3, -1.9 }, nil,
      { rtol = 1e-6, dt = 1, constraints = how }))
    gap[how] = worst(four, run)
  end
  t.ok(gap.project < 1e-12 and gap.baumgarte < gap.none / 5 and gap.ggl < 1e-4,
    gap.project .. " " .. gap.baumgarte .. " " .. gap.ggl .. " " .. gap.none)
  t.raises("constraints: expected project, baumgarte, ggl or none, got stay", four.simulate, four,
    1, nil, nil, { constraints = "stay" })
  -- rods too short to meet
  local nothing, message, code = chain({ 0.5, 0.5 }, 3):simulate(1, { 0.1, 0.1 })
  t.eq(nothing, nil)
  t.eq(code, "EUNREACHABLE")
  t.ok(message:find "close", message)
end)

t.test("a pendulum by two slides held on a circle is the pendulum by an angle; the multiplier "
  .. "is the tension", function()
  local point = li.robot { bodies = {
    { name = "c", parent = "world", joint = "prismatic", axis = { 1, 0, 0 }, q = "x", mass = 0,
      inertia = { 0, 0, 0, 0, 0, 0 } },
    { name = "b", parent = "c", joint = "prismatic", axis = { 0, 0, 1 }, q = "z", mass = 2,
      inertia = { 0, 0, 0, 0, 0, 0 } } },
    constraints = { { "equation", name = "circle", equation = "x^2 + z^2 - 1" } } }
  local angle = li.robot { bodies = { { name = "p", parent = "world", joint = "revolute",
    axis = { 0, -1, 0 }, q = "a", mass = 2, com = { 1, 0, 0 }, inertia = { 0, 0, 0, 0, 0, 0 } } } }
  for _, method in ipairs { "dop853", "dopri5", "rk4", "radau5" } do
    local a = assert(angle:simulate(2, { 0 }, nil, { rtol = 1e-11, atol = 1e-12, dt = 0.5 }))
    local p = assert(point:simulate(2, { 1, 0 }, nil,
      { rtol = 1e-10, atol = 1e-12, dt = 0.5, method = method }))
    for i = 1, #a do
      t.near({ p.x[i], p.z[i] }, { math.cos(a.a[i]), math.sin(a.a[i]) }, 1e-7, method)
      -- M a + h = J' lambda: the pull towards the centre is 2 lambda r = -(m w^2 - m g sin a)
      t.near(2 * p:column "circle.1"[i], -2 * (a["a'"][i] ^ 2 - g * math.sin(a.a[i])), 1e-5, method)
    end
  end
end)

t.done()
