/* lconrows.c - rows of constraints in expressions, as texts, and as programs for the living page
 *
 * Of frames from poses and Jacobians of their ends; of coordinates from the words given. */
#include "bindings/kit/kit.h"
#include "bindings/sym/lexpr.h"

#include "gen/emit.h"
#include "kinds/constraint_form.h"
#include "sym/expr/build.h"
#include "sym/expr/subs.h"
#include "sym/simp/simp.h"

#include <string.h>

static const lia_constraint_type *type_at(lua_State *L, int idx) {
  int kind = lia_constraint_find(luaL_checkstring(L, idx));
  luaL_argcheck(L, kind >= 0, idx, "a kind of constraint expected");
  return lia_constraint_types[kind];
}

// field `key` of the table on top: its n entries
static const lia_expr *entries(lua_State *L, const char *key, int rows, int *cols) {
  lua_getfield(L, -1, key);
  const lsmat *M = lia_check(L, -1, &lia_smat_class);
  if (M->rows != rows) luaL_error(L, "%s: expected %d rows", key, rows);
  if (cols) *cols = M->cols;
  lua_pop(L, 1);   // the table keeps it
  return M->x;
}

// entry k of the list at idx as an expression
static lia_expr entry_at(lua_State *L, lia_pool *p, int idx, int k) {
  lua_rawgeti(L, idx, k + 1);
  lia_expr e = lia_to_expr(L, p, lua_gettop(L), idx, NULL);
  lua_pop(L, 1);
  return e;
}

static void params_of(lua_State *L, const lia_constraint_type *type, lia_constraint_form *f,
    int params, int exprs) {
  static const char *const name[] = { "x", "y", "z" };
  for (int k = 0; k < type->nparam; k++) f->param[k] = entry_at(L, f->p, params, k);
  for (int k = 0; k < type->nexpr; k++) f->expr[k] = entry_at(L, f->p, exprs, k);
  if (!type->nexpr) return;
  for (int k = 0; k < 3; k++) f->xyz[k] = lia_symbol_named(f->p, name[k]);
  lia_fit(f->p, 3, f->xyz, type->nexpr, f->expr);
}

// constraint_rows(kind, {{R =, p =, J =}, ..}, params, exprs) -> {phi ..}, {H of a velocity row
// ..}; J where it has such rows
static int kit_constraint_rows(lua_State *L) {
  const lia_constraint_type *type = type_at(L, 1);
  const lia_expr *J[LIA_CONSTRAINT_ENDS] = { NULL };
  int n = 0, moves = type->nrow > type->nposition;
  luaL_argcheck(L, type->nend > 0, 1, "a constraint that holds frames expected");
  lua_settop(L, 4);
  lia_constraint_form f = { .p = lia_push_pool(L), .tidy = lia_simp_trig };
  for (int e = 0; e < type->nend; e++) {
    lua_rawgeti(L, 2, e + 1);
    memcpy(f.R[e], entries(L, "R", 3, NULL), sizeof f.R[e]);
    memcpy(f.pos[e], entries(L, "p", 3, NULL), sizeof f.pos[e]);
    if (moves) J[e] = entries(L, "J", 6, &n);
    lua_pop(L, 1);
  }
  params_of(L, type, &f, 3, 4);
  lia_expr *H = lua_newuserdata(L, (size_t)(LIA_CONSTRAINT_ROWS * n + 1) * sizeof *H);
  if (!lia_constraint_model_rows(type, &f, n, J, H)) return lia_expr_raise(L, f.p);
  lua_createtable(L, type->nposition, 0);
  for (int i = 0; i < type->nposition; i++) {
    lia_push_expr(L, f.p, f.row[i], 5);
    lua_rawseti(L, -2, i + 1);
  }
  lua_createtable(L, type->nrow - type->nposition, 0);
  for (int i = 0; i < type->nrow - type->nposition; i++) {
    lua_createtable(L, n, 0);
    for (int j = 0; j < n; j++) {
      lia_push_expr(L, f.p, H[i * n + j], 5);
      lua_rawseti(L, -2, j + 1);
    }
    lua_rawseti(L, -2, i + 1);
  }
  return 2;
}

// the texts of the list at idx, which keeps them
static const char **texts_of(lua_State *L, int idx, int n) {
  const char **word = lua_newuserdata(L, (size_t)(n + 1) * sizeof *word);
  for (int k = 0; k < n; k++) {
    lua_rawgeti(L, idx, k + 1);
    word[k] = luaL_checkstring(L, -1);
    lua_pop(L, 1);
  }
  return word;
}

// constraint_text(kind, coordinates, factors, params, exprs): lists of texts -> its equation
static int kit_constraint_text(lua_State *L) {
  const lia_constraint_type *type = type_at(L, 1);
  luaL_argcheck(L, type->write != NULL, 1, "a constraint that holds coordinates expected");
  lua_settop(L, 5);
  int n = (int)lua_rawlen(L, 2);
  lia_constraint_texts t = { .n = n };
  t.coord = texts_of(L, 2, n);
  t.factor = texts_of(L, 3, type->ncoord < 0 ? n : 0);
  t.param = texts_of(L, 4, type->nparam);
  t.expr = texts_of(L, 5, type->nexpr);
  lia_text text = { 0 };
  type->write(&text, &t);
  if (text.nomem) {
    lia_error err = { 0 };
    lia_text_free(&text);
    (void)LIA_FAIL(&err, LIA_ENOMEM, "", "out of memory");
    return lia_raise(L, &err);
  }
  return lia_give_text(L, &text);
}

