/* lnum.c - li.num: roots, least squares and derivatives of the user's own functions */
#include "bindings/kit/bind.h"
#include "bindings/kit/fields.h"
#include "bindings/kit/nums.h"

#include "num/fd.h"
#include "num/lsq.h"
#include "num/root.h"

#include <math.h>
#include <string.h>

// ---- options ----

#define X(type, name, def, ok, text) LIA_OPT(lia_root_opts, type, name, def, ok, text),
static const lia_opt root_opts[] = { LIA_ROOT_OPTS(X) { 0 } };
#undef X
#define X(type, name, def, ok, text) LIA_OPT(lia_lsq_opts, type, name, def, ok, text),
static const lia_opt lsq_opts[] = { LIA_LSQ_OPTS(X) { 0 } };
#undef X
#define X(type, name, def, ok, text) LIA_OPT(lia_fd_opts, type, name, def, ok, text),
static const lia_opt fd_opts[] = { LIA_FD_OPTS(X) { 0 } };
#undef X

// ---- a Lua function and its Jacobian as the engine wants them ----

typedef struct map { lia_numfn f, jac; lia_fd_map fd; } map;

static lia_status map_f(void *user, const double *x, double *y, lia_error *err) {
  map *m = user;
  return lia_numfn_call(&m->f, x, y, err);
}

// a Jacobian is asked for as a view: its rows may be further apart than its columns are many
static lia_status map_jac(void *user, const double *x, lia_mat J, lia_error *err) {
  map *m = user;
  if (J.ld == J.cols) return lia_numfn_call(&m->jac, x, J.x, err);
  return LIA_FAIL(err, LIA_EDIM, "", "a Jacobian with gaps between its rows");
}

// x is a number where the user started from one: then so is what the function is given
static void map_init(lua_State *L, map *m, int fn, const lia_arg *x, int jac, const double *x0) {
  int n = x->given == 1 ? 0 : x->n;
  memset(m, 0, sizeof *m);
  lia_numfn_init(L, &m->f, fn, "the function", n, 1, 0);
  m->fd = (lia_fd_map){ .n = n ? n : 1, .p = m->f.rows = lia_numfn_count(L, &m->f, x0), .f = map_f,
      .user = m };
  if (!jac) return;
  lia_numfn_init(L, &m->jac, jac, "the Jacobian", n, m->fd.p, m->fd.n);
  m->fd.jac = map_jac;
}

// what a core call said, where it did not succeed: the user's own error untouched, else err
static int num_failed(lua_State *L, map *m, lia_status s, const lia_error *err) {
  if (s != LIA_EUSER) return lia_fail(L, err);
  if (m->jac.cb.L && (m->jac.cb.deep || !lua_isnil(L, m->jac.cb.err)))
    return lia_callback_rethrow(&m->jac.cb);
  return lia_callback_rethrow(&m->f.cb);
}

// ---- options that are no numbers ----

// the function opts.jac, left on the stack; 0: none
static int option_fn(lua_State *L, int opts, const char *key) {
  if (!lua_istable(L, opts)) return 0;
  lua_pushstring(L, key);
  lua_rawget(L, opts);
  if (lua_isfunction(L, -1)) return lua_gettop(L);
  if (!lua_isnil(L, -1))
    lia_arg_error(L, opts, "%s: expected a function, got %s", key, luaL_typename(L, -1));
  return 0;
}

