/* modelica.c - Modelica 3: a package with one function, and a test of itself */
#include "gen/language.h"

static void input(lia_writer *w, int group, int at) { LIA_PUT("in%d[%d]", group + 1, at + 1); }
static void output(lia_writer *w, int group, int at) { LIA_PUT("out%d[%d]", group + 1, at + 1); }
static void write_modelica(lia_writer *w, const lia_vectors *t);

#define WORDS_MODELICA \
  " algorithm and annotation as assert block break class connect connector constant " \
  "constrainedby der discrete each else elseif elsewhen encapsulated end enumeration " \
  "equation expandable extends external false final flow for function if import impure in " \
  "initial inner input loop model not operator or outer output package parameter partial " \
  "protected public pure record redeclare replaceable return stream then true type when " \
  "while within w time Real Integer Boolean String zeros size call selftest worst choose " \
  "less less_equal equal power cosh sinh " \
  LIA_WORDS_MATH

LIA_LANGUAGE_ROW(modelica,
  .text = "Modelica 3: a package with the function call, and selftest",
  .called = "Modelica",
  LIA_WORDS(WORDS_MODELICA, NULL, " Modelica Complex "),
  LIA_REMARK("// ", "// ", ""),
  LIA_STATEMENT("", " := ", ";", 0, 1, "[", "]", LIA_EMIT_PART, 0, input, output),
  LIA_NUMBER("", "", ".0", "(0.0/0.0)", "(1.0/0.0)", "(-1.0/0.0)"),
  LIA_FUNCTIONS("", "", "sqrt", "sin", "cos", "tan", "asin", "acos", "atan", "exp", "log", "tanh",
                "abs", "sign", "floor", "power", "atan2", "min", "max"),
  LIA_OPERATION(NULL, NULL, "less", "less_equal", "equal", 1, "", "", "choose", ""),
  .kernels = 0,
  .write = write_modelica);

#define FUNCTION(name, inputs, text) \
  "function " name "\n  input Real " inputs ";\n  output Real z;\nalgorithm\n  z := " text \
  ";\n  annotation(Inline = true);\nend " name ";\n\n"
static const char functions_modelica[] =
  FUNCTION("power", "x, y", "x^y")
  FUNCTION("less", "x, y", "if x < y then 1.0 else 0.0")
  FUNCTION("less_equal", "x, y", "if x <= y then 1.0 else 0.0")
  FUNCTION("equal", "x, y", "if x <= y and y <= x then 1.0 else 0.0")
  FUNCTION("choose", "condition, x, y", "if condition > 0.5 then x else y");

static void declare(lia_writer *w, const char *what, const char *name, int k, int n,
    const char *more) {
  LIA_PUT("  %s Real %s%d[%d]%s;\n", what, name, k + 1, n, more);
}

// a function says all its variables before its first statement
static void variables_modelica(lia_writer *w, int part) {
  const lia_script *s = w->script;
  lia_put(w, "protected\n");
  for (uint32_t at = w->begin[part]; at < w->begin[part + 1]; at++) {
    const uint32_t i = w->list[at];
    if (i >= s->first && s->v[i].named) LIA_PUT("  Real %s;\n", w->name[i]);
  }
}

// arrays are values: a part takes what is there and gives it back with what it has filled
static void parts_modelica(lia_writer *w) {
  uint32_t store = 0;
  for (int part = 0; part < w->script->parts; part++) {
    LIA_PUT("function part%d\n  input Real w_[%u];\n", part + 1, w->script->sz_w);
    for (int k = 0; k < w->f->nin; k++) declare(w, "input", "in", k, w->f->in[k].n, "");
    for (int k = 0; k < w->f->nout; k++) declare(w, "input", "given", k, w->f->out[k].n, "");
    LIA_PUT("  output Real w[%u] = w_;\n", w->script->sz_w);
    for (int k = 0; k < w->f->nout; k++) {
      char from[32];
      lia_text_format(from, sizeof from, " = given%d", k + 1);
      declare(w, "output", "out", k, w->f->out[k].n, from);
    }
    variables_modelica(w, part);
    lia_put(w, "algorithm\n");
    lia_write_body(w, part, &store);
    LIA_PUT("end part%d;\n\n", part + 1);
  }
}

static void whole_modelica(lia_writer *w) {
  lia_put(w, "function call\n");
  for (int k = 0; k < w->f->nin; k++) declare(w, "input", "in", k, w->f->in[k].n, "");
  for (int k = 0; k < w->f->nout; k++) {
    char zero[32];
    lia_text_format(zero, sizeof zero, " = zeros(%d)", w->f->out[k].n);
    declare(w, "output", "out", k, w->f->out[k].n, zero);
  }
  LIA_PUT("protected\n  Real w[%u] = zeros(%u);\nalgorithm\n", w->script->sz_w, w->script->sz_w);
  for (int part = 0; part < w->script->parts; part++) {
    lia_put(w, "  (w");
    for (int k = 0; k < w->f->nout; k++) LIA_PUT(", out%d", k + 1);
    LIA_PUT(") := part%d(w", part + 1);
    if (w->f->nin + w->f->nout) lia_put(w, ", ");
    lia_write_arguments(w, "in", "out");
    lia_put(w, ");\n");
  }
  lia_put(w, "end call;\n\n");
}

static void list_modelica(lia_writer *w, const char *name, const double *x, uint32_t n,
    int count) {
  LIA_PUT("  constant Real %s[%d, %u] = [", name, count, n);
  for (int k = 0; k < count; k++)
    for (uint32_t i = 0; i < n; i++) {
      lia_write_decimal(w, x[(size_t)k * n + i]);
      if (i + 1 < n) lia_put(w, i % 8 == 7 ? ",\n    " : ", ");
      else lia_put(w, k + 1 < count ? ";\n    " : "];\n");
    }
}

static void tests_modelica(lia_writer *w, const lia_vectors *t) {
  lia_put(w, "// the worst difference to the test vectors\nfunction selftest\n"
             "  output Real worst = 0.0;\nprotected\n");
  list_modelica(w, "test_in", t->in, w->tape->nin, t->n);
  list_modelica(w, "test_out", t->out, w->tape->nout, t->n);
  for (int k = 0; k < w->f->nout; k++)
    declare(w, "", "out", k, w->f->out[k].n, "");
  LIA_PUT("algorithm\n  for t in 1:%d loop\n    (", t->n);
  for (int k = 0; k < w->f->nout; k++) LIA_PUT("%sout%d", k ? ", " : "", k + 1);
  lia_put(w, ") := call(");
  for (int k = 0, at = 0; k < w->f->nin; at += w->f->in[k++].n)
    LIA_PUT("%stest_in[t, %d:%d]", k ? ", " : "", at + 1, at + w->f->in[k].n);
  lia_put(w, ");\n");
  for (int k = 0, at = 0; k < w->f->nout; at += w->f->out[k++].n)
    LIA_PUT("    for i in 1:%d loop\n"
            "      worst := max(worst, abs(out%d[i] - test_out[t, %d + i])/"
            "(1 + abs(test_out[t, %d + i])));\n    end for;\n", w->f->out[k].n, k + 1, at, at);
  lia_put(w, "  end for;\nend selftest;\n\n");
}

static void write_modelica(lia_writer *w, const lia_vectors *t) {
  lia_write_head(w);
  LIA_PUT("package %s\n\n", w->f->name);
  lia_put(w, functions_modelica);
  parts_modelica(w);
  whole_modelica(w);
  if (t->n && w->f->nin) tests_modelica(w, t);
  LIA_PUT("end %s;\n", w->f->name);
}
