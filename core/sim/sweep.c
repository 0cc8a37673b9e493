/* sweep.c - explicit Runge-Kutta in eight lanes, each with its own time and step      [HNW] II.4 */
#include "sim/sweep.h"

#include "base/assert.h"
#include "base/layout.h"
#include "base/mem.h"
#include "num/lanes.h"
#include "num/power.h"

#include <float.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

enum { LANES = 8, MOST_THREADS = 64 };

// what one thread works with
typedef struct worker {
  const lia_sweep *s;
  atomic_int *next, *over;       /* the next run nobody has taken; how many are over */
  int first;                     /* the caller's own thread */
  // (n), (stages x n), (n), (np), behind p (nheld), (nheld)
  lia_v8d *x, *k, *y, *p, *held, *asked;
  double *w, *one;               /* one (n): x of one run */
  lia_v8d t, h, t_stage;
  int run[LANES];                /* which run is in the lane, -1: none */
  int rejected[LANES], row[LANES];
  long times[LANES];             /* how often its programs were asked */
  double err_old[LANES];
} worker;

static void layout(lia_layout *l, worker *w, const lia_sweep *s) {
  const lia_butcher *m = lia_butcher_rows[s->method];
  w->x = LIA_TAKE(l, lia_v8d, s->n);
  w->y = LIA_TAKE(l, lia_v8d, s->n);
  w->k = LIA_TAKE(l, lia_v8d, (m->stages + 1) * s->n);
  w->p = LIA_TAKE(l, lia_v8d, s->np + s->nheld);
  w->held = w->p ? w->p + s->np : NULL;
  w->asked = LIA_TAKE(l, lia_v8d, s->nheld);
  w->w = LIA_TAKE(l, double, s->sz_w + 8);
  w->one = LIA_TAKE(l, double, s->n);
}

static double lane(const lia_v8d *x, int i, int k) { return ((const double *)(x + i))[k]; }
static void set_lane(lia_v8d *x, int i, int k, double value) { ((double *)(x + i))[k] = value; }

// row r of n numbers into lane k, and back
static void row_into(lia_v8d *x, int k, const double *row, int r, int n) {
  for (int i = 0; i < n; i++) set_lane(x, i, k, row[(size_t)r * (size_t)n + (size_t)i]);
}
static void row_from(const lia_v8d *x, int k, double *row, int r, int n) {
  for (int i = 0; i < n; i++) row[(size_t)r * (size_t)n + (size_t)i] = lane(x, i, k);
}

static void f(worker *w, const lia_v8d *t, const lia_v8d *x, lia_v8d *dx) {
  w->s->f(w->s->user, (const double *)t, (const double *)x, (const double *)w->p, (double *)dx,
      w->w);
}

static int is_stopped(const lia_sweep *s) { return s->stopped && s->stopped(s->stopped_of); }

// ---- lanes and runs ----

static double row_time(const lia_sweep *s, int row) {
  return row == s->ntime - 1 ? s->t_end : s->t0 + (s->t_end - s->t0) * row / (s->ntime - 1);
}

// the next time of lane k that a row is kept of, or the end
static double mark_of(const worker *w, int k) {
  return w->s->ntime ? row_time(w->s, w->row[k]) : w->s->t_end;
}

// when its programs are asked next: t0 + k dt, not a sum of dt
static double next_ask(const worker *w, int k) {
  const lia_sweep *s = w->s;
  return s->nheld ? s->t0 + (double)w->times[k] * s->dt : (double)INFINITY;
}

// where the step of lane k must end at the latest
static double stop_of(const worker *w, int k) { return fmin(mark_of(w, k), next_ask(w, k)); }

static void keep_row(worker *w, int k) {
  const lia_sweep *s = w->s;
  double *out = s->x + ((size_t)w->run[k] * (size_t)(s->ntime ? s->ntime : 1)
      + (size_t)(s->ntime ? w->row[k] : 0)) * (size_t)s->n;
  for (int i = 0; i < s->n; i++) out[i] = lane(w->x, i, k);
  w->row[k]++;
}

