/* space.c - every function of geo, fed with ordinary and with extraordinary numbers: it answers,
 * and asks for no memory */
#include "geo/axang.h"
#include "geo/axes.h"
#include "geo/convex.h"
#include "geo/convex_faces.h"
#include "geo/dhfit.h"
#include "geo/rot_repr.h"
#include "geo/evec.h"
#include "geo/gibbs.h"
#include "geo/moves.h"
#include "geo/screw.h"
#include "geo/solid.h"

#include "turns.h"

#include <string.h>

/* numbers at hand: x is read, o is written; both are longer than anything here needs */
typedef struct numbers { double x[40], o[40]; lia_frame X[3]; lia_inertia J[2]; } numbers;

static void vectors_and_quaternions(numbers *n, lia_side side) {
  const double *x = n->x, *y = x + 9;
  double *o = n->o, angle;
  lia_pole pole;
  lia_quat_set(o, x[0], x[1], x[2], x[3]);
  lia_quat_identity(o);
  lia_quat_mul(o, x, y);
  lia_quat_conj(o, x);
  o[0] = lia_quat_dot(x, y);
  lia_quat_rotate(o, x, y);
  lia_quat_to_rot(o, x);
  lia_quat_unit(o, x);
  lia_quat_canon(o, x);
  lia_quat_from_rot(o, x, &pole);
  lia_quat_exp(o, x);
  lia_quat_log(o, x, &pole);
  lia_quat_pow(o, x, y[0]);
  lia_quat_slerp(o, x, y, y[4], side == LIA_BASE ? LIA_SHORT : LIA_LONG);
  o[0] = lia_quat_angle(x, y);
  lia_quat_between(o, x, y);
  lia_quat_omega(o, x, y, side);
  lia_quat_rate(o, x, y, side);
  lia_quat_accel(o, x, y, y + 4, side);
  lia_quat_rate2(o, x, y, y + 4, side);
  lia_quat_step(o, x, y, y[4], side);
  lia_axang_to_quat(o, x, x[3]);
  lia_quat_axis(o, &angle, x, &pole);
  lia_axang_from_quat(o, &angle, x, &pole);
  lia_axang_omega(o, x, y, side);
  lia_axang_rate(o, x, y, side);
  lia_axang_accel(o, x, y, y + 4, side);
  lia_axang_rate2(o, x, y, y + 4, side);
  lia_evec_omega(o, x, y, side);
  lia_evec_rate(o, x, y, side);
  lia_evec_accel(o, x, y, y + 4, side);
  lia_evec_rate2(o, x, y, y + 4, side);
  lia_gibbs_to_quat(o, x);
  lia_gibbs_from_quat(o, x, &pole);
  lia_gibbs_mul(o, x, y);
  lia_gibbs_omega(o, x, y, side);
  lia_gibbs_rate(o, x, y, side);
  lia_gibbs_accel(o, x, y, y + 4, side);
  lia_gibbs_rate2(o, x, y, y + 4, side);
}

static void matrices(numbers *n, lia_side side) {
  const double *x = n->x, *y = x + 9, *z = x + 18;
  double *o = n->o;
  lia_pole pole;
  lia_rot_fit fit;
  lia_rot_about(o, (int)side, x[0]);
  lia_rot_x(o, x[0]);
  lia_rot_y(o, x[0]);
  lia_rot_z(o, x[0]);
  lia_rot_exp(o, x);
  lia_rot_log(o, x, &pole);
  lia_rot_coefs(x[0]);
  lia_rot_jleft(o, x);
  lia_rot_jright(o, x);
  lia_rot_jleft_inv(o, x);
  lia_rot_jright_inv(o, x);
  o[0] = lia_rot_angle(x, y);
  lia_rot_slerp(o, x, y, z[0], side == LIA_BASE ? LIA_SHORT : LIA_LONG);
  lia_rot_pow(o, x, y[0]);
  lia_rot_between(o, x, y);
  o[0] = lia_rot_defect(x);
  o[0] = lia_rot_error(x);
  lia_rot_columns(o, x, y, 2);
  lia_rot_nearest(o, x, &fit);
  lia_rot_polar(o, x, &fit);
  lia_rot_mean(o, 3, x, x + 30, 3);
  lia_rot_omega(o, x, y, side);
  lia_rot_rate(o, x, y, side);
  lia_rot_accel(o, x, y, side);
  lia_rot_rate2(o, x, y, z, side);
  lia_rot_step(o, x, y, z[0], side);
  lia_rot_transport(o, x, y, y + 3, y + 6);
  lia_rot_transport2(o, x, y, y + 3, y + 6, z, z + 3);
}

