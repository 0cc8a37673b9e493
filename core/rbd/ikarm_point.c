/* ikarm_point.c - subproblems of screws: a point led to another by one, two and three joints */
#include "rbd/ikarm_inside.h"

#include "geo/rot.h"

#include <math.h>

typedef lia_ikarm_joint joint;

// ---- one joint ----

void lia_ikarm_turn(double out[3], const double k[3], double angle, const double x[3]) {
  double R[9], v[3];
  lia_scale3(v, angle, k);
  lia_rot_exp(R, v);
  lia_mv3(out, R, x);
}

// the point x carried by a joint at q
void lia_ikarm_carry(double out[3], const joint *j, double q, const double x[3]) {
  double r[3];
  lia_copy3(out, x);
  if (j->slide) { lia_addto3(out, q, j->k); return; }
  lia_sub3(r, x, j->o);
  lia_ikarm_turn(r, j->k, q, r);
  lia_add3(out, j->o, r);
}

// the angle about k that leads a into b, both taken perpendicular to k; free: 1 where one of them
// lies along k
double lia_ikarm_angle(const double k[3], const double a[3], const double b[3], double size,
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
double lia_ikarm_lead(const joint *j, const double a[3], const double b[3], double size,
    double keep) {
  double u[3], v[3];
  int free;
  if (j->slide) {
    lia_sub3(u, b, a);
    return lia_dot3(j->k, u);
  }
  lia_sub3(u, a, j->o);
  lia_sub3(v, b, j->o);
  double q = lia_ikarm_angle(j->k, u, v, size, &free);
  return free ? keep : q;
}

// ---- roots ----

// A cos x + B sin x = C: 0, 1 or 2 roots; a hair's breadth beyond reach counts as touching
int lia_ikarm_trig_roots(double A, double B, double C, double x[2]) {
  double r = hypot(A, B), far = fabs(C) - r;
  if (r < 1e-14 || far > 1e-9 * (r + fabs(C))) return 0;
  double mid = atan2(B, A), half = C > 0 ? 0 : lia_ikarm_pi;
  if (!(far >= 0)) half = acos(C / r);
  x[0] = mid + half;
  x[1] = mid - half;
  return half == 0 || half == lia_ikarm_pi ? 1 : 2;
}

void lia_ikarm_across(const double k[3], double u[3], double v[3]) {
  double e[3] = { 0 };
  e[fabs(k[0]) < 0.6 ? 0 : 1] = 1;
  lia_cross3(u, k, e);
  lia_unit3(u, u);
  lia_cross3(v, k, u);
}

double lia_ikarm_square(const double x[3], const double o[3]) {
  double r[3];
  lia_sub3(r, x, o);
  return lia_dot3(r, r);
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

static void ikarm_put(meeting *M, const double row[3], double b, double weight) {
  for (int c = 0; c < 3; c++) M->A[3 * M->rows + c] = weight * row[c];
  M->b[M->rows++] = weight * b;
}

// x stands for t of the first joint, for f of the second
static void conditions(meeting *M, const joint *j, const double x[3]) {
  double u[3], v[3];
  if (!j->slide) { ikarm_put(M, j->k, lia_dot3(j->k, x), 1); return; }
  lia_ikarm_across(j->k, u, v);
  ikarm_put(M, u, lia_dot3(u, x), 1);
  ikarm_put(M, v, lia_dot3(v, x), 1);
}

static void set_meeting(meeting *M, const joint *j1, const joint *j2, const double f[3],
    const double t[3], double size) {
  M->rows = 0;
  conditions(M, j1, t);
  conditions(M, j2, f);
  M->sphere = !j1->slide || !j2->slide;
  const joint *about = !j1->slide ? j1 : j2;
  lia_copy3(M->centre, about->o);
  M->radius2 = lia_ikarm_square(about == j1 ? t : f, about->o);
  if (!j1->slide && !j2->slide) {   // 2 g.(o2 - o1) = |o2|^2 - |o1|^2 + |t - o1|^2 - |f - o2|^2
    double r[3];
    lia_sub3(r, j2->o, j1->o);
    lia_scale3(r, 2, r);
    ikarm_put(M, r, lia_dot3(j2->o, j2->o) - lia_dot3(j1->o, j1->o) + M->radius2
        - lia_ikarm_square(f, j2->o), 1 / size);
  }
}

// rank, pseudo-inverse and null vectors of A, which depends on the axes alone
static int solve_meeting(const lia_ikarm *a, meeting *M) {
  lia_svd *s = M->rows == 4 ? a->four : a->three;
  lia_error err = { 0 };
  int ok = lia_svd_factor(s, lia_mat_of(M->A, M->rows, 3), &err) == LIA_OK;

  M->rank = ok ? lia_svd_rank(s, LIA_IKARM_NEAR) : 0;
  if (M->rank >= 2) {
    lia_svd_pinv(s, LIA_IKARM_NEAR, 0, lia_mat_of(M->pinv, 3, M->rows));
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
    return lia_ikarm_square(g, M->centre) - M->radius2;
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
int lia_ikarm_two(const lia_ikarm *a, const joint *j, const double f[3], const double t[3],
    double size, const double *keep, double q[2][2]) {
  meeting M;
  double g[2][3];
  set_meeting(&M, &j[0], &j[1], f, t, size);
  int n = solve_meeting(a, &M) ? meet(&M, size, g) : 0;
  for (int i = 0; i < n; i++) {
    q[i][0] = lia_ikarm_lead(&j[0], g[i], t, size, keep[0]);
    q[i][1] = lia_ikarm_lead(&j[1], f, g[i], size, keep[1]);
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
  lia_ikarm_carry(f, &j[2], q3, w);
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
      a[h] += r[k] * cos(h * 2 * lia_ikarm_pi * k / 5) * (h ? 0.4 : 0.2);
      b[h] += r[k] * sin(h * 2 * lia_ikarm_pi * k / 5) * 0.4;
    }
  for (int k = 0; k < 8; k++) {   // q = from + x, x = pi where the residual is large
    double x = 2 * lia_ikarm_pi * k / 8,
        y = fabs(a[0] + a[1] * cos(x) + b[1] * sin(x) + a[2] * cos(2 * x) + b[2] * sin(2 * x));
    if (y > most) {
      most = y;
      from = x + lia_ikarm_pi;
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

int lia_ikarm_three(const lia_ikarm *a, const joint *j, const double w[3], const double t[3],
    double size, const double *keep, double q[8][3]) {
  double r[5], q3[4], two[2][2], f[3];
  int n = 0;
  for (int k = 0; k < 5; k++)
    r[k] = residual_at(a, j, w, t, size, j[2].slide ? (k - 2) * size : 2 * lia_ikarm_pi * k / 5);
  double most = 0;
  for (int k = 0; k < 5; k++) most = fmax(most, fabs(r[k]));
  int roots = j[2].slide ? roots_of_slide(a, r, size, q3) : roots_of_turn(a, r, q3);
  if (most < 1e-12 * size * size) {
    roots = 1;
    q3[0] = keep[2];
  }   // the third does not matter
  for (int i = 0; i < roots; i++) {
    lia_ikarm_carry(f, &j[2], q3[i], w);
    int m = lia_ikarm_two(a, j, f, t, size, keep, two);
    for (int k = 0; k < m; k++, n++) {
      q[n][0] = two[k][0];
      q[n][1] = two[k][1];
      q[n][2] = q3[i];
    }
  }
  return n;
}
