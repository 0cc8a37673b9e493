/* constrained_inverse.c - inverse dynamics of a model with constraints, and its mobility */
#include "con/constrained_parts.h"

#include "base/assert.h"
#include "rbd/rnea.h"

#include <math.h>

// ---- inverse dynamics ----

int lia_cmodel_free_columns(lia_cmodel *w, const char *driven) {
  int n = 0, nv = w->m->nv;
  for (int k = 0; k < nv; k++) n += !driven[k];
  for (int i = 0; i < w->rows * nv; i++)
    if (driven[i % nv]) w->G[i] = 0;
  return n;
}

// G_f a_f = -c - G_d a_d;  G_f' lambda = (M a + h - tau0)_f;  u_d = (M a + h - tau0 - G'
// lambda)_d
lia_status lia_cmodel_inverse(lia_cmodel *w, const double *q, const double *v, double t,
                              const char *driven, const double *tau0, double *a,
                              double *u, lia_error *err) {
  const int nv = w->m->nv, rows = w->rows;
  lia_qr *cols = w->dense_solver->cols;
  LIA_ASSERT(w->dense_solver->maxn >= nv && w->dense_solver->maxm >= rows && u != a);
  for (int k = 0; k < nv; k++) a[k] = driven[k] ? a[k] : 0;
  lia_cmodel_rows(w, q, v, t);
  LIA_TRY(lia_cmodel_valued(w, err));
  lia_mat G = lia_mat_of(w->G, rows, nv), T = lia_mat_of(w->dense_solver->K.x, nv, rows);
  lia_vec_copy(w->coordinate_G, w->G, rows * nv);
  lia_mat_mulv(w->rhs, G, a);
  for (int r = 0; r < rows; r++) w->rhs[r] = -w->c[r] - w->rhs[r];
  double size = 1 + lia_vec_max(w->c, rows) + lia_vec_max(a, nv);
  int n = lia_cmodel_free_columns(w, driven);
  LIA_TRY(lia_qr_factor(cols, G, w->opts.rank_tol, err));
  if (cols->rank < n)
    return LIA_FAIL(err, LIA_ESINGULAR, "",
                    "the coordinates driven do not tell the motion here: %d more freedom%s",
                        n - cols->rank, n - cols->rank == 1 ? "" : "s");
  double gap = lia_qr_solve(cols, w->rhs, w->step_v);
  if (gap > 1e-8 * size) return LIA_FAIL(err, LIA_EUNREACHABLE, "",
                                         "these accelerations contradict the constraints by %.3g",
                                             gap);
  for (int k = 0; k < nv; k++)
    if (!driven[k]) a[k] = w->step_v[k];

  lia_rnea(w->m, w->d, q, v ? v : w->zero_v, a, w->scratch_v);
  for (int k = 0; k < nv; k++) {
    w->scratch_v[k] -= tau0 ? tau0[k] : 0;
    w->step_v[k] = driven[k] ? 0 : w->scratch_v[k];
  }
  lia_mat_transpose(T, G);
  LIA_TRY(lia_qr_factor(w->dense_solver->rows, T, w->opts.rank_tol, err));
  lia_qr_solve(w->dense_solver->rows, w->step_v, w->lambda);
  lia_vec_copy(w->G, w->coordinate_G, rows * nv);
  lia_mat_tmulv(u, G, w->lambda);
  for (int k = 0; k < nv; k++) u[k] = driven[k] ? w->scratch_v[k] - u[k] : 0;
  if (!lia_cmodel_all_finite(u, nv) || !lia_cmodel_all_finite(a, nv)
      || !lia_cmodel_all_finite(w->lambda, rows)) return LIA_FAIL(err, LIA_ESINGULAR, "",
          "the motion or its forces exceed all numbers");
  return LIA_OK;
}

// ---- mobility ----

// Which rows follow from those told before them: what is left of each, made orthogonal to these, is
// nothing. Of rows of one meaning the last told is then the one too many. 0 where their number is
// not that of the rank: in doubt, rows are thin
static int later_rows(lia_cmodel *w, int rank) {
  const int nv = w->m->nv;
  int kept = 0;
  for (int r = 0; r < w->rows; r++) {
    double *x = w->coordinate_G + (size_t)kept * (size_t)nv;
    lia_vec_copy(x, w->G + (size_t)r * (size_t)nv, nv);
    double size = lia_vec_norm(x, nv);
    for (int again = 0; again < 2; again++)
      for (int k = 0; k < kept; k++) {
        const double *e = w->coordinate_G + (size_t)k * (size_t)nv;
        lia_vec_axpy(x, -lia_vec_dot(x, e, nv), e, nv);
      }
    double left = lia_vec_norm(x, nv);
    LIA_ASSERT(kept <= r);
    w->redundant[r] = !(left > w->opts.rank_tol * size);
    if (w->redundant[r]) continue;
    lia_vec_scale(x, 1 / left, x, nv);
    kept++;
  }
  return kept == rank;
}

