/* riccati.c - a Riccati equation: scaled, solved, refined, told */
#include "ctl/riccati.h"

#include "base/assert.h"
#include "base/text_format.h"
#include "ctl/dense_inside.h"
#include "ctl/riccati_inside.h"
#include "ctl/schur_inside.h"
#include "num/lapack.h"

#include <float.h>

// ---- sizes ----

static lia_status riccati_size(lia_mat M, const char *name, int rows, int cols, lia_error *err) {
  if (M.rows == rows && M.cols == cols) return LIA_OK;
  return LIA_FAIL(err, LIA_EDIM, name, "expected %d x %d, got %d x %d", rows, cols, M.rows, M.cols);
}

static lia_status riccati_symmetric(lia_mat M, const char *name, lia_error *err) {
  if (lia_mat_skewness(M) <= 1e-10 * lia_mat_max(M)) return LIA_OK;
  return LIA_FAIL(err, LIA_EARG, name, "expected a symmetric matrix");
}

static lia_status riccati_check(const lia_riccati *p, lia_error *err) {
  const int n = p->A.rows, m = p->B.cols;
  LIA_TRY(lia_lapack_square(p->A, err));
  LIA_TRY(riccati_size(p->B, "B", n, m, err));
  LIA_TRY(riccati_size(p->Q, "Q", n, n, err));
  LIA_TRY(riccati_size(p->R, "R", m, m, err));
  if (p->S) LIA_TRY(riccati_size(*p->S, "S", n, m, err));
  if (p->E) LIA_TRY(riccati_size(*p->E, "E", n, n, err));
  LIA_TRY(riccati_symmetric(p->Q, "Q", err));
  return riccati_symmetric(p->R, "R", err);
}

// ---- on the desk, scaled ----

static lia_care care_of(lia_desk *d, const lia_riccati *p) {
  const int n = p->A.rows, m = p->B.cols;
  lia_care c = { .n = n, .m = m, .discrete = p->discrete != 0, .plain = !p->E,
                 .A = lia_cols_of(d, p->A), .B = lia_cols_of(d, p->B), .Q = lia_cols_of(d, p->Q),
                 .R = lia_cols_of(d, p->R), .S = lia_cols_new(d, n, m),
                 .E = p->E ? lia_cols_of(d, *p->E) : lia_cols_eye(d, n) };
  if (p->S) c.S = lia_cols_of(d, *p->S);
  if (d->failed) return c;
  lia_cols_even(c.Q);
  lia_cols_even(c.R);
  return c;
}

static void add_size(lia_cols M, int i0, int j0, lia_cols A, int turned) {
  for (int j = 0; j < A.cols; j++)
    for (int i = 0; i < A.rows; i++) {
      const int r = turned ? j : i, c = turned ? i : j;
      *lia_cols_at(M, i0 + r, j0 + c) += fabs(*lia_cols_at(A, i, j));
    }
}

// how big the entries are by which states x, multipliers l and inputs u act on each other
//   [|A| + |E|, 0, |B|; |Q|, |A'| + |E'|, |S|; |S'|, |B'|, |R|]
static lia_cols sizes_of(lia_desk *d, const lia_care *p) {
  const int n = p->n;
  lia_cols M = lia_cols_new(d, 2 * n + p->m, 2 * n + p->m);
  if (!M.x) return M;
  for (int turned = 0; turned < 2; turned++) {
    add_size(M, turned * n, turned * n, p->A, turned);
    add_size(M, turned * n, turned * n, p->E, turned);
  }
  add_size(M, 0, 2 * n, p->B, 0);
  add_size(M, n, 0, p->Q, 0);
  add_size(M, n, 2 * n, p->S, 0);
  add_size(M, 2 * n, 0, p->S, 1);
  add_size(M, 2 * n, n, p->B, 1);
  add_size(M, 2 * n, 2 * n, p->R, 0);
  return M;
}

// x = D x~, l = D^-1 l~: D of powers of two, so that nothing is rounded. Balancing (dgebal) gives a
// scale sx, sl for each; what keeps the form of the equation is D = sqrt(sx / sl)
static lia_status choose_scale(lia_desk *d, double *scale, const lia_care *p, lia_error *err) {
  const int n = p->n, size = 2 * n + p->m;
  int lo, hi;
  lia_cols M = sizes_of(d, p);
  double *s = lia_desk_doubles(d, (size_t)size);
  LIA_TRY(lia_desk_ready(d, err));
  for (int i = 0; i < n; i++) scale[i] = 1;
  if (!lia_cols_finite(M)) return LIA_OK;
  if (LAPACKE_dgebal_work(LAPACK_COL_MAJOR, 'S', size, M.x, M.ld, &lo, &hi, s)) return LIA_OK;
  for (int i = 0; i < n; i++) {
    double e = 0.5 * (log2(s[i]) - log2(s[n + i]));
    if (isfinite(e)) scale[i] = ldexp(1, (int)fmax(-200, fmin(200, floor(e + 0.5))));
  }
  return LIA_OK;
}

