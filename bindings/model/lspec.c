/* lspec.c - descriptions from Lua tables: joints, bodies, frames, loops; every complaint with its path */
#include "bindings/model/lread.h"
#include "bindings/geo/lspace.h"
#include "bindings/model/lspec.h"

#include "base/text.h"
#include "describe/check.h"

#include <math.h>
#include <string.h>

/* joints --------------------------------------------------------------------------------------------------------------- */

#define DOF_KEY(field, positive, use, text) #field,
static const char *const joint_keys[] = {
  "joint", "parent", "at", "rpy", "rot", "frame", "place", "after", "axis", "axis2", "moves", "q",
  "follows", "limits", "dofs", LIA_SPEC_DOF_LIST(DOF_KEY)
};

/* keys of a table that may say what moves: its own, those of every joint, the parameters of the kinds */
enum { JOINT_KEYS = sizeof joint_keys / sizeof *joint_keys, KEYS = 8 + JOINT_KEYS + LIA_JOINT_COUNT * LIA_JOINT_NPARAM };

static void keys_of(const char *const *own, int njoint, const char *keys[KEYS]) {
  int n = 0;
  for (; own[n]; n++) keys[n] = own[n];
  for (int k = 0; k < njoint; k++) keys[n++] = joint_keys[k];
  for (int j = 0; j < LIA_JOINT_COUNT; j++)
    for (int k = 0; k < lia_joint_types[j]->nparam; k++) keys[n++] = lia_joint_types[j]->param[k].name;
  keys[n] = NULL;
}

static void strict_joint(reader *r, int t, const char *const *own, int n) {
  const char *keys[KEYS];
  keys_of(own, JOINT_KEYS, keys);
  lread_strict(r, t, keys, n);
}

static const char *const dof_keys[] = { "q", "follows", "limits", LIA_SPEC_DOF_LIST(DOF_KEY) NULL };

/* "z" "-x" or three numbers */
void lread_axis_field(reader *r, int t, const char *key, lia_val axis[3]) {
  if (!lread_field(r, t, key)) return;
  size_t at = lread_mark(r);
  lread_key(r, key);
  if (lua_type(r->L, -1) == LUA_TSTRING) {
    const char *s = lua_tostring(r->L, -1);
    double sign = s[0] == '-' ? -1 : 1;
    s += s[0] == '-' || s[0] == '+';
    int k = s[0] && !s[1] ? (s[0] | 32) - 'x' : -1;
    if (k < 0 || k > 2) lia_spec_complain(r->s, r->path, "an axis is \"x\", \"y\", \"z\", \"-z\" or three numbers, got '%.20s'", lua_tostring(r->L, -1));
    else
      for (int i = 0; i < 3; i++) axis[i] = LIA_VAL(i == k ? sign : 0);
  } else {
    lread_values(r, axis, 3);
  }
  lread_back(r, at);
  lua_pop(r->L, 1);
}

/* limits = {min, max}; either may be left open: {min = 0} */
static void limits_field(reader *r, int t, lia_spec_dof *d) {
  static const char *const keys[] = { "min", "max", NULL };
  if (!lread_field(r, t, "limits")) return;
  size_t at = lread_mark(r);
  lread_key(r, "limits");
  lia_val v[2];
  if (lua_istable(r->L, -1) && lua_rawlen(r->L, -1) == 0) {
    int inner = lua_gettop(r->L);
    lread_strict(r, inner, keys, 0);
    lread_value_field(r, inner, "min", &d->min);
    lread_value_field(r, inner, "max", &d->max);
  } else if (lread_values(r, v, 2)) {
    d->min = v[0];
    d->max = v[1];
  }
  lread_back(r, at);
  lua_pop(r->L, 1);
}

