/* ship.c - the parts of a step in C of either width, Lua, JavaScript, and of a function of arrays
 * in C: rows of languages whose inputs and outputs are members of records, or entries */
#include "gen/ship.h"

#include "gen/language.h"

#include <string.h>

// words of all the texts about the parts
#define OURS " param state next t in given out w sincos_of sine cosine sign_of lesser greater " \
  "params states inputs outputs "
// arrays of functions that have no records
#define ARRAYS " q v a p tau X J A M G C h E W dq dv Y "
#define WORDS_C \
  " auto break case char const continue default do double else enum extern float for goto if " \
  "inline int long register restrict return short signed sizeof static struct switch typedef " \
  "union unsigned void volatile while main NAN INFINITY NULL errno asm typeof bool true false " \
  "y0 y1 yn j0 j1 jn gamma lgamma signgam "
#define WORDS_LUA \
  " and break do else elseif end false for function goto if local nil not or repeat return then " \
  "true until while M jit math print arg error type pairs ipairs require "
#define WORDS_JS \
  " break case catch class const continue debugger default delete do else export extends false " \
  "finally for function if import instanceof let new null return super switch this throw true " \
  "try typeof var void while with yield Math enum implements interface package private protected " \
  "public static await arguments eval undefined NaN Infinity async of "

// ---- where inputs are read and outputs go ----

static const char *const record[] = { "", "state", "in", "param" };

static const char *input_name(const lia_writer *w, int group, int at) {
  return w->opts->member[lia_flat_size(w->f->in, group) + at];
}

static void input_c(lia_writer *w, int group, int at) {
  if (!group) lia_put(w, "t");
  else LIA_PUT("%s->%s", record[group], input_name(w, group, at));
}

static void input_js(lia_writer *w, int group, int at) {
  const char *from = group == 2 ? "given" : record[group];
  if (!group) lia_put(w, "t");
  else LIA_PUT("%s.%s", from, input_name(w, group, at));
}

// a whole number that is an integer of Lua becomes a number like the others
static void input_lua(lia_writer *w, int group, int at) {
  input_js(w, group, at);
  if (group == 2) lia_put(w, "*1.0");
}

static void output_at(lia_writer *w, const char *dot, int group, int at) {
  const int first = lia_flat_size(w->f->in, w->f->nin) + lia_flat_size(w->f->out, group);
  LIA_PUT("%s%s%s", group ? "next" : "out", dot, w->opts->member[first + at]);
}

static void output_c(lia_writer *w, int group, int at) { output_at(w, "->", group, at); }
static void output_dot(lia_writer *w, int group, int at) { output_at(w, ".", group, at); }

static void input_flat(lia_writer *w, int group, int at) {
  lia_put(w, input_name(w, group, at));
}

static void output_flat(lia_writer *w, int group, int at) {
  const int first = lia_flat_size(w->f->in, w->f->nin) + lia_flat_size(w->f->out, group);
  lia_put(w, w->opts->member[first + at]);
}

// ---- both values of an angle ----

static void put_angle(lia_writer *w, uint32_t i) {
  const lia_value *v = &w->script->v[i];
  lia_write_value(w, v->k[0], LIA_PLACE_sum, v->part);
}

static void pair_c(lia_writer *w, uint32_t i, const char *type) {
  LIA_PUT("  %s %s;\n  %s %s;\n  sincos_of(", type, w->name[i], type, w->name[i + 1]);
  put_angle(w, i);
  LIA_PUT(", &%s, &%s);\n", w->name[i], w->name[i + 1]);
}
static void pair_double(lia_writer *w, uint32_t i) { pair_c(w, i, "double"); }
static void pair_float(lia_writer *w, uint32_t i) { pair_c(w, i, "float"); }

static void pair_lua(lia_writer *w, uint32_t i) {
  LIA_PUT("  local %s, %s = sincos_of(", w->name[i], w->name[i + 1]);
  put_angle(w, i);
  lia_put(w, ")\n");
}

// the second waits in `cosine_found`: no array is made
static void pair_js(lia_writer *w, uint32_t i) {
  LIA_PUT("  const %s = sincos_of(", w->name[i]);
  put_angle(w, i);
  LIA_PUT("), %s = cosine_found;\n", w->name[i + 1]);
}

// ---- what the text is made of ----

static void note(lia_shipped *about, const char *name) {
  const size_t at = strlen(about->used);
  lia_text_format(about->used + at, sizeof about->used - at, "%s ", name);
}

