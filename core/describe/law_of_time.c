/* law_of_time.c - laws told piece by piece: do they go on where their pieces meet? */
#include "describe/values.h"

#include "base/mem.h"
#include "sym/expr/build.h"
#include "sym/expr/diff.h"
#include "sym/expr/parse.h"
#include "sym/tape/eval.h"

#include <math.h>
#include <string.h>

typedef struct law {
  lia_pool *p;
  lia_expr t, d[3];                     /* the law, its rate, the rate of that */
  double at;                            /* where it was found to jump; NaN: nowhere */
  int failed;                           /* 1: it could not be asked */
} law;

// the law and its two rates at a time
static int values_at(law *o, double t, double x[3]) {
  for (int k = 0; k < 3; k++) {
    lia_error err = { 0 };
    if (lia_eval(o->p, o->d[k], 1, &o->t, &t, &x[k], &err) != LIA_OK || !isfinite(x[k])) return 0;
  }
  return 1;
}

// over a small time h the value may change by its rate, the rate by its own, and both by rounding
static void look_around(void *user, double t) {
  law *o = user;
  const double h = 1e-7 * (1 + fabs(t));
  double a[3], b[3];
  if (!values_at(o, t - h, a) || !values_at(o, t + h, b)) {
    o->failed = 1;
    return;
  }
  for (int k = 0; k < 2; k++) {
    const double rate = fabs(a[k + 1]) + fabs(b[k + 1]);
    const double most = 4 * h * rate + 1e-9 * (fabs(a[k]) + fabs(b[k])) + 1e-12;
    if (fabs(b[k] - a[k]) > most && !(o->at == o->at)) o->at = t;
  }
}

static lia_status read_law(law *o, const char *text, lia_error *err) {
  o->p = lia_pool_new();
  if (!o->p) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  o->t = lia_sym_time(o->p);
  LIA_TRY(lia_parse(o->p, text, strlen(text), LIA_PARSE_create, &o->d[0], NULL, err));
  for (int k = 1; k < 3; k++) o->d[k] = lia_diff(o->p, o->d[k - 1], o->t);
  return lia_pool_status(o->p, err);
}

int lia_values_goes_on(const char *text, double *at) {
  law o = { .at = (double)NAN };
  lia_error err = { 0 };
  *at = (double)NAN;
  if (!lia_values_only_times(text)) return 0;
  const int reads = read_law(&o, text, &err) == LIA_OK && lia_values_times(text, look_around, &o);
  lia_pool_free(o.p);
  *at = o.at;
  return reads && !o.failed && !(o.at == o.at);
}
