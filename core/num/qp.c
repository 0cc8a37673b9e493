/* qp.c - convex quadratic programmes: the text of qp_text.h in doubles, and rounds of it where H is
 * semidefinite */
#include "num/qp.h"

#include "base/assert.h"
#include "base/layout.h"
#include "base/mem.h"

#include <float.h>
#include <math.h>
#include <string.h>

typedef double real;
#define real_abs fabs
#define real_sqrt sqrt

// letters of qp_text.h. which: constraints in use; active: 1 and -1 in use below and above, 2 an
// equation, 3 leans on those in use; u: their multipliers
typedef struct qp_room {
  int n, m, count, equal, steps, most_steps, worst, side;
  real tol, loose, lean, pivot, free, t, scale;
  real *H, *g, *A, *lower, *upper, *least, *most;
  real *x, *y, *L, *J, *R, *d, *z, *r, *u, *length;
  int *which, *active;
} qp_room;

#include "num/qp_text.h"

struct lia_qp_work { qp_room room; double *before; };

const lia_qp_opts lia_qp_defaults = { LIA_QP_OPTS(LIA_OPT_DEFAULT) };

lia_status lia_qp_check(const lia_qp_opts *o, lia_error *err) {
  LIA_QP_OPTS(LIA_OPT_CHECK)
  return LIA_OK;
}

// ---- memory ----

static void layout(lia_layout *l, lia_qp_work *w) {
  qp_room *q = &w->room;
  const size_t n = (size_t)q->n, m = (size_t)q->m, nn = n * n;
  q->H = LIA_TAKE(l, double, nn);
  q->L = LIA_TAKE(l, double, nn);
  q->J = LIA_TAKE(l, double, nn);
  q->R = LIA_TAKE(l, double, nn);
  q->A = LIA_TAKE(l, double, m * n);
  q->lower = LIA_TAKE(l, double, m);
  q->upper = LIA_TAKE(l, double, m);
  q->y = LIA_TAKE(l, double, m + n);
  q->length = LIA_TAKE(l, double, m + n);
  q->active = LIA_TAKE(l, int, m + n);
  q->which = LIA_TAKE(l, int, n);
  q->g = LIA_TAKE(l, double, n);
  q->least = LIA_TAKE(l, double, n);
  q->most = LIA_TAKE(l, double, n);
  q->x = LIA_TAKE(l, double, n);
  q->d = LIA_TAKE(l, double, n);
  q->z = LIA_TAKE(l, double, n);
  q->r = LIA_TAKE(l, double, n);
  q->u = LIA_TAKE(l, double, n);
  w->before = LIA_TAKE(l, double, n);
}

lia_status lia_qp_new(lia_qp_work **out, int n, int m, lia_error *err) {
  enum { MOST = 4096 };
  lia_qp_work shape = { .room = { .n = n, .m = m } };
  *out = NULL;
  if (n < 1 || n > MOST || m < 0 || m > 16 * MOST)
    return LIA_FAIL(err, LIA_EARG, "", "expected 1 to %d unknowns and at most %d rows, got %d and "
        "%d", MOST, 16 * MOST, n, m);
  lia_layout l = { NULL, sizeof shape };
  layout(&l, &shape);
  lia_qp_work *w = lia_block(l.used);
  if (!w) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory for %d unknowns, %d rows", n, m);
  *w = shape;
  l = (lia_layout){ (char *)w, sizeof shape };
  layout(&l, w);
  *out = w;
  return LIA_OK;
}

void lia_qp_free(lia_qp_work *w) { lia_free(w); }

// ---- what is given ----

static lia_status qp_numbers(const char *name, const double *x, int n, lia_error *err) {
  for (int i = 0; i < n; i++)
    if (!isfinite(x[i]))
      return LIA_FAIL(err, LIA_EDOMAIN, name, "%s[%d]: expected a finite number, got %g", name, i,
          x[i]);
  return LIA_OK;
}

// bounds, infinite where there are none
static lia_status qp_bounds(const char *what, double *lo, double *hi, const double *low,
    const double *high, int n, lia_error *err) {
  for (int i = 0; i < n; i++) {
    lo[i] = low ? low[i] : -(double)INFINITY;
    hi[i] = high ? high[i] : (double)INFINITY;
    if (!(lo[i] <= hi[i]) || lo[i] == (double)INFINITY || hi[i] == -(double)INFINITY)
      return LIA_FAIL(err, LIA_EARG, "", "the bounds of %s %d are empty: from %g to %g", what, i,
          lo[i], hi[i]);
  }
  return LIA_OK;
}

