/* test_inertia.c - shift, rotation, sum, energy, principal axes and the physical check, against
 * sums over points */
#include "geo/inertia.h"

#include "pose.h"
#include <string.h>

enum { TIMES = 50, POINTS = 7 };

// a body made of point masses: the independent road to every formula
typedef struct cloud { double m[POINTS], r[POINTS][3]; } cloud;

static cloud random_cloud(lia_rng *r) {
  cloud c;
  for (int k = 0; k < POINTS; k++) {
    c.m[k] = lia_rng_range(r, 0.1, 2);
    random_nums(r, c.r[k], 3, 1.5);
  }
  return c;
}

// sums of m, m r, m (r.r 1 - r r^T), straight from the definition
static lia_inertia inertia_of(const cloud *c) {
  lia_inertia J = { 0 };
  for (int k = 0; k < POINTS; k++) {
    double m = c->m[k], x = c->r[k][0], y = c->r[k][1], z = c->r[k][2];
    const double I[6] = { y*y + z*z, x*x + z*z, x*x + y*y, -x*y, -x*z, -y*z };
    J.m += m;
    for (int i = 0; i < 3; i++) J.h[i] += m * c->r[k][i];
    for (int i = 0; i < 6; i++) J.I[i] += m * I[i];
  }
  return J;
}

static void near_inertia(const lia_inertia *a, const lia_inertia *b, double tol, int line) {
  near_nums((const double *)a, (const double *)b, 10, tol, line);
}
#define NEAR_INERTIA(a, b, tol) near_inertia(a, b, tol, __LINE__)

LIA_TEST(inertia, tensor_and_matrix_are_the_same_entries) {
  double M[9], I[6], expected[9] = { 1, 4, 5, 4, 2, 6, 5, 6, 3 };
  lia_inertia_to33(M, (double[]){ 1, 2, 3, 4, 5, 6 });
  NEAR(M, expected, 9, 0);
  lia_inertia_of33(I, (double[]){ 1, 3, 4, 5, 2, 5, 6, 7, 3 });
  NEAR(I, ((double[]){ 1, 2, 3, 4, 5, 6 }), 6, 0);
}

// [thesis F2.15]: I = [Ixx -Ixy -Ixz; ..] with Ixy = +integral xy dm, for one point of mass 2 at
// (1, 2, 3)
LIA_TEST(inertia, products_of_the_thesis_have_the_other_sign) {
  const double printed[6] = { 26, 20, 10, 4, 6, 12 };   // 2 (y2+z2) .. 2xy 2xz 2yz
  double I[6];
  lia_inertia J, P;
  lia_inertia_of_com(&J, 2, (double[]){ 1, 2, 3 }, (double[6]){ 0 });
  lia_inertia_products(I, printed);
  NEAR(J.I, I, 6, 0);
  lia_inertia_products(P.I, I);
  NEAR(P.I, printed, 6, 0);
}

LIA_TEST(inertia, shift_rotation_and_change_of_frame_are_those_of_the_points) {
  lia_rng r = lia_rng_seed(1);
  for (int t = 0; t < TIMES; t++) {
    cloud B = random_cloud(&r), A = B;
    lia_frame X = random_frame(&r);
    lia_inertia J_B = inertia_of(&B), J_A, J;

    for (int k = 0; k < POINTS; k++) lia_sub3(A.r[k], B.r[k], X.p);
    J_A = inertia_of(&A);
    lia_inertia_shift(&J, &J_B, X.p);
    NEAR_INERTIA(&J, &J_A, 1e-13 * 100);

    for (int k = 0; k < POINTS; k++) lia_mv3(A.r[k], X.R, B.r[k]);
    J_A = inertia_of(&A);
    J = (lia_inertia){ .m = 7 };
    lia_inertia_rotate(&J, X.R, &J_B);
    NEAR_INERTIA(&J, &J_A, 1e-13);

    for (int k = 0; k < POINTS; k++) lia_frame_point(A.r[k], &X, B.r[k]);
    J_A = inertia_of(&A);
    lia_inertia_to(&J, &X, &J_B);
    NEAR_INERTIA(&J, &J_A, 1e-12);
    lia_inertia_from(&J, &X, &J);
    NEAR_INERTIA(&J, &J_B, 1e-12);
    J = J_B;
    lia_inertia_to(&J, &X, &J);
    NEAR_INERTIA(&J, &J_A, 1e-12);
  }
}

