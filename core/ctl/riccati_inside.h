/* riccati_inside.h - a Riccati equation on a desk: its pencil, its residual, its modes */
#ifndef LIA_RICCATI_INSIDE_H
#define LIA_RICCATI_INSIDE_H

#include "ctl/cols_inside.h"
#include "ctl/named_mode.h"

LIA_C_BEGIN

/* letters of riccati.h; plain: E is the identity */
typedef struct lia_care {
  int n, m, discrete, plain;
  lia_cols A, B, Q, R, S, E;
} lia_care;

/* M - lambda N of order 2 n, its eigenvalues (of the first n columns of Z first), and how many
 * are stable */
typedef struct lia_care_pencil {
  lia_cols M, N, Z;
  double *ar, *ai, *beta;
  int count;
} lia_care_pencil;

/* what one X gives: the gain, A - B K, the residual of the equation and the sum of the norms of its
 * terms */
typedef struct lia_care_at { lia_cols K, closed, residual; double terms; } lia_care_at;

/* M and N */
lia_status lia_care_pencil_make(lia_desk *d, lia_care_pencil *f, const lia_care *p,
                                lia_error *err) LIA_NODISCARD;
/* Z, count, eigenvalues by QZ; or, a third of its work, by QR of one matrix where the pencil is far
 * enough from one that has none (*done) */
lia_status lia_care_pencil_order(lia_desk *d, lia_care_pencil *f, const lia_care *p,
                                 lia_error *err) LIA_NODISCARD;
lia_status lia_care_pencil_quick(lia_desk *d, lia_care_pencil *f, const lia_care *p, int *done,
                                 lia_error *err) LIA_NODISCARD;
/* X = U2 (E U1)^-1 from the ordered pencil; *rcond of E U1, 0: singular, X not written */
lia_status lia_care_pencil_solution(lia_desk *d, lia_cols X, double *rcond,
                                    const lia_care_pencil *f, const lia_care *p, lia_error *err)
    LIA_NODISCARD;

/* X of a discrete equation whose E is the identity, where doubling converges (*done) */
lia_status lia_care_doubling(lia_desk *d, lia_cols X, const lia_care *p, int *done,
                             lia_error *err) LIA_NODISCARD;

lia_care_at lia_care_at_new(lia_desk *d, const lia_care *p);
/* LIA_ESINGULAR: R, or R + B'XB, is singular */
lia_status lia_care_evaluate(lia_desk *d, lia_care_at *f, const lia_care *p, lia_cols X,
                             lia_error *err) LIA_NODISCARD;
/* X improved; *steps how often, *condition of the first */
lia_status lia_care_refine(lia_desk *d, lia_cols X, const lia_care *p, int *steps,
                           double *condition, lia_error *err) LIA_NODISCARD;

/* the modes of A, E that no input moves and that are not stable; those on the boundary that Q, S do
 * not see; where no X solves, eigenvalues of the pencil on the boundary that are neither. tol: of
 * singular values, relative to the norms. Returns by *count how many */
lia_status lia_care_modes(lia_desk *d, lia_named_mode *mode, int *count, const lia_care *p,
                          const lia_care_pencil *f, int solved, double tol, lia_error *err)
    LIA_NODISCARD;
/* is an eigenvalue of the pencil on the boundary, to working precision? */
lia_status lia_care_on_boundary(lia_desk *d, int *found, const lia_care *p,
                                const lia_care_pencil *f, lia_error *err) LIA_NODISCARD;

LIA_C_END

#endif
