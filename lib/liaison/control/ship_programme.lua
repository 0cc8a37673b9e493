-- ship_programme.lua - the C of a block that solves a quadratic programme between what it is given
-- and what it gives: numbers that stay, those that vary, the solver, the step
local kit = require("liaison.core")._internal

local code = kit.sampled
local out = {}

-- ---- arrays -------------------------------------------------------------------------------------

-- the arrays of the data (core/num/qp.h), in their order: name, where it lies, size
local function arrays_of(p)
  local n, m, rows = p.n, p.m, p.rows
  return { { "H", "q->H", n * n }, { "g", "q->g", n }, { "A", "q->A", m * n },
    { "lower", "q->lower", m }, { "upper", "q->upper", m }, { "least", "q->least", n },
    { "most", "q->most", n }, { "M", "M", rows * n }, { "E", "E", rows } }
end

-- where entry `place` of the data lies
local function entry_of(p, place)
  for _, a in ipairs(arrays_of(p)) do
    if place <= a[3] then return ("%s[%d]"):format(a[2], place - 1) end
    place = place - a[3]
  end
end

local function number(x, s)
  if x == math.huge then return "(real)INFINITY" end
  if x == -math.huge then return "-(real)INFINITY" end
  return s.real(x, s.type == "float")
end

local function constants(s)
  local p, list, at = s.programme, {}, 0
  for _, a in ipairs(arrays_of(p)) do
    local row = {}
    for k = 1, a[3] do row[k] = number(p.data[at + k], s) end
    at = at + a[3]
    if a[3] > 0 then
      list[#list + 1] = s.wrapped(table.concat(row, ", "), ("static const real data_%s[%d] = { ")
        :format(a[1], a[3]), "  ") .. " };"
    end
  end
  return table.concat(list, "\n") .. "\n\n"
end

-- ---- records ------------------------------------------------------------------------------------

local ROOM = [[
/* what is solved at every step: see below */
typedef $type real;
static real real_abs(real x)
{
  return fabs$f(x);
}
static real real_sqrt(real x)
{
  return sqrt$f(x);
}

typedef struct qp_room {
  int n, m, count, equal, steps, most_steps, worst, side;
  real tol, loose, lean, pivot, free, t, scale;
  real H[$nn], g[$n], A[$mn], lower[$m], upper[$m], least[$n], most[$n];
  real x[$n], y[$all], L[$nn], J[$nn], R[$nn], d[$n], z[$n], r[$n], u[$n], length[$all];
  int which[$n], active[$all];
} qp_room;

]]

local INPUTS = [[
/* what is given, and behind it the unknowns of the programme */
typedef struct inputs {
$members} inputs;

]]

