/* lschema.c - li._internal.schema: the fields of descriptions, for help and documents */
#include "bindings/model/lschema.h"

#include "bindings/kit/fields.h"

#include "describe/schema.h"

#include <string.h>

static void push_field(lua_State *L, const lia_field *f) {
  lua_createtable(L, 0, 6);
  lia_field_text(L, "name", f->name);
  lia_field_text(L, "type", lia_schema_type_text[f->type]);
  lia_field_text(L, "lua", lia_schema_type_lua[f->type]);
  lia_field_text(L, "unit", f->unit);
  lia_field_text(L, "missing", f->missing);
  lia_field_text(L, "text", f->text);
}

static void push_table(lua_State *L, const char *name, const char *path, const char *text,
                       const lia_fields *f) {
  lua_createtable(L, 0, 4);
  lia_field_text(L, "name", name);
  lia_field_text(L, "path", path);
  lia_field_text(L, "text", text);
  lua_createtable(L, f->n, 0);
  for (int k = 0; k < f->n; k++) {
    push_field(L, &f->field[k]);
    lua_rawseti(L, -2, k + 1);
  }
  lua_setfield(L, -2, "fields");
}

// tables() -> { {name, path, text, fields = { {name, type, lua, unit, missing, text} }} },
// li.robot's first
static int tables(lua_State *L) {
  lia_fields f;
  lua_createtable(L, LIA_SCHEMA_COUNT, 0);
  for (int k = 0; k < LIA_SCHEMA_COUNT; k++) {
    lia_schema_fields((lia_schema)k, &f);
    push_table(L, lia_schema_name[k], lia_schema_path[k], lia_schema_text[k], &f);
    lua_rawseti(L, -2, k + 1);
  }
  return 1;
}

// one list of kinds: how many, the row's name and text, its own fields
typedef struct kinds {
  const char *what, *path;
  int n;
  void (*row)(int kind, const char **name, const char **text);
  void (*fields)(int kind, lia_fields *out);
} kinds;

static void joint_row(int k, const char **name, const char **text) {
  *name = lia_joint_types[k]->name;
  *text = lia_joint_types[k]->text;
}

static void constraint_row(int k, const char **name, const char **text) {
  *name = lia_constraint_types[k]->name;
  *text = lia_constraint_types[k]->text;
}

static void force_row(int k, const char **name, const char **text) {
  *name = lia_force_rows[k]->name;
  *text = lia_force_rows[k]->text;
}

static const kinds lists[] = {
  { "joint", "joints", LIA_JOINT_COUNT, joint_row, lia_schema_joint },
  { "constraint", "constraints", LIA_CONSTRAINT_COUNT, constraint_row, lia_schema_constraint },
  { "force", "forces", LIA_FORCE_COUNT, force_row, lia_schema_force },
};

// kinds() -> { joint = {..}, constraint = {..}, force = {..} }: for each kind a table as
// above, with its own fields
static int all_kinds(lua_State *L) {
  lia_fields f;
  lua_newtable(L);
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
    lua_createtable(L, lists[i].n, 0);
    for (int k = 0; k < lists[i].n; k++) {
      const char *name, *text;
      lists[i].row(k, &name, &text);
      lists[i].fields(k, &f);
      push_table(L, name, lists[i].path, text, &f);
      lua_rawseti(L, -2, k + 1);
    }
    lua_setfield(L, -2, lists[i].what);
  }
  return 1;
}

void lia_schema_functions(lua_State *L) {
  static const luaL_Reg list[] = { { "tables", tables }, { "kinds", all_kinds }, { NULL, NULL } };
  lia_kit_register(L, "schema", list);
}
