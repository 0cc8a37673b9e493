/* bodies.c - motions that have closed forms: pendulums, a free body, a gyroscope; and the published
 * numbers of two arms */
#include "num/small.h"
#include "rbd/coriolis.h"
#include "rbd/crba.h"
#include "rbd/energy.h"
#include "rbd/fk.h"
#include "rbd/forward.h"
#include "rbd/jac.h"
#include "rbd/rnea.h"

#include "house.h"
#include "trees.h"

#include <math.h>

static lia_model *built(const lia_body_def *b, int n, double gx, double gy, double gz) {
  lia_model *m = NULL;
  lia_error err = { 0 };
  const double g[3] = { gx, gy, gz };
  cr_assert_eq(lia_model_new(&m, b, n, g, &err), LIA_OK, "%s: %s", err.path, err.text);
  return m;
}

static lia_body_def with(lia_body_def b, int parent, lia_joint joint, double mass, double cx,
    double cy,
    double cz, double Ix, double Iy, double Iz) {
  const double c[3] = { cx, cy, cz }, I[6] = { Ix, Iy, Iz };
  b.parent = parent;
  b.joint = joint;
  b.has_inertia = 1;
  lia_inertia_of_com(&b.inertia, mass, c, I);
  return b;
}

// (I + m l^2) q'' = -m g l sin q
LIA_TEST(bodies, pendulum) {
  lia_body_def b = with(lia_body_def_new("rod"), -1, LIA_JOINT_revolute, 2, 0, 0, -0.7, 0.1, 0.3,
      0.1);
  b.axis[1] = 1;
  lia_model *m = built(&b, 1, 0, 0, -9.81);
  lia_data *d = tree_data(m);
  for (int i = 0; i < 20; i++) {
    double q = 0.4 * i - 3, v = 1.5, a;
    lia_forward(m, d, &q, &v, NULL, &a);
    cr_assert_float_eq(a, -2 * 9.81 * 0.7 * sin(q) / (0.3 + 2 * 0.49), 1e-13);
  }
  lia_free(d);
  lia_free(m);
}

// two uniform rods, absolute angles p1 = q1, p2 = q1 + q2 from the vertical; Lagrange by hand:
// (I1 + m2 L^2) p1'' + m2 L l2 cos(p1 - p2) p2'' + m2 L l2 sin(p1 - p2) p2'^2 + (m1 l1 + m2 L) g
// sin p1 = 0
// I2 p2'' + m2 L l2 cos(p1 - p2) p1'' - m2 L l2 sin(p1 - p2) p1'^2 + m2 l2 g sin p2 = 0,  I about
// the pivots
LIA_TEST(bodies, double_pendulum) {
  const double m1 = 1.2, m2 = 0.8, L = 0.9, l1 = 0.4, l2 = 0.35, g = 9.81, I1 = 0.05 + m1 * l1 * l1,
      I2 = 0.03 + m2 * l2 * l2;
  lia_body_def b[2] = { with(lia_body_def_new("a"), -1, LIA_JOINT_revolute, m1, 0, 0, -l1, 1, 0.05,
      1),
      with(lia_body_def_new("b"), 0, LIA_JOINT_revolute, m2, 0, 0, -l2, 1, 0.03, 1) };
  b[0].axis[1] = b[1].axis[1] = 1;
  b[1].X_PJ.p[2] = -L;
  lia_model *m = built(b, 2, 0, 0, -g);
  lia_data *d = tree_data(m);
  lia_rng r = lia_rng_seed(61);
  for (int i = 0; i < 50; i++) {
    double q[2], v[2], a[2];
    tree_vector(&r, q, 2, 3);
    tree_vector(&r, v, 2, 3);
    lia_forward(m, d, q, v, NULL, a);
    double p1 = q[0], p2 = q[0] + q[1], w1 = v[0], w2 = v[0] + v[1], a1 = a[0], a2 = a[0] + a[1],
        k = m2 * L * l2;
    cr_assert_float_eq((I1 + m2 * L * L) * a1 + k * cos(p1 - p2) * a2 + k * sin(p1 - p2) * w2 * w2
        + (m1 * l1 + m2 * L) * g * sin(p1), 0, 1e-11);
    cr_assert_float_eq(I2 * a2 + k * cos(p1 - p2) * a1 - k * sin(p1 - p2) * w1 * w1 + m2 * l2 * g
        * sin(p2), 0, 1e-11);
  }
  lia_free(d);
  lia_free(m);
}

