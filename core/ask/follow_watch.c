/* follow_watch.c - what a branch meets on its way, and why it ends */
#include "ask/follow_inside.h"

#include "base/mem.h"
#include "num/vec.h"

#include <math.h>
#include <string.h>

lia_status lia_follow_tell(lia_follow_result *r, const lia_follow_event *e, lia_error *err) {
  if (r->nevent == r->event_room) {
    const int room = r->event_room ? 2 * r->event_room : 8;
    lia_follow_event *more = lia_realloc(r->event, (size_t)room * sizeof *more);
    if (!more) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory to follow a path");
    r->event = more;
    r->event_room = room;
  }
  r->event[r->nevent++] = *e;
  return LIA_OK;
}

void lia_follow_clear(lia_follow_result *r) {
  lia_pieces_free(r->q);
  lia_free(r->event);
  for (int i = 0; i < r->nbranch; i++) lia_free(r->branch[i].start);
  lia_free(r->branch);
  memset(r, 0, sizeof *r);
}

void lia_follow_free(lia_follow_result *r) {
  if (!r) return;
  lia_follow_clear(r);
  lia_free(r);
}

// ---- limits ----

// whole turns of a joint that bring all of its curve inside, the fewest
static void turn_inside(const lia_follow *f, int k, lia_follow_result *r) {
  const double P = f->period[k];
  if (!(P > 0) || !f->moves[k]) return;
  const lia_extremes e = lia_pieces_extremes(r->q, k, 0);
  if (e.least >= f->lower[k] && e.most <= f->upper[k]) return;
  const double least = ceil((f->lower[k] - e.least) / P - 1e-12),
               most = floor((f->upper[k] - e.most) / P + 1e-12);
  if (!(least <= most)) return;
  double turns = least > 0 ? least : 0;
  if (most < 0) turns = most;
  for (int i = 0; i < r->q->m; i++) lia_pieces_coef(r->q, i, k)[0] += turns * P;
}

// between two places where it crosses the limit: is it outside there, and how far
static lia_status limit_stretch(const lia_follow *f, int k, double bound, double a, double b,
                                lia_follow_result *r, lia_error *err) {
  double *q = f->t1;
  const int upper = bound == f->upper[k];
  double worst = bound;
  for (int i = 0; i <= 32; i++) {
    const double s = a + (b - a) * i / 32;
    lia_pieces_at(r->q, s, 0, q);
    if (upper ? q[k] <= worst : q[k] >= worst) continue;
    worst = q[k];
  }
  const lia_extremes e = lia_pieces_extremes(r->q, k, 0);
  if (upper && e.t_most >= a && e.t_most <= b) worst = e.most;
  if (!upper && e.t_least >= a && e.t_least <= b) worst = e.least;
  if (fabs(worst - bound) <= 1e-9 * (1 + fabs(bound))) return LIA_OK;
  const lia_follow_event event = { .kind = LIA_FOLLOW_EVENT_limit, .s = a, .from = a, .to = b,
                                   .joint = k, .value = worst, .bound = bound };
  r->inside = 0;
  return lia_follow_tell(r, &event, err);
}

static lia_status limit_of(const lia_follow *f, int k, double bound, lia_follow_result *r,
                           lia_error *err) {
  enum { ROOM = 64 };
  double t[ROOM + 2];
  const lia_extremes e = lia_pieces_extremes(r->q, k, 0);
  const double slack = 1e-9 * (1 + fabs(bound));
  if (bound == f->upper[k] && e.most <= bound + slack) return LIA_OK;
  if (bound == f->lower[k] && e.least >= bound - slack) return LIA_OK;
  int n = lia_pieces_crossings(r->q, k, bound, t + 1, ROOM);
  if (n > ROOM) n = ROOM;
  t[0] = r->q->knot[0];
  t[n + 1] = r->q->knot[r->q->m];
  for (int i = 0; i <= n; i++)
    if (t[i + 1] > t[i]) LIA_TRY(limit_stretch(f, k, bound, t[i], t[i + 1], r, err));
  return LIA_OK;
}

// ---- singular places ----

typedef struct place { double s, part; int sign; } place;

static lia_status look(lia_follow *f, const lia_follow_result *r, double s, place *p,
                       lia_error *err) {
  lia_tool_state x;
  lia_tool_path_at(f->ask->path, s, &x);
  lia_pieces_at(r->q, s, 0, f->t5);
  p->s = s;
  return lia_follow_values(f, &x, f->t5, &p->part, &p->sign, err);
}

