/* lsim.c - model:simulate and all that runs as it does: options, call-backs, controllers, progress, what comes back */
#include "lsim.h"
#include "lkernel.h"
#include "lmodel.h"
#include "nums.h"

#include "base/mem.h"
#include "base/rng.h"
#include "base/text.h"
#include "model/units.h"
#include "sim/hold.h"
#include "sim/machine.h"
#include "sim/run.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* ---- what one simulation needs while it runs ---- */

/* a controller: asked every dt, its output held from delay later on */
typedef struct control {
  double dt, delay, noise, t0;   /* t0: its times are t0 + k dt */
  lia_rng rng;
  long asked;                    /* how often */
  int first, count, room;        /* outputs on their way */
  double *due, *on_way;          /* (room), (room x ntau) */
  double *u;                     /* (ntau) held now */
} control;

typedef struct sim {
  lua_State *L;
  lsource *src;
  lrun *run;
  double *row, *y;
  lia_callback input, event, ctrl;   /* .fn at a table { function or list, q, v, tau } */
  int has_input, args;               /* args: index of { q, v, tau } */
  char where[96];                    /* of the input: "input (arm.lua:14)" */
  double *q, *v, *tau;               /* storage of the vecs the call-backs are given */
  double t, *g, t0, t_end;
  int nevent, which, asked;          /* asked: 0 values of all events, 1 what to do at event `which` */
  lia_run_word word;
  control *c;
  int ncontrol;
  double began, told;
  int terminal;
} sim;

static void copy(double *to, const double *from, int n) {
  if (n > 0) memcpy(to, from, (size_t)n * sizeof *to);
}

static void show_state(sim *s, double t, const double *x) {
  s->t = t;
  copy(s->q, x, s->src->nq);
  copy(s->v, x + s->src->nq, s->src->nv);
}

int lia_sim_numbers(lua_State *L, double *x, int n) {
  const lvec *given = lia_test(L, lua_gettop(L), &lia_vec_class);
  if (given) return given->n == n && (copy(x, given->x, n), 1);
  if (n == 1 && lua_type(L, -1) == LUA_TNUMBER) return x[0] = lua_tonumber(L, -1), 1;
  if (!lua_istable(L, -1) || (int)lua_rawlen(L, -1) != n) return 0;
  for (int i = 0; i < n; i++) {
    lua_rawgeti(L, -1, i + 1);
    int number = lua_type(L, -1) == LUA_TNUMBER;
    x[i] = lua_tonumber(L, -1);
    lua_pop(L, 1);
    if (!number) return 0;
  }
  return 1;
}

/* what a function of the user gave for tau, at the top: nothing where it filled tau itself */
static int take_forces(lua_State *L, sim *s, const char *who) {
  if (lua_isnil(L, -1)) return 0;
  int n = s->src->ntau;
  if (!lia_sim_numbers(L, s->tau, n))
    return lia_error_at(L, "%s: expected %d forces, or nothing where tau was filled", who, n);
  return 0;
}

/* { f, q, v, tau } at 1: f(t, q, v, tau) */
static int input_body(lua_State *L) {
  sim *s = lia_callback_self(L)->ud;
  lua_rawgeti(L, 1, 1);
  lua_pushnumber(L, s->t);
  for (int k = 2; k <= 4; k++) lua_rawgeti(L, 1, k);
  lua_call(L, 4, 1);
  return take_forces(L, s, "input");
}

static lia_status finite(const char *where, double t, const double *x, int n, lia_error *err) {
  for (int k = 0; k < n; k++)
    if (!isfinite(x[k])) return LIA_FAIL(err, LIA_EDOMAIN, where, "gave %g for force %d at t = %.9g", x[k], k + 1, t);
  return LIA_OK;
}

/* tau += what the input gives and the controllers hold */
static lia_status input(void *user, double t, const double *q, const double *v, double *tau, lia_error *err) {
  sim *s = user;
  int n = s->src->ntau;
  for (int k = 0; k < s->ncontrol; k++)
    for (int i = 0; i < n; i++) tau[i] += s->c[k].u[i];
  if (!s->has_input) return LIA_OK;
  s->t = t;
  copy(s->q, q, s->src->nq);
  copy(s->v, v, s->src->nv);
  memset(s->tau, 0, (size_t)n * sizeof(double));
  if (lia_callback_run(&s->input) != LIA_OK) return LIA_FAIL(err, LIA_EUSER, s->where, "the function failed");
  LIA_TRY(finite(s->where, t, s->tau, n, err));
  for (int i = 0; i < n; i++) tau[i] += s->tau[i];
  return LIA_OK;
}

/* { events, q, v } at 1: each g(t, q, v), or at(t, q, v) of one of them */
static int event_body(lua_State *L) {
  sim *s = lia_callback_self(L)->ud;
  lua_rawgeti(L, 1, 1);
  int list = lua_gettop(L), first = s->asked ? s->which : 0, last = s->asked ? s->which + 1 : s->nevent;
  for (int k = first; k < last; k++) {
    lua_rawgeti(L, list, k + 1);
    lua_getfield(L, -1, s->asked ? "at" : "g");
    if (lua_isnil(L, -1)) {   // an event without `at` ends the run
      s->word = LIA_RUN_stop;
      return 0;
    }
    lua_pushnumber(L, s->t);
    lua_rawgeti(L, 1, 2);
    lua_rawgeti(L, 1, 3);
    lua_call(L, 3, 1);
    if (!s->asked) {
      if (lua_type(L, -1) != LUA_TNUMBER) return lia_error_at(L, "events[%d].g: expected a number, got %s", k + 1, luaL_typename(L, -1));
      s->g[k] = lua_tonumber(L, -1);
    } else if (lua_type(L, -1) == LUA_TSTRING && !strcmp(lua_tostring(L, -1), "stop")) s->word = LIA_RUN_stop;
    else if (lua_type(L, -1) == LUA_TSTRING && !strcmp(lua_tostring(L, -1), "on")) s->word = LIA_RUN_on;
    else if (!lua_isnil(L, -1)) return lia_error_at(L, "events[%d].at: expected 'stop', 'on' or nothing, got %s", k + 1, luaL_typename(L, -1));
    lua_settop(L, list);
  }
  return 0;
}

static lia_status ask_events(sim *s, int asked, double t, const double *x, lia_error *err) {
  s->asked = asked;
  show_state(s, t, x);
  return lia_callback_run(&s->event) == LIA_OK ? LIA_OK : LIA_FAIL(err, LIA_EUSER, "events", "the function failed");
}

static lia_status events(void *user, double t, const double *x, double *g, lia_error *err) {
  sim *s = user;
  s->g = g;
  if (s->nevent) LIA_TRY(ask_events(s, 0, t, x, err));
  return s->src->njump ? s->src->jump_events(s->src->user, t, x, g + s->nevent, err) : LIA_OK;
}

