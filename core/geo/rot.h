/* rot.h - rotations as matrices R_AB: elementary turns, exp, log, Jacobians, distance, nearest
 * rotation, mean, rates
 *
 * The columns of R_AB are B's axes told in A: v_A = R_AB v_B (lia_mv3), v_B = R_AB^T v_A
 * (lia_mtv3), R_AC = R_AB R_BC (lia_mul33, 27 multiplications and 18 additions). The same matrix
 * read as an operator moves a point and keeps the frame [course F3.2]. Turns about fixed axes
 * multiply on the left, about moving axes on the right [course F3.3].
 *
 * An Euler vector is v = t u, t the angle, u the unit axis: R = exp(v~), v~ b = v x b.
 *
 * Nothing fails or allocates; a result may be one of the arguments; not-a-number in gives
 * not-a-number out. R is taken to be orthonormal to rounding (lia_rot_defect says how far it is;
 * lia_rot_nearest repairs it). */
#ifndef LIA_ROT_H
#define LIA_ROT_H

#include "geo/poles.h"
#include "geo/quat.h"
#include "num/sincos.h"
#include "num/small.h"

LIA_C_BEGIN

/* ---- elementary turns ------------------------------------------------------------------------ */

/* by a about axis k: 0 x, 1 y, 2 z (any other k counts modulo 3) */
static inline void lia_rot_about(double R[9], int k, double a) {
  double c, s;
  lia_sincos1(a, &s, &c);
  int i = (k + 1) % 3, j = (k + 2) % 3;
  lia_eye33(R);
  R[3*i + i] = c; R[3*i + j] = -s;
  R[3*j + i] = s; R[3*j + j] = c;
}

static inline void lia_rot_x(double R[9], double a) { lia_rot_about(R, 0, a); }
static inline void lia_rot_y(double R[9], double a) { lia_rot_about(R, 1, a); }
static inline void lia_rot_z(double R[9], double a) { lia_rot_about(R, 2, a); }

/* ---- exponential, logarithm, Jacobians of SO(3) ---------------------------------------------- */

/* R = exp(v~) = I + sin t u~ + (1 - cos t) u~^2; t = |v| may be any angle          [course F3.4] */
void lia_rot_exp(double R[9], const double v[3]);

/* v with exp(v~) = R, |v| in [0, pi], to rounding for every angle. pole: see lia_quat_log */
void lia_rot_log(double v[3], const double R[9], lia_pole *pole);

/* A = sin t / t, B = (1 - cos t)/t^2, C = (t - sin t)/t^3 and their derivatives with respect to
 * t^2: the numbers all formulas of exponentials are made of, in full precision for every t >= 0 */
typedef struct lia_rot_series { double A, B, C, dA, dB, dC; } lia_rot_series;
lia_rot_series lia_rot_coefs(double t);

/* left and right Jacobian J = I +- B v~ + C v~^2:  w_A = Jleft(v) v', w_B = Jright(v) v'; Jright(v)
 * = Jleft(v)^T */
void lia_rot_jleft(double J[9], const double v[3]);
void lia_rot_jright(double J[9], const double v[3]);

/* their inverses, I -+ v~/2 + D v~^2, D = (1 - A/(2B))/t^2. None exists where |v| = 2 pi k, k = 1,
 * 2, ..: within LIA_POLE_NEAR of there the pseudo-inverse u u^T. Returns LIA_POLE_NO_INVERSE there,
 * else 0 */
unsigned lia_rot_jleft_inv(double J[9], const double v[3]);
unsigned lia_rot_jright_inv(double J[9], const double v[3]);

/* ---- how far, and half way ------------------------------------------------------------------- */

/* the angle between two rotations, in [0, pi], accurate everywhere */
double lia_rot_angle(const double R[9], const double S[9]);

/* from R (s = 0) to S (s = 1) at constant angular velocity, R exp(s log(R^T S)); as lia_quat_slerp
 */
void lia_rot_slerp(double o[9], const double R[9], const double S[9], double s, lia_way way);

/* R^s = exp(s log R) */
void lia_rot_pow(double o[9], const double R[9], double s);

/* the shortest rotation that turns direction a into direction b; see lia_quat_between */
unsigned lia_rot_between(double R[9], const double a[3], const double b[3]);

