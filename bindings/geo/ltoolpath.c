/* ltoolpath.c - paths of a tool: asked by length, cut, turned round, joined; made for
 * lib/liaison/geo/toolpath.lua */
#include "bindings/geo/ltoolpath.h"
#include "bindings/geo/lspace.h"
#include "bindings/kit/fields.h"
#include "bindings/kit/kit.h"
#include "bindings/kit/nums.h"

#include "base/text.h"

#include <math.h>
#include <string.h>

static const lia_fn path_methods[12];

static void free_path(void *x) { lia_tool_path_free(x); }

static int path_get(lua_State *L, void *o) {
  const lia_tool_path *p = o;
  const char *key = lua_tostring(L, 2);
  if (!strcmp(key, "length")) lua_pushnumber(L, lia_tool_path_length(p));
  else if (!strcmp(key, "pieces")) lua_pushinteger(L, lia_tool_path_pieces(p));
  else if (!strcmp(key, "weight")) lua_pushnumber(L, lia_tool_path_weight(p));
  else return 0;
  return 1;
}

const lia_class lia_toolpath_class = {
  .name = "toolpath",
  .text = "A path of a tool in space, by the length of its way: poses, twists and their rates.",
  .destroy = free_path, .method = path_methods, .field = "length pieces weight", .get = path_get,
};

// ---- made: li.path has read the table ----

// numbers of the vec under key of the table on top, if there: 1
static int take(lua_State *L, const char *key, double *x, int n) {
  lua_getfield(L, -1, key);
  const int given = !lua_isnil(L, -1);
  if (given) {
    int rows = 0, cols = 0;
    const lia_class *c = lia_classof(L, -1);
    const double *p = c && c->view ? c->view(lua_touserdata(L, -1), &rows, &cols) : NULL;
    if (!p || rows * (cols ? cols : 1) != n)
      return lia_mistake(L, "%s: expected %d numbers", key, n);
    memcpy(x, p, (size_t)n * sizeof *x);
  }
  lua_pop(L, 1);
  return given;
}

static double number_of(lua_State *L, const char *key, double missing) {
  lua_getfield(L, -1, key);
  const double x = lia_number_or(L, -1, missing, missing);
  lua_pop(L, 1);
  return x;
}

// a frame, or a point: 2, 1; 0: neither is there
static int pose_at(lua_State *L, lia_frame *X) {
  if (lua_isnil(L, -1)) return 0;
  const lia_frame *frame = lia_test(L, -1, &lia_frame_class);
  *X = LIA_FRAME_IDENTITY;
  if (frame) *X = *frame;
  else memcpy(X->p, ((const lvec *)lia_check(L, -1, &lia_vec_class))->x, sizeof X->p);
  return frame ? 2 : 1;
}

static lia_tool_turn turn_of(lua_State *L) {
  lua_getfield(L, -1, "turn");
  const int turn = lua_isnil(L, -1) ? LIA_TOOL_usual : lia_tool_turn_find(luaL_checkstring(L, -1));
  lua_pop(L, 1);
  if (turn < 0) return (lia_tool_turn)lia_mistake(L, "orientation: there is no such");
  return (lia_tool_turn)turn;
}

// the list under poses: in Lua's memory, left on the stack below the segment
static void take_poses(lua_State *L, lia_tool_def *def) {
  lua_getfield(L, -1, "poses");
  if (lua_isnil(L, -1)) {
    lua_pop(L, 1);
    return;
  }
  const int n = (int)lua_rawlen(L, -1);
  lia_frame *X = lua_newuserdata(L, (size_t)(n + 1) * sizeof *X);
  for (int i = 0; i < n; i++) {
    lua_rawgeti(L, -2, i + 1);
    const int kind = pose_at(L, &X[i]);
    if (!kind || (i && (kind == 2) != def->framed))
      lia_mistake(L, "poses[%d]: expected %s as the first is", i + 1,
                  def->framed ? "a frame" : "a point");
    def->framed = kind == 2;
    lua_pop(L, 1);
  }
  def->told |= LIA_TOOL_TOLD_poses;
  def->pose = X;
  def->npose = n;
  lua_insert(L, -3);
  lua_pop(L, 1);
}

