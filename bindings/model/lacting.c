/* lacting.c - what acts on a mechanism and is watched, from Lua tables: force elements, inputs,
 * outputs */
#include "bindings/model/lread.h"

#include "base/text.h"
#include "describe/check.h"

#include <stdlib.h>
#include <string.h>

static void acting_complain(reader *r, const char *key, const char *text) {
  size_t at = lread_mark(r);
  lread_key(r, key);
  lia_spec_complain(r->s, r->path, "%s", text);
  lread_back(r, at);
}

// ---- its kind ----

static void unknown_kind(reader *r, const char *got) {
  const char *word[LIA_FORCE_COUNT + 1];
  char hint[LIA_CHECK_HINT];
  for (int k = 0; k < LIA_FORCE_COUNT; k++) word[k] = lia_force_rows[k]->name;
  word[LIA_FORCE_COUNT] = NULL;
  lia_spec_complain(r->s, r->path, "unknown force '%.60s'%s", got,
                    lia_check_hint(hint, got, word, LIA_FORCE_COUNT));
}

// from t[1] or t.kind; -1 after a complaint
static int force_kind(reader *r, int t) {
  lua_State *L = r->L;
  char buf[80];
  int kind = -1;
  lua_rawgeti(L, t, 1);
  if (lua_isnil(L, -1)) {
    lua_pop(L, 1);
    if (!lread_field(r, t, "kind")) lua_pushnil(L);
  }
  size_t at = lread_mark(r);
  lread_key(r, "kind");
  if (lua_type(L, -1) != LUA_TSTRING)
    lia_spec_complain(r->s, r->path,
        "expected its kind, as in {'spring', joint = 'q1', stiffness = 50}, got %s",
        lread_got(r, buf));
  else {
    kind = lia_force_find(lua_tostring(L, -1));
    if (kind < 0) unknown_kind(r, lua_tostring(L, -1));
  }
  lread_back(r, at);
  lua_pop(L, 1);
  return kind;
}

// ---- where it acts ----

static int acting_room(reader *r, lia_spec_force *f, int n) {
  f->coord = lia_arena_alloc(&r->s->arena, ((size_t)n + 1) * sizeof *f->coord);
  f->factor = lia_arena_alloc(&r->s->arena, ((size_t)n + 1) * sizeof *f->factor);
  if (f->coord && f->factor) return 1;
  r->s->nomem = 1;
  return 0;
}

// {z1 = 1, z2 = -1} on top
static void read_sum(reader *r, lia_spec_force *f) {
  lua_State *L = r->L;
  const int t = lua_gettop(L);
  int n = 0, wrong = 0;
  for (lua_pushnil(L); lua_next(L, t); lua_pop(L, 1), n++)
    wrong |= lua_type(L, -2) != LUA_TSTRING;
  if (wrong || !n) {
    acting_complain(r, "joint", "expected a coordinate, or a sum of some: {z1 = 1, z2 = -1}");
    return;
  }
  if (!acting_room(r, f, n)) return;
  for (lua_pushnil(L); lua_next(L, t); lua_pop(L, 1))
    f->coord[f->ncoord++] = lia_spec_word(r->s, lua_tostring(L, -2), lua_rawlen(L, -2));
  if (r->s->nomem) return;
  qsort(f->coord, (size_t)n, sizeof *f->coord, lia_by_text);
  for (int k = 0; k < n; k++) {
    lua_getfield(L, t, f->coord[k]);
    f->factor[k] = lread_value(r);
    lua_pop(L, 1);
  }
}

static void read_acts_on(reader *r, int t, lia_spec_force *f) {
  lua_State *L = r->L;
  if (!lread_field(r, t, "joint")) return;
  if (lua_istable(L, -1)) read_sum(r, f);
  else if (lua_type(L, -1) != LUA_TSTRING)
    acting_complain(r, "joint", "expected a coordinate, or a sum of some: {z1 = 1, z2 = -1}");
  else if (acting_room(r, f, 1)) {
    f->coord[0] = lread_word(r);
    f->factor[0] = LIA_VAL(1);
    f->ncoord = f->coord[0] != NULL;
  }
  lua_pop(L, 1);
}

