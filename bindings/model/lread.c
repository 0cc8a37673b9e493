/* lread.c - reading a description from Lua tables: paths, strict keys, values, placements */
#include "bindings/model/lread.h"
#include "bindings/kit/kit.h"

#include "base/text.h"
#include "describe/check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

size_t lread_mark(const reader *r) { return strlen(r->path); }
void lread_back(reader *r, size_t at) { r->path[at] = 0; }

void lread_key(reader *r, const char *key) {
  size_t at = lread_mark(r);
  lia_text_format(r->path + at, sizeof r->path - at, "%s%.60s", at ? "." : "", key);
}

void lread_index(reader *r, int i) {
  size_t at = lread_mark(r);
  lia_text_format(r->path + at, sizeof r->path - at, "[%d]", i);
}

// what is at the top, for "got ..."
const char *lread_got(reader *r, char buf[80]) {
  lia_describe(r->L, -1, buf, 80);
  return buf;
}

// push t[key], raw; 0 and nothing pushed where it is nil
int lread_field(reader *r, int t, const char *key) {
  lua_pushstring(r->L, key);
  lua_rawget(r->L, t);
  if (!lua_isnil(r->L, -1)) return 1;
  lua_pop(r->L, 1);
  return 0;
}

// keys --------------------------------------------------------------------------------------------

static int is_one_of(const char *key, const char *const *list) {
  for (; *list; list++)
    if (!strcmp(key, *list)) return 1;
  return 0;
}

static int count_of(const char *const *list) {
  int n = 0;
  while (list[n]) n++;
  return n;
}

// keys that are a description of their own, and who reads them
static const char *reader_of(const char *key) {
  static const char *const ways[][2] = { { "dh", " (li.dh{...} reads a Denavit-Hartenberg table)" },
      { "phrase", " (li.phrase \"...\" reads one)" },
    { "definition", " (li.definition{...} reads one)" },
        { "urdf", " (li.urdf \"arm.urdf\" reads a file)" } };
  for (size_t k = 0; k < sizeof ways / sizeof *ways; k++)
    if (!strcmp(key, ways[k][0])) return ways[k][1];
  return NULL;
}

// complain about every key of table t that is none of allowed, nor an index 1..n, in order of the
// alphabet
void lread_strict(reader *r, int t, const char *const *allowed, int n) {
  lua_State *L = r->L;
  const char *last = "";
  for (int told = 0; told < 20; told++) {
    const char *least = NULL;
    for (lua_pushnil(L); lua_next(L, t); lua_pop(L, 1)) {
      if (lua_type(L, -2) != LUA_TSTRING) continue;
      const char *key = lua_tostring(L, -2);
      if (!is_one_of(key, allowed) && strcmp(key, last) > 0 && (!least || strcmp(key, least) < 0))
        least = key;
    }
    if (!least) break;
    char hint[LIA_CHECK_HINT];
    size_t at = lread_mark(r);
    lread_key(r, least);
    const char *cure = at ? NULL : reader_of(least);
    lia_spec_complain(r->s, r->path, "unknown key%s",
        cure ? cure : lia_check_hint(hint, least, allowed, count_of(allowed)));
    lread_back(r, at);
    last = least;
  }
  int odd = 0;
  for (lua_pushnil(L); lua_next(L, t); lua_pop(L, 1)) {
    if (lua_type(L, -2) == LUA_TSTRING) continue;
    double k = lua_type(L, -2) == LUA_TNUMBER ? lua_tonumber(L, -2) : 0;
    odd += !(k >= 1 && k <= n && k == floor(k));
  }
  if (odd)
    lia_spec_complain(r->s, r->path, "%d %s no place here", odd,
        odd == 1 ? "entry has" : "entries have");
}

static int add_keys(const lia_fields *f, int n, const char **keys) {
  for (int k = 0; k < f->n; k++) keys[n++] = f->field[k].name;
  keys[n] = NULL;
  return n;
}

void lread_fields(reader *r, int t, lia_schema s, int n) {
  const char *keys[LIA_SCHEMA_MOST + 1];
  lia_fields f;
  lia_schema_fields(s, &f);
  add_keys(&f, 0, keys);
  lread_strict(r, t, keys, n);
}

