/* test_joint.c - the contract every row of the joint table must keep; new joints are tested by
 * being listed */
#include "kinds/constraint.h"
#include "kinds/joint.h"

#include "rbd/fk.h"
#include "rbd/jac.h"

#include "house.h"
#include "trees.h"

#include <string.h>

LIA_TEST(joint, names_are_unique_and_found) {
  for (int j = 0; j < LIA_JOINT_COUNT; j++)
    cr_assert_eq(lia_joint_find(lia_joint_types[j]->name), j);
  cr_assert_eq(lia_joint_find("revolut"), -1);
}

LIA_TEST(joint, rows_are_complete) {
  for (int j = 0; j < LIA_JOINT_COUNT; j++) {
    const lia_joint_type *r = lia_joint_types[j];
    cr_assert(r->name && r->text && strlen(r->text) > 0);
    cr_assert(r->nq <= LIA_JOINT_NQ && r->nv <= LIA_JOINT_NV && r->nparam <= LIA_JOINT_NPARAM &&
        r->naxis <= 2);
    if (r->nv <= 0) continue;
    cr_assert(r->motion && r->nmotion > 0);
    if (r->elementary)
      cr_assert(r->nq == r->nmotion && r->nv == r->nmotion && !r->S, "%s", r->name);
    else cr_assert(r->S, "%s", r->name);
    // numbers that are no rates of each other need all of these
    if (r->nq != r->nv)
      cr_assert(r->step && r->diff && r->rate && r->normalise && r->neutral && r->random, "%s",
          r->name);
    for (int k = 0; k < r->nmotion; k++)
      cr_assert(r->motion[k].q < r->nq && r->motion[k].param <= r->nparam);
  }
}

// what no compiler sees: pieces of a sequence move by their own numbers, general motions turn about
// z
LIA_TEST(joint, rows_keep_to_what_algorithms_know) {
  for (int j = 0; j < LIA_JOINT_COUNT; j++) {
    const lia_joint_type *r = lia_joint_types[j];
    for (int k = 0; k < r->nparam; k++)
      cr_assert(r->param[k].name && r->param[k].unit[0] && r->param[k].text[0], "%s", r->name);
    for (int k = 0; r->suffix && k < r->nv; k++)
      cr_assert(r->suffix[k] && (r->nv == 1 || r->suffix[k][0]), "%s", r->name);
    cr_assert(r->nv <= 0 || r->suffix, "%s: no suffixes", r->name);
    for (int k = 0; k < r->nmotion; k++) {
      const lia_motion *x = &r->motion[k];
      if (r->elementary)
        cr_assert(x->q == k && !x->param && x->step != LIA_STEP_QUAT, "%s", r->name);
      else if (x->step == LIA_STEP_TURN)
        cr_assert(x->axis[0] == 0 && x->axis[1] == 0, "%s", r->name);
    }
    // the constraint that closes a loop with it leaves as many freedoms
    if (r->loop != LIA_CONSTRAINT_COUNT)
      cr_assert_eq(6 - lia_constraint_types[r->loop]->nrow, r->nv, "%s", r->name);
  }
}

/* one body on joint j, with what a joint may be given */
static lia_model *single(lia_rng *r, int j) {
  lia_body_def b = tree_body(r, -1, (lia_joint)j);
  return tree_new(&b, 1, r);
}

// the neutral configuration leaves the moved frame where the joint frame is
LIA_TEST(joint, rests_where_it_is_neutral) {
  lia_rng r = lia_rng_seed(71);
  for (int j = 0; j < LIA_JOINT_COUNT; j++) {
    if (j == LIA_JOINT_moves) continue;  // its moves are shifted
    lia_model *m = single(&r, j);
    lia_data *d = tree_data(m);
    double q[LIA_JOINT_NQ];
    lia_frame X, Y;
    lia_model_neutral(m, q);
    lia_fk(m, d, q, &X);
    lia_frame_mul(&Y, &m->body[0].X_PJ, &m->body[0].X_JB);
    tree_same(X.R, Y.R, 9, 1e-14, 1, lia_joint_types[j]->name);
    tree_same(X.p, Y.p, 3, 1e-14, 1, lia_joint_types[j]->name);
    lia_free(d);
    lia_free(m);
  }
}

