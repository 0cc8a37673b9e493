/* staircase.c - ranks step by step; the part that is reached and seen; states of one size */
#include "ctl/staircase.h"

#include "base/assert.h"
#include "ctl/staircase_inside.h"
#include "num/lapack.h"

// ---- ranks ----

static int least_of(int a, int b) { return a < b ? a : b; }

lia_status lia_cols_rank(lia_desk *d, lia_cols M, double *tau, int *pivot, double tol, int *rank,
                         lia_error *err) {
  const int k = least_of(M.rows, M.cols), nwork = 3 * M.cols + 1 + 64 * (M.cols + 1);
  *rank = 0;
  if (!k) return LIA_OK;
  double *work = lia_desk_doubles(d, (size_t)nwork);
  LIA_TRY(lia_desk_ready(d, err));
  for (int j = 0; j < M.cols; j++) pivot[j] = 0;
  LAPACKE_dgeqp3_work(LAPACK_COL_MAJOR, M.rows, M.cols, M.x, M.ld, pivot, tau, work, nwork);
  for (int j = 0; j < k; j++) *rank += fabs(*lia_cols_at(M, j, j)) > tol;
  return LIA_OK;
}

lia_status lia_cols_turn(lia_desk *d, lia_cols C, char side, char op, lia_cols M,
                         const double *tau, lia_error *err) {
  const int k = least_of(M.rows, M.cols), nwork = 64 * (C.rows + C.cols + 1);
  if (!k || !C.rows || !C.cols) return LIA_OK;
  double *work = lia_desk_doubles(d, (size_t)nwork);
  LIA_TRY(lia_desk_ready(d, err));
  LAPACKE_dormqr_work(LAPACK_COL_MAJOR, side, op, C.rows, C.cols, k, M.x, M.ld, tau, C.x, C.ld,
      work, nwork);
  return LIA_OK;
}

// ---- steps ----

// rows from `row` on turned so that what M (a part of A or B in these rows) has is in the first of
// them; M is left with R above zeros
static lia_status staircase_step(lia_desk *d, lia_cols A, lia_cols B, lia_cols T, lia_cols M,
                                 double tol, int *rank, lia_error *err) {
  const int n = A.rows, rows = M.rows, row = n - rows;
  lia_cols F = lia_cols_again(d, M);
  double *tau = lia_desk_doubles(d, (size_t)(rows + M.cols));
  int *pivot = lia_desk_ints(d, (size_t)M.cols);
  LIA_TRY(lia_desk_ready(d, err));
  LIA_TRY(lia_cols_rank(d, F, tau, pivot, tol, rank, err));
  if (!*rank) return LIA_OK;
  LIA_TRY(lia_cols_turn(d, lia_cols_part(A, row, 0, rows, n), 'L', 'T', F, tau, err));
  LIA_TRY(lia_cols_turn(d, lia_cols_part(B, row, 0, rows, B.cols), 'L', 'T', F, tau, err));
  LIA_TRY(lia_cols_turn(d, lia_cols_part(A, 0, row, n, rows), 'R', 'N', F, tau, err));
  return lia_cols_turn(d, lia_cols_part(T, 0, row, T.rows, rows), 'R', 'N', F, tau, err);
}

lia_status lia_cols_staircase(lia_desk *d, lia_cols A, lia_cols B, lia_cols T, double tol,
                              int *count, int *block, int *blocks, lia_error *err) {
  const int n = A.rows;
  const double relative = tol < 0 ? 100 * n * DBL_EPSILON : tol;
  const double size_a = relative * lia_cols_norm(A), size_b = relative * lia_cols_norm(B);
  *count = *blocks = 0;
  while (*count < n) {
    const int before = *blocks ? block[*blocks - 1] : 0, rows = n - *count;
    lia_cols M = *blocks ? lia_cols_part(A, *count, *count - before, rows, before) : B;
    int rank;
    LIA_TRY(staircase_step(d, A, B, T, M, *blocks ? size_a : size_b, &rank, err));
    // what is not of the rank is rounding
    for (int j = 0; j < M.cols; j++)
      for (int i = rank; i < rows; i++) *lia_cols_at(M, i, j) = 0;
    if (!rank) break;
    block[(*blocks)++] = rank;
    *count += rank;
  }
  return LIA_OK;
}

static lia_status staircase_on(lia_desk *d, lia_mat out, int *count, int *block, int *blocks,
                               lia_mat a, lia_mat b, double tol, lia_error *err) {
  lia_cols A = lia_cols_of(d, a), B = lia_cols_of(d, b), T = lia_cols_eye(d, a.rows);
  LIA_TRY(lia_desk_ready(d, err));
  LIA_TRY(lia_cols_staircase(d, A, B, T, tol, count, block, blocks, err));
  lia_cols_give(out, T);
  return LIA_OK;
}

lia_status lia_staircase(lia_mat T, int *count, int *block, int *blocks, lia_mat A, lia_mat B,
                         double tol, lia_error *err) {
  lia_desk d;
  LIA_TRY(lia_lapack_square(A, err));
  if (B.rows != A.rows)
    return LIA_FAIL(err, LIA_EDIM, "B", "expected %d rows as A has, got %d", A.rows, B.rows);
  lia_desk_begin(&d);
  lia_status st = staircase_on(&d, T, count, block, blocks, A, B, tol, err);
  lia_desk_end(&d);
  return st;
}

// ---- scaled ----

