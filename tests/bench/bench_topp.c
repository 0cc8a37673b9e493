/* bench_topp.c - the shortest time along a path of the panda under exact torques */
#include "bench.h"
#include "compile_mdl.h"

#include "ask/path_limits.h"
#include "base/mem.h"

enum { SEGMENTS = 999 };

static const double speed[7] = { 2.175, 2.175, 2.175, 2.175, 2.61, 2.61, 2.61 };
static const double torque[7] = { 87, 87, 87, 87, 12, 12, 12 };

/* a quintic from one state of the comparison to another */
static lia_pieces *make_path(const mdl_state *S) {
  lia_pieces *x;
  if (lia_pieces_new(&x, 7, 1, 5, NULL) != LIA_OK) exit(1);
  x->knot[1] = 1;
  double a[21] = { 0 }, b[21] = { 0 };
  for (int k = 0; k < 7; k++) {
    a[k] = S[0].q[k];
    b[k] = S[1].q[k];
    a[7 + k] = b[7 + k] = b[k] - a[k] + 0.3 * S[0].v[k];
  }
  lia_pieces_quintic(x, 0, a, b);
  return x;
}

static void must(lia_status st, const lia_error *err) {
  if (st == LIA_OK) return;
  fprintf(stderr, "%s: %s\n", err->path, err->text);
  exit(1);
}

int main(void) {
  mdl M = mdl_load(mdl_path("panda"));
  mdl_state S[MDL_STATES];
  lia_model *m = compile(&M);
  lia_data *d;
  lia_error err = { 0 };
  mdl_states(&M, S);
  must(lia_data_new(&d, m, &err), &err);
  lia_pieces *path = make_path(S);
  double least[2][7], s[SEGMENTS + 1];
  for (int k = 0; k < 7; k++) {
    least[0][k] = -speed[k];
    least[1][k] = -torque[k];
  }
  for (int i = 0; i <= SEGMENTS; i++) s[i] = (double)i / SEGMENTS;
  lia_path_limits o = { .m = m, .d = d, .v = { least[0], speed }, .tau = { least[1], torque },
                        .speed = HUGE_VAL, .turning = HUGE_VAL, .acceleration = HUGE_VAL };
  lia_path *g;
  lia_topp *r;
  must(lia_path_new(&g, path, 0, s, SEGMENTS + 1, &err), &err);
  must(lia_topp_new(&r, g->n, &err), &err);
  must(lia_path_rows(g, &o, &err), &err);
  lia_topp_problem p = lia_path_problem(g);
  BENCH("topp", "panda 1000 points: rows of exact torques", must(lia_path_rows(g, &o, &err), &err));
  p = lia_path_problem(g);
  BENCH("topp", "panda 1000 points: shortest time of these rows",
        must(lia_topp_solve(r, &p, &err), &err));
  BENCH("topp", "panda 1000 points: rows and time", must(lia_path_rows(g, &o, &err), &err);
        p = lia_path_problem(g);
        must(lia_topp_solve(r, &p, &err), &err));
  lia_topp_free(r);
  lia_path_free(g);
  lia_pieces_free(path);
  lia_free(d);
  lia_free(m);
  mdl_free(&M, S);
  return 0;
}
