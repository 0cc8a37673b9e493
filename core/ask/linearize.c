/* linearize.c - small motions about a state */
#include "ask/linearize.h"

#include "base/assert.h"
#include "base/mem.h"
#include "num/mat.h"
#include "rbd/deriv.h"
#include "rbd/passive.h"
#include "rbd/rnea.h"

typedef struct room {
  lia_mat dq, dv, Minv, Kq, Kv, P;                     /* (nv x nv) each */
  double *v, *tau, *a, *e, *more, *less, *ahead, *back; /* (nv) each; ahead and back (nq) */
} room;

static void linearize_give(room *r, double *x, int nv, int nq) {
  lia_mat *const mats[] = { &r->dq, &r->dv, &r->Minv, &r->Kq, &r->Kv, &r->P };
  double **const vecs[] = { &r->v, &r->tau, &r->a, &r->e, &r->more, &r->less };
  for (size_t k = 0; k < sizeof mats / sizeof *mats; k++, x += nv * nv) *mats[k] = lia_mat_of(x, nv,
      nv);
  for (size_t k = 0; k < sizeof vecs / sizeof *vecs; k++, x += nv) *vecs[k] = x;
  r->ahead = x;
  r->back = x + nq;
}

// column k of K = (tau(ahead) - tau(back)) / 2h
static void linearize_slope(room *r, lia_mat K, int k, double h) {
  for (int i = 0; i < K.rows; i++) *lia_mat_at(K, i, k) = (r->more[i] - r->less[i]) / (2 * h);
}

// d (springs and dampers) / dq and dv by differences: they are linear in both
static void passive_slopes(room *r, const lia_model *m, const double *q) {
  const int n = m->nv;
  const double h = 1e-4;
  for (int k = 0; k < n; k++) {
    lia_vec_zero(r->e, n);
    r->e[k] = 1;
    lia_model_step(m, q, r->e, h, r->ahead);
    lia_model_step(m, q, r->e, -h, r->back);
    lia_passive(m, r->ahead, r->v, r->more);
    lia_passive(m, r->back, r->v, r->less);
    linearize_slope(r, r->Kq, k, h);
    lia_vec_add(r->ahead, r->v, h, r->e, n);
    lia_vec_add(r->back, r->v, -h, r->e, n);
    lia_passive(m, q, r->ahead, r->more);
    lia_passive(m, q, r->back, r->less);
    linearize_slope(r, r->Kv, k, h);
  }
}

// the forces on the coordinates: motors with springs and dampers, or C v + g, which holds the
// state
static void forces(room *r, const lia_model *m, lia_data *d, const double *q, const double *tau) {
  if (!tau) {
    lia_rnea(m, d, q, r->v, NULL, r->tau);
    return;
  }
  lia_passive(m, q, r->v, r->more);
  lia_vec_add(r->tau, tau, 1, r->more, m->nv);
}

static void put_together(const room *r, double *A, double *B) {
  const int n = r->dq.rows;
  LIA_ASSERT(r->dv.rows == n && r->Minv.rows == n);
  lia_mat a = lia_mat_of(A, 2 * n, 2 * n), b = lia_mat_of(B, 2 * n, n);
  lia_mat_zero(a);
  lia_mat_zero(b);
  lia_mat_eye(lia_mat_part(a, 0, n, n, n));
  lia_mat_copy(lia_mat_part(a, n, 0, n, n), r->dq);
  lia_mat_copy(lia_mat_part(a, n, n, n, n), r->dv);
  lia_mat_copy(lia_mat_part(b, n, 0, n, n), r->Minv);
}

// dq + M^-1 Kq, dv + M^-1 Kv
static void add_slopes(room *r) {
  lia_mat_mul(r->P, r->Minv, r->Kq);
  lia_mat_add(r->dq, r->dq, 1, r->P);
  lia_mat_mul(r->P, r->Minv, r->Kv);
  lia_mat_add(r->dv, r->dv, 1, r->P);
}

static lia_status linearize_solve(room *r, const lia_model *m, lia_data *d, const double *q,
                        const double *tau, double *A, double *B, lia_error *err) {
  forces(r, m, d, q, tau);
  if (lia_deriv_forward(m, d, q, r->v, r->tau, r->a, r->dq.x, r->dv.x, r->Minv.x) != LIA_OK)
    return LIA_FAIL(err, LIA_ESINGULAR, "",
                    "a coordinate moves no mass: no force tells its acceleration");
  passive_slopes(r, m, q);
  add_slopes(r);
  put_together(r, A, B);
  return LIA_OK;
}

lia_status lia_linearize(const lia_model *m, lia_data *d, const double *q, const double *v,
                         const double *tau, double *A, double *B, lia_error *err) {
  const size_t n = (size_t)m->nv, nq = (size_t)m->nq;
  if (m->nq != m->nv && v && lia_vec_norm(v, m->nv) > 0)
    return LIA_FAIL(err, LIA_EMODEL, "v",
                    "a model that turns freely in space is linearised at rest");
  double *x = lia_calloc(6 * n * n + 6 * n + 2 * nq + 1, sizeof *x);
  if (!x) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory for small motions");
  room r;
  linearize_give(&r, x, m->nv, m->nq);
  if (v) lia_vec_copy(r.v, v, m->nv);
  lia_status st = linearize_solve(&r, m, d, q, tau, A, B, err);
  lia_free(x);
  return st;
}
