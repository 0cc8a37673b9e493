/* lspec.c - a description between a Lua table and lia_spec: strict keys, every complaint with its path */
#include "lspec.h"
#include "lspace.h"

#include "base/text.h"
#include "model/check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* where in the user's table we are: "bodies[2].limits" */
typedef struct reader { lua_State *L; lia_spec *s; char path[200]; } reader;

static size_t mark(const reader *r) { return strlen(r->path); }
static void back(reader *r, size_t at) { r->path[at] = 0; }

static void enter_key(reader *r, const char *key) {
  size_t at = mark(r);
  lia_text_format(r->path + at, sizeof r->path - at, "%s%.60s", at ? "." : "", key);
}

static void enter_index(reader *r, int i) {
  size_t at = mark(r);
  lia_text_format(r->path + at, sizeof r->path - at, "[%d]", i);
}

/* what is at the top, for "got ..." */
static const char *got(reader *r, char buf[80]) {
  lua_State *L = r->L;
  const lia_class *c = lia_classof(L, -1);
  switch (lua_type(L, -1)) {
    case LUA_TSTRING: lia_text_format(buf, 80, "'%.60s'", lua_tostring(L, -1)); break;
    case LUA_TNUMBER: lia_text_format(buf, 80, "%.14g", lua_tonumber(L, -1)); break;
    default: lia_text_format(buf, 80, "a %s", c ? c->name : luaL_typename(L, -1)); break;
  }
  return buf;
}

/* push t[key], raw; 0 and nothing pushed where it is nil */
static int field(reader *r, int t, const char *key) {
  lua_pushstring(r->L, key);
  lua_rawget(r->L, t);
  if (!lua_isnil(r->L, -1)) return 1;
  lua_pop(r->L, 1);
  return 0;
}

/* keys --------------------------------------------------------------------------------------------------------------- */

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

/* complain about every key of table t that is none of allowed, nor an index 1..n, in order of the alphabet */
static void strict(reader *r, int t, const char *const *allowed, int n) {
  lua_State *L = r->L;
  const char *last = "";
  for (int told = 0; told < 20; told++) {
    const char *least = NULL;
    for (lua_pushnil(L); lua_next(L, t); lua_pop(L, 1)) {
      if (lua_type(L, -2) != LUA_TSTRING) continue;
      const char *key = lua_tostring(L, -2);
      if (!is_one_of(key, allowed) && strcmp(key, last) > 0 && (!least || strcmp(key, least) < 0)) least = key;
    }
    if (!least) break;
    char hint[LIA_CHECK_HINT];
    size_t at = mark(r);
    enter_key(r, least);
    lia_spec_complain(r->s, r->path, "unknown key%s", lia_check_hint(hint, least, allowed, count_of(allowed)));
    back(r, at);
    last = least;
  }
  int odd = 0;
  for (lua_pushnil(L); lua_next(L, t); lua_pop(L, 1)) {
    if (lua_type(L, -2) == LUA_TSTRING) continue;
    double k = lua_type(L, -2) == LUA_TNUMBER ? lua_tonumber(L, -2) : 0;
    odd += !(k >= 1 && k <= n && k == floor(k));
  }
  if (odd) lia_spec_complain(r->s, r->path, "%d %s no place here", odd, odd == 1 ? "entry has" : "entries have");
}

/* a list, or a table by name: calls read(r, name or NULL, context) with each entry on top, the list first, then the
 * names in order (numbers inside names by value) */
typedef void read_entry(reader *r, const char *name);

static int by_name(const void *a, const void *b) {
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

static void entries(reader *r, const char *key, read_entry *read) {
  lua_State *L = r->L;
  size_t at = mark(r);
  char buf[80];
  enter_key(r, key);
  luaL_checkstack(L, 12, "description");
  if (!lua_istable(L, -1)) {
    lia_spec_complain(r->s, r->path, "a table expected, got %s", got(r, buf));
    back(r, at);
    return;
  }
  int t = lua_gettop(L), n = (int)lua_rawlen(L, t), names = 0;
  for (int i = 1; i <= n; i++) {
    size_t here = mark(r);
    enter_index(r, i);
    lua_rawgeti(L, t, i);
    read(r, NULL);
    lua_pop(L, 1);
    back(r, here);
  }
  for (lua_pushnil(L); lua_next(L, t); lua_pop(L, 1)) {
    double k = lua_type(L, -2) == LUA_TNUMBER ? lua_tonumber(L, -2) : 0;
    if (lua_type(L, -2) == LUA_TSTRING) names++;
    else if (!(k >= 1 && k <= n && k == floor(k)))
      lia_spec_complain(r->s, r->path, "a list without holes, or a table by name, expected");
  }
  const char **name = lua_newuserdata(L, (size_t)(names + 1) * sizeof *name);
  int filled = 0;
  for (lua_pushnil(L); lua_next(L, t); lua_pop(L, 1))
    if (lua_type(L, -2) == LUA_TSTRING) name[filled++] = lua_tostring(L, -2);
  qsort(name, (size_t)names, sizeof *name, by_name);
  for (int i = 0; i < names; i++) {
    size_t here = mark(r);
    enter_key(r, name[i]);
    lua_pushstring(L, name[i]);
    lua_rawget(L, t);
    read(r, name[i]);
    lua_pop(L, 1);
    back(r, here);
  }
  lua_settop(L, t);
  back(r, at);
}

/* values --------------------------------------------------------------------------------------------------------------- */

/* the value on top: a number, the text of an expression, an expression of the symbolic engine */
static lia_val value(reader *r) {
  lua_State *L = r->L;
  char buf[80];
  lia_val v = LIA_VAL_NONE;
  if (lua_type(L, -1) == LUA_TNUMBER) {
    v.x = lua_tonumber(L, -1);
    if (isnan(v.x)) lia_spec_complain(r->s, r->path, "must be a number, got nan");
    return v;
  }
  int called = lia_classof(L, -1) && !strcmp(lia_classof(L, -1)->name, "expr") && luaL_callmeta(L, -1, "__tostring");
  if (lua_type(L, -1) == LUA_TSTRING) {
    size_t n;
    const char *text = lua_tolstring(L, -1, &n);
    if (memchr(text, 0, n) || n == 0) lia_spec_complain(r->s, r->path, "an empty text is no expression");
    else if (lia_text_number(text, n, &v.x) != n) v = (lia_val){ v.x, lia_spec_word(r->s, text, n) };
  } else {
    lia_spec_complain(r->s, r->path, "a number, an expression or a symbol expected, got %s", got(r, buf));
  }
  if (called) lua_pop(L, 1);
  return v;
}

lia_val lia_lspec_value(lua_State *L, lia_spec *s, const char *path) {
  reader r = { .L = L, .s = s };
  enter_key(&r, path);
  return value(&r);
}

static void value_field(reader *r, int t, const char *key, lia_val *v) {
  if (!field(r, t, key)) return;
  size_t at = mark(r);
  enter_key(r, key);
  *v = value(r);
  back(r, at);
  lua_pop(r->L, 1);
}

/* the n values on top: a table, or a vec and the like */
static int values(reader *r, lia_val *v, int n) {
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
    lia_spec_complain(r->s, r->path, "%d numbers expected, got %s", n, got(r, buf));
    return 0;
  }
  if ((int)lua_rawlen(L, -1) != n) {
    lia_spec_complain(r->s, r->path, "%d numbers expected, got %d", n, (int)lua_rawlen(L, -1));
    return 0;
  }
  for (int k = 0; k < n; k++) {
    size_t at = mark(r);
    enter_index(r, k + 1);
    lua_rawgeti(L, -1, k + 1);
    v[k] = value(r);
    lua_pop(L, 1);
    back(r, at);
  }
  return 1;
}

