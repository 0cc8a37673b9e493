/* lsweep.c - li.random, and what stands behind li.sweep: rates in expressions, many runs at once */
#include "bindings/eom/leom.h"
#include "bindings/kit/kit.h"
#include "bindings/sym/lexpr.h"
#include "bindings/gen/lkernel.h"
#include "bindings/model/lmodel.h"
#include "bindings/sim/lsim.h"
#include "bindings/kit/nums.h"
#include "bindings/kit/progress.h"

#include "base/assert.h"
#include "base/clock.h"
#include "base/rng.h"
#include "base/text.h"
#include "eom/acting.h"
#include "rbd/sym/sdyn.h"
#include "sim/sweep.h"
#include "sym/expr/build.h"
#include "sym/expr/subs.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// ---- random numbers ----

static const lia_class random_class;

static int random_new(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  lia_rng *r = lia_push(L, &random_class);
  *r = lia_rng_seed((uint64_t)(a[0].given ? a[0].n : 1));
  return 1;
}

static int random_uniform(lua_State *L) {
  lia_arg a[3];
  lia_args(L, a);
  double lo = a[1].given ? a[1].x : 0, hi = a[2].given ? a[2].x : 1;
  lua_pushnumber(L, lia_rng_range(a[0].o, lo, hi));
  return 1;
}

static int random_normal(lua_State *L) {
  lia_arg a[3];
  lia_args(L, a);
  double mean = a[1].given ? a[1].x : 0, deviation = a[2].given ? a[2].x : 1;
  lua_pushnumber(L, mean + deviation * lia_rng_normal(a[0].o));
  return 1;
}

static int random_below(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  if (a[1].n < 1) return lia_arg_error(L, 2, "expected 1 or more, got %d", a[1].n);
  lua_pushinteger(L, (lua_Integer)lia_rng_below(a[0].o, (uint64_t)a[1].n) + 1);
  return 1;
}

static const lia_fn random_methods[] = {
  { random_uniform, "random:uniform([from: num, to: num]) -> num",
      "A number from 0 to 1, or in [from, to), all as likely.",
      "li.random(3):uniform() < 1 --> true" },
  { random_normal, "random:normal([mean: num, deviation: num]) -> num",
      "A number of the normal distribution.", "li.random(3):normal(5, 0) --> 5" },
  { random_below, "random:int(n: int) -> int", "A whole number from 1 to n.",
      "li.random(3):int(1) --> 1" },
  { 0 },
};

static const lia_class random_class = {
  .name = "random",
      .text = "A generator of random numbers: the same seed gives the same numbers, on both Luas "
      "and everywhere.", .size = sizeof(lia_rng), .method = random_methods,
};

// ---- rates in expressions ----

static void free_stree(void *t) { lia_stree_free(t); }
static void free_sdyn(void *d) { lia_sdyn_free(d); }
static const lia_class stree_hold = { .name = "stree_of_sweep", .text = "", .destroy = free_stree };
static const lia_class sdyn_hold = { .name = "sdyn_of_sweep", .text = "", .destroy = free_sdyn };

// tau of coordinate k: springs, dampers and dry friction of its joints
static lia_expr sweep_passive(lia_pool *p, const lia_smodel *m, int k) {
  lia_expr sum = LIA_ZERO;
  for (int i = 0; i < m->nelement; i++)
    if (m->element[i].coord == k)
      sum = lia_sym_add(p, sum, lia_smodel_element_force(m, &m->element[i]));
  return sum;
}

