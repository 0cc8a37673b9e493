/* emit.c - statements as text: what the languages share, and their rows */
#include "gen/emit.h"

#include "base/arena.h"
#include "base/hash.h"
#include "base/layout.h"
#include "base/mem.h"
#include "base/names.h"
#include "base/rng.h"
#include "base/version.h"
#include "gen/script.h"
#include "sym/expr/print.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what a language differs in ---- */

typedef struct lia_dialect {
  const char *reserved;          /* words no variable may have, between spaces */
  const char *remark, *remark_end;
  const char *let;               /* "const double " */
  const char *end;               /* ";" */
  const char *math;              /* before the name of a function: "Math." */
  const char *in;                /* the array of input arrays */
  int base;                      /* first index of an array */
  uint32_t most;                 /* statements in a part */
  uint32_t inputs;               /* inputs in a part that get a variable each; more are read where they stand */
  const char *choose, *otherwise, *chosen;   /* between condition, value and value */
  const char *yes, *no;          /* after a comparison, to make 1 or 0 of it */
} lia_dialect;

#define WORDS_C " auto break case char const continue default do double else enum extern float for goto if inline int long register " \
  "restrict return short signed sizeof static struct switch typedef union unsigned void volatile while in out w w_ main NAN INFINITY " \
  "_Bool _Complex _Imaginary asm typeof bool true false alignas alignof constexpr nullptr static_assert thread_local linux unix NULL errno "
#define WORDS_MATH " sin cos tan asin acos atan exp log tanh abs fabs sign sqrt pow atan2 min max lesser greater fma madd MADD SIGN SIN COS K "

// what <math.h> and the self-test's headers declare: no function of a file may have such a name
#define WORDS_LIBRARY " ceil floor fmod hypot cbrt erf erfc lgamma tgamma gamma log2 log10 log1p exp2 expm1 ldexp frexp modf round trunc rint nearbyint " \
  "remainder remquo fdim nan nextafter copysign scalbn scalb logb ilogb sinh cosh acosh asinh atanh lround lrint drem finite isnan isinf significand " \
  "j0 j1 jn y0 y1 yn signgam float_t double_t lia_kernel_info printf puts exit abort malloc calloc realloc free system remove rename div labs rand "

static const lia_dialect dialects[LIA_LANGUAGE_COUNT] = {
  [LIA_LANGUAGE_c] = {
    .reserved = WORDS_C WORDS_MATH " y0 y1 yn j0 j1 jn gamma lgamma v8 v8u ", .remark = "/* ", .remark_end = " */", .let = "const double ", .end = ";",
    .math = "", .in = "in", .base = 0, .most = LIA_EMIT_PART, .inputs = 1000, .choose = " != 0 ? ", .otherwise = " : ", .chosen = "", .yes = "", .no = "",
  },
  [LIA_LANGUAGE_lua] = {
    .reserved = " and break do else elseif end false for function goto if in local nil not or repeat return then true until while w M jit math print "
                "arg error type pairs ipairs require " WORDS_MATH,
    .remark = "-- ", .remark_end = "", .let = "local ", .end = "", .math = "", .in = "in", .base = 1, .most = 80, .inputs = 25,
    .choose = " ~= 0 and ", .otherwise = " or ", .chosen = "", .yes = " and 1", .no = " or 0",
  },
  [LIA_LANGUAGE_js] = {
    .reserved = " break case catch class const continue debugger default delete do else export extends false finally for function if import in "
                "instanceof let new null out return super switch this throw true try typeof var void while with yield w in_ test test_in test_out call Math "
                "enum implements interface package private protected public static await arguments eval undefined NaN Infinity " WORDS_MATH,
    .remark = "// ", .remark_end = "", .let = "const ", .end = ";", .math = "Math.", .in = "in_", .base = 0, .most = LIA_EMIT_PART, .inputs = 1000,
    .choose = " !== 0 ? ", .otherwise = " : ", .chosen = "", .yes = " ? 1", .no = " : 0",
  },
};

int lia_language_find(const char *name) {
  static const char *const names[] = {
#define X(id, name, text) name,
#include "gen/emit.def"
#undef X
  };
  for (int k = 0; k < LIA_LANGUAGE_COUNT; k++)
    if (strcmp(names[k], name) == 0) return k;
  return -1;
}

/* ---- the writer ---- */

typedef struct writer {
  const lia_emit_fn *f;
  const lia_dialect *d;
  lia_language language;
  const lia_emit_opts *opts;
  lia_text *out;
  lia_tape *tape;
  lia_script *script;
  lia_arena arena;
  lia_names used;                 /* every name given */
  const char **name;              /* (script->n) of inputs and named values */
  int *group, *at;                /* (nin) input i is in[group][at] */
  int *outgroup, *outat;          /* (nout) */
  uint32_t *early, nearly;        /* kernel: sincos whose angle comes from inputs alone, ascending */
  uint32_t *list, *begin;         /* values of part k: list[begin[k] ..], ascending */
  uint32_t *mark, marks, *read;   /* (n) the last collection that has a value; the collection */
  uint32_t direct, span;          /* these angles are among the inputs direct - 1 .. + span, side by side; 0: they are gathered */
  int eight;                      /* writing the function on eight points */
  int expand;                     /* writing an angle before all parts: nothing has a name yet */
  int inplace;                    /* this part reads so many inputs that they get no variables */
  int nomem;
  char print[LIA_HASH_TEXT];      /* made_from, or the fingerprint of what is computed */
} writer;

static void put(writer *w, const char *s) { lia_text_put(w->out, s); }
#define PUT(...) lia_text_printf(w->out, __VA_ARGS__)

/* ---- names ---- */

static int among(const char *words, const char *name, size_t n) {
  char word[80];
  if (n + 3 > sizeof word) return 0;
  word[0] = ' ';
  memcpy(word + 1, name, n);
  memcpy(word + 1 + n, " ", 2);
  return strstr(words, word) != NULL;
}

// words of the language; in C also what a header may have for a macro: M_PI, HUGE_VAL, __x, _Y
static int reserved(const writer *w, const char *name, size_t n) {
  static const char *const begins[] = { "M_", "FP_", "HUGE_", "MATH_", "__" };
  if (among(w->d->reserved, name, n)) return 1;
  if (w->language != LIA_LANGUAGE_c || name[n - 1] == '_') return 0;
  for (size_t k = 0; k < sizeof begins / sizeof *begins; k++)
    if (strncmp(name, begins[k], strlen(begins[k])) == 0) return 1;
  return name[0] == '_' && isupper((unsigned char)name[1]);
}

// a name nobody has: as wished, with as many _ behind as it takes
static const char *fresh(writer *w, const char *wish) {
  char name[200];
  int n = lia_text_format(name, sizeof name - 40, "%s", wish);
  if (n > (int)sizeof name - 41) n = (int)sizeof name - 41;
  while (reserved(w, name, (size_t)n) || lia_names_find(&w->used, name, (size_t)n) >= 0) {
    if (n + 2 >= (int)sizeof name) break;
    name[n++] = '_';
    name[n] = 0;
  }
  int id = lia_names_add(&w->used, name, (size_t)n);
  if (id < 0) w->nomem = 1;
  return id < 0 ? "" : lia_names_text(&w->used, id);
}

