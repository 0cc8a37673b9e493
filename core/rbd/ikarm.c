/* ikarm.c - subproblems of screws: a point met by two and by three joints, a rotation made by three
 * turns */
#include "rbd/ikarm.h"

#include "rbd/fk.h"
#include "rbd/jac.h"

#include "base/mem.h"
#include "geo/rot.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double pi = 3.14159265358979312;
static const double NEAR = 1e-9;     /* of lines and points, in lengths of the arm and radians */

typedef lia_ikarm_joint joint;

// ---- one joint ----

static void ikarm_turn(double out[3], const double k[3], double angle, const double x[3]) {
  double R[9], v[3];
  lia_scale3(v, angle, k);
  lia_rot_exp(R, v);
  lia_mv3(out, R, x);
}

// the point x carried by a joint at q
static void ikarm_carry(double out[3], const joint *j, double q, const double x[3]) {
  double r[3];
  lia_copy3(out, x);
  if (j->slide) { lia_addto3(out, q, j->k); return; }
  lia_sub3(r, x, j->o);
  ikarm_turn(r, j->k, q, r);
  lia_add3(out, j->o, r);
}

// the angle about k that leads a into b, both taken perpendicular to k; free: 1 where one of them
// lies along k
static double angle_about(const double k[3], const double a[3], const double b[3], double size,
    int *free) {
  double u[3], v[3], c[3];
  lia_copy3(u, a);
  lia_copy3(v, b);
  lia_addto3(u, -lia_dot3(k, a), k);
  lia_addto3(v, -lia_dot3(k, b), k);
  *free = lia_norm3(u) < 1e-8 * size || lia_norm3(v) < 1e-8 * size;
  lia_cross3(c, u, v);
  return atan2(lia_dot3(k, c), lia_dot3(u, v));
}

// the q of joint j that leads the point a to b, where it can
static double lead(const joint *j, const double a[3], const double b[3], double size, double keep) {
  double u[3], v[3];
  int free;
  if (j->slide) {
    lia_sub3(u, b, a);
    return lia_dot3(j->k, u);
  }
  lia_sub3(u, a, j->o);
  lia_sub3(v, b, j->o);
  double q = angle_about(j->k, u, v, size, &free);
  return free ? keep : q;
}

// ---- roots ----

// A cos x + B sin x = C: 0, 1 or 2 roots; a hair's breadth beyond reach counts as touching
static int trig_roots(double A, double B, double C, double x[2]) {
  double r = hypot(A, B), far = fabs(C) - r;
  if (r < 1e-14 || far > 1e-9 * (r + fabs(C))) return 0;
  double mid = atan2(B, A), half = C > 0 ? 0 : pi;
  if (!(far >= 0)) half = acos(C / r);
  x[0] = mid + half;
  x[1] = mid - half;
  return half == 0 || half == pi ? 1 : 2;
}

// real roots of c[0] + c[1] x + .. + c[n] x^n, n <= 4: eigenvalues of its companion; doubtful ones
// too
static int polynomial_roots(const lia_ikarm *a, const double *c, int n, double *x) {
  double A[16] = { 0 }, most = 0;
  lia_error err = { 0 };
  int found = 0;
  for (int k = 0; k <= n; k++) most = fmax(most, fabs(c[k]));
  while (n > 0 && fabs(c[n]) <= 1e-12 * most) n--;
  if (n == 0) return 0;
  lia_eig *e = a->eig[n];
  for (int k = 0; k < n; k++) {
    A[k] = -c[n - 1 - k] / c[n];
    if (k + 1 < n) A[(k + 1) * n + k] = 1;
  }
  if (lia_eig_any(e, lia_mat_of(A, n, n), &err) == LIA_OK)
    for (int k = 0; k < n; k++)
      if (fabs(e->im[k]) <= 1e-4 * (1 + fabs(e->re[k]))) x[found++] = e->re[k];
  return found;
}

// ---- a point led to another by two joints ----

// e^(j1 q1) e^(j2 q2) f = t: where g = e^(j2 q2) f = e^(-j1 q1) t can be. Linear conditions A g =
// b, up to four of them:
//   a turn about k through o leaves k.g and |g - o|^2 as they are, a slide everything across k
// and where both turn, the difference of their spheres. What stays: a sphere about `centre`
typedef struct meeting {
  int rows, rank, sphere;
  // null' A = 0: what b must obey; along: A along = 0, rank 2
  double A[12], b[4], null[4], along[3];
  double pinv[12];
  double centre[3], radius2;
} meeting;

