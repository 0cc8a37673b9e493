/* inertia.c - inertia of a rigid body: shift, rotate, add, principal axes, and what is physically
 * possible */
#include "geo/inertia.h"

// I += m (r.r 1 - r r^T)
static void steiner(double I[6], double m, const double r[3]) {
  double x = r[0], y = r[1], z = r[2];
  I[0] += m * (y*y + z*z);
  I[1] += m * (x*x + z*z);
  I[2] += m * (x*x + y*y);
  I[3] -= m * (x*y);
  I[4] -= m * (x*z);
  I[5] -= m * (y*z);
}

void lia_inertia_of_com(lia_inertia *J, double m, const double c[3], const double Ic[6]) {
  double I[6];
  for (int k = 0; k < 6; k++) I[k] = Ic[k];
  steiner(I, m, c);
  J->m = m;
  lia_scale3(J->h, m, c);
  for (int k = 0; k < 6; k++) J->I[k] = I[k];
}

void lia_inertia_to_com(double c[3], double Ic[6], const lia_inertia *J) {
  double m = J->m;
  for (int k = 0; k < 3; k++) c[k] = m == 0 ? 0 : J->h[k] / m;
  for (int k = 0; k < 6; k++) Ic[k] = J->I[k];
  steiner(Ic, -m, c);
}

void lia_inertia_shift(lia_inertia *o, const lia_inertia *J, const double r[3]) {
  double m = J->m, I[6], x = r[0], y = r[1], z = r[2];
  const double *h = J->h;
  // -2 h.r 1 + h r^T + r h^T
  double hr = 2 * lia_dot3(h, r);
  I[0] = J->I[0] - hr + 2*h[0]*x;
  I[1] = J->I[1] - hr + 2*h[1]*y;
  I[2] = J->I[2] - hr + 2*h[2]*z;
  I[3] = J->I[3] + h[0]*y + h[1]*x;
  I[4] = J->I[4] + h[0]*z + h[2]*x;
  I[5] = J->I[5] + h[1]*z + h[2]*y;
  steiner(I, m, r);
  lia_set3(o->h, h[0] - m*x, h[1] - m*y, h[2] - m*z);
  o->m = m;
  for (int k = 0; k < 6; k++) o->I[k] = I[k];
}

void lia_inertia_rotate(lia_inertia *J_A, const double R_AB[9], const lia_inertia *J_B) {
  double M[9];
  lia_inertia_to33(M, J_B->I);
  lia_mul33(M, R_AB, M);
  lia_mult33(M, M, R_AB);
  lia_mv3(J_A->h, R_AB, J_B->h);
  lia_inertia_of33(J_A->I, M);
  J_A->m = J_B->m;
}

void lia_inertia_to(lia_inertia *J_A, const lia_frame *X_AB, const lia_inertia *J_B) {
  double r[3];
  lia_scale3(r, -1, X_AB->p);   // A's origin, seen from B's, in A's axes
  lia_inertia_rotate(J_A, X_AB->R, J_B);
  lia_inertia_shift(J_A, J_A, r);
}

void lia_inertia_from(lia_inertia *J_B, const lia_frame *X_AB, const lia_inertia *J_A) {
  double R_BA[9];
  lia_transpose33(R_BA, X_AB->R);
  lia_inertia_shift(J_B, J_A, X_AB->p);
  lia_inertia_rotate(J_B, R_BA, J_B);
}

// o = a + s b
static void inertia_combine(lia_inertia *o, const lia_inertia *a, double s, const lia_inertia *b) {
  o->m = a->m + s * b->m;
  for (int k = 0; k < 3; k++) o->h[k] = a->h[k] + s * b->h[k];
  for (int k = 0; k < 6; k++) o->I[k] = a->I[k] + s * b->I[k];
}

void lia_inertia_add(lia_inertia *o, const lia_inertia *a, const lia_inertia *b) {
  inertia_combine(o, a, 1, b);
}
void lia_inertia_sub(lia_inertia *o, const lia_inertia *a, const lia_inertia *b) {
  inertia_combine(o, a, -1, b);
}

void lia_inertia_mul(double H[6], const lia_inertia *J, const double V[6]) {
  double M[9], wh[3], hv[3], p[3], L[3];
  lia_inertia_to33(M, J->I);
  lia_cross3(wh, V + 3, J->h);
  lia_cross3(hv, J->h, V);
  lia_mv3(L, M, V + 3);
  lia_scale3(p, J->m, V);
  lia_add3(H, p, wh);
  lia_add3(H + 3, L, hv);
}

double lia_inertia_energy(const lia_inertia *J, const double V[6]) {
  double H[6];
  lia_inertia_mul(H, J, V);
  return (lia_dot3(V, H) + lia_dot3(V + 3, H + 3)) / 2;
}

void lia_inertia_to66(double M[36], const lia_inertia *J) {
  double I[9], hx[9];
  lia_inertia_to33(I, J->I);
  lia_skew3(hx, J->h);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      M[6*i+j] = i == j ? J->m : 0;
      M[6*i+3+j] = -hx[3*i+j];
      M[6*(i+3)+j] = hx[3*i+j];
      M[6*(i+3)+3+j] = I[3*i+j];
    }
}

void lia_inertia_to_pseudo(double P[16], const lia_inertia *J) {
  double M[9];
  lia_inertia_to33(M, J->I);
  double half = lia_trace33(M) / 2;
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) P[4*i+j] = (i == j ? half : 0) - M[3*i+j];
    P[4*i+3] = P[12+i] = J->h[i];
  }
  P[15] = J->m;
}