// a free body falls as a point and turns by Euler's equations: I w' = -w x I w, m (u' + w x u) = m
// R^T g at the centre of mass
LIA_TEST(bodies, free_body) {
  lia_body_def b = with(lia_body_def_new("brick"), -1, LIA_JOINT_floating, 3, 0, 0, 0, 0.2, 0.5,
      0.4);
  lia_model *m = built(&b, 1, 0, 0, -9.81);
  lia_data *d = tree_data(m);
  lia_rng r = lia_rng_seed(62);
  for (int i = 0; i < 50; i++) {
    tree_state s = tree_random(m, &r);
    lia_frame X;
    double a[6], g[3], c[3];
    lia_fk(m, d, s.q, &X);
    lia_mtv3(g, X.R, m->gravity);
    lia_forward(m, d, s.q, s.v, NULL, a);
    lia_cross3(c, s.v + 3, s.v);
    for (int k = 0; k < 3; k++) cr_assert_float_eq(a[k], g[k] - c[k], 1e-13);
    const double *w = s.v + 3;
    cr_assert_float_eq(a[3], (0.5 - 0.4) * w[1] * w[2] / 0.2, 1e-13);
    cr_assert_float_eq(a[4], (0.4 - 0.2) * w[2] * w[0] / 0.5, 1e-13);
    cr_assert_float_eq(a[5], (0.2 - 0.5) * w[0] * w[1] / 0.4, 1e-13);
  }
  lia_free(d);
  lia_free(m);
}

// a heavy top on a ball joint, its axis tilted by t, precesses steadily at w where its spin n about
// the axis is such that C n w = m g l + A w^2 cos t (A, C moments about the pivot)
LIA_TEST(bodies, gyroscope) {
  const double A = 0.08, C = 0.05, mass = 1.5, l = 0.2, g = 9.81, t = 0.6, w = 2.5,
      n = (mass * g * l + A * w * w * cos(t)) / (C * w);
  lia_body_def b = with(lia_body_def_new("top"), -1, LIA_JOINT_spherical, mass, 0, 0, l,
      A - mass * l * l,
      A - mass * l * l, C);
  lia_model *m = built(&b, 1, 0, 0, -g);
  lia_data *d = tree_data(m);
  // tilted about y: in body axes the vertical is (-sin t, 0, cos t). What the body spins beyond the
  // precession turns (v_x, v_y) back
  double q[4] = { cos(t / 2), 0, sin(t / 2), 0 }, v[3] = { -w * sin(t), 0, n }, a[3],
      own = n - w * cos(t);
  lia_forward(m, d, q, v, NULL, a);
  cr_assert_float_eq(a[0], own * v[1], 1e-12);
  cr_assert_float_eq(a[1], -own * v[0], 1e-12);
  cr_assert_float_eq(a[2], 0, 1e-12);
  lia_free(d);
  lia_free(m);
}

// the two bars of [course E6.4], DH frames at the far ends: torques, A, B, C, G, joint forces,
// forward dynamics, energies
static lia_model *two_bars(void) {
  lia_body_def b[2] = { with(lia_body_def_new("C1"), -1, LIA_JOINT_revolute, 2, 0.5 - 1, 0, 0, 1, 1,
      1.0 / 6),
      with(lia_body_def_new("C2"), 0, LIA_JOINT_revolute, 1.5, 0.4 - 0.8, 0, 0, 1, 1, 0.08) };
  b[0].X_JB.p[0] = 1;
  b[1].X_JB.p[0] = 0.8;
  return built(b, 2, 0, -9.81, 0);
}

