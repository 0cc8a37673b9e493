/* raise.c - mistakes at the line of the user, misfortunes as nil and why, nearest names */
#include "bindings/kit/kit.h"

#include "base/mem.h"
#include "base/names.h"
#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- names that were nearly right ----

void lia_hints_add(lia_hints *h, const char *name, size_t len) {
  if (h->n == HINTS_NAMES || h->used + len >= sizeof h->pool) return;
  char *copy = h->pool + h->used;
  memcpy(copy, name, len);
  copy[len] = 0;
  h->used += len + 1;
  h->name[h->n++] = copy;
}

// the words of "p R mass"
void lia_hints_words(lia_hints *h, const char *words) {
  for (size_t n; words && (words += strspn(words, " "), n = strcspn(words, " ")); words += n)
    lia_hints_add(h, words, n);
}

// the string keys of the table at idx, operators apart
void lia_hints_keys(lua_State *L, lia_hints *h, int idx) {
  luaL_checkstack(L, 3, NULL);
  for (lua_pushnil(L); lua_next(L, idx); lua_pop(L, 1)) {
    size_t len;
    if (lua_type(L, -2) != LUA_TSTRING) continue;
    const char *key = lua_tolstring(L, -2, &len);
    if (strncmp(key, "__", 2)) lia_hints_add(h, key, len);
  }
}

