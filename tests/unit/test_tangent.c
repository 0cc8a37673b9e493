/* test_tangent.c - slopes of tapes against derivatives of expressions and differences; corners */
#include "house.h"
#include "symkit.h"
#include "sym/expr/diff.h"
#include "sym/expr/parse.h"
#include "sym/tape/tangent.h"

#define MUST(call) cr_assert_eq((call), LIA_OK)

enum { CASES = 1000, N = LIA_TANGENTS };

static lia_tape *tape_of(lia_pool *p, uint32_t nin, const lia_expr *in, uint32_t nout,
                         const lia_expr *out) {
  lia_tape *t = NULL;
  MUST(lia_tape_new(&t, p, nin, in, nout, out, NULL));
  return t;
}

typedef struct found { double out[4], slope[4 * N]; char corner[4]; } found;

static found tangent(const lia_tape *t, const double *in, const double *directions) {
  found f = { .corner = { 0 } };
  double *w = lia_malloc(lia_tape_tangent_room(t) * sizeof *w);
  lia_tape_tangent(t, in, directions, f.out, f.slope, f.corner, w);
  lia_free(w);
  return f;
}

static int near(double a, double b, double tol) {
  if (!isfinite(a) || !isfinite(b)) return !isfinite(a) && !isfinite(b);
  return fabs(a - b) <= tol * (1 + fabs(a) + fabs(b));
}

// values are those of lia_tape_eval; slopes those of diff.h, summed over the direction
LIA_TEST(tangent, agrees_with_derivatives_of_random_expressions) {
  kit k = kit_new(77);
  for (int i = 0; i < kit_cases(CASES); i++) {
    lia_expr e = kit_random(&k, 1 + i % 4, 0).e, all[1 + KIT_SYMBOLS];
    all[0] = e;
    cr_assert(lia_diff_gradient(k.p, e, KIT_SYMBOLS, k.symbol, all + 1));
    lia_tape *t = tape_of(k.p, KIT_SYMBOLS, k.symbol, 1, &e),
        *d = tape_of(k.p, KIT_SYMBOLS, k.symbol, 1 + KIT_SYMBOLS, all);
    double in[KIT_SYMBOLS], direction[N * KIT_SYMBOLS], want[1 + KIT_SYMBOLS], value;
    double *w = lia_malloc((t->nslot + d->nslot) * sizeof *w);
    for (int j = 0; j < KIT_SYMBOLS; j++) in[j] = k.at[j][i % KIT_POINTS];
    for (int j = 0; j < N * KIT_SYMBOLS; j++) direction[j] = lia_rng_range(&k.rng, -1, 1);
    lia_tape_eval(d, in, want, w);
    lia_tape_eval(t, in, &value, w);
    const found f = tangent(t, in, direction);
    cr_assert(memcmp(&value, f.out, sizeof value) == 0 || value != value);
    for (int lane = 0; lane < N && isfinite(value); lane++) {
      double sum = 0, size = 0;
      for (int j = 0; j < KIT_SYMBOLS; j++) {
        sum += want[1 + j] * direction[N * j + lane];
        size += fabs(want[1 + j]);
      }
      cr_assert(!isfinite(size) || fabs(sum - f.slope[lane]) <= 1e-9 * (1 + size),
                "%s: %.17g, not %.17g", kit_text(&k, e), f.slope[lane], sum);
    }
    lia_free(w);
    lia_free(t);
    lia_free(d);
    if (k.p->used > 60000) {
      lia_rng rng = k.rng;
      lia_pool_free(k.p);
      k = kit_new(77);
      k.rng = rng;
    }
  }
  lia_pool_free(k.p);
}

// every function, against central differences
LIA_TEST(tangent, of_every_function_against_differences) {
  static const char *const text[] = { "x + y + z", "x - y", "x*y*z", "x/y", "x*y + z", "x*y - z",
    "z - x*y", "-x", "sqrt(x)", "sin(x)", "cos(x)", "tan(x)", "asin(x)", "acos(x)", "atan(x)",
    "exp(x)", "log(x)", "tanh(x)", "abs(x - 2)", "sign(x)*y", "x^y", "x^3", "atan2(x, y)",
    "min(x, y)", "max(x, y)", "piecewise(x < y, x*z, y)", "piecewise(y <= x, x*z, y^2)",
    "sin(x)*cos(x)" };
  static const double at[3] = { 0.4, 0.7, -0.3 };
  for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
    lia_pool *p = lia_pool_new();
    lia_expr in[3], e = 0;
    for (int j = 0; j < 3; j++) in[j] = lia_sym_symbol(p, (const char[]){ (char)('x' + j), 0 });
    MUST(lia_parse(p, text[i], strlen(text[i]), LIA_PARSE_refuse, &e, NULL, NULL));
    lia_tape *t = tape_of(p, 3, in, 1, &e);
    double direction[3 * N] = { 0 }, *w = lia_malloc(t->nslot * sizeof *w);
    for (int j = 0; j < 3; j++) direction[N * j + j] = 1;
    const found f = tangent(t, at, direction);
    cr_assert_eq(f.corner[0], 0, "%s", text[i]);
    for (int j = 0; j < 3; j++) {
      double x[3] = { at[0], at[1], at[2] }, more, less;
      x[j] = at[j] + 1e-6;
      lia_tape_eval(t, x, &more, w);
      x[j] = at[j] - 1e-6;
      lia_tape_eval(t, x, &less, w);
      cr_assert(near(f.slope[j], (more - less) / 2e-6, 1e-8), "%s along %d: %g", text[i], j,
                f.slope[j]);
    }
    lia_free(w);
    lia_free(t);
    lia_pool_free(p);
  }
}

static int corner_of(const char *text, double x, double dx, double dy) {
  lia_pool *p = lia_pool_new();
  const lia_expr in[2] = { lia_sym_symbol(p, "x"), lia_sym_symbol(p, "y") };
  lia_expr e = 0;
  MUST(lia_parse(p, text, strlen(text), LIA_PARSE_refuse, &e, NULL, NULL));
  lia_tape *t = tape_of(p, 2, in, 1, &e);
  const double at[2] = { x, 2 };
  double direction[2 * N] = { 0 };
  direction[0] = dx;
  direction[N] = dy;
  const found f = tangent(t, at, direction);
  lia_free(t);
  lia_pool_free(p);
  return f.corner[0];
}

// told where a direction leads across, and only there
LIA_TEST(tangent, corners_are_told) {
  cr_assert_eq(corner_of("abs(x)", 0, 1, 0), 1);
  cr_assert_eq(corner_of("abs(x)", 1e-300, 1, 0), 0);
  cr_assert_eq(corner_of("abs(x) + y", 0, 0, 1), 0);
  cr_assert_eq(corner_of("y*sign(x)", 0, 1, 1), 1);
  cr_assert_eq(corner_of("max(x, y)", 2, 1, 0), 1);
  cr_assert_eq(corner_of("max(x, y)", 2, 1, 1), 0);
  cr_assert_eq(corner_of("max(x, y)", 1, 1, 0), 0);
  cr_assert_eq(corner_of("piecewise(x < 0, x, 2*x)", 0, 1, 0), 1);
  cr_assert_eq(corner_of("piecewise(x < 0, x^2, 0)", 0, 1, 0), 0);
  cr_assert_eq(corner_of("piecewise(x < 0, x^2, 1)", 0, 1, 0), 1);
  cr_assert_eq(corner_of("sin(min(x, y)) + 1", 2, 1, 0), 1);
  cr_assert_eq(corner_of("sqrt(x)*0 + y + sqrt(x)", 0, 0, 1), 0);
}
