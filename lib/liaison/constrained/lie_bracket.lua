-- lie_bracket.lua - Lie brackets: how far a driftless system gets, which velocity constraints are
-- position constraints in disguise, and their integrals
local li = require "liaison.core"
local check = require "liaison.base.check"
local placing = require "liaison.describe.pose_expr"
local system = require "liaison.constrained.system"
local kit = li._internal

local brackets = {}

-- fields and their rank ---------------------------------------------------------------------------

local PATIENCE = 300 -- operations: what is longer is not written shorter, it is only computed with

-- [f, g] = dg/dq f - df/dq g
local function bracket(f, g, q)
  local h = li.jacobian(g, q) * f - li.jacobian(f, q) * g
  local ops = h:ops()
  return ops.mul + ops.add > PATIENCE and h or h:trig()
end

-- fixed, generic numbers for all symbols: 0.3 .. 1.7, of no simple ratio
local function generic(list, shift)
  local values, names = {}, {}
  for _, f in ipairs(list) do
    for i = 1, #f do for _, s in ipairs(f[i]:symbols()) do names[tostring(s)] = true end end
  end
  local sorted = {}
  for name in pairs(names) do sorted[#sorted + 1] = name end
  kit.sort(sorted)
  for i, name in ipairs(sorted) do
    values[name] = .3 + 1.4 * ((i * 0.6180339887498949 + shift) % 1)
  end
  return values
end

local function columns_at(list, values)
  local M = {}
  for i, f in ipairs(list) do
    local x, size = f:eval(values), 0
    if not x then return nil end
    for k = 1, #x do size = math.max(size, math.abs(x[k])) end
    M[i] = {}
    for k = 1, #x do M[i][k] = x[k] / (size > 0 and size or 1) end
  end
  return li.mat(M)
end

-- whether w vanishes on all fields of a basis: at two generic points, to the digits that are left
-- of them
local function vanishes_on(w, basis)
  for trial = 1, 2 do
    local list = { w }
    for i, f in ipairs(basis) do list[i + 1] = f end
    local M = columns_at(list, generic(list, trial * .377))
    if not M then return false end
    for i = 2, #list do
      local sum = 0
      for k = 1, #w do sum = sum + M[1][k] * M[i][k] end
      if math.abs(sum) > 1e-9 then return false end
    end
  end
  return true
end

-- the rank at generic points
local function rank(list)
  if #list == 0 then return 0 end
  local most = 0
  for trial = 1, 2 do
    local M = columns_at(list, generic(list, trial * .377))
    if M then
      local _, s = M:svd()
      local r = 0
      for i = 1, #s do if s[i] > 1e-9 * s[1] then r = r + 1 end end
      most = math.max(most, r)
    end
  end
  return most
end

-- D_1 = span of the fields, D_k+1 = D_k + [D_1, D_k]: ranks of D_1, D_2, .. until nothing is new; a
-- basis of the last
local function growth(fields, q)
  local base, basis = {}, {}
  for _, f in ipairs(fields) do
    local try = {}
    for i, b in ipairs(basis) do try[i] = b end
    try[#try + 1] = f
    if rank(try) > #basis then
      basis[#basis + 1] = f
      base[#base + 1] = f
    end
  end
  local list, last = { #basis }, base
  while #basis < #q do
    local new = {}
    for _, f in ipairs(base) do
      for _, g in ipairs(last) do
        if f ~= g and #basis < #q then
          local h, try = bracket(f, g, q), {}
          for i, b in ipairs(basis) do try[i] = b end
          try[#try + 1] = h
          if rank(try) > #basis then
            basis[#basis + 1] = h
            new[#new + 1] = h
          end
        end
      end
    end
    list[#list + 1] = #basis
    if #new == 0 then break end
    last = new
  end
  return list, basis
end

-- integrals ---------------------------------------------------------------------------------------

-- the factors of a product, also those inside its factors
local function factors(e, list)
  if e:kind() ~= "product" then list[#list + 1] = e return list end
  for _, p in ipairs(e:parts()) do factors(p, list) end
  return list
end

-- an antiderivative of a term by x; nil where none of the simple ones fits
local function integral_of_term(e, x)
  if not e:depends(x) then return e * x end
  local parts, factor = factors(e, {}), li.expr(1)
  local rest = {}
  for _, p in ipairs(parts) do
    if p:depends(x) then rest[#rest + 1] = p else factor = factor * p end
  end
  local f = li.product(rest)
  local tries = { x * f / 2 }
  local degree = f:degree(x)
  if degree then tries[#tries + 1] = x * f / (degree + 1) end
  for _, p in ipairs(rest) do -- sin, cos, exp of something linear
    local inner = p:kind() ~= "power" and p:parts()[1]
    local slope = inner and inner ~= 0 and kit.class(inner) == "expr" and inner:depends(x)
      and inner:diff(x)
    if slope and not slope:depends(x) and slope ~= li.expr(0) then
      tries[#tries + 1] = -li.cos(inner) / slope
      tries[#tries + 1] = li.sin(inner) / slope
      tries[#tries + 1] = f / slope
    end
  end
  for _, F in ipairs(tries) do
    if F:diff(x):equals(f) then return factor * F end
  end
  return nil
end

local function integral(e, x)
  e = e:expand()
  local parts = e:kind() == "product" and e:parts() or {}
  -- 2 - 3*x^2 is -1 times a sum
  if #parts == 2 and parts[1]:kind() == "number" and parts[2]:kind() == "sum" then
    local F = integral(parts[2], x)
    return F and parts[1] * F
  end
  local sum = li.expr(0)
  for _, term in ipairs(e:kind() == "sum" and e:parts() or { e }) do
    local F = integral_of_term(term, x)
    if not F then return nil end
    sum = sum + F
  end
  return sum
end

-- phi with d phi = w (n entries), or nil
local function potential(w, q)
  for i = 1, #q do
    for j = 1, i - 1 do
      if not w[i]:diff(q[j]):equals(w[j]:diff(q[i])) then return nil end
    end
  end
  local phi = li.expr(0)
  for i, x in ipairs(q) do
    local rest = (w[i] - phi:diff(x)):simplify()
    if rest ~= li.expr(0) then
      local F = integral(rest, x)
      if not F then return nil end
      phi = phi + F
    end
  end
  for i, x in ipairs(q) do if not phi:diff(x):equals(w[i]) then return nil end end
  return phi:simplify()
end

-- forms that vanish on all fields of the basis, each with a coordinate of factor 1; another choice
-- of that coordinate for every try
local function annihilators(basis, q, prefer)
  local n, flat, choice = #q, {}, {}
  for _, f in ipairs(basis) do for j = 1, n do flat[#flat + 1] = f[j] end end
  for j = 1, n do choice[j] = prefer and prefer[j] and 1 or prefer and 2 or 0 end
  local N = kit.kane.partition { H = li.smat(flat), n = n, choice = prefer and choice or nil }
  return N
end

-- subsets of k of n, as flags
local function subsets(n, k)
  local out = {}
  local function go(from, left, flags)
    if left == 0 then
      local copy = {}
      for j in pairs(flags) do copy[j] = true end
      out[#out + 1] = copy
      return
    end
    for j = from, n - left + 1 do
      flags[j] = true
      go(j + 1, left - 1, flags)
      flags[j] = nil
    end
  end
  go(1, k, {})
  return out
end

local function moves(e, q)
  for _, x in ipairs(q) do if e:depends(x) then return true end end
  return false
end

-- without the terms and factors that do not depend on the coordinates: it is as constant as phi
local function moving_terms(phi, q)
  local kind = phi:kind()
  if kind ~= "sum" and kind ~= "product" then return phi end
  local left = {}
  for _, part in ipairs(phi:parts()) do if moves(part, q) then left[#left + 1] = part end end
  if #left == 1 then return moving_terms(left[1], q) end
  return kind == "product" and li.product(left) or li.sum(left)
end

-- positions that never change: functions of q, as many as can be found; rows: constraints that are
-- known to be such, and simpler, { form, phi where it was told so }
local function integrals_of(basis, q, rows)
  local missing, found, forms = #q - #basis, {}, {}
  if missing == 0 then return found end
  for _, row in ipairs(rows) do
    local w, phi = row[1], row[2] and moving_terms(row[2], q) or potential(row[1], q)
    local try = { li.smat(w) }
    for i, f in ipairs(forms) do try[i + 1] = f end
    if phi and rank(try) > #forms then
      forms[#forms + 1] = try[1]
      found[#found + 1] = phi
    end
  end
  if #found == missing then return found end
  local tries = subsets(#q, missing)
  for i = 1, math.min(#tries, 40) do
    local N = annihilators(basis, q, tries[i])
    if N then
      local list = {}
      for c = 1, missing do
        local w = N:col(c):simplify():table()
        for k = 1, #w do if w[k]:is_zero() then w[k] = li.expr(0) end end
        local phi = potential(w, q)
        if phi then list[#list + 1] = phi end
      end
      if #list > #found then found = list end
      if #found == missing then break end
    end
  end
  return found
end

-- what the constraints amount to -----------------------------------------------------------------

local function list_text(x)
  local out = {}
  for i, e in ipairs(x) do out[i] = tostring(e) end
  return table.concat(out, ", ")
end

local function diagnosis_text(d)
  local out = {
    ("%d coordinates, %d rows, of which %d independent: %d degrees of freedom of velocity, %d "
      .. "of position"):format(d.coordinates, d.rows, d.rank,
      d.velocity_freedom, d.position_freedom),
    ("growth of the brackets: %s%s"):format(list_text(d.growth),
    #d.promoted > 0 and " (with the inputs " .. list_text(d.promoted) .. " as states)" or ""),
  }
  if #d.redundant > 0 then
    out[#out + 1] = "follow from other rows always: " .. list_text(d.redundant)
  end
  if #d.redundant_here > 0 then
    out[#out + 1] = "follow from other rows at this configuration: " .. list_text(d.redundant_here)
  end
  for _, r in ipairs(d.each) do
    out[#out + 1] = ("  %s: %s"):format(r.name, r.phi and "a position constraint as told"
      or r.holonomic and "a position constraint in disguise" or "truly of velocities")
  end
  if d.hidden > 0 then
    out[#out + 1] = ("%d function%s of the coordinates never change%s%s"):format(d.hidden,
      d.hidden == 1 and "" or "s", d.hidden == 1 and "s" or "",
      #d.integrals > 0 and ": " .. list_text(d.integrals) or "; no closed form was found")
  else
    out[#out + 1] = "every configuration can be reached"
  end
  return table.concat(out, "\n")
end

local CART = "local s = li.system{planar = true}; local x, y, th = s:coordinates 'xc yc ac'; "
  .. "local cart = s:body{name = 'cart', mass = 'm', inertia = 'j', at = {x, y}, angle = th}; "
  .. "cart:wheel{name = 'axle'}; "

local diagnosis = check.class("diagnosis", "What system:constraint_report found.", {
  { "diagnosis.__tostring(d: diagnosis) -> str", "In words.",
    CART .. "return tostring(s:constraint_report()):match 'every[^\\n]*' --> every "
    .. "configuration can be "
    .. "reached", diagnosis_text },
})

-- rows that follow from those before them, at numbers
local function redundant_at(H, values)
  local M, out, before = placing.numbers(H, values), {}, 0
  if not M then return out end
  for i = 1, #H do
    local rows = {}
    for r = 1, i do
      rows[r] = {}
      for j = 1, #M[r] do rows[r][j] = M[r][j] end
    end
    local _, s = li.mat(rows):svd()
    local r = 0
    for k = 1, #s do if s[k] > 1e-9 * math.max(s[1], 1e-300) then r = r + 1 end end
    if r == before then out[#out + 1] = i end
    before = r
  end
  return out
end

local function constraint_report(s, values)
  local q = {}
  for i, x in ipairs(s.q) do q[i] = x end
  local H, b = system.rows_of(s)
  local fields, surplus, n = {}, {}, #q
  if H then
    for i = 1, #b do
      if b[i]:is_zero() ~= true then
        check.fail("constraint_report",
          "row '%s' is prescribed in time: brackets are those of systems without drift",
          s.rows[i].name)
      end
    end
    local N, why, _, _, extra = kit.kane.partition { H = system.flat(H), b = b, n = n }
    if not N and type(why) == "string" then check.fail("constraints", "%s", why) end
    surplus = extra
    for c = 1, N and select(2, N:size()) or 0 do fields[c] = N:col(c) end
  else
    local I = li.seye(n)
    for c = 1, n do fields[c] = I:col(c) end
  end
  -- inputs the fields depend on are states too, steered by their rates
  local promoted = {}
  for _, u in ipairs(s.inputs) do
    local used = false
    for _, f in ipairs(fields) do for i = 1, #f do used = used or f[i]:depends(u) end end
    if used then promoted[#promoted + 1] = u end
  end
  for k = 1, #promoted do q[n + k] = promoted[k] end
  for i, f in ipairs(fields) do
    local list = f:table()
    for k = 1, #promoted do list[n + k] = 0 end
    fields[i] = li.smat(list)
  end
  for k = 1, #promoted do
    local list = placing.zeros(#q):table()
    list[n + k] = 1
    fields[#fields + 1] = li.smat(list)
  end
  local levels, basis = growth(fields, q)
  local hidden = #q - #basis
  local each, redundant, here, disguised = {}, {}, {}, {}
  for i, r in ipairs(s.rows) do
    local row = H:row(i):table()
    for k = 1, #promoted do row[n + k] = 0 end
    local holds = r.phi and true or vanishes_on(li.smat(row), basis)
    if holds then disguised[#disguised + 1] = { row, r.phi } end
    each[i] = { name = r.name, holonomic = holds, phi = r.phi or false }
  end
  for i, k in ipairs(surplus) do redundant[i] = s.rows[k].name end
  if values and H then
    for i, k in ipairs(redundant_at(H, values)) do here[i] = s.rows[k].name end
  end
  return diagnosis.new {
    coordinates = n, rows = #s.rows, rank = #s.rows - #surplus,
      velocity_freedom = n - (#s.rows - #surplus), position_freedom = n - hidden, growth = levels,
    hidden = hidden, promoted = promoted, each = each, redundant = redundant, redundant_here = here,
      integrals = integrals_of(basis, q, disguised),
  }
end

-- f and q as users give them
local function field(x, path, n)
  return placing.vector(x, path, n)
end

local function coordinates_of(q)
  local list = {}
  for i = 1, #q do list[i] = type(q[i]) == "string" and li.expr(q[i]) or q[i] end
  return list
end

for _, row in ipairs {
  { "bracket(f: table|smat, g: table|smat, q: table) -> smat",
    "The Lie bracket [f, g] = dg/dq f - df/dq g of two vector fields of the coordinates q.",
    "local x, y = li.symbols 'kx ky'; return li.bracket({1, 0}, {0, x}, {x, y}) --> [0  1]",
    function(f, g, q)
      local list = coordinates_of(q)
      return bracket(field(f, "f", #list), field(g, "g", #list), list)
    end },
  { "growth(fields: table, q: table) -> ranks: table, basis: table",
    "The ranks of D1 = span of the fields, D2 = D1 + [D1, D1], D3 = D2 + [D1, D2] .. at "
    .. "generic points until nothing is new, and fields that span the last.",
    "local x, y, a = li.symbols 'kx ky ka'; return table.concat((li.growth({{li.cos(a), "
    .. "li.sin(a), 0}, {0, 0, 1}}, {x, y, a})), ' ') --> 2 3",
    function(fields, q)
      local list, fs = coordinates_of(q), {}
      for i, f in ipairs(fields) do fs[i] = field(f, ("fields[%d]"):format(i), #list) end
      if #fs == 0 then check.fail("growth", "expected at least one field") end
      return growth(fs, list)
    end },
} do kit.define(li, row) end

kit.define(system.class.methods, {
  "system:constraint_report([values: table]) -> diagnosis",
  "What the velocity constraints are: which follow from others (always; at the numbers "
  .. "given), which are position constraints in disguise, what never changes, degrees of freedom "
  .. "of position and of velocity, and by Lie brackets what can be reached. Inputs the motion "
  .. "depends on count as states steered by their rates.",
  CART .. "return table.concat(s:constraint_report().growth, ' ') --> 2 3", constraint_report,
})

kit.define(system.class.methods, {
  "system:doctor([values: table]) -> diagnosis",
  "system:constraint_report, by its name before version 0.2.",
  CART .. "return table.concat(s:doctor().growth, ' ') --> 2 3", constraint_report,
})

return brackets