static void tell(const lia_writer *w, lia_shipped *about) {
  about->count = w->tape->count;
  about->parts = w->script->parts;
  about->room = w->script->sz_w;
  memset(about->used, 0, sizeof about->used);
  note(about, "");
#define LIA_INS(id, reads, mul, add, div, fun, text) \
  if (fun && lia_is_used(w, LIA_INS_##id)) note(about, #id);
#include "sym/tape/tape.def"
#undef LIA_INS
  if (lia_is_used(w, LIA_INS_sincos)) note(about, "sincos");
}

// ---- parts ----

static void write_parts(lia_writer *w, const char *function, const char *open,
    const char *close) {
  uint32_t store = 0;
  tell(w, w->opts->shipped);
  for (int part = 0; part < w->script->parts; part++) {
    LIA_PUT("%spart%d%s", function, part + 1, open);
    lia_write_body(w, part, &store);
    LIA_PUT("%s", close);
  }
}

// what a part does not read is said not to be missed
#define PART_C(type) \
  "(const params *param, const states *state, " type " t,\n    const inputs *in, " \
  "outputs *out, states *next, " type " *w)\n{\n" \
  "  (void)param;\n  (void)state;\n  (void)t;\n  (void)in;\n  (void)out;\n  (void)next;\n" \
  "  (void)w;\n"

static void write_double(lia_writer *w, const lia_vectors *t) {
  (void)t;
  write_parts(w, "static void ", PART_C("double"), "}\n\n");
}
static void write_float(lia_writer *w, const lia_vectors *t) {
  (void)t;
  write_parts(w, "static void ", PART_C("float"), "}\n\n");
}
static void write_lua(lia_writer *w, const lia_vectors *t) {
  (void)t;
  write_parts(w, "local function ", "(param, state, t, given, out, next, w)\n", "end\n\n");
}
static void write_js(lia_writer *w, const lia_vectors *t) {
  (void)t;
  write_parts(w, "function ", "(param, state, t, given, out, next, w) {\n", "}\n\n");
}

// the arguments are told by who asks
static void write_flat(lia_writer *w, const lia_vectors *t) {
  (void)t;
  lia_shipped *about = w->opts->shipped;
  uint32_t store = 0;
  tell(w, about);
  for (int part = 0; part < w->script->parts; part++) {
    LIA_PUT("static void %s_part%d%s", w->f->name, part + 1, w->opts->arguments);
    lia_write_body(w, part, &store);
    lia_put(w, "}\n\n");
  }
}

// ---- rows ----

static const lia_language_row rows[] = {
  [LIA_SHIP_double] = {
    .name = "double", .called = "C",
    LIA_WORDS(WORDS_C LIA_WORDS_MATH OURS, NULL, NULL),
    LIA_REMARK("/* ", " * ", " */\n"),
    LIA_STATEMENT("const double ", " = ", ";", 0, 0, "[", "]",
        LIA_EMIT_PART, 1000, input_c, output_c),
    LIA_NUMBER("", "", ".0", "((double)NAN)", "((double)INFINITY)", "(-(double)INFINITY)"),
    LIA_FUNCTIONS("", "", "sqrt", "sine", "cosine", "tan", "asin", "acos", "atan", "exp", "log",
                  "tanh", "fabs", "sign_of", "floor", "pow", "atan2", "lesser", "greater"),
    LIA_OPERATION(NULL, NULL, "<", "<=", "==", 0, " ? 1.0", " : 0.0", " != 0.0 ? ", " : "),
    .write = write_double, .pair = pair_double, .exact = 1,
  },
  [LIA_SHIP_float] = {
    .name = "float", .called = "C",
    LIA_WORDS(WORDS_C LIA_WORDS_MATH OURS, NULL, NULL),
    LIA_REMARK("/* ", " * ", " */\n"),
    LIA_STATEMENT("const float ", " = ", ";", 0, 0, "[", "]",
        LIA_EMIT_PART, 1000, input_c, output_c),
    LIA_NUMBER("", "f", ".0", "NAN", "INFINITY", "(-INFINITY)"),
    LIA_FUNCTIONS("", "", "sqrtf", "sine", "cosine", "tanf", "asinf", "acosf", "atanf", "expf",
                  "logf", "tanhf", "fabsf", "sign_of", "floorf", "powf", "atan2f", "lesser",
                  "greater"),
    LIA_OPERATION(NULL, NULL, "<", "<=", "==", 0, " ? 1.0f", " : 0.0f", " != 0.0f ? ", " : "),
    .write = write_float, .pair = pair_float, .exact = 1,
  },
  [LIA_SHIP_flat_double] = {
    .name = "flat_double", .called = "C",
    LIA_WORDS(WORDS_C LIA_WORDS_MATH OURS ARRAYS, NULL, NULL),
    LIA_REMARK("/* ", " * ", " */\n"),
    LIA_STATEMENT("const double ", " = ", ";", 0, 0, "[", "]",
        LIA_EMIT_PART, 1000, input_flat, output_flat),
    LIA_NUMBER("", "", ".0", "((double)NAN)", "((double)INFINITY)", "(-(double)INFINITY)"),
    LIA_FUNCTIONS("", "", "sqrt", "sine", "cosine", "tan", "asin", "acos", "atan", "exp", "log",
                  "tanh", "fabs", "sign_of", "floor", "pow", "atan2", "lesser", "greater"),
    LIA_OPERATION(NULL, NULL, "<", "<=", "==", 0, " ? 1.0", " : 0.0", " != 0.0 ? ", " : "),
    .write = write_flat, .pair = pair_double, .exact = 1,
  },
  [LIA_SHIP_flat_float] = {
    .name = "flat_float", .called = "C",
    LIA_WORDS(WORDS_C LIA_WORDS_MATH OURS ARRAYS, NULL, NULL),
    LIA_REMARK("/* ", " * ", " */\n"),
    LIA_STATEMENT("const float ", " = ", ";", 0, 0, "[", "]",
        LIA_EMIT_PART, 1000, input_flat, output_flat),
    LIA_NUMBER("", "f", ".0", "NAN", "INFINITY", "(-INFINITY)"),
    LIA_FUNCTIONS("", "", "sqrtf", "sine", "cosine", "tanf", "asinf", "acosf", "atanf", "expf",
                  "logf", "tanhf", "fabsf", "sign_of", "floorf", "powf", "atan2f", "lesser",
                  "greater"),
    LIA_OPERATION(NULL, NULL, "<", "<=", "==", 0, " ? 1.0f", " : 0.0f", " != 0.0f ? ", " : "),
    .write = write_flat, .pair = pair_float, .exact = 1,
  },
  [LIA_SHIP_lua] = {
    .name = "lua", .called = "Lua",
    LIA_WORDS(WORDS_LUA LIA_WORDS_MATH OURS, NULL, NULL),
    LIA_REMARK("-- ", "-- ", ""),
    LIA_STATEMENT("local ", " = ", "", 0, 1, "[", "]", 80, 25, input_lua, output_dot),
    LIA_NUMBER("", "", ".0", "(0/0)", "(1/0)", "(-1/0)"),
    LIA_FUNCTIONS("", "", "sqrt", "sine", "cosine", "tan", "asin", "acos", "atan", "exp", "log",
                  "tanh", "abs", "sign_of", "floor", "pow", "atan2", "lesser", "greater"),
    LIA_OPERATION(NULL, NULL, "<", "<=", "==", 0, " and 1.0", " or 0.0", " ~= 0 and ", " or "),
    .write = write_lua, .pair = pair_lua, .exact = 1,
  },
  [LIA_SHIP_js] = {
    .name = "js", .called = "JavaScript",
    LIA_WORDS(WORDS_JS LIA_WORDS_MATH OURS " cosine_found ", NULL, NULL),
    LIA_REMARK("// ", "// ", ""),
    LIA_STATEMENT("const ", " = ", ";", 0, 0, "[", "]", LIA_EMIT_PART, 1000, input_js, output_dot),
    LIA_NUMBER("", "", "", "NaN", "Infinity", "(-Infinity)"),
    LIA_FUNCTIONS("", "", "Math.sqrt", "sine", "cosine", "Math.tan", "Math.asin", "Math.acos",
                  "Math.atan", "Math.exp", "Math.log", "Math.tanh", "Math.abs", "Math.sign",
                  "Math.floor", "Math.pow", "Math.atan2", "lesser", "greater"),
    LIA_OPERATION(NULL, NULL, "<", "<=", "===", 0, " ? 1", " : 0", " !== 0 ? ", " : "),
    .write = write_js, .pair = pair_js, .exact = 1,
  },
};

int lia_ship_find(const char *kind) {
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
    if (!strcmp(rows[k].name, kind)) return (int)k;
  return -1;
}

lia_status lia_ship(const lia_emit_fn *f, const char *const *member, const char *arguments,
    lia_ship_kind kind, lia_text *out, lia_shipped *about, lia_error *err) {
  const lia_emit_opts opts = { .member = member, .arguments = arguments, .shipped = about };
  return lia_emit_row(f, &rows[kind], &opts, out, NULL, err);
}