// what goes in: t, numbers of q, v, and the parameters named in the list at 2
static lia_expr *push_inputs(lua_State *L, lia_pool *p, const lia_smodel *m, int *count) {
  int np = (int)lua_rawlen(L, 2), n = m->ncoord, nq = m->nq;
  lia_expr *in = lua_newuserdata(L, (size_t)(1 + nq + n + np) * sizeof *in);
  in[0] = lia_sym_time(p);
  memcpy(in + 1, m->number, (size_t)nq * sizeof *in);
  memcpy(in + 1 + nq, m->v, (size_t)n * sizeof *in);
  for (int k = 0; k < np; k++) {
    lua_rawgeti(L, 2, k + 1);
    in[1 + nq + n + k] = lia_symbol_named(p, luaL_checkstring(L, -1));
    lua_pop(L, 1);
  }
  *count = 1 + nq + n + np;
  return in;
}

// no more than most, either way; most infinite: as it is
static lia_expr cut(lia_pool *p, lia_expr e, double most) {
  if (!isfinite(most) || !e) return e;
  const lia_expr bound = lia_sym_num(p, most);
  return lia_sym_max(p, lia_sym_neg(p, bound), lia_sym_min(p, e, bound));
}

// the forces of the joints (passive: 1), and those of the list at 3, cut to the efforts at 4
static lia_expr *push_forces(lua_State *L, lia_pool *p, const lia_smodel *m, int passive) {
  lia_expr *tau = lua_newuserdata(L, ((size_t)m->ncoord + 1) * sizeof *tau);
  const lvec *effort = lia_test(L, 4, &lia_vec_class);
  LIA_ASSERT(!effort || effort->n == m->ncoord);
  for (int k = 0; k < m->ncoord; k++) {
    char what[32];
    tau[k] = passive ? sweep_passive(p, m, k) : LIA_ZERO;
    if (!lua_istable(L, 3)) continue;
    lua_rawgeti(L, 3, k + 1);
    lia_text_format(what, sizeof what, "tau[%d]", k + 1);
    if (!lua_isnil(L, -1)) {
      const lia_expr e = lia_to_expr(L, p, lua_gettop(L), 3, what);
      tau[k] = lia_sym_add(p, tau[k], cut(p, e, effort ? effort->x[k] : (double)INFINITY));
    }
    lua_pop(L, 1);
  }
  return tau;
}

// a of a tree that nothing acts on but its joints and tau, by recursion
static lia_status of_tree(lua_State *L, const lia_smodel *m, const lia_expr *tau, lia_expr *a,
    lia_error *err) {
  lia_stree *t = NULL;
  lia_sdyn *d = NULL;
  void **tbox = lia_push(L, &stree_hold), **dbox = lia_push(L, &sdyn_hold);
  lia_status st = lia_stree_new(&t, m, NULL, err);
  *tbox = t;
  if (st == LIA_OK) st = lia_sdyn_new(&d, t, err);
  *dbox = d;
  return st == LIA_OK ? lia_sdyn_forward(d, m->v, tau, a, err) : st;
}

// what inputs of the description are: by name in the table at 5, else as where nothing sets them
static const lia_expr *push_given_inputs(lua_State *L, lia_pool *p, const lia_acting *x) {
  char what[128];
  lia_expr *e = lua_newuserdata(L, ((size_t)x->ninput + 1) * sizeof *e);
  for (int k = 0; k < x->ninput; k++) {
    e[k] = x->idle[k];
    if (!lua_istable(L, 5)) continue;
    const char *name = lia_expr_symbol(p, x->input[k])->name;
    lia_text_format(what, sizeof what, "inputs.%.100s", name);
    lua_getfield(L, 5, name);
    if (!lua_isnil(L, -1)) e[k] = lia_to_expr(L, p, lua_gettop(L), 5, what);
    lua_pop(L, 1);
  }
  return e;
}