// q1' -> q1p; letters beyond ASCII by their bytes
static void identifier(const char *s, char *out, size_t size) {
  size_t n = 0;
  for (; *s && n + 4 < size; s++) {
    unsigned char c = (unsigned char)*s;
    if (c == '\'') out[n++] = 'p';
    else if (c < 128) out[n++] = (char)(isalnum(c) || c == '_' ? c : '_');
    else n += (size_t)snprintf(out + n, 4, "u%02x", c);
  }
  out[n] = 0;
}

// "q1_q2" for q1 + q2, "q1_mq2" for q1 - q2; 0 where the angle is anything else
static int angle_name(const writer *w, uint32_t i, int minus, char *out, size_t size) {
  const lia_value *v = &w->script->v[i];
  if (v->op == LIA_VALUE_INPUT) {
    const char *name = w->name[i];
    if (strchr(name, '_') || strlen(out) + strlen(name) + 3 > size) return 0;
    if (*out) strcat(out, "_");
    if (minus) strcat(out, "m");
    strcat(out, name);
    return 1;
  }
  if (v->op == LIA_INS_add) return !minus && angle_name(w, v->k[0], 0, out, size) && angle_name(w, v->k[1], 0, out, size);
  if (v->op == LIA_INS_sub) return !minus && angle_name(w, v->k[0], 0, out, size) && angle_name(w, v->k[1], 1, out, size);
  if (v->op == LIA_INS_add3)
    return !minus && angle_name(w, v->k[0], 0, out, size) && angle_name(w, v->k[1], 0, out, size) && angle_name(w, v->k[2], 0, out, size);
  return 0;
}

static void name_value(writer *w, uint32_t i, uint32_t *count) {
  const lia_value *v = &w->script->v[i];
  char wish[120], angle[80] = "";
  uint32_t op = v->op == LIA_VALUE_COS ? LIA_INS_sincos : v->op, from = v->op == LIA_VALUE_COS ? w->script->v[v->k[0]].k[0] : v->k[0];
  int trig = op == LIA_INS_sincos || op == LIA_INS_sin || op == LIA_INS_cos;
  if (trig && angle_name(w, from, 0, angle, sizeof angle))
    snprintf(wish, sizeof wish, "%c_%s", v->op == LIA_VALUE_COS || op == LIA_INS_cos ? 'c' : 's', angle);
  else
    snprintf(wish, sizeof wish, "x%u", ++*count);
  w->name[i] = fresh(w, wish);
}

// what an input is called: its symbol, or what that stands for
static void input_name(const writer *w, int group, int k, char *out, size_t size) {
  const lia_pool *p = w->f->p;
  const lia_emit_vec *v = &w->f->in[group];
  const lia_symbol *s = lia_expr_symbol(p, v->e[k]);
  if (w->f->stand_in == group + 1) lia_text_format(out, size, "%s_%s", v->name, lia_expr_symbol(p, s->base)->name);
  else lia_text_format(out, size, "%s", s->name);
}

static void give_names(writer *w) {
  const lia_script *s = w->script;
  uint32_t count = 0, i = 0;
  for (int k = 0; k < w->f->nin + w->f->nout; k++) {
    char array[24];
    snprintf(array, sizeof array, k < w->f->nin ? "in%d" : "out%d", 1 + (k < w->f->nin ? k : k - w->f->nin));
    fresh(w, array);
  }
  for (int g = 0; g < w->f->nin; g++)
    for (int k = 0; k < w->f->in[g].n; k++, i++) {
      char name[160], wish[160];
      input_name(w, g, k, name, sizeof name);
      identifier(name, wish, sizeof wish);
      w->name[i] = fresh(w, wish);
    }
  for (i = s->first; i < s->n; i++)
    if (s->v[i].named) name_value(w, i, &count);
}

/* ---- expressions ---- */

enum { SUM = 1, PRODUCT, ATOM };

static void value(writer *w, uint32_t i, int place, int part);

static void number(writer *w, double x) {
  char s[LIA_TEXT_DOUBLE];
  int n = lia_text_double(s, x);
  // C: a whole number needs its point, or 1/3 would be 0
  int plain = w->language == LIA_LANGUAGE_c && strspn(s, "-0123456789") == (size_t)n;
  PUT(w->eight ? "K(%s%s)" : "%s%s", s, plain ? ".0" : "");
}

static void constant(writer *w, double x, int place) {
  int paren = place > SUM && (signbit(x) || isinf(x) || isnan(x));
  if (paren) put(w, "(");
  if (isfinite(x)) number(w, x);
  else if (w->language == LIA_LANGUAGE_c) PUT(w->eight ? "K(%s)" : "%s", isnan(x) ? "NAN" : x > 0 ? "INFINITY" : "-INFINITY");
  else put(w, isnan(x) ? "(0/0)" : x > 0 ? "1/0" : "-1/0");
  if (paren) put(w, ")");
}

static void input(writer *w, uint32_t i) {
  if (w->eight) PUT("*(const v8u *)(in[%d] + %d)", w->group[i], 8 * w->at[i]);
  else if (w->language == LIA_LANGUAGE_lua) PUT("in%d[%d]", w->group[i] + 1, w->at[i] + 1);
  else PUT("%s[%d][%d]", w->d->in, w->group[i], w->at[i]);
}

static void variable(writer *w, uint32_t i, int part) {
  const lia_value *v = &w->script->v[i];
  if (v->part == part || !v->crosses) put(w, w->name[i]);
  else PUT("w[%u]", v->place + (uint32_t)w->d->base);
}

static void call(writer *w, const char *name, const lia_value *v, int part) {
  PUT("%s%s%s(", w->d->math, name, w->eight ? "8" : "");
  for (uint32_t j = 0; j < v->reads; j++) {
    if (j) put(w, ", ");
    value(w, v->k[j], SUM, part);
  }
  put(w, ")");
}

// a op b op c, parentheses where the place asks for a tighter one
static void chain(writer *w, const lia_value *v, const char *op, int mine, int last, int place, int part) {
  if (place > mine) put(w, "(");
  for (uint32_t j = 0; j < v->reads; j++) {
    if (j) put(w, op);
    value(w, v->k[j], j ? last : mine, part);
  }
  if (place > mine) put(w, ")");
}

// a*b + c: one rounding in C where the machine has it, two elsewhere; the signs of the product and of c
static void multiply_add(writer *w, const lia_value *v, int minus_ab, int minus_c, int place, int part) {
  if (w->language == LIA_LANGUAGE_c) {
    put(w, w->eight ? "MADD8(" : "MADD(");
    put(w, minus_ab ? "-" : "");
    value(w, v->k[0], minus_ab ? ATOM : SUM, part);
    put(w, ", ");
    value(w, v->k[1], SUM, part);
    put(w, minus_c ? ", -" : ", ");
    value(w, v->k[2], minus_c ? ATOM : SUM, part);
    put(w, ")");
    return;
  }
  if (place > SUM) put(w, "(");
  if (minus_ab) {
    value(w, v->k[2], SUM, part);
    put(w, " - ");
  }
  value(w, v->k[0], PRODUCT, part);
  put(w, "*");
  value(w, v->k[1], ATOM, part);
  if (!minus_ab) {
    put(w, minus_c ? " - " : " + ");
    value(w, v->k[2], minus_c ? PRODUCT : SUM, part);
  }
  if (place > SUM) put(w, ")");
}

