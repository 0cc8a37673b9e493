/* c.c - C99, and for the kernels of this process eight points at once */
#include "gen/language.h"

#include "base/mem.h"

#include <ctype.h>
#include <string.h>

#define WORDS_C \
  " auto break case char const continue default do double else enum extern float for " \
  "goto if inline int long register restrict return short signed sizeof static struct " \
  "switch typedef union unsigned void volatile while in out w w_ main NAN INFINITY " \
  "_Bool _Complex _Imaginary asm typeof bool true false alignas alignof constexpr " \
  "nullptr static_assert thread_local linux unix NULL errno "
// what <math.h> and the self-test's headers declare: no function of a file may have such a name
#define WORDS_LIBRARY \
  " ceil floor fmod hypot cbrt erf erfc lgamma tgamma gamma log2 log10 log1p exp2 expm1 " \
  "ldexp frexp modf round trunc rint nearbyint remainder remquo fdim nan nextafter " \
  "copysign scalbn scalb logb ilogb sinh cosh acosh asinh atanh lround lrint drem " \
  "finite isnan isinf significand j0 j1 jn y0 y1 yn signgam float_t double_t " \
  "lia_kernel_info printf puts exit abort malloc calloc realloc free system remove " \
  "rename div labs rand "

// what a header may have for a macro: M_PI, HUGE_VAL, __x, _Y
static int reserves(const char *name, size_t n) {
  static const char *const begins[] = { "M_", "FP_", "HUGE_", "MATH_", "__" };
  if (name[n - 1] == '_') return 0;
  for (size_t k = 0; k < sizeof begins / sizeof *begins; k++)
    if (strncmp(name, begins[k], strlen(begins[k])) == 0) return 1;
  return name[0] == '_' && isupper((unsigned char)name[1]);
}

static void input(lia_writer *w, int group, int at) { LIA_PUT("in[%d][%d]", group, at); }
static void output(lia_writer *w, int group, int at) { LIA_PUT("out[%d][%d]", group, at); }
static void write_c(lia_writer *w, const lia_vectors *t);

LIA_LANGUAGE_ROW(c,
  .text = "C99: only <math.h>, no allocation; compiled with -DSELFTEST it tests itself "
          "(-DSELFTEST_NO_MAIN: NAME_selftest alone)",
  .called = "C",
  LIA_WORDS(WORDS_C LIA_WORDS_MATH " y0 y1 yn j0 j1 jn gamma lgamma v8 v8u ", reserves,
      WORDS_LIBRARY),
  LIA_REMARK("/* ", " * ", " */\n"),
  LIA_STATEMENT("const double ", " = ", ";", 1, 0, "[", "]", LIA_EMIT_PART, 1000, input, output),
  LIA_NUMBER("", "", ".0", "NAN", "INFINITY", "-INFINITY"),
  LIA_FUNCTIONS("", "", "sqrt", "sin", "cos", "tan", "asin", "acos", "atan", "exp", "log", "tanh",
                "fabs", "SIGN", "floor", "pow", "atan2", "lesser", "greater"),
  LIA_OPERATION("MADD", NULL, "<", "<=", "==", 0, "", "", " != 0 ? ", " : "),
  .kernels = 1,
  .write = write_c);

// ---- kernels: the same statements, with sines, cosines and a b + c as tapes have them, of one
// point and of eight ----

// values i and i + 1 out of arrays that the loader's sincos has room in
static void pair_words(lia_writer *w, uint32_t i, const char *type, int lanes) {
  const lia_value *v = &w->script->v[i];
  LIA_PUT("  const %s M_a%u = ", type, i);
  lia_write_value(w, v->k[0], LIA_PLACE_sum, v->part);
  LIA_PUT(";\n  double M_s%u[16] __attribute__((aligned(64)));\n", i);
  LIA_PUT("  %s_sincos((const double *)&M_a%u, M_s%u, M_s%u + 8, %d);\n", w->f->name, i, i, i,
      lanes);
  for (uint32_t c = 0; c < 2; c++) {
    lia_write_let(w, i + c);
    LIA_PUT("*(const %s *)(M_s%u + %u);\n", type, i, 8 * c);
  }
}
static void pair_one(lia_writer *w, uint32_t i) { pair_words(w, i, "double", 1); }
static void pair_eight(lia_writer *w, uint32_t i) { pair_words(w, i, "v8", 8); }

