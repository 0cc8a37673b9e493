/* ltwist.c - li.twist and li.wrench: six numbers, linear part first */
#include "bindings/geo/lrot.h"
#include "bindings/geo/lspace.h"
#include "bindings/kit/nums.h"

#include <math.h>
#include <string.h>

void lia_push_six(lua_State *L, const lia_class *c, const double x[6]) {
  memcpy(((lsix *)lia_push(L, c))->x, x, 6 * sizeof *x);
}

static const double *six(const lia_arg *a) { return ((const lsix *)a->o)->x; }

// ---- making ----

// (v, w), or all six
static int new_six(lua_State *L, const lia_class *c, const char *what) {
  lia_arg a[2];
  double x[6];
  lia_args(L, a);
  if (a[0].given == 2 && a[1].given) return lia_mistake(L, "six numbers, or three and three");
  if (a[0].given == 1 && !a[1].given) return lia_mistake(L, "%s, got the first three only", what);
  if (a[0].given == 2) {
    lia_push_six(L, c, a[0].p);
    return 1;
  }
  lia_copy3(x, a[0].p);
  lia_copy3(x + 3, a[1].p);
  lia_push_six(L, c, x);
  return 1;
}

static int twist_new(lua_State *L) {
  return new_six(L, &lia_twist_class, "expected linear velocity v and angular velocity w");
}
static int wrench_new(lua_State *L) {
  return new_six(L, &lia_wrench_class, "expected force f and moment n");
}

// axis, point, pitch, size
static void read_screw(lua_State *L, lia_screw *s) {
  lia_arg a[4];
  lia_args(L, a);
  *s = (lia_screw){ .kind = LIA_SCREW_axis, .pitch = a[2].given ? a[2].x : 0,
      .size = a[3].given ? a[3].x : 1 };
  if (lia_unit3(s->u, a[0].p) == 0) lia_arg_error(L, 1, "the zero vec has no direction");
  lia_copy3(s->point, a[1].p);
}

static int twist_of_screw(lua_State *L) {
  lia_screw s;
  double V[6];
  read_screw(L, &s);
  lia_screw_twist(V, &s);
  lia_push_six(L, &lia_twist_class, V);
  return 1;
}

static int wrench_of_screw(lua_State *L) {
  lia_screw s;
  double F[6];
  read_screw(L, &s);
  lia_screw_wrench(F, &s);
  lia_push_six(L, &lia_wrench_class, F);
  return 1;
}

// ---- parts ----

static int get(lua_State *L, const double *x, char linear, char angular) {
  size_t n;
  const char *key = lua_type(L, 2) == LUA_TSTRING ? lua_tolstring(L, 2, &n) : NULL;
  if (!key || n != 1 || (*key != linear && *key != angular)) return 0;
  lia_pushnums(L, *key == linear ? x : x + 3, 3);
  return 1;
}

static int twist_get(lua_State *L, void *o) { return get(L, ((lsix *)o)->x, 'v', 'w'); }
static int wrench_get(lua_State *L, void *o) { return get(L, ((lsix *)o)->x, 'f', 'n'); }

static const double *view(const void *o, int *rows, int *cols) {
  *rows = 6;
  *cols = 0;
  return ((const lsix *)o)->x;
}

static int tostring(lua_State *L, const lia_class *c, const char *linear, const char *angular) {
  const lsix *o = lia_check(L, 1, c);
  lua_pushstring(L, linear);
  lia_push_text(L, o->x, 1, 3);
  lua_pushstring(L, angular);
  lia_push_text(L, o->x + 3, 1, 3);
  lua_concat(L, 4);
  return 1;
}

static int twist_tostring(lua_State *L) {
  return tostring(L, &lia_twist_class, "twist: v ", "  w ");
}
static int wrench_tostring(lua_State *L) {
  return tostring(L, &lia_wrench_class, "wrench: f ", "  n ");
}

// ---- change of frame and point ----

typedef void moved(double *o, const lia_frame *X, const double *x);

static int to_frame(lua_State *L, const lia_class *c, moved *f) {
  lia_arg a[2];
  double o[6];
  lia_args(L, a);
  f(o, a[1].o, six(a));
  lia_push_six(L, c, o);
  return 1;
}

static int twist_to(lua_State *L) { return to_frame(L, &lia_twist_class, lia_twist_to); }
static int twist_from(lua_State *L) { return to_frame(L, &lia_twist_class, lia_twist_from); }
static int wrench_to(lua_State *L) { return to_frame(L, &lia_wrench_class, lia_wrench_to); }
static int wrench_from(lua_State *L) { return to_frame(L, &lia_wrench_class, lia_wrench_from); }

