/* linertia.c - inertia: the methods of a rigid body's mass, centre and tensor; li.inertia itself is
 * in lib/liaison/geo/space.lua */
#include "bindings/geo/lrot.h"
#include "bindings/geo/lspace.h"
#include "bindings/kit/nums.h"

#include "geo/solid.h"

#include <string.h>

void lia_push_inertia(lua_State *L, const lia_inertia *J) {
  *(lia_inertia *)lia_push(L, &lia_inertia_class) = *J;
}

// ---- parts ----

static void push_com(lua_State *L, const lia_inertia *J) {
  double c[3], Ic[6];
  lia_inertia_to_com(c, Ic, J);
  lia_pushnums(L, c, 3);
}

static int inertia_get(lua_State *L, void *o) {
  const lia_inertia *J = o;
  const char *key = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "";
  if (strcmp(key, "mass") == 0) lua_pushnumber(L, J->m);
  else if (strcmp(key, "com") == 0) push_com(L, J);
  else if (strcmp(key, "h") == 0) lia_pushnums(L, J->h, 3);
  else return 0;
  return 1;
}

static int tensor(lua_State *L) {
  lia_arg a[2];
  double c[3], I[6];
  lia_args(L, a);
  const lia_inertia *J = a->o;
  if (a[1].given && a[1].n == 1) memcpy(I, J->I, sizeof I);
  else lia_inertia_to_com(c, I, J);
  lia_inertia_to33(lia_pushmat(L, 3, 3), I);
  return 1;
}

static int products(lua_State *L) {
  lia_arg a[2];
  double c[3], I[6];
  lia_args(L, a);
  const lia_inertia *J = a->o;
  if (a[1].given && a[1].n == 1) memcpy(I, J->I, sizeof I);
  else lia_inertia_to_com(c, I, J);
  lia_inertia_products(I, I);
  lia_pushnums(L, I + 3, 3);
  return 1;
}

static int matrix(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  lia_inertia_to66(lia_pushmat(L, 6, 6), a->o);
  return 1;
}

static int pseudo(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  lia_inertia_to_pseudo(lia_pushmat(L, 4, 4), a->o);
  return 1;
}

static int principal(lua_State *L) {
  lia_arg a[1];
  double e[3], R[9];
  lia_args(L, a);
  lia_inertia_principal(e, R, a->o);
  lia_pushnums(L, e, 3);
  lia_push_rot(L, R);
  return 2;
}

// ---- change of frame, sums ----

static int shift(lua_State *L) {
  lia_arg a[2];
  lia_inertia J;
  lia_args(L, a);
  lia_inertia_shift(&J, a[0].o, a[1].p);
  lia_push_inertia(L, &J);
  return 1;
}

static int rotate(lua_State *L) {
  lia_arg a[2];
  lia_inertia J;
  double R[9];
  lia_args(L, a);
  lia_arg_rot(L, 2, &a[1], R);
  lia_inertia_rotate(&J, R, a[0].o);
  lia_push_inertia(L, &J);
  return 1;
}

static int from(lua_State *L) {
  lia_arg a[2];
  lia_inertia J;
  lia_args(L, a);
  lia_inertia_from(&J, a[1].o, a[0].o);
  lia_push_inertia(L, &J);
  return 1;
}

static int to(lua_State *L) {
  lia_arg a[2];
  lia_inertia J;
  lia_args(L, a);
  lia_inertia_to(&J, a[1].o, a[0].o);
  lia_push_inertia(L, &J);
  return 1;
}

static int inertia_add(lua_State *L) {
  lia_arg a[2];
  lia_inertia J;
  lia_args(L, a);
  lia_inertia_add(&J, a[0].o, a[1].o);
  lia_push_inertia(L, &J);
  return 1;
}

static int sub(lua_State *L) {
  lia_arg a[2];
  lia_inertia J;
  lia_args(L, a);
  lia_inertia_sub(&J, a[0].o, a[1].o);
  lia_push_inertia(L, &J);
  return 1;
}

static int inertia_near(lua_State *L) {
  lia_arg a[3];
  lia_args(L, a);
  const double *x = a[0].o, *y = a[1].o;
  int near = 1;
  for (int k = 0; k < 10; k++) near &= fabs(x[k] - y[k]) <= (a[2].given ? a[2].x : 1e-12);
  lua_pushboolean(L, near);
  return 1;
}

// ---- physics ----

static int inertia_momentum(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  lia_inertia_mul(lia_pushvec(L, 6), a[0].o, ((const lsix *)a[1].o)->x);
  return 1;
}

static int energy(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  lua_pushnumber(L, lia_inertia_energy(a[0].o, ((const lsix *)a[1].o)->x));
  return 1;
}

static int inertia_check(lua_State *L) {
  lia_arg a[2];
  lia_error err = { 0 };
  lia_args(L, a);
  lua_pushboolean(L, 1);
  if (lia_inertia_check(a[0].o, a[1].given && a[1].n == 1, NULL, &err) == LIA_OK) return 1;
  lua_pushnil(L);
  lua_pushstring(L, err.text);
  lua_pushliteral(L, "EMODEL");
  return 3;
}

