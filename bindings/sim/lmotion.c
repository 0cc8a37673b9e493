/* lmotion.c - functions of a model with all that acts on it, or of equations that were given, as
 * kernels, for lib/liaison/ask/compiled */
#include "bindings/eom/leom.h"
#include "bindings/gen/lkernel.h"
#include "bindings/gen/lmaking.h"
#include "bindings/kit/fields.h"
#include "bindings/kit/kit.h"
#include "bindings/sim/lmotion.h"
#include "bindings/sim/lsmall_inside.h"
#include "bindings/sym/lexpr.h"

#include "base/mem.h"
#include "eom/acting.h"
#include "sym/expr/build.h"
#include "sym/expr/diff.h"
#include "sym/expr/subs.h"
#include "sym/tape/eval.h"

#include <string.h>

static void pool_free(void *p) { lia_pool_free(p); }
static const lia_class pool_class = { .name = "pool_of_motion", .text = "",
                                      .destroy = pool_free };

// input k: a motor below nv, else one of the description
static lia_expr input_symbol(const lia_acting *x, int k) {
  return k < x->nv ? x->tau[k] : x->input[k - x->nv];
}

// ---- what is written ----

typedef struct motion {
  lua_State *L;
  lia_pool *p;
  const lia_acting *x;
  lia_expr *out;                   /* room, and how many */
  int nout;
} motion;

static void add(motion *o, const lia_expr *e, int n) {
  for (int k = 0; k < n; k++) o->out[o->nout++] = e[k];
}

// what constraints that move in time give: -sum lambda_r b_r, b = G v + b at rest
static lia_expr moved(motion *o, const lia_expr *lambda) {
  const lia_acting *x = o->x;
  lia_expr sum = LIA_ZERO, *still = lua_newuserdata(o->L, ((size_t)x->nv + 1) * sizeof *still);
  for (int k = 0; k < x->nv; k++) still[k] = LIA_ZERO;
  for (int r = 0; r < x->nrow; r++) {
    lia_expr b = x->rate[r];
    if (!lia_subs(o->p, (uint32_t)x->nv, x->v, still, 1, &b, &b)) lia_expr_raise(o->L, o->p);
    sum = lia_sym_sub(o->p, sum, lia_sym_mul(o->p, lambda[r], b));
  }
  return sum;
}

// a, and with rows what is known of them
static void write_accelerations(motion *o, const char *skip) {
  const lia_acting *x = o->x;
  lia_error err = { 0 };
  lia_expr *a = o->out + o->nout,
           *lambda = lua_newuserdata(o->L, 2 * ((size_t)x->nrow + 1) * sizeof *lambda);
  lia_acting_pivots pivots = { .diag = lambda + x->nrow };
  lia_status st = x->nrow ? lia_acting_solve_watched(x, skip, a, lambda, &pivots, &err)
                          : lia_acting_solve(x, NULL, a, NULL, &err);
  if (st != LIA_OK) lia_raise(o->L, &err);
  o->nout += x->nv;
  if (!x->nrow) return;
  const lia_expr power = moved(o, lambda);
  add(o, &power, 1);
  add(o, &pivots.sure, 1);
  add(o, pivots.diag, pivots.n);
}

// what a run asks (lmotion.h): forces, or the whole motion
static void write_run(motion *o, int whole, const char *skip) {
  const lia_acting *x = o->x;
  // what joints do to the energy beyond what they store, they lose
  const lia_expr lost_joints =
      lia_sym_neg(o->p, lia_sym_add(o->p, x->joints.power, x->joints.storing));
  const lia_expr lost = lia_sym_sub(o->p, x->lost, lost_joints);
  add(o, x->applied, x->nv);
  add(o, x->zdot, x->nz);
  add(o, &x->given, 1);
  add(o, &lost, 1);
  if (!whole) return;
  add(o, &lost_joints, 1);
  write_accelerations(o, skip);
}

static void write_closing(motion *o, const char *skip) {
  const lia_acting *x = o->x;
  lia_error err = { 0 };
  lia_expr sure;
  add(o, x->g, x->nrow);
  add(o, x->rate, x->nrow);
  lia_expr *d = o->out + o->nout;
  if (lia_acting_project(x, skip, d, d + x->nv, &sure, &err) != LIA_OK) lia_raise(o->L, &err);
  o->nout += 2 * x->nv;
  add(o, &sure, 1);
}

