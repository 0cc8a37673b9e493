/* lmachine.c - model:simulate: forces, kernels, constraints and jumps of one run; model:applied,
 * the forces alone */
#include "bindings/sim/lmachine_inside.h"

#include "bindings/kit/fields.h"
#include "bindings/kit/nums.h"

#include "base/mem.h"
#include "base/text.h"
#include "model/units.h"
#include "num/vec.h"
#include "sim/stick_impact.h"

#include <math.h>
#include <string.h>

// ---- between the machine and the run ----

static lia_status mechanism_input(void *user, double t, const double *q, const double *v,
    double *tau, lia_error *err) {
  mechanism *s = user;
  // controllers may set inputs, by which forces go
  if (s->input) LIA_TRY(s->input(s->input_user, t, q, v, tau, err));
  return s->forces ? lia_lforces_push(s->forces, t, q, v, err) : LIA_OK;
}

static void mechanism_set_input(void *user, lsource_input *f, void *f_user) {
  mechanism *s = user;
  s->input = f;
  s->input_user = f_user;
  s->machine->input = mechanism_input;
  s->machine->user = s;
}

static const char *mechanism_name(void *user, int i) {
  const lia_model_ode *m = user;
  if (i < m->m->nq) return m->o.qname[i];
  return i < m->m->nq + m->m->nv ? m->o.vname[i - m->m->nq] : NULL;
}

static const char *mechanism_unit(void *user, int i) {
  const lia_model *m = ((const mechanism *)user)->machine->m;
  return i < m->nq ? lia_units_q(m, i) : lia_units_v(m, i - m->nq);
}

// what is stored by elements whose numbers change: at the numbers there are
static double mechanism_moving(void *user, const double *x) {
  const mechanism *s = user;
  const lia_model_ode *w = s->machine;
  return w->o.loads ? lia_loads_moving_energy(w->o.loads, w->m, w->d, x) : 0;
}

static double mechanism_total(void *user, const double *x) {
  double T, V;
  lia_model_ode_energy(((mechanism *)user)->machine, x, &T, &V);
  return T + V - mechanism_moving(user, x);
}

