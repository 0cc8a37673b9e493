/* cpp.c - C++11: one header, for doubles, floats and any type that counts as they do */
#include "gen/language.h"

static void input(lia_writer *w, int group, int at) { LIA_PUT("in%d[%d]", group + 1, at); }
static void output(lia_writer *w, int group, int at) { LIA_PUT("out%d[%d]", group + 1, at); }
static void write_cpp(lia_writer *w, const lia_vectors *t);

#define WORDS_CPP \
  " alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t " \
  "char16_t char32_t class compl concept const consteval constexpr constinit const_cast " \
  "continue co_await co_return co_yield decltype default delete do double dynamic_cast else " \
  "enum explicit export extern false float for friend goto if inline int long mutable " \
  "namespace new noexcept not not_eq nullptr operator or or_eq private protected public " \
  "register reinterpret_cast requires return short signed sizeof static static_assert " \
  "static_cast struct switch template this thread_local throw true try typedef typeid " \
  "typename union unsigned using virtual void volatile wchar_t while xor xor_eq T w std " \
  "main errno NULL NAN INFINITY call selftest linux unix lesser greater sign_of choose less " \
  "less_equal equal " \
  LIA_WORDS_MATH

LIA_LANGUAGE_ROW(cpp,
  .text = "C++11: a header with a function of any type of numbers (double, float, dual numbers), "
          "no library, no allocation; -DSELFTEST makes a program that tests it",
  .called = "C++",
  LIA_WORDS(WORDS_CPP, NULL, " y0 y1 yn j0 j1 jn gamma lgamma signgam "),
  LIA_REMARK("// ", "// ", ""),
  LIA_STATEMENT("const T ", " = ", ";", 0, 0, "[", "]", LIA_EMIT_PART, 1000, input, output),
  LIA_NUMBER("T(", ")", ".0", "std::numeric_limits<double>::quiet_NaN()",
      "std::numeric_limits<double>::infinity()", "-std::numeric_limits<double>::infinity()"),
  LIA_FUNCTIONS("", "", "sqrt", "sin", "cos", "tan", "asin", "acos", "atan", "exp", "log", "tanh",
                "abs", "sign_of", "floor", "pow", "atan2", "lesser", "greater"),
  LIA_OPERATION(NULL, NULL, "less", "less_equal", "equal", 1, "", "", "choose", ""),
  .kernels = 0,
  .write = write_cpp);

#define TEMPLATE(text) "template <class T> inline T " text "\n"
static const char functions_cpp[] =
  "using std::sqrt; using std::sin; using std::cos; using std::tan; using std::asin;\n"
  "using std::acos; using std::atan; using std::exp; using std::log; using std::tanh;\n"
  "using std::abs; using std::floor; using std::pow; using std::atan2;\n\n"
  TEMPLATE("sign_of(const T &x) { return x > T(0) ? T(1) : x < T(0) ? T(-1) : x; }")
  TEMPLATE("lesser(const T &x, const T &y) { return x <= y ? x : y < x ? y : x + y; }")
  TEMPLATE("greater(const T &x, const T &y) { return x >= y ? x : y > x ? y : x + y; }")
  TEMPLATE("less(const T &x, const T &y) { return x < y ? T(1) : T(0); }")
  TEMPLATE("less_equal(const T &x, const T &y) { return x <= y ? T(1) : T(0); }")
  TEMPLATE("equal(const T &x, const T &y) { return x == y ? T(1) : T(0); }")
  TEMPLATE("choose(const T &c, const T &x, const T &y) { return c != T(0) ? x : y; }")
  "\n";

// "const T *in1, T *out1"
static void arguments_cpp(lia_writer *w) {
  const char *comma = "";
  for (int k = 0; k < w->f->nin; k++, comma = ", ") LIA_PUT("%sconst T *in%d", comma, k + 1);
  for (int k = 0; k < w->f->nout; k++, comma = ", ") LIA_PUT("%sT *out%d", comma, k + 1);
}