/* follows = "q1" or {"q1", scale = -1, offset = 0.1} */
static void follows_field(reader *r, int t, lia_spec_dof *d) {
  static const char *const keys[] = { "scale", "offset", NULL };
  lua_State *L = r->L;
  char buf[80];
  if (!lread_field(r, t, "follows")) return;
  size_t at = lread_mark(r);
  lread_key(r, "follows");
  int inner = lua_gettop(L);
  if (lua_istable(L, inner)) {
    lread_strict(r, inner, keys, 1);
    lread_value_field(r, inner, "scale", &d->scale);
    lread_value_field(r, inner, "offset", &d->offset);
    lua_rawgeti(L, inner, 1);
  } else {
    lua_pushvalue(L, inner);
  }
  if (lua_type(L, -1) == LUA_TSTRING) {
    d->coord = lia_spec_word(r->s, lua_tostring(L, -1), lua_rawlen(L, -1));
    d->follows = 1;
  } else {
    lia_spec_complain(r->s, r->path, "expected the name of a coordinate, got %s", lread_got(r, buf));
  }
  lua_settop(L, inner - 1);
  lread_back(r, at);
}

static void dof_fields(reader *r, int t, lia_spec_dof *d) {
#define X(field, positive, use, text) lread_value_field(r, t, #field, &d->field);
  LIA_SPEC_DOF_LIST(X)
#undef X
  limits_field(r, t, d);
  follows_field(r, t, d);
}

/* what a coordinate is called where its user gives no name: q3, base_x */
static void default_names(reader *r, lia_spec_joint *j, int named) {
  int number = 0;
  for (int i = 0; i < r->s->njoint; i++) number += r->s->joint[i].ndof;
  number -= j->ndof;
  for (int i = 0; i < j->ndof; i++) {
    if (j->dof[i].coord) continue;
    char suffix[LIA_SPEC_SUFFIX];
    lia_spec_suffix(j, i, suffix);
    if (j->ndof == 1 && !named) j->dof[i].coord = lia_spec_text(r->s, "q%d", number + 1);
    else j->dof[i].coord = lia_spec_identifier(r->s, j->name, suffix);
  }
}

/* q = "q1" or {"x", "y", "th"} */
static void names_field(reader *r, int t, lia_spec_joint *j) {
  lua_State *L = r->L;
  char buf[80];
  if (!lread_field(r, t, "q")) return;
  size_t at = lread_mark(r);
  lread_key(r, "q");
  int n = lua_istable(L, -1) ? (int)lua_rawlen(L, -1) : 1;
  if (n != j->ndof) {
    lia_spec_complain(r->s, r->path, "a %s joint has %d %s, got %d %s", lia_joint_name[j->kind], j->ndof,
                      j->ndof == 1 ? "coordinate" : "coordinates", n, n == 1 ? "name" : "names");
    n = 0;
  }
  for (int i = 0; i < n; i++) {
    if (lua_istable(L, -1)) lua_rawgeti(L, -1, i + 1);
    else lua_pushvalue(L, -1);
    if (lua_type(L, -1) == LUA_TSTRING) j->dof[i].coord = lread_word(r);
    else lia_spec_complain(r->s, r->path, "expected a name, got %s", lread_got(r, buf));
    lua_pop(L, 1);
  }
  lread_back(r, at);
  lua_pop(L, 1);
}

static void dofs_field(reader *r, int t, lia_spec_joint *j) {
  lua_State *L = r->L;
  if (!lread_field(r, t, "dofs")) return;
  size_t at = lread_mark(r);
  lread_key(r, "dofs");
  int n = lua_istable(L, -1) ? (int)lua_rawlen(L, -1) : -1;
  if (n != j->ndof)
    lia_spec_complain(r->s, r->path, "expected a list of %d tables, one for each coordinate", j->ndof);
  for (int i = 0; i < n && n == j->ndof; i++) {
    size_t here = lread_mark(r);
    lread_index(r, i + 1);
    lua_rawgeti(L, -1, i + 1);
    int inner = lua_gettop(L);
    if (lua_istable(L, inner)) {
      lread_strict(r, inner, dof_keys, 0);
      dof_fields(r, inner, &j->dof[i]);
      j->dof[i].coord = lread_text_field(r, inner, "q", j->dof[i].coord);
    } else {
      lia_spec_complain(r->s, r->path, "expected a table");
    }
    lua_pop(L, 1);
    lread_back(r, here);
  }
  lread_back(r, at);
  lua_pop(L, 1);
}

