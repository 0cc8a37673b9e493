/* lmachine_told.c - what a run of a model shows: columns, bounds, stops, a start that was moved */
#include "bindings/sim/lmachine_inside.h"

#include "base/text.h"
#include "model/units.h"
#include "num/vec.h"

#include <math.h>
#include <string.h>

// ---- columns ----

// what was asked for, of the last rates: tau, forces, accelerations
static void recorded(const mechanism *s, double *y) {
  const lia_model_ode *w = s->machine;
  const lia_loads *loads = s->forces ? lia_lforces_loads(s->forces) : NULL;
  const int nv = w->m->nv;
  if (s->recorded & LIA_RECORD_tau) {
    lia_vec_copy(y, w->pushed, nv);
    y += nv;
  }
  for (int k = 0; s->recorded & LIA_RECORD_forces && loads && k < loads->n; k++) {
    lia_load_show(&loads->load[k], y);
    y += lia_load_shown(&loads->load[k]);
  }
  if (s->recorded & LIA_RECORD_accelerations) {
    lia_vec_copy(y, w->dx + w->m->nq, nv);
    y += nv;
  }
  if (s->recorded & LIA_RECORD_contacts) lia_contacts_row(s->contacts, y);
}

// T, V, E, own states of elements, the work of each force: of the state alone
static int told_by_state(const mechanism *s, const double *x, double *y) {
  const lia_model_ode *w = s->machine;
  const double *done = x + w->m->nq + w->m->nv + w->nz + 2;
  lia_model_ode_energy(s->machine, x, &y[0], &y[1]);
  y[2] = y[0] + y[1];
  lia_vec_copy(y + 3, done - 2 - w->nz, w->nz);
  for (int k = 0; k < s->nworks; k++) y[3 + w->nz + k] = done[s->work[k]];
  return 3 + w->nz + s->nworks;
}

// numbers of force elements as they are at t, x: what they store is told by them. Where functions
// of the script tell inputs or numbers, these stay what they were asked last, and it is 0
static int numbers_at(mechanism *s, double t, const double *x) {
  lia_error ignored = { 0 };
  const double *v = x + s->machine->m->nq;
  if (!s->forces || !lia_lforces_varies(s->forces)) return 1;
  if (!lia_lforces_asks(s->forces))
    return lia_lforces_update(s->forces, t, x, v, &ignored) == LIA_OK;
  (void)!lia_lforces_settle(s->forces, t, x, v, &ignored);
  return 0;
}

lia_status lia_mechanism_rates(mechanism *s, double t, const double *x, double *dx,
    lia_error *err) {
  if (s->contacts) return lia_contact_step_rates(s->contacts->step, t, x, dx, err);
  return lia_model_ode_problem(s->machine).f(s->machine, t, x, dx, err);
}

// the rates once more, for what a row shows: multipliers, and forces of elements one by one, are
// the engine's
static lia_status rates_of_row(mechanism *s, double t, const double *x, lia_error *err) {
  lia_model_ode *w = s->machine;
  const int apart = s->moves && s->recorded & LIA_RECORD_forces;
  lia_status (*const motion)(void *, double, const double *, const double *, lia_compiled_motion *,
                             lia_error *) = w->o.motion;
  lia_status (*const push)(void *, double, const double *, double *, double *, double *,
                           lia_error *) = w->o.push;
  if (s->closed || apart) w->o.motion = NULL;
  if (apart) {
    w->o.push = NULL;
    lia_mechanism_leave_elements(s, 0);
  }
  const lia_status st = lia_mechanism_rates(s, t, x, w->dx, err);
  if (apart) lia_mechanism_leave_elements(s, 1);
  w->o.motion = motion;
  w->o.push = push;
  return st;
}

// the same while the run goes on, where functions may be asked
static void ask_numbers_at(mechanism *s, double t, const double *x) {
  const lia_loads *loads = s->forces ? lia_lforces_loads(s->forces) : NULL;
  lia_error ignored = { 0 };
  int moving = 0;
  for (int k = 0; loads && k < loads->n; k++) moving |= loads->load[k].moving;
  if (numbers_at(s, t, x) || !moving) return;
  (void)lia_lforces_update(s->forces, t, x, x + s->machine->m->nq, &ignored);
}