static int at_point(lua_State *L, const lia_class *c,
    void (*f)(double *, const double *, const double *)) {
  lia_arg a[2];
  double o[6];
  lia_args(L, a);
  f(o, six(a), a[1].p);
  lia_push_six(L, c, o);
  return 1;
}

static int twist_at(lua_State *L) { return at_point(L, &lia_twist_class, lia_twist_at); }
static int wrench_at(lua_State *L) { return at_point(L, &lia_wrench_class, lia_wrench_at); }

static int turned(lua_State *L, const lia_class *c) {
  lia_arg a[2];
  double R[9], o[6];
  lia_args(L, a);
  lia_arg_rot(L, 2, &a[1], R);
  lia_rot6(o, R, six(a));
  lia_push_six(L, c, o);
  return 1;
}

static int twist_rotate(lua_State *L) { return turned(L, &lia_twist_class); }
static int wrench_rotate(lua_State *L) { return turned(L, &lia_wrench_class); }

// ---- algebra ----

static int power(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  lua_pushnumber(L, lia_twist_power(six(&a[0]), six(&a[1])));
  return 1;
}

static int twist_bracket(lua_State *L) {
  lia_arg a[2];
  double o[6];
  lia_args(L, a);
  lia_twist_bracket(o, six(&a[0]), six(&a[1]));
  lia_push_six(L, &lia_twist_class, o);
  return 1;
}

static int twist_carry(lua_State *L) {
  lia_arg a[2];
  double o[6];
  lia_args(L, a);
  lia_twist_carry(o, six(&a[0]), six(&a[1]));
  lia_push_six(L, &lia_wrench_class, o);
  return 1;
}

static int twist_matrix(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  lia_twist_to44(lia_pushmat(L, 4, 4), six(a));
  return 1;
}

static int twist_adjoint(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  lia_adjoint_rate(lia_pushmat(L, 6, 6), six(a));
  return 1;
}

static int twist_jac(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  lia_twist_jac(lia_pushmat(L, 6, 6), six(a));
  return 1;
}

static int twist_jac_inv(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  return 1 + lia_push_poles(L, lia_twist_jac_inv(lia_pushmat(L, 6, 6), six(a)));
}

static int twist_exp(lua_State *L) {
  lia_arg a[2];
  lia_frame X;
  double V[6];
  lia_args(L, a);
  for (int k = 0; k < 6; k++) V[k] = six(a)[k] * (a[1].given ? a[1].x : 1);
  lia_twist_exp(&X, V);
  lia_push_frame(L, &X);
  return 1;
}

static int twist_screw(lua_State *L) {
  lia_arg a[1];
  lia_screw s;
  lia_args(L, a);
  lia_twist_screw(&s, six(a));
  lia_push_screw(L, &s, "translation", "rate", "speed");
  return 1;
}

static int wrench_screw(lua_State *L) {
  lia_arg a[1];
  lia_screw s;
  lia_args(L, a);
  lia_wrench_screw(&s, six(a));
  lia_push_screw(L, &s, "couple", "force", "moment");
  return 1;
}

// a + s b
static int sum(lua_State *L, const lia_class *c, double s) {
  lia_arg a[2];
  double o[6];
  lia_args(L, a);
  for (int k = 0; k < 6; k++) o[k] = six(&a[0])[k] + s * six(&a[1])[k];
  lia_push_six(L, c, o);
  return 1;
}

static int twist_add(lua_State *L) { return sum(L, &lia_twist_class, 1); }
static int twist_sub(lua_State *L) { return sum(L, &lia_twist_class, -1); }
static int wrench_add(lua_State *L) { return sum(L, &lia_wrench_class, 1); }
static int wrench_sub(lua_State *L) { return sum(L, &lia_wrench_class, -1); }

static int scaled(lua_State *L, const lia_class *c, const double *x, double s) {
  double o[6];
  for (int k = 0; k < 6; k++) o[k] = s * x[k];
  lia_push_six(L, c, o);
  return 1;
}

static int times(lua_State *L, const lia_class *c) {
  lia_arg a[2];
  lia_args(L, a);
  int s = a[0].given == 1 ? 0 : 1;   // which one is the number
  if (a[s].given != 1) return lia_mistake(L, "two of them have no product; power: V:power(F)");
  return scaled(L, c, six(&a[1 - s]), a[s].x);
}