static void compare(writer *w, const lia_value *v, const char *op, int part) {
  if (w->eight) {
    PUT("%s8(", op[0] == '=' ? "equal" : op[1] ? "less_equal" : "less");
    value(w, v->k[0], SUM, part);
    put(w, ", ");
    value(w, v->k[1], SUM, part);
    put(w, ")");
    return;
  }
  put(w, "(");
  value(w, v->k[0], SUM, part);
  PUT(" %s ", op);
  value(w, v->k[1], SUM, part);
  PUT("%s%s)", w->d->yes, w->d->no);
}

static void choose(writer *w, const lia_value *v, int part) {
  if (w->eight) {
    call(w, "choose", v, part);
    return;
  }
  put(w, "(");
  value(w, v->k[0], ATOM, part);
  put(w, w->d->choose);
  value(w, v->k[1], SUM, part);
  put(w, w->d->otherwise);
  value(w, v->k[2], SUM, part);
  put(w, ")");
}

static int is_used(const writer *w, uint32_t op) {
  for (uint32_t i = w->script->first; i < w->script->n; i++)
    if (w->script->v[i].op == op) return 1;
  return 0;
}

static const char *function_name(const writer *w, uint32_t op) {
  static const struct { uint32_t op; const char *c, *lua, *js; } row[] = {
    { LIA_INS_sqrt, "sqrt", "sqrt", "sqrt" }, { LIA_INS_sin, "sin", "sin", "sin" }, { LIA_INS_cos, "cos", "cos", "cos" },
    { LIA_INS_tan, "tan", "tan", "tan" }, { LIA_INS_asin, "asin", "asin", "asin" }, { LIA_INS_acos, "acos", "acos", "acos" },
    { LIA_INS_atan, "atan", "atan", "atan" }, { LIA_INS_exp, "exp", "exp", "exp" }, { LIA_INS_log, "log", "log", "log" },
    { LIA_INS_tanh, "tanh", "tanh", "tanh" }, { LIA_INS_abs, "fabs", "abs", "abs" }, { LIA_INS_sign, "SIGN", "sign", "sign" },
    { LIA_INS_pow, "pow", "pow", "pow" }, { LIA_INS_atan2, "atan2", "atan2", "atan2" }, { LIA_INS_min, "lesser", "min", "min" },
    { LIA_INS_max, "greater", "max", "max" },
  };
  for (size_t k = 0; k < sizeof row / sizeof row[0]; k++)
    if (row[k].op == op) return w->language == LIA_LANGUAGE_c ? row[k].c : w->language == LIA_LANGUAGE_lua ? row[k].lua : row[k].js;
  return "";
}

// what instruction v computes, written out
static void operation(writer *w, const lia_value *v, int place, int part) {
  switch (v->op) {
    case LIA_INS_add: case LIA_INS_add3: chain(w, v, " + ", SUM, SUM, place, part); return;
    case LIA_INS_sub: chain(w, v, " - ", SUM, PRODUCT, place, part); return;
    case LIA_INS_mul: case LIA_INS_mul3: chain(w, v, "*", PRODUCT, ATOM, place, part); return;
    case LIA_INS_div: chain(w, v, "/", PRODUCT, ATOM, place, part); return;
    case LIA_INS_neg:
      put(w, place > SUM ? "(-" : "-");
      value(w, v->k[0], ATOM, part);
      put(w, place > SUM ? ")" : "");
      return;
    case LIA_INS_madd:  multiply_add(w, v, 0, 0, place, part); return;
    case LIA_INS_msub:  multiply_add(w, v, 0, 1, place, part); return;
    case LIA_INS_nmadd: multiply_add(w, v, 1, 0, place, part); return;
    case LIA_INS_lt: compare(w, v, "<", part); return;
    case LIA_INS_le: compare(w, v, "<=", part); return;
    case LIA_INS_eq: compare(w, v, w->language == LIA_LANGUAGE_js ? "===" : "==", part); return;
    case LIA_INS_if: choose(w, v, part); return;
    default: call(w, function_name(w, v->op), v, part);
  }
}

static void value(writer *w, uint32_t i, int place, int part) {
  const lia_value *v = &w->script->v[i];
  if (v->op == LIA_VALUE_CONSTANT) constant(w, w->tape->constant[v->k[0]], place);
  else if (v->op == LIA_VALUE_INPUT && w->inplace) input(w, i);
  else if (v->op == LIA_VALUE_INPUT) put(w, w->name[i]);
  else if (v->named && !w->expand) variable(w, i, part);
  else operation(w, v, place, part);
}

/* ---- statements ---- */

static const char *type(const writer *w) { return w->eight ? "const v8 " : w->d->let; }

// "const double x3 = w[7] = ", of which each half may be missing: a value others read, a value read here
static void put_names(writer *w, uint32_t i) {
  const lia_value *v = &w->script->v[i];
  if (v->at_home || !v->crosses) PUT("%s = ", w->name[i]);
  if (v->crosses) PUT("w[%u] = ", v->place);
}

static int is_home(const lia_value *v) { return v->at_home || !v->crosses; }

static void keep_lua(writer *w, uint32_t i) {
  const lia_value *v = &w->script->v[i];
  if (v->crosses) PUT("  w[%u] = %s\n", v->place + 1, w->name[i]);
}

static void put_sincos(writer *w, uint32_t i) {
  const lia_value *v = &w->script->v[i];
  const char *eight = w->eight ? "8" : "";
  int lua = w->language == LIA_LANGUAGE_lua;
  for (uint32_t c = 0; c < 2; c++) {
    PUT("  %s", is_home(v + c) || lua ? type(w) : "");
    if (lua) PUT("%s = ", w->name[i + c]);
    else put_names(w, i + c);
    PUT("%s%s%s(", w->d->math, function_name(w, c ? LIA_INS_cos : LIA_INS_sin), eight);
    value(w, v->k[0], SUM, v->part);
    PUT(")%s\n", w->d->end);
    if (lua) keep_lua(w, i + c);
  }
}

static void put_let(writer *w, uint32_t i) {
  const lia_value *v = &w->script->v[i];
  int lua = w->language == LIA_LANGUAGE_lua;
  PUT("  %s", is_home(v) || lua ? type(w) : "");
  if (lua) PUT("%s = ", w->name[i]);
  else put_names(w, i);
  operation(w, v, SUM, v->part);
  PUT("%s\n", w->d->end);
  if (lua) keep_lua(w, i);
}

static uint32_t early_place(const writer *w, uint32_t i);

static void put_store(writer *w, uint32_t o) {
  uint32_t i = w->script->out[o];
  int part = w->script->v[i].part, lua = w->language == LIA_LANGUAGE_lua;
  if (w->eight) PUT("  *(v8u *)(out[%d] + %d) = ", w->outgroup[o], 8 * w->outat[o]);
  else if (lua) PUT("  out%d[%d] = ", w->outgroup[o] + 1, w->outat[o] + 1);
  else PUT("  out[%d][%d] = ", w->outgroup[o], w->outat[o]);
  if (part < 0) PUT("w[%u]", early_place(w, i));
  else value(w, i, SUM, part);
  PUT("%s\n", w->d->end);
}

/* ---- parts ---- */

static void let_input(writer *w, uint32_t i) {
  PUT("  %s%s = ", type(w), w->name[i]);
  input(w, i);
  PUT("%s\n", w->d->end);
}

static int ascending(const void *a, const void *b) {
  const uint32_t *x = a, *y = b;
  return (*x > *y) - (*x < *y);
}