// a of a tree with force elements, then the outputs of the description; own: states of the elements
// themselves, there is no a then
static lia_status of_acting(lua_State *L, lia_pool *p, const lmodel *o, const lia_expr *tau,
    lia_expr **out, int *own, int *noutput, lia_error *err) {
  const lia_acting *x = lia_push_acting(L, p, o);
  const lia_expr *given = push_given_inputs(L, p, x);
  *own = x->nz;
  *noutput = x->noutput;
  if (*own) return LIA_OK;
  lia_expr *a = *out = lua_newuserdata(L, (size_t)(x->nv + x->nrow + x->noutput + 1) * sizeof *a),
           *y = a + x->nv;
  LIA_TRY(lia_acting_solve(x, NULL, a, a + x->nv, err));
  if (!lia_subs_nested(p, (uint32_t)x->nv, x->a, a, (uint32_t)x->noutput, x->output, y))
    return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  return lia_acting_settle(x, tau, given, x->nv + x->noutput, a, err);
}

// rates(model, names, tau, efforts or nil, inputs or nil) -> accelerations (smat), inputs t, q, v,
// parameters (a list), outputs of the description (smat); nil where a force element has states of
// its own. inputs: those of the description by name; without it the outputs are left out where no
// force acts
static int sweep_rates(lua_State *L) {
  lmodel *o = lia_check(L, 1, &lia_model_class);
  lua_settop(L, 5);
  luaL_checktype(L, 2, LUA_TTABLE);
  lia_error err = { 0 };
  lia_pool *p = lia_push_pool(L);
  int keep = lua_gettop(L), nin;
  const lia_smodel *m = lia_push_smodel_hold(L, p, o);
  const int acts = o->spec->nforce > 0 || lua_istable(L, 5);
  const lia_expr *in = push_inputs(L, p, m, &nin), *tau = push_forces(L, p, m, !acts);
  lia_expr *out = lua_newuserdata(L, ((size_t)m->ncoord + 1) * sizeof *out);
  int own = 0, noutput = 0;
  lia_status st = acts ? of_acting(L, p, o, tau, &out, &own, &noutput, &err)
      : of_tree(L, m, tau, out, &err);
  lia_pool_clear(p);
  if (st != LIA_OK) return lia_raise(L, &err);
  if (own) {
    lua_pushnil(L);
    return 1;
  }
  lia_push_smat_of(L, p, m->ncoord, 1, 1, out, keep);
  lua_createtable(L, nin, 0);
  for (int k = 0; k < nin; k++) {
    lia_push_expr(L, p, in[k], keep);
    lua_rawseti(L, -2, k + 1);
  }
  lua_createtable(L, noutput, 0);
  for (int k = 0; k < noutput; k++) {
    lia_push_expr(L, p, out[m->ncoord + k], keep);
    lua_rawseti(L, -2, k + 1);
  }
  return 3;
}

// efforts(model) -> vec: the most that the motor of each velocity gives, infinite where none is
// told; whether dry friction of some joint sticks
static int sweep_sticks(lua_State *L) {
  const lia_model *m = lia_lmodel_dynamic(L, lia_check(L, 1, &lia_model_class));
  int sticks = 0;
  for (int k = 0; k < m->jv; k++) sticks |= m->dof[k].friction != 0;
  lua_pushboolean(L, sticks);
  return 1;
}

// ---- many runs ----

typedef struct lanes {
  lkernel_eight k, ask;                /* rates; programs beside the runs */
  const lia_model *m;                  /* NULL where every coordinate goes with its own speed */
  int nq, nv, np, runs;                /* np: with what is held */
  double told;
  const void *owner;             /* whose progress it is */
} lanes;

// q' of lane k where joints turn by quaternions; one (2 nq + nv): room
static void rate_of_lane(const lanes *s, int k, const double *x, double *dx, double *one) {
  double *v = one + s->nq, *dq = v + s->nv;
  for (int i = 0; i < s->nq; i++) one[i] = x[8 * i + k];
  for (int i = 0; i < s->nv; i++) v[i] = x[8 * (s->nq + i) + k];
  lia_model_rate(s->m, one, v, dq);
  for (int i = 0; i < s->nq; i++) dx[8 * i + k] = dq[i];
}

