/* lenergy.c - models: energies, centre of mass, momentum, task dynamics, regressor, audit. Results
 * go to `out` where one is given */
#include "bindings/kit/fields.h"
#include "bindings/model/lmodel.h"

#include "rbd/answer.h"
#include "rbd/com.h"
#include "rbd/energy.h"
#include "rbd/opspace.h"
#include "rbd/passive.h"
#include "rbd/regress.h"
#include "rbd/selfcheck.h"

#include <math.h>

// ---- energies ----

static int energy(lua_State *L) {
  lia_arg a[3];
  lia_args(L, a);
  lmodel *o = a[0].o;
  const lia_model *m = lia_lmodel_dynamic(L, o);
  const double *q = lia_lmodel_q(L, 2, &a[1], o), *v = lia_lmodel_v(L, 3, &a[2], o, o->v);
  lua_pushnumber(L, v ? lia_energy_kinetic(m, o->d, q, v) : 0);
  lua_pushnumber(L, lia_energy_potential(m, o->d, q) + lia_passive_energy(m, q));
  return 2;
}

static int energy_passive(lua_State *L) {
  lia_arg a[4];
  lia_args(L, a);
  lmodel *o = a[0].o;
  const lia_model *m = lia_lmodel_dynamic(L, o);
  const double *q = lia_lmodel_q(L, 2, &a[1], o), *v = lia_lmodel_v(L, 3, &a[2], o, o->v);
  lia_passive(m, q, v, lia_lmodel_vec(L, 4, &a[3], m->nv));
  return 1;
}

// ---- centre of mass and momentum ----

static const lia_model *with_mass(lua_State *L, lmodel *o) {
  const lia_model *m = lia_lmodel_dynamic(L, o);
  if (!(m->mass > 0)) lia_mistake(L, "nothing that moves has mass");
  return m;
}

static int com(lua_State *L) {
  lia_arg a[3];
  lia_args(L, a);
  lmodel *o = a[0].o;
  const lia_model *m = with_mass(L, o);
  const double *q = lia_lmodel_q(L, 2, &a[1], o);
  lia_com(m, o->d, q, lia_lmodel_vec(L, 3, &a[2], 3));
  return 1;
}

// a matrix of that many rows, a column for each velocity
static int of_velocities(lua_State *L,
    void (*f)(const lia_model *m, lia_data *d, const double *q, double *out), int rows) {
  lia_arg a[3];
  lia_args(L, a);
  lmodel *o = a[0].o;
  const lia_model *m = with_mass(L, o);
  const double *q = lia_lmodel_q(L, 2, &a[1], o);
  f(m, o->d, q, lia_lmodel_mat(L, 3, &a[2], rows, m->nv));
  return 1;
}

static int com_jacobian(lua_State *L) { return of_velocities(L, lia_com_jacobian, 3); }
static int momentum_matrix(lua_State *L) { return of_velocities(L, lia_com_matrix, 6); }

static int energy_momentum(lua_State *L) {
  lia_arg a[4];
  lia_args(L, a);
  lmodel *o = a[0].o;
  const lia_model *m = with_mass(L, o);
  const double *q = lia_lmodel_q(L, 2, &a[1], o), *v = lia_lmodel_v(L, 3, &a[2], o, o->v);
  lia_com_momentum(m, o->d, q, v, lia_lmodel_vec(L, 4, &a[3], 6));
  return 1;
}

static int momentum_rate(lua_State *L) {
  lia_arg a[5];
  lia_args(L, a);
  lmodel *o = a[0].o;
  const lia_model *m = with_mass(L, o);
  const double *q = lia_lmodel_q(L, 2, &a[1], o), *v = lia_lmodel_v(L, 3, &a[2], o, o->v);
  const double *acc = a[3].given ? lia_lmodel_v(L, 4, &a[3], o, o->a) : NULL;
  lia_com_rate(m, o->d, q, v, acc, lia_lmodel_vec(L, 5, &a[4], 6));
  return 1;
}

static int total_mass(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  const lia_model *m = lia_lmodel_dynamic(L, a[0].o);
  lua_pushnumber(L, m->mass + m->node[0].m);
  return 1;
}

// ---- dynamics as a task sees them ----