// A := diag(left)^a A diag(right)^b, a and b -1, 0 or 1
static void scale_entries(lia_cols A, const double *scale, int a, int b) {
  for (int j = 0; j < A.cols; j++)
    for (int i = 0; i < A.rows; i++) {
      double *x = lia_cols_at(A, i, j);
      if (a) *x = a > 0 ? *x * scale[i] : *x / scale[i];
      if (b) *x = b > 0 ? *x * scale[j] : *x / scale[j];
    }
}

static void scale_care(lia_care *p, const double *scale) {
  scale_entries(p->A, scale, -1, 1);
  scale_entries(p->E, scale, -1, 1);
  scale_entries(p->B, scale, -1, 0);
  scale_entries(p->Q, scale, 1, 1);
  scale_entries(p->S, scale, 1, 0);
}

// ---- what went wrong ----

static lia_status no_solution(lia_riccati_told *told, lia_error *err) {
  char list[256] = "";
  size_t used = 0;
  for (int k = 0; k < told->nmode && k < 4; k++) {
    const lia_named_mode *m = &told->mode[k];
    char one[96];
    if (m->im == 0) lia_text_format(one, sizeof one, "%.6g is %s", m->re, m->why);
    else lia_text_format(one, sizeof one, "%.6g%+.6gi is %s", m->re, m->im, m->why);
    used += (size_t)lia_text_format(list + used, sizeof list - used, "%s%s", k ? ", " : "", one);
    if (used >= sizeof list - 1) break;
  }
  if (!told->nmode)
    return LIA_FAIL(err, LIA_ESINGULAR, "", "no stabilizing solution was found: the equation is "
        "too near to one that has none");
  return LIA_FAIL(err, LIA_ESINGULAR, "", "no stabilizing solution: the mode %s%s", list,
      told->nmode > 4 ? ", .." : "");
}

// ---- solved ----

// is the relative residual of X at most that?
static lia_status care_solves(lia_desk *d, lia_cols X, const lia_care *p, double most, int *good,
                              lia_error *err) {
  lia_care_at at = lia_care_at_new(d, p);
  LIA_TRY(lia_desk_ready(d, err));
  LIA_TRY(lia_care_evaluate(d, &at, p, X, err));
  *good = lia_cols_norm(at.residual) <= most * at.terms;
  return LIA_OK;
}

// how far the loop of X is from the boundary: of its eigenvalues the least distance, negative
// where one is behind it
static lia_status care_distance(lia_desk *d, double *distance, const lia_care *p,
                                const lia_care_at *at, lia_error *err) {
  const lia_cols none = { 0 };
  double *re = lia_desk_doubles(d, (size_t)p->n), *im = lia_desk_doubles(d, (size_t)p->n);
  lia_cols A = lia_cols_again(d, at->closed), E = p->plain ? none : lia_cols_again(d, p->E);
  LIA_TRY(lia_desk_ready(d, err));
  LIA_TRY(lia_cols_eigenvalues(d, A, E, re, im, err));
  *distance = (double)INFINITY;
  for (int k = 0; k < p->n; k++)
    *distance = fmin(*distance, p->discrete ? 1 - hypot(re[k], im[k]) : -re[k]);
  return LIA_OK;
}

// what an X is worth that a pencil gave
typedef enum care_worth {
  CARE_NOTHING,
  CARE_POOR,       // it solves, but its basis is near to singular: its modes want to be asked
  CARE_BOUNDARY,   // it solves, and an eigenvalue of the pencil is on the boundary but for rounding
  CARE_GOOD
} care_worth;

// does it leave a relative residual of at most `most`, or is its loop stable? Newton's method goes
// on from there
static lia_status care_begins(lia_desk *d, lia_cols X, const lia_care *p, double most, int *begins,
                              lia_error *err) {
  double distance;
  lia_care_at at = lia_care_at_new(d, p);
  LIA_TRY(lia_desk_ready(d, err));
  LIA_TRY(lia_care_evaluate(d, &at, p, X, err));
  *begins = lia_cols_norm(at.residual) <= most * at.terms;
  if (*begins || !lia_cols_finite(at.closed)) return LIA_OK;
  LIA_TRY(care_distance(d, &distance, p, &at, err));
  *begins = distance > 0;
  return LIA_OK;
}