// kernel(t, q, v, p) of eight
static void run_eight(const lkernel_eight *k, const double *in, double *out, double *scratch) {
  const double *const ins[1] = { in };
  if (k->fn) k->fn(ins, &out, scratch);
  else lia_tape_eval8_on(k->tape, k->isa, in, out, scratch);
}

static double *gather_eight(const lanes *s, const double *t, const double *x, const double *p,
    double *w) {
  int n = s->nq + s->nv;
  memcpy(w, t, 8 * sizeof *w);
  memcpy(w + 8, x, 8 * (size_t)n * sizeof *w);
  memcpy(w + 8 * (1 + n), p, 8 * (size_t)s->np * sizeof *w);
  return w + 8 * (1 + n + s->np);
}

static void ask8(void *user, const double *t, const double *x, const double *p, double *held,
    double *w) {
  const lanes *s = user;
  run_eight(&s->ask, w, held, gather_eight(s, t, x, p, w));
}

// x = (q, v): q' by the joints, v' = kernel(t, q, v, p)
static void f8(void *user, const double *t, const double *x, const double *p, double *dx,
    double *w) {
  const lanes *s = user;
  double *one = gather_eight(s, t, x, p, w), *scratch = one + 8 * (2 * s->nq + s->nv);
  if (s->m) for (int k = 0; k < 8; k++) rate_of_lane(s, k, x, dx, one);
  else memcpy(dx, x + 8 * s->nq, 8 * (size_t)s->nv * sizeof *dx);
  run_eight(&s->k, w, dx + 8 * s->nq, scratch);
}

static void sweep_settle(void *user, double *x) {
  lia_model_normalise(((const lanes *)user)->m, x);
}

static void sweep_tell(lanes *s, int over) {
  double now = lia_clock();
  if (now - s->told < 0.2 || over == 0) return;
  s->told = now;
  lia_progress_tell(s->owner, (double)over / s->runs, "%d of %d runs", over, s->runs);
}

static void sweep_pulse(void *user, int over) { sweep_tell(user, over); }

static double sweep_number(lua_State *L, const char *key) {
  lua_getfield(L, 4, key);
  double x = lua_tonumber(L, -1);
  lua_pop(L, 1);
  return x;
}

// where options.least and options.most bound the coordinates: the runs' own marks, in Lua's memory
static void read_bounds(lua_State *L, lia_sweep *s, int nq) {
  lua_getfield(L, 4, "least");
  lua_getfield(L, 4, "most");
  const lvec *least = lia_test(L, -2, &lia_vec_class), *most = lia_test(L, -1, &lia_vec_class);
  if (!least || !most) return;
  luaL_argcheck(L, least->n == nq && most->n == nq, 4, "least, most");
  double *bound = lua_newuserdata(L, (2 * (size_t)s->n + 1) * sizeof *bound);
  for (int i = 0; i < s->n; i++) {
    bound[i] = i < nq ? least->x[i] : -(double)INFINITY;
    bound[s->n + i] = i < nq ? most->x[i] : (double)INFINITY;
  }
  s->least = bound;
  s->most = bound + s->n;
  s->passed = lua_newuserdata(L, (size_t)s->runs + 1);
  memset(s->passed, 0, (size_t)s->runs + 1);
}

// options.ask (a kernel), dt, held (runs x nheld at the start): what is asked beside the runs; what
// became of it on the stack, or nil
static void read_programs(lua_State *L, lia_sweep *s, lanes *e) {
  lua_getfield(L, 4, "ask");
  if (lua_isnil(L, -1)) return;
  e->ask = lia_lkernel_eight(L, lia_check(L, lua_gettop(L), &lia_kernel_class));
  lua_getfield(L, 4, "held");
  const lmat *held = lia_check(L, lua_gettop(L), &lia_mat_class);
  luaL_argcheck(L, held->rows == s->runs, 4, "held");
  s->nheld = held->cols;
  s->held0 = held->x;
  s->dt = sweep_number(L, "dt");
  s->ask = ask8;
  s->held = lia_pushmat(L, held->rows, held->cols);
}

