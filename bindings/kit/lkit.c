/* lkit.c - the table li._internal: what the Lua half, the tests and the tools need of C; not for
 * users */
#include "bindings/kit/kit.h"
#include "bindings/kit/progress.h"

#include "base/mem.h"
#include "num/butcher.h"

#include <stdio.h>
#include <string.h>

// home(prefix): sources that begin so are liaison's own, and never the user's place
static int kit_home(lua_State *L) {
  snprintf(lia_kit_get(L)->home, KIT_HOME, "%s", luaL_checkstring(L, 1));
  return 0;
}

// raise(message): with the user's file:line before it
static int kit_raise(lua_State *L) { return lia_error_text(L, luaL_checkstring(L, 1)); }

// *ref: the function at idx in the registry; 0 where it is nil
static void keep_function(lua_State *L, int idx, int *ref) {
  if (*ref) luaL_unref(L, LUA_REGISTRYINDEX, *ref);
  *ref = 0;
  if (lua_isnoneornil(L, idx)) return;
  luaL_checktype(L, idx, LUA_TFUNCTION);
  lua_pushvalue(L, idx);
  *ref = luaL_ref(L, LUA_REGISTRYINDEX);
}

// say_by(f, g): messages of mistakes and misfortunes go through f(message) -> message, what objects
// print of themselves through g(text) -> text; nil: as they are
static int kit_say_by(lua_State *L) {
  lia_kit *k = lia_kit_get(L);
  keep_function(L, 1, &k->say);
  keep_function(L, 2, &k->say_shown);
  return 0;
}

// said(text) -> what an object of the Lua half prints of itself, in the language that is spoken
static int kit_said(lua_State *L) {
  luaL_checktype(L, 1, LUA_TSTRING);
  lua_settop(L, 1);
  lia_say_text(L);
  return 1;
}

// nearest(got, names) -> the name that was probably meant, or nil; names: a list, or a table with
// these keys
static int kit_nearest(lua_State *L) {
  const char *got = luaL_checkstring(L, 1);
  lia_hints h = { 0 };
  luaL_checktype(L, 2, LUA_TTABLE);
  int n = (int)lua_rawlen(L, 2);
  for (int i = 1; i <= n; i++) {
    lua_rawgeti(L, 2, i);
    size_t len;
    const char *name = lua_type(L, -1) == LUA_TSTRING ? lua_tolstring(L, -1, &len) : NULL;
    if (name) lia_hints_add(&h, name, len);
    lua_pop(L, 1);
  }
  lia_hints_keys(L, &h, 2);
  lua_pushstring(L, lia_hints_best(&h, got));
  return 1;
}

static void kit_set_text(lua_State *L, const char *key, const char *s, size_t n) {
  lua_pushlstring(L, s, n);
  lua_setfield(L, -2, key);
}

// params[i] = {name=, optional=, rest=, "vec3", "num"}: its types, in order
static void push_param(lua_State *L, const lia_sig *s, int i) {
  const lia_param *q = &s->param[i];
  lua_createtable(L, q->count, 3);
  kit_set_text(L, "name", q->name, q->len);
  lua_pushboolean(L, q->optional);
  lua_setfield(L, -2, "optional");
  lua_pushboolean(L, i == s->n);
  lua_setfield(L, -2, "rest");
  for (int j = 0; j < q->count; j++) {
    const lia_alt *t = &s->alt[q->first + j];
    lua_pushlstring(L, t->text, t->len);
    lua_rawseti(L, -2, j + 1);
  }
}

// the options table of that function: {name=, default=, need=, text=, integer=}; nothing where it
// has none
static void set_options(lua_State *L, const lia_sig *s) {
  lia_push_options(L);
  lua_pushlstring(L, s->fn->sig, s->len);
  lua_rawget(L, -2);
  const lia_opt *o = lua_touserdata(L, -1);
  lua_pop(L, 2);
  if (!o) return;
  lua_newtable(L);
  for (int i = 1; o->name; o++, i++) {
    lua_createtable(L, 0, 5);
    kit_set_text(L, "name", o->name, strlen(o->name));
    kit_set_text(L, "default", o->def, strlen(o->def));
    kit_set_text(L, "need", o->need, strlen(o->need));
    kit_set_text(L, "text", o->text, strlen(o->text));
    lua_pushboolean(L, o->kind != 'd');
    lua_setfield(L, -2, "integer");
    lua_rawseti(L, -2, i);
  }
  lua_setfield(L, -2, "options");
}

