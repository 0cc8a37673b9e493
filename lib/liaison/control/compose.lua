-- compose.lua - li.compose: several blocks wired by names into one, which runs and ships as one
--
-- All parts are asked in the order in which their outputs need each other; their states go on when
-- all have given theirs, as beside a run. A part that is slower than the fastest counts: it is
-- asked at every n-th step, and its outputs are held in between.
local li = require "liaison.core"
local check = require "liaison.base.check"
local blocks = require "liaison.control.block"
local programme = require "liaison.control.block_programme"
local kit = li._internal

local code = kit.sampled

-- ---- parts --------------------------------------------------------------------------------------

local part_fields = { name = "str?", dt = { "num?", above = 0 }, delay = { "num?", min = 0 },
  jitter = { "num?", min = 0 }, offset = { "num?", min = 0 }, values = "table?" }

-- what is late, early or shaken is no matter of one program
local function refuse_times(part, o, path)
  for _, key in ipairs { "delay", "jitter", "offset" } do
    if (o[key] or part.block[key]) > 0 then
      check.fail(path, "'%s' has a %s: inside one program nothing is late: {block, %s = 0}, and "
        .. "give it to the whole", part.name, key, key)
    end
  end
end

local function part_of(entry, k)
  local path = ("[%d]"):format(k)
  local given = kit.class(entry) and { entry } or entry
  if type(given) ~= "table" or kit.class(given[1]) ~= "block" then
    check.fail(path, "expected a block, or {block, name = ..}, got %s",
      check.got(type(given) == "table" and given[1] or entry))
  end
  local plain = {}
  for key, x in pairs(given) do if key ~= 1 then plain[key] = x end end
  local o = check.fields(plain, path, part_fields)
  local b = given[1]
  if o.values then b = b:with(o.values) end
  if o.dt then b = b:with { dt = o.dt } end
  local part = { block = b, name = o.name or b.name, k = k }
  if not part.name:find "^[%a_][%w_]*$" then
    check.fail(path .. ".name", "expected letters, digits, _, got '%s': {block, name = ..}",
      part.name)
  end
  refuse_times(part, o, path)
  return part
end

local function parts_of(list)
  local parts, by_name = {}, {}
  for k, entry in ipairs(list) do
    local part = part_of(entry, k)
    if by_name[part.name] then
      check.fail(("[%d]"):format(k), "there are two parts '%s': {block, name = ..}", part.name)
    end
    parts[k], by_name[part.name] = part, part
  end
  if #parts == 0 then check.fail("", "expected blocks") end
  return parts, by_name
end

-- ---- times --------------------------------------------------------------------------------------

-- the period of the whole, and of each part how many of it are one of its own
local function periods(parts)
  local least
  for _, part in ipairs(parts) do
    local dt = part.block.dt
    programme.refuse(part.block, part.name, "cannot be part of another block")
    if dt == 0 then
      check.fail(part.name, "it is asked all the time (dt = 0): give it the time of the others")
    end
    if dt and (not least or dt < least) then least = dt end
  end
  for _, part in ipairs(parts) do
    local ratio = part.block.dt and part.block.dt / least or 1
    part.every = math.floor(ratio + 0.5)
    if math.abs(ratio - part.every) > 1e-9 * ratio then
      check.fail(part.name, "its dt, %s, is no multiple of the shortest, %s",
        kit.number(part.block.dt), kit.number(least))
    end
  end
  return least or false
end

-- ---- wires --------------------------------------------------------------------------------------

local function output_of(part, name)
  for k, output in ipairs(part.block.outputs) do if output == name then return k end end
end

-- "est.x_hat" -> the part and the number of the output; nil: there is none
local function found(by_name, text)
  local part, name = text:match "^([%w_]+)%.(.+)$"
  part = part and by_name[part]
  local k = part and output_of(part, name)
  if k then return { part = part, k = k, name = name } end
end

