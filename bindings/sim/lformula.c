/* lformula.c - equations in symbols as an experiment: kit.kane.simulate, behind kane:simulate and
 * equations:simulate */
#include "bindings/kit/fields.h"
#include "bindings/gen/lkernel.h"
#include "bindings/kit/kit.h"
#include "bindings/sym/lexpr.h"
#include "bindings/sim/lrun.h"
#include "bindings/model/lmodel.h"
#include "bindings/sim/lsim.h"
#include "bindings/kit/nums.h"

#include "base/mem.h"
#include "base/text.h"
#include "gen/machine_math.h"
#include "num/vec.h"
#include "sim/formula.h"

#include <math.h>
#include <string.h>

typedef struct experiment {
  lua_State *L;
  lia_formula *f;
  // (t, x, u, alpha') -> columns after the states; NULL: none but multipliers
  lia_tape *shown;
  // (t, x, u) -> the speeds that inputs are given in place of x + n; NULL: those of x
  lia_tape *view;
  int nview;
  const char **name, **unit;   /* of the states, then of the columns after them */
  // (t, x, u) -> D, f, H, gamma, S of the motion in all rates: its multipliers are columns; or NULL
  lia_tape *reaction;
  lia_constrained *reaction_way;
  double *reaction_out;
  int nreaction;
  double *in, *w, *dx;
  lia_callback input;
  double t, *x, *u;            /* storage of the vecs the call-back is given */
  // energies: so many columns behind the states are known from the state alone
  int nx, nshown, energies;
  int own;                     /* states of force elements before the integrals */
  int lambdas, recorded;       /* multipliers among the columns; LIA_RECORD_ that were asked for */
  lsource_input *push;
  void *push_user;
  double *moved;               /* NULL, or (n + l) by how much the start was moved */
  int fixed;                   /* 1: some of the start was told to stay */
  int closes;                  /* 1: the start is moved onto the rows */
  const char *not_compiled;    /* why, where a kernel was asked for; NULL */
} experiment;

// { f, vec x, vec u } at 1: f(t, x, u) fills u
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

// x of inputs: coordinates, speeds, what is further, whatever the run is told in
static void seen_by_inputs(experiment *s, double t, const double *x) {
  const lia_formula *f = s->f;
  const int further = f->m - f->quad - s->own;   // not what is integrated beside
  if (!s->view) {
    memcpy(s->x, x, (size_t)(f->n + f->l + further) * sizeof *x);
    return;
  }
  memset(s->in, 0, s->view->nin * sizeof *s->in);
  s->in[0] = t;
  memcpy(s->in + 1, x, (size_t)s->nx * sizeof *x);
  memcpy(s->x, x, (size_t)f->n * sizeof *x);
  lia_tape_eval(s->view, s->in, s->x + f->n, s->w);
  memcpy(s->x + f->n + s->nview, x + f->n + f->l, (size_t)further * sizeof *x);
}

static lia_status formula_input(void *user, double t, const double *x, double *u, lia_error *err) {
  experiment *s = user;
  s->t = t;
  seen_by_inputs(s, t, x);
  if (lia_callback_run(&s->input) != LIA_OK)
    return LIA_FAIL(err, LIA_EUSER, "inputs", "the function failed");
  memcpy(u, s->u, (size_t)s->f->nu * sizeof *u);
  return LIA_OK;
}

// what was asked for, of the last rates
static void recorded(const experiment *s, double *y) {
  const lia_formula *f = s->f;
  if (s->recorded & LIA_RECORD_tau) {
    memcpy(y, f->tau, (size_t)f->l * sizeof *y);
    y += f->l;
  }
  if (s->recorded & LIA_RECORD_accelerations) memcpy(y, s->dx + f->n, (size_t)f->l * sizeof *y);
}