static int values_field(reader *r, int t, const char *key, lia_val *v, int n) {
  if (!field(r, t, key)) return 0;
  size_t at = mark(r);
  enter_key(r, key);
  int ok = values(r, v, n);
  back(r, at);
  lua_pop(r->L, 1);
  return ok;
}

/* the text t[key], or missing */
static const char *text_field(reader *r, int t, const char *key, const char *missing) {
  if (!field(r, t, key)) return missing;
  char buf[80];
  if (lua_type(r->L, -1) == LUA_TSTRING) {
    missing = lia_spec_word(r->s, lua_tostring(r->L, -1), lua_rawlen(r->L, -1));
  } else {
    size_t at = mark(r);
    enter_key(r, key);
    lia_spec_complain(r->s, r->path, "a name expected, got %s", got(r, buf));
    back(r, at);
  }
  lua_pop(r->L, 1);
  return missing;
}

/* one of names, as t[key] says; missing where it says nothing or something else */
static int choice_field(reader *r, int t, const char *key, const char *const *names, int n, int missing) {
  if (!field(r, t, key)) return missing;
  size_t at = mark(r);
  char buf[80], hint[LIA_CHECK_HINT];
  int found = missing;
  enter_key(r, key);
  if (lua_type(r->L, -1) == LUA_TSTRING) {
    found = -1;
    for (int k = 0; k < n; k++)
      if (!strcmp(lua_tostring(r->L, -1), names[k])) found = k;
    if (found < 0)
      lia_spec_complain(r->s, r->path, "unknown %s '%.60s'%s", key, lua_tostring(r->L, -1),
                        lia_check_hint(hint, lua_tostring(r->L, -1), names, n));
  } else {
    lia_spec_complain(r->s, r->path, "a name expected, got %s", got(r, buf));
  }
  back(r, at);
  lua_pop(r->L, 1);
  return found < 0 ? missing : found;
}

/* placements ----------------------------------------------------------------------------------------------------------- */

static const lia_move_kind slides[3] = { LIA_MOVE_TX, LIA_MOVE_TY, LIA_MOVE_TZ };
static const lia_move_kind turns[3] = { LIA_MOVE_RX, LIA_MOVE_RY, LIA_MOVE_RZ };

/* "Rx" or "RX" -> the move, or -1 after a complaint */
static int move_kind(reader *r, const char *name, size_t n) {
  char upper[8] = "";
  for (size_t k = 0; k < n && k < sizeof upper - 1; k++)
    upper[k] = (char)(name[k] >= 'a' && name[k] <= 'z' ? name[k] - 32 : name[k]);
  int kind = n < sizeof upper ? lia_move_find(upper) : -1;
  if (kind >= 0 && kind != LIA_MOVE_FRAME) return kind;
  lia_spec_complain(r->s, r->path, "a move is one of Rx Ry Rz Tx Ty Tz, got '%.20s'", name);
  return -1;
}

/* nine or sixteen numbers on top: a rotation or a pose. 0 after a complaint */
static int pose(reader *r, lia_frame *X) {
  lua_State *L = r->L;
  const lia_class *c = lia_classof(L, -1);
  lia_val v[16];
  int rows = 3, cols = 3;
  *X = LIA_FRAME_IDENTITY;
  if (c && c->size && !strcmp(c->name, "frame")) {
    *X = *(const lia_frame *)lua_touserdata(L, -1);
    return 1;
  }
  if (c && c->view && c->size) c->view(lua_touserdata(L, -1), &rows, &cols);
  if (lua_istable(L, -1)) {
    // rows of a matrix, given one by one
    int n = (int)lua_rawlen(L, -1), nested;
    lua_rawgeti(L, -1, 1);
    nested = lua_istable(L, -1);
    lua_pop(L, 1);
    if (nested && (n == 3 || n == 4)) {
      for (int i = 0; i < n; i++) {
        size_t at = mark(r);
        enter_index(r, i + 1);
        lua_rawgeti(L, -1, i + 1);
        int ok = values(r, v + n * i, n);
        lua_pop(L, 1);
        back(r, at);
        if (!ok) return 0;
      }
      rows = cols = n;
      goto numbers;
    }
    rows = cols = n == 16 ? 4 : 3;
  }
  if (!(rows == cols && (rows == 3 || rows == 4))) rows = cols = 3;
  if (!values(r, v, rows * cols)) return 0;
numbers:
  for (int k = 0; k < rows * rows; k++)
    if (v[k].text || !isfinite(v[k].x)) {
      lia_spec_complain(r->s, r->path, "a matrix here is of numbers (place = {{\"Rz\", \"a\"}} turns by a symbol)");
      return 0;
    }
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 3; k++) X->R[3*i + k] = v[rows*i + k].x;
    if (rows == 4) X->p[i] = v[4*i + 3].x;
  }
  return 1;
}

/* a constant move {"Tz", 0.3} or {"frame", {...}} on top */
static void one_move(reader *r, lia_spec_place *p) {
  lua_State *L = r->L;
  int t = lua_gettop(L), kind = -1;
  if (lua_istable(L, t) && lua_rawlen(L, t) == 2) {
    lua_rawgeti(L, t, 1);
    lua_rawgeti(L, t, 2);
    if (lua_type(L, -2) != LUA_TSTRING) {
      kind = -2;
    } else if (!strcmp(lua_tostring(L, -2), "frame")) {
      lia_frame X;
      lia_spec_move *m = pose(r, &X) ? lia_spec_add_move(r->s, p, LIA_MOVE_FRAME, LIA_VAL(0)) : NULL;
      if (m) m->X = X;
    } else if (kind = move_kind(r, lua_tostring(L, -2), lua_rawlen(L, -2)), kind >= 0) {
      lia_spec_add_move(r->s, p, (lia_move_kind)kind, value(r));
    }
  } else {
    kind = -2;
  }
  if (kind == -2) lia_spec_complain(r->s, r->path, "a move is a pair such as {\"Tz\", 0.3}");
  lua_settop(L, t);
}