-- an output of another part that is called so
local function found_by_output(parts, mine, name)
  local from
  for _, part in ipairs(parts) do
    local k = part ~= mine and output_of(part, name)
    if k and from then
      check.fail(mine.name .. "." .. name, "both '%s' and '%s' give it: wires = {[\"%s.%s\"] = "
        .. "\"%s.%s\"}", from.part.name, part.name, mine.name, name, part.name, name)
    end
    if k then from = { part = part, k = k, name = name } end
  end
  return from
end

local function told_wire(by_name, key, to)
  if to == false then return false end
  local from = type(to) == "string" and found(by_name, to)
  if type(to) == "string" and not from and to:find("^[%w_]+%.") and by_name[to:match "^[%w_]+"] then
    check.fail("wires." .. key, "there is no output '%s'", to)
  end
  if type(to) ~= "string" then
    check.fail("wires." .. key, "expected \"part.output\", a signal or false, got %s",
      check.got(to))
  end
  return from or to
end

local function check_wires(by_name, wires)
  for _, key in ipairs(blocks.sorted_keys(wires, "wires")) do
    local part, input = key:match "^([%w_]+)%.(.+)$"
    part = part and by_name[part]
    local ok = false
    for _, name in ipairs(part and part.block.inputs or {}) do ok = ok or name == input end
    if not ok then check.fail("wires", "there is no input '%s' (\"part.input\")", key) end
  end
end

-- of every input: the output it is, or the signal of the outside
local function wire(parts, by_name, wires)
  check_wires(by_name, wires)
  for _, part in ipairs(parts) do
    part.wire = {}
    for k, input in ipairs(part.block.inputs) do
      local key, signal = part.name .. "." .. input, part.block.from[input]
      local told = wires[key] ~= nil and told_wire(by_name, key, wires[key])
      if type(told) == "string" then signal, told = told, false
      elseif wires[key] == nil then
        told = found(by_name, signal) or found_by_output(parts, part, signal)
      end
      part.wire[k] = told or signal
      if told then
        told.part.taken = told.part.taken or {}
        told.part.taken[told.name] = true
      end
    end
  end
end