// the n numbers opts.lo, left on the stack; NULL: none. Infinite ones mean no bound
static const double *option_bound(lua_State *L, int opts, const char *key, int n) {
  if (!lua_istable(L, opts)) return NULL;
  lua_pushstring(L, key);
  lua_rawget(L, opts);
  if (lua_isnil(L, -1)) return NULL;
  double *x = lia_pushvec(L, n);
  const lvec *v = lia_test(L, -2, &lia_vec_class);
  const int type = lua_type(L, -2), alone = !v && n == 1 && type == LUA_TNUMBER;
  int ok = alone || (type == LUA_TTABLE && (int)lua_rawlen(L, -2) == n);
  if (v) ok = v->n == n;
  if (alone) x[0] = lua_tonumber(L, -2);
  if (v && ok) memcpy(x, v->x, (size_t)n * sizeof *x);
  for (int i = 0; ok && type == LUA_TTABLE && i < n; i++) {
    lua_rawgeti(L, -2, i + 1);
    ok = lua_type(L, -1) == LUA_TNUMBER;
    x[i] = lua_tonumber(L, -1);
    lua_pop(L, 1);
  }
  for (int i = 0; ok && i < n; i++) ok = x[i] == x[i];
  if (!ok) lia_arg_error(L, opts, "%s: expected %d number%s", key, n, n == 1 ? "" : "s");
  return x;
}

static int option_flag(lua_State *L, int opts, const char *key) {
  if (!lua_istable(L, opts)) return 0;
  lua_pushstring(L, key);
  lua_rawget(L, opts);
  int on = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return on;
}

// ---- results ----

// the vec at idx, or its one number where the user started from a number
static void push_x(lua_State *L, const lia_arg *start, int idx) {
  if (start->given == 1) lua_pushnumber(L, ((const lvec *)lua_touserdata(L, idx))->x[0]);
  else lua_pushvalue(L, idx);
}

// a copy of the starting point, on the stack: what the solver works on
static double *num_push_start(lua_State *L, const lia_arg *a) {
  if (a->given != 1 && a->n == 0) lia_arg_error(L, 2, "expected at least one number");
  lia_pushnums(L, a->given == 1 ? &a->x : a->p, a->given == 1 ? 1 : a->n);
  return ((lvec *)lua_touserdata(L, -1))->x;
}

// nil, message, code, info   or   x, info: info is on top
static int num_finish(lua_State *L, map *m, lia_status s, const lia_error *err,
    const lia_arg *start, int x) {
  int info = lua_gettop(L);
  if (s == LIA_OK) push_x(L, start, x);
  else num_failed(L, m, s, err);
  lua_pushvalue(L, info);
  return s == LIA_OK ? 2 : 4;
}

// ---- roots ----

static void root_free(void *p) { lia_root_free(p); }
static void lsq_free(void *p) { lia_lsq_free(p); }
static const lia_class root_class = { .name = "root_workspace", .destroy = root_free };
static const lia_class lsq_class = { .name = "lsq_workspace", .destroy = lsq_free };

static void push_root_info(lua_State *L, const lia_root_info *i, int rows, int n) {
  lua_createtable(L, 0, 12);
  lia_field_text(L, "state", lia_root_state_text(i->state));
  lia_field_text(L, "text", i->text);
  lia_field_integer(L, "iterations", i->iterations);
  lia_field_integer(L, "calls", i->calls);
  lia_field_integer(L, "jacobians", i->jacobians);
  lia_field_integer(L, "rank", i->rank);
  lia_field_number(L, "f", i->f);
  lia_field_number(L, "step", i->step);
  lia_field_flag(L, "degraded", i->degraded);
  if (!rows) return;
  double *h = lia_pushmat(L, rows, 4);
  for (int k = 0; k < rows; k++) {
    const lia_root_row *r = &i->history[k];
    double row[4] = { r->f, r->step, r->lambda, r->rank };
    memcpy(h + 4 * k, row, sizeof row);
  }
  lua_setfield(L, -2, "history");
  lia_pushrows(L, i->points, rows, n);
  lua_setfield(L, -2, "points");
}

