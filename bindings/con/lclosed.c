/* lclosed.c - models with constraints: constrained motion, inverse dynamics, gaps and rows */
#include "bindings/con/lclosed_inside.h"

#include "bindings/con/lcon.h"
#include "bindings/geo/lspace.h"
#include "bindings/kit/fields.h"

#include "base/text.h"
#include "describe/check.h"

#include <math.h>
#include <string.h>

static void misplaced(lua_State *L, const lmodel *o) {
  (void)o;
  lia_mistake(L, "this model has no constraints (add loops or constraints to its description)");
}

lia_cmodel *lia_lmodel_closed(lua_State *L, lmodel *o) {
  lia_error err = { 0 };
  if (!o->c.constraints) return NULL;
  if (!o->closed && lia_cmodel_new(&o->closed, o->c.model, o->c.constraints, &err) != LIA_OK)
    lia_raise(L, &err);
  // a result never depends on what was asked before
  o->closed->expects_redundant = 0;
  return o->closed;
}

lia_cmodel *lia_lclosed_of(lua_State *L, lmodel *o) {
  lia_lmodel_numeric(L, o);
  lia_cmodel *w = lia_lmodel_closed(L, o);
  if (!w) misplaced(L, o);
  return w;
}

#define X(type, name, def, ok, text) LIA_OPT(lia_constrained_opts, type, name, def, ok, text),
static const lia_opt constrained_opts[] = { LIA_CONSTRAINED_OPTS(X) { 0 } };
#undef X

double lia_lclosed_number(lua_State *L, int i, const char *key, double missing) {
  if (!lua_istable(L, i)) return missing;
  lua_getfield(L, i, key);
  double x = lia_number_or(L, -1, missing, (double)NAN);
  lua_pop(L, 1);
  if (!isfinite(x)) lia_arg_error(L, i, "%s: expected a finite number", key);
  return x;
}

void lia_lclosed_push_rows(lua_State *L, const lia_cmodel *w, const int *flag) {
  int n = 0;
  lua_newtable(L);
  for (int i = 0; i < w->s->n; i++) {
    const lia_constraint *k = &w->s->c[i];
    for (int r = 0; r < k->nrow; r++) {
      if (!flag[k->first + r]) continue;
      if (k->nrow > 1) lua_pushfstring(L, "%s[%d]", k->name, r + 1);
      else lua_pushstring(L, k->name);
      lua_rawseti(L, -2, ++n);
    }
  }
}

void lia_lclosed_push_lambda(lua_State *L, const lia_cmodel *w) {
  lua_createtable(L, 0, w->s->n);
  for (int i = 0; i < w->s->n; i++) {
    const lia_constraint *k = &w->s->c[i];
    lia_pushnums(L, w->lambda + k->first, k->nrow);
    lua_setfield(L, -2, k->name);
  }
}

// what every constraint does at its frames, by their names: force and moment there, in base axes
static void push_forces(lua_State *L, const lia_cmodel *w) {
  static const char *const end[LIA_CONSTRAINT_ENDS] = { "from", "to", "from2", "to2" };
  lua_createtable(L, 0, w->s->n);
  for (int i = 0; i < w->s->n; i++) {
    const lia_constraint *k = &w->s->c[i];
    if (!k->row->nend) continue;
    lua_createtable(L, 0, k->row->nend);
    for (int e = 0; e < k->row->nend; e++) {
      double F[6];
      lia_cmotion_frame_force(w, i, e, F);
      lia_push_six(L, &lia_wrench_class, F);
      lua_setfield(L, -2, end[e]);
    }
    lua_setfield(L, -2, k->name);
  }
}

// options.method: the name of a method, or all of them (then LIA_CMOTION_COUNT)
static int closed_method_of(lua_State *L, int i) {
  if (!lua_istable(L, i)) return LIA_CMOTION_tree;
  lua_getfield(L, i, "method");
  const char *name = "tree";
  if (!lua_isnil(L, -1)) name = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "";
  int k = strcmp(name, "all") ? lia_cmotion_find(name) : LIA_CMOTION_COUNT;
  if (k < 0)
    lia_arg_error(L, i,
        "method: expected tree, sparse, augmented (kkt), partition, projector, udwadia, "
                  "nullspace or all, got '%.40s'", name);
  lua_pop(L, 1);
  return k;
}