// the segment on top of the stack
static void take_segment(lua_State *L, lia_tool_def *def) {
  lua_getfield(L, -1, "kind");
  def->row = lia_tool_kind_find(luaL_checkstring(L, -1));
  lua_pop(L, 1);
  if (!def->row) lia_mistake(L, "there is no such kind of segment");
  lua_getfield(L, -1, "to");
  const int to = pose_at(L, &def->to);
  lua_pop(L, 1);
  def->framed = to == 2;
  if (to) def->told |= LIA_TOOL_TOLD_to;
  if (take(L, "via", def->via, 3)) def->told |= LIA_TOOL_TOLD_via;
  if (take(L, "centre", def->centre, 3)) def->told |= LIA_TOOL_TOLD_centre;
  if (take(L, "axis", def->axis, 3)) def->told |= LIA_TOOL_TOLD_axis;
  if (take(L, "R", def->R, 9)) def->told |= LIA_TOOL_TOLD_R;
  const double angle = number_of(L, "angle", NAN), turns = number_of(L, "turns", NAN),
               rise = number_of(L, "rise", NAN);
  if (!isnan(angle)) def->told |= LIA_TOOL_TOLD_angle;
  if (!isnan(turns)) def->told |= LIA_TOOL_TOLD_turns;
  if (!isnan(rise)) def->told |= LIA_TOOL_TOLD_rise;
  def->angle = isnan(turns) ? angle : turns;
  if (isnan(def->angle)) def->angle = 0;
  def->rise = isnan(rise) ? 0 : rise;
  def->spin = (int)number_of(L, "spin", 0);
  def->turn = turn_of(L);
  take(L, "up", def->up, 3);
  def->zone = number_of(L, "zone", -1);
  def->turn_zone = number_of(L, "turn_zone", -1);
  take_poses(L, def);
}

static int path_new(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lia_tool_spec spec = { 0 };
  lia_error err = { 0 };
  lua_settop(L, 1);
  void **box = lia_push(L, &lia_toolpath_class);
  lua_pushvalue(L, 1);
  lua_getfield(L, -1, "start");
  spec.framed = pose_at(L, &spec.start) == 2;
  lua_pop(L, 1);
  spec.turn = turn_of(L);
  take(L, "up", spec.up, 3);
  spec.zone = number_of(L, "zone", 0);
  spec.turn_zone = number_of(L, "turn_zone", 0);
  spec.weight = number_of(L, "weight", 0);
  lua_getfield(L, -1, "segments");
  const int list = lua_gettop(L);
  spec.nsegment = (int)lua_rawlen(L, list);
  lia_tool_def *def = lua_newuserdata(L, (size_t)(spec.nsegment + 1) * sizeof *def);
  memset(def, 0, (size_t)(spec.nsegment + 1) * sizeof *def);
  spec.segment = def;
  for (int i = 0; i < spec.nsegment; i++) {
    luaL_checkstack(L, 8, "segments");
    lua_rawgeti(L, list, i + 1);
    take_segment(L, &def[i]);
    lua_pop(L, 1);
  }
  lia_tool_path *p = NULL;
  lia_status st = lia_tool_path_new(&p, &spec, &err);
  *box = p;
  if (st != LIA_OK) return lia_raise(L, &err);
  lua_pushvalue(L, 2);
  return 1;
}

