/* lcontrol.c - controllers, estimators and sensors of simulations: read, wired to signals, asked at
 * their times; what they remember from run to run */
#include "bindings/gen/lkernel.h"
#include "bindings/kit/fields.h"
#include "bindings/kit/kit.h"
#include "bindings/kit/nums.h"
#include "bindings/sim/lrunning.h"

#include "base/mem.h"
#include "base/text.h"
#include "num/vec.h"

#include <math.h>
#include <string.h>

// ---- what a unit is asked ----

// { list, q, v, u } at 1: list[which].f(t, q, v, u)
static int control_body(lua_State *L) {
  sim *s = lia_callback_self(L)->ud;
  const int k = s->controls->which;
  char who[LIA_ERROR_PATH];
  lua_rawgeti(L, 1, 1);
  lua_rawgeti(L, -1, k + 1);
  lua_pushnumber(L, s->t);
  for (int i = 2; i <= 4; i++) lua_rawgeti(L, 1, i);
  lua_call(L, 4, 1);
  lia_text_format(who, sizeof who, "%s.f", s->controls->s.unit[k].name);
  return lia_sim_take_forces(L, s, who);
}

static lia_status ask_function(void *user, int k, double t, const double *y, double *u,
    lia_error *err) {
  sim *s = user;
  lcontrols *o = s->controls;
  lcontrol *c = &o->c[k];
  const char *who = o->s.unit[k].name;
  (void)y;
  lia_sim_show(s, t, o->x);
  if (lia_vec_max(c->deviation, c->channels) > 0)
    lia_noise_add(s->src, c->deviation, c->noise, c->work, s->q, s->v);
  memset(s->tau, 0, (size_t)s->src->ntau * sizeof *s->tau);
  o->which = k;
  if (lia_callback_run(&o->ask) != LIA_OK)
    return LIA_FAIL(err, LIA_EUSER, who, "the function failed");
  LIA_TRY(lia_sim_finite(who, t, s->tau, s->src->ntau, err));
  lia_vec_copy(u, s->tau, s->src->ntau);
  return LIA_OK;
}

static void run_program(const lia_unit *w, lcontrol *c, double t, const double *y, double *u) {
  const double *const in[4] = { &t, w->state, y, c->p };
  double *const out[2] = { u, c->x_next };
  lia_lkernel_run(c->kernel, in, out);
  lia_vec_copy(c->seen, y, w->ny);
}

static lia_status ask_program(void *user, int k, double t, const double *y, double *u,
    lia_error *err) {
  const sim *s = user;
  (void)err;
  run_program(&s->controls->s.unit[k], &s->controls->c[k], t, y, u);
  return LIA_OK;
}

// what it was given may have changed since it gave its outputs
static void program_goes_on(void *user, int k, double t, const double *y) {
  const sim *s = user;
  const lia_unit *w = &s->controls->s.unit[k];
  lcontrol *c = &s->controls->c[k];
  if (memcmp(c->seen, y, (size_t)w->ny * sizeof *y)) run_program(w, c, t, y, w->u);
  lia_vec_copy(w->state, c->x_next, w->nstate);
}

// ---- while it runs ----

static void hold_inputs(sim *s) {
  const lcontrols *o = s->controls;
  for (int k = 0; k < o->ninput; k++)
    s->src->hold(s->src->user, o->input[k].to, o->s.signal[o->input[k].signal]);
}

lia_status lia_controls_push(sim *s, double t, const double *q, const double *v, double *tau,
    lia_error *err) {
  lcontrols *o = s->controls;
  if (o->always) {
    LIA_TRY(lia_signals_always(s, t, q, v, err));
    LIA_TRY(lia_schedule_always(&o->s, t, err));
    hold_inputs(s);
  }
  for (int k = 0; k < o->nforce; k++) tau[o->force[k].to] += o->s.signal[o->force[k].signal];
  return LIA_OK;
}

double lia_controls_next(const lcontrols *o) { return lia_schedule_next(&o->s); }

lia_status lia_controls_tick(sim *s, double t, double *x, lia_error *err) {
  lcontrols *o = s->controls;
  o->t = t;
  o->x = x;
  LIA_TRY(lia_schedule_tick(&o->s, t, x, err));
  hold_inputs(s);
  return LIA_OK;
}