/* { {"Tz", 0.3}, {"Rx", "alpha"}, {"frame", {...}} } on top */
static void moves(reader *r, lia_spec_place *p) {
  static const char *const none[] = { NULL };
  lua_State *L = r->L;
  char buf[80];
  if (!lua_istable(L, -1)) {
    lia_spec_complain(r->s, r->path, "a list of moves {\"Tz\", 0.3} expected, got %s", got(r, buf));
    return;
  }
  int n = (int)lua_rawlen(L, -1), t = lua_gettop(L);
  strict(r, t, none, n);
  for (int i = 1; i <= n; i++) {
    size_t at = mark(r);
    enter_index(r, i);
    lua_rawgeti(L, t, i);
    one_move(r, p);
    lua_pop(L, 1);
    back(r, at);
  }
}

static void moves_field(reader *r, int t, const char *key, lia_spec_place *p) {
  if (!field(r, t, key)) return;
  size_t at = mark(r);
  enter_key(r, key);
  moves(r, p);
  back(r, at);
  lua_pop(r->L, 1);
}

static void place_val(reader *r, lia_spec_place *p, lia_move_kind kind, lia_val v) {
  if (lia_val_given(v) && !lia_val_is(v, 0)) lia_spec_add_move(r->s, p, kind, v);
}

/* at and rpy, rot or frame; or the moves of place */
static void place_fields(reader *r, int t, lia_spec_place *p) {
  static const char *const turn[] = { "rpy", "rot", "frame", "place" };
  const char *given[4];
  int n = 0, at_too;
  for (int k = 0; k < 4; k++)
    if (field(r, t, turn[k])) given[n++] = turn[k], lua_pop(r->L, 1);
  at_too = field(r, t, "at");
  if (at_too) lua_pop(r->L, 1);
  if (n > 1) lia_spec_complain(r->s, r->path, "%s and %s both place it: give one", given[0], given[1]);
  if (at_too && n && (given[0] == turn[2] || given[0] == turn[3]))
    lia_spec_complain(r->s, r->path, "at and %s both place it: give one", given[0]);

  lia_val v[3];
  size_t here = mark(r);
  if (values_field(r, t, "at", v, 3))
    for (int k = 0; k < 3; k++) place_val(r, p, slides[k], v[k]);
  if (values_field(r, t, "rpy", v, 3))
    for (int k = 2; k >= 0; k--) place_val(r, p, turns[k], v[k]);
  for (int k = 1; k <= 2; k++) {
    if (!field(r, t, turn[k])) continue;
    lia_frame X;
    enter_key(r, turn[k]);
    lia_spec_move *m = pose(r, &X) ? lia_spec_add_move(r->s, p, LIA_MOVE_FRAME, LIA_VAL(0)) : NULL;
    if (m) m->X = X;
    back(r, here);
    lua_pop(r->L, 1);
  }
  moves_field(r, t, "place", p);
}

/* joints --------------------------------------------------------------------------------------------------------------- */

#define DOF_KEY(field, positive, text) #field,
#define JOINT_KEYS "joint", "parent", "at", "rpy", "rot", "frame", "place", "after", "axis", "axis2", "pitch", "moves", "q", \
  "follows", "limits", "dofs", LIA_SPEC_DOF_LIST(DOF_KEY)

/* one of these per table that may say what moves: its keys, beside the list of allowed ones */
static const char *const body_keys[] = { "name", "where", "mass", "com", "inertia", "about", "shapes", JOINT_KEYS NULL };
static const char *const joint_keys[] = { "name", "where", "child", "kind", JOINT_KEYS NULL };
static const char *const inner_keys[] = { "name", "kind", JOINT_KEYS NULL };
static const char *const dof_keys[] = { "q", "follows", "limits", LIA_SPEC_DOF_LIST(DOF_KEY) NULL };

/* "z" "-x" or three numbers */
static void axis_field(reader *r, int t, const char *key, lia_val axis[3]) {
  if (!field(r, t, key)) return;
  size_t at = mark(r);
  enter_key(r, key);
  if (lua_type(r->L, -1) == LUA_TSTRING) {
    const char *s = lua_tostring(r->L, -1);
    double sign = s[0] == '-' ? -1 : 1;
    s += s[0] == '-' || s[0] == '+';
    int k = s[0] && !s[1] ? (s[0] | 32) - 'x' : -1;
    if (k < 0 || k > 2) lia_spec_complain(r->s, r->path, "an axis is \"x\", \"y\", \"z\", \"-z\" or three numbers, got '%.20s'", lua_tostring(r->L, -1));
    else
      for (int i = 0; i < 3; i++) axis[i] = LIA_VAL(i == k ? sign : 0);
  } else {
    values(r, axis, 3);
  }
  back(r, at);
  lua_pop(r->L, 1);
}

/* limits = {min, max}; either may be left open: {min = 0} */
static void limits_field(reader *r, int t, lia_spec_dof *d) {
  static const char *const keys[] = { "min", "max", NULL };
  if (!field(r, t, "limits")) return;
  size_t at = mark(r);
  enter_key(r, "limits");
  lia_val v[2];
  if (lua_istable(r->L, -1) && lua_rawlen(r->L, -1) == 0) {
    int inner = lua_gettop(r->L);
    strict(r, inner, keys, 0);
    value_field(r, inner, "min", &d->min);
    value_field(r, inner, "max", &d->max);
  } else if (values(r, v, 2)) {
    d->min = v[0];
    d->max = v[1];
  }
  back(r, at);
  lua_pop(r->L, 1);
}