static lia_status at(void *user, int k, double t, double *x, lia_run_word *word, lia_error *err) {
  sim *s = user;
  *word = LIA_RUN_changed;
  if (k >= s->nevent) return s->src->jump_at(s->src->user, k - s->nevent, t, x, err);
  s->which = k;
  s->word = LIA_RUN_changed;
  LIA_TRY(ask_events(s, 1, t, x, err));
  copy(x, s->q, s->src->nq);
  copy(x + s->src->nq, s->v, s->src->nv);
  *word = s->word;
  return LIA_OK;
}

/* ---- controllers ---- */

/* { list, q, v, u } at 1: list[which].f(t, q, v, u) */
static int control_body(lua_State *L) {
  sim *s = lia_callback_self(L)->ud;
  char who[40];
  lua_rawgeti(L, 1, 1);
  lua_rawgeti(L, -1, s->which + 1);
  lua_getfield(L, -1, "f");
  lua_pushnumber(L, s->t);
  for (int k = 2; k <= 4; k++) lua_rawgeti(L, 1, k);
  lua_call(L, 4, 1);
  lia_text_format(who, sizeof who, "controllers[%d].f", s->which + 1);
  return take_forces(L, s, who);
}

static lia_status ask_control(sim *s, int k, double t, const double *x, lia_error *err) {
  control *c = &s->c[k];
  char who[48];
  int n = s->src->ntau;
  show_state(s, t, x);
  if (c->noise > 0) {
    for (int i = 0; i < s->src->nq; i++) s->q[i] += c->noise * lia_rng_normal(&c->rng);
    for (int i = 0; i < s->src->nv; i++) s->v[i] += c->noise * lia_rng_normal(&c->rng);
  }
  memset(s->tau, 0, (size_t)n * sizeof *s->tau);
  s->which = k;
  lia_text_format(who, sizeof who, "controllers[%d]", k + 1);
  if (lia_callback_run(&s->ctrl) != LIA_OK) return LIA_FAIL(err, LIA_EUSER, who, "the function failed");
  LIA_TRY(finite(who, t, s->tau, n, err));
  int slot = (c->first + c->count++) % c->room;
  c->due[slot] = t + c->delay;
  copy(c->on_way + slot * n, s->tau, n);
  c->asked++;
  return LIA_OK;
}

static double when(const control *c) { return c->t0 + (double)c->asked * c->dt; }

static double next(void *user, double t) {
  const sim *s = user;
  double first = (double)INFINITY;
  (void)t;
  for (int k = 0; k < s->ncontrol; k++) {
    const control *c = &s->c[k];
    first = fmin(first, when(c));
    if (c->count) first = fmin(first, c->due[c->first]);
  }
  return first;
}

static lia_status tick(void *user, double t, double *x, lia_run_word *word, lia_error *err) {
  sim *s = user;
  *word = LIA_RUN_on;
  for (int k = 0; k < s->ncontrol; k++) {
    control *c = &s->c[k];
    if (when(c) <= t) LIA_TRY(ask_control(s, k, t, x, err));
    for (; c->count && c->due[c->first] <= t; c->count--) {
      copy(c->u, c->on_way + c->first * s->src->ntau, s->src->ntau);
      c->first = (c->first + 1) % c->room;
    }
  }
  return LIA_OK;
}

/* ---- what controllers and forces remember from one run to the next ---- */

typedef struct memory { int ncontrol, ntau, nz; double *z; control *c; } memory;

static const lia_class memory_class = { .name = "run_memory", .text = "", .destroy = lia_free };

static size_t control_size(const control *c, int n) { return ((size_t)c->room * (size_t)(n + 1) + (size_t)n) * sizeof(double); }

/* a copy of all, z (nz) of the forces, on the stack */
static void push_memory(lua_State *L, const sim *s, const double *z, int nz) {
  size_t size = sizeof(memory) + (size_t)s->ncontrol * sizeof(control) + (size_t)nz * sizeof(double);
  for (int k = 0; k < s->ncontrol; k++) size += control_size(&s->c[k], s->src->ntau);
  void **box = lia_push(L, &memory_class);
  memory *m = *box = lia_malloc(size);
  if (!m) lia_mistake(L, "out of memory");
  *m = (memory){ .ncontrol = s->ncontrol, .ntau = s->src->ntau, .nz = nz, .c = (control *)(m + 1) };
  m->z = (double *)(m->c + s->ncontrol);
  copy(m->z, z, nz);
  double *at = m->z + nz;
  for (int k = 0; k < s->ncontrol; k++) {
    m->c[k] = s->c[k];
    m->c[k].due = at;
    memcpy(at, s->c[k].due, control_size(&s->c[k], s->src->ntau));
    at += control_size(&s->c[k], s->src->ntau) / sizeof(double);
  }
}

/* the option memory = run:memory(), or NULL */
static const memory *given_memory(lua_State *L, int options) {
  int i = lia_sim_option(L, options, "memory");
  const memory *m = lia_test(L, i, &memory_class);
  if (!m && !lua_isnil(L, i)) lia_arg_error(L, options, "memory: expected what run:memory() gives, got %s", luaL_typename(L, i));
  return m;
}

/* controller k as it was left, where it is still the same one */
static void remember(sim *s, const memory *m, int k) {
  control *c = &s->c[k];
  if (!m || k >= m->ncontrol || m->ntau != s->src->ntau || m->c[k].dt != c->dt || m->c[k].delay != c->delay || m->c[k].room != c->room) return;
  memcpy(c->due, m->c[k].due, control_size(c, s->src->ntau));
  c->t0 = m->c[k].t0;
  c->asked = m->c[k].asked;
  c->first = m->c[k].first;
  c->count = m->c[k].count;
  if (c->noise == m->c[k].noise) c->rng = m->c[k].rng;
}

/* ---- rows, the clock on the wall, Ctrl-C ---- */

static lia_status sample(void *user, double t, const double *x, lia_error *err) {
  sim *s = user;
  lrun *o = s->run;
  const lsource *src = s->src;
  s->row[0] = t;
  copy(s->row + 1, x, src->shown);
  if (src->extra) src->extra(src->user, t, x, s->row + 1 + src->shown);
  if (src->energy >= 0) {
    double E = s->row[1 + src->shown + src->energy];
    if (o->r->nrow == 0) o->energy0 = E;
    o->energy = E;
    o->drift = fmax(o->drift, fabs(E - o->energy0));
  }
  return lia_record_add_row(o->r, s->row, err);
}

static volatile int stopped;

/* the first one ends the run; a second one that finds the first unanswered ends the program */
static void on_interrupt(int sig) {
  if (stopped) {
    signal(sig, SIG_DFL);
    raise(sig);
  }
  stopped = 1;
}

