/* lloop.c - li.fourbar, li.slider_crank, li.slotted_link, li.mobility: planar mechanisms in closed
 * form */
#include "bindings/kit/bind.h"
#include "bindings/kit/fields.h"
#include "bindings/kit/kit.h"

#include "base/text.h"
#include "con/planar_loop.h"
#include "num/small.h"
#include "num/trig.h"

// a quantity as {value, rate, acceleration}
static void push_jet(lua_State *L, lia_jet j) {
  const double x[3] = { j.x, j.v, j.a };
  lia_pushnums(L, x, 3);
}

// the input angle: value at a[0], mode at a[1], rate and acceleration at a[2], a[3]
static lia_jet loop_input(const lia_arg *a) {
  return (lia_jet){ a[0].x, a[2].given ? a[2].x : 0, a[3].given ? a[3].x : 0 };
}
static int mode(const lia_arg *a) { return a[1].given && a[1].n == 1 ? -1 : 1; }

static int push_pair(lua_State *L, lia_status s, const lia_error *err, lia_jet one, lia_jet two) {
  if (s != LIA_OK) return lia_fail(L, err);
  push_jet(L, one);
  push_jet(L, two);
  return 2;
}

static void loop_positive(lua_State *L, const lia_arg *a, int count) {
  for (int k = 0; k < count; k++)
    if (!(a[k].x > 0)) lia_arg_error(L, k + 1, "expected a length above 0, got %g", a[k].x);
}

// ---- four-bar ----

static const lia_fn fourbar_methods[8], slider_methods[6], slotted_methods[2];
static const lia_class fourbar_class = {
  .name = "fourbar",
      .text = "AB = l1 at phi1, BC = l2 at phi2, DC = l3 at phi3; angles from the x axis, A at "
      "the origin.",
  .size = sizeof(lia_fourbar), .method = fourbar_methods,
};

static int fourbar_new(lua_State *L) {
  lia_arg a[4];
  lia_args(L, a);
  loop_positive(L, a, 3);
  *(lia_fourbar *)lia_push(L, &fourbar_class) =
      (lia_fourbar){ a[0].x, a[1].x, a[2].x, a[3].p[0], a[3].p[1] };
  return 1;
}

static int fourbar_solve(lua_State *L) {
  lia_arg a[5];
  lia_error err = { 0 };
  lia_jet phi2 = { 0 }, phi3 = { 0 };
  lia_args(L, a);
  lia_status s = lia_fourbar_solve(a[0].o, mode(a + 1), loop_input(a + 1), &phi2, &phi3, &err);
  return push_pair(L, s, &err, phi2, phi3);
}

static int fourbar_point(lua_State *L) {
  lia_arg a[7];
  lia_error err = { 0 };
  lia_jet phi2 = { 0 }, phi3, p[2];
  lia_args(L, a);
  const lia_arg in[4] = { a[3], a[4], a[5], a[6] };
  lia_status s = lia_fourbar_solve(a[0].o, mode(in), loop_input(in), &phi2, &phi3, &err);
  // of no use, and unused, where s says so
  lia_fourbar_point(a[0].o, loop_input(in), phi2, a[1].x, a[2].x, p);
  return push_pair(L, s, &err, p[0], p[1]);
}

// rows {a, b}, or nil and why there are none
static int loop_push_rows(lua_State *L, int n, const double *x, const double *y, const char *what,
    const char *none) {
  if (n == 0) {
    lia_error err = { 0 };
    lia_status s = LIA_FAIL(&err, LIA_EUNREACHABLE, what, "%s", none);
    return s == LIA_OK ? 0 : lia_fail(L, &err);
  }
  double *m = lia_pushmat(L, n, 2);
  for (int k = 0; k < n; k++) {
    m[2 * k] = x[k];
    m[2 * k + 1] = y[k];
  }
  return 1;
}

