/* lframe.c - li.frame: poses X_AB */
#include "bindings/geo/lrot.h"
#include "bindings/geo/lspace.h"
#include "bindings/kit/nums.h"

#include "geo/axes.h"
#include "geo/moves.h"
#include "geo/rot.h"

#include <string.h>

void lia_push_frame(lua_State *L, const lia_frame *X) {
  *(lia_frame *)lia_push(L, &lia_frame_class) = *X;
}

// ---- making ----

static int frame_new(lua_State *L) {
  lia_arg a[2];
  lia_frame X = LIA_FRAME_IDENTITY;
  lia_args(L, a);
  if (a[0].given) lia_arg_rot(L, 1, &a[0], X.R);
  if (a[1].given) lia_copy3(X.p, a[1].p);
  lia_push_frame(L, &X);
  return 1;
}

static int frame_trans(lua_State *L) {
  lia_arg a[3];
  lia_frame X = LIA_FRAME_IDENTITY;
  lia_args(L, a);
  if ((a[0].given == 2) != a[1].given || a[1].given != a[2].given)
    return lia_mistake(L, "expected {x, y, z} or x, y, z");
  if (a[0].given == 1) lia_copy3(X.p, a[0].p);
  else lia_set3(X.p, a[0].x, a[1].x, a[2].x);
  lia_push_frame(L, &X);
  return 1;
}

static int frame_elementary(lua_State *L, lia_move_kind kind) {
  lia_arg a[1];
  lia_frame X;
  lia_args(L, a);
  lia_move_elementary(&X, kind, a->x);
  lia_push_frame(L, &X);
  return 1;
}

static int frame_rx(lua_State *L) { return frame_elementary(L, LIA_MOVE_RX); }
static int frame_ry(lua_State *L) { return frame_elementary(L, LIA_MOVE_RY); }
static int frame_rz(lua_State *L) { return frame_elementary(L, LIA_MOVE_RZ); }
static int frame_tx(lua_State *L) { return frame_elementary(L, LIA_MOVE_TX); }
static int frame_ty(lua_State *L) { return frame_elementary(L, LIA_MOVE_TY); }
static int frame_tz(lua_State *L) { return frame_elementary(L, LIA_MOVE_TZ); }

static int frame_of_matrix(lua_State *L) {
  lia_arg a[1], R = { .p = R.v };
  lia_frame X;
  lia_frame_off off;
  lia_args(L, a);
  lia_frame_of44(&X, &off, a->p);
  if (off.row > 1e-12)
    return lia_arg_error(L, 1, "the last row must be 0 0 0 1, it is off by %.3g", off.row);
  lia_copy33(R.v, X.R);
  lia_arg_rot(L, 1, &R, X.R);
  lia_push_frame(L, &X);
  return 1;
}

static int frame_of_rot_trans(lua_State *L) {
  lia_arg a[2];
  lia_frame X;
  double R[9];
  lia_args(L, a);
  lia_arg_rot(L, 1, &a[0], R);
  lia_frame_rot_trans(&X, R, a[1].p);
  lia_push_frame(L, &X);
  return 1;
}

static int frame_exp(lua_State *L) {
  lia_arg a[2];
  lia_frame X;
  double V[6];
  lia_args(L, a);
  for (int k = 0; k < 6; k++) V[k] = a[0].p[k] * (a[1].given ? a[1].x : 1);
  lia_twist_exp(&X, V);
  lia_push_frame(L, &X);
  return 1;
}

// ---- points and vectors ----

typedef void applied(double *o, const lia_frame *X, const double *v);

// one of three numbers, or a mat with one in each row
static int frame_apply(lua_State *L, applied *f) {
  lia_arg a[2];
  lia_args(L, a);
  if (a[1].given == 1) {
    double o[3];
    f(o, a[0].o, a[1].p);
    lia_pushnums(L, o, 3);
    return 1;
  }
  if (a[1].cols != 3)
    return lia_arg_error(L, 2, "expected 3 numbers in every row, got %d", a[1].cols);
  double *o = lia_pushmat(L, a[1].rows, 3);
  for (int i = 0; i < a[1].rows; i++) f(o + 3*i, a[0].o, a[1].p + 3*i);
  return 1;
}

static int frame_point(lua_State *L) { return frame_apply(L, lia_frame_point); }
static int frame_point_back(lua_State *L) { return frame_apply(L, lia_frame_point_back); }
static int frame_vector(lua_State *L) { return frame_apply(L, lia_frame_vector); }
static int frame_vector_back(lua_State *L) { return frame_apply(L, lia_frame_vector_back); }