/* follows = "q1" or {"q1", scale = -1, offset = 0.1} */
static void follows_field(reader *r, int t, lia_spec_dof *d) {
  static const char *const keys[] = { "scale", "offset", NULL };
  lua_State *L = r->L;
  char buf[80];
  if (!field(r, t, "follows")) return;
  size_t at = mark(r);
  enter_key(r, "follows");
  int inner = lua_gettop(L);
  if (lua_istable(L, inner)) {
    strict(r, inner, keys, 1);
    value_field(r, inner, "scale", &d->scale);
    value_field(r, inner, "offset", &d->offset);
    lua_rawgeti(L, inner, 1);
  } else {
    lua_pushvalue(L, inner);
  }
  if (lua_type(L, -1) == LUA_TSTRING) {
    d->coord = lia_spec_word(r->s, lua_tostring(L, -1), lua_rawlen(L, -1));
    d->follows = 1;
  } else {
    lia_spec_complain(r->s, r->path, "the name of a coordinate expected, got %s", got(r, buf));
  }
  lua_settop(L, inner - 1);
  back(r, at);
}

static void dof_fields(reader *r, int t, lia_spec_dof *d) {
#define X(field, positive, text) value_field(r, t, #field, &d->field);
  LIA_SPEC_DOF_LIST(X)
#undef X
  limits_field(r, t, d);
  follows_field(r, t, d);
}

/* what a coordinate is called where its user gives no name: q3, base_x */
static const char *const suffixes[LIA_SPEC_KIND_COUNT][6] = {
  [LIA_SPEC_cylindrical] = { "turn", "slide" },
  [LIA_SPEC_universal] = { "1", "2" },
  [LIA_SPEC_planar] = { "x", "y", "turn" },
  [LIA_SPEC_spherical] = { "wx", "wy", "wz" },
  [LIA_SPEC_floating] = { "x", "y", "z", "wx", "wy", "wz" },
};

static void default_names(reader *r, lia_spec_joint *j, int named) {
  int number = 0;
  for (int i = 0; i < r->s->njoint; i++) number += r->s->joint[i].ndof;
  number -= j->ndof;
  for (int i = 0; i < j->ndof; i++) {
    if (j->dof[i].coord) continue;
    const char *suffix = suffixes[j->kind][i < 6 ? i : 0];
    char digits[16];
    lia_text_format(digits, sizeof digits, "%d", i + 1);
    if (j->ndof == 1 && !named) j->dof[i].coord = lia_spec_text(r->s, "q%d", number + 1);
    else if (j->ndof == 1) j->dof[i].coord = j->name;
    else j->dof[i].coord = lia_spec_text(r->s, "%s_%s", j->name, j->kind == LIA_SPEC_moves || !suffix ? digits : suffix);
  }
}

/* q = "q1" or {"x", "y", "th"} */
static void names_field(reader *r, int t, lia_spec_joint *j) {
  lua_State *L = r->L;
  char buf[80];
  if (!field(r, t, "q")) return;
  size_t at = mark(r);
  enter_key(r, "q");
  int n = lua_istable(L, -1) ? (int)lua_rawlen(L, -1) : 1;
  if (n != j->ndof) {
    lia_spec_complain(r->s, r->path, "a %s joint has %d %s, got %d %s", lia_spec_kind_name[j->kind], j->ndof,
                      j->ndof == 1 ? "coordinate" : "coordinates", n, n == 1 ? "name" : "names");
    n = 0;
  }
  for (int i = 0; i < n; i++) {
    if (lua_istable(L, -1)) lua_rawgeti(L, -1, i + 1);
    else lua_pushvalue(L, -1);
    if (lua_type(L, -1) == LUA_TSTRING) j->dof[i].coord = lia_spec_word(r->s, lua_tostring(L, -1), lua_rawlen(L, -1));
    else lia_spec_complain(r->s, r->path, "a name expected, got %s", got(r, buf));
    lua_pop(L, 1);
  }
  back(r, at);
  lua_pop(L, 1);
}

static void dofs_field(reader *r, int t, lia_spec_joint *j) {
  lua_State *L = r->L;
  if (!field(r, t, "dofs")) return;
  size_t at = mark(r);
  enter_key(r, "dofs");
  int n = lua_istable(L, -1) ? (int)lua_rawlen(L, -1) : -1;
  if (n != j->ndof)
    lia_spec_complain(r->s, r->path, "a list of %d tables expected, one for each coordinate", j->ndof);
  for (int i = 0; i < n && n == j->ndof; i++) {
    size_t here = mark(r);
    enter_index(r, i + 1);
    lua_rawgeti(L, -1, i + 1);
    int inner = lua_gettop(L);
    if (lua_istable(L, inner)) {
      strict(r, inner, dof_keys, 0);
      dof_fields(r, inner, &j->dof[i]);
      j->dof[i].coord = text_field(r, inner, "q", j->dof[i].coord);
    } else {
      lia_spec_complain(r->s, r->path, "a table expected");
    }
    lua_pop(L, 1);
    back(r, here);
  }
  back(r, at);
  lua_pop(L, 1);
}

/* "Tx Ty Rz", or { "Tx", {"Rz", 0.3}, "Ty" } under moves: a sequence, a word for every coordinate */
static int sequence(reader *r, lia_spec_joint *j, const char *words) {
  int ndof = 0;
  for (const char *p = words; *p; ) {
    size_t n = strcspn(p, " ,");
    if (n) {
      int kind = move_kind(r, p, n);
      lia_spec_move *m = kind < 0 ? NULL : lia_spec_add_move(r->s, &j->moves, (lia_move_kind)kind, LIA_VAL(0));
      if (m) m->dof = ndof++;
    }
    p += n + (p[n] != 0);
  }
  return ndof;
}

static int moves_of_joint(reader *r, int t, lia_spec_joint *j) {
  lua_State *L = r->L;
  int ndof = 0;
  if (!field(r, t, "moves")) return 0;
  size_t at = mark(r);
  enter_key(r, "moves");
  int list = lua_gettop(L), n = lua_istable(L, list) ? (int)lua_rawlen(L, list) : 0;
  if (!n) lia_spec_complain(r->s, r->path, "a list such as {\"Tx\", {\"Rz\", 0.3}, \"Ty\"} expected");
  for (int i = 1; i <= n; i++) {
    size_t here = mark(r);
    enter_index(r, i);
    lua_rawgeti(L, list, i);
    if (lua_type(L, -1) == LUA_TSTRING) {
      int kind = move_kind(r, lua_tostring(L, -1), lua_rawlen(L, -1));
      lia_spec_move *m = kind < 0 ? NULL : lia_spec_add_move(r->s, &j->moves, (lia_move_kind)kind, LIA_VAL(0));
      if (m) m->dof = ndof++;
    } else {
      one_move(r, &j->moves);
    }
    lua_pop(L, 1);
    back(r, here);
  }
  back(r, at);
  lua_pop(L, 1);
  return ndof;
}

static int looks_like_moves(const char *s) {
  return (s[0] == 'R' || s[0] == 'T') && s[1] && strchr("xyzXYZ", s[1]) && (s[2] == 0 || s[2] == ' ' || s[2] == ',');
}

