/* transfer.h - transfer functions and matrices of state space, one as the other */
#ifndef LIA_TRANSFER_H
#define LIA_TRANSFER_H

#include "ctl/lti.h"

LIA_C_BEGIN

/* Coefficients stand highest power first. den (n + 1): det(s - A), den[0] = 1; num[i*m + j]
 * (n + 1): that of output i, input j over den. In the arena. Hyman's recursion on the Hessenberg
 * form; each num_k from the Markov parameters (sum den_i h_(k-i)) or from det(s - A) -
 * det(s - A - b c), whichever promises the smaller rounding; what is rounding only is 0 */
typedef struct lia_transfer { int n, m, p; double *den, **num; } lia_transfer;
lia_status lia_transfer_of(lia_arena *a, lia_transfer *t, const lia_lti *s, lia_error *err)
    LIA_NODISCARD;
/* det(s - A) into c (n + 1), highest first */
lia_status lia_transfer_char(lia_arena *a, double *c, lia_mat A, lia_error *err) LIA_NODISCARD;

/* one column of a transfer matrix: p polynomials num[i] (nn[i] numbers) over den (nd numbers), as
 * the controllable companion form: A = [-a1 -a2 ..; 1 0 ..; 0 1 ..], B = (1, 0, ..)', scaled by
 * powers of two where coefficients are far apart. LIA_EARG where it is not proper or den is 0 */
lia_status lia_transfer_column(lia_arena *a, lia_lti *s, const double *den, int nd,
    const double *const *num, const int *nn, int p, lia_error *err) LIA_NODISCARD;

/* exp(-delay s) as the [order/order] Pade approximant: num and den (order + 1 each), den[0] = 1 */
lia_status lia_transfer_pade(double *num, double *den, double delay, int order, lia_error *err)
    LIA_NODISCARD;

LIA_C_END

#endif
