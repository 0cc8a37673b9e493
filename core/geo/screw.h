/* screw.h - twists, wrenches and screws: change of frame and point, axis and pitch, exp and log of
 * poses
 *
 * A twist V = (v, w) told in frame A: w is the angular velocity, v the velocity of the body point
 * that is at A's origin now. A wrench F = (f, n) told in A: f is the force, n the moment about A's
 * origin. Linear part first in both. Their power f.v + n.w does not depend on the frame they are
 * both told in.
 *
 * The velocity of body B in A has three usual tellings: of B's origin in A's axes (J q' of a
 * geometric Jacobian); in B (turn that by R^T); in A, "spatial" (lia_twist_at from B's origin to
 * A's).
 *
 * Nothing here fails or allocates. A result may be one of the arguments. Beyond 1e150 squares leave
 * the range of doubles, and what comes of them may be infinite or nan. Keys: [MLS] ch. 2. */
#ifndef LIA_SCREW_H
#define LIA_SCREW_H

#include "geo/frame.h"
#include "geo/poles.h"

LIA_C_BEGIN

/* both halves turned: o = (R a, R b), and back with R^T */
static inline void lia_rot6(double o[6], const double R[9], const double x[6]) {
  lia_mv3(o, R, x);
  lia_mv3(o + 3, R, x + 3);
}
static inline void lia_rot6_back(double o[6], const double R[9], const double x[6]) {
  lia_mtv3(o, R, x);
  lia_mtv3(o + 3, R, x + 3);
}

/* V_A = Ad(X_AB) V_B:  w_A = R w_B,  v_A = R v_B + p x w_A */
static inline void lia_twist_to(double V_A[6], const lia_frame *X_AB, const double V_B[6]) {
  double pw[3];
  lia_rot6(V_A, X_AB->R, V_B);
  lia_cross3(pw, X_AB->p, V_A + 3);
  lia_add3(V_A, V_A, pw);
}

/* V_B = Ad(X_AB)^-1 V_A:  v_B = R^T (v_A - p x w_A) */
static inline void lia_twist_from(double V_B[6], const lia_frame *X_AB, const double V_A[6]) {
  double pw[3];
  lia_cross3(pw, X_AB->p, V_A + 3);
  lia_rot6_back(V_B, X_AB->R, V_A);
  lia_mtv3(pw, X_AB->R, pw);
  lia_sub3(V_B, V_B, pw);
}

/* F_A = Ad(X_AB)^-T F_B:  f_A = R f_B,  n_A = R n_B + p x f_A */
static inline void lia_wrench_to(double F_A[6], const lia_frame *X_AB, const double F_B[6]) {
  double pf[3];
  lia_rot6(F_A, X_AB->R, F_B);
  lia_cross3(pf, X_AB->p, F_A);
  lia_add3(F_A + 3, F_A + 3, pf);
}

/* F_B = Ad(X_AB)^T F_A:  n_B = R^T (n_A - p x f_A) */
static inline void lia_wrench_from(double F_B[6], const lia_frame *X_AB, const double F_A[6]) {
  double pf[3];
  lia_cross3(pf, X_AB->p, F_A);
  lia_rot6_back(F_B, X_AB->R, F_A);
  lia_mtv3(pf, X_AB->R, pf);
  lia_sub3(F_B + 3, F_B + 3, pf);
}

/* same axes, another point of the same body, r_PQ from P to Q:  v_Q = v_P + w x r_PQ */
static inline void lia_twist_at(double V_Q[6], const double V_P[6], const double r_PQ[3]) {
  double wr[3];
  lia_cross3(wr, V_P + 3, r_PQ);
  lia_add3(V_Q, V_P, wr);
  lia_copy3(V_Q + 3, V_P + 3);
}

/* same axes, moment about another point, r_PQ from P to Q:  n_Q = n_P + f x r_PQ */
static inline void lia_wrench_at(double F_Q[6], const double F_P[6], const double r_PQ[3]) {
  double fr[3];
  lia_cross3(fr, F_P, r_PQ);
  lia_add3(F_Q + 3, F_P + 3, fr);
  lia_copy3(F_Q, F_P);
}

/* f.v + n.w, both told in the same frame */
static inline double lia_twist_power(const double V[6], const double F[6]) {
  return lia_dot3(V, F) + lia_dot3(V + 3, F + 3);
}

/* Lie bracket [U, V] = ad(U) V = (w_U x v_V - w_V x v_U, w_U x w_V): the rate of a twist V carried
 * by motion U */
