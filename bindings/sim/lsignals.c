/* lsignals.c - signals beside a simulation by name: what is measured, references, what units give
 */
#include "bindings/gen/lkernel.h"
#include "bindings/kit/fields.h"
#include "bindings/kit/kit.h"
#include "bindings/sim/lrunning.h"

#include "base/assert.h"
#include "base/text.h"
#include "num/vec.h"

#include <math.h>
#include <string.h>

enum { SIGNAL_NAME = 128 };

// ---- names ----

// a text of the run's own
static const char *own_name(lua_State *L, const char *format, const char *a, const char *b) {
  char *text = lua_newuserdata(L, SIGNAL_NAME);
  lia_text_format(text, SIGNAL_NAME, format, a, b);
  return text;
}

static const char *state_name(const lsource *src, int i) {
  const char *name = src->p.name ? src->p.name(src->p.user, i) : NULL;
  return name ? name : "";
}

// coordinates and rates, accelerations, outputs of the description
static void name_measured(lua_State *L, const sim *s, lcontrols *o) {
  const lsource *src = s->src;
  const int nx = src->nq + src->nv;
  for (int k = 0; k < nx; k++) o->name[k] = state_name(src, k);
  for (int k = 0; k < o->naccel; k++)
    o->name[nx + k] = own_name(L, "%.100s%s", state_name(src, src->nq + k), "'");
  for (int k = 0; k < o->noutput; k++) o->name[nx + o->naccel + k] = src->output_name[k];
}

// ---- references: { names =, kernel =, functions = } of the Lua half ----

static int refer_body(lua_State *L) {
  sim *s = lia_callback_self(L)->ud;
  lcontrols *o = s->controls;
  lua_rawgeti(L, 1, o->which);
  lua_pushnumber(L, o->t);
  lua_call(L, 1, 1);
  if (lia_sim_numbers(L, &o->answer, 1)) return 0;
  return lia_error_at(L, "references.%s: expected a number, got %s",
      o->name[o->s.measured - o->nref + o->which - 1], luaL_typename(L, -1));
}

// the table of kit.sampled.references(option), pushed: its index; nil where there are none
static int push_references(lua_State *L, int options) {
  const int given = lia_sim_option(L, options, "references");
  if (lua_isnil(L, given)) return given;
  lia_kit_function(L, "sampled", "references");
  lua_pushvalue(L, given);
  lua_call(L, 1, 1);
  return lua_gettop(L);
}

// which of them are functions: their keys in the list at `functions`
static void take_functions(lua_State *L, sim *s, lcontrols *o, int functions) {
  int n = 0;
  o->ref_function = lua_newuserdata(L, ((size_t)o->nref + 1) * sizeof *o->ref_function);
  for (int k = 0; k < o->nref; k++) {
    lua_rawgeti(L, functions, k + 1);
    const int is_function = lua_isfunction(L, -1);
    o->ref_function[k] = is_function ? k + 1 : 0;
    n += is_function;
    lua_pop(L, 1);
  }
  if (!n) return;
  lua_pushvalue(L, functions);
  lia_callback_init(L, &o->refer, lua_gettop(L), refer_body, s);
}

static void read_references(lua_State *L, sim *s, lcontrols *o, int references) {
  if (lua_isnil(L, references)) return;
  o->ref_value = lua_newuserdata(L, ((size_t)o->nref + 1) * sizeof *o->ref_value);
  lua_getfield(L, references, "functions");
  take_functions(L, s, o, lua_gettop(L));
  lua_getfield(L, references, "kernel");
  o->ref_kernel = lia_test(L, lua_gettop(L), &lia_kernel_class);
  lua_getfield(L, references, "names");
  const int names = lua_gettop(L), first = o->s.measured - o->nref;
  for (int k = 0; k < o->nref; k++) {
    lua_rawgeti(L, names, k + 1);
    o->name[first + k] = lua_tostring(L, -1);   // the table keeps it
    lua_pop(L, 1);
  }
}

