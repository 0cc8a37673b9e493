-- test_truck.lua - li.truck: loads through couplings by levers, rest, off-tracking, roll through a
-- fifth wheel, energy, names for numbers, complaints
local t = require "t"
local li = require "liaison"
local case = require "carcase"

local last, G = case.last, case.G

local function with(s, more)
  for key, x in pairs(more) do s[key] = x end
  return s
end

local tyre = { kind = "linear", radius = 0.5, cx = 6e5, cy = 3e5, stiffness = 8e5, damping = 2e3 }
local function axle(x, more)
  return with({ at = x, track = 2, spring = 4e5, damper = 3e4, unsprung = 300, inertia = 10,
    tyre = tyre }, more or {})
end

local function tractor(more)
  return with({ mass = 6000, inertia = { 3e3, 2e4, 2e4 }, com = { 1, 0, 1 },
    hitch = { x = -1.2, z = 1.2 }, axles = {
      axle(2, { steer = 1, compliance = { stiffness = 1e7, damping = 1e5 } }),
      axle(-1.6, { drive = 1 }) } }, more or {})
end

local function semitrailer(coupling, more)
  return with({ mass = 1.4e4, inertia = { 2e4, 2e5, 2e5 }, com = { 0, 0, 1.5 },
    coupling = with({ x = 4 }, coupling or {}),
    axles = { axle(-3), axle(-4.2) } }, more or {})
end

-- tractor, dolly, semitrailer
local function road_train()
  return { tractor { hitch = { x = -2.4, z = 0.8 } },
    { mass = 1500, inertia = { 800, 900, 1500 }, com = { 0.1, 0, 0.8 },
      hitch = { x = -0.2, z = 1.1 }, axles = { axle(0) },
      coupling = { kind = "ball", x = 2.5, roll_stiffness = 1e5 } },
    semitrailer { roll_stiffness = 1e6, roll_damping = 1e4 } }
end

t.test("loads go through couplings by levers", function()
  local _, told = li.truck { units = { tractor(), semitrailer() } }
  local N = told.loads
  -- the trailer about its coupling; two axles alike
  local behind = 1.4e4 * G * 4 / (4 + 3.6)
  for _, w in ipairs { "3l", "3r", "4l", "4r" } do t.near(N[w], behind / 4 + 300 * G, 1e-7) end
  t.near(told.hitches[2], 1.4e4 * G - behind, 1e-7)
  -- the tractor about its rear axle
  t.near(2 * N["1l"], (6000 * G * 2.6 + told.hitches[2] * 0.4) / 3.6 + 600 * G, 1e-7)
  local all = 0
  for _, x in pairs(N) do all = all + x end
  t.near(all, (2e4 + 8 * 300) * G, 1e-7)
  -- axles share as told, whatever is put on them
  _, told = li.truck { units = { tractor(), semitrailer({}, { payload = { { mass = 2000,
    at = { -4, 0, 2 } } }, axles = { axle(-3, { carries = 3 }), axle(-4.2) } }) } }
  N = told.loads
  t.near((N["3l"] - 300 * G) / (N["4l"] - 300 * G), 3, 1e-9)
  t.near(2 * (N["3l"] - 300 * G) * 7 + 2 * (N["4l"] - 300 * G) * 8.2,
    1.4e4 * G * 4 + 2000 * G * 8, 1e-6)
end)

local ALL = {
  { "fifth wheel", { tractor(), semitrailer() } },
  { "fifth wheel that rolls", { tractor(), semitrailer { roll_stiffness = 1e6, roll_damping = 1e4,
    damping = 100 } } },
  { "turntable", { tractor(), semitrailer { kind = "turntable" } } },
  { "ball", { tractor(), semitrailer { kind = "ball" } } },
  { "loads aside", { tractor(), semitrailer({ roll_stiffness = 1e6 }, { com = { 0.3, 0, 1.6 },
    payload = { { mass = 500, at = { -2, 0.4, 2 } } } }) } },
  { "solid axles", { tractor { axles = { axle(2, { steer = 1, ackermann = 0,
    compliance = { stiffness = 1e7, damping = 1e5 } }), axle(-1.6, { drive = 1,
      solid = { mass = 400, inertia = { 200, 20, 200 }, spring_track = 1.2 } }) } },
    semitrailer() } },
  { "dolly", road_train() },
}

t.test("every coupling rests where all coordinates are 0; energy is the work of what acts",
function()
  for _, row in ipairs(ALL) do
    local m, told = li.truck { units = row[2] }
    local r = assert(told.rest())
    for name, q in pairs(r.q) do t.near(q, 0, 1e-8, row[1] .. ": " .. name) end
    for _, w in ipairs(told.wheels) do
      t.near(r.loads[w], told.loads[w], 1e-4, row[1] .. ": " .. w)
    end
    local run = case.go(m, told, 15, 0.2, { steer = 0.02, drive = 1000 },
      { record = { "forces", "work", "accelerations" } })
    t.ok(case.imbalance(run) < 1e-6, row[1])
  end
end)

