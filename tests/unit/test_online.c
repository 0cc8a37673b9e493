/* test_online.c - motions on line against closed forms, simulated bang-bang searches and motions
 * made at random */
#include "traj/online.h"

#include "base/rng.h"

#include "house.h"
#include <math.h>
#include <string.h>

typedef lia_online_state state;
typedef lia_online_limits limits;

// ---- what is asked ----

static double signed_random(lia_rng *r, double top) { return lia_rng_range(r, -top, top); }

static limits random_limits(lia_rng *r) {
  limits l;
  l.v_max = exp(lia_rng_range(r, -2, 2));
  l.v_min = -exp(lia_rng_range(r, -2, 2));
  l.a_max = exp(lia_rng_range(r, -2, 2));
  l.a_min = -exp(lia_rng_range(r, -2, 2));
  l.j = exp(lia_rng_range(r, -2, 3));
  return l;
}

static int order_of(const limits *l) {
  if (isfinite(l->j)) return 3;
  return isfinite(l->a_max) ? 2 : 1;
}

// inside, and inside for all time if the jerk is used: both for starts and targets
static state random_state(lia_rng *r, const limits *l, int any_start) {
  state s = { signed_random(r, 3), lia_rng_range(r, fmax(l->v_min, -3), fmin(l->v_max, 3)), 0 };
  const double low = fmax(l->a_min, -3), high = fmin(l->a_max, 3);
  for (int k = 0; k < 100; k++) {
    s.a = lia_rng_range(r, low, high);
    if (any_start || isinf(l->j)) break;
    const double later = s.v + s.a * fabs(s.a) / (2 * l->j),
                 before = s.v - s.a * fabs(s.a) / (2 * l->j);
    if (fmax(later, before) <= l->v_max && fmin(later, before) >= l->v_min) break;
    s.a = 0;
  }
  return s;
}

// ---- what is answered, looked at by its own phases ----

static state end_of(const lia_online_profile *p, int k) {
  const lia_online_phase *f = &p->phase[k];
  const double t = (k + 1 < p->n ? p->phase[k + 1].t : p->T) - f->t;
  return (state){ f->p + t * (f->v + t * (f->a / 2 + t * f->j / 6)),
                  f->v + t * (f->a + t * f->j / 2), f->a + t * f->j };
}

// the most by which a phase passes limits (the velocity inside it too)
static double passed(const lia_online_profile *p, const limits *l, lia_online_mode mode) {
  const int order = order_of(l);
  double most = 0;
  for (int k = p->nbrake; k < p->n; k++) {
    const lia_online_phase *f = &p->phase[k];
    const state e = end_of(p, k);
    const double next = k + 1 < p->n ? p->phase[k + 1].t : p->T;
    most = fmax(most, f->t - next);
    if (order == 3) most = fmax(most, fabs(f->j) - l->j);
    if (order > 1)
      most = fmax(most, fmax(fmax(f->a, e.a) - l->a_max, l->a_min - fmin(f->a, e.a)));
    if (mode == LIA_ONLINE_VELOCITY) continue;
    double high = fmax(f->v, e.v), low = fmin(f->v, e.v);
    if (f->a * e.a < 0) {
      const double turn = f->v - f->a * f->a / f->j / 2;
      high = fmax(high, turn);
      low = fmin(low, turn);
    }
    most = fmax(most, fmax(high - l->v_max, l->v_min - low));
  }
  return most;
}

// each phase begins where the one before ends (a may jump in second order, v too in first)
static double breaks(const lia_online_profile *p, int order) {
  double most = 0;
  for (int k = 0; k + 1 < p->n; k++) {
    const state e = end_of(p, k);
    const lia_online_phase *f = &p->phase[k + 1];
    most = fmax(most, fabs(f->p - e.p));
    if (order > 1) most = fmax(most, fabs(f->v - e.v));
    if (order > 2) most = fmax(most, fabs(f->a - e.a));
  }
  return most;
}

