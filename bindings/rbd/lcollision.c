/* lcollision.c - which bodies of a model come near each other, and distances of single shapes; made
 * for lib/liaison/geo/collision.lua, which reads the tables */
#include "bindings/geo/lspace.h"
#include "bindings/kit/fields.h"
#include "bindings/kit/kit.h"
#include "bindings/model/lmodel.h"

#include "base/rng.h"
#include "rbd/near.h"

#include <math.h>
#include <string.h>

static const lia_fn collision_methods[5];

static void free_near(void *x) { lia_near_free(x); }

// what it keeps is a table: model, names; lib/liaison/geo/collision.lua has more in it
static const lia_class collision_class = {
  .name = "collision",
  .text = "The shapes of a model and of its world: which come near, and how near.",
  .destroy = free_near, .method = collision_methods,
};

// ---- shapes from tables that are checked --------------------------------------------------------

// size, radius, corners of the table at idx; the corners stay on the stack
static void take_convex(lua_State *L, int idx, lia_convex *C) {
  int rows = 0, cols = 0;
  memset(C, 0, sizeof *C);
  lua_getfield(L, idx, "kind");
  C->kind = (int)lua_tointeger(L, -1);
  lua_getfield(L, idx, "radius");
  C->radius = lua_tonumber(L, -1);
  lua_getfield(L, idx, "size");
  for (int k = 0; k < 3 && lua_istable(L, -1); k++) {
    lua_rawgeti(L, -1, k + 1);
    C->size[k] = lua_tonumber(L, -1);
    lua_pop(L, 1);
  }
  lua_pop(L, 3);
  lua_getfield(L, idx, "corners");
  const lia_class *c = lia_classof(L, -1);
  const double *v = c && c->view ? c->view(lua_touserdata(L, -1), &rows, &cols) : NULL;
  if (!v || cols != 3) return;
  C->v = v;
  C->nv = rows;
}

static lia_frame frame_at(lua_State *L, int idx, const char *key) {
  lua_getfield(L, idx, key);
  lia_frame X = *(const lia_frame *)lia_check(L, -1, &lia_frame_class);
  lua_pop(L, 1);
  return X;
}

// name -> number of its kind
static int convex_kinds(lua_State *L) {
  lua_createtable(L, 0, LIA_CONVEX_COUNT);
  for (int k = 0; k < LIA_CONVEX_COUNT; k++) lia_field_integer(L, lia_convex_name(k), k);
  return 1;
}

static void push_point(lua_State *L, const char *key, const double p[3]) {
  lia_pushnums(L, p, 3);
  lua_setfield(L, -2, key);
}

static void push_points(lua_State *L, const lia_nearest *near) {
  push_point(L, "point_a", near->p_A);
  push_point(L, "point_b", near->p_B);
  push_point(L, "normal", near->n);
}

// nearest(a, b): two shapes with at = frame
static int convex_nearest(lua_State *L) {
  lia_convex C[2];
  lia_nearest near;
  lia_error err = { 0 };
  lia_frame X[2] = { frame_at(L, 1, "at"), frame_at(L, 2, "at") };
  for (int k = 0; k < 2; k++) take_convex(L, k + 1, &C[k]);
  lia_status st = lia_convex_nearest(&near, &C[0], &X[0], &C[1], &X[1], &err);
  if (st != LIA_OK) return lia_fail(L, &err);
  lua_pushnumber(L, near.distance);
  lua_createtable(L, 0, 3);
  push_points(L, &near);
  return 2;
}

// ---- made ---------------------------------------------------------------------------------------

static lmodel *its_model(lua_State *L, int kept) {
  lua_getfield(L, kept, "model");
  lmodel *o = lia_check(L, -1, &lia_model_class);
  lua_pop(L, 1);
  (void)lia_lmodel_numeric(L, o);
  return o;
}