// ---- parts and readings ----

static int frame_get(lua_State *L, void *o) {
  const lia_frame *X = o;
  const char *key = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "";
  if (strcmp(key, "p") == 0) {
    lia_pushnums(L, X->p, 3);
    return 1;
  }
  if (strcmp(key, "R") == 0) {
    lia_push_rot(L, X->R);
    return 1;
  }
  return 0;
}

static int frame_pos(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  lia_pushnums(L, ((const lia_frame *)a->o)->p, 3);
  return 1;
}

static int frame_rot(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  lia_push_rot(L, ((const lia_frame *)a->o)->R);
  return 1;
}

static int frame_matrix(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  lia_frame_to44(lia_pushmat(L, 4, 4), a->o);
  return 1;
}

static int frame_as_rot_trans(lua_State *L) {
  lia_arg a[1];
  double R[9], t[3];
  lia_args(L, a);
  lia_frame_as_rot_trans(R, t, a->o);
  lia_push_rot(L, R);
  lia_pushnums(L, t, 3);
  return 2;
}

// ---- algebra ----

static int frame_inverse(lua_State *L) {
  lia_arg a[1];
  lia_frame X;
  lia_args(L, a);
  lia_frame_inv(&X, a->o);
  lia_push_frame(L, &X);
  return 1;
}

static int frame_between(lua_State *L) {
  lia_arg a[2];
  lia_frame X;
  lia_args(L, a);
  lia_frame_between(&X, a[0].o, a[1].o);
  lia_push_frame(L, &X);
  return 1;
}

// what stands in B, told in A: frames, twists, wrenches, inertias
static int frame_mul(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  const lia_frame *X = a[0].o;
  double six[6];
  if (a[1].given == 1) {
    lia_frame Y;
    lia_frame_mul(&Y, X, a[1].o);
    lia_push_frame(L, &Y);
  } else if (a[1].given == 2) {
    lia_twist_to(six, X, ((const lsix *)a[1].o)->x);
    lia_push_six(L, &lia_twist_class, six);
  } else if (a[1].given == 3) {
    lia_wrench_to(six, X, ((const lsix *)a[1].o)->x);
    lia_push_six(L, &lia_wrench_class, six);
  } else if (a[1].given == 4) {
    lia_inertia J;
    lia_inertia_to(&J, X, a[1].o);
    lia_push_inertia(L, &J);
  } else if (a[1].given == 5) {
    lia_frame Y = *X;
    lia_mul33(Y.R, X->R, ((const lrot *)a[1].o)->R);
    lia_push_frame(L, &Y);
  } else {
    return lia_mistake(L, "frame * vec could mean two things: say A:point(p) or A:vector(v)");
  }
  return 1;
}

static int frame_pow(lua_State *L) {
  lia_arg a[2];
  lia_frame X, one = LIA_FRAME_IDENTITY;
  lia_args(L, a);
  if (a[1].x == -1) lia_frame_inv(&X, a[0].o);
  else lia_frame_interp(&X, &one, a[0].o, a[1].x);
  lia_push_frame(L, &X);
  return 1;
}

static int frame_interp(lua_State *L) {
  lia_arg a[3];
  lia_frame X;
  lia_args(L, a);
  lia_frame_interp(&X, a[0].o, a[1].o, a[2].x);
  lia_push_frame(L, &X);
  return 1;
}

static int frame_lerp(lua_State *L) {
  lia_arg a[3];
  lia_frame X;
  lia_args(L, a);
  lia_frame_lerp(&X, a[0].o, a[1].o, a[2].x);
  lia_push_frame(L, &X);
  return 1;
}

static int frame_apart(lua_State *L) {
  lia_arg a[2];
  double dist, angle;
  lia_args(L, a);
  lia_frame_apart(&dist, &angle, a[0].o, a[1].o);
  lua_pushnumber(L, dist);
  lua_pushnumber(L, angle);
  return 2;
}

static int frame_near(lua_State *L) {
  lia_arg a[3];
  lia_args(L, a);
  const double *x = a[0].o, *y = a[1].o;
  int near = 1;
  for (int k = 0; k < 12; k++) near &= fabs(x[k] - y[k]) <= (a[2].given ? a[2].x : 1e-12);
  lua_pushboolean(L, near);
  return 1;
}

// ---- screws ----

