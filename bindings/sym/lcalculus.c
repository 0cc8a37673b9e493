/* lcalculus.c - derivatives of expressions, substitution, values at points, functions of numbers */
#include "bindings/sym/lexpr.h"
#include "bindings/kit/kit.h"

#include "base/mem.h"
#include "sym/expr/diff.h"
#include "sym/tape/eval.h"
#include "sym/expr/print.h"
#include "sym/expr/subs.h"

#include <stdio.h>
#include <string.h>

static lexpr *self(const lia_arg *a) { return a->o; }

// ---- derivatives ----

static int expr_diff(lua_State *L) {
  lia_arg a;
  lia_arg_at(L, 1, &a);
  lexpr x = *self(&a);
  int n = lua_gettop(L);
  if (n < 2) return lia_mistake(L, "expected a symbol to derive by");
  lia_expr_mark(L, x.p);
  for (int i = 2; i <= n; i++) {
    lia_arg_at(L, i, &a);
    lia_expr by = lia_to_symbol(L, x.p, i, i, NULL);
    lia_fit(x.p, 1, &by, 1, &x.e);
    x.e = lia_diff(x.p, x.e, by);
    if (!x.e) return lia_expr_raise(L, x.p);
  }
  lia_push_expr(L, x.p, x.e, 1);
  return 1;
}

static int rate(lua_State *L, int times) {
  lia_arg a[1];
  lia_args(L, a);
  lexpr x = *self(a);
  lia_expr_mark(L, x.p);
  for (int i = 0; i < times; i++) x.e = lia_diff_time(x.p, x.e);
  lia_push_expr(L, x.p, x.e, 1);
  return 1;
}

static int expr_d(lua_State *L) { return rate(L, 1); }
static int expr_dd(lua_State *L) { return rate(L, 2); }

static int expr_gradient(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  lexpr x = *self(a);
  int n;
  lia_expr *s = lia_to_symbols(L, x.p, 2, 2, &n);
  lia_fit(x.p, n, s, 1, &x.e);
  lsmat *g = lia_push_smat(L, x.p, n, 1, 1, 1);
  if (!lia_diff_gradient(x.p, x.e, (uint32_t)n, s, g->x)) return lia_expr_raise(L, x.p);
  return 1;
}

static int expr_hessian(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  lexpr x = *self(a);
  int n;
  lia_expr *s = lia_to_symbols(L, x.p, 2, 2, &n);
  lia_fit(x.p, n, s, 1, &x.e);
  lsmat *H = lia_push_smat(L, x.p, n, n, 0, 1);
  if (!lia_diff_hessian(x.p, x.e, (uint32_t)n, s, H->x)) return lia_expr_raise(L, x.p);
  return 1;
}

// ---- substitution and values ----

// the key of a table { m1 = 2, [q1] = 3 } at -2: a name or a text, or an expr
static lia_expr key_at(lua_State *L, lia_pool *p, int arg) {
  if (lua_type(L, -2) == LUA_TSTRING || lia_test(L, -2, &lia_expr_class)) {
    lua_pushvalue(L, -2);
    lia_expr e = lia_to_expr(L, p, -1, arg, NULL);
    lua_pop(L, 1);
    return e;
  }
  char got[100];
  lia_describe(L, -2, got, sizeof got);
  return (lia_expr)lia_arg_error(L, arg, "expected names or symbols as keys, got %s", got);
}

static int count_keys(lua_State *L, int idx) {
  int n = 0;
  for (lua_pushnil(L); lua_next(L, idx); lua_pop(L, 1)) n++;
  return n;
}

lia_change lia_to_change(lua_State *L, lia_pool *p, int idx, int arg) {
  int most = count_keys(L, idx);
  lia_change c = { 0 };
  c.from = lua_newuserdata(L, 2 * ((size_t)most + 1) * sizeof *c.from);
  c.to = c.from + most + 1;
  for (lua_pushnil(L); lua_next(L, idx); lua_pop(L, 1)) {
    char what[80];
    c.from[c.n] = key_at(L, p, arg);
    lia_print_short(p, c.from[c.n], what, sizeof what);
    c.to[c.n++] = lia_to_expr(L, p, -1, arg, what);
  }
  return c;
}