// {{name=, text=, takes={key=true}}, ..}
static int path_kinds(lua_State *L) {
  lua_createtable(L, lia_tool_kind_count(), 0);
  for (int k = 0; k < lia_tool_kind_count(); k++) {
    const lia_tool_row *row = lia_tool_kind(k);
    lua_createtable(L, 0, 3);
    lia_field_text(L, "name", lia_tool_kind_name(row));
    lia_field_text(L, "text", lia_tool_kind_text(row));
    lua_createtable(L, 0, LIA_TOOL_TOLD_COUNT);
    for (int i = 0; i < LIA_TOOL_TOLD_COUNT; i++)
      if (lia_tool_kind_takes(row) >> i & 1) lia_field_flag(L, lia_tool_told_names[i], 1);
    lua_setfield(L, -2, "takes");
    lua_rawseti(L, -2, k + 1);
  }
  return 1;
}

// ---- asked ----

static int path_at(lua_State *L) {
  lia_arg a[2];
  lia_tool_state x;
  lia_args(L, a);
  lia_tool_path_at(a[0].o, a[1].x, &x);
  lia_push_frame(L, &x.X);
  lia_push_six(L, &lia_twist_class, x.V);
  lia_push_six(L, &lia_twist_class, x.A);
  return 3;
}

static int path_breaks(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  lia_pushnums(L, lia_tool_path_breaks(a[0].o), lia_tool_path_pieces(a[0].o) + 1);
  return 1;
}

// pieces of one segment that follow each other are one, their blends apart
static int path_segments(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  const lia_tool_path *p = a[0].o;
  const int n = lia_tool_path_pieces(p);
  lua_createtable(L, n, 0);
  for (int i = 0, count = 0; i < n; i++) {
    const lia_tool_piece x = lia_tool_path_piece(p, i);
    double to = x.to;
    for (; i + 1 < n; i++) {
      const lia_tool_piece y = lia_tool_path_piece(p, i + 1);
      if (y.segment != x.segment || y.blend != x.blend || (x.blend && y.from != to)) break;
      if (strcmp(lia_tool_kind_name(x.row), "line") == 0 && !x.blend) break;
      to = y.to;
    }
    lua_createtable(L, 0, 6);
    lia_field_integer(L, "segment", x.segment + 1);
    lia_field_text(L, "kind", lia_tool_kind_name(x.row));
    lia_field_text(L, "orientation", lia_tool_turn_name(x.turn));
    lia_field_flag(L, "blend", x.blend);
    lia_field_number(L, "from", x.from);
    lia_field_number(L, "to", to);
    lua_rawseti(L, -2, ++count);
  }
  return 1;
}

