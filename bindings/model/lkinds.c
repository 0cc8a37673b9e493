/* lkinds.c - kit.joints() and kit.constraints(): the rows of kinds, for the Lua half */
#include "bindings/kit/fields.h"
#include "bindings/kit/kit.h"

#include "kinds/constraint.h"
#include "kinds/joint.h"

#include <math.h>

static void push_words(lua_State *L, int n, const char *const *word) {
  lua_createtable(L, n, 0);
  for (int k = 0; k < n; k++) {
    lua_pushstring(L, word[k]);
    lua_rawseti(L, -2, k + 1);
  }
}

// joints ----------------------------------------------------------------------------------------

// {step = turn, slide or quaternion, q = its number from 1, axis = {x, y, z} where it is not the
// joint's, param = name}
static void push_motion(lua_State *L, const lia_joint_type *row, const lia_motion *x) {
  static const char *const step[] = { [LIA_STEP_TURN] = "turn", [LIA_STEP_SLIDE] = "slide",
      [LIA_STEP_QUAT] = "quaternion" };
  int own = x->axis[0] != 0 || x->axis[1] != 0 || x->axis[2] != 0;
  lua_createtable(L, 0, 4);
  lia_field_text(L, "step", step[x->step]);
  lia_field_integer(L, "q", x->q + 1);
  if (x->param) lia_field_text(L, "param", row->param[x->param - 1].name);
  if (!own) return;
  lua_createtable(L, 3, 0);
  for (int k = 0; k < 3; k++) {
    lua_pushnumber(L, x->axis[k]);
    lua_rawseti(L, -2, k + 1);
  }
  lua_setfield(L, -2, "axis");
}

static void push_param(lua_State *L, const lia_kind_param *p) {
  lua_createtable(L, 0, 4);
  lia_field_text(L, "name", p->name);
  lia_field_text(L, "unit", p->unit);
  lia_field_text(L, "text", p->text);
  if (!isnan(p->defaults)) lia_field_number(L, "default", p->defaults);
}

static void push_joint(lua_State *L, int kind) {
  const lia_joint_type *row = lia_joint_types[kind];
  lua_createtable(L, 0, 12);
  lia_field_text(L, "name", row->name);
  lia_field_text(L, "text", row->text);
  lia_field_integer(L, "nq", row->nq);
  lia_field_integer(L, "nv", row->nv);
  lia_field_integer(L, "axes", row->naxis);
  lia_field_flag(L, "sequence", row->elementary);
  if (row->loop != LIA_CONSTRAINT_COUNT) lia_field_text(L, "loop", lia_constraint_name[row->loop]);
  push_words(L, row->suffix ? row->nv : 0, row->suffix);
  lua_setfield(L, -2, "suffix");
  lua_createtable(L, row->nparam, 0);
  for (int k = 0; k < row->nparam; k++) {
    push_param(L, &row->param[k]);
    lua_rawseti(L, -2, k + 1);
  }
  lua_setfield(L, -2, "params");
  lua_newtable(L);
  for (int k = 0; k < row->nmotion; k++) {
    push_motion(L, row, &row->motion[k]);
    lua_rawseti(L, -2, k + 1);
  }
  lua_setfield(L, -2, "motion");
}

// joints() -> a list of all joints, in the order of joints.def
static int kit_joints(lua_State *L) {
  lua_createtable(L, LIA_JOINT_COUNT, 0);
  for (int k = 0; k < LIA_JOINT_COUNT; k++) {
    push_joint(L, k);
    lua_rawseti(L, -2, k + 1);
  }
  return 1;
}

// constraints -----------------------------------------------------------------------------------

static void push_constraint(lua_State *L, const lia_constraint_type *row) {
  lua_createtable(L, 0, 12);
  lia_field_text(L, "name", row->name);
  lia_field_text(L, "text", row->text);
  if (row->alias) lia_field_text(L, "alias", row->alias);
  lia_field_integer(L, "ends", row->nend);
  lia_field_integer(L, "rows", row->nrow);
  lia_field_integer(L, "positions", row->nposition);
  lia_field_integer(L, "exprs", row->nexpr);
  lia_field_integer(L, "coordinates", row->ncoord);
  if (row->coord_key) lia_field_text(L, "coord_key", row->coord_key);
  if (row->expr_key) lia_field_text(L, "expr_key", row->expr_key);
  lua_createtable(L, row->nparam, 0);
  for (int k = 0; k < row->nparam; k++) {
    push_param(L, &row->param[k]);
    lua_rawseti(L, -2, k + 1);
  }
  lua_setfield(L, -2, "params");
}

// constraints() -> a list of all kinds, in the order of constraints.def
static int kit_constraints(lua_State *L) {
  lua_createtable(L, LIA_CONSTRAINT_COUNT, 0);
  for (int k = 0; k < LIA_CONSTRAINT_COUNT; k++) {
    push_constraint(L, lia_constraint_types[k]);
    lua_rawseti(L, -2, k + 1);
  }
  return 1;
}

void lia_kinds_functions(lua_State *L) {
  lua_pushcfunction(L, kit_constraints);
  lua_setfield(L, -2, "constraints");
  lua_pushcfunction(L, kit_joints);
  lua_setfield(L, -2, "joints");
}