/* the kind a joint's word says, with its moves if it says a sequence */
static int kind_of(reader *r, const char *word, lia_spec_joint *j) {
  char hint[LIA_CHECK_HINT];
  if (looks_like_moves(word)) {
    lia_spec_set_dofs(r->s, j, sequence(r, j, word));
    return LIA_SPEC_moves;
  }
  int kind = lia_spec_kind_find(word);
  if (kind < 0) {
    lia_spec_complain(r->s, r->path, "unknown joint '%.60s'%s", word,
                      lia_check_hint(hint, word, lia_spec_kind_name, LIA_SPEC_KIND_COUNT));
    j->broken = 1;
    return LIA_SPEC_fixed;
  }
  lia_spec_set_dofs(r->s, j, lia_spec_kind_ndof[kind]);
  return kind;
}

/* kind from t[1], t.kind or t.joint, whichever the table has */
static void kind_field(reader *r, int t, const char *key, lia_spec_joint *j) {
  lua_State *L = r->L;
  char buf[80];
  size_t at = mark(r);
  lua_rawgeti(L, t, 1);
  if (lua_isnil(L, -1)) {
    lua_pop(L, 1);
    if (!field(r, t, key)) lua_pushnil(L);
  }
  enter_key(r, key);
  if (lua_type(L, -1) == LUA_TSTRING) {
    j->kind = kind_of(r, lua_tostring(L, -1), j);
  } else if (lua_isnil(L, -1)) {
    lia_spec_complain(r->s, r->path, "how does it move? (fixed, revolute, prismatic, ...)");
    j->broken = 1;
  } else {
    lia_spec_complain(r->s, r->path, "the name of a joint expected, got %s", got(r, buf));
    j->broken = 1;
  }
  lua_pop(L, 1);
  back(r, at);
}

/* the fields of joint j, whose kind is known, from table t */
static void joint_fields(reader *r, int t, lia_spec_joint *j) {
  place_fields(r, t, &j->place);
  moves_field(r, t, "after", &j->after);
  if (j->kind == LIA_SPEC_moves && !j->moves.n) lia_spec_set_dofs(r->s, j, moves_of_joint(r, t, j));
  if (j->broken) return;
  axis_field(r, t, "axis", j->axis);
  axis_field(r, t, "axis2", j->axis2);
  value_field(r, t, "pitch", &j->pitch);
  names_field(r, t, j);
  for (int i = 0; i < j->ndof; i++) dof_fields(r, t, &j->dof[i]);
  dofs_field(r, t, j);
}

static void read_joint(reader *r, const char *name) {
  lua_State *L = r->L;
  char buf[80];
  int t = lua_gettop(L);
  if (!lua_istable(L, t)) { lia_spec_complain(r->s, r->path, "a table expected, got %s", got(r, buf)); return; }
  strict(r, t, joint_keys, 1);
  name = text_field(r, t, "name", name);
  const char *parent = text_field(r, t, "parent", "world"), *child = text_field(r, t, "child", "");
  const char *where = text_field(r, t, "where", r->path);
  lia_spec_joint *j = parent && child && where ? lia_spec_add_joint(r->s, parent, child, LIA_SPEC_fixed, where) : NULL;
  if (!j) return;
  kind_field(r, t, field(r, t, "joint") ? (lua_pop(L, 1), "joint") : "kind", j);
  j->name = lia_spec_text(r->s, "%s", name ? name : j->child);
  joint_fields(r, t, j);
  if (j->name) default_names(r, j, name != NULL);
}

/* bodies --------------------------------------------------------------------------------------------------------------- */

/* an object made by li.inertia says mass, com and tensor at once */
static void inertia_object(reader *r, int t, const lia_inertia *J, lia_spec_body *b) {
  static const char *const said[] = { "mass", "com", "about" };
  double c[3], I[6];
  for (int k = 0; k < 3; k++)
    if (field(r, t, said[k])) {
      lua_pop(r->L, 1);
      lia_spec_complain(r->s, r->path, "the object says mass and com too: leave out %s", said[k]);
    }
  lia_inertia_to_com(c, I, J);
  b->mass = LIA_VAL(J->m);
  for (int k = 0; k < 3; k++) b->com[k] = LIA_VAL(c[k]);
  for (int k = 0; k < 6; k++) b->inertia[k] = LIA_VAL(I[k]);
}

/* 0, three, six, three by three, by name, or an object */
static void inertia_field(reader *r, int t, lia_spec_body *b) {
  static const char *const keys[] = { "xx", "yy", "zz", "xy", "xz", "yz", NULL };
  lua_State *L = r->L;
  if (!field(r, t, "inertia")) return;
  size_t at = mark(r);
  enter_key(r, "inertia");
  int v = lua_gettop(L), n = lua_istable(L, v) ? (int)lua_rawlen(L, v) : -1;
  int nested = 0;
  const lia_inertia *J = lia_test(L, v, &lia_inertia_class);
  if (n == 3) {
    lua_rawgeti(L, v, 1);
    nested = lua_istable(L, -1);
    lua_pop(L, 1);
  }
  if (J) {
    inertia_object(r, t, J, b);
  } else if (lua_type(L, v) == LUA_TNUMBER && lua_tonumber(L, v) == 0) {
    for (int k = 0; k < 6; k++) b->inertia[k] = LIA_VAL(0);
  } else if (n == 0) {
    strict(r, v, keys, 0);
    for (int k = 0; k < 6; k++) {
      if (k >= 3) b->inertia[k] = LIA_VAL(0);
      value_field(r, v, keys[k], &b->inertia[k]);
      if (!lia_val_given(b->inertia[k])) lia_spec_complain(r->s, r->path, "%s is missing", keys[k]);
    }
  } else if (nested) {
    static const int to[9] = { 0, 3, 4, 3, 1, 5, 4, 5, 2 };
    lia_val row[3];
    for (int i = 0; i < 3; i++) {
      size_t here = mark(r);
      enter_index(r, i + 1);
      lua_rawgeti(L, v, i + 1);
      int ok = values(r, row, 3);
      for (int k = 0; ok && k < 3; k++) {
        lia_val *I = &b->inertia[to[3*i + k]];
        int same = k >= i || (row[k].text && I->text ? !strcmp(row[k].text, I->text) : !row[k].text && !I->text && row[k].x == I->x);
        if (!same) lia_spec_complain(r->s, r->path, "the matrix is not symmetric"), b->broken = 1;
        else *I = row[k];
      }
      lua_pop(L, 1);
      back(r, here);
    }
  } else if (n >= 0 && n != 3 && n != 6) {
    lia_spec_complain(r->s, r->path, "3 or 6 numbers expected, got %d", n);
  } else if (values(r, b->inertia, n == 3 ? 3 : 6) && n == 3) {
    for (int k = 3; k < 6; k++) b->inertia[k] = LIA_VAL(0);
  }
  back(r, at);
  lua_settop(L, v - 1);
}

