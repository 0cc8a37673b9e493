/* staircase_inside.h - staircase form on a desk */
#ifndef LIA_STAIRCASE_INSIDE_H
#define LIA_STAIRCASE_INSIDE_H

#include "ctl/cols_inside.h"

LIA_C_BEGIN

/* A := T'A T, B := T'B, T (the identity, or what is to be turned further) := T T. block: n; returns
 * by *count, *blocks */
lia_status lia_cols_staircase(lia_desk *d, lia_cols A, lia_cols B, lia_cols T, double tol,
                              int *count, int *block, int *blocks, lia_error *err) LIA_NODISCARD;
/* M := R of Q'M P = R (upper triangular in the order of the pivoting), its rank by tol, absolute;
 * tau: min(rows, cols), the vectors of Q stay in M below. pivot: cols */
lia_status lia_cols_rank(lia_desk *d, lia_cols M, double *tau, int *pivot, double tol, int *rank,
                         lia_error *err) LIA_NODISCARD;
/* C := Q'C ('L', 'T'), C := C Q ('R', 'N') by the vectors lia_cols_rank left in M */
lia_status lia_cols_turn(lia_desk *d, lia_cols C, char side, char op, lia_cols M,
                         const double *tau, lia_error *err) LIA_NODISCARD;

LIA_C_END

#endif