void lia_mechanism_extra(void *user, double t, const double *x, double *y) {
  mechanism *s = user;
  lia_error ignored = { 0 };
  const int rows = s->closed ? s->closed->rows : 0;
  ask_numbers_at(s, t, x);
  const int told = told_by_state(s, x, y);
  if (s->contacts) lia_contacts_keep(s->contacts, t);
  if (told == s->nextra) return;
  const lia_status st = rates_of_row(s, t, x, &ignored);
  for (int r = 0; r < rows; r++) y[told + r] = s->closed->lambda[r];
  recorded(s, y + told + rows);
  for (int k = told; st != LIA_OK && k < s->nextra; k++) y[k] = (double)NAN;
}

// is the motion at a state told by the state, once the run is over? Not by functions of the script,
// nor where something was held or rested then
static int alone(const mechanism *s) {
  const lia_loads *loads = s->forces ? lia_lforces_loads(s->forces) : NULL;
  if (s->input || s->contacts) return 0;
  return !loads || (!loads->njump && !lia_lforces_calls(s->forces));
}

void lia_mechanism_late(void *user, double t, const double *x, double *y) {
  mechanism *s = user;
  for (int k = 0; k < s->nextra; k++) y[k] = (double)NAN;
  if (!numbers_at(s, t, x)) return;
  if (alone(s)) lia_mechanism_extra(s, t, x, y);
  else told_by_state(s, x, y);
}

// what wheels tell
static const struct { const char *name, *unit; } SHOWN[] = {
#define X(name, unit) { #name, unit },
  LIA_FORCE_TOLD(X)
#undef X
};

// names of what was asked for: "tau.q1", "F.spring2", "F.contact1.x", "tyre1.kappa", "q1''"
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
    for (int i = 3; i < lia_load_shown(l); i++)
      lia_columns_add(c, SHOWN[i - 3].unit, "%s.%s", called, SHOWN[i - 3].name);
  }
  for (int k = 0; s->recorded & LIA_RECORD_accelerations && k < m->nv; k++) {
    const char *v = lia_units_v(m, k);
    lia_text_format(unit, sizeof unit, "%s%s", v, v[0] ? "2" : "");
    lia_columns_add(c, unit, "%s''", src->force_name[k]);
  }
  if (s->recorded & LIA_RECORD_contacts) lia_contacts_names(s->contacts, c, '.');
}

static void add_work(mechanism *s, lcolumns *c, int *place, int state, const char *name) {
  lia_columns_add(c, "J", "W.%.80s", name);
  place[s->nworks++] = state;
}

// names of the work of each force, of those there are; the dry friction of joints and their limits
// are among the elements, not among these names
static void work_names(lua_State *L, mechanism *s, lcolumns *c) {
  const lia_model_ode *w = s->machine;
  const lia_loads *loads = s->forces ? lia_lforces_loads(s->forces) : NULL;
  const int n = loads ? loads->n : 0, none = !(s->recorded & LIA_RECORD_work);
  int *place = lua_newuserdata(L, ((size_t)n + LIA_WORK_loads + 1) * sizeof *place);
  s->work = place;
  if (none) return;
  for (int k = 0; k < n; k++)
    if (k < n - s->njoint || lia_load_jumps(&loads->load[k]) == LIA_JUMP_stick)
      add_work(s, c, place, LIA_WORK_loads + k, lia_lforces_called(s->forces, k));
  const double *g = w->m->gravity;
  if (w->passive) add_work(s, c, place, LIA_WORK_joints, "joints");
  if (g[0] != 0 || g[1] != 0 || g[2] != 0) add_work(s, c, place, LIA_WORK_weight, "weight");
  if (s->pushes) add_work(s, c, place, LIA_WORK_tau, "tau");
  if (s->closed && s->closed->s->timed) add_work(s, c, place, LIA_WORK_rows, "rows");
  if (s->contacts) add_work(s, c, place, LIA_WORK_contacts, "contacts");
}

