/* run.c - the loop */
#include "sim/run.h"

#include "base/assert.h"
#include "base/clock.h"
#include "num/event.h"
#include "num/stepper.h"

#include <math.h>
#include <string.h>

typedef struct loop {
  lia_ode *o;
  const lia_run *r;
  lia_run_info *info;
  lia_error *err;
  double *g_old, *g, *g_try, *g_kept, *x, *x_try;
  // of each event: when it happened last, how long after the time before, that gap by the one
  // before
  double *at, *gap, *ratio;
  double next;                 // time of the next sample
  long count;                  // how many sample times have passed
  double t0, dir, started, pulsed;
  int which, fresh;            // event being located; 1: the step begins at one
  // 1: g_old is that of an earlier step, no event has been looked for since
  int stale;
  int hurry;                   // how many events in a row came again at once
  double aim;                  // a step is to end there, at an event; NaN: there is none
  double tick;                 // a step that ends there ends at the clock; NaN: none does
  // how often so far; fresh and g_old (g_kept) before the step was looked at
  int aimed, fresh_kept;
  double t_then;               // the time some steps ago
  long step;
} loop;

static lia_status sample(loop *l, double t, const double *x) {
  l->info->samples++;
  return l->r->sample(l->r->user, t, x, l->err);
}

// ---- the track: a step's end is added without its rates, which the first stage of the next step
// tells ----

// x' at t, x as f has it now; what a shorter step would avoid stays unknown
static lia_status track_rates(loop *l, double t, const double *x) {
  lia_error why = { 0 };
  int soft = 0;
  lia_status s = lia_ode_derive(l->o, t, x, l->o->work, &soft, &why);
  if (s == LIA_OK) lia_track_rates(l->r->track, l->o->work);
  return s == LIA_OK || soft ? LIA_OK : LIA_FAIL(l->err, s, why.path, "%s", why.text);
}

// a step was made: the first stage of it was f where it began (methods of others have none of ours)
static void track_step(const loop *l) {
  if (l->r->track && !l->o->row->step) lia_track_rates(l->r->track, l->o->f_old);
}

static lia_status track_end(loop *l, double t, const double *x) {
  if (!l->r->track) return LIA_OK;
  lia_track_add(l->r->track, t, x);
  return l->o->row->step ? track_rates(l, t, x) : LIA_OK;
}

// something jumps at t: the state before it with its rates
static lia_status track_jump(loop *l, double t, const double *x) {
  if (!l->r->track) return LIA_OK;
  lia_track_add(l->r->track, t, x);
  return track_rates(l, t, x);
}

// the state at t within the last step, on the manifold it must stay on
static lia_status state_at(loop *l, double t, double *x) {
  LIA_TRY(lia_ode_at(l->o, t, x, l->err));
  return l->o->p.project ? l->o->p.project(l->o->p.user, t, x, l->err) : LIA_OK;
}

// samples that fall between the last step's start and t
static lia_status samples_to(loop *l, double t) {
  if (l->r->dt <= 0) return LIA_OK;
  LIA_ASSERT(l->count > 0 && (l->dir == 1 || l->dir == -1));
  while ((t - l->next) * l->dir > 0) {
    LIA_TRY(state_at(l, l->next, l->x));
    LIA_TRY(sample(l, l->next, l->x));
    // k dt, not a sum of dt: no drift
    l->next = l->t0 + l->dir * (double)++l->count * l->r->dt;
  }
  return LIA_OK;
}

static lia_status g_at(void *user, double t, double *g, lia_error *err) {
  loop *l = user;
  LIA_TRY(lia_ode_at(l->o, t, l->x, err));
  LIA_TRY(l->r->events(l->r->user, t, l->x, l->g_try, err));
  *g = l->g_try[l->which];
  return LIA_OK;
}

static int crossed(const loop *l, int k) {
  int c = lia_event_crossing(l->g_old[k], l->g[k]), want = l->r->direction[k];
  return c != 0 && (want == 0 || want == c);
}

