/* test_frame.c - poses compose like 4x4 matrices, invert, apply both ways, and know how far off a
 * matrix is */
#include "geo/frame.h"

#include "geo/moves.h"

#include "pose.h"

enum { TIMES = 50 };

LIA_TEST(frame, composes_like_the_4x4_matrices) {
  lia_rng r = lia_rng_seed(1);
  for (int k = 0; k < TIMES; k++) {
    lia_frame A = random_frame(&r), B = random_frame(&r), AB;
    double a[16], b[16], ab[16], product[16];
    lia_frame_to44(a, &A);
    lia_frame_to44(b, &B);
    mul_nn(product, a, b, 4);
    lia_frame_mul(&AB, &A, &B);
    lia_frame_to44(ab, &AB);
    NEAR(ab, product, 16, 1e-14);
  }
}

LIA_TEST(frame, the_result_may_be_one_of_the_arguments) {
  lia_rng r = lia_rng_seed(2);
  lia_frame A = random_frame(&r), B = random_frame(&r), AB, AiB, Ai, X;
  lia_frame_mul(&AB, &A, &B);
  lia_frame_between(&AiB, &A, &B);
  lia_frame_inv(&Ai, &A);
  X = A; lia_frame_mul(&X, &X, &B);     NEAR_FRAME(&X, &AB, 0);
  X = B; lia_frame_mul(&X, &A, &X);     NEAR_FRAME(&X, &AB, 0);
  X = A; lia_frame_between(&X, &X, &B); NEAR_FRAME(&X, &AiB, 0);
  X = B; lia_frame_between(&X, &A, &X); NEAR_FRAME(&X, &AiB, 0);
  X = A; lia_frame_inv(&X, &X);         NEAR_FRAME(&X, &Ai, 0);
}

// inverse [R^T, -R^T b; 0 1] [course F3.5], and of the RRP robot of [course E3.8]: (0, -d3, -a2)
LIA_TEST(frame, the_inverse_undoes_on_both_sides) {
  lia_rng r = lia_rng_seed(3);
  for (int k = 0; k < TIMES; k++) {
    lia_frame A = random_frame(&r), B = random_frame(&r), I, X, one = LIA_FRAME_IDENTITY;
    lia_frame_inv(&I, &A);
    lia_frame_mul(&X, &A, &I); NEAR_FRAME(&X, &one, 1e-14);
    lia_frame_mul(&X, &I, &A); NEAR_FRAME(&X, &one, 1e-14);
    lia_frame between;
    lia_frame_mul(&X, &I, &B);
    lia_frame_between(&between, &A, &B);
    NEAR_FRAME(&between, &X, 1e-14);
  }
  double c1 = cos(0.4), s1 = sin(0.4), c2 = cos(-0.7), s2 = sin(-0.7), d3 = 250, a2 = 100;
  lia_frame A = { { -s1, -c1*s2, c1*c2, c1, -s1*s2, s1*c2, 0, c2, s2 },
                  { -d3*c1*s2 + a2*c1*c2, -d3*s1*s2 + a2*s1*c2, d3*c2 + a2*s2 } }, I;
  const double printed[3] = { 218.7875763679, 92.5019036325, 126.7887780974 },
      back[3] = { 0, -250, -100 };
  NEAR(A.p, printed, 3, 1e-9);
  lia_frame_inv(&I, &A);
  NEAR(I.p, back, 3, 1e-12);
}

LIA_TEST(frame, points_are_turned_and_moved_vectors_only_turned) {
  lia_frame X = { { 0, -1, 0, 1, 0, 0, 0, 0, 1 }, { 10, 20, 30 } };   // Rz(pi/2)
  double a[3] = { 1, 2, 3 }, o[3];
  lia_frame_point(o, &X, a);        NEAR(o, ((double[]){ 8, 21, 33 }), 3, 0);
  lia_frame_point_back(o, &X, o);   NEAR(o, a, 3, 0);
  lia_frame_vector(o, &X, a);       NEAR(o, ((double[]){ -2, 1, 3 }), 3, 0);
  lia_frame_vector_back(o, &X, o);  NEAR(o, a, 3, 0);
}