// ---- what units and forces remember from one run to the next ----

typedef struct kept_unit { double dt, delay, t0, next; long asked; int first, count, room, nu,
    nstate, channels; lia_rng rng; size_t numbers; } kept_unit;
typedef struct memory { int n, nz; double *z; kept_unit *unit; double *block; lia_rng *noise; }
    memory;

const lia_class lia_memory_class = { .name = "run_memory", .text = "", .destroy = lia_free };

// of a unit are kept its block, its state, and its outputs as they are held
static size_t kept_numbers(const lia_unit *w) {
  return (size_t)w->room * (size_t)(w->nu + 1) + (size_t)(w->ny + w->nu);
}

static kept_unit keep_unit(const lia_unit *w, const lcontrol *c) {
  return (kept_unit){ .dt = w->dt, .delay = w->delay, .t0 = w->t0, .next = w->next,
    .asked = w->asked, .first = w->first, .count = w->count, .room = w->room, .nu = w->nu,
    .nstate = w->nstate, .channels = c->channels, .rng = w->rng, .numbers = kept_numbers(w) };
}

static memory *push_memory(lua_State *L, const lcontrols *o, int nz) {
  const int n = o ? o->s.n : 0;
  size_t numbers = (size_t)nz, channels = 0;
  for (int k = 0; k < n; k++) {
    numbers += kept_numbers(&o->s.unit[k]) + (size_t)(o->s.unit[k].nstate + o->s.unit[k].nu);
    channels += (size_t)o->c[k].channels;
  }
  void **box = lia_push(L, &lia_memory_class);
  memory *m = *box = lia_malloc(sizeof *m + (size_t)n * sizeof(kept_unit) +
      numbers * sizeof(double) + channels * sizeof(lia_rng));
  if (!m) lia_mistake(L, "out of memory");
  *m = (memory){ .n = n, .nz = nz, .unit = (kept_unit *)(m + 1) };
  m->z = (double *)(m->unit + n);
  m->block = m->z + nz;
  m->noise = (lia_rng *)(void *)(m->z + numbers);
  return m;
}

void lia_control_push_memory(lua_State *L, const sim *s, const double *z, int nz) {
  const lcontrols *o = s->controls;
  memory *m = push_memory(L, o, nz);
  double *at = m->block;
  lia_rng *noise = m->noise;
  lia_vec_copy(m->z, z, nz);
  for (int k = 0; k < m->n; k++) {
    const lia_unit *w = &o->s.unit[k];
    m->unit[k] = keep_unit(w, &o->c[k]);
    memcpy(at, w->due, m->unit[k].numbers * sizeof *at);
    at += m->unit[k].numbers;
    lia_vec_copy(at, w->state, w->nstate);
    at += w->nstate;
    lia_vec_copy(at, o->s.signal + w->to, w->nu);
    at += w->nu;
    if (o->c[k].channels)
      memcpy(noise, o->c[k].noise, (size_t)o->c[k].channels * sizeof *noise);
    noise += o->c[k].channels;
  }
}

// the option memory = run:memory(), or NULL
static const memory *given_memory(lua_State *L, int options) {
  int i = lia_sim_option(L, options, "memory");
  const memory *m = lia_test(L, i, &lia_memory_class);
  if (!m && !lua_isnil(L, i))
    lia_arg_error(L, options, "memory: expected what run:memory() gives, got %s",
        luaL_typename(L, i));
  return m;
}

int lia_control_remembered(lua_State *L, int i, const double **z) {
  const memory *m = lia_check(L, i, &lia_memory_class);
  *z = m->z;
  return m->nz;
}

// z = { name = number }: those that are not told stay as they are
static void own_by_name(lua_State *L, int options, int at, double *z, int nz,
    const char *const *name) {
  lua_pushnil(L);
  while (lua_next(L, at)) {
    int k = 0;
    const char *key = lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : luaL_typename(L, -2);
    while (k < nz && strcmp(name[k], key)) k++;
    if (k == nz) {
      lia_hints h = { 0 };
      for (int i = 0; i < nz; i++) lia_hints_add(&h, name[i], strlen(name[i]));
      lia_arg_error(L, options, "z: no own state '%.60s'%s", key, lia_hints_text(&h, key));
    }
    if (lua_type(L, -1) != LUA_TNUMBER)
      lia_arg_error(L, options, "z: %s: expected a number, got %s", key, luaL_typename(L, -1));
    z[k] = lua_tonumber(L, -1);
    lua_pop(L, 1);
  }
}

