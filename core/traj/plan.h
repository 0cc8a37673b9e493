/* plan.h - how long a move takes under limits, synchronised axes, splines through via points */
#ifndef LIA_PLAN_H
#define LIA_PLAN_H

#include "traj/law.h"

LIA_C_BEGIN

/* limits of one axis; INFINITY (or 0) where there is none */
typedef struct lia_limits { double v, a, j; } lia_limits;

/* shortest T for a travel of |travel| with the law as it stands                       [course] F5.6
 *   T = max( s'max D/v, sqrt(s''max D/a), cbrt(s'''max D/j) )
 * fails with LIA_EARG where a jerk limit meets a law whose acceleration jumps, or no limit is given
 * at all */
LIA_NODISCARD lia_status lia_plan_duration(const lia_law *law, double travel, const lia_limits *lim,
    double *T, lia_error *err);

/* three-phase laws: choose ta as well, trapacc under a jerk limit tr too (the S-curve; without one
 * tr keeps its
 * share of ta), so that T is the shortest; other laws keep their shape. Several axes move in
 * proportion: every limit of every axis holds. */
LIA_NODISCARD lia_status lia_plan_fastest(lia_law *law, const double *travel, const lia_limits *lim,
    int n, double *T, lia_error *err);

/* a curve of n components through m >= 2 points at increasing times: C2 cubic spline, given end
 * velocities x: m x n, row k is the point at t[k]; v0, v1 (n) end velocities, NULL for rest
 * second: m x n, receives x'' at the points; work: m doubles */
LIA_NODISCARD lia_status lia_plan_spline(const double *t, const double *x, int m, int n,
    const double *v0, const double *v1,
    double *second, double *work, lia_error *err);

/* value, first and second derivative (each n) of that spline at time now, clamped to [t0, t_{m-1}]
 */
void lia_plan_spline_at(const double *t, const double *x, const double *second, int m, int n,
    double now,
    double *pos, double *vel, double *acc);

LIA_C_END

#endif