static int frame_log(lua_State *L) {
  lia_arg a[2];
  double V[6];
  lia_args(L, a);
  unsigned flags = a[1].given && a[1].n == 1 ? lia_twist_log_other(V, a[0].o)
      : lia_twist_log(V, a[0].o);
  lia_push_six(L, &lia_twist_class, V);
  return 1 + lia_push_poles(L, flags);
}

void lia_push_screw(lua_State *L, const lia_screw *s, const char *free_kind, const char *size_name,
    const char *free_size_name) {
  lua_createtable(L, 0, 5);
  const char *other = s->kind == LIA_SCREW_free ? free_kind : "none";
  lua_pushstring(L, s->kind == LIA_SCREW_axis ? "axis" : other);
  lua_setfield(L, -2, "kind");
  lia_pushnums(L, s->u, 3);
  lua_setfield(L, -2, "axis");
  lua_pushnumber(L, s->size);
  lua_setfield(L, -2, s->kind == LIA_SCREW_free ? free_size_name : size_name);
  if (s->kind == LIA_SCREW_free) return;
  lia_pushnums(L, s->point, 3);
  lua_setfield(L, -2, "point");
  lua_pushnumber(L, s->pitch);
  lua_setfield(L, -2, "pitch");
}

static int frame_screw(lua_State *L) {
  lia_arg a[1];
  lia_screw s;
  lia_args(L, a);
  lia_frame_screw(&s, a->o);
  lia_push_screw(L, &s, "translation", "angle", "distance");
  return 1;
}

static int frame_adjoint(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  lia_adjoint(lia_pushmat(L, 6, 6), a->o);
  return 1;
}

static int frame_adjoint_dual(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  lia_adjoint_dual(lia_pushmat(L, 6, 6), a->o);
  return 1;
}

void lia_frame_label(lua_State *L, int idx, const char *name) {
  if (idx < 0) idx += lua_gettop(L) + 1;
  lua_pushstring(L, name);
  lia_keep(L, idx, -1);
  lua_pop(L, 1);
}

static int frame_tostring(lua_State *L) {
  const lia_frame *X = lia_check(L, 1, &lia_frame_class);
  double M[16];
  lia_frame_to44(M, X);
  if (lia_kept(L, 1)) {
    lua_pushfstring(L, "%s in world: columns are its axes and its origin\n", lua_tostring(L, -1));
    lua_remove(L, -2);
  } else lua_pushliteral(L, "frame X_AB: columns are the axes and the origin of B, told in A\n");
  lia_push_text(L, M, 3, 4);
  lua_concat(L, 2);
  return 1;
}

// ---- ISO 8855 and SAE vehicle axes ----

static int axes_iso_sae(lua_State *L) {
  lia_arg a[1];
  double o[9];
  lia_args(L, a);
  switch (a->given) {
    case 1: {
      lia_frame X;
      lia_axes_frame(&X, a->o);
      lia_push_frame(L, &X);
      break;
    }
    case 2: case 3:
      lia_axes_vector6(o, ((const lsix *)a->o)->x);
      lia_push_six(L, a->given == 2 ? &lia_twist_class : &lia_wrench_class, o);
      break;
    case 4: {
      lia_inertia J;
      lia_axes_inertia(&J, a->o);
      lia_push_inertia(L, &J);
      break;
    }
    case 5:
      lia_axes_matrix(o, ((const lrot *)a->o)->R);
      lia_push_rot(L, o);
      break;
    case 6:
      lia_axes_vector(o, a->p);
      lia_pushnums(L, o, 3);
      break;
    default:
      lia_axes_matrix(o, a->p);
      lia_pushrows(L, o, 3, 3);
  }
  return 1;
}

