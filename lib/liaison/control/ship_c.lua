-- ship_c.lua - a block as one header and one C99 file: records, init, step, self-test; and the same
-- as a kernel that li.simulate loads
local li = require "liaison.core"
local solving = require "liaison.control.ship_programme"
local kit = li._internal

local c = {}

-- ---- numbers and words --------------------------------------------------------------------------

-- the shortest digits that read back
local function digits(x)
  for n = 15, 16 do
    local text = kit.number(x, n)
    if tonumber(text) == x then return text end
  end
  return kit.number(x, 17)
end

-- a literal of the type; below what a float has: 0
local function real(x, float)
  if float and math.abs(x) < 2 ^ -126 then x = 0 end
  local text = float and kit.number(x, 9) or digits(x)
  if not text:find "[.e]" then text = text .. ".0" end
  return float and text .. "f" or text
end

local function fill(text, map)
  return (text:gsub("%$(%l+)", function(key) return map[key] end))
end

-- lines of at most 96 characters, with what stands before each
local function wrapped(text, first, more)
  local out, line = {}, first
  for word in text:gmatch "%S+" do
    if #line + #word > 95 and line ~= first then
      out[#out + 1] = (line:gsub("%s+$", ""))
      line = more
    end
    line = line .. word .. " "
  end
  out[#out + 1] = (line:gsub("%s+$", ""))
  return table.concat(out, "\n")
end

local function plain(text) return (text:gsub("%*/", "* /"):gsub("[%c]", " ")) end

-- ---- what the head tells ------------------------------------------------------------------------

local function limits_text(l)
  local list = {}
  if l.min or l.max then
    list[#list + 1] = ("within [%s, %s]"):format(l.min and kit.number(l.min) or "-inf",
      l.max and kit.number(l.max) or "inf")
  end
  if l.rate then
    list[#list + 1] = ("at most %s more or less in a second"):format(kit.number(l.rate))
  end
  if l.step then list[#list + 1] = ("in steps of %s"):format(kit.number(l.step)) end
  return table.concat(list, ", ")
end

-- what belongs to the machine or the bus
local function left_out(b)
  local list = {}
  for _, key in ipairs { "delay", "jitter", "offset" } do
    if b[key] and b[key] > 0 then list[#list + 1] = ("%s %s s"):format(key, kit.number(b[key])) end
  end
  local told = table.concat(list, ", ")
  return #list > 0 and ("Not included, of the machine or the bus: %s."):format(told)
    or "Delay, jitter, noise and offsets are of the machine and the bus, and not included."
end

-- how far the bits are those of a run
function c.bits(s)
  if s.type == "float" then
    return ("Numbers are float; the self-test allows %s of 1 + |output| against the run in double.")
      :format(kit.number(s.tolerance))
  end
  if #s.library > 0 then
    return ("The bits of li.simulate as far as %s of the library are those of the machine that ran "
      .. "it."):format(table.concat(s.library, ", "))
  end
  return "The same bits as in li.simulate: +, -, *, / and sqrt of IEEE 754"
    .. (s.turns and ", fma, and a sine and cosine of its own." or ".")
end

local RULES = [[Rounding: doubles must be computed as doubles (FLT_EVAL_METHOD 0) and products and
sums not be contracted: this file says so to gcc and clang; -ffast-math breaks it.]]
local FMA = [[fma() of <math.h> must round once: fast where the machine has it (-mfma,
-mcpu=cortex-m7 ..), correct but slow in a good library, wrong in some small ones: the self-test
tells.]]

local function asked(b)
  if b.dt and b.dt > 0 then return ("asked every %s s"):format(digits(b.dt)) end
  return "asked at any time"
end

local function head_text(s)
  local b, list = s.block, {}
  list[#list + 1] = ("/* %s.h - %s, %s; made by liaison %s"):format(s.name, plain(b.name), asked(b),
    li.version)
  list[#list + 1] = " *"
  local function say(text) list[#list + 1] = wrapped(plain(text), " * ", " * ") end
  if s.about then say(s.about) end
  say(("No memory is allocated, nothing is global but constants, all is in the records: reentrant. "
    .. "A step costs %d multiplications, %d additions, %d divisions, %d functions."):format(
    s.made.mul, s.made.add, s.made.div, s.made.fun))
  if s.programme then
    say(("Every step solves a quadratic programme of %d unknowns and %d rows, in about %d bytes of "
      .. "the stack and at most %d steps of its active set; where it has no solution, the unknowns "
      .. "are NAN."):format(s.programme.n, s.programme.m, solving.bytes(s), solving.steps(s)))
  end
  say(c.bits(s))
  say(RULES)
  if s.turns and s.type == "double" then say(FMA) end
  say(left_out(b))
  say(("-DSELFTEST compiles %s_selftest() and a main; -DSELFTEST_NO_MAIN leaves the main out.")
    :format(s.name))
  list[#list + 1] = " */"
  return table.concat(list, "\n") .. "\n"
end

-- ---- records ------------------------------------------------------------------------------------

-- what a member is, behind it
local function remark(e)
  local list = {}
  if e.member ~= e.name or e.from and e.from ~= e.name then
    list[#list + 1] = e.from and e.from ~= e.name and ("%s, of %s"):format(e.name, e.from) or e.name
  end
  if e.value then list[#list + 1] = kit.number(e.value) end
  if e.limit then list[#list + 1] = limits_text(e.limit) end
  if e.unit then list[#list + 1] = "[" .. e.unit .. "]" end
  return #list > 0 and "   /* " .. plain(table.concat(list, "; ")) .. " */" or ""
end

local function record(s, what, about, list)
  local out = { ("/* %s */\ntypedef struct %s_%s {"):format(about, s.name, what) }
  for _, e in ipairs(list) do
    out[#out + 1] = ("  %s %s;%s"):format(s.type, e.member, remark(e))
  end
  if #list == 0 then out[#out + 1] = ("  %s none;   /* it has none: 0 */"):format(s.type) end
  out[#out + 1] = ("} %s_%s;\n"):format(s.name, what)
  return table.concat(out, "\n")
end

local function values(s, list)
  local out = {}
  for k, e in ipairs(list) do out[k] = "  " .. real(e.value, s.type == "float") end
  if #list == 0 then out[1] = "  " .. real(0, s.type == "float") end
  return table.concat(out, ",\n")
end

local DECLARED = [[
/* what parameters and states are unless others are told */
extern const $name_params $name_defaults;
extern const $name_state $name_start;

/* parameters and states as they are told above */
void $name_init($name_params *param, $name_state *state);
/* the states alone: as at the start */
void $name_reset($name_state *state);
/* outputs at t (seconds) of what is given then; the states go on to the next time */
void $name_step(const $name_params *param, $name_state *state, $type t,
    const $name_inputs *in, $name_outputs *out);

#ifdef SELFTEST
/* how many outputs differ from those of the run this was made from */
int $name_selftest(void);
#endif

#ifdef __cplusplus
}
#endif

#endif
]]

local function header(s)
  return head_text(s) .. fill([[
#ifndef LIAISON_$name_H
#define LIAISON_$name_H

#ifdef __cplusplus
extern "C" {
#endif

]], s) .. table.concat({ record(s, "params", "gains and other values", s.p),
    record(s, "state", "what is kept from one time to the next", s.x),
    record(s, "inputs", "what is given at a time", s.y),
    record(s, "outputs", "what it gives then", s.u) }, "\n") .. "\n" .. fill(DECLARED, s)
end

-- ---- the source ---------------------------------------------------------------------------------

local EXACT = [[
/* a product and a sum are rounded one after the other */
#if defined(__clang__) || !defined(__GNUC__)
#pragma STDC FP_CONTRACT OFF
#elif !defined(__STRICT_ANSI__)
#pragma GCC optimize ("fp-contract=off")
#endif

]]

local TYPES = [[
typedef $name_params params;
typedef $name_state states;
typedef $name_inputs inputs;
typedef $name_outputs outputs;

]]

local STEP = [[
void $name_init($name_params *param, $name_state *state)
{
  *param = $name_defaults;
  *state = $name_start;
}

void $name_reset($name_state *state)
{
  *state = $name_start;
}

void $name_step(const $name_params *param, $name_state *state, $type t,
    const $name_inputs *in, $name_outputs *out)
{
  $name_state next = *state;
  $type w[$room];
$first$calls  *state = next;
}
]]

local function includes(s)
  local list = {}
  local set = {}
  for word in s.used:gmatch "%S+" do set[word] = true end
  for _, word in ipairs { "min", "max", "lt", "le", "eq", "if", "sign" } do set[word] = nil end
  if next(set) or s.programme then list[#list + 1] = "#include <math.h>\n" end
  if s.turns then list[#list + 1] = "#include <stdint.h>\n" end
  if s.turns and s.type == "double" then list[#list + 1] = "#include <string.h>\n" end
  return table.concat(list) .. (#list > 0 and "\n" or "")
end

local function constants(s)
  return ("const %s_params %s_defaults = {\n%s\n};\n\nconst %s_state %s_start = {\n%s\n};\n\n")
    :format(s.name, s.name, values(s, s.p), s.name, s.name, values(s, s.x))
end

local function step_text(s)
  local calls = {}
  for k = 1, s.made.parts do
    calls[k] = ("  part%d(param, state, t, %s, out, &next, w);\n"):format(k,
      s.programme and "&all" or "in")
  end
  local first = s.programme and "  inputs all;\n" .. solving.step(s) or ""
  return fill(STEP, { name = s.name, type = s.type, calls = table.concat(calls), first = first,
    room = tostring(math.max(1, s.made.room)) })
end

-- ---- the self-test ------------------------------------------------------------------------------

local SELFTEST = [[

#ifdef SELFTEST
/* $steps steps from the start: what is given, what comes */
static const $type given[$steps][$ny] = {
$given
};
static const $type expected[$steps][$nu] = {
$expected
};

/* 1 where an output is not as it was in the run (not a number is not, either) */
static int differs($type got, $type want)
{
  const $type off = (got > want) ? (got - want) : (want - got);
  const $type size = (want < $zero) ? ($one - want) : ($one + want);
  return (off <= ($tolerance*size)) ? 0 : 1;
}

int $name_selftest(void)
{
  $name_params param;
  $name_state state;
  $name_inputs in;
  $name_outputs out;
  int k;
  int wrong = 0;
  $name_init(&param, &state);
  for (k = 0; k < $steps; k++) {
    const $type t = ($type)k*$dt;
$put    $name_step(&param, &state, t, &in, &out);
$take  }
  return wrong;
}

#ifndef SELFTEST_NO_MAIN
#include <stdio.h>

int main(void)
{
  const int wrong = $name_selftest();
  (void)printf("$name: %d of %d outputs differ: %s\n", wrong, $all,
      (wrong == 0) ? "passed" : "FAILED");
  return (wrong == 0) ? 0 : 1;
}
#endif
#endif
]]

local function table_of(rows, float)
  local out = {}
  for r = 1, #rows do
    local list = {}
    for k = 1, #rows[r] do list[k] = real(rows[r][k], float) end
    if #list == 0 then list[1] = real(0, float) end
    out[r] = wrapped(table.concat(list, ", "), "  { ", "    ") .. " }"
  end
  return table.concat(out, ",\n")
end

function c.selftest(s)
  local float = s.type == "float"
  local put, take = {}, {}
  for k, e in ipairs(s.y) do put[k] = ("    in.%s = given[k][%d];\n"):format(e.member, k - 1) end
  if #s.y == 0 then put[1] = "    in.none = given[k][0];\n" end
  for k, e in ipairs(s.u) do
    take[k] = ("    wrong += differs(out.%s, expected[k][%d]);\n"):format(e.member, k - 1)
  end
  return fill(SELFTEST, { name = s.name, type = s.type, steps = tostring(#s.rows),
    ny = tostring(math.max(1, #s.y)), nu = tostring(#s.u), given = table_of(s.rows, float),
    expected = table_of(s.answers, float), tolerance = real(s.tolerance, float),
    zero = real(0, float), one = real(1, float), dt = real(s.block.dt or 0, float),
    put = table.concat(put), take = table.concat(take), all = tostring(#s.rows * #s.u) })
end

-- header, source, and of that what -DSELFTEST compiles
function c.texts(s)
  local selftest = c.selftest(s)
  local source = ("/* %s.c - see %s.h */\n#include \"%s.h\"\n\n"):format(s.name, s.name, s.name)
    .. c.body(s) .. selftest
  return header(s), source, selftest
end

function c.body(s)
  local types = s.programme and solving.types(s) or fill(TYPES, s)
  return includes(s) .. EXACT .. types .. constants(s) .. s.maths
    .. (s.programme and solving.text(s) or "") .. s.parts .. step_text(s)
end

-- ---- as a kernel of this process (gen/kernel.h) -------------------------------------------------

local KERNEL = [[

typedef struct lia_kernel_info {
  int abi, n_in, n_out, sz_w;
  const char *name, *made_from;
  const char *const *in_name, *const *out_name;
  const int *in_size, *out_size;
} lia_kernel_info;

static const char *const in_names[] = { "t", "x", "y", "p", 0 };
static const int in_sizes[] = { 1, $nx, $ny, $np, 0 };
static const char *const out_names[] = { "u", "x_next", 0 };
static const int out_sizes[] = { $nu, $nx, 0 };
static const lia_kernel_info about = { 1, 4, 2, 0, "lia_fn", "$name", in_names, out_names, in_sizes,
  out_sizes };

const lia_kernel_info *lia_fn_info(void);
const lia_kernel_info *lia_fn_info(void) { return &about; }

int lia_fn(const double *const *in, double *const *out, double *w);
int lia_fn(const double *const *in, double *const *out, double *w)
{
  $name_params param;
  $name_state state;
  $name_inputs given;
  $name_outputs taken;
  (void)w;
  $name_init(&param, &state);
$put  $name_step(&param, &state, in[0][0], &given, &taken);
$take  return 0;
}
]]

-- the text of a kernel (t, x, y, p) -> (u, x+): the file as it is shipped, and a door to it
function c.kernel(s)
  local put, take = {}, {}
  local function each(list, text, out)
    for k, e in ipairs(list) do out[#out + 1] = text:format(e.member, k - 1) end
  end
  each(s.x, "  state.%s = in[1][%d];\n", put)
  each(s.y, "  given.%s = in[2][%d];\n", put)
  if #s.y == 0 then put[#put + 1] = "  given.none = 0.0;\n" end
  each(s.p, "  param.%s = in[3][%d];\n", put)
  for k, e in ipairs(s.u) do
    take[#take + 1] = ("  out[0][%d] = taken.%s;\n"):format(k - 1, e.member)
  end
  for k, e in ipairs(s.x) do
    take[#take + 1] = ("  out[1][%d] = state.%s;\n"):format(k - 1, e.member)
  end
  return header(s) .. "\n" .. c.body(s) .. fill(KERNEL, { name = s.name, nx = tostring(#s.x),
    ny = tostring(#s.y), np = tostring(#s.p), nu = tostring(#s.u), put = table.concat(put),
    take = table.concat(take) })
end

c.digits, c.fill, c.wrapped, c.asked, c.plain = digits, fill, wrapped, asked, plain
c.limits_text, c.left_out = limits_text, left_out
c.real, c.includes, c.table_of = real, includes, table_of
c.RULES, c.FMA, c.EXACT = RULES, FMA, EXACT

return c
