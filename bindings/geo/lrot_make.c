/* lrot_make.c - li.rot.*: rotations made of turns, angles, quaternions, matrices, others */
#include "bindings/geo/lrot_inside.h"

#include "base/rng.h"
#include "geo/axang.h"
#include "geo/gibbs.h"
#include "geo/rot.h"

#include "bindings/kit/kit.h"
#include "bindings/kit/nums.h"

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
  lia_lrot_push_flags(L, f.flags);
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

const lia_fn lia_lrot_made[] = {
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
  { 0 },
};
