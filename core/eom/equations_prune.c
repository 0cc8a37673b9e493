/* equations_prune.c - terms that stay small over a motion left out, with what that costs
 *                                                                                [inria80] F13 */
#include "eom/equations_inside.h"

#include "base/mem.h"
#include "sym/expr/build.h"
#include "sym/expr/diff.h"
#include "sym/expr/homonym.h"
#include "sym/expr/subs.h"
#include "sym/simp/simp.h"
#include "sym/simp/zero.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// which matrix a term is of: A by q''_j, B by q'_j q'_k, C by q'_j^2
enum { A, B, C };

// a product of parameters times a polynomial in sines and cosines: one for every such product in an
// entry
typedef struct term {
  int kind, column;
  lia_expr key;            /* the product of parameters */
  lia_expr bare, e;        /* the term, and with its q'', q'_j q'_k or q'_j^2 */
  double peak;
  int dropped, was;
} term;

// one equation; value: (samples x n)
typedef struct row { term *t; int n, room; double *value; double peak; } row;

typedef struct job {
  lia_pool *p;
  const lia_equations *o;
  const lia_eom_motion *m;
  row *row;                /* (n) */
  lia_arena *arena;
  lia_error *err;
} job;

static lia_status equations_prune_failed(const job *j) {
  return lia_equations_failed(j->p, j->err);
}
static lia_status nomem(const job *j) { return lia_equations_nomem(j->err); }

// ---- terms of an entry ----

// a product as a number and factors in the order they are printed; powers one factor after the
// other
typedef struct factors { double number; lia_expr *f; int n, room; } factors;

static int put_factor(factors *x, lia_expr e) {
  if (x->n == x->room) {
    int room = x->room ? 2 * x->room : 16;
    lia_expr *more = lia_realloc(x->f, (size_t)room * sizeof *more);
    if (!more) return 0;
    x->f = more;
    x->room = room;
  }
  x->f[x->n++] = e;
  return 1;
}

static lia_status equations_prune_value_of(const job *j, lia_expr e, double *x) {
  lia_status st = lia_eval(j->p, e, 0, NULL, NULL, x, j->err);
  lia_pool_clear(j->p);
  return st;
}

static lia_status equations_prune_put_power(const job *j, factors *x, lia_expr e) {
  lia_expr exponent, base = lia_sym_base(j->p, e, &exponent);
  double n = 0;
  if (exponent != LIA_ONE && !j->p->node[exponent].bits)
    LIA_TRY(equations_prune_value_of(j, exponent, &n));
  const int times = n > 1 && n == floor(n) ? (int)n : 1;
  for (int k = 0; k < times; k++)
    if (!put_factor(x, times > 1 ? base : e)) return nomem(j);
  return LIA_OK;
}

static int is_product(const job *j, lia_expr e) {
  const lia_op op = lia_expr_op(j->p, e);
  return op == LIA_OP_mul || op == LIA_OP_scale;
}

static lia_status factors_of(const job *j, lia_expr e, factors *x) {
  lia_pool *p = j->p;
  x->n = 0;
  x->number = 1;
  if (lia_expr_is_num(p, e)) return equations_prune_value_of(j, e, &x->number);
  if (!is_product(j, e)) return equations_prune_put_power(j, x, e);
  for (uint32_t k = 0; k < lia_expr_n(p, e); k++) {
    const lia_expr part = lia_expr_args(p, e)[k];
    if (lia_expr_is_num(p, part)) {
      double number;
      LIA_TRY(equations_prune_value_of(j, part, &number));
      x->number *= number;
    } else if (is_product(j, part)) {
      for (uint32_t i = 0; i < lia_expr_n(p, part); i++)
        LIA_TRY(equations_prune_put_power(j, x, lia_expr_args(p, part)[i]));
    } else {
      LIA_TRY(equations_prune_put_power(j, x, part));
    }
  }
  return LIA_OK;
}

