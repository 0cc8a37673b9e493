/* lask.c - what a model can be asked: the engine's answers as tables, for lib/liaison/ask */
#include "bindings/kit/fields.h"
#include "bindings/kit/kit.h"
#include "bindings/kit/nums.h"
#include "bindings/kit/progress.h"
#include "bindings/model/lmodel.h"

#include "ask/audit.h"
#include "ask/base_parameters.h"
#include "ask/linearize.h"
#include "ask/modes.h"
#include "ask/motion_bounds.h"
#include "ask/redundancy.h"
#include "ask/singular.h"
#include "ask/workspace.h"
#include "base/mem.h"
#include "rbd/answer.h"

#include <string.h>

// ---- results of the engine: boxes, so that an error in Lua gives them back ----

static void workspace_free(void *p) { lia_workspace_free(p); }
static const lia_class workspace_class = { .name = "ask_workspace", .destroy = workspace_free };

static void push_copy(lua_State *L, lia_mat A) {
  lia_mat_copy(lia_mat_of(lia_pushmat(L, A.rows, A.cols), A.rows, A.cols), A);
}

// the columns of A as vecs
static void push_columns(lua_State *L, lia_mat A) {
  lua_createtable(L, A.cols, 0);
  for (int k = 0; k < A.cols; k++) {
    double *x = lia_pushvec(L, A.rows);
    for (int i = 0; i < A.rows; i++) x[i] = *lia_mat_at(A, i, k);
    lua_rawseti(L, -2, k + 1);
  }
}

// ---- the Jacobian that is meant ----

#define TASK_SIG "body: str, point: vec3, axes: str, rows: nums"

typedef struct asked { ltarget g; lia_task task; } asked;

// body, point, axes and rows: arguments a[0] .. a[3] from i on. Rows stay on the stack; a and x
// must outlive the task
static const lia_task *task_of(lua_State *L, int i, const lia_arg *a, lmodel *o, asked *x) {
  const lia_model *m = lia_lmodel_numeric(L, o);
  x->g = lia_ltarget_find(L, i, a, o, 0);
  x->task = lia_task_of(m, o->d, x->g.body);
  x->task.X_BF = x->g.X_BF;
  x->task.axes = x->g.axes;
  if (a[1].given) x->task.p_F = a[1].p;
  if (x->g.turned) x->task.R_AF = x->g.turn.R;
  if (!a[3].given) return &x->task;
  int *row = lua_newuserdata(L, (size_t)(a[3].n + 1) * sizeof *row);
  for (int k = 0; k < a[3].n; k++) {
    row[k] = (int)a[3].p[k] - 1;
    if (!(row[k] >= 0 && row[k] < 6)) lia_arg_error(L, i + 3,
                                                    "rows are numbers from 1 (x) to 6 (angular z)");
  }
  x->task.row = row;
  x->task.nrow = a[3].n;
  return &x->task;
}

static lia_mat push_jacobian(lua_State *L, const lia_task *t, const double *q) {
  const int rows = lia_task_rows(t), n = t->m->nv;
  lia_mat J = lia_mat_of(lia_pushmat(L, rows, n), rows, n);
  lia_task_jacobian(t, q, J.x);
  return J;
}

// ---- singular places ----

static int singularity(lua_State *L) {
  lia_arg a[7];
  asked x;
  lia_error err = { 0 };
  lia_singular *r;
  lia_args(L, a);
  const lia_task *t = task_of(L, 4, &a[3], a[0].o, &x);
  const double *q = lia_lmodel_q(L, 2, &a[1], a[0].o);
  void **box = lia_push_hold(L);
  if (lia_singular_new(&r, t, q, a[2].x, &err) != LIA_OK) return lia_fail(L, &err);
  *box = r;
  lua_createtable(L, 0, 6);
  lia_field_integer(L, "rank", r->rank);
  lia_field_integer(L, "usual", r->usual);
  lia_field_flag(L, "singular", r->rank < r->usual);
  lia_pushnums(L, r->value, r->nvalue);
  lua_setfield(L, -2, "values");
  push_columns(L, r->lost);
  lua_setfield(L, -2, "lost");
  push_columns(L, r->idle);
  lua_setfield(L, -2, "idle");
  lia_release(L, -2);
  return 1;
}