static void set_mat(lua_State *L, const char *key, lia_mat A) {
  if (!A.rows || !A.cols) return;
  double *x = lia_pushmat(L, A.rows, A.cols);
  lia_mat_copy(lia_mat_of(x, A.rows, A.cols), A);
  lua_setfield(L, -2, key);
}

static void push_names_of(lua_State *L, const lmodel *o, const int *k, int n) {
  lua_createtable(L, n, 0);
  for (int i = 0; i < n; i++) {
    lua_pushstring(L, o->spec->coord[k[i]]);
    lua_rawseti(L, -2, i + 1);
  }
}

// what the way shows, into the table on top
static void show(lua_State *L, const lmodel *o, lia_cmodel *w, lia_cmotion_method method,
    const lia_cmotion_state *x) {
  lia_constrained *s = w->dense_solver;
  int n = s->n, r = s->rank;
  if (method == LIA_CMOTION_partition) {
    push_names_of(L, o, s->coord, r);
    lua_setfield(L, -2, "dependent");
    push_names_of(L, o, s->coord + r, n - r);
    lua_setfield(L, -2, "independent");
  }
  if (method == LIA_CMOTION_partition || method == LIA_CMOTION_nullspace) {
    set_mat(L, "N", s->N);
    set_mat(L, "M_reduced", s->R);
    lia_pushnums(L, s->a0, n);
    lua_setfield(L, -2, "a0");
    lia_pushnums(L, s->r, n - r);
    lua_setfield(L, -2, "f_reduced");
  }
  if (method == LIA_CMOTION_partition && n > r) {
    double *Jdot = lia_pushmat(L, w->rows, n), *Ndot = lia_pushmat(L, n, n - r);
    lia_error err = { 0 };
    if (lia_cmodel_rows_rate(w, x->q, x->v, x->t, Jdot, &err) != LIA_OK) lia_raise(L, &err);
    lia_constrained_ndot(s, lia_mat_of(Jdot, w->rows, n), lia_mat_of(Ndot, n, n - r));
    lua_setfield(L, -3, "Ndot");
    lua_setfield(L, -2, "Jdot");
  }
  if (method == LIA_CMOTION_projector) set_mat(L, "P", s->P);
}

// the names in independent = {"q1"} as numbers, in Lua's memory left on the stack
static void independent_of(lua_State *L, int i, const lmodel *o, lia_constrained_opts *opts) {
  if (!lua_istable(L, i)) { lua_pushnil(L); return; }
  lua_getfield(L, i, "independent");
  if (lua_isnil(L, -1)) return;
  int n = lua_istable(L, -1) ? (int)lua_rawlen(L, -1) : -1;
  if (n < 0) lia_arg_error(L, i, "independent: expected the names of coordinates");
  int *list = lua_newuserdata(L, (size_t)(n + 1) * sizeof *list);
  for (int k = 0; k < n; k++) {
    lua_rawgeti(L, -2, k + 1);
    list[k] = lua_type(L, -1) == LUA_TSTRING ? lia_spec_find_coord(o->spec, lua_tostring(L, -1))
        : -1;
    if (list[k] < 0)
      lia_arg_error(L, i, "independent[%d]: expected the name of a coordinate", k + 1);
    lua_pop(L, 1);
  }
  lua_remove(L, -2);
  opts->independent = list;
  opts->nindependent = n;
}

// the answer is of a motion that the constraints do not allow: said where it is read, for it looks
// right
static void warn_of_gaps(lua_State *L, const lia_cmodel *w, const lia_cmodel_gaps *x) {
  if (!(x->part > 1e-6)) return;
  char text[240];
  lia_text_format(text, sizeof text,
      "constraint '%.60s' is not kept here: a gap of %.3g, closing at %.3g; model:consistent, "
                  "model:assemble and model:fit_velocity find what is near", w->s->c[x->worst].name,
                  x->gap, x->rate_gap);
  lia_field_text(L, "warning", text);
}