static int has_field(reader *r, int t, const char *key) {
  if (!lread_field(r, t, key)) return 0;
  lua_pop(r->L, 1);
  return 1;
}

// the one of joint, from .. to, at that is given, and may be
static int acting_port(reader *r, int t, const lia_force_row *row) {
  const int bit[3] = { LIA_PORT_coordinate, LIA_PORT_line, LIA_PORT_point };
  const int has[3] = { has_field(r, t, "joint"), has_field(r, t, "from"), has_field(r, t, "at") };
  for (int k = 0; k < 3; k++)
    if (has[k] && has[0] + has[1] + has[2] == 1 && row->ports & bit[k]) return bit[k];
  const int on = row->ports & LIA_PORT_coordinate, line = row->ports & LIA_PORT_line;
  lia_spec_complain(r->s, r->path, "a %s acts%s%s%s%s%s: give one of these", row->name,
      on ? " on joint = a coordinate" : "", on && row->ports != on ? "," : "",
      line ? " between from = and to =" : "", line && row->ports & LIA_PORT_point ? "," : "",
      row->ports & LIA_PORT_point ? " at = a body or frame" : "");
  return 0;
}

static void read_force_place(reader *r, int t, lia_spec_force *f) {
  if (f->port == LIA_PORT_coordinate) read_acts_on(r, t, f);
  if (f->port == LIA_PORT_line) {
    f->end[0] = lread_text_field(r, t, "from", NULL);
    f->end[1] = lread_text_field(r, t, "to", NULL);
    lread_values_field(r, t, "from_point", f->point[0], 3);
    lread_values_field(r, t, "to_point", f->point[1], 3);
  }
  if (f->port == LIA_PORT_point) {
    f->end[0] = lread_text_field(r, t, "at", NULL);
    lread_values_field(r, t, "point", f->point[0], 3);
  }
}

// ---- its numbers ----

int lread_function_key(int k, int at) { return k * (LIA_FORCE_SCRIPTED + 1) + at + 1; }

// the function on top gives number `at` of the newest element; pops it
static void take_function(reader *r, lia_spec_force *f, const char *key, int at) {
  if (r->functions) {
    lua_rawseti(r->L, r->functions, lread_function_key(r->s->nforce - 1, at));
    f->scripted |= 1u << at;
    return;
  }
  lua_pop(r->L, 1);
  acting_complain(r, key, r->no_function ? r->no_function
      : "a function belongs to one run (li.simulate{forces = ..}); in a "
        "description write an expression, of inputs, coordinates and t");
}

// a flag, or a number; or a function that gives one
static void read_param(reader *r, int t, const lia_force_param *p, lia_spec_force *f, int at) {
  if (p->size == 3) {
    lread_values_field(r, t, p->name, &f->param[at], 3);
    return;
  }
  if (!lread_field(r, t, p->name)) return;
  if (lua_isfunction(r->L, -1) && at < LIA_FORCE_SCRIPTED) {
    take_function(r, f, p->name, at);
    return;
  }
  const int flag = lua_type(r->L, -1) == LUA_TBOOLEAN;
  if (flag) f->param[at] = LIA_VAL(lua_toboolean(r->L, -1));
  lua_pop(r->L, 1);
  if (!flag) lread_value_field(r, t, p->name, &f->param[at]);
}

static void read_own(reader *r, int t, lia_spec_force *f) {
  if (!lread_field(r, t, "f")) return;
  const int function = lua_isfunction(r->L, -1), given = f->kind == LIA_FORCE_given;
  if (given && function) {
    take_function(r, f, "f", LIA_FORCE_SCRIPTED);
    return;
  }
  lua_pop(r->L, 1);
  if (!given)
    acting_complain(r, "f", "only a 'given' force is told by an expression or a function");
  else if (f->port == LIA_PORT_point) lread_values_field(r, t, "f", f->own, 3);
  else lread_value_field(r, t, "f", &f->own[0]);
}