static void collect(writer *w, uint32_t i, uint32_t *n) {
  if (w->mark[i] == w->marks) return;
  w->mark[i] = w->marks;
  w->read[(*n)++] = i;
}

// what a part reads of the inputs, or (early) of what is there before all parts: w->read, ascending; how many
static uint32_t reads_of(writer *w, int part, int early) {
  const lia_script *s = w->script;
  uint32_t n = 0;
  w->marks++;
  for (uint32_t at = w->begin[part]; at < w->begin[part + 1]; at++) {
    uint32_t i = w->list[at];
    const lia_value *v = &s->v[i];
    if (!early && v->op == LIA_VALUE_INPUT && v->at_home) collect(w, i, &n);   // an output
    for (uint32_t j = 0; i >= s->first && v->op != LIA_VALUE_COS && j < v->reads; j++) {
      const lia_value *k = &s->v[v->k[j]];
      if (early ? k->part < 0 : k->op == LIA_VALUE_INPUT) collect(w, v->k[j], &n);
    }
  }
  qsort(w->read, n, sizeof *w->read, ascending);
  return n;
}

// inputs a part reads, as variables
static void read_inputs(writer *w, int part) {
  uint32_t n = reads_of(w, part, 0);
  w->inplace = n > w->d->inputs;
  for (uint32_t k = 0; !w->inplace && k < n; k++) let_input(w, w->read[k]);
}

/* behind w: sines, cosines and (where they are not read where they stand) angles, blocks of a multiple of eight */
static uint32_t early_start(const writer *w) { return (w->script->sz_w + 7) & ~7u; }
static uint32_t early_block(const writer *w) { return ((w->direct ? w->span : w->nearly) + 7) & ~7u; }
static uint32_t work_room(const writer *w) { return w->nearly ? early_start(w) + 3 * early_block(w) : w->script->sz_w; }

// where an early sine (the value itself) or cosine (the one after it) waits
static uint32_t early_place(const writer *w, uint32_t i) {
  uint32_t k = 0, end = w->nearly;
  while (end - k > 1) {
    uint32_t mid = (k + end) / 2;
    if (w->early[mid] <= i) k = mid;
    else end = mid;
  }
  uint32_t slot = w->direct ? w->script->v[w->early[k]].k[0] - (w->direct - 1) : k;
  return early_start(w) + (i - w->early[k]) * early_block(w) + slot;
}

static void read_early(writer *w, int part) {
  uint32_t n = reads_of(w, part, 1);
  for (uint32_t k = 0; k < n; k++) PUT("  %s%s = w[%u];\n", type(w), w->name[w->read[k]], early_place(w, w->read[k]));
}

// outputs whose values stand before value `end`, as far as they are there
static void store_before(writer *w, uint32_t end, int part, uint32_t *store) {
  const lia_script *s = w->script;
  for (; *store < s->tape->nout; ++*store) {
    uint32_t i = s->out[s->store[*store]];
    if (i >= end || s->v[i].part > part) return;
    put_store(w, s->store[*store]);
  }
}

static void body(writer *w, int part, uint32_t *store) {
  const lia_script *s = w->script;
  read_inputs(w, part);
  if (w->opts->kernel) read_early(w, part);
  for (uint32_t at = w->begin[part]; at < w->begin[part + 1]; at++) {
    uint32_t i = w->list[at];
    const lia_value *v = &s->v[i];
    if (i < s->first || !v->named) continue;
    store_before(w, i, part, store);
    if (v->op == LIA_INS_sincos) put_sincos(w, i);
    else if (v->op != LIA_VALUE_COS) put_let(w, i);
  }
  store_before(w, s->n, part, store);
}

/* ---- C ---- */

static const char madd_c[] =
  "#ifndef MADD\n"
  "#ifdef FP_FAST_FMA\n"
  "#define MADD(a, b, c) fma(a, b, c)\n"
  "#else\n"
  "#define MADD(a, b, c) ((a)*(b) + (c))\n"
  "#endif\n"
  "#define SIGN(x) ((x) == (x) ? ((x) > 0) - ((x) < 0) : (x))\n"
  "#endif\n\n";

// where one is no number neither is the result: fmin and fmax hide it
static const char lesser_c[] =
  "#ifndef LESSER\n#define LESSER\n"
  "static inline double lesser(double a, double b) { return a <= b ? a : b < a ? b : a + b; }\n#endif\n\n";
static const char greater_c[] =
  "#ifndef GREATER\n#define GREATER\n"
  "static inline double greater(double a, double b) { return a >= b ? a : b > a ? b : a + b; }\n#endif\n\n";

static const char eight_c[] =
  "\n/* eight points at once */\n"
  "typedef double v8 __attribute__((vector_size(64)));\n"
  "typedef double v8u __attribute__((vector_size(64), aligned(8)));\n"
  "#define K(c) ((v8){ c, c, c, c, c, c, c, c })\n"
  "#if defined(__AVX512F__)\n"
  "#include <immintrin.h>\n"
  "#define MADD8(a, b, c) ((v8)_mm512_fmadd_pd((__m512d)(a), (__m512d)(b), (__m512d)(c)))\n"
  "#elif defined(__FMA__)\n"
  "#include <immintrin.h>\n"
  "static inline v8 MADD8(v8 a, v8 b, v8 c) {\n"
  "  union { v8 v; __m256d h[2]; } x = { a }, y = { b }, z = { c };\n"
  "  z.h[0] = _mm256_fmadd_pd(x.h[0], y.h[0], z.h[0]);\n"
  "  z.h[1] = _mm256_fmadd_pd(x.h[1], y.h[1], z.h[1]);\n"
  "  return z.v;\n"
  "}\n"
  "#else\n"
  "#define MADD8(a, b, c) ((a)*(b) + (c))\n"
  "#endif\n"
  "#define F1(f) static inline __attribute__((unused)) v8 f##8(v8 a) { for (int k = 0; k < 8; k++) a[k] = f(a[k]); return a; }\n"
  "#define F2(f) static inline __attribute__((unused)) v8 f##8(v8 a, v8 b) { for (int k = 0; k < 8; k++) a[k] = f(a[k], b[k]); return a; }\n"
  "F1(sqrt) F1(sin) F1(cos) F1(tan) F1(asin) F1(acos) F1(atan) F1(exp) F1(log) F1(tanh) F1(fabs) F1(SIGN)\n"
  "F2(pow) F2(atan2)\n"
  "static inline __attribute__((unused)) v8 lesser8(v8 a, v8 b) { for (int k = 0; k < 8; k++) a[k] = a[k] <= b[k] ? a[k] : b[k] < a[k] ? b[k] : a[k] + b[k]; return a; }\n"
  "static inline __attribute__((unused)) v8 greater8(v8 a, v8 b) { for (int k = 0; k < 8; k++) a[k] = a[k] >= b[k] ? a[k] : b[k] > a[k] ? b[k] : a[k] + b[k]; return a; }\n"
  "static inline __attribute__((unused)) v8 less8(v8 a, v8 b) { for (int k = 0; k < 8; k++) a[k] = a[k] < b[k]; return a; }\n"
  "static inline __attribute__((unused)) v8 less_equal8(v8 a, v8 b) { for (int k = 0; k < 8; k++) a[k] = a[k] <= b[k]; return a; }\n"
  "static inline __attribute__((unused)) v8 equal8(v8 a, v8 b) { for (int k = 0; k < 8; k++) a[k] = a[k] == b[k]; return a; }\n"
  "static inline __attribute__((unused)) v8 choose8(v8 a, v8 b, v8 c) { for (int k = 0; k < 8; k++) a[k] = a[k] != 0 ? b[k] : c[k]; return a; }\n\n";