// the sign changes between a and b: where, by halves
static lia_status sign_change(lia_follow *f, const lia_follow_result *r, place a, place b,
                              place *at, lia_error *err) {
  for (int i = 0; i < 60 && b.s - a.s > 1e-14 * f->whole; i++) {
    LIA_TRY(look(f, r, (a.s + b.s) / 2, at, err));
    if (at->sign == a.sign) a = *at;
    else b = *at;
  }
  *at = a.part < b.part ? a : b;
  return LIA_OK;
}

// the least part between a and b, by the golden section
static lia_status least_between(lia_follow *f, const lia_follow_result *r, double a, double b,
                                place *at, lia_error *err) {
  const double g = 0.61803398874989485;
  place x, y;
  LIA_TRY(look(f, r, b - g * (b - a), &x, err));
  LIA_TRY(look(f, r, a + g * (b - a), &y, err));
  for (int i = 0; i < 60 && b - a > 1e-10 * f->whole; i++) {
    if (x.part < y.part) {
      b = y.s;
      y = x;
      LIA_TRY(look(f, r, b - g * (b - a), &x, err));
    } else {
      a = x.s;
      x = y;
      LIA_TRY(look(f, r, a + g * (b - a), &y, err));
    }
  }
  *at = x.part < y.part ? x : y;
  return LIA_OK;
}

// where the part goes through the threshold between a (below) and b (above)
static lia_status threshold(lia_follow *f, const lia_follow_result *r, double a, double b,
                            double *s, lia_error *err) {
  for (int i = 0; i < 50; i++) {
    place p;
    LIA_TRY(look(f, r, (a + b) / 2, &p, err));
    if (p.part < f->ask->opts.singular) a = p.s;
    else b = p.s;
  }
  *s = (a + b) / 2;
  return LIA_OK;
}

static lia_follow_event *last_singular(const lia_follow_result *r) {
  lia_follow_event *e = r->nevent ? &r->event[r->nevent - 1] : NULL;
  return e && e->kind == LIA_FOLLOW_EVENT_singular ? e : NULL;
}

// in a stretch that is told already: its least place, or where the sign changes. 0: it is not
static int join_told(const lia_follow_result *r, place at, int sign) {
  lia_follow_event *e = last_singular(r);
  if (!e || at.s < e->from || at.s > e->to || (sign && e->sign)) return 0;
  if (e->sign || (!sign && at.part >= e->value)) return 1;
  e->s = at.s;
  e->value = at.part;
  e->sign = sign;
  return 1;
}

// about the place `at`, which is below the threshold, or where the determinant changes its sign:
// how far it reaches, as the places say
static lia_status singular_event(lia_follow *f, lia_follow_result *r, const place *p, int n, int i,
                                 place at, int sign, lia_error *err) {
  if (join_told(r, at, sign)) return LIA_OK;
  const double most = f->ask->opts.singular;
  lia_follow_event e = { .kind = LIA_FOLLOW_EVENT_singular, .s = at.s, .from = at.s, .to = at.s,
                         .joint = -1, .value = at.part, .sign = sign };
  int a = i, b = i + 1;
  if (at.part < most) {
    while (a > 0 && (p[a].part < most || p[a].s > at.s)) a--;
    while (b < n - 1 && (p[b].part < most || p[b].s < at.s)) b++;
    e.from = p[a].s;
    e.to = p[b].s;
    if (p[a].part >= most) LIA_TRY(threshold(f, r, at.s, p[a].s, &e.from, err));
    if (p[b].part >= most) LIA_TRY(threshold(f, r, at.s, p[b].s, &e.to, err));
  }
  if (at.part < r->least) {
    r->least = at.part;
    r->s_least = at.s;
  }
  return lia_follow_tell(r, &e, err);
}

static lia_status singular_places(lia_follow *f, lia_follow_result *r, const place *p, int n,
                                  lia_error *err) {
  const double most = f->ask->opts.singular;
  for (int i = 0; i + 1 < n; i++) {
    place at;
    if (p[i].sign && p[i + 1].sign && p[i].sign != p[i + 1].sign) {
      LIA_TRY(sign_change(f, r, p[i], p[i + 1], &at, err));
      LIA_TRY(singular_event(f, r, p, n, i, at, 1, err));
      continue;
    }
    // a least one at i: not beside a change of the sign, which is one already
    const int left = i == 0 || p[i].part <= p[i - 1].part, right = p[i].part <= p[i + 1].part;
    if (!left || !right || p[i].part > 4 * most) continue;
    const double a = i ? p[i - 1].s : p[0].s;
    if (join_told(r, p[i], 0)) continue;
    const int flips = i && p[i - 1].sign && p[i].sign && p[i - 1].sign != p[i].sign;
    if (flips) continue;
    LIA_TRY(least_between(f, r, a, p[i + 1].s, &at, err));
    if (p[i].part < at.part) at = p[i];
    if (at.part < most) LIA_TRY(singular_event(f, r, p, n, i, at, 0, err));
  }
  return LIA_OK;
}

