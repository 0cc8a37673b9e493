/* constrained_dense.c - accelerations and forces of a constrained motion, five ways, from plain
 * arrays    [nonhol] 2.9, [course] F1.3 */
#include "con/constrained_dense.h"

#include "base/assert.h"
#include "base/layout.h"
#include "base/mem.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const char *const lia_constrained_name[LIA_CONSTRAINED_COUNT] = {
#define X(name, text) #name,
  LIA_CONSTRAINED_METHODS(X)
#undef X
};

int lia_constrained_find(const char *name) {
  for (int k = 0; k < LIA_CONSTRAINED_COUNT; k++)
    if (!strcmp(name, lia_constrained_name[k])) return k;
  return strcmp(name, "kkt") ? -1 : LIA_CONSTRAINED_augmented;
}

const lia_constrained_opts lia_constrained_defaults = { LIA_CONSTRAINED_OPTS(LIA_OPT_DEFAULT) };

lia_status lia_constrained_check(const lia_constrained_opts *o, lia_error *err) {
  LIA_CONSTRAINED_OPTS(LIA_OPT_CHECK)
  return LIA_OK;
}

// ---- memory ----

static lia_mat take_mat(lia_layout *l, int rows, int cols) {
  return lia_mat_of(LIA_TAKE(l, double, (size_t)rows * (size_t)cols), rows, cols);
}

static void layout(lia_layout *l, lia_constrained *w) {
  int n = w->maxn, m = w->maxm, k = n > m ? n : m;
  w->row = LIA_TAKE(l, int, m);
  w->coord = LIA_TAKE(l, int, n);
  w->piv = LIA_TAKE(l, int, n + m);
  w->N = take_mat(l, n, n);
  w->P = take_mat(l, n, n);
  w->R = take_mat(l, k, k);
  w->L = take_mat(l, n, n);
  w->B = take_mat(l, k, k);
  w->J = take_mat(l, m, n);
  w->K = take_mat(l, n + m, n + m);
  w->a0 = LIA_TAKE(l, double, n);
  w->r = LIA_TAKE(l, double, n);
  w->norm = LIA_TAKE(l, double, m);
  w->best_norm = LIA_TAKE(l, double, m);
  w->g = LIA_TAKE(l, double, m);
  w->y = LIA_TAKE(l, double, m);
  w->b = LIA_TAKE(l, double, n + m);
  w->work = LIA_TAKE(l, double, 2 * (n + m));
}

lia_status lia_constrained_new(lia_constrained **out, int n, int m, lia_error *err) {
  *out = NULL;
  if (n < 0 || m < 0 || n > 20000 || m > 20000) return LIA_FAIL(err, LIA_EARG, "",
      "expected sizes from 0 to 20000, got %d and %d", n, m);
  lia_constrained shape = { .maxn = n, .maxm = m };
  lia_layout l = { NULL, sizeof shape };
  layout(&l, &shape);
  lia_constrained *w = lia_block(l.used);
  if (!w) return LIA_FAIL(err, LIA_ENOMEM, "",
                          "out of memory for %d coordinates with %d constraints", n, m);
  *w = shape;
  l = (lia_layout){ (char *)w, sizeof shape };
  layout(&l, w);
  lia_status st = lia_qr_new(&w->rows, n, m, err);
  if (st == LIA_OK) st = lia_qr_new(&w->cols, m, n, err);
  if (st != LIA_OK) { lia_constrained_free(w); return st; }
  *out = w;
  return LIA_OK;
}

void lia_constrained_free(lia_constrained *w) {
  if (!w) return;
  lia_qr_free(w->rows);
  lia_qr_free(w->cols);
  lia_free(w);
}

static lia_mat sized(lia_mat A, int rows, int cols) { return lia_mat_of(A.x, rows, cols); }

// ---- rows ----

static void constrained_dense_sort(int *x, int n) {
  for (int i = 1; i < n; i++)
    for (int j = i; j > 0 && x[j] < x[j-1]; j--) {
      int t = x[j];
      x[j] = x[j-1];
      x[j-1] = t;
    }
}

// of the longest row: what is shorter than this is not made as long as the others, for then the
// rounding of the others would count as much as what it says itself, and a row that is rounding
// alone would seem to hold something
static const double thin = 1e-5;

// what x was at its best, fading: what stays small is small of itself
static double best_of(double *best, double x) { return *best = fmax(x, 0.999 * *best); }