static lia_status care_from(lia_desk *d, lia_cols X, const lia_care *p, const lia_care_pencil *f,
                            double most, care_worth *worth, lia_error *err) {
  const double poor = 1e-11;
  double rcond = 0;
  int boundary = 0, begins = 0;
  *worth = CARE_NOTHING;
  if (f->count != p->n) return LIA_OK;
  LIA_TRY(lia_care_pencil_solution(d, X, &rcond, f, p, err));
  LIA_TRY(lia_care_on_boundary(d, &boundary, p, f, err));
  if (rcond > 0) LIA_TRY(care_begins(d, X, p, most, &begins, err));
  if (!begins) return LIA_OK;
  *worth = rcond > poor ? CARE_GOOD : CARE_POOR;
  if (boundary) *worth = CARE_BOUNDARY;
  return LIA_OK;
}

// the quick ways where they lead; what is not clear there is asked by QZ
static lia_status care_first(lia_desk *d, lia_cols X, const lia_care *p, lia_care_pencil *f,
                             care_worth *worth, lia_error *err) {
  int quick = 0, good = 0;
  *worth = CARE_GOOD;
  if (p->discrete && p->plain) LIA_TRY(lia_care_doubling(d, X, p, &quick, err));
  if (quick) LIA_TRY(care_solves(d, X, p, 1e-8, &good, err));
  if (good) return LIA_OK;
  LIA_TRY(lia_care_pencil_make(d, f, p, err));
  LIA_TRY(lia_care_pencil_quick(d, f, p, &quick, err));
  if (quick) LIA_TRY(care_from(d, X, p, f, 1e-6, worth, err));
  if (quick && *worth == CARE_GOOD) return LIA_OK;
  LIA_TRY(lia_care_pencil_order(d, f, p, err));
  return care_from(d, X, p, f, 1e-3, worth, err);
}

// |B W^-1 B'|, W = R or R + B'XB
static lia_status care_reach(lia_desk *d, double *reach, lia_cols X, const lia_care *p,
                             lia_error *err) {
  lia_cols XB = lia_cols_new(d, p->n, p->m), W = lia_cols_again(d, p->R);
  lia_cols G = lia_cols_new(d, p->n, p->n), Y = lia_cols_turned(d, p->B);
  LIA_TRY(lia_desk_ready(d, err));
  lia_cols_mul(XB, 0, 1, X, 'N', p->B, 'N');
  if (p->discrete) lia_cols_mul(W, 1, 1, p->B, 'T', XB, 'N');
  lia_cols_solve(d, W, 'N', Y);
  LIA_TRY(lia_desk_ready(d, err));
  lia_cols_mul(G, 0, 1, p->B, 'N', Y, 'N');
  *reach = lia_cols_norm(G);
  return LIA_OK;
}

// is the loop of X stable by far more than rounding the matrices can move it? By condition X turns
// to X + dX, |dX| <= condition eps |X|, and A - B K by eps (|A| + |B| |K|) + |B W^-1 B'| |dX|
// (|A - B K| of that in discrete time)
static lia_status care_certain(lia_desk *d, int *certain, lia_cols X, const lia_care *p,
                               double condition, lia_error *err) {
  double reach, distance;
  lia_care_at at = lia_care_at_new(d, p);
  *certain = 0;
  if (!p->plain || !isfinite(condition)) return LIA_OK;
  LIA_TRY(lia_desk_ready(d, err));
  LIA_TRY(lia_care_evaluate(d, &at, p, X, err));
  LIA_TRY(care_distance(d, &distance, p, &at, err));
  LIA_TRY(care_reach(d, &reach, X, p, err));
  if (p->discrete) reach *= lia_cols_norm(at.closed);
  const double moved = lia_cols_norm(p->A) + lia_cols_norm(p->B) * lia_cols_norm(at.K)
      + reach * condition * lia_cols_norm(X);
  *certain = distance > 10 * DBL_EPSILON * moved;
  return LIA_OK;
}

// X refined, or the modes that forbid it
static lia_status care_settle(lia_desk *d, lia_cols X, const lia_care *p, const lia_care_pencil *f,
                              care_worth worth, lia_riccati_told *told, lia_error *err) {
  int certain = worth == CARE_GOOD;
  if (worth != CARE_NOTHING)
    LIA_TRY(lia_care_refine(d, X, p, &told->steps, &told->condition, err));
  if (worth == CARE_POOR || worth == CARE_BOUNDARY)
    LIA_TRY(care_certain(d, &certain, X, p, told->condition, err));
  if (certain) return LIA_OK;
  const int solved = worth == CARE_POOR;
  const double tol = solved ? 1e-10 : 1e-7;
  LIA_TRY(lia_care_modes(d, told->mode, &told->nmode, p, f, solved, tol, err));
  return !solved || told->nmode ? no_solution(told, err) : LIA_OK;
}

