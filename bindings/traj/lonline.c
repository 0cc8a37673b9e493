/* lonline.c - li.online: the shortest motions from state to state under limits, on line */
#include "bindings/kit/fields.h"
#include "bindings/kit/nums.h"
#include "bindings/traj/lpieces.h"

#include "base/text.h"
#include "traj/online_via.h"

#include <math.h>
#include <string.h>

static const lia_fn online_methods[4];

typedef struct lonline {
  int n;
  lia_online_options options;
  lia_online_limits lim[];
} lonline;

static int online_get(lua_State *L, void *o) {
  const lonline *x = o;
  const char *key = lua_tostring(L, 2);
  if (!strcmp(key, "n")) lua_pushinteger(L, x->n);
  else if (!strcmp(key, "cycle")) lua_pushnumber(L, x->options.cycle);
  else return 0;
  return 1;
}

static const lia_class online_class = {
  .name = "online", .text = "Limits of axes, and how their shortest motions are planned on line.",
  .size = sizeof(lonline), .method = online_methods, .field = "n cycle", .get = online_get,
};

// ---- numbers and words of tables ----

static int strict(lua_State *L, int t, const char *what, const char *const *keys) {
  lua_pushnil(L);
  while (lua_next(L, t)) {
    int known = 0;
    const char *key = lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : "";
    for (int k = 0; keys[k]; k++) known = known || !strcmp(keys[k], key);
    if (!known)
      return lia_mistake(L, "%s: unknown key '%s'", what, *key ? key : luaL_typename(L, -2));
    lua_pop(L, 1);
  }
  return 0;
}

// how many numbers stand at i: 0 for a plain number
static int count_at(lua_State *L, int i) {
  const lvec *v = lia_test(L, i, &lia_vec_class);
  if (v) return v->n;
  return lua_istable(L, i) ? (int)lua_rawlen(L, i) : 0;
}

// n numbers of the value at i, with a stride in doubles; a plain number goes to all
static void numbers(lua_State *L, int i, const char *what, int n, double *out, int stride) {
  const lvec *v = lia_test(L, i, &lia_vec_class);
  const int one = lua_type(L, i) == LUA_TNUMBER, table = lua_istable(L, i);
  if (!one && !v && !table)
    lia_mistake(L, "%s: expected numbers, got %s", what, luaL_typename(L, i));
  if (!one && count_at(L, i) != n)
    lia_mistake(L, "%s: expected %d numbers, got %d", what, n, count_at(L, i));
  for (int k = 0; k < n; k++) {
    double x = one ? lua_tonumber(L, i) : 0;
    if (v) x = v->x[k];
    if (table) {
      lua_rawgeti(L, i, k + 1);
      if (lua_type(L, -1) != LUA_TNUMBER)
        lia_mistake(L, "%s: [%d] must be a number, got %s", what, k + 1, luaL_typename(L, -1));
      x = lua_tonumber(L, -1);
      lua_pop(L, 1);
    }
    if (isnan(x)) lia_mistake(L, "%s: [%d] is not a number (NaN)", what, k + 1);
    out[k * stride] = x;
  }
}

static int word_of(lua_State *L, int t, const char *key, const char *const *words) {
  lua_getfield(L, t, key);
  int found = lua_isnil(L, -1) ? 0 : -1;
  for (int k = 0; words[k] && lua_type(L, -1) == LUA_TSTRING; k++)
    if (!strcmp(words[k], lua_tostring(L, -1))) found = k;
  if (found < 0)
    return lia_mistake(L, "%s: expected one of its words (help \"online\"), got %s", key,
                       lia_word_or(L, -1, "nothing"));
  lua_pop(L, 1);
  return found;
}

static double plain_number(lua_State *L, int t, const char *key) {
  lua_getfield(L, t, key);
  if (!lua_isnil(L, -1) && lua_type(L, -1) != LUA_TNUMBER)
    lia_mistake(L, "%s: expected a number, got %s", key, luaL_typename(L, -1));
  const double x = lua_tonumber(L, -1);
  lua_pop(L, 1);
  return x;
}

