/* lmachine_kernel.c - kernels in a run of a model: one that is given, one that is asked for, one
 * that is made on the way because it pays */
#include "bindings/sim/lmachine_inside.h"

#include "bindings/gen/lkernel.h"
#include "bindings/kit/fields.h"
#include "bindings/sim/lmotion.h"

#include "base/rng.h"
#include "base/text.h"
#include "num/vec.h"
#include "rbd/forward.h"
#include "rbd/passive.h"

#include <math.h>
#include <string.h>

// ---- one that is given ----

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

// kernel (t, x, (tau, inputs)) -> (forces, z', given, lost; lost by joints, a), which stays until
// it is asked again
static const double *ask_kernel(mechanism *s, double t, const double *x, const double *tau) {
  const int nv = s->o->c.model->nv, n = s->o->spec->ninput;
  const double *const in[3] = { &t, x, s->u };
  double *out = s->u + nv + n;
  if (tau) lia_vec_copy(s->u, tau, nv);
  else lia_vec_zero(s->u, nv);
  if (n) lia_vec_copy(s->u + nv, lia_lforces_inputs_now(s->forces), n);
  lia_lkernel_run(s->kernel, in, &out);
  return out;
}

static lia_status compiled_forces(void *user, double t, const double *x, double *tau, double *dz,
    double power[2], lia_error *err) {
  mechanism *s = user;
  const int nv = s->o->c.model->nv;
  const double *out = ask_kernel(s, t, x, NULL);
  (void)err;
  for (int k = 0; k < nv; k++) tau[k] += out[k];
  lia_vec_copy(dz, out + nv, s->compiled_states);
  lia_vec_copy(power, out + nv + s->compiled_states, 2);
  return LIA_OK;
}

static lia_status whole_motion(void *user, double t, const double *x, const double *tau, double *a,
    double *dz, double power[2], lia_error *err) {
  mechanism *s = user;
  const int nv = s->o->c.model->nv;
  const double *out = ask_kernel(s, t, x, tau), *lost = out + nv + s->compiled_states;
  (void)err;
  lia_vec_copy(dz, out + nv, s->compiled_states);
  power[0] = lost[0];
  power[1] = lost[1] + lost[2];
  lia_vec_copy(a, lost + 3, nv);
  return LIA_OK;
}

// what the kernel is asked, and what it answers: of nz own states
static void push_room(lua_State *L, mechanism *s, int nz) {
  const int nv = s->o->c.model->nv;
  const size_t room = (size_t)(3 * nv + s->o->spec->ninput + nz + 4);
  s->u = lua_newuserdata(L, room * sizeof *s->u);
  memset(s->u, 0, room * sizeof *s->u);
}

// the kernel on top, into the run; which elements it has in it: those of the description
static void take_kernel(lua_State *L, mechanism *s, lia_model_ode_opts *o) {
  s->kernel = lia_check(L, -1, &lia_kernel_class);
  const int nv = s->o->c.model->nv, out = lia_lkernel_shape(s->kernel).out_size[0];
  s->compiled_states = out - nv - 2 - (s->whole ? nv + 1 : 0);
  s->moves = 1;
  o->push = compiled_forces;
  o->motion = s->whole ? whole_motion : NULL;
  o->compiled_user = s;
}

// kernel = true: one made here, of the model and the forces of its description. Loops are kept by
// the engine, so of a model that has some it is the forces alone
static void make_kernel(lua_State *L, mechanism *s, lia_model_ode_opts *o) {
  s->whole = s->o->c.constraints == NULL;
  if (!s->whole && !s->o->spec->nforce)
    lia_arg_error(L, 5, "kernel: loops and constraints are kept by the engine, and the description "
                  "has no forces that could be compiled: leave it away");
  if (lia_motion_push_run(L, 1, s->whole)) lia_mistake(L, "kernel: %s", lua_tostring(L, -2));
  take_kernel(L, s, o);
  push_room(L, s, s->compiled_states);
}

// a kernel that model:compile made of this model says: compiled, with all that acts
static int is_own_motion(lua_State *L, int kernel) {
  if (!lia_motion_push_note(L, kernel)) return 0;
  lua_getfield(L, -1, "model");
  lua_getfield(L, -2, "what");
  const int same = lua_rawequal(L, -2, 1), moves = !strcmp(lua_tostring(L, -1), "dynamics");
  lua_pop(L, 3);
  if (!same) lia_arg_error(L, 5, "kernel: it was compiled of another model");
  if (!moves) lia_arg_error(L, 5, "kernel: expected true, or model:compile 'dynamics' of it");
  return 1;
}

