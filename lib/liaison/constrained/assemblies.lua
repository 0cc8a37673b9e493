-- assemblies.lua - mechanism:assemblies: all configurations that close the loops, from many starts
local li = require "liaison.core"
local check = require "liaison.base.check"
local placing = require "liaison.describe.pose_expr"
local mechanism = require "liaison.constrained.mechanism"
local kit = li._internal

local TURN = 2 * math.pi

-- sum of the distances from origins of bodies to their joints: no slide of a closed chain is longer
local function reach_of(m, values)
  local sum, d = 0, m.planar and 2 or 3
  for _, j in ipairs(m.joints) do
    for _, key in ipairs { "at", "at_from" } do
      if j[key] ~= nil then
        sum = sum + placing.numbers(placing.vector(j[key], j.name .. "." .. key, d), values):norm()
      end
    end
  end
  return sum > 0 and sum or 1
end

-- coordinates of the tree that slide, by name
local function slides_of(m)
  local slides = {}
  for _, j in ipairs(m.joints) do
    local parts = mechanism.parts_of(m, j)
    if parts.slide then slides[j.coordinate[parts.slide]] = true end
  end
  return slides
end

-- angles between -pi and pi
local function folded(x) return (x + math.pi) % TURN - math.pi end

local function same(a, b, names, slides, size)
  for _, name in ipairs(names) do
    local d = a[name] - b[name]
    if slides[name] then d = d / size else d = folded(d) end
    if math.abs(d) > 1e-7 then return false end
  end
  return true
end

local function unknown_of(s, given)
  local names, list = {}, {}
  for _, q in ipairs(s.q) do
    if given[tostring(q)] == nil then names[#names + 1], list[#list + 1] = tostring(q), q end
  end
  return names, list
end

-- how many freedoms what is given leaves at a configuration
local function freedoms_left(s, unknown, at)
  local rows = {}
  for i, r in ipairs(s.rows) do rows[i] = r.phi end
  if #rows == 0 or #unknown == 0 then return #unknown end
  return #unknown - placing.numbers(li.jacobian(rows, unknown), at):rank(1e-9)
end

local options = { cut = "any?", tries = { "count?", default = 60 }, seed = { "int?", default = 1 } }

local function before(a, b, names)
  for _, name in ipairs(names) do
    if math.abs(a[name] - b[name]) > 1e-7 then return a[name] < b[name] end
  end
  return false
end

local function assemblies(m, given, opts)
  local o = check.fields(opts or {}, "options", options)
  local s = mechanism.system_of(mechanism.shape_of(m), "joint", { cut = o.cut })
  local names, unknown = unknown_of(s, given)
  local slides, size, random = slides_of(m), reach_of(m, given), li.random(o.seed)
  local found, why, code, info = {}, nil, nil, nil
  for _ = 1, o.tries do
    local guess = {}
    for _, name in ipairs(names) do
      local most = slides[name] and size or math.pi
      guess[name] = random:uniform(-most, most)
    end
    local at, message, kind, more = m:assemble("joint", given, guess, { cut = o.cut })
    if not at then why, code, info = message, kind, more
    else
      for _, name in ipairs(names) do
        if not slides[name] then at[name] = folded(at[name]) end
      end
      local known = false
      for _, other in ipairs(found) do known = known or same(at, other, names, slides, size) end
      if not known then found[#found + 1] = at end
      local left = #found == 1 and not known and freedoms_left(s, unknown, at) or 0
      if left > 0 then
        check.fail(nil, "%d freedom%s left by what is given: give as many coordinates as the "
          .. "mechanism has freedoms", left, left == 1 and " is" or "s are")
      end
    end
  end
  if #found == 0 then return nil, why, code, info end
  table.sort(found, function(a, b) return before(a, b, names) end)
  return found
end

kit.define(mechanism.class.methods, {
  "mechanism:assemblies(given: table [, options: table]) -> table",
  "All the ways the loops close with these numbers of parameters and of as many coordinates as "
  .. "there is freedom: a list of configurations, angles between -pi and pi, in the order of "
  .. "their coordinates. Searched from options.tries = 60 starts (seed = 1): more find what is "
  .. "rare. nil, message, 'EUNREACHABLE' where none is found.",
  "return #li.fourbar(1, 3, 2.5, {3, -0.5}):mechanism():assemblies{phi1 = 1} --> 2",
  assemblies,
})

return assemblies
