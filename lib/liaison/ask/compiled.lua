-- compiled.lua - model:compile: x' = f(t, x, u) of a model with all that acts on it, outputs and
-- constraints, as one kernel
local li = require "liaison.core"
local check = require "liaison.base.check"
local spread = require("liaison.base.lists").spread
local kit = li._internal

local KINDS = { dynamics = true, outputs = true, constraints = true, jacobians = true }

-- names of the inputs of the description, then of the rates of those that drive constraints
local function names_of_inputs(m)
  local list, driven, rates = {}, kit.acting.driven(m), {}
  for k, u in ipairs(m:description().inputs or {}) do
    list[k] = u.name
    if driven[u.name] then rates[#rates + 1], rates[#rates + 2] = u.name .. "'", u.name .. "''" end
  end
  for _, name in ipairs(rates) do list[#list + 1] = name end
  return list
end

-- numbers and names of the inputs asked for: those of the description, else motors, by coordinate
local function inputs_of(m, asked)
  local index, known, motors, list = {}, names_of_inputs(m), {}, {}
  for k, speed in ipairs(m:speeds()) do
    motors[k] = speed:gsub("'$", "")
    index[motors[k]] = k
  end
  for k, name in ipairs(known) do index[name] = #motors + k end
  local names = asked == nil and (#known > 0 and known or motors)
    or check.words(asked, "inputs", "\"F delta\"")
  for k, name in ipairs(names) do
    list[k] = index[name]
      or check.fail("inputs", "no coordinate or input '%s'%s", name, check.hint(name, index))
  end
  return list, names
end

-- the rows that follow from others at q, by name
local function following(m, q)
  local set = {}
  for _, row in ipairs(m:mobility(q).redundant_here) do set[row] = true end
  return set
end

-- the same with numbers, and a place of it: open names as a mechanism of this kind may have them,
-- or all 1 where these do not fit together
local function put_together(m, at)
  local names = m:symbols()
  if #names == 0 then
    local q, why, code = m:assemble(at or m:home(), { t = 0 })
    return q and m, q or why, code
  end
  for _, width in ipairs { 0.3, 0 } do
    local values = {}
    for k, name in ipairs(names) do values[tostring(name)] = 1 + width * spread(k) end
    local fits, one = pcall(m.with, m, values)
    local q = fits and one:assemble(at or one:home(), { t = 0 })
    if q then return one, q end
  end
end

-- other places of the mechanism, as far from q as it lets itself be moved at once
local function places_near(m, q)
  local list = {}
  for try = 1, 6 do
    local moved = li.vec(q)
    for k = 1, #q do moved[k] = q[k] + 0.4 * 0.6 ^ try * spread(7 * try + k) end
    list[#list + 1] = m:assemble(moved, { t = 0 })
  end
  return list
end

-- Rows that follow from others at home and at every place near it: the kernel leaves them out. One
-- that follows at home alone is kept: elsewhere it tells something. Their indices, their names.
-- Of one whose open names nobody can put numbers to, none
local function redundant(of, o)
  local d, list, names = of:description(), {}, {}
  if #(d.loops or {}) + #(d.constraints or {}) == 0 then return list, names end
  local m, q, code = put_together(of, o.at)
  if not m and #of:symbols() > 0 then return list, names end
  if not m then return nil, q, code end
  local everywhere = { following(m, q) }
  for _, place in ipairs(places_near(m, q)) do everywhere[#everywhere + 1] = following(m, place) end
  local at = 0
  for _, row in ipairs(m:constraint_names()) do
    for k = 1, row[2] do
      local name, always = row[2] == 1 and row[1] or ("%s[%d]"):format(row[1], k), true
      for _, set in ipairs(everywhere) do always = always and set[name] end
      if always then list[#list + 1], names[#names + 1] = at + k, name end
    end
    at = at + row[2]
  end
  return list, names
end

local function check_what(what)
  if KINDS[what] then return what end
  check.fail(nil, "expected 'dynamics', 'jacobians', 'outputs' or 'constraints', got "
    .. "'%s'%s", what, check.hint(what, KINDS))
end

local function compile(m, what, options)
  local o = {}
  for key, x in pairs(options or {}) do o[key] = x end
  what = check_what(what or "dynamics")
  local left, names, code = redundant(m, o)
  if not left then return nil, names, code end
  local inputs, called = inputs_of(m, o.inputs)
  o.inputs, o.at = nil, nil
  local kernel, why
  kernel, why, code = kit.motion.compile(m, what, inputs, left, o)
  if not kernel then return nil, why, code end
  kit.motion.note(kernel, { model = m, what = what, inputs = called })
  return kernel, names
end

-- the same as a program: its text, what it leaves out and what its arguments are called. Also
-- 'output_slopes', dy/dx and dy/du
local function written(m, language, what, name, options)
  local o = check.fields(options or {}, "options", { inputs = "table|str?", at = "table|vec?",
    tests = { "int?", min = 0, max = 1000, default = 3 } })
  if what ~= "output_slopes" then check_what(what) end
  local left, names, code = redundant(m, o)
  if not left then return nil, names, code end
  local inputs, called = inputs_of(m, o.inputs)
  local text, open, states = kit.motion.write(m, what, inputs, left, nil, false, language, name,
    o.tests)
  return text, { left_out = names, inputs = called, parameters = open, states = states }
end

kit.define(kit.methods "model", {
  "model:motion_program(language: " .. kit.languages .. ", what: str, name: str [, options: "
    .. "table]) "
    .. "-> str, about: table",
  "What model:compile computes as a program in any language: the whole motion with all that acts "
    .. "on "
    .. "it, forces, time, loops and rolling. what: 'dynamics', x' = f(t, x, u); 'jacobians', "
    .. "'outputs', 'constraints', and 'output_slopes', dy/dx and dy/du. Names without a number are "
    .. "the last input, p. about: states, inputs, parameters (their names in order), "
    .. "left_out (rows). "
    .. "options: inputs and at as of model:compile, tests (3).",
  "return li.planar{1}:motion_program('c', 'dynamics', 'arm'):match 'out y %b()' --> out y (2)",
  written })

kit.define(kit.methods "model", {
  "model:compile([what: str, options: table]) -> kernel, left_out: table",
  "One kernel of a model with all that acts on it, forces, time, loops and rolling: 'dynamics', "
    .. "x' = f(t, x, u) with x = (q, v, own states of elements); 'jacobians', its slopes "
    .. "dx'/dx and "
    .. "dx'/du; 'outputs' of the description, "
    .. "y = f(t, x, u); 'constraints', their gaps and rates. u: the inputs of the description, or "
    .. "all motors; behind them u' and u'' of inputs u that drive constraints; options.inputs "
    .. "names which (others keep their values, motors and rates give 0; with {} "
    .. "it is f(t, x), as li.ode takes it). Rows of constraints that follow from others everywhere "
    .. "near options.at (home) are left out, and named by the second result. parameters = true "
    .. "makes open names the last argument; tape, compiler, cache, isa as of model:kernel.",
  "li.planar{1}:compile('dynamics', {tape = true})({0}, {0, 2}, {0}) --> [2  -14.715]", compile })