// an answer as a table with all that its method shows
static void push_motion(lua_State *L, const lia_cmodel *w, const lia_cmotion *r) {
  const int nv = w->m->nv;
  lua_createtable(L, 0, 20);
  lia_pushnums(L, r->a, nv);
  lua_setfield(L, -2, "a");
  lia_lclosed_push_lambda(L, w);
  lua_setfield(L, -2, "lambda");
  push_forces(L, w);
  lua_setfield(L, -2, "forces");
  lia_field_integer(L, "rank", w->rank);
  lia_lclosed_push_rows(L, w, w->redundant);
  lua_setfield(L, -2, "redundant");
  lia_field_text(L, "method", lia_cmotion_name[r->method]);
  set_mat(L, "J", lia_mat_of(w->G, w->rows, nv));
  lia_pushnums(L, r->force, nv);
  lua_setfield(L, -2, "force");
  lia_field_number(L, "power", r->power);
  lia_pushnums(L, r->gamma, w->rows);
  lua_setfield(L, -2, "gamma");
  lia_field_number(L, "gap", r->gaps.gap);
  lia_field_number(L, "rate_gap", r->gaps.rate_gap);
  warn_of_gaps(L, w, &r->gaps);
}

// room for an answer in Lua's memory, left on the stack
static lia_cmotion motion_room(lua_State *L, const lia_cmodel *w) {
  const size_t nv = (size_t)w->m->nv, rows = (size_t)w->rows;
  double *x = lua_newuserdata(L, (2 * nv + rows + 1) * sizeof *x);
  return (lia_cmotion){ .a = x, .force = x + nv, .gamma = x + 2 * nv };
}

// by one method
static int one_motion(lua_State *L, lmodel *o, lia_cmodel *w, lia_cmotion_method method,
                      const lia_constrained_opts *opts, const lia_cmotion_state *x) {
  lia_error err = { 0 };
  lia_cmotion r = motion_room(L, w);
  if (lia_cmotion_run(w, &o->sparse, method, opts, x, &r, &err) != LIA_OK) return lia_fail(L, &err);
  push_motion(L, w, &r);
  if (method >= LIA_CMOTION_augmented) show(L, o, w, method, x);
  return 1;
}

typedef struct watcher {
  lua_State *L;
  const lmodel *o;
  lia_cmodel *w;
  const lia_cmotion_state *x;
  int at;
} watcher;

// the tree's table at `at`, the table of methods behind it; each method's under its name, or the
// sentence why not
static void put_motion(void *context, lia_cmotion_method method, const lia_cmotion *m,
    const lia_error *why) {
  const watcher *c = context;
  lua_State *L = c->L;
  if (m) {
    push_motion(L, c->w, m);
    if (method >= LIA_CMOTION_augmented) show(L, c->o, c->w, method, c->x);
  } else {
    lua_pushstring(L, why->text);
  }
  if (method == LIA_CMOTION_tree) lua_newtable(L);
  else lua_setfield(L, c->at + 1, lia_cmotion_name[method]);
}

// by every method: that of the tree, with `methods` (each its table, or the sentence why not) and
// `spread`, how far they are apart
static int every_motion(lua_State *L, lmodel *o, lia_cmodel *w, const lia_constrained_opts *opts,
                        const lia_cmotion_state *x, double most) {
  lia_error err = { 0 };
  double spread;
  lia_cmotion_method who;
  lia_cmotion first = motion_room(L, w), other = motion_room(L, w);
  const int at = lua_gettop(L) + 1;
  watcher c = { L, o, w, x, at };
  if (lia_cmotion_every(w, &o->sparse, opts, x, &first, &other, put_motion, &c, &spread, &who,
      &err) != LIA_OK)
    return lia_fail(L, &err);
  lua_setfield(L, at, "methods");
  lua_pushnumber(L, spread);
  lua_setfield(L, at, "spread");
  return spread <= most ? 1 : lia_ways_differ(L, spread, lia_cmotion_name[who]);
}