-- the records that the parts take
function out.types(s)
  local list = {}
  for _, e in ipairs(s.y) do list[#list + 1] = ("  %s %s;\n"):format(s.type, e.member) end
  for _, member in ipairs(s.z) do list[#list + 1] = ("  %s %s;\n"):format(s.type, member) end
  return s.fill("typedef $name_params params;\ntypedef $name_state states;\n"
    .. "typedef $name_outputs outputs;\n" .. INPUTS, { name = s.name,
    members = table.concat(list) })
end

-- ---- the programme ------------------------------------------------------------------------------

local ABOUT = [[
/* minimise x'H x/2 + g'x + |M x - E|^2/2 where lower <= A x <= upper and least <= x <= most: the
 * dual method of active sets of Goldfarb and Idnani, Mathematical Programming 27 (1983) 1.
 * Constraint k is row k of A, or (behind those) x[k - m]. With N the normals in use, J'H J = 1 and
 * J'N = [R; 0]; J lies there by columns. */

]]

local ARGUMENTS = "(const params *param, const states *state, $type t,\n    const inputs *in, "
  .. "qp_room *q, $type *M, $type *E, $type *w)\n{\n  (void)param;\n  (void)state;\n  (void)t;\n"
  .. "  (void)in;\n  (void)q;\n  (void)M;\n  (void)E;\n  (void)w;\n"

local SOLVE = [[
static void programme(const params *param, const states *state, $type t, inputs *in)
{
  qp_room room;
  qp_room *const q = &room;
  $type M[$rn];
  $type E[$rows];
  $type w[$room];
  int k;
  int solved;
  q->n = $unknowns;
  q->m = $m;
  q->tol = $tol;
  q->loose = $loose;
  q->lean = $lean;
  q->pivot = $pivot;
  q->most_steps = $steps;
$copies$calls  qp_squares(q, M, E, $squares);
  solved = qp_ask(q);
$put  in->$solved = ($type)solved;
}

]]

function out.steps(s) return 50 * (s.programme.n + s.programme.m) + 100 end

-- what its arrays take of the stack
function out.bytes(s)
  local n, m, rows = s.programme.n, s.programme.m, s.programme.rows
  local numbers = 4 * n * n + m * n + 10 * n + 4 * (m + n) + rows * (n + 1)
  return numbers * (s.type == "float" and 4 or 8)
end

-- as lia_qp_ask has them, and what a float can hold
local function measures(s)
  local n, float = s.programme.n, s.type == "float"
  local function text(x) return s.real(x, float) end
  return { tol = text(float and 1e-5 or 1e-12), loose = text(float and 1e-3 or 1e-7),
    lean = text(float and 30 * n * 2 ^ -23 or 1e3 * n * 2 ^ -52),
    pivot = text(float and 1e-5 or 1e-11), steps = tostring(out.steps(s)) }
end

local function copies(p)
  local list = {}
  for _, a in ipairs(arrays_of(p)) do
    if a[3] > 0 then
      list[#list + 1] = ("  for (k = 0; k < %d; k++) {\n    %s[k] = data_%s[k];\n  }\n")
        :format(a[3], a[2], a[1])
    end
  end
  return table.concat(list)
end

-- the parts that compute what varies; what they use and cost
function out.parts(s, members)
  local p, names = s.programme, { "t" }
  for _, member in ipairs(members.x) do names[#names + 1] = "state->" .. member end
  for _, member in ipairs(members.y) do names[#names + 1] = "in->" .. member end
  for _, member in ipairs(members.p) do names[#names + 1] = "param->" .. member end
  for _, place in ipairs(p.places) do names[#names + 1] = entry_of(p, place) end
  return code.ship(p.ask, "flat_" .. s.type, names, "data", (s.fill(ARGUMENTS, { type = s.type })))
end

-- never below 4, or compilers warn of loops that do not run
local function texts_of(n) return tostring(math.max(4, n)) end

-- arrays, solver, data, programme(param, state, t, in)
function out.text(s)
  local p, made = s.programme, s.asked
  local calls, put = {}, {}
  for k = 1, made.parts do
    calls[k] = ("  data_part%d(param, state, t, in, q, M, E, w);\n"):format(k)
  end
  for k = 1, p.n do
    put[k] = ("  in->%s = (solved != 0) ? q->x[%d] : (%s)NAN;\n"):format(s.z[k], k - 1, s.type)
  end
  local map = { type = s.type, f = s.type == "float" and "f" or "", n = texts_of(p.n),
    m = tostring(p.m), unknowns = tostring(p.n), nn = texts_of(p.n * p.n),
    mn = texts_of(p.m * p.n), all = texts_of(p.m + p.n),
    rn = texts_of(p.rows * p.n), rows = texts_of(p.rows), room = texts_of(made.room),
    squares = tostring(p.rows), copies = copies(p), calls = table.concat(calls),
    put = table.concat(put), solved = s.z[p.n + 1] }
  for key, x in pairs(measures(s)) do map[key] = x end
  local room = {}
  for key, x in pairs(map) do room[key] = x end
  room.m = texts_of(p.m)
  return s.fill(ROOM, room) .. ABOUT .. require "liaison.control.ship_qp" .. "\n" .. constants(s)
    .. s.data_parts .. s.fill(SOLVE, map)
end

-- the first lines of a step: what is given is copied, the programme solved
function out.step(s)
  local list = {}
  for k, e in ipairs(s.y) do list[k] = ("  all.%s = in->%s;\n"):format(e.member, e.member) end
  return table.concat(list) .. "  programme(param, state, t, &all);\n"
end

return out