static const lia_language_row one_row = {
  .name = "c", .called = "C",
  LIA_WORDS(WORDS_C, reserves, WORDS_LIBRARY),
  LIA_REMARK("/* ", " * ", " */\n"),
  LIA_STATEMENT("const double ", " = ", ";", 1, 0, "[", "]", LIA_KERNEL_PART, 1000, input, output),
  LIA_NUMBER("", "", ".0", "NAN", "INFINITY", "-INFINITY"),
  LIA_FUNCTIONS("", "", "sqrt", "SIN", "COS", "tan", "asin", "acos", "ATAN", "exp", "log", "tanh",
                "fabs", "SIGN", "floor", "pow", "atan2", "lesser", "greater"),
  LIA_OPERATION("MADD", NULL, "<", "<=", "==", 0, "", "", " != 0 ? ", " : "),
  .kernels = 1, .pair = pair_one, .exact = 1,
};

static void input_eight(lia_writer *w, int group, int at) {
  LIA_PUT("*(const v8u *)(in[%d] + %d)", group, 8 * at);
}
static void output_eight(lia_writer *w, int group, int at) {
  LIA_PUT("*(v8u *)(out[%d] + %d)", group, 8 * at);
}

static const lia_language_row eight_row = {
  .name = "c", .called = "C",
  LIA_WORDS(WORDS_C, reserves, WORDS_LIBRARY),
  LIA_REMARK("/* ", " * ", " */\n"),
  LIA_STATEMENT("const v8 ", " = ", ";", 1, 0, "[", "]",
      LIA_KERNEL_PART, 1000, input_eight, output_eight),
  LIA_NUMBER("K(", ")", ".0", "NAN", "INFINITY", "-INFINITY"),
  LIA_FUNCTIONS("", "8", "sqrt", "SIN", "COS", "tan", "asin", "acos", "ATAN", "exp", "log", "tanh",
                "fabs", "SIGN", "floor", "pow", "atan2", "lesser", "greater"),
  LIA_OPERATION("MADD8", NULL, "less8", "less_equal8", "equal8", 1, "", "", "choose8", ""),
  .kernels = 1, .pair = pair_eight, .exact = 1,
};

static int is_eight(const lia_writer *w) { return w->d == &eight_row; }

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
  "static inline double lesser(double a, double b) { return a <= b ? a : b < a ? b : a + b; }\n"
  "#endif\n\n";
static const char greater_c[] =
  "#ifndef GREATER\n#define GREATER\n"
  "static inline double greater(double a, double b) { return a >= b ? a : b > a ? b : a + b; }\n"
  "#endif\n\n";

// the compiler's own words: its header of intrinsics takes longer than a small kernel
static const char kernel_madd_c[] =
  "#if defined __FMA__ || defined __ARM_FEATURE_FMA\n"
  "#define MADD(a, b, c) __builtin_fma(a, b, c)\n"
  "#else\n"
  "#define MADD(a, b, c) ((a)*(b) + (c))\n"
  "#endif\n"
  "#define SIGN(x) ((x) == (x) ? ((x) > 0) - ((x) < 0) : (x))\n\n";

