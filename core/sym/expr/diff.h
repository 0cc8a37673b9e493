/* diff.h - derivatives of expressions: forward, reverse, in time
 *
 * Each function visits the nodes below its expressions once and shares what it makes; no depth is
 * too deep. Derivatives hold where the function has one; at the corner of abs, sign, min, max and
 * piecewise they are those of one side (0 for sign). All return 1, or 0 where memory is out or an
 * argument is no expression (the pool says so). */
#ifndef LIA_DIFF_H
#define LIA_DIFF_H

#include "sym/expr/pool.h"

LIA_C_BEGIN

/* out[i] = sum_j df[i]/dx[j] dx[j]: one pass forward for all f; x are symbols, dx any expressions;
 * out may be f */
int lia_diff_along(lia_pool *p, uint32_t nx, const lia_expr *x, const lia_expr *dx, uint32_t n,
    const lia_expr *f, lia_expr *out);

/* df/dx, 0 on failure */
lia_expr lia_diff(lia_pool *p, lia_expr f, lia_expr x);
/* out[i] = df[i]/dx */
int lia_diff_all(lia_pool *p, uint32_t n, const lia_expr *f, lia_expr x, lia_expr *out);

/* J[i*nx + j] = df[i]/dx[j]: nx passes forward */
int lia_diff_jacobian(lia_pool *p, uint32_t n, const lia_expr *f, uint32_t nx, const lia_expr *x,
    lia_expr *J);

/* out[j] = df/dx[j] for all j in one pass in reverse: less work and more sharing than nx
 * derivatives where nx is large */
int lia_diff_gradient(lia_pool *p, lia_expr f, uint32_t nx, const lia_expr *x, lia_expr *out);

/* H[i*nx + j] = d2f/dx[i]dx[j], symmetric */
int lia_diff_hessian(lia_pool *p, lia_expr f, uint32_t nx, const lia_expr *x, lia_expr *H);

/* d/dt: coordinates and functions of time go to their rates, parameters stay; 0 on failure */
lia_expr lia_diff_time(lia_pool *p, lia_expr f);
int lia_diff_time_all(lia_pool *p, uint32_t n, const lia_expr *f, lia_expr *out);

LIA_C_END

#endif