// rounding of a motion of duration T at such velocities
static double rounding(const lia_online_profile *p) {
  double v = 1 + fabs(p->target.v), a = 1 + fabs(p->target.a);
  for (int k = 0; k < p->n; k++) {
    v = fmax(v, fabs(p->phase[k].v));
    a = fmax(a, fabs(p->phase[k].a));
  }
  return 1e-11 + 1e-12 * p->T * (v + a) + 1e-14 * p->T * p->T * a;
}

static void check_profile(const lia_online_profile *p, const limits *l, const state *from,
                          const state *to, lia_online_mode mode, long i) {
  const int order = order_of(l);
  const double tiny = rounding(p);
  state e = *from;
  cr_assert(isfinite(p->T) && p->T >= 0, "case %ld: T = %g", i, p->T);
  cr_assert(p->n <= LIA_ONLINE_PHASES && p->nbrake <= p->n);
  if (p->n) {
    e = end_of(p, p->n - 1);
    cr_assert(p->phase[0].t == 0 && p->phase[0].p == from->p);
    if (order > 1) cr_assert(p->phase[0].v == from->v);
    if (order > 2) cr_assert(p->phase[0].a == from->a);
  }
  if (mode == LIA_ONLINE_POSITION)
    cr_assert_float_eq(e.p, to->p, tiny, "case %ld: p is off by %g, T = %g", i,
                       e.p - to->p, p->T);
  if (order > 1) cr_assert_float_eq(e.v, to->v, tiny, "case %ld: v by %g", i, e.v - to->v);
  if (order > 2) cr_assert_float_eq(e.a, to->a, tiny, "case %ld: a by %g", i, e.a - to->a);
  cr_assert(passed(p, l, mode) <= tiny, "case %ld: passes a limit by %g", i, passed(p, l, mode));
  cr_assert(breaks(p, order) <= tiny, "case %ld: breaks by %g", i, breaks(p, order));
}

static lia_online_axis ready(const limits *l, const state *from, const state *to,
                             lia_online_mode mode) {
  lia_online_axis x;
  lia_error err = { 0 };
  lia_status st = lia_online_ready(&x, l, from, to, mode, 0, &err);
  cr_assert_eq(st, LIA_OK, "%s: %s", err.path, err.text);
  return x;
}

// limits of all three orders, both modes, starts outside, targets that are the start
LIA_TEST(online, random_motions_keep_their_limits_and_arrive) {
  lia_rng r = lia_rng_seed(11);
  const long cases = lia_cases(30000);
  long held = 0, brakes = 0;
  for (long i = 0; i < cases; i++) {
    limits l = random_limits(&r);
    if (i % 7 == 0) l.j = INFINITY;
    if (i % 11 == 0) l.a_max = -(l.a_min = -INFINITY);
    if (i % 13 == 0 && order_of(&l) > 1) l.v_max = -(l.v_min = -INFINITY);
    lia_online_mode mode = LIA_ONLINE_POSITION;
    if (i % 4 == 3 && order_of(&l) > 1) mode = LIA_ONLINE_VELOCITY;
    state from = random_state(&r, &l, 1), to = random_state(&r, &l, 0);
    if (i % 3 == 0) from.v = from.a = to.v = to.a = 0;
    if (i % 5 == 0) to.v = to.a = 0;
    if (i % 17 == 0) from.v *= 2;
    if (i % 19 == 0) from.a *= 2;
    if (i % 23 == 0) to = random_state(&r, &l, 0);
    if (i % 29 == 0) from = to;
    const lia_online_axis x = ready(&l, &from, &to, mode);
    for (int k = 0; k < 4; k++) {
      const double T = lia_online_next(&x, x.alone * (1 + 0.07 * k * k * k));
      lia_online_profile p;
      cr_assert(k || T == x.alone, "case %ld: %.17g is not the shortest, %.17g", i, T, x.alone);
      cr_assert_eq(lia_online_next(&x, T), T, "case %ld: %.17g is not possible", i, T);
      lia_online_profile_of(&x, T, &p);
      check_profile(&p, &l, &from, &to, mode, i);
      held += p.n - p.nbrake <= 7;
      brakes += p.nbrake > 0;
    }
  }
  cr_assert(held > 3 * cases && held < 4 * cases && brakes > cases / 100);
}

