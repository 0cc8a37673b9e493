/* lmodel.c - models: made of descriptions, and telling them */
#include "lmodel.h"
#include "lspec.h"

#include "base/mem.h"
#include "model/check.h"

#include <string.h>

static void destroy(void *p) {
  lmodel *o = p;
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

/* check the description of the model on top, and raise everything that is wrong with it */
static int finish(lua_State *L, lmodel *o) {
  lia_error err = { 0 };
  lia_status st = lia_spec_check(o->spec, &err);
  if (st == LIA_EMODEL) return lia_lspec_raise(L, o->spec);
  if (st != LIA_OK) return lia_raise(L, &err);
  return 1;
}

static int robot(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  lmodel *o = lia_lmodel_push(L);
  lia_lspec_read(L, 1, o->spec);
  return finish(L, o);
}

static int description(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  lia_lspec_push(L, ((lmodel *)a[0].o)->spec);
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
    lua_pushfstring(L, "%s%s%s", s->complaint[i].path, s->complaint[i].path[0] ? ": " : "", s->complaint[i].text);
    lua_rawseti(L, -2, ++n);
  }
  return 1;
}

static int coordinates(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  const lia_spec *s = ((lmodel *)a[0].o)->spec;
  lua_createtable(L, s->ncoord, 0);
  for (int i = 0; i < s->ncoord; i++) {
    lua_pushstring(L, s->coord[i]);
    lua_rawseti(L, -2, i + 1);
  }
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
      lua_pushstring(L, what[s->body[i].lacks]);
      lua_setfield(L, -2, s->body[i].name);
    }
  return 1;
}

/* every open name of every field, once, in the order of the fields */
static void note_symbols(void *context, const char *path, lia_val *v) {
  (void)path;
  lua_State *L = context;
  for (const char *p = v->text; p && *p;) {
    size_t n = strspn(p, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789.");
    int name = n && !(p[0] >= '0' && p[0] <= '9') && p[0] != '.' && p[n] != '(';
    if (name && !(n == 2 && !memcmp(p, "pi", 2)) && !(n == 3 && !memcmp(p, "deg", 3))) {
      lua_pushlstring(L, p, n);
      lua_pushvalue(L, -1);
      lua_rawget(L, -3);
      if (lua_isnil(L, -1)) {
        lua_pop(L, 1);
        lua_pushvalue(L, -1);
        lua_rawseti(L, -3, (int)lua_rawlen(L, -3) + 1);
        lua_pushboolean(L, 1);
        lua_rawset(L, -3);
      } else {
        lua_pop(L, 2);
      }
    }
    p += n ? n : 1;
  }
}

static int symbols(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  lua_newtable(L);
  lia_spec_each(((lmodel *)a[0].o)->spec, note_symbols, L);
  lua_createtable(L, 0, 0);
  for (int i = 1, n = (int)lua_rawlen(L, -2); i <= n; i++) {
    lua_rawgeti(L, -2, i);
    lua_rawseti(L, -2, i);
  }
  return 1;
}

/* the tree, which the Lua half writes */
static int tostring(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  lua_getfield(L, 1, "tree");
  lua_pushvalue(L, 1);
  lua_call(L, 1, 1);
  return 1;
}

static const lia_fn methods[] = {
  { tostring, "model.__tostring(m: model) -> str", "The mechanism as a tree, as model:tree() gives it.",
    "tostring(li.planar{1, 1}):match \"%d bodies\" --> 2 bodies" },
  { symbols, "model:symbols() -> table", "The names in its fields that are no numbers yet.",
    "li.robot{bodies = {arm = {joint = \"revolute\", mass = \"2*m1\"}}}:symbols()[1] --> m1" },
  { lacking, "model:lacking() -> table",
    "What dynamics misses: a table from the name of a body to 'mass', 'inertia' or 'mass and inertia'; empty where all is given.",
    "li.robot{bodies = {arm = {joint = \"revolute\", mass = 2}}}:lacking().arm --> inertia" },
  { description, "model:description() -> table",
    "The description as a table that li.robot reads back: bodies, joints, frames, loops, all names told.",
    "li.robot{bodies = {arm = {joint = \"revolute\"}}}:description().bodies[1].q --> q1" },
  { warnings, "model:warnings() -> table", "What is odd about the description and yet allowed: a list of sentences.",
    "#li.robot{bodies = {arm = {joint = \"revolute\"}}}:warnings() --> 0" },
  { coordinates, "model:coordinates() -> table", "The names of the coordinates, in order.",
    "li.robot{bodies = {{joint = \"revolute\"}, {joint = \"prismatic\"}}}:coordinates()[2] --> q2" },
  { 0 },
};

static const lia_fn functions[] = {
  { robot, "robot(description: table) -> model",
    "A mechanism from bodies and joints by name, in any order of entry; see help 'describing a mechanism'.",
    "#li.robot{bodies = {arm = {joint = \"revolute\", mass = 1}}}:coordinates() --> 1" },
  { 0 },
};

const lia_class lia_model_class = {
  .name = "model", .text = "A mechanism: its description, and what is computed with it.", .destroy = destroy, .method = methods,
};

void lia_open_model(lua_State *L);
void lia_open_model(lua_State *L) {
  lia_class_register(L, &lia_model_class);
  lia_functions(L, functions);
}
