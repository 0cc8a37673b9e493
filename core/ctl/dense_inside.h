/* dense_inside.h - linear systems on a desk, and how far they are from singular */
#ifndef LIA_DENSE_INSIDE_H
#define LIA_DENSE_INSIDE_H

#include "ctl/cols_inside.h"

LIA_C_BEGIN

/* B := op(A)^-1 B, A becomes its LU factors; returns an estimate of 1 / (|A| |A^-1|), 0: singular,
 * not finite, or no memory, and B not solved */
double lia_cols_solve(lia_desk *d, lia_cols A, char op, lia_cols B);

LIA_C_END

#endif
