/* gram.c - square roots of Gramians, and what follows from their singular values     [LHPW] */
#include "ctl/gram.h"

#include "ctl/lyapunov.h"
#include "ctl/schur.h"
#include "ctl/sheet.h"

#include <float.h>

lia_status lia_gram_factors(lia_mat *S, lia_mat *R, const lia_lti *s, int discrete,
    lia_error *err) {
  lia_arena a = { 0 };
  lia_lti dual;
  lia_status st = LIA_OK;
  if (S) st = lia_lyapunov_factor(*S, s->A, s->B, discrete, err);
  if (R && st == LIA_OK) st = lia_lti_dual(&a, &dual, s, err);
  if (R && st == LIA_OK) st = lia_lyapunov_factor(*R, dual.A, dual.B, discrete, err);
  lia_arena_free(&a);
  return st;
}

// no pole on the border, though rounding may have put it inside
static lia_status clear_of_border(lia_arena *a, int *clear, lia_mat A, int discrete,
    lia_error *err) {
  double *re, *im;
  LIA_TRY(lia_sheet_vec(a, &re, A.rows, err));
  LIA_TRY(lia_sheet_vec(a, &im, A.rows, err));
  LIA_TRY(lia_sheet_eig(a, A, re, im, err));
  *clear = 1;
  for (int k = 0; k < A.rows; k++)
    if (lia_lti_on_border(re[k], im[k], discrete)) *clear = 0;
  return LIA_OK;
}

static lia_status h2_in(lia_arena *a, double *norm, const lia_lti *s, int discrete,
    lia_error *err) {
  lia_error inner = { 0 };
  lia_mat S, CS;
  *norm = (double)INFINITY;
  if (!discrete && lia_mat_max(s->D) != 0) return LIA_OK;
  int clear;
  LIA_TRY(clear_of_border(a, &clear, s->A, discrete, err));
  if (!clear) return LIA_OK;
  LIA_TRY(lia_sheet_mat(a, &S, lia_lti_n(s), lia_lti_n(s), err));
  const lia_status st = lia_gram_factors(&S, NULL, s, discrete, &inner);
  if (st == LIA_EDOMAIN) return LIA_OK;
  if (st != LIA_OK) return LIA_FAIL(err, st, inner.path, "%s", inner.text);
  LIA_TRY(lia_sheet_mul(a, &CS, s->C, S, err));
  *norm = hypot(lia_mat_normf(CS), lia_mat_normf(s->D));
  return LIA_OK;
}

lia_status lia_gram_h2(double *norm, const lia_lti *s, int discrete, lia_error *err) {
  lia_arena a = { 0 };
  const lia_status st = h2_in(&a, norm, s, discrete, err);
  lia_arena_free(&a);
  return st;
}

// ---- balanced ----

// the part of s on r directions: T = S V / sqrt(h), Ti = (R U / sqrt(h))'
typedef struct roots { lia_mat S, R, U, Vt; double *h; } roots;

static lia_status roots_new(lia_arena *a, roots *k, const lia_lti *s, int discrete,
    lia_error *err) {
  const int n = lia_lti_n(s);
  lia_mat RS;
  LIA_TRY(lia_sheet_mat(a, &k->S, n, n, err));
  LIA_TRY(lia_sheet_mat(a, &k->R, n, n, err));
  LIA_TRY(lia_gram_factors(&k->S, &k->R, s, discrete, err));
  LIA_TRY(lia_sheet_mat(a, &RS, n, n, err));
  lia_mat_tmul(RS, k->R, k->S);
  return lia_sheet_svd(a, RS, &k->h, &k->U, &k->Vt, err);
}

static int roots_rank(const roots *k) {
  const int n = k->S.rows;
  int r = 0;
  while (r < n && k->h[r] > n * DBL_EPSILON * k->h[0]) r++;
  return r;
}

static lia_status projections(lia_arena *a, lia_mat *T, lia_mat *Ti, const roots *k, int r,
    lia_error *err) {
  const int n = k->S.rows;
  LIA_TRY(lia_sheet_mat(a, T, n, r, err));
  LIA_TRY(lia_sheet_mat(a, Ti, r, n, err));
  lia_mat_mult(*T, k->S, lia_mat_part(k->Vt, 0, 0, r, n));
  lia_mat_tmult(*Ti, lia_mat_part(k->U, 0, 0, n, r), k->R);
  for (int j = 0; j < r; j++) {
    const double f = 1 / sqrt(k->h[j]);
    for (int i = 0; i < n; i++) *lia_mat_at(*T, i, j) *= f;
    lia_vec_scale(lia_mat_row(*Ti, j), f, lia_mat_row(*Ti, j), n);
  }
  return LIA_OK;
}

