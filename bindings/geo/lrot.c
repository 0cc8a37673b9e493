/* lrot.c - li.rot: rotations R_AB, in and out of every description */
#include "bindings/geo/lspace.h"

#include "base/rng.h"
#include "base/text.h"
#include "geo/axang.h"
#include "geo/rot_repr.h"
#include "geo/gibbs.h"
#include "geo/rot.h"

#include "bindings/kit/kit.h"
#include "bindings/kit/nums.h"

#include <stdio.h>
#include <string.h>

static double *rot_push_new(lua_State *L) { return ((lrot *)lia_push(L, &lia_rot_class))->R; }

void lia_push_rot(lua_State *L, const double R[9]) { lia_copy33(rot_push_new(L), R); }

static const double *self(const lia_arg *a) { return ((const lrot *)a->o)->R; }

void lia_arg_rot(lua_State *L, int i, const lia_arg *a, double R[9]) {
  double off = lia_rot_defect(a->p), det = lia_det33(a->p);
  if (off >= 2 && det < 0)
    lia_arg_error(L, i,
        "a reflection, not a rotation: determinant %.4g (li.rot.nearest gives the nearest rotation)", det);
  if (off > 1e-6)
    lia_arg_error(L, i,
        "not a rotation: R'R is off the unit matrix by %.3g (li.rot.nearest gives the nearest "
        "rotation)", off);
  if (off > 1e-14) lia_rot_nearest(R, a->p, NULL);
  else lia_copy33(R, a->p);
}

// ---- what stands behind an answer ----

// "yaw - roll": names and signs of the angles whose sum is determined, the one with +1 first
static void push_sum_text(lua_State *L, const double coef[3], const char *const name[3]) {
  int first = coef[0] > 0 && coef[2] <= 0 ? 0 : coef[2] > 0 && coef[0] <= 0 ? 2 : 0;
  lua_pushfstring(L, "%s %s %s", name[first], coef[2 - first] < 0 ? "-" : "+", name[2 - first]);
}

// in words, and which sum is determined
static int pole_text(lua_State *L) {
  lua_settop(L, 1);
  if (!lua_istable(L, 1)) {
    lua_pushliteral(L, "pole");
    return 1;
  }
  lua_pushliteral(L, "text");
  lua_rawget(L, 1);
  if (lua_type(L, -1) != LUA_TSTRING) {
    lua_pushliteral(L, "pole");
    return 1;
  }
  lua_pushliteral(L, "determined");
  lua_rawget(L, 1);
  lua_pushliteral(L, "sum");
  lua_rawget(L, 1);
  if (lua_type(L, -2) != LUA_TSTRING || lua_type(L, -1) != LUA_TNUMBER) {
    lua_settop(L, 2);
    return 1;
  }
  char number[32];
  lia_number_text(number, lua_tonumber(L, -1), 14);
  lua_pushfstring(L, "%s; %s = %s", lua_tostring(L, 2), lua_tostring(L, 3), number);
  return 1;
}

// a table that says in words what it is, where it is printed
static void set_pole_text(lua_State *L) {
  if (luaL_newmetatable(L, "liaison.pole")) {
    lua_pushcfunction(L, pole_text);
    lua_setfield(L, -2, "__tostring");
  }
  lua_setmetatable(L, -2);
}

static void push_flags(lua_State *L, unsigned flags) {
  static const struct { const char *name, *text; } row[LIA_POLE_COUNT] = {
#define X(name, text) { #name, text },
    LIA_POLE_LIST(X)
#undef X
  };
  lua_createtable(L, 0, 6);
  lua_pushliteral(L, "");
  for (int n = 0; n < LIA_POLE_COUNT; n++) {
    char key[16] = "";
    if (!(flags & 1u << n)) continue;
    for (int k = 0; row[n].name[k]; k++) key[k] = lia_lower(row[n].name[k]);
    lua_pushboolean(L, 1);
    lua_setfield(L, -3, key);
    lua_pushfstring(L, "%s%s", lua_tostring(L, -1)[0] ? "; " : "", row[n].text);
    lua_concat(L, 2);
  }
  lua_setfield(L, -2, "text");
  set_pole_text(L);
}

// one more result where there is something to say: returns how many, 0 or 1. other: n numbers of
// the other branch
static int push_pole(lua_State *L, const lia_pole *pole, const double *other, int n,
    const char *const name[3]) {
  if (!pole->flags) return 0;
  push_flags(L, pole->flags);
  lia_pushnums(L, other, n);
  lua_setfield(L, -2, "other");
  if (!(pole->flags & LIA_POLE_GIMBAL)) return 1;
  lua_pushnumber(L, pole->sum);
  lua_setfield(L, -2, "sum");
  lia_pushnums(L, pole->coef, 3);
  lua_setfield(L, -2, "coef");
  push_sum_text(L, pole->coef, name);
  lua_setfield(L, -2, "determined");
  return 1;
}

int lia_push_poles(lua_State *L, unsigned flags) {
  if (flags) push_flags(L, flags);
  return flags ? 1 : 0;
}

// ---- in ----

