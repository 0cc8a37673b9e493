-- test_fmu.lua - models as units of other simulation programs (FMI 2.0): driven by a program of our
-- own after the standard, beside li.simulate; their description against itself; what is refused
local t = require "t"
local li = require "liaison"
local scratch = require "scratch"

local function u(bytes, at, n)
  local x = 0
  for k = n - 1, 0, -1 do x = 256 * x + bytes:byte(at + k) end
  return x
end

-- the files of a .zip whose files are stored: local heads as they follow each other
local function unzip(path)
  local f = assert(io.open(path, "rb"))
  local bytes = f:read "*a"
  f:close()
  local files, at = {}, 1
  while bytes:sub(at, at + 3) == "PK\3\4" do
    t.eq(u(bytes, at + 8, 2), 0)
    local n, letters, more = u(bytes, at + 18, 4), u(bytes, at + 26, 2), u(bytes, at + 28, 2)
    local name = bytes:sub(at + 30, at + 29 + letters)
    local from = at + 30 + letters + more
    files[name] = bytes:sub(from, from + n - 1)
    at = from + n
  end
  t.eq(bytes:sub(at, at + 3), "PK\1\2")
  return files
end

-- a cart with a pendulum, a motor that lags, a parameter, outputs of states and accelerations
local function cart()
  return li.robot { name = "cart", inputs = { "F" },
    outputs = { tip = "2*x + sin(th)", pull = "M*x''" },
    bodies = { { name = "c", joint = "prismatic", axis = "x", q = "x", mass = "M",
      inertia = { 1, 1, 1 } },
      { name = "p", parent = "c", joint = "revolute", axis = "y", q = "th", mass = 0.2,
        com = { 0, 0, -0.5 }, inertia = { 0.02, 0.02, 0.001 }, damping = "b" } },
    forces = { { kind = "actuator", name = "mot", joint = "x", command = "F", lag = 0.1 } } }
end

local NUMBERS = { M = 1.5, b = 0.02 }
local function make(name, options)
  local o = { parameters = NUMBERS, q = { 0.1, 0.3 }, v = { 0, -0.5 }, values = { F = 0.5 } }
  for key, x in pairs(options or {}) do o[key] = x end
  local ok, told = cart():fmu(scratch.dir .. "/" .. name, o)
  t.eq(ok, true)
  return told, unzip(scratch.dir .. "/" .. name)
end

