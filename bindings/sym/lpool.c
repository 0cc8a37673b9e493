/* lpool.c - the pool of a Lua state: who keeps it alive, what is pushed out of it, origins */
#include "bindings/sym/lexpr.h"
#include "bindings/kit/fields.h"
#include "bindings/kit/kit.h"

#include "base/text.h"
#include "sym/expr/build.h"
#include "sym/expr/homonym.h"

#include <string.h>

static lexpr *self(const lia_arg *a) { return a->o; }

// ---- the pool ----

static void destroy_pool(void *p) { lia_pool_free(p); }

static const lia_class pool_class = {
  .name = "pool",
  .text = "Where the expressions of this Lua state live; nothing a script sees.",
  .destroy = destroy_pool,
};

// what an object keeps alive: a user value on 5.4, an environment table on LuaJIT
#if LUA_VERSION_NUM < 502
#define get_kept(L, i) lua_getfenv((L), (i))
#define set_kept(L, i) lua_setfenv((L), (i))
#else
#define get_kept(L, i) lua_getuservalue((L), (i))
#define set_kept(L, i) lua_setuservalue((L), (i))
#endif

void lia_keep_pool(lua_State *L, int object, int as) {
  get_kept(L, as);
  set_kept(L, object < 0 ? object - 1 : object);
}

void lia_keep_beside(lua_State *L, int object, int more) {
  if (object < 0) object = lua_gettop(L) + 1 + object;
  lua_createtable(L, 2, 0);
  get_kept(L, object);
  lua_rawseti(L, -2, 1);
  lua_pushvalue(L, more);
  lua_rawseti(L, -2, 2);
  set_kept(L, object);
}

void lia_push_beside(lua_State *L, int object) {
  get_kept(L, object);
  lua_rawgeti(L, -1, 2);
  lua_remove(L, -2);
}

// a pool keeps itself: whoever has its kept value has the pool
static void keep_itself(lua_State *L) {
#if LUA_VERSION_NUM < 502
  lua_createtable(L, 1, 0);
  lua_pushvalue(L, -2);
  lua_rawseti(L, -2, 1);
#else
  lua_pushvalue(L, -1);
#endif
  set_kept(L, -2);
}

static const char pool_key;

// the registry holds it weakly
static void push_weak(lua_State *L) { lia_push_weak(L, &pool_key, "v"); }

void lia_stop_pool(lua_State *L, lia_pool *p) {
  lia_stop s = lia_stop_of(L);
  p->stop = s.asked;
  p->stop_of = s.of;
}

lia_pool *lia_push_pool(lua_State *L) {
  luaL_checkstack(L, 8, NULL);
  push_weak(L);
  lua_rawgeti(L, -1, 1);
  lia_pool *p = lua_isnil(L, -1) ? NULL : lia_test(L, -1, &pool_class);
  if (p) {
    lua_remove(L, -2);
    return p;
  }
  lua_pop(L, 1);
  void *box = lia_push(L, &pool_class);
  p = lia_pool_new();
  if (!p) lia_mistake(L, "%s", lia_status_text(LIA_ENOMEM));
  *(void **)box = p;
  lia_stop_pool(L, p);
  keep_itself(L);
  lua_pushvalue(L, -1);
  lua_rawseti(L, -3, 1);
  lua_getfield(L, -2, "origins");
  int origins = lua_toboolean(L, -1);
  lua_pop(L, 1);
  lua_remove(L, -2);
  if (origins && !lia_pool_at(p, "")) lia_expr_raise(L, p);
  return p;
}

// what is built next was asked for by the innermost Lua line that is not liaison's own
void lia_expr_mark(lua_State *L, lia_pool *p) {
  if (!p->origin) return;
  const lia_kit *k = lia_kit_get(L);
  size_t home = strlen(k->home);
  char place[LIA_ERROR_PATH];
  lua_Debug ar;
  for (int level = 0; lua_getstack(L, level, &ar); level++) {
    lua_getinfo(L, "Sl", &ar);
    if (ar.currentline <= 0 || (home && !strncmp(ar.source, k->home, home))) continue;
    lia_text_format(place, sizeof place, "%s:%d", lia_source(&ar), ar.currentline);
    if (!lia_pool_at(p, place)) lia_expr_raise(L, p);
    return;
  }
  lia_pool_at(p, NULL);
}

int lia_expr_raise(lua_State *L, lia_pool *p) {
  lia_error err = p->err;
  lia_pool_clear(p);
  err.path[0] = 0;   // where it was built is where we are
  return lia_raise(L, &err);
}

lia_expr lia_symbol_named(lia_pool *p, const char *name) {
  lia_expr e = lia_pool_find(p, name, strlen(name));
  return e ? e : lia_sym_symbol(p, name);
}

void lia_fit(lia_pool *p, int n, lia_expr *s, int nx, const lia_expr *x) {
  for (int i = 0; i < n; i++) s[i] = lia_twins_fit(p, s[i], (uint32_t)nx, x);
}

void lia_refuse_mixed(lua_State *L, lia_pool *p, lia_expr e) {
  lia_error err = { 0 };
  if (lia_twins_refuse(p, e, &err) != LIA_OK) lia_raise(L, &err);
}

void lia_push_expr(lua_State *L, lia_pool *p, lia_expr e, int keep) {
  if (!e || !(e = lia_twins_apart(p, e))) lia_expr_raise(L, p);
  lia_refuse_mixed(L, p, e);
  lexpr *x = lia_push(L, &lia_expr_class);
  x->p = p;
  x->e = e;
  lia_keep_pool(L, -1, keep < 0 ? keep - 1 : keep);
}

lia_pool *lia_pool_of(lua_State *L, int idx) {
  const lia_class *c = lia_classof(L, idx);
  if (c == &lia_expr_class) return ((lexpr *)lua_touserdata(L, idx))->p;
  return c == &lia_smat_class ? ((lsmat *)lua_touserdata(L, idx))->p : NULL;
}

// ---- origins ----

static int expr_origin(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  const char *place = lia_pool_origin(self(a)->p, self(a)->e);
  if (place && *place) lua_pushstring(L, place);
  else lua_pushnil(L);
  return 1;
}

// kept beside the pool, for the pools to come
static int expr_origins(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  push_weak(L);
  lia_field_flag(L, "origins", a->n);
  lia_pool *p = lia_push_pool(L);
  if (a->n && !lia_pool_at(p, "")) return lia_expr_raise(L, p);
  if (!a->n) lia_pool_forget(p);
  return 0;
}

// ---- the rows ----

static const lia_fn methods[] = {
  { expr_origin, "expr:origin() -> str",
    "The line that built it first, 'arm.lua:14', where li.origins(true) was said before; else nil.",
    "li.origins(true); local a, b = li.symbols 'a b'; local place = (a*b + 3):origin(); "
    "li.origins(false); return place --> example:1" },
  { 0 },
};

static const lia_fn functions[] = {
  { expr_origins, "origins(on: bool)",
    "Whether expressions remember the line that built them: expr:origin(), and eval says where "
    "what has no value was built. Off at first.",
    "li.origins(false); return (2*li.symbols 'a'):origin() --> nil" },
  { 0 },
};

void lia_open_pool(lua_State *L);
void lia_open_pool(lua_State *L) {
  lia_class_register(L, &pool_class);
  lia_methods(L, &lia_expr_class, methods);
  lia_functions(L, functions);
}