static const char *const shape_keys[] = { "kind", "size", "mesh", "material", "color", "collides", "at", "rpy", "rot", "frame", "place", NULL };

static void read_shape(reader *r, lia_spec_body *b) {
  lua_State *L = r->L;
  int t = lua_gettop(L);
  char buf[80];
  if (!lua_istable(L, t)) { lia_spec_complain(r->s, r->path, "a table expected, got %s", got(r, buf)); return; }
  strict(r, t, shape_keys, 1);
  lua_rawgeti(L, t, 1);  // {"box", size = ...} is {kind = "box", size = ...}
  int first = !lua_isnil(L, -1);
  if (first) {
    lua_createtable(L, 0, 1);
    lua_insert(L, -2);
    lua_setfield(L, -2, "kind");
  }
  int before = r->s->nerror;
  int kind = choice_field(r, first ? lua_gettop(L) : t, "kind", lia_spec_shape_name, LIA_SHAPE_COUNT, -1);
  lua_settop(L, t);
  if (kind < 0 && r->s->nerror == before)
    lia_spec_complain(r->s, r->path, "what shape? (box, cylinder, capsule, cone, sphere, mesh)");
  if (kind < 0) return;
  lia_spec_shape *h = lia_spec_add_shape(r->s, b, kind);
  if (!h) return;
  place_fields(r, t, &h->place);
  h->mesh = text_field(r, t, "mesh", NULL);
  h->material = text_field(r, t, "material", NULL);
  if (field(r, t, "collides")) h->collides = lua_toboolean(L, -1), lua_pop(L, 1);
  if (kind == LIA_SHAPE_mesh)
    for (int k = 0; k < 3; k++) h->size[k] = LIA_VAL(1);
  before = r->s->nerror;
  if (!values_field(r, t, "size", h->size, lia_spec_shape_nsize[kind]) && kind != LIA_SHAPE_mesh && r->s->nerror == before)
    lia_spec_complain(r->s, r->path, "a %s needs its size: %d %s", lia_spec_shape_name[kind], lia_spec_shape_nsize[kind],
                      lia_spec_shape_nsize[kind] == 1 ? "number" : "numbers");
  lia_val c[4];
  if (values_field(r, t, "color", c, 4))
    for (int k = 0; k < 4; k++) h->color[k] = c[k].text ? 0 : c[k].x;
}

static void shapes_field(reader *r, int t, lia_spec_body *b) {
  lua_State *L = r->L;
  if (!field(r, t, "shapes")) return;
  size_t at = mark(r);
  enter_key(r, "shapes");
  if (!lua_istable(L, -1)) lia_spec_complain(r->s, r->path, "a list of tables expected");
  for (int i = 1, n = lua_istable(L, -1) ? (int)lua_rawlen(L, -1) : 0; i <= n; i++) {
    size_t here = mark(r);
    enter_index(r, i);
    lua_rawgeti(L, -1, i);
    read_shape(r, b);
    lua_pop(L, 1);
    back(r, here);
  }
  back(r, at);
  lua_pop(L, 1);
}

/* the joint of a body: fields of its own, or the table body.joint */
static void joint_of_body(reader *r, int t, const char *child, const char *where) {
  lua_State *L = r->L;
  lia_spec *s = r->s;
  const char *before = s->nbody > 1 ? s->body[s->nbody - 2].name : "world";
  lia_spec_joint *j = lia_spec_add_joint(s, text_field(r, t, "parent", before), child, LIA_SPEC_fixed, where);
  if (!j) return;
  size_t at = mark(r);
  const char *name = NULL;
  int inner = t;
  if (!field(r, t, "joint")) lua_pushnil(L);
  if (lua_istable(L, -1)) {
    enter_key(r, "joint");
    inner = lua_gettop(L);
    j->where = lia_spec_text(s, "%s.joint", where);
    strict(r, inner, inner_keys, 1);
    name = text_field(r, inner, "name", NULL);
    j->parent = text_field(r, inner, "parent", j->parent);
    kind_field(r, inner, "kind", j);
  } else {
    kind_field(r, t, "joint", j);
  }
  j->name = lia_spec_text(s, "%s", name ? name : child);
  joint_fields(r, inner, j);
  if (j->name && j->where) default_names(r, j, name != NULL);
  back(r, at);
  lua_pop(L, 1);
}

static void read_body(reader *r, const char *name) {
  static const char *const about[] = { "com", "origin" };
  lua_State *L = r->L;
  char buf[80];
  int t = lua_gettop(L);
  if (!lua_istable(L, t)) { lia_spec_complain(r->s, r->path, "a table expected, got %s", got(r, buf)); return; }
  strict(r, t, body_keys, 0);
  name = text_field(r, t, "name", name);
  const char *where = text_field(r, t, "where", r->path);
  if (!name) name = lia_spec_text(r->s, "body%d", r->s->nbody + 1);
  lia_spec_body *b = name && where ? lia_spec_add_body(r->s, name, where) : NULL;
  if (!b) return;
  value_field(r, t, "mass", &b->mass);
  values_field(r, t, "com", b->com, 3);
  inertia_field(r, t, b);
  b->about_origin = choice_field(r, t, "about", about, 2, 0);
  shapes_field(r, t, b);
  int has = field(r, t, "joint");
  if (has) lua_pop(L, 1);
  lua_pushstring(L, "joints");
  lua_rawget(L, 1);
  if (has || lua_isnil(L, -1)) joint_of_body(r, t, b->name, b->where);
  lua_pop(L, 1);
}

/* frames, loops, the whole --------------------------------------------------------------------------------------------- */

static void read_frame(reader *r, const char *name) {
  static const char *const keys[] = { "name", "where", "body", "contact", "at", "rpy", "rot", "frame", "place", NULL };
  lua_State *L = r->L;
  char buf[80];
  int t = lua_gettop(L);
  if (!lua_istable(L, t)) { lia_spec_complain(r->s, r->path, "a table expected, got %s", got(r, buf)); return; }
  strict(r, t, keys, 0);
  name = text_field(r, t, "name", name ? name : "");
  const char *body = text_field(r, t, "body", "");
  const char *where = text_field(r, t, "where", r->path);
  lia_spec_frame *f = name && body && where ? lia_spec_add_frame(r->s, name, body, where) : NULL;
  if (!f) return;
  place_fields(r, t, &f->place);
  if (field(r, t, "contact")) f->contact = lua_toboolean(L, -1), lua_pop(L, 1);
}