static int about(lua_State *L, int axis) {
  lia_arg a[1];
  lia_args(L, a);
  lia_rot_about(rot_push_new(L), axis, a->x);
  return 1;
}

static int rot_x(lua_State *L) { return about(L, 0); }
static int rot_y(lua_State *L) { return about(L, 1); }
static int rot_z(lua_State *L) { return about(L, 2); }

static int rot_identity(lua_State *L) {
  lia_args(L, NULL);
  lia_eye33(rot_push_new(L));
  return 1;
}

// arguments i, i + 1, i + 2 (and a pole after them): three numbers, or all three in the first (and
// a pole after it)
static void angles_arg(lua_State *L, int i, const lia_arg *a, double t[3]) {
  int listed = a[0].given == 2;
  for (int k = 1; k < 3; k++) {
    if (listed && a[k].given && (k > 1 || a[k].given == 1))
      lia_arg_error(L, i + k, "argument %d has all three angles already", i);
    if (!listed && a[k].given != 1)
      lia_arg_error(L, i + k, "expected three angles, in the order of the turns");
  }
  for (int k = 0; k < 3; k++) t[k] = listed ? a[0].p[k] : a[k].x;
}

static int of_sequence(lua_State *L, lia_euler_kind kind) {
  lia_arg a[5];
  lia_euler e;
  lia_error err = { 0 };
  double t[3];
  lia_args(L, a);
  if (lia_euler_parse(&e, a[0].s, kind, &err) != LIA_OK) return lia_arg_error(L, 1, "%s", err.text);
  angles_arg(L, 2, a + 1, t);
  lia_euler_to_rot(rot_push_new(L), e, t);
  return 1;
}

static int rot_fixed(lua_State *L) { return of_sequence(L, LIA_FIXED); }
static int rot_moving(lua_State *L) { return of_sequence(L, LIA_MOVING); }

static int rot_rpy(lua_State *L) {
  lia_arg a[4];
  double t[3];
  lia_args(L, a);
  angles_arg(L, 1, a, t);
  lia_euler_to_rot(rot_push_new(L), LIA_EULER_RPY, t);
  return 1;
}

static void push_quat(lua_State *L, const double q[4]) { lia_quat_to_rot(rot_push_new(L), q); }

static int rot_axis(lua_State *L) {
  lia_arg a[3];
  double q[4];
  lia_args(L, a);
  if (lia_norm3(a[0].p) == 0) return lia_arg_error(L, 1, "a zero vector is no axis");
  lia_axang_to_quat(q, a[0].p, a[1].x);
  push_quat(L, q);
  return 1;
}

static int rot_euler_vector(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  lia_rot_exp(rot_push_new(L), a->p);
  return 1;
}

static int rot_quat(lua_State *L) {
  lia_arg a[5];
  double q[4];
  lia_args(L, a);
  int listed = a[0].given == 2;
  for (int k = 1; k < 4; k++) {
    if (listed && a[k].given)
      return lia_arg_error(L, k + 1, "the first argument has all four numbers already");
    if (!listed && !a[k].given)
      return lia_arg_error(L, k + 1, "expected w, x, y, z: scalar first, four numbers");
  }
  for (int k = 0; k < 4; k++) q[k] = listed ? a[0].p[k] : a[k].x;
  if (q[0] == 0 && lia_norm3(q + 1) == 0)
    return lia_mistake(L, "the zero quaternion is no rotation");
  lia_quat_unit(q, q);
  push_quat(L, q);
  return 1;
}

static int rot_rodrigues(lua_State *L) {
  lia_arg a[2];
  double q[4];
  lia_args(L, a);
  lia_gibbs_to_quat(q, a->p);
  push_quat(L, q);
  return 1;
}

static int rot_matrix(lua_State *L) {
  lia_arg a[1];
  double R[9];
  lia_args(L, a);
  lia_arg_rot(L, 1, a, R);
  lia_push_rot(L, R);
  return 1;
}

static int rot_between(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  for (int i = 0; i < 2; i++)
    if (lia_norm3(a[i].p) == 0) return lia_arg_error(L, i + 1, "a zero vector has no direction");
  return 1 + lia_push_poles(L, lia_rot_between(rot_push_new(L), a[0].p, a[1].p));
}

static int rot_random(lua_State *L) {
  lia_arg a[1];
  double q[4];
  lia_args(L, a);
  lia_rng r = lia_rng_seed((uint64_t)a->n);
  lia_rng_quat(&r, q);
  push_quat(L, q);
  return 1;
}

// ---- nearest, mean ----

static int rot_nearest(lua_State *L) {
  lia_arg a[1];
  lia_rot_fit f;
  lia_args(L, a);
  lia_rot_nearest(rot_push_new(L), a->p, &f);
  return 1 + lia_push_poles(L, f.flags);
}

static int rot_polar(lua_State *L) {
  lia_arg a[1];
  lia_rot_fit f;
  lia_args(L, a);
  lia_rot_polar(lia_pushmat(L, 3, 3), a->p, &f);
  push_flags(L, f.flags);
  lua_pushnumber(L, f.dist);
  lua_setfield(L, -2, "distance");
  lia_pushnums(L, f.sigma, 3);
  lua_setfield(L, -2, "sigma");
  return 2;
}