// whether a factor moves with the mechanism
static int moves(const job *j, lia_expr f) {
  const lia_equations *o = j->o;
  for (int i = 0; i < o->n; i++)
    if (lia_subs_depends(j->p, f, o->q[i]) || lia_subs_depends(j->p, f, o->v[i]) ||
        lia_subs_depends(j->p, f, o->a[i]))
      return 1;
  return 0;
}

static term *new_term(row *r) {
  if (r->n == r->room) {
    int room = r->room ? 2 * r->room : 64;
    term *more = lia_realloc(r->t, (size_t)room * sizeof *more);
    if (!more) return NULL;
    r->t = more;
    r->room = room;
  }
  r->t[r->n] = (term){ .bare = LIA_ZERO };
  return &r->t[r->n++];
}

// one summand of an entry, to the term of its parameters, which are from `first` on
static lia_status add_summand(const job *j, row *r, int first, const factors *x, double number) {
  lia_pool *p = j->p;
  lia_expr fixed = LIA_ONE, rest = lia_sym_num(p, number);
  for (int k = 0; k < x->n; k++) {
    lia_expr *to = moves(j, x->f[k]) ? &rest : &fixed;
    *to = lia_sym_mul(p, *to, x->f[k]);
  }
  if (!fixed || !rest) return equations_prune_failed(j);
  term *t = NULL;
  for (int k = first; k < r->n && !t; k++)
    if (r->t[k].key == fixed) t = &r->t[k];
  if (!t && !(t = new_term(r))) return nomem(j);
  t->key = fixed;
  t->bare = lia_sym_add(p, t->bare, rest);
  return t->bare ? LIA_OK : equations_prune_failed(j);
}

// e multiplied out, summand by summand
static lia_status add_summands(const job *j, row *r, lia_expr e) {
  lia_pool *p = j->p;
  const int first = r->n;
  double sign = 1;
  lia_expr rest, number = lia_sym_split(p, e, &rest);
  if (number != LIA_ONE && lia_expr_op(p, rest) == LIA_OP_add) {
    LIA_TRY(equations_prune_value_of(j, number, &sign));
    e = rest;
  }
  const int sum = lia_expr_op(p, e) == LIA_OP_add;
  factors x = { 0 };
  lia_status st = LIA_OK;
  for (uint32_t k = 0; st == LIA_OK && k < (sum ? lia_expr_n(p, e) : 1); k++) {
    st = factors_of(j, sum ? lia_expr_args(p, e)[k] : e, &x);
    if (st == LIA_OK) st = add_summand(j, r, first, &x, x.number * sign);
  }
  lia_free(x.f);
  return st;
}

// the terms of one entry: angles merged, those that vanish left out
static lia_status add_entry(const job *j, row *r, int kind, int column, lia_expr e, lia_expr with) {
  lia_pool *p = j->p;
  const int first = r->n;
  int kept = first;
  if (!(e = lia_twins_apart(p, e)) || !(e = lia_simp_expand(p, e)) || !with)
    return equations_prune_failed(j);
  if (e != LIA_ZERO) LIA_TRY(add_summands(j, r, e));
  for (int k = first; k < r->n; k++) {
    term t = r->t[k];
    if (!(t.bare = lia_simp_trig(p, t.bare))) return equations_prune_failed(j);
    const int vanishes = t.bare == LIA_ZERO || lia_zero(p, t.bare) == LIA_ZERO_yes;
    lia_pool_clear(p);
    if (vanishes) continue;
    t.kind = kind;
    t.column = column;
    t.bare = lia_sym_mul(p, t.key, t.bare);
    t.e = lia_sym_mul(p, t.bare, with);
    if (!t.e) return equations_prune_failed(j);
    r->t[kept++] = t;
  }
  r->n = kept;
  return LIA_OK;
}

static lia_status terms_of_row(const job *j, int i, row *r) {
  const lia_equations *o = j->o;
  lia_pool *p = j->p;
  const int n = o->n, pairs = lia_lagrange_pairs(n);
  for (int c = 0; c < n; c++) LIA_TRY(add_entry(j, r, A, c, o->M[i * n + c], o->a[c]));
  for (int a = 0; a < n; a++)
    for (int b = a + 1; b < n; b++) {
      const int c = lia_lagrange_pair(n, a, b);
      LIA_TRY(add_entry(j, r, B, c, o->P[i * pairs + c], lia_sym_mul(p, o->v[a], o->v[b])));
    }
  for (int c = 0; c < n; c++)
    LIA_TRY(add_entry(j, r, C, c, o->B[i * n + c], lia_sym_sq(p, o->v[c])));
  return LIA_OK;
}