// the size of row or column i without its diagonal, by A and B or by A and C
static double row_size(lia_mat A, lia_mat B, int i) {
  double sum = -fabs(*lia_mat_at(A, i, i));
  for (int j = 0; j < A.cols; j++) sum += fabs(*lia_mat_at(A, i, j));
  for (int j = 0; j < B.cols; j++) sum += fabs(*lia_mat_at(B, i, j));
  return sum;
}

static double col_size(lia_mat A, lia_mat C, int j) {
  double sum = -fabs(*lia_mat_at(A, j, j));
  for (int i = 0; i < A.rows; i++) sum += fabs(*lia_mat_at(A, i, j));
  for (int i = 0; i < C.rows; i++) sum += fabs(*lia_mat_at(C, i, j));
  return sum;
}

static void scale_state(lia_mat A, lia_mat B, lia_mat C, int k, double f) {
  lia_vec_scale(lia_mat_row(A, k), 1 / f, lia_mat_row(A, k), A.cols);
  lia_vec_scale(lia_mat_row(B, k), 1 / f, lia_mat_row(B, k), B.cols);
  for (int i = 0; i < A.rows; i++) *lia_mat_at(A, i, k) *= f;
  for (int i = 0; i < C.rows; i++) *lia_mat_at(C, i, k) *= f;
}

// one round over the states; returns whether any was changed
static int scale_round(lia_mat A, lia_mat B, lia_mat C, double *d) {
  int changed = 0;
  for (int k = 0; k < A.rows; k++) {
    const double r = row_size(A, B, k), c = col_size(A, C, k);
    if (!(r > 0) || !(c > 0)) continue;
    const double f = ldexp(1, (int)floor(0.5 * log2(r / c) + 0.5));
    if (!(c * f + r / f < 0.95 * (c + r)) || !(fabs(log2(d[k] * f)) < 500)) continue;
    scale_state(A, B, C, k, f);
    d[k] *= f;
    changed = 1;
  }
  return changed;
}

lia_status lia_state_scale(lia_mat A, lia_mat B, lia_mat C, double *d, lia_error *err) {
  enum { ROUNDS = 100 };
  LIA_TRY(lia_lapack_square(A, err));
  for (int k = 0; k < A.rows; k++) d[k] = 1;
  for (int round = 0; round < ROUNDS; round++)
    if (!scale_round(A, B, C, d)) break;
  return LIA_OK;
}

// ---- minimal ----

// the part that is reached becomes the leading one; returns its order by *count
static lia_status keep_reached(lia_desk *d, lia_cols *A, lia_cols *B, lia_cols *C, double tol,
                               lia_error *err) {
  const int n = A->rows;
  int count, blocks, *block = lia_desk_ints(d, (size_t)n);
  lia_cols T = lia_cols_eye(d, n), CT = lia_cols_new(d, C->rows, n);
  LIA_TRY(lia_desk_ready(d, err));
  LIA_TRY(lia_cols_staircase(d, *A, *B, T, tol, &count, block, &blocks, err));
  lia_cols_mul(CT, 0, 1, *C, 'N', T, 'N');
  *A = lia_cols_part(*A, 0, 0, count, count);
  *B = lia_cols_part(*B, 0, 0, count, B->cols);
  *C = lia_cols_part(CT, 0, 0, C->rows, count);
  return LIA_OK;
}

// C := the leading part of A, what is behind it 0
static void give_leading(lia_mat C, lia_cols A) {
  lia_mat_zero(C);
  lia_cols_give(lia_mat_part(C, 0, 0, A.rows, A.cols), A);
}

static lia_status minimal_on(lia_desk *d, lia_mat a, lia_mat b, lia_mat c, int *order,
                             int removed[2], double tol, lia_error *err) {
  double *scale = lia_desk_doubles(d, (size_t)a.rows);
  if (tol < 0) tol = 1e-10;
  LIA_TRY(lia_desk_ready(d, err));
  LIA_TRY(lia_state_scale(a, b, c, scale, err));
  lia_cols A = lia_cols_of(d, a), B = lia_cols_of(d, b), C = lia_cols_of(d, c);
  LIA_TRY(lia_desk_ready(d, err));
  LIA_TRY(keep_reached(d, &A, &B, &C, tol, err));
  removed[0] = a.rows - A.rows;
  lia_cols At = lia_cols_turned(d, A), Bt = lia_cols_turned(d, B), Ct = lia_cols_turned(d, C);
  LIA_TRY(lia_desk_ready(d, err));
  LIA_TRY(keep_reached(d, &At, &Ct, &Bt, tol, err));
  removed[1] = A.rows - At.rows;
  *order = At.rows;
  A = lia_cols_turned(d, At);
  B = lia_cols_turned(d, Bt);
  C = lia_cols_turned(d, Ct);
  LIA_TRY(lia_desk_ready(d, err));
  give_leading(a, A);
  give_leading(b, B);
  give_leading(c, C);
  return LIA_OK;
}

lia_status lia_minimal(lia_mat A, lia_mat B, lia_mat C, int *order, int removed[2], double tol,
                       lia_error *err) {
  lia_desk d;
  LIA_TRY(lia_lapack_square(A, err));
  if (B.rows != A.rows)
    return LIA_FAIL(err, LIA_EDIM, "B", "expected %d rows as A has, got %d", A.rows, B.rows);
  if (C.cols != A.rows)
    return LIA_FAIL(err, LIA_EDIM, "C", "expected %d columns as A has, got %d", A.rows, C.cols);
  lia_desk_begin(&d);
  lia_status st = minimal_on(&d, A, B, C, order, removed, tol, err);
  lia_desk_end(&d);
  return st;
}