static int rot_defect(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  lua_pushnumber(L, lia_rot_defect(a->p));
  return 1;
}

static int rot_mean(lua_State *L) {
  lia_arg a[3];
  lia_args(L, a);
  int n = (int)lua_rawlen(L, 1);
  if (n == 0) return lia_arg_error(L, 1, "the mean of no rotation");
  if (a[1].given) lia_arg_size(L, 2, &a[1], n);
  double *R = lia_pushvec(L, 9 * n), total = 0;
  for (int i = 0; i < n; i++) {
    lua_rawgeti(L, 1, i + 1);
    const lrot *r = lia_test(L, -1, &lia_rot_class);
    if (!r) {
      char got[100];
      lia_describe(L, -1, got, sizeof got);
      return lia_arg_error(L, 1,
          "entry %d: expected a rot, got %s (li.rot.matrix makes one of a 3x3 matrix)", i + 1, got);
    }
    lia_copy33(R + 9*i, r->R);
    lua_pop(L, 1);
    if (a[1].given && a[1].p[i] < 0)
      return lia_arg_error(L, 2, "weight %d is negative: %g", i + 1, a[1].p[i]);
    total += a[1].given ? a[1].p[i] : 1;
  }
  if (total == 0) return lia_arg_error(L, 2, "the weights are all zero");
  int geodesic = a[2].given && a[2].n == 1;
  return 1 + lia_push_poles(L, lia_rot_mean(rot_push_new(L), n, R, a[1].given ? a[1].p : NULL,
      geodesic ? 50 : 0));
}

// ---- out ----

static const char *const RPY_NAMES[3] = { "roll", "pitch", "yaw" },
    *const ANGLE_NAMES[3] = { "a1", "a2", "a3" };

static int push_angles(lua_State *L, const double R[9], lia_euler e, int other,
const char *const name[3]) {
  double t[3];
  lia_pole pole;
  lia_euler_from_rot(t, e, R, &pole);
  // -0 prints as -0.0 on one Lua, -0 on the other
  for (int k = 0; k < 3; k++) lua_pushnumber(L, (other ? pole.other[k] : t[k]) + 0.0);
  return 3 + push_pole(L, &pole, other ? t : pole.other, 3, name);
}

static int to_sequence(lua_State *L, lia_euler_kind kind) {
  lia_arg a[3];
  lia_euler e;
  lia_error err = { 0 };
  lia_args(L, a);
  if (lia_euler_parse(&e, a[1].s, kind, &err) != LIA_OK) return lia_arg_error(L, 2, "%s", err.text);
  return push_angles(L, self(a), e, a[2].given && a[2].n == 1, ANGLE_NAMES);
}

static int to_fixed(lua_State *L) { return to_sequence(L, LIA_FIXED); }
static int to_moving(lua_State *L) { return to_sequence(L, LIA_MOVING); }

static int to_rpy(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  return push_angles(L, self(a), LIA_EULER_RPY, a[1].given && a[1].n == 1, RPY_NAMES);
}

// x in dress `kind` and its other branch; the branch asked for is left in x
static void undress(lua_State *L, lia_arg a[2], double x[4], lia_dress_kind kind, lia_pole *pole) {
  double y[4];
  lia_args(L, a);
  lia_dress d = { .kind = kind };
  lia_dress_from_rot(x, d, self(a), pole);
  if (!(a[1].given && a[1].n == 1)) return;
  memcpy(y, x, sizeof y);
  memcpy(x, pole->other, sizeof y);
  memcpy(pole->other, y, sizeof y);
}

static int to_axis(lua_State *L) {
  lia_arg a[2];
  lia_pole pole;
  double x[4];
  undress(L, a, x, LIA_DRESS_axis, &pole);
  lia_pushnums(L, x, 3);
  lua_pushnumber(L, x[3]);
  return 2 + push_pole(L, &pole, pole.other, 4, NULL);
}

static int to_euler_vector(lua_State *L) {
  lia_arg a[2];
  lia_pole pole;
  double x[4] = { 0 };
  undress(L, a, x, LIA_DRESS_euler_vector, &pole);
  lia_pushnums(L, x, 3);
  return 1 + push_pole(L, &pole, pole.other, 3, NULL);
}

static int to_quat(lua_State *L) {
  lia_arg a[2];
  lia_pole pole;
  double x[4];
  undress(L, a, x, LIA_DRESS_quat, &pole);
  for (int k = 0; k < 4; k++) lua_pushnumber(L, x[k] + 0.0);
  return 4;
}

static int to_rodrigues(lua_State *L) {
  lia_arg a[2];
  lia_pole pole;
  double x[4] = { 0 };
  undress(L, a, x, LIA_DRESS_rodrigues, &pole);
  lia_pushnums(L, x, 3);
  return 1 + push_pole(L, &pole, pole.other, 3, NULL);
}

static int to_matrix(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  lia_pushrows(L, self(a), 3, 3);
  return 1;
}

