/* likarm.c - kit.ikarm: the structure of an arm that has closed forms, for
 * lib/liaison/control/firmware_ik, which writes them out */
#include "bindings/kit/fields.h"
#include "bindings/kit/kit.h"
#include "bindings/model/lmodel.h"

#include "rbd/ikarm.h"

#include <string.h>

static void push_three(lua_State *L, const double x[3], const char *key) {
  lua_createtable(L, 3, 0);
  for (int k = 0; k < 3; k++) {
    lua_pushnumber(L, x[k]);
    lua_rawseti(L, -2, k + 1);
  }
  lua_setfield(L, -2, key);
}

static void ikarm_push_joint(lua_State *L, const lia_ikarm_joint *j) {
  lua_createtable(L, 0, 5);
  push_three(L, j->k, "k");
  push_three(L, j->o, "o");
  lua_pushboolean(L, j->slide);
  lua_setfield(L, -2, "slide");
  lia_field_integer(L, "v", j->v + 1);
  lia_field_number(L, "scale", j->scale);
}

static void push_arm(lua_State *L, const lia_ikarm *a) {
  static const char *const kind[] = { "none", "point", "wrist", "parallel" };
  lua_createtable(L, a->n > 0 ? a->n : 0, 5);
  lia_field_text(L, "kind", kind[a->kind]);
  lia_field_text(L, "why", a->why);
  lia_field_integer(L, "arm", a->arm);
  push_three(L, a->w, "w");
  for (int k = 0; a->kind != LIA_IKARM_none && k < a->n; k++) {
    ikarm_push_joint(L, &a->joint[k]);
    lua_rawseti(L, -2, k + 1);
  }
}

// look(model, body or nil: the tip) -> { kind =, why =, arm =, w =, {k, o, slide, v, scale}, .. }
static int ikarm_look(lua_State *L) {
  lmodel *o = lia_check(L, 1, &lia_model_class);
  const lia_model *m = lia_lmodel_numeric(L, o);
  lia_arg where[3] = { { 0 } };
  lia_ikarm arm;
  lia_error err = { 0 };
  lua_settop(L, 2);
  if (!lua_isnil(L, 2)) where[0] = (lia_arg){ .given = 1, .s = luaL_checkstring(L, 2) };
  ltarget g = lia_ltarget_find(L, 2, where, o, 0);
  if (g.body < 0) return lia_mistake(L, "the world does not move: name a body or frame that does");
  double *q = lua_newuserdata(L, (size_t)(m->nq + 1) * sizeof *q);
  lia_model_neutral(m, q);
  const lia_status st = lia_ikarm_look(&arm, m, o->d, g.body, g.p_B, 0, q, &err);
  lia_ikarm_close(&arm);
  if (st != LIA_OK) return lia_raise(L, &err);
  push_arm(L, &arm);
  return 1;
}

void lia_open_ikarm(lua_State *L);
void lia_open_ikarm(lua_State *L) {
  static const luaL_Reg list[] = { { "look", ikarm_look }, { NULL, NULL } };
  lia_kit_register(L, "ikarm", list);
}
