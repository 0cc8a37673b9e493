/* place_robust.c - eigenvectors as independent as the inputs allow
 *
 * B = U0 Z: the eigenvector x of lambda must have U1'(A - lambda) x = 0, U1 orthogonal to U0, so it
 * lies in a space S of as many dimensions as B has rank. Each in turn becomes the one of its
 * space that makes |det X| largest: for a real one the projection of what is orthogonal to all
 * others, for a pair the largest eigenvector of a Hermitian form of rank two. A pair x, x* stands
 * as the columns sqrt(2) Re x, sqrt(2) Im x: the same singular values. */
#include "ctl/place_inside.h"

#include "base/assert.h"
#include "base/rng.h"
#include "ctl/dense_inside.h"
#include "num/lapack.h"

#include <complex.h>
#include <string.h>

typedef double _Complex vector_t;

typedef struct robust {
  int n, rank;                // states, rank of B
  const lia_wanted *w;
  lia_cols U, V;              // B = U(:, 0 .. rank) diag(s) V
  double *s;
  vector_t **S;               // of each wanted (of a pair: of its first): n x rank, orthonormal
  lia_cols X, Y;              // eigenvectors, X^-1
  vector_t *c, *x;            // rank, n
} robust;

// ---- the spaces ----

static lia_status split_inputs(lia_desk *d, robust *r, lia_cols B, lia_error *err) {
  const int n = B.rows, m = B.cols, k = n < m ? n : m, nwork = 64 * (5 * (n + m) + 1);
  lia_cols F = lia_cols_again(d, B);
  r->U = lia_cols_new(d, n, n);
  r->V = lia_cols_new(d, m, m);
  r->s = lia_desk_doubles(d, (size_t)k);
  double *work = lia_desk_doubles(d, (size_t)nwork);
  LIA_TRY(lia_desk_ready(d, err));
  if (LAPACKE_dgesvd_work(LAPACK_COL_MAJOR, 'A', 'A', n, m, F.x, F.ld, r->s, r->U.x, r->U.ld,
                          r->V.x, r->V.ld, work, nwork))
    return LIA_FAIL(err, LIA_ENOCONV, "B", "singular values did not converge");
  for (r->rank = 0; r->rank < k; r->rank++)
    if (!(r->s[r->rank] > 10 * n * DBL_EPSILON * r->s[0])) break;
  return LIA_OK;
}

static vector_t *place_complex(lia_desk *d, size_t n) {
  return (vector_t *)(void *)lia_desk_doubles(d, 2 * n);
}

// the last rank columns of Q, Q R = (A - lambda)^H U1: orthogonal to its columns. work and F: n x n
static int space_of(robust *r, lia_cols UA, int k, vector_t *F, vector_t *tau, vector_t *work,
                    int nwork) {
  const int n = r->n, rest = n - r->rank;
  const vector_t lambda = r->w->re[k] + r->w->im[k] * (vector_t)I;
  // row j of U1'A less lambda U1', conjugate
  for (int j = 0; j < rest; j++)
    for (int i = 0; i < n; i++)
      F[(size_t)i + (size_t)j * (size_t)n] = conj(*lia_cols_at(UA, j, i)
          - lambda * *lia_cols_at(r->U, i, r->rank + j));
  LAPACKE_zgeqrf_work(LAPACK_COL_MAJOR, n, rest, F, n, tau, work, nwork);
  LAPACKE_zungqr_work(LAPACK_COL_MAJOR, n, n, rest, F, n, tau, work, nwork);
  memcpy(r->S[k], F + (size_t)rest * (size_t)n, (size_t)n * (size_t)r->rank * sizeof *F);
  return 1;
}

