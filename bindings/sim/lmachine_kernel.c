/* lmachine_kernel.c - kernels in a run of a model: one that is given, one that is asked for, one
 * that is made on the way because it pays */
#include "bindings/sim/lmachine_inside.h"

#include "bindings/gen/lkernel.h"
#include "bindings/kit/fields.h"
#include "bindings/sim/lmotion.h"

#include "base/mem.h"
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
static const double *ask_kernel(mechanism *s, void *kernel, double t, const double *x,
    const double *tau) {
  const int nv = s->o->c.model->nv, n = s->o->spec->ninput;
  const double *const in[3] = { &t, x, s->u };
  double *out = s->u + nv + n;
  if (tau) lia_vec_copy(s->u, tau, nv);
  else lia_vec_zero(s->u, nv);
  if (n) lia_vec_copy(s->u + nv, lia_lforces_inputs_now(s->forces), n);
  lia_lkernel_run(kernel, in, &out);
  return out;
}

static lia_status compiled_forces(void *user, double t, const double *x, double *tau, double *dz,
    double power[2], lia_error *err) {
  mechanism *s = user;
  const int nv = s->o->c.model->nv;
  const double *out = ask_kernel(s, s->kernel, t, x, NULL);
  (void)err;
  for (int k = 0; k < nv; k++) tau[k] += out[k];
  lia_vec_copy(dz, out + nv, s->compiled_states);
  lia_vec_copy(power, out + nv + s->compiled_states, 2);
  return LIA_OK;
}

// are the rows as far from depending on each other as the engine wants it (con/constrained_tree.c)?
// A row that has become short is the engine's, which knows when to drop it
static int is_sure(mechanism *s, double sure, const double *diag) {
  static const double ENOUGH = 1e-4, SHORT = 0.03, FADE = 0.999;
  int yes = sure > ENOUGH;
  for (int k = 0; k < s->npivot; k++) {
    s->best[k] = fmax(diag[k], FADE * s->best[k]);
    yes &= diag[k] > SHORT * s->best[k];
  }
  return yes;
}

static lia_status whole_motion(void *user, double t, const double *x, const double *tau,
    lia_compiled_motion *out, lia_error *err) {
  mechanism *s = user;
  const int nv = s->o->c.model->nv;
  const double *got = ask_kernel(s, s->kernel, t, x, tau),
               *lost = got + nv + s->compiled_states, *rows = lost + 3 + nv;
  (void)err;
  lia_vec_copy(out->dz, got + nv, s->compiled_states);
  out->power[0] = lost[0];
  out->power[1] = lost[1] + lost[2];
  lia_vec_copy(out->a, lost + 3, nv);
  if (!s->closing) return LIA_OK;
  out->power[0] += rows[0];
  out->sure = is_sure(s, rows[1], rows + 2);
  return LIA_OK;
}

// kernel (t, x, (tau, inputs)) -> (g, G v + b, dq, dv, sure)
static int closing_step(void *user, double t, const double *x, double *dq, double *dv,
    double gap[2]) {
  mechanism *s = user;
  const int nv = s->o->c.model->nv, rows = s->closed->rows;
  const double *out = ask_kernel(s, s->closing, t, x, NULL);
  gap[0] = gap[1] = 0;
  for (int r = 0; r < rows; r++) {
    const double g = fabs(out[r]), rate = fabs(out[rows + r]);
    if (s->skip[r]) gap[1] = fmax(gap[1], fmax(g, rate));
    else gap[0] = fmax(gap[0], g);
  }
  lia_vec_copy(dq, out + 2 * rows, nv);
  lia_vec_copy(dv, out + 2 * rows + nv, nv);
  return out[2 * rows + 2 * nv] > 1e-4;
}

// what the kernels are asked, and what they answer: of nz own states, rows of constraints
static void push_room(lua_State *L, mechanism *s, int nz) {
  const int nv = s->o->c.model->nv, rows = s->closed ? s->closed->rows : 0;
  const size_t room = (size_t)(3 * nv + s->o->spec->ninput + nz + 3 * rows + 8),
               all = room + (size_t)rows;
  s->u = lua_newuserdata(L, all * sizeof *s->u);
  memset(s->u, 0, all * sizeof *s->u);
  s->best = s->u + room;
  s->skip = lua_newuserdata(L, (size_t)rows + 1);
  memset(s->skip, 0, (size_t)rows + 1);
}

// the kernel on top, into the run; which elements it has in it: those of the description
static void take_kernel(lua_State *L, mechanism *s, lia_model_ode_opts *o) {
  s->kernel = lia_check(L, -1, &lia_kernel_class);
  const int nv = s->o->c.model->nv, rows = s->closing ? 2 + s->npivot : 0,
            out = lia_lkernel_shape(s->kernel).out_size[0];
  s->compiled_states = out - nv - 2 - (s->whole ? nv + 1 : 0) - rows;
  s->moves = 1;
  o->push = compiled_forces;
  o->motion = s->whole ? whole_motion : NULL;
  o->closing = s->closing ? closing_step : NULL;
  o->compiled_user = s;
}