// multipliers of the rows that the speeds have taken out: those of the motion in all n rates,
//   D q'' = f + S' tau + H' lambda,   H q'' = gamma
static lia_status reactions(const experiment *s, double *lambda, lia_error *err) {
  const lia_formula *f = s->f;
  const int n = f->n, rows = s->nreaction;
  double *D = s->reaction_out, *force = D + n * n, *H = force + n, *gamma = H + rows * n,
      *S = gamma + rows, *a = S + f->l * n;
  lia_tape_eval(s->reaction, s->in, D, s->w);
  for (int i = 0; f->push && i < f->l; i++)
    for (int k = 0; k < n; k++) force[k] += S[i * n + k] * f->tau[i];
  return lia_constrained_run(s->reaction_way, LIA_CONSTRAINED_augmented, &lia_constrained_defaults,
      lia_mat_of(D, n, n), force, lia_mat_of(H, rows, n), gamma, a, lambda, err);
}

// the columns after the states, the multipliers, what was asked for; NaN where the rates cannot be
// told
static void columns_at(experiment *s, double t, const double *x, double *y) {
  const lia_formula *f = s->f;
  lia_error ignored = { 0 };
  lia_status st = lia_formula_rate(s->f, t, x, s->dx, &ignored);
  memcpy(s->in, f->in, (size_t)(1 + s->nx + f->nu) * sizeof *s->in);
  memcpy(s->in + 1 + s->nx + f->nu, s->dx + f->n, (size_t)f->l * sizeof *s->in);
  if (s->shown) lia_tape_eval(s->shown, s->in, y, s->w);
  int told = s->shown ? (int)s->shown->nout : 0;
  memcpy(y + told, f->lambda, (size_t)s->lambdas * sizeof *y);
  if (s->nreaction && st == LIA_OK) st = reactions(s, y + told, &ignored);
  recorded(s, y + told + s->lambdas + s->nreaction);
  for (int k = 0; st != LIA_OK && k < s->nshown; k++) y[k] = (double)NAN;
}

static void shown(void *user, double t, const double *x, double *y) {
  experiment *s = user;
  columns_at(s, t, x, y);
  lia_formula_watch(s->f, t, x);
}

// the same once the run is over: all of it where nothing of the script takes part; what the state
// alone tells where forces of the script push; nothing where a function of the script is an input
static void shown_late(void *user, double t, const double *x, double *y) {
  experiment *s = user;
  const lia_formula *f = s->f;
  for (int k = 0; k < s->nshown; k++) y[k] = (double)NAN;
  if (f->nu) return;
  if (!f->push) {
    columns_at(s, t, x, y);
    return;
  }
  if (!s->energies) return;
  memset(s->in, 0, s->shown->nin * sizeof *s->in);
  s->in[0] = t;
  memcpy(s->in + 1, x, (size_t)s->nx * sizeof *x);
  double *all = s->dx;   // room for every column
  lia_tape_eval(s->shown, s->in, all, s->w);
  memcpy(y, all, (size_t)s->energies * sizeof *y);
}

// ---- forces besides those of the equations ----

static lia_status push(void *user, double t, const double *x, double *tau, lia_error *err) {
  const experiment *s = user;
  return s->push(s->push_user, t, x, x + s->f->n, tau, err);
}

static void experiment_set_input(void *user, lsource_input *f, void *f_user) {
  experiment *s = user;
  s->push = f;
  s->push_user = f_user;
  s->f->push = push;
  s->f->push_user = s;
}

static const char *formula_name_of(void *user, int i) {
  return ((const experiment *)((const lia_formula *)user)->user)->name[i];
}

static const char *formula_unit_of(void *user, int i) {
  return ((const experiment *)user)->unit[i];
}

// ---- reading the table at 1, which lib/liaison/constrained/kane.lua has made ----

static const lsmat *formula_part(lua_State *L, const char *key) {
  lua_getfield(L, 1, key);
  const lsmat *m = lia_check(L, lua_gettop(L), &lia_smat_class);
  lua_pop(L, 1);
  return m;
}

// one that may be missing
static const lsmat *part_or_none(lua_State *L, const char *key) {
  lua_getfield(L, 1, key);
  const lsmat *m = lia_test(L, lua_gettop(L), &lia_smat_class);
  lua_pop(L, 1);
  return m;
}

