-- assemblies.lua - all configurations that close the loops, from many starts: of mechanisms,
-- systems and models; of the closed forms both
local li = require "liaison.core"
local check = require "liaison.base.check"
local kinds = require "liaison.describe.kinds"
local placing = require "liaison.describe.pose_expr"
local closing = require "liaison.constrained.close_rows"
local mechanism = require "liaison.constrained.mechanism"
local system = require "liaison.constrained.system"
local kit = li._internal

local TURN = 2 * math.pi

-- the search --------------------------------------------------------------------------------------

-- angles between -pi and pi
local function folded(x) return (x + math.pi) % TURN - math.pi end

local function same(a, b, w)
  for _, name in ipairs(w.names) do
    local d = a[name] - b[name]
    if w.slides[name] then d = d / w.size else d = folded(d) end
    if math.abs(d) > 1e-7 then return false end
  end
  return true
end

local function before(a, b, names)
  for _, name in ipairs(names) do
    if math.abs(a[name] - b[name]) > 1e-7 then return a[name] < b[name] end
  end
  return false
end

local schema = { cut = "any?", tries = { "count?", default = 60 }, seed = { "int?", default = 1 } }

-- w: names (of what is not given), slides (a set: those that are no angles), size (a length), start
-- (random, k) -> a guess, solve(guess) -> numbers by name or nil, why, code, info; left(at) -> how
-- many freedoms what is given leaves
local function search(w, o)
  local random, found, why, code, info = li.random(o.seed), {}, nil, nil, nil
  for k = 1, o.tries do
    local at, message, kind, more = w.solve(w.start(random, k))
    if not at then why, code, info = message, kind, more
    else
      for _, name in ipairs(w.names) do
        if not w.slides[name] then at[name] = folded(at[name]) end
      end
      local known = false
      for _, other in ipairs(found) do known = known or same(at, other, w) end
      if not known then found[#found + 1] = at end
      local left = #found == 1 and not known and w.left(at) or 0
      if left > 0 then
        check.fail(nil, "%d freedom%s left by what is given: give as many coordinates as the "
          .. "mechanism has freedoms", left, left == 1 and " is" or "s are")
      end
      if #w.names == 0 then break end
    end
  end
  if #found == 0 then return nil, why, code, info end
  table.sort(found, function(a, b) return before(a, b, w.names) end)
  return found
end

local function anywhere(w)
  return function(random)
    local guess = {}
    for _, name in ipairs(w.names) do
      local most = w.slides[name] and w.size or math.pi
      guess[name] = random:uniform(-most, most)
    end
    return guess
  end
end

-- of a system by its rows -------------------------------------------------------------------------

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
  for _, r in ipairs(s.rows) do rows[#rows + 1] = r.phi end
  if #rows == 0 or #unknown == 0 then return #unknown end
  return #unknown - placing.numbers(li.jacobian(rows, unknown), at):rank(1e-9)
end

-- mechanisms --------------------------------------------------------------------------------------

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

-- coordinates that slide, by name
local function slides_of(m)
  local slides = {}
  for _, j in ipairs(m.joints) do
    local parts = mechanism.parts_of(m, j)
    if parts.slide then slides[j.coordinate[parts.slide]] = true end
    for k = 1, parts.plane and 2 or 0 do slides[j.coordinate[k]] = true end
  end
  return slides
end

local function of_mechanism(m, given, opts)
  local o = check.fields(opts or {}, "options", schema)
  local s = mechanism.system_of(mechanism.shape_of(m), "joint", { cut = o.cut })
  local names, unknown = unknown_of(s, given)
  local w = { names = names, slides = slides_of(m), size = reach_of(m, given) }
  w.start = anywhere(w)
  function w.solve(guess) return m:assemble("joint", given, guess, { cut = o.cut }) end
  function w.left(at) return freedoms_left(s, unknown, at) end
  return search(w, o)
end

-- systems -----------------------------------------------------------------------------------------

-- coordinates that turn no body: lengths
local function lengths_of(s)
  local slides = {}
  for _, q in ipairs(s.q) do
    local turns = false
    for _, b in ipairs(s.bodies) do
      local R = b.pose.R
      local n = s.planar and 2 or 3
      for i = 1, n do for k = 1, n do turns = turns or R:at(i, k):depends(q) end end
    end
    slides[tostring(q)] = not turns or nil
  end
  return slides
end

local no_cut = { tries = schema.tries, seed = schema.seed, size = { "num?", above = 0 } }

local function assemble_system(s, given, guess)
  local values = {}
  for key, x in pairs(given) do values[tostring(key)] = x end
  return closing(s, values, guess, function() return 0 end)
end

local function of_system(s, given, opts)
  local o = check.fields(opts or {}, "options", no_cut)
  local names, unknown = unknown_of(s, given)
  local w = { names = names, slides = lengths_of(s), size = o.size or 1 }
  w.start = anywhere(w)
  function w.solve(guess) return assemble_system(s, given, guess) end
  function w.left(at) return freedoms_left(s, unknown, at) end
  return search(w, o)
end

-- models ------------------------------------------------------------------------------------------

-- numbers of q that are no angles: slides, and those of quaternions
local function no_angles(m)
  local turns, slides = {}, {}
  for _, b in ipairs(m:description().bodies) do
    local kind, j = kinds.joint_of(b)
    for k, d in ipairs(j.dofs or { j }) do
      for i, name in ipairs(type(d.q) == "table" and d.q or { d.q }) do
        if kinds.does(kind, j, k + i - 1) == "turn" then turns[name] = true end
      end
    end
  end
  for _, name in ipairs(m:coordinates()) do slides[name] = not turns[name] or nil end
  return slides
end

-- how many freedoms what is given leaves: of the velocities
local function velocities_left(m, q, given)
  local rows = m:constraint_rows(q, li.zeros(#m:speeds()))
  local free, list = 0, {}
  for k, name in ipairs(m:speeds()) do
    if given[name:gsub("'$", "")] == nil then free, list[#list + 1] = free + 1, k end
  end
  if free == 0 or not rows or #rows == 0 then return free end
  local J = li.zeros(#rows, free)
  for i = 1, #rows do for c, k in ipairs(list) do J[i][c] = rows[i][k] end end
  return free - J:rank(1e-9)
end

local function is_closed(m)
  local d = m:description()
  return #(d.loops or {}) + #(d.constraints or {}) > 0
end

local function numbers_of_model(m, given)
  local at = {}
  for k, name in ipairs(m:coordinates()) do at[name] = k end
  for name, x in pairs(given) do
    if not at[name] then
      check.fail("assemblies", "no coordinate '%s'%s", tostring(name),
        check.hint(tostring(name), at))
    end
    if type(x) ~= "number" then
      check.fail("assemblies." .. name, "expected a number, got %s", check.got(x))
    end
  end
  return at
end

local function of_model(m, given, opts)
  local o = check.fields(opts or {}, "options", { tries = schema.tries, seed = schema.seed,
    t = "num?" })
  local place, names, fix = numbers_of_model(m, given), {}, {}
  local all = m:coordinates()
  for _, name in ipairs(all) do
    local to = given[name] == nil and names or fix
    to[#to + 1] = name
  end
  local closed = is_closed(m)
  local w = { names = names, slides = no_angles(m), size = 1 }
  function w.start(_, k)
    local q = k == 1 and m:home() or m:random(o.seed + k)
    for name, x in pairs(given) do q[place[name]] = x end
    return q
  end
  function w.solve(q)
    local why, code, info
    local how = { fix = #fix > 0 and fix or nil, t = o.t }
    if closed then q, why, code, info = m:assemble(q, how) end
    if not q then return nil, why, code, info end
    local at = {}
    for k, name in ipairs(all) do at[name] = q[k] end
    return at
  end
  function w.left(at)
    local q = li.zeros(#all)
    for k, name in ipairs(all) do q[k] = at[name] end
    return closed and velocities_left(m, q, given) or #names
  end
  return search(w, o)
end

-- closed forms ------------------------------------------------------------------------------------

-- both assemblies for phi1, by formula: names of phi2 and of the third, and what the third is
local function closed_form(second, third, third_of)
  return function(m, given)
    local phi1 = given.phi1
    for name in pairs(given) do
      if name ~= "phi1" then
        check.fail("assemblies", "expected {phi1 = ..}, got '%s': :mechanism():assemblies takes "
          .. "any coordinate", tostring(name))
      end
    end
    if type(phi1) ~= "number" then
      check.fail("assemblies.phi1", "expected a number, got %s", check.got(phi1))
    end
    local found, why, code = {}, nil, nil
    for _, which in ipairs { "plus", "minus" } do
      local phi2, x, other = m:solve(phi1, which)
      if phi2 then
        found[#found + 1] = { phi1 = phi1, [second] = folded(phi2[1] - phi1),
          [third] = third_of(x[1]) }
      else why, code = x, other end
    end
    if #found == 0 then return nil, why, code end
    local w = { names = { second, third }, slides = { x = true }, size = 1 }
    if #found == 2 and same(found[1], found[2], w) then found[2] = nil end
    table.sort(found, function(a, b) return before(a, b, w.names) end)
    return found
  end
end

local function as_it_is(x) return x end

-- the rows ----------------------------------------------------------------------------------------

local TEXT = "All the ways the loops close with these numbers of %s of as many coordinates as "
  .. "there is freedom: a list of configurations, angles between -pi and pi, in the order of their "
  .. "coordinates. Searched from options.tries = 60 starts (seed = 1): more find what is rare. "
  .. "nil, message, 'EUNREACHABLE' where none is found."

kit.define(mechanism.class.methods, {
  "mechanism:assemblies(given: table [, options: table]) -> table",
  TEXT:format "parameters and",
  "return #li.fourbar(1, 3, 2.5, {3, -0.5}):mechanism():assemblies{phi1 = 1} --> 2",
  of_mechanism,
})

local ROD = "local s = li.system{planar = true}; local x, y = s:coordinates 'xr yr'; s:body{mass = "
  .. "1, inertia = 0, at = {x, y}}; s:holonomic 'xr^2 + yr^2 - L^2'; "

kit.define(system.class.methods, {
  "system:assemble(given: table [, guess: table]) -> table",
  "Coordinates that keep the rows of positions, by Newton from a guess: given = numbers of "
  .. "parameters and of coordinates that stay; and the residual at every step. nil, message, "
  .. "'EUNREACHABLE', {closest, trace} where they cannot be kept.",
  ROD .. "return s:assemble({L = 5, xr = 3}, {yr = 1}).yr --> 4",
  assemble_system,
})
kit.define(system.class.methods, {
  "system:assemblies(given: table [, options: table]) -> table",
  TEXT:format "parameters and" .. " size = 1: how far lengths are looked for.",
  ROD .. "return #s:assemblies{L = 5, xr = 3} --> 2",
  of_system,
})
kit.define(kit.methods "model", {
  "model:assemblies([given: table, options: table]) -> table",
  TEXT:format "coordinates, as many" .. " t: the time of drivers.",
  "return #li.fourbar(1, 3, 2.5, {3, -0.5}):mechanism():model():assemblies{phi1 = 1} --> 2",
  function(m, given, o) return of_model(m, given or {}, o) end,
})
kit.define(kit.methods "fourbar", {
  "fourbar:assemblies(given: table) -> table",
  "Both ways the loop closes at phi1, by formula: a list of {phi1, th2 = phi2 - phi1, phi3}, as "
  .. "fourbar:mechanism has them; one at a dead point; nil, message, code where it does not close.",
  "return #li.fourbar(1, 3, 2.5, {3, -0.5}):assemblies{phi1 = 1} --> 2",
  closed_form("th2", "phi3", folded),
})
kit.define(kit.methods "slider_crank", {
  "slider_crank:assemblies(given: table) -> table",
  "Both ways the loop closes at phi1, by formula: a list of {phi1, th2 = phi2 - phi1, x}, as "
  .. "slider_crank:mechanism has them; nil, message, code where it does not close.",
  "return #li.slider_crank(1, 2):assemblies{phi1 = 0} --> 2",
  closed_form("th2", "x", as_it_is),
})

return search