static double wall(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static lia_status pulse(void *user, double t, lia_error *err) {
  sim *s = user;
  double now = wall(), part = (t - s->t0) / (s->t_end - s->t0);
  if (s->terminal && now - s->began > 1 && now - s->told > 0.2 && part > 0) {
    s->told = now;
    fprintf(stderr, "\rsimulate: t = %-10.4g %3.0f %%, %.0f s left   ", t, 100 * part, (now - s->began) * (1 / part - 1));
    fflush(stderr);
  }
  return stopped ? LIA_FAIL(err, LIA_EINTERRUPT, "", "interrupted at t = %.9g", t) : LIA_OK;
}

void lia_sim_watch(lia_watch *w) {
  struct sigaction act;
  memset(&act, 0, sizeof act);
  act.sa_handler = on_interrupt;
  sigemptyset(&act.sa_mask);
  w->on = sigaction(SIGINT, NULL, &w->before) == 0 && w->before.sa_handler != SIG_IGN;
  if (w->on && w->before.sa_handler != on_interrupt) stopped = 0;   // a run inside a run leaves a Ctrl-C to the outer one too
  if (w->on) sigaction(SIGINT, &act, NULL);
}

void lia_sim_unwatch(const lia_watch *w) {
  if (w->on) sigaction(SIGINT, &w->before, NULL);
}

int lia_sim_stopped(void) { return stopped; }
volatile int *lia_sim_stop(void) { return &stopped; }

static lia_status run_watched(sim *s, lia_ode *w, const lia_run *r, double *work, lia_run_info *info, lia_error *err) {
  lia_watch watch;
  s->began = wall();
  lia_sim_watch(&watch);
  lia_status st = lia_run_to(w, s->t_end, r, work, info, err);
  lia_sim_unwatch(&watch);
  if (s->told > 0) fprintf(stderr, "\r%60s\r", "");
  return st;
}

/* ---- options ---- */

typedef struct lsim_opts {
#define X(type, name, def, ok, text) type name;
  LIA_ODE_OPTS(X)
#undef X
  double dt, start;
  int progress;
} lsim_opts;

#define X(type, name, def, ok, text) LIA_OPT(lsim_opts, type, name, def, ok, text),
static const lia_opt sim_opts[] = {
  LIA_ODE_OPTS(X)
  X(double, dt, 0, x >= 0, "time between rows; 0: a row at every step")
  X(double, start, 0, 1, "the time at the start")
  X(int, progress, 1, x == 0 || x == 1, "false: quiet on a terminal too")
  { 0 } };
#undef X

int lia_sim_option(lua_State *L, int options, const char *key) {
  luaL_checkstack(L, 12, NULL);
  if (options && lua_istable(L, options)) lua_getfield(L, options, key);
  else lua_pushnil(L);
  return lua_gettop(L);
}

static int method_of(lua_State *L, int options) {
  int i = lia_sim_option(L, options, "method");
  if (lua_isnil(L, i)) return LIA_ODE_dop853;
  const char *name = lua_type(L, i) == LUA_TSTRING ? lua_tostring(L, i) : luaL_typename(L, i);
  int k = lia_ode_find(name);
  if (k < 0) lia_arg_error(L, options, "method: expected one of %sgot '%.40s'", lia_ode_names(), name);
  return k;
}

/* the function at index in words: "input (arm.lua:14)" */
static void place_of(lua_State *L, int f, const char *what, char out[96]) {
  lua_Debug d;
  lua_pushvalue(L, f);
  lua_getinfo(L, ">S", &d);
  if (d.linedefined > 0) lia_text_format(out, 96, "%s (%.60s:%d)", what, d.short_src, d.linedefined);
  else lia_text_format(out, 96, "%s", what);
}

/* { value, q, v, tau }, the vecs one for all call-backs */
static int callback_table(lua_State *L, const sim *s, int value) {
  lua_createtable(L, 4, 0);
  lua_pushvalue(L, value);
  lua_rawseti(L, -2, 1);
  for (int k = 1; k <= 3; k++) {
    lua_rawgeti(L, s->args, k);
    lua_rawseti(L, -2, k + 1);
  }
  return lua_gettop(L);
}

static void set_input(lua_State *L, sim *s, int options) {
  int in = lia_sim_option(L, options, "input");
  if (lua_isnil(L, in)) return;
  if (!s->src->ntau) lia_arg_error(L, options, "input: there is nothing for it to act on: f gets t and x itself");
  if (!lua_isfunction(L, in)) lia_arg_error(L, options, "input: expected a function, got %s", luaL_typename(L, in));
  place_of(L, in, "input", s->where);
  lia_callback_init(L, &s->input, callback_table(L, s, in), input_body, s);
  s->has_input = 1;
}

static int *set_events(lua_State *L, sim *s, int options) {
  int list = lia_sim_option(L, options, "events");
  if (!lua_isnil(L, list) && !lua_istable(L, list)) lia_arg_error(L, options, "events: expected a list of {g = function, direction = , at = function}");
  s->nevent = lua_isnil(L, list) ? 0 : (int)lua_rawlen(L, list);
  int *direction = lua_newuserdata(L, ((size_t)(s->nevent + s->src->njump) + 1) * sizeof *direction);
  for (int k = 0; k < s->src->njump; k++) direction[s->nevent + k] = -1;
  for (int k = 0; k < s->nevent; k++) {
    lua_rawgeti(L, list, k + 1);
    if (!lua_istable(L, -1)) lia_arg_error(L, options, "events[%d]: expected {g = function, direction = , at = function}", k + 1);
    lua_getfield(L, -1, "g");
    if (!lua_isfunction(L, -1)) lia_arg_error(L, options, "events[%d].g: expected a function, got %s", k + 1, luaL_typename(L, -1));
    lua_getfield(L, -2, "at");
    if (!lua_isnil(L, -1) && !lua_isfunction(L, -1)) lia_arg_error(L, options, "events[%d].at: expected a function, got %s", k + 1, luaL_typename(L, -1));
    lua_getfield(L, -3, "direction");
    double d = lua_isnil(L, -1) ? 0 : lua_type(L, -1) == LUA_TNUMBER ? lua_tonumber(L, -1) : 9;
    if (d != 0 && d != 1 && d != -1) lia_arg_error(L, options, "events[%d].direction: expected 1 (rising), -1 (falling) or 0", k + 1);
    direction[k] = (int)d;
    lua_pop(L, 4);
  }
  if (s->nevent) lia_callback_init(L, &s->event, callback_table(L, s, list), event_body, s);
  return direction;
}

static double control_number(lua_State *L, int options, int k, const char *key, double def, double above) {
  lua_getfield(L, -1, key);
  double x = lua_isnil(L, -1) ? def : lua_type(L, -1) == LUA_TNUMBER ? lua_tonumber(L, -1) : (double)NAN;
  if (!(x > above || (x == above && above == 0 && def == 0)) || !isfinite(x))
    lia_arg_error(L, options, "controllers[%d].%s: expected a number %s, got %s", k + 1, key, def == 0 ? ">= 0" : "> 0",
                  lua_isnil(L, -1) ? "nothing" : lua_type(L, -1) == LUA_TNUMBER ? "one that is not" : luaL_typename(L, -1));
  lua_pop(L, 1);
  return x;
}

static void set_controllers(lua_State *L, sim *s, int options) {
  static const char *const keys[] = { "f", "dt", "delay", "noise", "seed", NULL };
  int list = lia_sim_option(L, options, "controllers"), n = s->src->ntau;
  if (lua_isnil(L, list)) return;
  if (!lua_istable(L, list)) lia_arg_error(L, options, "controllers: expected a list of {f = function, dt = seconds}");
  if (!n) lia_arg_error(L, options, "controllers: there is nothing for them to act on");
  const memory *before = given_memory(L, options);
  s->ncontrol = (int)lua_rawlen(L, list);
  s->c = lua_newuserdata(L, ((size_t)s->ncontrol + 1) * sizeof *s->c);
  for (int k = 0; k < s->ncontrol; k++) {
    control *c = &s->c[k];
    lua_rawgeti(L, list, k + 1);
    if (!lua_istable(L, -1)) lia_arg_error(L, options, "controllers[%d]: expected {f = function, dt = seconds}", k + 1);
    for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1)) {
      int known = 0;
      for (int i = 0; keys[i]; i++) known |= lua_type(L, -2) == LUA_TSTRING && !strcmp(lua_tostring(L, -2), keys[i]);
      if (!known) lia_arg_error(L, options, "controllers[%d]: unknown key '%s' (f, dt, delay, noise, seed)", k + 1,
                                lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : luaL_typename(L, -2));
    }
    lua_getfield(L, -1, "f");
    if (!lua_isfunction(L, -1)) lia_arg_error(L, options, "controllers[%d].f: expected a function, got %s", k + 1, luaL_typename(L, -1));
    lua_pop(L, 1);
    *c = (control){ .dt = control_number(L, options, k, "dt", (double)NAN, 0), .delay = control_number(L, options, k, "delay", 0, 0),
                    .noise = control_number(L, options, k, "noise", 0, 0), .t0 = s->t0 };
    c->rng = lia_rng_seed((uint64_t)control_number(L, options, k, "seed", 1 + k, 0));
    double room = ceil(c->delay / c->dt) + 2;
    if (room > 1e6) lia_arg_error(L, options, "controllers[%d].delay: more than a million outputs would be on their way", k + 1);
    c->room = (int)room;
    lua_pop(L, 1);
    c->due = lua_newuserdata(L, (size_t)c->room * (size_t)(n + 1) * sizeof(double) + (size_t)n * sizeof(double));
    c->on_way = c->due + c->room;
    c->u = c->on_way + c->room * n;
    memset(c->due, 0, control_size(c, n));
    remember(s, before, k);
    luaL_checkstack(L, 8, NULL);
  }
  lia_callback_init(L, &s->ctrl, callback_table(L, s, list), control_body, s);
}

