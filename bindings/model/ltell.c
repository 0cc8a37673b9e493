/* ltell.c - a description told as the Lua table that gives it again */
#include "bindings/model/lspec.h"

#include <math.h>
#include <string.h>

static const char exact_key;   // in the registry: true where exact numbers are told by their texts

static void tell_exactly(lua_State *L, int exact) {
  lua_pushlightuserdata(L, (void *)&exact_key);
  lua_pushboolean(L, exact);
  lua_rawset(L, LUA_REGISTRYINDEX);
}

static int is_told_exactly(lua_State *L) {
  lua_pushlightuserdata(L, (void *)&exact_key);
  lua_rawget(L, LUA_REGISTRYINDEX);
  int exact = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return exact;
}

static void push_val(lua_State *L, lia_val v) {
  if (v.text) lua_pushstring(L, v.text);
  else if (v.ratio && is_told_exactly(L)) lua_pushstring(L, v.ratio);
  else lua_pushnumber(L, v.x);
}

static void set_val(lua_State *L, const char *key, lia_val v, double missing) {
  if (!lia_val_given(v) || lia_val_is(v, missing)) return;
  push_val(L, v);
  lua_setfield(L, -2, key);
}

static void tell_set_text(lua_State *L, const char *key, const char *text) {
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

// what one degree of freedom has, into the table on top
static void set_dof(lua_State *L, const lia_spec_dof *d) {
  set_val(L, "min", d->min, NAN);
  set_val(L, "max", d->max, NAN);
#define X(field, positive, use, unit, missing, text) \
  if (strcmp(#field, "min") && strcmp(#field, "max") && strcmp(#field, "scale") && \
      strcmp(#field, "offset")) \
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
    tell_set_text(L, "q", d->coord);
    set_val(L, "scale", d->scale, 1);
    set_val(L, "offset", d->offset, 0);
  }
}

// the numbers a joint of this kind is given
static void set_params(lua_State *L, int kind, const lia_val *param) {
  const lia_joint_type *row = lia_joint_types[kind];
  for (int k = 0; k < row->nparam; k++) set_val(L, row->param[k].name, param[k], NAN);
}

static void set_joint(lua_State *L, const lia_spec_joint *j) {
  set_place(L, "place", &j->place);
  set_place(L, "moves", &j->moves);
  set_place(L, "after", &j->after);
  set_axis(L, "axis", j->axis, 2);
  if (lia_joint_types[j->kind]->naxis == 2) set_axis(L, "axis2", j->axis2, 1);
  set_params(L, j->kind, j->param);
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
    tell_set_text(L, "kind", lia_spec_shape_name[h->kind]);
    push_vals(L, h->size, lia_spec_shape_nsize[h->kind]);
    lua_setfield(L, -2, "size");
    tell_set_text(L, "mesh", h->mesh);
    tell_set_text(L, "material", h->material);
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
  tell_set_text(L, "name", b->name);
  tell_set_text(L, "parent", j->parent);
  if (!strcmp(j->name, b->name)) {
    tell_set_text(L, "joint", lia_joint_name[j->kind]);
    set_joint(L, j);
  } else {
    lua_newtable(L);
    tell_set_text(L, "kind", lia_joint_name[j->kind]);
    tell_set_text(L, "name", j->name);
    set_joint(L, j);
    lua_setfield(L, -2, "joint");
  }
  set_val(L, "mass", b->mass, NAN);
  if (lia_val_given(b->com[0])) {
    push_vals(L, b->com, 3);
    lua_setfield(L, -2, "com");
  }
  if (lia_val_given(b->inertia[0])) {
    int diagonal = lia_val_is(b->inertia[3], 0) && lia_val_is(b->inertia[4], 0) &&
        lia_val_is(b->inertia[5], 0);
    push_vals(L, b->inertia, diagonal ? 3 : 6);
    lua_setfield(L, -2, "inertia");
    if (b->about_origin) tell_set_text(L, "about", "origin");
  }
  set_shapes(L, b);
}

static void push_frame(lua_State *L, const lia_spec_frame *f) {
  lua_newtable(L);
  tell_set_text(L, "name", f->name);
  tell_set_text(L, "body", f->body);
  set_place(L, "place", &f->place);
  if (f->contact) {
    lua_pushboolean(L, 1);
    lua_setfield(L, -2, "contact");
  }
}

static void push_loop(lua_State *L, const lia_spec_loop *l) {
  lua_newtable(L);
  tell_set_text(L, "name", l->name);
  tell_set_text(L, "joint", lia_joint_name[l->kind]);
  tell_set_text(L, "from", l->from);
  tell_set_text(L, "to", l->to);
  set_axis(L, "axis", l->axis, 2);
  set_params(L, l->kind, l->param);
}

static void set_end(lua_State *L, const char *name, const lia_spec_end *e) {
  char key[24];
  tell_set_text(L, name, e->name);
  lia_text_format(key, sizeof key, "%s_place", name);
  set_place(L, key, &e->place);
  lia_text_format(key, sizeof key, "%s_axis", name);
  set_axis(L, key, e->axis, 2);
}

static void push_constraint(lua_State *L, const lia_spec_constraint *c) {
  static const char *const end[LIA_CONSTRAINT_ENDS] = { "from", "to", "from2", "to2" };
  const lia_constraint_type *row = lia_constraint_types[c->kind];
  lua_newtable(L);
  tell_set_text(L, "name", c->name);
  // a joint's name where one leaves the same freedom
  tell_set_text(L, "kind", row->alias ? row->alias : row->name);
  for (int e = 0; e < row->nend; e++) set_end(L, end[e], &c->end[e]);
  for (int k = 0; k < row->nparam; k++) set_val(L, row->param[k].name, c->param[k], NAN);
  if (lia_constraint_drives(row)) {
    tell_set_text(L, row->coord_key, c->coord ? c->coord[0] : NULL);
    tell_set_text(L, row->expr_key, c->expr[0].text);
    return;
  }
  if (c->ncoord) {
    lua_createtable(L, c->ncoord, 0);
    for (int k = 0; k < c->ncoord; k++) {
      if (c->factor) {
        push_val(L, c->factor[k]);
        lua_setfield(L, -2, c->coord[k]);
      } else {
        lua_pushstring(L, c->coord[k]);
        lua_rawseti(L, -2, k + 1);
      }
    }
    lua_setfield(L, -2, row->coord_key);
  }
  if (row->nexpr == 1) tell_set_text(L, row->expr_key, c->expr[0].text);
  if (row->nexpr < 2) return;
  lua_createtable(L, row->nexpr, 0);
  for (int k = 0; k < row->nexpr; k++) {
    lua_pushstring(L, c->expr[k].text);
    lua_rawseti(L, -2, k + 1);
  }
  lua_setfield(L, -2, row->expr_key);
}

// of coordinates: a name, or factors by name
static void push_acts_on(lua_State *L, const lia_spec_force *f) {
  if (f->ncoord == 1 && lia_val_is(f->factor[0], 1)) {
    lua_pushstring(L, f->coord[0]);
    return;
  }
  lua_createtable(L, 0, f->ncoord);
  for (int k = 0; k < f->ncoord; k++) {
    push_val(L, f->factor[k]);
    lua_setfield(L, -2, f->coord[k]);
  }
}

static void set_point(lua_State *L, const char *key, const lia_val p[3]) {
  int given = 0;
  for (int k = 0; k < 3; k++) given |= !lia_val_is(p[k], 0);
  if (!given) return;
  push_vals(L, p, 3);
  lua_setfield(L, -2, key);
}

static void set_force_place(lua_State *L, const lia_spec_force *f) {
  if (f->port == LIA_PORT_coordinate) {
    push_acts_on(L, f);
    lua_setfield(L, -2, "joint");
  } else if (f->port == LIA_PORT_line) {
    tell_set_text(L, "from", f->end[0]);
    set_point(L, "from_point", f->point[0]);
    tell_set_text(L, "to", f->end[1]);
    set_point(L, "to_point", f->point[1]);
  } else {
    tell_set_text(L, "at", f->end[0]);
    set_point(L, "point", f->point[0]);
  }
}

void lia_lspec_push_force(lua_State *L, const lia_spec_force *f) {
  const lia_force_row *row = lia_force_rows[f->kind];
  lua_newtable(L);
  tell_set_text(L, "name", f->name);
  tell_set_text(L, "kind", row->name);
  set_force_place(L, f);
  for (int k = 0, at = 0; k < row->nparam; at += row->param[k++].size) {
    const lia_val *v = &f->param[at];
    if (row->param[k].size == 1) set_val(L, row->param[k].name, *v, NAN);
    else if (lia_val_given(*v)) {
      push_vals(L, v, row->param[k].size);
      lua_setfield(L, -2, row->param[k].name);
    }
  }
  if (f->axes) tell_set_text(L, "axes", f->axes);
  if (!lia_val_given(f->own[0])) return;
  if (f->port == LIA_PORT_point) push_vals(L, f->own, 3);
  else push_val(L, f->own[0]);
  lua_setfield(L, -2, "f");
}

static void push_input(lua_State *L, const lia_spec_input *u) {
  lua_newtable(L);
  tell_set_text(L, "name", u->name);
  tell_set_text(L, "unit", u->unit);
  tell_set_text(L, "text", u->text);
  set_val(L, "value", u->value, 0);
  set_val(L, "min", u->min, NAN);
  set_val(L, "max", u->max, NAN);
}

static void push_output(lua_State *L, const lia_spec_output *y) {
  lua_newtable(L);
  tell_set_text(L, "name", y->name);
  set_val(L, "expression", y->expr, NAN);
}

void lia_lspec_push(lua_State *L, const lia_spec *s, int exact) {
  luaL_checkstack(L, 16, "description");
  tell_exactly(L, exact);
  lua_newtable(L);
  tell_set_text(L, "name", s->name);
  tell_set_text(L, "source", s->source);
  tell_set_text(L, "convention", s->convention);
  tell_set_text(L, "tip", s->tip);
  push_vals(L, s->gravity, 3);
  lua_setfield(L, -2, "gravity");
  if (s->lenient) {
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "strict");
  }
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
  LIST("constraints", s->nconstraint, push_constraint(L, &s->constraint[i]))
  LIST("inputs", s->ninput, push_input(L, &s->input[i]))
  LIST("forces", s->nforce, lia_lspec_push_force(L, &s->force[i]))
  LIST("outputs", s->noutput, push_output(L, &s->output[i]))
#undef LIST
}