void lread_constraint_keys(reader *r, int t, int kind) {
  const char *keys[2 * LIA_SCHEMA_MOST + 1];
  lia_fields all, own;
  lia_schema_fields(LIA_SCHEMA_constraint, &all);
  lia_schema_constraint(kind, &own);
  add_keys(&own, add_keys(&all, 0, keys), keys);
  lread_strict(r, t, keys, 1);
}

void lread_force_keys(reader *r, int t, int kind) {
  const char *keys[2 * LIA_SCHEMA_MOST + 1];
  lia_fields all, own;
  lia_schema_fields(LIA_SCHEMA_force, &all);
  lia_schema_force(kind, &own);
  add_keys(&own, add_keys(&all, 0, keys), keys);
  lread_strict(r, t, keys, 1);
}

// a list, or a table by name: calls read(r, name or NULL, context) with each entry on top, the list
// first, then the names in order (numbers inside names by value)
static int read_by_name(const void *a, const void *b) {
  const char *x = *(const char *const *)a, *y = *(const char *const *)b;
  while (*x && *y) {
    int dx = *x >= '0' && *x <= '9', dy = *y >= '0' && *y <= '9';
    if (dx && dy) {
      char *ex, *ey;
      unsigned long nx = strtoul(x, &ex, 10), ny = strtoul(y, &ey, 10);
      if (nx != ny) return nx < ny ? -1 : 1;
      x = ex;
      y = ey;
    } else if (*x != *y) {
      return (unsigned char)*x < (unsigned char)*y ? -1 : 1;
    } else {
      x++;
      y++;
    }
  }
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

void lread_entries(reader *r, const char *key, read_entry *read) {
  lua_State *L = r->L;
  size_t at = lread_mark(r);
  char buf[80];
  lread_key(r, key);
  luaL_checkstack(L, 12, "description");
  if (!lua_istable(L, -1)) {
    lia_spec_complain(r->s, r->path, "expected a table, got %s", lread_got(r, buf));
    lread_back(r, at);
    return;
  }
  int t = lua_gettop(L), n = (int)lua_rawlen(L, t), names = 0;
  for (int i = 1; i <= n; i++) {
    size_t here = lread_mark(r);
    lread_index(r, i);
    lua_rawgeti(L, t, i);
    read(r, NULL);
    lua_pop(L, 1);
    lread_back(r, here);
  }
  for (lua_pushnil(L); lua_next(L, t); lua_pop(L, 1)) {
    double k = lua_type(L, -2) == LUA_TNUMBER ? lua_tonumber(L, -2) : 0;
    if (lua_type(L, -2) == LUA_TSTRING) names++;
    else if (!(k >= 1 && k <= n && k == floor(k)))
      lia_spec_complain(r->s, r->path, "expected a list without holes, or a table by name");
  }
  const char **name = lua_newuserdata(L, (size_t)(names + 1) * sizeof *name);
  int filled = 0;
  for (lua_pushnil(L); lua_next(L, t); lua_pop(L, 1)) {
    if (lua_type(L, -2) != LUA_TSTRING) continue;
    const char *text = lua_tostring(L, -2);
    if (strlen(text) == lua_rawlen(L, -2)) name[filled++] = text;
    else lia_spec_complain(r->s, r->path, "a text with a zero byte in it is no name");
  }
  names = filled;
  qsort(name, (size_t)names, sizeof *name, read_by_name);
  for (int i = 0; i < names; i++) {
    size_t here = lread_mark(r);
    lread_key(r, name[i]);
    lua_pushstring(L, name[i]);
    lua_rawget(L, t);
    read(r, name[i]);
    lua_pop(L, 1);
    lread_back(r, here);
  }
  lua_settop(L, t);
  lread_back(r, at);
}

// values ------------------------------------------------------------------------------------------

// the value on top: a number, the text of an expression, an expression of the symbolic engine
lia_val lread_value(reader *r) {
  lua_State *L = r->L;
  char buf[80];
  lia_val v = LIA_VAL_NONE;
  if (lua_type(L, -1) == LUA_TNUMBER) {
    v.x = lua_tonumber(L, -1);
    if (isnan(v.x)) lia_spec_complain(r->s, r->path, "must be a number, got nan");
    return v;
  }
  int called = lia_classof(L, -1) && !strcmp(lia_classof(L, -1)->name, "expr") &&
      luaL_callmeta(L, -1, "__tostring");
  if (lua_type(L, -1) == LUA_TSTRING) {
    size_t n;
    const char *text = lua_tolstring(L, -1, &n);
    if (memchr(text, 0, n) || n == 0)
      lia_spec_complain(r->s, r->path, "an empty text is no expression");
    else if (lia_text_number(text, n, &v.x) != n || isinf(v.x))
      v = LIA_VAL_TEXT(lia_spec_word(r->s, text, n));
  } else if (r->moving && lua_istable(L, -1)) {
    v = lread_curve(r);
  } else {
    lia_spec_complain(r->s, r->path, "expected a number, an expression or a symbol, got %s",
        lread_got(r, buf));
  }
  if (called) lua_pop(L, 1);
  return v;
}

void lread_value_field(reader *r, int t, const char *key, lia_val *v) {
  if (!lread_field(r, t, key)) return;
  size_t at = lread_mark(r);
  lread_key(r, key);
  *v = lread_value(r);
  lread_back(r, at);
  lua_pop(r->L, 1);
}

// the n values on top: a table, or a vec and the like
int lread_values(reader *r, lia_val *v, int n) {
  lua_State *L = r->L;
  char buf[80];
  const lia_class *c = lia_classof(L, -1);
  if (c && c->view && c->size) {
    int rows, cols;
    const double *x = c->view(lua_touserdata(L, -1), &rows, &cols);
    if (x && rows * (cols ? cols : 1) == n) {
      for (int k = 0; k < n; k++) v[k] = LIA_VAL(x[k]);
      return 1;
    }
  }
  if (!lua_istable(L, -1)) {
    lia_spec_complain(r->s, r->path, "expected %d numbers, got %s", n, lread_got(r, buf));
    return 0;
  }
  if ((int)lua_rawlen(L, -1) != n) {
    lia_spec_complain(r->s, r->path, "expected %d numbers, got %d", n, (int)lua_rawlen(L, -1));
    return 0;
  }
  for (int k = 0; k < n; k++) {
    size_t at = lread_mark(r);
    lread_index(r, k + 1);
    lua_rawgeti(L, -1, k + 1);
    v[k] = lread_value(r);
    lua_pop(L, 1);
    lread_back(r, at);
  }
  return 1;
}

int lread_values_field(reader *r, int t, const char *key, lia_val *v, int n) {
  if (!lread_field(r, t, key)) return 0;
  size_t at = lread_mark(r);
  lread_key(r, key);
  int ok = lread_values(r, v, n);
  lread_back(r, at);
  lua_pop(r->L, 1);
  return ok;
}

// the text on top as a word of the description; one with a zero byte in it would end there for all
// that reads it in C
const char *lread_word(reader *r) {
  size_t n;
  const char *text = lua_tolstring(r->L, -1, &n);
  if (!memchr(text, 0, n)) return lia_spec_word(r->s, text, n);
  lia_spec_complain(r->s, r->path, "a text with a zero byte in it is no name");
  return "";
}

// the text t[key], or missing
const char *lread_text_field(reader *r, int t, const char *key, const char *missing) {
  if (!lread_field(r, t, key)) return missing;
  char buf[80];
  size_t at = lread_mark(r);
  lread_key(r, key);
  if (lua_type(r->L, -1) == LUA_TSTRING) missing = lread_word(r);
  else lia_spec_complain(r->s, r->path, "expected a name, got %s", lread_got(r, buf));
  lread_back(r, at);
  lua_pop(r->L, 1);
  return missing;
}

// true or false; a number is true, as Lua has it
int lread_flag_field(reader *r, int t, const char *key, int missing) {
  if (!lread_field(r, t, key)) return missing;
  char buf[80];
  const int type = lua_type(r->L, -1), flag = lua_toboolean(r->L, -1);
  size_t at = lread_mark(r);
  lread_key(r, key);
  if (type != LUA_TBOOLEAN && type != LUA_TNUMBER)
    lia_spec_complain(r->s, r->path, "expected true or false, got %s", lread_got(r, buf));
  lread_back(r, at);
  lua_pop(r->L, 1);
  return flag;
}

// one of names, as t[key] says; missing where it says nothing or something else
int lread_choice_field(reader *r, int t, const char *key, const char *const *names, int n,
    int missing) {
  if (!lread_field(r, t, key)) return missing;
  size_t at = lread_mark(r);
  char buf[80], hint[LIA_CHECK_HINT];
  int found = missing;
  lread_key(r, key);
  if (lua_type(r->L, -1) == LUA_TSTRING) {
    found = -1;
    for (int k = 0; k < n; k++)
      if (!strcmp(lua_tostring(r->L, -1), names[k])) found = k;
    if (found < 0)
      lia_spec_complain(r->s, r->path, "unknown %s '%.60s'%s", key, lua_tostring(r->L, -1),
                        lia_check_hint(hint, lua_tostring(r->L, -1), names, n));
  } else {
    lia_spec_complain(r->s, r->path, "expected a name, got %s", lread_got(r, buf));
  }
  lread_back(r, at);
  lua_pop(r->L, 1);
  return found < 0 ? missing : found;
}

// placements --------------------------------------------------------------------------------------

static const lia_move_kind slides[3] = { LIA_MOVE_TX, LIA_MOVE_TY, LIA_MOVE_TZ };
static const lia_move_kind turns[3] = { LIA_MOVE_RX, LIA_MOVE_RY, LIA_MOVE_RZ };

// "Rx" or "RX" -> the move, or -1 after a complaint
int lread_move_kind(reader *r, const char *name, size_t n) {
  char upper[8] = "";
  for (size_t k = 0; k < n && k < sizeof upper - 1; k++)
    upper[k] = (char)(name[k] >= 'a' && name[k] <= 'z' ? name[k] - 32 : name[k]);
  int kind = n < sizeof upper ? lia_move_find(upper) : -1;
  if (kind >= 0 && kind != LIA_MOVE_FRAME) return kind;
  lia_spec_complain(r->s, r->path, "a move is one of Rx Ry Rz Tx Ty Tz, got '%.20s'", name);
  return -1;
}

int lread_rows(reader *r) {
  if (!lua_istable(r->L, -1)) return 0;
  lua_rawgeti(r->L, -1, 1);
  const lia_class *c = lia_classof(r->L, -1);
  int rows = lua_istable(r->L, -1) || (c && c->view && c->size);
  lua_pop(r->L, 1);
  return rows;
}

// a matrix of expressions on top: the table of its rows instead
void lread_unpack(reader *r) {
  lua_State *L = r->L;
  const lia_class *c = lia_classof(L, -1);
  if (!c || strcmp(c->name, "smat")) return;
  lua_getfield(L, -1, "table");
  lua_pushvalue(L, -2);
  lua_call(L, 1, 1);
  lua_replace(L, -2);
}

// the matrix on top, 3 x 3 or 4 x 4, row by row: its size, or 0 where it was complained about
static int read_square(reader *r, lia_val v[16]) {
  lua_State *L = r->L;
  const lia_class *c = lia_classof(L, -1);
  int rows = 3, cols = 3, n = lua_istable(L, -1) ? (int)lua_rawlen(L, -1) : 0;
  if (c && c->view && c->size) c->view(lua_touserdata(L, -1), &rows, &cols);
  if (!lread_rows(r) || (n != 3 && n != 4)) {
    int size = n == 16 || (!n && rows == cols && rows == 4) ? 4 : 3;
    return lread_values(r, v, size * size) ? size : 0;
  }
  for (int i = 0; i < n; i++) {
    size_t at = lread_mark(r);
    lread_index(r, i + 1);
    lua_rawgeti(L, -1, i + 1);
    int ok = lread_values(r, v + n * i, n);
    lua_pop(L, 1);
    lread_back(r, at);
    if (!ok) return 0;
  }
  return n;
}

// nine or sixteen numbers on top: a rotation or a pose. 0 after a complaint
static int pose(reader *r, lia_frame *X) {
  lua_State *L = r->L;
  const lia_class *c = lia_classof(L, -1);
  lia_val v[16];
  *X = LIA_FRAME_IDENTITY;
  if (c && c->size && !strcmp(c->name, "frame")) {
    *X = *(const lia_frame *)lua_touserdata(L, -1);
    return 1;
  }
  int size = read_square(r, v);
  if (!size) return 0;
  for (int k = 0; k < size * size; k++)
    if (v[k].text || !isfinite(v[k].x)) {
      lia_spec_complain(r->s, r->path,
          "a matrix here is of numbers (place = {{\"Rz\", \"a\"}} turns by a symbol)");
      return 0;
    }
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 3; k++) X->R[3*i + k] = v[size*i + k].x;
    if (size == 4) X->p[i] = v[4*i + 3].x;
  }
  return 1;
}

