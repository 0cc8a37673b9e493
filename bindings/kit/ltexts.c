/* ltexts.c - li._internal: numbers as texts on both Luas, letters, sorting, files */
#include "bindings/kit/kit.h"
#include "bindings/kit/nums.h"

#include "base/hash.h"
#include "base/text.h"
#include "io/zip.h"
#include "io/save.h"
#include "io/slurp.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// number(x [, digits]) -> how both Luas print a number: 14 digits, never "5.0"
static int kit_number(lua_State *L) {
  char out[32];
  int n = lia_number_text(out, luaL_checknumber(L, 1), (int)luaL_optinteger(L, 2, 14));
  lua_pushlstring(L, out, (size_t)n);
  return 1;
}

// digits([n]) -> how many digits a person is shown, 0: as many as usual; n sets it
static int kit_digits(lua_State *L) {
  lia_kit *k = lia_kit_get(L);
  if (!lua_isnoneornil(L, 1)) k->digits = (int)luaL_checkinteger(L, 1);
  lua_pushinteger(L, k->digits);
  return 1;
}

// shown(x [, usual]) -> x as a person is shown it: a number with the digits asked for, or as many
// as usual (14); all else by tostring
static int kit_shown(lua_State *L) {
  lia_kit *k = lia_kit_get(L);
  if (lua_type(L, 1) == LUA_TNUMBER) {
    char out[32];
    const int usual = (int)luaL_optinteger(L, 2, 14);
    int n = lia_number_text(out, lua_tonumber(L, 1), lia_digits(L, usual));
    lua_pushlstring(L, out, (size_t)n);
    return 1;
  }
  lua_settop(L, 1);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  k->shown++;
  int failed = lua_pcall(L, 1, 1, 0);
  k->shown--;
  return failed ? lua_error(L) : 1;
}

// exact(x) -> the shortest decimal that reads back as x
static int kit_exact(lua_State *L) {
  char out[LIA_TEXT_DOUBLE];
  int n = lia_text_double(out, luaL_checknumber(L, 1));
  lua_pushlstring(L, out, (size_t)n);
  return 1;
}

// argument i by one directive of a format: numbers with fractions here, with a '.' whatever the
// locale; all else by string.format
static void push_formatted(lua_State *L, const char *directive, char conversion, int i) {
  if (conversion && strchr("aAeEfFgG", conversion)) {
    char out[512];   // Lua lets width and precision have two digits: room for the largest number
    double x = luaL_checknumber(L, i);
    lia_text_format(out, sizeof out, directive, x);
    lua_pushstring(L, out);
  } else if (conversion == 's' && lua_type(L, i) == LUA_TNUMBER) {
    char out[32];
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_pushstring(L, directive);
    lua_pushlstring(L, out, (size_t)lia_number_text(out, lua_tonumber(L, i), 14));
    lua_call(L, 2, 1);
  } else {
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_pushstring(L, directive);
    lua_pushvalue(L, i);
    lua_call(L, 2, 1);
  }
}

// format(text, ...): string.format, with numbers as kit.number prints them and a '.' in all of
// them, whatever the locale
static int kit_format(lua_State *L) {
  const char *f = luaL_checkstring(L, 1);
  int arg = 1, parts = 0, top = lua_gettop(L);
  for (; *f; parts++) {
    luaL_checkstack(L, 8, "a format of very many pieces");
    size_t plain = strcspn(f, "%");
    lua_pushlstring(L, f, plain);
    f += plain;
    if (*f && f[1] == '%') {
      lua_pushliteral(L, "%");
      f += 2;
    } else if (*f) {
      char directive[32] = "";
      size_t n = 1 + strspn(f + 1, "-+ #0123456789.");
      if (n + 2 > sizeof directive || ++arg > top)
        return luaL_error(L,
                          arg > top ? "a format of more values than there are" : "no such format");
      memcpy(directive, f, n + (f[n] != 0));
      push_formatted(L, directive, f[n], arg);
      f += n + (f[n] != 0);
    } else {
      lua_pushliteral(L, "");
    }
    lua_concat(L, parts ? 3 : 2);
  }
  if (!parts) lua_pushliteral(L, "");
  return 1;
}

// lower(text), upper(text): of the letters of ASCII, whatever the locale
static int in_case(lua_State *L, char (*change)(char)) {
  size_t n;
  const char *s = luaL_checklstring(L, 1, &n);
  luaL_Buffer b;
  luaL_buffinit(L, &b);
  for (size_t k = 0; k < n; k++) luaL_addchar(&b, change(s[k]));
  luaL_pushresult(&b);
  return 1;
}
static int kit_lower(lua_State *L) { return in_case(L, lia_lower); }
static int kit_upper(lua_State *L) { return in_case(L, lia_upper); }

static int texts_before(lua_State *L) {
  size_t n, m;
  if (lua_type(L, 1) != LUA_TSTRING || lua_type(L, 2) != LUA_TSTRING) return lua_lessthan(L, 1, 2);
  const char *a = lua_tolstring(L, 1, &n), *b = lua_tolstring(L, 2, &m);
  int order = memcmp(a, b, n < m ? n : m);
  return order ? order < 0 : n < m;
}

// before(a, b) -> a < b, texts by their bytes: Lua 5.4 asks the locale, and every country sorts in
// its own way
static int kit_before(lua_State *L) {
  luaL_checkany(L, 2);
  lua_pushboolean(L, texts_before(L));
  return 1;
}

// sort(list): texts in the order of their bytes
static int kit_sort(lua_State *L) {
  lua_settop(L, 1);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_pushcfunction(L, kit_before);
  lua_call(L, 2, 0);
  return 0;
}

