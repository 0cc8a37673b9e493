/* class.c - classes, their objects and functions: metatables, boxes, namespaces */
#include "bindings/kit/kit.h"
#include "bindings/kit/nums.h"
#include "bindings/kit/progress.h"

#include "base/mem.h"

#include <stdio.h>
#include <string.h>

// ---- the kit of one Lua state ----

static const char kit_key, eq_key, concat_key;

lia_kit *lia_kit_get(lua_State *L) {
  lua_pushlightuserdata(L, (void *)&kit_key);
  lua_rawget(L, LUA_REGISTRYINDEX);
  lia_kit *k = lua_touserdata(L, -1);
  lua_pop(L, 1);
  if (k) return k;

  lua_pushlightuserdata(L, (void *)&kit_key);
  k = lua_newuserdata(L, sizeof *k);
  memset(k, 0, sizeof *k);
  lua_rawset(L, LUA_REGISTRYINDEX);
  return k;
}

static unsigned slot_of(const void *mt) {
  return (unsigned)(((uintptr_t)mt >> 4) * 2654435761u) % KIT_CLASSES;
}

const lia_slot *lia_kit_slot(const lia_kit *k, const void *mt) {
  for (unsigned i = slot_of(mt); k->slot[i].mt; i = (i + 1) % KIT_CLASSES)
    if (k->slot[i].mt == mt) return &k->slot[i];
  return NULL;
}

void lia_kit_add(lua_State *L, const lia_slot *slot) {
  lia_kit *k = lia_kit_get(L);
  if (k->nclass >= KIT_CLASSES / 2) luaL_error(L, "liaison: more than %d classes", KIT_CLASSES / 2);
  const void *mt = lua_topointer(L, -1);
  unsigned i = slot_of(mt);
  while (k->slot[i].mt) i = (i + 1) % KIT_CLASSES;
  k->slot[i] = *slot;
  k->slot[i].mt = mt;
  k->nclass++;
  if (slot->c == &lia_vec_class) k->vec = mt;
  if (slot->c == &lia_mat_class) k->mat = mt;
}

void lia_kit_clear(lua_State *L) {
  lia_kit *k = lia_kit_get(L);
  memset(k, 0, sizeof *k);
  lia_push_rows(L);
  for (int i = (int)lua_rawlen(L, -1); i > 0; i--) {
    lua_pushnil(L);
    lua_rawseti(L, -2, i);
  }
  lua_pop(L, 1);
}

// ---- objects ----

static const void *metatable(lua_State *L, int idx) {
  if (!lua_getmetatable(L, idx)) return NULL;
  const void *mt = lua_topointer(L, -1);
  lua_pop(L, 1);
  return mt;
}

const void *lia_metatable(lua_State *L, int idx) {
  const void *mt = lua_type(L, idx) == LUA_TUSERDATA ? metatable(L, idx) : NULL;
  return mt && lia_own(L, idx, lua_touserdata(L, idx), mt) ? mt : NULL;
}

const lia_slot *lia_slot_of(lua_State *L, int idx) {
  int type = lua_type(L, idx);
  const void *mt = type == LUA_TTABLE ? metatable(L, idx) : lia_metatable(L, idx);
  const lia_slot *s = mt ? lia_kit_slot(lia_kit_get(L), mt) : NULL;
  return s && !s->c == (type == LUA_TTABLE) ? s : NULL;
}

const lia_class *lia_classof(lua_State *L, int idx) {
  const void *mt = lia_metatable(L, idx);
  const lia_slot *s = mt ? lia_kit_slot(lia_kit_get(L), mt) : NULL;
  return s ? s->c : NULL;
}

void *lia_push_sized(lua_State *L, const lia_class *c, size_t bytes) {
  size_t size = c->size ? c->size : sizeof(lia_box);
  if (bytes) size = bytes;
  size_t tag = (size + sizeof(void *) - 1) / sizeof(void *);
  void **p = lua_newuserdata(L, (tag + 1) * sizeof *p);
  memset(p, 0, size);
  lua_pushlightuserdata(L, (void *)c);
  lua_rawget(L, LUA_REGISTRYINDEX);
  p[tag] = (void *)lua_topointer(L, -1);
  lua_setmetatable(L, -2);
  return p;
}