static const char eight_c[] =
  "typedef double v8 __attribute__((vector_size(64)));\n"
  "typedef double v8u __attribute__((vector_size(64), aligned(8)));\n"
  "#define K(c) ((v8){ c, c, c, c, c, c, c, c })\n"
  "#if defined __has_builtin\n"
  "#if __has_builtin(__builtin_elementwise_fma)\n"
  "#define ELEMENTWISE\n"
  "#endif\n"
  "#endif\n"
  "#if !defined __FMA__ && !defined __ARM_FEATURE_FMA\n"
  "#define MADD8(a, b, c) ((a)*(b) + (c))\n"
  "#elif defined ELEMENTWISE\n"
  "#define MADD8(a, b, c) __builtin_elementwise_fma(a, b, c)\n"
  "#elif defined __AVX512F__\n"
  "#define MADD8(a, b, c) __builtin_ia32_vfmaddpd512_mask(a, b, c, (unsigned char)-1, 4)\n"
  "#elif defined __AVX2__\n"
  "typedef double v4 __attribute__((vector_size(32)));\n"
  "static inline v8 MADD8(v8 a, v8 b, v8 c) {\n"
  "  union { v8 v; v4 h[2]; } x = { a }, y = { b }, z = { c };\n"
  "  z.h[0] = __builtin_ia32_vfmaddpd256(x.h[0], y.h[0], z.h[0]);\n"
  "  z.h[1] = __builtin_ia32_vfmaddpd256(x.h[1], y.h[1], z.h[1]);\n"
  "  return z.v;\n"
  "}\n"
  "#else\n"
  "static inline v8 MADD8(v8 a, v8 b, v8 c) { for (int k = 0; k < 8; k++) a[k] = "
  "__builtin_fma(a[k], b[k], c[k]); return a; }\n"
  "#endif\n"
  "#define F1(f) static inline __attribute__((unused)) v8 f##8(v8 a) { for (int k = 0; k < 8; "
  "k++) a[k] = f(a[k]); return a; }\n"
  "#define F2(f) static inline __attribute__((unused)) v8 f##8(v8 a, v8 b) { for (int k = 0; k < "
  "8; k++) a[k] = f(a[k], b[k]); return a; }\n"
  "F1(sqrt) F1(tan) F1(asin) F1(acos) F1(exp) F1(log) F1(tanh) F1(fabs) "
  "F1(SIGN) F1(floor)\n"
  "F2(pow) F2(atan2)\n"
  "static inline __attribute__((unused)) v8 lesser8(v8 a, v8 b) { for (int k = 0; k < 8; k++) "
  "a[k] = a[k] <= b[k] ? a[k] : b[k] < a[k] ? b[k] : a[k] + b[k]; return a; }\n"
  "static inline __attribute__((unused)) v8 greater8(v8 a, v8 b) { for (int k = 0; k < 8; k++) "
  "a[k] = a[k] >= b[k] ? a[k] : b[k] > a[k] ? b[k] : a[k] + b[k]; return a; }\n"
  "static inline __attribute__((unused)) v8 less8(v8 a, v8 b) { for (int k = 0; k < 8; k++) a[k] "
  "= a[k] < b[k]; return a; }\n"
  "static inline __attribute__((unused)) v8 less_equal8(v8 a, v8 b) { for (int k = 0; k < 8; "
  "k++) a[k] = a[k] <= b[k]; return a; }\n"
  "static inline __attribute__((unused)) v8 equal8(v8 a, v8 b) { for (int k = 0; k < 8; k++) "
  "a[k] = a[k] == b[k]; return a; }\n"
  "static inline __attribute__((unused)) v8 choose8(v8 a, v8 b, v8 c) { for (int k = 0; k < 8; "
  "k++) a[k] = a[k] != 0 ? b[k] : c[k]; return a; }\n\n";

static const char info_c[] =
  "#ifndef LIA_KERNEL_INFO\n#define LIA_KERNEL_INFO\n"
  "typedef struct lia_kernel_info {\n"
  "  int abi, n_in, n_out, sz_w;\n"
  "  const char *name, *made_from;\n"
  "  const char *const *in_name, *const *out_name;\n"
  "  const int *in_size, *out_size;\n"
  "} lia_kernel_info;\n#endif\n\n";

// all early angles at once, through the pointer the loader may have set: where they stand among the
// inputs, if they do side by side
static void early_c(lia_writer *w) {
  const lia_script *s = w->script;
  uint32_t at = lia_early_start(w), block = lia_early_block(w), points = is_eight(w) ? 8 : 1;
  if (w->direct) {
    uint32_t first = w->direct - 1;
    LIA_PUT("  %s_sincos(in[%d] + %u, ", w->f->name, w->group[first],
        points * (uint32_t)w->at[first]);
  } else {
    for (uint32_t k = 0; k < w->nearly; k++) {
      const lia_value *v = &s->v[w->early[k]];
      LIA_PUT("  w[%u] = ", at + 2 * block + k);
      w->expand = 1;
      lia_write_value(w, v->k[0], LIA_PLACE_sum, v->part);
      w->expand = 0;
      lia_put(w, ";\n");
    }
    LIA_PUT("  %s_sincos((double *)(w + %u), ", w->f->name, at + 2 * block);
  }
  LIA_PUT("(double *)(w + %u), (double *)(w + %u), %u);\n", at, at + block,
      points * (w->direct ? w->span : w->nearly));
}

