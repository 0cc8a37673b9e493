/* realize.c - the realisation of Ho and Kalman, subspace identification        [Verhaegen] */
#include "ctl/realize.h"

#include "ctl/sequence.h"
#include "ctl/sheet.h"
#include "num/lapack.h"

// ---- Markov parameters ----

// block (i, j) of the Hankel matrix is h_(i + j + first)
static void hankel_fill(lia_mat M, lia_mat H, int p, int first) {
  const int m = H.cols;
  for (int i = 0; i * p < M.rows; i++)
    for (int j = 0; j * m < M.cols; j++)
      lia_mat_copy(lia_mat_part(M, i * p, j * m, p, m),
          lia_mat_part(H, (i + j + first) * p, 0, p, m));
}

// H0 = U diag(s) V': A = s^-1/2 U' H1 V s^-1/2, B = s^1/2 V', C = U s^1/2, their first blocks
static lia_status from_factors(lia_arena *a, lia_lti *out, lia_mat H1, const double *s, lia_mat U,
    lia_mat Vt, int n, int m, int p, lia_error *err) {
  lia_mat UH;
  LIA_TRY(lia_lti_new(a, out, n, m, p, err));
  LIA_TRY(lia_sheet_mat(a, &UH, n, H1.cols, err));
  lia_mat_tmul(UH, lia_mat_part(U, 0, 0, U.rows, n), H1);
  lia_mat_mult(out->A, UH, lia_mat_part(Vt, 0, 0, n, Vt.cols));
  lia_mat_copy(out->B, lia_mat_part(Vt, 0, 0, n, m));
  lia_mat_copy(out->C, lia_mat_part(U, 0, 0, p, n));
  for (int i = 0; i < n; i++) {
    const double root = sqrt(s[i]);
    for (int j = 0; j < n; j++) *lia_mat_at(out->A, i, j) /= root * sqrt(s[j]);
    lia_vec_scale(lia_mat_row(out->B, i), root, lia_mat_row(out->B, i), m);
    for (int k = 0; k < p; k++) *lia_mat_at(out->C, k, i) *= root;
  }
  return LIA_OK;
}

lia_status lia_realize_markov(lia_arena *a, lia_lti *out, double **s, int *n, lia_mat H, int p,
    int order, lia_error *err) {
  const int m = H.cols, last = p ? H.rows / p - 1 : 0, r = last / 2, c = last - r;
  lia_mat H0, H1, U, Vt;
  if (last < 2)
    return LIA_FAIL(err, LIA_EARG, "", "expected at least 3 Markov parameters, got %d", last + 1);
  LIA_TRY(lia_mat_finite(H, "H", err));
  LIA_TRY(lia_sheet_mat(a, &H0, r * p, c * m, err));
  LIA_TRY(lia_sheet_mat(a, &H1, r * p, c * m, err));
  hankel_fill(H0, H, p, 1);
  hankel_fill(H1, H, p, 2);
  LIA_TRY(lia_sheet_svd(a, H0, s, &U, &Vt, err));
  *n = Vt.rows;
  int rank = 0;
  while (rank < *n && (*s)[rank] > (r * p + c * m) * DBL_EPSILON * (*s)[0]) rank++;
  if (order > rank)
    return LIA_FAIL(err, LIA_EDOMAIN, "order",
        "%d states asked: these Markov parameters are those of %d", order, rank);
  LIA_TRY(from_factors(a, out, H1, *s, U, Vt, order < 0 ? rank : order, m, p, err));
  lia_mat_copy(out->D, lia_mat_part(H, 0, 0, p, m));
  return LIA_OK;
}

// ---- a record ----

// a record may be longer than what is factored in both directions
static lia_status wide_mat(lia_arena *a, lia_mat *M, int rows, int cols, lia_error *err) {
  enum { MOST = 1 << 28 };
  if ((double)rows * cols > MOST)
    return LIA_FAIL(err, LIA_EARG, "U", "the record is too long: %d x %d numbers", rows, cols);
  LIA_TRY(lia_sheet_vec(a, &M->x, rows * cols, err));
  M->rows = rows;
  M->cols = M->ld = cols;
  return LIA_OK;
}

// rows of M: `rows` samples of X, the first from `first` on, each shifted by one
static void window(lia_mat M, int at, lia_mat X, int first, int rows) {
  for (int k = 0; k < rows; k++)
    for (int j = 0; j < X.cols; j++)
      for (int t = 0; t < M.cols; t++)
        *lia_mat_at(M, at + k * X.cols + j, t) = *lia_mat_at(X, first + k + t, j);
}