// to = (Ti A T, Ti B, C T, D)
static lia_status project(lia_arena *a, lia_lti *to, const lia_lti *s, lia_mat T, lia_mat Ti,
    lia_error *err) {
  lia_mat AT;
  LIA_TRY(lia_lti_new(a, to, T.cols, lia_lti_m(s), lia_lti_p(s), err));
  LIA_TRY(lia_sheet_mul(a, &AT, s->A, T, err));
  lia_mat_mul(to->A, Ti, AT);
  lia_mat_mul(to->B, Ti, s->B);
  lia_mat_mul(to->C, s->C, T);
  lia_mat_copy(to->D, s->D);
  return LIA_OK;
}

lia_status lia_gram_balance(lia_arena *a, lia_balanced *b, const lia_lti *s, int discrete,
    lia_error *err) {
  const int n = lia_lti_n(s);
  roots k;
  LIA_TRY(roots_new(a, &k, s, discrete, err));
  const int r = roots_rank(&k);
  if (r < n)
    return LIA_FAIL(err, LIA_ESINGULAR, "",
        "not balanced: %d of %d states are not both controllable and observable", n - r, n);
  LIA_TRY(projections(a, &b->T, &b->Ti, &k, n, err));
  b->hankel = k.h;
  return project(a, &b->s, s, b->T, b->Ti, err);
}

// ---- stable and unstable ----

// below this a real part, beyond 1 minus this a radius, counts as on the border
static lia_select stable_region(lia_mat A, int discrete) {
  const double noise = A.rows * DBL_EPSILON * lia_mat_norm1(A);
  lia_select r = { discrete ? LIA_REGION_INSIDE : LIA_REGION_LEFT, discrete ? 1 - noise : -noise };
  return r;
}

// T = [T1 T12; 0 T2]: Y with T1 Y - Y T2 = -T12, x = Q [1 Y; 0 1] z
static lia_status decouple(lia_arena *a, lia_split *out, const lia_lti *s, lia_mat T, lia_mat Q,
    int n1, lia_error *err) {
  const int n = lia_lti_n(s), n2 = n - n1, m = lia_lti_m(s), p = lia_lti_p(s);
  lia_equation_told told;
  lia_mat Y, T2, T12, B, C;
  LIA_TRY(lia_sheet_mat(a, &Y, n1, n2, err));
  LIA_TRY(lia_sheet_copy(a, &T2, lia_mat_part(T, n1, n1, n2, n2), err));
  LIA_TRY(lia_sheet_copy(a, &T12, lia_mat_part(T, 0, n1, n1, n2), err));
  LIA_TRY(lia_lti_new(a, &out->stable, n1, m, p, err));
  LIA_TRY(lia_lti_new(a, &out->unstable, n2, m, p, err));
  lia_mat_copy(out->stable.A, lia_mat_part(T, 0, 0, n1, n1));
  lia_mat_copy(out->unstable.A, T2);
  lia_mat_copy(out->stable.D, s->D);
  lia_mat_scale(T2, -1, T2);
  lia_mat_scale(T12, -1, T12);
  if (n1 && n2) LIA_TRY(lia_sylvester(Y, out->stable.A, T2, T12, &told, err));
  LIA_TRY(lia_sheet_mat(a, &B, n, m, err));
  lia_mat_tmul(B, Q, s->B);
  LIA_TRY(lia_sheet_mul(a, &C, s->C, Q, err));
  // B1 - Y B2, B2; C1, C2 + C1 Y
  lia_mat_copy(out->stable.B, lia_mat_part(B, 0, 0, n1, m));
  lia_mat_copy(out->unstable.B, lia_mat_part(B, n1, 0, n2, m));
  lia_mat_muladd(out->stable.B, -1, Y, out->unstable.B);
  lia_mat_copy(out->stable.C, lia_mat_part(C, 0, 0, p, n1));
  lia_mat_copy(out->unstable.C, lia_mat_part(C, 0, n1, p, n2));
  lia_mat_muladd(out->unstable.C, 1, out->stable.C, Y);
  return LIA_OK;
}

lia_status lia_gram_split(lia_arena *a, lia_split *out, const lia_lti *s, int discrete,
    lia_error *err) {
  const int n = lia_lti_n(s);
  lia_mat T, Q;
  double *re, *im;
  int n1;
  LIA_TRY(lia_sheet_mat(a, &T, n, n, err));
  LIA_TRY(lia_sheet_mat(a, &Q, n, n, err));
  LIA_TRY(lia_sheet_vec(a, &re, n, err));
  LIA_TRY(lia_sheet_vec(a, &im, n, err));
  LIA_TRY(lia_schur(Q, T, re, im, &n1, s->A, stable_region(s->A, discrete), err));
  return decouple(a, out, s, T, Q, n1, err);
}