// ---- limits: a number, numbers by axis, or both signs {min, max} of either ----

// the entry i of {min, max}: 1 where its first is negative, which no list of limits is
static int is_pair(lua_State *L, int t) {
  if (!lua_istable(L, t) || lua_rawlen(L, t) != 2) return 0;
  lua_rawgeti(L, t, 1);
  int pair = lua_type(L, -1) != LUA_TNUMBER || lua_tonumber(L, -1) < 0;
  lua_pop(L, 1);
  return pair;
}

static int axes_of(lua_State *L, int limits) {
  static const char *const keys[] = { "v", "a", "j" };
  int n = 0;
  for (int k = 0; k < 3 && !n; k++) {
    lua_getfield(L, limits, keys[k]);
    if (is_pair(L, lua_gettop(L))) {
      lua_rawgeti(L, -1, 1);
      n = count_at(L, lua_gettop(L));
      lua_pop(L, 1);
    } else n = count_at(L, lua_gettop(L));
    lua_pop(L, 1);
  }
  return n ? n : 1;
}

// key into low and high of all axes, with the stride of their struct
static void limit(lua_State *L, int limits, const char *key, int n, double *low, double *high) {
  const int stride = (int)(sizeof(lia_online_limits) / sizeof(double));
  char what[24];
  lia_text_format(what, sizeof what, "limits.%s", key);
  lua_getfield(L, limits, key);
  const int at = lua_gettop(L);
  if (is_pair(L, at)) {
    lua_rawgeti(L, at, 1);
    numbers(L, at + 1, what, n, low, stride);
    lua_rawgeti(L, at, 2);
    numbers(L, at + 2, what, n, high, stride);
  } else if (!lua_isnil(L, at)) {
    numbers(L, at, what, n, high, stride);
    for (int k = 0; k < n; k++) low[k * stride] = -high[k * stride];
  } else
    for (int k = 0; k < n; k++) {
      high[k * stride] = INFINITY;
      low[k * stride] = -INFINITY;
    }
  lua_settop(L, at - 1);
}

static int online_new(lua_State *L) {
  static const char *const keys[] = { "n", "limits", "sync", "mode", "cycle", NULL },
      *const inner[] = { "v", "a", "j", NULL },
      *const syncs[] = { "time", "phase", "line", "none", NULL },
      *const modes[] = { "position", "velocity", NULL };
  lia_arg a[1];
  lia_args(L, a);
  strict(L, 1, "description", keys);
  lua_getfield(L, 1, "limits");
  if (!lua_istable(L, -1))
    return lia_mistake(L, "limits: expected a table {v =, a =, j =}, got %s", luaL_typename(L, -1));
  const int limits = lua_gettop(L);
  strict(L, limits, "limits", inner);
  lua_getfield(L, 1, "n");
  const int n = lua_isnil(L, -1) ? axes_of(L, limits) : (int)plain_number(L, 1, "n");
  if (n < 1 || n > 1000) return lia_mistake(L, "n: expected 1 to 1000 axes, got %d", n);
  lonline *x = lia_push_sized(L, &online_class, sizeof *x + (size_t)n * sizeof *x->lim);
  x->n = n;
  x->options.sync = (lia_online_sync)word_of(L, 1, "sync", syncs);
  x->options.mode = (lia_online_mode)word_of(L, 1, "mode", modes);
  x->options.cycle = plain_number(L, 1, "cycle");
  double unused[1000 * sizeof(lia_online_limits) / sizeof(double)];
  limit(L, limits, "v", n, &x->lim[0].v_min, &x->lim[0].v_max);
  limit(L, limits, "a", n, &x->lim[0].a_min, &x->lim[0].a_max);
  limit(L, limits, "j", n, unused, &x->lim[0].j);
  return 1;
}

// ---- plans ----

