/* ikarm_solve.c - all configurations of an arm: a rotation made by turns, wrists, parallel axes */
#include "rbd/ikarm.h"

#include "geo/rot.h"
#include "rbd/ikarm_inside.h"

#include <math.h>
#include <string.h>

typedef lia_ikarm_joint joint;

// ---- a rotation made by turns ----

// e^(k4 q4) e^(k5 q5) e^(k6 q6) = R: k4.R k6 tells q5, then R k6 tells q4 and R' k4 tells q6
static int three_turns(const joint *j, const double R[9], const double *keep, double q[2][3]) {
  const double *k4 = j[0].k, *k5 = j[1].k, *k6 = j[2].k;
  double Rk[3], Rt[3], c[3], x[2], y[3], z[3];
  int free;
  lia_mv3(Rk, R, k6);
  lia_mtv3(Rt, R, k4);
  lia_cross3(c, k5, k6);
  double d = lia_dot3(k4, k5) * lia_dot3(k5, k6);
  int n = lia_ikarm_trig_roots(lia_dot3(k4, k6) - d, lia_dot3(k4, c), lia_dot3(k4, Rk) - d, x);
  for (int i = 0; i < n; i++) {
    lia_ikarm_turn(y, k5, x[i], k6);
    q[i][1] = x[i];
    q[i][0] = lia_ikarm_angle(k4, y, Rk, 1, &free);
    lia_ikarm_turn(z, k5, -x[i], k4);
    q[i][2] = -lia_ikarm_angle(k6, z, Rt, 1, &free);
    if (!free) continue;
    // axes 4 and 6 on one line: q4 stays, the sixth takes the rest
    double A[9], B[9], v[3], e[3], E[3];
    q[i][0] = keep[0];
    lia_scale3(v, q[i][0], k4);
    lia_rot_exp(A, v);
    lia_scale3(v, q[i][1], k5);
    lia_rot_exp(B, v);
    lia_mul33(A, A, B);
    lia_ikarm_across(k6, e, v);
    lia_mv3(E, R, e);
    lia_mtv3(E, A, E);
    q[i][2] = lia_ikarm_angle(k6, e, E, 1, &free);
  }
  return n;
}

static int two_turns(const joint *j, const double R[9], double q[1][3]) {
  double Rk[3], Rt[3];
  int free;
  lia_mv3(Rk, R, j[1].k);
  lia_mtv3(Rt, R, j[0].k);
  q[0][0] = lia_ikarm_angle(j[0].k, j[1].k, Rk, 1, &free);
  q[0][1] = -lia_ikarm_angle(j[1].k, j[0].k, Rt, 1, &free);
  return !free;
}

static int one_turn(const joint *j, const double R[9], double q[1][3]) {
  double e[3], v[3], E[3];
  int free;
  lia_ikarm_across(j->k, e, v);
  lia_mv3(E, R, e);
  q[0][0] = lia_ikarm_angle(j->k, e, E, 1, &free);
  return 1;
}

// n of them, one to three
static int last_turns(const joint *j, int n, const double R[9], const double *keep,
    double q[2][3]) {
  if (n == 3) return three_turns(j, R, keep, q);
  return n == 2 ? two_turns(j, R, q) : one_turn(j, R, q);
}

static void rotation_of(const joint *j, int n, const double *q, double R[9]) {
  double T[9], v[3];
  lia_eye33(R);
  for (int i = 0; i < n; i++) {
    if (j[i].slide) continue;
    lia_scale3(v, q[i], j[i].k);
    lia_rot_exp(T, v);
    lia_mul33(R, R, T);
  }
}

// ---- arms ----

// the length of an arm: what small means
static double ikarm_size_of(const lia_ikarm *a, const double t[3]) {
  double s = sqrt(lia_ikarm_square(t, a->joint[0].o)) + 1e-3;
  for (int i = 0; i < a->n; i++) s = fmax(s, sqrt(lia_ikarm_square(a->w, a->joint[i].o)));
  return s;
}

static int point_of_arm(const lia_ikarm *a, const double t[3], const double *keep, double q[8][3]) {
  double two[2][2], size = ikarm_size_of(a, t);
  if (a->arm == 0) return 1;
  if (a->arm == 1) {
    q[0][0] = lia_ikarm_lead(a->joint, a->w, t, size, keep[0]);
    return 1;
  }
  if (a->arm == 3) return lia_ikarm_three(a, a->joint, a->w, t, size, keep, q);
  int n = lia_ikarm_two(a, a->joint, a->w, t, size, keep, two);
  for (int i = 0; i < n; i++) {
    q[i][0] = two[i][0];
    q[i][1] = two[i][1];
  }
  return n;
}

static int with_wrist(const lia_ikarm *a, const double R[9], const double t[3], const double *keep,
    double q[LIA_IKARM_MOST][LIA_IKARM_JOINTS]) {
  double first[8][3], last[2][3], A[9], W[9];
  const joint *j = a->joint + a->arm;
  int wrist = a->n - a->arm, n = 0, m = point_of_arm(a, t, keep, first);
  for (int i = 0; i < m; i++) {
    rotation_of(a->joint, a->arm, first[i], A);
    lia_tmul33(W, A, R);
    int k = last_turns(j, wrist, W, keep + a->arm, last);
    while (k-- > 0 && n < LIA_IKARM_MOST) {
      memcpy(q[n], first[i], (size_t)a->arm * sizeof(double));
      memcpy(q[n] + a->arm, last[k], (size_t)wrist * sizeof(double));
      n++;
    }
  }
  return n;
}

