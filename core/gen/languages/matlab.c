/* matlab.c - MATLAB and Octave: a function file that tests itself */
#include "gen/language.h"

#include <string.h>

static void input(lia_writer *w, int group, int at) { LIA_PUT("in%d(%d)", group + 1, at + 1); }
static void output(lia_writer *w, int group, int at) { LIA_PUT("out%d(%d)", group + 1, at + 1); }
static void write_matlab(lia_writer *w, const lia_vectors *t);

#define WORDS_MATLAB \
  " break case catch classdef continue else elseif end for function global if otherwise " \
  "parfor persistent return spmd switch try while do until endif endfor endfunction " \
  "endwhile unwind_protect w i j e pi Inf NaN eps ans nargin nargout varargin varargout " \
  "zeros reshape numel double ischar strcmp error size ones eye disp fprintf isnan selftest " \
  "real imag any all end_try_catch end_unwind_protect endswitch " \
  LIA_WORDS_MATH

// no name of MATLAB begins with an underline
static int reserves(const char *name, size_t n) { return n > 0 && name[0] == '_'; }

LIA_LANGUAGE_ROW(matlab,
  .text = "MATLAB and Octave: a function file NAME.m; NAME('selftest') tests it",
  .called = "MATLAB",
  LIA_WORDS(WORDS_MATLAB, reserves, " "),
  LIA_REMARK("% ", "% ", ""),
  LIA_STATEMENT("", " = ", ";", 0, 1, "(", ")", LIA_EMIT_PART, 1000, input, output),
  LIA_NUMBER("", "", "", "NaN", "Inf", "-Inf"),
  LIA_FUNCTIONS("", "", "lia_sqrt", "sin", "cos", "tan", "lia_asin", "lia_acos", "atan", "exp",
                "lia_log", "tanh", "abs", "sign", "floor", "lia_pow", "atan2", "lia_min",
                "lia_max"),
  LIA_OPERATION(NULL, NULL, "lia_less", "lia_less_equal", "lia_equal", 1, "", "", "lia_choose", ""),
  .kernels = 0,
  .write = write_matlab);

#define MATLAB_NUMBERS \
  "y = double(x(:));\n  if numel(y) ~= n, " \
  "error('%s: expected %d numbers, got %d', name, n, numel(y)); end"

// what would become a complex number is NaN; of two numbers one of which is NaN the result is NaN
static const char *const functions_matlab[] = {
  "lia_sqrt(x)", "y = NaN; if x >= 0, y = sqrt(x); end",
  "lia_asin(x)", "y = NaN; if abs(x) <= 1, y = asin(x); end",
  "lia_acos(x)", "y = NaN; if abs(x) <= 1, y = acos(x); end",
  "lia_log(x)", "y = NaN; if x >= 0, y = log(x); end",
  "lia_pow(x, k)", "y = x^k; if imag(y) ~= 0, y = NaN; end",
  "lia_min(x, z)", "if x <= z, y = x; elseif z < x, y = z; else, y = x + z; end",
  "lia_max(x, z)", "if x >= z, y = x; elseif z > x, y = z; else, y = x + z; end",
  "lia_less(x, z)", "y = double(x < z);",
  "lia_less_equal(x, z)", "y = double(x <= z);",
  "lia_equal(x, z)", "y = double(x == z);",
  "lia_choose(condition, x, z)", "y = z; if condition ~= 0, y = x; end",
  "lia_numbers(name, x, n)",
      MATLAB_NUMBERS,
};

static void helpers_matlab(lia_writer *w) {
  for (size_t k = 0; k < sizeof functions_matlab / sizeof *functions_matlab; k += 2)
    LIA_PUT("\nfunction y = %s\n  %s\nend\n", functions_matlab[k], functions_matlab[k + 1]);
}

// "out1, out2"
static void outputs_matlab(lia_writer *w) {
  for (int k = 0; k < w->f->nout; k++) LIA_PUT("%sout%d", k ? ", " : "", k + 1);
}

// arrays are values: a part gives back what it has filled
static void head_of_part(lia_writer *w, int part, const char *before) {
  LIA_PUT("%s[w", before);
  if (w->f->nout) lia_put(w, ", ");
  outputs_matlab(w);
  LIA_PUT("] = lia_part%d(w", part + 1);
  if (w->f->nin + w->f->nout) lia_put(w, ", ");
  lia_write_arguments(w, "in", "out");
  lia_put(w, ")");
}

static void parts_matlab(lia_writer *w) {
  uint32_t store = 0;
  for (int part = 0; part < w->script->parts; part++) {
    head_of_part(w, part, "\nfunction ");
    lia_put(w, "\n");
    lia_write_body(w, part, &store);
    lia_put(w, "end\n");
  }
}

