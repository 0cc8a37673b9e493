/* lcon.c - li.constrained: accelerations and forces of constraints from plain matrices */
#include "bindings/con/lcon.h"
#include "bindings/kit/fields.h"

#include "con/constrained_dense.h"

#include <math.h>
#include <string.h>

#define X(type, name, def, ok, text) LIA_OPT(lia_constrained_opts, type, name, def, ok, text),
static const lia_opt solve_opts[] = { LIA_CONSTRAINED_OPTS(X) { 0 } };
#undef X

typedef struct lsolve { lia_constrained *w; } lsolve;
static void destroy(void *p) { lia_constrained_free(p); }
static const lia_class work_class = { .name = "constrained_work",
    .text = "Memory of li.constrained.", .destroy = destroy };

// one method or all: -1
static int con_method_of(lua_State *L, int i, const lia_arg *a) {
  if (!a->given || lua_istable(L, i) == 0) return LIA_CONSTRAINED_augmented;
  lua_getfield(L, i, "method");
  const char *name = "augmented";
  if (!lua_isnil(L, -1)) name = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "";
  int k = lia_constrained_find(name);
  lua_pop(L, 1);
  if (k < 0 && strcmp(name, "all"))
    lia_arg_error(L, i,
        "method: expected augmented (kkt), partition, projector, udwadia, nullspace or all, got "
        "'%.40s'", name);
  return k;
}

// the list independent = {2, 3}, from 1 -> from 0, in Lua's memory, left on the stack
static void independent_of(lua_State *L, int i, lia_constrained_opts *o) {
  if (!lua_istable(L, i)) { lua_pushnil(L); return; }
  lua_getfield(L, i, "independent");
  if (lua_isnil(L, -1)) return;
  if (!lua_istable(L, -1))
    lia_arg_error(L, i, "independent: expected a list of coordinates, such as {1, 3}, got %s",
        luaL_typename(L, -1));
  int n = (int)lua_rawlen(L, -1);
  int *list = lua_newuserdata(L, (size_t)(n + 1) * sizeof *list);
  for (int k = 0; k < n; k++) {
    lua_rawgeti(L, -2, k + 1);
    double x = lua_type(L, -1) == LUA_TNUMBER ? lua_tonumber(L, -1) : 0;
    lua_pop(L, 1);
    if (!(x >= 1 && x <= 1e6) || x != floor(x))
      lia_arg_error(L, i, "independent[%d]: expected the number of a coordinate, from 1", k + 1);
    list[k] = (int)x - 1;
  }
  lua_remove(L, -2);
  o->independent = list;
  o->nindependent = n;
}

static void con_push_list(lua_State *L, const int *x, int n) {
  lua_createtable(L, n, 0);
  for (int k = 0; k < n; k++) {
    lua_pushinteger(L, x[k] + 1);
    lua_rawseti(L, -2, k + 1);
  }
}

static void set_mat(lua_State *L, const char *key, lia_mat A) {
  double *x = lia_pushmat(L, A.rows, A.cols);
  lia_mat_copy(lia_mat_of(x, A.rows, A.cols), A);
  lua_setfield(L, -2, key);
}

static void set_vec(lua_State *L, const char *key, const double *x, int n) {
  lia_pushnums(L, x, n);
  lua_setfield(L, -2, key);
}

// what a method leaves to look at, into the table on top; Jdot: argument of options, or NULL
static void show(lua_State *L, lia_constrained *w, int method, const lia_mat *Jdot) {
  int n = w->n, r = w->rank;
  switch ((lia_constrained_method)method) {
    case LIA_CONSTRAINED_partition:
      con_push_list(L, w->coord, r);
      lua_setfield(L, -2, "dependent");
      con_push_list(L, w->coord + r, n - r);
      lua_setfield(L, -2, "independent");
      if (Jdot && n > r) {
        double *x = lia_pushmat(L, n, n - r);
        lia_constrained_ndot(w, *Jdot, lia_mat_of(x, n, n - r));
        lua_setfield(L, -2, "Ndot");
      }
      // fall through
    case LIA_CONSTRAINED_nullspace:
      if (n > r) {
        set_mat(L, "N", w->N);
        set_mat(L, "M_reduced", w->R);
        set_vec(L, "f_reduced", w->r, n - r);
      }
      set_vec(L, "a0", w->a0, n);
      break;
    case LIA_CONSTRAINED_projector: set_mat(L, "P", w->P); break;
    case LIA_CONSTRAINED_augmented: case LIA_CONSTRAINED_udwadia: case LIA_CONSTRAINED_COUNT: break;
  }
}

