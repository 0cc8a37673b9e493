/* lbody.c - bodies from Lua tables: mass, inertia, shapes, and the joint that leads to each */
#include "bindings/model/lread.h"
#include "bindings/geo/lspace.h"

#include "describe/check.h"

#include <math.h>
#include <string.h>

// an object made by li.inertia says mass, com and tensor at once
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

// a matrix that rounding alone makes unsymmetric (R I R') is symmetric: by this part of its largest
// entry
static const double rounding = 1e-12;

static int same_value(lia_val a, lia_val b, double most) {
  if (a.text || b.text) return a.text && b.text && !strcmp(a.text, b.text);
  return fabs(a.x - b.x) <= rounding * most;
}

// nine entries of a symmetric matrix, row by row
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
    lia_spec_complain(r->s, r->path, "the matrix is not symmetric: [%d][%d] and [%d][%d] differ", i,
        j, j, i);
    b->broken = 1;
  }
}

// three rows of it on top
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

// a mat of 3 x 3 on top?
static int is_matrix(lua_State *L) {
  const lia_class *c = lia_classof(L, -1);
  int rows = 0, cols = 0;
  if (!c || strcmp(c->name, "mat")) return 0;
  return c->view(lua_touserdata(L, -1), &rows, &cols) && rows == 3 && cols == 3;
}

// { xx =, yy =, zz = } and products that are not 0
static void inertia_names(reader *r, int v, lia_spec_body *b) {
  static const char *const keys[] = { "xx", "yy", "zz", "xy", "xz", "yz" };
  lread_fields(r, v, LIA_SCHEMA_inertia, 0);
  for (int k = 0; k < 6; k++) {
    if (k >= 3) b->inertia[k] = LIA_VAL(0);
    lread_value_field(r, v, keys[k], &b->inertia[k]);
    if (!lia_val_given(b->inertia[k])) lia_spec_complain(r->s, r->path, "%s is missing", keys[k]);
  }
}

// 0, three, six, three by three (rows, a mat, a matrix of expressions), by name, or an object
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
    lia_spec_complain(r->s, r->path,
        "expected {xx, yy, zz} or {xx, yy, zz, xy, xz, yz}, got the number %.9g",
        lua_tonumber(L, v));
  } else if (n == 0) {
    inertia_names(r, v, b);
  } else if (is_matrix(L)) {
    lia_val I[9];
    if (lread_values(r, I, 9)) inertia_matrix(r, I, b);
  } else if (n == 3 && lread_rows(r)) {
    inertia_rows(r, b);
  } else if (n >= 0 && n != 3 && n != 6) {
    lia_spec_complain(r->s, r->path,
        "expected {xx, yy, zz} or {xx, yy, zz, xy, xz, yz}, got %d number%s", n, n == 1 ? "" : "s");
  } else if (lread_values(r, b->inertia, n == 3 ? 3 : 6) && n == 3) {
    for (int k = 3; k < 6; k++) b->inertia[k] = LIA_VAL(0);
  }
  lread_back(r, at);
  lua_settop(L, v - 1);
}