// ---- their values over the motion ----

// numbers for parameters, and for reduced constants what these make of them; they go by the symbols
// of the equations
typedef struct numbers { int n; lia_expr *f, *t; } numbers;

static lia_status add_constants(const job *j, numbers *x) {
  const lia_equations *o = j->o;
  for (int k = 0; k < o->nconst; k++) {
    if (lia_expr_among(x->f, x->n, o->name[k])) continue;
    lia_expr value;
    if (!lia_subs(j->p, (uint32_t)x->n, x->f, x->t, 1, &o->value[k], &value))
      return equations_prune_failed(j);
    x->f[x->n] = o->name[k];
    x->t[x->n++] = value;
  }
  return LIA_OK;
}

static lia_status numbers_of(const job *j, numbers *x) {
  const lia_equations *o = j->o;
  const size_t room = (size_t)j->m->nvalue + (size_t)o->nconst + 1;
  x->f = lia_arena_alloc(j->arena, room * sizeof *x->f);
  x->t = lia_arena_alloc(j->arena, room * sizeof *x->t);
  if (!x->f || !x->t) return nomem(j);
  x->n = j->m->nvalue;
  for (int k = 0; k < x->n; k++) {
    x->f[k] = j->m->symbol[k];
    x->t[k] = j->m->value[k];
  }
  return lia_equations_fit(o, x->n, x->f, j->err);
}

static lia_status tape_of_row(const job *j, const row *r, const numbers *x, lia_tape **tape,
                              lia_expr *room) {
  const lia_equations *o = j->o;
  const int n = o->n;
  lia_expr *in = room, *out = room + 3 * n;
  memcpy(in, o->q, (size_t)n * sizeof *in);
  memcpy(in + n, o->v, (size_t)n * sizeof *in);
  memcpy(in + 2 * n, o->a, (size_t)n * sizeof *in);
  for (int k = 0; k < r->n; k++) out[k] = r->t[k].e;
  if (!lia_subs(j->p, (uint32_t)x->n, x->f, x->t, (uint32_t)r->n, out, out))
    return equations_prune_failed(j);
  lia_status st = lia_tape_new(tape, j->p, 3 * (uint32_t)n, in, (uint32_t)r->n, out, j->err);
  lia_pool_clear(j->p);
  return st;
}

static lia_status values_of_row(const job *j, row *r, const numbers *x) {
  const size_t n = (size_t)j->o->n, samples = (size_t)j->m->samples;
  lia_tape *tape = NULL;
  lia_expr *room = lia_malloc((3 * n + (size_t)r->n + 1) * sizeof *room);
  lia_status st = room ? tape_of_row(j, r, x, &tape, room) : nomem(j);
  lia_free(room);
  if (st != LIA_OK) return st;
  double *w = lia_malloc((size_t)tape->nslot * sizeof *w);
  r->value = lia_malloc((samples * (size_t)r->n + 1) * sizeof *r->value);
  st = w && r->value ? LIA_OK : nomem(j);
  for (size_t k = 0; st == LIA_OK && k < samples; k++)
    lia_tape_eval(tape, j->m->state + k * 3 * n, r->value + k * (size_t)r->n, w);
  lia_free(w);
  lia_free(tape);
  return st;
}

// the forces of every row over the motion: what its terms are small against
static lia_status equations_prune_peaks(const job *j, const numbers *x) {
  const int n = j->o->n;
  lia_equations *whole = NULL;
  LIA_TRY(lia_equations_with(&whole, j->o, x->n, x->f, x->t, j->err));
  lia_status st = LIA_OK;
  for (int k = 0; st == LIA_OK && k < j->m->samples; k++) {
    const double *q = j->m->state + (size_t)k * 3 * (size_t)n, *F;
    st = lia_equations_eval(whole, LIA_EOM_id, q, q + n, q + 2 * n, &F, j->err);
    for (int i = 0; st == LIA_OK && i < n; i++)
      if (fabs(F[i]) > j->row[i].peak) j->row[i].peak = fabs(F[i]);
  }
  lia_equations_free(whole);
  return st;
}