// ---- closed forms ----

// the time to a speed under limits of acceleration and jerk, from 0 to 0 acceleration
static double ramp(double v, double a, double j) {
  return v * j > a * a ? v / a + a / j : 2 * sqrt(v / j);
}

static double s_curve(double D, double v, double a, double j) {
  double lo = 0, hi = v;
  for (int k = 0; k < 200; k++) {
    const double middle = (lo + hi) / 2;
    if (middle * ramp(middle, a, j) <= D) lo = middle;
    else hi = middle;
  }
  return D / lo + ramp(lo, a, j);
}

static double alone(const limits *l, state from, state to) {
  return ready(l, &from, &to, LIA_ONLINE_POSITION).alone;
}

LIA_TEST(online, rest_to_rest_is_the_s_curve_of_the_books) {
  const limits l = { -3, 3, -10, 10, 60 };
  const double T = 2. / 3 + 3. / 10 + 1. / 6;
  cr_assert_float_eq(alone(&l, (state){ 0 }, (state){ 2, 0, 0 }), T, 1e-14);
  cr_assert_float_eq(alone(&l, (state){ 0 }, (state){ -2, 0, 0 }), T, 1e-14);
  lia_rng r = lia_rng_seed(3);
  for (int k = 0; k < 3000; k++) {
    const double v = exp(signed_random(&r, 3)), a = exp(signed_random(&r, 3)),
                 j = exp(signed_random(&r, 3)), D = exp(signed_random(&r, 5));
    const limits s = { -2 * v, v, -a, a, j };
    const double got = alone(&s, (state){ 0, 0, 0 }, (state){ D, 0, 0 });
    cr_assert_float_eq(got / s_curve(D, v, a, j), 1, 1e-12, "D %g v %g a %g j %g", D, v, a, j);
  }
}

// second order: v_p^2 = (2 A B D + B v0^2 + A vf^2)/(A + B), T = (v_p - v0)/A + (v_p - vf)/B;
// first order: T = D/v
LIA_TEST(online, without_jerk_limits_it_is_the_trapezoid) {
  limits l = { -9, 9, -3, 2, INFINITY };
  const double v0 = 0.5, vf = -0.25, D = 4, A = 2, B = 3,
               vp = sqrt((2 * A * B * D + B * v0 * v0 + A * vf * vf) / (A + B));
  cr_assert_float_eq(alone(&l, (state){ 0, v0, 7 }, (state){ D, vf, 7 }),
                     (vp - v0) / A + (vp - vf) / B, 1e-14);
  l.v_max = 1;   // cruises: D = (1 - v0^2)/2A + tc + (1 - vf^2)/2B
  const double tc = D - (1 - v0 * v0) / (2 * A) - (1 - vf * vf) / (2 * B);
  cr_assert_float_eq(alone(&l, (state){ 0, v0, 0 }, (state){ D, vf, 0 }),
                     (1 - v0) / A + tc + (1 - vf) / B, 1e-14);
  const limits first = { -2, 4, -INFINITY, INFINITY, INFINITY };
  cr_assert_float_eq(alone(&first, (state){ 1, 0, 0 }, (state){ 7, 0, 0 }), 1.5, 1e-15);
  cr_assert_float_eq(alone(&first, (state){ 1, 0, 0 }, (state){ -7, 0, 0 }), 4, 1e-15);
}

