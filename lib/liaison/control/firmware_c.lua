-- firmware_c.lua - functions of a model as one header and one C99 file of flat arrays, with their
-- self-test
local li = require "liaison.core"
local c = require "liaison.control.ship_c"
local maths = require "liaison.control.ship_maths"
local kit = li._internal

local texts = {}

-- ---- arguments ----------------------------------------------------------------------------------

-- "const float q[6]"; \1 is a space where no line is cut
local function argument(s, a, const)
  return ("%s%s\1%s[%d]"):format(const and "const\1" or "", s.type, a.name, a.size)
end

local function cut(text) return (c.wrapped(text, "", "    "):gsub("\1", " ")) end

-- all arguments of a function, as a list of texts
local function arguments(s, f)
  local list = {}
  for _, a in ipairs(f.takes) do
    list[#list + 1] = a.plain and ("%s\1%s"):format(s.type, a.name) or argument(s, a, true)
  end
  for _, a in ipairs(f.gives) do list[#list + 1] = argument(s, a, false) end
  return list
end

local function signature(s, f)
  return cut(("%s\1%s_%s(%s)"):format(f.count and "int" or "void", s.name, f.name,
    table.concat(arguments(s, f), ", ")))
end

-- names of all arguments, for a call
local function names(f)
  local list = {}
  for _, a in ipairs(f.takes) do list[#list + 1] = a.name end
  for _, a in ipairs(f.gives) do list[#list + 1] = a.name end
  return table.concat(list, ", ")
end

-- what stands behind the name of a part, to the first line
function texts.part(s, f)
  local list, unread = arguments(s, f), {}
  list[#list + 1] = s.type .. "\1*w"
  for _, a in ipairs(f.takes) do unread[#unread + 1] = ("  (void)%s;\n"):format(a.name) end
  for _, a in ipairs(f.gives) do unread[#unread + 1] = ("  (void)%s;\n"):format(a.name) end
  return cut("(" .. table.concat(list, ", ") .. ")") .. "\n{\n"
    .. table.concat(unread) .. "  (void)w;\n"
end

-- ---- the header ---------------------------------------------------------------------------------

local function cost(f)
  local m = f.made
  if not m then return f.cost end
  return ("%d multiplications, %d additions, %d divisions, %d functions%s"):format(m.mul, m.add,
    m.div, m.fun, f.cost and ", and " .. f.cost or "")
end
texts.cost = cost

local function declared(s, f)
  return c.wrapped(c.plain(f.about .. "; " .. cost(f)), "/* ", " * ") .. " */\n" .. signature(s, f)
    .. ";\n"
end

local function order(s)
  local list = { ("Arrays are in the order of the model: %d coordinates %s;"):format(#s.q,
    table.concat(s.q, " ")) }
  if #s.p > 0 then
    local of = {}
    for k, p in ipairs(s.p) do of[k] = ("%s = %s"):format(p.name, kit.number(p.value)) end
    list[#list + 1] = ("p: %s, as in %s_p;"):format(table.concat(of, ", "), s.name)
  end
  list[#list + 1] = "matrices row by row. Units: m, kg, s, rad. What is written must not be what "
    .. "is read."
  return table.concat(list, " ")
end

local function head(s)
  local list = { ("/* %s.h - %s: functions of the model; made by liaison %s"):format(s.name,
    c.plain(s.model), li.version), " *" }
  local function say(text) list[#list + 1] = c.wrapped(c.plain(text), " * ", " * ") end
  if s.about then say(s.about) end
  say(order(s))
  say("No memory is allocated, nothing is global but constants: reentrant. Springs, dampers, "
    .. "friction and other forces are not included.")
  if s.type == "double" then
    say(c.RULES)
    if s.turns then say(c.FMA) end
  end
  say(("-DSELFTEST compiles %s_selftest() and a main; -DSELFTEST_NO_MAIN leaves the main out.")
    :format(s.name))
  list[#list + 1] = " */"
  return table.concat(list, "\n") .. "\n"
end

function texts.header(s)
  local list = { head(s), c.fill([[
#ifndef LIAISON_$name_H
#define LIAISON_$name_H

#ifdef __cplusplus
extern "C" {
#endif

]], s) }
  if #s.p > 0 then
    list[#list + 1] = ("/* values of the parameters as they were told */\nextern const %s "
      .. "%s_p[%d];\n\n"):format(s.type, s.name, #s.p)
  end
  for _, f in ipairs(s.functions) do list[#list + 1] = declared(s, f) .. "\n" end
  list[#list + 1] = c.fill([[
#ifdef SELFTEST
/* how many numbers differ from the engine's */
int $name_selftest(void);
#endif

#ifdef __cplusplus
}
#endif

#endif
]], s)
  return table.concat(list)
end

-- ---- the source ---------------------------------------------------------------------------------

-- $part: of straight lines; $n: the number of coordinates
local LOOPS = {
  inverse_mass = [[
{
  $type M[$nn];
  int i;
  int j;
  int k;
$mass
  /* M = L L', its lower half: then L^-1, then W = L^-T L^-1 */
  for (j = 0; j < $n; j++) {
    for (i = j; i < $n; i++) {
      $type x = M[(i*$n) + j];
      for (k = 0; k < j; k++) {
        x -= M[(i*$n) + k]*M[(j*$n) + k];
      }
      M[(i*$n) + j] = (i == j) ? $sqrt(x) : (x/M[(j*$n) + j]);
    }
  }
  for (j = 0; j < $n; j++) {
    for (i = j; i < $n; i++) {
      $type x = (i == j) ? $one : $zero;
      for (k = j; k < i; k++) {
        x -= M[(i*$n) + k]*W[(k*$n) + j];
      }
      W[(i*$n) + j] = x/M[(i*$n) + i];
    }
  }
  for (i = 0; i < $n; i++) {
    for (j = 0; j <= i; j++) {
      $type x = $zero;
      for (k = i; k < $n; k++) {
        x += W[(k*$n) + i]*W[(k*$n) + j];
      }
      M[(i*$n) + j] = x;
    }
  }
  for (i = 0; i < $n; i++) {
    for (j = 0; j <= i; j++) {
      W[(i*$n) + j] = M[(i*$n) + j];
      W[(j*$n) + i] = M[(i*$n) + j];
    }
  }
}
]],
  observer = [[
{
  $type M[$nn];
  $type C[$nn];
  $type G[$n];
  int i;
  int k;
$mass$coriolis$gravity
  for (i = 0; i < $n; i++) {
    $type momentum = $zero;
    $type force = tau[i] - G[i];
    for (k = 0; k < $n; k++) {
      momentum += M[(i*$n) + k]*v[k];
      force += C[(k*$n) + i]*v[k];
    }
    r[i] = gain[i]*(momentum - state[i]);
    state[i] += dt*(force + r[i]);
  }
}
]],
}

-- the parts of a function of straight lines, called with room for what crosses them
local function calls(s, f)
  local list = {}
  for k = 1, f.made.parts do
    list[k] = ("  %s_%s_part%d(%s, w);\n"):format(s.name, f.name, k, names(f))
  end
  return ("{\n  %s w[%d];\n%s}\n"):format(s.type, math.max(1, f.made.room), table.concat(list))
end

-- another function called from one in loops
local function call(s, name, has)
  local f = has[name]
  return ("  %s_%s(%s);\n"):format(s.name, name, names(f))
end

local function looped(s, f)
  local float = s.type == "float"
  local n = #s.v
  local map = { type = s.type, n = tostring(n), nn = tostring(n * n), sqrt = float and "sqrtf"
    or "sqrt", one = c.real(1, float), zero = c.real(0, float) }
  for _, name in ipairs(f.needs) do map[name] = call(s, name, s.has) end
  return c.fill(LOOPS[f.name], map)
end

local function body(s, f)
  if f.text then return f.text end
  return (f.parts or "") .. signature(s, f) .. "\n"
    .. (f.needs and looped(s, f) or calls(s, f))
end

-- ---- the self-test ------------------------------------------------------------------------------

local TEST = [[
static const $type $f_in[$rows][$in] = {
$given
};
static const $type $f_out[$rows][$out] = {
$expected
};

static int $f_test(void)
{
  int wrong = 0;
  int k;
  for (k = 0; k < $rows; k++) {
    const $type *in = $f_in[k];
    $type out[$out];
    $name_$f($call);
    wrong += differences(out, $f_out[k], $out, $tolerance);
  }
  return wrong;
}

]]

-- all configurations that are expected, in any order, and no others
local TEST_IK = [[
static const $type ik_in[$rows][$in] = {
$given
};
static const int ik_counts[$rows] = { $counts };
static const $type ik_out[$rows][$out] = {
$expected
};

static int ik_found(const $type *q, int count, const $type *want)
{
  int found = 0;
  int i;
  int k;
  for (i = 0; i < count; i++) {
    int same = 1;
    for (k = 0; k < IK_N; k++) {
      $type d = (q[(i*IK_N) + k] - want[k])*ik_joint[k].scale;
      if (ik_joint[k].slide == 0) {
        d = $remainder(d, $two*IK_PI);
      }
      if (!($abs(d) <= $tolerance)) {
        same = 0;
      }
    }
    found = (same != 0) ? 1 : found;
  }
  return found;
}

static int ik_test(void)
{
  int wrong = 0;
  int k;
  int h;
  for (k = 0; k < $rows; k++) {
    $type q[IK_MOST*IK_N];
    const int count = $name_ik(&ik_in[k][0], &ik_in[k][12], q);
    wrong += (count == ik_counts[k]) ? 0 : 1;
    for (h = 0; h < ik_counts[k]; h++) {
      wrong += 1 - ik_found(q, count, &ik_out[k][h*IK_N]);
    }
  }
  return wrong;
}

]]

local DIFFERENCES = [[
/* how many numbers are further off than tolerance (1 + the largest of them) */
static int differences(const $type *got, const $type *want, int n, $type tolerance)
{
  $type most = $one;
  int wrong = 0;
  int k;
  for (k = 0; k < n; k++) {
    most = ($abs(want[k]) > most) ? $abs(want[k]) : most;
  }
  for (k = 0; k < n; k++) {
    wrong += ($abs(got[k] - want[k]) <= (tolerance*most)) ? 0 : 1;
  }
  return wrong;
}

]]

local ALL = [[
int $name_selftest(void)
{
  int wrong = 0;
$tests  return wrong;
}

#ifndef SELFTEST_NO_MAIN
#include <stdio.h>

int main(void)
{
  const int wrong = $name_selftest();
  (void)printf("$name: %d of $all numbers differ: %s\n", wrong,
      (wrong == 0) ? "passed" : "FAILED");
  return (wrong == 0) ? 0 : 1;
}
#endif
#endif
]]

-- "&in[0], &in[6], &out[0]"; an array that is read and written is not tested here
local function test_call(f)
  local list, at = {}, 0
  for _, a in ipairs(f.takes) do
    list[#list + 1] = ("&in[%d]"):format(at)
    at = at + a.size
  end
  at = 0
  for _, a in ipairs(f.gives) do
    list[#list + 1] = ("&out[%d]"):format(at)
    at = at + a.size
  end
  return table.concat(list, ", ")
end

local function test(s, f)
  local float = s.type == "float"
  local map = { type = s.type, name = s.name, f = f.name, rows = tostring(#f.given),
    ["in"] = tostring(#f.given[1]), out = tostring(#f.expected[1]),
    given = c.table_of(f.given, float), expected = c.table_of(f.expected, float),
    tolerance = c.real(f.tolerance, float), call = test_call(f),
    remainder = float and "remainderf" or "remainder", abs = float and "fabsf" or "fabs",
    two = c.real(2, float), counts = f.counts and table.concat(f.counts, ", ") }
  return c.fill(f.counts and TEST_IK or TEST, map)
end

function texts.selftest(s)
  local float = s.type == "float"
  local map = { type = s.type, name = s.name, abs = float and "fabsf" or "fabs",
    one = c.real(1, float) }
  local list = { "\n#ifdef SELFTEST\n" }
  local tests, all, plain = {}, 0, false
  for _, f in ipairs(s.functions) do
    if f.given then
      list[#list + 1] = test(s, f)
      tests[#tests + 1] = ("  wrong += %s_test();\n"):format(f.name)
      all = all + #f.given * #f.expected[1]
      plain = plain or not f.counts
    end
  end
  if plain then table.insert(list, 2, c.fill(DIFFERENCES, map)) end
  map.tests, map.all = table.concat(tests), tostring(all)
  return table.concat(list) .. c.fill(ALL, map)
end

local function parameters(s)
  if #s.p == 0 then return "" end
  local list = {}
  for k, p in ipairs(s.p) do list[k] = "  " .. c.real(p.value, s.type == "float") end
  return ("const %s %s_p[%d] = {\n%s\n};\n\n"):format(s.type, s.name, #s.p,
    table.concat(list, ",\n"))
end

-- header, source, and of that what -DSELFTEST compiles
function texts.texts(s)
  local bodies = {}
  for k, f in ipairs(s.functions) do bodies[k] = body(s, f) end
  local selftest = texts.selftest(s)
  s.turns = maths.turns(s.used)
  -- the self-test takes absolute values
  local made = { type = s.type, turns = s.turns, used = s.used .. " abs " }
  local source = ("/* %s.c - see %s.h */\n#include \"%s.h\"\n\n"):format(s.name, s.name, s.name)
    .. c.includes(made) .. c.EXACT .. parameters(s) .. maths.text(s.type, s.used)
    .. table.concat(bodies, "\n") .. selftest
  return texts.header(s), source, selftest
end

return texts
