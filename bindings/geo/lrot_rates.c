/* lrot_rates.c - li.rot.*: rates of descriptions, and one description from another */
#include "bindings/geo/lrot_inside.h"

#include "geo/rot.h"

#include "bindings/kit/kit.h"
#include "bindings/kit/nums.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// ---- arguments ----

// no such description: what there is, and what may have been meant
static int no_representation(lua_State *L, int i, const char *s) {
  char hint[96] = "";
  lia_hints h = { 0 };
  lia_euler e;
  lia_hints_words(&h, "matrix quat axis euler_vector rodrigues rpy");
  if (lia_euler_parse(&e, s, LIA_FIXED, NULL) == LIA_OK)
    snprintf(hint, sizeof hint, " (say 'fixed %s' or 'moving %s')", s, s);
  else if (strncmp(s, "quat", 4) == 0) snprintf(hint, sizeof hint, " (did you mean 'quat'?)");
  else snprintf(hint, sizeof hint, "%s", lia_hints_text(&h, s));
  return lia_arg_error(L, i,
      "expected 'matrix', 'quat', 'axis', 'euler_vector', 'rodrigues', 'rpy', or a sequence like "
      "'fixed xyz' or 'moving zxz', got '%.40s'%s",
      s, hint);
}

// argument i: "quat", "moving zxz" ..
static lia_rot_repr dress_arg(lua_State *L, int i, const lia_arg *a) {
  static const char *const name[LIA_ROT_REPR_euler] = { "matrix", "quat", "axis", "euler_vector",
      "rodrigues" };
  const char *s = a->s;
  lia_error err = { 0 };
  lia_rot_repr d = { LIA_ROT_REPR_euler, LIA_EULER_RPY };
  if (strcmp(s, "rpy") == 0) return d;
  for (int n = 0; n < LIA_ROT_REPR_euler; n++)
    if (strcmp(s, name[n]) == 0) return (lia_rot_repr){ .kind = (lia_rot_repr_kind)n };
  int fixed = strncmp(s, "fixed ", 6) == 0, moving = strncmp(s, "moving ", 7) == 0;
  if (!fixed && !moving) no_representation(L, i, s);
  if (lia_euler_parse(&d.euler, s + (fixed ? 6 : 7), fixed ? LIA_FIXED : LIA_MOVING,
      &err) != LIA_OK)
    lia_arg_error(L, i, "%s", err.text);
  return d;
}

// argument i: the numbers of a description
static const double *numbers_arg(lua_State *L, int i, const lia_arg *a, lia_rot_repr d) {
  int n = lia_rot_repr_size(d);
  if (a->given == 2 && n != 9) lia_arg_error(L, i, "expected %d numbers, got a matrix", n);
  if (a->given == 1) lia_arg_size(L, i, a, n);
  return a->p;
}

static void push_numbers(lua_State *L, const double *x, lia_rot_repr d) {
  if (d.kind == LIA_ROT_REPR_matrix) lia_pushrows(L, x, 3, 3);
  else lia_pushnums(L, x, lia_rot_repr_size(d));
}

static lia_side side_of(const lia_arg *a) { return a->n == 1 ? LIA_BODY : LIA_BASE; }

// a place where nothing is to be divided by
static const double *place_arg(lua_State *L, int i, const lia_arg *a, lia_rot_repr d) {
  const double *x = numbers_arg(L, i, a, d);
  if (d.kind == LIA_ROT_REPR_axis && lia_norm3(x) == 0)
    lia_arg_error(L, i, "a zero vector is no axis");
  if (d.kind == LIA_ROT_REPR_quat && x[0] == 0 && lia_norm3(x + 1) == 0)
    lia_arg_error(L, i, "the zero quaternion is no rotation");
  // a matrix on its way through rot.propagate drifts a little
  double off = d.kind == LIA_ROT_REPR_matrix ? lia_rot_defect(x) : 0;
  if (off > 0.1)
    lia_arg_error(L, i,
        "not a rotation: R'R is off the unit matrix by %.3g (li.rot.nearest gives the nearest "
        "rotation)", off);
  return x;
}

