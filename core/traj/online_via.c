/* online_via.c - motions through way points: states there guessed, improved, planned */
#include "traj/online_via.h"

#include "base/assert.h"
#include "base/mem.h"

#include <math.h>
#include <string.h>

enum { ROUNDS = 80 };

// points 0 .. m + 1, of them 1 .. m between; state: (m + 2) x n; T and cost of stretch k to k + 1
typedef struct through {
  int n, m;
  const lia_online_limits *lim;
  lia_online_state *state;
  lia_online_axis *axis;
  lia_online_profile *profile;
  double *time;                          /* (m + 2) x n: when an axis alone passes a point */
  double *cost, *step;                   /* m + 1; 2 m n: steps of v and a */
} through;

static lia_online_state *at(const through *w, int point, int i) {
  return w->state + (size_t)point * (size_t)w->n + i;
}

static double position(const through *w, int point, int i) { return at(w, point, i)->p; }

// ---- a first guess ----

// which way an axis goes from a point to the next: 1, -1, or 0
static int heading(const through *w, int point, int i) {
  const double d = position(w, point + 1, i) - position(w, point, i);
  return (d > 0) - (d < 0);
}

// when the profile of an axis is at a position between its ends
static double time_at(const lia_online_profile *x, double p, int sign) {
  double lo = 0, hi = x->T;
  lia_online_state s;
  for (int k = 0; k < 60; k++) {
    const double middle = lo + (hi - lo) / 2;
    lia_online_at(x, middle, &s);
    if (sign * (s.p - p) < 0) lo = middle;
    else hi = middle;
  }
  return hi;
}

// points first .. last, which axis i passes without turning: it goes through them alone, as fast as
// it can
static void pass_alone(through *w, int first, int last, int i) {
  lia_online_profile p;
  const int sign = heading(w, first, i);
  double *time = w->time + i;
  if (lia_online_ready(w->axis, &w->lim[i], at(w, first, i), at(w, last, i), LIA_ONLINE_POSITION, i,
                       NULL) != LIA_OK)
    return;
  lia_online_profile_of(w->axis, w->axis->alone, &p);
  for (int k = first + 1; k < last; k++) {
    const double t = time_at(&p, position(w, k, i), sign);
    lia_online_state s;
    lia_online_at(&p, t, &s);
    at(w, k, i)->v = s.v;
    at(w, k, i)->a = s.a;
    time[k * w->n] = time[first * w->n] + t;
  }
  time[last * w->n] = time[first * w->n] + p.T;
}

static void guess_axis(through *w, int i) {
  for (int first = 0; first <= w->m;) {
    int last = first + 1;
    while (last <= w->m && heading(w, last, i) == heading(w, first, i) && heading(w, first, i) != 0)
      last++;
    pass_alone(w, first, last, i);
    first = last;
  }
}

// the time axis i takes alone from a point to the next, and that of the slowest
static double alone_for(const through *w, int k, int i) {
  return w->time[(k + 1) * w->n + i] - w->time[k * w->n + i];
}

static double share(const through *w, int k, int i) {
  double most = 0;
  for (int c = 0; c < w->n; c++) most = fmax(most, alone_for(w, k, c));
  return most > 0 ? alone_for(w, k, i) / most : 1;
}

// seen slower by r: v r, a r^2
static void slow_down(through *w) {
  for (int k = 1; k <= w->m; k++)
    for (int i = 0; i < w->n; i++) {
      const double r = fmin(share(w, k - 1, i), share(w, k, i));
      at(w, k, i)->v *= r;
      at(w, k, i)->a *= r * r;
    }
}

// ---- improved ----

// duration of a stretch, and a little of what each axis needs alone, so that an axis that is not
// the slowest makes room too; INFINITY where its states cannot be
static double cost_of(through *w, int k) {
  double sum = 0, T = 0, before;
  for (int i = 0; i < w->n; i++) {
    lia_online_axis *x = &w->axis[i];
    if (lia_online_ready(x, &w->lim[i], at(w, k, i), at(w, k + 1, i), LIA_ONLINE_POSITION, i,
                         NULL) != LIA_OK || (k > 0 && x->nbrake))
      return INFINITY;
    sum += x->alone;
  }
  do {
    before = T;
    for (int i = 0; i < w->n; i++) T = fmax(T, lia_online_next(&w->axis[i], T));
  } while (T > before);
  return T + 0.01 * sum / w->n;
}

// the states at point k as they are now: kept where both stretches together cost less than before
static int costs_less(through *w, int k, double before) {
  const double in = cost_of(w, k - 1), out = cost_of(w, k);
  if (!(in + out < before * (1 - 1e-12))) return 0;
  w->cost[k - 1] = in;
  w->cost[k] = out;
  return 1;
}

// x, a part of the state at point k, moved by d: kept where both stretches together cost less
static int try_move(through *w, int k, double *x, double d) {
  const double was = *x, before = w->cost[k - 1] + w->cost[k];
  *x = was + d;
  if (costs_less(w, k, before)) return 1;
  *x = was;
  return 0;
}