// kernel = true: one made here, of the model and the forces of its description; of one with rows
// where it begins, as these have to be looked at there
static void make_kernel(lua_State *L, mechanism *s, lia_model_ode_opts *o) {
  s->whole = 1;
  s->moves = 1;
  if (s->o->c.constraints) {
    s->pays = -1;
    return;
  }
  if (lia_motion_push_run(L, 1, LMOTION_motion, NULL, 0, 0))
    lia_mistake(L, "kernel: %s", lua_tostring(L, -2));
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
  if (!s->forces) return -1;
  const lia_loads *loads = lia_lforces_loads(s->forces);
  const int n = s->whole ? loads->n : s->o->spec->nforce;
  for (int k = 0; k < n; k++) {
    const int jumps = lia_force_rows[loads->load[k].kind]->events.jumps;
    if (jumps != LIA_JUMP_none && jumps != LIA_JUMP_stop) return k;
  }
  return -1;
}

void lia_mechanism_leave_elements(const mechanism *s, int to_kernel) {
  if (!s->forces) return;
  lia_loads *loads = lia_lforces_loads(s->forces);
  for (int k = 0; k < s->o->spec->nforce; k++) loads->load[k].compiled = to_kernel;
  lia_lforces_compiled(s->forces, to_kernel);
}

void lia_mechanism_check_elements(lua_State *L, mechanism *s) {
  // of one with rows the forces alone may be compiled, beside joints that stick
  if (s->closed && acts_at_events(s) >= s->o->spec->nforce) s->whole = 0;
  const int k = acts_at_events(s);
  if (k >= 0) {
    const int kind = lia_lforces_loads(s->forces)->load[k].kind;
    const int jumps = lia_force_rows[kind]->events.jumps;
    lia_arg_error(L, 5, "kernel: %s %s at events, which a kernel does not know: leave one away",
        lia_lforces_called(s->forces, k), jumps == LIA_JUMP_stick ? "sticks" : "strikes");
  }
  lia_mechanism_leave_elements(s, 1);
}

// ---- one that pays ----

// the engine's loops go on until they were asked so often, times coordinates and elements: as long
// as a compiler takes. Counted, not timed: the same run has the same bits
static const double PAYS = 3e6;

static int is_told(lua_State *L, int options, const char *key) {
  const int told = !lua_isnil(L, lia_sim_option(L, options, key));
  lua_pop(L, 1);
  return told;
}

// rows as the description has them, kept after every step
static int rows_may(lua_State *L, const mechanism *s, int options) {
  if (!s->closed) return 1;
  const char *keep = lia_word_or(L, lia_sim_option(L, options, "constraints"), "project");
  const int may = s->closed == lia_lmodel_closed(L, s->o) && !strcmp(keep, "project");
  lua_pop(L, 1);
  return may;
}

void lia_mechanism_wait(lua_State *L, mechanism *s, int options) {
  const lia_spec *spec = s->o->spec;
  const int asked = s->pays < 0;               // kernel = true, of one with rows
  if (!asked && (is_told(L, options, "kernel") || is_told(L, options, "forces"))) return;
  s->whole = rows_may(L, s, options);
  s->whole = s->whole && acts_at_events(s) < 0;
  if (asked && !s->whole && !spec->nforce)
    lia_arg_error(L, 5, "kernel: the engine keeps these constraints, and the description has no "
                  "forces that could be compiled: leave it away");
  if (acts_at_events(s) >= 0 || (!s->whole && !spec->nforce)) return;
  // the work of each element is told by the loops alone
  if (s->recorded & LIA_RECORD_work) return;
  push_room(L, s, s->forces ? lia_lforces_loads(s->forces)->nz : 0);
  s->waits = L;
  s->each = spec->ncoord + spec->nforce;
  if (!asked) s->pays = PAYS;
}

// rows that follow from others wherever the mechanism goes near here; 0: not as many as the engine
// counts on
static int leave_rows_out(mechanism *s, double t, const double *x) {
  lia_cmodel *w = s->closed;
  lia_cmodel_mobility m;
  int kept = 0, *always = lia_malloc(((size_t)w->rows + 1) * sizeof *always);
  if (!always || lia_cmodel_mobility_at(w, x, t, NULL, &m, NULL) != LIA_OK) {
    lia_free(always);
    return 0;
  }
  lia_cmodel_redundant_always(w, x, t, always);
  for (int r = 0; r < w->rows; r++) {
    s->skip[r] = always[r] != 0;
    kept += !always[r];
  }
  lia_free(always);
  return kept == (s->machine->rows ? s->machine->rows : w->rows);
}

