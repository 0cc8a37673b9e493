/* riccati_newton.c - the residual of a Riccati equation, and Newton's steps that make it smaller */
#include "ctl/riccati_inside.h"

#include "base/assert.h"
#include "ctl/dense_inside.h"
#include "ctl/lyapunov_inside.h"

#include <float.h>
#include <math.h>

lia_care_at lia_care_at_new(lia_desk *d, const lia_care *p) {
  return (lia_care_at){ .K = lia_cols_new(d, p->m, p->n), .closed = lia_cols_new(d, p->n, p->n),
                        .residual = lia_cols_new(d, p->n, p->n) };
}

// K := W^-1 K
static lia_status gain_solve(lia_desk *d, lia_cols W, lia_cols K, int discrete, lia_error *err) {
  const double rcond = lia_cols_solve(d, W, 'N', K);
  LIA_TRY(lia_desk_ready(d, err));
  if (rcond > DBL_EPSILON) return LIA_OK;
  if (discrete) return LIA_FAIL(err, LIA_ESINGULAR, "", "R + B'XB is singular: there is no gain");
  return LIA_FAIL(err, LIA_ESINGULAR, "R", "singular: the continuous equation needs its inverse");
}

// C = X E
static void times_E(lia_cols C, const lia_care *p, lia_cols X) {
  if (p->plain) lia_cols_copy(C, X);
  else lia_cols_mul(C, 0, 1, X, 'N', p->E, 'N');
}

static void add_transpose(lia_cols T) {
  lia_cols_even(T);
  lia_cols_scale(T, 2);
}

// T := A'XE + E'XA, or A'XA - E'XE; the sum of the norms of its two terms
static double quadratic_terms(const lia_care *p, lia_cols XA, lia_cols XE, lia_cols T) {
  if (!p->discrete) {
    lia_cols_mul(T, 0, 1, p->A, 'T', XE, 'N');
    const double one = lia_cols_norm(T);
    add_transpose(T);
    return 2 * one;
  }
  if (p->plain) lia_cols_copy(T, XE);
  else lia_cols_mul(T, 0, 1, p->E, 'T', XE, 'N');
  const double one = lia_cols_norm(T);
  lia_cols_mul(T, -1, 1, p->A, 'T', XA, 'N');
  // A'XA is the sum of both
  return one + lia_cols_norm(T) + one;
}

// L = F'XB + S, K = W^-1 L', closed = A - B K; F = E, W = R, or F = A, W = R + B'XB
//   residual = A'XE + E'XA - L K + Q             or A'XA - E'XE - L K + Q
lia_status lia_care_evaluate(lia_desk *d, lia_care_at *f, const lia_care *p, lia_cols X,
                             lia_error *err) {
  const int n = p->n, m = p->m;
  lia_cols XA = lia_cols_new(d, n, n), XE = lia_cols_new(d, n, n), XB = lia_cols_new(d, n, m),
           L = lia_cols_again(d, p->S), W = lia_cols_again(d, p->R);
  LIA_TRY(lia_desk_ready(d, err));
  if (p->discrete) lia_cols_mul(XA, 0, 1, X, 'N', p->A, 'N');
  times_E(XE, p, X);
  lia_cols_mul(XB, 0, 1, X, 'N', p->B, 'N');
  if (p->plain && !p->discrete) lia_cols_add(L, 1, XB);
  else lia_cols_mul(L, 1, 1, p->discrete ? p->A : p->E, 'T', XB, 'N');
  if (p->discrete) lia_cols_mul(W, 1, 1, p->B, 'T', XB, 'N');
  lia_cols_transpose(f->K, L);
  LIA_TRY(gain_solve(d, W, f->K, p->discrete, err));
  lia_cols_copy(f->closed, p->A);
  lia_cols_mul(f->closed, 1, -1, p->B, 'N', f->K, 'N');

  f->terms = quadratic_terms(p, XA, XE, f->residual) + lia_cols_norm(p->Q);
  lia_cols_mul(XE, 0, 1, L, 'N', f->K, 'N');
  f->terms += lia_cols_norm(XE);
  lia_cols_add(f->residual, -1, XE);
  lia_cols_add(f->residual, 1, p->Q);
  lia_cols_even(f->residual);
  return LIA_OK;
}

// closed' D E + E' D closed + residual = 0, or closed' D closed - E' D E + residual = 0
static lia_status riccati_newton_step(lia_desk *d, lia_cols D, const lia_care *p,
                                      const lia_care_at *f, double *inverse, lia_error *err) {
  lia_cols A = lia_cols_turned(d, f->closed), E = { 0 };
  if (!p->plain) E = lia_cols_turned(d, p->E);
  LIA_TRY(lia_desk_ready(d, err));
  return lia_cols_lyapunov(d, D, A, f->residual, E, p->discrete, inverse, err);
}

// to first order a change of A, B, Q, R, S and, where there is one, E changes the residual by
//   F'X (dA - dB K) + its transpose + dQ - dS K - K'dS' + K'dR K - closed'X dE - its transpose
static double first_order(const lia_care *p, const lia_care_at *f, lia_cols X, double inverse) {
  const double k = lia_cols_norm(f->K), x = lia_cols_norm(X), c = lia_cols_norm(f->closed);
  double left = p->plain ? 1 : lia_cols_norm(p->E);
  if (p->discrete) left = c;
  double change = lia_cols_norm(p->Q) + 2 * k * lia_cols_norm(p->S) + k * k * lia_cols_norm(p->R);
  change += 2 * left * x * (lia_cols_norm(p->A) + k * lia_cols_norm(p->B));
  if (!p->plain) change += 2 * c * x * lia_cols_norm(p->E);
  return x > 0 ? inverse * change / x : 0;
}

// one step of Newton from X: 1 where it made the residual less than half, 0 where it made it less,
// -1 where it did not, and X is as it was
static int newton_try(lia_desk *d, lia_cols X, const lia_care *p, lia_care_at *f,
                      double *condition) {
  double inverse = 0;
  const double before = lia_cols_norm(f->residual);
  lia_cols D = lia_cols_new(d, p->n, p->n);
  lia_care_at next = lia_care_at_new(d, p);
  if (d->failed) return -1;
  if (riccati_newton_step(d, D, p, f, condition ? &inverse : NULL, NULL) != LIA_OK) return -1;
  if (condition) *condition = first_order(p, f, X, inverse);
  lia_cols_even(D);
  lia_cols_add(D, 1, X);
  if (!lia_cols_finite(D) || lia_care_evaluate(d, &next, p, D, NULL) != LIA_OK) return -1;
  const double after = lia_cols_norm(next.residual);
  if (!(after < before)) return -1;
  lia_cols_copy(X, D);
  *f = next;
  return after < 0.5 * before;
}

lia_status lia_care_refine(lia_desk *d, lia_cols X, const lia_care *p, int *steps,
                           double *condition, lia_error *err) {
  enum { MOST = 10 };
  lia_care_at f = lia_care_at_new(d, p);
  *steps = 0;
  *condition = (double)INFINITY;
  LIA_TRY(lia_desk_ready(d, err));
  LIA_TRY(lia_care_evaluate(d, &f, p, X, err));
  for (int k = 0, more = 1; more > 0 && k < MOST; k++) {
    more = newton_try(d, X, p, &f, k ? NULL : condition);
    *steps += more >= 0;
    if (lia_cols_norm(f.residual) <= 0.125 * p->n * DBL_EPSILON * f.terms) break;
  }
  return lia_desk_ready(d, err);
}