// {name=, sig=, text=, example=, method=, params=, returns=, options=} of a signature; a method's
// receiver is no parameter
static void kit_push_row(lua_State *L, const lia_sig *s) {
  const lia_fn *f = s->fn;
  const char *end = strchr(f->sig, ')'), *arrow = end ? strstr(end, "-> ") : NULL;
  lua_createtable(L, 0, 8);
  kit_set_text(L, "name", f->sig, s->len);
  kit_set_text(L, "sig", f->sig, strlen(f->sig));
  if (f->text) kit_set_text(L, "text", f->text, strlen(f->text));
  if (f->example) kit_set_text(L, "example", f->example, strlen(f->example));
  if (arrow) kit_set_text(L, "returns", arrow + 3, strlen(arrow + 3));
  lua_pushboolean(L, s->method);
  lua_setfield(L, -2, "method");
  lua_createtable(L, s->n, 0);
  for (int i = s->method; i < s->n + s->variadic; i++) {
    push_param(L, s, i);
    lua_rawseti(L, -2, i - s->method + 1);
  }
  lua_setfield(L, -2, "params");
  set_options(L, s);
}

// rows() -> the table of all signatures, in the order of open.c
static int kit_rows(lua_State *L) {
  lia_push_rows(L);
  int n = (int)lua_rawlen(L, -1);
  lua_createtable(L, n, 0);
  for (int i = 1; i <= n; i++) {
    lua_rawgeti(L, -2, i);
    const lia_sig *s = lua_touserdata(L, -1);
    lua_pop(L, 1);
    kit_push_row(L, s);
    lua_rawseti(L, -2, i);
  }
  return 1;
}

// row_count() -> how many rows() would give
static int kit_row_count(lua_State *L) {
  lia_push_rows(L);
  lua_pushinteger(L, (lua_Integer)lua_rawlen(L, -1));
  return 1;
}

// row(f) -> the row of a function, of a namespace that can be called, or nil
static int kit_row(lua_State *L) {
  lua_settop(L, 1);
  if (lua_istable(L, 1) && luaL_getmetafield(L, 1, "__call")) lua_replace(L, 1);
  while (lua_iscfunction(L, -1) && lua_getupvalue(L, -1, 1)) {
  } // call_namespace holds the function, that its signature
  if (lua_gettop(L) < 2 || lua_type(L, -1) != LUA_TUSERDATA) {
    lua_pushnil(L);
    return 1;
  }
  const void *s = lua_touserdata(L, -1);
  lia_push_rows(L);
  int n = (int)lua_rawlen(L, -1);
  for (int i = 1; i <= n; i++) {
    lua_rawgeti(L, -1, i);
    if (lua_touserdata(L, -1) == s) {
      kit_push_row(L, s);
      return 1;
    }
    lua_pop(L, 1);
  }
  lua_pushnil(L);
  return 1;
}

// classes() -> {name = {text=, field=, metatable=}}
static int kit_classes(lua_State *L) {
  const lia_kit *k = lia_kit_get(L);
  lua_newtable(L);
  for (int i = 0; i < KIT_CLASSES; i++) {
    const lia_slot *s = &k->slot[i];
    if (!s->mt) continue;
    lua_createtable(L, 0, 2);
    if (s->text) kit_set_text(L, "text", s->text, strlen(s->text));
    if (s->field) kit_set_text(L, "field", s->field, strlen(s->field));
    lua_setfield(L, -2, s->name);
  }
  return 1;
}

// class(x) -> "rot" of an object of ours, else nil
static int kit_class(lua_State *L) {
  luaL_checkany(L, 1);
  const lia_slot *s = lia_slot_of(L, 1);
  lua_pushstring(L, s ? s->name : NULL);
  return 1;
}

