/* python.c - Python 3 with NumPy: a module that needs nothing else and tests itself */
#include "gen/language.h"

static void input(lia_writer *w, int group, int at) { LIA_PUT("in%d[%d]", group + 1, at); }
static void output(lia_writer *w, int group, int at) { LIA_PUT("out%d[%d]", group + 1, at); }
static void write_python(lia_writer *w, const lia_vectors *t);

#define WORDS_PYTHON \
  " False None True and as assert async await break class continue def del elif else except " \
  "finally for from global if import in is lambda nonlocal not or pass raise return try " \
  "while with yield match case w np print len range float list selftest isnan nan inf " \
  "copysign " \
  LIA_WORDS_MATH

LIA_LANGUAGE_ROW(python,
  .text = "Python 3 with NumPy: a module with one function; run as a script it tests itself",
  .called = "Python",
  LIA_WORDS(WORDS_PYTHON, NULL, " "),
  LIA_REMARK("# ", "# ", ""),
  LIA_STATEMENT("", " = ", "", 0, 0, "[", "]", LIA_EMIT_PART, 1000, input, output),
  LIA_NUMBER("", "", ".0", "nan", "inf", "-inf"),
  LIA_FUNCTIONS("", "", "_sqrt", "sin", "cos", "tan", "_asin", "_acos", "atan", "_exp", "_log",
                "tanh", "abs", "_sign", "_floor", "_pow", "atan2", "_min", "_max"),
  LIA_OPERATION(NULL, "_divide", "_less", "_less_equal", "_equal", 1, "", "", "_choose", ""),
  .kernels = 0,
  .write = write_python);

// Python raises where others give what is no number; a value that no branch takes must not
static const char functions_python[] =
  "import numpy as np\n"
  "from math import (acos, asin, atan, atan2, copysign, cos, exp, floor, inf, isnan, log, nan,\n"
  "                  sin, sqrt, tan, tanh)\n\n\n"
  "def _sqrt(x):\n  return sqrt(x) if x >= 0 else nan\n\n\n"
  "def _asin(x):\n  return asin(x) if -1 <= x <= 1 else nan\n\n\n"
  "def _acos(x):\n  return acos(x) if -1 <= x <= 1 else nan\n\n\n"
  "def _exp(x):\n  return exp(x) if not x > 709.782712893384 else inf\n\n\n"
  "def _log(x):\n  return log(x) if x > 0 else -inf if x == 0 else nan\n\n\n"
  "def _sign(x):\n  return 1.0 if x > 0 else -1.0 if x < 0 else x\n\n\n"
  "def _floor(x):\n  return float(floor(x)) if abs(x) < inf else x\n\n\n"
  "def _pow(x, y):\n  return float(np.power(x, y))\n\n\n"
  "def _divide(x, y):\n"
  "  if y != 0:\n    return x/y\n"
  "  return nan if x == 0 or isnan(x) or isnan(y) else copysign(inf, x)*copysign(1.0, y)\n\n\n"
  "def _min(x, y):\n  return x if x <= y else y if y < x else x + y\n\n\n"
  "def _max(x, y):\n  return x if x >= y else y if y > x else x + y\n\n\n"
  "def _less(x, y):\n  return 1.0 if x < y else 0.0\n\n\n"
  "def _less_equal(x, y):\n  return 1.0 if x <= y else 0.0\n\n\n"
  "def _equal(x, y):\n  return 1.0 if x == y else 0.0\n\n\n"
  "def _choose(condition, x, y):\n  return x if condition != 0 else y\n\n\n"
  "def _numbers(name, x, n):\n"
  "  x = np.asarray(x, dtype=float).ravel()\n"
  "  if x.size != n:\n"
  "    raise ValueError(f\"{name}: expected {n} numbers, got {x.size}\")\n"
  "  return x.tolist()\n\n\n";

static void parts_python(lia_writer *w) {
  uint32_t store = 0;
  for (int part = 0; part < w->script->parts; part++) {
    LIA_PUT("def _part%d(w", part + 1);
    if (w->f->nin + w->f->nout) lia_put(w, ", ");
    lia_write_arguments(w, "in", "out");
    lia_put(w, "):\n");
    lia_write_body(w, part, &store);
    lia_put(w, "  return\n\n\n");
  }
}

// the function the user calls: anything NumPy reads goes in, arrays come out
static void whole_python(lia_writer *w) {
  LIA_PUT("def %s(", w->f->name);
  lia_write_groups(w, 0, "", "");
  lia_put(w, "):\n  \"\"\"Returns ");
  lia_write_groups(w, 1, "", "");
  lia_put(w, " as arrays.\"\"\"\n");
  for (int k = 0; k < w->f->nin; k++) {
    char name[LIA_GROUP_NAME];
    lia_group_name(w, 0, k, name);
    LIA_PUT("  in%d = _numbers(\"%s\", %s, %d)\n", k + 1, name, name, w->f->in[k].n);
  }
  for (int k = 0; k < w->f->nout; k++) LIA_PUT("  out%d = [0.0]*%d\n", k + 1, w->f->out[k].n);
  LIA_PUT("  w = [0.0]*%u\n", w->script->sz_w);
  for (int part = 0; part < w->script->parts; part++) {
    LIA_PUT("  _part%d(w, ", part + 1);
    lia_write_arguments(w, "in", "out");
    lia_put(w, ")\n");
  }
  lia_put(w, "  return ");
  for (int k = 0; k < w->f->nout; k++) {
    const lia_emit_vec *v = &w->f->out[k];
    LIA_PUT("%snp.array(out%d)", k ? ", " : "", k + 1);
    if (v->cols > 0) LIA_PUT(".reshape(%d, %d)", v->n / v->cols, v->cols);
  }
  lia_put(w, "\n");
}

static void tests_python(lia_writer *w, const lia_vectors *t) {
  lia_put(w, "\n");
  lia_write_vectors(w, t, "_test_in", "_test_out", "[", "]");
  lia_put(w, "\n\ndef selftest():\n  \"\"\"The worst difference to the test vectors.\"\"\"\n"
             "  worst = 0.0\n  for x, y in zip(_test_in, _test_out):\n    got = ");
  LIA_PUT("%s(", w->f->name);
  for (int k = 0, at = 0; k < w->f->nin; at += w->f->in[k++].n)
    LIA_PUT("%sx[%d:%d]", k ? ", " : "", at, at + w->f->in[k].n);
  LIA_PUT(")\n    got = %s\n", w->f->nout == 1 ? "[got]" : "list(got)");
  lia_put(w, "    got = np.concatenate([np.ravel(g) for g in got])\n"
             "    y = np.array(y, dtype=float)\n"
             "    if y.size:\n"
             "      worst = max(worst, float(np.max(np.abs(got - y)/(1 + np.abs(y)))))\n"
             "  return worst\n\n\nif __name__ == \"__main__\":\n  worst = selftest()\n");
  LIA_PUT("  print(f\"%s: %d test vectors, worst difference {worst:.1e}: \"\n"
          "        + (\"passed\" if worst < 1e-9 else \"FAILED\"))\n", w->f->name, t->n);
  lia_put(w, "  raise SystemExit(0 if worst < 1e-9 else 1)\n");
}

static void write_python(lia_writer *w, const lia_vectors *t) {
  lia_write_head(w);
  lia_put(w, functions_python);
  parts_python(w);
  whole_python(w);
  if (t->n) tests_python(w, t);
}
