-- simulate.lua - li.simulate: an experiment in one table; what goes on from a run; the plots of one
local li = require "liaison.core"
local check = require "liaison.base.check"
local language = require "liaison.language.language"
local texts = require "liaison.base.texts"
local kit = li._internal

-- the fields that are arguments of their own; all others are options of model:simulate or li.ode
local OWN = { q = true, v = true, t = true, x = true, f = true, model = true, [1] = true }

local function options_of(spec)
  local options = {}
  for key, value in pairs(spec) do
    if not OWN[key] then options[key] = value end
  end
  return options
end

local function check_duration(spec)
  if type(spec.t) == "number" then return end
  for _, key in ipairs { "tf", "T", "duration", "tend", "t_end", "time", "tspan" } do
    if spec[key] ~= nil then
      check.fail("simulate." .. key, "unknown key: t = 10 says how long, in seconds")
    end
  end
  check.fail("simulate.t", "how long is missing: t = 10, in seconds, got %s",
    spec.t == nil and "nothing" or "a " .. type(spec.t))
end

local function simulate_function(spec, f)
  if spec.x == nil then
    check.fail("simulate.x",
      "expected the state at the start: li.simulate{ f = function(t, x, dx) ... end, x = "
      .. "{...}, t = 10 }")
  end
  for _, key in ipairs { "q", "v" } do
    if spec[key] ~= nil then check.fail("simulate." .. key, "the state of a function is x") end
  end
  local options = options_of(spec)
  if options.kernel == f then options.kernel = nil end
  if spec.f then options.model = spec.model end
  return li.ode(f, spec.t, spec.x, options)
end

-- ---- the state by name, beside the options ------------------------------------------------------

-- options that are a number: beside them the same name may be meant for a coordinate
local NUMBERS = {}
for name in ("t dt rtol atol h h_max max_steps max_rows start rate"):gmatch "%S+" do
  NUMBERS[name] = true
end