// the option z = { numbers } in order, or by name
static void own_states(lua_State *L, int options, double *z, int nz, const char *const *name) {
  const int at = lia_sim_option(L, options, "z");
  if (lua_isnil(L, at)) return;
  const lvec *given = lia_test(L, at, &lia_vec_class);
  lia_nums_fault fault = { 0 };
  int n = given ? given->n : -1, cols = 0;
  if (given && n == nz) {
    lia_vec_copy(z, given->x, nz);
    return;
  }
  if (lua_istable(L, at) && lua_rawlen(L, at) == 0) {
    own_by_name(L, options, at, z, nz, name);
    return;
  }
  if (lua_istable(L, at) && lia_nums_shape(L, at, &n, &cols, &fault) && !cols && n == nz &&
      lia_nums_table(L, at, z, nz, 0, &fault))
    return;
  lia_arg_error(L, options, "z: the force elements have %d own states: expected as many numbers"
                "%s%s", nz, fault.text[0] ? ": " : "", fault.text);
}

void lia_sim_remember(lua_State *L, int options, double *z, int nz, const char *const *name) {
  const memory *before = given_memory(L, options);
  if (before && before->nz == nz) lia_vec_copy(z, before->z, nz);
  own_states(L, options, z, nz, name);
}

static int is_same_unit(const kept_unit *was, const lia_unit *w, const lcontrol *c) {
  return was->dt == w->dt && was->delay == w->delay && was->room == w->room && was->nu == w->nu &&
      was->nstate == w->nstate && was->numbers == kept_numbers(w) && was->channels == c->channels;
}

// units as they were left, where they are still the same ones; the signals they hold
static void remember(lcontrols *o, const memory *m) {
  const double *at = m->block;
  const lia_rng *noise = m->noise;
  for (int k = 0; k < m->n; k++) {
    const kept_unit *was = &m->unit[k];
    lia_unit *w = k < o->s.n ? &o->s.unit[k] : NULL;
    if (w && is_same_unit(was, w, &o->c[k])) {
      memcpy(w->due, at, was->numbers * sizeof *at);
      lia_vec_copy(w->state, at + was->numbers, w->nstate);
      if (was->channels) memcpy(o->c[k].noise, noise, (size_t)was->channels * sizeof *noise);
      w->t0 = was->t0;
      w->next = was->next;
      w->asked = was->asked;
      w->first = was->first;
      w->count = was->count;
      w->rng = was->rng;
      lia_vec_copy(o->s.signal + w->to, at + was->numbers + w->nstate, w->nu);
    }
    at += was->numbers + (size_t)(was->nstate + was->nu);
    noise += was->channels;
  }
}

// ---- read: what both kinds have ----

static double control_number(lua_State *L, int options, const char *who, int t, const char *key,
    double def, double above) {
  lua_getfield(L, t, key);
  double x = lia_number_or(L, -1, def, (double)NAN);
  if (!(x > above || (x == above && above == 0 && def == 0)) || !isfinite(x)) {
    const char *got = lua_isnil(L, -1) ? "nothing" : luaL_typename(L, -1);
    lia_arg_error(L, options, "%s.%s: expected a number %s, got %s", who, key,
        def == 0 ? ">= 0" : "> 0", lua_type(L, -1) == LUA_TNUMBER ? "one that is not" : got);
  }
  lua_pop(L, 1);
  return x;
}

static void read_times(lua_State *L, int options, int t, lia_unit *w) {
  w->dt = control_number(L, options, w->name, t, "dt", (double)NAN, 0);
  w->delay = control_number(L, options, w->name, t, "delay", 0, 0);
  w->offset = control_number(L, options, w->name, t, "offset", 0, 0);
  w->jitter = control_number(L, options, w->name, t, "jitter", 0, 0);
}

