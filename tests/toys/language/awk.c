/* awk.c - AWK: a function that fills an array; as a program it tests itself */
#include "gen/language.h"

static void input(lia_writer *w, int group, int at) { LIA_PUT("in_[%d,%d]", group, at); }
static void output(lia_writer *w, int group, int at) { LIA_PUT("out_[%d,%d]", group, at); }
static void write_awk(lia_writer *w, const lia_vectors *t);

#define WORDS_AWK \
  " BEGIN END function func getline printf print next nextfile delete return exit if else while " \
  "for do break continue in length substr index split sub gsub match sprintf int rand srand " \
  "tolower toupper system close fflush NR NF FS OFS RS ORS FILENAME FNR SUBSEP ENVIRON ARGV ARGC " \
  "CONVFMT OFMT RSTART RLENGTH in_ out_ w " LIA_WORDS_MATH

LIA_LANGUAGE_ROW(awk,
  .text = "AWK: NAME(in_, out_) fills out_[group, place]; run as a program it tests itself",
  .called = "AWK",
  LIA_WORDS(WORDS_AWK, NULL, " "),
  LIA_REMARK("# ", "# ", ""),
  LIA_STATEMENT("", " = ", ";", 1, 0, "[", "]", 200, 1000, input, output),
  LIA_NUMBER("", "", "", "log(-1)", "(-log(0))", "log(0)"),
  LIA_FUNCTIONS("", "", "sqrt", "sin", "cos", "tan", "asin", "acos", "atan", "exp", "log", "tanh",
                "abs", "sign", "floor", "pow", "atan2", "min", "max"),
  LIA_OPERATION(NULL, NULL, "<", "<=", "==", 0, " ? 1", " : 0", " != 0 ? ", " : "),
  .kernels = 0,
  .write = write_awk);

static const char functions[] =
  "function tan(x) { return sin(x)/cos(x) }\n"
  "function asin(x) { return atan2(x, sqrt(1 - x*x)) }\n"
  "function acos(x) { return atan2(sqrt(1 - x*x), x) }\n"
  "function atan(x) { return atan2(x, 1) }\n"
  "function abs(x) { return x < 0 ? -x : x }\n"
  "function sign(x) { return (x > 0) - (x < 0) }\n"
  "function tanh(x) { return x < 0 ? -tanh(-x) : 1 - 2/(exp(2*x) + 1) }\n"
  "function pow(x, y) { return x^y }\n"
  "function min(x, y) { return x <= y ? x : y }\n"
  "function max(x, y) { return x >= y ? x : y }\n";

static void numbers(lia_writer *w, const char *array, const lia_emit_vec *v, int n,
    const double *x) {
  char s[LIA_TEXT_DOUBLE];
  for (int g = 0; g < n; g++)
    for (int k = 0; k < v[g].n; k++) {
      lia_text_double(s, *x++);
      LIA_PUT("  %s[%d,%d] = %s\n", array, g, k, s);
    }
}

// what is computed from the inputs of every vector against its outputs
static void tests(lia_writer *w, const lia_vectors *t) {
  int nin = lia_flat_size(w->f->in, w->f->nin), nout = lia_flat_size(w->f->out, w->f->nout);
  lia_put(w, "BEGIN {\n");
  for (int k = 0; k < t->n; k++) {
    numbers(w, "x_", w->f->in, w->f->nin, t->in + k * nin);
    numbers(w, "y_", w->f->out, w->f->nout, t->out + k * nout);
    LIA_PUT("  %s(x_, got_)\n  for (i_ in y_) worst_ = max(worst_, abs(got_[i_] - y_[i_])/(1 + ",
            w->f->name);
    lia_put(w, "abs(y_[i_])))\n");
  }
  LIA_PUT("  printf \"%s: worst difference %%.1e\\n\", worst_\n", w->f->name);
  lia_put(w, "  exit(worst_ < 1e-9 ? 0 : 1)\n}\n");
}

static void write_awk(lia_writer *w, const lia_vectors *t) {
  uint32_t store = 0;
  lia_write_head(w);
  lia_put(w, functions);
  for (int part = 0; part < w->script->parts; part++) {
    LIA_PUT("function %s_part%d(in_, out_, w) {\n", w->f->name, part + 1);
    lia_write_body(w, part, &store);
    lia_put(w, "}\n");
  }
  LIA_PUT("function %s(in_, out_,   w) {\n  split(\"\", w)\n", w->f->name);
  for (int part = 0; part < w->script->parts; part++)
    LIA_PUT("  %s_part%d(in_, out_, w)\n", w->f->name, part + 1);
  lia_put(w, "}\n");
  if (t->n) tests(w, t);
}