static void ikarm_across(const double k[3], double u[3], double v[3]) {
  double e[3] = { 0 };
  e[fabs(k[0]) < 0.6 ? 0 : 1] = 1;
  lia_cross3(u, k, e);
  lia_unit3(u, u);
  lia_cross3(v, k, u);
}

static void ikarm_put(meeting *M, const double row[3], double b, double weight) {
  for (int c = 0; c < 3; c++) M->A[3 * M->rows + c] = weight * row[c];
  M->b[M->rows++] = weight * b;
}

// x stands for t of the first joint, for f of the second
static void conditions(meeting *M, const joint *j, const double x[3]) {
  double u[3], v[3];
  if (!j->slide) { ikarm_put(M, j->k, lia_dot3(j->k, x), 1); return; }
  ikarm_across(j->k, u, v);
  ikarm_put(M, u, lia_dot3(u, x), 1);
  ikarm_put(M, v, lia_dot3(v, x), 1);
}

static double square_from(const double x[3], const double o[3]) {
  double r[3];
  lia_sub3(r, x, o);
  return lia_dot3(r, r);
}

static void set_meeting(meeting *M, const joint *j1, const joint *j2, const double f[3],
    const double t[3], double size) {
  M->rows = 0;
  conditions(M, j1, t);
  conditions(M, j2, f);
  M->sphere = !j1->slide || !j2->slide;
  const joint *about = !j1->slide ? j1 : j2;
  lia_copy3(M->centre, about->o);
  M->radius2 = square_from(about == j1 ? t : f, about->o);
  if (!j1->slide && !j2->slide) {   // 2 g.(o2 - o1) = |o2|^2 - |o1|^2 + |t - o1|^2 - |f - o2|^2
    double r[3];
    lia_sub3(r, j2->o, j1->o);
    lia_scale3(r, 2, r);
    ikarm_put(M, r, lia_dot3(j2->o, j2->o) - lia_dot3(j1->o, j1->o) + M->radius2
        - square_from(f, j2->o), 1 / size);
  }
}

// rank, pseudo-inverse and null vectors of A, which depends on the axes alone
static int solve_meeting(const lia_ikarm *a, meeting *M) {
  lia_svd *s = M->rows == 4 ? a->four : a->three;
  lia_error err = { 0 };
  int ok = lia_svd_factor(s, lia_mat_of(M->A, M->rows, 3), &err) == LIA_OK;

  M->rank = ok ? lia_svd_rank(s, NEAR) : 0;
  if (M->rank >= 2) {
    lia_svd_pinv(s, NEAR, 0, lia_mat_of(M->pinv, 3, M->rows));
    for (int c = 0; c < 3; c++) M->along[c] = s->Vt.x[2 * s->Vt.ld + c];
    if (M->rows == 3) for (int r = 0; r < 3; r++) M->null[r] = s->U.x[r * s->U.ld + 2];
    else {   // 4 x 3: the direction across the three columns of U
      for (int r = 0; r < 4; r++) {
        double e[4] = { 0 };
        e[r] = 1;
        for (int c = 0; c < 3; c++)
          for (int k = 0; k < 4; k++) e[k] -= s->U.x[r * s->U.ld + c] * s->U.x[k * s->U.ld + c];
        double n = sqrt(e[0] * e[0] + e[1] * e[1] + e[2] * e[2] + e[3] * e[3]);
        if (n > 0.4) {
          for (int k = 0; k < 4; k++) M->null[k] = e[k] / n;
          break;
        }
      }
    }
  }
  return M->rank >= 2;
}

static void pseudo(const meeting *M, double g[3]) {
  for (int c = 0; c < 3; c++) {
    g[c] = 0;
    for (int r = 0; r < M->rows; r++) g[c] += M->pinv[c * M->rows + r] * M->b[r];
  }
}

