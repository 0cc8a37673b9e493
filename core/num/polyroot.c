/* polyroot.c - roots of a polynomial between those of its derivative, from the line upwards */
#include "num/polyroot.h"

#include "base/assert.h"

#include <math.h>
#include <string.h>

typedef struct polynomial { const double *c; int degree; } polynomial;

static double slope_at(const polynomial *p, double x) {
  double sum = 0;
  for (int k = p->degree; k >= 1; k--) sum = sum * x + k * p->c[k];
  return sum;
}

int lia_poly_derived(const double *c, int degree, int order, double *out) {
  for (int k = order; k <= degree; k++) {
    double factor = 1;
    for (int i = 0; i < order; i++) factor *= k - i;
    out[k - order] = factor * c[k];
  }
  if (degree >= order) return degree - order;
  out[0] = 0;
  return 0;
}

// the root between a and b, where the signs differ (fa: that at a), the polynomial monotonic
static double root_inside(const polynomial *p, double a, double b, double fa) {
  double x = a + (b - a) / 2;
  for (int i = 0; i < 200; i++) {
    const double f = lia_poly_at(p->c, p->degree, x);
    if (f == 0) return x;
    if ((f > 0) == (fa > 0)) a = x;
    else b = x;
    const double middle = a + (b - a) / 2;
    if (!(middle > fmin(a, b) && middle < fmax(a, b))) return middle;
    const double newton = x - f / slope_at(p, x), step = fabs(newton - x);
    const int inside = newton > fmin(a, b) && newton < fmax(a, b);
    // bisection every third time: Newton may creep along one side
    x = inside && i % 3 < 2 ? newton : middle;
    if (inside && step <= 2e-16 * fabs(newton)) return newton;
  }
  return x;
}

// roots of p, given those of its derivative between lo and hi
static int roots_between(const polynomial *p, double lo, double hi, const double *stationary,
                         int n, double *root) {
  int found = 0;
  double a = lo, fa = lia_poly_at(p->c, p->degree, a);
  if (fa == 0) root[found++] = a;
  for (int k = 0; k <= n; k++) {
    const double b = k < n ? stationary[k] : hi, fb = lia_poly_at(p->c, p->degree, b);
    if (b == a) continue;
    if (fb == 0) root[found++] = b;
    else if (fa != 0 && (fa > 0) != (fb > 0)) root[found++] = root_inside(p, a, b, fa);
    a = b;
    fa = fb;
  }
  return found < p->degree ? found : p->degree;
}

int lia_polyroot(const double *c, int degree, double lo, double hi, double *root) {
  LIA_ASSERT(degree <= LIA_POLYROOT_DEGREE);
  while (degree >= 0 && c[degree] == 0) degree--;
  if (degree < 1 || !(lo <= hi)) return 0;
  double derived[LIA_POLYROOT_DEGREE + 1], found[2 * LIA_POLYROOT_DEGREE + 2],
      below[2 * LIA_POLYROOT_DEGREE + 2];
  int n = 0;
  for (int order = degree - 1; order >= 0; order--) {
    const polynomial p = { derived, lia_poly_derived(c, degree, order, derived) };
    n = roots_between(&p, lo, hi, below, n, found);
    memcpy(below, found, (size_t)n * sizeof *found);
  }
  memcpy(root, found, (size_t)n * sizeof *found);
  return n;
}