// the axes of a given force: world, body, joint, or those of a place
static void read_force_axes(reader *r, int t, lia_spec_force *f) {
  if (f->kind != LIA_FORCE_given || !has_field(r, t, "axes")) return;
  f->axes = lread_text_field(r, t, "axes", NULL);
  if (f->axes && !strcmp(f->axes, "world")) f->axes = NULL;
  if (f->port != LIA_PORT_point)
    acting_complain(r, "axes", "along a coordinate or a line a force has no axes");
}

static void read_force(reader *r, const char *name);

// the list of coordinates t.joint = {"q1", "q2"}: pushed; 0 and nothing pushed: it is none
static int push_each(reader *r, int t) {
  if (!lua_istable(r->L, t) || !lread_field(r, t, "joint")) return 0;
  if (lua_istable(r->L, -1) && lua_rawlen(r->L, -1) > 0) return 1;
  lua_pop(r->L, 1);
  return 0;
}

// a copy of table t, for coordinate k of the list on top
static void push_one_of(reader *r, int t, int k) {
  lua_State *L = r->L;
  const int list = lua_gettop(L);
  lua_newtable(L);
  for (lua_pushnil(L); lua_next(L, t); lua_pop(L, 1)) {
    lua_pushvalue(L, -2);
    lua_pushvalue(L, -2);
    lua_rawset(L, -5);
  }
  lua_pushstring(L, "joint");
  lua_rawgeti(L, list, k);
  lua_rawset(L, -3);
}

// the name of one of several: that of all, and its number
static const char *name_of_each(reader *r, int t, const char *name, int k) {
  name = lread_text_field(r, t, "name", name);
  if (!name) return NULL;
  lua_pushstring(r->L, "name");
  lua_pushnil(r->L);
  lua_rawset(r->L, t);
  return lia_spec_text(r->s, "%s%d", name, k);
}

// an element, or one for each coordinate of joint = {"q1", "q2"}
void lread_force(reader *r, const char *name) {
  lua_State *L = r->L;
  const int t = lua_gettop(L);
  luaL_checkstack(L, 12, "forces");
  if (!push_each(r, t)) {
    read_force(r, name);
    return;
  }
  const int list = lua_gettop(L), n = (int)lua_rawlen(L, list);
  for (int k = 1; k <= n; k++) {
    push_one_of(r, t, k);
    read_force(r, name_of_each(r, lua_gettop(L), name, k));
    lua_settop(L, list);
  }
  lua_settop(L, t);
}

static void read_force(reader *r, const char *name) {
  char buf[80];
  const int t = lua_gettop(r->L);
  if (!lua_istable(r->L, t)) {
    lia_spec_complain(r->s, r->path,
        "expected a table such as {'spring', joint = 'q1', stiffness = 50}, got %s",
        lread_got(r, buf));
    return;
  }
  const int kind = force_kind(r, t);
  if (kind < 0) return;
  const lia_force_row *row = lia_force_rows[kind];
  lread_force_keys(r, t, kind);
  name = lread_text_field(r, t, "name", name);
  if (!name) name = lia_spec_force_name(r->s, kind);
  const char *where = lread_text_field(r, t, "where", r->path);
  lia_spec_force *f = name && where ? lia_spec_add_force(r->s, name, kind, where) : NULL;
  if (!f) return;
  f->port = acting_port(r, t, row);
  read_force_place(r, t, f);
  r->moving = 1;
  r->along = f;
  for (int k = 0, at = 0; k < row->nparam; at += row->param[k++].size)
    read_param(r, t, &row->param[k], f, at);
  r->along = NULL;
  read_own(r, t, f);
  r->moving = 0;
  read_force_axes(r, t, f);
}

// ---- inputs and outputs ----

// the force on a coordinate that an input with joint = is: a given force of the same name
static void read_commanded(reader *r, int t, const lia_spec_input *u) {
  if (!has_field(r, t, "joint")) return;
  lia_spec_force *f = lia_spec_add_force(r->s, u->name, LIA_FORCE_given, u->where);
  if (!f) return;
  f->port = LIA_PORT_coordinate;
  read_acts_on(r, t, f);
  f->own[0] = LIA_VAL_TEXT(u->name);
}

