/* lentries.c - matrices of expressions entry by entry: simplified, derived, evaluated, counted */
#include "bindings/sym/lexpr.h"

#include "base/mem.h"
#include "sym/expr/diff.h"
#include "sym/tape/eval.h"
#include "sym/expr/leaves.h"
#include "sym/simp/compact.h"
#include "sym/simp/simp.h"
#include "sym/expr/subs.h"
#include "sym/expr/homonym.h"

#include <math.h>
#include <string.h>

static lsmat *self(const lia_arg *a) { return a->o; }
static int entries_count(const lsmat *m) { return m->rows * m->cols; }

static int each(lua_State *L, lia_expr (*f)(lia_pool *p, lia_expr e)) {
  lia_arg a[1];
  lia_args(L, a);
  const lsmat *m = self(a);
  lsmat *r = lia_push_smat(L, m->p, m->rows, m->cols, m->vector, 1);
  uint32_t cut = m->p->cut;
  for (int i = 0; i < entries_count(m); i++) {
    r->x[i] = f(m->p, m->x[i]);
    if (!r->x[i]) return lia_expr_raise(L, m->p);
  }
  return 1 + lia_push_cut(L, m->p, cut);
}

static int smat_expand(lua_State *L) { return each(L, lia_simp_expand); }
static int smat_factor(lua_State *L) { return each(L, lia_simp_factor); }
static int smat_trig(lua_State *L) { return each(L, lia_simp_trig); }
static int smat_merge(lua_State *L) { return each(L, lia_simp_merge); }
static int smat_cancel(lua_State *L) { return each(L, lia_simp_cancel); }
static int smat_simplify(lua_State *L) { return each(L, lia_simp_all); }

static int smat_d(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  const lsmat *m = self(a);
  lsmat *r = lia_push_smat(L, m->p, m->rows, m->cols, m->vector, 1);
  if (!lia_diff_time_all(m->p, (uint32_t)entries_count(m), m->x, r->x))
    return lia_expr_raise(L, m->p);
  return 1;
}

static int smat_diff(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  const lsmat *m = self(a);
  int n;
  lia_expr *x = lia_to_symbols(L, m->p, 2, 2, &n);
  if (n != 1)
    return lia_arg_error(L, 2, "expected one symbol, got %d (v:jacobian takes several)", n);
  lia_fit(m->p, 1, x, entries_count(m), m->x);
  lsmat *r = lia_push_smat(L, m->p, m->rows, m->cols, m->vector, 1);
  if (!lia_diff_all(m->p, (uint32_t)entries_count(m), m->x, *x, r->x))
    return lia_expr_raise(L, m->p);
  return 1;
}

static int smat_subs(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  const lsmat *m = self(a);
  lia_change c = lia_to_change(L, m->p, 2, 2);
  lia_fit(m->p, c.n, c.from, entries_count(m), m->x);
  lsmat *r = lia_push_smat(L, m->p, m->rows, m->cols, m->vector, 1);
  if (!lia_subs(m->p, (uint32_t)c.n, c.from, c.to, (uint32_t)entries_count(m), m->x, r->x))
    return lia_expr_raise(L, m->p);
  return 1;
}

static int smat_eval(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  const lsmat *m = self(a);
  lia_values v = lia_to_values(L, m->p, 2, 2);
  lia_fit(m->p, v.n, v.symbol, entries_count(m), m->x);
  double *x = m->vector ? lia_pushvec(L, m->rows) : lia_pushmat(L, m->rows, m->cols);
  lia_error err = { 0 };
  lia_tape *t = NULL;
  lia_status st = lia_tape_new(&t, m->p, (uint32_t)v.n, v.symbol, (uint32_t)entries_count(m), m->x,
      &err);
  double *w = st == LIA_OK ? lia_malloc(((size_t)t->nslot + 1) * sizeof *w) : NULL;
  if (w) lia_tape_eval(t, v.x, x, w);
  else if (st == LIA_OK) st = LIA_FAIL(&err, LIA_ENOMEM, "", "%s", lia_status_text(LIA_ENOMEM));
  lia_free(w);
  lia_free(t);
  // what has no value is said by the entry alone
  for (int i = 0; st == LIA_OK && i < entries_count(m); i++)
    if (!isfinite(x[i])) st = lia_eval(m->p, m->x[i], (uint32_t)v.n, v.symbol, v.x, &x[i], &err);
  lia_pool_clear(m->p);
  if (st == LIA_OK) return 1;
  if (st == LIA_EARG)
    return lia_open_symbol(L, m->p, v.n, v.symbol, entries_count(m), m->x, &err,
        lia_give_it_one(L, &v));
  return lia_fail(L, &err);
}

