/* sheet.c - memory and LAPACK for the matrices of one computation */
#include "ctl/sheet.h"

#include "num/lapack.h"

// ---- memory ----

lia_status lia_sheet_vec(lia_arena *a, double **x, int n, lia_error *err) {
  *x = lia_arena_alloc(a, ((size_t)n + 1) * sizeof **x);
  return *x ? LIA_OK : LIA_FAIL(err, LIA_ENOMEM, "", "out of memory for %d numbers", n);
}

lia_status lia_sheet_mat(lia_arena *a, lia_mat *M, int rows, int cols, lia_error *err) {
  *M = lia_mat_of(NULL, 0, 0);
  LIA_TRY(lia_lapack_sizes(rows, cols, err));
  LIA_TRY(lia_sheet_vec(a, &M->x, rows * cols, err));
  M->rows = rows;
  M->cols = M->ld = cols;
  return LIA_OK;
}

lia_status lia_sheet_copy(lia_arena *a, lia_mat *M, lia_mat A, lia_error *err) {
  LIA_TRY(lia_sheet_mat(a, M, A.rows, A.cols, err));
  lia_mat_copy(*M, A);
  return LIA_OK;
}

lia_status lia_sheet_mul(lia_arena *a, lia_mat *M, lia_mat A, lia_mat B, lia_error *err) {
  LIA_TRY(lia_sheet_mat(a, M, A.rows, B.cols, err));
  lia_mat_mul(*M, A, B);
  return LIA_OK;
}

lia_status lia_sheet_turn(lia_arena *a, lia_mat *M, lia_mat A, lia_error *err) {
  LIA_TRY(lia_sheet_mat(a, M, A.cols, A.rows, err));
  lia_mat_transpose(*M, A);
  return LIA_OK;
}

// ---- linear systems ----

lia_status lia_sheet_divide(lia_arena *a, lia_mat B, lia_mat A, const char *what, lia_error *err) {
  lia_mat F;
  lia_error inner = { 0 };
  int *piv = lia_arena_alloc(a, ((size_t)A.rows + 1) * sizeof *piv);
  LIA_TRY(lia_sheet_copy(a, &F, A, err));
  if (!piv) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory for %d pivots", A.rows);
  const lia_status st = lia_lu_factor(F, piv, &inner);
  if (st == LIA_ESINGULAR) return LIA_FAIL(err, LIA_ESINGULAR, "", "%s", what);
  if (st != LIA_OK) return LIA_FAIL(err, st, inner.path, "%s", inner.text);
  lia_lu_solvem(F, piv, B);
  return LIA_OK;
}

lia_status lia_sheet_rdivide(lia_arena *a, lia_mat B, lia_mat A, const char *what, lia_error *err) {
  lia_mat At, Bt;
  LIA_TRY(lia_sheet_turn(a, &At, A, err));
  LIA_TRY(lia_sheet_turn(a, &Bt, B, err));
  LIA_TRY(lia_sheet_divide(a, Bt, At, what, err));
  lia_mat_transpose(B, Bt);
  return LIA_OK;
}

// ---- eigenvalues ----

lia_status lia_sheet_eig(lia_arena *a, lia_mat A, double *re, double *im, lia_error *err) {
  const int n = A.rows;
  lia_mat F;
  double *work;
  if (n == 0) return LIA_OK;
  LIA_TRY(lia_mat_finite(A, "A", err));
  LIA_TRY(lia_sheet_turn(a, &F, A, err));
  LIA_TRY(lia_sheet_vec(a, &work, 8 * n, err));
  const int threads = lia_lapack_begin();
  const int info = LAPACKE_dgeev_work(LAPACK_COL_MAJOR, 'N', 'N', n, F.x, n, re, im, NULL, n, NULL,
      n, work, 8 * n);
  lia_lapack_end(threads);
  return info ? LIA_FAIL(err, LIA_ENOCONV, "A", "eigenvalues did not converge") : LIA_OK;
}

lia_status lia_sheet_pencil(lia_arena *a, lia_mat A, lia_mat E, double *re, double *im,
    double *beta, lia_error *err) {
  const int n = A.rows;
  lia_mat F, G;
  double *work;
  if (n == 0) return LIA_OK;
  LIA_TRY(lia_mat_finite(A, "A", err));
  LIA_TRY(lia_mat_finite(E, "E", err));
  LIA_TRY(lia_sheet_turn(a, &F, A, err));
  LIA_TRY(lia_sheet_turn(a, &G, E, err));
  LIA_TRY(lia_sheet_vec(a, &work, 8 * n + 16, err));
  const int threads = lia_lapack_begin();
  const int info = LAPACKE_dggev_work(LAPACK_COL_MAJOR, 'N', 'N', n, F.x, n, G.x, n, re, im, beta,
      NULL, n, NULL, n, work, 8 * n + 16);
  lia_lapack_end(threads);
  return info ? LIA_FAIL(err, LIA_ENOCONV, "", "the QZ iteration did not converge") : LIA_OK;
}