static int fourbar_range(lua_State *L) {
  lia_arg a[1];
  double from[2], to[2];
  lia_args(L, a);
  return loop_push_rows(L, lia_fourbar_range(a[0].o, from, to), from, to, "fourbar",
      "the loop closes at no angle");
}

static int push_class(lua_State *L, lia_grashof g) {
  lua_pushstring(L, lia_grashof_name(g));
  lua_pushstring(L, lia_grashof_text(g));
  return 2;
}

static lia_grashof class_of(const lia_fourbar *m) {
  const double d[3] = { m->dx, m->dy, 0 };
  return lia_grashof_class(lia_norm3(d), m->l1, m->l2, m->l3, 1e-12);
}

static int fourbar_class_of(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  return push_class(L, class_of(a[0].o));
}

static int fourbar_extremes(lua_State *L) {
  lia_arg a[2];
  double phi1[2], phi3[2];
  lia_args(L, a);
  return loop_push_rows(L, lia_fourbar_extremes(a[0].o, mode(a), phi1, phi3), phi1, phi3, "fourbar",
                   "crank and coupler never come in line: the output does not turn back");
}

static int fourbar_inversions(lua_State *L) {
  static const char *const bar[] = { "AD", "AB", "BC", "CD" };
  lia_arg a[1];
  lia_args(L, a);
  lua_createtable(L, 4, 0);
  for (int k = 0; k < 4; k++) {
    lia_fourbar m = lia_fourbar_inversion(a[0].o, k);
    lia_grashof g = class_of(&m);
    lua_createtable(L, 0, 4);
    lia_field_text(L, "ground", bar[k]);
    *(lia_fourbar *)lia_push(L, &fourbar_class) = m;
    lua_setfield(L, -2, "fourbar");
    lia_field_text(L, "class", lia_grashof_name(g));
    lia_field_text(L, "text", lia_grashof_text(g));
    lua_rawseti(L, -2, k + 1);
  }
  return 1;
}

static int grashof(lua_State *L) {
  lia_arg a[4];
  lia_args(L, a);
  loop_positive(L, a, 4);
  return push_class(L, lia_grashof_class(a[0].x, a[1].x, a[2].x, a[3].x, 1e-12));
}

static int fourbar_tostring(lua_State *L) {
  const lia_fourbar *m = lia_check(L, 1, &fourbar_class);
  char text[160];
  const int n = lia_digits(L, 6);
  lia_text_format(text, sizeof text, "fourbar l1 = %.*g, l2 = %.*g, l3 = %.*g, D = (%.*g, %.*g)",
      n, m->l1, n, m->l2, n, m->l3, n, m->dx, n, m->dy);
  lua_pushstring(L, text);
  return 1;
}

static const lia_fn fourbar_methods[8] = {
  { fourbar_solve,
      "fourbar:solve(phi1: num [, mode: plus|minus, rate: num, acc: num]) -> phi2: vec, phi3: vec",
    "Coupler and output angle, each {angle, rate, acceleration}, for the input angle with its "
    "rate and acceleration; plus and minus are the two assemblies. "
    "nil, message, code where the loop cannot close or is at a dead point.",
    "li.fourbar(1, 3, 2.5, {3, -0.5}):solve(math.pi/3, 'minus', 2, 0.5) --> [0.381807  -0.301927  "
    "1.06543], [1.45696  0.561458  1.52515]" },
  { fourbar_point, "fourbar:point(u: num, w: num, phi1: num [, mode: plus|minus, rate: num, acc: "
      "num]) -> x: vec, y: vec",
    "A point of the coupler, u along BC from B and w to its left: x and y, each {value, rate, "
    "acceleration}.",
    "li.fourbar(1, 3, 2.5, {3, -0.5}):point(1.5, 0, math.pi/3, 'minus', 2) --> [1.89199  -1.5633  "
    "-2.76454], [1.42492  0.579721  -1.92692]" },
  { fourbar_range, "fourbar:range() -> mat",
      "Input angles for which the loop closes: one row {from, to} for each interval; nil, "
      "message, code where there is none.",
    "li.fourbar(2, 1, 1, {2, 0}):range() --> [-1.0472  1.0472]" },
  { fourbar_class_of, "fourbar:class() -> name: str, text: str",
      "Which bars turn fully (Grashof), by the order of the lengths round the loop.",
    "(li.fourbar(1, 3.5, 3, {4, 0}):class()) --> crank_rocker" },
  { fourbar_extremes, "fourbar:extremes([mode: plus|minus]) -> mat",
    "Where the output turns back, crank and coupler in line: one row {phi1, phi3} each, stretched "
    "and folded; nil, message, code where it goes on turning.",
    "li.fourbar(1, 4, 4, {3, 0}):extremes()[1] --> [-0.927295  -1.5708]" },
  { fourbar_inversions, "fourbar:inversions() -> table",
    "The four mechanisms of the chain, one for each bar as ground: {ground = AD, AB, BC, CD; "
    "fourbar, class, text}.",
    "li.fourbar(1, 3.5, 3, {4, 0}):inversions()[2].class --> double_crank" },
  { fourbar_tostring, "fourbar.__tostring(a: fourbar) -> str", "Its lengths.",
      "tostring(li.fourbar(1, 3, 2.5, {3, 0})) --> fourbar l1 = 1, l2 = 3, l3 = 2.5, D = (3, 0)" },
  { 0 },
};