// the inputs of the early angles
static void early_inputs(lia_writer *w) {
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
    if (seen[i]) lia_write_input(w, i);
  lia_free(seen);
}

static const char *suffix(const lia_writer *w) { return is_eight(w) ? "_8" : ""; }

#define ARRAYS_C "const double *const *in, double *const *out"

// ---- units: what is compiled side by side. Those of one point come first ----

enum { PARTS_OF_UNIT = 2, MOST_UNITS = 16 };

static int units_of(const lia_writer *w) {
  const uint32_t size = PARTS_OF_UNIT * LIA_KERNEL_PART;
  const uint32_t units = (w->script->statements + size - 1) / size;
  if (!units) return 1;
  return units < MOST_UNITS ? (int)units : MOST_UNITS;
}

static int part_unit(const lia_writer *w, int part) {
  return part * units_of(w) / w->script->parts;
}

// of kernels: what follows is in this unit
static void open_unit(lia_writer *w, int unit) {
  if (w->kernel) LIA_PUT("#if !defined LIA_UNIT || LIA_UNIT == %d\n", unit);
}
static void close_unit(lia_writer *w) {
  if (w->kernel) lia_put(w, "#endif\n\n");
}

// in sight of other units, where there are any
static const char *linkage(const lia_writer *w) {
  return w->kernel && units_of(w) > 1 ? "LIA_PART" : "static";
}

static void head_of_part(lia_writer *w, int part) {
  LIA_PUT("%s void %s%s_part%d(" ARRAYS_C ", %s *w)", linkage(w), w->f->name, suffix(w), part + 1,
      is_eight(w) ? "v8" : "double");
}

static void part_c(lia_writer *w, int part, uint32_t *store) {
  head_of_part(w, part);
  lia_put(w, " {\n  (void)in, (void)out, (void)w;\n");
  lia_write_body(w, part, store);
  lia_put(w, "}\n\n");
}

// functions computed together, before the part that needs them
static void batch_c(lia_writer *w, const lia_batch *b) {
  const lia_script *s = w->script;
  const uint32_t block = lia_batch_block(b), points = is_eight(w) ? 8 : 1;
  uint32_t k = 0;
  for (uint32_t i = b->first; i < b->end; i++) {
    if (s->v[i].op == LIA_VALUE_COS) continue;
    const uint32_t from = s->v[i].k[0], at = b->at + k++;
    if (s->v[from].part >= 0 && s->v[from].crosses && s->v[from].place == at) continue;
    LIA_PUT("  w[%u] = ", at);
    lia_write_place(w, from);
    lia_put(w, ";\n");
  }
  LIA_PUT("  %s_%s((double *)(w + %u), ", w->f->name, b->trig ? "sincos" : "atan", b->at);
  if (b->trig) LIA_PUT("(double *)(w + %u), ", b->at + block);
  LIA_PUT("(double *)(w + %u), %u);\n", b->at + block * (b->trig ? 2 : 1), points * b->n);
}

// the function that calls all parts
static void whole_c(lia_writer *w) {
  const char *name = w->f->name, *more = suffix(w), *room = is_eight(w) ? "w_" : "w";
  LIA_PUT("int %s%s(" ARRAYS_C ", double *w);\n", name, more);
  LIA_PUT("int %s%s(" ARRAYS_C ", double *%s) {\n", name, more, room);
  if (is_eight(w)) lia_put(w, "  v8 *w = (v8 *)__builtin_assume_aligned(w_, 64);\n");
  if (w->nearly && !w->direct) early_inputs(w);
  if (w->nearly) early_c(w);
  for (int part = 0, k = 0; part < w->script->parts; part++) {
    for (; k < w->script->nbatch && w->script->batch[k].before == part; k++)
      batch_c(w, &w->script->batch[k]);
    LIA_PUT("  %s%s_part%d(in, out, w);\n", name, more, part + 1);
  }
  lia_put(w, "  return 0;\n}\n");
}

static void parts_c(lia_writer *w, int first) {
  const int parts = w->script->parts;
  uint32_t store = 0;
  for (int part = 0; w->kernel && units_of(w) > 1 && part < parts; part++) {
    head_of_part(w, part);
    lia_put(w, ";\n");
  }
  for (int part = 0; part < parts; part++) {
    const int unit = part_unit(w, part);
    if (part == 0 || part_unit(w, part - 1) != unit) open_unit(w, first + unit);
    part_c(w, part, &store);
    if (part + 1 == parts || part_unit(w, part + 1) != unit) close_unit(w);
  }
  open_unit(w, first);
  whole_c(w);
  close_unit(w);
}

