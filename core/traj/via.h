/* via.h - curves through points, or near them: splines, blends, the times that nobody told
 *
 * All take m points of n components, x (m x n), row k at the time t[k], and give pieces.h. Mistakes
 * are LIA_EARG or LIA_EDIM with the place that is wrong: "t", "x", "v" .. */
#ifndef LIA_VIA_H
#define LIA_VIA_H

#include "traj/pieces.h"
#include "traj/plan.h"

LIA_C_BEGIN

/* ---- via_spline.c: splines of degree 2 r - 1 ---- */

/* Of all curves through the points the one with the least integral of (x^(r))^2: r = 2, the cubic
 * spline; 3, the quintic one, which is that of minimum jerk; 4, the septic one, of minimum snap.
 * Continuous to the derivative 2 r - 2. Derivatives may be told at any point; where derivative k
 * is, derivative 2 r - 1 - k may jump. What is not told at the ends is free: its conjugate vanishes
 * there (natural ends). */
typedef struct lia_via {
  int m, n, r;
  const double *t, *x;
  const double *told[3];   /* velocity, acceleration, jerk, m x n; NaN: not told; NULL: none */
  int periodic;            /* goes on at the end as it began: its last point is the first one */
} lia_via;

/* sparse equations, O(m) */
LIA_NODISCARD lia_status lia_via_spline(lia_pieces **out, const lia_via *v, lia_error *err);

/* the integral of (x^(r))^2 over all of x, summed over components */
double lia_via_energy(const lia_pieces *x, int r);

/* ---- via_bspline.c ---- */

/* the interpolating B-spline of degree 3 .. 7 through m > degree points, continuous to the
 * derivative degree - 1; its knots are averages of `degree` times, its ends are free */
LIA_NODISCARD lia_status lia_via_bspline(lia_pieces **out, const double *t, const double *x, int m,
                                         int n, int degree, lia_error *err);

/* ---- via_blend.c: straight lines, and blends where they meet; rest at both ends ---- */

typedef struct lia_blends {
  int m, n;
  const double *t, *x;
  int smooth;          /* 0: parabolas, constant acceleration; 1: quintics, which begin without */
  int through;         /* 1: through the points in the middle of their blends; 0: past them */
  const double *time;  /* m: how long each blend takes; or NULL and .. */
  const double *a;     /* n: .. the greatest acceleration of each component */
} lia_blends;

/* near (m, or NULL) receives how far the curve passes each point. LIA_EARG where blends overlap,
 * with the least duration when all times are stretched alike */
LIA_NODISCARD lia_status lia_via_blends(lia_pieces **out, const lia_blends *b, double *near,
                                        lia_error *err);

/* ---- via_smooth.c: cubic smoothing splines ---- */

/* The curve g with the least  sum_k w_k |x_k - g(t_k)|^2 + lambda integral of |g''|^2: a natural
 * cubic spline. lambda = 0 goes through the points, INFINITY is the straight line of least squares.
 * w (m) positive, NULL: 1 */
LIA_NODISCARD lia_status lia_via_smooth(lia_pieces **out, const double *t, const double *x,
                                        const double *w, int m, int n, double lambda,
                                        lia_error *err);
/* what was left: the weighted sum of squares, and how many points the curve is free to follow (the
 * trace of what makes fitted points of given ones: m for lambda = 0, 2 for INFINITY) */
typedef struct lia_smooth_info { double lambda, rest, freedom, score; } lia_smooth_info;
LIA_NODISCARD lia_status lia_via_smooth_info(lia_smooth_info *info, const double *t,
                                             const double *x, const double *w, int m, int n,
                                             double lambda, lia_error *err);
/* the lambda of the least generalised cross-validation, m rest/(m - freedom)^2 */
LIA_NODISCARD lia_status lia_via_smooth_best(double *lambda, const double *t, const double *x,
                                             const double *w, int m, int n, lia_error *err);

/* ---- via_times.c: times that nobody told ---- */

/* t[0] = 0 .. t[m - 1] = T, with steps as |x_k+1 - x_k|^power: 1 chord length, 1/2 centripetal, 0
 * all alike */
LIA_NODISCARD lia_status lia_via_times(double *t, const double *x, int m, int n, double power,
                                       double T, lia_error *err);

/* ---- via_fastest.c: the least time under limits ---- */

typedef struct lia_via_info {
  double T;
  int iterations, degraded;   /* 1: stopped before it was sure of a minimum */
} lia_via_info;

/* t (m) receives the times with which the spline v keeps every limit in every piece and takes the
 * least time, a local minimum found from two starts; v->t is not read, and what v tells must be 0
 * (other derivatives do not stretch with the times). binds (3 n (m - 1), or NULL): [3 n i + 3 c +
 * k] is 1 where component c reaches its limit k (v, a, j) in piece i */
LIA_NODISCARD lia_status lia_via_fastest(double *t, const lia_via *v, const lia_axis_limits *lim,
                                         unsigned char *binds, lia_via_info *info, lia_error *err);
/* the factor by which the times of x must be stretched that every limit is just kept; 0: it never
 * moves, or no limit is near */
double lia_via_stretch(const lia_pieces *x, const lia_axis_limits *lim);

/* ---- what they share ---- */

/* at least `least` points, increasing finite times, finite components */
LIA_NODISCARD lia_status lia_via_check(const double *t, const double *x, int m, int n, int least,
                                       lia_error *err);

LIA_C_END

#endif
