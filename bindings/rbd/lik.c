/* lik.c - models: inverse kinematics, one configuration by iteration or all of them in closed form
 */
#include "bindings/kit/fields.h"
#include "bindings/model/lmodel.h"
#include "bindings/geo/lspace.h"

#include "describe/check.h"
#include "rbd/ikarm.h"

#include <math.h>
#include <string.h>

const lia_opt lia_model_ik_opts[] = {
#define X(type, name, def, ok, text) LIA_OPT(lia_ik_opts, type, name, def, ok, text),
  LIA_IK_OPTS(X)
#undef X
  { 0 },
};

// what is asked: argument 2 a frame or a point, argument 3 the options
typedef struct question {
  lmodel *o;
  const lia_model *m;
  lia_ik_opts opts;
  lia_ik_target t;
  const double *start;          /* (nq), in Lua's memory */
  unsigned char *locked;        /* (nv), the same; NULL: none */
  int position;
} question;

// option `key` of the table at 3, left on the stack (nil where there is none)
static int option(lua_State *L, const char *key) {
  lua_pushnil(L);
  if (!lua_istable(L, 3)) return LUA_TNIL;
  lua_pop(L, 1);
  lua_getfield(L, 3, key);
  return lua_type(L, -1);
}

static void numbers_option(lua_State *L, const char *key, double *x, int n) {
  int rows = n, cols = 0;
  const lia_class *c = lia_classof(L, -1);
  const double *p = c && c->size && c->view ? c->view(lua_touserdata(L, -1), &rows, &cols) : NULL;
  if (p && rows * (cols ? cols : 1) == n) { memcpy(x, p, (size_t)n * sizeof *x); return; }
  if (p || !lua_istable(L, -1) || (int)lua_rawlen(L, -1) != n)
    lia_arg_error(L, 3, "%s: expected %d number%s", key, n, n == 1 ? "" : "s");
  for (int k = 0; k < n; k++) {
    lua_rawgeti(L, -1, k + 1);
    if (lua_type(L, -1) != LUA_TNUMBER || !isfinite(lua_tonumber(L, -1)))
      lia_arg_error(L, 3, "%s: entry %d is no finite number", key, k + 1);
    x[k] = lua_tonumber(L, -1);
    lua_pop(L, 1);
  }
}

// a coordinate (or its velocity, with the stroke), or the joint of a body: these stay. 1: there is
// one of that name
static int lock(const question *k, const char *name) {
  const lia_spec *s = k->o->spec;
  size_t n = strlen(name);
  if (n && name[n-1] == '\'') n--;
  for (int v = 0; v < s->ncoord; v++)
    if (strlen(s->coord[v]) == n && !memcmp(s->coord[v], name, n)) return k->locked[v] = 1;
  if (lia_spec_find_coord(s, name) >= 0) return k->locked[lia_spec_find_coord(s, name)] = 1;
  for (int b = 0; b < s->nbody; b++)
    if (!strcmp(s->body[b].name, name)) {
      const lia_model_body *B = &k->m->body[k->o->c.body[b]];
      memset(k->locked + B->iv, 1, (size_t)B->nv);
      return 1;
    }
  return 0;
}

static void unknown_lock(lua_State *L, const lia_spec *s, const char *name) {
  char hint[LIA_CHECK_HINT];
  const char **all = lua_newuserdata(L, (size_t)(s->ncoord + s->nbody + 1) * sizeof *all);
  int n = 0;
  for (int v = 0; v < s->ncoord; v++) all[n++] = s->coord[v];
  for (int b = 0; b < s->nbody; b++) all[n++] = s->body[b].name;
  lia_arg_error(L, 3, "lock: no coordinate or body '%.60s'%s", name,
      lia_check_hint(hint, name, all, n));
}

// lock = {"x", "trunk"}
static void read_lock(lua_State *L, question *k) {
  if (option(L, "lock") == LUA_TNIL) { lua_pop(L, 1); return; }
  if (!lua_istable(L, -1))
    lia_arg_error(L, 3, "lock: expected a list of names of coordinates or bodies, got %s",
        luaL_typename(L, -1));
  int list = lua_gettop(L);
  k->locked = lua_newuserdata(L, (size_t)k->m->nv + 1);
  memset(k->locked, 0, (size_t)k->m->nv + 1);
  for (int i = 1, n = (int)lua_rawlen(L, list); i <= n; i++) {
    lua_rawgeti(L, list, i);
    const char *name = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : luaL_typename(L, -1);
    if (!lock(k, name)) unknown_lock(L, k->o->spec, name);
    lua_pop(L, 1);
  }
}

// q = {q1 = 0.3, ...}: those named; the others stay
static void start_by_name(lua_State *L, const question *k, double *q) {
  const lia_spec *s = k->o->spec;
  for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1)) {
    int at = lua_type(L, -2) == LUA_TSTRING ? lia_spec_find_q(s, lua_tostring(L, -2)) : -1;
    if (at < 0)
      lia_arg_error(L, 3, "q: no coordinate '%.60s'",
          lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : luaL_typename(L, -2));
    if (lua_type(L, -1) != LUA_TNUMBER || !isfinite(lua_tonumber(L, -1)))
      lia_arg_error(L, 3, "q.%s: expected a finite number", s->qname[at]);
    q[at] = lua_tonumber(L, -1);
  }
}