static int twist_mul(lua_State *L) { return times(L, &lia_twist_class); }
static int wrench_mul(lua_State *L) { return times(L, &lia_wrench_class); }

static int divided(lua_State *L, const lia_class *c) {
  lia_arg a[2];
  lia_args(L, a);
  double o[6];
  if (a[1].x == 0) return lia_mistake(L, "division by zero");
  // 1/x may overflow where the quotients do not
  for (int k = 0; k < 6; k++) o[k] = six(a)[k] / a[1].x;
  lia_push_six(L, c, o);
  return 1;
}

static int twist_div(lua_State *L) { return divided(L, &lia_twist_class); }
static int wrench_div(lua_State *L) { return divided(L, &lia_wrench_class); }

static int twist_unm(lua_State *L) {
  return scaled(L, &lia_twist_class, ((lsix *)lia_check(L, 1, &lia_twist_class))->x, -1);
}
static int wrench_unm(lua_State *L) {
  return scaled(L, &lia_wrench_class, ((lsix *)lia_check(L, 1, &lia_wrench_class))->x, -1);
}

static int near(lua_State *L) {
  lia_arg a[3];
  lia_args(L, a);
  int near = 1;
  for (int k = 0; k < 6; k++)
    near &= fabs(six(&a[0])[k] - six(&a[1])[k]) <= (a[2].given ? a[2].x : 1e-12);
  lua_pushboolean(L, near);
  return 1;
}

static const lia_fn twist_methods[] = {
  { twist_to, "twist:to(X: frame) -> twist", "Given in B, told in A, X = X_AB; the same as X * V.",
    "li.twist({0, 0, 0}, {0, 0, 2}):to(li.frame.tx(3)) --> twist: v [0  -6  0]  w [0  0  2]" },
  { twist_from, "twist:from(X: frame) -> twist", "Given in A, told in B, X = X_AB.",
    "li.twist({0, -6, 0}, {0, 0, 2}):from(li.frame.tx(3)) --> twist: v [0  0  0]  w [0  0  2]" },
  { twist_at, "twist:at(r: vec3) -> twist",
      "The velocity of another point of the body, r from the first point to it, same axes: v + w "
      "x r.",
    "li.twist({0, 0, 0}, {0, 0, 2}):at{1, 0, 0} --> twist: v [0  2  0]  w [0  0  2]" },
  { twist_rotate, "twist:rotate(R: mat33) -> twist", "Told in other axes, same point: (R v, R w).",
    "li.twist({1, 0, 0}, {0, 0, 2}):rotate(li.rot.z(90*li.deg)) "
      "--> twist: v [0  1  0]  w [0  0  2]" },
  { power, "twist:power(F: wrench) -> num", "f.v + n.w, both told in the same frame.",
    "li.twist({1, 0, 0}, {0, 0, 2}):power(li.wrench({5, 0, 0}, {0, 0, 3})) --> 11" },
  { twist_bracket, "twist:bracket(U: twist) -> twist",
      "Lie bracket [V, U] = (w_V x v_U - w_U x v_V, w_V x w_U): the rate of U carried by the "
      "motion V.",
    "li.twist({0, 0, 0}, {0, 0, 1}):bracket(li.twist({1, 0, 0}, {0, 0, 0})) --> twist: v [0  1  "
    "0]  w [0  0  0]" },
  { twist_carry, "twist:carry(F: wrench) -> wrench",
      "The rate of a wrench carried by this motion: (w x f, w x n + v x f).",
    "li.twist({0, 0, 0}, {0, 0, 1}):carry(li.wrench({1, 0, 0}, {0, 0, 0})) --> wrench: f [0  1  "
    "0]  n [0  0  0]" },
  { twist_exp, "twist:exp([time: num]) -> frame",
      "Where a body ends that keeps this twist for that time (1).",
    "li.twist({0, -1, 0}, {0, 0, 1}):exp(math.pi).p --> [2  0  0]" },
  { twist_jac, "twist:jac() -> mat",
      "6x6 left Jacobian J of the exponential: the twist of exp(V(t)) told in A is J(V) V'; told "
      "in B it is J(-V) V'.",
    "li.twist({0, 0, 0}, {0, 0, 0}):jac()[1][1] --> 1" },
  { twist_jac_inv, "twist:jac_inv() -> mat, pole: table",
      "Its inverse; where |w| is a multiple of 2 pi there is none: the pole follows, and the "
      "pseudo-inverse stands for it.",
    "li.twist({0, 0, 0}, {0, 0, 2*math.pi}):jac_inv()[6][6] --> 1" },
  { twist_matrix, "twist:matrix() -> mat", "4x4: [w~ v; 0 0].",
      "li.twist({1, 2, 3}, {4, 5, 6}):matrix() --> [ 0  -6   5  1]\n[ 6   0  -4  2]\n[-5   4   0  "
      "3]\n[ 0   0   0  0]" },
  { twist_adjoint, "twist:adjoint() -> mat", "6x6 matrix of the bracket: [V, U] = ad U.",
      "li.twist({1, 0, 0}, {0, 0, 2}):adjoint()[2][1] --> 2" },
  { twist_screw, "twist:screw() -> table",
      "Axis of the motion: {kind = 'axis', axis, point (next to the origin), pitch (metres per "
      "radian), rate}, or "
    "{kind = 'translation', axis, speed}, or kind 'none'.",
    "li.twist({0, -6, 1}, {0, 0, 2}):screw().point --> [3  0  0]" },
  { near, "twist:near(b: twist [, tol: num]) -> bool",
      "Do all six numbers agree within tol (1e-12)?",
    "li.twist({1, 2, 3}, {4, 5, 6}):near(li.twist{1, 2, 3, 4, 5, 6}) --> true" },
  { twist_add, "twist.__add(a: twist, b: twist) -> twist",
      "Sum of two twists told in the same frame.",
    "li.twist{1, 0, 0, 0, 0, 0} + li.twist{0, 0, 0, 0, 0, 1} --> twist: v [1  0  0]  w [0  0  1]" },
  { twist_sub, "twist.__sub(a: twist, b: twist) -> twist",
      "Difference of two twists told in the same frame.",
    "li.twist{1, 0, 0, 0, 0, 0} - li.twist{0, 0, 0, 0, 0, 1} "
      "--> twist: v [1  0  0]  w [0  0  -1]" },
  { twist_mul, "twist.__mul(a: num|twist, b: num|twist) -> twist", "s * V or V * s.",
      "2 * li.twist{1, 0, 0, 0, 0, 1} --> twist: v [2  0  0]  w [0  0  2]" },
  { twist_div, "twist.__div(a: twist, b: num) -> twist", "V / s.",
      "li.twist{1, 0, 0, 0, 0, 1} / 2 --> twist: v [0.5  0  0]  w [0  0  0.5]" },
  { twist_unm, "twist.__unm(a: twist, b: any) -> twist", "-V.",
      "-li.twist{1, 0, 0, 0, 0, 1} --> twist: v [-1  0  0]  w [0  0  -1]" },
  { twist_tostring, "twist.__tostring(a: twist) -> str",
      "Linear velocity v of the body point at the origin, angular velocity w.",
    "tostring(li.twist{1, 0, 0, 0, 0, 1}) --> twist: v [1  0  0]  w [0  0  1]" },
  { 0 },
};

