-- baseparameters.lua - the inertial parameters that torques tell apart, of numbers and of symbols
--
-- tau = Y pi is linear in ten parameters of every body; what the columns of Y at random states do not tell apart is grouped, as
-- Gautier and Khalil choose. Parameters that the description writes as 0 are 0: they take no part ([inria80] 3.2, 5.5 59). Y does
-- not depend on masses, so they may be symbols; where lengths are, coefficients are found as polynomials of degree 2 in them.
local li = require "liaison.core"
local check = require "liaison.base.check"
local kit = li.kit

local kinds = { "m", "hx", "hy", "hz", "Ixx", "Iyy", "Izz", "Ixy", "Ixz", "Iyz" }

-- the ten of a body about its origin, as expressions: mass, m c, and I + m (c.c 1 - c c')
local function ten(body)
  local m, c, I = body.mass, body.com, body.inertia
  local out, cc = { m, m * c[1], m * c[2], m * c[3] }, c[1] ^ 2 + c[2] ^ 2 + c[3] ^ 2
  for k, at in ipairs { { 1, 1 }, { 2, 2 }, { 3, 3 }, { 1, 2 }, { 1, 3 }, { 2, 3 } } do
    local moved = -c[at[1]] * c[at[2]]
    if at[1] == at[2] then moved = moved + cc end
    out[4 + k] = (I[at[1]][at[2]] + m * moved):expand()
  end
  return out
end

-- names and values of all columns of the regressor, in order; values nil of bodies whose masses are not given
local function columns_of(m)
  local names, values, g = {}, {}, m:generator()
  for _, b in ipairs(m:description().bodies) do
    local given = b.mass ~= nil and b.inertia ~= nil
    local list = given and ten(g:body(b.name))
    for k, kind in ipairs(kinds) do
      names[#names + 1] = b.name .. "." .. kind
      values[#names] = list and list[k] or nil
    end
  end
  return names, values
end

local beside = { min = true, max = true, damping = true, friction = true, stiffness = true, rest = true, rotor = true, gear = true }

-- without limits and what else the torques of the bodies do not know
local function strip(t)
  for key, x in pairs(t) do
    if beside[key] then t[key] = nil
    elseif type(x) == "table" then strip(x) end
  end
end

-- the tree of the same mechanism, with numbers for its masses
local function skeleton(m)
  local d = m:description()
  d.loops, d.constraints = nil, nil
  for _, b in ipairs(d.bodies) do
    strip(b)
    b.mass, b.com, b.inertia, b.about = 1, { 0.1, 0.2, 0.3 }, { 1, 1.1, 1.2, 0.01, 0.02, 0.03 }, nil
  end
  return li.robot(d)
end

-- which of a body's ten go to its parent where they can, the last first: of a turn about z Iyy, hz and m (Gautier, Khalil), of one about
-- another axis what stands there for them; of a slide the inertia, which turns with the parent
local function late_of(body)
  local joint = type(body.joint) == "table" and body.joint or body
  local kind, axis = joint.kind or body.joint, joint.axis or "z"
  if kind == "prismatic" then return { Ixx = 1, Iyy = 1, Izz = 1, Ixy = 1, Ixz = 1, Iyz = 1 } end
  if axis == "x" then return { hx = 1, Izz = 2, m = 3 } end
  if axis == "y" then return { hy = 1, Ixx = 2, m = 3 } end
  return { hz = 1, Iyy = 2, m = 3 }
end

-- columns in the order in which they are kept: those that nobody takes first, the last body before the others
local function preference(bodies)
  local order = {}
  for b, body in ipairs(bodies) do
    local late = late_of(body)
    for k, kind in ipairs(kinds) do order[#order + 1] = { 10 * (b - 1) + k, late[kind] or 0, -b } end
  end
  table.sort(order, function(x, y)
    if x[2] ~= y[2] then return x[2] < y[2] end
    if x[3] ~= y[3] then return x[3] < y[3] end
    return x[1] < y[1]
  end)
  return order
end

-- regressors at random states, one below the other
local function stack(m, columns)
  local n, blocks = #m:speeds(), {}
  for i = 1, math.ceil(2 * columns / math.max(1, n)) + 10 do
    local v, a = li.zeros(n), li.zeros(n)
    for k = 1, n do v[k], a[k] = math.sin(7 * i + 3 * k), math.cos(5 * i * k + k) end
    blocks[i] = m:regressor(m:random(i), v, a)
  end
  return li.vcat((table.unpack or unpack)(blocks))
end

-- columns that are kept, that depend on them, and that are nothing
local function sort_out(Y, order, absent)
  local kept, rest, none, basis = {}, {}, {}, {}
  for _, o in ipairs(order) do
    local i = o[1]
    local column = not absent[i] and Y:col(i)
    local size, left = column and column:norm() or 0, column
    for _ = 1, column and 2 or 0 do
      for _, u in ipairs(basis) do left = left - u * u:dot(left) end
    end
    if column and size < 1e-9 then none[#none + 1] = i
    elseif column and left:norm() > 1e-8 * size then basis[#basis + 1], kept[#kept + 1] = left:unit(), i
    elseif column then rest[#rest + 1] = i end
  end
  return kept, rest, none
end

local function whole(x)
  local near = math.floor(x + 0.5)
  return math.abs(x - near) < 1e-9 * (1 + math.abs(x)) and near or x
end

-- how each dependent column is made of those kept: beta[r][k]
local function coefficients(Y, kept, rest)
  local at, beta = {}, {}
  if #kept == 0 then return beta end
  for k, i in ipairs(kept) do at[k] = Y:col(i) end
  local K = li.zeros(#at[1], #kept)
  for k, c in ipairs(at) do
    for r = 1, #c do K[r][k] = c[r] end
  end
  local inverse = K:pinv(1e-12)
  for r, i in ipairs(rest) do beta[r] = inverse * Y:col(i) end
  return beta
end

-- products of at most two of these names, as functions of their values and as expressions
local function monomials(names)
  local list = { { value = function() return 1 end, e = li.expr(1) } }
  for a = 1, #names do
    list[#list + 1] = { value = function(at) return at[names[a]] end, e = li.expr(names[a], "new") }
    for b = a, #names do
      list[#list + 1] = { value = function(at) return at[names[a]] * at[names[b]] end, e = li.expr(names[a], "new") * li.expr(names[b], "new") }
    end
  end
  return list
end

-- lengths and whatever else has no number, drawn so many times
local function draws(names, count)
  local list, state = {}, 5
  for k = 1, count do
    list[k] = {}
    for _, name in ipairs(names) do
      state = state * 16807 % 2147483647
      list[k][name] = 0.3 + 0.9 * state / 2147483647
    end
  end
  return list
end

-- samples of one coefficient as a polynomial, or nil
local function fitted(samples, at, monomial)
  local rows, right = {}, {}
  for k, x in ipairs(samples) do
    rows[k], right[k] = {}, x
    for j, p in ipairs(monomial) do rows[k][j] = p.value(at[k]) end
  end
  local A = li.mat(rows)
  local x, sum = A:pinv(1e-13) * li.vec(right), li.expr(0)
  if (A * x - li.vec(right)):norm() > 1e-7 * (1 + li.vec(right):norm()) then return nil end
  for j, p in ipairs(monomial) do
    local c = math.floor(x[j] * 4 + 0.5) / 4
    if math.abs(c - x[j]) > 1e-5 then return nil end
    sum = sum + c * p.e
  end
  return sum
end

-- the symbols that moves along an axis are by: coefficients are made of nothing else, or are not known
local function lengths_of(m, open)
  local lengths, list = {}, {}
  local function look(moves)
    for _, move in ipairs(moves or {}) do
      if type(move[2]) == "string" and tostring(move[1]):match "^T" then
        for _, s in ipairs(li.expr(move[2], "new"):symbols()) do lengths[tostring(s)] = true end
      end
    end
  end
  for _, b in ipairs(m:description().bodies) do
    local joint = type(b.joint) == "table" and b.joint or b
    look(joint.place) look(joint.after) look(b.place) look(b.after)
  end
  for _, name in ipairs(open) do if lengths[name] then list[#list + 1] = name end end
  return list
end

-- coefficients with symbols: those of several draws, told by polynomials where they differ
local function symbolic(m, open, order, absent, columns)
  local monomial = monomials(lengths_of(m, open))
  local at = draws(open, #monomial + 4)
  local Y = stack(m:with(at[1]), columns)
  local kept, rest, none = sort_out(Y, order, absent)
  local samples, beta = { coefficients(Y, kept, rest) }, {}
  for k = 2, #at do samples[k] = coefficients(stack(m:with(at[k]), columns), kept, rest) end
  for r = 1, #rest do
    beta[r] = {}
    for k = 1, #kept do
      local one, same = {}, true
      for s = 1, #at do
        one[s] = samples[s][r][k]
        same = same and math.abs(one[s] - one[1]) < 1e-7
      end
      local e = same and whole(one[1]) or fitted(one, at, monomial)
      if not e then return kept, rest, none, nil, r, k end
      beta[r][k] = e
    end
  end
  return kept, rest, none, beta
end

local function say(x) return (kit.format("%.6g", x):gsub("^%-0$", "0")) end

-- + 2*arm.m, - L*arm.hx, + (L^2 + 1)*arm.m
local function term_text(coefficient, name, first)
  local number = type(coefficient) == "number" and coefficient or coefficient:number()
  if not number then
    local text = coefficient:kind() == "sum" and "(" .. tostring(coefficient) .. ")" or tostring(coefficient)
    local minus = text:match "^%-(.*)$"
    return (minus and (first and "-" or " - ") or first and "" or " + ") .. (minus or text) .. "*" .. name
  end
  local c, sign = math.abs(number), number < 0 and (first and "-" or " - ") or first and "" or " + "
  return sign .. (c == 1 and "" or say(c) .. "*") .. name
end

local schema = { structure = "str?" }

-- no number: an expression; else the number
local function plain(e)
  if e == nil or type(e) == "number" then return e end
  return e:number() or e
end

local function base_parameters(m, options)
  local o = check.fields(options or {}, "options", schema)
  if o.structure and o.structure ~= "free" and o.structure ~= "as written" then
    check.fail("options.structure", "expected 'as written' or 'free', got '%s'", o.structure)
  end
  local names, values = columns_of(m)
  local absent, zero = {}, {}
  for i, name in ipairs(names) do
    if o.structure ~= "free" and values[i] and values[i]:number() == 0 then absent[i], zero[#zero + 1] = true, name end
  end
  local bare, open, order = skeleton(m), {}, preference(m:description().bodies)
  for _, s in ipairs(bare:symbols()) do open[#open + 1] = tostring(s) end
  local kept, rest, none, beta, r, k
  if #open > 0 then
    kept, rest, none, beta, r, k = symbolic(bare, open, order, absent, #names)
    if not beta then
      check.fail("model:base_parameters", "how %s is grouped with %s is no polynomial of lengths: give numbers for %s", names[rest[r]], names[kept[k]], table.concat(open, ", "))
    end
  else
    local Y = stack(bare, #names)
    kept, rest, none = sort_out(Y, order, absent)
    beta = coefficients(Y, kept, rest)
  end
  local list = { columns = names, zero = zero, ineffective = {} }
  for j, i in ipairs(kept) do
    local p = { name = names[i], column = i, terms = { { 1, names[i] } }, text = names[i] }
    local value = values[i]
    for s, d in ipairs(rest) do
      local c = beta[s][j]
      if type(c) ~= "number" or math.abs(c) > 1e-7 then
        c = type(c) == "number" and whole(c) or c
        p.terms[#p.terms + 1] = { c, names[d] }
        p.text = p.text .. term_text(c, names[d], false)
        value = value and values[d] and value + c * values[d]
      end
    end
    p.value = plain(value)
    list[j] = p
  end
  for s, i in ipairs(none) do list.ineffective[s] = names[i] end
  kit.sort(list.ineffective)
  return list
end

kit.define(kit.methods "model", {
  "model:base_parameters([options: table]) -> table",
  "The inertial parameters that torques tell apart, by the rank of regressors at random states: a list of {name, column, text, terms, value}, each an own parameter "
    .. "(that column of model:regressor) and what is grouped with it, coefficients and values as expressions where there are symbols. columns: the names of all columns; zero: "
    .. "those that the description writes as 0, which take no part (structure = 'free': nothing is 0); ineffective: those that matter nowhere.",
  "return #li.robots.puma560():base_parameters{structure = 'free'}, #li.robots.inria6r():base_parameters() --> 36, 9", base_parameters,
})

return base_parameters
