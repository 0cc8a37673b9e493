/* turn_product.c - runs of turns, one matrix product for each run */
#include "eom/turn_product.h"

#include "base/assert.h"
#include "sym/expr/build.h"

#include <string.h>

void lia_attitude_start(lia_attitude *a, lia_pool *p, lia_turned *e, int room) {
  *a = (lia_attitude){ .p = p, .e = e, .room = room, .axis = { 0, 1, 2 }, .sign = { 1, 1, 1 } };
}

static void identity(lia_expr R[9]) {
  for (int k = 0; k < 9; k++) R[k] = k % 4 ? LIA_ZERO : LIA_ONE;
}

// R = A B
static void turn_product_product(lia_pool *p, const lia_expr A[9], const lia_expr B[9],
    lia_expr R[9]) {
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) {
      lia_expr t[3];
      for (int j = 0; j < 3; j++) t[j] = lia_sym_mul(p, A[3 * i + j], B[3 * j + k]);
      R[3 * i + k] = lia_sym_sum(p, 3, t);
    }
}

static void turn_product_elementary(lia_pool *p, int axis, lia_expr angle, lia_expr R[9]) {
  int u = (axis + 1) % 3, v = (axis + 2) % 3;
  lia_expr c, s;
  lia_sym_measured_turn(p, angle, &c, &s);
  identity(R);
  R[3 * u + u] = R[3 * v + v] = c;
  R[3 * u + v] = lia_sym_neg(p, s);
  R[3 * v + u] = s;
}

static void turn_product_finish(lia_attitude *a, lia_turned *e) {
  lia_expr T[9];
  turn_product_elementary(a->p, e->axis, e->angle, T);
  turn_product_product(a->p, e->before, T, e->R);
}

// an angle that is a whole number of quarter turns: 0..3, else -1
static int quarters(const lia_pool *p, lia_expr angle) {
  lia_expr rest, num = lia_sym_split(p, angle, &rest);
  if (angle == LIA_ZERO) return 0;
  if (rest != LIA_PI) return -1;
  lia_ratio r = lia_expr_num(p, num);
  if (r.d != 1 && r.d != 2) return -1;
  int64_t n = r.d == 1 ? 2 * (r.n % 2) : r.n % 4;
  return (int)((n % 4 + 4) % 4);
}

// axes renamed by a quarter turn about k: e_u -> e_v, e_v -> -e_u
static void quarter(lia_attitude *a, int k) {
  int u = (k + 1) % 3, v = (k + 2) % 3, axis = a->axis[u], sign = a->sign[u];
  a->axis[u] = a->axis[v];
  a->sign[u] = a->sign[v];
  a->axis[v] = axis;
  a->sign[v] = -sign;
}

static lia_turned *push(lia_attitude *a) {
  LIA_ASSERT(a->n >= 0 && a->n < a->room);
  lia_turned *e = &a->e[a->n++];
  if (a->n > 1) memcpy(e->before, e[-1].R, sizeof e->before);
  else identity(e->before);
  return e;
}

void lia_attitude_turn(lia_attitude *a, int axis, lia_expr angle) {
  LIA_ASSERT(axis >= 0 && axis < 3);
  int q = quarters(a->p, angle);
  if (q >= 0) {
    while (q--) quarter(a, axis);
    return;
  }
  int k = a->axis[axis];
  if (a->sign[axis] < 0) angle = lia_sym_neg(a->p, angle);
  lia_turned *last = a->n ? &a->e[a->n - 1] : NULL;
  if (last && last->axis == k) {
    last->angle = lia_sym_add(a->p, last->angle, angle);
    if (last->angle == LIA_ZERO) a->n--;
    else turn_product_finish(a, last);
    return;
  }
  lia_turned *e = push(a);
  e->axis = k;
  e->angle = angle;
  turn_product_finish(a, e);
}

// M with only 0, 1 and -1: axes are renamed, no matrix is needed
static int renames(lia_attitude *a, const lia_expr M[9]) {
  int axis[3], sign[3];
  for (int k = 0; k < 3; k++) {
    int hits = 0;
    for (int i = 0; i < 3; i++) {
      lia_expr m = M[3 * i + k];
      if (m == LIA_ZERO) continue;
      if (m != LIA_ONE && m != LIA_MINUS) return 0;
      axis[k] = a->axis[i];
      sign[k] = m == LIA_ONE ? a->sign[i] : -a->sign[i];
      hits++;
    }
    if (hits != 1) return 0;
    LIA_ASSERT(axis[k] >= 0 && axis[k] < 3 && sign[k] * sign[k] == 1);
  }
  memcpy(a->axis, axis, sizeof axis);
  memcpy(a->sign, sign, sizeof sign);
  return 1;
}

void lia_attitude_pose(lia_attitude *a, const lia_expr M[9]) {
  if (renames(a, M)) return;
  lia_expr P[9], PM[9];
  identity(P);
  for (int k = 0; k < 9; k++) P[k] = LIA_ZERO;
  for (int k = 0; k < 3; k++) P[3 * a->axis[k] + k] = a->sign[k] > 0 ? LIA_ONE : LIA_MINUS;
  turn_product_product(a->p, P, M, PM);
  lia_turned *e = push(a);
  e->axis = 3;
  e->angle = LIA_ZERO;
  turn_product_product(a->p, e->before, PM, e->R);
  for (int k = 0; k < 3; k++) {
    a->axis[k] = k;
    a->sign[k] = 1;
  }
}

void lia_attitude_matrix(const lia_attitude *a, lia_expr R[9]) {
  lia_expr E[9];
  if (a->n) memcpy(E, a->e[a->n - 1].R, sizeof E);
  else identity(E);
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < 3; i++) {
      lia_expr x = E[3 * i + a->axis[k]];
      R[3 * i + k] = a->sign[k] > 0 ? x : lia_sym_neg(a->p, x);
    }
}