static void dresses(numbers *n, lia_side side) {
  const double *x = n->x, *y = x + 9, *z = x + 18;
  double *o = n->o;
  lia_pole pole;
  for (int k = 0; k < LIA_EULER_COUNT; k++) {
    lia_euler e = { (lia_euler_seq)k, side == LIA_BASE ? LIA_FIXED : LIA_MOVING };
    lia_error err = { 0 };
    cr_assert_eq(lia_euler_parse(&e, lia_euler_name((lia_euler_seq)k), e.kind, &err), LIA_OK);
    cr_assert_eq(lia_euler_parse(&e, "xxy", e.kind, &err), LIA_EPARSE);
    lia_euler_to_rot(o, e, x);
    lia_euler_to_quat(o, e, x);
    lia_euler_from_rot(o, e, x, &pole);
    lia_euler_from_quat(o, e, x, &pole);
    lia_euler_other(o, e, x);
    lia_euler_jacobian(o, e, x, side);
    lia_euler_omega(o, e, x, y, side);
    lia_euler_rate(o, e, x, y, side);
    lia_euler_accel(o, e, x, y, z, side);
    lia_euler_rate2(o, e, x, y, z, side);
  }
  for (int k = 0; k < LIA_ROT_REPR_COUNT; k++) {
    lia_rot_repr d = { (lia_rot_repr_kind)k, LIA_EULER_RPY },
        other = { (lia_rot_repr_kind)(LIA_ROT_REPR_COUNT - 1 - k), LIA_EULER_RPY };
    cr_assert_geq(lia_rot_repr_size(d), 3);
    lia_rot_repr_to_quat(o, d, x);
    lia_rot_repr_from_quat(o, d, x, &pole);
    lia_rot_repr_to_rot(o, d, x);
    lia_rot_repr_from_rot(o, d, x, &pole);
    lia_rot_repr_convert(o, other, x, d, &pole);
    lia_rot_repr_mul(o, d, x, y, &pole);
    lia_rot_repr_omega(o, d, x, y, side);
    lia_rot_repr_rate(o, d, x, y, side);
    lia_rot_repr_accel(o, d, x, y, z, side);
    lia_rot_repr_rate2(o, d, x, y, z, side);
  }
}

static void frames(numbers *n) {
  const double *x = n->x, *y = x + 9;
  double *o = n->o, t[3];
  lia_frame *X = n->X, each[3];
  lia_frame_off off;
  lia_move m[3] = { { .kind = LIA_MOVE_RX, .fixed = 1, .value = x[0] },
      { .kind = LIA_MOVE_TZ, .value = x[1] }, { .kind = LIA_MOVE_FRAME, .X = X[1] } };
  int order[3];
  lia_frame_mul(X, X + 1, X + 2);
  lia_frame_inv(X, X + 1);
  lia_frame_between(X, X + 1, X + 2);
  lia_frame_point(o, X + 1, x);
  lia_frame_point_back(o, X + 1, x);
  lia_frame_vector(o, X + 1, x);
  lia_frame_vector_back(o, X + 1, x);
  lia_frame_trans_rot(X, y, x);
  lia_frame_rot_trans(X, x, y);
  lia_frame_as_trans_rot(t, o, X + 1);
  lia_frame_as_rot_trans(o, t, X + 1);
  lia_frame_to44(o, X + 1);
  lia_frame_of44(X, &off, x);
  lia_frame_apart(o, o + 1, X + 1, X + 2);
  lia_frame_interp(X, X + 1, X + 2, x[0]);
  lia_frame_lerp(X, X + 1, X + 2, x[0]);
  cr_assert_eq(lia_move_find(lia_move_name(LIA_MOVE_TZ)), LIA_MOVE_TZ);
  lia_move_elementary(X, LIA_MOVE_RY, x[0]);
  lia_move_frame(X, m);
  lia_moves_compose(X, each, m, 3);
  lia_moves_order(order, m, 3);
  lia_axes_vector(o, x);
  lia_axes_vector6(o, x);
  lia_axes_matrix(o, x);
  lia_axes_frame(X, X + 1);
  lia_axes_rpy(o, x);
  lia_axes_quat(o, x);
  lia_axes_inertia(n->J, n->J + 1);
}

