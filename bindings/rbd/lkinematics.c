/* lkinematics.c - models: poses, velocities, Jacobians of any body, point and axes. Results go to
 * `out` where one is given */
#include "bindings/model/lmodel.h"
#include "bindings/geo/lspace.h"

#include "base/text.h"
#include "geo/euler.h"
#include "describe/check.h"
#include "rbd/fk.h"
#include "rbd/jac.h"

#include <string.h>

// ---- poses ----

static int unknown_place(lua_State *L, int i, const lia_spec *s, const char *name) {
  char hint[LIA_CHECK_HINT];
  const char **all = lua_newuserdata(L, (size_t)(s->nbody + s->nframe + 1) * sizeof *all);
  int n = 0;
  for (int k = 0; k < s->nbody; k++) all[n++] = s->body[k].name;
  for (int k = 0; k < s->nframe; k++) all[n++] = s->frame[k].name;
  return lia_arg_error(L, i, "no body or frame is named '%.60s'%s", name,
      lia_check_hint(hint, name, all, n));
}

lspot lia_lmodel_spot(lua_State *L, int i, const char *name, const lmodel *o) {
  const lia_spec *s = o->spec;
  lspot p = { .body = -1, .X_BF = LIA_FRAME_IDENTITY, .name = "world" };
  int frame = -1;
  if (!name) {
    if (o->c.tip == LIA_TIP_WORLD) return p;
    if (o->c.tip >= 0) frame = o->c.tip;
    else return (lspot){ -1 - o->c.tip, LIA_FRAME_IDENTITY, s->body[s->itip].name };
  }
  for (int k = 0; k < s->nbody && frame < 0; k++)
    if (!strcmp(s->body[k].name, name))
      return (lspot){ o->c.body[k], LIA_FRAME_IDENTITY, s->body[k].name };
  for (int k = 0; k < s->nframe && frame < 0; k++)
    if (!strcmp(s->frame[k].name, name)) frame = k;
  if (frame >= 0)
    return (lspot){ o->c.frame[frame].body, o->c.frame[frame].X_BF, s->frame[frame].name };
  if (strcmp(name, "world")) unknown_place(L, i, s, name);
  return p;
}

lia_frame lia_lmodel_pose(lmodel *o, const double *q, const lspot *p) {
  lia_frame X = LIA_FRAME_IDENTITY;
  if (p->body >= 0) lia_fk_one(o->c.model, o->d, q, p->body, &X);
  lia_frame_mul(&X, &X, &p->X_BF);
  return X;
}

// the place that argument a names, or the tip
static lspot find_spot(lua_State *L, int i, const lia_arg *a, const lmodel *o) {
  return lia_lmodel_spot(L, i, a->given ? a->s : NULL, o);
}

static int fk(lua_State *L) {
  lia_arg a[4];
  lia_args(L, a);
  lmodel *o = a[0].o;
  (void)lia_lmodel_numeric(L, o);
  const double *q = lia_lmodel_q(L, 2, &a[1], o);
  const lia_arg *out = a[2].given == 2 ? &a[2] : &a[3];   // arm:fk(q, out) too
  lia_arg body = a[2];
  if (a[2].given == 2) body.given = 0;
  const lspot p = find_spot(L, 3, &body, o);
  const lia_frame X = lia_lmodel_pose(o, q, &p);
  if (out->given) {
    *(lia_frame *)out->o = X;
    lua_pushvalue(L, out == &a[2] ? 3 : 4);
  } else {
    lia_push_frame(L, &X);
    lia_frame_label(L, -1, p.name);
  }
  return 1;
}

