/* lasking.c - expressions simplified, solved, asked what they are, and printed */
#include "bindings/sym/lexpr.h"
#include "bindings/kit/fields.h"

#include "base/text.h"
#include "sym/tape/eval.h"
#include "sym/expr/latex.h"
#include "sym/expr/leaves.h"
#include "sym/expr/print.h"
#include "sym/simp/simp.h"
#include "sym/simp/solve.h"
#include "sym/expr/subs.h"
#include "sym/simp/zero.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static lexpr *self(const lia_arg *a) { return a->o; }

// ---- simplifications ----

int lia_push_cut(lua_State *L, const lia_pool *p, uint32_t before) {
  if (p->cut == before) return 0;
  lua_pushstring(
      L, "cut short: this took all the work that was given to it, a shorter form may exist");
  return 1;
}

static int simplified(lua_State *L, lia_expr (*f)(lia_pool *p, lia_expr e)) {
  lia_arg a[1];
  lia_args(L, a);
  lexpr x = *self(a);
  uint32_t cut = x.p->cut;
  lia_expr_mark(L, x.p);
  lia_push_expr(L, x.p, f(x.p, x.e), 1);
  return 1 + lia_push_cut(L, x.p, cut);
}

static int expr_expand(lua_State *L) { return simplified(L, lia_simp_expand); }
static int expr_factor(lua_State *L) { return simplified(L, lia_simp_factor); }
static int expr_trig(lua_State *L) { return simplified(L, lia_simp_trig); }
static int expr_merge(lua_State *L) { return simplified(L, lia_simp_merge); }
static int expr_cancel(lua_State *L) { return simplified(L, lia_simp_cancel); }
static int expr_simplify(lua_State *L) { return simplified(L, lia_simp_all); }
static int expr_angles(lua_State *L) { return simplified(L, lia_simp_angles); }

// what to collect: one expression or text, or a list of them
static int expr_collect(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  lexpr x = *self(a);
  int list = lua_istable(L, 2), n = list ? (int)lua_rawlen(L, 2) : 1;
  if (n < 1) return lia_arg_error(L, 2, "expected at least one symbol or expression");
  lia_expr *by = lua_newuserdata(L, (size_t)n * sizeof *by);
  for (int i = 0; i < n; i++) {
    char what[24];
    snprintf(what, sizeof what, "[%d]", i + 1);
    if (list) lua_rawgeti(L, 2, i + 1);
    else lua_pushvalue(L, 2);
    by[i] = lia_to_expr(L, x.p, -1, 2, list ? what : NULL);
    lua_pop(L, 1);
  }
  lia_fit(x.p, n, by, 1, &x.e);
  lia_push_expr(L, x.p, lia_simp_collect(x.p, x.e, (uint32_t)n, by), 1);
  return 1;
}

static int expr_fraction(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  lexpr x = *self(a);
  lia_expr num, den;
  lia_expr n, d;
  if (!lia_simp_together(x.p, x.e, &num, &den) || !lia_simp_lowest(x.p, num, den, &n, &d))
    return lia_expr_raise(L, x.p);
  // what has nothing in common stays in factors
  int same = lia_zero_equal(x.p, num, n) == LIA_ZERO_yes;
  lia_push_expr(L, x.p, same ? num : n, 1);
  lia_push_expr(L, x.p, same ? den : d, 1);
  return 2;
}

// ---- equations ----

static int expr_solve(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  lexpr x = *self(a);
  lia_expr s = lia_to_symbol(L, x.p, 2, 2, NULL);
  lia_fit(x.p, 1, &s, 1, &x.e);
  lia_roots r;
  lia_error err = { 0 };
  if (lia_solve_one(x.p, x.e, s, &r, &err) != LIA_OK) return lia_fail(L, &err);
  lua_createtable(L, r.n, 1);
  for (int i = 0; i < r.n; i++) {
    lia_push_expr(L, x.p, r.root[i], 1);
    lua_rawseti(L, -2, i + 1);
  }
  if (r.condition == LIA_ZERO) return 1;
  lia_push_expr(L, x.p, r.condition, 1);
  lua_setfield(L, -2, "condition");
  return 1;
}

