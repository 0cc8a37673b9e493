/* lqp.c - kit.num.qp: quadratic programmes for lib/liaison/linear/programmes.lua */
#include "bindings/kit/bind.h"
#include "bindings/kit/fields.h"
#include "bindings/kit/kit.h"
#include "bindings/kit/nums.h"

#include "num/qp.h"

static void qp_free(void *p) { lia_qp_free(p); }
static const lia_class qp_class = { .name = "qp_workspace", .destroy = qp_free };

// n numbers of the list at idx, infinite ones too, in memory of Lua left on the stack
static const double *bounds_at(lua_State *L, int idx, int n) {
  double *x = lua_newuserdata(L, ((size_t)n + 1) * sizeof *x);
  for (int i = 0; i < n; i++) {
    lua_rawgeti(L, idx, i + 1);
    x[i] = lua_tonumber(L, -1);
    lua_pop(L, 1);
  }
  return x;
}

static void push_measures(lua_State *L, const lia_qp_info *info) {
  lua_createtable(L, 0, 8);
  lia_field_number(L, "value", info->value);
  lia_field_number(L, "stationarity", info->stationarity);
  lia_field_number(L, "feasibility", info->feasibility);
  lia_field_integer(L, "steps", info->steps);
  lia_field_integer(L, "rounds", info->rounds);
}

// qp(H, g, A or nil, {lower}, {upper}, {lo}, {hi}, tol or nil, max_iter or nil)
// -> x, y, v, info; or nil, message, code, info, x, y, v
static int num_qp(lua_State *L) {
  lia_error err = { 0 };
  lua_settop(L, 9);
  const lmat *H = lia_check(L, 1, &lia_mat_class), *A = lia_test(L, 3, &lia_mat_class);
  const lvec *g = lia_check(L, 2, &lia_vec_class);
  const int n = H->rows, m = A ? A->rows : 0;
  luaL_argcheck(L, H->cols == n && g->n == n && (!A || A->cols == n), 1, "other sizes expected");
  lia_qp p = { .n = n, .m = m, .H = lia_mat_of(H->x, n, n), .A = lia_mat_of(A ? A->x : NULL, m, n),
    .g = g->x, .lower = bounds_at(L, 4, m), .upper = bounds_at(L, 5, m),
    .least = bounds_at(L, 6, n), .most = bounds_at(L, 7, n) };
  lia_qp_opts opts = lia_qp_defaults;
  opts.tol = lia_number_or(L, 8, opts.tol, opts.tol);
  opts.max_iter = (int)lia_number_or(L, 9, opts.max_iter, opts.max_iter);
  lia_qp_info info;
  void **box = lia_push(L, &qp_class);
  lia_qp_work *w;
  const int work = lua_gettop(L);
  if (lia_qp_new(&w, n, m, &err) != LIA_OK) return lia_fail(L, &err);
  *box = w;
  double *x = lia_pushvec(L, n), *y = lia_pushvec(L, m), *v = lia_pushvec(L, n);
  const lia_status st = lia_qp_solve(w, &p, &opts, x, y, v, &info, &err);
  lia_release(L, work);
  push_measures(L, &info);
  if (st == LIA_OK) return 4;
  if (st == LIA_EARG || st == LIA_ENOMEM) return lia_raise(L, &err);
  // x, y, v, info under nil, message, code
  const int at = lua_gettop(L), told = lia_fail(L, &err);
  lua_pushvalue(L, at);
  for (int k = 3; k > 0; k--) lua_pushvalue(L, at - k);
  return told + 4;
}

void lia_open_qp(lua_State *L);
void lia_open_qp(lua_State *L) {
  static const luaL_Reg list[] = { { "qp", num_qp }, { NULL, NULL } };
  lia_class_register(L, &qp_class);
  lia_kit_register(L, "num", list);
}