// what a part does not read is said not to be missed
static void unread_cpp(lia_writer *w) {
  lia_put(w, "  (void)w;");
  for (int k = 0; k < w->f->nin; k++) LIA_PUT(" (void)in%d;", k + 1);
  for (int k = 0; k < w->f->nout; k++) LIA_PUT(" (void)out%d;", k + 1);
  lia_put(w, "\n");
}

static void parts_cpp(lia_writer *w) {
  uint32_t store = 0;
  for (int part = 0; part < w->script->parts; part++) {
    LIA_PUT("template <class T> inline void part%d(T *w", part + 1);
    if (w->f->nin + w->f->nout) lia_put(w, ", ");
    arguments_cpp(w);
    lia_put(w, ") {\n");
    unread_cpp(w);
    lia_write_body(w, part, &store);
    lia_put(w, "}\n\n");
  }
}

static void whole_cpp(lia_writer *w) {
  lia_put(w, "// call(");
  lia_write_groups(w, 0, "", "");
  if (w->f->nin && w->f->nout) lia_put(w, ", ");
  lia_write_groups(w, 1, "", "");
  lia_put(w, "), outputs last\ntemplate <class T> inline void call(");
  arguments_cpp(w);
  LIA_PUT(") {\n  T w[%u];\n", w->script->sz_w + 1);
  for (int part = 0; part < w->script->parts; part++) {
    LIA_PUT("  part%d(w, ", part + 1);
    lia_write_arguments(w, "in", "out");
    lia_put(w, ");\n");
  }
  lia_put(w, "}\n");
}

static void list_cpp(lia_writer *w, const char *name, const double *x, uint32_t n, int count) {
  LIA_PUT("static const double %s[%d][%u] = {\n", name, count, n ? n : 1);
  lia_write_rows(w, x, n, count, "{", "}");
  lia_put(w, "};\n");
}

static void tests_cpp(lia_writer *w, const lia_vectors *t) {
  lia_put(w, "\n#ifdef SELFTEST\n");
  list_cpp(w, "test_in", t->in, w->tape->nin, t->n);
  list_cpp(w, "test_out", t->out, w->tape->nout, t->n);
  LIA_PUT("\n// the worst difference to the test vectors\ninline double selftest() {\n"
          "  double worst = 0, y[%u];\n  for (int t = 0; t < %d; t++) {\n    call<double>(",
      w->tape->nout + 1, t->n);
  const char *comma = "";
  for (int k = 0, at = 0; k < w->f->nin; at += w->f->in[k++].n, comma = ", ")
    LIA_PUT("%stest_in[t] + %d", comma, at);
  for (int k = 0, at = 0; k < w->f->nout; at += w->f->out[k++].n, comma = ", ")
    LIA_PUT("%sy + %d", comma, at);
  LIA_PUT(");\n    for (int i = 0; i < %u; i++)\n"
          "      worst = greater(worst, std::abs(y[i] - test_out[t][i])/"
          "(1 + std::abs(test_out[t][i])));\n  }\n  return worst;\n}\n#endif\n", w->tape->nout);
}

static void main_cpp(lia_writer *w, const lia_vectors *t) {
  const char *name = w->f->name;
  LIA_PUT("\n#if defined SELFTEST && !defined SELFTEST_NO_MAIN\n#include <cstdio>\nint main() {\n"
          "  const double worst = %s::selftest();\n", name);
  LIA_PUT("  std::printf(\"%s: %d test vectors, worst difference %%.1e: %%s\\n\", worst,\n"
          "      worst < 1e-9 ? \"passed\" : \"FAILED\");\n"
          "  return worst < 1e-9 ? 0 : 1;\n}\n#endif\n", name, t->n);
}

static void write_cpp(lia_writer *w, const lia_vectors *t) {
  lia_write_head(w);
  LIA_PUT("#ifndef %s_HPP\n#define %s_HPP\n\n#include <cmath>\n#include <limits>\n\n"
          "namespace %s {\n\n", w->f->name, w->f->name, w->f->name);
  lia_put(w, functions_cpp);
  parts_cpp(w);
  whole_cpp(w);
  if (t->n) tests_cpp(w, t);
  LIA_PUT("\n}\n");
  if (t->n) main_cpp(w, t);
  lia_put(w, "\n#endif\n");
}