LIA_TEST(inertia, the_union_of_two_bodies_is_their_sum_and_can_be_cut_again) {
  lia_rng r = lia_rng_seed(2);
  cloud c = random_cloud(&r), a = c, b = c;
  for (int k = 0; k < POINTS; k++) (k < 3 ? &b : &a)->m[k] = 0;
  lia_inertia Ja = inertia_of(&a), Jb = inertia_of(&b), Jc = inertia_of(&c), J;
  lia_inertia_add(&J, &Ja, &Jb);
  NEAR_INERTIA(&J, &Jc, 1e-14);
  lia_inertia_sub(&J, &J, &Jb);
  NEAR_INERTIA(&J, &Ja, 1e-14);
}

LIA_TEST(inertia, steiner_both_ways) {
  lia_rng r = lia_rng_seed(3);
  for (int t = 0; t < TIMES; t++) {
    cloud b = random_cloud(&r), centred = b;
    lia_inertia J = inertia_of(&b), Jc, back;
    double c[3], Ic[6], mean[3] = { J.h[0] / J.m, J.h[1] / J.m, J.h[2] / J.m };
    for (int k = 0; k < POINTS; k++) lia_sub3(centred.r[k], b.r[k], mean);
    Jc = inertia_of(&centred);
    lia_inertia_to_com(c, Ic, &J);
    NEAR(c, mean, 3, 0);
    NEAR(Ic, Jc.I, 6, 1e-13);
    lia_inertia_of_com(&back, J.m, c, Ic);
    NEAR_INERTIA(&back, &J, 1e-13);
    lia_inertia_shift(&Jc, &J, c);   // about the centre: the same tensor, no first moment
    NEAR(Jc.I, Ic, 6, 1e-13);
    NEAR(Jc.h, ((double[]){ 0, 0, 0 }), 3, 1e-14);
  }
  lia_inertia none = { 0, { 0 }, { 1, 2, 3, 0.1, 0.2, 0.3 } };
  double c[3] = { 9, 9, 9 }, Ic[6];
  lia_inertia_to_com(c, Ic, &none);   // without mass: centre at the origin
  NEAR(c, ((double[]){ 0, 0, 0 }), 3, 0);
  NEAR(Ic, none.I, 6, 0);
}

// sum over points of 1/2 m |v + w x r|^2, of m (v + w x r), of r x m (v + w x r)
LIA_TEST(inertia, momentum_and_energy_are_those_of_the_points) {
  lia_rng r = lia_rng_seed(4);
  for (int t = 0; t < TIMES; t++) {
    cloud b = random_cloud(&r);
    lia_inertia J = inertia_of(&b);
    double V[6], H[6], sum[6] = { 0 }, energy = 0, M[36], MV[6];
    random_nums(&r, V, 6, 1);
    for (int k = 0; k < POINTS; k++) {
      double u[3], L[3];
      lia_cross3(u, V + 3, b.r[k]);
      lia_add3(u, u, V);
      energy += b.m[k] * lia_dot3(u, u) / 2;
      lia_cross3(L, b.r[k], u);
      lia_addto3(sum, b.m[k], u);
      lia_addto3(sum + 3, b.m[k], L);
    }
    lia_inertia_mul(H, &J, V);
    NEAR(H, sum, 6, 1e-13);
    cr_assert_float_eq(lia_inertia_energy(&J, V), energy, 1e-13);
    lia_inertia_to66(M, &J);
    mv_nn(MV, M, V, 6);
    NEAR(MV, H, 6, 1e-14);
    lia_inertia_mul(V, &J, V);
    NEAR(V, H, 6, 0);
  }
}

