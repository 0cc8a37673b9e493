/* lsampled.c - kit.sampled: programs asked every now and then, in expressions, for
 * lib/liaison/control/block: made line by line, compiled, written out, their slopes */
#include "bindings/gen/lkernel.h"
#include "bindings/gen/lmaking.h"
#include "bindings/kit/fields.h"
#include "bindings/kit/kit.h"
#include "bindings/kit/nums.h"
#include "bindings/model/lmodel.h"
#include "bindings/sim/lsampled.h"
#include "bindings/sym/lexpr.h"

#include "base/mem.h"
#include "base/layout.h"
#include "gen/ship.h"
#include "gen/machine_math.h"
#include "num/qp.h"
#include "sym/expr/build.h"
#include "sym/expr/carry.h"
#include "sym/expr/diff.h"
#include "sym/expr/subs.h"

#include <string.h>

static void code_free(void *p) { lia_sampled_free(p); }
const lia_class lia_sampled_class = { .name = "sampled_code", .text = "", .destroy = code_free };

static lia_sampled *code_at(lua_State *L, int idx) { return lia_check(L, idx, &lia_sampled_class); }

// ---- texts of lists ----

// the texts of the list at idx, on the stack; they stand as long as the list does
static const char **texts_at(lua_State *L, int idx, int *n) {
  luaL_checktype(L, idx, LUA_TTABLE);
  *n = (int)lua_rawlen(L, idx);
  const char **list = lua_newuserdata(L, ((size_t)*n + 1) * sizeof *list);
  for (int k = 0; k < *n; k++) {
    lua_rawgeti(L, idx, k + 1);
    list[k] = luaL_checkstring(L, -1);
    lua_pop(L, 1);
  }
  return list;
}

// nil, message: what was not understood, for the Lua half to place
static int not_understood(lua_State *L, const lia_error *err) {
  if (err->code == LIA_ENOMEM) return lia_mistake(L, "out of memory");
  lua_pushnil(L);
  lua_pushfstring(L, "%s%s%s", err->path, err->path[0] ? ": " : "", err->text);
  return 2;
}

static int done(lua_State *L) {
  lua_pushboolean(L, 1);
  return 1;
}

// ---- made ----

// new({states}, {inputs}, {values}) -> code; or nil, why
static int code_new(lua_State *L) {
  lia_error err = { 0 };
  const char *const *name[LIA_SAMPLED_GROUPS] = { NULL };
  int n[LIA_SAMPLED_GROUPS] = { 1 };
  lua_settop(L, 3);
  luaL_checkstack(L, 10, "block");
  for (int g = LIA_SAMPLED_x; g < LIA_SAMPLED_GROUPS; g++) name[g] = texts_at(L, g, &n[g]);
  lia_sampled *b = NULL;
  void **box = lia_push(L, &lia_sampled_class);
  lia_status st = lia_sampled_new(&b, n, name, &err);
  *box = b;
  if (st != LIA_OK) return not_understood(L, &err);
  lia_stop_pool(L, b->p);
  return 1;
}

// line(code, name, text) -> true; or nil, why
static int code_line(lua_State *L) {
  lia_error err = { 0 };
  lia_sampled *b = code_at(L, 1);
  if (lia_sampled_line(b, luaL_checkstring(L, 2), luaL_checkstring(L, 3), &err) != LIA_OK)
    return not_understood(L, &err);
  return done(L);
}

// the expressions of the texts at idx, or NULL where there are none; *n how many
static const lia_expr *read_arguments(lua_State *L, lia_sampled *b, int idx, int *n,
    lia_error *err) {
  *n = 0;
  if (lua_isnil(L, idx)) return NULL;
  const char **text = texts_at(L, idx, n);
  lia_expr *e = lua_newuserdata(L, ((size_t)*n + 1) * sizeof *e);
  for (int k = 0; k < *n; k++)
    if (lia_sampled_read(b, text[k], &e[k], err) != LIA_OK) return NULL;
  return e;
}