// ---- slider-crank, slotted link ----

static const lia_class slider_class = {
  .name = "slider_crank", .text = "Crank l1 about the origin, rod l2, slider on the line y = e.",
  .size = sizeof(lia_slidercrank), .method = slider_methods,
};

static int slider_new(lua_State *L) {
  lia_arg a[3];
  lia_args(L, a);
  loop_positive(L, a, 2);
  *(lia_slidercrank *)lia_push(L, &slider_class) =
      (lia_slidercrank){ a[0].x, a[1].x, a[2].given ? a[2].x : 0 };
  return 1;
}

static int slider_solve(lua_State *L) {
  lia_arg a[5];
  lia_error err = { 0 };
  lia_jet phi2 = { 0 }, x = { 0 };
  lia_args(L, a);
  lia_status s = lia_slidercrank_solve(a[0].o, mode(a + 1), loop_input(a + 1), &phi2, &x, &err);
  return push_pair(L, s, &err, phi2, x);
}

static int slider_point(lua_State *L) {
  lia_arg a[7];
  lia_error err = { 0 };
  lia_jet phi2 = { 0 }, x, p[2];
  lia_args(L, a);
  const lia_arg in[4] = { a[3], a[4], a[5], a[6] };
  lia_status s = lia_slidercrank_solve(a[0].o, mode(in), loop_input(in), &phi2, &x, &err);
  // of no use, and unused, where s says so
  lia_slidercrank_point(a[0].o, loop_input(in), phi2, a[1].x, a[2].x, p);
  return push_pair(L, s, &err, p[0], p[1]);
}

static int slider_range(lua_State *L) {
  lia_arg a[1];
  double from[2], to[2];
  lia_args(L, a);
  return loop_push_rows(L, lia_slidercrank_range(a[0].o, from, to), from, to, "slider_crank",
      "the rod reaches the slide at no angle");
}

static int slider_extremes(lua_State *L) {
  lia_arg a[2];
  double phi1[2], x[2];
  lia_args(L, a);
  return loop_push_rows(L, lia_slidercrank_extremes(a[0].o, mode(a), phi1, x), phi1, x,
      "slider_crank", "crank and rod never come in line");
}

static int slider_tostring(lua_State *L) {
  const lia_slidercrank *m = lia_check(L, 1, &slider_class);
  char text[120];
  const int n = lia_digits(L, 6);
  lia_text_format(text, sizeof text, "slider_crank l1 = %.*g, l2 = %.*g, e = %.*g", n, m->l1, n,
      m->l2, n, m->e);
  lua_pushstring(L, text);
  return 1;
}