// names of the columns behind the states: energies, own states, works, "loop.1" the first
// multiplier of a constraint, what was asked for
void lia_mechanism_names(lua_State *L, mechanism *s, lsource *src) {
  static const char *const energy[] = { "T", "V", "E" };
  const lia_loads *loads = s->forces ? lia_lforces_loads(s->forces) : NULL;
  const int rows = s->closed ? s->closed->rows : 0, nload = loads ? loads->n : 0,
      nz = s->machine->nz;
  lcolumns *c = lia_columns(L,
      3 + nz + rows + 2 * s->o->c.model->nv + (4 + LIA_FORCE_NTOLD) * nload + LIA_WORK_loads
      + (s->contacts ? 2 * s->contacts->nname : 0));
  for (int k = 0; k < 3; k++) lia_columns_add(c, "J", "%s", energy[k]);
  for (int k = 0; k < nz; k++) {
    const char *unit, *name = lia_lforces_state(s->forces, s->o->c.model, k, &unit);
    lia_columns_add(c, unit, "%s", name);
  }
  work_names(L, s, c);
  src->first_multiplier = 3 + nz + s->nworks;
  for (int k = 0; s->closed && k < s->closed->s->n; k++)
    for (int r = 0; r < s->closed->s->c[k].nrow; r++)
      lia_columns_add(c, "", "%.80s.%d", s->closed->s->c[k].name, r + 1);
  recorded_names(s, c, src);
  src->nextra = s->nextra = c->n;
  src->extra_name = c->name;
  src->extra_unit = c->unit;
}

// ---- bounds that are watched, and what there is to tell of them ----

// limits of coordinates where they are ignored or soft, speed limits; the numbers are states
static void push_limits(lua_State *L, const mechanism *s, lsource *src) {
  const lia_model *m = s->o->c.model;
  int soft = s->ends.stiffness > 0;
  src->bound = lua_newuserdata(L, (2 * (size_t)m->jv + 1) * sizeof *src->bound);
  double *most = lua_newuserdata(L, ((size_t)m->nv + 1) * sizeof *most);
  lia_model_speed_limits(m, most);
  src->beyond = soft ? "pressed into its soft stop" : "beyond its limits, which were ignored,";
  for (int b = 0; b < m->nbody; b++) {
    const lia_model_body *B = &m->body[b];
    for (int k = 0; k < B->nv && m->dof[B->jv].follows < 0; k++) {
      const lia_dof *d = &m->dof[B->jv + k];
      if ((s->limits_ignored || soft) && B->nq == B->nv &&
          (isfinite(d->q_min) || isfinite(d->q_max)))
        src->bound[src->nbound++] = lia_bound_of(B->iq + k, d->q_min, d->q_max);
      const double v = most[B->iv + k];
      if (isfinite(v)) src->bound[src->nbound++] = lia_bound_of(m->nq + B->iv + k, -v, v);
    }
  }
}

static int force_called(void *user, const char *name) {
  return lia_spec_find_coord(((mechanism *)user)->o->spec, name);
}

// what motors can give
static void push_efforts(lua_State *L, const mechanism *s, lsource *src) {
  const lia_model *m = s->o->c.model;
  src->effort = lua_newuserdata(L, ((size_t)m->nv + 1) * sizeof *src->effort);
  double *most = lua_newuserdata(L, ((size_t)m->nv + 1) * sizeof *most);
  lia_model_efforts(m, most);
  for (int k = 0; k < m->nv; k++)
    if (isfinite(most[k])) src->effort[src->neffort++] = lia_bound_of(k, -most[k], most[k]);
  const char **unit = lua_newuserdata(L, ((size_t)m->nv + 1) * sizeof *unit);
  for (int k = 0; k < m->nv; k++) unit[k] = lia_units_force(m, k);
  src->force_unit = unit;
  src->force_name = (const char *const *)s->o->spec->coord;
  src->force_called = force_called;
  src->efforts_ignored = s->efforts_ignored;
}