static int num_root(lua_State *L) {
  lia_arg a[3];
  lia_error err = { 0 };
  lia_root_opts opts = lia_root_defaults;
  lia_root_info info = { 0 };
  map m;
  lia_args(L, a);
  lia_options(L, 3, &opts, root_opts, "jac history");
  if (lia_root_check(&opts, &err) != LIA_OK) return lia_raise(L, &err);
  double *x = num_push_start(L, &a[1]);
  int at = lua_gettop(L), jac = option_fn(L, 3, "jac");
  map_init(L, &m, 1, &a[1], jac, x);

  if (option_flag(L, 3, "history")) {
    if (opts.max_iter > 100000)
      return lia_arg_error(L, 3, "history: at most 100000 steps are kept (max_iter)");
    info.room = opts.max_iter;
    info.history = lua_newuserdata(L, (size_t)info.room * sizeof *info.history);
    info.points = lua_newuserdata(L, (size_t)info.room * (size_t)m.fd.n * sizeof(double));
  }
  void **box = lia_push(L, &root_class);
  int work = lua_gettop(L);
  lia_root *w = NULL;
  if (lia_root_new(&w, m.fd.n, m.fd.p, &err) != LIA_OK) return lia_fail(L, &err);
  *box = w;
  lia_status s = lia_root_solve(w, &m.fd, &opts, x, &info, &err);
  lia_release(L, work);
  push_root_info(L, &info, info.history ? info.iterations : 0, m.fd.n);
  return num_finish(L, &m, s, &err, &a[1], at);
}

// f(x), or f(x) and f'(x): the second result is used where there is one
typedef struct scalar { lia_callback cb; double x, f, df; int has_df; } scalar;

static int scalar_body(lua_State *L) {
  scalar *s = lia_callback_self(L)->ud;
  lua_pushnumber(L, s->x);
  lia_call(L, 1, 2);
  if (lua_type(L, -2) != LUA_TNUMBER)
    return lia_error_at(L, "num.between: the function must return a number, it returned a %s",
        luaL_typename(L, -2));
  s->f = lua_tonumber(L, -2);
  s->has_df = lua_type(L, -1) == LUA_TNUMBER;
  s->df = lua_tonumber(L, -1);
  return 0;
}

static lia_status call_scalar(void *user, double x, double *f, double *df, lia_error *err) {
  scalar *s = user;
  s->x = x;
  LIA_TRY(lia_callback_run(&s->cb));
  if (!isfinite(s->f))
    return LIA_FAIL(err, LIA_EDOMAIN, "", "the function gave %g at %.9g", s->f, x);
  *f = s->f;
  if (s->has_df) *df = s->df;
  return LIA_OK;
}

static int num_between(lua_State *L) {
  lia_arg a[4];
  lia_error err = { 0 };
  scalar f;
  double x;
  int calls;
  lia_args(L, a);
  if (a[3].given && a[3].x < 0)
    return lia_arg_error(L, 4, "expected a number >= 0, got %g", a[3].x);
  lia_callback_init(L, &f.cb, 1, scalar_body, &f);
  lia_status s = lia_root_between(call_scalar, &f, a[1].x, a[2].x, a[3].given ? a[3].x : 0, &x,
      &calls, &err);
  if (s == LIA_EUSER) return lia_callback_rethrow(&f.cb);
  if (s != LIA_OK) return lia_fail(L, &err);
  lua_pushnumber(L, x);
  lua_pushinteger(L, calls);
  return 2;
}

// ---- least squares ----

static void push_lsq_info(lua_State *L, const lia_lsq_info *i, int rows) {
  lua_createtable(L, 0, 12);
  lia_field_text(L, "state", lia_lsq_state_text(i->state));
  lia_field_text(L, "text", i->text);
  lia_field_integer(L, "iterations", i->iterations);
  lia_field_integer(L, "calls", i->calls);
  lia_field_integer(L, "jacobians", i->jacobians);
  lia_field_integer(L, "active", i->active);
  lia_field_integer(L, "rank", i->rank);
  lia_field_integer(L, "free", i->free);
  lia_field_number(L, "norm", i->norm);
  lia_field_flag(L, "degraded", i->degraded);
  if (!rows) return;
  double *h = lia_pushmat(L, rows, 3);
  for (int k = 0; k < rows; k++) {
    const lia_lsq_row *r = &i->history[k];
    double row[3] = { r->norm, r->step, r->damping };
    memcpy(h + 3 * k, row, sizeof row);
  }
  lua_setfield(L, -2, "history");
}