int lia_by_text(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

const char *lia_hints_best(lia_hints *h, const char *got) {
  qsort(h->name, (size_t)h->n, sizeof *h->name, lia_by_text);
  int i = lia_names_nearest_of(h->name, h->n, got, strlen(got));
  return i < 0 ? NULL : h->name[i];
}

const char *lia_hints_text(lia_hints *h, const char *got) {
  const char *best = lia_hints_best(h, got);
  if (!best) return "";
  snprintf(h->text, sizeof h->text, " (did you mean '%.64s'?)", best);
  return h->text;
}

// ---- errors ----

// the innermost Lua line of a thread that is not liaison's own
static int user_line(lua_State *L, const char *ours, lua_Debug *ar) {
  size_t home = strlen(ours);
  for (int level = 0; lua_getstack(L, level, ar); level++) {
    lua_getinfo(L, "Sl", ar);
    if (ar->currentline > 0 && !(home && !strncmp(ar->source, ours, home))) return 1;
  }
  return 0;
}

int lia_for_person(lua_State *L) {
  const lia_kit *k = lia_kit_get(L);
  lua_Debug ar;
  if (k->shown) return 1;
  for (int level = 0; lua_getstack(L, level, &ar); level++) {
    lua_getinfo(L, "Sl", &ar);
    if (ar.currentline > 0) return !*k->home || strncmp(ar.source, k->home, strlen(k->home));
  }
  return 1;
}

// the file's whole name: Lua's short one loses its beginning after 60 letters, and nobody finds the
// file
const char *lia_source(const lua_Debug *ar) {
  return ar->source[0] == '@' ? ar->source + 1 : ar->short_src;
}

// "file:line: "; a coroutine that is a function of ours, or has left its own by a tail call, has no
// line: then that of the main thread, which waits for it
static void where(lua_State *L) {
  const lia_kit *k = lia_kit_get(L);
  lua_Debug ar;
  if (user_line(L, k->home, &ar) || (k->main && k->main != L && user_line(k->main, k->home, &ar)))
    lua_pushfstring(L, "%s:%d: ", lia_source(&ar), ar.currentline);
  else lua_pushliteral(L, "");
}

// The control character s begins with, in letters: one of ASCII, or in UTF-8 two of Latin-1; 0:
// none. Lines and tabs are none
static size_t control(const unsigned char *s, size_t left) {
  if (*s == 0xC2 && left > 1 && (s[1] & 0xE0) == 0x80) return 2;
  int blank = *s == '\n' || *s == '\t';
  return (*s < ' ' && !blank) || *s == 127;
}

// The message on top without what would move the cursor or change the colours of a terminal: names
// come from files that others have written
static void clean(lua_State *L) {
  size_t n, k = 0;
  const unsigned char *s = (const unsigned char *)lua_tolstring(L, -1, &n);
  while (k < n && !control(s + k, n - k)) k++;
  if (k == n) return;
  luaL_Buffer b;
  luaL_buffinit(L, &b);
  for (k = 0; k < n; k++) {
    size_t wide = control(s + k, n - k);
    luaL_addchar(&b, (char)(wide ? '?' : s[k]));
    if (wide == 2) k++;
  }
  luaL_pushresult(&b);
  lua_remove(L, -2);
}

// What the engine and the Lua half say is English until it leaves by one of the doors below: there
// language/door.lua knows it again by its parts. Where that fails it stays English
static void say_by(lua_State *L, int ref) {
  if (!ref) return;
  lua_rawgeti(L, LUA_REGISTRYINDEX, ref);
  lua_pushvalue(L, -2);
  if (lua_pcall(L, 1, 1, 0) == 0 && lua_type(L, -1) == LUA_TSTRING) lua_replace(L, -2);
  else lua_pop(L, 1);
}

void lia_say(lua_State *L) { say_by(L, lia_kit_get(L)->say); }

void lia_say_text(lua_State *L) { say_by(L, lia_kit_get(L)->say_shown); }

void lia_say_shown(lua_State *L) {
  if (lia_kit_get(L)->say_shown && lia_for_person(L)) lia_say_text(L);
}

// name: "" or a function's name, before the text
static int error_at(lua_State *L, const char *name, const char *text) {
  luaL_checkstack(L, 8 + LUA_MINSTACK, NULL);
  where(L);
  lua_pushstring(L, name);
  lua_pushstring(L, *name ? ": " : "");
  lua_pushstring(L, text);
  lia_say(L);
  lua_concat(L, 4);
  clean(L);
  return lua_error(L);
}

int lia_error_text(lua_State *L, const char *text) { return error_at(L, "", text); }

int lia_error_at(lua_State *L, const char *fmt, ...) {
  char text[LIA_ERROR_PATH + 512];
  va_list ap;
  va_start(ap, fmt);
  lia_text_vformat(text, sizeof text, fmt, ap);
  va_end(ap);
  return error_at(L, "", text);
}

int lia_mistake(lua_State *L, const char *fmt, ...) {
  char text[LIA_ERROR_PATH + 512], name[64] = "";
  const lia_sig *s = lia_sig_current(L);
  if (s) lia_sig_name(s->fn, name, sizeof name);
  va_list ap;
  va_start(ap, fmt);
  lia_text_vformat(text, sizeof text, fmt, ap);
  va_end(ap);
  return error_at(L, name, text);
}

int lia_raise(lua_State *L, const lia_error *err) {
  // work that was stopped may call it a lack of memory: it got less than it asked for
  if ((err->code == LIA_EINTERRUPT || err->code == LIA_ENOMEM) && lia_stop_asked(L))
    return lia_stop_raise(L);
  const char *text = err->text[0] ? err->text : lia_status_text(err->code),
             *colon = err->path[0] ? ": " : "";
  const double MB = 1 << 20;
  size_t refused = err->code == LIA_ENOMEM ? lia_mem_refused() : 0;
  if (!refused) return lia_mistake(L, "%s%s%s", err->path, colon, text);
  char why[160];
  lia_text_format(why, sizeof why,
                  "%.0f megabytes more than the %.0f held are beyond the limit of %.0f: "
                  "li.memory(megabytes) sets it",
                  (double)refused / MB, (double)lia_mem_held() / MB, (double)lia_mem_limit() / MB);
  return lia_mistake(L, "%s%s%s (%s)", err->path, colon, text, why);
}

static int copy_text(lua_State *L) {
  const lia_text *t = lua_touserdata(L, 1);
  lua_pushlstring(L, lia_text_str(t), t->n);
  return 1;
}

int lia_give_text(lua_State *L, lia_text *t) {
  lua_pushcfunction(L, copy_text);
  lua_pushlightuserdata(L, t);
  int failed = lua_pcall(L, 1, 1, 0);
  lia_text_free(t);
  return failed ? lua_error(L) : 1;
}

int lia_push_loop(lua_State *L, lua_CFunction next) {
  lua_pushcfunction(L, next);
  lua_pushvalue(L, 1);
  lua_pushinteger(L, 0);
  return 3;
}

int lia_fail(lua_State *L, const lia_error *err) {
  switch (err->code) {
    case LIA_EARG:
    case LIA_EDIM:
    case LIA_EMODEL:
    case LIA_EPARSE:
    case LIA_ENOMEM: return lia_raise(L, err);
    case LIA_EINTERRUPT: if (lia_stop_asked(L)) return lia_stop_raise(L); break;
    default: break;
  }
  const char *text = err->text[0] ? err->text : lia_status_text(err->code);
  lua_pushnil(L);
  lua_pushfstring(L, "%s%s%s", err->path, err->path[0] ? ": " : "", text);
  lia_say(L);
  clean(L);
  lua_pushstring(L, lia_status_name(err->code) + 4);
  return 3;
}

int lia_tostring_by(lua_State *L, const char *method) {
  lia_args(L, (lia_arg[1]){ { 0 } });
  lua_getfield(L, 1, method);
  lua_pushvalue(L, 1);
  lua_call(L, 1, 1);
  return 1;
}
