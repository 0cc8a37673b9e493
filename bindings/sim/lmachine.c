/* lmachine.c - model:simulate: forces, kernels, constraints and jumps of one run; model:applied,
 * the forces alone */
#include "bindings/kit/fields.h"
#include "bindings/gen/lkernel.h"
#include "bindings/model/lmodel.h"
#include "bindings/sim/lsim.h"
#include "bindings/kit/nums.h"

#include "base/mem.h"
#include "base/text.h"
#include "base/rng.h"
#include "model/units.h"
#include "num/vec.h"
#include "rbd/forward.h"
#include "rbd/passive.h"
#include "sim/bounds.h"
#include "sim/stick_impact.h"
#include "sim/joint_forces.h"
#include "sim/model_ode.h"

#include <math.h>
#include <string.h>

// what a kernel has in it beside the bodies: nothing, the springs, dampers and friction of the
// joints, or forces of its own (those from equations, which have the joints' in them too)
enum { PLAIN, PASSIVE, OWN };

typedef struct mechanism {
  lmodel *o;
  lia_machine *machine;
  lforces *forces;
  lsource_input *input;
  void *input_user;
  void *kernel;
  int holds;                     /* what the kernel has in it */
  lia_closed *closed;
  lia_joint_ends ends;
  int limits_ignored, efforts_ignored;
  int fixed;                     /* 1: some of the start was told to stay */
  // NULL, or (2 nv) by how much the start was moved: coordinates, then velocities
  double *moved;
  int recorded, nextra;          /* LIA_RECORD_ that were asked for; columns behind the states */
} mechanism;

