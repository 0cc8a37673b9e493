/* lnumbers.c - models in numbers: poses, dynamics. Results go to `out` where one is given */
#include "lmodel.h"
#include "lspace.h"
#include "nums.h"

#include "base/mem.h"
#include "base/text.h"
#include "model/check.h"
#include "num/factor.h"
#include "rbd/crba.h"
#include "rbd/deriv.h"
#include "rbd/fk.h"
#include "rbd/forward.h"
#include "rbd/rnea.h"

#include <math.h>
#include <string.h>

/* ---- compiling ---- */

static lia_status make_room(lmodel *o, const lia_model *m, lia_error *err) {
  LIA_TRY(lia_data_new(&o->d, m, err));
  size_t nq = (size_t)m->nq, nv = (size_t)m->nv;
  o->block = lia_calloc(nq + 4 * nv + 1, sizeof *o->block);
  o->X = lia_calloc((size_t)m->nbody + 1, sizeof *o->X);
  if (!o->block || !o->X) return LIA_FAIL(err, LIA_ENOMEM, "model", "out of memory");
  o->q = o->block;
  o->v = o->q + nq;
  o->a = o->v + nv;
  o->tau = o->a + nv;
  o->work = o->tau + nv;
  return LIA_OK;
}

const lia_model *lia_lmodel_numeric(lua_State *L, lmodel *o) {
  if (o->block) return o->c.model;
  lia_error err = { 0 };
  lia_status st = o->c.model ? LIA_OK : lia_compile(&o->c, o->spec, &err);
  if (st == LIA_OK) st = make_room(o, o->c.model, &err);
  if (st == LIA_OK) return o->c.model;
  lia_free(o->block);
  lia_free(o->X);
  lia_free(o->d);
  o->block = NULL, o->X = NULL, o->d = NULL;
  lia_raise(L, &err);
  return NULL;
}

const lia_model *lia_lmodel_dynamic(lua_State *L, lmodel *o) {
  const lia_model *m = lia_lmodel_numeric(L, o);
  if (o->c.dynamic.code != LIA_OK) lia_raise(L, &o->c.dynamic);
  return m;
}

/* ---- arguments: numbers in order, or a table by name ---- */

static void list_names(const char *const *name, int n, char *out, size_t size) {
  size_t used = 0;
  out[0] = 0;
  for (int k = 0; k < n && used + 70 < size; k++)
    used += (size_t)lia_text_format(out + used, size - used, "%s%.60s", k ? " " : "", name[k]);
}

static const double *wrong_size(lua_State *L, int i, int got, const char *const *name, int n) {
  char names[300];
  list_names(name, n, names, sizeof names);
  lia_arg_error(L, i, "expected %d number%s (%s), got %d", n, n == 1 ? "" : "s", names, got);
  return NULL;
}

/* a list that is none of numbers: which coordinate is wrong */
static void wrong_list(lua_State *L, int i, const char *const *name, int n) {
  int got = (int)lua_rawlen(L, i);
  if (got != n) wrong_size(L, i, got, name, n);
  for (int k = 0; k < n; k++) {
    lua_rawgeti(L, i, k + 1);
    int number = lua_type(L, -1) == LUA_TNUMBER;
    if (!number) lia_arg_error(L, i, "%s: expected a finite number, got a %s", name[k], luaL_typename(L, -1));
    if (!isfinite(lua_tonumber(L, -1))) lia_arg_error(L, i, "%s: expected a finite number, got %s", name[k],
                                                        isnan(lua_tonumber(L, -1)) ? "nan" : lua_tonumber(L, -1) > 0 ? "inf" : "-inf");
    lua_pop(L, 1);
  }
}