// li.solve({f, g}, {x, y})
static int expr_solve_linear(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  lia_pool *p = lia_push_pool(L);
  int keep = lua_gettop(L), n = (int)lua_rawlen(L, 1), m;
  if (n < 1 || n > 200) return lia_arg_error(L, 1, "expected 1..200 equations, got %d", n);
  lia_expr *f = lia_to_list(L, p, n);
  lia_expr *x = lia_to_symbols(L, p, 2, 2, &m);
  lia_fit(p, m, x, n, f);
  if (m != n)
    return lia_arg_error(L, 2, "expected as many unknowns as equations (%d), got %d", n, m);
  lsmat *r = lia_push_smat(L, p, n, 1, 1, keep);
  lia_error err = { 0 };
  return lia_solve_linear(p, n, f, x, r->x, &err) == LIA_OK ? 1 : lia_fail(L, &err);
}

// ---- asking ----

static int expr_symbols_of(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  lexpr x = *self(a);
  lia_expr *s = lua_newuserdata(L, ((size_t)x.p->names.count + 1) * sizeof *s);
  uint32_t n = lia_subs_symbols(x.p, 1, &x.e, s);
  if (n == UINT32_MAX) return lia_expr_raise(L, x.p);
  lia_subs_by_name(x.p, n, s);
  lua_createtable(L, (int)n, 0);
  for (uint32_t i = 0; i < n; i++) {
    lia_push_expr(L, x.p, s[i], 1);
    lua_rawseti(L, -2, (int)i + 1);
  }
  return 1;
}

// argument 2: what stands in x by this name or as it is
static lia_expr asking_part_of(lua_State *L, const lexpr *x) {
  lia_expr e = lia_to_expr(L, x->p, 2, 2, NULL);
  lia_fit(x->p, 1, &e, 1, &x->e);
  return e;
}

static int expr_depends(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  lexpr x = *self(a);
  int yes = lia_subs_depends(x.p, x.e, asking_part_of(L, &x));
  if (yes < 0) return lia_expr_raise(L, x.p);
  lua_pushboolean(L, yes);
  return 1;
}

static int expr_coeff(lua_State *L) {
  lia_arg a[3];
  lia_args(L, a);
  lexpr x = *self(a);
  lia_push_expr(L, x.p, lia_subs_coefficient(x.p, x.e, asking_part_of(L, &x),
      a[2].given ? a[2].n : 1), 1);
  return 1;
}

static int expr_degree(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  lexpr x = *self(a);
  int d = lia_subs_degree(x.p, x.e, asking_part_of(L, &x));
  if (d == -2) return lia_expr_raise(L, x.p);
  if (d >= 0) lua_pushinteger(L, d);
  else lua_pushnil(L);
  return 1;
}

static int expr_is_zero(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  lia_zero_answer z = lia_zero(self(a)->p, self(a)->e);
  if (z == LIA_ZERO_unknown && self(a)->p->err.code) return lia_expr_raise(L, self(a)->p);
  if (z == LIA_ZERO_unknown) lua_pushnil(L);
  else lua_pushboolean(L, z == LIA_ZERO_yes);
  return 1;
}

static int expr_equals(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  lexpr x = *self(a);
  lia_expr y = lia_to_expr(L, x.p, 2, 2, NULL);
  lia_zero_answer z = lia_zero_equal(x.p, x.e, y);
  lia_pool_clear(x.p);
  if (z == LIA_ZERO_unknown) lua_pushnil(L);
  else lua_pushboolean(L, z == LIA_ZERO_yes);
  return 1;
}

static int expr_number(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  lexpr x = *self(a);
  double v;
  lia_status st = x.p->node[x.e].bits ? LIA_EDOMAIN : lia_eval(x.p, x.e, 0, NULL, NULL, &v, NULL);
  if (st == LIA_ENOMEM) return lia_error_text(L, "out of memory");
  if (st != LIA_OK) lua_pushnil(L);
  else lua_pushnumber(L, v);
  lia_pool_clear(x.p);
  return 1;
}

static const char *kind_name(lia_op op) {
  switch (op) {
    case LIA_OP_num: return "number";
    case LIA_OP_sym: return "symbol";
    case LIA_OP_add: return "sum";
    case LIA_OP_mul:
    case LIA_OP_scale: return "product";
    case LIA_OP_pow: return "power";
    default: return lia_op_row[op].text;
  }
}

