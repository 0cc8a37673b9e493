/* rot.c - rotation matrices: exponential, logarithm, Jacobians, nearest rotation, mean, rates */
#include "geo/rot.h"

#include "base/assert.h"

#include <float.h>
#include <stddef.h>

static const double PI = 3.14159265358979323846;

// ---- exponential, logarithm, Jacobians ----------------------------------------------------------

void lia_rot_exp(double R[9], const double v[3]) {
  double q[4];
  lia_quat_exp(q, v);
  lia_quat_to_rot(R, q);
}

// up to 2 pi/3 the scalar part is the largest, 4 w (w, Q) = (1 + tr R, 2 vee R), and the logarithm
// asks for no unit length
void lia_rot_log(double v[3], const double R[9], lia_pole *pole) {
  double q[4] = { 1 + lia_trace33(R), R[7] - R[5], R[2] - R[6], R[3] - R[1] };
  if (!(q[0] > 1)) lia_quat_from_rot(q, R, NULL);
  lia_quat_log(v, q, pole);
}

// a polynomial in x and its derivative
static double horner(double *slope, const double *c, int n, double x) {
  double y = 0;
  *slope = 0;
  for (int k = n - 1; k >= 0; k--) {
    *slope = *slope * x + y;
    y = y * x + c[k];
  }
  return y;
}

// below t = 1 the differences cancel: series in s = t^2 with coefficients (-1)^k/(2k+2)! and
// (-1)^k/(2k+3)!
lia_rot_series lia_rot_coefs(double t) {
  static const double b[9] = { 1/2.0, -1/24.0, 1/720.0, -1/40320.0, 1/3628800.0, -1/479001600.0,
      1/87178291200.0,
      -1/20922789888000.0, 1/6402373705728000.0 };
  static const double c[9] = { 1/6.0, -1/120.0, 1/5040.0, -1/362880.0, 1/39916800.0,
      -1/6227020800.0, 1/1307674368000.0,
      -1/355687428096000.0, 1/121645100408832000.0 };
  lia_rot_series f;
  double s = t * t;
  if (s < 1) {
    f.B = horner(&f.dB, b, 9, s);
    f.C = horner(&f.dC, c, 9, s);
    f.A = 1 - s * f.C;
  } else {
    double sine, cosine;
    lia_sincos1(t / 2, &sine, &cosine);
    double h = sine / t;
    f.A = 2 * h * cosine;
    f.B = 2 * h * h;
    f.C = (1 - f.A) / s;
    f.dB = (f.A - 2 * f.B) / (2 * s);
    f.dC = (f.B - 3 * f.C) / (2 * s);
  }
  f.dA = (f.C - f.B) / 2;
  return f;
}

// J = I + b v~ + c v~^2, v~^2 = v v^T - t^2 I
static void rot_jacobian(double J[9], const double v[3], double b, double c) {
  double s = lia_dot3(v, v), S[9];
  lia_skew3(S, v);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      J[3*i + j] = (i == j ? 1 - c * s : 0) + b * S[3*i + j] + c * v[i] * v[j];
}

void lia_rot_jleft(double J[9], const double v[3]) {
  lia_rot_series f = lia_rot_coefs(lia_norm3(v));
  rot_jacobian(J, v, f.B, f.C);
}

void lia_rot_jright(double J[9], const double v[3]) {
  lia_rot_series f = lia_rot_coefs(lia_norm3(v));
  rot_jacobian(J, v, -f.B, f.C);
}

// J^-1 = I -+ v~/2 + D v~^2, D = (1 - A/(2B))/t^2 = -dB/B; near full turns J is u u^T, its own
// pseudo-inverse
static unsigned jacobian_inv(double J[9], const double v[3], double b) {
  double u[3], t = lia_unit3(u, v), turns = nearbyint(t / (2 * PI));
  if (turns >= 1 && fabs(t - 2 * PI * turns) < LIA_POLE_NEAR) {
    for (int k = 0; k < 9; k++) J[k] = u[k / 3] * u[k % 3];
    return LIA_POLE_NO_INVERSE;
  }
  lia_rot_series f = lia_rot_coefs(t);
  rot_jacobian(J, v, b, -f.dB / f.B);
  return 0;
}

unsigned lia_rot_jleft_inv(double J[9], const double v[3]) { return jacobian_inv(J, v, -0.5); }
unsigned lia_rot_jright_inv(double J[9], const double v[3]) { return jacobian_inv(J, v, 0.5); }

// ---- how far, and half way ----------------------------------------------------------------------

