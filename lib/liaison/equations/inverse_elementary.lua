-- inverse_elementary.lua - Paul's elementary equations as rows: form, formula, condition, how many
-- solutions [Paul 1981, Robot manipulators, ch. 3; Pieper 1968]
local li = require "liaison.core"

local elementary = {}

-- equation: in the unknown Q; formula: its roots, e = 1 or -1 where there are two; must: what is
-- not negative where they exist; free: zero where every Q does as well, a singular place
elementary.rows = {
  { name = "slide", solutions = 1, equation = { "X*Q = Z" }, formula = "Z/X", free = "X" },
  { name = "two_equations", solutions = 1,
    equation = { "X1*sin(Q) + Y1*cos(Q) = Z1", "X2*sin(Q) + Y2*cos(Q) = Z2" },
    formula = "atan2((Z1*Y2 - Z2*Y1)/D, (X1*Z2 - X2*Z1)/D)", free = "D",
    also = { "D", "X1*Y2 - X2*Y1" } },
  { name = "through_zero", solutions = 2, equation = { "X*sin(Q) + Y*cos(Q) = 0" },
    formula = "atan2(-e*Y, e*X)", free = "X^2 + Y^2" },
  { name = "cosine", solutions = 2, equation = { "Y*cos(Q) = Z" },
    formula = "e*atan2(sqrt(1 - (Z/Y)^2), Z/Y)", must = "1 - (Z/Y)^2", free = "Y" },
  { name = "sine", solutions = 2, equation = { "X*sin(Q) = Z" },
    formula = "atan2(Z/X, e*sqrt(1 - (Z/X)^2))", must = "1 - (Z/X)^2", free = "X" },
  { name = "cosine_and_sine", solutions = 2, equation = { "X*sin(Q) + Y*cos(Q) = Z" },
    formula = "atan2(X, Y) + e*atan2(sqrt(X^2 + Y^2 - Z^2), Z)", must = "X^2 + Y^2 - Z^2",
    free = "X^2 + Y^2" },
  { name = "slide_square", solutions = 2, equation = { "X*Q^2 = Z" },
    formula = "e*sqrt(Z/X)", must = "Z/X", free = "X" },
  { name = "slide_quadratic", solutions = 2, equation = { "X*Q^2 + Y*Q = Z" },
    formula = "(-Y + e*sqrt(Y^2 + 4*X*Z))/(2*X)", must = "Y^2 + 4*X*Z", free = "X" },
}

elementary.by_name = {}
for rank, row in ipairs(elementary.rows) do
  row.rank = rank
  elementary.by_name[row.name] = row
end

-- ---- zero, tried at numbers ---------------------------------------------------------------------

-- a number of 0.2 .. 1.8 that belongs to a name
function elementary.sample(name, round)
  local h = 17 * round + 5
  for k = 1, #name do h = (h * 31 + name:byte(k) * (k + round)) % 100003 end
  return 0.2 + 1.6 * ((h * 7919) % 100003) / 100003
end

function elementary.at_sample(e, round)
  local values = {}
  for _, s in ipairs(e:symbols()) do
    values[tostring(s)] = elementary.sample(tostring(s), round)
  end
  return e:eval(values)
end

-- is it zero wherever it is tried? Decimals of a description leave their rounding behind
function elementary.is_zero(e)
  e = li.expr(e)
  for round = 1, 3 do
    local x = elementary.at_sample(e, round)
    if not x or math.abs(x) > 1e-10 then return false end
  end
  return true
end
local is_zero = elementary.is_zero

function elementary.tidy(e)
  e = li.expr(e)
  if is_zero(e) then return li.expr(0) end
  e = e:trig()
  local n = e:ops()
  return n.mul + n.add < 60 and e:simplify() or e
end
local tidy = elementary.tidy

-- a text of a row with expressions put for its letters (and for e, Q)
function elementary.put(text, letters)
  local by = {}
  local named = text:gsub("%f[%a]([XYZDQe]%d?)%f[%W]", function(letter)
    if letters[letter] == nil then return nil end
    by["letter_" .. letter] = letters[letter]
    return "letter_" .. letter
  end)
  return li.expr(named, "new"):subs(by)
end

-- the formula with a root of nothing below zero: at the edge of reach rounding would leave none
function elementary.safe(row)
  if not row.must then return row.formula end
  local from, to = row.formula:find("sqrt(" .. row.must .. ")", 1, true)
  return row.formula:sub(1, from - 1) .. "sqrt(max(0, " .. row.must .. "))"
    .. row.formula:sub(to + 1)
end

-- ---- which row an equation E = 0 is -------------------------------------------------------------

-- E = X sin q + Y cos q - Z, by its values at 0, pi/2, pi; nil where it is not
function elementary.of_turn(E, q)
  E = E:angles()
  local e0, e1, e2 = E:subs { [q] = 0 }, E:subs { [q] = li.exact_pi() / 2 },
    E:subs { [q] = li.exact_pi() }
  local C, Y = (e0 + e2) / 2, (e0 - e2) / 2
  local X = e1 - C
  if not is_zero(E - X * li.sin(q) - Y * li.cos(q) - C) then return nil end
  return { X = tidy(X), Y = tidy(Y), Z = tidy(-C) }
end

local function turn_row(L)
  local x, y, z = is_zero(L.X), is_zero(L.Y), is_zero(L.Z)
  if x and y then return nil end
  if z then return "through_zero", { X = L.X, Y = L.Y } end
  if x then return "cosine", { Y = L.Y, Z = L.Z } end
  if y then return "sine", { X = L.X, Z = L.Z } end
  return "cosine_and_sine", L
end

local function slide_row(E, q)
  E = E:expand()
  local degree = E:degree(q)
  if degree ~= 1 and degree ~= 2 then return nil end
  local Z = tidy(-E:subs { [q] = 0 })
  local X, Y = tidy(E:coeff(q, degree)), degree == 2 and tidy(E:coeff(q, 1)) or nil
  if is_zero(X) then return nil end
  if degree == 1 then return "slide", { X = X, Z = Z } end
  if is_zero(Y) then return "slide_square", { X = X, Z = Z } end
  return "slide_quadratic", { X = X, Y = Y, Z = Z }
end

-- name of the row and its letters; nil where E = 0 is none. turn: of_turn, where it is known
function elementary.recognise(E, q, slide, turn)
  if slide then return slide_row(E, q) end
  local L = turn or elementary.of_turn(E, q)
  if L then return turn_row(L) end
end

-- letters of the row of two equations, each read by of_turn; nil where they are one
function elementary.two(a, b)
  local D = tidy(a.X * b.Y - b.X * a.Y)
  if is_zero(D) then return nil end
  return { X1 = a.X, Y1 = a.Y, Z1 = a.Z, X2 = b.X, Y2 = b.Y, Z2 = b.Z, D = D }
end

return elementary
