/* lforcelaw.c - the rows of force elements: li.forces, their laws as expressions and programs */
#include "bindings/kit/fields.h"
#include "bindings/kit/kit.h"
#include "bindings/model/lmodel.h"
#include "bindings/sym/lexpr.h"

#include "base/text.h"
#include "kinds/force_law.h"
#include "sim/described_program.h"
#include "sym/expr/build.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

// how a force element is attached, by port: what the entry says, and the name of the port
static const struct { int bit; const char *name, *text; } PORTS[] = {
  { LIA_PORT_coordinate, "joint", "joint = a coordinate" },
  { LIA_PORT_line, "line", "from = , to = bodies or frames (from_point, to_point)" },
  { LIA_PORT_point, "point", "at = a body or frame (point)" },
};
enum { NPORTS = 3 };

static int forcelaw_kind_of(lua_State *L, int arg, const char *name) {
  int kind = lia_force_find(name);
  lia_hints h = { 0 };
  if (kind >= 0) return kind;
  for (int k = 0; k < LIA_FORCE_COUNT; k++)
    lia_hints_add(&h, lia_force_rows[k]->name, strlen(lia_force_rows[k]->name));
  return lia_arg_error(L, arg, "unknown kind '%.40s'%s", name, lia_hints_text(&h, name));
}

// ---- li.forces ----

static void tell_number(lia_text *out, const lia_force_param *p) {
  lia_text_put(out, "  ");
  lia_text_put(out, p->name);
  lia_text_pad(out, ' ', (int)strlen(p->name) < 14 ? 14 - (int)strlen(p->name) : 1);
  lia_text_put(out, p->text);
  if (*p->unit) lia_text_printf(out, " (%s)", p->unit);
  if (p->size == 3) lia_text_put(out, "; three numbers");
  if (isnan(p->def)) lia_text_put(out, "; must be given");
  else if (isfinite(p->def) && p->def != -1) {
    lia_text_put(out, "; ");
    lia_text_num(out, p->def);
  }
  lia_text_char(out, '\n');
}

static void tell_ports(lia_text *out, const lia_force_row *row) {
  lia_text_put(out, "  acts on ");
  for (int k = 0, any = 0; k < NPORTS; k++) {
    if (!(row->ports & PORTS[k].bit)) continue;
    lia_text_put(out, any++ ? "; or " : "");
    lia_text_put(out, PORTS[k].text);
  }
  lia_text_char(out, '\n');
}

static void tell_law(lia_text *out, const char *what, const lia_force_law *law) {
  if (law->wheel)
    lia_text_printf(out, "  %-14s%s\n", what, "of a tyre: li.tyre tells forces and slopes");
  for (int k = 0; k < law->ntext; k++) {
    const lia_line *line = &law->text[k];
    const char *how = line->how == LIA_LINE_SUM ? "the sum over x, y, z of " : "";
    lia_text_printf(out, "  %-14s%s = %s%s\n", k ? "" : what, line->name, how, line->text);
  }
}

static void tell_kind(lia_text *out, const lia_force_row *row, int laws) {
  lia_text_printf(out, "%s: %s\n", row->name, row->text);
  tell_ports(out, row);
  for (int k = 0; k < row->nparam; k++) tell_number(out, &row->param[k]);
  if (laws) tell_law(out, "law", &row->along);
  if (laws) tell_law(out, row->along.calc ? "law at a point" : "law", &row->at);
  if (laws && row->events.text) lia_text_printf(out, "  %-14s%s\n", "at events", row->events.text);
}

static int forces_help(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  lia_text t = { 0 };
  lia_error err = { 0 };
  int only = a[0].given ? forcelaw_kind_of(L, 1, a[0].s) : -1;
  for (int k = 0; k < LIA_FORCE_COUNT; k++)
    if (only < 0 || k == only) tell_kind(&t, lia_force_rows[k], k == only);
  lia_status st = lia_text_status(&t, &err);
  if (st == LIA_OK) return lia_give_text(L, &t);
  lia_text_free(&t);
  return lia_raise(L, &err);
}