// a constant move {"Tz", 0.3} or {"frame", {...}} on top
void lread_move(reader *r, lia_spec_place *p) {
  lua_State *L = r->L;
  int t = lua_gettop(L), kind = -1;
  if (lua_istable(L, t) && lua_rawlen(L, t) == 2) {
    lua_rawgeti(L, t, 1);
    lua_rawgeti(L, t, 2);
    if (lua_type(L, -2) != LUA_TSTRING) {
      kind = -2;
    } else if (!strcmp(lua_tostring(L, -2), "frame")) {
      lia_frame X;
      lia_spec_move *m = pose(r, &X) ? lia_spec_add_move(r->s, p, LIA_MOVE_FRAME, LIA_VAL(0))
          : NULL;
      if (m) m->X = X;
    } else if (kind = lread_move_kind(r, lua_tostring(L, -2), lua_rawlen(L, -2)), kind >= 0) {
      lia_spec_add_move(r->s, p, (lia_move_kind)kind, lread_value(r));
    }
  } else {
    kind = -2;
  }
  if (kind == -2) lia_spec_complain(r->s, r->path, "a move is a pair such as {\"Tz\", 0.3}");
  lua_settop(L, t);
}

// { {"Tz", 0.3}, {"Rx", "alpha"}, {"frame", {...}} } on top
static void moves(reader *r, lia_spec_place *p) {
  static const char *const none[] = { NULL };
  lua_State *L = r->L;
  char buf[80];
  if (!lua_istable(L, -1)) {
    lia_spec_complain(r->s, r->path, "expected a list of moves {\"Tz\", 0.3}, got %s",
        lread_got(r, buf));
    return;
  }
  int n = (int)lua_rawlen(L, -1), t = lua_gettop(L);
  lread_strict(r, t, none, n);
  for (int i = 1; i <= n; i++) {
    size_t at = lread_mark(r);
    lread_index(r, i);
    lua_rawgeti(L, t, i);
    lread_move(r, p);
    lua_pop(L, 1);
    lread_back(r, at);
  }
}

