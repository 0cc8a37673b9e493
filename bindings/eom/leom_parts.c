/* leom_parts.c - equations as Lua tables and matrices: their fields, entries, legends, losses */
#include "bindings/eom/leom.h"
#include "bindings/kit/fields.h"
#include "bindings/sym/lexpr.h"

#include "sym/expr/build.h"

#include <string.h>

// ---- fields ----

static int push_column(lua_State *L, const lia_equations *o,
                       lia_expr (*f)(const lia_equations *, int)) {
  lsmat *m = lia_push_smat(L, o->p, o->n, 1, 1, 1);
  for (int i = 0; i < o->n; i++)
    if (!(m->x[i] = f(o, i))) lia_expr_raise(L, o->p);
  return 1;
}

// what inria80 calls Q: -dV/dq, and the forces on the right
static lia_expr generalised(const lia_equations *o, int i) {
  return lia_sym_sub(o->p, o->Q[i], o->G[i]);
}

static int push_part(lua_State *L, const lia_equations *o, const lia_expr *x, int rows, int cols,
                     int vector) {
  if (rows) lia_push_smat_of(L, o->p, rows, cols, vector, x, 1);
  else lua_pushnil(L);
  return 1;
}

// the names of the rows as a list: those told, else of their multipliers
static int push_row_names(lua_State *L, const lia_equations *o) {
  lua_createtable(L, o->ncon, 0);
  for (int i = 0; i < o->ncon; i++) {
    lua_pushstring(L, o->row_name ? o->row_name[i] : lia_expr_symbol(o->p, o->lambda[i])->name);
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

static int push_left_out(lua_State *L, const lia_equations *o) {
  lua_createtable(L, o->left_out.n, 0);
  for (int k = 0; k < o->left_out.n; k++) {
    lua_pushstring(L, o->left_out.text[k]);
    lua_rawseti(L, -2, k + 1);
  }
  return 1;
}

static int push_constants(lua_State *L, const lia_equations *o) {
  lua_createtable(L, o->nconst, o->nconst);
  for (int i = 0; i < o->nconst; i++) {
    const char *name = lia_expr_symbol(o->p, o->name[i])->name;
    lia_push_expr(L, o->p, o->value[i], 1);
    lua_setfield(L, -2, name);
    lua_pushstring(L, name);
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

static int push_jdot(lua_State *L, const lia_equations *o) {
  if (!o->ncon) return push_part(L, o, NULL, 0, 0, 0);
  lsmat *m = lia_push_smat(L, o->p, o->ncon, o->n, 0, 1);
  return lia_equations_jdot(o, m->x) ? 1 : lia_expr_raise(L, o->p);
}

static int push_energy(lua_State *L, const lia_equations *o, lia_expr e) {
  lia_push_expr(L, o->p, e, 1);
  return 1;
}

// B or P, which are made when asked for
static int push_split(lua_State *L, lia_equations *o, char which) {
  lia_error err = { 0 };
  if (lia_equations_split(o, &err) != LIA_OK) return lia_raise(L, &err);
  if (which == 'B') return push_part(L, o, o->B, o->n, o->n, 0);
  return push_part(L, o, o->P, o->n > 1 ? o->n : 0, lia_lagrange_pairs(o->n), 0);
}

static int push_convention(lua_State *L, const lia_equations *o) {
  static const char *const name[] = { "course", "inria80", "slides" };
  lua_pushstring(L, name[o->convention]);
  return 1;
}

// what is computed and not kept; 0: no such field
static int push_made(lua_State *L, lia_equations *o, const char *key) {
  const int inria80 = o->convention == LIA_EOM_inria80;
  if (!strcmp(key, "A") && inria80) return push_part(L, o, o->M, o->n, o->n, 0);
  if (!strcmp(key, "Q"))
    return inria80 ? push_column(L, o, generalised) : push_part(L, o, o->Q, o->n, 1, 1);
  if (!strcmp(key, "Jdot")) return push_jdot(L, o);
  if (!strcmp(key, "h")) return push_column(L, o, lia_equations_centrifugal);
  if (!strcmp(key, "T")) return push_energy(L, o, o->T);
  if (!strcmp(key, "V")) return push_energy(L, o, o->V);
  if (!strcmp(key, "D")) return push_energy(L, o, o->D);
  if (!strcmp(key, "B") || !strcmp(key, "P")) return push_split(L, o, *key);
  if (!strcmp(key, "constants")) return push_constants(L, o);
  if (!strcmp(key, "row_names")) return push_row_names(L, o);
  if (!strcmp(key, "left_out")) return push_left_out(L, o);
  if (!strcmp(key, "convention")) return push_convention(L, o);
  if (strcmp(key, "n") != 0) return 0;
  lua_pushinteger(L, o->n);
  return 1;
}

int lia_eom_get(lua_State *L, void *object) {
  lia_equations *o = object;
  const int n = o->n;
  const char *key = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "";
  const struct { const char *key; const lia_expr *x; int rows, cols, vector;
  } part[] = {
    { "M", o->M, n, n, 0 },
    { "C", o->C, n, n, 0 },
    { "rest", o->c, n, 1, 1 },
    { "G", o->G, n, 1, 1 },
    { "d", o->d, n, 1, 1 },
    { "q", o->q, n, 1, 1 },
    { "v", o->v, n, 1, 1 },
    { "a", o->a, n, 1, 1 },
    { "J", o->J, o->ncon, n, 0 },
    { "gamma", o->gamma, o->ncon, 1, 1 },
    { "shift", o->shift, o->ncon, 1, 1 },
    { "lambda", o->lambda, o->ncon, 1, 1 },
    { "phi", o->phi, o->nphi, 1, 1 },
    { "z", o->z, o->nz, 1, 1 },
    { "zdot", o->zdot, o->nz, 1, 1 },
  };
  for (size_t k = 0; k < sizeof part / sizeof *part; k++)
    if (!strcmp(key, part[k].key))
      return push_part(L, o, part[k].x, part[k].rows, part[k].cols, part[k].vector);
  return push_made(L, o, key);
}

// ---- what a page shows ----

// parts(eq) -> { "M", "B", ... }: which parts its convention shows, in order
static int parts(lua_State *L) {
  const char *const *part = lia_equations_parts(lia_check(L, 1, &lia_eom_class));
  lua_createtable(L, 9, 0);
  for (int k = 0; part[k]; k++) {
    lua_pushstring(L, part[k]);
    lua_rawseti(L, -2, k + 1);
  }
  return 1;
}

// angles(eq) -> "own" or "angles": how its angles are abbreviated (expr:text)
static int angles(lua_State *L) {
  lua_pushstring(L, lia_equations_angles(lia_check(L, 1, &lia_eom_class)) == 2 ? "own" : "angles");
  return 1;
}

// entries(eq, part) -> { {name, expr}, ... } of what is not zero, as short as it gets
static int entries(lua_State *L) {
  lia_equations *o = lia_check(L, 1, &lia_eom_class);
  const char *part = luaL_checkstring(L, 2);
  lia_error err = { 0 };
  int n;
  lia_eom_entry *list = NULL;
  void **box = lia_push_hold(L);
  lia_status st = lia_equations_entries(o, part, &list, &n, &err);
  *box = list;
  if (st != LIA_OK) return lia_raise(L, &err);
  lua_createtable(L, n, 0);
  for (int i = 0; i < n; i++) {
    lua_createtable(L, 2, 0);
    lua_pushstring(L, list[i].name);
    lua_rawseti(L, -2, 1);
    lia_push_expr(L, o->p, list[i].e, 1);
    lua_rawseti(L, -2, 2);
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

// of the equations, in memory that Lua owns
static const lia_expr *held_symbols(lua_State *L, const lia_equations *o, uint32_t *n) {
  lia_error err = { 0 };
  lia_expr *list = NULL;
  void **box = lia_push_hold(L);
  lia_status st = lia_equations_symbols(o, &list, n, &err);
  *box = list;
  if (st != LIA_OK) lia_raise(L, &err);
  return list;
}

// symbols(eq) -> { expr, ... }: the names in their texts, which expr:text takes as beside
static int symbols(lua_State *L) {
  const lia_equations *o = lia_check(L, 1, &lia_eom_class);
  uint32_t n;
  const lia_expr *list = held_symbols(L, o, &n);
  lua_createtable(L, (int)n, 0);
  for (uint32_t i = 0; i < n; i++) {
    lia_push_expr(L, o->p, list[i], 1);
    lua_rawseti(L, -2, (int)i + 1);
  }
  return 1;
}

// legend(eq, { expr, ... }) -> what the abbreviations of their texts mean, or nil where there is
// none
static int legend(lua_State *L) {
  const lia_equations *o = lia_check(L, 1, &lia_eom_class);
  const int n = (int)lua_rawlen(L, 2);
  lia_text text = { 0 }, out = { 0 };
  lia_abbreviations used = { 0 };
  uint32_t nbeside;
  const lia_expr *beside = held_symbols(L, o, &nbeside);
  const lia_print_opts opts = { .style = &lia_style_shown,
                                .most = (size_t)1 << 26,
                                .angles = lia_equations_angles(o),
                                .beside = beside,
                                .nbeside = nbeside,
                                .used = &used };
  lia_expr *e = lua_newuserdata(L, ((size_t)n + 1) * sizeof *e);
  for (int i = 0; i < n; i++) {
    lua_rawgeti(L, 2, i + 1);
    e[i] = ((const lexpr *)lia_check(L, -1, &lia_expr_class))->e;
    lua_pop(L, 1);
  }
  lia_status st = LIA_OK;
  for (int i = 0; st == LIA_OK && i < n; i++) {
    st = lia_print(o->p, e[i], &opts, &text);
    lia_text_cut(&text, 0);
  }
  const int any = used.n > 0;
  if (st == LIA_OK) st = lia_print_legend(o->p, &used, &opts, 0, &out);
  lia_text_free(&text);
  lia_abbreviations_free(&used);
  if (any || st != LIA_OK || out.nomem)
    return lia_push_printed(L, o->p, out.nomem ? LIA_ENOMEM : st, &out);
  lua_pushnil(L);
  return 1;
}

// latex(eq, fragment) -> text
static int latex(lua_State *L) {
  lia_equations *o = lia_check(L, 1, &lia_eom_class);
  lia_text t = { 0 };
  lia_error err = { 0 };
  o->digits = lia_digits(L, 0);
  if (lia_equations_latex(o, lua_toboolean(L, 2), &t, &err) == LIA_OK) return lia_give_text(L, &t);
  lia_text_free(&t);
  return lia_raise(L, &err);
}

// ---- tables ----

int lia_eom_push_loss(lua_State *L, const lia_equations *o) {
  const lia_eom_loss *loss = o->loss;
  if (!loss) {
    lua_pushnil(L);
    return 1;
  }
  lua_createtable(L, 0, 7);
  lia_field_numbers(L, "error", loss->error, o->n);
  lia_field_numbers(L, "peak", loss->peak, o->n);
  lia_field_number(L, "worst", loss->worst);
  lia_field_number(L, "eps", loss->eps);
  lia_field_text(L, "mode", loss->bound ? "bound" : "term");
  lia_field_integer(L, "kept", loss->kept);
  lia_field_integer(L, "of", loss->of);
  return 1;
}

void lia_eom_told(lua_State *L) {
  static const luaL_Reg list[] = {
    { "parts", parts },   { "angles", angles }, { "entries", entries },
    { "symbols", symbols }, { "legend", legend }, { "latex", latex },   { NULL, NULL },
  };
  lia_kit_register(L, "eom", list);
}
