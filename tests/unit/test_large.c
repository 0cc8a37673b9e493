/* test_large.c - every operation on deep and on wide expressions: no stack, no square time */
#include "gen/emit.h"
#include "sym/simp/compact.h"
#include "sym/expr/diff.h"
#include "sym/tape/eval.h"
#include "sym/tape/cse.h"
#include "sym/simp/simp.h"
#include "sym/expr/subs.h"
#include "sym/simp/zero.h"

#include "house.h"
#include "symkit.h"
#include <time.h>

// nodes: a million where make check asks for many cases
static int size_of(int few) { return kit_cases(0) >= 100000 ? 1000000 : few; }

static double seconds(void) { return (double)clock() / CLOCKS_PER_SEC; }

static lia_pool *p;
static lia_expr x, y;

// sin(sin(x + 1) + 1) ..., depth at most 100000
static lia_expr deep(int n) {
  lia_expr e = x;
  for (int i = 0; i < (n < 100000 ? n : 100000); i++)
    e = lia_sym_sin(p, lia_sym_add(p, e, i % 3 ? LIA_ONE : y));
  return e;
}

static lia_expr sum(int n) {
  lia_expr *list = lia_malloc((size_t)n * sizeof *list);
  for (int i = 0; i < n; i++)
    list[i] = lia_sym_mul(p, i % 2 ? y : x, lia_sym_cos(p,
        lia_sym_mul(p, lia_sym_int(p, i + 2), x)));
  lia_expr e = lia_sym_sum(p, (size_t)n, list);
  lia_free(list);
  return e;
}

static lia_expr product(int n) {
  lia_expr *list = lia_malloc((size_t)n / 10 * sizeof *list);
  for (int i = 0; i < n / 10; i++) list[i] = lia_sym_add(p, x, lia_sym_int(p, i + 1));
  lia_expr e = lia_sym_product(p, (size_t)n / 10, list);
  lia_free(list);
  return e;
}

// a tree of 2^60 leaves that shares everything
static lia_expr shared(int n) {
  lia_expr e = x;
  (void)n;
  for (int i = 0; i < 60; i++)
    e = lia_sym_add(p, lia_sym_sin(p, e), lia_sym_mul(p, y, lia_sym_cos(p, e)));
  return e;
}

typedef struct shape { const char *name; lia_expr (*of)(int n); } shape;

static const shape shapes[] = { { "deep", deep }, { "sum", sum }, { "product", product },
    { "shared", shared } };

static lia_expr by_expand(lia_expr e) { return lia_simp_expand(p, e); }
static lia_expr by_factor(lia_expr e) { return lia_simp_factor(p, e); }
static lia_expr by_trig(lia_expr e) { return lia_simp_trig(p, e); }
static lia_expr by_cancel(lia_expr e) { return lia_simp_cancel(p, e); }
static lia_expr by_angles(lia_expr e) { return lia_simp_angles(p, e); }
static lia_expr by_merge(lia_expr e) { return lia_simp_merge(p, e); }
static lia_expr by_all(lia_expr e) { return lia_simp_all(p, e); }
static lia_expr by_together(lia_expr e) {
  lia_expr n, d;
  return lia_simp_together(p, e, &n, &d) ? n : 0;
}
static lia_expr by_share(lia_expr e) { lia_expr o; return lia_share(p, 1, &e, &o) ? o : 0; }
static lia_expr by_diff(lia_expr e) { return lia_diff(p, e, x); }
static lia_expr by_time(lia_expr e) { return lia_diff_time(p, e); }
static lia_expr by_gradient(lia_expr e) {
  lia_expr v[2] = { x, y }, g[2];
  return lia_diff_gradient(p, e, 2, v, g) ? g[0] : 0;
}
static lia_expr by_subs(lia_expr e) { return lia_subs_one(p, e, x, y); }
static lia_expr by_zero(lia_expr e) { return lia_zero(p, e) == LIA_ZERO_yes ? 0 : e; }
static lia_expr by_depends(lia_expr e) { return lia_subs_depends(p, e, x) == 1 ? e : 0; }

static lia_expr by_eval(lia_expr e) {
  lia_expr in[2] = { x, y };
  double at[2] = { .3, .4 }, r;
  lia_tape *t;
  cr_assert_eq(lia_tape_new(&t, p, 2, in, 1, &e, NULL), LIA_OK);
  double *w = lia_malloc(((size_t)t->nslot + 1) * sizeof *w);
  lia_tape_eval(t, at, &r, w);
  lia_free(w);
  lia_free(t);
  return e;
}