// ---- singular values ----

// LAPACK sees A', so its left vectors are our right ones
lia_status lia_sheet_svd(lia_arena *a, lia_mat A, double **s, lia_mat *U, lia_mat *Vt,
    lia_error *err) {
  const int m = A.rows, n = A.cols, k = m < n ? m : n, most = m < n ? n : m;
  const int nwork = 8 * most + 5 * k + 1;
  lia_mat F, left, right;
  double *work;
  LIA_TRY(lia_mat_finite(A, "A", err));
  LIA_TRY(lia_sheet_vec(a, s, k, err));
  LIA_TRY(lia_sheet_copy(a, &F, A, err));
  LIA_TRY(lia_sheet_mat(a, &left, m, k, err));
  LIA_TRY(lia_sheet_mat(a, &right, k, n, err));
  LIA_TRY(lia_sheet_vec(a, &work, nwork, err));
  if (U) *U = left;
  if (Vt) *Vt = right;
  if (k == 0) return LIA_OK;
  const int threads = lia_lapack_begin();
  const int info = LAPACKE_dgesvd_work(LAPACK_COL_MAJOR, 'S', 'S', n, m, F.x, n, *s, right.x, n,
      left.x, k, work, nwork);
  lia_lapack_end(threads);
  return info ? LIA_FAIL(err, LIA_ENOCONV, "A", "singular values did not converge") : LIA_OK;
}

// complex entries in the order of LAPACK; the transpose has the same singular values
static lia_status sheet_complex(lia_arena *a, lapack_complex_double **z, lia_mat re, lia_mat im,
    lia_error *err) {
  const size_t rows = (size_t)re.rows, cols = (size_t)re.cols;
  double *x = lia_arena_alloc(a, (rows * cols + 1) * 2 * sizeof *x);
  if (!x) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory for %d x %d", re.rows, re.cols);
  for (size_t i = 0; i < rows; i++)
    for (size_t j = 0; j < cols; j++) {
      x[2*(i*cols + j)] = *lia_mat_at(re, (int)i, (int)j);
      x[2*(i*cols + j) + 1] = *lia_mat_at(im, (int)i, (int)j);
    }
  *z = (lapack_complex_double *)(void *)x;
  return LIA_OK;
}

lia_status lia_sheet_largest(lia_arena *a, lia_mat re, lia_mat im, double *s, lia_error *err) {
  const int m = re.rows, n = re.cols, k = m < n ? m : n, most = m < n ? n : m;
  lapack_complex_double *z, *work;
  double *sv, *rwork;
  *s = 0;
  if (k == 0) return LIA_OK;
  LIA_TRY(lia_mat_finite(re, "G", err));
  LIA_TRY(lia_mat_finite(im, "G", err));
  LIA_TRY(sheet_complex(a, &z, re, im, err));
  LIA_TRY(lia_sheet_vec(a, &sv, k, err));
  LIA_TRY(lia_sheet_vec(a, &rwork, 5 * k, err));
  work = lia_arena_alloc(a, (size_t)(4 * most) * sizeof *work);
  if (!work) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory for %d x %d", m, n);
  const int threads = lia_lapack_begin();
  const int info = LAPACKE_zgesvd_work(LAPACK_COL_MAJOR, 'N', 'N', n, m, z, n, sv, NULL, n, NULL, n,
      work, 4 * most, rwork);
  lia_lapack_end(threads);
  if (info) return LIA_FAIL(err, LIA_ENOCONV, "G", "singular values did not converge");
  *s = sv[0];
  return LIA_OK;
}

lia_status lia_sheet_least(lia_arena *a, lia_mat re, lia_mat im, double *w, lia_error *err) {
  const int n = re.rows;
  lapack_complex_double *z, *work;
  double *value, *rwork;
  *w = 0;
  if (n == 0) return LIA_OK;
  LIA_TRY(lia_mat_finite(re, "G", err));
  LIA_TRY(lia_mat_finite(im, "G", err));
  LIA_TRY(sheet_complex(a, &z, re, im, err));
  LIA_TRY(lia_sheet_vec(a, &value, n, err));
  LIA_TRY(lia_sheet_vec(a, &rwork, 3 * n, err));
  work = lia_arena_alloc(a, (size_t)(4 * n) * sizeof *work);
  if (!work) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory for %d x %d", n, n);
  const int threads = lia_lapack_begin();
  const int info = LAPACKE_zheev_work(LAPACK_COL_MAJOR, 'N', 'U', n, z, n, value, work, 4 * n,
      rwork);
  lia_lapack_end(threads);
  if (info) return LIA_FAIL(err, LIA_ENOCONV, "G", "eigenvalues did not converge");
  *w = value[0];
  return LIA_OK;
}