// sign: what x must keep, or 0
static void improve(through *w, int k, double *x, double *step, int sign) {
  const int up = sign == 0 || sign * (*x + *step) > 0, down = sign == 0 || sign * (*x - *step) > 0;
  const int better = (up && try_move(w, k, x, *step)) || (down && try_move(w, k, x, -*step));
  *step *= better ? 1.5 : 0.5;
}

// an axis that goes on through a point as it came does not turn there
static int goes_on(const through *w, int k, int i) {
  return heading(w, k - 1, i) == heading(w, k, i) ? heading(w, k, i) : 0;
}

// all axes at a point faster or slower by a factor: v f, a f^2
static void improve_pace(through *w, int k, double by) {
  const size_t n = (size_t)w->n;
  lia_online_state *s = at(w, k, 0), *was = at(w, w->m + 2, 0);
  const double before = w->cost[k - 1] + w->cost[k];
  memcpy(was, s, n * sizeof *s);
  for (int i = 0; i < w->n; i++) {
    s[i].v *= by;
    s[i].a *= by * by;
  }
  if (!costs_less(w, k, before)) memcpy(s, was, n * sizeof *s);
}

static void improve_all(through *w) {
  for (int round = 0; round < ROUNDS; round++) {
    const double by = 1 + 0.3 / (1 + round / 4);
    for (int k = 1; k <= w->m; k++) {
      improve_pace(w, k, by);
      improve_pace(w, k, 1 / by);
      for (int i = 0; i < w->n; i++) {
        double *step = w->step + 2 * ((size_t)(k - 1) * (size_t)w->n + (size_t)i);
        improve(w, k, &at(w, k, i)->v, &step[0], goes_on(w, k, i));
        if (isfinite(w->lim[i].j)) improve(w, k, &at(w, k, i)->a, &step[1], 0);
      }
    }
  }
}

// all axes at a point slower by half, without acceleration
static void halve_pace(through *w, int k, int stop) {
  for (int i = 0; i < w->n; i++) {
    at(w, k, i)->v *= stop ? 0 : 0.5;
    at(w, k, i)->a = 0;
  }
  w->cost[k - 1] = cost_of(w, k - 1);
  w->cost[k] = cost_of(w, k);
}

// where a guess cannot be, it is slowed down until it can: from that every search can go on. To
// stand still at a point is always possible
static void make_possible(through *w) {
  for (int k = 0; k <= w->m; k++) w->cost[k] = cost_of(w, k);
  for (int round = 0; round < 12; round++)
    for (int k = 1; k <= w->m; k++)
      if (!isfinite(w->cost[k - 1] + w->cost[k])) halve_pace(w, k, round > 9);
}

static void first_steps(through *w) {
  for (int k = 0; k < w->m * w->n; k++) {
    const lia_online_limits *l = &w->lim[k % w->n];
    const double v = fmax(fabs(at(w, 1 + k / w->n, k % w->n)->v), 1e-3);
    w->step[2 * k] = 0.2 * fmin(v, l->v_max);
    w->step[2 * k + 1] = 0.1 * (isfinite(l->a_max) ? l->a_max : sqrt(l->j * v));
  }
}

static double whole_cost(const through *w) {
  double sum = 0;
  for (int k = 0; k <= w->m; k++) sum += w->cost[k];
  return sum;
}

static void stand_at_all(through *w) {
  for (int k = 1; k <= w->m; k++)
    for (int i = 0; i < w->n; i++) at(w, k, i)->v = at(w, k, i)->a = 0;
  make_possible(w);
}

// A search that ended above what standing still at every point costs begins again from there: it
// is never slower than that
static void improve_from_stops(through *w) {
  const size_t size = (size_t)w->m * (size_t)w->n * sizeof *w->state;
  lia_online_state *found = at(w, w->m + 3, 0), *here = at(w, 1, 0);
  const double cost = whole_cost(w);
  memcpy(found, here, size);
  stand_at_all(w);
  const int slower = whole_cost(w) < cost;
  if (slower) {
    first_steps(w);
    improve_all(w);
    return;
  }
  memcpy(here, found, size);
  for (int k = 0; k <= w->m; k++) w->cost[k] = cost_of(w, k);
}

// ---- planned ----

// every stretch with the options; at_least of a stretch: its part of the whole, T before and after
static lia_status plan_all(through *w, const lia_online_options *opts, double part,
                           lia_pieces **piece, double *T, lia_online_info *info, lia_error *err) {
  info->T = 0;
  info->straight = 1;
  for (int k = 0; k <= w->m; k++) {
    lia_online_options o = *opts;
    lia_online_info of;
    o.at_least = T[k] * part;
    LIA_TRY(lia_online_plan(w->n, w->lim, at(w, k, 0), at(w, k + 1, 0), &o, w->axis, w->profile,
                            &of, err));
    T[k] = of.T;
    info->T += of.T;
    info->straight = info->straight && of.straight;
    info->slowest = of.slowest;
    lia_pieces_free(piece[k]);
    piece[k] = NULL;
    if (of.T > 0) LIA_TRY(lia_online_pieces(&piece[k], w->profile, w->n, of.T, err));
  }
  return LIA_OK;
}