// ---- what goes ----

static int by_peak(const void *a, const void *b) {
  const term *x = *(term *const *)a, *y = *(term *const *)b;
  if (x->peak != y->peak) return x->peak < y->peak ? -1 : 1;
  return x < y ? -1 : x > y;
}

// whether term t may go as well, with what has gone at every sample
static int may_go(const job *j, const row *r, int t, const double *gone) {
  const double most = j->m->eps * r->peak;
  if (!(r->t[t].peak < most)) return 0;
  for (int k = 0; j->m->bound && k < j->m->samples; k++)
    if (!(fabs(gone[k] + r->value[(size_t)k * (size_t)r->n + (size_t)t]) <= most)) return 0;
  return 1;
}

static void find_peaks(const job *j, row *r) {
  for (int t = 0; t < r->n; t++)
    for (int k = 0; k < j->m->samples; k++)
      r->t[t].peak = fmax(r->t[t].peak, fabs(r->value[(size_t)k * (size_t)r->n + (size_t)t]));
}

// the terms of one row that go, the smallest first; the largest share of its peak that they make
// together
static lia_status equations_prune_choose(const job *j, row *r, double *error) {
  const int samples = j->m->samples;
  term **order = lia_malloc(((size_t)r->n + 1) * sizeof *order);
  double *gone = lia_calloc((size_t)samples, sizeof *gone), worst = 0;
  lia_status st = order && gone ? LIA_OK : nomem(j);
  if (st == LIA_OK) {
    find_peaks(j, r);
    for (int t = 0; t < r->n; t++) order[t] = &r->t[t];
    qsort(order, (size_t)r->n, sizeof *order, by_peak);
    for (int i = 0; i < r->n; i++) {
      const int t = (int)(order[i] - r->t);
      r->t[t].dropped = may_go(j, r, t, gone);
      for (int k = 0; r->t[t].dropped && k < samples; k++)
        gone[k] += r->value[(size_t)k * (size_t)r->n + (size_t)t];
    }
    for (int k = 0; k < samples; k++) worst = fmax(worst, fabs(gone[k]));
    *error = r->peak > 0 ? worst / r->peak : 0;
  }
  lia_free(order);
  lia_free(gone);
  return st;
}

// the largest share of a row's peak that its dropped terms make together
static double row_error(const job *j, const row *r) {
  double worst = 0;
  for (int k = 0; k < j->m->samples; k++) {
    double gone = 0;
    for (int t = 0; t < r->n; t++)
      if (r->t[t].dropped) gone += r->value[(size_t)k * (size_t)r->n + (size_t)t];
    worst = fmax(worst, fabs(gone));
  }
  return r->peak > 0 ? worst / r->peak : 0;
}

// ---- M stays symmetric ----

// the same term in the mirror image of an entry of M; of others, and where there is none, the term
// itself
static term *mirror(const job *j, int i, term *t) {
  if (t->kind != A) return t;
  row *r = &j->row[t->column];
  for (int k = 0; k < r->n; k++)
    if (r->t[k].kind == A && r->t[k].column == i && r->t[k].key == t->key) return &r->t[k];
  return t;
}

// the largest dropped term of the first row that has lost too much comes back; 0: none has
static int take_back(const job *j) {
  for (int i = 0; i < j->o->n; i++) {
    row *r = &j->row[i];
    term *largest = NULL;
    for (int t = 0; t < r->n; t++)
      if (r->t[t].dropped && (!largest || r->t[t].peak > largest->peak)) largest = &r->t[t];
    if (!largest || !(row_error(j, r) > j->m->eps)) continue;
    largest->dropped = 0;
    mirror(j, i, largest)->dropped = 0;
    return 1;
  }
  return 0;
}

