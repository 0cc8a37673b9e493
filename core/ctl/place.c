/* place.c - pole placement: what is reached, what was wanted, which way */
#include "ctl/place.h"

#include "base/assert.h"
#include "ctl/place_inside.h"
#include "ctl/schur_inside.h"
#include "ctl/staircase_inside.h"
#include "num/lapack.h"

// ---- wanted ----

static void add_wanted(lia_wanted *w, double re, double im) {
  w->re[w->n] = re;
  w->im[w->n++] = im;
}

// real ones, then pairs with im > 0 in front; conjugates must stand beside each other
static lia_status sort_wanted(lia_wanted *w, const double *re, const double *im, int n,
                              lia_error *err) {
  w->n = 0;
  for (int k = 0; k < n; k++)
    if (im[k] == 0) add_wanted(w, re[k], 0);
  w->real = w->n;
  for (int k = 0; k < n; k++) {
    if (im[k] == 0) continue;
    if (k + 1 >= n || re[k + 1] != re[k] || im[k + 1] != -im[k])
      return LIA_FAIL(err, LIA_EARG, "im", "expected the conjugate behind %.6g%+.6gi", re[k],
          im[k]);
    add_wanted(w, re[k], fabs(im[k]));
    add_wanted(w, re[k], -fabs(im[k]));
    k++;
  }
  return LIA_OK;
}

static void remove_wanted(lia_wanted *w, int k) {
  if (k < w->real) w->real--;
  w->n--;
  for (int i = k; i < w->n; i++) {
    w->re[i] = w->re[i + 1];
    w->im[i] = w->im[i + 1];
  }
}

// the wanted one that is (re, im) but for rounding is taken out; 0: there is none
static int take_fixed(lia_wanted *w, double re, double im) {
  const double near = 1e-6 * (1 + hypot(re, im));
  int best = -1;
  double least = near;
  for (int k = 0; k < w->n; k++) {
    double off = hypot(w->re[k] - re, w->im[k] - im);
    if ((w->im[k] == 0) != (im == 0) || !(off <= least)) continue;
    best = k;
    least = off;
  }
  if (best >= 0) remove_wanted(w, best);
  return best >= 0;
}

static int most_often(const lia_wanted *w) {
  int most = 0;
  for (int k = 0; k < w->n; k++) {
    int count = 0;
    for (int i = 0; i < w->n; i++) count += w->re[i] == w->re[k] && w->im[i] == w->im[k];
    if (count > most) most = count;
  }
  return most;
}

// ---- what no input moves ----

static lia_status keep_fixed(lia_desk *d, lia_wanted *w, lia_cols A22, lia_place_told *told,
                             lia_error *err) {
  const int n = A22.rows;
  const lia_cols none = { 0 };
  lia_cols M = lia_cols_again(d, A22);
  double *re = lia_desk_doubles(d, (size_t)n), *im = lia_desk_doubles(d, (size_t)n);
  LIA_TRY(lia_desk_ready(d, err));
  LIA_TRY(lia_cols_eigenvalues(d, M, none, re, im, err));
  for (int k = 0; k < n; k++)
    if (!take_fixed(w, re[k], im[k]))
      told->mode[told->nmode++] = (lia_named_mode){ re[k], im[k], 0, "not controllable" };
  if (!told->nmode) return LIA_OK;
  const lia_named_mode *m = told->mode;
  if (m->im == 0)
    return LIA_FAIL(err, LIA_EUNREACHABLE, "", "no input moves the mode %.6g: it must be among the "
        "wanted", m->re);
  return LIA_FAIL(err, LIA_EUNREACHABLE, "", "no input moves the mode %.6g%+.6gi: it must be among "
      "the wanted", m->re, m->im);
}

// ---- told ----

