/* symvec3.h - vectors of three expressions, and what nine do to them (rows first) */
#ifndef LIA_THREE_H
#define LIA_THREE_H

#include "sym/expr/build.h"

#include <string.h>

LIA_C_BEGIN

static inline lia_expr lia_three_dot(lia_pool *p, const lia_expr a[3], const lia_expr b[3]) {
  const lia_expr t[3] = { lia_sym_mul(p, a[0], b[0]), lia_sym_mul(p, a[1], b[1]),
      lia_sym_mul(p, a[2], b[2]) };
  return lia_sym_sum(p, 3, t);
}

/* o may be a */
static inline void lia_three_mul(lia_pool *p, const lia_expr R[9], const lia_expr a[3],
    lia_expr o[3]) {
  const lia_expr t[3] = { lia_three_dot(p, R, a), lia_three_dot(p, R + 3, a),
      lia_three_dot(p, R + 6, a) };
  memcpy(o, t, sizeof t);
}

static inline void lia_three_column(const lia_expr R[9], int k, lia_expr o[3]) {
  for (int i = 0; i < 3; i++) o[i] = R[3 * i + k];
}

static inline void lia_three_add(lia_pool *p, lia_expr o[3], const lia_expr a[3]) {
  for (int k = 0; k < 3; k++) o[k] = lia_sym_add(p, o[k], a[k]);
}

static inline void lia_three_scale(lia_pool *p, lia_expr s, const lia_expr a[3], lia_expr o[3]) {
  for (int k = 0; k < 3; k++) o[k] = lia_sym_mul(p, s, a[k]);
}

static inline void lia_three_cross(lia_pool *p, const lia_expr a[3], const lia_expr b[3],
    lia_expr o[3]) {
  for (int k = 0; k < 3; k++) {
    int u = (k + 1) % 3, v = (k + 2) % 3;
    o[k] = lia_sym_sub(p, lia_sym_mul(p, a[u], b[v]), lia_sym_mul(p, a[v], b[u]));
  }
}

LIA_C_END

#endif