// x' = (q', a, z'), or y, or the rows (g, G v + b)
static void write_what(motion *o, const char *what, const char *skip) {
  const lia_acting *x = o->x;
  lia_error err = { 0 };
  const size_t n = (size_t)(x->nv + x->nrow) + 1;
  if (!strcmp(what, "motion") || !strcmp(what, "forces")) {
    write_run(o, !strcmp(what, "motion"), skip);
    return;
  }
  if (!strcmp(what, "closing")) {
    write_closing(o, skip);
    return;
  }
  lia_expr *a = lua_newuserdata(o->L, n * sizeof *a);
  if (!strcmp(what, "constraints")) {
    add(o, x->g, x->nrow);
    add(o, x->rate, x->nrow);
    return;
  }
  if (lia_acting_solve(x, skip, a, a + x->nv, &err) != LIA_OK) lia_raise(o->L, &err);
  if (!strcmp(what, "dynamics")) {
    add(o, x->qdot, x->nq);
    add(o, a, x->nv);
    add(o, x->zdot, x->nz);
    return;
  }
  const uint32_t all = (uint32_t)(x->nv + x->nrow);
  lia_expr *from = lua_newuserdata(o->L, n * sizeof *from);
  for (int k = 0; k < x->nv; k++) from[k] = x->a[k];
  for (int k = 0; k < x->nrow; k++) from[x->nv + k] = x->lambda[k];
  if (!lia_subs_nested(o->p, all, from, a, (uint32_t)x->noutput, x->output, o->out))
    lia_raise(o->L, &(lia_error){ .code = LIA_ENOMEM, .text = "out of memory" });
  o->nout = x->noutput;
}

// the states x = (q, v, z), then the inputs
static lia_expr *push_symbols(const motion *o, const int *input, int ninput, int *nx) {
  const lia_acting *x = o->x;
  *nx = x->nq + x->nv + x->nz;
  lia_expr *s = lua_newuserdata(o->L, (size_t)(*nx + ninput + 1) * sizeof *s);
  memcpy(s, x->q, (size_t)x->nq * sizeof *s);
  memcpy(s + x->nq, x->v, (size_t)x->nv * sizeof *s);
  memcpy(s + x->nq + x->nv, x->z, (size_t)x->nz * sizeof *s);
  for (int k = 0; k < ninput; k++) s[*nx + k] = input_symbol(x, input[k]);
  return s;
}

// row i of the slopes of x': its states into A (nx x nx), its inputs into B behind it
static void add_slopes(motion *o, const lia_expr *row, int i, int nx, int n) {
  memcpy(o->out + i * nx, row, (size_t)nx * sizeof *row);
  memcpy(o->out + nx * nx + i * (n - nx), row + nx, (size_t)(n - nx) * sizeof *row);
}

// of what stands in x' without being solved for: q', z'
static void add_plain_slopes(motion *o, int n, const lia_expr *e, const lia_expr *by, int count,
                             int first, int nx) {
  lia_expr *row = lua_newuserdata(o->L, (size_t)(count + 1) * sizeof *row);
  for (int i = 0; i < n; i++) {
    if (!lia_diff_jacobian(o->p, 1, &e[i], (uint32_t)count, by, row)) lia_expr_raise(o->L, o->p);
    add_slopes(o, row, first + i, nx, count);
  }
}

// d x'/dx and d x'/du of x' = (q', a, z')
static void write_jacobians(motion *o, const char *skip, const int *input, int ninput) {
  const lia_acting *x = o->x;
  lia_error err = { 0 };
  int nx;
  const lia_expr *by = push_symbols(o, input, ninput, &nx);
  const int n = nx + ninput, unknowns = x->nv + x->nrow;
  lia_expr *a = lua_newuserdata(o->L, (size_t)(unknowns * (n + 1) + 1) * sizeof *a),
           *J = a + unknowns;
  lia_status st = lia_acting_solve(x, skip, a, a + x->nv, &err);
  if (st == LIA_OK) st = lia_acting_slopes(x, skip, a, a + x->nv, n, by, J, &err);
  if (st != LIA_OK) lia_raise(o->L, &err);
  add_plain_slopes(o, x->nq, x->qdot, by, n, 0, nx);
  for (int i = 0; i < x->nv; i++) add_slopes(o, J + i * n, x->nq + i, nx, n);
  add_plain_slopes(o, x->nz, x->zdot, by, n, x->nq + x->nv, nx);
  o->nout = nx * n;
}

