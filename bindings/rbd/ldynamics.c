/* ldynamics.c - models: forces of motions, motions of forces, and their derivatives. Results go to
 * `out` where one is given */
#include "bindings/model/lmodel.h"
#include "bindings/geo/lspace.h"

#include "con/constrained_model.h"
#include "geo/screw.h"
#include "rbd/answer.h"
#include "rbd/coriolis.h"
#include "rbd/crba.h"
#include "rbd/deriv.h"
#include "rbd/forward.h"
#include "rbd/rnea.h"

#include <string.h>

// ---- inverse dynamics and its parts ----

static int id(lua_State *L) {
  lia_arg a[6];
  lia_args(L, a);
  lmodel *o = a[0].o;
  const lia_model *m = lia_lmodel_dynamic(L, o);
  const double *q = lia_lmodel_q(L, 2, &a[1], o), *v = lia_lmodel_v(L, 3, &a[2], o, o->v),
      *acc = lia_lmodel_v(L, 4, &a[3], o, o->a);
  if (a[4].given == 2) {
    const double *ext = lia_lmodel_external(L, 5, o, q);
    lia_rnea_ext(m, o->d, q, v, acc, ext, lia_lmodel_vec(L, 6, &a[5], m->nv));
  } else {
    const lia_arg *out = a[4].given ? &a[4] : &a[5];
    lia_rnea(m, o->d, q, v, acc, lia_lmodel_vec(L, a[4].given ? 5 : 6, out, m->nv));
  }
  return 1;
}

static int dynamics_coriolis(lua_State *L) {
  lia_arg a[4];
  lia_args(L, a);
  lmodel *o = a[0].o;
  const lia_model *m = lia_lmodel_dynamic(L, o);
  const double *q = lia_lmodel_q(L, 2, &a[1], o), *v = lia_lmodel_v(L, 3, &a[2], o, o->v);
  lia_coriolis(m, o->d, q, v, lia_lmodel_mat(L, 4, &a[3], m->nv, m->nv));
  return 1;
}

static int coriolis_split(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  lmodel *o = a[0].o;
  const lia_model *m = lia_lmodel_dynamic(L, o);
  const double *q = lia_lmodel_q(L, 2, &a[1], o);
  int n = m->nv;
  double *work = lua_newuserdata(L, (size_t)(n * n + 1) * sizeof *work);
  double *B = lia_pushmat(L, n, n), *C = lia_pushmat(L, n, n * (n - 1) / 2);
  lia_coriolis_split(m, o->d, q, B, C, work);
  return 2;
}

static int bias(lua_State *L) {
  lia_arg a[4];
  lia_args(L, a);
  lmodel *o = a[0].o;
  const lia_model *m = lia_lmodel_dynamic(L, o);
  const double *q = lia_lmodel_q(L, 2, &a[1], o), *v = lia_lmodel_v(L, 3, &a[2], o, o->v);
  lia_rnea(m, o->d, q, v, NULL, lia_lmodel_vec(L, 4, &a[3], m->nv));
  return 1;
}

static int dynamics_gravity(lua_State *L) {
  lia_arg a[3];
  lia_args(L, a);
  lmodel *o = a[0].o;
  const lia_model *m = lia_lmodel_dynamic(L, o);
  const double *q = lia_lmodel_q(L, 2, &a[1], o);
  lia_rnea_gravity(m, o->d, q, lia_lmodel_vec(L, 3, &a[2], m->nv));
  return 1;
}

static int dynamics_mass(lua_State *L) {
  lia_arg a[3];
  lia_args(L, a);
  lmodel *o = a[0].o;
  const lia_model *m = lia_lmodel_dynamic(L, o);
  const double *q = lia_lmodel_q(L, 2, &a[1], o);
  lia_crba(m, o->d, q, lia_lmodel_mat(L, 3, &a[2], m->nv, m->nv));
  return 1;
}

// ---- forward dynamics ----

