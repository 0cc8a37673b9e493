/* redundancy.c - weighted and damped inverses of a Jacobian, and its null motions */
#include "ask/redundancy.h"

#include "base/assert.h"
#include "base/mem.h"

void lia_redundancy_block(const lia_redundancy *o, lia_mat J) {
  for (int i = 0; o->stays && i < J.rows; i++)
    for (int k = 0; k < J.cols; k++)
      if (o->stays[k]) *lia_mat_at(J, i, k) = 0;
}

static lia_status pseudo_inverse(lia_mat A, double damping, lia_mat G, lia_error *err) {
  lia_svd *f = NULL;
  LIA_TRY(lia_svd_new(&f, A.rows, A.cols, err));
  lia_status st = lia_svd_factor(f, A, err);
  if (st == LIA_OK) lia_svd_pinv(f, 1e-12, damping, G);
  lia_svd_free(f);
  return st;
}

// back = L'^-1 of W = L L'; T: scratch of its size
static lia_status back_of(const double *W, lia_mat T, int *piv, lia_mat back, lia_error *err) {
  const int n = T.rows;
  static const char *const what = "expected a symmetric positive definite matrix";
  lia_mat given = lia_mat_of(W, n, n);
  lia_mat_copy(T, given);
  if (!(lia_mat_skewness(given) <= 1e-12 * lia_mat_normf(given)) || lia_chol_factor(T,
      NULL) != LIA_OK)
    return LIA_FAIL(err, LIA_EDOMAIN, "weights", "%s", what);
  for (int i = 0; i < n; i++)
    for (int k = i + 1; k < n; k++) *lia_mat_at(T, i, k) = 0;
  lia_mat_transpose(T, T);
  LIA_TRY(lia_lu_factor(T, piv, err));
  lia_lu_inverse(back, T, piv);
  return LIA_OK;
}

// in the metric of W: room for A (rows x n), back and T (n x n), P (n x rows)
static lia_status weighted(const lia_redundancy *o, lia_mat J, lia_mat G, double *room, int *piv,
                           lia_error *err) {
  LIA_ASSERT(G.rows == J.cols && G.cols == J.rows);
  const int n = J.cols, rows = J.rows;
  lia_mat back = lia_mat_of(room, n, n), T = lia_mat_of(room + n * n, n, n);
  lia_mat A = lia_mat_of(T.x + n * n, rows, n), P = lia_mat_of(A.x + rows * n, n, rows);
  LIA_TRY(back_of(o->W, T, piv, back, err));
  lia_mat_mul(A, J, back);
  LIA_TRY(pseudo_inverse(A, o->damping, P, err));
  lia_mat_mul(G, back, P);
  return LIA_OK;
}

lia_status lia_redundancy_inverse(const lia_redundancy *o, lia_mat J, lia_mat G, lia_error *err) {
  const size_t n = (size_t)J.cols, rows = (size_t)J.rows;
  double *room = lia_malloc((3 * rows * n + 2 * n * n + 1) * sizeof *room + (n + 1) * sizeof(int));
  if (!room) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory for the inverse of a Jacobian");
  lia_mat free = lia_mat_of(room, J.rows, J.cols);
  lia_mat_copy(free, J);
  lia_redundancy_block(o, free);
  int *piv = (int *)(void *)(room + 3 * rows * n + 2 * n * n + 1);
  lia_status st;
  if (o->W) st = weighted(o, free, G, room + rows * n, piv, err);
  else st = pseudo_inverse(free, o->damping, G, err);
  lia_free(room);
  return st;
}

// v = G x + toward - G J toward, of joints that do not stay
static void redundancy_combine(const lia_redundancy *o, lia_mat J, lia_mat G, const double *x,
                    const double *toward, double *v, double *room) {
  const int n = J.cols;
  double *z = room, *Jz = z + n, *GJz = Jz + J.rows;
  lia_mat_mulv(v, G, x);
  if (!toward) return;
  for (int k = 0; k < n; k++) z[k] = o->stays && o->stays[k] ? 0 : toward[k];
  lia_mat_mulv(Jz, J, z);
  lia_mat_mulv(GJz, G, Jz);
  for (int k = 0; k < n; k++) v[k] = v[k] + z[k] - GJz[k];
}

lia_status lia_redundancy_rates(const lia_redundancy *o, lia_mat J, const double *x,
                                const double *toward, double *v, double *rest, lia_error *err) {
  const size_t n = (size_t)J.cols, rows = (size_t)J.rows;
  double *room = lia_malloc((rows * n + 2 * n + rows + 1) * sizeof *room);
  if (!room) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory for velocities");
  double *work = room + rows * n;
  lia_mat G = lia_mat_of(room, J.cols, J.rows);
  lia_status st = lia_redundancy_inverse(o, J, G, err);
  if (st == LIA_OK) {
    redundancy_combine(o, J, G, x, toward, v, work);
    lia_mat_mulv(work, J, v);
    lia_vec_axpy(work, -1, x, J.rows);
    *rest = lia_vec_norm(work, J.rows);
  }
  lia_free(room);
  return st;
}

lia_status lia_redundancy_null(lia_mat J, double tol, double *N, int *n, lia_error *err) {
  lia_svd *f = NULL;
  LIA_TRY(lia_svd_new(&f, J.rows, J.cols, err));
  lia_status st = lia_svd_factor(f, J, err);
  if (st == LIA_OK) {
    *n = J.cols - lia_svd_rank(f, tol);
    if (*n) lia_svd_null(f, tol, lia_mat_of(N, J.cols, *n));
  }
  lia_svd_free(f);
  return st;
}
