/* lforce.c - force elements of a run from Lua, forces = {{"spring", joint = "q1", stiffness = 5}},
 * read by the readers of descriptions, and standing behind those of the description */
#include "bindings/kit/kit.h"
#include "bindings/model/lextend.h"
#include "bindings/model/lread.h"
#include "bindings/sim/lforce_inside.h"
#include "bindings/sim/lsim.h"
#include "bindings/kit/nums.h"

#include "base/mem.h"
#include "base/text.h"
#include "sim/joint_forces.h"

#include <string.h>

// ---- their memory ----

static void forces_free(void *p) {
  lforces *f = p;
  for (int k = 0; f->input && k < f->ninput; k++) lia_free(f->input[k].tape);
  lia_free(f->input);
  lia_free(f->bounds.bound);
  lia_knots_free(&f->knots);
  lia_free(f->loads.weight);
  lia_free(f->u);
  lia_described_free(f->described);
  lia_free(f->w);
  lia_free(f);
}

const lia_class lia_forces_class = { .name = "force_elements", .text = "", .destroy = forces_free };

static lforces *new_forces(lua_State *L, lia_spec *s, int njoint) {
  const size_t n = (size_t)s->nforce + (size_t)njoint + 1;
  void **box = lia_push(L, &lia_forces_class);
  char *block = lia_calloc(1, sizeof(lforces) + n * (sizeof(lia_load)
      + LIA_FORCE_NPARAM * sizeof(varying) + 48 + LIA_ERROR_PATH));
  if (!block) lia_mistake(L, "out of memory");
  lforces *f = *box = block;
  f->loads.load = (lia_load *)(block + sizeof *f);
  f->var = (varying *)(f->loads.load + n);
  f->called = (char (*)[48])(f->var + n * LIA_FORCE_NPARAM);
  f->where = (char (*)[LIA_ERROR_PATH])(f->called + n);
  f->loads.n = s->nforce + njoint;
  f->loads.own = lia_lforce_own;
  f->loads.user = f;
  f->spec = s;
  f->ninput = s->ninput;
  return f;
}

static void inputs_room(lua_State *L, lforces *f) {
  const lia_spec *s = f->spec;
  const size_t n = (size_t)s->ninput + (size_t)s->nq + (size_t)s->ncoord + 1;
  f->u = lia_calloc(n, sizeof *f->u);
  f->input = f->u ? lia_calloc((size_t)s->ninput + 1, sizeof *f->input) : NULL;
  if (!f->input) lia_mistake(L, "out of memory");
  f->inside = f->u + s->ninput;
  for (int k = 0; k < s->ninput; k++) f->u[k] = s->input[k].value.x;
}

// ---- functions of the script ----

// "forces[2].f (arm.lua:14)" of the function on top
static void place_of(lua_State *L, const char *what, char out[LIA_ERROR_PATH]) {
  lua_Debug d;
  lua_pushvalue(L, -1);
  lua_getinfo(L, ">S", &d);
  lia_text_format(out, LIA_ERROR_PATH, d.linedefined > 0 ? "%.30s.f (%s:%d)" : "%.30s.f", what,
      lia_source(&d), d.linedefined);
}

// those of element k, in the table at functions
static void note_functions(lua_State *L, lforces *f, int k, int functions) {
  const lia_spec_force *e = &f->spec->force[k];
  for (int at = 0; at < LIA_FORCE_SCRIPTED; at++)
    if (lia_spec_scripted(e, at)) f->var[f->nvar++] = (varying){ k, at };
  if (!lia_spec_scripted(e, LIA_FORCE_SCRIPTED)) return;
  lua_rawgeti(L, functions, lread_function_key(k, LIA_FORCE_SCRIPTED));
  place_of(L, e->where, f->where[k]);
  lua_pop(L, 1);
}

// ---- what columns are called ----