// from rest to v in ramp(v); with af: +j to the peak, -j down to af: (2 p^2 - af^2)/2j = v
LIA_TEST(online, velocity_alone_takes_a_ramp) {
  const limits l = { -1, 1, -2, 3, 6 };
  state from = { 5, 0, 0 }, to = { 0, 4, 0 };
  lia_online_axis x = ready(&l, &from, &to, LIA_ONLINE_VELOCITY);
  cr_assert_float_eq(x.alone, ramp(4, 3, 6), 1e-14);
  to = (state){ 0, 0.5, 1 };
  x = ready(&l, &from, &to, LIA_ONLINE_VELOCITY);
  const double peak = sqrt((2 * 6 * 0.5 + 1) / 2);
  cr_assert_float_eq(x.alone, peak / 6 + (peak - 1) / 6, 1e-14);
  lia_online_profile p;
  lia_online_profile_of(&x, x.alone, &p);
  state e;
  lia_online_at(&p, x.alone, &e);
  cr_assert(e.v == 0.5 && e.a == 1);
  cr_assert_float_eq(e.p, end_of(&p, p.n - 1).p, 1e-15);
  lia_online_at(&p, x.alone + 2, &e);
  cr_assert_float_eq(e.v, 2.5, 1e-15);
}

// ---- the shortest by simulation and bisection ----

// +j from a0 to a1, held, -j to a2, held, +j to af, with v held at a = 0 in the middle, simulated
// phase by phase. The first lobe is told by q >= 0: a1 = a0 + q up to a_max, then held
typedef struct lobes { double a1, h1, a2, h2, cruise, T, v_peak; state end; } lobes;
typedef struct asked { state from, to; limits l; int rising; } asked;

static void go(lobes *b, double t, double j) {
  state *s = &b->end;
  s->p += t * s->v + t * t * s->a / 2 + t * t * t * j / 6;
  s->v += t * s->a + t * t * j / 2;
  s->a += t * j;
  b->T += t;
}

static void simulate(lobes *b, const asked *w) {
  const double j = w->l.j;
  b->end = w->from;
  b->T = 0;
  b->v_peak = -INFINITY;
  go(b, (b->a1 - w->from.a) / j, j);
  go(b, b->h1, 0);
  if (b->a1 >= 0 && b->a2 <= 0) {
    go(b, b->a1 / j, -j);
    b->v_peak = b->end.v;
    go(b, b->cruise, 0);
    go(b, -b->a2 / j, -j);
  } else go(b, (b->a1 - b->a2) / j, -j);
  go(b, b->h2, 0);
  go(b, (w->to.a - b->a2) / j, j);
}

static double end_v(lobes *b, const asked *w, double top, double depth) {
  b->a2 = fmax(top - depth, w->l.a_min);
  b->h2 = fmax((w->l.a_min - (top - depth)) / w->l.j, 0);
  simulate(b, w);
  return b->end.v;
}

// the depth of the second lobe with which it ends at vf: the end rises down to a = 0, then falls
static int lobes_for(const asked *w, double q, lobes *b) {
  *b = (lobes){ .a1 = fmin(w->from.a + q, w->l.a_max),
                .h1 = fmax((w->from.a + q - w->l.a_max) / w->l.j, 0) };
  const double top = fmin(b->a1, w->to.a), sign = w->rising ? 1 : -1;
  double lo = w->rising ? 0 : fmax(top, 0), hi = w->rising ? top : fmax(top, 0) + 1;
  if (!(hi > lo) || sign * (end_v(b, w, top, lo) - w->to.v) > 0) return 0;
  while (!w->rising && end_v(b, w, top, hi) > w->to.v) hi *= 2;
  if (sign * (end_v(b, w, top, hi) - w->to.v) < 0) return 0;
  for (int k = 0; k < 70; k++) {
    const double middle = (lo + hi) / 2;
    if (sign * (end_v(b, w, top, middle) - w->to.v) > 0) hi = middle;
    else lo = middle;
  }
  return b->v_peak <= w->l.v_max;
}

