/* lcondensed.c - li._internal.eom.bodies: augmented bodies, for the listing of the 1980 report */
#include "bindings/eom/leom.h"
#include "bindings/kit/fields.h"
#include "bindings/model/lmodel.h"
#include "bindings/sym/lexpr.h"

#include "eom/condensed.h"

static void free_condensed(void *p) { lia_condensed_free(p); }
static const lia_class condensed_class = { .name = "condensed",
                                           .text = "Augmented bodies, on their way.",
                                           .destroy = free_condensed };

static void put_list(lua_State *L, lia_pool *p, int n, const lia_expr *x, int keep,
                     const char *key) {
  lua_createtable(L, n, 0);
  for (int i = 0; i < n; i++) {
    lia_push_expr(L, p, x[i], keep);
    lua_rawseti(L, -2, i + 1);
  }
  lua_setfield(L, -2, key);
}

static void put_expr(lua_State *L, lia_pool *p, lia_expr e, int keep, const char *key) {
  lia_push_expr(L, p, e, keep);
  lua_setfield(L, -2, key);
}

// { parent =, axis =, slide =, q =, scale =, m =, h =, I =, mass =, V =, J =, lever =, R = { [0] =
// .., [ancestor] = .. } }; from 1
static void push_joint(lua_State *L, const lia_condensed *c, int k, int keep) {
  const lia_cjoint *j = &c->joint[k];
  lia_pool *p = c->p;
  lua_createtable(L, 0, 12);
  lia_field_integer(L, "parent", j->parent + 1);
  lia_field_integer(L, "axis", j->axis + 1);
  lia_field_flag(L, "slide", j->slide);
  put_expr(L, p, c->q[j->coord], keep, "q");
  put_expr(L, p, j->scale, keep, "scale");
  put_expr(L, p, j->m, keep, "m");
  put_expr(L, p, j->mass, keep, "mass");
  put_list(L, p, 3, j->h, keep, "h");
  put_list(L, p, 6, j->I, keep, "I");
  put_list(L, p, 3, j->V, keep, "V");
  put_list(L, p, 6, j->J, keep, "J");
  put_list(L, p, 3, j->lever, keep, "lever");
  lua_createtable(L, k + 1, 1);
  for (int i = k;; i = c->joint[i].parent) {
    lia_push_smat_of(L, p, 3, 3, 0, lia_condensed_R(c, i, k), keep);
    lua_rawseti(L, -2, i + 1);
    if (i < 0) break;
  }
  lua_setfield(L, -2, "R");
}

// bodies(model) -> augmented bodies, joint by joint; gravity
static int condensed_bodies(lua_State *L) {
  const lmodel *m = lia_check(L, 1, &lia_model_class);
  lia_pool *p = lia_push_pool(L);
  int keep = lua_gettop(L);
  lia_error err = { 0 };
  lia_smodel *sm = lia_push_smodel_hold(L, p, m);
  void **box = lia_push(L, &condensed_class);
  lia_condensed *c = NULL;
  lia_status st = lia_condensed_new(&c, sm, 1, &err);
  *box = c;
  lia_pool_clear(p);
  if (st != LIA_OK) return lia_raise(L, &err);
  lua_createtable(L, c->njoint, 2);
  for (int k = 0; k < c->njoint; k++) {
    push_joint(L, c, k, keep);
    lua_rawseti(L, -2, k + 1);
  }
  put_list(L, p, 3, sm->gravity, keep, "gravity");
  lua_createtable(L, c->nconstant, 0);
  for (int k = 0; k < c->nconstant; k++) {
    lua_createtable(L, 2, 0);
    lia_push_expr(L, p, c->constant[k].symbol, keep);
    lua_rawseti(L, -2, 1);
    lia_push_expr(L, p, c->constant[k].value, keep);
    lua_rawseti(L, -2, 2);
    lua_rawseti(L, -2, k + 1);
  }
  lua_setfield(L, -2, "constants");
  return 1;
}

void lia_eom_joints(lua_State *L) {
  static const luaL_Reg list[] = { { "bodies", condensed_bodies }, { NULL, NULL } };
  lia_class_register(L, &condensed_class);
  lia_kit_register(L, "eom", list);
}