// methods(class) -> the table of methods of a class of the C half, for define() to add to
static int kit_methods(lua_State *L) {
  const lia_kit *k = lia_kit_get(L);
  const char *name = luaL_checkstring(L, 1);
  for (int i = 0; i < KIT_CLASSES; i++) {
    const lia_slot *s = &k->slot[i];
    if (!s->mt || !s->c || strcmp(s->name, name)) continue;
    lua_pushlightuserdata(L, (void *)s->c);
    lua_rawget(L, LUA_REGISTRYINDEX);
    lua_getfield(L, -1, "__methods");
    return 1;
  }
  return luaL_error(L, "kit.methods: no class '%s' in the C half", name);
}

// ---- the Lua half: functions written in Lua, checked by the same signatures ----

// nums and mats as vec and mat, integers as integers: what a Lua function may rely on
static void kit_settle(lua_State *L, const lia_sig *s, const lia_param *q, int idx,
    const lia_arg *a) {
  if (!a->given) return;
  const lia_alt *t = &s->alt[q->first + a->given - 1];
  if (t->kind == KIND_int || t->kind == KIND_count) lua_pushinteger(L, a->n);
  else if (t->kind == KIND_nums && lia_metatable(L, idx) != s->k->vec) lia_pushnums(L, a->p, a->n);
  else if (t->kind == KIND_mat && lia_metatable(L, idx) != s->k->mat)
    lia_pushrows(L, a->p, a->rows, a->cols);
  else return;
  lua_replace(L, idx);
}

// nil, message, code: the message in the language that was asked for
static void say_misfortune(lua_State *L) {
  if (lua_gettop(L) < 2 || !lua_isnil(L, 1) || lua_type(L, 2) != LUA_TSTRING) return;
  lua_pushvalue(L, 2);
  lia_say(L);
  lua_replace(L, 2);
}

// upvalues: signature, Lua function
static int call_checked(lua_State *L) {
  const lia_sig *s = lua_touserdata(L, lua_upvalueindex(1));
  lia_arg a[SIG_PARAMS], more;
  int top = lia_args(L, a);
  luaL_checkstack(L, 8, NULL);
  for (int i = 0; i < s->n; i++) kit_settle(L, s, &s->param[i], i + 1, &a[i]);
  for (int i = s->n + 1; i <= top; i++) {
    lia_arg_at(L, i, &more);
    kit_settle(L, s, &s->param[s->n], i, &more);
  }
  lua_pushvalue(L, lua_upvalueindex(2));
  lua_insert(L, 1);
  lia_call(L, lua_gettop(L) - 1, LUA_MULTRET);
  if (s->k->say) say_misfortune(L);
  return lua_gettop(L);
}

// text of field i of the table at idx, kept alive by that table
static const char *row_text(lua_State *L, int idx, int i) {
  lua_rawgeti(L, idx, i);
  const char *s = lua_tostring(L, -1);
  lua_pop(L, 1);
  return s;
}

// the signature of a Lua row {sig, text, example}: it keeps the row alive   ( -> sig)
static lia_sig *push_lua_sig(lua_State *L, int row) {
  lia_fn *f = lua_newuserdata(L, sizeof *f);
  lua_rawseti(L, row, 5);
  *f = (lia_fn){ call_checked, row_text(L, row, 1), row_text(L, row, 2), row_text(L, row, 3) };
  if (!f->sig) luaL_error(L, "a row starts with its signature");
  lia_sig *s = lia_sig_push(L, f);
  lia_keep(L, -1, row);
  lia_sig_link(L, s);
  return s;
}

// define(t, {sig, text, example, f}) -> t.name = f with its arguments checked; "rot.axis" becomes
// t.rot.axis, methods ("run:plot") and operators ("run.__add") are put into t itself
static int kit_define(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  luaL_checktype(L, 2, LUA_TTABLE);
  lua_settop(L, 2);
  const lia_fn *f = push_lua_sig(L, 2)->fn;
  lia_sig_list(L);
  lua_rawgeti(L, 2, 4);
  luaL_checktype(L, -1, LUA_TFUNCTION);
  lua_pushcclosure(L, call_checked, 2);
  lia_progress_wrap(L, f->sig);
  size_t name = strcspn(f->sig, "(");
  if (memchr(f->sig, ':', name) || strstr(f->sig, ".__")) {
    lia_push_name(L, f);
    lua_insert(L, -2);
    lua_rawset(L, 1);
    return 0;
  }
  lua_pushvalue(L, 1);
  lua_insert(L, -2);
  lia_function_set(L, f);
  return 0;
}