unsigned lia_lmodel_rows(lua_State *L, int i, const lia_arg *a) {
  unsigned rows = 0;
  if (!a->given) return 63;
  for (int k = 0; k < a->n; k++) {
    double r = a->p[k];
    if (!(r >= 1 && r <= 6 && r == floor(r)))
      lia_arg_error(L, i, "rows are numbers from 1 (x) to 6 (angular z), got %g", r);
    rows |= 1u << ((int)r - 1);
  }
  if (!rows) lia_arg_error(L, i, "expected at least one row");
  return rows;
}

static int opspace(lua_State *L) {
  lia_arg a[7];
  lia_args(L, a);
  lmodel *o = a[0].o;
  const lia_model *m = lia_lmodel_dynamic(L, o);
  const double *q = lia_lmodel_q(L, 2, &a[1], o), *v = lia_lmodel_v(L, 3, &a[2], o, o->v);
  unsigned rows = lia_lmodel_rows(L, 4, &a[3]);
  ltarget g = lia_ltarget_find(L, 5, &a[4], o, 0);
  if (g.turned)
    lia_arg_error(L, 7,
        "expected axes of the world or of a body: this frame is turned on its body");
  int n = __builtin_popcount(rows);
  double *Mx = lia_pushmat(L, n, n), *Vx = lia_pushvec(L, n), *Gx = lia_pushvec(L, n);
  if (g.body >= 0 && n <= m->nv &&
      lia_opspace(m, o->d, q, v, g.body, g.p_B, g.axes, rows, Mx, Vx, Gx))
    return 3;
  lia_error err = { 0 };
  err.code = LIA_FAIL(&err, LIA_ESINGULAR, "", "the Jacobian has not full rank here: choose fewer "
      "rows, or another configuration");
  return lia_fail(L, &err);
}

// ---- the inertial parameters as unknowns ----

static int regressor(lua_State *L) {
  lia_arg a[5];
  lia_args(L, a);
  lmodel *o = a[0].o;
  const lia_model *m = lia_lmodel_numeric(L, o);
  const double *q = lia_lmodel_q(L, 2, &a[1], o), *v = lia_lmodel_v(L, 3, &a[2], o, o->v),
      *acc = lia_lmodel_v(L, 4, &a[3], o, o->a);
  lia_regress(m, o->d, q, v, acc, lia_lmodel_mat(L, 5, &a[4], m->nv, 10 * m->nbody));
  return 1;
}

static int parameters(lua_State *L) {
  static const char *const what[] = { "m", "hx", "hy", "hz", "Ixx", "Iyy", "Izz", "Ixy", "Ixz",
      "Iyz" };
  lia_arg a[1];
  lia_args(L, a);
  const lia_model *m = lia_lmodel_numeric(L, a[0].o);
  lia_regress_parameters(m, lia_pushvec(L, 10 * m->nbody));
  lua_createtable(L, 10 * m->nbody, 0);
  for (int i = 0; i < m->nbody; i++)
    for (int k = 0; k < 10; k++) {
      lua_pushfstring(L, "%s.%s", m->body[i].name, what[k]);
      lua_rawseti(L, -2, 10 * i + k + 1);
    }
  return 2;
}

// ---- audit: the Lua half makes a card of it ----

static int audit(lua_State *L) {
  lia_arg a[3];
  lia_args(L, a);
  lmodel *o = a[0].o;
  const lia_model *m = lia_lmodel_dynamic(L, o);
  if (m->nv == 0) lia_mistake(L, "nothing moves");
  int states = a[1].given ? a[1].n : 10;
  if (states < 1 || states > 10000)
    lia_arg_error(L, 2, "expected 1 to 10000 states, got %d", states);
  lia_rng rng = lia_rng_seed((uint64_t)(a[2].given ? a[2].n : 1));
  double *work = lua_newuserdata(L, (lia_selfcheck_work(m) + 1) * sizeof *work);
  lia_selfcheck result;
  lia_selfcheck_run(m, o->d, &rng, states, work, &result);
  lua_createtable(L, LIA_SELFCHECK_COUNT, 2);
  for (int k = 0; k < LIA_SELFCHECK_COUNT; k++) {
    lua_createtable(L, 0, 5);
    lia_field_text(L, "name", lia_selfcheck_rows[k].name);
    lia_field_text(L, "text", lia_selfcheck_rows[k].text);
    lia_field_number(L, "tol", lia_selfcheck_rows[k].tol);
    lia_field_number(L, "worst", result.worst[k]);
    lia_field_flag(L, "holds", result.holds[k]);
    lua_rawseti(L, -2, k + 1);
  }
  lia_model_random(m, &rng, o->q);
  int none = lia_answer_weightless(m, o->d, o->q);
  if (none >= 0) {
    lia_field_text(L, "weightless", o->spec->coord[none]);
  }
  lia_field_integer(L, "states", result.states);
  lia_field_integer(L, "failed", result.failed);
  return 1;
}