void lread_moves_field(reader *r, int t, const char *key, lia_spec_place *p) {
  if (!lread_field(r, t, key)) return;
  size_t at = lread_mark(r);
  lread_key(r, key);
  moves(r, p);
  lread_back(r, at);
  lua_pop(r->L, 1);
}

void lread_add_move(reader *r, lia_spec_place *p, lia_move_kind kind, lia_val v, const char *field,
    int entry) {
  if (!lia_val_given(v) || lia_val_is(v, 0)) return;
  lia_spec_move *m = lia_spec_add_move(r->s, p, kind, v);
  if (!m) return;
  m->field = field;
  m->entry = entry;
}

// at and rpy, rot or frame; or the moves of place
void lread_place_fields(reader *r, int t, lia_spec_place *p) {
  static const char *const turn[] = { "rpy", "rot", "frame", "place" };
  const char *given[4];
  int n = 0, at_too;
  for (int k = 0; k < 4; k++)
    if (lread_field(r, t, turn[k])) {
      given[n++] = turn[k];
      lua_pop(r->L, 1);
    }
  at_too = lread_field(r, t, "at");
  if (at_too) lua_pop(r->L, 1);
  if (n > 1)
    lia_spec_complain(r->s, r->path, "%s and %s both place it: give one", given[0], given[1]);
  if (at_too && n && (given[0] == turn[2] || given[0] == turn[3]))
    lia_spec_complain(r->s, r->path, "at and %s both place it: give one", given[0]);

  lia_val v[3];
  size_t here = lread_mark(r);
  if (lread_values_field(r, t, "at", v, 3))
    for (int k = 0; k < 3; k++) lread_add_move(r, p, slides[k], v[k], "at", k + 1);
  if (lread_values_field(r, t, "rpy", v, 3))
    for (int k = 2; k >= 0; k--) lread_add_move(r, p, turns[k], v[k], "rpy", k + 1);
  for (int k = 1; k <= 2; k++) {
    if (!lread_field(r, t, turn[k])) continue;
    lia_frame X;
    lread_key(r, turn[k]);
    lia_spec_move *m = pose(r, &X) ? lia_spec_add_move(r->s, p, LIA_MOVE_FRAME, LIA_VAL(0)) : NULL;
    if (m) {
      m->X = X;
      m->field = turn[k];
    }
    lread_back(r, here);
    lua_pop(r->L, 1);
  }
  lread_moves_field(r, t, "place", p);
}
