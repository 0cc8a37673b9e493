/* lagrange.h - equations of motion from energies
 *
 *   d/dt dT/dq'_i - dT/dq_i + dV/dq_i + dD/dq'_i = Q_i + sum_c lambda_c J_ci
 *
 * T: kinetic energy, at most quadratic in q'; V: potential; D: dissipation function; Q: generalised
 * forces on the right. Constraint rows are phi(q,t) = 0 or H(q,t) q' + b(q,t) = 0; J is their
 * derivative by q' (by q for phi). In matrix form  M q'' + C q' + c + G + d = Q + J' lambda, with
 *   M_ij = d2T/dq'_i dq'_j
 *   C_ij = 1/2 sum_k (dM_ij/dq_k + dM_ik/dq_j - dM_jk/dq_i) q'_k       Christoffel: M' - 2C is skew
 *   c    what T has besides: terms linear in q', with t, with prescribed functions of time (0 for
 *        most mechanisms)
 *   G = dV/dq,  d = dD/dq'
 * and, as the course splits C q' = B [q'^2] + P [q'_j q'_k]:          [course] F6.12, [inria80] F20
 *   B_ij = dM_ij/dq_j - 1/2 dM_jj/dq_i,   P_i,jk = dM_ij/dq_k + dM_ik/dq_j - dM_jk/dq_i
 * (j < k, in the order 12 13 .. 23 ..) */
#ifndef LIA_LAGRANGE_H
#define LIA_LAGRANGE_H

#include "base/assert.h"
#include "base/status.h"
#include "sym/expr/pool.h"

LIA_C_BEGIN

/* how far entries are simplified; none: shared subexpressions as they come (B and P multiplied
 * out); trig: angles merged, common factors taken out, as a person writes them; all: as
 * lia_simp_all */
typedef enum lia_tidy { LIA_TIDY_none, LIA_TIDY_trig, LIA_TIDY_all } lia_tidy;

typedef struct lia_lagrange {
  lia_pool *p;
  int n, ncon, nholonomic;      /* coordinates; constraint rows, holonomic ones first */
  lia_tidy tidy;
  const lia_expr *q, *v, *a;    /* (n) coordinates, their rates and accelerations */
  lia_expr T, V, D;
  const lia_expr *Q;            /* (n) */
  const lia_expr *phi;          /* (nholonomic) */
  lia_expr *lambda;             /* (ncon) symbols lambda1 .. */
  lia_expr *M, *C;              /* (n x n) */
  lia_expr *c, *G, *d;          /* (n) */
  lia_expr *J;                  /* (ncon x n) */
  /* (ncon x n) the part of dJ/dt that is not by q': of time, of inputs */
  lia_expr *Jt;
  lia_expr *gamma;              /* (ncon) J q'' = gamma: minus phi'' or (H q' + b)' without q'' */
  lia_expr *shift;              /* (ncon) J q' + shift = 0: phi_t, or b */
  lia_expr *B, *P;              /* (n x n), (n x n(n-1)/2): made by lia_lagrange_split */
} lia_lagrange;

/* q: coordinates of the pool. D, Q, phi, H, b may be NULL or 0 for none; row: H (nrow x n), b
 * (nrow). One block, freed by lia_free; expressions live in the pool. Fails with LIA_EMODEL naming
 * the offending term: T with a power of q' above 2 or with accelerations, V with velocities, a
 * constraint with accelerations ... */
typedef struct lia_lagrange_spec {
  int n, nphi, nrow;
  const lia_expr *q;
  lia_expr T, V, D;
  const lia_expr *Q, *phi, *H, *b;
  lia_tidy tidy;
} lia_lagrange_spec;

LIA_NODISCARD lia_status lia_lagrange_new(lia_lagrange **out, lia_pool *p,
    const lia_lagrange_spec *s, lia_error *err);

/* the same from a mass matrix already known (n x n, symmetric, of q alone) instead of s->T */
LIA_NODISCARD lia_status lia_lagrange_of(lia_lagrange **out, lia_pool *p,
    const lia_lagrange_spec *s, const lia_expr *M, lia_error *err);

/* B and P */
LIA_NODISCARD lia_status lia_lagrange_split(lia_lagrange *l, lia_error *err);

/* the left side of equation i, M q'' + C q' + c + G + d, and with - Q - J' lambda where whole is 1
 */
lia_expr lia_lagrange_row(const lia_lagrange *l, int i, int whole);

/* M' - 2C, entry by entry; skew where every (i,j) + (j,i) is zero */
lia_expr lia_lagrange_skew(const lia_lagrange *l, int i, int j);

static inline int lia_lagrange_pairs(int n) { return n * (n - 1) / 2; }
/* the column of P for j < k (0-based) */
static inline int lia_lagrange_pair(int n, int j, int k) {
  LIA_ASSERT(j >= 0 && j < k && k < n);
  return j * n - j * (j + 1) / 2 + k - j - 1;
}

LIA_C_END

#endif
