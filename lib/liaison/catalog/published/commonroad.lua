-- commonroad.lua - li.commonroad: the vehicle models of the CommonRoad benchmarks with their
-- parameter sets, as state equations
--
-- M. Althoff, G. Wuersching, CommonRoad: Vehicle Models, version 2020a, TU Munich. Equations are
-- those of the manual; where its published programs, and so its published numbers, say something
-- else, they are those of the programs as released in December 2020 (lib/doc/published.md lists
-- these places).
local li = require "liaison.core"
local check = require "liaison.base.check"
local equations = require "liaison.ask.state_equations"
local sets = require "liaison.catalog.published.commonroad_sets"
local tracks = require "liaison.catalog.published.commonroad_tracks"
local body = require "liaison.catalog.published.commonroad_body"
local picture = require "liaison.catalog.published.commonroad_picture"
local kit = li._internal

local KINDS = { pm = tracks.pm, ks = tracks.ks, kst = tracks.kst, st = tracks.st,
  std = tracks.std, mb = body }
local CALLED = { pm = "PM", ks = "KS", kst = "KST", st = "ST", std = "STD", mb = "MB" }

local UNIT = { s = "m", v = "m/s", delta = "rad", psi = "rad", beta = "rad", alpha = "rad",
  phi = "rad", theta = "rad", omega = "rad/s" }

-- the unit of a state, by how its name begins and ends
local function unit_of(name)
  if name:find "^delta_y" then return "m" end
  local unit = UNIT[name:match "^%a+"]
  return name:find "_dot$" and "rad/s" or unit
end

local function kind_of(kind)
  local key = kit.lower(kind)
  if KINDS[key] then return KINDS[key], CALLED[key] end
  local known = {}
  for _, name in pairs(CALLED) do known[name] = true end
  check.fail("commonroad", "no model '%s'%s", kind, check.hint(kind, known))
end

local function set_of(set)
  if sets.names[set] then return set end
  local known = {}
  for k, name in ipairs(sets.names) do
    if name == set then return k end
    known[name] = true
  end
  check.fail("commonroad", "expected a set 1 to %d or its name, got %s%s", #sets.names,
    check.got(set), check.hint(set, known))
end

local function check_needs(row, name, p, k)
  for _, key in ipairs(row.needs) do
    if p[key] == nil then
      check.fail("commonroad", "the set %d (%s) has no %s, which %s needs: %s", k, sets.titles[k],
        key, name, key == "l_wbt" and "the truck with its trailer is set 4"
        or "cars are sets 1 to 3")
    end
  end
end

-- numbers by name in the place of those of the set
local function changed(p, values)
  local known = {}
  for name in pairs(p) do known[name] = true end
  for name, x in pairs(values or {}) do
    if not known[name] then
      check.fail("commonroad.values", "no parameter '%s'%s", tostring(name),
        check.hint(name, known))
    end
    p[name] = check.value(x, "commonroad.values." .. name, "num")
  end
  return p
end

local function symbols(names)
  local by_name = {}
  for name in names:gmatch "%S+" do by_name[name] = li.expr(name, "new") end
  return by_name
end

-- numbers as exact expressions, or their names, made in one order: sums are written in it
local function parameters(p, open)
  local names, out = {}, {}
  for name in pairs(p) do names[#names + 1] = name end
  kit.sort(names)
  for _, name in ipairs(names) do
    out[name] = open and li.expr(name, "new") or li.expr(p[name])
  end
  return out
end

local CORE = { "s_x", "s_y", "delta", "v", "psi", "psi_dot", "beta", "alpha" }

-- the state of a model from what all of them start from
local function start_of(row, p)
  return function(core)
    local schema = {}
    for _, name in ipairs(CORE) do schema[name] = { "num?", default = 0 } end
    return li.vec(row.start(check.fields(core or {}, "start", schema), p))
  end
end

-- options of a model: those of all, and its own
local function options_of(row, options)
  local schema = { values = "table?", names = "bool?" }
  for key, rule in pairs(row.options or {}) do schema[key] = rule end
  return check.fields(options or {}, "commonroad", schema)
end

local function commonroad(kind, set, options)
  local row, name = kind_of(kind)
  local o = options_of(row, options)
  local k = set_of(set)
  local p = changed(sets.numbers(k), o.values)
  check_needs(row, name, p, k)
  local rates, units = row.rates(symbols(row.states), symbols(row.inputs),
    parameters(p, o.names), o), {}
  for state in row.states:gmatch "%S+" do units[state] = unit_of(state) end
  local at = start_of(row, p)
  local s = equations.make { name = name .. k, text = row.text .. " (" .. sets.titles[k] .. ")",
    states = row.states, inputs = row.inputs, rates = rates, units = units,
    picture = picture.of(row, p), start = at { v = 10 } }
  local used, values = {}, {}
  for _, key in ipairs(s.parameters) do used[key] = true end
  for key, x in pairs(p) do if used[key] then values[key] = x end end
  return s:with(values), { start = at, parameters = p }
end

check.define(li, {
  { "commonroad(kind: str, set: int|str [, options: table]) -> state_equations, told: table",
    "A vehicle model of the CommonRoad benchmarks: PM, KS, KST, ST, STD or MB (point mass, "
    .. "kinematic single track, with a trailer, single track, with drift, multi-body), with the "
    .. "numbers of set 1 to 4 (ford_escort, bmw_320i, vw_vanagon, semitrailer_truck). Inputs: "
    .. "v_delta (rate of the steering angle) and a_long, cut at the limits of the set. options: "
    .. "values = {m = 1300}; names = true leaves the parameters names; of STD load_transfer = "
    .. "true, as its program has it since 2021. told: start{v =, delta =, psi =, psi_dot =, beta "
    .. "=, alpha =, s_x =, s_y =} makes a state; parameters.",
    "li.commonroad('KS', 2):f({v = 10, delta = 0.1}, {v_delta = 1})[3] --> 0.4",
    function(kind, set, options) return commonroad(kind, set, options) end },
})

return { make = commonroad, called = CALLED }