// stretches that take no time are left out
static lia_status join(const through *w, lia_pieces **piece, lia_pieces **out, lia_error *err) {
  int count = 0;
  for (int k = 0; k <= w->m; k++) {
    lia_pieces *one = piece[k];
    piece[k] = NULL;
    if (one) piece[count++] = one;
  }
  if (count) return lia_pieces_join(out, (const lia_pieces *const *)piece, count, err);
  return lia_online_pieces(out, w->profile, w->n, 1e-3, err);
}

static lia_status run(through *w, const lia_online_options *opts, lia_pieces **piece, double *T,
                      lia_pieces **out, lia_online_info *info, lia_error *err) {
  for (int i = 0; i < w->n; i++) guess_axis(w, i);
  slow_down(w);
  make_possible(w);
  first_steps(w);
  improve_all(w);
  if (w->m > 0) improve_from_stops(w);
  LIA_TRY(plan_all(w, opts, 0, piece, T, info, err));
  if (opts->at_least > info->T && info->T > 0)
    LIA_TRY(plan_all(w, opts, opts->at_least / info->T, piece, T, info, err));
  return join(w, piece, out, err);
}

static lia_status check(int n, const lia_online_limits *lim, const lia_online_state *from,
                        const lia_online_state *to, const double *point, int m,
                        const lia_online_options *opts, lia_error *err) {
  lia_online_axis x;
  if (n < 1 || m < 0)
    return LIA_FAIL(err, LIA_EDIM, "online", "needs 1 axis or more, got %d with %d points", n, m);
  if (opts->mode != LIA_ONLINE_POSITION)
    return LIA_FAIL(err, LIA_EARG, "mode", "points are positions: they need mode \"position\"");
  for (int i = 0; i < n; i++)
    LIA_TRY(lia_online_ready(&x, &lim[i], &from[i], &to[i], opts->mode, i, err));
  for (int k = 0; k < m * n; k++)
    if (!isfinite(point[k]))
      return LIA_FAIL(err, LIA_EARG, "via", "point %d: its position %d is not finite (%g)",
                      k / n + 1, k % n + 1, point[k]);
  return LIA_OK;
}

static void tell(const through *w, const double *T, lia_online_way *way) {
  if (way->T) memcpy(way->T, T, (size_t)(w->m + 1) * sizeof *T);
  for (int k = 0; k < w->m * w->n; k++) {
    if (way->v) way->v[k] = at(w, 1, 0)[k].v;
    if (way->a) way->a[k] = at(w, 1, 0)[k].a;
  }
}

// one block of numbers and one of the rest
static lia_status take_memory(through *w, double **numbers, lia_pieces ***piece, lia_error *err) {
  const size_t n = (size_t)w->n, m = (size_t)w->m, points = m + 2;
  *numbers = lia_calloc(points * n + 2 * (m + 1) + 2 * m * n, sizeof **numbers);
  *piece = lia_calloc(m + 1, sizeof **piece);
  w->state = lia_calloc((2 * points + 1) * n, sizeof *w->state);
  w->axis = lia_calloc(n, sizeof *w->axis);
  w->profile = lia_calloc(n, sizeof *w->profile);
  if (!*numbers || !*piece || !w->state || !w->axis || !w->profile)
    return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  w->time = *numbers;
  w->cost = w->time + points * n;
  w->step = w->cost + 2 * (m + 1);
  return LIA_OK;
}

static void give_memory(through *w, double *numbers, lia_pieces **piece) {
  for (int k = 0; piece && k <= w->m; k++) lia_pieces_free(piece[k]);
  lia_free(piece);
  lia_free(numbers);
  lia_free(w->state);
  lia_free(w->axis);
  lia_free(w->profile);
}

static void put_states(through *w, const lia_online_state *from, const lia_online_state *to,
                       const double *point) {
  const size_t n = (size_t)w->n;
  memcpy(at(w, 0, 0), from, n * sizeof *from);
  memcpy(at(w, w->m + 1, 0), to, n * sizeof *to);
  for (int k = 0; k < w->m * w->n; k++) at(w, 1, 0)[k].p = point[k];
}

lia_status lia_online_through(lia_pieces **out, int n, const lia_online_limits *lim,
    const lia_online_state *from, const lia_online_state *to, const double *point, int m,
    const lia_online_options *opts, lia_online_way *way, lia_online_info *info, lia_error *err) {
  *out = NULL;
  LIA_TRY(check(n, lim, from, to, point, m, opts, err));
  through w = { .n = n, .m = m, .lim = lim };
  double *numbers = NULL;
  lia_pieces **piece = NULL;
  lia_status st = take_memory(&w, &numbers, &piece, err);
  if (st == LIA_OK) {
    double *T = w.cost + m + 1;
    put_states(&w, from, to, point);
    st = run(&w, opts, piece, T, out, info, err);
    if (st == LIA_OK && way) tell(&w, T, way);
  }
  give_memory(&w, numbers, piece);
  return st;
}