/* every column of B (3 x n, row major) turned: A = R B. A may be B */
void lia_rot_columns(double *A, const double R[9], const double *B, int n);

/* ---- nearest rotation, mean ------------------------------------------------------------------ */

/* largest |entry| of R^T R - I, and 2 more where the determinant is negative: 0 for a rotation, nan
 * for nan */
double lia_rot_defect(const double R[9]);
/* how far a matrix is from a rotation: the largest of |R^T R - 1| in every entry and |det R - 1|,
 * nan for nan. Numbers of a file are taken for a rotation below 1e-6 */
double lia_rot_error(const double R[9]);

/* what a fit found in M = sum sigma_k u_k v_k^T, u_k and v_k orthonormal and right-handed */
typedef struct lia_rot_fit {
  double sigma[3];   /* singular values, falling; the last carries the sign of det M */
  double dist;       /* Frobenius distance from M to the answer */
  unsigned flags;    /* REFLECTION, DEFICIENT, AMBIGUOUS */
} lia_rot_fit;

/* the rotation nearest to any M (least sum of squared differences of entries): sum u_k v_k^T.
 * Not unique where the two smallest (signed) singular values cancel: AMBIGUOUS, and one of the
 * nearest (M = 0: the identity; rank 1: the shortest turn of v_1 into u_1). Entries that are not
 * finite give nan. info may be NULL */
void lia_rot_nearest(double R[9], const double M[9], lia_rot_fit *info);

/* the orthogonal polar factor (M M^T)^(-1/2) M = u_1 v_1^T + u_2 v_2^T +- u_3 v_3^T: the nearest
 * orthonormal matrix, a reflection where
 * det M < 0 (flag REFLECTION), a rotation where M is DEFICIENT                   [nonhol (A3.7)] */
void lia_rot_polar(double X[9], const double M[9], lia_rot_fit *info);

/* weighted mean of n rotations: the nearest to sum w_i R_i. It minimises sum w_i |R - R_i|^2, as
 * the largest eigenvector of sum w_i q_i q_i^T does (the two methods give the same rotation,
 * [MATHS] Rotations). steps > 0 goes on to the geodesic mean, least sum w_i angle(R, R_i)^2, by at
 * most that many Newton-like steps R <- R exp(sum w_i log(R^T R_i)/sum w_i), fewer where one is
 * below 1e-15 (ten are plenty for rotations less than a right angle apart). w = NULL: equal
 * weights. n = 0 or weights summing to 0: identity, AMBIGUOUS. Returns flags */
unsigned lia_rot_mean(double R[9], int n, const double *Ri, const double *w, int steps);

/* ---- rates ----------------------------------------------------------------------------------- */

/* w from R': w_A~ = R' R^T, w_B~ = R^T R' (of what is not skew in them, nothing)
 *                                                                              [nonhol (A3.6.2)] */
void lia_rot_omega(double w[3], const double R[9], const double Rd[9], lia_side side);
/* R' = w_A~ R = R w_B~                                                         [nonhol (A3.6.1)] */
void lia_rot_rate(double Rd[9], const double R[9], const double w[3], lia_side side);
/* the same one derivative later: w_A'~ = R'' R^T + R' R'^T, and R'' = (w'~ + w~ w~) R; base or body
 */
void lia_rot_accel(double wd[3], const double R[9], const double Rdd[9], lia_side side);
void lia_rot_rate2(double Rdd[9], const double R[9], const double Rd[9], const double wd[3],
    lia_side side);

/* attitude after time h at constant w: exp(h w_A~) R or R exp(h w_B~); exact */
void lia_rot_step(double o[9], const double R[9], const double w[3], double h, lia_side side);

/* a vector told in the moving frame B, and its components' derivatives there, seen from A:
 * (dv)_A = R (dv_B + w x v_B)                                                     [nonhol (A3.8.3)]
 * (ddv)_A = R (ddv_B + 2 w x dv_B + w' x v_B + w x (w x v_B)), w and w' told in B */
void lia_rot_transport(double dv_A[3], const double R_AB[9], const double w_B[3],
    const double v_B[3], const double dv_B[3]);
void lia_rot_transport2(double ddv_A[3], const double R_AB[9], const double w_B[3],
    const double wd_B[3],
    const double v_B[3], const double dv_B[3], const double ddv_B[3]);

LIA_C_END

#endif
