-- test_force_rows.lua - every force element is complete because it is listed: rows, laws as
-- expressions against the engine's numbers, help, and the page that computes the run again
local t = require "t"
local li = require "liaison"
local scratch = require "scratch"
local force = li._internal.force

local PORTS = { joint = { joint = "q2" },
  line = { from = "world", to = "b", from_point = { 0.3, 0.1, 0.8 }, to_point = { 0.4, 0, 0.1 } },
  point = { at = "c", point = { 0.05, 0, 0.02 } } }
local ORDER = { "joint", "line", "point" }

-- the kinds as help lists them
local function kinds()
  local list = {}
  for kind in ("\n" .. li.forces()):gmatch "\n([%w_]+): " do list[#list + 1] = kind end
  return list
end

local function each(f)
  for _, kind in ipairs(kinds()) do
    local row = force.row(kind)
    for _, port in ipairs(ORDER) do
      if row.ports[port] then f(kind, row, port) end
    end
  end
end

-- a wheel on a road: its axle is not the normal
local function vector(n)
  return n.size == 3 and (n.name == "axle" and { 0.1, 1, -0.2 } or { 0.1, 0.2, 1 })
end

-- numbers that differ from the defaults: what must be given, ends, and (all) what is 0 as a rule
local function numbers(row, all)
  local given = {}
  for _, n in ipairs(row.numbers) do
    if n.default == nil then given[n.name] = vector(n) or 1
    elseif math.abs(n.default) == math.huge then given[n.name] = n.default < 0 and -0.45 or -0.38
    elseif all and n.default == 0 then given[n.name] = vector(n) or 0.3 end
  end
  return given
end

local function entry(kind, port, given)
  local e = { kind }
  for key, x in pairs(PORTS[port]) do e[key] = x end
  for key, x in pairs(given) do e[key] = x end
  return e
end

-- two links in a vertical plane, whose tip floats free of it by a slide along y
local function arm()
  local function hinge(q) return { kind = "revolute", axis = "y", q = q } end
  return li.robot { bodies = {
    { name = "a", joint = hinge "q1", mass = 1, com = { 0.3, 0, 0 },
      inertia = { 0.01, 0.03, 0.03 } },
    { name = "b", parent = "a", at = { 0.6, 0, 0 }, joint = hinge "q2", mass = 0.5,
      com = { 0.2, 0, 0 }, inertia = { 0.01, 0.02, 0.02 } },
    { name = "c", parent = "b", at = { 0.4, 0, 0 }, mass = 0.3, inertia = { 0.01, 0.01, 0.01 },
      joint = { kind = "prismatic", axis = "y", q = "s" } } } }
end

t.test("a row has numbers with units, defaults and texts, and help tells them", function()
  local seen = 0
  for _, kind in ipairs(kinds()) do
    local row, told = force.row(kind), li.forces(kind)
    t.eq(row.name, kind)
    for _, n in ipairs(row.numbers) do
      t.ok(type(n.unit) == "string" and #n.text > 0 and (n.size == 1 or n.size == 3), kind)
      local line = told:match("\n  (" .. n.name .. " [^\n]*)")
      t.ok(line, kind .. "." .. n.name)
      t.ok(n.unit == "" or line:find("(" .. n.unit .. ")", 1, true), line)
      t.eq(line:find "must be given" ~= nil, n.default == nil, line)
    end
    t.ok(told:find "\n  law", kind)
    t.eq(told:find "\n  at events " ~= nil, row.events ~= nil, kind)
    seen = seen + 1
  end
  t.ok(seen >= 12, seen)
end)

t.test("on a coordinate the law as an expression is what the engine applies", function()
  each(function(kind, row, port)
    if port ~= "joint" or row.events then return end
    local m, q, v = arm(), { 0.3, -0.4, 0.05 }, { 1, -2, 0.3 }
    for _, all in ipairs { false, true } do
      local given = numbers(row, all)
      local tau = m:applied({ entry(kind, port, given) }, q, v, 0.3)
      local x = row.of_weight and m:id(q, { 0, 0, 0 }, { 0, 0, 0 })[2] or q[2]
      given.x, given.v, given.t, given.z = x, v[2], 0.3, 0
      t.near(force.law(kind, port, given).f:eval {}, tau[2], 1e-12, kind)
    end
  end)
end)

t.test("a law takes expressions, and says what it lacks", function()
  local q = li.coordinates "q"
  li.symbols "k"
  local law = force.law("spring", "joint", { stiffness = "k", rest = 0.5, x = q, v = "q'" })
  t.eq(tostring(law.f), tostring(li.expr "k*(1/2 - q)"))
  t.eq(tostring(law.V:diff(q) + law.f), "0")
  t.raises("does not act on a 'point'", force.law, "spring", "point")
  t.raises("unknown kind 'sprin' %(did you mean 'spring'%?%)", force.row, "sprin")
end)

t.test("a page computes a run with any of them again", function()
  t.needs("node", "nodejs")
  local list = {}
  each(function(kind, row, port)
    for _, all in ipairs { false, true } do
      local spec = { arm(), q = { 0.3, -0.4, 0.05 }, v = { 1, -0.5, 0.3 }, t = 0.25,
        forces = { entry(kind, port, numbers(row, all)) } }
      local ok, run = pcall(li.simulate, spec)
      if ok and run then
        local page = run:html()
        local name = ("%s_%s_%s.html"):format(kind, port, all and "all" or "least")
        local living = page:find('"living":true', 1, true) ~= nil
        t.ok(living, kind .. " is not computed again")
        list[#list + 1] = scratch.write(name, page)
      end
    end
  end)
  t.ok(#list >= 14, #list)
  local command = "node tests/page/again.js %s 2>&1; echo ended $?"
  local pipe = io.popen(command:format(table.concat(list, " ")))
  local said = pipe:read "a"
  pipe:close()
  t.ok(said:find "ended 0", said)
end)

t.done()