// Axes 2, 3, 4 parallel along k; 5 and 6 meet in w. What joints 2 to 4 do leaves every height along
// k:
//   k.(e^-1 t) = k.w, t where w is to be, tells q1;  k.(e^-1 R k6) = k.(e^(k5 q5) k6) tells q5;
//   k'(e^-1 R) tells q6
// then three turns in a plane lead w's circle about axis 4
static int parallel_arm(const lia_ikarm *a, const double R[9], const double t[3],
    const double *keep, double q[LIA_IKARM_MOST][LIA_IKARM_JOINTS]) {
  const joint *j = a->joint;
  const double *k = j[1].k, *k5 = j[4].k, *k6 = j[5].k;
  double size = ikarm_size_of(a, t), x1[2], x5[2], r[3], c[3], u[3], y[3], z[3];
  int n = 0, free;
  lia_sub3(r, t, j[0].o);
  lia_cross3(c, j[0].k, r);
  // k.(e^(-k1 q1) r) = A cos q1 + B sin q1 + d
  double d = lia_dot3(k, j[0].k) * lia_dot3(j[0].k, r);
  lia_sub3(u, a->w, j[0].o);
  int n1 = lia_ikarm_trig_roots(lia_dot3(k, r) - d, -lia_dot3(k, c), lia_dot3(k, u) - d, x1);
  for (int i = 0; i < n1; i++) {
    double B[9], v[3], W[9];
    lia_scale3(v, x1[i], j[0].k);
    lia_rot_exp(B, v);
    lia_tmul33(B, B, R);                                  // e^-1 R
    lia_mv3(y, B, k6);
    lia_cross3(c, k5, k6);
    d = lia_dot3(k, k5) * lia_dot3(k5, k6);
    int n5 = lia_ikarm_trig_roots(lia_dot3(k, k6) - d, lia_dot3(k, c), lia_dot3(k, y) - d, x5);
    for (int h = 0; h < n5; h++) {
      lia_ikarm_turn(y, k5, -x5[h], k);
      lia_mtv3(z, B, k);
      double q6 = -lia_ikarm_angle(k6, y, z, 1, &free);
      if (free) q6 = keep[5];
      double q5 = x5[h], q56[2] = { q5, q6 };
      rotation_of(j + 4, 2, q56, W);
      lia_mult33(W, B, W);                                // e^2 e^3 e^4: a turn about k
      double e[3], E[3];
      lia_ikarm_across(k, e, v);
      lia_mv3(E, W, e);
      double sum = lia_ikarm_angle(k, e, E, 1, &free);
      // e^2 e^3 (a point of axis 4) = target - turn(sum) (w - that point)
      double t1[3], t4[3], two[2][2];
      lia_ikarm_carry(t1, &j[0], -x1[i], t);
      lia_sub3(u, a->w, j[3].o);
      lia_ikarm_turn(u, k, sum, u);
      lia_sub3(t4, t1, u);
      int m = lia_ikarm_two(a, j + 1, j[3].o, t4, size, keep + 1, two);
      for (int g = 0; g < m && n < LIA_IKARM_MOST; g++, n++) {
        const double all[6] = { x1[i], two[g][0], two[g][1], sum - two[g][0] - two[g][1], q5, q6 };
        memcpy(q[n], all, sizeof all);
      }
    }
  }
  return n;
}

int lia_ikarm_solve(const lia_ikarm *a, const lia_frame *X, const double p_B[3], const double *keep,
    double q[LIA_IKARM_MOST][LIA_IKARM_JOINTS]) {
  double R[9], p[3], t[3], from[LIA_IKARM_JOINTS], first[8][3];
  int n = 0;
  for (int k = 0; k < a->n; k++) from[k] = a->joint[k].scale * keep[k];
  if (a->kind == LIA_IKARM_point) {
    n = point_of_arm(a, X->p, from, first);
    for (int i = 0; i < n; i++) memcpy(q[i], first[i], (size_t)a->n * sizeof(double));
  } else if (a->kind != LIA_IKARM_none) {
    // the wrist's centre moves with the body: t = X.p + R (w - p0), R = X.R X0.R'
    lia_mult33(R, X->R, a->X0.R);
    lia_frame_point(p, &a->X0, p_B);
    lia_sub3(t, a->w, p);
    lia_mv3(t, R, t);
    lia_add3(t, t, X->p);
    n = a->kind == LIA_IKARM_wrist ? with_wrist(a, R, t, from, q) : parallel_arm(a, R, t, from, q);
  }
  for (int i = 0; i < n; i++)
    for (int k = 0; k < a->n; k++) {
      if (!a->joint[k].slide) q[i][k] = remainder(q[i][k], 2 * lia_ikarm_pi);
      q[i][k] /= a->joint[k].scale;
    }
  return n;
}
