/* lconstraint.c - constraints from Lua tables: keys as its kind wants them, every complaint with
 * its path */
#include "bindings/model/lread.h"

#include "describe/check.h"

#include <stdlib.h>
#include <string.h>

static const char *const ends[LIA_CONSTRAINT_ENDS] = { "from", "to", "from2", "to2" };
static const char *const end_keys[LIA_CONSTRAINT_ENDS][5] = {
  { "from", "from_at", "from_rpy", "from_place", "from_axis" },
      { "to", "to_at", "to_rpy", "to_place", "to_axis" },
  { "from2", "from2_at", "from2_rpy", "from2_place", "from2_axis" },
      { "to2", "to2_at", "to2_rpy", "to2_place", "to2_axis" },
};

// body or frame, and a place in it: _at and _rpy, or the moves of _place; and the axis there
static void read_end(reader *r, int t, int k, lia_spec_end *e) {
  static const lia_move_kind slide[3] = { LIA_MOVE_TX, LIA_MOVE_TY, LIA_MOVE_TZ },
      turn[3] = { LIA_MOVE_RX, LIA_MOVE_RY, LIA_MOVE_RZ };
  lia_val v[3];
  e->name = lread_text_field(r, t, ends[k], NULL);
  lread_moves_field(r, t, end_keys[k][3], &e->place);
  if (lread_values_field(r, t, end_keys[k][1], v, 3))
    for (int i = 0; i < 3; i++)
      lread_add_move(r, &e->place, slide[i], v[i], end_keys[k][1], i + 1);
  if (lread_values_field(r, t, end_keys[k][2], v, 3))
    for (int i = 2; i >= 0; i--)
      lread_add_move(r, &e->place, turn[i], v[i], end_keys[k][2], i + 1);
  lread_axis_field(r, t, end_keys[k][4], e->axis);
}

// the text of an equation on top: a string, an expression or a number
static int read_text(reader *r, lia_val *v) {
  *v = lread_value(r);
  if (!lia_val_given(*v)) return 0;
  if (!v->text) v->text = lia_spec_text(r->s, "%.17g", v->x);
  return v->text != NULL;
}

static void constraint_missing(reader *r, const char *key, const char *what) {
  size_t at = lread_mark(r);
  lread_key(r, key);
  lia_spec_complain(r->s, r->path, "expected %s", what);
  lread_back(r, at);
}

// equation = "..", or equations = {"..", ".."}
static int read_equations(reader *r, int t, const char *key, int n, lia_val *expr) {
  lua_State *L = r->L;
  int ok = 1;
  if (!lread_field(r, t, key)) {
    constraint_missing(r, key, n > 1 ? "two equations in x, y and z" : "an equation");
    return 0;
  }
  size_t at = lread_mark(r);
  lread_key(r, key);
  if (n == 1) ok = read_text(r, expr);
  else if (!lua_istable(L, -1) || (int)lua_rawlen(L, -1) != n) {
    lia_spec_complain(r->s, r->path, "expected a list of %d equations", n);
    ok = 0;
  }
  for (int k = 0; n > 1 && ok && k < n; k++) {
    lua_rawgeti(L, -1, k + 1);
    ok = read_text(r, &expr[k]);
    lua_pop(L, 1);
  }
  lread_back(r, at);
  lua_pop(L, 1);
  return ok;
}

static int constraint_room(reader *r, lia_spec_constraint *c, int n, int factors) {
  c->coord = lia_arena_alloc(&r->s->arena, (size_t)(n + 1) * sizeof *c->coord);
  c->factor = factors ? lia_arena_alloc(&r->s->arena, (size_t)(n + 1) * sizeof *c->factor) : NULL;
  if (c->coord && (c->factor || !factors)) return 1;
  r->s->nomem = 1;
  return 0;
}

// {"q1", "q2"} on top
static int constraint_read_list(reader *r, lia_spec_constraint *c, int n) {
  lua_State *L = r->L;
  if (!lua_istable(L, -1) || (int)lua_rawlen(L, -1) != n) {
    lia_spec_complain(r->s, r->path, "expected the names of %d coordinates", n);
    return 0;
  }
  if (!constraint_room(r, c, n, 0)) return 0;
  for (int k = 0; k < n; k++) {
    lua_rawgeti(L, -1, k + 1);
    int text = lua_type(L, -1) == LUA_TSTRING;
    if (text) c->coord[k] = lia_spec_word(r->s, lua_tostring(L, -1), lua_rawlen(L, -1));
    else lia_spec_complain(r->s, r->path, "expected the names of %d coordinates", n);
    lua_pop(L, 1);
    if (!text || !c->coord[k]) return 0;
  }
  c->ncoord = n;
  return 1;
}

