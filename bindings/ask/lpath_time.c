/* lpath_time.c - the shortest time along a path: grids, rows, results */
#include "bindings/kit/fields.h"
#include "bindings/kit/kit.h"
#include "bindings/kit/nums.h"
#include "bindings/model/lmodel.h"
#include "bindings/traj/lpieces.h"

#include "ask/path_limits.h"
#include "base/mem.h"

#include <math.h>
#include <string.h>

static void path_free(void *g) { lia_path_free(g); }
static const lia_class path_class = { .name = "ask_path", .destroy = path_free };

// ---- the grid ----

static int time_grid(lua_State *L) {
  lia_arg a[3];
  lia_error err = { 0 };
  lia_args(L, a);
  void **box = lia_push(L, &path_class);
  lia_keep(L, -1, 1);
  lia_path *g;
  lia_status st = lia_path_new(&g, a[0].o, a[1].n, a[2].given ? a[2].p : NULL, a[2].n, &err);
  *box = g;
  return st == LIA_OK ? 1 : lia_raise(L, &err);
}

// s, q, q_s, q_ss of every place, a row each
static int time_places(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  const lia_path *g = a[0].o;
  const int n = g->path->n;
  double *s = lia_pushvec(L, g->places), *out[3];
  for (int k = 0; k < 3; k++) out[k] = lia_pushmat(L, g->places, n);
  for (int i = 0; i < g->places; i++) {
    s[i] = g->at[i];
    lia_path_at(g, i, g->work);
    for (int k = 0; k < 3; k++)
      memcpy(out[k] + (size_t)i * (size_t)n, g->work + k * n, (size_t)n * sizeof(double));
  }
  return 4;
}

// ---- limits ----

// numbers of Lua are finite: what is no limit is told as this
static const double NO_LIMIT = 1e300;

static double limit_of(double x) {
  return fabs(x) >= NO_LIMIT ? copysign(HUGE_VAL, x) : x;
}

// limits of one kind: two of the rows of limits (least, most), a copy in memory of Lua left on the
// stack; nothing where the kind is not limited
static void take_pair(lua_State *L, const lia_arg *limits, const lia_arg *kinds, int kind,
                      lia_least_most pair) {
  const int n = limits->cols;
  if (kind >= kinds->n || kinds->p[kind] == 0) return;
  for (int side = 0; side < 2; side++) {
    const double *row = limits->p + (size_t)(2 * kind + side) * (size_t)n;
    double *list = lua_newuserdata(L, ((size_t)n + 1) * sizeof *list);
    for (int k = 0; k < n; k++) list[k] = limit_of(row[k]);
    pair[side] = list;
  }
}

// a, b, c, least, most of the user's rows: (places) x (5 for each row)
static const lia_topp_row *user_rows(lua_State *L, int i, const lia_arg *a, const lia_path *g,
                                     int *n) {
  *n = 0;
  if (!a->given) return NULL;
  if (a->rows != g->places || a->cols % 5 != 0)
    lia_arg_error(L, i, "expected %d rows of 5 numbers each", g->places);
  *n = a->cols / 5;
  const size_t count = (size_t)a->rows * (size_t)*n;
  lia_topp_row *row = lua_newuserdata(L, (count + 1) * sizeof *row);
  for (size_t k = 0; k < count; k++) {
    const double *x = a->p + 5 * k;
    row[k] = (lia_topp_row){ .a = x[0], .b = x[1], .c = x[2], .lo = limit_of(x[3]),
                              .hi = limit_of(x[4]) };
  }
  return row;
}

// body, point and three limits: a[0] .. a[2], arguments from i on
static void take_tool(lua_State *L, int i, const lia_arg *a, lmodel *o, lia_path_limits *l) {
  const lspot spot = lia_lmodel_spot(L, i, a[0].given ? a[0].s : NULL, o);
  if (spot.body < 0) lia_mistake(L, "tool.body: the world does not move");
  l->body = spot.body;
  double p_F[3] = { 0, 0, 0 };
  if (a[1].given) memcpy(p_F, a[1].p, sizeof p_F);
  lia_frame_point(l->p_B, &spot.X_BF, p_F);
  l->speed = limit_of(a[2].p[0]);
  l->turning = limit_of(a[2].p[1]);
  l->acceleration = limit_of(a[2].p[2]);
}

enum { GRID, LIMITS, KINDS, MODEL, BODY, POINT, TOOL, ROWS, START, STOP, COLLOCATE, BETWEEN, ALL };

