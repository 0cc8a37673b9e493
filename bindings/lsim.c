/* lsim.c - model:simulate and what it gives: a run, its columns, its files */
#include "lmodel.h"
#include "lrun.h"
#include "nums.h"

#include "base/mem.h"
#include "base/text.h"
#include "io/save.h"
#include "sim/machine.h"
#include "sim/record.h"
#include "sim/run.h"

#include <math.h>
#include <string.h>

static void run_free(void *p) {
  lrun *o = p;
  lia_record_free(o->r);
  lia_free(o->x);
  lia_free(o);
}

static const lia_fn run_methods[15];
static int run_get(lua_State *L, void *o);
const lia_class lia_run_class = {
  .name = "run", .text = "What a simulation gave: columns of numbers by name (run.t, run.q1, run[\"q1'\"]), rows in order of time.",
  .destroy = run_free, .method = run_methods, .get = run_get,
};

/* ---- what one simulation needs while it runs ---- */

typedef struct sim {
  lua_State *L;
  lmodel *model;
  lia_machine *machine;
  lrun *run;
  double *row;
  lia_callback input, event;     /* .fn at a table { function, t.., vecs } */
  double *q, *v, *tau;           /* storage of the vecs the call-backs are given */
  double t, *g, *x;
  int nevent, which, asked;      /* asked: 0 values of all events, 1 what to do at event `which` */
  lia_run_word word;
} sim;

static void copy(double *to, const double *from, int n) { memcpy(to, from, (size_t)n * sizeof *to); }

/* { f, q, v, tau } at 1: f(t, q, v, tau); what it returns, or what it wrote into tau, acts */
static int input_body(lua_State *L) {
  lia_callback *cb = lia_callback_self(L);
  sim *s = cb->ud;
  lua_rawgeti(L, 1, 1);
  lua_pushnumber(L, s->t);
  for (int k = 2; k <= 4; k++) lua_rawgeti(L, 1, k);
  lua_call(L, 4, 1);
  if (lua_isnil(L, -1)) return 0;
  int nv = s->machine->m->nv;
  const lvec *given = lia_test(L, lua_gettop(L), &lia_vec_class);
  lia_nums_fault f;
  if (given && given->n == nv) copy(s->tau, given->x, nv);
  else if (!lua_istable(L, -1) || !lia_nums_table(L, lua_gettop(L), s->tau, nv, 0, &f))
    return lia_error_at(L, "input: expected %d forces, or nothing where tau was filled", nv);
  return 0;
}

static lia_status input(void *user, double t, const double *q, const double *v, double *tau, lia_error *err) {
  sim *s = user;
  const lia_model *m = s->machine->m;
  s->t = t;
  copy(s->q, q, m->nq);
  copy(s->v, v, m->nv);
  memset(s->tau, 0, (size_t)m->nv * sizeof(double));
  if (lia_callback_run(&s->input) != LIA_OK) return LIA_FAIL(err, LIA_EUSER, "input", "the function failed");
  copy(tau, s->tau, m->nv);
  return LIA_OK;
}

/* { events, q, v } at 1: each g(t, q, v), or at(t, q, v) of one of them */
static int event_body(lua_State *L) {
  lia_callback *cb = lia_callback_self(L);
  sim *s = cb->ud;
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
  const lia_model *m = s->machine->m;
  s->t = t;
  s->asked = asked;
  copy(s->q, x, m->nq);
  copy(s->v, x + m->nq, m->nv);
  return lia_callback_run(&s->event) == LIA_OK ? LIA_OK : LIA_FAIL(err, LIA_EUSER, "events", "the function failed");
}

static lia_status events(void *user, double t, const double *x, double *g, lia_error *err) {
  sim *s = user;
  s->g = g;
  return ask_events(s, 0, t, x, err);
}

static lia_status at(void *user, int k, double t, double *x, lia_run_word *word, lia_error *err) {
  sim *s = user;
  const lia_model *m = s->machine->m;
  s->which = k;
  s->word = LIA_RUN_changed;
  LIA_TRY(ask_events(s, 1, t, x, err));
  copy(x, s->q, m->nq);
  copy(x + m->nq, s->v, m->nv);
  *word = s->word;
  return LIA_OK;
}