void *lia_push(lua_State *L, const lia_class *c) { return lia_push_sized(L, c, 0); }

void *lia_test(lua_State *L, int idx, const lia_class *c) {
  if (lia_classof(L, idx) != c) return NULL;
  void *p = lua_touserdata(L, idx);
  return c->size ? p : ((lia_box *)p)->p;
}

void *lia_check(lua_State *L, int idx, const lia_class *c) {
  if (lia_classof(L, idx) != c) {
    char got[100];
    lia_describe(L, idx, got, sizeof got);
    lia_mistake(L, "expected a %s, got %s", c->name, got);
  }
  void *p = lua_touserdata(L, idx);
  if (!c->size && !(p = ((lia_box *)p)->p)) lia_mistake(L, "attempt to use a closed %s", c->name);
  return p;
}

static void absolute(lua_State *L, int *idx) {
  if (*idx < 0 && *idx > LUA_REGISTRYINDEX) *idx += lua_gettop(L) + 1;
}

void lia_keep(lua_State *L, int box, int kept) {
  absolute(L, &box);
  absolute(L, &kept);
#if LUA_VERSION_NUM < 502
  lua_createtable(L, 1, 0);
  lua_pushvalue(L, kept);
  lua_rawseti(L, -2, 1);
  lua_setfenv(L, box);
#else
  lua_pushvalue(L, kept);
  lua_setuservalue(L, box);
#endif
}

int lia_kept(lua_State *L, int box) {
#if LUA_VERSION_NUM < 502
  lua_getfenv(L, box);
  lua_rawgeti(L, -1, 1);
  lua_remove(L, -2);
#else
  lua_getuservalue(L, box);
#endif
  if (!lua_isnil(L, -1)) return 1;
  lua_pop(L, 1);
  return 0;
}

// ---- what every metatable has; upvalue 1 is the class ----

static const lia_class *upclass(lua_State *L) { return lua_touserdata(L, lua_upvalueindex(1)); }

static void destroy(const lia_class *c, void **p) {
  void *old = *p;
  *p = NULL;
  if (old) c->destroy(old);
}

void lia_release(lua_State *L, int idx) {
  destroy(lia_classof(L, idx), &((lia_box *)lua_touserdata(L, idx))->p);
}

static lia_box *own_box(lua_State *L, const lia_class *c) {
  if (lia_classof(L, 1) != c)
    lia_error_at(L, "%s:close: called without its object: write it with a colon", c->name);
  return lua_touserdata(L, 1);
}

// close(), as often as one likes. Inside a call-back the engine may be at work on just this object:
// Lua sees it closed at once, but it goes when nobody holds the box any more
static int class_close(lua_State *L) {
  const lia_class *c = upclass(L);
  lia_box *b = own_box(L, c);
  if (!lia_kit_get(L)->inside) destroy(c, &b->p);
  else if (b->p) {
    b->late = b->p;
    b->p = NULL;
  }
  return 0;
}

static int class_gc(lua_State *L) {
  const lia_class *c = upclass(L);
  if (lia_classof(L, 1) != c) return 0;   // another's userdata that was given our metatable
  lia_box *b = lua_touserdata(L, 1);
  destroy(c, &b->p);
  destroy(c, &b->late);
  return 0;
}

// upvalue 2: what the class has to say of itself; a box that is closed still says what it was
static int class_tostring(lua_State *L) {
  const lia_class *c = upclass(L);
  if (lia_classof(L, 1) != c) return lia_error_at(L, "tostring: expected a %s", c->name);
  if (!c->size && !((lia_box *)lua_touserdata(L, 1))->p) lua_pushfstring(L, "%s (closed)", c->name);
  else if (lua_isfunction(L, lua_upvalueindex(2))) {
    lua_settop(L, 1);
    lua_pushvalue(L, lua_upvalueindex(2));
    lua_insert(L, 1);
    lia_call(L, 1, 1);
    lia_say_shown(L);
  } else lua_pushfstring(L, "%s: %p", c->name, lua_touserdata(L, 1));
  return 1;
}