static double last_pivot(const lia_constrained *w) { return fabs(*lia_mat_at(w->rows->A,
    w->rank - 1, w->rank - 1)); }

// rows of length 1, the ones used gathered in w->J; much shorter ones than the longest of length
// 1/2, for of rows that follow from each other they have the fewest digits, thin ones less. A row
// of zeros follows from nothing at all: gamma must be 0 there
static lia_status rank_within(lia_constrained *w, lia_mat J, double tol, int at_most,
                              double drop_below, lia_error *err) {
  int m = w->m = J.rows, n = w->n = J.cols;
  LIA_ASSERT(n <= w->maxn && m <= w->maxm);
  LIA_TRY(lia_mat_finite(J, "J", err));
  lia_mat T = sized(w->K, n, m);
  double most = w->largest = lia_mat_max(J);
  w->ndropped = 0;
  for (int i = 0; i < m; i++) {
    double s = lia_vec_norm(lia_mat_row(J, i), n);
    if (drop_below > 0 && s < drop_below * best_of(&w->best_norm[i], s)) {
      s = 0;
      w->ndropped++;
    }
    w->norm[i] = s = s > 1e-15 * most ? fmax(s < most / 16 ? 2 * s : s, thin * most) : 0;
    for (int k = 0; k < n; k++) *lia_mat_at(T, k, i) = s > 0 ? *lia_mat_at(J, i, k) / s : 0;
  }
  LIA_TRY(lia_qr_factor(w->rows, T, tol, err));
  w->rank = at_most && w->rows->rank > at_most ? at_most : w->rows->rank;
  LIA_ASSERT(w->rows->rank <= m && w->rows->rank <= n);
  if (drop_below > 0 && w->rank > 0) {
    double best = best_of(&w->best_pivot, last_pivot(w));
    for (; w->rank > 0 && last_pivot(w) < drop_below * best; w->rank--) w->ndropped++;
  }
  for (int i = 0; i < m; i++) w->row[i] = w->rows->perm[i];
  constrained_dense_sort(w->row, w->rank);
  constrained_dense_sort(w->row + w->rank, m - w->rank);
  for (int i = 1; i < m; i++) LIA_ASSERT(i == w->rank || w->row[i - 1] < w->row[i]);
  w->J = sized(w->J, w->rank, n);
  for (int i = 0; i < w->rank; i++)
    for (int k = 0; k < n; k++) *lia_mat_at(w->J, i, k) = *lia_mat_at(T, k, w->row[i]);
  return LIA_OK;
}

void lia_constrained_begin(lia_constrained *w) {
  memset(w->best_norm, 0, (size_t)w->maxm * sizeof *w->best_norm);
  w->best_pivot = 0;
}

lia_status lia_constrained_rank(lia_constrained *w, lia_mat J, double tol,
                                lia_error *err) { return rank_within(w, J, tol, 0, 0, err); }

// J' P = Q [R11 R12]: row perm[rank + j] is the sum over i of (R11^-1 R12)_ij row perm[i], and
// gamma must be so too, to tol of the size of accelerations and to rounding of the longest row.
// size: what an acceleration is compared with where gamma is 0
static lia_status agree(lia_constrained *w, const double *gamma, double tol, double size,
                        lia_error *err) {
  const lia_qr *f = w->rows;
  int r = w->rank;
  double *c = w->work, worst = 0;
  int who = -1;
  for (int i = 0; i < w->m; i++)
    if (w->norm[i] > 0) size = fmax(size, fabs(gamma[i]) / w->norm[i]);
  for (int j = r; j < w->m; j++) {
    int row = f->perm[j];
    double gap = w->norm[row] > 0 ? gamma[row] / w->norm[row] : gamma[row];
    for (int i = r - 1; i >= 0; i--) {
      c[i] = *lia_mat_at(f->A, i, j);
      for (int k = i + 1; k < r; k++) c[i] -= *lia_mat_at(f->A, i, k) * c[k];
      c[i] /= *lia_mat_at(f->A, i, i);
      gap -= c[i] * gamma[f->perm[i]] / w->norm[f->perm[i]];
    }
    double room = w->norm[row] > 0 ? 1e-14 * w->largest / w->norm[row] : 0;
    if (fabs(gap) > worst && !(fabs(gap) <= tol * size + 1e-12 + room)) {
      worst = fabs(gap);
      who = row;
    }
  }
  if (who < 0) return LIA_OK;
  char path[32];
  snprintf(path, sizeof path, "rows[%d]", who + 1);
  if (w->norm[who] == 0)
    return LIA_FAIL(err, LIA_EUNREACHABLE, path,
                    "no motion changes it here, and yet it asks for %g: it cannot be kept",
                        gamma[who]);
  return LIA_FAIL(err, LIA_EUNREACHABLE, path,
                  "contradicts the other constraints: they give it %g less than it asks for",
                      worst * w->norm[who]);
}