static void list_c(lia_writer *w, const char *what, const lia_emit_vec *v, int n) {
  LIA_PUT("static const char *const %s_%s_name[] = { ", w->f->name, what);
  for (int k = 0; k < n; k++) LIA_PUT("\"%s\", ", v[k].name);
  LIA_PUT("0 };\nstatic const int %s_%s_size[] = { ", w->f->name, what);
  for (int k = 0; k < n; k++) LIA_PUT("%d, ", v[k].n);
  lia_put(w, "0 };\n");
}

static void about_c(lia_writer *w) {
  const char *name = w->f->name;
  lia_put(w, "\n");
  lia_put(w, info_c);
  list_c(w, "in", w->f->in, w->f->nin);
  list_c(w, "out", w->f->out, w->f->nout);
  uint32_t room = lia_work_room(w) * (w->kernel ? 8 : 1);
  LIA_PUT("static const lia_kernel_info %s_about = { 1, %d, %d, %u, \"%s\", \"%s\",\n", name,
      w->f->nin, w->f->nout, room, name, w->print);
  LIA_PUT("  %s_in_name, %s_out_name, %s_in_size, %s_out_size };\n", name, name, name, name);
  for (int eight = 0; eight <= w->kernel; eight++) {
    const char *more = eight ? "_8" : "";
    LIA_PUT("const lia_kernel_info *%s%s_info(void);\nconst lia_kernel_info *%s%s_info(void) { "
            "return &%s_about; }\n", name, more, name, more, name);
  }
}

// NAME_selftest compares with the test vectors; main calls it, unless several files are one program
// and bring their own
static void tests_c(lia_writer *w, const lia_vectors *t) {
  const char *name = w->f->name;
  int nin = lia_flat_size(w->f->in, w->f->nin), nout = lia_flat_size(w->f->out, w->f->nout);
  LIA_PUT("\n#ifdef SELFTEST\nstatic const double %s_test_in[%d][%d] = {\n", name, t->n,
      nin ? nin : 1);
  lia_write_rows(w, t->in, (uint32_t)nin, t->n, "{", "}");
  LIA_PUT("};\nstatic const double %s_test_out[%d][%d] = {\n", name, t->n, nout ? nout : 1);
  lia_write_rows(w, t->out, (uint32_t)nout, t->n, "{", "}");
  LIA_PUT("};\n\n/* the worst difference to the test vectors */\ndouble %s_selftest(void);\n"
          "double %s_selftest(void) {\n  static double y[%d], w[%u];\n", name,
      name, nout + 1, lia_work_room(w) * 8 + 1);
  LIA_PUT("  const double *in[%d];\n  double *out[%d], worst = 0;\n"
          "  for (int t = 0; t < %d; t++) {\n", w->f->nin + 1, w->f->nout + 1, t->n);
  for (int k = 0, at = 0; k < w->f->nin; at += w->f->in[k++].n)
    LIA_PUT("    in[%d] = %s_test_in[t] + %d;\n", k, name, at);
  for (int k = 0, at = 0; k < w->f->nout; at += w->f->out[k++].n)
    LIA_PUT("    out[%d] = y + %d;\n", k, at);
  LIA_PUT("    %s(in, out, w);\n    for (int i = 0; i < %d; i++) worst = fmax(worst, fabs(y[i] - "
          "%s_test_out[t][i]) / (1 + fabs(%s_test_out[t][i])));\n  }\n"
      "  return worst;\n}\n\n", name, nout, name, name);
  LIA_PUT("#ifndef SELFTEST_NO_MAIN\n#include <stdio.h>\n#include <stdlib.h>\nint main(void) {\n"
          "  double worst = %s_selftest();\n"
      "  printf(\"%s: %d test vectors, worst difference %%.1e: %%s\\n\", worst, worst < 1e-9 ? "
      "\"passed\" : \"FAILED\");\n"
      "  return worst < 1e-9 ? EXIT_SUCCESS : EXIT_FAILURE;\n}\n#endif\n#endif\n", name, name,
          t->n);
}