static lia_status make_spaces(lia_desk *d, robust *r, lia_cols A, lia_error *err) {
  const size_t n = (size_t)r->n;
  const int rest = r->n - r->rank, nwork = 64 * (r->n + 1);
  lia_cols UA = lia_cols_new(d, rest, r->n);
  vector_t *F = place_complex(d, n * n), *tau = place_complex(d, n),
           *work = place_complex(d, (size_t)nwork);
  r->S = lia_arena_alloc(&d->a, (n + 1) * sizeof *r->S);
  d->failed |= !r->S;
  for (size_t k = 0; !d->failed && k < n; k++)
    if (r->w->im[k] >= 0) r->S[k] = place_complex(d, n * (size_t)r->rank);
  LIA_TRY(lia_desk_ready(d, err));
  lia_cols_mul(UA, 0, 1, lia_cols_part(r->U, 0, r->rank, r->n, rest), 'T', A, 'N');
  for (int k = 0; k < r->n; k++)
    if (r->w->im[k] >= 0) space_of(r, UA, k, F, tau, work, nwork);
  return LIA_OK;
}

// ---- one vector, or a pair ----

// c = S^H q for a real q
static void into_space(const robust *r, int k, const double *q, vector_t *c) {
  for (int j = 0; j < r->rank; j++) {
    const vector_t *s = r->S[k] + (size_t)j * (size_t)r->n;
    c[j] = 0;
    for (int i = 0; i < r->n; i++) c[j] += conj(s[i]) * q[i];
  }
}

// x = S c, of length 1; 0: it has none
static int out_of_space(const robust *r, int k, const vector_t *c, vector_t *x) {
  double square = 0;
  for (int i = 0; i < r->n; i++) x[i] = 0;
  for (int j = 0; j < r->rank; j++)
    for (int i = 0; i < r->n; i++) x[i] += r->S[k][(size_t)i + (size_t)j * (size_t)r->n] * c[j];
  for (int i = 0; i < r->n; i++) square += creal(x[i]) * creal(x[i]) + cimag(x[i]) * cimag(x[i]);
  if (!(square > 0)) return 0;
  for (int i = 0; i < r->n; i++) x[i] /= sqrt(square);
  return 1;
}

// the columns of x: itself, or those of a pair, x turned so that they are orthogonal
static void columns_of(const robust *r, int k, vector_t *x, lia_cols to) {
  if (r->w->im[k] == 0) {
    for (int i = 0; i < r->n; i++) *lia_cols_at(to, i, 0) = creal(x[i]);
    return;
  }
  vector_t square = 0;
  for (int i = 0; i < r->n; i++) square += x[i] * x[i];
  const vector_t turn = cexp(-0.5 * carg(square) * (vector_t)I) * sqrt(2);
  for (int i = 0; i < r->n; i++) {
    *lia_cols_at(to, i, 0) = creal(turn * x[i]);
    *lia_cols_at(to, i, 1) = cimag(turn * x[i]);
  }
}

// rows k .. of Y made orthonormal in q: what is orthogonal to all other columns of X
static int orthogonal_to_others(const robust *r, int k, int count, lia_cols q) {
  for (int c = 0; c < count; c++) {
    double *to = lia_cols_at(q, 0, c);
    for (int i = 0; i < r->n; i++) to[i] = *lia_cols_at(r->Y, k + c, i);
    double size = lia_vec_norm(to, r->n);
    if (!(size > 0)) return 0;
    lia_vec_scale(to, 1 / size, to, r->n);
    for (int twice = 0; c && twice < 2; twice++)
      lia_vec_axpy(to, -lia_vec_dot(to, lia_cols_at(q, 0, 0), r->n), lia_cols_at(q, 0, 0), r->n);
    size = lia_vec_norm(to, r->n);
    if (!(size > 0)) return 0;
    lia_vec_scale(to, 1 / size, to, r->n);
  }
  return 1;
}

