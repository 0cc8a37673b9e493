/* lsmall.c - kit.small: equations of a model with all that acts on it, and their small motions, for
 * lib/liaison/ask/small_motions */
#include "bindings/eom/leom.h"
#include "bindings/kit/fields.h"
#include "bindings/kit/kit.h"
#include "bindings/kit/nums.h"
#include "bindings/model/lextend.h"
#include "bindings/model/lmodel.h"
#include "bindings/sim/lsim.h"
#include "bindings/sim/lsmall_inside.h"
#include "bindings/sym/lexpr.h"

#include "ask/equilibrium.h"
#include "ask/state_space.h"
#include "base/mem.h"

#include <math.h>
#include <string.h>

static void small_free(void *p) {
  small *s = p;
  lia_motion_tape_free(s->tape);
  lia_acting_free(s->x);
  lia_pool_free(s->p);
  lia_free(s);
}

const lia_class lia_small_class = { .name = "small_motions", .text = "", .destroy = small_free };

// ---- made ----

small *lia_push_small(lua_State *L) {
  void **box = lia_push(L, &lia_small_class);
  small *s = *box = lia_calloc(1, sizeof *s);
  if (s) s->p = lia_pool_new();
  if (!s || !s->p) lia_mistake(L, "out of memory");
  lia_stop_pool(L, s->p);
  return s;
}

// new(model, forces or nil, outputs or nil) -> the equations; raises. outputs: nil for those of the
// description
static int small_new(lua_State *L) {
  lia_error err = { 0 };
  lmodel *o = lia_check(L, 1, &lia_model_class);
  lua_settop(L, 3);
  luaL_checkstack(L, 60, "small motions");
  lia_lmodel_dynamic(L, o);
  small *s = lia_push_small(L);
  const int self = lua_gettop(L);
  lia_spec *spec = o->spec;
  if (!lua_isnil(L, 2) || !lua_isnil(L, 3))
    spec = lia_lextend(L, o, &(lextend){ .forces = lua_isnil(L, 2) ? 0 : 2,
        .outputs = lua_isnil(L, 3) ? 0 : 3, .arg = 2,
        .no_function = "a function of the script has no slope: write an expression" });
  if (lia_acting_new(&s->x, s->p, spec, &err) != LIA_OK) return lia_raise(L, &err);
  s->nnamed = s->x->ninput;
  s->noutput = s->x->noutput;
  if (lia_motion_tape_new(&s->tape, s->x, s->nnamed, s->x->input, s->noutput, s->x->output,
                          &err) != LIA_OK)
    return lia_raise(L, &err);
  lua_pushvalue(L, self);
  return 1;
}

// ---- asked ----

// n numbers at idx, a vec; NULL: nil
static const double *numbers_at(lua_State *L, int idx, int n) {
  if (lua_isnil(L, idx)) return NULL;
  const lvec *v = lia_check(L, idx, &lia_vec_class);
  luaL_argcheck(L, v->n == n, idx, "another size expected");
  return v->x;
}

// own states, as small_motions tells them: numbers, false where one is not told; NULL: nil
static const double *states_at(lua_State *L, int idx, int n) {
  if (lua_isnoneornil(L, idx)) return NULL;
  double *z = lua_newuserdata(L, ((size_t)n + 1) * sizeof *z);
  for (int k = 0; k < n; k++) {
    lua_rawgeti(L, idx, k + 1);
    z[k] = lua_type(L, -1) == LUA_TNUMBER ? lua_tonumber(L, -1) : (double)NAN;
    lua_pop(L, 1);
  }
  return z;
}

static void put_matrix(lua_State *L, const char *key, const double *x, int rows, int cols) {
  double *M = lia_pushmat(L, rows, cols);
  memcpy(M, x, (size_t)rows * (size_t)cols * sizeof *x);
  lua_setfield(L, -2, key);
}

static void put_wholes(lua_State *L, const char *key, const int *x, int n) {
  lua_createtable(L, n, 0);
  for (int k = 0; k < n; k++) {
    lua_pushinteger(L, x[k] + 1);
    lua_rawseti(L, -2, k + 1);
  }
  lua_setfield(L, -2, key);
}

static void put_vector(lua_State *L, const char *key, const double *x, int n) {
  lia_pushnums(L, x, n);
  lua_setfield(L, -2, key);
}

static void push_state_space(lua_State *L, const small *s, const lia_state_space *r) {
  lua_createtable(L, 0, 14);
  put_matrix(L, "A", r->A, r->n, r->n);
  put_matrix(L, "B", r->B, r->n, r->ninput);
  put_matrix(L, "C", r->C, r->ny, r->n);
  put_matrix(L, "D", r->D, r->ny, r->ninput);
  put_wholes(L, "coordinates", r->coordinate, r->ncoordinate);
  put_wholes(L, "speeds", r->speed, r->nspeed);
  lua_pushinteger(L, r->nz);
  lua_setfield(L, -2, "own");
  put_vector(L, "rest", r->rest, r->n);
  put_vector(L, "z", r->z, r->nz);
  put_vector(L, "a", r->a, s->x->nv);
  put_vector(L, "multipliers", r->lambda, s->x->nrow);
  lia_field_number(L, "gap", r->gap);
  lia_field_number(L, "rate_gap", r->rate_gap);
  lua_pushinteger(L, r->rank);
  lua_setfield(L, -2, "rank");
  if (r->worst < 0) return;
  lua_pushstring(L, s->x->row_name[r->worst]);
  lua_setfield(L, -2, "worst");
}

// the model at idx; NULL: nil, the equations were given
static const lia_model *model_at(lua_State *L, int idx) {
  return lua_isnil(L, idx) ? NULL : lia_lmodel_dynamic(L, lia_check(L, idx, &lia_model_class));
}