// the axial vector of the skew part: vee(M) = (M32 - M23, M13 - M31, M21 - M12)/2
static void vee(double o[3], const double M[9]) {
  lia_set3(o, (M[7] - M[5]) / 2, (M[2] - M[6]) / 2, (M[3] - M[1]) / 2);
}

// vee(R^T S) = u sin t, trace = 1 + 2 cos t
double lia_rot_angle(const double R[9], const double S[9]) {
  double D[9], s[3];
  lia_tmul33(D, R, S);
  vee(s, D);
  return atan2(lia_norm3(s), (lia_trace33(D) - 1) / 2);
}

void lia_rot_slerp(double o[9], const double R[9], const double S[9], double s, lia_way way) {
  double D[9], v[3];
  lia_pole pole;
  lia_tmul33(D, R, S);
  lia_rot_log(v, D, &pole);
  lia_scale3(v, s, way == LIA_LONG ? pole.other : v);
  lia_rot_exp(D, v);
  lia_mul33(o, R, D);
}

void lia_rot_pow(double o[9], const double R[9], double s) {
  double v[3];
  lia_rot_log(v, R, NULL);
  lia_scale3(v, s, v);
  lia_rot_exp(o, v);
}

unsigned lia_rot_between(double R[9], const double a[3], const double b[3]) {
  double q[4];
  unsigned flags = lia_quat_between(q, a, b);
  lia_quat_to_rot(R, q);
  return flags;
}

void lia_rot_columns(double *A, const double R[9], const double *B, int n) {
  LIA_ASSERT(n >= 0);
  for (int k = 0; k < n; k++) {
    double x[3] = { B[k], B[n + k], B[2*n + k] };
    lia_mv3(x, R, x);
    A[k] = x[0];
    A[n + k] = x[1];
    A[2*n + k] = x[2];
  }
}

// ---- nearest rotation, mean ---------------------------------------------------------------------

double lia_rot_defect(const double R[9]) {
  double D[9], worst = 0;
  lia_tmul33(D, R, R);
  for (int k = 0; k < 9; k++) {
    double d = fabs(D[k] - (k % 4 == 0));
    if (!(d <= worst)) worst = d;   // also where d is nan
    if (worst != worst) break;
  }
  return worst + (lia_det33(R) < 0 ? 2 : 0);
}

double lia_rot_error(const double R[9]) {
  double D[9], worst = fabs(lia_det33(R) - 1);
  lia_tmul33(D, R, R);
  for (int k = 0; k < 9; k++) {
    const double d = fabs(D[k] - (k % 4 == 0));
    if (!(d <= worst)) worst = d;   // also where d is nan
    if (worst != worst) break;
  }
  return worst;
}

// rows i and j of W (and V) turned by (c, s)
static void turn_rows(double *W, int i, int j, double c, double s) {
  for (int k = 0; k < 3; k++) {
    double a = W[3*i + k], b = W[3*j + k];
    W[3*i + k] = c * a - s * b;
    W[3*j + k] = s * a + c * b;
  }
}

// one-sided Jacobi [GVL 8.6.3]: rows of W = M^T are turned in pairs until they are perpendicular;
// V^T takes the same turns
static void orthogonalise(double W[9], double V[9]) {
  static const int pair[3][2] = { { 0, 1 }, { 0, 2 }, { 1, 2 } };
  lia_eye33(V);
  for (int sweep = 0, busy = 1; busy && sweep < 30; sweep++) {
    busy = 0;
    for (int k = 0; k < 3; k++) {
      int i = pair[k][0], j = pair[k][1];
      double a = lia_dot3(W + 3*i, W + 3*i), b = lia_dot3(W + 3*j, W + 3*j),
          g = lia_dot3(W + 3*i, W + 3*j);
      if (fabs(g) <= DBL_EPSILON * sqrt(a * b)) continue;
      double z = (b - a) / (2 * g), t = copysign(1, z) / (fabs(z) + hypot(1, z)),
          c = 1 / hypot(1, t);
      turn_rows(W, i, j, c, c * t);
      turn_rows(V, i, j, c, c * t);
      busy = 1;
    }
  }
}