static int manipulability(lua_State *L) {
  lia_arg a[6];
  asked x;
  lia_error err = { 0 };
  double w;
  lia_args(L, a);
  const lia_task *t = task_of(L, 3, &a[2], a[0].o, &x);
  const double *q = lia_lmodel_q(L, 2, &a[1], a[0].o);
  const int rows = lia_task_rows(t), n = t->m->nv, least = rows < n ? rows : n;
  double *U = lia_pushmat(L, rows, least), *s = lia_pushvec(L, least);
  if (lia_singular_manipulability(t, q, &w, U, s, &err) != LIA_OK) return lia_fail(L, &err);
  lua_pushnumber(L, w);
  lua_insert(L, -3);
  return 3;
}

// ---- redundancy ----

static int self_motions(lua_State *L) {
  lia_arg a[6];
  asked x;
  lia_error err = { 0 };
  int free;
  lia_args(L, a);
  const lia_task *t = task_of(L, 3, &a[2], a[0].o, &x);
  const int n = t->m->nv;
  lia_mat J = push_jacobian(L, t, lia_lmodel_q(L, 2, &a[1], a[0].o));
  double *N = lua_newuserdata(L, (size_t)(n * n + 1) * sizeof *N);
  if (lia_redundancy_null(J, 1e-9, N, &free, &err) != LIA_OK) return lia_fail(L, &err);
  if (free) lia_pushrows(L, N, n, free);
  else lua_pushnil(L);
  return 1;
}

// damping, weights (n x n) and marks of joints that stay: arguments a[0] .. a[2]; marks stay on the
// stack
static lia_redundancy wishes(lua_State *L, const lia_arg *a, int n) {
  lia_redundancy o = { .damping = a[0].x };
  if (a[1].given) o.W = a[1].p;
  if (!a[2].given) return o;
  char *stays = lua_newuserdata(L, (size_t)n + 1);
  for (int k = 0; k < n; k++) stays[k] = a[2].p[k] != 0;
  o.stays = stays;
  return o;
}

static int misfortune(lua_State *L, const lia_error *err) {
  if (err->code == LIA_EDOMAIN && err->path[0]) return lia_mistake(L, "options.%s: %s", err->path,
      err->text);
  return lia_fail(L, err);
}

static int jacobian_inverse(lua_State *L) {
  lia_arg a[9];
  asked x;
  lia_error err = { 0 };
  lia_args(L, a);
  const lia_task *t = task_of(L, 6, &a[5], a[0].o, &x);
  lia_redundancy o = wishes(L, &a[2], t->m->nv);
  lia_mat J = push_jacobian(L, t, lia_lmodel_q(L, 2, &a[1], a[0].o));
  lia_mat G = lia_mat_of(lia_pushmat(L, J.cols, J.rows), J.cols, J.rows);
  return lia_redundancy_inverse(&o, J, G, &err) == LIA_OK ? 1 : misfortune(L, &err);
}

static int ask_rates(lua_State *L) {
  lia_arg a[11];
  asked x;
  lia_error err = { 0 };
  double rest;
  lia_args(L, a);
  const lia_task *t = task_of(L, 8, &a[7], a[0].o, &x);
  const int rows = lia_task_rows(t), n = t->m->nv;
  if (a[2].n != rows) return lia_mistake(L, "expected %d numbers, one for each row, got %d", rows,
                                         a[2].n);
  if (a[6].given && a[6].n != n) return lia_mistake(L,
                                                    "options.toward: expected %d numbers, got %d",
                                                        n, a[6].n);
  lia_redundancy o = wishes(L, &a[3], n);
  lia_mat J = push_jacobian(L, t, lia_lmodel_q(L, 2, &a[1], a[0].o));
  double *v = lia_pushvec(L, n);
  if (lia_redundancy_rates(&o, J, a[2].p, a[6].given ? a[6].p : NULL, v, &rest, &err) != LIA_OK)
    return misfortune(L, &err);
  lua_pushnumber(L, rest);
  return 2;
}