// nil, message, "ESINGULAR": why there are no accelerations at q
static int no_answer(lua_State *L, lmodel *o, const double *q) {
  lia_error err = { 0 };
  (void)lia_answer_tell(o->c.model, o->d, q, o->spec->coord, &err);
  return lia_fail(L, &err);
}

// tau and what forces from outside, the table at i, put on the coordinates: tau + J' F
static const double *with_external(lua_State *L, int i, lmodel *o, const double *q,
                                   const double *tau) {
  const lia_model *m = o->c.model;
  const double *ext = lia_lmodel_external(L, i, o, q);
  double *sum = lua_newuserdata(L, 2 * ((size_t)m->nv + 1) * sizeof *sum), *held = sum + m->nv;
  lia_rnea_gravity(m, o->d, q, sum);                   // G
  lia_rnea_ext(m, o->d, q, NULL, NULL, ext, held);     // G - J' F
  for (int k = 0; k < m->nv; k++) sum[k] = tau[k] + (sum[k] - held[k]);
  return sum;
}

static int fd(lua_State *L) {
  lia_arg a[6];
  lia_args(L, a);
  lmodel *o = a[0].o;
  const lia_model *m = lia_lmodel_dynamic(L, o);
  lua_settop(L, 6);
  const double *q = lia_lmodel_q(L, 2, &a[1], o), *v = lia_lmodel_v(L, 3, &a[2], o, o->v),
      *tau = lia_lmodel_v(L, 4, &a[3], o, o->tau);
  if (a[4].given == 2) tau = with_external(L, 5, o, q, tau);
  const int at = a[4].given == 1 ? 5 : 6;
  double *acc = lia_lmodel_vec(L, at, &a[at - 1], m->nv);
  lia_cmodel *w = lia_lmodel_closed(L, o);
  if (w) {
    lia_error err = { 0 };
    return lia_cmodel_forward(w, q, v, tau, 0, acc, &err) == LIA_OK ? 1 : lia_fail(L, &err);
  }
  return lia_forward(m, o->d, q, v, tau, acc) == LIA_OK ? 1 : no_answer(L, o, q);
}

static int mass_inverse(lua_State *L) {
  lia_arg a[3];
  lia_args(L, a);
  lmodel *o = a[0].o;
  const lia_model *m = lia_lmodel_dynamic(L, o);
  const double *q = lia_lmodel_q(L, 2, &a[1], o);
  double *M = lia_lmodel_mat(L, 3, &a[2], m->nv, m->nv);
  return lia_forward_minv(m, o->d, q, M) == LIA_OK ? 1 : no_answer(L, o, q);
}

// ---- derivatives ----

static int id_derivatives(lua_State *L) {
  lia_arg a[4];
  lia_args(L, a);
  lmodel *o = a[0].o;
  const lia_model *m = lia_lmodel_dynamic(L, o);
  const double *q = lia_lmodel_q(L, 2, &a[1], o), *v = lia_lmodel_v(L, 3, &a[2], o, o->v),
      *acc = lia_lmodel_v(L, 4, &a[3], o, o->a);
  double *dq = lia_pushmat(L, m->nv, m->nv), *dv = lia_pushmat(L, m->nv, m->nv);
  lia_deriv_inverse(m, o->d, q, v, acc, dq, dv);
  return 2;
}

static int fd_derivatives(lua_State *L) {
  lia_arg a[4];
  lia_args(L, a);
  lmodel *o = a[0].o;
  const lia_model *m = lia_lmodel_dynamic(L, o);
  if (o->c.constraints)
    return lia_mistake(L, "these derivatives know no loops and constraints, which this model has: "
        "model:linearize has its small motions");
  const double *q = lia_lmodel_q(L, 2, &a[1], o), *v = lia_lmodel_v(L, 3, &a[2], o, o->v),
      *tau = lia_lmodel_v(L, 4, &a[3], o, o->tau);
  double *dq = lia_pushmat(L, m->nv, m->nv), *dv = lia_pushmat(L, m->nv, m->nv),
  *dtau = lia_pushmat(L, m->nv, m->nv);
  lia_status st = lia_deriv_forward(m, o->d, q, v, tau, o->work, dq, dv, dtau);
  return st == LIA_OK ? 3 : no_answer(L, o, q);
}