// ---- smaller ----

// the states behind the first r are at rest: x2 = (c - A22)^-1 (A21 x1 + B2 u), c = 0 or 1
static lia_status set_to_rest(lia_arena *a, lia_lti *to, const lia_lti *s, int r, int discrete,
    lia_error *err) {
  static const char *const what = "the states to be set to rest have no rest";
  const int n = lia_lti_n(s), k = n - r, m = lia_lti_m(s), p = lia_lti_p(s);
  lia_mat M, XA, XB;
  LIA_TRY(lia_lti_new(a, to, r, m, p, err));
  LIA_TRY(lia_sheet_mat(a, &M, k, k, err));
  lia_mat_scale(M, -1, lia_mat_part(s->A, r, r, k, k));
  for (int i = 0; i < k; i++) *lia_mat_at(M, i, i) += discrete ? 1 : 0;
  LIA_TRY(lia_sheet_copy(a, &XA, lia_mat_part(s->A, r, 0, k, r), err));
  LIA_TRY(lia_sheet_copy(a, &XB, lia_mat_part(s->B, r, 0, k, m), err));
  LIA_TRY(lia_sheet_divide(a, XA, M, what, err));
  LIA_TRY(lia_sheet_divide(a, XB, M, what, err));
  const lia_mat A12 = lia_mat_part(s->A, 0, r, r, k), C2 = lia_mat_part(s->C, 0, r, p, k);
  lia_mat_copy(to->A, lia_mat_part(s->A, 0, 0, r, r));
  lia_mat_copy(to->B, lia_mat_part(s->B, 0, 0, r, m));
  lia_mat_copy(to->C, lia_mat_part(s->C, 0, 0, p, r));
  lia_mat_copy(to->D, s->D);
  lia_mat_muladd(to->A, 1, A12, XA);
  lia_mat_muladd(to->B, 1, A12, XB);
  lia_mat_muladd(to->C, 1, C2, XA);
  lia_mat_muladd(to->D, 1, C2, XB);
  return LIA_OK;
}

static lia_status reduce_stable(lia_arena *a, lia_lti *to, double **hankel, const lia_lti *s,
    int discrete, int order, int residualize, lia_error *err) {
  roots k;
  lia_mat T, Ti;
  lia_lti balanced;
  LIA_TRY(roots_new(a, &k, s, discrete, err));
  *hankel = k.h;
  const int rank = roots_rank(&k), r = order < rank ? order : rank;
  LIA_TRY(projections(a, &T, &Ti, &k, residualize ? rank : r, err));
  LIA_TRY(project(a, &balanced, s, T, Ti, err));
  if (residualize && r < rank) return set_to_rest(a, to, &balanced, r, discrete, err);
  *to = balanced;
  return LIA_OK;
}

// x and z one under the other
static lia_status in_parallel(lia_arena *a, lia_lti *to, const lia_lti *x, const lia_lti *z,
    lia_error *err) {
  const int n = lia_lti_n(x), k = lia_lti_n(z), m = lia_lti_m(x), p = lia_lti_p(x);
  LIA_TRY(lia_lti_new(a, to, n + k, m, p, err));
  lia_mat_copy(lia_mat_part(to->A, 0, 0, n, n), x->A);
  lia_mat_copy(lia_mat_part(to->A, n, n, k, k), z->A);
  lia_mat_copy(lia_mat_part(to->B, 0, 0, n, m), x->B);
  lia_mat_copy(lia_mat_part(to->B, n, 0, k, m), z->B);
  lia_mat_copy(lia_mat_part(to->C, 0, 0, p, n), x->C);
  lia_mat_copy(lia_mat_part(to->C, 0, n, p, k), z->C);
  lia_mat_add(to->D, x->D, 1, z->D);
  return LIA_OK;
}

lia_status lia_gram_reduce(lia_arena *a, lia_reduced *out, const lia_lti *s, int discrete,
    int order, int residualize, lia_error *err) {
  lia_split part;
  lia_lti smaller;
  LIA_TRY(lia_gram_split(a, &part, s, discrete, err));
  out->kept = lia_lti_n(&part.unstable);
  out->nhankel = lia_lti_n(&part.stable);
  if (order < out->kept)
    return LIA_FAIL(err, LIA_EARG, "order", "expected at least the %d unstable states, got %d",
        out->kept, order);
  LIA_TRY(reduce_stable(a, &smaller, &out->hankel, &part.stable, discrete, order - out->kept,
      residualize, err));
  return in_parallel(a, &out->s, &smaller, &part.unstable, err);
}