static lia_path_limits given_limits(lua_State *L, const lia_arg *a) {
  const lia_path *g = a[GRID].o;
  lia_path_limits l = { .body = -1, .speed = HUGE_VAL, .turning = HUGE_VAL,
                        .acceleration = HUGE_VAL };
  if (a[LIMITS].rows != 8 || a[LIMITS].cols != g->path->n)
    lia_arg_error(L, LIMITS + 1, "expected 8 rows of %d limits", g->path->n);
  take_pair(L, &a[LIMITS], &a[KINDS], 0, l.v);
  take_pair(L, &a[LIMITS], &a[KINDS], 1, l.a);
  take_pair(L, &a[LIMITS], &a[KINDS], 2, l.tau);
  take_pair(L, &a[LIMITS], &a[KINDS], 3, l.j);
  if (a[MODEL].given) {
    lmodel *o = a[MODEL].o;
    l.m = l.tau[0] ? lia_lmodel_dynamic(L, o) : lia_lmodel_numeric(L, o);
    l.d = o->d;
    if (a[TOOL].given) take_tool(L, BODY + 1, &a[BODY], o, &l);
  }
  l.extra = user_rows(L, ROWS + 1, &a[ROWS], g, &l.nextra);
  return l;
}

// ---- what was found ----

static void put_list(lua_State *L, const char *key, const double *x, int n) {
  lia_pushnums(L, x, n);
  lua_setfield(L, -2, key);
}

static void put_speeds(lua_State *L, const char *key, const double *x, int n) {
  double *out = lia_pushvec(L, n);
  for (int i = 0; i < n; i++) out[i] = sqrt(x[i]);
  lua_setfield(L, -2, key);
}

// the s of all marked grid points
static void put_marked(lua_State *L, const char *key, const lia_path *g, const char *mark) {
  int n = 0;
  lua_createtable(L, 0, 0);
  for (int i = 0; i <= g->n; i++) {
    if (!mark[i]) continue;
    lua_pushnumber(L, g->s[i]);
    lua_rawseti(L, -2, ++n);
  }
  lua_setfield(L, -2, key);
}

// LIA_TOPP_SPEED as the limit that is meant
static int speed_code(const lia_path *g, const lia_topp *r, int i) {
  const int at_end = r->x[i + 1] >= g->x_max[i + 1] * (1 - 1e-6);
  return 2 * g->m + g->who[at_end ? i + 1 : i];
}

static void put_binding(lua_State *L, const lia_path *g, const lia_topp *r) {
  double *out = lia_pushvec(L, r->n);
  for (int i = 0; i < r->n; i++) {
    out[i] = r->binding[i];
    if (r->binding[i] == LIA_TOPP_SPEED) out[i] = speed_code(g, r, i);
  }
  lua_setfield(L, -2, "binding");
}

static void put_zeros(lua_State *L, const lia_topp_problem *p, const lia_topp *r) {
  enum { MOST = 64 };
  lia_topp_zero list[MOST];
  const int found = lia_topp_zeros(p, r, list, MOST), n = found < MOST ? found : MOST;
  lua_createtable(L, n, 0);
  for (int k = 0; k < n; k++) {
    lua_createtable(L, 0, 4);
    lia_field_number(L, "s", list[k].s);
    lia_field_number(L, "speed", sqrt(list[k].x));
    lia_field_integer(L, "what", list[k].what);
    lia_field_flag(L, "met", list[k].met);
    lua_rawseti(L, -2, k + 1);
  }
  lua_setfield(L, -2, "zero_inertia");
}

static void put_failure(lua_State *L, const lia_path *g, const lia_topp *r) {
  static const char *const name[] = { "", "empty", "start", "stands", "unbounded" };
  lia_field_text(L, "failure", name[r->failure]);
  lia_field_number(L, "place", r->s[r->place]);
  lia_field_number(L, "next_place", r->s[r->place < r->n ? r->place + 1 : r->place]);
  if (r->failure == LIA_TOPP_START) {
    lia_field_number(L, "least", r->least);
    lia_field_number(L, "most", r->most);
  }
  if (!isnan(r->most_stop)) lia_field_number(L, "most_stop", r->most_stop);
  lua_createtable(L, 3, 0);
  for (int k = 0; k < 3; k++) {
    const int speed = r->fight[k] == LIA_TOPP_SPEED;
    lua_pushinteger(L, speed ? 2 * g->m + g->who[r->place] : r->fight[k]);
    lua_rawseti(L, -2, k + 1);
  }
  lua_setfield(L, -2, "fight");
}

static void put_worst(lua_State *L, const lia_path_worst *worst) {
  lia_field_number(L, "worst", worst->by);
  lia_field_number(L, "worst_at", worst->s);
  lia_field_integer(L, "worst_what", worst->what);
}

static void put_found(lua_State *L, const lia_path *g, const lia_path_limits *l,
                      const lia_topp_problem *p, const lia_topp *r, int between) {
  const int n = g->n + 1;
  lia_field_number(L, "duration", r->duration);
  put_list(L, "times", r->t, n);
  put_speeds(L, "speed", r->x, n);
  put_binding(L, g, r);
  put_zeros(L, p, r);
  double *used = lia_pushvec(L, g->m + g->path->n + 2);
  lia_path_used(g, l, r, used);
  lua_setfield(L, -2, "used");
  const lia_path_worst worst = lia_path_between(g, l, r, between);
  put_worst(L, &worst);
}