// jAk = Trans(b) Rot(R) != Rot(R) Trans(b); the second is Rot(R) Trans(R^T b) [course F3.5]
LIA_TEST(frame, the_two_readings_differ_by_the_rotation) {
  lia_rng r = lia_rng_seed(4);
  for (int k = 0; k < TIMES; k++) {
    lia_frame T = LIA_FRAME_IDENTITY, R = T, X, Y;
    random_rot(&r, R.R);
    random_nums(&r, T.p, 3, 2);
    double p[3], t[3], M[9];

    lia_frame_mul(&X, &T, &R);
    lia_frame_trans_rot(&Y, T.p, R.R);
    NEAR_FRAME(&Y, &X, 1e-15);
    lia_frame_as_trans_rot(p, M, &X);
    NEAR(p, T.p, 3, 0);
    NEAR(M, R.R, 9, 1e-15);

    lia_frame_mul(&X, &R, &T);
    lia_frame_rot_trans(&Y, R.R, T.p);
    NEAR_FRAME(&Y, &X, 1e-15);
    cr_assert(fabs(Y.p[0] - T.p[0]) > 1e-6, "turning first must matter");
    for (int i = 0; i < 9; i++) M[i] = 7;
    lia_frame_as_rot_trans(M, t, &X);
    NEAR(t, T.p, 3, 1e-14);
    NEAR(M, R.R, 9, 1e-15);
  }
}

LIA_TEST(frame, a_4x4_is_row_major_and_comes_back) {
  const double M[16] = { 0, -1, 0, 5, 1, 0, 0, 6, 0, 0, 1, 7, 0, 0, 0, 1 };
  lia_frame X;
  lia_frame_off off = { 1, 1 };
  double back[16];
  lia_frame_of44(&X, &off, M);
  cr_assert(off.row == 0 && off.ortho == 0);
  NEAR(X.p, ((double[]){ 5, 6, 7 }), 3, 0);
  NEAR(X.R, ((double[]){ 0, -1, 0, 1, 0, 0, 0, 0, 1 }), 9, 0);
  lia_frame_to44(back, &X);
  NEAR(back, M, 16, 0);
  lia_frame_of44(&X, NULL, M);
}

LIA_TEST(frame, says_how_far_a_matrix_is_from_a_pose) {
  static const struct { int entry; double by, row, ortho; } rows[] = {
    { 12, 0.5, 0.5, 0 }, { 13, -0.25, 0.25, 0 }, { 14, 1, 1, 0 }, { 15, 1, 1, 0 }, { 15, -3, 3, 0 },
    { 0, 1, 0, 3 },        // x axis of length 2: x.x - 1 = 3
    { 9, 0.125, 0, 0.125 },  // y axis leaning on z: y.z = 1/8
    { 3, 100, 0, 0 },      // the origin may be anywhere
  };
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
    double M[16] = { [0] = 1, [5] = 1, [10] = 1, [15] = 1 };
    lia_frame X;
    lia_frame_off off;
    M[rows[k].entry] += rows[k].by;
    lia_frame_of44(&X, &off, M);
    cr_assert_float_eq(off.row, rows[k].row, 1e-15, "case %zu", k);
    cr_assert_float_eq(off.ortho, rows[k].ortho, 1e-15, "case %zu", k);
  }
  double M[16] = { [0] = -1, [5] = 1, [10] = 1, [15] = 1 };   // a mirror
  lia_frame X;
  lia_frame_off off;
  lia_frame_of44(&X, &off, M);
  cr_assert(off.row == 0 && off.ortho == 2);
  M[0] = 0;                                                   // flat: x.x - 1 = -1
  lia_frame_of44(&X, &off, M);
  cr_assert(off.row == 0 && off.ortho == 1);
  M[14] = (double)NAN;
  lia_frame_of44(&X, &off, M);
  cr_assert(isnan(off.row));
  M[14] = 0; M[12] = (double)NAN;
  lia_frame_of44(&X, &off, M);
  cr_assert(isnan(off.row));
}

LIA_TEST(frame, apart_measures_distance_and_angle) {
  static const double angles[] = { 0, 1e-9, 1e-4, 1, 2, 3, 3.14159265, 3.14159265358979323846 };
  lia_rng r = lia_rng_seed(5);
  for (size_t k = 0; k < 3 * sizeof angles / sizeof *angles; k++) {
    lia_frame A = random_frame(&r), B, T;
    double turn = angles[k / 3], dist, angle;
    lia_move_elementary(&T, LIA_MOVE_RX + k % 3, turn);
    lia_frame_mul(&B, &A, &T);
    lia_set3(B.p, A.p[0] + 2, A.p[1] - 3, A.p[2] + 6);
    lia_frame_apart(&dist, &angle, &A, &B);
    cr_assert_float_eq(dist, 7, 1e-14);
    cr_assert_float_eq(angle, turn, 1e-14, "angle %g: got %.17g", turn, angle);
  }
}