// {"force", name = "F", joint = "q1"}: how many entries the table has in front of its keys
static int read_input_word(reader *r, int t) {
  lua_State *L = r->L;
  char buf[80];
  lua_rawgeti(L, t, 1);
  const int none = lua_isnil(L, -1);
  const int force = lua_type(L, -1) == LUA_TSTRING && !strcmp(lua_tostring(L, -1), "force");
  if (!none && !force)
    lia_spec_complain(r->s, r->path, "expected 'force' first, or keys alone, got %s",
                      lread_got(r, buf));
  if (force && !has_field(r, t, "joint"))
    acting_complain(r, "joint", "expected the coordinate the force acts on, got nothing");
  lua_pop(L, 1);
  return !none;
}

static void read_input_fields(reader *r, int t, lia_spec_input *u) {
  u->unit = lread_text_field(r, t, "unit", NULL);
  u->text = lread_text_field(r, t, "text", NULL);
  lread_value_field(r, t, "value", &u->value);
  lread_value_field(r, t, "min", &u->min);
  lread_value_field(r, t, "max", &u->max);
  if (has_field(r, t, "limits") && (has_field(r, t, "min") || has_field(r, t, "max")))
    acting_complain(r, "limits", "min and max say the same: give one of both");
  lread_limits_field(r, t, &u->min, &u->max);
  read_commanded(r, t, u);
}

// "F", {name = "F", value = 3}, {"force", name = "F", joint = "q1"}, or F = {..} or F = 3 by name
void lread_input(reader *r, const char *name) {
  lua_State *L = r->L;
  char buf[80];
  const int t = lua_gettop(L), table = lua_istable(L, t), type = lua_type(L, t);
  if (table) {
    lread_fields(r, t, LIA_SCHEMA_input, read_input_word(r, t));
    name = lread_text_field(r, t, "name", name);
  } else if (!name && type == LUA_TSTRING) name = lread_word(r);
  if (!name || (!table && type != LUA_TSTRING && type != LUA_TNUMBER)) {
    lia_spec_complain(r->s, r->path, "expected a name, or {name =, value =}, got %s",
                      lread_got(r, buf));
    return;
  }
  const char *where = table ? lread_text_field(r, t, "where", r->path) : r->path;
  lia_spec_input *u = lia_spec_add_input(r->s, name, where);
  if (!u) return;
  if (type == LUA_TNUMBER) u->value = LIA_VAL(lua_tonumber(L, t));
  if (table) read_input_fields(r, t, u);
}

void lread_input_words(reader *r) {
  const char *text = lua_tostring(r->L, -1);
  for (int i = 1; *text; i++) {
    const char *end = text + strcspn(text, " ,\t\n");
    const char *name = end > text ? lia_spec_word(r->s, text, (size_t)(end - text)) : NULL;
    char where[32];
    lia_text_format(where, sizeof where, "inputs[%d]", i);
    if (name) lia_spec_add_input(r->s, name, where);
    text = *end ? end + 1 : end;
  }
}

// an expression, or {name =, expression =}; by name: height = "z + L*cos(th)"
void lread_output(reader *r, const char *name) {
  lua_State *L = r->L;
  static const char *const keys[] = { "name", "expression", "where", NULL };
  const int t = lua_gettop(L), table = lua_istable(L, t);
  if (table) {
    lread_strict(r, t, keys, 0);
    name = lread_text_field(r, t, "name", name);
  }
  if (!name && lua_type(L, t) == LUA_TSTRING) name = lread_word(r);
  if (!name) name = lia_spec_text(r->s, "y%d", r->s->noutput + 1);
  const char *where = table ? lread_text_field(r, t, "where", r->path) : r->path;
  lia_spec_output *y = name ? lia_spec_add_output(r->s, name, where) : NULL;
  if (!y) return;
  r->moving = 1;
  if (table) lread_value_field(r, t, "expression", &y->expr);
  else y->expr = lread_value(r);
  r->moving = 0;
}