// the arguments q, v, a of a call, from index 6 on
static lia_status take_arguments(lua_State *L, lia_sampled *b, const lia_spec *s,
    lia_sampled_call *call, lia_error *err) {
  static const char *const name[3] = { "q", "v", "a" };
  const lia_expr **to[3] = { &call->q, &call->v, &call->a };
  for (int k = 0; k < 3; k++) {
    const int want = k ? s->ncoord : s->nq;
    int n;
    *to[k] = read_arguments(L, b, 6 + k, &n, err);
    if (err->code) return err->code;
    if (*to[k] && n != want)
      return LIA_FAIL(err, LIA_EDIM, name[k], "expected %d expressions, got %d", want, n);
  }
  return LIA_OK;
}

// model(code, {names}, model, what, {place, x, y, z}, q, v, a, names) -> true; or nil, why.
// names: it may have names without a number, which are values of the code
static int code_model(lua_State *L) {
  lia_error err = { 0 };
  int n;
  lia_sampled *b = code_at(L, 1);
  lmodel *m = lia_check(L, 3, &lia_model_class);
  lia_sampled_call call = { .what = luaL_checkstring(L, 4) };
  lua_settop(L, 9);
  luaL_checkstack(L, 20, "block");
  if (!lua_toboolean(L, 9)) lia_lmodel_numeric(L, m);
  const char **name = texts_at(L, 2, &n);
  if (lua_istable(L, 5)) {
    lua_rawgeti(L, 5, 1);
    if (lua_type(L, -1) == LUA_TSTRING) call.place = lua_tostring(L, -1);   // the table keeps it
    for (int i = 0; i < 3; i++) {
      lua_rawgeti(L, 5, 2 + i);
      call.point[i] = lua_tonumber(L, -1);
    }
    lua_pop(L, 4);
  }
  lia_status st = take_arguments(L, b, m->spec, &call, &err);
  if (st == LIA_OK) st = lia_sampled_model(b, m->spec, &call, n, name, &err);
  return st == LIA_OK ? done(L) : not_understood(L, &err);
}

// the texts at idx, or NULL where there are none; as many as n
static const char **places_at(lua_State *L, int idx, int n) {
  int count;
  if (lua_isnoneornil(L, idx)) return NULL;
  const char **text = texts_at(L, idx, &count);
  luaL_argcheck(L, count == n, idx, "as many places as names expected");
  return text;
}

// differentiate(code, {names}, {texts}, {by}, {at}) -> true; or nil, why. Names row by row; at:
// nil, or what takes the place of by
static int code_differentiate(lua_State *L) {
  lia_error err = { 0 };
  int n, m, total;
  lia_sampled *b = code_at(L, 1);
  lua_settop(L, 5);
  const char **name = texts_at(L, 2, &total), **text = texts_at(L, 3, &n),
             **by = texts_at(L, 4, &m), **at = places_at(L, 5, m);
  luaL_argcheck(L, total == n * m, 2, "as many names as slopes expected");
  if (lia_sampled_slopes(b, n, text, m, by, at, name, &err) != LIA_OK)
    return not_understood(L, &err);
  return done(L);
}

// put(code, {names}, {texts}, {by}, {at}) -> true; or nil, why
static int code_put(lua_State *L) {
  lia_error err = { 0 };
  int n, m, total;
  lia_sampled *b = code_at(L, 1);
  lua_settop(L, 5);
  const char **name = texts_at(L, 2, &total), **text = texts_at(L, 3, &n),
             **by = texts_at(L, 4, &m), **at = places_at(L, 5, m);
  luaL_argcheck(L, total == n, 2, "as many names as texts expected");
  luaL_argcheck(L, at, 5, "expected what takes their place");
  if (lia_sampled_put(b, n, text, m, by, at, name, &err) != LIA_OK) return not_understood(L, &err);
  return done(L);
}

// join(code, part, output or 0: the states at the next time, {texts of x, y, p}, {names})
static int code_join(lua_State *L) {
  lia_error err = { 0 };
  int n, m;
  lia_sampled *b = code_at(L, 1), *part = code_at(L, 2);
  const int output = (int)luaL_checkinteger(L, 3);
  const char **image = texts_at(L, 4, &n), **name = texts_at(L, 5, &m);
  luaL_argcheck(L, output >= 0 && output <= part->nu, 3, "no such output");
  luaL_argcheck(L, n == part->n[LIA_SAMPLED_x] + part->n[LIA_SAMPLED_y] + part->n[LIA_SAMPLED_p],
                4, "as many as states, inputs and values expected");
  luaL_argcheck(L, m == (output ? 1 : part->n[LIA_SAMPLED_x]), 5,
                "another number of names expected");
  if (lia_sampled_join(b, part, output - 1, image, name, &err) != LIA_OK)
    return not_understood(L, &err);
  return done(L);
}

