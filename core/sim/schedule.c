/* schedule.c - who is asked when, and when what was given arrives */
#include "sim/schedule.h"

#include "base/assert.h"
#include "num/vec.h"

#include <math.h>
#include <string.h>

static const double MOST_ON_WAY = 1e6;

static int is_always(const lia_unit *w) { return w->dt == 0; }

lia_status lia_unit_room(const lia_unit *w, size_t *numbers, lia_error *err) {
  *numbers = (size_t)(w->ny + w->nu);
  if (is_always(w)) return LIA_OK;
  const double room = ceil((w->delay + w->jitter) / w->dt) + 2;
  if (room > MOST_ON_WAY)
    return LIA_FAIL(err, LIA_EARG, w->name, "delay: more than a million outputs would be on their "
                    "way");
  if (!(w->jitter < w->dt))
    return LIA_FAIL(err, LIA_EARG, w->name, "jitter: expected less than dt, %g, got %g", w->dt,
                    w->jitter);
  *numbers += (size_t)room * (size_t)(w->nu + 1);
  return LIA_OK;
}

// t0 + offset + k dt, not a sum of dt: no drift
static void plan_next_time(lia_unit *w) {
  if (is_always(w)) {
    w->next = (double)INFINITY;
    return;
  }
  w->next = w->t0 + w->offset + (double)w->asked * w->dt;
  if (w->jitter > 0) w->next += w->jitter * lia_rng_uniform(&w->rng);
}

void lia_unit_begin(lia_unit *w, double *block, double t0, uint64_t seed) {
  w->room = is_always(w) ? 0 : (int)ceil((w->delay + w->jitter) / w->dt) + 2;
  w->due = block;
  w->on_way = w->due + w->room;
  w->y = w->on_way + (size_t)w->room * (size_t)w->nu;
  w->u = w->y + w->ny;
  w->t0 = t0;
  w->rng = lia_rng_seed(seed);
  w->asked = 0;
  w->first = w->count = 0;
  plan_next_time(w);
}

double lia_schedule_next(const lia_schedule *s) {
  double first = (double)INFINITY;
  for (int k = 0; k < s->n; k++) {
    const lia_unit *w = &s->unit[k];
    first = fmin(first, w->next);
    if (w->count) first = fmin(first, w->due[w->first]);
  }
  return first;
}

// 3*0.1 and 30*0.01 are one time
static int is_due(double when, double t) { return when <= t + 1e-12 * fmax(1, fabs(t)); }

// outputs that are due by t reach their signals
static void arrive(lia_schedule *s, lia_unit *w, double t) {
  for (; w->count && is_due(w->due[w->first], t); w->count--) {
    lia_vec_copy(s->signal + w->to, w->on_way + (size_t)w->first * (size_t)w->nu, w->nu);
    w->first = (w->first + 1) % w->room;
  }
}

static double drawn(lia_unit *w, int how) {
  return how == LIA_DRAWN_normal ? lia_rng_normal(&w->rng) : lia_rng_uniform(&w->rng);
}

// what it is given now; what is drawn stays where it was drawn before for this time
static void gather_inputs(lia_schedule *s, lia_unit *w, int again) {
  for (int k = 0; k < w->ny; k++) {
    const int from = w->from[k];
    if (from >= 0) w->y[k] = s->signal[from];
    else if (!again) w->y[k] = drawn(w, from);
  }
}

// its outputs at t, into u
static lia_status outputs_of_unit(lia_schedule *s, int k, double t, lia_error *err) {
  lia_unit *w = &s->unit[k];
  gather_inputs(s, w, 0);
  lia_vec_zero(w->u, w->nu);
  LIA_TRY(w->ask(w->user, k, t, w->y, w->u, err));
  for (int i = 0; i < w->nu; i++)
    if (!isfinite(w->u[i]))
      return LIA_FAIL(err, LIA_EDOMAIN, w->name, "gave %g as number %d of %d at t = %.9g", w->u[i],
                      i + 1, w->nu, t);
  return LIA_OK;
}

lia_status lia_schedule_always(lia_schedule *s, double t, lia_error *err) {
  for (int i = 0; i < s->n; i++) {
    lia_unit *w = &s->unit[s->order[i]];
    if (!is_always(w)) continue;
    LIA_TRY(outputs_of_unit(s, s->order[i], t, err));
    lia_vec_copy(s->signal + w->to, w->u, w->nu);
  }
  return LIA_OK;
}

static lia_status ask_unit(lia_schedule *s, int k, double t, lia_error *err) {
  lia_unit *w = &s->unit[k];
  LIA_TRY(outputs_of_unit(s, k, t, err));
  LIA_ASSERT(w->count < w->room);
  const int slot = (w->first + w->count++) % w->room;
  w->due[slot] = t + w->delay;
  lia_vec_copy(w->on_way + (size_t)slot * (size_t)w->nu, w->u, w->nu);
  arrive(s, w, t);
  return LIA_OK;
}

static void go_on(lia_schedule *s, int k, double t) {
  lia_unit *w = &s->unit[k];
  gather_inputs(s, w, 1);
  if (w->go_on) w->go_on(w->user, k, t, w->y);
  w->asked++;
  plan_next_time(w);
}

lia_status lia_schedule_tick(lia_schedule *s, double t, const double *x, lia_error *err) {
  int due = 0;
  for (int k = 0; k < s->n; k++) {
    arrive(s, &s->unit[k], t);
    due |= is_due(s->unit[k].next, t);
  }
  if (!due) return LIA_OK;
  LIA_TRY(s->measure(s->user, t, x, s->signal, err));
  for (int i = 0; i < s->n; i++)
    if (is_due(s->unit[s->order[i]].next, t)) LIA_TRY(ask_unit(s, s->order[i], t, err));
  for (int i = 0; i < s->n; i++)
    if (is_due(s->unit[s->order[i]].next, t)) go_on(s, s->order[i], t);
  return LIA_OK;
}
