/* lsmall_given.c - kit.small.given: equations that are no model's, as lists of expressions */
#include "bindings/kit/kit.h"
#include "bindings/sim/lsmall_inside.h"
#include "bindings/sym/lexpr.h"

#include <string.h>

// the list t[key] of expressions, in memory that Lua owns; no list: none
static const lia_expr *list_at(lua_State *L, lia_pool *p, int t, const char *key, int *n) {
  lua_getfield(L, t, key);
  const int list = lua_gettop(L);
  *n = lua_istable(L, list) ? (int)lua_rawlen(L, list) : 0;
  lia_expr *e = lua_newuserdata(L, ((size_t)*n + 1) * sizeof *e);
  for (int k = 0; k < *n; k++) {
    lua_rawgeti(L, list, k + 1);
    e[k] = lia_to_expr(L, p, lua_gettop(L), 1, key);
    lua_pop(L, 1);
  }
  return e;
}

// as many as there must be
static const lia_expr *as_many(lua_State *L, lia_pool *p, int t, const char *key, int n) {
  int got;
  const lia_expr *list = list_at(L, p, t, key, &got);
  luaL_argcheck(L, got == n, 1, key);
  return list;
}

static const char *const *names_at(lua_State *L, int t, const char *key, int n) {
  lua_getfield(L, t, key);
  const int list = lua_gettop(L);
  const char **name = lua_newuserdata(L, ((size_t)n + 1) * sizeof *name);
  for (int k = 0; k < n; k++) {
    lua_rawgeti(L, list, k + 1);
    name[k] = luaL_checkstring(L, -1);
    lua_pop(L, 1);   // the list keeps it
  }
  return name;
}

static void read_given(lua_State *L, lia_pool *p, lia_acting_given *g) {
  g->from = p;
  g->q = list_at(L, p, 1, "q", &g->nq);
  g->v = list_at(L, p, 1, "v", &g->nv);
  g->a = as_many(L, p, 1, "a", g->nv);
  g->force = as_many(L, p, 1, "force", g->nv);
  g->lambda = list_at(L, p, 1, "lambda", &g->nrow);
  g->rate = as_many(L, p, 1, "rate", g->nrow);
  g->acceleration = as_many(L, p, 1, "acceleration", g->nrow);
  g->row_name = names_at(L, 1, "row_names", g->nrow);
  g->g = list_at(L, p, 1, "g", &g->held);
  luaL_argcheck(L, g->held <= g->nrow, 1, "g");
  g->z = list_at(L, p, 1, "z", &g->nz);
  g->zdot = as_many(L, p, 1, "zdot", g->nz);
  g->output = list_at(L, p, 1, "outputs", &g->noutput);
  lua_getfield(L, 1, "qdot");
  const int told = !lua_isnil(L, -1);
  lua_pop(L, 1);
  if (told) g->qdot = as_many(L, p, 1, "qdot", g->nq);
  else luaL_argcheck(L, g->nq == g->nv, 1, "v");
}

static void push_input_names(lua_State *L, const lia_acting *x) {
  lua_createtable(L, x->ninput, 0);
  for (int k = 0; k < x->ninput; k++) {
    lua_pushstring(L, lia_expr_symbol(x->p, x->input[k])->name);
    lua_rawseti(L, -2, k + 1);
  }
}

int lia_small_given(lua_State *L) {
  lia_error err = { 0 };
  lia_acting_given g;
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  luaL_checkstack(L, 60, "equations");
  memset(&g, 0, sizeof g);
  read_given(L, lia_push_pool(L), &g);
  small *s = lia_push_small(L);
  const int self = lua_gettop(L);
  lia_status st = lia_acting_of(&s->x, s->p, &g, &err);
  if (st != LIA_OK) return lia_raise(L, &err);
  const lia_acting *x = s->x;
  s->nnamed = x->ninput;
  s->noutput = x->noutput;
  if (lia_motion_tape_new(&s->tape, x, x->ninput, x->input, x->noutput, x->output, &err) != LIA_OK)
    return lia_raise(L, &err);
  lua_pushvalue(L, self);
  push_input_names(L, x);
  return 2;
}
