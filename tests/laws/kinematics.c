/* kinematics.c - poses, motions and Jacobians of every tree: against the description, and against
 * differences of the poses */
#include "geo/screw.h"
#include "rbd/fk.h"
#include "rbd/jac.h"

#include "house.h"
#include "trees.h"

#include <string.h>

static const double h = 1e-5;

/* where the moved frame of a joint stands, straight from the book: no nodes, no aligned axes */
static void about(lia_frame *X, const double axis[3], double t) {
  double v[3], q[4], n = lia_norm3(axis);
  for (int k = 0; k < 3; k++) v[k] = n > 0 ? t * axis[k] / n : k == 2 ? t : 0;
  *X = LIA_FRAME_IDENTITY;
  lia_quat_exp(q, v);
  lia_quat_to_rot(X->R, q);
}

static void along(lia_frame *X, const double axis[3], double t) {
  double n = lia_norm3(axis);
  *X = LIA_FRAME_IDENTITY;
  for (int k = 0; k < 3; k++) X->p[k] = n > 0 ? t * axis[k] / n : k == 2 ? t : 0;
}

/* a joint nobody has written below: its pieces one after the other, a general one's in the frame of
 * its axis */
static lia_frame pieces(const lia_body_def *b, const double *q) {
  const lia_joint_type *row = lia_joint_types[b->joint];
  lia_frame X = LIA_FRAME_IDENTITY, back = LIA_FRAME_IDENTITY, Y;
  static const double z[3] = { 0, 0, 1 };
  if (!row->elementary) {
    lia_joint_align(X.R, lia_joint_axis(row, 0, b->axis, b->axis2));
    lia_transpose33(back.R, X.R);
  }
  for (int k = 0; k < row->nmotion; k++) {
    const lia_motion *x = &row->motion[k];
    const double *given = row->elementary ? lia_joint_axis(row, k, b->axis, b->axis2) : z;
    double by = q[x->q] * (x->param ? b->param[x->param - 1] : 1);
    Y = LIA_FRAME_IDENTITY;
    if (x->step == LIA_STEP_QUAT) lia_quat_to_rot(Y.R, q + x->q);
    else if (x->step == LIA_STEP_SLIDE) along(&Y, lia_norm3(x->axis) > 0 ? x->axis : given, by);
    else about(&Y, lia_norm3(x->axis) > 0 ? x->axis : given, by);
    lia_frame_mul(&X, &X, &Y);
  }
  lia_frame_mul(&X, &X, &back);
  return X;
}

static lia_frame moved(const lia_body_def *b, const double *q) {
  static const double x[3] = { 1, 0, 0 }, y[3] = { 0, 1, 0 }, z[3] = { 0, 0, 1 };
  lia_frame X = LIA_FRAME_IDENTITY, Y, Z;
  switch (b->joint) {
    case LIA_JOINT_revolute: about(&X, b->axis, q[0]); break;
    case LIA_JOINT_prismatic: along(&X, b->axis, q[0]); break;
    case LIA_JOINT_helical: about(&X, b->axis, q[0]); along(&Y, b->axis,
        b->param[0] * q[0]); lia_frame_mul(&X, &X, &Y); break;
    case LIA_JOINT_cylindrical: about(&X, b->axis, q[0]); along(&Y, b->axis,
        q[1]); lia_frame_mul(&X, &X, &Y); break;
    case LIA_JOINT_universal: about(&X, b->axis, q[0]); about(&Y, b->axis2, q[1]); lia_frame_mul(&X,
        &X, &Y); break;
    case LIA_JOINT_spherical: lia_quat_to_rot(X.R, q); break;
    case LIA_JOINT_planar:
      along(&X, x, q[0]); along(&Y, y, q[1]); about(&Z, z, q[2]);
      lia_frame_mul(&X, &X, &Y); lia_frame_mul(&X, &X, &Z);
      break;
    case LIA_JOINT_floating: lia_copy3(X.p, q); lia_quat_to_rot(X.R, q + 3); break;
    case LIA_JOINT_moves:
      for (int k = 0; k < b->nmove; k++) {
        Y = LIA_FRAME_IDENTITY;
        lia_copy3(Y.p, b->move[k].shift);
        lia_frame_mul(&X, &X, &Y);
        if (b->move[k].slide) along(&Y, b->move[k].axis, q[k]);
        else about(&Y, b->move[k].axis, q[k]);
        lia_frame_mul(&X, &X, &Y);
      }
      break;
    default: X = pieces(b, q); break;
  }
  return X;
}