// ---- algebra ----

static int rot_mul(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  const double *R = self(a);
  if (a[1].given == 1) {
    lia_mul33(rot_push_new(L), R, self(&a[1]));
  } else if (a[1].given == 2) {
    lia_mv3(lia_pushvec(L, 3), R, a[1].p);
  } else if (a[1].given == 4) {
    lia_frame X = LIA_FRAME_IDENTITY;
    lia_copy33(X.R, R);
    lia_frame_mul(&X, &X, a[1].o);
    lia_push_frame(L, &X);
  } else {
    if (a[1].rows != 3)
      return lia_mistake(L, "a rot times a mat needs 3 rows (a vector in every column), got %d",
          a[1].rows);
    int n = a[1].cols;
    lia_rot_columns(lia_pushmat(L, 3, n), R, a[1].p, n);
  }
  return 1;
}

static int rot_pow(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  double s = a[1].x, *o = rot_push_new(L);
  if (s == -1) lia_transpose33(o, self(a));
  else if (s == 1) lia_copy33(o, self(a));
  else lia_rot_pow(o, self(a), s);
  return 1;
}

static int rot_inverse(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  lia_transpose33(rot_push_new(L), self(a));
  return 1;
}

// one of three numbers, or a mat with one in each row
static int rot_apply(lua_State *L, void (*f)(double o[3], const double M[9], const double v[3])) {
  lia_arg a[2];
  lia_args(L, a);
  if (a[1].given == 1) {
    f(lia_pushvec(L, 3), self(a), a[1].p);
    return 1;
  }
  if (a[1].cols != 3)
    return lia_arg_error(L, 2, "expected 3 numbers in every row, got %d", a[1].cols);
  double *o = lia_pushmat(L, a[1].rows, 3);
  for (int i = 0; i < a[1].rows; i++) f(o + 3*i, self(a), a[1].p + 3*i);
  return 1;
}

static int rot_vector(lua_State *L) { return rot_apply(L, lia_mv3); }
static int rot_vector_back(lua_State *L) { return rot_apply(L, lia_mtv3); }

static int rot_slerp(lua_State *L) {
  lia_arg a[4];
  lia_args(L, a);
  lia_rot_slerp(rot_push_new(L), self(a), self(&a[1]), a[2].x,
      a[3].given && a[3].n == 1 ? LIA_LONG : LIA_SHORT);
  return 1;
}

static int rot_angle_to(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  lua_pushnumber(L, lia_rot_angle(self(a), self(&a[1])));
  return 1;
}

static int rot_near(lua_State *L) {
  lia_arg a[3];
  lia_args(L, a);
  lua_pushboolean(L, lia_rot_angle(self(a), self(&a[1])) <= (a[2].given ? a[2].x : 1e-12));
  return 1;
}

static int rot_len(lua_State *L) {
  lua_pushinteger(L, 3);
  return 1;
}

static int rot_get(lua_State *L, void *o) {
  const double *R = ((const lrot *)o)->R;
  if (lua_type(L, 2) == LUA_TNUMBER) {
    double i = lua_tonumber(L, 2);
    if (i != 1 && i != 2 && i != 3) return lia_error_at(L, "rot: row %.14g out of range 1..3", i);
    lia_pushnums(L, R + 3 * ((int)i - 1), 3);
    return 1;
  }
  const char *key = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "";
  if (!key[0] || key[1] || key[0] < 'x' || key[0] > 'z') return 0;
  int k = key[0] - 'x';
  lia_set3(lia_pushvec(L, 3), R[k], R[3 + k], R[6 + k]);
  return 1;
}

static const double *rot_view(const void *o, int *rows, int *cols) {
  *rows = *cols = 3;
  return ((const lrot *)o)->R;
}

static int rot_tostring(lua_State *L) {
  const lrot *r = lia_check(L, 1, &lia_rot_class);
  lua_pushliteral(L, "rot R_AB: columns are the axes of B told in A\n");
  lia_push_text(L, r->R, 3, 3);
  lua_concat(L, 2);
  return 1;
}

// ---- rates ----

