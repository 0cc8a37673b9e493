/* lsystems_data.c - kit.ctl: systems out of Markov parameters and records */
#include "bindings/ctl/lsystems.h"

#include "ctl/realize.h"
#include "ctl/sheet.h"

// the matrices of the list at argument 1, one under the other
static lia_mat stacked(lua_State *L, lia_arena *a, int *p) {
  const int N = (int)lua_rawlen(L, 1), list = lua_gettop(L) + 1;
  lia_error err = { 0 };
  lia_mat H = { 0 };
  lua_pushvalue(L, 1);
  for (int k = 0; k < N; k++) {
    lua_rawgeti(L, list, k + 1);
    lua_replace(L, 1);   // complaints name the argument
    const lia_mat M = lia_lsystems_mat(L, a, 1);
    if (k == 0) {
      *p = M.rows;
      if ((double)N * M.rows > 16384) lia_arg_error(L, 1, "expected fewer matrices, got %d", N);
      if (lia_sheet_mat(a, &H, N * M.rows, M.cols, &err) != LIA_OK) lia_raise(L, &err);
    }
    if (M.rows != *p || M.cols != H.cols)
      lia_arg_error(L, 1, "matrix %d: expected %d x %d, got %d x %d", k + 1, *p, H.cols, M.rows,
          M.cols);
    lia_mat_copy(lia_mat_part(H, k * *p, 0, *p, H.cols), M);
  }
  lua_pushvalue(L, list);
  lua_replace(L, 1);
  return H;
}

static int ctl_from_markov(lua_State *L) {
  lia_arg arg[2];
  lia_error err = { 0 };
  lia_args(L, arg);
  lia_arena *a = lia_lsystems_arena(L);
  const int box = lua_gettop(L);
  int p = 0, n;
  const lia_mat H = stacked(L, a, &p);
  lia_lti s;
  double *value;
  if (lia_realize_markov(a, &s, &value, &n, H, p, arg[1].given ? arg[1].n : -1, &err) != LIA_OK)
    return lia_fail(L, &err);
  lia_lsystems_push_system(L, &s);
  lia_pushnums(L, value, n);
  lia_release(L, box);
  return 5;
}

static int ctl_identify(lua_State *L) {
  lia_arg arg[4];
  lia_error err = { 0 };
  lia_args(L, arg);
  lia_arena *a = lia_lsystems_arena(L);
  const int box = lua_gettop(L);
  const lia_mat U = lia_lsystems_mat(L, a, 1), Y = lia_lsystems_mat(L, a, 2);
  const int order = arg[2].n, rows = arg[3].given ? arg[3].n : order + 2;
  lia_lti s;
  double *x0, *value;
  if (lia_realize_record(a, &s, &x0, &value, U, Y, order, rows, &err) != LIA_OK)
    return lia_fail(L, &err);
  lia_lsystems_push_system(L, &s);
  lia_pushnums(L, value, rows * Y.cols);
  lia_pushnums(L, x0, order);
  lia_release(L, box);
  return 6;
}

const lia_fn lia_lsystems_data[] = {
  { ctl_from_markov, "ctl.from_markov(list: table [, order: count]) -> mat, mat, mat, mat, vec",
    NULL, NULL },
  { ctl_identify, "ctl.identify(U: any, Y: any, order: count [, rows: count]) "
    "-> mat, mat, mat, mat, vec, vec", NULL, NULL },
  { 0 },
};