static const lia_fn functions[] = {
  { forces_help, "forces([kind: str]) -> str",
    "The force elements that simulations take, forces = {{'spring', joint = 'q1', stiffness = 50}, "
    "..}: where each acts, its numbers with units and defaults, of one kind also its law. A number "
    "may be an expression of inputs, coordinates, rates and t, or a function of (t, q, v); a "
    "'given' force is told by f, an expression in x, v, t and these, or a function (t, x, v). An "
    "expression may be a curve through points, {t = {0, 1, 2}, f = {0, 5, 0}, how = 'linear'} "
    "('cubic', 'steps'), over t, x, v, a coordinate or an input; beyond its ends it stays what it "
    "is there.",
    "li.forces('damper'):sub(1, 6) --> damper" },
  { 0 },
};

// ---- kit.force ----

static void push_number(lua_State *L, const lia_force_param *p) {
  lua_createtable(L, 0, 6);
  lia_field_text(L, "name", p->name);
  lia_field_text(L, "unit", p->unit);
  lia_field_text(L, "text", p->text);
  lua_pushinteger(L, p->size);
  lua_setfield(L, -2, "size");
  if (!isnan(p->def)) {
    lua_pushnumber(L, p->def);
    lua_setfield(L, -2, "default");
  }
  lua_pushnumber(L, p->least);
  lua_setfield(L, -2, "least");
}

// how elements jump, and the numbers that this needs: where the row says where they stand
static const char *const JUMPS[] = { [LIA_JUMP_stick] = "stick", [LIA_JUMP_strike] = "strike",
    [LIA_JUMP_stop] = "stop" };
#define PLACE(jump, number) { LIA_JUMP_##jump, #number, offsetof(lia_force_events, jump.number) }
static const struct { int jumps; const char *name; size_t at; } PLACES[] = {
  PLACE(stick, coulomb), PLACE(stick, most),
  PLACE(strike, through), PLACE(strike, normal), PLACE(strike, restitution), PLACE(strike, mu),
  PLACE(strike, radius), PLACE(strike, rest),
  PLACE(stop, min), PLACE(stop, max), PLACE(stop, restitution), PLACE(stop, rest),
};

// jumps = { how = "stick", coulomb = 0, most = 1 }: places among the numbers, from 0; yields: of
// the one that keeps it from jumping, where there is one
static void put_jumps(lua_State *L, const lia_force_events *e) {
  if (e->jumps == LIA_JUMP_none) return;
  lua_createtable(L, 0, 8);
  lia_field_text(L, "how", JUMPS[e->jumps]);
  if (e->yields >= 0) lia_field_integer(L, "yields", e->yields);
  for (size_t k = 0; k < sizeof PLACES / sizeof *PLACES; k++)
    if (PLACES[k].jumps == e->jumps)
      lia_field_integer(L, PLACES[k].name, *(const int *)((const char *)e + PLACES[k].at));
  lua_setfield(L, -2, "jumps");
}

// row(kind) -> { name, text, events, smooth (the kind that does it without events) and jumps (nil:
// does not jump; put_jumps), of_weight (x is what
// gravity asks of the coordinate), gives (it may drive), arm (at a point it acts beside it), wheel
// (it has an axle and moments), ports = { joint, line, point } and stores likewise, numbers =
// { { name, unit, text, size, default (nil: must be given), least }, .. } }
static int forcelaw_row_of(lua_State *L) {
  const lia_force_row *row = lia_force_rows[forcelaw_kind_of(L, 1, luaL_checkstring(L, 1))];
  lua_createtable(L, 0, 10);
  lia_field_text(L, "name", row->name);
  lia_field_text(L, "text", row->text);
  if (row->events.text) lia_field_text(L, "events", row->events.text);
  if (row->events.text)
    lia_field_text(L, "smooth", row->events.smooth ? row->events.smooth : row->name);
  put_jumps(L, &row->events);
  lia_field_flag(L, "of_weight", row->along.of_weight);
  lia_field_flag(L, "gives", row->gives);
  lia_field_flag(L, "arm", row->at.arm != NULL);
  lia_field_flag(L, "wheel", row->at.wheel != NULL);
  lua_createtable(L, row->nparam, 0);
  for (int k = 0; k < row->nparam; k++) {
    push_number(L, &row->param[k]);
    lua_rawseti(L, -2, k + 1);
  }
  lua_setfield(L, -2, "numbers");
  for (int stores = 0; stores < 2; stores++) {
    lua_createtable(L, 0, NPORTS);
    for (int k = 0; k < NPORTS; k++) {
      int acts = row->ports & PORTS[k].bit;
      lua_pushboolean(L, acts && (!stores || lia_force_law_at(row, PORTS[k].bit)->stored));
      lua_setfield(L, -2, PORTS[k].name);
    }
    lua_setfield(L, -2, stores ? "stores" : "ports");
  }
  return 1;
}