static lia_status sample(void *user, double t, const double *x, lia_error *err) {
  sim *s = user;
  lrun *o = s->run;
  int n = o->nq + o->nv;
  double T, V;
  lia_machine_energy(s->machine, x, &T, &V);
  s->row[0] = t;
  copy(s->row + 1, x, n);
  s->row[n + 1] = T;
  s->row[n + 2] = V;
  s->row[n + 3] = T + V;
  if (o->r->nrow == 0) o->energy0 = T + V;
  o->energy = T + V;
  o->drift = fmax(o->drift, fabs(T + V - o->energy0));
  return lia_record_add_row(o->r, s->row, err);
}

/* ---- columns ---- */

static lia_status columns(lrun *o, const lia_spec *spec, lia_error *err) {
  char name[120];
  LIA_TRY(lia_record_add_column(o->r, "t", "s", err));
  for (int k = 0; k < spec->nq; k++) LIA_TRY(lia_record_add_column(o->r, spec->qname[k], "", err));
  for (int k = 0; k < spec->ncoord; k++) {
    lia_text_format(name, sizeof name, "%s'", spec->coord[k]);
    LIA_TRY(lia_record_add_column(o->r, name, "", err));
  }
  LIA_TRY(lia_record_add_column(o->r, "T", "J", err));
  LIA_TRY(lia_record_add_column(o->r, "V", "J", err));
  return lia_record_add_column(o->r, "E", "J", err);
}

/* ---- model:simulate ---- */

typedef struct lsim_opts {
#define X(type, name, def, ok, text) type name;
  LIA_ODE_OPTS(X)
#undef X
  double dt, start;
} lsim_opts;

#define X(type, name, def, ok, text) LIA_OPT(lsim_opts, type, name, def, ok, text),
static const lia_opt sim_opts[] = {
  LIA_ODE_OPTS(X)
  X(double, dt, 0, x >= 0, "time between rows; 0: a row at every step")
  X(double, start, 0, 1, "the time at the start")
  { 0 } };
#undef X

/* field of the options at 5, pushed; nil where there are none */
static int option(lua_State *L, const char *key) {
  if (lua_istable(L, 5)) lua_getfield(L, 5, key);
  else lua_pushnil(L);
  return lua_gettop(L);
}

static int method_of(lua_State *L) {
  int i = option(L, "method");
  if (lua_isnil(L, i)) return LIA_ODE_dop853;
  const char *name = lua_type(L, i) == LUA_TSTRING ? lua_tostring(L, i) : "";
  int k = lia_ode_find(name);
  if (k < 0) lia_arg_error(L, 5, "method: expected one of %sgot '%.40s'", lia_ode_names(), name);
  return k;
}

/* a table { first value, vec q, vec v, vec tau } for a call-back; the vecs' storage */
static int callback_table(lua_State *L, int value, const lia_model *m, sim *s) {
  lua_createtable(L, 4, 0);
  lua_pushvalue(L, value);
  lua_rawseti(L, -2, 1);
  double **place[3] = { &s->q, &s->v, &s->tau };
  const int size[3] = { m->nq, m->nv, m->nv };
  for (int k = 0; k < 3; k++) {
    double *x = lia_pushvec(L, size[k]);
    if (!*place[k]) *place[k] = x;
    lua_rawseti(L, -2, k + 2);
  }
  return lua_gettop(L);
}