// sum over points of m (r 1)(r 1)^T
LIA_TEST(inertia, pseudo_inertia_is_the_second_moment_of_the_points) {
  lia_rng r = lia_rng_seed(5);
  for (int t = 0; t < TIMES; t++) {
    cloud b = random_cloud(&r);
    lia_inertia J = inertia_of(&b), back;
    double P[16], sum[16] = { 0 };
    for (int k = 0; k < POINTS; k++) {
      const double x[4] = { b.r[k][0], b.r[k][1], b.r[k][2], 1 };
      for (int i = 0; i < 16; i++) sum[i] += b.m[k] * x[i / 4] * x[i % 4];
    }
    lia_inertia_to_pseudo(P, &J);
    NEAR(P, sum, 16, 1e-13);
    lia_inertia_of_pseudo(&back, P);
    NEAR_INERTIA(&back, &J, 1e-13);
  }
  // the two halves of the border are averaged
  double P[16] = { [3] = 1, [12] = 3, [7] = 2, [13] = 2, [11] = 6, [14] = 4, [15] = 1 };
  lia_inertia J;
  lia_inertia_of_pseudo(&J, P);
  NEAR(J.h, ((double[]){ 2, 2, 5 }), 3, 0);
}

// R diag(e) R^T is the central tensor; R right-handed; e rising
static void check_principal(const lia_inertia *J, double tol) {
  double e[3], R[9], D[9] = { 0 }, c[3], Ic[6], M[9], one[9], RtR[9];
  lia_inertia_principal(e, R, J);
  lia_inertia_to_com(c, Ic, J);
  cr_assert(e[0] <= e[1] && e[1] <= e[2], "%g %g %g", e[0], e[1], e[2]);
  for (int k = 0; k < 3; k++) D[4*k] = e[k];
  lia_mul33(M, R, D);
  lia_mult33(M, M, R);
  lia_inertia_of33(D, M);
  NEAR(D, Ic, 6, tol);
  lia_tmul33(RtR, R, R);
  lia_eye33(one);
  NEAR(RtR, one, 9, 1e-14);
  cr_assert_float_eq(lia_det33(R), 1, 1e-14);
  for (int j = 0; j < 2; j++) {
    double big = fmax(fmax(fabs(R[j]), fabs(R[3+j])), fabs(R[6+j]));
    cr_assert(R[j] == big || R[3+j] == big || R[6+j] == big, "axis %d points backward", j);
  }
}

LIA_TEST(inertia, principal_axes_rebuild_the_tensor) {
  lia_rng r = lia_rng_seed(6);
  for (int t = 0; t < TIMES; t++) {
    cloud b = random_cloud(&r);
    lia_inertia J = inertia_of(&b);
    check_principal(&J, 1e-12);
  }
  static const double tensors[][6] = {
    { 1, 2, 3, 0, 0, 0 }, { 3, 2, 1, 0, 0, 0 }, { 2, 3, 1, 0, 0, 0 }, { 1, 1, 1, 0, 0, 0 }, { 0 },
    { 1, 1, 2, 0, 0, 0 }, { 2, 2, 2, 1, 0, 0 }, { 2, 2, 2, 0.5, 0.5, 0.5 },
        { 2, 2, 2, -0.5, 0.5, 0.5 },
    { 5, 5, 5, 1e-9, -1e-12, 2e-9 }, { 1e-3, 1, 1, 1e-12, 0, 0 },
  };
  for (size_t k = 0; k < sizeof tensors / sizeof *tensors; k++) {
    lia_inertia J = { 1, { 0 }, { 0 } };
    memcpy(J.I, tensors[k], sizeof J.I);
    check_principal(&J, 1e-14);
  }
}