// ---- workspace ----

// number k of the list on top
static double ask_entry(lua_State *L, int k) {
  lua_rawgeti(L, -1, k);
  double x = lua_tonumber(L, -1);
  lua_pop(L, 1);
  return x;
}

// the limits of the model, or those given: a list of n pairs at i, infinite where they are left
// open
static void intervals(lua_State *L, int i, const lmodel *o, const lia_task *t, double *from,
                      double *to) {
  int open;
  lia_error err = { 0 };
  lia_model_limits(t->m, from, to);
  for (int k = 0; lua_istable(L, i) && k < t->m->nv; k++) {
    lua_rawgeti(L, i, k + 1);
    from[k] = ask_entry(L, 1);
    to[k] = ask_entry(L, 2);
    lua_pop(L, 1);
  }
  if (lia_workspace_limits(t, from, to, &open, &err) != LIA_OK) lia_mistake(L, "%s", err.text);
  if (open >= 0) lia_mistake(L, "options.limits[%d]: '%s' has no limits: give some", open + 1,
                             o->spec->coord[open]);
}

static void visit_all(lua_State *L, lia_workspace *w) {
  lia_error err = { 0 };
  while (w->done < w->n) {
    if (lia_workspace_visit(w, 100, &err) != LIA_OK) lia_raise(L, &err);
    lia_progress_tell(lia_kit_get(L), (double)w->done / w->n, "%d of %d places", w->done, w->n);
    if (lia_stop_asked(L)) lia_stop_raise(L);
  }
}

static int workspace(lua_State *L) {
  lia_arg a[7];
  asked x;
  lia_error err = { 0 };
  lia_workspace *w;
  lia_args(L, a);
  const lia_task *t = task_of(L, 4, &a[3], a[0].o, &x);
  double *from = lua_newuserdata(L, (size_t)(2 * t->m->nv + 1) * sizeof *from),
      *to = from + t->m->nv;
  intervals(L, 3, a[0].o, t, from, to);
  void **box = lia_push(L, &workspace_class);
  if (lia_workspace_new(&w, t, a[1].n, from, to, &err) != LIA_OK) return lia_fail(L, &err);
  *box = w;
  visit_all(L, w);
  lua_createtable(L, 0, 6);
  lia_pushrows(L, w->point, w->n, 3);
  lua_setfield(L, -2, "points");
  lia_pushnums(L, w->lower, 3);
  lua_setfield(L, -2, "lower");
  lia_pushnums(L, w->upper, 3);
  lua_setfield(L, -2, "upper");
  lia_field_number(L, "far", w->far);
  lia_field_number(L, "near", w->near);
  lia_field_number(L, "measure", lia_workspace_measure(w));
  lia_release(L, -2);
  return 1;
}

// ---- small motions ----

// A, B on the stack: 0; or nil, message, code: how many
static int push_linear(lua_State *L, lmodel *o, const double *q, const double *v,
                       const double *tau) {
  const lia_model *m = o->c.model;
  const int n = m->nv;
  lia_error err = { 0 };
  double *A = lia_pushmat(L, 2 * n, 2 * n), *B = lia_pushmat(L, 2 * n, n);
  lia_status st = lia_linearize(m, o->d, q, v, tau, A, B, &err);
  if (st == LIA_OK) return 0;
  if (st == LIA_EMODEL) return lia_mistake(L, "%s", err.text);
  if (st != LIA_ESINGULAR) return lia_fail(L, &err);
  lia_error why = { 0 };
  (void)lia_answer_tell(m, o->d, q, o->spec->coord, &why);
  return lia_fail(L, &why);
}

