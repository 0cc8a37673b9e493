-- kane_energy.lua - what runs of Kane's equations tell of energy: the potential, what is put in and
-- lost, the work of each force; the multipliers of rows that the speeds have taken out; units
local li = require "liaison.core"
local check = require "liaison.base.check"
local derive = require "liaison.constrained.system_derive"
local works = require "liaison.sim.works"
local append = require("liaison.base.lists").append
local kit = li._internal

local energy = {}

-- {de = x} -> {de = x, de' = x', de'' = x''}: what is put for a function of time brings its rates
function energy.with_rates(values)
  local out = {}
  for key, x in pairs(values) do
    out[type(key) == "string" and li.expr(key, "new") or key] = li.expr(x, "new")
  end
  for key, x in pairs(values) do
    local symbol, value = type(key) == "string" and li.expr(key) or key, li.expr(x, "new")
    for _ = 1, 2 do
      local ok, rate = check.try(function() return symbol:d() end)
      if not ok or rate:kind() ~= "symbol" then break end
      symbol, value = rate, value:d()
      if out[symbol] == nil then out[symbol] = value end
    end
  end
  return out
end

-- all that was put for parameters and inputs, in its order, into a matrix or an expression
function energy.changed(M, changes)
  for _, values in ipairs(changes) do M = M:subs(energy.with_rates(values)) end
  return M
end

-- own states of the force elements of a description, and their rates: two lists
function energy.own_states(about)
  local s, z, zdot = about.system, {}, {}
  local described = s and s.of_model and #(s.of_model:description().forces or {}) > 0
  for i, state in ipairs(described and kit.works.of_model(s.of_model).states or {}) do
    z[i], zdot[i] = state.symbol, energy.changed(state.rate, about.changes)
  end
  return z, zdot
end

local function power_of_drives(s)
  local P = li.expr(0)
  for _, q in ipairs(s.q) do
    local f = s.drives[tostring(q)]
    if f then P = P + f * q:d() end
  end
  return P
end

-- Of the power of all wrenches: what is known of the energy, in coordinates and their rates where
-- the power is not: power (of all that acts), and where the system is known V, held (V but what
-- elements store), given, lost, columns of works, own states of force elements. as: the columns of
-- works are those of another balance
function energy.balance(about, wrenches, options, as)
  local s = about.system
  if not s then
    return { power = wrenches, own = {}, works = {}, forces = works.forces({}, options) }
  end
  local function change(e) return energy.changed(e, about.changes) end
  local power, V = wrenches + change(power_of_drives(s)), change(derive.weight(s))
  local list = s.of_model and works.changed(kit.works.of_model(s.of_model), change)
    or { states = {} }
  local all, rest = {}, power + V:d()
  for i, w in ipairs(list) do all[i] = w end
  all[#all + 1] = list.joints
  local given, lost, stored = works.balance(all, rest, li.expr(0))
  for _, w in ipairs(all) do rest = rest - w.power end
  all[#all + 1] = { name = "Q", power = rest }
  all[#all + 1] = { name = "weight", power = -V:d() }
  if options.tau or options.input or options.controllers then
    all[#all + 1] = { name = "tau", power = li.expr(0), from = "pushed", always = true }
  end
  given = given + works.moving(list)
  return { power = power, V = V + stored, held = V, given = given, lost = lost, own = list.states,
    forces = works.forces(list, options, s.of_model),
    works = works.recorded(options, "work") and works.columns(all, as and as.works) or {} }
end

-- does something drive that nobody counts: do bodies move where no speed does, does what is stored
-- depend on time
function energy.driven(k, T, V)
  local still = {}
  for i = 1, k.l do still[k.alpha[i]] = 0 end
  local rest = T:subs(still)
  if rest:number() == nil then return rest:is_zero() ~= true or V:depends(li.time()) end
  return rest:number() ~= 0 or V:depends(li.time())
end

-- multipliers -------------------------------------------------------------------------------------

-- the rows of the equations that do not follow from others, by the order of systems: positions
-- first
function energy.kept_rows(about)
  local order, follows, kept = {}, {}, {}
  for _, r in ipairs(about.surplus) do follows[r] = true end
  for pass = 1, 2 do
    for r, row in ipairs(about.system.rows) do
      if (row.phi ~= nil) == (pass == 1) then order[#order + 1] = r end
    end
  end
  for i, r in ipairs(order) do if not follows[r] then kept[#kept + 1] = i end end
  return kept
end

function energy.row_names(eq, kept)
  local names = {}
  for i, r in ipairs(kept) do names[i] = eq.row_names[r] end
  return names
end

-- D, f, H, gamma of the motion in all rates, and S of alpha = S q' + s, one behind the other; names
-- of the rows; nothing where there are no rows
function energy.reaction(about)
  local s = about.system
  if not s then
    check.fail("simulate", "record: 'multipliers': the system these equations are of is not known "
      .. "any more (kane:replace; kane:with keeps it)")
  end
  if #s.rows == 0 then return nil end
  local eq, out = s:equations { tidy = "none" }, {}
  for _, values in ipairs(about.changes) do eq = eq:with(values) end
  local kept = energy.kept_rows(about)
  append(out, eq.M)
  append(out, eq.M * eq.a - eq:rows() + eq:reaction_forces())
  for _, r in ipairs(kept) do for j = 1, eq.n do out[#out + 1] = eq.J:at(r, j) end end
  for _, r in ipairs(kept) do out[#out + 1] = eq.gamma[r] end
  if about.forms then
    local S = li.jacobian(about.forms:table(), derive.rates_of(s))
    append(out, energy.changed(S, about.changes))
  end
  return li.smat(out), energy.row_names(eq, kept)
end

-- units -------------------------------------------------------------------------------------------

-- rad of a coordinate that turns some body, m of one that only moves it
local function unit_of(s, q)
  local unit = ""
  for _, b in ipairs(s.bodies) do
    if b.pose.angle and b.pose.angle:depends(q) then return "rad" end
    local R = b.pose.R
    for i = 1, s.planar and 0 or 3 do
      for j = 1, 3 do if R:at(i, j):depends(q) then return "rad" end end
    end
    for i = 1, #b.pose.p do if b.pose.p[i]:depends(q) then unit = "m" end end
  end
  return unit
end

function energy.units(s, columns)
  local units = works.units(s and s.of_model or nil, columns)
  for _, q in ipairs(s and not s.of_model and s.q or {}) do
    local name, unit = tostring(q), unit_of(s, q)
    units[name] = unit
    units[name .. "'"] = unit ~= "" and unit .. "/s" or ""
  end
  return units
end

return energy