// upvalue: signature of one parameter. check(value) -> the value as settled; or nil, complaint,
// where in it
static int check_value(lua_State *L) {
  const lia_sig *s = lua_touserdata(L, lua_upvalueindex(1));
  lia_arg a;
  lua_settop(L, 1);
  if (lia_sig_take(L, s, 1, &s->param[0], &a)) {
    kit_settle(L, s, &s->param[0], 1, &a);
    lua_settop(L, 1);
    return 1;
  }
  lia_complaint c;
  lia_sig_explain(L, s, 1, &s->param[0], &c);
  lua_pushnil(L);
  lua_pushstring(L, c.text);
  lua_pushstring(L, c.where);
  return 3;
}

// checker "vec3|num" -> check(value)
static int kit_checker(lua_State *L) {
  lua_createtable(L, 4, 0);
  lua_pushfstring(L, "check(value: %s)", luaL_checkstring(L, 1));
  lua_rawseti(L, -2, 1);
  push_lua_sig(L, lua_gettop(L));
  lua_pushcclosure(L, check_value, 1);
  return 1;
}

// class_of_lua(name, metatable [, text]): objects that are tables; signatures may name the class
// from now on
static int kit_class_of_lua(lua_State *L) {
  const char *name = luaL_checkstring(L, 1), *text = luaL_optstring(L, 3, NULL);
  luaL_checktype(L, 2, LUA_TTABLE);
  for (int i = 1; i <= 3; i++) {   // name, metatable and text live as long as the state
    lua_pushvalue(L, i);
    luaL_ref(L, LUA_REGISTRYINDEX);
  }
  lua_settop(L, 2);
  lia_kit_add(L, &(lia_slot){ .name = name, .text = text });
  return 0;
}

// mem_fail_after(n): let n allocations of the engine succeed, then fail all; n < 0: never fail
static int kit_mem_fail_after(lua_State *L) {
  lia_mem_fail_after((long)luaL_checkinteger(L, 1));
  return 0;
}

// mem_live() -> allocations of the engine not yet freed;  mem_count() -> ever asked for
static int kit_mem_live(lua_State *L) {
  lua_pushinteger(L, (lua_Integer)lia_mem_live());
  return 1;
}

static int kit_mem_count(lua_State *L) {
  lua_pushinteger(L, (lua_Integer)lia_mem_count());
  return 1;
}

static void kit_push_list(lua_State *L, const double *x, int n) {
  lua_createtable(L, n, 0);
  for (int i = 0; x && i < n; i++) {
    lua_pushnumber(L, x[i]);
    lua_rawseti(L, -2, i + 1);
  }
}

static void set_rows(lua_State *L, const char *key, const double *x, int rows, int cols) {
  lua_createtable(L, rows, 0);
  for (int i = 0; i < rows; i++) {
    kit_push_list(L, x + (size_t)i * (size_t)cols, cols);
    lua_rawseti(L, -2, i + 1);
  }
  lua_setfield(L, -2, key);
}