// zero where f and t can meet: what b must obey, or g on its sphere
static double ikarm_residual(const meeting *M) {
  if (M->rank == 3 && M->rows == 3) {
    double g[3];
    pseudo(M, g);
    return square_from(g, M->centre) - M->radius2;
  }
  double s = 0;
  for (int r = 0; r < M->rows; r++) s += M->null[r] * M->b[r];
  return s;
}

// the points where they meet: one, or two on a line through a sphere (a line that misses it by a
// hair touches)
static int meet(const meeting *M, double size, double g[2][3]) {
  pseudo(M, g[0]);
  if (M->rank == 3) return 1;
  double r[3];
  lia_sub3(r, g[0], M->centre);
  double b = lia_dot3(r, M->along), c = lia_dot3(r, r) - M->radius2, d = b * b - c;
  if (!M->sphere || d < -1e-8 * size * size) return 0;
  d = sqrt(fmax(d, 0));
  lia_copy3(g[1], g[0]);
  lia_addto3(g[0], -b + d, M->along);
  lia_addto3(g[1], -b - d, M->along);
  return 2;
}

// q1, q2 with e^(j1 q1) e^(j2 q2) f = t
static int two_joints(const lia_ikarm *a, const joint *j, const double f[3], const double t[3],
    double size, const double *keep, double q[2][2]) {
  meeting M;
  double g[2][3];
  set_meeting(&M, &j[0], &j[1], f, t, size);
  int n = solve_meeting(a, &M) ? meet(&M, size, g) : 0;
  for (int i = 0; i < n; i++) {
    q[i][0] = lead(&j[0], g[i], t, size, keep[0]);
    q[i][1] = lead(&j[1], f, g[i], size, keep[1]);
  }
  return n;
}

// ---- by three ----

// The third joint alone decides whether the other two can meet: the residual is a polynomial of
// degree 2 in cos and sin of a turn, of degree 4 of a slide; five values tell it. A turn is counted
// from a place that is no root, so that tan(q/2)
// is finite at all of them.                                       (Pieper 1968, in words of screws)
static double residual_at(const lia_ikarm *a, const joint *j, const double w[3], const double t[3],
    double size, double q3) {
  meeting M;
  double f[3];
  ikarm_carry(f, &j[2], q3, w);
  set_meeting(&M, &j[0], &j[1], f, t, size);
  return solve_meeting(a, &M) ? ikarm_residual(&M) : 0;
}

static int roots_of_slide(const lia_ikarm *a, const double r[5], double unit, double *q) {
  // values at -2 .. 2 units: Newton's differences, then powers
  double c[5] = { r[2], (r[0] - 8 * r[1] + 8 * r[3] - r[4]) / 12,
      (-r[0] + 16 * r[1] - 30 * r[2] + 16 * r[3] - r[4]) / 24,
      (-r[0] + 2 * r[1] - 2 * r[3] + r[4]) / 12,
      (r[0] - 4 * r[1] + 6 * r[2] - 4 * r[3] + r[4]) / 24 };
  int n = polynomial_roots(a, c, 4, q);
  for (int k = 0; k < n; k++) q[k] *= unit;
  return n;
}

static int roots_of_turn(const lia_ikarm *arm, const double r[5], double *q) {
  double a[3] = { 0 }, b[3] = { 0 }, from = 0, most = -1;
  for (int k = 0; k < 5; k++)
    for (int h = 0; h < 3; h++) {
      a[h] += r[k] * cos(h * 2 * pi * k / 5) * (h ? 0.4 : 0.2);
      b[h] += r[k] * sin(h * 2 * pi * k / 5) * 0.4;
    }
  for (int k = 0; k < 8; k++) {   // q = from + x, x = pi where the residual is large
    double x = 2 * pi * k / 8,
        y = fabs(a[0] + a[1] * cos(x) + b[1] * sin(x) + a[2] * cos(2 * x) + b[2] * sin(2 * x));
    if (y > most) {
      most = y;
      from = x + pi;
    }
  }
  double A1 = a[1] * cos(from) + b[1] * sin(from), B1 = b[1] * cos(from) - a[1] * sin(from);
  double A2 = a[2] * cos(2 * from) + b[2] * sin(2 * from),
      B2 = b[2] * cos(2 * from) - a[2] * sin(2 * from);
  // cos x = (1-u^2)/(1+u^2), sin x = 2u/(1+u^2), times (1+u^2)^2
  double c[5] = { a[0] + A1 + A2, 2 * B1 + 4 * B2, 2 * a[0] - 6 * A2, 2 * B1 - 4 * B2,
      a[0] - A1 + A2 };
  int n = polynomial_roots(arm, c, 4, q);
  for (int k = 0; k < n; k++) q[k] = from + 2 * atan(q[k]);
  return n;
}