// dy/dx and dy/du of the outputs, (noutput x nx) and behind it (noutput x ninput)
static void write_output_slopes(motion *o, const char *skip, const int *input, int ninput) {
  int nx;
  const lia_expr *by = push_symbols(o, input, ninput, &nx);
  const int n = nx + ninput;
  write_what(o, "outputs", skip);
  const int ny = o->nout;
  lia_expr *y = lua_newuserdata(o->L, ((size_t)ny + 1) * sizeof *y),
           *row = lua_newuserdata(o->L, ((size_t)n + 1) * sizeof *row);
  memcpy(y, o->out, (size_t)ny * sizeof *y);
  for (int i = 0; i < ny; i++) {
    if (!lia_diff_jacobian(o->p, 1, &y[i], (uint32_t)n, by, row)) lia_expr_raise(o->L, o->p);
    memcpy(o->out + i * nx, row, (size_t)nx * sizeof *row);
    memcpy(o->out + ny * nx + i * ninput, row + nx, (size_t)ninput * sizeof *row);
  }
  o->nout = ny * n;
}

// the value of input k where it is no argument: that of the description; of equations that were
// given the number at `values`, 0: none, it stays open
static lia_expr idle_value(const motion *o, int values, int k) {
  if (o->x->idle) return o->x->idle[k];
  lua_rawgeti(o->L, values, k + 1);
  const lia_expr e = lua_type(o->L, -1) == LUA_TNUMBER
      ? lia_sym_num(o->p, lua_tonumber(o->L, -1)) : 0;
  lua_pop(o->L, 1);
  return e;
}

// inputs that are no arguments: their values, motors 0
static void settle_inputs(motion *o, const char *open, int values) {
  const lia_acting *x = o->x;
  lia_error err = { 0 };
  lia_expr *put = lua_newuserdata(o->L, (size_t)(x->nv + x->ninput + 1) * sizeof *put);
  for (int k = 0; k < x->nv; k++) put[k] = open[k] ? 0 : LIA_ZERO;
  for (int k = 0; k < x->ninput; k++)
    put[x->nv + k] = open[x->nv + k] ? 0 : idle_value(o, values, k);
  if (lia_acting_settle(x, put, put + x->nv, o->nout, o->out, &err) != LIA_OK)
    lia_raise(o->L, &err);
}

// ---- the program: t, x = (q, v, z), u, and p where names are open ----

static lprogram *push_program(motion *o, const int *input, int ninput, const char *what) {
  int nx;
  const lia_expr *state = push_symbols(o, input, ninput, &nx);
  const int n = 1 + nx + ninput;
  lprogram *g = lua_newuserdata(o->L, sizeof *g);
  lia_expr *in = lua_newuserdata(o->L, (size_t)n * sizeof *in);
  memset(g, 0, sizeof *g);
  in[0] = o->x->t;
  memcpy(in + 1, state, (size_t)(n - 1) * sizeof *in);
  g->in[0] = (lia_emit_vec){ "t", in, 1, 0 };
  g->in[1] = (lia_emit_vec){ "x", in + 1, nx, 0 };
  g->in[2] = (lia_emit_vec){ "u", in + 1 + nx, ninput, 0 };
  g->out[0] = (lia_emit_vec){ "y", o->out, o->nout, 0 };
  const int slopes = !strcmp(what, "jacobians"), two = slopes || !strcmp(what, "output_slopes");
  if (two) {
    const int rows = slopes ? nx : o->x->noutput;
    g->out[0] = (lia_emit_vec){ slopes ? "A" : "C", o->out, rows * nx, nx };
    g->out[1] = (lia_emit_vec){ slopes ? "B" : "D", o->out + rows * nx, rows * ninput, ninput };
  }
  g->f = (lia_emit_fn){ .p = o->p, .in = g->in, .out = g->out, .nin = 2 + (ninput > 0),
                        .nout = 1 + (two && ninput > 0), .about = what };
  g->nin = n;
  g->nout = o->nout;
  g->all_in = in;
  g->all_out = o->out;
  return g;
}

