/* newton.c - inverse dynamics and mass matrix against Newton's laws for every body, by differences
 * of the poses alone */
#include "rbd/crba.h"
#include "rbd/fk.h"
#include "rbd/rnea.h"

#include "house.h"
#include "trees.h"

/* poses along the motion that has q, v, a at t = 0: q (+) (v t + a t^2/2). For quaternions the path
 * has velocity v and acceleration a there as well: what exp adds to the rate is x cross dx/dt, of
 * order t^2 here */
static void poses_at(const lia_model *m, lia_data *d, const tree_state *s, double t, lia_frame *X) {
  double x[TREE_NV], q[TREE_NQ];
  for (int k = 0; k < m->nv; k++) x[k] = s->v[k] * t + s->a[k] * t * t / 2;
  lia_model_step(m, s->q, x, 1, q);
  lia_fk(m, d, q, X);
}

/* rate of a pose, told at R: velocity of its origin and angular velocity (R' R^T), base axes */
static void twist(const lia_frame *X1, const lia_frame *X0, double h, const double R[9],
    double out[6]) {
  double D[9], W[9];
  for (int k = 0; k < 9; k++) D[k] = (X1->R[k] - X0->R[k]) / h;
  for (int k = 0; k < 3; k++) out[k] = (X1->p[k] - X0->p[k]) / h;
  lia_mult33(W, D, R);
  lia_set3(out + 3, (W[7] - W[5]) / 2, (W[2] - W[6]) / 2, (W[3] - W[1]) / 2);
}

/* momentum about the base origin, linear and angular */
static void momentum(const lia_inertia *J, const lia_frame *X, const double V[6], double out[6]) {
  lia_inertia J0;
  double V0[6], c[3];
  lia_inertia_to(&J0, X, J);
  lia_cross3(c, V + 3, X->p);
  for (int r = 0; r < 6; r++) V0[r] = V[r] - (r < 3 ? c[r] : 0);  // of the point at the base origin
  lia_inertia_mul(out, &J0, V0);
}

/* rate of momentum of body b minus its weight, about the base origin; X at -2h .. 2h */
static void missing_force(const lia_model *m, int b, lia_frame X[5][TREE_MOST], double h,
    double out[6]) {
  const lia_inertia *J = &m->body[b].inertia;
  double V1[6], V0[6], L1[6], L0[6], c[3], t[3];
  twist(&X[4][b], &X[2][b], 2 * h, X[3][b].R, V1);
  twist(&X[2][b], &X[0][b], 2 * h, X[1][b].R, V0);
  momentum(J, &X[3][b], V1, L1);
  momentum(J, &X[1][b], V0, L0);
  lia_mv3(c, X[2][b].R, J->h);
  lia_addto3(c, J->m, X[2][b].p);
  lia_cross3(t, c, m->gravity);
  for (int r = 0; r < 6; r++)
    out[r] = (L1[r] - L0[r]) / (2 * h) - (r < 3 ? J->m * m->gravity[r] : t[r-3]);
}

/* d'Alembert: tau_k = sum over bodies of (rate of momentum - weight) . (motion that v_k gives)
 *                                                                                [course F6.6] */
static void by_newton(const lia_model *m, lia_data *d, const tree_state *s, double *tau) {
  const double h = 3e-4;
  static lia_frame X[5][TREE_MOST], Y[2][TREE_MOST];
  static double f[TREE_MOST][6];
  for (int k = 0; k < 5; k++) poses_at(m, d, s, (k - 2) * h, X[k]);
  for (int b = 0; b < m->nbody; b++) missing_force(m, b, X, h, f[b]);
  for (int k = 0; k < m->nv; k++) {
    tree_state e = *s;
    for (int i = 0; i < m->nv; i++) { e.v[i] = i == k; e.a[i] = 0; }
    poses_at(m, d, &e, h, Y[1]);
    poses_at(m, d, &e, -h, Y[0]);
    tau[k] = m->armature[k] * s->a[k];
    for (int b = 0; b < m->nbody; b++) {
      double V[6], c[3];
      twist(&Y[1][b], &Y[0][b], 2 * h, X[2][b].R, V);
      lia_cross3(c, V + 3, X[2][b].p);
      for (int r = 0; r < 3; r++) tau[k] += (V[r] - c[r]) * f[b][r] + V[3+r] * f[b][3+r];
    }
  }
}

static void newton_agrees(lia_model *m, lia_rng *r) {
  lia_data *d = tree_data(m);
  tree_state s = tree_random(m, r);
  double tau[TREE_NV], want[TREE_NV];
  by_newton(m, d, &s, want);
  lia_rnea(m, d, s.q, s.v, s.a, tau);
  double size = 1;
  for (int k = 0; k < m->nv; k++) size = fmax(size, fabs(want[k]));
  tree_same(tau, want, m->nv, 2e-6, size, "tau");
  lia_free(d);
  lia_free(m);
}

LIA_TEST(newton, holds_for_every_joint) {
  lia_rng r = lia_rng_seed(11);
  for (int j = 0; j < LIA_JOINT_COUNT; j++)
    for (int i = 0; i < 5; i++) newton_agrees(tree_of(&r, 1 + i, j), &r);
}

LIA_TEST(newton, holds_for_every_tree) {
  lia_rng r = lia_rng_seed(12);
  for (int i = 0; i < 1000; i++) newton_agrees(tree(&r), &r);
}

// column k of M is what it takes to accelerate velocity k alone
LIA_TEST(newton, mass_matrix_is_what_acceleration_takes) {
  lia_rng r = lia_rng_seed(13);
  for (int i = 0; i < 1000; i++) {
    lia_model *m = tree(&r);
    lia_data *d = tree_data(m);
    tree_state s = tree_random(m, &r);
    static double M[TREE_NV * TREE_NV];
    double g[TREE_NV], col[TREE_NV], e[TREE_NV] = { 0 };
    lia_crba(m, d, s.q, M);
    lia_rnea(m, d, s.q, NULL, NULL, g);
    for (int k = 0; k < m->nv; k++) {
      e[k] = 1;
      lia_rnea(m, d, s.q, NULL, e, col);
      e[k] = 0;
      for (int j = 0; j < m->nv; j++) {
        cr_assert_float_eq(M[j * m->nv + k], col[j] - g[j], 1e-11, "M[%d][%d]", j, k);
        cr_assert(M[j * m->nv + k] == M[k * m->nv + j]);
      }
    }
    lia_free(d);
    lia_free(m);
  }
}
