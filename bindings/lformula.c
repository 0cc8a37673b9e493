/* lformula.c - equations in symbols as an experiment: kit.kane.simulate, behind kane:simulate */
#include "lexpr.h"
#include "lkane.h"
#include "lrun.h"
#include "lsim.h"
#include "nums.h"

#include "base/mem.h"
#include "sim/formula.h"
#include "sim/run.h"

#include <math.h>
#include <string.h>

static void free_block(void *p) { lia_free(p); }
static const lia_class block_class = { .name = "experiment workspace", .text = "", .destroy = free_block };

typedef struct experiment {
  lua_State *L;
  lia_formula *f;
  lia_tape *shown;             /* (t, x, u, alpha') -> columns after the states */
  lrun *run;
  double *row, *in, *w, *dx;
  lia_callback input;
  double t, *x, *u;            /* storage of the vecs the call-back is given */
  int nx, nshown, energy;      /* energy: which column of the shown is E, -1: none */
} experiment;

/* { f, vec x, vec u } at 1: f(t, x, u) fills u */
static int input_body(lua_State *L) {
  lia_callback *cb = lia_callback_self(L);
  experiment *s = cb->ud;
  lua_rawgeti(L, 1, 1);
  lua_pushnumber(L, s->t);
  lua_rawgeti(L, 1, 2);
  lua_rawgeti(L, 1, 3);
  lua_call(L, 3, 0);
  return 0;
}

static lia_status input(void *user, double t, const double *x, double *u, lia_error *err) {
  experiment *s = user;
  s->t = t;
  memcpy(s->x, x, (size_t)s->nx * sizeof *x);
  if (lia_callback_run(&s->input) != LIA_OK) return LIA_FAIL(err, LIA_EUSER, "inputs", "the function failed");
  memcpy(u, s->u, (size_t)s->f->nu * sizeof *u);
  return LIA_OK;
}

static lia_status sample(void *user, double t, const double *x, lia_error *err) {
  experiment *s = user;
  const lia_formula *f = s->f;
  lrun *o = s->run;
  LIA_TRY(lia_formula_rate(s->f, t, x, s->dx, err));
  memcpy(s->in, f->in, (size_t)(1 + s->nx + f->nu) * sizeof *s->in);
  memcpy(s->in + 1 + s->nx + f->nu, s->dx + f->n, (size_t)f->l * sizeof *s->in);
  s->row[0] = t;
  memcpy(s->row + 1, x, (size_t)s->nx * sizeof *x);
  lia_tape_eval(s->shown, s->in, s->row + 1 + s->nx, s->w);
  double E = s->energy >= 0 ? s->row[1 + s->nx + s->energy] : 0;
  if (o->r->nrow == 0) o->energy0 = E;
  o->energy = E;
  o->drift = fmax(o->drift, fabs(E - o->energy0));
  return lia_record_add_row(o->r, s->row, err);
}

/* ---- reading the table at 1, which lib/liaison/kane.lua has made ---- */

static int whole(lua_State *L, const char *key) {
  lua_getfield(L, 1, key);
  int n = (int)lua_tointeger(L, -1);
  lua_pop(L, 1);
  return n;
}

static const lsmat *part(lua_State *L, const char *key) {
  lua_getfield(L, 1, key);
  const lsmat *m = lia_check(L, lua_gettop(L), &lia_smat_class);
  lua_pop(L, 1);
  return m;
}

static lia_tape *push_tape(lua_State *L, const lsmat *in, int nin, const lsmat *out) {
  lia_error err = { 0 };
  lia_tape *t = NULL;
  void **box = lia_push(L, &block_class);
  lia_status st = lia_tape_new(&t, in->p, (uint32_t)nin, in->x, (uint32_t)(out->rows * out->cols), out->x, &err);
  *box = t;
  if (st != LIA_OK) lia_raise(L, &err);
  return t;
}