// memory of the unit, left on the stack; from t0 on
static void begin_unit(lua_State *L, lia_unit *w, double t0, uint64_t seed) {
  lia_error err = { 0 };
  size_t n;
  if (lia_unit_room(w, &n, &err) != LIA_OK) lia_raise(L, &err);
  double *block = lua_newuserdata(L, (n + 1) * sizeof *block);
  memset(block, 0, n * sizeof *block);
  lia_unit_begin(w, block, t0, seed);
}

static const char *unit_name(lua_State *L, const char *list, int k) {
  enum { UNIT_NAME = 80 };
  char *text = lua_newuserdata(L, UNIT_NAME);
  lia_text_format(text, UNIT_NAME, "%s[%d]", list, k + 1);
  return text;
}

// ---- read: functions ----

// the table at t holds no other keys
static void control_check_keys(lua_State *L, int options, const char *who, int t) {
  static const char *const keys[] =
      { "f", "dt", "delay", "offset", "jitter", "noise", "seed", NULL };
  for (lua_pushnil(L); lua_next(L, t); lua_pop(L, 1)) {
    int known = 0;
    for (int i = 0; keys[i]; i++)
      known |= lua_type(L, -2) == LUA_TSTRING && !strcmp(lua_tostring(L, -2), keys[i]);
    if (!known) lia_arg_error(L, options,
        "%s: unknown key '%s' (f, dt, delay, offset, jitter, noise, seed)", who,
        lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : luaL_typename(L, -2));
  }
}

// of the table at t: which noise it is shown
static void read_noise(lua_State *L, const lsource *src, int options, int k, int t, uint64_t seed,
    lcontrol *c) {
  c->channels = lia_noise_channels(src);
  const size_t n = (size_t)c->channels;
  c->deviation = lua_newuserdata(L, (2 * n + 1) * sizeof(double) + n * sizeof(lia_rng));
  c->work = c->deviation + n;
  c->noise = (lia_rng *)(void *)(c->work + n);
  lua_getfield(L, t, "noise");
  lia_noise_read(L, src, options, k, c->deviation);
  lia_noise_seed(seed, c->channels, c->noise);
}

// its function goes to the list at `functions`
static void read_function(lua_State *L, sim *s, int options, int k, int t, int functions) {
  lia_unit *w = &s->controls->s.unit[k];
  control_check_keys(L, options, w->name, t);
  lua_getfield(L, t, "f");
  if (!lua_isfunction(L, -1))
    lia_arg_error(L, options, "%s.f: expected a function, got %s", w->name, luaL_typename(L, -1));
  lua_rawseti(L, functions, k + 1);
  read_times(L, options, t, w);
  const double seed = control_number(L, options, w->name, t, "seed", 1 + k, 0);
  w->nu = s->src->ntau;
  w->ask = ask_function;
  w->user = s;
  s->controls->c[k].output = s->src->force_name;
  read_noise(L, s->src, options, k, t, (uint64_t)seed, &s->controls->c[k]);
  begin_unit(L, w, s->t0, (uint64_t)seed);
}

// ---- read: programs, as kit.sampled.plan tells them ----

// the texts under key of the table at t, in memory left on the stack; *n how many
static const char **text_list(lua_State *L, int t, const char *key, int *n) {
  lua_getfield(L, t, key);
  *n = (int)lua_rawlen(L, -1);
  const char **list = lua_newuserdata(L, ((size_t)*n + 1) * sizeof *list);
  for (int i = 0; i < *n; i++) {
    lua_rawgeti(L, -2, i + 1);
    list[i] = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : NULL;   // the table keeps it
    lua_pop(L, 1);
  }
  return list;
}

static double *number_list(lua_State *L, int t, const char *key, int *n) {
  lua_getfield(L, t, key);
  *n = (int)lua_rawlen(L, -1);
  double *x = lua_newuserdata(L, ((size_t)*n + 1) * sizeof *x);
  for (int i = 0; i < *n; i++) {
    lua_rawgeti(L, -2, i + 1);
    x[i] = lua_tonumber(L, -1);
    lua_pop(L, 1);
  }
  return x;
}