static int count_names(lua_State *L, int references) {
  if (lua_isnil(L, references)) return 0;
  lua_getfield(L, references, "names");
  const int n = (int)lua_rawlen(L, -1);
  lua_pop(L, 1);
  return n;
}

void lia_signals_measured(lua_State *L, sim *s, lcontrols *o, int options, int more) {
  const lsource *src = s->src;
  luaL_checkstack(L, 40, "signals");
  const int references = push_references(L, options);
  o->references = references;
  o->naccel = src->rates ? src->nv : 0;
  o->noutput = src->noutput;
  o->nref = count_names(L, references);
  o->s.measured = src->nq + src->nv + o->naccel + o->noutput + o->nref;
  o->nsignal = o->s.measured + more;
  o->name = lua_newuserdata(L, ((size_t)o->nsignal + 1) * sizeof *o->name);
  o->s.signal = lua_newuserdata(L, ((size_t)o->nsignal + 1) * sizeof *o->s.signal);
  lia_vec_zero(o->s.signal, o->nsignal);
  luaL_checkstack(L, o->naccel + 20, "signals");
  name_measured(L, s, o);
  read_references(L, s, o, references);
}

void lia_signals_of_unit(lua_State *L, lcontrols *o, int k, int first) {
  luaL_checkstack(L, o->s.unit[k].nu + 10, "signals");
  for (int i = 0; i < o->s.unit[k].nu; i++)
    o->name[first + i] = own_name(L, "%.60s.%.60s", o->s.unit[k].name, o->c[k].output[i]);
}

// ---- found ----

// "u" of "pid.u": an output of a unit by its own name
static int is_output_called(const char *signal, const char *name) {
  const char *dot = strrchr(signal, '.');
  return dot && !strcmp(dot + 1, name);
}

static int unit_that_gives(const lcontrols *o, int signal) {
  for (int k = 0; k < o->s.n; k++) {
    const lia_unit *w = &o->s.unit[k];
    if (signal >= w->to && signal < w->to + w->nu) return k;
  }
  return -1;
}

static int by_full_name(const lcontrols *o, const char *name) {
  for (int i = 0; i < o->nsignal; i++)
    if (o->name[i] && !strcmp(o->name[i], name)) return i;
  return -1;
}

// an output that is called so, of a sensor (for what is none) or of another unit; -2: of several
static int by_output(const lcontrols *o, int k, const char *name, int sensor) {
  int found = -1;
  for (int i = o->s.measured; i < o->nsignal; i++) {
    const int other = unit_that_gives(o, i);
    if (!o->name[i] || other < 0 || other == k || o->c[other].sensor != sensor) continue;
    if (!is_output_called(o->name[i], name)) continue;
    if (found >= 0) return -2;
    found = i;
  }
  return found;
}

static int signal_unknown(lua_State *L, const lcontrols *o, int k, int options, const char *name) {
  lia_hints h = { 0 };
  for (int i = 0; i < o->nsignal; i++)
    if (o->name[i]) lia_hints_add(&h, o->name[i], strlen(o->name[i]));
  return lia_arg_error(L, options, "%s: nothing is measured, given or referred to as '%.60s'%s",
      o->s.unit[k].name, name, lia_hints_text(&h, name));
}

// accelerations and outputs are computed where somebody reads them; not while they are computed
static void note_measured(lua_State *L, lcontrols *o, int k, int options, int at) {
  const int accel = at - o->s.measured + o->nref + o->noutput + o->naccel;
  const int is_accel = at < o->s.measured && accel >= 0 && accel < o->naccel;
  const int is_output = at < o->s.measured && accel >= o->naccel &&
      accel < o->naccel + o->noutput;
  o->ask_accel |= is_accel;
  o->ask_output |= is_output;
  if ((is_accel || is_output) && o->s.unit[k].dt == 0)
    lia_arg_error(L, options, "%s: '%s' is known at times only: give dt, how often it is asked",
        o->s.unit[k].name, o->name[at]);
}

