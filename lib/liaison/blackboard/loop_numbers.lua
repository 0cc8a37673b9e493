-- loop_numbers.lua - groups of planar loops as they are written and computed: letters of each, what
-- its unknowns are, numbers at which all of them close
local li = require "liaison.core"

local numbers = {}

local function dot(a, b) return a[1] * b[1] + a[2] * b[2] end

local function rotated(q, r)
  return { r[1] * li.cos(q) - r[2] * li.sin(q), r[1] * li.sin(q) + r[2] * li.cos(q) }
end

-- ---- letters ------------------------------------------------------------------------------------

-- a name that nothing else has
local function free(taken, name)
  while taken[name] do name = name .. "o" end
  taken[name] = true
  return name
end

-- an angle of the group: a coordinate by itself, else a letter of its own
local function angle(of, unknown, taken, state)
  for _, q in ipairs(unknown) do
    if of.angle == q then
      return { name = tostring(q), symbol = q, angle = of.angle, of = of }
    end
  end
  state.angles = state.angles + 1
  local name = free(taken, "psi" .. state.angles)
  return { name = name, symbol = li.symbols(name), angle = of.angle, of = of,
    latex = ("\\psi_{%d}"):format(state.angles) }
end

-- letters of a group; with an index where there are several
local function letters_of(g, k, many, taken)
  local index = many and tostring(k) or ""
  local l = {}
  for _, key in ipairs { "K", "L", "M", "e", "t" } do
    l[key] = li.symbols(free(taken, key .. index))
  end
  g.letters = l
end

-- ---- what the unknowns are ----------------------------------------------------------------------

