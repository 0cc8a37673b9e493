/* lsystems_answer.c - kit.ctl: responses to frequencies and sequences */
#include "bindings/ctl/lsystems.h"

#include "ctl/freq.h"
#include "ctl/sequence.h"

// one row for each frequency into Re, Im; the poles met, counted from 1, into a table on top
static void response_rows(lua_State *L, const lia_freq *f, const double *w, int N, double T,
    lia_mat Re, lia_mat Im) {
  const int m = lia_lti_m(&f->s), p = lia_lti_p(&f->s);
  int met = 0;
  lua_newtable(L);
  for (int k = 0; k < N; k++) {
    double x, y;
    lia_freq_point(w[k], T, &x, &y);
    const lia_mat re = lia_mat_of(lia_mat_row(Re, k), p, m);
    const lia_mat im = lia_mat_of(lia_mat_row(Im, k), p, m);
    if (lia_freq_at(f, x, y, re, im)) continue;
    lua_pushinteger(L, k + 1);
    lua_rawseti(L, -2, ++met);
  }
}

static int ctl_response(lua_State *L) {
  lia_arg arg[6];
  lia_error err = { 0 };
  lia_args(L, arg);
  lia_arena *a = lia_lsystems_arena(L);
  const int box = lua_gettop(L);
  const lia_lti s = lia_lsystems_system(L, a, 1);
  const int m = lia_lti_m(&s), p = lia_lti_p(&s), N = arg[4].n;
  const double T = arg[5].given ? arg[5].x : 0;
  lia_freq f;
  if (T < 0) return lia_arg_error(L, 6, "expected a sampling time of at least 0, got %g", T);
  if ((double)N * m * p > LIA_NUMS_MOST)
    return lia_arg_error(L, 5, "expected fewer frequencies: %d of %d x %d", N, p, m);
  if (lia_freq_new(a, &f, &s, &err) != LIA_OK) return lia_fail(L, &err);
  const lia_mat Re = lia_mat_of(lia_pushmat(L, N, m * p), N, m * p);
  const lia_mat Im = lia_mat_of(lia_pushmat(L, N, m * p), N, m * p);
  response_rows(L, &f, arg[4].p, N, T, Re, Im);
  lia_release(L, box);
  return 3;
}

static int ctl_value(lua_State *L) {
  lia_arg arg[6];
  lia_error err = { 0 };
  lia_args(L, arg);
  lia_arena *a = lia_lsystems_arena(L);
  const int box = lua_gettop(L);
  const lia_lti s = lia_lsystems_system(L, a, 1);
  const int m = lia_lti_m(&s), p = lia_lti_p(&s);
  lia_freq f;
  if (lia_freq_new(a, &f, &s, &err) != LIA_OK) return lia_fail(L, &err);
  const lia_mat Re = lia_mat_of(lia_pushmat(L, p, m), p, m);
  const lia_mat Im = lia_mat_of(lia_pushmat(L, p, m), p, m);
  if (!lia_freq_at(&f, arg[4].x, arg[5].x, Re, Im)) {
    LIA_FAIL(&err, LIA_ESINGULAR, "", "%.6g + %.6g i is a pole", arg[4].x, arg[5].x);
    return lia_fail(L, &err);
  }
  lia_release(L, box);
  return 2;
}

static int ctl_lsim(lua_State *L) {
  lia_arg arg[6];
  lia_args(L, arg);
  lia_arena *a = lia_lsystems_arena(L);
  const int box = lua_gettop(L);
  const lia_lti s = lia_lsystems_system(L, a, 1);
  const lia_mat U = lia_lsystems_mat(L, a, 5);
  const int n = lia_lti_n(&s), m = lia_lti_m(&s), p = lia_lti_p(&s);
  if (U.cols != m)
    return lia_arg_error(L, 5, "expected rows of %d inputs, got %d x %d", m, U.rows, U.cols);
  int n0 = n;
  const double *x0 = NULL;
  if (arg[5].given) x0 = lia_lsystems_list(L, a, 6, &n0);
  else if (!(x0 = lia_arena_alloc(a, (size_t)(n + 1) * sizeof *x0))) lia_lsystems_no_memory(L);
  if (n0 != n) return lia_arg_error(L, 6, "expected %d numbers, got %d", n, n0);
  const lia_mat Y = lia_mat_of(lia_pushmat(L, U.rows, p), U.rows, p);
  const lia_mat X = lia_mat_of(lia_pushmat(L, U.rows, n), U.rows, n);
  lia_sequence_run(&s, U, x0, Y, X);
  lia_release(L, box);
  return 2;
}

static int ctl_markov(lua_State *L) {
  lia_arg arg[5];
  lia_error err = { 0 };
  lia_args(L, arg);
  lia_arena *a = lia_lsystems_arena(L);
  const int box = lua_gettop(L), N = arg[4].n;
  const lia_lti s = lia_lsystems_system(L, a, 1);
  const int m = lia_lti_m(&s), p = lia_lti_p(&s);
  if ((double)N * p * m > LIA_NUMS_MOST || (double)N * p > 1e9)
    return lia_arg_error(L, 5, "expected fewer, got %d", N);
  const lia_mat H = lia_mat_of(lia_pushmat(L, N * p, m), N * p, m);
  if (lia_sequence_markov(a, &s, H, &err) != LIA_OK) return lia_fail(L, &err);
  lua_createtable(L, N, 0);
  for (int k = 0; k < N; k++) {
    lia_lsystems_push(L, lia_mat_part(H, k * p, 0, p, m));
    lua_rawseti(L, -2, k + 1);
  }
  lia_release(L, box);
  return 1;
}

#define SYSTEM "A: any, B: any, C: any, D: any"
const lia_fn lia_lsystems_answer[] = {
  { ctl_response, "ctl.response(" SYSTEM ", w: nums [, T: num]) -> mat, mat, table", NULL, NULL },
  { ctl_value, "ctl.value(" SYSTEM ", re: num, im: num) -> mat, mat", NULL, NULL },
  { ctl_lsim, "ctl.lsim(" SYSTEM ", U: any [, x0: any]) -> mat, mat", NULL, NULL },
  { ctl_markov, "ctl.markov(" SYSTEM ", N: count) -> table", NULL, NULL },
  { 0 },
};