static int num_fit(lua_State *L) {
  lia_arg a[3];
  lia_error err = { 0 };
  lia_lsq_opts opts = lia_lsq_defaults;
  lia_lsq_info info = { 0 };
  map m;
  lia_args(L, a);
  lia_options(L, 3, &opts, lsq_opts, "jac lo hi history");
  if (lia_lsq_check(&opts, &err) != LIA_OK) return lia_raise(L, &err);
  double *x = num_push_start(L, &a[1]);
  int at = lua_gettop(L), jac = option_fn(L, 3, "jac");
  map_init(L, &m, 1, &a[1], jac, x);
  const double *lo = option_bound(L, 3, "lo", m.fd.n), *hi = option_bound(L, 3, "hi", m.fd.n);
  for (int i = 0; lo && hi && i < m.fd.n; i++)
    if (lo[i] > hi[i])
      return lia_arg_error(L, 3, "lo[%d] = %g is above hi[%d] = %g", i + 1, lo[i], i + 1, hi[i]);
  if (option_flag(L, 3, "history")) {
    if (opts.max_iter > 100000)
      return lia_arg_error(L, 3, "history: at most 100000 steps are kept (max_iter)");
    info.room = opts.max_iter;
    info.history = lua_newuserdata(L, (size_t)info.room * sizeof *info.history);
  }
  void **box = lia_push(L, &lsq_class);
  int work = lua_gettop(L);
  lia_lsq *w = NULL;
  if (lia_lsq_new(&w, m.fd.n, m.fd.p, &err) != LIA_OK) return lia_fail(L, &err);
  *box = w;
  lia_status s = lia_lsq_solve(w, &m.fd, lo, hi, &opts, x, &info, &err);
  lia_release(L, work);
  push_lsq_info(L, &info, info.history ? info.iterations : 0);
  return num_finish(L, &m, s, &err, &a[1], at);
}

// ---- derivatives ----

// reads the arguments f, x, options; leaves x and the work on the stack
static double *fd_start(lua_State *L, lia_arg *a, lia_fd_opts *opts, map *m, double **work) {
  lia_error err = { 0 };
  *opts = lia_fd_defaults;
  lia_args(L, a);
  lia_options(L, 3, opts, fd_opts, NULL);
  if (lia_fd_check(opts, &err) != LIA_OK) lia_raise(L, &err);
  double *x = num_push_start(L, &a[1]);
  map_init(L, m, 1, &a[1], 0, x);
  *work = lua_newuserdata(L, LIA_FD_WORK((size_t)m->fd.n, (size_t)m->fd.p) * sizeof **work);
  return x;
}

static int one_number(lua_State *L, const map *m) {
  return m->fd.p == 1 ? 0
      : lia_mistake(L, "the function must return one number, it returned %d", m->fd.p);
}

static int num_jacobian(lua_State *L) {
  lia_arg a[3];
  lia_error err = { 0 };
  lia_fd_opts opts;
  map m;
  double *work, *x = fd_start(L, a, &opts, &m, &work);
  if ((double)m.fd.n * m.fd.p > LIA_NUMS_MOST)
    return lia_mistake(L, "a Jacobian of %dx%d is too large", m.fd.p, m.fd.n);
  lia_mat J = lia_mat_of(lia_pushmat(L, m.fd.p, m.fd.n), m.fd.p, m.fd.n);
  lia_status s = lia_fd_jacobian(&m.fd, x, &opts, J, work, &err);
  return s == LIA_OK ? 1 : num_failed(L, &m, s, &err);
}

static int num_gradient(lua_State *L) {
  lia_arg a[3];
  lia_error err = { 0 };
  lia_fd_opts opts;
  map m;
  double *work, *x = fd_start(L, a, &opts, &m, &work);
  one_number(L, &m);
  lia_status s = lia_fd_gradient(&m.fd, x, &opts, lia_pushvec(L, m.fd.n), work, &err);
  if (s != LIA_OK) return num_failed(L, &m, s, &err);
  push_x(L, &a[1], lua_gettop(L));
  return 1;
}