// positions at rest, or {p =, v =, a =}
static lia_online_state *states(lua_State *L, int i, const char *what, int n) {
  static const char *const keys[] = { "p", "v", "a", NULL };
  lia_online_state *s = lua_newuserdata(L, (size_t)n * sizeof *s);
  const int top = lua_gettop(L);
  memset(s, 0, (size_t)n * sizeof *s);
  lua_pushnil(L);
  if (lua_istable(L, i)) {
    lua_pop(L, 1);
    lua_pushinteger(L, 1);
    lua_rawget(L, i);
  }
  const int keyed = lua_istable(L, i) && lua_isnil(L, -1);
  lua_settop(L, top);
  if (!keyed) numbers(L, i, what, n, &s->p, 3);
  else strict(L, i, what, keys);
  for (int k = 0; keyed && k < 3; k++) {
    char field[32];
    lia_text_format(field, sizeof field, "%s.%s", what, keys[k]);
    lua_getfield(L, i, keys[k]);
    if (!lua_isnil(L, -1)) numbers(L, top + 1, field, n, &s->p + k, 3);
    lua_settop(L, top);
  }
  return s;
}

static void push_info(lua_State *L, const lia_online_info *info) {
  lua_newtable(L);
  lia_field_number(L, "duration", info->T);
  lia_field_integer(L, "slowest", info->slowest + 1);
  lia_field_flag(L, "straight", info->straight);
}

// what each axis would need alone, how long it brakes, its phases {t, p, v, a, j}
static void push_axes(lua_State *L, const lia_online_axis *axis, const lia_online_profile *p,
                      int n) {
  double *alone = lia_pushvec(L, n);
  for (int i = 0; i < n; i++) alone[i] = axis[i].alone;
  lua_setfield(L, -2, "alone");
  double *brake = lia_pushvec(L, n);
  for (int i = 0; i < n; i++) brake[i] = p[i].brake;
  lua_setfield(L, -2, "brake");
  lua_createtable(L, n, 0);
  for (int i = 0; i < n; i++) {
    double *m = lia_pushmat(L, p[i].n ? p[i].n : 1, 5);
    if (p[i].n) memcpy(m, p[i].phase, (size_t)p[i].n * sizeof p[i].phase[0]);
    lua_rawseti(L, -2, i + 1);
  }
  lua_setfield(L, -2, "phases");
}

static int online_plan(lua_State *L) {
  lia_arg a[4];
  lia_error err = { 0 };
  lia_args(L, a);
  const lonline *x = a[0].o;
  lia_online_options o = x->options;
  lia_online_info info = { 0 };
  if (a[3].given) o.at_least = a[3].x;
  const lia_online_state *from = states(L, 2, "from", x->n), *to = states(L, 3, "to", x->n);
  lia_online_axis *axis = lua_newuserdata(L, (size_t)x->n * sizeof *axis);
  lia_online_profile *p = lua_newuserdata(L, (size_t)x->n * sizeof *p);
  if (lia_online_plan(x->n, x->lim, from, to, &o, axis, p, &info, &err) != LIA_OK)
    return lia_raise(L, &err);
  void **box = lia_push_curve_box(L);
  lia_pieces *curve;
  const double still = o.cycle > 0 ? o.cycle : 1e-3;
  lia_status st = lia_online_pieces(&curve, p, x->n, still, &err);
  *box = curve;
  if (st != LIA_OK) return lia_raise(L, &err);
  push_info(L, &info);
  push_axes(L, axis, p, x->n);
  return 2;
}

static int online_through(lua_State *L) {
  lia_arg a[5];
  lia_error err = { 0 };
  lia_args(L, a);
  const lonline *x = a[0].o;
  lia_online_options o = x->options;
  lia_online_info info = { 0 };
  if (a[4].given) o.at_least = a[4].x;
  if (a[2].cols != x->n)
    return lia_arg_error(L, 3, "expected a row of %d positions for each point", x->n);
  const lia_online_state *from = states(L, 2, "from", x->n), *to = states(L, 4, "to", x->n);
  const int m = a[2].rows;
  void **box = lia_push_curve_box(L);
  push_info(L, &info);
  lia_online_way way = { .T = lia_pushvec(L, m + 1) };
  lua_setfield(L, -2, "durations");
  way.v = lia_pushmat(L, m, x->n);
  lua_setfield(L, -2, "v");
  way.a = lia_pushmat(L, m, x->n);
  lua_setfield(L, -2, "a");
  lia_pieces *curve;
  lia_status st = lia_online_through(&curve, x->n, x->lim, from, to, a[2].p, m, &o, &way, &info,
                                     &err);
  *box = curve;
  if (st != LIA_OK) return lia_raise(L, &err);
  lia_field_number(L, "duration", info.T);
  return 2;
}