// the first crossing between t_old (g_old) and t (g): its time just after, or NaN
static lia_status first_event(loop *l, double t_old, double t_now, int *which, double *t) {
  *which = -1;
  *t = (double)NAN;
  for (int k = 0; k < l->r->nevent; k++) {
    if (!isfinite(l->g[k]))
      return LIA_FAIL(l->err, LIA_EDOMAIN, "events", "event %d is %g at t = %.9g", k + 1, l->g[k],
          t_now);
    if (!crossed(l, k)) continue;
    double before, after;
    l->which = k;
    LIA_TRY(lia_event_locate(g_at, l, t_old, l->g_old[k], t_now, l->g[k], 1e-12, &before, &after,
        l->err));
    if (*which < 0 || (after - *t) * l->dir < 0) {
      *which = k;
      *t = after;
    }
  }
  return LIA_OK;
}

// A step is looked at in parts: what crosses zero and back within it is not missed where it takes a
// part of the step. One that begins at an event is looked at from its very beginning, in parts that
// grow by four: what was thrown back a little comes again soon
enum { PARTS = 4, FINER = 14 };

static double run_part(int k) {
  LIA_ASSERT(k <= PARTS);
  return k > 0 ? (double)k / PARTS : ldexp(1.0 / PARTS, 2 * (k - 1));
}

static lia_status look_for_event(loop *l, int *which, double *t) {
  const lia_ode *o = l->o;
  double from = o->t_old, h = o->t - o->t_old;
  *which = -1;
  int first = l->fresh ? 1 - FINER : 1;
  l->fresh = 0;
  for (int k = first; k <= PARTS && *which < 0; k++) {
    double to = k < PARTS ? o->t_old + h * run_part(k) : o->t;
    if (to == from) continue;
    LIA_TRY(lia_ode_at(l->o, to, l->x, l->err));
    LIA_TRY(l->r->events(l->r->user, to, l->x, l->g, l->err));
    LIA_TRY(first_event(l, from, to, which, t));
    if (*which < 0) memcpy(l->g_old, l->g, (size_t)l->r->nevent * sizeof *l->g);
    from = to;
  }
  return LIA_OK;
}

// The same event again and again, ever faster: there is no time behind the point where they pile
// up. Bounces of one restitution follow each other in a geometric series, whose rest is gap ratio /
// (1 - ratio): told before rounding hides the next bounce
static lia_status piles_up(loop *l, int k, double t) {
  double gap = fabs(t - l->at[k]), ratio = gap / l->gap[k], soon = 1e-9 * fmax(1, fabs(t));
  int series = ratio < 1 && ratio > 0.5 * l->ratio[k] && ratio < 2 * l->ratio[k] &&
      gap * ratio < soon * (1 - ratio);
  l->hurry = gap < soon ? l->hurry + 1 : 0;
  l->at[k] = t;
  l->gap[k] = gap;
  l->ratio[k] = ratio;
  if (l->hurry < 5 && !series) return LIA_OK;
  return LIA_FAIL(l->err, LIA_ELIMIT, "events",
      "event %d repeats ever faster (Zeno), now %.1g s apart, at t = %.9g: stop the run in at, or "
      "take an impact element, which comes to rest", k + 1, gap, t);
}

// event k at time t: the state there, told before and after; 1 in *done where the run ends
static lia_status happen(loop *l, int k, double t, int *done) {
  lia_run_word word = LIA_RUN_on;
  LIA_ASSERT(k >= 0 && k < l->r->nevent && isfinite(t));
  LIA_TRY(piles_up(l, k, t));
  LIA_TRY(samples_to(l, t));
  LIA_TRY(state_at(l, t, l->x_try));
  LIA_TRY(sample(l, t, l->x_try));
  LIA_TRY(track_jump(l, t, l->x_try));
  LIA_TRY(l->r->at(l->r->user, k, t, l->x_try, &word, l->err));
  // a state that was set anew must stay on its manifold too
  if (word == LIA_RUN_changed && l->o->p.project)
    LIA_TRY(l->o->p.project(l->o->p.user, t, l->x_try, l->err));
  if (word == LIA_RUN_changed) LIA_TRY(sample(l, t, l->x_try));
  lia_ode_start(l->o, t, l->x_try);
  LIA_TRY(track_end(l, t, l->x_try));
  l->fresh = 1;
  LIA_TRY(l->r->events(l->r->user, t, l->x_try, l->g_old, l->err));
  // what happened is behind us: rounding must not let it happen again
  if (word != LIA_RUN_changed) l->g_old[k] = 0;
  *done = word == LIA_RUN_stop;
  if (*done) l->info->event = k;
  return LIA_OK;
}

