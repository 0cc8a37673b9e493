/* lrunning.c - one simulation while it runs: call-backs, what they give and change, rows, progress
 * */
#include "bindings/sim/lrunning.h"

#include "bindings/kit/fields.h"
#include "bindings/kit/kit.h"
#include "bindings/kit/nums.h"
#include "bindings/kit/progress.h"

#include "base/clock.h"
#include "num/vec.h"

#include <math.h>
#include <string.h>

// ---- call-backs ----

void lia_sim_show(sim *s, double t, const double *x) {
  s->t = t;
  lia_vec_copy(s->q, x, s->src->nq);
  lia_vec_copy(s->v, x + s->src->nq, s->src->nv);
}

int lia_sim_take_forces(lua_State *L, sim *s, const char *who) {
  if (lua_isnil(L, -1)) return 0;
  int n = s->src->ntau;
  if (!lia_sim_numbers(L, s->tau, n))
    return lia_error_at(L, "%s: return %d forces, or fill tau and return nothing", who, n);
  return 0;
}

// { f, q, v, tau } at 1: f(t, q, v, tau)
static int input_body(lua_State *L) {
  sim *s = lia_callback_self(L)->ud;
  lua_rawgeti(L, 1, 1);
  lua_pushnumber(L, s->t);
  for (int k = 2; k <= 4; k++) lua_rawgeti(L, 1, k);
  lua_call(L, 4, 1);
  return lia_sim_take_forces(L, s, "input");
}

lia_status lia_sim_finite(const char *where, double t, const double *x, int n, lia_error *err) {
  for (int k = 0; k < n; k++)
    if (!isfinite(x[k]))
      return LIA_FAIL(err, LIA_EDOMAIN, where, "gave %g for force %d at t = %.9g", x[k], k + 1, t);
  return LIA_OK;
}

// forces no larger than their efforts. What was cut off is counted where it belongs to the end of a
// step: the first stage of a step is asked there, or the last one of the step before
static void cut(sim *s, double t, double *tau) {
  const lsource *src = s->src;
  if (src->efforts_ignored) lia_bounds_look(src->effort, src->neffort, tau);
  else lia_bounds_clip(src->effort, src->neffort, tau);
  s->forces_t = t;
  if (!s->counted && t == s->step_t) {
    lia_bounds_count(src->effort, src->neffort, t);
    s->counted = 1;
  }
}

static void step_ends(void *user, double t, const double *x) {
  sim *s = user;
  const lsource *src = s->src;
  if (src->step) src->step(src->user, t, x);
  lia_bounds_look(src->bound, src->nbound, x);
  lia_bounds_count(src->bound, src->nbound, t);
  s->step_t = t;
  s->counted = t == s->forces_t;
  if (s->counted) lia_bounds_count(src->effort, src->neffort, t);
}

static lia_status pushed(sim *s, double t, const double *q, const double *v, double *tau,
    lia_error *err);

// tau += what the input gives and the controllers hold
static lia_status sim_input(void *user, double t, const double *q, const double *v, double *tau,
    lia_error *err) {
  sim *s = user;
  LIA_TRY(pushed(s, t, q, v, tau, err));
  if (s->src->neffort) cut(s, t, tau);
  return LIA_OK;
}

static lia_status pushed(sim *s, double t, const double *q, const double *v, double *tau,
    lia_error *err) {
  int n = s->src->ntau;
  if (s->controls) LIA_TRY(lia_controls_push(s, t, q, v, tau, err));
  if (s->tau_told) LIA_TRY(lia_tau_add(s->tau_told, t, q, v, tau, err));
  if (!s->has_input) return LIA_OK;
  s->t = t;
  lia_vec_copy(s->q, q, s->src->nq);
  lia_vec_copy(s->v, v, s->src->nv);
  memset(s->tau, 0, (size_t)n * sizeof(double));
  if (lia_callback_run(&s->input) != LIA_OK)
    return LIA_FAIL(err, LIA_EUSER, s->where, "the function failed");
  LIA_TRY(lia_sim_finite(s->where, t, s->tau, n, err));
  for (int i = 0; i < n; i++) tau[i] += s->tau[i];
  return LIA_OK;
}

