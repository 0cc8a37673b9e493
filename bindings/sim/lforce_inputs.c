/* lforce_inputs.c - what sets the inputs of a run: numbers, expressions, functions of the script */
#include "bindings/kit/kit.h"
#include "bindings/sim/lforce_inside.h"
#include "bindings/sim/lsim.h"

#include "base/text.h"

#include <string.h>

// {F = 3, delta = "0.1*sin(t)", ..} at index: what sets the inputs; their functions to the table at
// functions
static void read_input(lua_State *L, lforces *f, int k, int arg, int functions) {
  const char *name = f->spec->input[k].name;
  lia_error err = { 0 };
  char path[LIA_ERROR_PATH];
  lia_text_format(path, sizeof path, "inputs.%.60s", name);
  switch (lua_type(L, -1)) {
    case LUA_TNIL: return;
    case LUA_TNUMBER: f->u[k] = lua_tonumber(L, -1); return;
    case LUA_TFUNCTION:
      f->input[k].own = 1;
      lua_pushvalue(L, -1);
      lua_rawseti(L, functions, k + 1);
      return;
    case LUA_TSTRING:
      if (lia_described_law(&f->input[k].tape, f->spec, lua_tostring(L, -1), path, &err) == LIA_OK)
        return;
      if (err.code == LIA_ENOMEM) lia_raise(L, &err);
      lia_arg_error(L, arg, "%s: %s", err.path, err.text);
      return;
    default:
      lia_arg_error(L, arg, "%s: expected a number, an expression of coordinates, rates and t, or "
                    "a function (t, q, v), got %s", path, luaL_typename(L, -1));
  }
}

static int is_input(const lia_spec *s, const char *name) {
  for (int k = 0; k < s->ninput; k++)
    if (!strcmp(s->input[k].name, name)) return 1;
  return 0;
}

static void refuse_inputs(lua_State *L, const lforces *f, int inputs, int arg) {
  if (!lua_istable(L, inputs))
    lia_arg_error(L, arg, "inputs: expected values by name, {F = 3}, got %s",
        luaL_typename(L, inputs));
  for (lua_pushnil(L); lua_next(L, inputs); lua_pop(L, 1)) {
    const char *name = lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : luaL_typename(L, -2);
    lia_hints h = { 0 };
    if (is_input(f->spec, name)) continue;
    for (int k = 0; k < f->ninput; k++)
      lia_hints_add(&h, f->spec->input[k].name, strlen(f->spec->input[k].name));
    lia_arg_error(L, arg, "inputs: the model has no input '%.60s'%s", name,
        lia_hints_text(&h, name));
  }
}

void lia_lforces_inputs(lua_State *L, lforces *f, int inputs, int arg, int functions) {
  if (!inputs) return;
  refuse_inputs(L, f, inputs, arg);
  for (int k = 0; k < f->ninput; k++) {
    lua_getfield(L, inputs, f->spec->input[k].name);
    read_input(L, f, k, arg, functions);
    lua_pop(L, 1);
  }
}