// no such description: what there is, and what may have been meant
static int no_dress(lua_State *L, int i, const char *s) {
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
static lia_dress dress_arg(lua_State *L, int i, const lia_arg *a) {
  static const char *const name[LIA_DRESS_euler] = { "matrix", "quat", "axis", "euler_vector",
      "rodrigues" };
  const char *s = a->s;
  lia_error err = { 0 };
  lia_dress d = { LIA_DRESS_euler, LIA_EULER_RPY };
  if (strcmp(s, "rpy") == 0) return d;
  for (int n = 0; n < LIA_DRESS_euler; n++)
    if (strcmp(s, name[n]) == 0) return (lia_dress){ .kind = (lia_dress_kind)n };
  int fixed = strncmp(s, "fixed ", 6) == 0, moving = strncmp(s, "moving ", 7) == 0;
  if (!fixed && !moving) no_dress(L, i, s);
  if (lia_euler_parse(&d.euler, s + (fixed ? 6 : 7), fixed ? LIA_FIXED : LIA_MOVING,
      &err) != LIA_OK)
    lia_arg_error(L, i, "%s", err.text);
  return d;
}

// argument i: the numbers of a description
static const double *numbers_arg(lua_State *L, int i, const lia_arg *a, lia_dress d) {
  int n = lia_dress_size(d);
  if (a->given == 2 && n != 9) lia_arg_error(L, i, "expected %d numbers, got a matrix", n);
  if (a->given == 1) lia_arg_size(L, i, a, n);
  return a->p;
}

static void push_numbers(lua_State *L, const double *x, lia_dress d) {
  if (d.kind == LIA_DRESS_matrix) lia_pushrows(L, x, 3, 3);
  else lia_pushnums(L, x, lia_dress_size(d));
}

static lia_side side_of(const lia_arg *a) { return a->n == 1 ? LIA_BODY : LIA_BASE; }

// a place where nothing is to be divided by
static const double *place_arg(lua_State *L, int i, const lia_arg *a, lia_dress d) {
  const double *x = numbers_arg(L, i, a, d);
  if (d.kind == LIA_DRESS_axis && lia_norm3(x) == 0)
    lia_arg_error(L, i, "a zero vector is no axis");
  if (d.kind == LIA_DRESS_quat && x[0] == 0 && lia_norm3(x + 1) == 0)
    lia_arg_error(L, i, "the zero quaternion is no rotation");
  // a matrix on its way through rot.propagate drifts a little
  double off = d.kind == LIA_DRESS_matrix ? lia_rot_defect(x) : 0;
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
  lia_dress d = dress_arg(L, 1, a);
  lia_dress_omega(w, d, place_arg(L, 2, &a[1], d), numbers_arg(L, 3, &a[2], d), side_of(&a[3]));
  lia_pushnums(L, w, 3);
  return 1;
}

static int rot_rates(lua_State *L) {
  lia_arg a[4];
  double xd[9];
  lia_args(L, a);
  lia_dress d = dress_arg(L, 1, a);
  unsigned flags = lia_dress_rate(xd, d, place_arg(L, 2, &a[1], d), a[2].p, side_of(&a[3]));
  push_numbers(L, xd, d);
  return 1 + lia_push_poles(L, flags);
}

static int rot_alpha(lua_State *L) {
  lia_arg a[5];
  double wd[3];
  lia_args(L, a);
  lia_dress d = dress_arg(L, 1, a);
  const double *x = place_arg(L, 2, &a[1], d), *xd = numbers_arg(L, 3, &a[2], d);
  lia_dress_accel(wd, d, x, xd, numbers_arg(L, 4, &a[3], d), side_of(&a[4]));
  lia_pushnums(L, wd, 3);
  return 1;
}

static int rot_accels(lua_State *L) {
  lia_arg a[5];
  double xdd[9];
  lia_args(L, a);
  lia_dress d = dress_arg(L, 1, a);
  const double *x = place_arg(L, 2, &a[1], d), *xd = numbers_arg(L, 3, &a[2], d);
  unsigned flags = lia_dress_rate2(xdd, d, x, xd, a[3].p, side_of(&a[4]));
  push_numbers(L, xdd, d);
  return 1 + lia_push_poles(L, flags);
}

// w = E x': column k is w for the k-th rate alone
static int rot_rate_map(lua_State *L) {
  lia_arg a[3];
  lia_args(L, a);
  lia_dress d = dress_arg(L, 1, a);
  const double *x = place_arg(L, 2, &a[1], d);
  int n = lia_dress_size(d);
  double *E = lia_pushmat(L, 3, n);
  for (int k = 0; k < n; k++) {
    double xd[9] = { 0 }, w[3];
    xd[k] = 1;
    lia_dress_omega(w, d, x, xd, side_of(&a[2]));
    for (int i = 0; i < 3; i++) E[i*n + k] = w[i];
  }
  return 1;
}

// x as the engine reads it; R: room for a matrix made exactly a rotation
static const double *whole_arg(lua_State *L, int i, const lia_arg *a, lia_dress d, double R[9]) {
  const double *x = place_arg(L, i, a, d);
  if (d.kind != LIA_DRESS_matrix) return x;
  lia_arg M = *a;
  lia_arg_rot(L, i, &M, R);
  return R;
}

static int rot_convert(lua_State *L) {
  lia_arg a[3];
  double y[9];
  lia_pole pole;
  lia_args(L, a);
  lia_dress to = dress_arg(L, 1, a), from = dress_arg(L, 2, &a[1]);
  double R[9];
  lia_dress_convert(y, to, whole_arg(L, 3, &a[2], from, R), from, &pole);
  push_numbers(L, y, to);
  return 1 + push_pole(L, &pole, pole.other, lia_dress_size(to), ANGLE_NAMES);
}

static int rot_compose(lua_State *L) {
  lia_arg a[3];
  double R[9], S[9], z[9];
  lia_pole pole;
  lia_args(L, a);
  lia_dress d = dress_arg(L, 1, a);
  const double *x = whole_arg(L, 2, &a[1], d, R), *y = whole_arg(L, 3, &a[2], d, S);
  lia_dress_mul(z, d, x, y, &pole);
  push_numbers(L, z, d);
  return 1 + push_pole(L, &pole, pole.other, lia_dress_size(d), ANGLE_NAMES);
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

static int rot_step(lua_State *L) {
  lia_arg a[4];
  lia_args(L, a);
  lia_rot_step(rot_push_new(L), self(a), a[1].p, a[2].x, side_of(&a[3]));
  return 1;
}

static int rot_transport(lua_State *L) {
  lia_arg a[6];
  lia_args(L, a);
  if (a[4].given != a[5].given)
    return lia_mistake(L, "the second derivative needs both w' and v''");
  double *o = lia_pushvec(L, 3);
  if (a[4].given) lia_rot_transport2(o, self(a), a[1].p, a[4].p, a[2].p, a[3].p, a[5].p);
  else lia_rot_transport(o, self(a), a[1].p, a[2].p, a[3].p);
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

#define BRANCH "[branch: first|other]"
#define KINDS "kind: 'matrix', 'quat', 'axis' (u, then the angle), 'euler_vector', 'rodrigues', 'rpy', 'fixed xyz' or 'moving zxz' with any of the twelve sequences. "

static const lia_fn methods[] = {
  { to_rpy, "rot:rpy(" BRANCH ") -> roll: num, pitch: num, yaw: num, pole: table",
    "Angles about fixed x, y, z: R = Rz(yaw) Ry(pitch) Rx(roll), pitch in -pi/2..pi/2; 'other' is "
    "(roll + pi, pi - pitch, yaw + pi). "
    "In gimbal lock (pitch +-pi/2, to 1e-9) a fourth result says so: {gimbal, determined = 'yaw - "
    "roll', sum, coef, other, text}.",
    "li.rot.rpy(0.1, 0.2, 0.3):rpy() --> 0.1, 0.2, 0.3" },
  { to_fixed,
      "rot:fixed(seq: str [, branch: first|other]) -> a1: num, a2: num, a3: num, pole: table",
    "Angles about fixed axes, in the order of the turns: 'xyz' is R = Rz(a3) Ry(a2) Rx(a1). a2 in "
    "0..pi where the first axis comes back "
    "('zxz'), else in -pi/2..pi/2; 'other' is the second branch. In gimbal lock a fourth result "
    "says what is determined.",
    "li.rot.fixed('xyz', 0.1, 0.2, 0.3):fixed 'xyz' --> 0.1, 0.2, 0.3" },
  { to_moving,
      "rot:moving(seq: str [, branch: first|other]) -> a1: num, a2: num, a3: num, pole: table",
    "Angles about moving axes: 'zxz' is R = Rz(a1) Rx(a2) Rz(a3). a2 in 0..pi where the first "
    "axis comes back ('zxz'), else in -pi/2..pi/2; "
    "'other' is the second branch. In gimbal lock a fourth result says what is determined.",
    "select(4, li.rot.moving('zxz', 0.4, 0, 1.1):moving 'zxz').determined --> a1 + a3" },
  { to_axis, "rot:axis(" BRANCH ") -> u: vec, angle: num, pole: table",
    "Unit axis and angle in 0..pi; 'other' is (-u, 2 pi - angle). At angle 0 (any axis, z is "
    "given) and pi (u and -u alike) one more result says so.",
    "li.rot.z(0.5):axis() --> [0  0  1], 0.5" },
  { to_euler_vector, "rot:euler_vector(" BRANCH ") -> v: vec, pole: table",
    "Axis times angle, angle in 0..pi; 'other' turns the other way round, by 2 pi - angle.",
    "li.rot.z(0.5):euler_vector() --> [0  0  0.5]" },
  { to_euler_vector, "rot:log(" BRANCH ") -> v: vec, pole: table",
      "The logarithm: v with R = exp(v~), the Euler vector.",
      "li.rot.z(0.5):log() --> [0  0  0.5]" },
  { to_quat, "rot:quat(" BRANCH ") -> w: num, x: num, y: num, z: num",
    "Unit quaternion, scalar first, w >= 0; 'other' is -q, the same rotation.",
    "li.rot.x(math.pi):quat() --> 6.1232339957368e-17, 1, 0, 0" },
  { to_rodrigues, "rot:rodrigues(" BRANCH ") -> p: vec, pole: table",
    "Rodrigues (Gibbs) parameters, tan(angle/2) times the axis. Infinite at half a turn: there a "
    "vector of length 1e16 stands for it, and one more result says so.",
    "li.rot.z(math.pi/2):rodrigues() --> [0  0  1]" },
  { to_matrix, "rot:matrix() -> mat",
      "The 3x3 matrix R_AB: its columns are the axes of B told in A.",
      "li.rot.z(math.pi/2):matrix()[2][1] --> 1" },
  { rot_vector, "rot:vector(v: vec3|mat) -> vec|mat",
      "A vector given in B, told in A: R v. A mat holds a vector in every row.",
    "li.rot.z(math.pi/2):vector{1, 0, 0} --> [0  1  0]" },
  { rot_vector_back, "rot:vector_back(v: vec3|mat) -> vec|mat",
      "A vector given in A, told in B: R' v. A mat holds a vector in every row.",
    "li.rot.z(math.pi/2):vector_back{0, 1, 0} --> [1  0  0]" },
  { rot_inverse, "rot:inverse() -> rot", "R_BA = R'; the same as R^-1.",
      "li.rot.z(0.5):inverse():rpy() --> 0, 0, -0.5" },
  { rot_slerp, "rot:slerp(S: rot, s: num [, way: short|long]) -> rot",
    "On the way from here (s = 0) to S (s = 1) at constant angular velocity, the short way round "
    "or the long one; s may lie outside 0..1.",
    "li.rot.z(0.2):slerp(li.rot.z(0.6), 0.25):rpy() --> 0, 0, 0.3" },
  { rot_angle_to, "rot:angle_to(S: rot) -> num",
      "The angle of the turn from here to S, in 0..pi: their distance.",
      "li.rot.x(0.2):angle_to(li.rot.x(0.7)) --> 0.5" },
  { rot_near, "rot:near(S: rot [, tol: num]) -> bool", "Is the angle to S at most tol (1e-12)?",
      "(li.rot.x(0.1) * li.rot.x(0.2)):near(li.rot.x(0.3)) --> true" },
  { rot_step, "rot:step(w: vec3, h: num, side: base|body) -> rot",
    "The attitude after time h at constant angular velocity w told in base or body axes: exp(h "
    "w~) R or R exp(h w~), exact.",
    "li.rot.z(0.1):step({0, 0, 2}, 0.1, 'body'):rpy() --> 0, 0, 0.3" },
  { rot_transport, "rot:transport(w: vec3, v: vec3, dv: vec3 [, dw: vec3, ddv: vec3]) -> vec",
    "Derivative, told in A, of a vector whose components v in the moving frame B change at dv: R "
    "(dv + w x v), w told in B. With dw and ddv the second derivative.",
    "li.rot.identity():transport({0, 0, 1}, {1, 0, 0}, {0, 0, 0}) --> [0  1  0]" },
  { rot_mul, "rot.__mul(a: rot, b: rot|vec3|mat|frame) -> rot|vec|mat|frame",
    "R_AB * R_BC = R_AC; R * v tells in A a vector given in B; R * M does so for every column of "
    "M; R * X turns a pose about the origin.", "li.rot.z(math.pi/2) * {1, 0, 0} --> [0  1  0]" },
  { rot_pow, "rot.__pow(a: rot, s: num) -> rot",
      "R^-1 is the inverse, R^2 = R * R, R^0.5 half of the turn: exp(s log R).",
      "(li.rot.x(0.4)^0.5):rpy() --> 0.2, 0, 0" },
  { rot_len, "rot.__len(a: rot, b: any) -> int",
      "#R is 3: R[i] is row i (a copy), R.x R.y R.z are the columns.", "#li.rot.identity() --> 3" },
  { rot_tostring, "rot.__tostring(a: rot) -> str", "The matrix and what its columns are.",
    "tostring(li.rot.z(math.pi/2)) --> rot R_AB: columns are the axes of B told in A\n[0  -1  "
    "0]\n[1   0  0]\n[0   0  1]" },
  { 0 },
};

const lia_class lia_rot_class = {
  .name = "rot",
      .text = "A rotation R_AB: its columns are the axes of frame B told in A, so it maps "
      "B-components to A-components; R_AC = R_AB * R_BC.",
  .size = sizeof(lrot), .method = methods, .field = "x y z", .get = rot_get, .view = rot_view,
};

static const lia_fn functions[] = {
  { rot_x, "rot.x(angle: num) -> rot", "Turn about x, radians.",
      "li.rot.x(math.pi/2) * {0, 1, 0} --> [0  0  1]" },
  { rot_y, "rot.y(angle: num) -> rot", "Turn about y, radians.",
      "li.rot.y(math.pi/2) * {0, 0, 1} --> [1  0  0]" },
  { rot_z, "rot.z(angle: num) -> rot", "Turn about z, radians.",
      "li.rot.z(math.pi/2) * {1, 0, 0} --> [0  1  0]" },
  { rot_identity, "rot.identity() -> rot", "No turn.",
      "li.rot.identity() * {1, 2, 3} --> [1  2  3]" },
  { rot_fixed, "rot.fixed(seq: str, a1: num|vec3 [, a2: num|table, a3: num, pole: table]) -> rot",
    "Three turns about fixed axes, in the order written: 'xyz' is Rz(a3) Ry(a2) Rx(a1). Any of "
    "the twelve sequences (xyz .. zyx, xyx .. zyz); the angles one by one or as three numbers in "
    "one. "
    "pole, what R:fixed gives last in gimbal lock, is not looked at.",
    "li.rot.fixed('xyz', 0.1, 0.2, 0.3):near(li.rot.z(0.3) * li.rot.y(0.2) * li.rot.x(0.1)) --> "
    "true" },
  { rot_moving, "rot.moving(seq: str, a1: num|vec3 [, a2: num|table, a3: num, pole: table]) -> rot",
    "Three turns about moving axes (each where the turns before have carried it): 'zxz' is Rz(a1) "
    "Rx(a2) Rz(a3). Any of the twelve sequences; the angles one by one or as three numbers in one. "
    "pole, what R:moving gives last in gimbal lock, is not looked at.",
    "li.rot.moving('zxz', 0.1, 0.2, 0.3):near(li.rot.z(0.1) * li.rot.x(0.2) * li.rot.z(0.3)) --> "
    "true" },
  { rot_rpy, "rot.rpy(roll: num|vec3 [, pitch: num|table, yaw: num, pole: table]) -> rot",
    "Roll, pitch, yaw about fixed x, y, z: Rz(yaw) Ry(pitch) Rx(roll), one by one or as three "
    "numbers in one. pole, what R:rpy gives last in gimbal lock, is not looked at.",
    "li.rot.rpy(0, 0, math.pi/2) * {1, 0, 0} --> [0  1  0]" },
  { rot_axis, "rot.axis(u: vec3, angle: num [, pole: table]) -> rot",
      "By an angle about an axis of any length but zero.",
    "li.rot.axis({1, 1, 1}, 120*li.deg) * {1, 0, 0} --> [0  1  0]" },
  { rot_euler_vector, "rot.euler_vector(v: vec3 [, pole: table]) -> rot",
      "Axis times angle; the angle may be any.",
      "li.rot.euler_vector{0, 0, 0.5}:rpy() --> 0, 0, 0.5" },
  { rot_euler_vector, "rot.exp(v: vec3 [, pole: table]) -> rot",
      "exp(v~), v~ b = v x b: the same as li.rot.euler_vector.",
      "li.rot.exp{0, 0, 0.5}:log() --> [0  0  0.5]" },
  { rot_quat, "rot.quat(w: num|vec4 [, x: num, y: num, z: num]) -> rot",
      "A quaternion, scalar first, of any length but zero.",
      "li.rot.quat(1, 0, 0, 1):rpy() --> 0, 0, 1.5707963267949" },
  { rot_rodrigues, "rot.rodrigues(p: vec3 [, pole: table]) -> rot",
      "Rodrigues (Gibbs) parameters: tan(angle/2) times the axis.",
      "li.rot.rodrigues{0, 0, 1}:axis() --> [0  0  1], 1.5707963267949" },
  { rot_matrix, "rot.matrix(M: mat33) -> rot",
      "A rotation matrix: orthonormal to 1e-6 and then made exactly so; anything else is an error "
      "that says by how much.",
    "li.rot.matrix{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}:rpy() --> 0, 0, 1.5707963267949" },
  { rot_between, "rot.between(a: vec3, b: vec3) -> rot, pole: table",
    "The shortest turn of direction a into direction b. Opposite directions: half a turn about an "
    "axis perpendicular to both, and one more result says so.",
    "li.rot.between({1, 0, 0}, {0, 2, 0}):rpy() --> 0, 0, 1.5707963267949" },
  { rot_random, "rot.random(seed: int) -> rot",
      "A rotation, all as likely, the same for the same seed on every machine.",
      "li.rot.random(7) == li.rot.random(7) --> true" },
  { rot_nearest, "rot.nearest(M: mat33) -> rot, pole: table",
    "The rotation nearest to any 3x3 matrix in the sum of squares; one more result where M is a "
    "reflection or short of rank, or several are as near.",
    "li.rot.nearest{{1.1, 0, 0}, {0, 0.9, 0}, {0, 0, 1}} == li.rot.identity() --> true" },
  { rot_polar, "rot.polar(M: mat33) -> mat, info: table",
    "The orthonormal matrix nearest to M, (M M')^(-1/2) M: a reflection where det M < 0. info: "
    "{distance, sigma (singular values), reflection, deficient, ambiguous, text}.",
    "li.rot.polar{{1.1, 0, 0}, {0, 1.1, 0}, {0, 0, -1.1}}[3][3] --> -1" },
  { rot_defect, "rot.defect(M: mat33) -> num",
      "How far from a rotation: the largest entry of M'M - I, and 2 more where det M < 0.",
      "li.rot.defect{{1, 0.1, 0}, {0, 1, 0}, {0, 0, 1}} --> 0.1" },
  { rot_mean,
      "rot.mean(list: table [, weights: vec, method: chordal|geodesic]) -> rot, pole: table",
    "Weighted mean of rots: least sum of squared differences of the matrices (that of the largest "
    "quaternion eigenvector), or with 'geodesic' least sum of squared angles.",
    "li.rot.mean({li.rot.z(0), li.rot.z(0.4)}, {1, 3}, 'geodesic'):rpy() --> 0, 0, 0.3" },
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
    "Angular acceleration (the derivative of w) from first and second rates of a description. " KINDS,
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

void lia_open_rot(lua_State *L);
void lia_open_rot(lua_State *L) {
  lia_class_register(L, &lia_rot_class);
  lia_functions(L, functions);
}