// { events, q, v } at 1: each g(t, q, v), or at(t, q, v) of one of them
static int event_body(lua_State *L) {
  sim *s = lia_callback_self(L)->ud;
  lua_rawgeti(L, 1, 1);
  int list = lua_gettop(L), first = s->asked ? s->which : 0,
      last = s->asked ? s->which + 1 : s->nevent;
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
      if (lua_type(L, -1) != LUA_TNUMBER)
        return lia_error_at(L, "events[%d].g: expected a number, got %s", k + 1,
            luaL_typename(L, -1));
      s->g[k] = lua_tonumber(L, -1);
    } else if (lua_type(L, -1) == LUA_TSTRING && !strcmp(lua_tostring(L, -1), "stop"))
      s->word = LIA_RUN_stop;
    else if (lua_type(L, -1) == LUA_TSTRING && !strcmp(lua_tostring(L, -1), "on"))
      s->word = LIA_RUN_on;
    else if (!lua_isnil(L, -1))
      return lia_error_at(L, "events[%d].at: expected 'stop', 'on' or nothing, got %s", k + 1,
          luaL_typename(L, -1));
    lua_settop(L, list);
  }
  return 0;
}

static lia_status ask_events(sim *s, int asked, double t, const double *x, lia_error *err) {
  s->asked = asked;
  lia_sim_show(s, t, x);
  return lia_callback_run(&s->event) == LIA_OK ? LIA_OK
      : LIA_FAIL(err, LIA_EUSER, "events", "the function failed");
}

static lia_status events(void *user, double t, const double *x, double *g, lia_error *err) {
  sim *s = user;
  s->g = g;
  if (s->nevent) LIA_TRY(ask_events(s, 0, t, x, err));
  return s->src->njump ? s->src->jump_events(s->src->user, t, x, g + s->nevent, err) : LIA_OK;
}

static int calm(void *user, double h, const double *x_old, const double *x) {
  const sim *s = user;
  return s->src->calm(s->src->user, h, x_old, x);
}

static lia_status happened(sim *s, int k, double t, double *x, lia_run_word *word, lia_error *err);

// what jumps takes energy, or gives it
static lia_status at(void *user, int k, double t, double *x, lia_run_word *word, lia_error *err) {
  sim *s = user;
  double before = s->src->total ? s->src->total(s->src->user, x) : 0;
  LIA_TRY(happened(s, k, t, x, word, err));
  if (s->src->total) s->run->events += before - s->src->total(s->src->user, x);
  return LIA_OK;
}

static lia_status happened(sim *s, int k, double t, double *x, lia_run_word *word, lia_error *err) {
  *word = LIA_RUN_changed;
  if (k >= s->nevent) return s->src->jump_at(s->src->user, k - s->nevent, t, x, err);
  s->which = k;
  s->word = LIA_RUN_changed;
  LIA_TRY(ask_events(s, 1, t, x, err));
  lia_vec_copy(x, s->q, s->src->nq);
  lia_vec_copy(x + s->src->nq, s->v, s->src->nv);
  *word = s->word;
  return s->src->njump && s->word != LIA_RUN_stop ? s->src->jump_again(s->src->user, t, x, err)
      : LIA_OK;
}

// ---- rows, the clock on the wall, Ctrl-C ----

static lia_status sample(void *user, double t, const double *x, lia_error *err) {
  sim *s = user;
  lrun *o = s->run;
  const lsource *src = s->src;
  if (o->r->nrow >= s->max_rows)
    return LIA_FAIL(err, LIA_ELIMIT, "max_rows",
        "%d rows (%.3g MB) and only at t = %.9g: give a longer time between rows (dt), or more "
        "rows (max_rows)", o->r->nrow,
        (double)o->r->nrow * o->r->ncol * 8e-6, t);
  s->row[0] = t;
  lia_vec_copy(s->row + 1, x, src->shown);
  if (src->extra) src->extra(src->user, t, x, s->row + 1 + src->shown);
  if (s->controls) lia_signals_row(s, t, x, s->row + 1 + src->shown + src->nextra);
  if (src->energy >= 0) {
    double E = s->row[1 + src->shown + src->energy];
    const double *w = x + src->p.n - src->nw;
    const double moving = src->moving ? src->moving(src->user, x) : 0;
    if (o->r->nrow == 0) {
      o->energy0 = E;
      o->moving0 = moving;
    }
    if (src->nw) {
      o->given = w[0] + moving - o->moving0;
      o->lost = w[1];
    }
    o->energy = E;
    o->drift = fmax(o->drift, fabs(E - o->energy0 - o->given + o->lost + o->events));
  }
  return lia_record_add_row(o->r, s->row, err);
}

