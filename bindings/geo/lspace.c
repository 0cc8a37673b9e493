/* lspace.c - numbers for lib/liaison/geo/space.lua: moves, inertias and solids, DH rows and tables;
 * it checks the arguments */
#include "bindings/geo/lspace.h"
#include "bindings/kit/nums.h"

#include "geo/dhfit.h"
#include "geo/moves.h"
#include "geo/solid.h"

#include <string.h>

// what Lua has already checked; checked again, since nothing a script does may crash
static const double *vec_of(lua_State *L, int idx, int n) {
  const lvec *v = lia_check(L, idx, &lia_vec_class);
  luaL_argcheck(L, v->n >= n, idx, "vec too short");
  return v->x;
}

static const lmat *mat_of(lua_State *L, int idx, int rows, int cols) {
  const lmat *m = lia_check(L, idx, &lia_mat_class);
  luaL_argcheck(L, m->rows >= rows && m->cols == cols, idx, "mat of another size");
  return m;
}

static int space_failed(lua_State *L, const lia_error *err) {
  lua_pushnil(L);
  lua_pushstring(L, err->text);
  return 2;
}

// ---- moves ----

// move(name, value) -> frame, or nil where there is no such move
static int space_move(lua_State *L) {
  int kind = lia_move_find(luaL_checkstring(L, 1));
  lia_frame X;
  if (kind < 0 || kind == LIA_MOVE_FRAME) {
    lua_pushnil(L);
    return 1;
  }
  lia_move_elementary(&X, (lia_move_kind)kind, luaL_checknumber(L, 2));
  lia_push_frame(L, &X);
  return 1;
}

// moves({frame, ..}, {fixed, ..}) -> frame, {order, ..}
static int space_moves(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  luaL_checktype(L, 2, LUA_TTABLE);
  int n = (int)lua_rawlen(L, 1);
  lia_move *m = lua_newuserdata(L, (size_t)(n + 1) * sizeof *m);
  int *order = lua_newuserdata(L, (size_t)(n + 1) * sizeof *order);
  lia_frame X;
  for (int i = 0; i < n; i++) {
    lua_rawgeti(L, 1, i + 1);
    lua_rawgeti(L, 2, i + 1);
    m[i] = (lia_move){ .kind = LIA_MOVE_FRAME, .fixed = lua_toboolean(L, -1),
        .X = *(lia_frame *)lia_check(L, -2, &lia_frame_class) };
    lua_pop(L, 2);
  }
  lia_moves_compose(&X, NULL, m, n);
  lia_moves_order(order, m, n);
  lia_push_frame(L, &X);
  lua_createtable(L, n, 0);
  for (int i = 0; i < n; i++) {
    lua_pushinteger(L, order[i] + 1);
    lua_rawseti(L, -2, i + 1);
  }
  return 2;
}

// ---- inertia ----

// inertia(mass, com, tensor6, about_origin, integrals, unchecked) -> inertia; or nil, complaint
static int space_inertia(lua_State *L) {
  const double *c = vec_of(L, 2, 3), *t = vec_of(L, 3, 6);
  double m = luaL_checknumber(L, 1), I[6];
  lia_inertia J;
  lia_error err = { 0 };
  memcpy(I, t, sizeof I);
  if (lua_toboolean(L, 5)) lia_inertia_products(I, t);
  if (lua_toboolean(L, 4)) {
    J.m = m;
    lia_scale3(J.h, m, c);
    memcpy(J.I, I, sizeof I);
  } else {
    lia_inertia_of_com(&J, m, c, I);
  }
  if (!lua_toboolean(L, 6) && lia_inertia_check(&J, 0, NULL, &err) != LIA_OK)
    return space_failed(L, &err);
  lia_push_inertia(L, &J);
  return 1;
}

// pseudo(mat44) -> inertia; or nil, complaint
static int space_pseudo(lua_State *L) {
  lia_inertia J;
  lia_error err = { 0 };
  lia_inertia_of_pseudo(&J, mat_of(L, 1, 4, 4)->x);
  if (lia_inertia_check(&J, 0, NULL, &err) != LIA_OK) return space_failed(L, &err);
  lia_push_inertia(L, &J);
  return 1;
}

