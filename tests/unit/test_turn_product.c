/* test_turn_product.c - turns about parallel axes become one, also across quarter turns */
#include "house.h"
#include "symkit.h"

#include "eom/turn_product.h"
#include "sym/expr/build.h"

// the k-th of the 24 rotations whose entries are 0, 1 and -1; 0: there is no k-th
static int quarter_turns(int k, int M[9]) {
  for (int code = 0; code < 48; code++) {
    static const int order[6][3] = {
      { 0, 1, 2 }, { 1, 2, 0 }, { 2, 0, 1 }, { 0, 2, 1 }, { 2, 1, 0 }, { 1, 0, 2 },
    };
    int sign[3] = { code & 1 ? -1 : 1, code & 2 ? -1 : 1, code & 4 ? -1 : 1 };
    int even = code / 8 < 3 ? 1 : -1;
    if (sign[0] * sign[1] * sign[2] * even < 0 || k-- > 0) continue;
    for (int i = 0; i < 9; i++) M[i] = 0;
    for (int i = 0; i < 3; i++) M[3 * order[code / 8][i] + i] = sign[i];
    return 1;
  }
  return 0;
}

// turn about the axis a by q1, then M, then about what M makes of that axis by q2: one turn by q1 +
// q2 or q1 - q2
static void merges(lia_pool *p, const int M[9], int a, const char *where) {
  lia_expr q1 = lia_sym_symbol(p, "q1"), q2 = lia_sym_symbol(p, "q2"), P[9], R[9];
  lia_turned room[3];
  lia_attitude t;
  int k = 0;
  while (M[3 * a + k] == 0) k++;
  for (int i = 0; i < 9; i++) P[i] = lia_sym_int(p, M[i]);
  lia_attitude_start(&t, p, room, 3);
  lia_attitude_turn(&t, a, q1);
  lia_attitude_pose(&t, P);
  lia_attitude_turn(&t, k, q2);
  cr_assert_eq(t.n, 1, "%s: %d turns", where, t.n);
  lia_expr sum = M[3 * a + k] > 0 ? lia_sym_add(p, q1, q2) : lia_sym_sub(p, q1, q2);
  cr_assert_eq(t.e[0].angle, sum, "%s", where);
  // and the other road: the same two turns as one, with M behind
  lia_expr S[9];
  lia_attitude_start(&t, p, room, 3);
  lia_attitude_turn(&t, a, sum);
  lia_attitude_matrix(&t, S);
  lia_attitude_start(&t, p, room, 3);
  lia_attitude_turn(&t, a, q1);
  lia_attitude_pose(&t, P);
  lia_attitude_turn(&t, k, q2);
  lia_attitude_matrix(&t, R);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      lia_expr want = LIA_ZERO;
      for (int m = 0; m < 3; m++)
        want = lia_sym_add(p, want, lia_sym_mul(p, S[3 * i + m], P[3 * m + j]));
      cr_assert_eq(R[3 * i + j], want, "%s: entry %d %d", where, i, j);
    }
}

LIA_TEST(turn_product, quarter_turns_between_parallel_axes_only_rename_them) {
  lia_pool *p = lia_pool_new();
  char where[48];
  int M[9], n = 0;
  for (; quarter_turns(n, M); n++)
    for (int a = 0; a < 3; a++) {
      snprintf(where, sizeof where, "rotation %d, axis %d", n, a);
      merges(p, M, a, where);
    }
  cr_assert_eq(n, 24);
  lia_pool_free(p);
}