static const lia_fn methods[] = {
  { frame_point, "frame:point(p: vec3|mat) -> vec|mat",
      "A point given in B, told in A: R p + origin. A mat holds a point in every row.",
    "li.frame.trans{1, 2, 3}:point{10, 0, 0} --> [11  2  3]" },
  { frame_point_back, "frame:point_back(p: vec3|mat) -> vec|mat", "A point given in A, told in B.",
    "li.frame.trans{1, 2, 3}:point_back{11, 2, 3} --> [10  0  0]" },
  { frame_vector, "frame:vector(v: vec3|mat) -> vec|mat",
      "A free vector (direction, velocity, force) given in B, told in A: only turned.",
    "li.frame.rz(90*li.deg):vector{1, 0, 0} --> [0  1  0]" },
  { frame_vector_back, "frame:vector_back(v: vec3|mat) -> vec|mat",
      "A free vector given in A, told in B.",
    "li.frame.rz(90*li.deg):vector_back{0, 1, 0} --> [1  0  0]" },
  { frame_pos, "frame:pos() -> vec", "The origin of B in A; also A.p.",
      "li.frame.tz(2):pos() --> [0  0  2]" },
  { frame_rot, "frame:rot() -> rot",
      "The rotation R_AB: its columns are the axes of B in A; also A.R.",
    "li.frame.rz(0.5):rot():rpy() --> 0, 0, 0.5" },
  { frame_matrix, "frame:matrix() -> mat", "The 4x4 matrix [R p; 0 0 0 1].",
    "li.frame.tx(5):matrix() --> [1  0  0  5]\n[0  1  0  0]\n[0  0  1  0]\n[0  0  0  1]" },
  { frame_as_rot_trans, "frame:rot_trans() -> R: rot, t: vec",
      "R and t with X = Rot(R) Trans(t): turn first, then slide along the turned axes. "
    "Trans(p) Rot(R) are the parts A.p, A.R as they stand.",
    "select(2, (li.frame.tx(2) * li.frame.rz(90*li.deg)):rot_trans()) --> [0  -2  0]" },
  { frame_inverse, "frame:inverse() -> frame", "X_BA; the same as A^-1.",
      "li.frame.trans{1, 2, 3}:inverse().p --> [-1  -2  -3]" },
  { frame_between, "frame:between(c: frame) -> frame",
      "Where C stands in B when both are given in A: X_AB^-1 X_AC.",
    "li.frame.tx(2):between(li.frame.tx(5)).p --> [3  0  0]" },
  { frame_interp, "frame:interp(b: frame, s: num) -> frame",
      "On the way to b by one screw motion: s = 0 here, s = 1 there, and beyond.",
    "(li.frame.rz(90*li.deg) * li.frame.tx(1)):interp(li.frame.tx(1), 0.5).p --> [0.707107  "
    "0.707107  0]" },
  { frame_lerp, "frame:lerp(b: frame, s: num) -> frame",
      "On the way to b: the origin on a straight line, the turn about one axis, apart from each "
      "other.",
    "(li.frame.rz(90*li.deg) * li.frame.tx(1)):lerp(li.frame.tx(1), 0.5).p --> [0.5  0.5  0]" },
  { frame_apart, "frame:apart(b: frame) -> distance: num, angle: num",
      "How far apart two poses are: distance of the origins, angle between them in 0..pi.",
    "li.frame.tx(3):apart(li.frame.ty(4)) --> 5, 0" },
  { frame_near, "frame:near(b: frame [, tol: num]) -> bool",
      "Do all twelve numbers agree within tol (1e-12)?",
    "(li.frame.rx(0.3) * li.frame.rx(-0.3)):near(li.frame()) --> true" },
  { frame_log, "frame:log([branch: first|other]) -> twist, pole: table",
      "The twist V with exp(V) = X and |w| <= pi; the other branch turns the other way round, by "
    "2 pi - angle. The pole follows where the turn is 0 or pi, as of rot:log.",
    "li.frame.tx(2):log().v --> [2  0  0]" },
  { frame_screw, "frame:screw() -> table",
      "The screw motion that leads there (Chasles): {kind = 'axis', axis, point, pitch, angle}, or "
    "{kind = 'translation', axis, distance}, or kind 'none'. Pitch in metres per radian.",
    "(li.frame.tx(1) * li.frame.rz(90*li.deg) * li.frame.tx(-1)):screw().point --> [1  0  0]" },
  { frame_adjoint, "frame:adjoint() -> mat",
      "6x6, linear part first: twist in A = Ad * twist in B, [R p~R; 0 R].",
    "li.frame.tx(2):adjoint()[2][6] --> -2" },
  { frame_adjoint_dual, "frame:adjoint_dual() -> mat",
      "6x6, force first: wrench in A = Ad^-T * wrench in B, [R 0; p~R R].",
    "li.frame.tx(2):adjoint_dual()[6][2] --> 2" },
  { frame_mul,
      "frame.__mul(a: frame, b: frame|twist|wrench|inertia|rot|vec3) -> frame|twist|wrench|inertia",
    "X_AB * X_BC = X_AC; a rot counts as a pose without shift. A twist, wrench or inertia given "
    "in B becomes the same thing told in A.", "(li.frame.tx(2) * li.frame.ty(3)).p --> [2  3  0]" },
  { frame_pow, "frame.__pow(a: frame, s: num) -> frame",
      "A^-1 is the inverse; A^s the share s of its screw motion, A^2 = A * A.",
    "(li.frame.tx(2)^-1).p --> [-2  0  0]" },
  { frame_tostring, "frame.__tostring(a: frame) -> str",
      "The matrix [R p]: columns are the axes and the origin of B in A.",
    "tostring(li.frame.tx(2)) --> frame X_AB: columns are the axes and the origin of B, told in "
    "A\n[1  0  0  2]\n[0  1  0  0]\n[0  0  1  0]" },
  { 0 },
};

