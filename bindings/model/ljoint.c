/* ljoint.c - joints from Lua tables: kind, axes, coordinates and what each coordinate may be given
 */
#include "bindings/model/lread.h"

#include "base/text.h"
#include "describe/check.h"

#include <string.h>

// "z" "-x" or three numbers
void lread_axis_field(reader *r, int t, const char *key, lia_val axis[3]) {
  if (!lread_field(r, t, key)) return;
  size_t at = lread_mark(r);
  lread_key(r, key);
  if (lua_type(r->L, -1) == LUA_TSTRING) {
    const char *s = lua_tostring(r->L, -1);
    double sign = s[0] == '-' ? -1 : 1;
    s += s[0] == '-' || s[0] == '+';
    int k = s[0] && !s[1] ? (s[0] | 32) - 'x' : -1;
    if (k < 0 || k > 2)
      lia_spec_complain(r->s, r->path,
          "an axis is \"x\", \"y\", \"z\", \"-z\" or three numbers, got '%.20s'",
          lua_tostring(r->L, -1));
    else
      for (int i = 0; i < 3; i++) axis[i] = LIA_VAL(i == k ? sign : 0);
  } else {
    lread_values(r, axis, 3);
  }
  lread_back(r, at);
  lua_pop(r->L, 1);
}

// limits = {min, max}; either may be left open: {min = 0}
void lread_limits_field(reader *r, int t, lia_val *min, lia_val *max) {
  if (!lread_field(r, t, "limits")) return;
  size_t at = lread_mark(r);
  lread_key(r, "limits");
  lia_val v[2];
  if (lua_istable(r->L, -1) && lua_rawlen(r->L, -1) == 0) {
    int inner = lua_gettop(r->L);
    lread_fields(r, inner, LIA_SCHEMA_limits, 0);
    lread_value_field(r, inner, "min", min);
    lread_value_field(r, inner, "max", max);
  } else if (lread_values(r, v, 2)) {
    *min = v[0];
    *max = v[1];
  }
  lread_back(r, at);
  lua_pop(r->L, 1);
}

// follows = "q1" or {"q1", scale = -1, offset = 0.1}
static void follows_field(reader *r, int t, lia_spec_dof *d) {
  lua_State *L = r->L;
  char buf[80];
  if (!lread_field(r, t, "follows")) return;
  size_t at = lread_mark(r);
  lread_key(r, "follows");
  int inner = lua_gettop(L);
  if (lua_istable(L, inner)) {
    lread_fields(r, inner, LIA_SCHEMA_follows, 1);
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
    lia_spec_complain(r->s, r->path, "expected the name of a coordinate, got %s",
        lread_got(r, buf));
  }
  lua_settop(L, inner - 1);
  lread_back(r, at);
}

static void dof_fields(reader *r, int t, lia_spec_dof *d) {
#define X(field, positive, use, unit, missing, text) lread_value_field(r, t, #field, &d->field);
  LIA_SPEC_DOF_LIST(X)
#undef X
  lread_limits_field(r, t, &d->min, &d->max);
  follows_field(r, t, d);
}

