/* lformula.c - equations in symbols as an experiment: kit.kane.simulate, behind kane:simulate */
#include "lexpr.h"
#include "lkane.h"
#include "lrun.h"
#include "lsim.h"
#include "nums.h"

#include "base/mem.h"
#include "num/sincos.h"
#include "sim/formula.h"

#include <math.h>
#include <string.h>

static void free_block(void *p) { lia_free(p); }
static const lia_class block_class = { .name = "experiment workspace", .text = "", .destroy = free_block };

typedef struct experiment {
  lua_State *L;
  lia_formula *f;
  lia_tape *shown;             /* (t, x, u, alpha') -> columns after the states */
  lia_tape *view;              /* (t, x, u) -> the speeds that inputs are given in place of x + n; NULL: those of x */
  int nview;
  const char **name;           /* of the states, then of the columns after them */
  double *in, *w, *dx;
  lia_constrained *way;
  lia_callback input;
  double t, *x, *u;            /* storage of the vecs the call-back is given */
  int nx, nshown;
} experiment;

/* { f, vec x, vec u } at 1: f(t, x, u) fills u */
static int input_body(lua_State *L) {
  lia_callback *cb = lia_callback_self(L);
  experiment *s = cb->ud;
  lua_rawgeti(L, 1, 1);
  lua_pushnumber(L, s->t);
  lua_rawgeti(L, 1, 2);
  lua_rawgeti(L, 1, 3);
  lua_call(L, 3, 0);
  return 0;
}

/* x of inputs: coordinates, speeds, what is further, whatever the run is told in */
static void seen_by_inputs(experiment *s, double t, const double *x) {
  const lia_formula *f = s->f;
  if (!s->view) {
    memcpy(s->x, x, (size_t)s->nx * sizeof *x);
    return;
  }
  memset(s->in, 0, s->view->nin * sizeof *s->in);
  s->in[0] = t;
  memcpy(s->in + 1, x, (size_t)s->nx * sizeof *x);
  memcpy(s->x, x, (size_t)f->n * sizeof *x);
  lia_tape_eval(s->view, s->in, s->x + f->n, s->w);
  memcpy(s->x + f->n + s->nview, x + f->n + f->l, (size_t)f->m * sizeof *x);
}

static lia_status input(void *user, double t, const double *x, double *u, lia_error *err) {
  experiment *s = user;
  s->t = t;
  seen_by_inputs(s, t, x);
  if (lia_callback_run(&s->input) != LIA_OK) return LIA_FAIL(err, LIA_EUSER, "inputs", "the function failed");
  memcpy(u, s->u, (size_t)s->f->nu * sizeof *u);
  return LIA_OK;
}

/* the columns after the states; NaN where the rates cannot be told */
static void shown(void *user, double t, const double *x, double *y) {
  experiment *s = user;
  const lia_formula *f = s->f;
  lia_error ignored = { 0 };
  lia_status st = lia_formula_rate(s->f, t, x, s->dx, &ignored);
  lia_formula_watch(s->f, t, x);
  memcpy(s->in, f->in, (size_t)(1 + s->nx + f->nu) * sizeof *s->in);
  memcpy(s->in + 1 + s->nx + f->nu, s->dx + f->n, (size_t)f->l * sizeof *s->in);
  lia_tape_eval(s->shown, s->in, y, s->w);
  for (int k = 0; st != LIA_OK && k < s->nshown; k++) y[k] = (double)NAN;
}

static const char *name_of(void *user, int i) { return ((const experiment *)((const lia_formula *)user)->user)->name[i]; }

/* ---- reading the table at 1, which lib/liaison/kane.lua has made ---- */

static int whole(lua_State *L, const char *key) {
  lua_getfield(L, 1, key);
  int n = (int)lua_tointeger(L, -1);
  lua_pop(L, 1);
  return n;
}

static const lsmat *part(lua_State *L, const char *key) {
  lua_getfield(L, 1, key);
  const lsmat *m = lia_check(L, lua_gettop(L), &lia_smat_class);
  lua_pop(L, 1);
  return m;
}

/* one that may be missing */
static const lsmat *part_or_none(lua_State *L, const char *key) {
  lua_getfield(L, 1, key);
  const lsmat *m = lia_test(L, lua_gettop(L), &lia_smat_class);
  lua_pop(L, 1);
  return m;
}

static lia_tape *push_tape(lua_State *L, const lsmat *in, int nin, const lsmat *out) {
  lia_error err = { 0 };
  lia_tape *t = NULL;
  void **box = lia_push(L, &block_class);
  lia_status st = lia_tape_new(&t, in->p, (uint32_t)nin, in->x, (uint32_t)(out->rows * out->cols), out->x, &err);
  *box = t;
  if (st != LIA_OK) lia_raise(L, &err);
  t->sincos = lia_sincos;
  return t;
}

/* the names behind t, which the table keeps */
static void names(lua_State *L, experiment *s) {
  lua_getfield(L, 1, "columns");
  int n = s->nx + s->nshown;
  s->name = lua_newuserdata(L, 2 * ((size_t)n + 1) * sizeof *s->name);
  for (int i = 0; i < n; i++) {
    lua_rawgeti(L, -2, i + 2);
    s->name[i] = lua_tostring(L, -1);
    s->name[n + 1 + i] = "";
    lua_pop(L, 1);
  }
}