// M = L Q: the row-major rows are LAPACK's columns, M' = Q R, and L = R' stays where M was
static lia_status lower_factor(lia_arena *a, lia_mat M, lia_error *err) {
  double *tau, *work;
  const int nwork = 32 * M.rows + 1;
  LIA_TRY(lia_sheet_vec(a, &tau, M.rows, err));
  LIA_TRY(lia_sheet_vec(a, &work, nwork, err));
  const int threads = lia_lapack_begin();
  const int info = LAPACKE_dgeqrf_work(LAPACK_COL_MAJOR, M.cols, M.rows, M.x, M.cols, tau, work,
      nwork);
  lia_lapack_end(threads);
  return info ? LIA_FAIL(err, LIA_ENOCONV, "", "no QR factors of the record") : LIA_OK;
}

static lia_status exciting(lia_mat L, int n, lia_error *err) {
  double most = 0, least = (double)INFINITY;
  for (int k = 0; k < n; k++) {
    most = fmax(most, fabs(*lia_mat_at(L, k, k)));
    least = fmin(least, fabs(*lia_mat_at(L, k, k)));
  }
  if (n == 0 || least > 1e-10 * most) return LIA_OK;
  return LIA_FAIL(err, LIA_EDOMAIN, "U", "the inputs do not excite enough for so many rows");
}

// what the past says of future outputs beyond future inputs: the block (Yf, past) of L
static lia_status future_of_past(lia_arena *a, lia_mat *part, lia_mat U, lia_mat Y, int rows,
    lia_error *err) {
  const int m = U.cols, p = Y.cols, N = U.rows - 2 * rows + 1, all = 2 * rows * (m + p);
  lia_mat M;
  if (N < all)
    return LIA_FAIL(err, LIA_EARG, "U", "expected at least %d samples for %d rows, got %d",
        all + 2 * rows - 1, rows, U.rows);
  LIA_TRY(wide_mat(a, &M, all, N, err));
  window(M, 0, U, rows, rows);
  window(M, rows * m, U, 0, rows);
  window(M, 2 * rows * m, Y, 0, rows);
  window(M, rows * (2 * m + p), Y, rows, rows);
  LIA_TRY(lower_factor(a, M, err));
  LIA_TRY(exciting(M, 2 * rows * m, err));
  LIA_TRY(lia_sheet_mat(a, part, rows * p, rows * (m + p), err));
  // L is lower triangular: what stands right of its diagonal are vectors of the factorisation
  for (int i = 0; i < part->rows; i++)
    for (int j = 0; j < part->cols; j++)
      *lia_mat_at(*part, i, j) = *lia_mat_at(M, rows * (2 * m + p) + i, rows * m + j);
  return LIA_OK;
}

// X (cols of B) with A X = B in least squares
static lia_status least_squares(lia_mat X, lia_mat A, lia_mat B, lia_error *err) {
  lia_arena a = { 0 };
  lia_qr *f;
  double *b, *x;
  lia_status st = lia_qr_new(&f, A.rows, A.cols, err);
  if (st == LIA_OK) st = lia_qr_factor(f, A, -1, err);
  if (st == LIA_OK) st = lia_sheet_vec(&a, &b, A.rows, err);
  if (st == LIA_OK) st = lia_sheet_vec(&a, &x, A.cols, err);
  for (int j = 0; st == LIA_OK && j < B.cols; j++) {
    for (int i = 0; i < B.rows; i++) b[i] = *lia_mat_at(B, i, j);
    lia_qr_solve(f, b, x);
    for (int i = 0; i < X.rows; i++) *lia_mat_at(X, i, j) = x[i];
  }
  lia_qr_free(f);
  lia_arena_free(&a);
  return st;
}

// C is the first block of the observability matrix G, A takes each of its blocks to the next
static lia_status shift_invariance(lia_lti *out, lia_mat G, lia_error *err) {
  const int n = G.cols, p = lia_lti_p(out);
  lia_mat_copy(out->C, lia_mat_part(G, 0, 0, p, n));
  return least_squares(out->A, lia_mat_part(G, 0, 0, G.rows - p, n),
      lia_mat_part(G, p, 0, G.rows - p, n), err);
}