// the ratio of the singular values of the eigenvectors of M, each of length 1
static lia_status vectors_condition(lia_desk *d, lia_cols M, double *re, double *im,
                                    double *condition, lia_error *err) {
  const int n = M.rows, nwork = 64 * (n + 1) + 8 * n;
  lia_cols V = lia_cols_new(d, n, n);
  double *work = lia_desk_doubles(d, (size_t)nwork), *s = lia_desk_doubles(d, (size_t)n);
  LIA_TRY(lia_desk_ready(d, err));
  if (!lia_cols_finite(M))
    return LIA_FAIL(err, LIA_EDOMAIN, "", "the numbers are too large: their products overflow");
  int info = LAPACKE_dgeev_work(LAPACK_COL_MAJOR, 'N', 'V', n, M.x, M.ld, re, im, NULL, 1, V.x,
      V.ld, work, nwork);
  // a pair: sqrt(2) Re, sqrt(2) Im have the singular values of x, x*
  for (int k = 0; k < n; k++)
    if (im[k] != 0) lia_vec_scale(lia_cols_at(V, 0, k), sqrt(2), lia_cols_at(V, 0, k), n);
  if (!info)
    info = LAPACKE_dgesvd_work(LAPACK_COL_MAJOR, 'N', 'N', n, n, V.x, V.ld, s, NULL, 1, NULL, 1,
        work, nwork);
  if (info) return LIA_FAIL(err, LIA_ENOCONV, "", "eigenvalues did not converge");
  *condition = s[n - 1] > 0 ? s[0] / s[n - 1] : (double)INFINITY;
  return LIA_OK;
}

static lia_status place_on(lia_desk *d, lia_mat out, lia_mat a, lia_mat b, const double *re,
                           const double *im, lia_place_told *told, lia_error *err) {
  const int n = a.rows, m = b.cols;
  lia_cols A = lia_cols_of(d, a), B = lia_cols_of(d, b), T = lia_cols_eye(d, n),
           whole = lia_cols_of(d, a), inputs = lia_cols_of(d, b), K = lia_cols_new(d, m, n);
  lia_wanted w = { .re = lia_desk_doubles(d, (size_t)n), .im = lia_desk_doubles(d, (size_t)n) };
  int count, blocks, *block = lia_desk_ints(d, (size_t)n);
  LIA_TRY(lia_desk_ready(d, err));
  if (!n) return LIA_OK;
  LIA_TRY(sort_wanted(&w, re, im, n, err));
  LIA_TRY(lia_cols_staircase(d, A, B, T, -1, &count, block, &blocks, err));
  LIA_TRY(keep_fixed(d, &w, lia_cols_part(A, count, count, n - count, n - count), told, err));
  lia_cols A1 = lia_cols_part(A, 0, 0, count, count), B1 = lia_cols_part(B, 0, 0, count, m),
           K1 = lia_cols_new(d, m, count);
  LIA_TRY(lia_desk_ready(d, err));
  if (count && block[0] > 1 && most_often(&w) <= block[0])
    LIA_TRY(lia_place_robust(d, K1, A1, B1, &w, err));
  else if (count) LIA_TRY(lia_place_schur(d, K1, A1, B1, &w, err));
  lia_cols_mul(K, 0, 1, K1, 'N', lia_cols_part(T, 0, 0, n, count), 'T');
  lia_cols_give(out, K);
  lia_cols_mul(whole, 1, -1, inputs, 'N', K, 'N');
  return vectors_condition(d, whole, told->re, told->im, &told->condition, err);
}

lia_status lia_place(lia_mat K, lia_mat A, lia_mat B, const double *re, const double *im,
                     lia_place_told *told, lia_error *err) {
  lia_desk d;
  told->nmode = 0;
  told->condition = 1;
  LIA_TRY(lia_lapack_square(A, err));
  if (B.rows != A.rows)
    return LIA_FAIL(err, LIA_EDIM, "B", "expected %d rows as A has, got %d", A.rows, B.rows);
  lia_desk_begin(&d);
  lia_status st = place_on(&d, K, A, B, re, im, told, err);
  lia_desk_end(&d);
  return st;
}