// the numbers of a kind in order, as a Lua list at idx; what is not there has its default
static void read_numbers(lua_State *L, int idx, lia_force_kind kind, double *p) {
  luaL_checktype(L, idx, LUA_TTABLE);
  lia_force_defaults(kind, p);
  for (int k = 0; k < lia_force_numbers(kind); k++) {
    lua_rawgeti(L, idx, k + 1);
    if (!lua_isnil(L, -1)) p[k] = luaL_checknumber(L, lua_gettop(L));
    lua_pop(L, 1);
  }
}

// with(kind, { numbers in order }) -> own states, and whether it jumps with these numbers
static int with_numbers(lua_State *L) {
  lia_force_kind kind = (lia_force_kind)forcelaw_kind_of(L, 1, luaL_checkstring(L, 1));
  const lia_force_row *row = lia_force_rows[kind];
  double p[LIA_FORCE_NPARAM];
  read_numbers(L, 2, kind, p);
  lua_pushinteger(L, lia_force_states(row, p));
  lua_pushboolean(L, lia_force_jumps(row, p) != LIA_JUMP_none);
  return 2;
}

static int port_of(lua_State *L, int arg, const lia_force_row *row) {
  const char *name = luaL_checkstring(L, arg);
  for (int k = 0; k < NPORTS; k++)
    if (!strcmp(name, PORTS[k].name) && row->ports & PORTS[k].bit) return PORTS[k].bit;
  return lia_arg_error(L, arg, "a %s does not act on a '%.20s'", row->name, name);
}

// program(kind, port, language, name) -> the law as a program (force_law.h)
static int program_of(lua_State *L) {
  lia_force_kind kind = (lia_force_kind)forcelaw_kind_of(L, 1, luaL_checkstring(L, 1));
  int port = port_of(L, 2, lia_force_rows[kind]);
  int language = lia_language_find(luaL_checkstring(L, 3));
  const char *name = luaL_checkstring(L, 4);
  lia_text t = { 0 };
  lia_error err = { 0 };
  lia_emit_opts opts = { .tests = 0 };
  if (language < 0) return lia_arg_error(L, 3, "no such language");
  lia_status st = lia_force_program(kind, port, (lia_language)language, name, &opts, &t, &err);
  if (st == LIA_OK) return lia_give_text(L, &t);
  lia_text_free(&t);
  return lia_raise(L, &err);
}

// what `name` of the table at 3 is, as an expression; else its default: not there (0) where that is
// infinite, a symbol of that name where it must be given
static lia_expr forcelaw_asked(lua_State *L, lia_pool *p, const char *name, double def, int part,
    int size) {
  lia_expr e = 0;
  char symbol[LIA_LINES_SYMBOL];
  lia_lines_symbol(name, size > 1 ? part + 1 : 0, symbol);
  if (lua_istable(L, 3)) lua_getfield(L, 3, name);
  else lua_pushnil(L);
  int given = !lua_isnil(L, -1), top = lua_gettop(L);
  if (given && size > 1) {
    lua_pushinteger(L, part + 1);
    lua_gettable(L, top);
  }
  if (given) e = lia_to_expr(L, p, lua_gettop(L), 3, name);
  else if (isnan(def)) e = lia_symbol_named(p, symbol);
  else if (isfinite(def)) e = lia_sym_num(p, def);
  lua_settop(L, top - 1);
  return e;
}

static void push_results(lua_State *L, lia_pool *p, const lia_force_out *out, int states,
    int keep) {
  const struct { const char *name; lia_expr e; } one[] = {
    { "power", out->power }, { "V", out->V }, { "storing", out->storing } };
  lua_createtable(L, 0, 6);
  for (size_t k = 0; k < sizeof one / sizeof *one; k++) {
    lia_push_expr(L, p, one[k].e, keep);
    lua_setfield(L, -2, one[k].name);
  }
  if (states == 1) lia_push_expr(L, p, out->dz[0], keep);
  else lia_push_smat_of(L, p, states, 1, 1, out->dz, keep);
  lua_setfield(L, -2, "dz");
  for (int arm = 0; arm < 2; arm++) {
    if (out->n == 1) lia_push_expr(L, p, arm ? LIA_ZERO : out->f[0], keep);
    else lia_push_smat_of(L, p, arm ? 3 : out->n, 1, 1, arm ? out->arm : out->f, keep);
    lua_setfield(L, -2, arm ? "arm" : "f");
  }
}