static lia_status refuse_redundant(const lia_constrained *w, lia_error *err) {
  char list[160] = "", path[32];
  size_t n = 0;
  if (w->rank == w->m) return LIA_OK;
  for (int i = w->rank; i < w->m && n + 16 < sizeof list; i++)
    n += (size_t)snprintf(list + n, sizeof list - n, n ? ", %d" : "%d", w->row[i] + 1);
  snprintf(path, sizeof path, "rows[%d]", w->row[w->rank] + 1);
  return LIA_FAIL(err, LIA_ESINGULAR, path,
      "%d of %d rows are redundant (%s): their multipliers cannot be told apart, and they are to "
      "be refused",
      w->m - w->rank, w->m, list);
}

// ---- multipliers ----

// J' lambda = J_used' y with the least |lambda|: lambda_0 (y on the rows used) brought into the
// range of J. With D the lengths of rows, J = D P [R11 R12]' Q1', so that range is that of A = D P
// [R11 R12]'
void lia_constrained_share(lia_constrained *w, double *lambda) {
  int r = w->rank, m = w->m;
  lia_mat A = sized(w->K, m, r);
  LIA_ASSERT(r <= m && w->rows->rank >= r);
  for (int j = 0; j < m; j++)
    for (int i = 0; i < r; i++) *lia_mat_at(A, w->rows->perm[j], i) = i > j ? 0
        : w->norm[w->rows->perm[j]] * *lia_mat_at(w->rows->A, i, j);
  // orthonormal columns by Gram-Schmidt, twice
  for (int k = 0; k < r; k++) {
    for (int pass = 0; pass < 2; pass++)
      for (int j = 0; j < k; j++) {
        double s = 0;
        for (int i = 0; i < m; i++) s += *lia_mat_at(A, i, j) * *lia_mat_at(A, i, k);
        for (int i = 0; i < m; i++) *lia_mat_at(A, i, k) -= s * *lia_mat_at(A, i, j);
      }
    double s = 0;
    for (int i = 0; i < m; i++) s = hypot(s, *lia_mat_at(A, i, k));
    for (int i = 0; i < m; i++) *lia_mat_at(A, i, k) /= s;
  }
  double *c = w->work;
  lia_mat_tmulv(c, A, lambda);
  lia_mat_mulv(lambda, A, c);
}

static void constrained_dense_tell(lia_constrained *w, double *lambda) {
  lia_vec_zero(lambda, w->m);
  for (int i = 0; i < w->rank; i++) lambda[w->row[i]] = w->y[i] / w->norm[w->row[i]];
  if (w->rank < w->m) lia_constrained_share(w, lambda);
}

// ---- five ways; each writes b (n): a, and y: multipliers of the rows used ----

// M = L L' in w->L
static lia_status root_of_mass(lia_constrained *w, lia_constrained_method method, lia_mat M,
                               lia_error *err) {
  w->L = sized(w->L, w->n, w->n);
  lia_mat_copy(w->L, M);
  if (lia_chol_factor(w->L, NULL) == LIA_OK) return LIA_OK;
  return LIA_FAIL(err, LIA_ESINGULAR, lia_constrained_name[method],
                  "the mass matrix is singular or not positive: this method needs its inverse "
                  "(augmented, partition and nullspace do not)");
}

lia_status lia_constrained_weightless(const char *path, lia_error *err) {
  return LIA_FAIL(err, LIA_ESINGULAR, path,
      "a motion that the constraints leave free moves no mass: no force tells its acceleration");
}

static lia_status moves_no_mass(lia_constrained_method method, lia_error *err) {
  return lia_constrained_weightless(lia_constrained_name[method], err);
}