LIA_TEST(bodies, two_bars_of_the_course) {
  lia_model *m = two_bars();
  lia_data *d = tree_data(m);
  const double q[2] = { 0.3, 0.8 }, v[2] = { 2, -3 }, a[2] = { 0.5, -1 };
  double tau[2], M[4], B[4], C[2], work[4], g[2], W[12], acc[2];
  lia_rnea(m, d, q, v, a, tau);
  cr_assert_float_eq(tau[0], 28.314068463469, 1e-10);
  cr_assert_float_eq(tau[1], 4.4405334016740, 1e-10);
  lia_crba(m, d, q, M);
  cr_assert_float_eq(M[0], 3.3227147178833, 1e-12);
  cr_assert_float_eq(M[1], 0.7380240256083, 1e-12);
  cr_assert_float_eq(M[3], 0.32, 1e-12);
  lia_coriolis_split(m, d, q, B, C, work);
  cr_assert_float_eq(B[1], -0.43041365453971, 1e-12);
  cr_assert_float_eq(B[2], 0.43041365453971, 1e-12);
  cr_assert(fabs(B[0]) < 1e-15 && fabs(B[3]) < 1e-15);   // B11 is 0, not what is printed
  cr_assert_float_eq(C[0], -0.86082730907943, 1e-12);
  cr_assert_float_eq(C[1], 0, 1e-15);
  lia_rnea_gravity(m, d, q, g);
  cr_assert_float_eq(g[0], 26.099494166516, 1e-11);
  cr_assert_float_eq(g[1], 2.6698667707110, 1e-11);

  // f12 and f01 are given in base axes; the joint frames are turned by q1 and q1 + q2
  lia_rnea_wrenches(m, d, q, v, a, NULL, W);
  double c2 = cos(1.1), s2 = sin(1.1), c1 = cos(0.3), s1 = sin(0.3);
  cr_assert_float_eq(c2 * W[6] - s2 * W[7], -5.9584545545866, 1e-10);
  cr_assert_float_eq(s2 * W[6] + c2 * W[7], 12.987577874412, 1e-10);
  cr_assert_float_eq(c1 * W[0] - s1 * W[1], -9.9275606144196, 1e-10);
  cr_assert_float_eq(s1 * W[0] + c1 * W[1], 31.903165292329, 1e-10);
  cr_assert_float_eq(W[11], 4.4405334016740, 1e-10);
  cr_assert_float_eq(W[5], 28.314068463469, 1e-10);

  lia_forward(m, d, q, v, NULL, acc);
  cr_assert_float_eq(acc[0], -10.651950413431, 1e-10);
  cr_assert_float_eq(acc[1], 10.843356049470, 1e-10);
  cr_assert_float_eq(lia_energy_kinetic(m, d, q, v), 3.6572852821167, 1e-12);
  cr_assert_float_eq(lia_energy_potential(m, d, q), 12.493279589691, 1e-11);
  lia_free(d);
  lia_free(m);
}

/* the arm R R P of [course E3.8]: DH theta, d, a, alpha = (t1, 0, 0, pi/2), (t2, 0, a2, pi/2 with x
 * along a2), P along z2. Positions [course E4.1]: b03 = (-d3 c1 s2 + a2 c1 c2, -d3 s1 s2 + a2 s1
 * c2, d3 c2 + a2 s2) */
static lia_model *rrp(double a2) {
  lia_body_def b[3] = { with(lia_body_def_new("C1"), -1, LIA_JOINT_revolute, 3, 0, 0.02, -0.05,
      0.02, 0.03,
      0.04),
      with(lia_body_def_new("C2"), 0, LIA_JOINT_revolute, 2, -0.04, 0, 0.03, 0.01, 0.015, 0.012),
      with(lia_body_def_new("C3"), 1, LIA_JOINT_prismatic, 1, 0, -0.12, 0.01, 0.005, 0.006,
      0.002) };
  // body frames: after Rx(pi/2) of joint 1; after a2 along x and Rx(-pi/2) of joint 2
  const double up[9] = { 1, 0, 0, 0, 0, -1, 0, 1, 0 }, down[9] = { 1, 0, 0, 0, 0, 1, 0, -1, 0 };
  lia_copy33(b[0].X_JB.R, up);
  lia_copy33(b[1].X_JB.R, down);
  b[1].X_JB.p[0] = a2;
  return built(b, 3, 0, 0, -9.81);
}

