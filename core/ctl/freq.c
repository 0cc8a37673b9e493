/* freq.c - Hessenberg form once, then a triangular solution for every frequency      [Laub] */
#include "ctl/freq.h"

#include "ctl/sheet.h"
#include "num/lapack.h"

// [A b; c 0], column major: b, c the largest entries of the rows of B and the columns of C
static void freq_bordered(lia_mat M, const lia_lti *s) {
  const int n = lia_lti_n(s);
  lia_mat_transpose(lia_mat_part(M, 0, 0, n, n), s->A);
  for (int i = 0; i < n; i++) {
    *lia_mat_at(M, n, i) = lia_vec_max(lia_mat_row(s->B, i), lia_lti_m(s));
    for (int k = 0; k < lia_lti_p(s); k++)
      *lia_mat_at(M, i, n) = fmax(*lia_mat_at(M, i, n), fabs(*lia_mat_at(s->C, k, i)));
  }
}

// D^-1 A D, D^-1 B, C D with powers of two that balance the bordered matrix: inputs and outputs
// keep their units, states lie between them
static int freq_balance(lia_lti *s, lia_mat M, double *scale) {
  const int n = lia_lti_n(s);
  lapack_int lo, hi;
  freq_bordered(M, s);
  const int info = LAPACKE_dgebal_work(LAPACK_COL_MAJOR, 'S', n + 1, M.x, n + 1, &lo, &hi, scale);
  for (int i = 0; i < n; i++) {
    const double d = scale[i] / scale[n];
    for (int j = 0; j < n; j++) *lia_mat_at(s->A, i, j) *= scale[j] / scale[i];
    for (int j = 0; j < lia_lti_m(s); j++) *lia_mat_at(s->B, i, j) /= d;
    for (int k = 0; k < lia_lti_p(s); k++) *lia_mat_at(s->C, k, i) *= d;
  }
  return info;
}

// F, column major, becomes H and Q of A = Q H Q'
static int hessenberg(lia_mat F, lia_mat Q, double *tau, double *work, int nwork) {
  const int n = F.rows;
  int info = LAPACKE_dgehrd_work(LAPACK_COL_MAJOR, n, 1, n, F.x, n, tau, work, nwork);
  lia_mat_copy(Q, F);
  if (!info) info = LAPACKE_dorghr_work(LAPACK_COL_MAJOR, n, 1, n, Q.x, n, tau, work, nwork);
  return info;
}

static lia_status turn_into(lia_arena *a, lia_lti *s, lia_mat F, lia_mat Q, lia_error *err) {
  lia_mat B, C;
  const int n = lia_lti_n(s);
  lia_mat_transpose(s->A, F);
  for (int i = 2; i < n; i++)
    for (int j = 0; j < i - 1; j++) *lia_mat_at(s->A, i, j) = 0;
  lia_mat_transpose(Q, Q);
  LIA_TRY(lia_sheet_copy(a, &B, s->B, err));
  LIA_TRY(lia_sheet_copy(a, &C, s->C, err));
  lia_mat_tmul(s->B, Q, B);
  lia_mat_mul(s->C, C, Q);
  return LIA_OK;
}

lia_status lia_freq_new(lia_arena *a, lia_freq *f, const lia_lti *s, lia_error *err) {
  const int n = lia_lti_n(s), m = lia_lti_m(s), nwork = 32 * n + 1;
  lia_mat F, Q, M;
  double *scale, *tau, *work;
  LIA_TRY(lia_lti_check(s, err));
  LIA_TRY(lia_lti_copy(a, &f->s, s, err));
  LIA_TRY(lia_sheet_mat(a, &M, n + 1, n + 1, err));
  LIA_TRY(lia_sheet_mat(a, &F, n, n, err));
  LIA_TRY(lia_sheet_mat(a, &Q, n, n, err));
  LIA_TRY(lia_sheet_vec(a, &scale, n + 1, err));
  LIA_TRY(lia_sheet_vec(a, &tau, n, err));
  LIA_TRY(lia_sheet_vec(a, &work, nwork, err));
  LIA_TRY(lia_sheet_vec(a, &f->re, n * (n + m), err));
  LIA_TRY(lia_sheet_vec(a, &f->im, n * (n + m), err));
  if (n == 0) return LIA_OK;
  const int threads = lia_lapack_begin();
  int info = freq_balance(&f->s, M, scale);
  lia_mat_transpose(F, f->s.A);
  if (!info) info = hessenberg(F, Q, tau, work, nwork);
  lia_lapack_end(threads);
  if (info) return LIA_FAIL(err, LIA_ENOCONV, "A", "no Hessenberg form");
  return turn_into(a, &f->s, F, Q, err);
}