// butcher(name) -> the coefficients of an explicit Runge-Kutta method, for programs that step as we
// do; nil: no such method
static int kit_butcher(lua_State *L) {
  int k = lia_butcher_find(luaL_checkstring(L, 1));
  if (k < 0) return 0;
  const lia_butcher *m = lia_butcher_rows[k];
  const struct {
    const char *name;
    int n;
  } count[] = { { "order", m->order }, { "estimates", m->estimates }, { "stages", m->stages } };
  lua_createtable(L, 0, 10);
  for (size_t i = 0; i < sizeof count / sizeof *count; i++) {
    lua_pushinteger(L, count[i].n);
    lua_setfield(L, -2, count[i].name);
  }
  lua_pushboolean(L, m->fsal);
  lua_setfield(L, -2, "fsal");
  kit_push_list(L, m->c, m->width);
  lua_setfield(L, -2, "c");
  kit_push_list(L, m->b, m->stages);
  lua_setfield(L, -2, "b");
  set_rows(L, "a", m->a, m->width, m->width);
  lua_createtable(L, m->estimates, 0);
  for (int i = 0; i < m->estimates; i++) {
    kit_push_list(L, m->e[i], m->stages);
    lua_rawseti(L, -2, i + 1);
  }
  lua_setfield(L, -2, "e");
  set_rows(L, "dense", m->dense, m->ndense, m->width);
  return 1;
}

static const char registered_key;   // what other files have put into it, by name

// the table li._internal[name], made where there is none, over that of all names
static void push_registered(lua_State *L, const char *name) {
  lia_push_shared(L, &registered_key);
  lua_getfield(L, -1, name);
  if (!lua_isnil(L, -1)) return;
  lua_pop(L, 1);
  lua_newtable(L);
  lua_pushvalue(L, -1);
  lua_setfield(L, -3, name);
}

void lia_kit_register(lua_State *L, const char *name, const luaL_Reg *list) {
  push_registered(L, name);
  for (const luaL_Reg *f = list; f->name; f++) {
    lua_pushcfunction(L, f->func);
    lua_setfield(L, -2, f->name);
  }
  lua_pop(L, 2);
}

void lia_kit_function(lua_State *L, const char *name, const char *key) {
  push_registered(L, name);
  lua_getfield(L, -1, key);
  lua_replace(L, -3);
  lua_pop(L, 1);
}

void lia_kit_rows(lua_State *L, const char *name, const lia_fn *list) {
  push_registered(L, name);
  for (const lia_fn *f = list; f->call; f++) {
    lia_sig_link(L, lia_sig_push(L, f));
    lua_pushcclosure(L, f->call, 1);
    lia_push_name(L, f);
    lua_insert(L, -2);
    lua_rawset(L, -3);
  }
  lua_pop(L, 2);
}

void lia_kit_put(lua_State *L, const char *name) {
  lia_push_shared(L, &registered_key);
  lua_insert(L, -2);
  lua_setfield(L, -2, name);
  lua_pop(L, 1);
}

// into the table on top
static void put_registered(lua_State *L) {
  lia_push_shared(L, &registered_key);
  for (lua_pushnil(L); lua_next(L, -2);) {
    lua_pushvalue(L, -2);
    lua_insert(L, -2);
    lua_settable(L, -5);
  }
  lua_pop(L, 1);
}

void lia_kit_functions(lua_State *L) {
  static const luaL_Reg f[] = {
    { "define", kit_define },
    { "checker", kit_checker },
    { "class_of_lua", kit_class_of_lua },
    { "home", kit_home },
    { "raise", kit_raise },
    { "say_by", kit_say_by },
    { "said", kit_said },
    { "nearest", kit_nearest },
    { "rows", kit_rows },
    { "row", kit_row },
    { "row_count", kit_row_count },
    { "classes", kit_classes },
    { "class", kit_class },
    { "methods", kit_methods },
    { "mem_fail_after", kit_mem_fail_after },
    { "mem_live", kit_mem_live },
    { "mem_count", kit_mem_count },
    { "butcher", kit_butcher },
    { NULL, NULL },
  };
  lua_createtable(L, 0, 16);
  for (const luaL_Reg *r = f; r->name; r++) {
    lua_pushcfunction(L, r->func);
    lua_setfield(L, -2, r->name);
  }
  lua_pushstring(L,
#include "gen/language_choice.def"
  );
  lua_setfield(L, -2, "languages");
  lia_text_functions(L);
  lia_progress_functions(L);
  lia_term_functions(L);
  lua_setfield(L, -2, "term");
  lia_serve_functions(L);
  lua_setfield(L, -2, "serve");
  lia_kinds_functions(L);
  lia_constraint_functions(L);
  put_registered(L);
}

