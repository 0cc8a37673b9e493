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
  check.fail("expr", "this motion has no formula of a reasonable length: it is made of "
    .. "%d pieces (at most 200), or of parts", (x.curve or x.path or { pieces = 1 }).pieces)
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

local function numbers(list, indent)
  local out, width = {}, 0
  for k = 1, #list do
    local text = kit.number(list[k]) .. (k < #list and ", " or "")
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

-- one component of a curve NAME at t, its two derivatives
local PIECE = [[
static void NAME_at(double t, int k, double x[3]) {
  int i = 0, first = 0, last = %d;
  t = fmin(fmax(t, NAME_knot[0]), NAME_knot[%d]);
  while (last - first > 1) {
    i = (first + last)/2;
    if (t >= NAME_knot[i]) first = i;
    else last = i;
  }
  const double *c = NAME_coef[first][k], u = t - NAME_knot[first];
  x[0] = x[1] = x[2] = 0;
  for (int j = %d; j >= 0; j--) {
    x[2] = x[2]*u + 2*x[1];
    x[1] = x[1]*u + x[0];
    x[0] = x[0]*u + c[j];
  }
}

]]

-- a curve of the time itself, or a path along which another tells how far
local ONE = [[
void NAME(double t, double *q, double *v, double *a) {
  const int outside = t < %s || t > %s;
  for (int k = 0; k < %d; k++) {
    double x[3];
    curve_at(t, k, x);
    q[k] = x[0];
    if (v) v[k] = outside ? 0 : x[1];
    if (a) a[k] = outside ? 0 : x[2];
  }
}
]]
local TWO = [[
void NAME(double t, double *q, double *v, double *a) {
  const int outside = t < %s || t > %s;
  double s[3];
  along_at(t, 0, s);
  for (int k = 0; k < %d; k++) {
    double x[3];
    path_at(s[0], k, x);
    q[k] = x[0];
    if (v) v[k] = outside ? 0 : x[1]*s[1];
    if (a) a[k] = outside ? 0 : x[1]*s[2] + x[2]*s[1]*s[1];
  }
}
]]

local function named(text, name) return (text:gsub("NAME", name)) end

local function curve_in_c(c, name)
  local out = { ("static const double %s_knot[%d] = { %s };\n"):format(name, c.pieces + 1,
    numbers(c:knots(), "  ")),
    ("static const double %s_coef[%d][%d][%d] = {\n"):format(name, c.pieces, c.n, c.degree + 1) }
  for piece = 1, c.pieces do
    local M, rows = c:coefficients(piece), {}
    for k = 1, c.n do rows[k] = ("    { %s }"):format(numbers(M:row(k), "      ")) end
    out[#out + 1] = ("  {\n%s },\n"):format(table.concat(rows, ",\n"))
  end
  out[#out + 1] = "};\n\n" .. named(PIECE:format(c.pieces, c.pieces, c.degree), name)
  return table.concat(out)
end

-- s(t) as polynomials, and how far a law of sines is from them
local function along_of(time)
  if time.curve then return time.curve, 0 end
  return time.law:curve({ time.s0 }, { time.s1 }, time.last)
end

function export.c(m, name)
  if not name:match "^[%a_][%w_]*$" then
    check.fail("c", "expected a name of a C function, got '%s'", name)
  end
  local x, ends = m.track, { kit.number(m.first), kit.number(m.last), m.n }
  if not x.curve and not x.path then
    check.fail("c", "a motion that was cut or joined of laws along paths has no tables: write its "
      .. "parts")
  end
  local about = ("a motion of %s from %s to %s s"):format(table.concat(m.names, ", "),
    kit.format("%.6g", m.first), kit.format("%.6g", m.last))
  local head = HEAD:format(about, name, m.n, m.n, m.n, table.concat(m.names, ", "))
  local unpack = table.unpack or unpack
  if x.curve then
    return head .. curve_in_c(x.curve, "curve") .. named(ONE:format(unpack(ends)), name)
  end
  local along, off = along_of(x.time)
  local told = off == 0 and "" or kit.format("/* the sines of its law by polynomials, within %.2g "
    .. "of the way */\n", off)
  return head .. curve_in_c(x.path, "path") .. told .. curve_in_c(along, "along")
    .. named(TWO:format(unpack(ends)), name)
end

return export
