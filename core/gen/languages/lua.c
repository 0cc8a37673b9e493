/* lua.c - Lua 5.1 to 5.4 and LuaJIT: a module that tests itself */
#include "gen/language.h"

static void input(lia_writer *w, int group, int at) { LIA_PUT("in%d[%d]", group + 1, at + 1); }
static void output(lia_writer *w, int group, int at) { LIA_PUT("out%d[%d]", group + 1, at + 1); }
static void write_lua(lia_writer *w, const lia_vectors *t);

#define WORDS_LUA \
  " and break do else elseif end false for function goto if in local nil not or repeat " \
  "return then true until while w M jit math print arg error type pairs ipairs require " \
  LIA_WORDS_MATH

LIA_LANGUAGE_ROW(lua,
  .text = "Lua 5.1 to 5.4 and LuaJIT: a module; run as a script it tests itself",
  .called = "Lua",
  LIA_WORDS(WORDS_LUA, NULL, NULL),
  LIA_REMARK("-- ", "-- ", ""),
  LIA_STATEMENT("local ", " = ", "", 0, 1, "[", "]", 80, 25, input, output),
  LIA_NUMBER("", "", "", "(0/0)", "1/0", "-1/0"),
  LIA_FUNCTIONS("", "", "sqrt", "sin", "cos", "tan", "asin", "acos", "atan", "exp", "log", "tanh",
                "abs", "sign", "floor", "pow", "atan2", "min", "max"),
  LIA_OPERATION(NULL, NULL, "<", "<=", "==", 0, " and 1", " or 0", " ~= 0 and ", " or "),
  .kernels = 0,
  .write = write_lua);

// only what is called; sign and tanh bring what they are made of
static void functions_lua(lia_writer *w) {
  static const struct { uint32_t op; const char *text; } row[] = {
    { LIA_INS_sqrt, "local sqrt = math.sqrt\n" },
    { LIA_INS_sin, "local sin = math.sin\n" },
    { LIA_INS_cos, "local cos = math.cos\n" },
    { LIA_INS_sincos, "local sin, cos = math.sin, math.cos\n" },
    { LIA_INS_tan, "local tan = math.tan\n" },
    { LIA_INS_asin, "local asin = math.asin\n" },
    { LIA_INS_acos, "local acos = math.acos\n" },
    { LIA_INS_atan, "local atan = math.atan\n" },
    { LIA_INS_exp, "local exp = math.exp\n" },
    { LIA_INS_log, "local log = math.log\n" },
    { LIA_INS_abs, "local abs = math.abs\n" },
    { LIA_INS_min, "local function min(x, y) return x <= y and x or y < x and y or x + y end\n" },
    { LIA_INS_max, "local function max(x, y) return x >= y and x or y > x and y or x + y end\n" },
    { LIA_INS_atan2, "local atan2 = math.atan2 or math.atan\n" },
    { LIA_INS_pow, "local function pow(x, y) return x^y end\n" },
    { LIA_INS_sign, "local function sign(x) return x > 0 and 1 or x < 0 and -1 or x == 0 and 0 "
                    "or x end\n" },
    { LIA_INS_floor, "local function floor(x)\n  local f = math.floor(x)\n"
                     "  return f == x and x or f + 0.0\nend\n" },
    { LIA_INS_tanh, "local function tanh(x)\n  local e = math.exp(-2*math.abs(x))\n"
                    "  return (x < 0 and -1 or 1)*(1 - e)/(1 + e)\nend\n" },
  };
  char used[LIA_INS_end + 1] = { 0 };
  for (uint32_t i = w->script->first; i < w->script->n; i++)
    if (w->script->v[i].op <= LIA_INS_end) used[w->script->v[i].op] = 1;
  if (used[LIA_INS_sincos]) used[LIA_INS_sin] = used[LIA_INS_cos] = 0;
  for (size_t k = 0; k < sizeof row / sizeof row[0]; k++)
    if (used[row[k].op]) lia_put(w, row[k].text);
  lia_put(w, "\n");
}