LIA_TEST(inertia, principal_moments_of_known_tensors) {
  double e[3], R[9], one[9];
  lia_eye33(one);
  lia_inertia J = { 1, { 0 }, { 1, 2, 3, 0, 0, 0 } };
  lia_inertia_principal(e, R, &J);   // already there
  NEAR(e, ((double[]){ 1, 2, 3 }), 3, 0);
  NEAR(R, one, 9, 0);
  // along (1,1,1): 3; across: 1.5 twice
  J = (lia_inertia){ 1, { 0 }, { 2, 2, 2, 0.5, 0.5, 0.5 } };
  lia_inertia_principal(e, R, &J);
  NEAR(e, ((double[]){ 1.5, 1.5, 3 }), 3, 1e-15);
  NEAR(((double[]){ fabs(R[2]), fabs(R[5]), fabs(R[8]) }),
      ((double[]){ sqrt(1/3.), sqrt(1/3.), sqrt(1/3.) }), 3, 1e-15);
  J = (lia_inertia){ 1, { 0 }, { 2, 2, 9, 1, 0, 0 } };   // 1 along (1,-1,0), 3 along (1,1,0)
  lia_inertia_principal(e, R, &J);
  NEAR(e, ((double[]){ 1, 3, 9 }), 3, 1e-15);
  // about the centre of mass, whatever the origin: a point mass far away has none
  lia_inertia_of_com(&J, 2, (double[]){ 1, 2, 3 }, (double[]){ 1, 2, 3, 0, 0, 0 });
  lia_inertia_principal(e, R, &J);
  NEAR(e, ((double[]){ 1, 2, 3 }), 3, 1e-13);
  J.I[0] = NAN;
  lia_inertia_principal(e, R, &J);   // ends
}