static int rot_omega(lua_State *L) {
  lia_arg a[4];
  double w[3];
  lia_args(L, a);
  lia_rot_repr d = dress_arg(L, 1, a);
  lia_rot_repr_omega(w, d, place_arg(L, 2, &a[1], d), numbers_arg(L, 3, &a[2], d), side_of(&a[3]));
  lia_pushnums(L, w, 3);
  return 1;
}

static int rot_rates(lua_State *L) {
  lia_arg a[4];
  double xd[9];
  lia_args(L, a);
  lia_rot_repr d = dress_arg(L, 1, a);
  unsigned flags = lia_rot_repr_rate(xd, d, place_arg(L, 2, &a[1], d), a[2].p, side_of(&a[3]));
  push_numbers(L, xd, d);
  return 1 + lia_push_poles(L, flags);
}

static int rot_alpha(lua_State *L) {
  lia_arg a[5];
  double wd[3];
  lia_args(L, a);
  lia_rot_repr d = dress_arg(L, 1, a);
  const double *x = place_arg(L, 2, &a[1], d), *xd = numbers_arg(L, 3, &a[2], d);
  lia_rot_repr_accel(wd, d, x, xd, numbers_arg(L, 4, &a[3], d), side_of(&a[4]));
  lia_pushnums(L, wd, 3);
  return 1;
}

static int rot_accels(lua_State *L) {
  lia_arg a[5];
  double xdd[9];
  lia_args(L, a);
  lia_rot_repr d = dress_arg(L, 1, a);
  const double *x = place_arg(L, 2, &a[1], d), *xd = numbers_arg(L, 3, &a[2], d);
  unsigned flags = lia_rot_repr_rate2(xdd, d, x, xd, a[3].p, side_of(&a[4]));
  push_numbers(L, xdd, d);
  return 1 + lia_push_poles(L, flags);
}

// w = E x': column k is w for the k-th rate alone
static int rot_rate_map(lua_State *L) {
  lia_arg a[3];
  lia_args(L, a);
  lia_rot_repr d = dress_arg(L, 1, a);
  const double *x = place_arg(L, 2, &a[1], d);
  int n = lia_rot_repr_size(d);
  double *E = lia_pushmat(L, 3, n);
  for (int k = 0; k < n; k++) {
    double xd[9] = { 0 }, w[3];
    xd[k] = 1;
    lia_rot_repr_omega(w, d, x, xd, side_of(&a[2]));
    for (int i = 0; i < 3; i++) E[i*n + k] = w[i];
  }
  return 1;
}

// x as the engine reads it; R: room for a matrix made exactly a rotation
static const double *whole_arg(lua_State *L, int i, const lia_arg *a, lia_rot_repr d, double R[9]) {
  const double *x = place_arg(L, i, a, d);
  if (d.kind != LIA_ROT_REPR_matrix) return x;
  lia_arg M = *a;
  lia_arg_rot(L, i, &M, R);
  return R;
}

static int rot_convert(lua_State *L) {
  lia_arg a[3];
  double y[9];
  lia_pole pole;
  lia_args(L, a);
  lia_rot_repr to = dress_arg(L, 1, a), from = dress_arg(L, 2, &a[1]);
  double R[9];
  lia_rot_repr_convert(y, to, whole_arg(L, 3, &a[2], from, R), from, &pole);
  push_numbers(L, y, to);
  return 1 + lia_lrot_push_pole(L, &pole, pole.other, lia_rot_repr_size(to), lia_lrot_angles);
}