// printed whole and read again
static lia_expr by_text(lia_expr e) {
  lia_text t = { 0 };
  lia_expr back;
  if (lia_print(p, e, &(lia_print_opts){ .most = (size_t)1 << (kit_cases(0) >= 100000 ? 26 : 20) },
      &t) != LIA_OK)
    return 0;
  // what shares everything has no end as text
  if (t.n > 3 && !strcmp(t.s + t.n - 3, "...")) back = e;
  else cr_assert_eq(lia_parse(p, t.s, t.n, LIA_PARSE_refuse, &back, NULL, NULL), LIA_OK);
  lia_text_free(&t);
  return back == e ? e : 0;
}

// as LaTeX, and as it stands in the middle of a sentence
static lia_expr by_latex(lia_expr e) {
  lia_text t = { 0 };
  char short_[80];
  lia_status st = lia_print(p, e, &(lia_print_opts){ .style = &lia_style_latex, .most = 1 << 20 },
      &t);
  lia_text_free(&t);
  lia_print_short(p, e, short_, sizeof short_);
  return st == LIA_OK ? e : 0;
}

// written as a program; too large a part of it would be no program
static lia_expr written(lia_expr e, lia_language language, lia_emit_opts opts) {
  lia_expr in[2] = { x, y };
  lia_emit_vec from = { "in", in, 2, 0 }, to = { "out", &e, 1, 0 };
  lia_emit_fn f = { .p = p, .name = "f", .in = &from, .out = &to, .nin = 1, .nout = 1 };
  lia_text t = { 0 };
  lia_error err = { 0 };
  lia_count count;
  lia_status st = lia_emit(&f, language, &opts, &t, &count, &err);
  cr_assert_eq(st, LIA_OK, "%s: %s", err.path, err.text);
  lia_text_free(&t);
  return e;
}

static lia_expr by_emit(lia_expr e) { return written(e, LIA_LANGUAGE_c, (lia_emit_opts){ 0 }); }
static lia_expr by_kernel(lia_expr e) {
  return written(e, LIA_LANGUAGE_c, (lia_emit_opts){ .kernel = 1 });
}
static lia_expr by_lua(lia_expr e) {
  return written(e, LIA_LANGUAGE_lua, (lia_emit_opts){ .tests = 1 });
}
static lia_expr by_js(lia_expr e) { return written(e, LIA_LANGUAGE_js, (lia_emit_opts){ 0 }); }
static lia_expr by_compact(lia_expr e) { lia_expr o; return lia_compact(p, 1, &e, &o, 1) ? o : 0; }

/* part: of the million nodes, one in so many: programs of half a million statements are long enough
 * */
typedef struct work { const char *name; lia_expr (*f)(lia_expr); int part; } work;

static const work works[] = {
  { "expand", by_expand, 1 }, { "factor", by_factor, 1 }, { "trig", by_trig, 1 },
      { "cancel", by_cancel, 1 }, { "angles", by_angles, 1 },
  { "merge", by_merge, 1 }, { "all", by_all, 1 }, { "together", by_together, 1 },
      { "share", by_share, 1 }, { "diff", by_diff, 1 },
  { "time", by_time, 1 }, { "gradient", by_gradient, 1 }, { "subs", by_subs, 1 },
      { "zero", by_zero, 1 }, { "depends", by_depends, 1 },
  { "eval", by_eval, 1 }, { "text", by_text, 1 }, { "emit", by_emit, 2 },
      { "kernel", by_kernel, 2 }, { "lua", by_lua, 2 },
  { "js", by_js, 2 }, { "latex", by_latex, 1 }, { "compact", by_compact, 2 },
};

LIA_TEST(large, every_operation_on_every_shape) {
  for (size_t k = 0; k < sizeof works / sizeof *works; k++)
    for (int i = 0; i < 4; i++) {
      int n = size_of(4000 * works[k].part) / works[k].part;
      p = lia_pool_new();
      x = lia_sym_symbol(p, "x"), y = lia_sym_coordinate(p, "y");
      lia_expr e = shapes[i].of(n);
      double t0 = seconds();
      if (getenv("LARGE_TELL")) fprintf(stderr, "%-10s %-8s ", works[k].name, shapes[i].name);
      lia_expr r = works[k].f(e);
      double took = seconds() - t0;
      if (getenv("LARGE_TELL")) fprintf(stderr, "%.3f s %s\n", took, r ? "" : p->err.text);
      cr_assert(r || p->err.code == LIA_ELIMIT || p->err.code == LIA_EDOMAIN, "%s of %s: %s",
          works[k].name, shapes[i].name, p->err.text);
      cr_assert(took < 1 + 60e-6 * n, "%s of %s took %.2f s", works[k].name, shapes[i].name, took);
      lia_pool_free(p);
    }
}
