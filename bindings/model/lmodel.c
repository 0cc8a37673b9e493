/* lmodel.c - models: made of descriptions, and telling them */
#include "bindings/model/lmodel.h"
#include "bindings/kit/fields.h"
#include "bindings/kit/kit.h"
#include "bindings/model/lspec.h"
#include "bindings/model/lschema.h"
#include "bindings/model/lwritten.h"

#include "base/mem.h"
#include "con/constrained_sparse.h"
#include "io/urdf.h"
#include "describe/check.h"
#include "describe/values.h"
#include "model/smodel.h"

#include <stdlib.h>
#include <string.h>

// ---- a description in expressions ----

static void free_smodel(void *m) { lia_smodel_free(m); }
static const lia_class smodel_class = { .name = "smodel",
    .text = "A description in expressions, on its way.", .destroy = free_smodel };

lia_smodel *lia_push_smodel_hold(lua_State *L, lia_pool *p, const lmodel *o) {
  lia_error err = { 0 };
  lia_smodel *m = NULL;
  void **box = lia_push(L, &smodel_class);
  lia_status st = lia_smodel_new(&m, p, o->spec, &err);
  *box = m;
  if (st == LIA_OK) return m;
  lia_pool_clear(p);
  lia_raise(L, &err);
  return NULL;
}

// ---- models ----

static void destroy(void *p) {
  lmodel *o = p;
  lia_free(o->block);
  lia_free(o->X);
  lia_free(o->ik);
  lia_free(o->d);
  lia_sparse_free(o->sparse);
  lia_cmodel_free(o->closed);
  lia_constraints_free(o->c.constraints);
  lia_free(o->c.model);
  lia_spec_free(o->spec);
  lia_free(o);
}

lmodel *lia_lmodel_push(lua_State *L) {
  void **box = lia_push(L, &lia_model_class);
  lmodel *o = *box = lia_calloc(1, sizeof *o);
  lia_error err = { 0 };
  if (!o) lia_error_text(L, "out of memory");
  if (lia_spec_new(&o->spec, &err) != LIA_OK) lia_raise(L, &err);
  return o;
}

// check the description of the model on top, and raise everything that is wrong with it
static int model_finish(lua_State *L, lmodel *o) {
  lia_error err = { 0 };
  lia_status st = lia_spec_check(o->spec, &err);
  if (st == LIA_EMODEL) return lia_lspec_raise(L, o->spec);
  if (st != LIA_OK) return lia_raise(L, &err);
  return 1;
}

static int robot(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  if (a[0].given == 2)
    return lia_arg_error(L, 1,
        "expected a table, got the string '%.40s' (li.robots.panda() is a shipped robot, li.load "
        "\"arm.lua\" and li.urdf \"arm.urdf\" read files, li.phrase a phrase)", a[0].s);
  lmodel *o = lia_lmodel_push(L);
  lia_lspec_read(L, 1, o->spec);
  return model_finish(L, o);
}

// ---- URDF ----

// floating = true, missing = "zero", tip = "flange"; args, folders and env are xacro's
static lia_urdf_options urdf_options(lua_State *L, int idx) {
  static const char *const known[] = { "floating", "missing", "tip", "args", "folders", "env" };
  lia_urdf_options o = { 0 };
  char hint[LIA_CHECK_HINT], buf[80];
  if (lua_isnoneornil(L, idx)) return o;
  for (lua_pushnil(L); lua_next(L, idx); lua_pop(L, 1)) {
    const char *key = lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : "";
    const char *text = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "";
    lia_describe(L, -1, buf, sizeof buf);
    if (!strcmp(key, "floating")) {
      o.floating = lua_toboolean(L, -1);
    } else if (!strcmp(key, "missing")) {
      o.missing_zero = !strcmp(text, "zero");
      if (!o.missing_zero && strcmp(text, "refuse"))
        lia_mistake(L, "options.missing: expected 'zero' or 'refuse', got %s", buf);
    } else if (!strcmp(key, "tip")) {
      if (!*text) lia_mistake(L, "options.tip: expected the name of a link, got %s", buf);
      o.tip = text;
    } else if (strcmp(key, "args") && strcmp(key, "folders") && strcmp(key, "env")) {
      lia_mistake(L, "options: unknown option '%.40s'%s", *key ? key : luaL_typename(L, -2),
          lia_check_hint(hint, key, known, 6));
    }
  }
  return o;
}

