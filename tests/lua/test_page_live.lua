-- test_page_live.lua - living pages that go on while the reader sets them: by node, against runs of
-- the engine in pieces
local t = require "t"
local li = require "liaison"
local json = require "liaison.show.page.json"
local scratch = require "scratch"

local EXACT = { method = "dop853", rtol = 1e-11, atol = 1e-12 }
local PICTURE = 1 / 60

local function exactly(spec)
  local all = {}
  for key, x in pairs(EXACT) do all[key] = x end
  for key, x in pairs(spec) do all[key] = x end
  return all
end

local function state_of(run)
  local q, v = run:state()
  local x = {}
  for k = 1, #q do x[k] = q[k] end
  for k = 1, #v do x[#q + k] = v[k] end
  return x
end

-- pieces = { { pictures, inputs }, .. }, one after the other: the state at the end
local function in_pieces(spec, pieces)
  local one, run, pictures = exactly(spec), nil, 0
  for _, piece in ipairs(pieces) do
    one.t, one.inputs = piece[1] * PICTURE, piece[2]
    run = assert(run and run:resume(one.t, { inputs = piece[2] }) or li.simulate(one))
    pictures = pictures + piece[1]
  end
  return state_of(run), pictures
end

-- the page of a run goes on live, its inputs u (law: by their expressions) set after some pictures
local function check_live(name, spec, hands, pieces, more)
  t.needs("node", "nodejs")
  local x, pictures = in_pieces(spec, pieces)
  local run = assert(li.simulate(exactly(spec)))
  local job = { page = scratch.write(name .. ".html", run:html()), moved = {},
    live = { pictures = pictures, dt = PICTURE, hands = hands, x = x } }
  for key, y in pairs(more or {}) do job[key] = y end
  local pipe = io.popen("node tests/page/acts.js " .. scratch.write("jobs.json",
    json.text { job }) .. " 2>&1")
  local said = pipe:read "*a"
  pipe:close()
  t.ok(said:find("ended with 0 wrong", 1, true), said)
end

local function cart(more)
  local spec = { inputs = { "F" }, bodies = { { name = "cart", joint = "prismatic", axis = "x",
    q = "x", mass = 2, inertia = { 1, 1, 1 } } },
    forces = { { "given", name = "push", joint = "x", value = "F" },
      { "spring", joint = "x", stiffness = 30, damping = 1 } } }
  for key, x in pairs(more or {}) do spec[key] = x end
  return li.robot(spec)
end

t.test("untouched it is the run, and goes on beyond its end", function()
  local spec = { cart(), t = 0.3, q = { 0.2 }, v = { 1 }, inputs = { F = "3*cos(4*t)" } }
  check_live("untouched", spec, {}, { { 40, spec.inputs } })
end)

t.test("what is set holds from the next picture on, by expressions and by sliders", function()
  local spec = { cart(), t = 0.3, q = { 0.2 }, v = { 1 }, inputs = { F = "3*cos(4*t)" } }
  check_live("hands", spec, { { after = 7, u = { -5 }, law = { false } },
    { after = 15, u = { 8 }, law = { false } }, { after = 20, u = { 8 }, law = { true } } },
    { { 7, spec.inputs }, { 8, { F = -5 } }, { 5, { F = 8 } }, { 5, spec.inputs } })
end)

t.test("steps end where laws change, too", function()
  local spec = { cart(), t = 0.3, q = { 0 }, v = { 0 }, inputs = { F = "30*max(0, t - 0.21)" } }
  check_live("knots", spec, { { after = 20, u = { 1 }, law = { false } } },
    { { 20, spec.inputs }, { 5, { F = 1 } } })
end)

t.test("against a stop, and away from it", function()
  local m = cart { bodies = { { name = "cart", joint = "prismatic", axis = "x", q = "x", mass = 2,
    inertia = { 1, 1, 1 }, limits = { min = -0.3, max = 0.3 } } } }
  local spec = { m, t = 0.3, q = { 0 }, v = { 1 }, inputs = { F = 40 } }
  check_live("stop", spec, { { after = 30, u = { -20 }, law = { false } } },
    { { 30, { F = 40 } }, { 20, { F = -20 } } }, { limit = 1e-7 })
end)