enum { EACH = 4 };   /* places looked at on each piece of the curve */

static lia_status scan(lia_follow *f, lia_follow_result *r, lia_error *err) {
  const int n = EACH * r->q->m + 1;
  place *p = lia_calloc((size_t)n, sizeof *p);
  if (!p) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory to follow a path");
  lia_status st = LIA_OK;
  for (int i = 0; st == LIA_OK && i < n; i++) {
    const int k = i / EACH < r->q->m ? i / EACH : r->q->m - 1;
    const double h = r->q->knot[k + 1] - r->q->knot[k];
    st = look(f, r, r->q->knot[k] + h * (i - EACH * k) / EACH, &p[i], err);
    if (st == LIA_OK && p[i].part < r->least) {
      r->least = p[i].part;
      r->s_least = p[i].s;
    }
  }
  if (st == LIA_OK) st = singular_places(f, r, p, n, err);
  lia_free(p);
  return st;
}

// the integral of |q'|^2, or of the criterion, by Simpson on every piece
static lia_status whole_cost(lia_follow *f, lia_follow_result *r, lia_error *err) {
  static const double weight[] = { 1, 4, 2, 4, 1 };
  const int speeds = !f->redundant || f->ask->criterion == LIA_FOLLOW_least
                     || f->ask->criterion == LIA_FOLLOW_gradient;
  double *x = lia_malloc(2 * (size_t)f->n * sizeof *x);
  if (!x) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory to follow a path");
  lia_status st = LIA_OK;
  r->cost = 0;
  for (int i = 0; i < r->q->m; i++) {
    const double h = r->q->knot[i + 1] - r->q->knot[i];
    for (int k = 0; st == LIA_OK && k < 5; k++) {
      const double s = r->q->knot[i] + h * k / 4;
      double cost;
      lia_tool_state at;
      lia_pieces_of(r->q, i, s, 1, x);
      lia_tool_path_at(f->ask->path, s, &at);
      if (speeds) cost = lia_vec_dot(x + f->n, x + f->n, f->n);
      else st = lia_follow_cost(f, &at, x, &cost, err);
      if (st == LIA_OK) r->cost += weight[k] * cost * h / 12;
    }
  }
  lia_free(x);
  return st;
}

lia_status lia_follow_watch(lia_follow *f, int turns_free, lia_follow_result *r, lia_error *err) {
  r->inside = 1;
  if (!r->q) return LIA_OK;
  for (int k = 0; k < f->n; k++) {
    if (turns_free) turn_inside(f, k, r);
    if (!f->moves[k]) continue;
    if (isfinite(f->lower[k])) LIA_TRY(limit_of(f, k, f->lower[k], r, err));
    if (isfinite(f->upper[k])) LIA_TRY(limit_of(f, k, f->upper[k], r, err));
  }
  LIA_TRY(scan(f, r, err));
  return whole_cost(f, r, err);
}

// ---- why it ends ----

// the nearest that the tool comes at s, from q and from random configurations, so many starts;
// found (n): the configuration
static lia_status nearest_reach(lia_follow *f, double s, const double *q, int starts,
                                double *found, double *distance, double *angle, lia_error *err) {
  lia_tool_state x;
  lia_rng r = lia_rng_seed((uint64_t)f->ask->opts.seed);
  double d, a, best = HUGE_VAL;
  lia_tool_path_at(f->ask->path, s, &x);
  for (int k = 0; k < starts; k++) {
    lia_vec_copy(f->t5, q, f->n);
    if (k) lia_model_random(f->ask->m, &r, f->t5);
    LIA_TRY(lia_follow_reach(f, &x, f->t5, &d, &a, err));
    const double left = d / f->size + a;
    if (left >= best) continue;
    best = left;
    *distance = d;
    *angle = a;
    lia_vec_copy(found, f->t5, f->n);
    if (best < 1e-9) break;
  }
  return LIA_OK;
}

