-- test_zoo.lua - what holds for every robot of li.robots because it is listed
--
-- Its sources are told, it stands within its limits, weighs what its source says, keeps its energy,
-- draws, finds its inverse kinematics; lib/doc/zoo.md says the same.
local t = require "t"
local li = require "liaison"

-- the course's robots have no masses, one is in symbols
local GEOMETRY = { kr30 = true, rrp = true, inria6r = true }
local CLOSED = { delta = true, stewart = true }

local function each(f)
  for _, name in ipairs(li.robots.names()) do f(name, li.robots[name](), li.robots.about(name)) end
end

t.test("law: every robot tells its source, licence and what was assumed", function()
  each(function(name, m, about)
    t.ok(#about.source >= 1 and #about.source[1] >= 7, name .. ": source")
    t.ok(#about.licence >= 5, name .. ": licence")
    t.ok(not GEOMETRY[name] or #about.assumed == 1, name .. ": assumed")
    t.ok(m:description().source or name:find "^planar" or name == "inria6r", name)
    local text = tostring(about):gsub("%s+", " ")
    for _, source in ipairs(about.source) do t.ok(text:find(source, 1, true), name) end
    t.ok(tostring(about):find("licence   " .. about.licence, 1, true), name)
    t.eq(m:tip(), about.tip, name)
  end)
end)

t.test("law: no robot warns, but where its source says something odd", function()
  each(function(name, m, about)
    local odd = table.concat(about.differs, " "):find "none of a solid body"
    t.eq(#m:warnings() > 0, odd ~= nil, name .. ": " .. tostring(m:warnings()[1]))
  end)
end)

t.test("law: every robot stands within its limits at home, speeds, efforts are positive", function()
  each(function(name, m)
    for _, body in ipairs(m:description().bodies) do
      local joint = type(body.joint) == "table" and body.joint or body
      for _, key in ipairs { "speed", "effort", "max" } do
        local x = tonumber(joint[key])
        t.ok(x == nil or key == "max" or x > 0, ("%s: %s %s"):format(name, body.name, key))
      end
      local low, high = tonumber(joint.min), tonumber(joint.max)
      local home = tonumber(joint.home or 0)
      t.ok(not (low and high) or low < high, name .. ": " .. body.name)
      t.ok(not low or home >= low, ("%s: home of %s"):format(name, body.name))
      t.ok(not high or home <= high, ("%s: home of %s"):format(name, body.name))
    end
  end)
end)

t.test("law: every robot weighs what its source says", function()
  each(function(name, m, about)
    if GEOMETRY[name] then
      t.ok(#m:missing() > 0 and about.mass == false, name)
    elseif about.mass then
      t.near(m:total_mass() / about.mass, 1, 1e-6, name)
    end
  end)
end)

-- x' M x > 0, by Cholesky
local function positive(M, n)
  local L = {}
  for i = 1, n do
    L[i] = {}
    for j = 1, i do
      local sum = M:get(i, j)
      for k = 1, j - 1 do sum = sum - L[i][k] * L[j][k] end
      if i == j then
        if not (sum > 0) then return false end
        L[i][i] = math.sqrt(sum)
      else
        L[i][j] = sum / L[j][j]
      end
    end
  end
  return true
end

t.test("law: the mass matrix of every robot is positive", function()
  each(function(name, m)
    if GEOMETRY[name] then return end
    for seed = 0, 2 do
      local q = seed == 0 and m:home() or m:random(seed)
      t.ok(positive(m:mass(q), #m:speeds()), name)
    end
  end)
end)

t.test("law: a short run of every robot keeps the energy that goes in and out", function()
  each(function(name, m)
    if GEOMETRY[name] then return end
    local v = {}
    for i = 1, #m:speeds() do v[i] = CLOSED[name] and 0 or 0.1 * (i % 3 - 1) end
    local run = assert(li.simulate { m, q = m:home(), v = v, t = 0.1, rtol = 1e-11,
      limits = "ignore" })
    local T, V = run:column "T", run:column "V"
    local size = math.abs(T[#T]) + math.abs(V[#V] - V[1]) + 1e-3 * math.abs(V[1])
    local drift = run:info().drift
    t.ok(drift <= 1e-6 * size, ("%s: drift %g of %g"):format(name, drift, size))
    -- it does fall, or is thrown
    t.ok(size > 1e-6, name)
  end)
end)

t.test("law: where a robot closes loops, its home closes them", function()
  local found = 0
  each(function(name, m)
    local d = m:description()
    t.eq(#(d.loops or {}) + #(d.constraints or {}) > 0, CLOSED[name] == true, name)
    for constraint, gaps in pairs(CLOSED[name] and m:gaps(m:home()) or {}) do
      for i = 1, #gaps do
        found = found + 1
        t.near(gaps[i], 0, 1e-12, name .. ": " .. constraint)
      end
    end
  end)
  t.eq(found, 3 + 18)
end)

t.test("law: every robot makes a page with its name and its equations", function()
  each(function(name, m)
    local page = m:html()
    t.ok(#page > 1e5 and #page < 3e5 and page:find(name, 1, true), name)
  end)
end)

t.test("law: the inverse kinematics of every robot finds a pose of its own", function()
  each(function(name, m)
    if CLOSED[name] or GEOMETRY[name] or li.robots.about(name).kind ~= "arm" then return end
    local q = m:random(5)
    local X = m:fk(q)
    local found = m:ik(X, { q = q })
    t.ok(found and m:fk(found):near(X, 1e-8), name)
  end)
end)

t.test("asking for one robot reads no other", function()
  for key in pairs(package.loaded) do
    if key:find "^liaison%.catalog%.robots%." then package.loaded[key] = nil end
  end
  li.robots.acrobot()
  local read = {}
  for key in pairs(package.loaded) do
    read[#read + 1] = key:match "^liaison%.catalog%.robots%.(.*)"
  end
  t.eq(table.concat(read, " "), "small")
end)

t.test("the list, its kinds, and names that are not there", function()
  local all = li.robots()
  t.ok(#all >= 45 and #all == #li.robots.names())
  t.eq(select(2, tostring(all):gsub("\n", "")), #all + 1)
  for _, line in ipairs { "robot +kind +licence +source",
    "ur5e +arm +BSD%-3%-Clause +Universal Robots" } do
    t.ok(tostring(all):find(line), line)
  end
  local sum = 0
  for _, kind in ipairs { "arm", "parallel", "legs", "small", "flying" } do
    sum = sum + #li.robots.names(kind)
    t.eq(#li.robots.list(kind), #li.robots.names(kind))
  end
  t.eq(sum, #all)
  t.raises("no kind 'arms' of robots %(did you mean 'arm'%?%)", li.robots.names, "arms")
  t.raises("no robot is named 'ur6e' %(did you mean 'ur%w+'%?%)", li.robots.about, "ur6e")
  t.raises("ur5e takes no options", li.robots.ur5e, { x = 1 })
  t.raises("kr30: variant: 'T' or 'M' expected", li.robots.kr30, { variant = "X" })
end)

-- ---- lib/doc/zoo.md -----------------------------------------------------------------------------

local DOCUMENT = "lib/doc/zoo.md"

local function table_of_all()
  local out = { "| robot | what it is | moves (kg) | licence | sources | assumed |",
    "|---|---|---|---|---|---|" }
  each(function(name, _, about)
    local mass = about.mass and li._internal.format("%g", about.mass) or ""
    out[#out + 1] = ("| `%s` | %s | %s | %s | %s | %s |"):format(name, about.text, mass,
      about.licence, table.concat(about.source, "; "), table.concat(about.assumed, "; "))
  end)
  return table.concat(out, "\n") .. "\n"
end

t.test("the document has a row for every robot, as its entry says", function()
  local f = io.open(DOCUMENT)
  if not f then t.skip "no documents here" end
  local text = f:read "*a"
  f:close()
  local before, table_there, after = text:match "^(.-<!%-%- written by.-%-%->\n)(.-)(<!%-%- end.*)$"
  if os.getenv "LIAISON_WRITE" then
    f = assert(io.open(DOCUMENT, "w"))
    f:write(before, table_of_all(), after)
    f:close()
  else
    t.eq(table_there, table_of_all())
  end
end)

t.done()