static int expr_kind(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  lua_pushstring(L, kind_name(lia_expr_op(self(a)->p, self(a)->e)));
  return 1;
}

static int expr_parts(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  lexpr x = *self(a);
  uint32_t n = lia_expr_n(x.p, x.e);
  lua_createtable(L, (int)n, 0);
  for (uint32_t i = 0; i < n; i++) {
    lia_push_expr(L, x.p, lia_expr_args(x.p, x.e)[i], 1);
    lua_rawseti(L, -2, (int)i + 1);
  }
  return 1;
}

void lia_push_count(lua_State *L, lia_count c) {
  const struct {
    const char *key;
    size_t n;
  } row[] = {
    { "mul", c.mul }, { "add", c.add }, { "div", c.div }, { "fun", c.fun }, { "angle", c.angle }
  };
  lua_createtable(L, 0, 5);
  for (int i = 0; i < 5; i++) lia_field_integer(L, row[i].key, (long)row[i].n);
}

void lia_push_ops(lua_State *L, lia_pool *p, int n, const lia_expr *x, int constants) {
  lia_count c;
  if (!(constants ? lia_tape_count_moving : lia_tape_count)(p, (uint32_t)n, x, &c))
    lia_expr_raise(L, p);
  lia_push_count(L, c);
}

static int expr_ops(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  lia_push_ops(L, self(a)->p, 1, &self(a)->e, 0);
  return 1;
}

static int expr_leaves(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  double n;
  if (!lia_expr_leaves(self(a)->p, 1, &self(a)->e, &n)) return lia_error_text(L, "out of memory");
  lua_pushnumber(L, n);
  return 1;
}

// ---- text ----

int lia_push_printed(lua_State *L, lia_pool *p, lia_status st, lia_text *t) {
  if (st == LIA_OK) return lia_give_text(L, t);
  lia_text_free(t);
  lia_pool_nomem(p);
  return lia_expr_raise(L, p);
}

static int printed(lua_State *L, lexpr x, const lia_print_opts *o) {
  lia_text t = { 0 };
  lia_status st = lia_print(x.p, x.e, o, &t);
  return lia_push_printed(L, x.p, st, &t);
}

// files of liaison read the text again: they are given all digits
static int expr_tostring(lua_State *L) {
  const lexpr *x = lia_check(L, 1, &lia_expr_class);
  const int digits = lia_digits(L, 0);
  return printed(L, *x, &(lia_print_opts){ .style = &lia_style_shown, .most = 200000,
                                           .digits = lia_for_person(L) ? digits : 0 });
}

static int in_style(lua_State *L, const lia_style *style, int digits) {
  lia_arg a[3];
  lia_args(L, a);
  lia_print_opts o = { .style = style, .most = (size_t)1 << 26, .digits = digits };
  int nbeside = 0;
  if (a[1].given) o.angles = a[1].n;
  if (a[2].given) o.beside = lia_to_symbols(L, self(a)->p, 3, 2, &nbeside);
  o.nbeside = (uint32_t)nbeside;
  return printed(L, *self(a), &o);
}

static int expr_text(lua_State *L) { return in_style(L, &lia_style_shown, 0); }

static int expr_latex(lua_State *L) { return in_style(L, &lia_style_latex, lia_digits(L, 0)); }

static int expr_shown(lua_State *L) { return in_style(L, &lia_style_shown, lia_digits(L, 0)); }

static const lia_fn for_person[] = {
  { expr_shown, "shown(x: expr [, style: plain|angles|own, beside: expr|str|table|smat]) -> str",
    "expr:text as a person is shown it: with the digits of li.digits.", NULL },
  { 0 },
};

// latex_cut(latex, columns, deepest) -> { piece, ... }, or nil where the formula fits (latex.h)
static int latex_cut(lua_State *L) {
  lia_text t = { 0 };
  const char *latex = luaL_checkstring(L, 1);
  if (!lia_latex_cut(latex, (int)luaL_checkinteger(L, 2), (int)luaL_checkinteger(L, 3), &t)) {
    lua_pushnil(L);
    return 1;
  }
  if (t.nomem) {
    lia_text_free(&t);
    return lia_error_text(L, "out of memory");
  }
  lia_give_text(L, &t);
  const char *s = lua_tostring(L, -1);
  lua_newtable(L);
  for (int i = 1; *s; i++) {
    size_t n = strcspn(s, "\n");
    lua_pushlstring(L, s, n);
    lua_rawseti(L, -2, i);
    s += n + (s[n] != 0);
  }
  return 1;
}