// ---- limits of third derivatives ----

// s(t) of y in the place of what was found without them
static void put_jerk_found(lua_State *L, const lia_path *g, const lia_path_limits *l,
                           const lia_pieces *y, const lia_path_jerk_info *info, int often) {
  const int n = y->m, codes = g->m + 2 * g->path->n + 2;
  int *nearest = lua_newuserdata(L, (size_t)n * sizeof *nearest);
  lua_pushvalue(L, -2);
  double *used = lia_pushvec(L, codes);
  const lia_path_worst worst = lia_path_along(g, l, y, often, used, nearest);
  lua_setfield(L, -2, "used");
  put_worst(L, &worst);
  lua_getfield(L, -1, "duration");
  lua_setfield(L, -2, "without_jerk");
  lia_field_number(L, "duration", y->knot[n]);
  lia_field_number(L, "stretched", info->stretched);
  lia_field_number(L, "gap", info->gap);
  put_list(L, "times", y->knot, n + 1);
  double *s = lia_pushvec(L, n + 1), *v = lia_pushvec(L, n + 1), *b = lia_pushvec(L, n);
  for (int i = 0; i <= n; i++) {
    double at[2];
    lia_pieces_of(y, i < n ? i : n - 1, y->knot[i], 1, at);
    s[i] = at[0];
    v[i] = at[1];
    if (i < n) b[i] = nearest[i];
  }
  lua_setfield(L, -4, "binding");
  lua_setfield(L, -3, "speed");
  lua_setfield(L, -2, "grid");
  lua_pop(L, 2);
}

// curve, table; or nil, table of what is in the way
static int time_solve(lua_State *L) {
  lia_arg a[ALL];
  lia_error err = { 0 };
  lia_args(L, a);
  lia_path *g = a[GRID].o;
  const lia_path_limits l = given_limits(L, a);
  if (lia_path_rows(g, &l, &err) != LIA_OK) return lia_raise(L, &err);
  lia_topp_problem p = lia_path_problem(g);
  p.start = a[START].given ? a[START].x : (double)NAN;
  p.stop = a[STOP].given ? a[STOP].x : (double)NAN;
  p.collocate = a[COLLOCATE].n;
  void **box = lia_push_hold(L), **curve = lia_push_curve_box(L);
  lia_topp *r;
  if (lia_topp_new(&r, g->n, &err) != LIA_OK) return lia_raise(L, &err);
  *box = r;
  lia_status st = lia_topp_solve(r, &p, &err);
  if (st != LIA_OK && st != LIA_EUNREACHABLE) return lia_raise(L, &err);
  lia_pieces *pieces = NULL;
  lia_path_jerk_info info = { 0 };
  const int jerk = st == LIA_OK && l.j[0], often = a[BETWEEN].n + 1;
  if (st == LIA_OK && !jerk && lia_topp_pieces(&pieces, r, &err) != LIA_OK)
    return lia_raise(L, &err);
  if (jerk && lia_path_jerk(&pieces, g, &l, often, &info, &err) != LIA_OK)
    return lia_fail(L, &err);
  *curve = pieces;
  if (st != LIA_OK) lua_pushnil(L);
  lua_createtable(L, 0, 20);
  lia_field_integer(L, "rows", g->m);
  put_list(L, "grid", g->s, g->n + 1);
  put_speeds(L, "limit", g->x_max, g->n + 1);
  put_marked(L, "corners", g, g->corner);
  put_marked(L, "stands", g, g->stands);
  if (st == LIA_OK) put_found(L, g, &l, &p, r, a[BETWEEN].n);
  else put_failure(L, g, r);
  if (st == LIA_OK) {
    put_speeds(L, "low", r->low, g->n + 1);
    put_speeds(L, "high", r->high, g->n + 1);
  }
  if (jerk) put_jerk_found(L, g, &l, pieces, &info, often);
  return 2;
}

static const lia_fn functions[] = {
  { time_grid, "time_grid(path: curve, segments: count [, places: nums]) -> ask_path", NULL, NULL },
  { time_places, "time_places(grid: ask_path) -> vec, mat, mat, mat", NULL, NULL },
  { time_solve,
    "time_optimal(grid: ask_path, limits: mat, kinds: nums [, model: model, body: str, "
    "point: vec3, tool: nums, rows: mat, start: num, stop: num, collocate: bool, between: count]) "
    "-> curve, table", NULL, NULL },
  { NULL, NULL, NULL, NULL },
};

// kit.path_time, behind lib/liaison/ask/time_optimal.lua
void lia_open_path_time(lua_State *L);
void lia_open_path_time(lua_State *L) {
  lia_class_register(L, &path_class);
  lia_kit_rows(L, "path_time", functions);
}
