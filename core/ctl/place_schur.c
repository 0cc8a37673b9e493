/* place_schur.c - one block of the Schur form after the other gets the eigenvalues wanted
 *
 * T = U'A U, G = U'B. The last block of T is moved by its rows of G alone; what it got is carried
 * to the front, and the next one stands last. */
#include "ctl/place_inside.h"

#include "base/assert.h"
#include "ctl/schur_inside.h"
#include "num/lapack.h"

typedef struct schur_place {
  lia_cols T, U, B, G, K;
  int n, done;                // the leading ones that are placed
  double *re, *im;            // wanted and not placed yet: left of them
  int left, real;             // real ones first
} schur_place;

static int block_size_at(const schur_place *s, int last) {
  return last > s->done && *lia_cols_at(s->T, last, last - 1) != 0 ? 2 : 1;
}

// the block that begins at row `from` is carried to row `to`
static lia_status carry_block(schur_place *s, lia_desk *d, int from, int to, lia_error *err) {
  double *work = lia_desk_doubles(d, (size_t)s->n);
  int ifst = from + 1, ilst = to + 1;
  LIA_TRY(lia_desk_ready(d, err));
  int info = LAPACKE_dtrexc_work(LAPACK_COL_MAJOR, 'V', s->n, s->T.x, s->T.ld, s->U.x, s->U.ld,
      &ifst, &ilst, work);
  if (info) return LIA_FAIL(err, LIA_ENOCONV, "", "eigenvalues too close to one another");
  lia_cols_mul(s->G, 0, 1, s->U, 'T', s->B, 'N');
  return LIA_OK;
}

// take wanted number k (of a pair: k, k + 1) out of the list
static void schur_take(schur_place *s, int k, int size) {
  for (int i = k; i + size < s->left; i++) {
    s->re[i] = s->re[i + size];
    s->im[i] = s->im[i + size];
  }
  s->left -= size;
  if (k < s->real) s->real -= size;
}

// the wanted one of from .. to that is nearest to (re, |im|)
static int nearest_wanted(const schur_place *s, int from, int to, double re, double im) {
  int best = from;
  for (int k = from; k < to; k++)
    if (hypot(s->re[k] - re, fabs(s->im[k]) - fabs(im))
        < hypot(s->re[best] - re, fabs(s->im[best]) - fabs(im))) best = k;
  return best;
}

// T(:, at ..) -= G F, K(:, ..) += F U(:, at ..)'
static void apply_feedback(schur_place *s, int at, lia_cols F) {
  lia_cols_mul(lia_cols_part(s->T, 0, at, s->n, F.cols), 1, -1, s->G, 'N', F, 'N');
  lia_cols_mul(s->K, 1, 1, F, 'N', lia_cols_part(s->U, 0, at, s->n, F.cols), 'T');
}

static lia_status not_moved(lia_error *err) {
  return LIA_FAIL(err, LIA_ESINGULAR, "", "a mode is so hard to move that no gain was found");
}

// one row g of G: F = g' (t - wanted) / |g|^2
static lia_status place_one(lia_desk *d, schur_place *s, lia_error *err) {
  const int at = s->n - 1, m = s->B.cols;
  const double t = *lia_cols_at(s->T, at, at);
  const int k = nearest_wanted(s, 0, s->real, t, 0);
  lia_cols F = lia_cols_new(d, m, 1);
  LIA_TRY(lia_desk_ready(d, err));
  double square = 0;
  for (int j = 0; j < m; j++) square += *lia_cols_at(s->G, at, j) * *lia_cols_at(s->G, at, j);
  if (!(square > 0)) return not_moved(err);
  for (int j = 0; j < m; j++)
    *lia_cols_at(F, j, 0) = *lia_cols_at(s->G, at, j) / square * (t - s->re[k]);
  apply_feedback(s, at, F);
  schur_take(s, k, 1);
  return LIA_OK;
}

// f with trace and determinant of M - b f wanted: f b = tr M - sum, f adj(M) b = det M - product
static int feedback_of_two(double f[2], const double M[4], const double b[2], double sum,
                           double product) {
  const double r[2] = { M[0] + M[3] - sum, M[0] * M[3] - M[2] * M[1] - product };
  const double q[2] = { M[3] * b[0] - M[2] * b[1], -M[1] * b[0] + M[0] * b[1] };
  const double det = b[0] * q[1] - b[1] * q[0];
  if (det == 0) return 0;
  f[0] = (r[0] * q[1] - b[1] * r[1]) / det;
  f[1] = (b[0] * r[1] - q[0] * r[0]) / det;
  return isfinite(f[0]) && isfinite(f[1]);
}

// the direction v of the inputs that does most to two rows of G: the first right singular vector of
// them, by the eigenvector of G2 G2' (2 x 2); b = G2 v
static void best_direction(lia_cols G2, double *v, double b[2]) {
  double a = 0, c = 0, e = 0;
  for (int j = 0; j < G2.cols; j++) {
    const double *g = lia_cols_at(G2, 0, j);
    a += g[0] * g[0];
    c += g[0] * g[1];
    e += g[1] * g[1];
  }
  // the eigenvector of [a c; c e] for its larger value stands at half the angle of (a - e, 2 c)
  const double angle = 0.5 * atan2(2 * c, a - e), u[2] = { cos(angle), sin(angle) };
  const double size = hypot(a * u[0] + c * u[1], c * u[0] + e * u[1]);
  const double s = size > 0 ? 1 / sqrt(size) : 0;
  b[0] = b[1] = 0;
  for (int j = 0; j < G2.cols; j++) {
    const double *g = lia_cols_at(G2, 0, j);
    v[j] = s * (g[0] * u[0] + g[1] * u[1]);
    b[0] += g[0] * v[j];
    b[1] += g[1] * v[j];
  }
}