static void write_lua(lia_writer *w, const lia_vectors *t) {
  const lia_script *s = w->script;
  lia_write_head(w);
  lia_put(w, "local M = {}\n");
  functions_lua(w);
  uint32_t store = 0;
  for (int part = 0; part < s->parts; part++) {
    LIA_PUT("local function part%d(w", part + 1);
    if (w->f->nin + w->f->nout) lia_put(w, ", ");
    lia_write_arguments(w, "in", "out");
    lia_put(w, ")\n");
    lia_write_body(w, part, &store);
    lia_put(w, "end\n\n");
  }
  LIA_PUT("local w = {}\nfor k = 1, %u do w[k] = 0 end\n\n", s->sz_w ? s->sz_w : 1);
  lia_put(w, "-- M.call(");
  for (int k = 0; k < w->f->nin; k++) LIA_PUT("%s%s", k ? ", " : "", w->f->in[k].name);
  for (int k = 0; k < w->f->nout; k++) LIA_PUT("%s[%s]", k || w->f->nin ? ", " : "",
      w->f->out[k].name);
  lia_put(w, ") -> ");
  for (int k = 0; k < w->f->nout; k++) LIA_PUT("%s%s", k ? ", " : "", w->f->out[k].name);
  lia_put(w, ": tables; outputs given are filled, others are new\nfunction M.call(");
  lia_write_arguments(w, "in", "out");
  lia_put(w, ")\n");
  for (int k = 0; k < w->f->nout; k++) LIA_PUT("  out%d = out%d or {}\n", k + 1, k + 1);
  for (int part = 0; part < s->parts; part++) {
    LIA_PUT("  part%d(w, ", part + 1);
    lia_write_arguments(w, "in", "out");
    lia_put(w, ")\n");
  }
  lia_put(w, "  return ");
  for (int k = 0; k < w->f->nout; k++) LIA_PUT("%sout%d", k ? ", " : "", k + 1);
  lia_put(w, "\nend\n\n");
  // a trace through thousands of operations costs LuaJIT more than it gains
  if (lia_count_all(w->tape->count) > 300) {
    lia_put(w, "if jit then\n");
    for (int part = 0; part < s->parts; part++) LIA_PUT("  jit.off(part%d)\n", part + 1);
    lia_put(w, "end\n");
  }
  if (t->n) {
    lia_write_vectors(w, t, "M.test_in", "M.test_out", "{", "}");
    lia_put(w, "\n-- the worst difference to the test vectors\nfunction M.test()\n"
               "  local worst = 0\n  for t = 1, #M.test_in do\n"
               "    local x, y, at = M.test_in[t], M.test_out[t], 0\n");
    for (int k = 0; k < w->f->nin; k++) LIA_PUT("    local a%d = {}\n"
        "    for i = 1, %d do a%d[i] = x[at + i] end\n    at = at + %d\n", k + 1, w->f->in[k].n,
            k + 1, w->f->in[k].n);
    lia_put(w, "    local got, n = { M.call(");
    for (int k = 0; k < w->f->nin; k++) LIA_PUT("%sa%d", k ? ", " : "", k + 1);
    lia_put(w, ") }, 0\n    for _, out in ipairs(got) do\n      for i = 1, #out do\n"
               "        n = n + 1\n        worst = math.max(worst, math.abs(out[i] - y[n])/(1 + "
               "math.abs(y[n])))\n"
           "      end\n    end\n  end\n  return worst\nend\n\n"
           "-- required, it is a module; run as a script (lua file.lua) or with --test it checks "
           "itself\n"
           "local main = select(\"#\", ...) == 0 and type(arg) == \"table\" and debug and "
           "debug.getinfo(1, \"S\").source == \"@\" .. tostring(arg[0])\n"
           "if main or ... == \"--test\" then\n  local worst = M.test()\n");
    LIA_PUT("  print((\"%s: worst difference %%.1e: %%s\"):format(worst, worst < 1e-9 and "
            "\"passed\" or \"FAILED\"))\n  os.exit(worst < 1e-9 and 0 or 1)\nend\n", w->f->name);
  }
  lia_put(w, "return M\n");
}
