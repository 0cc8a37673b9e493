/* lforce_run.c - force elements while a run goes on: functions of the script, expressions */
#include "bindings/model/lread.h"
#include "bindings/sim/lforce_inside.h"
#include "bindings/sim/lsim.h"

#include "base/text.h"
#include "model/units.h"
#include "num/vec.h"

#include <math.h>
#include <string.h>

static int force_take(lua_State *L, const char *who, double *F, int n) {
  if (lia_sim_numbers(L, F, n)) return 0;
  return lia_error_at(L, "%s: expected %d number%s, got %s", who, n, n == 1 ? "" : "s",
      luaL_typename(L, -1));
}

// where the function that is asked stands in its list
static int key_of(const lforces *f) {
  if (f->asked == ASKED_input) return f->k + 1;
  if (f->asked == ASKED_force) return lread_function_key(f->k, LIA_FORCE_SCRIPTED);
  return lread_function_key(f->var[f->k].k, f->var[f->k].at);
}

// { functions, inputs, q, v, x, w } at 1
int lia_lforce_body(lua_State *L) {
  lforces *f = lia_callback_self(L)->ud;
  const int element = f->asked == ASKED_number ? f->var[f->k].k : f->k;
  const lia_load *l = f->asked == ASKED_input ? NULL : &f->loads.load[element];
  const int point = f->asked == ASKED_force && l->port == LIA_PORT_point;
  char who[80];
  lua_rawgeti(L, 1, f->asked == ASKED_input ? 2 : 1);
  lua_rawgeti(L, -1, key_of(f));
  lua_pushnumber(L, f->t);
  for (int k = 0; k < 2; k++) {
    if (f->asked != ASKED_force) lua_rawgeti(L, 1, 3 + k);
    else if (point) lua_rawgeti(L, 1, 5 + k);
    else lua_pushnumber(L, k ? f->xv[0] : f->x[0]);
  }
  lua_call(L, 3, 1);
  if (!l) lia_text_format(who, sizeof who, "inputs[%d]", f->k + 1);
  else lia_text_format(who, sizeof who, "%s%s", l->name, f->asked == ASKED_number ? "" : ".f");
  return force_take(L, who, f->F, point ? 3 : 1);
}

lia_status lia_lforce_own(void *user, int k, double t, const double *x, const double *v, double *F,
    lia_error *err) {
  lforces *f = user;
  int n = f->loads.load[k].port == LIA_PORT_point ? 3 : 1;
  if (lia_described_tells(f->described, k))
    return lia_described_own(f->described, k, x, v, F, err);
  f->t = t;
  f->k = k;
  f->asked = ASKED_force;
  f->F = F;
  memcpy(f->x, x, (size_t)n * sizeof *x);
  memcpy(f->xv, v, (size_t)n * sizeof *v);
  if (lia_callback_run(&f->cb) != LIA_OK)
    return LIA_FAIL(err, LIA_EUSER, f->loads.load[k].name, "the function failed");
  for (int i = 0; i < n; i++)
    if (!isfinite(F[i]))
      return LIA_FAIL(err, LIA_EDOMAIN, f->where[k][0] ? f->where[k] : f->loads.load[k].name,
          "gave %g at t = %.9g", F[i], t);
  return LIA_OK;
}

// the function asked for its number: *value
static lia_status ask(lforces *f, int asked, int k, const char *name, double *value,
    lia_error *err) {
  f->asked = asked;
  f->k = k;
  f->F = value;
  if (lia_callback_run(&f->cb) != LIA_OK)
    return LIA_FAIL(err, LIA_EUSER, name, "the function failed");
  if (isfinite(*value)) return LIA_OK;
  return LIA_FAIL(err, LIA_EDOMAIN, name, "a function gave %g at t = %.9g", *value, f->t);
}