// a program --------------------------------------------------------------------------------------

// inputs: the ends, the parameters, other symbols of the user's equations; outputs: of every row g,
// period, acceleration, F
typedef struct program {
  const lia_constraint_type *type;
  lia_constraint_form f;
  lia_constraint_motion m;
  lia_expr end[LIA_CONSTRAINT_ENDS * LIA_CONSTRAINT_END_SYMBOLS], param[LIA_CONSTRAINT_NPARAM];
  lia_expr out[LIA_CONSTRAINT_ROWS * (3 + 6 * LIA_CONSTRAINT_ENDS)];
  int nend, nout;
} program;

// a symbol for each parameter; 0 stays 0, which some kinds take as another case
static void name_params(lua_State *L, program *g, int params) {
  for (int k = 0; k < g->type->nparam; k++) {
    const char name[] = { 'l', 'i', 'a', 'i', 's', 'o', 'n', '_', 'c', (char)('1' + k), 0 };
    lua_rawgeti(L, params, k + 1);
    int zero = lua_type(L, -1) == LUA_TNUMBER && lua_tonumber(L, -1) == 0;
    lua_pop(L, 1);
    g->param[k] = lia_sym_symbol(g->f.p, name);
    g->f.param[k] = zero ? LIA_ZERO : g->param[k];
  }
}

static void lay_out(program *g) {
  for (int e = 0; e < g->type->nend; e++)
    for (int k = 0; k < LIA_CONSTRAINT_END_SYMBOLS; k++) g->end[g->nend++] = g->m.end[e][k];
  for (int i = 0; i < g->type->nrow; i++) {
    g->out[g->nout++] = g->m.g[i];
    g->out[g->nout++] = g->m.period[i];
    g->out[g->nout++] = g->m.acceleration[i];
    for (int e = 0; e < g->type->nend; e++)
      for (int k = 0; k < 6; k++) g->out[g->nout++] = g->m.F[i][e][k];
  }
}

// symbols of the user's equations but x, y, z: pushes their memory
static lia_expr *others_of(lua_State *L, const program *g, int *n) {
  const lia_constraint_form *f = &g->f;
  lia_expr *s = lua_newuserdata(L, ((size_t)f->p->names.count + 1) * sizeof *s);
  uint32_t all = g->type->nexpr ? lia_subs_symbols(f->p, (uint32_t)g->type->nexpr, f->expr, s) : 0;
  *n = 0;
  if (all == UINT32_MAX) lia_expr_raise(L, f->p);
  for (uint32_t i = 0; i < all; i++)
    if (s[i] != f->xyz[0] && s[i] != f->xyz[1] && s[i] != f->xyz[2]) s[(*n)++] = s[i];
  return s;
}

// constraint_program(language, name, kind, params, exprs) -> text, symbols that are inputs besides
// the ends and parameters
static int kit_constraint_program(lua_State *L) {
  int language = lia_language_find(luaL_checkstring(L, 1)), n;
  const char *name = luaL_checkstring(L, 2);
  luaL_argcheck(L, language >= 0, 1, "a language expected");
  lua_settop(L, 5);
  program *g = lua_newuserdata(L, sizeof *g);
  memset(g, 0, sizeof *g);
  g->type = type_at(L, 3);
  luaL_argcheck(L, g->type->nend > 0, 3, "a constraint that holds frames expected");
  lia_pool *p = lia_push_pool(L);
  g->f.p = p;
  params_of(L, g->type, &g->f, 4, 5);
  name_params(L, g, 4);
  lia_expr *other = others_of(L, g, &n);
  lia_error err = { 0 };
  if (lia_constraint_move(g->type, &g->f, &g->m, &err) != LIA_OK) return lia_expr_raise(L, p);
  lay_out(g);
  const lia_emit_vec in[3] = { { "ends", g->end, g->nend, 0 },
      { "c", g->param, g->type->nparam, 0 }, { "p", other, n, 0 } };
  const lia_emit_vec out = { "rows", g->out, g->nout, g->nout / g->type->nrow };
  const lia_emit_fn f = { .p = p, .name = name, .in = in, .nin = 3, .out = &out, .nout = 1 };
  lia_text text = { 0 };
  lia_status st = lia_emit(&f, (lia_language)language, &(lia_emit_opts){ 0 }, &text, NULL, &err);
  if (st != LIA_OK) {
    lia_text_free(&text);
    return lia_raise(L, &err);
  }
  lia_give_text(L, &text);
  lua_createtable(L, n, 0);
  for (int k = 0; k < n; k++) {
    lia_push_expr(L, p, other[k], 7);
    lua_rawseti(L, -2, k + 1);
  }
  return 2;
}

void lia_constraint_functions(lua_State *L) {
  lua_pushcfunction(L, kit_constraint_program);
  lua_setfield(L, -2, "constraint_program");
  lua_pushcfunction(L, kit_constraint_rows);
  lua_setfield(L, -2, "constraint_rows");
  lua_pushcfunction(L, kit_constraint_text);
  lua_setfield(L, -2, "constraint_text");
}