static const char info_c[] =
  "#ifndef LIA_KERNEL_INFO\n#define LIA_KERNEL_INFO\n"
  "typedef struct lia_kernel_info {\n"
  "  int abi, n_in, n_out, sz_w;\n"
  "  const char *name, *made_from;\n"
  "  const char *const *in_name, *const *out_name;\n"
  "  const int *in_size, *out_size;\n"
  "} lia_kernel_info;\n#endif\n\n";

// all early angles at once, through the pointer the loader may have set: where they stand among the inputs, if they do side by side
static void early_c(writer *w) {
  const lia_script *s = w->script;
  uint32_t at = early_start(w), block = early_block(w), points = w->eight ? 8 : 1;
  if (w->direct) {
    PUT("  %s_sincos(in[%d] + %u, ", w->f->name, w->group[w->direct - 1], points * (uint32_t)w->at[w->direct - 1]);
  } else {
    for (uint32_t k = 0; k < w->nearly; k++) {
      const lia_value *v = &s->v[w->early[k]];
      PUT("  w[%u] = ", at + 2 * block + k);
      w->expand = 1;
      value(w, v->k[0], SUM, v->part);
      w->expand = 0;
      put(w, ";\n");
    }
    PUT("  %s_sincos((double *)(w + %u), ", w->f->name, at + 2 * block);
  }
  PUT("(double *)(w + %u), (double *)(w + %u), %u);\n", at, at + block, points * (w->direct ? w->span : w->nearly));
}

// the inputs of the early angles
static void early_inputs(writer *w) {
  const lia_script *s = w->script;
  char *seen = lia_calloc(s->first + 1, 1);
  if (!seen) w->nomem = 1;
  for (uint32_t k = 0; seen && k < w->nearly; k++) {
    uint32_t stack[16], n = 0;
    stack[n++] = s->v[w->early[k]].k[0];
    while (n) {
      uint32_t i = stack[--n];
      const lia_value *v = &s->v[i];
      if (v->op == LIA_VALUE_INPUT) seen[i] = 1;
      for (uint32_t j = 0; j < v->reads && n < 16; j++) stack[n++] = v->k[j];
    }
  }
  for (uint32_t i = 0; seen && i < s->tape->nin; i++)
    if (seen[i]) let_input(w, i);
  lia_free(seen);
}

static const char *suffix(const writer *w) { return w->eight ? "_8" : ""; }

static void parts_c(writer *w) {
  const lia_script *s = w->script;
  const char *name = w->f->name;
  const char *args = w->eight ? "(const double *const *in, double *const *out, v8 *w)" : "(const double *const *in, double *const *out, double *w)";
  uint32_t store = 0;
  for (int part = 0; part < s->parts; part++) {
    PUT("static void %s%s_part%d%s {\n", name, suffix(w), part + 1, args);
    put(w, "  (void)in, (void)out, (void)w;\n");
    body(w, part, &store);
    put(w, "}\n\n");
  }
  const char *main_args = "(const double *const *in, double *const *out, double *w)";
  PUT("int %s%s%s;\nint %s%s%s {\n", name, suffix(w), main_args, name, suffix(w), w->eight ? "(const double *const *in, double *const *out, double *w_)" : main_args);
  if (w->eight) put(w, "  v8 *w = (v8 *)__builtin_assume_aligned(w_, 64);\n");
  if (w->nearly && !w->direct) early_inputs(w);
  if (w->nearly) early_c(w);
  for (int part = 0; part < s->parts; part++) PUT("  %s%s_part%d(in, out, w);\n", name, suffix(w), part + 1);
  put(w, "  return 0;\n}\n");
}

static void list_c(writer *w, const char *what, const lia_emit_vec *v, int n) {
  PUT("static const char *const %s_%s_name[] = { ", w->f->name, what);
  for (int k = 0; k < n; k++) PUT("\"%s\", ", v[k].name);
  PUT("0 };\nstatic const int %s_%s_size[] = { ", w->f->name, what);
  for (int k = 0; k < n; k++) PUT("%d, ", v[k].n);
  put(w, "0 };\n");
}

static void about_c(writer *w) {
  const char *name = w->f->name;
  put(w, "\n");
  put(w, info_c);
  list_c(w, "in", w->f->in, w->f->nin);
  list_c(w, "out", w->f->out, w->f->nout);
  uint32_t room = work_room(w) * (w->opts->kernel ? 8 : 1);
  PUT("static const lia_kernel_info %s_about = { 1, %d, %d, %u, \"%s\", \"%s\",\n", name, w->f->nin, w->f->nout, room, name, w->print);
  PUT("  %s_in_name, %s_out_name, %s_in_size, %s_out_size };\n", name, name, name, name);
  PUT("const lia_kernel_info *%s_info(void);\nconst lia_kernel_info *%s_info(void) { return &%s_about; }\n", name, name, name);
}

/* ---- test vectors ---- */

typedef struct vectors { double *in, *out; int n; } vectors;   /* n rows each */

// inputs where every output is finite and none is so large that rounding decides it
static int find_vectors(writer *w, vectors *t) {
  const lia_tape *tape = w->tape;
  lia_rng r = lia_rng_seed(2026);
  double *work = lia_malloc((tape->nslot + 1) * sizeof *work);
  int want = w->opts->tests;
  t->in = lia_calloc((size_t)want * tape->nin + 1, sizeof(double));
  t->out = lia_calloc((size_t)want * tape->nout + 1, sizeof(double));
  int ok = work && t->in && t->out;
  for (int k = 0; ok && k < 60 * want && t->n < want; k++) {
    double *in = t->in + (size_t)t->n * tape->nin, *out = t->out + (size_t)t->n * tape->nout;
    // one input after the other in (-1, 1), later tries in (0, 1): roots and logarithms like it better
    for (uint32_t i = 0; i < tape->nin; i++) in[i] = k < 20 * want ? lia_rng_range(&r, -1, 1) : lia_rng_uniform(&r);
    lia_tape_eval(tape, in, out, work);
    int fine = 1;
    for (uint32_t i = 0; i < tape->nout; i++) fine &= fabs(out[i]) < 1e12;
    t->n += fine;
  }
  lia_free(work);
  if (!ok) w->nomem = 1;
  return ok;
}

static void rows(writer *w, const double *x, uint32_t n, int count, const char *open, const char *close) {
  char s[LIA_TEXT_DOUBLE];
  for (int k = 0; k < count; k++) {
    PUT("  %s ", open);
    for (uint32_t i = 0; i < n; i++) {
      lia_text_double(s, x[(size_t)k * n + i]);
      PUT("%s,%s", s, i % 8 == 7 ? "\n    " : " ");
    }
    PUT("%s,\n", close);
  }
}

static int flat(const lia_emit_vec *v, int count) {
  int n = 0;
  for (int k = 0; k < count; k++) n += v[k].n;
  return n;
}