// what lia_urdf_read or _load said, the model being on top
static int urdf_done(lua_State *L, lmodel *o, lia_status st, const lia_error *err) {
  if (st != LIA_OK) return lia_fail(L, err);
  model_finish(L, o);
  // joints of Gazebo's that close loops need the poses of a whole model
  for (int i = 0; i < o->spec->nnote; i++) {
    const lia_spec_note *n = &o->spec->note[i];
    if (n->up < 0 || strcmp(n->name, "joint") || strcmp(o->spec->note[n->up].name, "gazebo"))
      continue;
    lia_kit_function(L, "urdf", "closed");
    lua_pushvalue(L, -2);
    lia_call(L, 1, 1);
    break;
  }
  return 1;
}

static int is_xacro(const lia_arg *path) {
  return path->len > 6 && !strcmp(path->s + path->len - 6, ".xacro");
}

// the URDF a xacro file stands for, by lib/liaison/describe/xacro.lua
static int urdf_of_xacro(lua_State *L, const lia_arg *path, const lia_urdf_options *options) {
  lia_error err = { 0 };
  size_t n = 0;
  lia_kit_function(L, "xacro", "read");
  lua_pushvalue(L, 1);
  lua_pushvalue(L, 2);
  lia_call(L, 2, 3);
  if (lua_type(L, -3) != LUA_TSTRING) return 3;
  const char *text = lua_tolstring(L, -3, &n);
  lmodel *o = lia_lmodel_push(L);
  return urdf_done(L, o, lia_urdf_read(o->spec, text, n, path->s, options, &err), &err);
}

static int urdf(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  lia_urdf_options options = urdf_options(L, 2);
  lia_error err = { 0 };
  if (is_xacro(&a[0])) return urdf_of_xacro(L, &a[0], &options);
  lmodel *o = lia_lmodel_push(L);
  lia_status st = lia_urdf_load(o->spec, a[0].s, &options, &err);
  size_t used = strlen(err.text);
  if (st == LIA_EIO && a[0].s[0] != '/')
    lia_text_format(err.text + used, sizeof err.text - used,
        " (looked for from the folder the script was started in)");
  return urdf_done(L, o, st, &err);
}

static int urdf_text(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  lia_urdf_options options = urdf_options(L, 2);
  lia_error err = { 0 };
  lmodel *o = lia_lmodel_push(L);
  return urdf_done(L, o, lia_urdf_read(o->spec, a[0].s, a[0].len, "urdf", &options, &err), &err);
}

// ---- values for symbols ----

// a new model that begins with the description of o
static lmodel *push_same(lua_State *L, const lmodel *o) {
  lmodel *new = lia_lmodel_push(L);
  lia_lspec_push(L, o->spec, 1);
  lia_lspec_read(L, lua_gettop(L), new->spec);
  lia_lspec_keep(new->spec, o->spec);
  lua_pop(L, 1);
  return new;
}

// a new model, whose description is that of o with values for some names
static int with(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  const lmodel *o = a[0].o;
  int n = 0;
  for (lua_pushnil(L); lua_next(L, 2); lua_pop(L, 1), n++)
    if (lua_type(L, -2) != LUA_TSTRING)
      lia_mistake(L, "argument 1 (values): expected a table by name, {m2 = 3}");
  const char **name = lua_newuserdata(L, ((size_t)n + 1) * sizeof *name);
  lia_val *value = lua_newuserdata(L, ((size_t)n + 1) * sizeof *value);
  int i = 0;
  for (lua_pushnil(L); lua_next(L, 2); lua_pop(L, 1)) name[i++] = lua_tostring(L, -2);
  qsort(name, (size_t)n, sizeof *name, lia_by_text);

  lmodel *new = push_same(L, o);
  for (i = 0; i < n; i++) {
    lua_getfield(L, 2, name[i]);
    value[i] = lia_lspec_value(L, new->spec, name[i]);
    lua_pop(L, 1);
  }
  new->spec->symbol = o->spec->symbol;   // for hints, until the check below makes its own
  new->spec->nsymbol = o->spec->nsymbol;
  lia_values_bind(new->spec, n, name, value);
  return model_finish(L, new);
}

static int extend(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  lmodel *new = push_same(L, a[0].o);
  lia_lspec_extend(L, 2, new->spec);
  return model_finish(L, new);
}

static int description(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  lia_lspec_push(L, ((lmodel *)a[0].o)->spec, 0);
  return 1;
}

// written(model) -> the description as li.robot is to read it again: exact numbers by their texts
static int written_description(lua_State *L) {
  lia_lspec_push(L, ((lmodel *)lia_check(L, 1, &lia_model_class))->spec, 1);
  return 1;
}