static const lia_fn wrench_methods[] = {
  { wrench_to, "wrench:to(X: frame) -> wrench",
      "Given in B, told in A, X = X_AB: moment about A's origin; the same as X * F.",
    "li.wrench({0, 5, 0}, {0, 0, 0}):to(li.frame.tx(3)) --> wrench: f [0  5  0]  n [0  0  15]" },
  { wrench_from, "wrench:from(X: frame) -> wrench", "Given in A, told in B, X = X_AB.",
    "li.wrench({0, 5, 0}, {0, 0, 15}):from(li.frame.tx(3)) --> wrench: f [0  5  0]  n [0  0  0]" },
  { wrench_at, "wrench:at(r: vec3) -> wrench",
      "The moment about another point, r from the first point to it, same axes: n + f x r.",
    "li.wrench({0, 5, 0}, {0, 0, 15}):at{3, 0, 0} --> wrench: f [0  5  0]  n [0  0  0]" },
  { wrench_rotate, "wrench:rotate(R: mat33) -> wrench",
      "Told in other axes, same point: (R f, R n).",
    "li.wrench({1, 0, 0}, {0, 0, 2}):rotate(li.rot.z(90*li.deg)) --> wrench: f [0  1  0]  n [0  0 "
    " 2]" },
  { power, "wrench:power(V: twist) -> num", "f.v + n.w, both told in the same frame.",
    "li.wrench({5, 0, 0}, {0, 0, 3}):power(li.twist({1, 0, 0}, {0, 0, 2})) --> 11" },
  { wrench_screw, "wrench:screw() -> table",
      "Central axis: {kind = 'axis', axis, point (next to the origin), pitch (moment along the "
      "axis over force), force}, or "
    "{kind = 'couple', axis, moment}, or kind 'none'.",
    "li.wrench({10, 0, 0}, {30, 0, -20}):screw().pitch --> 3" },
  { near, "wrench:near(b: wrench [, tol: num]) -> bool",
      "Do all six numbers agree within tol (1e-12)?",
    "li.wrench({1, 2, 3}, {4, 5, 6}):near(li.wrench{1, 2, 3, 4, 5, 6}) --> true" },
  { wrench_add, "wrench.__add(a: wrench, b: wrench) -> wrench",
      "Sum of two wrenches told in the same frame.",
    "li.wrench{1, 0, 0, 0, 0, 0} + li.wrench{0, 0, 0, 0, 0, 1} "
      "--> wrench: f [1  0  0]  n [0  0  1]" },
  { wrench_sub, "wrench.__sub(a: wrench, b: wrench) -> wrench",
      "Difference of two wrenches told in the same frame.",
    "li.wrench{1, 0, 0, 0, 0, 0} - li.wrench{0, 0, 0, 0, 0, 1} --> wrench: f [1  0  0]  n [0  0  "
    "-1]" },
  { wrench_mul, "wrench.__mul(a: num|wrench, b: num|wrench) -> wrench", "s * F or F * s.",
      "2 * li.wrench{1, 0, 0, 0, 0, 1} --> wrench: f [2  0  0]  n [0  0  2]" },
  { wrench_div, "wrench.__div(a: wrench, b: num) -> wrench", "F / s.",
      "li.wrench{1, 0, 0, 0, 0, 1} / 2 --> wrench: f [0.5  0  0]  n [0  0  0.5]" },
  { wrench_unm, "wrench.__unm(a: wrench, b: any) -> wrench", "-F.",
      "-li.wrench{1, 0, 0, 0, 0, 1} --> wrench: f [-1  0  0]  n [0  0  -1]" },
  { wrench_tostring, "wrench.__tostring(a: wrench) -> str", "Force f, moment n about the origin.",
    "tostring(li.wrench{1, 0, 0, 0, 0, 1}) --> wrench: f [1  0  0]  n [0  0  1]" },
  { 0 },
};