LIA_TEST(kinematics, bodies_stand_where_their_joints_put_them) {
  lia_rng r = lia_rng_seed(31);
  for (int i = 0; i < 1000; i++) {
    lia_body_def b[TREE_MOST];
    int n = 1 + (int)lia_rng_below(&r, TREE_MOST - 1);
    for (int k = 0; k < n; k++)
      b[k] = tree_body(&r, (int)lia_rng_below(&r, (uint64_t)k + 1) - 1,
          (lia_joint)lia_rng_below(&r, LIA_JOINT_COUNT));
    lia_model *m = tree_new(b, n, &r);
    lia_data *d = tree_data(m);
    tree_state s = tree_random(m, &r);
    lia_frame X[TREE_MOST], Y[TREE_MOST], Z;
    lia_fk(m, d, s.q, X);
    for (int k = 0; k < n; k++) {
      lia_frame J = moved(&b[k], s.q + m->body[k].iq),
          P = b[k].parent < 0 ? LIA_FRAME_IDENTITY : Y[b[k].parent];
      lia_frame_mul(&Y[k], &P, &b[k].X_PJ);
      lia_frame_mul(&Y[k], &Y[k], &J);
      lia_frame_mul(&Y[k], &Y[k], &b[k].X_JB);
      tree_same(X[k].R, Y[k].R, 9, 1e-13, 1, "R");
      tree_same(X[k].p, Y[k].p, 3, 1e-13, 1, "p");
      lia_fk_one(m, d, s.q, k, &Z);
      cr_assert(memcmp(&Z, &X[k], sizeof Z) == 0);
    }
    lia_free(d);
    lia_free(m);
  }
}

// q (+) v h stays on the manifold, has rate dq/dt at h = 0, and (-) undoes it
LIA_TEST(kinematics, steps_of_every_joint_are_exact) {
  lia_rng r = lia_rng_seed(32);
  for (int i = 0; i < 1000; i++) {
    lia_model *m = tree_of(&r, 3, i % LIA_JOINT_COUNT);
    tree_state s = tree_random(m, &r);
    double q[TREE_NQ], p[TREE_NQ], v[TREE_NV], rate[TREE_NQ], t = lia_rng_range(&r, 0, 1.5);
    lia_model_step(m, s.q, s.v, t, q);
    memcpy(p, q, sizeof p);
    lia_model_normalise(m, p);
    tree_same(p, q, m->nq, 1e-15, 1, "normalised");
    lia_model_diff(m, s.q, q, v);
    for (int k = 0; k < m->nv; k++) v[k] /= t;
    tree_same(v, s.v, m->nv, 1e-12, 1, "difference");
    // half the way twice is the way
    lia_model_step(m, s.q, s.v, t / 2, p);
    lia_model_step(m, p, s.v, t / 2, p);
    tree_same(p, q, m->nq, 1e-14, 1, "two halves");
    lia_model_rate(m, s.q, s.v, rate);
    lia_model_step(m, s.q, s.v, h, q);
    lia_model_step(m, s.q, s.v, -h, p);
    for (int k = 0; k < m->nq; k++) q[k] = (q[k] - p[k]) / (2 * h);
    tree_same(q, rate, m->nq, 1e-9, 1, "rate");
    lia_free(m);
  }
}

/* the point and axes at time t of the motion from s */
static void frames_at(const lia_model *m, lia_data *d, const tree_state *s, double t, int body,
    const double p[3], int axes, lia_frame *X, double R[9]) {
  double x[TREE_NV], q[TREE_NQ];
  lia_frame E;
  for (int k = 0; k < m->nv; k++) x[k] = s->v[k] * t + s->a[k] * t * t / 2;
  lia_model_step(m, s->q, x, 1, q);
  lia_fk(m, d, q, NULL);
  lia_fk_body(m, d, body, X);
  lia_frame_point(X->p, X, p);
  lia_eye33(R);
  if (axes < 0) return;
  lia_fk_body(m, d, axes, &E);
  lia_copy33(R, E.R);
}

/* velocity of the point and angular velocity in axes, by differences */
static void velocity_at(const lia_model *m, lia_data *d, const tree_state *s, double t, int body,
    const double p[3], int axes, double V[6]) {
  lia_frame A, B, X;
  double E[9], D[9], W[9], F[9];
  frames_at(m, d, s, t + h, body, p, axes, &A, F);
  frames_at(m, d, s, t - h, body, p, axes, &B, F);
  frames_at(m, d, s, t, body, p, axes, &X, E);
  for (int k = 0; k < 9; k++) D[k] = (A.R[k] - B.R[k]) / (2 * h);
  lia_mult33(W, D, X.R);
  lia_set3(V + 3, (W[7] - W[5]) / 2, (W[2] - W[6]) / 2, (W[3] - W[1]) / 2);
  for (int k = 0; k < 3; k++) V[k] = (A.p[k] - B.p[k]) / (2 * h);
  lia_mtv3(V, E, V);
  lia_mtv3(V + 3, E, V + 3);
}

static void times_v(const double *J, const double *v, int rows, int nv, double *out) {
  for (int r = 0; r < rows; r++) {
    out[r] = 0;
    for (int k = 0; k < nv; k++) out[r] += J[r*nv+k] * v[k];
  }
}