static void set_callbacks(lua_State *L, sim *s, const lia_model *m, lia_run *run) {
  int in = option(L, "input");
  if (!lua_isnil(L, in)) {
    if (!lua_isfunction(L, in)) lia_arg_error(L, 5, "input: expected a function, got %s", luaL_typename(L, in));
    int t = callback_table(L, in, m, s);
    lia_callback_init(L, &s->input, t, input_body, s);
    s->machine->input = input;
    s->machine->user = s;
    s->run->driven = 1;
  }
  int list = option(L, "events");
  if (lua_isnil(L, list)) return;
  if (!lua_istable(L, list)) lia_arg_error(L, 5, "events: expected a list of {g = function, direction = , at = function}");
  s->nevent = (int)lua_rawlen(L, list);
  int *direction = lua_newuserdata(L, ((size_t)s->nevent + 1) * sizeof *direction);
  for (int k = 0; k < s->nevent; k++) {
    lua_rawgeti(L, list, k + 1);
    if (!lua_istable(L, -1)) lia_arg_error(L, 5, "events[%d]: expected {g = function, direction = , at = function}", k + 1);
    lua_getfield(L, -1, "g");
    if (!lua_isfunction(L, -1)) lia_arg_error(L, 5, "events[%d].g: expected a function, got %s", k + 1, luaL_typename(L, -1));
    lua_getfield(L, -2, "at");
    if (!lua_isnil(L, -1) && !lua_isfunction(L, -1)) lia_arg_error(L, 5, "events[%d].at: expected a function, got %s", k + 1, luaL_typename(L, -1));
    lua_getfield(L, -3, "direction");
    double d = lua_isnil(L, -1) ? 0 : lua_type(L, -1) == LUA_TNUMBER ? lua_tonumber(L, -1) : 9;
    if (d != 0 && d != 1 && d != -1) lia_arg_error(L, 5, "events[%d].direction: expected 1 (rising), -1 (falling) or 0", k + 1);
    direction[k] = (int)d;
    lua_pop(L, 4);
  }
  // the call-back's vecs are its own: an event may change the state
  double *q = s->q, *v = s->v, *tau = s->tau;
  s->q = s->v = s->tau = NULL;
  int t = callback_table(L, list, m, s);
  lia_callback_init(L, &s->event, t, event_body, s);
  // one storage serves both: what input reads is what events read
  if (q) {
    lua_rawgeti(L, s->input.fn, 2);
    lua_rawseti(L, t, 2);
    lua_rawgeti(L, s->input.fn, 3);
    lua_rawseti(L, t, 3);
    s->q = q;
    s->v = v;
    s->tau = tau;
  }
  run->nevent = s->nevent;
  run->direction = direction;
  run->events = events;
  run->at = at;
}

lrun *lia_push_run(lua_State *L, int nq, int nv) {
  lia_error err = { 0 };
  void **box = lia_push(L, &lia_run_class);
  lrun *r = *box = lia_calloc(1, sizeof *r);
  if (!r) lia_mistake(L, "out of memory");
  r->nq = nq;
  r->nv = nv;
  r->event = -1;
  r->x = lia_calloc((size_t)(nq + nv) + 1, sizeof *r->x);
  if (!r->x) lia_mistake(L, "out of memory");
  if (lia_record_new(&r->r, &err) != LIA_OK) lia_raise(L, &err);
  return r;
}

static lrun *new_run(lua_State *L, const lmodel *o) {
  lia_error err = { 0 };
  lrun *r = lia_push_run(L, o->c.model->nq, o->c.model->nv);
  if (columns(r, o->spec, &err) != LIA_OK) lia_raise(L, &err);
  return r;
}

/* a box that frees one block, for what must not be lost when something raises */
static const lia_class block_class = { .name = "simulation workspace", .text = "", .destroy = lia_free };

static void **keep_block(lua_State *L) { return lia_push(L, &block_class); }