static lia_status update_inputs(lforces *f, const lia_spec *s, lia_error *err) {
  lia_vec_copy(f->inside, f->q, f->nq);
  lia_vec_copy(f->inside + f->nq, f->v, f->nv);
  f->inside[f->nq + f->nv] = f->t;
  for (int k = 0; k < f->ninput; k++) {
    const uinput *u = &f->input[k];
    if (u->own) LIA_TRY(ask(f, ASKED_input, k, s->input[k].name, &f->u[k], err));
    if (u->held) f->u[k] = u->value;
    if (!u->tape) continue;
    lia_tape_eval(u->tape, f->inside, &f->u[k], f->w);
    if (!isfinite(f->u[k]))
      return LIA_FAIL(err, LIA_EDOMAIN, s->input[k].name, "the input is %g at t = %.9g", f->u[k],
          f->t);
  }
  lia_lforce_bounds(f, f->t);
  return LIA_OK;
}

// what moves but numbers of the description
static lia_status update_given(lforces *f, double t, const double *q, const double *v,
    lia_error *err) {
  f->t = t;
  memcpy(f->q, q, (size_t)f->nq * sizeof *q);
  memcpy(f->v, v, (size_t)f->nv * sizeof *v);
  for (int k = 0; k < f->nvar; k++) {
    lia_load *l = &f->loads.load[f->var[k].k];
    LIA_TRY(ask(f, ASKED_number, k, l->name, &l->p[f->var[k].at], err));
  }
  return update_inputs(f, f->spec, err);
}

lia_status lia_lforces_update(lforces *f, double t, const double *q, const double *v,
    lia_error *err) {
  if (!f->moves) return LIA_OK;
  LIA_TRY(update_given(f, t, q, v, err));
  if (f->compiled && !lia_described_numbers(f->described)) return LIA_OK;
  return lia_described_at(f->described, f->loads.load, t, q, v, f->u, err);
}

lia_status lia_lforces_push(lforces *f, double t, const double *q, const double *v,
    lia_error *err) {
  if (!f->moves) return LIA_OK;
  LIA_TRY(update_given(f, t, q, v, err));
  if (f->compiled && !lia_described_needed(f->described, f->loads.load)) return LIA_OK;
  return lia_described_at(f->described, f->loads.load, t, q, v, f->u, err);
}

lia_status lia_lforces_settle(lforces *f, double t, const double *q, const double *v,
    lia_error *err) {
  return lia_described_at(f->described, f->loads.load, t, q, v, f->u, err);
}

int lia_lforces_asks(const lforces *f) {
  int asks = f->nvar > 0;
  for (int k = 0; k < f->ninput; k++) asks |= f->input[k].own;
  return asks;
}

void lia_lforces_compiled(lforces *f, int compiled) { f->compiled = compiled; }

const double *lia_lforces_inputs_now(const lforces *f) { return f->u; }

lia_loads *lia_lforces_loads(lforces *f) { return &f->loads; }
lia_callback *lia_lforces_callback(lforces *f) { return &f->cb; }
const char *lia_lforces_called(const lforces *f, int k) { return f->called[k]; }
const char *lia_lforces_state(const lforces *f, const lia_model *m, int k, const char **unit) {
  const lia_load *l = f->loads.load;
  while (l->own || k >= l->iz + lia_force_states(lia_force_rows[l->kind], l->p)) l++;
  *unit = lia_force_rows[l->kind]->state.unit[k - l->iz];
  if (!(*unit)[0]) *unit = lia_units_force(m, l->iv);
  return f->spec->force[l - f->loads.load].state[k - l->iz];
}
const lia_spec *lia_lforces_spec(const lforces *f) { return f->spec; }
int lia_lforces_moves(const lforces *f) { return f->moves; }

int lia_lforces_calls(const lforces *f) {
  int calls = lia_lforces_asks(f);
  for (int k = 0; k < f->loads.n; k++)
    calls |= f->loads.load[k].own && !lia_described_tells(f->described, k);
  return calls;
}

// an element whose numbers change, where it stores energy
static void note_moving(lforces *f, int k) {
  lia_load *l = &f->loads.load[k];
  l->moving = !l->own && lia_force_law_at(lia_force_rows[l->kind], l->port)->stored != NULL;
}

void lia_lforces_note_moving(lforces *f) {
  for (int k = 0; k < f->nvar; k++) note_moving(f, f->var[k].k);
  for (int k = 0; k < lia_described_numbers(f->described); k++)
    note_moving(f, lia_described_number_of(f->described, k));
}

int lia_lforces_varies(const lforces *f) {
  return f->nvar > 0 || lia_described_numbers(f->described) > 0;
}