static int constrained(lua_State *L) {
  lia_arg a[5];
  lia_args(L, a);
  lmodel *o = a[0].o;
  (void)lia_lmodel_dynamic(L, o);
  lia_cmodel *w = lia_lclosed_of(L, o);
  lia_cmotion_state x = { lia_lmodel_q(L, 2, &a[1], o), lia_lmodel_v(L, 3, &a[2], o, o->v),
                         lia_lmodel_v(L, 4, &a[3], o, o->tau), 0 };
  lia_constrained_opts opts = lia_constrained_defaults;
  lia_options(L, 5, &opts, constrained_opts, "method independent t spread");
  const double most = lia_lclosed_number(L, 5, "spread", 1e-6);
  int method = closed_method_of(L, 5);
  x.t = lia_lclosed_number(L, 5, "t", 0);
  lua_settop(L, 5);
  independent_of(L, 5, o, &opts);
  if (method == LIA_CMOTION_COUNT) return every_motion(L, o, w, &opts, &x, most);
  return one_motion(L, o, w, (lia_cmotion_method)method, &opts, &x);
}
// ---- inverse dynamics, gaps, rows ----

// {alpha = 0, ..}: accelerations of the coordinates that are driven -> a (nv), marks, in Lua's
// memory, left on the stack
static char *driven_of(lua_State *L, int i, const lmodel *o, double *acc) {
  const lia_spec *s = o->spec;
  char *driven = lua_newuserdata(L, (size_t)s->ncoord + 1);
  memset(driven, 0, (size_t)s->ncoord + 1);
  for (lua_pushnil(L); lua_next(L, i); lua_pop(L, 1)) {
    const char *name = lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : "";
    int found = lia_spec_find_coord(s, name);
    char hint[LIA_CHECK_HINT];
    if (found < 0)
      lia_arg_error(L, i, "no coordinate '%.60s'%s", name,
          lia_check_hint(hint, name, s->coord, s->ncoord));
    if (lua_type(L, -1) != LUA_TNUMBER || !isfinite(lua_tonumber(L, -1)))
      lia_arg_error(L, i, "%s: expected a finite number", name);
    acc[found] = lua_tonumber(L, -1);
    driven[found] = 1;
  }
  return driven;
}

static int drive(lua_State *L) {
  lia_arg a[6];
  lia_args(L, a);
  lmodel *o = a[0].o;
  const lia_model *m = lia_lmodel_dynamic(L, o);
  lia_cmodel *w = lia_lclosed_of(L, o);
  const double *q = lia_lmodel_q(L, 2, &a[1], o), *v = lia_lmodel_v(L, 3, &a[2], o, o->v);
  const double *tau = a[4].given ? lia_lmodel_v(L, 5, &a[4], o, o->tau) : NULL;
  lia_error err = { 0 };
  double *acc = lia_pushvec(L, m->nv);
  const char *driven = driven_of(L, 4, o, acc);
  double *u = lia_pushvec(L, m->nv);
  if (lia_cmodel_inverse(w, q, v, a[5].given ? a[5].x : 0, driven, tau, acc, u, &err) != LIA_OK)
    return lia_fail(L, &err);
  lua_createtable(L, 0, 3);
  lua_insert(L, -2);
  lua_setfield(L, -2, "tau");
  lua_pushvalue(L, -3);
  lua_setfield(L, -2, "a");
  lia_lclosed_push_lambda(L, w);
  lua_setfield(L, -2, "lambda");
  return 1;
}

static int gaps(lua_State *L) {
  lia_arg a[3];
  lia_args(L, a);
  lmodel *o = a[0].o;
  lia_cmodel *w = lia_lclosed_of(L, o);
  lia_error err = { 0 };
  lia_cmodel_rows(w, lia_lmodel_q(L, 2, &a[1], o), NULL, a[2].given ? a[2].x : 0);
  if (lia_cmodel_valued(w, &err) != LIA_OK) return lia_fail(L, &err);
  lua_createtable(L, 0, w->s->n);
  for (int i = 0; i < w->s->n; i++) {
    const lia_constraint *k = &w->s->c[i];
    if (!k->nposition) continue;
    lia_pushnums(L, w->g + k->first, k->nposition);
    lua_setfield(L, -2, k->name);
  }
  return 1;
}