// solid(kind, sizes, mass, density) -> inertia; or nil, complaint. density counts where mass is nil
static int space_solid(lua_State *L) {
  int kind = lia_solid_find(luaL_checkstring(L, 1));
  luaL_argcheck(L, kind >= 0, 1, "no such solid");
  const double *size = vec_of(L, 2, lia_solid_rows[kind].nsize);
  double s[3] = { 0 };
  lia_inertia J;
  lia_error err = { 0 };
  for (int k = 0; k < lia_solid_rows[kind].nsize; k++) s[k] = size[k];
  if (lia_solid_check((lia_solid_kind)kind, s, NULL, &err) != LIA_OK) return space_failed(L, &err);
  double mass = lua_isnil(L, 3)
      ? luaL_checknumber(L, 4) * lia_solid_measure((lia_solid_kind)kind, s)
      : luaL_checknumber(L, 3);
  if (mass == 0) {
    lua_pushnil(L);
    lua_pushfstring(L, "density: a %s of these sizes has no extent and so no mass: give mass",
        lia_solid_rows[kind].name);
    return 2;
  }
  lia_solid_inertia(&J, (lia_solid_kind)kind, s, mass);
  if (lia_inertia_check(&J, 0, NULL, &err) != LIA_OK) return space_failed(L, &err);
  lia_push_inertia(L, &J);
  return 1;
}

// solids() -> {{name=, sizes={..}, per=, com=}, ..}
static int space_solids(lua_State *L) {
  static const char *const per[] = { "volume (kg/m3)", "area (kg/m2)", "length (kg/m)" };
  lua_createtable(L, LIA_SOLID_COUNT, 0);
  for (int k = 0; k < LIA_SOLID_COUNT; k++) {
    const lia_solid_row *row = lia_solid_rows + k;
    lua_createtable(L, 0, 4);
    lua_pushstring(L, row->name);
    lua_setfield(L, -2, "name");
    lua_pushstring(L, per[row->per]);
    lua_setfield(L, -2, "per");
    lua_pushstring(L, row->com);
    lua_setfield(L, -2, "com");
    lua_createtable(L, 3, 0);
    for (int i = 0; i < row->nsize; i++) {
      lua_pushstring(L, row->size[i]);
      lua_rawseti(L, -2, i + 1);
    }
    lua_setfield(L, -2, "sizes");
    lua_rawseti(L, -2, k + 1);
  }
  return 1;
}

// ---- DH ----

// numbers of a row in the order of lia_dh: a, alpha, d, theta, gamma, b
static const char *const kinds[] = { "standard", "modified", "khalil", NULL };

static lia_dh_kind space_kind_of(lua_State *L, int idx) {
  return (lia_dh_kind)luaL_checkoption(L, idx, NULL, kinds);
}

static lia_dh space_row_of(const double *x) {
  return (lia_dh){ x[0], x[1], x[2], x[3], x[4], x[5] };
}

static void space_push_row(lua_State *L, const lia_dh *r) {
  const double x[6] = { r->a, r->alpha, r->d, r->theta, r->gamma, r->b };
  lia_pushnums(L, x, 6);
}

// dh(kind, row) -> frame
static int space_dh(lua_State *L) {
  lia_dh row = space_row_of(vec_of(L, 2, 6));
  lia_frame X;
  lia_dh_frame(&X, space_kind_of(L, 1), &row);
  lia_push_frame(L, &X);
  return 1;
}

// dh_row(kind, frame, branch) -> row, turn, shift, not the only one?
static int space_dh_row(lua_State *L) {
  lia_dh row;
  lia_dh_off off;
  unsigned flags = lia_dh_of_frame(&row, &off, space_kind_of(L, 1),
      lia_check(L, 2, &lia_frame_class), (int)luaL_checkinteger(L, 3));
  space_push_row(L, &row);
  lua_pushnumber(L, off.turn);
  lua_pushnumber(L, off.shift);
  lua_pushboolean(L, flags != 0);
  return 4;
}

// the chain in arguments kind, {row, ..}, base, tool, {inertia, ..} or nil; its arrays are pushed
// on the stack
static lia_dh_chain chain_of(lua_State *L, int first) {
  luaL_checktype(L, first + 1, LUA_TTABLE);
  lua_settop(L, first + 4 > lua_gettop(L) ? first + 4 : lua_gettop(L));
  lia_dh_chain c = { .kind = space_kind_of(L, first), .n = (int)lua_rawlen(L, first + 1),
                     .base = *(lia_frame *)lia_check(L, first + 2, &lia_frame_class),
                     .tool = *(lia_frame *)lia_check(L, first + 3, &lia_frame_class) };
  c.row = lua_newuserdata(L, (size_t)(c.n + 1) * sizeof *c.row);
  lia_inertia *body = lua_newuserdata(L, (size_t)(c.n + 1) * sizeof *body);
  int bodies = !lua_isnil(L, first + 4);
  if (bodies) luaL_checktype(L, first + 4, LUA_TTABLE);
  for (int i = 0; i < c.n; i++) {
    lua_rawgeti(L, first + 1, i + 1);
    c.row[i] = space_row_of(vec_of(L, -1, 6));
    lua_pop(L, 1);
    if (!bodies) continue;
    lua_rawgeti(L, first + 4, i + 1);
    body[i] = *(lia_inertia *)lia_check(L, -1, &lia_inertia_class);
    lua_pop(L, 1);
  }
  c.body = bodies ? body : NULL;
  return c;
}

