/* lforce_inputs.c - what sets the inputs of a run, numbers, expressions, functions of the script,
 * and the bounds that keep them */
#include "bindings/kit/kit.h"
#include "bindings/model/lextend.h"
#include "bindings/model/lread.h"
#include "bindings/sim/lforce_inside.h"
#include "bindings/sim/lsim.h"
#include "bindings/sim/lsource.h"

#include "base/mem.h"
#include "base/text.h"
#include "describe/values.h"

#include <math.h>
#include <string.h>

// ---- what sets them ----

static int set_by_law(lua_State *L, lforces *f, int k, const char *text, const char *path,
    int arg) {
  lia_error err = { 0 };
  f->spec->input[k].value = LIA_VAL_TEXT(text);
  if (lia_described_law(&f->input[k].tape, f->spec, text, path, &err) == LIA_OK) return 0;
  if (err.code == LIA_ENOMEM) return lia_raise(L, &err);
  return lia_arg_error(L, arg, "%s: %s", err.path, err.text);
}

// "its max 10 N"
static void say_bound(const lia_spec_input *u, const char *which, double x, char room[80]) {
  char amount[48];
  lia_text_format(room, 80, "its %s %s", which,
      lia_told_amount(x, u->unit ? u->unit : "", amount));
}

// a number beyond the bounds of its input is a mistake
static int set_by_number(lua_State *L, lforces *f, int k, double x, const char *path, int arg) {
  const lia_spec_input *u = &f->spec->input[k];
  char room[80];
  f->u[k] = x;
  f->spec->input[k].value = LIA_VAL(x);
  if (!u->min.text && x < u->min.x) {
    say_bound(u, "min", u->min.x, room);
    return lia_arg_error(L, arg, "%s: %.9g is below %s", path, x, room);
  }
  if (u->max.text || !(x > u->max.x)) return 0;
  say_bound(u, "max", u->max.x, room);
  return lia_arg_error(L, arg, "%s: %.9g is above %s", path, x, room);
}

// 1: the value on top, whose text is given, is a cubic curve: smooth, for all its pieces
static int is_smooth(lua_State *L, const char *text) {
  int cubic = 0;
  if (lua_istable(L, -1)) {
    lua_getfield(L, -1, "how");
    cubic = lua_type(L, -1) == LUA_TSTRING && !strcmp(lua_tostring(L, -1), "cubic");
    lua_pop(L, 1);
  }
  return cubic || !lia_values_corner(text);
}