// expressions(code, {t, x .., y .., p ..}) -> {outputs .., states at the next time ..} as
// expressions of Lua's pool, those of the list in the place of their names
static int code_expressions(lua_State *L) {
  lia_sampled *b = code_at(L, 1);
  luaL_checktype(L, 2, LUA_TTABLE);
  lua_settop(L, 2);
  lia_pool *p = lia_push_pool(L);
  const int nx = b->n[LIA_SAMPLED_x], n = b->nu + nx, keep = lua_gettop(L);
  int total = 0;
  for (int g = 0; g < LIA_SAMPLED_GROUPS; g++) total += b->n[g];
  luaL_argcheck(L, (int)lua_rawlen(L, 2) == total, 2, "an expression for each name expected");
  lia_expr *image = lua_newuserdata(L, (size_t)(2 * total + 2 * n + 1) * sizeof *image),
           *stand_in = image + total, *from = stand_in + total, *out = from + n;
  char name[48];
  for (int k = 0; k < total; k++) {
    lua_rawgeti(L, 2, k + 1);
    image[k] = lia_to_expr(L, p, lua_gettop(L), 2, NULL);
    lua_pop(L, 1);
    lia_text_format(name, sizeof name, "liaison_part%d", k + 1);
    stand_in[k] = lia_sym_symbol(p, name);
  }
  memcpy(from, b->u, (size_t)b->nu * sizeof *from);
  memcpy(from + b->nu, b->next, (size_t)nx * sizeof *from);
  if (!lia_carry(b->p, (uint32_t)n, from, (uint32_t)total, b->in, p, stand_in, out) ||
      !lia_subs_nested(p, (uint32_t)total, stand_in, image, (uint32_t)n, out, out))
    return lia_expr_raise(L, p);
  lua_createtable(L, n, 0);
  for (int k = 0; k < n; k++) {
    lia_push_expr(L, p, out[k], keep);
    lua_rawseti(L, -2, k + 1);
  }
  return 1;
}

// size(model, what) -> how many numbers the function gives, 0: there is none
static int code_size(lua_State *L) {
  const lmodel *m = lia_check(L, 1, &lia_model_class);
  lua_pushinteger(L, lia_sampled_call_size(m->spec, luaL_checkstring(L, 2)));
  return 1;
}

// finish(code, {outputs}, {where}, {states at the next time}, {where}) -> true; or nil, why
static int code_finish(lua_State *L) {
  lia_error err = { 0 };
  int n, m;
  lia_sampled *b = code_at(L, 1);
  const char **u = texts_at(L, 2, &n), **at_u = texts_at(L, 3, &m);
  luaL_argcheck(L, m == n, 3, "as many places as outputs expected");
  lia_status st = lia_sampled_outputs(b, n, u, at_u, &err);
  const char **x = texts_at(L, 4, &n), **at_x = texts_at(L, 5, &m);
  luaL_argcheck(L, m == n && n == b->n[LIA_SAMPLED_x], 4, "as many as states expected");
  if (st == LIA_OK) st = lia_sampled_states(b, x, at_x, &err);
  return st == LIA_OK ? done(L) : not_understood(L, &err);
}

