/* lmachine_options.c - options of model:simulate: kernel, constraints, limits, efforts, forces */
#include "bindings/sim/lmachine_inside.h"

#include "bindings/gen/lkernel.h"
#include "bindings/kit/fields.h"

#include "base/rng.h"
#include "num/vec.h"
#include "rbd/forward.h"
#include "rbd/passive.h"

#include <math.h>
#include <string.h>

// ---- a kernel in the place of the engine ----

// a = kernel(q, v, tau)
static lia_status by_kernel(void *user, const double *q, const double *v, const double *tau,
    double *a, lia_error *err) {
  const double *const in[3] = { q, v, tau };
  (void)err;
  lia_lkernel_run(user, in, &a);
  return LIA_OK;
}

static int machine_same(const double *a, const double *b, int n) {
  double size = 1 + lia_vec_max(b, n), off = 0;
  for (int k = 0; k < n; k++) off = fmax(off, fabs(a[k] - b[k]));
  return off <= 1e-8 * size;
}

// looked at where nothing is special
static int kernel_holds(lua_State *L, const mechanism *s, const lia_model *m) {
  lia_rng r = lia_rng_seed(17);
  double *q = lua_newuserdata(L, ((size_t)m->nq + 5 * (size_t)m->nv + 1) * sizeof *q),
      *v = q + m->nq, *none = v + m->nv, *tau = none + m->nv, *a = tau + m->nv, *b = a + m->nv;
  int plain = 1, with = 1;
  lia_vec_zero(none, m->nv);
  for (int turn = 0; turn < 3; turn++) {
    lia_model_random(m, &r, q);
    for (int k = 0; k < m->nv; k++) v[k] = lia_rng_range(&r, -1, 1);
    const double *const in[3] = { q, v, none };
    lia_lkernel_run(s->kernel, in, &a);
    lia_forward_quick(m, s->o->d, q, v, none, b);
    plain &= machine_same(a, b, m->nv);
    lia_passive(m, q, v, tau);
    lia_forward_quick(m, s->o->d, q, v, tau, b);
    with &= machine_same(a, b, m->nv);
  }
  lua_pop(L, 1);
  if (plain) return LIA_KERNEL_plain;
  return with ? LIA_KERNEL_passive : LIA_KERNEL_own;
}

// kernel (t, x, u) -> (a, z', given, lost)
static lia_status whole_motion(void *user, double t, const double *x, const double *tau, double *a,
    double *dz, double power[2], lia_error *err) {
  mechanism *s = user;
  const lkernel_shape shape = lia_lkernel_shape(s->kernel);
  const int nv = s->o->c.model->nv, nz = shape.out_size[0] - nv - 2, n = s->o->spec->ninput;
  const double *const in[3] = { &t, x, s->u };
  double *out = s->u + nv + n;
  (void)err;
  lia_vec_copy(s->u, tau, nv);
  if (n) lia_vec_copy(s->u + nv, lia_lforces_inputs_now(s->forces), n);
  lia_lkernel_run(s->kernel, in, &out);
  lia_vec_copy(a, out, nv);
  lia_vec_copy(dz, out + nv, nz);
  power[0] = out[nv + nz];
  power[1] = out[nv + nz + 1];
  return LIA_OK;
}

// kernel = true: one made here, of the model and the forces of its description
static void make_kernel(lua_State *L, mechanism *s, const lia_model *m, lia_model_ode_opts *o) {
  if (s->o->c.constraints)
    lia_arg_error(L, 5, "kernel: loops and constraints are kept by the engine: leave it away");
  if (lia_motion_push_run(L, 1)) lia_mistake(L, "kernel: %s", lua_tostring(L, -2));
  s->kernel = lia_check(L, -1, &lia_kernel_class);
  const lkernel_shape shape = lia_lkernel_shape(s->kernel);
  const size_t room = (size_t)(m->nv + s->o->spec->ninput + shape.out_size[0] + 1);
  s->u = lua_newuserdata(L, room * sizeof *s->u);
  memset(s->u, 0, room * sizeof *s->u);
  s->moves = 1;
  o->motion = whole_motion;
  o->motion_user = s;
}

void lia_mechanism_kernel(lua_State *L, mechanism *s, const lia_model *m, lia_model_ode_opts *o) {
  int k = lia_sim_option(L, 5, "kernel");
  if (lua_isnil(L, k)) return;
  if (lua_isboolean(L, k)) {
    if (lua_toboolean(L, k)) make_kernel(L, s, m, o);
    return;
  }
  void *kernel = lia_test(L, k, &lia_kernel_class);
  if (!kernel)
    lia_arg_error(L, 5, "kernel: expected true, or what equations:compile 'fd' gives, got %s",
        luaL_typename(L, k));
  lkernel_shape shape = lia_lkernel_shape(kernel);
  if (shape.groups != 3 || shape.results != 1 || shape.in_size[0] != m->nq ||
      shape.in_size[1] != m->nv || shape.in_size[2] != m->nv || shape.out_size[0] != m->nv)
    lia_arg_error(L, 5,
        "kernel: expected forward dynamics a = f(q, v, tau) of %d coordinates, as "
        "equations:compile 'fd' gives it", m->nv);
  o->forward = by_kernel;
  o->forward_user = s->kernel = kernel;
  s->holds = kernel_holds(L, s, m);
  if (s->holds == LIA_KERNEL_own && s->o->spec->nforce > 0)
    lia_arg_error(L, 5, "kernel: it is not the forward dynamics of the tree, and the run adds the "
                  "force elements of the description: compile equations{forces = false}, or "
                  "integrate model:compile 'dynamics' by li.ode");
  o->forward_passive = s->holds != LIA_KERNEL_plain;
}

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

// a kernel of the whole motion has the elements of the description, and lets stops of joints be
static void check_elements(lua_State *L, const mechanism *s) {
  const lia_loads *loads = lia_lforces_loads(s->forces);
  for (int k = 0; k < loads->n; k++) {
    const lia_force_row *row = lia_force_rows[loads->load[k].kind];
    const int jumps = row->events.jumps;
    if (jumps == LIA_JUMP_none || jumps == LIA_JUMP_stop) continue;
    lia_arg_error(L, 5, "kernel: %s %s at events, which a kernel does not know: leave one away",
        lia_lforces_called(s->forces, k), jumps == LIA_JUMP_stick ? "sticks" : "strikes");
  }
  lia_lforces_compiled(s->forces);
}

void lia_mechanism_forces(lua_State *L, mechanism *s, lia_model_ode_opts *o, int options) {
  int list = lia_sim_option(L, options, "forces");
  const char *const *name = (const char *const *)s->o->spec->coord;
  int joints = lia_joint_loads(s->o->c.model, &s->ends, name, NULL);
  o->friction_told = 1;
  const int inputs = lia_sim_option(L, options, "inputs"),
      described = s->o->spec->nforce + s->o->spec->ninput;
  if (s->moves && !lua_isnil(L, list))
    lia_arg_error(L, 5, "kernel: it has the forces of the description alone: put these there");
  if (lua_isnil(L, list) && lua_isnil(L, inputs) && !joints && !described) return;
  s->forces = lia_lforces_read(L, lua_isnil(L, list) ? 0 : list, lua_isnil(L, inputs) ? 0 : inputs,
      5, s->o, &s->ends);
  o->loads = lia_lforces_loads(s->forces);
  if (s->moves) check_elements(L, s);
}