static lia_status qp_take(qp_room *w, const lia_qp *p, lia_error *err) {
  const lia_mat H = lia_mat_of(w->H, w->n, w->n), A = lia_mat_of(w->A, w->m, w->n);
  LIA_ASSERT(p->n == w->n && p->m == w->m);
  LIA_ASSERT(p->H.rows == w->n && p->H.cols == w->n && p->A.rows == w->m);
  LIA_TRY(lia_mat_finite(p->H, "H", err));
  if (w->m) LIA_TRY(lia_mat_finite(p->A, "A", err));
  LIA_TRY(qp_numbers("g", p->g, w->n, err));
  if (lia_mat_skewness(p->H) > 1e-10 * lia_mat_max(p->H))
    return LIA_FAIL(err, LIA_EARG, "H", "expected a symmetric matrix");
  lia_mat_copy(H, p->H);
  if (w->m) lia_mat_copy(A, p->A);
  lia_vec_copy(w->g, p->g, w->n);
  LIA_TRY(qp_bounds("row", w->lower, w->upper, p->lower, p->upper, w->m, err));
  return qp_bounds("x", w->least, w->most, p->least, p->most, w->n, err);
}

// ---- what is told ----

static void worst_of(double *worst, double off, double terms) {
  if (off > 0) *worst = fmax(*worst, terms > 0 ? off / terms : (double)INFINITY);
}

// H x + g + A'y + v, by the terms of each row
static double stationarity_of(const qp_room *w, const lia_qp *p) {
  double worst = 0;
  for (int i = 0; i < w->n; i++) {
    double sum = p->g[i] + w->y[w->m + i], terms = fabs(p->g[i]) + fabs(w->y[w->m + i]);
    for (int j = 0; j < w->n; j++) {
      const double one = *lia_mat_at(p->H, i, j) * w->x[j];
      sum += one;
      terms += fabs(one);
    }
    for (int k = 0; k < w->m; k++) {
      const double one = *lia_mat_at(p->A, k, i) * w->y[k];
      sum += one;
      terms += fabs(one);
    }
    worst_of(&worst, fabs(sum), terms);
  }
  return worst;
}

static double feasibility_of(qp_room *w) {
  double worst = 0;
  for (int k = 0; k < w->m + w->n; k++) {
    const double value = qp_value(w, k), low = qp_low(w, k), high = qp_high(w, k);
    worst_of(&worst, low - value, w->scale + fabs(low));
    worst_of(&worst, value - high, w->scale + fabs(high));
  }
  return worst;
}

static void qp_tell(qp_room *w, const lia_qp *p, lia_qp_info *info) {
  info->value = lia_mat_quad(p->H, w->x, w->x) / 2;
  for (int i = 0; i < w->n; i++) info->value += p->g[i] * w->x[i];
  info->stationarity = stationarity_of(w, p);
  info->feasibility = feasibility_of(w);
  info->used = w->count;
}

// the combination of constraints that is 0 x >= something above 0
static void qp_conflict(qp_room *w) {
  for (int k = 0; k < w->m + w->n; k++) w->y[k] = 0;
  for (int i = 0; i < w->count; i++) {
    const int k = w->which[i];
    w->y[k] = w->active[k] == -1 ? -w->r[i] : w->r[i];
  }
  w->y[w->worst] = -w->side;
}

static lia_status qp_outcome(qp_room *w, int state, lia_error *err) {
  if (state == 0) return LIA_OK;
  if (state == 2)
    return LIA_FAIL(err, LIA_ENOCONV, "", "not finished after %d steps: are rows nearly the same?",
        w->steps);
  qp_conflict(w);
  return LIA_FAIL(err, LIA_EUNREACHABLE, "", "no x obeys all constraints");
}

// ---- H semidefinite: rounds of H + p 1 ----

// does the value fall along d for ever, within all constraints?
static int falls(const qp_room *w, const lia_qp *p, const double *d) {
  const double near = 1e-9, size = lia_vec_norm(d, w->n);
  double slope = 0, terms = 0;
  for (int i = 0; i < w->n; i++) {
    slope += p->g[i] * d[i];
    terms += fabs(p->g[i] * d[i]);
  }
  if (!(slope < -near * terms) || !(size > 0)) return 0;
  if (lia_mat_quad(p->H, d, d) > near * lia_mat_max(p->H) * size * size) return 0;
  for (int k = 0; k < w->m + w->n; k++) {
    double along = 0;
    for (int j = 0; j < w->n; j++) along += qp_row(w, k, j) * d[j];
    along *= w->length[k] / size;
    if (along > near && isfinite(qp_high(w, k))) return 0;
    if (along < -near && isfinite(qp_low(w, k))) return 0;
  }
  return 1;
}

static int factored(qp_room *w, const lia_qp *p, double more) {
  const lia_mat H = lia_mat_of(w->H, w->n, w->n);
  lia_mat_copy(H, p->H);
  for (int i = 0; i < w->n; i++) *lia_mat_at(H, i, i) += more;
  return qp_factor(w) == 0;
}