const lia_fn lia_model_dynamics[] = {
  { id, "model:id(q: nums|table, v: nums|table, a: nums|table [, ext: outvec|table, out: outvec]) "
      "-> vec",
    "Inverse dynamics: tau = M(q) a + C(q,v) v + G(q), the forces this motion takes, gravity "
    "included; springs and friction are not. "
    "ext: forces and moments from outside, by body or frame, told in its axes about its origin, "
    "or {f =, n =, axes = 'world', 'body', 'joint' or a name, point = three numbers or a name}.",
    "li.planar{1, mass = 2}:id({0}, {0}, {0}) --> [9.81]" },
  { dynamics_coriolis, "model:coriolis(q: nums|table, v: nums|table [, out: outmat]) -> mat",
    "C(q,v) of the Christoffel symbols: C v are the velocity forces, dM/dt - 2 C is skew.",
    "li.planar{1, 1}:coriolis({0, 0}, {1, 1})[1] --> [0  0]" },
  { coriolis_split, "model:coriolis_split(q: nums|table) -> B: mat, C: mat",
    "Velocity forces as B [v1^2, v2^2, ..] + C [v1 v2, v1 v3, .., v2 v3, ..].",
    "#select(2, li.planar{1, 1, 1}:coriolis_split{0, 0, 0})[1] --> 3" },
  { dynamics_mass, "model:mass(q: nums|table [, out: outmat]) -> mat",
      "The mass matrix M(q), rotors included.",
    "li.planar{1, mass = 3}:mass{0} --> [1]" },
  { bias, "model:bias(q: nums|table, v: nums|table [, out: outvec]) -> vec",
      "C(q,v) v + G(q): what inverse dynamics gives without acceleration.",
    "li.planar{1, mass = 2}:bias({0}, {5}) --> [9.81]" },
  { dynamics_gravity, "model:gravity(q: nums|table [, out: outvec]) -> vec",
      "G(q) = dV/dq: the forces that hold the mechanism at rest.",
    "li.planar{1, mass = 2}:gravity{0} --> [9.81]" },
  { fd, "model:fd(q: nums|table, v: nums|table, tau: nums|table [, ext: outvec|table, out: "
      "outvec]) -> vec",
    "Forward dynamics: the accelerations M^-1 (tau + J' F - C v - G); of a model with loops or "
    "constraints those that keep them (at t = 0). ext: forces and moments F from outside, as in "
    "model:id. nil, message, code where a coordinate moves no mass.",
    "li.planar{1, mass = 3}:fd({math.pi/2}, {0}, {2}) --> [2]" },
  { mass_inverse, "model:mass_inverse(q: nums|table [, out: outmat]) -> mat",
      "The inverse of the mass matrix.", "li.planar{1, mass = 3}:mass_inverse{0} --> [1]" },
  { id_derivatives,
      "model:id_derivatives(q: nums|table, v: nums|table, a: nums|table) -> dq: mat, dv: mat",
    "How inverse dynamics changes with q and with v, exactly (with a: the mass matrix). Of turns "
    "in space with respect to the "
    "angular displacement in body axes.",
    "li.planar{1, mass = 2}:id_derivatives({0}, {0}, {0}) --> [0], [0]" },
  { fd_derivatives, "model:fd_derivatives(q: nums|table, v: nums|table, tau: nums|table) -> dq: "
      "mat, dv: mat, dtau: mat",
    "How forward dynamics changes with q, v and tau, exactly.",
    "select(3, li.planar{1, mass = 3}:fd_derivatives({0}, {0}, {0})) --> [1]" },
  { 0 },
};
