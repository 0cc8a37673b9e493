/* lvec.c - li.vec: numbers in a row, indexed from 1 */
#include "bindings/kit/kit.h"
#include "bindings/kit/nums.h"

#include "num/small.h"
#include "num/vec.h"

#include <float.h>
#include <math.h>
#include <string.h>

double *lia_pushvec(lua_State *L, int n) {
  lvec *v = lia_push_sized(L, &lia_vec_class, sizeof *v + (size_t)n * sizeof(double));
  v->n = n;
  v->x = (double *)(void *)(v + 1);
  v->self = v;
  return v->x;
}

void lia_pushnums(lua_State *L, const double *x, int n) {
  double *o = lia_pushvec(L, n);
  if (n) memcpy(o, x, (size_t)n * sizeof *o);
}

// ---- making ----

static int vec_new(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  lia_pushnums(L, a->p, a->n);
  return 1;
}

static int vec_zeros(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  double size = (double)a[0].n * (a[1].given ? a[1].n : 1);
  if (size > LIA_NUMS_MOST)
    return lia_mistake(L, "%.0f numbers are more than the %d allowed", size, LIA_NUMS_MOST);
  if (a[1].given && (!a[0].n || !a[1].n))
    return lia_mistake(L, "a mat has at least one row and one column");
  if (a[1].given) lia_pushmat(L, a[0].n, a[1].n);
  else lia_pushvec(L, a[0].n);
  return 1;
}

// ---- reading and writing ----

// the index at 2, 0-based; raises where it is out of range
static int at(lua_State *L, const lvec *v) {
  double i = lua_tonumber(L, 2);
  if (!(i >= 1 && i <= v->n) || i != floor(i)) {
    const char *hint = i == v->n + 1 ? " (to walk it: for i, x in v:each() do)" : "";
    if (v->n) lia_error_at(L, "vec: index %.14g out of range 1..%d%s", i, v->n, hint);
    else lia_error_at(L, "vec: index %.14g of an empty vec", i);
  }
  return (int)i - 1;
}

// names by vec, for who reads them without us; as long as the vec lives
static const char named_key;

static void push_named(lua_State *L) {
  lua_pushlightuserdata(L, (void *)&named_key);
  lua_rawget(L, LUA_REGISTRYINDEX);
}

void lia_vec_named(lua_State *L, int idx, int names) {
  const int top = lua_gettop(L), vec = idx < 0 ? top + idx + 1 : idx,
      list = names < 0 ? top + names + 1 : names;
  lia_keep(L, vec, list);
  push_named(L);
  if (lua_istable(L, -1)) {
    lua_pushvalue(L, vec);
    lua_pushvalue(L, list);
    lua_rawset(L, -3);
  }
  lua_settop(L, top);
}

// vec_access(make): make(index, newindex, methods, names) gives what stands for them from now on
static int vec_access(lua_State *L) {
  static const char *const field[] = { "__index", "__newindex", "__methods" };
  luaL_checktype(L, 1, LUA_TFUNCTION);
  lua_settop(L, 1);
  lua_pushlightuserdata(L, (void *)&lia_vec_class);
  lua_rawget(L, LUA_REGISTRYINDEX);
  lua_pushvalue(L, 1);
  for (int k = 0; k < 3; k++) lua_getfield(L, 2, field[k]);
  lua_newtable(L);
  lua_createtable(L, 0, 1);
  lua_pushliteral(L, "k");
  lua_setfield(L, -2, "__mode");
  lua_setmetatable(L, -2);
  lua_pushlightuserdata(L, (void *)&named_key);
  lua_pushvalue(L, -2);
  lua_rawset(L, LUA_REGISTRYINDEX);
  lua_call(L, 4, 2);
  lua_setfield(L, 2, "__newindex");
  lua_setfield(L, 2, "__index");
  return 0;
}

