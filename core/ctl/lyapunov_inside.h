/* lyapunov_inside.h - Lyapunov's and Stein's equations on a desk, for Newton's step of Riccati */
#ifndef LIA_LYAPUNOV_INSIDE_H
#define LIA_LYAPUNOV_INSIDE_H

#include "ctl/cols_inside.h"

LIA_C_BEGIN

/* A X E' + E X A' + Q = 0, discrete: A X A' - E X E' + Q = 0. E.x NULL: the identity. *inverse, or
 * NULL: an estimate of the norm of the inverse of X -> A X E' + E X A' */
lia_status lia_cols_lyapunov(lia_desk *d, lia_cols X, lia_cols A, lia_cols Q, lia_cols E,
                             int discrete, double *inverse, lia_error *err) LIA_NODISCARD;

LIA_C_END

#endif