// all bodies: a table by name
static int poses(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  lmodel *o = a[0].o;
  const lia_model *m = lia_lmodel_numeric(L, o);
  lia_fk(m, o->d, lia_lmodel_q(L, 2, &a[1], o), o->X);
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

// ---- what moves: a point of a body or frame, told in axes ----

ltarget lia_ltarget_find(lua_State *L, int i, const lia_arg *a, const lmodel *o, int out_first) {
  ltarget g = { .axes = LIA_AXES_BASE };
  lia_arg body = a[0];
  if (out_first) body.given = 0;
  lspot at = find_spot(L, i, &body, o);
  g.body = at.body;
  g.name = at.name;
  g.X_BF = at.X_BF;
  lia_copy3(g.p_B, at.X_BF.p);
  if (a[1].given) lia_frame_point(g.p_B, &at.X_BF, a[1].p);
  if (a[2].given) {
    lspot axes = find_spot(L, i + 2, &a[2], o);
    g.axes = axes.body < 0 ? LIA_AXES_BASE : axes.body;
    g.turn = axes.X_BF;
    g.axes_name = axes.name;
    for (int k = 0; k < 9; k++) g.turned |= g.turn.R[k] != (k % 4 == 0);
  }
  return g;
}

// rows of J from the axes of a body into those of a frame on it
static void turn_rows(const ltarget *g, double *J, int n) {
  if (g->turned) lia_jac_turn(g->turn.R, J, n);
}

// a Jacobian that was made, not filled, says what it is of: usually by a name alone, told in full
// when it is printed
static void label(lua_State *L, int rate, const ltarget *g, const lia_arg *out) {
  char text[240];
  if (out->given) return;
  if (!rate && !g->axes_name) { lia_mat_label(L, g->name); return; }
  lia_text_format(text, sizeof text, "%c%sJacobian of %.60s in %s%.60s", LIA_MAT_TEXT,
      rate ? "rate of the " : "", g->name,
      g->axes_name ? "axes of " : "", g->axes_name ? g->axes_name : "world");
  lia_mat_label(L, text);
}

#define TARGET_SIG "body: str|outmat, point: vec3, axes: str, out: outmat"

static int kinematics_jacobian(lua_State *L) {
  lia_arg a[6];
  lia_args(L, a);
  lmodel *o = a[0].o;
  const lia_model *m = lia_lmodel_numeric(L, o);
  const double *q = lia_lmodel_q(L, 2, &a[1], o);
  int first = a[2].given == 2;
  ltarget g = lia_ltarget_find(L, 3, &a[2], o, first);
  double *J = lia_lmodel_mat(L, first ? 3 : 6, first ? &a[2] : &a[5], 6, m->nv);
  if (g.body < 0) memset(J, 0, (size_t)(6 * m->nv) * sizeof *J);
  else lia_jac(m, o->d, q, g.body, g.p_B, g.axes, J);
  turn_rows(&g, J, m->nv);
  label(L, 0, &g, first ? &a[2] : &a[5]);
  return 1;
}

static int jacobian_rate(lua_State *L) {
  lia_arg a[7];
  lia_args(L, a);
  lmodel *o = a[0].o;
  const lia_model *m = lia_lmodel_numeric(L, o);
  const double *q = lia_lmodel_q(L, 2, &a[1], o), *v = lia_lmodel_v(L, 3, &a[2], o, o->v);
  int first = a[3].given == 2;
  ltarget g = lia_ltarget_find(L, 4, &a[3], o, first);
  double *J = lia_lmodel_mat(L, first ? 4 : 7, first ? &a[3] : &a[6], 6, m->nv);
  if (g.body < 0) memset(J, 0, (size_t)(6 * m->nv) * sizeof *J);
  else lia_jac_rate(m, o->d, q, v, g.body, g.p_B, g.axes, J);
  turn_rows(&g, J, m->nv);
  label(L, 1, &g, first ? &a[3] : &a[6]);
  return 1;
}

static int analytic_jacobian(lua_State *L) {
  lia_arg a[6];
  lia_args(L, a);
  lmodel *o = a[0].o;
  lia_euler e = LIA_EULER_RPY;
  lia_error err = { 0 };
  const lia_model *m = lia_lmodel_numeric(L, o);
  const double *q = lia_lmodel_q(L, 2, &a[1], o);
  if (lia_euler_parse(&e, a[2].s, a[3].n ? LIA_MOVING : LIA_FIXED, &err) != LIA_OK)
    return lia_arg_error(L, 3, "%s", err.text);
  ltarget g = lia_ltarget_find(L, 5, (lia_arg[]){ a[4], a[5], { 0 } }, o, 0);
  double *J = lia_pushmat(L, 6, m->nv);
  if (g.body < 0) return 1;
  // a frame may be turned on its body: angles are those of the frame, so the rows are made here
  lia_frame X;
  lia_jac(m, o->d, q, g.body, g.p_B, LIA_AXES_BASE, J);
  lia_fk_body(m, o->d, g.body, &X);
  lia_frame_mul(&X, &X, &g.X_BF);
  double angles[3];
  lia_pole pole;
  unsigned flags = 0;
  lia_euler_from_rot(angles, e, X.R, &pole);
  for (int k = 0; k < m->nv; k++) {
    double w[3] = { J[3 * m->nv + k], J[4 * m->nv + k], J[5 * m->nv + k] }, rate[3];
    flags |= lia_euler_rate(rate, e, angles, w, LIA_BASE);
    for (int r = 0; r < 3; r++) J[(3 + r) * m->nv + k] = rate[r];
  }
  lua_pushboolean(L, flags != 0);
  return 2;
}

static void push_six(lua_State *L, const ltarget *g, const double V[6]) {
  double out[6];
  memcpy(out, V, sizeof out);
  turn_rows(g, out, 1);
  lia_push_six(L, &lia_twist_class, out);
}

static int velocity(lua_State *L) {
  lia_arg a[6];
  lia_args(L, a);
  lmodel *o = a[0].o;
  const lia_model *m = lia_lmodel_numeric(L, o);
  const double *q = lia_lmodel_q(L, 2, &a[1], o), *v = lia_lmodel_v(L, 3, &a[2], o, o->v);
  ltarget g = lia_ltarget_find(L, 4, &a[3], o, 0);
  double V[6] = { 0 };
  lia_fk_motion(m, o->d, q, v, NULL);
  if (g.body >= 0) lia_fk_velocity(m, o->d, g.body, g.p_B, g.axes, V);
  push_six(L, &g, V);
  return 1;
}

static int acceleration(lua_State *L) {
  lia_arg a[7];
  lia_args(L, a);
  lmodel *o = a[0].o;
  const lia_model *m = lia_lmodel_numeric(L, o);
  const double *q = lia_lmodel_q(L, 2, &a[1], o), *v = lia_lmodel_v(L, 3, &a[2], o, o->v),
      *acc = lia_lmodel_v(L, 4, &a[3], o, o->a);
  ltarget g = lia_ltarget_find(L, 5, &a[4], o, 0);
  double A[6] = { 0 };
  lia_fk_motion(m, o->d, q, v, acc);
  if (g.body >= 0) lia_fk_acceleration(m, o->d, g.body, g.p_B, g.axes, A);
  push_six(L, &g, A);
  return 1;
}

// J' F
static int torques(lua_State *L) {
  lia_arg a[7];
  lia_args(L, a);
  lmodel *o = a[0].o;
  const lia_model *m = lia_lmodel_numeric(L, o);
  const double *q = lia_lmodel_q(L, 2, &a[1], o);
  ltarget g = lia_ltarget_find(L, 4, &a[3], o, 0);
  double F[6];
  memcpy(F, a[2].p, sizeof F);
  if (g.turned) {  // told in a frame: into the axes of its body
    lia_mv3(F, g.turn.R, F);
    lia_mv3(F + 3, g.turn.R, F + 3);
  }
  double *tau = lia_lmodel_vec(L, 7, &a[6], m->nv);
  memset(tau, 0, (size_t)m->nv * sizeof *tau);
  if (g.body < 0) return 1;
  lia_fk(m, o->d, q, NULL);
  lia_jac_force(m, o->d, g.body, g.p_B, g.axes, F, tau);
  return 1;
}

const lia_fn lia_model_kinematics[] = {
  { fk, "model:fk(q: nums|table [, body: str|frame, out: frame]) -> frame",
    "Pose of the tip, or of a body or frame by name, in the world. q in order, or by name {q1 = "
    "0.3, ...}; out: a frame to write into.",
    "li.planar{1, 0.8}:fk{0, 0}.p --> [1.8  0  0]" },
  { poses, "model:poses(q: nums|table) -> table",
      "Poses of all bodies and frames in the world, by name.",
    "li.planar{1, 0.8}:poses{0, 0}.link2.p --> [1  0  0]" },
  { kinematics_jacobian, "model:jacobian(q: nums|table [, " TARGET_SIG "]) -> mat",
    "The Jacobian (6 x nv), linear part first: times v it is the velocity of a point of a body or "
    "frame (its origin; of the tip) and its "
    "angular velocity, told in the axes of the world or of the body or frame named by axes.",
    "li.planar{1, 1}:jacobian({0, 0})[2] --> [2  1]" },
  { jacobian_rate, "model:jacobian_rate(q: nums|table, v: nums|table [, " TARGET_SIG "]) -> mat",
      "How the Jacobian changes in time at velocity v.",
    "li.planar{1}:jacobian_rate({0}, {2})[1] --> [-2]" },
  { analytic_jacobian, "model:analytic_jacobian(q: nums|table, seq: str, kind: fixed|moving [, "
      "body: str, point: vec3]) -> mat, singular: bool",
    "Rows 1 to 3 as in the Jacobian, in the world; rows 4 to 6 give the rates of the three angles "
    "that turn the world into the body "
    "('xyz' fixed: roll, pitch, yaw). singular: near gimbal lock.",
    "li.planar{1, 1}:analytic_jacobian({0, 0}, 'xyz', 'fixed')[6] --> [1  1]" },
  { velocity,
      "model:velocity(q: nums|table, v: nums|table [, body: str, point: vec3, axes: str]) -> twist",
    "Velocity of a point of a body or frame and angular velocity, relative to the world, told in "
    "the axes named.",
    "li.planar{1}:velocity({0}, {3}).v --> [0  3  0]" },
  { acceleration, "model:acceleration(q: nums|table, v: nums|table, a: nums|table [, body: str, "
      "point: vec3, axes: str]) -> twist",
    "Acceleration of a point (d/dt of its velocity, without gravity) and angular acceleration.",
    "li.planar{1}:acceleration({0}, {3}, {0}).v --> [-9  0  0]" },
  { torques, "model:torques(q: nums|table, wrench: vec6|wrench [, body: str, point: vec3, axes: "
      "str, out: outvec]) -> vec",
    "J' F: the joint forces that a force and moment on a body (at the point, told in the axes "
    "named) does the same as.",
    "li.planar{1, 1}:torques({0, 0}, {0, 1, 0, 0, 0, 0}) --> [2  1]" },
  { 0 },
};