// sines and cosines, and arctangents, through pointers, in the first unit of each half
static void math_c(lia_writer *w) {
  const char *name = w->f->name;
  LIA_PUT("extern void (*%s_sincos)(const double *x, double *s, double *c, int n);\n", name);
  LIA_PUT("extern void (*%s_atan)(const double *x, double *y, int n);\n", name);
  LIA_PUT("#if !defined LIA_UNIT || LIA_UNIT == 0 || LIA_UNIT == %d\n", units_of(w));
  lia_put(w, "static void plain_sincos(const double *x, double *s, double *c, int n) {\n"
          "  for (int i = 0; i < n; i++) s[i] = sin(x[i]), c[i] = cos(x[i]);\n}\n");
  LIA_PUT("void (*%s_sincos)(const double *x, double *s, double *c, int n) = plain_sincos;\n",
          name);
  lia_put(w, "static void plain_atan(const double *x, double *y, int n) {\n"
          "  for (int i = 0; i < n; i++) y[i] = atan(x[i]);\n}\n");
  LIA_PUT("void (*%s_atan)(const double *x, double *y, int n) = plain_atan;\n#endif\n\n", name);
}

// one of both, of one point and of eight
static void sine_c(lia_writer *w, const char *called, int cosine) {
  LIA_PUT("static inline double %s(double x) { double s[16]; %s_sincos(&x, s, s + 8, 1); "
          "return s[%d]; }\n", called, w->f->name, 8 * cosine);
}
static void sine_eight_c(lia_writer *w, const char *called, int cosine) {
  LIA_PUT("static inline v8 %s8(v8 x) { v8 s[2]; %s_sincos((const double *)&x, (double *)s, "
          "(double *)(s + 1), 8); return s[%d]; }\n", called, w->f->name, cosine);
}

static void sines_c(lia_writer *w, void (*write)(lia_writer *w, const char *called, int cosine)) {
  if (lia_is_used(w, LIA_INS_sin)) write(w, "SIN", 0);
  if (lia_is_used(w, LIA_INS_cos)) write(w, "COS", 1);
}

static void arctan_c(lia_writer *w) {
  const char *type = is_eight(w) ? "v8" : "double", *points = is_eight(w) ? "8" : "";
  if (!lia_is_used(w, LIA_INS_atan)) return;
  LIA_PUT("static inline __attribute__((unused)) %s ATAN%s(%s x) { double y[8] "
          "__attribute__((aligned(64))); %s_atan((const double *)&x, y, %s); "
          "return *(const %s *)y; }\n", type, points, type, w->f->name, is_eight(w) ? "8" : "1",
          type);
}

static void choices_c(lia_writer *w) {
  if (lia_is_used(w, LIA_INS_min)) lia_put(w, lesser_c);
  if (lia_is_used(w, LIA_INS_max)) lia_put(w, greater_c);
}

// both halves of a kernel, each a number of units
static void kernel_c(lia_writer *w) {
  const lia_language_row *c = w->d;
  LIA_PUT("#define LIA_UNITS %d\n#ifdef LIA_UNIT\n"
          "#define LIA_PART __attribute__((visibility(\"hidden\")))\n#else\n"
          "#define LIA_PART static\n#endif\n", units_of(w));
  lia_put(w, kernel_madd_c);
  choices_c(w);
  math_c(w);
  sines_c(w, sine_c);
  w->d = &one_row;
  arctan_c(w);
  parts_c(w, 0);
  LIA_PUT("\n/* eight points at once */\n#if !defined LIA_UNIT || LIA_UNIT >= %d\n",
      units_of(w));
  lia_put(w, eight_c);
  sines_c(w, sine_eight_c);
  w->d = &eight_row;
  arctan_c(w);
  parts_c(w, units_of(w));
  w->d = c;
  lia_put(w, "#endif\n\n");
  LIA_PUT("#if !defined LIA_UNIT || LIA_UNIT == 0 || LIA_UNIT == %d", units_of(w));
  about_c(w);
  lia_put(w, "#endif\n");
}

static void write_c(lia_writer *w, const lia_vectors *t) {
  lia_write_head(w);
  lia_put(w, "#include <math.h>\n\n");
  if (w->kernel) {
    kernel_c(w);
  } else {
    lia_put(w, madd_c);
    choices_c(w);
    parts_c(w, 0);
    about_c(w);
  }
  if (t->n) tests_c(w, t);
}
