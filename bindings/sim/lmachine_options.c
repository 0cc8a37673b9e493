/* lmachine_options.c - options of model:simulate: constraints, limits, efforts, forces */
#include "bindings/sim/lmachine_inside.h"

#include "bindings/kit/fields.h"

#include "base/rng.h"
#include "num/vec.h"
#include "rbd/forward.h"
#include "rbd/passive.h"

#include <math.h>
#include <string.h>

// ---- constraints, limits, efforts, forces ----

// constraints = "project" | "baumgarte" | "ggl" | "none"; rate
void lia_mechanism_constraints(lua_State *L, mechanism *s, lia_model_ode_opts *o, int options) {
  static const char *const names[] = {
#define X(name) #name,
    LIA_KEEP_LIST(X)
#undef X
  };
  int i = lia_sim_option(L, options, "constraints"), k = 0;
  const char *got = lia_word_or(L, i, "project");
  while (k < LIA_KEEP_COUNT && strcmp(names[k], got)) k++;
  if (k == LIA_KEEP_COUNT)
    lia_arg_error(L, options, "constraints: expected project, baumgarte, ggl or none, got %.40s",
        got);
  o->closed = s->closed = lia_lmodel_closed(L, s->o);
  o->keep = (lia_keep_kind)k;
  i = lia_sim_option(L, options, "rate");
  o->rate = lia_number_or(L, i, 20, -1);
  if (!(o->rate > 0) || !isfinite(o->rate))
    lia_arg_error(L, options, "rate: expected a number > 0 (1/s)");
}

// a number >= 0 at key of the table at limits, 0 where there is none
static double limit_number(lua_State *L, int options, int limits, const char *key) {
  lua_getfield(L, limits, key);
  double x = lia_number_or(L, -1, 0, -1);
  lua_pop(L, 1);
  if (!(x >= 0) || !isfinite(x))
    lia_arg_error(L, options, "limits.%s: expected a number >= 0", key);
  return x;
}

static void check_limit_keys(lua_State *L, int options, int limits) {
  for (lua_pushnil(L); lua_next(L, limits); lua_pop(L, 1)) {
    const char *key = lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : luaL_typename(L, -2);
    if (strcmp(key, "restitution") && strcmp(key, "stiffness") && strcmp(key, "damping"))
      lia_arg_error(L, options, "limits: unknown key '%.40s' (restitution, stiffness, damping)",
          key);
  }
}

// limits = "stop" | "ignore" | {restitution = } | {stiffness =, damping = }
void lia_mechanism_limits(lua_State *L, mechanism *s, int options) {
  int i = lia_sim_option(L, options, "limits");
  lia_joint_ends *e = &s->ends;
  e->friction = s->holds == LIA_KERNEL_plain;
  e->stops = 1;
  if (lua_istable(L, i)) {
    check_limit_keys(L, options, i);
    e->restitution = limit_number(L, options, i, "restitution");
    e->stiffness = limit_number(L, options, i, "stiffness");
    e->damping = limit_number(L, options, i, "damping");
    if (e->restitution > 1) lia_arg_error(L, options, "limits.restitution: is at most 1");
    if (e->damping > 0 && !(e->stiffness > 0))
      lia_arg_error(L, options, "limits.damping: is of a soft stop: give its stiffness");
    return;
  }
  const char *word = lia_word_or(L, i, "stop");
  if (strcmp(word, "stop") && strcmp(word, "ignore"))
    lia_arg_error(L, options,
        "limits: expected 'stop', 'ignore', {restitution = } or {stiffness =, damping = }, got "
        "%.40s", word);
  s->limits_ignored = !(e->stops = !strcmp(word, "stop"));
}

// efforts = "cut" | "ignore"
void lia_mechanism_efforts(lua_State *L, mechanism *s, int options) {
  int i = lia_sim_option(L, options, "efforts");
  const char *word = lia_word_or(L, i, "cut");
  if (strcmp(word, "cut") && strcmp(word, "ignore"))
    lia_arg_error(L, options, "efforts: expected 'cut' or 'ignore', got %.40s", word);
  s->efforts_ignored = !strcmp(word, "ignore");
}

void lia_mechanism_forces(lua_State *L, mechanism *s, lia_model_ode_opts *o, int options) {
  int list = lia_sim_option(L, options, "forces");
  const char *const *name = (const char *const *)s->o->spec->coord;
  int joints = lia_joint_loads(s->o->c.model, &s->ends, name, NULL);
  o->friction_told = 1;
  s->njoint = joints;
  const int inputs = lia_sim_option(L, options, "inputs"),
      laws = s->closed && s->closed->s->timed,
      described = s->o->spec->nforce + s->o->spec->ninput + laws;
  if (s->moves && !lua_isnil(L, list))
    lia_arg_error(L, 5, "kernel: it has the forces of the description alone: put these there");
  if (lua_isnil(L, list) && lua_isnil(L, inputs) && !joints && !described) return;
  s->forces = lia_lforces_read(L, lua_isnil(L, list) ? 0 : list, lua_isnil(L, inputs) ? 0 : inputs,
      5, s->o, &s->ends);
  o->loads = lia_lforces_loads(s->forces);
  if (s->moves) lia_mechanism_check_elements(L, s);
}