static lia_status tell_jump(lia_follow *f, const double *q, const double *found,
                            lia_follow_result *r, lia_error *err) {
  lia_follow_event e = { .kind = LIA_FOLLOW_EVENT_jump, .s = r->reached, .from = r->reached,
                         .to = r->reached, .joint = -1 };
  for (int k = 0; k < f->n; k++) {
    double d = found[k] - q[k];
    if (f->period[k] > 0) d = remainder(d, f->period[k]);
    if (fabs(d) <= fabs(e.value)) continue;
    e.value = d;
    e.joint = k;
  }
  return lia_follow_tell(r, &e, err);
}

// Out of reach just ahead: how far, until where. Else another branch goes on there
lia_status lia_follow_end(lia_follow *f, const double *q, lia_follow_result *r, lia_error *err) {
  const double s0 = r->reached;
  double *found = lia_malloc((size_t)f->n * sizeof *found), distance = 0, angle = 0;
  if (!found) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory to follow a path");
  const double ahead = s0 + 1e-3 * (f->whole - s0);
  lia_status st = nearest_reach(f, ahead, q, 16, found, &distance, &angle, err);
  const lia_follow_event e = { .kind = LIA_FOLLOW_EVENT_border, .s = s0, .from = s0,
                               .to = f->whole, .joint = -1, .value = distance, .bound = angle };
  const int out = distance / f->size + angle > 1e-8;
  if (st == LIA_OK) st = out ? lia_follow_tell(r, &e, err) : tell_jump(f, q, found, r, err);
  lia_free(found);
  return st;
}

static lia_follow_event *border_of(const lia_follow_result *r) {
  for (int i = 0; i < r->nevent; i++)
    if (r->event[i].kind == LIA_FOLLOW_EVENT_border) return &r->event[i];
  return NULL;
}

typedef struct short_of { double s, distance, angle; } short_of;

static lia_status look_short(lia_follow *f, double s, int starts, double *near, short_of *at,
                             lia_error *err) {
  at->s = s;
  LIA_TRY(nearest_reach(f, s, near, starts, near + f->n, &at->distance, &at->angle, err));
  lia_vec_copy(near, near + f->n, f->n);
  return LIA_OK;
}

static double weighed(const lia_follow *f, const short_of *x) {
  return x->distance / f->size + x->angle;
}

// between two places beside the farthest, by the golden section
static lia_status farthest_between(lia_follow *f, double a, double b, double *near, short_of *most,
                                   lia_error *err) {
  const double g = 0.61803398874989485;
  for (int i = 0; i < 24; i++) {
    short_of x, y;
    LIA_TRY(look_short(f, b - g * (b - a), 6, near, &x, err));
    LIA_TRY(look_short(f, a + g * (b - a), 6, near, &y, err));
    const short_of *more = weighed(f, &x) > weighed(f, &y) ? &x : &y;
    if (weighed(f, more) > weighed(f, most)) *most = *more;
    if (more == &x) b = y.s;
    else a = x.s;
  }
  return LIA_OK;
}

// where it comes back: a is out of reach, b is not
static lia_status comes_back(lia_follow *f, double a, double b, double *near, double *to,
                             lia_error *err) {
  for (int i = 0; i < 30; i++) {
    short_of x;
    LIA_TRY(look_short(f, (a + b) / 2, 4, near, &x, err));
    if (weighed(f, &x) > 1e-8) a = x.s;
    else b = x.s;
  }
  *to = b;
  return LIA_OK;
}

enum { PLACES = 32 };        /* looked at between a border and the end */

static lia_status measure_border(lia_follow *f, double *near, lia_follow_event *e,
                                 lia_error *err) {
  const double each = (f->whole - e->from) / PLACES;
  short_of most = { e->from, e->value, e->bound }, x;
  for (int k = 1; k <= PLACES; k++) {
    LIA_TRY(look_short(f, e->from + each * k, 6, near, &x, err));
    if (weighed(f, &x) <= 1e-8) {
      LIA_TRY(comes_back(f, x.s - each, x.s, near, &e->to, err));
      break;
    }
    if (weighed(f, &x) > weighed(f, &most)) most = x;
  }
  if (most.s > e->from && most.s < f->whole)
    LIA_TRY(farthest_between(f, most.s - each, most.s + each, near, &most, err));
  e->value = most.distance;
  e->bound = most.angle;
  return LIA_OK;
}

lia_status lia_follow_border(lia_follow *f, const double *q, lia_follow_result *r,
                             lia_error *err) {
  lia_follow_event *e = border_of(r);
  if (!e) return LIA_OK;
  double *near = lia_malloc(2 * (size_t)f->n * sizeof *near);
  if (!near) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory to follow a path");
  lia_vec_copy(near, q, f->n);
  const lia_status st = measure_border(f, near, e, err);
  lia_free(near);
  return st;
}
