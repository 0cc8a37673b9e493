/* leom_make.c - li._internal.eom: equations made, for lib/liaison/equations/equations.lua */
#include "bindings/eom/leom.h"
#include "bindings/kit/fields.h"
#include "bindings/kit/kit.h"
#include "bindings/kit/progress.h"
#include "bindings/model/lmodel.h"
#include "bindings/sym/lexpr.h"

#include "base/mem.h"
#include "eom/acting.h"
#include "sym/expr/homonym.h"

#include <string.h>

lia_equations **lia_push_eom(lua_State *L, int keep) {
  if (keep < 0) keep = lua_gettop(L) + 1 + keep;
  void **box = lia_push(L, &lia_eom_class);
  lia_keep_pool(L, -1, keep);
  return (lia_equations **)box;
}

int lia_eom_refuse(lua_State *L, int arg, const lia_error *err) {
  if (err->code == LIA_EARG && !err->path[0]) return lia_arg_error(L, arg, "%s", err->text);
  return lia_raise(L, err);
}

// ---- lists of expressions ----

static lia_expr field_expr(lua_State *L, lia_pool *p, const char *key) {
  lua_getfield(L, 1, key);
  lia_expr e = lua_isnil(L, -1) ? LIA_ZERO : lia_to_expr(L, p, lua_gettop(L), 1, key);
  lua_pop(L, 1);
  return e;
}

// the list under key on the C side; it stays on the stack. NULL where there is none
static lia_expr *field_list(lua_State *L, lia_pool *p, const char *key, int *n) {
  *n = 0;
  lua_getfield(L, 1, key);
  if (lua_isnil(L, -1)) return NULL;
  *n = (int)lua_rawlen(L, -1);
  lia_expr *x = lua_newuserdata(L, ((size_t)*n + 1) * sizeof *x);
  for (int i = 0; i < *n; i++) {
    char what[48];
    lia_text_format(what, sizeof what, "%.30s[%d]", key, i + 1);
    lua_rawgeti(L, -2, i + 1);
    x[i] = lia_to_expr(L, p, lua_gettop(L), 1, what);
    lua_pop(L, 1);
  }
  return x;
}

static int field_int(lua_State *L, const char *key) {
  lua_getfield(L, 1, key);
  int x = (int)lua_tointeger(L, -1);
  lua_pop(L, 1);
  return x;
}

// the texts of the list at idx, on the stack; they stand as long as the list does
static const char **push_texts(lua_State *L, int idx, int n) {
  const char **s = lua_newuserdata(L, ((size_t)n + 1) * sizeof *s);
  for (int i = 0; i < n; i++) {
    lua_rawgeti(L, idx, i + 1);
    s[i] = luaL_checkstring(L, -1);
    lua_pop(L, 1);
  }
  return s;
}

// ---- making ----

// settle(q): texts that follow are about these coordinates
static int eom_make_settle(lua_State *L) {
  int n;
  lia_pool *p = lia_push_pool(L);
  lia_expr *q = lia_to_symbols(L, p, 1, 1, &n);
  lia_twins_settle(p, (uint32_t)n, q);
  return 0;
}

// bodies = { {name, T, V}, ... }: on the stack
static lia_eom_body *field_bodies(lua_State *L, lia_pool *p, int *n) {
  lua_getfield(L, 1, "bodies");
  *n = lua_isnil(L, -1) ? 0 : (int)lua_rawlen(L, -1);
  lia_eom_body *b = lua_newuserdata(L, ((size_t)*n + 1) * sizeof *b);
  for (int i = 0; i < *n; i++) {
    lua_rawgeti(L, -2, i + 1);
    for (int k = 1; k <= 3; k++) lua_rawgeti(L, -k, k);
    b[i] = (lia_eom_body){ luaL_checkstring(L, -3), lia_to_expr(L, p, -2, 1, "T"),
                           lia_to_expr(L, p, -1, 1, "V") };
    lua_pop(L, 4);
  }
  return b;
}