t.test("couplings turn, pitch and roll against springs and dampers as told", function()
  local m = li.truck { units = { tractor(), semitrailer { roll_stiffness = 1e6,
    roll_damping = 1e4, damping = 300 } } }
  local q = case.at(m, { roll_2 = 0.01, articulation_2 = 0.5 })
  local v = case.at(m, { roll_2 = 0.2, articulation_2 = 0.4 })
  local run = assert(m:simulate(1e-9, q, v, { record = "forces" }))
  t.near(run["F.roll_2"][1], -1e6 * 0.01 - 1e4 * 0.2, 1e-6)
  t.near(run["F.coupling_2"][1], -300 * 0.4, 1e-9)
  -- the body behind stands where its coupling has turned it
  local p = m:fk(q, "body_2"):point { 0, 0, 1.2 }
  t.near({ p[1], p[2] }, { -1.2 - 4 * math.cos(0.5), -4 * math.sin(0.5) }, 1e-9)
end)

t.test("at a crawl the trailer cuts the corner as ideal wheels do", function()
  local one = semitrailer({}, { axles = { axle(-3.6) } })
  local m, told = li.truck { units = { tractor(), one } }
  local hold = "2e4*(1.5 - (x'*cos(yaw) + y'*sin(yaw)))"
  local run = case.go(m, told, 1.5, 35, { steer = 0.2, drive = hold }, { method = "radau5",
    rtol = 1e-5, dt = 1 })
  local R = 3.6 / math.tan(0.2)
  t.near(last(run, "yaw_rate") / (last(run, "speed") / R), 1, 0.01)
  local R2 = math.sqrt(R ^ 2 + 0.4 ^ 2 - 7.6 ^ 2)
  t.near(last(run, "articulation_2"), math.atan(0.4 / R) - math.atan(7.6 / R2), 0.01)
end)

t.test("wheels tell their loads in runs and as outputs; units their motion", function()
  local m, told = li.truck { units = road_train() }
  local run = case.go(m, told, 20, 1, { steer = 0.02 })
  local q, v = run:state()
  local x, y = {}, {}
  for i = 1, #q do x[i], x[#q + i] = q[i], v[i] end
  local values = m:compile("outputs", { tape = true })({ 0 }, x, { 0.02, 0 })
  for i, output in ipairs(m:description().outputs) do y[output.name] = values[i] end
  for _, w in ipairs(told.wheels) do
    t.near(y["load_" .. w], last(run, "tyre_" .. w .. ".load"), 1e-4, w)
  end
  t.near(y.yaw_rate_3, last(run, "yaw'") + last(run, "articulation_2'")
    + last(run, "articulation_3'"), 1e-9)
  -- of the place below its centre of mass: as the run moves, wherever it heads
  local start = told.rolling(20)
  start.x, start.y = 20 * math.cos(1), 20 * math.sin(1)
  local dense = told.watch(assert(m:simulate(0.6, case.at(m, { yaw = 1 }), start, { dt = 1e-3,
    rtol = 1e-10, inputs = { steer = 0.02 }, record = "accelerations" })))
  local i = 400
  -- in plan, without what roll and pitch do to the coupling
  local function place(k)
    local a, b = dense.yaw[k], dense.yaw[k] + dense.articulation_2[k]
    return { dense.x[k] - 2.4 * math.cos(a) - 2.4 * math.cos(b),
      dense.y[k] - 2.4 * math.sin(a) - 2.4 * math.sin(b) }
  end
  local function second(axis)
    return (place(i + 20)[axis] - 2 * place(i)[axis] + place(i - 20)[axis]) / 0.02 ^ 2
  end
  local heading = dense.yaw[i] + dense.articulation_2[i]
  t.near(dense.lateral_acceleration_2[i],
    second(2) * math.cos(heading) - second(1) * math.sin(heading), 2e-3)
end)

t.test("names for numbers, and complaints with their places", function()
  local s = { units = { tractor(), semitrailer({}, { mass = "load" }) } }
  local open, of_open = li.truck(s)
  t.eq(tostring(open:symbols()[1]), "load")
  local _, told = of_open.with { load = 1.4e4 }
  local _, plain = li.truck { units = { tractor(), semitrailer() } }
  for _, w in ipairs(plain.wheels) do t.near(told.loads[w], plain.loads[w], 1e-7) end
  t.near(told.hitches[2], plain.hitches[2], 1e-7)
  for _, row in ipairs {
    { "units: expected a list of at least two units", {} },
    { "units%[1%].axles: expected a list of at least two", { tractor { axles = { axle(1) } },
      semitrailer() } },
    { "units%[1%].com: it lies outside of the axles: axles%[1%] would carry %-",
      { tractor { hitch = { x = -6, z = 1 } }, semitrailer() } },
    { "units%[2%].coupling.kind: expected 'fifth_wheel', 'ball', 'turntable'.*did you mean",
      { tractor(), semitrailer { kind = "turntabel" } } },
    { "units%[2%].coupling.roll_stiffness: a turntable turns about z only",
      { tractor(), semitrailer { kind = "turntable", roll_stiffness = 1 } } },
    { "units%[2%].com: it lies outside", { tractor(), semitrailer({}, { com = { 5, 0, 1 } }) } },
  } do t.raises(row[1], li.truck, { units = row[2] }) end
end)

t.done()