static int constraint_names(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  const lia_cmodel *w = lia_lclosed_of(L, a[0].o);
  lua_createtable(L, w->s->n, 0);
  for (int i = 0; i < w->s->n; i++) {
    lua_createtable(L, 2, 0);
    lua_pushstring(L, w->s->c[i].name);
    lua_rawseti(L, -2, 1);
    lua_pushinteger(L, w->s->c[i].nrow);
    lua_rawseti(L, -2, 2);
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

static int closed_rows(lua_State *L) {
  lia_arg a[4];
  lia_args(L, a);
  lmodel *o = a[0].o;
  lia_cmodel *w = lia_lclosed_of(L, o);
  const double *q = lia_lmodel_q(L, 2, &a[1], o),
      *v = a[2].given ? lia_lmodel_v(L, 3, &a[2], o, o->v) : NULL;
  lia_error err = { 0 };
  lia_cmodel_rows(w, q, v, a[3].given ? a[3].x : 0);
  if (lia_cmodel_valued(w, &err) != LIA_OK) return lia_fail(L, &err);
  lia_pushrows(L, w->G, w->rows, o->c.model->nv);
  double *gamma = lia_pushvec(L, w->rows), *b = lia_pushvec(L, w->rows);
  for (int r = 0; r < w->rows; r++) {
    gamma[r] = -w->c[r];
    b[r] = w->row[r].b;
  }
  return 3;
}

const lia_fn lia_model_closed[] = {
  { constrained, "model:constrained(q: nums|table, v: nums|table, tau: nums|table [, options: "
      "table]) -> table",
    "The motion of a model with constraints: a, lambda by constraint, forces of each on its "
    "frames (base axes, at the origin of the frame), force = J' lambda on "
    "coordinates and its power, J, gamma, rank, redundant; gap and rate_gap, the largest of g and "
    "of J v + b, and a warning where q, v do not keep the constraints. options: method = \"tree\" "
    "(default), sparse (one system of all bodies, for many loops), augmented (also kkt), partition "
    "(independent = {\"q1\"}: N, Ndot, the reduced model), projector (P), udwadia, nullspace, or "
    "all: every one under methods, and their spread (nil, message, 'ESINGULAR', these where it is "
    "above options.spread, 1e-6); t; refuse = true. M a + h = tau + J' lambda.",
    "li.robot{bodies = {{joint = \"revolute\", mass = 1, inertia = {1, 1, 1}}, {joint = "
    "\"revolute\", mass = 1, inertia = {1, 1, 1}}}, "
    "constraints = {{\"gear\", name = \"g\", coordinates = {\"q1\", \"q2\"}, ratio = "
    "-1}}}:constrained({0, 0}, {0, 0}, {1, 0}).a --> [1  -1]" },
  { lia_lclosed_assemble, "model:assemble(q: nums|table [, options: table]) -> q: vec, info: table",
    "The nearest configuration found from q by Newton with line search that keeps loops and "
    "constraints. options: fix = {\"q1\"} coordinates that stay, t, "
    "tol (1e-12), steps. info: gap, iterations, worst (the constraint), trace. Where it cannot "
    "close: nil, message, code, info with the closest q.",
    "li.robot{bodies = {{joint = \"revolute\"}, {joint = \"revolute\"}}, constraints = "
    "{{\"gear\", coordinates = {\"q1\", \"q2\"}, ratio = 2}}}"
    ":assemble({0.5, 0}, {fix = {\"q1\"}}) [2] --> 1" },
  { lia_lclosed_fit,
      "model:fit_velocity(q: nums|table, v: nums|table [, options: num|table]) -> v: "
      "vec, changed: vec",
    "Velocities that the constraints allow, with the least change in the metric of the mass "
    "matrix, and that change. v by name: "
    "those left out are 0. options: fix = \"q1\" or {\"q1\", ..}, velocities that stay as told "
    "while the others follow; t (or the "
    "number t alone). nil, message, code where those that stay cannot.",
    "li.robot{bodies = {{joint = \"revolute\"}, {joint = \"revolute\"}}, constraints = "
    "{{\"gear\", coordinates = {\"q1\", \"q2\"}, ratio = 1}}}"
    ":fit_velocity({0, 0}, {1, 0}) --> [0.5  0.5], [-0.5  0.5]" },
  { lia_lclosed_consistent,
      "model:consistent(q: nums|table, v: nums|table [, options: table]) -> q: vec, v: "
      "vec, info: table",
    "Position and velocity that all constraints allow, with the least change in the metric of the "
    "mass matrix (without masses: of the coordinates). info: dq and "
    "dv, what was changed, distance sqrt(dq' M dq), resists: the constraint that was furthest "
    "from holding, gap: how far. options: fix = {\"q1\"} stay where "
    "they are, their rates too, t. nil, message, code where they cannot be met.",
    "li.robot{bodies = {{joint = \"revolute\"}, {joint = \"revolute\"}}, constraints = "
    "{{\"gear\", name = \"g\", coordinates = {\"q1\", \"q2\"}, ratio = 1}}}"
    ":consistent({1, 0}, {0, 2}) [2] --> 0.5" },
  { drive,
      "model:drive(q: nums|table, v: nums|table, a: table [, tau: nums|table, t: num]) -> table",
    "Inverse dynamics of a model with constraints: a = {alpha = 0} are the accelerations of the "
    "coordinates that motors drive; a of all follow. Results: tau that "
    "the motors give beside tau, a, lambda by constraint. nil, message, code where these do not "
    "tell the motion, or contradict the constraints.",
    "li.robot{bodies = {{joint = \"revolute\", mass = 1, inertia = {1, 1, 1}}, {joint = "
    "\"revolute\", mass = 1, inertia = {1, 1, 1}}}, "
    "constraints = {{\"gear\", coordinates = {\"q1\", \"q2\"}, ratio = -1}}}:drive({0, 0}, {0, "
    "0}, {q1 = 1}).tau --> [1  0]" },
  { gaps, "model:gaps(q: nums|table [, t: num]) -> table",
      "By constraint, what is left of its position equations at q: zeros where it is closed.",
    "li.robot{bodies = {{joint = \"revolute\"}, {joint = \"revolute\"}}, constraints = "
    "{{\"gear\", name = \"g\", coordinates = {\"q1\", \"q2\"}, ratio = 2}}}"
    ":gaps({1, 0}).g --> [-2]" },
  { constraint_names, "model:constraint_names() -> table",
      "Loops and constraints in the order of their rows, each {name, how many rows}.",
    "li.robot{bodies = {{joint = \"revolute\"}, {joint = \"revolute\"}}, constraints = "
    "{{\"gear\", name = \"g\", coordinates = {\"q1\", \"q2\"}, ratio = 2}}}"
    ":constraint_names()[1][1] --> g" },
  { closed_rows, "model:constraint_rows(q: nums|table [, v: nums|table, t: num]) -> J: mat, "
      "gamma: vec, b: vec",
    "The rows of all constraints, loops first: J v + b = 0, J a = gamma.",
    "li.robot{bodies = {{joint = \"revolute\"}, {joint = \"revolute\"}}, constraints = "
    "{{\"gear\", coordinates = {\"q1\", \"q2\"}, ratio = 2}}}"
    ":constraint_rows({1, 0})  --> [-2  1], [0], [0]" },
  { lia_lclosed_mobility, "model:mobility(q: nums|table [, t: num, fix: table]) -> table",
    "Freedoms at q by rank: velocity, position (rolling does not count), rank, rows, hyperstatic "
    "(rows that follow from others), redundant_here, redundant_always (those that follow from "
    "rows told before them, loops first: of several that say the same the last is named); with "
    "fix = {\"q1\"}, inputs and outputs held, internal: the freedoms left.",
    "li.robot{bodies = {{joint = \"revolute\"}, {joint = \"revolute\"}}, constraints = "
    "{{\"gear\", coordinates = {\"q1\", \"q2\"}, ratio = 2}}}"
    ":mobility{1, 2}.velocity --> 1" },
  { 0 },
};
