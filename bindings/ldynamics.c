/* ldynamics.c - models: forces of motions, motions of forces, and their derivatives. Results go to `out` where one is given */
#include "lmodel.h"

#include "num/factor.h"
#include "rbd/crba.h"
#include "rbd/deriv.h"
#include "rbd/forward.h"
#include "rbd/rnea.h"

#include <math.h>

/* ---- inverse dynamics and its parts ---- */

static int id(lua_State *L) {
  lia_arg a[5];
  lia_args(L, a);
  lmodel *o = a[0].o;
  const lia_model *m = lia_lmodel_dynamic(L, o);
  const double *q = lia_lmodel_q(L, 2, &a[1], o), *v = lia_lmodel_v(L, 3, &a[2], o, o->v), *acc = lia_lmodel_v(L, 4, &a[3], o, o->a);
  lia_rnea(m, o->d, q, v, acc, lia_lmodel_vec(L, 5, &a[4], m->nv));
  return 1;
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

static int gravity(lua_State *L) {
  lia_arg a[3];
  lia_args(L, a);
  lmodel *o = a[0].o;
  const lia_model *m = lia_lmodel_dynamic(L, o);
  lia_rnea(m, o->d, lia_lmodel_q(L, 2, &a[1], o), NULL, NULL, lia_lmodel_vec(L, 3, &a[2], m->nv));
  return 1;
}

static int mass(lua_State *L) {
  lia_arg a[3];
  lia_args(L, a);
  lmodel *o = a[0].o;
  const lia_model *m = lia_lmodel_dynamic(L, o);
  const double *q = lia_lmodel_q(L, 2, &a[1], o);
  lia_crba(m, o->d, q, lia_lmodel_mat(L, 3, &a[2], m->nv, m->nv));
  return 1;
}

/* ---- forward dynamics ---- */

/* the first coordinate whose inertia, with those before it free to move, drowns in rounding; -1: none */
static int weightless(lua_State *L, lmodel *o, const double *q) {
  int n = o->c.model->nv, k = 0;
  double *M = lua_newuserdata(L, (size_t)(n * n + n + 1) * sizeof *M), *own = M + n * n, largest = 0;
  lia_crba(o->c.model, o->d, q, M);
  for (int i = 0; i < n; i++) {
    own[i] = M[i * (n + 1)];
    largest = fmax(largest, own[i]);
  }
  lia_status st = lia_ldl_factor(lia_mat_of(M, n, n), NULL);
  while (k < n && M[k * (n + 1)] > 1e-13 * own[k] && own[k] > 1e-15 * largest) k++;
  lua_pop(L, 1);
  return k < n ? k : st == LIA_OK ? -1 : 0;
}

/* Is there an answer? The engine divided by pivots; where one is far smaller than others (d->D: their inverses) it may be
 * the rounding of a zero, and that is looked into. who: the coordinate that moves no mass, or -1 */
static int is_answer(lua_State *L, lmodel *o, const double *q, const double *x, int n, int *who) {
  double sum = 0, least = INFINITY, most = 0;
  int nv = o->c.model->nv, odd = 0;
  for (int k = 0; k < n; k++) sum += x[k] * 0;
  for (int k = 0; k < nv; k++) {
    double D = o->d->D[k];
    odd |= !(D > 0);
    least = fmin(least, D);
    most = fmax(most, D);
  }
  *who = sum != 0 || odd || most > 1e12 * least ? weightless(L, o, q) : -1;
  return sum == 0 && *who < 0;
}

/* nil, message, "ESINGULAR" */
static int no_answer(lua_State *L, const lmodel *o, int who) {
  lia_error err = { 0 };
  if (who < 0) err.code = LIA_FAIL(&err, LIA_ESINGULAR, "", "the accelerations are too large for numbers");
  else err.code = LIA_FAIL(&err, LIA_ESINGULAR, "", "the mass matrix is singular here: '%.60s' moves no mass of its own, so no force tells its "
                           "acceleration (give it an inertia or a rotor)", o->spec->coord[who]);
  return lia_fail(L, &err);
}

static int fd(lua_State *L) {
  lia_arg a[5];
  lia_args(L, a);
  lmodel *o = a[0].o;
  const lia_model *m = lia_lmodel_dynamic(L, o);
  const double *q = lia_lmodel_q(L, 2, &a[1], o), *v = lia_lmodel_v(L, 3, &a[2], o, o->v), *tau = lia_lmodel_v(L, 4, &a[3], o, o->tau);
  double *acc = lia_lmodel_vec(L, 5, &a[4], m->nv);
  lia_forward(m, o->d, q, v, tau, acc);
  int who;
  return is_answer(L, o, q, acc, m->nv, &who) ? 1 : no_answer(L, o, who);
}

static int mass_inverse(lua_State *L) {
  lia_arg a[3];
  lia_args(L, a);
  lmodel *o = a[0].o;
  const lia_model *m = lia_lmodel_dynamic(L, o);
  const double *q = lia_lmodel_q(L, 2, &a[1], o);
  double *M = lia_lmodel_mat(L, 3, &a[2], m->nv, m->nv);
  lia_forward_minv(m, o->d, q, M);
  int who;
  return is_answer(L, o, q, M, m->nv * m->nv, &who) ? 1 : no_answer(L, o, who);
}

/* ---- derivatives ---- */

static int id_derivatives(lua_State *L) {
  lia_arg a[4];
  lia_args(L, a);
  lmodel *o = a[0].o;
  const lia_model *m = lia_lmodel_dynamic(L, o);
  const double *q = lia_lmodel_q(L, 2, &a[1], o), *v = lia_lmodel_v(L, 3, &a[2], o, o->v), *acc = lia_lmodel_v(L, 4, &a[3], o, o->a);
  double *dq = lia_pushmat(L, m->nv, m->nv), *dv = lia_pushmat(L, m->nv, m->nv);
  lia_deriv_inverse(m, o->d, q, v, acc, dq, dv);
  return 2;
}

static int fd_derivatives(lua_State *L) {
  lia_arg a[4];
  lia_args(L, a);
  lmodel *o = a[0].o;
  const lia_model *m = lia_lmodel_dynamic(L, o);
  const double *q = lia_lmodel_q(L, 2, &a[1], o), *v = lia_lmodel_v(L, 3, &a[2], o, o->v), *tau = lia_lmodel_v(L, 4, &a[3], o, o->tau);
  double *dq = lia_pushmat(L, m->nv, m->nv), *dv = lia_pushmat(L, m->nv, m->nv), *dtau = lia_pushmat(L, m->nv, m->nv);
  lia_deriv_forward(m, o->d, q, v, tau, o->work, dq, dv, dtau);
  int who;
  return is_answer(L, o, q, o->work, m->nv, &who) ? 3 : no_answer(L, o, who);
}

const lia_fn lia_model_dynamics[] = {
  { id, "model:id(q: nums|table, v: nums|table, a: nums|table [, out: outvec]) -> vec",
    "Inverse dynamics: tau = M(q) a + C(q,v) v + G(q), the forces this motion takes, gravity included; springs and friction are not.",
    "li.planar{1, mass = 2}:id({0}, {0}, {0}) --> [9.81]" },
  { mass, "model:mass(q: nums|table [, out: outmat]) -> mat", "The mass matrix M(q), rotors included.",
    "li.planar{1, mass = 3}:mass{0} --> [1]" },
  { bias, "model:bias(q: nums|table, v: nums|table [, out: outvec]) -> vec", "C(q,v) v + G(q): what inverse dynamics gives without acceleration.",
    "li.planar{1, mass = 2}:bias({0}, {5}) --> [9.81]" },
  { gravity, "model:gravity(q: nums|table [, out: outvec]) -> vec", "G(q) = dV/dq: the forces that hold the mechanism at rest.",
    "li.planar{1, mass = 2}:gravity{0} --> [9.81]" },
  { fd, "model:fd(q: nums|table, v: nums|table, tau: nums|table [, out: outvec]) -> vec",
    "Forward dynamics: the accelerations M^-1 (tau - C v - G). nil, message, code where a coordinate moves no mass.",
    "li.planar{1, mass = 3}:fd({math.pi/2}, {0}, {2}) --> [2]" },
  { mass_inverse, "model:mass_inverse(q: nums|table [, out: outmat]) -> mat", "The inverse of the mass matrix.", "li.planar{1, mass = 3}:mass_inverse{0} --> [1]" },
  { id_derivatives, "model:id_derivatives(q: nums|table, v: nums|table, a: nums|table) -> dq: mat, dv: mat",
    "How inverse dynamics changes with q and with v, exactly (with a: the mass matrix). Of turns in space with respect to the "
    "angular displacement in body axes.", "li.planar{1, mass = 2}:id_derivatives({0}, {0}, {0}) --> [0], [0]" },
  { fd_derivatives, "model:fd_derivatives(q: nums|table, v: nums|table, tau: nums|table) -> dq: mat, dv: mat, dtau: mat",
    "How forward dynamics changes with q, v and tau, exactly.", "select(3, li.planar{1, mass = 3}:fd_derivatives({0}, {0}, {0})) --> [1]" },
  { 0 },
};