static lia_status mechanism_input(void *user, double t, const double *q, const double *v,
    double *tau, lia_error *err) {
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

// how many columns element k has
static int parts_of(const lia_load *l) { return l->port == LIA_PORT_point ? 3 : 1; }

// what was asked for, of the last rates: tau, forces, accelerations
static void recorded(const mechanism *s, double *y) {
  const lia_machine *w = s->machine;
  const lia_loads *loads = s->forces ? lia_lforces_loads(s->forces) : NULL;
  const int nv = w->m->nv;
  if (s->recorded & LIA_RECORD_tau) {
    lia_vec_copy(y, w->pushed, nv);
    y += nv;
  }
  for (int k = 0; s->recorded & LIA_RECORD_forces && loads && k < loads->n; k++)
    for (int i = 0; i < parts_of(&loads->load[k]); i++) *y++ = loads->load[k].F[i];
  if (s->recorded & LIA_RECORD_accelerations) lia_vec_copy(y, w->dx + w->m->nq, nv);
}

// T, V, E; then the multipliers, then what was asked for
static void mechanism_extra(void *user, double t, const double *x, double *y) {
  mechanism *s = user;
  lia_error ignored = { 0 };
  const int rows = s->closed ? s->closed->rows : 0;
  lia_machine_energy(s->machine, x, &y[0], &y[1]);
  y[2] = y[0] + y[1];
  if (!rows && !s->recorded) return;
  lia_status st = lia_machine_problem(s->machine).f(s->machine, t, x, s->machine->dx, &ignored);
  for (int r = 0; r < rows; r++) y[3 + r] = s->closed->lambda[r];
  recorded(s, y + 3 + rows);
  for (int k = 3; st != LIA_OK && k < s->nextra; k++) y[k] = (double)NAN;
}

// the same once the run is over: energies, where no function of the script says how much is stored
static void mechanism_late(void *user, double t, const double *x, double *y) {
  mechanism *s = user;
  (void)t;
  for (int k = 0; k < s->nextra; k++) y[k] = (double)NAN;
  if (s->forces && lia_lforces_varies(s->forces)) return;
  lia_machine_energy(s->machine, x, &y[0], &y[1]);
  y[2] = y[0] + y[1];
}

static double mechanism_total(void *user, const double *x) {
  double T, V;
  lia_machine_energy(((mechanism *)user)->machine, x, &T, &V);
  return T + V;
}

// does anything act between events, whose work has to be counted? What a kernel of its own forces
// does cannot be
static int acts(lua_State *L, const mechanism *s, const lia_machine_opts *o, int options) {
  const lia_model *m = s->o->c.model;
  int yes = (o->loads && o->loads->acts) || (s->closed && s->closed->s->timed);
  for (int k = 0; k < m->jv; k++) yes |= m->dof[k].damping != 0 || m->dof[k].friction != 0;
  yes |= !lua_isnil(L, lia_sim_option(L, options, "input"));
  yes |= !lua_isnil(L, lia_sim_option(L, options, "controllers"));
  yes |= !lua_isnil(L, lia_sim_option(L, options, "tau"));
  lua_pop(L, 3);
  return yes && s->holds == PLAIN;
}

// names of what was asked for: "tau.q1", "F.spring2", "F.contact1.x", "q1''"
static void recorded_names(const mechanism *s, lcolumns *c, const lsource *src) {
  static const char *const axis[] = { "x", "y", "z" };
  const lia_model *m = s->o->c.model;
  const lia_loads *loads = s->forces ? lia_lforces_loads(s->forces) : NULL;
  char unit[LIA_COLUMN_UNIT];
  for (int k = 0; s->recorded & LIA_RECORD_tau && k < m->nv; k++)
    lia_columns_add(c, src->force_unit[k], "tau.%s", src->force_name[k]);
  for (int k = 0; s->recorded & LIA_RECORD_forces && loads && k < loads->n; k++) {
    const lia_load *l = &loads->load[k];
    const char *called = lia_lforces_called(s->forces, k);
    if (l->port == LIA_PORT_coordinate) lia_columns_add(c, src->force_unit[l->iv], "F.%s", called);
    else if (l->port == LIA_PORT_line) lia_columns_add(c, "N", "F.%s", called);
    else for (int i = 0; i < 3; i++) lia_columns_add(c, "N", "F.%s.%s", called, axis[i]);
  }
  for (int k = 0; s->recorded & LIA_RECORD_accelerations && k < m->nv; k++) {
    const char *v = lia_units_v(m, k);
    lia_text_format(unit, sizeof unit, "%s%s", v, v[0] ? "2" : "");
    lia_columns_add(c, unit, "%s''", src->force_name[k]);
  }
}

// names of the columns behind the states: energies, "loop.1" the first multiplier of a constraint,
// what was asked for
static void extra_names(lua_State *L, mechanism *s, lsource *src) {
  static const char *const energy[] = { "T", "V", "E" };
  const lia_loads *loads = s->forces ? lia_lforces_loads(s->forces) : NULL;
  lcolumns *c = lia_columns(L, 3 + (s->closed ? s->closed->rows : 0) + 2 * s->o->c.model->nv + 3
      * (loads ? loads->n : 0));
  for (int k = 0; k < 3; k++) lia_columns_add(c, "J", "%s", energy[k]);
  for (int k = 0; s->closed && k < s->closed->s->n; k++)
    for (int r = 0; r < s->closed->s->c[k].nrow; r++)
      lia_columns_add(c, "", "%.80s.%d", s->closed->s->c[k].name, r + 1);
  recorded_names(s, c, src);
  src->nextra = s->nextra = c->n;
  src->extra_name = c->name;
  src->extra_unit = c->unit;
}

// constraints = "project" | "baumgarte" | "ggl" | "none"; rate
static void set_constraints(lua_State *L, mechanism *s, lia_machine_opts *o, int options) {
  static const char *const names[] = {
#define X(name) #name,
    LIA_KEEP_LIST(X)
#undef X
  };
  int i = lia_sim_option(L, options, "constraints"), k = 0;
  const char *got = lua_type(L, i) == LUA_TSTRING ? lua_tostring(L, i) : lua_isnil(L, i) ? "project"
      : luaL_typename(L, i);
  while (k < LIA_KEEP_COUNT && strcmp(names[k], got)) k++;
  if (k == LIA_KEEP_COUNT)
    lia_arg_error(L, options, "constraints: expected project, baumgarte, ggl or none, got %.40s",
        got);
  o->closed = s->closed = lia_lmodel_closed(L, s->o);
  o->keep = (lia_keep_kind)k;
  i = lia_sim_option(L, options, "rate");
  o->rate = lua_isnil(L, i) ? 20 : lua_type(L, i) == LUA_TNUMBER ? lua_tonumber(L, i) : -1;
  if (!(o->rate > 0) || !isfinite(o->rate))
    lia_arg_error(L, options, "rate: expected a number > 0 (1/s)");
}

static lia_status machine_begin(void *user, double t, double *x, lia_error *err) {
  return lia_hold_begin(((mechanism *)user)->machine, t, x, err);
}

static lia_status machine_again(void *user, double t, double *x, lia_error *err) {
  return lia_hold_again(((mechanism *)user)->machine, t, x, err);
}

static lia_status jump_events(void *user, double t, const double *x, double *g, lia_error *err) {
  return lia_hold_events(((mechanism *)user)->machine, t, x, g, err);
}

static lia_status jump_at(void *user, int k, double t, double *x, lia_error *err) {
  return lia_hold_at(((mechanism *)user)->machine, k, t, x, err);
}

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
  return plain ? PLAIN : with ? PASSIVE : OWN;
}