const lia_class lia_frame_class = {
  .name = "frame",
      .text = "A pose X_AB: where frame B stands in frame A. Maps B-coordinates to A-coordinates; "
      "X_AC = X_AB * X_BC.",
  .size = sizeof(lia_frame), .method = methods, .field = "p R", .get = frame_get,
};

static const lia_fn functions[] = {
  { frame_new, "frame([R: mat33, p: vec3]) -> frame",
      "The pose with rotation R (columns: axes of B in A; orthonormal to 1e-6, then made exactly "
      "so) and origin p. "
    "Left out: no turn, no shift.",
    "li.frame(li.rot.z(90*li.deg), {1, 2, 3}) --> frame X_AB: columns are the axes and the origin "
    "of B, told in A\n[0  -1  0  1]\n[1   0  0  2]\n[0   0  1  3]" },
  { frame_trans, "frame.trans(p: vec3|num [, y: num, z: num]) -> frame",
      "No turn, origin at p; three numbers do as well.",
      "li.frame.trans{1, 2, 3}.p --> [1  2  3]" },
  { frame_rx, "frame.rx(angle: num) -> frame", "Turn about x, radians.",
      "li.frame.rx(90*li.deg):point{0, 1, 0} --> [0  0  1]" },
  { frame_ry, "frame.ry(angle: num) -> frame", "Turn about y, radians.",
      "li.frame.ry(90*li.deg):point{0, 0, 1} --> [1  0  0]" },
  { frame_rz, "frame.rz(angle: num) -> frame", "Turn about z, radians.",
      "li.frame.rz(90*li.deg):point{1, 0, 0} --> [0  1  0]" },
  { frame_tx, "frame.tx(d: num) -> frame", "Slide along x, metres.",
      "li.frame.tx(2):point{1, 0, 0} --> [3  0  0]" },
  { frame_ty, "frame.ty(d: num) -> frame", "Slide along y, metres.",
      "li.frame.ty(2):point{1, 0, 0} --> [1  2  0]" },
  { frame_tz, "frame.tz(d: num) -> frame", "Slide along z, metres.",
      "li.frame.tz(2):point{1, 0, 0} --> [1  0  2]" },
  { frame_of_matrix, "frame.matrix(M: mat44) -> frame",
      "From a 4x4 matrix [R p; 0 0 0 1]; the last row and the rotation are checked.",
    "li.frame.matrix{{0, -1, 0, 5}, {1, 0, 0, 6}, {0, 0, 1, 7}, {0, 0, 0, 1}}.p --> [5  6  7]" },
  { frame_of_rot_trans, "frame.rot_trans(R: mat33, t: vec3) -> frame",
      "Rot(R) Trans(t): turn first, then slide along the turned axes; its origin is R t.",
    "li.frame.rot_trans(li.rot.z(90*li.deg), {2, 0, 0}).p --> [0  2  0]" },
  { frame_exp, "frame.exp(V: vec6 [, time: num]) -> frame",
      "Where a body ends that keeps the twist V (linear part first) for that time (1).",
    "li.frame.exp({0, -1, 0, 0, 0, 1}, math.pi).p --> [2  0  0]" },
  { axes_iso_sae, "axes.iso_sae(x: frame|twist|wrench|inertia|rot|vec3|mat33) -> "
      "frame|twist|wrench|inertia|rot|vec|mat",
    "Between vehicle axes of ISO 8855 (x forward, y left, z up) and of SAE (x forward, y right, z "
    "down), either way. A pose or "
    "rotation changes both its frames; a vec3 may be a vector or (roll, pitch, yaw), a 3x3 matrix "
    "a tensor or a rotation.", "li.axes.iso_sae{1, 2, 3} --> [1  -2  -3]" },
  { 0 },
};

void lia_open_frame(lua_State *L);
void lia_open_frame(lua_State *L) {
  lia_class_register(L, &lia_frame_class);
  lia_functions(L, functions);
}