static void read_start(lua_State *L, question *k) {
  double *q = lua_newuserdata(L, (size_t)(k->m->nq + 1) * sizeof *q);
  lia_model_neutral(k->m, q);
  k->start = q;
  int type = option(L, "q");
  if (type == LUA_TTABLE && lua_rawlen(L, -1) == 0) start_by_name(L, k, q);
  else if (type != LUA_TNIL) numbers_option(L, "q", q, k->m->nq);
  lia_model_normalise(k->m, q);
  lua_pop(L, 1);
}

static void read_rows(lua_State *L, question *k) {
  k->t.rows = k->position ? LIA_IK_POSITION : LIA_IK_POSE;
  if (option(L, "rows") != LUA_TNIL) {
    double x[6];
    int n = lua_istable(L, -1) ? (int)lua_rawlen(L, -1) : 0;
    if (n < 1 || n > 6)
      lia_arg_error(L, 3, "rows: expected a list of numbers from 1 (x) to 6 (turn about z)");
    numbers_option(L, "rows", x, n);
    lia_arg rows = { .given = 1, .n = n, .p = x };
    k->t.rows = lia_lmodel_rows(L, 3, &rows);
    if (k->position && k->t.rows > 7) lia_arg_error(L, 3, "rows: of a point are 1, 2 and 3");
  }
  lua_pop(L, 1);
}

static void read_question(lua_State *L, question *k, const lia_arg *a) {
  *k = (question){ .o = a[0].o, .opts = lia_ik_defaults, .position = a[1].given == 2 };
  lia_arg where[3] = { { 0 } };
  lia_error err = { 0 };
  k->m = lia_lmodel_numeric(L, k->o);
  if (a[2].given) lia_options(L, 3, &k->opts, lia_model_ik_opts, "q body point rows lock");
  if (lia_ik_check(&k->opts, &err) != LIA_OK) lia_raise(L, &err);
  if (option(L, "body") != LUA_TNIL) {
    if (lua_type(L, -1) != LUA_TSTRING)
      lia_arg_error(L, 3, "body: expected a name, got %s", luaL_typename(L, -1));
    where[0] = (lia_arg){ .given = 1, .s = lua_tostring(L, -1) };
  }
  if (option(L, "point") != LUA_TNIL) {
    numbers_option(L, "point", where[1].v, 3);
    where[1].given = 1;
    where[1].p = where[1].v;
  }
  ltarget g = lia_ltarget_find(L, 3, where, k->o, 0);
  if (g.body < 0) lia_mistake(L, "the world does not move: name a body or frame that does");
  lua_pop(L, 2);
  k->t.body = g.body;
  lia_copy3(k->t.p_B, g.p_B);
  if (k->position) lia_copy3(k->t.X.p, a[1].p);
  else {   // a frame may be turned on its body: what the body is to be
    k->t.X = *(const lia_frame *)a[1].o;
    lia_mult33(k->t.X.R, ((const lia_frame *)a[1].o)->R, g.X_BF.R);
  }
  read_rows(L, k);
  read_start(L, k);
  read_lock(L, k);
  if (!k->o->ik && lia_ik_new(&k->o->ik, k->m, k->o->d, &err) != LIA_OK) lia_raise(L, &err);
}

static void push_info(lua_State *L, const lia_ik_info *i) {
  lua_createtable(L, 0, 5);
  lia_field_integer(L, "starts", i->starts);
  lia_field_integer(L, "iterations", i->iterations);
  lia_field_number(L, "distance", i->distance);
  lia_field_number(L, "angle", i->angle);
}

static int ik(lua_State *L) {
  lia_arg a[3];
  lia_args(L, a);
  question k;
  lia_error err = { 0 };
  lia_ik_info info = { 0 };
  read_question(L, &k, a);
  double *q = lia_pushvec(L, k.m->nq);
  memcpy(q, k.start, (size_t)k.m->nq * sizeof *q);
  lia_status st = lia_ik_solve(k.o->ik, &k.t, &k.opts, k.locked, q, &info, &err);
  if (st == LIA_OK) return 1;
  int at = lua_gettop(L);
  push_info(L, &info);
  lua_pushvalue(L, at);
  lua_setfield(L, -2, "q");
  int n = lia_fail(L, &err);
  lua_pushvalue(L, at + 1);
  return n + 1;
}

// ---- all of them ----

enum { MOST = LIA_IKARM_MOST };