static const lia_fn slider_methods[6] = {
  { slider_solve, "slider_crank:solve(phi1: num [, mode: plus|minus, rate: num, acc: num]) -> "
      "phi2: vec, x: vec",
    "Angle of the rod and position of the slider, each {value, rate, acceleration}; plus: the "
    "slider in front of the crank pin. "
    "nil, message, code where the rod does not reach or stands across.",
    "li.slider_crank(0.2, 0.5):solve(0.7, 'plus', 5) --> [-0.260628  -1.58315  5.99891], "
    "[0.636083  -0.848196  -4.26215]" },
  { slider_point, "slider_crank:point(u: num, w: num, phi1: num [, mode: plus|minus, rate: num, "
      "acc: num]) -> x: vec, y: vec",
    "A point of the rod, u along it from the crank pin and w to its left: x and y, each {value, "
    "rate, acceleration}.",
    "li.slider_crank(1, 2):point(2, 0, 0) --> [3  0  0], [0  0  0]" },
  { slider_range, "slider_crank:range() -> mat",
      "Crank angles for which the rod reaches the slide: one row {from, to} for each interval; "
      "nil, message, code where there is none.",
    "li.slider_crank(2, 1):range() --> [-0.523599  0.523599]\n[ 2.61799   3.66519 ]" },
  { slider_extremes, "slider_crank:extremes([mode: plus|minus]) -> mat",
    "Where the slider turns back, crank and rod in line: one row {phi1, x} each, stretched and "
    "folded: the ends of its stroke.",
    "li.slider_crank(1, 2):extremes() --> [0        3]\n[3.14159  1]" },
  { slider_tostring, "slider_crank.__tostring(a: slider_crank) -> str", "Its lengths.",
      "tostring(li.slider_crank(1, 2)) --> slider_crank l1 = 1, l2 = 2, e = 0" },
  { 0 },
};

typedef struct lslotted { double d, l3; } lslotted;
static const lia_class slotted_class = {
  .name = "slotted_link", .text = "An arm about (-l3, 0) whose slot meets the line y = d.",
      .size = sizeof(lslotted), .method = slotted_methods,
};

static int slotted_new(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  *(lslotted *)lia_push(L, &slotted_class) = (lslotted){ a[0].x, a[1].given ? a[1].x : 0 };
  return 1;
}

static int slotted_solve(lua_State *L) {
  lia_arg a[4];
  lia_error err = { 0 };
  lia_jet x = { 0 }, u = { 0 };
  lia_args(L, a);
  const lslotted *m = a[0].o;
  lia_jet phi = { a[1].x, a[2].given ? a[2].x : 0, a[3].given ? a[3].x : 0 };
  lia_status s = lia_slotted_solve(m->d, m->l3, phi, &x, &u, &err);
  return push_pair(L, s, &err, x, u);
}

static const lia_fn slotted_methods[2] = {
  { slotted_solve, "slotted_link:solve(phi: num [, rate: num, acc: num]) -> x: vec, u: vec",
    "Position along the line, and along the slot, each {value, rate, acceleration}; nil, message, "
    "code where the slot is parallel to the line.",
    "(li.slotted_link(0.1):solve(math.pi/3, 10)) --> [0.057735  -1.33333  15.396]" },
  { 0 },
};

// kit.loop.numbers(fourbar | slider_crank) -> its lengths, in the order in which it was made
static int loop_numbers(lua_State *L) {
  const lia_fourbar *four = lia_test(L, 1, &fourbar_class);
  if (four) {
    const double x[5] = { four->l1, four->l2, four->l3, four->dx, four->dy };
    for (int k = 0; k < 5; k++) lua_pushnumber(L, x[k]);
    return 5;
  }
  const lia_slidercrank *slider = lia_check(L, 1, &slider_class);
  lua_pushnumber(L, slider->l1);
  lua_pushnumber(L, slider->l2);
  lua_pushnumber(L, slider->e);
  return 3;
}

// ---- counts, and the equation behind ----