// one cycle further on the shortest way to the target
static int online_step(lua_State *L) {
  lia_arg a[3];
  lia_error err = { 0 };
  lia_args(L, a);
  const lonline *x = a[0].o;
  lia_online_info info = { 0 };
  if (!(x->options.cycle > 0)) return lia_mistake(L, "needs a cycle: li.online{cycle = 0.001, ..}");
  lia_online_options o = x->options;
  o.cycle = 0;
  const lia_online_state *from = states(L, 2, "state", x->n), *to = states(L, 3, "target", x->n);
  lia_online_axis *axis = lua_newuserdata(L, (size_t)x->n * sizeof *axis);
  lia_online_profile *p = lua_newuserdata(L, (size_t)x->n * sizeof *p);
  if (lia_online_plan(x->n, x->lim, from, to, &o, axis, p, &info, &err) != LIA_OK)
    return lia_raise(L, &err);
  static const char *const keys[] = { "p", "v", "a" };
  lua_newtable(L);
  for (int k = 0; k < 3; k++) {
    double *out = lia_pushvec(L, x->n);
    for (int i = 0; i < x->n; i++) {
      lia_online_state s;
      lia_online_at(&p[i], x->options.cycle, &s);
      out[i] = (&s.p)[k];
    }
    lua_setfield(L, -2, keys[k]);
  }
  lua_pushnumber(L, fmax(info.T - x->options.cycle, 0));
  return 2;
}

#define ONE "local o = li.online{limits = {v = 3, a = 10, j = 60}, cycle = 0.01} "

static const lia_fn online_methods[4] = {
  { online_plan, "online:plan(from: any, to: any [, at_least: num]) -> curve, info: table",
    "The shortest motion, or one of at_least so long. from, to: positions at rest, or a table "
    "{p =, v =, a =}. info: duration, slowest (the axis), straight, and by axis alone (the "
    "shortest it could do), brake (time back inside the limits), phases (rows t, p, v, a, j).",
    "local o = li.online{limits = {v = 3, a = 10, j = 60}} local c, info = o:plan({0}, {2}) "
    "return info.duration --> 1.1333333333333" },
  { online_through, "online:through(from: any, points: mat, to: any [, at_least: num]) -> curve, "
    "info: table",
    "A motion through points, a row for each; velocities and accelerations there are chosen so "
    "that it is short (a local search). info: duration, durations, v, a at the points.",
    ONE "local c, info = o:through({0}, {{1}}, {2}) return c:at(0) --> [0], [0], [0], [60]" },
  { online_step, "online:step(state: any, target: any) -> state: table, left: num",
    "The state {p =, v =, a =} one cycle later on the shortest way to the target, and the time "
    "left: for the loop of a controller.",
    ONE "local s = o:step({0}, {2}) return s.a --> [0.6]" },
  { 0 },
};

static const lia_fn functions[] = {
  { online_new, "online(description: table) -> online",
    "Axes with limits = {v =, a =, j =}, each a number, numbers by axis, or {min, max} of either "
    "(left out: none; j: of both signs); n: how many, where limits do not tell; sync = \"time\" "
    "(all end together), \"phase\" (on a straight line where that takes no longer), \"line\" "
    "(whatever it takes), \"none\"; mode = \"position\" or \"velocity\" (targets of v and a "
    "alone); cycle: durations are multiples of it.",
    "li.online{limits = {v = {1, 2}, a = {{-3, -4}, {5, 6}}}}.n --> 2" },
  { 0 },
};

void lia_open_online(lua_State *L);
void lia_open_online(lua_State *L) {
  lia_class_register(L, &online_class);
  lia_functions(L, functions);
}