static void push_frames(lua_State *L, const lia_frame *X, int n) {
  lua_createtable(L, n, 0);
  for (int i = 0; i < n; i++) {
    lia_push_frame(L, X + i);
    lua_rawseti(L, -2, i + 1);
  }
}

static void space_push_rows(lua_State *L, const lia_dh *row, int n) {
  lua_createtable(L, n, 0);
  for (int i = 0; i < n; i++) {
    space_push_row(L, row + i);
    lua_rawseti(L, -2, i + 1);
  }
}

// dh_chain(kind, rows, base, tool) -> frame, {frame, ..}
static int space_dh_chain(lua_State *L) {
  lia_dh_chain c = chain_of(L, 1);
  lia_frame *each = lua_newuserdata(L, (size_t)(c.n + 1) * sizeof *each), X;
  lia_dh_chain_frame(&X, each, &c);
  lia_push_frame(L, &X);
  push_frames(L, each, c.n);
  return 2;
}

// dh_convert(to, kind, rows, base, tool, bodies) -> rows, base, tool, bodies
static int space_dh_convert(lua_State *L) {
  lia_dh_kind to = space_kind_of(L, 1);
  lia_dh_chain c = chain_of(L, 2);
  lia_dh_convert(&c, to);
  space_push_rows(L, c.row, c.n);
  lia_push_frame(L, &c.base);
  lia_push_frame(L, &c.tool);
  if (!c.body) return 3;
  lua_createtable(L, c.n, 0);
  for (int i = 0; i < c.n; i++) {
    lia_push_inertia(L, c.body + i);
    lua_rawseti(L, -2, i + 1);
  }
  return 4;
}

// the texts of a set of flags
static void push_flags(lua_State *L, unsigned flags) {
  lua_newtable(L);
  for (int bit = 0, n = 0; bit < LIA_DHFIT_COUNT; bit++) {
    if (!(flags >> bit & 1)) continue;
    lua_pushstring(L, lia_dhfit_text(bit));
    lua_rawseti(L, -2, ++n);
  }
}

// dh_fit(axes, x0, o0, tol) -> rows, frames 0..n, tool, {{text, ..}, ..}; axes: a mat, every row a
// point (3), a direction (3), prismatic?, flip?
static int space_dh_fit(lua_State *L) {
  const lmat *m = mat_of(L, 1, 1, 8);
  int n = m->rows - 1;
  lia_dhfit_axis *axis = lua_newuserdata(L, (size_t)(n + 1) * sizeof *axis);
  for (int i = 0; i <= n; i++) {
    const double *x = m->x + 8*i;
    axis[i] = (lia_dhfit_axis){ { x[0], x[1], x[2] }, { x[3], x[4], x[5] }, x[6] != 0, x[7] != 0 };
  }
  lia_dhfit_opts opts = { .x0 = lua_isnil(L, 2) ? NULL : vec_of(L, 2, 3),
      .o0 = lua_isnil(L, 3) ? NULL : vec_of(L, 3, 3),
      .tol = luaL_checknumber(L, 4) };
  lia_frame *frame = lua_newuserdata(L, (size_t)(n + 1) * sizeof *frame);
  unsigned *flag = lua_newuserdata(L, (size_t)(n + 1) * sizeof *flag);
  lia_dh_chain c = { .n = n, .row = lua_newuserdata(L, (size_t)(n + 1) * sizeof *c.row) };
  lia_dhfit(&c, frame, flag, axis, &opts);
  space_push_rows(L, c.row, n);
  push_frames(L, frame, n + 1);
  lia_push_frame(L, &c.tool);
  lua_createtable(L, n, 0);
  for (int i = 0; i < n; i++) {
    push_flags(L, flag[i]);
    lua_rawseti(L, -2, i + 1);
  }
  return 4;
}

void lia_open_space(lua_State *L);
void lia_open_space(lua_State *L) {
  static const luaL_Reg list[] = {
    { "move", space_move }, { "moves", space_moves }, { "inertia", space_inertia },
        { "pseudo", space_pseudo },
    { "solid", space_solid }, { "solids", space_solids }, { "dh", space_dh },
        { "dh_row", space_dh_row },
    { "dh_chain", space_dh_chain }, { "dh_convert", space_dh_convert }, { "dh_fit", space_dh_fit },
        { NULL, NULL },
  };
  lia_kit_register(L, "space", list);
}
