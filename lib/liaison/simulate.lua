-- simulate.lua - li.simulate: an experiment in one table, and the plots of a run
local li = require "liaison"
local check = require "liaison.check"

-- the fields that are arguments of their own; all others are options of model:simulate
local OWN = { q = true, v = true, t = true }

local function simulate(spec)
  local model = spec[1] or spec.model
  if li.kit.class(model) ~= "model" then check.fail("simulate", "expected a model first: li.simulate{ arm, q = {...}, t = 10 }") end
  if type(spec.t) ~= "number" then check.fail("simulate.t", "expected how long, a number of seconds") end
  local options = {}
  for key, value in pairs(spec) do
    if key ~= 1 and key ~= "model" and not OWN[key] then options[key] = value end
  end
  return model:simulate(spec.t, spec.q, spec.v, options)
end

-- what the default picture shows: coordinates, rates, energies, each where there are some
local function groups(run)
  local q, v, e = {}, {}, { "T", "V", "E" }
  for _, name in ipairs(run:columns()) do
    if name:sub(-1) == "'" then
      v[#v + 1] = name
    elseif name ~= "t" and name ~= "T" and name ~= "V" and name ~= "E" then
      q[#q + 1] = name
    end
  end
  return { { q, "coordinates" }, { v, "rates" }, { e, "energy (J)" } }
end

local function panel(run, names, label, last)
  local y = {}
  for k, name in ipairs(names) do y[k] = run:column(name) end
  return li.plot { x = run:column "t", y = y, label = names, ylabel = label, xlabel = last and "time (s)" or nil, height = last and 260 or 230 }
end

local function picture(run, names)
  if names then return panel(run, names, nil, true) end
  local panels, list = {}, groups(run)
  for k, g in ipairs(list) do panels[k] = panel(run, g[1], g[2], k == #list) end
  return li.plot.stack((table.unpack or unpack)(panels))
end

check.define(li, {
  { "simulate(spec: table) -> run",
    "Let a model move: li.simulate{ model, q =, v =, t = seconds } and any option of model:simulate (dt, rtol, method, input, events ...).",
    "li.simulate{ li.planar{1}, q = {0.5}, t = 1 }:info().t --> 1", simulate },
  { "plot_run(run: run [, names: table]) -> plot",
    "A run as a figure: coordinates, rates and energies over time, or the columns named.",
    "#li.plot_run(li.simulate{ li.planar{1}, q = {0.5}, t = 1 }):svg() > 3000 --> true", picture },
})