// what acts: of the model at 1, in a new pool on the stack, or of the equations of kit.small.given
static void push_what_acts(lua_State *L, motion *o) {
  small *given = lia_test(L, 1, &lia_small_class);
  if (given) {
    o->p = given->p;
    o->x = given->x;
    return;
  }
  const lmodel *m = lia_check(L, 1, &lia_model_class);
  void **box = lia_push(L, &pool_class);
  *box = o->p = lia_pool_new();
  if (!o->p) lia_mistake(L, "out of memory");
  lia_stop_pool(L, o->p);
  o->x = lia_push_acting(L, o->p, m);
}

// the program of what: arguments 1 (model or equations), 3 {input numbers}, 4 {rows left out},
// 6 {numbers of the inputs of equations, by their places; false: none}
static lprogram *push_written(lua_State *L, const char *what) {
  luaL_checkstack(L, 60, "kernel");
  int ninput, nskip;
  const int *input = lia_field_indices(L, 3, &ninput), *left = lia_field_indices(L, 4, &nskip);
  motion o = { .L = L };
  push_what_acts(L, &o);
  const lia_acting *x = o.x;
  const size_t nx = (size_t)(x->nq + x->nv + x->nz),
      most = (nx + (size_t)x->noutput + 1) * (nx + (size_t)ninput + 1) + 3 * (size_t)x->nrow + 6;
  o.out = lua_newuserdata(L, most * sizeof *o.out);
  char *mark = lua_newuserdata(L, (size_t)(x->nrow + x->nv + x->ninput) + 2),
       *open = mark + x->nrow + 1;
  memset(mark, 0, (size_t)(x->nrow + x->nv + x->ninput) + 2);
  for (int k = 0; k < nskip; k++) mark[left[k]] = 1;
  for (int k = 0; k < ninput; k++) open[input[k]] = 1;
  if (!strcmp(what, "jacobians")) write_jacobians(&o, mark, input, ninput);
  else if (!strcmp(what, "output_slopes")) write_output_slopes(&o, mark, input, ninput);
  else write_what(&o, what, mark);
  settle_inputs(&o, open, 6);
  return push_program(&o, input, ninput, what);
}

// the arguments of compile and write: 6 is a table
static const char *settle_arguments(lua_State *L, int last) {
  lua_settop(L, last);
  if (!lua_istable(L, 6)) {
    lua_newtable(L);
    lua_replace(L, 6);
  }
  return luaL_checkstring(L, 2);
}

// compile(model or equations, what, {input numbers}, {rows left out}, options [, values])
// -> kernel
static int motion_compile(lua_State *L) {
  const char *what = settle_arguments(L, 6);
  lmaking making = lia_making_read(L, 5);
  return lia_motion_kernel(L, push_written(L, what), &making);
}

// write(model or equations, what, {input numbers}, {rows left out}, nil, values, language, name,
// tests) -> text, names of what has no number: the last input, p; names of the states
static int motion_write(lua_State *L) {
  const char *what = settle_arguments(L, 9), *name = luaL_checkstring(L, 8);
  const int language = lia_language_find(luaL_checkstring(L, 7));
  if (language < 0) return luaL_argerror(L, 7, "no such language");
  const int tests = (int)luaL_checkinteger(L, 9);
  lprogram *g = push_written(L, what);
  g->f.name = name;
  return lia_motion_text(L, g, language, tests);
}

// rows that are left out as a list of their numbers, on top
static void push_left_out(lua_State *L, const char *skip, int nrow) {
  lua_newtable(L);
  for (int k = 0, n = 0; k < nrow; k++) {
    if (!skip[k]) continue;
    lua_pushinteger(L, k + 1);
    lua_rawseti(L, -2, ++n);
  }
}

// one made of the model with these rows left out; 0, or 3
static int push_run_kernel(lua_State *L, int model, lmotion_kind kind, const char *skip, int nrow,
                           int ahead) {
  static const char *const what[] = { "forces", "motion", "closing" };
  const lmodel *m = lia_check(L, model, &lia_model_class);
  const int n = m->spec->ncoord + m->spec->ninput;
  lua_pushcfunction(L, motion_compile);
  lua_pushvalue(L, model);
  lua_pushstring(L, what[kind]);
  lua_createtable(L, n, 0);
  for (int k = 0; k < n; k++) {
    lua_pushinteger(L, k + 1);
    lua_rawseti(L, -2, k + 1);
  }
  push_left_out(L, skip, nrow);
  lua_newtable(L);
  if (ahead) {
    lua_pushinteger(L, 0);
    lua_setfield(L, -2, "wait");
  }
  lua_call(L, 5, 3);
  if (lua_isnil(L, -3)) return 3;
  lua_pop(L, 2);
  return 0;
}

