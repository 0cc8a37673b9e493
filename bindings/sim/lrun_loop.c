/* lrun_loop.c - kit.sampled.loop: the programs beside a run as a table, as they stand at its start:
 * signals, who reads and gives them, when. The living page computes them from it */
#include "bindings/kit/fields.h"
#include "bindings/kit/kit.h"
#include "bindings/sim/lrunning.h"

#include "num/vec.h"

// places count from 0, as in lcontrols
static void push_places(lua_State *L, const char *key, const int *x, int n) {
  lua_createtable(L, n, 0);
  for (int i = 0; i < n; i++) {
    lua_pushinteger(L, x[i]);
    lua_rawseti(L, -2, i + 1);
  }
  lua_setfield(L, -2, key);
}

// { {signal, to}, .. }
static void push_wires(lua_State *L, const char *key, const lwire *w, int n) {
  lua_createtable(L, n, 0);
  for (int i = 0; i < n; i++) {
    lua_createtable(L, 2, 0);
    lua_pushinteger(L, w[i].signal);
    lua_rawseti(L, -2, 1);
    lua_pushinteger(L, w[i].to);
    lua_rawseti(L, -2, 2);
    lua_rawseti(L, -2, i + 1);
  }
  lua_setfield(L, -2, key);
}

// the 256 bits of the generator as 8 numbers, the upper half of each word first
static void push_random(lua_State *L, const lia_rng *r) {
  double half[8];
  for (int i = 0; i < 4; i++) {
    half[2 * i] = (double)(r->s[i] >> 32);
    half[2 * i + 1] = (double)(r->s[i] & 0xffffffffu);
  }
  lia_field_numbers(L, "rng", half, 8);
}

// { {when, numbers}, .. }: what was given and has not arrived
static void push_on_way(lua_State *L, const lia_unit *w) {
  lua_createtable(L, w->count, 0);
  for (int i = 0; i < w->count; i++) {
    const int slot = (w->first + i) % w->room;
    lua_createtable(L, 0, 2);
    lia_field_number(L, "due", w->due[slot]);
    lia_field_numbers(L, "u", w->on_way + (size_t)slot * (size_t)w->nu, w->nu);
    lua_rawseti(L, -2, i + 1);
  }
  lua_setfield(L, -2, "way");
}

static void push_unit(lua_State *L, const lia_unit *w) {
  lua_createtable(L, 0, 13);
  lia_field_integer(L, "to", w->to);
  lia_field_integer(L, "nu", w->nu);
  push_places(L, "from", w->from, w->from ? w->ny : 0);
  lia_field_numbers(L, "x", w->state, w->nstate);
  lia_field_number(L, "dt", w->dt);
  lia_field_number(L, "offset", w->offset);
  lia_field_number(L, "delay", w->delay);
  lia_field_number(L, "jitter", w->jitter);
  lia_field_number(L, "t0", w->t0);
  if (w->dt > 0) lia_field_number(L, "next", w->next);
  lia_field_integer(L, "asked", w->asked);
  push_random(L, &w->rng);
  push_on_way(L, w);
}

static void push_names(lua_State *L, const lcontrols *o) {
  lua_createtable(L, o->nsignal, 0);
  for (int i = 0; i < o->nsignal; i++) {
    lua_pushstring(L, o->name[i] ? o->name[i] : "");
    lua_rawseti(L, -2, i + 1);
  }
  lua_setfield(L, -2, "names");
}

void lia_controls_push_loop(lua_State *L, const sim *s) {
  const lcontrols *o = s->controls;
  luaL_checkstack(L, 10, "controllers");
  lua_createtable(L, 0, 16);
  lua_pushvalue(L, o->plans);
  lua_setfield(L, -2, "plans");
  lua_pushvalue(L, o->references);
  lua_setfield(L, -2, "references");
  push_names(L, o);
  lia_field_numbers(L, "signal", o->s.signal, o->nsignal);
  lia_field_integer(L, "measured", o->s.measured);
  lia_field_integer(L, "accelerations", o->naccel);
  lia_field_integer(L, "outputs", o->noutput);
  lia_field_integer(L, "nref", o->nref);
  lia_field_integer(L, "shown", o->nshown);
  lia_field_flag(L, "asks_accelerations", o->ask_accel || o->ask_output);
  lia_field_flag(L, "asks_outputs", o->ask_output);
  push_places(L, "order", o->s.order, o->s.n);
  push_wires(L, "force", o->force, o->nforce);
  push_wires(L, "input", o->input, o->ninput);
  lua_createtable(L, o->s.n, 0);
  for (int k = 0; k < o->s.n; k++) {
    push_unit(L, &o->s.unit[k]);
    lua_rawseti(L, -2, k + 1);
  }
  lua_setfield(L, -2, "units");
}

// loop(run) -> the table, or nil where no programs ran beside it
static int run_loop(lua_State *L) {
  lia_check(L, 1, &lia_run_class);
  return lia_run_push_kept(L, "loop");
}

void lia_open_run_loop(lua_State *L);
void lia_open_run_loop(lua_State *L) {
  static const luaL_Reg list[] = { { "loop", run_loop }, { NULL, NULL } };
  lia_kit_register(L, "sampled", list);
}
