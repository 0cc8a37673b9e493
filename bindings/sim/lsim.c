/* lsim.c - what every simulation shares: its options, the run that comes back, what stopped it */
#include "bindings/sim/lsim.h"
#include "bindings/sim/lrunning.h"

#include "bindings/kit/fields.h"
#include "bindings/kit/kit.h"
#include "bindings/kit/nums.h"

#include "base/mem.h"
#include "base/text.h"
#include "num/vec.h"

#include <limits.h>
#include <math.h>
#include <string.h>

// ---- options ----

typedef struct lsim_opts {
  double dt, start;
  int max_rows, progress;
  LIA_ODE_OPTS(LIA_OPT_FIELD)
} lsim_opts;

#define X(type, name, def, ok, text) LIA_OPT(lsim_opts, type, name, def, ok, text),
static const lia_opt sim_opts[] = {
  LIA_ODE_OPTS(X)
  X(double, dt, 0, x >= 0, "time between rows; 0: a row at every step")
  X(double, start, 0, 1, "the time at the start")
  X(int, max_rows, 0, x >= 0, "most rows before giving up; 0: as many as memory holds")
  X(int, progress, 1, x == 0 || x == 1, "false: quiet on a terminal too")
  { 0 } };
#undef X

static int sim_method_of(lua_State *L, const lsource *src, int options) {
  int i = lia_sim_option(L, options, "method");
  if (lua_isnil(L, i)) return src->leaps ? LIA_ODE_moreau : LIA_ODE_dop853;
  const char *name = lua_type(L, i) == LUA_TSTRING ? lua_tostring(L, i) : luaL_typename(L, i);
  int k = lia_ode_find(name);
  if (k < 0)
    lia_arg_error(L, options, "method: expected one of %sgot '%.40s'", lia_ode_names(), name);
  if (src->leaps && k != LIA_ODE_moreau)
    lia_arg_error(L, options, "method: velocities jump where shapes touch: contacts are stepped by "
        "'moreau', not by '%.40s'", name);
  return k;
}

// ---- the run that comes back ----

static lia_status columns(lrun *o, const lsource *s, lia_error *err) {
  char room[32];
  LIA_TRY(lia_record_add_column(o->r, "t", "s", err));
  for (int k = 0; k < s->shown; k++) {
    const char *name = s->p.name ? s->p.name(s->p.user, k) : NULL;
    lia_text_format(room, sizeof room, "x%d", k + 1);
    LIA_TRY(lia_record_add_column(o->r, name ? name : room, s->unit ? s->unit(s->user, k) : "",
        err));
  }
  for (int k = 0; k < s->nextra; k++)
    LIA_TRY(lia_record_add_column(o->r, s->extra_name[k], s->extra_unit[k], err));
  for (int k = 0; s->rate && k < s->nq; k++)
    if (s->rate[k] >= 0) lia_record_rate(o->r, 1 + k, 1 + s->rate[k]);
  return LIA_OK;
}

enum { TRACK_BYTES = 1 << 28 };

// the steps beside the rows; states that have no rate: algebraic
static lia_status new_track(lrun *o, const lsource *s, lia_error *err) {
  LIA_TRY(lia_track_new(&o->track, s->p.n, TRACK_BYTES, err));
  for (int k = 0; s->rate && k < s->nq; k++)
    if (s->rate[k] >= 0) lia_track_pair(o->track, k, s->rate[k]);
  for (int k = 0; s->p.mass && k < s->p.n; k++)
    if (s->p.mass[k] == 0) lia_track_pair(o->track, k, LIA_TRACK_NO_RATE);
  return LIA_OK;
}

static lrun *new_run(lua_State *L, const lsource *s) {
  lia_error err = { 0 };
  lrun *r = lia_push_run(L, s->nq, s->p.n - s->nq);
  r->nv = s->nv;
  r->driven = s->driven;
  r->balanced = s->nw > 0;
  r->energy_known = s->energy >= 0;
  r->shown = s->shown;
  r->nextra = s->nextra;
  r->late = s->late;
  r->late_user = s->user;
  r->first_multiplier = 1 + s->shown + s->first_multiplier;
  r->nmultiplier = s->nmultiplier;
  if (columns(r, s, &err) != LIA_OK || new_track(r, s, &err) != LIA_OK) lia_raise(L, &err);
  return r;
}