/* {q1 = 0.3, q2 = 0}: every name once, into x */
static const double *by_name(lua_State *L, int i, const char *const *name, int n, double *x) {
  int found = 0;
  if (lua_rawlen(L, i) > 0) wrong_list(L, i, name, n);
  for (int k = 0; k < n; k++) {
    lua_pushstring(L, name[k]);
    lua_rawget(L, i);
    if (lua_type(L, -1) != LUA_TNUMBER || !isfinite(lua_tonumber(L, -1)))
      lia_arg_error(L, i, "%s: expected a finite number, got %s", name[k], lua_isnil(L, -1) ? "nothing" : luaL_typename(L, -1));
    x[k] = lua_tonumber(L, -1);
    lua_pop(L, 1);
    found++;
  }
  for (lua_pushnil(L); lua_next(L, i); lua_pop(L, 1)) {
    if (found-- > 0) continue;
    for (lua_pushnil(L); lua_next(L, i); lua_pop(L, 1)) {
      int known = 0;
      for (int k = 0; k < n && lua_type(L, -2) == LUA_TSTRING; k++) known |= !strcmp(lua_tostring(L, -2), name[k]);
      if (known) continue;
      const char *got = lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : luaL_typename(L, -2);
      char hint[LIA_CHECK_HINT];
      lia_arg_error(L, i, "no coordinate '%.60s'%s", got, lia_check_hint(hint, got, name, n));
    }
  }
  return x;
}

static const double *numbers(lua_State *L, int i, const lia_arg *a, const char *const *name, int n, double *x) {
  if (a->given == 1) return a->n == n ? a->p : wrong_size(L, i, a->n, name, n);
  if (a->given == 2) return n || lua_next(L, (lua_pushnil(L), i)) ? by_name(L, i, name, n, x) : x;
  return NULL;
}

static const double *arg_q(lua_State *L, int i, const lia_arg *a, lmodel *o) {
  return numbers(L, i, a, o->spec->qname, o->spec->nq, o->q);
}

static const double *arg_v(lua_State *L, int i, const lia_arg *a, const lmodel *o, double *x) {
  return numbers(L, i, a, o->spec->coord, o->spec->ncoord, x);
}

/* where the numbers of a result go: into out, left on top, or a new vec */
static double *result(lua_State *L, int i, const lia_arg *out, int n) {
  if (!out->given) return lia_pushvec(L, n);
  if (out->n != n) lia_arg_error(L, i, "expected a vec of %d numbers, got one of %d", n, out->n);
  lua_pushvalue(L, i);
  return out->out;
}

static double *result_mat(lua_State *L, int i, const lia_arg *out, int rows, int cols) {
  if (!out->given) return lia_pushmat(L, rows, cols);
  if (out->rows != rows || out->cols != cols)
    lia_arg_error(L, i, "expected a mat of %d rows and %d columns, got %d by %d", rows, cols, out->rows, out->cols);
  lua_pushvalue(L, i);
  return out->out;
}

/* ---- poses ---- */

/* body or frame named at argument i, or the tip: body of the model (-1: the world), and where on it */
typedef struct spot { int body; lia_frame X_BF; const char *name; } spot;

static int unknown_place(lua_State *L, int i, const lia_spec *s, const char *name) {
  char hint[LIA_CHECK_HINT];
  const char **all = lua_newuserdata(L, (size_t)(s->nbody + s->nframe + 1) * sizeof *all);
  int n = 0;
  for (int k = 0; k < s->nbody; k++) all[n++] = s->body[k].name;
  for (int k = 0; k < s->nframe; k++) all[n++] = s->frame[k].name;
  return lia_arg_error(L, i, "no body or frame is named '%.60s'%s", name, lia_check_hint(hint, name, all, n));
}

static spot find_spot(lua_State *L, int i, const lia_arg *a, const lmodel *o) {
  const lia_spec *s = o->spec;
  spot p = { .body = -1, .X_BF = LIA_FRAME_IDENTITY, .name = "world" };
  int frame = -1;
  if (!a->given) {
    if (o->c.tip == LIA_TIP_WORLD) return p;
    if (o->c.tip >= 0) frame = o->c.tip;
    else return (spot){ -1 - o->c.tip, LIA_FRAME_IDENTITY, s->body[s->itip].name };
  }
  for (int k = 0; k < s->nbody && frame < 0; k++)
    if (!strcmp(s->body[k].name, a->s)) return (spot){ o->c.body[k], LIA_FRAME_IDENTITY, s->body[k].name };
  for (int k = 0; k < s->nframe && frame < 0; k++)
    if (!strcmp(s->frame[k].name, a->s)) frame = k;
  if (frame >= 0) return (spot){ o->c.frame[frame].body, o->c.frame[frame].X_BF, s->frame[frame].name };
  if (strcmp(a->s, "world")) unknown_place(L, i, s, a->s);
  return p;
}

