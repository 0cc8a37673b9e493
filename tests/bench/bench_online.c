/* bench_online.c - motions on line of 7 axes from any state to any state: how long one plan takes,
 * on the average, for 99.9 % of them, and at the worst */
#include "bench.h"

#include "base/rng.h"
#include "traj/online.h"

#include <math.h>

enum { AXES = 7, CASES = 4096, TURNS = 24 };

typedef struct plan {
  lia_online_limits lim[AXES];
  lia_online_state from[AXES], to[AXES];
} plan;

static plan cases[CASES];
static lia_online_axis work[AXES];
static lia_online_profile out[AXES];
static lia_online_info info;

// an a from which v stays within 1, seen forwards and backwards
static lia_online_state any_state(lia_rng *r, const lia_online_limits *l) {
  lia_online_state s = { lia_rng_range(r, -3, 3), lia_rng_range(r, -0.9, 0.9) * l->v_max, 0 };
  const double a = fmin(l->a_max, sqrt(2 * l->j * (l->v_max - fabs(s.v))));
  s.a = lia_rng_range(r, -a, a);
  return s;
}

static void fill(void) {
  lia_rng r = lia_rng_seed(7);
  for (int k = 0; k < CASES; k++)
    for (int i = 0; i < AXES; i++) {
      lia_online_limits *l = &cases[k].lim[i];
      l->v_max = lia_rng_range(&r, 0.5, 3);
      l->a_max = lia_rng_range(&r, 0.5, 6);
      l->j = lia_rng_range(&r, 1, 30);
      l->v_min = -l->v_max;
      l->a_min = -l->a_max;
      cases[k].from[i] = any_state(&r, l);
      cases[k].to[i] = any_state(&r, l);
    }
}

static int plan_of(const plan *c) {
  const lia_online_options opts = { 0 };
  return lia_online_plan(AXES, c->lim, c->from, c->to, &opts, work, out, &info, NULL) != LIA_OK;
}

static int rising(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

// single plans, each timed alone (the clock's own 20 to 50 ns in it): as it happened, and the least
// of all turns of each, which is free of what else the machine did
static void jitter(void) {
  static double took[TURNS * CASES], least[CASES];
  const char *only = getenv("BENCH_ONLY");
  if (only && *only && !strstr("online: 7 axes, any state to any state", only)) return;
  for (int i = 0; i < TURNS * CASES; i++) {
    const int k = i % CASES;
    const double start = bench_clock();
    plan_of(&cases[k]);
    took[i] = 1e9 * (bench_clock() - start);
    if (i < CASES || took[i] < least[k]) least[k] = took[i];
  }
  qsort(took, TURNS * CASES, sizeof *took, rising);
  qsort(least, CASES, sizeof *least, rising);
  printf("online,7 axes 99.9 %% of plans within,%s,%.4g,%.4g\n", BENCH_WHO,
         took[TURNS * CASES - TURNS * CASES / 1000], least[CASES - CASES / 1000]);
  printf("online,7 axes the worst plan,%s,%.4g,%.4g\n", BENCH_WHO, took[TURNS * CASES - 1],
         least[CASES - 1]);
}

int main(void) {
  int failed = 0;
  fill();
  for (int k = 0; k < CASES; k++) failed += plan_of(&cases[k]);
  if (failed) fprintf(stderr, "online: %d of %d plans failed\n", failed, CASES);
  BENCH("online", "7 axes any state to any state", plan_of(&cases[i % CASES]));
  BENCH("online", "1 axis its shortest duration", {
    const plan *c = &cases[i % CASES];
    lia_status st = lia_online_ready(&work[0], &c->lim[0], &c->from[0], &c->to[0],
                                     LIA_ONLINE_POSITION, 0, NULL);
    failed += st != LIA_OK;
  });
  jitter();
  return failed > 0;
}
