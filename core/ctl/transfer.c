/* transfer.c - polynomials of state space and state space of polynomials */
#include "ctl/transfer.h"

#include "ctl/sheet.h"
#include "num/lapack.h"

// ---- det(s - A) ----

// A becomes upper Hessenberg, column major
static lia_status char_hessenberg(lia_arena *a, lia_mat F, lia_error *err) {
  const int n = F.rows, nwork = 32 * n + 1;
  double *tau, *work, *scale;
  lapack_int lo, hi;
  LIA_TRY(lia_sheet_vec(a, &tau, n, err));
  LIA_TRY(lia_sheet_vec(a, &scale, n, err));
  LIA_TRY(lia_sheet_vec(a, &work, nwork, err));
  const int threads = lia_lapack_begin();
  int info = LAPACKE_dgebal_work(LAPACK_COL_MAJOR, 'B', n, F.x, n, &lo, &hi, scale);
  if (!info)
    info = LAPACKE_dgehrd_work(LAPACK_COL_MAJOR, n, lo, hi, F.x, n, tau, work, nwork);
  lia_lapack_end(threads);
  if (info) return LIA_FAIL(err, LIA_ENOCONV, "A", "no Hessenberg form");
  for (int j = 0; j < n; j++)
    for (int i = j + 2; i < n; i++) F.x[(size_t)j * (size_t)n + (size_t)i] = 0;
  return LIA_OK;
}

// p_k = (s - h_kk) p_(k-1) - sum h_(j,k) h_(j+1,j) .. h_(k,k-1) p_(j-1); row k of P is p_k, lowest
// power first. The same with + and |h|: what it could round
static void char_recursion(lia_mat H, lia_mat P, double sign) {
  const int n = H.rows;
  *lia_mat_at(P, 0, 0) = 1;
  for (int k = 1; k <= n; k++) {
    double *row = lia_mat_row(P, k), chain = 1;
    const double *before = lia_mat_row(P, k - 1);
    for (int i = 0; i < k; i++) row[i+1] = before[i];
    for (int j = k; j >= 1; j--) {
      const double h = H.x[(size_t)(k-1) * (size_t)n + (size_t)(j-1)];
      const double c = sign < 0 ? h * chain : fabs(h * chain);
      const double *p = lia_mat_row(P, j - 1);
      for (int i = 0; i < j; i++) row[i] += sign * c * p[i];
      if (j > 1) chain *= H.x[(size_t)(j-2) * (size_t)n + (size_t)(j-1)];
    }
  }
}

// c: the polynomial, most: the sum of the sizes of its terms
static lia_status char_and_size(lia_arena *a, double *c, double *most, lia_mat A, lia_error *err) {
  const int n = A.rows;
  lia_mat H, P, S;
  LIA_TRY(lia_mat_finite(A, "A", err));
  LIA_TRY(lia_sheet_turn(a, &H, A, err));
  LIA_TRY(lia_sheet_mat(a, &P, n + 1, n + 1, err));
  LIA_TRY(lia_sheet_mat(a, &S, n + 1, n + 1, err));
  if (n) LIA_TRY(char_hessenberg(a, H, err));
  char_recursion(H, P, -1);
  char_recursion(H, S, 1);
  for (int k = 0; k <= n; k++) {
    c[k] = *lia_mat_at(P, n, n - k);
    most[k] = *lia_mat_at(S, n, n - k);
    if (fabs(c[k]) <= n * DBL_EPSILON * most[k]) c[k] = 0;
  }
  return LIA_OK;
}

lia_status lia_transfer_char(lia_arena *a, double *c, lia_mat A, lia_error *err) {
  double *most;
  LIA_TRY(lia_sheet_vec(a, &most, A.rows + 1, err));
  return char_and_size(a, c, most, A, err);
}

// ---- numerators ----

typedef struct channel { double *by_det, *det_size, *h; } channel;

// h_0 = d, h_k = c A^(k-1) b
static void channel_markov(const lia_lti *s, int i, int j, double *h, double *x, double *next) {
  const int n = lia_lti_n(s);
  h[0] = *lia_mat_at(s->D, i, j);
  for (int r = 0; r < n; r++) x[r] = *lia_mat_at(s->B, r, j);
  for (int k = 1; k <= n; k++) {
    h[k] = lia_vec_dot(lia_mat_row(s->C, i), x, n);
    lia_mat_mulv(next, s->A, x);
    lia_vec_copy(x, next, n);
  }
}