// what a coordinate is called where its user gives no name: q3, base_x
void lread_joint_names(reader *r, lia_spec_joint *j, int named) {
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

// q = "q1" or {"x", "y", "th"}
static void names_field(reader *r, int t, lia_spec_joint *j) {
  lua_State *L = r->L;
  char buf[80];
  if (!lread_field(r, t, "q")) return;
  size_t at = lread_mark(r);
  lread_key(r, "q");
  int n = lua_istable(L, -1) ? (int)lua_rawlen(L, -1) : 1;
  if (n != j->ndof) {
    lia_spec_complain(r->s, r->path, "a %s joint has %d %s, got %d %s", lia_joint_name[j->kind],
        j->ndof,
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
    lia_spec_complain(r->s, r->path, "expected a list of %d tables, one for each coordinate",
        j->ndof);
  for (int i = 0; i < n && n == j->ndof; i++) {
    size_t here = lread_mark(r);
    lread_index(r, i + 1);
    lua_rawgeti(L, -1, i + 1);
    int inner = lua_gettop(L);
    if (lua_istable(L, inner)) {
      lread_fields(r, inner, LIA_SCHEMA_dof, 0);
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

// "Tx Ty Rz", or { "Tx", {"Rz", 0.3}, "Ty" } under moves: a sequence, a word for every coordinate
static int sequence(reader *r, lia_spec_joint *j, const char *words) {
  int ndof = 0;
  for (const char *p = words; *p; ) {
    size_t n = strcspn(p, " ,");
    if (n) {
      int kind = lread_move_kind(r, p, n);
      lia_spec_move *m = kind < 0 ? NULL
          : lia_spec_add_move(r->s, &j->moves, (lia_move_kind)kind, LIA_VAL(0));
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
  if (!n)
    lia_spec_complain(r->s, r->path, "expected a list such as {\"Tx\", {\"Rz\", 0.3}, \"Ty\"}");
  for (int i = 1; i <= n; i++) {
    size_t here = lread_mark(r);
    lread_index(r, i);
    lua_rawgeti(L, list, i);
    if (lua_type(L, -1) == LUA_TSTRING) {
      int kind = lread_move_kind(r, lua_tostring(L, -1), lua_rawlen(L, -1));
      lia_spec_move *m = kind < 0 ? NULL
          : lia_spec_add_move(r->s, &j->moves, (lia_move_kind)kind, LIA_VAL(0));
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
  return (s[0] == 'R' || s[0] == 'T') && s[1] && strchr("xyzXYZ", s[1]) &&
      (s[2] == 0 || s[2] == ' ' || s[2] == ',');
}

// the kind a joint's word says, with its moves if it says a sequence
static int joint_kind_of(reader *r, const char *word, lia_spec_joint *j) {
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

const char *lread_joint_key(reader *r, int t) {
  if (!lread_field(r, t, "joint")) return "kind";
  lua_pop(r->L, 1);
  return "joint";
}

// kind from t[1], t.kind or t.joint, whichever the table has
void lread_joint_kind(reader *r, int t, const char *key, lia_spec_joint *j) {
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
    j->kind = joint_kind_of(r, lua_tostring(L, -1), j);
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

// the numbers a joint of this kind is given
void lread_params(reader *r, int t, int kind, lia_val *param) {
  const lia_joint_type *row = lia_joint_types[kind];
  for (int k = 0; k < row->nparam; k++) lread_value_field(r, t, row->param[k].name, &param[k]);
}

// the fields of joint j, whose kind is known, from table t
void lread_joint_fields(reader *r, int t, lia_spec_joint *j) {
  lread_place_fields(r, t, &j->place);
  lread_moves_field(r, t, "after", &j->after);
  if (j->kind == LIA_JOINT_moves && !j->moves.n)
    lia_spec_set_dofs(r->s, j, moves_of_joint(r, t, j));
  if (j->broken) return;
  lread_axis_field(r, t, "axis", j->axis);
  lread_axis_field(r, t, "axis2", j->axis2);
  lread_params(r, t, j->kind, j->param);
  names_field(r, t, j);
  for (int i = 0; i < j->ndof; i++) dof_fields(r, t, &j->dof[i]);
  dofs_field(r, t, j);
}

void lread_joint(reader *r, const char *name) {
  lua_State *L = r->L;
  char buf[80];
  int t = lua_gettop(L);
  if (!lua_istable(L, t)) {
    lia_spec_complain(r->s, r->path, "expected a table, got %s", lread_got(r, buf));
    return;
  }
  lread_fields(r, t, LIA_SCHEMA_joint, 1);
  name = lread_text_field(r, t, "name", name);
  const char *parent = lread_text_field(r, t, "parent", "world"),
      *child = lread_text_field(r, t, "child", "");
  const char *where = lread_text_field(r, t, "where", r->path);
  lia_spec_joint *j = parent && child && where
      ? lia_spec_add_joint(r->s, parent, child, LIA_JOINT_fixed, where) : NULL;
  if (!j) return;
  lread_joint_kind(r, t, lread_joint_key(r, t), j);
  j->name = lia_spec_text(r->s, "%s", name ? name : j->child);
  lread_joint_fields(r, t, j);
  if (j->name) lread_joint_names(r, j, name != NULL);
}

