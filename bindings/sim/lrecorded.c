/* lrecorded.c - columns a run has only where they are asked for: record = "tau", or {"tau",
 * "forces", "accelerations"} */
#include "bindings/sim/lsim.h"

#include "base/text.h"

#include <string.h>

static const char *const words[] = { "tau", "forces", "accelerations", "work", "multipliers",
  "contacts" };
enum { WORDS = sizeof words / sizeof *words };

// the bit of the word on top, which is popped
static int bit_of(lua_State *L, int options, int can) {
  char known[100] = "";
  const char *got = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : luaL_typename(L, -1);
  for (int k = 0; k < WORDS; k++) {
    if (!(can >> k & 1)) continue;
    if (!strcmp(got, words[k])) {
      lua_pop(L, 1);
      return 1 << k;
    }
    lia_text_format(known + strlen(known), sizeof known - strlen(known), "%s'%s'",
        known[0] ? ", " : "", words[k]);
  }
  return lia_arg_error(L, options, "record: expected one or a list of %s, got %.40s", known, got);
}

int lia_recorded(lua_State *L, int options, int can) {
  int at = lia_sim_option(L, options, "record"), bits = 0;
  if (lua_type(L, at) == LUA_TSTRING) return bit_of(L, options, can);
  if (lua_isnil(L, at)) {
    lua_pop(L, 1);
    return 0;
  }
  if (!lua_istable(L, at)) return bit_of(L, options, can);
  for (int k = 1; k <= (int)lua_rawlen(L, at); k++) {
    lua_rawgeti(L, at, k);
    bits |= bit_of(L, options, can);
  }
  lua_pop(L, 1);
  return bits;
}

// room for so many columns; the texts stand behind the pointers
lcolumns *lia_columns(lua_State *L, int most) {
  size_t room = (size_t)most + 1;
  lcolumns *c = lua_newuserdata(L, sizeof *c + room
      * (2 * sizeof(char *) + LIA_COLUMN_NAME + LIA_COLUMN_UNIT));
  c->name = (const char **)(c + 1);
  c->unit = c->name + room;
  c->text = (char *)(c->unit + room);
  c->n = 0;
  return c;
}

void lia_columns_add(lcolumns *c, const char *unit, const char *format, ...) {
  va_list ap;
  char *name = c->text, *u = c->text + LIA_COLUMN_NAME;
  va_start(ap, format);
  lia_text_vformat(name, LIA_COLUMN_NAME, format, ap);
  va_end(ap);
  lia_text_format(u, LIA_COLUMN_UNIT, "%s", unit ? unit : "");
  c->name[c->n] = name;
  c->unit[c->n++] = u;
  c->text = u + LIA_COLUMN_UNIT;
}