-- inputs of the whole: one for every signal, but for what is drawn
local function inputs_of(parts)
  local names, from, of = {}, {}, {}
  for _, part in ipairs(parts) do
    part.y = {}
    for k, signal in ipairs(part.wire) do
      if type(signal) == "string" then
        local drawn = signal:find "^random%."
        local name = drawn and part.name .. "_" .. part.block.inputs[k]
          or signal:gsub("[^%w_']", "_")
        if drawn or not of[signal] then
          names[#names + 1], from[name] = name, signal
          of[signal] = name
        end
        part.y[k] = drawn and name or of[signal]
      end
    end
  end
  return names, from
end

-- ---- one program --------------------------------------------------------------------------------

-- the line of an output: an output may have the name of a state or value of its part
local function line_of(part, output)
  local line = part.name .. "_" .. output
  for _, list in ipairs { part.x, part.p } do
    for _, name in ipairs(list) do if name == line then return line .. "_given" end end
  end
  return line
end

-- a state or line beside an output, which may be called as a rate
local function beside(name, what) return name:gsub("'", "p") .. what end

local function slow_states(b, part, add)
  add(part.name .. "_tick", 0)
  for _, output in ipairs(b.outputs) do add(beside(line_of(part, output), "_held"), 0) end
end

-- states and values of all, with the name of the part before them; dt of the fastest is the whole's
local function gather(parts, whole)
  for _, part in ipairs(parts) do
    local b = part.block
    part.x, part.p = {}, {}
    local function add(name, start)
      whole.states[#whole.states + 1], whole.start[#whole.start + 1] = name, start
    end
    for k, name in ipairs(b.states) do
      part.x[k] = part.name .. "_" .. name
      add(part.x[k], b.start[k])
    end
    for k, name in ipairs(b.names) do
      part.p[k] = name == "dt" and part.every == 1 and "dt" or part.name .. "_" .. name
      if part.p[k] ~= "dt" then
        whole.names[#whole.names + 1], whole.p[#whole.p + 1] = part.p[k], b.p[k]
      end
    end
    if part.every > 1 then slow_states(b, part, add) end
  end
  whole.names[#whole.names + 1], whole.p[#whole.p + 1] = "dt", whole.dt or 0
end

local function done(ok, why) if not ok then check.fail("compose", "%s", why) end end

-- what stands for its states, inputs and values; inputs that need not be known yet: 0
local function images(part, passes)
  local out = {}
  for _, name in ipairs(part.x) do out[#out + 1] = name end
  for k, from in ipairs(part.wire) do
    local known = not passes or passes[k]
    if type(from) == "string" then out[#out + 1] = part.y[k]
    else out[#out + 1] = known and line_of(from.part, from.name) or "0" end
  end
  for _, name in ipairs(part.p) do out[#out + 1] = name end
  return out
end

local function loop_text(path, part, k)
  local key, list = part.name .. "." .. part.block.outputs[k], {}
  local at
  for i, name in ipairs(path) do
    at = at or name == key and i
    if at then list[#list + 1] = name end
  end
  list[#list + 1] = key
  return table.concat(list, " -> ")
end

-- output k of the part as a line, behind those it needs at once
local function ask(c, part, k, path)
  part.state = part.state or {}
  if part.state[k] == 2 then return end
  if part.state[k] == 1 then
    check.fail("compose", "an algebraic loop: %s: give one of them a state",
      loop_text(path, part, k))
  end
  part.state[k] = 1
  local name = part.block.outputs[k]
  path[#path + 1] = part.name .. "." .. name
  part.passes = part.passes or code.passes(part.block.code)
  local passes = {}
  for _, j in ipairs(part.passes[k]) do
    passes[j] = true
    local from = part.wire[j]
    if type(from) == "table" then ask(c, from.part, from.k, path) end
  end
  path[#path] = nil
  local line = line_of(part, name)
  local now = part.every > 1 and beside(line, "_now") or line
  done(code.join(c, part.block.code, k, images(part, passes), { now }))
  if part.every > 1 then
    done(code.line(c, line, ("piecewise(%s_tick < 1/2, %s, %s)"):format(part.name, now,
      beside(line, "_held"))))
  end
  part.state[k] = 2
end

-- what the states of a part become: of a slow one when it is asked only
local function go_on(c, part, next_texts)
  local names = {}
  for k, name in ipairs(part.x) do names[k] = beside(name, "_next") end
  done(code.join(c, part.block.code, 0, images(part), names))
  for k, name in ipairs(part.x) do
    next_texts[name] = part.every == 1 and names[k]
      or ("piecewise(%s_tick < 1/2, %s, %s)"):format(part.name, names[k], name)
  end
  if part.every == 1 then return end
  local tick = part.name .. "_tick"
  next_texts[tick] = ("piecewise(%s + 3/2 < %d, %s + 1, 0)"):format(tick, part.every, tick)
  for _, output in ipairs(part.block.outputs) do
    local line = line_of(part, output)
    next_texts[beside(line, "_held")] = line
  end
end

-- ---- outputs ------------------------------------------------------------------------------------

-- what nobody inside takes, under its own name where that is one's alone
local function left_outputs(parts)
  local count, list = {}, {}
  for _, part in ipairs(parts) do
    for k, name in ipairs(part.block.outputs) do
      if not (part.taken and part.taken[name]) then
        count[name] = (count[name] or 0) + 1
        list[#list + 1] = { part = part, k = k, name = name }
      end
    end
  end
  for _, e in ipairs(list) do
    e.called = count[e.name] == 1 and e.name or e.part.name .. "_" .. e.name
  end
  return list
end

local function chosen_outputs(by_name, given)
  local list = {}
  local function add(called, text)
    local e = found(by_name, text)
    if not e then check.fail("outputs", "there is no output '%s' (\"part.output\")", text) end
    e.called = called or e.name
    list[#list + 1] = e
  end
  if type(given) == "table" and #given == 0 then
    for _, called in ipairs(blocks.sorted_keys(given, "outputs")) do
      add(called, tostring(given[called]))
    end
    return list
  end
  for _, text in ipairs(check.words(given, "outputs", "\"pid.u\"")) do add(nil, text) end
  return list
end

local function add_outputs(whole, list)
  if #list == 0 then
    check.fail("outputs", "all outputs are taken inside: outputs = \"part.output\"")
  end
  for k, e in ipairs(list) do
    local b = e.part.block
    if whole.u[e.called] then check.fail("outputs", "two are called '%s'", e.called) end
    whole.outputs[k], whole.u[e.called] = e.called, e.part.name .. "." .. e.name
    whole.to[e.called], whole.told[e.called] = b.to[e.name], b.told[e.name]
    if whole.to[e.called] == e.name then whole.to[e.called] = e.called end
    whole.limited[e.called] = b.limited[e.name]
  end
end

local function add_targets(whole, to)
  for _, name in ipairs(blocks.sorted_keys(to or {}, "to")) do
    if not whole.u[name] then
      check.fail("to", "there is no output '%s'%s", name, check.hint(name, whole.u))
    end
    whole.to[name], whole.told[name] = to[name], type(to[name]) == "string"
  end
end

-- ---- all of it ----------------------------------------------------------------------------------

-- outputs of all parts as lines, and their states at the next time
local function lines_of(parts, whole)
  local c, why = code.new(whole.states, whole.inputs, whole.names)
  done(c, why)
  for _, part in ipairs(parts) do
    for k = 1, #part.block.outputs do ask(c, part, k, {}) end
  end
  for _, part in ipairs(parts) do go_on(c, part, whole.next) end
  return c
end

local function finish(c, whole, list)
  local u, at_u, x, at_x = {}, {}, {}, {}
  for k, e in ipairs(list) do
    u[k], at_u[k] = line_of(e.part, e.name), "outputs." .. e.called
  end
  for k, name in ipairs(whole.states) do x[k], at_x[k] = whole.next[name], "next." .. name end
  done(code.finish(c, u, at_u, x, at_x))
end

local fields = { name = "str?", wires = "table?", outputs = "any?", to = "table?",
  delay = { "num", default = 0, min = 0 }, jitter = { "num", default = 0, min = 0 },
  offset = { "num", default = 0, min = 0 }, seed = "num?" }

local function compose(spec)
  local plain = {}
  for key, x in pairs(spec) do if type(key) ~= "number" then plain[key] = x end end
  local o = check.fields(plain, "", fields)
  local parts, by_name = parts_of(spec)
  local whole = { name = o.name or "composed", lines = {}, states = {}, start = {}, next = {},
    names = {}, p = {}, behind = {}, programme = false, outputs = {}, u = {}, limited = {},
    to = {}, told = {}, delay = o.delay, jitter = o.jitter, offset = o.offset,
    seed = o.seed or false, dt = periods(parts) }
  wire(parts, by_name, o.wires or {})
  whole.inputs, whole.from = inputs_of(parts)
  gather(parts, whole)
  whole.code = lines_of(parts, whole)
  local list = o.outputs and chosen_outputs(by_name, o.outputs) or left_outputs(parts)
  add_outputs(whole, list)
  add_targets(whole, o.to)
  finish(whole.code, whole, list)
  return blocks.class.new(whole)
end

check.define(li, {
  { "compose(spec: table) -> block",
    "Several blocks wired into one, which runs and ships as one: {est, gain, {pid, name = "
      .. "'inner'}, name =, wires = {[\"inner.r\"] = \"gain.want\"}, "
      .. "outputs = \"inner.u\", to =, delay =}. "
      .. "An input is the output of that name of another part, or what its source names "
      .. "(est.x_hat); wires says otherwise, false: from outside. States and values are called "
      .. "part_name. A part of n times the shortest dt is asked at every n-th step. Outputs: those "
      .. "that no part takes. An algebraic loop is an error that names it.",
    "local outer = li.block{name = 'outer', inputs = 'r x', outputs = {want = '2*(r - x)'}} "
      .. "local inner = li.block{name = 'inner', inputs = 'want v', "
      .. "outputs = {u = '5*(want - v)'}} "
      .. "return li.compose{inner, outer}:step{r = 1, x = 0.5, v = 0}[1] --> 5", compose },
})