// S is the rate of X_J, seen from the moving body: told in its axes, J of one joint is S carried to
// the body's frame
LIA_TEST(joint, motion_subspace_is_the_rate_of_the_pose) {
  lia_rng r = lia_rng_seed(72);
  const double h = 1e-6;
  for (int j = 0; j < LIA_JOINT_COUNT; j++)
    for (int i = 0; i < 20; i++) {
      lia_model *m = single(&r, j);
      lia_data *d = tree_data(m);
      tree_state s = tree_random(m, &r);
      double J[6 * LIA_JOINT_NV], q[LIA_JOINT_NQ];
      lia_jac(m, d, s.q, 0, NULL, 0, J);
      for (int k = 0; k < m->nv; k++) {
        double e[LIA_JOINT_NV] = { 0 }, D[9], W[9], u[3];
        lia_frame X1, X0, X;
        e[k] = 1;
        lia_fk(m, d, s.q, &X);
        lia_model_step(m, s.q, e, h, q);
        lia_fk(m, d, q, &X1);
        lia_model_step(m, s.q, e, -h, q);
        lia_fk(m, d, q, &X0);
        for (int c = 0; c < 9; c++) D[c] = (X1.R[c] - X0.R[c]) / (2 * h);
        for (int c = 0; c < 3; c++) u[c] = (X1.p[c] - X0.p[c]) / (2 * h);
        lia_tmul33(W, X.R, D);  // R^T R' = w~ in body axes
        lia_mtv3(u, X.R, u);
        const double V[6] = { u[0], u[1], u[2], (W[7] - W[5]) / 2, (W[2] - W[6]) / 2,
            (W[3] - W[1]) / 2 };
        for (int c = 0; c < 6; c++)
          cr_assert_float_eq(J[c * m->nv + k], V[c], 1e-8, "%s: S[%d][%d]",
              lia_joint_types[j]->name, c, k);
      }
      lia_free(d);
      lia_free(m);
    }
}

LIA_TEST(joint, axes_are_met_exactly) {
  for (int k = 0; k < 3; k++)
    for (int s = -1; s <= 1; s += 2) {
      double axis[3] = { 0 }, A[9];
      axis[k] = 3 * s;
      lia_joint_align(A, axis);
      for (int c = 0; c < 9; c++) cr_assert(A[c] == 0 || A[c] == 1 || A[c] == -1);
      for (int c = 0; c < 3; c++) cr_assert_eq(A[3*c+2], c == k ? s : 0);
      cr_assert_eq(lia_det33(A), 1);
    }
  lia_rng r = lia_rng_seed(73);
  for (int i = 0; i < 1000; i++) {
    double u[3], A[9], T[9];
    lia_rng_unit(&r, u, 3);
    if (i % 3 == 0) u[2] = i % 2 ? -1e-300 : 0;
    lia_joint_align(A, u);
    lia_tmul33(T, A, A);
    for (int c = 0; c < 9; c++) cr_assert_float_eq(T[c], c % 4 == 0, 1e-14);
    cr_assert_float_eq(lia_det33(A), 1, 1e-14);
    double n = lia_norm3(u);
    for (int c = 0; c < 3; c++) cr_assert_float_eq(A[3*c+2], u[c] / n, 1e-15);
  }
}

// random configurations lie within limits, and the other joints anywhere
LIA_TEST(joint, random_configurations_keep_limits) {
  lia_rng r = lia_rng_seed(74);
  lia_body_def b = tree_body(&r, -1, LIA_JOINT_revolute), s = tree_body(&r, 0, LIA_JOINT_prismatic);
  b.dof[0].q_min = -0.2, b.dof[0].q_max = 0.1;
  s.dof[0].q_min = 5;
  lia_body_def two[2] = { b, s };
  lia_model *m = tree_new(two, 2, &r);
  double q[2], lo = 1, hi = -1;
  for (int i = 0; i < 1000; i++) {
    lia_model_random(m, &r, q);
    cr_assert(q[0] >= -0.2 && q[0] < 0.1 && q[1] >= 5 && q[1] <= 7);
    lo = fmin(lo, q[0]);
    hi = fmax(hi, q[0]);
  }
  cr_assert(lo < -0.19 && hi > 0.09);
  lia_free(m);
}
