/* lexpr.c - expressions as Lua values: operators and functions */
#include "bindings/sym/lexpr.h"
#include "bindings/kit/kit.h"
#include "bindings/kit/nums.h"

#include "sym/expr/build.h"
#include "sym/expr/print.h"
#include "sym/simp/zero.h"

#include <math.h>

// argument i, expr or num, with the pool of whichever argument has one at index keep
static lia_expr expr_operand(lia_pool *p, const lia_arg *a) {
  return a->o ? ((lexpr *)a->o)->e : lia_sym_num(p, a->x);
}

static lexpr *self(const lia_arg *a) { return a->o; }

// ---- operators and functions ----

typedef lia_expr binary(lia_pool *p, lia_expr a, lia_expr b);

static int is_matrix(lua_State *L, int idx) {
  const lia_class *c = lua_type(L, idx) == LUA_TUSERDATA ? lia_classof(L, idx) : NULL;
  return c == &lia_smat_class || c == &lia_mat_class || c == &lia_vec_class;
}

// an expr with a matrix is the matrix's business
static int matrix_operator(lua_State *L, const char *name) {
  lua_pushlightuserdata(L, (void *)&lia_smat_class);
  lua_rawget(L, LUA_REGISTRYINDEX);
  lua_getfield(L, -1, name);
  lua_replace(L, 3);
  lua_settop(L, 3);
  lua_insert(L, 1);
  lua_call(L, 2, 1);
  return 1;
}

// an object of the Lua half that has the operator: what it makes of an expr before it
static int objects_operator(lua_State *L, const char *name) {
  if (lua_type(L, 2) != LUA_TTABLE || !luaL_getmetafield(L, 2, name)) return 0;
  lua_pushvalue(L, 1);
  lua_pushvalue(L, 2);
  lua_call(L, 2, 1);
  return 1;
}

// both expr|num, at least one of them an expr
static int two(lua_State *L, binary *f) {
  lia_arg a[2];
  lia_args(L, a);
  int keep = a[0].o ? 1 : 2;
  lia_pool *p = a[0].o ? self(&a[0])->p : self(&a[1])->p;
  lia_expr_mark(L, p);
  lia_push_expr(L, p, f(p, expr_operand(p, &a[0]), expr_operand(p, &a[1])), keep);
  return 1;
}

// whether e has at most `most` nodes, those met twice counted twice; how many are left of them, -1:
// more
static int expr_small(const lia_pool *p, lia_expr e, int most) {
  for (uint32_t i = 0; most >= 0 && i < lia_expr_n(p, e); i++)
    most = expr_small(p, lia_expr_args(p, e)[i], most - 1);
  return most;
}

// sums that are zero without showing it, sin(q)^2 + cos(q)^2 - 1, are found while they are short
static lia_expr divided(lia_pool *p, lia_expr a, lia_expr b) {
  double v, r;
  lia_expr sum = b;
  if (b) lia_sym_split(p, b, &sum);
  if (b && lia_expr_op(p, sum) == LIA_OP_add && expr_small(p, b, 100) >= 0 &&
      lia_zero_probe(p, b, 0, &v, &r) && v <= r && lia_zero(p, b) == LIA_ZERO_yes) {
    char text[160];
    lia_print_short(p, b, text, sizeof text);
    return lia_pool_fail(p, LIA_EDOMAIN, "division by zero: %s is 0 whatever its symbols are",
                         text);
  }
  return lia_sym_div(p, a, b);
}