void lia_mechanism_bounds(lua_State *L, const mechanism *s, lsource *src) {
  push_limits(L, s, src);
  push_efforts(L, s, src);
}

static void tell_outside(lua_State *L, int list, const lia_load *l, const char *called,
    const char *unit) {
  char room[48];
  ltold told = { .what = "outside", .name = called, .count = 1, .most = l->outside };
  lia_text_format(told.text, sizeof told.text,
      "%.90s began %s beyond its limits: it is free until it has come back", called,
      lia_told_amount(l->outside, unit, room));
  if (l->outside > 0) lia_told_add(L, list, &told);
}

static void tell_stop(lua_State *L, int list, const lia_load *l, const char *called,
    const char *unit) {
  char often[32], room[48];
  ltold told = { .what = "stop", .name = called, .count = l->struck, .first = l->first,
      .most = l->hardest };
  lia_text_format(told.text, sizeof told.text,
      "%.90s struck its limit %s, first at t = %.4g, with %s at most", called,
      lia_told_times(l->struck, often), l->first,
      lia_told_amount(l->hardest, unit, room));
  if (l->struck) lia_told_add(L, list, &told);
}

// of a point: "ball.contact struck its plane 7 times, .."
static void tell_strike(lua_State *L, int list, const lia_load *l, const char *called) {
  char often[32], room[48];
  ltold told = { .what = "strike", .name = called, .count = l->struck, .first = l->first,
      .most = l->hardest };
  lia_text_format(told.text, sizeof told.text,
      "%.90s struck its plane %s, first at t = %.4g, with %s at most", called,
      lia_told_times(l->struck, often), l->first, lia_told_amount(l->hardest, "m/s", room));
  if (l->struck) lia_told_add(L, list, &told);
}

// ---- a start that was moved onto the constraints ----

// what rounding moves is not told
static const double LEAST_MOVE = 1e-8;

void lia_mechanism_note_move(lua_State *L, mechanism *s, const double *before, const double *x) {
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
      "the start was moved onto the constraints, furthest %s (fix = {'%.50s'} holds what must "
      "stay)", both, s->o->spec->coord[most]);
  lia_told_add(L, list, &told);
}

void lia_mechanism_push_moved(const mechanism *s, lua_State *L) {
  const lia_model *m = s->o->c.model;
  lua_newtable(L);
  for (int k = 0; k < 2 * m->nv; k++) {
    lua_pushfstring(L, "%s%s", s->o->spec->coord[k % m->nv], k < m->nv ? "" : "'");
    lua_pushnumber(L, s->moved[k]);
    lua_rawset(L, -3);
  }
  lia_run_tell(L, -2, "moved");
}

void lia_mechanism_tell(void *user, lua_State *L, int list) {
  const mechanism *s = user;
  if (s->moved) tell_moved(s, L, list);
  lia_mechanism_tell_compiled(s, L, list);
  if (s->contacts) lia_contacts_tell(s->contacts, L, list);
  if (s->forces) lia_lforces_tell(s->forces, L, list);
  const lia_loads *loads = s->forces ? lia_lforces_loads(s->forces) : NULL;
  const lia_model *m = s->o->c.model;
  for (int k = 0; loads && k < loads->n; k++) {
    const lia_load *l = &loads->load[k];
    const int jumps = lia_force_rows[l->kind]->events.jumps;
    // the limit of a joint goes by the name of its coordinate
    const char *called = k < loads->n - s->njoint ? lia_lforces_called(s->forces, k) : l->name;
    if (jumps == LIA_JUMP_strike) tell_strike(L, list, l, called);
    if (jumps != LIA_JUMP_stop) continue;
    tell_outside(L, list, l, called, lia_units_q(m, l->iq));
    tell_stop(L, list, l, called, lia_units_v(m, l->iv));
  }
}