static lia_status sim_pulse(void *user, double t, lia_error *err) {
  sim *s = user;
  double now = lia_clock(), part = (t - s->t0) / (s->t_end - s->t0);
  if (s->terminal && now - s->told > 0.2) {
    s->told = now;
    lia_progress_tell(s->owner, part, "t = %-10.4g", t);
  }
  return lia_watch_heard(NULL) ? LIA_FAIL(err, LIA_EINTERRUPT, "", "interrupted at t = %.9g", t)
      : LIA_OK;
}

static lia_status run_watched(sim *s, lia_ode *w, const lia_run *r, double *work,
    lia_run_info *info, lia_error *err) {
  lia_watch watch;
  s->owner = lia_kit_get(s->L);
  s->terminal = s->terminal && lia_progress_begin(s->owner, "simulate");
  lia_watch_begin(&watch);
  lia_status st = lia_run_to(w, s->t_end, r, work, info, err);
  // one that came too late to be seen on the way is not lost: a loop of short runs would never hear
  // it
  const int stopped = lia_watch_end(&watch);
  if (st == LIA_OK && stopped)
    st = LIA_FAIL(err, LIA_EINTERRUPT, "", "interrupted at t = %.9g", w->t);
  if (s->terminal) lia_progress_end(s->owner);
  return st;
}

// ---- what the options tell of them ----

int lia_sim_callback_table(lua_State *L, const sim *s, int value) {
  lua_createtable(L, 4, 0);
  lua_pushvalue(L, value);
  lua_rawseti(L, -2, 1);
  for (int k = 1; k <= 3; k++) {
    lua_rawgeti(L, s->args, k);
    lua_rawseti(L, -2, k + 1);
  }
  return lua_gettop(L);
}

// tau = expressions, or a function as input is one
static int tau_or_input(lua_State *L, sim *s, int options) {
  int in = lia_sim_option(L, options, "input"), tau = lia_sim_option(L, options, "tau");
  if (lua_isnil(L, tau)) return in;
  if (!s->src->ntau)
    lia_arg_error(L, options, "tau: f has no inputs that it could set: inputs = 'F' names one, and "
        "f(t, x, dx, u) gets it");
  if (!lua_isnil(L, in)) lia_arg_error(L, options, "tau and input say the same thing: give one");
  if (lua_isfunction(L, tau)) return tau;
  s->tau_told = lia_tau_read(L, s->src, "tau", tau, options);
  return in;
}

static void set_input(lua_State *L, sim *s, int options) {
  int in = tau_or_input(L, s, options);
  if (lua_isnil(L, in)) return;
  if (!s->src->ntau)
    lia_arg_error(L, options, "input: f has no inputs that it could set: inputs = 'F' names one, "
        "and f(t, x, dx, u) gets it");
  if (!lua_isfunction(L, in))
    lia_arg_error(L, options, "input: expected a function, got %s", luaL_typename(L, in));
  lia_sim_place(L, in, "input", s->where);
  lia_callback_init(L, &s->input, lia_sim_callback_table(L, s, in), input_body, s);
  s->has_input = 1;
}

