/* bounds.c - looked at, cut off, counted */
#include "sim/bounds.h"

#include <math.h>

lia_bound lia_bound_of(int at, double lower, double upper) {
  return (lia_bound){ .at = at, .lower = lower, .upper = upper, .first = (double)NAN };
}

void lia_bounds_look(lia_bound *b, int n, const double *x) {
  for (int k = 0; k < n; k++) {
    double value = x[b[k].at];
    b[k].over = value < b[k].lower ? b[k].lower - value : 0;
    if (value > b[k].upper) b[k].over = value - b[k].upper;
  }
}

void lia_bounds_clip(lia_bound *b, int n, double *x) {
  lia_bounds_look(b, n, x);
  for (int k = 0; k < n; k++)
    if (b[k].over > 0) x[b[k].at] = x[b[k].at] > b[k].upper ? b[k].upper : b[k].lower;
}

void lia_bounds_count(lia_bound *b, int n, double t) {
  for (int k = 0; k < n; k++) {
    if (!(b[k].over > 0)) continue;
    if (!b[k].steps++) b[k].first = t;
    b[k].most = fmax(b[k].most, b[k].over);
  }
}