/* nil, message with the time, code, the run so far; the user's own error object is run.error */
static int failed(lua_State *L, const sim *s, lia_status st, const lia_error *err, int run) {
  char text[400], where[120] = "";
  if (st == LIA_ENOMEM || st == LIA_EARG || st == LIA_EDIM || st == LIA_EMODEL) return lia_raise(L, err);
  if (err->path[0]) lia_text_format(where, sizeof where, "%s: ", err->path);
  lua_pushnil(L);
  if (st == LIA_EUSER) {
    int e = s->input.err && !lua_isnil(L, s->input.err) ? s->input.err : s->event.err;
    const char *said = e ? lua_tostring(L, e) : NULL;
    lua_pushfstring(L, "%s", said ? said : "a function failed");
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

/* registry: run -> { model =, method =, .. }, by weak keys; what run:origin gives */
static void origins(lua_State *L) {
  static const char key;
  lua_pushlightuserdata(L, (void *)&key);
  lua_rawget(L, LUA_REGISTRYINDEX);
  if (!lua_isnil(L, -1)) return;
  lua_pop(L, 1);
  lua_newtable(L);
  lua_createtable(L, 0, 1);
  lua_pushliteral(L, "k");
  lua_setfield(L, -2, "__mode");
  lua_setmetatable(L, -2);
  lua_pushlightuserdata(L, (void *)&key);
  lua_pushvalue(L, -2);
  lua_rawset(L, LUA_REGISTRYINDEX);
}

/* model at 1, options at 5 */
static void remember(lua_State *L, int run, const lia_ode_opts *ode, const lsim_opts *opts, int driven) {
  origins(L);
  lua_pushvalue(L, run);
  lua_createtable(L, 0, 10);
  lua_pushvalue(L, 1);
  lua_setfield(L, -2, "model");
  if (lua_isnil(L, option(L, "method"))) {
    lua_pop(L, 1);
    lua_pushliteral(L, "dop853");
  }
  lua_setfield(L, -2, "method");
  lua_pushboolean(L, driven);
  lua_setfield(L, -2, "driven");
  lua_pushnumber(L, opts->dt);
  lua_setfield(L, -2, "dt");
#define X(type, name, def, ok, text)       \
  lua_pushnumber(L, (double)ode->name);    \
  lua_setfield(L, -2, #name);
  LIA_ODE_OPTS(X)
#undef X
  lua_rawset(L, -3);
  lua_pop(L, 1);
}

static int model_simulate(lua_State *L) {
  lia_arg a[5];
  lia_error err = { 0 };
  lsim_opts opts;
  memset(&opts, 0, sizeof opts);
#define X(type, name, def, ok, text) opts.name = lia_ode_defaults.name;
  LIA_ODE_OPTS(X)
#undef X
  opts.rtol = 1e-8;
  opts.atol = 1e-10;
  lia_args(L, a);
  lmodel *o = a[0].o;
  const lia_model *m = lia_lmodel_dynamic(L, o);
  if (!o->d && lia_data_new(&o->d, m, &err) != LIA_OK) return lia_raise(L, &err);
  int n = m->nq + m->nv;
  if (a[2].given) lia_arg_size(L, 3, &a[2], m->nq);
  if (a[3].given) lia_arg_size(L, 4, &a[3], m->nv);
  lua_settop(L, 5);
  lia_options(L, 5, &opts, sim_opts, "method input events");
  int method = method_of(L);

  lrun *run = new_run(L, o);
  int at_run = lua_gettop(L);
  sim s = { .L = L, .model = o, .run = run };
  lia_run r = { .dt = opts.dt, .user = &s, .sample = sample };
  void **machine = keep_block(L);
  if (lia_machine_new(&s.machine, m, o->d, &err) != LIA_OK) return lia_raise(L, &err);
  *machine = s.machine;
  run->driven = s.machine->passive;
  set_callbacks(L, &s, m, &r);

  lia_ode_opts ode = {
#define X(type, name, def, ok, text) opts.name,
    LIA_ODE_OPTS(X)
#undef X
  };
  // a method of fixed steps with none named: a thousandth of a second
  if (!lia_ode_adaptive(method) && ode.h == 0) ode.h = 1e-3;
  remember(L, at_run, &ode, &opts, s.machine->input != NULL || s.nevent > 0);
  lia_ode_problem p = lia_machine_problem(s.machine);
  void **solver = keep_block(L);
  lia_ode *w;
  if (lia_ode_new(&w, method, &p, &ode, &err) != LIA_OK) return lia_raise(L, &err);
  *solver = w;
  s.row = lua_newuserdata(L, (size_t)(n + 4) * sizeof(double));
  double *work = lua_newuserdata(L, (size_t)(3 * s.nevent + 2 * n + 1) * sizeof(double));
  double *x = run->x;
  if (a[2].given) copy(x, a[2].p, m->nq);
  else lia_model_neutral(m, x);
  lia_model_normalise(m, x);
  if (a[3].given) copy(x + m->nq, a[3].p, m->nv);

  lia_run_info info;
  lia_ode_start(w, opts.start, x);
  lia_status st = lia_run_to(w, opts.start + a[1].x, &r, work, &info, &err);
  copy(x, w->x, n);
  run->steps = w->steps - w->rejected;
  run->rejected = w->rejected;
  run->calls = w->calls;
  run->seconds = info.seconds;
  run->event = info.event;
  run->t = w->t;
  if (st != LIA_OK) return failed(L, &s, st, &err, at_run);
  lua_pushvalue(L, at_run);
  return 1;
}

/* ---- a run ---- */

static int push_column(lua_State *L, const lrun *o, int c) {
  double *x = lia_pushvec(L, o->r->nrow);
  for (int i = 0; i < o->r->nrow; i++) x[i] = lia_record_row(o->r, i)[c];
  return 1;
}

static int run_get(lua_State *L, void *box) {
  const lrun *o = box;
  const char *key = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : NULL;
  int c = key ? lia_record_find(o->r, key) : -1;
  return c < 0 ? 0 : push_column(L, o, c);
}

static int column_of(lua_State *L, const lrun *o, int arg, const char *name) {
  int c = lia_record_find(o->r, name);
  if (c >= 0) return c;
  int near = lia_names_nearest(&o->r->names, name, strlen(name));
  if (near < 0) lia_arg_error(L, arg, "no column '%.60s'", name);
  else lia_arg_error(L, arg, "no column '%.60s' (did you mean '%s'?)", name, lia_names_text(&o->r->names, near));
  return 0;
}

static int run_columns(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  const lrun *o = a[0].o;
  lua_createtable(L, o->r->ncol, 0);
  for (int c = 0; c < o->r->ncol; c++) {
    lua_pushstring(L, lia_names_text(&o->r->names, c));
    lua_rawseti(L, -2, c + 1);
  }
  return 1;
}

static int run_column(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  return push_column(L, a[0].o, column_of(L, a[0].o, 2, a[1].s));
}

static int run_at(lua_State *L) {
  lia_arg a[3];
  lia_args(L, a);
  const lrun *o = a[0].o;
  lua_pushnumber(L, lia_record_at(o->r, column_of(L, o, 2, a[1].s), a[2].x));
  return 1;
}

static int run_summary(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  const lrun *o = a[0].o;
  lia_summary s = lia_record_summary(o->r, column_of(L, o, 2, a[1].s));
  const double x[5] = { s.least, s.largest, s.mean, s.deviation, s.rms };
  for (int k = 0; k < 5; k++) lua_pushnumber(L, x[k]);
  return 5;
}

static int run_state(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  const lrun *o = a[0].o;
  lia_pushnums(L, o->x, o->nq);
  lia_pushnums(L, o->x + o->nq, o->nv);
  lua_pushnumber(L, o->t);
  return 3;
}

static int run_info(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  const lrun *o = a[0].o;
  const struct { const char *name; double x; } row[] = {
    { "steps", (double)o->steps }, { "rejected", (double)o->rejected }, { "calls", (double)o->calls }, { "seconds", o->seconds },
    { "drift", o->drift }, { "event", o->event + 1.0 }, { "t", o->t },
  };
  lua_createtable(L, 0, 8);
  for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
    lua_pushnumber(L, row[k].x);
    lua_setfield(L, -2, row[k].name);
  }
  return 1;
}

static int run_origin(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  origins(L);
  lua_pushvalue(L, 1);
  lua_rawget(L, -2);
  return 1;
}

static int run_hash(lua_State *L) {
  lia_arg a[1];
  char text[33];
  lia_args(L, a);
  lia_record_hash(((const lrun *)a[0].o)->r, text);
  lua_pushstring(L, text);
  return 1;
}

/* the text, or true once the file is written */
static int written(lua_State *L, void (*write)(const lia_record *, lia_text *)) {
  lia_arg a[2];
  lia_error err = { 0 };
  lia_text t = { 0 };
  lia_args(L, a);
  write(((const lrun *)a[0].o)->r, &t);
  lia_status s = lia_text_status(&t, &err);
  if (s == LIA_OK && a[1].given) s = lia_save(a[1].s, t.s ? t.s : "", t.n, &err);
  if (s == LIA_OK && a[1].given) lua_pushboolean(L, 1);
  else if (s == LIA_OK) lua_pushlstring(L, lia_text_str(&t), t.n);
  lia_text_free(&t);
  return s == LIA_OK ? 1 : lia_fail(L, &err);
}

static int run_csv(lua_State *L) { return written(L, lia_record_csv); }
static int run_json(lua_State *L) { return written(L, lia_record_json); }
static int run_lua(lua_State *L) { return written(L, lia_record_lua); }
static int run_npy(lua_State *L) { return written(L, lia_record_npy); }

static int run_len(lua_State *L) {
  lua_pushinteger(L, ((const lrun *)lia_check(L, 1, &lia_run_class))->r->nrow);
  return 1;
}

static int run_tostring(lua_State *L) {
  const lrun *o = lia_test(L, 1, &lia_run_class);
  char text[240];
  if (!o) lua_pushliteral(L, "run (closed)");
  else {
    int n = lia_text_format(text, sizeof text, "run to t = %.9g: %d rows, %ld steps (%ld rejected)", o->t, o->r->nrow, o->steps, o->rejected);
    if (!o->driven) lia_text_format(text + n, sizeof text - (size_t)n, ", energy %.6g, drift %.2g", o->energy0, o->drift);
    else lia_text_format(text + n, sizeof text - (size_t)n, ", energy %.6g to %.6g", o->energy0, o->energy);
    lua_pushstring(L, text);
  }
  return 1;
}

#define RUN "li.planar{1}:simulate(1, {0.5})"
static const lia_fn run_methods[15] = {
  { run_columns, "run:columns() -> table", "The names of the columns.", "table.concat(" RUN ":columns(), ' ') --> t q1 q1' T V E" },
  { run_column, "run:column(name: str) -> vec", "A column by its name, as run.name gives it.", RUN ":column('q1')[1] --> 0.5" },
  { run_at, "run:at(name: str, t: num) -> num", "A column at a time, straight between rows.", RUN ":at('q1', 0) --> 0.5" },
  { run_summary, "run:summary(name: str) -> least: num, largest: num, mean: num, deviation: num, rms: num", "Statistics of a column over its rows.",
    "(" RUN ":summary 't') --> 0" },
  { run_state, "run:state() -> q: vec, v: vec, t: num", "Where it ended: what another simulate goes on from.", "select(3, " RUN ":state()) --> 1" },
  { run_info, "run:info() -> table", "steps, rejected, calls (of the right-hand side), seconds, drift (of the energy), event (that ended it, 0: none), t.",
    RUN ":info().t --> 1" },
  { run_origin, "run:origin() -> table", "What was asked for: model, method, rtol, atol, h, h_max, fixed, max_steps, dt; driven: whether functions of the script took part.",
    RUN ":origin().method --> dop853" },
  { run_hash, "run:hash() -> str", "Fingerprint of all columns: the same bits on every machine that computed the same.", "#" RUN ":hash() --> 32" },
  { run_csv, "run:csv([file: str]) -> str|bool", "All columns as comma-separated text; into a file, which appears whole or not at all.",
    RUN ":csv():match '[^\\n]*' --> t,q1,q1',T,V,E" },
  { run_json, "run:json([file: str]) -> str|bool", "The same as JSON.", "#" RUN ":json() > 100 --> true" },
  { run_lua, "run:lua([file: str]) -> str|bool", "The same as a Lua file that returns a table.", "#" RUN ":lua() > 100 --> true" },
  { run_npy, "run:npy([file: str]) -> str|bool", "The same as a NumPy array of rows.", RUN ":npy():sub(2, 6) --> NUMPY" },
  { run_len, "run.__len(a: run, b: any) -> int", "How many rows.", "#" RUN " > 3 --> true" },
  { run_tostring, "run.__tostring(a: run) -> str", "Time, rows, steps, and what became of the energy.", "tostring(" RUN "):sub(1, 12) --> run to t = 1" },
  { 0 },
};

static const lia_fn simulate_methods[] = {
  { model_simulate, "model:simulate(t: num [, q: nums, v: nums, options: table]) -> run",
    "Let it move for a time t from q, v (rest). Besides the options: method = 'dop853', 'dopri5' or 'rk4'; input = function(t, q, v, tau), which fills tau or "
    "returns it; events = {{g = function(t, q, v), direction = , at = function(t, q, v)}}: at may change q and v, return 'stop' or 'on'; without at the run ends. "
    "nil, message, code, run where it cannot go on.",
    "li.planar{1}:simulate(1, {0.5}):info().drift < 1e-6 --> true" },
  { 0 },
};

void lia_open_sim(lua_State *L);
void lia_open_sim(lua_State *L) {
  lia_class_register(L, &lia_run_class);
  lia_class_register(L, &block_class);
  lia_methods(L, &lia_model_class, simulate_methods);
  lia_options_help(L, "model:simulate", sim_opts);
}
