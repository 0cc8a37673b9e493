/* butcher.h - the tables of the explicit Runge-Kutta methods
 *
 * To add one: write methods/<name>.c with its coefficients and its row (LIA_BUTCHER_ROW of
 * stepper.h), add X(<name>) to methods.def. Order conditions, measured slopes, sweeps, the living
 * page and the list of methods read the row. */
#ifndef LIA_BUTCHER_H
#define LIA_BUTCHER_H

#include "base/extern.h"

LIA_C_BEGIN

/* Between steps, with s = (t - t0)/h, D = x1 - x0:                               [HNW] II.6, contd8
 *   x(t) = x0 + s (F0 + (1-s) (F1 + s (F2 + (1-s) (F3 + s (...)))))
 *   F0 = D, F1 = h k_1 - D, F2 = D - h k_end - F1, F3.. = h sum_i dense[r][i] k_i */
typedef struct lia_butcher {
  const char *name, *text;
  int order;
  int dense_order;    /* of the error between steps: 4 where there is nothing beyond the cubic */
  int estimates;      /* how many error estimators; 0: fixed steps only */
  int stages;
  int extra;          /* stages for the dense output alone, computed only when somebody asks */
  int fsal;           /* 1: the last stage is the derivative at the new point */
  int width;          /* columns of a and dense: stages + extra, plus 1 for k_end where not fsal */
  /* c: width; a: width x width, rows below the diagonal; b: stages */
  const double *c, *a, *b;
  const double *e[2];               /* error weights (stages); the second is of lower order */
  int ndense;
  const double *dense;              /* ndense x width */
} lia_butcher;

typedef enum lia_butcher_kind {
#define X(id) LIA_BUTCHER_##id,
#include "num/methods.def"
#undef X
  LIA_BUTCHER_COUNT
} lia_butcher_kind;

extern const lia_butcher *const lia_butcher_rows[LIA_BUTCHER_COUNT];

int lia_butcher_find(const char *name);   /* kind, or -1 */

LIA_C_END

#endif