// law(kind, port, { stiffness = 50, x = "q1", .. }) -> { f, power, V, storing, dz, arm } as
// expressions: f and arm are vectors at a point, z and dz are of a wheel. Numbers that are not
// given have their defaults, those without one and x, v, z, t are symbols of their name (x_1, x_2,
// x_3 at a point)
static int law_of(lua_State *L) {
  lia_force_kind kind = (lia_force_kind)forcelaw_kind_of(L, 1, luaL_checkstring(L, 1));
  const lia_force_row *row = lia_force_rows[kind];
  int port = port_of(L, 2, row), dim = lia_force_dim(row, port),
      states = lia_force_most_states(row, port);
  lua_settop(L, 3);
  lia_pool *p = lia_push_pool(L);
  lia_expr number[LIA_FORCE_NPARAM], x[LIA_FORCE_DIM], v[LIA_FORCE_DIM],
      z[LIA_FORCE_STATES];
  lia_error err = { 0 };
  lia_force_out out;
  for (int k = 0, at = 0; k < row->nparam; at += row->param[k++].size)
    for (int i = 0; i < row->param[k].size; i++)
      number[at + i] = forcelaw_asked(L, p, row->param[k].name, row->param[k].def, i,
          row->param[k].size);
  for (int i = 0; i < dim; i++) {
    x[i] = forcelaw_asked(L, p, "x", (double)NAN, i, dim);
    v[i] = forcelaw_asked(L, p, "v", (double)NAN, i, dim);
  }
  for (int i = 0; i < states; i++) z[i] = forcelaw_asked(L, p, "z", (double)NAN, i, states);
  lia_force_in in = { .param = number, .x = x, .v = v, .z = z };
  in.t = forcelaw_asked(L, p, "t", (double)NAN, 0, 1);
  if (lia_force_expr(p, kind, port, &in, &out, &err) != LIA_OK) {
    lia_pool_clear(p);
    return lia_raise(L, &err);
  }
  push_results(L, p, &out, states, 4);
  return 1;
}

// the texts of the list at idx, which keeps them
static const char **texts_at(lua_State *L, int idx, int *n) {
  luaL_checktype(L, idx, LUA_TTABLE);
  *n = (int)lua_rawlen(L, idx);
  const char **text = lua_newuserdata(L, ((size_t)*n + 1) * sizeof *text);
  for (int k = 0; k < *n; k++) {
    lua_rawgeti(L, idx, k + 1);
    if (lua_type(L, -1) != LUA_TSTRING) luaL_argerror(L, idx, "texts expected");
    text[k] = lua_tostring(L, -1);
    lua_pop(L, 1);
  }
  return text;
}

// expressions(model, language, name, texts, params, port) -> a program (described_program.h)
static int expressions_of(lua_State *L) {
  const lmodel *o = lia_check(L, 1, &lia_model_class);
  int language = lia_language_find(luaL_checkstring(L, 2));
  const char *name = luaL_checkstring(L, 3);
  lua_settop(L, 6);
  lia_described_texts d = { .s = o->spec, .port = lua_toboolean(L, 6) };
  d.text = texts_at(L, 4, &d.ntext);
  d.param = texts_at(L, 5, &d.nparam);
  lia_text t = { 0 };
  lia_error err = { 0 };
  if (language < 0) return lia_arg_error(L, 2, "no such language");
  lia_status st = lia_described_program(&d, (lia_language)language, name, &t, &err);
  if (st == LIA_OK) return lia_give_text(L, &t);
  lia_text_free(&t);
  return lia_raise(L, &err);
}

void lia_open_forcelaw(lua_State *L);
void lia_open_forcelaw(lua_State *L) {
  static const luaL_Reg list[] = {
    { "row", forcelaw_row_of }, { "with", with_numbers }, { "program", program_of },
    { "expressions", expressions_of }, { "law", law_of }, { NULL, NULL },
  };
  lia_functions(L, functions);
  lia_kit_register(L, "force", list);
}