// where a way (or a duration) is reached: all of them on a grid of q, each halved to the end
enum { GRID = 250, FOUND = 12 };
typedef struct found { int n; double T[FOUND], D[FOUND]; } found;

static double off_by(const lobes *b, const asked *w, int of_T, double want) {
  return of_T ? b->T - want : b->end.p - w->from.p - want;
}

static void note(found *f, const lobes *b, const asked *w) {
  if (f->n == FOUND) return;
  f->T[f->n] = b->T;
  f->D[f->n] = b->end.p - w->from.p;
  f->n++;
}

// where lobes begin or cease to exist between a q that has them and one that has not
static double edge(const asked *w, double has, double has_not) {
  lobes b;
  for (int k = 0; k < 70; k++) {
    const double middle = (has + has_not) / 2;
    if (lobes_for(w, middle, &b)) has = middle;
    else has_not = middle;
  }
  return has;
}

static void halve(const asked *w, int of_T, double want, double lo, double hi, found *f) {
  lobes b;
  lobes_for(w, lo, &b);
  const double first = off_by(&b, w, of_T, want);
  lobes_for(w, hi, &b);
  if (first * off_by(&b, w, of_T, want) > 0) return;
  for (int k = 0; k < 70; k++) {
    const double middle = (lo + hi) / 2;
    if (lobes_for(w, middle, &b) && first * off_by(&b, w, of_T, want) > 0) lo = middle;
    else hi = middle;
  }
  if (lobes_for(w, lo, &b)) note(f, &b, w);
}

// from the first lobe that reaches v_max on, v is held for as long as it takes
static void cruise(const asked *w, int of_T, double want, double q, found *f) {
  lobes b;
  if (!lobes_for(w, q, &b)) return;
  b.cruise = -off_by(&b, w, of_T, want);
  if (!of_T) b.cruise /= w->l.v_max;
  if (b.cruise < 0) return;
  simulate(&b, w);
  note(f, &b, w);
}

static void scan(const asked *w, int of_T, double want, found *f) {
  const limits *l = &w->l;
  const double most = l->a_max - w->from.a + l->j * (l->v_max - l->v_min) / l->a_max;
  int before = 0;
  double last = 0;
  for (int k = 0; k <= GRID; k++) {
    const double share = (double)k / GRID, q = most * share * share * share;
    lobes b;
    const int there = lobes_for(w, q, &b);
    double from = last, to = q;
    if (there && !before) from = edge(w, q, last);
    if (!there && before) to = edge(w, last, q);
    if (there || before) halve(w, of_T, want, from, to, f);
    if (!there && before && b.v_peak > w->l.v_max) cruise(w, of_T, want, to, f);
    before = there;
    last = q;
  }
}

static asked mirrored(asked w) {
  const limits l = w.l;
  w.l = (limits){ -l.v_max, -l.v_min, -l.a_max, -l.a_min, l.j };
  w.from = (state){ -w.from.p, -w.from.v, -w.from.a };
  w.to = (state){ -w.to.p, -w.to.v, -w.to.a };
  return w;
}

static double shortest(asked w) {
  double T = INFINITY;
  for (int k = 0; k < 4; k++) {
    found f = { 0 };
    w.rising = k % 2;
    scan(&w, 0, w.to.p - w.from.p, &f);
    for (int i = 0; i < f.n; i++) T = fmin(T, f.T[i]);
    if (k == 1) w = mirrored(w);
  }
  return T;
}

static asked random_asked(lia_rng *r) {
  asked w = { .l = random_limits(r) };
  w.from = random_state(r, &w.l, 0);
  w.to = random_state(r, &w.l, 0);
  w.to.p = w.from.p + signed_random(r, exp(signed_random(r, 3)));
  return w;
}