const lia_class lia_twist_class = {
  .name = "twist",
      .text = "Velocity of a body: v of its point at the origin, angular velocity w; linear part "
      "first.",
  .size = sizeof(lsix), .method = twist_methods, .field = "v w", .get = twist_get, .view = view,
};

const lia_class lia_wrench_class = {
  .name = "wrench", .text = "Force f and moment n about the origin; linear part first.",
  .size = sizeof(lsix), .method = wrench_methods, .field = "f n", .get = wrench_get, .view = view,
};

static const lia_fn functions[] = {
  { twist_new, "twist(v: vec3|vec6 [, w: vec3]) -> twist",
      "From linear velocity v (of the body point at the origin) and angular velocity w, or all "
      "six numbers.",
    "li.twist({1, 2, 3}, {4, 5, 6}) --> twist: v [1  2  3]  w [4  5  6]" },
  { twist_of_screw, "twist.screw(axis: vec3, point: vec3 [, pitch: num, rate: num]) -> twist",
    "Turning at that rate (1) about the line through the point, advancing by the pitch (0) in "
    "metres per radian. A joint's twist at unit rate.",
    "li.twist.screw({0, 0, 1}, {3, 0, 0}, 0.5, 2) --> twist: v [0  -6  1]  w [0  0  2]" },
  { wrench_new, "wrench(f: vec3|vec6 [, n: vec3]) -> wrench",
      "From force f and moment n about the origin, or all six numbers.",
    "li.wrench({1, 2, 3}, {4, 5, 6}) --> wrench: f [1  2  3]  n [4  5  6]" },
  { wrench_of_screw, "wrench.screw(axis: vec3, point: vec3 [, pitch: num, force: num]) -> wrench",
    "A force (1) along the line through the point, with a couple of pitch (0) times the force "
    "about it.",
    "li.wrench.screw({1, 0, 0}, {0, 2, 0}, 3, 10) --> wrench: f [10  0  0]  n [30  0  -20]" },
  { 0 },
};

void lia_open_twist(lua_State *L);
void lia_open_twist(lua_State *L) {
  lia_class_register(L, &lia_twist_class);
  lia_class_register(L, &lia_wrench_class);
  lia_functions(L, functions);
}
