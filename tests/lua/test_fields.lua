-- test_fields.lua - the one list of fields: what is listed is read, and documents say what it says
local t = require "t"
local li = require "liaison"
local fields = require "liaison.describe.fields"


-- of the kinds of joints the one that has the field, or a plain one
local function joint_with(name)
  for _, kind in ipairs(fields.kinds().joint) do
    for _, f in ipairs(kind.fields) do
      if f.name == name and name ~= "axis" then return kind.name end
    end
  end
  return "revolute"
end

local NUMBERS = { pitch = 0.1, moves = { "Tx", "Ry" } }

-- a joint of a kind with what it must have
local function joint(kind)
  local out = { joint = kind }
  for _, k in ipairs(fields.kinds().joint) do
    for _, f in ipairs(k.name == kind and k.fields or {}) do
      if f.missing == "must" then out[f.name] = NUMBERS[f.name] end
    end
  end
  if kind == "moves" then out.moves = NUMBERS.moves end
  return out
end

-- for every table of the schema a description, and the place in it where a field of this name may
-- stand
local places = {
  robot = function() local d = { bodies = {} } return d, d, "" end,
  body = function(name)
    local b = joint(joint_with(name))
    b.name = "a"
    return { bodies = { b } }, b, "bodies[1]"
  end,
  inner = function(name)
    local j = joint(joint_with(name))
    if name == "kind" then j.kind, j.joint = j.joint, nil end
    return { bodies = { { name = "a", joint = j } } }, j, "bodies[1].joint"
  end,
  joint = function(name)
    local j = joint(joint_with(name))
    j.child = "a"
    if name == "kind" then j.joint = nil end
    return { bodies = { { name = "a" } }, joints = { j } }, j, "joints[1]"
  end,
  dof = function()
    local d = { q = "x" }
    return { bodies = { { name = "a", joint = "cylindrical", dofs = { d, {} } } } }, d,
      "bodies[1].dofs[1]"
  end,
  limits = function()
    local l = {}
    return { bodies = { { name = "a", joint = "revolute", limits = l } } }, l, "bodies[1].limits"
  end,
  follows = function()
    local f = { "q1" }
    return { bodies = { { joint = "revolute" }, { joint = "revolute", follows = f } } }, f,
      "bodies[2].follows"
  end,
  inertia = function()
    local I = { xx = 1, yy = 1, zz = 1 }
    return { bodies = { { joint = "revolute", mass = 1, inertia = I } } }, I, "bodies[1].inertia"
  end,
  shape = function()
    local s = { kind = "sphere", size = { 1 } }
    return { bodies = { { joint = "fixed", shapes = { s } } } }, s, "bodies[1].shapes[1]"
  end,
  frame = function()
    local f = { name = "f", body = "a" }
    return { bodies = { { name = "a", joint = "revolute" } }, frames = { f } }, f, "frames[1]"
  end,
  loop = function(name)
    local l = joint(joint_with(name))
    l.from, l.to, l.moves = "world", "a", nil
    if l.joint == "moves" then l.joint = "revolute" end
    return { bodies = { { name = "a", joint = "revolute" } }, loops = { l } }, l, "loops[1]"
  end,
  constraint = function()
    local c = { kind = "point", from = "world", to = "a" }
    return { bodies = { { name = "a", joint = "revolute" } }, constraints = { c } }, c,
      "constraints[1]"
  end,
  driver = function()
    local d = { coordinate = "q1", law = "t" }
    return { bodies = { { name = "a", joint = "revolute" } }, drivers = { d } }, d, "drivers[1]"
  end,
  force = function()
    local f = { kind = "damper", joint = "q1", damping = 1 }
    return { bodies = { { name = "a", joint = "revolute" } }, forces = { f } }, f, "forces[1]"
  end,
  input = function()
    local u = { name = "F" }
    return { bodies = {}, inputs = { u } }, u, "inputs[1]"
  end,
}

local function nothing() end

-- what is said of a field that holds a function, which none may hold
local function said_of(d, place, name)
  place[name] = nothing
  local ok, why = pcall(li.robot, d)
  return ok and "" or tostring(why)
end