static int smat_fn(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  const lsmat *m = self(a);
  int n;
  lia_expr *s = lia_to_symbols(L, m->p, 2, 2, &n);
  lia_fit(m->p, n, s, entries_count(m), m->x);
  if (entries_count(m) > 200)
    return lia_mistake(L, "a function with %d results is too large", entries_count(m));
  lia_push_function(L, m->p, n, s, entries_count(m), m->x);
  return 1;
}

static int smat_ops(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  lia_push_ops(L, self(a)->p, entries_count(self(a)), self(a)->x, a[1].given && a[1].n);
  return 1;
}

static int smat_compact(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  const lsmat *m = self(a);
  lsmat *r = lia_push_smat(L, m->p, m->rows, m->cols, m->vector, 1);
  if (!lia_compact(m->p, (uint32_t)entries_count(m), m->x, r->x, a[1].given && a[1].n))
    return lia_expr_raise(L, m->p);
  return 1;
}

static int smat_leaves(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  const lsmat *m = a[0].o;
  double *out = m->vector ? lia_pushvec(L, m->rows) : lia_pushmat(L, m->rows, m->cols);
  if (!lia_expr_leaves(m->p, (uint32_t)entries_count(m), m->x, out))
    return lia_error_text(L, "out of memory");
  return 1;
}

// ---- the rows ----

#define XY "local x, y = li.symbols 'x y'; "
#define M "local x, y = li.symbols 'x y'; local M = li.smat{{x, y}, {1, 2}}; "
#define ANY "num|expr|smat|mat|vec|table"

static const lia_fn methods[] = {
  { smat_expand, "smat:expand() -> smat", "expr:expand of every entry.",
    XY "return li.smat{x*(x + y)}:expand() --> [x^2 + x*y]" },
  { smat_factor, "smat:factor() -> smat, note: str", "expr:factor of every entry.",
    XY "return li.smat{x*y + x}:factor() --> [x*(y + 1)]" },
  { smat_trig, "smat:trig() -> smat, note: str", "expr:trig of every entry.",
    XY "return li.smat{li.sin(x)^2 + li.cos(x)^2, y}:trig() --> [1  y]" },
  { smat_merge, "smat:merge() -> smat, note: str", "expr:merge of every entry.",
    "local q1 = li.coordinates 'q1'; return li.smat{li.sin(q1)^2 + li.cos(q1)^2}:merge() --> [1]" },
  { smat_cancel, "smat:cancel() -> smat, note: str", "expr:cancel of every entry.",
    XY "return li.smat{(x^2 - y^2)/(x + y)}:cancel() --> [x - y]" },
  { smat_simplify, "smat:simplify() -> smat, note: str", "expr:simplify of every entry.",
    XY "return li.smat{x*(y + 1) - x}:simplify() --> [x*y]" },
  { smat_d, "smat:d() -> smat", "The derivative in time of every entry.",
    "local q1 = li.coordinates 'q1'; return li.smat{li.cos(q1), 1}:d() --> [-s1*q1'  0]" },
  { smat_diff, "smat:diff(x: expr|str) -> smat", "The derivative of every entry by a symbol.",
    XY "return li.smat{x*y, y}:diff(x) --> [y  0]" },
  { smat_subs, "smat:subs(what: table) -> smat", "expr:subs in every entry.",
    M "return M:subs{x = 3, y = 'x + 1'} --> [3  x + 1]\n[1  2]" },
  { smat_eval, "smat:eval([values: table]) -> vec|mat", "The numbers at {name = number, ...}.",
    M "return M:eval{x = 5, y = 7} --> [5  7]\n[1  2]" },
  { smat_fn, "smat:fn(inputs: expr|str|table|smat) -> fn",
    "A function of numbers with one result per entry, row by row.",
    M "local f = M:fn 'x y'; return f(5, 7) --> 5, 7, 1, 2" },
  { smat_compact, "smat:compact([constants: bool]) -> smat",
    "The same entries with as few operations together as are found: common parts and common "
    "factors of terms are computed once. constants = true: symbols "
    "constant in time are known beforehand, what is made of them alone is free.",
    XY "return li.smat{x*y + x^2*y, x*y + x^2*y + x}:compact():ops().mul --> 2" },
  { smat_ops, "smat:ops([constants: bool]) -> table",
    "The operations all entries take together: mul, add, div, fun; what occurs twice is counted "
    "once. constants = true: what holds only symbols constant in "
    "time is known beforehand and not counted.",
    XY "return li.smat{x*y, x*y + 1}:ops().mul --> 1" },
  { smat_leaves, "smat:leaves() -> vec|mat", "expr:leaves of every entry.",
    M "return M:leaves() --> [1  1]\n[1  1]" },
  { 0 },
};

void lia_open_entries(lua_State *L);
void lia_open_entries(lua_State *L) {
  lia_methods(L, &lia_smat_class, methods);
}