// rows of numbers; a line within brackets goes on behind "..."
static void rows_matlab(lia_writer *w, const char *name, const double *x, uint32_t n, int count) {
  LIA_PUT("  %s = [ ...\n", name);
  for (int k = 0; k < count; k++) {
    lia_put(w, "    ");
    for (uint32_t i = 0; i < n; i++) {
      lia_write_decimal(w, x[(size_t)k * n + i]);
      if (i + 1 == n) lia_put(w, "; ...\n");
      else lia_put(w, i % 8 == 7 ? ", ...\n    " : ", ");
    }
  }
  lia_put(w, "  ];\n");
}

static void tests_matlab(lia_writer *w, const lia_vectors *t) {
  const uint32_t nin = w->tape->nin, nout = w->tape->nout;
  lia_put(w, "\n% the worst difference to the test vectors\nfunction worst = lia_selftest()\n");
  rows_matlab(w, "in", t->in, nin, t->n);
  rows_matlab(w, "out", t->out, nout, t->n);
  LIA_PUT("  worst = 0;\n  for t = 1:%d\n    [", t->n);
  outputs_matlab(w);
  LIA_PUT("] = %s(", w->f->name);
  for (int k = 0, at = 0; k < w->f->nin; at += w->f->in[k++].n)
    LIA_PUT("%sin(t, %d:%d)", k ? ", " : "", at + 1, at + w->f->in[k].n);
  lia_put(w, ");\n    y = [");
  for (int k = 0; k < w->f->nout; k++)
    LIA_PUT("%sreshape(out%d.', 1, [])", k ? ", " : "", k + 1);
  lia_put(w, "];\n    worst = max([worst, abs(y - out(t, :))./(1 + abs(out(t, :)))]);\n"
             "  end\nend\n");
}

// NAME('selftest'): the first argument is a text, which numbers never are
static void asked_to_test(lia_writer *w, const lia_vectors *t) {
  char first_in[LIA_GROUP_NAME], first_out[LIA_GROUP_NAME];
  if (!t->n || !w->f->nin || !w->f->nout) return;
  lia_group_name(w, 0, 0, first_in);
  lia_group_name(w, 1, 0, first_out);
  LIA_PUT("  if nargin == 1 && ischar(%s) && strcmp(%s, 'selftest')\n", first_in, first_in);
  LIA_PUT("    %s = lia_selftest();\n", first_out);
  LIA_PUT("    verdict = {'FAILED', 'passed'};\n"
          "    fprintf('%s: %d test vectors, worst difference %%.1e: %%s\\n', %s, "
          "verdict{1 + (%s < 1e-9)});\n    return\n  end\n", w->f->name, t->n, first_out,
      first_out);
}

static void whole_matlab(lia_writer *w, const lia_vectors *t) {
  lia_put(w, "function [");
  lia_write_groups(w, 1, "", "");
  LIA_PUT("] = %s(", w->f->name);
  lia_write_groups(w, 0, "", "");
  lia_put(w, ")\n");
  lia_write_head(w);
  asked_to_test(w, t);
  for (int k = 0; k < w->f->nin; k++) {
    char name[LIA_GROUP_NAME];
    lia_group_name(w, 0, k, name);
    LIA_PUT("  in%d = lia_numbers('%s', %s, %d);\n", k + 1, name, name, w->f->in[k].n);
  }
  for (int k = 0; k < w->f->nout; k++)
    LIA_PUT("  out%d = zeros(%d, 1);\n", k + 1, w->f->out[k].n);
  LIA_PUT("  w = zeros(%u, 1);\n", w->script->sz_w);
  for (int part = 0; part < w->script->parts; part++) {
    head_of_part(w, part, "  ");
    lia_put(w, ";\n");
  }
  for (int k = 0; k < w->f->nout; k++) {
    const lia_emit_vec *v = &w->f->out[k];
    char name[LIA_GROUP_NAME];
    lia_group_name(w, 1, k, name);
    if (v->cols > 0)
      LIA_PUT("  %s = reshape(out%d, %d, %d).';\n", name, k + 1, v->cols, v->n / v->cols);
    else LIA_PUT("  %s = out%d;\n", name, k + 1);
  }
  lia_put(w, "end\n");
}

static void write_matlab(lia_writer *w, const lia_vectors *t) {
  whole_matlab(w, t);
  parts_matlab(w);
  helpers_matlab(w);
  if (t->n) tests_matlab(w, t);
}