// from the last x: 1: it stays, -1: it goes without bound, 0: neither
static int settled(lia_qp_work *w, const lia_qp *p, double more) {
  qp_room *q = &w->room;
  double moved = 0, terms = 0;
  for (int i = 0; i < q->n; i++) {
    double Hx = p->g[i];
    for (int j = 0; j < q->n; j++) Hx += *lia_mat_at(p->H, i, j) * q->x[j];
    terms = fmax(terms, fabs(Hx) + fabs(p->g[i]));
    q->d[i] = q->x[i] - w->before[i];
    moved = fmax(moved, fabs(q->d[i]));
  }
  if (more * moved <= 4 * DBL_EPSILON * terms || moved == 0) return 1;
  return falls(q, p, q->d) ? -1 : 0;
}

static lia_status rounds(lia_qp_work *w, const lia_qp *p, lia_qp_info *info, lia_error *err) {
  enum { MOST = 200 };
  qp_room *q = &w->room;
  double H = lia_mat_max(p->H), g = 0, more;
  for (int i = 0; i < q->n; i++) g = fmax(g, fabs(p->g[i]));
  more = H > 0 ? 1e-5 * H : 1e-3 * g;
  if (!(more > 0)) more = 1;
  lia_vec_zero(w->before, q->n);
  for (info->rounds = 1; info->rounds <= MOST; info->rounds++) {
    if (info->rounds % 10 == 1) {
      if (info->rounds > 1) more *= 0.1;
      if (!factored(q, p, more))
        return LIA_FAIL(err, LIA_EDOMAIN, "H", "H has a negative eigenvalue: the programme is not "
            "convex");
    }
    for (int i = 0; i < q->n; i++) q->g[i] = p->g[i] - more * w->before[i];
    const int state = qp_solve(q);
    info->steps += q->steps;
    LIA_TRY(qp_outcome(q, state, err));
    const int how = settled(w, p, more);
    if (how > 0) return LIA_OK;
    if (how < 0) {
      lia_vec_scale(q->x, 1 / lia_vec_norm(q->d, q->n), q->d, q->n);
      return LIA_FAIL(err, LIA_EDOMAIN, "", "the value falls without bound");
    }
    lia_vec_copy(w->before, q->x, q->n);
  }
  return LIA_FAIL(err, LIA_ENOCONV, "", "not settled after %d rounds: H is too near to singular",
      MOST);
}

// ---- solved ----

static void qp_measures(qp_room *q, const lia_qp_opts *o) {
  q->tol = o->tol;
  q->loose = fmax(1e-7, o->tol);
  q->lean = 1e3 * q->n * DBL_EPSILON;
  q->pivot = 1e-11;
  q->most_steps = o->max_iter ? o->max_iter : 50 * (q->n + q->m) + 100;
}

static void give(const qp_room *w, double *x, double *y, double *v) {
  lia_vec_copy(x, w->x, w->n);
  if (y) lia_vec_copy(y, w->y, w->m);
  if (v) lia_vec_copy(v, w->y + w->m, w->n);
}

lia_status lia_qp_solve(lia_qp_work *w, const lia_qp *p, const lia_qp_opts *opts, double *x,
    double *y, double *v, lia_qp_info *told, lia_error *err) {
  const lia_qp_opts o = opts ? *opts : lia_qp_defaults;
  lia_qp_info none, *info = told ? told : &none;
  qp_room *q = &w->room;
  *info = (lia_qp_info){ .value = (double)NAN };
  LIA_TRY(lia_qp_check(&o, err));
  LIA_TRY(qp_take(q, p, err));
  qp_measures(q, &o);
  lia_status st = LIA_OK;
  if (factored(q, p, 0)) {
    st = qp_outcome(q, qp_solve(q), err);
    info->steps = q->steps;
  } else st = rounds(w, p, info, err);
  if (st == LIA_OK) qp_tell(q, p, info);
  give(q, x, y, v);
  return st;
}

// ---- asked again and again ----

size_t lia_qp_data_size(int n, int m, int rows) {
  const size_t N = (size_t)n, M = (size_t)m, R = (size_t)rows;
  return N * N + N + M * N + 2 * M + 2 * N + R * N + R;
}

// the next n numbers of the data
static const double *take_part(double *to, const double *data, int n) {
  lia_vec_copy(to, data, n);
  return data + n;
}

int lia_qp_ask(lia_qp_work *w, int rows, const double *data, double *x) {
  qp_room *q = &w->room;
  const int n = q->n, m = q->m;
  qp_measures(q, &lia_qp_defaults);
  data = take_part(q->H, data, n * n);
  data = take_part(q->g, data, n);
  data = take_part(q->A, data, m * n);
  data = take_part(q->lower, data, m);
  data = take_part(q->upper, data, m);
  data = take_part(q->least, data, n);
  data = take_part(q->most, data, n);
  qp_squares(q, data, data + rows * n, rows);
  const int solved = qp_ask(q);
  for (int i = 0; i < n; i++) x[i] = solved ? q->x[i] : (double)NAN;
  return solved;
}