static void columns(lua_State *L, lrun *o) {
  lia_error err = { 0 };
  lua_getfield(L, 1, "columns");
  int n = (int)lua_rawlen(L, -1);
  for (int i = 1; i <= n; i++) {
    lua_rawgeti(L, -1, i);
    if (lia_record_add_column(o->r, lua_tostring(L, -1), i == 1 ? "s" : "", &err) != LIA_OK) lia_raise(L, &err);
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
}

static void set_input(lua_State *L, experiment *s) {
  lua_getfield(L, 1, "input");
  if (!s->f->nu) return;
  int fn = lua_gettop(L);
  lua_createtable(L, 3, 0);
  lua_pushvalue(L, fn);
  lua_rawseti(L, -2, 1);
  s->x = lia_pushvec(L, s->nx);
  lua_rawseti(L, -2, 2);
  s->u = lia_pushvec(L, s->f->nu);
  lua_rawseti(L, -2, 3);
  lia_callback_init(L, &s->input, lua_gettop(L), input_body, s);
  s->f->input = input;
  s->f->user = s;
}

typedef struct formula_opts {
#define X(type, name, def, ok, text) type name;
  LIA_ODE_OPTS(X)
#undef X
  double dt, start;
} formula_opts;

#define X(type, name, def, ok, text) LIA_OPT(formula_opts, type, name, def, ok, text),
static const lia_opt opts_list[] = {
  LIA_ODE_OPTS(X)
  X(double, dt, 0, x >= 0, "time between rows; 0: a row at every step")
  X(double, start, 0, 1, "the time at the start")
  { 0 } };
#undef X

static int method_of(lua_State *L) {
  lua_getfield(L, 1, "method");
  int k = lua_isnil(L, -1) ? lia_ode_find("dop853") : lia_ode_find(lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "");
  if (k < 0) lia_mistake(L, "method: expected %s", lia_ode_names());
  lua_pop(L, 1);
  return k;
}

static lia_ode *push_solver(lua_State *L, experiment *s, const formula_opts *o, int method) {
  lia_ode_opts ode = {
#define X(type, name, def, ok, text) o->name,
    LIA_ODE_OPTS(X)
#undef X
  };
  lia_error err = { 0 };
  if (!lia_ode_adaptive(method) && ode.h == 0) ode.h = 1e-3;
  lia_ode_problem p = lia_formula_problem(s->f);
  lia_ode *w = NULL;
  lia_ode **box = lia_push(L, &lia_solver_class);
  lia_status st = lia_ode_new(&w, method, &p, &ode, &err);
  *box = w;
  if (st != LIA_OK) lia_raise(L, &err);
  return w;
}

static int failed(lua_State *L, const experiment *s, lia_status st, const lia_error *err, int run) {
  if (st == LIA_EUSER) return lia_callback_rethrow((lia_callback *)&s->input);
  int n = lia_fail(L, err);
  lua_pushvalue(L, run);
  return n + 1;
}

/* simulate{n, l, m, nu, t, x, inputs, rates, shown, columns, energy, input, method, options} -> run */
static int simulate(lua_State *L) {
  lia_error err = { 0 };
  formula_opts opts = { 0 };
#define X(type, name, def, ok, text) opts.name = lia_ode_defaults.name;
  LIA_ODE_OPTS(X)
#undef X
  opts.rtol = 1e-9;
  opts.atol = 1e-11;
  lua_settop(L, 1);
  lua_getfield(L, 1, "options");
  lia_options(L, 2, &opts, opts_list, "");
  const lsmat *in = part(L, "inputs"), *rates = part(L, "rates"), *shown = part(L, "shown");
  int n = whole(L, "n"), l = whole(L, "l"), m = whole(L, "m"), nu = whole(L, "nu"), method = method_of(L);
  experiment s = { .L = L, .nx = n + l + m, .nshown = shown->rows, .energy = whole(L, "energy") - 1 };
  s.run = lia_push_run(L, n, l + m);
  int run = lua_gettop(L);
  s.run->driven = whole(L, "driven");
  columns(L, s.run);
  const lia_tape *tape = push_tape(L, in, 1 + s.nx + nu, rates);
  s.shown = push_tape(L, in, 1 + s.nx + nu + l, shown);
  void **box = lia_push(L, &block_class);
  lia_status st = lia_formula_new(&s.f, tape, n, l, m, nu, &err);
  *box = s.f;
  if (st != LIA_OK) return lia_raise(L, &err);
  set_input(L, &s);
  size_t room = (size_t)(1 + s.nx + s.nshown) + (size_t)(s.shown->nin + s.shown->nslot) + 2 * (size_t)s.nx + 2;
  s.row = lua_newuserdata(L, room * sizeof *s.row);
  s.in = s.row + 1 + s.nx + s.nshown, s.w = s.in + s.shown->nin, s.dx = s.w + s.shown->nslot;
  lia_ode *w = push_solver(L, &s, &opts, method);
  double *work = lua_newuserdata(L, (size_t)(2 * s.nx + 1) * sizeof *work);
  lua_getfield(L, 1, "x");
  const lvec *x0 = lia_check(L, lua_gettop(L), &lia_vec_class);
  lua_getfield(L, 1, "t");
  double length = lua_tonumber(L, -1);
  lia_ode_start(w, opts.start, x0->x);
  lia_run r = { .dt = opts.dt, .user = &s, .sample = sample };
  lia_run_info info = { 0 };
  st = lia_run_to(w, opts.start + length, &r, work, &info, &err);
  memcpy(s.run->x, w->x, (size_t)s.nx * sizeof(double));
  s.run->steps = w->steps - w->rejected, s.run->rejected = w->rejected, s.run->calls = w->calls;
  s.run->seconds = info.seconds, s.run->t = w->t;
  if (st != LIA_OK) return failed(L, &s, st, &err, run);
  lua_pushvalue(L, run);
  return 1;
}

void lia_formula_functions(lua_State *L) {
  lia_class_register(L, &block_class);
  lua_pushcfunction(L, simulate);
  lua_setfield(L, -2, "simulate");
}