-- coordinates of the model by the angles of the group: of one angle, or of two
local function back(g)
  local out, angles = {}, g.turned
  local function add(q, e)
    out[#out + 1] = { name = tostring(q), q = q, e = e }
  end
  local a, b = angles[1], angles[2]
  local function part(x, q) return x.of.angle:diff(q):number() end
  local turning = {}
  for _, q in ipairs(g.unknown) do
    local in_a, in_b = a and part(a, q), b and part(b, q)
    if (in_a or 0) ~= 0 or (in_b or 0) ~= 0 then turning[#turning + 1] = q end
  end
  if #turning == 1 and a and a.name ~= tostring(turning[1]) then
    local q, c = turning[1], part(a, turning[1])
    add(q, ((a.symbol - (a.of.angle - c * q)) / c):expand())
  elseif #turning == 2 then
    local q, r = turning[1], turning[2]
    local m = { { part(a, q), part(a, r) }, { part(b, q), part(b, r) } }
    local det = m[1][1] * m[2][2] - m[1][2] * m[2][1]
    local x = a.symbol - (a.of.angle - m[1][1] * q - m[1][2] * r)
    local y = b.symbol - (b.of.angle - m[2][1] * q - m[2][2] * r)
    local function put(s, e)
      if a.name ~= tostring(s) and b.name ~= tostring(s) then add(s, e:expand()) end
    end
    put(q, (m[2][2] * x - m[1][2] * y) / det)
    put(r, (m[1][1] * y - m[2][1] * x) / det)
  end
  return out
end

-- atan2 of a vector, told from another: R(W) s = v
local function angle_of(v, s)
  if s[2]:is_zero() then
    local x = s[1]
    if x:kind() == "symbol" or (x:number() or -1) > 0 then return li.atan2(v[2], v[1]) end
    if (-x):kind() == "symbol" or (x:number() or 1) < 0 then return li.atan2(-v[2], -v[1]) end
  end
  return li.atan2(v[2] * s[1] - v[1] * s[2], dot(v, s))
end

local KIND = {}

function KIND.RRR(g, a, P)
  local U, W = g.turned[1].symbol, g.turned[2].symbol
  local first, second = rotated(U, g.r), rotated(W, g.s)
  g.vector = { P[1] + first[1] + second[1], P[2] + first[2] + second[2] }
  g.eliminated = { (P[1] + first[1]) ^ 2 + (P[2] + first[2]) ^ 2, dot(g.s, g.s):trig():simplify() }
  local v = { -P[1] - first[1], -P[2] - first[2] }
  a[1] = { name = g.turned[2].name, e = angle_of(v, g.s), turns = true }
end

function KIND.RRP(g, a, P)
  local U, s = g.turned[1].symbol, g.unknown[g.slide]
  local first = rotated(U, g.r)
  local d = g.d
  g.vector = { P[1] + first[1] + s * d[1], P[2] + first[2] + s * d[2] }
  g.projected = -d[2] * (P[1] + first[1]) + d[1] * (P[2] + first[2])
  local size = dot(d, d):trig():simplify()
  a[1] = { name = tostring(s), e = -(d[1] * (P[1] + first[1]) + d[2] * (P[2] + first[2])) / size }
end

function KIND.RPR(g, a, P)
  local U, s = g.turned[1].symbol, g.unknown[g.slide]
  local r = { g.r[1] + s * g.e[1], g.r[2] + s * g.e[2] }
  local first, e, n = rotated(U, r), rotated(U, g.e), rotated(U, { -g.e[2], g.e[1] })
  g.vector = { P[1] + first[1], P[2] + first[2] }
  g.projected = dot(P, n) + dot(g.r, { -g.e[2], g.e[1] })
  local size = dot(g.e, g.e):trig():simplify()
  a[1] = { name = tostring(s), e = -(dot(P, e) + dot(g.r, g.e)) / size }
end

function KIND.PP(g, a, P)
  local d, f = g.d, g.f
  local s, u = g.unknown[g.slide], g.unknown[g.other]
  local det = (d[1] * f[2] - d[2] * f[1]):trig():simplify()
  g.vector = { P[1] + s * d[1] + u * f[1], P[2] + s * d[2] + u * f[2] }
  a[1] = { name = tostring(s), e = (f[1] * P[2] - f[2] * P[1]) / det, must = det }
  a[2] = { name = tostring(u), e = (d[2] * P[1] - d[1] * P[2]) / det }
end

function KIND.P(g, a) a[1] = { name = tostring(g.unknown[1]), e = -g.known / g.by, must = g.by } end

function KIND.guide(g, a)
  local q = g.unknown[1]
  local c = g.U.angle:diff(q):number()
  a[1] = { name = tostring(q), e = (-(g.U.angle - c * q) / c):expand() }
end

function KIND.R() end

-- a road for an angle: whole turns apart from the formula's
local function near(x, q) return q + 2 * math.pi * math.floor((x - q) / (2 * math.pi) + 0.5) end

-- the number of the point, which was found from the rows; an angle apart by whole turns
local function road(x)
  return function(at)
    local q = at[x.name]
    return { x.turns and near(x.e:eval(at), q) or q }
  end
end

local function prepare(g, k, many, taken, state)
  letters_of(g, k, many, taken)
  g.turned = {}
  if g.U and g.kind ~= "guide" then g.turned[1] = angle(g.U, g.unknown, taken, state) end
  if g.W then g.turned[2] = angle(g.W, g.unknown, taken, state) end
  local P = nil
  if g.P then
    local index = many and tostring(k) or ""
    g.Pname = { free(taken, "X" .. index), free(taken, "Y" .. index) }
    g.Platex = many and { ("X_{%d}"):format(k), ("Y_{%d}"):format(k) } or { "X", "Y" }
    P = { li.symbols(g.Pname[1]), li.symbols(g.Pname[2]) }
  end
  g.then_ = {}
  KIND[g.kind](g, g.then_, P)
  if g.form_of then
    local K, L, M = g.form_of(P)
    g.form = { K = K, L = L, M = M }
  end
  g.back = g.kind == "guide" and {} or back(g)
  for _, x in ipairs(g.then_) do x.road = road(x) end
  for _, x in ipairs(g.back) do
    x.turns = true
    x.road = road(x)
  end
end

-- letters, formulas and roads of all groups
function numbers.prepare(list, model)
  local taken, state, two = {}, { angles = 0 }, 0
  for _, name in ipairs(model:symbols()) do taken[name] = true end
  for _, name in ipairs(model:coordinates()) do taken[name] = true end
  for _, g in ipairs(list) do two = two + (g.form_of and 1 or 0) end
  for k, g in ipairs(list) do prepare(g, k, two > 1, taken, state) end
end

-- ---- numbers ------------------------------------------------------------------------------------

-- the angle of K cos q + L sin q = M by the sign of its root; false where there is none
local function turn(g, at, sign)
  local n = {}
  for key, e in pairs(g.form) do
    n[key] = e:eval(at)
    at[tostring(g.letters[key])] = n[key]
  end
  local size = n.K ^ 2 + n.L ^ 2
  if size - n.M ^ 2 < 1e-6 * size then return false end
  local q = li.atan2(n.L, n.K) + sign * math.acos(n.M / math.sqrt(size))
  at[g.turned[1].name] = q
  at[tostring(g.letters.e)], at[tostring(g.letters.t)] = sign, math.tan(q / 2)
  return true
end

-- a group solved at numbers by the sign of its root; false where it does not close
local function solve(g, at, sign)
  for k = 1, g.P and 2 or 0 do at[g.Pname[k]] = g.P[k]:eval(at) end
  if g.form and not turn(g, at, sign) then return false end
  for _, x in ipairs(g.then_) do at[x.name] = x.e:eval(at) end
  for _, x in ipairs(g.back) do at[x.name] = x.e:eval(at) end
  return true
end

local function copy(at)
  local out = {}
  for key, x in pairs(at) do out[key] = x end
  return out
end

local function each(list, k, at, signs, out)
  if k > #list then
    out[#out + 1] = { at = at, signs = signs }
    return
  end
  for _, sign in ipairs(list[k].form and { 1, -1 } or { 1 }) do
    local here, s = copy(at), { (table.unpack or unpack)(signs) } -- luacheck: ignore
    if list[k].form then s[#s + 1] = ("%+d"):format(sign) end
    if solve(list[k], here, sign) then each(list, k + 1, here, s, out) end
  end
end

-- {{at, signs}} of every assembly at these numbers
function numbers.all(list, at)
  local out = {}
  each(list, 1, copy(at), {}, out)
  return out
end

-- a coordinate of an assembly, an angle between -pi and pi
function numbers.value(list, at, name)
  for _, g in ipairs(list) do
    for _, x in ipairs(g.then_) do
      if x.name == name and not (x.turns or g.kind == "guide") then return at[name] end
    end
  end
  return near(0, at[name])
end

local MOST, TRIES = 4, 400

-- configurations that close: the numbers told, others tried one after the other
function numbers.points(list, letters, inputs, at)
  local out, seed = {}, 12345
  local function random()
    seed = (seed * 16807) % 2147483647
    return seed / 2147483647
  end
  local is_input = {}
  for _, name in ipairs(inputs) do is_input[name] = true end
  for _ = 1, TRIES do
    local here = {}
    for _, name in ipairs(letters) do
      here[name] = at[name] or is_input[name] and 6.2 * random() - 3.1 or 0.4 + 2 * random()
    end
    local found = numbers.all(list, here)
    for k = 1, #found, math.max(1, #found - 1) do out[#out + 1] = found[k].at end
    if #out >= MOST then break end
  end
  return out
end

return numbers
