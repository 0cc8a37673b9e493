-- plans.lua - what li.simulate does with controllers, sensors and references: tables for the engine
-- (bindings/sim/lcontrol.c, lsignals.c)
local li = require "liaison.core"
local check = require "liaison.base.check"
local blocks = require "liaison.control.block"
local programme = require "liaison.control.block_programme"
local sensing = require "liaison.control.sensing"
local kit = li._internal

local code = kit.sampled

-- ---- blocks -------------------------------------------------------------------------------------

-- fields of {block, dt = .., ..} that take the place of the block's own
local OWN = { dt = true, offset = true, delay = true, jitter = true, seed = true, name = true,
  from = true, to = true, values = true, start = true, kernel = true, sil = true }

-- fields of {system, dt = .., ..} that make a block of what is none yet
local MADE = { limits = true, method = true }

local function list_of(names, map)
  local out = {}
  for k, name in ipairs(names) do out[k] = map[name] end
  return out
end

-- how often it is asked, in what; dt stands among its values too
local function times_of(b, entry, path)
  local dt = entry.dt or b.dt
  if not dt then
    check.fail(path .. ".dt", "expected the time between two asks, in seconds (0: all the time)")
  end
  if type(dt) ~= "number" or not (dt >= 0) then
    check.fail(path .. ".dt", "expected seconds, got %s", check.got(dt))
  end
  if dt == 0 and #b.states > 0 then
    check.fail(path .. ".dt", "'%s' keeps states from one time to the next: give dt, how often it "
      .. "is asked", b.name)
  end
  if dt == 0 and ((entry.delay or b.delay) > 0 or (entry.jitter or b.jitter) > 0) then
    check.fail(path .. ".delay", "what is asked all the time is never late: give dt")
  end
  return dt
end

local function renamed(map, given, path, what)
  if given == nil then return map, {} end
  local out, told = {}, {}
  for name, x in pairs(map) do out[name] = x end
  for name, x in pairs(given) do
    if map[name] == nil then
      check.fail(path, "there is no %s '%s'%s", what, tostring(name), check.hint(name, map))
    end
    out[name], told[name] = x, true
  end
  return out, told
end

local function compiled(b) return require("liaison.control.ship").compiled(b) end

-- the C that is shipped, in the place of the engine's program: the kernel, and what the run says
local function software_in_the_loop(b, path)
  local kernel, why = compiled(b)
  if not kernel then error({ path = path .. ".sil", why = why }, 0) end
  return kernel, ("'%s' ran as the C that block:c writes, compiled"):format(b.name)
end

-- that C too where it pays or is asked for: the tape gives the same bits
local MOST_OF_A_TAPE = 300
local function kernel_of(b, wanted)
  local tape = blocks.kernel_of(b)
  local count = tape.count
  if not count then return tape end
  local operations = count.mul + count.add + count.div + count.fun
  if wanted == false or wanted == nil and operations < MOST_OF_A_TAPE then return tape end
  local kernel = compiled(b)
  if not kernel then return tape end
  return kernel, ("'%s' ran compiled (%d operations)"):format(b.name, operations)
end

local function plan_of(b, entry, path, sil)
  for key in pairs(entry) do
    if MADE[key] and kit.class(entry[1]) == "block" then
      check.fail(path .. "." .. key, "a block has its own: li.block{%s = ..}", key)
    end
    if key ~= 1 and not OWN[key] and not MADE[key] then
      check.fail(path, "unknown key '%s'%s", tostring(key), check.hint(key, OWN))
    end
  end
  local dt = times_of(b, entry, path)
  local values = { dt = dt }
  for _, list in ipairs { entry.values or {}, entry.start or {} } do
    for name, x in pairs(list) do values[name] = x end
  end
  for _, name in ipairs(b.inputs) do if name == "dt" then values.dt = nil end end
  local at = b:with(values)
  local from = renamed(b.from, entry.from, path .. ".from", "input")
  local to, told = renamed(b.to, entry.to, path .. ".to", "output")
  for name in pairs(b.to) do told[name] = told[name] or b.told[name] end
  local kernel, says
  if entry.sil ~= nil then sil = entry.sil end
  if sil then kernel, says = software_in_the_loop(b, path)
  else kernel, says = kernel_of(b, entry.kernel) end
  return { block = at, name = entry.name or b.name, kernel = kernel, says = says, x = at.start,
    p = at.p, from = list_of(b.inputs, from), outputs = b.outputs, to = list_of(b.outputs, to),
    told = list_of(b.outputs, told), dt = dt, always = dt == 0, offset = entry.offset or b.offset,
    delay = entry.delay or b.delay, jitter = entry.jitter or b.jitter,
    seed = entry.seed or b.seed or nil, passes = programme.passes(b) }
end

-- the block an entry means: itself, or what makes one of itself (a linear system, a gain)
local function block_of(x, entry, path)
  local class = kit.class(x)
  if class == "block" then return x end
  local methods = class and (check.classes[class] or kit.methods(class))
  local make = methods and rawget(methods, "block")
  local options = { dt = entry.dt, limits = entry.limits, method = entry.method }
  if make then return make(x, options) end
  check.fail(path, "expected {f = function, dt = seconds} or a block, got %s", check.got(x))
end