static void spot_pose(const lmodel *o, const spot *p, lia_frame *X) {
  *X = LIA_FRAME_IDENTITY;
  if (p->body >= 0) lia_fk_body(o->c.model, o->d, p->body, X);
  lia_frame_mul(X, X, &p->X_BF);
}

static int fk(lua_State *L) {
  lia_arg a[4];
  lia_args(L, a);
  lmodel *o = a[0].o;
  const lia_model *m = lia_lmodel_numeric(L, o);
  const double *q = arg_q(L, 2, &a[1], o);
  const lia_arg *out = a[2].given == 2 ? &a[2] : &a[3];   // arm:fk(q, out) too
  lia_arg body = a[2];
  if (a[2].given == 2) body.given = 0;
  spot p = find_spot(L, 3, &body, o);
  lia_fk(m, o->d, q, NULL);
  lia_frame X;
  spot_pose(o, &p, &X);
  if (out->given) {
    *(lia_frame *)out->o = X;
    lua_pushvalue(L, out == &a[2] ? 3 : 4);
  } else {
    lia_push_frame(L, &X);
    lia_frame_label(L, -1, p.name);
  }
  return 1;
}

/* all bodies: a table by name */
static int poses(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  lmodel *o = a[0].o;
  const lia_model *m = lia_lmodel_numeric(L, o);
  lia_fk(m, o->d, arg_q(L, 2, &a[1], o), o->X);
  lua_createtable(L, 0, o->spec->nbody + o->spec->nframe);
  for (int k = 0; k < o->spec->nbody; k++) {
    lia_push_frame(L, &o->X[o->c.body[k]]);
    lua_setfield(L, -2, o->spec->body[k].name);
  }
  for (int k = 0; k < o->spec->nframe; k++) {
    lia_frame X = o->c.frame[k].X_BF;
    if (o->c.frame[k].body >= 0) lia_frame_mul(&X, &o->X[o->c.frame[k].body], &X);
    lia_push_frame(L, &X);
    lua_setfield(L, -2, o->spec->frame[k].name);
  }
  return 1;
}

/* ---- dynamics ---- */

static int id(lua_State *L) {
  lia_arg a[5];
  lia_args(L, a);
  lmodel *o = a[0].o;
  const lia_model *m = lia_lmodel_dynamic(L, o);
  const double *q = arg_q(L, 2, &a[1], o), *v = arg_v(L, 3, &a[2], o, o->v), *acc = arg_v(L, 4, &a[3], o, o->a);
  lia_rnea(m, o->d, q, v, acc, result(L, 5, &a[4], m->nv));
  return 1;
}

static int bias(lua_State *L) {
  lia_arg a[4];
  lia_args(L, a);
  lmodel *o = a[0].o;
  const lia_model *m = lia_lmodel_dynamic(L, o);
  const double *q = arg_q(L, 2, &a[1], o), *v = arg_v(L, 3, &a[2], o, o->v);
  lia_rnea(m, o->d, q, v, NULL, result(L, 4, &a[3], m->nv));
  return 1;
}

static int gravity(lua_State *L) {
  lia_arg a[3];
  lia_args(L, a);
  lmodel *o = a[0].o;
  const lia_model *m = lia_lmodel_dynamic(L, o);
  lia_rnea(m, o->d, arg_q(L, 2, &a[1], o), NULL, NULL, result(L, 3, &a[2], m->nv));
  return 1;
}

static int mass(lua_State *L) {
  lia_arg a[3];
  lia_args(L, a);
  lmodel *o = a[0].o;
  const lia_model *m = lia_lmodel_dynamic(L, o);
  const double *q = arg_q(L, 2, &a[1], o);
  lia_crba(m, o->d, q, result_mat(L, 3, &a[2], m->nv, m->nv));
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
  const double *q = arg_q(L, 2, &a[1], o), *v = arg_v(L, 3, &a[2], o, o->v), *tau = arg_v(L, 4, &a[3], o, o->tau);
  double *acc = result(L, 5, &a[4], m->nv);
  lia_forward(m, o->d, q, v, tau, acc);
  int who;
  return is_answer(L, o, q, acc, m->nv, &who) ? 1 : no_answer(L, o, who);
}