/* "Tx Ty Rz", or { "Tx", {"Rz", 0.3}, "Ty" } under moves: a sequence, a word for every coordinate */
static int sequence(reader *r, lia_spec_joint *j, const char *words) {
  int ndof = 0;
  for (const char *p = words; *p; ) {
    size_t n = strcspn(p, " ,");
    if (n) {
      int kind = lread_move_kind(r, p, n);
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
  if (!lread_field(r, t, "moves")) return 0;
  size_t at = lread_mark(r);
  lread_key(r, "moves");
  int list = lua_gettop(L), n = lua_istable(L, list) ? (int)lua_rawlen(L, list) : 0;
  if (!n) lia_spec_complain(r->s, r->path, "expected a list such as {\"Tx\", {\"Rz\", 0.3}, \"Ty\"}");
  for (int i = 1; i <= n; i++) {
    size_t here = lread_mark(r);
    lread_index(r, i);
    lua_rawgeti(L, list, i);
    if (lua_type(L, -1) == LUA_TSTRING) {
      int kind = lread_move_kind(r, lua_tostring(L, -1), lua_rawlen(L, -1));
      lia_spec_move *m = kind < 0 ? NULL : lia_spec_add_move(r->s, &j->moves, (lia_move_kind)kind, LIA_VAL(0));
      if (m) m->dof = ndof++;
    } else {
      lread_move(r, &j->moves);
    }
    lua_pop(L, 1);
    lread_back(r, here);
  }
  lread_back(r, at);
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
    return LIA_JOINT_moves;
  }
  int kind = lia_joint_find(word);
  if (kind < 0) {
    lia_spec_complain(r->s, r->path, "unknown joint '%.60s'%s", word,
                      lia_check_hint(hint, word, lia_joint_name, LIA_JOINT_COUNT));
    j->broken = 1;
    return LIA_JOINT_fixed;
  }
  lia_spec_set_dofs(r->s, j, lia_joint_ndof(kind));
  return kind;
}

/* kind from t[1], t.kind or t.joint, whichever the table has */
static void kind_field(reader *r, int t, const char *key, lia_spec_joint *j) {
  lua_State *L = r->L;
  char buf[80];
  size_t at = lread_mark(r);
  lua_rawgeti(L, t, 1);
  if (lua_isnil(L, -1)) {
    lua_pop(L, 1);
    if (!lread_field(r, t, key)) lua_pushnil(L);
  }
  lread_key(r, key);
  if (lua_type(L, -1) == LUA_TSTRING) {
    j->kind = kind_of(r, lua_tostring(L, -1), j);
  } else if (lua_isnil(L, -1)) {
    lia_spec_complain(r->s, r->path, "how does it move? (fixed, revolute, prismatic, ...)");
    j->broken = 1;
  } else {
    lia_spec_complain(r->s, r->path, "expected the name of a joint, got %s", lread_got(r, buf));
    j->broken = 1;
  }
  lua_pop(L, 1);
  lread_back(r, at);
}

/* the numbers a joint of this kind is given */
static void params_field(reader *r, int t, int kind, lia_val *param) {
  const lia_joint_type *row = lia_joint_types[kind];
  for (int k = 0; k < row->nparam; k++) lread_value_field(r, t, row->param[k].name, &param[k]);
}

/* the fields of joint j, whose kind is known, from table t */
static void joint_fields(reader *r, int t, lia_spec_joint *j) {
  lread_place_fields(r, t, &j->place);
  lread_moves_field(r, t, "after", &j->after);
  if (j->kind == LIA_JOINT_moves && !j->moves.n) lia_spec_set_dofs(r->s, j, moves_of_joint(r, t, j));
  if (j->broken) return;
  lread_axis_field(r, t, "axis", j->axis);
  lread_axis_field(r, t, "axis2", j->axis2);
  params_field(r, t, j->kind, j->param);
  names_field(r, t, j);
  for (int i = 0; i < j->ndof; i++) dof_fields(r, t, &j->dof[i]);
  dofs_field(r, t, j);
}

static void read_joint(reader *r, const char *name) {
  lua_State *L = r->L;
  char buf[80];
  int t = lua_gettop(L);
  if (!lua_istable(L, t)) { lia_spec_complain(r->s, r->path, "expected a table, got %s", lread_got(r, buf)); return; }
  static const char *const own[] = { "name", "where", "child", "kind", NULL };
  strict_joint(r, t, own, 1);
  name = lread_text_field(r, t, "name", name);
  const char *parent = lread_text_field(r, t, "parent", "world"), *child = lread_text_field(r, t, "child", "");
  const char *where = lread_text_field(r, t, "where", r->path);
  lia_spec_joint *j = parent && child && where ? lia_spec_add_joint(r->s, parent, child, LIA_JOINT_fixed, where) : NULL;
  if (!j) return;
  kind_field(r, t, lread_field(r, t, "joint") ? (lua_pop(L, 1), "joint") : "kind", j);
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
    if (lread_field(r, t, said[k])) {
      lua_pop(r->L, 1);
      lia_spec_complain(r->s, r->path, "the object says mass and com too: leave out %s", said[k]);
    }
  lia_inertia_to_com(c, I, J);
  b->mass = LIA_VAL(J->m);
  for (int k = 0; k < 3; k++) b->com[k] = LIA_VAL(c[k]);
  for (int k = 0; k < 6; k++) b->inertia[k] = LIA_VAL(I[k]);
}

/* a matrix that rounding alone makes unsymmetric (R I R') is symmetric: by this part of its largest
 * entry */
static const double rounding = 1e-12;

static int same_value(lia_val a, lia_val b, double most) {
  if (a.text || b.text) return a.text && b.text && !strcmp(a.text, b.text);
  return fabs(a.x - b.x) <= rounding * most;
}

/* nine entries of a symmetric matrix, row by row */
static void inertia_matrix(reader *r, const lia_val I[9], lia_spec_body *b) {
  static const int diagonal[3] = { 0, 4, 8 }, above[3] = { 1, 2, 5 }, below[3] = { 3, 6, 7 };
  double most = 0;
  for (int k = 0; k < 9; k++)
    if (!I[k].text) most = fmax(most, fabs(I[k].x));
  for (int k = 0; k < 3; k++) {
    const lia_val u = I[above[k]], l = I[below[k]];
    const int i = above[k] / 3 + 1, j = above[k] % 3 + 1;
    b->inertia[k] = I[diagonal[k]];
    b->inertia[3 + k] = u;
    if (!u.text && !l.text) b->inertia[3 + k].x = u.x / 2 + l.x / 2;
    if (same_value(u, l, most)) continue;
    lia_spec_complain(r->s, r->path, "the matrix is not symmetric: [%d][%d] and [%d][%d] differ", i, j, j, i);
    b->broken = 1;
  }
}

/* three rows of it on top */
static void inertia_rows(reader *r, lia_spec_body *b) {
  lia_val I[9];
  int ok = 1;
  for (int i = 0; i < 3; i++) {
    size_t here = lread_mark(r);
    lread_index(r, i + 1);
    lua_rawgeti(r->L, -1, i + 1);
    ok &= lread_values(r, I + 3*i, 3);
    lua_pop(r->L, 1);
    lread_back(r, here);
  }
  if (ok) inertia_matrix(r, I, b);
}

/* a mat of 3 x 3 on top? */
static int is_matrix(lua_State *L) {
  const lia_class *c = lia_classof(L, -1);
  int rows = 0, cols = 0;
  if (!c || strcmp(c->name, "mat")) return 0;
  return c->view(lua_touserdata(L, -1), &rows, &cols) && rows == 3 && cols == 3;
}

/* { xx =, yy =, zz = } and products that are not 0 */
static void inertia_names(reader *r, int v, lia_spec_body *b) {
  static const char *const keys[] = { "xx", "yy", "zz", "xy", "xz", "yz", NULL };
  lread_strict(r, v, keys, 0);
  for (int k = 0; k < 6; k++) {
    if (k >= 3) b->inertia[k] = LIA_VAL(0);
    lread_value_field(r, v, keys[k], &b->inertia[k]);
    if (!lia_val_given(b->inertia[k])) lia_spec_complain(r->s, r->path, "%s is missing", keys[k]);
  }
}

/* 0, three, six, three by three (rows, a mat, a matrix of expressions), by name, or an object */
static void inertia_field(reader *r, int t, lia_spec_body *b) {
  lua_State *L = r->L;
  if (!lread_field(r, t, "inertia")) return;
  size_t at = lread_mark(r);
  lread_key(r, "inertia");
  lread_unpack(r);
  int v = lua_gettop(L), n = lua_istable(L, v) ? (int)lua_rawlen(L, v) : -1;
  const lia_inertia *J = lia_test(L, v, &lia_inertia_class);
  if (J) {
    inertia_object(r, t, J, b);
  } else if (lua_type(L, v) == LUA_TNUMBER && lua_tonumber(L, v) == 0) {
    for (int k = 0; k < 6; k++) b->inertia[k] = LIA_VAL(0);
  } else if (lua_type(L, v) == LUA_TNUMBER) {
    lia_spec_complain(r->s, r->path, "expected {xx, yy, zz} or {xx, yy, zz, xy, xz, yz}, got the number %.9g", lua_tonumber(L, v));
  } else if (n == 0) {
    inertia_names(r, v, b);
  } else if (is_matrix(L)) {
    lia_val I[9];
    if (lread_values(r, I, 9)) inertia_matrix(r, I, b);
  } else if (n == 3 && lread_rows(r)) {
    inertia_rows(r, b);
  } else if (n >= 0 && n != 3 && n != 6) {
    lia_spec_complain(r->s, r->path, "expected {xx, yy, zz} or {xx, yy, zz, xy, xz, yz}, got %d number%s", n, n == 1 ? "" : "s");
  } else if (lread_values(r, b->inertia, n == 3 ? 3 : 6) && n == 3) {
    for (int k = 3; k < 6; k++) b->inertia[k] = LIA_VAL(0);
  }
  lread_back(r, at);
  lua_settop(L, v - 1);
}

static const char *const shape_keys[] = { "kind", "size", "mesh", "material", "color", "collides", "at", "rpy", "rot", "frame", "place", NULL };

static void read_shape(reader *r, lia_spec_body *b) {
  lua_State *L = r->L;
  int t = lua_gettop(L);
  char buf[80];
  if (!lua_istable(L, t)) { lia_spec_complain(r->s, r->path, "expected a table, got %s", lread_got(r, buf)); return; }
  lread_strict(r, t, shape_keys, 1);
  lua_rawgeti(L, t, 1);  // {"box", size = ...} is {kind = "box", size = ...}
  int first = !lua_isnil(L, -1);
  if (first) {
    lua_createtable(L, 0, 1);
    lua_insert(L, -2);
    lua_setfield(L, -2, "kind");
  }
  int before = r->s->nerror;
  int kind = lread_choice_field(r, first ? lua_gettop(L) : t, "kind", lia_spec_shape_name, LIA_SHAPE_COUNT, -1);
  lua_settop(L, t);
  if (kind < 0 && r->s->nerror == before)
    lia_spec_complain(r->s, r->path, "what shape? (box, cylinder, capsule, cone, sphere, mesh)");
  if (kind < 0) return;
  lia_spec_shape *h = lia_spec_add_shape(r->s, b, kind);
  if (!h) return;
  lread_place_fields(r, t, &h->place);
  h->mesh = lread_text_field(r, t, "mesh", NULL);
  h->material = lread_text_field(r, t, "material", NULL);
  if (lread_field(r, t, "collides")) h->collides = lua_toboolean(L, -1), lua_pop(L, 1);
  if (kind == LIA_SHAPE_mesh)
    for (int k = 0; k < 3; k++) h->size[k] = LIA_VAL(1);
  before = r->s->nerror;
  if (!lread_values_field(r, t, "size", h->size, lia_spec_shape_nsize[kind]) && kind != LIA_SHAPE_mesh && r->s->nerror == before)
    lia_spec_complain(r->s, r->path, "a %s needs its size: %d %s", lia_spec_shape_name[kind], lia_spec_shape_nsize[kind],
                      lia_spec_shape_nsize[kind] == 1 ? "number" : "numbers");
  lia_val c[4];
  if (lread_values_field(r, t, "color", c, 4))
    for (int k = 0; k < 4; k++) h->color[k] = c[k].text ? 0 : c[k].x;
}

static void shapes_field(reader *r, int t, lia_spec_body *b) {
  lua_State *L = r->L;
  if (!lread_field(r, t, "shapes")) return;
  size_t at = lread_mark(r);
  lread_key(r, "shapes");
  if (!lua_istable(L, -1)) lia_spec_complain(r->s, r->path, "expected a list of tables");
  for (int i = 1, n = lua_istable(L, -1) ? (int)lua_rawlen(L, -1) : 0; i <= n; i++) {
    size_t here = lread_mark(r);
    lread_index(r, i);
    lua_rawgeti(L, -1, i);
    read_shape(r, b);
    lua_pop(L, 1);
    lread_back(r, here);
  }
  lread_back(r, at);
  lua_pop(L, 1);
}

/* the table at `inner` and, of the joint's keys, what the body at t says beside it, as one new table on top; said twice is told */
static int joined(reader *r, int t, int inner) {
  static const char *const none[] = { NULL };
  const char *keys[KEYS];
  lua_State *L = r->L;
  keys_of(none, JOINT_KEYS, keys);
  lua_newtable(L);
  int both = lua_gettop(L);
  for (lua_pushnil(L); lua_next(L, inner); ) {
    lua_pushvalue(L, -2);
    lua_insert(L, -2);
    lua_rawset(L, both);
  }
  for (int k = 0; keys[k]; k++) {
    if (!strcmp(keys[k], "joint") || !strcmp(keys[k], "parent") || !lread_field(r, t, keys[k])) continue;
    if (lread_field(r, inner, keys[k])) {
      lua_pop(L, 1);
      lia_spec_complain(r->s, r->path, "%s is given here and with the body: which one?", keys[k]);
    }
    lua_setfield(L, both, keys[k]);
  }
  return both;
}

/* the joint of a body: fields of its own, or the table body.joint */
static void joint_of_body(reader *r, int t, const char *child, const char *where) {
  lua_State *L = r->L;
  lia_spec *s = r->s;
  int top = lua_gettop(L);
  const char *before = s->nbody > 1 ? s->body[s->nbody - 2].name : "world";
  lia_spec_joint *j = lia_spec_add_joint(s, lread_text_field(r, t, "parent", before), child, LIA_JOINT_fixed, where);
  if (!j) return;
  size_t at = lread_mark(r);
  const char *name = NULL;
  int inner = t;
  if (!lread_field(r, t, "joint")) lua_pushnil(L);
  if (lua_istable(L, -1)) {
    lread_key(r, "joint");
    inner = lua_gettop(L);
    j->where = lia_spec_text(s, "%s.joint", where);
    static const char *const own[] = { "name", "kind", NULL };
    strict_joint(r, inner, own, 1);
    name = lread_text_field(r, inner, "name", NULL);
    j->parent = lread_text_field(r, inner, "parent", j->parent);
    kind_field(r, inner, "kind", j);
    inner = joined(r, t, inner);
  } else {
    kind_field(r, t, "joint", j);
  }
  j->name = lia_spec_text(s, "%s", name ? name : child);
  joint_fields(r, inner, j);
  if (j->name && j->where) default_names(r, j, name != NULL);
  lread_back(r, at);
  lua_settop(L, top);
}

static void read_body(reader *r, const char *name) {
  static const char *const about[] = { "com", "origin" };
  lua_State *L = r->L;
  char buf[80];
  int t = lua_gettop(L);
  if (!lua_istable(L, t)) { lia_spec_complain(r->s, r->path, "expected a table, got %s", lread_got(r, buf)); return; }
  static const char *const own[] = { "name", "where", "mass", "com", "inertia", "about", "shapes", NULL };
  strict_joint(r, t, own, 0);
  name = lread_text_field(r, t, "name", name);
  const char *where = lread_text_field(r, t, "where", r->path);
  if (!name) name = lia_spec_text(r->s, "body%d", r->s->nbody + 1);
  lia_spec_body *b = name && where ? lia_spec_add_body(r->s, name, where) : NULL;
  if (!b) return;
  lread_value_field(r, t, "mass", &b->mass);
  lread_values_field(r, t, "com", b->com, 3);
  inertia_field(r, t, b);
  b->about_origin = lread_choice_field(r, t, "about", about, 2, 0);
  shapes_field(r, t, b);
  int has = lread_field(r, t, "joint");
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
  if (!lua_istable(L, t)) { lia_spec_complain(r->s, r->path, "expected a table, got %s", lread_got(r, buf)); return; }
  lread_strict(r, t, keys, 0);
  name = lread_text_field(r, t, "name", name ? name : "");
  const char *body = lread_text_field(r, t, "body", "");
  const char *where = lread_text_field(r, t, "where", r->path);
  lia_spec_frame *f = name && body && where ? lia_spec_add_frame(r->s, name, body, where) : NULL;
  if (!f) return;
  lread_place_fields(r, t, &f->place);
  if (lread_field(r, t, "contact")) f->contact = lua_toboolean(L, -1), lua_pop(L, 1);
}

static void read_loop(reader *r, const char *name) {
  static const char *const own[] = { "name", "where", "joint", "from", "to", "axis", NULL };
  const char *keys[KEYS];
  lua_State *L = r->L;
  char buf[80];
  int t = lua_gettop(L);
  if (!lua_istable(L, t)) { lia_spec_complain(r->s, r->path, "expected a table, got %s", lread_got(r, buf)); return; }
  keys_of(own, 0, keys);
  lread_strict(r, t, keys, 1);
  int kind = lread_choice_field(r, t, "joint", lia_joint_name, LIA_JOINT_COUNT, LIA_JOINT_fixed);
  name = lread_text_field(r, t, "name", name);
  if (!name) name = lia_spec_text(r->s, "loop%d", r->s->nloop + 1);
  const char *where = lread_text_field(r, t, "where", r->path);
  lia_spec_loop *l = name && where ? lia_spec_add_loop(r->s, name, kind, where) : NULL;
  if (!l) return;
  l->from = lread_text_field(r, t, "from", NULL);
  l->to = lread_text_field(r, t, "to", NULL);
  lread_axis_field(r, t, "axis", l->axis);
  params_field(r, t, kind, l->param);
}

static void read_coordinate(reader *r, const char *name) {
  char buf[80];
  if (name || lua_type(r->L, -1) != LUA_TSTRING) lia_spec_complain(r->s, r->path, "expected a name, got %s", lread_got(r, buf));
  else lia_spec_add_coord(r->s, lua_tostring(r->L, -1));
}

/* what a way of describing found wrong before it came here: { {path, text}, ... } */
static void complaints_field(reader *r, int t) {
  lua_State *L = r->L;
  if (!lread_field(r, t, "complaints")) return;
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
  if (!lread_field(r, t, "gravity")) return;
  lread_key(r, "gravity");
  if (lua_type(r->L, -1) == LUA_TNUMBER)
    lia_spec_complain(r->s, r->path, "gravity is a vector: {0, 0, %.9g}, got the number %.9g", -fabs(lua_tonumber(r->L, -1)), lua_tonumber(r->L, -1));
  else lread_values(r, r->s->gravity, 3);
  lread_back(r, 0);
  lua_pop(r->L, 1);
}

/* 170, -45, 90: whole degrees as people write them; no angle in radians that anybody means */
static int like_degrees(lia_val v) {
  double x = fabs(v.x);
  return !v.text && x >= 25 && x <= 400 && fmod(x, 5) == 0 && fmod(x, 50) != 0;
}

static void complain_degrees(lia_spec *s, const char *where, const char *field, lia_val v) {
  char path[240];
  if (!like_degrees(v)) return;
  lia_text_format(path, sizeof path, "%s.%s", where, field);
  lia_spec_complain(s, path, "%.9g radians are %.3g turns: write %.9g*li.deg for degrees", v.x, fabs(v.x) / 6.283185307179586, v.x);
}

/* a row of a Denavit-Hartenberg table has its own words for them */
static void look_at_turns(lia_spec *s, const char *where, const char *field, const lia_spec_place *p) {
  for (int k = 0; k < p->n; k++)
    if (p->move[k].kind <= LIA_MOVE_RZ) complain_degrees(s, where, strncmp(where, "rows[", 5) ? field : p->move[k].kind == LIA_MOVE_RX ? "alpha" : "theta", p->move[k].by);
}

/* angles that are written in degrees: limits and homes of turns, turns of placements */
static void look_for_degrees(lia_spec *s) {
  for (int i = 0; i < s->njoint; i++) {
    const lia_spec_joint *j = &s->joint[i];
    const lia_joint_type *row = lia_joint_types[j->kind];
    look_at_turns(s, j->where, "place", &j->place);
    look_at_turns(s, j->where, "after", &j->after);
    for (int piece = 0; piece < row->nmotion; piece++) {
      const int k = row->motion[piece].q;
      if (row->motion[piece].step != LIA_STEP_TURN || k >= j->ndof) continue;
      complain_degrees(s, j->where, "limits", like_degrees(j->dof[k].max) ? j->dof[k].max : j->dof[k].min);
      complain_degrees(s, j->where, "home", j->dof[k].home);
    }
  }
  for (int i = 0; i < s->nframe; i++) look_at_turns(s, s->frame[i].where, "place", &s->frame[i].place);
}

void lia_lspec_read(lua_State *L, int idx, lia_spec *s) {
  static const char *const keys[] = { "name", "where", "source", "convention", "tip", "gravity", "bodies", "joints", "frames",
                                      "loops", "constraints", "coordinates", "complaints", "strict", NULL };
  static const struct { const char *key; read_entry *read; } part[] = {
    { "bodies", read_body }, { "joints", read_joint }, { "frames", read_frame }, { "loops", read_loop }, { "constraints", lread_constraint },
    { "coordinates", read_coordinate },
  };
  reader r = { .L = L, .s = s };
  lua_pushvalue(L, idx);
  lua_insert(L, 1);  // read_body looks for joints there
  lread_strict(&r, 1, keys, 0);
  s->name = lread_text_field(&r, 1, "name", "");
  s->where = lread_text_field(&r, 1, "where", "");
  s->source = lread_text_field(&r, 1, "source", NULL);
  s->convention = lread_text_field(&r, 1, "convention", NULL);
  s->tip = lread_text_field(&r, 1, "tip", NULL);
  if (lread_field(&r, 1, "strict")) {
    s->lenient = !lua_toboolean(L, -1);
    lua_pop(L, 1);
  }
  complaints_field(&r, 1);
  gravity_field(&r, 1);
  for (size_t k = 0; k < sizeof part / sizeof *part; k++) {
    if (!lread_field(&r, 1, part[k].key)) continue;
    lread_entries(&r, part[k].key, part[k].read);
    lua_pop(L, 1);
  }
  look_for_degrees(s);
  lua_remove(L, 1);
}

int lia_lspec_raise(lua_State *L, const lia_spec *s) {
  size_t n = (size_t)lia_check_report(s, 0, NULL, 0) + strlen(s->where) + 3;
  char *text = lua_newuserdata(L, n);
  int head = s->where[0] ? lia_text_format(text, n, "%s: ", s->where) : 0;
  lia_check_report(s, 0, text + head, n - (size_t)head);
  return lia_error_text(L, text);
}