// new(kept, shapes, bodies): shapes in the order of things; bodies[thing]: of the description, 0:
// the world
static int collision_new(lua_State *L) {
  lua_settop(L, 3);
  const lmodel *o = its_model(L, 1);
  int n = (int)lua_rawlen(L, 2), nthing = (int)lua_rawlen(L, 3);
  lia_near_shape *shape = lua_newuserdata(L, ((size_t)n + 1) * sizeof *shape);
  int *body = lua_newuserdata(L, ((size_t)nthing + 1) * sizeof *body);
  for (int k = 0; k < n; k++) {
    luaL_checkstack(L, 8, "shapes");
    lua_rawgeti(L, 2, k + 1);
    int at = lua_gettop(L);
    shape[k].X_BS = frame_at(L, at, "at");
    shape[k].thing = (int)lia_field_whole(L, at, "thing") - 1;
    take_convex(L, at, &shape[k].C);
    lua_pop(L, 2);   // the table at 2 holds the corners
  }
  for (int k = 0; k < nthing; k++) {
    lua_rawgeti(L, 3, k + 1);
    int which = (int)lua_tointeger(L, -1);
    body[k] = which ? o->c.body[which - 1] : LIA_NEAR_WORLD;
    lua_pop(L, 1);
  }
  lia_error err = { 0 };
  lia_near *near = NULL;
  void **box = lia_push(L, &collision_class);
  lia_status st = lia_near_new(&near, shape, n, body, nthing, o->c.model, &err);
  *box = near;
  if (st != LIA_OK) return lia_raise(L, &err);
  lia_keep(L, lua_gettop(L), 1);
  return 1;
}

// ---- asked --------------------------------------------------------------------------------------

// what a collision keeps, at the top of the stack, and its model
static lmodel *kept_model(lua_State *L, int col) {
  lia_kept(L, col);
  return its_model(L, lua_gettop(L));
}

// placed at q, argument 2; what it keeps is at the top of the stack
static lmodel *place_at(lua_State *L, const lia_arg *a) {
  lmodel *o = kept_model(L, 1);
  lia_near_place(a[0].o, o->d, lia_lmodel_q(L, 2, &a[1], o));
  return o;
}

static void push_name(lua_State *L, int kept, const char *key, int thing) {
  lua_getfield(L, kept, "names");
  lua_rawgeti(L, -1, thing + 1);
  lua_remove(L, -2);
  lua_setfield(L, -2, key);
}

static void push_hit(lua_State *L, int kept, const lia_near_hit *hit) {
  lua_createtable(L, 0, 8);
  push_name(L, kept, "a", hit->a);
  push_name(L, kept, "b", hit->b);
  lia_field_number(L, "distance", hit->near.distance);
  push_points(L, &hit->near);
}

static int least_distance(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  place_at(L, a);
  int kept = lua_gettop(L), found;
  lia_near_hit hit;
  lia_error err = { 0 };
  lia_status st = lia_near_least(a[0].o, &hit, &found, &err);
  if (st != LIA_OK) return lia_fail(L, &err);
  lua_pushnumber(L, found ? hit.near.distance : (double)INFINITY);
  if (!found) return 1;
  push_hit(L, kept, &hit);
  return 2;
}

static int all_distances(lua_State *L) {
  lia_arg a[3];
  lia_args(L, a);
  const lmodel *o = place_at(L, a);
  int kept = lua_gettop(L), n;
  const lia_near_hit *hit;
  lia_error err = { 0 };
  double margin = a[2].given ? a[2].x : (double)INFINITY;
  lia_status st = lia_near_below(a[0].o, margin, &hit, &n, &err);
  if (st != LIA_OK) return lia_fail(L, &err);
  lua_createtable(L, n, 0);
  for (int k = 0; k < n; k++) {
    push_hit(L, kept, &hit[k]);
    lia_near_gradient(a[0].o, o->d, &hit[k], lia_pushvec(L, o->c.model->nv));
    lua_setfield(L, -2, "gradient");
    lua_rawseti(L, -2, k + 1);
  }
  return 1;
}

static int collides(lua_State *L) {
  lia_arg a[3];
  lia_args(L, a);
  place_at(L, a);
  int kept = lua_gettop(L), found, i, j;
  lia_error err = { 0 };
  lia_status st = lia_near_first(a[0].o, a[2].given ? a[2].x : 0, &i, &j, &found, &err);
  if (st != LIA_OK) return lia_fail(L, &err);
  lua_pushboolean(L, found);
  if (!found) return 1;
  lua_createtable(L, 0, 2);
  push_name(L, kept, "a", i);
  push_name(L, kept, "b", j);
  return 2;
}

// ---- for the Lua half ---------------------------------------------------------------------------

static int collision_kept(lua_State *L) {
  (void)lia_check(L, 1, &collision_class);
  return lia_kept(L, 1);
}

