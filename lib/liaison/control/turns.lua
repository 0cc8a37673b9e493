-- turns.lua - quaternions and rotations as lines of a block: products, turns by a rotation vector,
-- vectors seen from the body
--
-- q = {w, x, y, z} takes components from the body to the world, scalar first; v_W = R(q) v_B.
local lines = require "liaison.control.lines"

local turns = {}

-- a entries of texts: terms {sign, a, b}
local function combined(L, terms)
  local out = {}
  for k, term in ipairs(terms) do
    local part = lines.product(term[2], term[3])
    if part then out[#out + 1] = (term[1] < 0 and "(-%s)" or "%s"):format(part) end
    if k == #terms then return L:let(lines.sum(out)) end
  end
end

-- a b
function turns.product(L, a, b)
  return {
    combined(L, { { 1, a[1], b[1] }, { -1, a[2], b[2] }, { -1, a[3], b[3] }, { -1, a[4], b[4] } }),
    combined(L, { { 1, a[1], b[2] }, { 1, a[2], b[1] }, { 1, a[3], b[4] }, { -1, a[4], b[3] } }),
    combined(L, { { 1, a[1], b[3] }, { -1, a[2], b[4] }, { 1, a[3], b[1] }, { 1, a[4], b[2] } }),
    combined(L, { { 1, a[1], b[4] }, { 1, a[2], b[3] }, { -1, a[3], b[2] }, { 1, a[4], b[1] } }) }
end

function turns.cross(L, a, b)
  return { combined(L, { { 1, a[2], b[3] }, { -1, a[3], b[2] } }),
    combined(L, { { 1, a[3], b[1] }, { -1, a[1], b[3] } }),
    combined(L, { { 1, a[1], b[2] }, { -1, a[2], b[1] } }) }
end

-- a turn by the rotation vector: {cos(th/2), sin(th/2)/th v}, th = |v|
function turns.exp(L, v)
  local square = L:let(("%s^2 + %s^2 + %s^2"):format(v[1], v[2], v[3]))
  local th = L:let(("sqrt(%s)"):format(square))
  -- below 1e-4 the next term of the series is beyond the last digit
  local s = L:let(("piecewise(%s > 1e-4, sin(%s/2)/%s, 1/2 - %s/48)"):format(th, th, th, square))
  return { L:let(("cos(%s/2)"):format(th)), L:let(s .. "*" .. v[1]), L:let(s .. "*" .. v[2]),
    L:let(s .. "*" .. v[3]) }
end

local function length_of(L, v)
  local terms = {}
  for k = 1, #v do terms[k] = v[k] .. "^2" end
  return L:let(("sqrt(%s)"):format(lines.sum(terms)))
end

-- v/|v|, zeros where there is none; and |v|
function turns.unit(L, v)
  local length = length_of(L, v)
  local inverse, out = L:let(("piecewise(%s > 0, 1/%s, 0)"):format(length, length)), {}
  for k = 1, #v do out[k] = L:let(v[k] .. "*" .. inverse) end
  return out, length
end

-- R(q), three rows
function turns.matrix(L, q)
  local w, x, y, z = q[1], q[2], q[3], q[4]
  local function line(...) return L:let((...):format(select(2, ...))) end
  return lines.matrix {
    { line("1 - 2*(%s^2 + %s^2)", y, z), line("2*(%s*%s - %s*%s)", x, y, w, z),
      line("2*(%s*%s + %s*%s)", x, z, w, y) },
    { line("2*(%s*%s + %s*%s)", x, y, w, z), line("1 - 2*(%s^2 + %s^2)", x, z),
      line("2*(%s*%s - %s*%s)", y, z, w, x) },
    { line("2*(%s*%s - %s*%s)", x, z, w, y), line("2*(%s*%s + %s*%s)", y, z, w, x),
      line("1 - 2*(%s^2 + %s^2)", x, y) } }
end

-- R v, a list
function turns.turned(L, R, v)
  local out = {}
  for i = 1, 3 do
    local terms = {}
    for k = 1, 3 do terms[#terms + 1] = lines.product(R[i][k], v[k]) end
    out[i] = L:let(lines.sum(terms))
  end
  return out
end

-- [v]x: [v]x a = v x a
function turns.skew(v)
  local function minus(x) return x == "0" and "0" or "(-" .. x .. ")" end
  return lines.matrix { { "0", minus(v[3]), v[2] }, { v[3], "0", minus(v[1]) },
    { minus(v[2]), v[1], "0" } }
end

return turns