// the next run into lane k; a lane without one goes on with what it has, unseen
static void sweep_take(worker *w, int k) {
  const lia_sweep *s = w->s;
  int r = is_stopped(s) ? s->runs : atomic_fetch_add(w->next, 1);
  w->run[k] = r < s->runs ? r : -1;
  if (w->run[k] < 0) {
    w->h[k] = 0;
    return;
  }
  row_into(w->x, k, s->x0, r, s->n);
  row_into(w->p, k, s->p, r, s->np);
  row_into(w->held, k, s->held0, r, s->nheld);
  w->times[k] = 0;
  w->t[k] = s->t0;
  w->h[k] = 0;
  w->err_old[k] = 1e-4;
  w->rejected[k] = w->row[k] = 0;
  s->steps[r] = 0;
  if (s->ntime) keep_row(w, k);
}

static void leave(worker *w, int k) {
  const lia_sweep *s = w->s;
  atomic_fetch_add(w->over, 1);
  s->t[w->run[k]] = w->t[k];
  if (!s->ntime) keep_row(w, k);
  row_from(w->held, k, s->held, w->run[k], s->nheld);
  // rows a failed run never reached
  LIA_ASSERT(w->run[k] >= 0 && w->run[k] < s->runs && (!s->ntime || w->row[k] <= s->ntime));
  double *rest = s->x + ((size_t)w->run[k] * (size_t)s->ntime + (size_t)w->row[k]) * (size_t)s->n;
  for (int i = 0; s->ntime && i < (s->ntime - w->row[k]) * s->n; i++) rest[i] = (double)NAN;
  sweep_take(w, k);
}

// ---- the step ----

// as first_step of ode.c, without its trial                                            [HNW] p. 169
static double first_h(const worker *w, int k) {
  const lia_sweep *s = w->s;
  double d0 = 0, d1 = 0, span = fabs(s->t_end - s->t0);
  if (s->opts.h > 0) return fmin(s->opts.h, span);
  for (int i = 0; i < s->n; i++) {
    double x = lane(w->x, i, k), sc = s->opts.atol + s->opts.rtol * fabs(x), a = x / sc,
        b = lane(w->k, i, k) / sc;
    d0 += a * a;
    d1 += b * b;
  }
  d0 = sqrt(d0 / s->n);
  d1 = sqrt(d1 / s->n);
  double h = d0 < 1e-5 || d1 < 1e-5 || !isfinite(d0 / d1) ? 1e-6 : 0.01 * d0 / d1;
  return fmin(h, span);
}

// y = x + h sum_j a_j k_j
static void sweep_combine(const worker *w, lia_v8d *y, const lia_v8d *h, const double *a,
    int count) {
  int n = w->s->n;
  for (int i = 0; i < n; i++) {
    lia_v8d sum = { 0 };
    for (int j = 0; j < count; j++)
      if (a[j] != 0) sum += a[j] * w->k[j * n + i];
    y[i] = w->x[i] + *h * sum;
  }
}

// mean of (h e_i / sc_i)^2 of every lane
static void estimate(const worker *w, const double *e, const lia_v8d *h, double *out) {
  const lia_sweep *s = w->s;
  lia_v8d sum = { 0 };
  for (int i = 0; i < s->n; i++) {
    lia_v8d d = { 0 }, sc;
    for (int j = 0; j < lia_butcher_rows[s->method]->stages; j++)
      if (e[j] != 0) d += e[j] * w->k[j * s->n + i];
    for (int k = 0; k < LANES; k++) {
      double a = fabs(lane(w->x, i, k)), b = fabs(lane(w->y, i, k));
      set_lane(&sc, 0, k, a > b ? a : b);
    }
    d = d * *h / (s->opts.atol + s->opts.rtol * sc);
    sum += d * d;
  }
  for (int k = 0; k < LANES; k++) out[k] = sum[k] / s->n;
}

static void errors(const worker *w, const lia_v8d *h, double *err) {
  const lia_butcher *m = lia_butcher_rows[w->s->method];
  double e5[LANES] = { 0 }, e3[LANES] = { 0 };
  if (m->estimates && !w->s->opts.fixed) {
    estimate(w, m->e[0], h, e5);
    if (m->estimates == 2) estimate(w, m->e[1], h, e3);
  }
  for (int k = 0; k < LANES; k++) {
    err[k] = e5[k];
    if (m->estimates != 2) err[k] = sqrt(e5[k]);
    else if (e5[k] > 0) err[k] = e5[k] / sqrt(e5[k] + 0.01 * e3[k]);
    for (int i = 0; i < w->s->n; i++)
      if (!isfinite(lane(w->y, i, k))) err[k] = (double)INFINITY;
    if (isnan(err[k])) err[k] = (double)INFINITY;
  }
}

