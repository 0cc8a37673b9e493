-- small_along.lua - linear models along a run: one at each time asked for, all of the same states
local li = require "liaison.core"
local check = require "liaison.base.check"
local motions = require "liaison.ask.small_motions"
local kit = li._internal

local along = {}

local function numbers_at(run, names, t)
  local out = li.zeros(#names)
  for k, name in ipairs(names) do out[k] = run:at(name, t) end
  return out
end

local function columns_of(run)
  local has = {}
  for _, name in ipairs(run:columns()) do has[name] = true end
  return has
end

-- own states of force elements that the run has as columns, by name; nil: none
local function own_of(run, names)
  local has, out = columns_of(run), {}
  for _, name in ipairs(names) do if has[name] then out[#out + 1] = name end end
  return #out > 0 and out or nil
end

local function by_name_at(run, names, t)
  local out = {}
  for _, name in ipairs(names) do out[name] = run:at(name, t) end
  return out
end

-- of: q, v: names of the columns; what: what the run must be of
function along.check(of, run)
  if kit.class(run) ~= "run" then
    check.fail("run", "expected a run, got %s", check.got(run))
  end
  local has = columns_of(run)
  for _, list in ipairs { of.q, of.v } do
    for _, name in ipairs(list) do
      if not has[name] then
        check.fail("run", "no column '%s': is it a run of %s?", name,
          of.what == "model" and "this model" or "these equations")
      end
    end
  end
end

-- the times asked for: a list, a step, or those of all rows
local function times_of(run, at)
  local first, last = run.t[1], run.t[#run]
  if at == nil then return run.t end
  if type(at) ~= "number" then
    local list = li.vec(at)
    for k = 1, #list do
      if not (list[k] >= first and list[k] <= last) then
        check.fail(("at[%d]"):format(k), "expected a time from %s to %s, got %s",
          kit.number(first), kit.number(last), kit.number(list[k]))
      end
    end
    return list
  end
  if not (at > 0) then check.fail("at", "expected times, or a step above 0") end
  local list = {}
  for k = 0, math.floor((last - first) / at * (1 + 1e-12)) do list[k + 1] = first + k * at end
  return list
end

-- what a text says at a state of the run
local function text_at(text, run, t)
  local e, values = li.expr(text, "new"), {}
  for _, s in ipairs(e:symbols()) do
    local name = tostring(s)
    values[name] = name == "t" and t or run:at(name, t)
  end
  return e:eval(values)
end

local DRIVEN = "the run was driven by a function: say what it gave, u = function(t) return "
  .. "{q1 = 2, ..} end"

-- x back between the bounds of an input, as runs cut it
local function cut(x, input)
  if type(input.min) == "number" then x = math.max(x, input.min) end
  if type(input.max) == "number" then x = math.min(x, input.max) end
  return x
end

-- what set an input, at t; of.law: how a description tells it
local function law_at(of, law, input, run, t)
  local x = of.law and of.law(law) or law
  if kit.class(x) == "expr" then x = tostring(x) end
  return type(x) == "string" and cut(text_at(x, run, t), input) or x
end

-- the rates of an input that drives a constraint, at t, into out
local function put_rates(out, of, law, input, run, t)
  local x = of.law and of.law(law) or law
  if not input.drives or type(x) == "number" then return end
  local e, time = li.expr(x, "new"), li.time()
  for _, s in ipairs(e:symbols()) do
    if tostring(s) ~= "t" then
      check.fail("u", "%s drives '%s' by a law of %s: its rates are not told by the run; say them, "
        .. "u = function(t) return {%s = .., [\"%s'\"] = .., [\"%s''\"] = ..} end", input.name,
        input.drives, tostring(s), input.name, input.name, input.name)
    end
  end
  for _, rate in ipairs { "'", "''" } do
    e = e:diff(time)
    out[input.name .. rate] = text_at(tostring(e), run, t)
  end
end

-- inputs as the run had them, at t: numbers and texts of its set-up; or told by the function u
local function inputs_at(of, inputs, run, u, t)
  if u then
    local given = u
    if type(u) == "function" then given = u(t) end
    if type(given) ~= "table" then
      check.fail("u", "expected inputs by name, got %s", check.got(given))
    end
    return given
  end
  local setup, out = run:setup(), {}
  if setup.input ~= nil or setup.controllers ~= nil or setup.tau ~= nil then
    check.fail("u", "%s", DRIVEN)
  end
  for name, law in pairs(setup.inputs or {}) do
    if type(law) == "function" then check.fail("u", "%s: %s", name, DRIVEN) end
    local input = inputs[inputs[name]]
    if input then
      out[name] = law_at(of, law, input, run, t)
      put_rates(out, of, law, input, run, t)
    end
  end
  for _, name in ipairs(of.columns or {}) do
    if inputs[name] then out[name] = run:at(name, t) end
  end
  return out
end

-- a list of linear models, one a time, of the same states. x: their subject; of: q, v, what; law;
-- columns of the run that are inputs of the subject
function along.linearize(x, of, options)
  local run, o = options.run, {}
  for key, value in pairs(options) do if key ~= "run" and key ~= "at" then o[key] = value end end
  for _, key in ipairs { "q", "v", "z", "t" } do
    if o[key] ~= nil then check.fail(key, "the run tells the state: give run, or %s", key) end
  end
  along.check(of, run)
  local list, times = {}, times_of(run, options.at)
  if of.what == "model" then o.forces = o.forces or run:setup().forces end
  local own = own_of(run, kit.small.states(x.equations(o.forces)))
  for k = 1, #times do
    local t = times[k]
    o.q, o.v, o.t = numbers_at(run, of.q, t), numbers_at(run, of.v, t), t
    o.z = own and by_name_at(run, own, t)
    o.u = inputs_at(of, x.inputs, run, options.u, t)
    local lin, why, code = motions.linearize(x, o)
    if not lin then return nil, ("at t = %s: %s"):format(kit.number(t), why), code, list end
    list[k] = lin
    o.states = o.states or lin.states
  end
  return list
end

return along
