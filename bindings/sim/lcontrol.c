/* lcontrol.c - controllers of simulations: asked every dt, held, late, noisy; what they remember
 * from run to run */
#include "bindings/sim/lrunning.h"
#include "bindings/kit/fields.h"
#include "bindings/kit/nums.h"

#include "base/mem.h"
#include "base/text.h"
#include "num/vec.h"

#include <math.h>
#include <string.h>

// { list, q, v, u } at 1: list[which].f(t, q, v, u)
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
  return lia_sim_take_forces(L, s, who);
}

static lia_status ask_control(sim *s, int k, double t, const double *x, lia_error *err) {
  control *c = &s->c[k];
  char who[48];
  int n = s->src->ntau;
  lia_sim_show(s, t, x);
  if (lia_vec_max(c->deviation, c->channels) > 0)
    lia_noise_add(s->src, c->deviation, c->rng, c->work, s->q, s->v);
  memset(s->tau, 0, (size_t)n * sizeof *s->tau);
  s->which = k;
  lia_text_format(who, sizeof who, "controllers[%d]", k + 1);
  if (lia_callback_run(&s->ctrl) != LIA_OK)
    return LIA_FAIL(err, LIA_EUSER, who, "the function failed");
  LIA_TRY(lia_sim_finite(who, t, s->tau, n, err));
  int slot = (c->first + c->count++) % c->room;
  c->due[slot] = t + c->delay;
  lia_vec_copy(c->on_way + slot * n, s->tau, n);
  c->asked++;
  return LIA_OK;
}

static double when(const control *c) { return c->t0 + (double)c->asked * c->dt; }