static void read_shape(reader *r, lia_spec_body *b) {
  lua_State *L = r->L;
  int t = lua_gettop(L);
  char buf[80];
  if (!lua_istable(L, t)) {
    lia_spec_complain(r->s, r->path, "expected a table, got %s", lread_got(r, buf));
    return;
  }
  lread_fields(r, t, LIA_SCHEMA_shape, 1);
  lua_rawgeti(L, t, 1);  // {"box", size = ...} is {kind = "box", size = ...}
  int first = !lua_isnil(L, -1);
  if (first) {
    lua_createtable(L, 0, 1);
    lua_insert(L, -2);
    lua_setfield(L, -2, "kind");
  }
  int before = r->s->nerror;
  int kind = lread_choice_field(r, first ? lua_gettop(L) : t, "kind", lia_spec_shape_name,
      LIA_SHAPE_COUNT, -1);
  lua_settop(L, t);
  if (kind < 0 && r->s->nerror == before)
    lia_spec_complain(r->s, r->path, "what shape? (box, cylinder, capsule, cone, sphere, mesh)");
  if (kind < 0) return;
  lia_spec_shape *h = lia_spec_add_shape(r->s, b, kind);
  if (!h) return;
  lread_place_fields(r, t, &h->place);
  h->mesh = lread_text_field(r, t, "mesh", NULL);
  h->material = lread_text_field(r, t, "material", NULL);
  h->collides = lread_flag_field(r, t, "collides", h->collides);
  if (kind == LIA_SHAPE_mesh)
    for (int k = 0; k < 3; k++) h->size[k] = LIA_VAL(1);
  before = r->s->nerror;
  if (!lread_values_field(r, t, "size", h->size, lia_spec_shape_nsize[kind]) &&
      kind != LIA_SHAPE_mesh && r->s->nerror == before)
    lia_spec_complain(r->s, r->path, "a %s needs its size: %d %s", lia_spec_shape_name[kind],
        lia_spec_shape_nsize[kind],
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

// what the body and the table of its joint each say of themselves
static int of_one_alone(const char *key) {
  static const char *const own[] = { "name", "kind", "joint", "parent" };
  for (size_t k = 0; k < sizeof own / sizeof *own; k++)
    if (!strcmp(key, own[k])) return 1;
  return 0;
}

// the table at `inner` and, of the joint's keys, what the body at t says beside it, as one new
// table on top; said twice is told
static int joined(reader *r, int t, int inner) {
  lua_State *L = r->L;
  lia_fields f;
  lia_schema_fields(LIA_SCHEMA_inner, &f);
  lua_newtable(L);
  int both = lua_gettop(L);
  for (lua_pushnil(L); lua_next(L, inner); ) {
    lua_pushvalue(L, -2);
    lua_insert(L, -2);
    lua_rawset(L, both);
  }
  for (int k = 0; k < f.n; k++) {
    const char *key = f.field[k].name;
    if (of_one_alone(key) || !lread_field(r, t, key)) continue;
    if (lread_field(r, inner, key)) {
      lua_pop(L, 1);
      lia_spec_complain(r->s, r->path, "%s is given here and with the body: which one?", key);
    }
    lua_setfield(L, both, key);
  }
  return both;
}

// the joint of a body: fields of its own, or the table body.joint
static void joint_of_body(reader *r, int t, const char *child, const char *where) {
  lua_State *L = r->L;
  lia_spec *s = r->s;
  int top = lua_gettop(L);
  const char *before = s->nbody > 1 ? s->body[s->nbody - 2].name : "world";
  lia_spec_joint *j = lia_spec_add_joint(s, lread_text_field(r, t, "parent", before), child,
      LIA_JOINT_fixed, where);
  if (!j) return;
  size_t at = lread_mark(r);
  const char *name = NULL;
  int inner = t;
  if (!lread_field(r, t, "joint")) lua_pushnil(L);
  if (lua_istable(L, -1)) {
    lread_key(r, "joint");
    inner = lua_gettop(L);
    j->where = lia_spec_text(s, "%s.joint", where);
    lread_fields(r, inner, LIA_SCHEMA_inner, 1);
    name = lread_text_field(r, inner, "name", NULL);
    j->parent = lread_text_field(r, inner, "parent", j->parent);
    lread_joint_kind(r, inner, lread_joint_key(r, inner), j);
    inner = joined(r, t, inner);
  } else {
    lread_joint_kind(r, t, "joint", j);
  }
  j->name = lia_spec_text(s, "%s", name ? name : child);
  lread_joint_fields(r, inner, j);
  if (j->name && j->where) lread_joint_names(r, j, name != NULL);
  lread_back(r, at);
  lua_settop(L, top);
}

void lread_body(reader *r, const char *name) {
  static const char *const about[] = { "com", "origin" };
  lua_State *L = r->L;
  char buf[80];
  int t = lua_gettop(L);
  if (!lua_istable(L, t)) {
    lia_spec_complain(r->s, r->path, "expected a table, got %s", lread_got(r, buf));
    return;
  }
  lread_fields(r, t, LIA_SCHEMA_body, 0);
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