void lia_mechanism_kernel(lua_State *L, mechanism *s, const lia_model *m, lia_model_ode_opts *o) {
  int k = lia_sim_option(L, 5, "kernel");
  if (lua_isnil(L, k)) return;
  if (lua_isboolean(L, k)) {
    if (lua_toboolean(L, k)) make_kernel(L, s, o);
    return;
  }
  if (is_own_motion(L, k)) {
    make_kernel(L, s, o);
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

// a kernel has the elements of the description, and lets stops of joints be; of the whole motion,
// it lets nothing else of the joints act: the first element that acts at events otherwise, -1: none
static int acts_at_events(const mechanism *s) {
  const lia_loads *loads = lia_lforces_loads(s->forces);
  const int n = s->whole ? loads->n : s->o->spec->nforce;
  for (int k = 0; k < n; k++) {
    const int jumps = lia_force_rows[loads->load[k].kind]->events.jumps;
    if (jumps != LIA_JUMP_none && jumps != LIA_JUMP_stop) return k;
  }
  return -1;
}

// what the elements of the description do is the kernel's from here on
static void leave_to_kernel(lua_State *L, mechanism *s) {
  lia_loads *loads = lia_lforces_loads(s->forces);
  for (int k = 0; k < s->o->spec->nforce; k++) loads->load[k].compiled = 1;
  lia_lforces_compiled(s->forces);
  if (s->recorded & LIA_RECORD_forces)
    s->shown = lua_newuserdata(L, (size_t)(s->o->c.model->nv + loads->nz + 1) * sizeof *s->shown);
}

void lia_mechanism_check_elements(lua_State *L, mechanism *s) {
  const int k = acts_at_events(s);
  if (k >= 0) {
    const int kind = lia_lforces_loads(s->forces)->load[k].kind;
    const int jumps = lia_force_rows[kind]->events.jumps;
    lia_arg_error(L, 5, "kernel: %s %s at events, which a kernel does not know: leave one away",
        lia_lforces_called(s->forces, k), jumps == LIA_JUMP_stick ? "sticks" : "strikes");
  }
  leave_to_kernel(L, s);
}

// ---- one that pays ----

// the engine's loops go on until they were asked so often, times coordinates and elements: as long
// as a compiler takes. Counted, not timed: the same run has the same bits
static const double PAYS = 3e6;
enum { MOST_COORDINATES = 8 };       // of longer chains the one function is slower than loops

static int is_told(lua_State *L, int options, const char *key) {
  const int told = !lua_isnil(L, lia_sim_option(L, options, key));
  lua_pop(L, 1);
  return told;
}

void lia_mechanism_wait(lua_State *L, mechanism *s, int options) {
  const lia_spec *spec = s->o->spec;
  if (is_told(L, options, "kernel") || is_told(L, options, "forces")) return;
  if (!s->forces || !spec->nforce) return;
  // loops are kept by the engine, and so are events of joints: then only the forces are compiled
  s->whole = !s->o->c.constraints && !s->closed && spec->ncoord <= MOST_COORDINATES;
  s->whole = s->whole && acts_at_events(s) < 0;
  if (acts_at_events(s) >= 0) return;
  // what is asked for element by element is told by the loops alone
  if (s->recorded & (LIA_RECORD_work | LIA_RECORD_forces)) return;
  push_room(L, s, lia_lforces_loads(s->forces)->nz);
  s->waits = L;
  s->each = spec->ncoord + spec->nforce;
}

// (model) -> kernel; raises where there is none
static int compile_motion(lua_State *L) {
  if (!lia_motion_push_run(L, 1, lua_toboolean(L, 2))) return 1;
  lua_pop(L, 1);
  return lua_error(L);
}

void lia_mechanism_compile(mechanism *s, double t) {
  lua_State *L = s->waits;
  if (!L || (double)s->machine->calls * s->each < PAYS) return;
  s->waits = NULL;
  if (!lua_checkstack(L, 4)) return;
  lua_pushcfunction(L, compile_motion);
  lua_pushvalue(L, 1);
  lua_pushboolean(L, s->whole);
  s->compiled_at = t;
  if (lua_pcall(L, 2, 1, 0)) {
    lia_text_format(s->not_compiled, sizeof s->not_compiled, "%.100s",
                    lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "no compiler");
    lua_pop(L, 1);
    return;
  }
  take_kernel(L, s, &s->machine->o);
  lua_pop(L, 1);                                     // it lives as long as the model
  leave_to_kernel(L, s);
}

void lia_mechanism_tell_compiled(const mechanism *s, lua_State *L, int list) {
  const double t = s->compiled_at;
  if (!(t == t)) return;
  ltold told = { .what = "compiled", .name = "motion", .count = 1, .first = t, .most = 0 };
  const char *what = s->whole ? "the motion was" : "the forces of the description were";
  if (s->moves)
    lia_text_format(told.text, sizeof told.text, "%s compiled at t = %.4g and ran as one function "
                    "from there (kernel = false: never)", what, t);
  else lia_text_format(told.text, sizeof told.text, "%s not compiled: %s", what, s->not_compiled);
  lia_told_add(L, list, &told);
}
