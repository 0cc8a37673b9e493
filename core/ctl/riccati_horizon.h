/* riccati_horizon.h - Riccati equations over a finite time: by steps, and in continuous time
 *
 *   X_N = QN,  K_k = (R + B'X_(k+1) B)^-1 (B'X_(k+1) A + S'),
 *   X_k = (A - B K)'X_(k+1)(A - B K) + Q - S K - K'S' + K'R K       every letter of step k
 *
 *   -X' = A'X + X A - (X B + S) R^-1 (B'X + S') + Q,  X(T) = QT
 *
 * The second is solved exactly: X moves by the exponential of the Hamiltonian over a short time,
 * and twice that time by the doubling of Anderson (Int. J. Control 28, 1978), which only adds what
 * is not negative where Q and R are not. */
#ifndef LIA_RICCATI_HORIZON_H
#define LIA_RICCATI_HORIZON_H

#include "num/mat.h"

LIA_C_BEGIN

/* matrices of step k: as many as steps, or one for all (count 1) */
typedef struct lia_mats { const lia_mat *list; int count; } lia_mats;
typedef struct lia_riccati_run { lia_mats A, B, Q, R, S; int steps; } lia_riccati_run;   /* S: may
    have count 0 */

/* K: steps of them, m x n; X0 n x n. LIA_ESINGULAR names the step whose R + B'XB is singular */
lia_status lia_riccati_steps(lia_mat X0, const lia_mat *K, const lia_riccati_run *r, lia_mat QN,
                             lia_error *err) LIA_NODISCARD;

/* X at each of the times, rising; QT is X at the last. LIA_ESINGULAR: R is singular, or X grows
 * without bound before (a conjugate point), between which times */
lia_status lia_riccati_flow(const lia_mat *X, const double *time, int count, lia_mat A, lia_mat B,
                            lia_mat Q, lia_mat R, const lia_mat *S, lia_mat QT, lia_error *err)
    LIA_NODISCARD;

LIA_C_END

#endif