static lia_tape *push_tape(lua_State *L, const lsmat *in, int nin, const lsmat *out) {
  lia_error err = { 0 };
  lia_tape *t = NULL;
  void **box = lia_push_hold(L);
  lia_status st = lia_tape_new(&t, in->p, (uint32_t)nin, in->x, (uint32_t)(out->rows * out->cols),
      out->x, &err);
  *box = t;
  if (st != LIA_OK) lia_raise(L, &err);
  t->math = &lia_machine_math;
  return t;
}

// the texts of the list at key, which the table keeps: (n), or NULL where there is none
static const char **texts(lua_State *L, const char *key, int n) {
  lua_getfield(L, 1, key);
  if (!lua_istable(L, -1)) return NULL;
  const char **name = lua_newuserdata(L, ((size_t)n + 1) * sizeof *name);
  for (int i = 0; i < n; i++) {
    lua_rawgeti(L, -2, i + 1);
    name[i] = lua_tostring(L, -1);
    lua_pop(L, 1);
  }
  return name;
}

// the names behind t that the table has, `told` of them behind the states, then what was asked for:
// of n coordinates and l speeds
static lcolumns *formula_push_names(lua_State *L, experiment *s, int told, int n, int l) {
  lua_getfield(L, 1, "columns");
  int list = lua_gettop(L);
  lua_getfield(L, 1, "units");
  lcolumns *c = lia_columns(L, s->nx + told + 2 * l);
  for (int i = 0; i < s->nx + told; i++) {
    lua_rawgeti(L, list, i + 2);
    lua_getfield(L, list + 1, lua_tostring(L, -1));
    lia_columns_add(c, lua_tostring(L, -1), "%s", lua_tostring(L, -2));
    lua_pop(L, 2);
  }
  for (int k = 0; s->recorded & LIA_RECORD_tau && k < l; k++)
    lia_columns_add(c, "", "tau.%.*s", (int)strcspn(c->name[n + k], "'"), c->name[n + k]);
  for (int k = 0; s->recorded & LIA_RECORD_accelerations && k < l; k++)
    lia_columns_add(c, "", "%s'", c->name[n + k]);
  s->name = c->name;
  s->unit = c->unit;
  s->nshown = c->n - s->nx;
  return c;
}

// { name = index } of the list of names at 1.seen
static void push_seen(lua_State *L) {
  lua_newtable(L);
  const int names = lua_gettop(L);
  lua_getfield(L, 1, "seen");
  for (int k = 1; lua_istable(L, -1) && k <= (int)lua_rawlen(L, -1); k++) {
    lua_rawgeti(L, -1, k);
    lua_pushinteger(L, k);
    lua_rawset(L, names);
  }
  lua_settop(L, names);
}

static void set_input(lua_State *L, experiment *s) {
  lua_getfield(L, 1, "input");
  if (!s->f->nu) return;
  int fn = lua_gettop(L);
  lua_createtable(L, 3, 0);
  lua_pushvalue(L, fn);
  lua_rawseti(L, -2, 1);
  const lia_formula *f = s->f;
  s->x = lia_pushvec(L, f->n + (s->view ? s->nview : f->l) + f->m - f->quad - s->own);
  push_seen(L);
  lia_vec_named(L, -2, -1);
  lua_pop(L, 1);
  lua_rawseti(L, -2, 2);
  s->u = lia_pushvec(L, s->f->nu);
  lua_rawseti(L, -2, 3);
  lia_callback_init(L, &s->input, lua_gettop(L), input_body, s);
  s->f->input = formula_input;
  s->f->user = s;
}

static void free_way(void *p) { lia_constrained_free(p); }
static const lia_class way_class = { .name = "experiment_rows", .text = "", .destroy = free_way };