// q a little way along every direction, quaternions on their sphere
static void nudge(void *user, const double *d, double *q) {
  lia_model_step(((mechanism *)user)->machine->m, q, d, 1, q);
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

static double mechanism_law_time(void *user, double t) {
  return lia_lforces_time(((mechanism *)user)->forces, t);
}

static double mechanism_next(void *user, double t, double dir) {
  return lia_lforces_next(((mechanism *)user)->forces, t, dir);
}

static void mechanism_step(void *user, double t, const double *x) {
  mechanism *s = user;
  if (s->forces && lia_lforces_bounded(s->forces)) lia_lforces_step(s->forces, t);
  lia_mechanism_compile(s, t, x);
}

static int mechanism_calm(void *user, double h, const double *x_old, const double *x) {
  return lia_hold_calm(((mechanism *)user)->machine, h, x_old, x);
}

// ---- what it starts from ----

// does anything act between events, whose work has to be counted? What a kernel of its own forces
// does cannot be
static int acts(const mechanism *s, const lia_model_ode_opts *o) {
  const lia_model *m = s->o->c.model;
  int yes = s->pushes || (o->loads && o->loads->acts) || (s->closed && s->closed->s->timed);
  for (int k = 0; k < m->jv; k++) yes |= m->dof[k].damping != 0 || m->dof[k].friction != 0;
  return (yes || s->contacts) && s->holds == LIA_KERNEL_plain;
}

static int pushes(lua_State *L, int options) {
  int yes = !lua_isnil(L, lia_sim_option(L, options, "input"));
  yes |= !lua_isnil(L, lia_sim_option(L, options, "controllers"));
  yes |= !lua_isnil(L, lia_sim_option(L, options, "tau"));
  lua_pop(L, 3);
  return yes;
}

// record = 'work': the work of each force as states
static void ask_works(lua_State *L, const mechanism *s, lia_model_ode_opts *o, int options) {
  if (!(s->recorded & LIA_RECORD_work)) return;
  if (s->holds != LIA_KERNEL_plain || s->moves)
    lia_arg_error(L, options, "record: 'work': forces that are in the kernel are not told apart "
        "(equations:compile 'fd' of equations{forces = false} without springs and dampers is, or "
        "no kernel)");
  o->balance = o->works = 1;
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

// the machine at s->machine, owned by a box on the stack
static void push_machine(lua_State *L, mechanism *s, const lia_model *m,
    const lia_model_ode_opts *o) {
  lia_error err = { 0 };
  void **box = lia_push_hold(L);
  if (lia_model_ode_new(&s->machine, m, s->o->d, o, &err) != LIA_OK) lia_raise(L, &err);
  *box = s->machine;
}

// names of the own states, on the stack
static const char *const *push_own_names(lua_State *L, const mechanism *s) {
  const int nz = s->machine->nz;
  const char **name = lua_newuserdata(L, ((size_t)nz + 1) * sizeof *name), *unit;
  for (int k = 0; k < nz; k++) name[k] = lia_lforces_state(s->forces, s->o->c.model, k, &unit);
  return name;
}

// x = (q, v, z) at the start, on the stack
static double *machine_push_start(lua_State *L, const mechanism *s, const double *q,
    const double *v, int options) {
  const lia_model_ode *w = s->machine;
  const lia_model *m = w->m;
  const char *const *own = push_own_names(L, s);
  double *x = lua_newuserdata(L, ((size_t)w->n + 1) * sizeof *x);
  lia_vec_zero(x, w->n);
  if (q) lia_vec_copy(x, q, m->nq);
  else lia_model_neutral(m, x);
  lia_model_normalise(m, x);
  if (v) lia_vec_copy(x + m->nq, v, m->nv);
  lia_sim_remember(L, options, x + m->nq + m->nv, w->nz, own);
  return x;
}

// the velocities that are rates of coordinates: all but those of quaternions and floating places;
// with ggl q moves by another
static const int *machine_push_rates(lua_State *L, const mechanism *s) {
  const lia_model *m = s->machine->m;
  int *rate = lua_newuserdata(L, ((size_t)m->nq + 1) * sizeof *rate);
  for (int k = 0; k < m->nq; k++) rate[k] = -1;
  for (int i = 0; i < m->nbody && s->machine->o.keep != LIA_KEEP_ggl; i++) {
    const lia_model_body *b = &m->body[i];
    for (int k = 0; b->nq == b->nv && k < b->nq; k++)
      rate[m->user_q[b->jq + k]] = m->nq + m->user_v[b->jv + k];
  }
  return rate;
}

// velocities that jump are stepped, not integrated
static void leap_by_contacts(mechanism *s, lsource *src) {
  src->p.leap = lia_contact_step_leap;
  src->p.leap_user = s->contacts->step;
  src->leaps = 1;
  if (s->contacts->log) src->points = s->contacts->log_at;
}

// shapes that touch; compiled motions know nothing of them
static void read_contacts(lua_State *L, mechanism *s, int options) {
  s->contacts = options ? lia_contacts_read(L, options, s->o,
      s->recorded & LIA_RECORD_contacts) : NULL;
  if (!s->contacts && s->recorded & LIA_RECORD_contacts)
    lia_arg_error(L, options, "record: 'contacts': there are none (contacts = true)");
  if (s->contacts && (s->moves || s->pays < 0))
    lia_arg_error(L, options, "kernel: contacts are stepped by the engine: leave kernel away");
}

static lsource source_of(lua_State *L, mechanism *s, const lia_loads *loads) {
  lia_model_ode *w = s->machine;
  const lia_model *m = w->m;
  lsource src = { .p = lia_model_ode_problem(w), .user = s, .nq = m->nq, .nv = m->nv, .nz = w->nz,
      .ntau = m->nv, .set_input = mechanism_set_input,
      .rate = machine_push_rates(L, s), .shown = m->nq + m->nv, .unit = mechanism_unit,
          .extra = lia_mechanism_extra, .late = lia_mechanism_late, .energy = 2,
      .nmultiplier = s->closed ? s->closed->rows : 0,
      .driven = s->holds != LIA_KERNEL_plain, .nw = w->nw, .total = mechanism_total,
          .scripted = s->closed != NULL,
          .other = "forces inputs kernel constraints rate limits efforts fix record contacts",
      .tell = lia_mechanism_tell, .nudge = nudge };
  lia_mechanism_bounds(L, s, &src);
  lia_mechanism_names(L, s, &src);
  src.p.name = mechanism_name;
  if (s->waits) src.step = mechanism_step;
  if (s->contacts) leap_by_contacts(s, &src);
  if (!s->forces) return src;
  src.own = lia_lforces_callback(s->forces);
  src.nown = 1;
  src.njump = s->contacts ? 0 : loads->njump;   // its steps know what jumps
  src.jump_begin = machine_begin;
  src.jump_events = jump_events;
  src.jump_at = jump_at;
  src.jump_again = machine_again;
  if (src.njump) src.calm = mechanism_calm;
  if (lia_lforces_knotted(s->forces)) {
    src.next = mechanism_next;
    w->law_time = mechanism_law_time;
  }
  if (lia_lforces_bounded(s->forces)) src.step = mechanism_step;
  w->user = s;
  if (lia_lforces_moves(s->forces)) w->input = mechanism_input;
  src.moving = mechanism_moving;
  return src;
}

static int model_simulate(lua_State *L) {
  lia_arg a[5];
  lia_error err = { 0 };
  lia_args(L, a);
  lmodel *o = a[0].o;
  const lia_model *m = lia_lmodel_dynamic(L, o);
  const double *q = lia_lmodel_start_q(L, 3, &a[2], o);
  const double *v = lia_lmodel_start_v(L, 4, &a[3], o, o->v);
  lua_settop(L, 5);
  luaL_checkstack(L, 40, "simulation");
  int options = lua_istable(L, 5) ? 5 : 0;
  // what the run needs to tell its energies later is kept by it: a list of the values pushed here
  int first = lua_gettop(L) + 1;
  mechanism *s = lua_newuserdata(L, sizeof *s);
  *s = (mechanism){ .o = o, .compiled_at = (double)NAN };
  lia_model_ode_opts mo = { .qname = o->spec->qname, .vname = rate_names(L, o->spec) };
  lia_mechanism_kernel(L, s, m, &mo);
  lia_mechanism_constraints(L, s, &mo, options);
  lia_mechanism_limits(L, s, options);
  lia_mechanism_efforts(L, s, options);
  s->recorded =
      lia_recorded(L, options, LIA_RECORD_tau | LIA_RECORD_forces | LIA_RECORD_accelerations |
          LIA_RECORD_work | LIA_RECORD_multipliers | LIA_RECORD_contacts);
  read_contacts(L, s, options);
  lia_mechanism_forces(L, s, &mo, options);
  lia_mechanism_drive(L, s, &mo);
  if (!s->contacts) lia_mechanism_wait(L, s, options);
  s->pushes = pushes(L, options);
  mo.balance = acts(s, &mo);
  ask_works(L, s, &mo, options);
  push_machine(L, s, m, &mo);
  if (s->contacts) lia_contacts_begin(L, s->contacts, s->machine);
  double *x = machine_push_start(L, s, q, v, options);
  lsource src = source_of(L, s, mo.loads);
  lia_mechanism_signals(L, s, &src, options);
  src.alive = lia_sim_keep(L, first);
  int setup = push_setup(L, a[1].x, m, x), start = lia_sim_option(L, options, "start");
  // a start that does not fit is moved as little as can be; loops that cannot close are a
  // misfortune
  if (s->closed) {
    const char *held = options ? lia_lmodel_held(L, options, o) : NULL;
    s->fixed = held != NULL;
    double *before = lua_newuserdata(L, (size_t)(m->nq + m->nv + 1) * sizeof *before);
    lia_vec_copy(before, x, m->nq + m->nv);
    if (lia_model_ode_close(s->machine, lua_tonumber(L, start), x, held, &err) != LIA_OK)
      return lia_fail(L, &err);
    lia_mechanism_note_move(L, s, before, x);
  }
  lia_mechanism_compile_first(s, lua_tonumber(L, start), x);
  int results = lia_simulate(L, &src, a[1].x, x, options, setup);
  if (s->moved) lia_mechanism_push_moved(s, L);
  if (s->contacts) lia_contacts_info(s->contacts, L);
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
    "Let it move for a time t from q, v (rest), in order or by name (what is not named begins in "
    "its neutral place, its speed at 0); in functions of yours q, v and tau go by names too: "
    "q.q1, v.q1 or v[\"q1'\"], tau.q1. Besides the options: method "
    "= 'dop853' (li.methods() tells all: explicit, "
    "symplectic, for rotations, for stiff systems); "
    "input = function(t, q, v, tau), which fills tau or returns it; tau = {q1 = \"-20*q1 - "
    "5*q1'\"}, expressions in coordinates, rates and t (or such a function); controllers = {{f = "
    "function(t, q, v, u), dt = , delay = , noise = , seed = }}, held between their times; "
    "noise = a deviation, or {q = , v = , q1 = , ...} of what they are shown; or blocks "
    "(li.block), with sensors = {q1 = {rate = , bits = , range = , noise = , bias = , drift = , "
    "resolution = , delay = , dropout = }} and references = {r = 'sin(t)'} (numbers, functions of "
    "t, motions); record = {'tau', "
    "'forces', 'accelerations', 'work'}: columns tau.q1 (what these push with), F.spring1 (of each "
    "element of forces, by its name), q1'', W.spring1 (the work of each, run:work()); z = the own "
    "states of force elements it begins with, in order or by name (0: currents, deflections of "
    "tyres; they are columns, as dc_current); "
    "loops and constraints are kept by constraints = 'project' (default: position and velocity "
    "after each step, in the mass metric), 'baumgarte' or 'ggl' (rate = 20), 'none'; "
    "a start that does not fit them is moved by the least change, and told so: fix = {'th1'} "
    "holds a coordinate and its rate, the others follow; "
    "limits of joints are hard stops: limits = {restitution = } or {stiffness =, damping = } "
    "(soft) or 'ignore'; forces are cut to the efforts of joints: efforts = 'cut' or "
    "'ignore'; dry friction of joints sticks; what was struck, passed or cut is told by "
    "print(run) and run:info().told; "
    "contacts = true, or {ground =, friction =, restitution =, bodies =, pairs =, except =, "
    "obstacles =, margin =, rest =, tol =}: shapes touch the ground and each other, hard and with "
    "friction, in steps of h (run:contacts tells where); "
    "forces = {{'spring', ..}, ..} (li.forces() tells them), beside those of the description; "
    "inputs = {F = 3}, what sets its inputs: numbers, expressions of coordinates, rates and t, "
    "curves {t = {0, 1}, f = {0, 5}}, functions (t, q, v), cut at the bounds of the input and "
    "told; kernel = true: one compiled function of the whole motion, with the "
    "forces of the description (made once a model, and kept on disk; with loops not kept "
    "by 'project', of the forces alone), false: never (else "
    "long runs go over to one on the way where that is quicker, and say so), or "
    "equations:compile 'fd'; "
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