static void read_loop(reader *r, const char *name) {
  static const char *const keys[] = { "name", "where", "joint", "from", "to", "axis", "pitch", NULL };
  lua_State *L = r->L;
  char buf[80];
  int t = lua_gettop(L);
  if (!lua_istable(L, t)) { lia_spec_complain(r->s, r->path, "a table expected, got %s", got(r, buf)); return; }
  strict(r, t, keys, 1);
  int kind = choice_field(r, t, "joint", lia_spec_kind_name, LIA_SPEC_KIND_COUNT, LIA_SPEC_fixed);
  name = text_field(r, t, "name", name);
  if (!name) name = lia_spec_text(r->s, "loop%d", r->s->nloop + 1);
  const char *where = text_field(r, t, "where", r->path);
  lia_spec_loop *l = name && where ? lia_spec_add_loop(r->s, name, kind, where) : NULL;
  if (!l) return;
  l->from = text_field(r, t, "from", NULL);
  l->to = text_field(r, t, "to", NULL);
  axis_field(r, t, "axis", l->axis);
  value_field(r, t, "pitch", &l->pitch);
}

static void read_coordinate(reader *r, const char *name) {
  char buf[80];
  if (name || lua_type(r->L, -1) != LUA_TSTRING) lia_spec_complain(r->s, r->path, "a name expected, got %s", got(r, buf));
  else lia_spec_add_coord(r->s, lua_tostring(r->L, -1));
}

/* what a way of describing found wrong before it came here: { {path, text}, ... } */
static void complaints_field(reader *r, int t) {
  lua_State *L = r->L;
  if (!field(r, t, "complaints")) return;
  for (int i = 1, n = lua_istable(L, -1) ? (int)lua_rawlen(L, -1) : 0; i <= n; i++) {
    lua_rawgeti(L, -1, i);
    if (lua_istable(L, -1)) {
      lua_rawgeti(L, -1, 1);
      lua_rawgeti(L, -2, 2);
      if (lua_isstring(L, -1) && lua_isstring(L, -2))
        lia_spec_complain(r->s, lua_tostring(L, -2), "%s", lua_tostring(L, -1));
      lua_pop(L, 2);
    }
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
}

static void gravity_field(reader *r, int t) {
  if (!field(r, t, "gravity")) return;
  enter_key(r, "gravity");
  values(r, r->s->gravity, 3);
  back(r, 0);
  lua_pop(r->L, 1);
}

void lia_lspec_read(lua_State *L, int idx, lia_spec *s) {
  static const char *const keys[] = { "name", "where", "source", "convention", "tip", "gravity", "bodies", "joints", "frames",
                                      "loops", "coordinates", "complaints", NULL };
  static const struct { const char *key; read_entry *read; } part[] = {
    { "bodies", read_body }, { "joints", read_joint }, { "frames", read_frame }, { "loops", read_loop }, { "coordinates", read_coordinate },
  };
  reader r = { .L = L, .s = s };
  lua_pushvalue(L, idx);
  lua_insert(L, 1);  // read_body looks for joints there
  strict(&r, 1, keys, 0);
  s->name = text_field(&r, 1, "name", "");
  s->where = text_field(&r, 1, "where", "");
  s->source = text_field(&r, 1, "source", NULL);
  s->convention = text_field(&r, 1, "convention", NULL);
  s->tip = text_field(&r, 1, "tip", NULL);
  complaints_field(&r, 1);
  gravity_field(&r, 1);
  for (size_t k = 0; k < sizeof part / sizeof *part; k++) {
    if (!field(&r, 1, part[k].key)) continue;
    entries(&r, part[k].key, part[k].read);
    lua_pop(L, 1);
  }
  lua_remove(L, 1);
}

/* and out again -------------------------------------------------------------------------------------------------------- */

static void push_val(lua_State *L, lia_val v) {
  if (v.text) lua_pushstring(L, v.text);
  else lua_pushnumber(L, v.x);
}

static void set_val(lua_State *L, const char *key, lia_val v, double missing) {
  if (!lia_val_given(v) || lia_val_is(v, missing)) return;
  push_val(L, v);
  lua_setfield(L, -2, key);
}

static void set_text(lua_State *L, const char *key, const char *text) {
  if (!text || !*text) return;
  lua_pushstring(L, text);
  lua_setfield(L, -2, key);
}

static void push_vals(lua_State *L, const lia_val *v, int n) {
  lua_createtable(L, n, 0);
  for (int k = 0; k < n; k++) {
    push_val(L, v[k]);
    lua_rawseti(L, -2, k + 1);
  }
}

static void push_nums(lua_State *L, const double *x, int n) {
  lua_createtable(L, n, 0);
  for (int k = 0; k < n; k++) {
    lua_pushnumber(L, x[k]);
    lua_rawseti(L, -2, k + 1);
  }
}

static void push_pose(lua_State *L, const lia_frame *X) {
  double T[16] = { [15] = 1 };
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 3; k++) T[4*i + k] = X->R[3*i + k];
    T[4*i + 3] = X->p[i];
  }
  push_nums(L, T, 16);
}

static const char *const move_word[] = { "Rx", "Ry", "Rz", "Tx", "Ty", "Tz", "frame" };

static void set_place(lua_State *L, const char *key, const lia_spec_place *p) {
  if (!p->n) return;
  lua_createtable(L, p->n, 0);
  for (int i = 0; i < p->n; i++) {
    const lia_spec_move *m = &p->move[i];
    if (m->dof >= 0) {
      lua_pushstring(L, move_word[m->kind]);
    } else {
      lua_createtable(L, 2, 0);
      lua_pushstring(L, move_word[m->kind]);
      lua_rawseti(L, -2, 1);
      if (m->kind == LIA_MOVE_FRAME) push_pose(L, &m->X);
      else push_val(L, m->by);
      lua_rawseti(L, -2, 2);
    }
    lua_rawseti(L, -2, i + 1);
  }
  lua_setfield(L, -2, key);
}

static void set_axis(lua_State *L, const char *key, const lia_val axis[3], int missing) {
  int k = -1, plain = 1;
  double sign = 0;
  for (int i = 0; i < 3; i++) {
    if (lia_val_is(axis[i], 0)) continue;
    plain &= k < 0 && (lia_val_is(axis[i], 1) || lia_val_is(axis[i], -1));
    k = i;
    sign = axis[i].x;
  }
  if (plain && k >= 0) {
    char word[3] = { sign < 0 ? '-' : "xyz"[k], sign < 0 ? "xyz"[k] : 0, 0 };
    if (k == missing && sign > 0) return;
    lua_pushstring(L, word);
  } else {
    push_vals(L, axis, 3);
  }
  lua_setfield(L, -2, key);
}

