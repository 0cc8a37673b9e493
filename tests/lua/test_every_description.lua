-- test_every_description.lua - five descriptions of a mechanism, and of each a picture, a
-- simulation, equations, counts, all assemblies: over all mechanisms, systems and robots that are
-- shipped
local t = require "t"
local li = require "liaison"
local zoosample = require "zoosample"
local texts = require "liaison.base.texts"

-- everything that is shipped: { name, kind, it, values (numbers of parameters), state (near one
-- that closes), geometry (no masses are known), large (too large for equations in symbols here) }
local list = {}

local function sorted(t_)
  local names = {}
  for name in pairs(t_) do if name ~= "values" then names[#names + 1] = name end end
  table.sort(names)
  return names
end

for _, name in ipairs(sorted(li.mechanisms)) do
  list[#list + 1] = { name = "mechanism " .. name, kind = "mechanism", it = li.mechanisms[name](),
    values = li.mechanisms.values(name), state = li.mechanisms.values(name, { state = true }) }
end

for _, name in ipairs(sorted(li.systems)) do
  local values = li.systems.values(name, { state = true })
  list[#list + 1] = { name = "system " .. name, kind = "system", it = li.systems[name](),
    values = values, state = values }
end

local LARGE = { quadruped = true, humanoid36 = true, panda = true, crazyflie = true, a1 = true,
  atlas = true, stewart = true, nao = true }

for _, name in ipairs(zoosample.names()) do
  local it = li.robots[name](name == "inria6r" and { data = "P1" } or nil)
  list[#list + 1] = { name = "robot " .. name, kind = "robot", large = LARGE[name], it = it,
    geometry = #it:missing() > 0 }
end

list[#list + 1] = { name = "fourbar", kind = "closed", it = li.fourbar(1, 3, 2.5, { 3, -.5 }),
  state = { phi1 = 1, th2 = -1, phi3 = 1.4 } }
list[#list + 1] = { name = "slider-crank", kind = "closed", it = li.slider_crank(.2, .5, .05),
  state = { phi1 = 1, th2 = -1.4, x = .6 } }

-- numbers for all symbols of equations: what pushes has one too
local function numbers_of(eq, values)
  local out, state = {}, {}
  for _, name in ipairs(texts(eq.q)) do state[name], state[name .. "'"] = true, true end
  for name, x in pairs(values or {}) do if not state[name] then out[name] = x end end
  for i = 1, eq.n do
    for _, s in ipairs(eq.Q and eq.Q[i]:symbols() or {}) do
      local name = tostring(s)
      if not state[name] and out[name] == nil and name ~= "t" then out[name] = .1 end
    end
  end
  return out
end

local function inputs_of(x)
  local u = {}
  for _, name in ipairs(x.kind == "system" and texts(x.it.inputs) or {}) do u[name] = .1 end
  return u
end

local function equations_of(x)
  if x.kind == "robot" then return x.it:equations() end
  if x.kind == "closed" then return x.it:equations { density = 1 } end
  if x.kind == "system" then return x.it:equations() end
  return x.it:equations "joint"
end

t.test("pictures: a page of each, drawn, with its bodies", function()
  for _, x in ipairs(list) do
    local page = x.it:html(nil, x.values and { values = x.values } or nil)
    t.ok(page:find("<html", 1, true) and page:find("<canvas", 1, true), x.name)
    t.ok(#page > 20000 and not page:find("no picture", 1, true), x.name)
  end
end)

t.test("simulations: each moves for a time from its state, its energy is accounted for", function()
  for _, x in ipairs(list) do
    local run
    if x.kind == "robot" then
      local ok, r = pcall(x.it.simulate, x.it, .01, x.it:random(3), nil, { rtol = 1e-9 })
      t.eq(ok and r ~= nil, not x.geometry, x.name .. ": " .. tostring(r))
      run = not x.geometry and r
    elseif x.kind == "closed" then
      run = assert(x.it:simulate(.01, x.state, { density = 2, gravity = { 0, -9.81 } }))
    else
      local values = numbers_of(equations_of(x), x.values)
      for name, y in pairs(x.state) do values[name] = y end
      for name, y in pairs(inputs_of(x)) do values[name] = values[name] or y end
      run = assert(x.it:simulate(.01, {}, { values = values }), x.name)
    end
    if run then
      t.near(run:info().t, .01, 1e-15, x.name)
      t.ok(run.E == nil or math.abs(run:info().drift) < 1e-3, x.name)
    end
  end
end)

t.test("equations: of each, as many as it has coordinates", function()
  for _, x in ipairs(list) do
    local eq = not x.geometry and not x.large and equations_of(x)
    if eq then
      t.eq(type(tostring(eq)), "string", x.name)
      t.eq(eq.n, #texts(eq.q), x.name)
    end
  end
end)

local FREEDOMS = { ["mechanism watt"] = 2, ["mechanism mcpherson"] = 4, ["system disc"] = 3,
  ["system tractor_trailer"] = 1, ["system mobile_robot"] = 2, ["robot humanoid36"] = 36,
  fourbar = 1, ["slider-crank"] = 1, ["mechanism slotted_lever"] = 1 }

t.test("counts: of each; as many freedoms as its velocities have", function()
  local told = 0
  for _, x in ipairs(list) do
    local at = x.kind == "mechanism" and assert(x.it:mobility(x.state)).q
    local c = at and x.it:counts(at) or x.it:counts()
    for form, n in pairs(c) do
      t.eq(n.equations, n.coordinates + n.constraints, x.name .. " " .. form)
      t.eq(n.multipliers, n.constraints, x.name .. " " .. form)
    end
    t.eq(c.strict.constraints, 0, x.name)
    local M = x.kind == "robot" and x.it or x.it:model(x.values and { values = x.values })
    if x.kind == "robot" then
      t.eq(c.strict.coordinates, M:mobility(M:home()).velocity, x.name)
    end
    local more = #M:speeds() - (c.joint or c.told).coordinates -- of inputs that move something
    t.eq(more, x.name == "system tractor_trailer" and 1 or 0, x.name)
    if FREEDOMS[x.name] then
      t.eq(c.strict.coordinates, FREEDOMS[x.name], x.name)
      told = told + 1
    end
  end
  t.eq(told, 9)
end)

-- coordinates that tell all others
local FREE = { slider_crank = "th1", one_loop = "al", slotted_lever = "sa", four_bar = "p1",
  watt = "spin u1", mcpherson = "arm rack turn e2" }

-- numbers of parameters and of as many coordinates as there are freedoms, at a state that closes;
-- that state
local function given_of(x)
  local given, at = {}, {}
  for name, y in pairs(x.values or {}) do given[name] = y end
  if x.kind == "robot" then
    local q = x.it:home()
    for i, name in ipairs(x.it:coordinates()) do
      -- where loops close, the numbers of a quaternion are not held: the legs tell them
      local follows = x.name == "robot stewart" and name:find "_q[wxyz]$"
      if not follows then given[name] = q[i] end
    end
  elseif x.kind == "closed" then given, at = { phi1 = x.state.phi1 }, x.state
  elseif x.kind == "system" then
    for _, q in ipairs(texts(x.it.q)) do given[q], at[q] = x.state[q] or 0, x.state[q] or 0 end
  else
    local q = assert(x.it:mobility(x.state)).q
    for _, name in ipairs(texts(x.it:system "joint".q)) do at[name] = q[name] end
    for name in FREE[x.name:match "^mechanism (.*)"]:gmatch "%S+" do given[name] = q[name] end
  end
  return given, at
end

local function is_near(one, at)
  for name, y in pairs(at) do
    if one[name] and math.abs(math.sin((one[name] - y) / 2)) > .3 then return false end
  end
  return true
end

t.test("assemblies: all ways to close from as many coordinates as there are freedoms, its own too",
  function()
  for _, x in ipairs(list) do
    local given, at = given_of(x)
    local found, why
    if x.kind == "closed" then found, why = x.it:assemblies(given)
    else found, why = x.it:assemblies(given, { tries = 20 }) end
    t.ok(found, x.name .. ": " .. tostring(why))
    local there = false
    for _, one in ipairs(found) do there = there or is_near(one, at) end
    t.ok(#found >= 1 and there, x.name)
  end
end)

t.test("assemblies of one linkage are the same in every description", function()
  local four = li.fourbar(1, 3, 2.5, { 3, -.5 })
  local m = four:mechanism { density = 1 }
  local M, s = m:model(), m:system "joint"
  for _, phi1 in ipairs { 1, -2, .3 } do
    local want = four:assemblies { phi1 = phi1 }
    t.eq(#want, 2)
    for _, other in ipairs { m:assemblies { phi1 = phi1 }, M:assemblies { phi1 = phi1 },
      s:assemblies { phi1 = phi1 } } do
      t.eq(#other, 2)
      for i, at in ipairs(want) do
        t.near({ other[i].th2, other[i].phi3 }, { at.th2, at.phi3 }, 1e-7)
      end
    end
  end
  t.eq(select(3, li.fourbar(2, 1, 1, { 2, 0 }):assemblies { phi1 = 3 }), "EUNREACHABLE")
  t.raises("1 freedom is left", function() M:assemblies {} end)
  t.raises("1 freedom is left", function() s:assemblies {} end)
  t.raises("no coordinate 'ph1'", function() M:assemblies { ph1 = 1 } end)
  t.raises("expected {phi1 = ..}, got 'th2'", function() four:assemblies { th2 = 1 } end)
  -- a slider: lengths are no angles
  local slider = li.slider_crank(.2, .5, .05)
  local both = slider:assemblies { phi1 = 1 }
  local again = slider:mechanism():model():assemblies { phi1 = 1 }
  t.eq(#again, #both)
  for i, at in ipairs(both) do t.near({ again[i].th2, again[i].x }, { at.th2, at.x }, 1e-7) end
end)

t.test("closed forms: the same motion as their mechanism and model, ways between all", function()
  local four = li.fourbar(1, 3, 2.5, { 3, -.5 })
  local options = { density = 2, gravity = { 0, -9.81 }, rtol = 1e-10 }
  local start = { phi1 = 1, th2 = -1, phi3 = 1.4, ["phi1'"] = 2 }
  local a = assert(four:simulate(.2, start, options))
  local b = assert(four:mechanism { density = 2, gravity = { 0, -9.81 } }:simulate(.2, start,
    { rtol = 1e-10 }))
  t.near(a:at("phi1", .2), b:at("phi1", .2), 1e-12)
  t.eq(four:system("cartesian", { density = 1 }).q[1]:text(), "x_crank")
  t.eq(four:model { density = 1 }:mechanism():grashof(), "crank_rocker")
  t.raises("masses are missing: density", function() four:simulate(1, {}) end)
  t.raises("masses are missing: density", function() four:equations() end)
  local back = four:system("joint", { density = 1 }):model():counts().strict.coordinates
  t.eq(back, 1)
  local s = li.systems.two_bar()
  t.eq(s:mechanism { values = li.systems.values "two_bar" }:counts().joint.coordinates, 2)
  t.raises("is no joint of a mechanism", function()
    li.systems.disc():mechanism { values = li.systems.values "disc" }
  end)
end)

t.done()