// q, v, tau, named, t from index 3 on
static lia_motion_state state_at(lua_State *L, const small *s) {
  const lia_acting *x = s->x;
  return (lia_motion_state){ .q = numbers_at(L, 3, x->nq), .v = numbers_at(L, 4, x->nv),
                             .tau = numbers_at(L, 5, x->nv), .named = numbers_at(L, 6, s->nnamed),
                             .t = luaL_checknumber(L, 7) };
}

// 1 for each of `most` coordinates or velocities that the list at idx has
static const char *marks_at(lua_State *L, int idx, int most) {
  int n;
  const int *list = lia_field_indices(L, idx, &n);
  char *mark = lua_newuserdata(L, (size_t)most + 1);
  memset(mark, 0, (size_t)most + 1);
  for (int k = 0; k < n; k++) mark[list[k]] = 1;
  return mark;
}

// at(equations, model or nil, q, v, tau, named, t, independent, inputs, z) -> A, B .. in a table;
// or nil, why, code. Vecs; z: own states, nil: those that do not change there; lists of
// indices from 1
static int small_at(lua_State *L) {
  lia_error err = { 0 };
  small *s = lia_check(L, 1, &lia_small_class);
  const lia_model *m = model_at(L, 2);
  lia_motion_state at = state_at(L, s);
  lia_motion_choice choice = { .independent = marks_at(L, 8, s->x->nx) };
  choice.input = lia_field_indices(L, 9, &choice.ninput);
  at.z = states_at(L, 10, s->x->nz);
  void **box = lia_push_hold(L);
  lia_state_space *r = NULL;
  lia_status st = lia_state_space_new(&r, s->tape, m, &at, &choice, &err);
  *box = r;
  if (st == LIA_EARG) lia_raise(L, &err);
  if (st != LIA_OK) return lia_fail(L, &err);
  push_state_space(L, s, r);
  return 1;
}

static void push_equilibrium(lua_State *L, const small *s, const lia_equilibrium *r) {
  lua_createtable(L, 0, 10);
  put_vector(L, "q", r->q, s->x->nq);
  put_vector(L, "v", r->v, s->x->nv);
  put_vector(L, "a", r->a, s->x->nv);
  put_vector(L, "multipliers", r->lambda, s->x->nrow);
  put_vector(L, "tau", r->tau, s->x->nv);
  put_vector(L, "named", r->named, s->nnamed);
  put_vector(L, "z", r->z, s->x->nz);
  lia_field_number(L, "residual", r->residual);
  lua_pushinteger(L, r->steps);
  lua_setfield(L, -2, "steps");
  if (!r->worst) return;
  lia_field_text(L, "worst", r->worst);
  lia_field_number(L, "left", r->worst_value);
}

// rest(equations, model, q, v, tau, named, t, fixed, given, inputs, tol, most, z) -> q, v .. in a
// table; or nil, why, code, the same of the least residual
static int small_rest(lua_State *L) {
  lia_error err = { 0 };
  small *s = lia_check(L, 1, &lia_small_class);
  const lia_model *m = model_at(L, 2);
  lia_motion_state at = state_at(L, s);
  at.z = states_at(L, 13, s->x->nz);
  lia_equilibrium_wish wish = { .fixed = marks_at(L, 8, s->x->nx),
                                .given = marks_at(L, 9, s->x->nv),
                                .tol = luaL_checknumber(L, 11),
                                .most = (int)luaL_checknumber(L, 12) };
  wish.input = lia_field_indices(L, 10, &wish.ninput);
  void **box = lia_push_hold(L);
  lia_equilibrium *r = NULL;
  lia_status st = lia_equilibrium_new(&r, s->tape, m, &at, &wish, &err);
  *box = r;
  if (st == LIA_EARG) lia_raise(L, &err);
  const int failed = st == LIA_OK ? 0 : lia_fail(L, &err);
  if (!r) return failed;
  push_equilibrium(L, s, r);
  return failed + 1;
}

// states(equations) -> { names of own states }, { what acts at events only, of elements }
static int small_states(lua_State *L) {
  const small *s = lia_check(L, 1, &lia_small_class);
  const lia_acting *x = s->x;
  lua_createtable(L, x->nz, 0);
  for (int k = 0; k < x->nz; k++) {
    lua_pushstring(L, lia_expr_symbol(x->p, x->z[k])->name);
    lua_rawseti(L, -2, k + 1);
  }
  lua_createtable(L, x->left_out.nelement, 0);
  for (int k = 0; k < x->left_out.nelement; k++) {
    lua_pushstring(L, x->left_out.text[k]);
    lua_rawseti(L, -2, k + 1);
  }
  return 2;
}

// applied(model) -> what the force elements of the description put on each coordinate, as
// expressions
static int small_applied(lua_State *L) {
  const lmodel *o = lia_check(L, 1, &lia_model_class);
  lua_settop(L, 1);
  lia_pool *p = lia_push_pool(L);
  const int keep = lua_gettop(L);
  const lia_acting *x = lia_push_acting(L, p, o);
  lia_push_smat_of(L, p, x->nv, 1, 1, x->applied, keep);
  return 1;
}

void lia_open_small(lua_State *L);
void lia_open_small(lua_State *L) {
  static const luaL_Reg list[] = { { "new", small_new }, { "at", small_at },
      { "rest", small_rest }, { "states", small_states }, { "applied", small_applied },
      { "given", lia_small_given },
      { NULL, NULL } };
  lia_class_register(L, &lia_small_class);
  lia_kit_register(L, "small", list);
}