// [M s J'; s J 0] [a; -y/s] = [f; s g], s brings J to the size of M; once more with what is left
static lia_status by_augmented(lia_constrained *w, lia_mat M, const double *f, lia_error *err) {
  int n = w->n, r = w->rank;
  lia_mat K = sized(w->K, n + r, n + r);
  LIA_ASSERT(w->J.rows == r && w->J.cols == n && M.rows == n && M.cols == n);
  double s = 0, *b = w->b, *x = w->work, *left = w->work + n + r;
  for (int i = 0; i < n; i++) s = fmax(s, fabs(*lia_mat_at(M, i, i)));
  s = s > 0 ? s : 1;
  lia_mat_zero(K);
  lia_mat_copy(lia_mat_part(K, 0, 0, n, n), M);
  lia_mat_scale(lia_mat_part(K, n, 0, r, n), s, w->J);
  if (lia_ldl_pivoted(K, w->piv, NULL) != LIA_OK) return moves_no_mass(LIA_CONSTRAINED_augmented,
      err);

  lia_vec_zero(x, n + r);
  for (int pass = 0; pass < 2; pass++) {
    lia_mat_mulv(left, M, x);
    lia_mat_tmulv(b, w->J, x + n);
    for (int i = 0; i < n; i++) left[i] = f[i] - left[i] - s * b[i];
    lia_mat_mulv(left + n, w->J, x);
    for (int i = 0; i < r; i++) left[n + i] = s * (w->g[i] - left[n + i]);
    lia_ldl_psolve(K, w->piv, left, b);
    for (int i = 0; i < n + r; i++) x[i] += left[i];
  }
  for (int i = 0; i < r; i++) w->y[i] = -s * x[n + i];
  lia_vec_copy(b, x, n);
  return LIA_OK;
}

// a = N y + a0, R = N' M N, r = N' (f - M a0): solve for y, then b = a
static lia_status reduced(lia_constrained *w, lia_constrained_method method, lia_mat M,
                          const double *f, lia_error *err) {
  int n = w->n, k = n - w->rank;
  double *left = w->work, *y = w->work + n;
  LIA_ASSERT(w->N.rows == n && w->N.cols == k);
  lia_mat MN = sized(w->B, n, k), L = sized(w->L, k, k);
  w->R = sized(w->R, k, k);
  lia_mat_mul(MN, M, w->N);
  lia_mat_tmul(w->R, w->N, MN);
  lia_mat_mulv(left, M, w->a0);
  for (int i = 0; i < n; i++) left[i] = f[i] - left[i];
  lia_mat_tmulv(w->r, w->N, left);
  lia_mat_copy(L, w->R);
  lia_vec_copy(y, w->r, k);
  if (lia_chol_factor(L, NULL) != LIA_OK) return moves_no_mass(method, err);
  lia_chol_solve(L, y);
  lia_mat_mulv(w->b, w->N, y);
  for (int i = 0; i < n; i++) w->b[i] += w->a0[i];
  return LIA_OK;
}

// which coordinates depend: the r columns that QR with pivots takes first, of columns measured by
// their own inertia
static lia_status constrained_dense_choose(lia_constrained *w, const lia_constrained_opts *o,
    lia_mat M,
    lia_error *err) {
  int n = w->n, r = w->rank;
  if (!o->independent) {
    lia_mat S = sized(w->B, r, n);
    double most = 0;
    for (int k = 0; k < n; k++) most = fmax(most, *lia_mat_at(M, k, k));
    for (int k = 0; k < n; k++) {
      double s = sqrt(fmax(*lia_mat_at(M, k, k), 1e-8 * most));
      for (int i = 0; i < r; i++) *lia_mat_at(S, i, k) = *lia_mat_at(w->J, i, k) / (s > 0 ? s : 1);
    }
    LIA_TRY(lia_qr_factor(w->cols, S, -1, err));
    for (int k = 0; k < n; k++) w->coord[k] = w->cols->perm[k];
  } else {
    if (o->nindependent != n - r)
      return LIA_FAIL(err, LIA_EDIM, "independent",
                      "expected %d coordinate%s (%d, %d constraints that count), got %d", n - r,
                          n - r == 1 ? "" : "s", n, r, o->nindependent);
    int dependent = 0;
    for (int k = 0; k < n; k++) {
      int chosen = 0;
      for (int i = 0; i < n - r; i++) chosen += o->independent[i] == k;
      if (chosen > 1) return LIA_FAIL(err, LIA_EARG, "independent", "coordinate %d is named twice",
                                      k + 1);
      if (!chosen && dependent == r) return LIA_FAIL(err, LIA_EARG, "independent",
                                                     "expected coordinates from 1 to %d", n);
      if (!chosen) w->coord[dependent++] = k;
    }
    for (int i = 0; i < n - r; i++) w->coord[r + i] = o->independent[i];
  }
  constrained_dense_sort(w->coord, r);
  constrained_dense_sort(w->coord + r, n - r);
  return LIA_OK;
}

