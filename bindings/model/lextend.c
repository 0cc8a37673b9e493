/* lextend.c - a model's description with what one run or linear model adds: read by the readers of
 * descriptions */
#include "bindings/kit/kit.h"
#include "bindings/model/lextend.h"
#include "bindings/model/lread.h"

#include "base/text.h"
#include "describe/check.h"
#include "describe/extend.h"

static void extension_free(void *p) { lia_spec_free(p); }

static const lia_class extension_class =
    { .name = "extension", .text = "", .destroy = extension_free };

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

void lia_open_extend(lua_State *L);
void lia_open_extend(lua_State *L) {
  lia_class_register(L, &extension_class);
}