lia_status lia_cmodel_mobility_at(lia_cmodel *w, const double *q, double t, const char *held,
                                  lia_cmodel_mobility *out, lia_error *err) {
  const lia_model *m = w->m;
  lia_cmodel_rows(w, q, NULL, t);
  LIA_TRY(lia_cmodel_valued(w, err));
  int stay = 0;
  for (int k = 0; held && k < m->nv; k++) stay += held[k];
  if (held) lia_cmodel_free_columns(w, held);
  LIA_TRY(lia_constrained_rank(w->dense_solver, lia_mat_of(w->G, w->rows, m->nv), w->opts.rank_tol,
                               err));
  *out = (lia_cmodel_mobility){ .rank = w->dense_solver->rank, .rows = w->rows,
                               .redundant = w->rows - w->dense_solver->rank,
                                   .velocity = m->nv - stay - w->dense_solver->rank };
  if (!later_rows(w, w->dense_solver->rank))
    for (int r = 0; r < w->rows;
         r++) w->redundant[w->dense_solver->row[r]] = r >= w->dense_solver->rank;
  int n = lia_cmodel_held_rows(w, held);
  LIA_TRY(lia_constrained_rank(w->dense_solver, lia_mat_of(w->G, n, m->nv), w->opts.rank_tol, err));
  out->position = m->nv - stay - w->dense_solver->rank;
  LIA_ASSERT(out->rank <= w->rows && out->rank <= m->nv && n <= w->rows);
  return LIA_OK;
}

// of rows that hold, at q: rank of all and of those that hold positions
static lia_status ranks(lia_cmodel *w, const double *q, double t, int *all, int *held,
                        lia_error *err) {
  lia_cmodel_mobility x;
  LIA_TRY(lia_cmodel_mobility_at(w, q, t, NULL, &x, err));
  *all = x.rank > *all ? x.rank : *all;
  int position = w->m->nv - x.position;
  *held = position > *held ? position : *held;
  return LIA_OK;
}

lia_status lia_cmodel_rank(lia_cmodel *w, const double *q, double t, int *all, int *held,
                           lia_error *err) {
  const lia_model *m = w->m;
  lia_rng r = lia_rng_seed(1);
  *all = *held = 0;
  LIA_TRY(ranks(w, q, t, all, held, err));
  if (*all == w->rows) return LIA_OK;
  double *near = w->nearby, *dv = near + m->nq, *still = dv + m->nv;
  for (int k = 0; k < 3; k++) {
    lia_cmodel_info info = { 0 };
    // along the motions that are free at q, then onto the constraints
    for (int i = 0; i < m->nv; i++) dv[i] = lia_rng_range(&r, -0.1, 0.1);
    if (lia_cmodel_velocity(w, q, dv, t, 0, dv, NULL) != LIA_OK || lia_cmodel_velocity(w, q,
        w->zero_v, t, 0, still, NULL) != LIA_OK) break;
    lia_vec_axpy(dv, -1, still, m->nv);
    lia_model_step(m, q, dv, 1, near);
    if (lia_cmodel_assemble(w, near, t, NULL, 1e-12, 60, &info, NULL) == LIA_OK) LIA_TRY(ranks(w,
        near, t, all, held, err));
  }
  return LIA_OK;
}

// the rank near q may not be known: such a place says nothing
void lia_cmodel_redundant_always(lia_cmodel *w, const double *q, double t, int *always) {
  const lia_model *m = w->m;
  lia_rng r = lia_rng_seed(1);
  lia_cmodel_mobility x;
  double *near = w->nearby, *dv = near + m->nq;
  memcpy(always, w->redundant, (size_t)w->rows * sizeof *always);
  for (int k = 0; k < 3; k++) {
    lia_cmodel_info info = { 0 };
    for (int i = 0; i < m->nv; i++) dv[i] = lia_rng_range(&r, -0.2, 0.2);
    lia_model_step(m, q, dv, 1, near);
    if (lia_cmodel_assemble(w, near, t, NULL, 1e-11, 60, &info, NULL) != LIA_OK) continue;
    if (lia_cmodel_mobility_at(w, near, t, NULL, &x, NULL) != LIA_OK) continue;
    for (int i = 0; i < w->rows; i++) always[i] &= w->redundant[i];
  }
}