/* what one degree of freedom has, into the table on top */
static void set_dof(lua_State *L, const lia_spec_dof *d) {
  set_val(L, "min", d->min, NAN);
  set_val(L, "max", d->max, NAN);
#define X(field, positive, text) \
  if (strcmp(#field, "min") && strcmp(#field, "max") && strcmp(#field, "scale") && strcmp(#field, "offset")) \
    set_val(L, #field, d->field, NAN);
  LIA_SPEC_DOF_LIST(X)
#undef X
  if (d->follows) {
    lua_createtable(L, 1, 2);
    lua_pushstring(L, d->coord);
    lua_rawseti(L, -2, 1);
    set_val(L, "scale", d->scale, 1);
    set_val(L, "offset", d->offset, 0);
    lua_setfield(L, -2, "follows");
  } else {
    set_text(L, "q", d->coord);
    set_val(L, "scale", d->scale, 1);
    set_val(L, "offset", d->offset, 0);
  }
}

static void set_joint(lua_State *L, const lia_spec_joint *j) {
  set_place(L, "place", &j->place);
  set_place(L, "moves", &j->moves);
  set_place(L, "after", &j->after);
  set_axis(L, "axis", j->axis, 2);
  if (j->kind == LIA_SPEC_universal) set_axis(L, "axis2", j->axis2, 1);
  set_val(L, "pitch", j->pitch, NAN);
  if (j->ndof == 1) {
    set_dof(L, j->dof);
  } else if (j->ndof > 1) {
    lua_createtable(L, j->ndof, 0);
    for (int i = 0; i < j->ndof; i++) {
      lua_newtable(L);
      set_dof(L, &j->dof[i]);
      lua_rawseti(L, -2, i + 1);
    }
    lua_setfield(L, -2, "dofs");
  }
}

static void set_shapes(lua_State *L, const lia_spec_body *b) {
  if (!b->nshape) return;
  lua_createtable(L, b->nshape, 0);
  for (int i = 0; i < b->nshape; i++) {
    const lia_spec_shape *h = &b->shape[i];
    lua_newtable(L);
    set_text(L, "kind", lia_spec_shape_name[h->kind]);
    push_vals(L, h->size, lia_spec_shape_nsize[h->kind]);
    lua_setfield(L, -2, "size");
    set_text(L, "mesh", h->mesh);
    set_text(L, "material", h->material);
    set_place(L, "place", &h->place);
    if (h->color[0] >= 0) {
      push_nums(L, h->color, 4);
      lua_setfield(L, -2, "color");
    }
    if (h->collides) {
      lua_pushboolean(L, 1);
      lua_setfield(L, -2, "collides");
    }
    lua_rawseti(L, -2, i + 1);
  }
  lua_setfield(L, -2, "shapes");
}

static void push_body(lua_State *L, const lia_spec *s, const lia_spec_body *b) {
  const lia_spec_joint *j = &s->joint[b->ijoint];
  lua_newtable(L);
  set_text(L, "name", b->name);
  set_text(L, "parent", j->parent);
  if (!strcmp(j->name, b->name)) {
    set_text(L, "joint", lia_spec_kind_name[j->kind]);
    set_joint(L, j);
  } else {
    lua_newtable(L);
    set_text(L, "kind", lia_spec_kind_name[j->kind]);
    set_text(L, "name", j->name);
    set_joint(L, j);
    lua_setfield(L, -2, "joint");
  }
  set_val(L, "mass", b->mass, NAN);
  if (lia_val_given(b->com[0])) {
    push_vals(L, b->com, 3);
    lua_setfield(L, -2, "com");
  }
  if (lia_val_given(b->inertia[0])) {
    int diagonal = lia_val_is(b->inertia[3], 0) && lia_val_is(b->inertia[4], 0) && lia_val_is(b->inertia[5], 0);
    push_vals(L, b->inertia, diagonal ? 3 : 6);
    lua_setfield(L, -2, "inertia");
    if (b->about_origin) set_text(L, "about", "origin");
  }
  set_shapes(L, b);
}

static void push_frame(lua_State *L, const lia_spec_frame *f) {
  lua_newtable(L);
  set_text(L, "name", f->name);
  set_text(L, "body", f->body);
  set_place(L, "place", &f->place);
  if (f->contact) {
    lua_pushboolean(L, 1);
    lua_setfield(L, -2, "contact");
  }
}

static void push_loop(lua_State *L, const lia_spec_loop *l) {
  lua_newtable(L);
  set_text(L, "name", l->name);
  set_text(L, "joint", lia_spec_kind_name[l->kind]);
  set_text(L, "from", l->from);
  set_text(L, "to", l->to);
  set_axis(L, "axis", l->axis, 2);
  set_val(L, "pitch", l->pitch, NAN);
}

void lia_lspec_push(lua_State *L, const lia_spec *s) {
  luaL_checkstack(L, 12, "description");
  lua_newtable(L);
  set_text(L, "name", s->name);
  set_text(L, "source", s->source);
  set_text(L, "convention", s->convention);
  set_text(L, "tip", s->tip);
  push_vals(L, s->gravity, 3);
  lua_setfield(L, -2, "gravity");
#define LIST(key, n, push)                 \
  lua_createtable(L, (n), 0);              \
  for (int i = 0; i < (n); i++) {          \
    push;                                  \
    lua_rawseti(L, -2, i + 1);             \
  }                                        \
  if (n) lua_setfield(L, -2, key);         \
  else lua_pop(L, 1);
  LIST("coordinates", s->ncoord, lua_pushstring(L, s->coord[i]))
  LIST("bodies", s->nbody, push_body(L, s, &s->body[i]))
  LIST("frames", s->nframe, push_frame(L, &s->frame[i]))
  LIST("loops", s->nloop, push_loop(L, &s->loop[i]))
#undef LIST
}

int lia_lspec_raise(lua_State *L, const lia_spec *s) {
  size_t n = (size_t)lia_check_report(s, 0, NULL, 0) + strlen(s->where) + 3;
  char *text = lua_newuserdata(L, n);
  int head = s->where[0] ? lia_text_format(text, n, "%s: ", s->where) : 0;
  lia_check_report(s, 0, text + head, n - (size_t)head);
  return lia_error_text(L, text);
}