static int linearise(lua_State *L) {
  lia_arg a[4];
  lia_args(L, a);
  lmodel *o = a[0].o;
  lia_lmodel_dynamic(L, o);
  const double *q = lia_lmodel_q(L, 2, &a[1], o), *v = lia_lmodel_v(L, 3, &a[2], o, o->v);
  const double *tau = lia_lmodel_v(L, 4, &a[3], o, o->tau);
  int failed = push_linear(L, o, q, v, tau);
  return failed ? failed : 2;
}

static void push_mode(lua_State *L, const lia_mode *u, int n) {
  lua_createtable(L, 0, 6);
  lia_field_number(L, "re", u->re);
  lia_field_number(L, "im", u->im);
  lia_field_number(L, "frequency", u->frequency);
  lia_field_number(L, "damping", u->damping);
  lia_pushnums(L, u->shape, n);
  lua_setfield(L, -2, "shape");
  if (!u->oscillates) return;
  lia_pushnums(L, u->other, n);
  lua_setfield(L, -2, "other");
}

static int modes(lua_State *L) {
  lia_arg a[2];
  lia_error err = { 0 };
  lia_modes *list;
  lia_args(L, a);
  lmodel *o = a[0].o;
  const int n = lia_lmodel_dynamic(L, o)->nv;
  int failed = push_linear(L, o, lia_lmodel_q(L, 2, &a[1], o), NULL, NULL);
  if (failed) return failed;
  const double *A = ((const lmat *)lua_touserdata(L, -2))->x;
  void **box = lia_push_hold(L);
  if (lia_modes_new(&list, A, n, &err) != LIA_OK) return lia_fail(L, &err);
  *box = list;
  lua_createtable(L, list->count, 0);
  for (int k = 0; k < list->count; k++) {
    push_mode(L, &list->mode[k], n);
    lua_rawseti(L, -2, k + 1);
  }
  lia_release(L, -2);
  return 1;
}

// ---- base parameters ----

// columns of the description (10 a body) <-> columns of the regressor, whose bodies may stand in
// another order
static int to_model(const lmodel *o, int i) {
  return LIA_BASE_KINDS * o->c.body[i / LIA_BASE_KINDS] + i % LIA_BASE_KINDS;
}

static int to_spec(const lmodel *o, int column) {
  int b = 0;
  while (b < o->spec->nbody - 1 && o->c.body[b] != column / LIA_BASE_KINDS) b++;
  return LIA_BASE_KINDS * b + column % LIA_BASE_KINDS;
}

static void set_list(lua_State *L, const char *key, const lmodel *o, const int *column, int n) {
  lua_createtable(L, n, 0);
  for (int k = 0; k < n; k++) {
    lua_pushinteger(L, to_spec(o, column[k]) + 1);
    lua_rawseti(L, -2, k + 1);
  }
  lua_setfield(L, -2, key);
}

// the list of numbers at i as columns of the regressor, in Lua's memory, left on the stack
static int *columns_at(lua_State *L, int i, const lmodel *o, int *n) {
  *n = (int)lua_rawlen(L, i);
  int *list = lua_newuserdata(L, (size_t)(*n + 1) * sizeof *list);
  for (int k = 0; k < *n; k++) {
    lua_rawgeti(L, i, k + 1);
    int at = (int)lua_tointeger(L, -1) - 1;
    if (at < 0 || at >= LIA_BASE_KINDS * o->spec->nbody) lia_arg_error(L, i, "no parameter %d",
        at + 1);
    list[k] = to_model(o, at);
    lua_pop(L, 1);
  }
  return list;
}

