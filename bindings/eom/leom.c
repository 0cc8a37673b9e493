/* leom.c - equations of motion in Lua: their methods, argument by argument */
#include "bindings/eom/leom.h"
#include "bindings/kit/fields.h"
#include "bindings/sym/lexpr.h"

#include "sym/expr/print.h"
#include "sym/simp/simp.h"

#include <math.h>
#include <string.h>

static void destroy(void *o) { lia_equations_free(o); }

static lia_equations *self(const lia_arg *a) { return a->o; }

// what a change gave: 1 result, or its error about argument arg
static int changed(lua_State *L, int arg, lia_status st, const lia_error *err) {
  return st == LIA_OK ? 1 : lia_eom_refuse(L, arg, err);
}

// ---- asked ----

static int row(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  lia_equations *o = self(a);
  if (a[1].n < 1 || a[1].n > o->n)
    return lia_arg_error(L, 2, "equation %d out of range 1..%d", a[1].n, o->n);
  lia_push_expr(L, o->p, lia_equations_row(o, a[1].n - 1), 1);
  return 1;
}

static int eom_rows(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  const lia_equations *o = self(a);
  lsmat *m = lia_push_smat(L, o->p, o->n, 1, 1, 1);
  for (int i = 0; i < o->n; i++)
    if (!(m->x[i] = lia_equations_row(o, i))) return lia_expr_raise(L, o->p);
  return 1;
}

static int skew(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  int yes = lia_equations_skew(self(a));
  if (yes < 0) lua_pushnil(L);
  else lua_pushboolean(L, yes);
  return 1;
}

static int loss(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  return lia_eom_push_loss(L, self(a));
}