// {q1 = 2, q2 = -1} on top
static int read_factors(reader *r, lia_spec_constraint *c) {
  lua_State *L = r->L;
  int n = 0, t = lua_gettop(L);
  if (!lua_istable(L, t)) {
    lia_spec_complain(r->s, r->path, "expected coordinates with their factors: {q1 = 2, q2 = -1}");
    return 0;
  }
  for (lua_pushnil(L); lua_next(L, t); lua_pop(L, 1), n++)
    if (lua_type(L, -2) != LUA_TSTRING) {
      lua_pop(L, 2);
      lia_spec_complain(r->s, r->path,
          "expected coordinates with their factors: {q1 = 2, q2 = -1}");
      return 0;
    }
  if (!n) {
    lia_spec_complain(r->s, r->path, "no coordinate is named");
    return 0;
  }
  if (!constraint_room(r, c, n, 1)) return 0;
  int k = 0;
  for (lua_pushnil(L); lua_next(L, t); lua_pop(L, 1), k++)
    c->coord[k] = lia_spec_word(r->s, lua_tostring(L, -2), lua_rawlen(L, -2));
  for (k = 0; k < n; k++)
    if (!c->coord[k]) return 0;
  qsort(c->coord, (size_t)n, sizeof *c->coord, lia_by_text);
  for (k = 0; k < n; k++) {
    lua_getfield(L, t, c->coord[k]);
    c->factor[k] = lread_value(r);
    lua_pop(L, 1);
  }
  c->ncoord = n;
  return 1;
}

static int read_coordinates(reader *r, int t, lia_spec_constraint *c, int n) {
  if (!lread_field(r, t, "coordinates")) {
    constraint_missing(r, "coordinates", "coordinates");
    return 0;
  }
  size_t at = lread_mark(r);
  lread_key(r, "coordinates");
  int ok = n < 0 ? read_factors(r, c) : constraint_read_list(r, c, n);
  lread_back(r, at);
  lua_pop(r->L, 1);
  return ok;
}

// a coordinate, or an expression of some, and a law for it
static int read_driver(reader *r, int t, const lia_constraint_type *row, lia_spec_constraint *c) {
  const char *coordinate = lread_text_field(r, t, row->coord_key, NULL);
  if (!coordinate) {
    constraint_missing(r, row->coord_key, "the coordinate that is driven");
    return 0;
  }
  if (!constraint_room(r, c, 1, 0)) return 0;
  c->coord[0] = coordinate;
  c->ncoord = 1;
  r->moving = 1;                   // a curve over t may stand for the law
  const int ok = read_equations(r, t, row->expr_key, 1, c->expr);
  r->moving = 0;
  return ok;
}

// the kind, from t[1] or t.kind; -1 after a complaint
static int constraint_kind_of(reader *r, int t) {
  lua_State *L = r->L;
  char hint[LIA_CHECK_HINT], buf[80];
  int kind = -1;
  lua_rawgeti(L, t, 1);
  if (lua_isnil(L, -1)) {
    lua_pop(L, 1);
    if (!lread_field(r, t, "kind")) lua_pushnil(L);
  }
  size_t at = lread_mark(r);
  lread_key(r, "kind");
  if (lua_type(L, -1) != LUA_TSTRING) {
    lia_spec_complain(r->s, r->path,
        "what holds it? (revolute, spherical, distance, gear, rolling_disc, driver, equation, "
        "...), got %s", lread_got(r, buf));
  } else {
    const char *word[LIA_CONSTRAINT_WORDS];
    int words = lia_constraint_words(word);
    kind = lia_constraint_find(lua_tostring(L, -1));
    if (kind < 0)
      lia_spec_complain(r->s, r->path, "unknown constraint '%.60s'%s", lua_tostring(L, -1),
                        lia_check_hint(hint, lua_tostring(L, -1), word, words));
  }
  lread_back(r, at);
  lua_pop(L, 1);
  return kind;
}