// notes(model) -> { {name, of, text, line, up, attributes = {..}}, .. }: what the file says beside
static int notes(lua_State *L) {
  const lia_spec *s = ((lmodel *)lia_check(L, 1, &lia_model_class))->spec;
  lua_createtable(L, s->nnote, 0);
  for (int i = 0; i < s->nnote; i++) {
    const lia_spec_note *n = &s->note[i];
    lua_createtable(L, 0, 6);
    lua_pushstring(L, n->name);
    lua_setfield(L, -2, "name");
    lua_pushstring(L, n->of);
    lua_setfield(L, -2, "of");
    lua_pushstring(L, n->text);
    lua_setfield(L, -2, "text");
    lua_pushinteger(L, n->line);
    lua_setfield(L, -2, "line");
    lua_pushinteger(L, n->up + 1);
    lua_setfield(L, -2, "up");
    lua_createtable(L, 2 * n->npair, 0);
    for (int k = 0; k < 2 * n->npair; k++) {
      lua_pushstring(L, n->pair[k]);
      lua_rawseti(L, -2, k + 1);
    }
    lua_setfield(L, -2, "pairs");
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

static int warnings(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  const lia_spec *s = ((lmodel *)a[0].o)->spec;
  int n = 0;
  lua_newtable(L);
  for (int i = 0; i < s->ncomplaint; i++) {
    if (!s->complaint[i].warning) continue;
    lua_pushfstring(L, "%s%s%s", s->complaint[i].path, s->complaint[i].path[0] ? ": " : "",
        s->complaint[i].text);
    lua_rawseti(L, -2, ++n);
  }
  return 1;
}

static int model_push_names(lua_State *L, const char *const *name, int n, const char *suffix) {
  lua_createtable(L, n, 0);
  for (int i = 0; i < n; i++) {
    lua_pushfstring(L, "%s%s", name[i], suffix);
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

static int coordinates(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  const lia_spec *s = ((lmodel *)a[0].o)->spec;
  return model_push_names(L, s->qname, s->nq, "");
}

// a joint has a name of its own where a file calls it what is no name for a coordinate
static int coordinate(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  const lia_spec *s = ((lmodel *)a[0].o)->spec;
  int q = lia_spec_find_q(s, a[1].s), v = lia_spec_find_coord(s, a[1].s);
  if (q < 0 && v < 0) return 0;
  lua_pushstring(L, q >= 0 ? s->qname[q] : s->coord[v]);
  return 1;
}

static int speeds(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  const lia_spec *s = ((lmodel *)a[0].o)->spec;
  return model_push_names(L, s->coord, s->ncoord, "'");
}

// the body or frame that is meant where none is named
static int tip(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  const lia_spec *s = ((lmodel *)a[0].o)->spec;
  if (s->itip < 0) lua_pushliteral(L, "world");
  else lua_pushstring(L, s->tip_is_frame ? s->frame[s->itip].name : s->body[s->itip].name);
  return 1;
}

static int lacking(lua_State *L) {
  static const char *const what[] = { NULL, "mass", "inertia", "mass and inertia" };
  lia_arg a[1];
  lia_args(L, a);
  const lia_spec *s = ((lmodel *)a[0].o)->spec;
  lua_newtable(L);
  for (int i = 0; i < s->nbody; i++)
    if (s->body[i].lacks) {
      lia_field_text(L, s->body[i].name, what[s->body[i].lacks]);
    }
  return 1;
}

static int symbols(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  const lia_spec *s = ((lmodel *)a[0].o)->spec;
  return model_push_names(L, s->symbol, s->nsymbol, "");
}

// the tree, which the Lua half writes
static int tostring(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  lua_getfield(L, 1, "tree");
  lua_pushvalue(L, 1);
  lua_call(L, 1, 1);
  return 1;
}

static const lia_fn methods[] = {
  { tostring, "model.__tostring(m: model) -> str",
      "The mechanism as a tree, as model:tree() gives it.",
    "tostring(li.planar{1, 1}):match \"%d bodies\" --> 2 bodies" },
  { extend, "model:extend(more: table) -> model",
    "A new model with more: bodies, joints, frames, loops, constraints, drivers, forces, inputs, "
    "outputs, as li.robot takes them, behind its own; name, gravity and tip in the place of its "
    "own. So robots of files and of tables get motors, tools and sensors.",
    "li.planar{1}:extend{inputs = 'u', forces = {{'given', joint = 'q1', f = 'u'}}}"
    ":description().inputs[1].name --> u" },
  { with, "model:with(values: table) -> model",
    "A new model with values for names in its fields: numbers, or expressions in other names.",
    "#li.planar{\"L1\", 1}:with{L1 = 2, m1 = 3}:symbols() --> 0" },
  { symbols, "model:symbols() -> table", "The names in its fields that are no numbers yet.",
    "li.robot{bodies = {arm = {joint = \"revolute\", mass = \"2*m1\"}}}:symbols()[1] --> m1" },
  { lacking, "model:lacking() -> table",
    "model:missing().bodies, by its name before version 0.2: a table from the name of a body to "
    "'mass', 'inertia' or 'mass and inertia'; empty where all is given.",
    "li.robot{bodies = {arm = {joint = \"revolute\", mass = 2}}}:lacking().arm --> inertia" },
  { description, "model:description() -> table",
    "The description as a table that li.robot reads back: bodies, joints, frames, loops, all "
    "names told.",
    "li.robot{bodies = {arm = {joint = \"revolute\"}}}:description().bodies[1].q --> q1" },
  { warnings, "model:warnings() -> table",
      "What is odd about the description and yet allowed: a list of sentences.",
    "#li.robot{bodies = {arm = {joint = \"revolute\"}}}:warnings() --> 0" },
  { speeds, "model:speeds() -> table",
      "The names of the velocities, in order: q1' of q1; of turns in space the angular velocity "
      "in body axes.",
    "li.planar{1, 1}:speeds()[2] --> q2'" },
  { tip, "model:tip() -> str",
      "The body or frame meant where none is named: the tip of the description, else the last "
      "body that carries no other.",
    "li.planar{1}:tip() --> tip" },
  { coordinate, "model:coordinate(name: str) -> str",
    "The coordinate of this name, or of the joint of this name, as a file calls it ('joint_8.0' "
    "of joint_8_0); nil where there is none. Every function that "
    "asks for a coordinate takes either.",
    "li.urdf_text[[<robot name='r'><link name='a'/><link name='b'/><joint name='8' "
    "type='continuous'><parent link='a'/><child link='b'/></joint></robot>]]"
      ":coordinate '8' --> q8" },
  { coordinates, "model:coordinates() -> table",
      "The names of the numbers of q, in order; a turn in space has a unit quaternion, scalar "
      "first.",
    "li.robot{bodies = {{joint = \"revolute\"}, {joint = \"prismatic\"}}}"
      ":coordinates()[2] --> q2" },
  { 0 },
};

static const lia_fn functions[] = {
  { robot, "robot(description: table|str) -> model",
    "A mechanism from bodies and joints by name, in any order of entry. li.help 'robot' lists the "
    "fields, with types, units and defaults, and the names of the tables below.",
    "#li.robot{bodies = {arm = {joint = \"revolute\", mass = 1}}}:coordinates() --> 1" },
  { urdf, "urdf(path: path [, options: table]) -> model",
    "A robot from a URDF or .xacro file; coordinates have the names of joints. What is odd about "
    "the file, "
    "and what was chosen, is in model:warnings(). "
    "options: floating = true lets the root move freely; missing = 'zero' reads masses and "
    "inertias that are not told as 0 (else dynamics refuses "
    "where something that moves has none); tip = the link meant where none is named; "
    "args, folders: li.xacro's. nil, message, code where the file cannot be read.",
    "select(3, li.urdf \"nowhere.urdf\") --> EIO" },
  { urdf_text, "urdf_text(text: str [, options: table]) -> model", "The same from text.",
    "li.urdf_text[[<robot name=\"r\"><link name=\"a\"/></robot>]]:description().name --> r" },
  { 0 },
};

const lia_class lia_model_class = {
  .name = "model", .text = "A mechanism: its description, and what is computed with it.",
      .destroy = destroy, .method = methods,
};

void lia_open_model(lua_State *L);
void lia_open_model(lua_State *L) {
  lia_kit_register(L, "described",
      (const luaL_Reg[]){ { "written", written_description }, { "notes", notes }, { NULL, NULL } });
  // the Lua half puts its reader there
  lia_kit_register(L, "xacro", (const luaL_Reg[]){ { NULL, NULL } });
  lia_kit_register(L, "urdf", (const luaL_Reg[]){ { NULL, NULL } });
  lia_class_register(L, &smodel_class);
  lia_class_register(L, &lia_model_class);
  lia_methods(L, &lia_model_class, lia_model_kinematics);
  lia_methods(L, &lia_model_class, lia_model_dynamics);
  lia_methods(L, &lia_model_class, lia_model_wrenches);
  lia_methods(L, &lia_model_class, lia_model_energy);
  lia_methods(L, &lia_model_class, lia_model_ik);
  lia_options_help(L, "model:ik", lia_model_ik_opts);
  lia_options_help(L, "model:ik_all", lia_model_ik_opts);
  lia_methods(L, &lia_model_class, lia_model_numbers);
  lia_methods(L, &lia_model_class, lia_model_closed);
  lia_functions(L, functions);
  lia_schema_functions(L);
  lia_written_functions(L);
}