// { {name =, T =, V =}, ... }
static int energies(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  const lia_equations *o = self(a);
  lia_error err = { 0 };
  void **box = lia_push_hold(L);
  lia_eom_body *body = NULL;
  int n;
  lia_status st = lia_equations_bodies(o, &n, &body, &err);
  *box = body;
  if (st != LIA_OK) return lia_raise(L, &err);
  lua_createtable(L, n, 0);
  for (int i = 0; i < n; i++) {
    lua_createtable(L, 0, 3);
    lia_field_text(L, "name", body[i].name);
    lia_push_expr(L, o->p, body[i].T, 1);
    lua_setfield(L, -2, "T");
    lia_push_expr(L, o->p, body[i].V, 1);
    lua_setfield(L, -2, "V");
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

static int text(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  lia_text t = { 0 };
  lia_error err = { 0 };
  self(a)->digits = lia_digits(L, 0);
  if (lia_equations_text(self(a), &t, &err) == LIA_OK) return lia_give_text(L, &t);
  lia_text_free(&t);
  return lia_raise(L, &err);
}

// ---- changed ----

static int with(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  const lia_equations *from = self(a);
  lia_change c = lia_to_change(L, from->p, 2, 2);
  lia_error err = { 0 };
  lia_equations **o = lia_push_eom(L, 1);
  return changed(L, 2, lia_equations_with(o, from, c.n, c.from, c.to, &err), &err);
}

// which coordinate entry i of the list, on top of the stack, names: by number or name; from 0
static int coordinate_at(lua_State *L, const lia_equations *o, int i) {
  if (lua_type(L, -1) == LUA_TNUMBER) {
    double x = lua_tonumber(L, -1);
    if (!(x >= 1 && x <= o->n && x == floor(x)))
      lia_arg_error(L, 2, "[%d]: coordinate %.14g out of range 1..%d", i, x, o->n);
    return (int)x - 1;
  }
  lia_expr e = lia_to_expr(L, o->p, lua_gettop(L), 2, NULL);
  for (int k = 0; k < o->n; k++)
    if (o->q[k] == e) return k;
  char name[80];
  lia_print_short(o->p, e, name, sizeof name);
  return lia_arg_error(L, 2, "[%d]: %s is no coordinate of these equations", i, name);
}

static int restrict_to(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  const lia_equations *from = self(a);
  int n = (int)lua_rawlen(L, 2), *keep = lua_newuserdata(L, ((size_t)n + 1) * sizeof *keep);
  for (int i = 0; i < n; i++) {
    lua_rawgeti(L, 2, i + 1);
    keep[i] = coordinate_at(L, from, i + 1);
    lua_pop(L, 1);
  }
  lia_error err = { 0 };
  lia_equations **o = lia_push_eom(L, 1);
  return changed(L, 2, lia_equations_restrict(o, from, n, keep, &err), &err);
}

static int without_coriolis(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  lia_error err = { 0 };
  lia_equations **o = lia_push_eom(L, 1);
  return changed(L, 1, lia_equations_without_coriolis(o, self(a), &err), &err);
}

static int as(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  lia_error err = { 0 };
  lia_equations **o = lia_push_eom(L, 1);
  return changed(L, 2, lia_equations_as(o, self(a), (lia_eom_convention)a[1].n, &err), &err);
}

// M, C, G, c, d, Q simplified by one of simp.h, in the order of the words of its signature
static int eom_tidy(lua_State *L) {
  static lia_expr (*const how[])(lia_pool *, lia_expr) = { lia_simp_trig, lia_simp_factor,
                                                           lia_simp_cancel, lia_simp_all,
                                                           lia_simp_expand };
  enum { ALL = 3 };
  lia_arg a[2];
  lia_args(L, a);
  lia_error err = { 0 };
  lia_equations **o = lia_push_eom(L, 1);
  return changed(L, 2, lia_equations_tidied(o, self(a), how[a[1].given ? a[1].n : ALL], &err),
                 &err);
}

static int in_form(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  lia_error err = { 0 };
  lia_equations **o = lia_push_eom(L, 1);
  lia_status st = lia_equations_in_form(o, self(a), (lia_eom_form)a[1].n, &err);
  return st == LIA_OK ? 1 : lia_raise(L, &err);
}

// ---- numbers ----

// what(q, v, a) with the arguments' numbers; the result stays valid until the next call
static const double *eom_run(lua_State *L, lia_equations *o, lia_eom_what what, const lia_arg *a,
                         int nargs) {
  const double *in[3] = { NULL, NULL, NULL }, *out;
  for (int k = 0; k < nargs; k++) {
    lia_arg_size(L, k + 2, &a[k + 1], o->n);
    in[k] = a[k + 1].p;
  }
  lia_error err = { 0 };
  if (lia_equations_eval(o, what, in[0], in[1], in[2], &out, &err) != LIA_OK) lia_raise(L, &err);
  return out;
}

static int eom_mass(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  lia_pushrows(L, eom_run(L, self(a), LIA_EOM_mass, a, 1), self(a)->n, self(a)->n);
  return 1;
}

static int vector(lua_State *L, lia_eom_what what, int nargs) {
  lia_arg a[4];
  lia_args(L, a);
  lia_pushnums(L, eom_run(L, self(a), what, a, nargs), self(a)->n);
  return 1;
}

static int bias(lua_State *L) { return vector(L, LIA_EOM_bias, 2); }
static int eom_gravity(lua_State *L) { return vector(L, LIA_EOM_gravity, 1); }
static int id(lua_State *L) { return vector(L, LIA_EOM_id, 3); }

static int fd(lua_State *L) {
  lia_arg a[4];
  lia_args(L, a);
  lia_equations *o = self(a);
  for (int k = 1; k <= 3; k++) lia_arg_size(L, k + 1, &a[k], o->n);
  lia_error err = { 0 };
  double *x = lia_pushvec(L, o->n);
  return lia_equations_fd(o, a[1].p, a[2].p, a[3].p, x, &err) == LIA_OK ? 1 : lia_fail(L, &err);
}

// ---- operations ----

static lia_eom_what what_of(const lia_arg *a) { return a->given ? (lia_eom_what)a->n : LIA_EOM_id; }

// how many operations the function takes in a form; the way it goes, in words
static lia_count eom_count(lua_State *L, lia_equations *o, lia_eom_what what, lia_eom_form form,
                       const char **way) {
  lia_error err = { 0 };
  lia_count c;
  if (lia_equations_count(o, what, form, &c, way, &err) != LIA_OK) lia_raise(L, &err);
  return c;
}

static int ops(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  lia_push_count(L, eom_count(L, self(a), what_of(&a[1]), self(a)->form, NULL));
  return 1;
}

// { closed = .., recursive = .., cheaper = .., way = .. }
static int forms(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  lia_equations *o = self(a);
  const lia_eom_what what = what_of(&a[1]);
  const char *way, *by;
  lua_createtable(L, 0, 4);
  lia_count closed = eom_count(L, o, what, LIA_EOM_closed, &way);
  lia_push_count(L, closed);
  lua_setfield(L, -2, "closed");
  int cheaper = 0;
  if (o->forms) {
    lia_count recursive = eom_count(L, o, what, LIA_EOM_recursive, &by);
    lia_push_count(L, recursive);
    lua_setfield(L, -2, "recursive");
    cheaper = lia_count_price(recursive, LIA_FUNCTION_PRICE) <
              lia_count_price(closed, LIA_FUNCTION_PRICE);
  }
  lia_field_text(L, "cheaper", cheaper ? "recursive" : "closed");
  lia_field_text(L, "way", cheaper ? by : way);
  return 1;
}

// ---- the rows ----

#define PENDULUM                                                                                   \
  "local m, L, g = li.symbols 'm L g'; local th = li.coordinates 'th'; local eq = li.lagrange{q "  \
  "= 'th', T = \"m*L^2*th'^2/2\", V = '-m*g*L*cos(th)'}; "

static const lia_fn methods[] = {
  { text, "equations.__tostring(eq: equations) -> str",
    "The equations as a person writes them, as equations:text() gives them.",
    PENDULUM "return tostring(eq):match 'G1 = [^\\n]*' --> G1 = m*g*L*sin(th)" },
  { row, "equations:row(i: int) -> expr",
    "Residual of equation i (left minus right side, without the actuator's force): M q'' + C q' + "
    "c + G + d - Q - J' lambda.",
    PENDULUM "return eq:row(1) --> m*g*L*sin(th) + m*L^2*th''" },
  { eom_rows, "equations:rows() -> smat",
    "The left sides of all equations, as equations:row gives them.",
    PENDULUM "return #eq:rows() --> 1" },
  { skew, "equations:skew() -> bool",
    "Whether M' - 2C is skew, proved entry by entry; nil where neither proof is found.",
    PENDULUM "return eq:skew() --> true" },
  { with, "equations:with(values: table) -> equations",
    "New equations with numbers or expressions for parameters: {m1 = 2, L = 'a + b'}. Constants "
    "that become numbers fall away. What moves in time brings its rates, as if it had stood "
    "in the energies and rows before they were derived; where that cannot be told any more "
    "(lengths and masses of a model, values by coordinates in an energy) it is refused by name.",
    PENDULUM "return eq:with{m = 2, L = 0.5}.M[1][1] --> 1/2" },
  { with, "equations:subs(values: table) -> equations", "The same as equations:with.",
    PENDULUM "return eq:subs{g = 10}.G[1] --> 10*m*L*sin(th)" },
  { restrict_to, "equations:restrict(joints: table) -> equations",
    "New equations of these coordinates alone, by number or name; the others are locked where they "
    "stand: their symbols stay, with gives them numbers.",
    "local eq = li.planar{1, 1}:equations(); return eq:restrict{1}.n --> 1" },
  { without_coriolis, "equations:without_coriolis() -> equations",
    "New equations without the terms of products of velocities, for comparison.",
    "return li.planar{1, 1}:equations():without_coriolis().C[1][1] --> 0" },
  { as, "equations:as(convention: course|inria80|slides) -> equations",
    "The same in another convention. course, as without it: M q'' + C q' + G = Q, where texts "
    "write B [q'_j^2] + P [q'_j q'_k] for C q' (what the course calls A, B, C is M, B, P). "
    "inria80: A q'' + B [q'^2] + P [q'_j q'_k] - Q = F, Q = -dV/dq. "
    "slides: multipliers of the other sign, M q'' + h + J' lambda = Q.",
    PENDULUM "return eq:as('inria80').Q[1] --> -m*g*L*sin(th)" },
  { eom_tidy, "equations:tidy([how: trig|factor|cancel|all|expand]) -> equations",
    "New equations, every entry simplified; without how by all means there are.",
    PENDULUM "return eq:tidy().M[1][1] --> m*L^2" },
  { eom_mass, "equations:mass(q: vec) -> mat", "The mass matrix in numbers.",
    "return li.planar{1}:with{}:equations():mass{0}[1][1] --> 0.33333333333333" },
  { bias, "equations:bias(q: vec, v: vec) -> vec",
    "C q' + c + G + d - Q in numbers: the forces at zero acceleration.",
    "return #li.planar{1}:equations():bias({0}, {1}) --> 1" },
  { eom_gravity, "equations:gravity(q: vec) -> vec", "G in numbers.",
    "return li.planar{1}:equations():gravity{0}[1] --> 4.905" },
  { id, "equations:id(q: vec, v: vec, a: vec) -> vec",
    "Inverse dynamics in numbers: the forces for accelerations a.",
    "return #li.planar{1}:equations():id({0}, {0}, {1}) --> 1" },
  { fd, "equations:fd(q: vec, v: vec, tau: vec) -> vec",
    "Forward dynamics in numbers: the accelerations under forces tau; nil, message, 'ESINGULAR' "
    "where the mass matrix is not positive definite.",
    "return li.planar{1}:equations():fd({0}, {0}, {4.905})[1] --> 0" },
  { ops, "equations:ops([what: id|fd|mass|bias|gravity|coriolis|matrices]) -> table",
    "The operations of a function as compile and program write it: mul, add, div, fun; shared "
    "parts count once, what is made of constants alone not at all. "
    "angle: how many of the additions only make angles, which published counts list with the "
    "sines. matrices: M, B, P and G together. Without what: id.",
    "return li.planar{1}:equations():ops('gravity').fun --> 1" },
  { forms, "equations:forms([what: id|fd|mass|bias|gravity|coriolis|matrices]) -> table",
    "What a function costs as M q'' + C q' + G (closed) and by recursion over the bodies "
    "(recursive), operations as in equations:ops, which is cheaper "
    "(a division counted as 4, a function as 16) and the way it goes, in words. The cheaper one is "
    "what ops, compile, c and program give. Without what: id.",
    "return li.planar{1, 1}:equations():forms().cheaper, "
    "li.planar{1}:equations():forms('gravity').cheaper --> recursive, closed" },
  { in_form, "equations:form(how: closed|recursive|cheapest) -> equations",
    "The same equations whose functions (id, compile, c ..) are computed so: as M q'' + C q' + G, "
    "by recursion over the bodies of their model, or by whichever is "
    "cheaper, which is how they are from the start.",
    "local eq = li.planar{1, 1}:equations(); return eq:form('closed'):id({1, 2}, {3, 4}, {5, "
    "6})[2] - eq:id({1, 2}, {3, 4}, {5, 6})[2] < 1e-12 --> true" },
  { text, "equations:text() -> str",
    "The equations as a person writes them: what is not zero, a line each, c12 for cos(q1 + q2).",
    PENDULUM "return eq:text():match \"M q'' [^\\n]*\" --> M q'' + G = tau" },
  { energies, "equations:energies() -> table",
    "Kinetic and potential energy body by body, {name, T, V} in a list: of equations of a model, "
    "or of li.lagrange with "
    "T = {bar = ..., slide = ...}; empty where they are not known.",
    "return #li.planar{1, 1}:equations():energies() --> 2" },
  { loss, "equations:loss() -> table",
    "What pruning cost these equations over its motion: error (of every row, as a share of its "
    "peak), peak, worst, kept and of (terms), eps, mode; "
    "nil where nothing was pruned.",
    "local eq = li.planar{1, 1}:equations(); local function swing(t) return {t, t^2}, {1, 2*t}, "
    "{0, 2} end; "
    "local small = eq:prune{motion = swing, eps = 0.05}.equations; return small:loss().worst <= "
    "0.05, eq:loss() --> true, nil" },
  { 0 },
};

const lia_class lia_eom_class = {
  .name = "equations",
  .text = "Equations of motion: M q'' + C q' + c + G + d = Q + J' lambda.",
  .destroy = destroy,
  .method = methods,
  .field = "M C G h rest d Q B P q v a n T V D J Jdot gamma shift lambda phi row_names constants "
           "convention A",
  .get = lia_eom_get,
};

void lia_open_eom(lua_State *L);
void lia_open_eom(lua_State *L) {
  lia_class_register(L, &lia_eom_class);
  lia_eom_made(L);
  lia_eom_told(L);
  lia_eom_joints(L);
}