// one function for all classes: Lua 5.1 calls __eq only where both sides have the same one
static int class_equal(lua_State *L) {
  const void *a = lua_touserdata(L, 1), *b = lua_touserdata(L, 2);
  const lia_class *c = lia_classof(L, 1);
  int same = a == b;
  if (!same && c && c->size && c == lia_classof(L, 2)) {
    if (c->equal) same = c->equal(a, b);
    else {
      const double *x = a, *y = b;
      same = 1;
      for (size_t k = 0; k < c->size / sizeof *x && same; k++) same = x[k] == y[k];
    }
  }
  lua_pushboolean(L, same);
  return 1;
}

// "R = " .. R: what tostring says of either side
static int class_concat(lua_State *L) {
  for (int i = 1; i <= 2; i++)
    if (!luaL_callmeta(L, i, "__tostring")) {
      if (!lua_isstring(L, i))
        return lia_error_at(L, "attempt to concatenate a %s value", luaL_typename(L, i));
      lua_pushvalue(L, i);
    }
  lua_concat(L, 2);
  return 1;
}

// what kit.hint (lib/liaison/app/synonyms.lua) knows of a word that is no name here: " (see x:id)",
// or ""
static const char *other_word(lua_State *L, const char *owner, const char *key) {
  lua_getfield(L, LUA_REGISTRYINDEX, "_LOADED");
  static const char *const way[] = { "liaison.core", "kit", "hint" };
  for (int k = 0; k < 3; k++) {
    if (!lua_istable(L, -1)) return "";
    lua_getfield(L, -1, way[k]);
  }
  lua_pushstring(L, owner);
  lua_pushstring(L, key);
  if (!lua_isfunction(L, -3) || lua_pcall(L, 2, 1, 0) != 0) return "";
  return lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "";
}

// push the methods of the class of that name: 1; or push nothing: 0
static int push_methods_of(lua_State *L, const char *name) {
  const lia_kit *k = lia_kit_get(L);
  for (int i = 0; i < KIT_CLASSES; i++) {
    const lia_class *c = k->slot[i].c;
    if (!c || strcmp(c->name, name)) continue;
    lua_pushlightuserdata(L, (void *)c);
    lua_rawget(L, LUA_REGISTRYINDEX);
    lua_getfield(L, -1, "__methods");
    lua_remove(L, -2);
    return 1;
  }
  return 0;
}

// upvalues of the asking closure: name of class or namespace, whether it is a class
static int no_such_name(lua_State *L, int methods, const char *field) {
  const char *owner = lua_tostring(L, lua_upvalueindex(1));
  int is_class = lua_toboolean(L, lua_upvalueindex(2));
  if (lua_type(L, 2) != LUA_TSTRING) {
    char got[100];
    lia_describe(L, 2, got, sizeof got);
    return lia_error_at(L, "%s cannot be indexed with %s", owner, got);
  }
  const char *key = lua_tostring(L, 2);
  lia_hints h = { 0 };
  lia_hints_keys(L, &h, methods);
  lia_hints_words(&h, field);
  if (!is_class && push_methods_of(L, owner)) lia_hints_keys(L, &h, lua_gettop(L));
  const char *word = other_word(L, owner, key);
  return lia_error_at(L, "%s has no %s '%.64s'%s", owner, is_class ? "method" : "function", key,
                      word[0] ? word : lia_hints_text(&h, key));
}

// __index of a methods table or a namespace where nothing of that name was found. A namespace also
// has the methods of the class it is called after, as functions: li.rot.slerp(A, B, 0.5), as
// string.upper(s) beside s:upper()
static int class_missing(lua_State *L) {
  if (lua_type(L, 2) == LUA_TSTRING && !lua_toboolean(L, lua_upvalueindex(2)) &&
      push_methods_of(L, lua_tostring(L, lua_upvalueindex(1)))) {
    lua_pushvalue(L, 2);
    lua_rawget(L, -2);
    if (!lua_isnil(L, -1)) return 1;
    lua_settop(L, 2);
  }
  return no_such_name(L, 1, NULL);
}

