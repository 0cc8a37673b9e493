-- block.lua - li.block: a program that is asked every dt: u = h(t, x, y, p), x+ = f(t, x, y, p)
--
-- What a controller, an estimator, a filter or a sensor is: states with their start, inputs by
-- name, values (gains), lines on the way, outputs, states at the next time. li.simulate runs it, it
-- is written out as C, Lua, JavaScript, and the living page computes it, all from the same
-- expressions (core/sim/sampled.h).
local li = require "liaison.core"
local check = require "liaison.base.check"
local programme = require "liaison.control.block_programme"
local kit = li._internal

local code = kit.sampled

local class

-- ---- what is told -------------------------------------------------------------------------------

-- numbers and expressions as texts that read back
local function text_of(x, path)
  if type(x) == "number" then
    if x ~= x or x == math.huge or x == -math.huge then
      check.fail(path, "expected a finite number, got %s", kit.number(x))
    end
    return "(" .. kit.number(x, 17) .. ")"
  end
  if type(x) == "string" then return x end
  if kit.class(x) == "expr" then return tostring(x) end
  if type(x) == "function" then
    check.fail(path, "a Lua function is no expression, and cannot be compiled or shipped: write it "
      .. "as one, \"kp*e\" (in li.simulate, {f = function, dt = ..} runs it as it is)")
  end
  check.fail(path, "expected an expression, got %s", check.got(x))
end