typedef struct problem {
  lia_mat M, J;
  const double *f, *gamma;
  lia_constrained_opts o;
  int has_jdot;
  lia_mat Jdot;
  double most;
} problem;

// the answer of one method as a table; or, after nothing pushed, its status
static lia_status answer(lua_State *L, lia_constrained *w, int method, const problem *p,
lia_error *err) {
  int n = p->M.rows, m = p->J.rows;
  double *a = lua_newuserdata(L, (size_t)(2 * n + m + 1) * sizeof *a), *lambda = a + n,
      *force = lambda + m;
  lia_status st = lia_constrained_run(w, (lia_constrained_method)method, &p->o, p->M, p->f, p->J,
  p->gamma, a, lambda, err);
  if (st != LIA_OK) { lua_pop(L, 1); return st; }
  lia_mat_tmulv(force, p->J, lambda);
  lua_createtable(L, 0, 16);
  set_vec(L, "a", a, n);
  set_vec(L, "lambda", lambda, m);
  set_vec(L, "force", force, n);
  lia_field_integer(L, "rank", w->rank);
  con_push_list(L, w->row + w->rank, m - w->rank);
  lua_setfield(L, -2, "redundant");
  lia_field_text(L, "method", lia_constrained_name[method]);
  show(L, w, method, p->has_jdot ? &p->Jdot : NULL);
  lua_remove(L, -2);
  return LIA_OK;
}

// the largest difference of field key between the tables at the top and below it, relative to the
// largest number
static double apart(lua_State *L, const char *key, int n) {
  lua_getfield(L, -1, key);
  lua_getfield(L, -3, key);
  lia_arg a[2];
  double size = 1e-300, gap = 0;
  (void)a;
  for (int k = 1; k <= n; k++) {
    lua_pushinteger(L, k);
    lua_gettable(L, -2);
    lua_pushinteger(L, k);
    lua_gettable(L, -4);
    double x = lua_tonumber(L, -2), y = lua_tonumber(L, -1);
    lua_pop(L, 2);
    size = fmax(size, fabs(x));
    gap = fmax(gap, fabs(x - y));
  }
  lua_pop(L, 2);
  return gap / fmax(size, 1e-9);
}

// nil, message, "ESINGULAR" and the table on top, where ways that should be one are more than that
// apart
int lia_ways_differ(lua_State *L, double spread, const char *who) {
  lia_error err = { 0 };
  err.code = LIA_FAIL(&err, LIA_ESINGULAR, "", "the ways differ by %.2g, '%s' the most: this "
      "motion cannot be told (masses, lengths or rows too "
                      "far apart); info.methods has each", spread, who);
  int n = lia_fail(L, &err);
  lua_pushvalue(L, -1 - n);
  return n + 1;
}

// by every method: the first that answers, with `methods` (each its table, or the sentence why not)
// and `spread`
static int every(lua_State *L, lia_constrained *w, const problem *p) {
  lia_error first = { 0 };
  double spread = 0;
  const char *who = "";
  int answered = 0, at = lua_gettop(L) + 1;
  lua_newtable(L);
  for (int k = 0; k < LIA_CONSTRAINED_COUNT; k++) {
    lia_error err = { 0 };
    if (answer(L, w, k, p, &err) != LIA_OK) {
      if (!first.code) first = err;
      if (err.code == LIA_EARG || err.code == LIA_EDIM) return lia_raise(L, &err);
      lua_pushstring(L, err.text);
    } else if (!answered++) {
      lua_pushvalue(L, -1);   // the result itself, under `methods` too
      lua_insert(L, at + 1);
    } else {
      lua_pushvalue(L, at + 1);
      lua_insert(L, -2);
      double gap = fmax(apart(L, "a", p->M.rows), apart(L, "force", p->M.rows));
      if (!(gap <= spread)) {
        spread = gap;
        who = lia_constrained_name[k];
      }
      lua_remove(L, -2);
    }
    lua_setfield(L, at, lia_constrained_name[k]);
  }
  if (!answered) return lia_fail(L, &first);
  lua_pushvalue(L, at);
  lua_setfield(L, at + 1, "methods");
  lua_pushnumber(L, spread);
  lua_setfield(L, at + 1, "spread");
  lua_settop(L, at + 1);
  return spread <= p->most ? 1 : lia_ways_differ(L, spread, who);
}

