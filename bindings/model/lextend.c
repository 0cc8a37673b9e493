/* lextend.c - a model's description with what one run or linear model adds: read by the readers of
 * descriptions */
#include "bindings/kit/kit.h"
#include "bindings/model/lextend.h"
#include "bindings/model/lread.h"
#include "bindings/model/lspec.h"

#include "base/mem.h"
#include "base/text.h"
#include "describe/at_events.h"
#include "describe/check.h"
#include "describe/extend.h"
#include "describe/values.h"

static void extension_free(void *p) { lia_spec_free(p); }

static const lia_class extension_class =
    { .name = "extension", .text = "", .destroy = extension_free };

static void arena_free(void *p) {
  lia_arena_free(p);
  lia_free(p);
}

static const lia_class arena_class = { .name = "arena", .text = "", .destroy = arena_free };

static void read_part(reader *r, int index, const char *key, read_entry *read) {
  if (!index) return;
  lua_pushvalue(r->L, index);
  lread_entries(r, key, read);
  lua_pop(r->L, 1);
}

int lia_lextend_refuse(lua_State *L, const lia_spec *s, int arg) {
  const size_t n = (size_t)lia_check_report(s, 0, NULL, 0) + 1;
  char *text = lua_newuserdata(L, n);
  lia_check_report(s, 0, text, n);
  return n < 480 ? lia_arg_error(L, arg, "%s", text) : lia_error_text(L, text);
}

lia_spec *lia_lextend(lua_State *L, const lmodel *o, const lextend *with) {
  lia_error err = { 0 };
  lia_spec *s = NULL;
  luaL_checkstack(L, 30, "forces");
  void **box = lia_push(L, &extension_class);
  const int top = lua_gettop(L);
  if (lia_spec_extend(&s, o->spec, &err) != LIA_OK) lia_raise(L, &err);
  *box = s;
  reader r = { .L = L, .s = s, .functions = with->functions, .no_function = with->no_function };
  if (with->outputs) lia_spec_drop_outputs(s);
  read_part(&r, with->forces, "forces", lread_force);
  read_part(&r, with->outputs, "outputs", lread_output);
  lua_settop(L, top);
  if (lia_spec_check_added(s, &err) == LIA_OK) return s;
  if (err.code == LIA_ENOMEM) lia_raise(L, &err);
  lia_lextend_refuse(L, s, with->arg);
  return NULL;
}

// ---- for the Lua half ----

// functions of the script, in the table at functions, into the element on top
static void put_functions(lua_State *L, const lia_spec *s, int k, int functions) {
  const lia_force_row *row = lia_force_rows[s->force[k].kind];
  for (int i = 0, at = 0; i <= row->nparam; at += i < row->nparam ? row->param[i].size : 0, i++) {
    if (i < row->nparam && at >= LIA_FORCE_SCRIPTED) continue;
    const int number = i < row->nparam ? at : LIA_FORCE_SCRIPTED;
    if (!lia_spec_scripted(&s->force[k], number)) continue;
    lua_rawgeti(L, functions, lread_function_key(k, number));
    lua_setfield(L, -2, i < row->nparam ? row->param[i].name : "f");
  }
}

// forces(model, list) -> the elements as a description tells them, each with its name and kind;
// functions of the script stay
static int extend_forces(lua_State *L) {
  lmodel *o = lia_check(L, 1, &lia_model_class);
  lua_settop(L, 2);
  lua_newtable(L);
  const lia_spec *s = lia_lextend(L, o, &(lextend){ .forces = 2, .functions = 3, .arg = 2 });
  lua_createtable(L, s->nforce - s->forces_before, 0);
  for (int k = s->forces_before; k < s->nforce; k++) {
    lia_lspec_push_force(L, &s->force[k]);
    put_functions(L, s, k, 3);
    lua_rawseti(L, -2, k - s->forces_before + 1);
  }
  return 1;
}

// law(model, value) -> what a run makes of a value of an input that is no function: a number, or
// the text of an expression
static int extend_law(lua_State *L) {
  lmodel *o = lia_check(L, 1, &lia_model_class);
  lua_settop(L, 2);
  lia_spec *s = lia_lextend(L, o, &(lextend){ .arg = 2 });
  reader r = { .L = L, .s = s, .path = "input", .moving = 1 };
  lua_pushvalue(L, 2);
  const lia_val v = lread_value(&r);
  if (s->nomem) lia_mistake(L, "out of memory");
  if (s->nerror) return lia_lextend_refuse(L, s, 2);
  if (v.text) lua_pushstring(L, v.text);
  else lua_pushnumber(L, v.x);
  return 1;
}

// driven(model) -> {u = "the constraint that names it", ..}: inputs that drive constraints
static int extend_driven(lua_State *L) {
  lia_error err = { 0 };
  const lmodel *o = lia_check(L, 1, &lia_model_class);
  const lia_spec *s = o->spec;
  int at;
  lua_newtable(L);
  for (int k = 0; k < s->ninput; k++) {
    if (lia_values_driven(s, k, &at, &err) != LIA_OK) lia_raise(L, &err);
    if (at < 0) continue;
    lua_pushstring(L, s->constraint[at].name);
    lua_setfield(L, -2, s->input[k].name);
  }
  return 1;
}

// at_events(model) -> { sentences } of what acts at events only (describe/at_events.h)
static int extend_at_events(lua_State *L) {
  lia_error err = { 0 };
  const lmodel *o = lia_check(L, 1, &lia_model_class);
  void **box = lia_push(L, &arena_class);
  lia_arena *arena = *box = lia_calloc(1, sizeof *arena);
  lia_at_events all;
  if (!arena) lia_mistake(L, "out of memory");
  if (lia_spec_at_events(o->spec, arena, &all, &err) != LIA_OK) lia_raise(L, &err);
  lua_createtable(L, all.n, 0);
  for (int k = 0; k < all.n; k++) {
    lua_pushstring(L, all.text[k]);
    lua_rawseti(L, -2, k + 1);
  }
  return 1;
}

void lia_open_extend(lua_State *L);
void lia_open_extend(lua_State *L) {
  static const luaL_Reg list[] = { { "forces", extend_forces }, { "law", extend_law },
      { "driven", extend_driven }, { "at_events", extend_at_events },
      { NULL, NULL } };
  lia_class_register(L, &extension_class);
  lia_class_register(L, &arena_class);
  lia_kit_register(L, "acting", list);
}