// passes(code) -> { {numbers of inputs that output 1 takes at the same time}, .. }
static int code_passes(lua_State *L) {
  lia_sampled *b = code_at(L, 1);
  lua_createtable(L, b->nu, 0);
  for (int i = 0; i < b->nu; i++) {
    int n = 0;
    lua_newtable(L);
    for (int j = 0; j < b->n[LIA_SAMPLED_y]; j++) {
      if (!lia_sampled_passes(b, i, j)) continue;
      lua_pushinteger(L, j + 1);
      lua_rawseti(L, -2, ++n);
    }
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

// ---- as a program: groups t, x, y, p; results u, x+ ----

static lprogram *push_code(lua_State *L, lia_sampled *b, const char *name) {
  static const char *const group[LIA_SAMPLED_GROUPS] = { "t", "x", "y", "p" };
  const int nx = b->n[LIA_SAMPLED_x], nout = b->nu + nx;
  lprogram *g = lua_newuserdata(L, sizeof *g);
  lia_expr *out = lua_newuserdata(L, ((size_t)nout + 1) * sizeof *out);
  memset(g, 0, sizeof *g);
  memcpy(out, b->u, (size_t)b->nu * sizeof *out);
  memcpy(out + b->nu, b->next, (size_t)nx * sizeof *out);
  for (int k = 0, at = 0; k < LIA_SAMPLED_GROUPS; at += b->n[k++]) {
    g->in[k] = (lia_emit_vec){ group[k], b->in + at, b->n[k], 0 };
    g->nin += b->n[k];
  }
  g->out[0] = (lia_emit_vec){ "u", out, b->nu, 0 };
  g->out[1] = (lia_emit_vec){ "x_next", out + b->nu, nx, 0 };
  g->nout = nout;
  g->all_in = b->in;
  g->all_out = out;
  g->f = (lia_emit_fn){ .p = b->p, .name = name, .in = g->in, .out = g->out,
                        .nin = LIA_SAMPLED_GROUPS, .nout = 2 };
  return g;
}

// kernel(code, options) -> kernel (t, x, y, p) -> (u, x+)
static int code_kernel(lua_State *L) {
  lia_sampled *b = code_at(L, 1);
  lua_settop(L, 2);
  const lmaking making = lia_making_read(L, 2);
  return lia_program_compile(L, push_code(L, b, "lia_fn"), &making);
}

// compiled(code, text, options, hidden) -> kernel of the same shape, without the last hidden ones
// of what is given, from a C text that exports lia_fn; a tape where it cannot be compiled, which
// says why
static int code_compiled(lua_State *L) {
  lia_sampled *b = code_at(L, 1);
  luaL_checkstring(L, 2);
  lua_settop(L, 4);
  const lmaking making = lia_making_read(L, 3);
  lprogram *g = push_code(L, b, "lia_fn");
  g->in[LIA_SAMPLED_y].n -= (int)luaL_checkinteger(L, 4);
  return lia_program_compile_text(L, g, &making, 2);
}

// write(code, language, name, tests) -> text
static int code_write(lua_State *L) {
  lia_sampled *b = code_at(L, 1);
  const int language = lia_language_find(luaL_checkstring(L, 2));
  luaL_argcheck(L, language >= 0, 2, "no such language");
  const char *name = luaL_checkstring(L, 3);
  const int tests = (int)luaL_checkinteger(L, 4);
  return lia_program_push(L, push_code(L, b, name), (lia_language)language,
                          (lia_emit_opts){ .tests = tests });
}

// ship(code, "double" | "float" | "lua" | "js", {names of t, x, y, p, u, x+ as members}) -> text,
// { parts =, room =, used =, mul =, add =, div =, fun = }: the parts of a step (gen/ship.h);
// ship(code, "flat_double" | "flat_float", {entries}, name, arguments): those of a function
static int code_ship(lua_State *L) {
  lia_error err = { 0 };
  lia_text text = { 0 };
  lia_shipped about = { .parts = 0 };
  lia_sampled *b = code_at(L, 1);
  const int kind = lia_ship_find(luaL_checkstring(L, 2));
  int n;
  luaL_argcheck(L, kind >= 0, 2, "no such kind");
  lua_settop(L, 5);
  const char **member = texts_at(L, 3, &n);
  lprogram *g = push_code(L, b, luaL_optstring(L, 4, "step"));
  luaL_argcheck(L, n == g->nin + g->nout, 3, "as many names as inputs and outputs expected");
  lia_status st = lia_ship(&g->f, member, luaL_optstring(L, 5, ""), (lia_ship_kind)kind, &text,
      &about, &err);
  if (st != LIA_OK) {
    lia_text_free(&text);
    lia_pool_clear(b->p);
    return lia_raise(L, &err);
  }
  lia_push_printed(L, b->p, st, &text);
  lua_createtable(L, 0, 7);
  lia_field_integer(L, "parts", about.parts);
  lia_field_integer(L, "room", (int)about.room);
  lia_field_text(L, "used", about.used);
  lia_field_integer(L, "mul", (int)about.count.mul);
  lia_field_integer(L, "add", (int)about.count.add);
  lia_field_integer(L, "div", (int)about.count.div);
  lia_field_integer(L, "fun", (int)about.count.fun);
  return 2;
}

// ---- slopes at a state ----

// d(u, x+)/d(x, y) as expressions, row by row
static lia_expr *push_slopes(lua_State *L, lia_sampled *b, int *rows, int *cols) {
  const int nx = b->n[LIA_SAMPLED_x];
  *rows = b->nu + nx;
  *cols = nx + b->n[LIA_SAMPLED_y];
  lia_expr *e = lua_newuserdata(L, ((size_t)*rows + 1) * sizeof *e),
           *J = lua_newuserdata(L, ((size_t)*rows * (size_t)*cols + 1) * sizeof *J);
  memcpy(e, b->u, (size_t)b->nu * sizeof *e);
  memcpy(e + b->nu, b->next, (size_t)nx * sizeof *e);
  if (!lia_diff_jacobian(b->p, (uint32_t)*rows, e, (uint32_t)*cols, b->in + 1, J))
    lia_expr_raise(L, b->p);
  return J;
}

// slopes(code, t, x, y, p) -> (nu + nx) x (nx + ny): numbers there
static int code_slopes(lua_State *L) {
  lia_error err = { 0 };
  lia_sampled *b = code_at(L, 1);
  int rows, cols, total = 0, at = 1;
  for (int g = 0; g < LIA_SAMPLED_GROUPS; g++) total += b->n[g];
  double *in = lua_newuserdata(L, (size_t)total * sizeof *in);
  in[0] = luaL_checknumber(L, 2);
  for (int g = LIA_SAMPLED_x; g < LIA_SAMPLED_GROUPS; at += b->n[g++]) {
    const lvec *v = lia_check(L, 2 + g, &lia_vec_class);
    luaL_argcheck(L, v->n == b->n[g], 2 + g, "another size expected");
    memcpy(in + at, v->x, (size_t)v->n * sizeof *in);
  }
  const lia_expr *J = push_slopes(L, b, &rows, &cols);
  lia_tape *tape = NULL;
  void **box = lia_push_hold(L);
  if (lia_tape_new(&tape, b->p, (uint32_t)total, b->in, (uint32_t)(rows * cols), J, &err) != LIA_OK)
    return lia_raise(L, &err);
  *box = tape;
  tape->math = &lia_machine_math;
  double *work = lua_newuserdata(L, ((size_t)tape->nslot + 1) * sizeof *work);
  lia_tape_eval(tape, in, lia_pushmat(L, rows, cols), work);
  return 1;
}

// ---- with a quadratic programme in between ----

// ask: what of the data varies, of (t, (), [x, y], p); then: the program, of (t, x, [y, z, solved],
// p); z: the unknowns
typedef struct staged {
  void *ask, *then;
  lia_qp_work *qp;
  int n, rows, nx, ny, nvary;
  size_t ndata;
  double *data, *varied, *before, *behind;   // what both are given: x, y and y, z, solved
  int *place;                                // (nvary) in the data
} staged;

static void stage_both(void *user, const double *const *in, double *const *out) {
  staged *s = user;
  const size_t nx = (size_t)s->nx, ny = (size_t)s->ny;
  memcpy(s->before, in[1], nx * sizeof(double));
  memcpy(s->before + nx, in[2], ny * sizeof(double));
  const double *const asked[4] = { in[0], in[1], s->before, in[3] };
  double *const varied[2] = { s->varied, s->behind };
  lia_lkernel_run(s->ask, asked, varied);
  for (int k = 0; k < s->nvary; k++) s->data[s->place[k]] = s->varied[k];
  memcpy(s->behind, in[2], ny * sizeof(double));
  s->behind[s->ny + s->n] = lia_qp_ask(s->qp, s->rows, s->data, s->behind + ny);
  const double *const known[4] = { in[0], in[1], s->behind, in[3] };
  lia_lkernel_run(s->then, known, out);
}

static void staged_free(void *user) {
  staged *s = user;
  lia_qp_free(s->qp);
  lia_free(s);
}

static void staged_layout(lia_layout *l, staged *s) {
  const size_t nx = (size_t)s->nx, ny = (size_t)s->ny, n = (size_t)s->n;
  s->data = LIA_TAKE(l, double, s->ndata);
  s->varied = LIA_TAKE(l, double, (size_t)s->nvary + 1);
  s->before = LIA_TAKE(l, double, nx + ny + 1);
  s->behind = LIA_TAKE(l, double, ny + n + 1);
  s->place = LIA_TAKE(l, int, (size_t)s->nvary + 1);
}

static staged *staged_new(const staged *shape, int m, lia_error *err) {
  staged at = *shape;
  lia_layout l = { NULL, sizeof at };
  staged_layout(&l, &at);
  staged *s = lia_block(l.used);
  if (!s) return NULL;
  l = (lia_layout){ (char *)s, sizeof at };
  staged_layout(&l, &at);
  *s = at;
  if (lia_qp_new(&s->qp, s->n, m, err) == LIA_OK) return s;
  lia_free(s);
  return NULL;
}

// staged({ask, then}, n, m, rows, {data}, {places from 1 of what varies}) -> kernel (t, x, y, p) ->
// (u, x+)
static int code_staged(lua_State *L) {
  lia_error err = { 0 };
  lua_settop(L, 6);
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_rawgeti(L, 1, 1);
  lua_rawgeti(L, 1, 2);
  staged shape = { .ask = lia_check(L, 7, &lia_kernel_class),
    .then = lia_check(L, 8, &lia_kernel_class), .n = (int)luaL_checkinteger(L, 2),
    .rows = (int)luaL_checkinteger(L, 4), .nvary = (int)lua_rawlen(L, 6) };
  const int m = (int)luaL_checkinteger(L, 3);
  const lkernel_shape before = lia_lkernel_shape(shape.ask), then = lia_lkernel_shape(shape.then);
  shape.nx = then.in_size[1];
  shape.ny = then.in_size[2] - shape.n - 1;
  shape.ndata = lia_qp_data_size(shape.n, m, shape.rows);
  luaL_argcheck(L, before.in_size[2] == shape.nx + shape.ny && before.in_size[1] == 0 &&
      before.out_size[0] == shape.nvary, 1, "other sizes expected");
  luaL_argcheck(L, lua_rawlen(L, 5) == shape.ndata, 5, "other sizes expected");
  staged *s = staged_new(&shape, m, &err);
  if (!s) return err.code ? lia_raise(L, &err) : lia_mistake(L, "out of memory");
  for (size_t k = 0; k < shape.ndata; k++) {
    lua_rawgeti(L, 5, (int)k + 1);
    s->data[k] = lua_tonumber(L, -1);
    lua_pop(L, 1);
  }
  for (int k = 0; k < shape.nvary; k++) {
    lua_rawgeti(L, 6, k + 1);
    s->place[k] = (int)lua_tointeger(L, -1) - 1;
    lua_pop(L, 1);
  }
  const int sizes[4] = { 1, shape.nx, shape.ny, then.in_size[3] };
  lia_lkernel_push_own(L, &(lkernel_shape){ 4, 2, sizes, then.out_size },
      &(lkernel_own){ s, stage_both, staged_free, "a programme is solved in between" });
  lia_keep(L, lua_gettop(L), 1);
  return 1;
}

void lia_open_sampled(lua_State *L);
void lia_open_sampled(lua_State *L) {
  static const luaL_Reg list[] = { { "new", code_new }, { "line", code_line },
      { "model", code_model }, { "differentiate", code_differentiate }, { "put", code_put },
      { "size", code_size }, { "join", code_join }, { "finish", code_finish },
      { "passes", code_passes }, { "kernel", code_kernel }, { "write", code_write },
      { "ship", code_ship }, { "compiled", code_compiled },
      { "slopes", code_slopes }, { "staged", code_staged }, { "expressions", code_expressions },
      { NULL, NULL } };
  lia_class_register(L, &lia_sampled_class);
  lia_kit_register(L, "sampled", list);
}