// options.spread: how far apart the ways may be; missing: 1e-6
static double most_spread(lua_State *L, int i) {
  if (!lua_istable(L, i)) return 1e-6;
  lua_getfield(L, i, "spread");
  double x = lia_number_or(L, -1, 1e-6, -1);
  if (!(x >= 0)) lia_arg_error(L, i, "spread: expected a number >= 0");
  lua_pop(L, 1);
  return x;
}

// dJ/dt of the options, left on the stack
static void jdot_of(lua_State *L, int i, problem *p) {
  lua_pushnil(L);
  if (!lua_istable(L, i)) return;
  lua_pop(L, 1);
  lua_getfield(L, i, "Jdot");
  if (lua_isnil(L, -1)) return;
  int rows = 0, cols = 0;
  const lia_class *c = lia_classof(L, -1);
  const double *x = c && c->view && c->size ? c->view(lua_touserdata(L, -1), &rows, &cols) : NULL;
  if (!x || rows != p->J.rows || cols != p->J.cols)
    lia_arg_error(L, i, "Jdot: expected a mat as large as J");
  p->has_jdot = 1;
  p->Jdot = lia_mat_of(x, rows, cols);
}

static int constrained(lua_State *L) {
  lia_arg a[5];
  lia_args(L, a);
  int n = a[0].rows, m = a[2].rows;
  problem p = { .o = lia_constrained_defaults };
  if (a[0].cols != n) lia_arg_error(L, 1, "expected a square matrix, got %d x %d", n, a[0].cols);
  lia_arg_size(L, 2, &a[1], n);
  if (a[2].cols != n)
    lia_arg_error(L, 3, "expected a matrix with %d columns, as M has, got %d x %d", n, m,
        a[2].cols);
  lia_arg_size(L, 4, &a[3], m);
  p.M = lia_mat_of(a[0].p, n, n);
  p.J = lia_mat_of(a[2].p, m, n);
  p.f = a[1].p;
  p.gamma = a[3].p;
  if (lia_mat_skewness(p.M) > 1e-9 * lia_mat_max(p.M))
    lia_arg_error(L, 1, "expected a symmetric matrix");
  lia_options(L, 5, &p.o, solve_opts, "method independent Jdot spread");
  p.most = most_spread(L, 5);
  int method = con_method_of(L, 5, &a[4]);
  lua_settop(L, 5);
  independent_of(L, 5, &p.o);
  jdot_of(L, 5, &p);

  lia_error err = { 0 };
  void **box = lia_push(L, &work_class);
  if (lia_constrained_new((lia_constrained **)box, n, m, &err) != LIA_OK) return lia_raise(L, &err);
  lia_constrained *w = *box;
  if (method < 0) return every(L, w, &p);
  return answer(L, w, method, &p, &err) == LIA_OK ? 1 : lia_fail(L, &err);
}

static const lia_fn functions[] = {
  { constrained, "constrained(M: mat, f: nums, J: mat, gamma: nums [, options: table]) -> table",
    "Accelerations a and multipliers of M a = f + J' lambda, J a = gamma, f being all forces but "
    "those of the constraints. options: method = "
    "\"augmented\" (also \"kkt\"; M may be singular), \"partition\" (N, the reduced model; "
    "independent = {..} chooses), \"projector\" (P), \"udwadia\", "
    "\"nullspace\", or \"all\" for each beside the others and their spread (nil, message, "
    "'ESINGULAR', these where it is above options.spread, 1e-6); refuse = true refuses redundant "
    "rows. Results: a, lambda, "
    "force = J' lambda, rank, redundant, and what the method shows. nil, message, code where "
    "constraints contradict or no force tells a motion.",
    "li.constrained({{2, 0}, {0, 1}}, {3, 0}, {{1, -1}}, {0}).a --> [1  1]" },
  { 0 },
};

void lia_open_con(lua_State *L);
void lia_open_con(lua_State *L) {
  lia_class_register(L, &work_class);
  lia_functions(L, functions);
  lia_options_help(L, "constrained", solve_opts);
}
