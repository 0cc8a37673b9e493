/* workspace.c - places of a point over evenly spread configurations */
#include "ask/workspace.h"

#include "ask/singular.h"
#include "base/assert.h"
#include "base/layout.h"
#include "base/mem.h"

#include <math.h>

static const int primes[LIA_WORKSPACE_COORDINATES] = {
  2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71,
};

// digits of k in base b behind the point, in reverse
static double radical(int k, int b) {
  double x = 0, f = 1.0 / b;
  for (; k > 0; k /= b, f /= b) x = x + f * (k % b);
  return x;
}

static void layout(lia_layout *l, lia_workspace *w) {
  const lia_model *m = w->task.m;
  w->point = LIA_TAKE(l, double, 3 * (size_t)w->n);
  w->from = LIA_TAKE(l, double, m->nv);
  w->to = LIA_TAKE(l, double, m->nv);
  w->q = LIA_TAKE(l, double, m->nq);
  w->J = LIA_TAKE(l, double, lia_task_rows(&w->task) * m->nv);
}

static lia_status workspace_refuse(const lia_model *m, int n, lia_error *err) {
  if (n < 1) return LIA_FAIL(err, LIA_EARG, "n", "expected at least one place, got %d", n);
  if (m->nq != m->nv)
    return LIA_FAIL(err, LIA_EMODEL, "",
                    "a floating base or a joint turning freely in space reaches everything");
  if (m->nv > LIA_WORKSPACE_COORDINATES)
    return LIA_FAIL(err, LIA_EDIM, "", "at most %d coordinates", LIA_WORKSPACE_COORDINATES);
  return LIA_OK;
}

lia_status lia_workspace_limits(const lia_task *t, double *from, double *to, int *open,
                                lia_error *err) {
  const double pi = 3.14159265358979323846;
  const int nv = t->m->nv;
  const lia_task whole = lia_task_of(t->m, t->d, t->body);
  double *J = t->d->task, *q = t->d->tau;
  *open = -1;
  LIA_TRY(workspace_refuse(t->m, 1, err));
  lia_model_neutral(t->m, q);
  lia_task_jacobian(&whole, q, J);
  for (int k = 0; k < nv; k++) {
    const double x = J[3 * nv + k], y = J[4 * nv + k], z = J[5 * nv + k];
    if (isinf(from[k]) && isinf(to[k]) && x * x + y * y + z * z > 0) {
      from[k] = -pi;
      to[k] = pi;
    }
    if (*open < 0 && (isinf(from[k]) || isinf(to[k]))) *open = k;
  }
  return LIA_OK;
}

static void workspace_begin(lia_workspace *w, const double *from, const double *to) {
  const int nv = w->task.m->nv;
  lia_vec_copy(w->from, from, nv);
  lia_vec_copy(w->to, to, nv);
  w->box = 1;
  for (int k = 0; k < nv; k++) w->box = w->box * (to[k] - from[k]);
  w->near = INFINITY;
  lia_set3(w->lower, INFINITY, INFINITY, INFINITY);
  lia_set3(w->upper, -INFINITY, -INFINITY, -INFINITY);
}

lia_status lia_workspace_new(lia_workspace **out, const lia_task *t, int n, const double *from,
                             const double *to, lia_error *err) {
  *out = NULL;
  LIA_TRY(workspace_refuse(t->m, n, err));
  lia_workspace shape = { .task = *t, .n = n };
  lia_layout l = { NULL, sizeof shape };
  layout(&l, &shape);
  lia_workspace *w = lia_block(l.used);
  if (!w) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory for %d places", n);
  *w = shape;
  l = (lia_layout){ (char *)w, sizeof shape };
  layout(&l, w);
  workspace_begin(w, from, to);
  lia_status st = lia_svd_new(&w->f, lia_task_rows(t), t->m->nv, err);
  if (st == LIA_OK) st = lia_task_usual_rank(t, 1e-9, &w->rank, err);
  if (st == LIA_OK) *out = w;
  else lia_workspace_free(w);
  return st;
}

void lia_workspace_free(lia_workspace *w) {
  if (!w) return;
  lia_svd_free(w->f);
  lia_free(w);
}

static void widen(lia_workspace *w, const double p[3]) {
  const double r = lia_vec_norm(p, 3);
  for (int c = 0; c < 3; c++) {
    if (p[c] < w->lower[c]) w->lower[c] = p[c];
    if (p[c] > w->upper[c]) w->upper[c] = p[c];
  }
  if (r > w->far) w->far = r;
  if (r < w->near) w->near = r;
}

static lia_status visit(lia_workspace *w, lia_error *err) {
  LIA_ASSERT(w->done < w->n && w->task.m->nv <= LIA_WORKSPACE_COORDINATES);
  const int i = w->done + 1;
  double *p = w->point + 3 * w->done;
  for (int k = 0; k < w->task.m->nv;
       k++) w->q[k] = w->from[k] + (w->to[k] - w->from[k]) * radical(i, primes[k]);
  lia_task_point(&w->task, w->q, p);
  widen(w, p);
  LIA_TRY(lia_task_svd(&w->task, w->q, w->J, w->f, err));
  w->sum = w->sum + lia_singular_product(w->f, w->rank);
  w->done = i;
  return LIA_OK;
}

lia_status lia_workspace_visit(lia_workspace *w, int count, lia_error *err) {
  for (; count > 0 && w->done < w->n; count--) LIA_TRY(visit(w, err));
  return LIA_OK;
}

double lia_workspace_measure(const lia_workspace *w) { return w->sum / w->n * w->box; }