// a term goes from both its places or from none; bound then takes back what it must
static void balance(const job *j) {
  for (int i = 0; i < j->o->n; i++)
    for (int t = 0; t < j->row[i].n; t++) j->row[i].t[t].was = j->row[i].t[t].dropped;
  for (int i = 0; i < j->o->n; i++)
    for (int t = 0; t < j->row[i].n; t++) {
      term *x = &j->row[i].t[t];
      x->dropped = x->was && mirror(j, i, x)->was;
    }
  while (j->m->bound && take_back(j)) continue;
}

// ---- what is left ----

// the sum of the kept terms of one entry
static lia_expr kept_of(const job *j, int i, int kind, int column, lia_expr *list) {
  const row *r = &j->row[i];
  size_t n = 0;
  for (int t = 0; t < r->n; t++)
    if (!r->t[t].dropped && r->t[t].kind == kind && r->t[t].column == column)
      list[n++] = r->t[t].bare;
  return lia_sym_sum(j->p, n, list);
}

// C q' read off B and P
static int coriolis_of(lia_equations *o) {
  const int n = o->n, pairs = lia_lagrange_pairs(n);
  for (int i = 0; i < n; i++)
    for (int c = 0; c < n; c++) {
      lia_expr e = lia_sym_mul(o->p, o->B[i * n + c], o->v[c]);
      for (int k = c + 1; k < n; k++)
        e = lia_sym_add(o->p, e,
                        lia_sym_mul(o->p, o->P[i * pairs + lia_lagrange_pair(n, c, k)], o->v[k]));
      if (!e) return 0;
      o->C[i * n + c] = e;
    }
  return 1;
}

static lia_status left_of(const job *j, lia_equations *o, lia_expr *list) {
  const int n = o->n, pairs = lia_lagrange_pairs(n);
  int ok = 1;
  for (int i = 0; ok && i < n; i++) {
    for (int c = 0; ok && c < n; c++) {
      ok = (o->M[i * n + c] = kept_of(j, i, A, c, list)) != 0;
      ok = ok && (o->B[i * n + c] = kept_of(j, i, C, c, list)) != 0;
    }
    for (int c = 0; ok && c < pairs; c++)
      ok = (o->P[i * pairs + c] = kept_of(j, i, B, c, list)) != 0;
  }
  if (!ok || !coriolis_of(o)) return equations_prune_failed(j);
  o->split = o->frozen = 1;
  o->bodies = LIA_EOM_no_bodies;
  o->spec = NULL;
  lia_equations_leave_recursion(o);
  return LIA_OK;
}

static lia_status add_loss(const job *j, lia_equations *o) {
  const int n = o->n;
  lia_eom_loss *loss = lia_arena_alloc(&o->arena, sizeof *loss);
  double *number = lia_arena_alloc(&o->arena, 2 * (size_t)n * sizeof *number);
  if (!loss || !number) return nomem(j);
  *loss =
      (lia_eom_loss){ .error = number, .peak = number + n, .eps = j->m->eps, .bound = j->m->bound };
  for (int i = 0; i < n; i++) {
    const row *r = &j->row[i];
    loss->peak[i] = r->peak;
    loss->error[i] = row_error(j, r);
    loss->worst = fmax(loss->worst, loss->error[i]);
    loss->of += r->n;
    for (int t = 0; t < r->n; t++) loss->kept += !r->t[t].dropped;
  }
  o->loss = loss;
  return LIA_OK;
}

// one equation on its own: what is left of it, before M is made symmetric
static lia_status finish_row(const job *j, int i, lia_eom_pruned *x, lia_expr *list) {
  const lia_equations *o = j->o;
  const row *r = &j->row[i];
  size_t n = 0;
  list[n++] = o->c[i];
  list[n++] = o->G[i];
  list[n++] = o->d[i];
  if (o->convention != LIA_EOM_inria80) list[n++] = lia_sym_neg(j->p, o->Q[i]);
  for (int t = 0; t < r->n; t++) {
    x->of[r->t[t].kind]++;
    if (r->t[t].dropped) continue;
    x->kept[r->t[t].kind]++;
    list[n++] = r->t[t].e;
  }
  x->row[i] = lia_sym_sum(j->p, n, list);
  x->peak[i] = r->peak;
  x->worst = fmax(x->worst, x->error[i]);
  return x->row[i] ? LIA_OK : equations_prune_failed(j);
}