// row `at` of Z: the outputs of the run with B, D, x0
static void put_run(lia_mat Z, int at, const lia_lti *s, lia_mat U, const double *x0, lia_mat X) {
  const lia_mat Y = lia_mat_of(lia_mat_row(Z, at), U.rows, lia_lti_p(s));
  lia_sequence_run(s, U, x0, Y, X);
}

// y is linear in x0, B and D: one row for each of their numbers
static lia_status regressors(lia_arena *a, lia_mat Z, const lia_lti *s, lia_mat U, lia_error *err) {
  const int n = lia_lti_n(s), m = lia_lti_m(s), p = lia_lti_p(s);
  lia_lti k;
  lia_mat X;
  double *x0;
  int at = 0;
  LIA_TRY(lia_lti_copy(a, &k, s, err));
  LIA_TRY(wide_mat(a, &X, U.rows, n, err));
  LIA_TRY(lia_sheet_vec(a, &x0, n, err));
  lia_mat_zero(k.B);
  lia_mat_zero(k.D);
  for (int i = 0; i < n; i++) {
    x0[i] = 1;
    put_run(Z, at++, &k, U, x0, X);
    x0[i] = 0;
  }
  for (int i = 0; i < (n + p) * m; i++) {
    double *one = i < n * m ? k.B.x + i : k.D.x + (i - n * m);
    *one = 1;
    put_run(Z, at++, &k, U, x0, X);
    *one = 0;
  }
  return LIA_OK;
}

// [Z; y'] = [L 0; l' r] Q: L' x = l in place of Z' x = y
static lia_status inputs_and_start(lia_arena *a, lia_lti *s, double *x0, lia_mat U, lia_mat Y,
    lia_error *err) {
  const int n = lia_lti_n(s), m = lia_lti_m(s), p = lia_lti_p(s), all = n + (n + p) * m;
  lia_mat Z, Lt, l, x;
  LIA_TRY(wide_mat(a, &Z, all + 1, U.rows * p, err));
  LIA_TRY(lia_sheet_mat(a, &Lt, all, all, err));
  LIA_TRY(lia_sheet_mat(a, &l, all, 1, err));
  LIA_TRY(lia_sheet_mat(a, &x, all, 1, err));
  LIA_TRY(regressors(a, Z, s, U, err));
  lia_mat_copy(lia_mat_of(lia_mat_row(Z, all), Y.rows, p), Y);
  LIA_TRY(lia_mat_finite(Z, "Y", err));
  LIA_TRY(lower_factor(a, Z, err));
  for (int i = 0; i < all; i++) {
    for (int j = 0; j <= i; j++) *lia_mat_at(Lt, j, i) = *lia_mat_at(Z, i, j);
    l.x[i] = *lia_mat_at(Z, all, i);
  }
  LIA_TRY(least_squares(x, Lt, l, err));
  lia_vec_copy(x0, x.x, n);
  lia_mat_copy(s->B, lia_mat_of(x.x + n, n, m));
  lia_mat_copy(s->D, lia_mat_of(x.x + n + n * m, p, m));
  return LIA_OK;
}

lia_status lia_realize_record(lia_arena *a, lia_lti *out, double **x0, double **s, lia_mat U,
    lia_mat Y, int order, int rows, lia_error *err) {
  const int m = U.cols, p = Y.cols;
  lia_mat part, G;
  if (Y.rows != U.rows)
    return LIA_FAIL(err, LIA_EDIM, "Y", "expected %d samples as U has, got %d", U.rows, Y.rows);
  if (order < 1 || (rows - 1) * p < order)
    return LIA_FAIL(err, LIA_EARG, "rows",
        "expected an order of at least 1 and (rows - 1) x %d outputs of at least that, got %d, %d",
        p, order, rows);
  LIA_TRY(lia_mat_finite(U, "U", err));
  LIA_TRY(lia_mat_finite(Y, "Y", err));
  LIA_TRY(future_of_past(a, &part, U, Y, rows, err));
  LIA_TRY(lia_sheet_svd(a, part, s, &G, NULL, err));
  LIA_TRY(lia_lti_new(a, out, order, m, p, err));
  LIA_TRY(lia_sheet_vec(a, x0, order, err));
  LIA_TRY(shift_invariance(out, lia_mat_part(G, 0, 0, G.rows, order), err));
  return inputs_and_start(a, out, *x0, U, Y, err);
}