// the table { setup = everything that was given } the run keeps; its index
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

// what run:origin gives: the numbers as they were used
static void keep_origin(lua_State *L, int kept, const lia_ode_opts *ode, double dt,
    const char *method, int driven) {
  lua_createtable(L, 0, 12);
  lua_getfield(L, kept, "setup");
  lua_rawgeti(L, -1, 1);
  lua_setfield(L, -3, "model");
  lua_pop(L, 1);
  lia_field_text(L, "method", method);
  lia_field_flag(L, "driven", driven);
  lia_field_number(L, "dt", dt);
#define X(type, name, def, ok, text)       \
  lua_pushnumber(L, (double)ode->name);    \
  lua_setfield(L, -2, #name);
  LIA_ODE_OPTS(X)
#undef X
  lua_setfield(L, kept, "origin");
}

static void free_solver(void *o) { lia_ode_free(o); }
const lia_class lia_solver_class = { .name = "simulation_solver", .text = "",
    .destroy = free_solver };

static int user_error(const sim *s) {
  const lcontrols *o = s->controls;
  const lia_callback *all[] = { &s->input, &s->event, o ? &o->ask : NULL, o ? &o->refer : NULL };
  for (size_t k = 0; k < sizeof all / sizeof *all; k++)
    if (all[k] && all[k]->err && !lua_isnil(s->L, all[k]->err)) return all[k]->err;
  for (int k = 0; k < s->src->nown; k++)
    if (s->src->own[k].err && !lua_isnil(s->L, s->src->own[k].err)) return s->src->own[k].err;
  return 0;
}

// one of two words at options.key, `def` (0, 1) where nothing is said: which
static int one_of_two(lua_State *L, int options, const char *key, const char *const word[2],
    int def) {
  int i = lia_sim_option(L, options, key);
  if (lua_isnil(L, i)) return def;
  const char *got = lua_type(L, i) == LUA_TSTRING ? lua_tostring(L, i) : luaL_typename(L, i);
  for (int k = 0; k < 2; k++)
    if (!strcmp(got, word[k])) return k;
  return lia_arg_error(L, options, "%s: expected '%s' or '%s', got '%.40s'", key, word[0], word[1],
      got);
}

// on_error, on_interrupt: at the prompt a Ctrl-C keeps the run so far, in a script it ends the
// script
static void read_ways_out(lua_State *L, sim *s, int options) {
  s->returns_errors = one_of_two(L, options, "on_error", (const char *const[]){ "raise", "return" },
      0);
  s->keeps_interrupted = one_of_two(L, options, "on_interrupt",
      (const char *const[]){ "raise", "keep" }, lia_prompt_runs());
}

static const char *when(const sim *s, char room[60]) {
  lia_text_format(room, 60, " (at t = %.9g)", s->run->t);
  return room;
}

// an error of the user's own code is his: raised again, a text with the time behind it, anything
// else untouched
static int raise_again(lua_State *L, const sim *s, int e) {
  char room[60];
  if (!e) return lia_error_at(L, "a function of the script failed%s", when(s, room));
  lua_pushvalue(L, e);
  if (lua_type(L, e) == LUA_TSTRING) {
    lua_pushstring(L, when(s, room));
    lua_concat(L, 2);
  }
  return lua_error(L);
}

// the code and the run so far, behind the run or nil and a message
static int fail_with(lua_State *L, lia_status st, int run) {
  lua_pushstring(L, lia_status_name(st) + 4);
  lua_pushvalue(L, run);
  return 4;
}

static int failed_by_user(lua_State *L, const sim *s, int run, int kept) {
  char room[60];
  int e = user_error(s);
  if (!s->returns_errors) return raise_again(L, s, e);
  if (e) {
    lua_pushvalue(L, e);
    lua_setfield(L, kept, "error");
  }
  lua_pushnil(L);
  lua_pushstring(L, e && lua_type(L, e) == LUA_TSTRING ? lua_tostring(L, e)
      : "a function of the user failed (run:error() is what it raised)");
  lua_pushstring(L, when(s, room));
  lua_concat(L, 2);
  return fail_with(L, LIA_EUSER, run);
}

static int was_interrupted(lua_State *L, const sim *s, const lia_error *err, int run) {
  if (!s->keeps_interrupted)
    return lia_error_at(L, "interrupted! (at t = %.9g; on_interrupt = 'keep' gives the run so far)",
        s->run->t);
  lua_pushvalue(L, run);
  lua_pushstring(L, err->text);
  return fail_with(L, LIA_EINTERRUPT, run);
}

// mistakes raise, errors of the user's own code too; misfortunes are nil, message, code, the run so
// far. Ctrl-C raises, or gives the run itself first
// steps fell without end where dry friction cannot stick: what it is, in the place of a guess
static void explain_stall(const lsource *src, lia_status st, lia_error *err) {
  char *guess = strstr(err->text, ": at this pace");
  if (!src->slides || st != LIA_ELIMIT || strcmp(err->path, "rtol") != 0 || !guess) return;
  lia_text_format(guess, sizeof err->text - (size_t)(guess - err->text),
      ". Dry friction stands in these equations as it slides, sign(v), and cannot stick: "
      "model:smooth() has the same with a slope about rest; a run of the model lets it stick");
}

static int sim_failed(lua_State *L, const sim *s, lia_status st, const lia_error *err, int run,
    int kept) {
  char text[LIA_ERROR_PATH + sizeof err->text];
  if (st == LIA_ENOMEM || st == LIA_EARG || st == LIA_EDIM || st == LIA_EMODEL)
    return lia_raise(L, err);
  s->run->interrupted = st == LIA_EINTERRUPT;
  s->run->failed = !s->run->interrupted;
  if (st == LIA_EUSER) return failed_by_user(L, s, run, kept);
  if (st == LIA_EINTERRUPT) return was_interrupted(L, s, err, run);
  lia_text_format(text, sizeof text, "%s%s%s", err->path, err->path[0] ? ": " : "", err->text);
  lua_pushnil(L);
  lua_pushstring(L, text);
  return fail_with(L, st, run);
}

// a step may be meant that the solver takes, or the time between rows
static void refuse_step(lua_State *L, int options) {
  lua_getfield(L, options, "step");
  if (!lua_isnil(L, -1))
    lia_arg_error(L, options,
        "unknown option 'step' (h is the step of the solver, dt the time between rows)");
  lua_pop(L, 1);
}

static lsim_opts read_options(lua_State *L, const lsource *src, int options) {
  char other[200];
  lsim_opts o;
  memset(&o, 0, sizeof o);
#define X(type, name, def, ok, text) o.name = lia_ode_defaults.name;
  LIA_ODE_OPTS(X)
#undef X
  o.rtol = 1e-8;
  o.atol = 1e-10;
  o.progress = 1;
  lia_text_format(other, sizeof other,
      "method input tau events controllers sensors references sil memory z on_error "
      "on_interrupt %s",
      src->other ? src->other : "");
  if (options) refuse_step(L, options);
  if (options) lia_options(L, options, &o, sim_opts, other);
  if (o.dt < 0)
    lia_arg_error(L, options, "dt: expected 0 (a row at every step) or more, got %g", o.dt);
  if (o.max_rows < 0)
    lia_arg_error(L, options, "max_rows: expected 0 (as many as memory holds) or more, got %d",
        o.max_rows);
  return o;
}

// { name = index } of n states from `first`; a rate q1' goes by q1 too where `rates`
static void push_state_names(lua_State *L, const lsource *src, int first, int n, int rates) {
  lua_createtable(L, 0, n);
  for (int k = 0; k < n; k++) {
    const char *name = src->p.name ? src->p.name(src->p.user, first + k) : NULL;
    if (!name) lua_pushfstring(L, "x%d", first + k + 1);
    else lua_pushstring(L, name);
    lua_pushinteger(L, k + 1);
    lua_rawset(L, -3);
    const size_t size = name ? strlen(name) : 0;
    if (!rates || !size || name[size - 1] != '\'') continue;
    lua_pushlstring(L, name, size - 1);
    lua_pushinteger(L, k + 1);
    lua_rawset(L, -3);
  }
}

// { name = index } of what forces act on
static void push_force_names(lua_State *L, const lsource *src) {
  lua_createtable(L, 0, src->ntau);
  for (int k = 0; src->force_name && k < src->ntau; k++) {
    lua_pushinteger(L, k + 1);
    lua_setfield(L, -2, src->force_name[k]);
  }
}

// the vecs call-backs are given, in a table at s->args: their numbers have names
static void push_args(lua_State *L, sim *s) {
  const lsource *src = s->src;
  double **vec[3] = { &s->q, &s->v, &s->tau };
  const int size[3] = { src->nq, src->nv, src->ntau };
  lua_createtable(L, 3, 0);
  s->args = lua_gettop(L);
  for (int k = 0; k < 3; k++) {
    *vec[k] = lia_pushvec(L, size[k]);
    if (k == 2) push_force_names(L, src);
    else push_state_names(L, src, k ? src->nq : 0, size[k], k);
    lia_vec_named(L, -2, -1);
    lua_pop(L, 1);
    lua_rawseti(L, s->args, k + 1);
  }
}

// rows that max_rows allows; those that dt asks for are known before anything is done
static int rows_allowed(lua_State *L, const lrun *run, const lsim_opts *o, double duration,
    int options) {
  double most = o->max_rows > 0 ? o->max_rows : INT_MAX,
      asked = o->dt > 0 ? fabs(duration) / o->dt + 1 : 0;
  if (asked <= most || !o->max_rows) return (int)most;   // li.memory limits all of them: check_rows
  return lia_arg_error(L, options,
      "dt: %.3g rows of %d columns, %.3g MB: at most %.0f (dt >= %.2g here, or max_rows)", asked,
      run->r->ncol, asked * run->r->ncol * 8e-6, floor(most),
      fabs(duration) / fmax(most - 1, 1));
}

static lia_ode_opts ode_options(const lsim_opts *o, int method) {
  lia_ode_opts ode = {
#define X(type, name, def, ok, text) o->name,
    LIA_ODE_OPTS(X)
#undef X
  };
  // a method of fixed steps with none named: a thousandth of a second
  if (!lia_ode_adaptive(method) && ode.h == 0) ode.h = 1e-3;
  return ode;
}

static lia_ode *push_solver(lua_State *L, int method, const lia_ode_problem *p,
    const lia_ode_opts *o) {
  lia_error err = { 0 };
  lia_ode **box = lia_push(L, &lia_solver_class), *w;
  if (lia_ode_new(&w, method, p, o, &err) != LIA_OK) lia_raise(L, &err);
  return *box = w;
}

static int is_given(lua_State *L, int options, const char *name) {
  const int given = !lua_isnil(L, lia_sim_option(L, options, name));
  lua_pop(L, 1);
  return given;
}

// where no method is asked for, a stiff problem goes over to an implicit one; where no tolerance
// is, with those of the engine, which are enough for what is stiff
static void allow_implicit(lua_State *L, lia_ode *w, int options) {
  if (is_given(L, options, "method")) return;
  const int asked = is_given(L, options, "rtol") || is_given(L, options, "atol");
  lia_ode_may_go_over(w, asked ? 0 : lia_ode_defaults.rtol, asked ? 0 : lia_ode_defaults.atol);
}

static void tell_over(lua_State *L, const lia_ode *w, int list) {
  if (isnan(w->over)) return;
  ltold told = { .what = "stiff", .name = "method", .count = 1, .first = w->over };
  lia_text_format(told.text, sizeof told.text,
      "stiff: from t = %.6g on by radau5, rtol %g, atol %g (method, rtol or atol say otherwise)",
      w->over, w->opts.rtol, w->opts.atol);
  lia_told_add(L, list, &told);
}

// rows that could never be held are refused before the first of them is computed
static void check_rows(lua_State *L, const lia_record *r, double duration, double dt) {
  const double MB = 1 << 20, each = (double)r->ncol * sizeof(double),
      limit = (double)lia_mem_limit();
  if (!(dt > 0) || fabs(duration / dt) * each <= limit) return;
  lia_mistake(L, "options.dt: %.3g rows of %d numbers would take %.3g megabytes, the limit is "
      "%.0f (li.memory)", fabs(duration / dt), r->ncol,
    fabs(duration / dt) * each / MB, limit / MB);
}

// columns of references and of what units give, behind all others: held between rows
static void name_signals(lua_State *L, const sim *s) {
  lia_error err = { 0 };
  const lcontrols *o = s->controls;
  if (!o) return;
  for (int k = o->s.measured - o->nref; k < o->nsignal; k++) {
    if (k >= o->s.measured && k < o->nsignal - o->nshown) continue;
    if (lia_record_add_column(s->run->r, o->name[k], "", &err) != LIA_OK) lia_raise(L, &err);
  }
  s->run->nheld = o->nheld;
  s->run->first_held = s->run->r->ncol - o->nheld;
}

int lia_simulate(lua_State *L, lsource *src, double duration, const double *x0, int options,
    int setup) {
  lia_error err = { 0 };
  luaL_checkstack(L, 40, "simulation");
  lsim_opts opts = read_options(L, src, options);
  int method = sim_method_of(L, src, options), n = src->p.n;
  lrun *run = new_run(L, src);
  int at_run = lua_gettop(L), kept = keep_setup(L, at_run, options, setup);
  sim s = { .L = L, .src = src, .run = run, .t0 = opts.start, .t_end = opts.start + duration,
            .step_t = opts.start, .forces_t = (double)NAN, .terminal = opts.progress };
  if (src->alive) {
    lua_pushvalue(L, src->alive);
    lua_setfield(L, kept, "source");
  }
  if (src->points) {
    lua_pushvalue(L, src->points);
    lua_setfield(L, kept, "contacts");
  }
  s.max_rows = rows_allowed(L, run, &opts, duration, options);
  run->method = lia_ode_name(method);
  run->t = s.t0;
  read_ways_out(L, &s, options);
  push_args(L, &s);
  lia_run r = lia_sim_plan(L, &s, opts.dt, options);
  if (s.controls) {
    lia_controls_push_loop(L, &s);
    lua_setfield(L, kept, "loop");
  }
  check_rows(L, run->r, duration, opts.dt);
  lia_ode_opts ode = ode_options(&opts, method);
  keep_origin(L, kept, &ode, opts.dt, run->method,
      s.has_input || s.tau_told || s.nevent || s.controls || src->nown || src->scripted);
  lia_ode *w = push_solver(L, method, &src->p, &ode);
  allow_implicit(L, w, options);
  name_signals(L, &s);
  s.row = lua_newuserdata(L, (size_t)run->r->ncol * sizeof(double));
  double *work = lua_newuserdata(L, ((size_t)LIA_RUN_WORK(r.nevent, n) + 1) * sizeof(double));
  lia_vec_copy(run->x, x0, n);
  lia_status st = s.refused;
  if (st == LIA_OK) st = lia_sim_go(&s, w, &r, work, &err);
  else err = s.why;
  lia_control_push_memory(L, &s, run->x + n - src->nw - src->nz, src->nz);
  lua_setfield(L, kept, "memory");
  lia_told_push(L, &s);
  tell_over(L, w, lua_gettop(L));
  lia_run_tell(L, at_run, "told");
  explain_stall(src, st, &err);
  if (st != LIA_OK) return sim_failed(L, &s, st, &err, at_run, kept);
  lua_pushvalue(L, at_run);
  return 1;
}

static int methods(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  lua_createtable(L, 0, LIA_ODE_COUNT);
  for (int k = 0; k < LIA_ODE_COUNT; k++) {
    if (!lia_ode_here(k)) continue;
    lua_createtable(L, 0, 3);
    lia_field_integer(L, "order", lia_ode_order(k));
    lia_field_flag(L, "adaptive", lia_ode_adaptive(k));
    lia_field_text(L, "text", lia_ode_text(k));
    lua_setfield(L, -2, lia_ode_name(k));
  }
  return 1;
}

static const lia_fn functions[] = {
  { methods, "methods() -> table",
      "The methods of integration in this build, by name: order, adaptive (chooses its own "
      "steps), text. cvode and ida are there where SUNDIALS was.",
    "li.methods().dop853.order --> 8" },
  { 0 },
};

void lia_open_sim(lua_State *L);
void lia_open_sim(lua_State *L) {
  lia_class_register(L, &lia_solver_class);
  lia_class_register(L, &lia_memory_class);
  lia_class_register(L, &lia_tau_class);
  lia_functions(L, functions);
  lia_options_help(L, "model:simulate", sim_opts);
  lia_options_help(L, "ode", sim_opts);
}
