/* test_axes.c - ISO 8855 and SAE vehicle axes */
#include "geo/axes.h"

#include "pose.h"

// Rz(yaw) Ry(pitch) Rx(roll), [thesis (2.9)]
static void rpy_matrix(double R[9], const double a[3]) {
  double cr = cos(a[0]), sr = sin(a[0]), ct = cos(a[1]), st = sin(a[1]), cl = cos(a[2]),
      sl = sin(a[2]);
  const double M[9] = { cl*ct, -sl*cr + cl*st*sr, sl*sr + cl*st*cr, sl*ct, cl*cr + sl*st*sr,
      -cl*sr + sl*st*cr,
      -st, ct*sr, ct*cr };
  lia_copy33(R, M);
}

// x forward stays, left becomes right, up becomes down [thesis F1.2]
LIA_TEST(axes, left_is_minus_right_and_up_is_minus_down) {
  double o[3];
  lia_axes_vector(o, (double[]){ 1, 2, 3 });
  NEAR(o, ((double[]){ 1, -2, -3 }), 3, 0);
  double V[6] = { 1, 2, 3, 4, 5, 6 };
  lia_axes_vector6(V, V);
  NEAR(V, ((double[]){ 1, -2, -3, 4, -5, -6 }), 6, 0);
}

LIA_TEST(axes, rotations_frames_and_angles_agree_with_turning_both_sides) {
  lia_rng r = lia_rng_seed(1);
  const lia_frame D = { { 1, 0, 0, 0, -1, 0, 0, 0, -1 }, { 0 } };
  for (int k = 0; k < 50; k++) {
    lia_frame X = random_frame(&r), o, expected;
    lia_frame_mul(&expected, &D, &X);
    lia_frame_mul(&expected, &expected, &D);
    lia_axes_frame(&o, &X);
    NEAR_FRAME(&o, &expected, 1e-15);
    lia_axes_frame(&o, &o);
    NEAR_FRAME(&o, &X, 0);

    double a[3], b[3], R[9], S[9];
    random_nums(&r, a, 3, 1.5);
    rpy_matrix(R, a);
    lia_axes_matrix(R, R);
    lia_axes_rpy(b, a);
    rpy_matrix(S, b);
    NEAR(S, R, 9, 1e-15);
  }
}

LIA_TEST(axes, quaternions_turn_like_their_matrices) {
  double t = 0.7, q[4] = { cos(t), sin(t) * 2/3, sin(t) / 3, sin(t) * 2/3 }, o[4];
  lia_axes_quat(o, q);
  NEAR(o, ((double[]){ q[0], q[1], -q[2], -q[3] }), 4, 0);
}

// energy does not care for the axes it is told in
LIA_TEST(axes, inertia_keeps_its_energy) {
  lia_rng r = lia_rng_seed(2);
  for (int k = 0; k < 50; k++) {
    double x[16], V[6];
    random_nums(&r, x, 16, 1);
    lia_inertia J = { x[0], { x[1], x[2], x[3] }, { x[4], x[5], x[6], x[7], x[8], x[9] } }, o;
    lia_axes_inertia(&o, &J);
    lia_axes_vector6(V, x + 10);
    cr_assert_float_eq(lia_inertia_energy(&o, V), lia_inertia_energy(&J, x + 10), 1e-14);
    lia_axes_inertia(&o, &o);
    NEAR((double *)&o, (double *)&J, 10, 0);
  }
}