// h for the next step, as control of ode.c
static double next_h(const worker *w, double h, double err, int k) {
  const lia_butcher *m = lia_butcher_rows[w->s->method];
  if (w->s->opts.fixed || !m->estimates) return h;
  double q = 1.0 / m->order, beta = m->estimates == 1 ? 0.04 : 0, factor = 6;
  int accepted = err <= 1;
  if (err > 0)
    factor = 0.9 * lia_power(err, -(q - 0.75 * beta))
        * (accepted ? lia_power(w->err_old[k], beta) : 1);
  factor = fmin(fmax(factor, 1.0 / 3), accepted && w->rejected[k] ? 1 : 6);
  return w->s->opts.h_max > 0 ? fmin(h * factor, w->s->opts.h_max) : h * factor;
}

// what was tried becomes the state of lane k; 1 where it is out of bounds
static int sweep_accept(worker *w, int k) {
  const lia_sweep *s = w->s;
  int out = 0;
  for (int i = 0; i < s->n; i++) w->one[i] = lane(w->y, i, k);
  if (s->settle) s->settle(s->user, w->one);
  for (int i = 0; i < s->n; i++) set_lane(w->x, i, k, w->one[i]);
  for (int i = 0; s->passed && i < s->n; i++)
    out |= w->one[i] < s->least[i] || w->one[i] > s->most[i];
  if (out) s->passed[w->run[k]] = 1;
  return out;
}

// lane k after a step of length h, tried with `wish`; 1 where its run is over
static int sweep_finish(worker *w, double wish, double h, double err, int k) {
  const lia_sweep *s = w->s;
  double next = next_h(w, h, err, k), stop = stop_of(w, k);
  long *steps = &s->steps[w->run[k]];
  ++*steps;
  LIA_ASSERT(!(h > 1.01 * wish * (1 + 1e-12)) && !isnan(err));
  if (err > 1) {
    w->rejected[k] = 1;
    w->h[k] = next;
    return next < 16 * DBL_EPSILON * fmax(fabs(w->t[k]), DBL_MIN) || *steps >= s->opts.max_steps ||
        s->opts.fixed;
  }
  // a step cut short says nothing against the one that was wished
  w->h[k] = h < wish && next < wish ? wish : next;
  w->rejected[k] = 0;
  w->err_old[k] = fmax(err, 1e-4);
  w->t[k] = w->t[k] + h >= stop || stop - (w->t[k] + h) < 1e-14 * fabs(stop) ? stop : w->t[k] + h;
  if (sweep_accept(w, k)) return 1;
  if (w->t[k] != mark_of(w, k)) return *steps >= s->opts.max_steps;
  if (!s->ntime) return 1;
  keep_row(w, k);
  return w->row[k] == s->ntime;
}

// ---- programs beside the runs ----

// what was asked becomes what is held of lane k; where a number is none the run is over before that
static void hold_lane(worker *w, int k) {
  const int n = w->s->nheld;
  int finite = 1;
  for (int i = 0; i < n; i++) finite &= isfinite(lane(w->asked, i, k)) != 0;
  for (int i = 0; finite && i < n; i++) set_lane(w->held, i, k, lane(w->asked, i, k));
  w->times[k]++;
  if (!finite) leave(w, k);
}

// the lanes whose time it is; a lane that takes another run there is asked at its own first time
static void ask_programs(worker *w) {
  const lia_sweep *s = w->s;
  int due = 1;
  while (s->nheld && due) {
    char is_due[LANES];
    due = 0;
    for (int k = 0; k < LANES; k++) {
      is_due[k] = w->run[k] >= 0 && w->t[k] >= next_ask(w, k);
      due |= is_due[k];
    }
    if (!due) return;
    s->ask(s->user, (const double *)&w->t, (const double *)w->x, (const double *)w->p,
        (double *)w->asked, w->w);
    for (int k = 0; k < LANES; k++)
      if (is_due[k]) hold_lane(w, k);
  }
}

static void step(worker *w) {
  const lia_sweep *s = w->s;
  const lia_butcher *m = lia_butcher_rows[s->method];
  double wish[LANES], err[LANES];
  lia_v8d h = { 0 };
  f(w, &w->t, w->x, w->k);
  for (int k = 0; k < LANES; k++) {
    if (w->run[k] < 0) continue;
    if (w->h[k] == 0) w->h[k] = first_h(w, k);
    double left = stop_of(w, k) - w->t[k], nearly = s->opts.fixed ? 1 + 1e-9 : 1.01;
    wish[k] = w->h[k];
    h[k] = left <= nearly * wish[k] ? left : wish[k];
  }
  for (int j = 1; j < m->stages; j++) {
    sweep_combine(w, w->y, &h, m->a + j * m->width, j);
    w->t_stage = w->t + m->c[j] * h;
    f(w, &w->t_stage, w->y, w->k + j * s->n);
  }
  sweep_combine(w, w->y, &h, m->b, m->stages);
  errors(w, &h, err);
  for (int k = 0; k < LANES; k++)
    if (w->run[k] >= 0 && sweep_finish(w, wish[k], h[k], err[k], k)) leave(w, k);
}

