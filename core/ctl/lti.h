/* lti.h - a linear system as four matrices: s x = A x + B u, y = C x + D u (z for s: sampled) */
#ifndef LIA_LTI_H
#define LIA_LTI_H

#include "base/arena.h"
#include "num/mat.h"

LIA_C_BEGIN

/* n = A.rows states, m = D.cols inputs, p = D.rows outputs; n may be 0. Views that own nothing */
typedef struct lia_lti { lia_mat A, B, C, D; } lia_lti;

static inline int lia_lti_n(const lia_lti *s) { return s->A.rows; }
static inline int lia_lti_m(const lia_lti *s) { return s->D.cols; }
static inline int lia_lti_p(const lia_lti *s) { return s->D.rows; }

/* a pole there lies on the border of stability to working precision */
static inline int lia_lti_on_border(double re, double im, int discrete) {
  const double size = hypot(re, im);
  return discrete ? fabs(size - 1) <= 2e-15 : fabs(re) <= 2e-15 * size;
}

/* sizes agree and every number is finite: LIA_EDIM or LIA_EDOMAIN naming "A", "B", "C" or "D" */
lia_status lia_lti_check(const lia_lti *s, lia_error *err) LIA_NODISCARD;
/* zeroed matrices in the arena */
lia_status lia_lti_new(lia_arena *a, lia_lti *s, int n, int m, int p, lia_error *err) LIA_NODISCARD;
/* a copy in the arena, to be changed */
lia_status lia_lti_copy(lia_arena *a, lia_lti *to, const lia_lti *s, lia_error *err) LIA_NODISCARD;
/* from' = the dual (A', C', B', D') in the arena */
lia_status lia_lti_dual(lia_arena *a, lia_lti *to, const lia_lti *s, lia_error *err) LIA_NODISCARD;

LIA_C_END

#endif