static int formula(lua_State *L, int space) {
  lia_arg a[3];
  lia_args(L, a);
  lua_pushinteger(L, (lua_Integer)lia_mobility_formula(space, a[0].n, a[1].n, a[2].n));
  return 1;
}

static int mobility_plane(lua_State *L) { return formula(L, 0); }
static int mobility_space(lua_State *L) { return formula(L, 1); }

static int mobility_placements(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  long c = lia_mobility_placements(a[0].n, a[1].n);
  if (c < 0) return lia_mistake(L, "more placements than 2^62");
  lua_pushinteger(L, (lua_Integer)c);
  return 1;
}

static int trig_solve(lua_State *L) {
  lia_arg a[3];
  lia_args(L, a);
  lia_trig_roots r = lia_trig_solve(a[0].x, a[1].x, a[2].x);
  if (r.count < 0) return lia_mistake(L, "every angle is a root: K, L and M are all 0");
  if (r.count == 0) {
    lia_error err = { 0 };
    lia_status s = LIA_FAIL(&err, LIA_EUNREACHABLE, "solve_trig",
        "no angle: |M| exceeds the root of K^2 + L^2 by %.6g of it", r.gap);
    return s == LIA_OK ? 0 : lia_fail(L, &err);
  }
  lua_pushnumber(L, r.phi[0]);
  lua_pushnumber(L, r.phi[1]);
  return 2;
}

static const lia_fn functions[] = {
  { fourbar_new, "fourbar(l1: num, l2: num, l3: num, D: vec2) -> fourbar",
      "A four-bar with A at the origin and the other fixed pivot at D: AB + BC = AD + DC.",
    "li.fourbar(1, 3, 2.5, {3, -0.5}) --> fourbar l1 = 1, l2 = 3, l3 = 2.5, D = (3, -0.5)" },
  { slider_new, "slider_crank(l1: num, l2: num [, e: num]) -> slider_crank",
      "A crank l1, a rod l2, a slider on the line y = e (0).",
    "(li.slider_crank(1, 2):solve(0)) --> [0  0  0]" },
  { slotted_new, "slotted_link(d: num [, l3: num]) -> slotted_link",
      "An arm about (-l3, 0) with a slot that meets the line y = d.",
    "(li.slotted_link(1):solve(math.pi/4)) --> [1  0  0]" },
  { grashof, "grashof(ground: num, input: num, coupler: num, output: num) -> name: str, text: str",
      "Which bars of a four-bar turn fully, by their order round the loop.",
    "(li.grashof(1, 4, 3.5, 3)) --> double_crank" },
  { mobility_plane, "mobility.plane(bodies: count, joints: count, freedoms: count) -> int",
    "3 (n - j - 1) + sum of freedoms: n bodies with the ground, j joints of two bodies. Blind to "
    "lengths: the rank is the sure answer.", "li.mobility.plane(4, 4, 4) --> 1" },
  { mobility_space, "mobility.space(bodies: count, joints: count, freedoms: count) -> int",
      "6 (n - j - 1) + sum of freedoms.", "li.mobility.space(6, 7, 16) --> 4" },
  { mobility_placements, "mobility.placements(joints: count, motors: count) -> int",
      "In how many ways the motors can be placed on the joints.",
      "li.mobility.placements(5, 2) --> 10" },
  { trig_solve, "solve_trig(K: num, L: num, M: num) -> plus: num, minus: num",
      "Both roots of K cos(phi) + L sin(phi) = M; nil, message, code where there is none.",
    "li.solve_trig(1, 0, 0.5) --> 1.0471975511966, -1.0471975511966" },
  { 0 },
};

void lia_open_loop(lua_State *L);
void lia_open_loop(lua_State *L) {
  lia_class_register(L, &fourbar_class);
  lia_class_register(L, &slider_class);
  lia_class_register(L, &slotted_class);
  lia_functions(L, functions);
  static const luaL_Reg list[] = { { "numbers", loop_numbers }, { NULL, NULL } };
  lia_kit_register(L, "loop", list);
}