// (det(s - A + g b c) - det(s - A)) / g = c adj(s - A) b, g so that g b c is as large as A
static lia_status by_determinants(lia_arena *a, const lia_lti *s, int i, int j, const double *den,
    const double *den_size, channel *c, lia_error *err) {
  const int n = lia_lti_n(s);
  lia_mat M;
  LIA_TRY(lia_sheet_copy(a, &M, s->A, err));
  double b = 0;
  for (int r = 0; r < n; r++) b = fmax(b, fabs(*lia_mat_at(s->B, r, j)));
  const double size = b * lia_vec_max(lia_mat_row(s->C, i), n), A = lia_mat_max(s->A);
  const double g = size > 0 && A > 0 ? A / size : 1;
  for (int r = 0; r < n; r++)
    lia_vec_axpy(lia_mat_row(M, r), -g * *lia_mat_at(s->B, r, j), lia_mat_row(s->C, i), n);
  LIA_TRY(char_and_size(a, c->by_det, c->det_size, M, err));
  for (int k = 0; k <= n; k++) {
    c->by_det[k] = (c->by_det[k] - den[k]) / g + c->h[0] * den[k];
    c->det_size[k] = (c->det_size[k] + den_size[k]) / g + fabs(c->h[0] * den[k]);
  }
  return LIA_OK;
}

static void choose_coefficient(double *num, int k, const channel *c, const double *den) {
  const double noise = 4 * (k + 1) * DBL_EPSILON;
  double sum = 0, size = 0;
  for (int i = 0; i <= k; i++) {
    sum += den[i] * c->h[k-i];
    size += fabs(den[i] * c->h[k-i]);
  }
  const int markov = size <= c->det_size[k];
  num[k] = markov ? sum : c->by_det[k];
  if (fabs(num[k]) <= noise * (markov ? size : c->det_size[k])) num[k] = 0;
}

static lia_status channel_of(lia_arena *a, double *num, const lia_lti *s, int i, int j,
    const double *den, const double *den_size, lia_error *err) {
  const int n = lia_lti_n(s);
  channel c;
  double *x, *next;
  LIA_TRY(lia_sheet_vec(a, &c.by_det, n + 1, err));
  LIA_TRY(lia_sheet_vec(a, &c.det_size, n + 1, err));
  LIA_TRY(lia_sheet_vec(a, &c.h, n + 1, err));
  LIA_TRY(lia_sheet_vec(a, &x, n, err));
  LIA_TRY(lia_sheet_vec(a, &next, n, err));
  channel_markov(s, i, j, c.h, x, next);
  LIA_TRY(by_determinants(a, s, i, j, den, den_size, &c, err));
  for (int k = 0; k <= n; k++) choose_coefficient(num, k, &c, den);
  return LIA_OK;
}

lia_status lia_transfer_of(lia_arena *a, lia_transfer *t, const lia_lti *s, lia_error *err) {
  double *size;
  LIA_TRY(lia_lti_check(s, err));
  *t = (lia_transfer){ .n = lia_lti_n(s), .m = lia_lti_m(s), .p = lia_lti_p(s) };
  t->num = lia_arena_alloc(a, ((size_t)t->m * (size_t)t->p + 1) * sizeof *t->num);
  if (!t->num) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory for %d channels", t->m * t->p);
  LIA_TRY(lia_sheet_vec(a, &t->den, t->n + 1, err));
  LIA_TRY(lia_sheet_vec(a, &size, t->n + 1, err));
  LIA_TRY(char_and_size(a, t->den, size, s->A, err));
  for (int i = 0; i < t->p; i++)
    for (int j = 0; j < t->m; j++) {
      double **num = &t->num[i * t->m + j];
      LIA_TRY(lia_sheet_vec(a, num, t->n + 1, err));
      LIA_TRY(channel_of(a, *num, s, i, j, t->den, size, err));
    }
  return LIA_OK;
}

// ---- companion form ----

// leading zeros are none of the polynomial
static int degree_of(const double **c, int n) {
  while (n > 0 && **c == 0) {
    ++*c;
    --n;
  }
  return n - 1;
}