double lia_control_next(void *user, double t) {
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

lia_status lia_control_tick(void *user, double t, double *x, lia_run_word *word, lia_error *err) {
  sim *s = user;
  *word = LIA_RUN_on;
  for (int k = 0; k < s->ncontrol; k++) {
    control *c = &s->c[k];
    if (when(c) <= t) LIA_TRY(ask_control(s, k, t, x, err));
    for (; c->count && c->due[c->first] <= t; c->count--) {
      lia_vec_copy(c->u, c->on_way + c->first * s->src->ntau, s->src->ntau);
      c->first = (c->first + 1) % c->room;
    }
  }
  return LIA_OK;
}

// ---- what controllers and forces remember from one run to the next ----

typedef struct memory { int ncontrol, ntau, nz; double *z; control *c; } memory;

const lia_class lia_memory_class = { .name = "run_memory", .text = "", .destroy = lia_free };

// numbers of what is held and on its way; of the whole block, with the noise behind it
static size_t held_numbers(const control *c, int n) {
  return (size_t)c->room * (size_t)(n + 1) + (size_t)n;
}
static size_t control_size(const control *c, int n) {
  return (held_numbers(c, n) + 2 * (size_t)c->channels) * sizeof(double) + (size_t)c->channels
      * sizeof(lia_rng);
}

// the arrays of c in the block
static void lay(control *c, double *block, int n) {
  c->due = block;
  c->on_way = c->due + c->room;
  c->u = c->on_way + c->room * n;
  c->deviation = c->u + n;
  c->work = c->deviation + c->channels;
  c->rng = (lia_rng *)(void *)(c->work + c->channels);
}

void lia_control_push_memory(lua_State *L, const sim *s, const double *z, int nz) {
  size_t size = sizeof(memory) + (size_t)s->ncontrol * sizeof(control) + (size_t)nz
      * sizeof(double);
  for (int k = 0; k < s->ncontrol; k++) size += control_size(&s->c[k], s->src->ntau);
  void **box = lia_push(L, &lia_memory_class);
  memory *m = *box = lia_malloc(size);
  if (!m) lia_mistake(L, "out of memory");
  *m = (memory){ .ncontrol = s->ncontrol, .ntau = s->src->ntau, .nz = nz, .c = (control *)(m + 1) };
  m->z = (double *)(m->c + s->ncontrol);
  lia_vec_copy(m->z, z, nz);
  double *at = m->z + nz;
  for (int k = 0; k < s->ncontrol; k++) {
    m->c[k] = s->c[k];
    lay(&m->c[k], at, s->src->ntau);
    memcpy(at, s->c[k].due, control_size(&s->c[k], s->src->ntau));
    at += control_size(&s->c[k], s->src->ntau) / sizeof(double);
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

void lia_sim_remember(lua_State *L, int options, double *z, int nz) {
  const memory *before = given_memory(L, options);
  if (before && before->nz == nz) lia_vec_copy(z, before->z, nz);
}

// controller k as it was left, where it is still the same one
static void remember(sim *s, const memory *m, int k) {
  control *c = &s->c[k];
  size_t noise = (size_t)c->channels * sizeof(double);
  if (!m || k >= m->ncontrol || m->ntau != s->src->ntau || m->c[k].dt != c->dt ||
      m->c[k].delay != c->delay || m->c[k].room != c->room)
    return;
  memcpy(c->due, m->c[k].due, held_numbers(c, s->src->ntau) * sizeof(double));
  c->t0 = m->c[k].t0;
  c->asked = m->c[k].asked;
  c->first = m->c[k].first;
  c->count = m->c[k].count;
  if (c->channels == m->c[k].channels && !memcmp(c->deviation, m->c[k].deviation, noise))
    memcpy(c->rng, m->c[k].rng, (size_t)c->channels * sizeof *c->rng);
}

static double control_number(lua_State *L, int options, int k, const char *key, double def,
    double above) {
  lua_getfield(L, -1, key);
  double x = lia_number_or(L, -1, def, (double)NAN);
  if (!(x > above || (x == above && above == 0 && def == 0)) || !isfinite(x)) {
    const char *got = lua_isnil(L, -1) ? "nothing" : luaL_typename(L, -1);
    lia_arg_error(L, options, "controllers[%d].%s: expected a number %s, got %s", k + 1, key,
        def == 0 ? ">= 0" : "> 0", lua_type(L, -1) == LUA_TNUMBER ? "one that is not" : got);
  }
  lua_pop(L, 1);
  return x;
}

// the table on top holds no other keys
static void control_check_keys(lua_State *L, int options, int k) {
  static const char *const keys[] = { "f", "dt", "delay", "noise", "seed", NULL };
  for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1)) {
    int known = 0;
    for (int i = 0; keys[i]; i++)
      known |= lua_type(L, -2) == LUA_TSTRING && !strcmp(lua_tostring(L, -2), keys[i]);
    if (!known) lia_arg_error(L, options,
        "controllers[%d]: unknown key '%s' (f, dt, delay, noise, seed)", k + 1,
        lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : luaL_typename(L, -2));
  }
}

// controllers[k] as its table, on top and then off, says; room for its outputs is left on the stack
static control read_control(lua_State *L, const lsource *src, int options, int k, double t0) {
  const int n = src->ntau;
  if (!lua_istable(L, -1))
    lia_arg_error(L, options, "controllers[%d]: expected {f = function, dt = seconds}, got %s",
        k + 1, luaL_typename(L, -1));
  control_check_keys(L, options, k);
  lua_getfield(L, -1, "f");
  if (!lua_isfunction(L, -1))
    lia_arg_error(L, options, "controllers[%d].f: expected a function, got %s", k + 1,
        luaL_typename(L, -1));
  lua_pop(L, 1);
  control c = { .dt = control_number(L, options, k, "dt", (double)NAN, 0),
      .delay = control_number(L, options, k, "delay", 0, 0),
      .t0 = t0, .channels = lia_noise_channels(src) };
  double seed = control_number(L, options, k, "seed", 1 + k, 0);
  double room = ceil(c.delay / c.dt) + 2;
  if (room > 1e6)
    lia_arg_error(L, options,
        "controllers[%d].delay: more than a million outputs would be on their way", k + 1);
  c.room = (int)room;
  double *block = lua_newuserdata(L, control_size(&c, n));
  lay(&c, block, n);
  memset(block, 0, control_size(&c, n));
  lua_getfield(L, -2, "noise");
  lia_noise_read(L, src, options, k, c.deviation);
  lia_noise_seed((uint64_t)seed, c.channels, c.rng);
  lua_remove(L, -2);   // the controller's table; the block stays
  return c;
}

void lia_control_set(lua_State *L, sim *s, int options) {
  int list = lia_sim_option(L, options, "controllers");
  if (lua_isnil(L, list)) return;
  if (!lua_istable(L, list))
    lia_arg_error(L, options,
        "controllers: expected a list of {f = function, dt = seconds}, got %s",
        luaL_typename(L, list));
  if (!s->src->ntau) lia_arg_error(L, options, "controllers: there is nothing for them to act on");
  const memory *before = given_memory(L, options);
  s->ncontrol = (int)lua_rawlen(L, list);
  s->c = lua_newuserdata(L, ((size_t)s->ncontrol + 1) * sizeof *s->c);
  for (int k = 0; k < s->ncontrol; k++) {
    luaL_checkstack(L, 8, NULL);
    lua_rawgeti(L, list, k + 1);
    s->c[k] = read_control(L, s->src, options, k, s->t0);
    remember(s, before, k);
  }
  lia_callback_init(L, &s->ctrl, lia_sim_callback_table(L, s, list), control_body, s);
}