// its name; of the joints' by joint and kind
static void call_loads(lforces *f) {
  const lia_spec *s = f->spec;
  for (int k = 0; k < f->loads.n; k++) {
    const lia_load *l = &f->loads.load[k];
    if (k < s->nforce)
      lia_text_format(f->called[k], sizeof f->called[k], "%.47s", s->force[k].name);
    else
      lia_text_format(f->called[k], sizeof f->called[k], "%.35s.%s", l->name,
          lia_force_rows[l->kind]->name);
  }
}

// ---- the list ----

static void make_loads(lua_State *L, lforces *f, const lmodel *o, const lia_joint_ends *ends) {
  lia_error err = { 0 };
  const char *const *name = (const char *const *)o->spec->coord;
  if (lia_described_new(&f->described, f->spec, &o->c, f->loads.load, &err) != LIA_OK)
    lia_raise(L, &err);
  if (ends) lia_joint_loads(o->c.model, ends, name, f->loads.load + f->spec->nforce);
  lia_loads_count(&f->loads);
  if (f->loads.weighs) f->loads.weight = lia_calloc((size_t)o->c.model->nv + 1, sizeof(double));
  if (f->loads.weighs && !f->loads.weight) lia_mistake(L, "out of memory");
  call_loads(f);
}

// does anything have to be computed at every state?
static int anything_moves(const lforces *f) {
  int set = 0;
  for (int k = 0; k < f->ninput; k++) set |= f->input[k].own || f->input[k].tape;
  return set || f->nvar > 0 || lia_described_varies(f->described);
}

// room for the tapes of inputs
static void tapes_room(lua_State *L, lforces *f) {
  uint32_t slots = 1;
  for (int k = 0; k < f->ninput; k++)
    if (f->input[k].tape && f->input[k].tape->nslot > slots) slots = f->input[k].tape->nslot;
  f->w = lia_calloc(slots, sizeof *f->w);
  if (!f->w) lia_mistake(L, "out of memory");
}

// what the call-back needs, functions and the vectors it is asked with, in a list on top
static void push_asked(lua_State *L, lforces *f, const lia_model *m, int functions, int inputs) {
  double **vecs[4] = { &f->q, &f->v, &f->x, &f->xv };
  const int size[4] = { m->nq, m->nv, 3, 3 };
  lua_createtable(L, 6, 0);
  lua_pushvalue(L, functions);
  lua_rawseti(L, -2, 1);
  lua_pushvalue(L, inputs);
  lua_rawseti(L, -2, 2);
  for (int k = 0; k < 4; k++) {
    *vecs[k] = lia_pushvec(L, size[k]);
    lua_rawseti(L, -2, 3 + k);
  }
  f->nq = m->nq;
  f->nv = m->nv;
}

lforces *lia_lforces_read(lua_State *L, int list, int inputs, int arg, lmodel *o,
    const lia_joint_ends *ends) {
  luaL_checkstack(L, 30, "forces");
  const char *const *name = (const char *const *)o->spec->coord;
  const int njoint = ends ? lia_joint_loads(o->c.model, ends, name, NULL) : 0;
  lua_newtable(L);
  const int functions = lua_gettop(L);
  lia_spec *s =
      lia_lextend(L, o, &(lextend){ .forces = list, .functions = functions, .arg = arg });
  lforces *f = new_forces(L, s, njoint);
  inputs_room(L, f);
  make_loads(L, f, o, ends);
  for (int k = s->forces_before; k < s->nforce; k++) note_functions(L, f, k, functions);
  lua_newtable(L);
  const int input_functions = lua_gettop(L);
  lia_lforces_inputs(L, f, inputs, arg, input_functions);
  lia_lforce_knots(L, f);
  tapes_room(L, f);
  f->moves = anything_moves(f);
  lia_lforces_note_moving(f);
  push_asked(L, f, o->c.model, functions, input_functions);
  lia_callback_init(L, &f->cb, lua_gettop(L), lia_lforce_body, f);
  return f;
}

void lia_open_force(lua_State *L);
void lia_open_force(lua_State *L) {
  lia_class_register(L, &lia_forces_class);
}
