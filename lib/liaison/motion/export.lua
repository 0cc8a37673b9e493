-- export.lua - a motion as expressions of t, and as a function in C
local li = require "liaison.core"
local check = require "liaison.base.check"
local kit = li._internal

local export = {}

-- ---- expressions --------------------------------------------------------------------------------

-- a0 + a1 (t - t0) + ..
local function polynomial(c, piece, axis, t, t0)
  local a = c:coefficients(piece):row(axis)
  local sum, u = li.expr(0), t - t0
  for k = 1, #a do if a[k] ~= 0 then sum = sum + a[k] * u ^ (k - 1) end end
  return sum
end

-- each piece up to where it ends; before and after, the ends
local function of_curve(c, axis, t)
  local knots, parts = c:knots(), {}
  parts[1], parts[2] = t:lt(c.first), c:at(c.first)[axis]
  for piece = 1, c.pieces do
    parts[#parts + 1] = t:lt(knots[piece + 1])
    parts[#parts + 1] = polynomial(c, piece, axis, t, knots[piece])
  end
  parts[#parts + 1] = c:at(c.last)[axis]
  return li.piecewise((table.unpack or unpack)(parts))
end

-- a straight line by a law, s0 + (s1 - s0) law(t / T)
local function of_law(x, axis, t)
  local time = x.time
  local s = time.s0 + (time.s1 - time.s0) * time.law:expr(t / time.last)
  local e = polynomial(x.path, 1, axis, s, x.path.first)
  return li.piecewise(t:lt(0), x.at(time.first)[axis], t:lt(time.last), e, x.at(time.last)[axis])
end

local MOST_PIECES = 200

local function one(m, axis)
  local x, t = m.track, li.expr("t", "new")
  if x.curve and x.curve.pieces <= MOST_PIECES then return of_curve(x.curve, axis, t) end
  if x.time and x.time.law and x.path.pieces == 1 then return of_law(x, axis, t) end
  check.fail("expr", "this motion has no formula of a reasonable length: it is a law along a path "
    .. "of %d pieces", (x.curve or x.path or { pieces = 1 }).pieces)
end

function export.expr(m, axis)
  if axis == nil then
    local list = {}
    for k = 1, m.n do list[k] = one(m, k) end
    return list
  end
  for k, name in ipairs(m.names) do if axis == name or axis == k then return one(m, k) end end
  local known = {}
  for _, name in ipairs(m.names) do known[name] = true end
  check.fail("expr", "no axis '%s'%s", tostring(axis), check.hint(tostring(axis), known))
end

-- ---- C ------------------------------------------------------------------------------------------

local function number(x) return kit.number(x) end

local function numbers(list, indent)
  local out, width = {}, 0
  for k = 1, #list do
    local text = number(list[k]) .. (k < #list and ", " or "")
    width = width + #text
    if width > 88 then
      out[#out + 1] = "\n" .. indent
      width = #text
    end
    out[#out + 1] = text
  end
  return table.concat(out)
end

local HEAD = [[
/* %s
 *
 * void %s(double t, double q[%d], double v[%d], double a[%d]): position, velocity, acceleration of
 * %s at t (s); before and after it rests. v and a may be NULL. */
#include <math.h>
#include <stddef.h>

]]

local BODY = [[
void NAME(double t, double *q, double *v, double *a) {
  enum { AXES = %d, PIECES = %d, TERMS = %d };
  int i = 0, outside = t < knot[0] || t > knot[PIECES];
  t = fmin(fmax(t, knot[0]), knot[PIECES]);
  while (i < PIECES - 1 && t >= knot[i + 1]) i++;
  for (int k = 0; k < AXES; k++) {
    const double *c = coef[i][k], u = t - knot[i];
    double x = 0, x1 = 0, x2 = 0;
    for (int j = TERMS - 1; j >= 0; j--) {
      x2 = x2 * u + 2 * x1;
      x1 = x1 * u + x;
      x = x * u + c[j];
    }
    q[k] = x;
    if (v) v[k] = outside ? 0 : x1;
    if (a) a[k] = outside ? 0 : x2;
  }
}
]]

local function tables(c)
  local out = { ("static const double knot[%d] = { %s };\n"):format(c.pieces + 1,
    numbers(c:knots(), "  ")),
    ("static const double coef[%d][%d][%d] = {\n"):format(c.pieces, c.n, c.degree + 1) }
  for piece = 1, c.pieces do
    local M, rows = c:coefficients(piece), {}
    for k = 1, c.n do rows[k] = ("    { %s }"):format(numbers(M:row(k), "      ")) end
    out[#out + 1] = ("  {\n%s },\n"):format(table.concat(rows, ",\n"))
  end
  out[#out + 1] = "};\n\n"
  return table.concat(out)
end

function export.c(m, name)
  if not name:match "^[%a_][%w_]*$" then
    check.fail("c", "expected a name of a C function, got '%s'", name)
  end
  local c = m.track.curve
  if not c then
    check.fail("c", "a law with sines, or of a high degree along a curved path, is no table of "
      .. "polynomials: motion:expr tells a formula where there is one")
  end
  local about = ("a motion of %s from %s to %s s"):format(table.concat(m.names, ", "),
    kit.format("%.6g", m.first), kit.format("%.6g", m.last))
  return HEAD:format(about, name, m.n, m.n, m.n, table.concat(m.names, ", ")) .. tables(c)
    .. (BODY:format(m.n, c.pieces, c.degree + 1):gsub("NAME", name))
end

return export
