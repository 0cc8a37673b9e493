/* lsystems_norm.c - kit.ctl: norms, margins, passivity */
#include "bindings/ctl/lsystems.h"
#include "bindings/kit/fields.h"

#include "ctl/margin.h"
#include "ctl/peak.h"

static int ctl_hinf(lua_State *L) {
  lia_arg arg[6];
  lia_error err = { 0 };
  lia_args(L, arg);
  lia_arena *a = lia_lsystems_arena(L);
  const int box = lua_gettop(L);
  const lia_lti s = lia_lsystems_system(L, a, 1);
  const double tol = arg[5].given ? arg[5].x : 1e-10;
  lia_peak peak;
  if (!(tol > 0 && tol < 1))
    return lia_arg_error(L, 6, "expected a tolerance between 0 and 1, got %g", tol);
  if (lia_peak_norm(&peak, &s, lua_toboolean(L, 5), tol, &err) != LIA_OK) return lia_fail(L, &err);
  lua_pushnumber(L, peak.value);
  lua_pushnumber(L, peak.w);
  lua_pushboolean(L, peak.stable);
  lia_release(L, box);
  return 3;
}

static int ctl_passive(lua_State *L) {
  lia_arg arg[5];
  lia_error err = { 0 };
  lia_args(L, arg);
  lia_arena *a = lia_lsystems_arena(L);
  const int box = lua_gettop(L);
  const lia_lti s = lia_lsystems_system(L, a, 1);
  lia_peak peak;
  int passive;
  if (lia_peak_passive(&peak, &passive, &s, lua_toboolean(L, 5), &err) != LIA_OK)
    return lia_fail(L, &err);
  lua_pushboolean(L, passive);
  lua_pushnumber(L, peak.value);
  lua_pushnumber(L, peak.w);
  lia_release(L, box);
  return 3;
}

// t.key = {{w, left}, ..} of the table on top
static void margin_list(lua_State *L, const char *key, const lia_margin *m, int n) {
  lua_createtable(L, n, 0);
  for (int k = 0; k < n; k++) {
    lua_createtable(L, 2, 0);
    lua_pushnumber(L, m[k].w);
    lua_rawseti(L, -2, 1);
    lua_pushnumber(L, m[k].left);
    lua_rawseti(L, -2, 2);
    lua_rawseti(L, -2, k + 1);
  }
  lua_setfield(L, -2, key);
}

static int ctl_margins(lua_State *L) {
  lia_arg arg[5];
  lia_error err = { 0 };
  lia_args(L, arg);
  lia_arena *a = lia_lsystems_arena(L);
  const int box = lua_gettop(L);
  const lia_lti s = lia_lsystems_system(L, a, 1);
  const double T = arg[4].given ? arg[4].x : 0;
  lia_margins m;
  if (T < 0) return lia_arg_error(L, 5, "expected a sampling time of at least 0, got %g", T);
  if (lia_margin_find(a, &m, &s, T, &err) != LIA_OK) return lia_fail(L, &err);
  lua_newtable(L);
  margin_list(L, "gain", m.gain, m.ngain);
  margin_list(L, "phase", m.phase, m.nphase);
  margin_list(L, "delay", m.delay, m.ndelay);
  lia_field_flag(L, "all_pass", m.flat[0]);
  lia_field_flag(L, "real", m.flat[1]);
  lia_release(L, box);
  return 1;
}

#define SYSTEM "A: any, B: any, C: any, D: any"
const lia_fn lia_lsystems_norm[] = {
  { ctl_hinf, "ctl.hinf(" SYSTEM " [, discrete: bool, tol: num]) -> num, num, bool", NULL, NULL },
  { ctl_passive, "ctl.passive(" SYSTEM " [, discrete: bool]) -> bool, num, num", NULL, NULL },
  { ctl_margins, "ctl.margins(" SYSTEM " [, T: num]) -> table", NULL, NULL },
  { 0 },
};
