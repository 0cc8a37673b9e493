/* test_moves.c - sequences of moves about fixed and moving axes */
#include "geo/moves.h"

#include "pose.h"

static const double deg = 3.14159265358979323846 / 180;

static lia_move move(const char *name, double value, int fixed) {
  return (lia_move){ .kind = (lia_move_kind)lia_move_find(name), .fixed = fixed, .value = value };
}

LIA_TEST(moves, elementary_ones_turn_the_right_way) {
  static const struct { const char *name; double in[3], out[3]; } rows[] = {
    { "RX", { 5, 1, 0 }, { 5, 0, 1 } },  { "RY", { 0, 5, 1 }, { 1, 5, 0 } },
        { "RZ", { 1, 0, 5 }, { 0, 1, 5 } },
    { "RX", { 5, 0, 1 }, { 5, -1, 0 } }, { "RY", { 1, 5, 0 }, { 0, 5, -1 } },
        { "RZ", { 0, 1, 5 }, { -1, 0, 5 } },
  };
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
    lia_frame X;
    double o[3];
    lia_move_elementary(&X, (lia_move_kind)lia_move_find(rows[k].name), 90 * deg);
    lia_frame_point(o, &X, rows[k].in);
    NEAR(o, rows[k].out, 3, 1e-15);
  }
  for (int axis = 0; axis < 3; axis++) {
    lia_frame X, expected = LIA_FRAME_IDENTITY;
    lia_move_elementary(&X, LIA_MOVE_TX + axis, 0.7);
    expected.p[axis] = 0.7;
    NEAR_FRAME(&X, &expected, 0);
  }
  lia_frame X, one = LIA_FRAME_IDENTITY;
  lia_move_elementary(&X, LIA_MOVE_FRAME, 0.7);
  NEAR_FRAME(&X, &one, 0);
}

// [course E3.6]: A1 = Rx(30), A2 = Tz(1) moving, A3 = Ry(45) fixed, A4 = Tx(2) fixed, A5 = Rz(60)
// moving
LIA_TEST(moves, mixed_sequence_of_the_course) {
  static const lia_frame golden = {
    { 0.6597396084, -0.4355957404, 0.6123724357, 0.75, 0.4330127019, -0.5, -0.0473671727,
        0.789149131, 0.6123724357 },
    { 2.6123724357, -0.5, 0.6123724357 },
  };
  for (int first_fixed = 0; first_fixed < 2; first_fixed++) {
    lia_move m[5] = { move("RX", 30 * deg, first_fixed), move("TZ", 1, 0), move("RY", 45 * deg, 1),
                      move("TX", 2, 1), move("RZ", 60 * deg, 0) };
    lia_frame X, each[5], A[5], P = LIA_FRAME_IDENTITY;
    lia_moves_compose(&X, each, m, 5);
    NEAR_FRAME(&X, &golden, 1e-10);
    NEAR_FRAME(each + 4, &X, 0);

    // the product in the order the moves say: A4 A3 A1 A2 A5
    int order[5];
    lia_moves_order(order, m, 5);
    cr_assert(order[0] == 3 && order[1] == 2 && order[2] == 0 && order[3] == 1 && order[4] == 4);
    for (int k = 0; k < 5; k++) lia_move_frame(A + k, m + k);
    for (int k = 0; k < 5; k++) lia_frame_mul(&P, &P, A + order[k]);
    NEAR_FRAME(&P, &X, 1e-15);
    NEAR_FRAME(each, A, 0);
  }
}

LIA_TEST(moves, any_sequence_is_the_product_in_its_order) {
  lia_rng r = lia_rng_seed(1);
  for (int n = 0; n <= 12; n++) {
    lia_move m[12];
    lia_frame X, P = LIA_FRAME_IDENTITY;
    int order[12];
    for (int k = 0; k < n; k++) {
      m[k] = (lia_move){ .kind = (lia_move_kind)lia_rng_below(&r, LIA_MOVE_COUNT),
          .fixed = (int)lia_rng_below(&r, 2),
          .value = lia_rng_range(&r, -3, 3), .X = random_frame(&r) };
    }
    lia_moves_compose(&X, NULL, m, n);
    lia_moves_order(order, m, n);
    for (int k = 0; k < n; k++) {
      lia_frame A;
      lia_move_frame(&A, m + order[k]);
      lia_frame_mul(&P, &P, &A);
    }
    NEAR_FRAME(&X, &P, 1e-13);
  }
}

LIA_TEST(moves, no_moves_at_all_is_the_identity) {
  lia_frame X, one = LIA_FRAME_IDENTITY;
  int order = 7;
  lia_moves_compose(&X, NULL, NULL, 0);
  NEAR_FRAME(&X, &one, 0);
  lia_moves_order(&order, NULL, 0);
  cr_assert_eq(order, 7);
}

LIA_TEST(moves, names_are_found_and_others_are_not) {
  for (int k = 0; k < LIA_MOVE_COUNT; k++)
    cr_assert_eq(lia_move_find(lia_move_name((lia_move_kind)k)), k);
  cr_assert_str_eq(lia_move_name(LIA_MOVE_TY), "TY");
  cr_assert_str_eq(lia_move_name(LIA_MOVE_FRAME), "FRAME");
  cr_assert_eq(lia_move_find("rx"), -1);
  cr_assert_eq(lia_move_find(""), -1);
}
