/* lyapunov.h - linear matrix equations: Sylvester, Lyapunov, Stein, and a factor of the solution
 *
 *   A X + X B = C                              Bartels, Stewart, CACM 15, 1972: dgees, dtrsyl
 *   A X E' + E X A' + Q = 0                    with E: Gardiner et al., ACM TOMS 18, 1992: dgges
 *   A X A' - E X E' + Q = 0
 *   A U U' + U U' A' + B B' = 0                Hammarling, IMA J. Numer. Anal. 2, 1982
 *   A U U' A' - U U' + B B' = 0
 *
 * Row major; 25 to 100 n^3. Where Q is symmetric, so is X, to the last bit. LIA_ESINGULAR: no
 * single solution (two eigenvalues whose sum is 0, or whose product is 1). */
#ifndef LIA_LYAPUNOV_H
#define LIA_LYAPUNOV_H

#include "num/mat.h"

LIA_C_BEGIN

/* residual: of the equation, relative to the sum of the norms of its terms. condition: how much a
 * relative change of the matrices may grow in X, norm of the operator times an estimate of its
 * inverse's (dlacn2, in the 1-norm of Schur's coordinates) */
typedef struct lia_equation_told { double residual, condition; } lia_equation_told;

lia_status lia_sylvester(lia_mat X, lia_mat A, lia_mat B, lia_mat C, lia_equation_told *told,
                         lia_error *err) LIA_NODISCARD;
/* E: NULL is the identity; else not singular */
lia_status lia_lyapunov(lia_mat X, lia_mat A, lia_mat Q, const lia_mat *E, lia_equation_told *told,
                        lia_error *err) LIA_NODISCARD;
lia_status lia_stein(lia_mat X, lia_mat A, lia_mat Q, const lia_mat *E, lia_equation_told *told,
                     lia_error *err) LIA_NODISCARD;
/* U lower triangular, n x n, its diagonal not negative; X is never formed, so that small
 * eigenvalues of it keep their digits. A stable, else LIA_EDOMAIN */
lia_status lia_lyapunov_factor(lia_mat U, lia_mat A, lia_mat B, int discrete, lia_error *err)
    LIA_NODISCARD;

LIA_C_END

#endif