// base(model, {columns that are 0}): kept, rest, none, beta
static int base(lua_State *L) {
  lia_arg a[2];
  lia_error err = { 0 };
  lia_base *b;
  int nabsent;
  lia_args(L, a);
  lmodel *o = a[0].o;
  const lia_model *m = lia_lmodel_numeric(L, o);
  const int n = LIA_BASE_KINDS * o->spec->nbody, columns = LIA_BASE_KINDS * m->nbody;
  const int *list = columns_at(L, 2, o, &nabsent);
  char *absent = lua_newuserdata(L, (size_t)columns + 1);
  int *order = lua_newuserdata(L, (size_t)(n + 1) * sizeof *order);
  memset(absent, 0, (size_t)columns + 1);
  for (int k = 0; k < nabsent; k++) absent[list[k]] = 1;
  lia_base_order(o->spec, order);
  for (int k = 0; k < n; k++) order[k] = to_model(o, order[k]);
  void **box = lia_push_hold(L);
  if (lia_base_new(&b, m, o->d, order, n, absent, &err) != LIA_OK) return lia_fail(L, &err);
  *box = b;
  lua_createtable(L, 0, 4);
  set_list(L, "kept", o, b->kept, b->nkept);
  set_list(L, "rest", o, b->rest, b->nrest);
  set_list(L, "none", o, b->none, b->nnone);
  push_copy(L, lia_mat_of(b->beta, b->nrest, b->nkept));
  lua_setfield(L, -2, "beta");
  lia_release(L, -2);
  return 1;
}

// base_again(model, kept, rest): beta of the same mechanism with other lengths
static int base_again(lua_State *L) {
  lia_arg a[3];
  lia_error err = { 0 };
  lia_base b = { 0 };
  lia_args(L, a);
  lmodel *o = a[0].o;
  const lia_model *m = lia_lmodel_numeric(L, o);
  b.kept = columns_at(L, 2, o, &b.nkept);
  b.rest = columns_at(L, 3, o, &b.nrest);
  double *beta = lia_pushmat(L, b.nrest, b.nkept);
  return lia_base_again(&b, m, o->d, beta, &err) == LIA_OK ? 1 : lia_fail(L, &err);
}

// base_draws(n, count): values of n names, a row a draw
static int base_draws(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  lia_base_draws(a[0].n, a[1].n, lia_pushmat(L, a[1].n, a[0].n));
  return 1;
}

// base_products(n): which two of n lengths each product is made of, a list of {first, second}
static int base_products(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  const int n = a[0].n, count = lia_base_products(n);
  lua_createtable(L, count, 0);
  for (int k = 0; k < count; k++) {
    int two[2];
    lia_base_product(n, k, &two[0], &two[1]);
    lua_createtable(L, 2, 0);
    for (int i = 0; i < 2 && two[i] >= 0; i++) {
      lua_pushinteger(L, two[i] + 1);
      lua_rawseti(L, -2, i + 1);
    }
    lua_rawseti(L, -2, k + 1);
  }
  return 1;
}

// base_fit(samples, lengths): the coefficients of the products, or nil
static int base_fit(lua_State *L) {
  lia_arg a[2];
  lia_error err = { 0 };
  int fits;
  lia_args(L, a);
  lia_arg_size(L, 1, &a[0], a[1].rows);
  double *c = lia_pushvec(L, lia_base_products(a[1].cols));
  if (lia_base_fit(a[0].p, a[1].p, a[1].rows, a[1].cols, c, &fits,
                   &err) != LIA_OK) return lia_fail(L, &err);
  if (!fits) lua_pushnil(L);
  return 1;
}

static int base_whole(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  lua_pushnumber(L, lia_base_whole(a[0].x));
  return 1;
}

// base_names(): m, hx, ..
static int base_names(lua_State *L) {
  lua_createtable(L, LIA_BASE_KINDS, 0);
  for (int k = 0; k < LIA_BASE_KINDS; k++) {
    lua_pushstring(L, lia_base_name[k]);
    lua_rawseti(L, -2, k + 1);
  }
  return 1;
}

// ---- audit ----

static int kane(lua_State *L) {
  lia_arg a[4];
  lia_args(L, a);
  lmodel *o = a[0].o;
  const lia_model *m = lia_lmodel_dynamic(L, o);
  const double *q = lia_lmodel_q(L, 2, &a[1], o), *v = lia_lmodel_v(L, 3, &a[2], o, o->v);
  const double *acc = lia_lmodel_v(L, 4, &a[3], o, o->a);
  double *J = lua_newuserdata(L, (size_t)(6 * m->nv + 1) * sizeof *J);
  lia_audit_kane(m, o->d, q, v, acc, lia_pushvec(L, m->nv), J);
  return 1;
}