// __index of a class with fields: a method, or what get() knows
// upvalues: name, is class, class, methods, metatable
static int class_index(lua_State *L) {
  const lia_class *c = lua_touserdata(L, lua_upvalueindex(3));
  if (lia_metatable(L, 1) != lua_topointer(L, lua_upvalueindex(5)))
    return lia_error_at(L, "expected a %s", c->name);
  if (lua_type(L, 2) == LUA_TSTRING) {
    lua_pushvalue(L, 2);
    lua_rawget(L, lua_upvalueindex(4));
    if (!lua_isnil(L, -1)) return 1;
    lua_pop(L, 1);
  }
  void *o = lua_touserdata(L, 1);
  if (!c->size && !(o = ((lia_box *)o)->p))
    return lia_error_at(L, "attempt to use a closed %s", c->name);
  if (c->get(L, o)) return 1;
  lua_pushvalue(L, lua_upvalueindex(4));
  return no_such_name(L, lua_gettop(L), c->field);
}

static int class_newindex(lua_State *L) {
  const lia_class *c = upclass(L);
  if (lia_classof(L, 1) != c) return lia_error_at(L, "expected a %s", c->name);
  void *o = lua_touserdata(L, 1);
  if (!c->size && !(o = ((lia_box *)o)->p))
    return lia_error_at(L, "attempt to use a closed %s", c->name);
  if (c->set && c->set(L, o)) return 0;
  char key[64];
  if (lua_type(L, 2) == LUA_TSTRING) snprintf(key, sizeof key, "'%.48s'", lua_tostring(L, 2));
  else lia_describe(L, 2, key, sizeof key);
  return lia_error_at(L, "%s has no field %s that could be assigned", c->name, key);
}

// ---- registering ----

static void set_upclass(lua_State *L, const char *key, lua_CFunction f, const lia_class *c) {
  lua_pushlightuserdata(L, (void *)c);
  lua_pushcclosure(L, f, 1);
  lua_setfield(L, -2, key);
}

// the one closure of f that this state has, kept under key
static void push_shared(lua_State *L, const char *key, lua_CFunction f) {
  lua_pushlightuserdata(L, (void *)key);
  lua_rawget(L, LUA_REGISTRYINDEX);
  if (!lua_isnil(L, -1)) return;
  lua_pop(L, 1);
  lua_pushlightuserdata(L, (void *)key);
  lua_pushcfunction(L, f);
  lua_rawset(L, LUA_REGISTRYINDEX);
  push_shared(L, key, f);
}

// the last part of a signature's name: "rot:axis(..." -> "axis"
void lia_push_name(lua_State *L, const lia_fn *f) {
  size_t n = strcspn(f->sig, "("), from = n;
  while (from > 0 && !strchr(".:", f->sig[from - 1])) from--;
  lua_pushlstring(L, f->sig + from, n - from);
}

static void push_closure(lua_State *L, const lia_fn *f) {
  lia_sig_push(L, f);
  lia_sig_list(L);
  lua_pushcclosure(L, f->call, 1);
  lia_progress_wrap(L, f->sig);
}

// metatable __index = methods, or class_index where the class has fields   (mt methods -> mt)
static void set_index(lua_State *L, const lia_class *c) {
  if (c->get) {
    lua_pushstring(L, c->name);
    lua_pushboolean(L, 1);
    lua_pushlightuserdata(L, (void *)c);
    lua_pushvalue(L, -4);
    lua_pushvalue(L, -6);
    lua_pushcclosure(L, class_index, 5);
    lua_setfield(L, -3, "__index");
    lua_pop(L, 1);
    return;
  }
  lua_createtable(L, 0, 1);
  lua_pushstring(L, c->name);
  lua_pushboolean(L, 1);
  lua_pushcclosure(L, class_missing, 2);
  lua_setfield(L, -2, "__index");
  lua_setmetatable(L, -2);
  lua_setfield(L, -2, "__index");
}

void lia_methods(lua_State *L, const lia_class *c, const lia_fn *f) {
  lua_pushlightuserdata(L, (void *)c);
  lua_rawget(L, LUA_REGISTRYINDEX);
  lua_getfield(L, -1, "__methods");                    /* mt methods */
  for (; f && f->call; f++) {
    lia_push_name(L, f);
    const char *name = lua_tostring(L, -1);
    int meta = !strncmp(name, "__", 2), text = !strcmp(name, "__tostring");
    if (text) lua_pushlightuserdata(L, (void *)c);
    push_closure(L, f);
    if (text) lua_pushcclosure(L, class_tostring, 2);
    lua_rawset(L, meta ? -4 : -3);
  }
  lua_pop(L, 2);
}

