/* options.c - an options table of the user into a struct of the engine, by the list that made the
 * struct */
#include "bindings/kit/kit.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const char options_key;

void lia_push_options(lua_State *L) { lia_push_shared(L, &options_key); }

void lia_options_help(lua_State *L, const char *function, const lia_opt *list) {
  lia_push_options(L);
  lua_pushlightuserdata(L, (void *)list);
  lua_setfield(L, -2, function);
  lua_pop(L, 1);
}

static const lia_opt *find(const lia_opt *list, const char *key) {
  for (; list->name; list++)
    if (!strcmp(list->name, key)) return list;
  return NULL;
}

static int options_among(const char *words, const char *key) {
  size_t n = strlen(key);
  for (const char *p = words; p && (p = strstr(p, key)); p += n)
    if ((p == words || p[-1] == ' ') && (p[n] == ' ' || !p[n])) return 1;
  return 0;
}

static int options_unknown(lua_State *L, int i, const lia_opt *list, const char *other,
    const char *key) {
  lia_hints h = { 0 };
  for (; list->name; list++) lia_hints_add(&h, list->name, strlen(list->name));
  lia_hints_words(&h, other);
  return lia_arg_error(L, i, "unknown option '%.48s'%s", key, lia_hints_text(&h, key));
}

// the value on top of the stack into its place
static int options_take(lua_State *L, const lia_opt *o, void *opts) {
  char *at = (char *)opts + o->at;
  int type = lua_type(L, -1);
  double x = type == LUA_TNUMBER ? lua_tonumber(L, -1) : (double)NAN;
  if (type == LUA_TBOOLEAN) x = lua_toboolean(L, -1);
  if (!(fabs(x) <= DBL_MAX)) return 0;
  if (o->kind == 'd') {
    *(double *)(void *)at = x;
    return type == LUA_TNUMBER;
  }
  if (x != floor(x) || fabs(x) > INT_MAX) return 0;
  if (o->kind == 'i') *(int *)(void *)at = (int)x;
  else *(long *)(void *)at = (long)x;
  return 1;
}

// every key must be known; of several that are not the first by the alphabet is named, on every Lua
static void options_check_keys(lua_State *L, int i, const lia_opt *list, const char *other) {
  const char *wrong = NULL;
  for (lua_pushnil(L); lua_next(L, i); lua_pop(L, 1)) {
    if (lua_type(L, -2) != LUA_TSTRING) {
      char got[100];
      lia_describe(L, -2, got, sizeof got);
      lia_arg_error(L, i, "options are written { name = value }, got the key %s", got);
    }
    const char *key = lua_tostring(L, -2);
    if (!find(list, key) && !options_among(other, key) && (!wrong || strcmp(key, wrong) < 0))
      wrong = key;
  }
  if (wrong) options_unknown(L, i, list, other, wrong);
}

void lia_options(lua_State *L, int i, void *opts, const lia_opt *list, const char *other) {
  if (lua_isnoneornil(L, i)) return;
  luaL_checkstack(L, 4, NULL);
  options_check_keys(L, i, list, other);
  for (const lia_opt *o = list; o->name; o++) {
    lua_pushstring(L, o->name);
    lua_rawget(L, i);
    if (!lua_isnil(L, -1) && !options_take(L, o, opts)) {
      char got[100];
      lia_describe(L, -1, got, sizeof got);
      const char *want = o->kind == 'd' ? "a finite number" : "an integer";
      lia_arg_error(L, i, "%s: expected %s, got %s (%s)", o->name, want, got, o->text);
    }
    lua_pop(L, 1);
  }
}