local function sorted_keys(t, path)
  local list = {}
  for key in pairs(t or {}) do
    if type(key) ~= "string" then
      check.fail(path, "expected names: {%s = ..}", path:match "%a+$" or "u")
    end
    list[#list + 1] = key
  end
  kit.sort(list)
  return list
end

-- names with what each is: {u = x}, or {{"u", x}, ..} in an order of its own
local function pairs_of(given, path)
  if type(given) ~= "table" then check.fail(path, "expected a table, got %s", check.got(given)) end
  local names, map = {}, {}
  for k, entry in ipairs(given) do
    if type(entry) ~= "table" or type(entry[1]) ~= "string" then
      check.fail(("%s[%d]"):format(path, k), "expected {\"name\", expression}")
    end
    names[k], map[entry[1]] = entry[1], entry[2]
  end
  if #names == 0 then
    names = sorted_keys(given, path)
    for _, name in ipairs(names) do map[name] = given[name] end
  end
  return names, map
end

-- names of inputs, and where each comes from: "r q1", or {e = "other.u"}, or both in a list
local function inputs_of(given)
  local names, from = {}, {}
  if given == nil then return names, from end
  if type(given) == "string" then
    names = check.words(given, "inputs", "\"r q1\"")
  elseif type(given) == "table" then
    for k, name in ipairs(given) do
      if type(name) ~= "string" then
        check.fail(("inputs[%d]"):format(k), "expected a name, got %s", check.got(name))
      end
      names[k] = name
    end
    for _, name in ipairs(#names == 0 and sorted_keys(given, "inputs") or {}) do
      names[#names + 1], from[name] = name, given[name]
    end
  else
    check.fail("inputs", "expected names, \"r q1\", or a table, got %s", check.got(given))
  end
  for _, name in ipairs(names) do
    from[name] = from[name] or name
    if type(from[name]) ~= "string" then
      check.fail("inputs." .. name, "expected the name of a signal, got %s", check.got(from[name]))
    end
  end
  return names, from
end

local function number_of(x, path)
  if type(x) ~= "number" or x ~= x or x == math.huge or x == -math.huge then
    check.fail(path, "expected a finite number, got %s", check.got(x))
  end
  return x
end

local function numbers_of(given, path)
  local names, out = sorted_keys(given, path), {}
  for k, name in ipairs(names) do out[k] = number_of(given[name], path .. "." .. name) end
  return names, out
end

-- ---- limits of outputs --------------------------------------------------------------------------

local limit_fields = { min = "num?", max = "num?", rate = { "num?", above = 0 },
  step = { "num?", above = 0 } }

-- {-1, 1}, or {min =, max =, rate =, step =}
local function limit_of(given, path)
  if type(given) == "table" and #given == 2 then given = { min = given[1], max = given[2] } end
  local l = check.fields(given, path, limit_fields)
  if l.min and l.max and l.min > l.max then
    check.fail(path, "the least, %s, is above the largest, %s", kit.number(l.min),
      kit.number(l.max))
  end
  return l
end

local function written(x) return "(" .. kit.number(x, 17) .. ")" end

-- an output within its limits: its text; a rate keeps what was given before as a state
local function limited(b, name, text, l)
  if l.rate then
    local before, most = name .. "_before", written(l.rate) .. "*dt"
    b.states[#b.states + 1], b.start[#b.start + 1] = before, 0
    b.next[before] = name
    text = ("min(max(%s, %s - %s), %s + %s)"):format(text, before, most, before, most)
  end
  if l.step then
    local size = written(l.step)
    text = ("floor((%s)/%s + 1/2)*%s"):format(text, size, size)
  end
  if l.min then text = ("max(%s, %s)"):format(text, written(l.min)) end
  if l.max then text = ("min(%s, %s)"):format(text, written(l.max)) end
  return text
end

-- ---- the code -----------------------------------------------------------------------------------

local function refuse(path, why) check.fail(path, "%s", why) end

local call_fields = { call = "str", model = "any", q = "any?", v = "any?", a = "any?",
  place = "str?", point = "vec3?" }

local function texts(list, path)
  if list == nil then return nil end
  local out = {}
  for k = 1, #list do out[k] = text_of(list[k], ("%s[%d]"):format(path, k)) end
  return out
end

-- {names, call = "id", model = arm, q = {..}, v = {..}, a = {..}}: a function of a model
local function add_call(c, line, path)
  local plain = {}
  for key, x in pairs(line) do if key ~= 1 then plain[key] = x end end
  local f = check.fields(plain, path, call_fields)
  if kit.class(f.model) ~= "model" then
    check.fail(path .. ".model", "expected a model, got %s", check.got(f.model))
  end
  if code.size(f.model, f.call) == 0 then
    check.fail(path .. ".call", "no function '%s' (id, fd, mass, bias, gravity, coriolis, energy, "
      .. "regressor, pose, jacobian, bias_acceleration)", f.call)
  end
  local place = (f.place or f.point) and { f.place or false, f.point and f.point[1] or 0,
    f.point and f.point[2] or 0, f.point and f.point[3] or 0 } or nil
  local ok, why = code.model(c, check.words(line[1], path, "\"tau1 tau2\""), f.model, f.call, place,
    texts(f.q, path .. ".q"), texts(f.v, path .. ".v"), texts(f.a, path .. ".a"))
  if not ok then refuse(path, why) end
end

-- {names, slopes = {expressions}, by = {inputs or states}}: derivatives, row by row; at = {..}: at
-- these expressions in the place of by
local function add_slopes(c, line, path)
  local names, by = check.words(line[1], path, "\"F11 F12\""), check.words(line.by, path .. ".by",
    "\"x v\"")
  local f, at = texts(line.slopes, path .. ".slopes"), texts(line.at, path .. ".at")
  if not by or #names ~= #f * #by or at and #at ~= #by then
    check.fail(path, "expected %d names, of %d expressions by %d", #f * #(by or {}), #f,
      #(by or {}))
  end
  local ok, why = code.differentiate(c, names, f, by, at)
  if not ok then refuse(path, why) end
end

-- {names, put = {expressions}, by = {inputs or states}, at = {expressions}}: these in their place
local function add_put(c, line, path)
  local names, by = check.words(line[1], path, "\"a b\""), check.words(line.by, path .. ".by",
    "\"x v\"")
  local f, at = texts(line.put, path .. ".put"), texts(line.at, path .. ".at")
  if not by or not at or #names ~= #f or #at ~= #by then
    check.fail(path, "expected a name of each of %d expressions, and what takes the place of each "
      .. "of by", #f)
  end
  local ok, why = code.put(c, names, f, by, at)
  if not ok then refuse(path, why) end
end

local function add_lines(c, lines)
  for k, line in ipairs(lines) do
    local path = ("lines[%d]"):format(k)
    if type(line) ~= "table" then check.fail(path, "expected {\"name\", expression}") end
    if line.call then
      add_call(c, line, path)
    elseif line.slopes then
      add_slopes(c, line, path)
    elseif line.put then
      add_put(c, line, path)
    else
      if type(line[1]) ~= "string" then check.fail(path, "expected {\"name\", expression}") end
      local ok, why = code.line(c, line[1], text_of(line[2], path))
      if not ok then refuse(path, why) end
    end
  end
end

local function set_of(...)
  local set = {}
  for _, list in ipairs { ... } do for _, name in ipairs(list) do set[name] = true end end
  return set
end

-- outputs as lines of their names, so that states may go on by what was given; one that is called
-- as an input is none
local function add_outputs(b, c)
  local taken, list, places = set_of(programme.inputs(b), b.states, b.names), {}, {}
  for k, name in ipairs(b.outputs) do
    places[k] = b.where and b.where[name] or "outputs." .. name
    list[k] = b.u[name]
    if not taken[name] then
      local ok, why = code.line(c, name, b.u[name])
      if not ok then refuse(places[k], why) end
      list[k] = name
    end
  end
  return list, places
end

local function compile(b)
  local c, why = code.new(b.states, programme.inputs(b), b.names)
  if not c then refuse("block", why) end
  add_lines(c, b.lines)
  add_lines(c, b.behind)
  if b.programme then programme.compile(b.programme, b, function(p) add_lines(p, b.lines) end) end
  local outputs, at_outputs = add_outputs(b, c)
  local next_texts, at_next = {}, {}
  for k, name in ipairs(b.states) do
    at_next[k] = "next." .. name
    next_texts[k] = b.next[name]
  end
  local ok
  ok, why = code.finish(c, outputs, at_outputs, next_texts, at_next)
  if not ok then refuse(why:match "^([%w_.']+): " or "block", (why:gsub("^[%w_.']+: ", ""))) end
  return c
end

-- ---- made ---------------------------------------------------------------------------------------

local fields = { name = "str?", inputs = "any?", outputs = "any", states = "table?",
  next = "table?", lines = "table?", values = "table?", limits = "table?", to = "table?",
  dt = { "num?", min = 0 }, offset = { "num?", min = 0 }, delay = { "num?", min = 0 },
  jitter = { "num?", min = 0 }, seed = "num?", ranges = "table?", programme = "table?",
  behind = "table?" }

-- {kp = {0, 50}}: how far the sliders of a page go
local function check_ranges(b, ranges)
  local known = set_of(b.names)
  for _, name in ipairs(sorted_keys(ranges, "ranges")) do
    local r = ranges[name]
    if not known[name] then
      check.fail("ranges", "there is no value '%s'%s", name, check.hint(name, known))
    end
    local lo, hi = type(r) == "table" and r[1], type(r) == "table" and r[2]
    if type(lo) ~= "number" or type(hi) ~= "number" or not (lo < hi) then
      check.fail("ranges." .. name, "expected {from, to}, two numbers that grow")
    end
  end
end

local function read_states(b, o)
  b.states, b.start = numbers_of(o.states or {}, "states")
  local names, map = pairs_of(o.next or {}, "next")
  local known = set_of(b.states)
  for _, name in ipairs(names) do
    if not known[name] then
      check.fail("next." .. name, "there is no state '%s'%s", name, check.hint(name, known))
    end
    b.next[name] = text_of(map[name], "next." .. name)
  end
  for _, name in ipairs(b.states) do
    if not b.next[name] then check.fail("next." .. name, "what becomes of the state?") end
  end
end

local function read_outputs(b, o)
  local map
  b.outputs, map = pairs_of(o.outputs, "outputs")
  if #b.outputs == 0 then check.fail("outputs", "expected at least one: {u = \"..\"}") end
  local known = set_of(b.outputs)
  for _, name in ipairs(sorted_keys(o.limits or {}, "limits")) do
    if not known[name] then
      check.fail("limits." .. name, "there is no output '%s'%s", name, check.hint(name, known))
    end
  end
  for _, name in ipairs(b.outputs) do
    local text = text_of(map[name], "outputs." .. name)
    local l = o.limits and o.limits[name]
    if l then
      b.limited[name] = limit_of(l, "limits." .. name)
      text = limited(b, name, text, b.limited[name])
    end
    b.u[name] = text
  end
end

-- where outputs go: to = {u = "F"}; false: nowhere. told: it was said, and must be there
local function read_targets(b, o)
  b.told = {}
  local known = set_of(b.outputs)
  for name in pairs(o.to or {}) do
    if not known[name] then
      check.fail("to", "there is no output '%s'%s", tostring(name), check.hint(name, known))
    end
  end
  b.to = {}
  for _, name in ipairs(b.outputs) do
    local to = o.to and o.to[name]
    if to ~= nil and to ~= false and type(to) ~= "string" then
      check.fail("to." .. name, "expected the name of an input or a coordinate, got %s",
        check.got(to))
    end
    b.told[name] = type(to) == "string"
    if to == nil then to = name end
    b.to[name] = to
  end
end

-- o: checked fields; where: of outputs that are not the user's own words, what they are called
local function make(o)
  local b = { name = o.name or "block", lines = o.lines or {}, next = {}, u = {}, limited = {},
    dt = o.dt or false, offset = o.offset or 0, delay = o.delay or 0, jitter = o.jitter or 0,
    seed = o.seed or false, where = o.where, ranges = o.ranges or {},
    behind = o.behind or {},
    programme = o.programme and programme.read(o.programme, text_of) or false }
  b.inputs, b.from = inputs_of(o.inputs)
  b.names, b.p = numbers_of(o.values or {}, "values")
  -- dt is known to every block
  local has = set_of(b.names, b.inputs)
  if not has.dt then b.names[#b.names + 1], b.p[#b.p + 1] = "dt", b.dt or 0 end
  check_ranges(b, b.ranges)
  read_states(b, o)
  read_outputs(b, o)
  read_targets(b, o)
  b.code = compile(b)
  return class.new(b)
end

local function block(spec)
  return make(check.fields(spec, "", fields))
end

-- ---- asked --------------------------------------------------------------------------------------

-- its program: compiled where it is long, else a tape; the same bits
local kernels = setmetatable({}, { __mode = "k" })
local function kernel_of(b, options)
  if b.programme then
    kernels[b.code] = kernels[b.code] or programme.kernel(b)
    return kernels[b.code]
  end
  if options then return code.kernel(b.code, options) end
  kernels[b.code] = kernels[b.code] or code.kernel(b.code, { tape = true })
  return kernels[b.code]
end

local function vector(given, names, path, default)
  if given == nil then return default end
  if kit.class(given) == nil and type(given) == "table" and #given == 0 and next(given) then
    local out, at = li.zeros(#names), {}
    for k, name in ipairs(names) do at[name] = k end
    for name, x in pairs(given) do
      if not at[name] then check.fail(path, "no '%s'%s", tostring(name), check.hint(name, at)) end
      out[at[name]] = number_of(x, path .. "." .. name)
    end
    return out
  end
  local list = li.vec(given)
  if #list ~= #names then
    check.fail(path, "expected %d numbers (%s), got %d", #names, table.concat(names, " "), #list)
  end
  return list
end

-- outputs and states at the next time
local function step(b, y, x, t)
  local inputs = vector(y, b.inputs, "y", li.zeros(#b.inputs))
  local states = vector(x, b.states, "x", li.vec(b.start))
  return kernel_of(b)({ t or 0 }, states, inputs, b.p)
end

-- rows of inputs in, rows of outputs out
local function filter(b, Y, start)
  local rows, out = #Y, li.zeros(#Y, #b.outputs)
  local x = vector(start, b.states, "x", li.vec(b.start))
  local u
  for r = 1, rows do
    u, x = step(b, Y:row(r), x, (r - 1) * (b.dt or 0))
    for k = 1, #b.outputs do out[r][k] = u[k] end
  end
  return out, x
end

-- the same with other values of its gains, another dt, other starts
local function with(b, values)
  local out, at, start = {}, {}, {}
  for key, x in pairs(b) do out[key] = x end
  for k, name in ipairs(b.names) do at[name] = k end
  for k, name in ipairs(b.states) do start[name] = k end
  out.p, out.start = {}, {}
  for k, x in ipairs(b.p) do out.p[k] = x end
  for k, x in ipairs(b.start) do out.start[k] = x end
  for _, name in ipairs(sorted_keys(values, "with")) do
    local x = number_of(values[name], name)
    if at[name] then out.p[at[name]] = x
    elseif start[name] then out.start[start[name]] = x
    else check.fail("with", "no value or state '%s'%s", name, check.hint(name, at)) end
    if name == "dt" then out.dt = x end
  end
  return class.new(out)
end

local function tostring_of(b)
  local list = { ("%s: asked every %s"):format(b.name, b.dt and kit.number(b.dt) .. " s" or "dt") }
  local function add(what, names)
    if #names > 0 then list[#list + 1] = ("  %s: %s"):format(what, table.concat(names, ", ")) end
  end
  local gains = {}
  for k, name in ipairs(b.names) do
    if name ~= "dt" then gains[#gains + 1] = name .. " = " .. kit.number(b.p[k]) end
  end
  add("inputs", b.inputs)
  add("values", gains)
  add("states", b.states)
  for _, line in ipairs(b.lines) do
    local what = line.call or (line.slopes and "slopes by ") or (line.put and "with others for ")
    if what then
      local by = line.by and table.concat(check.words(line.by, "", ""), " ") or ""
      list[#list + 1] = ("  %s: %s"):format(table.concat(check.words(line[1], "", ""), " "),
        what .. by)
    else
      list[#list + 1] = ("  %s = %s"):format(line[1], text_of(line[2], ""))
    end
  end
  if b.programme then list[#list + 1] = "  " .. programme.text(b.programme) end
  for _, name in ipairs(b.outputs) do list[#list + 1] = ("  %s = %s"):format(name, b.u[name]) end
  for _, name in ipairs(b.states) do list[#list + 1] = ("  %s+ = %s"):format(name, b.next[name]) end
  return table.concat(list, "\n")
end

local PI = "local b = li.block{inputs = 'e', outputs = {u = 'kp*e + i'}, states = {i = 0}, next = "
  .. "{i = 'i + ki*dt*e'}, values = {kp = 2, ki = 5}, dt = 0.1} "

class = check.class("block", "A program asked every dt: a controller, an estimator, a filter.", {
  { "block:step([y: any, x: any, t: num]) -> u: vec, x: vec",
    "Its outputs and its states at the next time, of inputs y and states x (those at the start), "
      .. "in order or by name.",
    PI .. "return b:step({e = 1}, {i = 3}) --> [5], [3.5]", step },
  { "block:filter(Y: mat [, x: any]) -> U: mat, x: vec",
    "Asked row by row: inputs of every time in, outputs out; the states behind the last.",
    PI .. "return b:filter(li.mat{{1}, {1}}) --> [2  ]\n[2.5], [1]", filter },
  { "block:with(values: table) -> block",
    "The same with other gains, starts of states, dt.",
    PI .. "return b:with{kp = 3}:step({1}) --> [3], [0.5]", with },
  { "block.__tostring(b: block) -> str", "Its inputs, values, states, outputs.",
    PI .. "return (tostring(b):gsub('\\n.*', '')) --> block: asked every 0.1 s", tostring_of },
})

check.define(li, {
  { "block(spec: table) -> block",
    "A program that li.simulate{controllers = {b}} asks every dt: inputs = \"r q1 q1'\" (signals, "
      .. "or {e = \"other.u\"}), outputs = {u = expression} (for the input or coordinate of that "
      .. "name; to = {u = \"F\"}), states = {i = 0}, next = {i = expression}, values = {kp = 2}, "
      .. "lines = {{\"e\", \"r - q1\"}, ..} (names on the way; {\"tau1 tau2\", call = \"id\", "
      .. "model = arm, q =, v =, a =}: a function of a model), limits = {u = {-1, 1}} (or {min =, "
      .. "max =, rate =, step =}), programme = {unknowns = \"z1 z2\", H =, g =, A =, lower =, "
      .. "upper =, lo =, hi =, M =, r =} (a quadratic programme of expressions, solved before "
      .. "outputs and next, which name unknowns and solved; lines that do: behind), ranges = {kp = "
      .. "{0, 9}} (of sliders in a page), dt, offset, delay, jitter, seed, name. Expressions may "
      .. "name dt and t.",
    PI .. "return #b.states --> 1", block },
})

return { class = class, make = make, text_of = text_of, kernel_of = kernel_of,
  number_of = number_of, sorted_keys = sorted_keys, pairs_of = pairs_of, inputs_of = inputs_of }