// lagrange{q =, T =, ...} -> equations: lists of expressions, tidy a number, bodies
static int lagrange(lua_State *L) {
  int n, nQ, nphi, nrow, nb, nbody;
  lia_pool *p = lia_push_pool(L);
  const int keep = lua_gettop(L);
  lia_lagrange_spec s = { .T = field_expr(L, p, "T"),
                          .V = field_expr(L, p, "V"),
                          .D = field_expr(L, p, "D") };
  s.q = field_list(L, p, "q", &n);
  s.Q = field_list(L, p, "Q", &nQ);
  s.phi = field_list(L, p, "phi", &nphi);
  s.H = field_list(L, p, "H", &nrow);
  s.b = field_list(L, p, "b", &nb);
  if (nQ && nQ != n) return lia_mistake(L, "Q: %d forces for %d coordinates", nQ, n);
  if (n && nrow % n)
    return lia_mistake(L, "H: expected rows of %d entries, one for every coordinate", n);
  s.n = n;
  s.nphi = nphi;
  s.nrow = n ? nrow / n : 0;
  if (nb && nb != s.nrow) return lia_mistake(L, "b: %d entries for %d rows of H", nb, s.nrow);
  s.tidy = (lia_tidy)field_int(L, "tidy");
  const lia_eom_body *body = field_bodies(L, p, &nbody);
  lia_error err = { 0 };
  lia_equations **o = lia_push_eom(L, keep);
  return lia_equations_of_energies(o, p, &s, nbody, body, &err) == LIA_OK ? 1 : lia_raise(L, &err);
}

// of_model(model, reduce, tidy) -> equations, which keep their model
static int of_model(lua_State *L) {
  lmodel *m = lia_check(L, 1, &lia_model_class);
  const lia_eom_opts opts = { lua_toboolean(L, 2), (lia_tidy)lua_tointeger(L, 3) };
  lia_pool *p = lia_push_pool(L);
  lia_equations **o = lia_push_eom(L, -1);
  lia_keep_beside(L, -1, 1);
  lia_error err = { 0 };
  return lia_equations_of_model(o, p, m->spec, &opts, &err) == LIA_OK ? 1 : lia_raise(L, &err);
}

// model(eq) -> the model they are of, where they are as they were derived; else nil
static int model_of(lua_State *L) {
  const lia_equations *o = lia_check(L, 1, &lia_eom_class);
  if (o->as_derived && o->of_model) lia_push_beside(L, 1);
  else lua_pushnil(L);
  if (o->of_model) lia_push_beside(L, 1);
  else lua_pushnil(L);
  return 2;
}

// constrain{eq =, phi =, H =, b =, names =} -> the equations with these rows beside those they are
// of
static int constrain(lua_State *L) {
  int nphi, nrow, nb;
  lua_getfield(L, 1, "eq");
  const int keep = lua_gettop(L);
  const lia_equations *from = lia_check(L, -1, &lia_eom_class);
  lia_pool *p = from->p;
  lia_lagrange_spec s = { .phi = field_list(L, p, "phi", &nphi) };
  s.H = field_list(L, p, "H", &nrow);
  s.b = field_list(L, p, "b", &nb);
  s.nphi = nphi;
  s.nrow = nrow / from->n;
  lua_getfield(L, 1, "names");
  const char **names = push_texts(L, lua_gettop(L), nphi + s.nrow);
  lia_error err = { 0 };
  lia_equations **o = lia_push_eom(L, keep);
  return lia_equations_constrain(o, from, &s, names, &err) == LIA_OK ? 1 : lia_raise(L, &err);
}

// name_rows(eq, {"a", "b"}): what its rows are called
static int name_rows(lua_State *L) {
  lia_equations *o = lia_check(L, 1, &lia_eom_class);
  luaL_checktype(L, 2, LUA_TTABLE);
  lia_error err = { 0 };
  if (lia_equations_name_rows(o, push_texts(L, 2, o->ncon), &err) != LIA_OK)
    return lia_raise(L, &err);
  lua_settop(L, 1);
  return 1;
}

// ---- more forces, fewer terms ----

// forced(eq, list) -> equations with n more forces on the right
static int forced(lua_State *L) {
  const lia_equations *from = lia_check(L, 1, &lia_eom_class);
  lia_expr *Q = lua_newuserdata(L, ((size_t)from->n + 1) * sizeof *Q);
  for (int i = 0; i < from->n; i++) {
    char what[32];
    lia_text_format(what, sizeof what, "Q[%d]", i + 1);
    lua_rawgeti(L, 2, i + 1);
    Q[i] = lia_to_expr(L, from->p, lua_gettop(L), 2, what);
    lua_pop(L, 1);
  }
  lia_error err = { 0 };
  lia_equations **o = lia_push_eom(L, 1);
  if (lia_equations_forced(o, from, Q, &err) != LIA_OK) return lia_eom_refuse(L, 2, &err);
  return 1;
}

// act(eq, model) -> the equations, of this model, with the force elements of its description
static int act(lua_State *L) {
  const lia_equations *from = lia_check(L, 1, &lia_eom_class);
  const lmodel *m = lia_check(L, 2, &lia_model_class);
  lua_settop(L, 2);
  lia_error err = { 0 };
  const lia_acting *x = lia_push_acting(L, from->p, m);
  lia_equations **o = lia_push_eom(L, 1);
  return lia_equations_act(o, from, x, &err) == LIA_OK ? 1 : lia_raise(L, &err);
}