// {F = 3, delta = "0.1*sin(t)", ..}: what is on top sets input k; functions to the table at
// functions
static void read_input(lua_State *L, lforces *f, int k, int arg, int functions) {
  reader r = { .L = L, .s = f->spec, .moving = 1 };
  const int before = f->spec->nerror;
  if (lua_isnil(L, -1)) return;
  f->input[k].told = 1;
  if (lua_isfunction(L, -1)) {
    f->input[k].own = 1;
    lua_pushvalue(L, -1);
    lua_rawseti(L, functions, k + 1);
    return;
  }
  lread_key(&r, "inputs");
  lread_key(&r, f->spec->input[k].name);
  const lia_val v = lread_value(&r);
  if (f->spec->nomem) lia_mistake(L, "out of memory");
  if (f->spec->nerror > before) lia_lextend_refuse(L, f->spec, arg);
  f->input[k].rough = v.text && !is_smooth(L, v.text);
  if (v.text) set_by_law(L, f, k, v.text, r.path, arg);
  else set_by_number(L, f, k, v.x, r.path, arg);
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

static void set_bounds(lua_State *L, lforces *f) {
  const size_t n = (size_t)f->ninput + 1;
  ubounds *b = &f->bounds;
  b->asked_t = b->step_t = (double)NAN;
  b->bound = lia_calloc(n, sizeof *b->bound + 3 * sizeof *b->held);
  if (!b->bound) lia_mistake(L, "out of memory");
  b->held = (double *)(b->bound + n);
  b->excess = b->held + n;
  b->before = b->excess + n;
  for (int k = 0; k < f->ninput; k++) {
    const lia_spec_input *u = &f->spec->input[k];
    const int low = !u->min.text && lia_val_given(u->min),
        high = !u->max.text && lia_val_given(u->max);
    if (!low && !high) continue;
    b->bound[b->n] = lia_bound_of(k, (double)-INFINITY, (double)INFINITY);
    if (low) b->bound[b->n].lower = u->min.x;
    if (high) b->bound[b->n].upper = u->max.x;
    b->n++;
  }
}

void lia_lforces_inputs(lua_State *L, lforces *f, int inputs, int arg, int functions) {
  set_bounds(L, f);
  if (!inputs) return;
  refuse_inputs(L, f, inputs, arg);
  for (int k = 0; k < f->ninput; k++) {
    lua_getfield(L, inputs, f->spec->input[k].name);
    read_input(L, f, k, arg, functions);
    lua_pop(L, 1);
  }
}

// ---- those that drive constraints ----

static int bounded(const lforces *f, int k) {
  for (int i = 0; i < f->bounds.n; i++)
    if (f->bounds.bound[i].at == k) return 1;
  return 0;
}

// a constraint needs its law twice derived
static void check_driving(lua_State *L, const lforces *f, int k, const char *constraint, int arg) {
  const uinput *u = &f->input[k];
  const char *why = NULL;
  if (u->own) why = "a function has no derivatives: write an expression of t, or a cubic curve";
  else if (u->rough) why = "the expression has corners: take a cubic curve";
  else if (u->tape && bounded(f, k))
    why = "it has bounds, and a law that is cut has no derivatives: leave min and max out";
  if (why)
    lia_arg_error(L, arg, "inputs.%.60s: it drives the constraint '%.60s', which needs two "
                  "derivatives; %s", f->spec->input[k].name, constraint, why);
}

int lia_lforces_drives(lua_State *L, const lforces *f, const lia_spec *described, int arg) {
  lia_error err = { 0 };
  int found = 0, at;
  for (int k = 0; k < f->ninput; k++) {
    const lia_val before = described->input[k].value, now = f->spec->input[k].value;
    if (!f->input[k].own && !now.text && now.x == before.x) continue;
    if (lia_values_driven(f->spec, k, &at, &err) != LIA_OK) lia_raise(L, &err);
    if (at < 0) continue;
    check_driving(L, f, k, f->spec->constraint[at].name, arg);
    found = 1;
  }
  return found;
}

// ---- those that controllers hold ----

const char *lia_lforces_holdable(const lforces *f, int k) {
  lia_error err = { 0 };
  int at;
  if (f->input[k].told) return "the option inputs sets it";
  if (lia_values_driven(f->spec, k, &at, &err) != LIA_OK) return "out of memory";
  return at < 0 ? NULL : "it drives a constraint, which needs two derivatives";
}

void lia_lforces_hold(lforces *f, int k, double u) {
  f->input[k].held = 1;
  f->input[k].value = u;
  f->moves = 1;
}

// ---- their bounds ----

// the part of a step that is spent beyond, where the excess runs straight from a to b
static double part_beyond(double a, double b) {
  if (a <= 0 && b <= 0) return 0;
  if (a >= 0 && b >= 0) return 1;
  return fmax(a, b) / fabs(b - a);
}

// what was asked last is where a step ended
static void count_bounds(ubounds *b) {
  lia_bounds_count(b->bound, b->n, b->step_t);
  for (int k = 0; k < b->n; k++) {
    b->held[k] += b->step * part_beyond(b->before[k], b->excess[k]);
    b->before[k] = b->excess[k];
  }
  b->counted = 1;
}

static void note_excess(ubounds *b, const double *u) {
  for (int k = 0; k < b->n; k++) {
    const double x = u[b->bound[k].at];
    b->excess[k] = fmax(x - b->bound[k].upper, b->bound[k].lower - x);
  }
}

// the first stage of a step is asked where the step before ended, or the last one of that was
void lia_lforce_bounds(lforces *f, double t) {
  ubounds *b = &f->bounds;
  note_excess(b, f->u);
  lia_bounds_clip(b->bound, b->n, f->u);
  b->asked_t = t;
  if (isnan(b->step_t)) b->step_t = t;   // the first time is where the first step begins
  if (!b->counted && t == b->step_t) count_bounds(b);
}

int lia_lforces_bounded(const lforces *f) { return f->bounds.n > 0; }

void lia_lforces_step(lforces *f, double t) {
  ubounds *b = &f->bounds;
  b->step = t - b->step_t;
  b->step_t = t;
  b->counted = 0;
  if (t == b->asked_t) count_bounds(b);
}

static const char *bounds_in_words(const lia_bound *b, const char *unit, char room[120]) {
  char low[48], high[48];
  lia_told_amount(b->lower, unit, low);
  lia_told_amount(b->upper, unit, high);
  if (!isfinite(b->lower)) lia_text_format(room, 120, "its max %s", high);
  else if (!isfinite(b->upper)) lia_text_format(room, 120, "its min %s", low);
  else lia_text_format(room, 120, "its bounds %.9g and %s", b->lower, high);
  return room;
}

static void tell_input(const lforces *f, int k, lua_State *L, int list) {
  const lia_bound *b = &f->bounds.bound[k];
  const lia_spec_input *u = &f->spec->input[b->at];
  const char *unit = u->unit ? u->unit : "";
  char words[120], most[48];
  ltold told = { .what = "input", .name = u->name, .count = b->steps, .first = b->first,
      .most = b->most };
  lia_text_format(told.text, sizeof told.text,
      "the input %.60s was cut to %s for %.3g s, first at t = %.4g, by %s at most", u->name,
      bounds_in_words(b, unit, words), f->bounds.held[k], b->first,
      lia_told_amount(b->most, unit, most));
  lia_told_add(L, list, &told);
}

// what is odd about the elements of the list
static void tell_odd(const lia_spec_complaint *c, lua_State *L, int list) {
  ltold told = { .what = "odd", .name = c->path, .count = 1, .first = (double)NAN,
      .most = (double)NAN };
  lia_text_format(told.text, sizeof told.text, "%.90s: %.190s", c->path, c->text);
  lia_told_add(L, list, &told);
}

void lia_lforces_tell(const lforces *f, lua_State *L, int list) {
  for (int k = 0; k < f->spec->ncomplaint; k++)
    if (f->spec->complaint[k].warning) tell_odd(&f->spec->complaint[k], L, list);
  for (int k = 0; k < f->bounds.n; k++)
    if (f->bounds.bound[k].steps) tell_input(f, k, L, list);
}