t.test("a loop that is driven by an input stays closed", function()
  local m = li.robot { gravity = { 0, 0, -9.81 }, inputs = { "F" }, bodies = {
    { name = "crank", joint = { kind = "revolute", axis = "y", q = "a" }, mass = 1,
      com = { 0.1, 0, 0 }, inertia = { 0.01, 0.01, 0.01 } },
    { name = "rod", parent = "crank", at = { 0.2, 0, 0 }, mass = 1, com = { 0.25, 0, 0 },
      joint = { kind = "revolute", axis = "y", q = "b" }, inertia = { 0.01, 0.02, 0.02 } },
    { name = "slider", joint = { kind = "prismatic", axis = "x", q = "x" }, mass = 2,
      inertia = { 1, 1, 1 } } },
    constraints = { { "point", from = "rod", from_at = { 0.5, 0, 0 }, to = "slider" } },
    forces = { { "given", joint = "a", value = "F" } } }
  local a, b = -1, math.asin(0.2 * math.sin(1) / 0.5) + 1
  local spec = { m, t = 0.2, q = { a, b, 0.2 * math.cos(1)
    + 0.5 * math.sqrt(1 - (0.2 * math.sin(1) / 0.5) ^ 2) }, v = { 0, 0, 0 }, inputs = { F = 1 } }
  check_live("crank", spec, { { after = 8, u = { -3 }, law = { false } } },
    { { 8, { F = 1 } }, { 10, { F = -3 } } }, { limit = 1e-7 })
end)

t.test("beside a block that sets another input at its own times", function()
  local m = cart { inputs = { "F", "G" }, forces = { { "given", joint = "x", value = "F + G" },
    { "spring", joint = "x", stiffness = 30, damping = 1 } } }
  local function spec_with(dt)
    local pd = li.block { name = "pd", inputs = "x x'", outputs = { u = "-40*x - 5*x'" }, dt = dt,
      to = { u = "G" } }
    return { m, t = 0.3, q = { 0.2 }, v = { 1 }, inputs = { F = 2 }, controllers = { pd } }
  end
  check_live("block", spec_with(0.05), { { after = 9, u = { -6, 0 }, law = { false, false } } },
    { { 9, { F = 2 } }, { 12, { F = -6 } } }, { limit = 1e-7 })
  -- at times at which there is no picture
  check_live("block_between", spec_with(0.04), {}, { { 30, { F = 2 } } }, { limit = 1e-7 })
end)

t.test("a car on the Magic Formula, steered by hand", function()
  local tyre = li.tyre.published "pacejka_205_60R15"
  local function axle(at, more)
    local o = { at = at, track = 1.5, unsprung = 40, inertia = 1.1, tyre = tyre, spring = 2.4e4,
      damper = 2000, tyre_damping = 300 }
    for key, x in pairs(more) do o[key] = x end
    return o
  end
  local car, told = li.car { mass = 1200, inertia = { 450, 1800, 2000 }, com = { 0, 0, 0.5 },
    axles = { axle(1.2, { steer = 1 / 16, compliance = { stiffness = 3e4, damping = 100 } }),
      axle(-1.4, { brake = 1 }) } }
  local q, v = {}, {}
  local rolling = told.rolling(20)
  for k, name in ipairs(car:coordinates()) do q[k], v[k] = 0, rolling[name] or 0 end
  local spec = { car, t = 0.1, q = q, v = v, inputs = { steer = 0, brake = 0 } }
  check_live("car", spec, { { after = 6, u = { 1.5, 0 }, law = { false, false } },
    { after = 20, u = { -0.5, 800 }, law = { false, false } } },
    { { 6, spec.inputs }, { 14, { steer = 1.5 } }, { 14, { steer = -0.5, brake = 800 } } })
end)

t.test("only pages with inputs to set have it", function()
  local function has(spec) return li.simulate(spec):html():find("function Live", 1, true) ~= nil end
  t.eq(has { cart(), t = 0.1, inputs = { F = 1 } }, true)
  t.eq(has { cart(), t = 0.1, inputs = { F = function() return 1 end } }, false)
  t.eq(has { li.planar { 1, mass = 1 }, t = 0.1 }, false)
end)

scratch.remove()
t.done()