// angles turned by whole turns into the limits, as near to the start as they go; 0: there is no
// such turn
static int within(const question *k, const lia_ikarm *arm, double *q) {
  const lia_ik *w = k->o->ik;
  for (int i = 0; i < arm->n; i++) {
    int v = arm->joint[i].v, at = w->iq[v];
    double lo = k->opts.limits ? w->lower[v] - 1e-9 : -HUGE_VAL,
        hi = k->opts.limits ? w->upper[v] + 1e-9 : HUGE_VAL;
    double unit = w->period[v];
    if (unit > 0) {
      q[at] -= unit * nearbyint((q[at] - k->start[at]) / unit);
      if (q[at] > hi) q[at] -= unit * ceil((q[at] - hi) / unit);
      if (q[at] < lo) q[at] += unit * ceil((lo - q[at]) / unit);
    }
    if (q[at] < lo || q[at] > hi) return 0;
  }
  return 1;
}

static int lik_same(const question *k, const lia_ikarm *arm, const double *q, const double *r) {
  for (int i = 0; i < arm->n; i++) {
    int v = arm->joint[i].v, at = k->o->ik->iq[v];
    double period = k->o->ik->period[v], d = q[at] - r[at];
    if (fabs(period > 0 ? remainder(d, period) : d) > 1e-6) return 0;
  }
  return 1;
}

// polished by the iteration, tried, kept where it is new; (count x nq) in list
static int lik_collect(const question *k, const lia_ikarm *arm, const double *found, double *list,
    int count) {
  int nq = k->m->nq;
  double *q = list + count * nq;
  lia_ik_opts o = k->opts;
  lia_ik_info info;
  lia_error err = { 0 };
  o.starts = 1;
  o.max_iter = 12;
  o.limits = 0;
  memcpy(q, k->start, (size_t)nq * sizeof *q);
  for (int i = 0; i < arm->n; i++) q[k->o->ik->iq[arm->joint[i].v]] = found[i];
  if (lia_ik_solve(k->o->ik, &k->t, &o, k->locked, q, &info, &err) != LIA_OK) return count;
  lia_model_limits(k->m, k->o->ik->lower, k->o->ik->upper);
  if (!within(k, arm, q)) return count;
  for (int i = 0; i < count; i++)
    if (lik_same(k, arm, q, list + i * nq)) return count;
  return count + 1;
}

static int ik_all(lua_State *L) {
  lia_arg a[3];
  lia_args(L, a);
  question k;
  lia_ikarm arm;
  double found[MOST][LIA_IKARM_JOINTS], keep[LIA_IKARM_JOINTS];
  int count = 0;
  read_question(L, &k, a);
  if (k.locked) lia_arg_error(L, 3, "lock: every joint moves in a closed form");
  if (k.t.rows != (k.position ? LIA_IK_POSITION : LIA_IK_POSE))
    lia_arg_error(L, 3, "rows: a closed form meets all of them");
  double *list = lua_newuserdata(L, (size_t)((MOST + 1) * k.m->nq + 1) * sizeof *list);
  lia_error err = { 0 };
  if (lia_ikarm_look(&arm, k.m, k.o->d, k.t.body, k.t.p_B, k.position, k.start, &err) != LIA_OK) {
    lia_ikarm_close(&arm);
    return lia_raise(L, &err);
  }
  if (arm.kind == LIA_IKARM_none) {
    err.code = LIA_FAIL(&err, LIA_EDOMAIN, "", "%s (model:ik finds one by iteration)", arm.why);
    return lia_fail(L, &err);
  }
  for (int i = 0; i < arm.n; i++) keep[i] = k.start[k.o->ik->iq[arm.joint[i].v]];
  int n = lia_ikarm_solve(&arm, &k.t.X, k.t.p_B, keep, found);
  lia_ikarm_close(&arm);
  for (int i = 0; i < n; i++) count = lik_collect(&k, &arm, found[i], list, count);
  if (!count) {
    err.code = LIA_FAIL(&err, LIA_EUNREACHABLE, "", "no configuration%s puts it there",
        k.opts.limits ? " within the limits" : "");
    return lia_fail(L, &err);
  }
  lua_createtable(L, count, 0);
  for (int i = 0; i < count; i++) {
    lia_pushnums(L, list + i * k.m->nq, k.m->nq);
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

const lia_fn lia_model_ik[] = {
  { ik, "model:ik(target: frame|vec3 [, options: table]) -> vec",
    "A configuration that puts the tip there: a pose, or only the place of its origin. By "
    "iteration from q (neutral) and then from random "
    "places, within the limits; body names another body or frame, point a point on it, rows which "
    "of x y z and the turns about x y z "
    "count (numbers from 1), lock coordinates or bodies whose joints stay. nil, message, "
    "'ENOCONV' and a table with the nearest q, its distance and angle, where none is found.",
    "li.planar{1, 1}:ik({1, 1, 0}, {q = {0.1, 1}}) --> [0  1.5708]" },
  { ik_all, "model:ik_all(target: frame|vec3 [, options: table]) -> table",
    "All configurations that put the tip there, in closed form: of arms of up to three joints, "
    "with a wrist of up to three turns through one "
    "point, and of arms like the UR5. Options as in model:ik (limits = false for those beyond "
    "limits too). nil, message, 'EUNREACHABLE' where there "
    "is none, 'EDOMAIN' where no closed form is known; what does not matter in a singular place "
    "stays as in q.",
    "#li.planar{1, 1}:ik_all{1, 1, 0} --> 2" },
  { 0 },
};