local function complains(why, path, name)
  local where = (path == "" and "" or path .. ".") .. name
  local plain = where:gsub("%p", "%%%0")
  return why:find(plain .. "[%[:%.]") and not why:find(plain .. ": unknown key")
end

t.test("law: what is listed is read: a function in it is refused at its place", function()
  local count = 0
  for _, row in ipairs(fields.tables()) do
    for _, f in ipairs(row.fields) do
      local d, place, path = assert(places[row.name], row.name)(f.name)
      local why = said_of(d, place, f.name)
      t.ok(complains(why, path, f.name) or f.name == "where" and why:find "where", row.name .. "."
        .. f.name .. ": " .. why)
      count = count + 1
    end
  end
  t.ok(count > 150, count)
end)

t.test("law: what is not listed is refused, with the field that was meant", function()
  for _, row in ipairs(fields.tables()) do
    local d, place, path = places[row.name] "axis"
    local why = said_of(d, place, "frobnicate")
    t.ok(why:find((path == "" and "" or path .. ".") .. "frobnicate: unknown key", 1, true),
      row.name .. ": " .. why)
    local f = row.fields[#row.fields].name
    d, place = places[row.name] "axis"
    why = said_of(d, place, f .. f:sub(-1))
    t.ok(why:find("did you mean '", 1, true) or #f < 4, row.name .. "." .. f .. ": " .. why)
  end
end)

local function of_constraint(kind, extra)
  local c = { kind, name = "c" }
  for _, f in ipairs(kind == extra.kind and extra.fields or {}) do
    if f.name:find "^from%d?$" then c[f.name] = "world" end
    if f.name:find "^to%d?$" then c[f.name] = "a" end
    if f.name == "coordinate" then c[f.name] = "q1" end
  end
  return c
end

t.test("law: the fields of every kind of constraint are read, and no others", function()
  for _, row in ipairs(fields.kinds().constraint) do
    for _, f in ipairs(row.fields) do
      local c = of_constraint(row.name, { kind = row.name, fields = row.fields })
      local d = { bodies = { { name = "a", joint = "revolute" }, { name = "b",
        joint = "revolute" } }, constraints = { c } }
      local why = said_of(d, c, f.name)
      t.ok(complains(why, "constraints[1]", f.name), row.name .. "." .. f.name .. ": " .. why)
    end
    local c = of_constraint(row.name, { kind = row.name, fields = row.fields })
    local d = { bodies = { { name = "a", joint = "revolute" } }, constraints = { c } }
    t.ok(said_of(d, c, "frobnicate"):find("frobnicate: unknown key", 1, true), row.name)
  end
end)

t.test("law: the fields of every kind of force are read", function()
  local m = li.robot { bodies = { { name = "a", joint = "revolute", mass = 1, inertia = { 1, 1,
    1 } } } }
  for _, row in ipairs(fields.kinds().force) do
    for _, f in ipairs(row.fields) do
      local function try(name)
        local force = { row.name, [name] = {} }
        local ok, why = pcall(m.applied, m, { force }, { 0 }, { 0 })
        return ok and "" or tostring(why)
      end
      local why = try(f.name)
      t.ok(why ~= "" and not why:find("unknown key", 1, true), row.name .. "." .. f.name .. ": "
        .. why)
      t.ok(try(f.name .. "_x"):find("unknown key", 1, true), row.name)
    end
  end
end)

-- a number for every field that must be given, so that two descriptions can be compared
local function described(change)
  local b = { name = "a", joint = "revolute", mass = 2, inertia = { 1, 2, 2.5 } }
  change(b)
  return li.robot { bodies = { b } }
end

t.test("law: a default that is a number is what it says", function()
  local q, v, a, compared = { 0.3 }, { -0.7 }, { 1.1 }, 0
  local plain = described(nothing)
  local tau = plain:id(q, v, a)
  for _, row in ipairs(fields.tables()) do
    for _, f in ipairs(row.name == "body" and row.fields or {}) do
      local x = tonumber(f.missing)
      if x then
        local m = described(function(b) b[f.name] = x end)
        t.eq(m:id(q, v, a)[1], tau[1], f.name)
        t.near(m:fk(q, "a").R, plain:fk(q, "a").R, 0, f.name)
        t.eq(m:home()[1], plain:home()[1], f.name)
        compared = compared + 1
      end
    end
  end
  t.ok(compared >= 10, compared)
  for _, name in ipairs { "at", "rpy", "com" } do
    local m = described(function(b) b[name] = { 0, 0, 0 } end)
    t.eq(m:id(q, v, a)[1], tau[1], name)
  end
  t.eq(described(function(b) b.axis = "z" end):id(q, v, a)[1], tau[1])
  t.eq(described(function(b) b.about = "com" end):id(q, v, a)[1], tau[1])
  local g = li.robot { gravity = { 0, 0, -9.81 }, bodies = { { joint = "prismatic", mass = 2,
    inertia = 0 } } }
  t.eq(g:id({ 0 }, { 0 }, { 0 })[1], li.robot({ bodies = { { joint = "prismatic", mass = 2,
    inertia = 0 } } }):id({ 0 }, { 0 }, { 0 })[1])
end)

t.test("law: what must be given is asked for", function()
  for _, row in ipairs(fields.tables()) do
    for _, f in ipairs(row.fields) do
      if f.missing == "must" and row.name ~= "constraint" then
        local d, place = places[row.name](f.name)
        place[f.name] = nil
        place[1] = nil
        local ok = pcall(li.robot, d)
        t.ok(not ok, row.name .. "." .. f.name)
      end
    end
  end
end)

local UNITS = { [""] = true }
for _, unit in ipairs { "m", "rad", "kg", "s", "N", "V", "A", "J", "K", "Hz", "Pa", "Ohm", "H",
  "or", "metres", "per", "radian", "as", "the",
  "coordinates", "power" } do
  UNITS[unit] = true
end

t.test("law: every field has a sentence, a default, and a unit of SI", function()
  local lists = { fields.tables() }
  for _, list in pairs(fields.kinds()) do lists[#lists + 1] = list end
  for _, list in ipairs(lists) do
    for _, row in ipairs(list) do
      for _, f in ipairs(row.fields) do
        local what = row.name .. "." .. f.name
        t.ok(#f.text > 3 and not f.text:find "%.$", what)
        t.ok(f.missing ~= "" and f.type ~= "" and f.lua ~= "", what)
        for word in f.unit:gmatch "[%a]+" do t.ok(UNITS[word], what .. ": " .. f.unit) end
      end
    end
  end
end)

t.test("help tells the fields of the whole, of every table, of every kind", function()
  local help = require "liaison.app.help"
  local text = help.text "robot"
  t.ok(text:find("li.robot(description", 1, true)
    and text:find "\n  gravity +3 numbers +m/s%^2 +{0, 0, %-9.81} ")
  for _, row in ipairs(fields.tables()) do
    local name = row.path == "" and "robot" or "robot." .. row.path
    local told, found = help.text(name)
    t.ok(found, name)
    t.ok(text:find(name, 1, true), name)
    for _, f in ipairs(row.fields) do t.ok(told:find("\n  " .. f.name .. " ", 1, true), name
      .. "." .. f.name) end
  end
  for what, list in pairs(fields.kinds()) do
    local _, found = help.text(what)
    t.ok(found, what)
    for _, row in ipairs(list) do
      local told, known = help.text(what .. " " .. row.name)
      t.ok(known and told:find(row.text, 1, true), what .. " " .. row.name)
    end
  end
  local _, found = help.text "constraint gaer"
  t.ok(not found)
end)

t.test("the stubs, the manual and the document of fields say what the list says", function()
  local stubs = assert(loadfile "scripts/dev/stubs.lua")("text")
  for _, row in ipairs(fields.tables()) do
    for _, f in ipairs(row.fields) do
      t.ok(stubs:find(("---@field %s? %s "):format(f.name, f.lua), 1, true), row.name .. "."
        .. f.name)
    end
  end
  for path, text in pairs(assert(loadfile "scripts/dev/fields.lua")("text")) do
    local f = assert(io.open(path, "rb"))
    t.eq(f:read "*a", text, path .. " is not as the list is: make fields")
    f:close()
  end
end)

t.done()