// longest row first; a swap with one sign changed keeps the determinants
static void sort_rows(double W[9], double V[9], double sigma[3]) {
  static const int pair[3][2] = { { 0, 1 }, { 1, 2 }, { 0, 1 } };
  for (int k = 0; k < 3; k++) sigma[k] = lia_norm3(W + 3*k);
  for (int k = 0; k < 3; k++) {
    int i = pair[k][0], j = pair[k][1];
    if (sigma[i] >= sigma[j]) continue;
    double s = sigma[i];
    sigma[i] = sigma[j];
    sigma[j] = s;
    turn_rows(W, i, j, 0, 1);
    turn_rows(V, i, j, 0, 1);
  }
}

// o = a1 b1^T + a2 b2^T + s a3 b3^T with a3 = a1 x a2, b3 = b1 x b2; rows of A and B are a1 a2, b1
// b2
static void outer(double o[9], const double *A, const double *B, double s) {
  double a3[3], b3[3];
  lia_cross3(a3, A, A + 3);
  lia_cross3(b3, B, B + 3);
  for (int k = 0; k < 9; k++)
    o[k] = A[k / 3] * B[k % 3] + A[3 + k / 3] * B[3 + k % 3] + s * a3[k / 3] * b3[k % 3];
}

static double distance(const double A[9], const double B[9]) {
  double d[3];
  for (int i = 0; i < 3; i++) {
    double r[3];
    lia_sub3(r, A + 3*i, B + 3*i);
    d[i] = lia_norm3(r);
  }
  return lia_norm3(d);
}

static void nan9(double o[9]) {
  for (int k = 0; k < 9; k++) o[k] = (double)NAN;
}

// the largest |entry|, nan where an entry is not finite
static double largest(const double M[9]) {
  double m = 0;
  for (int k = 0; k < 9; k++) {
    if (!isfinite(M[k])) return (double)NAN;
    m = fmax(m, fabs(M[k]));
  }
  return m;
}

// M = sum sigma_k u_k v_k^T, the first two pairs in the rows of U and V; the third is their cross
// products, and sigma_3 carries the sign of det M: then det U = det V = 1 and nothing is divided by
// a small sigma_3
static void svd(double U[6], double sigma[3], double V[9], const double M[9]) {
  double W[9];
  lia_transpose33(W, M);
  orthogonalise(W, V);
  sort_rows(W, V, sigma);
  lia_unit3(U, W);
  lia_unit3(U + 3, W + 3);
  LIA_ASSERT(sigma[0] >= sigma[1] && sigma[1] >= sigma[2] && sigma[2] >= 0);
  if (lia_det33(W) < 0) sigma[2] = -sigma[2];
}

// sum u_k v_k^T: the nearest rotation, or the polar factor where the third term takes sigma_3's
// sign
static unsigned best(double R[9], double sigma[3], const double M[9], int polar) {
  double U[6], V[9];
  svd(U, sigma, V, M);
  double tiny = 4 * DBL_EPSILON * sigma[0], last = polar ? fabs(sigma[2]) : sigma[2];
  unsigned flags = 0;
  if (fabs(sigma[2]) <= tiny) flags = LIA_POLE_DEFICIENT;
  else if (sigma[2] < 0) flags = LIA_POLE_REFLECTION;
  if (sigma[1] + last <= tiny) flags |= LIA_POLE_AMBIGUOUS;
  // rank 1: all that is known is where v_1 goes
  if (sigma[1] <= tiny) lia_rot_between(R, V, U);
  else outer(R, U, V, polar && (flags & LIA_POLE_REFLECTION) ? -1 : 1);
  return flags;
}

// M is scaled by its largest entry m, so that no square leaves the range of doubles
static void rot_fit(double R[9], lia_rot_fit *info, const double M[9], int polar) {
  double A[9], B[9], m = largest(M), scale = m > 0 ? m : 1;
  lia_copy33(B, M);
  for (int k = 0; k < 9; k++) A[k] = M[k] / scale;
  lia_rot_fit f = { .sigma = { m, m, m } };
  if (m >= 0) f.flags = best(R, f.sigma, A, polar);
  else nan9(R);
  lia_scale3(f.sigma, scale, f.sigma);
  f.dist = distance(B, R);
  if (info) *info = f;
}

void lia_rot_nearest(double R[9], const double M[9], lia_rot_fit *info) { rot_fit(R, info, M, 0); }
void lia_rot_polar(double X[9], const double M[9], lia_rot_fit *info) { rot_fit(X, info, M, 1); }

// only ratios of weights count: told as shares of the largest, their sum stays in the range of
// doubles
typedef struct shares { const double *w; double most; } shares;

static shares shares_of(int n, const double *w) {
  shares s = { w, 0 };
  for (int i = 0; w && i < n; i++) s.most = fmax(s.most, fabs(w[i]));
  return s;
}