// |det| of a pair grows with w^H (a2 a1^H - a1 a2^H) / 2i w, a = S^H q: c becomes the w of length 1
// that makes it largest. In the basis a1 / |a1|, e of a1, a2 with a2 = b a1 / |a1| + g e it is
//   [a im b, i a g / 2; -i a g / 2, 0],  a = |a1|
static int best_of_pair(int n, vector_t *a1, vector_t *a2, vector_t *c) {
  double a = 0, g = 0;
  vector_t b = 0;
  for (int j = 0; j < n; j++) a += creal(a1[j]) * creal(a1[j]) + cimag(a1[j]) * cimag(a1[j]);
  a = sqrt(a);
  if (!(a > 0)) return 0;
  for (int j = 0; j < n; j++) a1[j] /= a;
  for (int j = 0; j < n; j++) b += conj(a1[j]) * a2[j];
  for (int j = 0; j < n; j++) a2[j] -= b * a1[j];
  for (int j = 0; j < n; j++) g += creal(a2[j]) * creal(a2[j]) + cimag(a2[j]) * cimag(a2[j]);
  g = sqrt(g);
  const double d = a * cimag(b), root = hypot(d, a * g);
  const double mu = 0.5 * (d < 0 ? d - root : d + root);
  if (mu == 0) return 0;
  const vector_t second = -a * g / (2 * mu) * (vector_t)I;
  for (int j = 0; j < n; j++) c[j] = a1[j] + (g > 0 ? second * a2[j] / g : 0);
  return 1;
}

// ---- sweeps ----

// columns k .. of X become those of N: Y = X^-1 follows (Woodbury); returns how |det X| grew, or 0
// where nothing was changed
static double exchange_columns(const robust *r, int k, lia_cols N, lia_cols V) {
  const int n = r->n, p = N.cols;
  double m[4] = { 1, 0, 0, 1 }, row[2];
  lia_cols_mul(V, 0, 1, r->Y, 'N', N, 'N');
  for (int j = 0; j < p; j++)
    for (int i = 0; i < p; i++) m[i + 2 * j] = *lia_cols_at(V, k + i, j);
  const double det = p == 1 ? m[0] : m[0] * m[3] - m[1] * m[2];
  if (!(fabs(det) > 1e-3)) return 0;
  for (int i = 0; i < p; i++) *lia_cols_at(V, k + i, i) -= 1;
  for (int c = 0; c < n; c++) {
    const double y0 = *lia_cols_at(r->Y, k, c), y1 = p == 2 ? *lia_cols_at(r->Y, k + 1, c) : 0;
    row[0] = p == 1 ? y0 / det : (m[3] * y0 - m[2] * y1) / det;
    row[1] = (m[0] * y1 - m[1] * y0) / det;
    for (int j = 0; j < p; j++)
      lia_vec_axpy(lia_cols_at(r->Y, 0, c), -row[j], lia_cols_at(V, 0, j), n);
  }
  lia_cols_copy(lia_cols_part(r->X, 0, k, n, p), N);
  return fabs(det);
}

static int invert_vectors(lia_desk *d, const robust *r) {
  lia_desk own = { .failed = 0 };
  lia_cols F = lia_cols_again(&own, r->X);
  lia_cols_scale(r->Y, 0);
  for (int i = 0; i < r->n; i++) *lia_cols_at(r->Y, i, i) = 1;
  double rcond = 0;
  if (!own.failed) rcond = lia_cols_solve(&own, F, 'N', r->Y);
  d->failed |= own.failed;
  lia_arena_free(&own.a);
  return rcond > DBL_EPSILON;
}

// each vector once; returns the logarithm of how |det X| grew
static double sweep(const robust *r, lia_cols q, lia_cols N, lia_cols V, vector_t *other) {
  double grown = 0;
  for (int k = 0, p; k < r->n; k += p) {
    p = r->w->im[k] == 0 ? 1 : 2;
    lia_cols to = lia_cols_part(N, 0, 0, r->n, p), v = lia_cols_part(V, 0, 0, r->n, p);
    if (!orthogonal_to_others(r, k, p, q)) continue;
    into_space(r, k, lia_cols_at(q, 0, 0), p == 1 ? r->c : other);
    if (p == 2) {
      into_space(r, k, lia_cols_at(q, 0, 1), other + r->rank);
      if (!best_of_pair(r->rank, other, other + r->rank, r->c)) continue;
    }
    if (!out_of_space(r, k, r->c, r->x)) continue;
    columns_of(r, k, r->x, to);
    double det = exchange_columns(r, k, to, v);
    if (det > 0) grown += log(det);
  }
  return grown;
}