static int expr_subs(lua_State *L) {
  lia_arg a[3];
  lia_args(L, a);
  lexpr x = *self(a);
  lia_expr out;
  lia_expr_mark(L, x.p);
  lia_change c = { .n = 1 };
  lia_expr from, to;
  if (lua_istable(L, 2)) {
    if (a[2].given) return lia_arg_error(L, 3, "a table says all: {name = value, ...}");
    c = lia_to_change(L, x.p, 2, 2);
  } else {
    if (!a[2].given)
      return lia_arg_error(L, 3, "expected what to put for %s",
                           lua_tostring(L, 2) ? lua_tostring(L, 2) : "it");
    from = lia_to_expr(L, x.p, 2, 2, NULL);
    to = lia_to_expr(L, x.p, 3, 3, NULL);
    c.from = &from;
    c.to = &to;
  }
  lia_fit(x.p, c.n, c.from, 1, &x.e);
  int ok = lia_subs(x.p, (uint32_t)c.n, c.from, c.to, 1, &x.e, &out);
  if (!ok && x.p->err.code == LIA_EDOMAIN) {
    char why[sizeof x.p->err.text], text[160];
    snprintf(why, sizeof why, "%s", x.p->err.text);
    lia_pool_clear(x.p);
    lia_print_short(x.p, x.e, text, sizeof text);
    return lia_mistake(L, "%s, in %s", why, text);
  }
  lia_push_expr(L, x.p, ok ? out : 0, 1);
  return 1;
}

