/* julia.c - Julia: a module that needs no package and tests itself */
#include "gen/language.h"

static void input(lia_writer *w, int group, int at) { LIA_PUT("in%d[%d]", group + 1, at + 1); }
static void output(lia_writer *w, int group, int at) { LIA_PUT("out%d[%d]", group + 1, at + 1); }
static void write_julia(lia_writer *w, const lia_vectors *t);

#define WORDS_JULIA \
  " baremodule begin break catch const continue do else elseif end export false finally for " \
  "function global if import let local macro module quote return struct true try using " \
  "while where in isa outer mutable abstract primitive type w pi im NaN Inf call selftest " \
  "Float64 Vector length zeros reshape permutedims error abspath ifelse " \
  LIA_WORDS_MATH

LIA_LANGUAGE_ROW(julia,
  .text = "Julia: a module with call and call!; run as a script it tests itself",
  .called = "Julia",
  LIA_WORDS(WORDS_JULIA, NULL, " Base Core Main "),
  LIA_REMARK("# ", "# ", ""),
  LIA_STATEMENT("", " = ", "", 0, 1, "[", "]", LIA_EMIT_PART, 1000, input, output),
  LIA_NUMBER("", "", ".0", "NaN", "Inf", "-Inf"),
  LIA_FUNCTIONS("", "", "_sqrt", "sin", "cos", "tan", "_asin", "_acos", "atan", "exp", "_log",
                "tanh", "abs", "sign", "floor", "_pow", "atan", "min", "max"),
  LIA_OPERATION(NULL, NULL, "_less", "_less_equal", "_equal", 1, "", "", "_choose", ""),
  .kernels = 0,
  .write = write_julia);

// Julia raises where others give what is no number; a value that no branch takes must not
static const char functions_julia[] =
  "_sqrt(x) = x >= 0 ? sqrt(x) : oftype(x, NaN)\n"
  "_asin(x) = abs(x) <= 1 ? asin(x) : oftype(x, NaN)\n"
  "_acos(x) = abs(x) <= 1 ? acos(x) : oftype(x, NaN)\n"
  "_log(x) = x >= 0 ? log(x) : oftype(x, NaN)\n"
  "_pow(x, y) = x >= 0 || y == floor(y) ? x^y : oftype(x, NaN)\n"
  "_less(x, y) = x < y ? 1.0 : 0.0\n"
  "_less_equal(x, y) = x <= y ? 1.0 : 0.0\n"
  "_equal(x, y) = x == y ? 1.0 : 0.0\n"
  "_choose(condition, x, y) = ifelse(condition != 0, x, y)\n\n";

static void parts_julia(lia_writer *w) {
  uint32_t store = 0;
  for (int part = 0; part < w->script->parts; part++) {
    LIA_PUT("function _part%d(w", part + 1);
    if (w->f->nin + w->f->nout) lia_put(w, ", ");
    lia_write_arguments(w, "in", "out");
    lia_put(w, ")\n");
    lia_write_body(w, part, &store);
    lia_put(w, "  return nothing\nend\n\n");
  }
}

static void sizes_julia(lia_writer *w) {
  for (int side = 0; side < 2; side++)
    for (int k = 0; k < (side ? w->f->nout : w->f->nin); k++)
      LIA_PUT("  length(%s%d) == %d || error(\"%s: expected %d numbers\")\n", side ? "out" : "in",
          k + 1, (side ? w->f->out : w->f->in)[k].n, (side ? w->f->out : w->f->in)[k].name,
          (side ? w->f->out : w->f->in)[k].n);
}

static void whole_julia(lia_writer *w) {
  lia_put(w, "# fills the outputs: call!(");
  lia_write_groups(w, 1, "", "");
  if (w->f->nin && w->f->nout) lia_put(w, ", ");
  lia_write_groups(w, 0, "", "");
  lia_put(w, ")\nfunction call!(");
  for (int k = 0; k < w->f->nout; k++) LIA_PUT("%sout%d", k ? ", " : "", k + 1);
  for (int k = 0; k < w->f->nin; k++) LIA_PUT("%sin%d", k || w->f->nout ? ", " : "", k + 1);
  lia_put(w, ")\n");
  sizes_julia(w);
  LIA_PUT("  w = zeros(%u)\n", w->script->sz_w);
  for (int part = 0; part < w->script->parts; part++) {
    LIA_PUT("  _part%d(w, ", part + 1);
    lia_write_arguments(w, "in", "out");
    lia_put(w, ")\n");
  }
  lia_put(w, "  return nothing\nend\n\nfunction call(");
  lia_write_groups(w, 0, "", "");
  lia_put(w, ")\n");
  for (int k = 0; k < w->f->nout; k++) LIA_PUT("  out%d = zeros(%d)\n", k + 1, w->f->out[k].n);
  lia_put(w, "  call!(");
  for (int k = 0; k < w->f->nout; k++) LIA_PUT("%sout%d", k ? ", " : "", k + 1);
  if (w->f->nin && w->f->nout) lia_put(w, ", ");
  lia_write_groups(w, 0, "", "");
  lia_put(w, ")\n  return ");
  for (int k = 0; k < w->f->nout; k++) {
    const lia_emit_vec *v = &w->f->out[k];
    if (v->cols > 0) LIA_PUT("%spermutedims(reshape(out%d, %d, %d))", k ? ", " : "", k + 1, v->cols,
        v->n / v->cols);
    else LIA_PUT("%sout%d", k ? ", " : "", k + 1);
  }
  lia_put(w, "\nend\n\n");
}

static void tests_julia(lia_writer *w, const lia_vectors *t) {
  const int several = w->f->nout > 1;
  lia_write_vectors(w, t, "const test_in", "const test_out", "[", "]");
  lia_put(w, "\n# the worst difference to the test vectors\nfunction selftest()\n"
             "  worst = 0.0\n  for t in eachindex(test_in)\n"
             "    x, y, n = test_in[t], test_out[t], 0\n    got = call(");
  for (int k = 0, at = 0; k < w->f->nin; at += w->f->in[k++].n)
    LIA_PUT("%sx[%d:%d]", k ? ", " : "", at + 1, at + w->f->in[k].n);
  LIA_PUT(")\n    for g in %s\n", several ? "got" : "(got,)");
  lia_put(w, "      rows = ndims(g) == 2 ? permutedims(g) : g\n      for value in rows\n"
             "        n += 1\n        worst = max(worst, abs(value - y[n])/(1 + abs(y[n])))\n"
             "      end\n    end\n  end\n  return worst\nend\n\n");
}

static void write_julia(lia_writer *w, const lia_vectors *t) {
  lia_write_head(w);
  LIA_PUT("module %s\n\n", w->f->name);
  lia_put(w, functions_julia);
  parts_julia(w);
  whole_julia(w);
  if (t->n) tests_julia(w, t);
  lia_put(w, "end\n");
  if (!t->n) return;
  lia_put(w, "\nif abspath(PROGRAM_FILE) == @__FILE__\n");
  LIA_PUT("  worst = %s.selftest()\n", w->f->name);
  LIA_PUT("  println(\"%s: %d test vectors, worst difference \", worst, \": \", "
          "worst < 1e-9 ? \"passed\" : \"FAILED\")\n  exit(worst < 1e-9 ? 0 : 1)\nend\n",
      w->f->name, t->n);
}