// latex_lines(latex, columns) -> the formula in lines for the rows of align* (latex.h)
static int latex_lines(lua_State *L) {
  lia_text t = { 0 };
  lia_latex_lines(luaL_checkstring(L, 1), (int)luaL_checkinteger(L, 2), &t);
  return lia_give_text(L, &t);
}

// ---- the rows ----

#define XY "local x, y = li.symbols 'x y'; "
#define Q "local q1, q2 = li.coordinates 'q1 q2'; "

static const lia_fn methods[] = {
  { expr_tostring, "expr.__tostring(a: expr) -> str",
    "As li.expr reads it; more than 200000 bytes end with '...' (expr:text has all).",
    XY "return (x + y)^2/2 --> (x + y)^2/2" },
  { expr_expand, "expr:expand() -> expr",
    "Products and whole powers of sums multiplied out, everywhere.",
    XY "return ((x + y)^2*x):expand() --> x^3 + 2*x^2*y + x*y^2" },
  { expr_collect, "expr:collect(x: expr|str|table) -> expr",
    "As a sum of powers of the symbols (or expressions) named, each with all its terms in one "
    "factor.",
    XY "return ((x + y)*(x + 2)):collect(x) --> x^2 + x*(y + 2) + 2*y" },
  { expr_factor, "expr:factor() -> expr, note: str",
    "What terms have in common taken out, of all terms first, then of the largest groups; never "
    "more operations.",
    XY "return (2*x*y + 2*x*y^2 + 1):factor() --> 2*x*y*(y + 1) + 1" },
  { expr_trig, "expr:trig() -> expr, note: str",
    "The shortest of the exact forms: products of sines and cosines merged to angles of sums, "
    "sin^2 + cos^2 = 1; never more operations.",
    Q "return (li.cos(q1)*li.cos(q2) - li.sin(q1)*li.sin(q2)):trig(), (li.sin(q1)^2 + "
      "li.cos(q1)^2):trig() --> cos(q1 + q2), 1" },
  { expr_merge, "expr:merge() -> expr, note: str",
    "Pairs of products of sines and cosines merged to the angle of a sum, cos a cos b - sin a sin "
    "b = cos(a + b), as long as there are such pairs, even where that takes more operations. A "
    "product alone stays.",
    Q "return (li.sin(q1)*li.sin(q1 + q2) + li.cos(q1)*li.cos(q1 + q2)):merge() --> cos(q2)" },
  { expr_cancel, "expr:cancel() -> expr, note: str",
    "Common factors of numerators and denominators cancelled, polynomials included; never more "
    "operations.",
    XY "return ((x^2 - y^2)/(x - y)):cancel() --> x + y" },
  { expr_simplify, "expr:simplify() -> expr, note: str",
    "trig, cancel, factor and expand, what is shortest at the end; never more operations. A note "
    "says where it was cut short.",
    XY "return ((x^2*li.sin(y)^2 + x^2*li.cos(y)^2 - 1)/(x + 1)):simplify() --> x - 1" },
  { expr_angles, "expr:angles() -> expr",
    "Sines and cosines of sums and multiples multiplied out to those of single angles; tan becomes "
    "sin/cos.",
    Q "return li.sin(q1 + q2):angles() --> sin(q1)*cos(q2) + sin(q2)*cos(q1)" },
  { expr_fraction, "expr:fraction() -> num: expr, den: expr",
    "Numerator and denominator of one fraction, in lowest terms.",
    XY "return (1/x + 1/y):fraction() --> x + y, x*y" },
  { expr_solve, "expr:solve(x: expr|str) -> table",
    "The roots x of expr = 0, of degree 1 or 2 in x or K cos x + L sin x = M: {root [, root], "
    "condition = what must not be negative}. nil, message, 'EDOMAIN' where there is none.",
    XY "local r = (x^2 - y):solve(x); return r[1], r[2], r.condition --> sqrt(y), -sqrt(y), 4*y" },
  { expr_symbols_of, "expr:symbols() -> table",
    "The symbols it contains, in the order of their names (m2 before m10).",
    XY "return (y + x^2):symbols()[1] --> x" },
  { expr_depends, "expr:depends(x: expr|str) -> bool",
    "Whether the symbol or expression x stands in it.",
    XY "return (x + 1):depends(x), (x + 1):depends(y) --> true, false" },
  { expr_coeff, "expr:coeff(x: expr|str [, power: int]) -> expr",
    "The factor of x^power (default 1) where it is a polynomial in x.",
    XY "return ((x + y)^2):coeff(x) --> 2*y" },
  { expr_degree, "expr:degree(x: expr|str) -> int",
    "The degree as a polynomial in x; nil where it is none.",
    XY "return ((x + y)^2):degree(x), li.sin(x):degree(x) --> 2, nil" },
  { expr_is_zero, "expr:is_zero() -> bool",
    "true: proved to be 0 everywhere; false: proved to differ from 0 somewhere; nil: neither.",
    Q "return (li.sin(q1)^2 + li.cos(q1)^2 - 1):is_zero(), (q1 - q2):is_zero() --> true, false" },
  { expr_equals, "expr:equals(b: expr|num|str) -> bool",
    "Whether both are equal everywhere: true or false with a proof, else nil. (a == b asks whether "
    "they are written the same.)",
    XY "return ((x + y)^2):equals(x^2 + 2*x*y + y^2) --> true" },
  { expr_number, "expr:number() -> num", "The number it is, nil where it contains symbols.",
    XY "return (x - x + li.expr '3/4'):number(), x:number() --> 0.75, nil" },
  { expr_kind, "expr:kind() -> str",
    "number, symbol, sum, product, power, or the name of the function.",
    XY "return (x + y):kind(), (2*x):kind(), li.sin(x):kind() --> sum, product, sin" },
  { expr_parts, "expr:parts() -> table",
    "What it is made of: terms, factors, arguments, base and exponent.",
    XY "return #(x + y + 1):parts(), (x^3):parts()[2] --> 3, 3" },
  { expr_ops, "expr:ops() -> table",
    "The operations it takes to evaluate: mul, add, div, fun; what occurs twice is counted once.",
    XY "return ((x + y)^2 + (x + y)):ops().add --> 2" },
  { expr_leaves, "expr:leaves() -> num",
    "How many names and numbers its text holds, told before it is written: what occurs twice is "
    "written twice, and counted twice.",
    XY "return ((x + y)^2 + (x + y)):leaves() --> 5" },
  { expr_text, "expr:text([style: plain|angles|own, beside: expr|str|table|smat]) -> str",
    "As text, all of it. With 'angles' sin(q1 + q2) is s12 where all angles in it have one name "
    "and a number; with 'own' its other angles do not matter. beside: symbols that stand in the "
    "same text, where a name among them may not be used twice.",
    Q "return (2*li.cos(q1 + q2)):text 'angles' --> 2*c12" },
  { expr_latex, "expr:latex([style: plain|angles|own, beside: expr|str|table|smat]) -> str",
    "As LaTeX, rates with dots. With 'angles' or 'own' sin(q1 + q2) is s_{12}, as in expr:text.",
    Q "return (q1:d()^2/2):latex() --> \\frac{\\dot q_1^{2}}{2}" },
  { 0 },
};

static const lia_fn functions[] = {
  { expr_solve_linear, "solve(equations: table, unknowns: expr|str|table|smat) -> smat",
    "Unknowns of equations that are linear in them, each given as an expression that is to be 0. "
    "nil, message, 'ESINGULAR' where there is no single solution.",
    XY "return li.solve({x + y - 3, x - y - 1}, 'x y') --> [2  1]" },
  { 0 },
};

void lia_open_asking(lua_State *L);
void lia_open_asking(lua_State *L) {
  static const luaL_Reg list[] = { { "latex_cut", latex_cut }, { "latex_lines", latex_lines },
                                    { NULL, NULL } };
  lia_kit_register(L, "sym", list);
  lia_kit_rows(L, "sym", for_person);
  lia_methods(L, &lia_expr_class, methods);
  lia_functions(L, functions);
}