int lia_signal_find(lua_State *L, lcontrols *o, int k, int options, const char *name) {
  if (!strcmp(name, "random.normal")) return LIA_DRAWN_normal;
  if (!strcmp(name, "random.uniform")) return LIA_DRAWN_uniform;
  int at = o->c[k].sensor ? -1 : by_output(o, k, name, 1);
  if (at == -1) at = by_full_name(o, name);
  if (at == -1) at = by_output(o, k, name, 0);
  if (at == -2)
    lia_arg_error(L, options, "%s: several units give '%.60s': say whose, as in 'name.%.60s'",
        o->s.unit[k].name, name, name);
  if (at < 0) return signal_unknown(L, o, k, options, name);
  note_measured(L, o, k, options, at);
  return at;
}

// ---- while it runs ----

static void name_reference(const lcontrols *o, int k, char who[LIA_ERROR_PATH]) {
  lia_text_format(who, LIA_ERROR_PATH, "references.%.100s",
      o->name[o->s.measured - o->nref + k]);
}

static lia_status ask_reference(lcontrols *o, int k, double t, lia_error *err) {
  char who[LIA_ERROR_PATH];
  o->which = o->ref_function[k];
  o->t = t;
  if (lia_callback_run(&o->refer) != LIA_OK) {
    name_reference(o, k, who);
    return LIA_FAIL(err, LIA_EUSER, who, "the function failed");
  }
  o->ref_value[k] = o->answer;
  return LIA_OK;
}

static lia_status refer(lcontrols *o, double t, double *value, lia_error *err) {
  const double no_dt = 0, *const in[4] = { &t, &no_dt, &no_dt, &no_dt };
  double *const out[2] = { o->ref_value, o->ref_value };
  char who[LIA_ERROR_PATH];
  if (o->ref_kernel) lia_lkernel_run(o->ref_kernel, in, out);
  for (int k = 0; k < o->nref; k++) {
    if (!o->ref_kernel) o->ref_value[k] = 0;
    if (o->ref_function[k]) LIA_TRY(ask_reference(o, k, t, err));
    if (!isfinite(o->ref_value[k])) {
      name_reference(o, k, who);
      return LIA_FAIL(err, LIA_EDOMAIN, who, "it is %g at t = %.9g", o->ref_value[k], t);
    }
    value[k] = o->ref_value[k];
  }
  return LIA_OK;
}

lia_status lia_signals_measure(void *user, double t, const double *x, double *signal,
    lia_error *err) {
  const sim *s = user;
  const lsource *src = s->src;
  lcontrols *o = s->controls;
  double *accel = signal + src->nq + src->nv, *output = accel + o->naccel;
  lia_vec_copy(signal, x, src->nq + src->nv);
  if (o->ask_accel || o->ask_output) LIA_TRY(src->rates(src->user, t, x, accel, err));
  if (o->ask_output) LIA_TRY(src->outputs(src->user, t, x, accel, output, err));
  return o->nref ? refer(o, t, output + o->noutput, err) : LIA_OK;
}

lia_status lia_signals_always(sim *s, double t, const double *q, const double *v,
    lia_error *err) {
  const lsource *src = s->src;
  lcontrols *o = s->controls;
  double *signal = o->s.signal;
  lia_vec_copy(signal, q, src->nq);
  lia_vec_copy(signal + src->nq, v, src->nv);
  return o->nref ? refer(o, t, signal + o->s.measured - o->nref, err) : LIA_OK;
}

void lia_signals_row(sim *s, double t, const double *x, double *row) {
  lcontrols *o = s->controls;
  lia_error ignored = { 0 };
  double *value = o->s.signal + o->s.measured - o->nref;
  if (o->always) {
    // what cannot be told stays as it was last
    lia_status st = lia_signals_always(s, t, x, x + s->src->nq, &ignored);
    if (st == LIA_OK) st = lia_schedule_always(&o->s, t, &ignored);
    LIA_ASSERT(st == LIA_OK || ignored.code != LIA_OK);
  }
  if (o->nref && refer(o, t, row, &ignored) != LIA_OK) lia_vec_copy(row, value, o->nref);
  lia_vec_copy(row + o->nref, o->s.signal + o->nsignal - o->nshown, o->nshown);
}