// the numbers of the runs that left their bounds
static void push_passed(lua_State *L, const lia_sweep *s) {
  int n = 0;
  lua_newtable(L);
  for (int r = 0; s->passed && r < s->runs; r++) {
    if (!s->passed[r]) continue;
    lua_pushinteger(L, r + 1);
    lua_rawseti(L, -2, ++n);
  }
}

static void read_options(lua_State *L, lia_sweep *s) {
#define X(type, name, def, ok, text) \
  lua_getfield(L, 4, #name);         \
  if (!lua_isnil(L, -1)) s->opts.name = (type)lua_tonumber(L, -1); \
  lua_pop(L, 1);
  LIA_ODE_OPTS(X)
#undef X
  lua_getfield(L, 4, "method");
  s->method = lia_ode_find(luaL_checkstring(L, -1));
  lua_pop(L, 1);
  s->t0 = sweep_number(L, "start");
  s->t_end = s->t0 + sweep_number(L, "t");
  s->ntime = (int)sweep_number(L, "rows");
  s->threads = (int)sweep_number(L, "threads");
}

static int sweep_flag(lua_State *L, const char *key) {
  lua_getfield(L, 4, key);
  const int flag = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return flag;
}

// with Ctrl-C watched, and progress where it is told
static lia_status sweep_watched(const lia_sweep *sweep, const lanes *s, lia_error *err) {
  lia_watch watch;
  const int shown = sweep->pulse && lia_progress_begin(s->owner, "sweep");
  lia_watch_begin(&watch);
  const lia_status st = lia_sweep_run(sweep, err);
  (void)lia_watch_end(&watch);
  if (shown) lia_progress_end(s->owner);
  return st;
}

// run(kernel, P, X0, options) -> X (runs, or runs x rows: nq + nv), t, steps, was it interrupted,
// which runs left options.least .. options.most of their coordinates, and ended there, what became
// of options.held; nil, message, code
static int sweep_run(lua_State *L) {
  void *kernel = lia_check(L, 1, &lia_kernel_class);
  const lmat *P = lia_check(L, 2, &lia_mat_class), *X0 = lia_check(L, 3, &lia_mat_class);
  lia_error err = { 0 };
  luaL_checktype(L, 4, LUA_TTABLE);
  lanes s = { .k = lia_lkernel_eight(L, kernel), .nv = (int)sweep_number(L, "nv"),
      .np = (int)sweep_number(L, "np"), .runs = X0->rows, .owner = lia_kit_get(L) };
  s.nq = X0->cols - s.nv;
  lua_getfield(L, 4, "model");
  if (s.nq != s.nv) s.m = lia_lmodel_dynamic(L, lia_check(L, lua_gettop(L), &lia_model_class));
  lia_sweep sweep = { .n = s.nq + s.nv, .np = s.np, .runs = s.runs, .f = f8,
      .settle = s.m ? sweep_settle : NULL, .user = &s, .opts = lia_ode_defaults, .x0 = X0->x,
      .p = P->x, .pulse = sweep_flag(L, "progress") ? sweep_pulse : NULL,
      .stopped = lia_watch_heard };
  read_options(L, &sweep);
  read_bounds(L, &sweep, s.nq);
  read_programs(L, &sweep, &s);
  const int held = lua_gettop(L);
  s.np += sweep.nheld;
  sweep.sz_w = 8 * (size_t)(2 + 3 * s.nq + 2 * s.nv + s.np) +
      (s.k.sz_w8 > s.ask.sz_w8 ? s.k.sz_w8 : s.ask.sz_w8);
  sweep.steps = lua_newuserdata(L, ((size_t)s.runs + 1) * sizeof *sweep.steps);
  sweep.x = lia_pushmat(L, sweep.ntime ? s.runs * sweep.ntime : s.runs, sweep.n);
  sweep.t = lia_pushvec(L, s.runs);
  double *steps = lia_pushvec(L, s.runs);
  const lia_status st = sweep_watched(&sweep, &s, &err);
  if (st != LIA_OK && st != LIA_EINTERRUPT) return lia_fail(L, &err);
  for (int r = 0; r < s.runs; r++) steps[r] = (double)sweep.steps[r];
  lua_pushboolean(L, st == LIA_EINTERRUPT);
  push_passed(L, &sweep);
  lua_pushvalue(L, held);
  return 6;
}

// one after another: each(f, n, progress) calls f(k) for k = 1 .. n with Ctrl-C watched; true where
// it was stopped
static int each(lua_State *L) {
  luaL_checktype(L, 1, LUA_TFUNCTION);
  lanes s = { .runs = (int)luaL_checkinteger(L, 2), .owner = lia_kit_get(L) };
  int progress = lua_toboolean(L, 3), st = 0,
      shown = progress && lia_progress_begin(s.owner, "sweep");
  lia_watch watch;
  lia_watch_begin(&watch);
  for (int k = 0; k < s.runs && st == 0 && !lia_watch_heard(NULL); k++) {
    if (progress) sweep_tell(&s, k);
    lua_pushvalue(L, 1);
    lua_pushinteger(L, k + 1);
    st = lua_pcall(L, 1, 0, 0);
  }
  const int stopped = lia_watch_end(&watch);
  if (shown) lia_progress_end(s.owner);
  if (st != 0) return lua_error(L);
  lua_pushboolean(L, stopped);
  return 1;
}

// record(columns, values, t, seconds, steps, interrupted, kept, units) -> a run of these columns;
// values: a vec for each; kept: nil, or { setup =, origin = }; units: nil, or { column = unit }
static int record(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  luaL_checktype(L, 2, LUA_TTABLE);
  lua_settop(L, 8);
  lrun *o = lia_push_run(L, 0, 0);
  const int at = lua_gettop(L);
  o->energy_known = 0;
  o->t = luaL_checknumber(L, 3);
  o->seconds = luaL_checknumber(L, 4);
  o->steps = (long)luaL_checknumber(L, 5);
  o->interrupted = lua_toboolean(L, 6);
  lia_run_fill(L, o, 1, 2, 8);
  if (lua_istable(L, 7)) lia_keep(L, at, 7);
  lua_pushvalue(L, at);
  return 1;
}

static const lia_fn functions[] = {
  { random_new, "random([seed: int]) -> random",
      "A generator of random numbers; seed 1 where none is given.",
      "li.random(7):uniform() == li.random(7):uniform() --> true" },
  { 0 },
};

// methods() -> { { name =, adaptive = }, .. }: those that sweeps run by, eight at once
static int methods(lua_State *L) {
  lua_newtable(L);
  for (int k = 0, n = 0; k < LIA_ODE_COUNT; k++) {
    if (!lia_sweep_by(k)) continue;
    lua_createtable(L, 0, 2);
    lua_pushstring(L, lia_ode_name(k));
    lua_setfield(L, -2, "name");
    lua_pushboolean(L, lia_ode_adaptive(k));
    lua_setfield(L, -2, "adaptive");
    lua_rawseti(L, -2, ++n);
  }
  return 1;
}

// behind lib/liaison/sim/sweep.lua
static const luaL_Reg kit_functions[] = { { "rates", sweep_rates }, { "run", sweep_run },
    { "each", each }, { "record", record }, { "sticks", sweep_sticks },
  { "methods", methods }, { NULL, NULL } };

void lia_open_sweep(lua_State *L);
void lia_open_sweep(lua_State *L) {
  lia_class_register(L, &random_class);
  lia_class_register(L, &stree_hold);
  lia_class_register(L, &sdyn_hold);
  lia_functions(L, functions);
  lia_kit_register(L, "sweep", kit_functions);
}