// N = [-J_d^-1 J_i; 1], a0 = [J_d^-1 g; 0]; then J_d' y = (M a - f)_d
static lia_status by_partition(lia_constrained *w, const lia_constrained_opts *o, lia_mat M,
                               const double *f, lia_error *err) {
  int n = w->n, r = w->rank, k = n - r;
  LIA_TRY(constrained_dense_choose(w, o, M, err));
  const int *dep = w->coord, *ind = w->coord + r;
  lia_mat D = sized(w->K, r, r), X = sized(w->B, r, k);
  for (int i = 0; i < r; i++) {
    for (int j = 0; j < r; j++) *lia_mat_at(D, i, j) = *lia_mat_at(w->J, i, dep[j]);
    for (int j = 0; j < k; j++) *lia_mat_at(X, i, j) = *lia_mat_at(w->J, i, ind[j]);
  }
  double size = lia_mat_norm1(D);
  int lost = lia_lu_factor(D, w->piv, NULL) != LIA_OK;
  if (lost || (r && lia_lu_rcond(D, w->piv, size, w->K.x + r * r) < 1e-12))
    return LIA_FAIL(err, LIA_ESINGULAR, "partition",
        "the independent coordinates do not tell the others here: J of the dependent ones is "
        "singular (choose others)");
  lia_lu_solvem(D, w->piv, X);
  w->N = sized(w->N, n, k);
  lia_mat_zero(w->N);
  lia_vec_zero(w->a0, n);
  double *x = w->work;
  lia_vec_copy(x, w->g, r);
  lia_lu_solve(D, w->piv, x);
  for (int i = 0; i < r; i++) {
    w->a0[dep[i]] = x[i];
    for (int j = 0; j < k; j++) *lia_mat_at(w->N, dep[i], j) = -*lia_mat_at(X, i, j);
  }
  for (int j = 0; j < k; j++) *lia_mat_at(w->N, ind[j], j) = 1;
  LIA_TRY(reduced(w, LIA_CONSTRAINED_partition, M, f, err));
  double *left = w->work;
  lia_mat_mulv(left, M, w->b);
  for (int i = 0; i < r; i++) w->y[i] = left[dep[i]] - f[dep[i]];
  lia_lu_tsolve(D, w->piv, w->y);
  return LIA_OK;
}

// J M^-1 J' = R; M^-1 J' in B (n x r). S = R^-1 by its factors in K
static lia_status range_space(lia_constrained *w, lia_constrained_method method, lia_error *err) {
  int n = w->n, r = w->rank;
  lia_mat X = sized(w->B, n, r), S = sized(w->K, r, r);
  lia_mat_transpose(X, w->J);
  lia_chol_solvem(w->L, X);
  w->R = sized(w->R, r, r);
  lia_mat_mul(w->R, w->J, X);
  lia_mat_copy(S, w->R);
  if (lia_chol_factor(S, NULL) == LIA_OK) return LIA_OK;
  return LIA_FAIL(err, LIA_ESINGULAR, lia_constrained_name[method],
                  "the constraints depend on each other here (J M^-1 J' is singular)");
}

// b += M^-1 (P f + J' S g), y += S (g - J M^-1 f); f and g are written over
static void add_projected(lia_constrained *w, lia_mat S, double *f, double *g) {
  int n = w->n, r = w->rank;
  double *x = w->a0, *y = w->b + n;
  lia_mat_mulv(x, w->P, f);
  lia_chol_solve(w->L, f);
  lia_mat_mulv(y, w->J, f);
  for (int i = 0; i < r; i++) y[i] = g[i] - y[i];
  lia_chol_solve(S, y);
  lia_vec_axpy(w->y, 1, y, r);
  lia_chol_solve(S, g);
  for (int i = 0; i < r; i++) lia_vec_axpy(x, g[i], lia_mat_row(w->J, i), n);
  lia_chol_solve(w->L, x);
  lia_vec_axpy(w->b, 1, x, n);
}