// ask(col, i, j, yes), things counted from 1
static int ask_pair(lua_State *L) {
  lia_near_ask(lia_check(L, 1, &collision_class), (int)lua_tointeger(L, 2) - 1,
      (int)lua_tointeger(L, 3) - 1, lua_toboolean(L, 4));
  return 0;
}

static int reach_of_thing(lua_State *L) {
  lua_pushnumber(L, lia_near_reach(lia_check(L, 1, &collision_class),
      (int)lua_tointeger(L, 2) - 1));
  return 1;
}

// touching(col, things, samples, seed, rest): how often each pair overlaps, a mat over things; at
// rest or at so many random places
static int touching(lua_State *L) {
  lia_near *near = lia_check(L, 1, &collision_class);
  int n = (int)lua_tointeger(L, 2), samples = (int)lua_tointeger(L, 3);
  lia_rng r = lia_rng_seed((uint64_t)lua_tonumber(L, 4));
  lmodel *o = kept_model(L, 1);
  lia_stop stop = lia_stop_of(L);
  lia_error err = { 0 };
  int *count = lua_newuserdata(L, ((size_t)n * (size_t)n + 1) * sizeof *count);
  memset(count, 0, (size_t)n * (size_t)n * sizeof *count);
  for (int k = 0; k < samples; k++) {
    if (stop.asked(stop.of)) return lia_stop_raise(L);
    if (!lua_toboolean(L, 5)) lia_model_random(o->c.model, &r, o->q);
    else lia_model_neutral(o->c.model, o->q);
    lia_near_place(near, o->d, o->q);
    if (lia_near_count(near, count, &err) != LIA_OK) return lia_raise(L, &err);
  }
  double *x = lia_pushmat(L, n, n);
  for (int k = 0; k < n * n; k++) x[k] = count[k];
  return 1;
}

static int collision_tostring(lua_State *L) { return lia_tostring_by(L, "summary"); }

#define TWO "local m = li.urdf_text[[<robot name='r'><link name='a'><collision><geometry>" \
  "<sphere radius='0.1'/></geometry></collision></link><link name='b'><collision><geometry>" \
  "<sphere radius='0.2'/></geometry></collision></link><joint name='j' type='prismatic'>" \
  "<parent link='a'/><child link='b'/><axis xyz='1 0 0'/><limit lower='0' upper='9' effort='1' " \
  "velocity='1'/></joint></robot>]] local col = li.collision(m, {pairs = {{'a', 'b'}}}) "

static const lia_fn collision_methods[] = {
  { least_distance, "collision:distance(q: nums|table) -> num, table",
    "The least signed distance of all pairs at q (m; negative: the least way that parts them), and "
    "whose it is: {a, b, distance, point_a, point_b, normal}, points and the unit normal from a to "
    "b in world axes. Infinite, and nil, where no pair is asked.",
    TWO "local d, w = col:distance{1} return d, w.b, w.normal --> 0.7, b, [1  0  0]" },
  { all_distances, "collision:distances(q: nums|table [, margin: num]) -> table",
    "All pairs whose distance at q is at most margin (all, where none is given), nearest first: a "
    "list of {a, b, distance, point_a, point_b, normal, gradient}; gradient (vec of nv) is the "
    "derivative of the distance by the speeds' coordinates, normal' (J_b - J_a) at the points.",
    TWO "local h = col:distances({1}, 2)[1] return h.distance, h.gradient[1] --> 0.7, 1" },
  { collides, "collision:collides(q: nums|table [, margin: num]) -> bool, table",
    "true and {a, b} where a pair is nearer than margin (0) at q, one of the first that are found; "
    "else false. Faster than the distance.",
    TWO "return col:collides{0.2}, (col:collides{0.4}) --> true, false" },
  { collision_tostring, "collision.__tostring(a: collision) -> str", "Its summary.",
    TWO "return tostring(col):match '(.-),' --> collision of 2 bodies (2 shapes) and 0 obstacles: "
    "1 pair asked" },
  { 0 },
};

static const luaL_Reg kit_functions[] = {
  { "kinds", convex_kinds }, { "nearest", convex_nearest }, { "new", collision_new },
  { "kept", collision_kept }, { "ask", ask_pair }, { "reach", reach_of_thing },
  { "touching", touching }, { NULL, NULL },
};

void lia_open_collision(lua_State *L);
void lia_open_collision(lua_State *L) {
  lia_class_register(L, &collision_class);
  lia_kit_register(L, "collision", kit_functions);
}