// row of the work at i: n of s - H, then m of B; row i from column i - 1 on
static void fill_rows(const lia_freq *f, double x, double y) {
  const int n = lia_lti_n(&f->s), m = lia_lti_m(&f->s), ld = n + m;
  for (int i = 0; i < n; i++) {
    double *re = f->re + (size_t)i * (size_t)ld, *im = f->im + (size_t)i * (size_t)ld;
    const double *h = lia_mat_row(f->s.A, i);
    const int from = i ? i - 1 : 0;
    for (int j = from; j < n; j++) re[j] = -h[j];
    for (int j = from; j < ld; j++) im[j] = 0;
    re[i] += x;
    im[i] = y;
    for (int j = 0; j < m; j++) re[n+j] = *lia_mat_at(f->s.B, i, j);
  }
}

// the row below minus g times this one, g = below / pivot; what the next pivot loses by it
static double eliminate(double *re, double *im, int k, int ld) {
  double *br = re + ld, *bi = im + ld;
  const double d = re[k] * re[k] + im[k] * im[k];
  const double gr = (br[k] * re[k] + bi[k] * im[k]) / d, gi = (bi[k] * re[k] - br[k] * im[k]) / d;
  for (int j = k + 1; j < ld; j++) {
    br[j] -= gr * re[j] - gi * im[j];
    bi[j] -= gr * im[j] + gi * re[j];
  }
  return hypot(gr, gi) * hypot(re[k+1], im[k+1]);
}

// 0 where a pivot is nothing but the rounding of the numbers it came from
static int triangular(const lia_freq *f, double s) {
  const int n = lia_lti_n(&f->s), ld = n + lia_lti_m(&f->s);
  double lost = 0;
  for (int k = 0; k < n; k++) {
    double *re = f->re + (size_t)k * (size_t)ld, *im = f->im + (size_t)k * (size_t)ld;
    if (k + 1 < n && hypot(re[ld + k], im[ld + k]) > hypot(re[k], im[k])) {
      lia_vec_swap(re + k, re + ld + k, ld - k);
      lia_vec_swap(im + k, im + ld + k, ld - k);
    }
    const double from = s + fabs(*lia_mat_at(f->s.A, k, k)) + lost;
    if (!(hypot(re[k], im[k]) > n * DBL_EPSILON * from)) return 0;
    lost = 0;
    if (k + 1 < n && (re[ld + k] != 0 || im[ld + k] != 0)) lost = eliminate(re, im, k, ld);
  }
  return 1;
}

static void back_substitute(const lia_freq *f) {
  const int n = lia_lti_n(&f->s), m = lia_lti_m(&f->s), ld = n + m;
  for (int i = n - 1; i >= 0; i--) {
    double *re = f->re + (size_t)i * (size_t)ld, *im = f->im + (size_t)i * (size_t)ld;
    for (int k = i + 1; k < n; k++) {
      const double *xr = f->re + (size_t)k * (size_t)ld, *xi = f->im + (size_t)k * (size_t)ld;
      for (int j = n; j < ld; j++) {
        re[j] -= re[k] * xr[j] - im[k] * xi[j];
        im[j] -= re[k] * xi[j] + im[k] * xr[j];
      }
    }
    const double d = re[i] * re[i] + im[i] * im[i];
    for (int j = n; j < ld; j++) {
      const double r = (re[j] * re[i] + im[j] * im[i]) / d;
      im[j] = (im[j] * re[i] - re[j] * im[i]) / d;
      re[j] = r;
    }
  }
}

int lia_freq_at(const lia_freq *f, double x, double y, lia_mat re, lia_mat im) {
  const int n = lia_lti_n(&f->s), m = lia_lti_m(&f->s), p = lia_lti_p(&f->s), ld = n + m;
  fill_rows(f, x, y);
  if (!triangular(f, hypot(x, y))) {
    for (int i = 0; i < p; i++)
      for (int j = 0; j < m; j++) *lia_mat_at(re, i, j) = *lia_mat_at(im, i, j) = (double)NAN;
    return 0;
  }
  back_substitute(f);
  for (int i = 0; i < p; i++)
    for (int j = 0; j < m; j++) {
      double r = *lia_mat_at(f->s.D, i, j), q = 0;
      for (int k = 0; k < n; k++) {
        const double c = *lia_mat_at(f->s.C, i, k);
        r += c * f->re[(size_t)k * (size_t)ld + (size_t)(n + j)];
        q += c * f->im[(size_t)k * (size_t)ld + (size_t)(n + j)];
      }
      *lia_mat_at(re, i, j) = r;
      *lia_mat_at(im, i, j) = q;
    }
  return 1;
}