// what a step that is taken again begins with
static void keep_looked(loop *l) {
  memcpy(l->g_kept, l->g_old, (size_t)l->r->nevent * sizeof *l->g_old);
  l->fresh_kept = l->fresh;
}

// the first event of the last step: *k, *t; *k = -1: none
static lia_status event_of_step(loop *l, int *k, double *t) {
  const lia_run *r = l->r;
  const lia_ode *o = l->o;
  *k = -1;
  if (!r->nevent) return LIA_OK;
  if (r->calm && r->calm(r->user, o->t - o->t_old, o->x_old, o->x)) {
    l->stale = 1;
    l->fresh = 0;
    return LIA_OK;
  }
  if (l->stale) LIA_TRY(r->events(r->user, o->t_old, o->x_old, l->g_old, l->err));
  l->stale = 0;
  keep_looked(l);
  return look_for_event(l, k, t);
}

// ---- a step that ends at the event ----

// Between its ends a step of a coarse method is known less well, but near them nearly as well:
// there the polynomial meets the states
enum { MOST_AIMS = 3 };
static const double NEAR_END = 1e-4;

static int too_coarse(const loop *l, double t) {
  const lia_ode *o = l->o;
  double s = (t - o->t_old) / (o->t - o->t_old);
  return o->row->coarse && l->aimed < MOST_AIMS && s > NEAR_END && s < 1 - NEAR_END;
}

// back to where the step began, to take it as far as t
static void take_again(loop *l, double t) {
  lia_ode *o = l->o;
  LIA_ASSERT((t - o->t_old) * l->dir > 0 && (o->t - t) * l->dir > 0);   // within the step
  o->t = o->t_old;
  memcpy(o->x, o->x_old, (size_t)o->p.n * sizeof *o->x);
  lia_ode_kick(o);
  memcpy(l->g_old, l->g_kept, (size_t)l->r->nevent * sizeof *l->g_old);
  l->fresh = l->fresh_kept;
  l->aim = t;
  l->aimed++;
}

// 1 in *again: the step is to be taken again
static lia_status after_step(loop *l, int *again, int *done) {
  const lia_run *r = l->r;
  int k;
  double t;
  LIA_TRY(event_of_step(l, &k, &t));
  *again = k >= 0 && too_coarse(l, t);
  if (*again) {
    take_again(l, t);
    return LIA_OK;
  }
  if (k >= 0 || !isfinite(l->aim)) l->aimed = 0;
  if (k >= 0 || l->o->t == l->aim) l->aim = (double)NAN;
  track_step(l);
  if (k >= 0) return happen(l, k, t, done);
  LIA_TRY(track_end(l, l->o->t, l->o->x));
  LIA_TRY(samples_to(l, l->o->t));
  // what the clock does there is shown by the sample at that time
  return r->dt > 0 || l->o->t == l->tick ? LIA_OK : sample(l, l->o->t, l->o->x);
}

static lia_status run_pulse(loop *l) {
  double t = lia_clock();
  if (!l->r->pulse || t - l->pulsed < 0.05) return LIA_OK;
  l->pulsed = t;
  return l->r->pulse(l->r->user, l->o->t, l->err);
}