// any vectors of the spaces that are independent
static int begin_anywhere(lia_desk *d, const robust *r) {
  enum { TRIES = 5 };
  lia_rng rng = lia_rng_seed(1);
  for (int attempt = 0; attempt < TRIES; attempt++) {
    for (int k = 0, p; k < r->n; k += p) {
      p = r->w->im[k] == 0 ? 1 : 2;
      for (int j = 0; j < r->rank; j++)
        r->c[j] = lia_rng_normal(&rng) + (p == 2 ? lia_rng_normal(&rng) : 0) * (vector_t)I;
      out_of_space(r, k, r->c, r->x);
      columns_of(r, k, r->x, lia_cols_part(r->X, 0, k, r->n, p));
    }
    if (invert_vectors(d, r)) return 1;
  }
  return 0;
}

static lia_status improve(lia_desk *d, robust *r, lia_error *err) {
  enum { SWEEPS = 100 };
  const int n = r->n;
  lia_cols q = lia_cols_new(d, n, 2), N = lia_cols_new(d, n, 2), V = lia_cols_new(d, n, 2);
  vector_t *other = place_complex(d, 2 * (size_t)r->rank);
  LIA_TRY(lia_desk_ready(d, err));
  int fine = begin_anywhere(d, r);
  for (int k = 0; fine && k < SWEEPS; k++) {
    double grown = sweep(r, q, N, V, other);
    fine = invert_vectors(d, r);
    if (grown < 1e-4) break;
  }
  LIA_TRY(lia_desk_ready(d, err));
  if (fine) return LIA_OK;
  return LIA_FAIL(err, LIA_ESINGULAR, "", "no independent eigenvectors were found");
}

// ---- the gain ----

// A - B K = X L X^-1: K = V' s^-1 U0' (A - X L X^-1)
static lia_status gain_of(lia_desk *d, lia_cols K, const robust *r, lia_cols A, lia_error *err) {
  const int n = r->n;
  lia_cols XL = lia_cols_new(d, n, n), M = lia_cols_again(d, A), Z = lia_cols_new(d, r->rank, n);
  LIA_TRY(lia_desk_ready(d, err));
  for (int k = 0; k < n; k++) {
    const double a = r->w->re[k], b = r->w->im[k];
    lia_vec_scale(lia_cols_at(XL, 0, k), a, lia_cols_at(r->X, 0, k), n);
    // A [u v] = [u v] [a b; -b a]
    if (b != 0)
      lia_vec_axpy(lia_cols_at(XL, 0, k), -b, lia_cols_at(r->X, 0, b > 0 ? k + 1 : k - 1), n);
  }
  lia_cols_mul(M, 1, -1, XL, 'N', r->Y, 'N');
  lia_cols_mul(Z, 0, 1, lia_cols_part(r->U, 0, 0, n, r->rank), 'T', M, 'N');
  for (int j = 0; j < n; j++)
    for (int i = 0; i < r->rank; i++) *lia_cols_at(Z, i, j) /= r->s[i];
  lia_cols_mul(K, 0, 1, lia_cols_part(r->V, 0, 0, r->rank, K.rows), 'T', Z, 'N');
  return LIA_OK;
}

lia_status lia_place_robust(lia_desk *d, lia_cols K, lia_cols A, lia_cols B, const lia_wanted *w,
                            lia_error *err) {
  const int n = A.rows;
  robust r = { .n = n, .w = w, .X = lia_cols_eye(d, n), .Y = lia_cols_eye(d, n),
               .c = place_complex(d, (size_t)n), .x = place_complex(d, (size_t)n) };
  LIA_TRY(lia_desk_ready(d, err));
  LIA_ASSERT(w->n == n);
  LIA_TRY(split_inputs(d, &r, B, err));
  // as many inputs as states: any vectors, so those of the axes
  if (r.rank == n) return gain_of(d, K, &r, A, err);
  LIA_TRY(make_spaces(d, &r, A, err));
  LIA_TRY(improve(d, &r, err));
  return gain_of(d, K, &r, A, err);
}