/* ---- the run that comes back ---- */

static lia_status columns(lrun *o, const lsource *s, lia_error *err) {
  char room[32];
  LIA_TRY(lia_record_add_column(o->r, "t", "s", err));
  for (int k = 0; k < s->shown; k++) {
    const char *name = s->p.name ? s->p.name(s->p.user, k) : NULL;
    lia_text_format(room, sizeof room, "x%d", k + 1);
    LIA_TRY(lia_record_add_column(o->r, name ? name : room, s->unit ? s->unit(s->user, k) : "", err));
  }
  for (int k = 0; k < s->nextra; k++) LIA_TRY(lia_record_add_column(o->r, s->extra_name[k], s->extra_unit[k], err));
  for (int k = 0; s->paired && k < s->nq; k++) lia_record_rate(o->r, 1 + k, 1 + s->nq + k);
  return LIA_OK;
}

static lrun *new_run(lua_State *L, const lsource *s) {
  lia_error err = { 0 };
  lrun *r = lia_push_run(L, s->nq, s->p.n - s->nq);
  r->nv = s->nv;
  r->driven = s->driven;
  r->energy_known = s->energy >= 0;
  if (columns(r, s, &err) != LIA_OK) lia_raise(L, &err);
  return r;
}

/* the table { setup = everything that was given } the run keeps; its index */
static int keep_setup(lua_State *L, int run, int options, int setup) {
  lua_newtable(L);
  int kept = lua_gettop(L);
  lua_newtable(L);
  for (int from = 0; from < 2; from++) {
    int t = from ? setup : options;
    if (!t || !lua_istable(L, t)) continue;
    for (lua_pushnil(L); lua_next(L, t);) {
      lua_pushvalue(L, -2);
      lua_insert(L, -2);
      lua_rawset(L, kept + 1);
    }
  }
  lua_setfield(L, kept, "setup");
  lia_keep(L, run, kept);
  return kept;
}