static int mass_inverse(lua_State *L) {
  lia_arg a[3];
  lia_args(L, a);
  lmodel *o = a[0].o;
  const lia_model *m = lia_lmodel_dynamic(L, o);
  const double *q = arg_q(L, 2, &a[1], o);
  double *M = result_mat(L, 3, &a[2], m->nv, m->nv);
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
  const double *q = arg_q(L, 2, &a[1], o), *v = arg_v(L, 3, &a[2], o, o->v), *acc = arg_v(L, 4, &a[3], o, o->a);
  double *dq = lia_pushmat(L, m->nv, m->nv), *dv = lia_pushmat(L, m->nv, m->nv);
  lia_deriv_inverse(m, o->d, q, v, acc, dq, dv);
  return 2;
}

static int fd_derivatives(lua_State *L) {
  lia_arg a[4];
  lia_args(L, a);
  lmodel *o = a[0].o;
  const lia_model *m = lia_lmodel_dynamic(L, o);
  const double *q = arg_q(L, 2, &a[1], o), *v = arg_v(L, 3, &a[2], o, o->v), *tau = arg_v(L, 4, &a[3], o, o->tau);
  double *dq = lia_pushmat(L, m->nv, m->nv), *dv = lia_pushmat(L, m->nv, m->nv), *dtau = lia_pushmat(L, m->nv, m->nv);
  lia_deriv_forward(m, o->d, q, v, tau, o->work, dq, dv, dtau);
  int who;
  return is_answer(L, o, q, o->work, m->nv, &who) ? 3 : no_answer(L, o, who);
}

/* ---- configurations ---- */

static int neutral(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  const lia_model *m = lia_lmodel_numeric(L, a[0].o);
  lia_model_neutral(m, lia_pushvec(L, m->nq));
  return 1;
}

static int random_q(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  const lia_model *m = lia_lmodel_numeric(L, a[0].o);
  lia_rng r = lia_rng_seed((uint64_t)(a[1].given ? a[1].n : 1));
  lia_model_random(m, &r, lia_pushvec(L, m->nq));
  return 1;
}

static int step(lua_State *L) {
  lia_arg a[5];
  lia_args(L, a);
  lmodel *o = a[0].o;
  const lia_model *m = lia_lmodel_numeric(L, o);
  const double *q = arg_q(L, 2, &a[1], o), *v = arg_v(L, 3, &a[2], o, o->v);
  lia_model_step(m, q, v, a[3].x, result(L, 5, &a[4], m->nq));
  return 1;
}

static int difference(lua_State *L) {
  lia_arg a[4];
  lia_args(L, a);
  lmodel *o = a[0].o;
  const lia_model *m = lia_lmodel_numeric(L, o);
  const double *q1 = arg_q(L, 2, &a[1], o);
  if (q1 == o->q) {  // both by name: the second needs room of its own
    double *copy = lua_newuserdata(L, (size_t)(m->nq + 1) * sizeof *copy);
    q1 = memcpy(copy, q1, (size_t)m->nq * sizeof *copy);
  }
  const double *q2 = arg_q(L, 3, &a[2], o);
  lia_model_diff(m, q1, q2, result(L, 4, &a[3], m->nv));
  return 1;
}

static int limits(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  const lia_model *m = lia_lmodel_numeric(L, a[0].o);
  double *lower = lia_pushvec(L, m->nv), *upper = lia_pushvec(L, m->nv);
  for (int k = 0; k < m->nv; k++) {
    lower[k] = m->dof[k].q_min;
    upper[k] = m->dof[k].q_max;
  }
  return 2;
}

static const lia_spec_dof *owner(const lia_spec *s, int icoord) {
  for (int i = 0; i < s->njoint; i++)
    for (int k = 0; k < s->joint[i].ndof; k++)
      if (!s->joint[i].dof[k].follows && s->joint[i].dof[k].icoord == icoord) return &s->joint[i].dof[k];
  return NULL;
}

