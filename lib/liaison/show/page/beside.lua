-- beside.lua - what runs beside a mechanism, as the living page wants it: blocks as programs, who
-- reads and gives which signal when, sliders for their values
local check = require "liaison.base.check"
local blocks = require "liaison.control.block"
local maths = require "liaison.control.ship_maths"
local kit = require("liaison.core")._internal

local concat = table.concat
local code = kit.sampled

local beside = {}

-- ---- references ---------------------------------------------------------------------------------

local MOST_LETTERS = 40000 -- of the formulas of all motions

-- a reference that is a motion as a text in t: between its ends by its formula, at the last moment
-- as the motion is there, beyond at rest
local function law_of(motion, axis, order)
  local e = motion:expr(axis)
  if order == 1 then return tostring(e) end
  for _ = 2, order do e = e:diff "t" end
  local last = kit.number(motion.last, 17)
  return ("piecewise(t < %s, %s, t <= %s, %s, 0)"):format(last, tostring(e), last,
    kit.number(select(order, motion:at(motion.last))[axis], 17))
end

-- the block of all references, motions by their formulas; nil where one has none of use
local function block_of_references(r)
  if #r.motions == 0 then return r.block end
  local outputs, letters = {}, 0
  for k, law in ipairs(r.laws) do
    local m, ok, text = r.motions[k], true, law
    if m then ok, text = check.try(law_of, m[1], m[2], m[3]) end
    letters = letters + (ok and #text or MOST_LETTERS)
    if letters >= MOST_LETTERS then return nil end
    outputs[k] = { "reference" .. k, text }
  end
  return blocks.make { name = "references", outputs = outputs }
end

-- ---- what a page cannot compute -----------------------------------------------------------------

-- a sentence, or nil. loop: of kit.sampled.loop(run)
function beside.reason(loop, origin)
  if kit.class(origin.model) ~= "model" then
    return "controllers beside equations are computed by the engine alone"
  end
  for _, plan in ipairs(loop.plans) do
    if not plan.block then return "a controller is a Lua function, which a page cannot call" end
    if plan.block.programme then
      return ("the controller '%s' solves a quadratic programme, which a page cannot"):format(
        plan.block.name)
    end
  end
  local r = loop.references
  for k, name in ipairs(r and r.names or {}) do
    if r.functions[k] and not r.motions[k] then
      return ("the reference '%s' is a Lua function, which a page cannot call"):format(name)
    end
  end
  if r and not block_of_references(r) then
    return ("the reference '%s' is a motion without a short formula"):format(r.names[1])
  end
end

-- ---- programs -----------------------------------------------------------------------------------

-- s1 s2 .. of states, g1 .. of what is given, p1 .. of values, u1 .. of outputs
local function members(b)
  local list = { "t" }
  for _, group in ipairs { { "s", b.states }, { "g", b.inputs }, { "p", b.names },
    { "u", b.outputs }, { "s", b.states } } do
    for k = 1, #group[2] do list[#list + 1] = group[1] .. k end
  end
  return list
end

-- lines that only say something are for readers of a file
local function plain(text) return (("\n" .. text):gsub("\n%s*//[^\n]*", ""):gsub("\n +", "\n")) end

local function program_of(text, parts)
  local calls = {}
  for k = 1, parts do
    calls[k] = ("part%d(param, state, t, given, out, next, w);\n"):format(k)
  end
  return "(() => {\n" .. plain(text) .. "const w = [];\nreturn (param, state, t, given, out, next) "
    .. "=> {\n" .. concat(calls) .. "};\n})()"
end

-- the number, from 0, of the program of a block; blocks of one code share it
local function add_program(list, b)
  if list.at[b.code] then return list.at[b.code] end
  local text, made = code.ship(b.code, "js", members(b))
  list[#list + 1] = program_of(text, made.parts)
  list.used = list.used .. made.used
  list.at[b.code] = #list - 1
  return #list - 1
end

-- ---- outputs of the description -----------------------------------------------------------------

-- as a block of q, rates, accelerations and inputs, its values the open numbers of the page
local function block_of_outputs(model, desc, params)
  local inputs, outputs, values = {}, {}, {}
  local function add(names, marks)
    for _, name in ipairs(names) do
      if name:find "^[%a_][%w_]*'*$" then inputs[#inputs + 1] = name .. marks end
    end
  end
  add(model:coordinates(), "")
  add(model:speeds(), "")
  add(model:speeds(), "'")
  for _, u in ipairs(desc.inputs or {}) do inputs[#inputs + 1] = u.name end
  for _, p in ipairs(params) do values[p.name] = p.value end
  for k, y in ipairs(desc.outputs) do outputs[k] = { "output" .. k, y.expression } end
  return blocks.make { name = "outputs", inputs = inputs, outputs = outputs, values = values }
end

-- places of the inputs of that block in q, v, a, u; of its values in the parameters; from 0
local function wires_of_outputs(b, model, desc, params)
  local at, from, values = {}, {}, {}
  local function put(names, marks, first)
    for k, name in ipairs(names) do at[name .. marks] = first + k - 1 end
  end
  local nq, nv, inputs = #model:coordinates(), #model:speeds(), {}
  for k, u in ipairs(desc.inputs or {}) do inputs[k] = u.name end
  put(model:coordinates(), "", 0)
  put(model:speeds(), "", nq)
  put(model:speeds(), "'", nq + nv)
  put(inputs, "", nq + 2 * nv)
  for k, name in ipairs(b.inputs) do from[k] = at[name] end
  for k, name in ipairs(b.names) do
    values[k] = -1
    for i, p in ipairs(params) do if p.name == name then values[k] = i - 1 end end
  end
  return from, values
end

local function outputs_of(o, list)
  if not o.loop.asks_outputs then return nil end
  local b = block_of_outputs(o.model, o.desc, o.params)
  local from, values = wires_of_outputs(b, o.model, o.desc, o.params)
  return { program = add_program(list, b), from = from, values = values, n = #b.outputs }
end

-- ---- sliders ------------------------------------------------------------------------------------

local function is_finite(b)
  local ok, u, x = check.try(function() return b:step() end)
  if not ok then return false end
  for _, list in ipairs { u, x } do
    for k = 1, #list do
      if list[k] ~= list[k] or math.abs(list[k]) == math.huge then return false end
    end
  end
  return true
end

-- how far the slider of a value goes: as the block says, else from nothing to four times it; one
-- that may not be nothing (a time it divides by) from a quarter; one that is nothing about as far
-- as the others
local function range_of(b, name, x, largest)
  local told = b.ranges[name]
  if told then return math.min(told[1], x), math.max(told[2], x) end
  if x == 0 then return -largest, largest end
  local least = is_finite(b) and not is_finite(b:with { [name] = 0 }) and x / 4 or 0
  return math.min(least, 4 * x), math.max(least, 4 * x)
end

local function largest_of(b)
  local most = 0
  for k, name in ipairs(b.names) do
    if name ~= "dt" then most = math.max(most, math.abs(b.p[k])) end
  end
  return most > 0 and most or 1
end

-- the period has to stay above the jitter
local function range_of_dt(unit)
  return math.max(unit.dt / 4, unit.jitter * 1.01), 4 * unit.dt
end

-- what the sliders of a block are under: its name, of a sensor what it measures
local function heading_of(plan)
  return plan.sensor and plan.name .. "." .. plan.outputs[1] or plan.name
end

-- { unit, from 0; key: a member of its values, or none: its delay; name, value, min, max, unit }
local function add_sliders(list, plan, unit, k)
  local b, head = plan.block, heading_of(plan)
  local largest = largest_of(b)
  local function add(key, name, value, lo, hi, in_seconds)
    list[#list + 1] = { unit = k - 1, key = key, group = head, name = name, value = value, min = lo,
      max = hi, measure = in_seconds and "s" or nil }
  end
  for i, name in ipairs(b.names) do
    if name ~= "dt" then
      add("p" .. i, name, b.p[i], range_of(b, name, b.p[i], largest))
    end
  end
  if unit.dt == 0 then return end
  local at = nil
  for i, name in ipairs(b.names) do if name == "dt" then at = "p" .. i end end
  local lo, hi = range_of_dt(unit)
  add(at, "dt", unit.dt, lo, hi, true)
  add(nil, "delay", unit.delay, 0, math.max(4 * unit.delay, 2 * unit.dt), true)
  list[#list].late = true
end

-- ---- units, columns -----------------------------------------------------------------------------

local function by_member(letter, list)
  local out = {}
  for k = 1, #list do out[letter .. k] = list[k] end
  return out
end

-- an object in a page also where it is empty
local function object(t) return next(t) and t or { raw = "{}" } end

local function unit_of(plan, unit, programs)
  return { name = plan.name, program = add_program(programs, plan.block),
    p = object(by_member("p", plan.block.p)), x = object(by_member("s", unit.x)),
    nx = #unit.x, from = unit.from, to = unit.to, nu = unit.nu, dt = unit.dt,
    offset = unit.offset, delay = unit.delay, jitter = unit.jitter, t0 = unit.t0, next = unit.next,
    asked = unit.asked, rng = unit.rng, way = unit.way }
end

-- names of the columns of a run that are of its loop: references, then what units give; where the
-- first stands among all of them, from 1
function beside.columns(loop, run)
  local list = {}
  for k = loop.measured - loop.nref + 1, loop.measured do list[#list + 1] = loop.names[k] end
  for k = #loop.names - loop.shown + 1, #loop.names do list[#list + 1] = loop.names[k] end
  for k, name in ipairs(run:columns()) do if name == list[1] then return list, k end end
end

local FORCE = { ["rad/s"] = "N m", ["m/s"] = "N" }

-- what a column is measured in: that of the coordinate or rate it is called after, of what it
-- pushes on or sets
local function units_of(names, o)
  local loop, known, out = o.loop, {}, {}
  for _, name in ipairs(o.run:columns()) do known[name] = o.run:unit(name) end
  for k, name in ipairs(names) do out[k] = known[name:match "^.*%.(.-)$" or ""] or "" end
  -- shown signals are the last, as their columns are
  local before = #loop.names - #names
  for _, w in ipairs(loop.force) do
    out[w[1] + 1 - before] = FORCE[o.run:unit(o.model:speeds()[w[2] + 1])] or ""
  end
  for _, w in ipairs(loop.input) do
    out[w[1] + 1 - before] = o.desc.inputs[w[2] + 1].unit or ""
  end
  return out
end

local function script_of(list)
  return "const BLOCKS = (() => {\n" .. plain(maths.text("js", list.used)) .. "\nreturn ["
    .. concat(list, ",\n") .. "];\n})();"
end

-- the loop as data of a page, and the script of its programs. o: loop (kit.sampled.loop), run,
-- model, desc, params (open numbers of the page)
function beside.tell(o)
  local loop, list, sliders, units = o.loop, { at = {}, used = "" }, {}, {}
  for k, plan in ipairs(loop.plans) do
    units[k] = unit_of(plan, loop.units[k], list)
  end
  -- what the reader wants to move first: controllers, then sensors
  for _, sensor in ipairs { false, true } do
    for k, plan in ipairs(loop.plans) do
      if (plan.sensor or false) == sensor then add_sliders(sliders, plan, loop.units[k], k) end
    end
  end
  local names = beside.columns(loop, o.run)
  local held = 0
  for _, u in ipairs(loop.units) do held = held + (u.dt > 0 and u.nu or 0) end
  local r = loop.references
  local out = { units = units, sliders = sliders, columns = names,
    measures = units_of(names, o), nref = loop.nref, shown = loop.shown, held = held,
    measured = loop.measured, signal = loop.signal, order = loop.order, force = loop.force,
    input = loop.input, accelerations = loop.asks_accelerations or nil,
    outputs = outputs_of(o, list),
    references = loop.nref > 0 and add_program(list, block_of_references(r)) or nil }
  return out, script_of(list)
end

return beside
