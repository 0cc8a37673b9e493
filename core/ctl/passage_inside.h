/* passage_inside.h - what a time, or a step, does to the X of a Riccati equation; twice that time
 *
 *   X := P + F'X (1 + G X)^-1 F
 *
 * One step of the discrete equation without cross terms has F = A, G = B R^-1 B', P = Q. Doubling:
 * Anderson, Second-order convergent algorithms for the steady-state Riccati equation, Int. J.
 * Control 28, 1978 */
#ifndef LIA_PASSAGE_INSIDE_H
#define LIA_PASSAGE_INSIDE_H

#include "ctl/cols_inside.h"

LIA_C_BEGIN

typedef struct lia_passage { lia_cols F, G, P; } lia_passage;   /* n x n; G, P symmetric */

/* twice the time; 0: 1 + G P is singular, or no memory */
int lia_passage_double(lia_desk *d, lia_passage *g);
/* X moved by it; 0: 1 + G X is singular, or no memory */
int lia_passage_apply(lia_desk *d, const lia_passage *g, lia_cols X);

LIA_C_END

#endif