t.test("its description: variables with place, unit, start; what depends on what", function()
  local told, files = make("cart.fmu", { binary = false })
  local xml = files["modelDescription.xml"]
  t.eq(table.concat(told.states, " "), "x th x' th' mot_lagged")
  t.eq(told.binary, false)
  local variables, seen = {}, {}
  for attributes, real in xml:gmatch "<ScalarVariable (.-)><Real(.-)/>" do
    local name = attributes:match 'name="(.-)"':gsub("&apos;", "'")
    local v = { name = name, at = #variables + 1, causality = attributes:match 'causality="(.-)"',
      unit = real:match 'unit="(.-)"',
      start = li._internal.read_number(real:match 'start="(.-)"' or ""),
      derivative = tonumber(real:match 'derivative="(.-)"' or "") }
    t.eq(tonumber(attributes:match 'valueReference="(%d+)"'), v.at - 1)
    t.ok(not seen[name], name)
    variables[v.at], seen[name] = v, v
  end
  t.eq(#variables, 2 * 5 + 1 + 2 + 2)
  t.eq(seen.x.start, 0.1)
  t.eq(seen["th'"].start, -0.5)
  t.eq(seen.M.start, 1.5)
  t.eq(seen.b.causality, "parameter")
  t.eq(seen.F.start, 0.5)
  t.eq(seen.x.unit, "m")
  t.eq(seen["th'"].unit, "rad/s")
  t.eq(seen["der(th')"].unit, "rad/s^2")
  for _, v in ipairs(variables) do
    if v.derivative then t.eq(("der(%s)"):format(variables[v.derivative].name), v.name) end
  end
  local function indices(section)
    local list = {}
    for k in xml:match("<" .. section .. ">(.-)</"):gmatch 'index="(%d+)"' do
      list[#list + 1] = variables[tonumber(k)]
    end
    return list
  end
  t.eq(#indices "Derivatives", 5)
  for _, v in ipairs(indices "Derivatives") do t.ok(v.derivative, v.name) end
  t.eq(#indices "Outputs", 5 + 2)
  for _, v in ipairs(indices "Outputs") do t.eq(v.causality, "output") end
  t.eq(#indices "InitialUnknowns", 5 + 2)
  t.ok(xml:find('guid="' .. told.guid .. '"', 1, true))
  t.ok(files["sources/cart.c"]:find(told.guid, 1, true))
  -- the same again; another model has another
  t.eq(make("again.fmu", { binary = false, name = "cart" }).guid, told.guid)
  t.ok(make("again.fmu", { binary = false, name = "cart", step = 2e-3 }).guid ~= told.guid)
  if scratch.sh "command -v xmllint > /dev/null" then
    scratch.write("d.xml", xml)
    t.ok(scratch.sh(("xmllint --noout %s/d.xml"):format(scratch.dir)))
  end
end)

-- a driver after the standard; nil without a compiler
local driver
local function drive(told, mode, h, n)
  driver = driver or scratch.dir .. "/driver"
  local words = li._internal.format(
    "%s %s/unit.so '%s' %s %.17g %d %d %d %d %d > %s/said 2> %s/complaints", driver,
    scratch.dir, told.guid, mode, h, n, #told.states, #told.inputs, #told.parameters, #told.outputs,
    scratch.dir, scratch.dir)
  t.ok(scratch.sh(words), mode .. ": " .. scratch.slurp "complaints")
  local numbers = {}
  for line in scratch.slurp("said"):gmatch "[^\n]+" do
    numbers[#numbers + 1] = li._internal.read_number(line)
  end
  return numbers
end

local function load_unit(files, told)
  local f = assert(io.open(scratch.dir .. "/unit.so", "wb"))
  f:write(files[told.binary])
  f:close()
end

local function built()
  t.needs "gcc"
  if driver then return end
  t.ok(scratch.sh(("gcc -std=c99 -O1 -w -o %s/driver tests/peers/fmu_driver.c -ldl -lm"):format(
    scratch.dir)))
end

t.test("model exchange and co-simulation are li.simulate to 1e-9", function()
  built()
  local told, files = make "cart.fmu"
  t.eq(told.binary, "binaries/linux64/cart.so")
  load_unit(files, told)
  local r = li.simulate { cart():with(NUMBERS), q = { 0.1, 0.3 }, v = { 0, -0.5 }, t = 2,
    inputs = { F = 0.5 }, rtol = 1e-12, atol = 1e-13 }
  local want = {}
  for k, name in ipairs(told.states) do want[k] = r:at(name, 2) end
  for _, way in ipairs { { "me", 1e-3, 2000 }, { "cs", 0.01, 200 } } do
    local got = drive(told, way[1], way[2], way[3])
    t.near(got[1], 2, 1e-12)
    for k, x in ipairs(want) do t.near(got[k + 1], x, 1e-9) end
    for k, name in ipairs(told.outputs) do
      if name == "tip" then t.near(got[6 + k], 2 * want[1] + math.sin(want[2]), 1e-9) end
    end
  end
  -- directional derivatives beside central differences; a state kept and given back
  t.ok(drive(told, "slopes", 0, 0)[1] < 1e-7)
  t.eq(drive(told, "state", 0.01, 0)[1], 0)
end)

t.test("a closed loop without inputs, outputs, parameters; its C without a warning", function()
  built()
  local m = li.robot { gravity = { 0, -9.81, 0 },
    bodies = { { name = "crank", joint = "revolute", q = "a", mass = 2, com = { 0.12, 0, 0 },
      inertia = { 0, 0, 0.02 } },
      { name = "rod", at = { 0.3, 0, 0 }, joint = "revolute", q = "b", mass = 3,
        com = { 0.4, 0, 0 }, inertia = { 0, 0, 0.2 } },
      { name = "slider", parent = "world", joint = "prismatic", axis = "x", q = "s", mass = 1,
        inertia = { 0, 0, 0.01 } } },
    frames = { { name = "pin", body = "rod", at = { 0.8, 0, 0 } } },
    loops = { { joint = "revolute", from = "pin", to = "slider" } } }
  local q = m:assemble { 0.5, -0.2, 1 }
  local ok, told = m:fmu(scratch.dir .. "/loop.fmu", { q = q, inputs = {} })
  t.eq(ok, true)
  local files = unzip(scratch.dir .. "/loop.fmu")
  load_unit(files, told)
  local got = drive(told, "cs", 1e-3, 200)
  local r = li.simulate { m, q = q, t = 0.2, rtol = 1e-12, atol = 1e-13 }
  for k, name in ipairs(told.states) do t.near(got[k + 1], r:at(name, 0.2), 1e-8) end
  scratch.write("loop.c", files["sources/loop.c"])
  t.ok(scratch.sh(("cd %s && gcc -std=c99 -Wall -Wextra -Wpedantic -Werror -c -o loop.o loop.c")
    :format(scratch.dir)))
end)

t.test("what sticks and stops is told; a motor is an input of its own name", function()
  local arm = li.robot { bodies = { { name = "b", mass = 1, inertia = { 1, 1, 1 },
    joint = { kind = "revolute", q = "th", friction = 2, limits = { -1, 1 } } } } }
  local _, told = arm:fmu(scratch.dir .. "/arm.fmu", { binary = false })
  t.eq(table.concat(told.inputs, " "), "tau_th")
  t.ok(told.at_events[1]:find "dry friction of th" and told.at_events[2]:find "limits of th")
  local _, smooth = arm:smooth { speed = 0.1, stiffness = 1e4 }:fmu(scratch.dir .. "/arm.fmu",
    { binary = false })
  t.eq(#smooth.at_events, 0)
end)

t.test("what cannot be a unit is refused", function()
  local path = scratch.dir .. "/no.fmu"
  t.raises("parameters: 'M' has no number", cart().fmu, cart(), path, { parameters = { b = 1 } })
  t.raises("unknown name 'x2'", cart().fmu, cart(), path, { parameters = { M = 1, b = 1, x2 = 1 } })
  t.raises("values: unknown name 'G' ", cart().fmu, cart(), path,
    { parameters = NUMBERS, values = { G = 1 } })
  t.raises("q: expected 2 numbers, got 1", cart().fmu, cart(), path,
    { parameters = NUMBERS, q = { 1 } })
  t.raises("unknown key 'stepp'", cart().fmu, cart(), path, { stepp = 1 })
end)

scratch.remove()
t.done()