// the number called by the text at 2, from 0; -1: the vec at 1 has no names, or the key is no text
static int called(lua_State *L, const lvec *v) {
  if (lua_type(L, 2) != LUA_TSTRING || !lia_kept(L, 1)) return -1;
  if (!lua_istable(L, -1)) {
    lua_pop(L, 1);
    return -1;
  }
  lua_pushvalue(L, 2);
  lua_rawget(L, -2);
  int i = (int)lua_tonumber(L, -1);
  lia_hints h = { 0 };
  if (i < 1 || i > v->n) {
    lua_pop(L, 1);
    lia_hints_keys(L, &h, lua_gettop(L));
    lia_error_at(L, "nothing here is called '%.64s'%s", lua_tostring(L, 2),
        lia_hints_text(&h, lua_tostring(L, 2)));
  }
  lua_pop(L, 2);
  return i - 1;
}

static int vec_get(lua_State *L, void *o) {
  if (lua_type(L, 2) != LUA_TNUMBER) {
    const int k = called(L, o);
    if (k < 0) return 0;
    lua_pushnumber(L, ((const lvec *)o)->x[k]);
    return 1;
  }
  const lvec *v = o;
  lua_pushnumber(L, v->x[at(L, v)]);
  return 1;
}

static int vec_set(lua_State *L, void *o) {
  lvec *v = o;
  int i = lua_type(L, 2) == LUA_TNUMBER ? at(L, v) : called(L, v);
  if (i < 0) return 0;
  double x = lua_type(L, 3) == LUA_TNUMBER ? lua_tonumber(L, 3) : (double)NAN;
  if (!(fabs(x) <= DBL_MAX)) {
    char got[100];
    lia_describe(L, 3, got, sizeof got);
    lia_error_at(L, "vec: element %d: expected a finite number, got %s", i + 1, got);
  }
  v->x[i] = x;
  return 1;
}

static int vec_len(lua_State *L) {
  lua_pushinteger(L, ((const lvec *)lia_check(L, 1, &lia_vec_class))->n);
  return 1;
}

static int vec_copy(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  const lvec *v = a->o;
  lia_pushnums(L, v->x, v->n);
  return 1;
}

// the bounds i..j as string.sub has them: negative counts from the end
static int vec_sub(lua_State *L) {
  lia_arg a[3];
  lia_args(L, a);
  const lvec *v = a[0].o;
  int i = a[1].n, j = a[2].given ? a[2].n : -1;
  if (i < 0) i += v->n + 1;
  if (j < 0) j += v->n + 1;
  if (i < 1 || j > v->n || i > j + 1)
    return lia_mistake(L, "%d..%d is not inside 1..%d", a[1].n, a[2].given ? a[2].n : -1, v->n);
  lia_pushnums(L, v->x + i - 1, j - i + 1);
  return 1;
}

static int vec_assign(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  lvec *v = a[0].o;
  lia_arg_size(L, 2, &a[1], v->n);
  memmove(v->x, a[1].p, (size_t)v->n * sizeof *v->x);
  lua_settop(L, 1);
  return 1;
}

static int vec_fill(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  lvec *v = a[0].o;
  for (int i = 0; i < v->n; i++) v->x[i] = a[1].x;
  lua_settop(L, 1);
  return 1;
}