static int three_joints(const lia_ikarm *a, const joint *j, const double w[3], const double t[3],
    double size, const double *keep, double q[8][3]) {
  double r[5], q3[4], two[2][2], f[3];
  int n = 0;
  for (int k = 0; k < 5; k++)
    r[k] = residual_at(a, j, w, t, size, j[2].slide ? (k - 2) * size : 2 * pi * k / 5);
  double most = 0;
  for (int k = 0; k < 5; k++) most = fmax(most, fabs(r[k]));
  int roots = j[2].slide ? roots_of_slide(a, r, size, q3) : roots_of_turn(a, r, q3);
  if (most < 1e-12 * size * size) {
    roots = 1;
    q3[0] = keep[2];
  }   // the third does not matter
  for (int i = 0; i < roots; i++) {
    ikarm_carry(f, &j[2], q3[i], w);
    int m = two_joints(a, j, f, t, size, keep, two);
    for (int k = 0; k < m; k++, n++) {
      q[n][0] = two[k][0];
      q[n][1] = two[k][1];
      q[n][2] = q3[i];
    }
  }
  return n;
}

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
  int n = trig_roots(lia_dot3(k4, k6) - d, lia_dot3(k4, c), lia_dot3(k4, Rk) - d, x);
  for (int i = 0; i < n; i++) {
    ikarm_turn(y, k5, x[i], k6);
    q[i][1] = x[i];
    q[i][0] = angle_about(k4, y, Rk, 1, &free);
    ikarm_turn(z, k5, -x[i], k4);
    q[i][2] = -angle_about(k6, z, Rt, 1, &free);
    if (!free) continue;
    // axes 4 and 6 on one line: q4 stays, the sixth takes the rest
    double A[9], B[9], v[3], e[3], E[3];
    q[i][0] = keep[0];
    lia_scale3(v, q[i][0], k4);
    lia_rot_exp(A, v);
    lia_scale3(v, q[i][1], k5);
    lia_rot_exp(B, v);
    lia_mul33(A, A, B);
    ikarm_across(k6, e, v);
    lia_mv3(E, R, e);
    lia_mtv3(E, A, E);
    q[i][2] = angle_about(k6, e, E, 1, &free);
  }
  return n;
}

static int two_turns(const joint *j, const double R[9], double q[1][3]) {
  double Rk[3], Rt[3];
  int free;
  lia_mv3(Rk, R, j[1].k);
  lia_mtv3(Rt, R, j[0].k);
  q[0][0] = angle_about(j[0].k, j[1].k, Rk, 1, &free);
  q[0][1] = -angle_about(j[1].k, j[0].k, Rt, 1, &free);
  return !free;
}

static int one_turn(const joint *j, const double R[9], double q[1][3]) {
  double e[3], v[3], E[3];
  int free;
  ikarm_across(j->k, e, v);
  lia_mv3(E, R, e);
  q[0][0] = angle_about(j->k, e, E, 1, &free);
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
  double s = sqrt(square_from(t, a->joint[0].o)) + 1e-3;
  for (int i = 0; i < a->n; i++) s = fmax(s, sqrt(square_from(a->w, a->joint[i].o)));
  return s;
}