// J v is the velocity, by differences and by recursion; J a + J' v its rate; J' that of J; force
// and velocity are dual
LIA_TEST(kinematics, jacobians_are_the_rates_of_poses) {
  lia_rng r = lia_rng_seed(33);
  for (int i = 0; i < 1000; i++) {
    lia_model *m = tree(&r);
    lia_data *d = tree_data(m);
    tree_state s = tree_random(m, &r);
    int body = (int)lia_rng_below(&r, (uint64_t)m->nbody),
        axes = (int)lia_rng_below(&r, (uint64_t)m->nbody + 1) - 1;
    static double J[7 * TREE_NV], J1[6 * TREE_NV], J0[6 * TREE_NV], Jd[6 * TREE_NV];
    double p[3], V[6], W[6], U[6], A[6], F[6], tau[TREE_NV] = { 0 };
    tree_vector(&r, p, 3, 1);
    tree_vector(&r, F, 6, 1);

    lia_jac(m, d, s.q, body, p, axes, J);
    times_v(J, s.v, 6, m->nv, V);
    velocity_at(m, d, &s, 0, body, p, axes, W);
    tree_same(V, W, 6, 1e-8, 1, "velocity by differences");
    lia_fk_motion(m, d, s.q, s.v, s.a);
    lia_fk_velocity(m, d, body, p, axes, U);
    tree_same(U, V, 6, 1e-13, 1, "velocity by recursion");

    // power of a force is that of the joints
    lia_jac_force(m, d, body, p, axes, F, tau);
    double power = 0, joints = 0;
    for (int k = 0; k < 6; k++) power += F[k] * V[k];
    for (int k = 0; k < m->nv; k++) joints += tau[k] * s.v[k];
    cr_assert_float_eq(power, joints, 1e-11);

    // rate of the Jacobian, along the motion
    double q[TREE_NQ];
    lia_jac_rate(m, d, s.q, s.v, body, p, axes, Jd);
    lia_model_step(m, s.q, s.v, h, q);
    lia_jac(m, d, q, body, p, axes, J1);
    lia_model_step(m, s.q, s.v, -h, q);
    lia_jac(m, d, q, body, p, axes, J0);
    for (int k = 0; k < 6 * m->nv; k++) J1[k] = (J1[k] - J0[k]) / (2 * h);
    tree_same(Jd, J1, 6 * m->nv, 1e-7, 1, "rate of J");

    // d/dt (J v) = J a + J' v
    times_v(Jd, s.v, 6, m->nv, W);
    lia_jac_bias(m, d, s.q, s.v, body, p, axes, U);
    tree_same(U, W, 6, 1e-11, 1, "J' v");
    times_v(J, s.a, 6, m->nv, A);
    lia_fk_motion(m, d, s.q, s.v, s.a);
    lia_fk_acceleration(m, d, body, p, LIA_AXES_BASE, W);
    if (axes < 0)
      for (int k = 0; k < 6; k++) cr_assert_float_eq(A[k] + U[k], W[k], 1e-10);
    lia_free(d);
    lia_free(m);
  }
}

// J of angles and of the quaternion: their rates by differences
LIA_TEST(kinematics, analytic_jacobians_are_the_rates_of_what_they_say) {
  lia_rng r = lia_rng_seed(34);
  for (int i = 0; i < 1000; i++) {
    lia_model *m = tree(&r);
    lia_data *d = tree_data(m);
    tree_state s = tree_random(m, &r);
    lia_euler e = { (lia_euler_seq)(i % LIA_EULER_COUNT), i % 2 ? LIA_FIXED : LIA_MOVING };
    int body = (int)lia_rng_below(&r, (uint64_t)m->nbody);
    static double J[7 * TREE_NV];
    lia_frame X1, X0, X;
    double a1[3], a0[3], b1[4], b0[4], out[7], E[9];
    double zero[3] = { 0 };
    for (int k = 0; k < m->nv; k++) s.a[k] = 0;
    frames_at(m, d, &s, h, body, zero, -1, &X1, E);
    frames_at(m, d, &s, -h, body, zero, -1, &X0, E);
    frames_at(m, d, &s, 0, body, zero, -1, &X, E);
    lia_pole pole;
    lia_euler_from_rot(a1, e, X.R, &pole);
    if (!pole.flags && !lia_jac_euler(m, d, s.q, body, NULL, e, J)) {
      times_v(J, s.v, 6, m->nv, out);
      lia_euler_from_rot(a1, e, X1.R, NULL);
      lia_euler_from_rot(a0, e, X0.R, NULL);
      for (int k = 0; k < 3; k++) {
        double diff = remainder(a1[k] - a0[k], 6.283185307179586) / (2 * h);
        cr_assert_float_eq(out[3+k], diff, 1e-5 * (1 + fabs(diff) * fabs(diff)),
            "%s angle %d: %g, %g", lia_euler_name(e.seq), k, out[3+k], diff);
      }
    }
    lia_jac_quat(m, d, s.q, body, NULL, J);
    times_v(J, s.v, 7, m->nv, out);
    lia_quat_from_rot(b1, X1.R, NULL);
    lia_quat_from_rot(b0, X0.R, NULL);
    if (lia_quat_dot(b1, b0) > 0.9)
      for (int k = 0; k < 4; k++) cr_assert_float_eq(out[3+k], (b1[k] - b0[k]) / (2 * h), 1e-8);
    lia_free(d);
    lia_free(m);
  }
}