const lia_fn lia_model_energy[] = {
  { energy, "model:energy(q: nums|table [, v: nums|table]) -> kinetic: num, potential: num",
    "Kinetic energy, rotors included, and potential energy of weight (zero at the origin of the "
    "world) and of the springs of joints.",
    "li.planar{1, mass = 3}:energy({math.pi/2}, {2}) --> 2, 14.715" },
  { energy_passive, "model:passive(q: nums|table, v: nums|table [, out: outvec]) -> vec",
    "What springs, dampers and dry friction of the joints exert, to be added to what motors do.",
    "li.robot{bodies = {{joint = 'revolute', mass = 0, damping = 2, stiffness = "
    "3}}}:passive({0.5}, {1}) --> [-3.5]" },
  { com, "model:com(q: nums|table [, out: outvec]) -> vec",
      "Centre of mass of all that moves, in the world.",
      "li.planar{1, 1}:com{0, 0} --> [1  0  0]" },
  { com_jacobian, "model:com_jacobian(q: nums|table [, out: outmat]) -> mat",
      "J (3 x nv) with J v the velocity of the centre of mass.",
    "li.planar{1}:com_jacobian{0}[2] --> [0.5]" },
  { energy_momentum, "model:momentum(q: nums|table, v: nums|table [, out: outvec]) -> vec",
    "Momentum, then moment of momentum about the centre of mass, in the axes of the world.",
    "li.planar{1, mass = 12}:momentum({0}, {1}) --> [0  6  0  0  0  1]" },
  { momentum_matrix, "model:momentum_matrix(q: nums|table [, out: outmat]) -> mat",
      "A (6 x nv) with A v the momentum.",
    "li.planar{1, mass = 12}:momentum_matrix{0}[2] --> [6]" },
  { momentum_rate,
      "model:momentum_rate(q: nums|table, v: nums|table [, a: nums|table, out: outvec]) -> vec",
    "The rate of model:momentum in the motion q, v, a: the resultant of all forces on it from "
    "outside, weight among them, then that of their moments about the centre of mass. Without a: "
    "the bias A' v, what is left of it where v' is 0.",
    "li.planar{1, mass = 12}:momentum_rate({0}, {2}, {3}) --> [-24  18  0  0  0  3]" },
  { total_mass, "model:total_mass() -> num",
    "All masses that are told, of what is fixed to the world too (model:com is the centre of all "
    "that moves).", "li.planar{1, 1}:total_mass() --> 2" },
  { opspace, "model:opspace(q: nums|table, v: nums|table [, rows: nums, body: str, point: vec3, "
      "axes: str]) -> M: mat, V: vec, G: vec",
    "Dynamics as the tip (or a body) sees them: F = M x'' + V + G for the rows of the Jacobian "
    "chosen, 1 to 3 linear, 4 to 6 angular (all). "
    "nil, message, code where they are not independent.",
    "li.planar{1, mass = 3}:opspace({0}, {0}, {2}) --> [1], [0], [14.715]" },
  { regressor,
      "model:regressor(q: nums|table, v: nums|table, a: nums|table [, out: outmat]) -> mat",
    "Y with inverse dynamics = Y pi: pi are the inertial parameters of all bodies, as "
    "model:parameters gives them. Rotors are not in it.",
    "#li.planar{1}:regressor({0}, {0}, {0})[1] --> 10" },
  { parameters, "model:parameters() -> vec, names: table",
    "m, hx, hy, hz (= m com), Ixx, Iyy, Izz, Ixy, Ixz, Iyz about the origin of its frame, body by "
    "body, and their names.",
    "select(2, li.planar{1}:parameters())[1] --> link1.m" },
  { audit, "model:audit_numbers([states: count, seed: count]) -> table",
      "What model:audit prints, as a table.",
    "li.planar{1, 1}:audit_numbers().failed --> 0" },
  { 0 },
};