// read_number(text) -> the number that all of this text is, with a '.' whatever the locale, or nil
static int kit_read_number(lua_State *L) {
  size_t n;
  double x;
  const char *s = luaL_checklstring(L, 1, &n);
  if (!n || lia_text_number(s, n, &x) != n) return 0;
  lua_pushnumber(L, x);
  return 1;
}

// ---- files ----

// save(path, text) -> true: the file appears under its name only once it is whole; raises where it
// cannot be written
static int kit_save(lua_State *L) {
  size_t n, letters;
  const char *path = luaL_checklstring(L, 1, &letters), *text = luaL_checklstring(L, 2, &n);
  lia_error err = { 0 };
  if (strlen(path) != letters) return lia_error_at(L, "a path has no zero byte in it");
  if (lia_save(path, text, n, &err) != LIA_OK) return lia_raise(L, &err);
  lua_pushboolean(L, 1);
  return 1;
}

// read(path, most) -> the first bytes of a file, at most so many, or nil, message, 'EIO'
static int kit_read(lua_State *L) {
  lia_error err = { 0 };
  lia_text t = { 0 };
  lia_status s = lia_slurp(luaL_checkstring(L, 1), (size_t)luaL_checknumber(L, 2), &t, &err);
  if (s == LIA_OK) return lia_give_text(L, &t);
  lia_text_free(&t);
  return lia_fail(L, &err);
}

// hash(text) -> its fingerprint
static int kit_hash(lua_State *L) {
  size_t n;
  const char *text = luaL_checklstring(L, 1, &n);
  char out[LIA_HASH_TEXT];
  lia_hash h = lia_hash_start();
  lia_hash_bytes(&h, text, n);
  lia_hash_text(&h, out);
  lua_pushstring(L, out);
  return 1;
}

// zip({{name, bytes}, ..}) -> the bytes of a .zip
static int kit_zip(lua_State *L) {
  lia_zip z = { 0 };
  lia_error err = { 0 };
  lia_status st = LIA_OK;
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  for (int k = 1; st == LIA_OK && k <= (int)lua_rawlen(L, 1); k++) {
    size_t n = 0;
    lua_rawgeti(L, 1, k);
    lua_rawgeti(L, 2, 1);
    lua_rawgeti(L, 2, 2);
    const char *name = lua_tostring(L, 3), *bytes = lua_tolstring(L, 4, &n);
    st = name && bytes ? lia_zip_add(&z, name, bytes, n, &err)
                       : LIA_FAIL(&err, LIA_EARG, "zip", "expected names and bytes");
    lua_settop(L, 1);
  }
  if (st == LIA_OK) st = lia_zip_end(&z, &err);
  lia_text_free(&z.directory);
  if (st == LIA_OK) return lia_give_text(L, &z.bytes);
  lia_text_free(&z.bytes);
  return lia_raise(L, &err);
}

// append(path, text): at the end of a file that, where it is new, only its owner may read; true, or
// nil, message, 'EIO'
static int kit_append(lua_State *L) {
  size_t n;
  const char *path = luaL_checkstring(L, 1), *text = luaL_checklstring(L, 2, &n);
  lia_error err = { 0 };
  int fd = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY, 0600);
  ssize_t put = fd >= 0 ? write(fd, text, n) : -1;
  if (put != (ssize_t)n)
    (void)LIA_FAIL(&err, LIA_EIO, path, "cannot be written: %s",
                   put >= 0 ? "the disk is full" : lia_errno_text(errno));
  if (fd >= 0) close(fd);
  if (err.code != LIA_OK) return lia_fail(L, &err);
  lua_pushboolean(L, 1);
  return 1;
}

// new_folder() -> the path of a new folder for passing files that only we can read, or nil,
// message, 'EIO'
static int kit_new_folder(lua_State *L) {
  const char *tmp = getenv("TMPDIR");
  char path[512];
  lia_error err = { 0 };
  int n = lia_text_format(path, sizeof path, "%s/liaison-XXXXXX", tmp && *tmp ? tmp : "/tmp");
  if (n >= (int)sizeof path || !mkdtemp(path)) {
    (void)LIA_FAIL(&err, LIA_EIO, path, "cannot make a folder: %s",
                   lia_errno_text(n >= (int)sizeof path ? ENAMETOOLONG : errno));
    return lia_fail(L, &err);
  }
  lua_pushstring(L, path);
  return 1;
}

static void push_standard(lua_State *L, const char *library, const char *name) {
  lua_getglobal(L, library);
  lua_getfield(L, -1, name);
  lua_remove(L, -2);
}

// into the table kit
void lia_text_functions(lua_State *L) {
  static const luaL_Reg f[] = {
    { "number", kit_number },
    { "digits", kit_digits },
    { "read_number", kit_read_number },
    { "exact", kit_exact },
    { "lower", kit_lower },
    { "upper", kit_upper },
    { "before", kit_before },
    { "save", kit_save },
    { "read", kit_read },
    { "hash", kit_hash },
    { "zip", kit_zip },
    { "append", kit_append },
    { "new_folder", kit_new_folder },
    { NULL, NULL },
  };
  for (const luaL_Reg *r = f; r->name; r++) {
    lua_pushcfunction(L, r->func);
    lua_setfield(L, -2, r->name);
  }
  push_standard(L, "string", "format");
  lua_pushcclosure(L, kit_format, 1);
  lua_setfield(L, -2, "format");
  lua_getglobal(L, "tostring");
  lua_pushcclosure(L, kit_shown, 1);
  lua_setfield(L, -2, "shown");
  push_standard(L, "table", "sort");
  lua_pushcclosure(L, kit_sort, 1);
  lua_setfield(L, -2, "sort");
}