static int *set_events(lua_State *L, sim *s, int options) {
  int list = lia_sim_option(L, options, "events");
  if (!lua_isnil(L, list) && !lua_istable(L, list))
    lia_arg_error(L, options,
        "events: expected a list of {g = function, direction = , at = function}, got %s",
        luaL_typename(L, list));
  s->nevent = lua_isnil(L, list) ? 0 : (int)lua_rawlen(L, list);
  int *direction = lua_newuserdata(L, ((size_t)(s->nevent + s->src->njump) + 1)
      * sizeof *direction);
  for (int k = 0; k < s->src->njump; k++) direction[s->nevent + k] = -1;
  for (int k = 0; k < s->nevent; k++) {
    lua_rawgeti(L, list, k + 1);
    if (!lua_istable(L, -1))
      lia_arg_error(L, options,
          "events[%d]: expected {g = function, direction = , at = function}, got %s", k + 1,
          luaL_typename(L, -1));
    lua_getfield(L, -1, "g");
    if (!lua_isfunction(L, -1))
      lia_arg_error(L, options, "events[%d].g: expected a function, got %s", k + 1,
          luaL_typename(L, -1));
    lua_getfield(L, -2, "at");
    if (!lua_isnil(L, -1) && !lua_isfunction(L, -1))
      lia_arg_error(L, options, "events[%d].at: expected a function, got %s", k + 1,
          luaL_typename(L, -1));
    lua_getfield(L, -3, "direction");
    double d = lia_number_or(L, -1, 0, 9);
    if (d != 0 && d != 1 && d != -1)
      lia_arg_error(L, options, "events[%d].direction: expected 1 (rising), -1 (falling) or 0",
          k + 1);
    direction[k] = (int)d;
    lua_pop(L, 4);
  }
  if (s->nevent) lia_callback_init(L, &s->event, lia_sim_callback_table(L, s, list), event_body, s);
  return direction;
}

static double nearer(double a, double b, double dir) { return (a - b) * dir > 0 ? b : a; }

// of the controllers, of forces told and of the source: the nearest in the direction of the run
static double plan_next(void *user, double t) {
  const sim *s = user;
  const double dir = s->t_end < s->t0 ? -1 : 1;
  double first = dir * (double)INFINITY;
  if (s->controls) first = lia_controls_next(s->controls);
  if (s->tau_told) first = nearer(first, lia_tau_next(s->tau_told, t, dir), dir);
  if (s->src->next) first = nearer(first, s->src->next(s->src->user, t, dir), dir);
  return first;
}

static lia_status plan_tick(void *user, double t, double *x, lia_run_word *word, lia_error *err) {
  sim *s = user;
  *word = LIA_RUN_on;
  return s->controls ? lia_controls_tick(s, t, x, err) : LIA_OK;
}

lia_run lia_sim_plan(lua_State *L, sim *s, double dt, int options) {
  lia_run r = { .dt = dt, .user = s, .sample = sample, .pulse = sim_pulse, .events = events,
      .at = at };
  set_input(L, s, options);
  r.direction = set_events(L, s, options);
  r.nevent = s->nevent + s->src->njump;
  if (!s->src->leaps) r.track = s->run->track;
  if (!s->nevent && s->src->calm) r.calm = calm;
  if (s->src->nbound || s->src->neffort || s->src->step) r.step = step_ends;
  s->controls = lia_controls_read(L, s, options);
  if (s->controls || s->src->next || s->tau_told) {
    r.next = plan_next;
    r.tick = plan_tick;
  }
  if (s->has_input || s->controls || s->tau_told) {
    s->src->set_input(s->src->user, sim_input, s);
    s->run->driven |= !s->src->nw;
  }
  return r;
}

lia_status lia_sim_go(sim *s, lia_ode *w, const lia_run *r, double *work, lia_error *err) {
  lrun *run = s->run;
  lia_run_info info = { .event = -1 };
  lia_status st = s->controls ? lia_controls_tick(s, s->t0, run->x, err) : LIA_OK;
  if (st == LIA_OK && s->src->njump) st = s->src->jump_begin(s->src->user, s->t0, run->x, err);
  lia_ode_start(w, s->t0, run->x);
  if (st == LIA_OK) st = run_watched(s, w, r, work, &info, err);
  lia_vec_copy(run->x, w->x, run->n);
  run->steps = w->steps - w->rejected;
  run->rejected = w->rejected;
  run->calls = w->calls;
  run->seconds = info.seconds;
  run->event = info.event;
  run->t = w->t;
  return st;
}

