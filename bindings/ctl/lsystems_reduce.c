/* lsystems_reduce.c - kit.ctl: Gramians, H2 norm, balanced and smaller systems */
#include "bindings/ctl/lsystems.h"

#include "ctl/gram.h"
#include "ctl/sheet.h"

static int ctl_gramians(lua_State *L) {
  lia_arg arg[4];
  lia_error err = { 0 };
  lia_args(L, arg);
  lia_arena *a = lia_lsystems_arena(L);
  const int box = lua_gettop(L);
  lua_pushnil(L);
  lua_replace(L, 4);   // D is of no account; discrete has been read
  const lia_lti s = lia_lsystems_system(L, a, 1);
  const int n = lia_lti_n(&s);
  lia_mat S, R;
  lia_status st = lia_sheet_mat(a, &S, n, n, &err);
  if (st == LIA_OK) st = lia_sheet_mat(a, &R, n, n, &err);
  if (st == LIA_OK) st = lia_gram_factors(&S, &R, &s, arg[3].n, &err);
  if (st != LIA_OK) return lia_fail(L, &err);
  lia_mat_mult(lia_mat_of(lia_pushmat(L, n, n), n, n), S, S);
  lia_mat_mult(lia_mat_of(lia_pushmat(L, n, n), n, n), R, R);
  lia_release(L, box);
  return 2;
}

static int ctl_h2(lua_State *L) {
  lia_arg arg[5];
  lia_error err = { 0 };
  lia_args(L, arg);
  lia_arena *a = lia_lsystems_arena(L);
  const int box = lua_gettop(L);
  const lia_lti s = lia_lsystems_system(L, a, 1);
  double norm;
  if (lia_gram_h2(&norm, &s, lua_toboolean(L, 5), &err) != LIA_OK) return lia_fail(L, &err);
  lua_pushnumber(L, norm);
  lia_release(L, box);
  return 1;
}

static int ctl_balance(lua_State *L) {
  lia_arg arg[5];
  lia_error err = { 0 };
  lia_args(L, arg);
  lia_arena *a = lia_lsystems_arena(L);
  const int box = lua_gettop(L);
  const lia_lti s = lia_lsystems_system(L, a, 1);
  lia_balanced b;
  if (lia_gram_balance(a, &b, &s, lua_toboolean(L, 5), &err) != LIA_OK) return lia_fail(L, &err);
  lia_lsystems_push_system(L, &b.s);
  lia_pushnums(L, b.hankel, lia_lti_n(&s));
  lia_lsystems_push(L, b.T);
  lia_lsystems_push(L, b.Ti);
  lia_release(L, box);
  return 7;
}

static int ctl_reduce(lua_State *L) {
  static const char *const words[] = { "truncate", "residualize", NULL };
  lia_arg arg[7];
  lia_error err = { 0 };
  lia_args(L, arg);
  lia_arena *a = lia_lsystems_arena(L);
  const int box = lua_gettop(L);
  const int how = lua_isnoneornil(L, 7) ? 0 : lia_lsystems_word(L, 7, words);
  const lia_lti s = lia_lsystems_system(L, a, 1);
  lia_reduced r;
  if (arg[5].n > lia_lti_n(&s))
    return lia_arg_error(L, 6, "expected at most the %d states there are, got %d", lia_lti_n(&s),
        arg[5].n);
  if (lia_gram_reduce(a, &r, &s, lua_toboolean(L, 5), arg[5].n, how, &err) != LIA_OK)
    return lia_fail(L, &err);
  lia_lsystems_push_system(L, &r.s);
  lia_pushnums(L, r.hankel, r.nhankel);
  lua_pushinteger(L, r.kept);
  lia_release(L, box);
  return 6;
}

static int ctl_stable_part(lua_State *L) {
  lia_arg arg[5];
  lia_error err = { 0 };
  lia_args(L, arg);
  lia_arena *a = lia_lsystems_arena(L);
  const int box = lua_gettop(L);
  const lia_lti s = lia_lsystems_system(L, a, 1);
  lia_split part;
  if (lia_gram_split(a, &part, &s, lua_toboolean(L, 5), &err) != LIA_OK) return lia_fail(L, &err);
  lia_lsystems_push_table(L, &part.stable);
  lia_lsystems_push_table(L, &part.unstable);
  lia_release(L, box);
  return 2;
}

#define SYSTEM "A: any, B: any, C: any, D: any"
const lia_fn lia_lsystems_reduce[] = {
  { ctl_gramians, "ctl.gramians(A: any, B: any, C: any [, discrete: bool]) -> mat, mat", NULL,
    NULL },
  { ctl_h2, "ctl.h2(" SYSTEM " [, discrete: bool]) -> num", NULL, NULL },
  { ctl_balance, "ctl.balance(" SYSTEM " [, discrete: bool]) -> mat, mat, mat, mat, vec, mat, mat",
    NULL, NULL },
  { ctl_reduce, "ctl.reduce(" SYSTEM ", discrete: any, order: count [, how: any]) "
    "-> mat, mat, mat, mat, vec, int", NULL, NULL },
  { ctl_stable_part, "ctl.stable_part(" SYSTEM " [, discrete: bool]) -> table, table", NULL, NULL },
  { 0 },
};