static void *work(void *arg) {
  worker *w = arg;
  int busy = 1, count = 0;
  for (int k = 0; k < LANES; k++) sweep_take(w, k);
  while (busy) {
    busy = 0;
    for (int k = 0; k < LANES; k++) busy |= w->run[k] >= 0;
    if (is_stopped(w->s)) break;
    if (busy) ask_programs(w);
    if (busy) step(w);
    if (w->first && w->s->pulse && ++count % 64 == 0) w->s->pulse(w->s->user, atomic_load(w->over));
  }
  return NULL;
}

// ---- threads ----

int lia_sweep_by(int method) { return method >= 0 && method < LIA_BUTCHER_COUNT; }

static lia_status sweep_check(const lia_sweep *s, lia_error *err) {
  LIA_TRY(lia_ode_check(&s->opts, err));
  if (!lia_sweep_by(s->method))
    return LIA_FAIL(err, LIA_EARG, "method",
        "sweeps run by explicit Runge-Kutta methods, as dop853");
  int fixed = s->opts.fixed || !lia_butcher_rows[s->method]->estimates;
  if (fixed && !(s->opts.h > 0))
    return LIA_FAIL(err, LIA_EARG, "h", "fixed steps need a step h > 0");
  if (s->nheld && !(s->dt > 0))
    return LIA_FAIL(err, LIA_EARG, "dt", "programs are asked every dt > 0");
  if (!(s->t_end > s->t0) || !isfinite(s->t_end))
    return LIA_FAIL(err, LIA_EARG, "t", "a sweep runs forwards for a time greater than 0");
  return LIA_OK;
}

static int thread_count(const lia_sweep *s) {
  long n = s->threads > 0 ? s->threads : sysconf(_SC_NPROCESSORS_ONLN);
  long groups = (s->runs + LANES - 1) / LANES;
  if (n > MOST_THREADS) n = MOST_THREADS;
  if (n > groups) n = groups;
  return n < 1 ? 1 : (int)n;
}

lia_status lia_sweep_run(const lia_sweep *given, lia_error *err) {
  lia_sweep copy = *given, *s = &copy;
  LIA_TRY(sweep_check(s, err));
  if (!lia_butcher_rows[s->method]->estimates) s->opts.fixed = 1;
  int n = thread_count(s), started = 1;
  worker measure;
  atomic_int next = 0, over = 0;
  pthread_t thread[MOST_THREADS];
  worker *w[MOST_THREADS];
  lia_layout l = { 0 };
  LIA_TAKE(&l, worker, n);
  for (int k = 0; k < n; k++) layout(&l, &measure, s);
  char *block = lia_block(l.used);
  if (!block) return LIA_FAIL(err, LIA_ENOMEM, "sweep", "out of memory");
  l = (lia_layout){ .base = block };
  worker *all = LIA_TAKE(&l, worker, n);
  for (int r = 0; r < s->runs; r++) {
    s->t[r] = s->t0;
    s->steps[r] = 0;
  }
  for (size_t i = 0; i < (size_t)s->runs * (size_t)s->nheld; i++) s->held[i] = s->held0[i];
  for (int k = 0; k < n; k++) {
    w[k] = &all[k];
    layout(&l, w[k], s);
    w[k]->s = s;
    w[k]->next = &next;
    w[k]->over = &over;
    w[k]->first = k == 0;
  }
  LIA_ASSERT(n >= 1 && n <= MOST_THREADS);
  // a thread that cannot be had leaves its part to the others
  for (int k = 1; k < n; k++)
    if (pthread_create(&thread[started], NULL, work, w[k]) == 0) started++;
  work(w[0]);
  for (int k = 1; k < started; k++) pthread_join(thread[k], NULL);
  lia_free(block);
  return is_stopped(s) ? LIA_FAIL(err, LIA_EINTERRUPT, "sweep", "interrupted") : LIA_OK;
}