// row i of C and D: num = d den + rest
static lia_status companion_row(lia_lti *s, int i, const double *den, const double *num, int nn,
    lia_error *err) {
  const int n = lia_lti_n(s), degree = degree_of(&num, nn);
  if (degree > n)
    return LIA_FAIL(err, LIA_EARG, "num", "not proper: degree %d over a denominator of degree %d",
        degree, n);
  const double d = degree == n ? num[0] / den[0] : 0;
  *lia_mat_at(s->D, i, 0) = d;
  for (int k = 1; k <= n; k++) {
    const int at = k - (n - degree);   // where s^(n-k) stands in num
    const double c = at >= 0 ? num[at] : 0;
    *lia_mat_at(s->C, i, k - 1) = (c - d * den[k]) / den[0];
  }
  return LIA_OK;
}

// powers of two that make A's rows and columns alike
static lia_status companion_scale(lia_arena *a, lia_lti *s, lia_error *err) {
  const int n = lia_lti_n(s);
  lia_mat F;
  double *scale;
  lapack_int lo, hi;
  LIA_TRY(lia_sheet_turn(a, &F, s->A, err));
  LIA_TRY(lia_sheet_vec(a, &scale, n, err));
  const int threads = lia_lapack_begin();
  const int info = LAPACKE_dgebal_work(LAPACK_COL_MAJOR, 'S', n, F.x, n, &lo, &hi, scale);
  lia_lapack_end(threads);
  if (info) return LIA_FAIL(err, LIA_ENOCONV, "den", "cannot be scaled");
  // the first state keeps its size: B stays (1, 0, ..)'
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) *lia_mat_at(s->A, i, j) *= scale[j] / scale[i];
  for (int i = 0; i < lia_lti_p(s); i++)
    for (int j = 0; j < n; j++) *lia_mat_at(s->C, i, j) *= scale[j] / scale[0];
  return LIA_OK;
}

lia_status lia_transfer_column(lia_arena *a, lia_lti *s, const double *den, int nd,
    const double *const *num, const int *nn, int p, lia_error *err) {
  if (lia_vec_bad(den, nd) >= 0)
    return LIA_FAIL(err, LIA_EDOMAIN, "den", "expected finite numbers");
  const int n = degree_of(&den, nd);
  if (n < 0) return LIA_FAIL(err, LIA_EARG, "den", "expected a polynomial that is not 0");
  LIA_TRY(lia_lti_new(a, s, n, 1, p, err));
  for (int k = 0; k < n; k++) {
    *lia_mat_at(s->A, 0, k) = den[k+1] == 0 ? 0 : -den[k+1] / den[0];
    if (k) *lia_mat_at(s->A, k, k - 1) = 1;
  }
  if (n) *lia_mat_at(s->B, 0, 0) = 1;
  for (int i = 0; i < p; i++) {
    if (lia_vec_bad(num[i], nn[i]) >= 0)
      return LIA_FAIL(err, LIA_EDOMAIN, "num", "expected finite numbers");
    LIA_TRY(companion_row(s, i, den, num[i], nn[i], err));
  }
  return n ? companion_scale(a, s, err) : LIA_OK;
}

// ---- delay ----

// c_k = (2n - k)! n! / ((2n)! k! (n - k)!) of (-+ delay s)^k
lia_status lia_transfer_pade(double *num, double *den, double delay, int order, lia_error *err) {
  if (!(delay >= 0) || !isfinite(delay))
    return LIA_FAIL(err, LIA_EARG, "delay", "expected a time of at least 0, got %g", delay);
  if (order < 0) return LIA_FAIL(err, LIA_EARG, "order", "expected at least 0, got %d", order);
  if (delay == 0) order = 0;
  // highest first, den[0] = 1: from s^k to s^(k-1) the coefficient grows by k (2n - k + 1) /
  // ((n - k + 1) delay)
  den[0] = 1;
  for (int k = order; k > 0; k--)
    den[order - k + 1] = den[order - k] * k * (2 * order - k + 1) / ((order - k + 1) * delay);
  for (int k = 0; k <= order; k++) num[order - k] = k % 2 ? -den[order - k] : den[order - k];
  if (lia_vec_bad(den, order + 1) >= 0)
    return LIA_FAIL(err, LIA_EDOMAIN, "order", "the coefficients are larger than a double holds");
  return LIA_OK;
}