// NAME_selftest compares with the test vectors; main calls it, unless several files are one program and bring their own
static void tests_c(writer *w, const vectors *t) {
  const char *name = w->f->name;
  int nin = flat(w->f->in, w->f->nin), nout = flat(w->f->out, w->f->nout);
  PUT("\n#ifdef SELFTEST\nstatic const double %s_test_in[%d][%d] = {\n", name, t->n, nin ? nin : 1);
  rows(w, t->in, (uint32_t)nin, t->n, "{", "}");
  PUT("};\nstatic const double %s_test_out[%d][%d] = {\n", name, t->n, nout ? nout : 1);
  rows(w, t->out, (uint32_t)nout, t->n, "{", "}");
  PUT("};\n\n/* the worst difference to the test vectors */\ndouble %s_selftest(void);\ndouble %s_selftest(void) {\n  static double y[%d], w[%u];\n", name,
      name, nout + 1, work_room(w) * 8 + 1);
  PUT("  const double *in[%d];\n  double *out[%d], worst = 0;\n  for (int t = 0; t < %d; t++) {\n", w->f->nin + 1, w->f->nout + 1, t->n);
  for (int k = 0, at = 0; k < w->f->nin; at += w->f->in[k++].n) PUT("    in[%d] = %s_test_in[t] + %d;\n", k, name, at);
  for (int k = 0, at = 0; k < w->f->nout; at += w->f->out[k++].n) PUT("    out[%d] = y + %d;\n", k, at);
  PUT("    %s(in, out, w);\n    for (int i = 0; i < %d; i++) worst = fmax(worst, fabs(y[i] - %s_test_out[t][i]) / (1 + fabs(%s_test_out[t][i])));\n  }\n"
      "  return worst;\n}\n\n", name, nout, name, name);
  PUT("#ifndef SELFTEST_NO_MAIN\n#include <stdio.h>\n#include <stdlib.h>\nint main(void) {\n  double worst = %s_selftest();\n"
      "  printf(\"%s: %d test vectors, worst difference %%.1e: %%s\\n\", worst, worst < 1e-9 ? \"passed\" : \"FAILED\");\n"
      "  return worst < 1e-9 ? EXIT_SUCCESS : EXIT_FAILURE;\n}\n#endif\n#endif\n", name, name, t->n);
}

static void tests_script(writer *w, const vectors *t) {
  int lua = w->language == LIA_LANGUAGE_lua;
  PUT("\n%stest vectors: all inputs, all outputs\n%s = {\n", w->d->remark, lua ? "M.test_in" : "const test_in");
  // the brackets of a list differ
  const char *o = lua ? "{" : "[", *c = lua ? "}" : "]";
  if (!lua) lia_text_cut(w->out, w->out->n - 2), put(w, "[\n");
  rows(w, t->in, w->tape->nin, t->n, o, c);
  PUT("%s%s\n%s = %s\n", c, w->d->end, lua ? "M.test_out" : "const test_out", o);
  rows(w, t->out, w->tape->nout, t->n, o, c);
  PUT("%s%s\n", c, w->d->end);
}

/* ---- Lua ---- */

// the bytes of a letter that ends a line, in some language if not in C: 0 for none
static int ends_line(const char *s) {
  unsigned char c = (unsigned char)*s;
  if (c < 32 || c == 127) return 1;
  if (c == 0xc2 && (unsigned char)s[1] == 0x85) return 2;   // U+0085
  int separator = c == 0xe2 && (unsigned char)s[1] == 0x80 && ((unsigned char)s[2] | 1) == 0xa9;
  return separator ? 3 : 0;   // U+2028, U+2029
}

// what users write, in a comment, which it must not end
static void put_remark(writer *w, const char *s) {
  for (const char *p = s; *p;) {
    int n = ends_line(p);
    if (n) lia_text_char(w->out, '_');
    else lia_text_char(w->out, *p);
    p += n ? n : 1;
  }
}

static const char *many(size_t n) { return n == 1 ? "" : "s"; }

static void head(writer *w) {
  const lia_count *c = &w->tape->count;
  const char *r = w->language == LIA_LANGUAGE_c ? " * " : w->d->remark;
  PUT("%s%s%s", w->d->remark, w->f->name, w->f->about ? " - " : "");
  put_remark(w, w->f->about ? w->f->about : "");
  put(w, "\n");
  PUT("%smade by liaison " LIA_VERSION " from %s\n", r, w->print);
  PUT("%soperations: %zu multiplication%s, %zu addition%s, ", r, c->mul, many(c->mul), c->add, many(c->add));
  PUT("%zu division%s, %zu function%s\n", c->div, many(c->div), c->fun, many(c->fun));
  for (int side = 0; side < 2; side++) {
    int n = side ? w->f->nout : w->f->nin;
    const lia_emit_vec *v = side ? w->f->out : w->f->in;
    for (int k = 0; k < n; k++) {
      PUT("%s%s %s", r, side ? "out" : "in", v[k].name);
      if (v[k].cols > 0) PUT(" (%d x %d, row by row)", v[k].n / v[k].cols, v[k].cols);
      else PUT(" (%d)", v[k].n);
      if (!side) put(w, ":");
      for (int i = 0; !side && i < v[k].n && i < 40; i++) {
        char name[160];
        input_name(w, k, i, name, sizeof name);
        put(w, " ");
        put_remark(w, name);
      }
      put(w, !side && v[k].n > 40 ? " ...\n" : "\n");
    }
  }
  if (w->language == LIA_LANGUAGE_c) put(w, " */\n");
}

static void arguments(writer *w, const char *pattern_in, const char *pattern_out) {
  int count = 0;
  for (int k = 0; k < w->f->nin; k++) {
    if (count++) put(w, ", ");
    PUT("%s%d", pattern_in, k + 1);
  }
  for (int k = 0; k < w->f->nout; k++) {
    if (count++) put(w, ", ");
    PUT("%s%d", pattern_out, k + 1);
  }
}

// only what is called; sign and tanh bring what they are made of
static void functions_lua(writer *w) {
  static const struct { uint32_t op; const char *text; } row[] = {
    { LIA_INS_sqrt, "local sqrt = math.sqrt\n" }, { LIA_INS_sin, "local sin = math.sin\n" }, { LIA_INS_cos, "local cos = math.cos\n" },
    { LIA_INS_sincos, "local sin, cos = math.sin, math.cos\n" }, { LIA_INS_tan, "local tan = math.tan\n" }, { LIA_INS_asin, "local asin = math.asin\n" },
    { LIA_INS_acos, "local acos = math.acos\n" }, { LIA_INS_atan, "local atan = math.atan\n" }, { LIA_INS_exp, "local exp = math.exp\n" },
    { LIA_INS_log, "local log = math.log\n" }, { LIA_INS_abs, "local abs = math.abs\n" },
    { LIA_INS_min, "local function min(x, y) return x <= y and x or y < x and y or x + y end\n" },
    { LIA_INS_max, "local function max(x, y) return x >= y and x or y > x and y or x + y end\n" }, { LIA_INS_atan2, "local atan2 = math.atan2 or math.atan\n" },
    { LIA_INS_pow, "local function pow(x, y) return x^y end\n" },
    { LIA_INS_sign, "local function sign(x) return x > 0 and 1 or x < 0 and -1 or x == 0 and 0 or x end\n" },
    { LIA_INS_tanh, "local function tanh(x)\n  local e = math.exp(-2*math.abs(x))\n  return (x < 0 and -1 or 1)*(1 - e)/(1 + e)\nend\n" },
  };
  char used[LIA_INS_end + 1] = { 0 };
  for (uint32_t i = w->script->first; i < w->script->n; i++)
    if (w->script->v[i].op <= LIA_INS_end) used[w->script->v[i].op] = 1;
  if (used[LIA_INS_sincos]) used[LIA_INS_sin] = used[LIA_INS_cos] = 0;
  for (size_t k = 0; k < sizeof row / sizeof row[0]; k++)
    if (used[row[k].op]) put(w, row[k].text);
  put(w, "\n");
}

