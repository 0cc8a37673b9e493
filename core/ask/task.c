/* task.c - the rows of a Jacobian that a question is about, and their usual rank */
#include "ask/task.h"

#include "base/assert.h"
#include "base/mem.h"
#include "rbd/fk.h"
#include "rbd/jac.h"

lia_task lia_task_of(const lia_model *m, lia_data *d, int body) {
  LIA_ASSERT(body >= -1 && body < m->nbody);
  return (lia_task){ .m = m, .d = d, .body = body, .X_BF = LIA_FRAME_IDENTITY,
                    .axes = LIA_AXES_BASE, .nrow = 6 };
}

int lia_task_rows(const lia_task *t) { return t->row ? t->nrow : 6; }

static void six_rows(const lia_task *t, const double *q, double *J) {
  double p_B[3];
  if (t->body < 0) {
    lia_vec_zero(J, 6 * t->m->nv);
    return;
  }
  lia_copy3(p_B, t->X_BF.p);
  if (t->p_F) lia_frame_point(p_B, &t->X_BF, t->p_F);
  lia_jac(t->m, t->d, q, t->body, p_B, t->axes, J);
  if (t->R_AF) lia_jac_turn(t->R_AF, J, t->m->nv);
}

void lia_task_jacobian(const lia_task *t, const double *q, double *J) {
  const int nv = t->m->nv;
  if (!t->row) {
    six_rows(t, q, J);
    return;
  }
  double *all = t->d->task;
  six_rows(t, q, all);
  LIA_ASSERT(J != all);
  for (int i = 0; i < t->nrow; i++) LIA_ASSERT(t->row[i] >= 0 && t->row[i] < 6);
  for (int i = 0; i < t->nrow; i++) lia_vec_copy(J + i * nv, all + t->row[i] * nv, nv);
}

void lia_task_point(const lia_task *t, const double *q, double p[3]) {
  lia_frame X = LIA_FRAME_IDENTITY;
  if (t->body >= 0) lia_fk_one(t->m, t->d, q, t->body, &X);
  lia_frame_mul(&X, &X, &t->X_BF);
  lia_copy3(p, X.p);
  if (t->p_F) lia_frame_point(p, &X, t->p_F);
}

lia_status lia_task_svd(const lia_task *t, const double *q, double *J, lia_svd *f, lia_error *err) {
  lia_task_jacobian(t, q, J);
  return lia_svd_factor(f, lia_mat_of(J, lia_task_rows(t), t->m->nv), err);
}

static lia_status largest_rank(const lia_task *t, double tol, double *q, double *J, lia_svd *f,
                               int *rank, lia_error *err) {
  *rank = 0;
  for (uint64_t seed = 1; seed <= 4; seed++) {
    lia_rng r = lia_rng_seed(seed);
    lia_model_random(t->m, &r, q);
    LIA_TRY(lia_task_svd(t, q, J, f, err));
    const int here = lia_svd_rank(f, tol);
    if (here > *rank) *rank = here;
  }
  return LIA_OK;
}

lia_status lia_task_usual_rank(const lia_task *t, double tol, int *rank, lia_error *err) {
  const int nv = t->m->nv, nq = t->m->nq, rows = lia_task_rows(t);
  lia_svd *f = NULL;
  double *J = lia_malloc((size_t)(rows * nv + nq + 1) * sizeof *J);
  if (!J) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory for the usual rank of a Jacobian");
  lia_status st = lia_svd_new(&f, rows, nv, err);
  if (st == LIA_OK) st = largest_rank(t, tol, J + rows * nv, J, f, rank, err);
  lia_svd_free(f);
  lia_free(J);
  return st;
}
