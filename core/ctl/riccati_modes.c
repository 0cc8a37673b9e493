/* riccati_modes.c - the modes that forbid a stabilizing solution, named */
#include "ctl/riccati_inside.h"

#include "base/assert.h"
#include "ctl/pbh_inside.h"
#include "ctl/schur_inside.h"

#include <float.h>
#include <math.h>

// how far s is behind the boundary, negative where it is stable; at infinity it is not stable
static double beyond_boundary(const lia_care *p, double re, double im) {
  if (p->discrete) return hypot(re, im) - 1;
  return re;
}

static double care_size(const lia_care *p, lia_cols B, double re, double im) {
  return lia_cols_norm(p->A) + hypot(re, im) * lia_cols_norm(p->E) + lia_cols_norm(B);
}

static int add_mode(lia_named_mode *mode, int *count, const lia_care *p, lia_named_mode one) {
  if (*count >= 2 * p->n) return 0;
  for (int k = 0; k < *count; k++)
    if (hypot(mode[k].re - one.re, mode[k].im - one.im) <= 1e-6 * (1 + hypot(one.re, one.im))
        && mode[k].why == one.why) return 0;
  mode[(*count)++] = one;
  return 1;
}

// [Q; S'], what sees the states
static lia_cols seen_by(lia_desk *d, const lia_care *p) {
  lia_cols C = lia_cols_new(d, p->n, p->n + p->m);
  if (!C.x) return C;
  lia_cols_copy(lia_cols_part(C, 0, 0, p->n, p->n), p->Q);
  lia_cols_copy(lia_cols_part(C, 0, p->n, p->n, p->m), p->S);
  return C;
}

// a singular value that is known, and 0 but for rounding
static int nothing_left(double sigma, double least) { return sigma >= 0 && sigma <= least; }

// the mode s of A, E asked: is it moved, is it seen? A pair of eigenvalues that are one is as near
// to the boundary as the root of a rounding
static lia_status ask_mode(lia_named_mode *mode, int *count, const lia_care *p, lia_cols C,
                           double re, double im, double tol, lia_error *err) {
  lia_desk own = { .failed = 0 };
  lia_named_mode one = { .re = re, .im = im, .why = "not stabilizable" };
  const double off = beyond_boundary(p, re, im);
  const double near = 4 * sqrt(DBL_EPSILON) * (1 + hypot(re, im));
  lia_status st = LIA_OK;
  if (!(off >= -near)) return LIA_OK;
  st = lia_cols_pbh(&own, &one.sigma, p->A, p->E, p->B, re, im, 0, err);
  if (st == LIA_OK && nothing_left(one.sigma, tol * care_size(p, p->B, re, im)))
    add_mode(mode, count, p, one);
  one.why = "not detectable";
  if (st == LIA_OK && off <= near) {
    st = lia_cols_pbh(&own, &one.sigma, p->A, p->E, C, re, im, 1, err);
    if (st == LIA_OK && nothing_left(one.sigma, tol * care_size(p, C, re, im)))
      add_mode(mode, count, p, one);
  }
  lia_arena_free(&own.a);
  return st;
}

// the point of the boundary that is nearest to eigenvalue k of the pencil; 0: it is far away
static int boundary_near(const lia_care *p, const lia_care_pencil *f, int k, double near,
                         double s[2]) {
  const double re = f->ar[k], im = f->ai[k], beta = f->beta[k], size = hypot(re, im);
  if (p->discrete) {
    if (!(fabs(size - fabs(beta)) <= near * fabs(beta)) || size == 0) return 0;
    s[0] = re / size;
    s[1] = im / size;
    return 1;
  }
  if (!(fabs(re) <= near * (fabs(im) + fabs(beta) * lia_cols_norm(p->A))) || beta == 0) return 0;
  s[0] = 0;
  s[1] = im / beta;
  return 1;
}

// M - s N of the pencil, singular to working precision?
static lia_status boundary_sigma(double *sigma, const lia_care_pencil *f, const double s[2],
                                 double *relative, lia_error *err) {
  lia_desk own = { .failed = 0 };
  const lia_cols none = { 0 };
  lia_status st = lia_cols_pbh(&own, sigma, f->M, f->N, none, s[0], s[1], 0, err);
  lia_arena_free(&own.a);
  const double size = lia_cols_norm(f->M) + hypot(s[0], s[1]) * lia_cols_norm(f->N);
  *relative = *sigma < 0 ? (double)INFINITY : *sigma / size;
  return st;
}

lia_status lia_care_on_boundary(lia_desk *d, int *found, const lia_care *p,
                                const lia_care_pencil *f, lia_error *err) {
  enum { ASKED = 4 };
  const int n = p->n;
  (void)d;
  *found = 0;
  for (int k = 0, asked = 0; k < n && asked < ASKED && !*found; k++) {
    double s[2], sigma, relative;
    if (!boundary_near(p, f, k, 1e-6, s)) continue;
    asked++;
    LIA_TRY(boundary_sigma(&sigma, f, s, &relative, err));
    *found = relative <= 10 * n * DBL_EPSILON;
  }
  return LIA_OK;
}

lia_status lia_care_modes(lia_desk *d, lia_named_mode *mode, int *count, const lia_care *p,
                          const lia_care_pencil *f, int solved, double tol, lia_error *err) {
  const int n = p->n;
  lia_cols A = lia_cols_again(d, p->A), E = { 0 }, C = seen_by(d, p);
  if (!p->plain) E = lia_cols_again(d, p->E);
  double *re = lia_desk_doubles(d, (size_t)n), *im = lia_desk_doubles(d, (size_t)n);
  LIA_TRY(lia_desk_ready(d, err));
  LIA_TRY(lia_cols_eigenvalues(d, A, E, re, im, err));
  *count = 0;
  for (int k = 0; k < n; k++)
    if (isfinite(re[k])) LIA_TRY(ask_mode(mode, count, p, C, re[k], im[k], tol, err));
  if (*count || solved) return LIA_OK;
  for (int k = 0; k < 2 * n; k++) {
    lia_named_mode one = { .why = p->discrete ? "on the unit circle" : "on the imaginary axis" };
    double s[2], relative;
    if (!boundary_near(p, f, k, 1e-6, s)) continue;
    LIA_TRY(boundary_sigma(&one.sigma, f, s, &relative, err));
    one.re = s[0];
    one.im = s[1];
    if (relative <= tol) add_mode(mode, count, p, one);
  }
  return LIA_OK;
}