// (model, mechanism) -> kernel; nil: there is one, but no quicker; raises where there is none
static int compile_motion(lua_State *L) {
  mechanism *s = lua_touserdata(L, 2);
  const int rows = s->closed ? s->closed->rows : 0, forces = s->o->spec->nforce > 0;
  if (!s->whole && !forces)
    lia_mistake(L, "kernel: rows of its constraints depend on each other where it starts, which "
                "the engine alone keeps: leave it away");
  if (s->whole && s->pays > 0) s->whole = lia_motion_pays(L, 1, s->skip, rows);
  if (!s->whole && !forces) return 0;
  s->closing = NULL;
  if (s->whole && rows) {
    if (lia_motion_push_run(L, 1, LMOTION_closing, s->skip, rows, s->ahead)) {
      lua_pop(L, 1);
      return lua_error(L);
    }
    s->closing = lia_check(L, -1, &lia_kernel_class);
  }
  if (lia_motion_push_run(L, 1, s->whole ? LMOTION_motion : LMOTION_forces, s->skip,
                          s->whole ? rows : 0, s->ahead)) {
    lua_pop(L, 1);
    return lua_error(L);
  }
  return 1;
}

// of the kernel of a motion with rows: what stands behind the accelerations
static int pivots_of(const mechanism *s, void *kernel, int nz) {
  const int nv = s->o->c.model->nv;
  return s->closing ? lia_lkernel_shape(kernel).out_size[0] - (2 * nv + nz + 3) - 2 : 0;
}

// the kernel on top; 0: why not is there
static int push_compiled(mechanism *s, double t, const double *x) {
  lua_State *L = s->waits;
  s->whole = s->whole && (!s->closed || leave_rows_out(s, t, x));
  lua_pushcfunction(L, compile_motion);
  lua_pushvalue(L, 1);
  lua_pushlightuserdata(L, s);
  return !lua_pcall(L, 2, 1, 0) && !lua_isnil(L, -1);
}

// the kernel, made and taken; 0: why not is on top
static int compile_now(mechanism *s, double t, const double *x) {
  lua_State *L = s->waits;
  const int nz = s->forces ? lia_lforces_loads(s->forces)->nz : 0;
  if (!push_compiled(s, t, x)) return 0;
  s->npivot = pivots_of(s, lia_check(L, -1, &lia_kernel_class), nz);
  memset(s->best, 0, (size_t)s->npivot * sizeof *s->best);
  take_kernel(L, s, &s->machine->o);
  lua_pop(L, 1);                                     // it lives as long as the model
  lia_mechanism_leave_elements(s, 1);
  return 1;
}

// the compiler begins on another processor while the engine's loops go on: where the kernel is
// taken it is there, or its tape computes the same bits until it is
static void compile_ahead(mechanism *s, double t, const double *x) {
  if (s->ahead || !lua_checkstack(s->waits, 8)) return;
  s->ahead = 1;
  (void)push_compiled(s, t, x);
  lua_pop(s->waits, 1);
}

void lia_mechanism_compile(mechanism *s, double t, const double *x) {
  lua_State *L = s->waits;
  const double asked = (double)s->machine->calls * s->each;
  if (!L || asked < s->pays / 3) return;
  compile_ahead(s, t, x);
  if (asked < s->pays) return;
  if (lua_checkstack(L, 8)) {
    const int made = compile_now(s, t, x);
    if (made || !lua_isnil(L, -1)) s->compiled_at = t;
    if (!made) {
      lia_text_format(s->not_compiled, sizeof s->not_compiled, "%.100s",
                      lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "no compiler");
      lua_pop(L, 1);
    }
  }
  s->waits = NULL;
}

void lia_mechanism_compile_first(mechanism *s, double t, const double *x) {
  lua_State *L = s->waits;
  if (!L || s->pays > 0) return;
  if (!compile_now(s, t, x)) lua_error(L);
  s->waits = NULL;
}

void lia_mechanism_tell_compiled(const mechanism *s, lua_State *L, int list) {
  const double t = s->compiled_at, left = s->machine->left_at;
  ltold told = { .what = "compiled", .name = "motion", .count = 1, .first = t, .most = 0 };
  const char *what = s->whole ? "the motion was" : "the forces of the description were";
  if (s->moves && isfinite(left)) {
    told.first = left;
    lia_text_format(told.text, sizeof told.text, "from t = %.4g on the engine computed the motion "
                    "in the place of its compiled function: rows of its constraints came close to "
                    "depending on each other", left);
  } else if (!isfinite(t)) return;
  else if (s->moves)
    lia_text_format(told.text, sizeof told.text, "%s compiled at t = %.4g and ran as one function "
                    "from there (kernel = false: never)", what, t);
  else lia_text_format(told.text, sizeof told.text, "%s not compiled: %s", what, s->not_compiled);
  lia_told_add(L, list, &told);
}