/* what run:origin gives: the numbers as they were used */
static void keep_origin(lua_State *L, int kept, const lia_ode_opts *ode, double dt, const char *method, int driven) {
  lua_createtable(L, 0, 12);
  lua_getfield(L, kept, "setup");
  lua_rawgeti(L, -1, 1);
  lua_setfield(L, -3, "model");
  lua_pop(L, 1);
  lua_pushstring(L, method);
  lua_setfield(L, -2, "method");
  lua_pushboolean(L, driven);
  lua_setfield(L, -2, "driven");
  lua_pushnumber(L, dt);
  lua_setfield(L, -2, "dt");
#define X(type, name, def, ok, text)       \
  lua_pushnumber(L, (double)ode->name);    \
  lua_setfield(L, -2, #name);
  LIA_ODE_OPTS(X)
#undef X
  lua_setfield(L, kept, "origin");
}

/* a box that frees one block, for what must not be lost when something raises */
static const lia_class block_class = { .name = "simulation_workspace", .text = "", .destroy = lia_free };

static void free_solver(void *o) { lia_ode_free(o); }
const lia_class lia_solver_class = { .name = "simulation_solver", .text = "", .destroy = free_solver };

static void **keep_block(lua_State *L) { return lia_push(L, &block_class); }

static int user_error(const sim *s) {
  const lia_callback *all[] = { &s->input, &s->event, &s->ctrl };
  for (size_t k = 0; k < sizeof all / sizeof *all; k++)
    if (all[k]->err && !lua_isnil(s->L, all[k]->err)) return all[k]->err;
  for (int k = 0; k < s->src->nown; k++)
    if (s->src->own[k].err && !lua_isnil(s->L, s->src->own[k].err)) return s->src->own[k].err;
  return 0;
}

/* nil, message with the time, code, the run so far; the user's own error object is run:error(). Ctrl-C: the run itself first */
static int failed(lua_State *L, const sim *s, lia_status st, const lia_error *err, int run, int kept) {
  char text[400], where[120] = "";
  if (st == LIA_ENOMEM || st == LIA_EARG || st == LIA_EDIM || st == LIA_EMODEL) return lia_raise(L, err);
  if (err->path[0]) lia_text_format(where, sizeof where, "%s: ", err->path);
  s->run->interrupted = st == LIA_EINTERRUPT;
  s->run->failed = !s->run->interrupted;
  if (s->run->interrupted) lua_pushvalue(L, run);
  else lua_pushnil(L);
  if (st == LIA_EUSER) {
    int e = user_error(s);
    if (e) {
      lua_pushvalue(L, e);
      lua_setfield(L, kept, "error");
    }
    const char *said = e && lua_type(L, e) == LUA_TSTRING ? lua_tostring(L, e) : NULL;
    lua_pushfstring(L, "%s", said ? said : "a function of the user failed (run:error() is what it raised)");
    lia_text_format(text, sizeof text, " (at t = %.9g)", s->run->t);
    lua_pushstring(L, text);
    lua_concat(L, 2);
  } else {
    lia_text_format(text, sizeof text, "%s%s", where, err->text);
    lua_pushstring(L, text);
  }
  lua_pushstring(L, lia_status_name(st) + 4);
  lua_pushvalue(L, run);
  return 4;
}

int lia_simulate(lua_State *L, lsource *src, double duration, const double *x0, int options, int setup) {
  lia_error err = { 0 };
  lsim_opts opts;
  char other[200];
  memset(&opts, 0, sizeof opts);
#define X(type, name, def, ok, text) opts.name = lia_ode_defaults.name;
  LIA_ODE_OPTS(X)
#undef X
  opts.rtol = 1e-8;
  opts.atol = 1e-10;
  opts.progress = 1;
  luaL_checkstack(L, 40, "simulation");
  lia_text_format(other, sizeof other, "method input events controllers memory %s", src->other ? src->other : "");
  if (options) lia_options(L, options, &opts, sim_opts, other);
  if (opts.dt < 0) lia_arg_error(L, options, "dt: expected 0 (a row at every step) or more, got %g", opts.dt);
  int method = method_of(L, options), n = src->p.n;

  lrun *run = new_run(L, src);
  int at_run = lua_gettop(L), kept = keep_setup(L, at_run, options, setup);
  sim s = { .L = L, .src = src, .run = run, .t0 = opts.start, .t_end = opts.start + duration, .terminal = opts.progress && isatty(2) };
  run->method = lia_ode_name(method);
  lua_createtable(L, 3, 0);
  s.args = lua_gettop(L);
  double **vecs[3] = { &s.q, &s.v, &s.tau };
  const int size[3] = { src->nq, src->nv, src->ntau };
  for (int k = 0; k < 3; k++) {
    *vecs[k] = lia_pushvec(L, size[k]);
    lua_rawseti(L, s.args, k + 1);
  }
  lia_run r = { .dt = opts.dt, .user = &s, .sample = sample, .pulse = pulse };
  set_input(L, &s, options);
  r.direction = set_events(L, &s, options);
  set_controllers(L, &s, options);
  r.nevent = s.nevent + src->njump;
  r.events = events;
  r.at = at;
  if (s.ncontrol) r.next = next, r.tick = tick;
  if (s.has_input || s.ncontrol) src->set_input(src->user, input, &s), run->driven = 1;

  lia_ode_opts ode = {
#define X(type, name, def, ok, text) opts.name,
    LIA_ODE_OPTS(X)
#undef X
  };
  // a method of fixed steps with none named: a thousandth of a second
  if (!lia_ode_adaptive(method) && ode.h == 0) ode.h = 1e-3;
  keep_origin(L, kept, &ode, opts.dt, run->method, s.has_input || s.nevent || s.ncontrol || src->nown || src->scripted);
  lia_ode **solver = lia_push(L, &lia_solver_class);
  lia_ode *w;
  if (lia_ode_new(&w, method, &src->p, &ode, &err) != LIA_OK) return lia_raise(L, &err);
  *solver = w;
  s.row = lua_newuserdata(L, (size_t)(1 + src->shown + src->nextra) * sizeof(double));
  double *work = lua_newuserdata(L, (size_t)(6 * r.nevent + 2 * n + 1) * sizeof(double));
  double *x = run->x;
  copy(x, x0, n);

  lia_run_info info = { .event = -1 };
  lia_status st = LIA_OK;
  run->t = s.t0;
  lia_run_word word;
  if (s.ncontrol) st = tick(&s, s.t0, x, &word, &err);
  if (st == LIA_OK && src->njump) st = src->jump_begin(src->user, s.t0, x, &err);
  lia_ode_start(w, s.t0, x);
  if (st == LIA_OK) st = run_watched(&s, w, &r, work, &info, &err);
  copy(x, w->x, n);
  run->steps = w->steps - w->rejected;
  run->rejected = w->rejected;
  run->calls = w->calls;
  run->seconds = info.seconds;
  run->event = info.event;
  run->t = w->t;
  push_memory(L, &s, x + n - src->nz, src->nz);
  lua_setfield(L, kept, "memory");
  if (st != LIA_OK) return failed(L, &s, st, &err, at_run, kept);
  lua_pushvalue(L, at_run);
  return 1;
}

/* ---- model:simulate ---- */

typedef struct mechanism {
  lmodel *o;
  lia_machine *machine;
  lforces *forces;
  lsource_input *input;
  void *input_user;
  void *kernel;
  lia_closed *closed;
} mechanism;

static lia_status mechanism_input(void *user, double t, const double *q, const double *v, double *tau, lia_error *err) {
  mechanism *s = user;
  if (s->forces) LIA_TRY(lia_lforces_update(s->forces, t, q, v, err));
  return s->input ? s->input(s->input_user, t, q, v, tau, err) : LIA_OK;
}

static void mechanism_set_input(void *user, lsource_input *f, void *f_user) {
  mechanism *s = user;
  s->input = f;
  s->input_user = f_user;
  s->machine->input = mechanism_input;
  s->machine->user = s;
}

static const char *mechanism_name(void *user, int i) {
  const lia_machine *m = user;
  if (i < m->m->nq) return m->o.qname[i];
  return i < m->m->nq + m->m->nv ? m->o.vname[i - m->m->nq] : NULL;
}

static const char *mechanism_unit(void *user, int i) {
  const lia_model *m = ((const mechanism *)user)->machine->m;
  return i < m->nq ? lia_units_q(m, i) : lia_units_v(m, i - m->nq);
}

/* T, V, E; then the multipliers */
static void mechanism_extra(void *user, double t, const double *x, double *y) {
  mechanism *s = user;
  lia_error ignored = { 0 };
  lia_machine_energy(s->machine, x, &y[0], &y[1]);
  y[2] = y[0] + y[1];
  if (!s->closed) return;
  lia_status st = lia_machine_problem(s->machine).f(s->machine, t, x, s->machine->dx, &ignored);
  for (int r = 0; r < s->closed->rows; r++) y[3 + r] = st == LIA_OK ? s->closed->lambda[r] : (double)NAN;
}

/* names of the columns behind the states: energies, and "loop.1" the first multiplier of a constraint */
static void extra_names(lua_State *L, const mechanism *s, lsource *src) {
  static const char *const energy[] = { "T", "V", "E" };
  int rows = s->closed ? s->closed->rows : 0, i = 0;
  const char **name = lua_newuserdata(L, 2 * ((size_t)rows + 3) * sizeof *name + ((size_t)rows + 1) * 100), **unit = name + rows + 3;
  char *text = (char *)(unit + rows + 3);
  for (; i < 3; i++) name[i] = energy[i], unit[i] = "J";
  for (int k = 0; s->closed && k < s->closed->s->n; k++)
    for (int r = 0; r < s->closed->s->c[k].nrow; r++, i++, text += 100) {
      lia_text_format(text, 100, "%.80s.%d", s->closed->s->c[k].name, r + 1);
      name[i] = text, unit[i] = "";
    }
  src->nextra = i;
  src->extra_name = name;
  src->extra_unit = unit;
}

/* constraints = "project" | "baumgarte" | "ggl" | "none"; rate */
static void set_constraints(lua_State *L, mechanism *s, lia_machine_opts *o, int options) {
  static const char *const names[] = {
#define X(name) #name,
    LIA_KEEP_LIST(X)
#undef X
  };
  int i = lia_sim_option(L, options, "constraints"), k = 0;
  const char *got = lua_type(L, i) == LUA_TSTRING ? lua_tostring(L, i) : lua_isnil(L, i) ? "project" : luaL_typename(L, i);
  while (k < LIA_KEEP_COUNT && strcmp(names[k], got)) k++;
  if (k == LIA_KEEP_COUNT) lia_arg_error(L, options, "constraints: expected project, baumgarte, ggl or none, got %.40s", got);
  o->closed = s->closed = lia_lmodel_closed(L, s->o);
  o->keep = (lia_keep_kind)k;
  i = lia_sim_option(L, options, "rate");
  o->rate = lua_isnil(L, i) ? 20 : lua_type(L, i) == LUA_TNUMBER ? lua_tonumber(L, i) : -1;
  if (!(o->rate > 0) || !isfinite(o->rate)) lia_arg_error(L, options, "rate: expected a number > 0 (1/s)");
}

static lia_status begin(void *user, double t, double *x, lia_error *err) { return lia_hold_begin(((mechanism *)user)->machine, t, x, err); }

static lia_status jump_events(void *user, double t, const double *x, double *g, lia_error *err) {
  return lia_hold_events(((mechanism *)user)->machine, t, x, g, err);
}

static lia_status jump_at(void *user, int k, double t, double *x, lia_error *err) { return lia_hold_at(((mechanism *)user)->machine, k, t, x, err); }

/* a = kernel(q, v, tau) */
static lia_status by_kernel(void *user, const double *q, const double *v, const double *tau, double *a, lia_error *err) {
  const double *const in[3] = { q, v, tau };
  (void)err;
  lia_lkernel_run(user, in, &a);
  return LIA_OK;
}

static void set_kernel(lua_State *L, mechanism *s, const lia_model *m, lia_machine_opts *o) {
  int k = lia_sim_option(L, 5, "kernel");
  if (lua_isnil(L, k)) return;
  void *kernel = lia_test(L, k, &lia_kernel_class);
  if (!kernel) lia_arg_error(L, 5, "kernel: expected what equations:compile 'fd' gives, got %s", luaL_typename(L, k));
  lkernel_shape shape = lia_lkernel_shape(kernel);
  if (shape.groups != 3 || shape.results != 1 || shape.in_size[0] != m->nq || shape.in_size[1] != m->nv || shape.in_size[2] != m->nv || shape.out_size[0] != m->nv)
    lia_arg_error(L, 5, "kernel: expected forward dynamics a = f(q, v, tau) of %d coordinates, as equations:compile 'fd' gives it", m->nv);
  o->forward = by_kernel;
  o->forward_user = s->kernel = kernel;
}

/* the names of the rates: "q1'" */
static const char **rate_names(lua_State *L, const lia_spec *spec) {
  const char **name = lua_newuserdata(L, ((size_t)spec->ncoord + 1) * (sizeof *name + 120));
  char *text = (char *)(name + spec->ncoord + 1);
  for (int k = 0; k < spec->ncoord; k++, text += 120) {
    lia_text_format(text, 120, "%s'", spec->coord[k]);
    name[k] = text;
  }
  return name;
}

/* { model, t =, q =, v = } */
static int push_setup(lua_State *L, double t, const lia_model *m, const double *x) {
  lua_newtable(L);
  lua_pushvalue(L, 1);
  lua_rawseti(L, -2, 1);
  lua_pushnumber(L, t);
  lua_setfield(L, -2, "t");
  lia_pushnums(L, x, m->nq);
  lua_setfield(L, -2, "q");
  lia_pushnums(L, x + m->nq, m->nv);
  lua_setfield(L, -2, "v");
  return lua_gettop(L);
}

static int model_simulate(lua_State *L) {
  lia_arg a[5];
  lia_error err = { 0 };
  lia_args(L, a);
  lmodel *o = a[0].o;
  const lia_model *m = lia_lmodel_dynamic(L, o);
  const double *q = lia_lmodel_q(L, 3, &a[2], o), *v = lia_lmodel_v(L, 4, &a[3], o, o->v);
  lua_settop(L, 5);
  luaL_checkstack(L, 40, "simulation");
  int options = lua_istable(L, 5) ? 5 : 0;
  mechanism s = { .o = o };
  lia_machine_opts mo = { .qname = o->spec->qname, .vname = rate_names(L, o->spec) };
  set_kernel(L, &s, m, &mo);
  set_constraints(L, &s, &mo, options);
  int list = lia_sim_option(L, options, "forces");
  if (!lua_isnil(L, list)) {
    s.forces = lia_lforces_read(L, list, 5, o);
    mo.loads = lia_lforces_loads(s.forces);
  }
  void **box = keep_block(L);
  if (lia_machine_new(&s.machine, m, o->d, &mo, &err) != LIA_OK) return lia_raise(L, &err);
  *box = s.machine;
  int nz = s.machine->nz;
  double *x = lua_newuserdata(L, (size_t)(m->nq + m->nv + nz + 1) * sizeof *x);
  memset(x, 0, (size_t)(m->nq + m->nv + nz) * sizeof *x);
  if (q) copy(x, q, m->nq);
  else lia_model_neutral(m, x);
  lia_model_normalise(m, x);
  if (v) copy(x + m->nq, v, m->nv);
  const memory *before = given_memory(L, options);
  if (before && before->nz == nz) copy(x + m->nq + m->nv, before->z, nz);
  lsource src = { .p = lia_machine_problem(s.machine), .user = &s, .nq = m->nq, .nv = m->nv, .nz = nz, .ntau = m->nv, .set_input = mechanism_set_input,
                  .paired = m->nq == m->nv, .shown = m->nq + m->nv, .unit = mechanism_unit, .extra = mechanism_extra, .energy = 2,
                  .driven = s.machine->passive || s.forces, .other = "forces kernel constraints rate" };
  src.scripted = s.closed != NULL;
  extra_names(L, &s, &src);
  src.p.name = mechanism_name;
  if (s.forces) {
    src.own = lia_lforces_callback(s.forces);
    src.nown = 1;
    src.njump = mo.loads->njump;
    src.jump_begin = begin, src.jump_events = jump_events, src.jump_at = jump_at;
    s.machine->input = mechanism_input;
    s.machine->user = &s;
  }
  int setup = push_setup(L, a[1].x, m, x), start = lia_sim_option(L, options, "start");
  // a start that does not fit is moved as little as can be; loops that cannot close are a misfortune
  if (s.closed && lia_machine_close(s.machine, lua_tonumber(L, start), x, &err) != LIA_OK) return lia_fail(L, &err);
  return lia_simulate(L, &src, a[1].x, x, options, setup);
}

/* ---- x' = f(t, x) of a Lua function or a kernel ---- */

typedef struct plain {
  lua_State *L;
  lia_callback cb;               /* .fn at { f, x, dx } */
  void *kernel;
  int timed, n;                  /* kernel of (t, x) */
  double t, *x, *dx;
  const char *const *name;
  char where[96];
} plain;

static int plain_body(lua_State *L) {
  plain *s = lia_callback_self(L)->ud;
  lua_rawgeti(L, 1, 1);
  lua_pushnumber(L, s->t);
  lua_rawgeti(L, 1, 2);
  lua_rawgeti(L, 1, 3);
  lua_call(L, 3, 1);
  if (lua_isnil(L, -1)) return 0;
  if (!lia_sim_numbers(L, s->dx, s->n))
    return lia_error_at(L, "f: expected %d rates, or nothing where dx was filled", s->n);
  return 0;
}

static lia_status plain_f(void *user, double t, const double *x, double *dx, lia_error *err) {
  plain *s = user;
  if (s->kernel) {
    const double *const in[2] = { s->timed ? &t : x, x };
    lia_lkernel_run(s->kernel, in, &dx);
    return LIA_OK;
  }
  s->t = t;
  copy(s->x, x, s->n);
  if (lia_callback_run(&s->cb) != LIA_OK) return LIA_FAIL(err, LIA_EUSER, s->where, "the function failed");
  copy(dx, s->dx, s->n);
  return LIA_OK;
}

static const char *plain_name(void *user, int i) {
  const plain *s = user;
  return s->name ? s->name[i] : NULL;
}

static const char **plain_names(lua_State *L, int n) {
  int list = lia_sim_option(L, 4, "names");
  if (lua_isnil(L, list)) return NULL;
  if (!lua_istable(L, list) || (int)lua_rawlen(L, list) != n) lia_arg_error(L, 4, "names: expected a list of %d names", n);
  const char **name = lua_newuserdata(L, ((size_t)n + 1) * sizeof *name);
  for (int k = 0; k < n; k++) {
    lua_rawgeti(L, list, k + 1);
    if (lua_type(L, -1) != LUA_TSTRING) lia_arg_error(L, 4, "names[%d]: expected a string, got %s", k + 1, luaL_typename(L, -1));
    name[k] = lua_tostring(L, -1);   // the list keeps it
    lua_pop(L, 1);
  }
  return name;
}

/* mass = {1, 1, 0}: zeros where the equation is algebraic */
static double *plain_mass(lua_State *L, int n) {
  int list = lia_sim_option(L, 4, "mass");
  lia_nums_fault fault;
  if (lua_isnil(L, list)) return NULL;
  double *m = lua_newuserdata(L, ((size_t)n + 1) * sizeof *m);
  if (!lua_istable(L, list) || !lia_nums_table(L, list, m, n, 0, &fault)) lia_arg_error(L, 4, "mass: expected %d numbers, 0 for algebraic equations", n);
  for (int k = 0; k < n; k++)
    if (m[k] != 0 && m[k] != 1) lia_arg_error(L, 4, "mass[%d]: expected 1 (a rate) or 0 (an algebraic equation)", k + 1);
  return m;
}

static int *plain_index(lua_State *L, int n) {
  int list = lia_sim_option(L, 4, "index");
  lia_nums_fault fault;
  if (lua_isnil(L, list)) return NULL;
  double *x = lua_newuserdata(L, ((size_t)n + 1) * sizeof *x);
  int *index = lua_newuserdata(L, ((size_t)n + 1) * sizeof *index);
  if (!lua_istable(L, list) || !lia_nums_table(L, list, x, n, 0, &fault)) lia_arg_error(L, 4, "index: expected %d numbers from 0 to 3", n);
  for (int k = 0; k < n; k++) {
    if (!(x[k] >= 0 && x[k] <= 3 && x[k] == floor(x[k]))) lia_arg_error(L, 4, "index[%d]: expected 0, 1, 2 or 3", k + 1);
    index[k] = (int)x[k];
  }
  return index;
}

static int simulate_ode(lua_State *L) {
  lia_arg a[4];
  lia_args(L, a);
  lua_settop(L, 4);
  luaL_checkstack(L, 40, "simulation");
  int options = lua_istable(L, 4) ? 4 : 0;
  plain s = { .L = L, .n = a[2].n };
  if (a[0].given == 2) {
    lkernel_shape k = lia_lkernel_shape(s.kernel = a[0].o);
    s.timed = k.groups == 2;
    if (k.results != 1 || k.out_size[0] != s.n || k.groups > 2 || k.in_size[k.groups - 1] != s.n || (s.timed && k.in_size[0] != 1))
      return lia_arg_error(L, 1, "expected rates f(x) or f(t, x) of %d states", s.n);
  } else {
    place_of(L, 1, "f", s.where);
    lua_createtable(L, 3, 0);
    lua_pushvalue(L, 1);
    lua_rawseti(L, -2, 1);
    s.x = lia_pushvec(L, s.n);
    lua_rawseti(L, -2, 2);
    s.dx = lia_pushvec(L, s.n);
    lua_rawseti(L, -2, 3);
    lia_callback_init(L, &s.cb, lua_gettop(L), plain_body, &s);
  }
  s.name = plain_names(L, s.n);
  lsource src = { .p = { .n = s.n, .f = plain_f, .user = &s, .name = plain_name, .mass = plain_mass(L, s.n), .index = plain_index(L, s.n),
                         .nq = s.n % 2 ? 0 : s.n / 2 },
                  .nq = s.n, .shown = s.n, .energy = -1, .own = &s.cb, .nown = s.kernel ? 0 : 1, .other = "names mass index" };
  lua_newtable(L);
  int setup = lua_gettop(L);
  lua_pushvalue(L, 1);
  lua_setfield(L, setup, "f");
  lua_pushnumber(L, a[1].x);
  lua_setfield(L, setup, "t");
  lia_pushnums(L, a[2].p, s.n);
  lua_setfield(L, setup, "x");
  return lia_simulate(L, &src, a[1].x, a[2].p, options, setup);
}

static int compare(lua_State *L) {
  lia_arg a[3];
  lia_args(L, a);
  const lrun *x = a[0].o, *y = a[1].o;
  int c, same = x->r->ncol == y->r->ncol;
  double want;
  for (int k = 0; same && k < x->r->ncol; k++) same = !strcmp(lia_names_text(&x->r->names, k), lia_names_text(&y->r->names, k));
  if (!same) return lia_arg_error(L, 2, "the runs have different columns");
  if (a[2].given && !(a[2].x >= 0)) return lia_arg_error(L, 3, "expected a number >= 0");
  int row = lia_record_compare(x->r, y->r, a[2].given ? a[2].x : 0, &c, &want);
  if (row < 0) return 0;
  lua_pushnumber(L, lia_record_row(x->r, row)[0]);
  lua_pushstring(L, lia_names_text(&x->r->names, c));
  lua_pushnumber(L, lia_record_row(x->r, row)[c]);
  lua_pushnumber(L, want);
  return 4;
}

static int methods(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  lua_createtable(L, 0, LIA_ODE_COUNT);
  for (int k = 0; k < LIA_ODE_COUNT; k++) {
    if (!lia_ode_here(k)) continue;
    lua_createtable(L, 0, 3);
    lua_pushinteger(L, lia_ode_order(k));
    lua_setfield(L, -2, "order");
    lua_pushboolean(L, lia_ode_adaptive(k));
    lua_setfield(L, -2, "adaptive");
    lua_pushstring(L, lia_ode_text(k));
    lua_setfield(L, -2, "text");
    lua_setfield(L, -2, lia_ode_name(k));
  }
  return 1;
}

static const lia_fn functions[] = {
  { methods, "methods() -> table", "The methods of integration in this build, by name: order, adaptive (chooses its own steps), text. cvode and ida are there where SUNDIALS was.",
    "li.methods().dop853.order --> 8" },
  { simulate_ode, "ode(f: fn|kernel, t: num, x: nums [, options: table]) -> run",
    "Integrate x' = f(t, x, dx) for a time t from x; f fills dx or returns the rates; or a kernel of x, or of t and x. Options as in model:simulate (no input), and names = "
    "{...}; with method = 'radau5' also mass = {1, 0, ..}: 0 for algebraic equations 0 = f, index = {..}: 2 or 3 for multipliers of velocity and position constraints.",
    "li.num and li.ode(function(_, x) return {-x[1]} end, 1, {1}, {rtol = 1e-10}):state()[1] - math.exp(-1) < 1e-9 --> true" },
  { compare, "compare_runs(a: run, b: run [, tol: num]) -> t: num, column: str, a: num, b: num",
    "Where two runs first differ by more than tol (1 + size): the time, the column, both numbers; nothing where they agree. b is read between its rows where times differ.",
    "local r = li.simulate{li.planar{1}, q = {1}, t = 1}; return li.compare_runs(r, r) --> " },
  { 0 },
};

/* forces of a list at a state: what the run would feel there */
static int model_applied(lua_State *L) {
  lia_arg a[5];
  lia_error err = { 0 };
  lia_args(L, a);
  lmodel *o = a[0].o;
  const lia_model *m = lia_lmodel_dynamic(L, o);
  const double *q = lia_lmodel_q(L, 3, &a[2], o), *v = lia_lmodel_v(L, 4, &a[3], o, o->v);
  lua_settop(L, 5);
  luaL_checkstack(L, 40, "forces");
  double t = a[4].given ? a[4].x : 0;
  lforces *f = lia_lforces_read(L, 2, 2, o);
  lia_loads *loads = lia_lforces_loads(f);
  double *work = lua_newuserdata(L, (size_t)(m->nq + m->nv + 2 * loads->nz + 1) * sizeof *work), *Q = work, *V = Q + m->nq, *z = V + m->nv, *dz = z + loads->nz;
  memset(work, 0, (size_t)(m->nq + m->nv + 2 * loads->nz) * sizeof *work);
  copy(Q, q, m->nq);
  lia_model_normalise(m, Q);
  if (v) copy(V, v, m->nv);
  for (int k = 0; k < loads->n; k++)
    if (loads->load[k].port == LIA_PORT_coordinate) loads->load[k].mode = (V[loads->load[k].iv] > 0) - (V[loads->load[k].iv] < 0);
  double *tau = lia_pushvec(L, m->nv);
  lia_status st = lia_lforces_update(f, t, Q, V, &err);
  if (st == LIA_OK) st = lia_loads_apply(loads, m, o->d, t, Q, V, z, tau, dz, &err);
  if (st == LIA_EUSER) return lia_callback_rethrow(lia_lforces_callback(f));
  if (st != LIA_OK) return lia_fail(L, &err);
  lua_pushnumber(L, lia_loads_energy(loads, m, o->d, Q));
  return 2;
}

static const lia_fn simulate_methods[] = {
  { model_applied, "model:applied(forces: table, q: nums|table [, v: nums|table, t: num]) -> tau: vec, V: num",
    "The generalised forces of a list of force elements (li.forces() tells them) at a state, and the energy they store: for model:fd, linearisation, statics. "
    "Dry friction that sticks slides here or gives nothing at rest; currents of motors are 0.",
    "li.planar{1}:applied({{'spring', joint = 'q1', stiffness = 50}}, {0.1}) --> [-5], 0.25" },
  { model_simulate, "model:simulate(t: num [, q: nums|table, v: nums|table, options: table]) -> run",
    "Let it move for a time t from q, v (rest), in order or by name. Besides the options: method = 'dop853' (or rk4, dopri5; symplectic verlet, yoshida4, yoshida6, midpoint, gauss4, gauss6; "
    "rkmk4, cg3 for rotations; radau5 for stiff systems); "
    "input = function(t, q, v, tau), which fills tau or returns it; controllers = {{f = function(t, q, v, u), dt = , delay = , noise = , seed = }}, held between their times; "
    "loops and constraints are kept by constraints = 'project' (default: position and velocity after each step, in the mass metric), 'baumgarte' or 'ggl' (rate = 20), 'none'; "
    "forces = {{'spring', ..}, ..} (li.forces() tells them); kernel = equations:compile 'fd'; "
    "events = {{g = function(t, q, v), direction = , at = function(t, q, v)}}: at may change q and v, return 'stop' or 'on'; without at the run ends. "
    "nil, message, code, run where it cannot go on; Ctrl-C gives the run so far.",
    "li.planar{1}:simulate(1, {0.5}):info().drift < 1e-6 --> true" },
  { 0 },
};

void lia_open_sim(lua_State *L);
void lia_open_sim(lua_State *L) {
  lia_class_register(L, &lia_run_class);
  lia_class_register(L, &block_class);
  lia_class_register(L, &lia_solver_class);
  lia_class_register(L, &memory_class);
  lia_class_register(L, &lia_forces_class);
  lia_methods(L, &lia_model_class, simulate_methods);
  lia_functions(L, functions);
  lia_options_help(L, "model:simulate", sim_opts);
  lia_options_help(L, "ode", sim_opts);
}