static int tostring(lua_State *L) {
  const lia_inertia *J = lia_check(L, 1, &lia_inertia_class);
  char m[32];
  double c[3], Ic[6], M[9];
  lia_inertia_to_com(c, Ic, J);
  lia_inertia_to33(M, Ic);
  lia_number_text(m, J->m, lia_digits(L, 6));
  lua_pushfstring(L, "inertia: mass %s, com ", m);
  lia_push_text(L, c, 1, 3);
  lua_pushliteral(L, ", tensor about com, body axes\n");
  lia_push_text(L, M, 3, 3);
  lua_concat(L, 4);
  return 1;
}

#define BALL "li.inertia{mass = 2, com = {1, 0, 0}, tensor = {1, 1, 1}}"

static const lia_fn methods[] = {
  { tensor, "inertia:tensor([about: com|origin]) -> mat",
      "The tensor as matrix entries (off-diagonal: minus the integrals), about the centre of mass "
      "or the origin.",
    BALL ":tensor \"origin\" --> [1  0  0]\n[0  3  0]\n[0  0  3]" },
  { products, "inertia:products([about: com|origin]) -> vec",
      "Products of inertia with the other sign, +integrals of xy, xz, yz dm, as many books have "
      "them.",
    "li.inertia.point(2, {1, 2, 3}):products \"origin\" --> [4  6  12]" },
  { principal, "inertia:principal() -> moments: vec, axes: rot",
      "Central principal moments, rising, and the rotation whose columns are their axes.",
    "(li.inertia{mass = 1, tensor = {3, 2, 1}}:principal()) --> [1  2  3]" },
  { shift, "inertia:shift(r: vec3) -> inertia",
      "The same body about the point r, same axes (Huygens-Steiner).",
      BALL ":shift{1, 0, 0}.com --> [0  0  0]" },
  { rotate, "inertia:rotate(R: mat33) -> inertia",
      "The same body told in other axes, R = R_AB from its own to the new ones.",
    BALL ":rotate(li.rot.z(90*li.deg)).com --> [0  1  0]" },
  { to, "inertia:to(X: frame) -> inertia", "Given in B, told in A, X = X_AB; the same as X * J.",
      BALL ":to(li.frame.tx(3)).com --> [4  0  0]" },
  { from, "inertia:from(X: frame) -> inertia", "Given in A, told in B, X = X_AB.",
      BALL ":from(li.frame.tx(3)).com --> [-2  0  0]" },
  { inertia_momentum, "inertia:momentum(V: twist) -> vec",
      "Linear momentum m v + w x h, and angular momentum about the origin I w + h x v; six "
      "numbers.",
    BALL ":momentum(li.twist({0, 0, 0}, {0, 0, 1})) --> [0  2  0  0  0  3]" },
  { energy, "inertia:energy(V: twist) -> num", "Kinetic energy at twist V, told in the same frame.",
      BALL ":energy(li.twist({0, 0, 0}, {0, 0, 2})) --> 6" },
  { inertia_check, "inertia:check([kind: thin|solid]) -> bool, message: str, code: str",
      "Can there be such a body? Mass > 0, central moments >= 0, none larger than the sum of the "
    "other two, to 1e-9; 'solid' asks for > and <. nil, what is wrong and by how much, 'EMODEL' "
    "where it cannot.", BALL ":check \"solid\" --> true" },
  { matrix, "inertia:matrix() -> mat", "6x6, linear part first: [m 1, -h~; h~, I].",
      BALL ":matrix()[2][6] --> 2" },
  { pseudo, "inertia:pseudo() -> mat",
      "4x4 pseudo-inertia [S h; h' m], S the second moment of mass; positive definite for a real "
      "body.", BALL ":pseudo()[1][1] --> 2.5" },
  { inertia_near, "inertia:near(b: inertia [, tol: num]) -> bool",
      "Do all ten numbers agree within tol (1e-12)?", BALL ":near(" BALL ") --> true" },
  { inertia_add, "inertia.__add(a: inertia, b: inertia) -> inertia",
      "Two bodies welded together, told in the same frame.",
      "(" BALL " + li.inertia.point(2, {-1, 0, 0})).com --> [0  0  0]" },
  { sub, "inertia.__sub(a: inertia, b: inertia) -> inertia",
      "One body cut out of another, told in the same frame.",
      "(" BALL " - li.inertia.point(1, {1, 0, 0})).mass --> 1" },
  { tostring, "inertia.__tostring(a: inertia) -> str",
      "Mass, centre of mass, tensor about it in body axes.",
    "tostring(" BALL ") --> inertia: mass 2, com [1  0  0], tensor about com, body axes\n[1  0  "
    "0]\n[0  1  0]\n[0  0  1]" },
  { 0 },
};

const lia_class lia_inertia_class = {
  .name = "inertia",
      .text = "Mass, centre of mass and inertia tensor of a rigid body, told about the origin of "
      "its frame.",
  .size = sizeof(lia_inertia), .method = methods, .field = "mass com h", .get = inertia_get,
};

void lia_open_inertia(lua_State *L);
void lia_open_inertia(lua_State *L) { lia_class_register(L, &lia_inertia_class); }
