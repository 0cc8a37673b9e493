/* bench_traj.c - motion laws, shortest times, curves through points */
#include "bench.h"

#include "base/mem.h"
#include "base/rng.h"
#include "traj/plan.h"
#include "traj/via.h"

#include <math.h>

enum { M = 12, AXES = 6, MANY = 1000 };

static double t[MANY], x[MANY * AXES], told[M * AXES], found[M], T[BENCH_INPUTS];
static double at[BENCH_INPUTS][4], speed[BENCH_INPUTS];
static lia_axis_limits lim[AXES];

static void fill(void) {
  lia_rng r = lia_rng_seed(1);
  for (int k = 0; k < MANY; k++) t[k] = 0.5 * k;
  for (int k = 0; k < MANY * AXES; k++) x[k] = lia_rng_normal(&r);
  for (int k = 0; k < M * AXES; k++) {
    const int end = k < AXES || k >= (M - 1) * AXES;
    told[k] = end ? 0 : (double)NAN;
  }
  for (int k = 0; k < BENCH_INPUTS; k++) speed[k] = 1 + lia_rng_uniform(&r);
  for (int c = 0; c < AXES; c++) lim[c] = lia_both_ways((lia_limits){ 1, 3, 20 });
}

static void laws(void) {
  lia_law s_curve, cycloid;
  if (lia_law_make(&s_curve, "trapacc", 0, 0, NULL) != LIA_OK) exit(1);
  if (lia_law_make(&cycloid, "cycloid", 0, 0, NULL) != LIA_OK) exit(1);
  BENCH("traj", "law trapacc at a time", lia_law_eval(&s_curve, k / 256.0, at[k]));
  BENCH("traj", "law cycloid at a time", lia_law_eval(&cycloid, k / 256.0, at[k]));
  BENCH("traj", "S-curve, 6 axes", {
    lim[0].v[0] = speed[k];
    if (lia_plan_shortest(&s_curve, x, lim, AXES, &T[k], NULL) != LIA_OK) exit(1);
  });
}

static void spline(int r, int m) {
  const lia_via v = { .m = m, .n = AXES, .r = r, .t = t, .x = x };
  lia_pieces *out;
  if (lia_via_spline(&out, &v, NULL) != LIA_OK) exit(1);
  lia_pieces_free(out);
}

static void fastest(void) {
  const lia_via v = { .m = M, .n = AXES, .r = 2, .x = x, .told = { told } };
  if (lia_via_fastest(found, &v, lim, NULL, NULL, NULL) != LIA_OK) exit(1);
}

int main(void) {
  fill();
  laws();
  BENCH("traj", "cubic spline, 12 points, 6 axes", spline(2, M));
  BENCH("traj", "minimum jerk, 12 points, 6 axes", spline(3, M));
  BENCH("traj", "minimum snap, 12 points, 6 axes", spline(4, M));
  BENCH("traj", "minimum jerk, 1000 points, 6 axes", spline(3, MANY));
  BENCH("traj", "least time, 12 points, 6 axes", fastest());
  return 0;
}