// X E has the inverse of E
static lia_status care_proper(lia_desk *d, const lia_care *p, lia_error *err) {
  if (p->plain) return LIA_OK;
  lia_cols E = lia_cols_again(d, p->E), none = lia_cols_eye(d, p->n);
  LIA_TRY(lia_desk_ready(d, err));
  const double rcond = lia_cols_solve(d, E, 'N', none);
  LIA_TRY(lia_desk_ready(d, err));
  if (rcond > DBL_EPSILON) return LIA_OK;
  return LIA_FAIL(err, LIA_ESINGULAR, "E", "singular: states without a rate of their own have to "
      "be eliminated first");
}

// the continuous equation has the inverse of R
static lia_status care_regular(lia_desk *d, const lia_care *p, lia_error *err) {
  lia_cols zero = lia_cols_new(d, p->n, p->n);
  lia_care_at f = lia_care_at_new(d, p);
  LIA_TRY(lia_desk_ready(d, err));
  return p->discrete ? LIA_OK : lia_care_evaluate(d, &f, p, zero, err);
}

// no answer is given that does not solve the equation, or does not stabilize
static lia_status care_trust(const lia_care *p, double residual, const double *re, const double *im,
                             double size, lia_error *err) {
  const double most = 1e-6;
  if (!(residual <= most))
    return LIA_FAIL(err, LIA_ENOCONV, "", "a residual of %.3g is left: the equation is too near to "
        "one without solution", residual);
  for (int k = 0; k < p->n; k++) {
    const double off = p->discrete ? hypot(re[k], im[k]) - 1 : re[k];
    if (off <= 1e-9 * (p->discrete + size)) continue;
    return LIA_FAIL(err, LIA_ENOCONV, "", "the closed loop keeps the mode %.6g%+.6gi: the equation "
        "is too near to one without solution", re[k], im[k]);
  }
  return LIA_OK;
}

static lia_status care_give(lia_desk *d, lia_mat X, lia_mat K, double *re, double *im,
                            const lia_riccati *given, lia_cols x, lia_riccati_told *told,
                            lia_error *err) {
  lia_care p = care_of(d, given);
  lia_care_at f = lia_care_at_new(d, &p);
  LIA_TRY(lia_desk_ready(d, err));
  LIA_TRY(lia_care_evaluate(d, &f, &p, x, err));
  told->residual = f.terms > 0 ? lia_cols_norm(f.residual) / f.terms : 0;
  lia_cols_give(X, x);
  lia_cols_give(K, f.K);
  const lia_cols none = { 0 };
  const double size = lia_cols_norm(f.closed);
  LIA_TRY(lia_cols_eigenvalues(d, f.closed, p.plain ? none : p.E, re, im, err));
  return care_trust(&p, told->residual, re, im, size, err);
}

static lia_status riccati_on(lia_desk *d, lia_mat X, lia_mat K, double *re, double *im,
                             const lia_riccati *given, lia_riccati_told *told, lia_error *err) {
  lia_care p = care_of(d, given);
  lia_cols x = lia_cols_new(d, p.n, p.n);
  double *scale = lia_desk_doubles(d, (size_t)p.n);
  lia_care_pencil f = { .count = 0 };
  care_worth worth;
  LIA_TRY(lia_desk_ready(d, err));
  if (!p.n) return LIA_OK;
  LIA_TRY(choose_scale(d, scale, &p, err));
  scale_care(&p, scale);
  LIA_TRY(care_proper(d, &p, err));
  LIA_TRY(care_regular(d, &p, err));
  LIA_TRY(care_first(d, x, &p, &f, &worth, err));
  LIA_TRY(care_settle(d, x, &p, &f, worth, told, err));
  scale_entries(x, scale, -1, -1);
  return care_give(d, X, K, re, im, given, x, told, err);
}

lia_status lia_riccati_solve(lia_mat X, lia_mat K, double *re, double *im, const lia_riccati *p,
                             lia_riccati_told *told, lia_error *err) {
  lia_desk d;
  told->nmode = told->steps = 0;
  told->residual = told->condition = 0;
  LIA_TRY(riccati_check(p, err));
  lia_desk_begin(&d);
  lia_status st = riccati_on(&d, X, K, re, im, p, told, err);
  lia_desk_end(&d);
  return st;
}