// { [model] = { [rows left out] = kernel } } of those made before, which keep no model alive
static const char kernels_key[LMOTION_COUNT];

// the table of those of the model, on top
static void push_kernels_of(lua_State *L, int model, lmotion_kind kind) {
  lia_push_weak(L, &kernels_key[kind], "k");
  lua_pushvalue(L, model);
  lua_rawget(L, -2);
  if (lua_istable(L, -1)) return;
  lua_pop(L, 1);
  lua_newtable(L);
  lua_pushvalue(L, model);
  lua_pushvalue(L, -2);
  lua_rawset(L, -4);
}

int lia_motion_push_run(lua_State *L, int model, lmotion_kind kind, const char *skip, int nrow,
                        int ahead) {
  push_kernels_of(L, model, kind);
  const int made = lua_gettop(L);
  lua_pushlstring(L, nrow ? skip : "", (size_t)nrow);
  lua_pushvalue(L, -1);
  lua_rawget(L, made);
  if (!lua_isnil(L, -1)) return 0;
  lua_pop(L, 1);
  if (push_run_kernel(L, model, kind, skip, nrow, ahead)) return 3;
  lua_pushvalue(L, -2);
  lua_pushvalue(L, -2);
  lua_rawset(L, made);
  return 0;
}

// ---- does it pay? ----

// what the engine's accelerations cost in operations of a kernel (lia_count_price), for each
// coordinate and each row: measured on chains and loops
enum { ENGINE_COORDINATE = 300, ENGINE_ROW = 200 };

static size_t price_of(lua_State *L, const motion *o, int n) {
  lia_count c;
  if (!lia_tape_count(o->p, (size_t)n, o->out, &c)) lia_expr_raise(L, o->p);
  return lia_count_price(c, LIA_FUNCTION_PRICE);
}

int lia_motion_pays(lua_State *L, int model, const char *skip, int nrow) {
  const int top = lua_gettop(L);
  luaL_checkstack(L, 40, "kernel");
  motion o = { .L = L };
  void **box = lia_push(L, &pool_class);
  *box = o.p = lia_pool_new();
  if (!o.p) lia_mistake(L, "out of memory");
  lia_stop_pool(L, o.p);
  const lia_acting *x = o.x = lia_push_acting(L, o.p, lia_check(L, model, &lia_model_class));
  o.out = lua_newuserdata(L, (3 * (size_t)(x->nv + x->nrow) + (size_t)x->nz + 6) * sizeof *o.out);
  write_run(&o, 1, skip);
  const int forces = x->nv + x->nz + 2;
  const size_t whole = price_of(L, &o, o.nout), alone = price_of(L, &o, forces),
      engine = (size_t)(ENGINE_COORDINATE * x->nv + ENGINE_ROW * nrow);
  lua_settop(L, top);
  return whole <= alone + engine;
}

// ---- what kernels are of ----

// { [kernel] = { model =, what =, inputs = names } }, which keeps no kernel alive
static const char notes_key;

// note(kernel, note)
static int motion_note(lua_State *L) {
  lia_check(L, 1, &lia_kernel_class);
  luaL_checktype(L, 2, LUA_TTABLE);
  lua_settop(L, 2);
  lia_push_weak(L, &notes_key, "k");
  lua_pushvalue(L, 1);
  lua_pushvalue(L, 2);
  lua_rawset(L, -3);
  return 0;
}

int lia_motion_push_note(lua_State *L, int kernel) {
  lia_push_weak(L, &notes_key, "k");
  lua_pushvalue(L, kernel);
  lua_rawget(L, -2);
  lua_remove(L, -2);
  if (lua_istable(L, -1)) return 1;
  lua_pop(L, 1);
  return 0;
}

// of(kernel) -> its note, or nil
static int motion_of(lua_State *L) {
  lua_settop(L, 1);
  if (!lia_motion_push_note(L, 1)) lua_pushnil(L);
  return 1;
}

void lia_open_motion(lua_State *L);
void lia_open_motion(lua_State *L) {
  static const luaL_Reg list[] = { { "compile", motion_compile }, { "write", motion_write },
      { "note", motion_note },
      { "of", motion_of }, { NULL, NULL } };
  lia_class_register(L, &pool_class);
  lia_kit_register(L, "motion", list);
}