static void emit_lua(writer *w, const vectors *t) {
  const lia_script *s = w->script;
  head(w);
  put(w, "local M = {}\n");
  functions_lua(w);
  uint32_t store = 0;
  for (int part = 0; part < s->parts; part++) {
    PUT("local function part%d(w", part + 1);
    if (w->f->nin + w->f->nout) put(w, ", ");
    arguments(w, "in", "out");
    put(w, ")\n");
    body(w, part, &store);
    put(w, "end\n\n");
  }
  PUT("local w = {}\nfor k = 1, %u do w[k] = 0 end\n\n", s->sz_w ? s->sz_w : 1);
  put(w, "-- M.call(");
  for (int k = 0; k < w->f->nin; k++) PUT("%s%s", k ? ", " : "", w->f->in[k].name);
  for (int k = 0; k < w->f->nout; k++) PUT("%s[%s]", k || w->f->nin ? ", " : "", w->f->out[k].name);
  put(w, ") -> ");
  for (int k = 0; k < w->f->nout; k++) PUT("%s%s", k ? ", " : "", w->f->out[k].name);
  put(w, ": tables; outputs given are filled, others are new\nfunction M.call(");
  arguments(w, "in", "out");
  put(w, ")\n");
  for (int k = 0; k < w->f->nout; k++) PUT("  out%d = out%d or {}\n", k + 1, k + 1);
  for (int part = 0; part < s->parts; part++) {
    PUT("  part%d(w, ", part + 1);
    arguments(w, "in", "out");
    put(w, ")\n");
  }
  put(w, "  return ");
  for (int k = 0; k < w->f->nout; k++) PUT("%sout%d", k ? ", " : "", k + 1);
  put(w, "\nend\n\n");
  // a trace through thousands of operations costs LuaJIT more than it gains
  if (lia_count_all(w->tape->count) > 300) {
    put(w, "if jit then\n");
    for (int part = 0; part < s->parts; part++) PUT("  jit.off(part%d)\n", part + 1);
    put(w, "end\n");
  }
  if (t->n) {
    tests_script(w, t);
    put(w, "\n-- the worst difference to the test vectors\nfunction M.test()\n  local worst = 0\n  for t = 1, #M.test_in do\n    local x, y, at = M.test_in[t], M.test_out[t], 0\n");
    for (int k = 0; k < w->f->nin; k++) PUT("    local a%d = {}\n    for i = 1, %d do a%d[i] = x[at + i] end\n    at = at + %d\n", k + 1, w->f->in[k].n, k + 1, w->f->in[k].n);
    put(w, "    local got, n = { M.call(");
    for (int k = 0; k < w->f->nin; k++) PUT("%sa%d", k ? ", " : "", k + 1);
    put(w, ") }, 0\n    for _, out in ipairs(got) do\n      for i = 1, #out do\n        n = n + 1\n        worst = math.max(worst, math.abs(out[i] - y[n])/(1 + math.abs(y[n])))\n"
           "      end\n    end\n  end\n  return worst\nend\n\n"
           "-- required, it is a module; run as a script (lua file.lua) or with --test it checks itself\n"
           "local main = select(\"#\", ...) == 0 and type(arg) == \"table\" and debug and debug.getinfo(1, \"S\").source == \"@\" .. tostring(arg[0])\n"
           "if main or ... == \"--test\" then\n  local worst = M.test()\n");
    PUT("  print((\"%s: worst difference %%.1e: %%s\"):format(worst, worst < 1e-9 and \"passed\" or \"FAILED\"))\n  os.exit(worst < 1e-9 and 0 or 1)\nend\n", w->f->name);
  }
  put(w, "return M\n");
}

static void emit_js(writer *w, const vectors *t) {
  const lia_script *s = w->script;
  head(w);
  PUT("const %s = (() => {\n", w->f->name);
  uint32_t store = 0;
  for (int part = 0; part < s->parts; part++) {
    PUT("function part%d(in_, out, w) {\n", part + 1);
    body(w, part, &store);
    put(w, "}\n");
  }
  PUT("const w = new Float64Array(%u);\n", s->sz_w ? s->sz_w : 1);
  put(w, "// call([inputs], [outputs]): arrays of numbers; fills the outputs\nfunction call(in_, out) {\n");
  for (int part = 0; part < s->parts; part++) PUT("  part%d(in_, out, w);\n", part + 1);
  put(w, "  return out;\n}\n");
  if (t->n) {
    tests_script(w, t);
    put(w, "function test() {\n  let worst = 0;\n  test_in.forEach((x, t) => {\n    let at = 0;\n    const inputs = [");
    for (int k = 0; k < w->f->nin; k++) PUT("%s%d", k ? ", " : "", w->f->in[k].n);
    put(w, "].map(n => x.slice(at, at += n)), outputs = [");
    for (int k = 0; k < w->f->nout; k++) PUT("%s%d", k ? ", " : "", w->f->out[k].n);
    put(w, "].map(n => new Float64Array(n));\n    call(inputs, outputs);\n    let i = 0;\n"
           "    for (const o of outputs) for (const y of o) { worst = Math.max(worst, Math.abs(y - test_out[t][i])/(1 + Math.abs(test_out[t][i]))); i++; }\n"
           "  });\n  return worst;\n}\n");
  }
  PUT("return { call%s };\n})();\n", t->n ? ", test" : "");
}

static void emit_c(writer *w, const vectors *t) {
  head(w);
  put(w, "#include <math.h>\n\n");
  put(w, madd_c);
  if (is_used(w, LIA_INS_min)) put(w, lesser_c);
  if (is_used(w, LIA_INS_max)) put(w, greater_c);
  if (w->opts->kernel) {
    PUT("static void plain_sincos(const double *x, double *s, double *c, int n) {\n"
        "  for (int i = 0; i < n; i++) s[i] = sin(x[i]), c[i] = cos(x[i]);\n}\n"
        "extern void (*%s_sincos)(const double *x, double *s, double *c, int n);\n"
        "void (*%s_sincos)(const double *x, double *s, double *c, int n) = plain_sincos;\n\n", w->f->name, w->f->name);
  }
  parts_c(w);
  if (w->opts->kernel) {
    put(w, eight_c);
    w->eight = 1;
    parts_c(w);
    w->eight = 0;
  }
  about_c(w);
  if (t->n) tests_c(w, t);
}

/* ---- all of it ---- */

static int is_identifier(const char *s) {
  if (!s || !*s || isdigit((unsigned char)*s) || strlen(s) > 80) return 0;
  for (; *s; s++)
    if (!isalnum((unsigned char)*s) && *s != '_') return 0;
  return 1;
}