void lia_class_register(lua_State *L, const lia_class *c) {
  lua_pushlightuserdata(L, (void *)c);
  lua_createtable(L, 0, 16);                           /* key mt */
  lia_kit_add(L, &(lia_slot){ .c = c, .name = c->name, .text = c->text, .field = c->field });
  set_upclass(L, "__tostring", class_tostring, c);
  set_upclass(L, "__newindex", class_newindex, c);
  push_shared(L, &eq_key, class_equal);
  lua_setfield(L, -2, "__eq");
  push_shared(L, &concat_key, class_concat);
  lua_setfield(L, -2, "__concat");
  lua_pushstring(L, c->name);
  lua_setfield(L, -2, "__name");
  lua_pushstring(L, c->name);
  lua_setfield(L, -2, "__metatable");

  lua_createtable(L, 0, 32);                           /* key mt methods */
  if (!c->size) {
    set_upclass(L, "close", class_close, c);
    lua_getfield(L, -1, "close");
    lua_setfield(L, -3, "__close");
    lua_pushvalue(L, -2);
    set_upclass(L, "__gc", class_gc, c);
    lua_pop(L, 1);
  }
  lua_pushvalue(L, -1);
  lua_setfield(L, -3, "__methods");
  set_index(L, c);                                     /* key mt */
  lua_rawset(L, LUA_REGISTRYINDEX);
  lia_methods(L, c, c->method);
}

// a namespace called as a function: li.frame(R, p) where li.frame.dh exists too; upvalue 1: the
// function
static int call_namespace(lua_State *L) {
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_replace(L, 1);
  lia_call(L, lua_gettop(L) - 1, LUA_MULTRET);
  return lua_gettop(L);
}

// the table of that name inside the one on top, made where missing   (t -> t sub)
static void push_namespace(lua_State *L, const char *name, size_t len) {
  lua_pushlstring(L, name, len);
  lua_rawget(L, -2);
  if (lua_istable(L, -1)) return;
  lua_newtable(L);                                     /* t old sub */
  lua_createtable(L, 0, 2);
  lua_pushlstring(L, name, len);
  lua_pushboolean(L, 0);
  lua_pushcclosure(L, class_missing, 2);
  lua_setfield(L, -2, "__index");
  if (lua_isfunction(L, -3)) { /* it was a function first: now called through __call */
    lua_pushvalue(L, -3);
    lua_pushcclosure(L, call_namespace, 1);
    lua_setfield(L, -2, "__call");
  }
  lua_setmetatable(L, -2);
  lua_remove(L, -2);
  lua_pushlstring(L, name, len);
  lua_pushvalue(L, -2);
  lua_rawset(L, -4);
}

// the table that "rot.axis(" goes into   (t -> t ... sub)
static void push_home(lua_State *L, const char *sig) {
  lua_pushvalue(L, -1);
  for (size_t n; n = strcspn(sig, ".("), sig[n] == '.'; sig += n + 1) push_namespace(L, sig, n);
}

void lia_function_set(lua_State *L, const lia_fn *f) {
  int t = lua_gettop(L) - 1, closure = t + 1;
  lua_pushvalue(L, t);
  push_home(L, f->sig);
  lia_push_name(L, f);
  lua_pushvalue(L, -1);
  lua_rawget(L, -3);                                   /* t closure ... home name old */
  if (lua_istable(L, -1) && lua_getmetatable(L, -1)) {
    lua_pushvalue(L, closure);
    lua_pushcclosure(L, call_namespace, 1);
    lua_setfield(L, -2, "__call");
  } else {
    lua_pop(L, 1);
    lua_pushvalue(L, closure);
    lua_rawset(L, -3);
  }
  lua_settop(L, t);
}

void lia_functions(lua_State *L, const lia_fn *f) {
  for (; f->call; f++) {
    push_closure(L, f);
    lia_function_set(L, f);
  }
}