static int point_of_arm(const lia_ikarm *a, const double t[3], const double *keep, double q[8][3]) {
  double two[2][2], size = ikarm_size_of(a, t);
  if (a->arm == 0) return 1;
  if (a->arm == 1) {
    q[0][0] = lead(a->joint, a->w, t, size, keep[0]);
    return 1;
  }
  if (a->arm == 3) return three_joints(a, a->joint, a->w, t, size, keep, q);
  int n = two_joints(a, a->joint, a->w, t, size, keep, two);
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
  int n1 = trig_roots(lia_dot3(k, r) - d, -lia_dot3(k, c), lia_dot3(k, u) - d, x1);
  for (int i = 0; i < n1; i++) {
    double B[9], v[3], W[9];
    lia_scale3(v, x1[i], j[0].k);
    lia_rot_exp(B, v);
    lia_tmul33(B, B, R);                                  // e^-1 R
    lia_mv3(y, B, k6);
    lia_cross3(c, k5, k6);
    d = lia_dot3(k, k5) * lia_dot3(k5, k6);
    int n5 = trig_roots(lia_dot3(k, k6) - d, lia_dot3(k, c), lia_dot3(k, y) - d, x5);
    for (int h = 0; h < n5; h++) {
      ikarm_turn(y, k5, -x5[h], k);
      lia_mtv3(z, B, k);
      double q6 = -angle_about(k6, y, z, 1, &free);
      if (free) q6 = keep[5];
      double q5 = x5[h], q56[2] = { q5, q6 };
      rotation_of(j + 4, 2, q56, W);
      lia_mult33(W, B, W);                                // e^2 e^3 e^4: a turn about k
      double e[3], E[3];
      ikarm_across(k, e, v);
      lia_mv3(E, W, e);
      double sum = angle_about(k, e, E, 1, &free);
      // e^2 e^3 (a point of axis 4) = target - turn(sum) (w - that point)
      double t1[3], t4[3], two[2][2];
      ikarm_carry(t1, &j[0], -x1[i], t);
      lia_sub3(u, a->w, j[3].o);
      ikarm_turn(u, k, sum, u);
      lia_sub3(t4, t1, u);
      int m = two_joints(a, j + 1, j[3].o, t4, size, keep + 1, two);
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
      if (!a->joint[k].slide) q[i][k] = remainder(q[i][k], 2 * pi);
      q[i][k] /= a->joint[k].scale;
    }
  return n;
}

// ---- what structure it is ----

// the column of a coordinate as a screw; 0: neither a turn nor a slide, or none
static int screw_of(joint *j, const double *J, int n, int v, const double p[3]) {
  double u[3], w[3], c[3];
  for (int r = 0; r < 3; r++) {
    u[r] = J[r * n + v];
    w[r] = J[(3 + r) * n + v];
  }
  double nu = lia_norm3(u), nw = lia_norm3(w);
  j->v = v;
  j->slide = nw == 0;
  j->scale = j->slide ? nu : nw;
  if (!(j->scale > 0) || fabs(lia_dot3(u, w)) > 1e-9 * (nu * nw + 1e-30)) return 0;
  lia_scale3(j->k, 1 / j->scale, j->slide ? u : w);
  lia_copy3(j->o, p);
  if (j->slide) return 1;
  lia_cross3(c, j->k, u);       // o = p + k x u / |w|
  lia_addto3(j->o, 1 / j->scale, c);
  return 1;
}

static int meet_in(const joint *a, const joint *b, double w[3], double size) {
  double c[3], r[3], d[3];
  lia_cross3(c, a->k, b->k);
  double n = lia_dot3(c, c);
  lia_sub3(r, b->o, a->o);
  if (n < 1e-12 || fabs(lia_dot3(r, c)) > NEAR * size * sqrt(n)) return 0;
  lia_cross3(d, r, b->k);
  lia_copy3(w, a->o);
  lia_addto3(w, lia_dot3(d, c) / n, a->k);
  return 1;
}

static int on_axis(const joint *j, const double w[3], double size) {
  double r[3], c[3];
  lia_sub3(r, w, j->o);
  lia_cross3(c, j->k, r);
  return lia_norm3(c) < NEAR * size;
}

static int parallel(const joint *a, const joint *b) {
  double c[3];
  lia_cross3(c, a->k, b->k);
  return lia_norm3(c) < NEAR;
}

// how many turns at the end go through one point, at most three of them
static int wrist_of(lia_ikarm *a, double size) {
  int n = a->n, turns = 0;
  while (turns < 3 && turns < n && !a->joint[n - 1 - turns].slide) turns++;
  if (turns >= 2 && meet_in(&a->joint[n - 2], &a->joint[n - 1], a->w, size))
    return turns == 3 && on_axis(&a->joint[n - 3], a->w, size) &&
        !parallel(&a->joint[n - 3], &a->joint[n - 2]) ? 3 : 2;
  if (turns) lia_copy3(a->w, a->joint[n - 1].o);
  return turns ? 1 : 0;
}

static void name_kind(lia_ikarm *a, const double p[3], int position) {
  const joint *j = a->joint;
  double size = 1e-3;
  for (int i = 0; i < a->n; i++) size = fmax(size, sqrt(square_from(p, j[i].o)));
  lia_copy3(a->w, p);
  a->arm = a->n;
  if (position) {
    if (a->n <= 3) a->kind = LIA_IKARM_point;
    else snprintf(a->why, sizeof a->why,
        "a point is met in closed form by at most three joints, here are %d", a->n);
    return;
  }
  int wrist = wrist_of(a, size);
  a->arm = a->n - wrist;
  if (wrist ? a->arm <= 3 : a->n <= 3) {
    a->kind = wrist ? LIA_IKARM_wrist : LIA_IKARM_point;
    return;
  }
  int turns = 1;
  for (int i = 0; i < a->n; i++) turns &= !j[i].slide;
  if (a->n == 6 && wrist == 2 && turns && parallel(&j[1], &j[2]) && parallel(&j[2], &j[3])) {
    a->kind = LIA_IKARM_parallel;
    for (int i = 2; i < 4; i++)
      if (lia_dot3(j[1].k, j[i].k) < 0) {
        lia_scale3(a->joint[i].k, -1, j[i].k);
        a->joint[i].scale *= -1;
      }
    return;
  }
  snprintf(a->why, sizeof a->why,
      "%d joints, the last %d of them through one point: no closed form is known here", a->n,
      wrist);
}

static lia_status get_tools(lia_ikarm *a, lia_error *err) {
  LIA_TRY(lia_svd_new(&a->three, 3, 3, err));
  LIA_TRY(lia_svd_new(&a->four, 4, 3, err));
  for (int n = 1; n < 5; n++) LIA_TRY(lia_eig_new(&a->eig[n], n, err));
  return LIA_OK;
}

void lia_ikarm_close(lia_ikarm *a) {
  lia_svd_free(a->three);
  lia_svd_free(a->four);
  for (int n = 1; n < 5; n++) lia_eig_free(a->eig[n]);
  a->three = a->four = NULL;
  memset(a->eig, 0, sizeof a->eig);
}

// the velocities of the chain from the body down, and q with all of them at 0; -1: there is another
// kind of joint, or too many
static int ikarm_chain(const lia_model *m, int body, int order[LIA_IKARM_JOINTS], double *q) {
  int n = 0;
  for (int N = m->body[body].node; N > 0; N = m->node[N].parent) {
    if (m->node[N].kind == LIA_GENERAL || n == LIA_IKARM_JOINTS) return -1;
    for (int i = 0; i < n; i++)
      if (order[i] == m->lead_v[m->node[N].iv]) return -1;
    order[n++] = m->lead_v[m->node[N].iv];
    q[m->lead_q[m->node[N].iq]] = 0;
  }
  return n;
}

lia_status lia_ikarm_look(lia_ikarm *a, const lia_model *m, lia_data *d, int body,
    const double p_B[3], int position, const double *q,
    lia_error *err) {
  *a = (lia_ikarm){ 0 };
  double p[3], *J = lia_calloc((size_t)(6 * m->nv + m->nq) + 1, sizeof *J), *q0 = J + 6 * m->nv;
  int order[LIA_IKARM_JOINTS];
  if (!J) return LIA_FAIL(err, LIA_ENOMEM, "ik", "out of memory");
  memcpy(q0, q, (size_t)m->nq * sizeof *q0);
  int n = ikarm_chain(m, body, order, q0), ok = n > 0;
  lia_jac(m, d, q0, body, p_B, LIA_AXES_BASE, J);
  lia_fk_body(m, d, body, &a->X0);
  lia_frame_point(p, &a->X0, p_B);
  for (int i = 0; i < n; i++) ok &= screw_of(&a->joint[i], J, m->nv, order[n - 1 - i], p);
  lia_free(J);
  a->n = n;
  if (ok) name_kind(a, p, position);
  else snprintf(a->why, sizeof a->why,
      "only chains of one to six single turns and slides, each with a coordinate of its own, have "
      "closed forms here");
  return a->kind == LIA_IKARM_none ? LIA_OK : get_tools(a, err);
}