static lia_status check(const lia_emit_fn *f, lia_language language, lia_error *err) {
  if (!is_identifier(f->name))
    return LIA_FAIL(err, LIA_EARG, "name", "expected letters, digits and _ (80 at most, no digit first), got '%.40s'", f->name ? f->name : "");
  if (language != LIA_LANGUAGE_lua && (among(dialects[language].reserved, f->name, strlen(f->name)) ||
      (language == LIA_LANGUAGE_c && among(WORDS_LIBRARY, f->name, strlen(f->name)))))
    return LIA_FAIL(err, LIA_EARG, "name", "'%.40s' means something already in %s: call the function otherwise", f->name, language == LIA_LANGUAGE_c ? "C" : "JavaScript");
  for (int side = 0; side < 2; side++)
    for (int k = 0; k < (side ? f->nout : f->nin); k++) {
      const lia_emit_vec *v = side ? &f->out[k] : &f->in[k];
      if (!is_identifier(v->name)) return LIA_FAIL(err, LIA_EARG, side ? "out" : "in", "'%.40s' is no name for an array", v->name ? v->name : "");
    }
  return LIA_OK;
}

// a sum of at most 14 inputs and multiples of them
static int from_inputs(const lia_script *s, uint32_t i, int *size) {
  const lia_value *v = &s->v[i];
  if (++*size > 14) return 0;
  if (i < s->first) return 1;
  if (v->op > LIA_INS_add3) return 0;
  for (uint32_t j = 0; j < v->reads; j++)
    if (!from_inputs(s, v->k[j], size)) return 0;
  return 1;
}

// angles that are inputs of one group, with few others between them
static void find_direct(writer *w) {
  const lia_script *s = w->script;
  uint32_t lo = UINT32_MAX, hi = 0;
  for (uint32_t k = 0; k < w->nearly; k++) {
    uint32_t i = s->v[w->early[k]].k[0];
    if (s->v[i].op != LIA_VALUE_INPUT) return;
    lo = i < lo ? i : lo;
    hi = i > hi ? i : hi;
  }
  if (!w->nearly || w->group[lo] != w->group[hi] || hi - lo + 1 > ((w->nearly + 7) & ~7u)) return;
  w->direct = lo + 1;
  w->span = hi - lo + 1;
}

static void find_early(writer *w) {
  const lia_script *s = w->script;
  for (uint32_t i = s->first; w->opts->kernel && i < s->n; i++) {
    if (s->v[i].op != LIA_INS_sincos) continue;
    int size = 0, fine = from_inputs(s, s->v[i].k[0], &size);
    if (!fine) continue;
    // what is ready before all parts does not cross them through its own place
    w->early[w->nearly++] = i;
    s->v[i].crosses = s->v[i + 1].crosses = 0;
    s->v[i].part = s->v[i + 1].part = -1;
  }
  find_direct(w);
}

// the values of every part, as the parts are now
static void sort_parts(writer *w) {
  const lia_script *s = w->script;
  for (uint32_t i = 0; i < s->n; i++)
    if (s->v[i].part >= 0) w->begin[s->v[i].part + 1]++;
  for (int k = 0; k < s->parts; k++) w->begin[k + 1] += w->begin[k];
  for (uint32_t i = 0; i < s->n; i++)
    if (s->v[i].part >= 0) w->list[w->begin[s->v[i].part]++] = i;
  for (int k = s->parts; k > 0; k--) w->begin[k] = w->begin[k - 1];
  w->begin[0] = 0;
}

static void layout(lia_layout *l, writer *w, const lia_script *s) {
  w->name = LIA_TAKE(l, const char *, s->n);
  w->group = LIA_TAKE(l, int, s->tape->nin);
  w->at = LIA_TAKE(l, int, s->tape->nin);
  w->outgroup = LIA_TAKE(l, int, s->tape->nout);
  w->outat = LIA_TAKE(l, int, s->tape->nout);
  w->early = LIA_TAKE(l, uint32_t, s->n);
  w->list = LIA_TAKE(l, uint32_t, s->n);
  w->begin = LIA_TAKE(l, uint32_t, s->parts + 2);
  w->mark = LIA_TAKE(l, uint32_t, s->n);
  w->read = LIA_TAKE(l, uint32_t, s->n);
}

static void place(const lia_emit_vec *v, int n, int *group, int *at) {
  for (int g = 0, i = 0; g < n; g++)
    for (int k = 0; k < v[g].n; k++, i++) {
      group[i] = g;
      at[i] = k;
    }
}

static lia_status write_all(writer *w, lia_error *err) {
  lia_layout l = { 0 };
  LIA_TRY(lia_script_new(&w->script, w->tape, w->d->most, 14, err));
  layout(&l, w, w->script);
  l.base = lia_block(l.used);
  if (!l.base) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  char *block = l.base;
  l.used = 0;
  layout(&l, w, w->script);
  place(w->f->in, w->f->nin, w->group, w->at);
  place(w->f->out, w->f->nout, w->outgroup, w->outat);
  find_early(w);
  sort_parts(w);
  give_names(w);
  vectors t = { 0 };
  if (!w->nomem && (!w->opts->tests || find_vectors(w, &t))) {
    if (w->language == LIA_LANGUAGE_c) emit_c(w, &t);
    else if (w->language == LIA_LANGUAGE_lua) emit_lua(w, &t);
    else emit_js(w, &t);
  }
  lia_free(t.in);
  lia_free(t.out);
  lia_free(block);
  return w->nomem ? LIA_FAIL(err, LIA_ENOMEM, "", "out of memory writing '%s'", w->f->name) : lia_text_status(w->out, err);
}

// a text knows what it was made from: the description's fingerprint, or else that of its instructions, constants and inputs
static void fingerprint(writer *w) {
  const lia_tape *t = w->tape;
  lia_hash h = lia_hash_start();
  lia_hash_bytes(&h, t->ins, t->n * sizeof *t->ins);
  lia_hash_doubles(&h, t->constant, t->nconst);
  for (int k = 0; k < w->f->nin; k++)
    for (int i = 0; i < w->f->in[k].n; i++) {
      const char *name = lia_expr_symbol(w->f->p, w->f->in[k].e[i])->name;
      lia_hash_bytes(&h, name, strlen(name) + 1);
    }
  lia_hash_text(&h, w->print);
  if (w->f->made_from) lia_text_format(w->print, sizeof w->print, "%s", w->f->made_from);
}

static lia_status make_tape(const lia_emit_fn *f, lia_tape **tape, lia_error *err) {
  int nin = flat(f->in, f->nin), nout = flat(f->out, f->nout);
  lia_expr *e = lia_malloc(((size_t)nin + (size_t)nout + 1) * sizeof *e), *o = e ? e + nin : NULL;
  if (!e) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  for (int k = 0, i = 0; k < f->nin; i += f->in[k++].n) memcpy(e + i, f->in[k].e, (size_t)f->in[k].n * sizeof *e);
  for (int k = 0, i = 0; k < f->nout; i += f->out[k++].n) memcpy(o + i, f->out[k].e, (size_t)f->out[k].n * sizeof *o);
  lia_status s = lia_tape_new(tape, f->p, (uint32_t)nin, e, (uint32_t)nout, o, err);
  lia_free(e);
  return s;
}

lia_status lia_emit(const lia_emit_fn *f, lia_language language, const lia_emit_opts *opts, lia_text *out, lia_count *count, lia_error *err) {
  writer w = { .f = f, .d = &dialects[language], .language = language, .opts = opts, .out = out };
  LIA_TRY(check(f, language, err));
  LIA_TRY(make_tape(f, &w.tape, err));
  fingerprint(&w);
  lia_status s = write_all(&w, err);
  if (s == LIA_OK && count) *count = w.tape->count;
  lia_names_free(&w.used);
  lia_arena_free(&w.arena);
  lia_free(w.script);
  lia_free(w.tape);
  return s;
}