// never slower; and the search finds the same but where its grid misses it
LIA_TEST(online, nothing_found_by_bang_bang_search_is_faster) {
  lia_rng r = lia_rng_seed(5);
  const int cases = lia_cases(200);
  int same = 0;
  for (int i = 0; i < cases; i++) {
    const asked w = random_asked(&r);
    const double T = alone(&w.l, w.from, w.to), best = shortest(w);
    cr_assert(T <= best + 1e-9 * fmax(best, 1), "case %d: %.15g, found %.15g", i, T, best);
    same += T >= best - 1e-8 * best;
  }
  cr_assert(same >= cases * 95 / 100, "only %d of %d are found by the search", same, cases);
}

// ---- motions made at random, whose limits are what they reach ----

static double between(lia_rng *r, double a, double b) { return lia_rng_range(r, a, b); }

// phases of full jerk and of none, from any state; limits: what v, a and j reach on the way
static asked random_motion(lia_rng *r, int phases, double *T) {
  const double j = exp(signed_random(r, 2));
  asked w = { .l = { -1e-3, 1e-3, -1e-3, 1e-3, j } };
  lobes b = { .end = { signed_random(r, 2), signed_random(r, 1), signed_random(r, 1) } };
  w.from = b.end;
  for (int k = 0; k < phases; k++) {
    const double u = ((double)lia_rng_below(r, 3) - 1) * j, dt = exp(between(r, -4, 0.5));
    const state s = b.end;
    const double turn = u != 0 ? -s.a / u : -1;
    go(&b, dt, u);
    double v[3] = { s.v, b.end.v, s.v };
    if (turn > 0 && turn < dt) v[2] = s.v + turn * s.a / 2;
    for (int i = 0; i < 3; i++) {
      w.l.v_max = fmax(w.l.v_max, v[i]);
      w.l.v_min = fmin(w.l.v_min, v[i]);
    }
    w.l.a_max = fmax(w.l.a_max, fmax(s.a, b.end.a));
    w.l.a_min = fmin(w.l.a_min, fmin(s.a, b.end.a));
  }
  w.to = b.end;
  *T = b.T;
  return w;
}

// room in v for what the start and the target need before and behind the motion
static void make_room(asked *w) {
  const state *s[2] = { &w->from, &w->to };
  for (int k = 0; k < 2; k++) {
    const double rise = s[k]->a * fabs(s[k]->a) / (2 * w->l.j), v = s[k]->v + (k ? -rise : rise);
    w->l.v_max = fmax(w->l.v_max, v);
    w->l.v_min = fmin(w->l.v_min, v);
  }
}

static void loosen(limits *l, double by) {
  l->v_min *= by;
  l->v_max *= by;
  l->a_min *= by;
  l->a_max *= by;
  l->j *= by;
}

// a motion of duration T exists: the shortest is no longer, T is not blocked, and between the
// limits of both extremes
LIA_TEST(online, no_motion_made_at_random_is_faster_nor_blocked) {
  lia_rng r = lia_rng_seed(8);
  const long cases = lia_cases(20000);
  long sharp = 0;
  for (long i = 0; i < cases; i++) {
    double T;
    asked w = random_motion(&r, 1 + (int)lia_rng_below(&r, 7), &T);
    make_room(&w);
    loosen(&w.l, 1 + 1e-9);
    const lia_online_axis x = ready(&w.l, &w.from, &w.to, LIA_ONLINE_POSITION);
    cr_assert_eq(x.nbrake, 0, "case %ld", i);
    cr_assert(x.alone <= T * (1 + 1e-9), "case %ld: %.15g, made in %.15g", i, x.alone, T);
    const double next = lia_online_next(&x, T);
    cr_assert(next <= T * (1 + 1e-9), "case %ld: %.15g is blocked until %.15g", i, T, next);
    sharp += x.alone > T * (1 - 1e-4);
    lia_online_profile p;
    lia_online_profile_of(&x, next, &p);
    check_profile(&p, &w.l, &w.from, &w.to, LIA_ONLINE_POSITION, i);
  }
  cr_assert(sharp > cases / 10, "only %ld of %ld are the shortest themselves", sharp, cases);
}