// the complaint names the number, the place and the amount
LIA_TEST(inertia, check_says_what_is_not_possible_and_by_how_much) {
  static const struct { lia_inertia J; int solid; const char *text; } rows[] = {
    { { 1, { 0 }, { 1, 1, 1, 0, 0, 0 } }, 1, NULL },
    // unit sphere-like tensor at (1, 2, 3)
    { { 2, { 2, 4, 6 }, { 27, 21, 11, -4, -6, -12 } }, 1, NULL },
    { { 2, { 2, 4, 6 }, { 26, 20, 10, -4, -6, -12 } }, 0, NULL },        // a point there
    { { 2, { 2, 4, 6 }, { 26, 20, 10, -4, -6, -12 } }, 1,
      "central moment about axis" },
    { { 1, { 0 }, { 0, 1, 1, 0, 0, 0 } }, 0, NULL },                     // a thin rod
    { { 1, { 0 }, { 0, 1, 1, 0, 0, 0 } }, 1,
      "central moment about axis (1, 0, 0): expected > 0, got 0 (moments 0, 1, 1)" },
    { { 1, { 0 }, { 1, 2, 3, 0, 0, 0 } }, 0, NULL },                     // a plate
    { { 1, { 0 }, { 1, 2, 3, 0, 0, 0 } }, 1,
      "triangle inequality: the central moments 1 + 2 must be > 3, their difference is 0" },
    { { 1, { 0 }, { 1, 2, 3 - 2e-8, 0, 0, 0 } }, 1, NULL },
    { { 1, { 0 }, { 1, 2, 3 + 2e-9, 0, 0, 0 } }, 0, NULL },              // within LIA_INERTIA_TOL
    { { 1, { 0 }, { 1, 2, 3 + 2e-8, 0, 0, 0 } }, 0, "triangle inequality" },
    { { 1, { 0 }, { 1, 2, 3.5, 0, 0, 0 } }, 0,
      "triangle inequality: the central moments 1 + 2 must be >= 3.5, their difference is -0.5 "
      "(the large one is about axis (0, 0, 1))" },
    { { 1, { 0 }, { 1, 4, 2, 0, 0, 0 } }, 0,
      "triangle inequality: the central moments 1 + 2 must be >= 4, their difference is -1 (the "
      "large one is about axis (0, 1, 0))" },
    { { 1, { 0 }, { 4, 1, 2, 0, 0, 0 } }, 0,
      "triangle inequality: the central moments 1 + 2 must be >= 4, their difference is -1 (the "
      "large one is about axis (1, 0, 0))" },
    { { 1, { 0 }, { 4, 4, 4, 5, 0, 0 } }, 0, "central moment about axis (" },
    { { 1, { 0 }, { -1, 2, 2, 0, 0, 0 } }, 0,
      "central moment about axis (1, 0, 0): expected >= 0, got -1 (moments -1, 2, 2)" },
    { { 1, { 0 }, { -1e-9, 2, 2, 0, 0, 0 } }, 0, NULL },
    { { 1, { 0 }, { 1, -2, 1, 0, 0, 0 } }, 0,
      "central moment about axis (0, 1, 0): expected >= 0, got -2 (moments -2, 1, 1)" },
    { { 1, { 0 }, { 3, 2, -1, 0, 0, 0 } }, 0,
      "central moment about axis (0, 0, 1): expected >= 0, got -1 (moments -1, 2, 3)" },
    { { 0, { 0 }, { 1, 1, 1, 0, 0, 0 } }, 0, "mass: expected a number > 0, got 0" },
    { { -2, { 0 }, { 1, 1, 1, 0, 0, 0 } }, 0, "mass: expected a number > 0, got -2" },
    { { NAN, { 0 }, { 1, 1, 1, 0, 0, 0 } }, 0, "mass: expected a finite number, got nan" },
    { { 1, { 0, INFINITY, 0 }, { 1, 1, 1, 0, 0, 0 } }, 0,
        "h.y: expected a finite number, got inf" },
    { { 1, { 0 }, { 1, 1, 1, 0, 0, NAN } }, 0, "Iyz: expected a finite number, got nan" },
    { { 1, { 0 }, { NAN, 1, 1, 0, 0, 0 } }, 0, "Ixx: expected a finite number, got nan" },
    // Steiner asks for 9: I is not about the centre
    { { 1, { 3, 0, 0 }, { 0, 1, 1, 0, 0, 0 } }, 0, "central moment" },
    { { 1, { 0 }, { 0 } }, 0, NULL },                                    // a point
    { { 1, { 0 }, { 0 } }, 1, "central moment" },
  };
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
    lia_error err = { 0 };
    lia_status s = lia_inertia_check(&rows[k].J, rows[k].solid, "bodies[2].inertia", &err);
    cr_assert_eq(s, rows[k].text ? LIA_EMODEL : LIA_OK, "case %zu: %s", k, err.text);
    if (!rows[k].text) continue;
    cr_assert_str_eq(err.path, "bodies[2].inertia");
    cr_assert(strstr(err.text, rows[k].text) == err.text, "case %zu: %s", k, err.text);
  }
}

// the tolerance grows with the Steiner term: what rounding leaves of a small body far from the
// origin
LIA_TEST(inertia, check_forgives_rounding_far_from_the_origin) {
  lia_inertia J;
  lia_inertia_of_com(&J, 1, (double[]){ 1000, 0, 0 },
      (double[]){ 1e-4, 1e-4, 2e-4 + 9e-4, 0, 0, 0 });
  cr_assert_eq(lia_inertia_check(&J, 0, "", NULL), LIA_OK);   // 9e-4 is less than 1e-9 * 1000^2
  lia_inertia_of_com(&J, 1, (double[]){ 1000, 0, 0 },
      (double[]){ 1e-4, 1e-4, 2e-4 + 11e-4, 0, 0, 0 });
  cr_assert_eq(lia_inertia_check(&J, 0, "", NULL), LIA_EMODEL);
}