static void destroy_pruned(void *x) { lia_equations_pruned_free(x); }
static const lia_class pruned_class = { .name = "pruned",
                                        .text = "Equations on their way.",
                                        .destroy = destroy_pruned };

static void tell_row(void *of, int row, int rows) {
  lia_progress_tell(of, (double)row / rows, "row %d of %d", row + 1, rows);
}

static void put_kinds(lua_State *L, const char *key, const int x[3]) {
  static const char *const kind[3] = { "A", "B", "C" };
  lua_createtable(L, 0, 3);
  for (int k = 0; k < 3; k++) {
    lua_pushinteger(L, x[k]);
    lua_setfield(L, -2, kind[k]);
  }
  lua_setfield(L, -2, key);
}

// the samples { {q .., v .., a ..}, ... } at idx in one block, on the stack
static double *push_samples(lua_State *L, int idx, int n, int *samples) {
  *samples = (int)lua_rawlen(L, idx);
  double *x = lua_newuserdata(L, ((size_t)*samples * 3 * (size_t)n + 1) * sizeof *x), *at = x;
  for (int k = 0; k < *samples; k++) {
    lua_rawgeti(L, idx, k + 1);
    for (int i = 0; i < 3 * n; i++) {
      lua_rawgeti(L, -1, i + 1);
      *at++ = luaL_checknumber(L, -1);
      lua_pop(L, 1);
    }
    lua_pop(L, 1);
  }
  return x;
}

// prune(eq, samples, eps, bound [, values]) -> { equations, rows, kept, of, error, peak, worst }
static int eom_make_prune(lua_State *L) {
  const lia_equations *from = lia_check(L, 1, &lia_eom_class);
  lia_eom_motion m = { .eps = lua_tonumber(L, 3),
                       .bound = lua_toboolean(L, 4),
                       .progress = tell_row,
                       .of = lia_kit_get(L) };
  lua_settop(L, 5);
  if (lua_istable(L, 5)) {
    lia_change c = lia_to_change(L, from->p, 5, 5);
    m.nvalue = c.n;
    m.symbol = c.from;
    m.value = c.to;
  }
  m.state = push_samples(L, 2, from->n, &m.samples);
  lia_error err = { 0 };
  void **box = lia_push(L, &pruned_class);
  lia_eom_pruned *x = NULL;
  lia_status st = lia_equations_prune(&x, from, &m, &err);
  *box = x;
  if (st == LIA_EARG && !err.path[0]) return lia_mistake(L, "values: %s", err.text);
  if (st != LIA_OK) return lia_raise(L, &err);
  lua_createtable(L, 0, 7);
  lia_push_smat_of(L, from->p, from->n, 1, 1, x->row, 1);
  lua_setfield(L, -2, "rows");
  put_kinds(L, "kept", x->kept);
  put_kinds(L, "of", x->of);
  lia_field_numbers(L, "error", x->error, from->n);
  lia_field_numbers(L, "peak", x->peak, from->n);
  lua_pushnumber(L, x->worst);
  lua_setfield(L, -2, "worst");
  lia_equations **o = lia_push_eom(L, 1);
  *o = x->eq;
  x->eq = NULL;
  lua_setfield(L, -2, "equations");
  return 1;
}

static void free_acting(void *x) { lia_acting_free(x); }
static const lia_class acting_class = { .name = "acting",
    .text = "A description with all that acts on it, on its way.", .destroy = free_acting };

const lia_acting *lia_push_acting(lua_State *L, lia_pool *p, const lmodel *o) {
  lia_error err = { 0 };
  lia_acting *x = NULL;
  void **box = lia_push(L, &acting_class);
  lia_status st = lia_acting_new(&x, p, o->spec, &err);
  *box = x;
  if (st == LIA_OK) return x;
  lia_pool_clear(p);
  lia_raise(L, &err);
  return NULL;
}

void lia_eom_made(lua_State *L) {
  static const luaL_Reg list[] = {
    { "lagrange", lagrange },   { "of_model", of_model },   { "model", model_of },
    { "constrain", constrain }, { "name_rows", name_rows }, { "forced", forced },
    { "act", act },
    { "settle", eom_make_settle },       { "prune", eom_make_prune },         { NULL, NULL },
  };
  lia_class_register(L, &pruned_class);
  lia_class_register(L, &acting_class);
  lia_kit_register(L, "eom", list);
}