static int rotors(lua_State *L) {
  lia_arg a[2];
  lia_error err = { 0 };
  lia_args(L, a);
  lmodel *o = a[0].o;
  const lia_model *m = lia_lmodel_dynamic(L, o);
  const double *q = lia_lmodel_q(L, 2, &a[1], o);
  return lia_audit_rotors(m, o->d, q, lia_pushvec(L, m->nv), &err) == LIA_OK ? 1 : lia_fail(L,
      &err);
}

// called by lib/liaison/ask alone, which checks options: rows without help, stubs and examples. The
// names are those of the user's methods, for messages
// ---- how far bodies move at most ----

static int motion_bounds(lua_State *L) {
  lia_arg a[4];
  lia_args(L, a);
  lmodel *o = a[0].o;
  const lia_model *m = lia_lmodel_numeric(L, o);
  const size_t bytes = (size_t)m->nq * sizeof(double);
  double *q = lua_newuserdata(L, bytes + sizeof(double));
  memcpy(q, lia_lmodel_q(L, 2, &a[1], o), bytes);
  const double *to = lia_lmodel_q(L, 3, &a[2], o);
  if (a[3].n != m->nbody)
    lia_arg_error(L, 4, "expected %d radii, one for each body, got %d", m->nbody, a[3].n);
  double *work = lua_newuserdata(L, lia_motion_bounds_work(m) * sizeof *work);
  double *world = lia_pushvec(L, m->nbody), *between = lia_pushmat(L, m->nbody, m->nbody);
  lia_motion_bounds(m, o->d, q, to, a[3].p, world, between, work);
  return 2;
}

static const lia_fn functions[] = {
  { motion_bounds,
   "model:motion_bounds(q1: nums|table, q2: nums|table, radii: nums) -> vec, mat", NULL, NULL },
  { singularity, "model:singularity(q: nums|table, tol: num [, " TASK_SIG "]) -> table", NULL,
   NULL },
  { manipulability, "model:manipulability(q: nums|table [, " TASK_SIG "]) -> num, mat, vec", NULL,
   NULL },
  { self_motions, "model:self_motions(q: nums|table [, " TASK_SIG "]) -> mat", NULL, NULL },
  { jacobian_inverse,
   "model:jacobian_inverse(q: nums|table, damping: num "
    "[, weights: mat, stays: nums, " TASK_SIG "]) -> mat", NULL, NULL },
  { ask_rates,
   "model:rates(q: nums|table, x: nums, damping: num "
    "[, weights: mat, stays: nums, toward: nums, " TASK_SIG "]) -> vec, num", NULL, NULL },
  { workspace, "model:workspace(n: count [, limits: table, " TASK_SIG "]) -> table", NULL, NULL },
  { linearise, "model:linearise(q: nums|table [, v: nums|table, tau: nums|table]) -> mat, mat",
   NULL, NULL },
  { modes, "model:modes(q: nums|table) -> table", NULL, NULL },
  { base, "model:base_parameters(zero: table) -> table", NULL, NULL },
  { base_again, "model:base_again(kept: table, rest: table) -> mat", NULL, NULL },
  { base_draws, "base_draws(n: count, count: count) -> mat", NULL, NULL },
  { base_products, "base_products(n: count) -> table", NULL, NULL },
  { base_fit, "base_fit(samples: nums, lengths: mat) -> vec", NULL, NULL },
  { base_whole, "base_whole(x: num) -> num", NULL, NULL },
  { base_names, "base_names() -> table", NULL, NULL },
  { kane, "model:kane_torques(q: nums|table, v: nums|table, a: nums|table) -> vec", NULL, NULL },
  { rotors, "model:rotors(q: nums|table) -> vec", NULL, NULL },
  { NULL, NULL, NULL, NULL },
};

// kit.ask, behind lib/liaison/ask
void lia_open_ask(lua_State *L);
void lia_open_ask(lua_State *L) {
  lia_class_register(L, &workspace_class);
  lia_kit_rows(L, "ask", functions);
}