void lread_constraint(reader *r, const char *name) {
  lua_State *L = r->L;
  char buf[80];
  int t = lua_gettop(L);
  if (!lua_istable(L, t)) {
    lia_spec_complain(r->s, r->path, "expected a table, got %s", lread_got(r, buf));
    return;
  }
  int kind = constraint_kind_of(r, t);
  if (kind < 0) return;
  const lia_constraint_type *row = lia_constraint_types[kind];
  lread_constraint_keys(r, t, kind);
  name = lread_text_field(r, t, "name", name);
  if (!name) name = lia_spec_text(r->s, "constraint%d", r->s->nconstraint + 1);
  const char *where = lread_text_field(r, t, "where", r->path);
  lia_spec_constraint *c = name && where ? lia_spec_add_constraint(r->s, name, kind, where) : NULL;
  if (!c) return;
  for (int e = 0; e < row->nend; e++) read_end(r, t, e, &c->end[e]);
  for (int k = 0; k < row->nparam; k++) lread_value_field(r, t, row->param[k].name, &c->param[k]);
  if (lia_constraint_drives(row)) {
    c->broken = !read_driver(r, t, row, c);
    return;
  }
  if (row->ncoord) c->broken = !read_coordinates(r, t, c, row->ncoord);
  if (row->nexpr) c->broken |= !read_equations(r, t, row->expr_key, row->nexpr, c->expr);
}

// ---- drivers = {q1 = "sin(t)", ..}: constraints of the kind driver, told shortly ----

// a law on top, of the coordinate it is told for: the constraint as a table in its place
static void law_as_driver(reader *r, const char *coordinate) {
  lua_State *L = r->L;
  lua_createtable(L, 0, 2);
  lua_pushstring(L, coordinate);
  lua_setfield(L, -2, "coordinate");
  lua_pushvalue(L, -2);
  lua_setfield(L, -2, "law");
}

// the kind it is told to be, where that is another: complained of
static int is_other_kind(reader *r, int t) {
  lua_State *L = r->L;
  const char *driver = lia_constraint_types[LIA_CONSTRAINT_driver]->name;
  lua_rawgeti(L, t, 1);
  if (lua_isnil(L, -1)) lread_field(r, t, "kind");
  const int other = lua_type(L, -1) == LUA_TSTRING && strcmp(lua_tostring(L, -1), driver);
  if (other)
    lia_spec_complain(r->s, r->path, "a %.40s is no driver: put it into constraints",
        lua_tostring(L, -1));
  lua_settop(L, t);
  return other;
}

// a copy of the table on top, with its kind; coordinate: where it names none, or NULL
static void push_driver(reader *r, const char *coordinate) {
  lua_State *L = r->L;
  const int t = lua_gettop(L);
  lua_newtable(L);
  for (lua_pushnil(L); lua_next(L, t);) {
    lua_pushvalue(L, -2);
    lua_insert(L, -2);
    lua_rawset(L, t + 1);
  }
  lua_pushstring(L, lia_constraint_types[LIA_CONSTRAINT_driver]->name);
  lua_setfield(L, t + 1, "kind");
  if (!coordinate || lread_field(r, t + 1, "coordinate")) {
    lua_settop(L, t + 1);
    return;
  }
  lua_pushstring(L, coordinate);
  lua_setfield(L, t + 1, "coordinate");
}

// is it a curve {t =, f =} that stands for a law?
static int is_law(reader *r, int t) {
  if (!lua_istable(r->L, t) || lia_classof(r->L, t)) return 1;
  const int law = lread_field(r, t, "f");
  if (law) lua_pop(r->L, 1);
  return law;
}

void lread_driver(reader *r, const char *name) {
  lua_State *L = r->L;
  char buf[80];
  const int t = lua_gettop(L);
  if (!name && !lua_istable(L, t)) {
    lia_spec_complain(r->s, r->path,
        "expected a driver {coordinate =, law =}, or laws by coordinate, {q1 = \"sin(t)\"}, got %s",
        lread_got(r, buf));
    return;
  }
  if (name && is_law(r, t)) law_as_driver(r, name);
  else if (is_other_kind(r, t)) return;
  push_driver(r, name);
  lread_constraint(r, name);
  lua_settop(L, t);
}
