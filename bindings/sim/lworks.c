/* lworks.c - kit.works: what the force elements of a description do to its energy, as expressions,
 * for runs of equations */
#include "bindings/eom/leom.h"
#include "bindings/kit/fields.h"
#include "bindings/kit/kit.h"
#include "bindings/model/lmodel.h"
#include "bindings/sym/lexpr.h"

#include "eom/acting.h"
#include "model/units.h"

static void put_expr(lua_State *L, const char *key, lia_pool *p, lia_expr e, int keep) {
  lia_push_expr(L, p, e, keep);
  lua_setfield(L, -2, key);
}

// { name, power, stored, storing, gives } on the stack; eq: NULL, or the equations whose changes
// they follow
static void push_work(lua_State *L, lia_pool *p, int keep, const char *name,
    const lia_acting_work *w, const lia_equations *eq) {
  lia_error err = { 0 };
  lia_expr e[3] = { w->power, w->stored, w->storing };
  if (eq && lia_equations_follow(eq, 3, e, &err) != LIA_OK) lia_raise(L, &err);
  lua_createtable(L, 0, 5);
  lia_field_text(L, "name", name);
  put_expr(L, "power", p, e[0], keep);
  put_expr(L, "stored", p, e[1], keep);
  put_expr(L, "storing", p, e[2], keep);
  lia_field_flag(L, "gives", w->gives);
}

// what the element does, along or at its point: the list `value` of the table on top
static void put_value(lua_State *L, lia_pool *p, int keep, int port,
    const lia_expr *value, const lia_equations *eq) {
  const int n = port == LIA_PORT_point ? 3 : 1;
  lia_error err = { 0 };
  lia_expr e[3] = { value[0], value[1], value[2] };
  if (eq && lia_equations_follow(eq, 3, e, &err) != LIA_OK) lia_raise(L, &err);
  lua_createtable(L, n, 0);
  for (int i = 0; i < n; i++) {
    lia_push_expr(L, p, e[i], keep);
    lua_rawseti(L, -2, i + 1);
  }
  lua_setfield(L, -2, "value");
}

// { symbol, rate } of every state that the elements have of their own, a list on the stack
static void push_states(lua_State *L, lia_pool *p, int keep, int n, const lia_expr *z,
    const lia_expr *rate) {
  lua_createtable(L, n, 0);
  for (int k = 0; k < n; k++) {
    lua_createtable(L, 0, 2);
    put_expr(L, "symbol", p, z[k], keep);
    put_expr(L, "rate", p, rate[k], keep);
    lua_rawseti(L, -2, k + 1);
  }
}

static int has_moving_numbers(const lia_spec_force *f) {
  int moving = 0;
  for (int i = 0; i < lia_force_numbers((lia_force_kind)f->kind); i++)
    moving |= f->param[i].text != NULL;
  return moving && !lia_val_given(f->own[0]);
}

// the elements of m as a list, what its joints do as its field `joints`, the states of its elements
// as its field `states`
static int push_works(lua_State *L, lia_pool *p, int keep, const lmodel *m,
    const lia_equations *eq) {
  const lia_acting *x = lia_push_acting(L, p, m);
  lua_createtable(L, x->nforce, 1);
  for (int k = 0; k < x->nforce; k++) {
    push_work(L, p, keep, m->spec->force[k].name, &x->work[k], eq);
    put_value(L, p, keep, m->spec->force[k].port, &x->value[3 * k], eq);
    lia_field_flag(L, "moving", has_moving_numbers(&m->spec->force[k]));
    lua_rawseti(L, -2, k + 1);
  }
  push_work(L, p, keep, "joints", &x->joints, eq);
  lua_setfield(L, -2, "joints");
  if (eq) push_states(L, p, keep, eq->nz, eq->z, eq->zdot);
  else push_states(L, p, keep, x->nz, x->z, x->zdot);
  lua_setfield(L, -2, "states");
  return 1;
}

// of_model(model) -> list
static int of_model(lua_State *L) {
  const lmodel *m = lia_check(L, 1, &lia_model_class);
  lua_settop(L, 1);
  lia_pool *p = lia_push_pool(L);
  return push_works(L, p, lua_gettop(L), m, NULL);
}

// of_equations(eq) -> list with what was put into them since they were derived, whether the forces
// of the elements stand in them, their model; nothing where they are of no description
static int of_equations(lua_State *L) {
  const lia_equations *o = lia_check(L, 1, &lia_eom_class);
  lua_settop(L, 1);
  if (!o->of_model) return 0;
  lia_push_beside(L, 1);
  const lmodel *m = lia_check(L, 2, &lia_model_class);
  push_works(L, o->p, 1, m, o);
  lua_pushboolean(L, o->elements);
  lua_pushvalue(L, 2);
  return 3;
}

// units of the own states of an element, by their names
static void put_units_of_states(lua_State *L, const lia_model *m, const lia_spec *s,
    const lia_spec_force *f) {
  for (int k = 0; k < LIA_FORCE_STATES && f->state[k]; k++) {
    const char *unit = lia_force_rows[f->kind]->state.unit[k];
    if (!unit[0] && f->port != LIA_PORT_coordinate) continue;
    if (!unit[0]) unit = lia_units_force(m, lia_spec_find_coord(s, f->coord[0]));
    lia_field_text(L, f->state[k], unit);
  }
}

// and of what it does: F.spring1, F.drag1.x
static void put_units_of_force(lua_State *L, const lia_model *m, const lia_spec *s,
    const lia_spec_force *f) {
  static const char *const axis[] = { ".x", ".y", ".z" };
  const char *unit = f->port == LIA_PORT_coordinate
      ? lia_units_force(m, lia_spec_find_coord(s, f->coord[0])) : "N";
  for (int i = 0; i < (f->port == LIA_PORT_point ? 3 : 1); i++) {
    lua_pushfstring(L, "F.%s%s", f->name, f->port == LIA_PORT_point ? axis[i] : "");
    lua_pushstring(L, unit);
    lua_rawset(L, 2);
  }
}

// units(model) -> { q1 = "rad", ["q1'"] = "rad/s" }; raises where it is no model of numbers
static int units(lua_State *L) {
  lmodel *o = lia_check(L, 1, &lia_model_class);
  const lia_model *m = lia_lmodel_dynamic(L, o);
  lua_settop(L, 1);
  lua_newtable(L);
  for (int k = 0; k < m->nq; k++) lia_field_text(L, o->spec->qname[k], lia_units_q(m, k));
  for (int k = 0; k < m->nv; k++) {
    lua_pushfstring(L, "%s'", o->spec->coord[k]);
    lua_pushstring(L, lia_units_v(m, k));
    lua_rawset(L, 2);
  }
  for (int k = 0; k < o->spec->nforce; k++) {
    put_units_of_states(L, m, o->spec, &o->spec->force[k]);
    put_units_of_force(L, m, o->spec, &o->spec->force[k]);
  }
  return 1;
}

void lia_open_works(lua_State *L);
void lia_open_works(lua_State *L) {
  static const luaL_Reg list[] = { { "of_model", of_model }, { "of_equations", of_equations },
      { "units", units }, { NULL, NULL } };
  lia_kit_register(L, "works", list);
}
