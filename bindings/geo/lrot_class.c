/* lrot_class.c - the rot class: rotations R_AB told in every description, turned, compared */
#include "bindings/geo/lrot_inside.h"
#include "bindings/geo/lspace.h"

#include "base/text.h"
#include "geo/rot.h"

#include "bindings/kit/nums.h"

#include <string.h>

void lia_push_rot(lua_State *L, const double R[9]) { lia_copy33(rot_push_new(L), R); }

void lia_arg_rot(lua_State *L, int i, const lia_arg *a, double R[9]) {
  double off = lia_rot_defect(a->p), det = lia_det33(a->p);
  if (off >= 2 && det < 0)
    lia_arg_error(L, i,
        "a reflection, not a rotation: determinant %.4g (li.rot.nearest gives the nearest "
        "rotation)", det);
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
  int first = coef[2] > 0 && coef[0] <= 0 ? 2 : 0;
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
  lia_number_text(number, lua_tonumber(L, -1), lia_digits(L, 14));
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

void lia_lrot_push_flags(lua_State *L, unsigned flags) {
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

int lia_lrot_push_pole(lua_State *L, const lia_pole *pole, const double *other, int n,
    const char *const name[3]) {
  if (!pole->flags) return 0;
  lia_lrot_push_flags(L, pole->flags);
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
  if (flags) lia_lrot_push_flags(L, flags);
  return flags ? 1 : 0;
}

// ---- out ----

static const char *const RPY_NAMES[3] = { "roll", "pitch", "yaw" };
const char *const lia_lrot_angles[3] = { "a1", "a2", "a3" };

static int push_angles(lua_State *L, const double R[9], lia_euler e, int other,
const char *const name[3]) {
  double t[3];
  lia_pole pole;
  lia_euler_from_rot(t, e, R, &pole);
  // -0 prints as -0.0 on one Lua, -0 on the other
  for (int k = 0; k < 3; k++) lua_pushnumber(L, (other ? pole.other[k] : t[k]) + 0.0);
  return 3 + lia_lrot_push_pole(L, &pole, other ? t : pole.other, 3, name);
}

static int to_sequence(lua_State *L, lia_euler_kind kind) {
  lia_arg a[3];
  lia_euler e;
  lia_error err = { 0 };
  lia_args(L, a);
  if (lia_euler_parse(&e, a[1].s, kind, &err) != LIA_OK) return lia_arg_error(L, 2, "%s", err.text);
  return push_angles(L, rot_self(a), e, a[2].given && a[2].n == 1, lia_lrot_angles);
}

static int to_fixed(lua_State *L) { return to_sequence(L, LIA_FIXED); }
static int to_moving(lua_State *L) { return to_sequence(L, LIA_MOVING); }

static int to_rpy(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  return push_angles(L, rot_self(a), LIA_EULER_RPY, a[1].given && a[1].n == 1, RPY_NAMES);
}

// x in representation `kind` and its other branch; the branch asked for is left in x
static void read_representation(lua_State *L, lia_arg a[2], double x[4], lia_rot_repr_kind kind,
    lia_pole *pole) {
  double y[4];
  lia_args(L, a);
  lia_rot_repr d = { .kind = kind };
  lia_rot_repr_from_rot(x, d, rot_self(a), pole);
  if (!(a[1].given && a[1].n == 1)) return;
  memcpy(y, x, sizeof y);
  memcpy(x, pole->other, sizeof y);
  memcpy(pole->other, y, sizeof y);
}

static int to_axis(lua_State *L) {
  lia_arg a[2];
  lia_pole pole;
  double x[4];
  read_representation(L, a, x, LIA_ROT_REPR_axis, &pole);
  lia_pushnums(L, x, 3);
  lua_pushnumber(L, x[3]);
  return 2 + lia_lrot_push_pole(L, &pole, pole.other, 4, NULL);
}

static int to_euler_vector(lua_State *L) {
  lia_arg a[2];
  lia_pole pole;
  double x[4] = { 0 };
  read_representation(L, a, x, LIA_ROT_REPR_euler_vector, &pole);
  lia_pushnums(L, x, 3);
  return 1 + lia_lrot_push_pole(L, &pole, pole.other, 3, NULL);
}

static int to_quat(lua_State *L) {
  lia_arg a[2];
  lia_pole pole;
  double x[4];
  read_representation(L, a, x, LIA_ROT_REPR_quat, &pole);
  for (int k = 0; k < 4; k++) lua_pushnumber(L, x[k] + 0.0);
  return 4;
}

static int to_rodrigues(lua_State *L) {
  lia_arg a[2];
  lia_pole pole;
  double x[4] = { 0 };
  read_representation(L, a, x, LIA_ROT_REPR_rodrigues, &pole);
  lia_pushnums(L, x, 3);
  return 1 + lia_lrot_push_pole(L, &pole, pole.other, 3, NULL);
}

static int to_matrix(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  lia_pushrows(L, rot_self(a), 3, 3);
  return 1;
}

// ---- algebra ----

static int rot_mul(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  const double *R = rot_self(a);
  if (a[1].given == 1) {
    lia_mul33(rot_push_new(L), R, rot_self(&a[1]));
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
  if (s == -1) lia_transpose33(o, rot_self(a));
  else if (s == 1) lia_copy33(o, rot_self(a));
  else lia_rot_pow(o, rot_self(a), s);
  return 1;
}

static int rot_inverse(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  lia_transpose33(rot_push_new(L), rot_self(a));
  return 1;
}

// one of three numbers, or a mat with one in each row
static int rot_apply(lua_State *L, void (*f)(double o[3], const double M[9], const double v[3])) {
  lia_arg a[2];
  lia_args(L, a);
  if (a[1].given == 1) {
    f(lia_pushvec(L, 3), rot_self(a), a[1].p);
    return 1;
  }
  if (a[1].cols != 3)
    return lia_arg_error(L, 2, "expected 3 numbers in every row, got %d", a[1].cols);
  double *o = lia_pushmat(L, a[1].rows, 3);
  for (int i = 0; i < a[1].rows; i++) f(o + 3*i, rot_self(a), a[1].p + 3*i);
  return 1;
}

static int rot_vector(lua_State *L) { return rot_apply(L, lia_mv3); }
static int rot_vector_back(lua_State *L) { return rot_apply(L, lia_mtv3); }

static int rot_slerp(lua_State *L) {
  lia_arg a[4];
  lia_args(L, a);
  lia_rot_slerp(rot_push_new(L), rot_self(a), rot_self(&a[1]), a[2].x,
      a[3].given && a[3].n == 1 ? LIA_LONG : LIA_SHORT);
  return 1;
}

static int rot_angle_to(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  lua_pushnumber(L, lia_rot_angle(rot_self(a), rot_self(&a[1])));
  return 1;
}

static int rot_near(lua_State *L) {
  lia_arg a[3];
  lia_args(L, a);
  lua_pushboolean(L, lia_rot_angle(rot_self(a), rot_self(&a[1])) <= (a[2].given ? a[2].x : 1e-12));
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

#define BRANCH "[branch: first|other]"

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
  { lia_lrot_step, "rot:step(w: vec3, h: num, side: base|body) -> rot",
    "The attitude after time h at constant angular velocity w told in base or body axes: exp(h "
    "w~) R or R exp(h w~), exact.",
    "li.rot.z(0.1):step({0, 0, 2}, 0.1, 'body'):rpy() --> 0, 0, 0.3" },
  { lia_lrot_transport, "rot:transport(w: vec3, v: vec3, dv: vec3 [, dw: vec3, ddv: vec3]) -> vec",
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

void lia_open_rot(lua_State *L);
void lia_open_rot(lua_State *L) {
  lia_class_register(L, &lia_rot_class);
  lia_functions(L, lia_lrot_made);
  lia_functions(L, lia_lrot_rated);
}
