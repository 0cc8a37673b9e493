/* test_shifted.c - s M - J solved: what comes back fits, whatever is eliminated first */
#include "num/shifted.h"

#include "base/rng.h"

#include "house.h"
#include <math.h>

enum { MOST = 24 };

typedef struct subject {
  int n;
  double J[MOST * MOST], mass[MOST], s, t;
  double re[MOST * MOST], im[MOST * MOST], pivot[2 * MOST];
  int swap[MOST];
  lia_shifted S;
} subject;

// columns of J; rates of the first `lead` states depend on one of the others and on little else
static void make_subject(subject *x, lia_rng *r, int n, int lead, int complex, int masses) {
  x->n = n;
  x->s = lia_rng_range(r, 1, 3);
  x->t = complex ? lia_rng_range(r, 1, 3) : 0;
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++)
      x->J[j*n + i] = i < lead && lia_rng_below(r, 8) ? 0 : lia_rng_range(r, -1, 1);
  for (int i = 0; i < n; i++) x->mass[i] = masses && i % 3 == 2 ? 0 : 1;
  x->S = (lia_shifted){ .n = n, .lead = lead, .re = x->re, .im = complex ? x->im : NULL,
      .pivot = x->pivot, .swap = x->swap };
}

LIA_TEST(shifted, what_comes_back_fits) {
  lia_rng r = lia_rng_seed(71);
  static subject x;
  for (int k = 0; k < 400; k++) {
    const int n = 1 + (int)lia_rng_below(&r, MOST), lead = (int)lia_rng_below(&r, (uint64_t)n + 1),
        complex = k % 2, masses = k % 4 > 1 && lead == 0;
    double b[MOST], c[MOST], u[MOST], v[MOST];
    make_subject(&x, &r, n, lead, complex, masses);
    cr_assert(lia_shifted_factor(&x.S, x.J, masses ? x.mass : NULL, x.s, x.t), "%d of %d", lead,
        n);
    for (int i = 0; i < n; i++) {
      u[i] = b[i] = lia_rng_range(&r, -1, 1);
      v[i] = c[i] = lia_rng_range(&r, -1, 1);
    }
    lia_shifted_solve(&x.S, u, complex ? v : NULL);
    double size = 1;
    for (int i = 0; i < n; i++) size = fmax(size, fmax(fabs(u[i]), complex ? fabs(v[i]) : 0));
    for (int i = 0; i < n; i++) {
      double re = x.mass[i] * (x.s * u[i] - (complex ? x.t * v[i] : 0)), im = 0;
      if (complex) im = x.mass[i] * (x.s * v[i] + x.t * u[i]);
      for (int j = 0; j < n; j++) {
        re -= x.J[j*n + i] * u[j];
        if (complex) im -= x.J[j*n + i] * v[j];
      }
      cr_assert_float_eq(re, b[i], 1e-11 * size, "%d: row %d of %d: %g, %g", k, i, n, re, b[i]);
      if (complex) cr_assert_float_eq(im, c[i], 1e-11 * size, "%d: row %d: %g, %g", k, i, im, c[i]);
    }
  }
}

LIA_TEST(shifted, a_matrix_without_an_inverse_is_told) {
  static subject x;
  lia_rng r = lia_rng_seed(72);
  for (int complex = 0; complex < 2; complex++) {
    make_subject(&x, &r, 3, 0, complex, 0);
    // two equations of a state that no equation knows: M = 0 there, and J has an empty column
    const double mass[3] = { 1, 0, 0 }, J[9] = { -1, 1, 2, 0, 0, 0, 0, 1, 2 };
    cr_assert(!lia_shifted_factor(&x.S, J, mass, 2, complex));
    // rows that are multiples of each other but for rounding
    const double K[9] = { 0.1, 0.2, 0.7, 0.3, 0.6, 0.5, 1.1, 2.2, 0.4 };
    cr_assert(!lia_shifted_factor(&x.S, K, (const double[]){ 0, 0, 0 }, 2, complex));
    const double bad[9] = { NAN };
    cr_assert(!lia_shifted_factor(&x.S, bad, NULL, 2, complex));
  }
}