// a key that could be the name of a symbol, and is not
static const char *stray_name(lua_State *L, lia_pool *p) {
  if (lua_type(L, -2) != LUA_TSTRING) return NULL;
  const char *s = lua_tostring(L, -2);
  size_t n = strspn(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
  n += strspn(s + n, "'");
  return n && !s[n] && (*s < '0' || *s > '9') && !lia_pool_find(p, s, n) ? s : NULL;
}

lia_values lia_to_values(lua_State *L, lia_pool *p, int idx, int arg) {
  int most = lua_istable(L, idx) ? count_keys(L, idx) : 0;
  lia_values v = { 0 };
  v.x = lua_newuserdata(L, ((size_t)most + 1) * (sizeof *v.x + sizeof *v.symbol));
  v.symbol = (lia_expr *)(void *)(v.x + most + 1);
  if (!most) return v;
  for (lua_pushnil(L); lua_next(L, idx); lua_pop(L, 1)) {
    const char *stray = stray_name(L, p);
    if (stray) {
      if (!v.stray || strcmp(stray, v.stray) < 0) v.stray = stray;
      continue;
    }
    lia_expr s = key_at(L, p, arg);
    int known = lia_expr_op(p, s) == LIA_OP_sym;
    if (!known || lua_type(L, -1) != LUA_TNUMBER) {
      char what[80], got[64];
      lia_print_short(p, s, what, sizeof what);
      lia_describe(L, -1, got, sizeof got);
      if (!known) lia_arg_error(L, arg, "expected symbols as keys, got %s", what);
      lia_arg_error(L, arg, "%s: expected a number, got %s", what, got);
    }
    v.symbol[v.n] = s;
    v.x[v.n++] = lua_tonumber(L, -1);
  }
  return v;
}

const char *lia_give_it_one(lua_State *L, const lia_values *v) {
  static const char cure[] = "give it one: eval{name = number}";
  return v->stray ? lua_pushfstring(L, "%s ('%s' is the name of no symbol)", cure, v->stray)
                  : lua_pushfstring(L, "%s", cure);
}

static int expr_eval(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  lexpr x = *self(a);
  lia_values v = lia_to_values(L, x.p, 2, 2);
  lia_fit(x.p, v.n, v.symbol, 1, &x.e);
  lia_error err = { 0 };
  double r;
  if (lia_eval(x.p, x.e, (uint32_t)v.n, v.symbol, v.x, &r, &err) != LIA_OK) {
    lia_pool_clear(x.p);
    if (err.code == LIA_EARG)
      return lia_open_symbol(L, x.p, v.n, v.symbol, 1, &x.e, &err, lia_give_it_one(L, &v));
    return lia_fail(L, &err);
  }
  lua_pushnumber(L, r);
  return 1;
}

// ---- compiled for many evaluations ----

static void destroy_tape(void *t) { lia_free(t); }

static const lia_class tape_class = {
  .name = "tape",
  .text = "Instructions behind a function made by expr:fn.",
  .destroy = destroy_tape,
};

// upvalues: the tape, room for its work, inputs and outputs
static int run_tape(lua_State *L) {
  const lia_tape *t = ((lia_box *)lua_touserdata(L, lua_upvalueindex(1)))->p;
  double *w = lua_touserdata(L, lua_upvalueindex(2)), *in = w + t->nslot, *out = in + t->nin;
  int n = lua_gettop(L);
  if (n != (int)t->nin) return lia_error_at(L, "expected %d numbers, got %d", (int)t->nin, n);
  for (int i = 0; i < n; i++) {
    if (lua_type(L, i + 1) != LUA_TNUMBER)
      return lia_error_at(L, "argument %d: expected a number, got a %s", i + 1,
                          luaL_typename(L, i + 1));
    in[i] = lua_tonumber(L, i + 1);
  }
  lia_tape_eval(t, in, out, w);
  luaL_checkstack(L, (int)t->nout, NULL);
  for (uint32_t i = 0; i < t->nout; i++) lua_pushnumber(L, out[i]);
  return (int)t->nout;
}

// the first of n expressions with a symbol that is none of the inputs, for the end of a message; ""
// where there is none
static void open_text(lia_pool *p, int nin, const lia_expr *in, int n, const lia_expr *x,
                      char *text, size_t size) {
  *text = 0;
  for (int i = 0; i < n && !*text; i++) {
    lia_tape *t = NULL;
    if (lia_tape_new(&t, p, (uint32_t)nin, in, 1, &x[i], NULL) != LIA_OK)
      lia_print_short(p, x[i], text, size);
    lia_free(t);
  }
  lia_pool_clear(p);
}

int lia_open_symbol(lua_State *L, lia_pool *p, int nin, const lia_expr *in, int n,
                    const lia_expr *x, const lia_error *err, const char *hint) {
  char text[160];
  open_text(p, nin, in, n, x, text, sizeof text);
  return lia_mistake(L, "%s in %s: %s", err->text, text, hint);
}

void lia_push_function(lua_State *L, lia_pool *p, int nin, const lia_expr *in, int nout,
                       const lia_expr *out) {
  lia_tape *t = NULL;
  lia_error err = { 0 };
  void *box = lia_push(L, &tape_class);
  lia_status st = lia_tape_new(&t, p, (uint32_t)nin, in, (uint32_t)nout, out, &err);
  if (st == LIA_EARG) lia_open_symbol(L, p, nin, in, nout, out, &err, "it is no input");
  if (st != LIA_OK) {
    lia_pool_clear(p);
    lia_raise(L, &err);
  }
  *(void **)box = t;
  lua_newuserdata(L, ((size_t)t->nslot + t->nin + t->nout + 1) * sizeof(double));
  lua_pushcclosure(L, run_tape, 2);
}

static int expr_fn(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  lexpr x = *self(a);
  int n;
  lia_expr *s = lia_to_symbols(L, x.p, 2, 2, &n);
  lia_fit(x.p, n, s, 1, &x.e);
  lia_push_function(L, x.p, n, s, 1, &x.e);
  return 1;
}

// ---- the rows ----

#define XY "local x, y = li.symbols 'x y'; "
#define Q "local q1, q2 = li.coordinates 'q1 q2'; "

static const lia_fn methods[] = {
  { expr_diff, "expr:diff(...: expr|str)",
    "The derivative by a symbol, or by several one after the other.",
    XY "return (x^2*y):diff(x), (x^2*y):diff(x, y) --> 2*x*y, 2*x" },
  { expr_d, "expr:d() -> expr", "The derivative in time: q1 gives q1', parameters give 0.",
    Q "return q1:d(), (q1^2):d() --> q1', 2*q1*q1'" },
  { expr_dd, "expr:dd() -> expr", "The second derivative in time.",
    Q "return q1:dd(), li.sin(q1):dd() --> q1'', cos(q1)*q1'' - sin(q1)*q1'^2" },
  { expr_gradient, "expr:gradient(x: expr|str|table|smat) -> smat",
    "The vector of derivatives by a list of symbols, in one pass from the result back.",
    XY "return (x^2*y):gradient 'x y' --> [2*x*y  x^2]" },
  { expr_hessian, "expr:hessian(x: expr|str|table|smat) -> smat",
    "The matrix of second derivatives.",
    XY "return (x^2*y):hessian{x, y} --> [2*y  2*x]\n[2*x  0]" },
  { expr_subs, "expr:subs(what: table|expr|str [, by: expr|num|str]) -> expr",
    "Everything replaced at once: {x = y, y = 'x + 1', [q1] = 0}, or one thing by another. Sums "
    "are found inside longer sums, products inside longer products.",
    XY "return (x - 2*y):subs{x = y, y = x}, (x + y + 1):subs('x + y', 3) --> y - 2*x, 4" },
  { expr_eval, "expr:eval([values: table]) -> num",
    "The value at {name = number, ...}; nil, message, 'EDOMAIN' where there is none. A symbol "
    "without a number is an error that names it; names of no symbol are passed over.",
    XY "return (x^2/y):eval{x = 3, y = 2}, (1/x):eval{x = 0} --> 4.5, nil, 1/x has no finite value "
       "where x = 0, EDOMAIN" },
  { expr_fn, "expr:fn(inputs: expr|str|table|smat) -> fn",
    "A function of numbers, for many evaluations: inputs in this order.",
    XY "local f = (x^2 + y):fn 'x y'; return f(3, 1), f(0, 2) --> 10, 2" },
  { 0 },
};

void lia_open_calculus(lua_State *L);
void lia_open_calculus(lua_State *L) {
  lia_class_register(L, &tape_class);
  lia_methods(L, &lia_expr_class, methods);
}