// a step ends where the clock says; a state that is changed is told before and after
static lia_status tick(loop *l, int *done) {
  lia_run_word word = LIA_RUN_on;
  memcpy(l->x_try, l->o->x, (size_t)l->o->p.n * sizeof *l->x_try);
  if (l->r->track) LIA_TRY(track_rates(l, l->o->t, l->o->x));
  LIA_TRY(l->r->tick(l->r->user, l->o->t, l->x_try, &word, l->err));
  *done = word == LIA_RUN_stop;
  if (word != LIA_RUN_changed) {
    lia_ode_kick(l->o);
    LIA_TRY(track_end(l, l->o->t, l->o->x));
    return l->r->dt > 0 ? LIA_OK : sample(l, l->o->t, l->o->x);
  }
  LIA_TRY(sample(l, l->o->t, l->o->x));
  lia_ode_start(l->o, l->o->t, l->x_try);
  LIA_TRY(track_end(l, l->o->t, l->o->x));
  LIA_TRY(sample(l, l->o->t, l->o->x));
  return l->r->nevent ? l->r->events(l->r->user, l->o->t, l->o->x, l->g_old, l->err) : LIA_OK;
}

enum { LOOK = 20000 };

static lia_status pace(loop *l, double t_end) {
  if (++l->step % LOOK) return LIA_OK;
  double then = l->t_then;
  l->t_then = l->o->t;
  return lia_ode_runaway(l->o, then, LOOK, t_end, l->err);
}

static lia_status run_go(loop *l, double t_end) {
  const lia_run *r = l->r;
  int done = 0, again;
  if (r->nevent) LIA_TRY(r->events(r->user, l->o->t, l->o->x, l->g_old, l->err));
  LIA_TRY(sample(l, l->o->t, l->o->x));
  LIA_TRY(track_end(l, l->o->t, l->o->x));
  while (!done && l->o->t != t_end) {
    double stop = r->next ? r->next(r->user, l->o->t) : t_end;
    if (!((t_end - stop) * l->dir > 0)) stop = t_end;
    l->tick = r->next && stop != t_end ? stop : (double)NAN;
    LIA_TRY(lia_ode_step(l->o, isfinite(l->aim) ? l->aim : stop, l->err));
    LIA_TRY(after_step(l, &again, &done));
    if (again) continue;
    if (r->step) r->step(r->user, l->o->t, l->o->x);
    LIA_TRY(pace(l, t_end));
    if (!done && l->o->t == l->tick) LIA_TRY(tick(l, &done));
    LIA_TRY(run_pulse(l));
  }
  if (r->track) LIA_TRY(track_rates(l, l->o->t, l->o->x));
  // the end itself, where no sample time or event has told it
  return r->dt > 0 && !done && l->o->t != l->t0 ? sample(l, l->o->t, l->o->x) : LIA_OK;
}

lia_status lia_run_to(lia_ode *o, double t_end, const lia_run *r, double *work, lia_run_info *info,
    lia_error *err) {
  int n = o->p.n, m = r->nevent;
  *info = (lia_run_info){ .event = -1 };
  if (!isfinite(t_end)) return LIA_FAIL(err, LIA_EARG, "t", "must be finite, got %g", t_end);
  loop l = { .o = o, .r = r, .info = info, .err = err, .g_old = work, .g = work + m,
      .g_try = work + 2 * m, .at = work + 3 * m,
      .gap = work + 4 * m, .ratio = work + 5 * m, .g_kept = work + 6 * m, .x = work + 7 * m,
      .x_try = work + 7 * m + n, .aim = (double)NAN, .t0 = o->t, .dir = t_end >= o->t ? 1 : -1,
      .started = lia_clock(), .t_then = o->t };
  for (int k = 0; k < m; k++) {
    l.at[k] = l.gap[k] = (double)INFINITY;
    l.ratio[k] = 0;
  }
  l.pulsed = l.started;
  l.count = 1;
  l.next = l.t0 + l.dir * r->dt;
  lia_status s = run_go(&l, t_end);
  info->t = o->t;
  info->seconds = lia_clock() - l.started;
  return s;
}