static int vec_table(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  const lvec *v = a->o;
  lua_createtable(L, v->n, 0);
  for (int i = 0; i < v->n; i++) {
    lua_pushnumber(L, v->x[i]);
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

static int vec_unpack(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  const lvec *v = a->o;
  if (v->n > 200) return lia_mistake(L, "%d values are too many to unpack (at most 200)", v->n);
  luaL_checkstack(L, v->n + 1, "unpack");
  for (int i = 0; i < v->n; i++) lua_pushnumber(L, v->x[i]);
  return v->n;
}

static int each_next(lua_State *L) {
  const lvec *v = lia_test(L, 1, &lia_vec_class);
  double i = lua_tonumber(L, 2);
  if (!v || !(i >= 0 && i < v->n)) {
    lua_pushnil(L);
    return 1;
  }
  lua_pushinteger(L, (int)i + 1);
  lua_pushnumber(L, v->x[(int)i]);
  return 2;
}

static int vec_each(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  return lia_push_loop(L, each_next);
}

static int vec_map(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  const lvec *v = a[0].o;
  double *o = lia_pushvec(L, v->n);
  for (int i = 0; i < v->n; i++) {
    lua_pushvalue(L, 2);
    lua_pushnumber(L, v->x[i]);
    lia_call(L, 1, 1);
    double y = lua_type(L, -1) == LUA_TNUMBER ? lua_tonumber(L, -1) : (double)NAN;
    if (!(fabs(y) <= DBL_MAX)) {
      char got[100];
      lia_describe(L, -1, got, sizeof got);
      return lia_mistake(L, "the function gave %s for element %d, not a finite number", got, i + 1);
    }
    o[i] = y;
    lua_pop(L, 1);
  }
  return 1;
}

static int vec_ptr(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  lua_pushlightuserdata(L, ((lvec *)a->o)->x);
  return 1;
}

// ---- algebra ----

static void same_size(lua_State *L, const lia_arg *a) {
  if (a[0].n != a[1].n) lia_mistake(L, "sizes differ: %d and %d", a[0].n, a[1].n);
}

static int vec_add(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  same_size(L, a);
  lia_vec_add(lia_pushvec(L, a->n), a[0].p, 1, a[1].p, a->n);
  return 1;
}

static int vec_subtract(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  same_size(L, a);
  lia_vec_add(lia_pushvec(L, a->n), a[0].p, -1, a[1].p, a->n);
  return 1;
}

static int vec_scaled(lua_State *L, double s, const lia_arg *v) {
  lia_vec_scale(lia_pushvec(L, v->n), s, v->p, v->n);
  return 1;
}

static int vec_mul(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  int s = a[0].given == 1 ? 0 : 1;   // which one is the number
  if (a[s].given != 1)
    return lia_mistake(L, "vec * vec could mean two things: say a:dot(b) or a:cross(b)");
  if (a[1 - s].given == 1) return lia_mistake(L, "expected a number and a vec");
  return vec_scaled(L, a[s].x, &a[1 - s]);
}

static int vec_div(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  if (a[1].x == 0) return lia_mistake(L, "division by zero");
  double *o = lia_pushvec(L, a->n);
  for (int i = 0; i < a->n; i++) o[i] = a[0].p[i] / a[1].x;
  return 1;
}

static int vec_unm(lua_State *L) {
  const lvec *v = lia_check(L, 1, &lia_vec_class);
  lia_vec_scale(lia_pushvec(L, v->n), -1, v->x, v->n);
  return 1;
}

static int vec_dot(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  const lvec *v = a[0].o;
  lia_arg_size(L, 2, &a[1], v->n);
  lua_pushnumber(L, lia_vec_dot(v->x, a[1].p, v->n));
  return 1;
}

static int vec_cross(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  const lvec *v = a[0].o;
  if (v->n != 3)
    return lia_mistake(L, "the cross product is of vecs of 3 numbers, this has %d", v->n);
  lia_cross3(lia_pushvec(L, 3), v->x, a[1].p);
  return 1;
}

static int vec_norm(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  const lvec *v = a[0].o;
  double norm = 0;
  if (!a[1].given || a[1].n == 2) norm = lia_vec_norm(v->x, v->n);
  else if (a[1].n == 1) norm = lia_vec_max(v->x, v->n);
  else for (int i = 0; i < v->n; i++) norm += fabs(v->x[i]);
  lua_pushnumber(L, norm);
  return 1;
}

static int vec_unit(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  const lvec *v = a->o;
  double m = lia_vec_max(v->x, v->n);
  if (m == 0) return lia_mistake(L, "the zero vec has no direction");
  if (lia_vec_bad(v->x, v->n) >= 0) return lia_mistake(L, "the vec holds nan or inf");
  double *o = lia_pushvec(L, v->n);
  // first by the largest: 1 / m may overflow, the length may vanish
  for (int i = 0; i < v->n; i++) o[i] = v->x[i] / m;
  lia_vec_scale(o, 1 / lia_vec_norm(o, v->n), o, v->n);
  return 1;
}

static int vec_sum(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  const lvec *v = a->o;
  double s = 0;
  for (int i = 0; i < v->n; i++) s += v->x[i];
  lua_pushnumber(L, s);
  return 1;
}

// the first of the extreme ones, and where
static int vec_extreme(lua_State *L, double sign) {
  lia_arg a[1];
  lia_args(L, a);
  const lvec *v = a->o;
  if (!v->n) return lia_mistake(L, "an empty vec has none");
  int best = 0;
  for (int i = 1; i < v->n; i++)
    if (sign * v->x[i] > sign * v->x[best]) best = i;
  lua_pushnumber(L, v->x[best]);
  lua_pushinteger(L, best + 1);
  return 2;
}

static int vec_max(lua_State *L) { return vec_extreme(L, 1); }
static int vec_min(lua_State *L) { return vec_extreme(L, -1); }

static int vec_near(lua_State *L) {
  lia_arg a[3];
  lia_args(L, a);
  const lvec *v = a[0].o;
  double tol = a[2].given ? a[2].x : 1e-12;
  int near = v->n == a[1].n;
  for (int i = 0; near && i < v->n; i++) near = fabs(v->x[i] - a[1].p[i]) <= tol;
  lua_pushboolean(L, near);
  return 1;
}

static int vec_tostring(lua_State *L) {
  const lvec *v = lia_check(L, 1, &lia_vec_class);
  lia_push_text(L, v->x, 1, v->n);
  return 1;
}

static int vec_equal(const void *pa, const void *pb) {
  const lvec *a = pa, *b = pb;
  if (a->n != b->n) return 0;
  for (int i = 0; i < a->n; i++)
    if (a->x[i] != b->x[i]) return 0;
  return 1;
}

static const double *vec_view(const void *o, int *rows, int *cols) {
  const lvec *v = o;
  *rows = v->n;
  *cols = 0;
  return v->x;
}

static const lia_fn methods[] = {
  { vec_copy, "vec:copy() -> vec", "A new vec with the same numbers.",
      "li.vec{1, 2}:copy() --> [1  2]" },
  { vec_sub, "vec:sub(i: int [, j: int]) -> vec",
    "A copy of elements i to j; negative counts from the end, as in string.sub.",
    "li.vec{1, 2, 3, 4}:sub(2, -2) --> [2  3]" },
  { vec_assign, "vec:set(x: vec) -> vec", "Overwrite all elements; returns the vec itself.",
    "li.zeros(2):set{3, 4} --> [3  4]" },
  { vec_fill, "vec:fill(x: num) -> vec", "Make every element x; returns the vec itself.",
    "li.zeros(3):fill(7) --> [7  7  7]" },
  { vec_table, "vec:table() -> table", "The numbers as a Lua table.",
      "#li.vec{1, 2, 3}:table() --> 3" },
  { vec_unpack, "vec:unpack() -> ...", "The numbers as that many values.",
      "li.vec{1, 2, 3}:unpack() --> 1, 2, 3" },
  { vec_each, "vec:each() -> fn", "Iterate: for i, x in v:each() do ... end.",
    "for i, x in li.vec{5, 6}:each() do print(i, x * 1.5) end --> 1, 7.5\n2, 9" },
  { vec_map, "vec:map(f: fn) -> vec", "A new vec of f(x) for every element x.",
    "li.vec{1, 4, 9}:map(math.sqrt) --> [1  2  3]" },
  { vec_dot, "vec:dot(b: vec) -> num", "Scalar product.", "li.vec{1, 2, 3}:dot{4, 5, 6} --> 32" },
  { vec_cross, "vec:cross(b: vec3) -> vec", "Vector product of two vecs of 3.",
    "li.vec{1, 0, 0}:cross{0, 1, 0} --> [0  0  1]" },
  { vec_norm, "vec:norm([kind: one|max|two]) -> num",
    "Length: the root of the sum of squares, or the sum ('one') or largest ('max') of the "
    "absolute values.",
    "li.vec{3, 4}:norm() --> 5" },
  { vec_unit, "vec:unit() -> vec", "The vec divided by its length.",
      "li.vec{3, 4}:unit() --> [0.6  0.8]" },
  { vec_sum, "vec:sum() -> num", "Sum of the elements.", "li.vec{1, 2, 3}:sum() --> 6" },
  { vec_max, "vec:max() -> num, i: int", "The largest element and its index.",
      "li.vec{1, 5, 3}:max() --> 5, 2" },
  { vec_min, "vec:min() -> num, i: int", "The smallest element and its index.",
      "li.vec{4, 2, 3}:min() --> 2, 2" },
  { vec_near, "vec:near(b: vec [, tol: num]) -> bool", "Do all elements agree within tol (1e-12)?",
    "li.vec{1, 2}:near{1, 2 + 1e-14} --> true" },
  { vec_ptr, "vec:ptr() -> any",
    "Address of the first number (double *) for LuaJIT's ffi; valid while the vec lives.",
    "type(li.zeros(3):ptr()) --> userdata" },
  { vec_len, "vec.__len(a: vec, b: any) -> int", "#v: how many numbers.",
      "#li.vec{1, 2, 3} --> 3" },
  { vec_add, "vec.__add(a: vec, b: vec) -> vec", "v + w, element by element.",
      "li.vec{1, 2} + {3, 4} --> [4  6]" },
  { vec_subtract, "vec.__sub(a: vec, b: vec) -> vec", "v - w, element by element.",
    "li.vec{1, 2} - {3, 4} --> [-2  -2]" },
  { vec_mul, "vec.__mul(a: num|vec, b: num|vec) -> vec",
      "s * v or v * s: every element times the number.",
    "2 * li.vec{1, 2} --> [2  4]" },
  { vec_div, "vec.__div(a: vec, b: num) -> vec", "v / s: every element divided by the number.",
    "li.vec{1, 2} / 4 --> [0.25  0.5]" },
  { vec_unm, "vec.__unm(a: vec, b: any) -> vec", "-v.", "-li.vec{1, 2} --> [-1  -2]" },
  { vec_tostring, "vec.__tostring(a: vec) -> str",
    "Six digits each; entries below 1e-13 of the largest show as 0.",
    "tostring(li.vec{1, 1e-20}) --> [1  0]" },
  { 0 },
};

const lia_class lia_vec_class = {
  .name = "vec",
      .text = "Numbers in a row, indexed from 1. Anything that takes a vec takes a table too.",
  .size = sizeof(lvec), .method = methods, .get = vec_get, .set = vec_set, .equal = vec_equal,
      .view = vec_view,
};

static const lia_fn functions[] = {
  { vec_new, "vec(x: vec) -> vec",
      "A vec of the given numbers (a table or another vec, which is copied).",
    "li.vec{1, 2, 3} --> [1  2  3]" },
  { vec_zeros, "zeros(n: count [, cols: count]) -> vec|mat",
    "A vec of n zeros, or a mat of n rows and cols columns.", "li.zeros(3) --> [0  0  0]" },
  { 0 },
};

void lia_open_vec(lua_State *L);
void lia_open_vec(lua_State *L) {
  lia_class_register(L, &lia_vec_class);
  lia_functions(L, functions);
  lia_kit_register(L, "vec", (const luaL_Reg[]){ { "access", vec_access }, { NULL, NULL } });
}
