/* bounds.h - what should stay between two numbers, and how often it did not: limits, speeds,
 * efforts */
#ifndef LIA_BOUNDS_H
#define LIA_BOUNDS_H

#include "base/extern.h"

LIA_C_BEGIN

typedef struct lia_bound {
  int at;                   /* place among the numbers looked at */
  double lower, upper;      /* infinite for none */
  double over;              /* by how much the last one looked at is beyond, 0: it is not */
  /* how many steps ended beyond, when the first did, by how much the worst */
  long steps;
  double first, most;
} lia_bound;

lia_bound lia_bound_of(int at, double lower, double upper);
void lia_bounds_look(lia_bound *b, int n, const double *x);
/* the same, and x brought back between */
void lia_bounds_clip(lia_bound *b, int n, double *x);
/* what was looked at last is where a step ended */
void lia_bounds_count(lia_bound *b, int n, double t);

LIA_C_END

#endif
