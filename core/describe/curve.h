/* curve.h - numbers in a table as an expression: what lies between the points, held at the ends
 *
 * Underneath a piecewise polynomial of one name, each piece by Horner's rule: whoever takes an
 * expression takes a table. */
#ifndef LIA_CURVE_H
#define LIA_CURVE_H

#include "base/text.h"

LIA_C_BEGIN

/* linear: straight between the points; cubic: smooth twice over (traj/plan.h), level at both ends;
 * steps: f[k] from x[k] on */
#define LIA_CURVE_LIST(X) X(linear) X(cubic) X(steps)

typedef enum lia_curve_kind {
#define X(name) LIA_CURVE_##name,
  LIA_CURVE_LIST(X)
#undef X
  LIA_CURVE_COUNT
} lia_curve_kind;

extern const char *const lia_curve_names[LIA_CURVE_COUNT];

typedef struct lia_curve {
  const char *over;          /* the name it is a curve over: "t", "x", "q1'" */
  lia_curve_kind kind;
  int n;                     /* points, at least 2, x rising */
  const double *x, *f;
} lia_curve;

/* the expression, behind out. EARG: path "x[3]" or "f[3]" and what is wrong with it; ENOMEM */
LIA_NODISCARD lia_status lia_curve_text(lia_text *out, const lia_curve *c, lia_error *err);

LIA_C_END

#endif