static int path_corners(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  const lia_tool_corner *c;
  const int n = lia_tool_path_corners(a[0].o, &c);
  lua_createtable(L, n, 0);
  for (int i = 0; i < n; i++) {
    lua_createtable(L, 0, 6);
    lia_field_number(L, "s", c[i].s);
    lia_field_integer(L, "order", c[i].order);
    lia_field_number(L, "angle", c[i].angle);
    lia_field_number(L, "curvature", c[i].curvature);
    lia_field_number(L, "turn", c[i].turn);
    lia_field_number(L, "turn_rate", c[i].turn_rate);
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

static double even_place(const lia_tool_path *p, int i, int n) {
  return lia_tool_path_length(p) * i / (n - 1);
}

static int asked_count(lua_State *L, const lia_arg *a) {
  if (a->n < 2) return lia_arg_error(L, 2, "expected 2 or more, got %d", a->n);
  if (a->n > 1 << 20) return lia_arg_error(L, 2, "expected at most 1048576, got %d", a->n);
  return a->n;
}

static int path_points(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  const int n = asked_count(L, &a[1]);
  double *out = lia_pushmat(L, n, 3);
  for (int i = 0; i < n; i++) {
    lia_tool_state x;
    lia_tool_path_at(a[0].o, even_place(a[0].o, i, n), &x);
    lia_copy3(out + 3 * i, x.X.p);
  }
  return 1;
}

static int path_frames(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  const int n = asked_count(L, &a[1]);
  lua_createtable(L, n, 0);
  for (int i = 0; i < n; i++) {
    lia_tool_state x;
    lia_tool_path_at(a[0].o, even_place(a[0].o, i, n), &x);
    lia_push_frame(L, &x.X);
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

static int path_speed_limit(lua_State *L) {
  static const lia_opt none[] = { { 0 } };
  static const char *const names[] = { "v", "w", "a" };
  lia_arg a[3];
  double limit[3];
  lia_args(L, a);
  lia_options(L, 3, NULL, none, "v w a");
  lua_pushvalue(L, 3);
  for (int k = 0; k < 3; k++) {
    limit[k] = number_of(L, names[k], 0);
    if (!(limit[k] >= 0)) return lia_arg_error(L, 3, "%s: expected a number >= 0", names[k]);
  }
  lua_pushnumber(L, lia_tool_path_speed(a[0].o, a[1].x, limit[0], limit[1], limit[2]));
  return 1;
}

// ---- others of it ----

static int give_path(lua_State *L, void **box, lia_tool_path *p, lia_status st,
                     const lia_error *err) {
  *box = p;
  return st == LIA_OK ? 1 : lia_raise(L, err);
}

static int path_slice(lua_State *L) {
  lia_arg a[3];
  lia_error err = { 0 };
  lia_args(L, a);
  void **box = lia_push(L, &lia_toolpath_class);
  lia_tool_path *p;
  lia_status st = lia_tool_path_slice(&p, a[0].o, a[1].x, a[2].x, &err);
  return give_path(L, box, p, st, &err);
}

static int path_reverse(lua_State *L) {
  lia_arg a[1];
  lia_error err = { 0 };
  lia_args(L, a);
  void **box = lia_push(L, &lia_toolpath_class);
  lia_tool_path *p;
  lia_status st = lia_tool_path_reverse(&p, a[0].o, &err);
  return give_path(L, box, p, st, &err);
}

static int path_join(lua_State *L) {
  lia_arg a[2];
  lia_error err = { 0 };
  lia_args(L, a);
  void **box = lia_push(L, &lia_toolpath_class);
  lia_tool_path *p;
  lia_status st = lia_tool_path_join(&p, a[0].o, a[1].o, &err);
  return give_path(L, box, p, st, &err);
}

// ---- told ----

static void say_kinds(lia_text *t, const lia_tool_path *p) {
  const int n = lia_tool_path_pieces(p);
  int last = -1, blends = 0, count = 0;
  for (int i = 0; i < n; i++) {
    const lia_tool_piece x = lia_tool_path_piece(p, i);
    blends += x.blend && (!i || !lia_tool_path_piece(p, i - 1).blend);
    if (x.segment == last) continue;
    last = x.segment;
    lia_text_printf(t, "%s%s", count++ ? ", " : ": ", lia_tool_kind_name(x.row));
  }
  if (blends) lia_text_printf(t, "; %d zone%s", blends, blends == 1 ? "" : "s");
}

static void say_corners(lia_text *t, const lia_tool_path *p) {
  const lia_tool_corner *c;
  const int n = lia_tool_path_corners(p, &c);
  int sharp = 0;
  for (int i = 0; i < n; i++) sharp += c[i].order == 1;
  if (sharp) lia_text_printf(t, "; %d corner%s", sharp, sharp == 1 ? "" : "s");
  if (n > sharp)
    lia_text_printf(t, "; %d jump%s of curvature", n - sharp, n - sharp == 1 ? "" : "s");
}

static int path_tostring(lua_State *L) {
  const lia_tool_path *p = lia_check(L, 1, &lia_toolpath_class);
  const lia_tool_half_turn *h;
  lia_text t = { 0 };
  lia_text_printf(&t, "tool path of %.*g", lia_digits(L, 6), lia_tool_path_length(p));
  say_kinds(&t, p);
  say_corners(&t, p);
  const int n = lia_tool_path_half_turns(p, &h);
  for (int i = 0; i < n; i++)
    lia_text_printf(&t, "; segment %d turns by half a turn, where both ways are as short: about "
                    "(%.4g %.4g %.4g) of the tool", h[i].segment + 1, h[i].axis[0], h[i].axis[1],
                    h[i].axis[2]);
  lia_error err = { 0 };
  if (lia_text_status(&t, &err) == LIA_OK) return lia_give_text(L, &t);
  lia_text_free(&t);
  return lia_raise(L, &err);
}

#define BEND "local p = li.path{start = {0, 0, 0}, {'line', to = {1, 0, 0}}, " \
  "{'arc', centre = {1, 1, 0}, axis = {0, 0, 1}, angle = li.pi / 2}} "

static const lia_fn path_methods[12] = {
  { path_at, "toolpath:at(s: num) -> X: frame, V: twist, A: twist",
    "The pose at s; per unit of s, the velocity of the tool's origin and the angular velocity, in "
    "the axes of the base; and the derivative of these six numbers. At a corner what lies behind "
    "it; before and after the path the ends at rest.",
    BEND "return (p:at(0.5)).p --> [0.5  0  0]" },
  { path_breaks, "toolpath:breaks() -> vec",
    "Where its pieces begin and the last one ends: inside of them every derivative is smooth.",
    "li.path{start = {0, 0, 0}, {'line', to = {1, 0, 0}}, {'line', to = {1, 2, 0}}}:breaks() "
    "--> [0  1  3]" },
  { path_segments, "toolpath:segments() -> table",
    "A list of its parts in order, each with from and to (s), segment (the number it was told "
    "as), kind, orientation (fixed, slerp, screw, tangent) and blend (true in a zone).",
    BEND "return p:segments()[2].kind --> arc" },
  { path_corners, "toolpath:corners() -> table",
    "Where the twist jumps (order 1) or only its derivative does (order 2): a list with s, order, "
    "angle between the directions, and the sizes of the jumps: curvature (1/m), turn (rad/m), "
    "turn_rate (rad/m^2).",
    BEND "local c = p:corners()[1] return c.s, c.order, c.curvature --> 1, 2, 1" },
  { path_points, "toolpath:points(n: count) -> mat",
    "n places of the tool's origin, evenly along the path: a row each.",
    "li.path{start = {0, 0, 0}, {'line', to = {1, 0, 2}}}:points(3)[2] --> [0.5  0  1]" },
  { path_frames, "toolpath:frames(n: count) -> table",
    "n poses, evenly along the path, for drawing.",
    "li.path{start = {0, 0, 0}, {'line', to = {1, 0, 2}}}:frames(3)[3].p --> [1  0  2]" },
  { path_speed_limit, "toolpath:speed_limit(s: num, limits: table) -> num",
    "The largest ds/dt at s under limits v (m/s) of the tool's origin, w (rad/s) of its turning "
    "and a (m/s^2) of its acceleration at steady ds/dt; infinite where none holds it.",
    BEND "return p:speed_limit(1.5, {v = 3, a = 4}) --> 2" },
  { path_slice, "toolpath:slice(a: num, b: num) -> toolpath", "The part from a to b.",
    BEND "return p:slice(0.5, 2).length --> 1.5" },
  { path_reverse, "toolpath:reverse() -> toolpath", "The same way from its end to its beginning.",
    BEND "return p:reverse():at(0).p --> [2  1  0]" },
  { path_join, "toolpath:join(other: toolpath) -> toolpath",
    "One after the other; it must begin where this one ends.",
    BEND "return p:join(p:reverse()).length == 2 * p.length --> true" },
  { path_tostring, "toolpath.__tostring(a: toolpath) -> str", "Its length, kinds and corners.",
    BEND "return tostring(p) --> tool path of 2.5708: line, arc; 1 jump of curvature" },
  { 0 },
};

// for lib/liaison/geo/toolpath.lua, which checks
static const luaL_Reg kit_functions[] = {
  { "new", path_new }, { "kinds", path_kinds }, { NULL, NULL },
};

void lia_open_toolpath(lua_State *L);
void lia_open_toolpath(lua_State *L) {
  lia_class_register(L, &lia_toolpath_class);
  lia_kit_register(L, "toolpath", kit_functions);
}