LIA_TEST(bodies, arm_of_the_course) {
  lia_model *m = rrp(100);
  lia_data *d = tree_data(m);
  const double q[3] = { 0.4, -0.7, 250 };
  double c1 = cos(q[0]), s1 = sin(q[0]), c2 = cos(q[1]), s2 = sin(q[1]), J[18];
  lia_frame X[3];
  lia_fk(m, d, q, X);
  cr_assert_float_eq(X[2].p[0], -250 * c1 * s2 + 100 * c1 * c2, 1e-10);
  cr_assert_float_eq(X[2].p[1], -250 * s1 * s2 + 100 * s1 * c2, 1e-10);
  cr_assert_float_eq(X[2].p[2], 250 * c2 + 100 * s2, 1e-10);
  lia_jac(m, d, q, 2, NULL, LIA_AXES_BASE, J);
  const double want[18] = { -92.5019036325, -116.7801979828, .5933637834, 218.7875763679,
      -49.37387579, .2508701839, 0, 237.5386405379, .7648421873,
      0, .3894183423, 0, 0, -.921060994, 0, 1, 0, 0 };
  for (int k = 0; k < 18; k++) cr_assert_float_eq(J[k], want[k], 1e-9, "J[%d]", k);
  lia_jac(m, d, q, 2, NULL, 1, J);
  const double in2[18] = { 0, -250, 0, 237.5386405379, 0, 0, 0, 100, 1, -.6442176872, 0, 0, 0, -1,
      0, .7648421873, 0, 0 };
  for (int k = 0; k < 18; k++) cr_assert_float_eq(J[k], in2[k], 1e-9, "2J[%d]", k);
  lia_free(d);
  lia_free(m);
}

// [course E6.5]: torques by kinetic and potential energy alone, differentiated as Lagrange says,
// equal Newton-Euler's
LIA_TEST(bodies, sliding_arm_of_the_course_obeys_lagrange) {
  lia_model *m = rrp(0.1);
  lia_data *d = tree_data(m);
  const double q[3] = { .4, -.7, .3 }, v[3] = { 1.2, -.8, .5 }, a[3] = { .3, .9, -.6 }, h = 1e-4;
  double tau[3];
  lia_rnea(m, d, q, v, a, tau);
  for (int k = 0; k < 3; k++) {
    // d/dt dT/dv_k along the motion, minus dT/dq_k, plus dV/dq_k
    double rate = 0, grad = 0;
    for (int s = -1; s <= 1; s += 2) {
      double qs[3], vs[3];
      for (int i = 0; i < 3; i++) {
        qs[i] = q[i] + s * h * v[i] + h * h * a[i] / 2;
        vs[i] = v[i] + s * h * a[i];
      }
      for (int e = -1; e <= 1; e += 2) {
        double u[3] = { vs[0], vs[1], vs[2] };
        u[k] += e * 0.5;
        // T is a square in v: differences of any size are exact
        rate += s * e * lia_energy_kinetic(m, d, qs, u) / (2 * h);
      }
      double p[3] = { q[0], q[1], q[2] };
      p[k] += s * h;
      grad += s * (lia_energy_kinetic(m, d, p, v) - lia_energy_potential(m, d, p)) / (2 * h);
    }
    cr_assert_float_eq(tau[k], rate - grad, 1e-6, "tau[%d] = %g, %g", k, tau[k], rate - grad);
  }
  lia_free(d);
  lia_free(m);
}