void lia_inertia_of_pseudo(lia_inertia *J, const double P[16]) {
  double M[9], trace = P[0] + P[5] + P[10];   // tr S = tr I / 2
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) M[3*i+j] = (i == j ? trace : 0) - P[4*i+j];
    J->h[i] = (P[4*i+3] + P[12+i]) / 2;
  }
  lia_inertia_of33(J->I, M);
  J->m = P[15];
}

// ---- principal axes -----------------------------------------------------------------------------

// one Jacobi turn in the plane p, q that makes A[p][q] zero: A = Q^T A Q, V = V Q       [GVL 8.5.2]
static void inertia_turn(double A[9], double V[9], int p, int q) {
  double apq = A[3*p+q];
  if (apq == 0) return;
  double tau = (A[4*q] - A[4*p]) / (2 * apq);
  double t = copysign(1, tau) / (fabs(tau) + hypot(1, tau));
  double c = 1 / hypot(1, t), s = t * c;
  for (int k = 0; k < 3; k++) {
    double x = A[3*k+p], y = A[3*k+q], u = V[3*k+p], v = V[3*k+q];
    A[3*k+p] = c*x - s*y; A[3*k+q] = s*x + c*y;
    V[3*k+p] = c*u - s*v; V[3*k+q] = s*u + c*v;
  }
  for (int k = 0; k < 3; k++) {
    double x = A[3*p+k], y = A[3*q+k];
    A[3*p+k] = c*x - s*y; A[3*q+k] = s*x + c*y;
  }
  A[3*p+q] = A[3*q+p] = 0;
}

static void swap_columns(double e[3], double V[9], int i, int j) {
  double t = e[i];
  e[i] = e[j]; e[j] = t;
  for (int k = 0; k < 9; k += 3) {
    t = V[k+i];
    V[k+i] = V[k+j];
    V[k+j] = t;
  }
}

// column j with its largest component positive
static void point_forward(double V[9], int j) {
  int big = 0;
  for (int i = 1; i < 3; i++)
    if (fabs(V[3*i+j]) > fabs(V[3*big+j])) big = i;
  if (V[3*big+j] < 0)
    for (int i = 0; i < 3; i++) V[3*i+j] = -V[3*i+j];
}

void lia_inertia_principal(double moment[3], double R_BP[9], const lia_inertia *J) {
  double c[3], Ic[6], A[9], *V = R_BP;
  lia_inertia_to_com(c, Ic, J);
  lia_inertia_to33(A, Ic);
  lia_eye33(V);
  // convergence is quadratic: four or five sweeps reach zero, the rest find nothing to turn
  for (int sweep = 0; sweep < 12; sweep++) {
    inertia_turn(A, V, 0, 1);
    inertia_turn(A, V, 0, 2);
    inertia_turn(A, V, 1, 2);
  }
  lia_set3(moment, A[0], A[4], A[8]);
  if (moment[0] > moment[1]) swap_columns(moment, V, 0, 1);
  if (moment[1] > moment[2]) swap_columns(moment, V, 1, 2);
  if (moment[0] > moment[1]) swap_columns(moment, V, 0, 1);
  point_forward(V, 0);
  point_forward(V, 1);
  double x[3] = { V[0], V[3], V[6] }, y[3] = { V[1], V[4], V[7] }, z[3];
  lia_cross3(z, x, y);
  for (int i = 0; i < 3; i++) V[3*i+2] = z[i];
}

// ---- what is possible ---------------------------------------------------------------------------

static lia_status check_finite(const lia_inertia *J, const char *path, lia_error *err) {
  static const char *const name[10] = { "mass", "h.x", "h.y", "h.z", "Ixx", "Iyy", "Izz", "Ixy",
      "Ixz", "Iyz" };
  const double x[10] = { J->m, J->h[0], J->h[1], J->h[2], J->I[0], J->I[1], J->I[2], J->I[3],
      J->I[4], J->I[5] };
  for (int k = 0; k < 10; k++)
    if (!isfinite(x[k]))
      return LIA_FAIL(err, LIA_EMODEL, path, "%s: expected a finite number, got %g", name[k], x[k]);
  return LIA_OK;
}

// x must be positive: a solid clears the rounding, a thin body may stay within it
static int outside(double x, double tol, int solid) { return solid ? x <= tol : x < -tol; }

lia_status lia_inertia_check(const lia_inertia *J, int solid, const char *path, lia_error *err) {
  double e[3], R[9], c[3], Ic[6];
  LIA_TRY(check_finite(J, path, err));
  if (!(J->m > 0))
    return LIA_FAIL(err, LIA_EMODEL, path, "mass: expected a number > 0, got %g", J->m);
  lia_inertia_to_com(c, Ic, J);
  lia_inertia_principal(e, R, J);

  double tol = LIA_INERTIA_TOL * fmax(fabs(e[2]), J->m * lia_dot3(c, c)), gap = e[0] + e[1] - e[2];
  if (outside(e[0], tol, solid))
    return LIA_FAIL(err, LIA_EMODEL, path,
        "central moment about axis (%.4g, %.4g, %.4g): expected %s 0, got %g (moments %g, %g, %g)",
        R[0], R[3], R[6], solid ? ">" : ">=", e[0], e[0], e[1], e[2]);
  point_forward(R, 2);
  if (outside(gap, tol, solid))
    return LIA_FAIL(err, LIA_EMODEL, path,
        "triangle inequality: the central moments %g + %g must be %s %g, their difference is %g "
        "(the large one is about axis "
                    // no -0
                    "(%.4g, %.4g, %.4g))", e[0], e[1], solid ? ">" : ">=", e[2], gap, R[2] + 0.0,
                    R[5] + 0.0, R[8] + 0.0);
  return LIA_OK;
}