static void screws(numbers *n) {
  const double *x = n->x, *y = x + 9;
  double *o = n->o;
  lia_frame *X = n->X;
  lia_screw s;
  lia_rot6(o, x, y);
  lia_rot6_back(o, x, y);
  lia_twist_to(o, X + 1, x);
  lia_twist_from(o, X + 1, x);
  lia_wrench_to(o, X + 1, x);
  lia_wrench_from(o, X + 1, x);
  lia_twist_at(o, x, y);
  lia_wrench_at(o, x, y);
  o[0] = lia_twist_power(x, y);
  lia_twist_bracket(o, x, y);
  lia_twist_carry(o, x, y);
  lia_adjoint(o, X + 1);
  lia_adjoint_dual(o, X + 1);
  lia_adjoint_rate(o, x);
  lia_twist_to44(o, x);
  lia_twist_of44(o, x);
  lia_twist_screw(&s, x);
  lia_screw_twist(o, &s);
  lia_wrench_screw(&s, x);
  lia_screw_wrench(o, &s);
  lia_frame_screw(&s, X + 1);
  lia_screw_frame(X, &s);
  lia_twist_exp(X, x);
  lia_twist_log(o, X + 1);
  lia_twist_log_other(o, X + 1);
  lia_twist_jac(o, x);
  lia_twist_jac_inv(o, x);
}

static void bodies(numbers *n) {
  const double *x = n->x, *y = x + 9;
  double *o = n->o, t[9];
  lia_frame *X = n->X;
  lia_inertia *J = n->J;
  lia_error err = { 0 };
  lia_inertia_to33(o, x);
  lia_inertia_of33(o, x);
  lia_inertia_products(o, x);
  lia_inertia_of_com(J, x[0], x + 1, x + 4);
  lia_inertia_to_com(o, t, J + 1);
  lia_inertia_shift(J, J + 1, x);
  lia_inertia_rotate(J, x, J + 1);
  lia_inertia_to(J, X + 1, J + 1);
  lia_inertia_from(J, X + 1, J + 1);
  lia_inertia_add(J, J + 1, J + 1);
  lia_inertia_sub(J, J + 1, J + 1);
  lia_inertia_mul(o, J + 1, x);
  o[0] = lia_inertia_energy(J + 1, x);
  lia_inertia_to66(o, J + 1);
  lia_inertia_to_pseudo(o, J + 1);
  lia_inertia_of_pseudo(J, y);
  lia_inertia_principal(o, t, J + 1);
  lia_inertia_check(J + 1, 1, "here", &err);
  for (int k = 0; k < LIA_SOLID_COUNT; k++) {
    cr_assert_eq(lia_solid_find(lia_solid_rows[k].name), k);
    o[0] = lia_solid_measure((lia_solid_kind)k, x);
    lia_solid_inertia(J, (lia_solid_kind)k, x, x[3]);
    lia_solid_check((lia_solid_kind)k, x, "here", &err);
  }
}

static void tables(numbers *n) {
  const double *x = n->x;
  lia_frame *X = n->X, each[3];
  lia_dh_off off;
  for (int kind = LIA_DH_standard; kind <= LIA_DH_khalil; kind++) {
    lia_dh row[2] = { { x[0], x[1], x[2], x[3], x[4], x[5] },
        { x[6], x[7], x[8], x[9], x[10], x[11] } };
    lia_inertia body[2] = { n->J[1], n->J[1] };
    lia_dh_chain c = { (lia_dh_kind)kind, 2, row, body, X[1], X[2] };
    lia_dh_frame(X, (lia_dh_kind)kind, row);
    lia_dh_of_frame(row, &off, (lia_dh_kind)kind, X + 1, 1);
    lia_dh_chain_frame(X, each, &c);
    for (int to = LIA_DH_standard; to <= LIA_DH_khalil; to++) lia_dh_convert(&c, (lia_dh_kind)to);
    lia_dhfit_axis axis[3] = { { { x[0], x[1], x[2] }, { x[3], x[4], x[5] }, 0, 0 },
        { { x[6], x[7], x[8] }, { x[9], x[10], x[11] }, 1, 0 },
        { { x[12], x[13], x[14] }, { x[15], x[16], x[17] }, 0, 1 } };
    lia_dhfit(&c, each, NULL, axis, NULL);
  }
  for (int k = 0; k < LIA_DHFIT_COUNT; k++) cr_assert(lia_dhfit_text(k) != NULL);
}

