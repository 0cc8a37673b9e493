-- baseparameters.lua - the inertial parameters that torques tell apart, of numbers and of symbols
--
-- tau = Y pi is linear in ten parameters of every body; what the columns of Y at random states do
-- not tell apart is grouped, as Gautier and Khalil choose. Parameters that the description writes
-- as 0 are 0: they take no part ([inria80] 3.2, 5.5 59). Y does not depend on masses, so they may
-- be symbols; where lengths are, coefficients are found as polynomials of degree 2 in them.
local li = require "liaison.core"
local check = require "liaison.base.check"
local kit = li._internal

local ask = kit.ask
local kinds = ask.base_names()

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

-- names and values of all columns of the regressor, in order; values nil of bodies whose masses are
-- not given
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

local beside = { min = true, max = true, damping = true, friction = true, stiffness = true,
  rest = true, rotor = true, gear = true }

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

-- products of at most two of these names, as expressions
local function products(names)
  local list = {}
  for k, pair in ipairs(ask.base_products(#names)) do
    list[k] = li.expr(1)
    for _, i in ipairs(pair) do list[k] = list[k] * li.expr(names[i], "new") end
  end
  return list
end

-- samples of one coefficient as a polynomial in lengths, or nil
local function fitted(samples, lengths, monomial)
  local c = ask.base_fit(samples, lengths)
  if not c then return nil end
  local sum = li.expr(0)
  for j, p in ipairs(monomial) do sum = sum + c[j] * p end
  return sum
end

-- the symbols that moves along an axis are by: coefficients are made of nothing else, or are not
-- known
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

-- lengths and whatever else has no number, drawn several times: tables by name, and the lengths
-- alone as a matrix
local function draws_of(open, names, count)
  local drawn, values, lengths = ask.base_draws(#open, count), {}, {}
  for k = 1, count do
    values[k], lengths[k] = {}, {}
    for i, name in ipairs(open) do values[k][name] = drawn[k][i] end
    for i, name in ipairs(names) do lengths[k][i] = values[k][name] end
  end
  return values, #names > 0 and li.mat(lengths) or li.zeros(count, 0)
end

-- coefficient r, k of all draws: one number, an expression, or nil
local function coefficient_of(samples, r, k, lengths, monomial)
  local one, same = {}, true
  for s, beta in ipairs(samples) do
    one[s] = beta[r][k]
    same = same and math.abs(one[s] - one[1]) < 1e-7
  end
  return same and ask.base_whole(one[1]) or fitted(one, lengths, monomial)
end

-- coefficients with symbols: those of several draws, told by polynomials where they differ; where
-- one is none, its place
local function symbolic(m, open, zero)
  local names = lengths_of(m, open)
  local monomial = products(names)
  local values, lengths = draws_of(open, names, #monomial + 4)
  local base = ask.base_parameters(m:with(values[1]), zero)
  local samples, beta = { base.beta }, {}
  for k = 2, #values do samples[k] = ask.base_again(m:with(values[k]), base.kept, base.rest) end
  for r = 1, #base.rest do
    beta[r] = {}
    for k = 1, #base.kept do
      local e = coefficient_of(samples, r, k, lengths, monomial)
      if not e then return base, nil, r, k end
      beta[r][k] = e
    end
  end
  return base, beta
end

local function say(x) return (kit.format("%.6g", x):gsub("^%-0$", "0")) end

-- + 2*arm.m, - L*arm.hx, + (L^2 + 1)*arm.m
local function term_text(coefficient, name, first)
  local number = type(coefficient) == "number" and coefficient or coefficient:number()
  if not number then
    local text = coefficient:kind() == "sum" and "(" .. tostring(coefficient) .. ")"
      or tostring(coefficient)
    local minus = text:match "^%-(.*)$"
    return (minus and (first and "-" or " - ") or first and "" or " + ") .. (minus or text) .. "*"
      .. name
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

-- one of the list: the parameter kept at place j, with what is grouped with it
local function grouped(j, base, beta, names, values)
  local i = base.kept[j]
  local p = { name = names[i], column = i, terms = { { 1, names[i] } }, text = names[i] }
  local value = values[i]
  for s, d in ipairs(base.rest) do
    local c = beta[s][j]
    if type(c) ~= "number" or math.abs(c) > 1e-7 then
      c = type(c) == "number" and ask.base_whole(c) or c
      p.terms[#p.terms + 1] = { c, names[d] }
      p.text = p.text .. term_text(c, names[d], false)
      value = value and values[d] and value + c * values[d]
    end
  end
  p.value = plain(value)
  return p
end

local function structure_of(options)
  local o = check.fields(options or {}, "options", schema)
  if o.structure and o.structure ~= "free" and o.structure ~= "as written" then
    check.fail("options.structure", "expected 'as written' or 'free', got '%s'", o.structure)
  end
  return o.structure
end

-- columns of parameters that the description writes as 0
local function zeros_of(values, count)
  local zero = {}
  for i = 1, count do
    if values[i] and values[i]:number() == 0 then zero[#zero + 1] = i end
  end
  return zero
end

local function names_of(columns, names)
  local list = {}
  for k, i in ipairs(columns) do list[k] = names[i] end
  return list
end

local function base_parameters(m, options)
  local structure = structure_of(options)
  local names, values = columns_of(m)
  local zero = structure == "free" and {} or zeros_of(values, #names)
  local bare, open = skeleton(m), {}
  for _, s in ipairs(bare:symbols()) do open[#open + 1] = tostring(s) end
  local base, beta, r, k
  if #open > 0 then
    base, beta, r, k = symbolic(bare, open, zero)
    if not beta then
      check.fail("model:base_parameters",
        "how %s is grouped with %s is no polynomial of lengths: give numbers for %s",
        names[base.rest[r]], names[base.kept[k]], table.concat(open, ", "))
    end
  else
    base = ask.base_parameters(bare, zero)
    beta = base.beta
  end
  local list = { columns = names, zero = names_of(zero, names),
    ineffective = names_of(base.none, names) }
  for j = 1, #base.kept do list[j] = grouped(j, base, beta, names, values) end
  kit.sort(list.ineffective)
  return list
end

kit.define(kit.methods "model", {
  "model:base_parameters([options: table]) -> table",
  "The inertial parameters that torques tell apart, by the rank of regressors at random "
  .. "states: a list of {name, column, text, terms, value}, each an own parameter "
    .. "(that column of model:regressor) and what is grouped with it, coefficients and values "
    .. "as expressions where there are symbols. columns: the names of all columns; zero: "
    .. "those that the description writes as 0, which take no part (structure = 'free': "
    .. "nothing is 0); ineffective: those that matter nowhere.",
  "return #li.robots.puma560():base_parameters{structure = 'free'}, "
  .. "#li.robots.inria6r():base_parameters() --> 36, 9", base_parameters,
})

return base_parameters