/* the configuration drawn: home where a joint has one, else its neutral place */
static int home(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  const lmodel *o = a[0].o;
  const lia_spec *s = o->spec;
  const lia_model *m = lia_lmodel_numeric(L, a[0].o);
  double *q = lia_pushvec(L, m->nq);
  lia_model_neutral(m, q);
  for (int n = 0; n < m->nq; n++)
    for (int k = 0; k < s->ncoord; k++) {
      const lia_spec_dof *d = s->qname[n] == s->coord[k] ? owner(s, k) : NULL;
      if (d && !d->home.text && lia_val_given(d->home)) q[n] = d->home.x;
    }
  return 1;
}

/* ---- what the controller of a robot shows:  reads q + reads_at ---- */

static void readings(const lmodel *o, double *out, const double *in, int back) {
  const lia_spec *s = o->spec;
  for (int n = 0; n < s->nq; n++) {
    const lia_spec_dof *d = NULL;
    for (int k = 0; k < s->ncoord && !d; k++)
      if (s->qname[n] == s->coord[k]) d = owner(s, k);
    double gain = d && !d->reads.text && lia_val_given(d->reads) ? d->reads.x : 1;
    double zero = d && !d->reads_at.text && lia_val_given(d->reads_at) ? d->reads_at.x : 0;
    out[n] = back ? (in[n] - zero) / gain : gain * in[n] + zero;
  }
}

static int controller(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  lmodel *o = a[0].o;
  lia_lmodel_numeric(L, o);
  const double *q = arg_q(L, 2, &a[1], o);
  readings(o, lia_pushvec(L, o->spec->nq), q, 0);
  return 1;
}

static int from_controller(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  lmodel *o = a[0].o;
  lia_lmodel_numeric(L, o);
  const double *r = arg_q(L, 2, &a[1], o);
  readings(o, lia_pushvec(L, o->spec->nq), r, 1);
  return 1;
}

const lia_fn lia_model_numbers[] = {
  { fk, "model:fk(q: nums|table [, body: str|frame, out: frame]) -> frame",
    "Pose of the tip, or of a body or frame by name, in the world. q in order, or by name {q1 = 0.3, ...}; out: a frame to write into.",
    "li.planar{1, 0.8}:fk{0, 0}.p --> [1.8  0  0]" },
  { poses, "model:poses(q: nums|table) -> table", "Poses of all bodies and frames in the world, by name.",
    "li.planar{1, 0.8}:poses{0, 0}.link2.p --> [1  0  0]" },
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
  { neutral, "model:neutral() -> vec", "q with every joint at its zero; quaternions are 1, 0, 0, 0.", "li.planar{1, 1}:neutral() --> [0  0]" },
  { random_q, "model:random([seed: count]) -> vec", "A random q, within the limits of joints that have two, the same for the same seed.",
    "#li.planar{1, 1}:random(7) --> 2" },
  { step, "model:step(q: nums|table, v: nums|table, h: num [, out: outvec]) -> vec",
    "The configuration after moving at constant v for a time h; quaternions stay of length 1.", "li.planar{1, 1}:step({0, 0}, {1, 2}, 0.5) --> [0.5  1]" },
  { difference, "model:difference(q1: nums|table, q2: nums|table [, out: outvec]) -> vec",
    "The shortest v that leads from q1 to q2 in a time 1.", "li.planar{1, 1}:difference({0, 1}, {1, 0}) --> [1  -1]" },
  { limits, "model:limits() -> lower: vec, upper: vec", "Limits of the coordinates, infinite where there are none.",
    "li.planar{1}:limits() --> [-inf], [inf]" },
  { controller, "model:controller(q: nums|table) -> vec", "What the robot's controller shows at q (controller in a DH table, reads and reads_at of a joint).",
    "li.robots.kr30():controller{0, 0, 0, math.pi, math.pi, 0} --> [0  0  0  0  0  0]" },
  { from_controller, "model:from_controller(readings: nums|table) -> vec", "The q at which the controller shows these readings.",
    "li.planar{1, 1}:from_controller{1, 2} --> [1  2]" },
  { home, "model:home() -> vec", "The configuration drawn: home (shown) of each joint, else its zero.", "li.robots.rrp():home()[3] --> 0.25" },
  { 0 },
};
