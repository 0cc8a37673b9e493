/* plan.h - how long a move takes under limits, synchronised axes, splines through via points */
#ifndef LIA_PLAN_H
#define LIA_PLAN_H

#include "base/extern.h"
#include "traj/law.h"

LIA_C_BEGIN

/* limits of one axis; INFINITY (or 0) where there is none */
typedef struct lia_limits { double v, a, j; } lia_limits;
/* the same where they differ with the direction: [0] along the axis, [1] against it, all of them
 * positive */
typedef struct lia_axis_limits { double v[2], a[2], j; } lia_axis_limits;
static inline lia_axis_limits lia_both_ways(lia_limits l) {
  return LIA_LITERAL(lia_axis_limits){ { l.v, l.v }, { l.a, l.a }, l.j };
}

/* shortest T for a travel of |travel| with the law as it stands                       [course] F5.6
 *   T = max( s'max D/v, sqrt(s''max D/a), cbrt(s'''max D/j) )
 * fails with LIA_EARG where a jerk limit meets a law whose acceleration jumps, or no limit is given
 * at all */
LIA_NODISCARD lia_status lia_plan_duration(const lia_law *law, double travel, const lia_limits *lim,
    double *T, lia_error *err);

/* three-phase laws: choose ta and td as well, trapacc under a jerk limit tr and trd too (the
 * S-curve; without one they keep their share of ta and td), so that T is the shortest; other laws
 * keep their shape. Several axes move in proportion: every limit of every axis holds. */
LIA_NODISCARD lia_status lia_plan_shortest(lia_law *law, const double *travel,
                                           const lia_axis_limits *lim, int n, double *T,
                                           lia_error *err);
LIA_NODISCARD lia_status lia_plan_fastest(lia_law *law, const double *travel, const lia_limits *lim,
    int n, double *T, lia_error *err);
/* each axis by a shape of its own, law[i], all in the time *T of the slowest: the others cruise
 * slower. law[] comes in as it stands */
LIA_NODISCARD lia_status lia_plan_by_time(lia_law *law, const double *travel,
                                          const lia_axis_limits *lim, int n, double *T,
                                          lia_error *err);
/* binds[3 i + k] = 1 where axis i with law[i stride] reaches its limit k (v, a, j) in the time T,
 * else 0 */
void lia_plan_binds(const lia_law *law, int stride, const double *travel,
                    const lia_axis_limits *lim, int n, double T, unsigned char *binds);

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
