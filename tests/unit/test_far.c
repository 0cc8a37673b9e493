/* test_far.c - bodies far from their root: the other road to the same numbers for every tree, and
 * known answers where it matters */
#include "rbd/aba.h"
#include "rbd/com.h"
#include "rbd/coriolis.h"
#include "rbd/crba.h"
#include "rbd/deriv.h"
#include "rbd/answer.h"
#include "rbd/far.h"
#include "rbd/forward.h"
#include "rbd/regress.h"
#include "rbd/rnea.h"

#include "house.h"
#include "trees.h"

static double largest(const double *x, int n) {
  double most = 0;
  for (int k = 0; k < n; k++) most = fmax(most, fabs(x[k]));
  return most;
}

// no tree here is far; told that it is, every function must say the same by its other road
LIA_TEST(far, both_roads_agree_on_every_tree) {
  static double M[2][TREE_NV * TREE_NV], W[2][TREE_NV * TREE_NV], C[2][TREE_NV * TREE_NV],
      B[2][TREE_NV * TREE_NV], A[2][6 * TREE_NV], J[2][3 * TREE_NV],
      Y[2][TREE_NV * 10 * TREE_MOST];
  static double S[2][TREE_NV * TREE_NV * TREE_NV], work[TREE_NV * TREE_NV + 2 * TREE_NV],
      dq[TREE_NV * TREE_NV], dv[TREE_NV * TREE_NV];
  double a[2][TREE_NV], again[TREE_NV];
  lia_rng r = lia_rng_seed(17);
  for (int i = 0; i < 200; i++) {
    lia_model *m = tree(&r);
    lia_data *d = tree_data(m);
    tree_state s = tree_random(m, &r);
    const int n = m->nv, pairs = n * (n - 1) / 2;
    cr_assert(!m->far);
    for (int road = 0; road < 2; road++) {
      m->far = road;
      lia_crba(m, d, s.q, M[road]);
      lia_forward(m, d, s.q, s.v, s.a, a[road]);
      lia_forward_minv(m, d, s.q, W[road]);
      lia_coriolis(m, d, s.q, s.v, C[road]);
      lia_coriolis_split(m, d, s.q, B[road], S[road], work);
      cr_assert_eq(lia_answer_weightless(m, d, s.q), -1);
      lia_regress(m, d, s.q, s.v, s.a, Y[road]);
      if (m->mass > 0) {   // else there is no centre, and no answer is asked for
        lia_com_matrix(m, d, s.q, A[road]);
        lia_com_jacobian(m, d, s.q, J[road]);
      }
    }
    lia_deriv_forward(m, d, s.q, s.v, s.a, again, dq, dv, work);
    tree_same(M[1], M[0], n * n, 1e-12, largest(M[0], n * n), "M");
    tree_same(a[1], a[0], n, 1e-8, 1 + largest(a[0], n), "a");
    tree_same(again, a[1], n, 0, 1, "a with its derivatives");
    tree_same(W[1], W[0], n * n, 1e-8, 1 + largest(W[0], n * n), "inverse of M");
    tree_same(work, W[1], n * n, 1e-9, 1 + largest(W[0], n * n), "da/dtau");
    tree_same(C[1], C[0], n * n, 1e-11, 10 + largest(C[0], n * n), "C");
    tree_same(B[1], B[0], n * n, 1e-11, 10 + largest(B[0], n * n), "B");
    tree_same(S[1], S[0], n * pairs, 1e-11, 10 + largest(S[0], n * pairs), "pairs of C");
    tree_same(Y[1], Y[0], n * 10 * m->nbody, 1e-12, largest(Y[0], n * 10 * m->nbody), "regressor");
    tree_same(A[1], A[0], 6 * n, 1e-12, largest(A[0], 6 * n), "momentum matrix");
    tree_same(J[1], J[0], 3 * n, 1e-12, largest(J[0], 3 * n), "Jacobian of the centre of mass");
    lia_free(d);
    lia_free(m);
  }
}

/* a carrier that turns about z, a body R away that turns about its y, mass 2, Iyy = 0.3 about its
 * origin */
static lia_model *carried(double R, double radius) {
  const double down[3] = { 0, 0, 0 };
  lia_body_def b[2] = { lia_body_def_new("carrier"), lia_body_def_new("carried") };
  lia_model *m;
  lia_error err = { 0 };
  for (int k = 0; k < 2; k++) {
    b[k].joint = LIA_JOINT_revolute;
    b[k].has_inertia = 1;
    b[k].inertia.m = 2;
  }
  b[0].inertia.I[2] = 5;
  b[1].parent = 0;
  b[1].axis[1] = 1;
  b[1].X_PJ.p[0] = R;
  for (int k = 0; k < 3; k++) b[1].inertia.I[k] = 2 * radius * radius;
  cr_assert_eq(lia_model_new(&m, b, 2, down, &err), LIA_OK, "%s", err.text);
  return m;
}