static void read_program(lua_State *L, sim *s, int options, int k, int t) {
  lia_unit *w = &s->controls->s.unit[k];
  lcontrol *c = &s->controls->c[k];
  luaL_checkstack(L, 40, "controllers");
  lua_getfield(L, t, "name");
  w->name = lua_tostring(L, -1);   // the table keeps it
  lua_getfield(L, t, "kernel");
  c->kernel = lia_check(L, -1, &lia_kernel_class);
  lua_getfield(L, t, "says");
  c->says = lua_tostring(L, -1);
  c->output = text_list(L, t, "outputs", &w->nu);
  c->p = number_list(L, t, "p", &c->np);
  w->state = number_list(L, t, "x", &w->nstate);
  lua_getfield(L, t, "from");
  w->ny = (int)lua_rawlen(L, -1);
  lua_getfield(L, t, "sensor");
  c->sensor = lua_toboolean(L, -1);
  c->x_next = lua_newuserdata(L, ((size_t)w->nstate + (size_t)w->ny + 1) * sizeof(double));
  c->seen = c->x_next + w->nstate;
  lua_getfield(L, t, "always");
  if (lua_toboolean(L, -1)) s->controls->always = 1;
  else read_times(L, options, t, w);
  w->ask = ask_program;
  w->go_on = program_goes_on;
  w->user = s;
  lua_getfield(L, t, "seed");
  begin_unit(L, w, s->t0, (uint64_t)lia_number_or(L, -1, 1 + k, 0));
}

// ---- wires ----

// where the inputs of unit k come from; t: its plan
static void wire_inputs(lua_State *L, lcontrols *o, int k, int options, int t) {
  lia_unit *w = &o->s.unit[k];
  int n;
  const char **from = text_list(L, t, "from", &n);
  int *signal = lua_newuserdata(L, ((size_t)n + 1) * sizeof *signal);
  for (int i = 0; i < n; i++) signal[i] = lia_signal_find(L, o, k, options, from[i]);
  w->from = signal;
}

static int input_called(const lsource *src, const char *name) {
  for (int k = 0; k < src->ninput; k++)
    if (!strcmp(src->input_name[k], name)) return k;
  return -1;
}

static int force_called(const lsource *src, const char *name) {
  for (int k = 0; src->force_name && k < src->ntau; k++)
    if (!strcmp(src->force_name[k], name)) return k;
  return src->force_called ? src->force_called(src->user, name) : -1;
}

static void hold_input(lua_State *L, sim *s, int k, int options, int input, int signal) {
  lcontrols *o = s->controls;
  const lsource *src = s->src;
  const char *why = src->holdable(src->user, input);
  for (int i = 0; i < o->ninput; i++)
    if (o->input[i].to == input) why = "another controller sets it too";
  if (why)
    lia_arg_error(L, options, "%s: the input '%s' cannot be set: %s", o->s.unit[k].name,
        src->input_name[input], why);
  o->input[o->ninput++] = (lwire){ signal, input };
}

static void no_target(lua_State *L, const sim *s, int k, int options, const char *name) {
  lia_hints h = { 0 };
  for (int i = 0; i < s->src->ninput; i++)
    lia_hints_add(&h, s->src->input_name[i], strlen(s->src->input_name[i]));
  for (int i = 0; s->src->force_name && i < s->src->ntau; i++)
    lia_hints_add(&h, s->src->force_name[i], strlen(s->src->force_name[i]));
  lia_arg_error(L, options, "%s.to: no input or coordinate '%.60s'%s", s->controls->s.unit[k].name,
      name, lia_hints_text(&h, name));
}

// what the outputs of unit k do: set inputs, push on coordinates, or nothing
static void wire_outputs(lua_State *L, sim *s, int k, int options, int t) {
  lcontrols *o = s->controls;
  const lia_unit *w = &o->s.unit[k];
  int n;
  const char **to = text_list(L, t, "to", &n);
  lua_getfield(L, t, "told");
  const int told = lua_gettop(L);
  for (int i = 0; i < n; i++) {
    if (!to[i] || o->c[k].sensor) continue;
    const int input = input_called(s->src, to[i]), force = force_called(s->src, to[i]);
    lua_rawgeti(L, told, i + 1);
    const int must = lua_toboolean(L, -1);
    lua_pop(L, 1);
    if (input >= 0) hold_input(L, s, k, options, input, w->to + i);
    else if (force >= 0) o->force[o->nforce++] = (lwire){ w->to + i, force };
    else if (must) no_target(L, s, k, options, to[i]);
  }
}