static lia_status prune_row(const job *j, int i, const numbers *given, lia_eom_pruned *x) {
  row *r = &j->row[i];
  LIA_TRY(terms_of_row(j, i, r));
  if (r->n) {
    LIA_TRY(values_of_row(j, r, given));
    LIA_TRY(equations_prune_choose(j, r, &x->error[i]));
  }
  lia_expr *list = lia_malloc(((size_t)r->n + 4) * sizeof *list);
  lia_status st = list ? finish_row(j, i, x, list) : nomem(j);
  lia_free(list);
  return st;
}

static lia_status equations_prune_finish(const job *j, lia_eom_pruned *x) {
  int most = 0;
  for (int i = 0; i < j->o->n; i++) most = j->row[i].n > most ? j->row[i].n : most;
  lia_expr *list = lia_malloc(((size_t)most + 1) * sizeof *list);
  if (!list) return nomem(j);
  balance(j);
  x->eq = lia_equations_copy(j->o);
  lia_status st = x->eq ? left_of(j, x->eq, list) : nomem(j);
  lia_free(list);
  return st == LIA_OK ? add_loss(j, x->eq) : st;
}

static lia_status equations_prune_prune(const job *j, lia_eom_pruned *x) {
  const int n = j->o->n;
  numbers given = { 0 };
  x->row = lia_arena_alloc(&x->arena, (size_t)n * sizeof *x->row);
  x->error = lia_arena_alloc(&x->arena, (size_t)n * sizeof *x->error);
  x->peak = lia_arena_alloc(&x->arena, (size_t)n * sizeof *x->peak);
  if (!x->row || !x->error || !x->peak) return nomem(j);
  LIA_TRY(numbers_of(j, &given));
  LIA_TRY(equations_prune_peaks(j, &given));
  LIA_TRY(add_constants(j, &given));
  for (int i = 0; i < n; i++) {
    if (j->m->progress) j->m->progress(j->m->of, i, n);
    LIA_TRY(prune_row(j, i, &given, x));
  }
  return equations_prune_finish(j, x);
}

static lia_status equations_prune_refuse(const lia_eom_motion *m, lia_error *err) {
  if (m->samples < 2)
    return LIA_FAIL(err, LIA_EARG, "samples", "expected at least 2, got %d", m->samples);
  if (!(m->eps >= 0))
    return LIA_FAIL(err, LIA_EARG, "eps",
                    "expected a share of the peak, 0.01 for one percent, got %g", m->eps);
  return LIA_OK;
}

lia_status lia_equations_prune(lia_eom_pruned **out, const lia_equations *from,
                               const lia_eom_motion *m, lia_error *err) {
  *out = NULL;
  LIA_TRY(equations_prune_refuse(m, err));
  lia_equations *o = lia_equations_copy(from);   // its B and P are made here
  lia_eom_pruned *x = lia_calloc(1, sizeof *x);
  lia_arena arena = { 0 };
  row *rows = lia_calloc((size_t)from->n, sizeof *rows);
  lia_status st = o && x && rows ? lia_equations_split(o, err) : lia_equations_nomem(err);
  const job j = { from->p, o, m, rows, &arena, err };
  if (st == LIA_OK) st = equations_prune_prune(&j, x);
  for (int i = 0; rows && i < from->n; i++) {
    lia_free(rows[i].t);
    lia_free(rows[i].value);
  }
  lia_free(rows);
  lia_arena_free(&arena);
  lia_equations_free(o);
  if (st == LIA_OK) *out = x;
  else lia_equations_pruned_free(x);
  return st;
}

void lia_equations_pruned_free(lia_eom_pruned *x) {
  if (!x) return;
  lia_equations_free(x->eq);
  lia_arena arena = x->arena;
  lia_arena_free(&arena);
  lia_free(x);
}