static int num_hessian(lua_State *L) {
  lia_arg a[3];
  lia_error err = { 0 };
  lia_fd_opts opts;
  map m;
  double *work, *x = fd_start(L, a, &opts, &m, &work);
  one_number(L, &m);
  if ((double)m.fd.n * m.fd.n > LIA_NUMS_MOST)
    return lia_mistake(L, "a Hessian of order %d is too large", m.fd.n);
  lia_mat H = lia_mat_of(lia_pushmat(L, m.fd.n, m.fd.n), m.fd.n, m.fd.n);
  lia_status s = lia_fd_hessian(&m.fd, x, &opts, H, work, &err);
  if (s != LIA_OK) return num_failed(L, &m, s, &err);
  if (a[1].given == 1) lua_pushnumber(L, H.x[0]);
  return 1;
}

static const lia_fn functions[] = {
  { num_root, "num.root(f: fn, x0: num|vec [, options: table]) -> x: num|vec, info: table",
    "x with f(x) = 0 near x0, by Newton with line search; f takes and gives a number or a vec. "
    "options: those "
    "listed, jac = function, history = true (info.history: |f|, step, part taken, rank; "
    "info.points). nil, "
    "message, code, info where none is reached.",
    "(li.num.root(function(x) return x^2 - 2 end, 1)) --> 1.4142135623731" },
  { num_between, "num.between(f: fn, a: num, b: num [, tol: num]) -> x: num, calls: int",
    "The root between a and b, where f has opposite signs. f may give f' as a second result. nil, "
    "message, 'ENOCONV' where the sign changes at a pole; of a function that jumps the place of "
    "the jump.",
    "(li.num.between(math.cos, 1, 2)) --> 1.5707963267949" },
  { num_fit, "num.fit(r: fn, x0: num|vec [, options: table]) -> x: num|vec, info: table",
    "x that makes |r(x)| least near x0, by Levenberg and Marquardt. options: those listed, jac = "
    "function, lo "
    "and hi = bounds (may be infinite), history = true (info.history: |r|, step, damping). nil, "
    "message, code, "
    "info where it does not converge.",
    "(li.num.fit(function(x) return {x[1] - 1, x[1] - 3, x[2] - 5} end, {0, 0})) --> [2  5]" },
  { num_gradient, "num.gradient(f: fn, x: num|vec [, options: table]) -> g: num|vec",
    "Derivative of one number with respect to x, by finite differences.",
    "li.num.gradient(function(x) return x[1]^2*x[2] end, {3, 2}) --> [12  9]" },
  { num_jacobian, "num.jacobian(f: fn, x: num|vec [, options: table]) -> J: mat",
    "J[i][j] = d f_i / d x_j, by finite differences.",
    "li.num.jacobian(function(x) return {x[1]*x[2], x[2]} end, {3, 2}) --> [2  3]\n[0  1]" },
  { num_hessian, "num.hessian(f: fn, x: num|vec [, options: table]) -> H: num|mat",
    "Second derivatives of one number, by finite differences.",
    "(li.num.hessian(function(x) return x[1]^2*x[2] end, {3, 2})):near({{4, 6}, {6, 0}}, 1e-6) "
    "--> true" },
  { 0 },
};

void lia_open_num(lua_State *L);
void lia_open_num(lua_State *L) {
  lia_class_register(L, &root_class);
  lia_class_register(L, &lsq_class);
  lia_functions(L, functions);
  lia_options_help(L, "num.root", root_opts);
  lia_options_help(L, "num.fit", lsq_opts);
  lia_options_help(L, "num.gradient", fd_opts);
  lia_options_help(L, "num.jacobian", fd_opts);
  lia_options_help(L, "num.hessian", fd_opts);
}