LIA_TEST(far, is_what_is_ten_thousand_radii_away) {
  for (double radius = 1e-3; radius < 1e3; radius *= 10)
    for (int k = 0; k < 8; k++) {
      const double R = radius * pow(10, k);
      lia_model *m = carried(R, radius);
      lia_data *d = tree_data(m);
      double q[2] = { 0.3, 0.4 }, M[4];
      cr_assert_eq(m->far, k > 4, "%g radii", R / radius);
      lia_crba(m, d, q, M);
      cr_assert_float_eq(M[3] / (2 * radius * radius), 1, 3e-8, "R %g, radius %g", R, radius);
      cr_assert_float_eq(M[0] / (5 + 2 * R * R + 2 * radius * radius), 1, 1e-14);
      cr_assert_eq(lia_answer_weightless(m, d, q), -1);
      lia_free(d);
      lia_free(m);
    }
  // a point on its axis has no radius: nothing is far, and nothing moves
  lia_model *m = carried(1e6, 0);
  lia_data *d = tree_data(m);
  double q[2] = { 0.3, 0.4 };
  cr_assert_eq(m->far, 0);
  cr_assert_eq(lia_answer_weightless(m, d, q), 1);
  lia_free(d);
  lia_free(m);
}

/* n bodies one after the other, `step` apart along x, joints as told, each with the mass and
 * inertia of its row */
typedef struct link { lia_joint joint; int axis; double m, h, I, armature; } link;

static int weightless(const link *row, int n, double step, double scale) {
  const double down[3] = { 0, 0, 0 };
  lia_body_def b[4];
  lia_model *m;
  lia_error err = { 0 };
  double q[4] = { 0.3, 0.4, -0.2, 0.5 };
  for (int k = 0; k < n; k++) {
    b[k] = lia_body_def_new("link");
    b[k].parent = k - 1;
    b[k].joint = row[k].joint;
    b[k].axis[row[k].axis] = 1;
    b[k].X_PJ.p[0] = k ? step : 0;
    b[k].has_inertia = 1;
    b[k].inertia.m = row[k].m;
    b[k].inertia.h[2] = row[k].h;
    for (int i = 0; i < 3; i++) b[k].inertia.I[i] = row[k].I;
    b[k].dof[0].armature = row[k].armature;
    b[k].dof[0].scale = scale;
  }
  cr_assert_eq(lia_model_new(&m, b, n, down, &err), LIA_OK, "%s", err.text);
  lia_data *d = tree_data(m);
  int who = lia_answer_weightless(m, d, q);
  lia_free(d);
  lia_free(m);
  return who;
}

LIA_TEST(far, names_the_first_that_moves_no_mass) {
  const lia_joint R = LIA_JOINT_revolute, P = LIA_JOINT_prismatic;
  for (double scale = 0.01; scale < 300; scale *= 100)
    for (double size = 1e-9; size < 1e10; size *= 1e6) {   // of masses; lengths are 1
      const link plain[3] = { { R, 2, size, 0, size, 0 }, { P, 0, size, 0, 0, 0 },
          { R, 1, size, 0, size, 0 } };
      cr_assert_eq(weightless(plain, 3, 1, scale), -1);
      const link nothing[2] = { { R, 2, size, 0, size, 0 }, { P, 0, 0, 0, 0, 0 } };
      cr_assert_eq(weightless(nothing, 2, 1, scale), 1);
      const link none[1] = { { P, 0, 0, 0, 0, 0 } };
      cr_assert_eq(weightless(none, 1, 1, scale), 0);
      // a point on its axis, 1 from the root; its rotor helps, and so does a moment of inertia that
      // is small but there
      const link point[2] = { { R, 2, size, 0, size, 0 }, { R, 2, size, 0, 0, 0 } };
      cr_assert_eq(weightless(point, 2, 1, scale), 1);
      const link rotor[2] = { { R, 2, size, 0, size, 0 }, { R, 2, size, 0, 0, 1e-6 * size } };
      cr_assert_eq(weightless(rotor, 2, 1, scale), -1);
      const link small[2] = { { R, 2, size, 0, size, 0 }, { R, 2, size, 0, 1e-7 * size, 0 } };
      cr_assert_eq(weightless(small, 2, 1, scale), -1);
      // so little that base axes would drown it: body axes are taken, which keep it
      const link little[2] = { { R, 2, size, 0, size, 0 }, { R, 2, size, 0, 3e-15 * size, 0 } };
      cr_assert_eq(weightless(little, 2, 1, scale), -1);
      // two that turn about one line, with a mass on the second only: together they move it, and
      // each alone, but not both
      const link twice[2] = { { R, 0, 0, 0, 0, 0 }, { R, 0, size, 0, size, 0 } };
      cr_assert_eq(weightless(twice, 2, 1, scale), 1);
      const link apart[2] = { { R, 0, 1e-9 * size, 0, 1e-9 * size, 0 },
          { R, 0, size, 0, size, 0 } };
      cr_assert_eq(weightless(apart, 2, 1, scale), -1);
      // a mass off its axis by h/m
      const link off[2] = { { R, 2, size, 0, size, 0 }, { R, 1, size, 0.3 * size, 0.2 * size, 0 } };
      cr_assert_eq(weightless(off, 2, 1, scale), -1);
    }
}