static void set_input(lua_State *L, experiment *s) {
  lua_getfield(L, 1, "input");
  if (!s->f->nu) return;
  int fn = lua_gettop(L);
  lua_createtable(L, 3, 0);
  lua_pushvalue(L, fn);
  lua_rawseti(L, -2, 1);
  s->x = lia_pushvec(L, s->view ? s->f->n + s->nview + s->f->m : s->nx);
  lua_rawseti(L, -2, 2);
  s->u = lia_pushvec(L, s->f->nu);
  lua_rawseti(L, -2, 3);
  lia_callback_init(L, &s->input, lua_gettop(L), input_body, s);
  s->f->input = input;
  s->f->user = s;
}

static void free_way(void *p) { lia_constrained_free(p); }
static const lia_class way_class = { .name = "experiment_rows", .text = "", .destroy = free_way };

static void set_rows(lua_State *L, experiment *s, int l, int rows) {
  lia_error err = { 0 };
  void **box = lia_push(L, &way_class);
  if (!rows) return;
  lia_status st = lia_constrained_new(&s->way, l, rows, &err);
  *box = s->way;
  if (st != LIA_OK) lia_raise(L, &err);
  s->f->way = s->way;
}

/* of the run on top: where what is watched came to its end, and how near it was, into crossed and
 * nearest of the table at
 * 1; the text `note` of that table into what run:info says of the speeds */
static void tell(lua_State *L, const lia_formula *f) {
  if (f->crossed == f->crossed) {
    lua_pushnumber(L, f->crossed);
    lua_setfield(L, 1, "crossed");
  }
  lua_pushnumber(L, f->most > 0 ? f->least / f->most : 1);
  lua_setfield(L, 1, "nearest");
  lua_getfield(L, 1, "note");
  if (lua_isnil(L, -1)) lua_pop(L, 1);
  else lia_run_tell(L, -2, "speeds");
}

/* simulate{n, l, m, nu, t, x, inputs, rates, shown, columns, energy, input, options [, rows, watch,
 * view]} -> run, as
 * model:simulate gives it */
static int simulate(lua_State *L) {
  lia_error err = { 0 };
  lua_settop(L, 1);
  lua_getfield(L, 1, "options");
  luaL_checkstack(L, 40, "simulation");
  const lsmat *in = part(L, "inputs"), *rates = part(L, "rates"), *columns = part(L, "shown");
  int n = whole(L, "n"), l = whole(L, "l"), m = whole(L, "m"), nu = whole(L, "nu");
  experiment s = { .L = L, .nx = n + l + m, .nshown = columns->rows };
  names(L, &s);
  const lia_tape *tape = push_tape(L, in, 1 + s.nx + nu, rates);
  s.shown = push_tape(L, in, 1 + s.nx + nu + l, columns);
  void **box = lia_push(L, &block_class);
  const lsmat *watched = part_or_none(L, "watch"), *view = part_or_none(L, "view");
  const lia_tape *watch = watched ? push_tape(L, in, 1 + s.nx + nu, watched) : NULL;
  if (view) {
    s.view = push_tape(L, in, 1 + s.nx + nu, view);
    s.nview = view->rows * view->cols;
  }
  lia_formula_shape shape = { n, l, m, nu, whole(L, "rows") };
  lia_status st = lia_formula_new(&s.f, tape, watch, shape, &err);
  *box = s.f;
  if (st != LIA_OK) return lia_raise(L, &err);
  set_rows(L, &s, l, shape.rows);
  set_input(L, &s);
  s.f->user = &s;
  size_t slots = s.view && s.view->nslot > s.shown->nslot ? s.view->nslot : s.shown->nslot;
  s.in = lua_newuserdata(L, ((size_t)s.shown->nin + slots + (size_t)s.nx + 3) * sizeof *s.in);
  s.w = s.in + s.shown->nin + 1, s.dx = s.w + slots + 1;
  lua_getfield(L, 1, "x");
  const lvec *x0 = lia_check(L, lua_gettop(L), &lia_vec_class);
  lua_getfield(L, 1, "t");
  lsource src = { .p = lia_formula_problem(s.f), .user = &s, .nq = n, .nv = l + m, .shown = s.nx, .nextra = s.nshown, .energy = whole(L, "energy") - 1,
                  .extra_name = s.name + s.nx, .extra_unit = s.name + s.nx + s.nshown + 1, .extra = shown, .driven = whole(L, "driven"),
                  .own = &s.input, .nown = nu > 0 };
  src.p.name = name_of;
  int results = lia_simulate(L, &src, lua_tonumber(L, -1), x0->x, 2, 0);
  tell(L, s.f);
  return results;
}

void lia_formula_functions(lua_State *L) {
  lia_class_register(L, &block_class);
  lia_class_register(L, &way_class);
  lua_pushcfunction(L, simulate);
  lua_setfield(L, -2, "simulate");
}
