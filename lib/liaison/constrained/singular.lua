-- singular.lua - kane:simulate past places where the speeds chosen do not tell the motion: the run
-- is done again in all rates
--
-- Speeds alpha = S q' + s and rows H q' + b = 0 tell the rates while [S; H] is regular. At a dead
-- point of a linkage, or where a bead's rod stands across the coordinate chosen, its determinant
-- goes through 0: alpha says nothing of the motion there, and an integrator may step over the place
-- without seeing it. The determinant is watched along the run; where it went through 0 the run is
-- done again with the rates of all coordinates as speeds and the rows as constraints, which nothing
-- makes singular but the rows themselves:  M q'' = f + H' lambda,  H q'' = gamma.
local li = require "liaison.core"
local check = require "liaison.base.check"
local texts = require "liaison.base.texts"
local derive = require "liaison.constrained.system_derive"
local energy = require "liaison.constrained.kane_energy"
local compiled_rates = require "liaison.sim.compiled_rates"
local works = require "liaison.sim.works"
local append = require("liaison.base.lists").append
local kit = li._internal

local singular = {}

local changed = energy.changed

-- the rows that do not follow from others
local function rows_kept(s, surplus)
  local H, b = derive.rows_of(s)
  local follows, rows, rest = {}, {}, {}
  for _, r in ipairs(surplus or {}) do follows[r] = true end
  for r = 1, H and #H or 0 do
    if not follows[r] then rows[#rows + 1], rest[#rest + 1] = H:row(r), b[r] end
  end
  return rows, rest
end

-- those of a matrix of n columns whose determinant can go through 0; nil where it is not square, or
-- does not change
local function worth_watching(list, n, changes)
  if #list ~= n * n then return nil end
  local A, moves = changed(li.smat(list), changes), false
  for i = 1, #list do moves = moves or A[i]:number() == nil end
  return moves and A or nil
end

-- [S; H] row by row; where nobody tells the speeds by the rates [J_nh'; H], which turns round where
-- J_nh has a pole
function singular.watched(k, about)
  local s, forms, list = about.system, about.forms, {}
  if s and forms then
    local rates = derive.rates_of(s)
    append(list, li.jacobian(forms:table(), rates))
    for _, row in ipairs(rows_kept(s, about.surplus)) do append(list, row) end
    return worth_watching(list, k.n, about.changes)
  end
  local known, H = check.try(function() return k.H end)
  if not known or kit.class(H) ~= "smat" then return nil end
  append(list, k.Jnh:transpose())
  append(list, H)
  return worth_watching(list, k.n, {})
end

-- numbers of the rates at the start, from those of the speeds
local function first_rates(run)
  local spec, out = run.spec, {}
  local arg, n = { run.t0 }, run.k.n
  for i = 1, #spec.x do arg[1 + i] = spec.x[i] end
  local u = {}
  local seen = #spec.x - spec.quad - spec.own -- as functions of the run see it
  if spec.input then spec.input(run.t0, spec.x:sub(1, seen), u) end
  for i = 1, spec.nu do arg[#arg + 1] = u[i] or 0 end
  local inputs = {}
  for i = 1, #arg do inputs[i] = spec.inputs[i] end
  local numbers = { li.smat(run.k.qd):fn(inputs)((table.unpack or unpack)(arg)) }
  for i = 1, n do out[i] = numbers[i] end
  return out
end

-- what the run is told in: equations of all rates with the rows, energies, the speeds by the rates
local function in_all_rates(about)
  local s, change = about.system, about.changes
  local eq = s:equations { tidy = "none" }
  local k0 = derive.kane(s, nil, nil, nil, 0, 0)
  for _, values in ipairs(change) do
    eq = eq:with(values)
    k0 = k0:replace(values)
  end
  local f = eq.M * eq.a - eq:rows() + eq:reaction_forces()
  return {
    eq = eq, M = eq.M, f = f:trig(), power = k0.wrench:dot(k0.v), T = k0.v:dot(k0.M * k0.v) / 2,
    alpha = changed(about.forms, change), alphad = changed(about.forms:d(), change),
  }
end

local function symbol_table(symbols, M)
  local t = {}
  for i = 1, #symbols do t[symbols[i]] = M[i] end
  return t
end

-- columns of a run in all rates behind T, V, E, W: what was asked for, the speeds that are no rates
local function more_columns(run, w, put)
  local accelerations, there = symbol_table(w.k.alphad, w.alphad), {}
  for i, e in ipairs(run.outputs) do put(run.output_names[i], e:subs(accelerations)) end
  for i = 1, w.eq.n do there[tostring(w.eq.v[i])] = true end
  for i = 1, w.k.l do
    if not there[tostring(w.k.alpha[i])] then put(tostring(w.k.alpha[i]), w.alpha[i]) end
  end
end

-- the spec of the run in all rates, from that of the one in speeds
local function told_again(run, about)
  local k, old, w = run.k, run.spec, in_all_rates(about)
  w.k = k
  local n, eq, by_rates = k.n, w.eq, symbol_table(k.alpha, w.alpha)
  local told = energy.balance(about, w.power, run.options, run.told)
  local rates, kept = {}, energy.kept_rows(about)
  append(rates, eq.v)
  append(rates, w.M)
  append(rates, w.f)
  for _, z in ipairs(run.beside(told)) do rates[#rates + 1] = z.rate end
  for _, r in ipairs(kept) do for j = 1, n do rates[#rates + 1] = eq.J:at(r, j) end end
  for _, r in ipairs(kept) do rates[#rates + 1] = eq.gamma[r] end
  for _, r in ipairs(kept) do rates[#rates + 1] = eq.shift[r] end
  local inputs, columns, shown, taken = { old.inputs[1] }, { "t" }, {}, {}
  append(inputs, eq.q)
  append(inputs, eq.v)
  for i = 1 + n + k.l + 1, 1 + n + k.l + old.m + old.nu do inputs[#inputs + 1] = old.inputs[i] end
  for i = 2, 1 + 2 * n + old.m do columns[i] = tostring(inputs[i]) end
  for i = 2 + 2 * n + old.m - old.hidden, 1 + 2 * n + old.m do
    columns[i] = "liaison_" .. columns[i]
  end
  local function put(name, e) columns[#columns + 1], shown[#shown + 1] = name, e end
  local E = run.energies(told, w.T, put, run.taken)
  local energies = #shown
  more_columns(run, w, put)
  for _, name in ipairs(columns) do taken[name] = true end
  local names, aliases =
    works.multipliers(energy.row_names(eq, kept), taken)
  for _, name in ipairs(names) do columns[#columns + 1] = name end
  append(inputs, eq.a)
  local x, v = {}, first_rates(run)
  for i = 1, n do x[i], x[n + i] = old.x[i], v[i] end
  for i = n + k.l + 1, #old.x do x[#x + 1] = old.x[i] end
  return {
    n = n, l = n, m = old.m, nu = old.nu, rows = #kept, t = old.t, x = li.vec(x),
      inputs = li.smat(inputs), columns = columns, recorded_rows = #kept, aliases = aliases,
    rates = li.smat(rates):subs(by_rates):subs(run.state_rates),
      shown = li.smat(shown):subs(by_rates):subs(run.state_rates),
    energy = E, energies = energies, hidden = old.hidden, quad = old.quad, own = old.own,
      input = old.input, options = old.options, seen = old.seen, setup = old.setup,
      driven = old.driven, view = old.nu > 0 and w.alpha or nil, moved = old.moved,
      units = energy.units(about.system, columns), described = old.described,
  }
end

-- why a run cannot be told in all rates; nil: it can
local function refusal(run, about)
  if not about.system then return "the system they are of is not known any more (kane:replace)" end
  if not about.forms then return "nothing tells them by the rates (Jnh by hand)" end
  if run.spec.options.events then return "events are told in these speeds" end
  for _, key in ipairs { "tau", "input", "controllers" } do
    if run.spec.options[key] then return "forces are told on these speeds" end
  end
  for i = 1, run.spec.nu, 2 do
    local u = run.spec.inputs[1 + run.k.n + run.k.l + run.spec.m + i]
    for j = 1, #about.forms do
      if changed(about.forms, about.changes)[j]:depends(u) then
        return ("they contain the input %s"):format(tostring(u))
      end
    end
  end
end

-- the run of run.spec, done again where its speeds were singular
function singular.run(run, about)
  local spec = run.spec
  spec.watch = singular.watched(run.k, about)
  compiled_rates(spec, run.options.kernel, run.model)
  local r, why, code, failed = kit.kane.simulate(spec)
  local near = not r and spec.nearest and spec.nearest < 1e-2
  if not spec.crossed and not near then return r, why, code, failed end
  local where = spec.crossed and ("at t = %s"):format(kit.number(spec.crossed)) or "near its end"
  local reason = refusal(run, about)
  if reason then
    return nil,
      ("the speeds %s do not tell the motion %s (a dead point of theirs), and the run cannot "
      .. "go on in all rates: %s; take other speeds"):format(
      table.concat(texts(run.k.alpha), ", "), where, reason), "ESINGULAR", r or failed
  end
  local again = told_again(run, about)
  again.note = ("%s did not tell the motion %s: in the rates of all coordinates, with the "
    .. "constraints as rows"):format(table.concat(texts(run.k.alpha), ", "), where)
  return kit.kane.simulate(compiled_rates(again, run.options.kernel, run.model))
end

return singular
