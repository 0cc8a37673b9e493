/* ikarm_inside.h - subproblems of screws, for the files of ikarm */
#ifndef LIA_IKARM_INSIDE_H
#define LIA_IKARM_INSIDE_H

#include "rbd/ikarm.h"

LIA_C_BEGIN

static const double lia_ikarm_pi = 3.14159265358979312;
/* of lines and points, in lengths of the arm and radians */
static const double LIA_IKARM_NEAR = 1e-9;

/* x turned by the angle about k through the origin */
void lia_ikarm_turn(double out[3], const double k[3], double angle, const double x[3]);
/* the point x carried by a joint at q */
void lia_ikarm_carry(double out[3], const lia_ikarm_joint *j, double q, const double x[3]);
/* u, v: two unit directions across k and each other */
void lia_ikarm_across(const double k[3], double u[3], double v[3]);
/* |x - o|^2 */
double lia_ikarm_square(const double x[3], const double o[3]);
/* the angle about k that leads a into b, both taken perpendicular to k; free: 1 where one of them
 * lies along k */
double lia_ikarm_angle(const double k[3], const double a[3], const double b[3], double size,
    int *free);
/* A cos x + B sin x = C: 0, 1 or 2 roots; a hair's breadth beyond reach counts as touching */
int lia_ikarm_trig_roots(double A, double B, double C, double x[2]);

/* the q of joint j that leads the point a to b, where it can; keep: where it does not matter */
double lia_ikarm_lead(const lia_ikarm_joint *j, const double a[3], const double b[3], double size,
    double keep);
/* q1, q2 with e^(j1 q1) e^(j2 q2) f = t; how many */
int lia_ikarm_two(const lia_ikarm *a, const lia_ikarm_joint *j, const double f[3],
    const double t[3], double size, const double *keep, double q[2][2]);
/* q1, q2, q3 that lead w to t; how many */
int lia_ikarm_three(const lia_ikarm *a, const lia_ikarm_joint *j, const double w[3],
    const double t[3], double size, const double *keep, double q[8][3]);

LIA_C_END

#endif
