/* two_sided_inside.h - A Y B' + C Y D' = F with upper quasi-triangular matrices, and its adjoint
 *
 * Gardiner, Laub, Amato, Moler, Solution of the Sylvester matrix equation AXB' + CXD' = E, ACM TOMS
 * 18, 1992: by blocks of one and two, from the last column and row backwards; 2 (n m^2 + n^2 m).
 * Stein's equation is A = B, C = -D = -1; Lyapunov's generalised one A = D, B = C. */
#ifndef LIA_TWO_SIDED_INSIDE_H
#define LIA_TWO_SIDED_INSIDE_H

#include "ctl/cols_inside.h"

LIA_C_BEGIN

/* A, C are n x n, B, D m x m; in a pair one has blocks of two where the other may have zeros. work:
 * 2 n */
typedef struct lia_two_sided { lia_cols A, B, C, D; double *work; } lia_two_sided;

/* F becomes Y. Returns 1 where an equation of a block was singular to working precision: its pivot
 * was moved away from 0 */
int lia_two_sided_solve(const lia_two_sided *e, lia_cols F);
/* the equation whose solution read backwards (rows and columns) solves A' Z B + C' Z D = G read
 * backwards */
lia_two_sided lia_two_sided_adjoint(lia_desk *d, const lia_two_sided *e);
void lia_cols_backwards(lia_cols F);

LIA_C_END

#endif