static void wire_function(lcontrols *o, int k) {
  const lia_unit *w = &o->s.unit[k];
  for (int i = 0; i < w->nu; i++) o->force[o->nforce++] = (lwire){ w->to + i, i };
}

// ---- order: who is seen at once is asked before ----

typedef struct ordering {
  lua_State *L;
  lcontrols *o;
  int options, plans;
  int *order, *state, n;         /* state: 0 new, 1 on its way, 2 done */
} ordering;

static void visit(ordering *g, int k);

// the units that output `i` of unit k takes numbers of at the same time
static void visit_passed(ordering *g, int k, int passes) {
  lua_State *L = g->L;
  const lia_unit *w = &g->o->s.unit[k];
  const int n = (int)lua_rawlen(L, passes);
  for (int j = 0; j < n; j++) {
    lua_rawgeti(L, passes, j + 1);
    const int from = w->from[(int)lua_tointeger(L, -1) - 1];
    lua_pop(L, 1);
    for (int other = 0; other < g->o->s.n; other++) {
      const lia_unit *b = &g->o->s.unit[other];
      if (from >= b->to && from < b->to + b->nu && b->delay == 0) visit(g, other);
    }
  }
}

static void visit(ordering *g, int k) {
  lua_State *L = g->L;
  if (g->state[k] == 2) return;
  if (g->state[k] == 1)
    lia_arg_error(L, g->options, "controllers: '%s' needs at once what it gives itself (an "
        "algebraic loop): give one of the loop a delay, or a state", g->o->s.unit[k].name);
  g->state[k] = 1;
  luaL_checkstack(L, 10, "controllers");
  lua_rawgeti(L, g->plans, k + 1);
  lua_getfield(L, -1, "passes");
  const int all = lua_gettop(L), program = lua_istable(L, all);
  for (int i = 0; program && i < g->o->s.unit[k].nu; i++) {
    lua_rawgeti(L, all, i + 1);
    visit_passed(g, k, lua_gettop(L));
    lua_pop(L, 1);
  }
  lua_pop(L, 2);
  g->state[k] = 2;
  g->order[g->n++] = k;
}

static void put_in_order(lua_State *L, lcontrols *o, int options, int plans) {
  const size_t n = (size_t)o->s.n;
  ordering g = { .L = L, .o = o, .options = options, .plans = plans };
  g.order = lua_newuserdata(L, 2 * (n + 1) * sizeof *g.order);
  g.state = g.order + n;
  memset(g.state, 0, n * sizeof *g.state);
  for (int k = 0; k < o->s.n; k++) visit(&g, k);
  o->s.order = g.order;
}

// ---- all of them ----

// the list of plans: of the sensors, then of the controllers, functions as they are given; 0 where
// what is asked for cannot be compiled: the simulation is told why
static int push_plans(lua_State *L, sim *s, int options) {
  const int sensors = lia_sim_option(L, options, "sensors");
  const int list = lia_sim_option(L, options, "controllers");
  const int sil = lia_sim_option(L, options, "sil");
  if (!lua_isnil(L, list) && !lua_istable(L, list))
    lia_arg_error(L, options,
        "controllers: expected a list of {f = function, dt = seconds} or blocks, got %s",
        luaL_typename(L, list));
  lia_kit_function(L, "sampled", "plans");
  lua_pushvalue(L, sensors);
  lua_pushvalue(L, list);
  lua_pushvalue(L, sil);
  lua_call(L, 3, 3);
  if (lua_isnil(L, -3))
    s->refused = LIA_FAIL(&s->why, LIA_ECOMPILER, lua_tostring(L, -2), "%s", lua_tostring(L, -1));
  lua_pop(L, 2);
  return s->refused == LIA_OK ? lua_gettop(L) : 0;
}

// the plan of unit k on top: 1 where it is a program
static int is_program(lua_State *L) {
  lua_getfield(L, -1, "kernel");
  const int program = !lua_isnil(L, -1);
  lua_pop(L, 1);
  return program;
}

