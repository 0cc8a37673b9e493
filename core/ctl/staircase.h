/* staircase.h - what inputs reach and outputs see: staircase form, minimal realisation, scaling
 *
 *   T'A T = [A11 A12; 0 A22],  T'B = [B1; 0],  C T = [C1 C2]       T orthogonal, A11, B1 reached
 *
 * Rank by rank with column pivots (Van Dooren, IEEE TAC 26, 1981): block k + 1 is what A makes of
 * block k and was not reached before. */
#ifndef LIA_STAIRCASE_H
#define LIA_STAIRCASE_H

#include "num/mat.h"

LIA_C_BEGIN

/* T n x n; *count: how many states are reached; block: n, the ranks of the steps, *blocks of them.
 * tol: of ranks, relative to |B|, then to |A|; < 0: 100 n eps */
lia_status lia_staircase(lia_mat T, int *count, int *block, int *blocks, lia_mat A, lia_mat B,
                         double tol, lia_error *err) LIA_NODISCARD;

/* the part of A, B, C that is reached and seen, its order in *order: the leading rows and columns
 * of A (n x n), B, C, which are written over. removed[0]: states not reached, removed[1]: reached
 * and not seen. The states are scaled first. tol as above, < 0: 1e-10 */
lia_status lia_minimal(lia_mat A, lia_mat B, lia_mat C, int *order, int removed[2], double tol,
                       lia_error *err) LIA_NODISCARD;

/* x = D x~ with powers of two in D, so that row and column of every state have about one size in
 * [A B; C 0]; d: n, A, B, C written over. Osborne's iteration, as dgebal, with B and C in it */
lia_status lia_state_scale(lia_mat A, lia_mat B, lia_mat C, double *d, lia_error *err)
    LIA_NODISCARD;

LIA_C_END

#endif