// which two are wanted of the last block of two: a pair, or two real ones; *sum, *product
static void take_two(schur_place *s, double *sum, double *product) {
  const int at = s->n - 2;
  const double re = 0.5 * (*lia_cols_at(s->T, at, at) + *lia_cols_at(s->T, at + 1, at + 1));
  if (s->left > s->real) {
    // of two as near the first, so of a pair that with im > 0
    const int k = nearest_wanted(s, s->real, s->left, re, 0);
    *sum = 2 * s->re[k];
    *product = s->re[k] * s->re[k] + s->im[k] * s->im[k];
    schur_take(s, k, 2);
    return;
  }
  int k = nearest_wanted(s, 0, s->real, re, 0);
  const double one = s->re[k];
  schur_take(s, k, 1);
  k = nearest_wanted(s, 0, s->real, re, 0);
  *sum = one + s->re[k];
  *product = one * s->re[k];
  schur_take(s, k, 1);
}

// the block of two in standard form again: turned by its own Schur form
static lia_status standardize(lia_desk *d, schur_place *s, lia_error *err) {
  const int n = s->n, at = n - 2;
  lia_cols M = lia_cols_again(d, lia_cols_part(s->T, at, at, 2, 2)), Q = lia_cols_new(d, 2, 2),
           W = lia_cols_new(d, n, 2), V = lia_cols_new(d, 2, n);
  double re[2], im[2];
  LIA_TRY(lia_desk_ready(d, err));
  LIA_TRY(lia_cols_schur(d, M, Q, re, im, err));
  lia_cols cols = lia_cols_part(s->T, 0, at, n, 2), rows = lia_cols_part(s->G, at, 0, 2, s->G.cols);
  lia_cols_mul(W, 0, 1, cols, 'N', Q, 'N');
  lia_cols_copy(cols, W);
  lia_cols_copy(lia_cols_part(s->T, at, at, 2, 2), M);
  lia_cols turned = lia_cols_part(s->U, 0, at, n, 2);
  lia_cols_mul(W, 0, 1, turned, 'N', Q, 'N');
  lia_cols_copy(turned, W);
  if (rows.cols > n) V = lia_cols_new(d, 2, rows.cols);
  LIA_TRY(lia_desk_ready(d, err));
  V = lia_cols_part(V, 0, 0, 2, rows.cols);
  lia_cols_mul(V, 0, 1, Q, 'T', rows, 'N');
  lia_cols_copy(rows, V);
  return LIA_OK;
}

static lia_status place_two(lia_desk *d, schur_place *s, lia_error *err) {
  const int at = s->n - 2, m = s->B.cols;
  lia_cols F = lia_cols_new(d, m, 2);
  double *v = lia_desk_doubles(d, (size_t)m), b[2], f[2], sum, product;
  LIA_TRY(lia_desk_ready(d, err));
  const double M[4] = { *lia_cols_at(s->T, at, at), *lia_cols_at(s->T, at + 1, at),
                        *lia_cols_at(s->T, at, at + 1), *lia_cols_at(s->T, at + 1, at + 1) };
  best_direction(lia_cols_part(s->G, at, 0, 2, m), v, b);
  take_two(s, &sum, &product);
  if (!feedback_of_two(f, M, b, sum, product)) return not_moved(err);
  for (int j = 0; j < m; j++)
    for (int c = 0; c < 2; c++) *lia_cols_at(F, j, c) = v[j] * f[c];
  apply_feedback(s, at, F);
  return standardize(d, s, err);
}

// only pairs are wanted and the last block is of one: another of one is carried beside it
static lia_status join_two(lia_desk *d, schur_place *s, lia_error *err) {
  for (int last = s->n - 2, size; last >= s->done; last -= size) {
    size = block_size_at(s, last);
    if (size == 1) return last == s->n - 2 ? LIA_OK : carry_block(s, d, last, s->n - 2, err);
  }
  return not_moved(err);
}

static lia_status place_last(lia_desk *d, schur_place *s, lia_error *err) {
  int size = block_size_at(s, s->n - 1);
  if (size == 1 && s->real) LIA_TRY(place_one(d, s, err));
  else {
    if (size == 1) LIA_TRY(join_two(d, s, err));
    size = 2;
    LIA_TRY(place_two(d, s, err));
  }
  // of two real ones each is carried by itself
  for (int moved = 0; moved < size; ) {
    const int block = block_size_at(s, s->n - 1);
    LIA_TRY(carry_block(s, d, s->n - block, s->done, err));
    s->done += block;
    moved += block;
  }
  return LIA_OK;
}

lia_status lia_place_schur(lia_desk *d, lia_cols K, lia_cols A, lia_cols B, const lia_wanted *w,
                           lia_error *err) {
  const int n = A.rows;
  schur_place s = { .T = lia_cols_again(d, A), .U = lia_cols_new(d, n, n), .B = B,
                    .G = lia_cols_new(d, n, B.cols), .K = K, .n = n,
                    .re = lia_desk_doubles(d, (size_t)n), .im = lia_desk_doubles(d, (size_t)n),
                    .left = n, .real = w->real };
  double *values = lia_desk_doubles(d, 2 * (size_t)n);
  LIA_TRY(lia_desk_ready(d, err));
  LIA_ASSERT(w->n == n);
  lia_vec_copy(s.re, w->re, n);
  lia_vec_copy(s.im, w->im, n);
  lia_cols_scale(K, 0);
  LIA_TRY(lia_cols_schur(d, s.T, s.U, values, values + n, err));
  lia_cols_mul(s.G, 0, 1, s.U, 'T', B, 'N');
  while (s.done < n) LIA_TRY(place_last(d, &s, err));
  return LIA_OK;
}