static lcontrols *new_controls(lua_State *L, sim *s, int n) {
  lcontrols *o = lua_newuserdata(L, sizeof *o);
  memset(o, 0, sizeof *o);
  o->s.n = n;
  o->s.unit = lua_newuserdata(L, ((size_t)n + 1) * sizeof *o->s.unit);
  o->c = lua_newuserdata(L, ((size_t)n + 1) * sizeof *o->c);
  memset(o->s.unit, 0, (size_t)n * sizeof *o->s.unit);
  memset(o->c, 0, (size_t)n * sizeof *o->c);
  o->s.measure = lia_signals_measure;
  o->s.user = s;
  return s->controls = o;
}

// units from their plans; functions go to the list at `functions`
static void read_units(lua_State *L, sim *s, int options, int plans, int functions) {
  lcontrols *o = s->controls;
  for (int k = 0; k < o->s.n; k++) {
    luaL_checkstack(L, 40, "controllers");
    lua_rawgeti(L, plans, k + 1);
    const int t = lua_gettop(L);
    o->s.unit[k].name = unit_name(L, "controllers", k);
    lua_pushvalue(L, t);
    if (is_program(L)) read_program(L, s, options, k, t);
    else read_function(L, s, options, k, t, functions);
  }
}

// functions, whose forces are no columns; programs that are asked all the time; at their times
static int place_in_row(const lcontrols *o, int k) {
  if (!o->c[k].kernel) return 0;
  return o->s.unit[k].dt == 0 ? 1 : 2;
}

// places of all outputs among the signals: those that are columns last, and of these those that are
// held
static void place_outputs(lua_State *L, sim *s, int options) {
  lcontrols *o = s->controls;
  int total = 0;
  for (int k = 0; k < o->s.n; k++) total += o->s.unit[k].nu;
  lia_signals_measured(L, s, o, options, total);
  o->force = lua_newuserdata(L, 2 * ((size_t)total + 1) * sizeof *o->force);
  o->input = o->force + total;
  int at = o->s.measured;
  for (int place = 0; place < 3; place++)
    for (int k = 0; k < o->s.n; k++) {
      const int nu = o->s.unit[k].nu;
      if (place_in_row(o, k) != place) continue;
      o->s.unit[k].to = at;
      if (place > 0) lia_signals_of_unit(L, o, k, at);
      else memset(o->name + at, 0, (size_t)nu * sizeof *o->name);
      at += nu;
      if (place > 0) o->nshown += nu;
      if (place == 2) o->nheld += nu;
    }
}

static void wire(lua_State *L, sim *s, int options, int plans) {
  lcontrols *o = s->controls;
  for (int k = 0; k < o->s.n; k++) {
    luaL_checkstack(L, 20, "controllers");
    if (!o->c[k].kernel) {
      wire_function(o, k);
      continue;
    }
    lua_rawgeti(L, plans, k + 1);
    const int t = lua_gettop(L);
    wire_inputs(L, o, k, options, t);
    wire_outputs(L, s, k, options, t);
  }
}

lcontrols *lia_controls_read(lua_State *L, sim *s, int options) {
  luaL_checkstack(L, 60, "controllers");
  const int plans = push_plans(L, s, options), n = plans ? (int)lua_rawlen(L, plans) : 0;
  if (!n) return NULL;
  if (!s->src->ntau && !s->src->ninput)
    lia_arg_error(L, options,
        "controllers: there is nothing for them to act on (inputs = 'F' names an input of f)");
  if (s->t_end < s->t0)
    lia_arg_error(L, options,
        "controllers: the run goes back in time, where nothing was asked yet");
  const memory *before = given_memory(L, options);
  lcontrols *o = new_controls(L, s, n);
  o->plans = plans;
  lua_newtable(L);
  const int functions = lua_gettop(L);
  read_units(L, s, options, plans, functions);
  place_outputs(L, s, options);
  wire(L, s, options, plans);
  put_in_order(L, o, options, plans);
  if (before) remember(o, before);
  lia_callback_init(L, &o->ask, lia_sim_callback_table(L, s, functions), control_body, s);
  return o;
}