static int rot_compose(lua_State *L) {
  lia_arg a[3];
  double R[9], S[9], z[9];
  lia_pole pole;
  lia_args(L, a);
  lia_rot_repr d = dress_arg(L, 1, a);
  const double *x = whole_arg(L, 2, &a[1], d, R), *y = whole_arg(L, 3, &a[2], d, S);
  lia_rot_repr_mul(z, d, x, y, &pole);
  push_numbers(L, z, d);
  return 1 + lia_lrot_push_pole(L, &pole, pole.other, lia_rot_repr_size(d), lia_lrot_angles);
}

static int rot_jacobian(lua_State *L, int right) {
  lia_arg a[1];
  lia_args(L, a);
  double *J = lia_pushmat(L, 3, 3);
  if (right) lia_rot_jright(J, a->p);
  else lia_rot_jleft(J, a->p);
  return 1;
}

static int jacobian_inv(lua_State *L, int right) {
  lia_arg a[1];
  lia_args(L, a);
  double *J = lia_pushmat(L, 3, 3);
  return 1 + lia_push_poles(L, right ? lia_rot_jright_inv(J, a->p) : lia_rot_jleft_inv(J, a->p));
}

static int rot_jleft(lua_State *L) { return rot_jacobian(L, 0); }
static int rot_jright(lua_State *L) { return rot_jacobian(L, 1); }
static int rot_jleft_inv(lua_State *L) { return jacobian_inv(L, 0); }
static int rot_jright_inv(lua_State *L) { return jacobian_inv(L, 1); }

int lia_lrot_step(lua_State *L) {
  lia_arg a[4];
  lia_args(L, a);
  lia_rot_step(rot_push_new(L), rot_self(a), a[1].p, a[2].x, side_of(&a[3]));
  return 1;
}

int lia_lrot_transport(lua_State *L) {
  lia_arg a[6];
  lia_args(L, a);
  if (a[4].given != a[5].given)
    return lia_mistake(L, "the second derivative needs both w' and v''");
  double *o = lia_pushvec(L, 3);
  if (a[4].given) lia_rot_transport2(o, rot_self(a), a[1].p, a[4].p, a[2].p, a[3].p, a[5].p);
  else lia_rot_transport(o, rot_self(a), a[1].p, a[2].p, a[3].p);
  return 1;
}

static int skew_new(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  lia_skew3(lia_pushmat(L, 3, 3), a->p);
  return 1;
}

// 1e-9 of the largest entry may be missing to skewness: vee of a computed R' R^T
static int vee_new(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  const double *S = a->p;
  double most = 0, off = 0;
  for (int k = 0; k < 9; k++) {
    most = fmax(most, fabs(S[k]));
    off = fmax(off, fabs(S[k] + S[3 * (k % 3) + k / 3]) / 2);
  }
  if (off > 1e-9 * most) return lia_arg_error(L, 1, "not skew: its symmetric part is %.3g", off);
  lia_set3(lia_pushvec(L, 3), (S[7] - S[5]) / 2, (S[2] - S[6]) / 2, (S[3] - S[1]) / 2);
  return 1;
}

#define KINDS "kind: 'matrix', 'quat', 'axis' (u, then the angle), 'euler_vector', 'rodrigues', " \
    "'rpy', 'fixed xyz' or 'moving zxz' with any of the twelve sequences. "