-- whether the table q or v says where a state of this name begins, or all of them in order
local function tells(spec, name)
  for _, key in ipairs { "q", "v" } do
    local given = spec[key]
    if kit.class(given) then return true end
    if type(given) == "table" and (#given > 0 or given[name] ~= nil) then return true end
  end
  return false
end

-- Numbers of the spec by the names of states: { name = number }. A number under the name of an
-- option that takes none is the state; where both take one, q = {..} has to say what is meant
local function states_beside(spec, names)
  local told = {}
  for _, name in ipairs(names) do
    if type(spec[name]) == "number" then
      if not NUMBERS[name] then told[name] = spec[name]
      elseif not tells(spec, name) then
        check.fail("simulate." .. name, "'%s' is an option, and a state too: say where the state "
          .. "begins, q = {%s = 0} (a speed: v = {%s = 0})", name, name, name)
      end
    end
  end
  return told
end

-- spec.q or spec.v in order or by name, unless its name is that of a state that begins there
local function part_of(spec, key, told)
  if told[key] ~= nil then return {} end
  local given = spec[key] or {}
  if kit.class(given) == nil and type(given) ~= "table" then
    check.fail("simulate." .. key, "expected numbers in order or by name, got %s",
      check.got(given))
  end
  return given
end

-- options without the states that stand among them
local function options_beside(spec, told)
  local options = options_of(spec)
  for name in pairs(told) do options[name] = nil end
  return options
end

-- names of the speeds of a kane, then of its further states
local function speeds_of(k, states)
  local list, more = {}, {}
  for i = 1, k.l do list[i] = tostring(k.alpha[i]) end
  for name in pairs(states or {}) do more[#more + 1] = tostring(name) end
  kit.sort(more)
  for _, name in ipairs(more) do list[#list + 1] = name end
  return list
end

-- the start of a kane, {name = number}, of q and v in order or by name; v may hold the further
-- states too
local function start_of(k, spec)
  local further = type(spec.states) == "table" and spec.states or nil
  local q, v, start, all = texts(k.q), speeds_of(k, further), {}, {}
  for _, list in ipairs { q, v } do for _, name in ipairs(list) do all[#all + 1] = name end end
  local told = states_beside(spec, all)
  for _, part in ipairs { { "q", q }, { "v", v } } do
    local given, list = part_of(spec, part[1], told), part[2]
    if #given > 0 and #given ~= #list and not (part[1] == "v" and #given == k.l) then
      check.fail("simulate." .. part[1], "expected %d numbers, got %d", #list, #given)
    end
    for i = 1, #given do start[list[i]] = given[i] end
    for name, x in pairs(kit.class(given) and {} or given) do
      if type(name) == "string" then start[name] = x end
    end
  end
  for name, x in pairs(told) do start[name] = x end
  return start, options_beside(spec, told)
end

-- further states told with where they begin
local function states_of(states, start)
  local out = {}
  for name, s in pairs(states) do
    out[name] = { rate = s.rate, start = start[tostring(name)] or s.start }
    start[tostring(name)] = nil
  end
  return out
end

local function simulate_kane(k, spec)
  local start, options = start_of(k, spec)
  if type(spec.states) == "table" then options.states = states_of(spec.states, start) end
  return k:simulate(spec.t, start, options)
end

-- of a li.mechanism or li.system: the state by name, also beside the other keys of the spec
local function simulate_described(m, spec)
  local described = require "liaison.constrained.described_motion"
  local names, start = {}, {}
  for name in pairs(described.states(m, spec)) do names[#names + 1] = name end
  kit.sort(names)
  local told = states_beside(spec, names)
  local options = options_beside(spec, told)
  for name, x in pairs(told) do start[name] = x end
  for _, part in ipairs { "q", "v" } do
    local given = part_of(spec, part, told)
    if kit.class(given) or #given > 0 then
      described.in_order(m, spec, part, given, start)
    else
      for name, x in pairs(given) do
        start[part == "v" and not name:find "'" and name .. "'" or name] = x
      end
    end
  end
  return m:simulate(spec.t, start, options)
end

-- a model whose coordinates follow a motion: from where it begins, for as long as it lasts
local function driven(spec)
  local move = spec.drive
  if kit.class(move) ~= "motion" then
    check.fail("simulate.drive", "expected a motion (li.motion{ arm, .. }), got %s",
      check.got(move))
  end
  local out = options_of(spec)
  out.drive, out[1] = nil, move:driven()
  local q, v = move:at(0)
  out.q, out.v, out.t = spec.q or q, spec.v or v, spec.t or move.T
  local model = spec[1] or spec.model
  if kit.class(model) == "model"
    and table.concat(model:coordinates(), " ") ~= table.concat(out[1]:coordinates(), " ") then
    check.fail("simulate.drive", "the motion is one of another model: %s, not %s",
      table.concat(out[1]:coordinates(), " "), table.concat(model:coordinates(), " "))
  end
  return out
end

local function simulate(spec)
  if spec.drive ~= nil then spec = driven(spec) end
  local model = spec[1] or spec.model
  local class = kit.class(model)
  check_duration(spec)
  local named = class == "kane" or class == "mechanism" or class == "system"
  local alone = model == nil and kit.class(spec.kernel) == "kernel" and spec.kernel
  local f = not named and spec.f or class == "kernel" and model or alone
  if f then return simulate_function(spec, f) end
  if class == "mechanism" or class == "system" then return simulate_described(model, spec) end
  if class ~= "model" and not (class and kit.methods(class).simulate) then
    check.fail("simulate",
      "expected a model first: li.simulate{ arm, q = {...}, t = 10 }, or f = function(t, x, dx)")
  end
  if spec.x ~= nil and not (class == "kane" and type(spec.x) == "number") then
    check.fail("simulate.x", "the state of a model is q and v")
  end
  if class == "kane" then return simulate_kane(model, spec) end
  return model:simulate(spec.t, spec.q, spec.v, options_of(spec))
end

-- ---- going on from a run -------------------------------------------------

local function setup_of(run, who)
  local spec = run:setup()
  if spec.t == nil then
    check.fail("run:" .. who,
      "this run does not know its experiment (those of models and of functions do)")
  end
  return spec
end

-- where a run of Kane's equations stood at its end, by name: also of one that was done in other
-- speeds than these
local function end_of_kane(run, k, states)
  local q, v, at = {}, {}, select(3, run:state())
  for _, name in ipairs(texts(k.q)) do q[name] = run:at(name, at) end
  for _, name in ipairs(speeds_of(k, states)) do v[name] = run:at(name, at) end
  return q, v
end

-- all states of a run of a function at its end: q, and v and own states where it moves a model
local function end_of_function(run, n)
  local q, v, at = run:state()
  local x, names = li.zeros(n), run:columns()
  for k = 1, n do
    if k <= #q then x[k] = q[k]
    elseif k <= #q + #v then x[k] = v[k - #q]
    else x[k] = run:at(names[1 + k], at) end
  end
  return x
end

-- the experiment of a run, to begin where it stood at its end
local function setup_at(run, changes, left, who)
  local spec = setup_of(run, who)
  local q, v, at = run:state()
  if spec.f then
    spec.x = end_of_function(run, #spec.x)
  elseif kit.class(spec[1]) == "kane" then
    spec.q, spec.v = end_of_kane(run, spec[1], spec.states)
  else
    spec.q, spec.v = q, v
  end
  spec.start, spec.t, spec.memory = at, left, run:memory()
  for key, value in pairs(changes or {}) do spec[key] = value end
  return spec
end

local function resume(run, t, changes)
  if changes and (changes.q or changes.v or changes.x) then
    check.fail("run:resume", "the state is that of the run's end: li.simulate starts from another")
  end
  return simulate(setup_at(run, changes, t, "resume"))
end

-- what would have been from t on: the run up to t again, then with the changes
local function fork(run, t, changes)
  local spec, _, _, at = setup_of(run, "fork"), run:state()
  local start = spec.start or 0
  if type(spec.t) ~= "number" then
    check.fail("run:fork", "what this run was begun with is not known: it cannot be begun again")
  end
  if (t - start) * (t - at) > 0 then
    check.fail("run:fork", "t = %s is not within the run, %s to %s", kit.number(t),
      kit.number(start), kit.number(at))
  end
  local rest = (spec.t and start + spec.t or at) - t
  spec.t = t - start
  local before, message, code, so_far = simulate(spec)
  if not before then return nil, message, code, so_far end
  return simulate(setup_at(before, changes, changes and changes.t or rest, "fork"))
end

-- ---- derived columns -----------------------------------------------------

local names = { sin = math.sin, cos = math.cos, tan = math.tan, asin = math.asin, acos = math.acos,
  atan = math.atan, exp = math.exp,
  log = math.log, sqrt = math.sqrt, abs = math.abs, min = math.min, max = math.max,
    floor = math.floor, pi = math.pi, deg = li.deg }

-- "q1' - q2" in columns: every column's name is made one a Lua expression can hold
local function compile(run, text)
  local values, ids = {}, {}
  for k, name in ipairs(run:columns()) do
    if name:match "^[%a_][%w_]*'*$" then ids[name] = "c" .. k end
    values[name] = run:column(name)
  end
  local used = {}
  -- a name starts no number: 1e-12 has none
  local code = text:gsub("%f[%w_%.][%a_][%w_]*'*", function(name)
    if ids[name] then used[ids[name]] = values[name] return ids[name] end
    if names[name] == nil then
      local known = {}
      for id in pairs(ids) do known[id] = true end
      for id in pairs(names) do known[id] = true end
      local near = kit.nearest(name, known)
      check.fail("run:derive", "no column or function '%s'%s", name,
        near and (" (did you mean '" .. near .. "'?)") or "")
    end
    return name
  end)
  local env = setmetatable({}, { __index = names })
  local loaded, why
  if setfenv then -- Lua 5.1, LuaJIT
    loaded, why = loadstring("return " .. code, "=" .. text)
    if loaded then setfenv(loaded, env) end
  else
    loaded, why = load("return " .. code, "=" .. text, "t", env)
  end
  if not loaded then check.fail("run:derive", "%s", tostring(why)) end
  return function(i)
    for id, column in pairs(used) do env[id] = column[i] end
    return loaded()
  end
end

local function derive(run, name, how, unit)
  local row
  if type(how) == "string" then
    row = compile(run, how)
  else
    local all, columns = {}, run:columns()
    for _, c in ipairs(columns) do all[c] = run:column(c) end
    local r = {}
    row = function(i)
      for _, c in ipairs(columns) do r[c] = all[c][i] end
      local ok, x = pcall(how, r)
      if not ok and type(x) == "string" and not x:find "^[^:]+:%d+:" then
        check.fail("run:derive", "row %d: %s", i, x)
      end
      if not ok then error(x, 0) end
      return x
    end
  end
  local values = {}
  for i = 1, #run do
    local x = row(i)
    if type(x) ~= "number" then
      check.fail("run:derive", "row %d gave %s, expected a number", i, type(x))
    end
    values[i] = x
  end
  return run:add(name, li.vec(values), unit)
end

-- ---- pictures ------------------------------------------------------------

-- what the default picture shows: coordinates, rates, energies, each where there are some
local function groups(run)
  local q, v, e = {}, {}, {}
  local known = { T = true, V = true, E = true }
  for _, name in ipairs(run:columns()) do
    if known[name] then
      e[#e + 1] = name
    elseif name:sub(-1) == "'" then
      v[#v + 1] = name
    elseif name ~= "t" then
      q[#q + 1] = name
    end
  end
  local out = {}
  for _, g in ipairs { { q, #v > 0 and "coordinates" or "states" }, { v, "rates" },
    { e, "energy (J)" } } do
    if #g[1] > 0 then out[#out + 1] = g end
  end
  return out
end

-- the unit that columns share: "(J)"
local function unit_of(run, columns)
  local unit = columns[1] and run:unit(columns[1]) or ""
  for _, name in ipairs(columns) do if run:unit(name) ~= unit then return nil end end
  return unit ~= "" and "(" .. unit .. ")" or nil
end

-- a column over another, smooth where the run knows more than its rows: both read at the same times
local function smooth(run, name, over)
  local time, y = run:curve(name)
  if over == "t" then return time, y end
  local other, x = run:curve(over)
  if #other == #time then return x, y end
  return run:column(over), run:column(name)
end

local function panel(run, columns, label, last, over)
  local x, y = {}, {}
  for k, name in ipairs(columns) do x[k], y[k] = smooth(run, name, over or "t") end
  local unit = unit_of(run, columns)
  label = label and unit and not label:find "%(" and label .. " " .. unit or label or unit
  return li.plot { x = x, y = y, label = columns, ylabel = label,
    xlabel = last and (over or language.label "time (s)") or nil, height = last and 260 or 230 }
end

local function picture(run, columns, over)
  if columns and #columns == 0 then check.fail("run:plot", "no column named: { 'q1', ... }") end
  if columns then return panel(run, columns, nil, true, over) end
  local panels, list = {}, groups(run)
  for k, g in ipairs(list) do
    panels[k] = panel(run, g[1], language.label(g[2]), k == #list, over)
  end
  return li.plot.stack((table.unpack or unpack)(panels))
end

-- one column over another, where it began marked
local function phase(run, x, y)
  local a, b = smooth(run, y, x)
  local least, largest = run:summary(x)
  local margin = 0.04 * (largest - least)
  return li.plot { xlim = margin > 0 and { least - margin, largest + margin } or nil, xlabel = x,
    ylabel = y, legend = false, { x = a, y = b },
    { x = { a[1] }, y = { b[1] }, kind = "scatter", size = 4 } }
end

local RUN = "li.simulate{ li.planar{1}, q = {0.5}, t = 1 }"

for _, row in ipairs {
  { "run:resume(t: num [, changes: table]) -> run",
    "Go on for a time t from where it ended (the last good state of one that failed or was "
    .. "stopped): the same experiment, with options changed.",
    "select(3, " .. RUN .. ":resume(0.5):state()) --> 1.5", resume },
  { "run:fork(t: num [, changes: table]) -> run",
    "What would have been from time t on with options changed: input, forces, method, t (how "
    .. "long) ...",
    "select(3, " .. RUN
    .. ":fork(0.5, { forces = { { 'damper', joint = 'q1', damping = 1 } } }):state()) --> 1",
    fork },
  { "run:derive(name: str, how: str|fn [, unit: str]) -> run",
    "One column more: an expression in the others (q1' is the rate of q1; sin, sqrt, pi ... "
    .. "are known), or a function of a row.",
    "local r = " .. RUN .. ":derive('speed', \"abs(q1')\"); return r.speed[1] --> 0", derive },
  { "run:plot([file: path, columns: table, over: str]) -> plot|bool",
    "The run as a figure: coordinates, rates and energies over time, or the columns named; "
    .. "over: another column than t; saved as SVG where a file is given.",
    "#" .. RUN .. ":plot():svg() > 3000 --> true",
    function(run, file, columns, over)
      local p = picture(run, columns, over)
      if file then return p:save(file) end
      return p
    end },
  { "run:phase(x: str, y: str) -> plot",
    "One column over another: the phase plane of q1 and q1'; the dot is the start.",
    "#" .. RUN .. ":phase('q1', \"q1'\"):svg() > 1000 --> true", phase },
} do kit.define(kit.methods "run", row) end

check.define(li, {
  { "simulate(spec: table) -> run",
    "Let a model move: li.simulate{ model, q =, v =, t = seconds } and any option of "
    .. "model:simulate (dt, rtol, method, input, forces, controllers, events ...); " ..
    "tau = { q1 = \"-20*q1 - 5*q1'\" }: forces as expressions in coordinates, rates and t, "
    .. "which a living page computes too; " ..
    "or x' = f(t, x, dx), a function or a kernel: li.simulate{ f =, x =, t = } with options of "
    .. "li.ode.",
    "li.simulate{ li.planar{1}, q = {0.5}, t = 1 }:info().t --> 1", simulate },
  { "plot_run(run: run [, names: table]) -> plot",
    "A run as a figure: coordinates, rates and energies over time, or the columns named.",
    "#li.plot_run(li.simulate{ li.planar{1}, q = {0.5}, t = 1 }):svg() > 3000 --> true", picture },
})