static lia_status by_projector(lia_constrained *w, lia_mat M, const double *f, lia_error *err) {
  int n = w->n, r = w->rank;
  LIA_TRY(root_of_mass(w, LIA_CONSTRAINED_projector, M, err));
  LIA_TRY(range_space(w, LIA_CONSTRAINED_projector, err));
  // P = 1 - J' S J M^-1
  lia_mat X = sized(w->B, n, r), S = sized(w->K, r, r), Y = lia_mat_of(w->K.x + r * r, r, n);
  lia_mat_transpose(Y, X);
  lia_chol_solvem(S, Y);
  w->P = sized(w->P, n, n);
  lia_mat_eye(w->P);
  lia_mat_tmuladd(w->P, -1, w->J, Y);
  // M a = P f + J' S g, y = S (g - J M^-1 f); once more with what is left, of f and of g: S has
  // lost digits twice
  double *left = w->work, *t = w->work + n, *b = w->b;
  lia_vec_zero(b, n);
  lia_vec_zero(w->y, r);
  for (int pass = 0; pass < 2; pass++) {
    lia_mat_mulv(left, M, b);
    for (int i = 0; i < n; i++) left[i] = f[i] - left[i];
    for (int i = 0; i < r; i++) lia_vec_axpy(left, w->y[i], lia_mat_row(w->J, i), n);
    lia_mat_mulv(t, w->J, b);
    for (int i = 0; i < r; i++) t[i] = w->g[i] - t[i];
    add_projected(w, S, left, t);
  }
  return LIA_OK;
}

// C = J L'^-1 (r x n): a = a_f + L'^-1 C^+ (g - J a_f), y of C' y = C^+ (..)
static lia_status by_udwadia(lia_constrained *w, lia_mat M, const double *f, lia_error *err) {
  int n = w->n, r = w->rank;
  LIA_TRY(root_of_mass(w, LIA_CONSTRAINED_udwadia, M, err));
  lia_mat C = sized(w->B, r, n);
  double *u = w->work, *gap = w->work + n, *b = w->b;
  lia_mat_copy(C, w->J);
  for (int i = 0; i < r; i++) lia_chol_lsolve(w->L, lia_mat_row(C, i));
  w->R = sized(w->R, r, r);
  lia_mat_mult(w->R, C, C);
  LIA_TRY(lia_qr_factor(w->cols, C, -1, err));
  lia_vec_copy(b, f, n);
  lia_chol_solve(w->L, b);
  lia_mat_mulv(gap, w->J, b);
  for (int i = 0; i < r; i++) gap[i] = w->g[i] - gap[i];
  lia_qr_solve(w->cols, gap, u);
  lia_mat T = sized(w->K, n, r);
  lia_mat_transpose(T, C);
  lia_vec_copy(gap, u, n);
  lia_chol_ltsolve(w->L, u);
  for (int i = 0; i < n; i++) b[i] += u[i];
  LIA_TRY(lia_qr_factor(w->rows, T, -1, err));
  lia_qr_solve(w->rows, gap, w->y);
  return LIA_OK;
}

static lia_status by_nullspace(lia_constrained *w, lia_mat M, const double *f, lia_error *err) {
  int n = w->n, r = w->rank;
  LIA_TRY(lia_qr_factor(w->cols, w->J, 0, err));
  w->N = sized(w->N, n, n - r);
  lia_qr_null(w->cols, w->N);
  lia_qr_solve(w->cols, w->g, w->a0);
  LIA_TRY(reduced(w, LIA_CONSTRAINED_nullspace, M, f, err));
  // J' y = M a - f
  double *left = w->work;
  lia_mat_mulv(left, M, w->b);
  for (int i = 0; i < n; i++) left[i] -= f[i];
  lia_mat T = sized(w->K, n, r);
  lia_mat_transpose(T, w->J);
  LIA_TRY(lia_qr_factor(w->rows, T, 0, err));
  lia_qr_solve(w->rows, left, w->y);
  return LIA_OK;
}

// ---- all together ----

static lia_status used(lia_constrained *w, const lia_constrained_opts *o, lia_mat J,
                       const double *gamma, double size, lia_error *err) {
  LIA_TRY(lia_constrained_check(o, err));
  double drop_below = J.rows == w->maxm ? o->drop_below : 0;
  LIA_TRY(rank_within(w, J, o->rank_tol, o->max_rank, drop_below, err));
  if (o->refuse) LIA_TRY(refuse_redundant(w, err));
  if (w->rank == w->rows->rank && !w->ndropped && !(w->rank
                                                    && w->rank == o->max_rank)) LIA_TRY(agree(w,
                                                        gamma, o->gap_tol, size, err));
  for (int i = 0; i < w->rank; i++) w->g[i] = gamma[w->row[i]] / w->norm[w->row[i]];
  return LIA_OK;
}