#define OPERATOR(name, f) \
  static int expr_##name(lua_State *L) { \
    if (is_matrix(L, 1) || is_matrix(L, 2)) return matrix_operator(L, "__" #name); \
    return objects_operator(L, "__" #name) ? 1 : two(L, f); \
  }
OPERATOR(add, lia_sym_add)
OPERATOR(sub, lia_sym_sub)
OPERATOR(mul, lia_sym_mul)
#undef OPERATOR
static int expr_div(lua_State *L) {
  if (is_matrix(L, 1)) return matrix_operator(L, "__div");
  if (!is_matrix(L, 2)) return two(L, divided);
  char a[100], b[100];
  lia_describe(L, 1, a, sizeof a);
  lia_describe(L, 2, b, sizeof b);
  return lia_mistake(L, "%s cannot be divided by %s", a, b);
}
static int expr_pow(lua_State *L) { return two(L, lia_sym_pow); }
static int expr_lt(lua_State *L) { return two(L, lia_sym_lt); }
static int expr_le(lua_State *L) { return two(L, lia_sym_le); }
static int expr_eq(lua_State *L) { return two(L, lia_sym_eq); }

static lia_expr greater(lia_pool *p, lia_expr a, lia_expr b) { return lia_sym_lt(p, b, a); }
static lia_expr greater_equal(lia_pool *p, lia_expr a, lia_expr b) { return lia_sym_le(p, b, a); }
static int expr_gt(lua_State *L) { return two(L, greater); }
static int expr_ge(lua_State *L) { return two(L, greater_equal); }

static int no_order(lua_State *L) {
  return lia_error_at(
      L, "expressions have no order: a:lt(b), a:le(b) make a condition, a:eval{...} a number");
}

static int expr_unm(lua_State *L) {
  const lexpr *x = lia_check(L, 1, &lia_expr_class);
  lia_push_expr(L, x->p, lia_sym_neg(x->p, x->e), 1);
  return 1;
}

static int expr_one(lua_State *L, lia_op op, double (*f)(double)) {
  lia_arg a[2];   // atan has two
  lia_args(L, a);
  if (a->o) lia_expr_mark(L, self(a)->p);
  if (!a->o) lua_pushnumber(L, f ? f(a->x) : lia_op_value(op, a->x, 0, 0));
  else
    lia_push_expr(
        L, self(a)->p,
        f ? lia_sym_sqrt(self(a)->p, self(a)->e) : lia_sym_fun(self(a)->p, op, self(a)->e), 1);
  return 1;
}

static int expr_sin(lua_State *L) { return expr_one(L, LIA_OP_sin, NULL); }
static int expr_cos(lua_State *L) { return expr_one(L, LIA_OP_cos, NULL); }
static int expr_tan(lua_State *L) { return expr_one(L, LIA_OP_tan, NULL); }
static int expr_asin(lua_State *L) { return expr_one(L, LIA_OP_asin, NULL); }
static int expr_acos(lua_State *L) { return expr_one(L, LIA_OP_acos, NULL); }
static int expr_exp(lua_State *L) { return expr_one(L, LIA_OP_exp, NULL); }
static int expr_log(lua_State *L) { return expr_one(L, LIA_OP_log, NULL); }
static int expr_tanh(lua_State *L) { return expr_one(L, LIA_OP_tanh, NULL); }
static int expr_abs(lua_State *L) { return expr_one(L, LIA_OP_abs, NULL); }
static int expr_floor(lua_State *L) { return expr_one(L, LIA_OP_floor, NULL); }
static int expr_sign(lua_State *L) { return expr_one(L, LIA_OP_sign, NULL); }
static int expr_sqrt(lua_State *L) { return expr_one(L, LIA_OP_pow, sqrt); }

// two numbers give a number
static int number_or(lua_State *L, lia_op op, binary *f) {
  lia_arg a[2];
  lia_args(L, a);
  if (a[0].o || a[1].o) return two(L, f);
  lua_pushnumber(L, lia_op_value(op, a[0].x, a[1].x, 0));
  return 1;
}

static int expr_atan2(lua_State *L) { return number_or(L, LIA_OP_atan2, lia_sym_atan2); }
static int expr_power(lua_State *L) { return number_or(L, LIA_OP_pow, lia_sym_pow); }

static int expr_atan(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  return a[1].given ? expr_atan2(L) : expr_one(L, LIA_OP_atan, NULL);
}

// of any number of arguments: a number where all are
static int expr_extreme(lua_State *L, lia_op op, binary *f) {
  lia_arg a;
  int n = lua_gettop(L), keep = 0;
  lia_arg_at(L, 1, &a);
  for (int i = 1; i <= n; i++) {
    lia_arg_at(L, i, &a);
    if (a.o && !keep) keep = i;
  }
  lia_pool *p = keep ? lia_pool_of(L, keep) : NULL;
  lia_expr e = 0;
  double v = 0;
  for (int i = 1; i <= n; i++) {
    lia_arg_at(L, i, &a);
    if (p) e = i == 1 ? expr_operand(p, &a) : f(p, e, expr_operand(p, &a));
    else v = i == 1 ? a.x : lia_op_value(op, v, a.x, 0);
  }
  if (p) lia_push_expr(L, p, e, keep);
  else lua_pushnumber(L, v);
  return 1;
}

static int expr_min(lua_State *L) { return expr_extreme(L, LIA_OP_min, lia_sym_min); }
static int expr_max(lua_State *L) { return expr_extreme(L, LIA_OP_max, lia_sym_max); }

static int expr_piecewise(lua_State *L) {
  int n = lua_gettop(L);
  if (n < 3 || n % 2 == 0)
    return lia_mistake(
        L,
        "expected a condition and a value, any number of times, and a last value, got %d arguments",
        n);
  lia_pool *p = lia_push_pool(L);
  int keep = lua_gettop(L);
  lia_expr e = lia_to_expr(L, p, n, n, NULL);
  for (int i = n - 2; i >= 1; i -= 2)
    e = lia_sym_if(p, lia_to_expr(L, p, i, i, NULL), lia_to_expr(L, p, i + 1, i + 1, NULL), e);
  lia_push_expr(L, p, e, keep);
  return 1;
}

static int of_list(lua_State *L, lia_expr (*f)(lia_pool *p, size_t n, const lia_expr *k)) {
  lia_arg a[1];
  lia_args(L, a);
  lia_pool *p = lia_push_pool(L);
  int keep = lua_gettop(L), n = (int)lua_rawlen(L, 1);
  const lia_expr *x = lia_to_list(L, p, n);
  lia_push_expr(L, p, f(p, (size_t)n, x), keep);
  return 1;
}

static int expr_sum(lua_State *L) { return of_list(L, lia_sym_sum); }
static int expr_product(lua_State *L) { return of_list(L, lia_sym_product); }

static int expr_equal(const void *pa, const void *pb) {
  const lexpr *a = pa, *b = pb;
  return a->p == b->p && a->e == b->e;
}

// ---- the rows ----

#define XY "local x, y = li.symbols 'x y'; "
#define Q "local q1, q2 = li.coordinates 'q1 q2'; "

static const lia_fn methods[] = {
  { expr_add, "expr.__add(a: expr|num|smat|mat, b: expr|num|smat|mat) -> expr|smat",
    "a + b, like terms collected.", XY "return x + y + x --> 2*x + y" },
  { expr_sub, "expr.__sub(a: expr|num|smat|mat, b: expr|num|smat|mat) -> expr|smat", "a - b.",
    XY "return x - 1 - x --> -1" },
  { expr_mul, "expr.__mul(a: expr|num|smat|mat, b: expr|num|smat|mat) -> expr|smat",
    "a * b, like factors collected.", XY "return 2*x*y*x --> 2*x^2*y" },
  { expr_div, "expr.__div(a: expr|num|smat|mat, b: expr|num|smat|mat) -> expr|smat",
    "a / b; by an exact zero is an error.", XY "return x/(2*y) --> x/(2*y)" },
  { expr_pow, "expr.__pow(a: expr|num, b: expr|num) -> expr", "a ^ b.",
    XY "return (x*y)^2 --> x^2*y^2" },
  { expr_unm, "expr.__unm(a: expr, b: any) -> expr", "-a.", XY "return -(x - y) --> y - x" },
  { no_order, "expr.__lt(a: any, b: any)",
    "Refused: expressions have no order. a:lt(b) makes a condition.",
    XY "return pcall(function() return x < y end) --> false, example:1: expressions have no order: "
       "a:lt(b), a:le(b) make a condition, a:eval{...} a number" },
  { no_order, "expr.__le(a: any, b: any)",
    "Refused: expressions have no order. a:le(b) makes a condition.",
    XY "return (pcall(function() return x <= y end)) --> false" },
  { expr_lt, "expr:lt(b: expr|num) -> expr",
    "The condition a < b, for li.piecewise: 1 where it holds, else 0.",
    XY "return x:lt(y) --> x < y" },
  { expr_le, "expr:le(b: expr|num) -> expr", "The condition a <= b.",
    XY "return x:le(1) --> x <= 1" },
  { expr_gt, "expr:gt(b: expr|num) -> expr", "The condition a > b.",
    XY "return x:gt(y) --> y < x" },
  { expr_ge, "expr:ge(b: expr|num) -> expr", "The condition a >= b.",
    XY "return x:ge(1) --> 1 <= x" },
  { expr_eq, "expr:eq(b: expr|num) -> expr",
    "The condition a = b. (a == b asks whether they are one expression.)",
    XY "return x:eq(y) --> x == y" },
  { 0 },
};

static const lia_fn functions[] = {
  { expr_sin, "sin(x: num|expr) -> num|expr", "Sine, of a number or an expression.",
    Q "return li.sin(-q1), li.sin(0) --> -sin(q1), 0" },
  { expr_cos, "cos(x: num|expr) -> num|expr", "Cosine.",
    Q "return li.cos(q1 + math.pi), li.cos(0) --> -cos(q1), 1" },
  { expr_tan, "tan(x: num|expr) -> num|expr", "Tangent.", "return li.tan(0) --> 0" },
  { expr_asin, "asin(x: num|expr) -> num|expr", "Inverse sine, in [-pi/2, pi/2].",
    XY "return li.sin(li.asin(x)) --> x" },
  { expr_acos, "acos(x: num|expr) -> num|expr", "Inverse cosine, in [0, pi].",
    "return li.acos(1) --> 0" },
  { expr_atan, "atan(y: num|expr [, x: num|expr]) -> num|expr",
    "Inverse tangent; with two arguments the angle of the point (x, y).",
    "return li.atan(1, 0) --> 1.5707963267949" },
  { expr_atan2, "atan2(y: num|expr, x: num|expr) -> num|expr",
    "The angle of the point (x, y), in (-pi, pi].",
    XY "return li.atan2(y, x):diff(y) --> x/(x^2 + y^2)" },
  { expr_exp, "exp(x: num|expr) -> num|expr", "e^x.", XY "return li.exp(x)*li.exp(-x) --> 1" },
  { expr_log, "log(x: num|expr) -> num|expr", "Natural logarithm.",
    XY "return li.log(x):diff(x) --> 1/x" },
  { expr_sqrt, "sqrt(x: num|expr) -> num|expr", "Square root.",
    XY "return li.sqrt(4*x), li.sqrt(9) --> 2*sqrt(x), 3" },
  { expr_tanh, "tanh(x: num|expr) -> num|expr", "Hyperbolic tangent: a smooth sign for friction.",
    "return li.tanh(0) --> 0" },
  { expr_abs, "abs(x: num|expr) -> num|expr", "Absolute value.",
    XY "return li.abs(-2*x), li.abs(-2) --> 2*abs(x), 2" },
  { expr_sign, "sign(x: num|expr) -> num|expr", "-1, 0 or 1.", "return li.sign(-3) --> -1" },
  { expr_floor, "floor(x: num|expr) -> num|expr", "The largest whole number that is not above x.",
    XY "return li.floor(-2.5), li.floor(x):diff(x) --> -3, 0" },
  { expr_power, "pow(x: num|expr, y: num|expr) -> num|expr", "x^y.",
    XY "return li.pow(x, 3), li.pow(2, 10) --> x^3, 1024" },
  { expr_min, "min(x: num|expr, ...: num|expr) -> num|expr", "The smallest.",
    XY "return li.min(x, 1), li.min(3, 1, 2) --> min(1, x), 1" },
  { expr_max, "max(x: num|expr, ...: num|expr) -> num|expr", "The largest.",
    "return li.max(3, 1) --> 3" },
  { expr_piecewise, "piecewise(...: any) -> expr",
    "A condition and a value, any number of times, and the value where none holds.",
    XY "return li.piecewise(x:lt(0), 0, x) --> piecewise(x < 0, 0, x)" },
  { expr_sum, "sum(list: table) -> expr",
    "The sum of a list: for many terms faster than adding one by one.",
    XY "return li.sum{x, y, x, 1} --> 2*x + y + 1" },
  { expr_product, "product(list: table) -> expr", "The product of a list.",
    XY "return li.product{x, y, x, 3} --> 3*x^2*y" },
  { 0 },
};

static void brief(const void *o, char *out, size_t n) {
  const lexpr *x = o;
  lia_print_short(x->p, x->e, out, n);
}

const lia_class lia_expr_class = {
  .name = "expr",
  .text =
      "An expression in symbols: numbers, sums, products, powers and functions, each written once.",
  .size = sizeof(lexpr),
  .method = methods,
  .equal = expr_equal,
  .brief = brief,
};

void lia_open_expr(lua_State *L);
void lia_open_expr(lua_State *L) {
  lia_class_register(L, &lia_expr_class);
  lia_functions(L, functions);
}