static double rot_share(shares s, int i) {
  if (!s.w) return 1;
  return s.most == 0 ? 0 : s.w[i] / s.most;
}

// maximise sum w_i tr(R^T R_i) = tr(R^T S), S = sum w_i R_i: the nearest rotation to S
static unsigned chordal_mean(double R[9], int n, const double *Ri, shares w) {
  double S[9] = { 0 }, total = 0;
  lia_rot_fit f;
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < 9; k++) S[k] += rot_share(w, i) * Ri[9*i + k];
    total += rot_share(w, i);
  }
  if (total == 0) {
    lia_eye33(R);
    return LIA_POLE_AMBIGUOUS;
  }
  lia_rot_nearest(R, S, &f);
  return f.flags & LIA_POLE_AMBIGUOUS;
}

unsigned lia_rot_mean(double R[9], int n, const double *Ri, const double *weights, int steps) {
  LIA_ASSERT(n >= 0 && (Ri || n == 0));
  shares w = shares_of(n, weights);
  unsigned flags = chordal_mean(R, n, Ri, w);
  for (int step = 0; step < steps && !flags; step++) {
    double sum[3] = { 0 }, total = 0, D[9], v[3];
    for (int i = 0; i < n; i++) {
      lia_tmul33(D, R, Ri + 9*i);
      lia_rot_log(v, D, NULL);
      lia_addto3(sum, rot_share(w, i), v);
      total += rot_share(w, i);
    }
    lia_scale3(v, 1 / total, sum);
    lia_rot_exp(D, v);
    lia_mul33(R, R, D);
    if (lia_norm3(v) < 1e-15) break;
  }
  return flags;
}

// ---- rates --------------------------------------------------------------------------------------

void lia_rot_omega(double w[3], const double R[9], const double Rd[9], lia_side side) {
  double W[9];
  if (side == LIA_BASE) lia_mult33(W, Rd, R);
  else lia_tmul33(W, R, Rd);
  vee(w, W);
}

void lia_rot_rate(double Rd[9], const double R[9], const double w[3], lia_side side) {
  double W[9];
  lia_skew3(W, w);
  if (side == LIA_BASE) lia_mul33(Rd, W, R);
  else lia_mul33(Rd, R, W);
}

// the skew part of R'' R^T = w'~ + w~ w~ is w'~, and so is that of R^T R''
void lia_rot_accel(double wd[3], const double R[9], const double Rdd[9], lia_side side) {
  lia_rot_omega(wd, R, Rdd, side);
}

// R'' = w_A'~ R + w_A~ R' = R w_B'~ + R' w_B~
void lia_rot_rate2(double Rdd[9], const double R[9], const double Rd[9], const double wd[3],
    lia_side side) {
  double w[3], T[9], W[9];
  lia_rot_omega(w, R, Rd, side);
  lia_skew3(W, w);
  if (side == LIA_BASE) lia_mul33(T, W, Rd);
  else lia_mul33(T, Rd, W);
  lia_rot_rate(Rdd, R, wd, side);
  for (int k = 0; k < 9; k++) Rdd[k] += T[k];
}

void lia_rot_step(double o[9], const double R[9], const double w[3], double h, lia_side side) {
  double v[3], E[9];
  lia_scale3(v, h, w);
  lia_rot_exp(E, v);
  if (side == LIA_BASE) lia_mul33(o, E, R);
  else lia_mul33(o, R, E);
}

void lia_rot_transport(double dv_A[3], const double R_AB[9], const double w_B[3],
    const double v_B[3], const double dv_B[3]) {
  double t[3];
  lia_cross3(t, w_B, v_B);
  lia_add3(t, t, dv_B);
  lia_mv3(dv_A, R_AB, t);
}

// two terms of the first kind, one inside the other: d/dt (dv + w x v) + w x (dv + w x v)
void lia_rot_transport2(double ddv_A[3], const double R_AB[9], const double w_B[3],
    const double wd_B[3],
    const double v_B[3], const double dv_B[3], const double ddv_B[3]) {
  double u[3], t[3], a[3];
  lia_cross3(t, w_B, v_B);
  lia_add3(u, dv_B, t);
  lia_cross3(a, w_B, dv_B);
  lia_cross3(t, wd_B, v_B);
  lia_add3(a, a, t);
  lia_add3(a, a, ddv_B);
  lia_cross3(t, w_B, u);
  lia_add3(a, a, t);
  lia_mv3(ddv_A, R_AB, a);
}