void lia_twist_bracket(double o[6], const double U[6], const double V[6]);

/* dual: -ad(V)^T F = (w x f, w x n + v x f): the rate of a wrench F carried by motion V */
void lia_twist_carry(double o[6], const double V[6], const double F[6]);

/* 6x6, row major */
void lia_adjoint(double M[36], const lia_frame *X_AB);        /* V_A = M V_B,  [R p~R; 0 R] */
/* F_A = M F_B,  [R 0; p~R R] = Ad^-T */
void lia_adjoint_dual(double M[36], const lia_frame *X_AB);
void lia_adjoint_rate(double M[36], const double V[6]);       /* [V, U] = M U,  [w~ v~; 0 w~] */

/* 4x4, row major, [w~ v; 0 0]; back: w from the antisymmetric part */
void lia_twist_to44(double M[16], const double V[6]);
void lia_twist_of44(double V[6], const double M[16]);

/* ---- the axis of a twist, of a wrench (its central axis), of a displacement ------------------ */

typedef enum lia_screw_kind {
  LIA_SCREW_none,    /* zero twist or wrench, identity: u = z, every number zero */
  /* pure translation, or pure couple: no axis; size along u, pitch infinite, point zero */
  LIA_SCREW_free,
  LIA_SCREW_axis
} lia_screw_kind;

/* an axis further away than this, or a pitch larger than this (metres, metres per radian), is no
 * axis */
#define LIA_SCREW_FAR 1e12

typedef struct lia_screw {
  lia_screw_kind kind;
  double u[3];       /* unit direction */
  double point[3];   /* the point of the axis next to the origin */
  /* metres per radian (2 pi pitch per turn): v along u = pitch w; n along u = pitch f */
  double pitch;
  /* |w|, |f| or the angle; for LIA_SCREW_free |v|, |n| or the distance; never negative */
  double size;
} lia_screw;

void lia_twist_screw(lia_screw *s, const double V[6]);
void lia_wrench_screw(lia_screw *s, const double F[6]);
/* Chasles: the screw whose exponential X is, angle in [0, pi] */
void lia_frame_screw(lia_screw *s, const lia_frame *X);
/* and back: the twist, wrench, displacement of that size about a screw; u is taken to be a unit
 * vector */
void lia_screw_twist(double V[6], const lia_screw *s);
void lia_screw_wrench(double F[6], const lia_screw *s);
void lia_screw_frame(lia_frame *X, const lia_screw *s);

/* ---- exponential and logarithm of SE(3) ------------------------------------------------------ */

/* X = exp(V): from the identity, one second with twist V kept
 *   R = exp(w~), p = Jl(w) v                                                       [MLS (2.36)] */
void lia_twist_exp(lia_frame *X, const double V[6]);

/* V with exp(V) = X and |w| <= pi, accurate at 0 and at pi. Returns flags of geo/poles.h: NO_AXIS
 * near 0, HALF_TURN near pi, where lia_twist_log_other is as good an answer */
unsigned lia_twist_log(double V[6], const lia_frame *X);

/* the V with exp(V) = X that turns the other way round, |w| = 2 pi - angle; with NO_AXIS there is
 * none, and V is that of lia_twist_log. Same flags */
unsigned lia_twist_log_other(double V[6], const lia_frame *X);

/* Left Jacobian, row major, linear first [Jl Q; 0 Jl]:  (d/dt exp(V)) exp(V)^-1 = (Jl(V) V')^  told
 * in A, "spatial"; the right one, for the telling in B, is that of -V.  Ad(exp V) = Jl(V) Jl(-V)^-1
 */
void lia_twist_jac(double J[36], const double V[6]);

/* its inverse [Ji -Ji Q Ji; 0 Ji]; none exists where |w| is 2 pi k, k = 1, 2, ..: returns
 * LIA_POLE_NO_INVERSE within LIA_POLE_NEAR of there, Ji being the pseudo-inverse; else 0 */
unsigned lia_twist_jac_inv(double J[36], const double V[6]);

/* ---- on the way from A to B: s = 0 gives A, s = 1 gives B, other s go beyond ----------------- */

/* one screw motion: A exp(s log(A^-1 B)) */
void lia_frame_interp(lia_frame *X, const lia_frame *A, const lia_frame *B, double s);
/* origin on a straight line, turn about one axis by the short way: the two apart */
void lia_frame_lerp(lia_frame *X, const lia_frame *A, const lia_frame *B, double s);

LIA_C_END

#endif