local function plans_of_controllers(list, sil, out)
  for k, entry in ipairs(list or {}) do
    local path = ("controllers[%d]"):format(k)
    local given = kit.class(entry) and { entry } or entry
    if type(given) ~= "table" then
      check.fail(path, "expected {f = function, dt = seconds} or a block, got %s",
        check.got(entry))
    end
    if given[1] ~= nil then
      out[#out + 1] = plan_of(block_of(given[1], given, path), given, path, sil)
    elseif sil then
      check.fail(path, "a Lua function cannot be compiled (sil): write it as li.block{..}, in "
        .. "expressions")
    else
      out[#out + 1] = given
    end
  end
end

-- ---- sensors ------------------------------------------------------------------------------------

local sensor_fields = { rate = { "num?", above = 0 }, dt = { "num?", above = 0 },
  delay = { "num?", min = 0 }, offset = { "num?", min = 0 }, jitter = { "num?", min = 0 },
  seed = "num?" }
for key, rule in pairs(sensing.fields) do sensor_fields[key] = rule end

-- seeds of sensors that are not given one: each its own
local function sensor_block(name, o, k, path)
  local spec = { name = "measured", inputs = { s = name }, dt = sensing.time_of(o, path),
    delay = o.delay, offset = o.offset, jitter = o.jitter, seed = o.seed or 1000 + k,
    outputs = {}, states = {}, next = {}, lines = {}, values = {}, limits = {} }
  spec.outputs[1] = { name, sensing.measured(spec, "s", o, path, "") }
  return blocks.make(spec)
end

-- blocks that measure several signals at once (li.imu) stand in the list part: the rest, by name
local function add_sensor_blocks(sensors, out)
  local rest = {}
  for key, x in pairs(sensors) do
    if type(key) ~= "number" then rest[key] = x end
  end
  for k, x in ipairs(sensors) do
    local path = ("sensors[%d]"):format(k)
    local entry = kit.class(x) and { x } or x
    if type(entry) ~= "table" or kit.class(entry[1]) ~= "block" then
      check.fail(path, "expected a block, li.imu{..}, got %s", check.got(x))
    end
    local plan = plan_of(entry[1], entry, path)
    plan.seed = plan.seed or 2000 + k
    plan.sensor = true
    out[#out + 1] = plan
  end
  return rest
end

local function plans_of_sensors(sensors, out)
  if sensors == nil then return end
  if type(sensors) ~= "table" then
    check.fail("sensors", "expected sensors by what they measure, {q1 = {rate = 1000, noise = "
      .. "1e-3}}, got %s", check.got(sensors))
  end
  local by_name = add_sensor_blocks(sensors, out)
  for k, name in ipairs(blocks.sorted_keys(by_name, "sensors")) do
    local path = "sensors." .. name
    local b = sensor_block(name, check.fields(by_name[name], path, sensor_fields), k, path)
    local plan = plan_of(b, {}, path)
    plan.sensor = true
    out[#out + 1] = plan
  end
end

-- the plans; nil, where and why where what is asked for cannot be compiled
function code.plans(sensors, controllers, sil)
  local out = {}
  if sil ~= nil and type(sil) ~= "boolean" then
    check.fail("sil", "expected true or false, got %s", check.got(sil))
  end
  plans_of_sensors(sensors, out)
  local ok, failed = pcall(plans_of_controllers, controllers, sil, out)
  if ok then return out end
  if type(failed) ~= "table" or not failed.why then error(failed, 0) end
  return nil, failed.path, failed.why
end

-- ---- references ---------------------------------------------------------------------------------

-- a motion as references q1_d, q1_d', q1_d'' of its axes; what each is: {motion, axis, order}
local function add_motion(motion, names, functions, motions)
  for order, mark in ipairs { "", "'", "''" } do
    for k, axis in ipairs(motion.names) do
      names[#names + 1] = axis .. "_d" .. mark
      motions[#names] = { motion, k, order }
      functions[#names] = function(t)
        local at = math.min(math.max(t, motion.first), motion.last)
        local inside = at == t or order == 1
        local x = select(order, motion:at(at))[k]
        return inside and x or 0
      end
    end
  end
end

local function add_reference(name, x, names, functions, laws)
  names[#names + 1] = name
  if type(x) == "function" then
    functions[#names], laws[#names] = x, "0"
  else
    functions[#names] = false
    laws[#names] = blocks.text_of(x, "references." .. name)
  end
end

-- {r = number, expression of t, function(t)}, motions among them: names, a program of the laws, and
-- functions
function code.references(given)
  if kit.class(given) == "motion" then given = { given } end
  if type(given) ~= "table" then
    check.fail("references", "expected references by name, {r = \"sin(t)\"}, or a motion, got %s",
      check.got(given))
  end
  local names, functions, laws, motions = {}, {}, {}, {}
  for k, motion in ipairs(given) do
    if kit.class(motion) ~= "motion" then
      check.fail(("references[%d]"):format(k), "expected a motion, got %s", check.got(motion))
    end
    add_motion(motion, names, functions, motions)
  end
  for k = 1, #names do laws[k] = "0" end
  local plain = {}
  for name, x in pairs(given) do if type(name) ~= "number" then plain[name] = x end end
  for _, name in ipairs(blocks.sorted_keys(plain, "references")) do
    add_reference(name, plain[name], names, functions, laws)
  end
  local outputs, where = {}, {}
  for k, name in ipairs(names) do
    outputs[k], where["reference" .. k] = { "reference" .. k, laws[k] }, "references." .. name
  end
  local b = #names > 0 and blocks.make { name = "references", outputs = outputs, where = where }
  return { names = names, functions = functions, motions = motions, laws = laws, block = b or nil,
    kernel = b and blocks.kernel_of(b, { tape = true }) or nil }
end