// every shape beside every other; a polytope has the corners of a box
static void shapes(numbers *n) {
  static const int first[] = { 0, 4, 8, 12, 16, 20, 24 };
  static const int corner[] = { 0, 2, 3, 1, 4, 5, 7, 6, 0, 1, 5, 4, 2, 6, 7, 3, 0, 4, 6, 2, 1, 3, 7,
    5 };
  static const int f[] = { 0, 2, 1, 0, 1, 4, 0, 4, 2, 1, 2, 4 };   // of the corner at the origin
  int faces[5], corners[12], work[12];
  double v[24], at[3], size[8];
  lia_nearest near;
  lia_touch touch[LIA_TOUCH_MOST];
  lia_convex_bound bound;
  int count;
  lia_error err;
  for (int k = 0; k < 24; k++) v[k] = (k / 3 >> (2 - k % 3) & 1 ? 1 : -1) * (1 + fabs(n->x[k]));
  for (int k = 0; k < 8; k++) size[k] = fabs(n->x[k]);
  (void)lia_convex_faces(faces, corners, v, 8, f, 4, work);
  for (int a = 0; a < LIA_CONVEX_COUNT; a++)
    for (int b = 0; b < LIA_CONVEX_COUNT; b++) {
      const lia_convex A = { a, { size[0], size[1], size[2] }, size[3], 8, 6, v, first, corner };
      const lia_convex B = { b, { size[4], size[5], size[6] }, size[7], 8, 6, v, first, corner };
      cr_assert(lia_convex_name(a) != NULL);
      if (lia_convex_check(&A, "A", &err) != LIA_OK || lia_convex_check(&B, "B", &err) != LIA_OK)
        continue;
      lia_convex_bound_of(&bound, &A);
      (void)!lia_convex_nearest(&near, &A, n->X + 1, &B, n->X + 2, &err);
      (void)!lia_convex_within(&count, &A, n->X + 1, &B, n->X + 2, fabs(n->x[8]), &err);
      (void)!lia_convex_touch(touch, &count, at, &A, n->X + 1, &B, n->X + 2, fabs(n->x[8]), &err);
    }
}

enum { ORDINARY = 20, STRANGE = 400 };

/* the first are ordinary, in the others every number may be zero, the largest, the smallest,
 * infinite or none */
static void fill(double *x, int count, lia_rng *r, int strange) {
  static const double odd[] = { 0, -0.0, 1, -1, PI, 1e-9, 1e200, -1e200, 1.7e308, 5e-324, -1e-310,
      (double)INFINITY, -(double)INFINITY, (double)NAN };
  enum { ODD = sizeof odd / sizeof *odd };
  for (int k = 0; k < count; k++) {
    x[k] = lia_rng_range(r, -2, 2);
    int pick = (int)lia_rng_range(r, 0, 2 * ODD);
    if (strange && pick < ODD) x[k] = odd[pick];
  }
}

LIA_TEST(space, nothing_fails_and_nothing_asks_for_memory) {
  lia_rng r = lia_rng_seed(2);
  size_t asked = lia_mem_count();
  lia_mem_fail_after(0);
  for (int i = 0; i < ORDINARY + STRANGE; i++) {
    numbers n;
    memset(&n, 0, sizeof n);
    fill(n.x, 40, &r, i >= ORDINARY);
    fill((double *)n.X, 36, &r, i >= ORDINARY);
    fill((double *)n.J, 20, &r, i >= ORDINARY);
    for (int side = LIA_BASE; side <= LIA_BODY; side++) {
      vectors_and_quaternions(&n, (lia_side)side);
      matrices(&n, (lia_side)side);
      dresses(&n, (lia_side)side);
    }
    frames(&n);
    screws(&n);
    bodies(&n);
    tables(&n);
    shapes(&n);
  }
  lia_mem_fail_after(-1);
  cr_assert_eq(lia_mem_count(), asked, "%zu allocations", lia_mem_count() - asked);
}

/* whatever finite numbers describe a rotation, the rotation they give is one */
LIA_TEST(space, finite_numbers_give_rotations) {
  lia_rng r = lia_rng_seed(3);
  for (int i = 0; i < 3 * STRANGE; i++) {
    double x[9], M[9], q[4];
    lia_rot_fit fit;
    fill(x, 9, &r, 1);
    for (int k = 0; k < 9; k++)
      if (!isfinite(x[k])) x[k] = 1e300;
    for (int k = LIA_ROT_REPR_quat; k < LIA_ROT_REPR_COUNT; k++) {
      lia_rot_repr d = { (lia_rot_repr_kind)k, LIA_EULER_RPY };
      lia_rot_repr_to_quat(q, d, x);
      NEAR(lia_quat_dot(q, q), 1, 1e-14, 10 * i + k);
      // the matrix of a quaternion as it stands is for lengths of 1e-150 to 1e150
      if (k == LIA_ROT_REPR_quat) lia_quat_to_rot(M, q);
      else lia_rot_repr_to_rot(M, d, x);
      NEAR(lia_rot_defect(M), 0, 1e-13, 10 * i + k);
      NEAR(lia_rot_error(M), 0, 1e-13, 10 * i + k);
    }
    lia_rot_nearest(M, x, &fit);
    NEAR(lia_rot_defect(M), 0, 1e-13, i);
    lia_rot_between(M, x, x + 3);
    NEAR(lia_rot_defect(M), 0, 1e-13, i);
  }
}