static void set_kernel(lua_State *L, mechanism *s, const lia_model *m, lia_machine_opts *o) {
  int k = lia_sim_option(L, 5, "kernel");
  if (lua_isnil(L, k)) return;
  void *kernel = lia_test(L, k, &lia_kernel_class);
  if (!kernel)
    lia_arg_error(L, 5, "kernel: expected what equations:compile 'fd' gives, got %s",
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
  o->forward_passive = s->holds != PLAIN;
}

// a number >= 0 at key of the table at limits, 0 where there is none
static double limit_number(lua_State *L, int options, int limits, const char *key) {
  lua_getfield(L, limits, key);
  double x = lua_isnil(L, -1) ? 0 : lua_type(L, -1) == LUA_TNUMBER ? lua_tonumber(L, -1) : -1;
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
static void set_limits(lua_State *L, mechanism *s, int options) {
  int i = lia_sim_option(L, options, "limits");
  lia_joint_ends *e = &s->ends;
  e->friction = s->holds == PLAIN;
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
  const char *word = lua_type(L, i) == LUA_TSTRING ? lua_tostring(L, i) : lua_isnil(L, i) ? "stop"
      : luaL_typename(L, i);
  if (strcmp(word, "stop") && strcmp(word, "ignore"))
    lia_arg_error(L, options,
        "limits: expected 'stop', 'ignore', {restitution = } or {stiffness =, damping = }, got "
        "%.40s", word);
  s->limits_ignored = !(e->stops = !strcmp(word, "stop"));
}

// efforts = "cut" | "ignore"
static void set_efforts(lua_State *L, mechanism *s, int options) {
  int i = lia_sim_option(L, options, "efforts");
  const char *word = lua_type(L, i) == LUA_TSTRING ? lua_tostring(L, i) : lua_isnil(L, i) ? "cut"
      : luaL_typename(L, i);
  if (strcmp(word, "cut") && strcmp(word, "ignore"))
    lia_arg_error(L, options, "efforts: expected 'cut' or 'ignore', got %.40s", word);
  s->efforts_ignored = !strcmp(word, "ignore");
}

// the elements of the list, and those of the joints: their dry friction, their limits
static void set_forces(lua_State *L, mechanism *s, lia_machine_opts *o, int options) {
  int list = lia_sim_option(L, options, "forces");
  const char *const *name = (const char *const *)s->o->spec->coord;
  int joints = lia_joint_loads(s->o->c.model, &s->ends, name, NULL);
  o->friction_told = 1;
  const int inputs = lia_sim_option(L, options, "inputs"),
      described = s->o->spec->nforce + s->o->spec->ninput;
  if (lua_isnil(L, list) && lua_isnil(L, inputs) && !joints && !described) return;
  s->forces = lia_lforces_read(L, lua_isnil(L, list) ? 0 : list, lua_isnil(L, inputs) ? 0 : inputs,
      5, s->o, &s->ends);
  o->loads = lia_lforces_loads(s->forces);
}

// the names of the rates: "q1'"
static const char **rate_names(lua_State *L, const lia_spec *spec) {
  const char **name = lua_newuserdata(L, ((size_t)spec->ncoord + 1) * (sizeof *name + 120));
  char *text = (char *)(name + spec->ncoord + 1);
  for (int k = 0; k < spec->ncoord; k++, text += 120) {
    lia_text_format(text, 120, "%s'", spec->coord[k]);
    name[k] = text;
  }
  return name;
}

// { model, t =, q =, v = }
static int push_setup(lua_State *L, double t, const lia_model *m, const double *x) {
  lua_newtable(L);
  lua_pushvalue(L, 1);
  lua_rawseti(L, -2, 1);
  lia_field_number(L, "t", t);
  lia_pushnums(L, x, m->nq);
  lua_setfield(L, -2, "q");
  lia_pushnums(L, x + m->nq, m->nv);
  lua_setfield(L, -2, "v");
  return lua_gettop(L);
}

// ---- bounds that are watched, and what there is to tell of them ----

// limits of coordinates where they are ignored or soft, speed limits; the numbers are states
static void push_bounds(lua_State *L, const mechanism *s, lsource *src) {
  const lia_model *m = s->o->c.model;
  int soft = s->ends.stiffness > 0;
  src->bound = lua_newuserdata(L, (2 * (size_t)m->jv + 1) * sizeof *src->bound);
  src->beyond = soft ? "pressed into its soft stop" : "beyond its limits, which were ignored,";
  for (int b = 0; b < m->nbody; b++) {
    const lia_place *B = &m->body[b];
    for (int k = 0; k < B->nv && m->dof[B->jv].follows < 0; k++) {
      const lia_dof *d = &m->dof[B->jv + k];
      if ((s->limits_ignored || soft) && B->nq == B->nv &&
          (isfinite(d->q_min) || isfinite(d->q_max)))
        src->bound[src->nbound++] = lia_bound_of(B->iq + k, d->q_min, d->q_max);
      if (isfinite(d->v_max) && d->v_max > 0)
        src->bound[src->nbound++] = lia_bound_of(m->nq + B->iv + k, -d->v_max, d->v_max);
    }
  }
}

// q a little way along every direction, quaternions on their sphere
static void nudge(void *user, const double *d, double *q) {
  lia_model_step(((mechanism *)user)->machine->m, q, d, 1, q);
}

static int force_called(void *user, const char *name) {
  return lia_spec_find_coord(((mechanism *)user)->o->spec, name);
}

// what motors can give: told of the joint, which its coordinate moves by a scale. No effort at all
// is none that was told
static void push_efforts(lua_State *L, const mechanism *s, lsource *src) {
  const lia_model *m = s->o->c.model;
  src->effort = lua_newuserdata(L, ((size_t)m->nv + 1) * sizeof *src->effort);
  for (int b = 0; b < m->nbody; b++) {
    const lia_place *B = &m->body[b];
    for (int k = 0; k < B->nv && m->dof[B->jv].follows < 0; k++) {
      const lia_dof *d = &m->dof[B->jv + k];
      double most = d->tau_max * fabs(m->mapped ? d->scale : 1);
      if (isfinite(most) && most > 0)
        src->effort[src->neffort++] = lia_bound_of(B->iv + k, -most, most);
    }
  }
  const char **unit = lua_newuserdata(L, ((size_t)m->nv + 1) * sizeof *unit);
  for (int k = 0; k < m->nv; k++)
    unit[k] = !strcmp(lia_units_v(m, k), "rad/s") ? "N m" : !strcmp(lia_units_v(m, k), "m/s") ? "N"
        : "";
  src->force_unit = unit;
  src->force_name = (const char *const *)s->o->spec->coord;
  src->force_called = force_called;
  src->efforts_ignored = s->efforts_ignored;
}

static void tell_outside(lua_State *L, int list, const lia_load *l, const char *unit) {
  char room[48];
  ltold told = { .what = "outside", .name = l->name, .count = 1, .most = l->outside };
  lia_text_format(told.text, sizeof told.text,
      "%.90s began %s beyond its limits: it is free until it has come back", l->name,
      lia_told_amount(l->outside, unit, room));
  if (l->outside > 0) lia_told_add(L, list, &told);
}

static void tell_stop(lua_State *L, int list, const lia_load *l, const char *unit) {
  char often[32], room[48];
  ltold told = { .what = "stop", .name = l->name, .count = l->struck, .first = l->first,
      .most = l->hardest };
  lia_text_format(told.text, sizeof told.text,
      "%.90s struck its limit %s, first at t = %.4g, with %s at most", l->name,
      lia_told_times(l->struck, often), l->first,
      lia_told_amount(l->hardest, unit, room));
  if (l->struck) lia_told_add(L, list, &told);
}

// ---- a start that was moved onto the constraints ----

// what rounding moves is not told
static const double LEAST_MOVE = 1e-8;

static void note_move(lua_State *L, mechanism *s, const double *before, const double *x) {
  const lia_model *m = s->o->c.model;
  double *d = lua_newuserdata(L, 2 * (size_t)m->nv * sizeof *d + 1);
  lia_model_diff(m, before, x, d);
  for (int k = 0; k < m->nv; k++) d[m->nv + k] = x[m->nq + k] - before[m->nq + k];
  if (lia_vec_max(d, 2 * m->nv) > LEAST_MOVE) s->moved = d;
}

// "th1 by -0.475 rad": the one of n that moved most; rate: they are velocities
static void say_most(const mechanism *s, const double *d, int rate, char out[120]) {
  const lia_model *m = s->o->c.model;
  char room[48], unit[16];
  int most = 0;
  for (int k = 1; k < m->nv; k++)
    if (fabs(d[k]) > fabs(d[most])) most = k;
  lia_text_format(unit, sizeof unit, "%s", lia_units_v(m, most));
  if (!rate && strstr(unit, "/s")) *strstr(unit, "/s") = 0;
  lia_text_format(out, 120, "%.50s%s by %s", s->o->spec->coord[most], rate ? "'" : "",
      lia_told_amount(d[most], unit, room));
}

static void tell_moved(const mechanism *s, lua_State *L, int list) {
  const lia_model *m = s->o->c.model;
  char q[120] = "", v[120] = "", both[260];
  int most = 0;
  if (lia_vec_max(s->moved, m->nv) > LEAST_MOVE) say_most(s, s->moved, 0, q);
  if (lia_vec_max(s->moved + m->nv, m->nv) > LEAST_MOVE) say_most(s, s->moved + m->nv, 1, v);
  lia_text_format(both, sizeof both, "%s%s%s", q, *q && *v ? " and " : "", v);
  for (int k = 1; k < m->nv; k++)
    if (fabs(s->moved[k]) > fabs(s->moved[most])) most = k;
  ltold told = { .what = "moved", .name = s->o->spec->coord[most], .count = 1, .first = (double)NAN,
      .most = s->moved[most] };
  if (s->fixed)
    lia_text_format(told.text, sizeof told.text, "the start followed what was fixed, furthest %s",
        both);
  else lia_text_format(told.text, sizeof told.text,
      "the start was moved onto the constraints, furthest %s (fix = {'%.50s'} holds what must stay)", both,
      s->o->spec->coord[most]);
  lia_told_add(L, list, &told);
}

// { th1 = -0.47, ["th1'"] = 3.5 }: what moved and by how much, into run:info().moved of the run on
// top
static void push_moved(const mechanism *s, lua_State *L) {
  const lia_model *m = s->o->c.model;
  lua_newtable(L);
  for (int k = 0; k < 2 * m->nv; k++) {
    lua_pushfstring(L, "%s%s", s->o->spec->coord[k % m->nv], k < m->nv ? "" : "'");
    lua_pushnumber(L, s->moved[k]);
    lua_rawset(L, -3);
  }
  lia_run_tell(L, -2, "moved");
}

static void mechanism_tell(void *user, lua_State *L, int list) {
  const mechanism *s = user;
  if (s->moved) tell_moved(s, L, list);
  const lia_loads *loads = s->forces ? lia_lforces_loads(s->forces) : NULL;
  const lia_model *m = s->o->c.model;
  for (int k = 0; loads && k < loads->n; k++) {
    const lia_load *l = &loads->load[k];
    if (lia_force_rows[l->kind]->events.jumps != LIA_JUMP_stop) continue;
    tell_outside(L, list, l, lia_units_q(m, l->iq));
    tell_stop(L, list, l, lia_units_v(m, l->iv));
  }
}

static int mechanism_calm(void *user, double h, const double *x_old, const double *x) {
  return lia_hold_calm(((mechanism *)user)->machine, h, x_old, x);
}

// the machine at s->machine, owned by a box on the stack
static void push_machine(lua_State *L, mechanism *s, const lia_model *m,
    const lia_machine_opts *o) {
  lia_error err = { 0 };
  void **box = lia_push_hold(L);
  if (lia_machine_new(&s->machine, m, s->o->d, o, &err) != LIA_OK) lia_raise(L, &err);
  *box = s->machine;
}

// x = (q, v, z) at the start, on the stack
static double *machine_push_start(lua_State *L, const mechanism *s, const double *q,
    const double *v, int options) {
  const lia_machine *w = s->machine;
  const lia_model *m = w->m;
  double *x = lua_newuserdata(L, ((size_t)w->n + 1) * sizeof *x);
  lia_vec_zero(x, w->n);
  if (q) lia_vec_copy(x, q, m->nq);
  else lia_model_neutral(m, x);
  lia_model_normalise(m, x);
  if (v) lia_vec_copy(x + m->nq, v, m->nv);
  lia_sim_remember(L, options, x + m->nq + m->nv, w->nz);
  return x;
}

// the velocities that are rates of coordinates: all but those of quaternions and floating places;
// with ggl q moves by another
static const int *machine_push_rates(lua_State *L, const mechanism *s) {
  const lia_model *m = s->machine->m;
  int *rate = lua_newuserdata(L, ((size_t)m->nq + 1) * sizeof *rate);
  for (int k = 0; k < m->nq; k++) rate[k] = -1;
  for (int i = 0; i < m->nbody && s->machine->o.keep != LIA_KEEP_ggl; i++) {
    const lia_place *b = &m->body[i];
    for (int k = 0; b->nq == b->nv && k < b->nq; k++)
      rate[m->lead_q[b->jq + k]] = m->nq + m->lead_v[b->jv + k];
  }
  return rate;
}

static lsource source_of(lua_State *L, mechanism *s, const lia_loads *loads) {
  lia_machine *w = s->machine;
  const lia_model *m = w->m;
  lsource src = { .p = lia_machine_problem(w), .user = s, .nq = m->nq, .nv = m->nv, .nz = w->nz,
      .ntau = m->nv, .set_input = mechanism_set_input,
      .rate = machine_push_rates(L, s), .shown = m->nq + m->nv, .unit = mechanism_unit,
          .extra = mechanism_extra, .late = mechanism_late, .energy = 2,
      .driven = s->holds != PLAIN, .nw = w->nw, .total = mechanism_total,
          .scripted = s->closed != NULL,
          .other = "forces inputs kernel constraints rate limits efforts fix record",
      .tell = mechanism_tell, .nudge = nudge };
  push_bounds(L, s, &src);
  push_efforts(L, s, &src);
  extra_names(L, s, &src);
  src.p.name = mechanism_name;
  if (!s->forces) return src;
  src.own = lia_lforces_callback(s->forces);
  src.nown = 1;
  src.njump = loads->njump;
  src.jump_begin = machine_begin;
  src.jump_events = jump_events;
  src.jump_at = jump_at;
  src.jump_again = machine_again;
  src.calm = mechanism_calm;
  w->user = s;
  if (lia_lforces_moves(s->forces)) w->input = mechanism_input;
  // a number that changes while it runs puts energy in that nobody counts
  if (lia_lforces_varies(s->forces)) src.driven = 1;
  return src;
}

// a list of the values from `first` to the top, and of the model at 1: its index
static int keep_all(lua_State *L, int first) {
  int top = lua_gettop(L), n = 1;
  lua_createtable(L, top - first + 2, 0);
  lua_pushvalue(L, 1);
  lua_rawseti(L, -2, n++);
  for (int k = first; k <= top; k++, n++) {
    lua_pushvalue(L, k);
    lua_rawseti(L, -2, n);
  }
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
  // what the run needs to tell its energies later is kept by it: a list of the values pushed here
  int first = lua_gettop(L) + 1;
  mechanism *s = lua_newuserdata(L, sizeof *s);
  *s = (mechanism){ .o = o };
  lia_machine_opts mo = { .qname = o->spec->qname, .vname = rate_names(L, o->spec) };
  set_kernel(L, s, m, &mo);
  set_constraints(L, s, &mo, options);
  set_limits(L, s, options);
  set_efforts(L, s, options);
  s->recorded =
      lia_recorded(L, options, LIA_RECORD_tau | LIA_RECORD_forces | LIA_RECORD_accelerations);
  set_forces(L, s, &mo, options);
  mo.balance = acts(L, s, &mo, options);
  push_machine(L, s, m, &mo);
  double *x = machine_push_start(L, s, q, v, options);
  lsource src = source_of(L, s, mo.loads);
  src.alive = keep_all(L, first);
  int setup = push_setup(L, a[1].x, m, x), start = lia_sim_option(L, options, "start");
  // a start that does not fit is moved as little as can be; loops that cannot close are a
  // misfortune
  if (s->closed) {
    const char *held = options ? lia_lmodel_held(L, options, o) : NULL;
    s->fixed = held != NULL;
    double *before = lua_newuserdata(L, (size_t)(m->nq + m->nv + 1) * sizeof *before);
    lia_vec_copy(before, x, m->nq + m->nv);
    if (lia_machine_close(s->machine, lua_tonumber(L, start), x, held, &err) != LIA_OK)
      return lia_fail(L, &err);
    note_move(L, s, before, x);
  }
  int results = lia_simulate(L, &src, a[1].x, x, options, setup);
  if (s->moved) push_moved(s, L);
  return results;
}

// forces of a list at a state: what the run would feel there
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
  lforces *f = lia_lforces_read(L, 2, 0, 2, o, NULL);
  lia_loads *loads = lia_lforces_loads(f);
  double *work = lua_newuserdata(L, (size_t)(m->nq + m->nv + 2 * loads->nz + 1) * sizeof *work),
      *Q = work, *V = Q + m->nq, *z = V + m->nv, *dz = z + loads->nz;
  memset(work, 0, (size_t)(m->nq + m->nv + 2 * loads->nz) * sizeof *work);
  lia_vec_copy(Q, q, m->nq);
  lia_model_normalise(m, Q);
  if (v) lia_vec_copy(V, v, m->nv);
  for (int k = 0; k < loads->n; k++)
    if (loads->load[k].port == LIA_PORT_coordinate)
      loads->load[k].mode = (V[loads->load[k].iv] > 0) - (V[loads->load[k].iv] < 0);
  double *tau = lia_pushvec(L, m->nv);
  lia_status st = lia_lforces_update(f, t, Q, V, &err);
  if (st == LIA_OK) st = lia_loads_apply(loads, m, o->d, t, Q, V, z, tau, dz, &err);
  if (st == LIA_EUSER) return lia_callback_rethrow(lia_lforces_callback(f));
  if (st != LIA_OK) return lia_fail(L, &err);
  lua_pushnumber(L, lia_loads_energy(loads, m, o->d, Q));
  return 2;
}

static const lia_fn simulate_methods[] = {
  { model_applied,
      "model:applied(forces: table, q: nums|table [, v: nums|table, t: num]) -> tau: vec, V: num",
    "The generalised forces of a list of force elements (li.forces() tells them) at a state, and "
    "the energy they store: for model:fd, linearisation, statics. "
    "Dry friction that sticks slides here or gives nothing at rest; currents of motors are 0.",
    "li.planar{1}:applied({{'spring', joint = 'q1', stiffness = 50}}, {0.1}) --> [-5], 0.25" },
  { model_simulate,
      "model:simulate(t: num [, q: nums|table, v: nums|table, options: table]) -> run",
    "Let it move for a time t from q, v (rest), in order or by name. Besides the options: method "
    "= 'dop853' (li.methods() tells all: explicit, "
    "symplectic, for rotations, for stiff systems); "
    "input = function(t, q, v, tau), which fills tau or returns it; tau = {q1 = \"-20*q1 - "
    "5*q1'\"}, expressions in coordinates, rates and t (or such a function); controllers = {{f = "
    "function(t, q, v, u), dt = , delay = , noise = , seed = }}, held between their times; "
    "noise = a deviation, or {q = , v = , q1 = , ...} of what they are shown; record = {'tau', "
    "'forces', 'accelerations'}: columns tau.q1 (what these push with), F.spring1 (of each "
    "element of "
    "forces, by its name), q1''; "
    "loops and constraints are kept by constraints = 'project' (default: position and velocity "
    "after each step, in the mass metric), 'baumgarte' or 'ggl' (rate = 20), 'none'; "
    "a start that does not fit them is moved by the least change, and told so: fix = {'th1'} "
    "holds a coordinate and its rate, the others follow; "
    "limits of joints are hard stops: limits = {restitution = } or {stiffness =, damping = } "
    "(soft) or 'ignore'; forces are cut to the efforts of joints: efforts = 'cut' or "
    "'ignore'; dry friction of joints sticks; what was struck, passed or cut is told by "
    "print(run) and run:info().told; "
    "forces = {{'spring', ..}, ..} (li.forces() tells them), beside those of the description; "
    "inputs = {F = 3}, what sets its inputs: numbers, expressions of coordinates, rates and t, "
    "functions (t, q, v); kernel = equations:compile 'fd'; "
    "events = {{g = function(t, q, v), direction = , at = function(t, q, v)}}: at may change q "
    "and v, return 'stop' or 'on'; without at the run ends. "
    "nil, message, code, run where it cannot go on; an error in a function of yours raises "
    "(on_error = 'return': nil, message, 'EUSER', run). "
    "Ctrl-C raises too; at the prompt, or with on_interrupt = 'keep', it gives the run so far.",
    "li.planar{1}:simulate(1, {0.5}):info().drift < 1e-6 --> true" },
  { 0 },
};

void lia_open_machine(lua_State *L);
void lia_open_machine(lua_State *L) {
  lia_methods(L, &lia_model_class, simulate_methods);
}