// the solver of l rates and so many rows, in a box on the stack; NULL without rows
static lia_constrained *push_way(lua_State *L, int l, int rows) {
  lia_error err = { 0 };
  lia_constrained *way = NULL;
  void **box = lia_push(L, &way_class);
  if (!rows) return NULL;
  lia_status st = lia_constrained_new(&way, l, rows, &err);
  *box = way;
  if (st != LIA_OK) lia_raise(L, &err);
  return way;
}

// of the run on top: where what is watched came to its end, and how near it was, into crossed and
// nearest of the table at
// 1; the text `note` of that table into what run:info says of the speeds
static void formula_tell(lua_State *L, const lia_formula *f) {
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

// the formula at s->f with its tapes, in boxes on the stack
static void push_formula(lua_State *L, experiment *s, lia_formula_shape k) {
  lia_error err = { 0 };
  const lsmat *in = formula_part(L, "inputs"), *shown = part_or_none(L, "shown"),
      *watched = part_or_none(L, "watch"), *view = part_or_none(L, "view");
  const int inputs = 1 + s->nx + k.nu;
  const lia_tape *tape = push_tape(L, in, inputs, formula_part(L, "rates")),
      *watch = watched ? push_tape(L, in, inputs, watched) : NULL;
  if (shown) s->shown = push_tape(L, in, inputs + k.l, shown);
  if (view) {
    s->view = push_tape(L, in, inputs, view);
    s->nview = view->rows * view->cols;
  }
  void **box = lia_push_hold(L);
  lia_status st = lia_formula_new(&s->f, tape, watch, k, &err);
  *box = s->f;
  if (st != LIA_OK) lia_raise(L, &err);
  s->f->way = push_way(L, k.l, k.rows);
  const lsmat *reaction = part_or_none(L, "reaction");
  if (!reaction) return;
  s->reaction = push_tape(L, in, inputs, reaction);
  s->reaction_out = lua_newuserdata(L, ((size_t)s->reaction->nout + (size_t)k.n + 1)
      * sizeof *s->reaction_out);
  s->reaction_way = push_way(L, k.n, s->nreaction);
}

static void by_kernel(void *user, const double *in, double *out) {
  lia_lkernel_run(user, &in, &out);
}

// 1.kernel, nil or the rates compiled: one input and one result as the tape has them
static void set_kernel(lua_State *L, experiment *s) {
  lua_getfield(L, 1, "not_compiled");   // 1 keeps the text
  s->not_compiled = lua_tostring(L, -1);
  lua_getfield(L, 1, "kernel");
  void *kernel = lia_test(L, lua_gettop(L), &lia_kernel_class);
  if (!kernel) return;
  const lkernel_shape k = lia_lkernel_shape(kernel);
  luaL_argcheck(L, k.groups == 1 && k.results == 1 && k.in_size[0] == (int)s->f->tape->nin &&
                k.out_size[0] == (int)s->f->tape->nout, 1, "kernel");
  s->f->compiled = by_kernel;
  s->f->compiled_user = kernel;
}

static void push_room(lua_State *L, experiment *s) {
  size_t slots = s->shown ? s->shown->nslot : 0, columns = (size_t)s->nx + (size_t)s->nshown,
      inputs = (size_t)(1 + s->nx + s->f->nu + s->f->l);
  if (s->view && s->view->nslot > slots) slots = s->view->nslot;
  if (s->reaction && s->reaction->nslot > slots) slots = s->reaction->nslot;
  s->in = lua_newuserdata(L, (inputs + slots + columns + 3) * sizeof *s->in);
  s->w = s->in + inputs + 1;
  s->dx = s->w + slots + 1;
}

// state n + k that is called as the rate of state k is, where there is one
static const int *formula_push_rates(lua_State *L, const experiment *s, int n, int l) {
  int *rate = lua_newuserdata(L, ((size_t)n + 1) * sizeof *rate);
  for (int k = 0; k < n; k++) {
    size_t size = strlen(s->name[k]);
    rate[k] = -1;
    for (int i = 0; i < l; i++)
      if (!strncmp(s->name[n + i], s->name[k], size) && !strcmp(s->name[n + i] + size, "'"))
        rate[k] = n + i;
  }
  return rate;
}

// fix = {'th1'}: (l) 1 for coordinates that stay where they were told, on the stack; NULL: nothing
// is fixed
static const char *push_fixed(lua_State *L, const experiment *s) {
  const int l = s->f->l;
  int list = lia_sim_option(L, 2, "fix");
  if (lua_isnil(L, list)) return NULL;
  if (lua_type(L, list) == LUA_TSTRING) {   // 'th1' is {'th1'}
    lua_createtable(L, 1, 0);
    lua_pushvalue(L, list);
    lua_rawseti(L, -2, 1);
    lua_replace(L, list);
  }
  char *fixed = lua_newuserdata(L, (size_t)l + 1);
  memset(fixed, 0, (size_t)l + 1);
  if (!lua_istable(L, list))
    lia_arg_error(L, 2, "fix: expected a list of coordinates, got %s", luaL_typename(L, list));
  for (int i = 1; i <= (int)lua_rawlen(L, list); i++) {
    lia_hints h = { 0 };
    int k = 0;
    lua_rawgeti(L, list, i);
    const char *name = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : luaL_typename(L, -1);
    for (int j = 0; j < l; j++) lia_hints_add(&h, s->name[j], strlen(s->name[j]));
    while (k < l && strcmp(s->name[k], name)) k++;
    if (k == l) lia_arg_error(L, 2, "fix: no coordinate '%.60s'%s", name, lia_hints_text(&h, name));
    fixed[k] = 1;
    lua_pop(L, 1);
  }
  return fixed;
}

// by how much who asks has moved coordinates already
static void take_moved(lua_State *L, experiment *s, double *moved) {
  lua_getfield(L, 1, "start_moved");
  for (int i = 0; lua_istable(L, -1) && i < s->f->n; i++) {
    lua_rawgeti(L, -1, i + 1);
    moved[i] = lua_tonumber(L, -1);
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
  if (lia_vec_max(moved, s->f->n) > 1e-8) s->moved = moved;
  s->fixed = lia_field_whole(L, 1, "start_stayed");
}

// where it begins, on the stack: onto the rows; LIA_EUNREACHABLE where it cannot be
static lia_status formula_push_start(lua_State *L, experiment *s, double t, double **out) {
  lia_error err = { 0 };
  lua_getfield(L, 1, "x");
  const lvec *x0 = lia_check(L, lua_gettop(L), &lia_vec_class);
  double *x = *out = lua_newuserdata(L, 2 * ((size_t)s->nx + 1) * sizeof *x),
      *moved = x + s->nx + 1;
  memcpy(x, x0->x, (size_t)s->nx * sizeof *x);
  const int own = s->nx - s->f->quad - s->own;
  lia_sim_remember(L, 2, x + own, s->own, s->name + s->nx + lia_field_whole(L, 1, "energy"));
  lia_vec_zero(moved, s->nx);
  if (!s->closes) {   // its rows stand for speeds that told the same
    take_moved(L, s, moved);
    return LIA_OK;
  }
  const char *fixed = push_fixed(L, s);
  s->fixed = fixed != NULL;
  lia_status st = lia_formula_close(s->f, t, x, fixed, &err);
  if (st == LIA_EUSER) lia_callback_rethrow(&s->input);
  if (st != LIA_OK) {
    lia_fail(L, &err);
    return st;
  }
  for (int i = 0; i < s->nx; i++) moved[i] = x[i] - x0->x[i];
  if (lia_vec_max(moved, s->nx) > 1e-8) s->moved = moved;
  return LIA_OK;
}

static void tell_not_compiled(const experiment *s, lua_State *L, int list) {
  ltold told = { .what = "compiled", .name = "motion", .count = 1, .first = (double)NAN };
  if (!s->not_compiled) return;
  lia_text_format(told.text, sizeof told.text, "the motion could not be compiled: %.100s",
                  s->not_compiled);
  lia_told_add(L, list, &told);
}

static void experiment_tell(void *user, lua_State *L, int list) {
  const experiment *s = user;
  int most = 0;
  tell_not_compiled(s, L, list);
  if (!s->moved) return;
  for (int i = 1; i < s->f->n + s->f->l; i++)
    if (fabs(s->moved[i]) > fabs(s->moved[most])) most = i;
  ltold told = { .what = "moved", .name = s->name[most], .count = 1, .first = (double)NAN,
      .most = s->moved[most] };
  if (s->fixed)
    lia_text_format(told.text, sizeof told.text,
        "the start followed what was fixed, furthest %.60s by %.3g", s->name[most], s->moved[most]);
  else if (!s->closes)
    lia_text_format(told.text, sizeof told.text,
        "the start was moved onto the constraints, furthest %.60s by %.3g (coordinates that are "
        "left out follow those that are told)", s->name[most], s->moved[most]);
  else lia_text_format(told.text, sizeof told.text,
      "the start was moved onto the constraints, furthest %.60s by %.3g (fix = {'%.60s'} holds "
      "what must stay)", s->name[most],
      s->moved[most], s->name[most % s->f->l]);
  lia_told_add(L, list, &told);
}

// { x = -0.2, ["x'"] = 0.5 }: by how much each was moved, into run:info().moved of the run on top
static void push_moved(lua_State *L, const experiment *s) {
  lua_newtable(L);
  for (int i = 0; i < s->f->n + s->f->l; i++) {
    lua_pushnumber(L, s->moved[i]);
    lua_setfield(L, -2, s->name[i]);
  }
  lia_run_tell(L, -2, "moved");
}

// a list of the values from `first` to the top: its index
static int keep_all(lua_State *L, int first) {
  int top = lua_gettop(L);
  lua_createtable(L, top - first + 1, 0);
  for (int k = first; k <= top; k++) {
    lua_pushvalue(L, k);
    lua_rawseti(L, -2, k - first + 1);
  }
  return lua_gettop(L);
}

// the list of places of z at key, from 1
static lia_formula_into field_into(lua_State *L, const char *key) {
  lia_formula_into into = { 0 };
  lua_getfield(L, 1, key);
  const int most = sizeof into.z / sizeof *into.z;
  for (int k = 1; lua_istable(L, -1) && k <= (int)lua_rawlen(L, -1) && into.n < most; k++) {
    lua_rawgeti(L, -1, k);
    into.z[into.n++] = (int)lua_tointeger(L, -1) - 1;
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
  return into;
}

// simulate{n, l, m, nu, t, x, inputs, rates, shown, columns, energy, input, options [, rows, held,
// watch, view, forces, pushed, moved, hidden, quad, lambda, energies, units, aliases, reaction,
// reactions, kernel, not_compiled, described]} -> run, as model:simulate gives it. forces: what
// forces on alpha are called; pushed, moved: the z that gather their work and that of rows which
// move, from 1; hidden: so many of the last z are no columns; quad: so many are integrals (of what
// is given, of what is lost, then of each force); energies: so many columns the state alone tells;
// reaction: what gives so many multipliers besides; recorded_rows: lambda of a start that fits;
// own: so many z before the integrals are states of force elements; units: by column; aliases:
// columns by other names; described: the model that the equations are of
static int simulate(lua_State *L) {
  lua_settop(L, 1);
  lua_getfield(L, 1, "options");
  luaL_checkstack(L, 60, "simulation");
  lia_formula_shape k = { lia_field_whole(L, 1, "n"), lia_field_whole(L, 1, "l"),
      lia_field_whole(L, 1, "m"), lia_field_whole(L, 1, "nu"),
      lia_field_whole(L, 1, "rows"), lia_field_whole(L, 1, "held") };
  int first = lua_gettop(L) + 1, hidden = lia_field_whole(L, 1, "hidden");
  experiment *s = lua_newuserdata(L, sizeof *s);
  *s = (experiment){ .L = L, .nx = k.n + k.l + k.m,
      .lambdas = lia_field_whole(L, 1, "lambda") + lia_field_whole(L, 1, "recorded_rows"),
      .own = lia_field_whole(L, 1, "own"), .closes = lia_field_whole(L, 1, "lambda") > 0,
      .energies = lia_field_whole(L, 1, "energies"),
      .nreaction = lia_field_whole(L, 1, "reactions") };
  s->recorded = lia_recorded(L, 2, LIA_RECORD_tau | LIA_RECORD_forces | LIA_RECORD_accelerations
      | LIA_RECORD_work | LIA_RECORD_multipliers);
  const int told = part_or_none(L, "shown") ? formula_part(L, "shown")->rows : 0,
      multipliers = s->lambdas + s->nreaction;
  formula_push_names(L, s, multipliers + told, k.n, k.l);
  push_formula(L, s, k);
  set_kernel(L, s);
  s->f->quad = lia_field_whole(L, 1, "quad");
  set_input(L, s);
  push_room(L, s);
  s->f->user = s;
  s->f->pushed = field_into(L, "pushed");
  s->f->moved = field_into(L, "moved");
  lua_getfield(L, 1, "t");
  double t = lua_tonumber(L, -1), *x;
  lua_getfield(L, 2, "start");
  if (formula_push_start(L, s, lua_tonumber(L, -1), &x) != LIA_OK) return 3;
  lsource src = { .p = lia_formula_problem(s->f), .user = s, .nq = k.n, .nv = k.l + k.m - hidden,
      .nz = s->own, .shown = s->nx - hidden, .nextra = s->nshown,
      .energy = lia_field_whole(L, 1, "energy") - 1, .extra_name = s->name + s->nx,
          .extra_unit = s->unit + s->nx, .extra = shown, .unit = formula_unit_of,
      .late = shown_late, .first_multiplier = told, .nmultiplier = multipliers,
      .driven = lia_field_whole(L, 1, "driven"),
          .nw = s->f->quad, .rate = formula_push_rates(L, s, k.n, k.l),
      .set_input = experiment_set_input, .tell = experiment_tell, .own = &s->input,
          .nown = k.nu > 0, .other = s->closes ? "record fix" : "record" };
  src.p.name = formula_name_of;
  lua_getfield(L, 1, "described");
  const lmodel *described = lia_test(L, -1, &lia_model_class);
  if (described) lia_watch_described(L, described, k.n, &src);
  src.force_name = (const char *const *)texts(L, "forces", k.l);
  src.ntau = src.force_name ? k.l : 0;
  src.alive = keep_all(L, first);
  lua_getfield(L, 1, "setup");
  int setup = lua_gettop(L);
  int results = lia_simulate(L, &src, t, x, 2, setup);
  if (s->moved) push_moved(L, s);
  formula_tell(L, s->f);
  lua_getfield(L, 1, "aliases");
  lia_run_keep(L, -2, "aliases");
  return results;
}

// named{"q1'", "q2'"} -> a vec of as many numbers, which go by these names, and without the '
static int named(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  const int n = (int)lua_rawlen(L, 1);
  lua_createtable(L, 0, n);
  for (int k = 1; k <= n; k++) {
    size_t size;
    lua_rawgeti(L, 1, k);
    const char *name = luaL_checklstring(L, -1, &size);
    if (size && name[size - 1] == '\'') {
      lua_pushlstring(L, name, size - 1);
      lua_pushinteger(L, k);
      lua_rawset(L, -4);
    }
    lua_pushinteger(L, k);
    lua_rawset(L, -3);
  }
  (void)lia_pushvec(L, n);
  lia_vec_named(L, -1, -2);
  return 1;
}

void lia_open_formula(lua_State *L);
void lia_open_formula(lua_State *L) {
  static const luaL_Reg list[] = { { "simulate", simulate }, { "named", named }, { NULL, NULL } };
  lia_class_register(L, &way_class);
  lia_kit_register(L, "kane", list);
}