static lia_status by(lia_constrained *w, lia_constrained_method method,
                     const lia_constrained_opts *o, lia_mat M, const double *f, lia_error *err) {
  switch (method) {
    case LIA_CONSTRAINED_augmented: return by_augmented(w, M, f, err);
    case LIA_CONSTRAINED_partition: return by_partition(w, o, M, f, err);
    case LIA_CONSTRAINED_projector: return by_projector(w, M, f, err);
    case LIA_CONSTRAINED_udwadia: return by_udwadia(w, M, f, err);
    case LIA_CONSTRAINED_nullspace: case LIA_CONSTRAINED_COUNT: break;
  }
  return by_nullspace(w, M, f, err);
}

static double constrained_dense_most(lia_mat M) {
  double s = 0;
  for (int i = 0; i < M.rows; i++) s = fmax(s, fabs(*lia_mat_at(M, i, i)));
  return s;
}

lia_status lia_constrained_run(lia_constrained *w, lia_constrained_method method,
                               const lia_constrained_opts *o, lia_mat M, const double *f, lia_mat J,
                         const double *gamma, double *a, double *lambda, lia_error *err) {
  LIA_ASSERT(M.rows == M.cols && M.cols == J.cols);
  LIA_TRY(lia_mat_finite(M, "M", err));
  double mass = constrained_dense_most(M), force = lia_vec_max(f, M.rows);
  LIA_TRY(used(w, o, J, gamma, mass > 0 ? 1e-3 * force / mass : 0, err));
  LIA_TRY(by(w, method, o, M, f, err));
  if (lia_vec_bad(w->b, w->n) >= 0) return moves_no_mass(method, err);
  lia_vec_copy(a, w->b, w->n);
  if (!lambda) return LIA_OK;
  // these two factored something else by w->rows, where sharing looks for the factors of J'
  if (w->rank < w->m && (method == LIA_CONSTRAINED_udwadia
                         || method == LIA_CONSTRAINED_nullspace)) LIA_TRY(rank_within(w, J,
                             o->rank_tol, w->rank, 0, err));
  constrained_dense_tell(w, lambda);
  return LIA_OK;
}

void lia_constrained_ndot(lia_constrained *w, lia_mat Jdot, lia_mat Ndot) {
  int n = w->n, r = w->rank, k = n - r;
  lia_mat D = sized(w->K, r, r), X = sized(w->B, r, k);
  LIA_ASSERT(Jdot.rows == w->m && Jdot.cols == n && Ndot.rows == n && Ndot.cols == k);
  for (int i = 0; i < r; i++) {
    int row = w->row[i];
    for (int j = 0; j < r; j++) *lia_mat_at(D, i, j) = *lia_mat_at(w->J, i, w->coord[j]);
    for (int j = 0; j < k; j++) {
      double s = 0;
      for (int c = 0; c < n; c++) s -= *lia_mat_at(Jdot, row, c) * *lia_mat_at(w->N, c, j);
      *lia_mat_at(X, i, j) = s / w->norm[row];
    }
  }
  lia_mat_zero(Ndot);
  if (lia_lu_factor(D, w->piv, NULL) != LIA_OK) return;
  lia_lu_solvem(D, w->piv, X);
  for (int i = 0; i < r; i++)
    for (int j = 0; j < k; j++) *lia_mat_at(Ndot, w->coord[i], j) = *lia_mat_at(X, i, j);
}

lia_status lia_constrained_nearest(lia_constrained *w, const lia_constrained_opts *o, lia_mat M,
                                   const double *x0, lia_mat J, const double *gamma, double *x,
                             lia_error *err) {
  int n = J.cols;
  LIA_TRY(lia_mat_finite(M, "M", err));
  LIA_ASSERT(M.rows == n && M.cols == n);
  LIA_TRY(used(w, o, J, gamma, 1e-3 * lia_vec_max(x0, n), err));
  // M x = M x0 + J' y, J x = gamma
  double *f = w->r;
  lia_mat_mulv(f, M, x0);
  LIA_TRY(by_augmented(w, M, f, err));
  lia_vec_copy(x, w->b, n);
  return LIA_OK;
}