const lia_fn lia_lrot_rated[] = {
  { rot_omega, "rot.omega(kind: str, x: vec|mat33, rates: vec|mat33, side: base|body) -> vec",
    "Angular velocity, told in base or body axes, from the rates of a description x of the "
    "rotation. " KINDS,
    "li.rot.omega('rpy', {0, 0, 0}, {1, 2, 3}, 'base') --> [1  2  3]" },
  { rot_rates,
      "rot.rates(kind: str, x: vec|mat33, w: vec3, side: base|body) -> vec|mat, pole: table",
    "The rates of a description x from the angular velocity w told in base or body axes. Where "
    "none or many give w: the shortest of those that come nearest, and one more result. " KINDS,
    "li.rot.rates('quat', {1, 0, 0, 0}, {2, 4, 6}, 'body') --> [0  1  2  3]" },
  { rot_alpha, "rot.alpha(kind: str, x: vec|mat33, rates: vec|mat33, accels: vec|mat33, side: "
      "base|body) -> vec",
    "Angular acceleration (the derivative of w) from first and second rates of a "
    "description. " KINDS,
    "li.rot.alpha('moving zxz', {0, 0.5, 0}, {1, 1, 0}, {0, 0, 0}, 'base') --> [0  1  0]" },
  { rot_accels, "rot.accels(kind: str, x: vec|mat33, rates: vec|mat33, alpha: vec3, side: "
      "base|body) -> vec|mat, pole: table",
    "Second rates of a description from the angular acceleration. " KINDS,
    "li.rot.accels('quat', {1, 0, 0, 0}, {0, 0, 0, 0}, {2, 4, 6}, 'body') --> [0  1  2  3]" },
  { rot_rate_map, "rot.rate_map(kind: str, x: vec|mat33, side: base|body) -> mat",
    "The matrix E of w = E x', three rows. For three angles its columns are the axes of the "
    "turns, its determinant vanishes in gimbal lock. " KINDS,
    "li.rot.rate_map('rpy', {0, 0, 0}, 'base') --> [1  0  0]\n[0  1  0]\n[0  0  1]" },
  { rot_convert, "rot.convert(to: str, from: str, x: vec|mat33) -> vec|mat, pole: table",
    "The numbers of one description from those of another, without a rot between: keeps every "
    "digit near 0 and near half a turn. to and from as " KINDS,
    "li.rot.convert('euler_vector', 'quat', {1, 0, 0, 0.001}) --> [0  0  0.002]" },
  { rot_compose, "rot.compose(kind: str, x: vec|mat33, y: vec|mat33) -> vec|mat, pole: table",
    "The description of R(x) R(y), all three of one kind, without a rot between: quaternions by "
    "their own product (lengths multiply, the sign stays), Rodrigues parameters (x + y + x cross "
    "y)/(1 - x.y). " KINDS,
    "li.rot.compose('quat', {0, 1, 0, 0}, {0, 0, 1, 0}) --> [0  0  0  1]" },
  { rot_jleft, "rot.jleft(v: vec3) -> mat",
      "Left Jacobian of SO(3): w = Jl(v) v' in base axes, for R = exp(v~).",
      "li.rot.jleft{0, 0, 0}[1] --> [1  0  0]" },
  { rot_jright, "rot.jright(v: vec3) -> mat",
      "Right Jacobian of SO(3): w = Jr(v) v' in body axes, Jr = Jl'.",
      "li.rot.jright{0, 0, 0}[1] --> [1  0  0]" },
  { rot_jleft_inv, "rot.jleft_inv(v: vec3) -> mat, pole: table",
      "Inverse of the left Jacobian; where |v| is a full turn its pseudo-inverse u u', and one "
      "more result.", "li.rot.jleft_inv{0, 0, 0}[1] --> [1  0  0]" },
  { skew_new, "skew(a: vec3) -> mat", "The skew matrix a~ with a~ b = a x b.",
      "li.skew{1, 2, 3} * li.vec{4, 5, 6} --> [-3  6  -3]" },
  { vee_new, "vee(S: mat33) -> vec",
      "The vector a of a skew matrix a~; the angular velocity told in the base is vee(R' R^T), in "
      "the body vee(R^T R').",
    "li.vee(li.skew{1, 2, 3}) --> [1  2  3]" },
  { rot_jright_inv, "rot.jright_inv(v: vec3) -> mat, pole: table",
      "Inverse of the right Jacobian; where |v| is a full turn its pseudo-inverse u u', and one "
      "more result.", "li.rot.jright_inv{0, 0, 0}[1] --> [1  0  0]" },
  { 0 },
};
